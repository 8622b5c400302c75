// Every pair of kinds in space in motion: rays, sweeps and turning motions must agree with the test of the pair as it
// stands: apart just before the time told, in touch at it, apart all along where no hit is told.
#include "any/properties3.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace properties3;

namespace
{

const double size = 10;

/// A ray, line or segment as a shape and as a path.
flr_raycast3_path path_of(const held &h)
{
    if (h.shape.kind == FLR_SHAPE3_SEGMENT) return flr_raycast3_path_segment(&h.shape.as.segment);
    return h.shape.kind == FLR_SHAPE3_RAY ? flr_raycast3_path_ray(&h.shape.as.ray)
                                          : flr_raycast3_path_line(&h.shape.as.line);
}

void casts(tally &t)
{
    random_source r{1};
    long yes = 0, all = 0;
    worst_of path_point = {"point of a cast beside the path, roundings of the size", real_choose(16, 0.39)},
             on_shape = {"point of a cast beside the shape, roundings of the size", real_choose(0.63, 0.46)},
             unit = {"length of a cast's normal, roundings", real_choose(6, 8)},
             as_sweep = {"way of a cast and of a moving point, roundings of the size",
                         real_choose(1.8, 0.32)},
             as_curved = {"the same at cylinders and cones, of the size", real_choose(3e-14, 1.7e-8)};
    const flr_shape3_kind paths[3] = {FLR_SHAPE3_SEGMENT, FLR_SHAPE3_RAY, FLR_SHAPE3_LINE};
    for (int i = 0; i < scenes(150); ++i)
        for (int k = 0; k < FLR_SHAPE3_COUNT; ++k)
            for (flr_shape3_kind p : paths) {
                const any3::own_numbers own(r, k, p);
                held by = some(r, p, 0.4);
                held s = some(r, kind(k), 0.1);
                flr_raycast3_path path = path_of(by);
                flr_raycast3_result c{};
                must(flr_raycast3(&path, &s.shape, &c), "flr_raycast3");
                const double way = length(path.direction);
                if (k > FLR_SHAPE3_LINE) ++all, yes += c.hit;
                t.expect(c.hit == overlap(by, s), "%s %s: cast %d, overlap not", name(by), name(s), c.hit);
                auto at = [&](double time) {
                    return flr_mul_add3(path.origin, flr_real(time), path.direction);
                };
                if (c.hit) {
                    const double tc = double(c.t);
                    const double e = 64 * ulp * (size + reach(c.point) + std::fabs(tc) * way);
                    t.expect(tc >= path.t_min && tc <= path.t_max, "%s %s: t %.17g", name(by), name(s), tc);
                    if (std::isinf(tc)) continue;
                    const double scene = real_rounding * (size + reach(c.point) + std::fabs(tc) * way);
                    t.expect(path_point.within(length(flr_sub3(at(tc), c.point)) / scene) &&
                                 on_shape.within(distance(c.point, s) / scene),
                             "%s %s: at %.17g the point is off the path by %g, off the shape by %g", name(by),
                             name(s), tc, length(flr_sub3(at(tc), c.point)), distance(c.point, s));
                    const double closing = -double(flr_dot3(c.normal, path.direction));
                    if (c.inside || closing == 0) continue;
                    t.expect(unit.within(off_unit(c.normal)) && closing > 0, "%s %s: normal", name(by),
                             name(s));
                    const double before = tc - 16 * e / closing;
                    if (before > path.t_min)
                        t.expect(distance(at(before), s) > 0, "%s %s: there before %.17g", name(by), name(s),
                                 tc);
                }
                // up to the hit, or all along
                const double low = std::isinf(path.t_min) ? -8 : double(path.t_min);
                const double high = c.hit ? double(c.t) : std::isinf(path.t_max) ? 8 : double(path.t_max);
                if (c.inside || !(high > low)) continue;
                for (int j = 0; j < 8; ++j) {
                    const double time = low + (high - low) * (j + 0.5) / 8.25;
                    t.expect(distance(at(time), s) > 0, "%s %s: met at %g, told %d at %g", name(by), name(s),
                             time, c.hit, double(c.t));
                }
                // a point that moves along the segment
                if (p != FLR_SHAPE3_SEGMENT) continue;
                held point = any3::of_kind(FLR_SHAPE3_POINT);
                point.shape.as.point = path.origin;
                flr_sweep3_result w{};
                must(flr_sweep3(&point.shape, path.direction, &s.shape, &w), "flr_sweep3");
                const double closing = std::fabs(double(flr_dot3(w.normal, path.direction)));
                t.expect(w.hit == c.hit, "point %s: cast %d, sweep %d", name(s), c.hit, w.hit);
                const double off = std::fabs(double(w.t) - double(c.t)) * closing;
                if (w.hit && c.hit && closing > 0)
                    t.expect(curved(s) ? as_curved.within(off / size)
                                       : as_sweep.within(off / size / real_rounding),
                             "point %s: cast %.17g, sweep %.17g", name(s), double(c.t), double(w.t));
            }
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld hit", yes, all);
    for (const worst_of *w : {&path_point, &on_shape, &unit, &as_sweep, &as_curved}) w->hold(t);
}

void sweeps(tally &t)
{
    random_source r{2};
    long yes = 0, all = 0, swapped = 0;
    worst_of unit = {"length of a sweep's normal, roundings", real_choose(6.5, 2.1)};
    worst_of_both touch("apart at the time of a sweep", real_choose(4, 1.2), real_choose(5.5e-14, 5.1e-8)),
        turned("way of a sweep turned round", exact_answers, exact_answers),
        along("way of a sweep carried along", real_choose(0.89, 1.1), real_choose(8e-17, 8.3e-8));
    for (int i = 0; i < scenes(24); ++i)
        for (int ka = 0; ka < FLR_SHAPE3_COUNT; ++ka)
            for (int kb = 0; kb < FLR_SHAPE3_COUNT; ++kb) {
                const any3::own_numbers own(r, ka, kb);
                held a = some(r, kind(ka), 1);
                held b = some(r, kind(kb), 1);
                const flr_vec3 start = r.point(-3, 3);
                flr_vec3 noise = r.point(-1, 1);
                a = shifted(a, start);
                const flr_vec3 motion = flr_sub3(noise, times(1.5, start));
                flr_sweep3_result w{}, back{};
                must(flr_sweep3(&a.shape, motion, &b.shape, &w), "flr_sweep3");
                must(flr_sweep3(&b.shape, flr_neg3(motion), &a.shape, &back), "flr_sweep3 turned round");
                auto at = [&](double time) { return shifted(a, times(time, motion)); };
                const bool now = overlap(a, b);
                t.expect(w.overlap_at_start == now && back.overlap_at_start == now,
                         "%s %s: overlap %d at start, told %d %d", name(a), name(b), now, w.overlap_at_start,
                         back.overlap_at_start);
                t.expect(w.hit == back.hit, "%s %s: hit %d, turned round %d", name(a), name(b), w.hit,
                         back.hit);
                if (now) continue;
                ++all, yes += w.hit;
                const double all_size = size + reach(w.point);
                const bool c = curved(a) || curved(b);
                double e = (c ? (single ? 1e-6 : 3e-12) : 64 * ulp) * all_size;
                const double closing = double(flr_dot3(w.normal, motion)), time = double(w.t);
                if (w.hit) {
                    t.expect(unit.within(off_unit(w.normal)) && closing > 0, "%s %s: normal", name(a),
                             name(b));
                    t.expect(touch.within(c, distance(at(time), b), all_size), "%s %s: %g apart at %.17g",
                             name(a), name(b), distance(at(time), b), time);
                    const double before = time - (single ? 1e-3 : iterated(a, b) ? 1e-6 : 16 * e) / closing;
                    if (before > 0 && closing > 0.01)
                        t.expect(distance(at(before), b) > 0, "%s %s: overlap before %.17g", name(a), name(b),
                                 time);
                    if (back.hit) {
                        ++swapped;
                        t.expect(turned.within(c, std::fabs(time - double(back.t)) * closing, all_size),
                                 "%s %s: %.17g, turned round %.17g", name(a), name(b), time, double(back.t));
                    }
                }
                const double end = w.hit ? time : 1;
                for (int j = 1; j <= 6; ++j)
                    t.expect(!overlap(at(end * j / 6.05), b), "%s %s: overlap at %g, told %d at %g", name(a),
                             name(b), end * j / 6.05, w.hit, time);
                // carried along, and grown
                similarity m;
                m.scale = std::pow(10, r.between(-3, 3));
                m.rotation = any3::axes(r);
                const double away = single ? 100 * m.scale : 1e6;
                m.shift = r.point(-away, away);
                held x = carried(a, m), y = carried(b, m);
                flr_sweep3_result n{};
                must(flr_sweep3(&x.shape, times(m.scale, m.turn(motion)), &y.shape, &n),
                     "flr_sweep3 carried");
                if (w.hit && n.hit)
                    t.expect(along.within(c, std::fabs(time - double(n.t)) * closing * m.scale,
                                          3 * away + all_size * m.scale),
                             "%s %s: at %.17g, carried %.17g", name(a), name(b), time, double(n.t));
                else
                    t.expect(w.hit == n.hit || single, "%s %s: hit %d, carried %d", name(a), name(b), w.hit,
                             n.hit);
                held big = a;
                if (!w.hit || !grow(big, r.between(0, 0.5))) continue;
                must(flr_sweep3(&big.shape, motion, &b.shape, &n), "flr_sweep3 grown");
                t.expect(n.hit && double(n.t) <= time + 2 * e / closing, "%s %s: at %.17g, grown %d %.17g",
                         name(a), name(b), time, n.hit, double(n.t));
            }
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10 && swapped > 100, "%ld of %ld hit", yes, all);
    unit.hold(t), touch.hold(t), turned.hold(t), along.hold(t);
}

flr_path3 random_path(random_source &r)
{
    double q[8];
    for (double &x : q) x = r.between(-1, 1);
    flr_path3 p;
    p.from.position = r.point(-2, 2);
    p.to.position = flr_add3(times(-0.7, p.from.position), r.point(-1, 1));
    p.from.rotation = {flr_real(q[0]), flr_real(q[1]), flr_real(q[2]), flr_real(q[3])};
    p.to.rotation = {flr_real(q[4]), flr_real(q[5]), flr_real(q[6]), flr_real(q[7])};
    return p;
}

held on_path(const held &h, const flr_path3 &p, double time)
{
    flr_affine3 m = flr_path3_at(&p, flr_real(time));
    return carried(h, {1, m.linear, m.translation});
}

void motions(tally &t)
{
    random_source r{3};
    long yes = 0, all = 0, open = 0;
    for (int i = 0; i < 4; ++i)
        for (int ka = 0; ka < FLR_SHAPE3_COUNT; ++ka)
            for (int kb = 0; kb < FLR_SHAPE3_COUNT; ++kb) {
                const any3::own_numbers own(r, ka, kb);
                held a = some(r, kind(ka), 0.3);
                held b = some(r, kind(kb), 0.3);
                flr_path3 pa = random_path(r);
                flr_path3 pb = random_path(r);
                pa.from.position = times(2, pa.from.position);
                flr_toi3_result m{}, back{};
                flr_status status = flr_toi3(&a.shape, &pa, &b.shape, &pb, nullptr, &m);
                flr_status other = flr_toi3(&b.shape, &pb, &a.shape, &pa, nullptr, &back);
                if (status == FLR_NOT_CONVERGED || other == FLR_NOT_CONVERGED) {
                    ++open;
                    continue;
                }
                must(status, "flr_toi3"), must(other, "flr_toi3 turned round");
                const double tolerance = single ? 1e-5 : 1e-6, time = double(m.t);
                const bool now = overlap(on_path(a, pa, 0), on_path(b, pb, 0));
                t.expect((m.hit && m.t == 0) == now, "%s %s: overlap %d at start, hit %d at %g", name(a),
                         name(b), now, m.hit, time);
                t.expect(m.hit == back.hit, "%s %s: hit %d, turned round %d", name(a), name(b), m.hit,
                         back.hit);
                if (now) continue;
                ++all, yes += m.hit;
                if (m.hit) {
                    t.expect(std::fabs(time - double(back.t)) <= tolerance + 4 * ulp,
                             "%s %s: at %.17g, turned round %.17g", name(a), name(b), time, double(back.t));
                    t.expect(m.t <= m.t_upper && double(m.t_upper) - time <= tolerance,
                             "%s %s: %.17g to %.17g", name(a), name(b), time, double(m.t_upper));
                    // a ray meets what is flat first at its far end, where nothing can be measured
                    bool far_end = (a.shape.kind == FLR_SHAPE3_RAY && unbounded(b)) ||
                                   (b.shape.kind == FLR_SHAPE3_RAY && unbounded(a));
                    // no faster than the ways they go and half a turn each at the arm of the point
                    const double fast = 12 + 2 * 3.2 * (reach(m.point) + 4);
                    const double gap = distance(on_path(a, pa, time), on_path(b, pb, time));
                    t.expect(far_end || gap <= fast * tolerance + (single ? 1e-3 : 1e-7) * size,
                             "%s %s: %g apart at %.17g", name(a), name(b), gap, time);
                }
                const double end = m.hit ? time : 1;
                for (int j = 1; j <= 8; ++j) {
                    const double before = j == 8 ? end - (single ? 1e-3 : 1e-6) : end * j / 8;
                    if (before < 0) continue;
                    t.expect(!overlap(on_path(a, pa, before), on_path(b, pb, before)),
                             "%s %s: overlap at %g, told %d at %g", name(a), name(b), before, m.hit, time);
                }
            }
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10 && open < 10, "%ld of %ld hit, %ld open", yes, all,
             open);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(casts), FEELER_TEST(sweeps), FEELER_TEST(motions))

}  // namespace TEST_FILE
