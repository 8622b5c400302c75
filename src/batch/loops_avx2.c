/// Four doubles at a time. The build compiles only this file with -mavx2, if the compiler can.
#ifdef __AVX2__
#define SIMD_WIDTH 4
#define BATCH_LOOPS flr_batch_loops_avx2
#include "batch/loops.h"
#else
typedef int flr_batch_no_avx2;  // no empty translation unit
#endif
