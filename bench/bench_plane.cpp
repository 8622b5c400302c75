// peers: box2d
// One call on one pair of shapes in the plane: ns per query from cache. Box2D computes in float.
#include <cmath>
#include <random>

#include "bench.hpp"
#include "feeler/feeler.h"

#ifdef FEELER_HAVE_BOX2D
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_time_of_impact.h>
#endif

namespace
{

constexpr size_t count = 4096, rounds = 16, corners = 8;
/// Of times of impact: what the peers end with is no nearer.
const flr_toi2_options near_enough = {flr_real(1e-6), 0, 0};
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
    std::vector<flr_raycast2_path> paths;
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
            paths.push_back(flr_raycast2_path_ray(&rays.back()));
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
b2Vec2 wrap(flr_vec2 p) { return b2Vec2(float(p.x), float(p.y)); }

struct theirs {
    std::vector<b2AABB> boxes_a, boxes_b;
    std::vector<b2PolygonShape> polygons, quads;
    std::vector<b2CircleShape> circles;
    std::vector<b2EdgeShape> edges;
    std::vector<b2RayCastInput> rays;
    b2Transform identity;
    theirs()
    {
        identity.SetIdentity();
        for (size_t i = 0; i < count; ++i) {
            boxes_a.push_back({wrap(a.aabbs[i].min), wrap(a.aabbs[i].max)});
            boxes_b.push_back({wrap(b.aabbs[i].min), wrap(b.aabbs[i].max)});
            b2Vec2 v[corners];
            for (size_t k = 0; k < corners; ++k) v[k] = wrap(a.polygons[i].vertices[k]);
            polygons.emplace_back();
            polygons.back().Set(v, int(corners));
            quads.emplace_back();
            quads.back().SetAsBox(float(a.boxes[i].half_extents.x), float(a.boxes[i].half_extents.y),
                                  wrap(a.boxes[i].center),
                                  std::atan2(float(a.boxes[i].axis.y), float(a.boxes[i].axis.x)));
            circles.emplace_back();
            circles.back().m_p = wrap(a.circles[i].center);
            circles.back().m_radius = float(a.circles[i].radius);
            edges.emplace_back();
            edges.back().SetTwoSided(wrap(b.segments[i].a), wrap(b.segments[i].b));
            b2RayCastInput in;
            in.p1 = wrap(a.rays[i].origin);
            in.p2 = in.p1 + 4 * wrap(a.rays[i].direction);
            in.maxFraction = 1;
            rays.push_back(in);
        }
    }
};
#endif

/// Two convex polygons in frames of their own. b stands off along a random way and comes back along it; the
/// second frame of the motion is a little on.
struct couple {
    std::vector<flr_vec2> of_a, of_b, in_world_a, in_world_b;
    flr_convex2 a, b[2], a_at_home, b_at_home;
    flr_path2 path_a, path_b;
    flr_gjk2_cache cache{};
    flr_vec2 motion;
#ifdef FEELER_HAVE_BOX2D
    b2PolygonShape shape_a, shape_b;
    b2Transform pose_a, pose_b[2];
    b2SimplexCache simplex;
    b2Sweep sweep_a, sweep_b;
#endif
};

flr_convex2 placed(const std::vector<flr_vec2> &p, flr_pose2 pose)
{
    flr_vec2 turn = {flr_real(std::cos(double(pose.angle))), flr_real(std::sin(double(pose.angle)))};
    return flr_convex2_polygon(p.data(), uint32_t(p.size()), turn, pose.position, 0);
}

std::vector<flr_vec2> carried(const std::vector<flr_vec2> &p, flr_pose2 pose)
{
    std::vector<flr_vec2> all;
    for (flr_vec2 v : p) all.push_back(flr_pose2_point(pose, v));
    return all;
}

/// `by`: how far the two are apart at least and at most; below 0 they overlap.
std::vector<couple> couples(int sides, double by_least, double by_most)
{
    std::mt19937_64 random(9);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<couple> all(1024);
    for (couple &c : all) {
        for (auto *p : {&c.of_a, &c.of_b}) {
            double x = 0.5 + 0.5 * unit(random), y = 0.5 + 0.5 * unit(random), start = unit(random);
            for (int i = 0; i < sides; ++i) {
                double angle = 2 * M_PI * (i + 0.5 * start) / sides;
                p->push_back({flr_real(x * std::cos(angle)), flr_real(y * std::sin(angle))});
            }
        }
        double angle_a = 6 * unit(random), angle_b = 6 * unit(random), way = 6 * unit(random);
        double x = unit(random), y = unit(random), low = 0, high = 4;
        c.path_a = flr_path2_still({flr_real(angle_a), {flr_real(x), flr_real(y)}});
        c.a = placed(c.of_a, c.path_a.from);
        auto off = [&](double far) {
            flr_vec2 at = {flr_real(x + far * std::cos(way)), flr_real(y + far * std::sin(way))};
            return flr_pose2{flr_real(angle_b), at};
        };
        for (int i = 0; i < 40; ++i) {
            double middle = (low + high) / 2;
            c.b[0] = placed(c.of_b, off(middle));
            (flr_overlap2_convex_convex(&c.a, &c.b[0], nullptr).overlap ? low : high) = middle;
        }
        double far = high + by_least + (by_most - by_least) * unit(random);
        c.path_b = {off(far), off(far - 1.5)};
        c.path_a.to.angle += flr_real(unit(random) - 0.5);
        c.path_b.to.angle += flr_real(unit(random) - 0.5);
        flr_pose2 later = off(far + 0.01);
        later.angle += flr_real(0.01);
        c.b[0] = placed(c.of_b, c.path_b.from);
        c.b[1] = placed(c.of_b, later);
        c.a_at_home = placed(c.of_a, {0, {0, 0}});
        c.b_at_home = placed(c.of_b, {0, {0, 0}});
        c.in_world_a = carried(c.of_a, c.path_a.from);
        c.in_world_b = carried(c.of_b, c.path_b.from);
        c.motion = flr_sub2(c.path_b.to.position, c.path_b.from.position);
#ifdef FEELER_HAVE_BOX2D
        auto pose = [](flr_pose2 p) { return b2Transform(wrap(p.position), b2Rot(float(p.angle))); };
        auto sweep = [](const flr_path2 &p) {
            b2Sweep s;
            s.localCenter.SetZero();
            s.c0 = wrap(p.from.position), s.c = wrap(p.to.position);
            s.a0 = float(p.from.angle), s.a = float(p.to.angle);
            s.alpha0 = 0;
            return s;
        };
        for (int k = 0; k < 2; ++k) {
            std::vector<b2Vec2> v;
            for (flr_vec2 p : k ? c.of_b : c.of_a) v.push_back(wrap(p));
            (k ? c.shape_b : c.shape_a).Set(v.data(), sides);
            (k ? c.shape_b : c.shape_a).m_radius = 0;
        }
        c.pose_a = pose(c.path_a.from);
        c.pose_b[0] = pose(c.path_b.from), c.pose_b[1] = pose(later);
        c.simplex.count = 0;
        c.sweep_a = sweep(c.path_a), c.sweep_b = sweep(c.path_b);
#endif
    }
    return all;
}

template <class query>
void add_couples(std::vector<bench::row> &rows, const std::string &name, std::vector<couple> &all, query ask,
                 const std::string &against = "")
{
    rows.emplace_back(
        name,
        [&all, ask] {
            static int turn = 0;
            ++turn;
            for (size_t i = 0; i < all.size(); ++i) answer[i] = double(ask(all[i], turn % 2));
        },
        against);
}

#ifdef FEELER_HAVE_BOX2D
float box2d_distance(const couple &c, int k, b2SimplexCache *cache)
{
    b2DistanceInput in;
    in.proxyA.Set(&c.shape_a, 0);
    in.proxyB.Set(&c.shape_b, 0);
    in.transformA = c.pose_a;
    in.transformB = c.pose_b[k];
    in.useRadii = false;
    b2DistanceOutput out;
    b2Distance(&out, cache, &in);
    return out.distance;
}

float box2d_cast(const couple &c)
{
    b2ShapeCastInput in;
    in.proxyA.Set(&c.shape_a, 0);
    in.proxyB.Set(&c.shape_b, 0);
    in.transformA = c.pose_a;
    in.transformB = c.pose_b[0];
    in.translationB = wrap(c.motion);
    b2ShapeCastOutput out;
    return b2ShapeCast(&out, &in) ? out.lambda : 1;
}

float box2d_impact(const couple &c)
{
    b2TOIInput in;
    in.proxyA.Set(&c.shape_a, 0);
    in.proxyB.Set(&c.shape_b, 0);
    in.sweepA = c.sweep_a, in.sweepB = c.sweep_b;
    in.tMax = 1;
    b2TOIOutput out;
    b2TimeOfImpact(&out, &in);
    return out.t;
}
#endif

std::vector<bench::row> convex(std::vector<couple> &apart, std::vector<couple> &overlapping,
                               const std::string &what)
{
    std::vector<bench::row> rows;
    auto both = [&](const std::string &name, std::vector<couple> &all, auto theirs, auto ours) {
#ifdef FEELER_HAVE_BOX2D
        add_couples(rows, "Box2D " + name + what, all, theirs);
#else
        (void)theirs;
#endif
        add_couples(rows, name + what, all, ours, "Box2D " + name + what);
    };
#ifdef FEELER_HAVE_BOX2D
    auto cold = [](couple &c, int) {
        b2SimplexCache none;
        none.count = 0;
        return box2d_distance(c, 0, &none);
    };
    auto warm = [](couple &c, int k) { return box2d_distance(c, k, &c.simplex); };
    auto touch = [](couple &c, int) {
        b2Manifold m;
        b2CollidePolygons(&m, &c.shape_a, c.pose_a, &c.shape_b, c.pose_b[0]);
        return m.pointCount;
    };
    auto cast = [](couple &c, int) { return box2d_cast(c); };
    auto impact = [](couple &c, int) { return box2d_impact(c); };
#else
    auto cold = 0, warm = 0, touch = 0, cast = 0, impact = 0;
#endif
    auto manifold = [](couple &c, int) {
        flr_manifold2 m;
        flr_contact2_convex_convex(&c.a, &c.b[0], nullptr, &m);
        return m.count;
    };
    both("distance, cold, ", apart, cold,
         [](couple &c, int) { return flr_closest2_convex_convex(&c.a, &c.b[0], nullptr).distance; });
    both("distance, warm, ", apart, warm, [](couple &c, int k) {
        flr_gjk2_options o = {flr_real(INFINITY), &c.cache, nullptr, 0};
        return flr_closest2_convex_convex(&c.a, &c.b[k], &o).distance;
    });
    both("manifold, apart, ", apart, touch, manifold);
    both("manifold, overlapping, ", overlapping, touch, manifold);
    both("linear cast, ", apart, cast, [](couple &c, int) {
        flr_polygon2 p = {c.in_world_a.data(), c.in_world_a.size()},
                     q = {c.in_world_b.data(), c.in_world_b.size()};
        return flr_sweep2_polygon_polygon(&p, flr_neg2(c.motion), &q).t;
    });
    both("time of impact, ", apart, impact, [](couple &c, int) {
        return flr_toi2_convex_convex(&c.a_at_home, &c.path_a, &c.b_at_home, &c.path_b, &near_enough).t;
    });
    return rows;
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("plane", argc, argv);
    if (!out.good()) return 2;
    const int repeats = out.quick() ? 3 : 51;
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
#ifdef FEELER_HAVE_BOX2D
    b2RayCastOutput hit;
    ROW("Box2D ray-edge", their.edges[i].RayCast(&hit, their.rays[i], their.identity, 0));
    ROW("Box2D ray-circle", their.circles[i].RayCast(&hit, their.rays[i], their.identity, 0));
    ROW("Box2D ray-aabb", their.boxes_a[i].RayCast(&hit, their.rays[i]));
    ROW("Box2D ray-polygon, 4 corners", their.quads[i].RayCast(&hit, their.rays[i], their.identity, 0));
    ROW("Box2D ray-polygon, 8 corners", their.polygons[i].RayCast(&hit, their.rays[i], their.identity, 0));
#endif
    ROW_AGAINST("cast ray-segment", "Box2D ray-edge",
                flr_raycast2_ray_segment(&a.paths[i], &b.segments[i]).t);
    ROW_AGAINST("cast ray-circle", "Box2D ray-circle", flr_raycast2_ray_circle(&a.paths[i], &a.circles[i]).t);
    ROW_AGAINST("cast ray-aabb", "Box2D ray-aabb", flr_raycast2_ray_aabb(&a.paths[i], &a.aabbs[i]).t);
    ROW_AGAINST("cast ray-box", "Box2D ray-polygon, 4 corners",
                flr_raycast2_ray_box(&a.paths[i], &a.boxes[i]).t);
    ROW_AGAINST("cast ray-polygon, 8 corners", "Box2D ray-polygon, 8 corners",
                flr_raycast2_ray_polygon(&a.paths[i], &a.polygons[i]).t);
    out.measure("casts in the plane", rows, repeats, double(count * rounds));

    for (int sides : {4, 8}) {
        std::vector<couple> apart = couples(sides, 0.1, 1), overlapping = couples(sides, -0.1, -0.005);
        out.measure("convex polygons in the plane",
                    convex(apart, overlapping, std::to_string(sides) + " corners"), repeats,
                    double(apart.size()));
    }
    return 0;
}
