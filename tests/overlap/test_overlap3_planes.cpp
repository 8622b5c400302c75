// needs: gmp
// Sides of planes, containment, membership of points, and intersections of planes: against exact
// rationals.
#include <cmath>

#include "closest/exact_shapes3.hpp"
#include "feeler/convex3.h"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

template <class Body> void everywhere(uint64_t seed, int cases, Body body)
{
    for (auto &at : places()) {
        generator g{{seed}, at};
        for (int i = 0; i < scenes(cases); ++i) body(g);
    }
}

int value_sign(const flr_plane3 &h, const point &p)
{
    return sgn(big_rational(exact3::dot(exact(h.normal), p) - big_rational(double(h.offset))));
}
int side_of(const flr_plane3 &h, const std::vector<point> &points)
{
    int front = 0, back = 0;
    for (auto &p : points) {
        int side = value_sign(h, p);
        front += side > 0;
        back += side < 0;
    }
    return front == int(points.size()) ? 1 : back == int(points.size()) ? -1 : 0;
}

struct counter {
    tally &t;
    const char *name;
    long sides[3] = {0, 0, 0};

    void check(int side, int expected, bool meets_plane, bool meets_halfspace)
    {
        ++sides[expected + 1];
        t.expect(side == expected, "%s: side %d, exactly %d", name, side, expected);
        t.expect(meets_plane == (expected == 0) && meets_halfspace == (expected <= 0), "%s: overlap", name);
    }
    void done()
    {
        long all = sides[0] + sides[1] + sides[2];
        t.expect(enough(sides[1] * 10 >= all * 3 && sides[1] * 10 <= all * 7), "%s: %ld of %ld cross", name,
                 sides[1], all);
        t.expect(sides[0] * 10 > all && sides[2] * 10 > all, "%s: sides %ld %ld", name, sides[0], sides[2]);
    }
};

#define SECOND(name, shape)                                                                                  \
    flr_classify3_plane_##name(&h, &shape), expected, flr_overlap3_##name##_plane(&shape, &h),               \
        flr_overlap3_##name##_halfspace(&shape, &solid)
#define FIRST(name, shape)                                                                                   \
    flr_classify3_plane_##name(&h, &shape), expected, flr_overlap3_plane_##name(&h, &shape),                 \
        flr_overlap3_halfspace_##name(&solid, &shape)

/// Planes through a point of the scene, most of them not exactly: the offset is rounded.
flr_plane3 plane(generator &g)
{
    flr_vec3 n = g.random.whole(0, 2) ? g.direction() : g.rough_direction();
    flr_vec3 p = g.lattice();
    return {n, flr_dot3(n, p)};
}

void sides(tally &t)
{
    counter segments{t, "segment"}, triangles{t, "triangle"}, quads{t, "quad"}, tetrahedra{t, "tetrahedron"},
        polygons{t, "polygon"}, polyhedra{t, "polyhedron"}, aabbs{t, "aabb"}, rays{t, "ray"};
    long lines[2] = {0, 0};
    everywhere(1, 300, [&](generator &g) {
        flr_plane3 h = plane(g);
        flr_halfspace3 solid = {h.normal, h.offset};
        auto corner = [&] { return g.random.whole(0, 3) ? g.lattice() : g.any(); };
        flr_segment3 s = {corner(), corner()};
        int expected = side_of(h, {exact(s.a), exact(s.b)});
        segments.check(SECOND(segment, s));
        flr_triangle3 a = {s.a, s.b, between{s.a, corner()}};
        expected = side_of(h, {exact(a.a), exact(a.b), exact(a.c)});
        triangles.check(FIRST(triangle, a));
        flr_quad3 q = {a.a, a.b, a.c, between{a.a, a.b}};
        flr_tetrahedron k = {q.a, q.b, q.c, q.d};
        expected = side_of(h, {exact(q.a), exact(q.b), exact(q.c), exact(q.d)});
        quads.check(FIRST(quad, q));
        tetrahedra.check(FIRST(tetrahedron, k));
        outline l = l_shape(g);
        flr_polygon3 p = l.polygon();
        std::vector<point> all;
        for (auto &v : l.vertices) all.push_back(exact(v));
        expected = side_of(h, all);
        polygons.check(FIRST(polygon, p));
        hexahedron x = slanted_box(g);
        flr_plane3 through = h;
        h.offset =
            flr_dot3(h.normal, flr_add3(x.vertices[0], flr_scale3(flr_real(g.random.whole(-1, 5)),
                                                                  flr_sub3(x.vertices[7], x.vertices[0]))));
        solid.offset = h.offset;
        flr_polyhedron3 b = x.polyhedron();
        all.clear();
        for (auto &v : x.vertices) all.push_back(exact(v));
        expected = side_of(h, all);
        polyhedra.check(FIRST(polyhedron, b));
        h = through;
        solid.offset = h.offset;
        flr_aabb3 box = {flr_min3(s.a, a.c), flr_max3(s.b, flr_max3(s.a, a.c))};
        all.clear();
        for (int i = 0; i < 8; ++i)
            all.push_back(exact(flr_vec3_make(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                                              i & 4 ? box.max.z : box.min.z)));
        expected = side_of(h, all);
        aabbs.check(FIRST(aabb, box));
        flr_ray3 r = {s.a, g.direction()};
        flr_line3 line = {r.origin, g.random.whole(0, 1) ? r.direction : flr_cross3(h.normal, vec3(1, 0, 2))};
        if (line.direction.x == 0 && line.direction.y == 0 && line.direction.z == 0) line.direction.x = 1;
        int at = value_sign(h, exact(r.origin)),
            heading = sgn(big_rational(exact3::dot(exact(h.normal), exact(r.direction))));
        expected = heading == -at ? 0 : at;
        rays.check(SECOND(ray, r));
        heading = sgn(big_rational(exact3::dot(exact(h.normal), exact(line.direction))));
        expected = heading ? 0 : at;
        ++lines[expected != 0];
        t.expect(flr_classify3_plane_line(&h, &line) == expected &&
                     flr_overlap3_line_plane(&line, &h) == (expected == 0) &&
                     flr_overlap3_line_halfspace(&line, &solid) == (expected <= 0),
                 "line: exactly %d", expected);
        t.expect(flr_overlap3_point_plane(s.a, &h) == (at == 0) &&
                     flr_overlap3_point_halfspace(s.a, &solid) == (at <= 0) &&
                     flr_classify3_plane_point(&h, s.a) == at &&
                     flr_contains3_halfspace_point(&solid, s.a) == -at,
                 "point: exactly %d", at);
    });
    segments.done();
    triangles.done();
    quads.done();
    tetrahedra.done();
    polygons.done();
    polyhedra.done();
    aabbs.done();
    rays.done();
    t.expect(lines[0] * 7 > lines[1] * 3 && lines[1] * 7 > lines[0] * 3, "lines: %ld meet, %ld do not",
             lines[0], lines[1]);
}

/// Corners are sums that no number need name: exactly, for each of the eight.
void sides_of_parallelepipeds(tally &t)
{
    counter all{t, "parallelepiped"};
    long touching = 0;
    everywhere(6, 400, [&](generator &g) {
        bool rough = g.random.whole(0, 2) == 0;
        auto edge = [&] {
            if (g.random.whole(0, 9) == 0) return vec3(0, 0, 0);
            return flr_scale3(flr_real(g.at.scale), rough ? g.rough_direction() : g.direction());
        };
        flr_parallelepiped b;
        b.corner = rough ? g.rough() : g.lattice();
        b.edges.x = edge();
        b.edges.y = edge();
        b.edges.z = edge();
        flr_vec3 n = g.random.whole(0, 2) ? g.direction() : g.rough_direction(), p = b.corner;
        if (g.random.whole(0, 1)) n = flr_cross3(b.edges.x, b.edges.y);  // along a face, but for rounding
        if (n.x == 0 && n.y == 0 && n.z == 0) n.z = 1;
        const flr_vec3 edges[3] = {b.edges.x, b.edges.y, b.edges.z};
        double beyond = g.random.whole(0, 3) ? 0 : 2;
        for (auto &e : edges) p = flr_mul_add3(p, flr_real(g.random.whole(0, 1) + beyond), e);
        if (g.random.whole(0, 3) == 0) p = flr_sub3(p, flr_add3(b.edges.x, flr_add3(b.edges.y, b.edges.z)));
        flr_plane3 h = {n, flr_dot3(n, p)};
        flr_halfspace3 solid = {h.normal, h.offset};
        std::vector<point> corners;
        bool on = false;
        for (int i = 0; i < 8; ++i) {
            point c = exact(b.corner);
            for (size_t k = 0; k < 3; ++k)
                if (i >> k & 1) c = along(c, 1, exact(edges[k]));
            corners.push_back(c);
            on |= value_sign(h, c) == 0;
        }
        touching += on;
        int expected = side_of(h, corners);
        all.check(FIRST(parallelepiped, b));
    });
    all.done();
    t.expect(enough(touching > 200), "%ld touch with a corner", touching);
    const flr_parallelepiped tilted = {vec3(1, 1, 1), {vec3(2, 0, 0), vec3(1, 2, 0), vec3(0, -1, 3)}};
    const struct {
        flr_plane3 h;
        int side;
    } cases[] = {{{vec3(0, 1, 0), 0}, 0},   {{vec3(0, 1, 0), flr_real(-0.5)}, 1},
                 {{vec3(0, 1, 0), 3}, 0},   {{vec3(0, 1, 0), 4}, -1},
                 {{vec3(-1, 0, 0), -1}, 0}, {{vec3(-1, 0, 0), 0}, -1}};
    for (auto &c : cases)
        t.expect(flr_classify3_plane_parallelepiped(&c.h, &tilted) == c.side, "tilted: not %d", c.side);
}

void sides_of_boxes(tally &t)
{
    counter boxes{t, "box"}, rectangles{t, "rectangle"};
    long near = 0;
    everywhere(2, 300, [&](generator &g) {
        flr_plane3 h = plane(g);
        flr_halfspace3 solid = {h.normal, h.offset};
        flr_box3 b = {g.any(), random_rotation(g.random).linear,
                      flr_vec3{2 * g.extent(), 2 * g.extent(), g.extent()}};
        flr_rectangle3 r = {b.center, b.axes.x, b.axes.y, b.half_extents.x, b.half_extents.y};
        for (int flat = 0; flat < 2; ++flat) {
            point n = exact(h.normal);
            big_rational reach = abs(exact3::dot(n, times(double(b.half_extents.x), b.axes.x))) +
                                 abs(exact3::dot(n, times(double(b.half_extents.y), b.axes.y)));
            if (!flat) reach += abs(exact3::dot(n, times(double(b.half_extents.z), b.axes.z)));
            big_rational middle = exact3::dot(n, exact(b.center)) - big_rational(double(h.offset));
            big_rational low = middle - reach, high = middle + reach;
            double length = std::sqrt(big_rational(exact3::dot(n, n)).get_d());
            double size = double(flr_length3(b.half_extents)) * 2 + std::fabs(middle.get_d()) / length;
            double bound = 8 * unit_of_rounding * size * length;
            if (std::fabs(low.get_d()) < bound || std::fabs(high.get_d()) < bound) {
                ++near;
                continue;
            }
            int expected = low > 0 ? 1 : high < 0 ? -1 : 0;
            if (flat)
                rectangles.check(FIRST(rectangle, r));
            else
                boxes.check(FIRST(box, b));
        }
    });
    t.expect(near < 300, "%ld too near to judge", near);
    boxes.done();
    rectangles.done();
}

void membership(tally &t)
{
    long on[8] = {0, 0, 0, 0, 0, 0, 0, 0}, asked = 0;
    everywhere(3, 300, [&](generator &g) {
        if (g.at.offset != 0) return;
        ++asked;
        flr_vec3 a = g.lattice(), b = g.lattice(), c = g.lattice(), d = g.lattice(), p = g.lattice();
        flr_vec3 m = between{a, b};
        if (g.random.whole(0, 4) < 3) p = g.random.whole(0, 4) < 3 ? m : between{m, between{c, m}};
        auto zero = [&](const shape &s) { return distance_squared({exact(p)}, s) == 0; };
        flr_segment3 segment = {a, b};
        bool expected = zero(of(flr_triangle3{a, b, b}));
        on[0] += expected;
        t.expect(flr_overlap3_point_segment(p, &segment) == expected, "segment");
        flr_triangle3 triangle = {a, b, c};
        expected = zero(of(triangle));
        on[1] += expected;
        t.expect(flr_overlap3_point_triangle(p, &triangle) == expected, "triangle");
        flr_line3 line = {a, flr_sub3(b, a)};
        flr_ray3 ray = {b, flr_sub3(a, b)};
        if (a.x == b.x && a.y == b.y && a.z == b.z) return;
        flr_vec3 q =
            g.random.whole(0, 1) ? p : flr_mul_add3(a, flr_real(g.random.whole(-3, 3)), flr_sub3(b, a));
        point u = exact3::sub(exact(b), exact(a)), v = exact3::sub(exact(q), exact(a));
        expected = exact3::dot(u, u) * exact3::dot(v, v) == exact3::dot(u, v) * exact3::dot(u, v);
        on[2] += expected;
        t.expect(flr_overlap3_point_line(q, &line) == expected, "line");
        t.expect((flr_closest3_point_line(q, &line).distance == 0) == expected, "distance to a line");
        expected = expected && exact3::dot(u, exact3::sub(exact(q), exact(b))) <= 0;
        on[3] += expected;
        t.expect(flr_overlap3_point_ray(q, &ray) == expected, "ray");
        t.expect((flr_closest3_point_ray(q, &ray).distance == 0) == expected, "distance to a ray");
        outline l = l_shape(g);
        flr_polygon3 polygon = l.polygon();
        auto corner = [&] { return l.vertices[size_t(g.random.whole(0, 5))]; };
        p = g.random.whole(0, 2) == 0 ? g.any() : between{corner(), between{corner(), corner()}};
        expected = zero(l.exact_shape);
        on[4] += expected;
        t.expect(flr_overlap3_point_polygon(p, &polygon) == expected, "polygon");
        flr_tetrahedron h = {a, b, c, d};
        p = between{between{a, b}, between{c, g.random.whole(0, 1) ? d : g.lattice()}};
        expected = zero(of(h));
        on[5] += expected;
        t.expect(flr_overlap3_point_tetrahedron(p, &h) == expected, "tetrahedron");
        flr_side side = flr_contains3_tetrahedron_point(&h, p);
        shape hollow = of(h);
        hollow.solid = false;
        flr_side truth = !expected ? FLR_OUTSIDE : zero(hollow) ? FLR_BOUNDARY : FLR_INSIDE;
        t.expect(side == truth, "tetrahedron contains: %d, exactly %d", side, truth);
        hexahedron x = slanted_box(g);
        flr_polyhedron3 polyhedron = x.polyhedron();
        p = between{between{x.vertices[0], g.lattice()},
                    between{x.vertices[size_t(g.random.whole(0, 7))], x.vertices[7]}};
        expected = zero(x.exact_shape);
        on[6] += expected;
        shape skin = x.exact_shape;
        skin.solid = false;
        truth = !expected ? FLR_OUTSIDE : zero(skin) ? FLR_BOUNDARY : FLR_INSIDE;
        side = flr_contains3_polyhedron_point(&polyhedron, p);
        t.expect(side == truth, "polyhedron contains: %d, exactly %d", side, truth);
        flr_aabb3 box = {flr_min3(a, b), flr_max3(a, b)};
        p = between{between{a, g.lattice()}, between{a, b}};
        expected = zero(of(box));
        on[7] += expected;
        side = flr_contains3_aabb_point(&box, p);
        shape faces = of(box);
        faces.solid = false;
        truth = !expected ? FLR_OUTSIDE : zero(faces) ? FLR_BOUNDARY : FLR_INSIDE;
        t.expect(side == truth && flr_overlap3_point_aabb(p, &box) == expected,
                 "aabb contains: %d, exactly %d", side, truth);
        const flr_halfspace3 walls[6] = {{vec3(2, 0, 0), 2 * box.max.x}, {vec3(-1, 0, 0), -box.min.x},
                                         {vec3(0, 1, 0), box.max.y},     {vec3(0, -1, 0), -box.min.y},
                                         {vec3(0, 0, 1), box.max.z},     {vec3(0, 0, -3), -3 * box.min.z}};
        t.expect(flr_contains3_halfspaces_point(walls, 6, p) == side, "six planes and their aabb differ");
    });
    for (int i = 0; i < 8; ++i)
        t.expect(on[i] * 10 >= asked * 3 && on[i] * 10 <= asked * 7, "membership %d: %ld of %ld", i, on[i],
                 asked);
}

double length(const point &p) { return root(exact3::dot(p, p)).get_d(); }
point cross(const point &a, const point &b)
{
    return {big_rational(a[1] * b[2] - a[2] * b[1]), big_rational(a[2] * b[0] - a[0] * b[2]),
            big_rational(a[0] * b[1] - a[1] * b[0])};
}

/// Sines above this are those of planes that are not near parallel for either number type.
const double regular = sizeof(flr_real) == 8 ? 1e-10 : 1e-5;

/// The line of two planes and the point of three, by Cramer's rule without rounding.
void intersections(tally &t)
{
    double worst_origin = 0, worst_direction = 0, worst_point = 0;
    long kinds[5] = {0, 0, 0, 0, 0};
    everywhere(4, 300, [&](generator &g) {
        flr_plane3 a = plane(g), b = plane(g), c = plane(g);
        if (g.random.whole(0, 9) == 0)
            b.normal = flr_scale3(flr_real(g.random.whole(0, 1) ? -2 : 4), a.normal),
            b.offset = g.random.whole(0, 1) ? b.offset
                                            : (b.normal.x + b.normal.y + b.normal.z) /
                                                  (a.normal.x + a.normal.y + a.normal.z) * a.offset;
        if (g.random.whole(0, 4) == 0)  // nearly parallel
            b.normal = flr_mul_add3(a.normal, flr_real(0x1p-18), b.normal);
        point m = exact(a.normal), n = exact(b.normal), d = cross(m, n), k = exact(c.normal);
        big_rational dd = exact3::dot(d, d), oa(double(a.offset)), ob(double(b.offset)), oc(double(c.offset));
        flr_line3 line = {vec3(9, 9, 9), vec3(9, 9, 9)};
        flr_planes3 kind = flr_intersect3_plane_plane(&a, &b, &line);
        ++kinds[kind];
        double sine = std::sqrt(big_rational(dd / (exact3::dot(m, m) * exact3::dot(n, n))).get_d());
        bool meet = dd != 0;
        if (dd == 0) {
            meet = along(point{}, oa, n) == along(point{}, ob, m);
            double apart = std::fabs(double(line.origin.x) - 9);
            big_rational difference = abs(oa * oa * exact3::dot(n, n) - ob * ob * exact3::dot(m, m)),
                         larger = oa * oa * exact3::dot(n, n);
            bool nearly = !meet && difference < larger * 8 * unit_of_rounding;  // either answer is right
            t.expect((nearly || kind == (meet ? FLR_PLANES3_COINCIDENT : FLR_PLANES3_PARALLEL)) && apart == 0,
                     "parallel planes: %d", kind);
        } else if (sine > 16 * unit_of_rounding) {
            point rhs = exact3::sub(along(point{}, oa, n), along(point{}, ob, m)), at = cross(rhs, d);
            for (auto &x : at) x /= dd;
            double off = length(exact3::sub(exact(line.origin), at)), size = length(at);
            t.expect(kind == FLR_PLANES3_LINE, "two planes: %d", kind);
            if (size > 0 && off / size / unit_of_rounding > worst_origin)
                worst_origin = off / size / unit_of_rounding;
            big_float wide = root(dd);
            for (size_t i = 0; i < 3; ++i) {
                big_float e(0, 512);
                e = big_float(d[i], 512) / wide - big_float(exact(line.direction)[i], 512);
                double err = std::fabs(e.get_d()) / unit_of_rounding;
                if (err > worst_direction) worst_direction = err;
            }
        }
        flr_halfspace3 in_a = {a.normal, a.offset}, in_b = {b.normal, b.offset};
        big_rational mn = exact3::dot(m, n), mm = exact3::dot(m, m), nn = exact3::dot(n, n);
        bool parallel = dd == 0;  // then n = (mn / mm) m, and a holds where m . x = oa
        bool in = !parallel || oa * mn / mm <= ob, both = !parallel || mn > 0 || in;
        t.expect(flr_overlap3_plane_plane(&a, &b) == meet, "two planes meet: exactly %d", meet);
        t.expect(flr_overlap3_plane_halfspace(&a, &in_b) == in, "plane and halfspace: exactly %d", in);
        t.expect(flr_overlap3_halfspace_halfspace(&in_a, &in_b) == both, "two halfspaces: exactly %d", both);

        big_rational whole = exact3::dot(k, d);
        double volume = whole.get_d() / (length(k) * std::sqrt(dd.get_d()));
        line = {vec3(9, 9, 9), vec3(9, 9, 9)};
        kind = flr_intersect3_plane_plane_plane(&a, &b, &c, &line);
        ++kinds[kind];
        if (whole == 0) {
            t.expect(kind != FLR_PLANES3_POINT, "three planes without a point");
        } else if (std::fabs(volume) > regular && sine > regular) {
            point at = along(along(along(point{}, oa, cross(n, k)), ob, cross(k, m)), oc, d);
            for (auto &x : at) x /= whole;
            t.expect(kind == FLR_PLANES3_POINT, "three planes: %d", kind);
            double off = length(exact3::sub(exact(line.origin), at)), size = length(at);
            if (size > 0 && off / size / unit_of_rounding > worst_point)
                worst_point = off / size / unit_of_rounding;
        }
    });
    expect_pinned(t, "origin of the line, ulp of its length", worst_origin, real_choose(1.45, 0.6));
    expect_pinned(t, "direction of the line, ulp", worst_direction, real_choose(0.8, 0.35));
    expect_pinned(t, "point of three planes, ulp of its length", worst_point, real_choose(0.5, 0.5));
    for (int i = 0; i < 4; ++i) t.expect(enough(kinds[i] > 10), "kind %d came %ld times", i, kinds[i]);
}

bool close(flr_vec3 p, double x, double y, double z)
{
    return std::fabs(double(p.x) - x) + std::fabs(double(p.y) - y) + std::fabs(double(p.z) - z) <=
           16 * unit_of_rounding;
}

void known_planes(tally &t)
{
    flr_plane3 x = {vec3(1, 0, 0), 1}, y = {vec3(0, 1, 0), 2}, z = {vec3(0, 0, 1), 3},
               diagonal = {vec3(1, 1, 0), 3}, off = {vec3(1, 1, 0), 4};
    flr_line3 line = {vec3(0, 0, 0), vec3(0, 0, 0)};
    t.expect(flr_intersect3_plane_plane(&x, &y, &line) == FLR_PLANES3_LINE && close(line.origin, 1, 2, 0) &&
                 close(line.direction, 0, 0, 1),
             "x = 1 and y = 2");
    flr_plane3 a = {vec3(1, 2, -1), 3}, b = {vec3(2, -1, 3), 5}, c = {vec3(0, 1, 1), 4};
    t.expect(flr_intersect3_plane_plane(&a, &b, &line) == FLR_PLANES3_LINE && close(line.origin, 1.8, 1, 0.8),
             "two planes");
    t.expect(flr_intersect3_plane_plane_plane(&a, &b, &c, &line) == FLR_PLANES3_POINT &&
                 close(line.origin, 0.7, 2.1, 1.9),
             "three planes");
    t.expect(flr_intersect3_plane_plane_plane(&x, &y, &diagonal, &line) == FLR_PLANES3_LINE &&
                 close(line.origin, 1, 2, 0),
             "three planes in a line");
    t.expect(flr_intersect3_plane_plane_plane(&x, &y, &off, &line) == FLR_PLANES3_NONE, "a prism");
    t.expect(flr_intersect3_plane_plane_plane(&x, &y, &x, &line) == FLR_PLANES3_LINE, "one plane twice");
    flr_plane3 back = {vec3(-2, 0, 0), -2}, beside = {vec3(5, 0, 0), 6};
    t.expect(flr_intersect3_plane_plane_plane(&x, &back, &x, &line) == FLR_PLANES3_COINCIDENT,
             "one plane three times");
    t.expect(flr_intersect3_plane_plane_plane(&x, &back, &beside, &line) == FLR_PLANES3_PARALLEL,
             "parallel planes");
    t.expect(flr_intersect3_plane_plane_plane(&x, &beside, &y, &line) == FLR_PLANES3_NONE,
             "two parallel planes and one across");
    t.expect(flr_intersect3_plane_plane(&x, &back, &line) == FLR_PLANES3_COINCIDENT &&
                 flr_intersect3_plane_plane(&x, &beside, &line) == FLR_PLANES3_PARALLEL,
             "coincident is told from parallel");
    double tiny = sizeof(flr_real) == 8 ? 1e-200 : 1e-30, large = 1 / tiny;
    flr_plane3 steep = {vec3(3 * tiny, 0, 0), flr_real(3 * tiny)},
               huge = {vec3(0, 2 * large, 0), flr_real(4 * large)};
    t.expect(flr_intersect3_plane_plane_plane(&steep, &huge, &z, &line) == FLR_PLANES3_POINT &&
                 close(line.origin, 1, 2, 3),
             "normals of any length");
}

void traps(tally &t)
{
    const flr_mat3 identity = {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};
    flr_plane3 floor = {vec3(0, 0, 1), 0}, slanted = {vec3(1, -1, 0), 0};
    flr_halfspace3 below = {floor.normal, 0};
    for (double z : {-1.0, 1.0}) {
        flr_sphere ball = {vec3(0, 0, z), 1};
        flr_box3 box = {vec3(0, 0, z), identity, vec3(1, 1, 1)};
        t.expect(flr_classify3_plane_sphere(&floor, &ball) == 0 && flr_classify3_plane_box(&floor, &box) == 0,
                 "A34");
        ball.center.z *= flr_real(1.25);
        box.center.z *= flr_real(1.25);
        int side = z > 0 ? 1 : -1;
        t.expect(flr_classify3_plane_sphere(&floor, &ball) == side &&
                     flr_classify3_plane_box(&floor, &box) == side,
                 "A34: just off");
    }
    flr_box3 box = {vec3(0.5, 0, 0), identity, vec3(1, 1, 1)};
    t.expect(flr_classify3_plane_box(&slanted, &box) == 0, "A35");
    flr_box3 corner = {vec3(1, 1, 1), identity, vec3(1, 1, 1)};
    flr_plane3 inside = {vec3(1, 0, 0), flr_real(1.5)}, at = {vec3(1, 0, 0), 2},
               past = {vec3(1, 0, 0), flr_real(2.125)};
    t.expect(flr_classify3_plane_box(&inside, &corner) == 0, "A37");
    t.expect(flr_classify3_plane_box(&at, &corner) == 0 && flr_classify3_plane_box(&past, &corner) == -1,
             "A36");
    flr_plane3 level = {vec3(0, 0, 1), 2};
    t.expect(flr_overlap3_point_plane(vec3(0, 0, 2), &level), "A38");
    flr_cone cone = {vec3(0, 0, 0.3), vec3(0.6, 0, 1.1), 2};
    t.expect(flr_overlap3_halfspace_cone(&below, &cone) && flr_classify3_plane_cone(&floor, &cone) == 0,
             "A39");
    const flr_convex3 core = flr_convex3_cone(&cone);  // its lowest point is on the rim, at -0.1
    t.expect(std::fabs(double(flr_support3(&core, vec3(0, 0, -1)).z) + 0.1) < 4 * real_epsilon,
             "A39: the rim");
    cone.radius = flr_real(1.8);
    t.expect(!flr_overlap3_halfspace_cone(&below, &cone), "A39: a rim just above");
    flr_cone on_tip = {vec3(0, 0, 0), vec3(0, 0, 1), flr_real(0.5)};
    t.expect(flr_classify3_plane_cone(&floor, &on_tip) == 0, "A40");
    flr_cone lying = {vec3(0, 0, -1), vec3(1, 0, -1), 2};
    t.expect(flr_classify3_plane_cone(&floor, &lying) == 0, "A41");
    flr_aabb3 wide = {vec3(-1, -1, -1), vec3(16777216, 1, 1)};
    flr_plane3 left = {vec3(1, 0, 0), flr_real(-0.75)}, face = {vec3(1, 0, 0), -1},
               before = {vec3(1, 0, 0), flr_real(-1.125)};
    t.expect(flr_classify3_plane_aabb(&left, &wide) == 0 && flr_classify3_plane_aabb(&face, &wide) == 0 &&
                 flr_classify3_plane_aabb(&before, &wide) == 1,
             "A14");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(sides), FEELER_TEST(sides_of_boxes), FEELER_TEST(sides_of_parallelepipeds),
             FEELER_TEST(membership), FEELER_TEST(intersections), FEELER_TEST(known_planes),
             FEELER_TEST(traps))

}  // namespace TEST_FILE
