/// The inside of a mesh, for the rooms that traverse it.
#ifndef FLR_MESH_MESH3_H
#define FLR_MESH_MESH3_H

#include "base/allocator.h"
#include "bvh/bvh3.h"
#include "feeler/mesh3.h"
#include "mesh/heights3.h"

/// A triangle as the tree holds it: `item` numbers, in the order of the leaves. Over a grid of heights the arrays from `vertices` to `weld`
/// are null: rooms read them by the functions below only.
struct flr_mesh3 {
    flr_allocator allocator;
    flr_mesh3_info info;
    bvh3 tree;
    flr_real *vertices;  ///< x, y, z each, as given
    uint32_t *corners;   ///< three vertex numbers of each item
    /// The corners of each item within the box of its leaf, in the tree's frame: MESH3_ROUGH_STEPS steps an axis, ten bits each,
    /// x lowest. Off by half a step, they say which triangles of a leaf a path cannot meet. MESH3_ROUGH_ROOM more numbers
    /// follow, so that four items are always read at once. Null: not known.
    uint32_t *rough;
    uint32_t *input_of;  ///< number in the input; MESH3_NO_TOPOLOGY set where it is no part of the topology
    uint32_t *item_of;   ///< the item of each triangle of the input
    uint32_t *
        beside;  ///< across each edge of each item: the neighbour's item and the edge's kind, as mesh3_beside says
    uint32_t *weld;              ///< of each vertex, the vertex that represents it in the topology
    uint32_t *component_vertex;  ///< one vertex of each component
    /// +1 where every face points out of the material, -1 where every face points into it, 0 where that is
    /// not known: open, inconsistent, or pieces of both kinds (a shell around a cavity).
    int outward;
    bool encloses;  ///< watertight, and not all in one plane, as the two sides of a sheet are
    bool every_vertex_used;
    bool is_in_block;  ///< its arrays are in the caller's block (mesh3_block.c)
    bool convex;       ///< encloses the hull of its vertices, of which there are few: exactly, no tolerance
    /// The middle of the bounds along those axes on which they are far from the origin of the mesh's
    /// own frame for their size, else 0; and how far they go from there.
    flr_vec3 pivot;
    flr_real reach;
    heights3 *heights;  ///< of a mesh over a grid of heights, else null
    flr_vec3 shift;     ///< what is taken away from its vertices
    /// The same mesh with the pivot taken away, which rounds nothing of it; null where that is 0. All
    /// arrays are shared but the positions.
    struct flr_mesh3 *from_pivot;
};

/// Vertices of a mesh that may be marked as convex.
#define MESH3_CONVEX_MAX 128

#define MESH3_ROUGH_BITS 10
#define MESH3_ROUGH_STEPS ((1 << MESH3_ROUGH_BITS) - 1)
#define MESH3_ROUGH_ROOM (3 * (BVH3_LEAF_MAX - 1))

/// Repeated corners, a copy of an earlier triangle with the same winding, or flat with an edge of its own.
#define MESH3_NO_TOPOLOGY 0x80000000u

/// An edge of a triangle: shared with no other or with more than one; with one in the same plane; with one that falls away behind this
/// one's plane, or rises before it, where before is the side from which its corners turn left.
typedef enum mesh3_edge { MESH3_FREE, MESH3_FLAT, MESH3_CONVEX, MESH3_CONCAVE } mesh3_edge;

mesh3_edge flr_heights3_edge_kind(const flr_mesh3 *m, uint32_t item, uint32_t k);

/// Edge k of an item goes from its corner k to the next.
static inline mesh3_edge mesh3_edge_kind(const flr_mesh3 *m, uint32_t item, int k)
{
    if (__builtin_expect(m->heights != NULL, 0)) return flr_heights3_edge_kind(m, item, (uint32_t)k);
    return (mesh3_edge)(m->beside[3 * (size_t)item + (size_t)k] & 3u);
}
/// The item across an edge that is not free.
static inline uint32_t mesh3_beside(const flr_mesh3 *m, uint32_t item, int k)
{
    if (__builtin_expect(m->heights != NULL, 0)) {
        uint32_t other = item, edge;
        (void)flr_heights3_beside(m->heights, item, (uint32_t)k, &other, &edge);
        return other;
    }
    return m->beside[3 * (size_t)item + (size_t)k] >> 2;
}

static inline flr_vec3 mesh3_vertex(const flr_mesh3 *m, uint32_t v)
{
    if (__builtin_expect(m->heights != NULL, 0)) return flr_heights3_vertex(m->heights, m->shift, v);
    const flr_real *p = m->vertices + 3 * (size_t)v;
    return flr_vec3_make(p[0], p[1], p[2]);
}

/// The vertex at corner k of an item.
static inline uint32_t mesh3_corner(const flr_mesh3 *m, uint32_t item, uint32_t k)
{
    return m->heights ? flr_heights3_corner(m->heights, item, k) : m->corners[3 * (size_t)item + k];
}

/// Corner k of an item as the topology sees it.
static inline uint32_t mesh3_welded(const flr_mesh3 *m, uint32_t item, uint32_t k)
{
    return m->heights ? flr_heights3_corner(m->heights, item, k) : m->weld[m->corners[3 * (size_t)item + k]];
}

/// All three of them.
static inline void mesh3_welded_corners(const flr_mesh3 *m, uint32_t item, uint32_t corners[3])
{
    if (__builtin_expect(m->heights != NULL, 0)) {
        for (uint32_t k = 0; k < 3; k++) corners[k] = flr_heights3_corner(m->heights, item, k);
        return;
    }
    const uint32_t *c = m->corners + 3 * (size_t)item;
    for (int k = 0; k < 3; k++) corners[k] = m->weld[c[k]];
}

static inline flr_triangle3 mesh3_item_triangle(const flr_mesh3 *m, uint32_t item)
{
    if (__builtin_expect(m->heights != NULL, 0)) return flr_heights3_triangle(m->heights, m->shift, item);
    const uint32_t *c = m->corners + 3 * (size_t)item;
    const flr_real *p = m->vertices + 3 * (size_t)c[0], *q = m->vertices + 3 * (size_t)c[1],
                   *r = m->vertices + 3 * (size_t)c[2];
    flr_triangle3 t = {{p[0], p[1], p[2]}, {q[0], q[1], q[2]}, {r[0], r[1], r[2]}};
    return t;
}

/// As the topology sees it: corners moved to their representative vertices.
static inline flr_triangle3 mesh3_item_welded(const flr_mesh3 *m, uint32_t item)
{
    if (__builtin_expect(m->heights != NULL, 0)) return flr_heights3_triangle(m->heights, m->shift, item);
    const uint32_t *c = m->corners + 3 * (size_t)item;
    flr_triangle3 t = {mesh3_vertex(m, m->weld[c[0]]), mesh3_vertex(m, m->weld[c[1]]),
                       mesh3_vertex(m, m->weld[c[2]])};
    return t;
}

static inline uint32_t mesh3_input_of(const flr_mesh3 *m, uint32_t item)
{
    return m->heights ? item : m->input_of[item] & ~MESH3_NO_TOPOLOGY;
}

/// The item of a triangle of the input.
static inline uint32_t mesh3_item_of(const flr_mesh3 *m, uint32_t number)
{
    return m->heights ? number : m->item_of[number];
}

static inline bool mesh3_has_no_topology(const flr_mesh3 *m, uint32_t item)
{
    return !m->heights && (m->input_of[item] & MESH3_NO_TOPOLOGY) != 0;
}

/// The item from which on there is a triangle: numbers of holes are skipped. For loops over all items, up to the count of triangles.
static inline uint32_t mesh3_next(const flr_mesh3 *m, uint32_t item)
{
    return m->heights ? flr_heights3_next(m->heights, item) : item;
}

/// How many there are, without the holes.
static inline size_t mesh3_present_count(const flr_mesh3 *m)
{
    return m->info.triangle_count - (m->heights ? 2 * (size_t)m->heights->hole_count : 0);
}

/// Returns the root of v in a forest, in which a root is its own parent. Halves the path on the way.
static inline uint32_t mesh3_root_of(uint32_t *parent, uint32_t v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/// The one expression by which a point of an instance is transformed to world.
static inline flr_vec3 instance3_point(const flr_instance3 *i, flr_vec3 p)
{
    return flr_affine3_point(i->pose, p);
}

static inline flr_triangle3 instance3_triangle(const flr_instance3 *i, flr_triangle3 t)
{
    t.a = instance3_point(i, t.a);
    t.b = instance3_point(i, t.b);
    t.c = instance3_point(i, t.c);
    return t;
}

static inline flr_triangle3 instance3_item_triangle(const flr_instance3 *i, uint32_t item)
{
    return instance3_triangle(i, mesh3_item_triangle(i->mesh, item));
}

/// Does placing leave every point as it is?
static inline bool instance3_is_identity(const flr_instance3 *i)
{
    const flr_affine3 *m = &i->pose;
    return m->linear.x.x == 1 && m->linear.x.y == 0 && m->linear.x.z == 0 && m->linear.y.x == 0 &&
           m->linear.y.y == 1 && m->linear.y.z == 0 && m->linear.z.x == 0 && m->linear.z.y == 0 &&
           m->linear.z.z == 1 && m->translation.x == 0 && m->translation.y == 0 && m->translation.z == 0;
}

/// The representative of each vertex: weld[v] <= v, and weld[weld[v]] == weld[v]. A vertex joins the
/// first earlier representative that is no farther than the tolerance. O(n) expected
/// time and memory; returns the number of representatives, or 0 where memory ran out.
size_t flr_mesh3_weld(const flr_real *vertices, size_t count, flr_real tolerance,
                      const flr_allocator *allocator, uint32_t *weld);

/// Bounds, pivot and the tree's frame, from vertices and corners.
void flr_mesh3_find_frame(flr_mesh3 *m);
/// The last of making a mesh: counts its memory and makes from_pivot. False where memory ran out.
bool flr_mesh3_finish(flr_mesh3 *m);
/// A vertex within the box of a leaf, as `rough` has it.
uint32_t flr_mesh3_rough_corner(const flr_mesh3 *m, uint32_t vertex, const bvh3_box *b);

/// Finds edges, what lies across them, copies, components and volume from `weld` and the corners (in input order, marks in
/// input_of), and fills in the parts of info, component_vertex and outward. False where memory ran out.
bool flr_mesh3_find_topology(flr_mesh3 *m);
/// Makes the middle of the bounds the pivot where they are far from the origin for their size, and measures the reach from there.
void flr_mesh3_find_pivot(flr_mesh3 *m);
/// Releases from_pivot, if there is one.
void flr_mesh3_release_from_pivot(flr_mesh3 *m);
/// Finds anew, once vertices have moved, what depends on where they are: the kinds of edges, the volume, which way faces point.
/// What is joined to what stays. False where memory ran out, with nothing changed.
bool flr_mesh3_measure_topology(flr_mesh3 *m);

// ---- The triangles whose boxes intersect a box

/// The least box around some points in the frame of the tree, grown by the margin and by all rounding
/// errors on the path there.
bvh3_box flr_mesh3_box_around(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin);

/// Every triangle that comes within `margin` of some of the points, and some more. `fn` returns false
/// to stop.
typedef bool mesh3_item_fn(void *user, uint32_t item);
void flr_mesh3_visit_box(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin,
                         mesh3_item_fn *fn, void *user);

#endif
