#include "base/answer.h"
#include "manifold/contact3_ids.h"
#include "manifold/contact3_mesh_mesh.h"
#include "math/unit3.h"
#include "query/any3_mesh.h"
#include "query/contact3_gather.h"
#include "shape/mesh3.h"

/// Directions tried; the triangles' own first.
enum { DIRECTION_MAX = 16 };

typedef struct work {
    const flr_convex3 *convex;
    const flr_instance3 *mesh;
    flr_status status;  ///< of the closest points
    flr_real margin, size;
    flr_vec3 middle;  ///< of the shape
    int outward;      ///< of the triangles' normals: 1 out of the material, -1 into it, 0 unknown
    flr_vec3 directions[DIRECTION_MAX], sum;  ///< from the mesh to the shape
    int count;
    flr_real least_gap;  ///< of the shape and single triangles
    flr_vec3 direction;  ///< the one being tried
    flr_real deepest;    ///< along it
    contact3_gather gather;
    bool gathers, exact;
} work;

static void add_direction(work *w, flr_vec3 n)
{
    if (!(flr_length_squared3(n) > 0)) return;
    for (int i = 0; i < w->count; i++)
        if (flr_dot3(w->directions[i], n) > (flr_real)0.99999) return;
    if (w->count < DIRECTION_MAX) w->directions[w->count++] = n;
}

/// The side of a triangle that the shape is pushed out to: where the mesh looks out, or where the shape's middle is.
static flr_vec3 normal_of(const work *w, const flr_triangle3 *t)
{
    flr_vec3 n = unit3_or_zero(flr_cross3(flr_sub3(t->b, t->a), flr_sub3(t->c, t->a)));
    bool back = w->outward ? w->outward < 0 : flr_dot3(n, flr_sub3(w->middle, t->a)) < 0;
    return back ? flr_neg3(n) : n;
}

/// A triangle that the shape meets: which ways lead away from it?
static void look(void *user, uint32_t item)
{
    work *w = user;
    flr_triangle3 t = instance3_item_triangle(w->mesh, item);
    flr_convex3 c = flr_convex3_triangle(&t);
    flr_contact3_options o = {w->margin, 0, NULL};
    flr_manifold3 m;
    flr_contact3_convex_convex(&c, w->convex, &o, &m);
    if (m.count == 0) return;
    flr_real gap = (flr_real)INFINITY;
    for (int i = 0; i < m.count; i++)
        if (-m.points[i].depth < gap) gap = -m.points[i].depth;
    bool met = !(gap > 0), met_before = !(w->least_gap > 0);
    if (gap < w->least_gap) w->least_gap = gap;
    // apart, only the nearest counts; what is met throws out what is merely near
    if (met && !met_before) w->count = 0;
    if (met) {
        flr_vec3 n = normal_of(w, &t);
        add_direction(w, n);
        w->sum = flr_add3(w->sum, n);
        // into the material is no way out; along it is one, as out of a wall by its foot
        if (w->outward == 0 || flr_dot3(m.normal, n) > -(flr_real)1e-6) add_direction(w, m.normal);
    } else if (!met_before && gap == w->least_gap) {
        w->count = 0;
        add_direction(w, m.normal);
    }
}

static uint32_t mixed(uint32_t id, uint32_t triangle)
{
    uint32_t x = (id * 0x9e3779b1u) ^ (triangle * 0x85ebca6bu);
    return x ^ (x >> 15);
}

/// How far the shape has to go along the direction until a triangle no longer stops it: from beyond the triangle back to it, by
/// distances, none of which is passed over. Less than minus the margin where it does not come that close.
static flr_real way_out(const work *w, const flr_convex3 *triangle, const flr_triangle3 *t)
{
    enum { STEP_MAX = 40 };
    flr_vec3 d = w->direction;
    flr_real top = flr_dot3(flr_sub3(t->a, t->b), d), third = flr_dot3(flr_sub3(t->c, t->b), d);
    if (top < third) top = third;
    if (top < 0) top = 0;
    flr_convex3 c = *w->convex;
    flr_vec3 lowest = flr_support3(&c, flr_neg3(d));
    flr_real way = top - flr_dot3(flr_sub3(lowest, t->b), d) + c.radius, slack = w->size * (flr_real)1e-12;
    for (int i = 0; i < STEP_MAX && way > -w->margin - slack; i++) {
        c = *w->convex;
        flr_vec3 by = flr_scale3(way, d);
        c.center = flr_add3(c.center, by);
        for (int k = 0; k < 4; k++) c.corners[k] = flr_add3(c.corners[k], by);
        flr_real gap = flr_closest3_convex_convex(triangle, &c, NULL).distance;
        if (gap <= slack) break;
        way -= gap;
    }
    return way;
}

/// What one triangle demands along the direction.
static void demand(void *user, uint32_t item)
{
    work *w = user;
    flr_triangle3 t = instance3_item_triangle(w->mesh, item);
    flr_convex3 c = flr_convex3_triangle(&t);
    feature3 f, g;
    flr_feature3(&c, w->direction, &f);
    flr_feature3(w->convex, flr_neg3(w->direction), &g);
    contact3_pose pose = {.origin = c.center,
                          .offset = flr_sub3(flr_feature3_anchor(w->convex), c.center),
                          .normal = w->direction,
                          .separation = -(flr_real)INFINITY,
                          .radius_b = w->convex->radius,
                          .size = w->size,
                          .margin = w->margin};
    flr_manifold3 m = contact3_empty();
    if (g.count > 1) flr_contact3_face_patch(&pose, &f, &g, &m);
    if (g.count < 3 || w->exact) {
        // beside the lowest face there are others, and the round of rims and corners, which clipping does not see
        flr_real way = way_out(w, &c, &t);
        if (way >= -w->margin && way > w->deepest) w->deepest = way;
    }
    if (g.count == 1 && w->gathers) {
        // of a ball on the seam of two triangles one point, though each has its own
        w->gather.near = w->size * (flr_real)CONTACT3_SNAP;
        flr_contact3_options o = {w->margin, 0, NULL};
        flr_contact3_convex_convex(&c, w->convex, &o, &m);
        if (m.count && flr_dot3(m.normal, w->direction) < (flr_real)0.999) m.count = 0;
    }
    // apart, a way along the direction is no shorter than the nearest triangle's: what seems nearer lies behind the shape,
    // but for what rounding adds to a patch that is steep
    const flr_real slack = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    const flr_real most = w->least_gap > 0 ? slack - w->least_gap : (flr_real)INFINITY;
    for (int i = 0; i < m.count; i++) {
        if (m.points[i].depth > most) continue;
        if (w->least_gap > 0 && m.points[i].depth > -w->least_gap) m.points[i].depth = -w->least_gap;
        if (m.points[i].depth > w->deepest) w->deepest = m.points[i].depth;
        if (!w->gathers) continue;
        m.points[i].id = mixed(m.points[i].id, mesh3_input_of(w->mesh->mesh, item));
        flr_contact3_gather_add(&w->gather, m.points[i]);
    }
}

static flr_real demand_of_all(work *w, const flr_shape3 *a, const flr_shape3 *b, flr_vec3 direction,
                              bool exact)
{
    w->direction = direction;
    w->exact = exact;
    w->deepest = -(flr_real)INFINITY;
    flr_any3_visit_mesh(a, b, w->margin, demand, w);
    return w->deepest;
}

/// The direction of which the triangles near demand least. What clipping tells of all is a lower bound; the least of these is
/// measured exactly until it stays the least.
static flr_vec3 best_direction(work *w, const flr_shape3 *a, const flr_shape3 *b, flr_real *depth)
{
    flr_real demanded[DIRECTION_MAX];
    bool exact[DIRECTION_MAX] = {false};
    for (int i = 0; i < w->count; i++) {
        demanded[i] = demand_of_all(w, a, b, w->directions[i], false);
        if (!(demanded[i] > 0)) demanded[i] = 0;
    }
    for (;;) {
        int best = 0;
        for (int i = 1; i < w->count; i++)
            if (demanded[i] < demanded[best]) best = i;
        *depth = demanded[best];
        if (exact[best]) return w->directions[best];
        flr_real all = demand_of_all(w, a, b, w->directions[best], true);
        if (all > demanded[best]) demanded[best] = all;
        exact[best] = true;
    }
}

/// Wholly inside: out through the plane of the nearest triangle.
static flr_status leave(const work *w, const flr_shape3 *s, flr_manifold3 *m)
{
    flr_closest3_mesh c = flr_closest3_point_mesh(w->middle, w->mesh, (flr_real)INFINITY);
    flr_triangle3 t = instance3_item_triangle(w->mesh, w->mesh->mesh->item_of[c.triangle_b]);
    flr_vec3 n = normal_of(w, &t), out = unit3_or_zero(flr_sub3(c.point_b, w->middle));
    if (!w->outward || !(flr_length_squared3(n) > 0)) n = out;
    flr_shape3 half = {.kind = FLR_SHAPE3_HALFSPACE};
    half.as.halfspace.normal = n;
    half.as.halfspace.offset = flr_dot3(n, c.point_b);
    flr_status status = flr_contact3_flat(&half, s, 0, m);
    m->normal = flr_neg3(m->normal);
    return status;
}

/// The deepest of the points gathered is as deep as is known otherwise; where clipping has carried more than rounding up a steep patch, or there is
/// none, the nearest points are it.
static void hold_depth(work *w, flr_real depth, const flr_closest3 *c, flr_vec3 normal)
{
    const flr_real rounding =
        w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)4e-7 : (flr_real)1e-15);
    contact3_gather *g = &w->gather;
    const flr_manifold3 one = contact3_single(c->point_a, c->point_b, normal, depth, 0);
    int deepest = 0;
    for (int i = 1; i < g->count; i++)
        if (g->points[i].depth > g->points[deepest].depth) deepest = i;
    if (g->count == 0 || !(g->points[deepest].depth >= depth - w->size * (flr_real)1e-9)) {
        flr_contact3_gather_add(g, one.points[0]);
    } else if (w->least_gap > 0) {
        flr_manifold3_point *p = &g->points[deepest];
        if (!(p->depth >= depth - rounding && p->depth <= depth + rounding))
            p->position = one.points[0].position;
        p->depth = depth;
    }
}

static flr_status touch(const flr_closest3 *c, flr_vec3 normal, flr_manifold3 *m)
{
    if (!(flr_length_squared3(normal) > 0)) normal = flr_vec3_make(1, 0, 0);
    *m = contact3_single(c->point_a, c->point_b, normal, -c->distance, 0);
    return FLR_OK;
}

/// They are no farther apart than the margin, closest at c.
static flr_status by_triangles(work *w, const flr_shape3 *a, const flr_shape3 *b, flr_closest3 c,
                               flr_manifold3 *m)
{
    const flr_vec3 between = unit3_or_zero(flr_sub3(c.point_b, c.point_a));
    flr_aabb3 around = flr_any3_bounds(a);
    w->middle = flr_lerp3(around.min, around.max, (flr_real)0.5);
    w->size = contact3_size(a);
    w->outward = b->solid && w->mesh->mesh->info.oriented ? flr_instance3_outward(w->mesh) : 0;
    flr_any3_visit_mesh(a, b, w->margin, look, w);
    if (!(c.distance > 0) && !(w->least_gap <= 0)) return leave(w, a, m);
    if (w->count == 0) return touch(&c, between, m);
    flr_real depth = w->least_gap > 0 ? -c.distance : -w->least_gap;
    flr_vec3 n = w->directions[0];
    if (!(w->least_gap > 0)) {
        add_direction(w, unit3_or_zero(w->sum));
        n = best_direction(w, a, b, &depth);
    }
    w->gather = flr_contact3_gather_begin(flr_neg3(n), w->size);
    w->gathers = true;
    demand_of_all(w, a, b, n, false);
    hold_depth(w, depth, &c, n);
    flr_contact3_gather_finish(&w->gather, m);
    return w->status;
}

flr_status flr_contact3_mesh(const flr_shape3 *path, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    const flr_shape3 *a = path;
    flr_shape3 cover;
    if (any3_is_path(path->kind)) {
        cover = flr_any3_cover(path, b);
        a = &cover;
    }
    flr_closest3 c;
    flr_convex3 convex;
    *m = contact3_empty();
    if (!flr_any3_core(a, &convex)) return flr_contact3_compound(a, b, margin, m);
    flr_status status = flr_distance3(a, b, &c);
    if (!flr_has_answer(status)) return status;
    if (c.distance > margin) return status;
    work w = {.convex = &convex,
              .mesh = &b->as.mesh,
              .margin = margin,
              .least_gap = (flr_real)INFINITY,
              .status = status};
    return by_triangles(&w, a, b, c, m);
}
