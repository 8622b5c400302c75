/// The separating axis test in the plane: the edge normal along which two polygonal cores overlap least.
#ifndef FLR_CONVEX_SAT2_H
#define FLR_CONVEX_SAT2_H

#include "convex/support2.h"
#include "math/eps.h"
#include "math/predicates.h"
#include "math/simd_real4.h"
#include "math/unit.h"

// ---- Convex polygons with up to 48 corners, placed into the scene corner by corner ----

/// Up to this many corners, all edges are compared with all corners, in O(n m). Beyond it the expanding
/// polygon takes no longer.
enum { FEW2_MOST = 48 };
/// A bit for each edge or corner.
typedef uint64_t few2_bits;

/// Returns the bits of so many, at least one.
static inline few2_bits few2_all(uint32_t count) { return ~(few2_bits)0 >> (64 - count); }
/// Returns the first of them.
static inline uint32_t few2_first(few2_bits bits) { return bits ? (uint32_t)__builtin_ctzll(bits) : 0; }

/// Edges that turn by less could lie on one line.
#define FEW2_CLEAR ((flr_real)0x1p-16)

/// A polygon of few corners, coordinate by coordinate, so that loops over edges become vectors. The last
/// corner is repeated up to a multiple of four. Lanes behind the last edge have edges without length, or the last
/// one again. Only inline functions take one, so that it can stay in registers.
typedef struct few2 {
    const flr_convex2 *shape;
    uint32_t count;
    real4 x[FEW2_MOST / 4], y[FEW2_MOST / 4];  ///< corners, from the scene's origin
    /// unit normals of the edges from each corner to the next, outwards
    real4 nx[FEW2_MOST / 4], ny[FEW2_MOST / 4];
    /// of the other shape along them; minus infinity for edges without length
    real4 separation[FEW2_MOST / 4];
} few2;

CORE2_INLINE flr_real few2_at(const real4 *f, uint32_t i)
{
    flr_real x;
    memcpy(&x, (const char *)f + i * sizeof x, sizeof x);
    return x;
}
CORE2_INLINE flr_vec2 few2_corner(const few2 *f, uint32_t i)
{
    return flr_vec2_make(few2_at(f->x, i), few2_at(f->y, i));
}
CORE2_INLINE flr_vec2 few2_normal(const few2 *f, uint32_t i)
{
    return flr_vec2_make(few2_at(f->nx, i), few2_at(f->ny, i));
}
/// Without branches, as the corners cannot be predicted.
CORE2_INLINE uint32_t few2_next(const few2 *f, uint32_t i)
{
    const uint32_t next = i + 1;
    return next & -(uint32_t)(next < f->count);
}
CORE2_INLINE uint32_t few2_before(const few2 *f, uint32_t i)
{
    return i - 1 + (f->count & -(uint32_t)(i == 0));
}

/// Is it a polygon with few corners, in order?
CORE2_INLINE bool few2_fits(const flr_convex2 *c)
{
    return support2_in_order(c) && c->count >= 3 && c->count <= FEW2_MOST;
}

/// Loads four corners from i on, the last one repeated.
CORE2_INLINE void few2_four(const flr_vec2 *p, uint32_t count, uint32_t i, real4 *x, real4 *y)
{
    const uint32_t end = count - 1;
    if (i + 4 <= count)
        real4_points(p + i, p + i + 1, p + i + 2, p + i + 3, x, y);
    else
        real4_points(p + i, p + (i + 1 < end ? i + 1 : end), p + (i + 2 < end ? i + 2 : end), p + end, x, y);
}

/// Loads the end points of the edges i to i + 3; lanes behind the last edge get one without length.
CORE2_INLINE void few2_four_next(const flr_vec2 *p, uint32_t count, uint32_t i, real4 *x, real4 *y)
{
    const uint32_t end = count - 1, rest = count - i;
    if (rest > 4)
        real4_points(p + i + 1, p + i + 2, p + i + 3, p + i + 4, x, y);
    else if (rest == 4)
        real4_points(p + i + 1, p + i + 2, p + i + 3, p, x, y);
    else
        real4_points(rest > 1 ? p + i + 1 : p,
                     rest > 2   ? p + end
                     : rest > 1 ? p
                                : p + end,
                     rest > 2 ? p : p + end, p + end, x, y);
}

/// Places the corners into the scene; c has the place of the shape there.
CORE2_INLINE void few2_place(few2 *f, const flr_convex2 *shape, const core2 *c)
{
    const real4 base_x = real4_splat(c->base[0]), base_y = real4_splat(c->base[1]),
                cosine = real4_splat(c->rotation.x), sine = real4_splat(c->rotation.y),
                at_x = real4_splat(c->offset[0]), at_y = real4_splat(c->offset[1]);
    f->shape = shape;
    f->count = c->count;
    for (uint32_t i = 0; i < c->count; i += 4) {
        real4 x, y;
        few2_four(c->points, c->count, i, &x, &y);
        x = real4_sub(x, base_x);
        y = real4_sub(y, base_y);
        f->x[i / 4] = real4_add(at_x, real4_sub(real4_mul(cosine, x), real4_mul(sine, y)));
        f->y[i / 4] = real4_add(at_y, real4_add(real4_mul(sine, x), real4_mul(cosine, y)));
    }
}

/// Returns a length of at least the largest coordinate, for each of four corners.
CORE2_INLINE real4 few2_reach(const few2 *f, uint32_t i)
{
    return real4_add(real4_abs(f->x[i / 4]), real4_abs(f->y[i / 4]));
}

/// Returns the largest of these, and a sum in each lane that is not finite if a corner is not.
CORE2_INLINE flr_real few2_size(const few2 *f, real4 *sum)
{
    real4 most = few2_reach(f, 0);
    *sum = most;
    for (uint32_t i = 4; i < f->count; i += 4) {
        const real4 reach = few2_reach(f, i);
        most = real4_max(reach, most);
        *sum = real4_add(*sum, reach);
    }
    return real4_max_lane(most);
}

/// Return how far the polygon reaches along d, and its least height along d.
CORE2_INLINE flr_real few2_most_along(const few2 *f, flr_vec2 d)
{
    const real4 u = real4_splat(d.x), v = real4_splat(d.y);
    real4 high = real4_dot(u, v, f->x[0], f->y[0]);
    for (uint32_t i = 4; i < f->count; i += 4)
        high = real4_max(real4_dot(u, v, f->x[i / 4], f->y[i / 4]), high);
    return real4_max_lane(high);
}

CORE2_INLINE flr_real few2_low_along(const few2 *f, flr_vec2 d)
{
    const real4 u = real4_splat(d.x), v = real4_splat(d.y);
    real4 low = real4_dot(u, v, f->x[0], f->y[0]);
    for (uint32_t i = 4; i < f->count; i += 4)
        low = real4_min(real4_dot(u, v, f->x[i / 4], f->y[i / 4]), low);
    return real4_min_lane(low);
}

/// Returns twice a point somewhere in the middle.
CORE2_INLINE flr_vec2 few2_middle(const few2 *f)
{
    return flr_add2(few2_corner(f, 0), few2_corner(f, f->count / 2));
}

/// Returns which way around the corners go: +1 counter-clockwise, 0 if all lie on one line, which is exact;
/// or FEW2_UNSURE, if they are so flat that rounding could hide it. The area decides: three corners, which
/// may lie within rounding of one another, decide nothing about all.
int flr_few2_turn(const flr_vec2 *p, uint32_t count);
enum { FEW2_UNSURE = 2 };

/// The same by a filter of rounding errors; 0 if that does not decide. Three corners are judged by their turn, four by that
/// of the diagonals, which is the area. More are judged by three far from one another, which must be off one
/// line by far more than coordinates of that size round by.
CORE2_INLINE int few2_turn(const flr_vec2 *p, uint32_t count, flr_real size)
{
    const uint32_t a = count > 4 ? count / 3 : count - 2, b = count > 4 ? 2 * count / 3 : count - 1,
                   from = count == 4;
    const double left = ((double)p[a].x - (double)p[0].x) * ((double)p[b].y - (double)p[from].y),
                 right = ((double)p[a].y - (double)p[0].y) * ((double)p[b].x - (double)p[from].x),
                 turn = left - right, flat = sizeof(flr_real) == sizeof(float) ? 0x1p-12 : 0x1p-36,
                 bound = count > 4 ? flat * (double)size * (double)size
                                   : FLR_FILTER_RELATIVE2 * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    return (turn > bound) - (turn < -bound);
}

/// Has any of these edges, a bit for each, a length above 0?
bool flr_few2_have_length(const flr_vec2 *p, uint32_t count, few2_bits edges);

/// Computes the normals, in the shape's own frame, where the corners are exact; then they are turned. So
/// edges far shorter than the scene keep their directions. Returns false if it is not clear which way around
/// the corners go, after the exact test if `exact`, or if the square of an edge's length has digits missing.
CORE2_INLINE bool few2_make_normals(few2 *f, flr_real size, bool exact)
{
    const flr_convex2 *c = f->shape;
    real4 x, y;
    if (c->normals) {
        const real4 cosine = real4_splat(c->rotation.x), sine = real4_splat(c->rotation.y);
        for (uint32_t i = 0; i < f->count; i += 4) {
            few2_four(c->normals, f->count, i, &x, &y);
            f->nx[i / 4] = real4_sub(real4_mul(cosine, x), real4_mul(sine, y));
            f->ny[i / 4] = real4_add(real4_mul(sine, x), real4_mul(cosine, y));
        }
        return true;
    }
    const flr_vec2 *p = support2_points(c);
    int turn = f->count < 3 ? 1 : few2_turn(p, f->count, size);
    if (exact && turn == 0) {
        turn = flr_few2_turn(p, f->count);
        // on one line edges go there and back: either sign gives both normals
        turn = turn == 0 ? 1 : turn == FEW2_UNSURE ? 0 : turn;
    }
    const flr_real sign = turn < 0 ? -1 : 1;
    const real4 cosine = real4_splat(sign * c->rotation.x), sine = real4_splat(sign * c->rotation.y);
    few2_bits lost = 0;
    for (uint32_t i = 0; i < f->count; i += 4) {
        real4 u, v;
        few2_four(p, f->count, i, &u, &v);
        few2_four_next(p, f->count, i, &x, &y);
        x = real4_sub(x, u);
        y = real4_sub(y, v);
        u = real4_add(real4_mul(sine, x), real4_mul(cosine, y));
        v = real4_sub(real4_mul(sine, y), real4_mul(cosine, x));
        const real4 over = real4_over_length(u, v);
        lost |= (few2_bits)(real4_at_least(real4_dot(u, v, u, v), unit2_lost) ^ 0xf) << i;
        f->nx[i / 4] = real4_mul(u, over);
        f->ny[i / 4] = real4_mul(v, over);
    }
    lost &= few2_all(f->count);
    return turn != 0 && (!lost || !flr_few2_have_length(p, f->count, lost));
}

/// Do all four corners clearly turn, and the same way? Then they are convex.
CORE2_INLINE bool few2_four_turn(const few2 *f)
{
    const real4 x = f->nx[0], y = f->ny[0], u = real4_rotate(x), v = real4_rotate(y),
                turn = real4_sub(real4_mul(x, v), real4_mul(y, u));
    return real4_at_least(turn, FEW2_CLEAR) == 0xf ||
           real4_at_least(real4_sub(real4_splat(0), turn), FEW2_CLEAR) == 0xf;
}

/// Returns by how much corners of that size may lie beyond an edge by rounding.
CORE2_INLINE flr_real few2_slack(flr_real size) { return 4 * (flr_real)FLR_OVER_EPS * size; }

/// Do no corners lie beyond that edge, up to rounding? The edge between corners within rounding of one
/// another, in no convex order, may point anywhere.
CORE2_INLINE bool few2_is_outer(const few2 *f, uint32_t edge, flr_real slack)
{
    const flr_vec2 n = few2_normal(f, edge);
    return few2_most_along(f, n) - flr_dot2(n, few2_corner(f, edge)) <= slack;
}

// ---- The separating axis test ----

typedef struct sat2_result {
    /// False if a core has more corners, or these are out of convex order by more than rounding: then
    /// nothing else is set.
    bool is_known;
    bool found;           ///< false where neither core has an edge
    flr_real separation;  ///< along the normal; minus the depth
    flr_real most;        ///< the largest of all normals; at most the tolerance more
    flr_vec2 normal;      ///< unit, from a to b
    flr_vec2 a, b;        ///< witness points; b - a = separation * normal
} sat2_result;

/// Finds the best axis of two cores with up to 48 corners in order. Of axes that are equal within
/// `tolerance` it is the one closest to `preferred` (zero for none), else the first, a's edges before b's.
/// `size` is at least the largest coordinate.
sat2_result flr_sat2(const support2 *a, const support2 *b, flr_real size, flr_real tolerance,
                     flr_vec2 preferred);

/// An edge of one shape, and the corner of the other that lies farthest against its normal.
typedef struct few2_choice {
    bool own_is_b;
    uint32_t edge, farthest;
    flr_real most;  ///< the greatest separation of all edges; at most the tolerance more than this edge's
} few2_choice;

/// Returns the least height of the other shape along each of four vectors, corner by corner.
CORE2_INLINE real4 few2_least_of_all(const few2 *other, real4 x, real4 y)
{
    real4 least = real4_dot(x, y, real4_splat(few2_at(other->x, 0)), real4_splat(few2_at(other->y, 0)));
    for (uint32_t k = 1; k < other->count; ++k)
        least = real4_min(
            real4_dot(x, y, real4_splat(few2_at(other->x, k)), real4_splat(few2_at(other->y, k))), least);
    return least;
}

/// The same. Four corners stay in registers.
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

/// Computes the separations along the normals of `own`. Returns the greatest in each lane.
CORE2_INLINE real4 few2_find_separations(few2 *own, const few2 *other)
{
    const real4 none = real4_splat((flr_real)-INFINITY);
    real4 most = none;
    for (uint32_t i = 0; i < own->count; i += 4) {
        const real4 x = own->nx[i / 4], y = own->ny[i / 4];
        const real4 least = few2_least_along(other, x, y);
        // minus infinity in place of the NaN of an edge without length
        const real4 separation =
            real4_max(real4_sub(least, real4_dot(x, y, own->x[i / 4], own->y[i / 4])), none);
        own->separation[i / 4] = separation;
        most = i ? real4_max(separation, most) : separation;
    }
    return most;
}

/// Returns a bit for each edge whose separation is at least `least`.
CORE2_INLINE few2_bits few2_edges_from(const few2 *f, flr_real least)
{
    few2_bits edges = 0;
    for (uint32_t i = 0; i < f->count; i += 4)
        edges |= (few2_bits)real4_at_least(f->separation[i / 4], least) << i;
    return edges & few2_all(f->count);
}

/// Returns the corner farthest against d; the first of several.
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
    few2_bits bits = 0;
    for (uint32_t i = 0; i < f->count; i += 4) bits |= (few2_bits)real4_equal(along[i / 4], least) << i;
    return few2_first(bits);
}

/// These are rarely called, so not inline. Each file has its own, as the layout of few2 depends on what the
/// file is compiled for.
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

/// Does the witness lie on the edge? If corners of a side are collinear, several edges have the same normal.
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

/// Returns the best of all edges that are equal within the tolerance. The farthest corner is not set.
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

/// Copies what there is of a polygon.
CORE2_INLINE few2 few2_copy(const few2 *f)
{
    few2 c;
    c.shape = f->shape;
    c.count = f->count;
    for (uint32_t i = 0; i < f->count; i += 4) {
        c.x[i / 4] = f->x[i / 4], c.y[i / 4] = f->y[i / 4];
        c.nx[i / 4] = f->nx[i / 4], c.ny[i / 4] = f->ny[i / 4];
        c.separation[i / 4] = f->separation[i / 4];
    }
    return c;
}

/// Chooses the edge along whose normal the shapes are separated most or overlap least, from the separations
/// that were found, of which `most` is the greatest. Edges equal within the tolerance are chosen from as by
/// flr_sat2, for b and a if `turned`. Returns false if there is no edge.
CORE2_INLINE bool few2_choose(const few2 *a, const few2 *b, flr_real most, flr_real tolerance,
                              flr_vec2 preferred, bool turned, few2_choice *choice)
{
    const flr_real least = most - tolerance;
    if (!(most > (flr_real)-INFINITY)) return false;
    const few2_bits of_a = few2_edges_from(a, least), of_b = few2_edges_from(b, least);
    if ((of_a | of_b) == 0) return false;  // heights beyond the range of numbers
    if ((of_a && of_b) || (of_a & (of_a - 1)) || (of_b & (of_b - 1))) {
        const few2 x = few2_copy(a), y = few2_copy(b);
        *choice =
            few2_best_of(turned ? &y : &x, turned ? &x : &y, least, turned ? flr_neg2(preferred) : preferred);
        choice->own_is_b = choice->own_is_b != turned;
    } else {
        choice->own_is_b = of_b != 0;
        choice->edge = few2_first(of_a | of_b);
    }
    choice->most = most;
    const few2 *own = choice->own_is_b ? b : a, *other = choice->own_is_b ? a : b;
    choice->farthest = few2_farthest_against(other, few2_normal(own, choice->edge));
    return true;
}

#endif
