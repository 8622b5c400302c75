/// Clipping of two overlapping faces of boxes, which are rectangles, and its reduction to four points. Every
/// step is done for all points together, four in a vector, as branches could not be predicted. This is part
/// of the text of manifold3_box_box_lanes.h.
#ifndef FLR_CONTACT_CLIP3_RECTANGLES_H
#define FLR_CONTACT_CLIP3_RECTANGLES_H

#include "contact/clip3.h"
#include "contact/manifold3_box_box.h"
#include "math/simd_f64x4.h"
#include "math/vectors.h"

/// Returns a mask of lanes for four bits.
static const int64_t CLIP3_LANES[16][4] = {
    {0, 0, 0, 0},   {-1, 0, 0, 0},   {0, -1, 0, 0},   {-1, -1, 0, 0},  {0, 0, -1, 0},  {-1, 0, -1, 0},
    {0, -1, -1, 0}, {-1, -1, -1, 0}, {0, 0, 0, -1},   {-1, 0, 0, -1},  {0, -1, 0, -1}, {-1, -1, 0, -1},
    {0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1}};

static inline f64x4 clip3_lanes(uint32_t bits)
{
    return f64x4_load((const double *)(const void *)CLIP3_LANES[bits & 15]);
}

/// Four places.
typedef struct place4 {
    f64x4 x, y, depth;
} place4;

/// A parallelogram, every number in all lanes. The arms are far from parallel.
typedef struct clip3_rectangle4 {
    place4 middle, u, v;
    f64x4 half_u, half_v;
    f64x4 area;    ///< of the arms, above 0
    f64x4 turned;  ///< -0.0 if the arms turn clockwise, else 0
} clip3_rectangle4;

static inline void clip3_rectangle_close(clip3_rectangle4 *s)
{
    const f64x4 area = f64x4_sub(f64x4_mul(s->u.x, s->v.y), f64x4_mul(s->u.y, s->v.x));
    s->turned = f64x4_signs(area);
    s->area = f64x4_abs(area);
}

static inline clip3_rectangle4 clip3_rectangle_spread(const clip3_rectangle *s)
{
    clip3_rectangle4 r = {{f64x4_splat(s->middle[0]), f64x4_splat(s->middle[1]), f64x4_splat(s->middle[2])},
                          {f64x4_splat(s->arm[0][0]), f64x4_splat(s->arm[0][1]), f64x4_splat(s->arm[0][2])},
                          {f64x4_splat(s->arm[1][0]), f64x4_splat(s->arm[1][1]), f64x4_splat(s->arm[1][2])},
                          f64x4_splat(s->half[0]),
                          f64x4_splat(s->half[1]),
                          f64x4_splat(0),
                          f64x4_splat(0)};
    clip3_rectangle_close(&r);
    return r;
}

/// Returns the coordinates of places along the arms, times the area of the arms, so that nothing waits for a
/// quotient.
typedef struct clip3_arms4 {
    f64x4 u, v;
} clip3_arms4;

static inline clip3_arms4 clip3_along_arms(const clip3_rectangle4 *s, f64x4 x, f64x4 y)
{
    const f64x4 dx = f64x4_sub(x, s->middle.x), dy = f64x4_sub(y, s->middle.y);
    clip3_arms4 r = {f64x4_xor(f64x4_sub(f64x4_mul(s->v.y, dx), f64x4_mul(s->v.x, dy)), s->turned),
                     f64x4_xor(f64x4_sub(f64x4_mul(s->u.x, dy), f64x4_mul(s->u.y, dx)), s->turned)};
    return r;
}

/// All candidates, in lanes, with the mask of those that are points of the patch.
typedef struct clip3_places {
    place4 at[3];
    f64x4 is_spot[3];
} clip3_places;

/// Writes four candidates.
static inline void clip3_put(clip3_points *c, int at, place4 p)
{
    f64x4_store(&c->x[at], p.x);
    f64x4_store(&c->y[at], p.y);
    f64x4_store(&c->depth[at], p.depth);
}

static inline clip3_places clip3_read(const clip3_points *c)
{
    clip3_places p;
    for (int k = 0; k < 3; k++) {
        p.at[k].x = f64x4_load(&c->x[4 * k]);
        p.at[k].y = f64x4_load(&c->y[4 * k]);
        p.at[k].depth = f64x4_load(&c->depth[4 * k]);
        p.is_spot[k] = clip3_lanes(c->mask >> 4 * k);
    }
    return p;
}

static inline place4 clip3_move(place4 p, f64x4 by, place4 step)
{
    place4 r = {f64x4_add_scaled(p.x, by, step.x), f64x4_add_scaled(p.y, by, step.y),
                f64x4_add_scaled(p.depth, by, step.depth)};
    return r;
}

/// Finds where a line enters the strip from -reach to reach and where it leaves it, in steps from `from`. The
/// line may run along the strip.
static inline void clip3_strip(f64x4 from, f64x4 step, f64x4 reach, f64x4 tiny, f64x4 *low, f64x4 *high)
{
    const f64x4 per = f64x4_div(f64x4_splat(1), f64x4_max(f64x4_abs(step), tiny));
    const f64x4 behind = f64x4_xor(from, f64x4_and(step, f64x4_splat(-0.0)));
    *low = f64x4_mul(f64x4_sub(f64x4_neg(reach), behind), per);
    *high = f64x4_mul(f64x4_sub(reach, behind), per);
}

/// Moves points outside the rectangle within the slack to its rim.
static inline void clip3_hold(place4 *p, const double half[2])
{
    const f64x4 x = f64x4_splat(half[0]), y = f64x4_splat(half[1]);
    p->x = f64x4_max(f64x4_min(p->x, x), f64x4_neg(x));
    p->y = f64x4_max(f64x4_min(p->y, y), f64x4_neg(y));
}

/// Finds the corners of the intersection of a parallelogram and the rectangle from -half to half (0 allowed)
/// that are no shallower than `least`. Points outside by up to `slack` count as inside, and a corner may
/// occur twice. The rectangle clips each side of the parallelogram (Liang and Barsky, "A New Concept and
/// Method for Line Clipping", 1984).
static inline void clip3_share(const clip3_rectangle4 *s, const double half[2], double least, double slack,
                               clip3_points *c, clip3_places *p)
{
    const f64x4 zero = f64x4_splat(0), floor = f64x4_splat(least), almost = f64x4_splat(least - slack);
    const f64x4 tiny = f64x4_splat(1e-10 * slack);
    const f64x4 sign_u = f64x4_of(-0.0, -0.0, 0, 0), sign_v = f64x4_of(-0.0, 0, 0, -0.0),
                back = f64x4_of(0, 0, -0.0, -0.0), odd = clip3_lanes(10);
    const f64x4 by_u = f64x4_xor(s->half_u, sign_u), by_v = f64x4_xor(s->half_v, sign_v);
    // one coordinate after the other, so that registers suffice
    place4 corner, step;
    f64x4 low_x, low_y, high_x, high_y;
    const f64x4 half_x = f64x4_splat(half[0] + slack);
    corner.x = f64x4_add_scaled(f64x4_add_scaled(s->middle.x, by_v, s->v.x), by_u, s->u.x);
    step.x = f64x4_xor(f64x4_select(odd, s->u.x, s->v.x), back);
    clip3_strip(corner.x, step.x, half_x, tiny, &low_x, &high_x);
    const f64x4 half_y = f64x4_splat(half[1] + slack);
    corner.y = f64x4_add_scaled(f64x4_add_scaled(s->middle.y, by_v, s->v.y), by_u, s->u.y);
    step.y = f64x4_xor(f64x4_select(odd, s->u.y, s->v.y), back);
    clip3_strip(corner.y, step.y, half_y, tiny, &low_y, &high_y);
    const f64x4 is_in =
        f64x4_and(f64x4_at_most(f64x4_abs(corner.x), half_x), f64x4_at_most(f64x4_abs(corner.y), half_y));
    const f64x4 whole = f64x4_select(odd, f64x4_add(s->half_u, s->half_u), f64x4_add(s->half_v, s->half_v));
    const f64x4 low = f64x4_max(f64x4_max(low_x, low_y), zero),
                high = f64x4_min(f64x4_min(high_x, high_y), whole);
    corner.depth = f64x4_add_scaled(f64x4_add_scaled(s->middle.depth, by_v, s->v.depth), by_u, s->u.depth);
    step.depth = f64x4_xor(f64x4_select(odd, s->u.depth, s->v.depth), back);
    const f64x4 begins = f64x4_or(is_in, f64x4_less(low, high)), ends_in = f64x4_rotate4(is_in);
    place4 first = clip3_move(corner, f64x4_andnot(is_in, f64x4_min(low, whole)), step),
           last = clip3_move(corner, f64x4_max(high, zero), step);
    clip3_hold(&first, half);
    clip3_hold(&last, half);
    p->is_spot[0] = f64x4_and(f64x4_or(begins, ends_in), f64x4_at_most(almost, first.depth));
    p->is_spot[1] = f64x4_and(f64x4_andnot(ends_in, begins), f64x4_at_most(almost, last.depth));
    // the corners of the rectangle
    const f64x4 x = f64x4_xor(f64x4_splat(half[0]), sign_u), y = f64x4_xor(f64x4_splat(half[1]), sign_v);
    const clip3_arms4 at = clip3_along_arms(s, x, y);
    const f64x4 per_area = f64x4_div(f64x4_splat(1), s->area),
                below = f64x4_dot2(at.u, s->u.depth, at.v, s->v.depth);
    place4 own = {x, y, f64x4_add_scaled(s->middle.depth, below, per_area)};
    // wider than the slack above, so that the sides miss no corner; a parallelogram wholly inside is the
    // whole patch
    const f64x4 wider = f64x4_splat(4 * slack);
    const f64x4 covered =
        f64x4_and(f64x4_at_most(f64x4_abs(at.u), f64x4_mul(f64x4_add(s->half_u, wider), s->area)),
                  f64x4_at_most(f64x4_abs(at.v), f64x4_mul(f64x4_add(s->half_v, wider), s->area)));
    p->is_spot[2] = f64x4_and(f64x4_and(covered, clip3_lanes(f64x4_mask(is_in) == 15 ? 0 : 15)),
                              f64x4_at_most(almost, own.depth));
    first.depth = f64x4_max(first.depth, floor);
    last.depth = f64x4_max(last.depth, floor);
    own.depth = f64x4_max(own.depth, floor);
    clip3_put(c, 0, p->at[0] = first);
    clip3_put(c, 4, p->at[1] = last);
    clip3_put(c, 8, p->at[2] = own);
    clip3_put(c, CLIP3_SPOTS, own);
    c->mask = f64x4_mask(p->is_spot[0]) | f64x4_mask(p->is_spot[1]) << 4 | f64x4_mask(p->is_spot[2]) << 8;
}

/// A later point replaces an earlier one only if it is better by more than this part.
#define CLIP3_CLEARLY 0x1p-11

/// The last bits of a value hold the number of its point. These weights decrease, so that the earlier of
/// equal points wins.
static const double CLIP3_WEIGHT[12] = {1,
                                        1 - CLIP3_CLEARLY,
                                        1 - 2 * CLIP3_CLEARLY,
                                        1 - 3 * CLIP3_CLEARLY,
                                        1 - 4 * CLIP3_CLEARLY,
                                        1 - 5 * CLIP3_CLEARLY,
                                        1 - 6 * CLIP3_CLEARLY,
                                        1 - 7 * CLIP3_CLEARLY,
                                        1 - 8 * CLIP3_CLEARLY,
                                        1 - 9 * CLIP3_CLEARLY,
                                        1 - 10 * CLIP3_CLEARLY,
                                        1 - 11 * CLIP3_CLEARLY};
static const int64_t CLIP3_NUMBER[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                     CLIP3_VALUE[4] = {~15, ~15, ~15, ~15};

/// The point with the largest value, or with the smallest.
typedef struct clip3_winner {
    int spot;   ///< only if there is one
    bool none;  ///< the value is 0
} clip3_winner;

static inline clip3_winner clip3_winner_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    clip3_winner w = {(int)(bits & 15), bits << 1 < 32};
    return w;
}

/// The weights of four points; 0 for unused ones.
static inline f64x4 clip3_weights(const clip3_places *p, int k)
{
    return f64x4_and(p->is_spot[k], f64x4_load(&CLIP3_WEIGHT[4 * k]));
}

static inline f64x4 clip3_numbered(f64x4 value, f64x4 weight, int k)
{
    return f64x4_or(
        f64x4_and(f64x4_mul(value, weight), f64x4_load((const double *)(const void *)CLIP3_VALUE)),
        f64x4_load((const double *)(const void *)&CLIP3_NUMBER[4 * k]));
}

/// Finds the two ends of the patch along some direction, seen from a corner of the rectangle, where no value
/// is below 0.
static inline void clip3_ends(const clip3_places *p, const f64x4 weight[3], const double half[2],
                              clip3_winner *start, clip3_winner *end)
{
    const f64x4 part = f64x4_splat(0.75), middle = f64x4_splat(half[0] + 0.75 * half[1]);
    f64x4 high[3], low[3];
    for (int k = 0; k < 3; k++) {
        const f64x4 y = f64x4_mul(part, p->at[k].y);
        high[k] = clip3_numbered(f64x4_add(f64x4_add(middle, p->at[k].x), y), weight[k], k);
        low[k] = clip3_numbered(f64x4_sub(f64x4_sub(middle, p->at[k].x), y), weight[k], k);
    }
    *end = clip3_winner_of(f64x4_max_lane(f64x4_max(f64x4_max(high[0], high[1]), high[2])));
    *start = clip3_winner_of(f64x4_max_lane(f64x4_max(f64x4_max(low[0], low[1]), low[2])));
}

/// Finds the farthest point on each side of the line from one point to another.
static inline void clip3_farthest_beside(const clip3_points *s, const clip3_places *p, const f64x4 weight[3],
                                         int from, int to, clip3_winner *left, clip3_winner *right)
{
    const f64x4 ox = f64x4_splat(s->x[from]), oy = f64x4_splat(s->y[from]),
                vx = f64x4_splat(s->x[to] - s->x[from]), vy = f64x4_splat(s->y[to] - s->y[from]);
    f64x4 d[3];
    for (int k = 0; k < 3; k++)
        d[k] = clip3_numbered(
            f64x4_sub(f64x4_mul(vx, f64x4_sub(p->at[k].y, oy)), f64x4_mul(vy, f64x4_sub(p->at[k].x, ox))),
            weight[k], k);
    *left = clip3_winner_of(f64x4_max_lane(f64x4_max(f64x4_max(d[0], d[1]), d[2])));
    *right = clip3_winner_of(f64x4_min_lane(f64x4_min(f64x4_min(d[0], d[1]), d[2])));
}

/// Returns twice the area of a triangle, above 0 if it is counter-clockwise.
static inline double clip3_area(const clip3_points *s, int p, int q, int r)
{
    return (s->x[q] - s->x[p]) * (s->y[r] - s->y[p]) - (s->y[q] - s->y[p]) * (s->x[r] - s->x[p]);
}

/// Returns the point that adds most area beyond the sides b to c and c to a of a triangle, or a if none does.
/// c lies to the left of the line from a to b.
static inline int clip3_widest(const clip3_points *s, int a, int b, int c)
{
    int best = a;
    double most = CLIP3_ALMOST * clip3_area(s, a, b, c);
    for (uint32_t left = s->mask; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const double ac = clip3_area(s, i, a, c), cb = clip3_area(s, i, c, b), gain = ac > cb ? ac : cb;
        if (gain > most * (1 + CLIP3_CLEARLY)) most = gain, best = i;
    }
    return best;
}

/// Chooses the two ends of the patch along some direction, and the farthest points on each side of the line
/// between them. They span at least half of the patch: each side of that line lies in a parallelogram with
/// twice the area of its triangle.
static inline void clip3_choose(const clip3_points *s, const clip3_places *p, const double half[2],
                                int all[4])
{
    const f64x4 weight[3] = {clip3_weights(p, 0), clip3_weights(p, 1), clip3_weights(p, 2)};
    clip3_winner start, end, left, right;
    clip3_ends(p, weight, half, &start, &end);
    if (start.none || end.none) start.spot = end.spot = __builtin_ctz(s->mask);
    clip3_farthest_beside(s, p, weight, start.spot, end.spot, &left, &right);
    all[0] = start.spot;
    all[1] = end.spot;
    all[2] = left.spot;
    all[3] = right.spot;
    if (left.none) all[2] = right.none ? start.spot : clip3_widest(s, end.spot, start.spot, right.spot);
    if (right.none) all[3] = left.none ? start.spot : clip3_widest(s, start.spot, end.spot, left.spot);
}

static inline int clip3_deepest_point(const clip3_points *s, int start)
{
    int bottom = start;
    for (uint32_t left = s->mask; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        if (s->depth[i] > s->depth[bottom]) bottom = i;
    }
    return bottom;
}

/// Returns the depth of the deepest point; -infinity if there is none.
static inline double clip3_deepest(const clip3_places *p)
{
    const f64x4 none = f64x4_splat(-(double)INFINITY);
    return f64x4_max_lane(f64x4_max(f64x4_max(f64x4_select(p->is_spot[0], p->at[0].depth, none),
                                              f64x4_select(p->is_spot[1], p->at[1].depth, none)),
                                    f64x4_select(p->is_spot[2], p->at[2].depth, none)));
}

/// Reduces points in a rectangle to at most four, as flr_clip3_spread does. The deepest of them has the depth
/// `most`.
static inline void clip3_spread(clip3_points *s, const clip3_places *p, const double half[2], double most,
                                double slack)
{
    uint32_t beyond = s->mask;
    for (int k = 0; k < 4; k++) beyond &= beyond - 1;
    if (!beyond) return;
    int all[4];
    clip3_choose(s, p, half, all);
    const double *d = s->depth;
    const double chosen = flr_greater(flr_greater(d[all[0]], d[all[1]]), flr_greater(d[all[2]], d[all[3]]));
    if (most > chosen) {
        const clip3_listed listed = {s->x, s->y, s->depth};
        clip3_take_deepest(&listed, clip3_deepest_point(s, all[0]), all, slack);
    }
    s->mask = 1u << all[0] | 1u << all[1] | 1u << all[2] | 1u << all[3];
}

#endif
