/// How a distance of two small hulls begins with nothing: as gjk3_cold_lanes.h begins that of tetrahedra, by a plane that is turned towards
/// the origin about what it meets. Here it is turned in single precision, with the vertices of both hulls in the frame of the first one:
/// nothing is believed of what is found, as gjk3_warm_hulls_lanes.h solves the features and proves their plane anew.
///
/// The lanes are as many as a register holds; all reductions are choices, so that the same vertices are found in any width.
#ifndef FLR_CONVEX_GJK3_COLD_HULLS_LANES_H
#define FLR_CONVEX_GJK3_COLD_HULLS_LANES_H

#include "convex/gjk3_cold.h"
#include "convex/gjk3_warm_hulls_lanes.h"
#include "math/simd_f32.h"

/// Most faces that are looked at.
enum { COLD_TURNS_MAX = 6 };

/// Vertices of both, and the registers that hold a number of each.
enum { COLD_ALL = 2 * COLD_SIDE, COLD_PARTS = COLD_ALL / F32XN_LANES };

typedef struct cold_floats {
    f32xn of[COLD_PARTS];
} cold_floats;

/// What each vertex adds to the difference, in the frame of a: first those of a, then those of b times -1.
typedef struct cold_cloud {
    float x[COLD_ALL], y[COLD_ALL], z[COLD_ALL];
} cold_cloud;

GJK3_INLINE float3 cold_at(const cold_cloud *c, uint32_t i) { return (float3){c->x[i], c->y[i], c->z[i]}; }

/// How high all lie along d, over one of each hull.
GJK3_INLINE void cold_heights(const cold_cloud *c, float3 d, float over_a, float over_b, cold_floats *h)
{
    const f32xn x = f32xn_splat(d.x), y = f32xn_splat(d.y), z = f32xn_splat(d.z), a = f32xn_splat(over_a),
                b = f32xn_splat(over_b);
    for (int i = 0; i < COLD_PARTS; i++) {
        const int at = i * F32XN_LANES;
        h->of[i] = f32xn_load(c->x + at) * x + f32xn_load(c->y + at) * y + f32xn_load(c->z + at) * z -
                   (at < COLD_SIDE ? a : b);
    }
}

/// A number in the order of heights, the lower ones greater, that ends with the vertex's own number.
GJK3_INLINE u32xn cold_key(f32xn height, uint32_t from)
{
    const u32xn bits = (u32xn)height, low = u32xn_splat(COLD_ALL - 1);
    // below zero as they are, what is above zero turned round
    const u32xn above = ~(u32xn)((__typeof__((f32xn){0} < (f32xn){0})) bits >> 31);
    return ((bits ^ (above & u32xn_splat(INT32_MAX))) & ~low) | u32xn_from(from);
}

/// The lowest of each.
GJK3_INLINE void cold_lowest(const cold_floats *h, uint32_t *i, uint32_t *k)
{
    u32xn a = cold_key(h->of[0], 0), b = cold_key(h->of[COLD_PARTS / 2], COLD_SIDE);
    for (int part = 1; part < COLD_PARTS / 2; part++) {
        const uint32_t at = (uint32_t)(part * F32XN_LANES);
        a = u32xn_max(cold_key(h->of[part], at), a);
        b = u32xn_max(cold_key(h->of[part + COLD_PARTS / 2], at + COLD_SIDE), b);
    }
    *i = u32xn_max_lane(a) & (COLD_ALL - 1);
    *k = u32xn_max_lane(b) & (COLD_ALL - 1);
}

/// The vertex that a plane meets first while it turns, by how high all lie along the direction it is turned from, none below 0, and
/// along the one that it is turned to. `on`: a bit for each vertex that lies on it all the way. COLD_ALL where it meets none.
GJK3_INLINE uint32_t cold_meet(const cold_floats *from, const cold_floats *to, uint32_t on)
{
    const u32xn low = u32xn_splat(COLD_ALL - 1), bits = u32xn_splat(on);
    u32xn best = u32xn_splat(0);
    for (int i = 0; i < COLD_PARTS; i++) {
        const uint32_t at = (uint32_t)(i * F32XN_LANES);
        const u32xn numbers = u32xn_from(at), bit = u32xn_splat(1u) << numbers;
        // what rounding has left below the plane is on it
        const f32xn part = f32xn_splat(1) / f32xn_max(from->of[i], f32xn_splat(0x1p-100f));
        const u32xn ratio = (u32xn)(to->of[i] * part) & (u32xn)((bits & bit) != bit);
        best = u32xn_max((ratio & ~low) | numbers, best);
    }
    const uint32_t key = u32xn_max_lane(best);
    // the more below zero, the greater
    return key > (UINT32_C(1) << 31 | (COLD_ALL - 1)) ? key & (COLD_ALL - 1) : COLD_ALL;
}

/// The plane's features: numbers of lanes.
typedef struct cold_found {
    uint32_t i, k, u, v;
    bool far;  ///< of a parallelogram, the closest point lies in the half away from the first one
    int count;
} cold_found;

GJK3_INLINE bool cold_of_b(uint32_t at) { return at >= COLD_SIDE; }

/// The frame of a, and what all vertices add to the difference there; the way from the middle of b to that of a. False where products of
/// these might be too large or too small for single precision.
GJK3_INLINE bool cold_place(const flr_convex3 *a, const flr_convex3 *b, cold_cloud *c, float3 *apart,
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
    for (int at = 0; at < COLD_SIDE; at += F32XN_LANES) {
        f32xn_store(c->x + at, f32xn_of_reals(g->x + at));
        f32xn_store(c->y + at, f32xn_of_reals(g->y + at));
        f32xn_store(c->z + at, f32xn_of_reals(g->z + at));
        const f32xn px = f32xn_of_reals(h->x + at), py = f32xn_of_reals(h->y + at),
                    pz = f32xn_of_reals(h->z + at);
        f32xn_store(c->x + COLD_SIDE + at, px * r[0][0] + py * r[0][1] + pz * r[0][2]);
        f32xn_store(c->y + COLD_SIDE + at, px * r[1][0] + py * r[1][1] + pz * r[1][2]);
        f32xn_store(c->z + COLD_SIDE + at, px * r[2][0] + py * r[2][1] + pz * r[2][2]);
    }
    *apart = (float3){(float)turned[3][0], (float)turned[3][1], (float)turned[3][2]};
    *between = (float3){(float)turned[4][0], (float)turned[4][1], (float)turned[4][2]};
    const float size =
        fabsf(apart->x) + fabsf(apart->y) + fabsf(apart->z) + (float)g->radius + (float)h->radius;
    return size > 0x1p-12f && size < 0x1p20f && f64x4_max_lane(most) < 2;
}

/// A corner of the difference that a plane stands on: the vertices it is of, and the corner itself.
typedef struct cold_corner {
    float3 p, q, w;
} cold_corner;

GJK3_INLINE cold_corner cold_corner_of(const cold_cloud *c, float3 apart, const cold_found *f)
{
    const float3 p = cold_at(c, f->i), q = cold_at(c, f->k);
    return (cold_corner){p, q, float3_add(float3_add(p, q), apart)};
}

/// From there to a vertex that differs in one of both.
GJK3_INLINE float3 cold_way(const cold_cloud *c, const cold_corner *at, uint32_t to)
{
    return float3_sub(cold_at(c, to), cold_of_b(to) ? at->q : at->p);
}

/// How high all lie along d over the corner.
GJK3_INLINE void cold_heights_over(const cold_cloud *c, const cold_corner *at, float3 d, cold_floats *h)
{
    cold_heights(c, d, float3_dot(at->p, d), float3_dot(at->q, d), h);
}

/// A plane that parts them, square to *d: of nine in ten the one square to the way between their middles, else perhaps its reflection. False
/// with both support points where neither does.
GJK3_INLINE bool cold_part(const cold_cloud *c, float3 apart, uint32_t in_a, uint32_t in_b, cold_found *f,
                           cold_corner *at, float3 *d, cold_floats *from)
{
    for (bool again = false;; again = true) {
        cold_heights(c, *d, 0, 0, from);
        cold_lowest(from, &f->i, &f->k);
        // beyond the last vertex lie copies of the first one
        f->i = f->i < in_a ? f->i : 0;
        f->k = f->k < COLD_SIDE + in_b ? f->k : COLD_SIDE;
        *at = cold_corner_of(c, apart, f);
        const float3 w = at->w;
        const float dw = float3_dot(*d, w), ww = float3_dot(w, w);
        if (dw > 0) return true;
        if (again) return false;
        f->u = f->i;
        f->v = f->k;
        *d = (float3){ww * d->x - 2 * dw * w.x, ww * d->y - 2 * dw * w.y, ww * d->z - 2 * dw * w.z};
    }
}

/// Turns the plane square to d about its corner to the first edge, with how high all lie over it. False where that meets none.
GJK3_INLINE bool cold_meet_edge(const cold_cloud *c, const cold_corner *at, float3 d, uint32_t pads,
                                cold_found *f, cold_floats *from)
{
    cold_floats to;
    const f32xn low_a = f32xn_splat(float3_dot(at->p, d)), low_b = f32xn_splat(float3_dot(at->q, d));
    for (int i = 0; i < COLD_PARTS; i++) from->of[i] -= i < COLD_PARTS / 2 ? low_a : low_b;
    cold_heights_over(c, at, at->w, &to);
    f->u = cold_meet(from, &to, pads);
    if (f->u == COLD_ALL) return false;
    const float3 u = cold_way(c, at, f->u);
    const f32xn wu = f32xn_splat(-float3_dot(at->w, u)), du = f32xn_splat(float3_dot(d, u));
    for (int i = 0; i < COLD_PARTS; i++) from->of[i] = wu * from->of[i] + du * to.of[i];
    return true;
}

/// To the side of the face that the closest point lies beyond, and the corner that this begins at: the first edge's side, or another.
GJK3_INLINE void cold_leave_face(const cold_cloud *c, float3 apart, bool is_beyond_first, bool beyond_v,
                                 cold_found *f, cold_corner *at)
{
    if (is_beyond_first) {
        f->u = f->v;
        return;
    }
    const uint32_t first = beyond_v ? f->v : f->u;
    f->i = cold_of_b(first) ? f->i : first;
    f->k = cold_of_b(first) ? first : f->k;
    f->u = beyond_v ? f->u : f->v;
    *at = cold_corner_of(c, apart, f);
}

/// Turns the plane about edges until the closest point lies within what it holds.
GJK3_INLINE bool cold_meet_face(const cold_cloud *c, float3 apart, uint32_t pads, cold_found *f,
                                cold_corner *at, cold_floats *from)
{
    cold_floats to;
    float3 u = cold_way(c, at, f->u);
    uint32_t on = pads | UINT32_C(1) << f->u;
    for (int turn = 0; turn < COLD_TURNS_MAX; turn++) {
        const float3 w = at->w;
        cold_heights_over(c, at, float3_sum(float3_dot(u, u), w, -float3_dot(w, u), u), &to);
        f->v = cold_meet(from, &to, on);
        f->count = 2;
        if (f->v == COLD_ALL) return true;
        const float3 v = cold_way(c, at, f->v), n = float3_cross(u, v);
        const float nn = float3_dot(n, n), height = float3_dot(n, w), x = float3_dot(float3_cross(n, v), w),
                    y = float3_dot(float3_cross(u, n), w);
        const bool crossing = cold_of_b(f->u) != cold_of_b(f->v);
        f->far = crossing & (x + y > nn);
        f->count = 3;
        if ((x > 0) & (y > 0) & (x < nn) & (y < nn) & (crossing | (x + y <= nn))) return true;
        on = pads | UINT32_C(1) << f->i | UINT32_C(1) << f->k | UINT32_C(1) << f->u | UINT32_C(1) << f->v;
        cold_leave_face(c, apart, !(x > 0), crossing && x < nn, f, at);
        u = cold_way(c, at, f->u);
        f->count = 2;
        cold_heights_over(c, at, height < 0 ? float3_neg(n) : n, from);
    }
    return false;
}

/// False where the search has to go on: from two support points where `count` is 0 and `u` a vertex.
GJK3_INLINE bool cold_find(const flr_convex3 *a, const flr_convex3 *b, cold_found *f)
{
    _Alignas(32) cold_cloud c;
    float3 apart, d;  // d: at first the way between the middles
    cold_corner at;
    cold_floats from;
    f->count = 0;
    f->u = f->v = COLD_ALL;
    if (!cold_place(a, b, &c, &apart, &d)) return false;
    const uint32_t in_a = a->hull->info.vertex_count, in_b = b->hull->info.vertex_count;
    const uint32_t pads = ~(((UINT32_C(1) << in_a) - 1) | ((UINT32_C(1) << in_b) - 1) << COLD_SIDE);
    if (!cold_part(&c, apart, in_a, in_b, f, &at, &d, &from)) return false;
    f->count = 1;
    return !cold_meet_edge(&c, &at, d, pads, f, &from) || cold_meet_face(&c, apart, pads, f, &at, &from);
}

/// The features' vertices, as a cache has them.
GJK3_INLINE void cold_tell(const cold_found *f, flr_gjk3_cache *c)
{
    const uint32_t i = f->i, k = f->k - COLD_SIDE;
    c->count = (uint32_t)f->count;
    c->a[0] = i;
    c->b[0] = k;
    if (f->count > 1) {
        c->a[1] = cold_of_b(f->u) ? i : f->u;
        c->b[1] = cold_of_b(f->u) ? f->u - COLD_SIDE : k;
    }
    if (f->count > 2) {
        c->a[2] = cold_of_b(f->v) ? i : f->v;
        c->b[2] = cold_of_b(f->v) ? f->v - COLD_SIDE : k;
        if (f->far) {
            c->a[0] = cold_of_b(f->u) ? f->v : f->u;
            c->b[0] = (cold_of_b(f->u) ? f->u : f->v) - COLD_SIDE;
        }
    }
}

/// The search from what has been found, as if a call before had ended with it.
static __attribute__((noinline)) flr_gjk3 search_from(const flr_convex3 *a, const flr_convex3 *b,
                                                      const flr_gjk3_options *options, const cold_found *f)
{
    if (f->u == COLD_ALL) return flr_gjk3_plain_hulls(a, b, options);
    flr_gjk3_cache own;
    const flr_gjk3_options o = {.max_distance = (flr_real)INFINITY, .cache = &own};
    flr_gjk3_cache *const c = options && options->cache ? options->cache : &own;
    c->axis = flr_vec3_make(0, 0, 0);
    if (f->count > 0) {
        cold_tell(f, c);
    } else {
        c->count = 2;
        c->a[0] = f->i;
        c->b[0] = f->k - COLD_SIDE;
        c->a[1] = f->u;
        c->b[1] = f->v - COLD_SIDE;
    }
    return flr_gjk3_plain_hulls(a, b, c == &own ? &o : options);
}

flr_gjk3 GJK3_COLD_HULLS(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    cold_found found;
    flr_gjk3_cache own;
    const flr_gjk3_options o = {.max_distance = (flr_real)INFINITY, .cache = &own};
    const warm_question q = {a, b, &o};
    warm_failure w;
    flr_gjk3 r;
    if (!cold_find(a, b, &found)) return search_from(a, b, options, &found);
    cold_tell(&found, &own);
    const bool proved = found.count == 3   ? try_hulls(&q, 3, &w, &r)
                        : found.count == 2 ? try_hulls(&q, 2, &w, &r)
                                           : try_hulls(&q, 1, &w, &r);
    if (!proved) return search_from(a, b, options, &found);
    if (options && options->cache) *options->cache = own;
    return r;
}

#endif
