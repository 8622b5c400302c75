/// Two doubles to a register, as every target of this kind has them.
#define CONTACT3_BOXES_FORM flr_contact3_boxes_baseline
#include "contact/contact3_boxes_lanes.h"
