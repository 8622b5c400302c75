// needs: gmp
// Triangles, quads, polygons, tetrahedra and convex polyhedra, concave sheets and flat solids among them, against one
// another and against boxes, rays and lines: in rationals, from all pairs of their faces.
#include "closest/exact_shapes3.hpp"
#include "feeler/overlap3.h"
#include "raycast/exact_cast3.hpp"
#include "support/cmocka.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

enum kind { TRIANGLE, QUAD, POLYGON, TETRAHEDRON, POLYHEDRON, AABB, KINDS };
const char *const names[KINDS] = {"triangle", "quad", "polygon", "tetrahedron", "polyhedron", "aabb"};

struct known {
    kind what;
    std::vector<flr_vec3> v;
    std::vector<uint32_t> indices, first;
    shape exact_shape;
    std::vector<std::vector<size_t>> hulls;  ///< convex parts, by the numbers of their corners

    flr_triangle3 triangle() const { return {v[0], v[1], v[2]}; }
    flr_quad3 quad() const { return {v[0], v[1], v[2], v[3]}; }
    flr_polygon3 polygon() const { return {v.data(), v.size()}; }
    flr_tetrahedron tetrahedron() const { return {v[0], v[1], v[2], v[3]}; }
    flr_polyhedron3 polyhedron() const
    {
        return {v.data(), v.size(), indices.data(), first.data(), first.size() - 1};
    }
    flr_aabb3 aabb() const { return {v[0], v[1]}; }
};

shape sheet_of(const std::vector<flr_vec3> &v, const std::vector<std::vector<size_t>> &hulls)
{
    shape s;
    for (auto &h : hulls)
        for (size_t i = 2; i < h.size(); ++i) s.sheet(exact(v[h[0]]), exact(v[h[i - 1]]), exact(v[h[i]]));
    return s;
}

/// What is known of the vertices, once they are where they are to be.
void finish(known &k)
{
    switch (k.what) {
    case TRIANGLE:
        k.hulls = {{0, 1, 2}};
        k.exact_shape = sheet_of(k.v, k.hulls);
        break;
    case QUAD:  // a reflex corner, if any, is the third
        k.hulls = {{0, 1, 2}, {0, 2, 3}};
        k.exact_shape = sheet_of(k.v, k.hulls);
        break;
    case POLYGON:  // an L, its reflex corner the fourth
        k.hulls = {{3, 4, 5}, {3, 5, 0}, {3, 0, 1}, {3, 1, 2}};
        k.exact_shape = sheet_of(k.v, k.hulls);
        break;
    case TETRAHEDRON:
        k.hulls = {{0, 1, 2, 3}};
        k.exact_shape = of(k.tetrahedron());
        break;
    case POLYHEDRON: {
        k.hulls = {{0, 1, 2, 3, 4, 5, 6, 7}};
        k.exact_shape = shape();
        k.exact_shape.solid = true;
        for (size_t f = 0; f < 6; ++f) {
            const uint32_t *c = &k.indices[k.first[f]];
            k.exact_shape.sheet4(exact(k.v[c[0]]), exact(k.v[c[1]]), exact(k.v[c[2]]), exact(k.v[c[3]]));
        }
        break;
    }
    default: {
        flr_vec3 a = k.v[0], b = k.v[1];
        k.v = {flr_min3(a, b), flr_max3(a, b)};
        k.exact_shape = of(k.aabb());
    }
    }
}

known make(generator &g, kind what)
{
    known k;
    k.what = what;
    double u[3], v[3];
    for (double &x : u) x = g.random.whole(-3, 3);
    for (double &x : v) x = g.random.whole(-3, 3);
    flr_vec3 c = g.lattice();
    auto at = [&](double s, double t) {
        double e = g.at.scale;
        return flr_add3(
            c, vec3((s * u[0] + t * v[0]) * e, (s * u[1] + t * v[1]) * e, (s * u[2] + t * v[2]) * e));
    };
    switch (what) {
    case QUAD: {
        double reach = g.random.whole(0, 1) ? 0.25 : 1;
        k.v = {at(0, 0), at(1, 0), at(reach, reach), at(0, 1)};
        break;
    }
    case POLYGON:
        k.v = {at(0, 0), at(1.5, 0), at(1.5, 0.5), at(0.5, 0.5), at(0.5, 1.5), at(0, 1.5)};
        break;
    case POLYHEDRON: {
        hexahedron h = slanted_box(g);
        k.v = h.vertices;
        k.indices = h.indices;
        k.first = h.first;
        break;
    }
    default:
        for (int i = 0; i < 4; ++i) k.v.push_back(g.either());
        if (what == TRIANGLE) k.v.pop_back();
        if (what == TETRAHEDRON && g.random.whole(0, 3) == 0) k.v[3] = between{k.v[0], k.v[1]};  // flat
        if (g.random.whole(0, 5) == 0) k.v[2] = between{k.v[0], k.v[1]};  // and collinear
    }
    return k;
}

/// In rank; an aabb comes first.
bool ask(const known &a, const known &b)
{
    flr_triangle3 t = b.what == TRIANGLE ? b.triangle() : flr_triangle3{};
    flr_quad3 q = b.what == QUAD ? b.quad() : flr_quad3{};
    flr_polygon3 p = b.what == POLYGON ? b.polygon() : flr_polygon3{};
    flr_tetrahedron e = b.what == TETRAHEDRON ? b.tetrahedron() : flr_tetrahedron{};
    flr_polyhedron3 h = b.what == POLYHEDRON ? b.polyhedron() : flr_polyhedron3{};
    auto with = [&](auto &first, auto *triangle, auto *quad, auto *polygon, auto *tetrahedron,
                    auto *polyhedron) {
        switch (b.what) {
        case TRIANGLE:
            return triangle(&first, &t);
        case QUAD:
            return quad(&first, &q);
        case POLYGON:
            return polygon(&first, &p);
        case TETRAHEDRON:
            return tetrahedron(&first, &e);
        default:
            return polyhedron(&first, &h);
        }
    };
    switch (a.what) {
    case AABB: {
        flr_aabb3 x = a.aabb();
        return with(x, flr_overlap3_aabb_triangle, flr_overlap3_aabb_quad, flr_overlap3_aabb_polygon,
                    flr_overlap3_aabb_tetrahedron, flr_overlap3_aabb_polyhedron);
    }
    case TRIANGLE: {
        flr_triangle3 x = a.triangle();
        return with(x, flr_overlap3_triangle_triangle, flr_overlap3_triangle_quad,
                    flr_overlap3_triangle_polygon, flr_overlap3_triangle_tetrahedron,
                    flr_overlap3_triangle_polyhedron);
    }
    case QUAD: {
        flr_quad3 x = a.quad();
        if (b.what == QUAD) return flr_overlap3_quad_quad(&x, &q);
        if (b.what == POLYGON) return flr_overlap3_quad_polygon(&x, &p);
        if (b.what == TETRAHEDRON) return flr_overlap3_quad_tetrahedron(&x, &e);
        return flr_overlap3_quad_polyhedron(&x, &h);
    }
    case POLYGON: {
        flr_polygon3 x = a.polygon();
        if (b.what == POLYGON) return flr_overlap3_polygon_polygon(&x, &p);
        if (b.what == TETRAHEDRON) return flr_overlap3_polygon_tetrahedron(&x, &e);
        return flr_overlap3_polygon_polyhedron(&x, &h);
    }
    case TETRAHEDRON: {
        flr_tetrahedron x = a.tetrahedron();
        if (b.what == TETRAHEDRON) return flr_overlap3_tetrahedron_tetrahedron(&x, &e);
        return flr_overlap3_tetrahedron_polyhedron(&x, &h);
    }
    default: {
        flr_polyhedron3 x = a.polyhedron();
        return flr_overlap3_polyhedron_polyhedron(&x, &h);
    }
    }
}

bool meets(const shape &a, const shape &b) { return distance_squared(a, b) == 0; }

/// So that a corner, or the middle of two, comes to lie on one of the other's.
void join(random_source &r, const known &a, known &b)
{
    flr_vec3 p = a.v[r.bits() % a.v.size()], q = a.v[r.bits() % a.v.size()], s = b.v[r.bits() % b.v.size()],
             u = b.v[r.bits() % b.v.size()];
    flr_vec3 to = r.whole(0, 1) ? p : flr_lerp3(p, q, flr_real(0.5)),
             from = r.whole(0, 1) ? s : flr_lerp3(s, u, flr_real(0.5));
    flr_vec3 way = flr_sub3(to, from);
    for (auto &v : b.v) v = flr_add3(v, way);
}

/// A few ulp of one coordinate; then sheets of more than three corners are no longer flat, so not for them.
void nudge(random_source &r, known &k)
{
    if (k.what == QUAD || k.what == POLYGON || k.what == POLYHEDRON) return;
    for (auto &v : k.v) {
        int way = r.whole(-2, 2);
        if (way) v.x = std::nextafter(v.x, way > 0 ? flr_real(INFINITY) : -flr_real(INFINITY));
    }
}

struct count {
    long meet = 0, all = 0;
    void done(tally &t, const char *what) const
    {
        std::printf("  %s: %ld of %ld meet\n", what, meet, all);
        t.expect(enough(10 * meet > 3 * all && 10 * meet < 7 * all), "%s: %ld of %ld meet", what, meet, all);
    }
};

void flatten(known &k)
{
    for (auto &v : k.v) v.x *= flr_real(0x1p-20);
}

void compare(tally &t, generator &g, kind i, kind j, bool needles, count &n)
{
    known a = make(g, i), b = make(g, j);
    if (g.random.whole(0, 1)) join(g.random, a, b);
    if (needles) flatten(a), flatten(b);
    if (g.random.whole(0, 3) == 0) nudge(g.random, b);
    finish(a);
    finish(b);
    bool expected = meets(a.exact_shape, b.exact_shape);
    const char *where = needles ? "needles" : g.at.name;
    t.expect(ask(a, b) == expected, "%s %s, %s: exactly %d", names[i], names[j], where, expected);
    if (i == j) t.expect(ask(b, a) == expected, "%s %s, %s: turned", names[i], names[j], where);
    // the order of the corners is no matter
    if (i == TRIANGLE || i == TETRAHEDRON) {
        std::swap(a.v[0], a.v[2]);
        t.expect(ask(a, b) == expected, "%s %s, %s: other corners first", names[i], names[j], where);
    }
    n.meet += expected;
    ++n.all;
}

void faces(tally &t)
{
    count n;
    for (auto &at : places()) {
        if (real_is_float && at.offset != 0) continue;
        generator g{{51}, at};
        for (int i = 0; i < KINDS; ++i)
            for (int j = i == AABB ? 0 : i; j < (i == AABB ? AABB : POLYHEDRON + 1); ++j) {
                if (i == AABB && j == AABB) continue;
                for (int k = 0; k < 8; ++k)
                    compare(t, g, kind(i), kind(j), k % 4 == 3 && at.offset == 0 && at.scale == 1, n);
            }
    }
    n.done(t, "faces");
}

/// Of a shape below z = 0 one to three corners lie there, and of a shape above. Whole numbers that a shear keeps, times 2^-20 so that an ulp
/// of some corners is the distance between the shapes.
void touches(tally &t)
{
    count n;
    random_source r{53};
    const kind kinds[3] = {TRIANGLE, QUAD, TETRAHEDRON};
    for (int k = 0; k < scenes(4000); ++k) {
        known a, b;
        const int tops_a = r.whole(1, 3), tops_b = r.whole(1, 3);
        int shear[3];
        for (int &s : shear) s = r.whole(-5, 5);
        auto build = [&](known &o, int side, int tops) {
            o.what = kinds[r.whole(0, 2)];
            for (int i = 0; i < (o.what == TETRAHEDRON ? 4 : 3); ++i) {
                const double x = r.whole(-2, 2), y = r.whole(-2, 2), z = i < tops ? 0 : side * r.whole(1, 9);
                o.v.push_back(vec3(x, y, z));
            }
            if (o.what == QUAD) o.v.push_back(flr_sub3(flr_add3(o.v[0], o.v[2]), o.v[1]));
            for (flr_vec3 &p : o.v) {
                const double z = double(p.z) + shear[0] * double(p.x) + shear[1] * double(p.y);
                p = vec3((double(p.x) + shear[2] * z) * 0x1p-20, double(p.y) * 0x1p-20, z * 0x1p-20);
            }
        };
        build(a, -1, tops_a);
        build(b, 1, tops_b);
        if (r.whole(0, 3) == 0) nudge(r, b);
        finish(a);
        finish(b);
        const bool expected = meets(a.exact_shape, b.exact_shape);
        if (a.what > b.what) std::swap(a, b);
        t.expect(ask(a, b) == expected, "%s %s touch %d: exactly %d", names[a.what], names[b.what], k,
                 expected);
        n.meet += expected;
        ++n.all;
    }
    n.done(t, "touches");
}

void paths(tally &t)
{
    count n;
    for (auto &at : places()) {
        if (real_is_float && at.offset != 0) continue;
        generator g{{52}, at};
        for (int i = 0; i < AABB; ++i)
            for (int k = 0; k < scenes(40); ++k) {
                known a = make(g, kind(i));
                finish(a);
                flr_vec3 p = a.v[g.random.bits() % a.v.size()], q = a.v[g.random.bits() % a.v.size()];
                flr_vec3 o = g.either(),
                         aim = g.random.whole(0, 2) ? flr_lerp3(p, q, flr_real(0.5)) : g.either();
                flr_vec3 d = flr_sub3(aim, o);
                if (g.random.whole(0, 3) == 0) d = flr_sub3(p, q), o = flr_sub3(aim, d);
                if (g.random.whole(0, 5) == 0) d = g.direction(), o = aim;  // it starts there
                if (g.random.whole(0, 3) == 0) d = flr_neg3(d);
                if (g.random.whole(0, 15) == 0) d = vec3(0, 0, 0);
                flr_ray3 ray = {o, d};
                flr_line3 line = {o, d};
                exact_cast::interval in;
                for (auto &h : a.hulls) {
                    std::vector<exact_cast::point> hull;
                    for (size_t c : h) hull.push_back(exact_cast::from(a.v[c]));
                    // a zero direction asks about the origin: any line through it, at t = 0
                    flr_vec3 way = flr_length_squared3(d) > 0 ? d : vec3(1, 0, 0);
                    auto next = exact_cast::meet(exact_cast::from(o), exact_cast::from(way), hull);
                    if (next.empty) continue;
                    bool at_zero = next.first <= 0 && next.last >= 0;
                    if (flr_length_squared3(d) > 0 || at_zero) in.add(next.first), in.add(next.last);
                }
                bool crosses = !in.empty, ahead = crosses && in.last >= 0, found[2] = {};
                flr_triangle3 triangle;
                flr_quad3 quad;
                flr_polygon3 polygon;
                flr_tetrahedron tetrahedron;
                flr_polyhedron3 polyhedron;
                switch (i) {
                case TRIANGLE:
                    triangle = a.triangle();
                    found[0] = flr_overlap3_ray_triangle(&ray, &triangle);
                    found[1] = flr_overlap3_line_triangle(&line, &triangle);
                    break;
                case QUAD:
                    quad = a.quad();
                    found[0] = flr_overlap3_ray_quad(&ray, &quad);
                    found[1] = flr_overlap3_line_quad(&line, &quad);
                    break;
                case POLYGON:
                    polygon = a.polygon();
                    found[0] = flr_overlap3_ray_polygon(&ray, &polygon);
                    found[1] = flr_overlap3_line_polygon(&line, &polygon);
                    break;
                case TETRAHEDRON:
                    tetrahedron = a.tetrahedron();
                    found[0] = flr_overlap3_ray_tetrahedron(&ray, &tetrahedron);
                    found[1] = flr_overlap3_line_tetrahedron(&line, &tetrahedron);
                    break;
                default:
                    polyhedron = a.polyhedron();
                    found[0] = flr_overlap3_ray_polyhedron(&ray, &polyhedron);
                    found[1] = flr_overlap3_line_polyhedron(&line, &polyhedron);
                }
                t.expect(found[0] == ahead, "ray %s, %s: exactly %d", names[i], at.name, ahead);
                t.expect(found[1] == crosses, "line %s, %s: exactly %d", names[i], at.name, crosses);
                n.meet += ahead;
                ++n.all;
            }
    }
    n.done(t, "rays");
}

/// Where a point is in a sheet: on its edges, or between them and in no other sheet's place.
void sides(tally &t)
{
    count n;
    for (auto &at : places()) {
        if (real_is_float && at.offset != 0) continue;
        generator g{{53}, at};
        for (int i = 0; i <= POLYGON; ++i)
            for (int k = 0; k < scenes(60); ++k) {
                known a = make(g, kind(i));
                finish(a);
                size_t c = a.v.size();
                flr_vec3 u = a.v[g.random.bits() % c], v = a.v[g.random.bits() % c],
                         w = a.v[g.random.bits() % c];
                flr_vec3 p = between{between{u, v}, w};
                if (g.random.whole(0, 2) == 0) p = between{u, v};
                if (g.random.whole(0, 4) == 0) p = g.either();
                shape rim;
                for (size_t e = 0; e < c; ++e)
                    rim.sheet(exact(a.v[e]), exact(a.v[e]), exact(a.v[(e + 1) % c]));
                bool in = distance_squared({exact(p)}, a.exact_shape) == 0;
                flr_side expected = distance_squared({exact(p)}, rim) == 0 ? FLR_BOUNDARY
                                    : in                                   ? FLR_INSIDE
                                                                           : FLR_OUTSIDE;
                flr_triangle3 triangle = {a.v[0], a.v[1], a.v[2]};
                flr_quad3 quad = i == QUAD ? a.quad() : flr_quad3{};
                flr_polygon3 polygon = a.polygon();
                flr_side found = i == TRIANGLE ? flr_contains3_triangle_point(&triangle, p)
                                 : i == QUAD   ? flr_contains3_quad_point(&quad, p)
                                               : flr_contains3_polygon_point(&polygon, p);
                if (i == TRIANGLE) {
                    polygon.count = 3;
                    t.expect(flr_contains3_polygon_point(&polygon, p) == found, "as a polygon");
                }
                t.expect(found == expected, "%s, %s: %d, exactly %d", names[i], at.name, int(found),
                         int(expected));
                n.meet += in;
                ++n.all;
            }
    }
    n.done(t, "points");
    flr_polygon3 none = {nullptr, 0};
    flr_triangle3 any = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    flr_cylinder cylinder = {{0, 0, -1}, {0, 0, 1}, 1};
    t.expect(flr_contains3_polygon_point(&none, any.a) == FLR_OUTSIDE, "no corners");
    t.expect(!flr_overlap3_triangle_polygon(&any, &none) && !flr_overlap3_polygon_polygon(&none, &none) &&
                 !flr_overlap3_cylinder_polygon(&cylinder, &none),
             "no corners: nothing to meet");
}

/// What a list of edges and normals misses.
void known_scenes(tally &t)
{
    flr_tetrahedron big = {{-9, -9, -9}, {27, -9, -9}, {-9, 27, -9}, {-9, -9, 27}},
                    small = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    flr_triangle3 inner = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, beside = {{5, 5, 0}, {6, 5, 0}, {5, 6, 0}};
    flr_quad3 sheet = {{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}},
              level = {{2, 2, 0}, {3, 2, 0}, {3, 3, 0}, {2, 3, 0}};
    t.expect(flr_overlap3_tetrahedron_tetrahedron(&big, &small) &&
                 flr_overlap3_tetrahedron_tetrahedron(&small, &big) &&
                 flr_overlap3_triangle_tetrahedron(&inner, &big),
             "wholly inside");
    t.expect(flr_overlap3_quad_tetrahedron(&sheet, &small), "cut through, the rim far away");
    t.expect(flr_overlap3_quad_quad(&sheet, &level) && flr_overlap3_quad_quad(&level, &sheet),
             "coplanar, one within the other");
    t.expect(!flr_overlap3_triangle_quad(&inner, &level) && flr_overlap3_triangle_quad(&beside, &sheet),
             "A49: coplanar and apart");
    const flr_vec3 u[8] = {vec3(0, 0, 0), vec3(3, 0, 0), vec3(3, 3, 0), vec3(2, 3, 0),
                           vec3(2, 1, 0), vec3(1, 1, 0), vec3(1, 3, 0), vec3(0, 3, 0)};
    flr_polygon3 concave = {u, 8};
    flr_triangle3 in_notch = {vec3(1.25, 2, -1), vec3(1.75, 2, -1), vec3(1.5, 2, 5)};
    flr_quad3 fills = {vec3(1.25, 2, 0), vec3(1.75, 2, 0), vec3(1.75, 4, 0), vec3(1.25, 4, 0)};
    flr_line3 through = {vec3(1.5, 2, 7), vec3(0, 0, 1)};
    t.expect(!flr_overlap3_triangle_polygon(&in_notch, &concave) &&
                 !flr_overlap3_quad_polygon(&fills, &concave) &&
                 !flr_overlap3_line_polygon(&through, &concave),
             "H03: in the notch of a U");
    fills.a.x = 1;
    through.origin.x = 1;
    t.expect(flr_overlap3_quad_polygon(&fills, &concave) && flr_overlap3_line_polygon(&through, &concave),
             "H03: at its side");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(faces), FEELER_TEST(touches), FEELER_TEST(paths), FEELER_TEST(sides),
             FEELER_TEST(known_scenes))

}  // namespace TEST_FILE
