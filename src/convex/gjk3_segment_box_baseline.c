/// Two doubles to a register, as every target of this kind has them.
#define GJK3_SEGMENT_BOX_FORM flr_gjk3_segment_box_baseline
#include "convex/gjk3_segment_box_lanes.h"
