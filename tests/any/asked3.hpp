/// The questions on two shapes in space, one number each, for tests that ask the same of two scenes.
#ifndef TESTS_QUERY_ASKED3_HPP
#define TESTS_QUERY_ASKED3_HPP

#include "any/properties3.hpp"

namespace properties3
{

struct asked {
    flr_status status;
    double value;
};

/// What is asked of a pair, with a motion: a status, and a number that grows with the scene or none.
enum { QUESTIONS = 6 };
static const char *const question[QUESTIONS] = {"distance", "overlap", "signed distance",
                                                "contact",  "sweep",   "motion"};
inline bool is_length(int k) { return k == 0 || k == 2 || k == 3; }

inline asked ask(int k, const held &a, flr_vec3 motion, const held &b)
{
    flr_closest3 c{};
    flr_signed_distance3_result s{};
    flr_manifold3 m{};
    flr_sweep3_result w{};
    flr_toi3_result n{};
    bool yes = false;
    flr_path3 still = flr_path3_still({{1, 0, 0, 0}, {0, 0, 0}}), path = still;
    path.to.position = motion;
    double deepest = 0;
    flr_status status = FLR_OK;
    switch (k) {
    case 0:
        status = flr_distance3(&a.shape, &b.shape, &c);
        return {status, double(c.distance)};
    case 1:
        status = flr_overlap3(&a.shape, &b.shape, &yes);
        return {status, double(yes)};
    case 2:
        status = flr_signed_distance3(&a.shape, &b.shape, &s);
        return {status, double(s.signed_distance)};
    case 3:
        status = flr_contact3(&a.shape, &b.shape, nullptr, &m);
        for (int i = 0; i < m.count; ++i) deepest = std::max(deepest, double(m.points[i].depth));
        return {status, deepest};
    case 4:
        status = flr_sweep3(&a.shape, motion, &b.shape, &w);
        return {status, w.hit ? double(w.t) : 2};
    default:
        status = flr_toi3(&a.shape, &path, &b.shape, &still, nullptr, &n);
        return {status, n.hit ? double(n.t) : 2};
    }
}

}  // namespace properties3

#endif
