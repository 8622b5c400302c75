// Every pair of kinds at sizes whose squares and cubes leave the range of numbers: the answers are those of the scene at
// size 1, times a power of two.
#include "any/asked3.hpp"

namespace TEST_FILE
{

using namespace properties3;

namespace
{

void at_all_sizes(tally &t)
{
    const int wide[] = {600, -600, 950, -900, 300, -300}, narrow[] = {60, -60, 100, -90, 40, -40};
    random_source r{3};
    for (int i = 0; i < 6; ++i)
        for (int ka = 0; ka < FLR_SHAPE3_MESH; ++ka)  // poses of such sizes are none
            for (int kb = 0; kb < FLR_SHAPE3_MESH; ++kb) {
                held a = some(r, kind(ka), 1.5);
                held b = some(r, kind(kb), 1.5);
                flr_vec3 motion = r.point(-4, 4);
                similarity m;
                m.scale = std::ldexp(1, single ? narrow[i] : wide[i]);
                m.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
                m.shift = {0, 0, 0};
                held x = carried(a, m), y = carried(b, m);
                flr_vec3 far = flr_scale3(flr_real(m.scale), motion);
                for (int k = 0; k < QUESTIONS; ++k) {
                    asked p = ask(k, a, motion, b), q = ask(k, x, far, y);
                    double value = is_length(k) ? q.value / m.scale : q.value;
                    t.expect(p.status == q.status && std::fabs(p.value - value) <=
                                                         (single ? 1e-4 : 1e-9) * (1 + std::fabs(p.value)),
                             "%s of %s %s times %g: status %d %d, %.17g not %.17g", question[k], name(a),
                             name(b), m.scale, p.status, q.status, value, p.value);
                }
            }
}

/// A hull, and more points than are copied: their support points are carried one by one.
void many_points(tally &t)
{
    const int wide[] = {600, -600, 950, -900, 300, -300}, narrow[] = {60, -60, 100, -90, 40, -40};
    random_source r{4};
    worst_of lengths = {"hulls and lists of points at all sizes", real_choose(4e-13, 9.5e-6)};
    int overlaps = 0, asked_all = 0;
    for (int i = 0; i < 24; ++i) {
        const double scale = std::ldexp(1, single ? narrow[i % 6] : wide[i % 6]);
        std::vector<flr_vec3> points, far;
        for (int k = 0; k < 100; ++k) points.push_back(r.point(-1, 1));
        for (flr_vec3 p : points) far.push_back(flr_scale3(flr_real(scale), p));
        flr_hull3 *hull = nullptr, *far_hull = nullptr;
        must(flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &hull), "flr_hull3_create");
        must(flr_hull3_create(far.data(), far.size(), nullptr, nullptr, &far_hull), "flr_hull3_create far");
        const flr_mat3 turn = any3::axes(r);
        const flr_vec3 at = r.point(-1.4, 1.4), motion = r.point(-4, 4),
                       far_at = flr_scale3(flr_real(scale), at),
                       far_motion = flr_scale3(flr_real(scale), motion);
        held a = any3::of_kind(FLR_SHAPE3_CONVEX), x = a;
        a.shape.as.convex =
            i & 1 ? flr_convex3_hull(hull, turn, at, 0) : flr_convex3_points(points.data(), 100, turn, at, 0);
        x.shape.as.convex = i & 1 ? flr_convex3_hull(far_hull, turn, far_at, 0)
                                  : flr_convex3_points(far.data(), 100, turn, far_at, 0);
        for (int kb = 0; kb < FLR_SHAPE3_MESH; ++kb) {
            held b = some(r, kind(kb), 1.5);
            held y = carried(b, {scale, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}});
            for (int k = 0; k < QUESTIONS; ++k) {
                asked p = ask(k, a, motion, b), q = ask(k, x, far_motion, y);
                const double value = is_length(k) ? q.value / scale : q.value;
                if (k == 1) ++asked_all, overlaps += p.value > 0;
                const bool fine = q.status == p.status || q.status == FLR_NOT_CONVERGED;
                t.expect(fine && lengths.within(std::fabs(p.value - value) / (1 + std::fabs(p.value))),
                         "%s of %s %s times %g: status %d %d, %.17g not %.17g", question[k],
                         i & 1 ? "hull" : "points", name(b), scale, p.status, q.status, value, p.value);
            }
        }
        flr_hull3_destroy(hull);
        flr_hull3_destroy(far_hull);
    }
    t.expect(overlaps * 10 > asked_all * 3 && overlaps * 10 < asked_all * 7, "%d of %d overlap", overlaps,
             asked_all);
    lengths.hold(t);
}

/// All that places a shape of value, on a grid.
void snap(held &h, double grid)
{
    static const int vectors[FLR_SHAPE3_COUNT] = {1, 2, 0, 0, 0, 0, 1, 2, 2, 1, 2, 2, 3, 4, 1, 0, 4};
    flr_vec3 *v = &h.shape.as.point;
    for (int i = 0; i < vectors[h.shape.kind]; ++i)
        for (flr_real *x : {&v[i].x, &v[i].y, &v[i].z}) *x = flr_real(std::round(double(*x) / grid) * grid);
}

/// So far from the origin that the coordinates have no digit left over: the middle of a range and the corners of a rectangle are no
/// numbers there, and still the distance, the depth and the deepest contact are those of the same scene beside the origin.
void far_away(tally &t)
{
    const double far = std::ldexp(1, single ? 10 : 30), grid = far * ulp;
    const flr_shape3_kind with[] = {FLR_SHAPE3_POINT,    FLR_SHAPE3_SEGMENT,   FLR_SHAPE3_SPHERE,
                                    FLR_SHAPE3_CAPSULE,  FLR_SHAPE3_AABB,      FLR_SHAPE3_BOX,
                                    FLR_SHAPE3_TRIANGLE, FLR_SHAPE3_RECTANGLE, FLR_SHAPE3_TETRAHEDRON,
                                    FLR_SHAPE3_CONVEX};
    random_source r{5};
    worst_of lengths = {"ranges and rectangles far away, roundings of the size", real_choose(1.5, 0.7)};
    int overlaps = 0, all = 0;
    for (int i = 0; i < 40; ++i)
        for (flr_shape3_kind ka : {FLR_SHAPE3_AABB, FLR_SHAPE3_RECTANGLE})
            for (flr_shape3_kind kb : with) {
                held a = some(r, ka, 0.4), b = some(r, kb, 0.4);
                snap(a, grid);
                snap(b, grid);
                const flr_vec3 signs = r.point(-1, 1);
                const flr_vec3 o = {flr_real(std::copysign(far, signs.x)), flr_real(signs.y > 0 ? far : 0),
                                    flr_real(std::copysign(far * 0.75, signs.z))};
                flr_vec3 points[5], far_points[5];
                for (int k = 0; k < 5; ++k) points[k] = r.point(-1, 1);
                if (kb == FLR_SHAPE3_CONVEX) {
                    for (int k = 0; k < 5; ++k)
                        for (flr_real *x : {&points[k].x, &points[k].y, &points[k].z})
                            *x = flr_real(std::round(double(*x) / grid) * grid);
                    for (int k = 0; k < 5; ++k) far_points[k] = flr_add3(points[k], o);
                    const flr_mat3 same = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
                    b.shape.as.convex = flr_convex3_points(points, 5, same, {0, 0, 0}, 0);
                }
                held x = shifted(a, o), y = shifted(b, o);
                if (kb == FLR_SHAPE3_CONVEX) y.shape.as.convex.points = far_points;
                if (kb == FLR_SHAPE3_CONVEX) y.shape.as.convex.center = {0, 0, 0};
                for (int turn = 0; turn < 2; ++turn)
                    for (int k = 0; k < 4; ++k) {
                        asked p = turn ? ask(k, b, {0, 0, 0}, a) : ask(k, a, {0, 0, 0}, b);
                        asked q = turn ? ask(k, y, {0, 0, 0}, x) : ask(k, x, {0, 0, 0}, y);
                        if (k == 1) ++all, overlaps += p.value > 0;
                        t.expect(p.status == q.status &&
                                     lengths.within(std::fabs(p.value - q.value) / 4 / real_rounding),
                                 "%s of %s %s far away: status %d %d, %.17g not %.17g", question[k], name(a),
                                 name(b), p.status, q.status, q.value, p.value);
                    }
            }
    t.expect(overlaps * 10 > all * 3 && overlaps * 10 < all * 7, "%d of %d overlap", overlaps, all);
    lengths.hold(t);
}

/// A range and a cylinder or cone that begins at its corner, far away for their size: the yes or no and the distance are of one mind.
void yes_or_no_far_away(tally &t)
{
    random_source r{7};
    int overlaps = 0, all = 0;
    for (int i = 0; i < 2000; ++i) {
        const double far = std::pow(10, r.between(0, single ? 2 : 6));
        const flr_vec3 size = r.point(0.01, 1), way = r.point(0.1, 1), o = r.point(-1, 1);
        flr_shape3 box{}, round{};
        box.kind = FLR_SHAPE3_AABB;
        box.as.aabb.min = flr_scale3(flr_real(far), o);
        box.as.aabb.max = flr_add3(box.as.aabb.min, size);
        round.kind = i % 2 ? FLR_SHAPE3_CYLINDER : FLR_SHAPE3_CONE;
        round.as.cylinder = {box.as.aabb.min, flr_sub3(box.as.aabb.min, way), flr_real(r.between(0.01, 1))};
        if (i % 4 < 2) round.as.cylinder.a.x -= flr_real(far * ulp * r.between(0, 2));
        bool overlap = false;
        flr_closest3 c{};
        must(flr_overlap3(&box, &round, &overlap), "flr_overlap3");
        must(flr_distance3(&round, &box, &c), "flr_distance3");
        ++all, overlaps += overlap;
        t.expect(overlap == (c.distance == 0), "overlap %d at distance %g", overlap, double(c.distance));
    }
    t.expect(overlaps * 10 > all * 3, "%d of %d overlap", overlaps, all);
}

/// How far a plane square to n holds two shapes of corners apart.
double parted(const std::vector<flr_vec3> &a, const std::vector<flr_vec3> &b, flr_vec3 n)
{
    auto height = [n](flr_vec3 p) {
        return (long double)n.x * p.x + (long double)n.y * p.y + (long double)n.z * p.z;
    };
    long double high = -INFINITY, low = INFINITY;
    for (flr_vec3 p : a) high = std::max(high, height(p));
    for (flr_vec3 p : b) low = std::min(low, height(p));
    return double(low - high);
}

/// Through a touch in steps of 1e-9: before it, at it, where rounding leaves 1e-17 between the two, and behind it the normals part
/// them by what is told, and none turns over.
void through_touch(tally &t)
{
    const double step = real_choose(1e-9, 1e-3);
    const flr_shape3_kind kinds[] = {FLR_SHAPE3_POINT, FLR_SHAPE3_SEGMENT, FLR_SHAPE3_TRIANGLE,
                                     FLR_SHAPE3_TETRAHEDRON};
    random_source r{6};
    worst_of by_distance = {"what normals part near a touch, signed distance", real_choose(2e-15, 2e-6)},
             by_contact = {"what normals part near a touch, contact", real_choose(1e-14, 3e-7)};
    for (int i = 0; i < 40; ++i)
        for (flr_shape3_kind ka : kinds)
            for (flr_shape3_kind kb : kinds) {
                held a = some(r, ka, 1), b = some(r, kb, 1);
                flr_signed_distance3_result first{}, s{};
                must(flr_signed_distance3(&a.shape, &b.shape, &first), "flr_signed_distance3");
                for (int k = -6; k <= 6; ++k) {
                    const flr_real by = flr_real(-double(first.signed_distance) + k * step);
                    held moved = shifted(b, flr_scale3(by, first.normal));
                    flr_manifold3 m{};
                    const flr_contact3_options near = {flr_real(20 * step), 0, nullptr};
                    must(flr_signed_distance3(&a.shape, &moved.shape, &s), "flr_signed_distance3");
                    must(flr_contact3(&a.shape, &moved.shape, &near, &m), "flr_contact3");
                    if (!t.expect(m.count > 0, "%s %s: no contact", name(a), name(b))) continue;
                    flr_real deepest = m.points[0].depth;
                    for (int j = 1; j < m.count; ++j) deepest = std::max(deepest, m.points[j].depth);
                    const flr_vec3 *u = &a.shape.as.point, *v = &moved.shape.as.point;
                    auto corners = [](flr_shape3_kind kind) {
                        return kind == FLR_SHAPE3_POINT      ? 1
                               : kind == FLR_SHAPE3_SEGMENT  ? 2
                               : kind == FLR_SHAPE3_TRIANGLE ? 3
                                                             : 4;
                    };
                    const std::vector<flr_vec3> p(u, u + corners(ka)), q(v, v + corners(kb));
                    t.expect(
                        by_distance.within(std::fabs(parted(p, q, s.normal) - double(s.signed_distance))),
                        "%s %s, step %d: told %g, parted by %g", name(a), name(b), k,
                        double(s.signed_distance), parted(p, q, s.normal));
                    t.expect(by_contact.within(std::fabs(parted(p, q, m.normal) + double(deepest))),
                             "contact of %s %s, step %d: depth %g, parted by %g", name(a), name(b), k,
                             double(deepest), parted(p, q, m.normal));
                    flr_manifold3 back{};
                    must(flr_contact3(&moved.shape, &a.shape, &near, &back), "flr_contact3");
                    // of two points in one place any direction will do
                    const bool any = kb == ka && ka == FLR_SHAPE3_POINT && k == 0;
                    const flr_vec3 n = flr_neg3(back.normal);
                    const bool turned = n.x == m.normal.x && n.y == m.normal.y && n.z == m.normal.z;
                    t.expect(back.count == m.count && (any || turned),
                             "contact of %s %s, step %d: a normal of its own turned round", name(a), name(b),
                             k);
                }
            }
    by_distance.hold(t);
    by_contact.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(at_all_sizes), FEELER_TEST(many_points), FEELER_TEST(far_away),
             FEELER_TEST(yes_or_no_far_away), FEELER_TEST(through_touch))

}  // namespace TEST_FILE
