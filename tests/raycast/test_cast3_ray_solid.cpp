// needs: gmp
/// Paths against solids. The reference knows nothing but a convex function of space that is the distance to
/// the surface near it, negative inside: along a line its least value says whether the line meets the shape,
/// and its sign changes say where. Searched for in 192 bits.
#include <functional>

#include "raycast/wide_cast3.hpp"
#include "support/poses.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using namespace wide_cast;

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
    std::function<flr_rayhit3(const flr_raycast3_path &)> cast;
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
            [=](const flr_raycast3_path &p) { return flr_raycast3_ray_sphere(&p, &s); }};
}

flr_vec3 middle(flr_vec3 a, flr_vec3 b) { return flr_lerp3(a, b, flr_real(0.5)); }

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
            normal,           [=](const flr_raycast3_path &p) { return flr_raycast3_ray_capsule(&p, &s); }};
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
            normal,           [=](const flr_raycast3_path &p) { return flr_raycast3_ray_cylinder(&p, &s); }};
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
    return {middle(s.apex, s.base), 4 * size, 0.8 * size, above, normal, [=](const flr_raycast3_path &p) {
                return flr_raycast3_ray_cone(&p, &s);
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
            above, normal,   [=](const flr_raycast3_path &p) { return flr_raycast3_ray_box(&p, &s); }};
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
    std::vector<std::pair<vector3, real>> planes;  // of unit normals
    for (auto &f : faces) {
        const vector3 n = wide(f.normal);
        const real share = real(1) / length(n);
        planes.push_back({along({0, 0, 0}, share, n), share * real(f.offset)});
    }
    auto above = [=](const vector3 &p) {
        real most = -1e300;
        for (auto &f : planes) most = greater(real(dot(f.first, p) - f.second), most);
        return most;
    };
    auto normal = [=](const vector3 &, uint32_t face) { return facing{wide(faces[face].normal), 0}; };
    return {at, 3 * size, 0.7 * size, above, normal, [=](const flr_raycast3_path &p) {
                return flr_raycast3_ray_halfspaces(&p, faces.data(), faces.size());
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

void check_hit(tally &t, run &r, const scene &s, const flr_raycast3_path &p, const line &l,
               const flr_rayhit3 &a, const real &deepest, double unit)
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

void one(tally &t, run &r, const scene &s, const flr_raycast3_path &p)
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
    flr_rayhit3 a = s.cast(p);
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

flr_raycast3_path random_path(random_source &r, const scene &s, double far)
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
    } families[] = {{1, 0, 1, 200},  {1, 0, 4, 120},  {1e-6, 0, 2, 40}, {1e6, 0, 2, 40},
                    {1, 1e6, 2, 40}, {1, 0, 1e6, 60}, {1, 0, 1e9, 60},  {1e-3, 1, 3, 40}};
    for (auto &f : families)
        for (int n = 0; n < scenes(f.count); ++n) {
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

}  // namespace

static test_ready long_floats()
{
    big_float_bits(192);
    return TESTS_RUN;
}

FEELER_TESTS_WITH(long_floats, nullptr, nullptr, FEELER_TEST(spheres), FEELER_TEST(capsules),
                  FEELER_TEST(cylinders), FEELER_TEST(cones), FEELER_TEST(boxes), FEELER_TEST(polyhedra))

}  // namespace TEST_FILE
