/// Manifolds of boxes: depth, normal and places against the separating-axis theorem and distances from their
/// definitions, known patches, ids, and the printed mistakes M01 to M09.
#include <algorithm>
#include <cmath>

#include "contact/contact3_judge.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace contact3;

namespace
{

flr_vec3 random_half(random_source &r)
{
    double x = r.between(0.3, 1.2), y = r.between(0.3, 1.2), z = r.between(0.3, 1.2);
    return {flr_real(x), flr_real(y), flr_real(z)};
}

/// Generic boxes, with and without margin, of several scales.
void random_boxes(tally &t)
{
    random_source r{501};
    judged w, far;
    for (int n = 0; n < scenes(600); n++) {
        double scale = n % 3 == 0 ? 1 : n % 3 == 1 ? 1e-3 : 1e3;
        flr_mat3 x = random_turn(r), y = random_turn(r);
        flr_vec3 hx = flr_scale3(flr_real(scale), random_half(r)),
                 hy = flr_scale3(flr_real(scale), random_half(r));
        flr_vec3 at = flr_scale3(flr_real(scale), r.point(-2.2, 2.2));
        double margin = n % 4 == 3 ? 0.2 * scale : 0;
        body a = box({0, 0, 0}, x, hx), b = box(at, y, hy);
        judge(t, a, b, margin, "boxes", &w, real_bound(1e-14), real_bound(1e-12));
        flr_vec3 off = flr_scale3(flr_real(scale * real_choose(1, 1e-3)), {1e6, -2e6, 3e5});
        far.origin = from(off);
        body c = box(off, x, hx, 0, far.origin), d = box(flr_add3(off, at), y, hy, 0, far.origin);
        judge(t, c, d, margin, "far", &far, real_choose(1e-9, 1e-4), real_choose(1e-8, 1e-3));
    }
    t.expect(enough(w.hit * 10 > w.asked * 3 && w.hit * 10 < w.asked * 7), "%d of %d hit", w.hit, w.asked);
    pin(t, w, "boxes", real_choose(27, 4), real_choose(5, 4), real_choose(120, 30));
    pin(t, far, "boxes far away", real_choose(27, 4), real_choose(9, 4), real_choose(7e5, 1050));
}

/// On a lattice, turned by right angles or 45 degrees: everything that is parallel, flush or touching.
void lattice_boxes(tally &t)
{
    random_source r{502};
    judged w;
    for (int n = 0; n < scenes(800); n++) {
        flr_vec3 axis = {0, 0, 0};
        (n % 3 == 0 ? axis.x : n % 3 == 1 ? axis.y : axis.z) = 1;
        flr_mat3 turn = n % 5 == 0 ? rotation(axis, 0.78539816339744831) : identity();
        flr_vec3 hx = r.lattice_point(0, 2), hy = r.lattice_point(0, 2), at = r.lattice_point(-3, 3);
        double margin = n % 7 == 0 ? 0.5 : 0;
        body a = box({0, 0, 0}, identity(), hx), b = box(at, turn, hy);
        judge(t, a, b, margin, "lattice", &w, real_bound(1e-14), real_bound(1e-13));
    }
    t.expect(enough(w.hit * 10 > w.asked * 3 && w.hit * 10 < w.asked * 7), "%d of %d hit", w.hit, w.asked);
    pin(t, w, "boxes on a lattice", real_choose(0.8, 0.5), real_choose(0.45, 0.25), real_choose(120, 30));
}

/// Needles, plates, nearly parallel edges (N13).
void thin_boxes(tally &t)
{
    random_source r{503};
    judged w;
    for (int n = 0; n < scenes(600); n++) {
        flr_vec3 hx = random_half(r), hy = random_half(r);
        double thin = n % 3 == 0 ? 1e-6 : n % 3 == 1 ? 1e-3 : 0;
        hx.x *= flr_real(thin);
        if (n % 2) hx.y *= flr_real(thin);
        if (n % 5 == 0) hy.z *= flr_real(thin);
        flr_mat3 x = random_turn(r);
        double angle = std::pow(10.0, -r.between(0, 17));
        flr_vec3 axis = r.point(-1, 1);
        flr_mat3 lean = rotation(axis, angle),
                 y = {flr_mat3_mul(lean, x.x), flr_mat3_mul(lean, x.y), flr_mat3_mul(lean, x.z)};
        body a = box({0, 0, 0}, x, hx), b = box(r.point(-1.2, 1.2), y, hy);
        judge(t, a, b, n % 4 ? 0 : 0.1, "thin", &w, real_bound(3e-14), real_bound(1e-12));
    }
    t.expect(enough(w.hit * 10 > w.asked * 3 && w.hit * 10 < w.asked * 7), "%d of %d hit", w.hit, w.asked);
    pin(t, w, "thin boxes", real_choose(11, 4), real_choose(64, 12), real_choose(100, 24));
}

void rounded_boxes(tally &t)
{
    random_source r{504};
    judged w;
    for (int n = 0; n < scenes(600); n++) {
        flr_vec3 hx = random_half(r), hy = random_half(r);
        if (n % 3 == 1) hx.x = hx.y = 0;
        if (n % 5 == 1) hy.x = hy.z = 0;
        if (n % 7 == 1) hy = {0, 0, 0};
        flr_mat3 x = random_turn(r), y = random_turn(r);
        flr_vec3 at = r.point(-1.4, 1.4);
        double ra = r.between(0, 0.4), rb = n % 2 ? 0 : r.between(0, 0.4);
        body a = box({0, 0, 0}, x, hx, ra), b = box(at, y, hy, rb);
        judge(t, a, b, n % 4 ? 0 : 0.1, "rounded", &w, real_choose(1e-12, 1e-5), real_choose(1e-10, 1e-3));
    }
    t.expect(enough(w.hit * 10 > w.asked * 3 && w.hit * 10 < w.asked * 7), "%d of %d hit", w.hit, w.asked);
    pin(t, w, "rounded boxes", real_choose(27, 6), real_choose(6.5, 2), real_choose(90, 22));
}

/// Boxes of whole numbers that stand flush: the corners of the rectangle that both faces share, to the bit.
void flush_boxes(tally &t)
{
    random_source r{505};
    int asked = 0;
    for (int n = 0; n < 2000; n++) {
        const int axis = n % 3;
        flr_real low[2][3], high[2][3];
        for (int k = 0; k < 3; k++) {
            for (int s = 0; s < 2; s++) {
                low[s][k] = flr_real(2 * r.whole(-3, 2));
                high[s][k] = low[s][k] + flr_real(2 * r.whole(1, 4));
            }
        }
        const flr_real thick = high[1][axis] - low[1][axis];
        low[1][axis] = n % 2 ? high[0][axis] : low[0][axis] - thick;
        high[1][axis] = low[1][axis] + thick;
        flr_real from[3], to[3];
        bool is_area = true;
        for (int k = 0; k < 3; k++) {
            from[k] = std::max(low[0][k], low[1][k]);
            to[k] = std::min(high[0][k], high[1][k]);
            is_area = is_area && (k == axis || from[k] < to[k]);
        }
        if (!is_area) continue;
        flr_box3 box[2];
        for (int s = 0; s < 2; s++) {
            box[s].axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
            box[s].center = {(low[s][0] + high[s][0]) / 2, (low[s][1] + high[s][1]) / 2,
                             (low[s][2] + high[s][2]) / 2};
            box[s].half_extents = {(high[s][0] - low[s][0]) / 2, (high[s][1] - low[s][1]) / 2,
                                   (high[s][2] - low[s][2]) / 2};
        }
        flr_manifold3 m = {};
        t.expect(flr_contact3_box_box(&box[0], &box[1], nullptr, &m) == FLR_OK && m.count == 4,
                 "%d: %d points", n, m.count);
        ++asked;
        unsigned corners = 0;
        for (int i = 0; i < m.count; i++) {
            const flr_vec3 at = m.points[i].position;
            const flr_real p[3] = {at.x, at.y, at.z};
            unsigned which = 0;
            for (int k = 0; k < 3; k++) {
                t.expect(p[k] == from[k] || p[k] == to[k], "%d, point %d: %.17g on axis %d is no corner", n,
                         i, double(p[k]), k);
                if (k != axis) which = 2 * which + (p[k] == to[k]);
            }
            corners |= 1u << which;
        }
        t.expect(corners == 15, "%d: corners %x", n, corners);
    }
    t.expect(asked > 500, "%d asked", asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(random_boxes), FEELER_TEST(lattice_boxes), FEELER_TEST(thin_boxes),
             FEELER_TEST(rounded_boxes), FEELER_TEST(flush_boxes))

}  // namespace TEST_FILE
