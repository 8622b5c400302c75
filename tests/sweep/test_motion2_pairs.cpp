// needs: gmp
// Every pair of shapes of the plane on paths that turn, both orders, against the static answers at many times: apart
// before t, together by t_upper.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "feeler/toi2.h"

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/shapes2.hpp"

extern "C" {
#include "toi/toi2.h"
}

namespace TEST_FILE
{
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

/// Corners and radius, in the same frame, of what is bounded and convex.
bool corners_of(const shape &s, std::vector<flr_vec2> *corners, double *radius)
{
    *radius = s.k == shapes2::circle    ? double(s.circle.radius)
              : s.k == shapes2::capsule ? double(s.capsule.radius)
                                        : 0;
    switch (s.k) {
    case shapes2::point:
        *corners = {s.p};
        return true;
    case shapes2::segment:
        *corners = {s.segment.a, s.segment.b};
        return true;
    case shapes2::circle:
        *corners = {s.circle.center};
        return true;
    case shapes2::capsule:
        *corners = {s.capsule.a, s.capsule.b};
        return true;
    case shapes2::box: {
        const double x = double(s.box.axis.x), y = double(s.box.axis.y);
        corners->clear();
        for (int i = 0; i < 4; ++i) {
            const double u = (i == 1 || i == 2 ? 1 : -1) * double(s.box.half_extents.x),
                         v = (i < 2 ? -1 : 1) * double(s.box.half_extents.y);
            corners->push_back({flr_real(double(s.box.center.x) + (x * u - y * v)),
                                flr_real(double(s.box.center.y) + (y * u + x * v))});
        }
        return true;
    }
    case shapes2::triangle:
        *corners = {s.triangle.a, s.triangle.b, s.triangle.c};
        return true;
    default:  // of an aabb that has been turned
        *corners = s.vertices;
        return s.k == shapes2::polygon;
    }
}

/// How fast a point of a frame on this path goes where it is `arm` from the frame's origin.
double speed(const flr_path2 &p, double arm)
{
    return double(flr_length2(flr_sub2(p.to.position, p.from.position))) +
           std::fabs(double(p.to.angle) - double(p.from.angle)) * arm;
}

/// In roundings of the scene: how much farther the point of a touch is from either shape than they come in t_upper - t, and
/// how much farther they cross a plane square to the normal.
struct place {
    double off = 0, through = 0;
    long asked = 0;
};

void check_place(tally &t, const shape &a, const flr_path2 &pa, const shape &b, const flr_path2 &pb,
                 const flr_toi2_result &got, const char *name, place *w)
{
    const shape x = carried(a, pa, got.t), y = carried(b, pb, got.t);
    shape spot;
    spot.p = got.point;
    const carrier at_a(pa, got.t), at_b(pb, got.t);
    const flr_vec2 zero = {0, 0};
    const double arm_a = double(flr_length2(flr_sub2(got.point, at_a(zero)))),
                 arm_b = double(flr_length2(flr_sub2(got.point, at_b(zero))));
    const double fast = speed(pa, arm_a) + speed(pb, arm_b), size = 16 + arm_a + arm_b + fast;
    const double way = fast * double(got.t_upper - got.t), unit = size * real_rounding;
    t.expect(std::fabs(double(flr_length2(got.normal)) - 1) <= 4 * real_epsilon, "%s: a normal of length %g",
             name, double(flr_length2(got.normal)));
    const double off = std::fmax(double(shapes2::ask_closest(spot, x).distance),
                                 double(shapes2::ask_closest(spot, y).distance));
    w->off = std::fmax(w->off, (off - way) / unit);
    ++w->asked;
    std::vector<flr_vec2> of_x, of_y;
    double round_x, round_y, high = -INFINITY, low = INFINITY;
    // polygons are stars, which a plane need not part
    if (a.k == shapes2::polygon || b.k == shapes2::polygon || !corners_of(x, &of_x, &round_x) ||
        !corners_of(y, &of_y, &round_y))
        return;
    for (flr_vec2 p : of_x) high = std::fmax(high, double(flr_dot2(flr_sub2(p, got.point), got.normal)));
    for (flr_vec2 p : of_y) low = std::fmin(low, double(flr_dot2(flr_sub2(p, got.point), got.normal)));
    const double gap = low - high - round_x - round_y;
    w->through = std::fmax(w->through, (-gap - way) / unit);
}

bool unbounded(shapes2::kind k) { return k >= shapes2::ray && k <= shapes2::halfspace; }

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
    place where;
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
                flr_toi2_result got = flr_toi2_outline(&oa, &pa, &ob, &pb, nullptr);
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
                    const std::string name = std::string(na) + " " + nb;
                    const bool far_out = got.normal.x == 0 && got.normal.y == 0;
                    t.expect(!far_out || got.t == 0 || unbounded(a.k) || unbounded(b.k), "%s: no normal",
                             name.c_str());
                    if (got.t > 0 && !far_out) check_place(t, a, pa, b, pb, got, name.c_str(), &where);
                }
                ++all;
                hits += got.hit;
                later += got.hit && got.t > 0;
                most = std::max(most, static_cast<long>(got.iterations));
            }
    t.expect(hits > 0.3 * all && hits < 0.7 * all, "%d of %d hit", hits, all);
    t.expect(later > 0.15 * all, "%d of %d hit on the way", later, all);
    std::printf(
        "  %d of %d hit, %d on the way, at most %ld steps; points off by %.3g, planes by %.3g roundings\n",
        hits, all, later, most, where.off, where.through);
    t.expect(double(where.asked) > 0.15 * all, "only %ld placed", where.asked);
    expect_pinned(t, "point off the surfaces, roundings", where.off, real_choose(140, 0.48));
    if (single)
        expect_pinned(t, "planes square to the normal, roundings", where.through, 0.17);
    else
        t.expect(where.through == 0, "planes square to the normal are crossed by %g roundings",
                 where.through);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair))

}  // namespace TEST_FILE
