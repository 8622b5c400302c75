// Box3D (single precision). Its distances take 128 points at most, its hulls 256 half-edges.
#include "../peer.hpp"

#include <box3d/box3d.h>
#include <cstring>

namespace bench
{
namespace
{

b3Vec3 vector(flr_vec3 v) { return {float(v.x), float(v.y), float(v.z)}; }
b3Quat rotation(turn4 q) { return {{float(q.x), float(q.y), float(q.z)}, float(q.w)}; }
b3Quat rotation(flr_quat q)
{
    b3Quat r = {{float(q.x), float(q.y), float(q.z)}, float(q.w)};
    return b3NormalizeQuat(r);
}
b3Transform transform(const place3 &p) { return {vector(p.at), rotation(turn_of(p.axes))}; }

struct shape {
    std::vector<b3Vec3> points;
    b3HullData *hull;
    b3ShapeProxy proxy;
    b3Capsule capsule;
    b3Sphere sphere;
};

void make(const solid3 &s, shape &x)
{
    for (flr_vec3 p : s.points) x.points.push_back(vector(p));
    int count = int(x.points.size());
    bool solid = s.is == solid3::kind::box || s.is == solid3::kind::hull;
    x.hull = solid && 6 * count - 12 <= 256 ? b3CreateHull(x.points.data(), count, count) : nullptr;
    x.proxy = {x.points.data(), count, float(s.radius)};
    x.capsule = {x.points[0], x.points.back(), float(s.radius)};
    x.sphere = {x.points[0], float(s.radius)};
}

class pair_of final : public prepared
{
  public:
    explicit pair_of(const pair3 &p) : a_(known_shape(*p.a, make)), b_(known_shape(*p.b, make))
    {
        at_a_ = transform(p.at_a);
        at_b_[0] = transform(p.at_b);
        at_b_[1] = transform(p.next);
        motion_ = vector(p.motion);
        ray_from_ = vector(p.ray_from);
        ray_along_ = vector(p.ray_along);
        is_a_ = p.a->is;
        is_b_ = p.b->is;
        touch_.proxyA = a_.proxy;
        touch_.proxyB = b_.proxy;
        touch_.sweepA = sweep(p.path_a);
        touch_.sweepB = sweep(p.path_b);
        touch_.maxFraction = 1;
    }
    double answer(question q, bool moved) override
    {
        const b3Transform &at_b = at_b_[moved];
        switch (q) {
        case question::distance: {
            b3SimplexCache none{};
            return distance(at_b, none);
        }
        case question::warm_distance:
            return distance(at_b, simplex_);
        case question::overlap: {
            b3Transform a_in_b = b3InvMulTransforms(at_b, at_a_);
            bool meet = is_a_ == kind::sphere    ? b3OverlapSphere(&a_.sphere, a_in_b, &b_.proxy)
                        : is_a_ == kind::capsule ? b3OverlapCapsule(&a_.capsule, a_in_b, &b_.proxy)
                                                 : b3OverlapHull(a_.hull, a_in_b, &b_.proxy);
            return meet ? 1 : 0;
        }
        case question::ray: {
            b3Vec3 from = b3InvRotateVector(at_b.q, b3Sub(ray_from_, at_b.p));
            b3RayCastInput in = {from, b3InvRotateVector(at_b.q, ray_along_), 1};
            b3CastOutput out = is_b_ == kind::sphere    ? b3RayCastSphere(&b_.sphere, &in)
                               : is_b_ == kind::capsule ? b3RayCastCapsule(&b_.capsule, &in)
                                                        : b3RayCastHull(b_.hull, &in);
            return out.hit ? double(out.fraction) : 2;
        }
        case question::manifold: {
            b3SATCache none{};
            return manifold(at_b, none);
        }
        case question::warm_manifold:
            return manifold(at_b, sat_);
        case question::cast: {
            b3ShapeCastPairInput in{};  // there b is what moves
            in.proxyA = b_.proxy;
            in.proxyB = a_.proxy;
            in.transform = b3InvMulTransforms(at_b, at_a_);
            in.translationB = b3InvRotateVector(at_b.q, motion_);
            in.maxFraction = 1;
            b3CastOutput out = b3ShapeCast(&in);
            return out.hit ? double(out.fraction) : 2;
        }
        default: {
            b3TOIOutput out = b3TimeOfImpact(&touch_);
            return out.state == b3_toiStateSeparated ? 2 : double(out.fraction);
        }
        }
    }

  private:
    using kind = solid3::kind;
    static b3Sweep sweep(const flr_path3 &path)
    {
        return {{0, 0, 0},
                vector(path.from.position),
                vector(path.to.position),
                rotation(path.from.rotation),
                rotation(path.to.rotation)};
    }
    double distance(const b3Transform &at_b, b3SimplexCache &cache)
    {
        b3DistanceInput in;
        in.proxyA = a_.proxy;
        in.proxyB = b_.proxy;
        in.transform = b3InvMulTransforms(at_a_, at_b);
        in.useRadii = true;
        return double(b3ShapeDistance(&in, &cache, nullptr, 0).distance);
    }
    double manifold(const b3Transform &at_b, b3SATCache &cache)
    {
        b3LocalManifoldPoint points[32];
        b3LocalManifold m{};
        m.points = points;
        const b3Transform b_in_a = b3InvMulTransforms(at_a_, at_b);
        if (is_a_ == kind::sphere) {
            b3CollideSpheres(&m, 32, &a_.sphere, &b_.sphere, b_in_a);
        } else if (is_a_ == kind::capsule && is_b_ == kind::capsule) {
            b3CollideCapsules(&m, 32, &a_.capsule, &b_.capsule, b_in_a);
        } else if (is_a_ == kind::capsule) {
            b3SimplexCache none{};
            b3CollideHullAndCapsule(&m, 32, b_.hull, &a_.capsule, b3InvMulTransforms(at_b, at_a_), &none);
        } else {
            b3CollideHulls(&m, 32, a_.hull, b_.hull, b_in_a, &cache);
        }
        double most = 0;
        for (int i = 0; i < m.pointCount; ++i)
            if (-double(points[i].separation) > most) most = -double(points[i].separation);
        return most;
    }

    shape &a_, &b_;
    b3Transform at_a_, at_b_[2];
    b3Vec3 motion_, ray_from_, ray_along_;
    kind is_a_, is_b_;
    b3TOIInput touch_;
    b3SimplexCache simplex_{};
    b3SATCache sat_{};
};

bool able(question q, const pair3 &p)
{
    using kind = solid3::kind;
    if (p.a->points.size() > B3_MAX_HULL_VERTICES || p.b->points.size() > B3_MAX_HULL_VERTICES) return false;
    if (q == question::depth) return false;
    auto pointed = [](const solid3 &s) { return s.is != kind::cylinder && s.is != kind::mesh; };
    auto shaped = [](const solid3 &s) {
        return s.is == kind::sphere || s.is == kind::capsule || known_shape(s, make).hull;
    };
    if (!pointed(*p.a) || !pointed(*p.b)) return false;
    if (q == question::overlap) return shaped(*p.a);
    if (q == question::ray) return shaped(*p.b);
    if (q != question::manifold && q != question::warm_manifold) return true;
    bool spheres = p.a->is == kind::sphere || p.b->is == kind::sphere;
    return spheres ? p.a->is == p.b->is : shaped(*p.a) && shaped(*p.b);
}

}  // namespace

peer<pair3> box3d()
{
    return {"Box3D", able,
            [](const pair3 &p) -> std::unique_ptr<prepared> { return std::make_unique<pair_of>(p); }};
}

}  // namespace bench
