/// The texts for lanes with four doubles in a register. The build compiles this file with -mavx2 if the
/// compiler can.
#ifdef __AVX2__
#define CONTACT2_SMALL_FORM flr_contact2_small_avx2
#define CONTACT3_SMALL_FORM flr_contact3_small_avx2
#define CONTACT3_SMALL_HULLS flr_contact3_small_hulls_avx2
#define CONTACT3_BOXES_FORM flr_contact3_boxes_avx2
#include "contact/manifold2_small_lanes.h"
#include "contact/manifold3_box_box_lanes.h"
#include "contact/manifold3_small_lanes.h"
#else
typedef int flr_contact_no_avx2;  // no empty translation unit
#endif
