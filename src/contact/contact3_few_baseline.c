/// Two doubles to a register, as every target of this kind has them.
#define CONTACT3_FEW_FORM flr_contact3_few_baseline
#define CONTACT3_FEW_HULLS flr_contact3_few_hulls_baseline
#include "contact/contact3_few_lanes.h"
