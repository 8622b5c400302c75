// Compounds of the plane: unions of boxes and circles against their definition in exact and long arithmetic, and unions of
// all kinds against what their shapes answer one by one.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "../../fuzz/lattice2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

flr_vec2 point(random_source &r, double low, double high)
{
    double x = r.between(low, high), y = r.between(low, high);
    return vec(x, y);
}

/// A union with the shapes it is made of.
struct held {
    flr_shape2 shape{};
    std::shared_ptr<std::vector<flr_shape2>> parts, inner;
};

flr_shape2 rectangle(flr_vec2 low, flr_vec2 high)
{
    flr_shape2 s{};
    s.kind = FLR_SHAPE2_AABB;
    s.as.aabb = {low, high};
    return s;
}
flr_shape2 disc(flr_vec2 c, double radius)
{
    flr_shape2 s{};
    s.kind = FLR_SHAPE2_CIRCLE;
    s.as.circle = {c, flr_real(radius)};
    return s;
}

/// The shapes from the third on are a compound within.
held unite(const std::vector<flr_shape2> &shapes)
{
    held h;
    h.parts = std::make_shared<std::vector<flr_shape2>>(shapes);
    if (shapes.size() > 3) {
        h.inner = std::make_shared<std::vector<flr_shape2>>(shapes.begin() + 2, shapes.end());
        h.parts->resize(2);
        flr_shape2 s{};
        s.kind = FLR_SHAPE2_COMPOUND;
        s.as.compound = {h.inner->data(), h.inner->size(), nullptr};
        h.parts->push_back(s);
    }
    h.shape.kind = FLR_SHAPE2_COMPOUND;
    h.shape.as.compound = {h.parts->data(), h.parts->size(), nullptr};
    return h;
}

/// The gap of two boxes or circles, below 0 for none. A circle is its centre, a box of no size.
struct solid {
    long double low[2], high[2], radius;
};

solid solid_of(const flr_shape2 &s)
{
    if (s.kind == FLR_SHAPE2_CIRCLE) {
        flr_vec2 c = s.as.circle.center;
        return {{c.x, c.y}, {c.x, c.y}, s.as.circle.radius};
    }
    return {{s.as.aabb.min.x, s.as.aabb.min.y}, {s.as.aabb.max.x, s.as.aabb.max.y}, 0};
}

long double gap(const solid &a, const solid &b)
{
    long double square = 0;
    for (int k = 0; k < 2; ++k) {
        long double way = std::max(a.low[k] - b.high[k], b.low[k] - a.high[k]);
        if (way > 0) square += way * way;
    }
    return std::sqrt(square) - a.radius - b.radius;
}

std::vector<solid> solids_of(const flr_shape2 &s)
{
    if (s.kind != FLR_SHAPE2_COMPOUND) return {solid_of(s)};
    std::vector<solid> all;
    for (size_t i = 0; i < s.as.compound.count; ++i)
        for (const solid &x : solids_of(s.as.compound.shapes[i])) all.push_back(x);
    return all;
}

std::vector<flr_shape2> random_parts(random_source &r, bool lattice, flr_vec2 by, bool discs)
{
    std::vector<flr_shape2> parts;
    int count = r.whole(2, 5);
    for (int i = 0; i < count; ++i) {
        int x = r.whole(-3, 3), y = r.whole(-3, 3), w = r.whole(1, 3), h = r.whole(1, 3);
        flr_vec2 p = point(r, -3, 3), q = point(r, 0.2, 2.5);
        if (lattice) p = vec(x, y), q = vec(w, h);
        p = flr_add2(p, by);
        parts.push_back(discs && r.whole(0, 1) ? disc(p, double(q.x) / 2) : rectangle(p, flr_add2(p, q)));
    }
    return parts;
}

void distances(tally &t)
{
    random_source r{8901};
    long meet = 0, all = 0;
    double worst = 0;
    for (int i = 0; i < scenes(8000); ++i) {
        bool lattice = i % 2;
        flr_vec2 by = point(r, -7, 7);
        if (lattice) by = vec(std::floor(double(by.x)), std::floor(double(by.y)));
        held a = unite(random_parts(r, lattice, vec(0, 0), true)),
             b = unite(random_parts(r, lattice, by, true));
        long double least = INFINITY;
        for (const solid &x : solids_of(a.shape))
            for (const solid &y : solids_of(b.shape)) least = std::min(least, gap(x, y));
        flr_closest2 c, back;
        bool yes = false;
        t.expect(flr_distance2(&a.shape, &b.shape, &c) == FLR_OK, "no distance");
        t.expect(flr_overlap2(&a.shape, &b.shape, &yes) == FLR_OK, "no answer");
        ++all, meet += yes;
        double e = 8 * real_epsilon * 20;
        if (std::fabs(double(least)) > e)
            t.expect(yes == (least < 0), "overlap %d at %g", yes, double(least));
        if (lattice && least == 0) t.expect(yes, "touching, but no overlap");
        t.expect(yes == (c.distance == 0), "overlap %d at a distance of %g", yes, c.distance);
        double off = std::fabs(double(c.distance - std::max(least, 0.0L)));
        worst = std::max(worst, off);
        flr_distance2(&b.shape, &a.shape, &back);
        t.expect(back.distance == c.distance && back.point_a.x == c.point_b.x &&
                     back.point_a.y == c.point_b.y,
                 "turned round %.17g and %.17g", c.distance, back.distance);
    }
    t.expect(meet > 3 * all / 10 && meet < 7 * all / 10, "%ld of %ld overlap", meet, all);
    expect_pinned(t, "distance", worst, real_choose(3.2e-15, 6e-7));
    std::printf("  %ld of %ld overlap, worst error %.3g\n", meet, all, worst);
}

/// The shortest translation out of a union of open boxes, by definition: each of its coordinates is 0 or that of a side.
double shortest(const std::vector<solid> &a, const std::vector<solid> &b, double pad)
{
    std::vector<solid> blocked;
    std::vector<double> at[2] = {{0}, {0}};
    for (const solid &x : a)
        for (const solid &y : b) {
            solid d{};
            for (int k = 0; k < 2; ++k) {
                d.low[k] = double(x.low[k] - y.high[k] - pad);
                d.high[k] = double(x.high[k] - y.low[k] + pad);
                at[k].push_back(double(d.low[k]));
                at[k].push_back(double(d.high[k]));
            }
            blocked.push_back(d);
        }
    double best = INFINITY;
    for (double x : at[0])
        for (double y : at[1]) {
            double l = std::sqrt(x * x + y * y);
            if (!(l < best)) continue;
            bool inside = false;
            for (const solid &d : blocked)
                inside = inside || (x > d.low[0] && x < d.high[0] && y > d.low[1] && y < d.high[1]);
            if (!inside) best = l;
        }
    return best;
}

/// How far a point is from a union.
double beside(flr_vec2 p, const flr_shape2 &s)
{
    const solid dot = solid_of(disc(p, 0));
    long double least = INFINITY;
    for (const solid &x : solids_of(s)) least = std::min(least, gap(dot, x));
    return double(least);
}

void depths(tally &t)
{
    random_source r{8902};
    long asked = 0, given_up = 0;
    double worst = 0, aside = 0, above = 0, below = 0, contact = 0;
    for (int i = 0; i < scenes(500); ++i) {
        bool lattice = i % 2;
        held a = unite(random_parts(r, lattice, vec(0, 0), false)),
             b = unite(random_parts(r, lattice, vec(0, 0), false));
        flr_signed_distance2_result s, back;
        flr_status status = flr_signed_distance2(&a.shape, &b.shape, &s);
        if (s.signed_distance > 0) continue;
        ++asked;
        double truth = shortest(solids_of(a.shape), solids_of(b.shape), 0),
               tight =
                   shortest(solids_of(a.shape), solids_of(b.shape), truth / 900 + real_choose(1e-7, 1e-3));
        double depth = -double(s.signed_distance);
        given_up += status != FLR_OK;
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "status %d", status);
        below = std::max(below, truth - depth);
        if (status == FLR_OK) above = std::max(above, depth / tight - 1);
        if (depth < truth * (1 + 1e-6)) worst = std::max(worst, depth - truth);
        if (status == FLR_OK)
            aside = std::max({aside, beside(s.point_a, a.shape), beside(s.point_b, b.shape)});
        flr_signed_distance2(&b.shape, &a.shape, &back);
        t.expect(back.signed_distance == s.signed_distance && back.normal.x == -s.normal.x &&
                     back.normal.y == -s.normal.y,
                 "turned round %.17g and %.17g", s.signed_distance, back.signed_distance);
        flr_manifold2 m;
        t.expect(flr_contact2(&a.shape, &b.shape, nullptr, &m) == status && m.count > 0, "%d points",
                 m.count);
        double deepest = -1;
        for (int k = 0; k < m.count; ++k) deepest = std::max(deepest, double(m.points[k].depth));
        contact = std::max(contact, std::fabs(deepest - depth));
    }
    t.expect(enough(asked > scenes(300) && given_up < asked / 50), "%ld asked, %ld given up", asked,
             given_up);
    expect_pinned(t, "depth", worst, real_choose(6e-16, 6e-7));
    expect_pinned(t, "depth, less than parts them", below, real_choose(1.8e-15, 9.6e-7));
    expect_pinned(t, "depth, of what parts unions grown by a 900th", above, exact_answers);
    expect_pinned(t, "depth of the contact beside it", contact, exact_answers);
    expect_pinned(t, "points beside their unions", aside, real_choose(8e-16, 4e-7));
    std::printf("  %ld depths, %ld given up, worst error %.3g, points off by %.3g\n", asked, given_up, worst,
                aside);
}

/// Of every question about s and b, and b and s.
struct answers {
    flr_closest2 distance[2];
    flr_signed_distance2_result depth[2];
    flr_manifold2 contact[2];
    flr_sweep2_result sweep[2];
    flr_toi2_result motion[2];
    flr_rayhit2 cast;
    flr_aabb2 bounds;
    int side;
    bool overlap[2];
    flr_status status[14];
};

answers ask(const flr_shape2 &s, const flr_shape2 &b)
{
    answers r;
    std::memset(&r, 0, sizeof r);
    flr_path2 path{}, still{};
    path.to = {1, vec(3, 1)};
    const flr_plane2 plane = {vec(1, 2), 1};
    const flr_toi2_options options = {flr_real(1e-3), 0, 0};
    flr_raycast2_path ray = flr_raycast2_path_make(vec(-5, 0.1), vec(1, 0), 0, INFINITY);
    for (int k = 0; k < 2; ++k) {
        const flr_shape2 *x = k ? &b : &s, *y = k ? &s : &b;
        flr_status *status = r.status + 6 * k;
        status[0] = flr_distance2(x, y, &r.distance[k]);
        status[1] = flr_signed_distance2(x, y, &r.depth[k]);
        status[2] = flr_contact2(x, y, nullptr, &r.contact[k]);
        status[3] = flr_sweep2(x, vec(1, 3), y, &r.sweep[k]);
        status[4] = flr_toi2(x, &path, y, &still, &options, &r.motion[k]);
        status[5] = flr_overlap2(x, y, &r.overlap[k]);
    }
    r.status[12] = flr_raycast2(&ray, &s, &r.cast);
    if (flr_bounds2(&s, &r.bounds) != FLR_OK) r.bounds = {};
    r.status[13] = flr_classify2(&plane, &s, &r.side);
    return r;
}

bool same(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }

lattice2 *make(random_source &r, int kind, bool lattice, flr_vec2 at)
{
    uint8_t bytes[96];
    for (uint8_t &b : bytes) b = static_cast<uint8_t>(r.bits() >> 40);
    byte_source from = {bytes, sizeof bytes, 0, !lattice};
    lattice2 *l = new lattice2;
    lattice2_make(&from, static_cast<flr_shape2_kind>(kind), at, l);
    return l;
}

void one_shape(tally &t)
{
    random_source r{8903};
    for (int n = 0; n < 12; ++n)
        for (int i = 0; i < FLR_SHAPE2_COUNT; ++i)
            for (int k = 0; k < FLR_SHAPE2_COUNT; ++k) {
                std::unique_ptr<lattice2> s(make(r, i, n % 2, vec(0, 0))), b(make(r, k, n % 2, vec(0, 0)));
                held one = unite({s->shape}), two = unite({one.shape});
                answers x = ask(s->shape, b->shape), y = ask(two.shape, b->shape);
                const char *na = flr_shape2_name(flr_shape2_kind(i)),
                           *nb = flr_shape2_name(flr_shape2_kind(k));
                t.expect(std::memcmp(x.status, y.status, sizeof x.status) == 0, "%s %s: status", na, nb);
                t.expect(std::memcmp(&x.distance, &y.distance, sizeof x.distance) == 0, "%s %s: distance", na,
                         nb);
                t.expect(std::memcmp(&x.bounds, &y.bounds, sizeof x.bounds) == 0 && x.side == y.side,
                         "%s %s: bounds, side", na, nb);
                t.expect(x.cast.hit == y.cast.hit && x.cast.t == y.cast.t && x.cast.t_last == y.cast.t_last,
                         "%s %s: cast", na, nb);
                for (int w = 0; w < 2; ++w) {
                    t.expect(x.overlap[w] == y.overlap[w], "%s %s: overlap", na, nb);
                    t.expect(x.depth[w].signed_distance == y.depth[w].signed_distance &&
                                 same(x.depth[w].normal, y.depth[w].normal) &&
                                 same(x.depth[w].point_a, y.depth[w].point_a),
                             "%s %s: depth %g %g", na, nb, x.depth[w].signed_distance,
                             y.depth[w].signed_distance);
                    t.expect(x.contact[w].count == y.contact[w].count &&
                                 same(x.contact[w].normal, y.contact[w].normal),
                             "%s %s: contact", na, nb);
                    t.expect(x.sweep[w].hit == y.sweep[w].hit && x.sweep[w].t == y.sweep[w].t &&
                                 same(x.sweep[w].point, y.sweep[w].point),
                             "%s %s: sweep %g %g", na, nb, x.sweep[w].t, y.sweep[w].t);
                    t.expect(x.motion[w].hit == y.motion[w].hit && x.motion[w].t == y.motion[w].t &&
                                 x.motion[w].t_upper == y.motion[w].t_upper &&
                                 x.motion[w].iterations == y.motion[w].iterations,
                             "%s %s: motion %g %g", na, nb, x.motion[w].t, y.motion[w].t);
                }
            }
}

/// Three shapes of any kinds: what the union answers is what one of them does.
void one_by_one(tally &t)
{
    random_source r{8904};
    long meet = 0, all = 0;
    worst_of distances = {"distance of one of three, roundings", exact_answers},
             sweeps = {"time of a sweep of one of three", exact_answers},
             motions = {"time of a motion of one of three, whose tolerance is 1e-3", exact_answers};
    for (int n = 0; n < scenes(4000); ++n) {
        std::vector<std::unique_ptr<lattice2>> parts;
        std::vector<flr_shape2> shapes;
        for (int i = 0; i < 3; ++i) {
            int which = r.whole(0, FLR_SHAPE2_COMPOUND - 1);
            flr_vec2 at = point(r, -7, 7);
            parts.emplace_back(make(r, which, n % 2, n % 2 ? vec(0, 3) : at));
            shapes.push_back(parts.back()->shape);
        }
        int which = r.whole(0, FLR_SHAPE2_COMPOUND - 1);
        std::unique_ptr<lattice2> b(make(r, which, n % 2, vec(0, 0)));
        held u = unite(shapes);
        answers whole = ask(u.shape, b->shape);
        double distance = INFINITY, sweep = INFINITY, motion = INFINITY, cast = INFINITY;
        bool overlap = false;
        for (const flr_shape2 &p : shapes) {
            answers x = ask(p, b->shape);
            overlap = overlap || x.overlap[0];
            distance = std::min(distance, double(x.distance[0].distance));
            if (x.sweep[0].hit) sweep = std::min(sweep, double(x.sweep[0].t));
            if (x.motion[0].hit) motion = std::min(motion, double(x.motion[0].t));
            if (x.cast.hit) cast = std::min(cast, double(x.cast.t));
        }
        ++all, meet += overlap;
        t.expect(whole.overlap[0] == overlap && whole.overlap[1] == overlap, "overlap %d", overlap);
        t.expect(distances.within(std::fabs(double(whole.distance[0].distance) - distance) / (1 + distance) /
                                  real_rounding),
                 "distance %.17g, least %.17g", whole.distance[0].distance, distance);
        t.expect(whole.sweep[0].hit == std::isfinite(sweep) &&
                     (!whole.sweep[0].hit || sweeps.within(std::fabs(double(whole.sweep[0].t) - sweep))),
                 "sweep %d at %.17g, first %.17g", whole.sweep[0].hit, whole.sweep[0].t, sweep);
        t.expect(whole.motion[0].hit == std::isfinite(motion) &&
                     (!whole.motion[0].hit || motions.within(std::fabs(double(whole.motion[0].t) - motion))),
                 "motion %d at %.17g, first %.17g", whole.motion[0].hit, whole.motion[0].t, motion);
        t.expect(whole.cast.hit == std::isfinite(cast) && (!whole.cast.hit || double(whole.cast.t) == cast),
                 "cast %d at %.17g, first %.17g", whole.cast.hit, whole.cast.t, cast);
    }
    t.expect(meet > 3 * all / 10 && meet < 7 * all / 10, "%ld overlap of %ld", meet, all);
    for (const worst_of *w : {&distances, &sweeps, &motions}) w->hold(t);
}

/// Shapes that are all one point touch there, and any direction parts them: one of length 1 is told.
void in_one_point(tally &t)
{
    for (flr_vec2 at : {vec(0, 0), vec(3, -5), vec(1e9, 0)}) {
        flr_shape2 dot{};
        dot.kind = FLR_SHAPE2_POINT;
        dot.as.point = at;
        held several = unite({rectangle(at, at), dot}),
             more = unite({dot, disc(at, 0), rectangle(at, at), dot});
        const flr_shape2 others[] = {dot, rectangle(at, at), disc(at, 0), more.shape};
        for (const flr_shape2 &other : others)
            for (int turn = 0; turn < 2; ++turn) {
                const flr_shape2 &a = turn ? other : several.shape, &b = turn ? several.shape : other;
                flr_signed_distance2_result s;
                flr_manifold2 m;
                flr_status status = flr_signed_distance2(&a, &b, &s);
                t.expect(status == FLR_OK && !s.inseparable && s.signed_distance == 0 &&
                             std::fabs(double(flr_length2(s.normal)) - 1) <= real_epsilon,
                         "depth %g, normal %g %g", double(s.signed_distance), double(s.normal.x),
                         double(s.normal.y));
                status = flr_contact2(&a, &b, nullptr, &m);
                t.expect(status == FLR_OK && m.count == 1 && m.points[0].depth == 0 &&
                             std::fabs(double(flr_length2(m.normal)) - 1) <= real_epsilon,
                         "%d points, normal %g %g", m.count, double(m.normal.x), double(m.normal.y));
                t.expect(m.points[0].position.x == at.x && m.points[0].position.y == at.y, "point at %g %g",
                         double(m.points[0].position.x), double(m.points[0].position.y));
            }
    }
}

/// Two points in a rectangle of many boxes that abut: both leave it through sides that are the same or meet in a corner. No one box
/// with a point covers what lies where boxes meet, so the proof takes several.
void boxes_that_abut(tally &t)
{
    random_source r{8907};
    enum { N = 7 };
    for (int scene = 0; scene < scenes(60); ++scene) {
        double x[N + 1] = {0}, y[N + 1] = {0};
        for (int k = 0; k < N; ++k) {
            x[k + 1] = double(flr_real(x[k] + r.between(0.2, 1.2)));
            y[k + 1] = double(flr_real(y[k] + r.between(0.2, 1.2)));
        }
        std::vector<flr_shape2> boxes;
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) boxes.push_back(rectangle(vec(x[i], y[j]), vec(x[i + 1], y[j + 1])));
        flr_shape2 points[2]{};
        double ways[2][4], best = INFINITY;
        for (int k = 0; k < 2; ++k) {
            double u = x[N] * r.between(0.35, 0.65), v = y[N] * r.between(0.35, 0.65);
            points[k].kind = FLR_SHAPE2_POINT;
            points[k].as.point = vec(u, v);
            u = double(points[k].as.point.x), v = double(points[k].as.point.y);
            const double way[4] = {x[N] - u, u, y[N] - v, v};
            std::copy(way, way + 4, ways[k]);
        }
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j) {
                if (i != j && i / 2 == j / 2) continue;
                double p = ways[0][i], q = ways[1][j];
                best = std::min(best, i == j ? std::max(p, q) : std::hypot(p, q));
            }
        flr_shape2 a{}, b{};
        a.kind = b.kind = FLR_SHAPE2_COMPOUND;
        a.as.compound = {boxes.data(), boxes.size(), nullptr};
        b.as.compound = {points, 2, nullptr};
        // what is left between pieces that are called apart may be a part of the depth in single precision
        const double room = (real_is_float ? 0x1p-13 : 16 * real_epsilon) * (x[N] + y[N]);
        flr_signed_distance2_result s;
        flr_status status = flr_signed_distance2(&a, &b, &s);
        t.expect(status == FLR_OK, "%d: status %d", scene, int(status));
        t.expect(std::fabs(double(s.signed_distance) + best) <= room, "%d: %.17g, not %.17g", scene,
                 double(s.signed_distance), -best);
        status = flr_signed_distance2(&b, &a, &s);
        t.expect(status == FLR_OK && std::fabs(double(s.signed_distance) + best) <= room,
                 "%d turned: status %d, %.17g, not %.17g", scene, int(status), double(s.signed_distance),
                 -best);
    }
}

void known(tally &t)
{
    flr_signed_distance2_result s;
    flr_manifold2 m;
    // two tiles side by side carry a box that lies across the seam
    held floor = unite({rectangle(vec(-4, -1), vec(0, 0)), rectangle(vec(0, -1), vec(4, 0))});
    flr_shape2 box = rectangle(vec(-1, -0.0625), vec(1, 2));
    flr_contact2(&floor.shape, &box, nullptr, &m);
    t.expect(m.count == 2 && std::fabs(double(m.normal.y) - 1) < 1e-6 &&
                 std::fabs(std::fabs(double(m.points[0].position.x)) - 1) < 1e-5 &&
                 std::fabs(std::fabs(double(m.points[1].position.x)) - 1) < 1e-5 &&
                 std::fabs(double(m.points[0].depth) - 0.0625) < 1e-5,
             "%d points at %g %g", m.count, m.points[0].position.x, m.points[1].position.x);
    // a line between two shapes that touches one of them does so there
    held tiles = unite({rectangle(vec(-4, 1), vec(0, 3)), rectangle(vec(-1, -2), vec(1, -1))});
    flr_shape2 line{};
    line.kind = FLR_SHAPE2_PLANE;
    line.as.plane = {vec(0, 2), 2};
    for (int turn = 0; turn < 2; ++turn) {
        flr_status told = turn ? flr_signed_distance2(&line, &tiles.shape, &s)
                               : flr_signed_distance2(&tiles.shape, &line, &s);
        t.expect(told == FLR_OK && s.signed_distance == 0, "a touch %.3g deep", double(s.signed_distance));
        for (flr_vec2 p : {s.point_a, s.point_b})
            t.expect(p.y == 1 && p.x >= -4 && p.x <= 0, "a touch at %g %g", double(p.x), double(p.y));
    }
    // a point on the seam is inside of the union
    flr_shape2 dot{};
    dot.kind = FLR_SHAPE2_POINT;
    dot.as.point = vec(0, -0.25);
    flr_status status = flr_signed_distance2(&floor.shape, &dot, &s);
    t.expect(status == FLR_OK && std::fabs(double(s.signed_distance) + 0.25) < real_choose(1e-9, 1e-4),
             "a point on the seam %.17g", s.signed_distance);
    // halfspaces
    flr_shape2 ground{}, lid{};
    ground.kind = lid.kind = FLR_SHAPE2_HALFSPACE;
    ground.as.halfspace = {vec(0, 2), 0};
    lid.as.halfspace = {vec(0, -1), -1};
    held yard = unite({ground, disc(vec(40, 3), 1)}), slot = unite({ground, lid});
    box = rectangle(vec(-1, -1), vec(1, 0.5));
    status = flr_signed_distance2(&yard.shape, &box, &s);
    t.expect(status == FLR_OK && !s.inseparable &&
                 std::fabs(double(s.signed_distance) + 1) < real_choose(1e-6, 1e-3),
             "out of the ground %.17g", s.signed_distance);
    status = flr_signed_distance2(&slot.shape, &box, &s);
    t.expect(status == FLR_OK && s.inseparable, "between two halfspaces %g", s.signed_distance);
    line.kind = FLR_SHAPE2_PLANE;
    line.as.plane = {vec(0, 4), 2};
    held tower = unite({rectangle(vec(0, -3), vec(1, -1)), rectangle(vec(0, 0.25), vec(1, 3))});
    status = flr_signed_distance2(&tower.shape, &line, &s);
    t.expect(status == FLR_OK && double(s.signed_distance) == -0.25 && double(s.normal.y) == -1,
             "a line among two boxes %g", s.signed_distance);
    // a line that crosses a line of a union is not parted from it, a ray is, backwards; wherever they meet
    flr_shape2 edge{}, path{};
    edge.kind = FLR_SHAPE2_PLANE;
    edge.as.plane = {vec(0, 1), 0};
    held over = unite({edge, disc(vec(0, -1), 0.5)});
    for (double slope = 1; slope > real_choose(1e-5, 0.5); slope /= 8)
        for (int k = 0; k < 4; ++k) {
            path.kind = k % 2 ? FLR_SHAPE2_LINE : FLR_SHAPE2_RAY;
            path.as.ray = {vec(0, 1), vec(1, -slope)};
            const flr_shape2 &x = k < 2 ? path : over.shape, &y = k < 2 ? over.shape : path;
            status = flr_signed_distance2(&x, &y, &s);
            t.expect(status == FLR_OK && s.inseparable == (k % 2 == 1), "slope %g: %d", slope, s.inseparable);
            t.expect(s.inseparable || (std::fabs(double(s.signed_distance) + 1) < real_choose(1e-12, 1e-5) &&
                                       double(s.normal.y) * (k < 2 ? 1 : -1) > 0.999999),
                     "a ray at slope %g is %.17g deep", slope, double(s.signed_distance));
        }
    // a ray up and one down that lines keep from leaving both ways at once, though each could leave alone
    flr_shape2 low{}, up{}, down{};
    low.kind = FLR_SHAPE2_LINE;
    low.as.line = {vec(0, 0), vec(1, 0)};
    up.kind = down.kind = FLR_SHAPE2_RAY;
    flr_shape2 high = low;
    high.as.line.origin = vec(3, 2);
    for (const double slope : {1.0, 0.125})
        for (const double gap : {0.25, 2.5}) {
            up.as.ray = {vec(0, 1 + gap / 2), vec(1, slope)};
            down.as.ray = {vec(0, 1 - gap / 2), vec(1, -slope)};
            held lines = unite({low, high}), rays = unite({up, down});
            for (int turn = 0; turn < 2; ++turn) {
                const flr_shape2 &x = turn ? rays.shape : lines.shape, &y = turn ? lines.shape : rays.shape;
                status = flr_signed_distance2(&x, &y, &s);
                t.expect(status == FLR_OK && s.inseparable == (gap < 2), "rays %g apart: %d, %.17g", gap,
                         s.inseparable, double(s.signed_distance));
            }
        }
    // errors
    flr_shape2 empty{};
    empty.kind = FLR_SHAPE2_COMPOUND;
    flr_closest2 c;
    flr_aabb2 b;
    t.expect(flr_distance2(&empty, &box, &c) == FLR_INVALID_SHAPE, "an empty compound has a distance");
    t.expect(flr_bounds2(&yard.shape, &b) == FLR_UNBOUNDED, "bounds of a halfspace");
    flr_shape2 deep[10];
    deep[0] = box;
    for (int i = 1; i < 10; ++i) {
        deep[i] = flr_shape2{};
        deep[i].kind = FLR_SHAPE2_COMPOUND;
        deep[i].as.compound = {&deep[i - 1], 1, nullptr};
    }
    t.expect(flr_distance2(&deep[8], &box, &c) == FLR_OK && c.distance == 0, "eight deep");
    t.expect(flr_distance2(&deep[9], &box, &c) == FLR_INVALID_SHAPE, "nine deep");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(distances), FEELER_TEST(depths), FEELER_TEST(one_shape), FEELER_TEST(one_by_one),
             FEELER_TEST(in_one_point), FEELER_TEST(boxes_that_abut), FEELER_TEST(known))

}  // namespace TEST_FILE
