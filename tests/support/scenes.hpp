/// How many random scenes a test draws. The sanitizers look for what a scene touches, not for what it answers, and take
/// ten times as long: they get every fourth, and the builds without them hold the answers of all.
#ifndef TESTS_SUPPORT_SCENES_HPP
#define TESTS_SUPPORT_SCENES_HPP

extern "C" __attribute__((weak)) void __asan_init();

/// Whether this program is linked with a library under the sanitizers: the test itself may not be.
inline bool sanitized() { return &__asan_init != nullptr; }
const bool every_scene = !sanitized();

/// Of `all` scenes that a test has, those that this build draws.
inline int scenes(int all) { return every_scene ? all : (all + 3) / 4; }
inline long scenes(long all) { return every_scene ? all : (all + 3) / 4; }

#endif
