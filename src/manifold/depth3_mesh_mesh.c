#include "manifold/depth3_mesh_mesh.h"

#include <math.h>

#include "closest/closest3_point_mesh.h"
#include "feeler/overlap.h"

static bool is_inside(const flr_instance3 *i, flr_vec3 p)
{
    return i->mesh->info.watertight && flr_contains3_mesh_point(i, p) == FLR_INSIDE;
}

/// Distances to both surfaces at p, which is known to be inside; none is beyond `most`, known from
/// a place nearby (the distance to a surface changes by no more than the step).
static depth3_place measure(const flr_instance3 *a, const flr_instance3 *b, flr_vec3 p, flr_real most_a,
                            flr_real most_b)
{
    depth3_place r = {.point = p};
    flr_nearest3 to_a = flr_nearest3_point_mesh(p, a, most_a), to_b = flr_nearest3_point_mesh(p, b, most_b);
    r.inside = to_a.found && to_b.found;
    r.depth_a = (flr_real)sqrt((double)to_a.distance_squared);
    r.depth_b = (flr_real)sqrt((double)to_b.distance_squared);
    r.depth = r.depth_a + r.depth_b;
    r.point_a = to_a.point;
    r.point_b = to_b.point;
    r.item_a = to_a.item;
    r.item_b = to_b.item;
    return r;
}

depth3_place flr_depth3_at(const flr_instance3 *a, const flr_instance3 *b, flr_vec3 p, bool on_a, bool on_b)
{
    depth3_place none = {.inside = false};
    if ((!on_a && !is_inside(a, p)) || (!on_b && !is_inside(b, p))) return none;
    return measure(a, b, p, (flr_real)INFINITY, (flr_real)INFINITY);
}

depth3_place flr_depth3_inward(const flr_instance3 *a, const flr_instance3 *b, flr_vec3 x, flr_vec3 w,
                               flr_real least, flr_real most)
{
    depth3_place best = {.inside = false};
    for (flr_real h = least; h <= most; h *= 2) {
        depth3_place next = flr_depth3_at(a, b, flr_mul_add3(x, h, w), false, false);
        if (!next.inside || (best.inside && next.depth <= best.depth)) break;
        best = next;
    }
    return best;
}

/// The place a step away, if that is inside too.
static depth3_place step(const flr_instance3 *a, const flr_instance3 *b, const depth3_place *from,
                         flr_vec3 direction, flr_real length)
{
    flr_vec3 p = flr_mul_add3(from->point, length, direction);
    // within both balls around the point there is no surface to cross
    bool surely = length < from->depth_a * (flr_real)0.999 && length < from->depth_b * (flr_real)0.999;
    if (!surely && !(is_inside(a, p) && is_inside(b, p))) return (depth3_place){.inside = false};
    const flr_real room = (flr_real)1.001;
    return measure(a, b, p, (from->depth_a + length) * room, (from->depth_b + length) * room);
}

static flr_vec3 unit_or_zero(flr_vec3 v)
{
    flr_real length = flr_length3(v);
    return length > 0 && isfinite(length) ? flr_scale3(1 / length, v) : flr_vec3_make(0, 0, 0);
}

/// Along the sum of the directions away from both nearest points, the gradient of the depth,
/// with steps that shrink where they no longer lead up.
static depth3_place follow_gradient(const flr_instance3 *a, const flr_instance3 *b, depth3_place at,
                                    int steps)
{
    flr_real length = at.depth / 2;
    for (int i = 0; i < steps; i++) {
        flr_vec3 away_a = unit_or_zero(flr_sub3(at.point, at.point_a));
        flr_vec3 away_b = unit_or_zero(flr_sub3(at.point, at.point_b));
        flr_vec3 uphill = flr_add3(away_a, away_b);
        if (flr_length3(uphill) < (flr_real)1e-6) break;  // between two parallel faces: nothing to gain
        depth3_place next = step(a, b, &at, unit_or_zero(uphill), length);
        if (next.inside && next.depth > at.depth) {
            at = next;
        } else {
            length /= 4;
            if (length < at.depth / 512) break;
        }
    }
    return at;
}

/// Tries six directions, three of them tied to the nearest points and so across ridges, with
/// halving steps (compass search); a ridge is where the gradient alone comes to a halt.
static depth3_place search_around(const flr_instance3 *a, const flr_instance3 *b, depth3_place at, int tries,
                                  bool *settled)
{
    flr_real length = at.depth / 4;
    while (tries > 0 && length > at.depth / 4096) {
        flr_vec3 x = unit_or_zero(flr_sub3(at.point, at.point_a)),
                 y = unit_or_zero(flr_sub3(at.point, at.point_b));
        flr_vec3 directions[] = {
            flr_vec3_make(1, 0, 0),        flr_vec3_make(0, 1, 0), flr_vec3_make(0, 0, 1), x, y,
            unit_or_zero(flr_cross3(x, y))};
        bool higher = false;
        for (int k = 0; k < 12 && !higher && tries > 0; k++, tries--) {
            depth3_place next = step(a, b, &at, directions[k / 2], k % 2 ? -length : length);
            if (!(next.inside && next.depth > at.depth)) continue;
            at = next;
            higher = true;
        }
        if (!higher) length /= 2;
    }
    *settled = tries > 0;
    return at;
}

depth3_place flr_depth3_uphill(const flr_instance3 *a, const flr_instance3 *b, depth3_place from,
                               bool *settled)
{
    depth3_place at = follow_gradient(a, b, from, 32);
    return search_around(a, b, at, 192, settled);
}
