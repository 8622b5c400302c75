/// Feeler: collision detection and proximity. All public headers at once.
#ifndef FEELER_FEELER_H
#define FEELER_FEELER_H

#include "feeler/any2.h"
#include "feeler/any3.h"
#include "feeler/base.h"
#include "feeler/batch2.h"
#include "feeler/batch3.h"
#include "feeler/broadphase3.h"
#include "feeler/closest2.h"
#include "feeler/closest3.h"
#include "feeler/contact2.h"
#include "feeler/contact3.h"
#include "feeler/convex2.h"
#include "feeler/convex3.h"
#include "feeler/dop2.h"
#include "feeler/dop3.h"
#include "feeler/hull.h"
#include "feeler/interference3.h"
#include "feeler/math.h"
#include "feeler/mesh3.h"
#include "feeler/overlap2.h"
#include "feeler/overlap3.h"
#include "feeler/raycast2.h"
#include "feeler/raycast3.h"
#include "feeler/shape2.h"
#include "feeler/shape3.h"
#include "feeler/sweep2.h"
#include "feeler/sweep3.h"
#include "feeler/toi2.h"
#include "feeler/toi3.h"

#endif
