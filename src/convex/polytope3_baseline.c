/// Two doubles to a register, as every target of this kind has them.
#define POLYTOPE3_FORM flr_polytope3_baseline
#include "convex/polytope3_lanes.h"
