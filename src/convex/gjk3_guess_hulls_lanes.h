/// A guess of the closest features of two hulls of up to 16 vertices without a cache, by the method of
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

/// The vertices of both hulls, and the registers that hold a number for each.
enum { GUESS_ALL = 2 * GUESS_SIDE, GUESS_PARTS = GUESS_ALL / F32XN_LANES };

typedef struct guess_floats {
    f32xn of[GUESS_PARTS];
} guess_floats;

/// What each vertex adds to the difference, in the frame of a: first those of a, then those of b negated.
typedef struct guess_cloud {
    float x[GUESS_ALL], y[GUESS_ALL], z[GUESS_ALL];
} guess_cloud;

GJK3_INLINE float3 guess_at(const guess_cloud *c, uint32_t i) { return (float3){c->x[i], c->y[i], c->z[i]}; }

/// Computes the heights of all vertices along d, over a given height for each hull.
GJK3_INLINE void guess_heights(const guess_cloud *c, float3 d, float over_a, float over_b, guess_floats *h)
{
    const f32xn x = f32xn_splat(d.x), y = f32xn_splat(d.y), z = f32xn_splat(d.z), a = f32xn_splat(over_a),
                b = f32xn_splat(over_b);
    for (int i = 0; i < GUESS_PARTS; i++) {
        const int at = i * F32XN_LANES;
        h->of[i] = f32xn_load(c->x + at) * x + f32xn_load(c->y + at) * y + f32xn_load(c->z + at) * z -
                   (at < GUESS_SIDE ? a : b);
    }
}

/// Returns a key by which heights are compared: the lower the height, the greater the key. It ends with the
/// vertex's number.
GJK3_INLINE u32xn guess_key(f32xn height, uint32_t from)
{
    const u32xn bits = (u32xn)height, low = u32xn_splat(GUESS_ALL - 1);
    // bits of numbers below zero stay, those of the others are inverted
    const u32xn above = ~(u32xn)((__typeof__((f32xn){0} < (f32xn){0})) bits >> 31);
    return ((bits ^ (above & u32xn_splat(INT32_MAX))) & ~low) | u32xn_from(from);
}

/// Finds the lowest vertex of each hull.
GJK3_INLINE void guess_lowest(const guess_floats *h, uint32_t *i, uint32_t *k)
{
    u32xn a = guess_key(h->of[0], 0), b = guess_key(h->of[GUESS_PARTS / 2], GUESS_SIDE);
    for (int part = 1; part < GUESS_PARTS / 2; part++) {
        const uint32_t at = (uint32_t)(part * F32XN_LANES);
        a = u32xn_max(guess_key(h->of[part], at), a);
        b = u32xn_max(guess_key(h->of[part + GUESS_PARTS / 2], at + GUESS_SIDE), b);
    }
    *i = u32xn_max_lane(a) & (GUESS_ALL - 1);
    *k = u32xn_max_lane(b) & (GUESS_ALL - 1);
}

/// Returns the vertex that a turning plane reaches first, or GUESS_ALL if it meets none. `from` has the
/// vertices' heights along the direction that the plane turns from, none below 0, and `to` those along the
/// one that it turns to. `on` has a bit for each vertex that lies on the plane all the way.
GJK3_INLINE uint32_t guess_turn(const guess_floats *from, const guess_floats *to, uint32_t on)
{
    const u32xn low = u32xn_splat(GUESS_ALL - 1), bits = u32xn_splat(on);
    u32xn best = u32xn_splat(0);
    for (int i = 0; i < GUESS_PARTS; i++) {
        const uint32_t at = (uint32_t)(i * F32XN_LANES);
        const u32xn numbers = u32xn_from(at), bit = u32xn_splat(1u) << numbers;
        // what rounding has left below the plane counts as on it
        const f32xn part = f32xn_splat(1) / f32xn_max(from->of[i], f32xn_splat(0x1p-100f));
        const u32xn ratio = (u32xn)(to->of[i] * part) & (u32xn)((bits & bit) != bit);
        best = u32xn_max((ratio & ~low) | numbers, best);
    }
    const uint32_t key = u32xn_max_lane(best);
    // the farther below zero, the greater the key
    return key > (UINT32_C(1) << 31 | (GUESS_ALL - 1)) ? key & (GUESS_ALL - 1) : GUESS_ALL;
}

/// The features that the plane has met, as numbers of lanes.
typedef struct guess_found {
    uint32_t i, k, u, v;
    bool far;  ///< of a parallelogram: the closest point lies in the half away from the first corner
    int count;
} guess_found;

GJK3_INLINE bool guess_of_b(uint32_t at) { return at >= GUESS_SIDE; }

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
    for (int at = 0; at < GUESS_SIDE; at += F32XN_LANES) {
        f32xn_store(c->x + at, f32xn_of_reals(g->x + at));
        f32xn_store(c->y + at, f32xn_of_reals(g->y + at));
        f32xn_store(c->z + at, f32xn_of_reals(g->z + at));
        const f32xn px = f32xn_of_reals(h->x + at), py = f32xn_of_reals(h->y + at),
                    pz = f32xn_of_reals(h->z + at);
        f32xn_store(c->x + GUESS_SIDE + at, px * r[0][0] + py * r[0][1] + pz * r[0][2]);
        f32xn_store(c->y + GUESS_SIDE + at, px * r[1][0] + py * r[1][1] + pz * r[1][2]);
        f32xn_store(c->z + GUESS_SIDE + at, px * r[2][0] + py * r[2][1] + pz * r[2][2]);
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
    return float3_sub(guess_at(c, to), guess_of_b(to) ? at->q : at->p);
}

/// Computes the heights of all vertices along d over the corner.
GJK3_INLINE void guess_heights_over(const guess_cloud *c, const guess_corner *at, float3 d, guess_floats *h)
{
    guess_heights(c, d, float3_dot(at->p, d), float3_dot(at->q, d), h);
}

/// Looks for a plane that separates the hulls, perpendicular to *d. In nine of ten pairs it is the one
/// perpendicular to the line of centres, else perhaps its reflection. Returns false, with both support
/// points, if neither separates.
GJK3_INLINE bool guess_separate(const guess_cloud *c, float3 apart, uint32_t in_a, uint32_t in_b,
                                guess_found *f, guess_corner *at, float3 *d, guess_floats *from)
{
    for (bool again = false;; again = true) {
        guess_heights(c, *d, 0, 0, from);
        guess_lowest(from, &f->i, &f->k);
        // the padding repeats the first vertex
        f->i = f->i < in_a ? f->i : 0;
        f->k = f->k < GUESS_SIDE + in_b ? f->k : GUESS_SIDE;
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
GJK3_INLINE bool guess_turn_to_edge(const guess_cloud *c, const guess_corner *at, float3 d, uint32_t pads,
                                    guess_found *f, guess_floats *from)
{
    guess_floats to;
    const f32xn low_a = f32xn_splat(float3_dot(at->p, d)), low_b = f32xn_splat(float3_dot(at->q, d));
    for (int i = 0; i < GUESS_PARTS; i++) from->of[i] -= i < GUESS_PARTS / 2 ? low_a : low_b;
    guess_heights_over(c, at, at->w, &to);
    f->u = guess_turn(from, &to, pads);
    if (f->u == GUESS_ALL) return false;
    const float3 u = guess_way(c, at, f->u);
    const f32xn wu = f32xn_splat(-float3_dot(at->w, u)), du = f32xn_splat(float3_dot(d, u));
    for (int i = 0; i < GUESS_PARTS; i++) from->of[i] = wu * from->of[i] + du * to.of[i];
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
    f->i = guess_of_b(first) ? f->i : first;
    f->k = guess_of_b(first) ? first : f->k;
    f->u = beyond_v ? f->u : f->v;
    *at = guess_corner_of(c, apart, f);
}

/// Turns the plane about edges until the closest point lies within the feature on it.
GJK3_INLINE bool guess_turn_to_face(const guess_cloud *c, float3 apart, uint32_t pads, guess_found *f,
                                    guess_corner *at, guess_floats *from)
{
    guess_floats to;
    float3 u = guess_way(c, at, f->u);
    uint32_t on = pads | UINT32_C(1) << f->u;
    for (int turn = 0; turn < GUESS_TURNS_MAX; turn++) {
        const float3 w = at->w;
        guess_heights_over(c, at, float3_sum(float3_dot(u, u), w, -float3_dot(w, u), u), &to);
        f->v = guess_turn(from, &to, on);
        f->count = 2;
        if (f->v == GUESS_ALL) return true;
        const float3 v = guess_way(c, at, f->v), n = float3_cross(u, v);
        const float nn = float3_dot(n, n), height = float3_dot(n, w), x = float3_dot(float3_cross(n, v), w),
                    y = float3_dot(float3_cross(u, n), w);
        const bool crossing = guess_of_b(f->u) != guess_of_b(f->v);
        f->far = crossing & (x + y > nn);
        f->count = 3;
        if ((x > 0) & (y > 0) & (x < nn) & (y < nn) & (crossing | (x + y <= nn))) return true;
        on = pads | UINT32_C(1) << f->i | UINT32_C(1) << f->k | UINT32_C(1) << f->u | UINT32_C(1) << f->v;
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
    f->u = f->v = GUESS_ALL;
    if (!guess_place(a, b, &c, &apart, &d)) return false;
    const uint32_t in_a = a->hull->info.vertex_count, in_b = b->hull->info.vertex_count;
    const uint32_t pads = ~(((UINT32_C(1) << in_a) - 1) | ((UINT32_C(1) << in_b) - 1) << GUESS_SIDE);
    if (!guess_separate(&c, apart, in_a, in_b, f, &at, &d, &from)) return false;
    f->count = 1;
    return !guess_turn_to_edge(&c, &at, d, pads, f, &from) ||
           guess_turn_to_face(&c, apart, pads, f, &at, &from);
}

/// Writes the features' vertices as a cache has them.
GJK3_INLINE void guess_store(const guess_found *f, flr_gjk3_cache *c)
{
    const uint32_t i = f->i, k = f->k - GUESS_SIDE;
    c->count = (uint32_t)f->count;
    c->a[0] = i;
    c->b[0] = k;
    if (f->count > 1) {
        c->a[1] = guess_of_b(f->u) ? i : f->u;
        c->b[1] = guess_of_b(f->u) ? f->u - GUESS_SIDE : k;
    }
    if (f->count > 2) {
        c->a[2] = guess_of_b(f->v) ? i : f->v;
        c->b[2] = guess_of_b(f->v) ? f->v - GUESS_SIDE : k;
        if (f->far) {
            c->a[0] = guess_of_b(f->u) ? f->v : f->u;
            c->b[0] = (guess_of_b(f->u) ? f->u : f->v) - GUESS_SIDE;
        }
    }
}

/// Searches from what has been found, as if the previous call had ended with it.
static __attribute__((noinline)) flr_gjk3 guess_search(const flr_convex3 *a, const flr_convex3 *b,
                                                       const flr_gjk3_options *options, const guess_found *f)
{
    if (f->u == GUESS_ALL) return flr_gjk3_fast_hulls(a, b, options);
    flr_gjk3_cache own;
    const flr_gjk3_options o = {.max_distance = (flr_real)INFINITY, .cache = &own};
    flr_gjk3_cache *const c = options && options->cache ? options->cache : &own;
    c->axis = flr_vec3_make(0, 0, 0);
    if (f->count > 0) {
        guess_store(f, c);
    } else {
        c->count = 2;
        c->a[0] = f->i;
        c->b[0] = f->k - GUESS_SIDE;
        c->a[1] = f->u;
        c->b[1] = f->v - GUESS_SIDE;
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
    guess_store(&found, &own);
    const bool proved = found.count == 3   ? try_hulls(&q, 3, &w, &r)
                        : found.count == 2 ? try_hulls(&q, 2, &w, &r)
                                           : try_hulls(&q, 1, &w, &r);
    if (!proved) return guess_search(a, b, options, &found);
    if (options && options->cache) *options->cache = own;
    return r;
}

#endif
