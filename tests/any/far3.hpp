/// Shapes in space for scenes far from the origin: all that places them is a multiple of a step that is a number there as well, so
/// that a scene carried by whole steps is the same scene.
#ifndef TESTS_QUERY_FAR3_HPP
#define TESTS_QUERY_FAR3_HPP

#include <algorithm>

#include "any/any3_stock.hpp"
#include "support/real.hpp"

namespace far3
{

using any3::held;

const double step = real_choose(0x1p-12, 0x1p-6);

inline flr_real on_step(double x) { return flr_real(std::round(x / step) * step); }
inline flr_vec3 on_step(flr_vec3 p)
{
    return flr_vec3_make(on_step(double(p.x)), on_step(double(p.y)), on_step(double(p.z)));
}

/// Where scenes are carried to: whole steps there, exact in both precisions.
std::vector<flr_vec3> places();

/// An outline in a plane, convex or an L, or for `corners` 4 an arrow.
std::vector<flr_vec3> outline(random_source &r, flr_vec3 c, int corners, bool concave);

held solid_or_open(random_source &r, flr_vec3 c);

/// Of about size 1 around c.
held shape(random_source &r, flr_shape3_kind k, flr_vec3 c, bool concave);

inline bool is_answer(flr_status status) { return status == FLR_OK || status == FLR_NOT_CONVERGED; }

double deepest_of(const flr_manifold3 &m);

/// What all questions say of a pair; a moves by `motion` in the last two.
struct answers {
    bool overlap = false, answered = true;
    flr_closest3 closest{};
    flr_signed_distance3_result depth{};
    double deepest = 0;
    int points = 0;
    flr_sweep3_result sweep{};
    flr_toi3_result motion{};
};

answers ask(const held &a, const held &b, flr_vec3 motion);

}  // namespace far3

#endif
