// peers: box2d
// One call on one pair of shapes in the plane: ns per query from cache. Box2D computes in float.
#include <cmath>
#include <random>

#include "bench.hpp"
#include "feeler/feeler.h"

#ifdef FEELER_HAVE_BOX2D
#include <box2d/b2_collision.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>
#endif

namespace
{

constexpr size_t count = 4096, rounds = 16, corners = 8;
std::vector<double> answer(count);

struct shapes {
    std::vector<flr_vec2> points, vertices;
    std::vector<flr_segment2> segments;
    std::vector<flr_circle> circles;
    std::vector<flr_aabb2> aabbs;
    std::vector<flr_box2> boxes;
    std::vector<flr_triangle2> triangles;
    std::vector<flr_polygon2> polygons;
    std::vector<flr_capsule2> capsules;
    std::vector<flr_cast2_path> paths;
    std::vector<flr_ray2> rays;

    explicit shapes(uint64_t seed)
    {
        std::mt19937_64 random(seed);
        std::uniform_real_distribution<double> all(-1, 1);
        auto point = [&] {
            flr_real x = flr_real(all(random)), y = flr_real(all(random));
            return flr_vec2{x, y};
        };
        auto size = [&] { return flr_real(0.1 + 0.3 * std::fabs(all(random))); };
        for (size_t i = 0; i < count; ++i) {
            flr_vec2 a = point(), b = point(), c = point(), half = {size(), size()};
            double angle = 3 * all(random);
            flr_vec2 axis = {flr_real(std::cos(angle)), flr_real(std::sin(angle))};
            points.push_back(a);
            segments.push_back({a, b});
            circles.push_back({c, size()});
            aabbs.push_back({{c.x - half.x, c.y - half.y}, {c.x + half.x, c.y + half.y}});
            boxes.push_back({c, axis, half});
            triangles.push_back({a, b, c});
            capsules.push_back({a, b, size()});
            rays.push_back({a, {c.x - a.x + flr_real(0.4) * b.x, c.y - a.y + flr_real(0.4) * b.y}});
            paths.push_back(flr_cast2_path_ray(&rays.back()));
            flr_real radius = 2 * size();
            for (size_t k = 0; k < corners; ++k) {
                double turn = angle + 2 * M_PI * double(k) / double(corners);
                vertices.push_back(
                    {c.x + radius * flr_real(std::cos(turn)), c.y + radius * flr_real(std::sin(turn))});
            }
        }
        for (size_t i = 0; i < count; ++i) polygons.push_back({&vertices[corners * i], corners});
    }
};

const shapes a(7), b(8);

template <class query>
void add(std::vector<bench::row> &rows, const char *name, query ask, const char *against = "")
{
    rows.emplace_back(
        name,
        [ask] {
            for (size_t round = 0; round < rounds; ++round)
                for (size_t i = 0; i < count; ++i) answer[i] = double(ask(i));
        },
        against);
}

#define ROW(name, expression) add(rows, name, [&](size_t i) { return expression; })
#define ROW_AGAINST(name, peer, expression)                                                                  \
    add(                                                                                                     \
        rows, name, [&](size_t i) { return expression; }, peer)

std::vector<bench::row> closest()
{
    std::vector<bench::row> rows;
    ROW("closest point-segment", flr_closest2_point_segment(b.points[i], &a.segments[i]).distance);
    ROW("closest point-triangle", flr_closest2_point_triangle(b.points[i], &a.triangles[i]).distance);
    ROW("closest point-polygon, 8 corners", flr_closest2_point_polygon(b.points[i], &a.polygons[i]).distance);
    ROW("closest segment-segment", flr_closest2_segment_segment(&a.segments[i], &b.segments[i]).distance);
    ROW("closest capsule-capsule", flr_closest2_capsule_capsule(&a.capsules[i], &b.capsules[i]).distance);
    return rows;
}

#ifdef FEELER_HAVE_BOX2D
struct theirs {
    std::vector<b2AABB> boxes_a, boxes_b;
    std::vector<b2PolygonShape> polygons;
    std::vector<b2RayCastInput> rays;
    b2Transform identity;
    theirs()
    {
        auto wrap = [](flr_vec2 p) { return b2Vec2(float(p.x), float(p.y)); };
        identity.SetIdentity();
        for (size_t i = 0; i < count; ++i) {
            boxes_a.push_back({wrap(a.aabbs[i].min), wrap(a.aabbs[i].max)});
            boxes_b.push_back({wrap(b.aabbs[i].min), wrap(b.aabbs[i].max)});
            b2Vec2 v[corners];
            for (size_t k = 0; k < corners; ++k) v[k] = wrap(a.polygons[i].vertices[k]);
            polygons.emplace_back();
            polygons.back().Set(v, int(corners));
            b2RayCastInput in;
            in.p1 = wrap(a.rays[i].origin);
            in.p2 = in.p1 + 4 * wrap(a.rays[i].direction);
            in.maxFraction = 1;
            rays.push_back(in);
        }
    }
};
#endif

}  // namespace

int main(int argc, char **argv)
{
    if (argc < 4) {
        std::fprintf(stderr, "usage: bench_plane SAMPLE DATA RESULTS [quick]\n");
        return 2;
    }
    bench::report out("plane", argv[3]);
    if (!out.good()) return 1;
    const int repeats = argc > 4 ? 3 : 51;
    out.measure("closest points in the plane", closest(), repeats, double(count * rounds));

    std::vector<bench::row> rows;
    ROW("overlap circle-circle", flr_overlap2_circle_circle(&a.circles[i], &b.circles[i]));
#ifdef FEELER_HAVE_BOX2D
    theirs their;
    ROW("Box2D aabb-aabb", b2TestOverlap(their.boxes_a[i], their.boxes_b[i]));
#endif
    ROW_AGAINST("overlap aabb-aabb", "Box2D aabb-aabb", flr_overlap2_aabb_aabb(&a.aabbs[i], &b.aabbs[i]));
    ROW("overlap box-box", flr_overlap2_box_box(&a.boxes[i], &b.boxes[i]));
    ROW("overlap segment-segment", flr_overlap2_segment_segment(&a.segments[i], &b.segments[i]));
    ROW("overlap triangle-triangle", flr_overlap2_triangle_triangle(&a.triangles[i], &b.triangles[i]));
    ROW("overlap polygon-polygon, 8 corners", flr_overlap2_polygon_polygon(&a.polygons[i], &b.polygons[i]));
    ROW("point in polygon, 8 corners",
        flr_contains2_polygon_point(&a.polygons[i], FLR_NON_ZERO, b.points[i]));
    out.measure("overlap in the plane", rows, repeats, double(count * rounds));

    rows.clear();
    ROW("cast ray-segment", flr_cast2_ray_segment(&a.paths[i], &b.segments[i]).t);
    ROW("cast ray-circle", flr_cast2_ray_circle(&a.paths[i], &a.circles[i]).t);
    ROW("cast ray-aabb", flr_cast2_ray_aabb(&a.paths[i], &a.aabbs[i]).t);
    ROW("cast ray-box", flr_cast2_ray_box(&a.paths[i], &a.boxes[i]).t);
#ifdef FEELER_HAVE_BOX2D
    add(rows, "Box2D ray-polygon, 8 corners", [&](size_t i) {
        b2RayCastOutput hit;
        return their.polygons[i].RayCast(&hit, their.rays[i], their.identity, 0);
    });
#endif
    ROW_AGAINST("cast ray-polygon, 8 corners", "Box2D ray-polygon, 8 corners",
                flr_cast2_ray_polygon(&a.paths[i], &a.polygons[i]).t);
    out.measure("casts in the plane", rows, repeats, double(count * rounds));
    return 0;
}
