/// Four floats to a register, as every target of this kind has them.
#define BVH3_LANES flr_bvh3_baseline
#include "bvh/bvh3_walk.h"
