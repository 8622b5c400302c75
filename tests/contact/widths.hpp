/// Scenes for what is compiled for two widths of lanes, and whether answers are the same to the last bit.
#ifndef FEELER_TESTS_MANIFOLD_WIDTHS_HPP
#define FEELER_TESTS_MANIFOLD_WIDTHS_HPP

#include <cstring>
#include <memory>
#include <vector>

#include "contact/contact3_judge.hpp"
#include "feeler/contact2.h"
#include "support/handles.hpp"

extern "C" {
#include "convex/depth3.h"
}

namespace widths
{

using contact3::identity;
using contact3::random_turn;
using contact3::rotation;

/// Every bit of a number, or of what is made of numbers of one type.
template <class T> bool same(const T &p, const T &q) { return std::memcmp(&p, &q, sizeof p) == 0; }

inline bool is_same(const flr_gjk3 &p, const flr_gjk3 &q)
{
    return p.status == q.status && p.overlap == q.overlap && p.beyond == q.beyond &&
           p.iterations == q.iterations && same(p.distance, q.distance) && same(p.lower, q.lower) &&
           same(p.upper, q.upper) && same(p.signed_distance, q.signed_distance) &&
           same(p.point_a, q.point_a) && same(p.point_b, q.point_b) && same(p.normal, q.normal);
}

inline bool is_same(const flr_gjk3_cache &p, const flr_gjk3_cache &q)
{
    bool all = p.count == q.count && same(p.axis, q.axis);
    for (uint32_t i = 0; all && i < p.count && i < 4; i++) all = p.a[i] == q.a[i] && p.b[i] == q.b[i];
    return all;
}

inline bool is_same(const facet3 &p, const facet3 &q)
{
    return same(p.a, q.a) && same(p.b, q.b) && p.is_edges == q.is_edges && p.count == q.count;
}

inline bool is_same(const epa3_result &p, const epa3_result &q)
{
    return p.converged == q.converged && p.iterations == q.iterations && same(p.lower, q.lower) &&
           same(p.upper, q.upper) && same(p.normal, q.normal) && same(p.a, q.a) && same(p.b, q.b) &&
           same(p.id_a, q.id_a) && same(p.id_b, q.id_b);
}

inline bool is_same(const flr_manifold3 &p, const flr_manifold3 &q)
{
    bool all = p.count == q.count && p.inseparable == q.inseparable && same(p.normal, q.normal);
    for (int i = 0; all && i < p.count; i++)
        all = same(p.points[i].position, q.points[i].position) &&
              same(p.points[i].depth, q.points[i].depth) && p.points[i].id == q.points[i].id;
    return all;
}

inline bool is_same(const flr_manifold2 &p, const flr_manifold2 &q)
{
    bool all = p.count == q.count && p.inseparable == q.inseparable && same(p.normal, q.normal);
    for (int i = 0; all && i < p.count; i++)
        all = same(p.points[i].position, q.points[i].position) &&
              same(p.points[i].depth, q.points[i].depth) && p.points[i].id == q.points[i].id;
    return all;
}

/// Points of round hulls, of a lattice, of prisms and flat ones with corners on a lattice, of needles and of boxes.
enum kind { ROUND, LATTICE, PRISM, FLAT, NEEDLE, CUBE, KINDS };

inline std::vector<flr_vec3> points_of(random_source &r, int what, int count)
{
    std::vector<flr_vec3> all;
    for (int i = 0; i < count; i++) {
        flr_vec3 p = what == LATTICE ? r.lattice_point(-1, 1) : r.point(-1, 1);
        const int k = i % 8, big = k & 1 ? 2 : 1, x = k & 2 ? -big : big, y = k & 4 ? big - 3 : 3 - big;
        if (what == ROUND && flr_length3(p) > flr_real(0.1)) p = flr_scale3(1 / flr_length3(p), p);
        if (what == PRISM || what == FLAT)
            p = {flr_real(x), flr_real(y), flr_real(what == FLAT ? 0 : i < 8 ? -1 : 1)};
        if (what == NEEDLE) p.y *= flr_real(1e-5), p.z *= flr_real(1e-5);
        if (what == CUBE && i < 8)
            p = {flr_real(i & 1 ? 1 : -1), flr_real(i & 2 ? 1 : -1), flr_real(i & 4 ? 1 : -1)};
        all.push_back(p);
    }
    return all;
}

/// Two shapes in a scene of any size and place, level on a lattice or turned, the second one up to a spread from the first along each axis.
struct scene {
    std::vector<flr_vec3> points[2];
    std::shared_ptr<flr_hull3> hull[2];
    flr_mat3 axes[2] = {identity(), identity()};
    flr_vec3 place[2];
    flr_real scale, radius = 0;

    scene(random_source &r, int n, double spread, int least, int most)
    {
        const bool level = n / 36 % 3 == 0;
        scale = flr_real(n % 7 == 0 ? 0x1p-10 : n % 7 == 1 ? 0x1p10 : 1);
        const flr_real far = n % 11 == 0 ? 4096 * scale : 0;
        const int kinds[2] = {n % KINDS, n / KINDS % KINDS};
        for (int k = 0; k < 2; k++) {
            points[k] = points_of(r, kinds[k], r.whole(least, most));
            for (flr_vec3 &p : points[k]) p = flr_scale3(scale, p);
            if (!level) axes[k] = random_turn(r);
        }
        place[0] = {far, -far, far};
        const flr_vec3 way = level ? r.lattice_point(-2, 2) : r.point(-spread, spread);
        place[1] = flr_add3(place[0], flr_scale3(scale, way));
        if (n % 5 == 0) radius = scale / 8;
    }
    void enclose()
    {
        for (int k = 0; k < 2; k++) {
            flr_hull3 *made = nullptr;
            must(flr_hull3_create(points[k].data(), points[k].size(), nullptr, nullptr, &made),
                 "flr_hull3_create");
            hull[k].reset(made, flr_hull3_destroy);
        }
    }
    flr_convex3 shape(int k) const
    {
        return flr_convex3_hull(hull[k].get(), axes[k], place[k], k ? radius : 0);
    }
    /// Of its first four points.
    flr_convex3 tetrahedron(int k) const
    {
        flr_vec3 c[4];
        for (size_t i = 0; i < 4; i++) c[i] = flr_add3(place[k], flr_mat3_mul(axes[k], points[k][i]));
        const flr_tetrahedron corners = {c[0], c[1], c[2], c[3]};
        flr_convex3 made = flr_convex3_tetrahedron(&corners);
        made.radius = k ? radius : 0;
        return made;
    }
    void move(random_source &r, flr_real by)
    {
        const flr_vec3 axis = r.point(-1, 1);
        const double angle = r.between(-0.05, 0.05);
        const flr_mat3 turn = rotation(axis, angle);
        axes[1] = {flr_mat3_mul(turn, axes[1].x), flr_mat3_mul(turn, axes[1].y),
                   flr_mat3_mul(turn, axes[1].z)};
        place[1] = flr_add3(place[1], flr_scale3(by, r.point(-1, 1)));
    }
};

}  // namespace widths

#endif
