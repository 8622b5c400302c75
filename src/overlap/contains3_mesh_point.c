#include <math.h>

#include "feeler/overlap.h"
#include "math/predicates.h"
#include "math/simd.h"
#include "mesh/mesh3.h"

/// A ray from p along +x counts the faces it crosses, with sign. Its position in the y-z plane
/// is taken to be moved up by an infinitesimal in z and by a far smaller one in y, so that no
/// edge or vertex ever lies on it (simulation of simplicity; Edelsbrunner and Muecke, 1990).
typedef struct count {
    const flr_mesh3 *mesh;
    flr_vec3 p;  // in the mesh's frame
    float q[3];  // in the tree's frame
    int winding, crossings;
    bool on_surface;
} count;

static int orient_yz(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_orient2_inline(a.y, a.z, b.y, b.z, c.y, c.z);
}

/// The side of the moved p against the edge: where p lies on the edge's line, the sign of the
/// first derivative that is not 0.
static int moved_side(int side, flr_vec3 from, flr_vec3 to)
{
    if (side != 0) return side;
    if (to.y != from.y) return to.y > from.y ? 1 : -1;
    return (from.z > to.z) - (from.z < to.z);
}

/// For a triangle seen edge-on along x, or one that is itself a segment or point: is p on it?
static bool is_on_edge_on(flr_vec3 p, const flr_triangle3 *t)
{
    if (flr_orient3_inline(t->a, t->b, t->c, p) != 0) return false;
    flr_segment3 here = {p, p};
    return flr_overlap3_segment_triangle(&here, t);
}

static void cross(count *c, const flr_triangle3 *t)
{
    int s[3] = {orient_yz(t->a, t->b, c->p), orient_yz(t->b, t->c, c->p), orient_yz(t->c, t->a, c->p)};
    if (s[0] == 0 && s[1] == 0 && s[2] == 0) {
        if (is_on_edge_on(c->p, t)) c->on_surface = true;
    }
    bool none_left = s[0] <= 0 && s[1] <= 0 && s[2] <= 0, none_right = s[0] >= 0 && s[1] >= 0 && s[2] >= 0;
    if (!none_left && !none_right) return;
    int m[3] = {moved_side(s[0], t->a, t->b), moved_side(s[1], t->b, t->c), moved_side(s[2], t->c, t->a)};
    // the projected triangle turns counter-clockwise where its normal has x > 0
    bool crossed = m[0] != 0 && m[0] == m[1] && m[1] == m[2];
    bool on_rim = s[0] == 0 || s[1] == 0 || s[2] == 0;
    if (!crossed && !on_rim) return;
    int side = flr_orient3_inline(t->a, t->b, t->c, c->p);
    if (side == 0) {
        if (!(s[0] == 0 && s[1] == 0 && s[2] == 0)) c->on_surface = true;
        return;
    }
    // p lies before the face where it is on the side away from +x
    if (crossed && side == -m[0]) {
        c->winding += m[0];
        c->crossings++;
    }
}

static unsigned boxes_ahead(const count *c, const bvh3_node *n)
{
    i32x4 beside_y = f32x4_abs(f32x4_load(n->center[1]) - c->q[1]) > f32x4_load(n->half[1]);
    i32x4 beside_z = f32x4_abs(f32x4_load(n->center[2]) - c->q[2]) > f32x4_load(n->half[2]);
    i32x4 behind = f32x4_load(n->center[0]) + f32x4_load(n->half[0]) < f32x4_splat(c->q[0]);
    return ~f32x4_mask(beside_y | beside_z | behind) & 15u;
}

static void look_into_leaf(count *c, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        flr_triangle3 t = mesh3_item_welded(c->mesh, item);
        if (!(c->mesh->input_of[item] & MESH3_NO_TOPOLOGY)) cross(c, &t);
    }
}

static void walk(count *c)
{
    uint32_t stack[3 * BVH3_DEPTH_MAX + 8];
    int top = 0;
    stack[top++] = bvh3_child(&c->mesh->tree, BVH3_ROOT);
    while (top > 0) {
        uint32_t child = stack[--top];
        if (bvh3_is_leaf(child)) {
            look_into_leaf(c, child);
            continue;
        }
        const bvh3_node *n = &c->mesh->tree.nodes[child];
        unsigned ahead = boxes_ahead(c, n);
        for (unsigned k = 0; k < 4; k++) {
            if ((ahead >> k & 1u) && n->child[k] != BVH3_EMPTY) stack[top++] = n->child[k];
        }
    }
}

flr_side flr_contains3_mesh_point(const flr_instance3 *m, flr_vec3 p)
{
    const flr_mesh3 *mesh = m->mesh;
    count c = {.mesh = mesh, .p = flr_affine3_point(m->inverse, p)};
    flr_aabb3 b = mesh->info.bounds;
    flr_real w = mesh->info.weld_tolerance;  // a welded corner may stand outside the bounds of those given
    if (!(c.p.x >= b.min.x - w && c.p.y >= b.min.y - w && c.p.z >= b.min.z - w && c.p.x <= b.max.x + w &&
          c.p.y <= b.max.y + w && c.p.z <= b.max.z + w))
        return FLR_OUTSIDE;
    flr_vec3 q = flr_scale3(mesh->tree.scale, flr_sub3(c.p, mesh->tree.center));
    c.q[0] = (float)q.x;
    c.q[1] = (float)q.y;
    c.q[2] = (float)q.z;
    walk(&c);
    if (c.on_surface) return FLR_BOUNDARY;
    bool inside = mesh->info.oriented ? c.winding != 0 : c.crossings % 2 != 0;
    return inside ? FLR_INSIDE : FLR_OUTSIDE;
}
