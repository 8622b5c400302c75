// peers: bullet box2d ode
// What a user meets who asks for any two shapes: the any-shape call beside the typed or convex call that does the same work, and
// beside the one public call of each peer. Pairs, questions and places are the table of any.hpp; peers compute in what they
// compute in, here FCL, libccd and ODE in double, the others in single precision.
#include <cmath>
#include <cstdio>
#include <memory>
#include <type_traits>

#include <ccd/ccd.h>
#include <fcl/fcl.h>

#include "any.hpp"
#include "bench.hpp"
#include "peer.hpp"

#ifdef FEELER_HAVE_BULLET
#include "bullet.hpp"
#endif
#ifdef FEELER_HAVE_ODE
#include <ode/ode.h>
#endif
#ifdef FEELER_HAVE_BOX2D
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#pragma GCC diagnostic pop
#endif

namespace
{

using bench::pair2;
using bench::pair3;
using bench::place3;
using bench::prepared;
using bench::question;
using bench::solid3;
using kind = solid3::kind;

constexpr double no_touch = 2;  // in place of a time

template <class peer_pair, class pair> std::unique_ptr<prepared> prepare(const pair &p)
{
    return std::make_unique<peer_pair>(p);
}

//---- FCL ----

fcl::Vector3d wide(flr_vec3 v) { return {v.x, v.y, v.z}; }

struct fcl_shape {
    std::unique_ptr<fcl::CollisionGeometryd> held;
};

void make_fcl(const solid3 &s, fcl_shape &x)
{
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    if (s.is == kind::box) x.held = std::make_unique<fcl::Boxd>(2 * wide(s.half));
    if (s.is == kind::sphere) x.held = std::make_unique<fcl::Sphered>(s.radius);
    if (s.is == kind::capsule) x.held = std::make_unique<fcl::Capsuled>(s.radius, 2 * s.half.z);
    if (s.is == kind::cylinder) x.held = std::make_unique<fcl::Cylinderd>(s.radius, 2 * s.half.z);
    if (s.is == kind::hull) {
        flr_polyhedron3 p = flr_hull3_polyhedron(s.hull);
        for (size_t i = 0; i < p.vertex_count; ++i) vertices->push_back(wide(p.vertices[i]));
        auto faces = std::make_shared<std::vector<int>>();
        for (size_t i = 0; i < p.face_count; ++i) {
            faces->push_back(int(p.first[i + 1] - p.first[i]));
            for (uint32_t k = p.first[i]; k < p.first[i + 1]; ++k) faces->push_back(int(p.indices[k]));
        }
        x.held = std::make_unique<fcl::Convexd>(vertices, int(p.face_count), faces);
    }
    if (s.is == kind::mesh) {
        auto model = std::make_unique<fcl::BVHModel<fcl::OBBRSSd>>();
        std::vector<fcl::Triangle> triangles;
        for (flr_vec3 p : s.points) vertices->push_back(wide(p));
        for (size_t i = 0; i < s.triangles.size(); i += 3)
            triangles.emplace_back(s.triangles[i], s.triangles[i + 1], s.triangles[i + 2]);
        model->beginModel();
        model->addSubModel(*vertices, triangles);
        model->endModel();
        x.held = std::move(model);
    }
}

class fcl_pair final : public prepared
{
  public:
    explicit fcl_pair(const pair3 &p)
        : a_(*bench::known_shape(*p.a, make_fcl).held), b_(*bench::known_shape(*p.b, make_fcl).held),
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
        t.linear().col(0) = wide(p.axes.x);
        t.linear().col(1) = wide(p.axes.y);
        t.linear().col(2) = wide(p.axes.z);
        t.translation() = wide(p.at);
        return t;
    }

    const fcl::CollisionGeometryd &a_, &b_;
    fcl::Transform3d at_a_, at_b_;
};

//---- libccd, with Feeler's support points, so that only what is done with them differs ----

void ccd_support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const flr_convex3 *c = static_cast<const flr_convex3 *>(object);
    flr_vec3 d = {flr_real(direction->v[0]), flr_real(direction->v[1]), flr_real(direction->v[2])};
    flr_vec3 p = flr_support3(c, d);
    if (c->radius > 0) p = flr_add3(p, flr_scale3(c->radius / flr_length3(d), d));
    ccdVec3Set(out, p.x, p.y, p.z);
}

void ccd_center(const void *object, ccd_vec3_t *out)
{
    const flr_convex3 *c = static_cast<const flr_convex3 *>(object);
    ccdVec3Set(out, c->center.x, c->center.y, c->center.z);
}

class ccd_pair final : public prepared
{
  public:
    explicit ccd_pair(const pair3 &p) : a_(convex(*p.a, p.at_a)), b_(convex(*p.b, p.at_b))
    {
        CCD_INIT(&setup_);
        setup_.support1 = setup_.support2 = ccd_support;
        setup_.center1 = setup_.center2 = ccd_center;
        setup_.max_iterations = 500;
    }
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
    ccd_t setup_;
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

void make_bullet(const solid3 &s, bullet_shape &x)
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
        made = bench::bullet_box(s.half);
    } else if (s.is == kind::sphere) {
        made = std::make_unique<btSphereShape>(btScalar(s.radius));
    } else if (s.is == kind::capsule) {
        made = std::make_unique<btCapsuleShapeZ>(btScalar(s.radius), btScalar(2 * s.half.z));
    } else if (s.is == kind::cylinder) {
        made = std::make_unique<btCylinderShapeZ>(
            btVector3(btScalar(s.radius), btScalar(s.radius), btScalar(s.half.z)));
        made->setMargin(0);
    } else {
        auto hull = bench::bullet_hull(s.points);
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
        : a_(bench::known_shape(*p.a, make_bullet)), b_(bench::known_shape(*p.b, make_bullet))
    {
        at_[0] = bench::bullet_transform(p.at_a.axes, p.at_a.at);
        at_[1] = bench::bullet_transform(p.at_b.axes, p.at_b.at);
        swept_ = at_[0];
        swept_.setOrigin(bench::bullet_vector(flr_add3(p.at_a.at, p.motion)));
        const flr_quat q = p.path_a.to.rotation;
        moved_ = btTransform(btQuaternion(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w)),
                             bench::bullet_vector(p.path_a.to.position));
        ray_[0] = btTransform(btQuaternion::getIdentity(), bench::bullet_vector(p.ray_from));
        ray_[1] =
            btTransform(btQuaternion::getIdentity(), bench::bullet_vector(flr_add3(p.ray_from, p.ray_along)));
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

//---- Box2D ----

#ifdef FEELER_HAVE_BOX2D
b2Vec2 narrow(flr_vec2 v) { return {float(v.x), float(v.y)}; }

struct box2d_shape {
    std::vector<b2Vec2> points;
    b2PolygonShape polygon;
    b2CircleShape circle;
    b2DistanceProxy proxy;
    void make(const std::vector<flr_vec2> &corners, double radius)
    {
        for (flr_vec2 v : corners) points.push_back(narrow(v));
        circle.m_p = points[0];
        circle.m_radius = float(radius);
        if (points.size() > 2) polygon.Set(points.data(), int(points.size()));
        proxy.Set(points.data(), int(points.size()), float(radius));
    }
    const b2Shape &shape() const
    {
        return points.size() > 2 ? static_cast<const b2Shape &>(polygon) : circle;
    }
};

class box2d_pair final : public prepared
{
  public:
    explicit box2d_pair(const pair2 &p)
    {
        a_.make(*p.a, p.radius_a);
        b_.make(*p.b, p.radius_b);
        at_a_.Set(narrow(p.at_a.position), float(p.at_a.angle));
        at_b_.Set(narrow(p.at_b.position), float(p.at_b.angle));
        distance_.proxyA = a_.proxy;
        distance_.proxyB = b_.proxy;
        distance_.transformA = at_a_;
        distance_.transformB = at_b_;
        distance_.useRadii = true;
        cast_.proxyA = b_.proxy;  // there b is what moves
        cast_.proxyB = a_.proxy;
        cast_.transformA = at_b_;
        cast_.transformB = at_a_;
        cast_.translationB = narrow(p.motion);
        touch_.proxyA = a_.proxy;
        touch_.proxyB = b_.proxy;
        touch_.sweepA = sweep(p.path_a);
        touch_.sweepB = sweep(p.path_b);
        touch_.tMax = 1;
        ray_.p1 = narrow(p.ray_from);
        ray_.p2 = narrow(flr_add2(p.ray_from, p.ray_along));
        ray_.maxFraction = 1;
    }
    double answer(question q, bool) override
    {
        switch (q) {
        case question::distance: {
            b2DistanceOutput out;
            b2SimplexCache none;
            none.count = 0;
            b2Distance(&out, &none, &distance_);
            return double(out.distance);
        }
        case question::overlap:
            return b2TestOverlap(&a_.shape(), 0, &b_.shape(), 0, at_a_, at_b_);
        case question::manifold: {
            b2Manifold m;
            const bool circle_a = a_.points.size() == 1, circle_b = b_.points.size() == 1;
            if (circle_a && circle_b)
                b2CollideCircles(&m, &a_.circle, at_a_, &b_.circle, at_b_);
            else if (circle_a)
                b2CollidePolygonAndCircle(&m, &b_.polygon, at_b_, &a_.circle, at_a_);
            else
                b2CollidePolygons(&m, &a_.polygon, at_a_, &b_.polygon, at_b_);
            return m.pointCount;
        }
        case question::cast: {
            b2ShapeCastOutput out;
            return b2ShapeCast(&out, &cast_) ? double(out.lambda) : no_touch;
        }
        case question::ray: {
            b2RayCastOutput out;
            return b_.shape().RayCast(&out, ray_, at_b_, 0) ? double(out.fraction) : no_touch;
        }
        default: {
            b2TOIOutput out;
            b2TimeOfImpact(&out, &touch_);
            return out.state == b2TOIOutput::e_touching ? double(out.t) : no_touch;
        }
        }
    }
    static bool able(question q, const pair2 &p)
    {
        if (q == question::depth || p.a->size() > b2_maxPolygonVertices ||
            p.b->size() > b2_maxPolygonVertices)
            return false;
        const bool capsule =
            p.a->size() == 2 || p.b->size() == 2;  // it has none, but for the general functions
        return !capsule || q == question::distance || q == question::cast || q == question::time_of_touch;
    }

  private:
    static b2Sweep sweep(const flr_path2 &p)
    {
        b2Sweep s;
        s.localCenter.SetZero();
        s.c0 = narrow(p.from.position);
        s.c = narrow(p.to.position);
        s.a0 = float(p.from.angle);
        s.a = float(p.to.angle);
        s.alpha0 = 0;
        return s;
    }

    box2d_shape a_, b_;
    b2Transform at_a_, at_b_;
    b2DistanceInput distance_;
    b2ShapeCastInput cast_;
    b2TOIInput touch_;
    b2RayCastInput ray_;
};
#endif

std::vector<bench::peer<pair3>> all_peers(const pair3 *)
{
    std::vector<bench::peer<pair3>> all = {{"FCL", fcl_pair::able, prepare<fcl_pair>},
                                           {"libccd MPR", ccd_pair::able, prepare<ccd_pair>}};
#ifdef FEELER_HAVE_BULLET
    all.push_back({"Bullet", bullet_pair::able, prepare<bullet_pair>});
#endif
#ifdef FEELER_HAVE_ODE
    all.push_back({"ODE", ode_pair::able, prepare<ode_pair>});
#endif
    for (const bench::peer<pair3> &p : bench::outside_peers3()) all.push_back(p);
    return all;
}

std::vector<bench::peer<pair2>> all_peers(const pair2 *)
{
    std::vector<bench::peer<pair2>> all;
#ifdef FEELER_HAVE_BOX2D
    all.push_back({"Box2D", box2d_pair::able, prepare<box2d_pair>});
#endif
    for (const bench::peer<pair2> &p : bench::outside_peers2()) all.push_back(p);
    return all;
}

//---- the rows ----

/// What peers call a question; a signed distance is the one or the other.
question question_of(const std::string &name, bench::place where)
{
    return name == "distance"          ? question::distance
           : name == "yes or no"       ? question::overlap
           : name == "signed distance" ? where == bench::place::apart ? question::distance : question::depth
           : name == "contact"         ? question::manifold
           : name == "ray"             ? question::ray
           : name == "sweep"           ? question::cast
                                       : question::time_of_touch;
}

/// Peers see the shapes in their own frames; solids that a scene shares are one solid.
class pairs_of
{
  public:
    explicit pairs_of(const bench::scene3 &s)
    {
        for (const bench::couple3 &c : s.pairs)
            list.push_back({solid(*c.a.body),
                            solid(*c.b.body),
                            {c.a.axes, c.a.at},
                            {c.b.axes, c.b.at},
                            {c.b.axes, c.b.at},
                            c.motion,
                            c.path_a,
                            c.path_b,
                            c.ray.origin,
                            c.ray.direction});
    }
    explicit pairs_of(const bench::terrain &t)
    {
        auto ground = std::make_unique<solid3>();
        *ground = {kind::mesh, {0, 0, 0}, 0, {}, nullptr, t.triangles};
        for (size_t i = 0; i < t.vertices.size(); i += 3)
            ground->points.push_back({t.vertices[i], t.vertices[i + 1], t.vertices[i + 2]});
        solids_.push_back(std::make_unique<solid3>(bench::box3(t.boxes[0].as.box.half_extents)));
        solids_.push_back(std::move(ground));
        const place3 origin = {flr_affine3_identity().linear, {0, 0, 0}};
        for (const flr_shape3 &b : t.boxes)
            list.push_back({solids_[0].get(),
                            solids_[1].get(),
                            {b.as.box.axes, b.as.box.center},
                            origin,
                            origin,
                            {0, 0, 0},
                            {},
                            {}});
    }

    std::vector<pair3> list;

  private:
    const solid3 *solid(const bench::body3 &b)
    {
        for (size_t i = 0; i < bodies_.size(); ++i)
            if (bodies_[i] == &b) return solids_[i].get();
        using bench::kind3;
        solid3 s = {kind::flat, b.half, 0, b.points, nullptr};
        if (b.is == kind3::box) s = bench::box3(b.half);
        if (b.is == kind3::capsule) s = bench::capsule3(b.half.z, b.radius);
        if (b.is == kind3::sphere) s = {kind::sphere, b.half, b.radius, {{0, 0, 0}}, nullptr};
        if (b.is == kind3::cylinder) s = {kind::cylinder, b.half, b.radius, {}, nullptr};
        if (b.is == kind3::hull || b.is == kind3::tetrahedron) {
            flr_hull3 *hull = nullptr;
            if (flr_hull3_create(b.points.data(), b.points.size(), nullptr, nullptr, &hull) != FLR_OK)
                std::abort();
            hulls_.emplace_back(hull, flr_hull3_destroy);
            s = bench::hull3(b.points, hull);
        }
        bodies_.push_back(&b);
        solids_.push_back(std::make_unique<solid3>(std::move(s)));
        return solids_.back().get();
    }

    std::vector<const bench::body3 *> bodies_;
    std::vector<std::unique_ptr<solid3>> solids_;
    std::vector<std::shared_ptr<flr_hull3>> hulls_;
};

class pairs_of2
{
  public:
    explicit pairs_of2(const bench::scene2 &s)
    {
        corners_.reserve(2 * s.pairs.size());
        for (const bench::couple2 &c : s.pairs)
            list.push_back({corners(c.a, c.is_a), corners(c.b, c.is_b), c.path_a.from, c.path_b.from,
                            c.path_b.from, c.motion, c.path_a, c.path_b, c.a.radius, c.b.radius, c.ray.origin,
                            c.ray.direction});
    }

    std::vector<pair2> list;

  private:
    const std::vector<flr_vec2> *corners(const bench::placed2 &p, bench::kind2 is)
    {
        const flr_vec2 h = p.half;
        if (is == bench::kind2::box)
            corners_.push_back({{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}});
        else if (is == bench::kind2::circle)
            corners_.push_back({{0, 0}});
        else
            corners_.push_back(p.own);
        return &corners_.back();
    }

    std::vector<std::vector<flr_vec2>> corners_;
};

using ask = std::function<double(size_t)>;

/// One workload: its name, what peers are asked, and our two calls; `typed` may be empty.
struct workload {
    std::string name;
    question q;
    bool beside_peers, judged;
    ask any, typed;
};

/// How far a peer's answer may be off before it counts as another one. Times are those of peers that end a hundredth of a unit before the
/// touch or after it.
double tolerance_of(question q)
{
    return q == question::distance || q == question::depth || q == question::overlap ? 0.001 : 0.05;
}

size_t count_off(const std::vector<double> &a, const std::vector<double> &b, double tolerance)
{
    size_t off = 0;
    for (size_t i = 0; i < a.size(); ++i) off += !(std::fabs(std::fabs(a[i]) - std::fabs(b[i])) <= tolerance);
    return off;
}

/// Runs ours and every peer that can answer, in turn. Whether the two of ours agree.
template <class pair> bool measure(const workload &w, const std::vector<pair> &pairs, bench::report &out)
{
    std::vector<std::pair<std::string, ask>> methods;
    if (w.beside_peers)
        for (auto &[peer, answer] : bench::outside(all_peers(static_cast<const pair *>(nullptr)), w.q, pairs))
            methods.emplace_back(peer, [answer = answer](size_t i) { return answer(i, false); });
    const size_t peers = methods.size();
    if (w.typed) methods.emplace_back("Feeler typed", w.typed);
    methods.emplace_back("Feeler any", w.any);
    std::vector<std::vector<double>> answers(methods.size(), std::vector<double>(pairs.size()));
    std::vector<bench::row> rows;
    for (size_t m = 0; m < methods.size(); ++m)
        rows.emplace_back(
            methods[m].first,
            [&answers, &methods, &pairs, m] {
                for (size_t i = 0; i < pairs.size(); ++i) answers[m][i] = methods[m].second(i);
            },
            m == methods.size() - 1 && w.typed ? "Feeler typed" : "");
    std::printf("%s: %zu pairs\n", w.name.c_str(), pairs.size());
    out.measure(w.name, rows, out.quick() ? 2 : 14, double(pairs.size()));
    // which points a manifold has is every library's own choice, and so is its largest depth
    for (size_t m = 0; m < peers && w.q != question::manifold; ++m) {
        char what[32];
        std::snprintf(what, sizeof what, ": off by over %g", tolerance_of(w.q));
        const size_t off = count_off(answers[m], answers.back(), tolerance_of(w.q));
        if (off)
            out.fact(w.name, methods[m].first + what, "% of pairs", 100 * double(off) / double(pairs.size()));
    }
    const size_t off = w.typed && w.judged ? count_off(answers[peers], answers.back(), 1e-6) : 0;
    if (off)
        std::fprintf(stderr, "bench_any: %s: the two calls differ in %zu answers\n", w.name.c_str(), off);
    return off == 0;
}

template <class scene, class prepared_pairs, class kinds, class question_list>
bool all_rows(const kinds &all, const question_list &questions, size_t count, bench::report &out)
{
    using bench::place;
    bool good = true;
    for (const auto &k : all) {
        for (place where : {place::apart, place::touching, place::overlapping}) {
            std::unique_ptr<scene> s;
            std::unique_ptr<prepared_pairs> pairs;
            for (const auto &q : questions)
                for (place p : q.places) {
                    const std::string name = std::string(q.name) + ", " + name_of(p) + ": " + k.name;
                    if (p != where || !bench::report::wanted(name)) continue;
                    if (std::strcmp(q.name, "ray") == 0 && k.a != k.b) continue;  // another row's shape
                    if (!s) {
                        s = std::make_unique<scene>(k, where, count);
                        pairs = std::make_unique<prepared_pairs>(*s);
                    }
                    const auto &list = s->pairs;
                    const auto typed = typed_of(k, q);
                    // to the last digit of a touch only we are asked, and exact and rounded answers may differ there; the
                    // distance of what overlaps is 0
                    const bool touching = p == place::touching,
                               zero = p == place::overlapping && &q == &questions[0];
                    good &= measure(workload{name, question_of(q.name, p), !touching && !zero, !touching,
                                             [&](size_t i) { return q.any(list[i]); },
                                             [&](size_t i) { return typed(list[i]); }},
                                    pairs->list, out);
                }
        }
    }
    return good;
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("any", argc, argv);
    if (!out.good()) return 2;
    const size_t count = out.quick() ? 50 : 1000;
    bool good = all_rows<bench::scene3, pairs_of>(bench::all_kinds3, bench::questions3(), count, out);
    good &= all_rows<bench::scene2, pairs_of2>(bench::all_kinds2, bench::questions2(), count, out);
    const std::string terrain = "contact, resting: box on terrain";
    if (bench::report::wanted(terrain)) {
        const bench::terrain ground(out.quick() ? 10 : 200);
        const pairs_of pairs(ground);
        good &= measure(workload{terrain, question::manifold, true, false,
                                 [&](size_t i) { return ground.contact(i); }, nullptr},
                        pairs.list, out);
    }
    return good ? 0 : 1;
}
