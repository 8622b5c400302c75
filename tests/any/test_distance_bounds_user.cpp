// needs: gmp
// The bounds of flr_distance3_bounds and flr_distance2_bounds hold the true distance where a shape is known by a user's support function,
// however large it is beside the numbers that it is given by. Balls about whole points, of whole radii, and boxes with whole corners: the
// squared distance of the cores is whole, so the truth is exact.
#include "support/big.hpp"

#include <cmath>

#include "any/any3_stock.hpp"
#include "feeler/any2.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;

/// All points no farther than `radius` from a box; in the plane the last extent is 0.
struct rounded_box {
    long low[3], high[3], radius;
    long far;  ///< each coordinate of a point that a compound has besides, farther than all else
};

long gap_squared(const rounded_box &a, const rounded_box &b)
{
    long sum = 0;
    for (int k = 0; k < 3; ++k) {
        const long gap = std::max({a.low[k] - b.high[k], b.low[k] - a.high[k], 0L});
        sum += gap * gap;
    }
    return sum;
}

/// Exactly: x <= max(0, sqrt(squared) - radii), and x >= it.
bool at_most(double x, long squared, long radii)
{
    if (!std::isfinite(x)) return x < 0;
    const big_rational y = big_rational(x) + big_rational(double(radii));
    return x <= 0 || y <= 0 || y * y <= big_rational(double(squared));
}
bool at_least(double x, long squared, long radii)
{
    if (!std::isfinite(x)) return x > 0;
    const big_rational y = big_rational(x) + big_rational(double(radii));
    return x >= 0 && y >= 0 && y * y >= big_rational(double(squared));
}

/// Farthest points of a rounded box, in the library's numbers.
flr_vec3 support3(const void *user, flr_vec3 d)
{
    const rounded_box &b = *static_cast<const rounded_box *>(user);
    const double x[3] = {double(d.x), double(d.y), double(d.z)}, l = std::hypot(x[0], x[1], x[2]);
    flr_real p[3];
    for (int k = 0; k < 3; ++k)
        p[k] = flr_real(double(x[k] < 0 ? b.low[k] : b.high[k]) + double(b.radius) * (x[k] / l));
    return {p[0], p[1], p[2]};
}
flr_vec2 support2(const void *user, flr_vec2 d)
{
    const flr_vec3 p = support3(user, {d.x, d.y, 0});
    return {p.x, p.y};
}

/// The same with each coordinate rounded to multiples of 2^-10.
flr_vec3 coarse_support3(const void *user, flr_vec3 d)
{
    const flr_vec3 p = support3(user, d);
    return {flr_real(std::round(double(p.x) * 0x1p10) * 0x1p-10),
            flr_real(std::round(double(p.y) * 0x1p10) * 0x1p-10),
            flr_real(std::round(double(p.z) * 0x1p10) * 0x1p-10)};
}
flr_vec2 coarse_support2(const void *user, flr_vec2 d)
{
    const flr_vec3 p = coarse_support3(user, {d.x, d.y, 0});
    return {p.x, p.y};
}

flr_vec3 place3(const long *p) { return {flr_real(p[0]), flr_real(p[1]), flr_real(p[2])}; }
flr_vec2 place2(const long *p) { return {flr_real(p[0]), flr_real(p[1])}; }

/// What stands beside a user's shape. A plane or halfspace passes through the low corner, perpendicular to the first axis.
enum form {
    USER,
    USER_IN_COMPOUND,
    AABB,
    BOX,
    CORNERS,
    SPHERE,
    MESH,
    COMPOUND,
    HALFSPACE,
    PLANE,
    POLYGON,
    FORMS
};
const char *const names[] = {"user", "user in a compound", "aabb",      "box",   "points", "sphere",
                             "mesh", "compound",           "halfspace", "plane", "polygon"};

/// The middle of the box as the place of a user's core.
template <class vector> vector middle(const vector &low, const vector &high);
template <> flr_vec3 middle(const flr_vec3 &low, const flr_vec3 &high)
{
    return flr_lerp3(low, high, flr_real(0.5));
}
template <> flr_vec2 middle(const flr_vec2 &low, const flr_vec2 &high)
{
    return flr_lerp2(low, high, flr_real(0.5));
}

held of_user(const rounded_box *b, flr_support3_fn *support)
{
    held h = any3::of_kind(FLR_SHAPE3_CONVEX);
    h.shape.as.convex = flr_convex3_user(support, b, middle(place3(b->low), place3(b->high)), 0);
    return h;
}

held make3(const rounded_box *b, form f, flr_support3_fn *support)
{
    const flr_vec3 low = place3(b->low), high = place3(b->high);
    held h;
    switch (f) {
    case USER:
        return of_user(b, support);
    case USER_IN_COMPOUND:
    case COMPOUND: {
        held far = any3::of_kind(FLR_SHAPE3_POINT);
        far.shape.as.point = {flr_real(b->far), flr_real(b->far), flr_real(b->far)};
        return any3::compound({make3(b, f == COMPOUND ? AABB : USER, support), far});
    }
    case AABB:
        h = any3::of_kind(FLR_SHAPE3_AABB);
        h.shape.as.aabb = {low, high};
        return h;
    case BOX:
        h = any3::of_kind(FLR_SHAPE3_BOX);
        h.shape.as.box = {middle(low, high),
                          {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                          flr_scale3(flr_real(0.5), flr_sub3(high, low))};
        return h;
    case CORNERS:
        h = any3::of_kind(FLR_SHAPE3_CONVEX);
        h.points = std::make_shared<std::vector<flr_vec3>>(::box(low, high).v);
        h.shape.as.convex =
            flr_convex3_points(h.points->data(), 8, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0);
        return h;
    case SPHERE:
        h = any3::of_kind(FLR_SHAPE3_SPHERE);
        h.shape.as.sphere = {low, flr_real(b->radius)};
        return h;
    case MESH:
        return any3::mesh(::box(low, high), true);
    case POLYGON: {
        h = any3::of_kind(FLR_SHAPE3_POLYGON);
        h.points = std::make_shared<std::vector<flr_vec3>>(std::vector<flr_vec3>{
            low, {low.x, high.y, low.z}, {low.x, high.y, high.z}, {low.x, low.y, high.z}});
        h.shape.as.polygon = {h.points->data(), 4};
        return h;
    }
    default:
        h = any3::of_kind(f == PLANE ? FLR_SHAPE3_PLANE : FLR_SHAPE3_HALFSPACE);
        h.shape.as.plane = {{-1, 0, 0}, -low.x};
        return h;
    }
}

struct held2 {
    flr_shape2 shape{};
    std::shared_ptr<std::vector<flr_vec2>> points;
    std::shared_ptr<std::vector<flr_shape2>> shapes;
};

held2 make2(const rounded_box *b, form f, flr_support2_fn *support)
{
    const flr_vec2 low = place2(b->low), high = place2(b->high);
    held2 h;
    switch (f) {
    case USER:
        h.shape.kind = FLR_SHAPE2_CONVEX;
        h.shape.as.convex = flr_convex2_user(support, b, middle(low, high), 0);
        break;
    case USER_IN_COMPOUND:
    case COMPOUND:
        h.shapes = std::make_shared<std::vector<flr_shape2>>(2);
        h.shapes->front() = make2(b, f == COMPOUND ? AABB : USER, support).shape;
        h.shapes->back().kind = FLR_SHAPE2_POINT;
        h.shapes->back().as.point = {flr_real(b->far), flr_real(b->far)};
        h.shape.kind = FLR_SHAPE2_COMPOUND;
        h.shape.as.compound = {h.shapes->data(), 2, nullptr};
        break;
    case AABB:
        h.shape.kind = FLR_SHAPE2_AABB;
        h.shape.as.aabb = {low, high};
        break;
    case BOX:
        h.shape.kind = FLR_SHAPE2_BOX;
        h.shape.as.box = {middle(low, high), {1, 0}, flr_scale2(flr_real(0.5), flr_sub2(high, low))};
        break;
    case SPHERE:
        h.shape.kind = FLR_SHAPE2_CIRCLE;
        h.shape.as.circle = {low, flr_real(b->radius)};
        break;
    case HALFSPACE:
    case PLANE:
        h.shape.kind = f == PLANE ? FLR_SHAPE2_PLANE : FLR_SHAPE2_HALFSPACE;
        h.shape.as.plane = {{-1, 0}, -low.x};
        break;
    default:
        h.points = std::make_shared<std::vector<flr_vec2>>(
            std::vector<flr_vec2>{low, {high.x, low.y}, high, {low.x, high.y}});
        h.shape.kind = f == CORNERS ? FLR_SHAPE2_CONVEX : FLR_SHAPE2_POLYGON;
        if (f == CORNERS)
            h.shape.as.convex = flr_convex2_points(h.points->data(), 4, {1, 0}, {0, 0}, 0);
        else
            h.shape.as.polygon = {h.points->data(), 4};
        break;
    }
    return h;
}

/// A user's ball and another shape.
struct scene {
    rounded_box a, b;
    form f;
    const char *where;
};

/// The ball lies about the origin, or near it; b stands off along the first axis or along (3, 4, 0), so that squares are whole.
scene make_scene(random_source &r, form f, int dimensions, int where, long extent)
{
    const char *const places[] = {"touching", "overlapping", "near", "far"};
    const long gaps[] = {0, -1 - r.whole(0, 3), 1 + r.whole(0, 2), extent};
    scene s{{}, {}, f, places[where]};
    s.a.radius = 5 * (extent / 5);
    s.b.far = 40 * extent;
    if (r.whole(0, 1))
        for (int k = 0; k < dimensions; ++k) s.a.low[k] = s.a.high[k] = 2 * r.whole(0, 4) - 4;
    s.b.radius = f == SPHERE || f == USER || f == USER_IN_COMPOUND ? 5L * r.whole(1, 2) : 0;
    const bool oblique = r.whole(0, 1) && f != PLANE && f != HALFSPACE && f != POLYGON;
    const long reach = s.a.radius + s.b.radius + 5 * gaps[where];
    const long way[3] = {oblique ? reach / 5 * 3 : reach, oblique ? reach / 5 * 4 : 0, 0};
    const bool pointed = s.b.radius > 0;
    for (int k = 0; k < dimensions; ++k) {
        s.b.low[k] = s.a.high[k] + way[k];
        s.b.high[k] = s.b.low[k] + (pointed ? 0 : 2 * r.whole(1, 3));
        if (!pointed && !oblique && k > 0) s.b.low[k] -= 2, s.b.high[k] += 2;
    }
    if (f == POLYGON && dimensions == 3) s.b.high[0] = s.b.low[0];
    return s;
}

struct counts {
    int apart = 0, together = 0;
};

/// `coarse`: how far a point of the user's function may lie from its true place.
template <class result>
void look(tally &t, counts &c, const scene &s, const result &d, flr_status status, double coarse, int n)
{
    const long squared = gap_squared(s.a, s.b), radii = s.a.radius + s.b.radius;
    const char *name = names[s.f];
    if (!t.expect(status == FLR_OK || (coarse > 0 && status == FLR_NOT_CONVERGED), "%s %s: %s", name, s.where,
                  flr_status_string(status)))
        return;
    t.expect(at_most(double(d.lower) - coarse, squared, radii), "%s %s, %d: lower %.17g of sqrt(%ld) - %ld",
             name, s.where, n, double(d.lower), squared, radii);
    t.expect(at_least(double(d.upper) + coarse, squared, radii), "%s %s, %d: upper %.17g of sqrt(%ld) - %ld",
             name, s.where, n, double(d.upper), squared, radii);
    t.expect(d.distance >= d.lower && d.distance <= d.upper, "%s %s: %.17g in %.17g to %.17g", name, s.where,
             double(d.distance), double(d.lower), double(d.upper));
    if (coarse == 0)
        t.expect(d.beyond || double(d.upper - d.lower) <= real_choose(5e-9, 1e-3) * double(1 + radii),
                 "%s %s: from %.17g to %.17g", name, s.where, double(d.lower), double(d.upper));
    c.apart += d.distance > 0;
    c.together += d.distance == 0;
}

const long extents[] = {10, 1000, real_is_float ? 10000L : 1000000L};

void of_space(tally &t, flr_support3_fn *support, double coarse)
{
    random_source r{81};
    counts c;
    for (int n = 0; n < 60; ++n)
        for (int f = 0; f < FORMS; ++f)
            for (int where = 0; where < 4; ++where) {
                const scene s = make_scene(r, form(f), 3, where, extents[n % 3]);
                const held a = of_user(&s.a, support), b = make3(&s.b, form(f), support);
                flr_gjk3_cache cache{};
                const flr_distance3_options with = {0, &cache};
                for (int again = 0; again < 3; ++again) {
                    flr_distance3_result d{}, back{};
                    const flr_distance3_options *o = again ? &with : nullptr;
                    flr_status status = flr_distance3_bounds(&a.shape, &b.shape, o, &d);
                    look(t, c, s, d, status, coarse, n);
                    flr_distance3_bounds(&b.shape, &a.shape, nullptr, &back);
                    if (!again)
                        t.expect(back.lower == d.lower && back.upper == d.upper &&
                                     back.distance == d.distance,
                                 "%s %s: not mirrored", names[f], s.where);
                }
            }
    t.expect(c.apart > 500 && c.together > 500, "%d apart, %d together", c.apart, c.together);
}

void of_the_plane(tally &t, flr_support2_fn *support, double coarse)
{
    random_source r{82};
    counts c;
    for (int n = 0; n < 60; ++n)
        for (int f = 0; f < FORMS; ++f)
            for (int where = 0; where < 4 && f != MESH; ++where) {
                const scene s = make_scene(r, form(f), 2, where, extents[n % 3]);
                const held2 a = make2(&s.a, USER, support), b = make2(&s.b, form(f), support);
                flr_gjk2_cache cache{};
                const flr_distance2_options with = {0, &cache};
                for (int again = 0; again < 3; ++again) {
                    flr_distance2_result d{}, back{};
                    const flr_distance2_options *o = again ? &with : nullptr;
                    flr_status status = flr_distance2_bounds(&a.shape, &b.shape, o, &d);
                    look(t, c, s, d, status, coarse, n);
                    flr_distance2_bounds(&b.shape, &a.shape, nullptr, &back);
                    if (!again)
                        t.expect(back.lower == d.lower && back.upper == d.upper &&
                                     back.distance == d.distance,
                                 "%s %s: not mirrored", names[f], s.where);
                }
            }
    t.expect(c.apart > 500 && c.together > 500, "%d apart, %d together", c.apart, c.together);
}

void exact_functions_of_space(tally &t) { of_space(t, support3, 0); }
void coarse_functions_of_space(tally &t) { of_space(t, coarse_support3, 0x1p-9); }
void exact_functions_of_the_plane(tally &t) { of_the_plane(t, support2, 0); }
void coarse_functions_of_the_plane(tally &t) { of_the_plane(t, coarse_support2, 0x1p-9); }

/// Support points that contradict one another, which a search may give up on.
flr_vec3 contradictory_support(const void *, flr_vec3 d)
{
    const double l =
        std::sqrt(double(d.x) * double(d.x) + double(d.y) * double(d.y) + double(d.z) * double(d.z));
    const double x = std::sqrt(std::sqrt(std::sqrt(std::fabs(double(d.x)) / l)));
    return {flr_real(double(d.x) < 0 ? -x : x), flr_real(double(d.y) / l), flr_real(double(d.z) / l)};
}

/// A ray whose search is given up still says how far it is free.
void rays_given_up(tally &t)
{
    random_source r{47};
    long given_up = 0;
    for (int i = 0; i < 20000; ++i) {
        flr_shape3 s{};
        s.kind = FLR_SHAPE3_CONVEX;
        s.as.convex = flr_convex3_user(contradictory_support, nullptr, {0, 0, 0}, 0);
        flr_ray3 ray{r.point(-1.5, 1.5), r.point(-0.05, 0.05)};
        ray.origin.z -= flr_real(3.5);
        ray.direction.z += 1;
        const flr_raycast3_path path = flr_raycast3_path_ray(&ray);
        flr_raycast3_result hit{};
        hit.t = -77;
        const flr_status status = flr_raycast3(&path, &s, &hit);
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%d: %s", i, flr_status_string(status));
        if (status != FLR_NOT_CONVERGED) continue;
        ++given_up;
        t.expect(hit.hit && hit.t >= 0, "%d: hit %d, t %g", i, hit.hit, double(hit.t));
    }
    t.expect(given_up > 0 || sizeof(flr_real) == sizeof(float), "%ld given up", given_up);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(rays_given_up), FEELER_TEST(exact_functions_of_space),
             FEELER_TEST(coarse_functions_of_space), FEELER_TEST(exact_functions_of_the_plane),
             FEELER_TEST(coarse_functions_of_the_plane))

}  // namespace TEST_FILE
