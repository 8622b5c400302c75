/// Patches that are known: how many points, where, with what depth and ids; what stays when shapes move a little; faces
/// preferred within a bias; caches; round shapes; the printed mistakes M01 to M09.
#include <algorithm>
#include <cmath>

#include "manifold/contact3_judge.hpp"

extern "C" {
#include "manifold/contact3_boxes.h"
#include "manifold/contact3_few.h"
}

using namespace contact3;

namespace
{

const flr_contact3_options none = {0, 0, nullptr};

flr_manifold3 contact(const flr_convex3 &a, const flr_convex3 &b, const flr_contact3_options &o = none)
{
    flr_manifold3 m;
    flr_contact3_convex_convex(&a, &b, &o, &m);
    return m;
}

flr_convex3 cube(flr_vec3 at, double half, const flr_mat3 &axes = identity())
{
    flr_box3 b = {at, axes, {flr_real(half), flr_real(half), flr_real(half)}};
    return flr_convex3_box(&b);
}

bool close(double x, double y, double e = 1e-12)
{
    return std::fabs(x - y) <= (real_is_float ? std::fmax(e, 4e-6) : e);
}

/// Area of the hull of the points, seen along the normal.
double area(const flr_manifold3 &m)
{
    double most = 0;
    vec n = from(m.normal);
    for (int i = 0; i < m.count; i++)
        for (int k = 0; k < m.count; k++)
            for (int l = 0; l < m.count; l++)
                for (int j = 0; j < m.count; j++) {
                    vec p = from(m.points[i].position), q = from(m.points[k].position),
                        r = from(m.points[l].position), s = from(m.points[j].position);
                    most = std::max(most, double(dot(n, cross(r - p, s - q)) / 2));
                }
    return most;
}

std::vector<uint32_t> ids(const flr_manifold3 &m)
{
    std::vector<uint32_t> all;
    for (int i = 0; i < m.count; i++) all.push_back(m.points[i].id);
    std::sort(all.begin(), all.end());
    return all;
}

double deepest(const flr_manifold3 &m)
{
    double most = -INFINITY;
    for (int i = 0; i < m.count; i++) most = std::max(most, double(m.points[i].depth));
    return most;
}

/// M01, M02, M05, M06, M08, M09: printed mistakes with their inputs.
void printed_mistakes(tally &t)
{
    flr_manifold3 m = contact(cube({0, 0, 0}, 1), cube({-5, 0, 0}, 1));
    t.expect(m.count == 0, "M01: 3 apart, %d points", m.count);
    flr_contact3_options wide = {3, 0, nullptr};
    m = contact(cube({0, 0, 0}, 1), cube({-5, 0, 0}, 1), wide);
    t.expect(m.count == 4 && m.normal.x == -1 && deepest(m) == -3, "M01: depth %g", deepest(m));
    m = contact(cube({0, 0, 0}, 1), cube({1.5, 1.5, 0}, 1));
    t.expect(m.count == 4 && deepest(m) == 0.5, "M02: depth %g of %d", deepest(m), m.count);
    m = contact(cube({0, 0, 0}, 1, rotation({0, 0, 1}, 0.78539816339744831)),
                cube({3, 0, 0}, 1, rotation({0, 1, 0}, 0.78539816339744831)));
    t.expect(m.count == 0, "M06: an edge axis parts by 0.17, %d points", m.count);
    wide.margin = flr_real(0.2);
    m = contact(cube({0, 0, 0}, 1, rotation({0, 0, 1}, 0.78539816339744831)),
                cube({3, 0, 0}, 1, rotation({0, 1, 0}, 0.78539816339744831)), wide);
    t.expect(m.count == 1 && close(deepest(m), 2 * std::sqrt(2) - 3) && close(m.normal.x, 1),
             "M06: %d points, depth %.17g", m.count, deepest(m));
    m = contact(cube({0, 0, 0}, 1), cube({flr_real(1.8), 0, 1}, 1));
    t.expect(m.normal.x == 1 && close(deepest(m), 0.2), "M08: least penetration %g", deepest(m));
    for (int i = 0; i < m.count; i++)
        t.expect(close(m.points[i].position.x, 0.9), "M09: on the far face, x = %g", m.points[i].position.x);
    flr_box3 slim = {{0, 0, 0}, identity(), {2, 1, 1}}, on = {{flr_real(2.9), 0, 0}, identity(), {1, 5, 5}};
    flr_convex3 x = flr_convex3_box(&slim), y = flr_convex3_box(&on);
    m = contact(x, y);
    t.expect(m.count == 4 && close(area(m), 4), "M03: the whole face, %g", area(m));
}

/// Two faces: the corners of the rectangle they share, in any place and direction.
void faces(tally &t)
{
    random_source r{521};
    const flr_real away = flr_real(real_choose(1e6, 1e3));
    for (int n = 0; n < 400; n++) {
        double scale = n % 3 == 0   ? 1
                       : n % 3 == 1 ? 1e-3
                                    : 1e3,
               dx = r.between(-1.5, 1.5), dy = r.between(-1.5, 1.5);
        double depth = n % 4 == 0 ? 0 : 0.0625;
        flr_mat3 turn = n % 2 ? identity() : random_rotation(r);
        flr_vec3 at =
            n % 8 < 4 ? flr_vec3{0, 0, 0} : flr_vec3{flr_real(away * scale), flr_real(away * scale), 0};
        if (depth == 0 && n % 2 == 0) depth = 1e-3;
        flr_vec3 to = flr_add3(at, flr_mat3_mul(turn, {flr_real(scale * dx), flr_real(scale * dy),
                                                       flr_real(scale * (2 - depth))}));
        flr_manifold3 m = contact(cube(at, scale, turn), cube(to, scale, turn));
        double e = n % 8 < 4 ? real_choose(1e-12, 4e-6) : real_choose(1e-8, 2e-4);
        double whole = (2 - std::fabs(dx)) * (2 - std::fabs(dy));
        if (!t.expect(m.count == 4, "faces: %d points", m.count)) continue;
        t.expect(close(area(m) / scale / scale, whole, 8 * e), "faces: area %.17g of %.17g",
                 area(m) / scale / scale, whole);
        for (int i = 0; i < 4; i++)
            t.expect(close(m.points[i].depth / scale, depth, e), "faces: depth %.17g",
                     m.points[i].depth / scale);
    }
}

/// Turned about the normal the patch has up to eight corners: four that span nearly all of it.
void turned_faces(tally &t)
{
    random_source r{522};
    for (int n = 0; n < 300; n++) {
        double angle = r.between(0.05, 1.5), c = std::cos(angle), s = std::sin(angle);
        flr_manifold3 m = contact(cube({0, 0, 0}, 1), cube({0, 0, 1.9375}, 1, rotation({0, 0, 1}, angle)));
        // the octagon where the sides of the two squares cross, and the widest four of its corners; the ones taken are not always those
        std::vector<vec> corners;
        for (int k = 0; k < 4; k++)
            for (double y : {(s - 1) / c, (1 - c) / s}) {
                const double cosine[4] = {1, 0, -1, 0}, sine[4] = {0, 1, 0, -1};
                corners.push_back({cosine[k] - sine[k] * y, sine[k] + cosine[k] * y, 0});
            }
        double widest = 0;
        for (size_t i = 0; i < 8; i++)
            for (size_t k = i + 1; k < 8; k++)
                for (size_t l = k + 1; l < 8; l++)
                    for (size_t j = l + 1; j < 8; j++)
                        widest = std::max(
                            widest, double(cross(corners[l] - corners[i], corners[j] - corners[k]).z / 2));
        t.expect(m.count == 4 && area(m) > 0.7 * widest && area(m) < widest + real_choose(1e-9, 5e-5),
                 "turned by %g: %d points, area %g of %g", angle, m.count, area(m), widest);
    }
}

/// A corner of the patch that lies on a line that clips it, while others are beyond, stays: a square on its corner, with
/// its diagonal on the rim of the ground.
void corner_on_rim(tally &t)
{
    const flr_real c = flr_real(std::sqrt(0.5));
    // the corners are where x or y is c - c
    const flr_mat3 eighth = {{c, c, 0}, {-c, c, 0}, {0, 0, 1}};
    const flr_convex3 diamond = cube({0, 0, 0.875}, 1, eighth);
    for (int turned = 0; turned < 4; turned++) {
        // the ground is on one side of a diagonal
        const double x = turned == 0 ? -4 : turned == 1 ? 4 : 0, y = turned == 2 ? -4 : turned == 3 ? 4 : 0;
        for (int swapped = 0; swapped < 2; swapped++) {
            flr_convex3 ground = cube({flr_real(x), flr_real(y), -4}, 4);
            flr_manifold3 m = swapped ? contact(diamond, ground) : contact(ground, diamond);
            t.expect(m.count == 3 && close(area(m), 2, real_choose(1e-12, 1e-4)) && close(deepest(m), 0.125),
                     "half a square: %d points, area %g, depth %g", m.count, area(m), deepest(m));
        }
    }
}

/// A corner, an edge and two crossing edges on a face or edge.
void few_points(tally &t)
{
    const double right = 1.5707963267948966;
    flr_vec3 diagonal = {1, -1, 0};
    flr_box3 floor = {{0, 0, -1}, identity(), {5, 5, 1}};
    flr_convex3 ground = flr_convex3_box(&floor);
    double down = std::sqrt(3.0);
    flr_manifold3 m =
        contact(ground, cube({0.25, 0.5, flr_real(down - 0.1)}, 1, rotation(diagonal, std::acos(1 / down))));
    t.expect(m.count == 1 && close(deepest(m), 0.1) && close(m.points[0].position.x, 0.25) &&
                 close(m.points[0].position.z, -0.05),
             "corner on face: %d points, depth %g", m.count, deepest(m));
    m = contact(ground, cube({0, 0, flr_real(std::sqrt(2.0) - 0.1)}, 1, rotation({1, 0, 0}, right / 2)));
    t.expect(m.count == 2 && close(deepest(m), 0.1) &&
                 close(std::fabs(m.points[0].position.x - m.points[1].position.x), 2),
             "edge on face: %d points", m.count);
    m = contact(
        cube({0, 0, 0}, 1, rotation({1, 0, 0}, right / 2)),
        cube({0.25, 0.5 - 0.5, flr_real(2 * std::sqrt(2.0) - 0.1)}, 1, rotation({0, 1, 0}, right / 2)));
    t.expect(m.count == 1 && close(deepest(m), 0.1) && close(m.normal.z, 1) &&
                 close(m.points[0].position.x, 0.25),
             "edge on edge: %d points, x %g", m.count, m.points[0].position.x);
    // inside: the shortest way out, and all of the inner one's face
    m = contact(cube({0, 0, 0}, 4), cube({2, 0.5, 0}, 1));
    t.expect(m.count == 4 && m.normal.x == 1 && close(deepest(m), 3), "nested: %d points, depth %g", m.count,
             deepest(m));
}

/// ids are the same after a motion of 1e-6, flush or not, and in both orders.
void ids_stay(tally &t)
{
    random_source r{523};
    int same = 0, asked = 0;
    for (int n = 0; n < 600; n++) {
        flr_mat3 x = random_rotation(r), y = random_rotation(r);
        flr_vec3 at = r.point(-1.2, 1.2);
        flr_convex3 a = cube({0, 0, 0}, 1, x), b = cube(at, 0.7, y);
        flr_manifold3 m = contact(a, b);
        flr_vec3 by = flr_scale3(flr_real(1e-6), r.point(-1, 1)), axis = r.point(-1, 1);
        flr_mat3 turn = rotation(axis, 1e-6);
        flr_mat3 z = {flr_mat3_mul(turn, y.x), flr_mat3_mul(turn, y.y), flr_mat3_mul(turn, y.z)};
        flr_manifold3 k = contact(a, cube(flr_add3(at, by), 0.7, z));
        asked++;
        same += ids(m) == ids(k);
    }
    t.expect(same > asked - 4, "%d of %d keep their ids", same, asked);
    // a stack of equal cubes that tremble: flush sides, so every corner is a corner on a corner
    std::vector<uint32_t> first;
    for (int n = 0; n < 200; n++) {
        flr_vec3 by = flr_scale3(flr_real(1e-6), r.point(-1, 1)), axis = r.point(-1, 1);
        flr_manifold3 m =
            contact(cube({0, 0, 0}, 1), cube({by.x, by.y, flr_real(1.999 + by.z)}, 1, rotation(axis, 1e-6)));
        if (n == 0) first = ids(m);
        t.expect(m.count == 4 && ids(m) == first && area(m) > 3.99,
                 "trembling stack: %d points, area %g: %x %x %x %x", m.count, area(m), ids(m)[0], ids(m)[1],
                 ids(m)[2], ids(m)[3]);
    }
}

/// A stack of boxes in coherent motion keeps normal, points and ids from step to step.
void stack(tally &t)
{
    flr_box3 low = {{0, 0, 0}, identity(), {1, 1, 0.5}},
             high = {{flr_real(0.1), flr_real(-0.2), flr_real(0.99)},
                     identity(),
                     {flr_real(0.6), flr_real(0.7), 0.5}};
    flr_contact3_cache cache = {};
    flr_contact3_options o = {flr_real(0.02), 0, &cache};
    std::vector<uint32_t> before;
    flr_manifold3 last = {};
    for (int n = 0; n < 1000; n++) {
        double s = 1e-3 * std::sin(0.1 * n), c = 1e-3 * std::cos(0.07 * n);
        high.axes = rotation({1, 2, 0.5}, 2e-3 * std::sin(0.13 * n));
        high.center = {flr_real(0.1 + s), flr_real(-0.2 + c), flr_real(0.99 + 0.5 * s)};
        flr_manifold3 m;
        flr_contact3_box_box(&low, &high, &o, &m);
        t.expect(m.count == 4 && m.normal.z > 0.999, "step %d: %d points", n, m.count);
        if (n > 0) {
            t.expect(ids(m) == before, "step %d: other ids", n);
            for (int i = 0; i < m.count; i++)
                for (int k = 0; k < last.count; k++)
                    if (m.points[i].id == last.points[k].id)
                        t.expect(flr_length3(flr_sub3(m.points[i].position, last.points[k].position)) < 1e-3,
                                 "step %d: a point jumps", n);
        }
        before = ids(m);
        last = m;
    }
}

/// A face that is a little deeper than the shallowest direction is taken within the bias, and not beyond.
void face_bias(tally &t)
{
    random_source r{524};
    int taken = 0, asked = 0;
    for (int n = 0; n < 2000; n++) {
        flr_mat3 x = random_rotation(r), y = random_rotation(r);
        flr_vec3 at = r.point(-1.3, 1.3);
        body a = box({0, 0, 0}, x, {1, flr_real(0.8), flr_real(0.6)}),
             b = box(at, y, {0.5, flr_real(0.6), flr_real(0.7)});
        vec axis;
        real s = separation(a, b, &axis);
        if (s > -1e-3) continue;
        auto is_face = [&](vec v) {
            bool any = false;
            for (const body *k : {&a, &b})
                for (vec u : k->axes) any |= std::fabs(std::fabs(dot(u, v)) - 1) < real_choose(1e-9, 1e-5);
            return any;
        };
        if (is_face(axis)) continue;
        real of_faces = -INFINITY;
        for (const body *k : {&a, &b})
            for (vec u : k->axes)
                of_faces = std::max(of_faces, std::max(gap(a, b, u), gap(a, b, real(-1) * u)));
        real extra = s - of_faces;
        if (real_is_float && extra < 1e-3) continue;  // rounding alone decides of less
        for (int wide = 0; wide < 2; wide++) {
            flr_contact3_options o = {0, flr_real(double(extra) * (wide ? 1.01 : 0.99)), nullptr};
            flr_manifold3 m = contact(a.convex, b.convex, o);
            bool face = is_face(from(m.normal));
            t.expect(m.count > 0 && face == (wide == 1), "bias %g of %Lg: %s", o.face_bias, extra,
                     face ? "face" : "edge");
            t.expect(close(deepest(m), double(wide ? -of_faces : -s)), "bias: depth %.17g, not %.17Lg",
                     deepest(m), wide ? -of_faces : -s);
            // the same of hulls, by the general way
        }
        asked++;
        taken++;
    }
    t.expect(asked > 100, "%d pairs of edges", asked);
}

/// A rectangle and a sheet over it by all the lines that bound them, in long double: corners of what they share are where two of
/// these meet and none of the others is crossed.
struct covered {
    clip3_sheet sheet;
    double half[2];
    real beyond(int side, real x, real y) const
    {
        if (side < 4) return (side & 1 ? -1 : 1) * (side & 2 ? y : x) - half[side >> 1];
        const double *u = sheet.arm[0], *v = sheet.arm[1];
        real dx = x - sheet.middle[0], dy = y - sheet.middle[1], area = real(u[0]) * v[1] - real(u[1]) * v[0];
        real at = side < 6 ? (v[1] * dx - v[0] * dy) / area : (u[0] * dy - u[1] * dx) / area;
        return (side & 1 ? -1 : 1) * at - sheet.half[(side - 4) >> 1];
    }
    real depth(real x, real y) const
    {
        return sheet.middle[2] + sheet.arm[0][2] * (beyond(4, x, y) + sheet.half[0]) +
               sheet.arm[1][2] * (beyond(6, x, y) + sheet.half[1]);
    }
    real worst(real x, real y) const
    {
        real most = -INFINITY;
        for (int side = 0; side < 8; side++) most = std::max(most, beyond(side, x, y));
        return most;
    }
    std::vector<vec> corners() const
    {
        std::vector<vec> all;
        for (int i = 0; i < 8; i++)
            for (int k = i + 1; k < 8; k++) {
                // each is linear: its value at the origin and what a step along x or y adds
                real c = beyond(i, 0, 0), d = beyond(k, 0, 0), cx = beyond(i, 1, 0) - c,
                     cy = beyond(i, 0, 1) - c;
                real dx = beyond(k, 1, 0) - d, dy = beyond(k, 0, 1) - d, turn = cx * dy - cy * dx;
                if (std::fabs(turn) < 1e-9L) continue;
                real x = (cy * d - dy * c) / turn, y = (dx * c - cx * d) / turn;
                if (worst(x, y) < 1e-17L) all.push_back({x, y, depth(x, y)});
            }
        return all;
    }
};

real area_of(vec a, vec b, vec c, vec d)
{
    return std::fabs((c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x)) / 2;
}

std::vector<vec> spots_of(const clip3_spots &s)
{
    std::vector<vec> all;
    for (int i = 0; i < CLIP3_ROOM; i++)
        if (s.mask >> i & 1) all.push_back({s.x[i], s.y[i], s.depth[i]});
    return all;
}

/// Every corner of what a sheet and a rectangle share is found, and nothing else; the four that are chosen span most of it,
/// among them the deepest. Also flush, touching, without extent, one in the other.
void sheets(tally &t)
{
    random_source r{526};
    int filled = 0, chosen = 0;
    double least_part = 1, parts = 0;
    for (int n = 0; n < 4000; n++) {
        covered c;
        const bool lattice = n % 2;
        auto number = [&](double low, double high) {
            return lattice ? std::floor(2 * r.between(low, high)) / 2 : r.between(low, high);
        };
        double angle = lattice ? 0.78539816339744831 * std::floor(r.between(0, 8)) : r.between(0, 6.3);
        double co = std::cos(angle), si = std::sin(angle), slope = n % 3 ? r.between(-0.5, 0.5) : 0;
        if (lattice && n % 4 == 1) co = std::round(co), si = std::round(si);
        for (int i = 0; i < 2; i++) {
            c.half[i] = std::fabs(number(0, 2.5));
            c.sheet.half[i] = std::fabs(number(0, 2.5));
            c.sheet.middle[i] = number(-2, 2);
        }
        if (c.half[0] + c.half[1] == 0) c.half[0] = 1;
        const double arms[2][3] = {{co, si, slope}, {-si, co, n % 5 ? 0 : slope}};
        std::memcpy(c.sheet.arm, arms, sizeof arms);
        c.sheet.middle[2] = 0.25;
        const double least = n % 7 ? -9 : 0, slack = 1e-14;
        const contact3_boxes_form *form = n % 2 ? flr_contact3_boxes_wide() : nullptr;
        if (!form) form = &flr_contact3_boxes_baseline;
        clip3_spots s;
        form->share(&c.sheet, c.half, least, slack, &s);
        std::vector<vec> all = spots_of(s);
        t.expect(all.size() <= 12, "%zu spots", all.size());
        real deepest_spot = -INFINITY;
        for (vec p : all) {
            deepest_spot = std::max(deepest_spot, p.z);
            t.expect(c.worst(p.x, p.y) < 8 * slack && p.z >= least &&
                         std::fabs(c.depth(p.x, p.y) - p.z) < 8 * slack,
                     "case %d: a spot is %Lg outside", n, c.worst(p.x, p.y));
        }
        for (vec p : c.corners()) {
            if (p.z < least) continue;
            real nearest = INFINITY;
            for (vec q : all) nearest = std::min(nearest, std::hypot(p.x - q.x, p.y - q.y));
            t.expect(nearest < 1e-11L, "case %d: a corner at %Lg %Lg is %Lg from all spots", n, p.x, p.y,
                     nearest);
            filled++;
        }
        if (all.size() <= 4) continue;
        form->spread(&s, c.half, slack);
        real widest = 0, most = -INFINITY;
        for (vec p : all)
            for (vec q : all)
                for (vec u : all)
                    for (vec v : all) widest = std::max(widest, area_of(p, q, u, v));
        std::vector<vec> few = spots_of(s);
        for (vec p : few) most = std::max(most, p.z);
        t.expect(few.size() <= 4 && most == deepest_spot, "case %d: %zu of depth %Lg, deepest %Lg", n,
                 few.size(), most, deepest_spot);
        while (few.size() < 4) few.push_back(few[0]);
        real taken = std::max(
            area_of(few[0], few[1], few[2], few[3]),
            std::max(area_of(few[0], few[2], few[1], few[3]), area_of(few[0], few[1], few[3], few[2])));
        if (!(widest > 1e-9L)) continue;
        chosen++;
        parts += double(taken / widest);
        if (slope == 0) least_part = std::min(least_part, double(taken / widest));
    }
    t.expect(filled > 10000 && chosen > 500, "%d corners, %d times chosen", filled, chosen);
    // where the deepest is not among the widest four, it takes the place of one of these
    t.expect(parts > 0.975 * chosen && least_part > 0.55, "of the widest four %g at least, %g in the mean",
             least_part, parts / chosen);
}

/// Boxes, rounded or not, at random, at rest on one another, on a lattice, thin: the same bits from either width of lanes.
void widths(tally &t)
{
    const contact3_boxes_form *wide = flr_contact3_boxes_wide(), *narrow = &flr_contact3_boxes_baseline;
#if defined(__x86_64__)
    t.expect(!wide == !__builtin_cpu_supports("avx2"), "AVX2");
#else
    t.expect(!wide, "vectors of another machine");
#endif
    if (!wide) wide = narrow;
    random_source r{527};
    int made = 0, edges = 0, apart = 0;
    for (int n = 0; n < 4000; n++) {
        flr_box3 a = {{0, 0, 0}, identity(), r.point(0.3, 1.2)},
                 b = {r.point(-1.3, 1.3), identity(), r.point(0.3, 1.2)};
        if (n % 4 == 0) {
            a.axes = random_rotation(r);
            b.axes = random_rotation(r);
        } else if (n % 4 == 1) {
            flr_vec3 axis = r.point(-1, 1);
            axis.z = 100;
            b.axes = rotation(axis, r.between(0, 6));
            b.center.z = a.half_extents.z + b.half_extents.z - flr_real(0.01);
        } else if (n % 4 == 2) {
            a.half_extents = r.lattice_point(0, 2);
            b.half_extents = r.lattice_point(0, 2);
            b.center = r.lattice_point(-2, 2);
            if (n % 8 == 2) b.axes = rotation({0, 0, 1}, 0.78539816339744831);
        } else {
            flr_vec3 axis = r.point(-1, 1);
            b.axes = rotation(axis, std::pow(10.0, -r.between(0, 17)));
            a.half_extents.x *= flr_real(1e-6);
        }
        const double x = n % 3 ? 0 : 0.25, y = n % 6 ? 0 : 0.5, margin = n % 5 ? 0 : 0.125,
                     bias = n % 7 ? 0 : 0.05;
        flr_manifold3 m = {}, k = {};
        const contact3_boxes_ask ask = {x, y, margin, bias, 1}, turned = {x, y, margin, bias, -1};
        const contact3_boxes_answer first = narrow->contact(&a, &b, &ask, &m),
                                    second = wide->contact(&a, &b, &turned, &k);
        t.expect(first == second && (first == CONTACT3_UNKNOWN || same_bits(m, k)),
                 "pair %d: %d points, then %d", n, m.count, k.count);
        made += first == CONTACT3_MADE;
        apart += first == CONTACT3_APART;
        edges += m.count == 1;
    }
    t.expect(made > 1200 && apart > 800 && edges > 150, "%d made, %d apart, %d single points", made, apart,
             edges);
}

/// The ends of half a disc are its corners, and all else lies on one side of the line between: four are kept, and two of them from its arc.
void half_a_disc(tally &t)
{
    random_source r{530};
    double least = 1;
    for (int n = 0; n < 400; n++) {
        const int count = r.whole(5, 9), first = r.whole(0, 8);
        const double turn = r.between(0, 6.28), way = n % 2 ? 1 : -1;
        std::vector<vec> all;
        for (int i = 0; i < count; i++) {
            const double angle = way * 3.14 * i / (count - 1);
            all.push_back({real(std::cos(angle + turn)), real(std::sin(angle + turn)), 0});
        }
        // on a large plate
        feature3 face{}, plate{};
        for (int i = 0; i < count; i++) {
            const vec p = all[size_t(((n % 2 ? i : count - 1 - i) + first) % count)];
            face.corners[i] = {flr_real(p.x), flr_real(p.y), 0};
            face.codes[i] = uint32_t(i);
        }
        face.count = count;
        face.normal = {0, 0, -1};
        plate.count = 4;
        for (int i = 0; i < 4; i++) {
            plate.corners[i] = {flr_real(i == 1 || i == 2 ? 3 : -3), flr_real(i > 1 ? 3 : -3),
                                flr_real(0.125)};
            plate.codes[i] = uint32_t(20 + i);
        }
        plate.normal = {0, 0, 1};
        contact3_pose pose{};
        pose.normal = {0, 0, 1};
        pose.size = 8;
        pose.separation = flr_real(-0.125);
        flr_manifold3 m{};
        flr_contact3_face_patch(&pose, &plate, &face, &m);
        if (!t.expect(m.count == 4, "case %d: %d points of %d", n, m.count, count)) continue;
        vec kept[4];
        for (int i = 0; i < 4; i++) kept[i] = from(m.points[i].position);
        real widest = 0;
        for (vec p : all)
            for (vec q : all)
                for (vec u : all)
                    for (vec v : all) widest = std::max(widest, area_of(p, q, u, v));
        const real taken = std::max({area_of(kept[0], kept[1], kept[2], kept[3]),
                                     area_of(kept[0], kept[2], kept[1], kept[3]),
                                     area_of(kept[0], kept[1], kept[3], kept[2])});
        least = std::min(least, double(taken / widest));
    }
    t.expect(least > 0.85, "%g of the widest four", least);
}

/// Two faces with three or four corners over one another, as their patch is asked about them.
struct two_faces {
    feature3 face[2] = {};
    real slope[2][2] = {};
    contact3_pose pose = {};

    vec corner(int k, int i) const { return from(face[k].corners[i % face[k].count]); }
    real height(int k, real x, real y) const
    {
        const vec p = corner(k, 0);
        return p.z + slope[k][0] * (x - p.x) + slope[k][1] * (y - p.y);
    }
    real depth(real x, real y) const { return height(0, x, y) - height(1, x, y); }
    /// How far a place is beyond the sides of a face, times their lengths.
    real beyond(int k, real x, real y) const
    {
        real most = -INFINITY;
        for (int i = 0; i < face[k].count; i++) {
            const vec p = corner(k, i), q = corner(k, i + 1);
            const real left = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
            most = std::max(most, k ? left : -left);
        }
        return most;
    }
    /// Corners of what the faces share that are deep enough.
    std::vector<vec> shared() const
    {
        std::vector<vec> all;
        auto add = [&](real x, real y) {
            const real rim = 1e-15L, d = depth(x, y);
            if (beyond(0, x, y) <= rim && beyond(1, x, y) <= rim && d >= -real(pose.margin))
                all.push_back({x, y, d});
        };
        for (int i = 0; i < face[0].count; i++) add(corner(0, i).x, corner(0, i).y);
        for (int i = 0; i < face[1].count; i++) add(corner(1, i).x, corner(1, i).y);
        for (int i = 0; i < face[0].count; i++)
            for (int k = 0; k < face[1].count; k++) {
                const vec p = corner(0, i), u = corner(0, i + 1) - p, q = corner(1, k),
                          v = corner(1, k + 1) - q;
                const real turn = u.x * v.y - u.y * v.x, s = ((q.x - p.x) * v.y - (q.y - p.y) * v.x) / turn,
                           t = ((q.x - p.x) * u.y - (q.y - p.y) * u.x) / turn;
                if (s >= 0 && s <= 1 && t >= 0 && t <= 1) add(p.x + s * u.x, p.y + s * u.y);
            }
        return all;
    }
};

two_faces random_faces(random_source &r, int n)
{
    two_faces c;
    const bool lattice = n % 3 == 0;
    for (int k = 0; k < 2; k++) {
        feature3 &f = c.face[k];
        const int count = r.between(0, 1) < 0.5 ? 3 : 4;
        double angle[4], x = r.between(-0.5, 0.5), y = r.between(-0.5, 0.5), z = r.between(-0.05, 0.05);
        for (int i = 0; i < count; i++) angle[i] = r.between(0, 6.28);
        std::sort(angle, angle + count);
        double sx = n % 5 ? r.between(-0.4, 0.4) : 0, sy = r.between(-0.4, 0.4);
        if (lattice) sx = std::round(4 * sx) / 8, sy = std::round(4 * sy) / 8, z = std::round(20 * z) / 8;
        for (int i = 0; i < count; i++) {
            double px = x + std::cos(angle[i]), py = y + std::sin(angle[i]);
            if (lattice) {
                const double u[4] = {1, 0, -1, 0};
                px = std::round(2 * x) + u[i] * (n % 2 + 1), py = std::round(2 * y) + u[(i + 3) % 4];
            }
            const int at = k ? count - 1 - i : i;
            f.corners[at] = {flr_real(px), flr_real(py),
                             flr_real(z + sx * (px - x) + sy * (py - y) + (k ? -0.25 : 0.25))};
            f.codes[at] = uint32_t(n % 4 == 3 ? 500 * i + k : i + 4 * k);
        }
        f.count = count;
        c.slope[k][0] = flr_real(sx);
        c.slope[k][1] = flr_real(sy);
        const flr_vec3 up = {flr_real(-sx), flr_real(-sy), 1};
        f.normal = flr_scale3((k ? -1 : 1) / flr_length3(up), up);
    }
    c.pose.normal = {0, 0, 1};
    c.pose.size = 4;
    c.pose.margin = n % 7 ? flr_real(1) : flr_real(0.125);
    return c;
}

/// Two small faces: the corners of what they share, by the definition; and the same bits from either width of lanes.
void few_faces(tally &t)
{
    contact3_few_form *wide = flr_contact3_few_wide(), *narrow = flr_contact3_few_baseline;
    if (!wide) wide = narrow;
    random_source r{529};
    const real near = real_choose(1e-11, 1e-4);
    int made = 0, full = 0, none_shared = 0;
    for (int n = 0; n < 6000; n++) {
        two_faces c = random_faces(r, n);
        const std::vector<vec> all = c.shared();
        vec low = {0, 0, -1};
        for (vec p : all)
            if (p.z > low.z) low = p;
        c.pose.separation = flr_real(-low.z);
        c.pose.point_a = c.pose.point_b = {flr_real(low.x), flr_real(low.y), 0};
        flr_manifold3 m = {}, k = {};
        const bool told = narrow(&c.pose, &c.face[0], &c.face[1], &m),
                   also = wide(&c.pose, &c.face[0], &c.face[1], &k);
        t.expect(told == also && (!told || same_bits(m, k)), "case %d: %d points, then %d", n, m.count,
                 k.count);
        // sides without length
        if (!told) continue;
        made++;
        none_shared += all.empty();
        full += m.count == 4;
        for (int i = 0; i < m.count && !all.empty(); i++) {
            const vec p = from(m.points[i].position);
            t.expect(c.beyond(0, p.x, p.y) < near && c.beyond(1, p.x, p.y) < near &&
                         std::fabs(c.depth(p.x, p.y) - real(m.points[i].depth)) < near &&
                         std::fabs((c.height(0, p.x, p.y) + c.height(1, p.x, p.y)) / 2 - p.z) < near,
                     "case %d: point %d of %d is not on both", n, i, m.count);
        }
        // what is on one corner is one point; more than four are not all told
        std::vector<vec> apart;
        for (vec p : all)
            if (std::none_of(apart.begin(), apart.end(),
                             [&](vec q) { return std::hypot(p.x - q.x, p.y - q.y) < 2e-3L; }))
                apart.push_back(p);
        for (vec p : apart) {
            real nearest = INFINITY;
            for (int i = 0; i < m.count; i++)
                nearest = std::min(nearest, std::hypot(p.x - real(m.points[i].position.x),
                                                       p.y - real(m.points[i].position.y)));
            t.expect(nearest < 2e-3L || apart.size() > 4,
                     "case %d: a corner at %Lg %Lg is %Lg from all of %d", n, p.x, p.y, nearest, m.count);
        }
        t.expect(!all.empty() || m.count == 1, "case %d: nothing shared, %d points", n, m.count);
    }
    t.expect(made > 5000 && full > 1500 && none_shared > 300, "%d made, %d of four points, %d of none", made,
             full, none_shared);
}

/// Any cache, right, stale or of another pair, changes nothing.
void caches(tally &t)
{
    random_source r{525};
    flr_contact3_cache cache = {};
    int hit = 0;
    for (int n = 0; n < 2000; n++) {
        flr_mat3 y = random_rotation(r);
        flr_vec3 at = r.point(-1.9, 1.9), h = {1, 0.5, flr_real(0.7)};
        body a = box({0, 0, 0}, identity(), h), b = n % 3 ? box(at, y, h) : box(at, y, {0, 0, 1}, 0.3);
        flr_contact3_options with = {0.125, 0, &cache}, without = {0.125, 0, nullptr};
        if (n % 2) std::swap(a, b);
        flr_manifold3 m = contact(a.convex, b.convex, with), k = contact(a.convex, b.convex, without);
        m.normal = flr_neg3(m.normal);
        t.expect(same_bits(m, k), "with a cache %d points, without %d", m.count, k.count);
        flr_vec3 old = cache.normal;
        k = contact(a.convex, b.convex, with);
        m.normal = flr_neg3(m.normal);
        k.normal = flr_neg3(k.normal);
        t.expect(same_bits(m, k), "the second time %d points, not %d", k.count, m.count);
        t.expect(flr_length3(flr_sub3(old, cache.normal)) == 0 || m.count == 0, "the cache wanders");
        hit += m.count > 0;
    }
    t.expect(hit > 600 && hit < 1400, "%d of 2000 hit", hit);
}

/// Spheres, capsules, cylinders, cones on a floor, with what is known of them.
void round_shapes(tally &t)
{
    flr_box3 floor = {{0, 0, -1}, identity(), {5, 5, 1}};
    flr_convex3 ground = flr_convex3_box(&floor);
    flr_manifold3 m;
    flr_sphere ball = {{1, 2, flr_real(0.9)}, 1}, other = {{1, 3, flr_real(0.9)}, 0.5};
    flr_contact3_sphere_box(&ball, &floor, nullptr, &m);
    t.expect(m.count == 1 && m.normal.z == -1 && close(m.points[0].depth, 0.1) &&
                 close(m.points[0].position.z, -0.05),
             "sphere on box: depth %g", m.points[0].depth);
    flr_contact3_sphere_sphere(&ball, &other, nullptr, &m);
    t.expect(m.count == 1 && m.normal.y == 1 && close(m.points[0].depth, 0.5) &&
                 close(m.points[0].position.y, 2.75),
             "spheres");
    flr_capsule3 lying = {{-2, 0, flr_real(0.45)}, {2, 0, flr_real(0.45)}, 0.5},
                 crossing = {{0, -2, flr_real(1.4)}, {0, 2, flr_real(1.4)}, 0.5};
    flr_contact3_capsule_box(&lying, &floor, nullptr, &m);
    t.expect(m.count == 2 && close(m.normal.z, -1) && close(m.points[0].depth, 0.05) &&
                 close(m.points[1].depth, 0.05) &&
                 close(std::fabs(m.points[0].position.x - m.points[1].position.x), 4),
             "lying capsule: %d points", m.count);
    lying.a.x = -9;
    flr_contact3_capsule_box(&lying, &floor, nullptr, &m);
    t.expect(m.count == 2 && close(std::fabs(m.points[0].position.x - m.points[1].position.x), 7,
                                   real_choose(1e-12, 3e-5)),
             "capsule over the rim: %d points", m.count);
    flr_contact3_capsule_capsule(&lying, &crossing, nullptr, &m);
    t.expect(m.count == 1 && close(m.points[0].depth, 0.05), "crossing capsules: %d points", m.count);
    flr_capsule3 beside = {{-1, flr_real(0.9), flr_real(0.45)}, {5, flr_real(0.9), flr_real(0.45)}, 0.5};
    flr_contact3_capsule_capsule(&lying, &beside, nullptr, &m);
    t.expect(
        m.count == 2 && close(m.normal.y, 1) && close(m.points[0].depth, 0.1) &&
            close(std::fabs(m.points[0].position.x - m.points[1].position.x), 3, real_choose(1e-10, 5e-5)),
        "capsules side by side: %d points, normal %.17g %.17g, depth %.17g, x %.17g %.17g", m.count,
        m.normal.x, m.normal.y, m.points[0].depth, m.points[0].position.x, m.points[1].position.x);
    flr_sphere touching = {{0, 0, flr_real(1.5)}, 0.5};
    flr_capsule3 level = {{-2, 0, flr_real(0.5)}, {2, 0, flr_real(0.5)}, 0.5};
    flr_contact3_sphere_capsule(&touching, &level, nullptr, &m);
    t.expect(m.count == 1 && close(m.points[0].depth, 0) && m.normal.z == -1,
             "sphere touches capsule: %d, %g", m.count, m.points[0].depth);
    flr_cylinder can = {{1, 1, flr_real(-0.05)}, {1, 1, 2}, 1},
                 roller = {{-1, 0, flr_real(0.95)}, {1, 0, flr_real(0.95)}, 1};
    m = contact(ground, flr_convex3_cylinder(&can));
    t.expect(m.count == 4 && close(m.normal.z, 1) && close(deepest(m), 0.05, 1e-9) && area(m) > 1.9,
             "standing cylinder: %d points, depth %.17g, area %g", m.count, deepest(m), area(m));
    m = contact(ground, flr_convex3_cylinder(&roller));
    t.expect(m.count == 2 && close(m.normal.z, 1) && close(deepest(m), 0.05, 1e-9) &&
                 close(std::fabs(m.points[0].position.x - m.points[1].position.x), 2, 1e-9),
             "lying cylinder: %d points, depth %.17g", m.count, deepest(m));
    flr_cone tent = {{0, 0, 2}, {0, 0, flr_real(-0.05)}, 1};
    m = contact(ground, flr_convex3_cone(&tent));
    t.expect(m.count == 4 && close(deepest(m), 0.05, 1e-9) && area(m) > 1.9, "cone: %d points, depth %.17g",
             m.count, deepest(m));
    flr_cone on_side = {{0, 0, 0}, {2, 0, 1}, flr_real(std::sqrt(5.0) / 2)};
    m = contact(ground, flr_convex3_cone(&on_side));
    t.expect(m.count == 2 && close(deepest(m), 0, 1e-9), "cone on its side: %d points, depth %.17g", m.count,
             deepest(m));
    // a rounded box on the floor: its core's face
    flr_convex3 soft = cube({0, 0, flr_real(1.4)}, 1);
    soft.radius = 0.5;
    m = contact(ground, soft);
    t.expect(m.count == 4 && close(deepest(m), 0.1) && close(area(m), 4), "rounded box: %d points", m.count);
}

/// Not a number, infinity, nothing.
void nonsense(tally &t)
{
    flr_manifold3 m;
    flr_convex3 a = cube({0, 0, 0}, 1), b = cube({NAN, 0, 0}, 1), c = cube({INFINITY, 0, 0}, 1);
    t.expect(flr_contact3_convex_convex(&a, nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT,
             "null is an argument");
    t.expect(flr_contact3_convex_convex(&a, &b, nullptr, &m) == FLR_NOT_FINITE, "NaN is a place");
    t.expect(flr_contact3_convex_convex(&a, &c, nullptr, &m) == FLR_NOT_FINITE, "infinity is a place");
    flr_sphere s = {{NAN, 0, 0}, 1}, u = {{0, 0, 0}, 1};
    t.expect(flr_contact3_sphere_sphere(&s, &u, nullptr, &m) == FLR_NOT_FINITE, "NaN is a sphere");
    // one point and the same
    flr_convex3 p = flr_convex3_point({1, 2, 3});
    m = contact(p, p);
    t.expect(m.count == 1 && m.points[0].depth == 0 && m.points[0].position.y == 2, "a point on itself: %d",
             m.count);
    flr_convex3 q = cube({1, 2, 3}, 0);
    m = contact(q, q);
    t.expect(m.count == 1 && m.points[0].depth == 0, "a box without extent on itself: %d", m.count);
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {FEELER_TEST(printed_mistakes),
                                FEELER_TEST(faces),
                                FEELER_TEST(turned_faces),
                                FEELER_TEST(few_points),
                                FEELER_TEST(corner_on_rim),
                                FEELER_TEST(ids_stay),
                                FEELER_TEST(stack),
                                FEELER_TEST(face_bias),
                                FEELER_TEST(sheets),
                                FEELER_TEST(widths),
                                FEELER_TEST(half_a_disc),
                                FEELER_TEST(few_faces),
                                FEELER_TEST(caches),
                                FEELER_TEST(round_shapes),
                                FEELER_TEST(nonsense)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
