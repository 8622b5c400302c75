/// The distance of a mesh from any shape: by a walk down its tree, nearest boxes first, which measures triangles
/// as pieces; from a plane by every triangle. Meshes against one another, and what lies inside a solid mesh.
#include "any/any3.h"
#include "bvh/bvh3_walk.h"
#include "feeler/overlap3.h"
#include "mesh/mesh3_pair.h"

/// A walk down a mesh's tree, nearest boxes first, with the box of the other shape in the tree's frame.
typedef struct mesh_search {
    const flr_shape3 *shape;
    const flr_instance3 *mesh;
    bvh3_box around;
    double units_per_length;
    float limit_squared;
    flr_status status;
    flr_closest3 best;
} mesh_search;

static void set_limit(mesh_search *s, flr_real distance)
{
    double x = (double)distance * s->units_per_length;
    s->limit_squared = (float)(x * x * (1 + 1e-6));
}

/// Prepares a walk down the tree with the box of the shape, enlarged by all rounding errors.
static mesh_search begin(const flr_shape3 *shape, const flr_instance3 *m, flr_real limit)
{
    mesh_search s = {.shape = shape, .mesh = m, .best = {limit, {0, 0, 0}, {0, 0, 0}}};
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
        s.around.center[k] = (float)center[k];
        s.around.half[k] = (float)(reach[k] + (size + 2) * 4.8e-7 + rounding / worth * 1.000001);
    }
    s.units_per_length = 1 / worth;
    set_limit(&s, limit);
    return s;
}

static void look_into_leaf(mesh_search *s, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        flr_shape3 t = any3_of_triangle(instance3_item_triangle(s->mesh, item));
        flr_closest3 c;
        flr_status status = flr_any3_distance_of_pieces(s->shape, &t, s->best.distance, &c);
        if (status != FLR_OK) s->status = status;
        if (!(c.distance < s->best.distance || (c.distance == 0 && s->best.distance == 0))) continue;
        s->best = c;
        set_limit(s, c.distance);
        if (c.distance == 0) s->limit_squared = -1;
    }
}

/// Runs the walk; false if nothing is within the limit.
static bool descend(mesh_search *s)
{
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    s->best.point_a = flr_vec3_make((flr_real)INFINITY, 0, 0);
    bvh3_walk_begin(&walk, &s->mesh->mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_near(&walk, &s->around, s->limit_squared)) != BVH3_EMPTY;)
        look_into_leaf(s, leaf);
    return isfinite(s->best.point_a.x);
}

void flr_any3_visit_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit, any3_item_fn *call,
                         void *user)
{
    mesh_search q = begin(s, &mesh->as.mesh, limit);
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    bvh3_walk_begin(&walk, &mesh->as.mesh.mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_near(&walk, &q.around, q.limit_squared)) != BVH3_EMPTY;) {
        uint32_t first = bvh3_leaf_first(leaf), end = first + bvh3_leaf_count(leaf);
        for (uint32_t item = first; item < end; item++) call(user, item);
    }
}

static void set_common(flr_closest3 *c, flr_vec3 p)
{
    c->distance = 0;
    c->point_a = c->point_b = p;
}

/// A point of the shape, to test whether it is inside a mesh. Far from the origin it is a given point, as a
/// computed one could round to the other side.
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
    // the clipped piece of a ray or line decides which triangles are visited; the whole of it is measured
    // against them
    const flr_shape3 piece = any3_is_path(s->kind) ? flr_any3_clip_path(s, mesh) : *s;
    mesh_search q = begin(&piece, &mesh->as.mesh, limit);
    q.shape = s;
    bool found = descend(&q);
    *closest = q.best;
    if (!found) closest->distance = (flr_real)INFINITY;
    flr_vec3 p = point_to_ask(&piece);
    if (mesh->solid && closest->distance > 0 && flr_contains3_mesh_point(&mesh->as.mesh, p) >= 0)
        set_common(closest, p);
    return q.status;
}

/// Finds a connected piece of `inner` inside the solid `outer`; the surfaces do not intersect.
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

static flr_status plane_from_triangles(const flr_shape3 *mesh, const flr_shape3 *plane, flr_closest3 *closest)
{
    const flr_instance3 *m = &mesh->as.mesh;
    flr_plane3 h = any3_boundary(plane);
    bool solid = plane->kind == FLR_SHAPE3_HALFSPACE;
    closest->distance = (flr_real)INFINITY;
    for (uint32_t k = 0; (k = mesh3_next(m->mesh, k)) < m->mesh->info.triangle_count && closest->distance > 0;
         ++k) {
        flr_shape3 t = any3_of_triangle(instance3_item_triangle(m, k));
        any3_projection i = flr_any3_project(&t, &h);
        flr_closest3 c = flr_any3_projection_closest(&i, &h, solid);
        if (c.distance < closest->distance) *closest = c;
    }
    return FLR_OK;
}

static flr_status by_mesh(const flr_shape3 *mesh, const flr_shape3 *flat, flr_closest3 *closest)
{
    any3_recentered_pair n;
    if (near3_stays(&mesh->as.mesh) || !flr_any3_recenter_by_plane(mesh, flat, 0, &n))
        return plane_from_triangles(mesh, flat, closest);
    flr_status status = plane_from_triangles(&n.a.shape, &n.b.shape, closest);
    closest->point_a = flr_add3(closest->point_a, n.origin);
    closest->point_b = flr_add3(closest->point_b, n.origin);
    return status;
}

/// a before b in rank, without moving them unless b is flat.
static flr_status in_place(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *c)
{
    flr_status status;
    if (any3_is_flat_unbounded(a->kind)) {
        status = by_mesh(b, a, c);
        const flr_vec3 p = c->point_a;
        c->point_a = c->point_b;
        c->point_b = p;
    } else if (a->kind == FLR_SHAPE3_MESH) {
        status = flr_any3_distance_meshes(a, b, limit, c);
    } else {
        status = flr_any3_distance_mesh(a, b, limit, c);
    }
    flr_any3_settle_distance(a, b, -1, NULL, c);
    return status;
}

flr_status flr_any3_distance_to_mesh(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                     flr_closest3 *c)
{
    any3_recentered_pair n;
    if (near3_stays(&b->as.mesh) || !flr_any3_recenter(a, b, &n)) return in_place(a, b, limit, c);
    const flr_status status = in_place(&n.a.shape, &n.b.shape, limit, c);
    c->point_a = flr_add3(c->point_a, n.origin);
    c->point_b = flr_add3(c->point_b, n.origin);
    return status;
}
