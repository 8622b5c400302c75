// peers: bullet cgal
// One call on one pair of simple shapes, by families: ns per query from cache, random shapes in and around a cube.
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance-inl.h>

#include "bench.hpp"
#include "shapes.hpp"

#ifdef FEELER_HAVE_BULLET
#include <LinearMath/btAabbUtil2.h>
#endif
#ifdef FEELER_HAVE_CGAL
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>
#endif

namespace
{

using bench::shape_count;

constexpr size_t rounds = 16;
const bench::shapes a(7), b(8);
std::vector<double> answer(shape_count);

/// A row that answers every pair so many times.
template <class query>
void add(std::vector<bench::row> &rows, const char *name, query ask, const char *against = "")
{
    rows.emplace_back(
        name,
        [ask] {
            for (size_t round = 0; round < rounds; ++round)
                for (size_t i = 0; i < shape_count; ++i) answer[i] = double(ask(i));
        },
        against);
}

#define ROW(name, expression) add(rows, name, [](size_t i) { return expression; })
#define ROW_AGAINST(name, peer, expression)                                                                  \
    add(                                                                                                     \
        rows, name, [](size_t i) { return expression; }, peer)

fcl::Vector3d wide(flr_vec3 p) { return {p.x, p.y, p.z}; }

double fcl_segments(const flr_segment3 &s, const flr_segment3 &t)
{
    fcl::Vector3d vec, x, y;
    fcl::detail::TriangleDistance<double>::segPoints(wide(s.a), wide(s.b) - wide(s.a), wide(t.a),
                                                     wide(t.b) - wide(t.a), vec, x, y);
    return (x - y).norm();
}

double fcl_triangles(const flr_triangle3 &s, const flr_triangle3 &t)
{
    fcl::Vector3d p, q;
    return fcl::detail::TriangleDistance<double>::triDistance(wide(s.a), wide(s.b), wide(s.c), wide(t.a),
                                                              wide(t.b), wide(t.c), p, q);
}

#ifdef FEELER_HAVE_CGAL
typedef CGAL::Exact_predicates_inexact_constructions_kernel kernel;
kernel::Point_3 cgal(flr_vec3 p) { return {p.x, p.y, p.z}; }
kernel::Triangle_3 cgal(const flr_triangle3 &t) { return {cgal(t.a), cgal(t.b), cgal(t.c)}; }
kernel::Tetrahedron_3 cgal(const flr_tetrahedron &t) { return {cgal(t.a), cgal(t.b), cgal(t.c), cgal(t.d)}; }
kernel::Segment_3 cgal(const flr_segment3 &s) { return {cgal(s.a), cgal(s.b)}; }
#endif

double region(const flr_region3 &r) { return r.weights[0]; }

std::vector<bench::row> closest()
{
    std::vector<bench::row> rows;
    ROW("closest point-segment", flr_closest3_point_segment(b.points[i], &a.segments[i]).distance);
    ROW("closest point-line", flr_closest3_point_line(b.points[i], &a.lines[i]).distance);
    ROW("closest point-plane", flr_closest3_point_plane(b.points[i], &a.planes[i]).distance);
    ROW("closest point-sphere", flr_closest3_point_sphere(b.points[i], &a.spheres[i]).distance);
    ROW("closest point-capsule", flr_closest3_point_capsule(b.points[i], &a.capsules[i]).distance);
    ROW("closest point-aabb", flr_closest3_point_aabb(b.points[i], &a.aabbs[i]).distance);
    ROW("closest point-box", flr_closest3_point_box(b.points[i], &a.boxes[i]).distance);
    ROW("closest point-cylinder", flr_closest3_point_cylinder(b.points[i], &a.cylinders[i]).distance);
    ROW("closest point-cone", flr_closest3_point_cone(b.points[i], &a.cones[i]).distance);
#ifdef FEELER_HAVE_CGAL
    ROW("CGAL point-triangle", std::sqrt(CGAL::squared_distance(cgal(b.points[i]), cgal(a.triangles[i]))));
#endif
    ROW_AGAINST("closest point-triangle", "CGAL point-triangle",
                flr_closest3_point_triangle(b.points[i], &a.triangles[i]).distance);
    ROW("closest point-tetrahedron", flr_closest3_point_tetrahedron(b.points[i], &a.tetrahedra[i]).distance);
    ROW("FCL segment-segment", fcl_segments(a.segments[i], b.segments[i]));
    ROW_AGAINST("closest segment-segment", "FCL segment-segment",
                flr_closest3_segment_segment(&a.segments[i], &b.segments[i]).distance);
    ROW("closest line-line", flr_closest3_line_line(&a.lines[i], &b.lines[i]).distance);
    ROW("parameters of segment-segment", flr_parameters3_segment_segment(&a.segments[i], &b.segments[i]).s);
    ROW("closest ray-triangle", flr_closest3_ray_triangle(&a.rays[i], &b.triangles[i]).distance);
    ROW("closest line-triangle", flr_closest3_line_triangle(&a.lines[i], &b.triangles[i]).distance);
    ROW("closest line-tetrahedron", flr_closest3_line_tetrahedron(&a.lines[i], &b.tetrahedra[i]).distance);
    ROW("closest line-parallelogram",
        flr_closest3_line_parallelogram(&a.lines[i], b.triangles[i].a, b.triangles[i].b, b.triangles[i].c)
            .distance);
    ROW("closest segment-aabb", flr_closest3_segment_aabb(&a.segments[i], &b.aabbs[i]).distance);
    ROW("closest segment-triangle", flr_closest3_segment_triangle(&a.segments[i], &b.triangles[i]).distance);
    ROW("closest capsule-capsule", flr_closest3_capsule_capsule(&a.capsules[i], &b.capsules[i]).distance);
    ROW("FCL triangle-triangle", fcl_triangles(a.triangles[i], b.triangles[i]));
    ROW_AGAINST("closest triangle-triangle", "FCL triangle-triangle",
                flr_closest3_triangle_triangle(&a.triangles[i], &b.triangles[i]).distance);
    ROW("squared point-segment", flr_distance_squared3_point_segment(b.points[i], &a.segments[i]));
    ROW("squared point-triangle", flr_distance_squared3_point_triangle(b.points[i], &a.triangles[i]));
    ROW("squared segment-segment", flr_distance_squared3_segment_segment(&a.segments[i], &b.segments[i]));
    ROW("weights of a point in a triangle", region(flr_region3_triangle_point(&a.triangles[i], b.points[i])));
    return rows;
}

std::vector<bench::row> overlap()
{
    std::vector<bench::row> rows;
    ROW("overlap sphere-sphere", flr_overlap3_sphere_sphere(&a.spheres[i], &b.spheres[i]));
    ROW("overlap sphere-capsule", flr_overlap3_sphere_capsule(&a.spheres[i], &b.capsules[i]));
    ROW("overlap sphere-aabb", flr_overlap3_sphere_aabb(&a.spheres[i], &b.aabbs[i]));
    ROW("overlap sphere-triangle", flr_overlap3_sphere_triangle(&a.spheres[i], &b.triangles[i]));
    ROW("overlap capsule-capsule", flr_overlap3_capsule_capsule(&a.capsules[i], &b.capsules[i]));
    ROW("overlap aabb-aabb", flr_overlap3_aabb_aabb(&a.aabbs[i], &b.aabbs[i]));
    ROW("overlap box-box", flr_overlap3_box_box(&a.boxes[i], &b.boxes[i]));
    ROW("overlap aabb-triangle", flr_overlap3_aabb_triangle(&a.aabbs[i], &b.triangles[i]));
#ifdef FEELER_HAVE_CGAL
    ROW("CGAL segment-triangle overlap", CGAL::do_intersect(cgal(a.segments[i]), cgal(b.triangles[i])));
#endif
    ROW_AGAINST("overlap segment-triangle", "CGAL segment-triangle overlap",
                flr_overlap3_segment_triangle(&a.segments[i], &b.triangles[i]));
#ifdef FEELER_HAVE_CGAL
    ROW("CGAL triangle-triangle overlap", CGAL::do_intersect(cgal(a.triangles[i]), cgal(b.triangles[i])));
#endif
    ROW_AGAINST("overlap triangle-triangle", "CGAL triangle-triangle overlap",
                flr_overlap3_triangle_triangle(&a.triangles[i], &b.triangles[i]));
#ifdef FEELER_HAVE_CGAL
    ROW("CGAL triangle-tetrahedron overlap", CGAL::do_intersect(cgal(a.triangles[i]), cgal(b.tetrahedra[i])));
#endif
    ROW_AGAINST("overlap triangle-tetrahedron", "CGAL triangle-tetrahedron overlap",
                flr_overlap3_triangle_tetrahedron(&a.triangles[i], &b.tetrahedra[i]));
#ifdef FEELER_HAVE_CGAL
    ROW("CGAL tetrahedron-tetrahedron overlap",
        CGAL::do_intersect(cgal(a.tetrahedra[i]), cgal(b.tetrahedra[i])));
#endif
    ROW_AGAINST("overlap tetrahedron-tetrahedron", "CGAL tetrahedron-tetrahedron overlap",
                flr_overlap3_tetrahedron_tetrahedron(&a.tetrahedra[i], &b.tetrahedra[i]));
    ROW("overlap line-triangle", flr_overlap3_line_triangle(&a.lines[i], &b.triangles[i]));
    ROW("overlap line-cylinder", flr_overlap3_line_cylinder(&a.lines[i], &b.cylinders[i]));
    ROW("overlap segment-cone", flr_overlap3_segment_cone(&a.segments[i], &b.cones[i]));
    ROW("overlap box-cylinder", flr_overlap3_box_cylinder(&a.boxes[i], &b.cylinders[i]));
    ROW("overlap cylinder-cone", flr_overlap3_cylinder_cone(&a.cylinders[i], &b.cones[i]));
    return rows;
}

#ifdef FEELER_HAVE_BULLET
/// Bullet's ray ends at its target: ours is given the same end.
bool bullet_aabb(const flr_ray3 &r, const flr_aabb3 &box)
{
    auto from = [](flr_vec3 p) { return btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z)); };
    btScalar t = 1;
    btVector3 normal;
    return btRayAabb(from(r.origin), from(flr_mul_add3(r.origin, 4, r.direction)), from(box.min),
                     from(box.max), t, normal);
}
#endif

const flr_vec3 cube_corners[8] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                  {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
const uint32_t cube_indices[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
const uint32_t cube_first[7] = {0, 4, 8, 12, 16, 20, 24};
const flr_polyhedron3 cube = {cube_corners, 8, cube_indices, cube_first, 6};

std::vector<bench::row> casts()
{
    std::vector<bench::row> rows;
    ROW("a path made of a ray", flr_raycast3_path_ray(&a.rays[i]).spread);
    ROW("cast ray-plane", flr_raycast3_ray_plane(&a.paths[i], &a.planes[i]).t);
    ROW("cast ray-sphere", flr_raycast3_ray_sphere(&a.paths[i], &a.spheres[i]).t);
    ROW("cast ray-capsule", flr_raycast3_ray_capsule(&a.paths[i], &a.capsules[i]).t);
#ifdef FEELER_HAVE_BULLET
    ROW("Bullet ray-aabb", bullet_aabb(a.rays[i], a.aabbs[i]));
#endif
    ROW_AGAINST("cast ray-aabb", "Bullet ray-aabb", flr_raycast3_ray_aabb(&a.paths[i], &a.aabbs[i]).t);
    ROW("cast one ray-aabb", flr_raycast3_ray_aabb(&a.paths[0], &a.aabbs[i]).t);
    ROW("cast ray-box", flr_raycast3_ray_box(&a.paths[i], &a.boxes[i]).t);
    ROW("cast ray-cylinder", flr_raycast3_ray_cylinder(&a.paths[i], &a.cylinders[i]).t);
    ROW("cast ray-cone", flr_raycast3_ray_cone(&a.paths[i], &a.cones[i]).t);
    ROW("cast ray-triangle", flr_raycast3_ray_triangle(&a.paths[i], &a.triangles[i], 0).t);
    ROW("cast ray-tetrahedron", flr_raycast3_ray_tetrahedron(&a.paths[i], &b.tetrahedra[i]).t);
    ROW("cast ray-polyhedron (6 faces)", flr_raycast3_ray_polyhedron(&a.paths[i], &cube).t);
    return rows;
}

std::vector<bench::row> containment()
{
    std::vector<bench::row> rows;
    ROW("point in sphere", flr_contains3_sphere_point(&a.spheres[i], b.points[i]));
    ROW("point in capsule", flr_contains3_capsule_point(&a.capsules[i], b.points[i]));
    ROW("point in aabb", flr_contains3_aabb_point(&a.aabbs[i], b.points[i]));
    ROW("point in box", flr_contains3_box_point(&a.boxes[i], b.points[i]));
    ROW("point in cylinder", flr_contains3_cylinder_point(&a.cylinders[i], b.points[i]));
    ROW("point in cone", flr_contains3_cone_point(&a.cones[i], b.points[i]));
    ROW("point in tetrahedron", flr_contains3_tetrahedron_point(&a.tetrahedra[i], b.points[i]));
    return rows;
}

std::vector<bench::row> planes()
{
    std::vector<bench::row> rows;
    ROW("side of plane, point", flr_classify3_plane_point(&a.planes[i], b.points[i]));
    ROW("side of plane, sphere", flr_classify3_plane_sphere(&a.planes[i], &b.spheres[i]));
    ROW("side of plane, aabb", flr_classify3_plane_aabb(&a.planes[i], &b.aabbs[i]));
    ROW("side of plane, box", flr_classify3_plane_box(&a.planes[i], &b.boxes[i]));
    ROW("side of plane, triangle", flr_classify3_plane_triangle(&a.planes[i], &b.triangles[i]));
    add(rows, "line of two planes", [](size_t i) {
        flr_line3 line;
        return flr_intersect3_plane_plane(&a.planes[i], &b.planes[i], &line);
    });
    add(rows, "point of three planes", [](size_t i) {
        flr_line3 line;
        return flr_intersect3_plane_plane_plane(&a.planes[i], &b.planes[i], &a.planes[(i + 1) % shape_count],
                                                &line);
    });
    return rows;
}

bool agree(const char *what, bool (*same)(size_t))
{
    size_t different = 0;
    for (size_t i = 0; i < shape_count; ++i) different += !same(i);
    if (different) std::fprintf(stderr, "bench_primitives: %s: %zu differ\n", what, different);
    return different == 0;
}

bool good_peers()
{
    bool good = agree("FCL triangles", [](size_t i) {
        double ours = flr_closest3_triangle_triangle(&a.triangles[i], &b.triangles[i]).distance;
        return std::fabs(ours - fcl_triangles(a.triangles[i], b.triangles[i])) < 1e-9;
    });
#ifdef FEELER_HAVE_CGAL
    good = agree("CGAL triangles",
                 [](size_t i) {
                     return flr_overlap3_triangle_triangle(&a.triangles[i], &b.triangles[i]) ==
                            CGAL::do_intersect(cgal(a.triangles[i]), cgal(b.triangles[i]));
                 }) &&
           good;
    good = agree("CGAL tetrahedra",
                 [](size_t i) {
                     return flr_overlap3_tetrahedron_tetrahedron(&a.tetrahedra[i], &b.tetrahedra[i]) ==
                                CGAL::do_intersect(cgal(a.tetrahedra[i]), cgal(b.tetrahedra[i])) &&
                            flr_overlap3_triangle_tetrahedron(&a.triangles[i], &b.tetrahedra[i]) ==
                                CGAL::do_intersect(cgal(a.triangles[i]), cgal(b.tetrahedra[i]));
                 }) &&
           good;
    good = agree("CGAL point-triangle",
                 [](size_t i) {
                     double theirs =
                         std::sqrt(CGAL::squared_distance(cgal(b.points[i]), cgal(a.triangles[i])));
                     return std::fabs(flr_closest3_point_triangle(b.points[i], &a.triangles[i]).distance -
                                      theirs) < 1e-9;
                 }) &&
           good;
#endif
    return good;
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("primitives", argc, argv);
    if (!out.good()) return 2;
    const struct {
        const char *name;
        std::vector<bench::row> rows;
    } families[] = {{"closest points", closest()},
                    {"overlap", overlap()},
                    {"casts", casts()},
                    {"containment", containment()},
                    {"planes", planes()}};
    for (const auto &f : families) {
        std::printf("%s\n", f.name);
        out.measure(f.name, f.rows, out.quick() ? 7 : 51, double(shape_count * rounds));
    }
    return good_peers() ? 0 : 1;
}
