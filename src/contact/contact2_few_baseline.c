/// Two doubles to a register, as every target of this kind has them.
#define CONTACT2_FEW_FORM flr_contact2_few_baseline
#include "contact/contact2_few_lanes.h"
