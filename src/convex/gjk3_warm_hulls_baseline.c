/// Two doubles to a register, as every target of this kind has them.
#define GJK3_WARM_HULLS flr_gjk3_warm_hulls_baseline
#define GJK3_COLD_HULLS flr_gjk3_cold_hulls_baseline
#include "convex/gjk3_cold_hulls_lanes.h"
