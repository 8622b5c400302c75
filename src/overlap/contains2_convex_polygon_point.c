#include "feeler/overlap2.h"

#include "closest/outline2.h"
#include "convex/support2.h"
#include "math/cross2.h"

static bool same(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }

/// p is on the ray from corner 0 through corner `last`, where the last edge lies.
static flr_side on_last_ray(const flr_vec2 *v, size_t first, size_t last, flr_vec2 p)
{
    size_t far = last;
    while (far > first && flr_turn2(v[0], v[far - 1], v[last]) == 0) --far;
    const flr_edge2 edge = {FLR_OUTLINE2_CHAIN, v[0], v[far]}, point = {FLR_OUTLINE2_CHAIN, p, p};
    return flr_edge2_meet(&edge, &point) ? FLR_BOUNDARY : FLR_OUTSIDE;
}

/// What the rays say, and the edge that said so.
typedef struct ruling {
    flr_side side;
    size_t from, to;
} ruling;

/// The rays from corner 0 to the others are sorted by angle; p lies between two of them, and the edge
/// between their corners decides.
static ruling between_rays(const flr_vec2 *v, size_t first, size_t last, int winding, flr_vec2 p)
{
    if (winding * flr_turn2(v[0], v[first], p) < 0) return (ruling){FLR_OUTSIDE, 0, first};
    int side_last = winding * flr_turn2(v[0], v[last], p);
    if (side_last > 0) return (ruling){FLR_OUTSIDE, last, 0};
    if (side_last == 0) return (ruling){on_last_ray(v, first, last, p), last, 0};
    size_t low = first, high = last;  // p is left of or on the ray to low, right of the one to high
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (winding * flr_turn2(v[0], v[middle], p) >= 0)
            low = middle;
        else
            high = middle;
    }
    int side = winding * flr_turn2(v[low], v[high], p);
    if (side > 0) side = flr_turn2(v[0], v[first], p) == 0 ? 0 : 1;
    return (ruling){side < 0 ? FLR_OUTSIDE : side > 0 ? FLR_INSIDE : FLR_BOUNDARY, low, high};
}

/// Far more than corners are moved by rounding: 2^-40 of the width (2^-15 in single precision), and 32 roundings of the coordinates.
static flr_real slack_of(flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real hair = single ? (flr_real)0x1p-15 : (flr_real)0x1p-40,
                   rounding = single ? (flr_real)0x1p-19 : (flr_real)0x1p-48;
    return hair * (support2_spread(flr_sub2(b, a)) + support2_spread(flr_sub2(c, a))) +
           rounding * support2_spread(a);
}

/// Is p by more than the slack on the inner side of the edge?
static bool clears(flr_vec2 a, flr_vec2 b, int winding, flr_vec2 p, flr_real slack)
{
    const flr_vec2 e = flr_sub2(b, a), w = flr_sub2(p, a);
    return (flr_real)winding * (e.x * w.y - e.y * w.x) > slack * support2_spread(e);
}

/// Where corners are off convex order by a hair single rays and edges may look anywhere. Inside is believed well within the triangle of three
/// corners: an outline a hair off a convex one goes around that, too. Outside is believed where p lies farther along the normal of the edge than all
/// corners, of which the farthest is found by heights (flr_support2_bisect).
static bool is_sure(const flr_polygon2 *g, ruling r, int winding, flr_vec2 p)
{
    const flr_vec2 *v = g->vertices, a = v[r.from], b = v[r.to];
    if (r.side == FLR_BOUNDARY || g->count > UINT32_MAX) return false;
    if (r.side == FLR_INSIDE) {
        const flr_real slack = slack_of(v[0], a, b);
        return clears(v[0], a, winding, p, slack) && clears(a, b, winding, p, slack) &&
               clears(b, v[0], winding, p, slack);
    }
    const flr_vec2 e = flr_sub2(b, a), out = flr_scale2((flr_real)winding, flr_vec2_make(e.y, -e.x)),
                   top = v[flr_support2_bisect(v, (uint32_t)g->count, out)];
    return flr_dot2(out, flr_sub2(p, top)) > slack_of(top, p, a) * support2_spread(out);
}

/// Up to so many edges are asked sooner than rays are proved.
enum { FEW = 16 };

/// By rays, and where a hair could make these wrong by all edges.
flr_side flr_contains2_convex_polygon_point(const flr_polygon2 *g, flr_vec2 p)
{
    const flr_vec2 *v = g->vertices;
    if (g->count <= FEW) return (flr_side)flr_outline2_locate(v, g->count, false, p);
    size_t first = 1, last = g->count - 1;
    while (first < last && same(v[first], v[0])) ++first;
    while (last > first && same(v[last], v[0])) --last;
    const int winding = first < last ? flr_turn2(v[0], v[first], v[last]) : 0;
    if (winding != 0) {
        const ruling r = between_rays(v, first, last, winding, p);
        if (is_sure(g, r, winding, p)) return r.side;
    }
    return (flr_side)flr_outline2_locate(v, g->count, false, p);
}
