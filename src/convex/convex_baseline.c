/// Two doubles to a register, as every target of this kind has them.
#define CONVEX_LANES flr_convex_baseline
#include "convex/convex_lanes.h"
