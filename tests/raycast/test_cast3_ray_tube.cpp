// needs: gmp
/// Paths against tubes, cylinders' round sides alone, and endless cylinders, beside the closed form in 192 bits.
#include "raycast/wide_cast3.hpp"

namespace TEST_FILE
{
namespace
{

using namespace wide_cast;

/// A line against the round side, in closed form: the t where it is as far from the axis as the radius.
struct round_side {
    vector3 a, u;
    real radius, whole;
    real root[2];
    bool met;

    round_side(const flr_cylinder &c, const vector3 &o, const vector3 &d)
        : a(wide(c.a)), u(sub(wide(c.b), a)), radius(c.radius), whole(length(u))
    {
        u = along({0, 0, 0}, real(1 / whole), u);
        vector3 w = sub(o, a), e = along(d, real(-dot(d, u)), u);
        w = along(w, real(-dot(w, u)), u);
        real square = dot(e, e), half = dot(w, e),
             rest = half * half - square * (dot(w, w) - radius * radius);
        met = rest >= 0 && square > 0;
        if (!met) return;
        root[0] = (-half - sqrt(rest)) / square;
        root[1] = (-half + sqrt(rest)) / square;
    }
    real out(const vector3 &p) const
    {
        vector3 w = sub(p, a);
        return length(along(w, real(-dot(w, u)), u));
    }
    double off(flr_vec3 p) const { return std::fabs(real(out(wide(p)) - radius).get_d()); }
    /// How far within the ends; negative beyond them.
    double within(const vector3 &p) const
    {
        real up = dot(sub(p, a), u);
        return std::min(up.get_d(), real(whole - up).get_d());
    }
};

struct tube_run {
    long hits = 0, count = 0, unsure = 0;
    worst surface{}, off_line{};
};

void see_point(tally &t, tube_run &r, const round_side &side, const flr_rayhit3 &x, const vector3 &o,
               const vector3 &d, double unit)
{
    r.surface.see(side.off(x.point) / unit);
    r.off_line.see(length(sub(along(o, real(x.t), d), wide(x.point))).get_d() / unit);
    vector3 n = wide(x.normal);
    t.expect(dot(n, d) <= 0 && std::fabs(length(n).get_d() - 1) <= 4 * ULP &&
                 std::fabs(dot(n, side.u).get_d()) <= 1e-6 + 8 * unit / double(side.radius.get_d()),
             "the normal of the round side");
}

/// Against the first root in the range, and of the tube between the ends; where it is close to call, whatever is told must lie on it.
void one_tube(tally &t, tube_run &r, const flr_cylinder &c, const flr_raycast3_path &p, bool endless)
{
    vector3 o = wide(p.origin), d = p.to_target ? sub(wide(p.target), o) : wide(p.direction);
    round_side side(c, o, d);
    double size = double(c.radius);
    for (flr_vec3 v : {flr_sub3(p.origin, c.a), flr_sub3(p.origin, c.b), flr_sub3(c.b, c.a), p.origin})
        for (double x : {double(v.x), double(v.y), double(v.z)}) size = std::max(size, std::fabs(x));
    double unit = size * ULP, step = length(d).get_d();
    flr_rayhit3 x = endless ? flr_raycast3_ray_endless_cylinder(&p, &c) : flr_raycast3_ray_tube(&p, &c);
    bool close = false, expected = false;
    real first, last;
    // the depth of the line within the round side, and its ends against both range and rims
    real middle =
        side.met ? real((side.root[0] + side.root[1]) / 2) : real(-dot(sub(o, side.a), d) / dot(d, d));
    vector3 e = along(d, real(-dot(d, side.u)), side.u), w = sub(o, side.a);
    middle = -dot(w, e) / dot(e, e);
    close |= std::fabs(real(side.out(along(o, middle, d)) - side.radius).get_d()) < 64 * unit;
    for (int k = 0; k < 2 && side.met; ++k) {
        vector3 at = along(o, side.root[k], d);
        double before = std::isfinite(p.t_min) ? real((side.root[k] - real(p.t_min)) * step).get_d() : 1e300;
        double after = std::isfinite(p.t_max) ? real((real(p.t_max) - side.root[k]) * step).get_d() : 1e300;
        double steep = real(length(e) / step).get_d();
        double room = endless ? 1e300 : side.within(at);
        for (double y : {before, after, room})
            close |= std::fabs(y) < 64 * unit / steep * std::max(1.0, size / double(c.radius));
        if (before < 0 || after < 0 || room < 0) continue;
        if (!expected) first = side.root[k];
        last = side.root[k];
        expected = true;
    }
    bool inside = endless && std::isfinite(p.t_min) && side.out(along(o, real(p.t_min), d)) <= side.radius;
    ++r.count;
    r.hits += x.hit;
    r.unsure += close;
    if (!close && !t.expect(x.hit == (expected || inside), "%s: hit %d", endless ? "endless" : "tube", x.hit))
        return;
    if (!x.hit) return;
    t.expect(x.t >= p.t_min && x.t_exit >= x.t && x.t_exit <= p.t_max, "t %g to %g", double(x.t),
             double(x.t_exit));
    if (!close) t.expect(x.inside == inside, "inside %d", x.inside);
    if (x.inside) return;
    for (flr_vec3 v :
         {x.point, flr_sub3(x.point, c.a)})  // where the path leans little to the axis, far along
        for (double y : {double(v.x), double(v.y), double(v.z)}) unit = std::max(unit, std::fabs(y) * ULP);
    see_point(t, r, side, x, o, d, unit);
    if (close) return;
    t.expect(std::fabs(real((real(x.t) - first) * step).get_d()) <= 1e-6 * size &&
                 (endless || std::fabs(real((real(x.t_exit) - last) * step).get_d()) <= 1e-6 * size),
             "another crossing");
}

void tubes(tally &t)
{
    random_source random{8};
    for (bool endless : {false, true}) {
        tube_run r;
        const struct {
            double size, offset, far;
            int count;
        } families[] = {{1, 0, 1, 500},
                        {1, 0, 4, 400},
                        {1e-6, 0, 2, 150},
                        {1e6, 0, 2, 150},
                        {1, real_choose(1e6, 1e2), 2, 150},
                        {1, 0, real_choose(1e6, 1e2), 150}};
        for (auto &f : families)
            for (int n = 0; n < scenes(f.count); ++n) {
                flr_vec3 at = f.offset == 0 ? vec3_axis(0, 0) : random.point(-f.offset, f.offset);
                flr_cylinder c;
                ends(random, at, f.size, &c.a, &c.b);
                c.radius = flr_real(f.size * random.between(0.1, 1.2));
                flr_vec3 aim = flr_mul_add3(at, flr_real(f.size), random.point(-1.3, 1.3));
                flr_vec3 o = flr_mul_add3(at, flr_real(f.size * f.far), random.point(-1, 1));
                one_tube(t, r, c, exact_cast::aimed(o, aim, random.whole(0, exact_cast::KINDS - 1)), endless);
            }
        const char *name = endless ? "endless cylinder" : "tube";
        exact_cast::expect_rate(t, name, r.hits, r.count);
        t.expect(r.unsure * 10 < r.count, "%s: %ld of %ld are too close to call", name, r.unsure, r.count);
        r.surface.expect(t, "off the surface, ulp of size", 1.5, 0.7,
                         {"Ray casts", "tube, endless cylinder"});
        r.off_line.expect(t, "point off the path, ulp of size", 2, 1);
    }
}

void tubes_by_hand(tally &t)
{
    const flr_cylinder c = {{0, 0, -1}, {0, 0, 1}, 2}, needle = {{0, 0, -1}, {0, 0, 1}, 0};
    auto cast = [&](flr_vec3 o, flr_vec3 d, flr_real from = 0, flr_real to = INFINITY) {
        flr_raycast3_path p = flr_raycast3_path_make(o, d, from, to);
        return flr_raycast3_ray_tube(&p, &c);
    };
    auto solid = [&](flr_vec3 o, flr_vec3 d, flr_real from = 0, flr_real to = INFINITY) {
        flr_raycast3_path p = flr_raycast3_path_make(o, d, from, to);
        return flr_raycast3_ray_endless_cylinder(&p, &c);
    };
    flr_rayhit3 r = cast({-5, 0, 0}, {2, 0, 0});
    t.expect(r.hit && r.t == flr_real(1.5) && r.t_exit == flr_real(3.5) && near(r.normal, -1, 0, 0) &&
                 near(r.point, -2, 0, 0),
             "through a tube");
    r = cast({0, 0, 0}, {1, 0, 0});
    t.expect(r.hit && !r.inside && r.t == 2 && r.t_exit == 2 && near(r.normal, -1, 0, 0),
             "from within a tube");
    t.expect(!cast({0, 0, -5}, {0, 0, 1}).hit && !cast({1, 0, 5}, {0, 0, -1}).hit, "through its open ends");
    r = cast({-3, 0, -3}, {1, 0, 1});  // in by the open end, out by the wall
    t.expect(!r.hit, "past it below");
    r = cast({-1, 0, -2}, {1, 0, flr_real(0.75)});
    t.expect(r.hit && r.t == 3 && near(r.normal, -1, 0, 0), "in by an end, at the wall from within");
    t.expect(cast({-5, 0, 1}, {1, 0, 0}).hit && !cast({-5, 0, flr_real(1.01)}, {1, 0, 0}).hit, "at a rim");
    r = cast({-5, 2, 0}, {1, 0, 0});
    t.expect(r.hit && r.t == 5 && near(r.normal, 0, 1, 0), "a tangent");
    r = cast({2, 0, -5}, {0, 0, 2});
    t.expect(r.hit && r.t == 2 && r.t_exit == 3, "along the wall");
    t.expect(cast({-5, 0, 0}, {1, 0, 0}, 0, 3).hit && cast({2, 0, 0}, {1, 0, 0}).hit &&
                 !cast({-5, 0, 0}, {1, 0, 0}, 4, 6).hit,
             "ends on the wall, and short of it");
    t.expect(cast({2, 0, 0}, {0, 0, 0}).hit && !cast({1, 0, 0}, {0, 0, 0}).hit, "a point");
    flr_raycast3_path across = flr_raycast3_path_make({-3, 0, 0}, {1, 0, 0}, 0, INFINITY);
    t.expect(flr_raycast3_ray_tube(&across, &needle).hit &&
                 !flr_raycast3_ray_endless_cylinder(&across, &needle).hit,
             "without a radius");
    r = solid({-5, 0, 100}, {1, 0, 0});
    t.expect(r.hit && !r.inside && r.t == 3 && r.t_exit == 7 && near(r.normal, -1, 0, 0),
             "far along the axis");
    r = solid({1, 0, 50}, {0, 1, 0});
    t.expect(r.hit && r.inside && r.t == 0, "from inside");
    r = solid({1, 0, 50}, {0, 0, 1}, -INFINITY);
    t.expect(r.hit && r.inside && std::isinf(r.t) && std::isinf(r.t_exit) && near(r.point, 0, 0, 0),
             "along the axis");
    r = solid({1, 0, 50}, {0, 0, 1});
    t.expect(r.hit && r.inside && r.t == 0 && std::isinf(r.t_exit), "a ray along the axis");
    t.expect(!solid({3, 0, 50}, {0, 0, 1}, -INFINITY).hit && !solid({3, 0, 50}, {1, 0, 0}).hit,
             "beside it, and away");
    t.expect(solid({1, 0, 50}, {0, 0, 0}).hit && !solid({3, 0, 50}, {0, 0, 0}).hit, "a point of the solid");
}

}  // namespace

static test_ready long_floats()
{
    big_float_bits(192);
    return TESTS_RUN;
}

FEELER_TESTS_WITH(long_floats, nullptr, nullptr, FEELER_TEST(tubes), FEELER_TEST(tubes_by_hand))

}  // namespace TEST_FILE
