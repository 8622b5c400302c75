/// Is a point inside a placed mesh? Crossings of a ray, moved by infinitesimals.

#include "bvh/bvh3_walk.h"
#include "closest/closest3_mesh.h"
#include "feeler/overlap3.h"
#include "math/predicates.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"

/// The state of a ray from p along +x, which counts with signs the faces that it crosses. The ray is moved
/// in the y-z plane by an infinitesimal in z and a far smaller one in y, so no edge or vertex ever lies on
/// it (simulation of simplicity; Edelsbrunner and Muecke, 1990).
typedef struct count {
    const flr_mesh3 *mesh;
    flr_vec3 p;      // in the mesh's frame
    bvh3_box ahead;  // the box from p onward, in the tree's frame
    int winding, crossings;
    bool on_surface;
} count;

static int orient_yz(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_orient2_inline(a.y, a.z, b.y, b.z, c.y, c.z);
}

/// The side of the moved p against an edge. If p lies on the edge's line, it is the sign of the first
/// derivative that is not 0.
static int moved_side(int side, flr_vec3 from, flr_vec3 to)
{
    if (side != 0) return side;
    if (to.y != from.y) return to.y > from.y ? 1 : -1;
    return (from.z > to.z) - (from.z < to.z);
}

/// Is p on a triangle that is edge-on along x, or that is itself a segment or point?
static bool is_on_edge_on(flr_vec3 p, const flr_triangle3 *t)
{
    if (flr_orient3_inline(t->a, t->b, t->c, p) != 0) return false;
    flr_segment3 here = {p, p};
    return flr_overlap3_segment_triangle(&here, t);
}

/// Counts the triangle if the ray crosses it; sets on_surface if p is on it.
static void cross(count *c, const flr_triangle3 *t)
{
    int s[3] = {orient_yz(t->a, t->b, c->p), orient_yz(t->b, t->c, c->p), orient_yz(t->c, t->a, c->p)};
    if (s[0] == 0 && s[1] == 0 && s[2] == 0) {
        if (is_on_edge_on(c->p, t)) c->on_surface = true;
    }
    bool none_left = s[0] <= 0 && s[1] <= 0 && s[2] <= 0, none_right = s[0] >= 0 && s[1] >= 0 && s[2] >= 0;
    if (!none_left && !none_right) return;
    int m[3] = {moved_side(s[0], t->a, t->b), moved_side(s[1], t->b, t->c), moved_side(s[2], t->c, t->a)};
    // the projected triangle is counter-clockwise if its normal has x > 0
    bool crossed = m[0] != 0 && m[0] == m[1] && m[1] == m[2];
    bool on_rim = s[0] == 0 || s[1] == 0 || s[2] == 0;
    if (!crossed && !on_rim) return;
    int side = flr_orient3_inline(t->a, t->b, t->c, c->p);
    if (side == 0) {
        if (!(s[0] == 0 && s[1] == 0 && s[2] == 0)) c->on_surface = true;
        return;
    }
    // the face is ahead of p if p is on the side of it away from +x
    if (crossed && side == -m[0]) {
        c->winding += m[0];
        c->crossings++;
    }
}

static void count_leaf(count *c, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        flr_triangle3 t = mesh3_item_welded(c->mesh, item);
        if (!mesh3_has_no_topology(c->mesh, item)) cross(c, &t);
    }
}

static void traverse(count *c)
{
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    bvh3_walk_begin(&walk, &c->mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_meeting(&walk, &c->ahead)) != BVH3_EMPTY;) count_leaf(c, leaf);
}

flr_side flr_contains3_mesh_point(const flr_instance3 *m, flr_vec3 p)
{
    const flr_mesh3 *mesh = m->mesh;
    count c = {.mesh = mesh, .p = flr_affine3_point(m->inverse, p)};
    flr_aabb3 b = mesh->info.bounds;
    flr_real w = mesh->info.weld_tolerance;  // a welded corner may lie outside these bounds
    if (!(c.p.x >= b.min.x - w && c.p.y >= b.min.y - w && c.p.z >= b.min.z - w && c.p.x <= b.max.x + w &&
          c.p.y <= b.max.y + w && c.p.z <= b.max.z + w))
        return FLR_OUTSIDE;
    flr_vec3 q = flr_scale3(mesh->tree.scale, flr_sub3(c.p, mesh->tree.center));
    // from p to beyond all items, which lie within [-1, 1]
    c.ahead = (bvh3_box){{(float)q.x + 4, (float)q.y, (float)q.z}, {4 + 2 * BVH3_SLACK, 0, 0}};
    traverse(&c);
    if (c.on_surface) return FLR_BOUNDARY;
    bool inside = mesh->info.oriented ? c.winding != 0 : c.crossings % 2 != 0;
    return inside ? FLR_INSIDE : FLR_OUTSIDE;
}
