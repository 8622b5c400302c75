// Box2D 3 (single precision), polygons of up to 8 corners.
#include "../peer.hpp"

#include <box2d/collision.h>
#include <box2d/math_functions.h>
#include <cmath>

namespace bench
{
namespace
{

b2Vec2 vector(flr_vec2 v) { return {float(v.x), float(v.y)}; }
/// Its own b2MakeRot takes an approximate sine.
b2Rot rotation(flr_real angle) { return {std::cos(float(angle)), std::sin(float(angle))}; }
b2Transform transform(const flr_pose2 &p) { return {vector(p.position), rotation(p.angle)}; }
b2Sweep sweep(const flr_path2 &p)
{
    return {
        {0, 0}, vector(p.from.position), vector(p.to.position), rotation(p.from.angle), rotation(p.to.angle)};
}

struct shape {
    b2Polygon polygon;
    b2ShapeProxy proxy;
};

shape shape_of(const std::vector<flr_vec2> &corners, double radius)
{
    std::vector<b2Vec2> p;
    for (flr_vec2 v : corners) p.push_back(vector(v));
    b2ShapeProxy proxy = b2MakeProxy(p.data(), int(p.size()), float(radius));
    if (p.size() < 3) return {{}, proxy};
    b2Hull hull = b2ComputeHull(p.data(), int(p.size()));
    return {b2MakePolygon(&hull, float(radius)), proxy};
}

class pair_of final : public prepared
{
  public:
    explicit pair_of(const pair2 &p) : a_(shape_of(*p.a, p.radius_a)), b_(shape_of(*p.b, p.radius_b))
    {
        at_a_ = transform(p.at_a);
        at_b_[0] = transform(p.at_b);
        at_b_[1] = transform(p.next);
        motion_ = vector(p.motion);
        touch_.proxyA = b_.proxy;
        touch_.proxyB = a_.proxy;
        touch_.sweepA = sweep(p.path_b);
        touch_.sweepB = sweep(p.path_a);
        touch_.maxFraction = 1;
    }
    double answer(question q, bool moved) override
    {
        switch (q) {
        case question::distance: {
            b2SimplexCache none{};
            return distance(at_b_[0], none);
        }
        case question::warm_distance:
            return distance(at_b_[moved], simplex_);
        case question::manifold:
            return double(
                b2CollidePolygons(&a_.polygon, &b_.polygon, b2InvMulTransforms(at_a_, at_b_[0])).pointCount);
        case question::cast: {
            b2ShapeCastPairInput in{};
            in.proxyA = b_.proxy;
            in.proxyB = a_.proxy;
            in.transform = b2InvMulTransforms(at_b_[0], at_a_);
            in.translationB = b2InvRotateVector(at_b_[0].q, motion_);
            in.maxFraction = 1;
            b2CastOutput out = b2ShapeCast(&in);
            return out.hit ? double(out.fraction) : 2;
        }
        default: {
            b2TOIOutput out = b2TimeOfImpact(&touch_);
            return out.state == b2_toiStateSeparated ? 2 : double(out.fraction);
        }
        }
    }

  private:
    double distance(const b2Transform &at_b, b2SimplexCache &cache)
    {
        b2DistanceInput in;
        in.proxyA = a_.proxy;
        in.proxyB = b_.proxy;
        in.transform = b2InvMulTransforms(at_a_, at_b);
        in.useRadii = true;
        return double(b2ShapeDistance(&in, &cache, nullptr, 0).distance);
    }

    shape a_, b_;
    b2Transform at_a_, at_b_[2];
    b2Vec2 motion_;
    b2TOIInput touch_;
    b2SimplexCache simplex_{};
};

bool able(question q, const pair2 &p)
{
    if (q == question::manifold && (p.a->size() < 3 || p.b->size() < 3)) return false;
    return q != question::ray && p.a->size() <= B2_MAX_POLYGON_VERTICES &&
           p.b->size() <= B2_MAX_POLYGON_VERTICES && q != question::overlap && q != question::depth &&
           q != question::warm_manifold;
}

}  // namespace

peer<pair2> box2d3()
{
    return {"Box2D 3", able,
            [](const pair2 &p) -> std::unique_ptr<prepared> { return std::make_unique<pair_of>(p); }};
}

}  // namespace bench
