/// Time of impact of points, segments and triangles whose corners move on straight lines, each by itself.
/// Conservative advancement as in toi3.c, along directions that follow the features: cross products of
/// edges, which are quadratic in time.
#include <math.h>

#include "closest/frame3.h"
#include "closest/kernels3.h"
#include "math/simd.h"
#include "toi/toi3.h"

/// The corners of a point, segment or triangle, each moving on a line. Always in double, as places in
/// between are not representable in flr_real.
typedef struct corners {
    int count;
    dvec3 from[3], way[3];
} corners;

/// Both in a common unit, and the direction along which their gap is sampled.
typedef struct vertices {
    corners a, b;
    double error, touch, target;
    // the direction: still + t * once + t^2 * twice  ///< the direction: still + t * once + t^2 * twice
    dvec3 still, once, twice;
    double length;  // an upper bound on its length at any time
    double unit;
} vertices;

static dvec3 unit_or_zero(dvec3 v)
{
    double length = dvec3_length(v);
    return length > 0 ? dvec3_scale(1 / length, v) : dvec3_make(0, 0, 0);
}

static dvec3 corner_at(const corners *c, int i, double t)
{
    return dvec3_add_scaled(c->from[i], t, c->way[i]);
}

static dvec3 direction_at(const vertices *v, double t)
{
    return dvec3_add_scaled(v->still, t, dvec3_add_scaled(v->once, t, v->twice));
}

/// The gap along the direction at time t: a toi3_gap_fn.
static double sample(void *user, double t)
{
    const vertices *v = user;
    dvec3 n = direction_at(v, t);
    double high = dvec3_dot(n, corner_at(&v->a, 0, t)), low = dvec3_dot(n, corner_at(&v->b, 0, t));
    for (int i = 1; i < v->a.count; i++) {
        double along = dvec3_dot(n, corner_at(&v->a, i, t));
        if (along > high) high = along;
    }
    for (int i = 1; i < v->b.count; i++) {
        double along = dvec3_dot(n, corner_at(&v->b, i, t));
        if (along < low) low = along;
    }
    return low - high - v->error * v->length - (v->target > 0 ? v->target * dvec3_length(n) : 0);
}

/// Returns `root` for flr_toi3_follow. The offset of two corners along a quadratic direction is a cubic in
/// time, so its second derivative is largest at one end. The target is multiplied by the length of the
/// direction, whose second derivative is at most that of the direction.
static double half_root(const vertices *v)
{
    double most = 0;
    const double bend = 2 * v->target * dvec3_length(v->twice);
    for (int i = 0; i < v->a.count; i++) {
        for (int j = 0; j < v->b.count; j++) {
            dvec3 r = dvec3_sub(v->b.from[j], v->a.from[i]), way = dvec3_sub(v->b.way[j], v->a.way[i]);
            double first = 2 * (double)(dvec3_dot(v->twice, r) + dvec3_dot(v->once, way));
            double last = first + 6 * (double)dvec3_dot(v->twice, way);
            if (first > most) most = first;
            if (last > most) most = last;
        }
    }
    return sqrt((most + bend) / 2) * 1.000001;
}

/// Finds the corners within `slack` of the extreme one along d; returns how many.
static int farthest(const corners *c, dvec3 d, double slack, double t, int *which)
{
    double along[3], most = 0;
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        along[i] = dvec3_dot(d, dvec3_sub(corner_at(c, i, t), corner_at(c, 0, t)));
        if (along[i] > most) most = along[i];
    }
    for (int i = 0; i < c->count; i++)
        if (along[i] >= most - slack) which[count++] = i;
    return count;
}

static void sample_along(vertices *v, dvec3 n)
{
    v->still = n;
    v->once = v->twice = dvec3_make(0, 0, 0);
    v->length = 1;
}

/// A vector that changes linearly: an edge between two corners, or a fixed one.
typedef struct edge {
    dvec3 from, way;
} edge;

static edge edge_of(const corners *c, int i, int j)
{
    edge e = {dvec3_sub(c->from[j], c->from[i]), dvec3_sub(c->way[j], c->way[i])};
    return e;
}

/// Sets the direction to the cross product of two edges: unit, and along n, at time t. False if the edges
/// are nearly parallel.
static bool sample_perpendicular_to(vertices *v, edge e, edge f, dvec3 n, double t)
{
    v->still = dvec3_cross(e.from, f.from);
    v->once = dvec3_add(dvec3_cross(e.way, f.from), dvec3_cross(e.from, f.way));
    v->twice = dvec3_cross(e.way, f.way);
    dvec3 now = direction_at(v, t);
    double length = dvec3_length(now);
    double sides =
        dvec3_length(dvec3_add_scaled(e.from, t, e.way)) * dvec3_length(dvec3_add_scaled(f.from, t, f.way));
    if (!(length > 1e-3 * sides)) return false;
    double scale = (dvec3_dot(now, n) < 0 ? -1 : 1) / length;
    v->still = dvec3_scale(scale, v->still);
    v->once = dvec3_scale(scale, v->once);
    v->twice = dvec3_scale(scale, v->twice);
    v->length = dvec3_length(v->still) + dvec3_length(v->once) + dvec3_length(v->twice);
    return true;
}

/// Sets the direction to the normal of the features that face each other along n: of a face, of an edge of
/// each, or perpendicular to one edge and as near to n as that permits.
static void sample_along_features(vertices *v, dvec3 n, double slack, double t)
{
    int a[3], b[3];
    int count_a = farthest(&v->a, n, slack, t, a), count_b = farthest(&v->b, dvec3_neg(n), slack, t, b);
    bool found = false;
    if (count_b == 3) {
        found = sample_perpendicular_to(v, edge_of(&v->b, 0, 1), edge_of(&v->b, 0, 2), n, t);
    } else if (count_a == 2 && count_b == 2) {
        found = sample_perpendicular_to(v, edge_of(&v->a, 0, 1), edge_of(&v->b, 0, 1), n, t);
    }
    if (!found && (count_a > 1 || count_b > 1)) {
        edge e = count_b > 1 ? edge_of(&v->b, b[0], b[1]) : edge_of(&v->a, a[0], a[1]);
        edge f = {dvec3_cross(n, dvec3_add_scaled(e.from, t, e.way)), {0, 0, 0}};
        found = sample_perpendicular_to(v, e, f, n, t);
    }
    if (!found) sample_along(v, n);
}

/// The nearest points at a time.
typedef struct nearest {
    dvec3 a, b;
    double distance;
} nearest;

static dvec3 local_at(const corners *c, int i, double t)
{
    dvec3 p = corner_at(c, i, t);
    return (dvec3){p.x, p.y, p.z};
}

static nearest nearest_at(const vertices *v, double t)
{
    nearest n;
    if (v->a.count == 1) {
        const dvec3 b[3] = {local_at(&v->b, 0, t), local_at(&v->b, 1, t), local_at(&v->b, 2, t)};
        flr_weights3 weights = {{1, 0, 0}};
        (void)flr_local3_point_triangle(local_at(&v->a, 0, t), b, &weights);
        n.a = corner_at(&v->a, 0, t);
        n.b = dvec3_make(0, 0, 0);
        for (int i = 0; i < 3; i++) n.b = dvec3_add_scaled(n.b, weights.w[i], corner_at(&v->b, i, t));
    } else {
        dvec3 a = corner_at(&v->a, 0, t), b = corner_at(&v->b, 0, t);
        dvec3 p = local_at(&v->a, 0, t), q = local_at(&v->b, 0, t);
        dvec3 d = dvec3_sub(local_at(&v->a, 1, t), p), e = dvec3_sub(local_at(&v->b, 1, t), q);
        double on_a, on_b;
        (void)flr_local3_segment_segment(d, e, dvec3_sub(p, q), &on_a, &on_b);
        n.a = dvec3_add_scaled(a, on_a, dvec3_make(d.x, d.y, d.z));
        n.b = dvec3_add_scaled(b, on_b, dvec3_make(e.x, e.y, e.z));
    }
    n.distance = dvec3_length(dvec3_sub(n.b, n.a));
    return n;
}

/// Chooses the direction of the widest gap at t. Returns that gap, less the target. `length`: of the longest
/// candidate. Where the gap is small, nearly parallel edges give too little accuracy, and the offset of the
/// nearest points hardly more.
static double widest(vertices *v, const nearest *c, double size, double t, double *length)
{
    double longest = 1;
    dvec3 n = unit_or_zero(dvec3_sub(c->b, c->a));
    const double blunt = 1e-10;
    double sharp = 4 * v->error * size / c->distance;
    vertices best = *v;
    double gap = -INFINITY;
    const double slacks[3] = {sharp > blunt * size ? sharp : blunt * size, 1e-2 * size, 0};
    for (int i = 0; i < 3 && gap < 0.9 * (c->distance - v->target); i++) {
        if (slacks[i] > 0)
            sample_along_features(v, n, slacks[i], t);
        else
            sample_along(v, n);
        double wide = sample(v, t);
        if (wide > gap) gap = wide, best = *v;
        if (v->target > 0 && v->length > longest) longest = v->length;
    }
    *v = best;
    *length = longest;
    return gap;
}

/// Sets the corners relative to the first one of a, in a unit in which nothing overflows. Returns the size
/// in that unit.
static double set_corners(vertices *v, const flr_vec3 *a_from, const flr_vec3 *a_to, int count_a,
                          const flr_vec3 *b_from, const flr_vec3 *b_to, int count_b)
{
    dvec3 origin = dvec3_from(a_from[0]);
    double size = 0;
    v->a.count = count_a;
    v->b.count = count_b;
    for (int i = 0; i < count_a + count_b; i++) {
        corners *c = i < count_a ? &v->a : &v->b;
        int k = i < count_a ? i : i - count_a;
        dvec3 from = dvec3_from(i < count_a ? a_from[k] : b_from[k]),
              to = dvec3_from(i < count_a ? a_to[k] : b_to[k]);
        c->from[k] = dvec3_sub(from, origin);
        c->way[k] = dvec3_sub(to, from);
        size += dvec3_max_abs(c->from[k]) + dvec3_max_abs(c->way[k]);
    }
    v->unit = 1;
    if (!(size > 0x1p-100 && size < 0x1p100)) v->unit = flr_power_toward_one(size);
    size = 0;
    for (int i = 0; i < count_a + count_b; i++) {
        corners *c = i < count_a ? &v->a : &v->b;
        int k = i < count_a ? i : i - count_a;
        c->from[k] = dvec3_scale(v->unit, c->from[k]);
        c->way[k] = dvec3_scale(v->unit, c->way[k]);
        double reach = dvec3_length(c->from[k]) + dvec3_length(c->way[k]);
        if (!isnan(size) && !(reach <= size)) size = reach;  // a NaN stays
    }
    v->error = 8 * 2.3e-16 * size;
    v->touch = 4 * v->error;
    return size;
}

static flr_toi3_result answer(flr_status status, bool hit, double t, double upper, int steps)
{
    flr_toi3_result q = {.status = status, .hit = hit, .t_upper = (flr_real)upper, .iterations = steps};
    q.t = (flr_real)toi3_round_down(t);
    if ((double)q.t_upper < upper) q.t_upper *= 1 + (flr_real)1.2e-7;
    return q;
}

/// The result of a touch at time t, or soon after; `c` holds the nearest points at t.
static flr_toi3_result touched(const vertices *v, const nearest *c, flr_vec3 origin, double t, double upper,
                               int steps)
{
    flr_toi3_result q = answer(FLR_OK, true, t, upper, steps);
    if (t > 0) {
        dvec3 middle = dvec3_scale(0.5 / v->unit, dvec3_add(c->a, c->b));
        q.point = dvec3_round(dvec3_add(dvec3_from(origin), middle));
        q.normal = dvec3_round(unit_or_zero(direction_at(v, t)));
    }
    return q;
}

static flr_toi3_result run(vertices *v, double size, flr_vec3 origin, const flr_toi3_options *o)
{
    const double tolerance = toi3_vertices_tolerance(o);
    int steps_max = o && o->max_steps > 0 ? o->max_steps : 1000;
    v->target = o ? (double)o->target_distance * v->unit : 0;
    double t = 0;
    if (!toi3_options_are_good(o)) return answer(FLR_INVALID_ARGUMENT, false, 0, 0, 0);
    if (!isfinite(size)) return answer(FLR_NOT_FINITE, false, 0, 0, 0);
    for (int step = 1; step <= steps_max; step++) {
        nearest c = nearest_at(v, t);
        double length = 1, gap = c.distance > 0 ? widest(v, &c, size, t, &length) : 0;
        // along nearly parallel edges the rest is within the rounding errors of their cross product
        double most = fmax(length, v->length), hidden = v->error * (most > 16 ? 4 * most : 64);
        bool near = c.distance <= v->target + v->touch;
        bool in_doubt = !(gap > 2 * v->error * length) && c.distance <= v->target + hidden;
        if (near || in_doubt) return touched(v, &c, origin, t, t, step);
        if (!(gap > 0)) break;
        double before = t;
        t = flr_toi3_follow(sample, v, half_root(v), t, &gap, 0, 1, v->error);
        if (t >= 1) return answer(FLR_OK, false, 1, 1, step);
        double later = toi3_soon(t, tolerance, 1);
        if (later > t && t - before < tolerance / 4 &&
            nearest_at(v, later).distance <= v->target + v->touch) {
            c = nearest_at(v, t);
            return touched(v, &c, origin, t, later, step);
        }
    }
    return answer(FLR_NOT_CONVERGED, true, t, 1, steps_max);
}

flr_toi3_result flr_vertex_toi3_point_triangle(flr_vec3 p_from, flr_vec3 p_to, const flr_triangle3 *from,
                                               const flr_triangle3 *to, const flr_toi3_options *options)
{
    vertices v = {.length = 1};
    const flr_vec3 b_from[3] = {from->a, from->b, from->c}, b_to[3] = {to->a, to->b, to->c};
    double size = set_corners(&v, &p_from, &p_to, 1, b_from, b_to, 3);
    return run(&v, size, p_from, options);
}

flr_toi3_result flr_vertex_toi3_segment_segment(const flr_segment3 *a_from, const flr_segment3 *a_to,
                                                const flr_segment3 *b_from, const flr_segment3 *b_to,
                                                const flr_toi3_options *options)
{
    vertices v = {.length = 1};
    const flr_vec3 a[2] = {a_from->a, a_from->b}, a_end[2] = {a_to->a, a_to->b};
    const flr_vec3 b[2] = {b_from->a, b_from->b}, b_end[2] = {b_to->a, b_to->b};
    double size = set_corners(&v, a, a_end, 2, b, b_end, 2);
    return run(&v, size, a_from->a, options);
}
