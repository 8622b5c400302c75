/// A guess of the closest features of two tetrahedra without a cache, for one width of registers. Hulls are
/// in gjk3_guess_hulls_lanes.h.
///
/// The plane through a support point is turned towards the origin until the other end of an edge lies on it,
/// then about that edge until a third corner does. In nine of ten pairs these are the corners of the closest
/// features; else the plane turns about the side of the face that the closest point lies beyond. Every plane
/// on the way leaves all of the Minkowski difference on one side, and is farther from the origin than the
/// one before. This is a dual simplex method, whereas GJK comes from the other side. The features are then
/// solved and proved as those of a warm start (gjk3_feature.h).
///
/// All corners are tested at once, in lanes, and masks say which are meant. All reductions are choices, so
/// any width finds the same corners.
#ifndef FLR_CONVEX_GJK3_GUESS_LANES_H
#define FLR_CONVEX_GJK3_GUESS_LANES_H

#include "convex/gjk3.h"
#include "convex/gjk3_feature.h"
#include "math/simd_f64x4.h"

/// The largest number of faces that are tried.
enum { GUESS4_FACES_MAX = 4 };

/// Vectors of two corners of each shape, in the lanes a, b, a, b.
typedef struct guess4_vectors {
    f64x4 x, y, z;
} guess4_vectors;

/// All corners of both shapes, those of b negated: what each adds to the difference.
typedef struct guess4_corners {
    guess4_vectors low, high;
} guess4_corners;

/// A number or a mask for each corner.
typedef struct guess4_all {
    f64x4 low, high;
} guess4_all;

GJK3_INLINE guess4_vectors guess4_load(const flr_vec3 *a, const flr_vec3 *b)
{
    const f64x4 own = f64x4_of(0.0, -0.0, 0.0, -0.0);
    return (guess4_vectors){
        f64x4_xor(f64x4_of((double)a[0].x, (double)b[0].x, (double)a[1].x, (double)b[1].x), own),
        f64x4_xor(f64x4_of((double)a[0].y, (double)b[0].y, (double)a[1].y, (double)b[1].y), own),
        f64x4_xor(f64x4_of((double)a[0].z, (double)b[0].z, (double)a[1].z, (double)b[1].z), own)};
}
/// Returns the first two lanes twice.
GJK3_INLINE f64x4 guess4_first_of(f64x4 x) { return f64x4_of_pairs(f64x4_low(x), f64x4_low(x)); }
GJK3_INLINE guess4_vectors guess4_all3(dvec3 d)
{
    return (guess4_vectors){f64x4_splat(d.x), f64x4_splat(d.y), f64x4_splat(d.z)};
}
GJK3_INLINE dvec3 guess4_one(guess4_vectors d)
{
    return dvec3_make(f64x4_low(d.x)[0], f64x4_low(d.y)[0], f64x4_low(d.z)[0]);
}
GJK3_INLINE guess4_vectors guess4_sub(guess4_vectors a, guess4_vectors b)
{
    return (guess4_vectors){f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z)};
}
GJK3_INLINE f64x4 guess4_dot(guess4_vectors a, guess4_vectors b)
{
    return f64x4_dot3(a.x, b.x, a.y, b.y, a.z, b.z);
}
GJK3_INLINE guess4_corners guess4_seen_from(const guess4_corners *c, guess4_vectors at)
{
    return (guess4_corners){guess4_sub(c->low, at), guess4_sub(c->high, at)};
}
GJK3_INLINE guess4_all guess4_along(guess4_vectors d, const guess4_corners *c)
{
    return (guess4_all){guess4_dot(d, c->low), guess4_dot(d, c->high)};
}
/// Returns s x + t y.
GJK3_INLINE guess4_all guess4_mix(f64x4 s, guess4_all x, f64x4 t, guess4_all y)
{
    return (guess4_all){f64x4_dot2(s, x.low, t, y.low), f64x4_dot2(s, x.high, t, y.high)};
}
GJK3_INLINE guess4_all guess4_parts(guess4_all x)
{
    const f64x4 one = f64x4_splat(1);
    return (guess4_all){f64x4_div(one, x.low), f64x4_div(one, x.high)};
}
/// Returns the number of one corner of each shape, chosen by a mask, in the lanes a, b, a, b.
GJK3_INLINE f64x4 guess4_pick(guess4_all is, f64x4 low, f64x4 high)
{
    const f64x4 two = f64x4_or(f64x4_and(is.low, low), f64x4_and(is.high, high));
    return f64x4_or(two, f64x4_swap_pairs(two));
}
GJK3_INLINE guess4_vectors guess4_pick3(guess4_all is, const guess4_corners *c)
{
    return (guess4_vectors){guess4_pick(is, c->low.x, c->high.x), guess4_pick(is, c->low.y, c->high.y),
                            guess4_pick(is, c->low.z, c->high.z)};
}
/// Returns in all lanes what only one of both shapes has.
GJK3_INLINE f64x4 guess4_either(f64x4 x) { return f64x4_or(x, f64x4_swap(x)); }
GJK3_INLINE guess4_vectors guess4_either3(guess4_vectors x)
{
    return (guess4_vectors){guess4_either(x.x), guess4_either(x.y), guess4_either(x.z)};
}
/// Returns the point of the difference, in all lanes.
GJK3_INLINE guess4_vectors guess4_difference(guess4_vectors x)
{
    return (guess4_vectors){f64x4_add(x.x, f64x4_swap(x.x)), f64x4_add(x.y, f64x4_swap(x.y)),
                            f64x4_add(x.z, f64x4_swap(x.z))};
}
/// Returns the points of both shapes, from what they add to the difference.
GJK3_INLINE dvec3x2 guess4_own(guess4_vectors d)
{
    const i64x2 b = {0, INT64_MIN};
    return (dvec3x2){f64x2_xor(f64x4_low(d.x), b), f64x2_xor(f64x4_low(d.y), b),
                     f64x2_xor(f64x4_low(d.z), b)};
}
/// Returns a bit for each corner, in the order of the lanes.
GJK3_INLINE uint32_t guess4_bits(guess4_all is) { return f64x4_mask(is.low) | f64x4_mask(is.high) << 4; }
GJK3_INLINE bool guess4_is_one(uint32_t bits) { return (bits & (bits - 1)) == 0; }

/// Returns the least number, or 0 if none is below, in all lanes.
GJK3_INLINE f64x4 guess4_least(guess4_all x)
{
    const f64x4 real4 = f64x4_min(x.low, f64x4_min(x.high, f64x4_splat(0))),
                two = f64x4_min(real4, f64x4_swap_pairs(real4));
    return f64x4_min(two, f64x4_swap(two));
}

/// Finds the corner that a turning plane reaches first, by a ratio test. `to` holds the corners' heights
/// along the direction that the plane turns to. `parts` are the inverses of those along the direction that
/// it turns from, none below 0. The corner with the least quotient is met first. `on` marks corners that are
/// on the plane all the way. Returns false if the plane meets no corner.
GJK3_INLINE bool guess4_turn(guess4_all parts, guess4_all to, guess4_all on, guess4_all *is)
{
    // the corner itself gives no number, and those on the plane 0: neither is met
    const guess4_all ratio = {f64x4_andnot(on.low, f64x4_mul(to.low, parts.low)),
                              f64x4_andnot(on.high, f64x4_mul(to.high, parts.high))};
    const f64x4 least = guess4_least(ratio);
    is->low = f64x4_equal(ratio.low, least);
    is->high = f64x4_equal(ratio.high, least);
    return f64x4_low(least)[0] < 0;
}

/// Returns by how much a corner lies below the plane through a face, times the normal's length; NaN if a
/// corner is not finite.
GJK3_INLINE double guess4_gain(guess4_all h)
{
    const f64x4 real4 = f64x4_min(h.low, f64x4_min(h.high, f64x4_splat(0))), sum = f64x4_add(h.low, h.high);
    const f64x2 two = f64x2_min(f64x4_high(real4), f64x4_low(real4)), all = f64x4_low(sum) + f64x4_high(sum);
    return 0 * (all[0] + all[1]) - (two[0] + two[1]);
}

GJK3_INLINE bool guess4_answer(const feature_query *q, const feature_simplex *x, const feature_plane *f,
                               int count, guess4_all heights, flr_gjk3 *r)
{
    const dvec3 from = dvec3_from(q->a->center);
    const double size = feature_size(x, dvec3x2_sub(x->at, dvec3x2_from(from, from)), count);
    return feature_answer(q, x, f, count, size, guess4_gain(heights), r);
}

/// Finds the corners of both shapes that lie lowest along d, of equal ones those in the lower lanes. Returns
/// the heights of all corners over them.
GJK3_INLINE guess4_all guess4_support(const guess4_corners *corners, guess4_vectors d, guess4_all *first)
{
    const guess4_vectors at = {guess4_first_of(corners->low.x), guess4_first_of(corners->low.y),
                               guess4_first_of(corners->low.z)};
    const guess4_corners seen = guess4_seen_from(corners, at);
    const guess4_all from = guess4_along(d, &seen);
    const f64x4 second = f64x4_less(from.high, from.low), two = f64x4_min(from.high, from.low),
                other = f64x4_swap_pairs(two), lowest = f64x4_min(two, other);
    const i64x2 upper = (i64x2)f64x4_low(f64x4_less(other, two));
    const f64x4 is = f64x4_of_pairs((f64x2)~upper, (f64x2)upper);
    first->low = f64x4_andnot(second, is);
    first->high = f64x4_and(second, is);
    return (guess4_all){f64x4_sub(from.low, lowest), f64x4_sub(from.high, lowest)};
}

/// Sets the edge from the first corner to u. Returns it in all lanes, with its squared length.
GJK3_INLINE guess4_vectors guess4_edge(guess4_all u, const guess4_corners *seen, feature_simplex *x,
                                       f64x4 *uu)
{
    const guess4_vectors edge = guess4_pick3(u, seen), both = guess4_either3(edge);
    *uu = guess4_dot(both, both);
    x->of_u = guess4_own(edge);
    x->u = guess4_one(both);
    x->uu = f64x4_low(*uu)[0];
    return both;
}

/// Returns the face's normal, turned away from the origin, to where most of the difference lies.
GJK3_INLINE guess4_vectors guess4_normal(const feature_plane *f)
{
    const f64x4 turned = f64x4_of_pairs((f64x2)f->turned, (f64x2)f->turned);
    return (guess4_vectors){f64x4_xor(f64x4_splat(f->n.x), turned), f64x4_xor(f64x4_splat(f->n.y), turned),
                            f64x4_xor(f64x4_splat(f->n.z), turned)};
}

/// Does most of the difference lie beyond the face? Where the shapes intersect, all of it may lie on the
/// origin's side.
GJK3_INLINE bool guess4_is_above(guess4_all from)
{
    const f64x4 sum = f64x4_add(from.low, from.high);
    const f64x2 two = f64x4_low(sum) + f64x4_high(sum);
    return two[0] + two[1] > 0;
}

/// Returns the first corners, one of which is replaced by another of the same shape.
GJK3_INLINE guess4_all guess4_replaced(guess4_all first, guess4_all by)
{
    const f64x4 lanes = f64x4_or(by.low, by.high), lane = f64x4_or(lanes, f64x4_swap_pairs(lanes));
    return (guess4_all){f64x4_or(f64x4_andnot(lane, first.low), by.low),
                        f64x4_or(f64x4_andnot(lane, first.high), by.high)};
}

/// Which corners a plane has met: a bit for each, in the order of the lanes.
typedef struct guess4_marks {
    uint32_t first;  ///< one in each lane
    uint32_t u, v;   ///< the other ends of edges from there; 0 where there is none
    bool far;        ///< of a parallelogram: the closest point lies in the half away from the first corner
} guess4_marks;

static inline bool guess4_is_of_a(uint32_t bits) { return (bits & 0x55) != 0; }

/// Returns the number of the shape's only corner among these bits.
static uint32_t corner_number(uint32_t bits, int shape)
{
    return (uint32_t)__builtin_ctz(bits >> shape & 0x55) >> 1;
}

/// Adds the other end of an edge from corner 0.
static void guess4_add_end(gjk3_begun *x, uint32_t bits)
{
    if (bits == 0) return;
    x->a[x->count] = guess4_is_of_a(bits) ? corner_number(bits, 0) : x->a[0];
    x->b[x->count] = guess4_is_of_a(bits) ? x->b[0] : corner_number(bits, 1);
    x->count++;
}

static gjk3_begun guess4_corners_of(guess4_marks m)
{
    gjk3_begun x = {1, {corner_number(m.first, 0)}, {corner_number(m.first, 1)}};
    guess4_add_end(&x, m.u);
    guess4_add_end(&x, m.v);
    return x;
}

/// Searches from the corners that were met, if the features were not found.
static __attribute__((noinline)) flr_gjk3 guess4_search(const flr_convex3 *a, const flr_convex3 *b,
                                                        const flr_gjk3_options *options, guess4_marks m,
                                                        gjk3_around *around)
{
    const gjk3_begun begun = guess4_corners_of(m);
    if (around) return flr_gjk3_fast_simplices_around(a, b, options, &begun, around);
    return flr_gjk3_fast_simplices_from(a, b, options, &begun);
}

/// Stores the features for the next call, if they were found.
static void guess4_store(guess4_marks m, flr_vec3 axis, flr_gjk3_cache *cache)
{
    gjk3_begun x = guess4_corners_of(m);
    if (m.far && x.count == 3 && guess4_is_of_a(m.u) != guess4_is_of_a(m.v)) {
        x.a[0] = corner_number(guess4_is_of_a(m.u) ? m.u : m.v, 0);
        x.b[0] = corner_number(guess4_is_of_a(m.u) ? m.v : m.u, 1);
    }
    cache->axis = axis;
    cache->count = x.count;
    for (uint32_t i = 0; i < x.count; i++) {
        cache->a[i] = x.a[i];
        cache->b[i] = x.b[i];
    }
}

/// A corner of the Minkowski difference, and an edge from there about which a plane turns.
typedef struct guess4_hinge {
    guess4_all first, edge;  ///< which corners of both make them
    guess4_vectors w;        ///< the corner
    guess4_corners seen;     ///< all corners of both as seen from there
} guess4_hinge;

/// Moves the hinge from the edges of the face, its own and v, to the side of the face that the closest point
/// of the face's plane lies beyond. `s` is that point's part of the hinge's edge. Keeps up what all corners
/// of both reach along n, in `from`.
GJK3_INLINE void guess4_pass_face(guess4_hinge *h, const guess4_corners *corners, guess4_all v, bool crossing,
                                  double s, guess4_vectors n, guess4_marks *m, feature_simplex *x,
                                  guess4_all *from)
{
    if (s > 0) {
        const bool beyond_v = crossing && s < 1;
        h->first = guess4_replaced(h->first, beyond_v ? v : h->edge);
        const guess4_vectors at = guess4_pick3(h->first, corners);
        h->w = guess4_difference(at);
        x->at = guess4_own(at);
        x->w = guess4_one(h->w);
        h->seen = guess4_seen_from(corners, at);
        *from = guess4_along(n, &h->seen);
        h->edge = beyond_v ? h->edge : v;
        m->first = guess4_bits(h->first);
    } else {
        h->edge = v;
    }
    m->u = guess4_bits(h->edge);
}

/// Guesses and proves the closest features. Returns false if the search has to go on with the corners that
/// were met.
GJK3_INLINE bool guess4_try_four(const feature_query *question, guess4_marks *m, flr_gjk3 *r)
{
    const flr_convex3 *a = question->a, *b = question->b;
    const guess4_vectors d = guess4_all3(dvec3_sub(dvec3_from(a->center), dvec3_from(b->center)));
    const guess4_corners corners = {guess4_load(a->corners, b->corners),
                                    guess4_load(a->corners + 2, b->corners + 2)};
    guess4_hinge h;
    guess4_all to, parts, v, on = {f64x4_splat(0), f64x4_splat(0)};
    guess4_all from = guess4_support(&corners, d, &h.first);
    feature_simplex x;
    feature_plane f;
    m->first = guess4_bits(h.first);
    m->u = m->v = 0;
    m->far = false;
    const guess4_vectors at = guess4_pick3(h.first, &corners);
    h.seen = guess4_seen_from(&corners, at);
    parts = guess4_parts(from);
    h.w = guess4_difference(at);
    to = guess4_along(h.w, &h.seen);
    x.at = guess4_own(at);
    x.offset = (dvec3x2){{0, 0}, {0, 0}, {0, 0}};
    x.w = guess4_one(h.w);
    if (!guess4_turn(parts, to, on, &h.edge))
        return feature_solve(&x, 1, false, &f) && guess4_answer(question, &x, &f, 1, to, r);
    m->u = guess4_bits(h.edge);
    if (!guess4_is_one(m->u)) return false;
    f64x4 wu = f64x4_neg(guess4_either(guess4_pick(h.edge, to.low, to.high)));
    const f64x4 du = guess4_either(guess4_pick(h.edge, from.low, from.high));
    f64x4 uu;
    guess4_vectors both = guess4_edge(h.edge, &h.seen, &x, &uu);
    // from the plane that contains the edge, to the one about it that is perpendicular to the direction to
    // the origin
    parts = guess4_parts(guess4_mix(wu, from, du, to));
    to = guess4_mix(uu, to, wu, guess4_along(both, &h.seen));
    for (int i = 0; i < GUESS4_FACES_MAX; i++) {
        m->v = 0;
        if (!guess4_turn(parts, to, on, &v))
            return feature_solve(&x, 2, false, &f) &&
                   guess4_answer(question, &x, &f, 2, guess4_along(guess4_all3(f.n), &h.seen), r);
        m->v = guess4_bits(v);
        if (!guess4_is_one(m->v)) return false;
        const guess4_vectors edge = guess4_pick3(v, &h.seen);
        x.of_v = guess4_own(edge);
        x.v = guess4_one(guess4_either3(edge));
        x.vv = dvec3_dot(x.v, x.v);
        const bool crossing = guess4_is_of_a(m->u) != guess4_is_of_a(m->v);
        const bool within = feature_solve(&x, 3, true, &f);
        const guess4_vectors n = guess4_normal(&f);
        from = guess4_along(n, &h.seen);
        if (!guess4_is_above(from)) return false;
        const bool far = f.s + f.t > 1;
        m->far = far;
        if (within & (crossing | !far)) return guess4_answer(question, &x, &f, 3, from, r);
        on.low = f64x4_or(h.first.low, f64x4_or(h.edge.low, v.low));
        on.high = f64x4_or(h.first.high, f64x4_or(h.edge.high, v.high));
        guess4_pass_face(&h, &corners, v, crossing, f.s, n, m, &x, &from);
        both = guess4_edge(h.edge, &h.seen, &x, &uu);
        parts = guess4_parts(from);
        to = guess4_mix(uu, guess4_along(h.w, &h.seen), f64x4_neg(guess4_dot(h.w, both)),
                        guess4_along(both, &h.seen));
    }
    return false;
}

/// Answers for two tetrahedra by the guess if it is proved, else by a search from there.
static flr_gjk3 guess_tetrahedra(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                 gjk3_around *around)
{
    flr_gjk3_cache own;
    const flr_gjk3_options o = {.max_distance = (flr_real)INFINITY, .cache = &own};
    const feature_query q = {a, b, &o};
    guess4_marks m;
    flr_gjk3 r;
    // the bounds of a guess are those of a distance, also where the radii overlap
    if (!guess4_try_four(&q, &m, &r) || (around && r.overlap)) return guess4_search(a, b, options, m, around);
    if (around) {
        around->end = GJK3_APART;
        around->simplex.count = 0;
    }
    if (options && options->cache) guess4_store(m, own.axis, options->cache);
    return r;
}

#endif
