// peers: bullet
// Linear casts: when does one convex shape, moving straight, first touch another? Boxes, hulls of 16 and 64 vertices, round
// shapes and triangles at random attitudes, some 4 to 6 away, moving so that a quarter (small shapes) to three quarters touch. Bullet computes in float.
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

#include "bench.hpp"
#ifdef FEELER_HAVE_BULLET
#include "bullet.hpp"
#endif
#include "feeler/sweep3.h"
#include "peer.hpp"

namespace
{

constexpr int pairs = 1000;

struct body {
    enum kind { BOX, HULL, SPHERE, CAPSULE, TRIANGLE } kind;
    std::vector<flr_vec3> points;  // of a hull or triangle
    flr_vec3 half;
    double radius;
    flr_hull3 *hull = nullptr;
};

struct source {
    std::mt19937 random{7};
    double unit() { return std::uniform_real_distribution<double>(0, 1)(random); }
    double between(double low, double high) { return low + (high - low) * unit(); }
    flr_vec3 point(double r)
    {
        double x = between(-r, r), y = between(-r, r), z = between(-r, r);
        return {x, y, z};
    }
    flr_vec3 direction()
    {
        flr_vec3 p = point(1);
        while (flr_length3(p) > 1 || flr_length3(p) < 0.1) p = point(1);
        return flr_scale3(1 / flr_length3(p), p);
    }
    flr_mat3 axes()
    {
        flr_vec3 x = direction(), y = direction();
        while (flr_length3(flr_cross3(x, y)) < 0.2) y = direction();
        flr_vec3 z = flr_cross3(x, y);
        z = flr_scale3(1 / flr_length3(z), z);
        return {x, flr_cross3(z, x), z};
    }
};

body make(source &r, enum body::kind k, int vertices)
{
    body b;
    b.kind = k;
    double x = r.between(0.4, 1), y = r.between(0.4, 1), z = r.between(0.4, 1);
    b.half = {x, y, z};
    b.radius = r.between(0.3, 0.8);
    int count = k == body::HULL ? vertices : k == body::TRIANGLE ? 3 : 0;
    for (int i = 0; i < count; ++i) b.points.push_back(r.direction());
    if (k == body::HULL) flr_hull3_create(b.points.data(), b.points.size(), nullptr, nullptr, &b.hull);
    return b;
}

struct placed {
    flr_mat3 axes;
    flr_vec3 position;
};

struct scene {
    std::vector<body> shapes;  // few shapes, many poses, as a scene has them
    std::vector<const body *> a, b;
    std::vector<placed> at_a, at_b;
    std::vector<flr_vec3> motion;
    scene() = default;
    scene(const scene &) = delete;
    scene &operator=(const scene &) = delete;
    ~scene()
    {
        for (body &x : shapes) flr_hull3_destroy(x.hull);
    }
};

void fill(scene &s, enum body::kind k, int vertices_a, enum body::kind l, int vertices_b)
{
    source r;
    const size_t of_each = 16;
    for (size_t i = 0; i < of_each; ++i) s.shapes.push_back(make(r, k, vertices_a));
    for (size_t i = 0; i < of_each; ++i) s.shapes.push_back(make(r, l, vertices_b));
    for (int i = 0; i < pairs; ++i) {
        s.a.push_back(&s.shapes[size_t(r.between(0, of_each))]);
        s.b.push_back(&s.shapes[of_each + size_t(r.between(0, of_each))]);
        flr_vec3 at = r.point(3), from = flr_scale3(r.between(4, 6), r.direction()), aside = r.point(2.8);
        flr_mat3 x = r.axes(), y = r.axes();
        s.at_a.push_back({x, flr_add3(at, from)});
        s.at_b.push_back({y, at});
        s.motion.push_back(flr_add3(flr_scale3(-r.between(0.8, 2), from), aside));
    }
}

/// Prepared shapes of ours: of a kind with a function of its own, that.
struct ours {
    const scene &s;
    std::vector<flr_convex3> a, b;
    std::vector<flr_box3> box_a, box_b;
    std::vector<flr_triangle3> triangle_b;
    std::vector<flr_sphere> sphere_a;
    std::vector<double> t;

    static flr_vec3 at(const placed &p, flr_vec3 q) { return flr_add3(flr_mat3_mul(p.axes, q), p.position); }
    static flr_convex3 convex(const body &b, const placed &p)
    {
        flr_box3 box = {p.position, p.axes, b.half};
        flr_sphere sphere = {p.position, b.radius};
        flr_capsule3 capsule = {at(p, {0, -b.half.y, 0}), at(p, {0, b.half.y, 0}), b.radius};
        switch (b.kind) {
        case body::BOX:
            return flr_convex3_box(&box);
        case body::SPHERE:
            return flr_convex3_sphere(&sphere);
        case body::CAPSULE:
            return flr_convex3_capsule(&capsule);
        case body::HULL:
            return flr_convex3_hull(b.hull, p.axes, p.position, 0);
        default: {
            flr_triangle3 t = {at(p, b.points[0]), at(p, b.points[1]), at(p, b.points[2])};
            return flr_convex3_triangle(&t);
        }
        }
    }
    explicit ours(const scene &scene_) : s(scene_), t(pairs)
    {
        for (size_t i = 0; i < pairs; ++i) {
            const body &x = *s.a[i], &y = *s.b[i];
            a.push_back(convex(x, s.at_a[i]));
            b.push_back(convex(y, s.at_b[i]));
            box_a.push_back({s.at_a[i].position, s.at_a[i].axes, x.half});
            box_b.push_back({s.at_b[i].position, s.at_b[i].axes, y.half});
            sphere_a.push_back({s.at_a[i].position, x.radius});
            triangle_b.push_back({b[i].corners[0], b[i].corners[1], b[i].corners[2]});
        }
    }
    static double told(const flr_sweep3_result &r) { return r.hit ? double(r.t) : 2; }
    void general()
    {
        for (size_t i = 0; i < pairs; ++i)
            t[i] = told(flr_sweep3_convex_convex(&a[i], s.motion[i], &b[i], nullptr));
    }
    void boxes()
    {
        for (size_t i = 0; i < pairs; ++i) t[i] = told(flr_sweep3_box_box(&box_a[i], s.motion[i], &box_b[i]));
    }
    void sphere_triangles()
    {
        for (size_t i = 0; i < pairs; ++i)
            t[i] = told(flr_sweep3_sphere_triangle(&sphere_a[i], s.motion[i], &triangle_b[i]));
    }
};

#ifdef FEELER_HAVE_BULLET
struct theirs {
    std::vector<std::unique_ptr<btConvexShape>> shapes;
    std::vector<const btConvexShape *> a, b;
    std::vector<btTransform> from, to, still;
    std::vector<double> t;

    static std::unique_ptr<btConvexShape> shape_of(const body &b)
    {
        if (b.kind == body::SPHERE) return std::make_unique<btSphereShape>(float(b.radius));
        if (b.kind == body::CAPSULE)
            return std::make_unique<btCapsuleShape>(float(b.radius), float(2 * b.half.y));
        if (b.kind == body::BOX) return bench::bullet_box(b.half);
        return bench::bullet_hull(b.points);
    }
    static btTransform transform(const placed &p) { return bench::bullet_transform(p.axes, p.position); }
    explicit theirs(const scene &s) : t(pairs)
    {
        for (const body &x : s.shapes) shapes.push_back(shape_of(x));
        for (size_t i = 0; i < pairs; ++i) {
            a.push_back(shapes[size_t(s.a[i] - s.shapes.data())].get());
            b.push_back(shapes[size_t(s.b[i] - s.shapes.data())].get());
            from.push_back(transform(s.at_a[i]));
            to.push_back(from.back());
            to.back().setOrigin(bench::bullet_vector(flr_add3(s.at_a[i].position, s.motion[i])));
            still.push_back(transform(s.at_b[i]));
        }
    }
    void subsimplex()
    {
        for (size_t i = 0; i < pairs; ++i) {
            btVoronoiSimplexSolver simplex;
            btSubsimplexConvexCast cast(a[i], b[i], &simplex);
            btConvexCast::CastResult r;
            r.m_fraction = 1;
            t[i] = cast.calcTimeOfImpact(from[i], to[i], still[i], still[i], r) ? double(r.m_fraction) : 2;
        }
    }
    void continuous()
    {
        btGjkEpaPenetrationDepthSolver depth;
        for (size_t i = 0; i < pairs; ++i) {
            btVoronoiSimplexSolver simplex;
            btContinuousConvexCollision cast(a[i], b[i], &simplex, &depth);
            btConvexCast::CastResult r;
            r.m_fraction = 1;
            t[i] = cast.calcTimeOfImpact(from[i], to[i], still[i], still[i], r) ? double(r.m_fraction) : 2;
        }
    }
};

/// How many times are like Bullet's to a part in a hundred: it stops at a tolerance of its own.
size_t alike(const std::vector<double> &x, const std::vector<double> &y)
{
    size_t count = 0;
    for (size_t i = 0; i < x.size(); ++i) count += std::fabs(x[i] - y[i]) < 0.01;
    return count;
}
#endif

bool compare(const std::string &name, const scene &s, void (ours::*typed)(), int repeats, bench::report &out)
{
    ours o(s);
    std::vector<double> general;
    o.general();
    general = o.t;
    size_t hits = 0, same = 0;
    for (double t : general) hits += t <= 1;
    if (typed) (o.*typed)();
    for (size_t i = 0; i < pairs; ++i) same += std::fabs(o.t[i] - general[i]) < 1e-9;
    std::printf("%s: %zu of %d touch\n", name.c_str(), hits, pairs);
    bool good = same == pairs && hits > pairs / 5;
    std::vector<bench::row> rows;
#ifdef FEELER_HAVE_BULLET
    theirs b(s);
    b.subsimplex();
    size_t like = alike(b.t, general);
    b.continuous();
    out.fact(name, "Bullet's subsimplex cast: like ours", "of 1000", double(like));
    out.fact(name, "Bullet's continuous collision: like ours", "of 1000", double(alike(b.t, general)));
    good = good && like > pairs * 9 / 10;
    rows.emplace_back("Bullet subsimplex", [&] { b.subsimplex(); });
    rows.emplace_back("Bullet continuous", [&] { b.continuous(); });
#endif
    // peers that no package has, where both are boxes or hulls
    std::vector<bench::solid3> solids;
    std::vector<bench::pair3> pairs_outside;
    bool faceted = s.a[0]->kind <= body::HULL && s.b[0]->kind <= body::HULL;
    for (const body &x : s.shapes)
        solids.push_back(x.kind == body::BOX ? bench::box3(x.half) : bench::hull3(x.points, x.hull));
    auto solid = [&](const body *x) { return &solids[size_t(x - s.shapes.data())]; };
    for (size_t i = 0; faceted && i < pairs; ++i) {
        const bench::solid3 *x = solid(s.a[i]), *y = solid(s.b[i]);
        bench::place3 at_b = {s.at_b[i].axes, s.at_b[i].position};
        pairs_outside.push_back(
            {x, y, {s.at_a[i].axes, s.at_a[i].position}, at_b, at_b, s.motion[i], {}, {}});
    }
    std::vector<std::pair<std::string, bench::asker>> others;
    if (faceted) others = bench::outside(bench::outside_peers3(), bench::question::cast, pairs_outside);
    std::vector<std::vector<double>> told(others.size(), std::vector<double>(pairs));
    for (size_t k = 0; k < others.size(); ++k)
        rows.emplace_back(others[k].first, [&others, &told, k] {
            for (size_t i = 0; i < pairs; ++i) told[k][i] = others[k].second(i, false);
        });
    if (typed)
        rows.emplace_back(
            "Feeler typed", [&] { (o.*typed)(); }, "Bullet subsimplex");
    rows.emplace_back(
        "Feeler general", [&] { o.general(); }, "Bullet subsimplex");
    out.measure(name, rows, repeats, pairs);
    for (size_t k = 0; k < others.size(); ++k) {
        size_t unlike = 0;
        for (size_t i = 0; i < pairs; ++i) unlike += std::fabs(told[k][i] - general[i]) >= 0.01;
        out.fact(name, others[k].first + ": off by over 0.01", "% of pairs", 100.0 * double(unlike) / pairs);
    }
    return good;
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("sweep3", argc, argv);
    if (!out.good()) return 2;
    int repeats = out.quick() ? 3 : 42;
    struct work {
        const char *name;
        enum body::kind a;
        int vertices_a;
        enum body::kind b;
        int vertices_b;
        void (ours::*typed)();
    };
    const work all[] = {{"box box", body::BOX, 0, body::BOX, 0, &ours::boxes},
                        {"hull 16 hull 16", body::HULL, 16, body::HULL, 16, nullptr},
                        {"hull 64 hull 64", body::HULL, 64, body::HULL, 64, nullptr},
                        {"hull 256 hull 256", body::HULL, 256, body::HULL, 256, nullptr},
                        {"hull 1024 hull 1024", body::HULL, 1024, body::HULL, 1024, nullptr},
                        {"sphere triangle", body::SPHERE, 0, body::TRIANGLE, 0, &ours::sphere_triangles},
                        {"capsule box", body::CAPSULE, 0, body::BOX, 0, nullptr},
                        {"capsule triangle", body::CAPSULE, 0, body::TRIANGLE, 0, nullptr},
                        {"box triangle", body::BOX, 0, body::TRIANGLE, 0, nullptr},
                        {"sphere sphere", body::SPHERE, 0, body::SPHERE, 0, nullptr}};
    bool good = true;
    for (const work &w : all) {
        if (!out.wanted(w.name)) continue;
        scene s;
        fill(s, w.a, w.vertices_a, w.b, w.vertices_b);
        good = compare(w.name, s, w.typed, repeats, out) && good;
    }
    return good ? 0 : 1;
}
