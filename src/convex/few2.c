#include "convex/few2.h"

#include <string.h>

#include "math/predicates.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Several edges at once: in two rows, so that one does not wait for the other.
enum { LANES = 16 / sizeof(flr_real) };
typedef flr_real lanes __attribute__((vector_size(16)));
#ifndef __SSE2__
#ifdef FEELER_REAL_FLOAT
typedef int32_t lane_mask __attribute__((vector_size(16)));
#else
typedef int64_t lane_mask __attribute__((vector_size(16)));
#endif
#endif

static int turn_of(const flr_vec2 *p, uint32_t count)
{
    for (uint32_t i = 1; i + 1 < count; ++i) {
        int turn = flr_orient2_inline((double)p[0].x, (double)p[0].y, (double)p[i].x, (double)p[i].y,
                                      (double)p[i + 1].x, (double)p[i + 1].y);
        if (turn) return turn;
    }
    return 0;
}

bool flr_few2_make(few2 *f, const support2 *s)
{
    if (s->shape->kind != FLR_CONVEX2_CORNERS && s->shape->kind != FLR_CONVEX2_POLYGON) return false;
    if (s->count < 3 || s->count > FEW2_MOST) return false;
    f->shape = s->shape;
    f->count = s->count;
    for (uint32_t i = 0; i < s->count; ++i) {
        flr_vec2 at = support2_corner(s, i);
        f->x[i] = at.x;
        f->y[i] = at.y;
    }
    return true;
}

/// Not yet unit; false where the corners are collinear. Made in the shape's own frame, where the corners are exact, and
/// then turned: so edges far shorter than the scene keep their directions.
static bool make_normals(few2 *f)
{
    const flr_convex2 *c = f->shape;
    f->padded = (f->count + 2 * LANES - 1) / (2 * LANES) * (2 * LANES);
    for (uint32_t i = f->count; i < f->padded; ++i) f->x[i] = f->y[i] = f->nx[i] = f->ny[i] = 0;
    f->unit = c->normals != NULL;
    for (uint32_t i = 0; f->unit && i < f->count; ++i) {
        flr_vec2 n = support2_rotated(c->rotation, c->normals[i]);
        f->nx[i] = n.x;
        f->ny[i] = n.y;
    }
    if (f->unit) return true;
    const flr_vec2 *p = c->kind == FLR_CONVEX2_CORNERS ? c->corners : c->points, r = c->rotation;
    int turn = turn_of(p, f->count);
    flr_real sign = turn < 0 ? -1 : 1;
    flr_vec2 from = p[0];
    for (uint32_t i = 0; i + 1 < f->count; ++i) {
        flr_vec2 to = p[i + 1], e = support2_rotated(r, flr_sub2(to, from));
        f->nx[i] = sign * e.y;
        f->ny[i] = sign * -e.x;
        from = to;
    }
    flr_vec2 last = support2_rotated(r, flr_sub2(p[0], from));
    f->nx[f->count - 1] = sign * last.y;
    f->ny[f->count - 1] = sign * -last.x;
    return turn != 0;
}

flr_real flr_few2_size(const few2 *f)
{
    flr_real size = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        flr_real at = support2_spread(few2_corner(f, i));
        size = at > size ? at : size;
    }
    return size;
}

static inline lanes load(const flr_real *p)
{
    lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}
static inline void store(flr_real *p, lanes v) { memcpy(p, &v, sizeof v); }

/// The smaller in each lane, b where they are equal or one is a NaN; the larger in the same way; and roots.
#if defined(__SSE2__) && defined(FEELER_REAL_FLOAT)
static inline lanes smaller(lanes a, lanes b) { return (lanes)_mm_min_ps((__m128)a, (__m128)b); }
static inline lanes larger(lanes a, lanes b) { return (lanes)_mm_max_ps((__m128)a, (__m128)b); }
static inline lanes root_of(lanes a) { return (lanes)_mm_sqrt_ps((__m128)a); }
#elif defined(__SSE2__)
static inline lanes smaller(lanes a, lanes b) { return (lanes)_mm_min_pd((__m128d)a, (__m128d)b); }
static inline lanes larger(lanes a, lanes b) { return (lanes)_mm_max_pd((__m128d)a, (__m128d)b); }
static inline lanes root_of(lanes a) { return (lanes)_mm_sqrt_pd((__m128d)a); }
#else
static inline lanes pick(lane_mask m, lanes a, lanes b)
{
    return (lanes)((m & (lane_mask)a) | (~m & (lane_mask)b));
}
static inline lanes smaller(lanes a, lanes b) { return pick(a < b, a, b); }
static inline lanes larger(lanes a, lanes b) { return pick(a > b, a, b); }
static inline lanes root_of(lanes a)
{
    for (int k = 0; k < LANES; ++k) a[k] = (flr_real)sqrt((double)a[k]);
    return a;
}
#endif

static void find_separations(few2 *own, const few2 *other)
{
    const lanes none = (lanes){0} - (flr_real)INFINITY;
    for (uint32_t i = 0; i < own->padded; i += 2 * LANES) {
        uint32_t j = i + LANES;
        lanes x = load(own->nx + i), y = load(own->ny + i), u = load(own->nx + j), v = load(own->ny + j);
        if (!own->unit) {
            lanes over = 1 / root_of(x * x + y * y), over_too = 1 / root_of(u * u + v * v);
            x *= over, y *= over, u *= over_too, v *= over_too;
        }
        lanes least = x * other->x[0] + y * other->y[0], least_too = u * other->x[0] + v * other->y[0];
        for (uint32_t k = 1; k < other->count; ++k) {
            lanes along = x * other->x[k] + y * other->y[k], along_too = u * other->x[k] + v * other->y[k];
            least = smaller(along, least);
            least_too = smaller(along_too, least_too);
        }
        least -= x * load(own->x + i) + y * load(own->y + i);
        least_too -= u * load(own->x + j) + v * load(own->y + j);
        // not of an edge without length, where it is a NaN
        store(own->separation + i, larger(least, none));
        store(own->separation + j, larger(least_too, none));
        store(own->nx + i, x);
        store(own->ny + i, y);
        store(own->nx + j, u);
        store(own->ny + j, v);
    }
}

uint32_t flr_few2_farthest(const few2 *f, flr_vec2 d)
{
    uint32_t found = 0;
    flr_real most = d.x * f->x[0] + d.y * f->y[0];
    for (uint32_t k = 1; k < f->count; ++k) {
        flr_real along = d.x * f->x[k] + d.y * f->y[k];
        found = along > most ? k : found;
        most = along > most ? along : most;
    }
    return found;
}

static flr_real toward(const few2_choice *c, flr_vec2 preferred)
{
    flr_real along = flr_dot2(few2_normal(c->own, c->edge), preferred);
    return c->own_is_b ? -along : along;
}

/// Where the corners of a side are collinear, several edges have the same normal, and one of them the witness.
static bool holds_witness(const few2_choice *c)
{
    flr_vec2 start = few2_corner(c->own, c->edge),
             e = flr_sub2(few2_corner(c->own, few2_next(c->own, c->edge)), start);
    flr_vec2 here =
        few2_corner(c->other, flr_few2_farthest(c->other, flr_neg2(few2_normal(c->own, c->edge))));
    flr_real at = flr_dot2(e, flr_sub2(here, start));
    return at >= 0 && at <= flr_dot2(e, e);
}

static bool is_better_witness(const few2_choice *c, const few2_choice *best)
{
    if (c->own != best->own) return false;
    flr_real alike = flr_dot2(few2_normal(c->own, c->edge), few2_normal(best->own, best->edge));
    return alike > (flr_real)0.999999 && !holds_witness(best) && holds_witness(c);
}

/// Of all edges alike within the tolerance, where there are several.
static few2_choice best_of(const few2 *a, const few2 *b, flr_real least, flr_vec2 preferred)
{
    few2_choice best = {NULL, NULL, false, 0, 0, 0};
    for (int k = 0; k < 2; ++k) {
        few2_choice c = {k ? b : a, k ? a : b, k == 1, 0, 0, 0};
        for (c.edge = 0; c.edge < c.own->count; ++c.edge) {
            if (!(c.own->separation[c.edge] >= least)) continue;
            if (best.own && !(toward(&c, preferred) - toward(&best, preferred) > (flr_real)1e-3) &&
                !is_better_witness(&c, &best))
                continue;
            best = c;
        }
    }
    return best;
}

/// The edge of the greatest separation; the first of several.
static uint32_t greatest_of(const few2 *f)
{
    uint32_t found = 0;
    flr_real most = f->separation[0];
    for (uint32_t i = 1; i < f->count; ++i) {
        found = f->separation[i] > most ? i : found;
        most = f->separation[i] > most ? f->separation[i] : most;
    }
    return found;
}

static uint32_t count_from(const few2 *f, flr_real least)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; ++i) count += f->separation[i] >= least;
    return count;
}

/// The farthest corner p of the other shape, or, where that lies off the edge, a point on the side of it that goes
/// along the edge.
static flr_vec2 beside_edge(const few2_choice *c)
{
    const few2 *other = c->other;
    const uint32_t farthest = c->farthest;
    flr_vec2 start = few2_corner(c->own, c->edge),
             e = flr_sub2(few2_corner(c->own, few2_next(c->own, c->edge)), start);
    flr_vec2 p = few2_corner(other, farthest), normal = few2_normal(c->own, c->edge), result = p;
    flr_real whole = flr_dot2(e, e), at = flr_dot2(e, flr_sub2(p, start));
    if (at >= 0 && at <= whole) return p;
    flr_real goal = at < 0 ? 0 : whole, least = (flr_real)INFINITY;
    for (int k = 0; k < 2; ++k) {
        flr_vec2 q = few2_corner(other, k ? few2_next(other, farthest) : few2_before(other, farthest));
        flr_real there = flr_dot2(e, flr_sub2(q, start));
        if (at < 0 ? !(there > at) : !(there < at)) continue;
        flr_real t = (goal - at) / (there - at), rise = flr_dot2(normal, flr_sub2(q, p)) / (there - at);
        if (at > 0) rise = -rise;
        if (!(rise < least)) continue;
        least = rise;
        result = t < 1 ? flr_lerp2(p, q, t) : q;
    }
    return result;
}

bool flr_few2_axes(few2 *a, few2 *b, flr_real tolerance, flr_vec2 preferred, few2_choice *choice)
{
    if (!make_normals(a) || !make_normals(b)) return false;
    find_separations(a, b);
    find_separations(b, a);
    uint32_t on_a = greatest_of(a), on_b = greatest_of(b);
    bool of_b = b->separation[on_b] > a->separation[on_a];
    flr_real most = of_b ? b->separation[on_b] : a->separation[on_a], least = most - tolerance;
    if (!(most > (flr_real)-INFINITY)) return false;
    few2_choice c = {of_b ? b : a, of_b ? a : b, of_b, of_b ? on_b : on_a, 0, 0};
    if (count_from(a, least) + count_from(b, least) > 1) c = best_of(a, b, least, preferred);
    c.most = most;
    c.farthest = flr_few2_farthest(c.other, flr_neg2(few2_normal(c.own, c.edge)));
    *choice = c;
    return true;
}

axes2_result flr_few2_result(const few2_choice *c)
{
    axes2_result r = {.found = true, .separation = c->own->separation[c->edge], .most = c->most};
    flr_vec2 n = few2_normal(c->own, c->edge), on_other = beside_edge(c);
    flr_vec2 on_own = flr_mul_add2(on_other, -r.separation, n);
    r.normal = c->own_is_b ? flr_neg2(n) : n;
    r.a = c->own_is_b ? on_other : on_own;
    r.b = c->own_is_b ? on_own : on_other;
    return r;
}
