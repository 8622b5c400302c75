// needs: gmp
/// The depth where two edges at a small angle decide it, against the definition in rationals.
#include <cmath>
#include <vector>

#include "contact/signed_distance3_judge.hpp"
#include "support/minkowski3.hpp"
#include "support/poses.hpp"

namespace TEST_FILE
{

using namespace signed_distance3;

namespace
{

/// Two tetrahedra, edge across edge at a small angle, somewhere in space: rounding tilts the plane of both edges, and the bounds must know it.
void nearly_parallel_edges(tally &t)
{
    random_source r{84};
    double below = 0;
    int all = 0;
    for (int n = 0; n < scenes(240); ++n) {
        const double sine = std::ldexp(r.between(1, 1.4), -2 - n % 8), cosine = std::sqrt(1 - sine * sine);
        const double deep = std::pow(10, r.between(-3, -1.5)), at = r.between(-0.8, 0.8);
        polytope a, b;
        a.points = {{-1, 0, 0}, {1, 0, 0}, r.point(-1, 0), r.point(-1, 0)};
        b.points = {{flr_real(at - cosine), flr_real(-sine), flr_real(-deep)},
                    {flr_real(at + cosine), flr_real(sine), flr_real(-deep)},
                    r.point(0.5, 1),
                    r.point(0.5, 1)};
        a.points[2].y += flr_real(1.25);
        b.points[3].y -= flr_real(1.5);
        const flr_affine3 turn = random_rotation(r);
        for (polytope *p : {&a, &b})
            for (flr_vec3 &q : p->points) q = flr_affine3_point(turn, q);
        const flr_tetrahedron x = tetrahedron(a), y = tetrahedron(b);
        const flr_convex3 v = flr_convex3_tetrahedron(&x), w = flr_convex3_tetrahedron(&y);
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&v, &w);
        const double depth = true_depth(a, b), unit = size_of(a, b) * real_rounding;
        if (depth < 0) continue;
        ++all;
        below = std::fmax(below, std::fmax(double(g.lower) - depth, depth - double(g.upper)) / unit);
    }
    t.expect(all * 10 > scenes(240) * 8, "%d overlap", all);
    t.expect(below <= 1, "the bounds of the depth miss it by %g roundings of the size", below);
}

/// A ridge along x with corners below it, and one nearly along it that hangs down to `deep` below the first with corners above.
struct ridges {
    flr_vec3 a[8], b[8];
};

ridges crossed(random_source &r, double angle, double deep)
{
    ridges s;
    const double half_a = r.between(0.5, 1.5), half_b = r.between(0.5, 1.5), along = r.between(-0.3, 0.3),
                 aside = r.between(-0.5, 0.5) * angle;
    auto at = [](double x, double y, double z) {
        return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
    };
    s.a[0] = at(-half_a, 0, 0), s.a[1] = at(half_a, 0, 0);
    s.b[0] = at(along - half_b, aside - angle * half_b, -deep);
    s.b[1] = at(along + half_b, aside + angle * half_b, -deep);
    for (int k = 2; k < 8; ++k)
        for (flr_vec3 *p : {&s.a[k], &s.b[k]}) {
            const double x = r.between(-1, 1), y = r.between(0.3, 1.5), z = r.between(0.25, 3);
            *p = p == &s.a[k] ? at(x, k % 2 ? y : -y, -z) : at(along + x, k % 2 ? y : -y, z - deep);
        }
    return s;
}

/// Boxes on edge, one over the other.
void crossed_boxes(random_source &r, double angle, double deep, flr_convex3 *a, flr_convex3 *b)
{
    for (flr_convex3 *c : {a, b}) {
        const double turn = c == a ? 0 : angle, roll = r.between(0.5, 1),
                     along = c == a ? 0 : r.between(-0.3, 0.3), x = std::cos(turn), y = std::sin(turn),
                     u = std::cos(roll), v = std::sin(roll);
        auto at = [](double p, double q, double s) {
            return flr_vec3_make(flr_real(p), flr_real(q), flr_real(s));
        };
        flr_box3 box{};
        box.axes = {at(x, y, 0), at(-u * y, u * x, v), at(v * y, -v * x, u)};
        box.half_extents = at(r.between(0.5, 1.5), 0.5, 0.5);
        box.center = at(along, r.between(-0.5, 0.5) * angle, c == a ? -0.7 : 0.7 - deep);
        *c = flr_convex3_box(&box);
    }
}

/// What the depth and the distance may be off by, and the bounds of the depth.
struct edge_errors {
    worst_of off, distance, beside;
};

/// The depth itself where two edges that are nearly parallel decide it, by the definition in whole numbers: of any depth; or of down to 10^-15 at
/// angles of down to 10^-14, some of them of needles.
void depth_by_edges(tally &t, uint64_t seed, bool shallow, edge_errors e)
{
    random_source r{seed};
    const char *const names[] = {"tetrahedra", "lists", "hulls", "boxes"};
    worst_of &off = e.off, &distance = e.distance, &beside = e.beside;
    long deep = 0, all = 0;
    for (int n = 0; n < scenes(shallow ? 700 : 900); ++n) {
        const int kind = n % 4;
        double angle, below;
        if (shallow) {
            angle = std::pow(10, r.between(real_choose(-14, -7), real_choose(-5, -2)));
            below = std::pow(10, r.between(real_choose(-15.5, -7.5), real_choose(-8, -3))) * (n % 3 ? 1 : -1);
        } else {
            const int tiny = r.whole(1, 15);
            angle = std::ldexp(r.between(1, 2), -tiny), below = r.between(-0.2, 0.4);
        }
        ridges s = crossed(r, angle, below);
        if (shallow && n % 5 == 0)
            for (int k = 0; k < 8; ++k) s.a[k].x *= flr_real(real_choose(1e6, 1e3));
        const flr_affine3 turn = random_rotation(r);
        const flr_vec3 place = r.point(-2, 2);
        for (int k = 0; k < 8; ++k)
            for (flr_vec3 *p : {&s.a[k], &s.b[k]}) *p = flr_add3(place, flr_affine3_point(turn, *p));
        flr_convex3 a, b;
        flr_hull3 *hull[2] = {nullptr, nullptr};
        const flr_mat3 one = flr_affine3_identity().linear;
        if (kind == 0) {
            const flr_tetrahedron x = {s.a[0], s.a[1], s.a[2], s.a[3]}, y = {s.b[0], s.b[1], s.b[2], s.b[3]};
            a = flr_convex3_tetrahedron(&x), b = flr_convex3_tetrahedron(&y);
        } else if (kind == 1) {
            a = flr_convex3_points(s.a, 6, one, {0, 0, 0}, 0),
            b = flr_convex3_points(s.b, 6, one, {0, 0, 0}, 0);
        } else if (kind == 2) {
            if (flr_hull3_create(s.a, 8, nullptr, nullptr, &hull[0]) != FLR_OK ||
                flr_hull3_create(s.b, 8, nullptr, nullptr, &hull[1]) != FLR_OK)
                t.expect(false, "no hull");
            a = flr_convex3_hull(hull[0], one, {0, 0, 0}, 0),
            b = flr_convex3_hull(hull[1], one, {0, 0, 0}, 0);
        } else {
            crossed_boxes(r, angle, below, &a, &b);
        }
        const minkowski3::corner_list x = minkowski3::corners(a), y = minkowski3::corners(b);
        const double exact = -minkowski3::signed_distance(x, y).get_d(),
                     unit = minkowski3::extent(x, y) / 2 * real_rounding;
        ++all, deep += exact > 0;
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&a, &b);
        t.expect(
            g.status == FLR_OK &&
                (exact > 0 ? off : distance).within(std::fabs(-double(g.signed_distance) - exact) / unit),
            "%s at %g: depth %.17g, not %.17g", names[kind], angle, -double(g.signed_distance), exact);
        if (exact > 0)
            t.expect(beside.within(std::fmax(double(g.lower) - exact, exact - double(g.upper)) / unit),
                     "%s at %g: %.17g not in %.17g to %.17g", names[kind], angle, exact, double(g.lower),
                     double(g.upper));
        for (flr_hull3 *h : hull) flr_hull3_destroy(h);
    }
    t.expect(deep > 3 * all / 10 && deep < 7 * all / 10, "%ld of %ld deep", deep, all);
    off.hold(t), distance.hold(t), beside.hold(t);
}

void depth_of_nearly_parallel_edges(tally &t)
{
    depth_by_edges(
        t, 85, false,
        {{"depth by nearly parallel edges, roundings of the size", real_choose(3, 0.5)},
         {"distance by nearly parallel edges, roundings of the size", real_choose(3.5, 0.12)},
         {"bounds of that depth beside it, roundings of the size", real_choose(1.1, exact_answers)}});
}

void depth_of_edges_that_all_but_touch(tally &t)
{
    depth_by_edges(
        t, 86, true,
        {{"depth of edges that all but touch, roundings of the size", real_choose(3, 0.3)},
         {"distance of edges that all but touch, roundings of the size", real_choose(9, 0.1)},
         {"bounds of that depth beside it, roundings of the size", real_choose(0.7, exact_answers)}});
}

using exact_mesh::rational;
using exact_vec = exact_mesh::vec<rational>;

flr_real half_of(const flr_box3 &b, int k)
{
    return k == 0 ? b.half_extents.x : k == 1 ? b.half_extents.y : b.half_extents.z;
}

/// How far a box reaches from its centre along n, which need not be unit.
rational reach_of(const flr_box3 &b, const exact_vec &n)
{
    const flr_vec3 *axes = &b.axes.x;
    rational sum = 0;
    for (int k = 0; k < 3; ++k) {
        const rational along = exact_mesh::dot(exact_mesh::from(axes[k]), n);
        sum += double(half_of(b, k)) * (along < 0 ? rational(-along) : along);
    }
    return sum;
}

/// By all normals of faces, of the boxes as their axes are, and all of two edges; negative where they are apart.
double depth_of_boxes(const flr_box3 &a, const flr_box3 &b)
{
    const exact_vec way = exact_mesh::sub(exact_mesh::from(b.center), exact_mesh::from(a.center));
    std::vector<exact_vec> axes;
    for (const flr_box3 *s : {&a, &b})
        for (int k = 0; k < 3; ++k) axes.push_back(exact_mesh::from((&s->axes.x)[k]));
    double least = INFINITY;
    for (size_t i = 0; i < 6; ++i)
        for (size_t k = i + 1; k < 6; ++k) {
            const exact_vec n = exact_mesh::cross(axes[i], axes[k]);
            const rational square = exact_mesh::dot(n, n), along = exact_mesh::dot(way, n);
            if (square == 0) continue;
            const rational overlap = reach_of(a, n) + reach_of(b, n) - (along < 0 ? rational(-along) : along);
            if (overlap < 0) return -1;
            least = std::fmin(least, exact_mesh::root(rational(overlap * overlap / square)));
        }
    return least;
}

/// Two boxes that edges at a small angle bring to overlap by about as much as these edges' ends reach over one another: what the
/// overlap along their common normal would be by its length tells little, and a face would be told.
void shallow_boxes_at_small_angles(tally &t)
{
    random_source r{86};
    worst_of depths = {"depth of shallow boxes, roundings of the size", real_choose(2, 0.4)};
    long by_edges = 0, all = 0;
    for (int n = 0; n < scenes(300); ++n) {
        const double angle = std::pow(10, r.between(real_choose(-9, -5), -1)), about = r.between(0.1, 1.4),
                     roll = about - r.between(0.1, 1.4), deep = angle * std::pow(10, r.between(-2.5, 0.3));
        // the edges along x of both, the second turned about a direction square to x, about which both are level
        const double u = std::cos(about), v = std::sin(about), x = std::cos(angle), y = std::sin(angle);
        flr_affine3 turn = random_rotation(r);
        auto placed = [&](double p, double q, double s) {
            const flr_vec3 e[] = {turn.linear.x, turn.linear.y, turn.linear.z};
            return flr_vec3_make(flr_real(p * double(e[0].x) + q * double(e[1].x) + s * double(e[2].x)),
                                 flr_real(p * double(e[0].y) + q * double(e[1].y) + s * double(e[2].y)),
                                 flr_real(p * double(e[0].z) + q * double(e[1].z) + s * double(e[2].z)));
        };
        // (0, u, v) is the normal of both edges; (0, -v, u) is square to it
        auto turned = [&](double q, double s) {
            const double up = q * u + s * v, aside = s * u - q * v;
            return placed(-aside * y, up * u - aside * x * v, up * v + aside * x * u);
        };
        flr_box3 a{}, b{};
        a.axes = {placed(1, 0, 0), placed(0, 1, 0), placed(0, 0, 1)};
        b.axes = {placed(x, -v * y, u * y), turned(std::cos(roll), std::sin(roll)),
                  turned(-std::sin(roll), std::cos(roll))};
        a.half_extents = r.point(0.3, 1);
        b.half_extents = r.point(0.3, 1);
        const double bu = std::cos(about - roll), bv = std::sin(about - roll);
        const double reach_a = u * double(a.half_extents.y) + v * double(a.half_extents.z),
                     reach_b =
                         std::fabs(bu) * double(b.half_extents.y) + std::fabs(bv) * double(b.half_extents.z),
                     aside_a = u * double(a.half_extents.z) - v * double(a.half_extents.y),
                     aside_b = bu * double(b.half_extents.z) * (bv < 0 ? -1 : 1) -
                               bv * double(b.half_extents.y) * (bu < 0 ? -1 : 1);
        const double up = reach_a + reach_b - deep, aside = aside_a + aside_b;
        b.center = placed(r.between(-0.2, 0.2), up * u - aside * v, up * v + aside * u);
        const double depth = depth_of_boxes(a, b),
                     unit = 2 * double(flr_length3(a.half_extents) + flr_length3(b.half_extents)) *
                            real_rounding;
        if (depth < 32 * unit) continue;
        const flr_convex3 p = flr_convex3_box(&a), q = flr_convex3_box(&b);
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&p, &q);
        ++all, by_edges += std::fabs(double(flr_dot3(g.normal, placed(0, u, v)))) > 1 - 1e-9;
        t.expect(g.status == FLR_OK && depths.within(std::fabs(-double(g.signed_distance) - depth) / unit),
                 "at an angle of %g: depth %.17g, not %.17g", angle, -double(g.signed_distance), depth);
        t.expect(double(g.lower) <= depth && depth <= double(g.upper), "%.17g not in %.17g to %.17g", depth,
                 double(g.lower), double(g.upper));
        for (int k = 0; k < 2; ++k) {
            const flr_box3 &s = k ? b : a;
            const flr_vec3 from = flr_sub3(k ? g.point_b : g.point_a, s.center);
            for (int i = 0; i < 3; ++i)
                t.expect(std::fabs(double(flr_dot3(from, (&s.axes.x)[i]))) <=
                             double(half_of(s, i)) + 8 * unit,
                         "at an angle of %g a point is outside by %g roundings", angle,
                         (std::fabs(double(flr_dot3(from, (&s.axes.x)[i]))) - double(half_of(s, i))) / unit);
        }
    }
    t.expect(by_edges > all / 3, "%ld of %ld by the edges", by_edges, all);
    depths.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(nearly_parallel_edges), FEELER_TEST(depth_of_nearly_parallel_edges),
             FEELER_TEST(shallow_boxes_at_small_angles), FEELER_TEST(depth_of_edges_that_all_but_touch))

}  // namespace TEST_FILE
