/// Where one kind ends and the next begins: options, gaps and overlaps around the tolerance, and
/// what moving a part along the normal does to the answer.
#include <string>

#include "support/cmocka.hpp"
#include "support/judge.hpp"
#include "support/known_pairs.hpp"
#include "support/placements.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

soup cube() { return box(vec(0, 0, 0), vec(4, 4, 4)); }

void options(tally &t)
{
    part a(cube()), b(moved(cube(), 5, 0, 0));
    flr_interference3 r;
    const double bad[] = {-1, -real_choose(1e-300, 1e-30), NAN, INFINITY, -INFINITY};
    for (double x : bad) {
        flr_interference3_options s = {flr_real(x), 1};
        t.expect(flr_interference3_mesh_mesh(&a.at, &b.at, &s, &r) == FLR_INVALID_ARGUMENT, "tolerance %g",
                 x);
        s = {1, flr_real(x)};
        t.expect(flr_interference3_mesh_mesh(&a.at, &b.at, &s, &r) == FLR_INVALID_ARGUMENT, "clearance %g",
                 x);
    }
    flr_interference3_options s = {0, 1};
    t.expect(flr_interference3_mesh_mesh(nullptr, &b.at, &s, &r) == FLR_INVALID_ARGUMENT, "no a");
    t.expect(flr_interference3_mesh_mesh(&a.at, nullptr, &s, &r) == FLR_INVALID_ARGUMENT, "no b");
    part beside(moved(cube(), 4, 0, 0));
    t.expect(flr_interference3_mesh_mesh(&a.at, &beside.at, nullptr, &r) == FLR_OK && r.kind == FLR_TOUCH,
             "no options: no tolerance is needed by what touches");
    t.expect(flr_interference3_mesh_mesh(&a.at, &b.at, nullptr, &r) == FLR_OK && r.kind == FLR_APART,
             "no options: nothing apart is told");
    t.expect(flr_interference3_mesh_mesh(&a.at, &b.at, &s, nullptr) == FLR_INVALID_ARGUMENT, "no result");
    t.expect(flr_interference3_mesh_mesh(&a.at, &b.at, &s, &r) == FLR_OK && r.kind == FLR_CLEARANCE,
             "a good call");
}

/// b stands `shift` from flush with the face x = 4 of a.
void by_shift(tally &t)
{
    struct {
        double shift, tolerance, clearance;
        flr_interference_kind kind;
        uint32_t flags;
    } rows[] = {
        {0.5, 0, 0, FLR_APART, 0},
        {0.5, 0, 0.25, FLR_APART, 0},
        {0.5, 0, 0.5, FLR_CLEARANCE, 0},
        {0.5, 0, 2, FLR_CLEARANCE, 0},
        {0.5, 0.25, 2, FLR_CLEARANCE, 0},
        {0.5, 0.25, 0, FLR_APART, 0},
        {0.5, 0.5, 0, FLR_TOUCH, FLR_FLAG_TOLERANCE_USED},
        {0.5, 0.5, 2, FLR_TOUCH, FLR_FLAG_TOLERANCE_USED},
        {0.5, 1, 0.75, FLR_TOUCH, FLR_FLAG_TOLERANCE_USED},
        {0, 0, 0, FLR_TOUCH, 0},
        {0, 0, 5, FLR_TOUCH, 0},
        {0, 0.5, 0, FLR_TOUCH, 0},
        {-0.5, 1, 0, FLR_TOUCH, FLR_FLAG_TOLERANCE_USED},
        {-0.5, 0.5, 0, FLR_TOUCH, FLR_FLAG_TOLERANCE_USED},
        {-0.5, 0.4375, 0, FLR_CLASH, 0},
        {-0.5, 0.4375, 9, FLR_CLASH, 0},
        {-0.5, 0, 0, FLR_CLASH, 0},
        // less than this is within the rounding bound of a frame a million off, and looked for no further
        {-real_choose(0x1p-26, 0x1p-14), 0, 0, FLR_CLASH, 0},
        {real_choose(0x1p-30, 0x1p-17), 0, 0, FLR_APART, 0},
        {real_choose(0x1p-30, 0x1p-17), 0, 1, FLR_CLEARANCE, 0},
    };
    for (auto &row : rows)
        for (int same_section = 0; same_section < 2; ++same_section)
            for (auto &p : exact_placements()) {
                soup other = same_section ? cube() : box(vec(0, 1, 1), vec(3, 3, 3));
                part a = p.make(cube()), b = p.make(moved(other, 4 + row.shift, 0, 0));
                double slack = rounding_of(a, b, p);
                double tolerance = row.tolerance * p.scale, clearance = row.clearance * p.scale;
                if (p.exact && row.tolerance == -row.shift) tolerance += slack;  // the depth is rounded
                char name[120];
                std::snprintf(name, sizeof name, "%s: shift %g, tolerance %g, clearance %g", p.name,
                              row.shift, row.tolerance, row.clearance);
                flr_interference3 r = ask(a, b, tolerance, clearance);
                t.expect(r.kind == row.kind, "%s: %s, not %s", name, kind_name(r.kind), kind_name(row.kind));
                t.expect((r.flags & ~uint32_t(FLR_FLAG_DEPTH_LOWER_BOUND)) == row.flags,
                         "%s: flags %u, not %u", name, r.flags, row.flags);
                double depth = std::max(0.0, -row.shift) * p.scale,
                       distance = std::max(0.0, row.shift) * p.scale;
                t.expect(std::fabs(r.depth - depth) <= 4 * slack + 0.01 * depth, "%s: depth %g", name,
                         r.depth);
                if (row.kind != FLR_APART)
                    t.expect(std::fabs(r.distance - distance) <= 4 * slack, "%s: distance %g", name,
                             r.distance);
                if (row.kind != FLR_APART)
                    t.expect(flr_dot3(r.normal, p.turn(vec(1, 0, 0))) > 1 - 1e-6, "%s: normal (%g, %g, %g)",
                             name, r.normal.x, r.normal.y, r.normal.z);
                judge_any(t, name, a, b, r, tolerance, clearance, slack);
            }
}

flr_interference3 after_moving(const known_pair &k, const placement &p, flr_vec3 normal, double way)
{
    part a = p.make(k.a), b = p.make(k.b);
    flr_affine3 pose = p.pose;
    pose.translation = flr_mul_add3(pose.translation, flr_real(way), normal);
    b.place(pose);
    return ask(a, b, 0, 0);
}

std::vector<placement> rigid_placements()
{
    std::vector<placement> some;
    for (auto &p : exact_placements())
        if (p.scale == 1 && p.name[0] != 'f' && p.name[0] != 'o') some.push_back(p);
    return some;
}

/// Those of one convex part on another: there is a way out, and the normal is one.
bool has_a_way_out(const known_pair &k)
{
    return flr_length3(k.out) > 0 || std::string(k.name).find("shared") != std::string::npos ||
           std::string(k.name).find("wedges") != std::string::npos;
}

void touching_parts_move(tally &t)
{
    for (auto &k : pairs_touching())
        for (auto &p : rigid_placements()) {
            if (!has_a_way_out(k)) continue;
            flr_interference3 r = ask(p.make(k.a), p.make(k.b), 0, 0);
            for (double way : {0x1p-6, real_choose(0x1p-20, 0x1p-12), real_choose(0x1p-30, 0x1p-14)}) {
                if (way > 0x1p-16 && std::string(k.name) == "thin plates") continue;  // it would pass through
                flr_interference3 off = after_moving(k, p, r.normal, way),
                                  in = after_moving(k, p, r.normal, -way);
                t.expect(off.kind == FLR_APART, "%s, %s: moved off by %g it is %s (normal %g %g %g)", k.name,
                         p.name, way, kind_name(off.kind), r.normal.x, r.normal.y, r.normal.z);
                if (flr_length3(k.out) > 0)
                    t.expect(in.kind == FLR_CLASH, "%s, %s: moved in by %g it is %s", k.name, p.name, way,
                             kind_name(in.kind));
            }
        }
}

void clashing_parts_move(tally &t)
{
    for (auto &k : pairs_clashing())
        for (auto &p : rigid_placements()) {
            part a = p.make(k.a), b = p.make(k.b);
            if (flr_length3(k.out) == 0 || k.size < 2 * rounding_of(a, b, p)) continue;
            flr_interference3 r = ask(a, b, 0, 0);
            double more = 0.01 * k.size;
            flr_interference3 off = after_moving(k, p, r.normal, r.depth + more);
            t.expect(off.kind == FLR_APART, "%s, %s: moved by its depth %g it is %s", k.name, p.name, r.depth,
                     kind_name(off.kind));
            flr_interference3 half = after_moving(k, p, r.normal, r.depth / 2);
            t.expect(half.kind == FLR_CLASH && half.depth < 0.6 * k.size,
                     "%s, %s: moved by half its depth it is %s, %g", k.name, p.name, kind_name(half.kind),
                     half.depth);
        }
}

/// The tolerance divides clash from touch at the depth, wherever it lies.
void tolerance_near_the_depth(tally &t)
{
    long number = 0;
    for (auto &k : pairs_clashing())
        for (auto &p : exact_placements()) {
            const long turn = number++;
            if (!every_scene && turn % 7) continue;
            part a = p.make(k.a), b = p.make(k.b);
            long which = turn;  // every other tolerance, by turns
            for (double part_of : {0x1p-20, 0.01, 0.25, 0.5, 0.75, 0.9, 0.98, 1.02, 1.5, 2.0}) {
                if (which++ % 2) continue;
                if (part_of < 1 && part_of >= k.found) continue;  // more than the search is held to find
                double tolerance = part_of * k.size * p.scale;
                flr_interference3 r = ask(a, b, tolerance, 0);
                flr_interference_kind want = part_of < 1 ? FLR_CLASH : FLR_TOUCH;
                t.expect(r.kind == want, "%s, %s, tolerance %g of the depth: %s, not %s", k.name, p.name,
                         part_of, kind_name(r.kind), kind_name(want));
                t.expect(r.kind != FLR_TOUCH || (r.flags & FLR_FLAG_TOLERANCE_USED),
                         "%s, %s, tolerance %g of the depth: touch, flags %u", k.name, p.name, part_of,
                         r.flags);
            }
        }
}

/// Likewise where the tolerance is large beside the triangles, whose pairs are then too many to be looked at.
void tolerance_beside_small_triangles(tally &t)
{
    long number = 0;
    for (auto &k : pairs_clashing()) {
        if (number++ % (every_scene ? 3 : 16)) continue;
        soup x = k.a, y = k.b;
        while (x.t.size() < 600) x = split(x);
        while (y.t.size() < 600) y = split(y);
        part a(x), b(y);
        for (double part_of : {0.9, 1.5}) {
            if (part_of < 1 && part_of >= k.found) continue;  // more than the search is held to find
            flr_interference3 r = ask(a, b, part_of * k.size, 0);
            flr_interference_kind want = part_of < 1 ? FLR_CLASH : FLR_TOUCH;
            t.expect(r.kind == want, "%s, tolerance %g of the depth: %s, not %s", k.name, part_of,
                     kind_name(r.kind), kind_name(want));
            t.expect(r.depth <= k.size * (1 + real_choose(1e-9, 1e-5)), "%s: depth %g above %g", k.name,
                     r.depth, k.size);
            t.expect(part_of > 1 || r.depth >= 0.75 * k.size, "%s: depth %g, not %g", k.name, r.depth,
                     k.size);
        }
    }
}

/// No translation shorter than the depth takes the parts apart.
void nothing_shorter_separates(tally &t)
{
    random_source r{83};
    auto pairs = pairs_clashing();
    for (auto &more : pairs_contained()) pairs.push_back(more);
    for (auto &k : pairs) {
        part a(k.a), b(k.b);
        flr_interference3 was = ask(a, b, 0, 0);
        for (int i = 0; i < scenes(24); ++i) {
            flr_affine3 pose = flr_affine3_identity();
            pose.translation = flr_mat3_mul(random_rotation(r).linear, vec(0.995 * was.depth, 0, 0));
            b.place(pose);
            flr_interference3 now = ask(a, b, 0, 0);
            t.expect(now.kind == FLR_CLASH || now.kind == FLR_CONTAINED,
                     "%s: depth %g, moved by (%g, %g, %g) it is %s", k.name, was.depth, pose.translation.x,
                     pose.translation.y, pose.translation.z, kind_name(now.kind));
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(options), FEELER_TEST(by_shift), FEELER_TEST(tolerance_near_the_depth),
             FEELER_TEST(tolerance_beside_small_triangles), FEELER_TEST(touching_parts_move),
             FEELER_TEST(clashing_parts_move), FEELER_TEST(nothing_shorter_separates))

}  // namespace TEST_FILE
