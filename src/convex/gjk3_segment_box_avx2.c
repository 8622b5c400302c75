/// Four doubles to a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define GJK3_SEGMENT_BOX_FORM flr_gjk3_segment_box_avx2
#include "convex/gjk3_segment_box_lanes.h"
#else
typedef int flr_gjk3_segment_box_no_avx2;  // no empty translation unit
#endif
