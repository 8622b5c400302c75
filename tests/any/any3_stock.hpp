/// Any shape in space for tests: one of every kind at random, held with the arrays it needs.
#ifndef TESTS_QUERY_ANY3_STOCK_HPP
#define TESTS_QUERY_ANY3_STOCK_HPP

#include <cmath>
#include <memory>
#include <vector>

#include "feeler/any3.h"
#include "support/handles.hpp"
#include "support/random.hpp"

namespace any3
{

struct held {
    flr_shape3 shape{};
    std::shared_ptr<std::vector<flr_vec3>> points;
    std::shared_ptr<part> mesh;
    std::shared_ptr<std::vector<held>> parts;  ///< of a compound
    std::shared_ptr<std::vector<flr_shape3>> shapes;
};

held of_kind(flr_shape3_kind k);

/// While it lives, a pair with an ellipsoid draws from numbers of its own, so that it changes no other pair of a test.
struct own_numbers {
    random_source &from;
    const uint64_t kept;
    const bool own;

    own_numbers(random_source &r, int a, int b, int turn = 0)
        : from(r), kept(r.state), own(a == FLR_SHAPE3_ELLIPSOID || b == FLR_SHAPE3_ELLIPSOID)
    {
        if (own) from.state ^= (uint64_t(turn + 1) << 32) + uint64_t(64 * a + b);
    }
    own_numbers(const own_numbers &) = delete;
    own_numbers &operator=(const own_numbers &) = delete;
    ~own_numbers()
    {
        if (own) from.state = kept;
    }
};

inline double length(flr_vec3 v) { return std::sqrt(double(flr_dot3(v, v))); }

/// Of the points of a manifold; minus infinity without any.
double deepest(const flr_manifold3 &m);

flr_mat3 axes(random_source &r);

/// Corners of an L, or of a rectangle where `convex`, in a random plane around `c`.
std::vector<flr_vec3> outline(random_source &r, flr_vec3 c, double size, bool convex);

held mesh(const soup &s, bool solid);

held compound(const std::vector<held> &parts);

/// A shape of about the given size around c. `concave` of those that can be.
held random_shape(random_source &r, flr_shape3_kind k, flr_vec3 c, double size, bool concave);

inline flr_vec3 times(double s, flr_vec3 v) { return flr_scale3(flr_real(s), v); }

/// p -> scale * rotation * p + shift
struct similarity {
    double scale;
    flr_mat3 rotation;
    flr_vec3 shift;

    bool shifts_only() const
    {
        return scale == 1 && rotation.x.x == 1 && rotation.y.y == 1 && rotation.z.z == 1;
    }
    flr_vec3 turn(flr_vec3 v) const { return flr_mat3_mul(rotation, v); }
    flr_vec3 at(flr_vec3 p) const { return flr_add3(times(scale, turn(p)), shift); }
};

/// The same shape, carried. An aabb becomes a box, unless it is only shifted.
held carried(const held &from, const similarity &m);

/// The same, moved by d.
inline held shifted(const held &from, flr_vec3 d)
{
    return carried(from, {1, flr_affine3_identity().linear, d});
}

}  // namespace any3
#endif
