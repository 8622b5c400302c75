/// What every answer of flr_interference3_mesh_mesh must hold to, and what a known pair adds.
#ifndef TESTS_SUPPORT_JUDGE_HPP
#define TESTS_SUPPORT_JUDGE_HPP

#include "feeler/feeler.h"
#include "support/cmocka.hpp"
#include "support/depth_search.hpp"
#include "support/handles.hpp"
#include "support/real.hpp"

inline const char *kind_name(flr_interference_kind k)
{
    const char *names[] = {"apart", "clearance", "touch", "clash", "contained"};
    return k >= FLR_APART && k <= FLR_CONTAINED ? names[k] : "no kind at all";
}

flr_interference3 ask(const part &a, const part &b, double tolerance, double clearance);

inline double gap(flr_vec3 a, flr_vec3 b) { return flr_length3(flr_sub3(a, b)); }

/// `slack`: the rounding of the world, a length.
void judge_any(tally &t, const char *name, const part &a, const part &b, const flr_interference3 &r,
               double tolerance, double clearance, double slack);

uint32_t swapped_flags(uint32_t f);

/// Turning the question round turns the answer round, to the last bit.
void judge_swapped(tally &t, const char *name, const flr_interference3 &r, const flr_interference3 &s,
                   bool copies = false);

#endif
