/// Four doubles to a register. The build compiles this file with -mavx2 where it can.
#ifdef __AVX2__
#define CONTACT3_FEW_FORM flr_contact3_few_avx2
#define CONTACT3_FEW_HULLS flr_contact3_few_hulls_avx2
#include "contact/contact3_few_lanes.h"
#else
typedef int flr_contact3_few_no_avx2;  // no empty translation unit
#endif
