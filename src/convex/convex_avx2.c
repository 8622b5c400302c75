/// Four doubles in a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define CONVEX_LANES flr_convex_avx2
#include "convex/convex_lanes.h"
#else
typedef int flr_convex_no_avx2;  // no empty translation unit
#endif
