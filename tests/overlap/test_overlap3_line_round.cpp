// needs: gmp
// Segments, rays and lines against cylinders and cones, mostly where they touch: at rims, along slants, at the apex, in the
// plane of an end, and a rounding beside all that; from the definition in rationals.
#include <cmath>

#include "feeler/any3.h"
#include "feeler/overlap3.h"
#include "raycast/exact_cast3.hpp"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{

using namespace exact_cast;

namespace
{

struct whole3 {
    int x, y, z;
};
whole3 operator*(int s, whole3 v) { return {s * v.x, s * v.y, s * v.z}; }
whole3 operator+(whole3 a, whole3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
whole3 turned(whole3 a, whole3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
int largest(whole3 v) { return std::max(std::abs(v.x), std::max(std::abs(v.y), std::abs(v.z))); }

/// Three square to each other, all of one whole length.
struct triad {
    whole3 n, u, v;
    int length;
};
const triad triads[] = {{{1, 2, 2}, {2, 1, -2}, {2, -2, 1}, 3},
                        {{2, 3, 6}, {3, -6, 2}, {6, 2, -3}, 7},
                        {{0, 3, 4}, {5, 0, 0}, {0, 4, -3}, 5},
                        {{4, 4, 7}, {8, -1, -4}, {1, -8, 4}, 9},
                        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 1}};

whole3 lattice(random_source &r, int most)
{
    int x = r.whole(-most, most), y = r.whole(-most, most), z = r.whole(-most, most);
    return {x, y, z};
}

/// Numbers of a scene are brought here; what is given is exact.
struct place {
    double scale, offset;
    const char *name;
};
const place places[] = {{1, 0, "plain"},
                        {0x1p-20, 0, "tiny"},
                        {0x1p20, 0, "large"},
                        {1, real_choose(0x1p20, 0x1p12), "far"},
                        {1, real_choose(0x1p30, 0x1p14), "very far"}};

flr_vec3 at(const place &p, whole3 x)
{
    return flr_vec3_make(flr_real(x.x * p.scale + p.offset), flr_real(x.y * p.scale + p.offset),
                         flr_real(x.z * p.scale + p.offset));
}
flr_vec3 way(const place &p, whole3 x)
{
    return flr_vec3_make(flr_real(x.x * p.scale), flr_real(x.y * p.scale), flr_real(x.z * p.scale));
}

struct range {
    bool starts, ends;
};

/// How far o + t d is inside the infinite shape is a quadratic in t; between the planes of the ends, and in the range of t,
/// some t must make it 0 or more.
bool meets(const point &o, const point &d, range of_t, const point &start, const point &end, const number &r,
           bool cone)
{
    point v = sub(end, start), w = sub(o, start);
    number top = dot(v, v);
    number vv = dot(v, v), s0 = dot(v, w), s1 = dot(v, d), first = 0, last = 1;
    bool starts = of_t.starts, ends = of_t.ends;
    if (s1 != 0) {
        number in = -s0 / s1, out = (top - s0) / s1;
        if (s1 < 0) std::swap(in, out);
        if (!starts || in > first) first = in;
        if (!ends || out < last) last = out;
        starts = ends = true;
    } else if (s0 < 0 || s0 > top) {
        return false;
    }
    if (starts && ends && first > last) return false;
    auto inside = [&](const number &t) {
        point p = along(w, t, d), out = cross(v, p);
        number s = dot(v, p);
        if (cone) return r * r * s * s >= vv * dot(out, out);
        return r * r * vv >= dot(out, out);
    };
    if ((starts && inside(first)) || (ends && inside(last))) return true;
    point k = cross(v, d), m = cross(v, w);
    number a = dot(k, k), b = dot(k, m);
    if (cone) a = vv * a - r * r * s1 * s1, b = vv * b - r * r * s0 * s1;
    if (a <= 0) return dot(d, d) == 0 && inside(0);
    number most = -b / a;
    if (starts && most < first) most = first;
    if (ends && most > last) most = last;
    return inside(most);
}

struct counter {
    long meet = 0, all = 0;
    void done(tally &t, const char *what) const
    {
        std::printf("  %s: %ld of %ld meet\n", what, meet, all);
        t.expect(10 * meet > 3 * all && 10 * meet < 7 * all, "%s: %ld of %ld meet", what, meet, all);
    }
};

/// All six, and the general function.
void check(tally &t, const place &p, flr_vec3 o, flr_vec3 d, flr_vec3 end, const flr_cylinder &c, counter &n)
{
    flr_cone k = {c.a, c.b, c.radius};
    flr_segment3 segment = {o, end};
    flr_ray3 ray = {o, d};
    flr_line3 line = {o, d};
    flr_shape3 path[3] = {}, round[2] = {};
    path[0].kind = FLR_SHAPE3_SEGMENT, path[0].as.segment = segment;
    path[1].kind = FLR_SHAPE3_RAY, path[1].as.ray = ray;
    path[2].kind = FLR_SHAPE3_LINE, path[2].as.line = line;
    round[0].kind = FLR_SHAPE3_CYLINDER, round[0].as.cylinder = c;
    round[1].kind = FLR_SHAPE3_CONE, round[1].as.cone = k;
    const bool found[2][3] = {{flr_overlap3_segment_cylinder(&segment, &c),
                               flr_overlap3_ray_cylinder(&ray, &c), flr_overlap3_line_cylinder(&line, &c)},
                              {flr_overlap3_segment_cone(&segment, &k), flr_overlap3_ray_cone(&ray, &k),
                               flr_overlap3_line_cone(&line, &k)}};
    const range ranges[3] = {{true, true}, {true, false}, {false, false}};
    for (int cone = 0; cone < 2; ++cone)
        for (int i = 0; i < 3; ++i) {
            point along_it = i == 0 ? sub(from(end), from(o)) : from(d);
            bool expected = meets(from(o), along_it, ranges[i], from(c.a), from(c.b), number(c.radius), cone);
            const char *x = flr_shape3_name(path[i].kind), *y = flr_shape3_name(round[cone].kind);
            if (!t.expect(found[cone][i] == expected, "%s %s, %s: exactly %d", x, y, p.name, expected) &&
                t.wrong < 10)
                std::printf("    o (%.17g %.17g %.17g) d (%.17g %.17g %.17g) a (%.17g %.17g %.17g) b (%.17g "
                            "%.17g %.17g) r %.17g\n",
                            double(o.x), double(o.y), double(o.z), double(d.x), double(d.y), double(d.z),
                            double(c.a.x), double(c.a.y), double(c.a.z), double(c.b.x), double(c.b.y),
                            double(c.b.z), double(c.radius));
            n.meet += expected;
            ++n.all;
            if (n.all % 7) continue;
            bool overlap = !expected;
            flr_closest3 closest{};
            t.expect(flr_overlap3(&path[i], &round[cone], &overlap) == FLR_OK && overlap == expected,
                     "%s %s: any", x, y);
            t.expect(flr_overlap3(&round[cone], &path[i], &overlap) == FLR_OK && overlap == expected,
                     "%s %s: any, turned", x, y);
            flr_raycast3_path cast = i == 0   ? flr_raycast3_path_segment(&segment)
                                     : i == 1 ? flr_raycast3_path_ray(&ray)
                                              : flr_raycast3_path_line(&line);
            flr_raycast3_result hit{};
            t.expect(flr_raycast3(&cast, &round[cone], &hit) == FLR_OK && hit.hit == expected, "%s %s: cast",
                     x, y);
            t.expect(flr_distance3(&path[i], &round[cone], &closest) == FLR_OK &&
                         (closest.distance == 0) == expected,
                     "%s %s: distance %g", x, y, double(closest.distance));
        }
}

flr_real nudged(random_source &r, flr_real x)
{
    int by = r.whole(-1, 1);
    if (x == 0) return flr_real(by * 0x1p-70);
    return by == 0 ? x : std::nextafter(x, by > 0 ? flr_real(INFINITY) : -flr_real(INFINITY));
}

/// Lines through a point of the rim, the slant, an end or the apex, in a plane that supports the shape there or any other.
void touching(tally &t)
{
    counter n;
    for (auto &p : places) {
        random_source r = {91};
        for (int i = 0; i < 700; ++i) {
            triad q = triads[r.whole(0, 4)];
            for (int k = r.whole(0, 2); k > 0; --k) q = {q.u, q.v, q.n, q.length};
            int tall = r.whole(1, 3), wide = r.whole(1, 2);
            bool needle = r.whole(0, 9) == 0 && p.offset == 0;
            whole3 start = lattice(r, 3), axis = (needle ? 1024 : 5 * tall) * q.n, end = start + axis;
            // a fifth of the way around, or on the axes of the disc
            const int turns[4][2] = {{5, 0}, {0, 5}, {4, 3}, {-3, 4}};
            const int *turn = turns[r.whole(0, 3)];
            whole3 out = turn[0] * q.u + turn[1] * q.v, around = -turn[1] * q.u + turn[0] * q.v;
            flr_cylinder c = {at(p, start), at(p, end), flr_real(5 * wide * q.length * p.scale)};
            if (r.whole(0, 19) == 0) c.radius = 0;
            whole3 place = end + wide * out;
            int where = r.whole(0, 6);
            if (where == 1) place = start + wide * out;  // the other rim
            if (where == 2 && tall == 2)
                place = start + 5 * q.n + (wide / 2) * out;  // the slant, where that is whole
            if (where == 3) place = start;
            if (where == 4) place = end + r.whole(-1, 1) * q.u;
            const int outward = r.whole(-1, 3), along = 5 * r.whole(-1, 3);
            whole3 normal = outward * out + along * q.n, d = turned(normal, lattice(r, 2));
            switch (r.whole(0, 4)) {
            case 0:
                d = around;
                break;
            case 1:
                d = lattice(r, 2);
                break;
            case 2:
                d = (5 * tall) * q.n + wide * out;
                break;
            default:
                break;
            }
            while (largest(d) > 99) d = {d.x / 2, d.y / 2, d.z / 2};
            int back = r.whole(-2, 3), length = r.whole(0, 3);
            if (r.whole(0, 2) == 0) place = place + lattice(r, 1);
            whole3 from_here = place + -back * d;
            flr_vec3 o = at(p, from_here), stop = at(p, from_here + length * d);
            if (r.whole(0, 2) == 0) o = flr_vec3{nudged(r, o.x), nudged(r, o.y), nudged(r, o.z)};
            check(t, p, o, way(p, d), stop, c, n);
        }
    }
    n.done(t, "touching");
}

/// Coordinates that need every bit, and shapes much higher than wide or wider than high.
void anywhere(tally &t)
{
    counter n;
    for (auto &p : places) {
        random_source r = {92};
        for (int i = 0; i < 300; ++i) {
            auto spot = [&](double reach) {
                flr_vec3 v = r.point(-reach, reach);
                return flr_vec3_make(flr_real(double(v.x) * p.scale + p.offset),
                                     flr_real(double(v.y) * p.scale + p.offset),
                                     flr_real(double(v.z) * p.scale + p.offset));
            };
            flr_vec3 a = spot(2), b = spot(2);
            if (i % 5 == 4) b = flr_lerp3(a, b, flr_real(1e-3));
            if (a.x == b.x && a.y == b.y && a.z == b.z) continue;  // no axis
            flr_cylinder c = {a, b, flr_real(r.between(0, 2) * p.scale * (i % 7 == 6 ? 1e-3 : 1))};
            flr_vec3 aim = flr_lerp3(a, b, flr_real(r.unit())), near = spot(1);
            flr_vec3 o = spot(i % 11 == 10 ? 64 : 3), end = flr_lerp3(aim, near, flr_real(0.6));
            check(t, p, o, flr_sub3(end, o), end, c, n);
        }
    }
    n.done(t, "anywhere");
}

void known_scenes(tally &t)
{
    flr_cone cone = {{0, 0, 0}, {0, 0, 5}, 5};
    flr_line3 rim = {{5, -7, 5}, {0, 1, 0}}, slant = {{3, 0, 3}, {1, 0, 1}},
              beside = {{5, -7, flr_real(5.0625)}, {0, 1, 0}};
    t.expect(flr_overlap3_line_cone(&rim, &cone) && flr_overlap3_line_cone(&slant, &cone) &&
                 !flr_overlap3_line_cone(&beside, &cone),
             "tangent to the rim, along the slant, above the rim");
    flr_segment3 short_of = {{-9, 0, 0}, {0, 0, 0}}, past = {{9, 0, 0}, {flr_real(0.0625), 0, 0}};
    t.expect(flr_overlap3_segment_cone(&short_of, &cone) && !flr_overlap3_segment_cone(&past, &cone), "apex");
    flr_ray3 away = {{0, 0, -1}, {0, 0, -1}}, toward = {{0, 0, -1}, {0, 0, flr_real(1e-3)}};
    t.expect(!flr_overlap3_ray_cone(&away, &cone) && flr_overlap3_ray_cone(&toward, &cone), "rays");
    flr_cylinder needle = {{0, 0, -1e6f}, {0, 0, 1e6f}, flr_real(1)};
    flr_line3 noisy = {{5, -7, 5}, {-std::numeric_limits<flr_real>::denorm_min(), 1, 0}};
    t.expect(flr_overlap3_line_cone(&noisy, &cone), "tangent but for noise");
    flr_line3 at_side = {{1, 0, 9}, {0, 1, 0}},
              beyond = {{real_after(1, 2) > 1 ? flr_real(real_after(1, 2)) : 2, 0, 9}, {0, 1, 0}};
    t.expect(flr_overlap3_line_cylinder(&at_side, &needle) && !flr_overlap3_line_cylinder(&beyond, &needle),
             "a needle's side");
    flr_line3 nowhere = {{flr_real(NAN), 0, 0}, {0, 1, 0}}, endless = {{0, 0, 0}, {flr_real(INFINITY), 0, 0}};
    t.expect(!flr_overlap3_line_cone(&nowhere, &cone) && !flr_overlap3_line_cylinder(&endless, &needle),
             "NaN");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(touching), FEELER_TEST(anywhere), FEELER_TEST(known_scenes))

}  // namespace TEST_FILE
