// needs: gmp
/// Paths against segments, triangles, parallelograms and tetrahedra: yes or no exactly, the rest within bounds,
/// against the definition in exact rationals.
#include "math/flat3.hpp"
#include "raycast/exact_cast3.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using namespace exact_cast;
typedef std::vector<flr_vec3> points;

/// Where to aim: at a corner, at an edge, along an edge, inside, or just about at an edge.
flr_vec3 target(const points &c, random_source &r)
{
    size_t n = c.size();
    size_t i = size_t(r.whole(0, int(n) - 1)), j = size_t(r.whole(0, int(n) - 1));
    flr_real s = flr_real(r.between(-0.3, 1.3));
    switch (r.whole(0, 6)) {
    case 0:
        return c[i];
    case 1:
        return flr_lerp3(c[i], c[j], flr_real(0.5));
    case 2:
        return flr_lerp3(c[i], c[j], s);
    default: {
        flr_vec3 p = flr_vec3_make(0, 0, 0);
        double left = 1;
        for (size_t k = 0; k + 1 < n; ++k) {
            double w = r.between(-0.15, 1) * left;
            left -= w;
            p = flr_mul_add3(p, flr_real(w), c[k]);
        }
        return flr_mul_add3(p, flr_real(left), c[n - 1]);
    }
    }
}

struct answer {
    bool hit;
    flr_real t;
    flr_vec3 point;
    bool inside;
};

typedef answer ask_fn(const flr_raycast3_path &, const points &);

answer of(const flr_rayhit3 &r) { return {r.hit, r.t, r.point, r.inside}; }
answer of(const flr_raycast3_triangle &r) { return {r.hit, r.t, r.point, r.inside}; }

answer ask_segment(const flr_raycast3_path &p, const points &c)
{
    flr_segment3 s = {c[0], c[1]};
    return of(flr_raycast3_ray_segment(&p, &s));
}
answer ask_triangle(const flr_raycast3_path &p, const points &c)
{
    flr_triangle3 s = {c[0], c[1], c[2]};
    return of(flr_raycast3_ray_triangle(&p, &s, 0));
}
answer ask_tetrahedron(const flr_raycast3_path &p, const points &c)
{
    flr_tetrahedron s = {c[0], c[1], c[2], c[3]};
    return of(flr_raycast3_ray_tetrahedron(&p, &s));
}
/// The fourth point is replaced by the exact fourth corner in the reference.
answer ask_parallelogram(const flr_raycast3_path &p, const points &c)
{
    flr_triangle3 s = {c[0], c[1], c[2]};
    return of(flr_raycast3_ray_parallelogram(&p, &s, 0));
}

std::vector<point> exact_corners(const points &c, bool parallelogram)
{
    std::vector<point> e;
    for (auto p : c) e.push_back(from(p));
    if (parallelogram) e.push_back(along(sub(e[1], e[0]), 1, e[2]));
    return e;
}

double size_of(const question &q, const std::vector<point> &c, const number &t)
{
    double size = std::fabs(t.get_d()) * length(q.d);
    for (auto &p : c) size = std::max(size, length(sub(p, q.o)));
    for (size_t k = 0; k < 3; ++k) size = std::max(size, std::fabs(q.o[k].get_d()));
    return size;
}

/// How far the reported point is from the line, and from the plane of the first three corners.
void measure(const question &q, const std::vector<point> &c, const answer &a, const number &t,
             worst *off_line, worst *off_plane)
{
    double size = size_of(q, c, t) * ULP, step = length(q.d);
    if (!(size > 1e-290) || !(step > 0)) return;
    off_line->see(length(cross(sub(from(a.point), q.o), q.d)) / step / size);
    if (c.size() != 3) return;
    point n = cross(sub(c[1], c[0]), sub(c[2], c[0]));
    if (dot(n, n) == 0) return;
    number height = dot(sub(from(a.point), c[0]), n);
    double off = big_float(big_float(height, 400) / sqrt(big_float(dot(n, n), 400))).get_d();
    off_plane->see(std::fabs(off) / size);
}

struct run {
    const char *name;
    ask_fn *ask;
    size_t corners;
    bool parallelogram = false;
    long hits = 0, count = 0;
    worst off_line{}, off_plane{};
};

void one(tally &t, run &r, const flr_raycast3_path &p, const points &c, const char *kind)
{
    question q(p);
    std::vector<point> e = exact_corners(c, r.parallelogram);
    number expected_t;
    interval i = meet(q.o, q.d, e);
    bool expected = q.hit(i, &expected_t);
    answer a = r.ask(p, c);
    ++r.count;
    r.hits += expected;
    if (!t.expect(a.hit == expected, "%s, %s: hit %d, not %d (case %ld)", r.name, kind, a.hit, expected,
                  r.count))
        return;
    if (!a.hit) return;
    t.expect(p.is_point || (a.t >= p.t_min && a.t <= p.t_max), "%s, %s: t %g is out of range", r.name, kind,
             double(a.t));
    t.expect(flr_is_finite3(a.point), "%s, %s: the point is not finite", r.name, kind);
    measure(q, e, a, expected_t, &r.off_line, &r.off_plane);
}

void families(tally &t, run &r)
{
    random_source random{1000 + r.corners};
    for (int f = 0; f < flat3::FAMILIES; ++f) {
        if (!flat3::fits(flat3::family(f))) continue;
        // products of the t of a range and a direction underflow where all is vanishing
        long number = f == flat3::VANISHING ? 100 : f == flat3::HUGE_ONES ? 100 : 700;
        for (long n = 0; n < number; ++n) {
            flat3::scene s = flat3::make(flat3::family(f), random);
            points c;
            for (size_t i = 0; i < r.corners; ++i) c.push_back(flat3::vec3(s[i]));
            flr_vec3 o = flat3::vec3(s[5]);
            flr_vec3 aim = target(c, random);
            flr_raycast3_path p = aimed(o, aim, random.whole(0, f == flat3::VANISHING ? 1 : KINDS - 1));
            if (n >= scenes(400)) continue;  // the same ones whether all are looked at or some
            one(t, r, p, c, flat3::name(flat3::family(f)));
        }
    }
}

/// Lattice points: through corners and edges, in the plane, along edges, flat shapes, starts on the shape.
void lattice(tally &t, run &r)
{
    random_source random{2000 + r.corners};
    for (long n = 0; n < scenes(2000); ++n) {
        int range = n % 2 ? 1 : 2;
        points c;
        for (size_t i = 0; i < r.corners; ++i) c.push_back(random.lattice_point(-range, range));
        flr_vec3 o = random.lattice_point(-range, range);
        flr_vec3 aim = random.whole(0, 2) ? random.lattice_point(-range, range)
                                          : c[size_t(random.whole(0, int(r.corners) - 1))];
        flr_vec3 d = flr_sub3(aim, o);
        if (d.x == 0 && d.y == 0 && d.z == 0) continue;
        flr_raycast3_path p = aimed(o, aim, random.whole(0, 2));
        if (random.whole(0, 3) == 0) p = flr_raycast3_path_make(o, d, flr_real(random.whole(-1, 1)), 2);
        one(t, r, p, c, "lattice");
    }
}

void segments(tally &t)
{
    run r{"segment", ask_segment, 2};
    random_source random{7};
    for (long n = 0; n < 6000; ++n) {  // lines meet segments only where they are made to
        points c = {random.lattice_point(-2, 2), random.lattice_point(-2, 2)};
        flr_vec3 o = random.lattice_point(-2, 2);
        flr_vec3 aim = random.whole(0, 3) ? flr_lerp3(c[0], c[1], flr_real(random.whole(-1, 5)) / 4)
                                          : random.lattice_point(-2, 2);
        if (random.whole(0, 5) == 0) o = flr_lerp3(c[0], c[1], flr_real(random.whole(-2, 2)));
        if (o.x == aim.x && o.y == aim.y && o.z == aim.z) continue;
        one(t, r, aimed(o, aim, random.whole(0, 2)), c, "lattice");
    }
    expect_rate(t, r.name, r.hits, r.count);
    r.off_line.expect(t, "segment: off the line, ulp of size", 0.2, 0.3, {"Ray casts", "segment"});
}

void triangles(tally &t)
{
    run r{"triangle", ask_triangle, 3};
    families(t, r);
    expect_rate(t, "triangle, families", r.hits, r.count);
    run l{"triangle", ask_triangle, 3};
    lattice(t, l);
    expect_rate(t, "triangle, lattice", l.hits, l.count);
    r.off_line.expect(
        t, "triangle: off the line, ulp of size", 0.6, 0.6,
        {"Ray casts", "triangle, parallelogram, quad, polygon, tetrahedron, polyhedron, mesh", 1, 1});
    r.off_plane.expect(
        t, "triangle: off the plane, ulp of size", 2, 0.6,
        {"Ray casts", "triangle, parallelogram, quad, polygon, tetrahedron, polyhedron, mesh"});
}

/// The side, the normal and the weights of a crossing, and culling.
void sides_normals_weights(tally &t)
{
    random_source random{31};
    worst tilt, weights;
    long fronts = 0, count = 0;
    for (long n = 0; n < scenes(2000); ++n) {
        flat3::family f = flat3::family(n % flat3::VANISHING);
        flat3::scene s = flat3::make(f, random);
        points c = {flat3::vec3(s[0]), flat3::vec3(s[1]), flat3::vec3(s[2])};
        flr_triangle3 triangle = {c[0], c[1], c[2]};
        flr_vec3 aim = target(c, random);
        flr_raycast3_path p = aimed(flat3::vec3(s[5]), aim, random.whole(0, 2));
        flr_raycast3_triangle r = flr_raycast3_ray_triangle(&p, &triangle, 0);
        question q(p);
        auto e = exact_corners(c, false);
        point normal = cross(sub(e[1], e[0]), sub(e[2], e[0]));
        int side = sgn(number(-dot(q.d, normal)));
        if (!r.hit || side == 0 || p.is_point) continue;
        ++count;
        fronts += side > 0;
        t.expect(r.front == (side > 0), "%s: the wrong side", flat3::name(f));
        t.expect(flr_raycast3_ray_triangle(&p, &triangle, FLR_RAYCAST_FRONT_ONLY).hit == r.front,
                 "%s: culling", flat3::name(f));
        t.expect(r.triangle == 0 && !r.inside, "%s: number or inside", flat3::name(f));
        point told = from(r.normal);
        tilt.see(length(cross(told, normal)) / length(normal) / ULP);
        t.expect(dot(told, q.d).get_d() <= 2 * ULP * length(q.d), "%s: the normal does not face the path",
                 flat3::name(f));
        t.expect(std::fabs(length(told) - 1) <= 4 * ULP, "%s: the normal is not unit", flat3::name(f));
        point at = {0, 0, 0};
        number sum = 0;
        for (size_t i = 0; i < 3; ++i) {
            t.expect(r.barycentric[i] >= 0 && r.barycentric[i] <= 1, "%s: weight %zu", flat3::name(f), i);
            at = along(at, number(r.barycentric[i]), e[i]);
            sum += number(r.barycentric[i]);
        }
        t.expect(std::fabs(number(sum - 1).get_d()) <= 2 * ULP, "%s: the weights' sum", flat3::name(f));
        // off the line, as seen across the face
        double cosine = std::fabs(big_float(dot(normal, q.d)).get_d()) / length(normal) / length(q.d);
        weights.see(length(cross(sub(at, q.o), q.d)) / length(q.d) * cosine /
                    (size_of(q, e, number(r.t)) * ULP));
    }
    expect_rate(t, "front", fronts, count);
    tilt.expect(t, "normal off the exact one, ulp", 4, 0.5,
                {"Ray casts", "triangle, parallelogram, quad, polygon, tetrahedron, polyhedron, mesh", 2, 1});
    weights.expect(t, "weights: off the line across the face, ulp of size", 2.5, 0.6,
                   {"Ray casts", "triangle, parallelogram, quad, polygon, tetrahedron, polyhedron, mesh", 2});
}

bool in_triangle(const point &a, const point &b, const point &c, const question &q, number *first)
{
    return q.hit(meet(q.o, q.d, {a, b, c}), first);
}

/// Planar quads on a lattice in a slanting plane: convex ones, and ones with one reflex corner in each place.
void quads(tally &t)
{
    random_source random{32};
    long hits = 0, count = 0;
    while (count < 3000) {
        flr_vec3 base = random.lattice_point(-3, 3), u = random.lattice_point(-2, 2),
                 v = random.lattice_point(-2, 2);
        flr_vec3 n = flr_cross3(u, v);
        if (n.x == 0 && n.y == 0 && n.z == 0) continue;
        // b and d on either side of the diagonal a c, which lies inside; then turned around
        int reflex = random.whole(-1, 1), turns = random.whole(0, 3);
        int along_c = 4, bx = random.whole(1, 3), by = -random.whole(1, 3), dx = random.whole(1, 3),
            dy = random.whole(1, 3);
        if (reflex < 0)
            bx = -random.whole(1, 2), dx = -random.whole(1, 2);  // a is reflex, the quad an arrow head
        if (reflex > 0) bx = 4 + random.whole(1, 2), dx = 4 + random.whole(1, 2);
        flr_vec3 corner[4] = {base, flr_mul_add3(flr_mul_add3(base, flr_real(bx), u), flr_real(by), v),
                              flr_mul_add3(base, flr_real(along_c), u),
                              flr_mul_add3(flr_mul_add3(base, flr_real(dx), u), flr_real(dy), v)};
        points c;
        for (int i = 0; i < 4; ++i) c.push_back(corner[(i + turns) % 4]);
        flr_quad3 quad = {c[0], c[1], c[2], c[3]};
        flr_vec3 o = random.lattice_point(-9, 9),
                 aim = random.whole(0, 2) ? random.lattice_point(-9, 9) : target(c, random);
        if (random.whole(0, 4) == 0) aim = flr_lerp3(c[0], c[2], flr_real(random.whole(0, 4)) / 4);
        if (o.x == aim.x && o.y == aim.y && o.z == aim.z) continue;
        flr_raycast3_path p = aimed(o, aim, random.whole(0, 2));
        question q(p);
        number first, second;
        point a = from(corner[0]), b = from(corner[1]), cc = from(corner[2]), d = from(corner[3]);
        bool one = in_triangle(a, b, cc, q, &first), two = in_triangle(a, cc, d, q, &second);
        number expected = !two || (one && first < second) ? first : second;
        flr_raycast3_triangle r = flr_raycast3_ray_quad(&p, &quad, 0);
        ++count;
        hits += one || two;
        if (!t.expect(r.hit == (one || two), "quad %ld: hit %d", count, r.hit) || !r.hit) continue;
        t.expect(std::fabs(r.t - expected.get_d()) <= 64 * ULP * (1 + std::fabs(expected.get_d())),
                 "quad %ld: t", count);
        // the diagonal goes through the corners a and c of the construction
        bool split_at_b = turns % 2 == 1 && reflex != 0;
        size_t start = split_at_b ? 1 : 0, k[2][3] = {{0, 1, 2}, {0, 2, 3}};
        flr_vec3 at = flr_vec3_make(0, 0, 0);
        for (size_t i = 0; i < 3; ++i)
            at = flr_mul_add3(at, r.barycentric[i], c[(start + k[r.triangle][i]) % 4]);
        t.expect(flr_length3(flr_sub3(at, r.point)) < 1000 * ULP, "quad %ld: weights", count);
    }
    expect_rate(t, "quad", hits, count);
}

void parallelograms(tally &t)
{
    run r{"parallelogram", ask_parallelogram, 3};
    r.parallelogram = true;
    families(t, r);
    lattice(t, r);
    expect_rate(t, r.name, r.hits, r.count);
}

void tetrahedra(tally &t)
{
    run r{"tetrahedron", ask_tetrahedron, 4};
    families(t, r);
    lattice(t, r);
    expect_rate(t, r.name, r.hits, r.count);
    r.off_line.expect(t, "tetrahedron: off the line, ulp of size", 0.8, 0.7);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(segments), FEELER_TEST(triangles), FEELER_TEST(sides_normals_weights),
             FEELER_TEST(quads), FEELER_TEST(parallelograms), FEELER_TEST(tetrahedra))

}  // namespace TEST_FILE
