/// Distance and depth in the plane are one function: as test_convex3_approach.cpp says it for space.
#include <cmath>
#include <cstdio>
#include <vector>

#include "feeler/contact2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

enum kind { BOX, TRIANGLE, POLYGON, POINTS, CAPSULE, CIRCLE, SEGMENT, ROUND_BOX, ROUND_POLYGON, USER, KINDS };
const char *const names[] = {"box",    "triangle", "polygon",   "points",        "capsule",
                             "circle", "segment",  "round box", "round polygon", "ellipse"};

flr_vec2 to(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

/// An ellipse by its support points.
struct ellipse {
    double x, y, half_x, half_y;
};
flr_vec2 farthest(const void *user, flr_vec2 d)
{
    const ellipse *e = static_cast<const ellipse *>(user);
    double u = e->half_x * double(d.x), v = e->half_y * double(d.y), length = std::sqrt(u * u + v * v);
    return to(e->x + e->half_x * u / length, e->y + e->half_y * v / length);
}

struct shape {
    flr_convex2 convex;
    std::vector<flr_vec2> points;
    ellipse round;
};

void make(int k, double scale, random_source &r, shape *s)
{
    int count = r.whole(3, 9);
    double first = r.between(0, 6);
    for (int i = 0; i < count; ++i) {  // on a circle, in order around
        double angle = first + 6.28 * (i + r.between(0, 0.9)) / count;
        s->points.push_back(to(scale * std::cos(angle), scale * std::sin(angle)));
    }
    const flr_vec2 *p = s->points.data();
    double angle = r.between(0, 7), hx = r.between(0.3, 1), hy = r.between(0.3, 1);
    flr_vec2 turn = to(std::cos(angle), std::sin(angle)), zero = to(0, 0);
    flr_real radius = flr_real(scale * r.between(0.3, 0.8));
    if (k == BOX || k == ROUND_BOX) {
        flr_box2 b = {zero, turn, to(scale * hx, scale * hy)};
        s->convex = flr_convex2_box(&b);
    } else if (k == TRIANGLE) {
        flr_triangle2 t = {p[0], p[1], p[2]};
        s->convex = flr_convex2_triangle(&t);
    } else if (k == SEGMENT) {
        flr_segment2 g = {p[0], p[1]};
        s->convex = flr_convex2_segment(&g);
    } else if (k == CAPSULE) {
        flr_capsule2 c = {p[0], p[1], radius};
        s->convex = flr_convex2_capsule(&c);
    } else if (k == CIRCLE) {
        flr_circle c = {p[0], radius};
        s->convex = flr_convex2_circle(&c);
    } else if (k == POINTS) {
        s->convex = flr_convex2_points(p, uint32_t(count), turn, zero, 0);
    } else if (k == USER) {
        s->round = {0, 0, scale * hx, scale * hy};
        s->convex = flr_convex2_user(farthest, &s->round, zero, 0);
    } else {
        s->convex = flr_convex2_polygon(p, uint32_t(count), turn, zero, 0);
    }
    if (k == ROUND_BOX || k == ROUND_POLYGON) s->convex.radius = radius;
}

/// The same shape elsewhere; `room` keeps what it refers to.
flr_convex2 moved(flr_convex2 c, flr_vec2 by, ellipse *room)
{
    c.center = flr_add2(c.center, by);
    if (c.kind == FLR_CONVEX2_CORNERS)
        for (flr_vec2 &p : c.corners) p = flr_add2(p, by);
    if (c.kind != FLR_CONVEX2_USER) return c;
    *room = *static_cast<const ellipse *>(c.user);
    room->x += double(by.x), room->y += double(by.y);
    c.user = room;
    return c;
}

struct worst {
    double distance = 0;  ///< of the size
    double turn = 0,
           touching = 0;  ///< of the normal: beside the gap, in parts of the size; within a step of the touch
    double contact = 0;
    long asked = 0;
};

struct approach {
    const char *name;
    flr_convex2 a, b;
    flr_vec2 normal;
    double depth, size, rounding;
};

void look(tally &t, const approach &p, double way, double step, worst *w)
{
    ellipse room;
    flr_convex2 b = moved(p.b, flr_scale2(flr_real(way), p.normal), &room);
    double gap = way - p.depth;
    flr_gjk2 s = flr_signed_distance2_convex_convex(&p.a, &b, nullptr),
             d = flr_closest2_convex_convex(&p.a, &b, nullptr);
    ++w->asked;
    double off = std::fabs(double(s.signed_distance) - gap);
    w->distance = std::fmax(w->distance, off / p.size);
    t.expect(off <= p.rounding, "%s: moved by %.17g: %.17g, not %.17g", p.name, way,
             double(s.signed_distance), gap);
    t.expect(std::fabs(double(d.distance) - std::fmax(0, gap)) <= p.rounding, "%s: distance %.17g at %.17g",
             p.name, double(d.distance), gap);
    double turn = double(flr_length2(flr_sub2(s.normal, p.normal)));
    if (std::fabs(gap) < 0.5 * step) {
        w->touching = std::fmax(w->touching, turn);
    } else {
        w->turn = std::fmax(w->turn, turn * std::fabs(gap) / p.size);
    }
    t.expect(flr_dot2(s.normal, p.normal) > 0.5, "%s: at %.3g the normal turns by %.3g", p.name, gap, turn);
    bool meet = flr_overlap2_convex_convex(&p.a, &b, nullptr).overlap;
    t.expect(std::fabs(gap) <= p.rounding || meet == (gap < 0), "%s: yes or no %d at %.3g", p.name, meet,
             gap);
    flr_contact2_options margin = {flr_real(1e-3 * p.size), 0, nullptr};
    flr_manifold2 m;
    flr_contact2_convex_convex(&p.a, &b, &margin, &m);
    double most = -INFINITY;
    for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    if (gap > 0.9e-3 * p.size) return;
    if (!t.expect(m.count > 0, "%s: no contact at %.3g", p.name, gap)) return;
    w->contact = std::fmax(w->contact, std::fabs(most + gap) / p.size);
    t.expect(std::fabs(most + gap) <= p.rounding, "%s: contact %.17g deep at %.17g", p.name, most, gap);
    t.expect(flr_dot2(m.normal, p.normal) > 0.5, "%s: the contact's normal turns at %.3g", p.name, gap);
}

void come_close(tally &t, int ka, int kb, double scale, random_source &r, worst *w)
{
    shape a, b;
    make(ka, scale, r, &a);
    make(kb, scale, r, &b);
    double x = r.between(-scale, scale), y = r.between(-scale, scale);
    ellipse room;
    approach p = {"", a.convex, moved(b.convex, to(x, y), &room), {}, 0, 8 * scale, 0};
    flr_gjk2 s = flr_signed_distance2_convex_convex(&p.a, &p.b, nullptr);
    if (!(double(s.signed_distance) < -1e-3 * scale)) return;
    char name[64];
    std::snprintf(name, sizeof name, "%s %s, %g", names[ka], names[kb], scale);
    bool curved = ka == USER || kb == USER;
    p.name = name;
    p.normal = s.normal;
    p.depth = -double(s.signed_distance);
    p.rounding = (curved ? real_choose(1e-10, 1e-5) : real_choose(1e-13, 4e-6)) * p.size;
    const double step = real_choose(1e-9, 1e-5) * p.size;
    for (int i = -12; i <= 12; ++i) look(t, p, p.depth + i * step, step, w);
    for (double far : {-1e-3, -1e-5, 1e-6, 1e-4, 1e-2, 1.0}) look(t, p, p.depth + far * scale, step, w);
}

void all_pairs(bool curved, tally &t, worst *w)
{
    random_source r{811};
    const double scales[] = {1, 1e-3, 1e3};
    for (int ka = 0; ka < KINDS; ++ka)
        for (int kb = ka; kb < KINDS; ++kb)
            for (int n = 0; n < 12; ++n)
                if ((ka == USER || kb == USER) == curved) come_close(t, ka, kb, scales[n % 3], r, w);
    std::printf("  off by %.3g of the size; the normal by %.3g of size / gap, %.3g within a step; contacts "
                "by %.3g; %ld "
                "places\n",
                w->distance, w->turn, w->touching, w->contact, w->asked);
    t.expect(w->asked > 2000, "only %ld places", w->asked);
}

void straight_edges(tally &t)
{
    worst w;
    all_pairs(false, t, &w);
    expect_pinned(t, "signed distance, roundings of the size", w.distance / real_rounding,
                  real_choose(2, 2.2));
    expect_pinned(t, "contact, roundings of the size", w.contact / real_rounding, real_choose(2, 2.2));
    expect_pinned(t, "turn of the normal, of size / gap", w.turn, real_choose(9e-17, 4.6e-08));
}

void ellipses(tally &t)
{
    worst w;
    all_pairs(true, t, &w);
    expect_pinned(t, "signed distance of ellipses, roundings of the size", w.distance / real_rounding,
                  real_choose(4, 4));
    expect_pinned(t, "turn of the normal at the touch", w.touching, real_choose(5e-08, 0.0015));
}

/// Deep inside a box, on its diagonals: the first edge that a search has runs through the origin but for rounding, and
/// its products need not agree on which side it passes.
void on_diagonals(tally &t)
{
    worst_of depth{"depth of a point on a diagonal, roundings of the scene", real_choose(7.0, 6.2)};
    random_source r{47};
    for (int i = 0; i < scenes(20000); ++i) {
        double angle = r.between(0, 7), hx = r.between(0.1, 1), hy = r.between(0.1, 1), x = r.between(-3, 3),
               y = r.between(-3, 3), along = i % 2 ? 0 : r.between(-0.8, 0.8), way = i % 4 < 2 ? 1 : -1;
        const flr_box2 box = {to(x, y), to(std::cos(angle), std::sin(angle)), to(hx, hy)};
        hx = double(box.half_extents.x), hy = double(box.half_extents.y);
        double c = double(box.axis.x), s = double(box.axis.y), u = along * way * hx, v = along * hy;
        const flr_vec2 at = to(double(box.center.x) + c * u - s * v, double(box.center.y) + s * u + c * v);
        const flr_circle dot = {at, 0};
        const flr_capsule2 pin = {at, to(x - c * way * hx + s * hy, y - s * way * hx - c * hy), 0};
        const flr_box2 small = {at, to(s, -c), to(0.05, 0.02)};
        const flr_convex2 around = flr_convex2_box(&box);
        const flr_convex2 inside[] = {flr_convex2_circle(&dot), flr_convex2_capsule(&pin),
                                      flr_convex2_box(&small)};
        for (int k = 0; k < 6; ++k) {
            const flr_convex2 &a = k < 3 ? around : inside[k - 3], &b = k < 3 ? inside[k] : around;
            flr_gjk2 g = flr_closest2_convex_convex(&a, &b, nullptr),
                     d = flr_signed_distance2_convex_convex(&a, &b, nullptr);
            t.expect(flr_overlap2_convex_convex(&a, &b, nullptr).overlap, "%d, %d: no overlap", i, k);
            t.expect(g.overlap && g.distance == 0, "%d, %d: distance %.3g", i, k, double(g.distance));
            double deep = (1 - std::fabs(along)) * (hx < hy ? hx : hy),
                   off = std::fabs(deep + double(d.signed_distance));
            if (k % 3 == 0) t.expect(depth.within(off / real_rounding), "%d: depth off by %.3g", i, off);
            if (k % 3 != 0)
                t.expect(-double(d.signed_distance) > deep / 2, "%d, %d: depth %.3g", i, k,
                         -double(d.signed_distance));
        }
    }
    depth.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(on_diagonals), FEELER_TEST(straight_edges), FEELER_TEST(ellipses))

}  // namespace TEST_FILE
