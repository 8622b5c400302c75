/// The inside of a mesh, for the rooms that traverse it.
#ifndef FLR_MESH_MESH3_H
#define FLR_MESH_MESH3_H

#include "base/allocator.h"
#include "bvh/bvh3.h"
#include "feeler/mesh3.h"
#include "mesh/heights3.h"

/// A mesh. The tree holds triangles as items, numbered in the order of the leaves. For a grid of heights, the
/// arrays from `vertices` to `weld` are null: rooms must use the functions below.
struct flr_mesh3 {
    flr_allocator allocator;
    flr_mesh3_info info;
    bvh3 tree;
    flr_real *vertices;  ///< x, y, z each, as given
    uint32_t *corners;   ///< three vertex numbers of each item
    /// The corners of each item within the box of its leaf, in the tree's frame: MESH3_ROUGH_STEPS steps
    /// along an axis, ten bits each, x lowest. They are within half a step, and exclude triangles of a leaf
    /// that a path cannot hit. MESH3_ROUGH_ROOM more numbers follow, so that four items can always be read at
    /// once. Null if they are not known.
    uint32_t *rough;
    uint32_t *input_of;  ///< the number in the input, with MESH3_NO_TOPOLOGY if it is left out
    uint32_t *item_of;   ///< the item of each triangle of the input
    uint32_t *beside;    ///< the neighbour's item and the kind of each edge, as mesh3_beside returns them
    uint32_t *weld;      ///< for each vertex, the vertex that represents it in the topology
    uint32_t *component_vertex;  ///< one vertex of each component
    /// +1 if every face points out of the material, -1 if every face points into it. 0 if that is not known:
    /// for open or inconsistent meshes, and for pieces of both kinds (a shell around a cavity).
    int outward;
    bool encloses;  ///< watertight, and not all in one plane like the two sides of a sheet
    bool every_vertex_used;
    bool is_in_block;  ///< its arrays lie in the caller's block (mesh3_block.c)
    bool convex;       ///< encloses exactly the hull of its vertices, which are at most MESH3_CONVEX_MAX
    /// The middle of the bounds, on those axes on which they are far from the mesh's own origin for their
    /// size; else 0. `reach` is the largest distance from there.
    flr_vec3 pivot;
    flr_real reach;
    heights3 *heights;  ///< of a mesh over a grid of heights, else null
    flr_vec3 shift;     ///< what is subtracted from its vertices
    /// The same mesh with the pivot subtracted, which rounds nothing; null if the pivot is 0. All arrays but
    /// the positions are shared.
    struct flr_mesh3 *from_pivot;
};

/// The most vertices of a mesh that may be marked as convex.
#define MESH3_CONVEX_MAX 128

#define MESH3_ROUGH_BITS 10
#define MESH3_ROUGH_STEPS ((1 << MESH3_ROUGH_BITS) - 1)
#define MESH3_ROUGH_ROOM (3 * (BVH3_LEAF_MAX - 1))

/// The item has repeated corners, is a copy of an earlier triangle with the same winding, or is flat with an
/// edge of its own.
#define MESH3_NO_TOPOLOGY 0x80000000u

/// The kind of a triangle's edge. Free: shared with no other triangle, or with more than one. Else the
/// neighbour is in the same plane, falls away behind this triangle's plane, or rises before it. Before is the
/// side from which the corners turn left.
typedef enum mesh3_edge { MESH3_FREE, MESH3_FLAT, MESH3_CONVEX, MESH3_CONCAVE } mesh3_edge;

mesh3_edge flr_heights3_edge_kind(const flr_mesh3 *m, uint32_t item, uint32_t k);

/// Edge k of an item goes from its corner k to the next.
static inline mesh3_edge mesh3_edge_kind(const flr_mesh3 *m, uint32_t item, int k)
{
    if (__builtin_expect(m->heights != NULL, 0)) return flr_heights3_edge_kind(m, item, (uint32_t)k);
    return (mesh3_edge)(m->beside[3 * (size_t)item + (size_t)k] & 3u);
}
/// Returns the item across an edge that is not free.
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

/// Returns the vertex at corner k of an item.
static inline uint32_t mesh3_corner(const flr_mesh3 *m, uint32_t item, uint32_t k)
{
    return m->heights ? flr_heights3_corner(m->heights, item, k) : m->corners[3 * (size_t)item + k];
}

/// Returns corner k of an item as the topology counts it.
static inline uint32_t mesh3_welded(const flr_mesh3 *m, uint32_t item, uint32_t k)
{
    return m->heights ? flr_heights3_corner(m->heights, item, k) : m->weld[m->corners[3 * (size_t)item + k]];
}

/// Writes all three of these corners.
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

/// Returns the triangle of an item as the topology counts it: with corners moved to their representatives.
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

/// Returns the item of a triangle of the input.
static inline uint32_t mesh3_item_of(const flr_mesh3 *m, uint32_t number)
{
    return m->heights ? number : m->item_of[number];
}

static inline bool mesh3_has_no_topology(const flr_mesh3 *m, uint32_t item)
{
    return !m->heights && (m->input_of[item] & MESH3_NO_TOPOLOGY) != 0;
}

/// Returns the first item from this one on that is a triangle; numbers of holes are skipped. For loops over
/// all items, up to the count of triangles.
static inline uint32_t mesh3_next(const flr_mesh3 *m, uint32_t item)
{
    return m->heights ? flr_heights3_next(m->heights, item) : item;
}

/// Returns how many triangles there are, without holes.
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

/// Maps a point of an instance to world; everything uses this one expression.
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

/// Does placing leave every point unchanged?
/// Returns +1 or -1 if the normals of the placed mesh point out of or into its material, else 0.
static inline int instance3_outward(const flr_instance3 *i)
{
    return flr_mat3_determinant(i->pose.linear) < 0 ? -i->mesh->outward : i->mesh->outward;
}
static inline bool instance3_is_identity(const flr_instance3 *i)
{
    const flr_affine3 *m = &i->pose;
    return m->linear.x.x == 1 && m->linear.x.y == 0 && m->linear.x.z == 0 && m->linear.y.x == 0 &&
           m->linear.y.y == 1 && m->linear.y.z == 0 && m->linear.z.x == 0 && m->linear.z.y == 0 &&
           m->linear.z.z == 1 && m->translation.x == 0 && m->translation.y == 0 && m->translation.z == 0;
}

/// Sets bounds, pivot and the tree's frame by vertices and corners.
void flr_mesh3_find_frame(flr_mesh3 *m);
/// Ends the making of a mesh: adds up its memory and makes from_pivot. Returns false if memory ran out.
bool flr_mesh3_finish(flr_mesh3 *m);
/// Returns a vertex within the box of a leaf in the form of `rough`.
uint32_t flr_mesh3_rough_corner(const flr_mesh3 *m, uint32_t vertex, const bvh3_box *b);

/// Finds edges, neighbours, copies, components and volume from `weld` and the corners, which are in the order
/// of the input with marks in input_of. Sets the parts of info, component_vertex and outward. Returns false
/// if memory ran out.
bool flr_mesh3_find_topology(flr_mesh3 *m);
/// Makes the middle of the bounds the pivot if they are far from the origin for their size, and measures the
/// reach from there.
void flr_mesh3_find_pivot(flr_mesh3 *m);
/// Releases from_pivot, if there is one.
void flr_mesh3_release_from_pivot(flr_mesh3 *m);
/// Updates what depends on positions after vertices have moved: the kinds of edges, the volume, and the
/// direction of faces. Neighbours stay. Returns false if memory ran out; then nothing is changed.
bool flr_mesh3_measure_topology(flr_mesh3 *m);

// ---- The triangles whose boxes intersect a box

/// Returns the smallest box around some points in the frame of the tree, grown by the margin and by all
/// rounding errors of the mapping.
bvh3_box flr_mesh3_box_around(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin);

/// Calls `fn` for every triangle within `margin` of some of the points, and for some more. `fn` returns false
/// to stop.
typedef bool mesh3_item_fn(void *user, uint32_t item);
void flr_mesh3_visit_box(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin,
                         mesh3_item_fn *fn, void *user);

#endif
