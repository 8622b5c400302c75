/// Four numbers to a register, as every target of this kind has them.
#define FACET3_FORM flr_facet3_baseline
#include "convex/facet3_prove.h"
