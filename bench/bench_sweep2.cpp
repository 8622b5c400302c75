// peers: box2d
// also in float, with peers
// Moving polygons: casts along a line, and time of first touch with a turn of half a radian, beside Box2D (single
// precision) where it is there. The moving one always ends at the centre of the other.
#include <cmath>
#include <cstdio>
#include <vector>

#include "feeler/sweep2.h"
#include "feeler/toi2.h"

#include "bench.hpp"
#include "peer.hpp"
#include "polygons.hpp"

#ifdef FEELER_HAVE_BOX2D
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_time_of_impact.h>
#endif

namespace
{

/// What the peers end with is no nearer.
const flr_toi2_options near_enough = {flr_real(1e-6), 0, 0};

struct pair {
    std::vector<flr_vec2> a, b;        ///< in their frames
    std::vector<flr_vec2> at_a, at_b;  ///< where they start
    flr_path2 path_a, path_b;          ///< a moves to b, turning
    flr_vec2 motion;
#ifdef FEELER_HAVE_BOX2D
    b2PolygonShape box2d_a, box2d_b;
#endif
};

std::vector<pair> make(int corners, int count)
{
    bench::numbers r{7};
    std::vector<pair> pairs(static_cast<size_t>(count));
    for (pair &p : pairs) {
        p.a = bench::polygon(r, corners);
        p.b = bench::polygon(r, corners);
        double angle_a = r.between(-3, 3), angle_b = r.between(-3, 3), way = r.between(-3, 3),
               far = r.between(2.5, 4);
        flr_pose2 of_a = {static_cast<flr_real>(angle_a),
                          bench::vec2(far * std::cos(way), far * std::sin(way))};
        flr_pose2 of_b = {static_cast<flr_real>(angle_b), bench::vec2(0, 0)}, end = of_a;
        end.position = of_b.position;
        end.angle += static_cast<flr_real>(0.5);
        p.path_a = {of_a, end};
        p.path_b = flr_path2_still(of_b);
        p.motion = flr_sub2(of_b.position, of_a.position);
        for (flr_vec2 v : p.a) p.at_a.push_back(flr_pose2_point(of_a, v));
        for (flr_vec2 v : p.b) p.at_b.push_back(flr_pose2_point(of_b, v));
#ifdef FEELER_HAVE_BOX2D
        std::vector<b2Vec2> va, vb;
        for (flr_vec2 v : p.a) va.push_back(b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y)));
        for (flr_vec2 v : p.b) vb.push_back(b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y)));
        p.box2d_a.Set(va.data(), corners);
        p.box2d_b.Set(vb.data(), corners);
#endif
    }
    return pairs;
}

double cast_all(const std::vector<pair> &pairs)
{
    double sum = 0;
    for (const pair &p : pairs) {
        const flr_polygon2 a = {p.at_a.data(), p.at_a.size()}, b = {p.at_b.data(), p.at_b.size()};
        sum += static_cast<double>(flr_sweep2_polygon_polygon(&a, p.motion, &b).t);
    }
    return sum;
}

double turn_all(const std::vector<pair> &pairs)
{
    double sum = 0;
    for (const pair &p : pairs) {
        uint32_t n = static_cast<uint32_t>(p.a.size()), m = static_cast<uint32_t>(p.b.size());
        flr_convex2 a = flr_convex2_polygon(p.a.data(), n, {1, 0}, {0, 0}, 0);
        flr_convex2 b = flr_convex2_polygon(p.b.data(), m, {1, 0}, {0, 0}, 0);
        sum += static_cast<double>(flr_toi2_convex_convex(&a, &p.path_a, &b, &p.path_b, &near_enough).t);
    }
    return sum;
}

#ifdef FEELER_HAVE_BOX2D
b2Transform transform(const flr_pose2 &pose)
{
    b2Vec2 at(static_cast<float>(pose.position.x), static_cast<float>(pose.position.y));
    return b2Transform(at, b2Rot(static_cast<float>(pose.angle)));
}

double box2d_cast_all(const std::vector<pair> &pairs)
{
    double sum = 0;
    for (const pair &p : pairs) {
        b2ShapeCastInput in;
        in.proxyA.Set(&p.box2d_b, 0);
        in.proxyB.Set(&p.box2d_a, 0);
        in.transformA = transform(p.path_b.from);
        in.transformB = transform(p.path_a.from);
        in.translationB.Set(static_cast<float>(p.motion.x), static_cast<float>(p.motion.y));
        b2ShapeCastOutput out;
        if (b2ShapeCast(&out, &in)) sum += static_cast<double>(out.lambda);
    }
    return sum;
}

b2Sweep sweep(const flr_path2 &path)
{
    b2Sweep s;
    s.localCenter.SetZero();
    s.c0.Set(static_cast<float>(path.from.position.x), static_cast<float>(path.from.position.y));
    s.c.Set(static_cast<float>(path.to.position.x), static_cast<float>(path.to.position.y));
    s.a0 = static_cast<float>(path.from.angle);
    s.a = static_cast<float>(path.to.angle);
    s.alpha0 = 0;
    return s;
}

double box2d_turn_all(const std::vector<pair> &pairs)
{
    double sum = 0;
    for (const pair &p : pairs) {
        b2TOIInput in;
        in.proxyA.Set(&p.box2d_b, 0);
        in.proxyB.Set(&p.box2d_a, 0);
        in.sweepA = sweep(p.path_b);
        in.sweepB = sweep(p.path_a);
        in.tMax = 1;
        b2TOIOutput out;
        b2TimeOfImpact(&out, &in);
        if (out.state == b2TOIOutput::e_touching) sum += static_cast<double>(out.t);
    }
    return sum;
}
#endif

volatile double sink;

}  // namespace

int main(int argc, char **argv)
{
    bench::report report(bench::in_float("sweep2"), argc, argv);
    if (!report.good()) return 2;
    bool quick = report.quick();
    const int count = 1000, repeats = quick ? 15 : 301;
    for (int corners : {4, 8}) {
        std::vector<pair> pairs = make(corners, count);
        std::string what = corners == 4 ? "quads" : "octagons";
        std::printf("%s, %d pairs\n", what.c_str(), count);
        std::vector<bench::row> rows;
        std::string peer;
        std::vector<bench::pair2> all;
        for (const pair &p : pairs)
            all.push_back(
                {&p.a, &p.b, p.path_a.from, p.path_b.from, p.path_b.from, p.motion, p.path_a, p.path_b});
        auto add_outside = [&](bench::question q) {
            for (auto &[name, ask] : bench::outside(bench::outside_peers2(), q, all))
                rows.emplace_back(name, [ask = ask] {
                    double sum = 0;
                    for (size_t i = 0; i < count; ++i) sum += ask(i, false);
                    sink = sum;
                });
        };
#ifdef FEELER_HAVE_BOX2D
        peer = "Box2D: shape cast";
        rows.emplace_back(peer, [&] { sink = box2d_cast_all(pairs); });
#endif
        add_outside(bench::question::cast);
        rows.emplace_back(
            "Feeler: sweep", [&] { sink = cast_all(pairs); }, peer);
        report.measure(what + " cast", rows, repeats, count);
        rows.clear();
#ifdef FEELER_HAVE_BOX2D
        peer = "Box2D: time of impact";
        rows.emplace_back(peer, [&] { sink = box2d_turn_all(pairs); });
#endif
        add_outside(bench::question::time_of_touch);
        rows.emplace_back(
            "Feeler: motion", [&] { sink = turn_all(pairs); }, peer);
        report.measure(what + " motion", rows, repeats, count);
        report.fact(what, "mean t, sweep", "", cast_all(pairs) / count);
        report.fact(what, "mean t, motion", "", turn_all(pairs) / count);
#ifdef FEELER_HAVE_BOX2D
        report.fact(what, "mean t, shape cast", "", box2d_cast_all(pairs) / count);
        report.fact(what, "mean t, time of impact", "", box2d_turn_all(pairs) / count);
#endif
    }
}
