/// How convex shapes of the plane are made, and their support points. The farthest corner of a large polygon
/// is found between stations (flr_support2_bisect).
#include "convex/convex2_make.h"
#include "convex/support2.h"
#include "hull/hull2.h"
#include "math/predicates2.h"
#include "math/simd_real4.h"
#include "math/unit.h"

#define MAKE(name, make, type)                                                                               \
    flr_convex2 name(type s)                                                                                 \
    {                                                                                                        \
        flr_convex2 c;                                                                                       \
        make(&c, s);                                                                                         \
        return c;                                                                                            \
    }
MAKE(flr_convex2_point, convex2_make_point, flr_vec2)
MAKE(flr_convex2_segment, convex2_make_segment, const flr_segment2 *)
MAKE(flr_convex2_circle, convex2_make_circle, const flr_circle *)
MAKE(flr_convex2_capsule, convex2_make_capsule, const flr_capsule2 *)
MAKE(flr_convex2_aabb, convex2_make_aabb, const flr_aabb2 *)
MAKE(flr_convex2_box, convex2_make_box, const flr_box2 *)
MAKE(flr_convex2_triangle, convex2_make_triangle, const flr_triangle2 *)

static flr_convex2 of_array(flr_convex2_kind kind, const flr_vec2 *points, uint32_t count, flr_vec2 rotation,
                            flr_vec2 position, flr_real radius)
{
    flr_convex2 c;
    convex2_begin(&c, kind, position, count, radius);
    c.rotation = rotation;
    c.points = points;
    return c;
}

flr_convex2 flr_convex2_points(const flr_vec2 *points, uint32_t count, flr_vec2 rotation, flr_vec2 position,
                               flr_real radius)
{
    return of_array(FLR_CONVEX2_POINTS, points, count, rotation, position, radius);
}

flr_convex2 flr_convex2_polygon(const flr_vec2 *points, uint32_t count, flr_vec2 rotation, flr_vec2 position,
                                flr_real radius)
{
    return of_array(FLR_CONVEX2_POLYGON, points, count, rotation, position, radius);
}

flr_convex2 flr_convex2_hull(const flr_hull2 *hull, flr_vec2 rotation, flr_vec2 position, flr_real radius)
{
    const flr_polygon2 p = flr_hull2_polygon(hull);
    flr_convex2 c = of_array(FLR_CONVEX2_POLYGON, p.vertices, (uint32_t)p.count, rotation, position, radius);
    c.normals = flr_hull2_clear_normals(hull);
    return c;
}

flr_convex2 flr_convex2_user(flr_support2_fn *support, const void *user, flr_vec2 center, flr_real radius)
{
    flr_convex2 c;
    convex2_begin(&c, FLR_CONVEX2_USER, center, 0, radius);
    c.support = support;
    c.user = user;
    return c;
}

static double greatest(flr_vec2 v)
{
    const double x = fabs((double)v.x), y = fabs((double)v.y);
    return x > y ? x : y;
}

/// Returns the first of the farthest corners where products of coordinates and direction leave the range of
/// numbers. All coordinates are scaled first, so that the largest is near 1.
static uint32_t farthest_in_unit(const flr_vec2 *p, uint32_t count, flr_vec2 d)
{
    double reach = 0, most = 0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < count; ++i) reach = greatest(p[i]) > reach ? greatest(p[i]) : reach;
    const double unit = reach > 0 && isfinite(reach) ? power_to_half(reach) : 1;
    for (uint32_t i = 0; i < count; ++i) {
        const double along = (double)p[i].x * unit * (double)d.x + (double)p[i].y * unit * (double)d.y;
        if (i > 0 && !(along > most)) continue;
        most = along;
        best = i;
    }
    return best;
}

/// Scales d so that its square is in the range of numbers, and so short that its product with any coordinate
/// is finite.
static inline flr_vec2 short_direction(flr_vec2 d)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real large = (flr_real)(single ? 0x1p32 : 0x1p128),
                   factor = (flr_real)(single ? 0x1p-18 : 0x1p-66), square = flr_dot2(d, d);
    if (square > 1 / large && square < large) return flr_scale2(factor, d);
    const double size = greatest(d);
    if (!(size > 0) || !isfinite(size)) return d;
    const double all = power_to_half(size);
    return flr_vec2_make((flr_real)((double)d.x * all) * factor, (flr_real)((double)d.y * all) * factor);
}

/// Are corners so near one another that products of their differences with a short direction vanish?
static bool are_all_small(const flr_vec2 *p, uint32_t count)
{
    enum { FEW = 8 };
    double spread = 0;
    for (uint32_t i = 1; i < count && i < FEW; ++i) {
        const double size = greatest(flr_sub2(p[i], p[0]));
        spread = size > spread ? size : spread;
    }
    return count > 1 && !(spread > (sizeof(flr_real) == sizeof(float) ? 0x1p-80 : 0x1p-800));
}

/// May a difference of corners, or its height along the short direction d, have left the range of numbers?
static inline bool is_out_of_range(const flr_vec2 *p, uint32_t count, uint32_t found, flr_vec2 d)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real large = (flr_real)(single ? 0x1p120 : 0x1p1000),
                   small = (flr_real)(single ? 0x1p-100 : 0x1p-900);
    if (!(flr_dot2(p[0], p[0]) + flr_dot2(p[found], p[found]) < large)) return true;
    const flr_real along = flr_dot2(flr_sub2(p[found], p[0]), d);
    return !(along > small || along < -small) && are_all_small(p, count);
}

/// Returns the farthest corner of a shape that is not a user's.
static uint32_t farthest_corner(const flr_convex2 *shape, flr_vec2 direction)
{
    support2 s;
    uint32_t index;
    const bool held = shape->kind == FLR_CONVEX2_CORNERS;
    const flr_vec2 *points = held ? shape->corners : support2_points(shape);
    const flr_vec2 d = short_direction(direction);
    support2_make(&s, shape, support2_origin(shape));
    (void)support2_find(&s, d, &index);
    const flr_vec2 local = held ? d : support2_unrotated(shape->rotation, d);
    if (is_out_of_range(points, shape->count, index, local))
        index = farthest_in_unit(points, shape->count, local);
    return index;
}

/// Returns a point as seen from the origin, in the unit. If that is small, both are scaled first, as a difference of
/// large numbers could leave the range.
static flr_vec2 placed(flr_real unit, flr_vec2 p, flr_vec2 origin)
{
    if (unit < 1) return flr_sub2(flr_scale2(unit, p), flr_scale2(unit, origin));
    return flr_scale2(unit, flr_sub2(p, origin));
}

static flr_vec2 support_moved(const void *user, flr_vec2 d)
{
    const moved2 *m = user;
    const flr_vec2 p = m->core->support(m->core->user, d);
    if (m->not_finite && !flr_is_finite2(p)) *m->not_finite = true;
    return placed(m->unit, p, m->origin);
}

/// Corners inside the struct are scaled themselves, arrays by their rotation.
flr_convex2 flr_moved2(const flr_convex2 *c, flr_vec2 origin, flr_real unit, moved2 *user)
{
    flr_convex2 r = *c;
    r.radius *= unit;
    if (unit != 1) r.normals = NULL;  // the rotation would scale them as well
    r.center = placed(unit, c->center, origin);
    if (c->kind == FLR_CONVEX2_POLYGON || c->kind == FLR_CONVEX2_POINTS)
        r.rotation = flr_scale2(unit, c->rotation);
    for (int i = 0; i < 4 && c->kind == FLR_CONVEX2_CORNERS; ++i)
        r.corners[i] = placed(unit, c->corners[i], origin);
    for (int i = 0; i < 4 && c->kind == FLR_CONVEX2_BOX; ++i) r.corners[i] = flr_scale2(unit, c->corners[i]);
    if (c->kind != FLR_CONVEX2_USER) return r;
    *user = (moved2){c, origin, unit, NULL};
    r.support = support_moved;
    r.user = user;
    return r;
}

flr_vec2 flr_support2(const flr_convex2 *shape, flr_vec2 direction)
{
    if (shape->kind == FLR_CONVEX2_USER) return shape->support(shape->user, direction);
    const uint32_t index = farthest_corner(shape, direction);
    if (shape->kind == FLR_CONVEX2_CORNERS) return shape->corners[index];
    return flr_add2(shape->center, support2_rotated(shape->rotation, support2_points(shape)[index]));
}

uint32_t flr_support2_vertex(const flr_convex2 *shape, flr_vec2 direction)
{
    return shape->kind == FLR_CONVEX2_USER ? FLR_HULL_NONE : farthest_corner(shape, direction);
}

flr_real flr_support2_probe(const support2 *s)
{
    const flr_convex2 *c = s->shape;
    const bool bisected = c->kind == FLR_CONVEX2_POLYGON && s->count >= SUPPORT2_WORTH_BISECTING;
    const uint32_t step = bisected ? s->count / 8 : 1;
    lanes2 sum = {0, 0};
    for (uint32_t i = 0; i < s->count; i += step) sum += lanes2_of(support2_points(c)[i]);
    return (sum[0] + sum[1]) + (s->offset.x + s->offset.y) + c->radius;
}

/// Does the way from corner i to the next one go up along d (+1), down (-1), or neither? Exact, because in a
/// fine polygon the steps near the top are far smaller than the rounding of the heights.
static int rise(const flr_vec2 *p, uint32_t count, flr_vec2 d, uint32_t i)
{
    return flr_dot2_sign(d, p[i], p[i + 1 < count ? i + 1 : 0]);
}

/// Climbs from corner i by exact steps that do not go down, then returns to the first corner of the top. As
/// it never goes down, tiny edges in a wrong direction do no harm.
static uint32_t climb(const flr_vec2 *p, uint32_t count, flr_vec2 d, uint32_t i)
{
    for (uint32_t n = 0; n < count && rise(p, count, d, i) >= 0; ++n) i = i + 1 < count ? i + 1 : 0;
    for (uint32_t n = 0; n < count; ++n) {
        uint32_t before = i ? i - 1 : count - 1;
        if (rise(p, count, d, before) > 0) break;
        i = before;
    }
    return i;
}

/// There are 16 to 32 stations at first. On an arc of no more than ROW steps all corners are measured.
enum { STATIONS = 32, ROW = 32 };

/// Heights along `d`, around from corner `from`, and by how much one must be below another to be certainly
/// lower.
typedef struct skyline {
    const flr_vec2 *p;
    flr_vec2 base, d;
    size_t count, from;
    flr_real slack;
} skyline;

/// Corners of which one may be the highest: from the one to the other, counted from the skyline's first.
typedef struct arc {
    size_t low, high;
} arc;

static inline size_t corner_at(const skyline *k, size_t i)
{
    const size_t at = k->from + i;
    return at < k->count ? at : at - k->count;
}

static inline flr_real height_of(const skyline *k, size_t corner)
{
    return flr_dot2(k->d, flr_sub2(k->p[corner], k->base));
}

/// Returns the slack, which is far more than rounding moves corners by, and less than steps of clean
/// polygons. It is 2^-40 of the width that the stations show (2^-15 in single precision), and 32 rounding
/// errors of the coordinates.
static flr_real slack_of(const skyline *k, lanes2 wide)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real hair = single ? (flr_real)0x1p-15 : (flr_real)0x1p-40,
                   rounding = single ? (flr_real)0x1p-19 : (flr_real)0x1p-48;
    return support2_spread(k->d) * (hair * (wide[0] + wide[1]) + rounding * support2_spread(k->base));
}

/// Heights of four stations; the last one repeats.
typedef struct stations {
    real4 height, x, y;
} stations;

/// Measures four stations from number `first` on, of which none is behind `last`.
static inline stations stations_at(const skyline *k, size_t first, size_t last, size_t step)
{
    const flr_vec2 *p[4];
    for (size_t i = 0; i < 4; ++i) p[i] = k->p + (first + i < last ? first + i : last) * step;
    stations s;
    real4_points(p[0], p[1], p[2], p[3], &s.x, &s.y);
    s.x = real4_sub(s.x, real4_splat(k->base.x));
    s.y = real4_sub(s.y, real4_splat(k->base.y));
    s.height = real4_dot(s.x, s.y, real4_splat(k->d.x), real4_splat(k->d.y));
    return s;
}

/// Returns the arc from the station before the first that may be highest to the one after the last;
/// `highest` has a bit for each of n. The polygon is cut open at the lowest station, which stands at the end
/// again. Without a bit, as for NaN, it is the whole polygon.
static arc arc_of(const skyline *k, uint64_t highest, size_t lowest, size_t n, size_t step)
{
    const uint64_t all = ((uint64_t)1 << n) - 1, turned = (highest >> lowest | highest << (n - lowest)) & all,
                   around = turned | (turned & 1) << n;
    const size_t first = around ? (size_t)__builtin_ctzll(around) : 0,
                 last = around ? 63 - (size_t)__builtin_clzll(around) : n;
    // the last station is less than a step from the first
    const size_t low = first > 0 ? first - 1 : 0, high = last < n ? last + 1 : n, before = n - lowest,
                 end = k->count - k->from;
    arc r = {low < before ? low * step : end + (low - before) * step,
             high < before ? high * step : end + (high - before) * step};
    return r;
}

/// Measures all stations, four at a time. Sets the slack and the skyline's beginning, and returns the arc of
/// the highest.
static arc first_look(skyline *k, size_t step)
{
    const size_t n = (k->count - 1) / step + 1;
    real4 heights[STATIONS / 4], most, least, wide_x, wide_y;
    for (size_t i = 0; i < n; i += 4) {
        const stations s = stations_at(k, i, n - 1, step);
        const real4 x = real4_abs(s.x), y = real4_abs(s.y);
        heights[i / 4] = s.height;
        most = i ? real4_max(s.height, most) : s.height;
        least = i ? real4_min(s.height, least) : s.height;
        wide_x = i ? real4_max(x, wide_x) : x;
        wide_y = i ? real4_max(y, wide_y) : y;
    }
    k->slack = slack_of(k, (lanes2){real4_max_lane(wide_x), real4_max_lane(wide_y)});
    const flr_real bottom = real4_min_lane(least), top = real4_max_lane(most) - k->slack;
    uint64_t lowest = 0, highest = 0;
    for (size_t i = 0; i < n; i += 4) {
        lowest |= (uint64_t)real4_equal(heights[i / 4], bottom) << i;
        highest |= (uint64_t)real4_at_least(heights[i / 4], top) << i;
    }
    const size_t from = (size_t)__builtin_ctzll(lowest | (uint64_t)1 << (n - 1));
    k->from = from * step;
    return arc_of(k, highest & (((uint64_t)1 << n) - 1), from, n, step);
}

/// Measures an arc by shorter steps. Returns the arc from one step before to one step after what may be
/// highest.
static arc look(const skyline *k, arc a, size_t step)
{
    size_t first = a.low, last = a.low;
    flr_real most = height_of(k, corner_at(k, a.low));
    for (size_t i = a.low; i < a.high;) {
        i = i + step < a.high ? i + step : a.high;
        const flr_real h = height_of(k, corner_at(k, i));
        first = h > most + k->slack ? i : first;
        last = h >= most - k->slack ? i : last;
        most = h > most ? h : most;
    }
    arc r = {first - a.low > step ? first - step : a.low, a.high - last > step ? last + step : a.high};
    return r;
}

/// Returns the highest of all corners of an arc, which is two rows where it leads past the end of the array.
static uint32_t highest_of(const skyline *k, arc a)
{
    const size_t begin = corner_at(k, a.low), count = a.high - a.low + 1,
                 rest = k->count - begin < count ? k->count - begin : count;
    const size_t at = begin + farthest2_of(k->p + begin, (uint32_t)rest, k->base, k->d).index;
    if (rest == count) return (uint32_t)at;
    const size_t more = farthest2_of(k->p, (uint32_t)(count - rest), k->base, k->d).index;
    return (uint32_t)(height_of(k, more) > height_of(k, at) ? more : at);
}

/// The heights around a convex polygon go up once and down once. Stations are measured, every `step`-th
/// corner. The top lies next to one that is highest. So all that is farther than one step from the first and
/// the last that may be highest is left out, and in what remains the step is halved. That takes some heights
/// for each step; where many corners are equally high, all of them are measured.
///
/// Let the corners be those of a convex polygon, each moved so that its height changes by e at most,
/// rounding of heights included. Of the stations one next to the old top was highest, and is now at most 2 e
/// below the highest found. What is left out lies behind a station that is lower than that by more than
/// `slack`, on the way down from the top. So it was no higher than that station was, and with slack >= 2 e
/// it is lower than the highest found. Neither the old top nor a corner higher than what has been found is
/// ever left out, whatever edges between near corners look like, as only heights are compared. Sunday's
/// bisection (Practical Geometry Algorithms, 2021) uses the slope of single edges, and one tiny edge can
/// lead it to the other side.
uint32_t flr_support2_bisect(const flr_vec2 *p, uint32_t count, flr_vec2 d)
{
    skyline k = {.p = p, .base = p[0], .d = d, .count = count};
    size_t step = 1;
    while (step * STATIONS < count) step *= 2;
    arc a = first_look(&k, step);
    while (a.high - a.low > ROW && step > 1) a = look(&k, a, step /= 2);
    return climb(p, count, d, highest_of(&k, a));
}
