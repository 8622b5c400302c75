// peers: box2d
// also in float, with peers
// Distance and depth of convex shapes in the plane: quads, octagons, circles and capsules, cold and with the cache
// of a slightly different pose, and polygons of growing size. Box2D computes in float.
#include <cmath>
#include <cstring>
#include <random>

#include "bench.hpp"
#include "feeler/convex2.h"
#include "peer.hpp"
#include "polygons.hpp"

#ifdef FEELER_HAVE_BOX2D
#include <box2d/b2_distance.h>
#endif

namespace
{

constexpr int pairs = 2000, rounds = 5;

enum kind { POLYGON, CIRCLE, CAPSULE };

struct body {
    std::vector<flr_vec2> corners;  // in its own frame
    double radius;
};

body make_body(kind k, int corners, std::mt19937 &random)
{
    std::uniform_real_distribution<double> unit(0, 1);
    body b;
    b.radius = k == POLYGON ? 0 : 0.4;
    if (k == CIRCLE) b.corners = {{0, 0}};
    if (k == CAPSULE) b.corners = {bench::vec2(-0.6, 0), bench::vec2(0.6, 0)};
    for (int i = 0; k == POLYGON && i < corners; ++i) {
        double angle = 2 * M_PI * (i + 0.5 * unit(random)) / corners;
        b.corners.push_back(bench::vec2(std::cos(angle), std::sin(angle)));
    }
    return b;
}

struct place {
    double angle, x, y;
};

struct scene {
    std::vector<body> a, b;
    std::vector<place> at_a[2], at_b[2];  // two frames of a slow motion
};

/// `near` and `far`: between which the centres lie apart.
scene make_scene(kind k, int corners, double near, double far)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    scene s;
    for (int i = 0; i < pairs; ++i) {
        s.a.push_back(make_body(k, corners, random));
        s.b.push_back(make_body(k, corners, random));
        double way = 6.3 * unit(random), gap = near + (far - near) * unit(random);
        place p = {6.3 * unit(random), unit(random), unit(random)}, q = {6.3 * unit(random), 0, 0};
        q.x = p.x + gap * std::cos(way);
        q.y = p.y + gap * std::sin(way);
        s.at_a[0].push_back(p);
        s.at_b[0].push_back(q);
        s.at_a[1].push_back(p);
        q.angle += 0.01;
        q.x += 0.01;
        s.at_b[1].push_back(q);
    }
    return s;
}

flr_convex2 convex_of(const body &b, const place &p)
{
    return flr_convex2_polygon(b.corners.data(), uint32_t(b.corners.size()),
                               bench::vec2(std::cos(p.angle), std::sin(p.angle)), bench::vec2(p.x, p.y),
                               flr_real(b.radius));
}

struct ours {
    std::vector<flr_convex2> a[2], b[2];
    std::vector<flr_gjk2_cache> cache;
    std::vector<double> distance;

    explicit ours(const scene &s) : cache(pairs), distance(pairs)
    {
        for (size_t f = 0; f < 2; ++f)
            for (size_t i = 0; i < pairs; ++i) {
                a[f].push_back(convex_of(s.a[i], s.at_a[f][i]));
                b[f].push_back(convex_of(s.b[i], s.at_b[f][i]));
            }
    }
    void cold()
    {
        for (int n = 0; n < rounds; ++n)
            for (size_t i = 0; i < pairs; ++i)
                distance[i] = double(flr_closest2_convex_convex(&a[0][i], &b[0][i], nullptr).distance);
    }
    void warm()
    {
        for (size_t n = 0; n < rounds; ++n)
            for (size_t i = 0; i < pairs; ++i) {
                flr_gjk2_options o = {INFINITY, &cache[i], nullptr, 0};
                distance[i] = double(flr_closest2_convex_convex(&a[n % 2][i], &b[n % 2][i], &o).distance);
            }
    }
    void yes_or_no()
    {
        for (int n = 0; n < rounds; ++n)
            for (size_t i = 0; i < pairs; ++i)
                distance[i] = flr_overlap2_convex_convex(&a[0][i], &b[0][i], nullptr).overlap;
    }
    void depth()
    {
        for (int n = 0; n < rounds; ++n)
            for (size_t i = 0; i < pairs; ++i)
                distance[i] =
                    double(flr_signed_distance2_convex_convex(&a[0][i], &b[0][i], nullptr).signed_distance);
    }
};

#ifdef FEELER_HAVE_BOX2D
struct theirs {
    std::vector<std::vector<b2Vec2>> corners;
    std::vector<b2DistanceInput> input[2];
    std::vector<b2SimplexCache> cache;
    std::vector<double> distance;

    explicit theirs(const scene &s) : cache(pairs), distance(pairs)
    {
        for (b2SimplexCache &c : cache) c.count = 0;
        for (size_t i = 0; i < pairs; ++i)
            for (const body *b : {&s.a[i], &s.b[i]}) {
                corners.emplace_back();
                for (flr_vec2 p : b->corners) corners.back().push_back(b2Vec2(float(p.x), float(p.y)));
            }
        for (size_t f = 0; f < 2; ++f)
            for (size_t i = 0; i < pairs; ++i) {
                b2DistanceInput in;
                const std::vector<b2Vec2> &p = corners[2 * i], &q = corners[2 * i + 1];
                in.proxyA.Set(p.data(), int(p.size()), float(s.a[i].radius));
                in.proxyB.Set(q.data(), int(q.size()), float(s.b[i].radius));
                in.transformA.Set(b2Vec2(float(s.at_a[f][i].x), float(s.at_a[f][i].y)),
                                  float(s.at_a[f][i].angle));
                in.transformB.Set(b2Vec2(float(s.at_b[f][i].x), float(s.at_b[f][i].y)),
                                  float(s.at_b[f][i].angle));
                in.useRadii = true;
                input[f].push_back(in);
            }
    }
    void cold()
    {
        b2DistanceOutput out;
        for (int n = 0; n < rounds; ++n)
            for (size_t i = 0; i < pairs; ++i) {
                b2SimplexCache empty;
                empty.count = 0;
                b2Distance(&out, &empty, &input[0][i]);
                distance[i] = double(out.distance);
            }
    }
    void warm()
    {
        b2DistanceOutput out;
        for (size_t n = 0; n < rounds; ++n)
            for (size_t i = 0; i < pairs; ++i) {
                b2Distance(&out, &cache[i], &input[n % 2][i]);
                distance[i] = double(out.distance);
            }
    }
};

bool agree(const std::vector<double> &x, const std::vector<double> &y)
{
    for (size_t i = 0; i < x.size(); ++i)
        if (!(std::fabs(x[i] - y[i]) < 1e-4)) {
            std::fprintf(stderr, "pair %zu: %g, Box2D %g\n", i, x[i], y[i]);
            return false;
        }
    return true;
}
#endif

/// Peers that no package has, for polygons.
std::vector<bench::row> outside(const scene &s, bench::question q)
{
    std::vector<bench::pair2> all;
    auto pose = [](const place &p) { return flr_pose2{flr_real(p.angle), bench::vec2(p.x, p.y)}; };
    for (size_t i = 0; i < pairs; ++i)
        all.push_back({&s.a[i].corners,
                       &s.b[i].corners,
                       pose(s.at_a[0][i]),
                       pose(s.at_b[0][i]),
                       pose(s.at_b[1][i]),
                       {0, 0},
                       {},
                       {}});
    std::vector<bench::row> rows;
    for (auto &[name, ask] : bench::outside(bench::outside_peers2(), q, all))
        rows.emplace_back(name, [ask = ask] {
            for (size_t n = 0; n < rounds; ++n)
                for (size_t i = 0; i < pairs; ++i) ask(i, n % 2);
        });
    return rows;
}

bool apart(const std::string &name, kind k, int corners, int repeats, bench::report &out)
{
    scene s = make_scene(k, corners, 2.05, 3.5);
    ours o(s);
    bool good = true;
    std::vector<bench::row> cold, warm;
#ifdef FEELER_HAVE_BOX2D
    theirs b(s);
    o.cold(), b.cold();
    good = agree(o.distance, b.distance);
    o.warm(), b.warm();
    good = agree(o.distance, b.distance) && good;
    cold.emplace_back("Box2D", [&] { b.cold(); });
    warm.emplace_back("Box2D", [&] { b.warm(); });
#endif
    if (k == POLYGON) {
        for (bench::row &r : outside(s, bench::question::distance)) cold.push_back(r);
        for (bench::row &r : outside(s, bench::question::warm_distance)) warm.push_back(r);
    }
    cold.emplace_back(
        "Feeler", [&] { o.cold(); }, "Box2D");
    warm.emplace_back(
        "Feeler", [&] { o.warm(); }, "Box2D");
    cold.emplace_back(
        "Feeler yes or no", [&] { o.yes_or_no(); }, "Box2D");
    out.measure(name + ", distance", cold, repeats, pairs * rounds);
    out.measure(name + ", distance, warm", warm, repeats, pairs * rounds);
    return good;
}

void overlapping(const std::string &name, kind k, int corners, int repeats, bench::report &out)
{
    scene s = make_scene(k, corners, 0.3, 0.9);
    ours o(s);
    std::vector<bench::row> rows;
    rows.emplace_back("Feeler depth", [&] { o.depth(); });
    out.measure(name, rows, repeats, pairs * rounds);
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out(bench::in_float("convex2"), argc, argv);
    if (!out.good()) return 2;
    int repeats = out.quick() ? 5 : 25;
    std::printf("%d queries a row\n", pairs * rounds);
    bool good = apart("quads", POLYGON, 4, repeats, out);
    good = apart("octagons", POLYGON, 8, repeats, out) && good;
    good = apart("circles", CIRCLE, 1, repeats, out) && good;
    good = apart("capsules", CAPSULE, 2, repeats, out) && good;
    for (int n : {4, 8, 64})
        overlapping("depth, " + std::to_string(n) + " corners", POLYGON, n, repeats, out);
    for (int n : {16, 64, 256, 1024, 4096})
        if (!out.quick() || n == 64)
            good = apart(std::to_string(n) + " corners", POLYGON, n, out.quick() ? 2 : 5, out) && good;
    return good ? 0 : 1;
}
