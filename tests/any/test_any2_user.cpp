// A convex shape of the plane by a user's support function in every question about any two shapes: beside the same polygon
// given by its corners, which goes other ways, and round ones beside circles.
#include <cmath>
#include <vector>

#include "../../fuzz/lattice2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

const double close_by = real_choose(1e-9, 2e-4);

/// The hull of points, placed.
flr_vec2 farthest(const void *user, flr_vec2 d)
{
    return flr_support2(static_cast<const flr_convex2 *>(user), d);
}

flr_vec2 on_circle(const void *user, flr_vec2 d)
{
    const flr_circle *c = static_cast<const flr_circle *>(user);
    return flr_mul_add2(c->center, c->radius / flr_length2(d), d);
}

struct worst {
    long asked = 0, met = 0, bounds = 0, hits = 0, glides = 0;
    double distance = 0, depth = 0, contact = 0;  ///< errors: of 1 + the value
};

double part(double x, double y) { return std::fabs(x - y) / (1 + std::fabs(y)); }
bool near(double x, double y) { return part(x, y) <= close_by; }

/// Both shapes stand for the same set, both others too.
void ask_pair(tally &t, const flr_shape2 *a, const flr_shape2 *b, const flr_shape2 *like_a,
              const flr_shape2 *like_b, flr_vec2 motion, bool exact, worst *w)
{
    char name[64];
    std::snprintf(name, sizeof name, "%s %s", flr_shape2_name(a->kind), flr_shape2_name(b->kind));
    flr_closest2 c{}, d{};
    t.expect(flr_distance2(a, b, &c) == FLR_OK && flr_distance2(like_a, like_b, &d) == FLR_OK, "%s: distance",
             name);
    t.expect(near(double(c.distance), double(d.distance)), "%s: distance %.17g, not %.17g", name,
             double(c.distance), double(d.distance));
    w->distance = std::fmax(w->distance, part(double(c.distance), double(d.distance)));
    bool touching = double(d.distance) < close_by, x = false, y = false;
    t.expect(flr_overlap2(a, b, &x) == FLR_OK && flr_overlap2(like_a, like_b, &y) == FLR_OK, "%s: overlap",
             name);
    ++w->asked;
    w->met += y;

    flr_signed_distance2_result r{}, s{};
    flr_status status = flr_signed_distance2(a, b, &r);
    t.expect(status == FLR_OK || (status == FLR_NOT_CONVERGED && !exact), "%s: depth: %d", name, int(status));
    t.expect(flr_signed_distance2(like_a, like_b, &s) == FLR_OK, "%s: depth", name);
    w->bounds += status == FLR_NOT_CONVERGED;
    // between the shapes of a compound, gaps narrower than a thousandth of the depth are not looked for
    const bool pieces = a->kind == FLR_SHAPE2_COMPOUND || b->kind == FLR_SHAPE2_COMPOUND;
    double allowed = pieces ? 1e-3 * std::fabs(double(s.signed_distance)) : exact ? 0 : 1e-3;
    t.expect(r.inseparable == s.inseparable || std::fabs(double(s.signed_distance)) < close_by,
             "%s: inseparable", name);
    t.expect(near(double(r.signed_distance), double(s.signed_distance)) ||
                 std::fabs(double(r.signed_distance - s.signed_distance)) < allowed,
             "%s: depth %.17g, not %.17g", name, double(r.signed_distance), double(s.signed_distance));
    const bool proved = status == FLR_OK && !pieces && !s.inseparable;
    if (proved) w->depth = std::fmax(w->depth, part(double(r.signed_distance), double(s.signed_distance)));
    touching = touching && std::fabs(double(s.signed_distance)) < close_by;
    t.expect(x == y || touching, "%s: overlap %d at %.17g", name, x, double(s.signed_distance));

    flr_manifold2 m{}, n{};
    status = flr_contact2(a, b, nullptr, &m);
    t.expect(status == FLR_OK || (status == FLR_NOT_CONVERGED && !exact), "%s: contact: %d", name,
             int(status));
    t.expect(flr_contact2(like_a, like_b, nullptr, &n) == FLR_OK, "%s: contact", name);
    t.expect((m.count > 0) == (n.count > 0) || touching, "%s: %d points, not %d", name, m.count, n.count);
    double deepest = -1e9;
    for (int i = 0; i < m.count; ++i) deepest = std::fmax(deepest, double(m.points[i].depth));
    t.expect(m.count == 0 || touching || std::fabs(deepest + double(s.signed_distance)) <= close_by + allowed,
             "%s: contact %.17g deep, not %.17g", name, deepest, -double(s.signed_distance));
    if (proved && status == FLR_OK && m.count > 0 && !touching)
        w->contact = std::fmax(w->contact, part(deepest, -double(s.signed_distance)));

    flr_sweep2_result u{}, v{};
    // a graze of what is round may need more steps than there are; in single precision also one that glides along
    status = flr_sweep2(a, motion, b, &u);
    w->glides += status == FLR_NOT_CONVERGED && exact;
    t.expect(status == FLR_OK || (status == FLR_NOT_CONVERGED && (!exact || real_is_float)), "%s: sweep: %d",
             name, int(status));
    t.expect(flr_sweep2(like_a, motion, like_b, &v) == FLR_OK, "%s: sweep", name);
    w->hits += v.hit && !v.overlap_at_start;
    // what just touches may do so or not; where they glide along one another, when is a matter of rounding
    if (!touching && u.hit && v.hit && double(v.t) < 1 - 1e-3) {
        t.expect(std::fabs(double(u.t - v.t)) < 1e-4, "%s: sweep at %.17g, not %.17g", name, double(u.t),
                 double(v.t));
        double off = std::fabs(double(flr_length2(u.normal)) - (u.overlap_at_start || u.t == 0 ? 0 : 1));
        t.expect(off < 1e-5 || u.t == 0, "%s: the normal's length is off by %g", name, off);
    }

    flr_path2 path{}, still{};
    path.to.angle = 1;
    path.to.position = motion;
    const flr_toi2_options options = {flr_real(1e-3), 0, 0};
    flr_toi2_result p{}, q{};
    status = flr_toi2(a, &path, b, &still, &options, &p);
    flr_status other = flr_toi2(like_a, &path, like_b, &still, &options, &q);
    t.expect(status == FLR_OK && other == FLR_OK, "%s: motion: %d %d", name, int(status), int(other));
    if (p.hit && q.hit)
        t.expect(p.t <= q.t_upper + flr_real(2e-3) && q.t <= p.t_upper + flr_real(2e-3),
                 "%s: motion from %g to %g, not %g to %g", name, double(p.t), double(p.t_upper), double(q.t),
                 double(q.t_upper));
}

void pin(tally &t, const worst &w, double distance, double depth, double contact)
{
    expect_pinned(t, "distance", w.distance, distance);
    expect_pinned(t, "depth", w.depth, depth);
    expect_pinned(t, "contact", w.contact, contact);
}

void polygons(tally &t)
{
    random_source r{31};
    worst w;
    for (int kind = 0; kind < FLR_SHAPE2_COUNT; ++kind)
        for (int i = 0; i < 150; ++i) {
            uint8_t bytes[96];
            for (uint8_t &b : bytes) b = static_cast<uint8_t>(r.bits() >> 40);
            byte_source from = {bytes, sizeof bytes, 0, i % 3 != 0};
            lattice2 a, b;
            lattice2_make(&from, static_cast<flr_shape2_kind>(kind), {0, 0}, &a);
            lattice2_make(&from, FLR_SHAPE2_CONVEX, {0, 0}, &b);
            flr_shape2 user = b.shape;
            user.as.convex = flr_convex2_user(farthest, &b.shape.as.convex, b.shape.as.convex.center,
                                              b.shape.as.convex.radius);
            flr_vec2 motion = next_vec2(&from);
            ask_pair(t, &a.shape, &user, &a.shape, &b.shape, motion, true, &w);
            ask_pair(t, &user, &a.shape, &b.shape, &a.shape, motion, true, &w);
            flr_aabb2 box{}, like{};
            t.expect(flr_bounds2(&user, &box) == FLR_OK && flr_bounds2(&b.shape, &like) == FLR_OK, "bounds");
            t.expect(near(double(box.min.x), double(like.min.x)) &&
                         near(double(box.max.y), double(like.max.y)),
                     "bounds %g %g, not %g %g", double(box.min.x), double(box.max.y), double(like.min.x),
                     double(like.max.y));
            if (kind == FLR_SHAPE2_PLANE) {
                int side = 2, right = 2;
                t.expect(flr_classify2(&a.shape.as.plane, &user, &side) == FLR_OK &&
                             flr_classify2(&a.shape.as.plane, &b.shape, &right) == FLR_OK && side == right,
                         "side %d, not %d", side, right);
            }
            flr_raycast2_path path = kind == FLR_SHAPE2_SEGMENT
                                         ? flr_raycast2_path_segment(&a.shape.as.segment)
                                     : kind == FLR_SHAPE2_RAY ? flr_raycast2_path_ray(&a.shape.as.ray)
                                                              : flr_raycast2_path_line(&a.shape.as.line);
            if (kind != FLR_SHAPE2_SEGMENT && kind != FLR_SHAPE2_RAY && kind != FLR_SHAPE2_LINE) continue;
            flr_rayhit2 u{}, v{};
            t.expect(flr_raycast2(&path, &user, &u) == FLR_OK && flr_raycast2(&path, &b.shape, &v) == FLR_OK,
                     "cast");
            if (!u.hit || !v.hit || double(v.t_last - v.t) < 1e-3) continue;
            t.expect(std::fabs(double(u.t - v.t)) < 1e-6 + close_by && u.inside == v.inside,
                     "cast %.17g %d, not %.17g %d", double(u.t), u.inside, double(v.t), v.inside);
            t.expect(std::fabs(double(u.t_last - v.t_last)) < 1e-6 + close_by, "cast until %.17g, not %.17g",
                     double(u.t_last), double(v.t_last));
        }
    std::printf("  %ld pairs, %ld meet, %ld swept into touch, %ld bounds\n", w.asked, w.met, w.hits,
                w.bounds);
    t.expect(double(w.met) > 0.3 * double(w.asked) && double(w.met) < 0.7 * double(w.asked),
             "%ld of %ld meet", w.met, w.asked);
    t.expect(w.hits > 100, "only %ld sweeps", w.hits);
    t.expect(w.glides <= 1, "%ld sweeps ran out of steps", w.glides);
    pin(t, w, real_choose(1.2e-15, 7.1e-07), real_choose(1.2e-15, 7.1e-07), real_choose(8.5e-16, 5.5e-07));
}

/// A disc by its function and the circle: the closed forms are right.
void discs(tally &t)
{
    random_source r{32};
    worst w;
    for (int kind = 0; kind < FLR_SHAPE2_COUNT; ++kind) {
        if (kind == FLR_SHAPE2_CONVEX) continue;
        for (int i = 0; i < 60; ++i) {
            uint8_t bytes[96];
            for (uint8_t &b : bytes) b = static_cast<uint8_t>(r.bits() >> 40);
            byte_source from = {bytes, sizeof bytes, 0, true};
            lattice2 a, b;
            lattice2_make(&from, static_cast<flr_shape2_kind>(kind), {0, 0}, &a);
            lattice2_make(&from, FLR_SHAPE2_CIRCLE, {0, 0}, &b);
            if (b.shape.as.circle.radius < flr_real(0.1)) continue;
            flr_shape2 user{};
            user.kind = FLR_SHAPE2_CONVEX;
            user.as.convex = flr_convex2_user(on_circle, &b.shape.as.circle, b.shape.as.circle.center, 0);
            flr_vec2 motion = next_vec2(&from);
            ask_pair(t, &a.shape, &user, &a.shape, &b.shape, motion, false, &w);
            ask_pair(t, &user, &a.shape, &b.shape, &a.shape, motion, false, &w);
        }
    }
    std::printf("  %ld pairs, %ld meet, %ld swept into touch, %ld bounds\n", w.asked, w.met, w.hits,
                w.bounds);
    t.expect(w.bounds > 0 && w.bounds < w.asked / 5, "%ld bounds", w.bounds);
    pin(t, w, real_choose(1.5e-15, 9.5e-07), real_choose(2.4e-15, 9.9e-07), real_choose(2.4e-15, 9.7e-07));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polygons), FEELER_TEST(discs))

}  // namespace TEST_FILE
