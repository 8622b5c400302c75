/// Two doubles to a register, as every target of this kind has them.
#define CONTACT3_FEW_FORM flr_contact3_few_baseline
#include "manifold/contact3_few_lanes.h"
