/// Two doubles to a register, as every target of this kind has them.
#define COLD_FORM flr_gjk3_cold_four_baseline
#include "convex/gjk3_cold_lanes.h"
