// needs: gmp
// Separating axes of boxes and lists of points against the best of their candidates without rounding; and boxes moved
// to where their yes turns into a no, which must be where they touch.
#include <cmath>
#include <functional>

#include "closest/exact_shapes3.hpp"
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
        generator g{{seed * 16 + static_cast<uint64_t>(&at - places().data())}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

point cross(const point &a, const point &b)
{
    return {big_rational(a[1] * b[2] - a[2] * b[1]), big_rational(a[2] * b[0] - a[0] * b[2]),
            big_rational(a[0] * b[1] - a[1] * b[0])};
}

/// A box as its centre and three half sides.
struct slab {
    point center, half[3];
    big_rational reach(const point &v) const
    {
        return abs(exact3::dot(half[0], v)) + abs(exact3::dot(half[1], v)) + abs(exact3::dot(half[2], v));
    }
};
slab of_box(const flr_box3 &b)
{
    return {exact(b.center),
            {times(double(b.half_extents.x), b.axes.x), times(double(b.half_extents.y), b.axes.y),
             times(double(b.half_extents.z), b.axes.z)}};
}
slab of_aabb(const flr_aabb3 &b)
{
    point low = exact(b.min), high = exact(b.max),
          center = along(point{}, big_rational(1, 2), along(low, 1, high)), half = exact3::sub(high, center);
    return {center, {{half[0], 0, 0}, {0, half[1], 0}, {0, 0, half[2]}}};
}

/// The gap along v, which is not zero, in 512 bits.
big_float separation(const slab &a, const slab &b, const point &v)
{
    big_rational apart = abs(exact3::dot(v, exact3::sub(b.center, a.center)));
    big_float s(apart - a.reach(v) - b.reach(v), 512);
    s /= root(exact3::dot(v, v));
    return s;
}

bool is_zero(const point &v) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }

/// The most over the axes of both and their products.
big_float best_separation(const slab &a, const flr_mat3 &x, const slab &b, const flr_mat3 &y)
{
    const point own[3] = {exact(x.x), exact(x.y), exact(x.z)},
                other[3] = {exact(y.x), exact(y.y), exact(y.z)};
    std::vector<point> axes;
    for (int i = 0; i < 3; ++i) axes.push_back(own[i]), axes.push_back(other[i]);
    for (const point &u : own)
        for (const point &v : other)
            if (!is_zero(cross(u, v))) axes.push_back(cross(u, v));
    big_float most = separation(a, b, axes[0]);
    for (const point &v : axes) {
        big_float next = separation(a, b, v);
        if (next > most) most = next;
    }
    return most;
}

flr_box3 random_box(generator &g)
{
    flr_affine3 pose = random_rotation(g.random);
    if (g.random.whole(0, 2) == 0) pose = signed_permutations()[size_t(g.random.whole(0, 47))];
    return {g.any(), pose.linear, flr_vec3{g.extent(), g.extent(), g.extent()}};
}
double box_size(const flr_box3 &b) { return 2 * double(flr_length3(b.half_extents)); }

const flr_mat3 identity = {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};

void boxes(tally &t)
{
    worst_error two_boxes, aligned;
    long apart = 0, asked = 0;
    everywhere(1, scenes(300), [&](generator &g) {
        flr_box3 a = random_box(g), b = random_box(g);
        b.center = flr_lerp3(b.center, a.center, flr_real(0.6875));
        if (g.random.whole(0, 2) == 0) b.axes = a.axes;  // parallel edges
        double size = size_of({a.center, b.center}, box_size(a) + box_size(b));
        big_float expected = best_separation(of_box(a), a.axes, of_box(b), b.axes);
        two_boxes.add(flr_separation3_box_box(&a, &b).separation, expected, size);
        flr_aabb3 c = {flr_sub3(a.center, a.half_extents), flr_add3(a.center, a.half_extents)};
        aligned.add(flr_separation3_aabb_box(&c, &b).separation,
                    best_separation(of_aabb(c), identity, of_box(b), b.axes), size);
        ++asked;
        apart += expected > 0;
    });
    two_boxes.pin(t, "separation of two boxes", 1.3, 0.35);
    aligned.pin(t, "separation of aabb and box", 0.8, 0.37);
    t.expect(apart * 10 > asked * 3 && apart * 10 < asked * 7, "%ld of %ld apart", apart, asked);
}

void lists(tally &t)
{
    worst_error most, unit, edge;
    everywhere(2, scenes(150), [&](generator &g) {
        flr_vec3 a[4], b[4], axes[6];
        for (auto &p : a) p = g.either();
        for (auto &p : b) p = g.rough();
        for (auto &v : axes) v = g.random.whole(0, 1) ? g.direction() : g.rough_direction();
        flr_segment3 e = {a[0], a[1]}, f = {b[0], b[1]};
        if (g.random.whole(0, 3) == 0)  // nearly parallel
            f.b = flr_add3(f.a, flr_add3(flr_sub3(e.b, e.a),
                                         flr_scale3(flr_real(std::ldexp(g.at.scale, -g.random.whole(0, 18))),
                                                    g.rough_direction())));
        flr_vec3 n = axes[5] = flr_separation3_edge_axis(&e, &f);
        point product = cross(exact3::sub(exact(e.b), exact(e.a)), exact3::sub(exact(f.b), exact(f.a)));
        if (!is_zero(product)) {  // how far the axis leans, as the sine
            big_rational nn = exact3::dot(exact(n), exact(n));
            if (!t.expect(nn > 0, "no axis of edges that are not parallel")) return;
            point off = cross(product, exact(n));
            double ends = size_of({e.a, e.b, f.a, f.b});
            // a rounding of the ends turns a short product by more
            big_rational leaning = exact3::dot(off, off) / (nn * ends * ends * ends * ends);
            edge.add(0, root(leaning), 1);
        }
        big_float best(0, 512);
        bool found = false;
        for (flr_vec3 v : axes) {
            point axis = exact(v);
            if (is_zero(axis)) continue;
            big_rational low_a, high_a, low_b, high_b;
            for (int i = 0; i < 4; ++i) {
                big_rational x = exact3::dot(exact(a[i]), axis), y = exact3::dot(exact(b[i]), axis);
                if (i == 0 || x < low_a) low_a = x;
                if (i == 0 || x > high_a) high_a = x;
                if (i == 0 || y < low_b) low_b = y;
                if (i == 0 || y > high_b) high_b = y;
            }
            big_rational ahead = low_b - high_a, behind = low_a - high_b;
            big_float s(ahead > behind ? ahead : behind, 512);
            s /= root(exact3::dot(axis, axis));
            if (!found || s > best) best = s;
            found = true;
        }
        flr_separation3 s = flr_separation3_points_points(a, 4, b, 4, axes, 6);
        double size = size_of({a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]});
        most.add(s.separation, best, size);
        unit.add(1, root(exact3::dot(exact(s.axis), exact(s.axis))), 1);
        bool meet = flr_overlap3_points_points(a, 4, b, 4, axes, 6, nullptr);
        if (abs(best) > 8 * unit_of_rounding * size)
            t.expect(meet == (best < 0), "overlap %d, separation %g", meet, best.get_d());
    });
    most.pin(t, "separation of two lists", 0.8, 0.25);
    unit.pin(t, "length of the axis", 2, 0.42);
    edge.pin(t, "direction of the axis of two edges", 0.3, 0.3);
}

shape shifted(const flr_box3 &b, double by, flr_vec3 along_this)
{
    point half[3];
    const flr_vec3 axes[3] = {b.axes.x, b.axes.y, b.axes.z};
    const double extent[3] = {double(b.half_extents.x), double(b.half_extents.y), double(b.half_extents.z)};
    for (int i = 0; i < 3; ++i) half[i] = times(extent[i], axes[i]);
    return parallelepiped(along(exact(b.center), big_rational(by), exact(along_this)), half[0], half[1],
                          half[2]);
}

/// Moves the box to two neighbouring centers, of which one overlaps and the other does not: how much the first is apart, or
/// how far the second has to go on along an axis of its own or this way to be so (to within a factor of 2), in ulp of the
/// size.
double turning_point(generator &g, flr_box3 b, const shape &other, double size,
                     const std::function<bool(const flr_box3 &)> &overlap)
{
    flr_vec3 toward = g.rough_direction();
    double near = 0, far = 4 * size / (double(flr_length3(toward)) + 0.1) / g.at.scale;
    auto moved = [&](double s) {
        flr_box3 m = b;
        m.center = flr_mul_add3(b.center, flr_real(s * g.at.scale), toward);
        return m;
    };
    if (!overlap(b) || overlap(moved(far))) return 0;
    for (int i = 0; i < 70; ++i) {
        double middle = (near + far) / 2;
        (overlap(moved(middle)) ? near : far) = middle;
    }
    flr_box3 in = moved(near), out = moved(far);
    double unit = unit_of_rounding * size,
           worst = root(distance_squared(other, shifted(in, 0, toward))).get_d() / unit;
    if (distance_squared(other, shifted(out, 0, toward)) != 0) return worst;
    const flr_vec3 ways[7] = {toward,
                              out.axes.x,
                              out.axes.y,
                              out.axes.z,
                              flr_neg3(out.axes.x),
                              flr_neg3(out.axes.y),
                              flr_neg3(out.axes.z)};
    for (double by = 1.0 / 16; by <= 1e6; by *= 2) {
        for (flr_vec3 way : ways)
            if (distance_squared(other, shifted(out, by * unit, way)) != 0) return std::fmax(worst, by);
    }
    return INFINITY;
}

/// Where a yes turns into a no, the two touch.
void turning_points(tally &t)
{
    double worst_triangle = 0, worst_tetrahedron = 0, worst_quad = 0, worst_rectangle = 0, worst_box = 0,
           worst_aabb = 0;
    everywhere(3, scenes(24), [&](generator &g) {
        flr_box3 b = random_box(g);
        flr_triangle3 s = {g.rough(), g.either(), between{b.center, between{b.center, g.either()}}};
        double size = size_of({b.center, s.a, s.b, s.c}, box_size(b)), offset = std::fabs(g.at.offset);
        double e = turning_point(g, b, of(s), size,
                                 [&](const flr_box3 &m) { return flr_overlap3_box_triangle(&m, &s); });
        worst_triangle = std::fmax(worst_triangle, e);
        flr_tetrahedron h = {s.a, s.b, s.c, g.either()};
        size = size_of({b.center, h.a, h.b, h.c, h.d}, box_size(b));
        e = turning_point(g, b, of(h), size,
                          [&](const flr_box3 &m) { return flr_overlap3_box_tetrahedron(&m, &h); });
        worst_tetrahedron = std::fmax(worst_tetrahedron, e);
        // flat to the last bit: a parallelogram of short numbers
        flr_vec3 u = g.lattice(), v = g.lattice(), w = g.lattice();
        flr_quad3 q = {u, v, flr_add3(v, flr_sub3(w, u)), w};
        shape sheet;
        sheet.sheet4(exact(q.a), exact(q.b), exact(q.c), exact(q.d));
        // where the sheet cuts right through, the corners of the box are rounded in the world
        size = size_of({b.center, q.a, q.b, q.c, q.d}, box_size(b)) + offset;
        e = turning_point(g, b, sheet, size,
                          [&](const flr_box3 &m) { return flr_overlap3_box_quad(&m, &q); });
        worst_quad = std::fmax(worst_quad, e);
        flr_box3 other = random_box(g);
        other.center = between{other.center, b.center, 0.75};
        flr_rectangle3 r = {other.center, other.axes.x, other.axes.y, other.half_extents.x,
                            other.half_extents.y};
        size = size_of({b.center, r.center}, box_size(b) + box_size(other));
        e = turning_point(g, b, of(r), size,
                          [&](const flr_box3 &m) { return flr_overlap3_box_rectangle(&m, &r); });
        worst_rectangle = std::fmax(worst_rectangle, e);
        if (g.random.whole(0, 2)) return;  // the exact answers take longest
        e = turning_point(g, b, of(other), size,
                          [&](const flr_box3 &m) { return flr_overlap3_box_box(&m, &other); });
        worst_box = std::fmax(worst_box, e);
        flr_aabb3 c = {flr_sub3(other.center, other.half_extents),
                       flr_add3(other.center, other.half_extents)};
        e = turning_point(g, b, of(c), size,
                          [&](const flr_box3 &m) { return flr_overlap3_aabb_box(&c, &m); });
        worst_aabb = std::fmax(worst_aabb, e);
    });
    expect_pinned(t, "box and triangle, ulp apart or deep", worst_triangle, real_choose(1.5, 0.1));
    expect_pinned(t, "box and tetrahedron, ulp apart or deep", worst_tetrahedron, real_choose(0.2, 0.1));
    expect_pinned(t, "box and quad, ulp apart or deep", worst_quad, real_choose(0.2, 0.4));
    expect_pinned(t, "box and rectangle, ulp apart or deep", worst_rectangle, real_choose(0.5, 0.2));
    expect_pinned(t, "box and box, ulp apart or deep", worst_box, real_choose(0.4, 0.04));
    if (real_is_float)  // computed in double and rounded nowhere
        t.expect(worst_aabb == 0, "aabb and box: %g ulp apart or deep", worst_aabb);
    else
        expect_pinned(t, "aabb and box, ulp apart or deep", worst_aabb, 0.12);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(boxes), FEELER_TEST(lists), FEELER_TEST(turning_points))

}  // namespace TEST_FILE
