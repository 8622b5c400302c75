#include "feeler/overlap2.h"

#include "closest/reach2.h"

flr_side flr_contains2_capsule_point(const flr_capsule2 *c, flr_vec2 p)
{
    const flr_outline2 dot = flr_outline2_of_point(p), capsule = flr_outline2_of_capsule(c);
    const flr_frame2 f = flr_frame2_make(&dot, &capsule);
    const flr_edge2 core = flr_outline2_edge(&capsule, 0);
    return (flr_side)flr_reach2_sign(&f, &dot, &capsule, flr_frame2_foot(&f, p, &core).distance);
}
