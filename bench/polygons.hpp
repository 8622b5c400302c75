// The polygons of the benches in the plane: corners of an ellipse, evenly turned.
#ifndef BENCH_POLYGONS_HPP
#define BENCH_POLYGONS_HPP

#include <cmath>
#include <string>
#include <vector>

#include "feeler/math.h"
#include "random.hpp"

namespace bench
{

inline flr_vec2 vec2(double x, double y)
{
    return flr_vec2_make(static_cast<flr_real>(x), static_cast<flr_real>(y));
}

inline std::vector<flr_vec2> polygon(numbers &r, int corners)
{
    std::vector<flr_vec2> p;
    double x = r.between(0.5, 1), y = r.between(0.5, 1), start = r.between(0, 1);
    for (int i = 0; i < corners; ++i) {
        double angle = 6.28318530717958648 * (i + 0.6 * start) / corners;
        p.push_back(vec2(x * std::cos(angle), y * std::sin(angle)));
    }
    return p;
}

/// Two libraries are measured by the same benches.
inline std::string in_float(const char *benchmark)
{
    return std::string(benchmark) + (sizeof(flr_real) == sizeof(float) ? ", float" : "");
}

}  // namespace bench

#endif
