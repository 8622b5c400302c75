/// Four floats in a register, which every processor of the target has.
#define BVH3_LANES flr_bvh3_baseline
#include "bvh/bvh3_walk.h"
