/// Two faces of boxes that lie over one another: the one clipped by the other, and four points chosen from what is left. All steps are
/// taken for all points at once, four to a lane, as hardly any branch in them could be foreseen. In the text that
/// contact3_boxes_lanes.h compiles for each width of lanes.
#ifndef FLR_CONTACT_CLIP3_SHEET_H
#define FLR_CONTACT_CLIP3_SHEET_H

#include "math/wide4.h"
#include "contact/clip3_deepest.h"
#include "contact/clip3_spots.h"

/// Lanes for four bits.
static const int64_t CLIP3_LANES[16][4] = {
    {0, 0, 0, 0},   {-1, 0, 0, 0},   {0, -1, 0, 0},   {-1, -1, 0, 0},  {0, 0, -1, 0},  {-1, 0, -1, 0},
    {0, -1, -1, 0}, {-1, -1, -1, 0}, {0, 0, 0, -1},   {-1, 0, 0, -1},  {0, -1, 0, -1}, {-1, -1, 0, -1},
    {0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1}};

static inline wide4 clip3_lanes(uint32_t bits)
{
    return wide4_load((const double *)(const void *)CLIP3_LANES[bits & 15]);
}

/// Four places.
typedef struct place4 {
    wide4 x, y, depth;
} place4;

/// A sheet, every number in all lanes. The arms are far from parallel.
typedef struct clip3_sheet4 {
    place4 middle, u, v;
    wide4 half_u, half_v;
    wide4 area;    ///< of the arms, above 0
    wide4 turned;  ///< -0.0 where the arms go round clockwise, else 0
} clip3_sheet4;

static inline void clip3_sheet_close(clip3_sheet4 *s)
{
    const wide4 area = wide4_sub(wide4_mul(s->u.x, s->v.y), wide4_mul(s->u.y, s->v.x));
    s->turned = wide4_signs(area);
    s->area = wide4_magnitude(area);
}

static inline clip3_sheet4 clip3_sheet_spread(const clip3_sheet *s)
{
    clip3_sheet4 r = {{wide4_all(s->middle[0]), wide4_all(s->middle[1]), wide4_all(s->middle[2])},
                      {wide4_all(s->arm[0][0]), wide4_all(s->arm[0][1]), wide4_all(s->arm[0][2])},
                      {wide4_all(s->arm[1][0]), wide4_all(s->arm[1][1]), wide4_all(s->arm[1][2])},
                      wide4_all(s->half[0]),
                      wide4_all(s->half[1]),
                      wide4_all(0),
                      wide4_all(0)};
    clip3_sheet_close(&r);
    return r;
}

/// Where places are along the arms, times their area, so that nothing waits for a quotient.
typedef struct clip3_arms4 {
    wide4 u, v;
} clip3_arms4;

static inline clip3_arms4 clip3_along_arms(const clip3_sheet4 *s, wide4 x, wide4 y)
{
    const wide4 dx = wide4_sub(x, s->middle.x), dy = wide4_sub(y, s->middle.y);
    clip3_arms4 r = {wide4_flip(wide4_sub(wide4_mul(s->v.y, dx), wide4_mul(s->v.x, dy)), s->turned),
                     wide4_flip(wide4_sub(wide4_mul(s->u.x, dy), wide4_mul(s->u.y, dx)), s->turned)};
    return r;
}

/// All candidates, in lanes, and which of them are spots.
typedef struct clip3_places {
    place4 at[3];
    wide4 is_spot[3];
} clip3_places;

/// Keeps four candidates.
static inline void clip3_put(clip3_spots *c, int at, place4 p)
{
    wide4_store(&c->x[at], p.x);
    wide4_store(&c->y[at], p.y);
    wide4_store(&c->depth[at], p.depth);
}

static inline clip3_places clip3_read(const clip3_spots *c)
{
    clip3_places p;
    for (int k = 0; k < 3; k++) {
        p.at[k].x = wide4_load(&c->x[4 * k]);
        p.at[k].y = wide4_load(&c->y[4 * k]);
        p.at[k].depth = wide4_load(&c->depth[4 * k]);
        p.is_spot[k] = clip3_lanes(c->mask >> 4 * k);
    }
    return p;
}

static inline place4 clip3_go(place4 p, wide4 by, place4 step)
{
    place4 r = {wide4_along(p.x, by, step.x), wide4_along(p.y, by, step.y),
                wide4_along(p.depth, by, step.depth)};
    return r;
}

/// Where a line comes into the strip from -reach to reach, and where it goes out, in steps from `from`; lines along the strip too.
static inline void clip3_strip(wide4 from, wide4 step, wide4 reach, wide4 tiny, wide4 *low, wide4 *high)
{
    const wide4 per = wide4_div(wide4_all(1), wide4_max(wide4_magnitude(step), tiny));
    const wide4 behind = wide4_flip(from, wide4_and(step, wide4_all(-0.0)));
    *low = wide4_mul(wide4_sub(wide4_neg(reach), behind), per);
    *high = wide4_mul(wide4_sub(reach, behind), per);
}

/// What is beyond the rectangle by the slack of the clipping is on its rim.
static inline void clip3_hold(place4 *p, const double half[2])
{
    const wide4 x = wide4_all(half[0]), y = wide4_all(half[1]);
    p->x = wide4_max(wide4_min(p->x, x), wide4_neg(x));
    p->y = wide4_max(wide4_min(p->y, y), wide4_neg(y));
}

/// What a sheet and the rectangle from -half to half (0 allowed) share: its corners that are not shallower than `least`. What is
/// beyond by `slack` is still within; a corner may come twice. The four sides of the sheet go round it; each begins at a corner of the
/// sheet, or where it enters the rectangle, and what is left of it ends where it leaves (Liang and Barsky, "A New Concept and
/// Method for Line Clipping", 1984).
static inline void clip3_share(const clip3_sheet4 *s, const double half[2], double least, double slack,
                               clip3_spots *c, clip3_places *p)
{
    const wide4 zero = wide4_all(0), floor = wide4_all(least), almost = wide4_all(least - slack);
    const wide4 tiny = wide4_all(1e-10 * slack);
    const wide4 sign_u = wide4_of(-0.0, -0.0, 0, 0), sign_v = wide4_of(-0.0, 0, 0, -0.0),
                back = wide4_of(0, 0, -0.0, -0.0), odd = clip3_lanes(10);
    const wide4 by_u = wide4_flip(s->half_u, sign_u), by_v = wide4_flip(s->half_v, sign_v);
    // one coordinate after the other: fewer numbers at a time
    place4 corner, step;
    wide4 low_x, low_y, high_x, high_y;
    const wide4 half_x = wide4_all(half[0] + slack);
    corner.x = wide4_along(wide4_along(s->middle.x, by_v, s->v.x), by_u, s->u.x);
    step.x = wide4_flip(wide4_choose(odd, s->u.x, s->v.x), back);
    clip3_strip(corner.x, step.x, half_x, tiny, &low_x, &high_x);
    const wide4 half_y = wide4_all(half[1] + slack);
    corner.y = wide4_along(wide4_along(s->middle.y, by_v, s->v.y), by_u, s->u.y);
    step.y = wide4_flip(wide4_choose(odd, s->u.y, s->v.y), back);
    clip3_strip(corner.y, step.y, half_y, tiny, &low_y, &high_y);
    const wide4 is_in = wide4_and(wide4_at_most(wide4_magnitude(corner.x), half_x),
                                  wide4_at_most(wide4_magnitude(corner.y), half_y));
    const wide4 whole = wide4_choose(odd, wide4_add(s->half_u, s->half_u), wide4_add(s->half_v, s->half_v));
    const wide4 low = wide4_max(wide4_max(low_x, low_y), zero),
                high = wide4_min(wide4_min(high_x, high_y), whole);
    corner.depth = wide4_along(wide4_along(s->middle.depth, by_v, s->v.depth), by_u, s->u.depth);
    step.depth = wide4_flip(wide4_choose(odd, s->u.depth, s->v.depth), back);
    const wide4 begins = wide4_or(is_in, wide4_less(low, high)), ends_in = wide4_follow(is_in);
    place4 first = clip3_go(corner, wide4_except(is_in, wide4_min(low, whole)), step),
           last = clip3_go(corner, wide4_max(high, zero), step);
    clip3_hold(&first, half);
    clip3_hold(&last, half);
    p->is_spot[0] = wide4_and(wide4_or(begins, ends_in), wide4_at_most(almost, first.depth));
    p->is_spot[1] = wide4_and(wide4_except(ends_in, begins), wide4_at_most(almost, last.depth));
    // corners of the rectangle
    const wide4 x = wide4_flip(wide4_all(half[0]), sign_u), y = wide4_flip(wide4_all(half[1]), sign_v);
    const clip3_arms4 at = clip3_along_arms(s, x, y);
    const wide4 per_area = wide4_div(wide4_all(1), s->area),
                below = wide4_dot2(at.u, s->u.depth, at.v, s->v.depth);
    place4 own = {x, y, wide4_along(s->middle.depth, below, per_area)};
    // wider than the roundings above, so that no corner is missed which the sides do not know of; all of a sheet that lies within
    // is all of the patch
    const wide4 wider = wide4_all(4 * slack);
    const wide4 covered =
        wide4_and(wide4_at_most(wide4_magnitude(at.u), wide4_mul(wide4_add(s->half_u, wider), s->area)),
                  wide4_at_most(wide4_magnitude(at.v), wide4_mul(wide4_add(s->half_v, wider), s->area)));
    p->is_spot[2] = wide4_and(wide4_and(covered, clip3_lanes(wide4_mask(is_in) == 15 ? 0 : 15)),
                              wide4_at_most(almost, own.depth));
    first.depth = wide4_max(first.depth, floor);
    last.depth = wide4_max(last.depth, floor);
    own.depth = wide4_max(own.depth, floor);
    clip3_put(c, 0, p->at[0] = first);
    clip3_put(c, 4, p->at[1] = last);
    clip3_put(c, 8, p->at[2] = own);
    clip3_put(c, CLIP3_SPOTS, own);
    c->mask = wide4_mask(p->is_spot[0]) | wide4_mask(p->is_spot[1]) << 4 | wide4_mask(p->is_spot[2]) << 8;
}

/// An earlier spot gives way only to one that is better by more than this part.
#define CLIP3_CLEARLY 0x1p-11

/// A value's last bits hold the number of its spot. The weights go down, so that the earlier of equal ones wins.
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

/// Whoever has the largest value, or the smallest.
typedef struct clip3_winner {
    int spot;   ///< only where there is one
    bool none;  ///< the value is 0
} clip3_winner;

static inline clip3_winner clip3_winner_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    clip3_winner w = {(int)(bits & 15), bits << 1 < 32};
    return w;
}

/// The weights of four spots; 0 for all that are none.
static inline wide4 clip3_weights(const clip3_places *p, int k)
{
    return wide4_and(p->is_spot[k], wide4_load(&CLIP3_WEIGHT[4 * k]));
}

static inline wide4 clip3_numbered(wide4 value, wide4 weight, int k)
{
    return wide4_or(
        wide4_and(wide4_mul(value, weight), wide4_load((const double *)(const void *)CLIP3_VALUE)),
        wide4_load((const double *)(const void *)&CLIP3_NUMBER[4 * k]));
}

/// The two ends of the patch along some direction, as seen from a corner of the rectangle where nothing is below 0.
static inline void clip3_ends(const clip3_places *p, const wide4 weight[3], const double half[2],
                              clip3_winner *start, clip3_winner *end)
{
    const wide4 part = wide4_all(0.75), middle = wide4_all(half[0] + 0.75 * half[1]);
    wide4 high[3], low[3];
    for (int k = 0; k < 3; k++) {
        const wide4 y = wide4_mul(part, p->at[k].y);
        high[k] = clip3_numbered(wide4_add(wide4_add(middle, p->at[k].x), y), weight[k], k);
        low[k] = clip3_numbered(wide4_sub(wide4_sub(middle, p->at[k].x), y), weight[k], k);
    }
    *end = clip3_winner_of(wide4_greatest(wide4_max(wide4_max(high[0], high[1]), high[2])));
    *start = clip3_winner_of(wide4_greatest(wide4_max(wide4_max(low[0], low[1]), low[2])));
}

/// The farthest on either side of the line from one spot to another.
static inline void clip3_farthest_beside(const clip3_spots *s, const clip3_places *p, const wide4 weight[3],
                                         int from, int to, clip3_winner *left, clip3_winner *right)
{
    const wide4 ox = wide4_all(s->x[from]), oy = wide4_all(s->y[from]), vx = wide4_all(s->x[to] - s->x[from]),
                vy = wide4_all(s->y[to] - s->y[from]);
    wide4 d[3];
    for (int k = 0; k < 3; k++)
        d[k] = clip3_numbered(
            wide4_sub(wide4_mul(vx, wide4_sub(p->at[k].y, oy)), wide4_mul(vy, wide4_sub(p->at[k].x, ox))),
            weight[k], k);
    *left = clip3_winner_of(wide4_greatest(wide4_max(wide4_max(d[0], d[1]), d[2])));
    *right = clip3_winner_of(wide4_least(wide4_min(wide4_min(d[0], d[1]), d[2])));
}

/// Twice the area of a triangle, counter-clockwise above 0.
static inline double clip3_area(const clip3_spots *s, int p, int q, int r)
{
    return (s->x[q] - s->x[p]) * (s->y[r] - s->y[p]) - (s->y[q] - s->y[p]) * (s->x[r] - s->x[p]);
}

/// The spot that adds most beyond the sides b to c and c to a of a triangle; a where none does. c lies on the left of the line from a to b.
static inline int clip3_widest(const clip3_spots *s, int a, int b, int c)
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

/// The two ends of the patch along some direction and what lies farthest on either side of the line between them: at least half of the
/// patch, as each side of that line lies in a parallelogram with twice the area of the triangle taken from it.
static inline void clip3_choose(const clip3_spots *s, const clip3_places *p, const double half[2], int all[4])
{
    const wide4 weight[3] = {clip3_weights(p, 0), clip3_weights(p, 1), clip3_weights(p, 2)};
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

static inline int clip3_deepest_spot(const clip3_spots *s, int start)
{
    int bottom = start;
    for (uint32_t left = s->mask; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        if (s->depth[i] > s->depth[bottom]) bottom = i;
    }
    return bottom;
}

/// The depth of the deepest spot; -infinity where there is none.
static inline double clip3_deepest(const clip3_places *p)
{
    const wide4 none = wide4_all(-(double)INFINITY);
    return wide4_greatest(wide4_max(wide4_max(wide4_choose(p->is_spot[0], p->at[0].depth, none),
                                              wide4_choose(p->is_spot[1], p->at[1].depth, none)),
                                    wide4_choose(p->is_spot[2], p->at[2].depth, none)));
}

static inline double clip3_larger(double a, double b) { return a > b ? a : b; }

/// Leaves four at most, as flr_clip3_spread does, of spots in a rectangle the deepest of which has the depth `most`.
static inline void clip3_spread(clip3_spots *s, const clip3_places *p, const double half[2], double most,
                                double slack)
{
    uint32_t beyond = s->mask;
    for (int k = 0; k < 4; k++) beyond &= beyond - 1;
    if (!beyond) return;
    int all[4];
    clip3_choose(s, p, half, all);
    const double *d = s->depth;
    const double chosen =
        clip3_larger(clip3_larger(d[all[0]], d[all[1]]), clip3_larger(d[all[2]], d[all[3]]));
    if (most > chosen) {
        const clip3_listed listed = {s->x, s->y, s->depth};
        clip3_take_deepest(&listed, clip3_deepest_spot(s, all[0]), all, slack);
    }
    s->mask = 1u << all[0] | 1u << all[1] | 1u << all[2] | 1u << all[3];
}

#endif
