// needs: gmp
// Every pair of shapes of the plane in motion, both orders, against exact moving separating axes (no radii) and
// against rays at rounded edges in 400 bits (radii); whole numbers (which touch, graze and coincide) and any, near, far
// (1e6, 1e9) and tiny (1e-6).
#include "sweep/sweep2_cases.hpp"

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using namespace sweep2;
using real = big_float;
constexpr int bits = 400;
const rational far_away = rational(big_integer(1) << 70);

struct vec {
    real x, y;
};
vec make(const shapes2::exact &p) { return {real(p[0], bits), real(p[1], bits)}; }
vec operator-(const vec &a, const vec &b) { return {a.x - b.x, a.y - b.y}; }
vec operator*(const real &s, const vec &a) { return {s * a.x, s * a.y}; }
vec operator+(const vec &a, const vec &b) { return {a.x + b.x, a.y + b.y}; }
real dot(const vec &a, const vec &b) { return a.x * b.x + a.y * b.y; }
real cross(const vec &a, const vec &b) { return a.x * b.y - a.y * b.x; }

real distance(const vec &p, const vec &a, const vec &b)
{
    vec d = b - a;
    real square = dot(d, d), t = 0;
    if (square > 0) t = dot(p - a, d) / square;
    if (t < 0) t = 0;
    if (t > 1) t = 1;
    vec gap = p - (a + t * d);
    return sqrt(dot(gap, gap));
}

void take(std::optional<real> *best, const real &t)
{
    if (t >= 0 && (!*best || t < **best)) *best = t;
}

/// First time at which v + t m comes within r of the segment a b.
void touch(const vec &v, const vec &m, const vec &a, const vec &b, const real &r, std::optional<real> *best)
{
    if (distance(v, a, b) <= r) {
        take(best, 0);
        return;
    }
    real mm = dot(m, m);
    if (mm == 0) return;
    for (const vec *c : {&a, &b}) {
        vec gap = *c - v;
        real along = dot(gap, m), across = cross(gap, m), rest = r * r * mm - across * across;
        if (rest >= 0) take(best, (along - sqrt(rest)) / mm);
    }
    vec d = b - a;
    real rate = cross(d, m), length = sqrt(dot(d, d));
    if (rate == 0) return;
    for (int side = -1; side <= 1; side += 2) {
        real t = (side * r * length - cross(d, v - a)) / rate, foot = dot(v + t * m - a, d);
        if (foot >= 0 && foot <= length * length) take(best, t);
    }
}

struct core {
    std::vector<std::vector<vec>> simplices;
    explicit core(const shapes2::definition &d)
    {
        for (const auto &s : d.simplices) {
            simplices.emplace_back();
            for (const auto &p : s) simplices.back().push_back(make(p));
        }
    }
};

/// The earliest of all corners of a against all edges of b.
void touches(const core &a, const vec &m, const core &b, const real &r, std::optional<real> *best)
{
    for (const auto &s : a.simplices)
        for (const vec &v : s)
            for (const auto &t : b.simplices)
                for (size_t i = 0; i < t.size(); ++i)
                    for (size_t j = 0; j <= i; ++j)
                        if (j < i || t.size() == 1) touch(v, m, t[i], t[j], r, best);
}

std::optional<real> round_time(const core &a, flr_vec2 m, const core &b, const real &r)
{
    vec motion = {real(m.x, bits), real(m.y, bits)}, back = {-motion.x, -motion.y};
    std::optional<real> best;
    touches(a, motion, b, r, &best);
    touches(b, back, a, r, &best);
    if (best && *best > 1) best.reset();
    return best;
}

/// A third of the motions bring a corner of one towards one of the other, and past it.
flr_vec2 random_motion(random_source &r, const shapes2::place &at, const shape &a, const shape &b)
{
    std::vector<flr_vec2> from = shapes2::corners(a), to = shapes2::corners(b);
    bool aimed = r.whole(0, 2) == 0 && !from.empty() && !to.empty();
    if (aimed) {
        flr_vec2 p = from[static_cast<size_t>(r.whole(0, static_cast<int>(from.size()) - 1))];
        flr_vec2 q = to[static_cast<size_t>(r.whole(0, static_cast<int>(to.size()) - 1))];
        return flr_scale2(static_cast<flr_real>(r.whole(1, 4)), flr_sub2(q, p));
    }
    int reach = r.whole(0, 3) ? 4 : 20;
    double x = at.lattice ? r.whole(-reach, reach) : r.between(-reach, reach);
    double y = at.lattice ? r.whole(-reach, reach) : r.between(-reach, reach);
    return flr_vec2_make(static_cast<flr_real>(at.scale * x), static_cast<flr_real>(at.scale * y));
}

/// How near a core at time t comes to another: of all corners to all edges, both ways.
real apart(const core &a, const vec &m, const core &b, const real &t)
{
    std::optional<real> least;
    for (int way = 0; way < 2; ++way)
        for (const auto &s : (way ? b : a).simplices)
            for (const vec &v : s)
                for (const auto &e : (way ? a : b).simplices)
                    for (size_t i = 0; i < e.size(); ++i)
                        for (size_t j = 0; j <= i; ++j) {
                            if (j == i && e.size() > 1) continue;
                            vec moved = v + (way ? -t : t) * m;
                            real d = distance(moved, e[i], e[j]);
                            if (!least || d < *least) least = d;
                        }
    return least ? *least : real(0, bits);
}

double largest_time_error = 0, largest_gap_error = 0, largest_point_error = 0;

void compare_sharp(tally &t, const shape &a, flr_vec2 m, const shape &b, const flr_sweep2_result &got)
{
    std::optional<rational> right = first_time(definition_of(a, far_away), m, definition_of(b, far_away));
    const char *na = shapes2::name(a.k), *nb = shapes2::name(b.k);
    t.expect(got.hit == right.has_value(), "%s %s by %.17g %.17g: hit %d, not %d", na, nb, m.x, m.y, got.hit,
             right.has_value());
    if (!got.hit || !right) return;
    t.expect(got.overlap_at_start == (*right == 0 && got.t == 0), "%s %s: at start %d", na, nb,
             got.overlap_at_start);
    double exact = right->get_d(), error = std::fabs(static_cast<double>(got.t) - exact);
    bool single = sizeof(flr_real) == 4;
    double relative = exact > 0 ? error / exact : error;
    largest_time_error = std::max(largest_time_error, relative);
    t.expect(relative <= (single ? 0x1p-23 : 0x1p-48), "%s %s by %g %g: t %.17g, not %.17g", na, nb, m.x, m.y,
             got.t, exact);
}

/// The corners of a box are no numbers: not before it would touch if it were wider by a few roundings of what is looked at, and
/// not after it would if it were narrower.
void compare_boxed(tally &t, const shape &a, flr_vec2 m, const shape &b, const flr_sweep2_result &got)
{
    const char *na = shapes2::name(a.k), *nb = shapes2::name(b.k);
    const rational slack(4 * real_epsilon * size_of(a, m, b)), less(-slack);
    auto at = [&](const rational &by) {
        return first_time(definition_of(a, far_away, by), m, definition_of(b, far_away, by));
    };
    const std::optional<rational> early = at(slack), late = at(less);
    t.expect(got.hit ? early.has_value() : !late.has_value(), "%s %s by %g %g: hit %d t %.17g", na, nb, m.x,
             m.y, got.hit, got.t);
    t.expect(got.overlap_at_start ? early == rational(0) : !(late == rational(0)), "%s %s: at start %d", na,
             nb, got.overlap_at_start);
    if (!got.hit || !early) return;
    const double relative = 4 * real_epsilon, from = early->get_d() * (1 - relative),
                 to = late ? late->get_d() * (1 + relative) : 1;
    t.expect(got.t >= from && got.t <= to, "%s %s by %g %g: t %.17g outside of %.17g .. %.17g", na, nb, m.x,
             m.y, got.t, from, to);
}

void compare_round(tally &t, const shape &a, flr_vec2 m, const shape &b, const flr_sweep2_result &got)
{
    shapes2::definition da = definition_of(a, far_away), db = definition_of(b, far_away);
    core ca(da), cb(db);
    const char *na = shapes2::name(a.k), *nb = shapes2::name(b.k);
    rational sum = da.radius + db.radius;
    double size = size_of(a, m, b) + sum.get_d();
    // corners that reach beyond doubles of their place are rounded there, not by the sweep
    double unit = sizeof(flr_real) == 4 ? 0x1p-20 : 0x1p-48;
    std::optional<rational> cores = first_time(da, flr_vec2_make(0, 0), db);
    std::optional<real> early, late;
    if (cores) {
        early = late = real(0, bits);
    } else {
        real r(sum, bits), slack(size * unit, bits);
        early = round_time(ca, m, cb, r + slack);
        if (r > slack) late = round_time(ca, m, cb, r - slack);
    }
    double relative = sizeof(flr_real) == 4 ? 0x1p-23 : 0x1p-48;
    t.expect(got.hit ? early.has_value() : !late.has_value(), "%s %s by %g %g: hit %d t %.17g", na, nb, m.x,
             m.y, got.hit, got.t);
    if (!got.hit || !early) return;
    double from = early->get_d() * (1 - relative), to = late ? late->get_d() * (1 + relative) : 1;
    t.expect(got.t >= from && got.t <= to, "%s %s by %g %g: t %.17g outside of %.17g .. %.17g", na, nb, m.x,
             m.y, got.t, from, to);
    if (got.overlap_at_start || cores) return;
    vec motion = {real(m.x, bits), real(m.y, bits)};
    real gap = apart(ca, motion, cb, real(got.t, bits)) - real(sum, bits);
    gap = abs(gap) / size;
    largest_gap_error = std::max(largest_gap_error, gap.get_d());
}

void check_place(tally &t, const shape &a, flr_vec2 m, const shape &b, const flr_sweep2_result &got)
{
    const char *na = shapes2::name(a.k), *nb = shapes2::name(b.k);
    if (!got.hit || got.overlap_at_start) {
        t.expect(got.point.x == 0 && got.point.y == 0 && got.normal.x == 0 && got.normal.y == 0 && got.t == 0,
                 "%s %s: no touch to speak of, but a place", na, nb);
        return;
    }
    double length = std::hypot(got.normal.x, got.normal.y), unit = sizeof(flr_real) == 4 ? 0x1p-22 : 0x1p-51;
    t.expect(std::fabs(length - 1) <= unit, "%s %s: normal of length %.17g", na, nb, length);
    double speed = std::hypot(m.x, m.y), along = got.normal.x * m.x + got.normal.y * m.y;
    t.expect(along >= -8 * unit * speed, "%s %s: the normal looks back: %g", na, nb, along / speed);
    // the point: on both, to within what its coordinates can say
    double absolute = size_of(a, m, b);
    auto reach = [&](flr_vec2 p) {
        for (flr_real x : {p.x, p.y}) absolute = std::max(absolute, std::fabs(static_cast<double>(x)));
    };
    reach(got.point);
    reach(flr_scale2(got.t, m));
    for (const shape *s : {&a, &b})
        for (flr_vec2 p : shapes2::corners(*s)) reach(p);
    shape p;
    p.k = shapes2::point;
    p.p = got.point;
    double off_b = shapes2::ask_closest(p, b).distance;
    p.p = flr_mul_add2(got.point, -got.t, m);
    double off_a = shapes2::ask_closest(p, a).distance;
    t.expect(off_a <= 32 * unit * absolute && off_b <= 32 * unit * absolute, "%s %s: point %g, %g off of %g",
             na, nb, off_a, off_b, absolute);
    if (absolute > 0) largest_point_error = std::max(largest_point_error, std::max(off_a, off_b) / absolute);
}

void every_pair(tally &t)
{
    random_source r{71};
    int hits = 0, starts = 0, all = 0;
    for (int i = 0; i < shapes2::kinds; ++i)
        for (int j = 0; j < shapes2::kinds; ++j)
            for (int n = 0; n < scenes(60); ++n) {
                shapes2::place at = shapes2::random_place(r);
                shape a = shapes2::random_shape(r, shapes2::kind(i), at);
                shape b = shapes2::random_shape(r, shapes2::kind(j), at);
                shapes2::settle(a);
                shapes2::settle(b);
                flr_vec2 m = random_motion(r, at, a, b);
                flr_sweep2_result got = ask(a, m, b);
                t.expect(got.status == FLR_OK, "status %d", got.status);
                if (shapes2::define(a, 1).radius + shapes2::define(b, 1).radius > 0)
                    compare_round(t, a, m, b, got);
                else if (a.k == shapes2::box || b.k == shapes2::box)
                    compare_boxed(t, a, m, b, got);
                else
                    compare_sharp(t, a, m, b, got);
                check_place(t, a, m, b, got);
                ++all;
                hits += got.hit;
                starts += got.overlap_at_start;
            }
    t.expect(hits > all * 0.3 && hits < all * 0.7, "%d of %d hit", hits, all);
    t.expect(hits - starts > all * 0.2, "%d of %d hit on the way", hits - starts, all);
    expect_pinned(t, "time of sharp shapes, roundings of itself", largest_time_error / real_rounding,
                  real_choose(6, 1));
    expect_pinned(t, "gap of round shapes at the time told, roundings of the size",
                  largest_gap_error / real_rounding, real_choose(1.8, 0.7));
    expect_pinned(t, "point off the shapes, roundings of the size, the way and the coordinates",
                  largest_point_error / real_rounding, real_choose(4, 1.6));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair))

}  // namespace TEST_FILE
