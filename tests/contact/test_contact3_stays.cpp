/// What stays when shapes move a little: points and their ids; faces preferred within a bias; caches, which change nothing.
#include <algorithm>
#include <cmath>

#include "contact/contact3_patch.hpp"

namespace TEST_FILE
{

using namespace contact3;

namespace
{

/// ids are the same after a motion of 1e-6, flush or not, and in both orders.
void ids_stay(tally &t)
{
    random_source r{523};
    int same = 0, asked = 0;
    for (int n = 0; n < 600; n++) {
        flr_mat3 x = random_turn(r), y = random_turn(r);
        flr_vec3 at = r.point(-1.2, 1.2);
        flr_convex3 a = cube({0, 0, 0}, 1, x), b = cube(at, 0.7, y);
        flr_manifold3 m = contact(a, b);
        flr_vec3 by = flr_scale3(flr_real(1e-6), r.point(-1, 1)), axis = r.point(-1, 1);
        flr_mat3 turn = rotation(axis, 1e-6);
        flr_mat3 z = {flr_mat3_mul(turn, y.x), flr_mat3_mul(turn, y.y), flr_mat3_mul(turn, y.z)};
        flr_manifold3 k = contact(a, cube(flr_add3(at, by), 0.7, z));
        asked++;
        same += ids(m) == ids(k);
    }
    t.expect(same > asked - 4, "%d of %d keep their ids", same, asked);
    // a stack of equal cubes that tremble: flush sides, so every corner is a corner on a corner
    std::vector<uint32_t> first;
    for (int n = 0; n < 200; n++) {
        flr_vec3 by = flr_scale3(flr_real(1e-6), r.point(-1, 1)), axis = r.point(-1, 1);
        flr_manifold3 m =
            contact(cube({0, 0, 0}, 1), cube({by.x, by.y, flr_real(1.999 + by.z)}, 1, rotation(axis, 1e-6)));
        if (n == 0) first = ids(m);
        t.expect(m.count == 4 && ids(m) == first && area(m) > 3.99,
                 "trembling stack: %d points, area %g: %x %x %x %x", m.count, area(m), ids(m)[0], ids(m)[1],
                 ids(m)[2], ids(m)[3]);
    }
}

/// A stack of boxes in coherent motion keeps normal, points and ids from step to step.
void stack(tally &t)
{
    flr_box3 low = {{0, 0, 0}, identity(), {1, 1, 0.5}},
             high = {{flr_real(0.1), flr_real(-0.2), flr_real(0.99)},
                     identity(),
                     {flr_real(0.6), flr_real(0.7), 0.5}};
    flr_contact3_cache cache = {};
    flr_contact3_options o = {flr_real(0.02), 0, &cache};
    std::vector<uint32_t> before;
    flr_manifold3 last = {};
    for (int n = 0; n < 1000; n++) {
        double s = 1e-3 * std::sin(0.1 * n), c = 1e-3 * std::cos(0.07 * n);
        high.axes = rotation({1, 2, 0.5}, 2e-3 * std::sin(0.13 * n));
        high.center = {flr_real(0.1 + s), flr_real(-0.2 + c), flr_real(0.99 + 0.5 * s)};
        flr_manifold3 m;
        flr_contact3_box_box(&low, &high, &o, &m);
        t.expect(m.count == 4 && m.normal.z > 0.999, "step %d: %d points", n, m.count);
        if (n > 0) {
            t.expect(ids(m) == before, "step %d: other ids", n);
            for (int i = 0; i < m.count; i++)
                for (int k = 0; k < last.count; k++)
                    if (m.points[i].id == last.points[k].id)
                        t.expect(flr_length3(flr_sub3(m.points[i].position, last.points[k].position)) < 1e-3,
                                 "step %d: a point jumps", n);
        }
        before = ids(m);
        last = m;
    }
}

/// A face that is a little deeper than the shallowest direction is taken within the bias, and not beyond.
void face_bias(tally &t)
{
    random_source r{524};
    int asked = 0;
    for (int n = 0; n < 2000; n++) {
        flr_mat3 x = random_turn(r), y = random_turn(r);
        flr_vec3 at = r.point(-1.3, 1.3);
        body a = box({0, 0, 0}, x, {1, flr_real(0.8), flr_real(0.6)}),
             b = box(at, y, {0.5, flr_real(0.6), flr_real(0.7)});
        vec axis;
        real s = separation(a, b, &axis);
        if (s > -1e-3) continue;
        auto is_face = [&](vec v) {
            bool any = false;
            for (const body *k : {&a, &b})
                for (vec u : k->axes) any |= std::fabs(std::fabs(dot(u, v)) - 1) < real_choose(1e-9, 1e-5);
            return any;
        };
        if (is_face(axis)) continue;
        real of_faces = -INFINITY;
        for (const body *k : {&a, &b})
            for (vec u : k->axes)
                of_faces = std::max(of_faces, std::max(gap(a, b, u), gap(a, b, real(-1) * u)));
        real extra = s - of_faces;
        if (real_is_float && extra < 1e-3) continue;  // rounding alone decides of less
        for (int wide = 0; wide < 2; wide++) {
            flr_contact3_options o = {0, flr_real(double(extra) * (wide ? 1.01 : 0.99)), nullptr};
            flr_manifold3 m = contact(a.convex, b.convex, o);
            bool face = is_face(from(m.normal));
            t.expect(m.count > 0 && face == (wide == 1), "bias %g of %Lg: %s", o.face_bias, extra,
                     face ? "face" : "edge");
            t.expect(close(deepest(m), double(wide ? -of_faces : -s)), "bias: depth %.17g, not %.17Lg",
                     deepest(m), wide ? -of_faces : -s);
        }
        asked++;
    }
    t.expect(asked > 100, "%d pairs of edges", asked);
}

/// Any cache, right, stale or of another pair, changes nothing.
void caches(tally &t)
{
    random_source r{525};
    flr_contact3_cache cache = {};
    int hit = 0;
    for (int n = 0; n < 2000; n++) {
        flr_mat3 y = random_turn(r);
        flr_vec3 at = r.point(-1.9, 1.9), h = {1, 0.5, flr_real(0.7)};
        body a = box({0, 0, 0}, identity(), h), b = n % 3 ? box(at, y, h) : box(at, y, {0, 0, 1}, 0.3);
        flr_contact3_options with = {0.125, 0, &cache}, without = {0.125, 0, nullptr};
        if (n % 2) std::swap(a, b);
        flr_manifold3 m = contact(a.convex, b.convex, with), k = contact(a.convex, b.convex, without);
        m.normal = flr_neg3(m.normal);
        t.expect(same_bits(m, k), "with a cache %d points, without %d", m.count, k.count);
        flr_vec3 old = cache.normal;
        k = contact(a.convex, b.convex, with);
        m.normal = flr_neg3(m.normal);
        k.normal = flr_neg3(k.normal);
        t.expect(same_bits(m, k), "the second time %d points, not %d", k.count, m.count);
        t.expect(flr_length3(flr_sub3(old, cache.normal)) == 0 || m.count == 0, "the cache wanders");
        hit += m.count > 0;
    }
    t.expect(hit > 600 && hit < 1400, "%d of 2000 hit", hit);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(ids_stay), FEELER_TEST(stack), FEELER_TEST(face_bias), FEELER_TEST(caches))

}  // namespace TEST_FILE
