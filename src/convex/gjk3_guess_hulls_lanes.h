/// A guess of the closest features of two hulls of a few dozen vertices without a cache, by the method of
/// gjk3_guess_lanes.h: in single precision and in the frame of the first hull. Such a guess is never
/// believed, but proved in double.
#ifndef FLR_CONVEX_GJK3_GUESS_HULLS_LANES_H
#define FLR_CONVEX_GJK3_GUESS_HULLS_LANES_H

#include "convex/gjk3.h"
#include "convex/gjk3_feature.h"
#include "convex/gjk3_warm_start_lanes.h"
#include "math/simd_f32.h"
#include "math/simd_f64x4.h"

/// The largest number of faces that are tried.
enum { GUESS_TURNS_MAX = 6 };

/// A number for each vertex of both hulls, in registers.
typedef struct guess_floats {
    f32xn of[GUESS_MOST / F32XN_LANES];
} guess_floats;

/// What each vertex adds to the difference, in the frame of a: first those of a, then from number `b` on those of b, negated.
/// Either hull's vertices fill whole registers: the padding repeats the first.
typedef struct guess_cloud {
    float x[GUESS_MOST], y[GUESS_MOST], z[GUESS_MOST];
    uint32_t b, all;
    uint64_t pads;  ///< a bit for each number that is padding
} guess_cloud;

GJK3_INLINE float3 guess_at(const guess_cloud *c, uint32_t i) { return (float3){c->x[i], c->y[i], c->z[i]}; }

/// Computes the heights of all vertices along d, over a given height for each hull.
GJK3_INLINE void guess_heights(const guess_cloud *c, float3 d, float over_a, float over_b, guess_floats *h)
{
    const f32xn x = f32xn_splat(d.x), y = f32xn_splat(d.y), z = f32xn_splat(d.z);
    const uint32_t ends[2] = {c->b, c->all};
    for (uint32_t side = 0, at = 0; side < 2; side++) {
        const f32xn over = f32xn_splat(side ? over_b : over_a);
        for (; at < ends[side]; at += F32XN_LANES)
            h->of[at / F32XN_LANES] =
                f32xn_load(c->x + at) * x + f32xn_load(c->y + at) * y + f32xn_load(c->z + at) * z - over;
    }
}

/// Returns a key by which heights are compared: the lower the height, the greater the key. It ends with the
/// vertex's number.
GJK3_INLINE u32xn guess_key(f32xn height, uint32_t from)
{
    const u32xn bits = (u32xn)height, low = u32xn_splat(GUESS_MOST - 1);
    // bits of numbers below zero stay, those of the others are inverted
    const u32xn above = ~(u32xn)((__typeof__((f32xn){0} < (f32xn){0})) bits >> 31);
    return ((bits ^ (above & u32xn_splat(INT32_MAX))) & ~low) | u32xn_from(from);
}

/// Returns the lowest of the vertices from one number up to another.
GJK3_INLINE uint32_t guess_lowest(const guess_floats *h, uint32_t from, uint32_t end)
{
    u32xn best = guess_key(h->of[from / F32XN_LANES], from);
    for (uint32_t at = from + F32XN_LANES; at < end; at += F32XN_LANES)
        best = u32xn_max(guess_key(h->of[at / F32XN_LANES], at), best);
    return u32xn_max_lane(best) & (GUESS_MOST - 1);
}

/// Returns the vertex that a turning plane reaches first, or GUESS_MOST if it meets none. `from` has the
/// vertices' heights along the direction that the plane turns from, none below 0, and `to` those along the
/// one that it turns to. `on` has a bit for each vertex that lies on the plane all the way.
GJK3_INLINE uint32_t guess_turn(const guess_cloud *c, const guess_floats *from, const guess_floats *to,
                                uint64_t on)
{
    const u32xn low = u32xn_splat(GUESS_MOST - 1), bit = u32xn_splat(1u) << u32xn_from(0);
    u32xn best = u32xn_splat(0);
    for (uint32_t at = 0, all = c->all; at < all; at += F32XN_LANES) {
        // what rounding has left below the plane counts as on it
        const uint32_t i = at / F32XN_LANES;
        const f32xn part = f32xn_splat(1) / f32xn_max(from->of[i], f32xn_splat(0x1p-100f));
        const u32xn ratio =
            (u32xn)(to->of[i] * part) & (u32xn)((u32xn_splat((uint32_t)(on >> at)) & bit) != bit);
        best = u32xn_max((ratio & ~low) | u32xn_from(at), best);
    }
    const uint32_t key = u32xn_max_lane(best);
    // the farther below zero, the greater the key
    return key > (UINT32_C(1) << 31 | (GUESS_MOST - 1)) ? key & (GUESS_MOST - 1) : GUESS_MOST;
}

/// The features that the plane has met, as numbers of lanes.
typedef struct guess_found {
    uint32_t i, k, u, v;
    bool far;  ///< of a parallelogram: the closest point lies in the half away from the first corner
    int count;
} guess_found;

GJK3_INLINE bool guess_of_b(const guess_cloud *c, uint32_t at) { return at >= c->b; }

/// Computes what all vertices add to the difference, in the frame of a, the vector from the base of b to
/// that of a, and the vector between their middles. Returns false where products of these might be too large
/// or too small for single precision.
GJK3_INLINE bool guess_place(const flr_convex3 *a, const flr_convex3 *b, guess_cloud *c, float3 *apart,
                             float3 *between)
{
    const flr_hull3 *g = a->hull, *h = b->hull;
    const gjk3_frame m = gjk3_frame_of(a), n = gjk3_frame_of(b);
    f64x4 from_b = f64x4_sub(gjk3_vector_of(&a->center), gjk3_vector_of(&b->center));
    if (g->has_base | h->has_base)
        from_b = f64x4_add(from_b, f64x4_sub(gjk3_turned(&m, gjk3_spread_of(&g->base)),
                                             gjk3_turned(&n, gjk3_spread_of(&h->base))));
    f64x4 x = m.x, y = m.y, z = m.z, rest = f64x4_splat(0);
    f64x4_transpose(&x, &y, &z, &rest);
    const gjk3_frame own = {x, y, z};
    const gjk3_spread sides[4] = {
        gjk3_spread_of(&b->axes.x),
        gjk3_spread_of(&b->axes.y),
        gjk3_spread_of(&b->axes.z),
        {F64X4_SPREAD(from_b, 0), F64X4_SPREAD(from_b, 1), F64X4_SPREAD(from_b, 2)}};
    double turned[5][4];
    f64x4 most = f64x4_splat(0), side[4];
    for (int i = 0; i < 4; i++) {
        side[i] = gjk3_turned(&own, sides[i]);
        if (i < 3) most = f64x4_max(f64x4_abs(side[i]), most);
        f64x4_store(turned[i], side[i]);
    }
    const gjk3_frame of_b = {side[0], side[1], side[2]};
    const f64x4 off = f64x4_sub(gjk3_vector_of(&g->middle), gjk3_turned(&of_b, gjk3_spread_of(&h->middle)));
    f64x4_store(turned[4], f64x4_add(side[3], off));
    f32xn r[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) r[i][k] = f32xn_splat(-(float)turned[k][i]);
    c->b = g->padded_count;
    c->all = c->b + h->padded_count;
    c->pads =
        ~(((UINT64_C(1) << g->info.vertex_count) - 1) | ((UINT64_C(1) << h->info.vertex_count) - 1) << c->b);
    for (uint32_t at = 0; at < c->b; at += F32XN_LANES) {
        f32xn_store(c->x + at, f32xn_of_reals(g->x + at));
        f32xn_store(c->y + at, f32xn_of_reals(g->y + at));
        f32xn_store(c->z + at, f32xn_of_reals(g->z + at));
    }
    for (uint32_t at = c->b; at < c->all; at += F32XN_LANES) {
        const uint32_t of_h = at - c->b;
        const f32xn px = f32xn_of_reals(h->x + of_h), py = f32xn_of_reals(h->y + of_h),
                    pz = f32xn_of_reals(h->z + of_h);
        f32xn_store(c->x + at, px * r[0][0] + py * r[0][1] + pz * r[0][2]);
        f32xn_store(c->y + at, px * r[1][0] + py * r[1][1] + pz * r[1][2]);
        f32xn_store(c->z + at, px * r[2][0] + py * r[2][1] + pz * r[2][2]);
    }
    *apart = (float3){(float)turned[3][0], (float)turned[3][1], (float)turned[3][2]};
    *between = (float3){(float)turned[4][0], (float)turned[4][1], (float)turned[4][2]};
    const float size =
        fabsf(apart->x) + fabsf(apart->y) + fabsf(apart->z) + (float)g->radius + (float)h->radius;
    return size > 0x1p-12f && size < 0x1p20f && f64x4_max_lane(most) < 2;
}

/// A corner of the difference that a plane stands on: what each vertex adds to it, and the corner itself.
typedef struct guess_corner {
    float3 p, q, w;
} guess_corner;

GJK3_INLINE guess_corner guess_corner_of(const guess_cloud *c, float3 apart, const guess_found *f)
{
    const float3 p = guess_at(c, f->i), q = guess_at(c, f->k);
    return (guess_corner){p, q, float3_add(float3_add(p, q), apart)};
}

/// Returns the vector from there to a corner with another vertex of one hull.
GJK3_INLINE float3 guess_way(const guess_cloud *c, const guess_corner *at, uint32_t to)
{
    return float3_sub(guess_at(c, to), guess_of_b(c, to) ? at->q : at->p);
}

/// Computes the heights of all vertices along d over the corner.
GJK3_INLINE void guess_heights_over(const guess_cloud *c, const guess_corner *at, float3 d, guess_floats *h)
{
    guess_heights(c, d, float3_dot(at->p, d), float3_dot(at->q, d), h);
}

/// Looks for a plane that separates the hulls, perpendicular to *d. In nine of ten pairs it is the one
/// perpendicular to the line of centres, else perhaps its reflection. Returns false, with both support
/// points, if neither separates.
GJK3_INLINE bool guess_separate(const guess_cloud *c, float3 apart, guess_found *f, guess_corner *at,
                                float3 *d, guess_floats *from)
{
    for (bool again = false;; again = true) {
        guess_heights(c, *d, 0, 0, from);
        const uint32_t i = guess_lowest(from, 0, c->b), k = guess_lowest(from, c->b, c->all);
        f->i = c->pads >> i & 1 ? 0 : i;
        f->k = c->pads >> k & 1 ? c->b : k;
        *at = guess_corner_of(c, apart, f);
        const float3 w = at->w;
        const float dw = float3_dot(*d, w), ww = float3_dot(w, w);
        if (dw > 0) return true;
        if (again) return false;
        f->u = f->i;
        f->v = f->k;
        *d = (float3){ww * d->x - 2 * dw * w.x, ww * d->y - 2 * dw * w.y, ww * d->z - 2 * dw * w.z};
    }
}

/// Turns the plane perpendicular to d about its corner to the first edge, and computes the heights over it.
/// Returns false if it meets none.
GJK3_INLINE bool guess_turn_to_edge(const guess_cloud *c, const guess_corner *at, float3 d, guess_found *f,
                                    guess_floats *from)
{
    guess_floats to;
    const f32xn low_a = f32xn_splat(float3_dot(at->p, d)), low_b = f32xn_splat(float3_dot(at->q, d));
    const uint32_t parts_a = c->b / F32XN_LANES, parts = c->all / F32XN_LANES;
    for (uint32_t i = 0; i < parts_a; i++) from->of[i] -= low_a;
    for (uint32_t i = parts_a; i < parts; i++) from->of[i] -= low_b;
    guess_heights_over(c, at, at->w, &to);
    f->u = guess_turn(c, from, &to, c->pads);
    if (f->u == GUESS_MOST) return false;
    const float3 u = guess_way(c, at, f->u);
    const f32xn wu = f32xn_splat(-float3_dot(at->w, u)), du = f32xn_splat(float3_dot(d, u));
    for (uint32_t i = 0; i < parts; i++) from->of[i] = wu * from->of[i] + du * to.of[i];
    return true;
}

/// Goes to the side of the face that the closest point lies beyond, and to the corner that it begins at:
/// that of the first edge, or another.
GJK3_INLINE void guess_leave_face(const guess_cloud *c, float3 apart, bool is_beyond_first, bool beyond_v,
                                  guess_found *f, guess_corner *at)
{
    if (is_beyond_first) {
        f->u = f->v;
        return;
    }
    const uint32_t first = beyond_v ? f->v : f->u;
    f->i = guess_of_b(c, first) ? f->i : first;
    f->k = guess_of_b(c, first) ? first : f->k;
    f->u = beyond_v ? f->u : f->v;
    *at = guess_corner_of(c, apart, f);
}

/// Turns the plane about edges until the closest point lies within the feature on it.
GJK3_INLINE bool guess_turn_to_face(const guess_cloud *c, float3 apart, guess_found *f, guess_corner *at,
                                    guess_floats *from)
{
    guess_floats to;
    float3 u = guess_way(c, at, f->u);
    uint64_t on = c->pads | UINT64_C(1) << f->u;
    for (int turn = 0; turn < GUESS_TURNS_MAX; turn++) {
        const float3 w = at->w;
        guess_heights_over(c, at, float3_sum(float3_dot(u, u), w, -float3_dot(w, u), u), &to);
        f->v = guess_turn(c, from, &to, on);
        f->count = 2;
        if (f->v == GUESS_MOST) return true;
        const float3 v = guess_way(c, at, f->v), n = float3_cross(u, v);
        const float nn = float3_dot(n, n), height = float3_dot(n, w), x = float3_dot(float3_cross(n, v), w),
                    y = float3_dot(float3_cross(u, n), w);
        const bool crossing = guess_of_b(c, f->u) != guess_of_b(c, f->v);
        f->far = crossing & (x + y > nn);
        f->count = 3;
        if ((x > 0) & (y > 0) & (x < nn) & (y < nn) & (crossing | (x + y <= nn))) return true;
        on = c->pads | UINT64_C(1) << f->i | UINT64_C(1) << f->k | UINT64_C(1) << f->u | UINT64_C(1) << f->v;
        guess_leave_face(c, apart, !(x > 0), crossing && x < nn, f, at);
        u = guess_way(c, at, f->u);
        f->count = 2;
        guess_heights_over(c, at, height < 0 ? float3_neg(n) : n, from);
    }
    return false;
}

/// Guesses the closest features. Returns false if the search has to go on: from two support points if
/// `count` is 0 and `u` a vertex.
GJK3_INLINE bool guess_find(const flr_convex3 *a, const flr_convex3 *b, guess_found *f)
{
    _Alignas(32) guess_cloud c;
    float3 apart, d;  // d: at first the line of centres
    guess_corner at;
    guess_floats from;
    f->count = 0;
    f->u = f->v = GUESS_MOST;
    if (!guess_place(a, b, &c, &apart, &d)) return false;
    if (!guess_separate(&c, apart, f, &at, &d, &from)) return false;
    f->count = 1;
    return !guess_turn_to_edge(&c, &at, d, f, &from) || guess_turn_to_face(&c, apart, f, &at, &from);
}

/// Writes the features' vertices as a cache has them. The numbers of those of b begin at `first_b`.
GJK3_INLINE void guess_store(const guess_found *f, uint32_t first_b, flr_gjk3_cache *c)
{
    const uint32_t i = f->i, k = f->k - first_b;
    const bool u_of_b = f->u >= first_b, v_of_b = f->v >= first_b;
    c->count = (uint32_t)f->count;
    c->a[0] = i;
    c->b[0] = k;
    if (f->count > 1) {
        c->a[1] = u_of_b ? i : f->u;
        c->b[1] = u_of_b ? f->u - first_b : k;
    }
    if (f->count > 2) {
        c->a[2] = v_of_b ? i : f->v;
        c->b[2] = v_of_b ? f->v - first_b : k;
        if (f->far) {
            c->a[0] = u_of_b ? f->v : f->u;
            c->b[0] = (u_of_b ? f->u : f->v) - first_b;
        }
    }
}

/// Searches from what has been found, as if the previous call had ended with it.
static __attribute__((noinline)) flr_gjk3 guess_search(const flr_convex3 *a, const flr_convex3 *b,
                                                       const flr_gjk3_options *options, const guess_found *f)
{
    if (f->u == GUESS_MOST) return flr_gjk3_fast_hulls(a, b, options);
    const uint32_t first_b = a->hull->padded_count;
    flr_gjk3_cache own;
    const flr_gjk3_options o = {.max_distance = (flr_real)INFINITY, .cache = &own};
    flr_gjk3_cache *const c = options && options->cache ? options->cache : &own;
    c->axis = flr_vec3_make(0, 0, 0);
    if (f->count > 0) {
        guess_store(f, first_b, c);
    } else {
        c->count = 2;
        c->a[0] = f->i;
        c->b[0] = f->k - first_b;
        c->a[1] = f->u;
        c->b[1] = f->v - first_b;
    }
    return flr_gjk3_fast_hulls(a, b, c == &own ? &o : options);
}

/// Answers for two hulls by the guess if it is proved, else by a search from there.
static flr_gjk3 guess_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    guess_found found;
    flr_gjk3_cache own;
    const flr_gjk3_options o = {.max_distance = (flr_real)INFINITY, .cache = &own};
    const feature_query q = {a, b, &o};
    failed_feature w;
    flr_gjk3 r;
    if (!guess_find(a, b, &found)) return guess_search(a, b, options, &found);
    guess_store(&found, a->hull->padded_count, &own);
    const bool proved = found.count == 3   ? try_hulls(&q, 3, &w, &r)
                        : found.count == 2 ? try_hulls(&q, 2, &w, &r)
                                           : try_hulls(&q, 1, &w, &r);
    if (!proved) return guess_search(a, b, options, &found);
    if (options && options->cache) *options->cache = own;
    return r;
}

#endif
