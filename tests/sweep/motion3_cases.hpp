/// Paths in space and shapes on them, as the definition says: positions on a line, rotations by the formula for
/// spherical interpolation, in long double.
#ifndef TESTS_SWEEP_MOTION3_CASES_HPP
#define TESTS_SWEEP_MOTION3_CASES_HPP

#include <cmath>

#include "any/any3_stock.hpp"
#include "support/poses.hpp"

namespace motion3_cases
{

using any3::held;

inline flr_quat quat(double w, double x, double y, double z)
{
    return {flr_real(w), flr_real(x), flr_real(y), flr_real(z)};
}

/// By an angle about an axis of length 1.
inline flr_quat turn_about(flr_vec3 axis, double angle)
{
    double s = std::sin(angle / 2);
    return quat(std::cos(angle / 2), s * double(axis.x), s * double(axis.y), s * double(axis.z));
}

inline const flr_quat no_turn = {1, 0, 0, 0};

inline flr_path3 path(flr_quat q, flr_vec3 p, flr_quat r, flr_vec3 s) { return {{q, p}, {r, s}}; }
inline flr_path3 along(flr_vec3 from, flr_vec3 to) { return path(no_turn, from, no_turn, to); }
inline flr_path3 still() { return along(vec(0, 0, 0), vec(0, 0, 0)); }

flr_quat random_quat(random_source &r);

flr_path3 random_path(random_source &r, double reach);

/// By the definition.
flr_affine3 pose_at(const flr_path3 &p, double t);

/// The shape as a rigid pose carries it.
inline held placed(const held &from, const flr_affine3 &m)
{
    return any3::carried(from, {1, m.linear, m.translation});
}

/// Two shapes on their paths.
struct pair {
    held a, b;
    flr_path3 on_a, on_b;

    /// The static distance at time t.
    double distance(double t) const
    {
        held x = placed(a, pose_at(on_a, t)), y = placed(b, pose_at(on_b, t));
        flr_closest3 c{};
        return flr_distance3(&x.shape, &y.shape, &c) == FLR_OK ? double(c.distance) : NAN;
    }
    flr_toi3_result answer(const flr_toi3_options *o = nullptr) const
    {
        flr_toi3_result q{};
        q.status = flr_toi3(&a.shape, &on_a, &b.shape, &on_b, o, &q);
        return q;
    }
    pair turned() const { return {b, a, on_b, on_a}; }
};

}  // namespace motion3_cases
#endif
