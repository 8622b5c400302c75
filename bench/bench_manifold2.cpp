// peers: box2d
// also in float, with peers
// Contact manifolds of two convex polygons in the plane, overlapping a little and apart, beside Box2D's b2CollidePolygons
// (single precision). Both are asked for polygons in their frames under poses; Box2D's keep the normals of their edges, as hulls do.
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "feeler/contact2.h"

#include "bench.hpp"
#include "peer.hpp"
#include "polygons.hpp"

#ifdef FEELER_HAVE_BOX2D
#include <box2d/b2_collision.h>
#include <box2d/b2_polygon_shape.h>
#endif

namespace
{

struct pair {
    std::vector<flr_vec2> a, b;  ///< in their frames
    flr_convex2 convex_a, convex_b;
    std::shared_ptr<flr_hull2> kept_a, kept_b;
    flr_convex2 hull_a, hull_b;
    std::vector<flr_vec2> at_a, at_b;  ///< in world
    flr_pose2 pose_a, pose_b;
    flr_contact2_cache cache;
#ifdef FEELER_HAVE_BOX2D
    b2PolygonShape box2d_a, box2d_b;
    b2Transform box2d_at_a, box2d_at_b;
#endif
};

flr_convex2 at(const std::vector<flr_vec2> &p, double angle, double x, double y)
{
    return flr_convex2_polygon(p.data(), static_cast<uint32_t>(p.size()),
                               bench::vec2(std::cos(angle), std::sin(angle)), bench::vec2(x, y), 0);
}

/// The same shape as a hull that keeps the normals of its edges.
flr_convex2 hull_of(const flr_convex2 &c, std::shared_ptr<flr_hull2> *kept)
{
    flr_hull2 *hull = nullptr;
    if (flr_hull2_create(c.points, c.count, nullptr, &hull) != FLR_OK) return c;
    kept->reset(hull, flr_hull2_destroy);
    return flr_convex2_hull(hull, c.rotation, c.center, c.radius);
}

std::vector<flr_vec2> corners_of(const flr_convex2 &c)
{
    std::vector<flr_vec2> all;
    for (uint32_t i = 0; i < c.count; ++i) {
        flr_vec2 p = c.points[i], r = c.rotation;
        all.push_back(bench::vec2(double(c.center.x + r.x * p.x - r.y * p.y),
                                  double(c.center.y + r.y * p.x + r.x * p.y)));
    }
    return all;
}

/// Overlapping by 0.005 to 0.1 along a random way, or a gap of 0.1 to 1 there.
std::vector<pair> make(int corners, bool overlapping, int count)
{
    bench::numbers r{7};
    std::vector<pair> pairs(static_cast<size_t>(count));
    for (pair &p : pairs) {
        p.a = bench::polygon(r, corners);
        p.b = bench::polygon(r, corners);
        double angle_a = r.between(-3, 3), angle_b = r.between(-3, 3), way = r.between(-3, 3);
        double by = overlapping ? -r.between(0.005, 0.1) : r.between(0.1, 1), low = 0, high = 4;
        p.convex_a = at(p.a, angle_a, 0, 0);
        for (int i = 0; i < 40; ++i) {
            double middle = (low + high) / 2;
            p.convex_b = at(p.b, angle_b, middle * std::cos(way), middle * std::sin(way));
            (flr_overlap2_convex_convex(&p.convex_a, &p.convex_b, nullptr).overlap ? low : high) = middle;
        }
        double x = (high + by) * std::cos(way), y = (high + by) * std::sin(way);
        p.convex_b = at(p.b, angle_b, x, y);
        p.hull_a = hull_of(p.convex_a, &p.kept_a);
        p.hull_b = hull_of(p.convex_b, &p.kept_b);
        p.at_a = corners_of(p.convex_a);
        p.at_b = corners_of(p.convex_b);
        p.pose_a = {flr_real(angle_a), bench::vec2(0, 0)};
        p.pose_b = {flr_real(angle_b), bench::vec2(x, y)};
        p.cache = {};
#ifdef FEELER_HAVE_BOX2D
        std::vector<b2Vec2> va, vb;
        for (flr_vec2 v : p.a) va.push_back(b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y)));
        for (flr_vec2 v : p.b) vb.push_back(b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y)));
        p.box2d_a.Set(va.data(), corners);
        p.box2d_b.Set(vb.data(), corners);
        p.box2d_a.m_radius = p.box2d_b.m_radius = 0;
        p.box2d_at_a.Set(b2Vec2(0, 0), static_cast<float>(angle_a));
        p.box2d_at_b.Set(b2Vec2(static_cast<float>(x), static_cast<float>(y)), static_cast<float>(angle_b));
#endif
    }
    return pairs;
}

int posed(std::vector<pair> &pairs, bool warm)
{
    int points = 0;
    for (pair &p : pairs) {
        flr_contact2_options o = {0, 0, warm ? &p.cache : nullptr};
        flr_manifold2 m;
        flr_contact2_convex_convex(&p.convex_a, &p.convex_b, &o, &m);
        points += m.count;
    }
    return points;
}

int hulls(std::vector<pair> &pairs)
{
    int points = 0;
    for (pair &p : pairs) {
        flr_manifold2 m;
        flr_contact2_convex_convex(&p.hull_a, &p.hull_b, nullptr, &m);
        points += m.count;
    }
    return points;
}

int in_world(std::vector<pair> &pairs)
{
    int points = 0;
    for (pair &p : pairs) {
        flr_polygon2 a = {p.at_a.data(), p.at_a.size()}, b = {p.at_b.data(), p.at_b.size()};
        flr_manifold2 m;
        flr_contact2_polygon_polygon(&a, &b, nullptr, &m);
        points += m.count;
    }
    return points;
}

#ifdef FEELER_HAVE_BOX2D
int box2d(std::vector<pair> &pairs)
{
    int points = 0;
    for (pair &p : pairs) {
        b2Manifold m;
        b2CollidePolygons(&m, &p.box2d_a, p.box2d_at_a, &p.box2d_b, p.box2d_at_b);
        points += m.pointCount;
    }
    return points;
}
#endif

volatile int sink;

}  // namespace

int main(int argc, char **argv)
{
    bench::report report(bench::in_float("manifold2"), argc, argv);
    if (!report.good()) return 2;
    bool quick = report.quick();
    const int count = 1000, repeats = quick ? 31 : 601;
    for (int corners : {4, 8})
        for (bool overlapping : {true, false}) {
            std::vector<pair> pairs = make(corners, overlapping, count);
            std::string what =
                std::string(corners == 4 ? "quads" : "octagons") + (overlapping ? " overlapping" : " apart");
            std::printf("%s, %d pairs\n", what.c_str(), count);
            std::vector<bench::row> rows;
            std::string peer;
#ifdef FEELER_HAVE_BOX2D
            peer = "Box2D: b2CollidePolygons";
            rows.emplace_back(peer, [&] { sink = box2d(pairs); });
#endif
            std::vector<bench::pair2> all;
            for (const pair &p : pairs)
                all.push_back({&p.a, &p.b, p.pose_a, p.pose_b, p.pose_b, {0, 0}, {}, {}});
            for (auto &[name, ask] : bench::outside(bench::outside_peers2(), bench::question::manifold, all))
                rows.emplace_back(name, [ask = ask] {
                    for (size_t i = 0; i < count; ++i) sink = int(ask(i, false));
                });
            rows.emplace_back(
                "Feeler: under poses", [&] { sink = posed(pairs, false); }, peer);
            rows.emplace_back(
                "Feeler: under poses, same again", [&] { sink = posed(pairs, true); }, peer);
            rows.emplace_back(
                "Feeler: hulls under poses", [&] { sink = hulls(pairs); }, peer);
            rows.emplace_back(
                "Feeler: polygons in world", [&] { sink = in_world(pairs); }, peer);
            report.measure(what, rows, repeats, count);
            report.fact(what, "points a pair", "", double(posed(pairs, false)) / count);
#ifdef FEELER_HAVE_BOX2D
            report.fact(what, "points a pair, Box2D", "", double(box2d(pairs)) / count);
#endif
        }
}
