/// Answers about two shapes of the plane held against their definition. Errors are in roundings of the scene's own size: how far
/// coordinates differ from one another, not how far they are from the origin.
#ifndef TESTS_QUERY_FAR2_JUDGE_HPP
#define TESTS_QUERY_FAR2_JUDGE_HPP

#include "any/far2_scenes.hpp"

namespace far2
{

/// No answer, or one of another kind than the question has.
const double astray = 1e30;

struct scene {
    subject a, b;
    spot origin;
    pieces pa, pb;
    bool convex_a = false, convex_b = false;
    wide size = 0;
    parting truth;

    bool whole() const { return !pa.empty() && !pb.empty(); }
    bool convex() const { return convex_a && convex_b; }
    bool overlaps() const { return truth.value <= 0; }
    double roundings(wide x, wide scale) const
    {
        x = size_of(x);
        if (x == 0) return 0;
        if (!(scale > 0)) return astray;
        wide e = x / scale / wide(real_rounding);
        return e < wide(astray) ? double(e) : astray;
    }
    double roundings(wide x) const { return roundings(x, size); }
    /// Beyond what rounding the point's coordinates explains.
    double beyond(wide x, flr_vec2 p, wide scale) const
    {
        wide own = wide(real_epsilon) * std::max(size_of(wide(p.x)), size_of(wide(p.y)));
        x = size_of(x);
        return x > own ? roundings(x - own, scale) : 0;
    }
};

inline scene make_scene(const subject &a, const subject &b, flr_vec2 origin)
{
    scene s;
    s.a = a, s.b = b;
    s.origin = lift(origin);
    s.pa = s.a.defined(s.origin, &s.convex_a);
    s.pb = s.b.defined(s.origin, &s.convex_b);
    if (!s.whole()) return s;
    s.size = scene_size(s.pa, s.pb);
    s.truth = signed_distance(s.pa, s.pb);
    return s;
}

inline wide from_boundary(const scene &s, flr_vec2 p, const pieces &shape)
{
    return signed_distance(pieces{{{lift(p) - s.origin}, {}, 0}}, shape).value;
}

inline bool finite(flr_vec2 p) { return std::isfinite(double(p.x)) && std::isfinite(double(p.y)); }

/// What has no end, as far as the scene is large: so that a normal may be off by a rounding.
inline piece cut(piece p, wide reach)
{
    const spot from = p.corners[0];
    for (spot w : p.ways) p.corners.push_back(from + (reach / length(w)) * w);
    p.ways.clear();
    return p;
}

/// How far along n the two are apart, a moved before; both convex.
inline wide along(const scene &s, flr_vec2 normal, spot before = {})
{
    spot n = lift(normal);
    wide l = length(n);
    if (!(l > 0)) return -no_end;
    return separation(cut(moved(s.pa[0], before), s.size), cut(s.pb[0], s.size), n) / l - s.pa[0].radius -
           s.pb[0].radius;
}

/// A yes or no is as far off as the shapes are from the other answer.
inline double decided(const scene &s, bool overlap)
{
    if (overlap == s.overlaps()) return 0;
    return s.truth.value == -no_end ? astray : s.roundings(s.truth.value);
}

inline double distance_error(const scene &s, double told)
{
    if (!std::isfinite(told)) return astray;
    return s.roundings(wide(told) - (s.overlaps() ? 0 : s.truth.value));
}

/// Two points, one on each shape (common ones where they overlap).
inline double points_error(const scene &s, flr_vec2 p, flr_vec2 q)
{
    if (!finite(p) || !finite(q)) return astray;
    wide in_a = from_boundary(s, p, s.pa), in_b = from_boundary(s, q, s.pb);
    return std::max(s.beyond(std::max(in_a, wide(0)), p, s.size),
                    s.beyond(std::max(in_b, wide(0)), q, s.size));
}

template <class F> void judge_pair(const scene &s, F note)
{
    const flr_shape2 a = s.a.on(), b = s.b.on();
    bool overlap = false;
    flr_status status = flr_overlap2(&a, &b, &overlap);
    note("overlap", status ? astray : decided(s, overlap));
    flr_closest2 c{};
    status = flr_distance2(&a, &b, &c);
    note("distance", status ? astray : distance_error(s, double(c.distance)));
    note("distance points", status ? astray : points_error(s, c.point_a, c.point_b));
    note("overlap and distance agree", (c.distance == 0) == overlap ? 0 : astray);
}

/// -no_end is inseparable. Of unions that overlap it is held only that the translation parts them, and no farther than to a touch.
template <class F> void judge_signed(const scene &s, F note)
{
    const flr_shape2 a = s.a.on(), b = s.b.on();
    flr_signed_distance2_result r{};
    const flr_status status = flr_signed_distance2(&a, &b, &r);
    if (status && !(status == FLR_NOT_CONVERGED && !s.convex())) {
        note("signed", astray);
        return;
    }
    const wide told = wide(r.signed_distance);
    if (s.convex() && s.truth.value == -no_end) {
        note("signed", r.inseparable ? 0 : astray);
        return;
    }
    if (r.inseparable) {
        note("signed", s.convex() ? astray : 0);
        return;
    }
    const bool exact = s.convex() || s.truth.value > 0;
    if (exact) note("signed", s.roundings(told - s.truth.value));
    if (exact)
        note("signed points", s.convex()
                                  ? std::max(s.beyond(from_boundary(s, r.point_a, s.pa), r.point_a, s.size),
                                             s.beyond(from_boundary(s, r.point_b, s.pb), r.point_b, s.size))
                                  : points_error(s, r.point_a, r.point_b));
    if (s.convex()) note("signed normal", s.roundings(along(s, r.normal) - s.truth.value));
    if (!exact) {
        wide left = signed_distance(s.pa, moved(s.pb, -told * lift(r.normal))).value;
        note("union parted", s.roundings(left));
    }
}

template <class F> void judge_manifold(const scene &s, flr_status status, const flr_manifold2 &m, F note)
{
    if (status && !(status == FLR_NOT_CONVERGED && !s.convex())) {
        note("contact", astray);
        return;
    }
    if (s.convex() && s.truth.value == -no_end) {
        note("contact", m.inseparable && !m.count ? 0 : astray);
        return;
    }
    note("contact count", m.inseparable && !s.convex() ? 0 : decided(s, m.count > 0));
    if (!m.count || !s.convex()) return;
    double deepest = -HUGE_VAL, points = 0;
    const spot n = lift(m.normal);
    for (int i = 0; i < m.count; ++i) {
        const flr_manifold2_point &p = m.points[i];
        deepest = std::fmax(deepest, double(p.depth));
        spot at = lift(p.position) - s.origin, half = (wide(p.depth) / 2) * n;
        for (int k = 0; k < 2; ++k) {
            wide off = signed_distance(pieces{{{k ? at - half : at + half}, {}, 0}}, k ? s.pb : s.pa).value;
            points = std::fmax(points, s.beyond(off, p.position, s.size));
        }
    }
    note("contact", s.roundings(wide(deepest) + s.truth.value));
    note("contact normal", s.roundings(along(s, m.normal) - s.truth.value));
    note("contact points", points);
}

template <class F> void judge_contact(const scene &s, F note)
{
    const flr_shape2 a = s.a.on(), b = s.b.on();
    flr_manifold2 m{};
    judge_manifold(s, flr_contact2(&a, &b, nullptr, &m), m, note);
}

/// The convex core, with an empty and with a filled cache.
template <class F> void judge_core(const scene &s, F note)
{
    flr_shape2 a = s.a.on(), b = s.b.on();
    flr_convex2 p, q;
    if (!flr_convex2_shape(&a, &p) || !flr_convex2_shape(&b, &q) || !s.convex()) return;
    flr_gjk2_cache cache{};
    flr_gjk2_options options{};
    options.max_distance = flr_real(INFINITY);
    options.cache = &cache;
    for (int again = 0; again < 2; ++again) {
        flr_gjk2 g = flr_closest2_convex_convex(&p, &q, &options);
        note("core distance", g.status ? astray : distance_error(s, double(g.distance)));
        note("core points", g.status ? astray : points_error(s, g.point_a, g.point_b));
        const wide d = s.overlaps() ? 0 : s.truth.value;
        note("core bounds", s.roundings(std::max(wide(0), std::max(wide(g.lower) - d, d - wide(g.upper)))));
        if (d > 0 && g.distance > 0)
            note("core distance normal", s.roundings(along(s, g.normal) - s.truth.value));
        flr_overlap2_convex o = flr_overlap2_convex_convex(&p, &q, again ? &cache : nullptr);
        note("core overlap", o.status ? astray : decided(s, o.overlap));
        if (!o.status && !o.overlap) note("core parting", s.roundings(std::min(along(s, o.normal), wide(0))));
    }
    cache = flr_gjk2_cache{};
    for (int again = 0; again < 2; ++again) {
        flr_gjk2 g = flr_signed_distance2_convex_convex(&p, &q, &options);
        note("core signed", g.status ? astray : s.roundings(wide(g.signed_distance) - s.truth.value));
        note("core signed normal", g.status ? astray : s.roundings(along(s, g.normal) - s.truth.value));
        note("core signed points", std::max(s.beyond(from_boundary(s, g.point_a, s.pa), g.point_a, s.size),
                                            s.beyond(from_boundary(s, g.point_b, s.pb), g.point_b, s.size)));
    }
    flr_contact2_cache kept{};
    flr_contact2_options margin{};
    margin.cache = &kept;
    flr_manifold2 m{};
    judge_manifold(s, flr_contact2_convex_convex(&p, &q, &margin, &m), m, [&](const char *what, double e) {
        note(what[7] == 0     ? "core contact"
             : what[8] == 'c' ? "core contact count"
             : what[8] == 'n' ? "core contact normal"
                              : "core contact points",
             e);
    });
}

}  // namespace far2

#endif
