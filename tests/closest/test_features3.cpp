// needs: gmp
// Parameters, weights and features of closest points, each against exact rationals.
#include <cmath>
#include <cstring>

#include "closest/exact_shapes3.hpp"
#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

const int cases = scenes(250);

template <class Body> void everywhere(uint64_t seed, Body body)
{
    for (auto &at : places()) {
        generator g{{seed}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

bool same(const flr_closest3 &a, const flr_closest3 &b) { return std::memcmp(&a, &b, sizeof a) == 0; }
big_rational squared(const point &a) { return exact3::dot(a, a); }
big_float apart(const point &a, const point &b) { return root(squared(exact3::sub(a, b))); }

/// A segment, ray or line as origin + t direction; far ends of rays and lines stand in for what has none.
struct straight {
    point origin, direction;
    bool starts, ends;
    flr_vec3 first, last;

    point at(flr_real t) const { return along(origin, big_rational(double(t)), direction); }
    std::vector<point> core() const
    {
        return {starts ? origin : along(origin, -4096, direction), along(origin, ends ? 1 : 4096, direction)};
    }
};
straight of_line(const flr_line3 &l)
{
    return {exact(l.origin), exact(l.direction), false, false, l.origin, l.origin};
}
straight of_ray(const flr_ray3 &r)
{
    return {exact(r.origin), exact(r.direction), true, false, r.origin, r.origin};
}
straight of_segment(const flr_segment3 &s)
{
    return {exact(s.a), exact3::sub(exact(s.b), exact(s.a)), true, true, s.a, s.b};
}

struct checker {
    tally &t;
    const char *name;
    worst_error distance = {}, points = {};

    void range(const straight &s, flr_real x, flr_vec3 p)
    {
        t.expect(!s.starts || x >= 0, "%s: %g is before the start", name, double(x));
        if (!s.ends) return;
        t.expect(x <= 1, "%s: %g is beyond the end", name, double(x));
        bool at_a = p.x == s.first.x && p.y == s.first.y && p.z == s.first.z;
        bool at_b = p.x == s.last.x && p.y == s.last.y && p.z == s.last.z;
        t.expect((x == 0) == at_a && (x == 1) == (at_b && !at_a), "%s: %g is no end's", name, double(x));
    }
    /// The parameters name the points told, and these are as near as the shapes are.
    void check(generator &g, const flr_parameters3 &r, const flr_closest3 &c, const straight &a,
               const straight &b)
    {
        t.expect(same(r.closest, c), "%s: not the closest pair's bits", name);
        range(a, r.s, c.point_a);
        range(b, r.t, c.point_b);
        double size = size_of({a.first, a.last, b.first, b.last, c.point_a, c.point_b}),
               wide = size + std::fabs(g.at.offset);
        shape other;
        auto ends = b.core();
        other.sheet(ends[0], ends[1], ends[1]);
        distance.add(0, abs(big_float(apart(a.at(r.s), b.at(r.t)) - root(distance_squared(a.core(), other)))),
                     size);
        points.add(0, apart(a.at(r.s), exact(c.point_a)), wide);
        points.add(0, apart(b.at(r.t), exact(c.point_b)), wide);
    }
    void done(double in_double, double in_float)
    {
        points.pin(t, std::string(name) + ": points", in_double, in_float);
    }
};

flr_vec3 way(generator &g) { return flr_scale3(flr_real(g.at.scale), g.direction()); }
flr_segment3 segment(generator &g)
{
    flr_vec3 a = g.either(), b = g.random.whole(0, 9) ? g.either() : a;
    return {a, b};
}

void parameters(tally &t)
{
    checker ss{t, "segment segment"}, sr{t, "segment ray"}, sl{t, "segment line"}, rr{t, "ray ray"},
        rl{t, "ray line"}, ll{t, "line line"}, ps{t, "point segment"}, pr{t, "point ray"},
        pl{t, "point line"};
    everywhere(1, [&](generator &g) {
        flr_segment3 a = segment(g), b = segment(g);
        flr_vec3 o = g.either(), d = way(g), e = g.random.whole(0, 3) ? way(g) : flr_scale3(-2, d),
                 p = g.either();
        flr_ray3 r = {o, d}, q = {p, e};
        flr_line3 l = {p, e}, k = {o, d};
        if (g.random.whole(0, 3) == 0)
            b.b = flr_add3(b.a, flr_sub3(a.b, a.a));  // parallel, where that is exact
        flr_segment3 point_of_p = {p, p};
        ss.check(g, flr_parameters3_segment_segment(&a, &b), flr_closest3_segment_segment(&a, &b),
                 of_segment(a), of_segment(b));
        sr.check(g, flr_parameters3_segment_ray(&a, &r), flr_closest3_segment_ray(&a, &r), of_segment(a),
                 of_ray(r));
        sl.check(g, flr_parameters3_segment_line(&a, &l), flr_closest3_segment_line(&a, &l), of_segment(a),
                 of_line(l));
        rr.check(g, flr_parameters3_ray_ray(&r, &q), flr_closest3_ray_ray(&r, &q), of_ray(r), of_ray(q));
        rl.check(g, flr_parameters3_ray_line(&r, &l), flr_closest3_ray_line(&r, &l), of_ray(r), of_line(l));
        ll.check(g, flr_parameters3_line_line(&k, &l), flr_closest3_line_line(&k, &l), of_line(k),
                 of_line(l));
        straight here = of_segment(point_of_p);
        flr_vec3 x = g.random.whole(0, 3) ? p : between{a.a, a.b};
        here.origin = exact(x);
        here.first = here.last = x;
        ps.check(g, flr_parameters3_point_segment(x, &a), flr_closest3_point_segment(x, &a), here,
                 of_segment(a));
        here.origin = exact(p);
        here.first = here.last = p;
        pr.check(g, flr_parameters3_point_ray(p, &r), flr_closest3_point_ray(p, &r), here, of_ray(r));
        pl.check(g, flr_parameters3_point_line(p, &k), flr_closest3_point_line(p, &k), here, of_line(k));
    });
    for (checker *c : {&ss, &sr, &sl, &ps}) c->done(1, 1);
    for (checker *c : {&rr, &pr, &pl}) c->done(1.5, 1.6);
    for (checker *c : {&rl, &ll}) c->done(2, 1.6);
    worst_error farther;  // of second order
    for (checker *c : {&ss, &sr, &sl, &rr, &rl, &ll, &ps, &pr, &pl})
        farther.worst = std::fmax(farther.worst, c->distance.worst);
    farther.pin(t, "points, farther than the shapes", 1.5e-15, 5e-7);
}

void plane(tally &t)
{
    worst_error off;
    everywhere(2, [&](generator &g) {
        flr_vec3 n = g.random.whole(0, 1) ? g.direction() : g.rough_direction(), p = g.rough();
        flr_plane3 h = {n, flr_dot3(n, g.either())};
        flr_parameters3 r = flr_parameters3_point_plane(p, &h);
        t.expect(same(r.closest, flr_closest3_point_plane(p, &h)), "not the closest pair's bits");
        big_rational expected =
            (exact3::dot(exact(n), exact(p)) - big_rational(double(h.offset))) / squared(exact(n));
        off.add(r.t, big_float(expected, 512), std::fabs(expected.get_d()));
    });
    off.pin(t, "t of a plane, roundings of itself", 2, 0.6);
    // A01: by the length, not by its square
    flr_plane3 h = {vec3(0, 0, 2), 0}, unit = {vec3(0, 0, 1), 5};
    flr_parameters3 r = flr_parameters3_point_plane(vec3(0, 0, 3), &h);
    t.expect(r.closest.distance == 3 && r.t == flr_real(1.5), "A01");
    flr_closest3 c = flr_closest3_point_unit_plane(vec3(1, 2, 3), &unit);
    t.expect(c.distance == 2 && c.point_b.z == 5 && c.point_b.x == 1, "a unit normal");
    t.expect(flr_plane3_value(&h, vec3(1, 1, -4)) == -8, "the value");
}

typedef std::vector<point> corners;

/// Exact weights of the foot, by normal equations.
std::vector<big_rational> exact_weights(const corners &c, const point &p)
{
    size_t n = c.size() - 1;
    std::vector<std::vector<big_rational>> m(n, std::vector<big_rational>(n + 1));
    for (size_t i = 0; i < n; ++i) {
        point u = exact3::sub(c[i + 1], c[0]);
        for (size_t j = 0; j < n; ++j) m[i][j] = exact3::dot(u, exact3::sub(c[j + 1], c[0]));
        m[i][n] = exact3::dot(u, exact3::sub(p, c[0]));
    }
    for (size_t k = 0; k < n; ++k) {
        size_t pivot = k;
        while (pivot < n && m[pivot][k] == 0) ++pivot;
        if (pivot == n) return {};
        std::swap(m[k], m[pivot]);
        for (size_t i = 0; i < n; ++i) {
            if (i == k || m[i][k] == 0) continue;
            big_rational f = m[i][k] / m[k][k];
            for (size_t j = k; j <= n; ++j) m[i][j] -= f * m[k][j];
        }
    }
    std::vector<big_rational> w(n + 1);
    w[0] = 1;
    for (size_t k = 0; k < n; ++k) {
        w[k + 1] = m[k][n] / m[k][k];
        w[0] -= w[k + 1];
    }
    return w;
}

point blend(const corners &c, const flr_real *w)
{
    point sum;
    for (size_t i = 0; i < c.size(); ++i) sum = along(sum, big_rational(double(w[i])), c[i]);
    return sum;
}

/// The weights give the foot back; `said` is what the call returned.
void check_weights(tally &t, worst_error &off, const corners &c, flr_vec3 p, bool said, const flr_real *w,
                   double size)
{
    auto expected = exact_weights(c, exact(p));
    t.expect(said == !expected.empty(), "%zu corners: degenerate told %d", c.size(), !said);
    if (expected.empty()) return;
    double most = 0;
    point difference;
    big_rational sum = 0;
    for (size_t i = 0; i < c.size(); ++i) {
        most = std::fmax(most, std::fabs(double(w[i])));
        difference = along(difference, big_rational(big_rational(double(w[i])) - expected[i]),
                           exact3::sub(c[i], c[0]));
        sum += big_rational(double(w[i]));
    }
    off.add(0, root(squared(difference)), size * most);
    t.expect(std::fabs(big_rational(sum - 1).get_d()) <= 4 * unit_of_rounding * most, "the sum is off");
}

void barycentric(tally &t)
{
    worst_error of_segments, of_triangles, of_tetrahedra;
    everywhere(3, [&](generator &g) {
        bool rough = g.random.whole(0, 1);
        flr_vec3 a = rough ? g.rough() : g.lattice(), b = rough ? g.rough() : g.lattice(),
                 c = rough ? g.rough() : g.lattice(), d = rough ? g.rough() : g.lattice(), p = g.rough();
        int kind = g.random.whole(0, 3);
        if (kind == 0) c = flr_lerp3(between{a, b}, c, flr_real(0x1p-20));  // a needle
        if (kind == 1) d = flr_lerp3(between{between{a, b}, c}, d, flr_real(0x1p-20));
        double size = size_of({a, b, c, d, p});
        if (size == 0) return;
        flr_segment3 s = {a, b};
        flr_triangle3 r = {a, b, c};
        flr_tetrahedron h = {a, b, c, d};
        flr_real w[4];
        bool said = flr_barycentric3_segment_point(&s, p, w);
        check_weights(t, of_segments, {exact(a), exact(b)}, p, said, w, size);
        said = flr_barycentric3_triangle_point(&r, p, w);
        check_weights(t, of_triangles, {exact(a), exact(b), exact(c)}, p, said, w, size);
        said = flr_barycentric3_tetrahedron_point(&h, p, w);
        check_weights(t, of_tetrahedra, {exact(a), exact(b), exact(c), exact(d)}, p, said, w, size);
    });
    of_segments.pin(t, "weights of segments", 0.6, 0.6);
    of_triangles.pin(t, "weights of triangles", 1, 0.6);
    of_tetrahedra.pin(t, "weights of tetrahedra", 0.7, 0.6);
}

shape hull_of(const corners &c)
{
    shape s;
    if (c.size() == 4) {
        s.solid = true;
        s.sheet(c[0], c[1], c[2]);
        s.sheet(c[0], c[1], c[3]);
        s.sheet(c[0], c[2], c[3]);
        s.sheet(c[1], c[2], c[3]);
    } else {
        s.sheet(c[0], c[c.size() > 1 ? 1 : 0], c.back());
    }
    return s;
}

struct region_check {
    tally &t;
    worst_error distance = {}, points = {};
    long parts[5] = {0, 0, 0, 0, 0};

    /// The part named comes as near as the whole, all of it has weight, and the weights name the point.
    void check(const flr_region3 &r, const corners &c, const shape &from, double size, double wide)
    {
        corners part;
        for (size_t i = 0; i < 4; ++i) {
            bool in = r.corners >> i & 1;
            t.expect(in == (r.weights[i] > 0), "corner %zu: weight %g", i, double(r.weights[i]));
            if (i < c.size() && in) part.push_back(c[i]);
        }
        if (!t.expect(!part.empty() && part.size() <= c.size(), "no part")) return;
        ++parts[part.size()];
        auto gap = [&](const corners &x) { return root(distance_squared(from, hull_of(x))); };
        distance.add(0, abs(big_float(gap(part) - gap(c))), size);
        points.add(0, apart(blend(c, r.weights), exact(r.point)), wide);
    }
};

void regions(tally &t)
{
    region_check k{t};
    everywhere(4, [&](generator &g) {
        flr_vec3 a = g.either(), b = g.either(), c = g.random.whole(0, 5) ? g.either() : between{a, b},
                 d = g.either(),
                 p = g.random.whole(0, 2) ? g.either() : between{between{a, b}, between{c, d}};
        if (g.random.whole(0, 5) == 0) p = between{a, c};
        double size = size_of({a, b, c, d, p}), wide = size + std::fabs(g.at.offset);
        flr_segment3 s = {a, b};
        flr_triangle3 r = {a, b, c};
        flr_tetrahedron h = {a, b, c, d};
        shape here = of(flr_triangle3{p, p, p});
        k.check(flr_region3_segment_point(&s, p), {exact(a), exact(b)}, here, size, wide);
        k.check(flr_region3_triangle_point(&r, p), {exact(a), exact(b), exact(c)}, here, size, wide);
        k.check(flr_region3_tetrahedron_point(&h, p), {exact(a), exact(b), exact(c), exact(d)}, here, size,
                wide);
    });
    t.expect(k.distance.worst == 0, "a part is %.3g farther than the whole", k.distance.worst);
    k.points.pin(t, "the point that the weights name", 2, 2);
    for (int n = 1; n <= 4; ++n) t.expect(k.parts[n] > scenes(100), "%ld parts of %d corners", k.parts[n], n);
}

/// All 14 regions of a tetrahedron and its inside, by whole numbers.
void regions_of_a_tetrahedron(tally &t)
{
    flr_tetrahedron h = {vec3(0, 0, 0), vec3(4, 0, 0), vec3(0, 4, 0), vec3(0, 0, 4)};
    const struct {
        double x, y, z;
        unsigned corners;
    } known[] = {{-1, -1, -1, 1}, {9, -1, -1, 2}, {-1, 9, -1, 4}, {-1, -1, 9, 8}, {2, -1, -1, 3},
                 {-1, 2, -1, 5},  {-1, -1, 2, 9}, {5, 5, -1, 6},  {5, -1, 5, 10}, {-1, 5, 5, 12},
                 {1, 1, -1, 7},   {1, -1, 1, 11}, {-1, 1, 1, 13}, {3, 3, 3, 14},  {1, 1, 1, 15},
                 {1, 1, 0, 7},    {0, 0, 0, 1},   {2, 0, 0, 3}};
    for (int turned = 0; turned < 2; ++turned) {
        for (auto &k : known) {
            flr_region3 r = flr_region3_tetrahedron_point(&h, vec3(k.x, k.y, k.z));
            unsigned found = r.corners;
            if (turned) found = (found & 9) | (found & 2) << 1 | (found & 4) >> 1;
            t.expect(found == k.corners, "(%g, %g, %g): corners %u", k.x, k.y, k.z, found);
        }
        std::swap(h.b, h.c);  // A15: the other winding
    }
}

void pairs(tally &t)
{
    worst_error points;
    long meets = 0, asked = 0;
    everywhere(5, [&](generator &g) {
        flr_triangle3 a = {g.either(), g.either(), g.either()}, b = {g.either(), g.either(), g.either()};
        flr_segment3 s = {a.a, a.b};
        double wide = size_of({a.a, a.b, a.c, b.a, b.b, b.c}) + std::fabs(g.at.offset);
        flr_regions3 r = flr_regions3_segment_triangle(&s, &b), q = flr_regions3_triangle_triangle(&a, &b);
        flr_closest3 c = flr_closest3_segment_triangle(&s, &b), d = flr_closest3_triangle_triangle(&a, &b);
        t.expect(same({r.distance, r.a.point, r.b.point}, c), "segment triangle: other bits");
        t.expect(same({q.distance, q.a.point, q.b.point}, d), "triangle triangle: other bits");
        corners first = {exact(a.a), exact(a.b), exact(a.c)}, second = {exact(b.a), exact(b.b), exact(b.c)};
        points.add(0, apart(blend({first[0], first[1]}, r.a.weights), exact(r.a.point)), wide);
        points.add(0, apart(blend(second, r.b.weights), exact(r.b.point)), wide);
        points.add(0, apart(blend(first, q.a.weights), exact(q.a.point)), wide);
        points.add(0, apart(blend(second, q.b.weights), exact(q.b.point)), wide);
        for (int i = 0; i < 4; ++i)
            t.expect((q.a.corners >> i & 1) == (q.a.weights[i] > 0) &&
                         (r.b.corners >> i & 1) == (r.b.weights[i] > 0),
                     "corner %d and its weight", i);
        ++asked;
        meets += q.distance == 0;
    });
    points.pin(t, "points that weights name", 2, 2);
    std::printf("  %ld of %ld meet\n", meets, asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(parameters), FEELER_TEST(plane), FEELER_TEST(barycentric), FEELER_TEST(regions),
             FEELER_TEST(regions_of_a_tetrahedron), FEELER_TEST(pairs))

}  // namespace TEST_FILE
