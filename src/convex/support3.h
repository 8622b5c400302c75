/// Support points of every kind of core, inline for the loops that live on them.
///
/// A core is a shape made ready for one query: in double, its corners and scaled axes relative to
/// the reference point of the scene, so that a scene far from the origin loses nothing but the rounding
/// of its own coordinates.
#ifndef FLR_CONVEX_SUPPORT3_H
#define FLR_CONVEX_SUPPORT3_H

#include "convex/kinds3.h"
#include "hull/hull3.h"
#include "math/simd.h"

/// A core holds up to this many corners itself, already placed in the scene.
enum { CORE3_CORNERS = 8 };
/// The number of a support point where the shape's points are not numbered.
#define CORE3_NO_ID UINT32_MAX

/// A shape made ready for one query, relative to a reference3. Which members are set depends on the kind.
typedef struct core3 {
    flr_convex3_kind kind;
    uint32_t count;  ///< of the corners or points
    dvec3 middle;    ///< a point in the core or near it
    dvec3 center;  ///< box, cylinder, cone, ellipsoid: the middle; points: the first of them; hull: its base
    /// box, ellipsoid: the axes times the half extents; points, hull: the rotation; cylinder, cone: x and y
    /// times the radius, and z
    dvec3 axis[3];
    /// cylinder: the middles of its ends; cone: the middle of its base, and its apex; user: the reference's
    /// position and lead
    dvec3 low, high;
    double unit;       ///< user: the scene's unit
    bool *not_finite;  ///< user: set to true where the function returns a point that is not finite; or null
    const flr_hull3 *hull;
    const flr_vec3 *points;
    dvec3 first;  ///< points[0], or zero where the points lie around their frame's origin
    dvec3 corner[CORE3_CORNERS];
    f64x2 x[CORE3_CORNERS / 2], y[CORE3_CORNERS / 2], z[CORE3_CORNERS / 2];  ///< the corners again, as lanes
    const flr_convex3 *shape;
} core3;

/// Returns the number of corners, points or vertices; of these kinds only.
static inline uint32_t convex3_count(const flr_convex3 *c)
{
    return c->kind == FLR_CONVEX3_HULL ? c->hull->info.vertex_count : c->count;
}
/// Returns the kind whose code answers for the shape: few points, or a hull of few vertices, count as
/// corners.
static inline flr_convex3_kind core3_kind(const flr_convex3 *c)
{
    return convex3_is_placed(c) && convex3_count(c) <= CORE3_CORNERS ? FLR_CONVEX3_CORNERS : c->kind;
}

/// Is the shape the hull of at most four corners?
static inline bool core3_is_simplex(const flr_convex3 *c)
{
    return (c->kind == FLR_CONVEX3_CORNERS || convex3_is_placed(c)) && convex3_count(c) <= 4;
}

/// Do all support points of the core have numbers?
static inline bool core3_has_ids(const core3 *c) { return !flr_convex3_layouts[c->kind].curved; }
static inline bool core3_is_smooth(const core3 *c) { return convex3_is_smooth(c->kind); }
/// Is the core a cylinder or a cone?
static inline bool core3_is_round(const core3 *c) { return flr_convex3_layouts[c->kind].ends > 0; }
static inline uint32_t core3_id_count(const core3 *c) { return c->kind == FLR_CONVEX3_BOX ? 8 : c->count; }

/// Returns p turned, and scaled, by the core's axes.
static inline dvec3 core3_rotated(const core3 *c, dvec3 p)
{
    return dvec3_make(c->axis[0].x * p.x + c->axis[1].x * p.y + c->axis[2].x * p.z,
                      c->axis[0].y * p.x + c->axis[1].y * p.y + c->axis[2].y * p.z,
                      c->axis[0].z * p.x + c->axis[1].z * p.y + c->axis[2].z * p.z);
}

/// Returns corner i of a box: bit k of i is set where the corner lies on the negative side of axis k.
static inline dvec3 core3_box_corner(const core3 *c, uint32_t i)
{
    dvec3 p = dvec3_add_scaled(c->center, i & 1 ? -1 : 1, c->axis[0]);
    p = dvec3_add_scaled(p, i & 2 ? -1 : 1, c->axis[1]);
    return dvec3_add_scaled(p, i & 4 ? -1 : 1, c->axis[2]);
}

/// Returns vertex i of a hull in the hull's own frame, relative to its base.
static inline dvec3 hull3_vertex(const flr_hull3 *h, uint32_t i)
{
    return dvec3_make((double)h->x[i], (double)h->y[i], (double)h->z[i]);
}

/// Returns the point of the core with the given number.
static inline dvec3 core3_vertex(const core3 *c, uint32_t id)
{
    if (c->kind == FLR_CONVEX3_BOX) return core3_box_corner(c, id);
    if (c->kind == FLR_CONVEX3_CORNERS) return c->corner[id];
    if (c->kind == FLR_CONVEX3_HULL) return dvec3_add(c->center, core3_rotated(c, hull3_vertex(c->hull, id)));
    return dvec3_add(c->center,
                     core3_rotated(c, dvec3_sub(dvec3_from(c->points[id]), dvec3_from(c->points[0]))));
}

static inline dvec3 core3_support_box(const core3 *c, dvec3 d, uint32_t *id)
{
    double x = dvec3_dot(c->axis[0], d), y = dvec3_dot(c->axis[1], d), z = dvec3_dot(c->axis[2], d);
    i64x2 sx = f64x2_signs(f64x2_splat(x)), sy = f64x2_signs(f64x2_splat(y)),
          sz = f64x2_signs(f64x2_splat(z));
    f64x2 xy = (f64x2){c->center.x, c->center.y} + f64x2_xor((f64x2){c->axis[0].x, c->axis[0].y}, sx) +
               f64x2_xor((f64x2){c->axis[1].x, c->axis[1].y}, sy) +
               f64x2_xor((f64x2){c->axis[2].x, c->axis[2].y}, sz);
    f64x2 zz = f64x2_splat(c->center.z) + f64x2_xor(f64x2_splat(c->axis[0].z), sx) +
               f64x2_xor(f64x2_splat(c->axis[1].z), sy) + f64x2_xor(f64x2_splat(c->axis[2].z), sz);
    *id = (uint32_t)(sx[0] != 0) | (uint32_t)(sy[0] != 0) << 1 | (uint32_t)(sz[0] != 0) << 2;
    return dvec3_make(xy[0], xy[1], zz[0]);
}

/// Keeps the larger of two values and its number; of equal values the first.
static inline void core3_keep(double *most, uint32_t *best, double value, uint32_t i)
{
    bool more = value > *most;
    *most = more ? value : *most;
    *best = more ? i : *best;
}

static inline dvec3 core3_support_corners(const core3 *c, dvec3 d, uint32_t *id)
{
    f64x2 dx = f64x2_splat(d.x), dy = f64x2_splat(d.y), dz = f64x2_splat(d.z);
    f64x2 p = c->x[0] * dx + c->y[0] * dy + c->z[0] * dz, q = c->x[1] * dx + c->y[1] * dy + c->z[1] * dz;
    double most = p[0], other = q[0];
    uint32_t best = 0, second = 2;
    core3_keep(&most, &best, p[1], 1);
    core3_keep(&other, &second, q[1], 3);
    core3_keep(&most, &best, other, second);
    if (c->count > 4) {
        p = c->x[2] * dx + c->y[2] * dy + c->z[2] * dz;
        q = c->x[3] * dx + c->y[3] * dy + c->z[3] * dz;
        for (uint32_t i = 0; i < 2; i++) core3_keep(&most, &best, p[i], 4 + i);
        for (uint32_t i = 0; i < 2; i++) core3_keep(&most, &best, q[i], 6 + i);
    }
    *id = best;
    return c->corner[best];
}

/// Returns the number of the point that lies farthest along d, where d is in the points' own frame.
static inline uint32_t core3_farthest(const flr_vec3 *points, uint32_t count, dvec3 first, dvec3 d)
{
    uint32_t best = 0;
    double most = dvec3_dot(dvec3_sub(dvec3_from(points[0]), first), d);
    for (uint32_t i = 1; i < count; i++) {
        double along = dvec3_dot(dvec3_sub(dvec3_from(points[i]), first), d);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

/// Returns the vertex farthest along d, by a walk over the edges from vertex `from`: on a convex surface
/// every local maximum is the highest vertex. Heights are compared by differences of the vertices as given,
/// which are exact for near duplicates. With rounded heights the walk would end among these, below the top.
static inline uint32_t hull3_climb(const flr_hull3 *h, dvec3 d, uint32_t from)
{
    uint32_t best = from;
    // rounding may turn a walk among near duplicates into a circle
    for (uint32_t steps = 0; steps < h->info.vertex_count; steps++) {
        const dvec3 at = dvec3_from(h->vertices[best]);
        const uint32_t *next = &h->neighbors[h->neighbor_first[best]],
                       *end = &h->neighbors[h->neighbor_first[best + 1]];
        double most = 0;
        for (; next < end; next++) {
            const double gain = dvec3_dot(dvec3_sub(dvec3_from(h->vertices[*next]), at), d);
            if (!(gain > most)) continue;
            most = gain;
            best = *next;
        }
        if (!(most > 0)) break;
    }
    return best;
}

/// Returns the vertex that lies farthest along d, where d is one of the directions of the cell (hull3.h).
static inline uint32_t hull3_farthest_in(const flr_hull3 *h, uint32_t cell, dvec3 d)
{
    const uint32_t first = hull3_cell_first(h, cell);
    if (h->cell_first[cell] & 1) return hull3_climb(h, d, h->cell_vertex[first]);
    size_t count = hull3_cell_first(h, cell + 1) - first;
    const flr_real *x = h->cell_points + 3 * (size_t)first;
    return h->cell_vertex[first + h->scan(x, x + count, x + 2 * count, count, d.x, d.y, d.z)];
}

/// As hull3_farthest_in, and sets *at to the vertex as read from the cell: the hull's own arrays may be far
/// away in memory.
static inline uint32_t hull3_farthest_at(const flr_hull3 *h, uint32_t cell, dvec3 d, dvec3 *at)
{
    const uint32_t first = hull3_cell_first(h, cell);
    if (h->cell_first[cell] & 1) {
        const uint32_t top = hull3_climb(h, d, h->cell_vertex[first]);
        *at = hull3_vertex(h, top);
        return top;
    }
    const size_t count = hull3_cell_first(h, cell + 1) - first;
    const flr_real *x = h->cell_points + 3 * (size_t)first, *y = x + count, *z = y + count;
    const uint32_t i = h->scan(x, y, z, count, d.x, d.y, d.z);
    *at = dvec3_make((double)x[i], (double)y[i], (double)z[i]);
    return h->cell_vertex[first + i];
}

/// Returns the vertex of a hull that lies farthest along d, where d is in the hull's own frame.
static inline uint32_t hull3_farthest(const flr_hull3 *h, dvec3 d)
{
    if (h->cell_first) return hull3_farthest_in(h, hull3_cell(h, d.x, d.y, d.z), d);
    uint32_t i = h->scan(h->x, h->y, h->z, h->padded_count, d.x, d.y, d.z);
    return i < h->info.vertex_count ? i : 0;  // the padding repeats vertex 0
}

/// As hull3_farthest, with the vertex's height along d, for a hull without cells.
static inline hull3_top hull3_highest(const flr_hull3 *h, dvec3 d)
{
    hull3_top t = h->top(h->x, h->y, h->z, h->padded_count, d.x, d.y, d.z);
    t.at = t.at < h->info.vertex_count ? t.at : 0;
    return t;
}

/// Computes hull3_cell in two lanes, for two hulls with cells and a direction for each.
static inline void hull3_cells(const flr_hull3 *a, const flr_hull3 *b, f64x2 x, f64x2 y, f64x2 z,
                               uint32_t cell[2])
{
    const i64x2 magnitude = {INT64_MAX, INT64_MAX};
    const f64x2 zero = {0, 0}, one = {1, 1};
    f64x2 ax = (f64x2)((i64x2)x & magnitude), ay = (f64x2)((i64x2)y & magnitude),
          az = (f64x2)((i64x2)z & magnitude), most = f64x2_max(ay, ax);
    i64x2 by_y = ay > ax, by_z = az > most;
    most = f64x2_max(az, most);
    const f64x2 u = f64x2_select(by_z, x, f64x2_select(by_y, z, y)),
                v = f64x2_select(by_z, y, f64x2_select(by_y, x, z)),
                along = f64x2_select(by_z, z, f64x2_select(by_y, y, x));
    const f64x2 side = {(double)a->cell_side, (double)b->cell_side}, half = side / (f64x2){2, 2};
    const f64x2 column = f64x2_min(f64x2_max((u / most + one) * half, zero), side - one),
                row = f64x2_min(f64x2_max((v / most + one) * half, zero), side - one);
    const uint32_t against = f64x2_mask(along < zero), is_z = f64x2_mask(by_z),
                   is_y = f64x2_mask(by_y) & ~is_z;
    const uint32_t face_a = (is_z & 1) << 2 | (is_y & 1) << 1 | (against & 1),
                   face_b = (is_z & 2) << 1 | (is_y & 2) | against >> 1;
    cell[0] =
        (face_a * a->cell_side + (uint32_t)(int32_t)row[0]) * a->cell_side + (uint32_t)(int32_t)column[0];
    cell[1] =
        (face_b * b->cell_side + (uint32_t)(int32_t)row[1]) * b->cell_side + (uint32_t)(int32_t)column[1];
}

static inline dvec3 core3_support_hull(const core3 *c, dvec3 d, uint32_t *id)
{
    dvec3 local = dvec3_make(dvec3_dot(c->axis[0], d), dvec3_dot(c->axis[1], d), dvec3_dot(c->axis[2], d));
    *id = hull3_farthest(c->hull, local);
    return core3_vertex(c, *id);
}

static inline dvec3 core3_support_points(const core3 *c, dvec3 d, uint32_t *id)
{
    dvec3 local = dvec3_make(dvec3_dot(c->axis[0], d), dvec3_dot(c->axis[1], d), dvec3_dot(c->axis[2], d));
    const dvec3 zero = {0, 0, 0};
    // points around their own origin are compared without subtracting the first one
    bool near = dvec3_equal(c->first, zero);
    *id = near ? core3_farthest(c->points, c->count, zero, local)
               : core3_farthest(c->points, c->count, c->first, local);
    return core3_vertex(c, *id);
}

/// Returns the point of the disc perpendicular to the axis that lies farthest along d, relative to the
/// disc's middle; zero where d is parallel to the axis.
static inline dvec3 core3_disc(const core3 *c, dvec3 d)
{
    double x = dvec3_dot(c->axis[0], d), y = dvec3_dot(c->axis[1], d), length = sqrt(x * x + y * y);
    if (!(length > 0)) return dvec3_make(0, 0, 0);
    return dvec3_add_scaled(dvec3_scale(x / length, c->axis[0]), y / length, c->axis[1]);
}

static inline dvec3 core3_support_cylinder(const core3 *c, dvec3 d)
{
    return dvec3_add(dvec3_dot(c->axis[2], d) < 0 ? c->low : c->high, core3_disc(c, d));
}

static inline dvec3 core3_support_cone(const core3 *c, dvec3 d)
{
    dvec3 rim = dvec3_add(c->low, core3_disc(c, d));
    return dvec3_dot(dvec3_sub(c->high, rim), d) >= 0 ? c->high : rim;
}

/// An ellipsoid is the image of the unit ball under its axes at full length. Its support point is the image
/// of the ball's support point along d as the ball sees it.
static inline dvec3 core3_support_ellipsoid(const core3 *c, dvec3 d)
{
    const double x = dvec3_dot(c->axis[0], d), y = dvec3_dot(c->axis[1], d), z = dvec3_dot(c->axis[2], d),
                 length = sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return c->center;
    dvec3 p = dvec3_add_scaled(dvec3_scale(x / length, c->axis[0]), y / length, c->axis[1]);
    return dvec3_add(c->center, dvec3_add_scaled(p, z / length, c->axis[2]));
}

/// Returns the point of the disc around a core's axis that lies farthest along d, less the disc's middle; zero if
/// no direction is distinguished.
static inline flr_vec3 convex3_rim(const flr_convex3 *c, const flr_mat3 *axes, flr_vec3 d)
{
    const flr_real x = flr_dot3(axes->x, d), y = flr_dot3(axes->y, d),
                   length = (flr_real)sqrt((double)(x * x + y * y));
    if (!(length > 0)) return flr_vec3_make(0, 0, 0);
    const flr_real scale = c->half_extents.x / length;
    return flr_add3(flr_scale3(x * scale, axes->x), flr_scale3(y * scale, axes->y));
}

/// Returns the farthest point of an ellipsoid around the origin along d, both in the ellipsoid's frame.
static inline flr_vec3 convex3_ellipsoid_top(flr_vec3 radii, flr_vec3 d)
{
    const double x = (double)radii.x * (double)d.x, y = (double)radii.y * (double)d.y,
                 z = (double)radii.z * (double)d.z, length = sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return flr_vec3_make(0, 0, 0);
    return flr_vec3_make((flr_real)((double)radii.x * (x / length)),
                         (flr_real)((double)radii.y * (y / length)),
                         (flr_real)((double)radii.z * (z / length)));
}

/// Returns the support point of a curved core, relative to its middle, in the library's numbers; not of a user's.
/// Its axes, and its ends relative to the middle, may have been turned.
static inline flr_vec3 convex3_curved_top(const flr_convex3 *c, const flr_mat3 *axes, const flr_vec3 ends[2],
                                          flr_vec3 d)
{
    if (c->kind == FLR_CONVEX3_ELLIPSOID) {
        const flr_vec3 local =
            flr_vec3_make(flr_dot3(axes->x, d), flr_dot3(axes->y, d), flr_dot3(axes->z, d));
        return flr_mat3_mul(*axes, convex3_ellipsoid_top(c->half_extents, local));
    }
    const flr_vec3 rim = convex3_rim(c, axes, d);
    if (c->kind == FLR_CONVEX3_CYLINDER) return flr_add3(ends[flr_dot3(axes->z, d) < 0 ? 0 : 1], rim);
    const flr_vec3 base = flr_add3(ends[0], rim);
    return flr_dot3(ends[1], d) >= flr_dot3(base, d) ? ends[1] : base;
}

dvec3 flr_core3_support_user(const core3 *c, dvec3 d);

/// Returns the support point of the core along d, and its number or CORE3_NO_ID. The kind is an argument, so
/// that a loop for one kind holds the code of that kind alone.
static inline dvec3 core3_support(const core3 *c, flr_convex3_kind kind, dvec3 d, uint32_t *id)
{
    if (kind == FLR_CONVEX3_CORNERS) return core3_support_corners(c, d, id);
    if (kind == FLR_CONVEX3_BOX) return core3_support_box(c, d, id);
    if (kind == FLR_CONVEX3_POINTS) return core3_support_points(c, d, id);
    if (kind == FLR_CONVEX3_HULL) return core3_support_hull(c, d, id);
    *id = CORE3_NO_ID;
    if (kind == FLR_CONVEX3_CYLINDER) return core3_support_cylinder(c, d);
    if (kind == FLR_CONVEX3_CONE) return core3_support_cone(c, d);
    if (kind == FLR_CONVEX3_ELLIPSOID) return core3_support_ellipsoid(c, d);
    return flr_core3_support_user(c, d);
}

/// The origin of a scene, from which all points are measured: a position and, for points and hulls, one of
/// their points relative to it (`lead`). So neither a far position nor far points cost more than the
/// rounding of their own coordinates. All lengths are multiplied by `unit`, a power of two.
typedef struct reference3 {
    dvec3 position, lead;
    double unit;
} reference3;

reference3 flr_reference3_make(const flr_convex3 *s, double unit);
void flr_core3_load(core3 *c, const flr_convex3 *s, const reference3 *r);
/// Returns a length of the order of the core's size and its distance from the reference. Not all points are
/// looked at.
double flr_core3_reach(const core3 *c);

static inline dvec3 reference3_relative(const reference3 *r, flr_vec3 p)
{
    dvec3 q = dvec3_sub(dvec3_scale(r->unit, dvec3_from(p)), dvec3_scale(r->unit, r->position));
    return dvec3_sub(q, r->lead);
}

/// Returns a + b - c with the rounding error of the first sum added back: any two of the three may be large
/// and cancel.
static inline double far_sum_of(double a, double b, double c)
{
    double sum = a + b, part = sum - a;
    return (sum - c) + ((a - (sum - part)) + (b - part));
}

static inline dvec3 dvec3_far_sum(dvec3 a, dvec3 b, dvec3 c)
{
    return dvec3_make(far_sum_of(a.x, b.x, c.x), far_sum_of(a.y, b.y, c.y), far_sum_of(a.z, b.z, c.z));
}

/// Returns the rounding error of a - b.
static inline double lost_of(double a, double b)
{
    double difference = a - b, part = difference - a;
    return (a - (difference - part)) - (b + part);
}

static inline dvec3 dvec3_lost(dvec3 a, dvec3 b)
{
    return dvec3_make(lost_of(a.x, b.x), lost_of(a.y, b.y), lost_of(a.z, b.z));
}

#endif
