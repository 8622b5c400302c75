/// Four doubles to a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define GJK3_WARM_HULLS flr_gjk3_warm_hulls_avx2
#define GJK3_COLD_HULLS flr_gjk3_cold_hulls_avx2
#include "convex/gjk3_cold_hulls_lanes.h"
#else
typedef int flr_gjk3_warm_hulls_no_avx2;  // no empty translation unit
#endif
