/// Eight floats in a register. The build compiles this file with -mavx2 if the compiler can.
#ifdef __AVX2__
#define BVH3_LANES flr_bvh3_avx2
#include "bvh/bvh3_walk.h"
#else
typedef int flr_bvh3_no_avx2;  // no empty translation unit
#endif
