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
};

void make(const solid3 &s, shape &x)
{
    for (flr_vec3 p : s.points) x.points.push_back(vector(p));
    int count = int(x.points.size());
    x.hull = s.is == solid3::kind::capsule || 6 * count - 12 > 256
                 ? nullptr
                 : b3CreateHull(x.points.data(), count, count);
    x.proxy = {x.points.data(), count, float(s.radius)};
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
        case question::overlap:
            return b3OverlapHull(a_.hull, b3InvMulTransforms(at_b, at_a_), &b_.proxy) ? 1 : 0;
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
            return double(out.fraction);
        }
        }
    }

  private:
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
        b3CollideHulls(&m, 32, a_.hull, b_.hull, b3InvMulTransforms(at_a_, at_b), &cache);
        double most = 0;
        for (int i = 0; i < m.pointCount; ++i)
            if (-double(points[i].separation) > most) most = -double(points[i].separation);
        return most;
    }

    shape &a_, &b_;
    b3Transform at_a_, at_b_[2];
    b3Vec3 motion_;
    b3TOIInput touch_;
    b3SimplexCache simplex_{};
    b3SATCache sat_{};
};

bool able(question q, const pair3 &p)
{
    if (p.a->points.size() > B3_MAX_HULL_VERTICES || p.b->points.size() > B3_MAX_HULL_VERTICES) return false;
    if (q == question::depth) return false;
    bool needs_hulls = q == question::overlap || q == question::manifold || q == question::warm_manifold;
    return !needs_hulls || (known_shape(*p.a, make).hull && known_shape(*p.b, make).hull);
}

}  // namespace

peer<pair3> box3d()
{
    return {"Box3D", able,
            [](const pair3 &p) -> std::unique_ptr<prepared> { return std::make_unique<pair_of>(p); }};
}

}  // namespace bench
