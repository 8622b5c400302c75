#include "convex/gjk3_segment_box.h"

#include "convex/closest3_convex_convex.h"
#include "convex/gjk3_segment_box_forms.h"

extern const gjk3_segment_box_form flr_gjk3_segment_box_avx2;

const gjk3_segment_box_form *flr_gjk3_segment_box_wide(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return &flr_gjk3_segment_box_avx2;
#endif
    return NULL;
}

static inline const gjk3_segment_box_form *form(void)
{
    const gjk3_segment_box_form *wide = flr_gjk3_segment_box_wide();
    return wide ? wide : &flr_gjk3_segment_box_baseline;
}

flr_gjk3 flr_gjk3_closest_segment_box(const flr_convex3 *a, const flr_convex3 *b,
                                      const flr_gjk3_options *options)
{
    return form()->closest(a, b, options);
}

bool flr_gjk3_try_segment_box(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              bool depth_next, flr_gjk3 *r)
{
    if (!gjk3_is_segment_box(a, b) || (options && options->steps)) return false;
    return form()->try_pair(a, b, options, depth_next, r);
}

bool flr_gjk3_meet_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r)
{
    return form()->meet(a, b, r);
}
