#include "manifold/contact3_boxes.h"

#include "manifold/box_contact3.h"
#include "manifold/contact3_frame.h"

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
    j.pair = flr_boxes3_make(a->core, b->core);
    bool within = flr_separation3_boxes(&j.pair, j.margin + j.radii, (double)face_bias, &j.found);
    manifold->count = 0;
    manifold->inseparable = false;
    manifold->normal = box_contact3_world(a->core, j.found.normal);
    if (!within) return CONTACT3_APART;
    contact3_boxes_answer answer = CONTACT3_MADE;
    if (j.found.axis < 6)
        answer = flr_box_contact3_faces(&j, manifold);
    else if (!flr_box_contact3_flat(&j, manifold))
        answer = flr_box_contact3_edges(&j, manifold);
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
