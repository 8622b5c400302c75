/// The texts for lanes on every processor of the target: two doubles in a register.
#define CONTACT2_SMALL_FORM flr_contact2_small_baseline
#define CONTACT3_SMALL_FORM flr_contact3_small_baseline
#define CONTACT3_SMALL_HULLS flr_contact3_small_hulls_baseline
#define CONTACT3_BOXES_FORM flr_contact3_boxes_baseline
#include "contact/manifold2_small_lanes.h"
#include "contact/manifold3_box_box_lanes.h"
#include "contact/manifold3_small_lanes.h"
