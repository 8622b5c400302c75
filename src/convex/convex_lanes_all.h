/// All texts of the convex core for one width of lanes, and their table: for a source that defines CONVEX_LANES, the table's name.
#include "convex/convex_lanes.h"
#include "convex/epa3_lanes.h"
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
