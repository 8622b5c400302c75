/// Shapes of the plane of every kind on a grid on which they move without rounding, and what is true of them as unions of rounded convex
/// pieces, in long double: how far apart they are, along which normal, and how far a point lies off a surface.
#ifndef TESTS_QUERY_APPROACH2_HPP
#define TESTS_QUERY_APPROACH2_HPP

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "feeler/any2.h"
#include "feeler/hull.h"
#include "support/random.hpp"
#include "support/real.hpp"

namespace approach2
{

using real = long double;

struct vec {
    real x, y;
};
inline vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y}; }
inline vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y}; }
inline vec operator*(real s, vec a) { return {s * a.x, s * a.y}; }
inline real dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
inline real cross(vec a, vec b) { return a.x * b.y - a.y * b.x; }
inline real length(vec a) { return std::sqrt(dot(a, a)); }
inline vec perp(vec a) { return {-a.y, a.x}; }
inline vec from(flr_vec2 p) { return {real(p.x), real(p.y)}; }
inline flr_vec2 to(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

/// Shapes lie on the coarse grid, and move by the fine one.
const double fine = real_choose(0x1p-50, 0x1p-21), coarse = real_choose(0x1p-20, 0x1p-9);
/// What is farther away than `clear` has no part in a touch, and what lies within `end` of a corner is at it.
const double clear = real_choose(1e-6, 1e-3), end = real_choose(1e-5, 1e-2);
/// Where what has no end is cut.
const real far = 4096;

inline flr_vec2 on_grid(vec p, double grid)
{
    const double x = std::round(double(p.x) / grid) * grid, y = std::round(double(p.y) / grid) * grid;
    return to(x, y);
}

/// One or two corners, or more counter-clockwise, with a radius around them. Edge i of `rim` is on the outline of the shape.
struct piece {
    std::vector<vec> corners;
    std::vector<bool> rim;
    real radius = 0;

    size_t edges() const { return corners.size() > 2 ? corners.size() : 1; }
    vec start(size_t i) const { return corners[i]; }
    vec stop(size_t i) const { return corners[(i + 1) % corners.size()]; }
};

inline real off_segment(vec p, vec a, vec b, vec *foot, real *at)
{
    const vec d = b - a;
    const real square = dot(d, d), t = square > 0 ? dot(p - a, d) / square : 0;
    *at = std::min<real>(1, std::max<real>(0, t));
    *foot = *at == 1 ? b : a + *at * d;
    return length(p - *foot);
}

/// How far a point lies outside, below 0 inside.
inline real outside(const piece &q, vec p)
{
    real least = INFINITY, most = -INFINITY, at;
    vec foot;
    for (size_t i = 0; i < q.edges(); ++i) {
        const vec e = q.stop(i) - q.start(i);
        least = std::min(least, off_segment(p, q.start(i), q.stop(i), &foot, &at));
        if (q.corners.size() > 2) most = std::max(most, -cross(e, p - q.start(i)) / length(e));
    }
    return (q.corners.size() > 2 && most <= 0 ? most : least) - q.radius;
}

/// Two edges: how far they are apart, radii taken off, along which normal, and whether they touch by more than corner to corner.
struct facing {
    real apart;
    vec normal;
    bool firm;
};

inline real turn(vec a, vec b, vec c) { return cross(b - a, c - a); }
inline bool cross_over(vec a, vec b, vec c, vec d)
{
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

inline facing face(const piece &p, size_t i, const piece &q, size_t k)
{
    const vec a = p.start(i), b = p.stop(i), c = q.start(k), d = q.stop(k);
    const real radii = p.radius + q.radius;
    if (cross_over(a, b, c, d)) return {-radii, {0, 0}, false};
    const struct {
        vec corner, start, stop;
    } all[4] = {{a, c, d}, {b, c, d}, {c, a, b}, {d, a, b}};
    real off[4], at[4];
    vec feet[4];
    int nearest = 0;
    for (int j = 0; j < 4; ++j) {
        off[j] = off_segment(all[j].corner, all[j].start, all[j].stop, &feet[j], &at[j]);
        if (off[j] < off[nearest]) nearest = j;
    }
    facing f = {off[nearest] - radii, {0, 0}, radii > 0};
    for (int j = 0; j < 4; ++j) {
        if (off[j] > off[nearest] + 1e-11L) continue;
        const real l = length(all[j].stop - all[j].start);
        f.firm = f.firm || (at[j] * l > end && (1 - at[j]) * l > end);
        for (int g = 0; g < j; ++g)  // along one another
            f.firm =
                f.firm || (off[g] <= off[nearest] + 1e-11L && length(all[j].corner - all[g].corner) > end &&
                           length(feet[j] - feet[g]) > end);
    }
    const vec way = feet[nearest] - all[nearest].corner,
              square = perp(all[nearest].stop - all[nearest].start);
    vec n = way;  // beside an edge its normal is known better than so short a way
    if (at[nearest] > 0 && at[nearest] < 1) n = (dot(square, way) < 0 ? -1 : 1) * square;
    if (off[nearest] > 0) f.normal = ((nearest < 2 ? 1 : -1) / length(n)) * n;
    return f;
}

struct body {
    flr_shape2 shape{};
    std::vector<flr_vec2> points;
    std::vector<flr_shape2> shapes;
    std::deque<body> members;
    std::vector<piece> pieces;
    vec moved{};  ///< as rounding left it
    flr_hull2 *hull = nullptr;

    body() = default;
    body(const body &) = delete;
    body &operator=(const body &) = delete;
    ~body() { flr_hull2_destroy(hull); }
};

inline real apart(const body &a, const body &b)
{
    real least = INFINITY;
    for (const piece &p : a.pieces)
        for (const piece &q : b.pieces) {
            if (p.corners.size() > 2 && outside(p, q.corners[0]) <= 0) return 0;
            if (q.corners.size() > 2 && outside(q, p.corners[0]) <= 0) return 0;
            for (size_t i = 0; i < p.edges(); ++i)
                for (size_t k = 0; k < q.edges(); ++k) least = std::min(least, face(p, i, q, k).apart);
        }
    return std::max<real>(0, least);
}

/// Of two that are apart: the one normal along which they will touch, if there is one.
inline bool find_normal(const body &a, const body &b, real distance, vec *normal)
{
    std::vector<facing> all;
    for (const piece &p : a.pieces)
        for (const piece &q : b.pieces)
            for (size_t i = 0; i < p.edges(); ++i)
                for (size_t k = 0; k < q.edges(); ++k)
                    if (p.rim[i] && q.rim[k]) all.push_back(face(p, i, q, k));
    real least = INFINITY;
    for (const facing &f : all)
        if (f.apart < least) least = f.apart, *normal = f.normal;
    bool one = distance > 0 && least <= distance + 1e-15L && length(*normal) > 0.5L, firm = false;
    for (const facing &f : all) {
        if (f.apart > least + clear) continue;
        firm = firm || f.firm;
        one = one && dot(f.normal, *normal) > 1 - 1e-11L;
    }
    return one && firm;
}

/// How far a point lies off the surface of the union; inside it a length below 0, at a seam between two of its pieces too.
inline real off_surface(const body &s, vec p)
{
    auto least_of = [&](vec q) {
        real least = INFINITY;
        for (const piece &c : s.pieces) least = std::min(least, outside(c, q));
        return least;
    };
    const real least = least_of(p), hair = real_choose(1e-12, 1e-5);
    if (std::fabs(least) > hair) return least;
    for (int k = 0; k < 32; ++k) {
        const real angle = 0.01L + k * 0.19634954L, step = real_choose(1e-7, 1e-2);
        if (least_of(p + step * vec{std::cos(angle), std::sin(angle)}) > hair) return least;
    }
    return -1;
}

/// What a shape is made of: corners in world, or in the frame of a convex shape, whose position is `half`.
struct spec {
    int kind = 0, form = 0;
    std::vector<flr_vec2> p;
    std::vector<std::vector<size_t>> triangles;  ///< of a polygon
    flr_vec2 way{1, 0}, half{0, 0};
    flr_real radius = 0;
    std::vector<spec> members;

    void move(flr_vec2 by)
    {
        for (spec &m : members) m.move(by);
        if (kind == FLR_SHAPE2_CONVEX) half = flr_add2(half, by);
        for (flr_vec2 &q : p)
            if (kind != FLR_SHAPE2_CONVEX) q = flr_add2(q, by);
    }
};

inline void wrap(std::vector<vec> *c)
{
    std::sort(c->begin(), c->end(), [](vec a, vec b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    std::vector<vec> hull;
    for (int side = 0; side < 2; ++side) {
        const size_t from = hull.size();
        for (vec q : *c) {
            while (hull.size() > from + 1 && turn(hull[hull.size() - 2], hull.back(), q) <= 0)
                hull.pop_back();
            hull.push_back(q);
        }
        hull.pop_back();
        std::reverse(c->begin(), c->end());
    }
    *c = hull;
}

inline void add_piece(body *b, std::vector<vec> corners, real radius)
{
    piece q;
    q.radius = radius;
    if (corners.size() > 2) wrap(&corners);
    q.corners = corners;
    q.rim.assign(q.edges(), true);
    b->pieces.push_back(q);
}

inline void build_flat(const spec &s, flr_vec2 by, body *b)
{
    const vec n = from(s.way), on = from(s.p[0]);
    const flr_real offset = flr_real(dot(n, on + from(by)));
    const real square = dot(n, n);
    const vec foot = (offset / square) * n, along = (far / std::sqrt(square)) * perp(n);
    b->shape.as.plane = {s.way, offset};
    b->moved = ((real(offset) - real(flr_real(dot(n, on)))) / square) * n;
    if (s.kind == FLR_SHAPE2_PLANE) return add_piece(b, {foot - along, foot + along}, 0);
    const vec down = (-far / std::sqrt(square)) * n;
    add_piece(b, {foot - along + down, foot - along, foot + along, foot + along + down}, 0);
    piece &q = b->pieces.back();
    for (size_t i = 0; i < 4; ++i) q.rim[i] = length(real(0.5) * (q.start(i) + q.stop(i)) - foot) < 1;
}

inline void build_polygon(const spec &s, body *b)
{
    b->shape.as.polygon = {b->points.data(), b->points.size()};
    const size_t count = b->points.size();
    for (const auto &t : s.triangles) {
        piece q;
        for (size_t i : t) q.corners.push_back(from(b->points[i]));
        const bool reverse = turn(q.corners[0], q.corners[1], q.corners[2]) < 0;
        if (reverse) std::swap(q.corners[1], q.corners[2]);
        const std::vector<size_t> u = reverse ? std::vector<size_t>{t[0], t[2], t[1]} : t;
        for (size_t i = 0; i < 3; ++i) {
            const size_t x = u[i], y = u[(i + 1) % 3];
            q.rim.push_back((x + 1) % count == y || (y + 1) % count == x);
        }
        b->pieces.push_back(q);
    }
}

inline void build_convex(const spec &s, flr_vec2 by, body *b)
{
    flr_convex2 &c = b->shape.as.convex;
    const flr_vec2 at = flr_add2(s.half, by);
    const uint32_t count = uint32_t(s.p.size());
    b->points = s.p;
    if (s.form == 0) c = flr_convex2_points(b->points.data(), count, s.way, at, s.radius);
    if (s.form == 1) c = flr_convex2_polygon(b->points.data(), count, s.way, at, s.radius);
    if (s.form == 2 && flr_hull2_create(s.p.data(), s.p.size(), nullptr, &b->hull) == FLR_OK)
        c = flr_convex2_hull(b->hull, s.way, at, s.radius);
    std::vector<vec> corners;
    if (s.form == 3) {
        const flr_box2 box = {at, s.way, s.p[0]};
        c = flr_convex2_box(&box);
        c.radius = s.radius;
    }
    for (size_t i = 0; i < (s.form == 3 ? 4 : s.p.size()); ++i) {
        vec p = from(s.p[s.form == 3 ? 0 : i]), x = from(s.way);
        if (s.form == 3) p = {i & 1 ? -p.x : p.x, i & 2 ? -p.y : p.y};
        corners.push_back(from(at) + p.x * x + p.y * perp(x));
    }
    add_piece(b, corners, s.radius);
}

/// Moved by a vector on the fine grid.
inline void build(const spec &s, flr_vec2 by, body *b)
{
    b->shape.kind = flr_shape2_kind(s.kind);
    b->moved = from(by);
    auto &as = b->shape.as;
    for (flr_vec2 p : s.p) b->points.push_back(flr_add2(p, by));
    std::vector<vec> p;
    for (flr_vec2 q : b->points) p.push_back(from(q));
    const vec way = from(s.way);
    switch (s.kind) {
    case FLR_SHAPE2_POINT:
        as.point = b->points[0];
        return add_piece(b, p, 0);
    case FLR_SHAPE2_SEGMENT:
        as.segment = {b->points[0], b->points[1]};
        return add_piece(b, p, 0);
    case FLR_SHAPE2_RAY:
        as.ray = {b->points[0], s.way};
        return add_piece(b, {p[0], p[0] + (far / length(way)) * way}, 0);
    case FLR_SHAPE2_LINE:
        as.line = {b->points[0], s.way};
        return add_piece(b, {p[0] - (far / length(way)) * way, p[0] + (far / length(way)) * way}, 0);
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        return build_flat(s, by, b);
    case FLR_SHAPE2_CIRCLE:
        as.circle = {b->points[0], s.radius};
        return add_piece(b, p, s.radius);
    case FLR_SHAPE2_CAPSULE:
        as.capsule = {b->points[0], b->points[1], s.radius};
        return add_piece(b, p, s.radius);
    case FLR_SHAPE2_AABB:
        as.aabb = {b->points[0], b->points[1]};
        return add_piece(b, {p[0], {p[1].x, p[0].y}, p[1], {p[0].x, p[1].y}}, 0);
    case FLR_SHAPE2_BOX: {
        as.box = {b->points[0], s.way, s.half};
        const vec x = real(s.half.x) * way, y = real(s.half.y) * perp(way);
        return add_piece(b, {p[0] - x - y, p[0] + x - y, p[0] + x + y, p[0] - x + y}, 0);
    }
    case FLR_SHAPE2_TRIANGLE:
        as.triangle = {b->points[0], b->points[1], b->points[2]};
        return add_piece(b, p, 0);
    case FLR_SHAPE2_POLYGON:
        return build_polygon(s, b);
    case FLR_SHAPE2_CONVEX:
        return build_convex(s, by, b);
    default:
        for (const spec &m : s.members) {
            b->members.emplace_back();
            build(m, by, &b->members.back());
            b->shapes.push_back(b->members.back().shape);
            for (const piece &q : b->members.back().pieces) b->pieces.push_back(q);
        }
        as.compound = {b->shapes.data(), b->shapes.size(), nullptr};
    }
}

/// Random shapes of a size of about 1, on halves of whole numbers or on the coarse grid.
struct maker {
    random_source r;
    bool lattice;

    double number(double reach)
    {
        const int most = int(2 * reach);
        return lattice ? r.whole(-most, most) * 0.5 : std::round(r.between(-reach, reach) / coarse) * coarse;
    }
    flr_vec2 point(double reach)
    {
        const double x = number(reach), y = number(reach);
        return to(x, y);
    }
    flr_vec2 direction()
    {
        flr_vec2 d{};
        while (!(flr_length2(d) > flr_real(0.3))) d = point(1);
        return d;
    }
    flr_vec2 unit()
    {
        static const double legs[6][2] = {{1, 0}, {0, 1}, {0.6, 0.8}, {-0.8, 0.6}, {0, -1}, {0.28, 0.96}};
        const double *leg = legs[r.whole(0, 5)], angle = r.between(0, 6.28);
        return lattice ? to(leg[0], leg[1]) : to(std::cos(angle), std::sin(angle));
    }
    flr_real size()
    {
        return flr_real(lattice ? r.whole(1, 2) * 0.5 : std::round(r.between(0.1, 0.7) / coarse) * coarse);
    }

    /// An L, a U, a dart or a parallelogram.
    void polygon(spec *s)
    {
        static const int at[4][8][2] = {{{-1, -1}, {2, -1}, {2, 0}, {0, 0}, {0, 2}, {-1, 2}},
                                        {{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
                                        {{0, 0}, {3, 0}, {1, 1}, {0, 3}},
                                        {{0, 0}, {2, 0}, {2, 1}, {0, 1}}};
        static const std::vector<std::vector<size_t>> triangles[4] = {
            {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}},
            {{0, 1, 4}, {0, 4, 5}, {1, 2, 4}, {2, 3, 4}, {0, 5, 7}, {5, 6, 7}},
            {{0, 1, 2}, {0, 2, 3}},
            {{0, 1, 2}, {0, 2, 3}}};
        const int form = r.whole(0, 3), counts[4] = {6, 8, 4, 4};
        const flr_vec2 p = s->p[0], d = direction(), lean = point(1);
        flr_vec2 u = lattice ? to(0.5, 0) : flr_scale2(flr_real(0.5), d), v = flr_perp2(u);
        if (!lattice) v = flr_add2(v, flr_scale2(flr_real(0.125), lean));
        s->p.clear();
        for (int i = 0; i < counts[form]; ++i)
            s->p.push_back(
                flr_mul_add2(flr_mul_add2(p, flr_real(at[form][i][0]), u), flr_real(at[form][i][1]), v));
        s->triangles = triangles[form];
    }

    void convex(spec *s)
    {
        s->form = r.whole(0, 3);
        s->half = s->p[0];
        s->way = unit();
        if (r.whole(0, 1)) s->radius = 0;
        s->p.clear();
        const int count = r.whole(3, 7);
        for (int i = 0; i < count; ++i) {
            const double angle = (i + (lattice ? 0 : r.between(0, 0.8))) * 6.28318 / count;
            s->p.push_back(on_grid({real(std::cos(angle)), real(std::sin(angle))}, lattice ? 0.25 : coarse));
        }
        if (s->form == 3) s->p = {to(0.75, 0.5)};
    }

    /// `bounded`: all of a compound.
    spec make(int kind, bool bounded, bool within = false)
    {
        spec s;
        s.kind = kind;
        const flr_vec2 p = point(0.5);
        flr_vec2 q = point(1), t = point(1);
        while (!(std::fabs(flr_cross2(flr_sub2(q, p), flr_sub2(t, p))) > flr_real(0.05)))
            q = point(1), t = point(1);
        s.way = direction();
        s.radius = size();
        s.p = {p};
        if (kind == FLR_SHAPE2_SEGMENT || kind == FLR_SHAPE2_CAPSULE) s.p = {p, q};
        if (kind == FLR_SHAPE2_AABB)
            s.p = {flr_min2(p, q), flr_add2(flr_max2(p, q), to(p.x == q.x ? 0.5 : 0, p.y == q.y ? 0.5 : 0))};
        if (kind == FLR_SHAPE2_TRIANGLE) s.p = {p, q, t};
        if (kind == FLR_SHAPE2_BOX)
            s.way = unit(), s.half = flr_vec2_make(s.radius, flr_real(lattice ? 0.5 : 0.3));
        if (kind == FLR_SHAPE2_POLYGON) polygon(&s);
        if (kind == FLR_SHAPE2_CONVEX) convex(&s);
        if (kind != FLR_SHAPE2_COMPOUND) return s;
        s.p.clear();
        const int count = r.whole(2, 3);
        for (int i = 0; i < count; ++i) {
            int k = r.whole(0, within ? 12 : 13);
            const bool ends = k < FLR_SHAPE2_RAY || k > FLR_SHAPE2_HALFSPACE;
            if (bounded && !ends) k += 4;
            s.members.push_back(make(k, bounded, true));
        }
        return s;
    }
};

}  // namespace approach2

#endif
