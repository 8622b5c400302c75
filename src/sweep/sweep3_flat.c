/// Linear casts against flat shapes. Planes and halfspaces need only the shape's extreme points along the
/// normal. Quads and polygons are touched at an edge, or inside by an extreme point of the shape.
#include "feeler/overlap3.h"
#include "feeler/raycast3.h"
#include "math/vectors.h"
#include "sweep/sweep3_search.h"

/// n . p - offset in twice the precision.
static flr_double2 height(dvec3 n, dvec3 p, double offset)
{
    flr_double2 x = flr_two_product(n.x, p.x), y = flr_two_product(n.y, p.y), z = flr_two_product(n.z, p.z);
    flr_double2 xy = flr_two_sum(x.high, y.high), zo = flr_two_sum(z.high, -offset);
    flr_double2 all = flr_two_sum(xy.high, zo.high);
    return flr_two_sum(all.high, all.low + (xy.low + zo.low + (x.low + y.low + z.low)));
}

static flr_double2 less(flr_double2 x, double product_a, double product_b)
{
    flr_double2 p = flr_two_product(product_a, product_b), s = flr_two_sum(x.high, -p.high);
    return flr_two_sum(s.high, s.low + (x.low - p.low));
}

/// An approach to the plane from one side: the distance to go, and the closing speed.
typedef struct approach {
    bool from_behind;
    flr_double2 gap, closing;
} approach;

/// Is the plane ahead? A gap that is negative by no more than `near` is a rounding error.
static bool reaches(const approach *a, double near) { return a->closing.high > 0 && a->gap.high >= -near; }

sweep3_answer flr_sweep3_to_plane(flr_vec3 low, flr_vec3 high, double radius, flr_vec3 motion,
                                  const flr_plane3 *h, bool solid, int side, double limit)
{
    const double few_roundings = sizeof(flr_real) == sizeof(float) ? 0x1p-19 : 0x1p-47;
    sweep3_answer r = {.ask = false};
    // scaled by a power of two, so that products of three neither overflow nor vanish
    double scale =
        flr_power_toward_one(flr_largest3((double)h->normal.x, (double)h->normal.y, (double)h->normal.z));
    dvec3 n = dvec3_scale(scale, dvec3_from(h->normal)), m = dvec3_from(motion);
    double offset = (double)h->offset * scale, length = dvec3_length(n);
    flr_double2 rate = height(n, m, 0), top = height(n, dvec3_from(high), offset);
    const flr_double2 down = {-rate.high, -rate.low}, under = {-top.high, -top.low};
    const approach front = {false, less(height(n, dvec3_from(low), offset), radius, length), down},
                   behind = {true, less(under, radius, length), rate};
    const bool below = !solid && (side ? side < 0 : behind.gap.high > front.gap.high);
    const approach *way = below ? &behind : &front, *other = below ? &front : &behind;
    // where the extreme points are within rounding errors of the plane, a static test decides
    double size = fabs(offset) + length * (flr_spread3(low) + flr_spread3(high) + radius);
    double near = fmax(few_roundings * size, 0x1p-40 * (fabs(offset) + fabs(top.high)));
    r.ask = !(way->gap.high > few_roundings * size);
    // a shape as thin as eps may be on either side; if its side is unknown, the other side is tried
    if (r.ask && !side && !solid && !reaches(way, near)) way = other;
    if (!reaches(way, near)) return r;
    const flr_double2 gap = way->gap, closing = way->closing;
    r.t = gap.high > 0 ? flr_sweep3_quotient_below(gap, closing) : 0;
    double slack = 0x1p-47 * (fabs(offset) + fabs(top.high) + radius * length);
    r.hit = r.t <= limit || gap.high - slack <= limit * closing.high;
    if (r.t > limit) r.t = limit;
    dvec3 u = dvec3_scale((way->from_behind ? 1 : -1) / length, n);
    r.normal = u;
    dvec3 p = dvec3_add_scaled(dvec3_from(way->from_behind ? high : low), radius, u);
    r.point_a = dvec3_round(p);
    r.point_b = dvec3_round(dvec3_add_scaled(p, r.t, m));
    return r;
}

/// A shape without a curved core against a plane, by its support points along the normal.
static sweep3_answer to_plane(const sweep3_source *a, flr_vec3 motion, const flr_plane3 *h, bool solid,
                              int side)
{
    sweep3_core core;
    reference3 frame = flr_sweep3_reference(a, 1);
    flr_sweep3_load(&core, a, &frame);
    dvec3 n = flr_direction3(h->normal), back = dvec3_scale(-1, n);
    dvec3 low = sweep3_support(&core, back), high = sweep3_support(&core, n);
    return flr_sweep3_to_plane(dvec3_round(sweep3_world(&frame, low)),
                               dvec3_round(sweep3_world(&frame, high)), core.radius, motion, h, solid, side,
                               1);
}

/// First asks without a known side; near the plane the exact classification then says on which side the
/// shape is.
// clang-format off
#define AGAINST_PLANES(plane_name, halfspace_name, type, convex, source, classify)                  \
    static flr_sweep3_result plane_name##_or_halfspace(const type *a, flr_vec3 motion, const flr_plane3 *h, bool solid) \
    {                                                                                               \
        if (!flr_is_finite3(motion)) return sweep3_not_finite();                                    \
        convex;                                                                                     \
        const sweep3_source s = source;                                                             \
        sweep3_answer answer = to_plane(&s, motion, h, solid, 0);                                   \
        if (!answer.ask) return sweep3_result_of(&answer, false);                                        \
        const int side = classify(h, a);                                                            \
        answer = to_plane(&s, motion, h, solid, side);                                              \
        return sweep3_result_of(&answer, solid ? side <= 0 : side == 0);                                 \
    }                                                                                               \
    flr_sweep3_result plane_name(const type *a, flr_vec3 motion, const flr_plane3 *b)               \
    {                                                                                               \
        return plane_name##_or_halfspace(a, motion, b, false);                                      \
    }                                                                                               \
    flr_sweep3_result halfspace_name(const type *a, flr_vec3 motion, const flr_halfspace3 *b)       \
    {                                                                                               \
        const flr_plane3 h = {b->normal, b->offset};                                                \
        return plane_name##_or_halfspace(a, motion, &h, true);                                      \
    }

AGAINST_PLANES(flr_sweep3_sphere_plane, flr_sweep3_sphere_halfspace, flr_sphere, flr_convex3 c = flr_convex3_sphere(a), sweep3_of_convex(&c), flr_classify3_plane_sphere)
AGAINST_PLANES(flr_sweep3_capsule_plane, flr_sweep3_capsule_halfspace, flr_capsule3, flr_convex3 c = flr_convex3_capsule(a), sweep3_of_convex(&c), flr_classify3_plane_capsule)
AGAINST_PLANES(flr_sweep3_aabb_plane, flr_sweep3_aabb_halfspace, flr_aabb3, (void)0, sweep3_of_range(a), flr_classify3_plane_aabb)
AGAINST_PLANES(flr_sweep3_box_plane, flr_sweep3_box_halfspace, flr_box3, flr_convex3 c = flr_convex3_box(a), sweep3_of_convex(&c), flr_classify3_plane_box)
// clang-format on

/// Twice the area of the sheet as a vector, from a fan about the first corner.
static dvec3 area(const flr_vec3 *v, size_t count)
{
    dvec3 sum = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; ++i)
        sum =
            dvec3_add_scaled(sum, 1, dvec3_cross(dvec3_relative(v[i], v[0]), dvec3_relative(v[i + 1], v[0])));
    return sum;
}

/// A bound of the rounding error of points in world, and of how far corners may lie off a common plane.
static double rounding_at(flr_vec3 p, flr_vec3 q)
{
    return (sizeof(flr_real) == sizeof(float) ? 0x1p-19 : 0x1p-47) * (flr_spread3(p) + flr_spread3(q));
}

/// Casts the shape's support point along n, toward the sheet, as a ray; up to the distance `keep`.
static sweep3_answer last_point(sweep3_core *a, dvec3 n, flr_vec3 motion, const flr_polygon3 *sheet,
                                double keep, double limit)
{
    sweep3_answer r = {.hit = false};
    const flr_vec3 corner = sheet->vertices[0];
    dvec3 last = dvec3_add_scaled(sweep3_support(a, n), a->radius, n);
    r.point_a = dvec3_round(sweep3_world(a->frame, last));
    last = dvec3_add_scaled(last, keep, n);
    flr_vec3 start = dvec3_round(sweep3_world(a->frame, last));
    flr_raycast3_path path = flr_raycast3_path_make(start, motion, 0, (flr_real)limit);
    flr_rayhit3 hit = flr_raycast3_ray_polygon(&path, sheet);
    r.hit = hit.hit && !path.is_point;
    r.t = (double)hit.t;
    const double loose = rounding_at(start, corner),
                 beyond = dvec3_dot(dvec3_sub(last, sweep3_local(a->frame, corner)), n);
    if (!r.hit && !path.is_point && fabs(beyond) <= loose) {
        // rounding may have put the point behind the sheet: it starts again from as far in front
        last = dvec3_add_scaled(last, -2 * loose, n);
        path = flr_raycast3_path_make(dvec3_round(sweep3_world(a->frame, last)), motion, 0, (flr_real)limit);
        hit = flr_raycast3_ray_polygon(&path, sheet);
        r.hit = hit.hit;
        r.t = 0;
    }
    r.normal = n;
    r.point_b = hit.point;
    return r;
}

/// Does the shape reach the plane through p perpendicular to n at the start? Then it may overlap the sheet.
static bool stands_across(sweep3_core *a, dvec3 n, flr_vec3 p, double keep)
{
    dvec3 o = sweep3_local(a->frame, p), back = dvec3_scale(-1, n);
    double low = dvec3_dot(dvec3_sub(sweep3_support(a, back), o), n) - a->radius - keep;
    double high = dvec3_dot(dvec3_sub(sweep3_support(a, n), o), n) + a->radius + keep;
    double slack = 1e-12 * (fabs(low) + fabs(high) + fabs(o.x) + fabs(o.y) + fabs(o.z));
    if (sizeof(flr_real) == sizeof(float)) slack += rounding_at(p, p);
    return low <= slack && high >= -slack;
}

/// A first touch is on the rim of the sheet or inside it. If inside, the shape's support point along the
/// normal touches: a shape that stood in the sheet's plane before would have come in over the rim.
sweep3_answer flr_sweep3_to_sheet(const sweep3_source *a, flr_vec3 motion, const flr_vec3 *v, size_t count,
                                  double keep, double limit)
{
    sweep3_answer best = {.hit = false};
    for (size_t i = 0; i < count; ++i) {
        const flr_vec3 edge[2] = {v[i], v[i + 1 < count ? i + 1 : 0]};
        sweep3_source e = sweep3_of_vertices(edge, 2);
        sweep3_answer next = flr_sweep3_cast(a, motion, &e, keep, best.hit ? best.t : limit, NULL);
        sweep3_keep_nearer(&best, &next);
    }
    dvec3 n = area(v, count);
    double length = dvec3_length(n);
    if (!(length > 0)) return best;
    n = dvec3_scale(1 / length, n);
    sweep3_core core;
    reference3 frame = flr_sweep3_reference(a, 1);
    flr_sweep3_load(&core, a, &frame);
    const flr_polygon3 sheet = {v, count};
    best.ask |= stands_across(&core, n, v[0], keep);
    for (int side = -1; side <= 1; side += 2) {
        dvec3 way = dvec3_scale(side, n);
        double closing = way.x * (double)motion.x + way.y * (double)motion.y + way.z * (double)motion.z;
        if (!(closing > 0)) continue;
        sweep3_answer next = last_point(&core, way, motion, &sheet, keep, best.hit ? best.t : limit);
        // a shape that starts at or across the sheet may overlap it
        best.ask |= next.hit && !(next.t > 0);
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}
