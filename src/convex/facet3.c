#include "convex/facet3.h"

extern const facet3_form flr_facet3_avx2;

const facet3_form *flr_facet3_form(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return &flr_facet3_avx2;
#endif
    return &flr_facet3_baseline;
}
