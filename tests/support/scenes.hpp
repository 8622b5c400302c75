/// How many random scenes a test draws. The sanitizers look for what a scene touches, not for what it answers, and take
/// ten times as long: they get every tenth, and the builds without them hold the answers of all.
#ifndef TESTS_SUPPORT_SCENES_HPP
#define TESTS_SUPPORT_SCENES_HPP

extern "C" __attribute__((weak)) void __asan_init();

/// Whether this program is linked with a library under the sanitizers: the test itself may not be.
inline bool sanitized() { return &__asan_init != nullptr; }
const bool every_scene = !sanitized();

/// Of `all` scenes that a test has, those that this build draws.
inline int scenes(int all) { return every_scene ? all : (all + 9) / 10; }
inline long scenes(long all) { return every_scene ? all : (all + 9) / 10; }

/// Are enough scenes of a kind? Of the few under the sanitizers they need not be.
inline bool enough(bool so) { return so || !every_scene; }

#endif
