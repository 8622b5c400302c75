// peers: bullet ode
// Contact manifolds of pairs in space: random light overlaps, boxes resting on boxes, hulls, round shapes; beside
// Bullet's detectors for boxes and for convex hulls (single precision), FCL's collide of boxes with up to four contacts and
// ODE's function for boxes (double).
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include <fcl/fcl.h>
#ifdef FEELER_HAVE_ODE
#include <ode/ode.h>
#endif

#include "bench.hpp"
#ifdef FEELER_HAVE_BULLET
#include "bullet.hpp"
#endif
#include "feeler/feeler.h"
#include "peer.hpp"

namespace
{

constexpr int pair_count = 1000;
using real_matrix = fcl::Matrix3d;
using real_vector = fcl::Vector3d;

struct source {
    std::mt19937_64 bits;
    double between(double low, double high) { return low + (high - low) * double(bits() >> 11) * 0x1p-53; }
    real_vector direction()
    {
        double z = between(-1, 1), angle = between(0, 6.283185307179586), r = std::sqrt(1 - z * z);
        return {r * std::cos(angle), r * std::sin(angle), z};
    }
    real_matrix rotation()
    {
        real_vector axis = direction();
        double angle = between(0, 6.283185307179586);
        return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    }
};

struct pose {
    real_matrix r;
    real_vector t;
};

flr_vec3 from(const real_vector &v) { return {flr_real(v.x()), flr_real(v.y()), flr_real(v.z())}; }
flr_mat3 from(const real_matrix &m)
{
    return {from(real_vector(m.col(0))), from(real_vector(m.col(1))), from(real_vector(m.col(2)))};
}

struct hull_free {
    void operator()(flr_hull3 *h) const { flr_hull3_destroy(h); }
};

/// A pair with what each library needs of it.
struct item {
    pose a, b, next;  ///< next: b a little moved
    real_vector half_a, half_b;
    std::vector<flr_vec3> points_a, points_b;
    std::shared_ptr<flr_hull3> hull_a, hull_b;
    flr_convex3 convex_a{}, convex_b{}, convex_next{};
};

/// Pushes b along a random direction to an overlap of 0.005 to 0.1.
void push(item &p, source &s, const std::function<flr_convex3(const pose &)> &of_b)
{
    real_vector d = s.direction();
    double low = 0, high = 8, deep = s.between(0.005, 0.1);
    for (int i = 0; i < 40; ++i) {
        double middle = (low + high) / 2;
        p.b.t = p.a.t + middle * d;
        flr_convex3 b = of_b(p.b);
        (flr_closest3_convex_convex(&p.convex_a, &b, nullptr).overlap ? low : high) = middle;
    }
    p.b.t = p.a.t + (high - deep) * d;
    p.next = p.b;
    p.next.t += 0.01 * s.direction();
    p.next.r = Eigen::AngleAxisd(0.02, s.direction()).toRotationMatrix() * p.b.r;
    p.convex_b = of_b(p.b);
    p.convex_next = of_b(p.next);
}

flr_convex3 box_at(const pose &p, const real_vector &half)
{
    flr_box3 b = {from(p.t), from(p.r), from(half)};
    return flr_convex3_box(&b);
}

real_vector random_half(source &s)
{
    double x = s.between(0.3, 1.2), y = s.between(0.3, 1.2), z = s.between(0.3, 1.2);
    return {x, y, z};
}

pose random_pose(source &s)
{
    double x = s.between(-2, 2), y = s.between(-2, 2), z = s.between(-2, 2);
    return {s.rotation(), {x, y, z}};
}

std::vector<item> boxes()
{
    source s{std::mt19937_64(1)};
    std::vector<item> all(pair_count);
    for (item &p : all) {
        p.a = random_pose(s);
        p.b.r = s.rotation();
        p.half_a = random_half(s);
        p.half_b = random_half(s);
        p.convex_a = box_at(p.a, p.half_a);
        push(p, s, [&](const pose &at) { return box_at(at, p.half_b); });
    }
    return all;
}

/// One box on another's face, turned any way about the vertical and tilted by up to 0.002, 0.01 deep.
std::vector<item> stacks()
{
    source s{std::mt19937_64(2)};
    std::vector<item> all(pair_count);
    for (item &p : all) {
        p.half_a = random_half(s);
        p.half_b = random_half(s);
        p.a = {real_matrix::Identity(), {s.between(-2, 2), 0, 0}};
        double yaw = s.between(0, 3), lean = s.between(-0.002, 0.002);
        p.b.r = (Eigen::AngleAxisd(lean, s.direction()) * Eigen::AngleAxisd(yaw, real_vector::UnitZ()))
                    .toRotationMatrix();
        double x = s.between(-0.7, 0.7) * p.half_a.x(), y = s.between(-0.7, 0.7) * p.half_a.y();
        p.b.t = p.a.t + real_vector(x, y, p.half_a.z() + p.half_b.z() - 0.01);
        p.next = p.b;
        p.convex_a = box_at(p.a, p.half_a);
        p.convex_b = p.convex_next = box_at(p.b, p.half_b);
    }
    return all;
}

std::shared_ptr<flr_hull3> random_hull(source &s, int count, std::vector<flr_vec3> *points)
{
    real_vector scale = random_half(s);
    for (int i = 0; i < count; ++i) points->push_back(from(real_vector(scale.cwiseProduct(s.direction()))));
    flr_hull3 *h = nullptr;
    flr_hull3_create(points->data(), points->size(), nullptr, nullptr, &h);
    return std::shared_ptr<flr_hull3>(h, hull_free());
}

std::vector<item> hulls(int count)
{
    source s{std::mt19937_64(unsigned(3 + count))};
    std::vector<item> all(pair_count);
    // few shapes, many poses, as a scene has them
    std::vector<std::shared_ptr<flr_hull3>> made;
    std::vector<std::vector<flr_vec3>> points(32);
    for (auto &p : points) made.push_back(random_hull(s, count, &p));
    for (item &p : all) {
        size_t i = size_t(s.between(0, 16)), k = size_t(s.between(16, 32));
        p.hull_a = made[i];
        p.hull_b = made[k];
        p.points_a = points[i];
        p.points_b = points[k];
        p.a = random_pose(s);
        p.b.r = s.rotation();
        p.convex_a = flr_convex3_hull(p.hull_a.get(), from(p.a.r), from(p.a.t), 0);
        push(p, s,
             [&](const pose &at) { return flr_convex3_hull(p.hull_b.get(), from(at.r), from(at.t), 0); });
    }
    return all;
}

std::vector<item> round_and_boxes(bool capsule)
{
    source s{std::mt19937_64(capsule ? 5 : 4)};
    std::vector<item> all(pair_count);
    for (item &p : all) {
        p.half_b = random_half(s);
        p.a = random_pose(s);
        p.b.r = s.rotation();
        flr_vec3 arm = from(real_vector(p.a.r.col(2) * s.between(0.3, 1.2)));
        flr_real radius = flr_real(s.between(0.15, 0.6));
        flr_capsule3 c = {flr_sub3(from(p.a.t), arm), flr_add3(from(p.a.t), arm), radius};
        flr_sphere ball = {from(p.a.t), radius};
        p.convex_a = capsule ? flr_convex3_capsule(&c) : flr_convex3_sphere(&ball);
        push(p, s, [&](const pose &at) { return box_at(at, p.half_b); });
    }
    return all;
}

struct totals {
    long points = 0;
    double depth = 0;
    void add(const flr_manifold3 &m)
    {
        double most = 0;
        for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
        points += m.count;
        depth += most;
    }
};

flr_box3 as_box(const flr_convex3 &c) { return {c.center, c.axes, c.half_extents}; }

fcl::Transform3d placed(const pose &p)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    t.linear() = p.r;
    t.translation() = p.t;
    return t;
}

#ifdef FEELER_HAVE_BULLET
struct bullet_points : btDiscreteCollisionDetectorInterface::Result {
    totals *sum;
    double most = 0;
    void setShapeIdentifiersA(int, int) override {}
    void setShapeIdentifiersB(int, int) override {}
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar depth) override
    {
        sum->points++;
        most = std::fmax(most, -double(depth));
    }
};

btTransform bullet_pose(const pose &p) { return bench::bullet_transform(from(p.r), from(p.t)); }

/// What Bullet's dispatcher keeps for a pair of hulls: the detector with its last axis, and the manifold. The hulls have no
/// margin, so that depths are those of the same shapes, and their faces, so that patches are clipped.
class bullet_hulls
{
  public:
    explicit bullet_hulls(const std::vector<item> &all) : dispatcher_(&configuration_)
    {
        for (const item &p : all) {
            pairs_.push_back(std::make_unique<pair>());
            pair &made = *pairs_.back();
            made.place[0] = bullet_pose(p.a);
            made.place[1] = bullet_pose(p.b);
            made.place[2] = bullet_pose(p.next);
            for (int k = 0; k < 2; ++k) {
                made.shape[k] = shape_of((k ? p.hull_b : p.hull_a).get(), k ? p.points_b : p.points_a);
                made.object[k].setCollisionShape(made.shape[k]);
            }
            renew(made);
        }
    }
    ~bullet_hulls()
    {
        for (auto &p : pairs_) drop(*p);
    }
    bullet_hulls(const bullet_hulls &) = delete;
    bullet_hulls &operator=(const bullet_hulls &) = delete;

    /// As if the pair had not been seen before.
    void forget()
    {
        for (auto &p : pairs_) {
            drop(*p);
            renew(*p);
        }
    }
    totals contacts(bool moved)
    {
        totals sum;
        btDispatcherInfo info;
        for (auto &p : pairs_) {
            btCollisionObjectWrapper a(nullptr, p->shape[0], &p->object[0], p->place[0], -1, -1),
                b(nullptr, p->shape[1], &p->object[1], p->place[moved ? 2 : 1], -1, -1);
            p->object[0].setWorldTransform(a.getWorldTransform());
            p->object[1].setWorldTransform(b.getWorldTransform());
            btManifoldResult result(&a, &b);
            p->detector->processCollision(&a, &b, info, &result);
            double most = 0;
            for (int i = 0; i < p->manifold->getNumContacts(); ++i)
                most = std::fmax(most, -double(p->manifold->getContactPoint(i).getDistance()));
            sum.points += p->manifold->getNumContacts();
            sum.depth += most;
        }
        return sum;
    }

  private:
    struct pair {
        btConvexHullShape *shape[2];
        btCollisionObject object[2];
        btTransform place[3];
        btPersistentManifold *manifold = nullptr;
        btCollisionAlgorithm *detector = nullptr;
    };
    btConvexHullShape *shape_of(const flr_hull3 *hull, const std::vector<flr_vec3> &points)
    {
        std::unique_ptr<btConvexHullShape> &shape = shapes_[hull];
        if (shape) return shape.get();
        shape = bench::bullet_hull(points);
        shape->initializePolyhedralFeatures();
        return shape.get();
    }
    void renew(pair &p)
    {
        btCollisionObjectWrapper a(nullptr, p.shape[0], &p.object[0], p.place[0], -1, -1),
            b(nullptr, p.shape[1], &p.object[1], p.place[1], -1, -1);
        p.manifold = dispatcher_.getNewManifold(&p.object[0], &p.object[1]);
        p.detector = dispatcher_.findAlgorithm(&a, &b, p.manifold, BT_CONTACT_POINT_ALGORITHMS);
    }
    void drop(pair &p)
    {
        p.detector->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(p.detector);
        dispatcher_.releaseManifold(p.manifold);
    }
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    std::map<const flr_hull3 *, std::unique_ptr<btConvexHullShape>> shapes_;
    std::vector<std::unique_ptr<pair>> pairs_;
};

#endif

/// Peers that no package has; `solids` keeps what they look at.
void add_outside(std::vector<bench::row> &rows, const std::vector<item> &all, bench::question q,
                 std::vector<bench::solid3> &solids)
{
    std::vector<bench::pair3> pairs;
    auto solid = [&](const std::shared_ptr<flr_hull3> &hull, const std::vector<flr_vec3> &points,
                     const real_vector &half) -> const bench::solid3 * {
        if (hull)
            for (const bench::solid3 &s : solids)
                if (s.hull == hull.get()) return &s;
        solids.push_back(hull ? bench::hull3(points, hull.get()) : bench::box3(from(half)));
        return &solids.back();
    };
    solids.clear();
    solids.reserve(2 * all.size());
    for (const item &p : all) {
        const bench::solid3 *a = solid(p.hull_a, p.points_a, p.half_a),
                            *b = solid(p.hull_b, p.points_b, p.half_b);
        pairs.push_back({a,
                         b,
                         {from(p.a.r), from(p.a.t)},
                         {from(p.b.r), from(p.b.t)},
                         {from(p.next.r), from(p.next.t)},
                         {0, 0, 0},
                         {},
                         {}});
    }
    bool warm = q == bench::question::warm_manifold;
    for (auto &[name, ask] : bench::outside(bench::outside_peers3(), q, pairs)) {
        auto depths = std::make_shared<double>();
        auto moved = std::make_shared<bool>(false);
        rows.emplace_back(name, [ask = ask, depths, moved, warm, count = all.size()] {
            *moved = warm && !*moved;
            *depths = 0;
            for (size_t i = 0; i < count; ++i) *depths += ask(i, *moved);
        });
    }
}

/// Boxes by every library; returns whether the mean depths agree.
bool box_rows(const char *name, const std::vector<item> &all, int repeats, bench::report &out)
{
    std::vector<flr_box3> a, b;
    std::vector<fcl::Boxd> fa, fb;
    std::vector<fcl::Transform3d> ta, tb;
    for (const item &p : all) {
        a.push_back(as_box(p.convex_a));
        b.push_back(as_box(p.convex_b));
        fa.emplace_back(2 * p.half_a);
        fb.emplace_back(2 * p.half_b);
        ta.push_back(placed(p.a));
        tb.push_back(placed(p.b));
    }
    totals ours, theirs, bullets;
    std::vector<bench::row> rows;
    auto fcl_work = [&] {
        theirs = totals();
        for (size_t i = 0; i < all.size(); ++i) {
            fcl::CollisionRequestd request(4, true);
            fcl::CollisionResultd result;
            fcl::collide(&fa[i], ta[i], &fb[i], tb[i], request, result);
            double most = 0;
            for (size_t k = 0; k < result.numContacts(); ++k)
                most = std::fmax(most, result.getContact(k).penetration_depth);
            theirs.points += long(result.numContacts());
            theirs.depth += most;
        }
    };
    rows.emplace_back("FCL collide", fcl_work);
    const char *against = "FCL collide";
#ifdef FEELER_HAVE_BULLET
    std::vector<btBoxShape> sa, sb;
    std::vector<btTransform> pa, pb;
    for (const item &p : all) {
        sa.emplace_back(bench::bullet_vector(from(p.half_a)));
        sb.emplace_back(bench::bullet_vector(from(p.half_b)));
        pa.push_back(bullet_pose(p.a));
        pb.push_back(bullet_pose(p.b));
    }
    auto bullet_work = [&] {
        bullets = totals();
        for (size_t i = 0; i < all.size(); ++i) {
            btBoxBoxDetector detector(&sa[i], &sb[i]);
            btDiscreteCollisionDetectorInterface::ClosestPointInput input;
            input.m_transformA = pa[i];
            input.m_transformB = pb[i];
            bullet_points result;
            result.sum = &bullets;
            detector.getClosestPoints(input, result, nullptr);
            bullets.depth += result.most;
        }
    };
    rows.emplace_back("Bullet btBoxBoxDetector", bullet_work);
    against = "Bullet btBoxBoxDetector";
#endif
#ifdef FEELER_HAVE_ODE
    struct ode_box {
        dVector3 position, sides;
        dMatrix3 rotation;
    };
    auto ode = [](const pose &p, const real_vector &half) {
        ode_box o = {};
        for (int i = 0; i < 3; ++i) {
            o.position[i] = p.t[i];
            o.sides[i] = 2 * half[i];
            for (int k = 0; k < 3; ++k) o.rotation[4 * i + k] = p.r(i, k);
        }
        return o;
    };
    std::vector<ode_box> oa, ob;
    for (const item &p : all) {
        oa.push_back(ode(p.a, p.half_a));
        ob.push_back(ode(p.b, p.half_b));
    }
    totals odes;
    rows.emplace_back("ODE dBoxBox", [&] {
        odes = totals();
        for (size_t i = 0; i < all.size(); ++i) {
            dVector3 normal;
            dReal depth = 0;
            int code = 0;
            dContactGeom points[8];
            odes.points +=
                dBoxBox(oa[i].position, oa[i].rotation, oa[i].sides, ob[i].position, ob[i].rotation,
                        ob[i].sides, normal, &depth, &code, 8, points, sizeof *points);
            odes.depth += double(depth);
        }
    });
#endif
    std::vector<bench::solid3> solids;
    add_outside(rows, all, bench::question::manifold, solids);
    auto work = [&] {
        ours = totals();
        flr_manifold3 m;
        for (size_t i = 0; i < all.size(); ++i) {
            flr_contact3_box_box(&a[i], &b[i], nullptr, &m);
            ours.add(m);
        }
    };
    rows.emplace_back("Feeler box_box", work, against);
    std::printf("%s: %zu pairs\n", name, all.size());
    out.measure(name, rows, repeats, double(all.size()));
    double mean = ours.depth / double(all.size()), other = theirs.depth / double(all.size());
    out.fact(name, "points a pair, Feeler", "", double(ours.points) / double(all.size()));
    return std::fabs(mean - other) < 1e-3;
}

/// Hulls and round shapes: Feeler, cold and with a cache while b moves to and fro, and FCL's general solver.
void convex_rows(const char *name, const std::vector<item> &all, int repeats, bench::report &out)
{
    totals ours;
    std::vector<flr_contact3_cache> caches(all.size());
    auto cold = [&] {
        ours = totals();
        flr_manifold3 m;
        for (const item &p : all) {
            flr_contact3_convex_convex(&p.convex_a, &p.convex_b, nullptr, &m);
            ours.add(m);
        }
    };
    bool there = false;
    auto warm = [&] {
        flr_manifold3 m;
        totals sum;
        there = !there;
        for (size_t i = 0; i < all.size(); ++i) {
            flr_contact3_options o = {0, 0, &caches[i]};
            flr_contact3_convex_convex(&all[i].convex_a, there ? &all[i].convex_next : &all[i].convex_b, &o,
                                       &m);
            sum.add(m);
        }
    };
    std::vector<bench::row> rows, kept;
    const char *against = "", *against_warm = "";
#ifdef FEELER_HAVE_BULLET
    std::unique_ptr<bullet_hulls> bullet, bullet_kept;
    totals theirs;
    bool bullet_there = false;
    if (all[0].hull_a) {
        bullet = std::make_unique<bullet_hulls>(all);
        bullet_kept = std::make_unique<bullet_hulls>(all);
        against = "Bullet, forgetful";
        against_warm = "Bullet, kept";
        rows.emplace_back(against, [&] {
            bullet->forget();
            theirs = bullet->contacts(false);
        });
        kept.emplace_back(against_warm, [&] {
            bullet_there = !bullet_there;
            bullet_kept->contacts(bullet_there);
        });
    }
#endif
    std::vector<bench::solid3> solids, solids_kept;
    if (all[0].hull_a) {
        add_outside(rows, all, bench::question::manifold, solids);
        add_outside(kept, all, bench::question::warm_manifold, solids_kept);
    }
    rows.emplace_back("Feeler convex_convex", cold, against);
    kept.emplace_back("Feeler convex_convex, cached", warm, against_warm);
    std::printf("%s: %zu pairs\n", name, all.size());
    out.measure(name, rows, repeats, double(all.size()));
    out.measure(std::string(name) + ", kept, moving", kept, repeats, double(all.size()));
    out.fact(name, "points a pair, Feeler", "", double(ours.points) / double(all.size()));
    out.fact(name, "depth, Feeler", "", ours.depth / double(all.size()));
#ifdef FEELER_HAVE_BULLET
    if (!bullet) return;
    out.fact(name, "points a pair, Bullet", "", double(theirs.points) / double(all.size()));
    out.fact(name, "depth, Bullet", "", theirs.depth / double(all.size()));
#endif
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("manifold3", argc, argv);
    if (!out.good()) return 2;
    int repeats = out.quick() ? 5 : 31;
    bool agree = true;
    if (out.wanted("boxes")) {
        agree &= box_rows("boxes, random overlap", boxes(), repeats, out);
        agree &= box_rows("boxes, resting", stacks(), repeats, out);
    }
    for (int count : {16, 64, 256}) {
        char name[64];
        std::snprintf(name, sizeof name, "hulls of %d vertices", count);
        if (out.wanted(name)) convex_rows(name, hulls(count), repeats, out);
    }
    if (out.wanted("sphere and box")) convex_rows("sphere and box", round_and_boxes(false), repeats, out);
    if (out.wanted("capsule and box")) convex_rows("capsule and box", round_and_boxes(true), repeats, out);
    if (!agree) std::fprintf(stderr, "bench_manifold3: depths differ from FCL's\n");
    return agree ? 0 : 1;
}
