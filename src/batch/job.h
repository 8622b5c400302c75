/// How are the functions for arrays put together? A public function describes its arrays as a job. The widest
/// loops at hand do the job, and leave single elements to the scalar calls.
#ifndef FLR_BATCH_JOB_H
#define FLR_BATCH_JOB_H

#include "feeler/batch3.h"

enum { BATCH_POINTS = 6, BATCH_REALS = 2 };

/// One question of a batch. Its inputs are in the order of the scalar call's arguments and their members.
typedef struct batch_job {
    flr_batch_points3 points[BATCH_POINTS];
    flr_batch_reals reals[BATCH_REALS];
    int point_count, real_count;
    unsigned options;
    size_t begin, end;
    union {
        flr_batch_closest3 closest;
        flr_batch_rayhits3 cast;
        flr_batch_raycast3_triangle cast_triangle;
        bool *overlap;
    } out;
} batch_job;

typedef void batch_single_fn(const batch_job *job, size_t i);
typedef void batch_loop_fn(const batch_job *job);

/// Every question has a scalar call for one element, and the loops.
#define BATCH_QUESTIONS(X)                                                                                   \
    X(closest3_point_segment)                                                                                \
    X(closest3_point_triangle)                                                                               \
    X(closest3_point_aabb)                                                                                   \
    X(closest3_segment_segment)                                                                              \
    X(raycast3_ray_triangle)                                                                                 \
    X(raycast3_ray_aabb)                                                                                     \
    X(overlap3_sphere_sphere)                                                                                \
    X(overlap3_sphere_aabb)                                                                                  \
    X(overlap3_aabb_aabb)                                                                                    \
    X(overlap3_triangle_triangle)

#define BATCH_DECLARE_SINGLE(name) batch_single_fn flr_batch_single_##name;
BATCH_QUESTIONS(BATCH_DECLARE_SINGLE)
#undef BATCH_DECLARE_SINGLE

typedef struct batch_loops {
#define BATCH_MEMBER(name) batch_loop_fn *name;
    BATCH_QUESTIONS(BATCH_MEMBER)
#undef BATCH_MEMBER
} batch_loops;

typedef enum batch_width {
    BATCH_SCALAR,    ///< loops over the scalar calls
    BATCH_BASELINE,  ///< two doubles: SSE2, NEON, wasm SIMD, or the compiler's choice
    BATCH_AVX2,
    BATCH_AVX512,
    BATCH_WIDTHS
} batch_width;

/// Returns the loops of a width, or null if this build or this processor has none.
const batch_loops *flr_batch_loops(batch_width width);

#endif
