/// Manifolds of any convex shapes against definitions: hulls of few points, sheets, segments, with radii, on lattices
/// and at random.
#include <cmath>
#include <memory>

#include "contact/contact3_judge.hpp"

namespace TEST_FILE
{

using namespace contact3;

namespace
{

struct cloud {
    std::shared_ptr<std::vector<flr_vec3>> points;
    body shape;
};

/// A hull of points, about its own centre; up to four of them as corners.
cloud hull_of(const std::vector<flr_vec3> &p, flr_vec3 at, const flr_mat3 &axes, double radius,
              bool as_corners)
{
    cloud c;
    c.points = std::make_shared<std::vector<flr_vec3>>(p);
    c.shape.radius = radius;
    std::vector<flr_vec3> placed;
    for (flr_vec3 q : p) {
        placed.push_back(flr_add3(at, flr_mat3_mul(axes, q)));
        c.shape.corners.push_back(as_corners ? from(placed.back())
                                             : from(at) + triple(axes, real(q.x), real(q.y), real(q.z)));
    }
    if (as_corners) {
        flr_tetrahedron t = {placed[0], placed[p.size() > 1 ? 1 : 0], placed[p.size() > 2 ? 2 : 0],
                             placed.back()};
        c.shape.convex = flr_convex3_tetrahedron(&t);
    } else {
        c.shape.convex = flr_convex3_points(c.points->data(), uint32_t(p.size()), axes, at, 0);
    }
    c.shape.convex.radius = flr_real(radius);
    complete(c.shape);
    return c;
}

std::vector<flr_vec3> some_points(random_source &r, int count, bool lattice)
{
    std::vector<flr_vec3> p;
    for (int i = 0; i < count; i++) p.push_back(lattice ? r.lattice_point(-1, 1) : r.point(-1, 1));
    return p;
}

void hulls(tally &t)
{
    random_source r{511};
    judged w;
    for (int n = 0; n < 500; n++) {
        bool lattice = n % 2;
        std::vector<flr_vec3> p = some_points(r, 4 + n % 4, lattice), q = some_points(r, 3 + n % 3, lattice);
        flr_mat3 x = lattice ? identity() : random_turn(r), y = lattice ? identity() : random_turn(r);
        flr_vec3 at = lattice ? r.lattice_point(-2, 2) : r.point(-1.3, 1.3);
        cloud a = hull_of(p, {0, 0, 0}, x, n % 4 > 1 ? 0.25 : 0, p.size() == 4),
              b = hull_of(q, at, y, n % 8 > 5 ? 0.25 : 0, false);
        judge(t, a.shape, b.shape, n % 5 ? 0 : 0.25, lattice ? "lattice" : "hulls", &w,
              real_choose(1e-12, 1e-5), real_choose(1e-10, 1e-3));
    }
    t.expect(w.hit * 10 > w.asked * 3 && w.hit * 10 < w.asked * 7, "%d of %d hit", w.hit, w.asked);
    pin(t, w, "hulls", real_choose(3, 0.45), real_choose(10, 0.4), real_choose(4, 2.5));
}

/// Points, segments, triangles, flat quads: as corners and as clouds.
void sheets(tally &t)
{
    random_source r{512};
    judged w;
    for (int n = 0; n < 3000; n++) {
        bool lattice = n % 2;
        std::vector<flr_vec3> p = some_points(r, 1 + n % 3, lattice),
                              q = some_points(r, 1 + n / 3 % 3, lattice);
        flr_vec3 at = lattice ? flr_scale3(0.5, r.lattice_point(-1, 1)) : r.point(-0.25, 0.25);
        cloud a = hull_of(p, {0, 0, 0}, identity(), n % 4 > 0 ? 0.5 : 0, n % 5 > 1),
              b = hull_of(q, at, identity(), n % 8 > 2 ? 0.25 : 0, n % 7 > 1);
        judge(t, a.shape, b.shape, n % 5 ? 0 : 0.25, lattice ? "lattice sheets" : "sheets", &w,
              real_choose(1e-12, 1e-5), real_choose(1e-10, 1e-3));
    }
    t.expect(w.hit * 10 > w.asked * 3 && w.hit * 10 < w.asked * 7, "%d of %d hit", w.hit, w.asked);
    pin(t, w, "sheets", real_choose(2, 1), real_choose(21, 0.85), real_choose(8, 2.5));
}

/// As the same points under a built hull, whose faces are known.
void built_hulls(tally &t)
{
    random_source r{514};
    judged w;
    for (int n = 0; n < 500; n++) {
        bool lattice = n % 2;
        std::vector<flr_vec3> p = some_points(r, 4 + n % 4, lattice), q = some_points(r, 3 + n % 3, lattice);
        flr_mat3 x = lattice ? identity() : random_turn(r), y = lattice ? identity() : random_turn(r);
        flr_vec3 at = lattice ? r.lattice_point(-2, 2) : r.point(-1.3, 1.3);
        cloud a = hull_of(p, {0, 0, 0}, x, n % 4 > 1 ? 0.25 : 0, false),
              b = hull_of(q, at, y, n % 8 > 5 ? 0.25 : 0, false);
        flr_hull3 *h, *g;
        flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &h);
        flr_hull3_create(q.data(), q.size(), nullptr, nullptr, &g);
        a.shape.convex = flr_convex3_hull(h, x, {0, 0, 0}, a.shape.convex.radius);
        b.shape.convex = flr_convex3_hull(g, y, at, b.shape.convex.radius);
        judge(t, a.shape, b.shape, n % 5 ? 0 : 0.25, "built hulls", &w, real_choose(6e-13, 1e-5),
              real_choose(1e-10, 1e-3));
        flr_hull3_destroy(h);
        flr_hull3_destroy(g);
    }
    t.expect(w.hit * 10 > w.asked * 3 && w.hit * 10 < w.asked * 7, "%d of %d hit", w.hit, w.asked);
    pin(t, w, "built hulls", real_choose(3, 0.5), real_choose(3, 0.85), real_choose(3, 2.5));
}

/// A box against what is no box, and the same box as a hull of its corners.
void boxes_and_hulls(tally &t)
{
    random_source r{513};
    judged w;
    for (int n = 0; n < 600; n++) {
        flr_mat3 x = random_turn(r), y = random_turn(r);
        flr_vec3 h = {flr_real(r.between(0.3, 1)), 0, 0};
        h.y = flr_real(r.between(0.3, 1));
        h.z = flr_real(r.between(0.3, 1));
        body a = box({0, 0, 0}, x, h, n % 3 ? 0 : 0.2);
        std::vector<flr_vec3> q = some_points(r, 2 + n % 4, false);
        cloud b = hull_of(q, r.point(-1.2, 1.2), y, n % 2 ? 0 : 0.1, q.size() <= 4);
        judge(t, a, b.shape, n % 5 ? 0 : 0.25, "box and hull", &w, real_choose(1e-12, 1e-5),
              real_choose(1e-10, 1e-3));
    }
    t.expect(w.hit * 10 > w.asked * 3 && w.hit * 10 < w.asked * 7, "%d of %d hit", w.hit, w.asked);
    pin(t, w, "boxes and hulls", real_choose(3, 0.5), real_choose(6.5, 0.63), real_choose(5, 2.5));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(hulls), FEELER_TEST(built_hulls), FEELER_TEST(sheets), FEELER_TEST(boxes_and_hulls))

}  // namespace TEST_FILE
