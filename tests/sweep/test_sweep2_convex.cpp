// needs: gmp
// Convex polygons, for which there is a shorter way, against exact moving separating axes: on a lattice, where they touch
// face to face and corner to corner, and round ones with many corners.
#include "sweep/sweep2_cases.hpp"

#include "support/cmocka.hpp"

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

void compare(tally &t, const std::vector<flr_vec2> &a, flr_vec2 m, const std::vector<flr_vec2> &b, counts *c)
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
    t.expect(last - first <= 64 * unit * size, "the normal %g %g leaves %g of %g", n.x, n.y, last - first,
             size);
}

void small_polygons(tally &t)
{
    random_source r{72};
    counts c;
    for (int i = 0; i < 3000; ++i) {
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
    for (int i = 0; i < 60; ++i) {
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

}  // namespace

int main()
{
    const CMUnitTest tests[] = {FEELER_TEST(small_polygons), FEELER_TEST(many_corners),
                                FEELER_TEST(hard_shapes)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
