// Every cell of the table of pairs, by what a time of first touch means: at t the two touch, within the
// stated rounding; before t they are apart; where no touch is told they are apart all the way. Either of the
// two may be the one that moves.
#include <cfloat>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{

using namespace any3;

namespace
{

const bool is_double = sizeof(flr_real) == sizeof(double);
const double rounding = is_double ? DBL_EPSILON : double(FLT_EPSILON);

flr_shape3_kind kind(int k) { return static_cast<flr_shape3_kind>(k); }

std::string named(const held &a, const held &b)
{
    return std::string(flr_shape3_name(a.shape.kind)) + " " + flr_shape3_name(b.shape.kind);
}

bool is_curved(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE || k == FLR_SHAPE3_ELLIPSOID;
}

double distance(const held &a, const held &b)
{
    flr_closest3 c{};
    flr_distance3(&a.shape, &b.shape, &c);
    return double(c.distance);
}

flr_shape3 point_at(flr_vec3 p)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_POINT;
    s.as.point = p;
    return s;
}

double off(flr_vec3 p, const held &h)
{
    held at;
    at.shape = point_at(p);
    return distance(at, h);
}

flr_sweep3_result sweep(tally &t, const held &a, flr_vec3 m, const held &b)
{
    flr_sweep3_result r{};
    flr_status status = flr_sweep3(&a.shape, m, &b.shape, &r);
    t.expect(status == FLR_OK && r.status == FLR_OK, "%s: %s", named(a, b).c_str(),
             flr_status_string(status));
    return r;
}

/// GJK knows the distance of cylinders and cones that nearly touch to about this.
double tolerance_of(const held &a, const held &b, double size)
{
    bool curved = is_curved(a.shape.kind) || is_curved(b.shape.kind);
    return (curved ? (is_double ? 1e-11 : 1e-7) : 128 * rounding) * size;
}

struct counts {
    long asked = 0, touched = 0, at_start = 0;
    double off[2] = {0, 0};  ///< of shapes with flat faces, and of curved ones, in parts of the size
};

void judge(tally &t, const held &a, flr_vec3 m, const held &b, counts &n)
{
    std::string name = named(a, b);
    flr_sweep3_result r = sweep(t, a, m, b), turned = sweep(t, b, flr_neg3(m), a);
    bool overlap = false;
    flr_overlap3(&a.shape, &b.shape, &overlap);
    ++n.asked;
    t.expect(r.overlap_at_start == overlap, "%s: overlap at the start %d, not %d", name.c_str(),
             r.overlap_at_start, overlap);
    t.expect(r.hit == turned.hit && r.overlap_at_start == turned.overlap_at_start, "%s: %d, turned %d",
             name.c_str(), r.hit, turned.hit);
    if (overlap) {
        ++n.at_start;
        t.expect(r.hit && r.t == 0 && length(r.normal) == 0 && length(r.point) == 0, "%s: not 0 at the start",
                 name.c_str());
        return;
    }
    double speed = length(m);
    if (!r.hit) {
        for (int i = 0; i <= 32; ++i) {
            held at = shifted(a, flr_scale3(flr_real(i / 32.), m));
            t.expect(distance(at, b) > 0, "%s: told to miss, but they meet at %g", name.c_str(), i / 32.);
        }
        return;
    }
    ++n.touched;
    t.expect(r.t >= 0 && r.t <= 1 && flr_is_finite3(r.point), "%s: t %g", name.c_str(), double(r.t));
    double size = 10 + 2 * length(r.point) + double(r.t) * speed, tolerance = tolerance_of(a, b, size);
    double closing = double(flr_dot3(m, r.normal));
    t.expect(std::fabs(double(r.t - turned.t)) * std::fmax(closing, 1e-3 * speed) <= tolerance,
             "%s: %.17g, turned %.17g", name.c_str(), double(r.t), double(turned.t));
    t.expect(std::fabs(length(r.normal) - 1) < 1e-5 && closing >= -1e-6 * speed, "%s: normal %g, closing %g",
             name.c_str(), length(r.normal), closing);
    held at = shifted(a, flr_scale3(r.t, m));
    // a common point is what touching means; the distance of what nearly touches is less sharp
    double away = std::fmax(off(r.point, at), off(r.point, b));
    t.expect(away <= tolerance, "%s: point off by %g", name.c_str(), away);
    double &worst = n.off[is_curved(a.shape.kind) || is_curved(b.shape.kind)];
    worst = std::fmax(worst, away / size);
    // apart before, as far as the rounding that the distance has lets it be seen
    double early = double(r.t) - 4 * tolerance / std::fmax(closing, 1e-3 * speed);
    for (int i = 0; i < 16 && early > 0; ++i) {
        held before = shifted(a, flr_scale3(flr_real(early * i / 15), m));
        t.expect(distance(before, b) > 0, "%s: t = %.17g, but they meet at %.17g", name.c_str(), double(r.t),
                 early * i / 15);
    }
}

void every_cell(tally &t)
{
    random_source r{7};
    counts all;
    for (int i = 0; i < FLR_SHAPE3_COMPOUND; ++i)
        for (int j = 0; j < FLR_SHAPE3_COMPOUND; ++j) {
            counts n;
            for (int k = 0; k < 24; ++k) {
                const any3::own_numbers own(r, i, j, k);
                flr_vec3 from = r.point(-3, 3);
                held a = random_shape(r, kind(i), from, 0.6, k & 1);
                held b = random_shape(r, kind(j), vec(0, 0, 0), k % 4 ? 1 : 0.4, k & 2);
                flr_vec3 aside = r.point(-1, 1), m = flr_add3(aside, flr_scale3(flr_real(-1.6), from));
                if (k % 8 == 7) m = flr_scale3(1000, m);
                judge(t, a, m, b, n);
            }
            all.asked += n.asked, all.touched += n.touched, all.at_start += n.at_start;
            for (int c = 0; c < 2; ++c) all.off[c] = std::fmax(all.off[c], n.off[c]);
        }
    double share = double(all.touched) / double(all.asked - all.at_start);
    t.expect(share > 0.3 && share < 0.7, "%g of those apart touch", share);
    expect_pinned(t, "points of the touch, roundings of the size", all.off[0] / real_rounding,
                  real_choose(70, 0.8));
    expect_pinned(t, "points of the touch of curved shapes, of the size", all.off[1],
                  real_choose(1.1e-13, 5e-8));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_cell))

}  // namespace TEST_FILE
