/// The two points of curved cores on a lattice, many of which touch or meet where the simplex that holds the origin is flat
/// or a sliver: they must be as far apart as the bounds say, and where the shapes meet that is nothing.
#include <cmath>

#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

/// Roundings of the scene's size, here 16 at most.
const double bound = 16 * 16 * real_rounding;
/// Where mantles touch along a line no more may be known of the points, and the bounds say so.
const double loose = real_choose(3.4e-13, 3.7e-13);

double apart(const flr_gjk3 &g)
{
    double x = double(g.point_a.x) - double(g.point_b.x), y = double(g.point_a.y) - double(g.point_b.y),
           z = double(g.point_a.z) - double(g.point_b.z);
    return std::sqrt(x * x + y * y + z * z);
}

struct scene {
    flr_vec3 corners[4];
    int count;  ///< 2 to 4 corners
    flr_convex3 round;
};

flr_convex3 cornered(const scene &s)
{
    const flr_vec3 *c = s.corners;
    if (s.count == 2) {
        flr_segment3 e = {c[0], c[1]};
        return flr_convex3_segment(&e);
    }
    if (s.count == 3) {
        flr_triangle3 f = {c[0], c[1], c[2]};
        return flr_convex3_triangle(&f);
    }
    flr_tetrahedron v = {c[0], c[1], c[2], c[3]};
    return flr_convex3_tetrahedron(&v);
}

flr_convex3 cylinder(flr_vec3 a, flr_vec3 b, flr_real radius)
{
    flr_cylinder c = {a, b, radius};
    return flr_convex3_cylinder(&c);
}

flr_convex3 cone(flr_vec3 apex, flr_vec3 base, flr_real radius)
{
    flr_cone c = {apex, base, radius};
    return flr_convex3_cone(&c);
}

struct found {
    double off = 0, worst = 0, farthest = 0, lower = 0;
    long many = 0, meet = 0, all = 0;
};

/// Both orders. Returns whether the shapes are found to meet.
bool check(tally &t, found &f, const scene &s, const char *what, int number)
{
    const flr_convex3 corners = cornered(s);
    bool meet = false;
    for (int turn = 0; turn < 2; ++turn) {
        flr_gjk3 g = turn ? flr_closest3_convex_convex(&s.round, &corners, nullptr)
                          : flr_closest3_convex_convex(&corners, &s.round, nullptr);
        const double d = apart(g), low = double(g.lower), high = double(g.upper);
        const double off = std::fmax(low - d, d - high);
        t.expect(g.status == FLR_OK && off <= bound,
                 "%s %d, turn %d: status %d, %g apart, but %g from %g to %g", what, number, turn,
                 int(g.status), d, double(g.distance), low, high);
        t.expect(!g.overlap || d <= loose, "%s %d, turn %d: meet in points %g apart", what, number, turn, d);
        f.off = std::fmax(f.off, off);
        if (g.overlap) f.worst = std::fmax(f.worst, d);
        f.farthest = std::fmax(f.farthest, double(g.distance));
        f.lower = std::fmax(f.lower, low);
        f.many += g.overlap && d > bound;
        meet = g.overlap;
        ++f.all, f.meet += meet;
    }
    return meet;
}

/// The origin lies in a tetrahedron of the difference that is as good as flat, with two corners all but equal: of ratios of
/// its volumes four digits are left.
void sliver(tally &t)
{
    found f;
    const scene s = {
        {{-2, 3, -3}, {-1, -2, -3}, {-2, 2, 3}, {0, 3, -3}}, 4, cylinder({-2, -1, 0}, {-3, 1, 2}, 1)};
    t.expect(check(t, f, s, "sliver", 0), "apart");
}

flr_vec3 other_than(random_source &r, flr_vec3 p)
{
    flr_vec3 q = p;
    while (q.x == p.x && q.y == p.y && q.z == p.z) q = r.lattice_point(-3, 3);
    return q;
}

void anyhow(tally &t)
{
    random_source r{77};
    found f;
    for (int i = 0; i < 30000; ++i) {
        scene s{};
        s.count = r.whole(2, 4);
        for (flr_vec3 &c : s.corners) c = r.lattice_point(-3, 3);
        flr_vec3 a = r.lattice_point(-3, 3), b = other_than(r, a);
        const flr_real radius = flr_real(r.whole(1, 2));
        s.round = i % 2 ? cylinder(a, b, radius) : cone(a, b, radius);
        check(t, f, s, "any", i);
    }
    std::printf("  any: %ld of %ld meet, %g apart at worst (%ld), off by %g\n", f.meet, f.all, f.worst,
                f.many, f.off);
    t.expect(f.meet > f.all * 3 / 10 && f.meet < f.all * 7 / 10, "%ld of %ld meet", f.meet, f.all);
    expect_pinned(t, "distance, roundings of the size", f.off / real_rounding,
                  real_choose(exact_answers, 5.7));
}

/// Of a frame of whole numbers, all of one length.
struct frame {
    flr_vec3 x, y, z;
    int length;
};

flr_vec3 at(const frame &m, flr_vec3 o, int x, int y, int z)
{
    return flr_mul_add3(flr_mul_add3(flr_mul_add3(o, flr_real(x), m.x), flr_real(y), m.y), flr_real(z), m.z);
}

/// A plane square to a frame's y with a corner, an edge or a face of the corners in it, around a point
/// that the round shape has in the plane: on the mantle or the cap of a cylinder, on the base of a cone.
void exactly(tally &t)
{
    const frame frames[] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 1},
                            {{0, 0, -1}, {1, 0, 0}, {0, -1, 0}, 1},
                            {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}, 3},
                            {{-2, 2, -1}, {1, 2, 2}, {-2, -1, 2}, 3},
                            {{2, 3, 6}, {3, -6, 2}, {6, 2, -3}, 7}};
    random_source r{78};
    found f;
    for (int i = 0; i < 20000; ++i) {
        const frame &m = frames[r.whole(0, 4)];
        const flr_vec3 o = r.lattice_point(-2, 2);  // of both, in the plane
        scene s{};
        s.count = r.whole(2, 4);
        const int low = r.whole(1, s.count), x = r.whole(-2, 2), z = r.whole(-2, 2);
        if (low == 1) s.corners[0] = o;
        if (low == 2) s.corners[0] = at(m, o, x, 0, z), s.corners[1] = at(m, o, -x, 0, -z);
        if (low >= 3) {
            const int u = r.whole(-2, 2), v = r.whole(-2, 2);  // o in the middle
            s.corners[0] = at(m, o, x, 0, z), s.corners[1] = at(m, o, u, 0, v);
            s.corners[2] = at(m, o, -x - u, 0, -z - v);
        }
        if (low == 4) s.corners[3] = at(m, o, z, 0, x);
        for (int k = low; k < s.count; ++k) {
            const int px = r.whole(-2, 2), py = r.whole(1, 2), pz = r.whole(-2, 2);
            s.corners[k] = at(m, o, px, py, pz);
        }
        const int before = r.whole(0, 2), after = r.whole(1, 2), manner = r.whole(0, 2),
                  side = r.whole(-1, 1);
        const flr_real radius = flr_real(m.length);
        if (manner == 0) s.round = cylinder(at(m, o, -before, -1, 0), at(m, o, after, -1, 0), radius);
        if (manner == 1) s.round = cylinder(at(m, o, side, 0, 0), at(m, o, side, -after, 0), radius);
        if (manner == 2) s.round = cone(at(m, o, side, -after, 0), at(m, o, side, 0, 0), radius);
        check(t, f, s, "touching", i);
    }
    std::printf("  touching: %ld of %ld meet, %g apart at worst (%ld), off by %g\n", f.meet, f.all, f.worst,
                f.many, f.off);
    t.expect(f.meet > f.all * 9 / 10, "%ld of %ld meet", f.meet, f.all);
    expect_pinned(t, "the lower bound, of the size", f.lower, real_choose(4.3e-16, exact_answers));
    expect_pinned(t, "the upper bound, of the size", f.farthest, real_choose(3e-13, 2.4e-13));
    expect_pinned(t, "points of what touches, apart", f.worst, loose);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(sliver), FEELER_TEST(anyhow), FEELER_TEST(exactly))

}  // namespace TEST_FILE
