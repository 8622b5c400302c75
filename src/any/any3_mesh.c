#include "any/any3_mesh.h"

#include "any/any3_distance.h"
#include "any/any3_interval.h"
#include "any/any3_near.h"
#include "bvh/bvh3_stack.h"
#include "feeler/overlap.h"
#include "mesh/mesh3_pair.h"

/// A descent of the tree, nearest boxes first, with the other shape's box in the tree's frame.
typedef struct search {
    const flr_shape3 *shape;
    const flr_instance3 *mesh;
    float center[3], half[3];
    double units_per_length;
    float limit_squared;
    flr_status status;
    flr_closest3 best;
} search;

static void set_limit(search *s, flr_real distance)
{
    double x = (double)distance * s->units_per_length;
    s->limit_squared = (float)(x * x * (1 + 1e-6));
}

static search begin(const flr_shape3 *shape, const flr_instance3 *m, flr_real limit)
{
    search s = {.shape = shape, .mesh = m, .best = {limit, {0, 0, 0}, {0, 0, 0}}};
    const bvh3 *tree = &m->mesh->tree;
    flr_aabb3 b = flr_any3_bounds(shape);
    flr_vec3 half = flr_scale3((flr_real)0.5, flr_sub3(b.max, b.min)), middle = flr_add3(b.min, half);
    flr_mat3 inverse = m->inverse.linear;
    flr_vec3 offset = flr_sub3(middle, flr_affine3_point(m->pose, tree->center));
    flr_vec3 q = flr_scale3(tree->scale, flr_mat3_mul(inverse, offset));
    const flr_vec3 rows[3] = {{inverse.x.x, inverse.y.x, inverse.z.x},
                              {inverse.x.y, inverse.y.y, inverse.z.y},
                              {inverse.x.z, inverse.y.z, inverse.z.z}};
    const double center[3] = {(double)q.x, (double)q.y, (double)q.z};
    double worth = (double)m->min_stretch / (double)tree->scale, scale = (double)tree->scale;
    double rounding = flr_instance3_rounding(m), size = 0, reach[3];
    for (int k = 0; k < 3; ++k) {
        reach[k] = scale * (fabs((double)(rows[k].x * half.x)) + fabs((double)(rows[k].y * half.y)) +
                            fabs((double)(rows[k].z * half.z)));
        size += fabs(center[k]) + reach[k];
    }
    const flr_vec3 far = flr_max3(b.max, flr_neg3(b.min));
    rounding += (fabs((double)far.x) + fabs((double)far.y) + fabs((double)far.z)) *
                (sizeof(flr_real) == sizeof(float) ? 1e-6 : 2e-15);
    for (int k = 0; k < 3; ++k) {
        s.center[k] = (float)center[k];
        s.half[k] = (float)(reach[k] + (size + 2) * 4.8e-7 + rounding / worth * 1.000001);
    }
    s.units_per_length = 1 / worth;
    set_limit(&s, limit);
    return s;
}

static f32x4 real4_distances(const search *s, const bvh3_node *n)
{
    f32x4 sum = f32x4_splat(0);
    for (int k = 0; k < 3; k++) {
        f32x4 gap = f32x4_abs(f32x4_load(n->center[k]) - s->center[k]) - f32x4_load(n->half[k]) - s->half[k];
        gap = f32x4_max(gap, f32x4_splat(0));
        sum += gap * gap;
    }
    return sum * 0.999999f;
}

static void look_into_leaf(search *s, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        flr_shape3 t = any3_of_triangle(instance3_item_triangle(s->mesh, item));
        flr_closest3 c;
        flr_status status = flr_any3_distance(s->shape, &t, s->best.distance, &c);
        if (status != FLR_OK) s->status = status;
        if (!(c.distance < s->best.distance || (c.distance == 0 && s->best.distance == 0))) continue;
        s->best = c;
        set_limit(s, c.distance);
        if (c.distance == 0) s->limit_squared = -1;
    }
}

static int push_children(bvh3_branch *stack, int top, const search *s, const bvh3_node *n)
{
    f32x4 distances = real4_distances(s, n);
    unsigned far = f32x4_mask(distances > f32x4_splat(s->limit_squared));
    return bvh3_push(stack, top, n, distances, ~far & 15u);
}

/// Found nothing within the limit: farther than that.
static bool descend(search *s)
{
    bvh3_branch stack[BVH3_STACK];
    flr_vec3 unset = flr_vec3_make((flr_real)INFINITY, 0, 0);
    s->best.point_a = unset;
    int top = bvh3_push_root(stack, &s->mesh->mesh->tree, 0);
    while (top > 0) {
        bvh3_branch e = stack[--top];
        if (e.nearness > s->limit_squared) continue;
        if (bvh3_is_leaf(e.child)) {
            look_into_leaf(s, e.child);
        } else {
            top = push_children(stack, top, s, &s->mesh->mesh->tree.nodes[e.child]);
        }
    }
    return isfinite(s->best.point_a.x);
}

void flr_any3_visit_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit, any3_item_fn *tell,
                         void *user)
{
    search q = begin(s, &mesh->as.mesh, limit);
    bvh3_branch stack[BVH3_STACK];
    int top = bvh3_push_root(stack, &mesh->as.mesh.mesh->tree, 0);
    while (top > 0) {
        bvh3_branch e = stack[--top];
        if (!bvh3_is_leaf(e.child)) {
            top = push_children(stack, top, &q, &mesh->as.mesh.mesh->tree.nodes[e.child]);
            continue;
        }
        uint32_t first = bvh3_leaf_first(e.child), end = first + bvh3_leaf_count(e.child);
        for (uint32_t item = first; item < end; item++) tell(user, item);
    }
}

static void set_common(flr_closest3 *c, flr_vec3 p)
{
    c->distance = 0;
    c->point_a = c->point_b = p;
}

/// A point to ask of whether it lies inside: far from the origin one that is given, not computed and rounded to the other side.
static flr_vec3 point_to_ask(const flr_shape3 *s)
{
    const bool is_given = s->kind == FLR_SHAPE3_SPHERE || s->kind == FLR_SHAPE3_CAPSULE ||
                          s->kind == FLR_SHAPE3_AABB || s->kind == FLR_SHAPE3_BOX || any3_is_round(s->kind) ||
                          s->kind == FLR_SHAPE3_RECTANGLE;
    return is_given && flr_any3_lies_far(s) ? s->as.point : flr_any3_point(s);
}

flr_status flr_any3_distance_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit,
                                  flr_closest3 *closest)
{
    // of a ray or line the piece near the mesh tells which triangles are looked at, and the whole of it meets them
    const flr_shape3 piece = any3_is_path(s->kind) ? flr_any3_cover(s, mesh) : *s;
    search q = begin(&piece, &mesh->as.mesh, limit);
    q.shape = s;
    bool found = descend(&q);
    *closest = q.best;
    if (!found) closest->distance = (flr_real)INFINITY;
    flr_vec3 p = point_to_ask(&piece);
    if (mesh->solid && closest->distance > 0 && flr_contains3_mesh_point(&mesh->as.mesh, p) >= 0)
        set_common(closest, p);
    return q.status;
}

/// A piece of `inner` whose surface lies inside the solid `outer`; the surfaces do not meet.
static bool has_piece_inside(const flr_instance3 *inner, const flr_shape3 *outer, flr_vec3 *where)
{
    const flr_mesh3 *m = inner->mesh;
    for (size_t k = 0; outer->solid && k < m->info.component_count; k++) {
        *where = instance3_point(inner, mesh3_vertex(m, m->component_vertex[k]));
        if (flr_contains3_mesh_point(&outer->as.mesh, *where) >= 0) return true;
    }
    return false;
}

flr_status flr_any3_distance_meshes(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                    flr_closest3 *closest)
{
    flr_closest3_mesh m = flr_closest3_mesh_mesh(&a->as.mesh, &b->as.mesh, limit);
    closest->distance = m.found ? m.distance : (flr_real)INFINITY;
    closest->point_a = m.point_a;
    closest->point_b = m.point_b;
    flr_vec3 p;
    if (closest->distance > 0 &&
        (has_piece_inside(&a->as.mesh, b, &p) || has_piece_inside(&b->as.mesh, a, &p)))
        set_common(closest, p);
    return FLR_OK;
}

flr_status flr_any3_distance_mesh_plane(const flr_shape3 *mesh, const flr_shape3 *plane,
                                        flr_closest3 *closest)
{
    const flr_instance3 *m = &mesh->as.mesh;
    flr_plane3 h = any3_boundary(plane);
    bool solid = plane->kind == FLR_SHAPE3_HALFSPACE;
    closest->distance = (flr_real)INFINITY;
    for (uint32_t k = 0; k < m->mesh->info.triangle_count && closest->distance > 0; ++k) {
        flr_shape3 t = any3_of_triangle(instance3_item_triangle(m, k));
        any3_interval i = flr_any3_interval(&t, &h);
        flr_closest3 c = flr_any3_interval_closest(&i, &h, solid);
        if (c.distance < closest->distance) *closest = c;
    }
    return FLR_OK;
}
