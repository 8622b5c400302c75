// What the scenes of any2.hpp and any3.hpp have in common: the any-shape call and the typed or convex call that does the same work, on the
// same random pairs, which bench_any.cpp times and instructions/ counts. A row is a pair of kinds, a question and a place: apart by 0.01
// to 1, touching to the last digit, or overlapping by 0.005 to 0.1 along the line of their middles. Only sums, products and square roots, so
// scenes are the same on every machine.
#ifndef BENCH_ANY_HPP
#define BENCH_ANY_HPP

#include <cmath>

#include "feeler/feeler.h"
#include "random.hpp"

namespace bench
{

enum class place { apart, touching, overlapping };

inline const char *name_of(place p)
{
    static const char *const names[] = {"apart", "touching", "overlapping"};
    return names[int(p)];
}
struct draw : numbers {
    flr_vec3 vector(double reach)
    {
        double x = between(-reach, reach), y = between(-reach, reach), z = between(-reach, reach);
        return {flr_real(x), flr_real(y), flr_real(z)};
    }
    flr_vec3 direction()
    {
        for (;;) {
            flr_vec3 v = vector(1);
            flr_real square = flr_dot3(v, v);
            if (square > flr_real(0.01) && square <= 1) return flr_scale3(1 / std::sqrt(square), v);
        }
    }
    flr_quat turn()
    {
        for (;;) {
            flr_vec3 v = vector(1);
            flr_real w = flr_real(between(-1, 1)), square = w * w + flr_dot3(v, v);
            if (square < flr_real(0.01) || square > 1) continue;
            flr_real s = 1 / std::sqrt(square);
            return {s * w, s * v.x, s * v.y, s * v.z};
        }
    }
};

/// The largest t in [0, 4] at which `meet` is true, to the last digit; it is at 0.
template <class test> double last_touch(test meet)
{
    double low = 0, high = 4;
    for (;;) {
        double t = (low + high) / 2;
        if (t == low || t == high) return low;
        (meet(t) ? low : high) = t;
    }
}

inline double gap_of(draw &r, place where)
{
    double gap = where == place::apart ? r.between(0.01, 1) : -r.between(0.005, 0.1);
    return where == place::touching ? 0 : gap;
}

}  // namespace bench

#endif
