// needs: gmp
// The bounds of flr_distance3_bounds and flr_distance2_bounds hold the true distance, whatever form the shapes come in. Boxes with whole
// numbers for corners have whole squared distances, and radii are taken off; so the truth is exact.
#include "support/big.hpp"

#include <cmath>

#include "any/any3_stock.hpp"
#include "feeler/any2.h"
#include "feeler/hull.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;

struct whole_box {
    int low[3], high[3];
    int radius;
};

whole_box random_box(random_source &r, int dimensions, int reach, int radius)
{
    whole_box b{};
    for (int k = 0; k < dimensions; ++k) {
        b.low[k] = r.whole(0, 2 * reach) - reach;
        b.high[k] = b.low[k] + 2 * (1 + r.whole(0, 3));  // an even width: the middle is whole
    }
    b.radius = radius;
    return b;
}

/// The squared distance of the cores.
long gap_squared(const whole_box &a, const whole_box &b)
{
    long sum = 0;
    for (int k = 0; k < 3; ++k) {
        const long gap = std::max({a.low[k] - b.high[k], b.low[k] - a.high[k], 0});
        sum += gap * gap;
    }
    return sum;
}

/// Exactly: x <= max(0, sqrt(squared) - radii), and x >= it.
bool at_most(double x, long squared, int radii)
{
    if (!std::isfinite(x)) return x < 0;
    const big_rational y = big_rational(x) + radii;
    return x <= 0 || y <= 0 || y * y <= squared;
}
bool at_least(double x, long squared, int radii)
{
    if (!std::isfinite(x)) return x > 0;
    const big_rational y = big_rational(x) + radii;
    return x >= 0 && y >= 0 && y * y >= squared;
}

enum form3 { AABB, BOX, CONVEX_BOX, POINTS, HULL, MESH, COMPOUND, ROUNDED, FORMS3 };
const char *const names3[] = {"aabb", "box", "convex box", "points", "hull", "mesh", "compound", "rounded"};

flr_mat3 upright() { return {vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)}; }
bool same(flr_vec3 p, flr_vec3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; }
bool same(flr_vec2 p, flr_vec2 q) { return p.x == q.x && p.y == q.y; }

struct made3 : held {
    std::shared_ptr<flr_hull3> hull;
};

made3 make(const whole_box &b, form3 f)
{
    made3 m;
    const flr_vec3 low = vec(b.low[0], b.low[1], b.low[2]), high = vec(b.high[0], b.high[1], b.high[2]);
    const flr_vec3 half = flr_scale3(flr_real(0.5), flr_sub3(high, low)), middle = flr_add3(low, half);
    const flr_box3 box = {middle, upright(), half};
    const soup s = ::box(low, high);
    m.points = std::make_shared<std::vector<flr_vec3>>(s.v);
    const flr_convex3 points =
        flr_convex3_points(m.points->data(), 8, upright(), vec(0, 0, 0), flr_real(b.radius));
    m.shape.kind = FLR_SHAPE3_CONVEX;
    switch (f) {
    case AABB:
        m.shape.kind = FLR_SHAPE3_AABB;
        m.shape.as.aabb = {low, high};
        break;
    case BOX:
        m.shape.kind = FLR_SHAPE3_BOX;
        m.shape.as.box = box;
        break;
    case CONVEX_BOX:
        m.shape.as.convex = flr_convex3_box(&box);
        break;
    case HULL: {
        flr_hull3 *h = nullptr;
        must(flr_hull3_create(m.points->data(), 8, nullptr, nullptr, &h), "flr_hull3_create");
        m.hull = {h, flr_hull3_destroy};
        m.shape.as.convex = flr_convex3_hull(h, upright(), vec(0, 0, 0), 0);
        break;
    }
    case MESH:
        static_cast<held &>(m) = any3::mesh(s, true);
        break;
    case COMPOUND: {
        whole_box left = b, right = b;
        left.high[0] = right.low[0] = (b.low[0] + b.high[0]) / 2;
        static_cast<held &>(m) = any3::compound({make(left, AABB), make(right, BOX)});
        break;
    }
    default:
        m.shape.as.convex = points;
        break;
    }
    return m;
}

/// A radius only where the form has room for one.
int radius_for(random_source &r, form3 f) { return f == ROUNDED ? r.whole(1, 3) : 0; }

void forms_of_space(tally &t)
{
    random_source r{77};
    int beyond = 0, touching = 0, apart = 0;
    for (int n = 0; n < 40; ++n)
        for (int i = 0; i < FORMS3; ++i)
            for (int k = 0; k < FORMS3; ++k) {
                const whole_box a = random_box(r, 3, 9, radius_for(r, form3(i))),
                                b = random_box(r, 3, 9, radius_for(r, form3(k)));
                const long squared = gap_squared(a, b);
                const int radii = a.radius + b.radius;
                const made3 x = make(a, form3(i)), y = make(b, form3(k));
                flr_distance3_result d{}, back{};
                flr_gjk3_cache cache{};
                const flr_distance3_options o = {n % 3 == 0 ? flr_real(r.whole(0, 11)) + flr_real(0.5) : 0,
                                                 n % 2 ? &cache : nullptr};
                const char *one = names3[i], *other = names3[k];
                flr_status status = flr_distance3_bounds(&x.shape, &y.shape, &o, &d);
                if (!t.expect(status == FLR_OK, "%s %s: %s", one, other, flr_status_string(status))) continue;
                t.expect(at_most(double(d.lower), squared, radii), "%s %s: lower %.17g of sqrt(%ld) - %d",
                         one, other, double(d.lower), squared, radii);
                t.expect(at_least(double(d.upper), squared, radii), "%s %s: upper %.17g of sqrt(%ld) - %d",
                         one, other, double(d.upper), squared, radii);
                t.expect(d.distance >= d.lower && d.distance <= d.upper, "%s %s: %.17g in %.17g to %.17g",
                         one, other, double(d.distance), double(d.lower), double(d.upper));
                t.expect(d.beyond || double(d.upper - d.lower) <= real_choose(2e-12, 2e-3),
                         "%s %s: from %.17g to %.17g", one, other, double(d.lower), double(d.upper));
                if (o.max_distance > 0)
                    t.expect(d.beyond == !at_least(double(o.max_distance), squared, radii),
                             "%s %s: beyond %g is %d of sqrt(%ld) - %d", one, other, double(o.max_distance),
                             d.beyond, squared, radii);
                beyond += d.beyond;
                touching += d.distance == 0;
                apart += d.distance > 0;
                flr_distance3_options plain = {o.max_distance, nullptr};
                flr_distance3_bounds(&x.shape, &y.shape, &plain, &d);
                flr_distance3_bounds(&y.shape, &x.shape, &plain, &back);
                t.expect(back.distance == d.distance && back.lower == d.lower && back.upper == d.upper &&
                             same(back.point_a, d.point_b) && same(back.point_b, d.point_a) &&
                             same(back.normal, flr_neg3(d.normal)),
                         "%s %s: not mirrored", one, other);
            }
    t.expect(beyond > 200 && touching > 200 && apart > 200, "%d beyond, %d touching, %d apart", beyond,
             touching, apart);
}

/// One cache along a way of many small steps; the other shape's kind and both orders change on the way.
void a_cache_along_a_way(tally &t)
{
    random_source r{78};
    for (int i = 0; i < FORMS3; ++i)
        for (int k = 0; k < FORMS3; ++k) {
            flr_gjk3_cache cache{};
            whole_box a = random_box(r, 3, 4, radius_for(r, form3(i))),
                      b = random_box(r, 3, 4, radius_for(r, form3(k)));
            const made3 x = make(a, form3(i));
            for (int step = -20; step < 20; ++step) {
                for (int c = 0; c < 3; ++c) {
                    const int width = b.high[c] - b.low[c];
                    b.low[c] = c == 0 ? step : a.low[c] + step / (c + 2);
                    b.high[c] = b.low[c] + width;
                }
                const made3 y = make(b, form3(k));
                const flr_distance3_options o = {0, &cache};
                flr_distance3_result d{};
                flr_status status = step % 5 ? flr_distance3_bounds(&x.shape, &y.shape, &o, &d)
                                             : flr_distance3_bounds(&y.shape, &x.shape, &o, &d);
                t.expect(status == FLR_OK &&
                             at_most(double(d.lower), gap_squared(a, b), a.radius + b.radius) &&
                             at_least(double(d.upper), gap_squared(a, b), a.radius + b.radius),
                         "%s %s, step %d: %.17g to %.17g of sqrt(%ld) - %d", names3[i], names3[k], step,
                         double(d.lower), double(d.upper), gap_squared(a, b), a.radius + b.radius);
            }
        }
}

enum form2 { AABB2, BOX2, POLYGON2, POINTS2, CAPSULE2, COMPOUND2, FORMS2 };
const char *const names2[] = {"aabb", "box", "polygon", "rounded points", "capsule", "compound"};

struct made2 {
    flr_shape2 shape{};
    std::shared_ptr<std::vector<flr_vec2>> points;
    std::shared_ptr<std::vector<flr_shape2>> shapes;
};

made2 make(const whole_box &b, form2 f)
{
    made2 m;
    const flr_vec2 low = flr_vec2_make(flr_real(b.low[0]), flr_real(b.low[1])),
                   high = flr_vec2_make(flr_real(b.high[0]), flr_real(b.high[1]));
    const flr_vec2 half = flr_scale2(flr_real(0.5), flr_sub2(high, low)), one = {1, 0};
    m.points = std::make_shared<std::vector<flr_vec2>>(
        std::vector<flr_vec2>{low, {high.x, low.y}, high, {low.x, high.y}});
    switch (f) {
    case AABB2:
        m.shape.kind = FLR_SHAPE2_AABB;
        m.shape.as.aabb = {low, high};
        break;
    case BOX2:
        m.shape.kind = FLR_SHAPE2_BOX;
        m.shape.as.box = {flr_add2(low, half), one, half};
        break;
    case POLYGON2:
        m.shape.kind = FLR_SHAPE2_POLYGON;
        m.shape.as.polygon = {m.points->data(), 4};
        break;
    case POINTS2:
        m.shape.kind = FLR_SHAPE2_CONVEX;
        m.shape.as.convex =
            flr_convex2_points(m.points->data(), 4, one, flr_vec2_make(0, 0), flr_real(b.radius));
        break;
    case CAPSULE2:
        m.shape.kind = FLR_SHAPE2_CAPSULE;
        m.shape.as.capsule = {low, high, flr_real(b.radius)};
        break;
    default:
        m.shapes = std::make_shared<std::vector<flr_shape2>>();
        for (form2 g : {AABB2, BOX2}) {
            whole_box part = b;
            (g == AABB2 ? part.high : part.low)[0] = (b.low[0] + b.high[0]) / 2;
            m.shapes->push_back(make(part, g).shape);
        }
        m.shape.kind = FLR_SHAPE2_COMPOUND;
        m.shape.as.compound = {m.shapes->data(), m.shapes->size(), nullptr};
        break;
    }
    return m;
}

/// A capsule lies along the first axis, so that its core is a box without a height.
whole_box random_box2(random_source &r, form2 f)
{
    whole_box b = random_box(r, 2, 9, f == POINTS2 || f == CAPSULE2 ? r.whole(1, 3) : 0);
    if (f == CAPSULE2) b.high[1] = b.low[1];
    return b;
}

void forms_of_the_plane(tally &t)
{
    random_source r{79};
    int beyond = 0, touching = 0, apart = 0;
    for (int n = 0; n < 60; ++n)
        for (int i = 0; i < FORMS2; ++i)
            for (int k = 0; k < FORMS2; ++k) {
                const whole_box a = random_box2(r, form2(i)), b = random_box2(r, form2(k));
                const long squared = gap_squared(a, b);
                const int radii = a.radius + b.radius;
                const made2 x = make(a, form2(i)), y = make(b, form2(k));
                flr_distance2_result d{}, back{};
                flr_gjk2_cache cache{};
                const flr_distance2_options o = {n % 3 == 0 ? flr_real(r.whole(0, 11)) + flr_real(0.5) : 0,
                                                 n % 2 ? &cache : nullptr};
                const char *one = names2[i], *other = names2[k];
                for (int again = 0; again < 2; ++again) {
                    flr_status status = flr_distance2_bounds(&x.shape, &y.shape, &o, &d);
                    t.expect(status == FLR_OK && at_most(double(d.lower), squared, radii) &&
                                 at_least(double(d.upper), squared, radii) && d.distance >= d.lower &&
                                 d.distance <= d.upper,
                             "%s %s: %s, %.17g to %.17g of sqrt(%ld) - %d", one, other,
                             flr_status_string(status), double(d.lower), double(d.upper), squared, radii);
                    t.expect(d.beyond || double(d.upper - d.lower) <= real_choose(2e-12, 2e-3),
                             "%s %s: from %.17g to %.17g", one, other, double(d.lower), double(d.upper));
                    if (o.max_distance > 0)
                        t.expect(d.beyond == !at_least(double(o.max_distance), squared, radii),
                                 "%s %s: beyond %g is %d of sqrt(%ld) - %d", one, other,
                                 double(o.max_distance), d.beyond, squared, radii);
                }
                beyond += d.beyond;
                touching += d.distance == 0;
                apart += d.distance > 0;
                flr_distance2_options plain = {o.max_distance, nullptr};
                flr_distance2_bounds(&x.shape, &y.shape, &plain, &d);
                flr_distance2_bounds(&y.shape, &x.shape, &plain, &back);
                t.expect(back.distance == d.distance && back.lower == d.lower && back.upper == d.upper &&
                             same(back.point_a, d.point_b) && same(back.point_b, d.point_a) &&
                             same(back.normal, flr_neg2(d.normal)),
                         "%s %s: not mirrored", one, other);
            }
    t.expect(beyond > 200 && touching > 200 && apart > 200, "%d beyond, %d touching, %d apart", beyond,
             touching, apart);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(forms_of_space), FEELER_TEST(a_cache_along_a_way), FEELER_TEST(forms_of_the_plane))

}  // namespace TEST_FILE
