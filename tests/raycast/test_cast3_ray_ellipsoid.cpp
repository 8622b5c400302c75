// needs: gmp
/// Paths against ellipsoids, beside the quadratic form in 192 bits.
#include "raycast/wide_cast3.hpp"
#include "support/poses.hpp"

namespace TEST_FILE
{
namespace
{

using namespace wide_cast;

/// How far above the surface to first order, by the definition: (x / rx)^2 + (y / ry)^2 + (z / rz)^2 - 1 over its slope.
struct quadric {
    vector3 c, axis[3], radii;

    explicit quadric(const flr_ellipsoid &e)
        : c(wide(e.center)), axis{wide(e.axes.x), wide(e.axes.y), wide(e.axes.z)}, radii(wide(e.radii))
    {
    }
    real value(const vector3 &p) const
    {
        real sum = -1;
        for (size_t k = 0; k < 3; ++k) {
            real x = dot(sub(p, c), axis[k]) / radii[k];
            sum += x * x;
        }
        return sum;
    }
    vector3 slope(const vector3 &p) const
    {
        vector3 g = {0, 0, 0};
        for (size_t k = 0; k < 3; ++k)
            g = along(g, real(2 * dot(sub(p, c), axis[k]) / (radii[k] * radii[k])), axis[k]);
        return g;
    }
    double above(const vector3 &p) const
    {
        real steep = length(slope(p));
        return steep > 0 ? real(value(p) / steep).get_d() : -1e300;
    }
    /// The t where the line is deepest, in closed form.
    real deepest(const vector3 &o, const vector3 &d) const
    {
        real across = 0, square = 0;
        for (size_t k = 0; k < 3; ++k) {
            real m = dot(sub(o, c), axis[k]) / radii[k], s = dot(d, axis[k]) / radii[k];
            across += m * s;
            square += s * s;
        }
        return real(-across / square);
    }
};

struct ellipsoid_run {
    long hits = 0, count = 0;
    worst surface{}, off_line{}, wrong{}, normal{};
};

/// A point of the surface, rounded, and a direction along it.
void graze(random_source &r, const flr_ellipsoid &e, flr_vec3 *p, flr_vec3 *along_it)
{
    flr_vec3 u = r.point(-1, 1), v = r.point(-1, 1);
    u = flr_scale3(1 / flr_length3(u), u);
    v = flr_mul_add3(v, -flr_dot3(u, v), u);
    auto stretched = [&](flr_vec3 w) {
        return flr_mat3_mul(e.axes, flr_vec3_make(w.x * e.radii.x, w.y * e.radii.y, w.z * e.radii.z));
    };
    *p = flr_add3(e.center, stretched(u));
    *along_it = stretched(v);
}

flr_raycast3_path ellipsoid_path(random_source &r, const flr_ellipsoid &e, double reach, double far)
{
    flr_vec3 p, d, o = flr_mul_add3(e.center, flr_real(reach * far), r.point(-1, 1));
    graze(r, e, &p, &d);
    int kind = r.whole(0, exact_cast::KINDS - 1);
    if (r.whole(0, 3) == 0) {  // grazing
        double by = r.whole(0, 1) ? r.between(0.1, 3) * far : -r.between(0.1, 3) * far;
        return exact_cast::aimed(flr_mul_add3(p, flr_real(by), d), p, kind);
    }
    if (r.whole(0, 1)) return exact_cast::aimed(o, p, kind);  // a segment ends on the surface
    flr_vec3 q = r.point(-1.4, 1.4);
    q = flr_mat3_mul(e.axes, flr_vec3_make(q.x * e.radii.x, q.y * e.radii.y, q.z * e.radii.z));
    return exact_cast::aimed(o, flr_add3(e.center, q), kind);
}

void one_ellipsoid(tally &t, ellipsoid_run &r, const flr_ellipsoid &e, const flr_raycast3_path &p)
{
    quadric truth(e);
    vector3 o = wide(p.origin), d = p.to_target ? sub(wide(p.target), o) : wide(p.direction);
    double most = std::max(double(e.radii.x), std::max(double(e.radii.y), double(e.radii.z)));
    double least = std::min(double(e.radii.x), std::min(double(e.radii.y), double(e.radii.z)));
    double size = std::max(length(sub(o, truth.c)).get_d(), most);
    for (flr_vec3 v : {p.origin, e.center})
        for (double x : {double(v.x), double(v.y), double(v.z)}) size = std::max(size, std::fabs(x));
    double unit = size * ULP;
    real deepest = truth.deepest(o, d), in_range = deepest;
    if (std::isfinite(p.t_min) && in_range < real(p.t_min)) in_range = real(p.t_min);
    if (std::isfinite(p.t_max) && in_range > real(p.t_max)) in_range = real(p.t_max);
    double depth = truth.above(along(o, in_range, d)) / unit;
    flr_rayhit3 a = flr_raycast3_ray_ellipsoid(&p, &e);
    ++r.count;
    r.hits += a.hit;
    if (a.hit != (depth <= 0)) {
        r.wrong.see(std::fabs(depth));
        return;
    }
    if (!a.hit) return;
    t.expect(a.t >= p.t_min && a.t <= p.t_max && a.t_exit >= a.t && a.t_exit <= p.t_max, "t %g to %g",
             double(a.t), double(a.t_exit));
    vector3 point = wide(a.point), n = wide(a.normal);
    r.off_line.see(length(sub(along(o, real(a.t), d), point)).get_d() / unit);
    if (a.inside) {
        t.expect(a.t == p.t_min && flr_length3(a.normal) == 0 && truth.above(point) <= 8 * unit, "inside");
        return;
    }
    double step = length(d).get_d();
    t.expect(real((real(a.t) - deepest) * step).get_d() <= 64 * unit, "the far side");
    r.surface.see(std::fabs(truth.above(point)) / unit);
    vector3 g = truth.slope(point);
    double leaning = length(sub(along({0, 0, 0}, real(1) / length(g), g), n)).get_d();
    r.normal.see(leaning / (ULP + unit * most / (least * least)));
    t.expect(dot(n, d).get_d() <= (8 * ULP + 8 * unit * most / (least * least)) * step,
             "the normal does not face the path");
}

void ellipsoids(tally &t)
{
    random_source random{7};
    ellipsoid_run r;
    const struct {
        double size, offset, far, thin;
        int count;
    } families[] = {{1, 0, 2, 0.2, 800},
                    {1, 0, 2, real_choose(1e-5, 1e-2), 800},
                    {1e-6, 0, 2, 0.1, 200},
                    {1e6, 0, 2, 0.1, 200},
                    {1, real_choose(1e6, 1e2), 2, 0.2, 200},
                    {1, 0, real_choose(1e6, 1e2), 0.2, 200},
                    {1, 0, real_choose(1e9, 1e3), 0.5, 200}};
    for (auto &f : families)
        for (int n = 0; n < scenes(f.count); ++n) {
            flr_affine3 turn = random.whole(0, 3) ? random_rotation(random) : flr_affine3_identity();
            flr_ellipsoid e;
            e.center = f.offset == 0 ? vec3_axis(0, 0) : random.point(-f.offset, f.offset);
            e.axes = turn.linear;
            e.radii = random.point(f.size * f.thin, f.size);
            if (random.whole(0, 2) == 0) e.radii.x = flr_real(f.size * f.thin);
            if (random.whole(0, 2) == 0) e.radii.y = flr_real(f.size * f.thin);
            one_ellipsoid(t, r, e, ellipsoid_path(random, e, f.size, f.far));
        }
    exact_cast::expect_rate(t, "ellipsoid", r.hits, r.count);
    r.surface.expect(t, "off the surface, ulp of size", 1.5, 1, {"Ray casts", "ellipsoid"});
    r.off_line.expect(t, "point off the path, ulp of size", 2.8, 1, {"Ray casts", "ellipsoid", 1, 1});
    if (real_is_float)  // decided in double: nothing is near enough to a graze to be told wrongly
        t.expect(r.wrong.value == 0, "hit or miss told wrongly, at %g ulp of size", r.wrong.value);
    else
        r.wrong.expect(t, "hit or miss told wrongly, at ulp of size", 1, 1);
    r.normal.expect(t, "normal, ulp and what the point turns it", 0.7, 0.7);
}

void ellipsoids_by_hand(tally &t)
{
    const flr_mat3 plain = flr_affine3_identity().linear;
    auto cast = [&](flr_vec3 radii, flr_vec3 o, flr_vec3 d) {
        flr_ellipsoid e = {{0, 0, 0}, plain, radii};
        flr_raycast3_path p = flr_raycast3_path_make(o, d, 0, INFINITY);
        return flr_raycast3_ray_ellipsoid(&p, &e);
    };
    flr_rayhit3 r = cast({2, 1, 3}, {-5, 0, 0}, {1, 0, 0});
    t.expect(r.hit && !r.inside && r.t == 3 && r.t_exit == 7 && near(r.point, -2, 0, 0) &&
                 near(r.normal, -1, 0, 0),
             "along an axis");
    r = cast({2, 1, 3}, {-5, 1, 0}, {2, 0, 0});
    t.expect(r.hit && r.t == flr_real(2.5) && r.t_exit == r.t && near(r.normal, 0, 1, 0), "a tangent");
    t.expect(!cast({2, 1, 3}, {-5, flr_real(1.001), 0}, {1, 0, 0}).hit, "past it");
    t.expect(!cast({2, 1, 3}, {-5, 0, 0}, {-1, 0, 0}).hit, "behind");
    r = cast({2, 1, 3}, {1, 0, 1}, {0, 2, 0});
    t.expect(r.hit && r.inside && r.t == 0 && near(r.point, 1, 0, 1) && near(r.normal, 0, 0, 0),
             "from inside");
    r = cast({2, 1, 3}, {1, flr_real(0.5), 0}, {0, 0, 0});
    t.expect(r.hit && r.inside && r.t == 0, "a point inside");
    t.expect(!cast({2, 1, 3}, {3, 0, 0}, {0, 0, 0}).hit, "a point outside");
    r = cast({2, 1, 0}, {1, flr_real(0.5), 4}, {0, 0, -2});
    t.expect(r.hit && r.t == 2 && r.t_exit == 2 && near(r.point, 1, 0.5, 0) && near(r.normal, 0, 0, 1),
             "a disc");
    t.expect(cast({2, 1, 0}, {2, 0, 4}, {0, 0, -2}).hit &&
                 !cast({2, 1, 0}, {2, flr_real(0.1), 4}, {0, 0, -2}).hit,
             "the rim of a disc");
    r = cast({2, 1, 0}, {-5, 0, 0}, {1, 0, 0});
    t.expect(r.hit && r.t == 3 && r.t_exit == 7 && near(r.normal, -1, 0, 0), "in the plane of a disc");
    t.expect(!cast({2, 1, 0}, {-5, 0, flr_real(1e-20)}, {1, 0, 0}).hit, "along a disc, above it");
    r = cast({0, 2, 0}, {-3, 1, 0}, {1, 0, 0});
    t.expect(r.hit && r.t == 3 && near(r.point, 0, 1, 0) && near(r.normal, 0, 0, 0), "a segment");
    t.expect(!cast({0, 2, 0}, {-3, flr_real(2.1), 0}, {1, 0, 0}).hit, "past a segment");
    t.expect(cast({0, 0, 0}, {-3, 0, 0}, {1, 0, 0}).hit && !cast({0, 0, 0}, {-3, 1, 0}, {1, 0, 0}).hit,
             "a point");
    t.expect(!cast({-1, 1, 1}, {-3, 0, 0}, {1, 0, 0}).hit &&
                 !cast({1, flr_real(NAN), 1}, {-3, 0, 0}, {1, 0, 0}).hit,
             "no ellipsoid");
    for (double scale : {real_choose(1e-150, 1e-30), real_choose(1e150, 1e30)}) {
        flr_real k = flr_real(scale);
        r = cast({2 * k, k, 3 * k}, {-5 * k, 0, 0}, {1, 0, 0});
        t.expect(r.hit && std::fabs(double(r.t) / scale - 3) < 8 * ULP, "lengths of %g", scale);
    }
}

}  // namespace

static test_ready long_floats()
{
    big_float_bits(192);
    return TESTS_RUN;
}

FEELER_TESTS_WITH(long_floats, nullptr, nullptr, FEELER_TEST(ellipsoids), FEELER_TEST(ellipsoids_by_hand))

}  // namespace TEST_FILE
