/// How far apart two convex cores on their paths are, from the definition in long double: support points of the cores as
/// the paths turn them, and of the hull of their differences the point next to the origin. What is told is a distance of two
/// points of the cores, so it is never below the true one but for rounding; `lower` is how far a plane keeps them apart.
#ifndef TESTS_SWEEP_DISTANCE3_LONG_HPP
#define TESTS_SWEEP_DISTANCE3_LONG_HPP

#include <algorithm>
#include <cmath>
#include <vector>

#include "feeler/feeler.h"
#include "support/truth3.hpp"

namespace distance3_long
{

using real = long double;
using vec3 = truth3::vec<real>;
inline vec3 wide(flr_vec3 p) { return {p.x, p.y, p.z}; }

/// A core in the frame that its path moves: corners, or the ends of a cylinder's or cone's axis and the radius of its disc.
struct core {
    std::vector<vec3> corners;
    bool is_round = false, is_cone = false;
    real disc = 0, radius = 0;

    vec3 farthest(vec3 d) const
    {
        if (!is_round) return most(d, corners.size());
        vec3 u = corners[1] - corners[0];
        u = (1 / length(u)) * u;
        vec3 out = d - dot(d, u) * u, rim;
        if (length(out) > real(1e-15) * length(d)) {
            out = (1 / length(out)) * out;
            out = out - dot(out, u) * u;
            rim = (disc / length(out)) * out;
        }
        if (!is_cone) return most(d, 2) + rim;
        const vec3 low = corners[0] + rim;
        return dot(low, d) > dot(corners[1], d) ? low : corners[1];
    }
    /// No two of its points are farther apart.
    real size() const
    {
        real far = 0;
        for (vec3 p : corners) far = std::max(far, length(p - corners[0]));
        return 2 * (far + disc + radius);
    }

  private:
    vec3 most(vec3 d, size_t count) const
    {
        size_t best = 0;
        for (size_t i = 1; i < count; ++i)
            if (dot(corners[i], d) > dot(corners[best], d)) best = i;
        return corners[best];
    }
};

core core_of(const flr_convex3 &c);

/// Where a path has taken its frame.
struct pose {
    vec3 x, y, z, origin;

    vec3 turned(vec3 p) const { return p.x * x + p.y * y + p.z * z; }
    vec3 turned_back(vec3 p) const { return {dot(x, p), dot(y, p), dot(z, p)}; }
    vec3 farthest(const core &c, vec3 d) const { return origin + turned(c.farthest(turned_back(d))); }
};

pose pose_at(const flr_path3 &p, real t);

/// Corners of the difference, at most four, and the way from the origin to what they span.
struct simplex {
    int count = 0;
    vec3 p[4], near, normal;
};

/// Leaves those that span what is next to the origin: of all corners, edges and triangles. True where it lies within four.
bool reduce(simplex &s);

struct distance {
    real upper, lower;  ///< of the cores
};

/// Of the two (Gilbert, Johnson and Keerthi, 1988, with all features of the simplex looked at).
distance between_poses(const core &a, const pose &on_a, const core &b, const pose &on_b);

/// At time t.
inline distance between(const core &a, const flr_path3 &path_a, const core &b, const flr_path3 &path_b,
                        real t)
{
    return between_poses(a, pose_at(path_a, t), b, pose_at(path_b, t));
}

}  // namespace distance3_long
#endif
