/// Eight doubles at a time. The build compiles only this file with the AVX-512 instructions that it needs.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define SIMD_WIDTH 8
#define BATCH_LOOPS flr_batch_loops_avx512
#include "batch/loops.h"
#else
typedef int flr_batch_no_avx512;  // no empty translation unit
#endif
