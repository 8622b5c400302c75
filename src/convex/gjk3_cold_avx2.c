/// Four doubles to a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define COLD_FORM flr_gjk3_cold_four_avx2
#include "convex/gjk3_cold_lanes.h"
#else
typedef int flr_gjk3_cold_no_avx2;  // no empty translation unit
#endif
