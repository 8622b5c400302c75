// needs: gmp
/// Hulls in the plane from the definition, in rationals: every point left of or on every edge, every turn strictly left.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "support/big.hpp"

#include "feeler/feeler.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using points = std::vector<flr_vec2>;

int side(flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    big_rational ax(a.x), ay(a.y);
    big_rational left = (big_rational(b.x) - ax) * (big_rational(c.y) - ay);
    big_rational right = (big_rational(b.y) - ay) * (big_rational(c.x) - ax);
    return left > right ? 1 : left < right ? -1 : 0;
}

bool same(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }

/// Returns the dimension.
int certify(tally &t, const points &p, const char *name)
{
    flr_hull2 *made = nullptr;
    flr_status status = flr_hull2_create(p.data(), p.size(), nullptr, &made);
    if (!t.expect(status == FLR_OK, "%s: %s", name, flr_status_string(status))) return -1;
    std::shared_ptr<flr_hull2> h(made, flr_hull2_destroy);
    const flr_hull2_info info = flr_hull2_get_info(made);
    const flr_vec2 *v = flr_hull2_vertices(made);
    const uint32_t n = info.vertex_count;
    int dimension = 0;
    for (flr_vec2 q : p) dimension = std::max(dimension, same(p[0], q) ? 0 : 1);
    for (size_t i = 0; i < p.size() && dimension == 1; ++i)
        for (size_t j = 0; j < i && dimension == 1; ++j)
            if (!same(p[0], p[j]) && side(p[0], p[j], p[i]) != 0) dimension = 2;
    t.expect(info.dimension == dimension && (dimension == 2 ? n > 2 : n == uint32_t(dimension) + 1),
             "%s: dimension %d, %u vertices", name, info.dimension, n);
    long wrong = 0;
    flr_vec2 low = p[0], high = low;
    for (flr_vec2 q : p) {
        low = flr_min2(low, q), high = flr_max2(high, q);
        for (uint32_t i = 0; i < n && n > 1; ++i) wrong += side(v[i], v[(i + 1) % n], q) < 0;
        wrong += q.x < v[0].x || (q.x == v[0].x && q.y < v[0].y);
        if (n == 2) wrong += q.x > v[1].x || (q.x == v[1].x && q.y > v[1].y);
    }
    t.expect(wrong == 0, "%s: %ld points outside", name, wrong);
    t.expect(same(low, info.bounds.min) && same(high, info.bounds.max), "%s: bounds", name);
    for (uint32_t i = 0; i < n; ++i) {
        if (n > 2) wrong += side(v[i], v[(i + 1) % n], v[(i + 2) % n]) <= 0;
        wrong += !same(p[flr_hull2_sources(made)[i]], v[i]);
    }
    const flr_vec2 *normals = flr_hull2_normals(made);
    t.expect((normals != nullptr) == (n > 2), "%s: normals", name);
    for (uint32_t i = 0; i < n && n > 2; ++i) {
        flr_vec2 a = v[i], b = v[(i + 1) % n], m = normals[i];
        double x = double(b.y) - double(a.y), y = double(a.x) - double(b.x), length = std::hypot(x, y);
        double off = std::hypot(double(m.x) - x / length, double(m.y) - y / length);
        t.expect(off <= 4 * real_epsilon, "%s: normal %u is off by %g", name, i, off);
    }
    // turning left all the way could still go around twice: the area of the bounds would be exceeded
    big_rational twice = 0;
    for (uint32_t i = 0; i < n; ++i) {
        flr_vec2 a = v[i], b = v[(i + 1) % n];
        twice += big_rational(a.x) * big_rational(b.y) - big_rational(a.y) * big_rational(b.x);
    }
    big_rational box =
        (big_rational(high.x) - big_rational(low.x)) * (big_rational(high.y) - big_rational(low.y));
    t.expect(wrong == 0 && twice <= 2 * box, "%s: %ld turns wrong", name, wrong);
    double area = real_of(big_rational(twice / 2).get_d()), scale = std::max(high.x - low.x, high.y - low.y);
    t.expect(!(std::fabs(info.area - area) > real_choose(1e-14, 1e-6) * scale * scale), "%s: area %g, not %g",
             name, info.area, area);
    t.expect(flr_hull2_polygon(made).count == n && flr_hull2_polygon(made).vertices == v, "%s: view", name);
    return dimension;
}

void lattices(tally &t)
{
    random_source r{11};
    int seen[3] = {};
    for (int i = 0; i < 3000; ++i) {
        points p(size_t(r.whole(1, 30)));
        const int reach = r.whole(0, 4), slope = r.whole(-1, 1), kind = r.whole(0, 3);
        for (flr_vec2 &q : p) {
            q.x = flr_real(r.whole(-reach, reach));
            q.y = kind == 0 ? flr_real(slope) * q.x : flr_real(r.whole(-reach, reach));
        }
        int d = certify(t, p, ("lattice " + std::to_string(i)).c_str());
        if (d >= 0) ++seen[d];
    }
    for (int d = 0; d < 3; ++d) t.expect(seen[d] > 300, "dimension %d only %d times", d, seen[d]);
}

void clouds(tally &t)
{
    random_source r{12};
    const flr_vec2 scales[] = {{1, 1},
                               {1e6, 1},
                               {flr_real(1e-6), flr_real(1e-6)},
                               {1e6, 1e6},
                               {flr_real(1e-3), 1e3},
                               {flr_real(real_choose(1e150, 1e18)), flr_real(real_choose(1e-150, 1e-18))}};
    for (int kind = 0; kind < 5; ++kind)
        for (flr_vec2 scale : scales)
            for (double away : {0.0, 1e6, 1e9}) {
                points p(size_t(r.whole(3, 80)));
                for (flr_vec2 &q : p) {
                    double a = r.between(0, 6.3), s = r.between(-1, 1), u = r.between(-1, 1);
                    if (kind == 0) q = flr_vec2_make(flr_real(std::cos(a)), flr_real(std::sin(a)));
                    if (kind == 1) q = flr_vec2_make(flr_real(s), flr_real(u));
                    if (kind == 2)
                        q = flr_vec2_make(flr_real(0.1 + 0.7 * s),
                                          flr_real(0.3 - 0.9 * s));  // collinear but for rounding
                    if (kind == 3) q = flr_vec2_make(flr_real(s), flr_real(s * s));
                    if (kind == 4)
                        q = flr_vec2_make(flr_real(real_after(1, s > 0 ? 2 : 0)), flr_real(real_after(u, 2)));
                    q = flr_vec2_make(flr_real(away + scale.x * q.x), flr_real(scale.y * q.y - away));
                }
                certify(t, p, ("cloud " + std::to_string(kind) + " away " + std::to_string(away)).c_str());
            }
}

/// Enough points for the sort by digits; x in few values, in one run, and of every magnitude.
void crowds(tally &t)
{
    random_source r{13};
    for (int kind = 0; kind < 5; ++kind) {
        points p(400);
        for (flr_vec2 &q : p) {
            double a = r.between(0, 6.3), s = r.between(-1, 1);
            q = flr_vec2_make(flr_real(std::cos(a)), flr_real(std::sin(a)));
            if (kind == 1) q.x = flr_real(r.whole(0, 3));
            if (kind == 2) q = flr_vec2_make(flr_real(&q == &p[7] ? 1 : 1e-12 * q.x), q.y);
            if (kind == 3) {
                const int e = real_is_float ? r.whole(-145, 124) : r.whole(-1060, 1020);
                q = flr_vec2_make(
                    flr_real(std::ldexp(s, e)),
                    flr_real(std::ldexp(a, real_is_float ? r.whole(-145, 124) : r.whole(-1060, 1020))));
            }
            if (kind == 4)
                q = flr_vec2_make(flr_real(real_choose(1.7e308, 3.4e38) * q.x),
                                  flr_real(real_choose(1.7e308, 3.4e38) * q.y));
        }
        certify(t, p, ("crowd " + std::to_string(kind)).c_str());
    }
}

void errors(tally &t)
{
    flr_hull2 *h = nullptr;
    flr_vec2 p[2] = {{0, 0}, {1, 1}};
    t.expect(flr_hull2_create(p, 2, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no place");
    t.expect(flr_hull2_create(nullptr, 2, nullptr, &h) == FLR_INVALID_ARGUMENT, "no points");
    t.expect(flr_hull2_create(p, 0, nullptr, &h) == FLR_INVALID_ARGUMENT, "count 0");
    t.expect(flr_hull2_create(p, FLR_HULL_MAX_POINTS + 1, nullptr, &h) == FLR_TOO_LARGE, "too many");
    for (flr_real bad : {flr_real(NAN), flr_real(INFINITY), -flr_real(INFINITY)}) {
        flr_vec2 q[2] = {p[0], {1, bad}};
        t.expect(flr_hull2_create(q, 2, nullptr, &h) == FLR_NOT_FINITE && !h, "not finite");
        q[1] = {bad, 1};
        t.expect(flr_hull2_create(q, 2, nullptr, &h) == FLR_NOT_FINITE && !h, "not finite");
    }
    flr_hull2_destroy(nullptr);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(lattices), FEELER_TEST(clouds), FEELER_TEST(crowds), FEELER_TEST(errors))

}  // namespace TEST_FILE
