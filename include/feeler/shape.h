/// Feeler: shapes, all of them.
#ifndef FEELER_SHAPE_H
#define FEELER_SHAPE_H

#include "feeler/mesh.h"
#include "feeler/shape2.h"
#include "feeler/shape3.h"

#endif
