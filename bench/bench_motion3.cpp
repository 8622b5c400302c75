// peers: bullet
// Time of first touch of two convex shapes, one of which comes in and turns by half a radian: all of 1,000 pairs touch (of
// 200 from 256 vertices up). Bullet's
// btContinuousConvexCollision computes in single precision and ends 0.001 before the touch; here t is
// proved not to be late and lies within a few roundings.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "bench.hpp"
#ifdef FEELER_HAVE_BULLET
#include "bullet.hpp"
#endif
#include "feeler/feeler.h"
#include "peer.hpp"
#include "random.hpp"

namespace
{

struct source : bench::numbers {
    flr_vec3 direction()
    {
        for (;;) {
            double x = between(-1, 1), y = between(-1, 1), z = between(-1, 1),
                   n = std::sqrt(x * x + y * y + z * z);
            if (n > 0.1 && n <= 1) return flr_vec3_make(flr_real(x / n), flr_real(y / n), flr_real(z / n));
        }
    }
    flr_quat rotation()
    {
        double w = between(-1, 1);
        flr_vec3 d = direction();
        return {flr_real(w), d.x, d.y, d.z};
    }
};

/// A box, or where `corners` the hull of that many points on an ellipsoid.
struct solid {
    flr_vec3 half{};
    std::vector<flr_vec3> points;
    std::shared_ptr<flr_hull3> hull;
    flr_convex3 ours{};
#ifdef FEELER_HAVE_BULLET
    std::unique_ptr<btConvexShape> theirs;
#endif
};

solid make(source &r, std::size_t corners)
{
    solid s;
    double x = r.between(0.5, 1.5), y = r.between(0.5, 1.5), z = r.between(0.5, 1.5);
    s.half = flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
    const flr_mat3 straight = flr_affine3_identity().linear;
    const flr_vec3 zero = flr_vec3_make(0, 0, 0);
    if (corners == 0) {
        flr_box3 b = {zero, straight, s.half};
        s.ours = flr_convex3_box(&b);
    } else {
        for (std::size_t i = 0; i < corners; ++i) {
            flr_vec3 d = r.direction();
            s.points.push_back(flr_vec3_make(d.x * s.half.x, d.y * s.half.y, d.z * s.half.z));
        }
        flr_hull3 *h = nullptr;
        if (flr_hull3_create(s.points.data(), corners, nullptr, nullptr, &h) != FLR_OK) std::exit(1);
        s.hull.reset(h, flr_hull3_destroy);
        s.ours = flr_convex3_hull(h, straight, zero, 0);
    }
#ifdef FEELER_HAVE_BULLET
    if (corners == 0)
        s.theirs = bench::bullet_box(s.half);
    else
        s.theirs = bench::bullet_hull(s.points);
#endif
    return s;
}

struct moving {
    std::size_t a, b;
    flr_path3 on_a, on_b;
};

flr_quat turned(const flr_quat &q, double angle)
{
    double c = std::cos(angle / 2), s = std::sin(angle / 2), w = q.w, x = q.x, y = q.y, z = q.z;
    return {flr_real(c * w - s * z), flr_real(c * x - s * y), flr_real(c * y + s * x),
            flr_real(c * z + s * w)};
}

/// b comes from a gap of at most 1 in some direction to where a is.
moving make_moving(source &r, const std::vector<solid> &shapes)
{
    moving m;
    m.a = std::size_t(r.unit() * double(shapes.size()));
    m.b = std::size_t(r.unit() * double(shapes.size()));
    flr_vec3 d = r.direction(), zero = flr_vec3_make(0, 0, 0);
    flr_quat qa = r.rotation(), qb = r.rotation();
    double gap = r.between(0.01, 1);
    m.on_a = {{qa, zero}, {qa, zero}};
    double low = 0, high = 8;  // where they touch along d
    for (int i = 0; i < 60; ++i) {
        double middle = (low + high) / 2;
        m.on_b.from = {qb, flr_scale3(flr_real(middle), d)};
        m.on_b.to = m.on_b.from;
        flr_toi3_result q =
            flr_toi3_convex_convex(&shapes[m.a].ours, &m.on_a, &shapes[m.b].ours, &m.on_b, nullptr);
        (q.hit ? low : high) = middle;
    }
    m.on_b.from = {qb, flr_scale3(flr_real(high + gap), d)};
    m.on_b.to = {turned(qb, 0.5), zero};
    return m;
}

#ifdef FEELER_HAVE_BULLET
btTransform transform(const flr_pose3 &p)
{
    const flr_quat &q = p.rotation;
    btQuaternion r(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w));
    r.normalize();
    return btTransform(r, btVector3(btScalar(p.position.x), btScalar(p.position.y), btScalar(p.position.z)));
}
#endif

bool failed = false;

void run(const std::string &name, std::size_t corners, std::size_t pairs, int repeats, bench::report &out)
{
    if (!out.wanted(name)) return;
    source r{{corners + 1}};
    std::vector<solid> shapes;
    for (int i = 0; i < 64; ++i) shapes.push_back(make(r, corners));
    std::vector<moving> work;
    for (std::size_t i = 0; i < pairs; ++i) work.push_back(make_moving(r, shapes));
    double ours = 0, theirs = 0;
    std::size_t hits = 0, steps = 0, their_hits = 0;
    auto feeler = [&] {
        ours = 0, hits = steps = 0;
        for (const moving &m : work) {
            flr_toi3_result q =
                flr_toi3_convex_convex(&shapes[m.a].ours, &m.on_a, &shapes[m.b].ours, &m.on_b, nullptr);
            ours += double(q.t), hits += q.hit, steps += std::size_t(q.iterations);
        }
    };
    std::vector<bench::row> rows;
    rows.emplace_back("Feeler", feeler);
#ifdef FEELER_HAVE_BULLET
    auto bullet = [&] {
        theirs = 0, their_hits = 0;
        for (const moving &m : work) {
            btVoronoiSimplexSolver simplex;
            btGjkEpaPenetrationDepthSolver depth;
            btContinuousConvexCollision cast(shapes[m.a].theirs.get(), shapes[m.b].theirs.get(), &simplex,
                                             &depth);
            btConvexCast::CastResult result;
            result.m_fraction = 1;
            bool hit = cast.calcTimeOfImpact(transform(m.on_a.from), transform(m.on_a.to),
                                             transform(m.on_b.from), transform(m.on_b.to), result);
            their_hits += hit;
            theirs += hit ? double(result.m_fraction) : 1;
        }
    };
    rows.emplace_back("Bullet, single precision", bullet, "");
    rows[0].against = "Bullet, single precision";
#endif
    std::vector<bench::solid3> solids;
    for (const solid &x : shapes)
        solids.push_back(corners == 0 ? bench::box3(x.half) : bench::hull3(x.points, x.hull.get()));
    std::vector<bench::pair3> outside;
    for (const moving &m : work)
        outside.push_back({&solids[m.a], &solids[m.b], {}, {}, {}, {0, 0, 0}, m.on_a, m.on_b});
    auto others = bench::outside(bench::outside_peers3(), bench::question::time_of_touch, outside);
    std::vector<double> sums(others.size());
    for (std::size_t k = 0; k < others.size(); ++k)
        rows.emplace_back(others[k].first, [&, k] {
            sums[k] = 0;
            for (std::size_t i = 0; i < work.size(); ++i) sums[k] += others[k].second(i, false);
        });
    out.measure(name, rows, repeats, double(pairs));
    for (std::size_t k = 0; k < others.size(); ++k)
        out.fact(name, others[k].first, "mean t", sums[k] / double(pairs));
    out.fact(name, "Feeler", "mean t", ours / double(pairs));
    out.fact(name, "Feeler", "steps", double(steps) / double(pairs));
#ifdef FEELER_HAVE_BULLET
    out.fact(name, "Bullet, single precision", "mean t", theirs / double(pairs));
    out.fact(name, "Bullet, single precision", "touches found", double(their_hits));
#endif
    failed |= hits != pairs;
    std::printf("\n");
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("motion3", argc, argv);
    if (!out.good()) return 2;
    const bool quick = out.quick();
    const int repeats = quick ? 5 : 15;
    run("boxes", 0, 1000, repeats, out);
    run("hulls of 16 vertices", 16, 1000, repeats, out);
    run("hulls of 64 vertices", 64, 1000, repeats, out);
    const std::size_t pairs_of_large = quick ? 200 : 1000;
    run("hulls of 256 vertices", 256, pairs_of_large, repeats, out);
    run("hulls of 1024 vertices", 1024, pairs_of_large, repeats, out);
    return failed ? 1 : 0;
}
