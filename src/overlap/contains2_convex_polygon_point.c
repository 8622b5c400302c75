#include "feeler/overlap2.h"

#include "closest/outline2.h"
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

/// The rays from corner 0 to the others are sorted by angle; p lies between two of them, and the edge
/// between their corners decides.
flr_side flr_contains2_convex_polygon_point(const flr_polygon2 *g, flr_vec2 p)
{
    const flr_vec2 *v = g->vertices;
    size_t first = 1, last = g->count > 0 ? g->count - 1 : 0;
    while (first < last && same(v[first], v[0])) ++first;
    while (last > first && same(v[last], v[0])) --last;
    int winding = first < last ? flr_turn2(v[0], v[first], v[last]) : 0;
    if (winding == 0) return (flr_side)flr_outline2_locate(v, g->count, false, p);

    if (winding * flr_turn2(v[0], v[first], p) < 0) return FLR_OUTSIDE;
    int side_last = winding * flr_turn2(v[0], v[last], p);
    if (side_last > 0) return FLR_OUTSIDE;
    if (side_last == 0) return on_last_ray(v, first, last, p);
    size_t low = first, high = last;  // p is left of or on the ray to low, right of the one to high
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (winding * flr_turn2(v[0], v[middle], p) >= 0)
            low = middle;
        else
            high = middle;
    }
    int side = winding * flr_turn2(v[low], v[high], p);
    if (side <= 0) return side < 0 ? FLR_OUTSIDE : FLR_BOUNDARY;
    return flr_turn2(v[0], v[first], p) == 0 ? FLR_BOUNDARY : FLR_INSIDE;
}
