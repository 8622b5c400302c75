#include <math.h>

#include "closest/closest3_convex_convex.h"
#include "closest/gjk3_segment_box.h"
#include "convex/boxes3.h"

flr_overlap3_convex flr_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                               flr_gjk3_cache *cache)
{
    const flr_real radii = a->radius + b->radius;
    if (!cache && isfinite(radii) && a->kind == FLR_CONVEX3_BOX && b->kind == FLR_CONVEX3_BOX) {
        flr_overlap3_convex r = {.status = FLR_OK, .iterations = 1};
        boxes3_end end = flr_boxes3_meet(a, b, &r.normal);
        r.overlap = end == BOXES3_DEEP || end == BOXES3_UNSURE;
        // that the cores are apart says little of what is round them
        if (end != BOXES3_NEAR && (r.overlap || !(radii > 0))) return r;
    }
    flr_overlap3_convex closed;
    if (gjk3_is_segment_box(a, b) && flr_gjk3_meet_segment_box(a, b, &closed)) return closed;
    return flr_gjk3_meet(a, b, cache);
}
