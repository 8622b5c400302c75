/// Inside, outside or on the surface, against winding numbers counted exactly along another ray.
// needs: gmp
// optimised: (it counts crossings itself)
#include <limits>

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

using wide = __int128;

template <class R> struct solid {
    std::vector<exact_mesh::tri<R>> surface;
    bool parity = false;

    /// By the definition in the header: the winding number is not 0, or is odd.
    flr_side side_of(const exact_mesh::vec<R> &p, random_source &r) const
    {
        for (auto &t : surface)
            if (exact_mesh::on_triangle(t, p)) return FLR_BOUNDARY;
        for (;;) {  // the far point lies beyond every mesh here
            exact_mesh::vec<R> far = {R(r.whole(-100003, 100003)), R(r.whole(-100003, 100003)), R(1000003)};
            int number, crossings;
            if (!exact_mesh::winding_along(surface, p, far, &number, &crossings)) continue;
            return (parity ? crossings % 2 : number) ? FLR_INSIDE : FLR_OUTSIDE;
        }
    }
};

solid<wide> integers(const soup &s)
{
    solid<wide> r;
    auto whole = [](flr_vec3 p) { return exact_mesh::vec<wide>{wide(p.x), wide(p.y), wide(p.z)}; };
    for (auto t : s.t) r.surface.push_back({whole(s.v[t[0]]), whole(s.v[t[1]]), whole(s.v[t[2]])});
    return r;
}

soup rounded_to_integers(soup s, double by)
{
    for (auto &p : s.v) p = vec(std::round(p.x * by), std::round(p.y * by), std::round(p.z * by));
    return s;
}

struct shape {
    const char *name;
    soup s;
    bool parity;
};

/// All on small integers, so that most lattice points lie on or in line with edges and corners.
std::vector<shape> shapes()
{
    soup inconsistent = box(vec(-3, -3, -3), vec(3, 3, 3));
    std::swap(inconsistent.t[3][0], inconsistent.t[3][1]);
    return {
        {"cube", box(vec(-3, -3, -3), vec(3, 3, 3)), false},
        {"cube, other diagonals", box_other_diagonals(vec(-3, -3, -3), vec(3, 3, 3)), false},
        {"inverted cube", turned(box(vec(-3, -3, -3), vec(3, 3, 3))), false},
        {"one triangle turned", inconsistent, true},
        {"tetrahedron", tetrahedron(vec(-5, -4, -5), vec(6, -3, -4), vec(-1, 6, -3), vec(0, 0, 6)), false},
        {"corner tetrahedron", tetrahedron(vec(-4, -4, -4), vec(5, -4, -4), vec(-4, 5, -4), vec(-4, -4, 5)),
         false},
        {"bracket", moved(l_bracket(8, 2, 6), -4, -4, -3), false},
        {"bracket, own vertices", unshared(moved(l_bracket(8, 2, 6), -4, -4, -3)), false},
        {"plate with hole", plate_with_square_hole(5, 2, -2, 2), false},
        {"cavity", box_with_cavity(vec(-5, -5, -5), vec(5, 5, 5), vec(-2, -1, -3), vec(3, 2, 1)), false},
        {"cavity, faces not turned",
         joined(box(vec(-5, -5, -5), vec(5, 5, 5)), box(vec(-2, -1, -3), vec(3, 2, 1))), false},
        {"two cubes with a common edge",
         joined(box(vec(-4, -4, -4), vec(0, 0, 4)), box(vec(0, 0, -4), vec(4, 4, 4))), false},
        {"two cubes with a common corner",
         joined(box(vec(-4, -4, -4), vec(0, 0, 0)), box(vec(0, 0, 0), vec(4, 4, 4))), false},
        {"two cubes that overlap",
         joined(box(vec(-4, -4, -4), vec(1, 1, 1)), box(vec(-1, -1, -1), vec(4, 4, 4))), false},
        {"a cube and one turned that overlap",
         joined(box(vec(-4, -4, -4), vec(1, 1, 1)), turned(box(vec(-1, -1, -1), vec(4, 4, 4)))), false},
        {"torus", rounded_to_integers(torus(4, 2, 6, 8), 1), false},
        {"split cube", split(box(vec(-4, -4, -4), vec(4, 4, 4))), false},
        {"double-sided sheet", double_sided_sheet(4), false},
    };
}

/// Poses that carry integers to integers, with an exact inverse too.
std::vector<flr_affine3> exact_poses()
{
    std::vector<flr_affine3> all = signed_permutations();
    all.push_back(after(translation(3, -7, 11), all[13]));
    all.push_back(after(translation(-5, 2, 1), all[38]));
    all.push_back(scaling(2, 2, 2));
    all.push_back(affine({2, 0, 0, 0, 1, 0, 0, 0, 4}));
    all.push_back(affine({-2, 0, 0, 0, 1, 0, 0, 0, 4}, vec(1, 2, 3)));
    all.push_back(affine({1, 1, 0, 0, 1, 1, 0, 0, 1}));
    all.push_back(affine({1, 0, 0, 2, -1, 0, 1, 1, 1}, vec(-9, 0, 9)));
    return all;
}

/// The whole lattice around every shape, at the identity.
void lattice(tally &t)
{
    random_source r{1};
    long count[3] = {0, 0, 0};
    for (auto &sh : shapes()) {
        part m(sh.s);
        solid<wide> truth = integers(sh.s);
        truth.parity = sh.parity;
        flr_mesh3_info i = flr_mesh3_get_info(m.mesh.get());
        t.expect(i.watertight && i.oriented == !sh.parity, "%s: watertight %d, oriented %d", sh.name,
                 i.watertight, i.oriented);
        for (int x = -7; x <= 7; ++x)
            for (int y = -7; y <= 7; ++y)
                for (int z = -7; z <= 7; ++z) {
                    flr_side want = truth.side_of({x, y, z}, r),
                             got = flr_contains3_mesh_point(&m.at, vec(x, y, z));
                    ++count[want + 1];
                    t.expect(want == got, "%s: (%d, %d, %d) is %d, not %d", sh.name, x, y, z, want, got);
                }
    }
    std::printf("  %ld outside, %ld on, %ld inside\n", count[0], count[1], count[2]);
    t.expect(count[1] > 1000 && count[2] > 1000, "too few of one kind");
}

void exact_poses_of_all(tally &t)
{
    random_source r{2};
    long inside = 0, on = 0, all = 0;
    for (auto &sh : shapes()) {
        part m(sh.s);
        for (auto &pose : exact_poses()) {
            m.place(pose);
            solid<wide> truth = integers(placed(sh.s, pose));
            truth.parity = sh.parity;
            for (int k = 0; k < 60; ++k) {
                flr_vec3 p = flr_affine3_point(pose, r.lattice_point(-5, 5));
                flr_side want = truth.side_of({wide(p.x), wide(p.y), wide(p.z)}, r);
                flr_side got = flr_contains3_mesh_point(&m.at, p);
                t.expect(want == got, "%s: (%g, %g, %g) is %d, not %d", sh.name, p.x, p.y, p.z, want, got);
                ++all;
                inside += want == FLR_INSIDE;
                on += want == FLR_BOUNDARY;
            }
        }
    }
    std::printf("  %ld of %ld inside, %ld on\n", inside, all, on);
    t.expect(inside + on > 3 * all / 10 && inside + on < 7 * all / 10, "the hit rate is off");
}

/// The winding number counted along a ray; half of it on a face; of an open surface the part of all directions that it covers.
void winding_numbers(tally &t)
{
    random_source r{8};
    double worst = 0;
    for (auto &sh : shapes()) {
        if (sh.parity) continue;
        part m(sh.s);
        solid<wide> truth = integers(sh.s);
        for (int n = 0; n < 60; ++n) {
            flr_vec3 p = r.lattice_point(-7, 7);
            exact_mesh::vec<wide> at = {wide(p.x), wide(p.y), wide(p.z)};
            if (truth.side_of(at, r) == FLR_BOUNDARY) continue;
            int number, crossings;
            do {
                exact_mesh::vec<wide> far = {wide(r.whole(-100003, 100003)), wide(r.whole(-100003, 100003)),
                                             1000003};
                if (exact_mesh::winding_along(truth.surface, at, far, &number, &crossings)) break;
            } while (true);
            double off = std::fabs(double(flr_winding3_mesh_point(&m.at, p)) - number);
            worst = std::max(worst, off / real_rounding / double(sh.s.t.size()));
        }
    }
    expect_pinned(t, "winding numbers, roundings for each triangle", worst, real_choose(0.6, 4e-10));
    soup cube = box(vec(-1, -1, -1), vec(1, 1, 1));
    part whole(cube);
    t.expect(std::fabs(double(flr_winding3_mesh_point(&whole.at, vec(1, flr_real(0.5), flr_real(0.25)))) -
                       0.5) < 1e-6,
             "half on a face");
    const double near = 4 * double(real_epsilon);
    t.expect(std::fabs(double(flr_winding3_mesh_point(&whole.at, vec(flr_real(1 - near), 0.5, 0.25))) - 1) <
                     1e-6 &&
                 std::fabs(double(flr_winding3_mesh_point(&whole.at, vec(flr_real(1 + near), 0.5, 0.25)))) <
                     1e-6,
             "next to a face");
    soup open = cube;
    for (size_t i = open.t.size(); i-- > 0;) {  // without the face of x = 1
        bool all = true;
        for (auto corner : open.t[i]) all &= open.v[corner].x == 1;
        if (all) open.t.erase(open.t.begin() + long(i));
    }
    part bowl(open);
    t.expect(std::fabs(double(flr_winding3_mesh_point(&bowl.at, vec(0, 0, 0))) - 5.0 / 6) < 1e-6,
             "five sides of six");
    // ways to corners that are longer than any number: outside of the whole, and beside a bowl, as at a size of 1
    const double most = 0.2 * double(std::numeric_limits<flr_real>::max());
    const flr_vec3 beside = vec(4.4, 1, -1.25);
    for (const soup *small : {&cube, &open}) {
        std::vector<flr_real> places;
        std::vector<uint32_t> corners;
        for (flr_vec3 v : small->v)
            places.insert(places.end(), {flr_real(most * v.x), flr_real(most * v.y), flr_real(most * v.z)});
        for (auto &face : small->t) corners.insert(corners.end(), face.begin(), face.end());
        const flr_mesh3_input input = {places.data(), small->v.size(), corners.data(), small->t.size(), 0};
        flr_mesh3 *mesh = nullptr;
        flr_instance3 huge;
        if (!t.expect(flr_mesh3_create(&input, nullptr, &mesh) == FLR_OK &&
                          flr_instance3_make(mesh, flr_affine3_identity(), &huge) == FLR_OK,
                      "a huge mesh"))
            break;
        part usual(*small);
        const double told = double(flr_winding3_mesh_point(&huge, flr_scale3(flr_real(most), beside))),
                     right = small == &cube ? 0 : double(flr_winding3_mesh_point(&usual.at, beside));
        t.expect(std::fabs(told - right) < 1e-6, "corners whose differences overflow: %g, not %g", told,
                 right);
        flr_mesh3_destroy(mesh);
    }
    flr_affine3 mirror = flr_affine3_identity();
    mirror.linear.x.x = -3;
    mirror.translation = vec(100, 0, 0);
    whole.place(mirror);
    t.expect(std::fabs(double(flr_winding3_mesh_point(&whole.at, vec(101, flr_real(0.3), 0))) + 1) < 1e-6,
             "mirrored");
    part twice(
        joined(cube, soup{{cube.v[cube.t[0][0]], cube.v[cube.t[0][1]], cube.v[cube.t[0][2]]}, {{1, 2, 0}}}));
    t.expect(std::fabs(double(flr_winding3_mesh_point(&twice.at, vec(0, 0, 0))) - 1) < 1e-6,
             "a copy counts once");
}

/// A copy of a triangle with the same winding is no second wall.
void a_triangle_twice(tally &t)
{
    soup s = box(vec(-3, -3, -3), vec(3, 3, 3));
    solid<wide> truth = integers(s);
    random_source r{4};
    for (size_t k = 0; k < 12; ++k) {
        soup twice = joined(s, soup{{s.v[s.t[k][0]], s.v[s.t[k][1]], s.v[s.t[k][2]]}, {{1, 2, 0}}});
        part m(twice);
        for (int x = -4; x <= 4; ++x)
            for (int y = -4; y <= 4; ++y)
                for (int z = -4; z <= 4; ++z)
                    t.expect(flr_contains3_mesh_point(&m.at, vec(x, y, z)) == truth.side_of({x, y, z}, r),
                             "triangle %zu twice: (%d, %d, %d)", k, x, y, z);
    }
}

/// Numbers with all their digits: in line with a corner, an edge or a face up to the last bit.
void next_to_the_surface(tally &t)
{
    random_source r{3};
    soup round = torus(3, 1.25, 5, 7), ball = sphere(2, 7, 5),
         tilted = placed(box(vec(-1, -2, -3), vec(1, 2, 3)), random_rotation(r));
    long inside = 0, all = 0;
    for (const soup &s : {round, ball, tilted, moved(tilted, 1e6, -1e6, 1e6)}) {
        part m(s);
        solid<exact_mesh::rational> truth;
        for (auto &w : m.world()) truth.surface.push_back(exact_mesh::from(w));
        for (int k = 0; k < 250; ++k) {
            flr_triangle3 c = m.world()[r.bits() % s.t.size()];
            double u = r.unit(), v = r.unit();
            if (u + v > 1) {
                u = 1 - u;
                v = 1 - v;
            }
            if (k % 3 == 0) v = 0;
            if (k % 7 == 0) u = 1, v = 0;
            flr_vec3 p = flr_mul_add3(flr_mul_add3(c.a, flr_real(u), flr_sub3(c.b, c.a)), flr_real(v),
                                      flr_sub3(c.c, c.a));
            if (k % 2) (&p.x)[k / 2 % 3] += flr_real((k % 4 == 1 ? 1 : -1) * r.between(0, 3));
            flr_side want = truth.side_of(exact_mesh::from(p), r), got = flr_contains3_mesh_point(&m.at, p);
            t.expect(want == got, "(%.17g, %.17g, %.17g) is %d, not %d", p.x, p.y, p.z, want, got);
            ++all;
            inside += want == FLR_INSIDE;
        }
    }
    std::printf("  %ld of %ld inside\n", inside, all);
    t.expect(inside > 3 * all / 10 && inside < 7 * all / 10, "the hit rate is off");
}

/// Corners, middles of edges and of faces are on the surface, exactly where they are so in numbers.
void points_of_the_surface(tally &t)
{
    for (auto &sh : shapes())
        for (double size : {1.0, real_choose(0x1p-60, 0x1p-30), real_choose(0x1p300, 0x1p40),
                            real_choose(0x1p-300, 0x1p-40)})
            for (double far : {0.0, real_choose(0x1p20, 0x1p16)}) {
                soup s = sh.s;
                for (auto &p : s.v) p = flr_scale3(flr_real(size), vec(p.x + far, p.y - far, p.z + far));
                part m(s);
                for (auto &c : s.t) {
                    flr_vec3 a = s.v[c[0]], b = s.v[c[1]];
                    flr_vec3 mid = flr_scale3(0.5, flr_add3(a, b)),
                             quarter = flr_scale3(0.5, flr_add3(mid, s.v[c[2]]));
                    t.expect(flr_contains3_mesh_point(&m.at, a) == FLR_BOUNDARY, "%s at %g: a corner",
                             sh.name, size);
                    t.expect(flr_contains3_mesh_point(&m.at, mid) == FLR_BOUNDARY, "%s at %g: an edge",
                             sh.name, size);
                    t.expect(flr_contains3_mesh_point(&m.at, quarter) == FLR_BOUNDARY, "%s at %g: a face",
                             sh.name, size);
                }
            }
}

void far_away_and_not_finite(tally &t)
{
    part m(box(vec(-3, -3, -3), vec(3, 3, 3)));
    for (double x : {1e3, real_choose(1e150, 1e15), real_choose(1e300, 1e30), real_choose(-1e300, -1e30)})
        for (int axis = 0; axis < 3; ++axis) {
            flr_vec3 p = vec(0, 0, 0);
            (&p.x)[axis] = flr_real(x);
            t.expect(flr_contains3_mesh_point(&m.at, p) == FLR_OUTSIDE, "far along axis %d", axis);
        }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(lattice), FEELER_TEST(exact_poses_of_all), FEELER_TEST(a_triangle_twice),
             FEELER_TEST(winding_numbers), FEELER_TEST(next_to_the_surface),
             FEELER_TEST(points_of_the_surface), FEELER_TEST(far_away_and_not_finite))

}  // namespace TEST_FILE
