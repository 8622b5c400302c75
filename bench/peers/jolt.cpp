// Jolt (single precision): its GJK and EPA on its shapes' support functions, without convex radii except a capsule's own, and its
// collide of shapes with the manifold between the faces found. Compile with the flags that Jolt was built with.
#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Geometry/ConvexSupport.h>
#include <Jolt/Geometry/EPAPenetrationDepth.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/TriangleShape.h>
#include <Jolt/RegisterTypes.h>

#include "../peer.hpp"

namespace bench
{
namespace
{

using JPH::Mat44;
using JPH::Vec3;
using support = JPH::ConvexShape::Support;
using placed_support = JPH::TransformedConvexObject<support>;

Vec3 vector(flr_vec3 v) { return Vec3(float(v.x), float(v.y), float(v.z)); }

/// Its capsules and cylinders lie along y, ours along z.
Mat44 transform(const place3 &p, bool along_y)
{
    Vec3 x = vector(p.axes.x), y = vector(p.axes.y), z = vector(p.axes.z), at = vector(p.at);
    JPH::Vec4 last(at, 1);
    return along_y ? Mat44(JPH::Vec4(x, 0), JPH::Vec4(z, 0), JPH::Vec4(-y, 0), last)
                   : Mat44(JPH::Vec4(x, 0), JPH::Vec4(y, 0), JPH::Vec4(z, 0), last);
}

struct shape {
    JPH::Ref<JPH::Shape> held;
    JPH::ConvexShape::SupportBuffer buffer, whole_buffer;
    const support *core = nullptr, *whole = nullptr;
    float radius = 0;
    Vec3 center = Vec3::sZero();  ///< its hulls are about their centre of mass
};

void make(const solid3 &s, shape &x)
{
    static bool ready = [] {
        JPH::RegisterDefaultAllocator();
        JPH::Factory::sInstance = new JPH::Factory;
        JPH::RegisterTypes();
        return true;
    }();
    (void)ready;
    using kind = solid3::kind;
    if (s.is == kind::mesh) {
        JPH::TriangleList triangles;
        for (size_t i = 0; i < s.triangles.size(); i += 3)
            triangles.push_back({vector(s.points[s.triangles[i]]), vector(s.points[s.triangles[i + 1]]),
                                 vector(s.points[s.triangles[i + 2]])});
        x.held = JPH::MeshShapeSettings(triangles).Create().Get();
        return;
    }
    JPH::ConvexShape *convex = nullptr;
    if (s.is == kind::box) {
        convex = new JPH::BoxShape(vector(s.half), 0);
    } else if (s.is == kind::capsule) {
        convex = new JPH::CapsuleShape(float(s.half.z), float(s.radius));
    } else if (s.is == kind::sphere) {
        convex = new JPH::SphereShape(float(s.radius));
    } else if (s.is == kind::cylinder) {
        convex = new JPH::CylinderShape(float(s.half.z), float(s.radius), 0);
    } else if (s.is == kind::flat) {
        if (s.points.size() == 3)
            convex = new JPH::TriangleShape(vector(s.points[0]), vector(s.points[1]), vector(s.points[2]));
    } else {
        JPH::Array<Vec3> points;
        for (flr_vec3 p : s.points) points.push_back(vector(p));
        JPH::ConvexHullShapeSettings settings(points, 0);
        settings.mHullTolerance = 1e-4f;
        JPH::ShapeSettings::ShapeResult made = settings.Create();
        if (!made.IsValid()) return;
        convex = static_cast<JPH::ConvexShape *>(made.Get().GetPtr());
        x.held = convex;
        x.center = made.Get()->GetCenterOfMass();
    }
    if (!convex) return;
    x.held = convex;
    using mode = JPH::ConvexShape::ESupportMode;
    x.core = convex->GetSupportFunction(mode::ExcludeConvexRadius, x.buffer, Vec3::sOne());
    x.whole = convex->GetSupportFunction(mode::IncludeConvexRadius, x.whole_buffer, Vec3::sOne());
    x.radius = x.core->GetConvexRadius();
}

class pair_of final : public prepared
{
  public:
    explicit pair_of(const pair3 &p) : a_(known_shape(*p.a, make)), b_(known_shape(*p.b, make))
    {
        at_a_ = placed(p.at_a, *p.a, a_);
        at_b_[0] = placed(p.at_b, *p.b, b_);
        at_b_[1] = placed(p.next, *p.b, b_);
        motion_ = vector(p.motion);
        ray_ = {vector(p.ray_from), vector(p.ray_along)};
    }
    double answer(question q, bool moved) override
    {
        const Mat44 &at_b = at_b_[moved];
        Vec3 from_origin = at_b.GetTranslation() - at_a_.GetTranslation();
        switch (q) {
        case question::distance:
            return distance(at_b, from_origin);
        case question::warm_distance: {
            double d = distance(at_b, warm_ ? axis_ : from_origin, &axis_);
            warm_ = true;
            return d;
        }
        case question::overlap: {
            placed_support a(at_a_, *a_.whole), b(at_b, *b_.whole);
            JPH::GJKClosestPoint gjk;
            return gjk.Intersects(a, b, 1e-4f, from_origin) ? 1 : 0;
        }
        case question::depth: {
            placed_support a(at_a_, *a_.core), b(at_b, *b_.core), c(at_a_, *a_.whole), d(at_b, *b_.whole);
            JPH::EPAPenetrationDepth epa;
            Vec3 axis = from_origin, on_a, on_b;
            if (!epa.GetPenetrationDepth(a, c, a_.radius, b, d, b_.radius, JPH::cDefaultCollisionTolerance,
                                         JPH::cDefaultPenetrationTolerance, axis, on_a, on_b))
                return double(NAN);
            return double((on_a - on_b).Length());
        }
        case question::cast: {
            JPH::GJKClosestPoint gjk;
            placed_support b(at_b, *b_.core);
            float t = 1;
            Vec3 on_a, on_b, axis;
            return gjk.CastShape(at_a_, motion_, 1e-4f, *a_.core, b, a_.radius, b_.radius, t, on_a, on_b,
                                 axis)
                       ? double(t)
                       : 2;
        }
        case question::ray: {
            JPH::RayCastResult hit;
            return b_.held->CastRay(ray_.Transformed(at_b.InversedRotationTranslation()),
                                    JPH::SubShapeIDCreator(), hit)
                       ? double(hit.mFraction)
                       : 2;
        }
        default:
            return manifold(at_b);
        }
    }

  private:
    static Mat44 placed(const place3 &p, const solid3 &s, const shape &x)
    {
        bool along_y = s.is == solid3::kind::capsule || s.is == solid3::kind::cylinder;
        return transform(p, along_y).PreTranslated(x.center);
    }
    double distance(const Mat44 &at_b, Vec3 axis, Vec3 *left = nullptr)
    {
        placed_support a(at_a_, *a_.core), b(at_b, *b_.core);
        JPH::GJKClosestPoint gjk;
        Vec3 on_a, on_b;
        float square = gjk.GetClosestPoints(a, b, 1e-4f, FLT_MAX, axis, on_a, on_b);
        if (left) *left = axis;
        return double(std::sqrt(square) - a_.radius - b_.radius);
    }
    double manifold(const Mat44 &at_b)
    {
        JPH::CollideShapeSettings settings;
        settings.mCollectFacesMode = JPH::ECollectFacesMode::CollectFaces;
        JPH::ClosestHitCollisionCollector<JPH::CollideShapeCollector> found;
        JPH::CollisionDispatch::sCollideShapeVsShape(a_.held, b_.held, Vec3::sOne(), Vec3::sOne(), at_a_,
                                                     at_b, JPH::SubShapeIDCreator(), JPH::SubShapeIDCreator(),
                                                     settings, found);
        if (!found.HadHit()) return 0;
        const JPH::CollideShapeResult &hit = found.mHit;
        JPH::ContactPoints on_a, on_b;
        JPH::ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis, 0.02f,
                                     hit.mShape1Face, hit.mShape2Face, on_a, on_b);
        if (on_a.size() > 4) JPH::PruneContactPoints(hit.mPenetrationAxis.Normalized(), on_a, on_b);
        return double(hit.mPenetrationDepth);
    }

    shape &a_, &b_;
    Mat44 at_a_, at_b_[2];
    Vec3 motion_, axis_ = Vec3::sZero();
    JPH::RayCast ray_;
    bool warm_ = false;
};

bool able(question q, const pair3 &p)
{
    const bool mesh = p.b->is == solid3::kind::mesh;
    if (mesh && q != question::manifold) return false;
    if (p.a->points.size() > 256 || (!mesh && p.b->points.size() > 256))
        return false;  // its hulls drop what is more
    return q != question::time_of_touch && q != question::warm_manifold && known_shape(*p.a, make).held &&
           known_shape(*p.b, make).held;
}

}  // namespace

peer<pair3> jolt()
{
    return {"Jolt", able,
            [](const pair3 &p) -> std::unique_ptr<prepared> { return std::make_unique<pair_of>(p); }};
}

}  // namespace bench
