/// Which loops of a given width can this processor run? The build says which widths exist, and the processor
/// is asked for its instructions. The answer is null where either has none.
#include "batch/job.h"

extern const batch_loops flr_batch_loops_scalar, flr_batch_loops_baseline, flr_batch_loops_avx2,
    flr_batch_loops_avx512;

const batch_loops *flr_batch_loops(batch_width width)
{
    switch (width) {
    case BATCH_SCALAR:
        return &flr_batch_loops_scalar;
#ifdef __GNUC__
    case BATCH_BASELINE:
        return &flr_batch_loops_baseline;
#endif
#ifdef FEELER_HAVE_AVX2
    case BATCH_AVX2:
        return __builtin_cpu_supports("avx2") ? &flr_batch_loops_avx2 : NULL;
#endif
#ifdef FEELER_HAVE_AVX512
    case BATCH_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
                   ? &flr_batch_loops_avx512
                   : NULL;
#endif
    default:
        return NULL;
    }
}
