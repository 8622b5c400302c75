/// The shortest translation that parts two lattice polygons, segments or points of the plane, from the definition
/// and in whole numbers: among all translations at which a boundary could change (feet of the origin, ends and
/// crossings of the lines on which a corner of one runs along an edge of the other), in the order of their
/// lengths, the first at which the insides do not meet.
#ifndef TESTS_QUERY_PLANE2_EXACT_HPP
#define TESTS_QUERY_PLANE2_EXACT_HPP

#include <algorithm>
#include <cmath>
#include <vector>

namespace plane2
{

using whole = __int128;

struct spot {
    whole x = 0, y = 0;
};
using ring = std::vector<spot>;

inline whole turn(spot a, spot b, spot c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
inline whole area(const ring &r)
{
    whole sum = 0;
    for (size_t i = 0; i < r.size(); ++i) {
        spot p = r[i], q = r[(i + 1) % r.size()];
        sum += p.x * q.y - p.y * q.x;
    }
    return sum;
}

struct figure {
    ring corners;  // counter-clockwise; two are a segment, one is a point
    std::vector<std::vector<size_t>> triangles, diagonals;
};

/// By clipping ears.
inline figure make_figure(ring r)
{
    if (area(r) < 0) std::reverse(r.begin(), r.end());
    figure f;
    f.corners = r;
    if (r.size() < 3) return f;
    std::vector<size_t> left;
    for (size_t i = 0; i < r.size(); ++i) left.push_back(i);
    while (left.size() > 2) {
        size_t n = left.size(), ear = n;
        for (size_t i = 0; i < n && ear == n; ++i) {
            size_t a = left[(i + n - 1) % n], b = left[i], c = left[(i + 1) % n];
            whole t = turn(r[a], r[b], r[c]);
            bool good = t >= 0;
            for (size_t k : left)
                if (k != a && k != b && k != c && t > 0 && turn(r[a], r[b], r[k]) >= 0 &&
                    turn(r[b], r[c], r[k]) >= 0 && turn(r[c], r[a], r[k]) >= 0)
                    good = false;
            if (good) ear = i;
        }
        if (ear == n) return figure();  // not simple
        size_t a = left[(ear + n - 1) % n], b = left[ear], c = left[(ear + 1) % n];
        if (turn(r[a], r[b], r[c]) > 0) f.triangles.push_back({a, b, c});
        if (n > 3) f.diagonals.push_back({a, c});
        left.erase(left.begin() + long(ear));
    }
    return f;
}

/// A translation x / w, y / w.
struct shift {
    whole x, y, w;
    double length() const { return std::hypot(double(x), double(y)) / double(w); }
};

struct placed {
    const figure *f;
    whole w, x, y;
    spot operator[](size_t i) const { return {f->corners[i].x * w + x, f->corners[i].y * w + y}; }
};

inline bool parted(const std::vector<spot> &p, const std::vector<spot> &q)
{
    size_t n = p.size();
    for (size_t i = 0; n > 1 && i < n; ++i) {
        bool all = true, none = true;
        for (spot v : q) {
            whole t = turn(p[i], p[(i + 1) % n], v);
            all = all && t <= 0;
            none = none && t >= 0;
        }
        if (all || (n == 2 && none)) return true;
    }
    return false;
}

/// Of a triangle without its boundary and a triangle without, a segment or point with its ends.
inline bool meet(const std::vector<spot> &triangle, const std::vector<spot> &other)
{
    return !parted(triangle, other) && !parted(other, triangle);
}

inline std::vector<spot> pick(const placed &p, const std::vector<size_t> &which)
{
    std::vector<spot> v;
    for (size_t i : which) v.push_back(p[i]);
    return v;
}

/// Have they a stretch in common? A point: does it lie strictly between a and b?
inline bool along(spot a, spot b, const std::vector<spot> &thin)
{
    whole low = 0, high = 0, span = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
    for (size_t i = 0; i < thin.size(); ++i) {
        if (turn(a, b, thin[i]) != 0) return false;
        whole at = (thin[i].x - a.x) * (b.x - a.x) + (thin[i].y - a.y) * (b.y - a.y);
        low = i && low < at ? low : at;
        high = i && high > at ? high : at;
    }
    return low < span && high > 0;
}

/// Do the insides meet? What is thin is its own inside, against an area.
inline bool insides_meet(const figure &a, const figure &b, shift t)
{
    placed p = {&a, t.w, 0, 0}, q = {&b, t.w, t.x, t.y};
    if (a.triangles.empty()) std::swap(p, q);
    const figure &thick = *p.f, &other = *q.f;
    if (!other.triangles.empty()) {
        for (const auto &s : thick.triangles)
            for (const auto &u : other.triangles)
                if (meet(pick(p, s), pick(q, u))) return true;
        return false;
    }
    std::vector<spot> thin;
    for (size_t i = 0; i < other.corners.size(); ++i) thin.push_back(q[i]);
    for (const auto &s : thick.triangles)
        if (meet(pick(p, s), thin)) return true;
    for (const auto &d : thick.diagonals)
        if (along(p[d[0]], p[d[1]], thin)) return true;
    return false;
}

struct stretch {
    spot a, b;
};

inline spot less(spot a, spot b) { return {a.x - b.x, a.y - b.y}; }

/// -1 where they do not meet as closed sets is not looked at: 0 where their insides are apart as they stand.
inline double depth(const figure &a, const figure &b)
{
    std::vector<stretch> lines;
    size_t n = a.corners.size(), m = b.corners.size();
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < m; ++k) {
            spot p = a.corners[i], q = b.corners[k];
            if (n > 1) lines.push_back({less(p, q), less(a.corners[(i + 1) % n], q)});
            if (m > 1) lines.push_back({less(p, q), less(p, b.corners[(k + 1) % m])});
        }
    std::vector<shift> places = {{0, 0, 1}};
    for (const stretch &s : lines) {
        spot e = less(s.b, s.a);
        whole whole_length = e.x * e.x + e.y * e.y, at = -(s.a.x * e.x + s.a.y * e.y);
        places.push_back({s.a.x, s.a.y, 1});
        if (at > 0 && at < whole_length)
            places.push_back(
                {s.a.x * whole_length + at * e.x, s.a.y * whole_length + at * e.y, whole_length});
    }
    for (size_t i = 0; i < lines.size(); ++i)
        for (size_t k = 0; k < i; ++k) {
            spot e = less(lines[i].b, lines[i].a), f = less(lines[k].b, lines[k].a);
            spot gap = less(lines[k].a, lines[i].a);
            whole det = e.x * f.y - e.y * f.x, s = gap.x * f.y - gap.y * f.x, r = gap.x * e.y - gap.y * e.x;
            if (det == 0) continue;
            if (det < 0) det = -det, s = -s, r = -r;
            if (s < 0 || s > det || r < 0 || r > det) continue;
            places.push_back({lines[i].a.x * det + s * e.x, lines[i].a.y * det + s * e.y, det});
        }
    std::sort(places.begin(), places.end(),
              [](const shift &p, const shift &q) { return p.length() < q.length(); });
    for (const shift &t : places)
        if (!insides_meet(a, b, t)) return t.length();
    return INFINITY;
}

}  // namespace plane2

#endif
