/// Four doubles to a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define CONTACT3_BOXES_FORM flr_contact3_boxes_avx2
#include "contact/contact3_boxes_lanes.h"
#else
typedef int flr_contact3_boxes_no_avx2;  // no empty translation unit
#endif
