// needs: gmp
/// Paths against axis-aligned boxes, planes, polygons and rectangles, against the definition in exact rationals.
#include <algorithm>

#include "raycast/exact_cast3.hpp"

namespace TEST_FILE
{
namespace
{

using namespace exact_cast;

/// The interval of t in a box: on each axis at once.
bool in_box(const question &q, const point &low, const point &high, number *first, number *last)
{
    bool bounded = q.from_start, ended = q.to_end;
    *first = q.t_min;
    *last = q.t_max;
    for (size_t k = 0; k < 3; ++k) {
        if (q.d[k] == 0) {
            if (q.o[k] < low[k] || q.o[k] > high[k]) return false;
            continue;
        }
        number a = (low[k] - q.o[k]) / q.d[k], b = (high[k] - q.o[k]) / q.d[k];
        if (a > b) std::swap(a, b);
        if (!bounded || a > *first) *first = a;
        if (!ended || b < *last) *last = b;
        bounded = ended = true;
    }
    return *first <= *last;
}

void one_box(tally &t, const flr_raycast3_path &p, const flr_aabb3 &b, long *hits, worst *error,
             worst *point_error)
{
    question q(p);
    number first, last;
    bool expected = in_box(q, from(b.min), from(b.max), &first, &last);
    flr_rayhit3 r = flr_raycast3_ray_aabb(&p, &b);
    *hits += expected;
    if (!t.expect(r.hit == expected, "box: hit %d, not %d", r.hit, expected) || !r.hit) return;
    bool inside = q.from_start && first == q.t_min;
    t.expect(r.t >= p.t_min && r.t_exit <= p.t_max && r.t <= r.t_exit, "box: t %g to %g", double(r.t),
             double(r.t_exit));
    if (first != 0) error->see(std::fabs(number((number(r.t) - first) / first).get_d()) / ULP);
    t.expect(!r.inside || number(number(r.t) - first).get_d() == 0, "box: inside, but not at the start");
    if (inside && q.t_min == 0) t.expect(r.inside, "box: the start lies inside");
    if (r.inside) return;
    t.expect(flr_length3(r.normal) == 1 && flr_dot3(r.normal, p.direction) < 0, "box: normal");
    point at = from(r.point);
    for (size_t k = 0; k < 3; ++k)
        t.expect(at[k] >= from(b.min)[k] && at[k] <= from(b.max)[k], "box: the point is off it");
    double size = length(sub(along(q.o, first, q.d), q.o));
    for (size_t k = 0; k < 3; ++k) size = std::max(size, std::fabs(q.o[k].get_d()));
    if (size > 0) point_error->see(length(sub(at, along(q.o, first, q.d))) / size / ULP);
}

void boxes(tally &t)
{
    random_source random{1};
    long hits = 0;
    worst error, point_error;
    const long count = 30000;
    for (long n = 0; n < count; ++n) {
        bool lattice = n % 2;
        double far = n % 10 == 0 ? 1e6 : n % 10 == 2 ? 1e9 : 3;
        auto pick = [&](double reach) {
            return lattice ? random.lattice_point(-3, 3) : random.point(-reach, reach);
        };
        flr_vec3 a = pick(1), b = pick(1), o = pick(far);
        flr_aabb3 box = {flr_min3(a, b), flr_max3(a, b)};
        // through a corner, an edge, or anywhere near
        flr_vec3 aim = pick(1.2);
        if (random.whole(0, 2) == 0) aim.x = box.max.x, aim.y = box.min.y;
        if (random.whole(0, 5) == 0) aim = box.max;
        if (o.x == aim.x && o.y == aim.y && o.z == aim.z) o.x += 5;
        one_box(t, aimed(o, aim, random.whole(0, lattice ? 2 : KINDS - 1)), box, &hits, &error, &point_error);
    }
    expect_rate(t, "box", hits, count);
    error.expect(t, "t, ulp of itself", 1.5, 0.7);
    point_error.expect(t, "point, ulp of the way", 1.5, 1);
}

void planes(tally &t)
{
    random_source random{2};
    long hits = 0;
    worst off;
    const long count = 4000;
    for (long n = 0; n < count; ++n) {
        double offset = n % 4 == 0 ? 1e6 : 1;
        flr_vec3 o = random.point(-offset, offset), aim = flr_add3(o, random.point(-3, 3));
        flr_vec3 direction = random.point(-1, 1);
        flr_plane3 plane = {flr_scale3(flr_real(std::ldexp(1.0, random.whole(-20, 20))), direction), 0};
        plane.offset = flr_dot3(plane.normal, flr_mul_add3(o, flr_real(2), random.point(-1, 1)));
        flr_raycast3_path p = aimed(o, aim, random.whole(0, KINDS - 1));
        question q(p);
        point normal = from(plane.normal);
        number rate = dot(normal, q.d), at = (number(plane.offset) - dot(normal, q.o)) / rate;
        bool expected = (!q.from_start || at >= q.t_min) && (!q.to_end || at <= q.t_max);
        flr_rayhit3 r = flr_raycast3_ray_plane(&p, &plane);
        hits += expected;
        if (!t.expect(r.hit == expected, "plane: hit %d at t %g", r.hit, at.get_d()) || !r.hit) continue;
        double size = std::max(length(q.o), length(along(q.o, at, q.d)));
        off.see(std::fabs(number(dot(normal, from(r.point)) - number(plane.offset)).get_d()) /
                length(normal) / size / ULP);
        t.expect(flr_dot3(r.normal, p.direction) <= 0 &&
                     std::fabs(double(flr_length3(r.normal)) - 1) < 4 * ULP,
                 "plane: normal");
    }
    expect_rate(t, "plane", hits, count);
    off.expect(t, "off the plane, ulp of size", 1.5, 1.5, {"Ray casts", "plane, halfspace(s), rectangle"});
}

/// Even-odd, with points on the rim told apart.
bool in_polygon(const std::vector<std::array<number, 2>> &v, const number &x, const number &y)
{
    bool odd = false;
    for (size_t i = 0, j = v.size() - 1; i < v.size(); j = i++) {
        number turn = (v[i][0] - v[j][0]) * (y - v[j][1]) - (v[i][1] - v[j][1]) * (x - v[j][0]);
        if (turn == 0 && x >= std::min(v[i][0], v[j][0]) && x <= std::max(v[i][0], v[j][0]) &&
            y >= std::min(v[i][1], v[j][1]) && y <= std::max(v[i][1], v[j][1]))
            return true;
        if ((v[i][1] > y) != (v[j][1] > y) &&
            x < (v[j][0] - v[i][0]) * (y - v[i][1]) / (v[j][1] - v[i][1]) + v[i][0])
            odd = !odd;
    }
    return odd;
}

const int comb[12][2] = {{0, 0}, {6, 0}, {6, 4}, {5, 4}, {5, 1}, {4, 1},
                         {4, 4}, {2, 4}, {2, 2}, {1, 2}, {1, 4}, {0, 4}};
const int star[8][2] = {{0, 3}, {2, 2}, {3, 0}, {4, 2}, {6, 3}, {4, 4}, {3, 6}, {2, 4}};

struct flat {
    flr_vec3 base, u, v;
    flr_vec3 at(double x, double y) const
    {
        return flr_mul_add3(flr_mul_add3(base, flr_real(x), u), flr_real(y), v);
    }
};

/// Lattice planes, so that the polygon is planar and lines meet corners and edges.
flat random_flat(random_source &r)
{
    for (;;) {
        flat f = {r.lattice_point(-4, 4), r.lattice_point(-2, 2), r.lattice_point(-2, 2)};
        flr_vec3 n = flr_cross3(f.u, f.v);
        if (n.x != 0 || n.y != 0 || n.z != 0) return f;
    }
}

/// First t of a line in the plane: tries the ends of all stretches between edges, and the middle of each.
bool along_plane(const question &q, const std::vector<std::array<number, 2>> &v,
                 const std::array<number, 2> &o, const std::array<number, 2> &d, number *first)
{
    std::vector<number> stops;
    if (q.from_start) stops.push_back(q.t_min);
    for (size_t i = 0, j = v.size() - 1; i < v.size(); j = i++) {
        number ex = v[i][0] - v[j][0], ey = v[i][1] - v[j][1], whole = d[0] * ey - d[1] * ex;
        if (whole != 0) stops.push_back(((v[j][0] - o[0]) * ey - (v[j][1] - o[1]) * ex) / whole);
        number dd = d[0] * d[0] + d[1] * d[1];
        stops.push_back(((v[i][0] - o[0]) * d[0] + (v[i][1] - o[1]) * d[1]) / dd);
    }
    std::sort(stops.begin(), stops.end());
    for (auto &s : stops) {
        if ((q.from_start && s < q.t_min) || (q.to_end && s > q.t_max)) continue;
        if (!in_polygon(v, number(o[0] + s * d[0]), number(o[1] + s * d[1]))) continue;
        *first = s;
        return true;
    }
    return false;
}

/// How far the time told is from the exact one, in parts of it (of 1 where it is less), and the point from the exact one, in
/// parts of the largest of what goes in.
struct met {
    worst t{}, point{};
    void see(const question &q, flr_real told, flr_vec3 at, const number &exact_t)
    {
        const double exact = exact_t.get_d();
        t.see(std::fabs(number(number(told) - exact_t).get_d()) / std::fmax(1, std::fabs(exact)) / ULP);
        const exact_cast::point p = along(q.o, exact_t, q.d);
        const double size = std::fmax(std::fmax(length(q.o), length(p)), length(q.d));
        point.see(length(sub(from(at), p)) / size / ULP);
    }
};

void polygons(tally &t)
{
    random_source random{3};
    long hits = 0, in_plane = 0;
    met error;
    const long count = 6000;
    for (long n = 0; n < count; ++n) {
        flat f = random_flat(random);
        size_t corners = n % 3 == 0 ? 12 : n % 3 == 1 ? 8 : 4;
        const int(*shape)[2] = corners == 12 ? comb : corners == 8 ? star : comb;
        std::vector<std::array<number, 2>> v;
        std::vector<flr_vec3> c;
        for (size_t i = 0; i < corners; ++i) {
            v.push_back({number(shape[i][0]), number(shape[i][1])});
            c.push_back(f.at(shape[i][0], shape[i][1]));
        }
        if (random.whole(0, 1)) std::reverse(v.begin(), v.end()), std::reverse(c.begin(), c.end());
        double x = random.whole(-1, 14) / 2.0, y = random.whole(-1, 14) / 2.0;
        flr_vec3 aim = f.at(x, y), o = random.lattice_point(-9, 9);
        bool flat_line = random.whole(0, 3) == 0;
        if (flat_line) {
            x = random.whole(-4, 9), y = random.whole(-4, 9);
            o = f.at(x, y);
        }
        if (o.x == aim.x && o.y == aim.y && o.z == aim.z) continue;
        flr_raycast3_path p = aimed(o, aim, random.whole(0, 2));
        question q(p);
        point base = from(f.base), u = from(f.u), w = from(f.v), normal = cross(u, w);
        number rate = dot(q.d, normal), first;
        bool expected = false;
        std::vector<number> xy, start, step;
        if (rate == 0) {
            if (solve({u, w}, sub(q.o, base), &start) && solve({u, w}, q.d, &step))
                expected = along_plane(q, v, {start[0], start[1]}, {step[0], step[1]}, &first);
            in_plane += expected;
        } else {
            first = dot(sub(base, q.o), normal) / rate;
            expected = solve({u, w}, sub(along(q.o, first, q.d), base), &xy) && in_polygon(v, xy[0], xy[1]) &&
                       (!q.from_start || first >= q.t_min) && (!q.to_end || first <= q.t_max);
        }
        flr_polygon3 polygon = {c.data(), c.size()};
        flr_rayhit3 r = flr_raycast3_ray_polygon(&p, &polygon);
        hits += expected;
        if (!t.expect(r.hit == expected, "polygon %ld: hit %d, not %d", n, r.hit, expected) || !r.hit)
            continue;
        error.see(q, r.t, r.point, first);
        t.expect(flr_dot3(r.normal, p.direction) <= flr_real(1e-5) &&
                     std::fabs(double(flr_length3(r.normal)) - 1) < 4 * ULP,
                 "polygon: normal");
        t.expect(length(cross(from(r.normal), normal)) / length(normal) < 8 * ULP,
                 "polygon: normal off the plane's");
    }
    expect_rate(t, "polygon", hits, count);
    error.t.expect(t, "polygon: t, ulp of itself", 0.5, 0.5);
    error.point.expect(t, "polygon: point, ulp of size", 0.8, 0.8);
    t.expect(in_plane > 300, "only %ld paths run in the plane", in_plane);
}

/// A rectangle along the axes against the same thing as two exact triangles.
void rectangles(tally &t)
{
    random_source random{4};
    long hits = 0, count = 0;
    met error;
    while (count < 4000) {
        int axis = random.whole(0, 2);
        flr_vec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        flr_rectangle3 r = {random.lattice_point(-2, 2), e[axis], e[(axis + 1) % 3],
                            flr_real(random.whole(0, 3)), flr_real(random.whole(1, 3))};
        if (random.whole(0, 1)) std::swap(r.axis_x, r.axis_y);
        flr_vec3 x = flr_scale3(r.half_x, r.axis_x), y = flr_scale3(r.half_y, r.axis_y);
        flr_vec3 c[4] = {flr_sub3(flr_sub3(r.center, x), y), flr_sub3(flr_add3(r.center, x), y),
                         flr_add3(flr_add3(r.center, x), y), flr_add3(flr_sub3(r.center, x), y)};
        flr_vec3 o = random.lattice_point(-5, 5), aim = flr_add3(r.center, random.lattice_point(-2, 2));
        if (o.x == aim.x && o.y == aim.y && o.z == aim.z) continue;
        flr_raycast3_path p = aimed(o, aim, random.whole(0, 2));
        question q(p);
        number expected_t;
        bool expected = q.hit(meet(q.o, q.d, {from(c[0]), from(c[1]), from(c[2]), from(c[3])}), &expected_t);
        flr_raycast3_triangle a = flr_raycast3_ray_rectangle(&p, &r, 0);
        ++count;
        hits += expected;
        if (!t.expect(a.hit == expected, "rectangle %ld: hit %d", count, a.hit) || !a.hit) continue;
        error.see(q, a.t, a.point, expected_t);
        number rate = dot(from(flr_cross3(r.axis_x, r.axis_y)), q.d);
        t.expect(a.front == (rate <= 0), "rectangle: side");
        t.expect(flr_raycast3_ray_rectangle(&p, &r, FLR_RAYCAST_FRONT_ONLY).hit == (rate < 0),
                 "rectangle: culling");
        const int corner[2][3] = {{0, 1, 2}, {0, 2, 3}};
        flr_vec3 at = {0, 0, 0};
        for (int i = 0; i < 3; ++i) at = flr_mul_add3(at, a.barycentric[i], c[corner[a.triangle][i]]);
        t.expect(flr_length3(flr_sub3(at, a.point)) < 64 * ULP, "rectangle %ld: weights", count);
    }
    expect_rate(t, "rectangle", hits, count);
    error.t.expect(t, "rectangle: t, ulp of itself", 0.4, 0.4);
    error.point.expect(t, "rectangle: point, ulp of size", 0.6, 0.6,
                       {"Ray casts", "plane, halfspace(s), rectangle"});
}

}  // namespace

FEELER_TESTS(FEELER_TEST(boxes), FEELER_TEST(planes), FEELER_TEST(polygons), FEELER_TEST(rectangles))

}  // namespace TEST_FILE
