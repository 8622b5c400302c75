/// How many random scenes a test draws. The sanitizers look for what a scene touches, not for what it answers, and take
/// ten times as long: they get every fourth, and the builds without them hold the answers of all.
#ifndef TESTS_SUPPORT_SCENES_HPP
#define TESTS_SUPPORT_SCENES_HPP

#if defined(__SANITIZE_ADDRESS__)
const bool every_scene = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
const bool every_scene = false;
#else
const bool every_scene = true;
#endif
#else
const bool every_scene = true;
#endif

/// Of `all` scenes that a test has, those that this build draws.
inline int scenes(int all) { return every_scene ? all : (all + 3) / 4; }
inline long scenes(long all) { return every_scene ? all : (all + 3) / 4; }

#endif
