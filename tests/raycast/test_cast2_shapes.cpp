// needs: gmp
// Rays, lines and segments against every shape of the plane: flat ones clipped in rationals, round ones
// by bisection of the exact distance, in 256 bits.
#include <cfloat>

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"
#include "support/shapes2.hpp"

namespace TEST_FILE
{

using namespace shapes2;

namespace
{

const big_rational far_away = big_rational(big_integer(1) << 60);

/// The values of t for which the path is on a shape; empty where first > last.
struct stretch_of_t {
    big_rational first = 1, last = 0;
    bool empty() const { return first > last; }
    void join(const stretch_of_t &o)
    {
        if (o.empty()) return;
        if (empty()) *this = o;
        if (o.first < first) first = o.first;
        if (o.last > last) last = o.last;
    }
    /// Keeps the t with a + t b <= 0.
    void clip(const big_rational &a, const big_rational &b)
    {
        if (b == 0 && a > 0) last = first - 1;
        if (b > 0 && -a / b < last) last = -a / b;
        if (b < 0 && -a / b > first) first = -a / b;
    }
};

struct exact_path {
    exact o, d;
    big_rational low, high;
};

big_rational cross(const exact &u, const exact &v) { return u[0] * v[1] - u[1] * v[0]; }

/// a + t b <= 0 for the side of the line p q that `sign` says.
void clip_side(stretch_of_t *s, const exact_path &path, const exact &p, const exact &q, int sign)
{
    exact e = exact3::sub(q, p);
    s->clip(-sign * cross(e, exact3::sub(path.o, p)), -sign * cross(e, path.d));
}

stretch_of_t on_segment(const exact_path &path, const exact &p, const exact &q)
{
    stretch_of_t s;
    s.first = path.low, s.last = path.high;
    exact e = exact3::sub(q, p);
    if (p == q) e = {1, 0, 0};
    exact end = p == q ? exact{big_rational(p[0] + 1), p[1], 0} : q;
    clip_side(&s, path, p, end, 1);
    clip_side(&s, path, p, end, -1);
    exact from_p = exact3::sub(path.o, p), from_q = exact3::sub(path.o, q);
    s.clip(-exact3::dot(e, from_p), -exact3::dot(e, path.d));
    s.clip(exact3::dot(e, from_q), exact3::dot(e, path.d));
    return s;
}

stretch_of_t on_simplex(const exact_path &path, const std::vector<exact> &x)
{
    stretch_of_t all;
    big_rational area =
        x.size() == 3 ? cross(exact3::sub(x[1], x[0]), exact3::sub(x[2], x[0])) : big_rational(0);
    if (area == 0) {
        for (size_t i = 0; i < x.size(); ++i) all.join(on_segment(path, x[i], x[(i + 1) % x.size()]));
        return all;
    }
    all.first = path.low, all.last = path.high;
    for (size_t i = 0; i < 3; ++i) clip_side(&all, path, x[i], x[(i + 1) % 3], area > 0 ? 1 : -1);
    return all;
}

stretch_of_t on_flat(const exact_path &path, const definition &d)
{
    stretch_of_t all;
    for (const auto &x : d.simplices) all.join(on_simplex(path, x));
    return all;
}

using wide = big_float;
wide make_wide(const big_rational &q) { return wide(q, 256); }

/// Squared distance from the point of the path at t to a core of one or two points.
wide core_square(const exact_path &path, const std::vector<exact> &core, const wide &t)
{
    wide x = make_wide(path.o[0] - core[0][0]) + t * make_wide(path.d[0]);
    wide y = make_wide(path.o[1] - core[0][1]) + t * make_wide(path.d[1]);
    if (core.size() > 1) {
        wide ex = make_wide(core[1][0] - core[0][0]), ey = make_wide(core[1][1] - core[0][1]);
        wide square = ex * ex + ey * ey;
        wide u = square > 0 ? wide((x * ex + y * ey) / square) : wide(0, 256);
        if (u < 0) u = 0;
        if (u > 1) u = 1;
        x -= u * ex;
        y -= u * ey;
    }
    return x * x + y * y;
}

/// The least distance, which is convex in t, and the first t within the radius.
struct round_hit {
    double least;
    wide first, last;
};

wide bisect(const exact_path &path, const std::vector<exact> &core, const wide &square, wide out, wide in)
{
    if (core_square(path, core, out) <= square) return out;
    for (int i = 0; i < 200; ++i) {
        wide middle = (out + in) / 2;
        (core_square(path, core, middle) <= square ? in : out) = middle;
    }
    return in;
}

round_hit on_round(const exact_path &path, const definition &d)
{
    const std::vector<exact> &core = d.simplices[0];
    wide low = make_wide(path.low), high = make_wide(path.high), square = make_wide(d.radius * d.radius);
    wide from = low, to = high;
    for (int i = 0; i < 400 && from < to; ++i) {
        wide p = from + (to - from) * 0.375, q = from + (to - from) * 0.625;
        if (core_square(path, core, p) <= core_square(path, core, q))
            to = q;
        else
            from = p;
    }
    wide least = sqrt(core_square(path, core, from)) - make_wide(d.radius);
    round_hit hit = {least.get_d(), bisect(path, core, square, low, from),
                     bisect(path, core, square, high, from)};
    return hit;
}

struct trial {
    flr_raycast2_path path;
    exact_path exact_form;
    bool sharp_limits;
};

big_rational limit(double x)
{
    return std::isinf(x) ? big_rational(x > 0 ? far_away : big_rational(-far_away)) : big_rational(x);
}

/// Half of the paths are aimed at a corner, half of those leave a little before or behind it.
trial random_trial(random_source &r, const place &at, const shape &s)
{
    trial result;
    flr_vec2 o = at.at(r, 5), p = at.at(r, 3);
    std::vector<flr_vec2> aims = corners(s);
    if (!aims.empty() && r.whole(0, 1)) p = aims[size_t(r.whole(0, int(aims.size()) - 1))];
    if (s.k == box && r.whole(0, 1)) p = s.box.center;
    flr_vec2 d = r.whole(0, 3) ? flr_sub2(p, o) : at.direction(r);
    const flr_ray2 ray = {o, d};
    const flr_line2 line = {o, d};
    const flr_segment2 segment = {o, p};
    int which = r.whole(0, 3);
    if (which == 0) result.path = flr_raycast2_path_line(&line);
    if (which == 1) result.path = flr_raycast2_path_ray(&ray);
    if (which == 2) result.path = flr_raycast2_path_segment(&segment);
    if (which == 3) {
        const double from = r.between(-1, 1);
        result.path = flr_raycast2_path_make(o, d, flr_real(from), flr_real(r.between(1, 2)));
    }
    result.sharp_limits = which != 3;
    result.exact_form.o = lift(o);
    result.exact_form.d = which == 2 ? exact3::sub(lift(p), lift(o)) : lift(d);
    result.exact_form.low = limit(result.path.t_min);
    result.exact_form.high = limit(result.path.t_max);
    if (result.path.is_point)
        result.exact_form.high = result.exact_form.low = std::max(flr_real(0), result.path.t_min);
    return result;
}

double scene(const trial &x, const shape &s, const flr_rayhit2 &c)
{
    shape start;
    start.p = x.path.origin;
    double size = scene_size(start, s);
    flr_vec2 reach = flr_sub2(c.point, x.path.origin);
    for (double v : {reach.x, reach.y, c.point.x, c.point.y}) stretch(&size, v);
    if (x.path.to_target) stretch(&size, flr_length2(x.path.direction));
    return size;
}

struct tallies {
    long cases = 0, hits = 0, insides = 0;
    double worst_t = 0, worst_point = 0, unsure = 0;
};

bool solid(const shape &s)
{
    if (s.k == circle) return s.circle.radius > 0;
    if (s.k == capsule) return s.capsule.radius > 0;
    return s.k == halfspace || s.k == circle || s.k == capsule || s.k == aabb || s.k == box ||
           s.k == triangle || s.k == polygon;
}

void check_hit(tally &t, const trial &x, const shape &s, const definition &d, const flr_rayhit2 &c,
               const big_rational &first, tallies *sums)
{
    const char *n = name(s.k);
    if (abs(first) >= far_away / 4) {
        t.expect(std::isinf(c.t), "%s: t %g is not infinite", n, c.t);
        return;
    }
    double ulp = scene(x, s, c) * real_epsilon;
    double length = flr_length2(c.normal), facing = flr_dot2(c.normal, x.path.direction);
    if (!c.inside && !x.path.is_point)
        t.expect(std::fabs(length - 1) <= 4 * real_epsilon, "%s: normal %g long", n, length);
    t.expect(facing <= real_epsilon * flr_length2(x.path.direction), "%s: normal looks along the path (%g)",
             n, facing);
    double late = std::fabs(big_rational(big_rational(c.t) - first).get_d()) * std::fabs(facing);
    t.expect(late <= 8 * ulp, "%s: t %.17g, exact %.17g: %g ulp", n, c.t, first.get_d(), late / ulp);
    definition at;
    at.simplices = {{lift(c.point)}};
    double off = std::sqrt(core_distance_squared(at, d).get_d()) - d.radius.get_d();
    t.expect(off <= 8 * ulp, "%s: point %g ulp off", n, off / ulp);
    if (ulp > 0) sums->worst_t = std::max(sums->worst_t, late / ulp);
    if (ulp > 0) sums->worst_point = std::max(sums->worst_point, off / ulp);
}

void check_trial(tally &t, const trial &x, const shape &s, tallies *sums)
{
    flr_rayhit2 c = visit(s, [&](auto typed) { return cast(&x.path, typed); });
    definition d = define(s, far_away * far_away);
    double ulp = scene(x, s, c) * real_epsilon;
    bool hit, certain = s.k != box && x.sharp_limits;
    big_rational first, last;
    if (d.radius > 0) {
        round_hit h = on_round(x.exact_form, d);
        hit = h.least <= 0;
        if (certain && c.hit != hit && std::fabs(h.least) > 0x1p-200 * ulp)  // what bisection leaves
            sums->unsure = std::max(sums->unsure, std::fabs(h.least) / ulp);
        certain = certain && std::fabs(h.least) > 4 * ulp;
        first = big_rational(h.first), last = big_rational(h.last);
    } else {
        stretch_of_t all = on_flat(x.exact_form, d);
        hit = !all.empty();
        first = all.first, last = all.last;
    }
    ++sums->cases;
    sums->hits += c.hit;
    sums->insides += c.inside;
    if (certain) t.expect(c.hit == hit, "%s: hit %d, exact %d", name(s.k), c.hit, hit);
    if (!c.hit || !hit) return;
    t.expect(c.t >= x.path.t_min && c.t <= x.path.t_max && c.t <= c.t_last, "%s: t %g outside", name(s.k),
             c.t);
    if (certain && first == x.exact_form.low && abs(first) < far_away && x.path.t_min == 0)
        t.expect(c.inside == solid(s) && c.t == x.path.t_min, "%s: starts in it: %d, t %g", name(s.k),
                 c.inside, c.t);
    check_hit(t, x, s, d, c, first, sums);
    if (x.sharp_limits && certain && abs(last) < far_away / 4 && abs(last) < 1000)
        t.expect(std::fabs(c.t_last - last.get_d()) <= 1e-5, "%s: t_last %g, exact %g", name(s.k), c.t_last,
                 last.get_d());
}

void every_shape(tally &t)
{
    random_source r{30};
    long cases = 0, hits = 0;
    const double pin = real_choose(1.6, 0.6);
    double worst_t = 0, worst_point = 0, unsure = 0;
    tallies sums[kinds];
    for (int k = 0; k < kinds; ++k) {
        for (int n = 0; n < scenes(350); ++n) {
            place at = random_place(r);
            shape s = random_shape(r, kind(k), at);
            settle(s);
            const trial x = random_trial(r, at, s);
            if (n % 5 == 0 && (k == circle || k == capsule)) {  // all but touching
                const flr_vec2 from = flr_sub2(k == circle ? s.circle.center : s.capsule.a, x.path.origin);
                const double across = std::fabs(double(flr_cross2(x.path.direction, from)));
                s.circle.radius = s.capsule.radius = flr_real(
                    x.path.is_point ? flr_length2(from) : across / double(flr_length2(x.path.direction)));
            }
            check_trial(t, x, s, &sums[k]);
        }
        std::printf("  %-9s %3ld of %3ld hit, %3ld inside; worst t %.2f, point %.2f ulp\n", name(k),
                    sums[k].hits, sums[k].cases, sums[k].insides, sums[k].worst_t, sums[k].worst_point);
        unsure = std::max(unsure, sums[k].unsure);
        worst_t = std::max(worst_t, sums[k].worst_t);
        worst_point = std::max(worst_point, sums[k].worst_point);
        cases += sums[k].cases;
        hits += sums[k].hits;
    }
    double rate = 100.0 * double(hits) / double(cases);
    t.expect(rate >= 30 && rate <= 70, "%.0f %% hit", rate);
    t.expect(worst_t > pin / 2 && worst_t <= pin, "worst t %g", worst_t);
    t.expect(worst_point > pin / 2 && worst_point <= pin, "worst point %g", worst_point);
    expect_pinned(t, "round shapes hit or missed wrongly, ulp", unsure, exact_answers);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_shape))

}  // namespace TEST_FILE
