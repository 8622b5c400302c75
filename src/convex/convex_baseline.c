/// Two doubles in a register, which every target has.
#define CONVEX_LANES flr_convex_baseline
#include "convex/convex_lanes.h"
