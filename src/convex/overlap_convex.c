/// Do two convex shapes overlap? GJK, with closed forms for boxes and for a segment and a box.

#include <math.h>

#include "convex/gjk2.h"
#include "convex/gjk3.h"
#include "convex/gjk_limit.h"
#include "convex/sat3_box_box.h"

// ---- The plane

static flr_overlap2_convex in_another_unit(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache)
{
    const flr_gjk2_options options = {.max_distance = flr_gjk_up_to(0), .cache = cache};
    flr_gjk2 g = flr_gjk2_scaled(a, b, &options);
    flr_overlap2_convex r = {.status = g.status, .overlap = g.overlap, .iterations = g.iterations};
    if (!g.overlap) r.normal = g.normal;
    if (g.status != FLR_NOT_CONVERGED || g.overlap || g.lower > 0) return r;
    r.normal = flr_vec2_make(0, 0);
    return r;
}

flr_overlap2_convex flr_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                               flr_gjk2_cache *cache)
{
    gjk2 g;
    g.scaled = false;
    const flr_real radii = a->radius + b->radius;
    const flr_gjk2_options options = {.max_distance = flr_gjk_up_to(0), .cache = cache};
    int steps = flr_gjk2_iterate(&g, a, b, &options, radii, radii);
    if (!g.usual) return in_another_unit(a, b, cache);
    return flr_gjk2_intersects(&g, steps, cache);
}

// ---- Space

static flr_overlap3_convex of_boxes(const flr_convex3 *a, const flr_convex3 *b)
{
    flr_vec3 normal;
    const sat3_end end = flr_sat3_box_box_axis(a, b, &normal);
    flr_overlap3_convex r;
    r.status = FLR_OK;
    r.overlap = end == SAT3_DEEP;
    r.clear = true;
    r.normal = flr_vec3_make(normal.x, normal.y, normal.z);
    r.iterations = 1;
    // cores that are apart say little about radii that reach beyond them
    if (end == SAT3_NEAR || (!r.overlap && a->radius + b->radius > 0)) return flr_gjk3_intersects(a, b, NULL);
    return r;
}

static flr_overlap3_convex of_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache)
{
    flr_overlap3_convex r;
    if (!flr_gjk3_intersects_segment_box(a, b, &r)) return flr_gjk3_intersects(a, b, cache);
    return r;
}

/// Answers are handed on by value: copied right after they are written in parts, they would have to
/// wait for these.
flr_overlap3_convex flr_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                               flr_gjk3_cache *cache)
{
    if (!cache && a->kind == FLR_CONVEX3_BOX && b->kind == FLR_CONVEX3_BOX && isfinite(a->radius + b->radius))
        return of_boxes(a, b);
    return gjk3_is_segment_box(a, b) ? of_segment_box(a, b, cache) : flr_gjk3_intersects(a, b, cache);
}
