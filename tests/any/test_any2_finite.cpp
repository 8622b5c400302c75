// A NaN or an infinity in any number of any shape of the plane is told by every question, in both orders.
#include <cmath>
#include <cstring>
#include <vector>

#include "feeler/any2.h"
#include "support/cmocka.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

/// A shape and where all of its numbers are.
struct subject {
    flr_shape2 shape;
    std::vector<flr_vec2> array;
    std::vector<flr_real *> numbers;

    void add(void *first, size_t bytes)
    {
        for (size_t k = 0; k < bytes / sizeof(flr_real); ++k)
            numbers.push_back(static_cast<flr_real *>(first) + k);
    }
};

/// The kinds in their order but compounds, which are made of these, and a convex shape two more ways.
enum { KINDS = FLR_SHAPE2_COMPOUND, SUBJECTS = KINDS + 2 };

void make(int which, subject *s)
{
    std::memset(&s->shape, 0, sizeof s->shape);
    auto &as = s->shape.as;
    s->shape.kind = static_cast<flr_shape2_kind>(which < KINDS ? which : int(FLR_SHAPE2_CONVEX));
    s->array = {vec(0, 0), vec(2, 0), vec(2, 1), vec(0, 1)};
    switch (s->shape.kind) {
    case FLR_SHAPE2_POINT:
        as.point = vec(1, 0.5);
        s->add(&as.point, sizeof as.point);
        return;
    case FLR_SHAPE2_SEGMENT:
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
        as.segment = {vec(-1, 0), vec(1, 0.5)};
        s->add(&as.segment, sizeof as.segment);
        return;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        as.plane = {vec(0.5, 1), flr_real(0.25)};
        s->add(&as.plane, sizeof as.plane);
        return;
    case FLR_SHAPE2_CIRCLE:
        as.circle = {vec(0.5, 1), 1};
        s->add(&as.circle, sizeof as.circle);
        return;
    case FLR_SHAPE2_CAPSULE:
        as.capsule = {vec(-1, 0), vec(1, 0.5), 1};
        s->add(&as.capsule, sizeof as.capsule);
        return;
    case FLR_SHAPE2_AABB:
        as.aabb = {vec(-1, 0), vec(1, 0.5)};
        s->add(&as.aabb, sizeof as.aabb);
        return;
    case FLR_SHAPE2_BOX:
        as.box = {vec(-1, 0), vec(0.6, 0.8), vec(1, 0.5)};
        s->add(&as.box, sizeof as.box);
        return;
    case FLR_SHAPE2_TRIANGLE:
        as.triangle = {vec(-1, 0), vec(1, 0.5), vec(0, 2)};
        s->add(&as.triangle, sizeof as.triangle);
        return;
    case FLR_SHAPE2_POLYGON:
        s->array[2] = vec(0.5, 0.25);  // concave
        as.polygon = {s->array.data(), s->array.size()};
        for (flr_vec2 &p : s->array) s->add(&p, sizeof p);
        return;
    default:
        break;
    }
    flr_convex2 &c = as.convex;
    if (which == FLR_SHAPE2_CONVEX) {
        const flr_capsule2 capsule = {vec(-1, 0), vec(1, 0.5), 1};
        c = flr_convex2_capsule(&capsule);
        s->add(c.corners, 2 * sizeof c.corners[0]);
    } else {
        auto of = which == KINDS ? flr_convex2_points : flr_convex2_polygon;
        c = of(s->array.data(), 4, vec(0.6, 0.8), vec(0.25, 1), flr_real(0.5));
        for (flr_vec2 &p : s->array) s->add(&p, sizeof p);
        s->add(&c.center, sizeof c.center);
        s->add(&c.rotation, sizeof c.rotation);
    }
    s->add(&c.radius, sizeof c.radius);
}

void all_questions(tally &t, const flr_shape2 &a, const flr_shape2 &b, double bad)
{
    const flr_path2 still = {{0, vec(0, 0)}, {0, vec(0, 0)}}, moving = {{0, vec(0, 0)}, {1, vec(1, 2)}};
    bool overlap;
    flr_closest2 c;
    flr_signed_distance2_result s;
    flr_manifold2 m;
    flr_sweep2_result w;
    flr_toi2_result n;
    const flr_status got[] = {
        flr_overlap2(&a, &b, &overlap),    flr_distance2(&a, &b, &c),
        flr_signed_distance2(&a, &b, &s),  flr_contact2(&a, &b, nullptr, &m),
        flr_sweep2(&a, vec(1, 2), &b, &w), flr_toi2(&a, &moving, &b, &still, nullptr, &n)};
    static const char *const name[] = {"overlap", "distance", "signed distance",
                                       "contact", "sweep",    "motion"};
    for (int k = 0; k < 6; ++k)
        t.expect(got[k] == FLR_NOT_FINITE, "%s %s: %s of %g: status %d", flr_shape2_name(a.kind),
                 flr_shape2_name(b.kind), name[k], bad, got[k]);
}

void one_shape(tally &t, const flr_shape2 &s, double bad)
{
    flr_aabb2 bounds;
    int side;
    flr_rayhit2 r;
    const flr_plane2 plane = {vec(0, 1), 0};
    const flr_raycast2_path path = flr_raycast2_path_make(vec(-3, 0), vec(1, 0), 0, 9);
    t.expect(flr_raycast2(&path, &s, &r) == FLR_NOT_FINITE, "%s: cast at %g", flr_shape2_name(s.kind), bad);
    t.expect(flr_bounds2(&s, &bounds) == FLR_NOT_FINITE && flr_classify2(&plane, &s, &side) == FLR_NOT_FINITE,
             "%s: bounds or side with %g", flr_shape2_name(s.kind), bad);
}

void every_number(tally &t)
{
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < SUBJECTS; ++k) {
        if (k == FLR_SHAPE2_COMPOUND) continue;  // has the numbers of its shapes
        subject s;
        make(k, &s);
        for (flr_real *number : s.numbers) {
            const flr_real kept = *number;
            for (double x : bad) {
                *number = flr_real(x);
                one_shape(t, s.shape, x);
                for (int i = 0; i < SUBJECTS; ++i) {
                    if (i == FLR_SHAPE2_COMPOUND) continue;
                    subject other;
                    make(i, &other);
                    all_questions(t, s.shape, other.shape, x);
                    all_questions(t, other.shape, s.shape, x);
                }
            }
            *number = kept;
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_number))

}  // namespace TEST_FILE
