/// How many random scenes a test draws: as many as FEELER_SCENES in the environment says (0.3 for fewer, 10 for ten times as many),
/// else all. The sanitizers look for what a scene touches, not for what it answers, and take ten times as long: a tenth.
#ifndef TESTS_SUPPORT_SCENES_HPP
#define TESTS_SUPPORT_SCENES_HPP

#include <cmath>
#include <cstdlib>

extern "C" __attribute__((weak)) void __asan_init();

/// Whether this program is linked with a library under the sanitizers: the test itself may not be.
inline bool sanitized() { return &__asan_init != nullptr; }

/// The part of its scenes that a test draws.
inline double part_of_scenes()
{
    const char *asked = std::getenv("FEELER_SCENES");
    const double part = asked ? std::atof(asked) : sanitized() ? 0.1 : 1;
    return part > 0 ? part : 1;
}
const bool every_scene = part_of_scenes() >= 1;

/// Of `all` scenes that a test has, those that are drawn.
template <class Count> Count scenes(Count all) { return Count(std::ceil(double(all) * part_of_scenes())); }

/// Are enough scenes of a kind? Of a part of them they need not be.
inline bool enough(bool so) { return so || !every_scene; }

#endif
