#include <math.h>

#include "feeler/closest.h"
#include "math/unit3.h"
#include "sweep/motion3.h"

/// The corners of a point, segment or triangle, each of which goes along a line.
typedef struct corners {
    int count;
    flr_vec3 from[3], way[3];
} corners;

typedef struct vertices {
    corners a, b;
    flr_real error, touch;
    // the direction looked along: still + t * once + t^2 * twice
    flr_vec3 still, once, twice;
    flr_real length;  // no less than its length at any time
} vertices;

static flr_vec3 corner_at(const corners *c, int i, double t)
{
    return flr_mul_add3(c->from[i], (flr_real)t, c->way[i]);
}

static flr_vec3 direction_at(const vertices *v, double t)
{
    return flr_mul_add3(v->still, (flr_real)t, flr_mul_add3(v->once, (flr_real)t, v->twice));
}

static flr_real look(void *user, double t)
{
    const vertices *v = user;
    flr_vec3 n = direction_at(v, t);
    flr_real high = flr_dot3(n, corner_at(&v->a, 0, t)), low = flr_dot3(n, corner_at(&v->b, 0, t));
    for (int i = 1; i < v->a.count; i++) {
        flr_real along = flr_dot3(n, corner_at(&v->a, i, t));
        if (along > high) high = along;
    }
    for (int i = 1; i < v->b.count; i++) {
        flr_real along = flr_dot3(n, corner_at(&v->b, i, t));
        if (along < low) low = along;
    }
    return low - high - v->error * v->length;
}

/// Of the way from any corner to any other along a direction of second degree: a cubic, whose second derivative
/// is greatest at one end of the time.
static double half_root(const vertices *v)
{
    double most = 0;
    for (int i = 0; i < v->a.count; i++) {
        for (int j = 0; j < v->b.count; j++) {
            flr_vec3 r = flr_sub3(v->b.from[j], v->a.from[i]), way = flr_sub3(v->b.way[j], v->a.way[i]);
            double first = 2 * (double)(flr_dot3(v->twice, r) + flr_dot3(v->once, way));
            double last = first + 6 * (double)flr_dot3(v->twice, way);
            if (first > most) most = first;
            if (last > most) most = last;
        }
    }
    return sqrt(most / 2) * (sizeof(flr_real) == sizeof(float) ? 1.0001 : 1.000001);
}

/// Which corners lie within `slack` of the farthest along d; how many.
static int farthest(const corners *c, flr_vec3 d, flr_real slack, double t, int *which)
{
    flr_real along[3], most = 0;
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        along[i] = flr_dot3(d, flr_sub3(corner_at(c, i, t), corner_at(c, 0, t)));
        if (along[i] > most) most = along[i];
    }
    for (int i = 0; i < c->count; i++)
        if (along[i] >= most - slack) which[count++] = i;
    return count;
}

static void look_along(vertices *v, flr_vec3 n)
{
    v->still = n;
    v->once = v->twice = flr_vec3_make(0, 0, 0);
    v->length = 1;
}

/// A vector that changes at a constant rate: an edge between two corners, or one that stands still.
typedef struct edge {
    flr_vec3 from, way;
} edge;

static edge edge_of(const corners *c, int i, int j)
{
    edge e = {flr_sub3(c->from[j], c->from[i]), flr_sub3(c->way[j], c->way[i])};
    return e;
}

/// Looks along the product of two edges: unit, and along n, at time t. False where they are parallel.
static bool look_square_to(vertices *v, edge e, edge f, flr_vec3 n, double t)
{
    v->still = flr_cross3(e.from, f.from);
    v->once = flr_add3(flr_cross3(e.way, f.from), flr_cross3(e.from, f.way));
    v->twice = flr_cross3(e.way, f.way);
    flr_vec3 now = direction_at(v, t);
    flr_real length = flr_length3(now);
    flr_real sides = flr_length3(flr_mul_add3(e.from, (flr_real)t, e.way)) *
                     flr_length3(flr_mul_add3(f.from, (flr_real)t, f.way));
    if (!(length > (flr_real)1e-3 * sides)) return false;
    flr_real scale = (flr_dot3(now, n) < 0 ? -1 : 1) / length;
    v->still = flr_scale3(scale, v->still);
    v->once = flr_scale3(scale, v->once);
    v->twice = flr_scale3(scale, v->twice);
    v->length = flr_length3(v->still) + flr_length3(v->once) + flr_length3(v->twice);
    return true;
}

/// Looks along n as the corners that face each other along it suggest: square to a face, to an edge of each, or to one edge and
/// what is square to both that and n.
static void look_along_features(vertices *v, flr_vec3 n, flr_real slack, double t)
{
    int a[3], b[3];
    int count_a = farthest(&v->a, n, slack, t, a), count_b = farthest(&v->b, flr_neg3(n), slack, t, b);
    bool found = false;
    if (count_b == 3) {
        found = look_square_to(v, edge_of(&v->b, 0, 1), edge_of(&v->b, 0, 2), n, t);
    } else if (count_a == 2 && count_b == 2) {
        found = look_square_to(v, edge_of(&v->a, 0, 1), edge_of(&v->b, 0, 1), n, t);
    }
    if (!found && (count_a > 1 || count_b > 1)) {
        edge e = count_b > 1 ? edge_of(&v->b, b[0], b[1]) : edge_of(&v->a, a[0], a[1]);
        edge f = {flr_cross3(n, flr_mul_add3(e.from, (flr_real)t, e.way)), {0, 0, 0}};
        found = look_square_to(v, e, f, n, t);
    }
    if (!found) look_along(v, n);
}

static flr_closest3 closest_at(const vertices *v, double t)
{
    if (v->a.count == 1) {
        const flr_triangle3 b = {corner_at(&v->b, 0, t), corner_at(&v->b, 1, t), corner_at(&v->b, 2, t)};
        return flr_closest3_point_triangle(corner_at(&v->a, 0, t), &b);
    }
    const flr_segment3 a = {corner_at(&v->a, 0, t), corner_at(&v->a, 1, t)};
    const flr_segment3 b = {corner_at(&v->b, 0, t), corner_at(&v->b, 1, t)};
    return flr_closest3_segment_segment(&a, &b);
}

/// The widest gap at t along the directions that offer themselves; the vertices look along it then.
static flr_real widest(vertices *v, const flr_closest3 *c, flr_real size, double t)
{
    flr_vec3 n = unit3_or_zero(flr_sub3(c->point_b, c->point_a));
    const flr_real blunt = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-4 : (flr_real)1e-10;
    flr_real sharp = 4 * v->error * size / c->distance;
    vertices best = *v;
    flr_real gap = -(flr_real)INFINITY;
    const flr_real slacks[3] = {sharp > blunt * size ? sharp : blunt * size, (flr_real)1e-2 * size, 0};
    for (int i = 0; i < 3 && gap < (flr_real)0.9 * c->distance; i++) {
        if (slacks[i] > 0)
            look_along_features(v, n, slacks[i], t);
        else
            look_along(v, n);
        flr_real wide = look(v, t);
        if (wide > gap) gap = wide, best = *v;
    }
    *v = best;
    return gap;
}

static flr_real set_corners(vertices *v, const flr_vec3 *a_from, const flr_vec3 *a_to, int count_a,
                            const flr_vec3 *b_from, const flr_vec3 *b_to, int count_b)
{
    flr_vec3 origin = a_from[0];
    flr_real size = 0;
    v->a.count = count_a;
    v->b.count = count_b;
    for (int i = 0; i < count_a + count_b; i++) {
        corners *c = i < count_a ? &v->a : &v->b;
        int k = i < count_a ? i : i - count_a;
        flr_vec3 from = i < count_a ? a_from[k] : b_from[k], to = i < count_a ? a_to[k] : b_to[k];
        c->from[k] = flr_sub3(from, origin);
        c->way[k] = flr_sub3(to, from);
        flr_real reach = flr_length3(c->from[k]) + flr_length3(c->way[k]);
        if (!(reach <= size)) size = reach;
    }
    const flr_real rounding = sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16;
    v->error = 8 * rounding * size;
    v->touch = 4 * v->error;
    return size;
}

static flr_motion3_result answer(flr_status status, bool hit, double t, double upper, int steps)
{
    flr_motion3_result q = {.status = status, .hit = hit, .t_upper = (flr_real)upper, .iterations = steps};
    q.t = (flr_real)motion3_round_down(t);
    if ((double)q.t_upper < upper) q.t_upper *= 1 + (flr_real)1.2e-7;
    return q;
}

static flr_motion3_result run(vertices *v, flr_real size, flr_vec3 origin, const flr_motion3_options *o)
{
    double tolerance = o && o->tolerance > 0               ? (double)o->tolerance
                       : sizeof(flr_real) == sizeof(float) ? 1e-5
                                                           : 1e-6;
    int steps_max = o && o->max_steps > 0 ? o->max_steps : 1000;
    flr_real target = o && o->target_distance > 0 ? o->target_distance : 0;
    double t = 0;
    if (!isfinite(size)) return answer(FLR_NOT_FINITE, false, 0, 0, 0);
    for (int step = 1; step <= steps_max; step++) {
        flr_closest3 c = closest_at(v, t);
        flr_real gap = c.distance > 0 ? widest(v, &c, size, t) - target * v->length : 0;
        // what is left along edges that are nearly parallel is hidden by the rounding of their product
        flr_real hidden = v->error * (v->length > 16 ? 4 * v->length : 64);
        bool near = c.distance <= target + v->touch;
        bool in_doubt = !(gap > 2 * v->error) && c.distance <= target + hidden;
        if (near || in_doubt) {
            flr_motion3_result q = answer(FLR_OK, true, t, t, step);
            if (t > 0) q.point = flr_add3(origin, flr_lerp3(c.point_a, c.point_b, (flr_real)0.5));
            if (t > 0) q.normal = unit3_or_zero(direction_at(v, t));
            return q;
        }
        if (!(gap > 0)) break;
        double before = t;
        flr_real error = v->error;
        v->error += target;
        t = flr_motion3_follow(look, v, half_root(v), t, &gap, 0, 1, (double)error);
        v->error = error;
        if (t >= 1) return answer(FLR_OK, false, 1, 1, step);
        double later = motion3_soon(t, tolerance, 1);
        if (later > t && t - before < tolerance / 4 && closest_at(v, later).distance <= target + v->touch)
            return answer(FLR_OK, true, t, later, step);
    }
    return answer(FLR_NOT_CONVERGED, true, t, 1, steps_max);
}

flr_motion3_result flr_vertex_motion3_point_triangle(flr_vec3 p_from, flr_vec3 p_to,
                                                     const flr_triangle3 *from, const flr_triangle3 *to,
                                                     const flr_motion3_options *options)
{
    vertices v = {.length = 1};
    const flr_vec3 b_from[3] = {from->a, from->b, from->c}, b_to[3] = {to->a, to->b, to->c};
    flr_real size = set_corners(&v, &p_from, &p_to, 1, b_from, b_to, 3);
    return run(&v, size, p_from, options);
}

flr_motion3_result flr_vertex_motion3_segment_segment(const flr_segment3 *a_from, const flr_segment3 *a_to,
                                                      const flr_segment3 *b_from, const flr_segment3 *b_to,
                                                      const flr_motion3_options *options)
{
    vertices v = {.length = 1};
    const flr_vec3 a[2] = {a_from->a, a_from->b}, a_end[2] = {a_to->a, a_to->b};
    const flr_vec3 b[2] = {b_from->a, b_from->b}, b_end[2] = {b_to->a, b_to->b};
    flr_real size = set_corners(&v, a, a_end, 2, b, b_end, 2);
    return run(&v, size, a_from->a, options);
}
