// The shortest way apart where one shape is not convex: worked out by hand.
#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"

namespace TEST_FILE
{

using namespace any3;

namespace
{

const double small = sizeof(flr_real) == sizeof(double) ? 1e-10 : 2e-4;

flr_shape3 segment(flr_vec3 a, flr_vec3 b)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_SEGMENT;
    s.as.segment = {a, b};
    return s;
}
flr_shape3 line(flr_vec3 o, flr_vec3 d)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_LINE;
    s.as.line = {o, d};
    return s;
}
flr_shape3 plane(flr_vec3 normal, double offset)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_PLANE;
    s.as.plane = {normal, flr_real(offset)};
    return s;
}
flr_shape3 ball(flr_vec3 c, double radius)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_SPHERE;
    s.as.sphere = {c, flr_real(radius)};
    return s;
}
flr_shape3 block(flr_vec3 low, flr_vec3 high)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_AABB;
    s.as.aabb = {low, high};
    return s;
}
flr_shape3 sheet(const std::vector<flr_vec3> &v)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_POLYGON;
    s.as.polygon = {v.data(), v.size()};
    return s;
}

// An L: [0, 4] x [0, 1] with [0, 1] x [0, 4]. A U: [0, 6] x [0, 6] without its notch (2, 4) x (1, 6].
const std::vector<flr_vec3> l_corners = {{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}};
const std::vector<flr_vec3> u_corners = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {4, 6, 0},
                                         {4, 1, 0}, {2, 1, 0}, {2, 6, 0}, {0, 6, 0}};
// The same U in the plane y = 3, its foot from z = -0.25 to 0.75.
const std::vector<flr_vec3> u_upright = {{0, 3, -0.25}, {6, 3, -0.25}, {6, 3, 5.75}, {4, 3, 5.75},
                                         {4, 3, 0.75},  {2, 3, 0.75},  {2, 3, 5.75}, {0, 3, 5.75}};

struct known {
    const char *name;
    flr_shape3 a, b;
    double depth;
    flr_vec3 normal;  ///< zero where there are several
    bool proved;
};

void check(tally &t, const known &c, bool turn)
{
    flr_signed_distance3_result r{};
    flr_status status = flr_signed_distance3(turn ? &c.b : &c.a, turn ? &c.a : &c.b, &r);
    t.expect(status == FLR_OK || (!c.proved && status == FLR_NOT_CONVERGED), "%s: %s", c.name,
             flr_status_string(status));
    t.expect(std::fabs(double(r.signed_distance) + c.depth) < small, "%s: %.17g, not %g", c.name,
             double(r.signed_distance), -c.depth);
    flr_vec3 n = turn ? flr_neg3(r.normal) : r.normal;
    t.expect(std::fabs(length(n) - 1) < small, "%s: normal of length %g", c.name, length(n));
    if (length(c.normal) > 0)
        t.expect(double(flr_dot3(n, c.normal)) > 1 - small, "%s: normal %g %g %g", c.name, double(n.x),
                 double(n.y), double(n.z));
    flr_vec3 end = flr_mul_add3(r.point_a, r.signed_distance, r.normal);
    t.expect(length(flr_sub3(end, r.point_b)) < small, "%s: points", c.name);
    for (int k = 0; k < 2; ++k) {
        flr_shape3 p{};
        p.kind = FLR_SHAPE3_POINT;
        p.as.point = k ? r.point_b : r.point_a;
        flr_closest3 off{};
        flr_distance3(&p, (k == 1) == turn ? &c.a : &c.b, &off);
        t.expect(off.distance < 1e4 * small, "%s: point %g off", c.name, double(off.distance));
    }
}

void by_hand(tally &t)
{
    held solid = mesh(box(vec(0, 0, 0), vec(10, 10, 10)), true),
         shell = mesh(box(vec(0, 0, 0), vec(10, 10, 10)), false),
         other = mesh(box(vec(8, 0, 0), vec(18, 10, 10)), true);
    held tall = mesh(box(vec(2.5, 0.5, -3), vec(3.5, 5, 3)), true);
    soup lid = box(vec(0, 0, 0), vec(10, 10, 10));
    lid.t.pop_back();
    held open = mesh(lid, false);
    const flr_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, any = {0, 0, 0}, back = {-1, 0, 0};
    flr_shape3 l = sheet(l_corners), u = sheet(u_corners), standing = sheet(u_upright);
    const known cases[] = {
        {"ball in a solid", ball(vec(3, 5, 5), 1), solid.shape, 4, x, true},
        {"ball half in a solid", ball(vec(0, 5, 5), 1), solid.shape, 1, x, true},
        {"ball on a shell", ball(vec(0, 5, 5), 1), shell.shape, 1, any, true},
        {"box half in a solid", block(vec(-1, 4, 4), vec(1, 6, 6)), solid.shape, 1, x, true},
        {"box in a solid", block(vec(5, 4, 4), vec(7, 6, 6)), solid.shape, 5, back, true},
        {"solid in a box", block(vec(-2, -3, -4), vec(11, 13, 14)), solid.shape, 11, x, true},
        {"box through a shell", block(vec(9, 4, 4), vec(12, 6, 6)), shell.shape, 1, back, true},
        {"box through an open mesh", block(vec(9.5, 4, 4), vec(12, 6, 6)), open.shape, 0.5, back, true},
        {"segment in a solid", segment(vec(8, 5, 5), vec(9, 5, 5)), solid.shape, 2, back, true},
        {"line through a solid", line(vec(3, 4, 5), z), solid.shape, 3, x, true},
        {"shells", shell.shape, other.shape, 2, x, true},
        {"ball on the U", u, ball(vec(1, 5, 0.25), 0.5), 0.25, z, true},
        {"bar into the notch", u, segment(vec(1.5, 3, -10), vec(1.5, 3, 10)), 0.5, x, true},
        {"bar out of the arm", u, segment(vec(0.75, 3, -10), vec(0.75, 3, 10)), 0.75, back, true},
        {"bar from the foot into the notch", u, segment(vec(3, 0.875, -10), vec(3, 0.875, 10)), 0.125, y,
         true},
        {"line into the notch", u, line(vec(1.5, 3, -10), z), 0.5, x, true},
        {"post into the notch", u, block(vec(0.75, 3, -50), vec(1.75, 4, 50)), 1.25, x, true},
        {"post too wide for it", u, block(vec(0.75, 5.5, -50), vec(3.25, 6.5, 50)), 0.5, y, true},
        {"post too wide goes out", u, block(vec(-1.5, 3, -50), vec(1, 4, 50)), 1, back, true},
        {"post into the corner of the L", l, block(vec(0.5, 0.75, -50), vec(1.5, 1.75, 50)),
         std::sqrt(0.3125), any, true},
        {"ball and the L", l, ball(vec(2, 0.5, -0.125), 0.5), 0.375, vec(0, 0, -1), true},
        {"segment in the U", u, segment(vec(1, 1, 0), vec(1, 5, 0)), 0, any, true},
        {"segment across the notch", u, segment(vec(1, 3, 0), vec(5, 3, 0)), 0, any, true},
        {"two U, crossing", u, standing, 0.25, z, true},
        {"the U in itself", u, u, 0, any, true},
        {"the U and a solid", u, tall.shape, 0.5, y, true},
    };
    for (auto &c : cases)
        for (int turn = 0; turn < 2; ++turn) check(t, c, turn == 1);
}

/// A plane leaves to the nearest gap among the pieces.
void plane_in_pieces(tally &t)
{
    soup s = joined(box(vec(0, 0, 0), vec(1, 1, 1)), box(vec(5, 0, 0), vec(6, 1, 1)));
    s = joined(s, box(vec(5.75, 3, 0), vec(7.5, 4, 1)));  // reaches on from the second
    held pieces = mesh(s, false), solid = mesh(s, true);
    const flr_vec3 x = {1, 0, 0}, back = {-1, 0, 0};
    for (held *h : {&pieces, &solid}) {
        const known cases[] = {
            {"left of the middle", plane(x, 0.25), h->shape, 0.25, x, true},
            {"into the gap", plane(x, 0.75), h->shape, 0.25, back, true},
            {"back into the gap", plane(vec(-3, 0, 0), -15.5), h->shape, 0.5 - 1.0 / 3, x, true},
            {"over two pieces", plane(x, 6.375), h->shape, 1.125, back, true},
        };
        for (auto &c : cases)
            for (int turn = 0; turn < 2; ++turn) check(t, c, turn == 1);
    }
}

/// A cylinder that dips into a concave quad across the line where the quad is cut in two: no shorter than as deep as it dips.
void across_a_cut(tally &t)
{
    flr_shape3 quad{}, cylinder{};
    quad.kind = FLR_SHAPE3_QUAD;
    quad.as.quad = {{-9, -9, 0}, {30, -8, 0}, {4, 4, 0}, {-8, 30, 0}};
    cylinder.kind = FLR_SHAPE3_CYLINDER;
    random_source r{48};
    for (int i = 0; i < 200; ++i) {
        flr_vec3 half = r.point(-0.5, 0.5);
        half.z = flr_real(r.between(0.1, 0.3));
        const double dip = r.between(0.05, 0.15), radius = 0.5, along = length(half);
        // its lowest point lies below its middle by half of its height and a part of its radius
        const double low = double(half.z) + radius * std::hypot(double(half.x), double(half.y)) / along;
        const flr_vec3 middle = flr_vec3_make(0, 0, flr_real(low - dip));
        cylinder.as.cylinder = {flr_add3(middle, half), flr_sub3(middle, half), flr_real(radius)};
        for (int turn = 0; turn < 2; ++turn)
            check(t, {"across a cut", cylinder, quad, dip, vec(0, 0, -1), true}, turn == 1);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_hand), FEELER_TEST(plane_in_pieces), FEELER_TEST(across_a_cut))

}  // namespace TEST_FILE
