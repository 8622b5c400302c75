// needs: gmp
// Ellipsoids against any other kind: distances to points by numbers of 256 bits; of pairs by a proof, points of both shapes and a plane
// between them, reckoned from the definitions in long double; depths by the reach along many directions.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "any/any3_stock.hpp"
#include "support/big.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"
#include "support/truth3.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;
using wide = long double;
using wide3 = truth3::vec<wide>;

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }
flr_shape3_kind kind(int k) { return static_cast<flr_shape3_kind>(k); }
const flr_real *numbers(const flr_vec3 &v) { return &v.x; }
wide3 of(flr_vec3 v) { return {v.x, v.y, v.z}; }

held ellipsoid(flr_vec3 center, flr_mat3 axes, flr_vec3 radii)
{
    held h = any3::of_kind(FLR_SHAPE3_ELLIPSOID);
    h.shape.as.ellipsoid = {center, axes, radii};
    return h;
}

held random_ellipsoid(random_source &r, flr_vec3 center)
{
    const flr_mat3 axes = any3::axes(r);
    const double thin = r.whole(0, 3) ? 1 : 0.05;
    const flr_real x = flr_real(r.between(0.2, 1)), y = flr_real(r.between(0.2, 1) * thin),
                   z = flr_real(r.between(0.2, 1));
    return ellipsoid(center, axes, flr_vec3_make(x, y, z));
}

held point_at(flr_vec3 p)
{
    held h = any3::of_kind(FLR_SHAPE3_POINT);
    h.shape.as.point = p;
    return h;
}

flr_closest3 closest(const held &a, const held &b)
{
    flr_closest3 c{};
    must(flr_distance3(&a.shape, &b.shape, &c), "flr_distance3");
    return c;
}
double distance(const held &a, const held &b) { return double(closest(a, b).distance); }
bool overlap(const held &a, const held &b)
{
    bool yes = false;
    must(flr_overlap3(&a.shape, &b.shape, &yes), "flr_overlap3");
    return yes;
}

/// From the point at coordinates y along the axes: its nearest point is r^2 y / (r^2 + t) for the t that brings it to the surface.
template <class N> N distance_along_axes(const N y[3], const N r[3], int halvings)
{
    auto value = [&](const N &t) {
        N sum = 0;
        for (int k = 0; k < 3; ++k)
            if (r[k] > 0) {
                const N x = r[k] * y[k] / (r[k] * r[k] + t);
                sum += x * x;
            }
        return sum;
    };
    N aside = 0, most = 0;
    for (int k = 0; k < 3; ++k) {
        if (!(r[k] > 0)) aside += y[k] * y[k];
        most += r[k] * r[k] * y[k] * y[k];
    }
    if (value(N(0)) <= 1) return sqrt(aside);
    N low = 0, high = sqrt(most);
    for (int i = 0; i < halvings; ++i) {
        const N middle = (low + high) / 2;
        (value(middle) > 1 ? low : high) = middle;
    }
    N sum = 0;
    for (int k = 0; k < 3; ++k) {
        const N x = r[k] * r[k] * y[k] / (r[k] * r[k] + high), d = y[k] - x;
        sum += d * d;
    }
    return sqrt(sum);
}

template <class N> N distance_to(const flr_ellipsoid &e, flr_vec3 p, int halvings)
{
    const flr_vec3 *axes = &e.axes.x;
    N y[3], r[3];
    for (int k = 0; k < 3; ++k) {
        y[k] = 0;
        for (int i = 0; i < 3; ++i)
            y[k] +=
                N(double(numbers(axes[k])[i])) * (N(double(numbers(p)[i])) - N(double(numbers(e.center)[i])));
        r[k] = N(double(numbers(e.radii)[k]));
    }
    return distance_along_axes(y, r, halvings);
}

void points(tally &t)
{
    big_float_bits(256);
    random_source r{2201};
    worst_of off{"distance of point and ellipsoid, roundings of the size", real_choose(3.1, 3.1)};
    long yes = 0, all = 0;
    for (int i = 0; i < scenes(3000); ++i) {
        const flr_vec3 c = r.point(-0.4, 0.4), p = r.point(-0.6, 0.6);
        held e = random_ellipsoid(r, c);
        if (i % 5 == 0) (&e.shape.as.ellipsoid.radii.x)[r.whole(0, 2)] = 0;
        const double truth = big_float(distance_to<big_float>(e.shape.as.ellipsoid, p, 260)).get_d(),
                     d = distance(point_at(p), e);
        ++all, yes += truth == 0;
        t.expect(off.within(std::fabs(d - truth) / 4 / real_rounding), "%.17g, not %.17g", d, truth);
        if (truth > 8 * real_epsilon || (truth == 0 && d == 0))
            t.expect(overlap(e, point_at(p)) == (d == 0), "overlap at %g", d);
    }
    t.expect(10 * yes > all && 10 * yes < 7 * all, "%ld of %ld inside", yes, all);
    off.hold(t);
}

/// How far a shape reaches along n, by its definition; false for kinds that are not asked.
bool reach(const flr_shape3 &s, wide3 n, wide &most)
{
    auto of_corners = [&](const flr_vec3 *v, size_t count) {
        most = -INFINITY;
        for (size_t i = 0; i < count; ++i) most = std::max(most, dot(of(v[i]), n));
    };
    const auto &as = s.as;
    switch (s.kind) {
    case FLR_SHAPE3_POINT:
        of_corners(&as.point, 1);
        break;
    case FLR_SHAPE3_SEGMENT:
        of_corners(&as.segment.a, 2);
        break;
    case FLR_SHAPE3_TRIANGLE:
        of_corners(&as.triangle.a, 3);
        break;
    case FLR_SHAPE3_TETRAHEDRON:
        of_corners(&as.tetrahedron.a, 4);
        break;
    case FLR_SHAPE3_SPHERE:
        of_corners(&as.sphere.center, 1), most += as.sphere.radius;
        break;
    case FLR_SHAPE3_CAPSULE:
        of_corners(&as.capsule.a, 2), most += as.capsule.radius;
        break;
    case FLR_SHAPE3_AABB:
        most = 0;
        for (int k = 0; k < 3; ++k) {
            const wide m = k == 0 ? n.x : k == 1 ? n.y : n.z;
            most += std::max(m * numbers(as.aabb.min)[k], m * numbers(as.aabb.max)[k]);
        }
        break;
    case FLR_SHAPE3_BOX:
        most = dot(of(as.box.center), n);
        for (int k = 0; k < 3; ++k)
            most += std::fabs(dot(of((&as.box.axes.x)[k]), n)) * numbers(as.box.half_extents)[k];
        break;
    case FLR_SHAPE3_RECTANGLE:
        most = dot(of(as.rectangle.center), n) +
               std::fabs(dot(of(as.rectangle.axis_x), n)) * as.rectangle.half_x +
               std::fabs(dot(of(as.rectangle.axis_y), n)) * as.rectangle.half_y;
        break;
    case FLR_SHAPE3_CYLINDER: {
        const wide3 u = unit(of(as.cylinder.b) - of(as.cylinder.a));
        of_corners(&as.cylinder.a, 2), most += as.cylinder.radius * length(cross(u, n));
        break;
    }
    case FLR_SHAPE3_CONE: {
        const wide3 u = unit(of(as.cone.apex) - of(as.cone.base));
        most = std::max(dot(of(as.cone.apex), n),
                        dot(of(as.cone.base), n) + as.cone.radius * length(cross(u, n)));
        break;
    }
    case FLR_SHAPE3_ELLIPSOID: {
        wide square = 0;
        for (int k = 0; k < 3; ++k) {
            const wide x = dot(of((&as.ellipsoid.axes.x)[k]), n) * numbers(as.ellipsoid.radii)[k];
            square += x * x;
        }
        most = dot(of(as.ellipsoid.center), n) + std::sqrt(square);
        break;
    }
    default:
        return false;
    }
    most += s.rounding;
    return true;
}

/// How far along n the second is from the first.
bool gap(const held &a, const held &b, wide3 n, wide &along)
{
    wide x, y;
    if (!reach(a.shape, n, x) || !reach(b.shape, -n, y)) return false;
    along = -y - x;
    return true;
}

const flr_shape3_kind others[] = {FLR_SHAPE3_POINT,     FLR_SHAPE3_SEGMENT,     FLR_SHAPE3_SPHERE,
                                  FLR_SHAPE3_CAPSULE,   FLR_SHAPE3_AABB,        FLR_SHAPE3_BOX,
                                  FLR_SHAPE3_CYLINDER,  FLR_SHAPE3_CONE,        FLR_SHAPE3_TRIANGLE,
                                  FLR_SHAPE3_RECTANGLE, FLR_SHAPE3_TETRAHEDRON, FLR_SHAPE3_ELLIPSOID};

held other(random_source &r, flr_shape3_kind k, double spread)
{
    const flr_vec3 c = r.point(-spread, spread);
    return k == FLR_SHAPE3_ELLIPSOID ? random_ellipsoid(r, c) : any3::random_shape(r, k, c, 0.7, false);
}

/// A distance is right where a plane keeps the two as far apart and points of both are no farther: nothing else need be known.
void pairs(tally &t)
{
    random_source r{2202};
    worst_of plane{"plane that separates by less than the distance, of the size", real_choose(2.5e-15, 1e-6)},
        between{"from point to point more than the distance, roundings of the size", real_choose(4, 4)},
        beside{"closest point off its ellipsoid, roundings of the size", real_choose(16, 16)};
    long yes = 0, all = 0;
    for (int i = 0; i < scenes(6000); ++i) {
        const flr_shape3_kind k = others[size_t(i) % (sizeof others / sizeof *others)];
        const flr_vec3 c = r.point(-0.8, 0.8);
        held a = random_ellipsoid(r, c), b = other(r, k, 0.8);
        if (i % 3 == 0) {
            const double x = r.between(0.01, 0.3), y = r.between(0.01, 0.3);
            a.shape.rounding = flr_real(x), b.shape.rounding = flr_real(y);
        }
        if (i % 2) std::swap(a, b);
        const char *name = flr_shape3_name(k);
        const flr_closest3 one = closest(a, b);
        flr_closest3 two = closest(b, a);
        std::swap(two.point_a, two.point_b);
        t.expect(std::memcmp(&one, &two, sizeof one) == 0, "%s: not mirrored", name);
        t.expect(overlap(a, b) == (one.distance == 0) && overlap(b, a) == (one.distance == 0),
                 "%s: overlap at %g", name, double(one.distance));
        flr_signed_distance3_result s{};
        const flr_status status = flr_signed_distance3(&a.shape, &b.shape, &s);
        ++all, yes += one.distance == 0;
        if (one.distance == 0) continue;
        t.expect(status == FLR_OK && s.signed_distance == one.distance,
                 "%s: signed distance of what is apart", name);
        wide along = 0;
        gap(a, b, unit(of(s.normal)), along);
        t.expect(plane.within(double(one.distance - along) / 4), "%s: a plane separates by %.17Lg, not %.17g",
                 name, along, double(one.distance));
        const wide apart = length(of(one.point_b) - of(one.point_a));
        t.expect(between.within(double(apart - one.distance) / 4 / real_rounding),
                 "%s: points %.17Lg apart, distance %.17g", name, apart, double(one.distance));
        for (const auto &p : {std::make_pair(&a, one.point_a), std::make_pair(&b, one.point_b)}) {
            if (p.first->shape.kind != FLR_SHAPE3_ELLIPSOID) continue;
            const wide off =
                distance_to<wide>(p.first->shape.as.ellipsoid, p.second, 90) - p.first->shape.rounding;
            t.expect(beside.within(double(off) / 4 / real_rounding), "%s: closest point %Lg off", name, off);
        }
    }
    t.expect(10 * yes > 3 * all && 10 * yes < 7 * all, "%ld of %ld meet", yes, all);
    plane.hold(t), between.hold(t), beside.hold(t);
}

/// A depth is right where the two are as deep along its normal, and no shallower along any other direction.
void depths(tally &t)
{
    random_source r{2203};
    worst_of own{"depth beside the reach along its normal, of the size", real_choose(1e-14, 1e-6)},
        less{"shallower along another direction, of the size", real_choose(1e-11, 1e-5)};
    long all = 0, bounds = 0;
    for (int i = 0; i < scenes(1500); ++i) {
        const flr_shape3_kind k = others[size_t(i) % (sizeof others / sizeof *others)];
        const flr_vec3 c = r.point(-0.5, 0.5);
        const held a = random_ellipsoid(r, c), b = other(r, k, 0.5);
        if (!overlap(a, b)) continue;
        flr_signed_distance3_result s{}, back{};
        const flr_status status = flr_signed_distance3(&a.shape, &b.shape, &s);
        ++all;
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%s: %s", flr_shape3_name(k),
                 flr_status_string(status));
        bounds += status != FLR_OK;
        t.expect(flr_signed_distance3(&b.shape, &a.shape, &back) == status &&
                     back.signed_distance == s.signed_distance && back.normal.x == -s.normal.x &&
                     back.normal.y == -s.normal.y && back.normal.z == -s.normal.z,
                 "%s: not mirrored", flr_shape3_name(k));
        flr_contact3_options o{};
        flr_manifold3 m{};
        const flr_status touched = flr_contact3(&a.shape, &b.shape, &o, &m);
        t.expect((touched == FLR_OK || touched == FLR_NOT_CONVERGED) && m.count > 0,
                 "%s: contact %s, %d points", flr_shape3_name(k), flr_status_string(touched), m.count);
        const wide3 n = unit(of(s.normal)),
                    x = unit(cross(n, std::fabs(n.z) < 0.7L ? wide3{0, 0, 1} : wide3{1, 0, 0})),
                    y = cross(n, x);
        wide along = 0;
        gap(a, b, n, along);
        t.expect(own.within(std::fabs(double(along - s.signed_distance)) / 4),
                 "%s: depth %.17g, %.17Lg along its normal", flr_shape3_name(k), double(s.signed_distance),
                 along);
        for (int j = 0; j < 300; ++j) {
            const double far = j < 100   ? 2
                               : j < 200 ? 1e-2
                                         : 1e-5,
                         u = r.between(-far, far), v = r.between(-far, far);
            const wide3 m_ = unit((j % 3 || j >= 100 ? 1.0L : -1.0L) * n + wide(u) * x + wide(v) * y);
            wide there = 0;
            gap(a, b, m_, there);
            t.expect(less.within(double(there - s.signed_distance) / 4),
                     "%s: depth %.17g, but %.17Lg along another direction", flr_shape3_name(k),
                     double(s.signed_distance), there);
        }
    }
    std::printf("  %ld of %ld depths not proved\n", bounds, all);
    t.expect(enough(all > scenes(600) && bounds <= all / 100), "%ld of %ld not proved", bounds, all);
    own.hold(t), less.hold(t);
}

/// With equal radii the answers are those of the sphere, to the last bit; with nearly equal ones, within rounding errors.
void as_balls(tally &t)
{
    random_source r{2204};
    worst_of off{"distance of what is all but a ball, roundings of the size", real_choose(8, 8)},
        deep{"depth of what is all but a ball, of the size", real_choose(1e-12, 1e-6)};
    long yes = 0, all = 0;
    for (int i = 0; i < scenes(3000); ++i) {
        const flr_vec3 c = r.point(-1, 1);
        const double radius = r.between(0.1, 1), by = i % 2 ? r.between(0, 0.5) : 0;
        const flr_mat3 axes = any3::axes(r);
        held ball = any3::of_kind(FLR_SHAPE3_SPHERE);
        ball.shape.as.sphere = {c, flr_real(radius)};
        held same = ellipsoid(c, axes, vec(radius, radius, radius)), close = same;
        close.shape.as.ellipsoid.radii.y = std::nextafter(flr_real(radius), flr_real(2));
        ball.shape.rounding = same.shape.rounding = close.shape.rounding = flr_real(by);
        const held b = any3::random_shape(r, kind(i % FLR_SHAPE3_MESH), r.point(-1, 1), 1, false);
        const char *name = flr_shape3_name(b.shape.kind);
        const flr_closest3 one = closest(ball, b), two = closest(same, b);
        t.expect(std::memcmp(&one, &two, sizeof one) == 0, "%s: not that of a ball", name);
        ++all, yes += one.distance == 0;
        t.expect(off.within(std::fabs(distance(close, b) - double(one.distance)) / 8 / real_rounding),
                 "%s: %.17g, not %.17g", name, distance(close, b), double(one.distance));
        flr_signed_distance3_result s{}, d{};
        if (flr_signed_distance3(&ball.shape, &b.shape, &s) != FLR_OK || s.inseparable) continue;
        const flr_status status = flr_signed_distance3(&close.shape, &b.shape, &d);
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%s: %s", name, flr_status_string(status));
        t.expect(deep.within(std::fabs(double(s.signed_distance) - double(d.signed_distance)) / 8),
                 "%s: depth %.17g, not %.17g", name, double(d.signed_distance), double(s.signed_distance));
    }
    t.expect(10 * yes > 3 * all && 10 * yes < 7 * all, "%ld of %ld meet", yes, all);
    off.hold(t), deep.hold(t);
}

/// With radii of 0 it is a point, a segment, an elliptic disc.
void flattened(tally &t)
{
    random_source r{2205};
    worst_of needle{"distance of a needle, roundings of the size", real_choose(16, 16)},
        disc{"distance of a disc, of the size", real_choose(1e-13, 1e-6)};
    for (int i = 0; i < scenes(2000); ++i) {
        const flr_vec3 c = r.point(-1, 1);
        const flr_mat3 axes = any3::axes(r);
        const double radius = r.between(0.2, 1);
        const held b = any3::random_shape(r, others[i % 11], r.point(-1, 1), 0.7, false);
        const char *name = flr_shape3_name(b.shape.kind);
        const held nothing = ellipsoid(c, axes, vec(0, 0, 0)), thin = ellipsoid(c, axes, vec(0, radius, 0)),
                   flat = ellipsoid(c, flr_affine3_identity().linear, vec(radius, radius, 0));
        held segment = any3::of_kind(FLR_SHAPE3_SEGMENT), plate = any3::of_kind(FLR_SHAPE3_CYLINDER);
        segment.shape.as.segment = {flr_mul_add3(c, -flr_real(radius), axes.y),
                                    flr_mul_add3(c, flr_real(radius), axes.y)};
        const flr_real little = flr_real(1e-9);
        plate.shape.as.cylinder = {flr_sub3(c, vec(0, 0, 1e-9)), flr_add3(c, vec(0, 0, 1e-9)),
                                   flr_real(radius)};
        t.expect(distance(nothing, b) == distance(point_at(c), b), "%s: a point", name);
        t.expect(needle.within(std::fabs(distance(thin, b) - distance(segment, b)) / 4 / real_rounding),
                 "%s: a needle %.17g, not %.17g", name, distance(thin, b), distance(segment, b));
        if (!real_is_float)
            t.expect(
                disc.within(
                    std::max(0.0, std::fabs(distance(flat, b) - distance(plate, b)) - double(little)) / 4),
                "%s: a disc %.17g, not %.17g", name, distance(flat, b), distance(plate, b));
        flr_signed_distance3_result s{};
        t.expect(flr_signed_distance3(&thin.shape, &b.shape, &s) == FLR_OK,
                 "%s: no signed distance of a needle", name);
        const flr_status status = flr_signed_distance3(&flat.shape, &b.shape, &s);
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%s: no signed distance of a disc", name);
    }
    needle.hold(t);
    if (!real_is_float) disc.hold(t);
}

/// Rays, shape casts and motions find the surface that the distance has.
void moving(tally &t)
{
    random_source r{2206};
    worst_of ray_off{"hit of a ray off the ellipsoid, roundings of the size", real_choose(8, 8)},
        cast_off{"first touch apart, of the size", real_choose(1e-11, 1e-5)};
    long hits = 0, all = 0;
    for (int i = 0; i < scenes(2400); ++i) {
        const flr_shape3_kind k = others[size_t(i) % (sizeof others / sizeof *others)];
        held a = random_ellipsoid(r, vec(0, 0, 0)), b = other(r, k, 0.5);
        const flr_vec3 from = r.point(-3, 3), target = r.point(-0.7, 0.7),
                       motion = flr_scale3(flr_real(1.5), flr_sub3(target, from));
        if (i % 3 == 0) a.shape.rounding = flr_real(0.125);
        const char *name = flr_shape3_name(k);
        const flr_segment3 way = {from, flr_add3(from, motion)};
        const flr_raycast3_path path = flr_raycast3_path_segment(&way);
        flr_raycast3_result hit{};
        must(flr_raycast3(&path, &a.shape, &hit), "flr_raycast3");
        held line = any3::of_kind(FLR_SHAPE3_SEGMENT);
        line.shape.as.segment = way;
        t.expect(hit.hit == overlap(line, a), "ray %d, overlap %d", hit.hit, overlap(line, a));
        if (hit.hit && !hit.inside) {
            const wide off = distance_to<wide>(a.shape.as.ellipsoid, hit.point, 90) - a.shape.rounding;
            t.expect(ray_off.within(std::fabs(double(off)) / 4 / real_rounding), "hit %Lg off the surface",
                     off);
        }
        const held start = any3::shifted(b, from);
        flr_sweep3_result w{};
        t.expect(flr_sweep3(&start.shape, motion, &a.shape, &w) == FLR_OK, "%s: no sweep", name);
        flr_path3 still = flr_path3_still(flr_pose3_identity()), going = still;
        going.to.position = motion;
        flr_toi3_result toi{};
        const flr_status status = flr_toi3(&start.shape, &going, &a.shape, &still, nullptr, &toi);
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%s: time of impact %s", name,
                 flr_status_string(status));
        ++all, hits += w.hit;
        if (!w.hit) {
            for (int j = 0; j <= 20; ++j)
                t.expect(distance(any3::shifted(start, flr_scale3(flr_real(j / 20.0), motion)), a) > 0,
                         "%s: missed", name);
            continue;
        }
        if (w.overlap_at_start) {
            t.expect(overlap(start, a), "%s: no overlap at the start", name);
            continue;
        }
        const double at = distance(any3::shifted(start, flr_scale3(w.t, motion)), a);
        t.expect(cast_off.within(at / 8), "%s: %g apart at the touch", name, at);
        t.expect(
            distance(any3::shifted(start, flr_scale3(w.t * (1 - flr_real(real_choose(1e-6, 1e-2))), motion)),
                     a) > 0,
            "%s: touches before", name);
        t.expect(toi.hit && std::fabs(double(toi.t) - double(w.t)) < real_choose(1e-4, 1e-2) &&
                     toi.t <= w.t + real_choose(1e-9, 1e-4),
                 "%s: time of impact %.17g, shape cast %.17g", name, double(toi.t), double(w.t));
    }
    t.expect(10 * hits > 3 * all && 10 * hits < 9 * all, "%ld of %ld hit", hits, all);
    ray_off.hold(t), cast_off.hold(t);
}

void bounds_and_sides(tally &t)
{
    random_source r{2207};
    worst_of off{"bounds, ulp of the largest coordinate", real_choose(2, 2)},
        far{"distance of a plane, roundings of the size", real_choose(4, 4)};
    long cut = 0, all = 0;
    for (int i = 0; i < scenes(4000); ++i) {
        const flr_vec3 c = r.point(-1, 1), normal = r.point(-1, 1), through = r.point(-1.5, 1.5);
        held e = random_ellipsoid(r, c);
        if (i % 2) e.shape.rounding = flr_real(0.25);
        flr_aabb3 b{};
        must(flr_bounds3(&e.shape, &b), "flr_bounds3");
        for (int k = 0; k < 3; ++k) {
            const wide3 n = {wide(k == 0), wide(k == 1), wide(k == 2)};
            wide high = 0, low = 0;
            reach(e.shape, n, high), reach(e.shape, -n, low);
            const double most = double(std::max(std::fabs(high), std::fabs(low)));
            t.expect(off.within(std::fabs(double(high - numbers(b.max)[k])) / most / real_epsilon) &&
                         off.within(std::fabs(double(low + numbers(b.min)[k])) / most / real_epsilon),
                     "bounds");
        }
        held flat = any3::of_kind(i % 3 ? FLR_SHAPE3_PLANE : FLR_SHAPE3_HALFSPACE);
        flat.shape.as.plane = {normal, flr_dot3(normal, through)};
        const wide3 n = of(normal), u = unit(n);
        wide high = 0, low = 0;
        reach(e.shape, u, high), reach(e.shape, -u, low);
        const wide at = flat.shape.as.plane.offset / length(n), above = -low - at, below = at - high;
        int side = 9;
        must(flr_classify3(&flat.shape.as.plane, &e.shape, &side), "flr_classify3");
        ++all, cut += side == 0;
        const wide truth =
            flat.shape.kind == FLR_SHAPE3_PLANE ? std::max({above, below, 0.0L}) : std::max(above, 0.0L);
        if (std::fabs(double(above)) > 8 * real_epsilon && std::fabs(double(below)) > 8 * real_epsilon)
            t.expect(side == (above > 0 ? 1 : below > 0 ? -1 : 0), "side %d", side);
        t.expect(far.within(std::fabs(distance(e, flat) - double(truth)) / 4 / real_rounding),
                 "%.17g from a plane, not %.17Lg", distance(e, flat), truth);
    }
    t.expect(10 * cut > 3 * all && 10 * cut < 7 * all, "%ld of %ld cross", cut, all);
    off.hold(t), far.hold(t);
}

/// Far from the origin and in other units; within compounds and beside meshes.
void elsewhere(tally &t)
{
    random_source r{2208};
    worst_of far{"distance far away, roundings of the place", real_choose(4, 4)};
    for (int i = 0; i < scenes(600); ++i) {
        const flr_vec3 c = r.point(-1, 1);
        const held e = random_ellipsoid(r, c), b = other(r, others[i % 12], 1.2);
        const char *name = flr_shape3_name(b.shape.kind);
        const double d = distance(e, b), away = real_choose(1e6, 1e3);
        const flr_vec3 by = r.point(-away, away);
        t.expect(far.within(std::fabs(distance(any3::shifted(e, by), any3::shifted(b, by)) - d) / away /
                            real_rounding),
                 "%s: %.17g far away, not %.17g", name, distance(any3::shifted(e, by), any3::shifted(b, by)),
                 d);
        for (double s : {real_choose(0x1p900, 0x1p110), real_choose(0x1p-900, 0x1p-110)}) {
            const any3::similarity scale = {s, flr_affine3_identity().linear, {0, 0, 0}};
            const double there = distance(any3::carried(e, scale), any3::carried(b, scale)) / s;
            t.expect(std::fabs(there - d) < real_choose(1e-11, 1e-5) && (there > 0) == (d > 0),
                     "%s: %.17g times %g, not %.17g", name, there, s, d);
        }
        const held pair = any3::compound({e, any3::shifted(e, vec(0, 40, 0))});
        t.expect(distance(pair, b) == d && overlap(pair, b) == (d == 0),
                 "%s: within a compound %.17g, not %.17g", name, distance(pair, b), d);
        const held mesh = any3::random_shape(r, FLR_SHAPE3_MESH, r.point(-1, 1), 0.7, false);
        double least = INFINITY;
        const flr_instance3 &m = mesh.shape.as.mesh;
        for (uint32_t k = 0; k < flr_mesh3_get_info(m.mesh).triangle_count; ++k) {
            held face = any3::of_kind(FLR_SHAPE3_TRIANGLE);
            const flr_triangle3 f = flr_mesh3_triangle(m.mesh, k);
            face.shape.as.triangle = {flr_affine3_point(m.pose, f.a), flr_affine3_point(m.pose, f.b),
                                      flr_affine3_point(m.pose, f.c)};
            least = std::min(least, distance(e, face));
        }
        const double whole = distance(e, mesh);
        t.expect(whole == 0 || std::fabs(whole - least) < 64 * real_epsilon, "mesh %.17g, its faces %.17g",
                 whole, least);
        flr_contact3_options o{};
        flr_manifold3 manifold{};
        const flr_status status = flr_contact3(&e.shape, &mesh.shape, &o, &manifold);
        t.expect((status == FLR_OK || status == FLR_NOT_CONVERGED) && (manifold.count > 0) == (whole == 0),
                 "%d points at %g", manifold.count, whole);
    }
    far.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(points), FEELER_TEST(pairs), FEELER_TEST(depths), FEELER_TEST(as_balls),
             FEELER_TEST(flattened), FEELER_TEST(moving), FEELER_TEST(bounds_and_sides),
             FEELER_TEST(elsewhere))

}  // namespace TEST_FILE
