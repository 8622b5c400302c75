/// Feeler: collision detection and proximity. All public headers at once.
#ifndef FEELER_FEELER_H
#define FEELER_FEELER_H

#include "feeler/any3.h"
#include "feeler/base.h"
#include "feeler/bounds.h"
#include "feeler/bounds2.h"
#include "feeler/bounds3.h"
#include "feeler/cast.h"
#include "feeler/cast2.h"
#include "feeler/check.h"
#include "feeler/check2.h"
#include "feeler/check3.h"
#include "feeler/closest.h"
#include "feeler/closest2.h"
#include "feeler/closest3.h"
#include "feeler/convex.h"
#include "feeler/convex2.h"
#include "feeler/hull.h"
#include "feeler/math.h"
#include "feeler/math2.h"
#include "feeler/mesh.h"
#include "feeler/overlap.h"
#include "feeler/overlap2.h"
#include "feeler/overlap3.h"
#include "feeler/query.h"
#include "feeler/scene.h"
#include "feeler/shape.h"
#include "feeler/shape2.h"
#include "feeler/shape3.h"
#include "feeler/sweep2.h"

#endif
