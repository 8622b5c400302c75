// needs: gmp
// Boxes against boxes and flat shapes, and separating axes over lists of points: against exact
// rationals.
#include <cmath>

#include "closest/exact_shapes3.hpp"
#include "feeler/any3.h"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

template <class Body> void everywhere(uint64_t seed, int cases, Body body)
{
    for (auto &at : places()) {
        generator g{{seed * 16 + static_cast<uint64_t>(&at - places().data())}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

struct counter {
    tally &t;
    const char *name;
    long meets = 0, asked = 0;

    void exactly(bool found, const shape &a, const shape &b)
    {
        bool expected = distance_squared(a, b) == 0;
        ++asked;
        meets += expected;
        t.expect(found == expected, "%s: found %d, exactly %d", name, found, expected);
    }
    /// Rounding may decide where the two are less than 8 ulp apart or deep: there `smaller`, with the box
    /// taken in by that much, must be apart, or the gap must be that small.
    void nearly(bool found, const shape &a, const shape &box, const shape &smaller, double size)
    {
        big_rational squared = distance_squared(a, box);
        ++asked;
        meets += squared == 0;
        if (found == (squared == 0)) return;
        if (found)
            t.expect(root(squared).get_d() <= 8 * unit_of_rounding * size, "%s: found 1, %g apart", name,
                     root(squared).get_d());
        else
            t.expect(distance_squared(a, smaller) != 0, "%s: found 0, deep", name);
    }
    void done()
    {
        t.expect(enough(meets * 10 >= asked * 3 && meets * 10 <= asked * 7), "%s: %ld of %ld meet", name,
                 meets, asked);
    }
};

void aabb(tally &t)
{
    counter triangles{t, "aabb triangle"}, tetrahedra{t, "aabb tetrahedron"}, quads{t, "aabb quad"},
        polygons{t, "aabb polygon"}, boxes{t, "aabb aabb"};
    everywhere(1, scenes(40), [&](generator &g) {
        flr_vec3 a = g.either(), b = g.either();
        flr_aabb3 box = {flr_min3(a, b), flr_max3(a, b)};
        shape solid = of(box);
        auto toward = [&](flr_vec3 p) { return g.random.whole(0, 2) ? p : between{p, between{a, b}}; };
        flr_triangle3 s = {toward(g.either()), g.either(), g.random.whole(0, 5) ? g.either() : toward(a)};
        triangles.exactly(flr_overlap3_aabb_triangle(&box, &s), of(s), solid);
        flr_tetrahedron h = {s.a, s.b, s.c, g.random.whole(0, 3) ? g.either() : between{s.a, s.b}};
        tetrahedra.exactly(flr_overlap3_aabb_tetrahedron(&box, &h), of(h), solid);
        flr_vec3 m = between{s.b, h.d};
        flr_quad3 q = {s.a, s.b, g.random.whole(0, 1) ? between{s.a, m} : flr_sub3(flr_add3(m, m), s.a), h.d};
        if (g.at.offset == 0) {
            shape sheet;
            sheet.sheet(exact(q.a), exact(q.b), exact(q.c));
            sheet.sheet(exact(q.a), exact(q.c), exact(q.d));
            quads.exactly(flr_overlap3_aabb_quad(&box, &q), sheet, solid);
        }
        outline l = l_shape(g);
        flr_polygon3 p = l.polygon();
        polygons.exactly(flr_overlap3_aabb_polygon(&box, &p), l.exact_shape, solid);
        flr_aabb3 other = {flr_min3(s.a, s.b), flr_max3(s.a, s.b)};
        boxes.exactly(flr_overlap3_aabb_aabb(&other, &box), of(other), solid);
    });
    triangles.done();
    tetrahedra.done();
    quads.done();
    polygons.done();
    boxes.done();
}

flr_box3 random_box(generator &g)
{
    flr_affine3 pose = random_rotation(g.random);
    if (g.random.whole(0, 2) == 0) pose = signed_permutations()[size_t(g.random.whole(0, 47))];
    return {g.any(), pose.linear, flr_vec3{g.extent(), g.extent(), g.extent()}};
}
double box_size(const flr_box3 &b) { return 2 * double(flr_length3(b.half_extents)); }
flr_box3 smaller(flr_box3 b, double by)
{
    auto less = [&](flr_real h) { return flr_real(std::fmax(0, double(h) - by)); };
    b.half_extents = flr_vec3_make(less(b.half_extents.x), less(b.half_extents.y), less(b.half_extents.z));
    return b;
}

void box(tally &t)
{
    counter triangles{t, "box triangle"}, tetrahedra{t, "box tetrahedron"}, quads{t, "box quad"},
        polygons{t, "box polygon"}, rectangles{t, "box rectangle"};
    everywhere(2, scenes(30), [&](generator &g) {
        flr_box3 b = random_box(g);
        b.half_extents = flr_scale3(2, b.half_extents);
        flr_triangle3 s = {g.either(), g.either(), between{b.center, between{b.center, g.either()}}};
        double size = size_of({b.center, s.a, s.b, s.c}, box_size(b)), by = 8 * unit_of_rounding * size;
        shape solid = of(b), core = of(smaller(b, by));
        triangles.nearly(flr_overlap3_box_triangle(&b, &s), of(s), solid, core, size);
        flr_tetrahedron h = {s.a, s.b, s.c, g.either()};
        tetrahedra.nearly(flr_overlap3_box_tetrahedron(&b, &h), of(h), solid, core, size);
        flr_vec3 m = between{s.b, s.c};
        flr_quad3 q = {s.a, s.b, between{s.a, m}, s.c};
        shape sheet;
        sheet.sheet(exact(q.a), exact(q.b), exact(q.c));
        sheet.sheet(exact(q.a), exact(q.c), exact(q.d));
        quads.nearly(flr_overlap3_box_quad(&b, &q), sheet, solid, core, size + std::fabs(g.at.offset));
        outline l = l_shape(g);
        flr_polygon3 p = l.polygon();
        b.center = between{b.center, l.vertices[2]};
        size = 2 * size_of({b.center, l.vertices[0], l.vertices[2], l.vertices[4]}, box_size(b)) +
               std::fabs(g.at.offset);
        polygons.nearly(flr_overlap3_box_polygon(&b, &p), l.exact_shape, of(b),
                        of(smaller(b, 8 * unit_of_rounding * size)), size);
        flr_box3 other = random_box(g);
        flr_rectangle3 r = {between{between{other.center, b.center}, b.center}, other.axes.x, other.axes.y,
                            other.half_extents.x, other.half_extents.y};
        size = size_of({b.center, r.center}, box_size(b) + box_size(other));
        rectangles.nearly(flr_overlap3_box_rectangle(&b, &r), of(r), of(b),
                          of(smaller(b, 8 * unit_of_rounding * size)), size);
    });
    triangles.done();
    tetrahedra.done();
    quads.done();
    polygons.done();
    rectangles.done();
}

/// Half the width of a box along a unit vector.
double reach(const flr_box3 &b, flr_vec3 v)
{
    return std::fabs(double(flr_dot3(b.axes.x, v))) * double(b.half_extents.x) +
           std::fabs(double(flr_dot3(b.axes.y, v))) * double(b.half_extents.y) +
           std::fabs(double(flr_dot3(b.axes.z, v))) * double(b.half_extents.z);
}

std::vector<flr_vec3> corners(const flr_box3 &b)
{
    std::vector<flr_vec3> all;
    for (int i = 0; i < 8; ++i) {
        flr_vec3 q = flr_vec3_make(i & 1 ? b.half_extents.x : -b.half_extents.x,
                                   i & 2 ? b.half_extents.y : -b.half_extents.y,
                                   i & 4 ? b.half_extents.z : -b.half_extents.z);
        all.push_back(flr_add3(b.center, flr_mat3_mul(b.axes, q)));
    }
    return all;
}

/// Corners and axes that are rounded apart from one another.
const double shallow = std::fmax(1e-11, 32 * unit_of_rounding);

void box_box(tally &t)
{
    counter boxes{t, "box box"}, mixed{t, "aabb box"};
    double worst_axis = 0;
    everywhere(3, scenes(12), [&](generator &g) {
        flr_box3 a = random_box(g), b = random_box(g);
        b.center = flr_lerp3(b.center, a.center, flr_real(0.6875));
        if (g.random.whole(0, 2) == 0) b.axes = a.axes;  // parallel edges
        double size = size_of({a.center, b.center}, box_size(a) + box_size(b)),
               by = 8 * unit_of_rounding * size;
        bool overlap = flr_overlap3_box_box(&a, &b);
        boxes.nearly(overlap, of(a), of(b), of(smaller(b, by)), size);
        flr_aabb3 aligned = {flr_sub3(a.center, a.half_extents), flr_add3(a.center, a.half_extents)};
        mixed.nearly(flr_overlap3_aabb_box(&aligned, &b), of(aligned), of(b), of(smaller(b, by)), size);

        flr_separation3 s = flr_separation3_box_box(&a, &b);
        double along =
            double(flr_dot3(flr_sub3(b.center, a.center), s.axis)) - reach(a, s.axis) - reach(b, s.axis);
        double off = std::fabs(along - double(s.separation)) / (size * unit_of_rounding);
        if (off > worst_axis) worst_axis = off;
        if (std::fabs(double(s.separation)) > by)
            t.expect((s.separation <= 0) == overlap, "separation %g", double(s.separation));
        for (int i = 0; i < 20 && overlap; ++i) {  // no direction is shorter
            flr_vec3 v = random_rotation(g.random).linear.x;
            double depth =
                reach(a, v) + reach(b, v) - std::fabs(double(flr_dot3(flr_sub3(b.center, a.center), v)));
            t.expect(depth >= -double(s.separation) - shallow * size, "depth %g along another axis, %g",
                     depth, -double(s.separation));
        }
        // by the depth along the axis, and a little more or less: where rounding could decide, close to that, and beyond
        for (double little : {24 * by, 64 * by, 4096 * by}) {
            flr_box3 moved = b;
            double step = -double(s.separation) + little;
            moved.center = flr_mul_add3(b.center, flr_real(step), s.axis);
            if (g.at.offset == 0)
                t.expect(!flr_overlap3_box_box(&a, &moved), "still overlapping after a step of %g", step);
            step -= 2 * little;
            moved.center = flr_mul_add3(b.center, flr_real(step), s.axis);
            if (g.at.offset == 0 && overlap && step > 0)
                t.expect(flr_overlap3_box_box(&a, &moved), "apart after a step of %g", step);
        }

        std::vector<flr_vec3> axes = {a.axes.x, a.axes.y, a.axes.z, b.axes.x, b.axes.y, b.axes.z},
                              ca = corners(a), cb = corners(b);
        for (size_t i = 0; i < 3; ++i)
            for (size_t j = 3; j < 6; ++j) {
                flr_segment3 e = {vec3(0, 0, 0), axes[i]}, f = {vec3(0, 0, 0), axes[j]};
                axes.push_back(flr_scale3(flr_real(g.random.whole(1, 9)), flr_separation3_edge_axis(&e, &f)));
            }
        flr_separation3 generic =
            flr_separation3_points_points(ca.data(), 8, cb.data(), 8, axes.data(), axes.size());
        double room = shallow * size + 16 * unit_of_rounding * std::fabs(g.at.offset);
        t.expect(std::fabs(double(generic.separation - s.separation)) <= room, "generic %g, boxes %g",
                 double(generic.separation), double(s.separation));
        for (size_t start = 0; start < 17; start += 4) {
            flr_axis_cache3 cache = {start};
            bool cached =
                flr_overlap3_points_points(ca.data(), 8, cb.data(), 8, axes.data(), axes.size(), &cache);
            bool plain =
                flr_overlap3_points_points(ca.data(), 8, cb.data(), 8, axes.data(), axes.size(), nullptr);
            t.expect(cached == plain, "with a cache %d, without %d", cached, plain);
            if (std::fabs(double(s.separation)) > room)
                t.expect(plain == overlap, "generic overlap %d, boxes %d", plain, overlap);
            if (!cached) t.expect(cache.index < axes.size(), "cache");
        }
    });
    expect_pinned(t, "separation, ulp of the size off what its axis gives", worst_axis,
                  real_choose(0.5, 0.3));
    boxes.done();
    mixed.done();
}

const flr_aabb3 unit_aabb = {vec3(-1, -1, -1), vec3(1, 1, 1)};
const flr_mat3 identity = {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};

void traps(tally &t)
{
    flr_triangle3 apart = {vec3(1, 3, 0), vec3(1, 0, -2), vec3(3, 2, -1)},
                  through = {vec3(-2, 2, 0), vec3(-1, 1, 2), vec3(3, 0, 2)};
    flr_box3 unit_box = {vec3(0, 0, 0), identity, vec3(1, 1, 1)};
    t.expect(!flr_overlap3_aabb_triangle(&unit_aabb, &apart) && !flr_overlap3_box_triangle(&unit_box, &apart),
             "A46: separated");
    t.expect(flr_overlap3_aabb_triangle(&unit_aabb, &through) &&
                 flr_overlap3_box_triangle(&unit_box, &through),
             "A46: overlapping");
    flr_aabb3 far = {vec3(9, 9, 9), vec3(11, 11, 11)};
    flr_triangle3 floor = {vec3(0, 0, 10), vec3(100, 0, 10), vec3(0, 100, 10)};
    t.expect(flr_overlap3_aabb_triangle(&far, &floor), "A47");
    flr_triangle3 wide = {vec3(0, 0, -4), vec3(-3, -4, 3), vec3(0, 4, 4)};
    const flr_vec3 points[3] = {wide.a, wide.b, wide.c};
    std::vector<flr_vec3> c = corners(unit_box);
    flr_segment3 x = {vec3(0, 0, 0), vec3(1, 0, 0)}, edge = {wide.c, wide.a};
    flr_vec3 axis = flr_separation3_edge_axis(&x, &edge);
    t.expect(flr_overlap3_points_points(c.data(), 8, points, 3, &axis, 1, nullptr),
             "A48: the axis does not separate");
    const double along_a = flr_dot3(axis, wide.a), along_b = flr_dot3(axis, wide.b);
    t.expect(along_a != 0 && along_a == double(flr_dot3(axis, wide.c)) && 16 * along_b == -44 * along_a,
             "A48: projections %g %g", along_a, along_b);
    t.expect(flr_overlap3_aabb_triangle(&unit_aabb, &wide) ==
                 (distance_squared({exact(wide.a), exact(wide.b), exact(wide.c)}, of(unit_aabb)) == 0),
             "A48");

    flr_triangle3 a = {vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0)},
                  b = {vec3(5, 5, 0), vec3(6, 5, 0), vec3(5, 6, 0)};
    t.expect(!flr_overlap3_triangle_triangle(&a, &b), "A49");
    const flr_vec3 corners_a[3] = {a.a, a.b, a.c}, corners_b[3] = {b.a, b.b, b.c};
    const flr_vec3 eleven[2] = {vec3(0, 0, 1), vec3(0, 0, -1)},
                   more[3] = {vec3(0, 0, 1), vec3(0, 0, 0), vec3(1, 1, 0)};
    t.expect(flr_overlap3_points_points(corners_a, 3, corners_b, 3, eleven, 2, nullptr),
             "A49: no normal separates");
    t.expect(!flr_overlap3_points_points(corners_a, 3, corners_b, 3, more, 3, nullptr),
             "A49: an edge in the plane does");

    flr_segment3 ab = {vec3(0, 0, 0), vec3(1, 0, 0)}, cd = {vec3(0, 3, 0), vec3(1, 3, 0)},
                 on_line = {vec3(4, 0, 0), vec3(5, 0, 0)};
    axis = flr_separation3_edge_axis(&ab, &cd);
    t.expect(axis.x == 0 && axis.y != 0 && axis.z == 0, "A33: axis %g %g %g", double(axis.x), double(axis.y),
             double(axis.z));
    axis = flr_separation3_edge_axis(&ab, &on_line);
    t.expect(axis.x == 0 && axis.y == 0 && axis.z == 0, "collinear edges have no axis");

    const flr_vec3 u[8] = {vec3(0, 0, 0), vec3(3, 0, 0), vec3(3, 3, 0), vec3(2, 3, 0),
                           vec3(2, 1, 0), vec3(1, 1, 0), vec3(1, 3, 0), vec3(0, 3, 0)};
    flr_polygon3 concave = {u, 8};
    flr_aabb3 inside_u = {vec3(1.2, 2, -1), vec3(1.8, 2.5, 1)},
              in_arm = {vec3(0.2, 2, -1), vec3(0.4, 2.5, 1)};
    t.expect(!flr_overlap3_aabb_polygon(&inside_u, &concave), "H03");
    t.expect(flr_overlap3_aabb_polygon(&in_arm, &concave), "H03: cut through by the sheet");

    flr_box3 next = {vec3(2, 0, 0), identity, vec3(1, 1, 1)},
             turned = {vec3(1 + std::sqrt(2.0), 0, 0), identity, vec3(1, 1, 1)};
    t.expect(flr_overlap3_box_box(&unit_box, &next), "touching faces");
    next.center.x = flr_real(2) + 8 * flr_real(unit_of_rounding);
    t.expect(!flr_overlap3_box_box(&unit_box, &next), "just apart");
    flr_real r = flr_real(std::sqrt(0.5));
    turned.axes = {flr_vec3_make(r, r, 0), flr_vec3_make(-r, r, 0), vec3(0, 0, 1)};
    turned.center.x = flr_real(2.42);
    t.expect(!flr_overlap3_box_box(&unit_box, &turned), "an edge just before a face");
    turned.center.x = flr_real(2.41);
    t.expect(flr_overlap3_box_box(&unit_box, &turned), "an edge just in a face");
    flr_separation3 s = flr_separation3_box_box(&unit_box, &turned);
    t.expect(s.index == 0 && s.axis.x == 1, "a face comes before an edge");
    flr_aabb3 endless = {vec3(-1, -1, -1), vec3(16777216, 1, 1)};
    flr_box3 behind = {vec3(-1.75, 0, 0), identity, vec3(0.5, 0.5, 0.5)};
    t.expect(!flr_overlap3_aabb_box(&endless, &behind), "A14: before the lower face");
    behind.center.x = flr_real(-1.5);
    t.expect(flr_overlap3_aabb_box(&endless, &behind), "A14: at the lower face");
}

/// Boxes on a lattice whose axes are turned by the angles of 3, 4, 5, so that many touch but for rounding.
flr_box3 box_of_345(random_source &d)
{
    const flr_vec3 plain[3] = {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};
    const bool sloping = d.whole(0, 2) > 0;
    const int turn = d.whole(0, 2), sign = d.whole(0, 1) ? 1 : -1;
    const flr_vec3 u = plain[turn], v = plain[(turn + 1) % 3], w = plain[(turn + 2) % 3];
    const flr_real c = sloping ? flr_real(0.8) : 0, s = sloping ? flr_real(0.6 * sign) : flr_real(sign);
    flr_box3 b;
    b.axes.x = flr_add3(flr_scale3(c, u), flr_scale3(s, v));
    b.axes.y = flr_sub3(flr_scale3(c, v), flr_scale3(s, u));
    b.axes.z = w;
    const int x = d.whole(-4, 4), y = d.whole(-4, 4), z = d.whole(-4, 4);
    b.center = vec3(x, y, z);
    const int h = d.whole(0, 6), k = d.whole(0, 6), l = d.whole(0, 6);
    b.half_extents = vec3(h / 2.0, k / 2.0, l / 2.0);
    return b;
}

/// What rounds to a touch, or just not, does so in either order, also by the question about any two shapes.
void either_order(tally &t)
{
    random_source d{72};
    long close = 0;
    for (int i = 0; i < scenes(100000); ++i) {
        const flr_box3 a = box_of_345(d), b = box_of_345(d);
        if (std::fabs(flr_separation3_box_box(&a, &b).separation) > 100 * flr_real(unit_of_rounding))
            continue;
        ++close;
        flr_shape3 first = {}, second = {};
        first.kind = second.kind = FLR_SHAPE3_BOX;
        first.as.box = a;
        second.as.box = b;
        bool forth = false, back = false;
        flr_overlap3(&first, &second, &forth);
        flr_overlap3(&second, &first, &back);
        t.expect(flr_overlap3_box_box(&a, &b) == flr_overlap3_box_box(&b, &a) && forth == back, "boxes %d",
                 i);
    }
    t.expect(close > scenes(1000), "%ld pairs all but touch", close);
}

/// Numbers go round.
flr_vec3 axis_of(const flr_box3 &b, int i) { return (&b.axes.x)[i % 3]; }
double half_of(const flr_box3 &b, int i) { return double((&b.half_extents.x)[i % 3]); }

struct wide {
    double x, y, z;
    wide operator+(wide v) const { return {x + v.x, y + v.y, z + v.z}; }
    wide operator*(double s) const { return {x * s, y * s, z * s}; }
    double dot(wide v) const { return x * v.x + y * v.y + z * v.z; }
    wide cross(wide v) const { return {y * v.z - z * v.y, z * v.x - x * v.z, x * v.y - y * v.x}; }
    wide unit() const { return *this * (1 / std::sqrt(dot(*this))); }
    flr_vec3 real() const { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }
};
wide wide_of(flr_vec3 v) { return {double(v.x), double(v.y), double(v.z)}; }

/// Turned about a unit vector.
wide turned(wide v, wide about, double angle)
{
    return v * std::cos(angle) + about.cross(v) * std::sin(angle) +
           about * (2 * about.dot(v) * std::pow(std::sin(angle / 2), 2));
}

/// The middle of edge i that lies farthest along n, from the box's centre.
wide edge_along(const flr_box3 &b, int i, wide n)
{
    wide p = {0, 0, 0};
    for (int k = i + 1; k < i + 3; ++k) {
        wide axis = wide_of(axis_of(b, k));
        p = p + axis * (axis.dot(n) < 0 ? -half_of(b, k) : half_of(b, k));
    }
    return p;
}

/// The middles of two edges at a small angle lie a little apart, or a little in one another: by less than the ends of an edge reach over the
/// other's faces, so that no face tells it.
void edges_at_small_angles(tally &t)
{
    random_source d{73};
    long apart = 0, asked = 0;
    for (int k = 0; k < scenes(8000); ++k) {
        flr_box3 a, b;
        a.axes = random_rotation(d).linear;
        a.center = d.point(-1, 1);
        a.half_extents = d.point(0.5, 1);
        b.half_extents = d.point(0.5, 1);
        const int i = d.whole(0, 2), j = d.whole(0, 2);
        const double angle = std::pow(10, d.between(real_choose(-12, -4), -2)), about = d.between(0.3, 1.2),
                     turn = about - d.between(0.3, 1.2), part = d.between(-0.1, 0.1);
        const wide u = wide_of(axis_of(a, i)), v = wide_of(axis_of(a, i + 1)), w = wide_of(axis_of(a, i + 2)),
                   way = v * std::cos(about) + w * std::sin(about);
        flr_vec3 *axes = &b.axes.x;
        axes[j] = turned(u, way, angle).real();
        axes[(j + 1) % 3] = turned(turned(v, u, turn), way, angle).real();
        axes[(j + 2) % 3] = turned(turned(w, u, turn), way, angle).real();
        const wide n = u.cross(wide_of(axes[j])).unit();
        const double gap = part * angle;
        b.center = (wide_of(a.center) + edge_along(a, i, n) + n * gap + edge_along(b, j, n * -1) * -1).real();
        if (std::fabs(gap) < 64 * unit_of_rounding * (box_size(a) + box_size(b))) continue;
        ++asked;
        apart += gap > 0;
        t.expect(flr_overlap3_box_box(&a, &b) == (gap < 0), "at an angle of %g, apart by %g", angle, gap);
        const flr_convex3 p = flr_convex3_box(&a), q = flr_convex3_box(&b);
        t.expect(flr_overlap3_convex_convex(&p, &q, nullptr).overlap == (gap < 0),
                 "by their cores, at an angle of %g, apart by %g", angle, gap);
    }
    t.expect(asked > scenes(1500) && apart > asked / 3 && apart < asked * 2 / 3, "%ld of %ld apart", apart,
             asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(aabb), FEELER_TEST(box), FEELER_TEST(box_box), FEELER_TEST(either_order),
             FEELER_TEST(edges_at_small_angles), FEELER_TEST(traps))

}  // namespace TEST_FILE
