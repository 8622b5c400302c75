#include "manifold/contact3_boxes.h"

#include "feeler/overlap.h"
#include "manifold/box_contact3.h"
#include "manifold/contact3_frame.h"

/// By this separation a touch may be rounded one way, by the overlap's another: what that says stands.
static bool is_within(const rounded_box3 *a, const rounded_box3 *b, const box_contact3 *j, double over)
{
    if (j->radii > 0 || j->margin > 0 || fabs(over) > j->pair.rounding) return !(over > 0);
    return flr_overlap3_box_box(a->core, b->core);
}

contact3_boxes_answer flr_contact3_boxes(const rounded_box3 *a, const rounded_box3 *b, flr_real margin,
                                         flr_real face_bias, flr_manifold3 *manifold)
{
    box_contact3 j;
    j.a = a->core;
    j.b = b->core;
    j.radius_a = (double)a->radius;
    j.radius_b = (double)b->radius;
    j.margin = (double)margin;
    j.radii = j.radius_a + j.radius_b;
    flr_boxes3_make(a->core, b->core, &j.pair);
    const double limit = j.margin + j.radii;
    bool within = flr_separation3_boxes(&j.pair, limit + j.pair.rounding, (double)face_bias, &j.found);
    manifold->count = 0;
    manifold->inseparable = false;
    manifold->normal = box_contact3_world(a->core, j.found.normal);
    const double over = j.found.separation - limit;
    if (!within || !is_within(a, b, &j, over)) return CONTACT3_APART;
    if (over > 0) j.margin += over;
    contact3_boxes_answer answer = CONTACT3_MADE;
    if (j.found.axis < 6)
        answer = flr_box_contact3_faces(&j, manifold);
    else if (!flr_box_contact3_flat(&j, manifold))
        answer = flr_box_contact3_edges(&j, manifold);
    for (int i = 0; i < manifold->count && over > 0; i++)
        if (manifold->points[i].depth < -margin) manifold->points[i].depth = -margin;
    contact3_settle_ids(manifold);
    return answer;
}

flr_box3 flr_contact3_box_of_segment(flr_vec3 a, flr_vec3 b)
{
    flr_vec3 along = flr_sub3(b, a);
    flr_real length = flr_length3(along);
    flr_box3 r;
    r.center = flr_mul_add3(a, (flr_real)0.5, along);
    r.axes = contact3_frame(length > 0 ? flr_scale3(1 / length, along) : flr_vec3_make(0, 0, 1));
    r.half_extents = flr_vec3_make(0, 0, length / 2);
    return r;
}
