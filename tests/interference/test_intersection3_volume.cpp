// needs: gmp
/// The volume that two solids have in common, against rationals, closed formulas, and sums of parts.
#include <cmath>
#include <memory>

#include "interference/common_volume.hpp"

#include "feeler/interference3.h"
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using exact_mesh::rational;

flr_intersection3_info common(const part &a, const part &b)
{
    flr_intersection3_mesh *x = nullptr;
    must(flr_intersection3_mesh_create(&a.at, &b.at, nullptr, &x), "flr_intersection3_mesh_create");
    flr_intersection3_info info = flr_intersection3_mesh_get_info(x);
    flr_intersection3_mesh_destroy(x);
    return info;
}

double extent(const part &p) { return double(flr_length3(flr_sub3(p.at.bounds.max, p.at.bounds.min))); }

struct worst {
    double volume = 0, centroid = 0;
};

/// `sign`: of the product of windings, where meshes are turned inside out.
void judge(tally &t, worst &w, const char *name, const part &a, const part &b, int sign = 1)
{
    const common_volume::measure truth = common_volume::of(a.world(), b.world());
    const flr_intersection3_info info = common(a, b), swapped = common(b, a);
    const double volume = sign * truth.volume.get_d() / 6, size = std::fmin(extent(a), extent(b)),
                 off = std::fabs(double(info.volume) - volume) / (size * size * size) / real_rounding;
    t.expect(info.solid, "%s: not solid", name);
    w.volume = std::fmax(w.volume, off);
    t.expect(off <= 64, "%s: volume %.17g, not %.17g: off by %g", name, double(info.volume), volume, off);
    t.expect(info.volume == swapped.volume && info.area == swapped.area && info.length == swapped.length &&
                 info.line_count == swapped.line_count,
             "%s: swapped %.17g, not %.17g", name, double(swapped.volume), double(info.volume));
    if (volume < 1e-3 * size * size * size) return;
    const flr_real c[3] = {info.centroid.x, info.centroid.y, info.centroid.z};
    for (size_t k = 0; k < 3; ++k) {
        const double want = rational(truth.moment[k] / (4 * truth.volume)).get_d(),
                     wrong = std::fabs(double(c[k]) - want) / (size + std::fabs(want)) / real_rounding;
        w.centroid = std::fmax(w.centroid, wrong);
        t.expect(wrong <= 1e5, "%s: centroid %zu %.17g, not %.17g", name, k, double(c[k]), want);
    }
}

std::vector<soup> lattice_solids()
{
    return {box(vec(0, 0, 0), vec(2, 2, 2)),
            box_other_diagonals(vec(0, 0, 0), vec(3, 1, 2)),
            split(box(vec(0, 0, 0), vec(2, 4, 2))),
            tetrahedron(vec(0, 0, 0), vec(3, 0, 0), vec(0, 3, 0), vec(0, 0, 3)),
            l_bracket(4, 1, 2),
            plate_with_square_hole(2, 1, 0, 1),
            joined(box(vec(0, 0, 0), vec(1, 1, 1)), box(vec(2, 0, 0), vec(3, 1, 1))),
            joined(box(vec(0, 0, 0), vec(1, 2, 1)), box(vec(1, 2, 0), vec(2, 3, 1)))};
}

/// On a small lattice nearly all is coplanar, edge on edge, vertex on vertex.
void lattice(tally &t)
{
    random_source r{1};
    worst w;
    const auto solids = lattice_solids();
    const auto turns = signed_permutations();
    for (int i = 0; i < scenes(60); ++i) {
        const auto &s = solids[size_t(r.whole(0, int(solids.size()) - 1))],
                   &q = solids[size_t(r.whole(0, int(solids.size()) - 1))];
        flr_affine3 pose = turns[size_t(r.whole(0, 47))];
        pose.translation = r.lattice_point(-2, 3);
        const bool halves = r.whole(0, 1) != 0;
        if (halves) pose.translation = flr_scale3(flr_real(0.5), pose.translation);
        part a(s), b(q, pose);
        char name[40];
        std::snprintf(name, sizeof name, "lattice %d", i);
        judge(t, w, name, a, b, flr_mat3_determinant(pose.linear) < 0 ? -1 : 1);
    }
    expect_pinned(t, "volume on a lattice, roundings of the cube of the smaller extent", w.volume,
                  real_choose(0.15, 0.02));
    expect_pinned(t, "centroid on a lattice, roundings of the extent", w.centroid, real_choose(0.8, 0.3));
}

/// Tetrahedra with corners of a lattice: needles and slivers among them, some with no volume, many that touch.
void tetrahedra(tally &t)
{
    random_source r{2};
    worst w;
    auto draw = [&] {
        for (;;) {
            const flr_vec3 a = r.lattice_point(-2, 2), b = r.lattice_point(-2, 2), c = r.lattice_point(-2, 2),
                           d = r.lattice_point(-2, 2);
            if (flr_orient3(a, b, c, d) != 0) return tetrahedron(a, b, c, d);
        }
    };
    for (int i = 0; i < scenes(300); ++i) {
        const soup p = draw(), q = draw();
        part a(p), b(i % 3 ? q : joined(q, moved(q, 5, 0, 0)));
        char name[40];
        std::snprintf(name, sizeof name, "tetrahedra %d", i);
        judge(t, w, name, a, b);
    }
    expect_pinned(t, "volume of lattice tetrahedra, roundings of the cube of the smaller extent", w.volume,
                  real_choose(0.06, 0.02));
}

/// Turned at random, at all sizes, far off, as needles and plates.
void turned_solids(tally &t)
{
    random_source r{3};
    worst w;
    const auto solids = lattice_solids();
    for (int i = 0; i < scenes(16); ++i) {
        soup s = solids[size_t(r.whole(0, 4))], q = solids[size_t(r.whole(0, 4))];
        const double thin = i % 4 == 1 ? 1e-3 : 1, away = i % 5 == 2 ? real_choose(1e5, 100) : 0,
                     grow = i % 3 || away > 0 ? 1 : 1e-6;
        s = scaled(s, 1, thin, i % 8 == 1 ? thin : 1);
        flr_affine3 first = random_rigid(r, 0.2), second = random_rigid(r, 1);
        const flr_affine3 all = after(translation(away, -away, away / 2), scaling(grow, grow, grow));
        part a(s, after(all, first)), b(q, after(all, second));
        char name[40];
        std::snprintf(name, sizeof name, "turned %d", i);
        judge(t, w, name, a, b);
    }
    expect_pinned(t, "volume of turned solids, roundings of the cube of the smaller extent", w.volume,
                  real_choose(0.1, 0.05));
}

/// The lens of two balls, which polyhedra come near with the square of their facets.
void balls(tally &t)
{
    const double pi = std::acos(-1.0), d = 1.25, lens = pi * (4 + d) * (2 - d) * (2 - d) / 12;
    double before = 1;
    for (int n = 8; n <= 64; n *= 2) {
        part a(sphere(1, 2 * n, n)), b(sphere(1, 2 * n, n), translation(0.6, 0.8, std::sqrt(d * d - 1)));
        const flr_intersection3_info info = common(a, b);
        const double off = 1 - double(info.volume) / lens;
        t.expect(off > 0 && off < before / 3, "%d: short by %g, %g before", n, off, before);
        // two caps, 2 pi h each
        t.expect(std::fabs(double(info.area) / (2 * 2 * pi * (1 - d / 2)) - 1) < 2 * off + 1e-3,
                 "%d: area %g", n, double(info.area));
        t.expect(std::fabs(double(info.length) / (2 * pi * std::sqrt(1 - d * d / 4)) - 1) < 2 * off + 1e-3,
                 "%d: length %g", n, double(info.length));
        t.expect(std::fabs(double(info.centroid.x) - 0.3) < 0.02, "%d: centroid %g", n,
                 double(info.centroid.x));
        before = off;
    }
}

/// One inside the other, a part and its copy, parts that touch or are apart, and what is wound the other way.
void whole(tally &t)
{
    const soup cube = box(vec(0, 0, 0), vec(2, 2, 2)), ring = torus(3, 1, 12, 16),
               shell = box_with_cavity(vec(0, 0, 0), vec(3, 3, 3), vec(1, 1, 1), vec(2, 2, 2)),
               small = box(vec(0.5, 0.5, 0.5), vec(1.5, 1.25, 1.5)),
               tiny = box(vec(1.25, 1.25, 1.25), vec(1.5, 1.5, 1.5));
    struct known {
        const char *name;
        soup a, b;
        double volume;
    };
    soup mixed = joined(cube, turned(box(vec(4, 0, 0), vec(5, 1, 1))));
    const double whole_ring = double(flr_mesh3_get_info(part(ring).mesh.get()).volume);
    const known all[] = {
        {"inside", small, cube, 0.75},
        {"a copy", ring, ring, whole_ring},
        {"a copy cut otherwise", cube, box_other_diagonals(vec(0, 0, 0), vec(2, 2, 2)), 8},
        {"a copy in four times as many", split(cube), cube, 8},
        {"face on face", cube, box(vec(2, 0, 0), vec(3, 2, 2)), 0},
        {"face on face below", cube, box(vec(-1, 0, 0), vec(0, 2, 2)), 0},
        {"edge on edge", cube, box(vec(2, 2, 0), vec(3, 3, 2)), 0},
        {"corner on corner", cube, box(vec(2, 2, 2), vec(3, 3, 3)), 0},
        {"apart", cube, box(vec(4, 4, 4), vec(5, 5, 5)), 0},
        {"on a face from inside", box(vec(0.5, 0.5, 0), vec(1, 1, 1)), cube, 0.25},
        {"in the cavity", tiny, shell, 0},
        {"fills the cavity", box(vec(1, 1, 1), vec(2, 2, 2)), shell, 0},
        {"through the cavity", box(vec(1.25, 1.25, -1), vec(1.75, 1.75, 4)), shell, 0.5},
        {"around all of it", box(vec(-1, -1, -1), vec(4, 4, 4)), shell, 26},
        {"two shells", shell, shell, 26},
        {"turned", turned(small), cube, 0.75},
        {"both turned", turned(cube), turned(box(vec(1, 1, 1), vec(4, 4, 4))), 1},
        {"pieces wound both ways", mixed, box(vec(1, 0, 0), vec(4.5, 1, 1)), 1.5},
        {"pieces wound both ways, inside", mixed, box(vec(-1, -1, -1), vec(9, 9, 9)), 9},
        {"a sheet with two sides", moved(double_sided_sheet(1), 1, 1, 1), cube, 0},
    };
    for (auto &k : all)
        for (double away : {0.0, 4096.0}) {
            const flr_affine3 pose = translation(away, away / 2, -away);
            part a(k.a, pose), b(k.b, pose);
            const flr_intersection3_info info = common(a, b), swapped = common(b, a);
            t.expect(std::fabs(double(info.volume) - k.volume) <= real_bound(1e-13) * (1 + k.volume),
                     "%s at %g: volume %.17g, not %g", k.name, away, double(info.volume), k.volume);
            t.expect(info.volume == swapped.volume, "%s: %.17g swapped", k.name, double(swapped.volume));
            t.expect(k.volume > 0 || (info.area == 0 && info.centroid.x == 0), "%s: area %g of nothing",
                     k.name, double(info.area));
        }
}

/// A solid cut by a plane into two has with any other what its halves have.
void halves(tally &t)
{
    random_source r{4};
    for (int i = 0; i < scenes(100); ++i) {
        const double cut = r.between(-0.5, 0.5), n = r.whole(8, 40);
        part whole(box(vec(-1, -1, -1), vec(1, 1, 1))), low(box(vec(-1, -1, -1), vec(cut, 1, 1))),
            high(box(vec(cut, -1, -1), vec(1, 1, 1)));
        const flr_affine3 pose = random_rigid(r, 0.8);
        part other(i % 2 ? torus(0.8, 0.3, int(n), int(n)) : sphere(0.9, int(n), int(n)), pose);
        const flr_intersection3_info all = common(whole, other), a = common(low, other),
                                     b = common(other, high);
        const double sum = double(a.volume) + double(b.volume);
        t.expect(std::fabs(double(all.volume) - sum) < real_bound(1e-13), "%d: %.17g, not %.17g", i, sum,
                 double(all.volume));
        for (auto &h : {a, b})
            t.expect(h.volume >= 0 && h.volume <= all.volume * (1 + real_bound(1e-13)), "%d: a half has %g",
                     i, double(h.volume));
    }
}

/// What is open, or wound both ways, encloses nothing that could be measured.
void not_solid(tally &t)
{
    part cube(box(vec(0, 0, 0), vec(2, 2, 2))), open(sheet(3), translation(0, 0, 1));
    soup s = box(vec(1, 1, 1), vec(3, 3, 3));
    std::swap(s.t[3][0], s.t[3][1]);
    part twisted(s);
    for (auto *p : {&open, &twisted})
        for (auto info : {common(cube, *p), common(*p, cube)}) {
            t.expect(!info.solid && info.volume == 0 && info.area == 0, "%d, volume %g", info.solid,
                     double(info.volume));
            t.expect(info.line_count == 1, "%zu lines", info.line_count);
        }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(lattice), FEELER_TEST(tetrahedra), FEELER_TEST(turned_solids), FEELER_TEST(balls),
             FEELER_TEST(whole), FEELER_TEST(halves), FEELER_TEST(not_solid))

}  // namespace TEST_FILE
