/// Four doubles to a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define CONTACT2_FEW_FORM flr_contact2_few_avx2
#include "contact/contact2_few_lanes.h"
#else
typedef int flr_contact2_few_no_avx2;  // no empty translation unit
#endif
