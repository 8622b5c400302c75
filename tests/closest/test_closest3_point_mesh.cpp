/// The point of a surface nearest to a point, against the exact least distance over all triangles.
// needs: gmp
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

const double distance_bound = 8, witness_bound = 2;  // roundings of the largest coordinate

/// In roundings of the largest coordinate.
struct worst {
    double distance = 0, witness = 0;
    void keep(const worst &w)
    {
        distance = std::max(distance, w.distance);
        witness = std::max(witness, w.witness);
    }
};
worst over_all;

double reach(const std::vector<flr_triangle3> &world, flr_vec3 p)
{
    double r = std::max(std::fabs(double(p.x)), std::max(std::fabs(double(p.y)), std::fabs(double(p.z))));
    for (auto &t : world)
        for (auto &q : {t.a, t.b, t.c})
            r = std::max(r, std::max(std::fabs(double(q.x)),
                                     std::max(std::fabs(double(q.y)), std::fabs(double(q.z)))));
    return r;
}

void compare(tally &t, const char *name, flr_vec3 p, const part &m, const std::vector<flr_triangle3> &world,
             worst *w)
{
    double exact = exact_mesh::root(exact_mesh::point_surface(p, world)),
           unit = reach(world, p) * real_rounding;
    flr_closest3_mesh c = flr_closest3_point_mesh(p, &m.at, INFINITY);
    if (!t.expect(c.found && c.triangle_a == 0 && c.triangle_b < world.size(), "%s: nothing found", name))
        return;
    double off = std::fabs(c.distance - exact) / unit;
    double on = exact_mesh::root(exact_mesh::point_triangle(exact_mesh::from(c.point_b),
                                                            exact_mesh::from(world[c.triangle_b]))) /
                unit;
    double between = std::fabs(flr_length3(flr_sub3(c.point_b, p)) - c.distance) / unit;
    w->distance = std::max(w->distance, off);
    w->witness = std::max(w->witness, std::max(on, between));
    t.expect(off <= distance_bound, "%s: distance %.17g, not %.17g: %g roundings", name, c.distance, exact,
             off);
    t.expect(c.point_a.x == p.x && c.point_a.y == p.y && c.point_a.z == p.z, "%s: point_a is not the point",
             name);
    t.expect(on <= witness_bound && between <= witness_bound, "%s: witness off by %g, its distance by %g",
             name, on, between);
    flr_closest3_mesh at = flr_closest3_point_mesh(p, &m.at, c.distance);
    t.expect(at.found && at.distance == c.distance, "%s: not found at its own distance %g", name, c.distance);
    double below = c.distance * (1 - real_choose(1e-9, 1e-6)) - 16 * unit;
    t.expect(!flr_closest3_point_mesh(p, &m.at, flr_real(below)).found, "%s: found beyond the limit", name);
}

std::vector<soup> stock()
{
    return {box(vec(-2, -2, -2), vec(2, 2, 2)),
            sphere(2, 12, 8),
            torus(3, 1, 6, 9),
            l_bracket(4, 1, 2),
            plate_with_square_hole(3, 1, 0, 0.5),
            box(vec(-5, -0.001, -0.001), vec(5, 0.001, 0.001)),
            unshared(split(box(vec(-2, -2, -2), vec(2, 2, 2))))};
}

flr_vec3 point_near(random_source &r, const std::vector<flr_triangle3> &world, double size)
{
    flr_triangle3 c = world[r.bits() % world.size()];
    double u = r.unit(), v = (1 - u) * r.unit();
    flr_vec3 p =
        flr_mul_add3(flr_mul_add3(c.a, flr_real(u), flr_sub3(c.b, c.a)), flr_real(v), flr_sub3(c.c, c.a));
    double off = r.whole(0, 3) * size;
    return flr_add3(p, r.point(-off, off));
}

void poses(tally &t)
{
    random_source r{61};
    struct {
        const char *name;
        double far, size;
        bool bent;
    } ways[] = {{"rigid", 0, 1, false},
                {"bent", 0, 1, true},
                {"far", 1e6, 1, false},
                {"small", 0, 1e-3, false},
                {"far, small", real_choose(1e6, 10), 1e-3, true},
                {"tiny", 0, real_choose(1e-30, 1e-15), false},
                {"large", 0, 1e9, true}};
    for (auto &way : ways) {
        worst w;
        for (auto &s : stock()) {
            flr_affine3 world = scaling(way.size, way.size, way.size), pose = random_rigid(r, 2);
            if (way.bent) pose = after(pose, affine({1, 0.5, 0, 0, -0.5, 0.25, 0, 0, 2}));
            world.translation = vec(way.far, way.far, -way.far);
            part m(s, after(world, pose));
            auto triangles = m.world();
            for (int k = 0; k < 40; ++k)
                compare(t, way.name, point_near(r, triangles, way.size), m, triangles, &w);
        }
        std::printf("  %s: worst distance %.2f, witness %.2f roundings of the largest coordinate\n", way.name,
                    w.distance, w.witness);
        over_all.keep(w);
    }
}

/// A pose that flattens by 1e8 and more: no bound on the stretch helps any more, the answer stays.
void flattened(tally &t)
{
    random_source r{67};
    worst w;
    for (double thin : {1e-3, 1e-6, 1e-9}) {
        part m(sphere(2, 12, 8), after(random_rigid(r, 1), scaling(1, thin, 1 / thin)));
        auto triangles = m.world();
        for (int k = 0; k < 40; ++k) compare(t, "flattened", point_near(r, triangles, 1), m, triangles, &w);
    }
    std::printf("  worst distance %.2f, witness %.2f roundings\n", w.distance, w.witness);
    over_all.keep(w);
}

/// A small surface far from its own origin, carried back to the world's: the rounding of what cancels moves the
/// placed triangles by much of their size, out of the boxes of the tree, and the answer is of the triangles.
void carried_back(tally &t)
{
    random_source r{71};
    worst w;
    const double spread = real_choose(0x1p-24, 0x1p-5), away = real_choose(0x1p20, 0x1p10);
    for (int scene = 0; scene < 12; ++scene) {
        flr_vec3 heart = r.point(away, 2 * away);
        soup s;
        for (uint32_t i = 0; i < 48; ++i) {
            flr_vec3 a = flr_add3(heart, r.point(-spread, spread));
            s.v.push_back(a);
            for (int k = 0; k < 2; ++k) s.v.push_back(flr_add3(a, r.point(-spread / 16, spread / 16)));
            s.t.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
        flr_affine3 pose = random_rigid(r, 0);
        pose.translation = flr_neg3(flr_mat3_mul(pose.linear, heart));
        part m(s, pose);
        auto triangles = m.world();
        for (int k = 0; k < 24; ++k) compare(t, "carried back", r.point(-spread, spread), m, triangles, &w);
    }
    std::printf("  worst distance %.2f, witness %.2f roundings\n", w.distance, w.witness);
    over_all.keep(w);
}

void pins(tally &t)
{
    expect_pinned(t, "distance, roundings of the largest coordinate", over_all.distance, real_choose(8, 1.6),
                  {"Distance", "point to mesh"});
    expect_pinned(t, "point, roundings of the largest coordinate", over_all.witness, real_choose(1.3, 1.3),
                  {"Distance", "point to mesh", 2});
}

void on_and_in_line(tally &t)
{
    worst w;
    part m(box(vec(-2, -2, -2), vec(2, 2, 2)));
    auto triangles = m.world();
    for (int x = -4; x <= 4; ++x)
        for (int y = -4; y <= 4; ++y)
            for (int z = -4; z <= 4; ++z) {
                compare(t, "cube", vec(x, y, z), m, triangles, &w);
                bool on = std::max(std::abs(x), std::max(std::abs(y), std::abs(z))) == 2;
                t.expect((flr_closest3_point_mesh(vec(x, y, z), &m.at, INFINITY).distance == 0) == on,
                         "(%d, %d, %d) on the surface?", x, y, z);
                t.expect(flr_closest3_point_mesh(vec(x, y, z), &m.at, 0).found == on, "(%d, %d, %d) limit 0",
                         x, y, z);
            }
    t.expect(!flr_closest3_point_mesh(vec(2, 2, 2), &m.at, -1).found, "limit below 0");
    t.expect(!flr_closest3_point_mesh(vec(3, 0, 0), &m.at, flr_real(real_after(1, 0))).found,
             "1 off, limit just below");
    t.expect(flr_closest3_point_mesh(vec(3, 0, 0), &m.at, 1).found, "1 off, limit 1");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(on_and_in_line), FEELER_TEST(poses), FEELER_TEST(flattened),
             FEELER_TEST(carried_back), FEELER_TEST(pins))

}  // namespace TEST_FILE
