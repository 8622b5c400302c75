// Every typed overlap function in space beside flr_overlap3, in both orders, which must tell the same to the last bit: on
// random scenes, and on shapes that were brought together up to rounding.
#include "any/any3_stock.hpp"
#include "any/typed_overlap3.hpp"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

const int kinds = FLR_SHAPE3_TETRAHEDRON + 1;

struct count {
    long meet = 0, all = 0;
};

void check(tally &t, const flr_shape3 &a, const flr_shape3 &b, count &n)
{
    const char *x = flr_shape3_name(a.kind), *y = flr_shape3_name(b.kind);
    bool typed = typed_overlap3::overlap(a, b), any = !typed;
    flr_closest3 c{};
    t.expect(flr_overlap3(&a, &b, &any) == FLR_OK && any == typed, "%s %s: typed %d", x, y, typed);
    t.expect(flr_distance3(&a, &b, &c) == FLR_OK && (c.distance == 0) == typed,
             "%s %s: typed %d, distance %g", x, y, typed, double(c.distance));
    if (a.kind != b.kind)
        t.expect(flr_overlap3(&b, &a, &any) == FLR_OK && any == typed, "%s %s: turned", x, y);
    n.meet += typed;
    ++n.all;
}

void random_scenes(tally &t)
{
    random_source r = {81};
    count n;
    for (int i = 0; i < kinds; ++i)
        for (int j = 0; j < kinds; ++j) {
            count pair;
            for (int k = 0; k < 24; ++k) {
                double scale = k % 3 == 0 ? 1 : k % 3 == 1 ? 0x1p-10 : 0x1p10;
                any3::held a =
                    any3::random_shape(r, static_cast<flr_shape3_kind>(i), {0, 0, 0}, scale, k & 1);
                flr_vec3 at = r.point(-scale, scale);
                any3::held b = any3::random_shape(r, static_cast<flr_shape3_kind>(j), at, scale, k & 2);
                check(t, a.shape, b.shape, pair);
            }
            n.meet += pair.meet;
            n.all += pair.all;
        }
    std::printf("  %ld of %ld meet\n", n.meet, n.all);
    t.expect(10 * n.meet > 3 * n.all && 10 * n.meet < 7 * n.all, "%ld of %ld meet", n.meet, n.all);
}

/// b moved by the way between the closest points: it touches, or is apart by rounding.
void brought_together(tally &t)
{
    random_source r = {82};
    count n;
    for (int i = 0; i < kinds; ++i)
        for (int j = 0; j < kinds; ++j)
            for (int k = 0; k < 12; ++k) {
                flr_vec3 far = r.point(-6, 6);
                any3::held a = any3::random_shape(r, static_cast<flr_shape3_kind>(i), {0, 0, 0}, 1, k & 1);
                any3::held b = any3::random_shape(r, static_cast<flr_shape3_kind>(j), far, 1, k & 1);
                flr_closest3 c{};
                if (flr_distance3(&a.shape, &b.shape, &c) != FLR_OK || c.distance == 0) continue;
                b = any3::shifted(b, flr_sub3(c.point_a, c.point_b));
                check(t, a.shape, b.shape, n);
            }
    std::printf("  %ld of %ld meet\n", n.meet, n.all);
    t.expect(10 * n.meet > 3 * n.all && 10 * n.meet < 7 * n.all, "%ld of %ld meet", n.meet, n.all);
}

/// Powers of two round nothing, so the same scene in another unit has the same answer.
void any_size(tally &t)
{
    random_source r = {84};
    const double far = real_choose(0x1p400, 0x1p40);
    const flr_mat3 upright = flr_affine3_identity().linear;
    for (int i = 0; i < kinds; ++i)
        for (int j = i; j < kinds; ++j)
            for (int k = 0; k < 8; ++k) {
                any3::held a = any3::random_shape(r, static_cast<flr_shape3_kind>(i), {0, 0, 0}, 1, k & 1);
                flr_vec3 at = r.point(-1, 1);
                any3::held b = any3::random_shape(r, static_cast<flr_shape3_kind>(j), at, 1, k & 2);
                bool first = false;
                for (double scale : {2.0, far, 1 / far}) {
                    any3::held x = any3::carried(a, {scale, upright, {0, 0, 0}}),
                               y = any3::carried(b, {scale, upright, {0, 0, 0}});
                    bool typed = typed_overlap3::overlap(x.shape, y.shape), any = !typed;
                    if (scale == 2) first = typed;
                    const char *p = flr_shape3_name(a.shape.kind), *q = flr_shape3_name(b.shape.kind);
                    t.expect(typed == first, "%s %s: another answer at %g", p, q, scale);
                    t.expect(flr_overlap3(&x.shape, &y.shape, &any) == FLR_OK && any == typed,
                             "%s %s: any, at %g", p, q, scale);
                }
            }
}

/// NaN gets some answer and does not hang.
void not_a_number(tally &t)
{
    random_source r = {83};
    long asked = 0;
    for (int i = 0; i < kinds; ++i)
        for (int j = i; j < kinds; ++j) {
            any3::held a = any3::random_shape(r, static_cast<flr_shape3_kind>(i), {0, 0, 0}, 1, false);
            any3::held b = any3::random_shape(r, static_cast<flr_shape3_kind>(j), {0, 0, 0}, 1, false);
            if (a.shape.kind == FLR_SHAPE3_POLYGON) continue;
            for (flr_real bad : {flr_real(NAN), flr_real(INFINITY)}) {
                a.shape.as.point.x = bad;
                asked += typed_overlap3::overlap(a.shape, b.shape) || true;
            }
        }
    t.expect(asked > 200, "%ld asked", asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(random_scenes), FEELER_TEST(brought_together), FEELER_TEST(any_size),
             FEELER_TEST(not_a_number))

}  // namespace TEST_FILE
