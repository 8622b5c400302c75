/// The separating axis test in the plane: the edge normal along which two polygonal cores overlap least.
#ifndef FLR_CONVEX_SAT2_H
#define FLR_CONVEX_SAT2_H

#include "convex/small_polygon2.h"
#include "convex/support2.h"

typedef struct sat2_result {
    bool found;  ///< false where neither core has an edge
    bool
        in_order;  ///< false where corners stand in no convex order, by more than they round by: then nothing is known
    flr_real separation;  ///< along the normal; minus the depth
    flr_real most;        ///< of all normals; at most the tolerance more
    flr_vec2 normal;      ///< unit, from a to b
    flr_vec2 a, b;        ///< witness points; b - a = separation * normal
} sat2_result;

/// Both shapes have corners in order around. What is alike within `tolerance` goes to the axis closest to
/// `preferred` (zero for none), else to the first, a's edges before b's. `size`: at least the largest coordinate.
sat2_result flr_sat2(const support2 *a, const support2 *b, flr_real size, flr_real tolerance,
                     flr_vec2 preferred);

// ---- Polygons with up to sixteen corners ----

/// An edge of one, and the corner of the other that lies farthest against its normal.
typedef struct few2_choice {
    bool own_is_b;
    uint32_t edge, farthest;
    flr_real most;  ///< the greatest separation of all edges; at most the tolerance more than this edge's
} few2_choice;

/// How far the other reaches at least along four vectors, corner by corner.
CORE2_INLINE real4 few2_least_of_all(const few2 *other, real4 x, real4 y)
{
    real4 least = real4_dot(x, y, real4_splat(few2_at(other->x, 0)), real4_splat(few2_at(other->y, 0)));
    for (uint32_t k = 1; k < other->count; ++k)
        least = real4_min(
            real4_dot(x, y, real4_splat(few2_at(other->x, k)), real4_splat(few2_at(other->y, k))), least);
    return least;
}

#ifdef __AVX2__
/// The same, and, of four corners, the first that does. Where choices are cheap it is known
/// when the edge is, and need not be looked for after it.
CORE2_INLINE real4 few2_least_along(const few2 *other, real4 x, real4 y, real4 *corner)
{
    if (other->count == 4) {
        const real4 u = other->x[0], v = other->y[0],
                    a = real4_dot(x, y, REAL4_SPREAD(u, 0), REAL4_SPREAD(v, 0)),
                    b = real4_dot(x, y, REAL4_SPREAD(u, 1), REAL4_SPREAD(v, 1)),
                    c = real4_dot(x, y, REAL4_SPREAD(u, 2), REAL4_SPREAD(v, 2)),
                    d = real4_dot(x, y, REAL4_SPREAD(u, 3), REAL4_SPREAD(v, 3)), low = real4_min(a, b),
                    high = real4_min(c, d);
        *corner =
            real4_where_less(high, low, real4_where_less(d, c, real4_splat_bits(3), real4_splat_bits(2)),
                             real4_where_less(b, a, real4_splat_bits(1), real4_splat_bits(0)));
        return real4_min(low, high);
    }
    return few2_least_of_all(other, x, y);
}
#else
/// The same. Four corners need not go through memory.
CORE2_INLINE real4 few2_least_along(const few2 *other, real4 x, real4 y)
{
    if (other->count == 4) {
        const real4 u = other->x[0], v = other->y[0];
        return real4_min(real4_min(real4_dot(x, y, REAL4_SPREAD(u, 0), REAL4_SPREAD(v, 0)),
                                   real4_dot(x, y, REAL4_SPREAD(u, 1), REAL4_SPREAD(v, 1))),
                         real4_min(real4_dot(x, y, REAL4_SPREAD(u, 2), REAL4_SPREAD(v, 2)),
                                   real4_dot(x, y, REAL4_SPREAD(u, 3), REAL4_SPREAD(v, 3))));
    }
    return few2_least_of_all(other, x, y);
}
#endif

/// Returns the greatest of each lane.
CORE2_INLINE real4 few2_find_separations(few2 *own, const few2 *other)
{
    const real4 none = real4_splat((flr_real)-INFINITY);
    real4 most = none;
    for (uint32_t i = 0; i < own->count; i += 4) {
        const real4 x = own->nx[i / 4], y = own->ny[i / 4];
#ifdef __AVX2__
        const real4 least = few2_least_along(other, x, y, &own->farthest[i / 4]);
#else
        const real4 least = few2_least_along(other, x, y);
#endif
        // not of an edge without length, where it is a NaN
        const real4 separation =
            real4_max(real4_sub(least, real4_dot(x, y, own->x[i / 4], own->y[i / 4])), none);
        own->separation[i / 4] = separation;
        most = i ? real4_max(separation, most) : separation;
    }
    return most;
}

/// A bit for each edge that separates them by as much.
CORE2_INLINE uint32_t few2_edges_from(const few2 *f, flr_real least)
{
    uint32_t edges = 0;
    for (uint32_t i = 0; i < f->count; i += 4) edges |= real4_at_least(f->separation[i / 4], least) << i;
    return edges & (((uint32_t)1 << f->count) - 1);
}

/// The corner farthest against d; the first of several.
CORE2_INLINE uint32_t few2_farthest_against(const few2 *f, flr_vec2 d)
{
    const real4 x = real4_splat(d.x), y = real4_splat(d.y);
    real4 along[FEW2_MOST / 4], smallest = real4_dot(x, y, f->x[0], f->y[0]);
    along[0] = smallest;
    for (uint32_t i = 4; i < f->count; i += 4) {
        along[i / 4] = real4_dot(x, y, f->x[i / 4], f->y[i / 4]);
        smallest = real4_min(along[i / 4], smallest);
    }
    const flr_real least = real4_min_lane(smallest);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < f->count; i += 4) bits |= real4_equal(along[i / 4], least) << i;
    return heights2_place(bits);
}

/// Functions of their own, as they are rarely asked, but of each file: how few2 lies in memory hangs on what that is compiled for.
#define FEW2_SELDOM __attribute__((noinline, unused)) static

/// An edge that may be chosen.
typedef struct few2_candidate {
    const few2 *own, *other;
    uint32_t edge;
    bool own_is_b;
} few2_candidate;

static inline flr_real few2_toward(const few2_candidate *c, flr_vec2 preferred)
{
    flr_real along = flr_dot2(few2_normal(c->own, c->edge), preferred);
    return c->own_is_b ? -along : along;
}

/// Where the corners of a side are collinear, several edges have the same normal, and one of them the witness.
static inline bool few2_holds_witness(const few2_candidate *c)
{
    flr_vec2 start = few2_corner(c->own, c->edge),
             e = flr_sub2(few2_corner(c->own, few2_next(c->own, c->edge)), start);
    flr_vec2 here = few2_corner(c->other, few2_farthest_against(c->other, few2_normal(c->own, c->edge)));
    flr_real at = flr_dot2(e, flr_sub2(here, start));
    return at >= 0 && at <= flr_dot2(e, e);
}

static inline bool few2_is_better_witness(const few2_candidate *c, const few2_candidate *best)
{
    if (c->own != best->own) return false;
    flr_real alike = flr_dot2(few2_normal(c->own, c->edge), few2_normal(best->own, best->edge));
    return alike > (flr_real)0.999999 && !few2_holds_witness(best) && few2_holds_witness(c);
}

/// Of all edges alike within the tolerance, where there are several. The farthest corner is not set.
FEW2_SELDOM few2_choice few2_best_of(const few2 *a, const few2 *b, flr_real least, flr_vec2 preferred)
{
    few2_candidate best = {NULL, NULL, 0, false};
    for (int k = 0; k < 2; ++k) {
        few2_candidate c = {k ? b : a, k ? a : b, 0, k == 1};
        for (c.edge = 0; c.edge < c.own->count; ++c.edge) {
            if (!(few2_at(c.own->separation, c.edge) >= least)) continue;
            if (best.own && !(few2_toward(&c, preferred) - few2_toward(&best, preferred) > (flr_real)1e-3) &&
                !few2_is_better_witness(&c, &best))
                continue;
            best = c;
        }
    }
    few2_choice choice = {best.own_is_b, best.edge, 0, 0};
    return choice;
}

/// Of the separations found of two, of which `most` is the greatest, the edge along whose normal they are separated most or overlap
/// least; alike within the tolerance as flr_sat2, of b and a where `turned`. False where there is none.
CORE2_INLINE bool few2_choose(const few2 *a, const few2 *b, flr_real most, flr_real tolerance,
                              flr_vec2 preferred, bool turned, few2_choice *choice)
{
    const flr_real least = most - tolerance;
    if (!(most > (flr_real)-INFINITY)) return false;
    const uint32_t edges = few2_edges_from(a, least) | few2_edges_from(b, least) << FEW2_MOST;
    if (edges == 0) return false;  // heights beyond the range
    if (edges & (edges - 1)) {
        const few2 x = *a, y = *b;
        *choice =
            few2_best_of(turned ? &y : &x, turned ? &x : &y, least, turned ? flr_neg2(preferred) : preferred);
        choice->own_is_b = choice->own_is_b != turned;
    } else {
        const uint32_t place = (uint32_t)__builtin_ctz(edges);
        choice->own_is_b = place / FEW2_MOST;
        choice->edge = place % FEW2_MOST;
    }
    choice->most = most;
    const few2 *own = choice->own_is_b ? b : a, *other = choice->own_is_b ? a : b;
#ifdef __AVX2__
    if (other->count == 4) {
        memcpy(&choice->farthest, (const char *)own->farthest + choice->edge * sizeof(flr_real),
               sizeof choice->farthest);
        return true;
    }
#endif
    choice->farthest = few2_farthest_against(other, few2_normal(own, choice->edge));
    return true;
}

/// The same from the corners. False as few2_make_normals.
CORE2_INLINE bool few2_axes(few2 *a, few2 *b, flr_real size, flr_real tolerance, flr_vec2 preferred,
                            few2_choice *choice)
{
    if (!few2_make_normals(a, size) || !few2_make_normals(b, size)) return false;
    const real4 of_a = few2_find_separations(a, b), of_b = few2_find_separations(b, a);
    return few2_choose(a, b, real4_max_lane(real4_max(of_a, of_b)), tolerance, preferred, false, choice);
}

/// Corners, however they are held.
typedef struct few2_corners {
    const void *of;
    uint32_t count;
    flr_vec2 (*at)(const void *of, uint32_t i);
    flr_real off;  ///< how far they lie off where they are held: by that they have been rounded
} few2_corners;

/// An edge goes from `start` along e, a unit vector; `whole` is its length.
typedef struct few2_side {
    flr_vec2 start, e, normal;
    flr_real whole;
} few2_side;

/// A point of the other beside the edge, where its corner farthest against the normal lies off by its ends: on the side of that corner,
/// which may have several more on it, as the edge's side may go on beyond its ends.
flr_vec2 flr_few2_beside(const few2_corners *own, const few2_corners *other, uint32_t farthest,
                         const few2_side *s);

FEW2_SELDOM flr_vec2 few2_corner_of(const void *of, uint32_t i) { return few2_corner((const few2 *)of, i); }

FEW2_SELDOM flr_vec2 few2_beside(const few2 *own, const few2 *other, uint32_t farthest, flr_vec2 start,
                                 flr_vec2 e, flr_real whole, flr_vec2 normal)
{
    const few2_corners of_own = {own, own->count, few2_corner_of,
                                 support2_spread(support2_points(own->shape)[0])},
                       of_other = {other, other->count, few2_corner_of,
                                   support2_spread(support2_points(other->shape)[0])};
    const few2_side side = {start, e, normal, whole};
    return flr_few2_beside(&of_own, &of_other, farthest, &side);
}

/// The normal from a to b and the witness points of a choice.
CORE2_INLINE sat2_result few2_result(const few2 *a, const few2 *b, const few2_choice *c)
{
    const few2 *own = c->own_is_b ? b : a, *other = c->own_is_b ? a : b;
    sat2_result r = {
        .found = true, .in_order = true, .separation = few2_at(own->separation, c->edge), .most = c->most};
    const flr_vec2 n = few2_normal(own, c->edge), start = few2_corner(own, c->edge);
    // along the edge as its normal has it: in the scene a short edge may have lost its direction to rounding
    flr_vec2 e = flr_perp2(n);
    flr_real length = flr_dot2(e, flr_sub2(few2_corner(own, few2_next(own, c->edge)), start));
    if (length < 0) length = -length, e = flr_neg2(e);
    flr_vec2 on_other = few2_corner(other, c->farthest);
    const flr_real at = flr_dot2(e, flr_sub2(on_other, start));
    if (!(at >= 0 && at <= length)) on_other = few2_beside(own, other, c->farthest, start, e, length, n);
    const flr_vec2 on_own = flr_mul_add2(on_other, -r.separation, n);
    r.normal = c->own_is_b ? flr_neg2(n) : n;
    r.a = c->own_is_b ? on_other : on_own;
    r.b = c->own_is_b ? on_own : on_other;
    return r;
}

#endif
