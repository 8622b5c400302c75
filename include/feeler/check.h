/// Feeler: is a shape one that has a meaning? In the plane and in space.
#ifndef FEELER_CHECK_H
#define FEELER_CHECK_H

#include "feeler/check2.h"
#include "feeler/check3.h"

#endif
