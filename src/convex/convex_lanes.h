/// The parts of the convex core that are compiled for two widths of registers, with the same bits: each text
/// *_lanes.h once for what every processor of the target runs (convex_baseline.c), and once for AVX2
/// (convex_avx2.c).
#ifndef FLR_CONVEX_CONVEX_LANES_H
#define FLR_CONVEX_CONVEX_LANES_H

#include "convex/depth3.h"
#include "convex/gjk3.h"
#include "convex/polytope3.h"
#include "feeler/convex3.h"

typedef flr_gjk3 convex_lanes_gjk3(const flr_convex3 *a, const flr_convex3 *b,
                                   const flr_gjk3_options *options);

/// The functions of one width. A guess is for shapes of four corners, or hulls of at most GUESS_MOST vertices together,
/// without a limit. With `around`, which may be null, a search that follows is that of flr_gjk3_simplices_around.
typedef struct convex_lanes {
    flr_gjk3 (*guess_tetrahedra)(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                 gjk3_around *around);
    convex_lanes_gjk3 *guess_hulls;
    convex_lanes_gjk3 *warm_start_hulls;
    convex_lanes_gjk3 *closest_segment_box;
    bool (*try_segment_box)(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                            flr_gjk3 *r);
    bool (*intersects_segment_box)(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r);
    facet3_find_fn *find_face;
    facet3_prove_fn *prove_face;
    /// Makes the faces of the first four vertices. Returns false if these lie in one plane.
    bool (*begin_polytope)(polytope3 *p);
    /// Takes in the next vertex, which sees a face. Returns false if numbers were not finite.
    bool (*expand_polytope)(polytope3 *p);
} convex_lanes;

extern const convex_lanes flr_convex_baseline, flr_convex_avx2;

/// Returns the functions of the widest registers that this processor has.
static inline const convex_lanes *convex_lanes_widest(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return &flr_convex_avx2;
#endif
    return &flr_convex_baseline;
}

#ifdef CONVEX_LANES
// All texts for one width, and their table, in a source that defines its name.

#include "convex/epa3_lanes.h"
#include "convex/gjk3_guess_hulls_lanes.h"
#include "convex/gjk3_guess_lanes.h"
#include "convex/gjk3_segment_box_lanes.h"
#include "convex/gjk3_warm_start_lanes.h"
#include "convex/minkowski_face3_lanes.h"

const convex_lanes CONVEX_LANES = {
    .guess_tetrahedra = guess_tetrahedra,
    .guess_hulls = guess_hulls,
    .warm_start_hulls = warm_start_hulls,
    .closest_segment_box = closest_segment_box,
    .try_segment_box = try_segment_box,
    .intersects_segment_box = intersects_segment_box,
    .find_face = find_face,
    .prove_face = prove_face,
    .begin_polytope = begin_polytope,
    .expand_polytope = expand_polytope,
};

#endif

#endif
