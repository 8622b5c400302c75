/// Points and lines in space in 192 bits, for the references of casts.
#ifndef TESTS_CAST_WIDE_CAST3_HPP
#define TESTS_CAST_WIDE_CAST3_HPP

#include "raycast/exact_cast3.hpp"

namespace wide_cast
{

using exact_cast::along;
using exact_cast::dot;
using exact_cast::sub;
using exact_cast::ULP;
using exact_cast::worst;
typedef big_float real;
typedef std::array<real, 3> vector3;

inline flr_vec3 vec3_axis(int axis, double x)
{
    return flr_vec3_make(flr_real(axis == 0 ? x : 0), flr_real(axis == 1 ? x : 0),
                         flr_real(axis == 2 ? x : 0));
}

inline vector3 wide(flr_vec3 v) { return {real(v.x), real(v.y), real(v.z)}; }
inline real length(const vector3 &a) { return real(sqrt(dot(a, a))); }

/// Two ends around `at`; one in four times along a coordinate axis.
inline void ends(random_source &r, flr_vec3 at, double size, flr_vec3 *a, flr_vec3 *b)
{
    flr_vec3 u = r.point(-size, size);
    if (r.whole(0, 3) == 0) u = vec3_axis(r.whole(0, 2), size);
    *a = flr_sub3(at, u);
    *b = flr_add3(at, u);
}

inline bool near(flr_vec3 p, double x, double y, double z)
{
    return std::fabs(double(p.x) - x) + std::fabs(double(p.y) - y) + std::fabs(double(p.z) - z) <= 16 * ULP;
}

}  // namespace wide_cast
#endif
