/// Four doubles to a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define POLYTOPE3_FORM flr_polytope3_avx2
#include "convex/polytope3_lanes.h"
#else
typedef int flr_polytope3_no_avx2;  // no empty translation unit
#endif
