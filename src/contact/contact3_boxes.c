#include "contact/contact3_boxes.h"

#include "contact/contact3_frame.h"

extern const contact3_boxes_form flr_contact3_boxes_avx2;

const contact3_boxes_form *flr_contact3_boxes_wide(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return &flr_contact3_boxes_avx2;
#endif
    return NULL;
}

contact3_boxes_answer flr_contact3_boxes(const flr_box3 *a, const flr_box3 *b, const contact3_boxes_ask *ask,
                                         flr_manifold3 *manifold)
{
    const contact3_boxes_form *wide = flr_contact3_boxes_wide();
    return wide ? wide->contact(a, b, ask, manifold)
                : flr_contact3_boxes_baseline.contact(a, b, ask, manifold);
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
