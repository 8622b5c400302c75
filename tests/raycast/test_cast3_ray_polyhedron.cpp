// needs: gmp
// Paths against convex polyhedra by their faces: hit, t and faces against the interval of t in rationals. Numbers of faces of
// other solids, paths along sheets, and the nearest of many.
#include "closest/exact_shapes3.hpp"
#include "feeler/batch3.h"
#include "raycast/exact_cast3.hpp"
#include "support/poses.hpp"

namespace TEST_FILE
{

using exact_cast::number;
using exact_cast::point;
using exact_cast::worst;

namespace
{

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

/// Six times the volume of a face's first three corners and a point, exactly: 0 in its plane.
number over_face(const exact_shapes::hexahedron &h, uint32_t face, const point &p)
{
    const uint32_t *i = &h.indices[h.first[face]];
    point a = exact_cast::from(h.vertices[i[0]]), u = exact_cast::sub(exact_cast::from(h.vertices[i[1]]), a),
          v = exact_cast::sub(exact_cast::from(h.vertices[i[2]]), a);
    return exact_cast::dot(exact_cast::cross(u, v), exact_cast::sub(p, a));
}

struct run {
    long hits = 0, inside = 0, touched = 0, count = 0;
    worst t{}, exit{};
};

void check(tally &t, run &r, const exact_shapes::hexahedron &h, const flr_raycast3_path &path, double size)
{
    flr_polyhedron3 shape = h.polyhedron();
    flr_rayhit3 found = flr_raycast3_ray_polyhedron(&path, &shape);
    exact_cast::question q(path);
    std::vector<point> corners;
    for (auto &v : h.vertices) corners.push_back(exact_cast::from(v));
    exact_cast::interval span = exact_cast::meet(q.o, q.d, corners);
    number first, last;
    bool hit = q.hit(span, &first);
    ++r.count;
    r.hits += hit;
    if (!t.expect(found.hit == hit, "hit %d, exactly %d (case %ld)", found.hit, hit, r.count) || !hit) return;
    r.touched += span.first == span.last;
    last = q.to_end && span.last > q.t_max ? q.t_max : span.last;
    double step = exact_cast::length(q.d) / (size * exact_cast::ULP);
    auto off = [&](flr_real found_t, const number &exactly) {
        return std::fabs(number(number(double(found_t)) - exactly).get_d()) * step;
    };
    r.t.see(off(found.t, first));
    r.exit.see(off(found.t_exit, last));
    bool inside = q.from_start && span.first < q.t_min;
    r.inside += inside;
    t.expect(found.inside == inside || (q.from_start && span.first == q.t_min), "inside %d, exactly %d",
             found.inside, inside);
    if (!found.inside) {
        number at = over_face(h, found.face, exact_cast::along(q.o, first, q.d));
        t.expect(at == 0, "face %u is not the one entered", found.face);
        t.expect(flr_dot3(found.normal, path.direction) <= 0, "the normal does not face the path");
        // met from outside, if any of the faces there is
        bool some = false;
        for (uint32_t f = 0; f < 6; ++f)
            some |= over_face(h, f, exact_cast::along(q.o, span.first, q.d)) == 0 &&
                    over_face(h, f, exact_cast::along(q.o, number(span.first - 1), q.d)) > 0;
        number before = over_face(h, found.face, exact_cast::along(q.o, number(span.first - 1), q.d));
        t.expect(!some || before > 0, "face %u is not entered from outside", found.face);
    }
    if (!q.to_end || span.last <= q.t_max)
        t.expect(over_face(h, found.face_exit, exact_cast::along(q.o, span.last, q.d)) == 0,
                 "face %u is not the one left", found.face_exit);
    if ((!q.to_end || span.last < q.t_max) && span.last > span.first)
        t.expect(over_face(h, found.face_exit, exact_cast::along(q.o, number(span.last + 1), q.d)) >= 0,
                 "face %u is left to within", found.face_exit);
}

void polyhedra(tally &t)
{
    run r;
    for (auto &at : exact_shapes::places()) {
        if (sizeof(flr_real) < sizeof(double) && at.offset != 0) continue;
        exact_shapes::generator g{{1}, at};
        for (int i = 0; i < 120; ++i) {
            exact_shapes::hexahedron h = exact_shapes::slanted_box(g);
            flr_vec3 corner = h.vertices[size_t(g.random.whole(0, 7))],
                     other = h.vertices[size_t(g.random.whole(0, 7))],
                     aim = exact_shapes::between{corner, g.random.whole(0, 2) ? g.rough() : other};
            flr_vec3 o = g.random.whole(0, 1) ? g.either() : exact_shapes::between{g.rough(), corner};
            if (g.random.whole(0, 4) == 0)
                o = flr_sub3(flr_add3(corner, corner), other);  // along an edge or diagonal
            if (g.random.whole(0, 3) == 0) aim = corner;
            if (aim.x == o.x && aim.y == o.y && aim.z == o.z) continue;
            flr_raycast3_path path = exact_cast::aimed(o, aim, g.random.whole(0, exact_cast::KINDS - 1));
            double size =
                exact_shapes::size_of({o, aim, h.vertices[0], h.vertices[7], h.vertices[1], h.vertices[6]}) +
                std::fabs(at.offset);
            check(t, r, h, path, size);
        }
    }
    exact_cast::expect_rate(t, "polyhedron", r.hits, r.count);
    std::printf("  %ld inside, %ld touched in a point\n", r.inside, r.touched);
    t.expect(r.inside > 10 && r.touched > 10, "too few inside or touching");
    r.t.expect(t, "t, ulp of size", 0.5, 0.5);
    r.exit.expect(t, "exit, ulp of size", 0.8, 0.5);
}

/// The same polyhedron as the halfspaces of its faces.
void as_halfspaces(tally &t)
{
    exact_shapes::generator g{{2}, exact_shapes::places()[0]};
    long hits = 0, count = 0;
    worst apart;
    for (int i = 0; i < 600; ++i) {
        exact_shapes::hexahedron h = exact_shapes::slanted_box(g);
        flr_polyhedron3 shape = h.polyhedron();
        std::vector<flr_halfspace3> faces;
        for (size_t f = 0; f + 1 < h.first.size(); ++f) {
            std::vector<flr_vec3> corners;
            for (uint32_t k = h.first[f]; k < h.first[f + 1]; ++k)
                corners.push_back(h.vertices[h.indices[k]]);
            flr_polygon3 outline = {corners.data(), corners.size()};
            flr_plane3 plane;
            t.expect(flr_plane3_from_polygon(&outline, &plane) == FLR_OK, "a face without a plane");
            faces.push_back({plane.normal, plane.offset});
        }
        flr_vec3 o = g.rough(), aim = exact_shapes::between{h.vertices[0], g.rough()};
        flr_raycast3_path path = exact_cast::aimed(o, aim, 0);
        flr_rayhit3 x = flr_raycast3_ray_polyhedron(&path, &shape),
                    y = flr_raycast3_ray_halfspaces(&path, faces.data(), faces.size());
        ++count;
        hits += x.hit;
        t.expect(x.hit == y.hit && x.inside == y.inside && x.face == y.face,
                 "polyhedron and halfspaces differ");
        if (!x.hit || !y.hit) continue;
        t.expect(x.face_exit == y.face_exit, "they are left by different faces");
        double step = double(flr_length3(path.direction)) / (16 * exact_cast::ULP);
        apart.see(std::fabs(double(x.t) - double(y.t)) * step);
    }
    exact_cast::expect_rate(t, "halfspaces", hits, count);
    t.expect(apart.value <= 8, "%.3g ulp apart", apart.value);
}

flr_raycast3_path ray(flr_vec3 o, flr_vec3 d) { return flr_raycast3_path_make(o, d, 0, INFINITY); }

void faces(tally &t)
{
    flr_aabb3 aabb = {vec(-1, -1, -1), vec(1, 1, 1)};
    flr_box3 box = {vec(0, 0, 0), {vec(0, 1, 0), vec(0, 0, 1), vec(1, 0, 0)}, vec(1, 1, 1)};
    flr_cylinder can = {vec(0, 0, -1), vec(0, 0, 1), 1};
    flr_cone cone = {vec(0, 0, 1), vec(0, 0, -1), 1};
    flr_tetrahedron tetra = {vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1), vec(0, 0, 0)};
    const uint32_t box_axis[3] = {2, 0, 1};  // axis of the world to axis of the box
    for (int k = 0; k < 3; ++k)
        for (int up = 0; up < 2; ++up) {
            double from = up ? 5 : -5;
            flr_vec3 o = vec(k == 0 ? from : 0.1, k == 1 ? from : 0.1, k == 2 ? from : 0.1),
                     d = vec(k == 0 ? -from : 0, k == 1 ? -from : 0, k == 2 ? -from : 0);
            flr_raycast3_path path = ray(o, d);
            t.expect(flr_raycast3_ray_aabb(&path, &aabb).face == uint32_t(2 * k + up), "aabb, axis %d", k);
            t.expect(flr_raycast3_ray_box(&path, &box).face == 2 * box_axis[k] + uint32_t(up), "box, axis %d",
                     k);
            uint32_t of_can = k < 2 ? 0 : up ? 2 : 1, of_cone = k == 2 && !up;
            t.expect(flr_raycast3_ray_cylinder(&path, &can).face == of_can, "cylinder, axis %d", k);
            t.expect(flr_raycast3_ray_cone(&path, &cone).face == of_cone, "cone, axis %d", k);
            flr_rayhit3 r = flr_raycast3_ray_tetrahedron(&path, &tetra);
            uint32_t low = uint32_t(k);  // opposite corner k lies the face of coordinate k = 0
            t.expect(r.hit && r.face == (up ? 3 : low) && r.face_exit == (up ? low : 3),
                     "tetrahedron, axis %d", k);
        }
}

/// A51 and A59: within the plane is told as such.
void along_sheets(tally &t)
{
    flr_raycast3_path in = ray(vec(-1, 0.25, 0), vec(1, 0, 0)),
                      through = ray(vec(0.25, 0.25, 2), vec(0, 0, -1));
    flr_plane3 plane = {vec(0, 0, 2), 0};
    flr_triangle3 triangle = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0)};
    flr_quad3 quad = {vec(0, 0, 0), vec(1, 0, 0), vec(1, 1, 0), vec(0, 1, 0)};
    flr_rectangle3 rectangle = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), 1, 1};
    const flr_vec3 corners[4] = {quad.a, quad.b, quad.c, quad.d};
    flr_polygon3 polygon = {corners, 4};
    for (const flr_raycast3_path *path : {&in, &through}) {
        bool along = path == &in;
        flr_rayhit3 p = flr_raycast3_ray_plane(path, &plane), o = flr_raycast3_ray_polygon(path, &polygon);
        flr_raycast3_triangle a = flr_raycast3_ray_triangle(path, &triangle, 0),
                              b = flr_raycast3_ray_quad(path, &quad, 0),
                              c = flr_raycast3_ray_rectangle(path, &rectangle, 0),
                              d = flr_raycast3_ray_parallelogram(path, &triangle, 0);
        t.expect(p.hit && o.hit && a.hit && b.hit && c.hit && d.hit, "all are hit");
        t.expect(p.along == along && o.along == along, "plane, polygon");
        t.expect(a.along == along && b.along == along && c.along == along && d.along == along,
                 "triangle, quad, rectangle, parallelogram");
    }
}

void nearest_of_many(tally &t)
{
    std::vector<flr_shape3> shapes(4);
    for (size_t i = 0; i < shapes.size(); ++i) {
        const double x[4] = {9, 5, 5, 7};
        shapes[i].kind = i == 3 ? FLR_SHAPE3_AABB : FLR_SHAPE3_SPHERE;
        shapes[i].as.sphere = {vec(x[i], 0, 0), 1};
        if (i == 3) shapes[i].as.aabb = {vec(6, -1, -1), vec(8, 1, 1)};
    }
    flr_raycast3_path path = ray(vec(0, 0, 0), vec(2, 0, 0)), back = ray(vec(0, 0, 0), vec(-1, 0, 0));
    flr_raycast3_result best;
    size_t index = 99;
    t.expect(flr_raycast3_nearest(&path, shapes.data(), 4, &index, &best) == FLR_OK && best.hit &&
                 index == 1 && best.t == 2 && path.t_max == 2,
             "the first of the nearest");
    index = 99;
    t.expect(flr_raycast3_nearest(&back, shapes.data(), 4, &index, &best) == FLR_OK && !best.hit &&
                 index == 99,
             "none ahead");
    path = ray(vec(0, 0, 0), vec(2, 0, 0));
    const flr_raycast3_path paths[4] = {path, back, path, back};
    flr_raycast3_result found[4];
    flr_status statuses[4];
    flr_batch_raycast3(&path, true, shapes.data(), false, 0, 4, found, statuses);
    t.expect(found[0].t == 4 && found[1].t == 2 && found[2].t == 2 && found[3].t == 3 &&
                 statuses[3] == FLR_OK,
             "one path, many shapes");
    flr_batch_raycast3(paths, false, &shapes[3], true, 0, 4, found, statuses);
    t.expect(found[0].hit && !found[1].hit && found[2].t == 3 && !found[3].hit, "many paths, one shape");
    shapes[2].kind = FLR_SHAPE3_COUNT;
    t.expect(flr_raycast3_nearest(&path, shapes.data(), 4, &index, &best) == FLR_INVALID_ARGUMENT, "no kind");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polyhedra), FEELER_TEST(as_halfspaces), FEELER_TEST(faces),
             FEELER_TEST(along_sheets), FEELER_TEST(nearest_of_many))

}  // namespace TEST_FILE
