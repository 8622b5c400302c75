/// Which triangles of two surfaces meet: the whole set, against exact rationals for every pair.
// needs: gmp
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/handles.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

struct told {
    std::vector<exact_mesh::index_pair> pairs;
    size_t stop_after = ~size_t(0);
};

bool collect(void *user, uint32_t a, uint32_t b)
{
    auto *to = static_cast<told *>(user);
    to->pairs.push_back({a, b});
    return to->pairs.size() < to->stop_after;
}

/// Returns whether the two meet.
bool compare(tally &t, const char *name, const part &a, const part &b)
{
    std::vector<exact_mesh::index_pair> want = exact_mesh::meeting_pairs(a.world(), b.world());
    told got, back, again;
    t.expect(flr_overlap3_mesh_mesh_pairs(&a.at, &b.at, collect, &got) == FLR_OK, "%s: status", name);
    t.expect(flr_overlap3_mesh_mesh_pairs(&a.at, &b.at, collect, &again) == FLR_OK, "%s: status", name);
    t.expect(got.pairs == again.pairs, "%s: the order differs between two runs", name);
    t.expect(flr_overlap3_mesh_mesh_pairs(&b.at, &a.at, collect, &back) == FLR_OK, "%s: status", name);
    for (auto &p : back.pairs) std::swap(p.first, p.second);
    std::sort(got.pairs.begin(), got.pairs.end());
    std::sort(back.pairs.begin(), back.pairs.end());
    t.expect(got.pairs == want, "%s: %zu pairs, not %zu", name, got.pairs.size(), want.size());
    t.expect(back.pairs == want, "%s, turned round: %zu pairs, not %zu", name, back.pairs.size(),
             want.size());
    t.expect(flr_overlap3_mesh_mesh(&a.at, &b.at) == !want.empty(), "%s: yes or no", name);
    t.expect(flr_overlap3_mesh_mesh(&b.at, &a.at) == !want.empty(), "%s: yes or no, turned round", name);
    return !want.empty();
}

soup cube() { return box(vec(0, 0, 0), vec(4, 4, 4)); }

void by_construction(tally &t)
{
    struct {
        const char *name;
        soup a, b;
        bool meet;
    } cases[] = {
        {"apart", cube(), moved(cube(), 5, 0, 0), false},
        {"a face", cube(), moved(cube(), 4, 0, 0), true},
        {"a face, shifted", cube(), moved(cube(), 4, 1, 2), true},
        {"an edge", cube(), moved(cube(), 4, 4, 0), true},
        {"part of an edge", cube(), moved(cube(), 4, 4, 3), true},
        {"a corner", cube(), moved(cube(), 4, 4, 4), true},
        {"almost a corner", cube(), moved(cube(), 4, 4, real_after(4, 5)), false},
        {"the same", cube(), cube(), true},
        {"the same, other diagonals", cube(), box_other_diagonals(vec(0, 0, 0), vec(4, 4, 4)), true},
        {"inside", cube(), box(vec(1, 1, 1), vec(2, 2, 2)), false},
        {"inside, a face flush", cube(), box(vec(0, 1, 1), vec(2, 2, 2)), true},
        {"crossing bars", box(vec(-9, -1, -1), vec(9, 1, 1)), box(vec(-1, -9, -1), vec(1, 9, 1)), true},
        {"a corner in a face", cube(), tetrahedron(vec(4, 2, 2), vec(8, 1, 1), vec(8, 4, 1), vec(8, 1, 4)),
         true},
        {"edges that cross", tetrahedron(vec(0, 0, 0), vec(4, 0, 0), vec(0, 4, -4), vec(4, 4, -4)),
         tetrahedron(vec(2, -2, 0), vec(2, 2, 0), vec(0, 0, 4), vec(4, 0, 4)), true},
        {"sheets, coplanar, apart", sheet(1), moved(sheet(1), 3, 0, 0), false},
        {"sheets, coplanar, over one another", sheet(2), moved(sheet(1), 1, 1, 0), true},
        {"sheets, coplanar, one in the other", sheet(4), sheet(1), true},
        {"a shaft that fits", plate_with_square_hole(4, 2, 0, 1), box(vec(-2, -2, -1), vec(2, 2, 2)), true},
        {"a shaft with play", plate_with_square_hole(4, 2, 0, 1), box(vec(-1, -1, -1), vec(1, 1, 2)), false},
    };
    for (auto &c : cases) {
        part a(c.a), b(c.b);
        t.expect(compare(t, c.name, a, b) == c.meet, "%s: should%s meet", c.name, c.meet ? "" : " not");
        for (auto &pose : signed_permutations()) {
            a.place(pose);
            b.place(pose);
            t.expect(flr_overlap3_mesh_mesh(&a.at, &b.at) == c.meet, "%s, turned", c.name);
        }
    }
}

/// Small integers: most pairs touch, share corners, are coplanar or needle-thin somewhere.
void lattice(tally &t)
{
    random_source r{17};
    long meet = 0, all = 0;
    std::vector<soup> stock = {cube(),
                               l_bracket(4, 1, 2),
                               plate_with_square_hole(4, 2, 0, 2),
                               split(cube()),
                               tetrahedron(vec(0, 0, 0), vec(3, 1, 0), vec(1, 4, 1), vec(2, 2, 4)),
                               box(vec(0, 0, 0), vec(8, 1, 1)),
                               double_sided_sheet(2)};
    auto poses = signed_permutations();
    for (int k = 0; k < scenes(120); ++k) {
        part a(stock[r.bits() % stock.size()]), b(stock[r.bits() % stock.size()]);
        a.place(poses[r.bits() % poses.size()]);
        flr_affine3 pose = poses[r.bits() % poses.size()];
        if (k % 3 == 0) pose = integer_rotation(1, r.whole(0, 1), 1, 0);
        pose.translation = r.lattice_point(-4, 4);
        b.place(pose);
        ++all;
        meet += compare(t, "lattice", a, b);
    }
    std::printf("  %ld of %ld meet\n", meet, all);
    t.expect(10 * meet > 3 * all && 10 * meet < 9 * all, "the hit rate is off");
}

/// Soups of wild triangles on a small lattice: repeated corners, collinear corners, duplicates.
void wild_triangles(tally &t)
{
    random_source r{23};
    long meet = 0, all = 0;
    for (int k = 0; k < scenes(120); ++k) {
        soup s[2];
        for (int side = 0; side < 2; ++side)
            for (uint32_t n = 0, count = static_cast<uint32_t>(r.whole(1, 4)); n < count; ++n) {
                flr_vec3 at = r.lattice_point(-1, 1);
                for (int c = 0; c < 3; ++c) s[side].v.push_back(flr_add3(at, r.lattice_point(-1, 1)));
                s[side].t.push_back({3 * n, 3 * n + 1, 3 * n + 2});
            }
        part a(s[0]), b(s[1]);
        ++all;
        meet += compare(t, "wild", a, b);
    }
    std::printf("  %ld of %ld meet\n", meet, all);
    t.expect(10 * meet > 3 * all && 10 * meet < 7 * all, "the hit rate is off");
}

/// All digits in use. A vertex is carried to world by flr_affine3_point and rounded there.
void any_pose(tally &t)
{
    random_source r{29};
    long meet = 0, all = 0;
    std::vector<soup> stock = {sphere(2, 8, 6), torus(3, 1, 5, 8), cube(),
                               box(vec(-4, -4, 0), vec(4, 4, 1e-6)),
                               scaled(sphere(1, 6, 4), 1e-3, 1e-3, 1e-3)};
    for (double far : {0.0, 1e6})
        for (int k = 0; k < scenes(30); ++k) {
            part a(stock[r.bits() % stock.size()]), b(stock[r.bits() % stock.size()]);
            flr_affine3 pa = random_rigid(r, 1.5), pb = random_rigid(r, 1.5);
            if (k % 4 == 0) pb = after(pb, scaling(1.5, -0.5, 2));
            if (k % 4 == 1) pb = after(pb, affine({1, 0.5, 0, 0, 1, 0.25, 0, 0, 1}));
            pa.translation = flr_add3(pa.translation, vec(far, -far, far));
            pb.translation = flr_add3(pb.translation, vec(far, -far, far));
            a.place(pa);
            b.place(pb);
            ++all;
            meet += compare(t, "any pose", a, b);
        }
    std::printf("  %ld of %ld meet\n", meet, all);
    t.expect(10 * meet > 3 * all && 10 * meet < 8 * all, "the hit rate is off");
}

void corner_on_face_of_a_turned_cube(tally &t)
{
    // a corner of b is put exactly on a vertex of a as it stands in world, whatever its digits
    random_source r{31};
    for (int k = 0; k < scenes(100); ++k) {
        part a(k % 2 ? sphere(2, 6, 4) : cube());
        a.place(random_rigid(r, k % 3 ? 3 : 1e6));
        flr_vec3 v = flr_affine3_point(a.at.pose, a.s.v[r.bits() % a.s.v.size()]);
        // away from the middle of a, so that only the corner meets
        flr_vec3 middle = flr_affine3_point(a.at.pose, k % 2 ? vec(0, 0, 0) : vec(2, 2, 2));
        flr_vec3 out = flr_sub3(v, middle);
        flr_vec3 side = flr_cross3(out, vec(0.3, 0.5, 0.7)), up = flr_cross3(out, side);
        flr_vec3 tip = flr_add3(v, out);
        part b(tetrahedron(v, flr_mul_add3(tip, 0.125, side), flr_mul_add3(tip, -0.125, side),
                           flr_mul_add3(tip, 0.0625, up)));
        t.expect(compare(t, "corner to corner", a, b), "corner to corner: they do not meet");
    }
}

void stopping(tally &t)
{
    part a(cube()), b(moved(cube(), 4, 0, 0));
    told all;
    must(flr_overlap3_mesh_mesh_pairs(&a.at, &b.at, collect, &all), "pairs");
    t.expect(all.pairs.size() > 4, "%zu pairs", all.pairs.size());
    for (size_t n = 1; n < all.pairs.size(); ++n) {
        told some;
        some.stop_after = n;
        flr_status got = flr_overlap3_mesh_mesh_pairs(&a.at, &b.at, collect, &some);
        t.expect(got == FLR_CANCELLED, "stopped after %zu: %s", n, flr_status_string(got));
        t.expect(some.pairs.size() == n &&
                     std::equal(some.pairs.begin(), some.pairs.end(), all.pairs.begin()),
                 "stopped after %zu: not the first ones", n);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_construction), FEELER_TEST(lattice), FEELER_TEST(wild_triangles),
             FEELER_TEST(any_pose), FEELER_TEST(stopping), FEELER_TEST(corner_on_face_of_a_turned_cube))

}  // namespace TEST_FILE
