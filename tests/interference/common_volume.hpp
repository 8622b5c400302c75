/// The volume and centroid that two closed meshes have in common, in rationals and by the definition: each is the sum, with signs, of the tetrahedra
/// from one point to its triangles, so the common part is the sum over pairs of these, and two tetrahedra are cut by one another's planes.
#ifndef TESTS_INTERFERENCE_COMMON_VOLUME_HPP
#define TESTS_INTERFERENCE_COMMON_VOLUME_HPP

#include "support/exact_mesh.hpp"

namespace common_volume
{

using exact_mesh::rational;
typedef exact_mesh::vec<rational> point;
typedef std::array<point, 4> tetrahedron;

inline rational six_volumes(const tetrahedron &t)
{
    using namespace exact_mesh;
    return dot(cross(sub(t[1], t[0]), sub(t[2], t[0])), sub(t[3], t[0]));
}

/// 4 times the first moments over 6 volumes: together with these all that is asked.
struct measure {
    rational volume = 0;  ///< times 6
    point moment = {0, 0, 0};
    void add(const tetrahedron &t, int sign)
    {
        rational v = abs(six_volumes(t));
        if (sign < 0) v = -v;
        volume += v;
        for (size_t k = 0; k < 3; ++k) moment[k] += v * (t[0][k] + t[1][k] + t[2][k] + t[3][k]);
    }
};

/// What of a tetrahedron lies behind planes from `next` on, three points each: it is cut in two along edges that a plane crosses.
inline void add_behind(const tetrahedron &t, const std::vector<std::array<point, 3>> &planes, size_t next,
                       int sign, measure &sum)
{
    if (next == planes.size()) {
        sum.add(t, sign);
        return;
    }
    using namespace exact_mesh;
    const auto &p = planes[next];
    const point n = cross(sub(p[1], p[0]), sub(p[2], p[0]));
    std::array<rational, 4> height;
    bool any_before = false, any_behind = false;
    size_t before = 0, behind = 0;
    for (size_t k = 0; k < 4; ++k) {
        height[k] = dot(n, sub(t[k], p[0]));
        if (height[k] > 0) any_before = true, before = k;
        if (height[k] < 0) any_behind = true, behind = k;
    }
    if (!any_behind) return;
    if (!any_before) {
        add_behind(t, planes, next + 1, sign, sum);
        return;
    }
    point middle;
    const rational part = height[before] / (height[before] - height[behind]);
    for (size_t k = 0; k < 3; ++k) middle[k] = t[before][k] + part * (t[behind][k] - t[before][k]);
    tetrahedron half = t;
    half[before] = middle;
    add_behind(half, planes, next, sign, sum);
    half = t;
    half[behind] = middle;
    add_behind(half, planes, next, sign, sum);
}

/// Its planes, each with what is inside behind it.
inline std::vector<std::array<point, 3>> planes_of(const tetrahedron &t)
{
    const bool positive = six_volumes(t) > 0;
    std::vector<std::array<point, 3>> all = {
        {t[0], t[2], t[1]}, {t[0], t[1], t[3]}, {t[1], t[2], t[3]}, {t[2], t[0], t[3]}};
    for (auto &p : all)
        if (!positive) std::swap(p[0], p[1]);
    return all;
}

inline bool boxes_meet(const tetrahedron &a, const tetrahedron &b)
{
    for (size_t k = 0; k < 3; ++k) {
        auto less = [&](const point &p, const point &q) { return p[k] < q[k]; };
        if ((*std::max_element(a.begin(), a.end(), less))[k] <=
                (*std::min_element(b.begin(), b.end(), less))[k] ||
            (*std::max_element(b.begin(), b.end(), less))[k] <=
                (*std::min_element(a.begin(), a.end(), less))[k])
            return false;
    }
    return true;
}

inline std::vector<tetrahedron> cones(const std::vector<flr_triangle3> &mesh)
{
    std::vector<tetrahedron> all;
    const point from = exact_mesh::from(mesh[0].a);
    for (auto &t : mesh) {
        const tetrahedron c = {from, exact_mesh::from(t.a), exact_mesh::from(t.b), exact_mesh::from(t.c)};
        if (six_volumes(c) != 0) all.push_back(c);
    }
    return all;
}

/// Of closed meshes: the integral of the product of their winding numbers.
inline measure of(const std::vector<flr_triangle3> &a, const std::vector<flr_triangle3> &b)
{
    measure sum;
    const auto of_a = cones(a), of_b = cones(b);
    for (auto &c : of_b) {
        const auto planes = planes_of(c);
        const int sign_c = sgn(six_volumes(c));
        for (auto &d : of_a)
            if (boxes_meet(c, d)) add_behind(d, planes, 0, sign_c * sgn(six_volumes(d)), sum);
    }
    return sum;
}

}  // namespace common_volume

#endif
