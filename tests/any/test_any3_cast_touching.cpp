// needs: gmp
// Lines, rays and segments that touch round shapes: whether a cast hits and whether the two overlap is one exact answer.
// Tangents and rims in whole numbers, with and without a coordinate moved to its neighbour, against rationals.
#include <cmath>
#include <vector>

#include "feeler/any3.h"
#include "feeler/overlap3.h"
#include "raycast/exact_cast3.hpp"
#include "support/handles.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using exact_cast::cross;
using exact_cast::dot;
using exact_cast::from;
using exact_cast::number;
using exact_cast::point;
using exact_cast::sub;

/// Three square to each other, all of one whole length.
struct triad {
    double n[3][3];
    double length;
};
const triad triads[] = {{{{1, 2, 2}, {2, 1, -2}, {2, -2, 1}}, 3},
                        {{{2, 3, 6}, {3, -6, 2}, {6, 2, -3}}, 7},
                        {{{0, 3, 4}, {5, 0, 0}, {0, 4, -3}}, 5},
                        {{{4, 4, 7}, {8, -1, -4}, {1, -8, 4}}, 9},
                        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1}};

flr_vec3 add(flr_vec3 p, double s, const double *v)
{
    return flr_vec3_make(flr_real(double(p.x) + s * v[0]), flr_real(double(p.y) + s * v[1]),
                         flr_real(double(p.z) + s * v[2]));
}

flr_vec3 direction(double a, const double *u, double b, const double *v, double c, const double *w)
{
    return add(add(add(flr_vec3_make(0, 0, 0), a, u), b, v), c, w);
}

/// A scene: a piece of a line by the kind of shape it is, and a round one.
struct scene {
    flr_shape3 straight{}, round{};
};

/// The range of t of a piece of a line.
struct stretch {
    point origin, direction;
    bool starts = false, ends = false;
    number low = 0, high = 0;

    void start(const number &t)
    {
        if (!starts || t > low) low = t;
        starts = true;
    }
    void end(const number &t)
    {
        if (!ends || t < high) high = t;
        ends = true;
    }
    /// Only where base + t rate >= 0. False where nowhere.
    bool keep(const number &base, const number &rate)
    {
        if (rate > 0) start(number(-base / rate));
        if (rate < 0) end(number(-base / rate));
        return rate != 0 || base >= 0;
    }
    /// Is a t^2 + 2 b t + c at most 0 somewhere?
    bool reaches(const number &a, const number &b, const number &c) const
    {
        auto at = [&](const number &t) { return number((a * t + 2 * b) * t + c); };
        if (starts && ends && low > high) return false;
        if ((starts && at(low) <= 0) || (ends && at(high) <= 0)) return true;
        if (a < 0) return !starts || !ends;
        if (a == 0) return b == 0 ? c <= 0 : b > 0 ? !starts : !ends;
        number t = -b / a;
        return !(starts && t < low) && !(ends && t > high) && at(t) <= 0;
    }
};

stretch stretch_of(const flr_shape3 &s)
{
    stretch r;
    if (s.kind == FLR_SHAPE3_SEGMENT) {
        r.origin = from(s.as.segment.a);
        r.direction = sub(from(s.as.segment.b), r.origin);
        r.start(0);
        r.end(1);
        return r;
    }
    r.origin = from(s.as.ray.origin);
    r.direction = from(s.as.ray.direction);
    if (s.kind == FLR_SHAPE3_RAY) r.start(0);
    return r;
}

bool reaches_ball(const stretch &s, const point &center, const number &r)
{
    point w = sub(s.origin, center);
    return s.reaches(dot(s.direction, s.direction), dot(w, s.direction), number(dot(w, w) - r * r));
}

/// Level with the axis, and by a cone's slant or within a radius of the axis.
bool reaches_turned(stretch s, const point &a, const point &b, const number &r, bool cone)
{
    point u = sub(b, a), w = sub(s.origin, a), x = cross(w, u), y = cross(s.direction, u);
    number all = dot(u, u), h = dot(w, u), rate = dot(s.direction, u), rr = r * r;
    if (!s.keep(h, rate) || !s.keep(number(all - h), number(-rate))) return false;
    if (!cone) return s.reaches(dot(y, y), dot(x, y), number(dot(x, x) - rr * all));
    return s.reaches(number(all * dot(y, y) - rr * rate * rate), number(all * dot(x, y) - rr * h * rate),
                     number(all * dot(x, x) - rr * h * h));
}

bool truth(const scene &q)
{
    stretch s = stretch_of(q.straight);
    const flr_capsule3 &c = q.round.as.capsule;
    switch (q.round.kind) {
    case FLR_SHAPE3_SPHERE:
        return reaches_ball(s, from(q.round.as.sphere.center), q.round.as.sphere.radius);
    case FLR_SHAPE3_CAPSULE:
        return reaches_ball(s, from(c.a), c.radius) || reaches_ball(s, from(c.b), c.radius) ||
               reaches_turned(s, from(c.a), from(c.b), c.radius, false);
    case FLR_SHAPE3_CYLINDER:
        return reaches_turned(s, from(q.round.as.cylinder.a), from(q.round.as.cylinder.b),
                              q.round.as.cylinder.radius, false);
    default:
        return reaches_turned(s, from(q.round.as.cone.apex), from(q.round.as.cone.base),
                              q.round.as.cone.radius, true);
    }
}

flr_real *numbers_of(flr_shape3 *s, int *count)
{
    *count = s->kind == FLR_SHAPE3_SPHERE ? 4 : s->kind == FLR_SHAPE3_SEGMENT ? 6 : 7;
    if (s->kind == FLR_SHAPE3_RAY || s->kind == FLR_SHAPE3_LINE) *count = 6;
    return reinterpret_cast<flr_real *>(&s->as);
}

/// Through p along d: what touches, touches at p.
flr_shape3 straight(random_source &r, flr_vec3 p, flr_vec3 d)
{
    flr_shape3 s{};
    const double before = r.whole(0, 3), after = r.whole(0, 3),
                 way[3] = {double(d.x), double(d.y), double(d.z)};
    const int kind = r.whole(0, 2);
    if (kind == 0) {
        s.kind = FLR_SHAPE3_SEGMENT;
        s.as.segment = {add(p, -before, way), add(p, after, way)};
    } else {
        s.kind = kind == 1 ? FLR_SHAPE3_RAY : FLR_SHAPE3_LINE;
        s.as.ray = {add(p, kind == 1 ? -before : after, way), d};
    }
    return s;
}

/// Something round and a straight thing that touches it in a point.
scene touching(random_source &r)
{
    scene q;
    const triad &t = triads[r.whole(0, 4)];
    const int turn = r.whole(0, 2);
    const double *u = t.n[turn], *v = t.n[(turn + 1) % 3], *w = t.n[(turn + 2) % 3];
    const double k = r.whole(1, 4), h = r.whole(1, 5), place = r.whole(0, 1) ? 0 : 100;
    const flr_vec3 a = flr_add3(r.lattice_point(-9, 9), flr_vec3_make(flr_real(place), 0, flr_real(place)));
    const flr_vec3 b = add(a, h, w);
    const flr_real radius = flr_real(k * t.length);
    const int x = r.whole(-2, 2), y = r.whole(-2, 2), which = r.whole(0, 9);
    // a tangent of the round side, a step off its surface, or along its rim
    const flr_vec3 tangent = direction(0, u, x || y ? x : 1, v, y, w), off = direction(1, u, x, v, 0, w);
    if (which < 2) {
        q.round.kind = FLR_SHAPE3_SPHERE;
        q.round.as.sphere = {a, radius};
        q.straight = straight(r, add(a, k, u), tangent);
    } else if (which < 5) {
        q.round.kind = FLR_SHAPE3_CAPSULE;
        q.round.as.capsule = {a, b, radius};
        const int at = r.whole(0, 2);  // end, side, tip
        q.straight = straight(r, at == 2 ? add(b, k, w) : add(a, at ? h / 2 : 0, w), at == 2 ? off : tangent);
        if (at == 2) q.straight = straight(r, add(b, k, w), direction(1, u, x, v, 0, w));
        if (at != 2) q.straight = straight(r, add(add(a, at ? h / 2 : 0, w), k, u), tangent);
    } else if (which < 8) {
        q.round.kind = FLR_SHAPE3_CYLINDER;
        q.round.as.cylinder = {a, b, radius};
        const flr_vec3 rim = add(add(a, r.whole(0, 1) ? h : h / 2, w), k, u), top = add(add(b, 0, w), k, u);
        const int at = r.whole(0, 2);  // side, rim, cap
        q.straight = at == 0   ? straight(r, rim, tangent)
                     : at == 1 ? straight(r, top, direction(1, u, x, v, -1, w))
                               : straight(r, add(b, k, v), direction(x ? x : 1, u, y, v, 0, w));
    } else {
        q.round.kind = FLR_SHAPE3_CONE;
        q.round.as.cone = {a, b, radius};
        const int at = r.whole(0, 3);  // rim, slant, apex, base
        const double s = r.whole(1, 2) * 0.5;
        q.straight = at == 0   ? straight(r, add(b, k, u), direction(1, u, x, v, -1, w))
                     : at == 1 ? straight(r, add(add(a, s * h, w), s * k, u),
                                          direction(x * k, u, y ? y : 1, v, x * h, w))
                     : at == 2 ? straight(r, a, direction(x ? x : 1, u, y, v, 0, w))
                               : straight(r, add(b, k, v), direction(x ? x : 1, u, y, v, 0, w));
    }
    if (r.whole(0, 1)) return q;
    int count;
    flr_real *n = numbers_of(r.whole(0, 1) ? &q.straight : &q.round, &count);
    flr_real *one = &n[r.whole(0, count - 1)];
    const double way = r.whole(0, 1) ? 1 : -1;
    *one = *one == 0 ? flr_real(way * 0x1p-60) : std::nextafter(*one, flr_real(way * 1e9));
    return q;
}

flr_raycast3_path path_of(const flr_shape3 &s)
{
    if (s.kind == FLR_SHAPE3_SEGMENT) return flr_raycast3_path_segment(&s.as.segment);
    return s.kind == FLR_SHAPE3_RAY ? flr_raycast3_path_ray(&s.as.ray) : flr_raycast3_path_line(&s.as.line);
}

void say(tally &t, const scene &q, const char *what, bool got, bool right)
{
    int n, m;
    scene copy = q;
    const flr_real *x = numbers_of(&copy.straight, &n), *y = numbers_of(&copy.round, &m);
    t.expect(
        got == right,
        "%s of %s %s: %d, %.17g %.17g %.17g | %.17g %.17g %.17g, %.17g %.17g %.17g | %.17g %.17g %.17g %.17g",
        what, flr_shape3_name(q.straight.kind), flr_shape3_name(q.round.kind), got, double(x[0]),
        double(x[1]), double(x[2]), double(x[3]), double(x[4]), double(x[5]), double(y[0]), double(y[1]),
        double(y[2]), double(y[3]), m > 4 ? double(y[4]) : 0, m > 4 ? double(y[5]) : 0,
        m > 4 ? double(y[6]) : 0);
}

/// Roundings: of the size (feeler/raycast3.h) of scenes of whole numbers, of the coordinates, 20 at most, of corners of hulls.
worst_of hit_point = {"point of a cast beside the round shape", real_choose(10, 2)},
         hit_corner = {"the same of hulls", real_choose(2.6, 1.15)};

/// The largest of the ways from the path's origin to the ends of the round shape, its measures and the coordinates of the hit.
double size_of(const scene &q, flr_vec3 hit)
{
    int n, m;
    scene copy = q;
    const flr_real *x = numbers_of(&copy.straight, &n), *y = numbers_of(&copy.round, &m);
    const flr_vec3 origin = {x[0], x[1], x[2]}, a = {y[0], y[1], y[2]};
    double size = std::fmax(double(y[m - 1]), double(flr_length3(flr_sub3(a, origin))));
    if (m > 4) {
        const flr_vec3 b = {y[3], y[4], y[5]};
        for (flr_vec3 p : {a, origin}) size = std::fmax(size, double(flr_length3(flr_sub3(b, p))));
    }
    for (flr_real k : {hit.x, hit.y, hit.z}) size = std::fmax(size, std::fabs(double(k)));
    return size;
}

void check(tally &t, const scene &q, bool right)
{
    flr_raycast3_path path = path_of(q.straight);
    flr_raycast3_result r{};
    flr_closest3 c{};
    bool meet = false, turned = false;
    bool fine = flr_raycast3(&path, &q.round, &r) == FLR_OK &&
                flr_overlap3(&q.straight, &q.round, &meet) == FLR_OK &&
                flr_overlap3(&q.round, &q.straight, &turned) == FLR_OK &&
                flr_distance3(&q.straight, &q.round, &c) == FLR_OK;
    t.expect(fine, "no answer");
    say(t, q, "cast", r.hit, right);
    say(t, q, "overlap", meet, right);
    say(t, q, "overlap turned", turned, right);
    say(t, q, "distance 0", c.distance == 0, right);
    if (!r.hit || !right) return;
    flr_shape3 at{};
    at.kind = FLR_SHAPE3_POINT;
    at.as.point = r.point;
    fine = flr_distance3(&at, &q.round, &c) == FLR_OK &&
           hit_point.within(double(c.distance) / size_of(q, r.point) / real_rounding);
    t.expect(fine, "%s %s: the point of the hit %g %g %g is off by %g", flr_shape3_name(q.straight.kind),
             flr_shape3_name(q.round.kind), double(r.point.x), double(r.point.y), double(r.point.z),
             double(c.distance));
    if (!fine) say(t, q, "scene", true, false);
}

void just_touching(tally &t)
{
    random_source r{1};
    long yes = 0, all = 0;
    for (int i = 0; i < 20000; ++i) {
        scene q = touching(r);
        if (i % 3 == 0) {  // some beside it
            int count;
            flr_real *n = numbers_of(&q.straight, &count);
            const flr_vec3 by = r.lattice_point(-2, 2);
            for (int k = 0; k < 6; ++k)
                if (k < 3 || q.straight.kind == FLR_SHAPE3_SEGMENT) n[k] += (&by.x)[k % 3];
        }
        bool right = truth(q);
        ++all, yes += right;
        check(t, q, right);
    }
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld touch", yes, all);
    hit_point.hold(t);
}

/// Turned and carried by what rounds: no longer touching in whole numbers, but nearer than rounding.
void nearly_touching(tally &t)
{
    random_source r{2};
    long yes = 0, all = 0;
    for (int i = 0; i < 8000; ++i) {
        scene q = touching(r);
        const flr_real scale = flr_real(std::pow(10, r.between(-3, 3)));
        const flr_vec3 shift = r.point(-50, 50);
        for (flr_shape3 *s : {&q.straight, &q.round}) {
            int count;
            flr_real *n = numbers_of(s, &count);
            const flr_real *by = &shift.x;
            bool way = s->kind == FLR_SHAPE3_RAY || s->kind == FLR_SHAPE3_LINE;
            for (int k = 0; k < count; ++k) {
                bool place = s->kind == FLR_SHAPE3_SPHERE ? k < 3 : way ? k < 3 : k < 6;
                n[k] = flr_real((n[k] + (place ? by[k % 3] : 0)) * scale);
            }
        }
        bool right = truth(q);
        ++all, yes += right;
        flr_raycast3_path path = path_of(q.straight);
        flr_raycast3_result c{};
        bool meet = false;
        t.expect(flr_raycast3(&path, &q.round, &c) == FLR_OK &&
                     flr_overlap3(&q.straight, &q.round, &meet) == FLR_OK,
                 "no answer");
        say(t, q, "cast", c.hit, right);
        say(t, q, "overlap", meet, right);
    }
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld touch", yes, all);
}

/// Through corners of hulls of points and along their edges: what overlaps is hit.
void corners_of_hulls(tally &t)
{
    random_source r{3};
    for (int i = 0; i < 10000; ++i) {
        std::vector<flr_vec3> points;
        for (int k = r.whole(1, 9); k > 0; --k) points.push_back(r.lattice_point(-3, 3));
        const flr_vec3 at = r.lattice_point(-2, 2);
        const flr_real radius = flr_real(r.whole(0, 2) == 0);
        scene q;
        q.round.kind = FLR_SHAPE3_CONVEX;
        q.round.as.convex = flr_convex3_points(points.data(), uint32_t(points.size()),
                                               {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, at, radius);
        flr_vec3 d = r.lattice_point(-3, 3), p = flr_add3(points[0], at);
        if (r.whole(0, 1)) d = flr_sub3(points.back(), points[0]);
        if (d.x == 0 && d.y == 0 && d.z == 0) d.x = 1;
        p.x += radius * flr_real(r.whole(0, 1));
        q.straight = straight(r, p, d);
        flr_raycast3_path path = path_of(q.straight);
        flr_raycast3_result c{};
        flr_closest3 off{};
        bool meet = false;
        bool fine = flr_raycast3(&path, &q.round, &c) == FLR_OK &&
                    flr_overlap3(&q.straight, &q.round, &meet) == FLR_OK;
        t.expect(fine && (c.hit || !meet), "%s: overlap, but no hit", flr_shape3_name(q.straight.kind));
        flr_shape3 hit{};
        hit.kind = FLR_SHAPE3_POINT;
        hit.as.point = c.point;
        fine = !c.hit || (flr_distance3(&hit, &q.round, &off) == FLR_OK &&
                          hit_corner.within(double(off.distance) / 20 / real_rounding));
        t.expect(fine, "the point of a hit is off by %g", double(off.distance));
    }
    hit_corner.hold(t);
}

/// Through the middle of a mesh's edge or a corner of it, at home and far from the origin, every question says so; and a ball
/// without a radius on the straight one overlaps it from the start.
void edges_of_meshes(tally &t)
{
    random_source r{4};
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    for (int i = 0; i < 300; ++i) {
        const double far = i % 2 ? real_choose(1e6, 1024.0) : 0;
        const flr_vec3 origin = flr_vec3_make(flr_real(far), flr_real(-far), flr_real(far));
        flr_vec3 corners[4];
        for (flr_vec3 &c : corners) c = flr_add3(origin, flr_scale3(2, r.lattice_point(-4, 4)));
        flr_mesh3_input input{};
        input.vertices = &corners[0].x;
        input.vertex_count = 4;
        input.triangles = faces;
        input.triangle_count = 4;
        flr_mesh3 *mesh = nullptr;
        if (flr_mesh3_create(&input, nullptr, &mesh) != FLR_OK) continue;
        scene q;
        q.round.kind = FLR_SHAPE3_MESH;
        t.expect(flr_instance3_make(mesh, flr_affine3_identity(), &q.round.as.mesh) == FLR_OK, "no instance");
        const int from = r.whole(0, 3), to = r.whole(0, 3);
        const flr_vec3 on = flr_lerp3(corners[from], corners[to], flr_real(0.5));
        flr_vec3 d = r.lattice_point(-3, 3);
        if (d.x == 0 && d.y == 0 && d.z == 0) d.x = 1;
        q.straight = straight(r, on, d);
        flr_raycast3_path path = path_of(q.straight);
        flr_raycast3_result c{};
        flr_closest3 apart{};
        bool meet = false;
        bool fine = flr_raycast3(&path, &q.round, &c) == FLR_OK &&
                    flr_overlap3(&q.straight, &q.round, &meet) == FLR_OK &&
                    flr_distance3(&q.round, &q.straight, &apart) == FLR_OK;
        t.expect(fine && c.hit && meet && apart.distance == 0, "%s: hit %d, overlap %d, %g apart",
                 flr_shape3_name(q.straight.kind), c.hit, meet, double(apart.distance));
        flr_mesh3_destroy(mesh);
        flr_shape3 dot{};
        dot.kind = FLR_SHAPE3_SPHERE;
        dot.as.sphere = {on, 0};
        flr_sweep3_result w = {};
        fine = flr_overlap3(&dot, &q.straight, &meet) == FLR_OK &&
               flr_sweep3(&dot, r.lattice_point(-4, 4), &q.straight, &w) == FLR_OK;
        t.expect(fine && meet && w.hit && w.overlap_at_start, "%s: a point on it, swept: %d %d %d",
                 flr_shape3_name(q.straight.kind), meet, w.hit, w.overlap_at_start);
    }
}

/// Convex lists of points all but on one line, up to 10^13 times as long as wide: the place of a hit lies on the path, and beside
/// the needle's axis no farther than it is wide.
void needles(tally &t)
{
    random_source r{17};
    long hits = 0, all = 0;
    worst_of beside = {"point of a hit on a needle beside the path, roundings of the size",
                       real_choose(40, 2)};
    for (int i = 0; i < scenes(2000); ++i) {
        const double length = std::pow(10, r.between(0, real_choose(6, 2)));
        const double width = length * std::pow(10, r.between(real_choose(-13, -6), -3));
        flr_vec3 along = r.point(-1, 1), a = r.point(-1, 1), direction = r.point(-1, 1);
        along = flr_scale3(flr_real(length / std::fmax(0.1, double(flr_length3(along)))), along);
        a = flr_scale3(flr_real(length * (i % 3 ? 1 : 1e-3)), a);
        flr_vec3 p[5];
        for (int k = 0; k < 5; ++k) {
            const flr_vec3 aside = r.point(-1, 1);
            p[k] = flr_mul_add3(k % 2 ? flr_add3(a, along) : a, flr_real(width), aside);
        }
        if (i % 2) {
            const flr_vec3 tilt = r.point(-1, 1);
            const double steep = std::pow(10, r.between(-6, 0));
            direction = flr_mul_add3(flr_scale3(flr_real(1 / length), along), flr_real(steep), tilt);
        }
        const flr_vec3 aside = r.point(-1, 1);
        const flr_vec3 past =
            flr_mul_add3(flr_mul_add3(a, flr_real(r.unit()), along), flr_real(width), aside);
        const double back = length * std::pow(10, r.between(-3, 1));
        const flr_vec3 origin = flr_mul_add3(past, flr_real(-back), direction);
        const flr_raycast3_path path =
            flr_raycast3_path_make(origin, direction, -flr_real(INFINITY), flr_real(INFINITY));
        flr_shape3 s{};
        s.kind = FLR_SHAPE3_CONVEX;
        s.as.convex = flr_convex3_points(p, 5, flr_affine3_identity().linear, flr_vec3_make(0, 0, 0), 0);
        flr_raycast3_result c{};
        const bool fine = flr_raycast3(&path, &s, &c) == FLR_OK;
        t.expect(fine, "%d: no answer", i);
        ++all, hits += c.hit;
        if (!fine || !c.hit) continue;
        const auto d = from(direction), e = sub(from(c.point), from(origin)), n = cross(e, d),
                   u = from(along), to = sub(from(c.point), from(a)), m = cross(to, u);
        const double size = std::fmax(
            length, std::fmax(double(flr_length3(c.point)), double(flr_length3(flr_sub3(a, origin)))));
        const double unit = size * real_rounding;
        const double path_off = std::sqrt(number(dot(n, n) / dot(d, d)).get_d());
        const double needle_off = std::sqrt(number(dot(m, m) / dot(u, u)).get_d()) - 3 * width;
        t.expect(beside.within(path_off / unit), "%d: %g beside the path, size %g", i, path_off, size);
        t.expect(needle_off <= 4 * unit, "%d: %g beside the needle", i, needle_off);
    }
    t.expect(10 * hits > 3 * all && 10 * hits < 7 * all, "%ld of %ld hit", hits, all);
    beside.hold(t);
}

flr_shape3 ray_of(flr_vec3 origin, flr_vec3 direction)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_RAY;
    s.as.ray = {origin, direction};
    return s;
}

/// A path that starts in the solid or on its boundary hits there, without a normal; no other does.
void check_start(tally &t, const flr_shape3 &straight, const flr_shape3 &solid, bool holds)
{
    const flr_raycast3_path path = path_of(straight);
    const flr_vec3 p = path.origin;
    flr_raycast3_result c{};
    const bool fine = flr_raycast3(&path, &solid, &c) == FLR_OK;
    const bool at_start = c.t == 0 && c.point.x == p.x && c.point.y == p.y && c.point.z == p.z;
    const bool bare = c.normal.x == 0 && c.normal.y == 0 && c.normal.z == 0 && !c.faceted;
    t.expect(fine && c.inside == holds && (!holds || (c.hit && at_start && bare)),
             "%s from %.17g %.17g %.17g along %g %g %g, %d inside: hit %d, inside %d, t %g, normal %g %g %g",
             flr_shape3_name(solid.kind), double(p.x), double(p.y), double(p.z), double(path.direction.x),
             double(path.direction.y), double(path.direction.z), holds, c.hit, c.inside, double(c.t),
             double(c.normal.x), double(c.normal.y), double(c.normal.z));
}

/// From ends of the axis, discs, sides, rims and tips, in whole numbers or a neighbour of these.
void starts_on_round(tally &t)
{
    random_source r{5};
    long yes = 0, all = 0;
    for (int i = 0; i < scenes(20000); ++i) {
        const triad &n = triads[r.whole(0, 4)];
        const int turn = r.whole(0, 2), which = i % 4;
        const double *u = n.n[turn], *v = n.n[(turn + 1) % 3], *w = n.n[(turn + 2) % 3];
        const double k = r.whole(1, 4), h = r.whole(1, 5), s = r.whole(0, 2) * 0.5, out = r.whole(0, 2) * 0.5;
        const flr_vec3 a = r.lattice_point(-9, 9), b = add(a, h, w);
        const flr_shape3_kind kinds[] = {FLR_SHAPE3_SPHERE, FLR_SHAPE3_CAPSULE, FLR_SHAPE3_CYLINDER,
                                         FLR_SHAPE3_CONE};
        scene q;
        q.round.kind = kinds[which];
        q.round.as.capsule = {a, b, flr_real(k * n.length)};
        if (which == 0) q.round.as.sphere = {a, flr_real(k * n.length)};
        const double wide = which == 3 ? s * k : k, level = which == 0 ? 0 : s * h;
        flr_vec3 p = add(add(a, level, w), out * 2 * wide, r.whole(0, 1) ? u : v), d = r.lattice_point(-3, 3);
        if (which == 1 && s == 1 && r.whole(0, 1)) p = add(b, k, w);
        if (r.whole(0, 2) > 0) {
            flr_real *one = &(&p.x)[r.whole(0, 2)];
            const double way = r.whole(0, 1) ? 1 : -1;
            *one = *one == 0 ? flr_real(way * 0x1p-60) : std::nextafter(*one, flr_real(way * 1e9));
        }
        if (r.whole(0, 3) == 0) d = flr_sub3(r.whole(0, 1) ? a : b, p);
        q.straight = ray_of(p, flr_vec3_make(0, 0, 0));
        const bool holds = truth(q);
        all++, yes += holds;
        q.straight = ray_of(p, d);
        check_start(t, q.straight, q.round, holds);
        q.straight.kind = FLR_SHAPE3_SEGMENT;
        q.straight.as.segment = {p, flr_add3(p, d)};
        check_start(t, q.straight, q.round, holds);
    }
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld start in it", yes, all);
}

/// From corners, edges and faces of a tetrahedron, as such, as a solid mesh and as a hull, and of the halfspace below a face.
void starts_on_flat(tally &t)
{
    random_source r{6};
    for (int i = 0; i < 400; ++i) {
        flr_vec3 v[4];
        for (flr_vec3 &c : v) c = flr_scale3(4, r.lattice_point(-4, 4));
        const point x = sub(from(v[1]), from(v[0])), y = sub(from(v[2]), from(v[0])),
                    z = sub(from(v[3]), from(v[0]));
        const number whole = dot(cross(x, y), z);
        if (whole == 0) continue;
        if (whole < 0) std::swap(v[0], v[1]);
        const part mesh(soup{{v, v + 4}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}});
        flr_shape3 solid[4] = {};
        solid[0].kind = FLR_SHAPE3_TETRAHEDRON;
        solid[0].as.tetrahedron = {v[0], v[1], v[2], v[3]};
        solid[1].kind = FLR_SHAPE3_MESH;
        solid[1].as.mesh = mesh.at;
        solid[1].solid = true;
        solid[2].kind = FLR_SHAPE3_CONVEX;
        solid[2].as.convex =
            flr_convex3_points(v, 4, flr_affine3_identity().linear, flr_vec3_make(0, 0, 0), 0);
        solid[3].kind = FLR_SHAPE3_HALFSPACE;
        const flr_vec3 normal = flr_cross3(flr_sub3(v[2], v[0]), flr_sub3(v[1], v[0]));
        solid[3].as.halfspace = {normal, flr_dot3(normal, v[0])};
        // halves and quarters are whole numbers
        flr_vec3 p = v[r.whole(0, 1)];
        const int way = r.whole(0, 2);
        if (way > 0) p = flr_lerp3(p, v[2], flr_real(0.5));
        if (way > 1) p = flr_lerp3(p, v[1], flr_real(0.5));
        const flr_vec3 d = r.lattice_point(-3, 3);
        for (const flr_shape3 &s : solid) check_start(t, ray_of(p, d), s, true);
    }
}

/// A box, rectangle or hull that has shrunk to a segment or point is hit as such, without a normal; with a second extent it has one.
void shrunk(tally &t)
{
    random_source r{7};
    for (int i = 0; i < 600; ++i) {
        const int axis = r.whole(0, 2), second = (axis + r.whole(1, 2)) % 3, kind = i % 6;
        const bool flat = r.whole(0, 2) == 0;
        flr_vec3 half{}, d = r.lattice_point(-3, 3);
        (&half.x)[axis] = flr_real(r.whole(0, 2));
        if (flat) (&half.x)[axis] = (&half.x)[second] = 1;
        const flr_vec3 c = r.lattice_point(-5, 5), low = flr_sub3(c, half), high = flr_add3(c, half);
        const int across = 3 - axis - second;
        if ((&d.x)[across] == 0) (&d.x)[across] = 1;
        flr_vec3 middle = flat ? low : c;
        if (flat) (&middle.x)[axis] = (&high.x)[axis];
        const flr_vec3 points[4] = {low, high, c, middle};
        const flr_mat3 upright = flr_affine3_identity().linear, *const m = &upright;
        const flr_vec3 axes[3] = {m->x, m->y, m->z};
        flr_shape3 s{};
        s.kind = FLR_SHAPE3_CONVEX;
        s.rounding = 0;
        switch (kind) {
        case 0:
            s.kind = FLR_SHAPE3_AABB;
            s.as.aabb = {low, high};
            break;
        case 1:
            s.kind = FLR_SHAPE3_BOX;
            s.as.box = {c, upright, half};
            break;
        case 2:
            s.kind = FLR_SHAPE3_RECTANGLE;
            s.as.rectangle = {c, axes[axis], axes[second], (&half.x)[axis], (&half.x)[second]};
            break;
        case 3:
            s.as.convex = flr_convex3_points(points, 4, upright, flr_vec3_make(0, 0, 0), 0);
            break;
        case 4: {
            const flr_triangle3 corners = {low, high, middle};
            s.as.convex = flr_convex3_triangle(&corners);
            break;
        }
        default: {
            const flr_box3 b = {c, upright, half};
            s.as.convex = flr_convex3_box(&b);
        }
        }
        const flr_vec3 at = flat ? flr_lerp3(c, middle, flr_real(0.5)) : c;
        const flr_raycast3_path path = path_of(ray_of(flr_sub3(at, flr_scale3(2, d)), d));
        flr_raycast3_result h{};
        const bool fine = flr_raycast3(&path, &s, &h) == FLR_OK && h.hit;
        const bool bare = h.normal.x == 0 && h.normal.y == 0 && h.normal.z == 0;
        if (kind == 5 && !h.hit) continue;  // its corners are computed
        t.expect(fine && bare == !flat, "%s, kind %d, of extents %g %g %g: hit %d, normal %g %g %g",
                 flr_shape3_name(s.kind), kind, double(half.x), double(half.y), double(half.z), h.hit,
                 double(h.normal.x), double(h.normal.y), double(h.normal.z));
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(shrunk), FEELER_TEST(starts_on_round), FEELER_TEST(starts_on_flat),
             FEELER_TEST(just_touching), FEELER_TEST(nearly_touching), FEELER_TEST(corners_of_hulls),
             FEELER_TEST(edges_of_meshes), FEELER_TEST(needles))

}  // namespace TEST_FILE
