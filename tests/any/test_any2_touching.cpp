// Shapes of the plane that touch: what overlaps as it stands is overlapped at the start of every sweep and motion, in both
// orders. Whole numbers, where touches are many, and shapes that were brought together up to rounding.
#include <cmath>
#include <vector>

#include "feeler/any2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

struct held {
    flr_shape2 shape{};
    std::vector<flr_vec2> corners;
};

/// In a square of half size 2 around the point, in whole numbers or not.
flr_vec2 near(random_source &r, flr_vec2 c, bool whole)
{
    double x = whole ? r.whole(-2, 2) : r.between(-2, 2), y = whole ? r.whole(-2, 2) : r.between(-2, 2);
    return flr_add2(c, flr_vec2_make(flr_real(x), flr_real(y)));
}

/// An L, and directions of whole length.
const int outline[][2] = {{-2, -2}, {2, -2}, {2, 0}, {0, 0}, {0, 2}, {-2, 2}};
const int legs[][3] = {{3, 4, 5}, {-5, 12, 13}, {8, -15, 17}, {1, 0, 1}, {0, -1, 1}, {-4, -3, 5}};

void set_shape(random_source &r, int kind, flr_vec2 c, bool whole, held *h)
{
    const flr_vec2 zero = {0, 0};
    h->shape.kind = static_cast<flr_shape2_kind>(kind);
    flr_vec2 p = near(r, c, whole), q = near(r, c, whole), s = near(r, c, whole), way = near(r, zero, whole);
    const int *leg = legs[r.whole(0, 5)];
    int size = r.whole(1, 2);
    if (way.x == 0 && way.y == 0) way.x = 1;
    flr_vec2 unit = flr_vec2_make(flr_real(leg[0]) / flr_real(leg[2]), flr_real(leg[1]) / flr_real(leg[2]));
    switch (kind) {
    case FLR_SHAPE2_POINT:
        h->shape.as.point = p;
        break;
    case FLR_SHAPE2_SEGMENT:
        h->shape.as.segment = {p, q};
        break;
    case FLR_SHAPE2_RAY:
        h->shape.as.ray = {p, way};
        break;
    case FLR_SHAPE2_LINE:
        h->shape.as.line = {p, way};
        break;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE: {
        flr_vec2 n = flr_vec2_make(flr_real(leg[0]), flr_real(leg[1]));
        h->shape.as.plane = {n, flr_dot2(n, p)};
        break;
    }
    case FLR_SHAPE2_CIRCLE:
        h->shape.as.circle = {p, flr_real(size)};
        break;
    case FLR_SHAPE2_CAPSULE:
        h->shape.as.capsule = {p, q, flr_real(size)};
        break;
    case FLR_SHAPE2_AABB:
        h->shape.as.aabb = {flr_min2(p, q), flr_max2(p, q)};
        break;
    case FLR_SHAPE2_BOX:
        h->shape.as.box = {p, unit, flr_vec2_make(flr_real(size), 1)};
        break;
    case FLR_SHAPE2_TRIANGLE:
        h->shape.as.triangle = {p, q, s};
        break;
    case FLR_SHAPE2_POLYGON:
        for (const int *o : outline)
            h->corners.push_back(flr_add2(c, flr_vec2_make(flr_real(o[0]), flr_real(o[1]))));
        h->shape.as.polygon = {h->corners.data(), h->corners.size()};
        break;
    default:
        h->corners = {zero, way, flr_vec2_make(-way.y, way.x)};
        h->shape.as.convex =
            flr_convex2_points(h->corners.data(), 3, flr_vec2_make(1, 0), p, flr_real(size - 1));
        break;
    }
}

bool overlaps(const flr_shape2 *a, const flr_shape2 *b)
{
    bool overlap = false;
    return flr_overlap2(a, b, &overlap) == FLR_OK && overlap;
}

void expect_start(tally &t, const flr_shape2 *a, const flr_shape2 *b, flr_vec2 motion)
{
    const char *x = flr_shape2_name(a->kind), *y = flr_shape2_name(b->kind);
    const flr_path2 still = flr_path2_still({0, {0, 0}});
    for (int moves = 0; moves <= 1; ++moves) {
        flr_vec2 by = moves ? motion : flr_vec2_make(0, 0);
        flr_sweep2_result s;
        bool ok = flr_sweep2(a, by, b, &s) == FLR_OK && s.hit && s.overlap_at_start && s.t == 0;
        t.expect(ok, "%s %s: sweep %d", x, y, moves);
        flr_path2 path = still;
        path.to.position = by;
        flr_toi2_result m;
        ok = flr_toi2(a, &path, b, &still, nullptr, &m) == FLR_OK && m.hit && m.t == 0;
        t.expect(ok, "%s %s: motion %d", x, y, moves);
    }
}

void in_whole_numbers(tally &t)
{
    random_source r = {81};
    long both = 0, all = 0;
    for (int i = 0; i < FLR_SHAPE2_COMPOUND; ++i) {
        for (int j = 0; j < FLR_SHAPE2_COMPOUND; ++j) {
            for (int k = 0; k < 12; ++k) {
                held a, b;
                flr_vec2 zero = {0, 0}, at = near(r, near(r, zero, true), true), motion = near(r, zero, true);
                set_shape(r, i, zero, true, &a);
                set_shape(r, j, at, true, &b);
                ++all;
                if (!overlaps(&a.shape, &b.shape)) continue;
                ++both;
                expect_start(t, &a.shape, &b.shape, motion);
            }
        }
    }
    t.expect(both > all * 3 / 10 && both < all * 7 / 10, "%ld of %ld overlap", both, all);
}

void brought_together(tally &t)
{
    random_source r = {82};
    long touching = 0, apart = 0;
    for (int i = 0; i < FLR_SHAPE2_COMPOUND; ++i) {
        for (int j = 0; j < FLR_SHAPE2_COMPOUND; ++j) {
            for (int k = 0; k < 8; ++k) {
                held a, b, moved;
                flr_vec2 zero = {0, 0}, motion = near(r, zero, false);
                flr_vec2 far = flr_scale2(4, near(r, zero, false));
                set_shape(r, i, zero, k & 1, &a);
                random_source again = r;
                set_shape(r, j, far, k & 1, &b);
                flr_closest2 c = {};
                if (flr_distance2(&a.shape, &b.shape, &c) != FLR_OK || c.distance == 0) continue;
                set_shape(again, j, flr_add2(far, flr_sub2(c.point_a, c.point_b)), k & 1, &moved);
                bool overlap = overlaps(&a.shape, &moved.shape);
                ++(overlap ? touching : apart);
                if (overlap) expect_start(t, &a.shape, &moved.shape, motion);
            }
        }
    }
    t.expect(touching > 150 && apart > 150, "%ld touch, %ld are apart", touching, apart);
}

/// Corners in one place and shapes against what has no end, huge and tiny: what is told are numbers, and directions have a length of 1.
void at_every_size(tally &t)
{
    const double sizes[] = {real_choose(1e-320, 1e-42), real_choose(1e-300, 1e-37),
                            real_choose(1e-160, 1e-22), 1,
                            real_choose(1e150, 1e18),   real_choose(1e300, 1e37)};
    for (double at : sizes) {
        const flr_real size = flr_real(at);
        flr_shape2 box{}, point{}, halfspace{}, capsule{}, both{};
        box.kind = FLR_SHAPE2_AABB;
        box.as.aabb = {flr_vec2_make(0, 0), flr_vec2_make(size, size)};
        point.kind = FLR_SHAPE2_POINT;
        halfspace.kind = FLR_SHAPE2_HALFSPACE;
        halfspace.as.halfspace = {flr_vec2_make(2, 1), 0};
        capsule.kind = FLR_SHAPE2_CAPSULE;
        capsule.as.capsule = {flr_vec2_make(0, 0), flr_vec2_make(size, 0), size};
        const flr_shape2 two[] = {capsule, point};
        both.kind = FLR_SHAPE2_COMPOUND;
        both.as.compound = {two, 2, nullptr};
        const struct {
            const flr_shape2 *a, *b;
            double depth;
        } pairs[] = {{&box, &point, 0}, {&halfspace, &capsule, at}, {&halfspace, &both, at}};
        for (const auto &p : pairs)
            for (int turn = 0; turn < 2; ++turn) {
                const flr_shape2 *a = turn ? p.b : p.a, *b = turn ? p.a : p.b;
                flr_signed_distance2_result s{};
                flr_manifold2 m{};
                flr_status status = flr_signed_distance2(a, b, &s);
                const double few = 1e-5 * at + 4 * double(std::numeric_limits<flr_real>::denorm_min());
                t.expect(status == FLR_OK && std::fabs(double(s.signed_distance) + p.depth) <= few &&
                             std::fabs(double(flr_length2(s.normal)) - 1) <= 2 * real_epsilon,
                         "of %g: depth %g, a normal of length %g", at, -double(s.signed_distance),
                         double(flr_length2(s.normal)));
                status = flr_contact2(a, b, nullptr, &m);
                double deepest = 0;
                for (int i = 0; i < m.count; ++i) deepest = std::fmax(deepest, double(m.points[i].depth));
                t.expect(status == FLR_OK && m.count > 0 && std::fabs(deepest - p.depth) <= few &&
                             std::fabs(double(flr_length2(m.normal)) - 1) <= 2 * real_epsilon,
                         "of %g: status %d, %d points, depth %g", at, int(status), m.count, deepest);
                for (int i = 0; i < m.count; ++i)
                    t.expect(flr_is_finite2(m.points[i].position) && std::isfinite(double(m.points[i].depth)),
                             "of %g: a point that is no number", at);
            }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(in_whole_numbers), FEELER_TEST(brought_together), FEELER_TEST(at_every_size))

}  // namespace TEST_FILE
