/// Feeler: axis-parallel boxes around shapes, in the plane and in space.
#ifndef FEELER_BOUNDS_H
#define FEELER_BOUNDS_H

#include "feeler/bounds2.h"
#include "feeler/bounds3.h"

#endif
