// Box2D, in single precision, as the peers of peers/ are: one public call for each question about a pair in the plane.
#ifndef BENCH_PACKAGES2_HPP
#define BENCH_PACKAGES2_HPP

#include <memory>

#include "peer.hpp"

#ifdef FEELER_HAVE_BOX2D
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#pragma GCC diagnostic pop
#endif

namespace bench
{
namespace packages
{

#ifdef FEELER_HAVE_BOX2D
inline b2Vec2 narrow(flr_vec2 v) { return {float(v.x), float(v.y)}; }

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
            return b2ShapeCast(&out, &cast_) ? double(out.lambda) : 2;
        }
        case question::ray: {
            b2RayCastOutput out;
            return b_.shape().RayCast(&out, ray_, at_b_, 0) ? double(out.fraction) : 2;
        }
        default: {
            b2TOIOutput out;
            b2TimeOfImpact(&out, &touch_);
            return out.state == b2TOIOutput::e_touching ? double(out.t) : 2;
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

/// This one, and those that no package has.
inline std::vector<peer<pair2>> all_peers(const pair2 *)
{
    std::vector<peer<pair2>> all;
#ifdef FEELER_HAVE_BOX2D
    all.push_back({"Box2D", box2d_pair::able, [](const pair2 &p) -> std::unique_ptr<prepared> {
                       return std::make_unique<box2d_pair>(p);
                   }});
#endif
    for (const peer<pair2> &p : outside_peers2()) all.push_back(p);
    return all;
}

}  // namespace packages
}  // namespace bench

#endif
