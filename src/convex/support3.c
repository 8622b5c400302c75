/// Which point of a convex core is farthest along a direction? The core is first loaded in double relative
/// to a reference, with its corners in lanes. Where products or differences leave the range of numbers, all
/// coordinates are scaled and the corners are searched once more.
#include "convex/support3.h"
#include "convex/kinds3.h"

#include "math/unit.h"

static inline dvec3 axis_of(flr_vec3 v, double length) { return dvec3_scale(length, dvec3_from(v)); }

/// Returns the point that a list or hull is measured from: its first point, or the hull's base.
static inline dvec3 first_of(const flr_convex3 *s)
{
    return dvec3_from(s->kind == FLR_CONVEX3_HULL ? s->hull->base : s->points[0]);
}

/// Returns the same point turned by the shape's rotation, in the given unit.
static inline dvec3 lead_of(const flr_convex3 *s, double unit)
{
    const core3 turn = {
        .axis = {axis_of(s->axes.x, unit), axis_of(s->axes.y, unit), axis_of(s->axes.z, unit)}};
    return core3_rotated(&turn, first_of(s));
}

/// Copies the corners to lanes, where unused ones repeat the first. Sets the middle.
static inline void load_lanes(core3 *c)
{
    for (uint32_t i = c->count; i < CORE3_CORNERS; i++) c->corner[i] = c->corner[0];
    for (uint32_t i = 0; i < (c->count > 4 ? CORE3_CORNERS : 4); i += 2) {
        const dvec3 *p = &c->corner[i];
        c->x[i / 2] = (f64x2){p[0].x, p[1].x};
        c->y[i / 2] = (f64x2){p[0].y, p[1].y};
        c->z[i / 2] = (f64x2){p[0].z, p[1].z};
    }
    // the mean of four corners, of which some may repeat the first
    f64x2 x = c->x[0] + c->x[1], y = c->y[0] + c->y[1], z = c->z[0] + c->z[1];
    c->middle = dvec3_scale(0.25, dvec3_make(x[0] + x[1], y[0] + y[1], z[0] + z[1]));
}

/// Do the points lie around the origin of their frame, rather than far from it together? Judged by a few of
/// them.
static bool are_near(const flr_convex3 *s)
{
    dvec3 first = dvec3_from(s->points[0]);
    uint32_t step = s->count / 8 + 1;
    double spread = 0;
    for (uint32_t i = step; i < s->count; i += step) {
        double apart = dvec3_max_abs(dvec3_sub(dvec3_from(s->points[i]), first));
        if (apart > spread) spread = apart;
    }
    return dvec3_max_abs(first) <= 4 * spread;
}

/// Loads a hull or points, which are given in a frame of their own.
static inline void load_placed(core3 *c, const flr_convex3 *s, const reference3 *r)
{
    c->axis[0] = axis_of(s->axes.x, r->unit);
    c->axis[1] = axis_of(s->axes.y, r->unit);
    c->axis[2] = axis_of(s->axes.z, r->unit);
    bool is_hull = s->kind == FLR_CONVEX3_HULL;
    dvec3 first = first_of(s);
    dvec3 place = dvec3_scale(r->unit, dvec3_from(s->center)), from = dvec3_scale(r->unit, r->position);
    dvec3 apart = dvec3_sub(place, from);
    c->center = dvec3_far_sum(apart, core3_rotated(c, first), r->lead);
    // where a far position and points far from their frame's origin cancel, the rounding error is added back
    if (dvec3_max_abs(apart) > 8 * dvec3_max_abs(c->center))
        c->center = dvec3_add(c->center, dvec3_lost(place, from));
    c->middle = c->center;
    if (is_hull && s->hull->is_off)
        c->middle = dvec3_add(c->center, core3_rotated(c, dvec3_from(s->hull->middle)));
    if (c->kind == FLR_CONVEX3_CORNERS) {
        for (uint32_t i = 0; i < c->count; i++) {
            dvec3 p = is_hull ? hull3_vertex(s->hull, i) : dvec3_sub(dvec3_from(s->points[i]), first);
            c->corner[i] = dvec3_add(c->center, core3_rotated(c, p));
        }
        load_lanes(c);
    } else if (is_hull) {
        c->hull = s->hull;
    } else {
        bool near = are_near(s);
        c->points = s->points;
        c->first = near ? dvec3_make(0, 0, 0) : first;
        if (near) c->middle = dvec3_sub(apart, r->lead);
    }
}

/// Computes the frame of a round core in double, where flr_real is too short for it. The axis leads from one
/// of the core's ends to the other.
static void straighten(core3 *c, const flr_convex3 *s)
{
    dvec3 z = dvec3_sub(c->high, c->low), x = dvec3_from(s->axes.x);
    double length = dvec3_length(z), radius = (double)s->half_extents.x;
    if (!(length > 0)) z = dvec3_from(s->axes.z), length = dvec3_length(z);
    z = dvec3_scale(1 / length, z);
    x = dvec3_add_scaled(x, -dvec3_dot(x, z), z);
    x = dvec3_scale(1 / dvec3_length(x), x);
    c->axis[0] = dvec3_scale(radius, x);
    c->axis[1] = dvec3_scale(radius, dvec3_cross(z, x));
    c->axis[2] = z;
}

/// Returns p relative to the reference. Where a list or hull with a lead begins the scene, the rounding
/// error of the difference of positions is added back.
static inline dvec3 relative(const reference3 *r, flr_vec3 p)
{
    const dvec3 q = reference3_relative(r, p);
    if (r->lead.x == 0 && r->lead.y == 0 && r->lead.z == 0) return q;
    return dvec3_add(q, dvec3_lost(dvec3_scale(r->unit, dvec3_from(p)), dvec3_scale(r->unit, r->position)));
}

void flr_core3_load(core3 *c, const flr_convex3 *s, const reference3 *r)
{
    c->kind = core3_kind(s);
    c->count = convex3_count(s);
    c->shape = s;
    const convex3_layout *l = &flr_convex3_layouts[s->kind];
    if (s->kind == FLR_CONVEX3_CORNERS) {
        for (uint32_t i = 0; i < s->count; i++) c->corner[i] = relative(r, s->corners[i]);
        load_lanes(c);
    } else if (convex3_is_placed(s)) {
        load_placed(c, s, r);
    } else if (l->ends > 0) {
        c->low = relative(r, s->corners[0]);
        c->high = relative(r, s->corners[1]);
        c->middle = c->center = dvec3_scale(0.5, dvec3_add(c->low, c->high));
        c->axis[0] = axis_of(s->axes.x, (double)s->half_extents.x * r->unit);
        c->axis[1] = axis_of(s->axes.y, (double)s->half_extents.x * r->unit);
        c->axis[2] = axis_of(s->axes.z, 1);
        if (sizeof(flr_real) == sizeof(float)) straighten(c, s);
    } else if (l->extents) {
        c->middle = c->center = relative(r, s->center);
        c->axis[0] = axis_of(s->axes.x, (double)s->half_extents.x * r->unit);
        c->axis[1] = axis_of(s->axes.y, (double)s->half_extents.y * r->unit);
        c->axis[2] = axis_of(s->axes.z, (double)s->half_extents.z * r->unit);
    } else {  // a user's
        c->middle = c->center = relative(r, s->center);
        c->unit = r->unit;
        c->not_finite = NULL;
        c->low = r->position;
        c->high = r->lead;
    }
}

static inline double sum_of(dvec3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

/// Returns the sum of the distances of all points from the first, which is finite only if every point is.
static double reach_of_points(const core3 *c)
{
    const flr_vec3 *p = c->points;
    const dvec3 f = dvec3_from(p[0]);
    const f64x2 first[3] = {{f.x, f.y}, {f.z, f.x}, {f.y, f.z}};
    const i64x2 magnitude = {INT64_MAX, INT64_MAX};
    f64x2 sum[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (uint32_t i = c->count & 1; i < c->count; i += 2) {
        const flr_vec3 u = p[i], v = p[i + 1];
        const f64x2 two[3] = {
            {(double)u.x, (double)u.y}, {(double)u.z, (double)v.x}, {(double)v.y, (double)v.z}};
        for (int k = 0; k < 3; k++) sum[k] += (f64x2)((i64x2)(two[k] - first[k]) & magnitude);
    }
    sum[0] += sum[1] + sum[2];
    return (sum[0][0] + sum[0][1]) * dvec3_max_abs(c->axis[0]);
}

double flr_core3_reach(const core3 *c)
{
    double sum = 0;
    if (c->kind == FLR_CONVEX3_CORNERS) {
        for (uint32_t i = 0; i < c->count; i++) sum += sum_of(c->corner[i]);
        return sum;
    }
    sum = sum_of(c->center);
    // one point of the core, along a direction to which hardly any edge or face is perpendicular
    if (c->kind == FLR_CONVEX3_USER)
        return sum + sum_of(flr_core3_support_user(c, dvec3_make(0.4375, -0.75, 0.8125)));
    if (c->kind == FLR_CONVEX3_POINTS) return sum + reach_of_points(c);
    if (c->kind == FLR_CONVEX3_HULL) return sum + sum_of(dvec3_sub(core3_vertex(c, c->count / 2), c->center));
    return sum + sum_of(c->axis[0]) + sum_of(c->axis[1]) +
           (core3_is_round(c) ? sum_of(dvec3_sub(c->high, c->low)) : sum_of(c->axis[2]));
}

reference3 flr_reference3_make(const flr_convex3 *s, double unit)
{
    reference3 r = {dvec3_from(s->center), {0, 0, 0}, unit};
    if (convex3_is_placed(s)) r.lead = lead_of(s, unit);
    return r;
}

dvec3 flr_core3_support_user(const core3 *c, dvec3 d)
{
    double most = dvec3_max_abs(d);
    if (most > 0) d = dvec3_scale(1 / most, d);
    dvec3 p = dvec3_from(c->shape->support(c->shape->user, dvec3_round(d)));
    dvec3 q = dvec3_sub(dvec3_scale(c->unit, p), dvec3_scale(c->unit, c->low));
    q = dvec3_sub(q, c->high);
    if (c->not_finite && !dvec3_is_finite(p)) *c->not_finite = true;
    return q;
}

/// Returns a power of two by which the square of x neither overflows nor vanishes; 1 for usual x.
static double unit_for_square(double x)
{
    const double size = fabs(x);
    return (size > 0x1p-200 && size < 0x1p200) || size == 0 || !isfinite(size) ? 1 : power_to_half(size);
}

/// Returns corner i of a list or hull, as the search numbers them, in the shape's own frame.
static dvec3 listed(const flr_convex3 *s, uint32_t i)
{
    if (s->kind == FLR_CONVEX3_CORNERS) return dvec3_from(s->corners[i]);
    return s->kind == FLR_CONVEX3_HULL ? hull3_vertex(s->hull, i) : dvec3_from(s->points[i]);
}

static dvec3 in_frame(const flr_convex3 *s, dvec3 d)
{
    if (s->kind == FLR_CONVEX3_CORNERS) return d;
    return dvec3_make(dvec3_dot(dvec3_from(s->axes.x), d), dvec3_dot(dvec3_from(s->axes.y), d),
                      dvec3_dot(dvec3_from(s->axes.z), d));
}

/// Returns the first of the farthest corners where products of coordinates and direction leave the range of
/// numbers. All coordinates are scaled first, so that the largest is near 1.
static uint32_t farthest_in_unit(const flr_convex3 *s, dvec3 d)
{
    const uint32_t count = convex3_count(s);
    double reach = 0, most = 0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const double size = dvec3_max_abs(listed(s, i));
        reach = size > reach ? size : reach;
    }
    const double unit = reach > 0 && isfinite(reach) ? power_to_half(reach) : 1;
    const dvec3 local = in_frame(s, d);
    for (uint32_t i = 0; i < count; ++i) {
        const double along = dvec3_dot(dvec3_scale(unit, listed(s, i)), local);
        if (i > 0 && !(along > most)) continue;
        most = along;
        best = i;
    }
    return best;
}

/// Scales d by a power of two to a length near 1, where squares may leave the range of numbers.
static inline dvec3 usual_direction(dvec3 d)
{
    const double square = dvec3_dot(d, d);
    if (square > 0x1p-128 && square < 0x1p128) return d;
    const double size = dvec3_max_abs(d);
    return size > 0 && isfinite(size) ? dvec3_scale(power_to_half(size), d) : d;
}

/// Returns a direction so short that its product with any coordinate is finite.
static inline dvec3 short_direction(dvec3 d) { return dvec3_scale(0x1p-66, usual_direction(d)); }

/// Are all corners so small that their products with a short direction vanish?
static bool are_all_small(const dvec3 *corners, uint32_t count)
{
    double spread = 0;
    for (uint32_t i = 0; i < count; ++i)
        if (dvec3_max_abs(corners[i]) > spread) spread = dvec3_max_abs(corners[i]);
    return count > 1 && !(spread > 0x1p-800);
}

/// May a difference of corners, or a height along the short direction d, have left the range of numbers? p
/// is the farthest corner.
static inline bool is_out_of_range(const core3 *c, const reference3 *r, dvec3 d, dvec3 p)
{
    const bool corners = c->kind == FLR_CONVEX3_CORNERS;
    const dvec3 first = corners ? c->corner[0] : c->center;
    const double squares = dvec3_dot(r->position, r->position) + dvec3_dot(r->lead, r->lead) +
                           dvec3_dot(first, first) + dvec3_dot(p, p);
    if (!(squares < 0x1p1000)) return true;
    return !(fabs(dvec3_dot(p, d)) > 0x1p-900) && (!corners || are_all_small(c->corner, c->count));
}

/// Sets *id to the first of the farthest corners of a core that is given by these, and *p to that corner relative to the
/// centre. False where a difference or a height may have left the range of numbers: then *p is no answer.
static inline bool find_corner(const flr_convex3 *s, dvec3 direction, uint32_t *id, dvec3 *p)
{
    const dvec3 from = dvec3_from(s->center), d = short_direction(direction);
    dvec3 corners[4];
    double most = 0;
    *id = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        corners[i] = dvec3_sub(dvec3_from(s->corners[i]), from);
        const double along = dvec3_dot(corners[i], d);
        if (i > 0 && !(along > most)) continue;
        most = along;
        *id = i;
    }
    *p = corners[*id];
    const double squares = dvec3_dot(from, from) + dvec3_dot(corners[0], corners[0]) + dvec3_dot(*p, *p);
    if (squares < 0x1p1000 && (fabs(most) > 0x1p-900 || !are_all_small(corners, s->count))) return true;
    *id = farthest_in_unit(s, d);
    return false;
}

/// Returns the vertex with this number in world coordinates, also where differences overflow.
static flr_vec3 placed(const flr_convex3 *s, const core3 *c, const reference3 *r, uint32_t id)
{
    const dvec3 p = dvec3_add(r->position, dvec3_add(r->lead, core3_vertex(c, id)));
    if (dvec3_is_finite(p)) return dvec3_round(p);
    dvec3 q = listed(s, id);
    if (s->kind == FLR_CONVEX3_HULL) q = dvec3_add(q, dvec3_from(s->hull->base));
    const dvec3 turned = dvec3_add_scaled(
        dvec3_add_scaled(dvec3_scale(q.x, dvec3_from(s->axes.x)), q.y, dvec3_from(s->axes.y)), q.z,
        dvec3_from(s->axes.z));
    return dvec3_round(dvec3_add(dvec3_from(s->center), turned));
}

flr_vec3 flr_support3(const flr_convex3 *shape, flr_vec3 direction)
{
    uint32_t id = CORE3_NO_ID;
    dvec3 d = dvec3_from(direction), p;
    if (shape->kind == FLR_CONVEX3_CORNERS)
        return find_corner(shape, d, &id, &p) ? dvec3_round(dvec3_add(dvec3_from(shape->center), p))
                                              : shape->corners[id];
    // the support point of a disc is found by squares of lengths
    const bool is_round = convex3_is_curved(shape) && shape->kind != FLR_CONVEX3_USER;
    const double unit = is_round ? unit_for_square(dvec3_max_abs(dvec3_from(shape->half_extents))) : 1;
    reference3 r = flr_reference3_make(shape, unit);
    core3 c;
    flr_core3_load(&c, shape, &r);
    if (convex3_is_placed(shape)) {
        d = short_direction(d);
        p = core3_support(&c, c.kind, d, &id);
        if (is_out_of_range(&c, &r, d, p)) return placed(shape, &c, &r, farthest_in_unit(shape, d));
    } else {
        d = is_round ? dvec3_scale(unit_for_square(dvec3_max_abs(d)), d) : usual_direction(d);
        p = core3_support(&c, c.kind, d, &id);
    }
    p = dvec3_add(r.lead, p);
    if (unit != 1) p = dvec3_scale(1 / unit, p);
    return dvec3_round(dvec3_add(r.position, p));
}

uint32_t flr_support3_vertex(const flr_convex3 *shape, flr_vec3 direction, uint32_t near)
{
    const dvec3 given = dvec3_from(direction);
    uint32_t id = CORE3_NO_ID;
    dvec3 p;
    if (shape->kind == FLR_CONVEX3_CORNERS) {
        (void)find_corner(shape, given, &id, &p);
        return id;
    }
    const reference3 r = flr_reference3_make(shape, 1);
    core3 c;
    flr_core3_load(&c, shape, &r);
    if (!core3_has_ids(&c)) return FLR_HULL_NONE;
    const bool box = c.kind == FLR_CONVEX3_BOX;
    const dvec3 d = box ? usual_direction(given) : short_direction(given);
    if (c.kind == FLR_CONVEX3_HULL && c.hull->cell_first && near < c.count)
        return hull3_climb(
            c.hull, dvec3_make(dvec3_dot(c.axis[0], d), dvec3_dot(c.axis[1], d), dvec3_dot(c.axis[2], d)),
            near);
    p = core3_support(&c, c.kind, d, &id);
    return !box && is_out_of_range(&c, &r, d, p) ? farthest_in_unit(shape, d) : id;
}
