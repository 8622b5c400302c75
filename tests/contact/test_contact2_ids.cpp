/// Contact ids in the plane while polygons turn and slide by small steps: with corners in one place, near one another and in one line. What rounds
/// may not change them to and fro, and two points of a manifold never lie in one place.
#include <algorithm>
#include <cmath>
#include <vector>

#include "feeler/contact2.h"
#include "feeler/hull.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

const bool is_float = sizeof(flr_real) == sizeof(float);

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

enum manner { PLAIN, TWICE, NEAR, COLLINEAR, MANNERS };
const char *const manner_name[] = {"plain", "twice", "near", "collinear"};

/// A convex outline, with more corners on its sides by its manner.
std::vector<flr_vec2> outline(manner m, random_source &random)
{
    const int n = random.whole(3, 6);
    const double turned = random.between(0, 6.28);
    const bool regular = random.whole(0, 1) == 1;
    std::vector<double> angles;
    for (int i = 0; i < n; ++i)
        angles.push_back(regular ? 2 * M_PI * i / n : 2 * M_PI * (i + random.between(0, 0.8)) / n);
    std::vector<flr_vec2> p;
    for (int i = 0; i < n; ++i) {
        const double from = angles[size_t(i)] + turned, to = angles[size_t(i + 1) % size_t(n)] + turned,
                     x = std::cos(from), y = std::sin(from), dx = std::cos(to) - x, dy = std::sin(to) - y;
        p.push_back(vec(x, y));
        const int more = m == PLAIN ? 0 : random.whole(0, 2);
        const double part = m == TWICE ? 0 : m == COLLINEAR ? 0.3 : std::pow(10, random.between(-11, -5));
        for (int k = 1; k <= more; ++k) p.push_back(vec(x + k * part * dx, y + k * part * dy));
    }
    if (random.whole(0, 1)) std::reverse(p.begin(), p.end());
    std::rotate(p.begin(), p.begin() + random.whole(0, int(p.size()) - 1), p.end());
    return p;
}

/// In order, in any order, or as a hull.
struct body {
    std::vector<flr_vec2> p;
    int kind;
    flr_hull2 *hull = nullptr;
    flr_real radius;

    body(manner m, random_source &random)
    {
        p = outline(m, random);
        kind = random.whole(0, 2);
        radius = flr_real(random.whole(0, 2) ? 0 : 0.1);
        if (kind == 2) (void)flr_hull2_create(p.data(), p.size(), nullptr, &hull);
    }
    ~body() { flr_hull2_destroy(hull); }
    body(const body &) = delete;
    body &operator=(const body &) = delete;

    flr_convex2 at(double angle, double x, double y) const
    {
        const flr_vec2 turn = vec(std::cos(angle), std::sin(angle)), position = vec(x, y);
        if (hull) return flr_convex2_hull(hull, turn, position, radius);
        const uint32_t n = uint32_t(p.size());
        return kind ? flr_convex2_points(p.data(), n, turn, position, radius)
                    : flr_convex2_polygon(p.data(), n, turn, position, radius);
    }
};

/// One run: b turns or slides beside a, 0.05 deep at first.
struct run {
    double angle, step, x, y, far = 4;
    bool slides;

    flr_convex2 place(const body &b, int t) const
    {
        if (slides) return b.at(angle, x * far - y * step * t, y * far + x * step * t);
        return b.at(angle + step * t, x * far, y * far);
    }
};

/// Where the shapes are as deep as that.
void approach(run *r, const body &a, const body &b)
{
    const flr_convex2 x = a.at(0, 0, 0);
    double low = 0, high = 4;
    for (int k = 0; k < 40; ++k) {
        r->far = (low + high) / 2;
        const flr_convex2 y = r->place(b, 0);
        (flr_signed_distance2_convex_convex(&x, &y, nullptr).signed_distance < flr_real(-0.05) ? low : high) =
            r->far;
    }
}

/// How often the ids of one step are those of one of the six before the last change.
int flips(tally &t, const run &r, const body &a, const body &b, flr_contact2_options *o, const char *name)
{
    std::vector<std::vector<uint32_t>> all;
    int found = 0;
    const flr_convex2 x = a.at(0, 0, 0);
    for (int n = 0; n < 400; ++n) {
        const flr_convex2 y = r.place(b, n - 200);
        flr_manifold2 m;
        t.expect(flr_contact2_convex_convex(&x, &y, o, &m) == FLR_OK, "%s: status", name);
        std::vector<uint32_t> ids;
        for (int i = 0; i < m.count; ++i) ids.push_back(m.points[i].id);
        std::sort(ids.begin(), ids.end());
        const double apart =
            m.count == 2 ? double(flr_length2(flr_sub2(m.points[0].position, m.points[1].position))) : 1;
        t.expect(apart > (is_float ? 1e-5 : 1e-12), "%s: two points %g apart", name, apart);
        t.expect(m.count < 2 || ids[0] != ids[1], "%s: an id twice", name);
        if (!all.empty() && all.back() == ids) continue;
        const size_t from = all.size() > 6 ? all.size() - 6 : 0;
        found += std::find(all.begin() + long(from), all.end(), ids) != all.end();
        all.push_back(ids);
    }
    return found;
}

void steady(tally &t)
{
    random_source random{905};
    for (int n = 0; n < scenes(1200); ++n) {
        manner m = manner(n % MANNERS);
        // which rounding puts off the side by more than a clear turn
        if (is_float && m == NEAR) m = COLLINEAR;
        const body a(random.whole(0, 1) ? m : PLAIN, random), b(m, random);
        run r;
        r.angle = random.whole(0, 1) ? 0 : random.between(0, 6.28);
        r.step = std::pow(10, random.between(is_float ? -4.5 : -9, is_float ? -4 : -5)) *
                 (random.whole(0, 1) ? 1 : -1);
        const double way = random.between(0, 6.28);
        r.x = std::cos(way);
        r.y = std::sin(way);
        r.slides = random.whole(0, 2) == 0;
        approach(&r, a, b);
        flr_contact2_cache cache = {};
        flr_contact2_options o = {flr_real(0.02), flr_real(random.whole(0, 1) ? 0 : 0.005), nullptr};
        if (random.whole(0, 1)) o.cache = &cache;
        const int found = flips(t, r, a, b, &o, manner_name[m]);
        // in single precision what the pose rounds may take a step back
        t.expect(found <= (is_float ? 1 : 0), "%s, run %d: %d times to and fro", manner_name[m], n, found);
    }
}

// ---- Ids turned back into features

void done(tally &t, flr_status status, const char *what)
{
    t.expect(status == FLR_OK, "%s: %s", what, flr_status_string(status));
}

flr_contact2_part corner(uint32_t i) { return {1, {i, 0}}; }
flr_contact2_part side(uint32_t i, uint32_t k) { return {2, {i, k}}; }

bool same(const flr_contact2_part &x, const flr_contact2_part &y)
{
    if (x.corner_count != y.corner_count) return false;
    if (x.corner_count == 2 && x.corners[0] == y.corners[1] && x.corners[1] == y.corners[0]) return true;
    for (uint32_t i = 0; i < x.corner_count; ++i)
        if (x.corners[i] != y.corners[i]) return false;
    return true;
}

/// One point of a manifold is made by these.
void made_by(tally &t, const flr_convex2 &a, const flr_convex2 &b, flr_vec2 at, flr_contact2_part want_a,
             flr_contact2_part want_b)
{
    flr_manifold2 m{};
    done(t, flr_contact2_convex_convex(&a, &b, nullptr, &m), "flr_contact2_convex_convex");
    int found = -1;
    for (int i = 0; i < m.count; ++i)
        if (std::fabs(double(m.points[i].position.x - at.x)) +
                std::fabs(double(m.points[i].position.y - at.y)) <
            1e-4)
            found = i;
    if (!t.expect(found >= 0, "no point at (%g, %g)", double(at.x), double(at.y))) return;
    flr_contact2_part x{}, y{};
    done(t, flr_contact2_parts(&a, &b, &m, found, &x, &y), "flr_contact2_parts");
    t.expect(same(x, want_a) && same(y, want_b), "(%g, %g): %u corners %u %u and %u corners %u %u",
             double(at.x), double(at.y), x.corner_count, x.corners[0], x.corners[1], y.corner_count,
             y.corners[0], y.corners[1]);
    done(t, flr_contact2_convex_convex(&b, &a, nullptr, &m), "flr_contact2_convex_convex");
    done(t, flr_contact2_parts(&b, &a, &m, found, &y, &x), "flr_contact2_parts");
    t.expect(same(x, want_a) && same(y, want_b), "(%g, %g): other features of the swapped pair", double(at.x),
             double(at.y));
}

/// A box on a box, a triangle of corners in another order, a capsule and a disc: features by the pictures.
void known_parts(tally &t)
{
    const flr_aabb2 low = {vec(0, 0), vec(1, 1)}, high = {vec(0.5, 1), vec(1.5, 2)},
                    inside = {vec(0.25, 1), vec(0.75, 2)};
    const flr_convex2 floor = flr_convex2_aabb(&low), crate = flr_convex2_aabb(&high),
                      small = flr_convex2_aabb(&inside);
    made_by(t, floor, crate, vec(0.5, 1), side(2, 3), corner(0));
    made_by(t, floor, crate, vec(1, 1), corner(2), side(0, 1));
    made_by(t, floor, small, vec(0.25, 1), side(2, 3), corner(0));
    made_by(t, floor, small, vec(0.75, 1), side(2, 3), corner(1));
    const flr_triangle2 pointing = {vec(2, 3), vec(0.5, 0.875), vec(-1, 3)};
    const flr_convex2 tip = flr_convex2_triangle(&pointing);
    made_by(t, floor, tip, vec(0.5, 0.9375), side(2, 3), corner(1));
    const flr_capsule2 lying = {vec(0.25, 1.5), vec(0.75, 1.5), flr_real(0.5)};
    const flr_convex2 log = flr_convex2_capsule(&lying);
    made_by(t, floor, log, vec(0.25, 1), side(2, 3), corner(0));
    made_by(t, floor, log, vec(0.75, 1), side(2, 3), corner(1));
    const flr_circle ball = {vec(1.25, 1.25), flr_real(0.5)};
    const flr_convex2 disc = flr_convex2_circle(&ball);
    flr_manifold2 m{};
    done(t, flr_contact2_convex_convex(&floor, &disc, nullptr, &m), "flr_contact2_convex_convex");
    made_by(t, floor, disc, m.points[0].position, corner(2), corner(0));
    t.expect(flr_contact2_parts(&floor, &disc, &m, 1, nullptr, nullptr) == FLR_INVALID_ARGUMENT,
             "there is one point only");
    t.expect(flr_contact2_parts(&floor, &disc, &m, -1, nullptr, nullptr) == FLR_INVALID_ARGUMENT,
             "no point has a number below 0");
    t.expect(flr_contact2_parts(nullptr, &disc, &m, 0, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no shape");
}

/// How far a point of a shape's boundary lies from the feature that was returned.
double off_part(const std::vector<flr_vec2> &p, const flr_contact2_part &part, flr_vec2 at)
{
    if (part.corner_count == 0 || part.corners[0] >= p.size() || part.corners[1] >= p.size()) return INFINITY;
    const flr_vec2 a = p[part.corners[0]], b = part.corner_count == 2 ? p[part.corners[1]] : a;
    const double ex = b.x - a.x, ey = b.y - a.y, wx = at.x - a.x, wy = at.y - a.y, ee = ex * ex + ey * ey;
    const double along = ee > 0 ? std::fmin(1, std::fmax(0, (ex * wx + ey * wy) / ee)) : 0;
    return std::hypot(wx - along * ex, wy - along * ey);
}

void random_parts(tally &t)
{
    random_source random{131};
    int asked = 0;
    for (int scene = 0; scene < 2000; ++scene) {
        const std::vector<flr_vec2> p = outline(PLAIN, random);
        std::vector<flr_vec2> q = outline(PLAIN, random);
        const double x = random.between(-1.6, 1.6), y = random.between(-1.6, 1.6);
        for (flr_vec2 &v : q) v = flr_add2(v, vec(x, y));
        const flr_convex2 a = flr_convex2_polygon(p.data(), uint32_t(p.size()), vec(1, 0), vec(0, 0), 0),
                          b = flr_convex2_polygon(q.data(), uint32_t(q.size()), vec(1, 0), vec(0, 0), 0);
        const flr_contact2_options o = {flr_real(0.1), 0, nullptr};
        flr_manifold2 m{};
        done(t, flr_contact2_convex_convex(&a, &b, &o, &m), "flr_contact2_convex_convex");
        flr_contact2_part of_a[2], of_b[2];
        for (int i = 0; i < m.count; ++i) {
            done(t, flr_contact2_parts(&a, &b, &m, i, &of_a[i], &of_b[i]), "flr_contact2_parts");
            const flr_vec2 half = flr_scale2(m.points[i].depth / 2, m.normal);
            // within 1e-4 of the size of a corner, the corner is returned
            const double at_a = off_part(p, of_a[i], flr_add2(m.points[i].position, half)),
                         at_b = off_part(q, of_b[i], flr_sub2(m.points[i].position, half));
            t.expect(at_a < 1e-3 && at_b < 1e-3, "scene %d: the point lies %g and %g off its features", scene,
                     at_a, at_b);
            ++asked;
        }
        t.expect(m.count < 2 || !same(of_a[0], of_a[1]) || !same(of_b[0], of_b[1]),
                 "scene %d: both points have the same features", scene);
    }
    t.expect(asked > 1000, "%d points", asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(steady), FEELER_TEST(known_parts), FEELER_TEST(random_parts))

}  // namespace TEST_FILE
