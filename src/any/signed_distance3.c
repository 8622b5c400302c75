/// How far apart are two shapes in space, or how deep is their penetration? The convex core answers where it
/// is clear of a touch. Else the distance comes first, with a normal from the closest points or the cores.
/// Overlapping shapes are separated by intervals along a plane's normal, by their cores, or by a search over
/// translations.
#include "any/any3.h"
#include "any/penetration3.h"
#include "base/answer.h"
#include "closest/frame3.h"
#include "convex/kinds3.h"
#include "feeler/interference3.h"
#include "feeler/overlap3.h"
#include "math/dvec3.h"
#include "math/eps.h"
#include "mesh/mesh3.h"

typedef flr_signed_distance3_result answer;

/// Flat in one direction together: a step along it parts them.
static flr_status touch(flr_vec3 p, flr_vec3 normal, answer *r)
{
    r->signed_distance = 0;
    r->normal = normal;
    r->point_a = r->point_b = p;
    return FLR_OK;
}

/// How far is a point inside a solid mesh from its surface; on a mere surface it is at no depth.
static flr_status part_point_mesh(flr_vec3 p, const flr_shape3 *mesh, answer *r)
{
    flr_closest3_mesh c = flr_closest3_point_mesh(p, &mesh->as.mesh, (flr_real)INFINITY);
    flr_triangle3 t = flr_mesh3_triangle(mesh->as.mesh.mesh, c.triangle_b);
    const flr_instance3 *m = &mesh->as.mesh;
    flr_vec3 a = instance3_point(m, t.a), b = instance3_point(m, t.b), d = instance3_point(m, t.c);
    flr_vec3 n = flr_any3_unit(flr_cross3(flr_sub3(b, a), flr_sub3(d, a)));
    if (flr_is_zero3(n)) n = flr_any3_perpendicular(flr_sub3(b, a));
    if (!(c.distance > 0)) return touch(p, n, r);
    // the mesh moves by the vector from its surface to p
    r->normal = flr_any3_unit(flr_sub3(p, c.point_b));
    r->signed_distance = -c.distance;
    r->point_a = p;
    r->point_b = c.point_b;
    return FLR_OK;
}

/// Two solid meshes: the deepest place that both share bounds the depth from below, and says in which direction to look first.
static flr_status part_meshes(const flr_shape3 *a, const flr_shape3 *b, answer *r)
{
    if (!a->solid || !b->solid) return flr_penetration3(a, b, NULL, r);
    flr_interference3 i;
    const flr_status status = flr_interference3_mesh_mesh(&a->as.mesh, &b->as.mesh, NULL, &i);
    if (status != FLR_OK) return status;
    const penetration3_known known = {i.depth, i.normal};
    return flr_penetration3(a, b, i.flags & FLR_FLAG_DEPTH_UNKNOWN ? NULL : &known, r);
}

/// A core's normal at length 1: of shapes 10^100 times as large as one another it may be some 10^-10 off.
static flr_vec3 unit_normal(flr_vec3 n)
{
    const double off = (double)flr_dot3(n, n) - 1, slack = sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-14;
    return fabs(off) <= slack ? n : flr_any3_unit(n);
}

static flr_status part_cores(const any3_cores *k, const flr_gjk3 *g, answer *r)
{
    r->signed_distance = g->signed_distance > 0 ? 0 : g->signed_distance;
    r->normal = flr_is_zero3(g->normal) ? flr_vec3_make(1, 0, 0) : unit_normal(g->normal);
    r->point_a = g->point_a;
    r->point_b = flr_mul_add3(r->point_a, r->signed_distance, r->normal);
    r->lower = r->signed_distance;
    r->upper = g->signed_distance > 0 ? 0 : -g->lower;
    any3_cores_world(k, &r->point_a, &r->point_b);
    return g->status;
}

/// The two overlap, at p among others; a before b in rank.
static flr_status part(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 p, answer *r)
{
    if (flr_penetration3_unbounded(a, b, p, r)) return FLR_OK;
    if (any3_is_compound(b)) {
        flr_shape3 bounded = flr_penetration3_clip_path(a, b);
        return flr_penetration3(&bounded, b, NULL, r);
    }
    if (b->kind == FLR_SHAPE3_MESH && a->kind == FLR_SHAPE3_MESH) return part_meshes(a, b, r);
    if (b->kind == FLR_SHAPE3_MESH && a->kind == FLR_SHAPE3_POINT) return part_point_mesh(a->as.point, b, r);
    flr_shape3 bounded_a = any3_is_path(a->kind) ? flr_any3_clip_path(a, b) : *a;
    flr_shape3 bounded_b = any3_is_path(b->kind) ? flr_any3_clip_path(b, a) : *b;
    flr_convex3 sheet;
    if (a->kind == FLR_SHAPE3_POINT && any3_is_sheet(b->kind) && !flr_any3_core(b, &sheet))
        return touch(a->as.point, flr_any3_sheet_normal(b), r);
    any3_cores c;
    if (!flr_any3_cores(&bounded_a, &bounded_b, &c)) {
        if (b->kind == FLR_SHAPE3_MESH) bounded_a = flr_penetration3_clip_path(a, b);
        return flr_penetration3(&bounded_a, &bounded_b, NULL, r);
    }
    const flr_gjk3 g = flr_signed_distance3_convex_convex(c.a, c.b);
    return part_cores(&c, &g, r);
}

/// How far the shape goes from one of its points: to its farthest corner, or at least to some point of it.
static flr_real reach_from(const flr_shape3 *s, flr_vec3 p)
{
    if (any3_is_path(s->kind)) return 0;
    size_t count;
    const flr_vec3 *v = flr_any3_corners(s, &count);
    if (!count) return flr_length3(flr_sub3(p, flr_any3_point(s)));
    flr_real most = 0;
    for (size_t i = 0; i < count; ++i) {
        const flr_real square = flr_length_squared3(flr_sub3(p, v[i]));
        most = square > most ? square : most;
    }
    return (flr_real)sqrt((double)most);
}

/// On which side of a plane a shape lies that is apart from it: by its middle, as its nearest point may round across. `p` is that point.
static bool is_in_front(const flr_shape3 *flat, const flr_plane3 *h, const flr_shape3 *s, flr_vec3 p)
{
    if (flat->kind == FLR_SHAPE3_HALFSPACE) return true;
    if (!any3_is_flat_unbounded(s->kind) && flr_any3_is_one_piece(s)) {
        const any3_projection i = flr_any3_project_all(s, h);
        if (i.high > -i.low || i.high < -i.low) return i.high > -i.low;
    }
    return flr_signed_distance3_point_plane(p, h) > 0;
}

static bool is_curved(const flr_shape3 *s)
{
    return s->kind == FLR_SHAPE3_CONVEX ? convex3_is_curved(&s->as.convex) : any3_is_round(s->kind);
}

/// Do planes perpendicular to n separate the cores by their distance, but for some rounding errors of the size?
static bool does_part(const any3_cores *k, flr_vec3 n, flr_real distance, flr_real size)
{
    const double error = 4 * FLR_EPS * (double)size,
                 least = (double)distance + (double)k->a->radius + (double)k->b->radius - error;
    return flr_any3_gap_along(k->a, k->b, n) >= least;
}

/// The corners of what is made of such, and the ends of a capsule, whose surface lies its radius beyond them.
static const flr_vec3 *ends_of(const flr_shape3 *s, size_t *count, flr_real *radius)
{
    const bool is_capsule = s->kind == FLR_SHAPE3_CAPSULE;
    *radius = is_capsule ? s->as.capsule.radius : 0;
    if (!is_capsule) return flr_any3_corners(s, count);
    *count = 2;
    return &s->as.capsule.a;
}

/// The same of shapes that are made of corners and capsules; of others it is taken for granted. From the closest points, which are near both.
static bool do_corners_part(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c, flr_vec3 n,
                            flr_real size)
{
    size_t count_a, count_b;
    flr_real radius_a, radius_b;
    const flr_vec3 *u = ends_of(a, &count_a, &radius_a), *v = ends_of(b, &count_b, &radius_b);
    const flr_real slack = 8 * (flr_real)FLR_EPS * size;
    for (size_t i = 0; i < count_a; ++i)
        if (flr_dot3(n, flr_sub3(u[i], c->point_a)) + radius_a > slack) return false;
    for (size_t i = 0; i < count_b; ++i)
        if (flr_dot3(n, flr_sub3(c->point_b, v[i])) + radius_b > slack) return false;
    return true;
}

/// How far the second point is from where the direction leads from the first.
static flr_real stray_of(flr_vec3 from, flr_vec3 to, flr_real distance, flr_vec3 n)
{
    return flr_length3(flr_sub3(flr_sub3(to, from), flr_scale3(distance, n)));
}

/// The closest points of edges that are nearly parallel, and of needles, are known along these by rounding over the angle, and the way
/// between them across: the core's, which its direction comes from, where they go with it better.
static void take_points(const any3_cores *k, const flr_gjk3 *g, flr_vec3 n, flr_real size, flr_closest3 *c)
{
    const flr_real rounding = size * (flr_real)FLR_HALF_EPS;
    const flr_real stray = stray_of(c->point_a, c->point_b, c->distance, n);
    if (!(stray > 16 * rounding) || !(stray_of(g->point_a, g->point_b, c->distance, n) < stray)) return;
    c->point_a = g->point_a;
    c->point_b = g->point_b;
    any3_cores_world(k, &c->point_a, &c->point_b);
}

/// The direction that the convex core knows, which goes by more than the closest points; zero where it has none.
static flr_vec3 normal_of_cores(const any3_cores *k, flr_real size, flr_closest3 *c)
{
    const flr_gjk3 g = flr_closest3_convex_convex(k->a, k->b, NULL);
    const flr_vec3 n = unit_normal(g.normal);
    if (flr_is_zero3(n) || !does_part(k, n, c->distance, size))
        return unit_normal(flr_any3_parting_normal(k->a, k->b));
    take_points(k, &g, n, size, c);
    return n;
}

/// Between closest points that are many rounding errors apart the direction is theirs. Where they are not, or on a curved surface, along which
/// they may be off by far more than by rounding, it may part convex shapes by less than their distance: of needles, whose ends are far,
/// by much less. Their cores know it better, and where the points do not go with it those too.
static flr_vec3 normal_between(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *c)
{
    for (int k = 0; k < 2; ++k) {
        const flr_shape3 *flat = k ? a : b;
        if (!any3_is_flat_unbounded(flat->kind)) continue;
        flr_plane3 h = any3_boundary(flat);
        flr_vec3 n = flr_any3_unit(h.normal);
        const bool front = is_in_front(flat, &h, k ? b : a, k ? c->point_b : c->point_a);
        return front == (k == 1) ? n : flr_neg3(n);
    }
    flr_real size = flr_length3(c->point_a) + flr_length3(c->point_b) + reach_from(a, c->point_a) +
                    reach_from(b, c->point_b);
    flr_vec3 between = flr_any3_unit(flr_sub3(c->point_b, c->point_a));
    const bool curved = is_curved(a) || is_curved(b);
    if (!curved && c->distance > size / 16 && !flr_is_zero3(between) &&
        do_corners_part(a, b, c, between, size))
        return between;
    const flr_real part = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-3 : (flr_real)1e-7;
    const bool far = c->distance > size * part && !flr_is_zero3(between);
    any3_cores k;
    bool convex = flr_any3_cores(a, b, &k);
    // points round where they lie, cores beside one another
    const flr_real extent = c->distance + reach_from(a, c->point_a) + reach_from(b, c->point_b);
    if (far && (!convex || does_part(&k, between, c->distance, extent))) return between;
    flr_shape3 bounded_a = any3_is_path(a->kind) && !any3_is_path(b->kind) ? flr_any3_clip_path(a, b) : *a;
    flr_shape3 bounded_b = any3_is_path(b->kind) && !any3_is_path(a->kind) ? flr_any3_clip_path(b, a) : *b;
    convex = convex || flr_any3_cores(&bounded_a, &bounded_b, &k);
    flr_shape3 piece_a, piece_b;
    if (!convex && flr_nearest_convex3(a, b, &piece_a, &piece_b) == FLR_OK) {
        a = &piece_a;
        b = &piece_b;
        convex = flr_any3_cores(a, b, &k);
    }
    if (convex) {
        flr_vec3 n = normal_of_cores(&k, size, c);
        if (!flr_is_zero3(n)) return n;
    }
    return flr_is_zero3(between) ? flr_vec3_make(1, 0, 0) : between;
}

/// Of the closest shapes of two compounds, which know their points better near the origin.
static flr_vec3 normal_between_nearest(const compound3_nearest *c)
{
    any3_recentered_pair n;
    flr_closest3 there;
    flr_shape3 room_a, room_b;
    const flr_shape3 *a = any3_reduced(c->a, &room_a), *b = any3_reduced(c->b, &room_b);
    if (flr_any3_recenter(a, b, &n) &&
        flr_any3_distance(&n.a.shape, &n.b.shape, (flr_real)INFINITY, &there) == FLR_OK && there.distance > 0)
        return normal_between(&n.a.shape, &n.b.shape, &there);
    there = c->closest;
    return normal_between(a, b, &there);
}

/// Of shapes so large or small that it must be rescaled.
static bool signed_distance_in_unit(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c,
                                    flr_real factor, flr_status *status, answer *r)
{
    any3_rescaled_pair x;
    if (!flr_any3_rescale_pair(a, b, factor, &x)) return false;
    *status = flr_signed_distance3(&x.a.shape, &x.b.shape, r);
    if (!flr_has_answer(*status)) return true;
    if (r->inseparable) return true;
    const bool apart = c->distance > 0;
    r->signed_distance /= factor;
    r->lower /= factor;
    r->upper /= factor;
    r->point_a = flr_scale3(1 / factor, r->point_a);
    r->point_b = flr_scale3(1 / factor, r->point_b);
    // what distinguishes them may be too small for that unit
    if (apart || r->signed_distance > 0) {
        r->signed_distance = c->distance;
        r->point_a = c->point_a;
        r->point_b = c->point_b;
    }
    if (*status == FLR_OK) r->lower = r->upper = r->signed_distance;
    if (!isfinite(r->signed_distance) || !flr_is_finite3(r->point_a) || !flr_is_finite3(r->point_b))
        *status = FLR_NOT_FINITE;
    return true;
}

static flr_status signed_distance_near(const any3_recentered_pair *n, answer *r)
{
    flr_status status = flr_signed_distance3(&n->a.shape, &n->b.shape, r);
    if (!flr_has_answer(status) || r->inseparable) return status;
    r->point_a = flr_add3(r->point_a, n->origin);
    r->point_b = flr_add3(r->point_b, n->origin);
    return status;
}

/// Two spheres that overlap, unless their middles are nearly one: along the line through these.
static bool part_balls(const any3_pair *p, answer *r)
{
    if (p->a->kind != FLR_SHAPE3_SPHERE || p->b->kind != FLR_SHAPE3_SPHERE) return false;
    const flr_sphere *a = &p->a->as.sphere, *b = &p->b->as.sphere;
    const dvec3 way = dvec3_relative(b->center, a->center);
    const double length = dvec3_length(way), radii = (double)a->radius + (double)b->radius;
    if (!(length > 0x1p-10 * radii) || !(radii - length > any3_close * p->size)) return false;
    *r = (answer){.signed_distance = (flr_real)(length - radii),
                  .normal = dvec3_round(dvec3_scale(1 / length, way))};
    r->lower = r->upper = r->signed_distance;
    r->point_a = flr_mul_add3(a->center, a->radius, r->normal);
    r->point_b = flr_mul_add3(r->point_a, r->signed_distance, r->normal);
    return true;
}

/// Two convex shapes by the core, where its bounds are clear of a touch.
static bool by_core(const any3_pair *p, answer *r)
{
    any3_cores k;
    flr_closest3 c;
    flr_vec3 normal;
    flr_gjk3 g;
    if (part_balls(p, r)) return true;
    if (!flr_any3_cores(p->a, p->b, &k) || any3_cores_round_far(p->a, p->b, &k)) return false;
    switch (flr_any3_distance_of_cores(p, &k, &c, &normal, &g)) {
    case ANY3_OPEN:
        return false;
    case ANY3_APART:
        r->signed_distance = c.distance;
        r->normal = unit_normal(normal);
        r->point_a = c.point_a;
        r->point_b = c.point_b;
        break;
    case ANY3_MEET:
        if (!g.overlap) g = flr_signed_distance3_convex_convex(k.a, k.b);
        if (g.status != FLR_OK || !((double)g.signed_distance < -any3_close * p->size)) return false;
        (void)part_cores(&k, &g, r);
        break;
    }
    r->inseparable = false;
    r->lower = r->upper = r->signed_distance;
    return true;
}

static flr_status of_pair(const any3_pair *p, answer *result)
{
    flr_status status;
    any3_recentered_pair near;
    const flr_shape3 *a = p->a, *b = p->b;
    if (p->usual && by_core(p, result)) return FLR_OK;
    flr_shape3 room[2];
    any3_pair hulls;
    const bool convex = p->usual && flr_any3_hulls_of_meshes(p, room, &hulls);
    // apart, the distance is the mesh's own
    if (convex && by_core(&hulls, result) && result->signed_distance < 0) return FLR_OK;
    if (flr_any3_recenter(a, b, &near)) {
        flr_closest3 there;
        status = signed_distance_near(&near, result);
        // to the last digit that of flr_distance3, which may find it where they lie
        if (status == FLR_OK && result->signed_distance > 0 &&
            flr_any3_distance(a, b, (flr_real)INFINITY, &there) == FLR_OK && there.distance > 0)
            result->signed_distance = result->lower = result->upper = there.distance;
        return status;
    }
    compound3_nearest n = {.a = a, .b = b};
    if (any3_is_compound(a) || any3_is_compound(b)) {
        n = flr_compound3_nearest(a, b, (flr_real)INFINITY);
    } else if (p->usual) {
        n.status = flr_any3_distance(a, b, (flr_real)INFINITY, &n.closest);
    } else {
        n.closest.distance = (flr_real)INFINITY;
        n.status = flr_distance3(a, b, &n.closest);
    }
    status = n.status;
    flr_closest3 c = n.closest;
    if (!flr_has_answer(status)) return status;
    if (!isfinite(c.distance)) return FLR_NOT_FINITE;
    flr_real factor = p->usual ? 1 : flr_any3_factor(a, b, 0);
    if (factor != 1 && signed_distance_in_unit(a, b, &c, factor, &status, result)) return status;
    answer r = {.inseparable = false};
    if (c.distance > 0) {
        r.signed_distance = r.upper = c.distance;
        const bool nearest = any3_is_compound(a) || any3_is_compound(b);
        r.normal = nearest ? normal_between_nearest(&n) : normal_between(a, b, &c);
        r.point_a = c.point_a;
        r.point_b = c.point_b;
    } else {
        status = convex ? part(hulls.a, hulls.b, c.point_a, &r) : part(a, b, c.point_a, &r);
    }
    if (!isfinite(r.signed_distance) || !flr_is_finite3(r.point_a) || !flr_is_finite3(r.point_b))
        return FLR_NOT_FINITE;
    if (status == FLR_OK) r.lower = r.upper = r.signed_distance;
    *result = r;
    return status;
}

flr_status flr_signed_distance3(const flr_shape3 *a, const flr_shape3 *b, flr_signed_distance3_result *result)
{
    if (!result) return FLR_INVALID_ARGUMENT;
    any3_pair p;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any3_sort(&p);
    status = of_pair(&p, result);
    if (p.swapped && flr_has_answer(status) && !result->inseparable) any3_turn(result);
    return status;
}
