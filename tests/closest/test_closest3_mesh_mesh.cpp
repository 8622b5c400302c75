/// Distance of two surfaces and its witness points, against the exact least distance over all
/// pairs of triangles.
// needs: gmp
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

/// Largest magnitude of a coordinate: what a rounding of the world is measured by.
double reach(const std::vector<flr_triangle3> &a, const std::vector<flr_triangle3> &b)
{
    double r = 0;
    for (auto *s : {&a, &b})
        for (auto &t : *s)
            for (auto &p : {t.a, t.b, t.c})
                r = std::max(r, std::max(std::fabs(double(p.x)),
                                         std::max(std::fabs(double(p.y)), std::fabs(double(p.z)))));
    return r;
}

/// Everywhere here the distance and the witness points are off by no more than this many roundings
/// of the largest coordinate.
const double distance_bound = 4, witness_bound = 4;

struct worst {
    double distance = 0, witness = 0,
           by_size = 0;  ///< by_size: of the largest difference of coordinates instead
    long meet = 0, all = 0;
    void print() const;
};
worst over_all;
void worst::print() const
{
    over_all.distance = std::max(over_all.distance, distance);
    over_all.witness = std::max(over_all.witness, witness);
    over_all.by_size = std::max(over_all.by_size, by_size);
    std::printf(
        "  worst: distance %.2f (%.2f of the size), witness %.2f roundings of the largest coordinate; "
        "%ld of %ld meet\n",
        distance, by_size, witness, meet, all);
}

/// The largest difference of coordinates.
double size_of(const std::vector<flr_triangle3> &a, const std::vector<flr_triangle3> &b)
{
    flr_vec3 low = a[0].a, high = low;
    for (auto *s : {&a, &b})
        for (auto &f : *s)
            for (auto &p : {f.a, f.b, f.c}) low = flr_min3(low, p), high = flr_max3(high, p);
    return std::max(double(high.x) - low.x, std::max(double(high.y) - low.y, double(high.z) - low.z));
}

void compare(tally &t, const char *name, const part &a, const part &b, worst *w)
{
    auto wa = a.world(), wb = b.world();
    double exact = exact_mesh::root(exact_mesh::surface_surface(wa, wb)),
           unit = reach(wa, wb) * real_rounding;
    ++w->all;
    w->meet += exact == 0;
    for (int order = 0; order < 2; ++order) {
        const part &p = order ? b : a, &q = order ? a : b;
        const auto &wp = order ? wb : wa, &wq = order ? wa : wb;
        flr_closest3_mesh c = flr_closest3_mesh_mesh(&p.at, &q.at, INFINITY);
        if (!t.expect(c.found && c.triangle_a < wp.size() && c.triangle_b < wq.size(), "%s: nothing found",
                      name))
            continue;
        double off = std::fabs(c.distance - exact) / unit;
        double on_a = exact_mesh::root(exact_mesh::point_triangle(exact_mesh::from(c.point_a),
                                                                  exact_mesh::from(wp[c.triangle_a]))) /
                      unit;
        double on_b = exact_mesh::root(exact_mesh::point_triangle(exact_mesh::from(c.point_b),
                                                                  exact_mesh::from(wq[c.triangle_b]))) /
                      unit;
        double between = std::fabs(flr_length3(flr_sub3(c.point_b, c.point_a)) - c.distance) / unit;
        w->distance = std::max(w->distance, off);
        w->by_size = std::max(w->by_size, std::fabs(c.distance - exact) / (size_of(wa, wb) * real_rounding));
        w->witness = std::max(w->witness, std::max(between, std::max(on_a, on_b)));
        t.expect(off <= distance_bound, "%s: distance %.17g, not %.17g: %g roundings", name, c.distance,
                 exact, off);
        t.expect((c.distance == 0) == (exact == 0), "%s: distance %g, exactly %g", name, c.distance, exact);
        t.expect(on_a <= witness_bound && on_b <= witness_bound && between <= witness_bound,
                 "%s: witness points off by %g, %g, their distance by %g roundings", name, on_a, on_b,
                 between);
        // a limit cuts exactly where the distance lies
        flr_closest3_mesh at = flr_closest3_mesh_mesh(&p.at, &q.at, c.distance);
        t.expect(at.found && at.distance == c.distance, "%s: not found at its own distance %g", name,
                 c.distance);
        flr_closest3_mesh above = flr_closest3_mesh_mesh(&p.at, &q.at, flr_real(c.distance * 1.5 + 1e-3));
        t.expect(above.found && std::fabs(above.distance - c.distance) <= 2 * distance_bound * unit,
                 "%s: with a larger limit %g, not %g", name, above.distance, c.distance);
        if (c.distance > 0) {
            flr_closest3_mesh below = flr_closest3_mesh_mesh(
                &p.at, &q.at, flr_real(c.distance * (1 - real_choose(1e-9, 1e-6)) - 16 * unit));
            t.expect(!below.found && below.distance == 0 && below.triangle_a == 0 && below.triangle_b == 0 &&
                         flr_length3(below.point_a) == 0 && flr_length3(below.point_b) == 0,
                     "%s: found beyond the limit", name);
        }
    }
}

soup cube() { return box(vec(-2, -2, -2), vec(2, 2, 2)); }

std::vector<soup> stock()
{
    return {cube(),
            sphere(2, 8, 6),
            torus(3, 1, 6, 9),
            l_bracket(4, 1, 2),
            plate_with_square_hole(3, 1, 0, 0.5),
            tetrahedron(vec(0, 0, 0), vec(3, 1, 0), vec(1, 4, 1), vec(2, 2, 4)),
            box(vec(-5, -0.001, -0.001), vec(5, 0.001, 0.001)),
            box(vec(-3, -3, 0), vec(3, 3, 1e-6)),
            double_sided_sheet(2),
            unshared(split(cube()))};
}

void any_pose(tally &t)
{
    random_source r{41};
    worst w;
    auto all = stock();
    for (int k = 0; k < scenes(60); ++k) {
        part a(all[r.bits() % all.size()]), b(all[r.bits() % all.size()]);
        a.place(random_rigid(r, 3));
        b.place(random_rigid(r, 3));
        compare(t, "any pose", a, b, &w);
    }
    w.print();
    t.expect(enough(10 * w.meet > 3 * w.all && 10 * w.meet < 7 * w.all), "the hit rate is off");
}

void scaled_and_sheared(tally &t)
{
    random_source r{43};
    worst w;
    auto all = stock();
    for (int k = 0; k < scenes(40); ++k) {
        part a(all[r.bits() % all.size()]), b(all[r.bits() % all.size()]);
        const flr_affine3 at_a = random_rigid(r, 2.5), at_b = random_rigid(r, 2.5);
        const double x = r.between(0.3, 2), y = r.between(0.3, 2), z = r.between(0.3, 2);
        const double lean = r.between(-1, 1), tilt = r.between(-1, 1);
        a.place(after(at_a, scaling(x, -y, z)));
        b.place(after(at_b, affine({1, lean, 0, 0, 1, tilt, 0, 0, 1.5})));
        compare(t, "scaled and sheared", a, b, &w);
    }
    w.print();
    t.expect(enough(10 * w.meet > 3 * w.all && 10 * w.meet < 7 * w.all), "the hit rate is off");
}

void far_and_small(tally &t)
{
    random_source r{47};
    auto all = stock();
    struct {
        const char *name;
        double far, size;
    } ways[] = {{"far", 1e6, 1},
                {"small", 0, 1e-3},
                {"far and small", real_choose(1e6, 10), 1e-3},
                {"large", 0, 1e6},
                {"tiny", 0, real_choose(1e-30, 1e-15)}};
    for (auto &way : ways) {
        worst w;
        for (int k = 0; k < scenes(12); ++k) {
            part a(all[r.bits() % all.size()]), b(all[r.bits() % all.size()]);
            flr_affine3 world = scaling(way.size, way.size, way.size);
            world.translation = vec(way.far, -way.far, way.far);
            a.place(after(world, random_rigid(r, 3)));
            b.place(after(world, random_rigid(r, 3)));
            compare(t, way.name, a, b, &w);
        }
        w.print();
    }
    // the parts of one another: their own frames are far off and the poses bring them together
    worst w;
    for (int k = 0; k < scenes(12); ++k) {
        part a(moved(all[r.bits() % all.size()], 1e6, 2e6, 0)), b(all[r.bits() % all.size()]);
        const double x = r.between(-3, 3), z = r.between(-3, 3);
        a.place(translation(-1e6 + x, -2e6, z));
        b.place(random_rigid(r, 3));
        compare(t, "frame far off", a, b, &w);
    }
    w.print();
}

/// Touching, nested, coplanar, coincident: on small integers and so exactly.
void by_construction(tally &t)
{
    struct {
        const char *name;
        soup a, b;
        double squared;
    } cases[] = {
        {"face to face", cube(), moved(cube(), 5, 1, 1), 1},
        {"edge to edge", cube(), moved(cube(), 7, 8, 1), 25},
        {"corner to corner", cube(), moved(cube(), 5, 6, 6), 9},
        {"touching faces", cube(), moved(cube(), 4, 1, 1), 0},
        {"touching edges", cube(), moved(cube(), 4, 4, 1), 0},
        {"touching corners", cube(), moved(cube(), 4, 4, 4), 0},
        {"inside", cube(), box(vec(-1, -1, -1), vec(1, 1, 1)), 1},
        {"inside, off the middle", cube(), box(vec(-1.75, -1, -1), vec(1, 1, 1)), 0.0625},
        {"the same", cube(), cube(), 0},
        {"coplanar sheets", sheet(1), moved(sheet(1), 5, 0, 0), 9},
        {"coplanar sheets, corners", sheet(1), moved(sheet(1), 5, 6, 0), 25},
        {"parallel sheets", sheet(4), moved(sheet(1), 0, 0, 2), 4},
        {"in a cavity", box_with_cavity(vec(-5, -5, -5), vec(5, 5, 5), vec(-3, -3, -3), vec(3, 3, 3)), cube(),
         1},
        {"crossing bars", box(vec(-9, -1, -1), vec(9, 1, 1)), box(vec(-1, -9, 3), vec(1, 9, 4)), 4},
        {"shaft in a hole", plate_with_square_hole(4, 2, 0, 1), box(vec(-1, -1.5, -9), vec(1, 1.5, 9)), 0.25},
        {"a needle's tip", box(vec(0, 0, 0), vec(0x1p-20, 0x1p-20, 64)), sphere(1, 4, 2), 0},
    };
    worst w;
    for (auto &c : cases) {
        part a(c.a), b(c.b);
        for (auto &pose : signed_permutations()) {
            a.place(pose);
            b.place(pose);
            flr_closest3_mesh d = flr_closest3_mesh_mesh(&a.at, &b.at, INFINITY);
            t.expect(std::fabs(d.distance - std::sqrt(c.squared)) <= 8 * real_rounding, "%s: %.17g", c.name,
                     d.distance);
        }
        compare(t, c.name, a, b, &w);
    }
}

void needles_and_wild_triangles(tally &t)
{
    random_source r{53};
    worst w;
    for (int k = 0; k < scenes(100); ++k) {
        soup s[2];
        for (int side = 0; side < 2; ++side)
            for (uint32_t n = 0; n < 4; ++n) {
                flr_vec3 at = r.point(-2, 2), along = r.point(-2, 2);
                s[side].v.push_back(at);
                s[side].v.push_back(flr_add3(at, along));
                // collinear, repeated, almost collinear, or any
                flr_vec3 third = k % 4 == 0   ? flr_mul_add3(at, 0.5, along)
                                 : k % 4 == 1 ? at
                                 : k % 4 == 2
                                     ? flr_add3(flr_mul_add3(at, flr_real(0.3), along), r.point(-1e-9, 1e-9))
                                     : r.point(-2, 2);
                s[side].v.push_back(third);
                s[side].t.push_back({3 * n, 3 * n + 1, 3 * n + 2});
            }
        part a(s[0]), b(s[1]);
        compare(t, "needles", a, b, &w);
    }
    w.print();
}

void pins(tally &t)
{
    expect_pinned(t, "distance, roundings of the largest coordinate", over_all.distance, real_choose(2, 0.85),
                  {"Distance", "mesh to mesh"});
    expect_pinned(t, "distance, roundings of the size", over_all.by_size, real_choose(1.2, 0.45));
    expect_pinned(t, "points, roundings of the largest coordinate", over_all.witness, real_choose(2, 1.8),
                  {"Distance", "mesh to mesh", 2});
}

/// A negative or zero limit finds what meets, or nothing.
void limits(tally &t)
{
    part a(cube()), b(moved(cube(), 4, 0, 0)), c(moved(cube(), 5, 0, 0));
    t.expect(flr_closest3_mesh_mesh(&a.at, &b.at, 0).found, "touching, limit 0");
    t.expect(!flr_closest3_mesh_mesh(&a.at, &c.at, 0).found, "apart, limit 0");
    t.expect(flr_closest3_mesh_mesh(&a.at, &c.at, 1).found, "1 apart, limit 1");
    t.expect(!flr_closest3_mesh_mesh(&a.at, &c.at, flr_real(real_after(1, 0))).found,
             "1 apart, limit just below");
    t.expect(!flr_closest3_mesh_mesh(&a.at, &c.at, -1).found, "limit below 0");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_construction), FEELER_TEST(any_pose), FEELER_TEST(limits),
             FEELER_TEST(scaled_and_sheared), FEELER_TEST(far_and_small),
             FEELER_TEST(needles_and_wild_triangles), FEELER_TEST(pins))

}  // namespace TEST_FILE
