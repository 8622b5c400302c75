// needs: gmp
/// Paths against solids. The reference knows nothing but a convex function of space that is the distance to
/// the surface near it, negative inside: along a line its least value says whether the line meets the shape,
/// and its sign changes say where. Searched for in 192 bits.
#include <functional>

#include "cast/exact_cast3.hpp"
#include "support/poses.hpp"

namespace
{

using exact_cast::ULP;
using exact_cast::worst;
typedef mpf_class real;
typedef std::array<real, 3> vector3;

flr_vec3 vec3_axis(int axis, double x)
{
    return flr_vec3_make(flr_real(axis == 0 ? x : 0), flr_real(axis == 1 ? x : 0),
                         flr_real(axis == 2 ? x : 0));
}

vector3 wide(flr_vec3 v) { return {real(v.x), real(v.y), real(v.z)}; }
vector3 sub(const vector3 &a, const vector3 &b)
{
    return {real(a[0] - b[0]), real(a[1] - b[1]), real(a[2] - b[2])};
}
vector3 along(const vector3 &a, const real &s, const vector3 &b)
{
    return {real(a[0] + s * b[0]), real(a[1] + s * b[1]), real(a[2] + s * b[2])};
}
real dot(const vector3 &a, const vector3 &b) { return real(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]); }
real length(const vector3 &a) { return real(sqrt(dot(a, a))); }
const real &greater(const real &a, const real &b) { return a > b ? a : b; }

typedef std::function<real(const vector3 &)> height;  ///< above the surface

/// Distance from the axis a b, and along it from a, both over its length's unit.
void around(const vector3 &p, const vector3 &a, const vector3 &b, real *out, real *height_a, real *whole)
{
    vector3 axis = sub(b, a), w = sub(p, a);
    *whole = length(axis);
    *height_a = dot(w, axis) / *whole;
    vector3 off = along(w, real(-*height_a / *whole), axis);
    *out = length(off);
}

/// What is square to a surface, outward and of any length, and the surface's radius there, 0 where it is flat.
struct facing {
    vector3 normal;
    real radius;
};
typedef std::function<facing(const vector3 &, uint32_t)>
    normal_fn;  ///< at a point of the face of that number

struct scene {
    flr_vec3 center;
    double reach, aim;  ///< the shape lies within `reach` of the centre; paths aim within `aim` of it
    height above;
    normal_fn normal;
    std::function<flr_cast3(const flr_cast3_path &)> cast;
};

typedef scene make_fn(random_source &, flr_vec3 at, double size);

scene sphere(random_source &r, flr_vec3 at, double size)
{
    flr_sphere s = {at, flr_real(size * r.between(0.2, 1))};
    vector3 c = wide(s.center);
    real radius = s.radius;
    return {at,
            double(s.radius),
            1.25 * double(s.radius),
            [=](const vector3 &p) { return real(length(sub(p, c)) - radius); },
            [=](const vector3 &p, uint32_t) {
                return facing{sub(p, c), radius};
            },
            [=](const flr_cast3_path &p) { return flr_cast3_ray_sphere(&p, &s); }};
}

flr_vec3 middle(flr_vec3 a, flr_vec3 b) { return flr_lerp3(a, b, flr_real(0.5)); }

/// Two ends around `at`; one in four times along a coordinate axis.
void ends(random_source &r, flr_vec3 at, double size, flr_vec3 *a, flr_vec3 *b)
{
    flr_vec3 u = r.point(-size, size);
    if (r.whole(0, 3) == 0) u = vec3_axis(r.whole(0, 2), size);
    *a = flr_sub3(at, u);
    *b = flr_add3(at, u);
}

/// What stands square to the axis a b.
vector3 outward(const vector3 &p, const vector3 &a, const vector3 &b)
{
    vector3 axis = sub(b, a), w = sub(p, a);
    return along(w, real(-dot(w, axis) / dot(axis, axis)), axis);
}

scene capsule(random_source &r, flr_vec3 at, double size)
{
    flr_capsule3 s;
    ends(r, at, size, &s.a, &s.b);
    s.radius = flr_real(size * r.between(0.05, 0.8));
    vector3 a = wide(s.a), b = wide(s.b);
    real radius = s.radius;
    auto from_core = [=](const vector3 &p) {
        vector3 axis = sub(b, a);
        real t = dot(sub(p, a), axis) / dot(axis, axis);
        if (t < 0) t = 0;
        if (t > 1) t = 1;
        return sub(p, along(a, t, axis));
    };
    auto above = [=](const vector3 &p) { return real(length(from_core(p)) - radius); };
    auto normal = [=](const vector3 &p, uint32_t) { return facing{from_core(p), radius}; };
    return {middle(s.a, s.b), 4 * size,
            0.7 * size,       above,
            normal,           [=](const flr_cast3_path &p) { return flr_cast3_ray_capsule(&p, &s); }};
}

scene cylinder(random_source &r, flr_vec3 at, double size)
{
    flr_cylinder s;
    ends(r, at, size, &s.a, &s.b);
    s.radius = flr_real(size * r.between(0.05, 1.2));
    vector3 a = wide(s.a), b = wide(s.b);
    real radius = s.radius;
    auto above = [=](const vector3 &p) {
        real out, up, whole;
        around(p, a, b, &out, &up, &whole);
        return real(greater(real(out - radius), greater(real(-up), real(up - whole))));
    };
    auto normal = [=](const vector3 &p, uint32_t face) {
        return face == 0 ? facing{outward(p, a, b), radius} : facing{face == 1 ? sub(a, b) : sub(b, a), 0};
    };
    return {middle(s.a, s.b), 4 * size,
            0.9 * size,       above,
            normal,           [=](const flr_cast3_path &p) { return flr_cast3_ray_cylinder(&p, &s); }};
}

scene cone(random_source &r, flr_vec3 at, double size)
{
    flr_cone s;
    ends(r, at, size, &s.apex, &s.base);
    s.radius = flr_real(size * r.between(0.05, 1.5));
    vector3 a = wide(s.apex), b = wide(s.base);
    real radius = s.radius;
    auto above = [=](const vector3 &p) {
        real out, up, whole;
        around(p, a, b, &out, &up, &whole);
        real slant = sqrt(real(whole * whole + radius * radius));
        return real(greater(real((out * whole - up * radius) / slant), real(up - whole)));
    };
    auto normal = [=](const vector3 &p, uint32_t face) {
        vector3 axis = sub(b, a), out = outward(p, a, b);
        real far = length(out);
        if (face == 1) return facing{axis, 0};
        if (far == 0) return facing{axis, 1e-300};  // the apex has any
        // as far out as the axis is long, and back along it by the radius
        vector3 n = along({0, 0, 0}, real(length(axis) / far), out);
        return facing{along(n, real(-radius / length(axis)), axis), far};
    };
    return {middle(s.apex, s.base), 4 * size, 0.8 * size, above, normal, [=](const flr_cast3_path &p) {
                return flr_cast3_ray_cone(&p, &s);
            }};
}

scene box(random_source &r, flr_vec3 at, double size)
{
    flr_affine3 turn = r.whole(0, 3) ? random_rotation(r) : flr_affine3_identity();
    flr_box3 s = {at, turn.linear, flr_scale3(flr_real(size), r.point(0.05, 1))};
    if (r.whole(0, 9) == 0) s.half_extents.y = 0;
    vector3 c = wide(at), axes[3] = {wide(s.axes.x), wide(s.axes.y), wide(s.axes.z)},
            half = wide(s.half_extents);
    auto above = [=](const vector3 &p) {
        real most = -1e300;
        for (size_t k = 0; k < 3; ++k) most = greater(real(abs(dot(sub(p, c), axes[k])) - half[k]), most);
        return most;
    };
    auto normal = [=](const vector3 &, uint32_t face) {
        return facing{along({0, 0, 0}, face % 2 ? 1 : -1, axes[face / 2]), 0};
    };
    return {at,    2 * size, 0.6 * size,
            above, normal,   [=](const flr_cast3_path &p) { return flr_cast3_ray_box(&p, &s); }};
}

scene halfspaces(random_source &r, flr_vec3 at, double size)
{
    std::vector<flr_halfspace3> faces;
    for (int i = 0; i < 12; ++i) {
        flr_vec3 n = i < 6 ? vec3_axis(i / 2, i % 2 ? 1 : -1) : r.point(-1, 1);
        n = flr_scale3(flr_real(std::ldexp(1.0, r.whole(-8, 8))), n);
        flr_real offset =
            flr_dot3(n, flr_mul_add3(at, flr_real(size * r.between(0.3, 1)) / flr_length3(n), n));
        faces.push_back({n, offset});
    }
    auto above = [=](const vector3 &p) {
        real most = -1e300;
        for (auto &f : faces) {
            vector3 n = wide(f.normal);
            most = greater(real((dot(n, p) - real(f.offset)) / length(n)), most);
        }
        return most;
    };
    auto normal = [=](const vector3 &, uint32_t face) { return facing{wide(faces[face].normal), 0}; };
    return {at, 3 * size, 0.7 * size, above, normal, [=](const flr_cast3_path &p) {
                return flr_cast3_ray_halfspaces(&p, faces.data(), faces.size());
            }};
}

/// Where the function is least on the line, between two t; and where it changes sign.
struct line {
    vector3 o, d;
    const height *above;

    real at(const real &t) const { return (*above)(along(o, t, d)); }
    real least(real low, real high) const
    {
        for (int i = 0; i < 90; ++i) {
            real third = (high - low) / 3, a = low + third, b = high - third;
            if (at(a) <= at(b))
                high = b;
            else
                low = a;
        }
        return real((low + high) / 2);
    }
};

struct run {
    const char *name;
    long hits = 0, count = 0, unsure = 0;
    worst surface{}, exit{}, off_line{}, normal{};
};

void check_hit(tally &t, run &r, const scene &s, const flr_cast3_path &p, const line &l, const flr_cast3 &a,
               const real &deepest, double unit)
{
    t.expect(a.t >= p.t_min && a.t <= p.t_max && a.t_exit >= a.t && a.t_exit <= p.t_max, "%s: t %g to %g",
             r.name, double(a.t), double(a.t_exit));
    vector3 at = along(l.o, real(a.t), l.d), point = wide(a.point);
    double step = length(l.d).get_d();
    r.off_line.see(length(sub(at, point)).get_d() / unit);
    if (a.t_exit < p.t_max && a.t_exit > a.t) r.exit.see(std::fabs(l.at(real(a.t_exit)).get_d()) / unit);
    if (a.inside) {
        t.expect(a.t == p.t_min && l.at(real(p.t_min)).get_d() <= 8 * unit, "%s: not inside", r.name);
        t.expect(flr_length3(a.normal) == 0, "%s: a normal inside", r.name);
        return;
    }
    t.expect(real((real(a.t) - deepest) * step).get_d() <= 1e-6 * s.reach + 64 * unit / std::sqrt(ULP),
             "%s: the far side", r.name);
    r.surface.see(std::fabs(l.at(real(a.t)).get_d()) / unit);
    r.surface.see(std::fabs((*l.above)(point).get_d()) / unit);
    vector3 n = wide(a.normal);
    t.expect(std::fabs(length(n).get_d() - 1) <= 4 * ULP, "%s: the normal is not unit", r.name);
    t.expect(dot(n, l.d).get_d() <= 1e-6 * step, "%s: the normal does not face the path", r.name);
    double small = 1e-3 * s.reach;  // a step out along the normal rises by just that
    double risen = real((*l.above)(along(point, real(small), n)) - (*l.above)(point)).get_d() / small;
    t.expect(std::fabs(risen - 1) <= 1e-3 + 4 * unit / small, "%s: the normal rises by %g", r.name, risen);
    facing f = s.normal(point, a.face);
    double off = length(along(n, real(-1 / length(f.normal)), f.normal)).get_d();
    r.normal.see(f.radius > 0 ? off * f.radius.get_d() / unit : off / ULP);
}

void one(tally &t, run &r, const scene &s, const flr_cast3_path &p)
{
    line l = {wide(p.origin), p.to_target ? sub(wide(p.target), wide(p.origin)) : wide(p.direction),
              &s.above};
    real middle_t = dot(sub(wide(s.center), l.o), l.d) / dot(l.d, l.d),
         span = real(2 * s.reach) / length(l.d);
    real low = middle_t - span, high = middle_t + span;
    double size = std::max(length(sub(wide(s.center), l.o)).get_d(), s.reach);
    for (double x : {double(p.origin.x), double(p.origin.y), double(p.origin.z)})
        size = std::max(size, std::fabs(x));
    double unit = size * ULP;
    if (std::isfinite(p.t_min) && low < real(p.t_min)) low = real(p.t_min);
    if (std::isfinite(p.t_max) && high > real(p.t_max)) high = real(p.t_max);
    flr_cast3 a = s.cast(p);
    ++r.count;
    r.hits += a.hit;
    if (low > high) {
        t.expect(!a.hit, "%s: a hit out of range (case %ld)", r.name, r.count);
        return;
    }
    real deepest = l.least(low, high);
    double depth = l.at(deepest).get_d() / unit;
    if (std::fabs(depth) < 8) ++r.unsure;
    if (depth > 8 || depth < -8) {
        if (!t.expect(a.hit == (depth < 0), "%s: hit %d at %g ulp (case %ld)", r.name, a.hit, depth, r.count))
            return;
    }
    if (a.hit) check_hit(t, r, s, p, l, a, deepest, unit);
}

flr_cast3_path random_path(random_source &r, const scene &s, double far)
{
    flr_vec3 aim = flr_mul_add3(s.center, flr_real(s.aim), r.point(-1, 1));
    flr_vec3 o = flr_mul_add3(s.center, flr_real(s.aim * far), r.point(-1, 1));
    if (r.whole(0, 4) == 0) {
        flr_vec3 axis = vec3_axis(r.whole(0, 2), 1);
        o = flr_mul_add3(aim, flr_real(s.aim * far * r.between(-2, 2)), axis);
    }
    return exact_cast::aimed(o, aim, r.whole(0, exact_cast::KINDS - 1));
}

void try_shape(tally &t, run &r, make_fn *make, uint64_t seed)
{
    random_source random{seed};
    const struct {
        double size, offset, far;
        int count;
    } families[] = {{1, 0, 1, 500},   {1, 0, 4, 300},   {1e-6, 0, 2, 100}, {1e6, 0, 2, 100},
                    {1, 1e6, 2, 100}, {1, 0, 1e6, 150}, {1, 0, 1e9, 150},  {1e-3, 1, 3, 100}};
    for (auto &f : families)
        for (int n = 0; n < f.count; ++n) {
            scene s =
                make(random, f.offset == 0 ? vec3_axis(0, 0) : random.point(-f.offset, f.offset), f.size);
            one(t, r, s, random_path(random, s, f.far));
        }
    exact_cast::expect_rate(t, r.name, r.hits, r.count);
    t.expect(r.unsure * 3 < r.count, "%s: %ld of %ld are too close to call", r.name, r.unsure, r.count);
}

struct bounds {
    double surface[2], exit[2], off_line[2], normal[2];
};

void shape(tally &t, const char *name, make_fn *make, uint64_t seed, const bounds &b)
{
    run r{name};
    try_shape(t, r, make, seed);
    r.surface.expect(t, "off the surface, ulp of size", b.surface[0], b.surface[1]);
    r.exit.expect(t, "exit off the surface, ulp of size", b.exit[0], b.exit[1]);
    r.off_line.expect(t, "point off the path, ulp of size", b.off_line[0], b.off_line[1]);
    r.normal.expect(t, "normal off that of the point, ulp of size over the radius", b.normal[0], b.normal[1]);
}

void spheres(tally &t) { shape(t, "sphere", sphere, 1, {{2, 0.6}, {2, 1}, {1.6, 0.9}, {1.1, 0.7}}); }
void capsules(tally &t) { shape(t, "capsule", capsule, 2, {{1.2, 0.5}, {1, 0.6}, {1.5, 0.7}, {0.6, 0.5}}); }
void cylinders(tally &t)
{
    shape(t, "cylinder", cylinder, 3, {{1.2, 0.7}, {1.2, 0.7}, {1.4, 0.8}, {1.5, 0.6}});
}
void cones(tally &t) { shape(t, "cone", cone, 4, {{1, 0.5}, {1.1, 0.7}, {1.3, 0.6}, {1.1, 0.5}}); }
void boxes(tally &t) { shape(t, "box", box, 5, {{1.8, 0.7}, {1.6, 0.7}, {0.8, 0.7}, {1.8, 0.5}}); }
void polyhedra(tally &t)
{
    shape(t, "halfspaces", halfspaces, 6, {{1.2, 0.8}, {1.3, 0.7}, {0.8, 0.7}, {1.3, 0.5}});
}

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

flr_cast3_path ellipsoid_path(random_source &r, const flr_ellipsoid &e, double reach, double far)
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

void one_ellipsoid(tally &t, ellipsoid_run &r, const flr_ellipsoid &e, const flr_cast3_path &p)
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
    flr_cast3 a = flr_cast3_ray_ellipsoid(&p, &e);
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
    r.surface.expect(t, "off the surface, ulp of size", 1.5, 1);
    r.off_line.expect(t, "point off the path, ulp of size", 2.8, 1);
    if (real_is_float)  // decided in double: nothing is near enough to a graze to be told wrongly
        t.expect(r.wrong.value == 0, "hit or miss told wrongly, at %g ulp of size", r.wrong.value);
    else
        r.wrong.expect(t, "hit or miss told wrongly, at ulp of size", 1, 1);
    r.normal.expect(t, "normal, ulp and what the point turns it", 0.7, 0.7);
}

bool near(flr_vec3 p, double x, double y, double z)
{
    return std::fabs(double(p.x) - x) + std::fabs(double(p.y) - y) + std::fabs(double(p.z) - z) <= 16 * ULP;
}

void ellipsoids_by_hand(tally &t)
{
    const flr_mat3 plain = flr_affine3_identity().linear;
    auto cast = [&](flr_vec3 radii, flr_vec3 o, flr_vec3 d) {
        flr_ellipsoid e = {{0, 0, 0}, plain, radii};
        flr_cast3_path p = flr_cast3_path_make(o, d, 0, INFINITY);
        return flr_cast3_ray_ellipsoid(&p, &e);
    };
    flr_cast3 r = cast({2, 1, 3}, {-5, 0, 0}, {1, 0, 0});
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

void see_point(tally &t, tube_run &r, const round_side &side, const flr_cast3 &x, const vector3 &o,
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
void one_tube(tally &t, tube_run &r, const flr_cylinder &c, const flr_cast3_path &p, bool endless)
{
    vector3 o = wide(p.origin), d = p.to_target ? sub(wide(p.target), o) : wide(p.direction);
    round_side side(c, o, d);
    double size = double(c.radius);
    for (flr_vec3 v : {flr_sub3(p.origin, c.a), flr_sub3(p.origin, c.b), flr_sub3(c.b, c.a), p.origin})
        for (double x : {double(v.x), double(v.y), double(v.z)}) size = std::max(size, std::fabs(x));
    double unit = size * ULP, step = length(d).get_d();
    flr_cast3 x = endless ? flr_cast3_ray_endless_cylinder(&p, &c) : flr_cast3_ray_tube(&p, &c);
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
        r.surface.expect(t, "off the surface, ulp of size", 1.5, 0.7);
        r.off_line.expect(t, "point off the path, ulp of size", 2, 1);
    }
}

void tubes_by_hand(tally &t)
{
    const flr_cylinder c = {{0, 0, -1}, {0, 0, 1}, 2}, needle = {{0, 0, -1}, {0, 0, 1}, 0};
    auto cast = [&](flr_vec3 o, flr_vec3 d, flr_real from = 0, flr_real to = INFINITY) {
        flr_cast3_path p = flr_cast3_path_make(o, d, from, to);
        return flr_cast3_ray_tube(&p, &c);
    };
    auto solid = [&](flr_vec3 o, flr_vec3 d, flr_real from = 0, flr_real to = INFINITY) {
        flr_cast3_path p = flr_cast3_path_make(o, d, from, to);
        return flr_cast3_ray_endless_cylinder(&p, &c);
    };
    flr_cast3 r = cast({-5, 0, 0}, {2, 0, 0});
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
    flr_cast3_path across = flr_cast3_path_make({-3, 0, 0}, {1, 0, 0}, 0, INFINITY);
    t.expect(flr_cast3_ray_tube(&across, &needle).hit &&
                 !flr_cast3_ray_endless_cylinder(&across, &needle).hit,
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

int main()
{
    mpf_set_default_prec(192);
    const CMUnitTest tests[] = {
        FEELER_TEST(spheres),    FEELER_TEST(capsules),
        FEELER_TEST(cylinders),  FEELER_TEST(cones),
        FEELER_TEST(boxes),      FEELER_TEST(polyhedra),
        FEELER_TEST(ellipsoids), FEELER_TEST(ellipsoids_by_hand),
        FEELER_TEST(tubes),      FEELER_TEST(tubes_by_hand),
    };
    return cmocka_run_group_tests_name("cast3_ray_solid", tests, nullptr, nullptr);
}
