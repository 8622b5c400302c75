/// Answers about moving shapes of the plane, and casts, held against their definition.
#ifndef TESTS_QUERY_FAR2_MOVING_HPP
#define TESTS_QUERY_FAR2_MOVING_HPP

#include "any/far2_judge.hpp"

namespace far2
{

/// A time is as far off as the way that is gone too much, or as the two are from touching there.
template <class F>
void judge_time(const scene &s, const char *hits, const char *times, bool hit, wide t, const touch &right,
                spot motion, wide target, wide size, const pieces &pa, const pieces &pb, wide end, F note)
{
    const wide here = signed_distance(moved(pa, t * motion), pb).value - target;
    if (hit != right.hit) {
        wide off = right.least;
        if (right.hit) {  // how deep they come afterwards
            off = 0;
            for (int i = 0; i <= 64; ++i) {
                wide at = right.t + (std::min(end, 2 * right.t + 1) - right.t) * wide(i) / 64;
                off = std::min(off, signed_distance(moved(pa, at * motion), pb).value - target);
            }
        }
        note(hits, s.roundings(off, size));
        return;
    }
    note(hits, 0);
    if (!hit) return;
    note(times,
         s.roundings(std::min(size_of((t - right.t) * root(dot(motion, motion))), size_of(here)), size));
}

template <class F> void judge_sweep(const scene &s, flr_vec2 motion, double target, F note)
{
    const flr_shape2 a = s.a.on(), b = s.b.on();
    const spot m = lift(motion);
    const wide size = std::max(std::max(s.size, wide(target)), std::max(size_of(m.x), size_of(m.y)));
    const touch right = first_touch(s.pa, m, s.pb, wide(target), 0, 1, size * 1e-26L);
    flr_sweep2_result r{};
    flr_sweep2_options options{flr_real(target)};
    const flr_status status =
        target > 0 ? flr_sweep2_within(&a, motion, &b, &options, &r) : flr_sweep2(&a, motion, &b, &r);
    const bool keep = target > 0;
    if (status) {
        note(keep ? "within hit" : "sweep hit", astray);
        return;
    }
    judge_time(s, keep ? "within hit" : "sweep hit", keep ? "within time" : "sweep time", r.hit, wide(r.t),
               right, m, wide(target), size, s.pa, s.pb, 1, note);
    if (!r.hit || !right.hit || r.overlap_at_start) return;
    const spot at = wide(r.t) * m;
    wide in_b = from_boundary(s, r.point, s.pb),
         in_a = signed_distance(pieces{{{lift(r.point) - s.origin}, {}, 0}}, moved(s.pa, at)).value -
                wide(target);
    note(keep ? "within point" : "sweep point",
         s.beyond(std::max(wide(0), std::max(in_a, in_b)), r.point, size));
    if (s.convex() && !zero(lift(r.normal))) {
        const wide apart = along(s, r.normal, at);
        note(keep ? "within normal" : "sweep normal",
             s.roundings(std::min(wide(0), apart - wide(target)), size));
    }
}

/// A ray or segment from a point at a shape.
template <class F> void judge_cast(const scene &s, flr_vec2 from, flr_vec2 to, bool ray, F note)
{
    const flr_shape2 b = s.b.on();
    flr_ray2 as_ray = {from, flr_sub2(to, from)};
    flr_segment2 as_segment = {from, to};
    const flr_raycast2_path path =
        ray ? flr_raycast2_path_ray(&as_ray) : flr_raycast2_path_segment(&as_segment);
    const spot start = lift(from) - s.origin, m = ray ? lift(as_ray.direction) : lift(to) - lift(from);
    if (zero(m)) return;
    pieces point = {{{start}, {}, 0}};
    wide size = scene_size(point, s.pb);
    const wide end = ray ? no_end : wide(1);
    const touch right = first_touch(point, m, s.pb, 0, 0, end, size * 1e-26L);
    flr_rayhit2 r{};
    if (flr_raycast2(&path, &b, &r)) {
        note("cast hit", astray);
        return;
    }
    if (right.hit) size = std::max(size, right.t * std::max(size_of(m.x), size_of(m.y)));
    judge_time(s, "cast hit", "cast time", r.hit, wide(r.t), right, m, 0, size, point, s.pb, end, note);
    if (!r.hit || !right.hit) return;
    note("cast point", s.beyond(std::max(wide(0), from_boundary(s, r.point, s.pb)), r.point, size));
    if (!s.convex_b || !s.pb[0].ways.empty()) return;
    const wide beyond = ray ? right.t + 8 * size / length(m) : end;
    const touch back = first_touch(moved(point, beyond * m), -1 * m, s.pb, 0, 0, beyond, size * 1e-26L);
    if (!back.hit) return;
    const wide last = beyond - back.t, here = signed_distance(moved(point, wide(r.t_last) * m), s.pb).value;
    size = std::max(size, last * std::max(size_of(m.x), size_of(m.y)));
    note("cast last",
         s.roundings(std::min(size_of((wide(r.t_last) - last) * length(m)), size_of(here)), size));
}

/// Cosine and sine.
inline spot turn_by(wide angle)
{
    int halvings = 0;
    while (size_of(angle) > 1e-3L) angle /= 2, ++halvings;
    wide term = 1, cosine = 0, sine = 0;
    for (int i = 0; i < 14; ++i) {
        (i % 2 ? sine : cosine) += i % 4 < 2 ? term : -term;
        term *= angle / (i + 1);
    }
    spot r = {cosine, sine};
    for (int i = 0; i < halvings; ++i) r = {r.x * r.x - r.y * r.y, 2 * r.x * r.y};
    return r;
}

/// Given in the frame of the path, where they are at t.
inline pieces at_time(const pieces &all, const flr_path2 &path, wide t, spot origin)
{
    const wide from = wide(path.from.angle);
    const spot c = turn_by(from + t * (wide(path.to.angle) - from)), start = lift(path.from.position);
    const spot to = start - origin + t * (lift(path.to.position) - start);
    pieces r = all;
    for (piece &p : r) {
        for (spot &q : p.corners) q = q.x * c + q.y * perp(c) + to;
        for (spot &q : p.ways) q = q.x * c + q.y * perp(c);
    }
    return r;
}

struct flight {
    subject a, b;
    flr_path2 path_a, path_b;
    spot origin;
    double target;
};

template <class F> void judge_motion(const flight &f, F note)
{
    bool convex;
    const pieces pa = f.a.defined({}, &convex), pb = f.b.defined({}, &convex);
    if (pa.empty() || pb.empty() || (!pa[0].ways.empty() && !pb[0].ways.empty()))
        return;  // what has no end meets far out
    const flr_shape2 a = f.a.on(), b = f.b.on();
    flr_toi2_options options{};
    options.target_distance = flr_real(f.target);
    flr_toi2_result r{};
    if (flr_toi2(&a, &f.path_a, &b, &f.path_b, &options, &r)) {
        note("motion", astray);
        return;
    }
    auto gap = [&](wide t) {
        return signed_distance(at_time(pa, f.path_a, t, f.origin), at_time(pb, f.path_b, t, f.origin)).value -
               wide(f.target);
    };
    wide size = 0;
    for (const wide t : {wide(0), wide(1)})
        size = std::max(size,
                        scene_size(at_time(pa, f.path_a, t, f.origin), at_time(pb, f.path_b, t, f.origin)));
    for (const flr_path2 *p : {&f.path_a, &f.path_b}) {
        size = std::max(size, length(lift(p->to.position) - lift(p->from.position)));
        size *= std::max(wide(1), std::max(size_of(wide(p->from.angle)), size_of(wide(p->to.angle))));
    }
    scene s;
    s.size = size;
    wide before = 0;
    const wide end = r.hit ? wide(r.t) : wide(1);
    for (int i = 0; i <= 40; ++i) before = std::min(before, gap(end * wide(i) / 40));
    note("motion late", r.hit && r.t == 0 ? 0 : s.roundings(before));
    if (!r.hit) return;
    wide low = wide(r.t), high = wide(r.t_upper), least = std::min(gap(low), gap(high));
    for (int i = 0; i < 40 && least > 0; ++i) {
        const wide third = (high - low) / 3, p = gap(low + third), q = gap(high - third);
        (p < q ? high : low) = p < q ? high - third : low + third;
        least = std::min(least, std::min(p, q));
    }
    note("motion early", s.roundings(std::max(least, wide(0))));
}

inline flight random_flight(random_source &r, flr_shape2_kind ka, flr_shape2_kind kb, const place &at,
                            bool in_frames)
{
    flight f;
    place home = at;
    home.x = home.y = 0;
    const bool lattice = at.lattice;
    f.a = random_subject(r, ka, in_frames ? home : at, anyhow, {1, 0});
    f.b = random_subject(r, kb, in_frames ? home : at, anyhow, {1, 0});
    flr_path2 *paths[2] = {&f.path_a, &f.path_b};
    for (flr_path2 *p : paths)
        for (flr_pose2 *q : {&p->from, &p->to}) {
            const double angle = r.between(-3, 3);
            q->angle = flr_real(!in_frames || lattice ? 0 : angle);
            const double u = home.number(r, 4), v = home.number(r, 4);
            q->position = (in_frames ? at : home).at(u, v);
        }
    f.origin = lift(at.at(0, 0));
    f.target = r.whole(0, 1) ? 0 : real_of(at.size * 0.1);
    return f;
}

}  // namespace far2

#endif
