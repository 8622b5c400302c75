// optimised: (it judges millions of answers in double)
/// Distance, depth and contact of any two kinds of the plane are one function where they touch. One of the two comes in, generic, on a lattice,
/// flush, corner to corner or corner to face, and goes through the touch in steps of 10^-15, 10^-12 and 10^-9: nothing jumps, no
/// normal flips, points lie on the surfaces, and contact ids stay. As test_convex2_approach.cpp has it for convex shapes; what is
/// true is in approach2.hpp.
#include <cstring>
#include <string>

#include "any/approach2.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using namespace approach2;

enum manner { ANYWHERE, LATTICE, FLUSH, CORNERS, CORNER_ON_A, CORNER_ON_B, MANNERS };

/// a as it stands, and how b comes in.
struct scene {
    std::string name;
    spec b;
    body a;
    vec way{};
    real apart = 0;  ///< of b moved by `out`
    vec moved{}, normal{};
    bool one = false;      ///< they touch along one normal
    bool through = false;  ///< and are apart again behind it: both are thin
    bool compound = false, endless = false, round = false;

    void place(double step, body *at) const { build(b, to(step * double(way.x), step * double(way.y)), at); }
};

const double out = real_choose(0x1p-28, 0x1p-13), margin = double(flr_real(0.1));

bool is_endless(int kind) { return kind >= FLR_SHAPE2_RAY && kind <= FLR_SHAPE2_HALFSPACE; }

vec corner_of(const body &s, random_source &r)
{
    const piece &p = s.pieces[size_t(r.whole(0, int(s.pieces.size()) - 1))];
    return p.corners[size_t(r.whole(0, int(p.corners.size()) - 1))];
}

/// A quarter, half or three quarters on along an edge.
vec on_edge(const body &s, random_source &r)
{
    const piece &p = s.pieces[size_t(r.whole(0, int(s.pieces.size()) - 1))];
    const size_t i = size_t(r.whole(0, int(p.edges()) - 1));
    const real part = r.whole(1, 3) * 0.25L;
    return p.start(i) + part * (p.stop(i) - p.start(i));
}

/// A shape with corners gets an edge of the other's, moved along it.
void lay_along(const body &a, spec *b, random_source &r)
{
    const piece &p = a.pieces[0];
    const size_t i = size_t(r.whole(0, int(p.edges()) - 1));
    const flr_vec2 u = on_grid(p.start(i), fine), v = on_grid(p.stop(i), fine), d = flr_sub2(v, u);
    flr_vec2 side = flr_perp2(d);
    const bool turned = r.whole(0, 1) == 1;
    const flr_real by = flr_real(r.whole(0, 4) * 0.25);
    if (!(flr_length2(d) > 0) || flr_length2(d) > 100) return;
    if (turned) side = flr_neg2(side);
    const flr_vec2 third = flr_mul_add2(flr_mul_add2(u, flr_real(0.25), d), flr_real(0.5), side);
    const int k = b->kind;
    if (k == FLR_SHAPE2_TRIANGLE) b->p = {u, v, third};
    if (k == FLR_SHAPE2_SEGMENT || k == FLR_SHAPE2_CAPSULE) b->p = {u, v};
    if (k == FLR_SHAPE2_RAY || k == FLR_SHAPE2_LINE) b->p = {u}, b->way = d;
    if (is_endless(k) && k >= FLR_SHAPE2_PLANE) b->p = {u}, b->way = side;
    if (k == FLR_SHAPE2_POLYGON) {
        b->p = {u, v, flr_add2(v, side), third, flr_add2(u, side)};
        b->triangles = {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}};
    }
    if (k == FLR_SHAPE2_CONVEX && b->form < 3)
        b->p = {to(0, 0), d, flr_sub2(third, u)}, b->way = to(1, 0), b->half = u;
    b->move(flr_scale2(by, d));
}

/// Moves b along the way to where it touches first. False where it does not.
bool bring(scene *s)
{
    auto left = [&](real t) {
        body at;
        build(s->b, on_grid(t * s->way, fine), &at);
        return apart(s->a, at);
    };
    const real hair = real_choose(1e-14, 1e-6);
    real t = 0;
    if (!(left(0) <= hair && left(clear) > clear / 100)) {
        t = 8;
        real d = left(t);
        if (!(d > 0)) return false;
        for (int i = 0; i < 300 && d > hair / 50 && t > -8; ++i) t -= d / length(s->way), d = left(t);
        if (!(d <= hair) || std::fabs(t) > 3) return false;
    }
    const real quarters = std::round(4 * t) / 4;
    if (std::fabs(quarters - t) < hair) t = quarters;
    const real steps = std::round(t / fine) * fine;
    s->b.move(to(double(steps * s->way.x), double(steps * s->way.y)));
    return true;
}

bool make_scene(random_source r, int ka, int kb, int how, scene *s)
{
    static const int ways[12][2] = {{1, 0},  {0, 1},   {-1, 0}, {0, -1}, {1, 1},  {-1, 1},
                                    {1, -1}, {-1, -1}, {2, 1},  {-1, 2}, {1, -2}, {-2, -1}};
    maker of_a = {{r.bits()}, how == LATTICE}, of_b = {{r.bits()}, how == LATTICE};
    const int *way = ways[r.whole(0, 11)];
    s->way = {real(way[0]), real(way[1])};
    build(of_a.make(ka, is_endless(kb)), to(0, 0), &s->a);
    s->b = of_b.make(kb, true);
    s->compound = ka == FLR_SHAPE2_COMPOUND || kb == FLR_SHAPE2_COMPOUND;
    s->endless = is_endless(kb) && (is_endless(ka) || s->compound);
    body b;
    build(s->b, to(0, 0), &b);
    if (how == FLUSH) lay_along(s->a, kb == FLR_SHAPE2_COMPOUND ? &s->b.members[0] : &s->b, r);
    if (how >= CORNERS) {
        const vec on_a = how == CORNER_ON_A ? on_edge(s->a, r) : corner_of(s->a, r),
                  on_b = how == CORNER_ON_B ? on_edge(b, r) : corner_of(b, r), by = on_a - on_b;
        if (std::fabs(by.x) > 3 || std::fabs(by.y) > 3) return false;
        s->b.move(on_grid(by, fine));
    }
    if (!bring(s)) return false;
    body before, behind;
    s->place(out, &before);
    s->place(-out, &behind);
    s->apart = apart(s->a, before);
    s->moved = before.moved;
    s->one = !s->endless && find_normal(s->a, before, s->apart, &s->normal);
    s->through = apart(s->a, behind) > 0;
    for (const body *x : {&s->a, &b})
        for (const piece &p : x->pieces) s->round = s->round || p.radius > 0;
    s->name = std::string(flr_shape2_name(s->a.shape.kind)) + " " + flr_shape2_name(b.shape.kind) +
              ", manner " + std::to_string(how);
    return true;
}

/// Of compounds the depth is found by a search among the pieces, less well.
struct errors {
    worst_of distance, line, depth, normal, surface;

    errors(const char *of, const double (&d)[5], const double (&f)[5])
        : distance{of + std::string(": distances, roundings"), real_choose(d[0], f[0])},
          line{of + std::string(": signed distances beside a line through the touch, roundings"),
               real_choose(d[1], f[1])},
          depth{of + std::string(": depths of contacts beside signed distances, roundings"),
                real_choose(d[2], f[2])},
          normal{of + std::string(": normals beside the one, roundings"), real_choose(d[3], f[3])},
          surface{of + std::string(": points off surfaces, roundings"), real_choose(d[4], f[4])}
    {
    }
    void hold(tally &t) const
    {
        for (const worst_of *w : {&distance, &line, &depth, &normal, &surface}) w->hold(t);
    }
};

struct asked {
    flr_closest2 c{};
    flr_signed_distance2_result s{};
    flr_manifold2 m[2]{};  ///< with margins 0 and 0.1
    bool meet = false;
    vec moved{};
    double step = 0;
};

bool ask(const flr_shape2 *a, const flr_shape2 *b, asked *q)
{
    const flr_contact2_options o = {flr_real(margin), 0, nullptr};
    return flr_overlap2(a, b, &q->meet) == FLR_OK && flr_distance2(a, b, &q->c) == FLR_OK &&
           flr_signed_distance2(a, b, &q->s) == FLR_OK && flr_contact2(a, b, nullptr, &q->m[0]) == FLR_OK &&
           flr_contact2(a, b, &o, &q->m[1]) == FLR_OK;
}

bool same(flr_vec2 p, flr_vec2 q) { return p.x == q.x && p.y == q.y; }

bool is_turned(const asked &q, const asked &w)
{
    bool ok = q.meet == w.meet && q.c.distance == w.c.distance && same(q.c.point_a, w.c.point_b) &&
              q.s.signed_distance == w.s.signed_distance && same(q.s.normal, flr_neg2(w.s.normal)) &&
              same(q.s.point_a, w.s.point_b) && q.s.inseparable == w.s.inseparable;
    for (int k = 0; k < 2; ++k) {
        const flr_manifold2 &m = q.m[k], &n = w.m[k];
        ok = ok && m.count == n.count && (m.count == 0 || same(m.normal, flr_neg2(n.normal)));
        for (int i = 0; i < m.count && ok; ++i)
            ok = same(m.points[i].position, n.points[i].position) && m.points[i].depth == n.points[i].depth &&
                 m.points[i].id == n.points[i].id;
    }
    return ok;
}

double deepest(const flr_manifold2 &m)
{
    double most = -INFINITY;
    for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    return most;
}

void judge_contact(tally &t, const scene &s, const body &b, const asked &q, int k, errors *e)
{
    const flr_manifold2 &m = q.m[k];
    const double least = k ? margin : 0;
    const char *name = s.name.c_str();
    t.expect((m.count > 0) == (double(q.c.distance) <= least) &&
                 (m.count > 0) == (double(q.s.signed_distance) <= least),
             "%s: %d points within %g at %g", name, m.count, least, double(q.s.signed_distance));
    if (m.count == 0) return;
    const double off = std::fabs(deepest(m) + double(q.s.signed_distance)) / real_epsilon;
    t.expect(e->depth.within(off), "%s: %.17g deep at %.17g", name, deepest(m), double(q.s.signed_distance));
    for (int i = 0; i < m.count; ++i) {
        const flr_manifold2_point &p = m.points[i];
        const vec half = (real(p.depth) / 2) * from(m.normal), at = from(p.position);
        const real of_a = off_surface(s.a, at + half), of_b = off_surface(b, at - half);
        const double worse = double(std::max(std::fabs(of_a), std::fabs(of_b)));
        t.expect(e->surface.within(worse / real_epsilon), "%s: a point %g off at %g", name, worse,
                 double(q.s.signed_distance));
        t.expect(double(p.depth) >= -least, "%s: a point %g deep beyond the margin", name, double(p.depth));
    }
}

/// Beside the one normal, which turns where something is round, by no more than the way is of the radii.
void judge_normal(tally &t, const scene &s, const asked &q, flr_vec2 normal, errors *e)
{
    const real turned = length(from(normal) - s.normal), may = s.round ? 20 * length(q.moved - s.moved) : 0;
    t.expect(e->normal.within(std::fmax(0, double(turned - may)) / real_epsilon),
             "%s: a normal turns by %g at %g", s.name.c_str(), double(turned), double(q.s.signed_distance));
}

void judge(tally &t, const scene &s, const body &b, const asked &q, errors *e)
{
    const char *name = s.name.c_str();
    const real d = real(q.c.distance), sd = real(q.s.signed_distance);
    t.expect(q.meet == (d == 0) && (d > 0) == (sd > 0) && (d == 0 || std::fabs(d - sd) <= 8 * real_epsilon),
             "%s: overlap %d, distance %g, signed %g", name, q.meet, double(d), double(sd));
    if (!s.endless)
        t.expect(e->distance.within(double(std::fabs(d - apart(s.a, b))) / real_epsilon),
                 "%s: distance %.17g", name, double(d));
    if (q.s.inseparable) return;
    for (int k = 0; k < 2; ++k) judge_contact(t, s, b, q, k, e);
    const vec pa = from(q.s.point_a), pb = from(q.s.point_b);
    const double off = double(std::max(std::fabs(off_surface(s.a, pa)), std::fabs(off_surface(b, pb)))),
                 gap = double(length(pb - pa - sd * from(q.s.normal)));
    t.expect(e->surface.within(off / real_epsilon), "%s: a point of the signed distance %g off at %g", name,
             off, double(sd));
    t.expect(gap <= 8 * real_epsilon * 8, "%s: points %g beside the normal at %g", name, gap, double(sd));
    const real line = s.apart + dot(s.normal, q.moved - s.moved);
    if (!s.one || std::fabs(q.step) > 4 * out || (s.through && line < 16 * real_epsilon)) return;
    t.expect(e->line.within(double(std::fabs(line - sd)) / real_epsilon),
             "%s: signed distance %.17g, not %.17g", name, double(sd), double(line));
    judge_normal(t, s, q, q.s.normal, e);
    for (int k = 0; k < 2; ++k)
        if (q.m[k].count > 0) judge_normal(t, s, q, q.m[k].normal, e);
}

/// The second point is about to come or go: where it lies at the margin, or all but in one place with the first.
bool is_in_doubt(const flr_manifold2 &m)
{
    const double room = real_choose(1e-8, 1e-2);
    if (m.count < 2) return m.count == 0;
    const double beside = double(length(from(m.points[0].position) - from(m.points[1].position)));
    return beside < room || std::fmin(double(m.points[0].depth), double(m.points[1].depth)) < room - margin;
}

bool has(const flr_manifold2 &m, const flr_manifold2_point &p, double room)
{
    bool found = false;
    for (int i = 0; i < m.count; ++i)
        found = found || (m.points[i].id == p.id &&
                          double(length(from(m.points[i].position) - from(p.position))) <= room);
    return found;
}

/// Of two places that follow one another.
void judge_step(tally &t, const scene &s, const asked &p, const asked &q)
{
    if (p.s.inseparable || q.s.inseparable) return;
    const double way = double(length(q.moved - p.moved)),
                 by = std::fabs(double(q.s.signed_distance) - double(p.s.signed_distance)),
                 search = s.compound ? real_choose(8e-12, 1e-4) : 0;
    t.expect(by <= way + 64 * real_epsilon + search, "%s: the signed distance jumps by %g in %g",
             s.name.c_str(), by, way);
    const bool near = std::fmax(std::fabs(p.step), std::fabs(q.step)) <= out;
    // a step in single precision is long enough to bring a corner of a compound out behind another
    if (real_is_float && s.compound) return;
    if (!near || !s.one || s.through || is_in_doubt(p.m[1]) || is_in_doubt(q.m[1])) return;
    for (int k = 0; k < 2; ++k) {
        if (p.m[k].count == 0 || q.m[k].count == 0) continue;
        bool stay = p.m[k].count == q.m[k].count;
        for (int i = 0; i < p.m[k].count && stay; ++i)
            stay = has(q.m[k], p.m[k].points[i], real_choose(1e-6, 1e-2));
        t.expect(stay, "%s: points or ids change from %g to %g", s.name.c_str(), double(p.s.signed_distance),
                 double(q.s.signed_distance));
    }
}

/// From before the touch to behind it.
std::vector<double> steps()
{
    std::vector<double> all = {0};
    const std::vector<double> units =
        real_is_float ? std::vector<double>{1, 0x1p5} : std::vector<double>{1, 0x1p10, 0x1p20};
    for (double way : {1.0, -1.0}) {
        for (double unit : units)
            for (int k = 1; k <= 3; ++k) all.push_back(way * k * unit * fine);
        for (double rough : {0x1p-10, 0x1p-7}) all.push_back(way * rough);
    }
    std::sort(all.begin(), all.end());
    return all;
}

struct counts {
    long asked = 0, one = 0, apart = 0;
};

void approach(tally &t, const scene &s, errors *e, counts *n)
{
    static const std::vector<double> all = steps();
    asked last;
    for (size_t i = 0; i < all.size(); ++i) {
        body b;
        s.place(all[i], &b);
        asked q, turned;
        if (!t.expect(ask(&s.a.shape, &b.shape, &q) && ask(&b.shape, &s.a.shape, &turned), "%s: a status",
                      s.name.c_str()))
            return;
        q.step = all[i];
        q.moved = b.moved;
        t.expect(is_turned(q, turned) || std::memcmp(&s.a.shape.as, &b.shape.as, sizeof(flr_segment2)) == 0,
                 "%s: not the same the other way round", s.name.c_str());
        judge(t, s, b, q, e);
        if (i > 0) judge_step(t, s, last, q);
        last = q;
        ++n->asked, n->one += s.one, n->apart += !q.meet;
    }
}

void every_pair(tally &t)
{
    random_source r{2301};
    errors values{"values", {8, 8, 15, 12, 34}, {8, 8, 28, 1.5, 105}},
        compounds{"compounds", {5, 64, exact_answers, 4.5, 66}, {7, 500, exact_answers, 1.2, 500}};
    counts n;
    const int count = scenes(2);
    for (int ka = 0; ka < FLR_SHAPE2_COUNT; ++ka)
        for (int kb = 0; kb < FLR_SHAPE2_COUNT; ++kb)
            for (int how = 0; how < MANNERS; ++how)
                for (int k = 0; k < count; ++k) {
                    scene s;
                    const uint64_t seed = r.bits();
                    if (make_scene({seed}, ka, kb, how, &s))
                        approach(t, s, s.compound ? &compounds : &values, &n);
                }
    const double share = double(n.apart) / double(n.asked);
    t.expect(n.asked > 5000 && n.one * 2 > n.asked && share > 0.3 && share < 0.7,
             "%ld places, %ld of one normal, %ld apart", n.asked, n.one, n.apart);
    values.hold(t);
    compounds.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair))

}  // namespace TEST_FILE
