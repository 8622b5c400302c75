/// Shapes of the plane as the point sets that they are by definition, in 113 bits: convex pieces (corners, ways without end,
/// a radius), their signed distance by the sum with the reflected other, and the first time that they touch.
#ifndef TESTS_QUERY_FAR2_HPP
#define TESTS_QUERY_FAR2_HPP

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "feeler/any2.h"
#include "support/real.hpp"

namespace far2
{

#if LDBL_MANT_DIG >= 113
using wide = long double;
#else
__extension__ typedef __float128 wide;
#endif

struct spot {
    wide x = 0, y = 0;
};
inline spot operator+(spot a, spot b) { return {a.x + b.x, a.y + b.y}; }
inline spot operator-(spot a, spot b) { return {a.x - b.x, a.y - b.y}; }
inline spot operator*(wide s, spot a) { return {s * a.x, s * a.y}; }
inline wide dot(spot a, spot b) { return a.x * b.x + a.y * b.y; }
inline wide cross(spot a, spot b) { return a.x * b.y - a.y * b.x; }
inline spot perp(spot a) { return {-a.y, a.x}; }
inline spot lift(flr_vec2 p) { return {wide(p.x), wide(p.y)}; }
inline bool zero(spot a) { return a.x == 0 && a.y == 0; }
inline wide size_of(wide x) { return x < 0 ? -x : x; }

inline wide root(wide x)
{
    if (!(x > 0)) return 0;
    wide r = wide(std::sqrt((long double)x));
    for (int i = 0; i < 2; ++i) r = (r + x / r) / 2;
    return r;
}
inline wide length(spot a) { return root(dot(a, a)); }

/// A convex set: the hull of its corners and of half-lines from each of them along its ways, grown by the radius.
struct piece {
    std::vector<spot> corners, ways;  ///< the corners in order around
    wide radius = 0;
};
using pieces = std::vector<piece>;

/// The points from + t * way, low <= t <= high, where these are bounds.
struct edge {
    spot from, way;
    bool low, high;
};

inline std::vector<edge> edges(const piece &p)
{
    std::vector<edge> all;
    const size_t n = p.corners.size();
    for (size_t i = 0; n > 1 && i < n; ++i) {
        spot way = p.corners[(i + 1) % n] - p.corners[i];
        if (!zero(way)) all.push_back({p.corners[i], way, true, true});
    }
    if (p.ways.size() == 1) all.push_back({p.corners[0], p.ways[0], true, false});
    if (p.ways.size() > 1)
        all.push_back({p.corners[0], p.ways[0], false, false});  // the first two are opposite
    return all;
}

/// The nearest to `p` on the edge.
inline spot foot(const edge &e, spot p)
{
    wide whole = dot(e.way, e.way), at = dot(p - e.from, e.way);
    if (e.low && at <= 0) return e.from;
    if (e.low && e.high && at >= whole) return e.from + e.way;
    return e.from + (at / whole) * e.way;
}

const wide no_end = 1e300L;

/// How far b lies beyond a along n, which need not be unit, in lengths of n: the cores alone.
inline wide separation(const piece &a, const piece &b, spot n)
{
    for (spot way : a.ways)
        if (dot(way, n) > 0) return -no_end;
    for (spot way : b.ways)
        if (dot(way, n) < 0) return -no_end;
    wide high = dot(a.corners[0], n), low = dot(b.corners[0], n);
    for (spot p : a.corners) high = std::max(high, dot(p, n));
    for (spot p : b.corners) low = std::min(low, dot(p, n));
    return low - high;
}

struct parting {
    wide value = -no_end;   ///< the signed distance; -no_end where no translation parts them
    spot normal;            ///< unit, from a to b; zero where any will do
    spot point_a, point_b;  ///< of the cores, where these are apart
};

/// Where the cores overlap the best of all normals of edges of both (of the sum of one and the reflected other there are no
/// others), else the nearest corner and edge.
inline parting signed_distance(const piece &a, const piece &b)
{
    parting best;
    const wide radius = a.radius + b.radius;
    const std::vector<edge> of_a = edges(a), of_b = edges(b);
    for (const auto *list : {&of_a, &of_b})
        for (const edge &e : *list)
            for (int side = -1; side < 2; side += 2) {
                spot n = wide(side) * perp(e.way);
                wide s = separation(a, b, n);
                if (s > -no_end) s /= length(n);
                if (s > best.value) best.value = s, best.normal = (1 / length(n)) * n;
            }
    const bool any = !of_a.empty() || !of_b.empty();
    if (any && best.value < 0) {
        if (best.value > -no_end) best.value -= radius;
        return best;
    }
    wide least = -1;
    auto keep = [&](spot p, spot q) {
        wide d = dot(q - p, q - p);
        if (least < 0 || d < least) least = d, best.point_a = p, best.point_b = q;
    };
    for (spot p : a.corners)
        for (const edge &e : of_b) keep(p, foot(e, p));
    for (spot q : b.corners)
        for (const edge &e : of_a) keep(foot(e, q), q);
    for (spot p : a.corners)
        for (spot q : b.corners) keep(p, q);
    best.value = root(least);
    if (best.value > 0) best.normal = (1 / best.value) * (best.point_b - best.point_a);
    best.value -= radius;
    return best;
}

/// Of unions: the least of all pieces; a distance where above 0.
inline parting signed_distance(const pieces &a, const pieces &b)
{
    parting least;
    bool first = true;
    for (const piece &p : a)
        for (const piece &q : b) {
            parting s = signed_distance(p, q);
            if (first || s.value < least.value) least = s;
            first = false;
        }
    return least;
}

inline piece moved(piece p, spot way)
{
    for (spot &c : p.corners) c = c + way;
    return p;
}
inline pieces moved(pieces all, spot way)
{
    for (piece &p : all) p = moved(p, way);
    return all;
}

struct touch {
    bool hit = false;
    wide t = 0;      ///< the first time
    wide least = 0;  ///< without a hit the least distance until the end
};

/// When does a, moving by t * motion from `begin` on, first come as near as `target` to b? The distance is a convex function of
/// the time, so Newton's steps from before never go beyond the first touch.
inline touch first_touch(const piece &a, spot motion, const piece &b, wide target, wide begin, wide end,
                         wide tiny)
{
    touch r;
    r.t = begin;
    for (int step = 0; step < 2000; ++step) {
        parting s = signed_distance(moved(a, r.t * motion), b);
        wide gap = s.value - target, speed = dot(motion, s.normal);
        if (step == 0 || gap < r.least) r.least = gap;
        if (gap <= tiny) {
            r.hit = true;
            return r;
        }
        if (speed <= 0) return r;
        if (r.t + gap / speed > end) {
            if (r.t < end)
                r.least = std::min(r.least, signed_distance(moved(a, end * motion), b).value - target);
            return r;
        }
        r.t += gap / speed;
    }
    r.hit = true;  // a graze, from which it is no farther than half the steps' worth
    return r;
}

inline touch first_touch(const pieces &a, spot motion, const pieces &b, wide target, wide begin, wide end,
                         wide tiny)
{
    touch best;
    bool first = true;
    for (const piece &p : a)
        for (const piece &q : b) {
            touch t = first_touch(p, motion, q, target, begin, end, tiny);
            if (first || (t.hit && (!best.hit || t.t < best.t)) ||
                (!t.hit && !best.hit && t.least < best.least))
                best = t;
            first = false;
        }
    return best;
}

inline pieces polygon_pieces(const std::vector<spot> &corners, bool *convex)
{
    // by clipping ears, unless it is convex as it stands
    std::vector<spot> p;
    for (spot c : corners)
        if (p.empty() || !zero(c - p.back())) p.push_back(c);
    while (p.size() > 1 && zero(p.front() - p.back())) p.pop_back();
    wide area = 0;
    for (size_t i = 0; i < p.size(); ++i) area += cross(p[i] - p[0], p[(i + 1) % p.size()] - p[0]);
    if (area < 0) std::reverse(p.begin(), p.end());
    *convex = true;
    for (size_t i = 0; i < p.size(); ++i) {
        spot a = p[i], b = p[(i + 1) % p.size()], c = p[(i + 2) % p.size()];
        if (cross(b - a, c - b) < 0) *convex = false;
    }
    if (*convex) return {{p, {}, 0}};
    pieces all;
    while (p.size() > 2) {
        size_t n = p.size(), ear = n;
        for (size_t i = 0; i < n && ear == n; ++i) {
            spot a = p[(i + n - 1) % n], b = p[i], c = p[(i + 1) % n];
            bool good = cross(b - a, c - a) >= 0;
            for (size_t k = 0; k < n && good; ++k) {
                if (k == i || k == (i + 1) % n || k == (i + n - 1) % n) continue;
                good = !(cross(b - a, p[k] - a) >= 0 && cross(c - b, p[k] - b) >= 0 &&
                         cross(a - c, p[k] - c) >= 0);
            }
            if (good) ear = i;
        }
        if (ear == n) return {};  // not simple
        all.push_back({{p[(ear + n - 1) % n], p[ear], p[(ear + 1) % n]}, {}, 0});
        p.erase(p.begin() + long(ear));
    }
    return all;
}

/// Counter-clockwise, without collinear corners.
inline std::vector<spot> hull(std::vector<spot> p)
{
    std::sort(p.begin(), p.end(), [](spot a, spot b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    p.erase(std::unique(p.begin(), p.end(), [](spot a, spot b) { return zero(a - b); }), p.end());
    if (p.size() < 3) return p;
    std::vector<spot> h;
    for (int k = 0; k < 2; ++k) {
        size_t least = h.size() + 1;
        for (spot q : p) {
            while (h.size() > least && cross(h.back() - h[h.size() - 2], q - h[h.size() - 2]) <= 0)
                h.pop_back();
            h.push_back(q);
        }
        h.pop_back();
        std::reverse(p.begin(), p.end());
    }
    return h;
}

/// As the numbers say, relative to `origin`. Not of convex shapes and compounds.
inline pieces define(const flr_shape2 &s, spot origin, bool *convex)
{
    const auto &as = s.as;
    auto at = [&](flr_vec2 p) { return lift(p) - origin; };
    *convex = true;
    switch (s.kind) {
    case FLR_SHAPE2_POINT:
        return {{{at(as.point)}, {}, 0}};
    case FLR_SHAPE2_SEGMENT:
        return {{{at(as.segment.a), at(as.segment.b)}, {}, 0}};
    case FLR_SHAPE2_RAY:
        return {{{at(as.ray.origin)}, {lift(as.ray.direction)}, 0}};
    case FLR_SHAPE2_LINE:
        return {{{at(as.line.origin)}, {lift(as.line.direction), -1 * lift(as.line.direction)}, 0}};
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE: {
        spot n = lift(as.plane.normal);
        wide offset = wide(as.plane.offset) - dot(n, origin);
        piece p = {{(offset / dot(n, n)) * n}, {perp(n), -1 * perp(n)}, 0};
        if (s.kind == FLR_SHAPE2_HALFSPACE) p.ways.push_back(-1 * n);
        return {p};
    }
    case FLR_SHAPE2_CIRCLE:
        return {{{at(as.circle.center)}, {}, wide(as.circle.radius)}};
    case FLR_SHAPE2_CAPSULE:
        return {{{at(as.capsule.a), at(as.capsule.b)}, {}, wide(as.capsule.radius)}};
    case FLR_SHAPE2_AABB: {
        spot low = at(as.aabb.min), high = at(as.aabb.max);
        return {{{low, {high.x, low.y}, high, {low.x, high.y}}, {}, 0}};
    }
    case FLR_SHAPE2_BOX: {
        spot c = at(as.box.center), u = wide(as.box.half_extents.x) * lift(as.box.axis),
             v = wide(as.box.half_extents.y) * perp(lift(as.box.axis));
        return {{{c - u - v, c + u - v, c + u + v, c - u + v}, {}, 0}};
    }
    case FLR_SHAPE2_TRIANGLE:
        return {{{at(as.triangle.a), at(as.triangle.b), at(as.triangle.c)}, {}, 0}};
    case FLR_SHAPE2_POLYGON: {
        std::vector<spot> corners;
        for (size_t i = 0; i < as.polygon.count; ++i) corners.push_back(at(as.polygon.vertices[i]));
        return polygon_pieces(corners, convex);
    }
    default:
        return {};
    }
}

/// The largest difference of coordinates of any two corners and origins, and the radii.
inline wide scene_size(const pieces &a, const pieces &b)
{
    spot low = a[0].corners[0], high = low;
    wide radius = 0;
    for (const pieces *all : {&a, &b})
        for (const piece &p : *all) {
            radius = std::max(radius, p.radius);
            for (spot c : p.corners) {
                low = {std::min(low.x, c.x), std::min(low.y, c.y)};
                high = {std::max(high.x, c.x), std::max(high.y, c.y)};
            }
        }
    return std::max(radius, std::max(high.x - low.x, high.y - low.y));
}

}  // namespace far2

#endif
