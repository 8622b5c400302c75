// needs: gmp
/// Convex shapes under a pose, aimed so that a corner of one grazes a corner of the other, near the origin and far from it, against
/// exact moving separating axes of what rotation and position say. Their corners round once, so a graze may be missed, but
/// nothing is that goes deeper than that, and nothing is told late.
#include "feeler/any2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "sweep/sweep2_cases.hpp"

namespace TEST_FILE
{
namespace
{

using namespace sweep2;

struct posed {
    std::vector<flr_vec2> points;
    flr_shape2 shape;
    std::vector<shapes2::exact> corners;
};

/// Around, so that no corner is blunt, of a size near 1.
void make(random_source &r, flr_vec2 at, bool any_order, posed *s)
{
    const int count = r.whole(3, 7);
    const double start = r.between(0, 6), turn = r.between(0, 6);
    for (int i = 0; i < count; ++i) {
        const double angle = start + 6.28318530717958648 * (i + r.between(-0.2, 0.2)) / count;
        s->points.push_back(flr_vec2_make(flr_real(std::cos(angle)), flr_real(std::sin(angle))));
    }
    if (any_order) std::swap(s->points[0], s->points[2]);
    const flr_vec2 rotation = flr_vec2_make(flr_real(std::cos(turn)), flr_real(std::sin(turn)));
    const uint32_t n = uint32_t(count);
    s->shape.kind = FLR_SHAPE2_CONVEX;
    s->shape.as.convex = any_order ? flr_convex2_points(s->points.data(), n, rotation, at, 0)
                                   : flr_convex2_polygon(s->points.data(), n, rotation, at, 0);
    const rational c = rotation.x, q = rotation.y;
    for (flr_vec2 p : s->points) {
        const rational x = p.x, y = p.y;
        s->corners.push_back({rational(at.x + c * x - q * y), rational(at.y + q * x + c * y), 0});
    }
}

/// Smaller on all sides by a part of itself.
std::vector<shapes2::exact> shrunk(const std::vector<shapes2::exact> &p, const rational &part)
{
    rational x = 0, y = 0;
    for (const auto &q : p) x += q[0], y += q[1];
    x /= int(p.size()), y /= int(p.size());
    std::vector<shapes2::exact> small;
    for (const auto &q : p)
        small.push_back({rational(q[0] - part * (q[0] - x)), rational(q[1] - part * (q[1] - y)), 0});
    return small;
}

/// By how many roundings b would have to be smaller for the answer to be neither a miss nor late, but for the part that t is off by.
int roundings_late(const posed &a, flr_vec2 m, const posed &b)
{
    flr_sweep2_result got;
    const rational part = 1 + rational(real_choose(0x1p-50, 0x1p-23));
    if (flr_sweep2(&a.shape, m, &b.shape, &got) != FLR_OK) return 1000;
    for (int k = 0; k < 100; ++k) {
        const std::optional<rational> t =
            first_time(a.corners, shrunk(b.corners, rational(k * real_rounding)), m);
        if (!t || (got.hit && rational(got.t) <= *t * part)) return k;
    }
    return 1000;
}

void grazes(tally &t)
{
    struct {
        const char *what;
        double far, late_in_double, late_in_float;
    } const places[] = {{"near the origin", 0, 2, 2},
                        {"10^3 away", 1e3, 2, 3},
                        {"10^6 away", 1e6, 2, 2},
                        {"10^9 away", 1e9, 2, 2}};
    for (const auto &where : places) {
        random_source r{79};
        int worst = 0;
        for (int i = 0; i < scenes(350); ++i) {
            const double far = real_choose(where.far, where.far / 1000), u = r.between(-3, 3),
                         v = r.between(-3, 3), x = r.between(-3, 3), y = r.between(-3, 3);
            posed a, b;
            make(r, flr_vec2_make(flr_real(far + u), flr_real(v - far)), i % 3 == 0, &a);
            make(r, flr_vec2_make(flr_real(far + x), flr_real(y - far)), i % 4 == 0, &b);
            const auto &p = a.corners[size_t(r.whole(0, 2))], &q = b.corners[size_t(r.whole(0, 2))];
            const rational dx = 2 * (q[0] - p[0]), dy = 2 * (q[1] - p[1]);
            const flr_vec2 m = flr_vec2_make(flr_real(dx.get_d()), flr_real(dy.get_d()));
            worst = std::max(worst, roundings_late(a, m, b));
        }
        expect_pinned(t, where.what, worst, real_choose(where.late_in_double, where.late_in_float));
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(grazes))

}  // namespace TEST_FILE
