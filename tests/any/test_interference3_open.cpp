/// Parts with holes, sheets, and parts whose winding is inconsistent: what can be known is said,
/// and the flags tell what the answer rests on.
#include "support/cmocka.hpp"
#include "support/judge.hpp"
#include "support/placements.hpp"

namespace TEST_FILE
{
namespace
{

soup cube() { return box(vec(-2, -2, -2), vec(2, 2, 2)); }

soup without_a_face(soup s)
{
    s.t.resize(10);  // the face x = 2 is missing
    return s;
}

soup one_turned(soup s)
{
    std::swap(s.t[3][0], s.t[3][1]);
    return s;
}

/// In the plane y = 0.
soup upright_sheet(double half) { return placed(sheet(half), affine({1, 0, 0, 0, 0, -1, 0, 1, 0})); }

enum {
    A = FLR_FLAG_A_OPEN,
    B = FLR_FLAG_B_OPEN,
    LOOSE = FLR_FLAG_TOLERANCE_USED,
    UNKNOWN = FLR_FLAG_DEPTH_UNKNOWN
};

/// Both sides of a sheet, cut along different diagonals: watertight, but there is nothing in it.
soup two_sided(double half)
{
    soup s = sheet(half);
    s.t.push_back({1, 0, 3});
    s.t.push_back({1, 3, 2});
    return s;
}

struct row {
    const char *name;
    soup a, b;
    flr_interference_kind kind;
    uint32_t flags;
    double size;  ///< distance, or the most that the depth may be
    double tolerance = 0, clearance = 0;
};

std::vector<row> rows()
{
    soup small = box(vec(-1, -1, -1), vec(1, 1, 1));
    soup otherwise = box_other_diagonals(vec(-1, -1, -1), vec(1, 1, 1));
    return {
        {"sheet far off", cube(), moved(sheet(1), 9, 0, 0), FLR_APART, B, 0, 0, 1},
        {"sheet near", cube(), moved(sheet(1), 4, 0, 0), FLR_CLEARANCE, B, 1, 0, 2},
        {"sheet within the tolerance", cube(), moved(sheet(1), 0, 0, 2.5), FLR_TOUCH, B | LOOSE, 0.5, 1, 2},
        {"sheet on a face", cube(), moved(sheet(1), 0, 0, 2), FLR_TOUCH, B, 0},
        {"sheet's edge on a face", cube(), moved(sheet(1), 3, 0, 0), FLR_TOUCH, B, 0},
        {"sheet that ends in a box", cube(), moved(sheet(1), 2.5, 0, 0), FLR_CLASH, B, 0.5},
        {"sheet that ends a little inside", cube(), moved(sheet(1), 2.75, 0, 0), FLR_TOUCH, B | LOOSE, 0.25,
         0.5},
        {"sheet through a box", cube(), sheet(5), FLR_CLASH, B, 2},
        {"sheet in a box", cube(), sheet(1), FLR_CONTAINED, B | FLR_FLAG_B_IN_A, 2},
        {"sheet in a box, at its wall", cube(), moved(sheet(1), 1, 0, 0), FLR_CLASH, B, 2},
        {"two-sided sheet through a box", cube(), two_sided(5), FLR_CLASH, B, 2},
        {"two-sided sheet, cut alike, through a box", cube(), double_sided_sheet(5), FLR_CLASH, B, 2},
        {"two-sided sheet in a box", cube(), two_sided(1), FLR_CONTAINED, B | FLR_FLAG_B_IN_A, 2},
        {"two-sided sheet on a face", cube(), moved(two_sided(1), 0, 0, 2), FLR_TOUCH, B, 0},
        {"sheets that cross", sheet(2), moved(upright_sheet(1), 0, 0, 0.25), FLR_CLASH, A | B | UNKNOWN, 0},
        {"sheets in a T", sheet(2), moved(upright_sheet(1), 0, 0, 1), FLR_TOUCH, A | B, 0},
        {"sheets, one on the other", sheet(2), sheet(1), FLR_TOUCH, A | B, 0},
        {"sheets, edge to edge", sheet(2), moved(sheet(2), 4, 0, 0), FLR_TOUCH, A | B, 0},
        {"sheets, parallel", sheet(2), moved(sheet(2), 0, 0, 1), FLR_CLEARANCE, A | B, 1, 0, 2},
        {"sheets, parallel, within the tolerance", sheet(2), moved(sheet(2), 0, 0, 1), FLR_TOUCH,
         A | B | LOOSE, 1, 1.5, 2},
        {"a box in an open box", without_a_face(cube()), small, FLR_CLEARANCE, A, 1, 0, 2},
        {"an open box in a box", box(vec(-3, -3, -3), vec(3, 3, 3)), without_a_face(cube()), FLR_CONTAINED,
         B | FLR_FLAG_B_IN_A, 3},
        {"an open box beside a box", without_a_face(cube()), moved(cube(), -4, 0, 0), FLR_TOUCH, A, 0},
        {"an open box into a box", without_a_face(cube()), moved(cube(), -3.5, 0, 0), FLR_CLASH, A, 2},
        {"a box through the mouth of an open box", without_a_face(cube()), moved(small, 1.5, 0, 0),
         FLR_CLEARANCE, A, 1, 0, 1},
        {"two open boxes", without_a_face(cube()), moved(without_a_face(cube()), -3.5, 0.5, 0.5), FLR_CLASH,
         A | B | UNKNOWN, 0},
        {"an open box in the corner of an open box", without_a_face(cube()),
         moved(without_a_face(otherwise), -1, -1, -1), FLR_TOUCH, A | B, 0, 0.001},
        {"an open box through the corner of an open box", without_a_face(cube()),
         moved(without_a_face(otherwise), -1.25, -1.25, -1.25), FLR_CLASH, A | B | UNKNOWN, 0, 0.001},
    };
}

void open_parts(tally &t)
{
    for (auto &k : rows())
        for (auto &p : exact_placements()) {
            part a = p.make(k.a), b = p.make(k.b);
            double slack = rounding_of(a, b, p), size = k.size * p.scale;
            double tolerance = k.tolerance * p.scale, clearance = k.clearance * p.scale;
            char name[160];
            std::snprintf(name, sizeof name, "%s, %s", k.name, p.name);
            flr_interference3 r = ask(a, b, tolerance, clearance), s = ask(b, a, tolerance, clearance);
            t.expect(r.kind == k.kind, "%s: %s, not %s", name, kind_name(r.kind), kind_name(k.kind));
            t.expect((r.flags & ~uint32_t(FLR_FLAG_DEPTH_LOWER_BOUND)) == k.flags, "%s: flags %u, not %u",
                     name, r.flags, k.flags);
            t.expect(r.kind == s.kind && s.flags == swapped_flags(r.flags) && r.depth == s.depth &&
                         r.distance == s.distance,
                     "%s: turned round it differs", name);
            judge_any(t, name, a, b, r, tolerance, clearance, slack);
            if (k.kind == FLR_CLASH || k.kind == FLR_CONTAINED) {
                t.expect(r.depth <= size + slack, "%s: depth %g above %g", name, r.depth, size);
                t.expect((r.depth > 0) == (k.size > 0), "%s: depth %g", name, r.depth);
                t.expect(k.size == 0 || r.depth == size || std::fabs(r.depth - size) < 0.01 * size ||
                             (r.flags & FLR_FLAG_DEPTH_LOWER_BOUND),
                         "%s: depth %g, not %g, and no flag", name, r.depth, size);
            } else if (k.kind != FLR_APART) {
                double got = k.flags & LOOSE && r.depth > 0 ? r.depth : r.distance;
                t.expect(std::fabs(got - size) <= slack, "%s: distance %g, depth %g, not %g", name,
                         r.distance, r.depth, size);
            }
        }
}

/// Inside by parity gives the same answers, flagged.
void unoriented(tally &t)
{
    struct {
        const char *name;
        soup b;
        double tolerance, clearance;
    } others[] = {
        {"apart", moved(cube(), 5, 0, 0), 0, 2},
        {"touch", moved(cube(), 4, 0.5, 0.5), 0, 0},
        {"clash", moved(cube(), 3.5, 0.5, 0.5), 0, 0},
        {"clash within the tolerance", moved(cube(), 3.5, 0.5, 0.5), 1, 0},
        {"contained", box(vec(-1, -1, -1), vec(1, 1, 1)), 0, 0},
        {"containing", box(vec(-3, -3, -3), vec(3, 3, 3)), 0, 0},
        {"a copy", cube(), 0, 0},
    };
    for (auto &o : others)
        for (auto &p : exact_placements()) {
            part good = p.make(cube()), bad = p.make(one_turned(cube())), b = p.make(o.b);
            double tolerance = o.tolerance * p.scale, clearance = o.clearance * p.scale,
                   slack = rounding_of(good, b, p);
            flr_interference3 want = ask(good, b, tolerance, clearance),
                              got = ask(bad, b, tolerance, clearance),
                              back = ask(b, bad, tolerance, clearance);
            t.expect(got.kind == want.kind &&
                         std::fabs(got.depth - want.depth) <= slack + 0.01 * want.depth &&
                         std::fabs(got.distance - want.distance) <= slack,
                     "%s, %s: %s by %g, well wound it is %s by %g", o.name, p.name, kind_name(got.kind),
                     got.depth, kind_name(want.kind), want.depth);
            t.expect((got.flags | FLR_FLAG_DEPTH_LOWER_BOUND) ==
                         (want.flags | FLR_FLAG_A_UNORIENTED | FLR_FLAG_DEPTH_LOWER_BOUND),
                     "%s, %s: flags %u", o.name, p.name, got.flags);
            t.expect(back.kind == want.kind && back.flags == swapped_flags(got.flags), "%s, %s: turned round",
                     o.name, p.name);
        }
}

/// What a face of a closed part is cut into, its winding, and who owns its vertices change nothing.
void made_otherwise(tally &t)
{
    soup b = box(vec(1.5, -1, -1.5), vec(4, 3, 1));
    for (auto &p : exact_placements()) {
        part plain = p.make(cube()), other = p.make(b);
        flr_interference3 want = ask(plain, other, 0, 0);
        double slack = rounding_of(plain, other, p);
        for (const soup &s :
             {turned(cube()), unshared(cube()), split(cube()), unshared(turned(split(split(cube())))),
              box_other_diagonals(vec(-2, -2, -2), vec(2, 2, 2))}) {
            part made = p.make(s);
            for (const soup &q : {b, turned(b), unshared(split(b))}) {
                flr_interference3 got = ask(made, p.make(q), 0, 0);
                t.expect(got.kind == want.kind && got.flags == want.flags &&
                             std::fabs(got.depth - want.depth) <=
                                 slack + real_choose(1e-9, 1e-5) * want.depth,
                         "%s: %s by %.17g, flags %u, not %s by %.17g", p.name, kind_name(got.kind), got.depth,
                         got.flags, kind_name(want.kind), want.depth);
                t.expect(flr_dot3(got.normal, want.normal) > 1 - 1e-6, "%s: another normal", p.name);
            }
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(open_parts), FEELER_TEST(unoriented), FEELER_TEST(made_otherwise))

}  // namespace TEST_FILE
