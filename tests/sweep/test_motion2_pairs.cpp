// needs: gmp
// Every pair of shapes of the plane on paths that turn, both orders, against the static answers at many times: apart
// before t, together by t_upper.
#include <algorithm>
#include <cmath>

#include "feeler/motion2.h"

#include "support/cmocka.hpp"
#include "support/shapes2.hpp"

extern "C" {
#include "sweep/motion2.h"
}

namespace
{

using shapes2::shape;
constexpr bool single = sizeof(flr_real) == 4;

flr_outline2 outline_of(const shape &s)
{
    switch (s.k) {
    case shapes2::segment:
        return flr_outline2_of_segment(&s.segment);
    case shapes2::ray:
        return flr_outline2_of_ray(&s.ray);
    case shapes2::line:
        return flr_outline2_of_line(&s.line);
    case shapes2::plane:
        return flr_outline2_of_plane(&s.plane);
    case shapes2::halfspace:
        return flr_outline2_of_halfspace(&s.halfspace);
    case shapes2::circle:
        return flr_outline2_of_circle(&s.circle);
    case shapes2::capsule:
        return flr_outline2_of_capsule(&s.capsule);
    case shapes2::aabb:
        return flr_outline2_of_aabb(&s.aabb);
    case shapes2::box:
        return flr_outline2_of_box(&s.box);
    case shapes2::triangle:
        return flr_outline2_of_triangle(&s.triangle);
    case shapes2::polygon:
        return flr_outline2_of_polygon(&s.polygon);
    default:
        return flr_outline2_of_point(s.p);
    }
}

struct carrier {
    long double c, s, x, y;
    carrier(const flr_path2 &p, long double t)
    {
        long double from = p.from.angle, to = p.to.angle, angle = from + t * (to - from);
        c = std::cos(angle), s = std::sin(angle);
        x = p.from.position.x + t * (static_cast<long double>(p.to.position.x) - p.from.position.x);
        y = p.from.position.y + t * (static_cast<long double>(p.to.position.y) - p.from.position.y);
    }
    flr_vec2 turn(flr_vec2 v) const
    {
        return flr_vec2_make(static_cast<flr_real>(c * v.x - s * v.y),
                             static_cast<flr_real>(s * v.x + c * v.y));
    }
    flr_vec2 operator()(flr_vec2 v) const
    {
        return flr_vec2_make(static_cast<flr_real>(x + (c * v.x - s * v.y)),
                             static_cast<flr_real>(y + (s * v.x + c * v.y)));
    }
};

/// The shape where the path has it at t.
shape carried(const shape &s, const flr_path2 &path, long double t)
{
    carrier at(path, t);
    shape r = s;
    r.p = at(s.p);
    r.segment = {at(s.segment.a), at(s.segment.b)};
    r.ray = {at(s.ray.origin), at.turn(s.ray.direction)};
    r.line = {at(s.line.origin), at.turn(s.line.direction)};
    long double nx = at.c * s.plane.normal.x - at.s * s.plane.normal.y,
                ny = at.s * s.plane.normal.x + at.c * s.plane.normal.y;
    r.plane = {at.turn(s.plane.normal), static_cast<flr_real>(s.plane.offset + (nx * at.x + ny * at.y))};
    r.halfspace = {r.plane.normal, r.plane.offset};
    r.circle.center = at(s.circle.center);
    r.capsule.a = at(s.capsule.a);
    r.capsule.b = at(s.capsule.b);
    r.box.center = at(s.box.center);
    r.box.axis = at.turn(s.box.axis);
    r.triangle = {at(s.triangle.a), at(s.triangle.b), at(s.triangle.c)};
    for (flr_vec2 &v : r.vertices) v = at(v);
    if (s.k == shapes2::aabb) {  // turned, it is a polygon
        r.k = shapes2::polygon;
        flr_vec2 p = s.aabb.min, q = s.aabb.max;
        r.vertices = {at(p), at({q.x, p.y}), at(q), at({p.x, q.y})};
    }
    shapes2::settle(r);
    return r;
}

double distance_at(const shape &a, const flr_path2 &pa, const shape &b, const flr_path2 &pb, long double t)
{
    return shapes2::ask_closest(carried(a, pa, t), carried(b, pb, t)).distance;
}

/// The least distance within a short time in which shapes may pass through one another.
double least_distance(const shape &a, const flr_path2 &pa, const shape &b, const flr_path2 &pb,
                      long double from, long double to)
{
    double least = std::min(distance_at(a, pa, b, pb, from), distance_at(a, pa, b, pb, to));
    for (int i = 0; i < 60; ++i) {
        long double x = from + (to - from) / 3, y = to - (to - from) / 3;
        double at_x = distance_at(a, pa, b, pb, x), at_y = distance_at(a, pa, b, pb, y);
        least = std::min({least, at_x, at_y});
        (at_x < at_y ? to : from) = at_x < at_y ? y : x;
    }
    return least;
}

flr_pose2 random_pose(random_source &r, double spread, double turn)
{
    flr_pose2 p;
    double angle = r.between(-turn, turn), x = r.between(-spread, spread), y = r.between(-spread, spread);
    p.angle = static_cast<flr_real>(angle);
    p.position = flr_vec2_make(static_cast<flr_real>(x), static_cast<flr_real>(y));
    return p;
}

void every_pair(tally &t)
{
    random_source r{81};
    const shapes2::place here = {false, 0.5, {0, 0}};
    int all = 0, hits = 0, later = 0;
    long most = 0;
    double noise = single ? 2e-4 : 4e-12;
    for (int i = 0; i < shapes2::kinds; ++i)
        for (int j = 0; j < shapes2::kinds; ++j)
            for (int n = 0; n < 24; ++n) {
                shape a = shapes2::random_shape(r, shapes2::kind(i), here);
                shape b = shapes2::random_shape(r, shapes2::kind(j), here);
                shapes2::settle(a);
                shapes2::settle(b);
                const double turns[] = {0, 0.5, 3, 30};
                double turn = turns[n % 4], spread = n % 3 ? 12 : 5;
                flr_path2 pa, pb;
                pa.from = random_pose(r, spread, turn), pa.to = random_pose(r, spread, turn);
                pb.from = random_pose(r, spread, turn), pb.to = random_pose(r, spread, turn);
                flr_outline2 oa = outline_of(a), ob = outline_of(b);
                flr_motion2_result got = flr_motion2_outline(&oa, &pa, &ob, &pb, nullptr);
                const char *na = shapes2::name(i), *nb = shapes2::name(j);
                t.expect(got.status == FLR_OK, "%s %s: status %d after %d", na, nb, got.status,
                         got.iterations);
                double tolerance = single ? 1.1e-5 : 1e-6;
                t.expect(got.t >= 0 && got.t <= got.t_upper && got.t_upper <= 1 &&
                             got.t_upper - got.t <= tolerance,
                         "%s %s: t %g .. %g", na, nb, got.t, got.t_upper);
                for (int k = 0; k < 50 && got.t > 0; ++k) {
                    double at = got.t * flr_real(k) / 50;
                    if (!t.expect(distance_at(a, pa, b, pb, at) > 0, "%s %s (%d): together at %g, before %g",
                                  na, nb, n, at, got.t))
                        break;
                }
                if (got.hit) {
                    double then = distance_at(a, pa, b, pb, got.t_upper);
                    if (then > noise)
                        then = least_distance(a, pa, b, pb, got.t, std::min(1.0, got.t_upper + 1e-7));
                    t.expect(then <= noise, "%s %s (%d): apart by %g at %g", na, nb, n, then, got.t_upper);
                }
                ++all;
                hits += got.hit;
                later += got.hit && got.t > 0;
                most = std::max(most, static_cast<long>(got.iterations));
            }
    t.expect(hits > 0.3 * all && hits < 0.7 * all, "%d of %d hit", hits, all);
    t.expect(later > 0.15 * all, "%d of %d hit on the way", later, all);
    printf("  %d of %d hit, %d on the way, at most %ld steps\n", hits, all, later, most);
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {FEELER_TEST(every_pair)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
