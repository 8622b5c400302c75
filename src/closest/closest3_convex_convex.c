#include <math.h>

#include "closest/closest3_convex_convex.h"
#include "convex/support3.h"
#include "feeler/convex.h"

enum { ITERATION_MAX = 128 };

/// All points relative to a's centre, so that a scene far from the origin loses nothing but the
/// rounding of its own coordinates.
typedef struct gjk {
    const flr_convex3 *a, *b;
    flr_vec3 offset;  // of b's centre from a's
    simplex3 simplex;
    flr_vec3 closest;       // of the simplex to the origin
    flr_real lower, upper;  // bounds on the distance of the cores
    flr_real size;          // largest length met: what the rounding is measured by
    bool inside;
} gjk;

static flr_real roundings(const gjk *g)
{
    return g->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16);
}

/// Adds the support point of the difference against `direction`.
static void add_support(gjk *g, flr_vec3 direction)
{
    simplex3 *s = &g->simplex;
    flr_vec3 a = support3_from_center(g->a, flr_neg3(direction));
    flr_vec3 b = flr_add3(g->offset, support3_from_center(g->b, direction));
    s->a[s->count] = a;
    s->b[s->count] = b;
    s->w[s->count] = flr_sub3(a, b);
    s->count++;
    flr_real size = flr_length3(a) + flr_length3(b);
    if (size > g->size) g->size = size;
}

static bool holds_newest(const simplex3 *s)
{
    flr_vec3 n = s->w[s->count - 1];
    for (int i = 0; i < s->count - 1; i++)
        if (s->w[i].x == n.x && s->w[i].y == n.y && s->w[i].z == n.z) return true;
    return false;
}

/// The newest support point tells how far the plane square to `closest` keeps the cores apart.
static void raise_lower(gjk *g)
{
    flr_real length = flr_length3(g->closest);
    if (!(length > 0)) return;
    flr_real apart = flr_dot3(g->closest, g->simplex.w[g->simplex.count - 1]) / length;
    if (apart > g->lower) g->lower = apart;
}

static void record(const gjk *g, const flr_gjk3_options *o, int iteration)
{
    if (!o || !o->steps || iteration >= o->steps_capacity) return;
    flr_gjk3_step *step = &o->steps[iteration];
    *step =
        (flr_gjk3_step){.count = g->simplex.count, .closest = g->closest, .direction = flr_neg3(g->closest)};
    for (int i = 0; i < g->simplex.count; i++) {
        step->simplex[i] = g->simplex.w[i];
        step->weights[i] = g->simplex.weight[i];
    }
}

static flr_vec3 first_direction(const gjk *g, const flr_gjk3_options *o)
{
    flr_vec3 d = o && o->cache ? o->cache->axis : flr_vec3_make(0, 0, 0);
    if (!(flr_length_squared3(d) > 0) || !flr_is_finite3(d)) d = flr_neg3(g->offset);
    if (!(flr_length_squared3(d) > 0)) d = flr_vec3_make(1, 0, 0);
    return d;
}

/// Runs to the end; returns the number of steps, or -1 where they were used up.
static int iterate(gjk *g, const flr_gjk3_options *o, flr_real stop_above)
{
    add_support(g, first_direction(g, o));
    g->closest = flr_simplex3_reduce(&g->simplex, &g->inside);
    g->upper = flr_length3(g->closest);
    record(g, o, 0);
    for (int i = 1; i < ITERATION_MAX; i++) {
        if (!(g->upper > roundings(g))) return i;
        add_support(g, g->closest);
        raise_lower(g);
        if (g->lower > stop_above || g->upper - g->lower <= 2 * roundings(g) || holds_newest(&g->simplex)) {
            g->simplex.count--;
            return i;
        }
        simplex3 before = g->simplex;
        before.count--;
        flr_vec3 closest = flr_simplex3_reduce(&g->simplex, &g->inside);
        flr_real length = flr_length3(closest);
        if (!g->inside && !(length < g->upper)) {
            // no nearer for rounding: what stood before is as good as it gets
            g->simplex = before;
            return i;
        }
        g->closest = closest;
        g->upper = g->inside ? 0 : length;
        record(g, o, i);
        if (g->inside) return i;
    }
    return -1;
}

/// The weighted sums of the support points; where one corner is left, its own bits.
static void witness(const gjk *g, flr_vec3 *a, flr_vec3 *b)
{
    const simplex3 *s = &g->simplex;
    *a = flr_scale3(s->weight[0], s->a[0]);
    *b = flr_scale3(s->weight[0], s->b[0]);
    for (int i = 1; i < s->count; i++) {
        *a = flr_mul_add3(*a, s->weight[i], s->a[i]);
        *b = flr_mul_add3(*b, s->weight[i], s->b[i]);
    }
}

static void set_bounds(const gjk *g, flr_real radii, flr_gjk3 *r)
{
    // the support points, their difference and the projection each round a few times
    flr_real error = 8 * roundings(g);
    r->lower = g->lower - error - radii;
    r->upper = g->upper + error - radii;
    if (!(r->lower > 0)) r->lower = 0;
    if (!(r->upper > 0)) r->upper = 0;
}

static void set_points(const gjk *g, flr_gjk3 *r)
{
    flr_vec3 a, b;
    witness(g, &a, &b);
    flr_real ra = g->a->radius, rb = g->b->radius;
    if (g->upper > 0) r->normal = flr_scale3(-1 / g->upper, g->closest);
    r->point_a = flr_add3(g->a->center, flr_mul_add3(a, ra, r->normal));
    r->point_b = flr_add3(g->a->center, flr_mul_add3(b, -rb, r->normal));
}

static flr_gjk3 finish(const gjk *g, int steps, flr_real limit)
{
    flr_real radii = g->a->radius + g->b->radius;
    flr_gjk3 r = {.status = FLR_OK};
    r.iterations = steps < 0 ? ITERATION_MAX : steps;
    set_bounds(g, radii, &r);
    set_points(g, &r);
    const flr_real relative = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12;
    if (steps < 0 && g->upper - g->lower > 64 * roundings(g) + g->upper * relative)
        r.status = FLR_NOT_CONVERGED;
    r.signed_distance = g->upper - radii;
    r.beyond = g->lower > limit + radii;
    r.overlap = !(r.signed_distance > 0) && !r.beyond;
    r.distance = r.beyond ? g->lower - radii : r.overlap ? 0 : r.signed_distance;
    return r;
}

flr_gjk3 flr_gjk3_run(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                      simplex3 *simplex)
{
    gjk g = {.a = a, .b = b, .offset = flr_sub3(b->center, a->center)};
    flr_real limit = options ? options->max_distance : (flr_real)INFINITY;
    int steps = iterate(&g, options, limit + a->radius + b->radius);
    if (!(g.upper > roundings(&g))) g.upper = 0;
    if (options && options->cache) options->cache->axis = g.closest;
    *simplex = g.simplex;
    return finish(&g, steps, limit);
}

flr_gjk3 flr_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                    const flr_gjk3_options *options)
{
    simplex3 simplex;
    return flr_gjk3_run(a, b, options, &simplex);
}
