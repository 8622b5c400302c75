#include "manifold/clip3_sheet.h"

#include <string.h>

void flr_clip3_sheet_invert(clip3_sheet *s)
{
    const double *u = s->arm[0], *v = s->arm[1], scale = 1 / (u[0] * v[1] - u[1] * v[0]);
    s->inverse[0][0] = scale * v[1];
    s->inverse[0][1] = -scale * v[0];
    s->inverse[1][0] = -scale * u[1];
    s->inverse[1][1] = scale * u[0];
}

/// Two places at once.
typedef struct place2 {
    wide_lanes x, y, depth;
} place2;

/// All that may be a corner of the patch, and a bit for each that is deep enough.
typedef struct candidates {
    double x[CLIP3_SHEET_MAX], y[CLIP3_SHEET_MAX], depth[CLIP3_SHEET_MAX];
    wide_lanes least;
    uint32_t deep;
} candidates;

static inline void put(candidates *c, int at, place2 p)
{
    memcpy(&c->x[at], &p.x, sizeof p.x);
    memcpy(&c->y[at], &p.y, sizeof p.y);
    memcpy(&c->depth[at], &p.depth, sizeof p.depth);
    c->deep |= wide_mask((wide_bits)(p.depth >= c->least)) << at;
}

/// A bit for each lane that is from -half to half.
static inline uint32_t is_within(wide_lanes x, wide_lanes half)
{
    return wide_mask((wide_bits)(wide_magnitude(x) <= half));
}

/// Along an arm, by as much in either lane.
static inline place2 go(place2 p, wide_lanes by, const double *arm)
{
    return (place2){p.x + by * wide_all(arm[0]), p.y + by * wide_all(arm[1]),
                    p.depth + by * wide_all(arm[2])};
}

/// Where two opposite sides of the sheet, from the places `from` by up to `half` both ways along an arm, enter the rectangle and leave
/// it; returns which of them do at all. Liang and Barsky, "A New Concept and Method for Line Clipping" (1984).
static inline uint32_t cross_sides(candidates *c, int at, place2 from, const double *arm, double half,
                                   wide_lanes half_x, wide_lanes half_y, double tiny)
{
    const double flat_x = fabs(arm[0]) > tiny ? arm[0] : tiny, flat_y = fabs(arm[1]) > tiny ? arm[1] : tiny;
    const wide_lanes per = wide_all(1) / (wide_lanes){flat_x, flat_y};
    const wide_lanes per_x = wide_all(per[0]), per_y = wide_all(per[1]);
    const wide_lanes middle_x = from.x * per_x, middle_y = from.y * per_y;
    const wide_lanes reach_x = half_x * wide_magnitude(per_x), reach_y = half_y * wide_magnitude(per_y);
    const wide_lanes end = wide_all(half), start = wide_all(-half), zero = wide_all(0);
    wide_lanes low = wide_max(zero - (middle_x + reach_x), zero - (middle_y + reach_y));
    wide_lanes high = wide_min(reach_x - middle_x, reach_y - middle_y);
    low = wide_max(low, start);
    high = wide_min(high, end);
    put(c, at, go(from, wide_min(low, end), arm));
    put(c, at + 2, go(from, wide_max(high, start), arm));
    return wide_mask((wide_bits)(low < high));
}

/// Corners of the rectangle, two at a height y; returns which of them are inside the sheet.
static inline uint32_t put_corners(candidates *c, int at, const clip3_sheet *s, double half_x, double y,
                                   double slack)
{
    const wide_lanes x = {half_x, -half_x}, dx = x - wide_all(s->middle[0]), dy = wide_all(y - s->middle[1]);
    const wide_lanes u = wide_all(s->inverse[0][0]) * dx + wide_all(s->inverse[0][1]) * dy,
                     v = wide_all(s->inverse[1][0]) * dx + wide_all(s->inverse[1][1]) * dy;
    put(c, at,
        (place2){x, wide_all(y),
                 wide_all(s->middle[2]) + u * wide_all(s->arm[0][2]) + v * wide_all(s->arm[1][2])});
    // wider than the roundings above, so that no corner is missed which the sides do not know of
    return is_within(u, wide_all(s->half[0] + 4 * slack)) & is_within(v, wide_all(s->half[1] + 4 * slack));
}

/// Those whose bit is set, from the first one on.
static inline void gather(const candidates *c, uint32_t mask, double least, clip3_spots *spots)
{
    spots->count = 0;
    if (!mask) return;
    const int first = __builtin_ctz(mask);
    const wide_lanes x = wide_all(c->x[first]), y = wide_all(c->y[first]);
    for (int i = 0; i < CLIP3_SHEET_FEW; i += 2) {
        memcpy(&spots->x[i], &x, sizeof x);
        memcpy(&spots->y[i], &y, sizeof y);
    }
    int count = 0;
    for (; mask; mask &= mask - 1) {
        const int i = __builtin_ctz(mask);
        spots->x[count] = c->x[i];
        spots->y[count] = c->y[i];
        spots->depth[count++] = c->depth[i] > least ? c->depth[i] : least;
    }
    spots->count = count;
}

void flr_clip3_sheet(const clip3_sheet *s, const double half[2], double least, double slack,
                     clip3_spots *spots)
{
    candidates c;
    c.least = wide_all(least - slack);
    c.deep = 0;
    const wide_lanes half_x = wide_all(half[0] + slack), half_y = wide_all(half[1] + slack);
    const wide_lanes u = {s->half[0], -s->half[0]}, v = {s->half[1], -s->half[1]};
    const place2 middle = {wide_all(s->middle[0]), wide_all(s->middle[1]), wide_all(s->middle[2])};
    const place2 v_sides = go(middle, v, s->arm[1]);
    const place2 low = go(v_sides, wide_all(-s->half[0]), s->arm[0]),
                 high = go(v_sides, wide_all(s->half[0]), s->arm[0]);
    put(&c, 0, low);
    put(&c, 2, high);
    // two bits each: at the low and high end of the first arm, those at the high and low end of the second
    const uint32_t low_in = is_within(low.x, half_x) & is_within(low.y, half_y),
                   high_in = is_within(high.x, half_x) & is_within(high.y, half_y);
    uint32_t mask = low_in | high_in << 2;
    if (mask != 15) {
        const place2 u_sides = go(middle, u, s->arm[0]);
        const uint32_t above = (high_in & 1) | (low_in & 1) << 1, below = high_in >> 1 | (low_in & 2);
        const double tiny = 1e-10 * slack;
        uint32_t through = cross_sides(&c, 4, v_sides, s->arm[0], s->half[0], half_x, half_y, tiny);
        mask |= (~low_in & (high_in | through)) << 4 | (~high_in & (low_in | through)) << 6;
        through = cross_sides(&c, 8, u_sides, s->arm[1], s->half[1], half_x, half_y, tiny);
        mask |= (~below & (above | through)) << 8 | (~above & (below | through)) << 10;
        mask |= put_corners(&c, 12, s, half[0], half[1], slack) << 12;
        mask |= put_corners(&c, 14, s, half[0], -half[1], slack) << 14;
    }
    gather(&c, mask & c.deep, least, spots);
}

/// An earlier spot gives way only to one that is better by more than this part.
#define CLEARLY 0x1p-11

/// Values compete for being the largest and the smallest, each with its number in its last bits. The numbers go down, so that the
/// earlier of equal ones wins.
static inline wide_lanes numbered(wide_lanes value, int first)
{
    const wide_bits low = {CLIP3_SHEET_MAX - 1, CLIP3_SHEET_MAX - 1};
    const wide_bits number = {CLIP3_SHEET_MAX - 1 - first, CLIP3_SHEET_MAX - 2 - first};
    const wide_lanes weight = {1 - first * CLEARLY, 1 - (first + 1) * CLEARLY};
    return (wide_lanes)(((wide_bits)(value * weight) & ~low) | number);
}

/// The number in a winner's bits, or -1 where its value is 0.
static inline int number_of(double winner)
{
    uint64_t bits;
    memcpy(&bits, &winner, sizeof bits);
    return bits << 1 < 2 * CLIP3_SHEET_MAX ? -1 : CLIP3_SHEET_MAX - 1 - (int)(bits & (CLIP3_SHEET_MAX - 1));
}

/// The farthest on either side of a line from a spot in a direction; -1 where nothing is.
static inline void farthest_aside(const clip3_spots *s, int from, double along_x, double along_y, int *left,
                                  int *right)
{
    const wide_lanes ox = wide_all(s->x[from]), oy = wide_all(s->y[from]);
    const wide_lanes vx = wide_all(along_x), vy = wide_all(along_y);
    wide_lanes most = wide_all(0), least = wide_all(0);
    for (int few = 0; few < s->count; few += CLIP3_SHEET_FEW)
        for (int i = few; i < few + CLIP3_SHEET_FEW; i += 2) {
            wide_lanes x, y;
            memcpy(&x, &s->x[i], sizeof x);
            memcpy(&y, &s->y[i], sizeof y);
            const wide_lanes d = numbered(vx * (y - oy) - vy * (x - ox), i);
            most = wide_max(most, d);
            least = wide_min(least, d);
        }
    *left = number_of(most[0] > most[1] ? most[0] : most[1]);
    *right = number_of(least[0] < least[1] ? least[0] : least[1]);
}

/// The same of the line from one spot to another.
static inline void farthest_beside(const clip3_spots *s, int from, int to, int *left, int *right)
{
    farthest_aside(s, from, s->x[to] - s->x[from], s->y[to] - s->y[from], left, right);
}

/// Twice the area of a triangle, counter-clockwise above 0.
static double area(const clip3_spots *s, int p, int q, int r)
{
    return (s->x[q] - s->x[p]) * (s->y[r] - s->y[p]) - (s->y[q] - s->y[p]) * (s->x[r] - s->x[p]);
}

/// The spot on the right of a line from a to b that adds most beyond the sides a to c and c to b; a where none does.
static int widest(const clip3_spots *s, int a, int b, int c)
{
    int best = a;
    double most = 0;
    for (int i = 0; i < s->count; i++) {
        double ac = area(s, i, a, c), cb = area(s, i, c, b), gain = ac < cb ? -ac : -cb;
        if (gain > most * (1 + CLEARLY)) most = gain, best = i;
    }
    return best;
}

/// The two ends of the patch along some direction and what lies farthest on either side of the line between them; then once more
/// the ends, as what lies farthest on either side of the line between those two.
static inline void choose(const clip3_spots *s, int all[4])
{
    int start, end, left, right, first, last;
    farthest_aside(s, 0, 0.75, -1, &end, &start);
    start = start < 0 ? 0 : start;
    end = end < 0 ? 0 : end;
    farthest_beside(s, start, end, &left, &right);
    if (left >= 0 && right >= 0) {
        farthest_beside(s, right, left, &first, &last);
        if (first >= 0 && last >= 0) start = first, end = last;
    } else if (left >= 0) {
        right = widest(s, start, end, left);
    } else if (right >= 0) {
        left = widest(s, end, start, right);
    }
    all[0] = start;
    all[1] = end;
    all[2] = left >= 0 ? left : start;
    all[3] = right >= 0 ? right : start;
}

/// Depths that differ by no more than this part of the patch may stand for each other.
#define ALMOST 1e-9

static double square_between(const clip3_spots *s, int p, int q)
{
    double x = s->x[q] - s->x[p], y = s->y[q] - s->y[p];
    return x * x + y * y;
}

/// The deepest takes the place of the nearest that was chosen, or that one gets its depth.
static void take_deepest(clip3_spots *s, int all[4], double most, double slack)
{
    int bottom = 0, nearest = 0;
    for (int i = 1; i < s->count; i++)
        if (s->depth[i] > s->depth[bottom]) bottom = i;
    for (int k = 1; k < 4; k++)
        if (square_between(s, bottom, all[k]) < square_between(s, bottom, all[nearest])) nearest = k;
    // all but equal: the spot that spreads better stands for it
    double extent = sqrt(square_between(s, all[0], all[1]));
    if (s->depth[bottom] > most + slack + ALMOST * extent)
        all[nearest] = bottom;
    else
        s->depth[all[nearest]] = s->depth[bottom];
}

static inline double larger(double a, double b) { return a > b ? a : b; }

void flr_clip3_spots_spread(clip3_spots *s, double slack)
{
    if (s->count <= 4) return;
    int all[4];
    for (int i = s->count; i < CLIP3_SHEET_MAX && s->count > CLIP3_SHEET_FEW; i++)
        s->x[i] = s->x[0], s->y[i] = s->y[0];
    choose(s, all);
    const double *d = s->depth;
    const double chosen = larger(larger(d[all[0]], d[all[1]]), larger(d[all[2]], d[all[3]]));
    double most = d[0];
    for (int i = 1; i < s->count; i++) most = larger(most, d[i]);
    if (most > chosen) take_deepest(s, all, chosen, slack);
    // in the order they had, each once
    int kept = 0;
    for (uint32_t left = 1u << all[0] | 1u << all[1] | 1u << all[2] | 1u << all[3]; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        s->x[kept] = s->x[i];
        s->y[kept] = s->y[i];
        s->depth[kept++] = s->depth[i];
    }
    s->count = kept;
}
