#include "penetration/depth3_mesh_mesh.h"

#include <math.h>

#include "closest/closest3_mesh.h"
#include "feeler/overlap.h"
#include "mesh/mesh3_pair.h"

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
    depth3_place r = measure(a, b, p, (flr_real)INFINITY, (flr_real)INFINITY);
    if (on_a) r.depth_a = 0;
    if (on_b) r.depth_b = 0;
    r.depth = r.depth_a + r.depth_b;
    // what lies as near to the other surface as rounding may have moved it is on it, not inside
    flr_real rounding = (flr_real)(flr_instance3_rounding(a) + flr_instance3_rounding(b)) / 8;
    return (on_a || on_b) && !(r.depth > rounding) ? none : r;
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

depth3_place flr_depth3_step(const flr_instance3 *a, const flr_instance3 *b, const depth3_place *from,
                             flr_vec3 p, flr_real length)
{
    // within both balls around the point there is no surface to cross
    bool surely = length < from->depth_a * (flr_real)0.999 && length < from->depth_b * (flr_real)0.999;
    if (!surely && !(is_inside(a, p) && is_inside(b, p))) return (depth3_place){.inside = false};
    const flr_real room = (flr_real)1.001;
    return measure(a, b, p, (from->depth_a + length) * room, (from->depth_b + length) * room);
}
