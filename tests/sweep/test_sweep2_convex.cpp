// needs: gmp
// Convex polygons, for which there is a shorter way, against exact moving separating axes: on a lattice, where they touch
// face to face and corner to corner, and round ones with many corners.
#include "sweep/sweep2_cases.hpp"

#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using namespace sweep2;

/// Corners of the hull of points, counter-clockwise, none between two others.
std::vector<flr_vec2> hull_of(std::vector<flr_vec2> p)
{
    auto less = [](flr_vec2 a, flr_vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
    std::sort(p.begin(), p.end(), less);
    std::vector<flr_vec2> h;
    for (int half = 0; half < 2; ++half) {
        size_t base = h.size();
        for (flr_vec2 q : p) {
            while (h.size() >= base + 2) {
                flr_vec2 a = h[h.size() - 2], b = h.back();
                if (flr_orient2(a.x, a.y, b.x, b.y, q.x, q.y) > 0) break;
                h.pop_back();
            }
            h.push_back(q);
        }
        h.pop_back();
        std::reverse(p.begin(), p.end());
    }
    return h;
}

std::vector<flr_vec2> random_convex(random_source &r, const shapes2::place &at, int points)
{
    std::vector<flr_vec2> p;
    flr_vec2 middle = at.at(r, 6);
    for (int i = 0; i < points; ++i) {
        double x = r.between(-2, 2), y = r.between(-2, 2);
        if (at.lattice) x = r.whole(-2, 2), y = r.whole(-2, 2);
        p.push_back(flr_vec2_make(static_cast<flr_real>(middle.x + at.scale * x),
                                  static_cast<flr_real>(middle.y + at.scale * y)));
    }
    p = hull_of(p);
    if (r.whole(0, 1)) std::reverse(p.begin(), p.end());
    std::rotate(p.begin(), p.begin() + r.whole(0, static_cast<int>(p.size()) - 1), p.end());
    return p;
}

std::vector<flr_vec2> around(flr_vec2 center, double radius, int corners, double start)
{
    std::vector<flr_vec2> p;
    for (int i = 0; i < corners; ++i) {
        double angle = start + 6.28318530717958648 * i / corners;
        p.push_back(flr_vec2_make(static_cast<flr_real>(center.x + radius * std::cos(angle)),
                                  static_cast<flr_real>(center.y + radius * std::sin(angle))));
    }
    return p;
}

struct counts {
    int all = 0, hits = 0, starts = 0;
};

void compare(tally &t, const std::vector<flr_vec2> &a, flr_vec2 m, const std::vector<flr_vec2> &b, counts *c,
             double loose = 64)
{
    const flr_polygon2 pa = {a.data(), a.size()}, pb = {b.data(), b.size()};
    flr_sweep2_result got = flr_sweep2_polygon_polygon(&pa, m, &pb);
    std::vector<shapes2::exact> ea, eb;
    for (flr_vec2 p : a) ea.push_back(shapes2::lift(p));
    for (flr_vec2 p : b) eb.push_back(shapes2::lift(p));
    std::optional<rational> right = first_time(ea, eb, m);
    ++c->all;
    c->hits += got.hit;
    c->starts += got.overlap_at_start;
    t.expect(got.hit == right.has_value(), "hit %d, not %d", got.hit, right.has_value());
    if (!got.hit || !right) return;
    t.expect(got.overlap_at_start == (*right == 0), "overlap at start %d", got.overlap_at_start);
    double exact = right->get_d(), unit = sizeof(flr_real) == 4 ? 0x1p-23 : 0x1p-50;
    t.expect(std::fabs(got.t - exact) <= unit * exact, "t %.17g, not %.17g", got.t, exact);
    if (got.overlap_at_start) return;
    // the normal parts them: nothing of a at t lies beyond what lies foremost of b
    double last = -INFINITY, first = INFINITY, size = 0;
    flr_vec2 n = got.normal, o = b[0];
    for (flr_vec2 p : a)
        last = std::max(last, n.x * (p.x - o.x + exact * m.x) + n.y * (p.y - o.y + exact * m.y));
    for (flr_vec2 q : b) first = std::min(first, double(n.x) * (q.x - o.x) + double(n.y) * (q.y - o.y));
    for (flr_vec2 p : a) size = std::max({size, std::fabs(double(p.x) - o.x), std::fabs(double(p.y) - o.y)});
    size += std::hypot(m.x, m.y) + std::hypot(a[0].x - a[1].x, a[0].y - a[1].y);
    t.expect(last - first <= loose * unit * size, "the normal %g %g leaves %g of %g", n.x, n.y, last - first,
             size);
}

void small_polygons(tally &t)
{
    random_source r{72};
    counts c;
    for (int i = 0; i < 1500; ++i) {
        shapes2::place at = shapes2::random_place(r);
        auto a = random_convex(r, at, r.whole(4, 9)), b = random_convex(r, at, r.whole(4, 9));
        if (a.size() < 3 || b.size() < 3) continue;
        bool aimed = r.whole(0, 1);
        flr_vec2 m = flr_scale2(static_cast<flr_real>(at.scale), at.direction(r));
        if (aimed) m = flr_sub2(b[0], a[0]);
        compare(t, a, flr_scale2(static_cast<flr_real>(r.whole(1, 3)), m), b, &c);
    }
    t.expect(c.hits > 0.3 * c.all && c.hits < 0.7 * c.all, "%d of %d hit, %d at start", c.hits, c.all,
             c.starts);
    t.expect(c.hits - c.starts > 0.2 * c.all, "%d of %d hit on the way", c.hits - c.starts, c.all);
}

void many_corners(tally &t)
{
    random_source r{73};
    counts c;
    for (int i = 0; i < 30; ++i) {
        double turn = r.between(0, 6), x = r.between(-9, 9), y = r.between(-9, 9);
        auto a = around(flr_vec2_make(0, 0), 1, r.whole(8, 25), turn);
        auto b = around(flr_vec2_make(static_cast<flr_real>(x), static_cast<flr_real>(y)), 2, r.whole(8, 25),
                        -turn);
        if (i % 2) std::reverse(a.begin(), a.end());
        double mx = r.between(-8, 8), my = r.between(-8, 8);
        if (i % 2) mx = 1.5 * x, my = 1.5 * y;
        compare(t, a, flr_vec2_make(static_cast<flr_real>(mx), static_cast<flr_real>(my)), b, &c);
    }
    t.expect(c.hits > 0.3 * c.all && c.hits < 0.7 * c.all, "%d of %d hit", c.hits, c.all);
}

/// A needle a million times as long as wide, a corner a billionth long among long edges, very fast motion.
void hard_shapes(tally &t)
{
    random_source r{74};
    counts c;
    for (int i = 0; i < 400; ++i) {
        double thin = i % 2 ? 1e-6 : 1e-9;
        double x = r.between(-4, 4), y = r.between(1, 5), dx = r.between(-1, 1), tilt = r.between(-1, 1);
        std::vector<flr_vec2> needle = {
            {flr_real(-1), flr_real(-tilt)}, {flr_real(1), flr_real(tilt)}, {flr_real(0), flr_real(thin)}};
        std::vector<flr_vec2> bevel = {{flr_real(x - 1), flr_real(y)},
                                       {flr_real(x + 1), flr_real(y)},
                                       {flr_real(x + 1), flr_real(y + 1)},
                                       {flr_real(x + 1 - thin), flr_real(y + 1 + thin / 2)},
                                       {flr_real(x - 1), flr_real(y + 1.5)}};
        double speed = i % 4 < 2 ? 4 : 1e9;
        flr_vec2 m = {flr_real(speed * dx), flr_real(speed)};
        compare(t, needle, m, bevel, &c);
        compare(t, bevel, flr_neg2(m), needle, &c);
    }
    t.expect(c.hits > 0.3 * c.all && c.hits < 0.7 * c.all, "%d of %d hit", c.hits, c.all);
}

/// Wide shapes a short way apart whose path leads so near to where two corners meet that rounding at their width hides
/// which edge it enters by.
void wide_ones_close_by(tally &t)
{
    random_source r{75};
    const bool narrow = sizeof(flr_real) == 4;
    auto at = [](double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); };
    counts c;
    for (int i = 0; i < 200; ++i) {
        double wide = std::ldexp(1.0, r.whole(0, narrow ? 9 : 26)),
               gap = std::ldexp(1.0, -r.whole(0, narrow ? 3 : 12));
        double rise = r.between(0.1, 0.9), fall = r.between(0.1, 0.9), steep = r.between(1.1, 3),
               lean = r.between(0.2, 1), x = r.between(-gap, gap);
        // a tip that looks up, and one that looks down from above
        std::vector<flr_vec2> a = {at(-wide, -2 * wide), at(wide, -2 * wide), at(rise, -rise * steep),
                                   at(0, 0), at(-fall, -fall * rise)};
        std::vector<flr_vec2> b = {at(x, gap), at(x + fall, gap + fall * steep * lean),
                                   at(x + wide, gap + 4 * wide), at(x - wide, gap + 4 * wide),
                                   at(x - rise, gap + rise * lean)};
        double off = wide * std::ldexp(r.between(-1, 1), narrow ? -24 : -53);
        flr_vec2 m = at(2 * (x + off), 2 * gap);
        if (i % 2) std::reverse(b.begin(), b.end());
        compare(t, a, m, b, &c);
        compare(t, b, flr_neg2(m), a, &c);
    }
    t.expect(c.hits > 0.9 * c.all && c.starts < 0.1 * c.all, "%d of %d hit, %d at start", c.hits, c.all,
             c.starts);
}

/// Tips with several edges no longer than rounding, which the path enters by one of: an edge that is guessed one off tells a time
/// that is too late or too early.
void tiny_edges_at_the_tip(tally &t)
{
    random_source r{78};
    const bool narrow = sizeof(flr_real) == 4;
    auto at = [](double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); };
    counts c;
    for (int i = 0; i < scenes(200); ++i) {
        // on a parabola of whole numbers, so that every turn is sure
        const double step = std::ldexp(1.0, -r.whole(narrow ? 12 : 20, narrow ? 20 : 46)),
                     wide = r.between(0.5, 1.4);
        const int low = r.whole(2, 4), high = r.whole(2, 4);
        std::vector<flr_vec2> tip = {at(-wide, -r.whole(1, 3)), at(wide, -r.whole(1, 3))}, other;
        for (int k = low; k >= -high; --k) tip.push_back(at(k * step, -k * k * step / 16));
        const double gap = i % 3 ? r.between(0.5, 2) : std::ldexp(1.0, -r.whole(0, narrow ? 6 : 20)),
                     off = step * r.between(-3, 3), high_x = r.between(0.5, 1.5), high_y = r.between(1, 2);
        if (i % 2) {
            for (int k = -low; k <= high; ++k) other.push_back(at(k * step, gap + k * k * step / 16));
            other.push_back(at(high_x, gap + high_y));
            other.push_back(at(-high_x, gap + high_y));
        } else {
            const double lean = step * r.between(-1, 1) / 4;
            other = {at(-1, gap - lean), at(1, gap + lean), at(high_x, gap + high_y),
                     at(-high_x, gap + high_y)};
        }
        // a part of them stops short of one another
        const flr_vec2 m = at(off, gap * r.between(0.4, 1.8));
        compare(t, tip, m, other, &c);
        compare(t, other, flr_neg2(m), tip, &c);
    }
    t.expect(c.hits > 0.3 * c.all && c.hits < 0.7 * c.all && c.starts == 0, "%d of %d hit, %d at start",
             c.hits, c.all, c.starts);
}

/// A corner that comes along the line of an edge, but for rounding, also of a polygon that repeats a corner.
void along_an_edge(tally &t)
{
    random_source r{77};
    counts c;
    for (int i = 0; i < 200; ++i) {
        shapes2::place at = shapes2::random_place(r);
        auto a = random_convex(r, at, r.whole(4, 9)), b = random_convex(r, at, r.whole(4, 9));
        if (a.size() < 3 || b.size() < 3) continue;
        auto side_of_b = [&](flr_vec2 p) { return flr_orient2(b[0].x, b[0].y, b[1].x, b[1].y, p.x, p.y); };
        std::sort(a.begin(), a.end(), [&](flr_vec2 p, flr_vec2 q) {
            return side_of_b(b[2]) > 0 ? side_of_b(p) > side_of_b(q) : side_of_b(p) < side_of_b(q);
        });
        flr_vec2 m = flr_scale2(static_cast<flr_real>(r.between(1, 4)), flr_sub2(b[1], b[0]));
        flr_vec2 d = flr_sub2(flr_mul_add2(b[0], static_cast<flr_real>(-r.between(0.1, 1.7)), m), a[0]);
        for (flr_vec2 &p : a) p = flr_add2(p, d);
        a = hull_of(a);
        if (a.size() < 3) continue;
        if (i % 3) b.push_back(b.back());
        compare(t, a, m, b, &c, 0x1p16);
        compare(t, b, flr_neg2(m), a, &c, 0x1p16);
    }
    t.expect(c.hits > 0.3 * c.all && c.hits < 0.7 * c.all, "%d of %d hit, %d at start", c.hits, c.all,
             c.starts);
    if (sizeof(flr_real) == 4) return;
    // as rounding has it the motion leads away from the edge that it meets
    auto at = [](double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); };
    const std::vector<flr_vec2> a = {
        at(0x1.bf4af270163d8p+30, -0x1.39e6fa50b66d3p+31), at(0x1.e62ba9f5b6264p+31, -0x1.44ea3ec248c0dp+31),
        at(0x1.2333a5c21d66dp+32, -0x1.5d3d510d784e1p+31), at(0x1.3a4b8a73d5212p+31, -0x1.3ca612f4f6dccp+32),
        at(0x1.13fe1ce96e518p+31, -0x1.0f2e7baa41646p+32), at(0x1.db615ebe0f03cp+30, -0x1.c36dc8bf17d8p+31)};
    const std::vector<flr_vec2> b = {
        at(0x1.4772ac89644f2p+32, 0x1.0a721c1c265d6p+30), at(0x1.b745692569de8p+31, -0x1.695bd885467cfp+29),
        at(0x1.b8eef099a43c7p+31, 0x1.8f303b9ef07a8p+28), at(0x1.b8eef099a43c7p+31, 0x1.8f303b9ef07a8p+28)};
    compare(t, a, at(0x1.0d87ebe8b66fbp+33, 0x1.1774053b3e017p+33), b, &c);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(small_polygons), FEELER_TEST(many_corners), FEELER_TEST(hard_shapes),
             FEELER_TEST(wide_ones_close_by), FEELER_TEST(tiny_edges_at_the_tip), FEELER_TEST(along_an_edge))

}  // namespace TEST_FILE
