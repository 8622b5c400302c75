// Linear casts of polytopes against exact arithmetic (sweep3_exact.hpp): yes and no, overlap at the start and
// the time, with whole numbers as coordinates, so that touching, grazing, parallel, flat and zero-size cases
// abound and are exactly representable.
#include <cfloat>
#include <cstdlib>

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "sweep/sweep3_exact.hpp"

namespace TEST_FILE
{

using namespace sweep3;

namespace
{

typedef __int128 whole;
typedef vector<whole> point;

const bool is_double = sizeof(flr_real) == sizeof(double);
const flr_mat3 identity = flr_affine3_identity().linear;

point exact(flr_vec3 p) { return {whole(double(p.x)), whole(double(p.y)), whole(double(p.z))}; }

std::vector<point> exact(const std::vector<flr_vec3> &v)
{
    std::vector<point> e;
    for (flr_vec3 p : v) e.push_back(exact(p));
    return e;
}

/// Corners as whole numbers, and the shape they are the hull of.
struct solid {
    std::vector<flr_vec3> corners;
    flr_shape3 shape{};
};

flr_vec3 corner(random_source &r, int range, flr_vec3 at)
{
    return flr_add3(at, r.lattice_point(-range, range));
}

/// Corners of low + x, y, z, each or not.
std::vector<flr_vec3> block(flr_vec3 low, flr_vec3 x, flr_vec3 y, flr_vec3 z)
{
    std::vector<flr_vec3> v;
    for (int i = 0; i < 8; ++i) {
        flr_vec3 p = low;
        if (i & 1) p = flr_add3(p, x);
        if (i & 2) p = flr_add3(p, y);
        if (i & 4) p = flr_add3(p, z);
        v.push_back(p);
    }
    return v;
}

flr_vec3 even(random_source &r, int range) { return flr_scale3(2, r.lattice_point(0, range)); }

void make(random_source &r, int k, int range, flr_vec3 at, solid &s)
{
    for (int i = 0; i < 6; ++i) s.corners.push_back(corner(r, range, at));
    auto &c = s.corners;
    switch (k) {
    case 0:
        c.resize(1);
        s.shape.kind = FLR_SHAPE3_POINT;
        s.shape.as.point = c[0];
        break;
    case 1:
        c.resize(2);
        s.shape.kind = FLR_SHAPE3_SEGMENT;
        s.shape.as.segment = {c[0], c[1]};
        break;
    case 2:
        c.resize(3);
        s.shape.kind = FLR_SHAPE3_TRIANGLE;
        s.shape.as.triangle = {c[0], c[1], c[2]};
        break;
    case 3:
        c.resize(4);
        s.shape.kind = FLR_SHAPE3_TETRAHEDRON;
        s.shape.as.tetrahedron = {c[0], c[1], c[2], c[3]};
        break;
    case 4: {
        flr_vec3 size = even(r, range);
        c = block(c[0], {size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z});
        s.shape.kind = FLR_SHAPE3_AABB;
        s.shape.as.aabb = {c[0], c[7]};
        break;
    }
    case 5: {  // a box with axes that are those of the world in another order
        flr_vec3 h = flr_scale3(flr_real(0.5), even(r, range));
        flr_box3 b = {c[0], {{0, 1, 0}, {0, 0, -1}, {-1, 0, 0}}, h};
        flr_vec3 x = flr_scale3(h.x, b.axes.x), y = flr_scale3(h.y, b.axes.y), z = flr_scale3(h.z, b.axes.z);
        flr_vec3 low = flr_sub3(flr_sub3(flr_sub3(c[0], x), y), z);
        c = block(low, flr_scale3(2, x), flr_scale3(2, y), flr_scale3(2, z));
        s.shape.kind = FLR_SHAPE3_BOX;
        s.shape.as.box = b;
        break;
    }
    default:
        s.shape.kind = FLR_SHAPE3_CONVEX;
        s.shape.as.convex = flr_convex3_points(c.data(), uint32_t(c.size()), identity, {0, 0, 0}, 0);
    }
}

struct worst {
    double late = 0, early = 0, rounded = 0;  ///< rounded: t, to float, in roundings of itself
    long asked = 0, at_start = 0, touched = 0, grazed = 0;
};

/// `error` in ulp (2^-52) of the size, as a distance square to the touching planes.
void judge(tally &t, const solid &a, flr_vec3 m, const solid &b, double size, const flr_sweep3_result &s,
           worst &w)
{
    auto e = first_touch<whole>(exact(a.corners), exact(m), exact(b.corners));
    const char *x = flr_shape3_name(a.shape.kind), *y = flr_shape3_name(b.shape.kind);
    ++w.asked;
    w.at_start += e.overlap_at_start;
    w.touched += e.hit && !e.overlap_at_start;
    bool ok = s.status == FLR_OK && s.hit == e.hit && s.overlap_at_start == e.overlap_at_start;
    t.expect(ok, "%s %s: status %d hit %d, exact %d; at the start %d, exact %d", x, y, int(s.status), s.hit,
             e.hit, s.overlap_at_start, e.overlap_at_start);
    if (!ok || !e.hit || e.overlap_at_start) return;
    long double exact_t = (long double)e.t.numerator / (long double)e.t.denominator;
    double speed = double(flr_length3(m)), closing = double(flr_dot3(m, s.normal));
    double error = double((long double)s.t - exact_t) * closing / size / 0x1p-52;
    // t is rounded down to float
    if (!is_double && error < 0)
        error = std::fmin(0, error + 0x1p-23 * double(s.t) * closing / size / 0x1p-52);
    w.rounded = std::fmax(w.rounded, double((exact_t - (long double)s.t) / exact_t) / real_rounding);
    w.late = std::fmax(w.late, error);
    w.early = std::fmax(w.early, -error);
    w.grazed += closing < 0.01 * speed;
    t.expect(closing > 0, "%s %s: closing %g", x, y, closing);
    t.expect(double(s.t) <= double(exact_t) || error > 0, "%s %s: %.17g", x, y, double(s.t));
}

template <int range> void against_exact(tally &t)
{
    random_source r{uint64_t(range)};
    worst w;
    for (int i = 0; i < scenes(1600); ++i) {
        solid a, b;
        int distance = r.whole(0, 3) * range, k = r.whole(0, 6), l = r.whole(0, 6), ways = r.whole(0, 3);
        make(r, k, range, {0, 0, 0}, a);
        make(r, l, range, flr_vec3_make(flr_real(distance), 0, 0), b);
        flr_vec3 m = r.lattice_point(-range, range), off = r.lattice_point(-range / 2, range / 2);
        int toward = r.whole(0, 3);
        if (toward) m = flr_add3(off, flr_sub3(b.corners[0], a.corners[0]));
        // along an axis or a diagonal, where faces and edges run alongside
        if (ways == 0 && toward != 1) m = flr_vec3_make(m.x, toward == 2 ? m.x : 0, 0);
        if (m.x == 0 && m.y == 0 && m.z == 0) continue;
        if (m.x < 0 && r.whole(0, 3) > 0) m = flr_neg3(m);
        m = flr_scale3(flr_real(r.whole(1, 4)), m);
        flr_sweep3_result s{};
        flr_sweep3(&a.shape, m, &b.shape, &s);
        judge(t, a, m, b, 8.0 * range, s, w);
    }
    double share = double(w.touched) / double(w.asked - w.at_start);
    t.expect(enough(share > 0.3 && share < 0.7 && w.at_start > w.asked / 20),
             "%g of those apart touch, %ld at the start", share, w.at_start);
    std::printf("  late by %.3g, early by %.3g; %ld grazed\n", w.late, w.early, w.grazed);
    // what is told late would be the rounding of t alone
    t.expect(w.late == 0, "late by %g", w.late);
    if (is_double)
        expect_pinned(t, "early, ulp of the size", w.early, range == 2 ? 0.6 : 0.5);
    else
        expect_pinned(t, "early, roundings of t", w.rounded, 2);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(against_exact<2>), FEELER_TEST(against_exact<5>), FEELER_TEST(against_exact<4000>))

}  // namespace TEST_FILE
