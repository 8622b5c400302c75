/// A mesh with its tree as one block of memory without pointers, which is written, and used in place.
///
/// A header is followed by the arrays of the mesh in the order of `arrays_of`, each at a multiple of 64
/// bytes. What is cheap to compute is not stored. A block is checked for all that could lead a query out of
/// it: lengths, every index, the order of the tree, and its boxes.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "mesh/mesh3.h"

enum { BLOCK_VERSION = 1, BLOCK_BYTE_ORDER = 0x01020304, BLOCK_UNIT = 64, BLOCK_ALIGNMENT = 16, ARRAYS = 9 };

enum { WATERTIGHT = 1, ORIENTED = 2, ENCLOSES = 4, EVERY_VERTEX_USED = 8, CONVEX = 16, FLAGS = 31 };

static const char magic[8] = {'F', 'L', 'R', 'M', 'E', 'S', 'H', '3'};

/// All members have one size on every processor, without gaps.
typedef struct block_header {
    char magic[8];
    uint32_t byte_order, version, real_size, zero;
    uint64_t size;      ///< of the whole block
    uint64_t checksum;  ///< of all that follows it
    uint64_t vertices, triangles, welded, repeated, duplicates, boundary, non_manifold, inconsistent,
        components;
    uint64_t nodes;
    double bounds[6], weld_tolerance, volume;
    int64_t outward;
    uint64_t flags, unused;
} block_header;

_Static_assert(sizeof(block_header) == 8 + 4 * 4 + 12 * 8 + 8 * 8 + 3 * 8, "no gaps");

typedef struct mesh3_array {
    void **at;
    uint64_t count, size;
} mesh3_array;

/// The arrays of a mesh.
static void arrays_of(flr_mesh3 *m, mesh3_array a[ARRAYS])
{
    const uint64_t n = m->info.triangle_count, v = m->info.vertex_count;
    const mesh3_array all[ARRAYS] = {
        {(void **)&m->tree.nodes, m->tree.node_count, sizeof *m->tree.nodes},
        {(void **)&m->vertices, 3 * v, sizeof *m->vertices},
        {(void **)&m->corners, 3 * n, sizeof *m->corners},
        {(void **)&m->rough, 3 * n + MESH3_ROUGH_ROOM, sizeof *m->rough},
        {(void **)&m->input_of, n, sizeof *m->input_of},
        {(void **)&m->item_of, n, sizeof *m->item_of},
        {(void **)&m->beside, 3 * n, sizeof *m->beside},
        {(void **)&m->weld, v, sizeof *m->weld},
        {(void **)&m->component_vertex, m->info.component_count, sizeof *m->component_vertex},
    };
    memcpy(a, all, sizeof all);
}

static uint64_t in_units(uint64_t bytes) { return (bytes + BLOCK_UNIT - 1) / BLOCK_UNIT * BLOCK_UNIT; }

/// Returns the arrays and their places. Counts are below 2^32, so that nothing here overflows.
static uint64_t size_of_block(const mesh3_array a[ARRAYS])
{
    uint64_t size = in_units(sizeof(block_header));
    for (int k = 0; k < ARRAYS; k++) size += in_units(a[k].count * a[k].size);
    return size;
}

/// Returns the checksum of a multiple of 8 bytes. Two blocks that differ in one word never have the same.
static uint64_t checksum_of(const unsigned char *p, uint64_t size)
{
    uint64_t lanes[4] = {1, 2, 3, 4}, sum = size;
    for (uint64_t i = 0; i < size / 8; i++) {
        uint64_t word;
        memcpy(&word, p + 8 * i, sizeof word);
        uint64_t *const lane = &lanes[i % 4];
        *lane = (*lane ^ word) * 0x9e3779b97f4a7c15u;
        *lane ^= *lane >> 32;
    }
    for (int k = 0; k < 4; k++) sum = (sum ^ lanes[k]) * 0xd6e8feb86659fd93u;
    return sum ^ sum >> 32;
}

static uint64_t checksum_of_block(const void *block, uint64_t size)
{
    const size_t from = offsetof(block_header, checksum) + sizeof(uint64_t);
    return checksum_of((const unsigned char *)block + from, size - from);
}

// ---- Writing

size_t flr_mesh3_write_size(const flr_mesh3 *mesh)
{
    if (!mesh || mesh->heights) return 0;
    flr_mesh3 m = *mesh;
    mesh3_array a[ARRAYS];
    arrays_of(&m, a);
    return (size_t)size_of_block(a);
}

static block_header header_of(const flr_mesh3 *m, uint64_t size)
{
    const flr_mesh3_info *const i = &m->info;
    const flr_aabb3 *const b = &i->bounds;
    block_header h = {.byte_order = BLOCK_BYTE_ORDER,
                      .version = BLOCK_VERSION,
                      .real_size = sizeof(flr_real),
                      .size = size,
                      .vertices = i->vertex_count,
                      .triangles = i->triangle_count,
                      .welded = i->welded_vertex_count,
                      .repeated = i->repeated_corner_count,
                      .duplicates = i->duplicate_count,
                      .boundary = i->boundary_edge_count,
                      .non_manifold = i->non_manifold_edge_count,
                      .inconsistent = i->inconsistent_edge_count,
                      .components = i->component_count,
                      .nodes = m->tree.node_count,
                      .bounds = {b->min.x, b->min.y, b->min.z, b->max.x, b->max.y, b->max.z},
                      .weld_tolerance = i->weld_tolerance,
                      .volume = i->volume,
                      .outward = m->outward};
    memcpy(h.magic, magic, sizeof magic);
    h.flags = (i->watertight ? WATERTIGHT : 0u) | (i->oriented ? ORIENTED : 0u) |
              (m->encloses ? ENCLOSES : 0u) | (m->every_vertex_used ? EVERY_VERTEX_USED : 0u) |
              (m->convex ? CONVEX : 0u);
    return h;
}

flr_status flr_mesh3_write(const flr_mesh3 *mesh, void *block, size_t size)
{
    const size_t needed = flr_mesh3_write_size(mesh);
    if (needed == 0 || !block || size < needed) return FLR_INVALID_ARGUMENT;
    flr_mesh3 m = *mesh;
    mesh3_array a[ARRAYS];
    arrays_of(&m, a);
    memset(block, 0, needed);
    block_header h = header_of(mesh, needed);
    unsigned char *p = (unsigned char *)block + in_units(sizeof h);
    for (int k = 0; k < ARRAYS; k++) {
        memcpy(p, *a[k].at, (size_t)(a[k].count * a[k].size));
        p += in_units(a[k].count * a[k].size);
    }
    memcpy(block, &h, sizeof h);
    h.checksum = checksum_of_block(block, needed);
    memcpy(block, &h, sizeof h);
    return FLR_OK;
}

// ---- Checks of a block

/// Returns null, or what is wrong with the header.
static const char *check_header(const block_header *h, size_t size)
{
    if (memcmp(h->magic, magic, sizeof magic) != 0) return "it is no mesh of Feeler";
    if (h->byte_order != BLOCK_BYTE_ORDER) return "it was written in another order of bytes";
    if (h->version != BLOCK_VERSION) return "it has another version of the format";
    if (h->real_size != sizeof(flr_real)) return "its coordinates have another precision";
    if (h->size > size) return "it is shorter than it says";
    if (h->triangles < 1 || h->triangles >= BVH3_ITEM_LIMIT - 4 || h->vertices < 1 ||
        h->vertices > UINT32_MAX / 3 || h->components > h->vertices || h->nodes < 1 ||
        h->nodes > flr_bvh3_node_limit((size_t)h->triangles))
        return "its lengths are out of range";
    if (h->zero || (h->flags & ~(uint64_t)FLAGS) || h->outward < -1 || h->outward > 1 ||
        !(h->weld_tolerance >= 0) || !isfinite(h->weld_tolerance) || !isfinite(h->volume))
        return "what it says of the mesh has no meaning";
    const bool solid = (h->flags & WATERTIGHT) != 0;
    if ((!solid && (h->flags & (ORIENTED | ENCLOSES | CONVEX))) ||
        ((h->flags & CONVEX) && (h->vertices > MESH3_CONVEX_MAX || h->components != 1)))
        return "what it says of the mesh contradicts itself";
    return NULL;
}

static void take_header(flr_mesh3 *m, const block_header *h)
{
    const flr_real b[6] = {(flr_real)h->bounds[0], (flr_real)h->bounds[1], (flr_real)h->bounds[2],
                           (flr_real)h->bounds[3], (flr_real)h->bounds[4], (flr_real)h->bounds[5]};
    m->info = (flr_mesh3_info){.bounds = {{b[0], b[1], b[2]}, {b[3], b[4], b[5]}},
                               .vertex_count = (size_t)h->vertices,
                               .triangle_count = (size_t)h->triangles,
                               .welded_vertex_count = (size_t)h->welded,
                               .repeated_corner_count = (size_t)h->repeated,
                               .duplicate_count = (size_t)h->duplicates,
                               .boundary_edge_count = (size_t)h->boundary,
                               .non_manifold_edge_count = (size_t)h->non_manifold,
                               .inconsistent_edge_count = (size_t)h->inconsistent,
                               .component_count = (size_t)h->components,
                               .weld_tolerance = (flr_real)h->weld_tolerance,
                               .volume = (flr_real)h->volume,
                               .watertight = (h->flags & WATERTIGHT) != 0,
                               .oriented = (h->flags & ORIENTED) != 0};
    m->tree.node_count = (uint32_t)h->nodes;
    m->outward = (int)h->outward;
    m->encloses = (h->flags & ENCLOSES) != 0;
    m->every_vertex_used = (h->flags & EVERY_VERTEX_USED) != 0;
    m->convex = (h->flags & CONVEX) != 0;
}

static bool has_sound_vertices(const flr_mesh3 *m)
{
    const size_t count = m->info.vertex_count;
    for (size_t i = 0; i < 3 * count; i++)
        if (!isfinite(m->vertices[i])) return false;
    for (size_t v = 0; v < count; v++)
        if (m->weld[v] > v || m->weld[m->weld[v]] != m->weld[v]) return false;
    for (size_t k = 0; k < m->info.component_count; k++)
        if (m->component_vertex[k] >= count) return false;
    return true;
}

static bool has_sound_triangles(const flr_mesh3 *m)
{
    const size_t count = m->info.triangle_count;
    for (size_t i = 0; i < 3 * count; i++) {
        if (m->corners[i] >= m->info.vertex_count) return false;
        if ((m->beside[i] & 3u) != MESH3_FREE && m->beside[i] >> 2 >= count) return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t number = mesh3_input_of(m, i);
        if (number >= count || m->item_of[number] != i) return false;
    }
    return true;
}

/// Are bounds and frame as computed again? They may differ in the signs of zeros.
static bool has_sound_frame(flr_mesh3 *m)
{
    const flr_aabb3 said = m->info.bounds;
    flr_mesh3_find_frame(m);
    const flr_aabb3 found = m->info.bounds;
    m->info.bounds = said;
    return said.min.x == found.min.x && said.min.y == found.min.y && said.min.z == found.min.z &&
           said.max.x == found.max.x && said.max.y == found.max.y && said.max.z == found.max.z &&
           isfinite(flr_length3(flr_sub3(said.max, said.min)));
}

static bool is_within(const flr_mesh3 *m, uint32_t vertex, const bvh3_box *b)
{
    const flr_vec3 p = mesh3_vertex(m, vertex);
    const bvh3_item q = bvh3_item_of(&m->tree, p, p);
    for (int k = 0; k < 3; k++)
        if (!(fabs((double)q.min[k] - (double)b->center[k]) <= (double)b->half[k])) return false;
    return true;
}

static bool is_sound_leaf(const flr_mesh3 *m, uint32_t leaf, const bvh3_box *b)
{
    const size_t first = bvh3_leaf_first(leaf), end = first + bvh3_leaf_count(leaf);
    if (end > m->info.triangle_count) return false;
    for (size_t i = 3 * first; i < 3 * end; i++) {
        const uint32_t v = m->corners[i];
        if (!is_within(m, v, b) || !is_within(m, m->weld[v], b) ||
            m->rough[i] != flr_mesh3_rough_corner(m, v, b))
            return false;
    }
    return true;
}

/// Is a child's box finite, and within the box above it up to rounding?
static bool is_sound_box(const bvh3_box *b, const bvh3_box *above)
{
    for (int k = 0; k < 3; k++) {
        const double room = 4 * (double)BVH3_SLACK + (double)above->half[k];
        if (!(b->half[k] > 0 &&
              fabs((double)b->center[k] - (double)above->center[k]) + (double)b->half[k] <= room))
            return false;
    }
    return true;
}

static bool is_sound_gap(const bvh3_node *n, uint32_t from)
{
    for (uint32_t s = from; s < BVH3_WIDTH; s++)
        if (n->child[s] != BVH3_EMPTY || !(n->half[0][s] < 0)) return false;
    return true;
}

/// Checks the tree in the order in which it was built, in which each node follows the one before. So no node
/// is reached twice, and no way down is longer than the stacks of walks.
static bool has_sound_tree(const flr_mesh3 *m)
{
    struct {
        uint32_t node, slot;
        bvh3_box box;
    } way[BVH3_DEPTH_MAX + 1];
    const bvh3 *const tree = &m->tree;
    int depth = 1;
    uint32_t next = 1;
    size_t items = 0;
    way[0].node = way[0].slot = 0;
    way[0].box = (bvh3_box){{0, 0, 0}, {2, 2, 2}};
    while (depth > 0) {
        const uint32_t node = way[depth - 1].node, slot = way[depth - 1].slot++;
        const bvh3_node *const n = &tree->nodes[node];
        if (slot == BVH3_WIDTH || n->child[slot] == BVH3_EMPTY || (node == 0 && slot == 1)) {
            if (slot == 0 || !is_sound_gap(n, slot)) return false;
            depth--;
            continue;
        }
        const bvh3_box box = bvh3_box_of(tree, node * BVH3_WIDTH + slot);
        const uint32_t child = n->child[slot];
        if (!is_sound_box(&box, &way[depth - 1].box)) return false;
        if (bvh3_is_leaf(child)) {
            if (!is_sound_leaf(m, child, &box)) return false;
            items += bvh3_leaf_count(child);
        } else {
            if (child != next++ || child >= tree->node_count || depth > BVH3_DEPTH_MAX) return false;
            way[depth].node = child;
            way[depth].slot = 0;
            way[depth++].box = box;
        }
    }
    return next == tree->node_count && items == m->info.triangle_count;
}

// ---- Opening

/// Returns null, or what is wrong. The mesh uses the arrays in place.
static const char *take_block(flr_mesh3 *m, const void *block, size_t size)
{
    block_header h;
    if (size < sizeof h) return "it is shorter than its header";
    memcpy(&h, block, sizeof h);
    const char *const wrong = check_header(&h, size);
    if (wrong) return wrong;
    take_header(m, &h);
    mesh3_array a[ARRAYS];
    arrays_of(m, a);
    if (size_of_block(a) != h.size) return "its lengths do not fit its size";
    if (checksum_of_block(block, h.size) != h.checksum) return "its checksum is not that of its bytes";
    unsigned char *p = (unsigned char *)(uintptr_t)block + in_units(sizeof h);
    for (int k = 0; k < ARRAYS; k++) {
        void *const at = p;
        memcpy(a[k].at, &at, sizeof at);
        p += in_units(a[k].count * a[k].size);
    }
    if (!has_sound_vertices(m)) return "its vertices are unsound";
    if (!has_sound_triangles(m)) return "its triangles are unsound";
    if (!has_sound_frame(m)) return "its bounds are not those of its triangles";
    if (!has_sound_tree(m)) return "its tree is unsound";
    return NULL;
}

flr_status flr_mesh3_open(const void *block, size_t size, const flr_allocator *allocator, const char **wrong,
                          flr_mesh3 **mesh)
{
    if (wrong) *wrong = NULL;
    if (!mesh) return FLR_INVALID_ARGUMENT;
    *mesh = NULL;
    if (!block || (uintptr_t)block % BLOCK_ALIGNMENT != 0) return FLR_INVALID_ARGUMENT;
    const flr_allocator memory = flr_allocator_or_default(allocator);
    flr_mesh3 m;
    memset(&m, 0, sizeof m);
    m.allocator = memory;
    m.is_in_block = true;
    const char *const fault = take_block(&m, block, size);
    if (fault) {
        if (wrong) *wrong = fault;
        return FLR_INVALID_SHAPE;
    }
    flr_mesh3 *const kept = flr_allocate(&memory, 1, sizeof *kept);
    if (!kept) return FLR_OUT_OF_MEMORY;
    *kept = m;
    if (!flr_mesh3_finish(kept)) {
        flr_mesh3_destroy(kept);
        return FLR_OUT_OF_MEMORY;
    }
    *mesh = kept;
    return FLR_OK;
}
