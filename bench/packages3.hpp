// The peers that packages have, as those of peers/ are: one public call for each question about a pair in space. FCL, libccd and ODE compute in
// double, Bullet in single precision.
#ifndef BENCH_PACKAGES3_HPP
#define BENCH_PACKAGES3_HPP

#include <cmath>
#include <memory>

#include "fcl.hpp"
#include "peer.hpp"

#ifdef FEELER_HAVE_BULLET
#include "bullet.hpp"
#endif
#ifdef FEELER_HAVE_ODE
#include <ode/ode.h>
#endif

namespace bench
{
namespace packages
{

using kind = solid3::kind;

constexpr double no_touch = 2;  // in place of a time

template <class peer_pair> std::unique_ptr<prepared> prepared_as(const pair3 &p)
{
    return std::make_unique<peer_pair>(p);
}

//---- FCL ----

struct fcl_shape {
    std::shared_ptr<fcl::CollisionGeometryd> held;
};

inline void make_fcl(const solid3 &s, fcl_shape &x)
{
    if (s.is == kind::box) x.held = std::make_shared<fcl::Boxd>(2 * fcl_vector(s.half));
    if (s.is == kind::sphere) x.held = std::make_shared<fcl::Sphered>(s.radius);
    if (s.is == kind::capsule) x.held = std::make_shared<fcl::Capsuled>(s.radius, 2 * s.half.z);
    if (s.is == kind::cylinder) x.held = std::make_shared<fcl::Cylinderd>(s.radius, 2 * s.half.z);
    if (s.is == kind::hull) x.held = fcl_hull(s.hull);
    if (s.is == kind::mesh) {
        auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
        std::vector<fcl::Triangle> triangles;
        std::vector<fcl::Vector3d> vertices;
        for (flr_vec3 p : s.points) vertices.push_back(fcl_vector(p));
        for (size_t i = 0; i < s.triangles.size(); i += 3)
            triangles.emplace_back(s.triangles[i], s.triangles[i + 1], s.triangles[i + 2]);
        model->beginModel();
        model->addSubModel(vertices, triangles);
        model->endModel();
        x.held = std::move(model);
    }
}

class fcl_pair final : public prepared
{
  public:
    explicit fcl_pair(const pair3 &p)
        : a_(*known_shape(*p.a, make_fcl).held), b_(*known_shape(*p.b, make_fcl).held),
          at_a_(transform(p.at_a)), at_b_(transform(p.at_b))
    {
    }
    double answer(question q, bool) override
    {
        if (q == question::distance) {
            fcl::DistanceRequestd request(true);
            fcl::DistanceResultd result;
            return fcl::distance(&a_, at_a_, &b_, at_b_, request, result);
        }
        const bool points = q != question::overlap;
        fcl::CollisionRequestd request(q == question::manifold ? 4 : 1, points);
        fcl::CollisionResultd result;
        fcl::collide(&a_, at_a_, &b_, at_b_, request, result);
        if (!points) return result.isCollision();
        double most = 0;
        for (size_t i = 0; i < result.numContacts(); ++i)
            most = std::fmax(most, std::fabs(result.getContact(i).penetration_depth));
        return most;
    }
    static bool able(question q, const pair3 &p)
    {
        if (p.a->is == kind::flat || p.b->is == kind::flat) return false;
        return q == question::distance || q == question::overlap || q == question::depth ||
               q == question::manifold;
    }

  private:
    static fcl::Transform3d transform(const place3 &p)
    {
        fcl::Transform3d t = fcl::Transform3d::Identity();
        t.linear().col(0) = fcl_vector(p.axes.x);
        t.linear().col(1) = fcl_vector(p.axes.y);
        t.linear().col(2) = fcl_vector(p.axes.z);
        t.translation() = fcl_vector(p.at);
        return t;
    }

    const fcl::CollisionGeometryd &a_, &b_;
    fcl::Transform3d at_a_, at_b_;
};

//---- libccd ----

class ccd_pair final : public prepared
{
  public:
    explicit ccd_pair(const pair3 &p) : a_(convex(*p.a, p.at_a)), b_(convex(*p.b, p.at_b)) {}
    double answer(question q, bool) override
    {
        if (q == question::overlap) return ccdMPRIntersect(&a_, &b_, &setup_);
        ccd_real_t depth = 0;
        ccd_vec3_t direction, place;
        return ccdMPRPenetration(&a_, &b_, &setup_, &depth, &direction, &place) == 0 ? double(depth)
                                                                                     : double(NAN);
    }
    static bool able(question q, const pair3 &p)
    {
        return (q == question::overlap || q == question::depth) && p.b->is != kind::mesh;
    }

  private:
    static flr_convex3 convex(const solid3 &s, const place3 &p)
    {
        flr_vec3 arm = flr_scale3(s.half.z, p.axes.z);
        flr_cylinder cylinder = {flr_sub3(p.at, arm), flr_add3(p.at, arm), flr_real(s.radius)};
        flr_box3 box = {p.at, p.axes, s.half};
        return s.is == kind::box        ? flr_convex3_box(&box)
               : s.is == kind::cylinder ? flr_convex3_cylinder(&cylinder)
               : s.is == kind::hull     ? flr_convex3_hull(s.hull, p.axes, p.at, 0)
                                    : flr_convex3_points(s.points.data(), uint32_t(s.points.size()), p.axes,
                                                         p.at, flr_real(s.radius));
    }

    flr_convex3 a_, b_;
    ccd_t setup_ = ccd_setup();
};

//---- Bullet ----

#ifdef FEELER_HAVE_BULLET
struct bullet_shape {
    std::vector<float> vertices;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> arrays;
    std::unique_ptr<btCollisionShape> held;
    btConvexShape *convex = nullptr;
};

inline void make_bullet(const solid3 &s, bullet_shape &x)
{
    if (s.is == kind::mesh) {
        for (flr_vec3 p : s.points)
            for (flr_real c : {p.x, p.y, p.z}) x.vertices.push_back(float(c));
        x.indices.assign(s.triangles.begin(), s.triangles.end());
        x.arrays = std::make_unique<btTriangleIndexVertexArray>(int(x.indices.size() / 3), x.indices.data(),
                                                                int(3 * sizeof(int)), int(s.points.size()),
                                                                x.vertices.data(), int(3 * sizeof(float)));
        x.held = std::make_unique<btBvhTriangleMeshShape>(x.arrays.get(), true);
        return;
    }
    std::unique_ptr<btConvexShape> made;
    if (s.is == kind::box) {
        made = bullet_box(s.half);
    } else if (s.is == kind::sphere) {
        made = std::make_unique<btSphereShape>(btScalar(s.radius));
    } else if (s.is == kind::capsule) {
        made = std::make_unique<btCapsuleShapeZ>(btScalar(s.radius), btScalar(2 * s.half.z));
    } else if (s.is == kind::cylinder) {
        made = std::make_unique<btCylinderShapeZ>(
            btVector3(btScalar(s.radius), btScalar(s.radius), btScalar(s.half.z)));
        made->setMargin(0);
    } else {
        auto hull = bullet_hull(s.points);
        if (s.is == kind::hull) hull->initializePolyhedralFeatures();
        made = std::move(hull);
    }
    x.convex = made.get();
    x.held = std::move(made);
}

class bullet_pair final : public prepared
{
  public:
    explicit bullet_pair(const pair3 &p)
        : a_(known_shape(*p.a, make_bullet)), b_(known_shape(*p.b, make_bullet))
    {
        at_[0] = bullet_transform(p.at_a.axes, p.at_a.at);
        at_[1] = bullet_transform(p.at_b.axes, p.at_b.at);
        swept_ = at_[0];
        swept_.setOrigin(bullet_vector(flr_add3(p.at_a.at, p.motion)));
        const flr_quat q = p.path_a.to.rotation;
        moved_ = btTransform(btQuaternion(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w)),
                             bullet_vector(p.path_a.to.position));
        ray_[0] = btTransform(btQuaternion::getIdentity(), bullet_vector(p.ray_from));
        ray_[1] = btTransform(btQuaternion::getIdentity(), bullet_vector(flr_add3(p.ray_from, p.ray_along)));
        object_[0].setCollisionShape(a_.held.get());
        object_[1].setCollisionShape(b_.held.get());
        object_[0].setWorldTransform(at_[0]);
        object_[1].setWorldTransform(at_[1]);
    }
    double answer(question q, bool) override
    {
        btVoronoiSimplexSolver simplex;
        switch (q) {
        case question::distance: {
            btGjkPairDetector detector(a_.convex, b_.convex, &simplex, nullptr);
            btGjkPairDetector::ClosestPointInput input;
            input.m_transformA = at_[0];
            input.m_transformB = at_[1];
            btPointCollector found;
            detector.getClosestPoints(input, found, nullptr);
            return found.m_hasResult ? double(found.m_distance) : double(NAN);
        }
        case question::depth: {
            btGjkEpaSolver2::sResults r;
            btVector3 guess = at_[0].getOrigin() - at_[1].getOrigin();
            bool meet = btGjkEpaSolver2::Penetration(a_.convex, at_[0], b_.convex, at_[1], guess, r);
            return meet ? -double(r.distance) : double(NAN);
        }
        case question::cast: {
            btSubsimplexConvexCast cast(a_.convex, b_.convex, &simplex);
            return time(cast, swept_);
        }
        case question::time_of_touch: {
            btGjkEpaPenetrationDepthSolver depth;
            btContinuousConvexCollision cast(a_.convex, b_.convex, &simplex, &depth);
            return time(cast, moved_);
        }
        case question::ray: {
            btCollisionWorld::ClosestRayResultCallback found(ray_[0].getOrigin(), ray_[1].getOrigin());
            btCollisionWorld::rayTestSingle(ray_[0], ray_[1], &object_[1], b_.held.get(), at_[1], found);
            return found.hasHit() ? double(found.m_closestHitFraction) : no_touch;
        }
        default:
            return manifold();
        }
    }
    static bool able(question q, const pair3 &p)
    {
        return q == question::manifold || (q != question::overlap && p.b->is != kind::mesh);
    }

  private:
    double time(btConvexCast &cast, const btTransform &to)
    {
        btConvexCast::CastResult r;
        r.m_fraction = 1;
        return cast.calcTimeOfImpact(at_[0], to, at_[1], at_[1], r) ? double(r.m_fraction) : no_touch;
    }
    /// As its dispatcher does for a pair that has not been seen before.
    double manifold()
    {
        static btDefaultCollisionConfiguration configuration;
        static btCollisionDispatcher dispatcher(&configuration);
        btCollisionObjectWrapper a(nullptr, a_.held.get(), &object_[0], at_[0], -1, -1),
            b(nullptr, b_.held.get(), &object_[1], at_[1], -1, -1);
        btPersistentManifold *kept = dispatcher.getNewManifold(&object_[0], &object_[1]);
        btCollisionAlgorithm *algorithm = dispatcher.findAlgorithm(&a, &b, kept, BT_CONTACT_POINT_ALGORITHMS);
        btManifoldResult result(&a, &b);
        result.setPersistentManifold(kept);
        btDispatcherInfo info;
        algorithm->processCollision(&a, &b, info, &result);
        double most = 0;
        for (int i = 0; i < result.getPersistentManifold()->getNumContacts(); ++i)
            most = std::fmax(most, -double(result.getPersistentManifold()->getContactPoint(i).getDistance()));
        algorithm->~btCollisionAlgorithm();
        dispatcher.freeCollisionAlgorithm(algorithm);
        dispatcher.releaseManifold(kept);
        return most;
    }

    const bullet_shape &a_, &b_;
    btTransform at_[2], swept_, moved_, ray_[2];
    btCollisionObject object_[2];
};
#endif

//---- ODE ----

#ifdef FEELER_HAVE_ODE
class ode_pair final : public prepared
{
  public:
    explicit ode_pair(const pair3 &p) : a_(geometry(*p.a)), b_(geometry(*p.b)), ray_(dCreateRay(nullptr, 1))
    {
        put(a_, p.at_a);
        put(b_, p.at_b);
        length_ = double(flr_length3(p.ray_along));
        if (!(length_ > 0)) return;
        dGeomRaySetLength(ray_, length_);
        dGeomRaySet(ray_, p.ray_from.x, p.ray_from.y, p.ray_from.z, p.ray_along.x, p.ray_along.y,
                    p.ray_along.z);
    }
    ~ode_pair() override
    {
        for (dGeomID g : {a_, b_, ray_})
            if (g) dGeomDestroy(g);
    }
    ode_pair(const ode_pair &) = delete;
    ode_pair &operator=(const ode_pair &) = delete;
    double answer(question q, bool) override
    {
        dContactGeom points[8];
        const bool ray = q == question::ray;
        const int most = q == question::manifold ? 8 : 1;
        const int count = dCollide(ray ? ray_ : a_, b_, most, points, sizeof *points);
        if (q == question::overlap) return count > 0;
        if (ray) return count ? points[0].depth / length_ : no_touch;
        double depth = 0;
        for (int i = 0; i < count; ++i) depth = std::fmax(depth, points[i].depth);
        return depth;
    }
    static bool able(question q, const pair3 &p)
    {
        auto known = [](const solid3 &s) { return s.is != kind::hull && s.is != kind::flat; };
        // its ray at a cylinder is one at the round side; a pair of cylinders it does not know
        const bool cylinder = p.b->is == kind::cylinder;
        if (!known(*p.a) || !known(*p.b) || cylinder) return false;
        return q == question::overlap || q == question::depth || q == question::manifold ||
               q == question::ray;
    }

  private:
    static dGeomID geometry(const solid3 &s)
    {
        static const bool ready = dInitODE2(0) != 0;
        if (!ready) std::abort();
        if (s.is == kind::box) return dCreateBox(nullptr, 2 * s.half.x, 2 * s.half.y, 2 * s.half.z);
        if (s.is == kind::sphere) return dCreateSphere(nullptr, s.radius);
        if (s.is == kind::capsule) return dCreateCapsule(nullptr, s.radius, 2 * s.half.z);
        // ODE wants its own copy of a mesh, which stays for all pairs
        static std::vector<double> vertices;
        static std::vector<dTriIndex> indices;
        static dTriMeshDataID data = nullptr;
        if (!data) {
            for (flr_vec3 p : s.points)
                for (flr_real c : {p.x, p.y, p.z}) vertices.push_back(c);
            indices.assign(s.triangles.begin(), s.triangles.end());
            data = dGeomTriMeshDataCreate();
            dGeomTriMeshDataBuildDouble(data, vertices.data(), 3 * sizeof(double), int(s.points.size()),
                                        indices.data(), int(indices.size()), 3 * sizeof(dTriIndex));
        }
        return dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
    }
    static void put(dGeomID g, const place3 &p)
    {
        const dMatrix3 r = {p.axes.x.x, p.axes.y.x, p.axes.z.x, 0,          p.axes.x.y, p.axes.y.y,
                            p.axes.z.y, 0,          p.axes.x.z, p.axes.y.z, p.axes.z.z, 0};
        dGeomSetPosition(g, p.at.x, p.at.y, p.at.z);
        dGeomSetRotation(g, r);
    }

    dGeomID a_, b_, ray_;
    double length_;
};
#endif

/// These, and those that no package has.
inline std::vector<peer<pair3>> all_peers(const pair3 *)
{
    std::vector<peer<pair3>> all = {{"FCL", fcl_pair::able, prepared_as<fcl_pair>},
                                    {"libccd MPR", ccd_pair::able, prepared_as<ccd_pair>}};
#ifdef FEELER_HAVE_BULLET
    all.push_back({"Bullet", bullet_pair::able, prepared_as<bullet_pair>});
#endif
#ifdef FEELER_HAVE_ODE
    all.push_back({"ODE", ode_pair::able, prepared_as<ode_pair>});
#endif
    for (const peer<pair3> &p : outside_peers3()) all.push_back(p);
    return all;
}

}  // namespace packages
}  // namespace bench

#endif
