/// Two doubles at a time, on every processor of the target.
#ifdef __GNUC__
#define SIMD_WIDTH 2
#define BATCH_LOOPS flr_batch_loops_baseline
#include "batch/loops.h"
#else
typedef int flr_batch_no_baseline;  // no empty translation unit
#endif
