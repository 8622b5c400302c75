// needs: gmp Linear casts with a radius of two that pass one another by the radius and some roundings, their corners whole numbers and
// hairs: where they are told to touch they are as near as that, by their distance in whole numbers, and the plane told parts them.
#include <cmath>

#include "feeler/sweep3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

using minkowski3::corner_list;
using minkowski3::rational_point;

const double hair = 0x1p-50;

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

/// A whole number of hairs along each axis, none more than so many.
flr_vec3 hairs(random_source &r, int most)
{
    const int x = r.whole(-most, most), y = r.whole(-most, most), z = r.whole(-most, most);
    return vec(x * hair, y * hair, z * hair);
}

/// Of quarters.
flr_vec3 place(random_source &r)
{
    const int x = r.whole(-4, 4), y = r.whole(-4, 4), z = r.whole(-4, 4);
    return vec(x / 4., y / 4., z / 4.);
}

struct told {
    double apart, planes;  ///< beyond the radius, at the time told
};

flr_convex3 list(const std::vector<flr_vec3> &p, double radius)
{
    return flr_convex3_points(p.data(), uint32_t(p.size()), flr_affine3_identity().linear, vec(0, 0, 0),
                              flr_real(radius));
}

double size_of(const corner_list &a, const corner_list &b)
{
    double most = 0;
    for (const corner_list *x : {&a, &b})
        for (const rational_point &p : *x) {
            double square = 0;
            for (size_t k = 0; k < 3; ++k) square += std::pow(big_rational(p[k] - a[0][k]).get_d(), 2);
            most = std::fmax(most, std::sqrt(square));
        }
    return most;
}

/// How far both are apart when they are told to touch, in ulp of the size.
told at_touch(const flr_convex3 &a, flr_vec3 m, const flr_convex3 &b, const flr_sweep3_result &s)
{
    const corner_list x = minkowski3::corners(a), y = minkowski3::corners(b);
    corner_list moved = x;
    const rational_point on = minkowski3::rational(m);
    for (rational_point &v : moved)
        for (size_t k = 0; k < 3; ++k) v[k] += on[k] * big_rational(double(s.t));
    const double radius = double(a.radius), ulp = 0x1p-52 * (size_of(x, y) + radius);
    return {(minkowski3::signed_distance(moved, y).get_d() - radius) / ulp,
            (minkowski3::separation(moved, y, s.normal) - radius) / ulp};
}

/// Two segments, apart by a little more than the radius where they are nearest: at t = 1/2 as nearly as hairs are.
void two_segments(tally &t)
{
    const std::vector<flr_vec3> p = {vec(-1, -0.5, -0.25), vec(0.5, 0, 1)};
    const flr_vec3 off = vec(-108 * hair, 120 * hair, 97 * hair), m = vec(3, -1, 4);
    const std::vector<flr_vec3> q = {flr_add3(vec(0.5, -1, 1.75), off), flr_add3(vec(0.75, 0.75, 1.75), off)};
    const flr_convex3 a = list(p, 163 * hair), b = list(q, 0);
    const flr_sweep3_result s = flr_sweep3_convex_convex(&a, m, &b, nullptr);
    t.expect(s.status == FLR_OK && !s.overlap_at_start, "%s", flr_status_string(s.status));
    if (sizeof(flr_real) == sizeof(float) || !s.hit) return;
    const told is = at_touch(a, m, b, s);
    t.expect(is.apart < 100, "two segments told to touch %g ulp beyond the radius, at %g", is.apart,
             double(s.t));
}

void passing(tally &t)
{
    random_source r{431};
    worst_of early = {"early, ulp of the size", 120}, late = {"late, ulp of the size", 16},
             planes = {"planes within the radius, ulp of the size", 16};
    long asked = 0, touched = 0;
    for (int i = 0; i < scenes(12000); ++i) {
        const int of_a = r.whole(2, 4), of_b = r.whole(2, 4);
        std::vector<flr_vec3> p, q;
        for (int k = 0; k < of_a; ++k) p.push_back(place(r));
        for (int k = 0; k < of_b; ++k) q.push_back(place(r));
        const flr_vec3 more = hairs(r, 4), other = hairs(r, 4), off = hairs(r, 255),
                       m = flr_scale3(4, place(r));
        const int twice = r.whole(0, 3), power = r.whole(0, 12), part = r.whole(128, 255);
        if (twice & 1 && of_a > 2) p[1] = flr_add3(p[0], more);
        if (twice & 2 && of_b > 2) q[1] = flr_add3(q[0], other);
        if (!(flr_dot3(m, m) > 0)) continue;
        // not so small that it is taken for rounding
        const double by = std::ldexp(1., power), radius = part * by * hair;
        const flr_vec3 to = flr_sub3(flr_add3(p[0], flr_scale3(flr_real(0.5), m)), q[0]);
        for (flr_vec3 &v : q) v = flr_add3(v, flr_add3(to, flr_scale3(flr_real(by), off)));
        const flr_convex3 a = list(p, radius), b = list(q, 0);
        const flr_sweep3_result s = flr_sweep3_convex_convex(&a, m, &b, nullptr);
        t.expect(s.status == FLR_OK, "%d: %s", i, flr_status_string(s.status));
        ++asked, touched += s.hit && !s.overlap_at_start;
        if (sizeof(flr_real) == sizeof(float) || s.overlap_at_start || (s.hit && !(s.t > 0))) continue;
        flr_sweep3_result half = s;
        half.t = flr_real(0.5);
        if (!s.hit) {
            t.expect(at_touch(a, m, b, half).apart > 0, "%d: told to miss", i);
            continue;
        }
        const told is = at_touch(a, m, b, s);
        t.expect(early.within(is.apart), "%d: early by %g ulp, at %g", i, is.apart, double(s.t));
        t.expect(late.within(-is.apart), "%d: late by %g ulp", i, -is.apart);
        t.expect(planes.within(-is.planes), "%d: planes %g ulp within the radius", i, -is.planes);
    }
    std::printf("  %ld of %ld touch\n", touched, asked);
    t.expect(touched * 10 > asked * 3, "%ld of %ld touch", touched, asked);
    if (sizeof(flr_real) == sizeof(double)) early.hold(t), late.hold(t), planes.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(two_segments), FEELER_TEST(passing))

}  // namespace TEST_FILE
