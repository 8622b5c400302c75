/// Are the files compiled for wider lanes in use where the processor has them? What they answer, test_widths compares.
#include "support/cmocka.hpp"

extern "C" {
#include "contact/manifold2_small.h"
#include "contact/manifold3_box_box.h"
#include "contact/manifold3_patch.h"
#include "convex/convex_lanes.h"
}

namespace TEST_FILE
{
namespace
{

/// The wide ones are there where the processor has them: what is not compared here is not used either.
void widths_at_hand(tally &t)
{
    const bool has = convex_lanes_widest() != &flr_convex_baseline;
#if defined(__x86_64__)
    t.expect(has == bool(__builtin_cpu_supports("avx2")), "AVX2");
#else
    t.expect(!has, "vectors of another machine");
#endif
    t.expect(has == (flr_contact3_boxes_wide() != nullptr), "boxes");
    t.expect(has == (flr_contact3_small_wide() != nullptr), "faces of few corners");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(widths_at_hand))

}  // namespace TEST_FILE
