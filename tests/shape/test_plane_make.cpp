// needs: gmp
// Planes from points, normals and polygons, and points in sheets, against exact rationals.
#include <cmath>

#include "closest/exact_shapes3.hpp"
#include "feeler/overlap3.h"
#include "feeler/shape2.h"
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

point cross(const point &a, const point &b)
{
    return {big_rational(a[1] * b[2] - a[2] * b[1]), big_rational(a[2] * b[0] - a[0] * b[2]),
            big_rational(a[0] * b[1] - a[1] * b[0])};
}
big_rational squared(const point &a) { return exact3::dot(a, a); }

/// The angle between the plane's normal and an exact one, in roundings; -1 where it points the other way.
double angle_off(const flr_plane3 &h, const point &n)
{
    point m = exact(h.normal);
    if (exact3::dot(m, n) <= 0) return -1;
    point c = cross(m, n);
    big_float sine(0, 512);
    sine = root(squared(c)) / (root(squared(m)) * root(squared(n)));
    return sine.get_d() / unit_of_rounding;
}

/// How far the plane's offset is from what its own normal has at a point, in roundings of it.
double offset_off(const flr_plane3 &h, const point &p)
{
    big_rational at = exact3::dot(exact(h.normal), p), off = at - big_rational(double(h.offset));
    return at == 0 ? std::fabs(off.get_d()) : std::fabs(big_rational(off / at).get_d()) / unit_of_rounding;
}

/// How far the length of the normal is from 1, in ulp.
double length_off(const flr_plane3 &h)
{
    const big_float off = root(squared(exact(h.normal))) - 1;
    return std::fabs(off.get_d()) / unit_of_rounding;
}

void from_points(tally &t)
{
    double angle = 0, offset = 0, length = 0;
    long degenerate = 0;
    for (auto &at : places()) {
        generator g{{1}, at};
        for (int i = 0; i < 500; ++i) {
            bool rough = g.random.whole(0, 1);
            flr_vec3 a = rough ? g.rough() : g.lattice(), b = rough ? g.rough() : g.lattice(),
                     c = rough ? g.rough() : g.lattice();
            if (g.random.whole(0, 3) == 0) c = flr_lerp3(between{a, b}, c, flr_real(0x1p-20));  // a needle
            if (g.random.whole(0, 15) == 0) c = rough ? b : between{a, b};
            point n = cross(exact3::sub(exact(b), exact(a)), exact3::sub(exact(c), exact(a)));
            flr_plane3 h = {vec3(7, 7, 7), 7};
            flr_status status = flr_plane3_from_points(a, b, c, &h);
            t.expect(status == (squared(n) == 0 ? FLR_INVALID_SHAPE : FLR_OK), "status %d", int(status));
            if (squared(n) == 0) {
                ++degenerate;
                t.expect(h.offset == 7 && h.normal.x == 7, "written in spite of the status");
                continue;
            }
            double off = angle_off(h, n);
            t.expect(off >= 0, "the normal points the other way");
            angle = std::fmax(angle, off);
            offset = std::fmax(offset, offset_off(h, exact(a)));
            length = std::fmax(length, length_off(h));
        }
    }
    t.expect(degenerate > 20, "%ld degenerate", degenerate);
    expect_pinned(t, "normal, ulp", angle, 0.5);
    expect_pinned(t, "length, ulp", length, 1.25,
                  {"Makers and measures", "normals from points: length; components; offset"});
    expect_pinned(t, "offset, ulp of itself", offset, 0.5);
}

void from_polygon(tally &t)
{
    double angle = 0, offset = 0;
    for (auto &at : places()) {
        generator g{{2}, at};
        for (int i = 0; i < 300; ++i) {
            outline l = l_shape(g);
            if (g.random.whole(0, 1))  // not quite planar
                for (auto &v : l.vertices) v = flr_lerp3(v, g.rough(), flr_real(0x1p-8));
            flr_polygon3 polygon = l.polygon();
            point n;
            for (size_t k = 0; k < l.vertices.size(); ++k) {  // Newell, from the definition
                point p = exact(l.vertices[k]), q = exact(l.vertices[(k + 1) % l.vertices.size()]);
                n = along(n, 1, cross(p, q));
            }
            flr_plane3 h;
            flr_status status = flr_plane3_from_polygon(&polygon, &h);
            t.expect(status == (squared(n) == 0 ? FLR_INVALID_SHAPE : FLR_OK), "status %d", int(status));
            if (status != FLR_OK) continue;
            double off = angle_off(h, n);
            t.expect(off >= 0, "the normal points the other way");
            angle = std::fmax(angle, off);
            point mean;
            for (auto &v : l.vertices) mean = along(mean, big_rational(1, 6), exact(v));
            if (exact3::dot(exact(h.normal), mean) != 0) offset = std::fmax(offset, offset_off(h, mean));
        }
    }
    expect_pinned(t, "normal, ulp", angle, 0.5);
    expect_pinned(t, "offset, ulp of itself", offset, 0.5);
}

/// Lines of the plane, as planes of space along z.
void lines(tally &t)
{
    double angle = 0, offset = 0, of_point = 0, length = 0;
    for (auto &at : places()) {
        generator g{{3}, at};
        for (int i = 0; i < 300; ++i) {
            auto any = [&] {  // all digits in use
                double x = 4 - std::sqrt(g.random.between(0, 64)), y = 4 - std::sqrt(g.random.between(0, 64));
                return flr_vec3_make(flr_real(g.coordinate(x)), flr_real(g.coordinate(y)), 0);
            };
            flr_vec3 a = g.random.whole(0, 1) ? any() : g.lattice(), b = any(), d = g.rough_direction();
            if (g.random.whole(0, 3) == 0) b = flr_lerp3(a, b, flr_real(0x1p-20));  // close by
            flr_plane2 h = {{7, 7}, 7}, k = h;
            flr_status status = flr_plane2_from_points({a.x, a.y}, {b.x, b.y}, &h);
            t.expect(status == (a.x == b.x && a.y == b.y ? FLR_INVALID_SHAPE : FLR_OK), "status %d",
                     int(status));
            flr_plane3 in_space = {flr_vec3_make(h.normal.x, h.normal.y, 0), h.offset};
            point u = exact3::sub(exact(b), exact(a)), p = exact(a), n = {big_rational(-u[1]), u[0], 0};
            if (status == FLR_OK) {
                double off = angle_off(in_space, n);
                t.expect(off >= 0, "the normal points the other way");
                angle = std::fmax(angle, off);
                offset = std::fmax(offset, offset_off(in_space, p));
                length = std::fmax(length, length_off(in_space));
            }
            if (flr_plane2_from_point({a.x, a.y}, {d.x, d.y}, &k) != FLR_OK) continue;
            t.expect(k.normal.x == d.x && k.normal.y == d.y, "another normal");
            of_point = std::fmax(of_point, offset_off({flr_vec3_make(d.x, d.y, 0), k.offset}, p));
        }
    }
    expect_pinned(t, "normals of lines, ulp", angle, 0.5);
    expect_pinned(t, "length of lines' normals, ulp", length, 1);
    expect_pinned(t, "offsets of lines, ulp of themselves", offset, 0.5);
    expect_pinned(t, "offsets of lines by a normal, ulp of themselves", of_point, 0.5);
}

void known(tally &t)
{
    flr_plane3 h = {vec3(7, 7, 7), 7};
    // A38 and A43: the offset is + n . P
    t.expect(flr_plane3_from_point(vec3(0, 0, 2), vec3(0, 0, 1), &h) == FLR_OK && h.offset == 2, "A38");
    t.expect(flr_plane3_from_point(vec3(1, 2, 3), vec3(0, 0, 0), &h) == FLR_INVALID_SHAPE && h.offset == 2,
             "a zero normal");
    t.expect(flr_plane3_from_point(vec3(INFINITY, 2, 3), vec3(0, 0, 1), &h) == FLR_NOT_FINITE, "an infinity");
    // A45: three collinear corners first, and a reflex one
    const flr_vec3 corners[] = {vec3(0, 0, 5), vec3(1, 0, 5), vec3(2, 0, 5),
                                vec3(2, 2, 5), vec3(1, 1, 5), vec3(0, 2, 5)};
    flr_polygon3 polygon = {corners, 6}, line = {corners, 3}, none = {nullptr, 0};
    t.expect(flr_plane3_from_polygon(&polygon, &h) == FLR_OK && h.normal.x == 0 && h.normal.y == 0 &&
                 h.normal.z > 0 && h.offset == 5 * h.normal.z,
             "A45");
    t.expect(flr_plane3_from_polygon(&line, &h) == FLR_INVALID_SHAPE, "collinear");
    t.expect(flr_plane3_from_polygon(&none, &h) == FLR_INVALID_SHAPE, "no corner");
    flr_real big = std::numeric_limits<flr_real>::max(), tiny = std::numeric_limits<flr_real>::min();
    t.expect(flr_plane3_from_points(vec3(double(-big), 0, 0), vec3(double(big), 0, 0),
                                    vec3(0, double(big), 0), &h) == FLR_OK &&
                 h.normal.z > 0 && h.normal.x == 0 && h.offset == 0,
             "vast");
    t.expect(flr_plane3_from_points(vec3(0, 0, 0), vec3(double(tiny), 0, 0), vec3(0, double(tiny), 0), &h) ==
                     FLR_OK &&
                 h.normal.z > 0 && h.offset == 0,
             "minute");
    flr_plane2 l = {flr_vec2_make(7, 7), 7};
    t.expect(flr_plane2_from_points(flr_vec2_make(1, 1), flr_vec2_make(5, 1), &l) == FLR_OK &&
                 l.normal.x == 0 && l.normal.y > 0 && l.offset == l.normal.y,
             "left of the way");
    t.expect(flr_plane2_from_points(flr_vec2_make(1, 1), flr_vec2_make(1, 1), &l) == FLR_INVALID_SHAPE,
             "equal points");
    t.expect(flr_plane2_from_point(flr_vec2_make(3, 4), flr_vec2_make(2, 0), &l) == FLR_OK && l.offset == 6 &&
                 flr_plane2_value(&l, flr_vec2_make(5, 9)) == 4,
             "by point and normal");
}

flr_side side_of(const shape &s, const std::vector<std::array<point, 2>> &rim, const point &p)
{
    for (auto &e : rim) {
        shape edge;
        edge.sheet(e[0], e[1], e[1]);
        if (distance_squared({p}, edge) == 0) return FLR_BOUNDARY;
    }
    return distance_squared({p}, s) == 0 ? FLR_INSIDE : FLR_OUTSIDE;
}

void in_sheets(tally &t)
{
    long count[3] = {0, 0, 0};
    for (auto &at : places()) {
        generator g{{3}, at};
        for (int i = 0; i < 200; ++i) {
            outline l = l_shape(g);
            flr_polygon3 polygon = l.polygon();
            auto corner = [&] { return l.vertices[size_t(g.random.whole(0, 5))]; };
            flr_vec3 p = between{corner(), between{corner(), corner()}};
            if (g.random.whole(0, 9) == 0) p = g.lattice();
            std::vector<std::array<point, 2>> rim;
            for (size_t k = 0; k < 6; ++k)
                rim.push_back({exact(l.vertices[k]), exact(l.vertices[(k + 1) % 6])});
            flr_side expected = side_of(l.exact_shape, rim, exact(p)),
                     found = flr_contains3_polygon_point(&polygon, p);
            t.expect(found == expected, "polygon: %d, exactly %d", int(found), int(expected));
            ++count[expected + 1];
            flr_triangle3 r = {l.vertices[0], l.vertices[2], l.vertices[4]};
            rim = {{exact(r.a), exact(r.b)}, {exact(r.b), exact(r.c)}, {exact(r.c), exact(r.a)}};
            expected = side_of(of(r), rim, exact(p));
            found = flr_contains3_triangle_point(&r, p);
            t.expect(found == expected, "triangle: %d, exactly %d", int(found), int(expected));
        }
    }
    for (long c : count) t.expect(c > 100, "%ld of a kind", c);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(from_points), FEELER_TEST(from_polygon), FEELER_TEST(lines), FEELER_TEST(known),
             FEELER_TEST(in_sheets))

}  // namespace TEST_FILE
