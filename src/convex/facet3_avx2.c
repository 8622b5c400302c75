/// Eight numbers to a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define FACET3_FORM flr_facet3_avx2
#include "convex/facet3_prove.h"
#else
typedef int flr_facet3_no_avx2;  // no empty translation unit
#endif
