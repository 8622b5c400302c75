/// What the property tests of space share: random shapes of every kind, carried by similarities, and the bounds that
/// the headers promise.
#ifndef TESTS_QUERY_PROPERTIES3_HPP
#define TESTS_QUERY_PROPERTIES3_HPP

#include <algorithm>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace properties3
{

using any3::carried;
using any3::held;
using any3::length;
using any3::shifted;
using any3::similarity;
using any3::times;

constexpr bool single = sizeof(flr_real) == sizeof(float);
constexpr double ulp = single ? 0x1p-23 : 0x1p-52;

inline const char *name(const held &h) { return flr_shape3_name(h.shape.kind); }
inline bool unbounded(const held &h)
{
    return h.shape.kind >= FLR_SHAPE3_RAY && h.shape.kind <= FLR_SHAPE3_HALFSPACE;
}

/// Grown by g, where the shape is convex and ends. Returns whether it is.
bool grow(held &h, double g);

inline bool curved(const held &h)
{
    return h.shape.kind == FLR_SHAPE3_CYLINDER || h.shape.kind == FLR_SHAPE3_CONE ||
           h.shape.kind == FLR_SHAPE3_ELLIPSOID;
}

bool plain(const held &h);

/// A cylinder or cone against what its distance has no closed form for.
inline bool iterated(const held &a, const held &b)
{
    return (curved(a) && !plain(b)) || (curved(b) && !plain(a));
}

/// The error of a distance by feeler/any3.h.
inline double error(const held &a, const held &b, double size)
{
    return iterated(a, b) ? (single ? 1e-6 : 1e-11) * size : 8 * ulp * size;
}

/// A worst error in roundings of the size for pairs with a closed form, in parts of the size for those that are iterated.
struct worst_of_both {
    worst_of closed, looped;

    worst_of_both(const std::string &what, double closed_bound, double looped_bound)
        : closed{what.empty() ? "" : what + ", roundings of the size", closed_bound}, looped{what +
                                                                                                 ", iterated",
                                                                                             looped_bound}
    {
    }
    bool within(const held &a, const held &b, double error, double size)
    {
        return within(iterated(a, b), error, size);
    }
    bool within(bool loop, double error, double size)
    {
        return loop ? looped.within(error / size) : closed.within(error / size / real_rounding);
    }
    void hold(tally &t) const
    {
        closed.hold(t);
        looped.hold(t);
    }
};

inline double reach(flr_vec3 p) { return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}); }

bool overlap(const held &a, const held &b);

flr_closest3 closest(const held &a, const held &b);

inline double distance(const held &a, const held &b) { return double(closest(a, b).distance); }

double distance(flr_vec3 p, const held &b);

/// Shapes of half width up to 1 (a mesh 1), their centres this far apart at most: about half of the pairs meet.
held some(random_source &r, flr_shape3_kind k, double spread);

inline flr_shape3_kind kind(int k) { return static_cast<flr_shape3_kind>(k); }

}  // namespace properties3
#endif
