/// Round shapes are cores with a radius: from the closest points of the cores to those of the
/// shapes grown by the radii.
#ifndef FLR_CLOSEST_ROUND3_H
#define FLR_CLOSEST_ROUND3_H

#include "closest/frame3.h"

/// Where the grown shapes meet, the common point lies between the cores, inside both.
flr_closest3 flr_round3(flr_closest3 core, flr_real radius_a, flr_real radius_b);

#endif
