/// On which side of a plane a shape lies, exactly, and how far it extends along the normal.
#include "any/any3.h"

#include <float.h>

#include "closest/frame3.h"
#include "convex/kinds3.h"
#include "feeler/overlap3.h"
#include "math/double_double.h"
#include "math/vectors.h"
#include "mesh/mesh3.h"

// ---- How far a shape extends along the normal ----

static const any3_projection nothing = {(flr_real)INFINITY, -(flr_real)INFINITY, {0, 0, 0}, {0, 0, 0}};

static void add_point(any3_projection *i, const flr_plane3 *h, flr_vec3 p)
{
    flr_real d = flr_signed_distance3_point_plane(p, h);
    if (d < i->low) i->low = d, i->low_point = p;
    if (d > i->high) i->high = d, i->high_point = p;
}

static dvec3 local(flr_vec3 v)
{
    dvec3 r = {(double)v.x, (double)v.y, (double)v.z};
    return r;
}

static flr_real infinite(bool yes, flr_real finite, flr_real infinity) { return yes ? infinity : finite; }

static any3_projection of_path(flr_vec3 origin, flr_vec3 direction, bool both_ways, const flr_plane3 *h)
{
    double along = flr_dot_minus_compensated(local(direction), local(h->normal), 0);
    flr_real d = flr_signed_distance3_point_plane(origin, h);
    any3_projection i = {infinite(along < 0 || (both_ways && along > 0), d, -(flr_real)INFINITY),
                         infinite(along > 0 || (both_ways && along < 0), d, (flr_real)INFINITY), origin,
                         origin};
    return i;
}

/// The point of a plane nearest to the origin.
static flr_vec3 foot(const flr_plane3 *h)
{
    return flr_closest3_point_plane(flr_vec3_make(0, 0, 0), h).point_b;
}

static any3_projection of_plane(const flr_plane3 *s, bool solid, const flr_plane3 *h)
{
    dvec3 a = local(s->normal), b = local(h->normal);
    dvec3 c = flr_cross_compensated(a, b);
    any3_projection i = {-(flr_real)INFINITY, (flr_real)INFINITY, foot(s), foot(s)};
    if (c.x != 0 || c.y != 0 || c.z != 0) return i;
    // parallel planes: s is where a . x = o, and b = k a; the largest coordinate gives k
    double x = a.x, y = b.x;
    if (fabs(a.y) > fabs(x)) x = a.y, y = b.y;
    if (fabs(a.z) > fabs(x)) x = a.z, y = b.z;
    double length = (double)flr_length3(h->normal);
    flr_real d =
        (flr_real)(flr_difference_of_products((double)s->offset, y, (double)h->offset, x) / x / length);
    bool same_way = (x > 0) == (y > 0);
    if (!solid || !same_way) i.low = d;
    if (!solid || same_way) i.high = d;
    return i;
}

static any3_projection of_round(const flr_convex3 *c, const flr_plane3 *h)
{
    flr_vec3 n = flr_any3_unit(h->normal);
    any3_projection i = nothing;
    add_point(&i, h, flr_support3(c, flr_neg3(n)));
    add_point(&i, h, flr_support3(c, n));
    i.low -= c->radius;
    i.high += c->radius;
    i.low_point = flr_mul_add3(i.low_point, -c->radius, n);
    i.high_point = flr_mul_add3(i.high_point, c->radius, n);
    return i;
}

static any3_projection of_aabb(const flr_aabb3 *b, const flr_plane3 *h)
{
    flr_vec3 n = h->normal, low, high;
    low = flr_vec3_make(n.x < 0 ? b->max.x : b->min.x, n.y < 0 ? b->max.y : b->min.y,
                        n.z < 0 ? b->max.z : b->min.z);
    high = flr_vec3_make(n.x < 0 ? b->min.x : b->max.x, n.y < 0 ? b->min.y : b->max.y,
                         n.z < 0 ? b->min.z : b->max.z);
    any3_projection i = nothing;
    add_point(&i, h, low);
    add_point(&i, h, high);
    return i;
}

/// Makes the interval agree with the exact side where the shape is close to the plane.
static any3_projection settled(any3_projection i, const flr_shape3 *s, const flr_plane3 *h)
{
    const double part = sizeof(flr_real) == sizeof(float) ? 0x1p-16 : 0x1p-40;
    double low = fabs((double)i.low), high = fabs((double)i.high);
    double near = part * (flr_spread3(i.low_point) + flr_spread3(i.high_point) + low);
    int side = 0;
    if ((low > near && high > near) || flr_classify3(h, s, &side) != FLR_OK) return i;
    const flr_real least = sizeof(flr_real) == sizeof(float) ? (flr_real)FLT_MIN : (flr_real)DBL_MIN;
    if (side > 0 && !(i.low > 0)) i.low = least;
    if (side < 0 && !(i.high < 0)) i.high = -least;
    if (side <= 0 && i.low > 0) i.low = 0;
    if (side >= 0 && i.high < 0) i.high = 0;
    return i;
}

static any3_projection of_mesh(const flr_instance3 *m, const flr_plane3 *h)
{
    any3_projection i = nothing;
    for (uint32_t k = 0; (k = mesh3_next(m->mesh, k)) < m->mesh->info.triangle_count; ++k) {
        flr_triangle3 t = instance3_item_triangle(m, k);
        add_point(&i, h, t.a);
        add_point(&i, h, t.b);
        add_point(&i, h, t.c);
    }
    return i;
}

/// The interval of a shape where it is, without moving it near the origin.
static any3_projection of_shape(const flr_shape3 *s, const flr_plane3 *h)
{
    size_t count;
    const flr_vec3 *v = flr_any3_corners(s, &count);
    any3_projection i = nothing;
    for (size_t k = 0; k < count; ++k) add_point(&i, h, v[k]);
    if (count) return i;
    if (s->kind == FLR_SHAPE3_MESH) return of_mesh(&s->as.mesh, h);
    if (s->kind == FLR_SHAPE3_RAY) return of_path(s->as.ray.origin, s->as.ray.direction, false, h);
    if (s->kind == FLR_SHAPE3_LINE) return of_path(s->as.line.origin, s->as.line.direction, true, h);
    if (any3_is_flat_unbounded(s->kind)) {
        flr_plane3 own = any3_boundary(s);
        return of_plane(&own, s->kind == FLR_SHAPE3_HALFSPACE, h);
    }
    if (s->kind == FLR_SHAPE3_AABB) return of_aabb(&s->as.aabb, h);
    flr_convex3 c;
    flr_any3_core(s, &c);
    return s->kind == FLR_SHAPE3_CONVEX ? of_round(&c, h) : settled(of_round(&c, h), s, h);
}

/// Are the kind's extreme points among the given numbers, with none computed?
static bool is_given(flr_shape3_kind k)
{
    return k <= FLR_SHAPE3_HALFSPACE || k == FLR_SHAPE3_AABB || any3_is_faceted(k);
}

any3_projection flr_any3_project(const flr_shape3 *s, const flr_plane3 *h)
{
    flr_shape3 room;
    s = any3_reduced(s, &room);
    if (is_given(s->kind) || !flr_any3_lies_far(s)) return of_shape(s, h);
    any3_recentered_pair n;
    const flr_shape3 plane = {.kind = FLR_SHAPE3_PLANE, .as.plane = *h};
    if (!flr_any3_recenter_by_plane(s, &plane, 0, &n)) return of_shape(s, h);
    any3_projection i = of_shape(&n.a.shape, &n.b.shape.as.plane);
    i.low_point = flr_add3(i.low_point, n.origin);
    i.high_point = flr_add3(i.high_point, n.origin);
    return i;
}

any3_projection flr_any3_project_all(const flr_shape3 *s, const flr_plane3 *h)
{
    if (s->kind != FLR_SHAPE3_COMPOUND) return flr_any3_project(s, h);
    any3_projection all = nothing;
    for (size_t k = 0; k < s->as.compound.count; ++k) {
        any3_projection i = flr_any3_project_all(&s->as.compound.shapes[k], h);
        if (i.low < all.low) all.low = i.low, all.low_point = i.low_point;
        if (i.high > all.high) all.high = i.high, all.high_point = i.high_point;
    }
    return all;
}

/// A common point of the plane and a shape that extends to both sides of it.
static flr_vec3 crossing(const any3_projection *i)
{
    if (!isfinite(i->low) || !isfinite(i->high)) return i->low_point;
    flr_real all = i->high - i->low;
    return all > 0 ? flr_lerp3(i->low_point, i->high_point, -i->low / all) : i->low_point;
}

flr_closest3 flr_any3_projection_closest(const any3_projection *i, const flr_plane3 *h, bool solid)
{
    flr_closest3 r = {0, i->low_point, i->low_point};
    if (i->low > 0) {
        r.distance = i->low;
    } else if (i->high < 0 && !solid) {
        r.distance = -i->high;
        r.point_a = r.point_b = i->high_point;
    }
    if (r.distance > 0) {
        r.point_b = flr_closest3_point_plane(r.point_a, h).point_b;
    } else if (!solid) {
        r.point_a = r.point_b = crossing(i);
    }
    return r;
}

flr_signed_distance3_result flr_any3_projection_signed(const any3_projection *i, const flr_plane3 *h,
                                                       bool solid)
{
    flr_signed_distance3_result r = {.inseparable = false};
    flr_vec3 n = flr_any3_unit(h->normal);
    // a plane leaves the shape on the nearer side, a halfspace backward
    bool forward = !solid && i->high < -i->low;
    r.signed_distance = forward ? -i->high : i->low;
    if (!isfinite(r.signed_distance)) {
        flr_signed_distance3_result none = {.inseparable = true};
        return none;
    }
    r.normal = forward ? n : flr_neg3(n);
    r.point_a = forward ? i->high_point : i->low_point;
    r.point_b = flr_mul_add3(r.point_a, r.signed_distance, r.normal);
    return r;
}

// ---- Sides ----

typedef int side_fn(const flr_plane3 *h, const flr_shape3 *s);

// clang-format off
#define TYPED(X) \
    X(point) X(segment) X(ray) X(line) X(sphere) X(capsule) X(aabb) X(box) X(cylinder) X(cone) X(triangle) X(quad) \
    X(rectangle) X(polygon) X(tetrahedron)
// clang-format on

#define SIDE_OF(K)                                                                                           \
    static int side_of_##K(const flr_plane3 *h, const flr_shape3 *s)                                         \
    {                                                                                                        \
        return flr_classify3_plane_##K(h, AS3_##K(s));                                                       \
    }
TYPED(SIDE_OF)

/// Of planes and halfspaces that are parallel and do not meet; 0 for those that do.
static int side_of_flat(const flr_plane3 *h, const flr_shape3 *s)
{
    flr_plane3 own = any3_boundary(s);
    bool solid = s->kind == FLR_SHAPE3_HALFSPACE;
    if (solid ? flr_overlap3_plane_halfspace(h, &s->as.halfspace) : flr_overlap3_plane_plane(h, &own))
        return 0;
    // parallel: any point will do, and the one nearest to the coordinate origin is small
    return flr_classify3_plane_point(h, flr_closest3_point_plane(flr_vec3_make(0, 0, 0), &own).point_b);
}

static int side_of_mesh(const flr_plane3 *h, const flr_shape3 *s)
{
    any3_recentered_pair n;
    const flr_shape3 plane = {.kind = FLR_SHAPE3_PLANE, .as.plane = *h};
    if (flr_any3_recenter_by_plane(s, &plane, 0, &n)) h = &n.b.shape.as.plane, s = &n.a.shape;
    const flr_instance3 *m = &s->as.mesh;
    int side = 0;
    for (uint32_t i = 0; (i = mesh3_next(m->mesh, i)) < m->mesh->info.triangle_count; i++) {
        flr_triangle3 t = instance3_item_triangle(m, i);
        int next = flr_classify3_plane_triangle(h, &t);
        if (next == 0 || (side != 0 && next != side)) return 0;
        side = next;
    }
    return side;
}

/// Each point as placed, exactly.
static int side_of_points(const flr_plane3 *h, const flr_convex3 *c)
{
    int side = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        flr_vec3 p = flr_add3(flr_mat3_mul(c->axes, c->points[i]), c->center);
        int next = flr_classify3_plane_point(h, p);
        if (next == 0 || (i > 0 && next != side)) return 0;
        side = next;
    }
    return side;
}

static int side_of_convex(const flr_plane3 *h, const flr_shape3 *s)
{
    const flr_convex3 *c = &s->as.convex;
    if (c->radius > 0 || convex3_is_smooth(c->kind)) {
        any3_projection i = flr_any3_project(s, h);
        return i.low > 0 ? 1 : i.high < 0 ? -1 : 0;
    }
    if (c->kind == FLR_CONVEX3_POINTS) return side_of_points(h, c);
    flr_vec3 low = flr_support3(c, flr_neg3(h->normal)), high = flr_support3(c, h->normal);
    int side = flr_classify3_plane_point(h, low);
    return flr_classify3_plane_point(h, high) == side ? side : 0;
}

#define ENTRY(K) [KIND3_##K] = side_of_##K,
static side_fn *const table[FLR_SHAPE3_COUNT] = {
    TYPED(ENTRY)[KIND3_plane] = side_of_flat, [KIND3_halfspace] = side_of_flat, ENTRY(convex) ENTRY(mesh)};

static int side_of(const flr_plane3 *h, const flr_shape3 *s)
{
    flr_shape3 room;
    s = any3_reduced(s, &room);
    if (s->kind != FLR_SHAPE3_COMPOUND) return table[s->kind](h, s);
    const flr_compound3 *c = &s->as.compound;
    int side = side_of(h, &c->shapes[0]);
    for (size_t i = 1; i < c->count && side != 0; i++)
        if (side_of(h, &c->shapes[i]) != side) side = 0;
    return side;
}

flr_status flr_classify3(const flr_plane3 *h, const flr_shape3 *s, int *side)
{
    if (!h || !side) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(s);
    if (status == FLR_OK) *side = side_of(h, s);
    return status;
}
