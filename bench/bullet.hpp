// Bullet's headers, which convert freely, and how its benches hand it numbers. Included only where FEELER_HAVE_BULLET.
#ifndef BENCH_BULLET_HPP
#define BENCH_BULLET_HPP

#include <memory>
#include <vector>

#include "feeler/math.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
#pragma GCC diagnostic pop

namespace bench
{

inline btVector3 bullet_vector(flr_vec3 v) { return {btScalar(v.x), btScalar(v.y), btScalar(v.z)}; }

/// The columns of `axes` are the axes.
inline btTransform bullet_transform(const flr_mat3 &axes, flr_vec3 at)
{
    const btVector3 x = bullet_vector(axes.x), y = bullet_vector(axes.y), z = bullet_vector(axes.z);
    return btTransform(btMatrix3x3(x.x(), y.x(), z.x(), x.y(), y.y(), z.y(), x.z(), y.z(), z.z()),
                       bullet_vector(at));
}

/// A box or a hull of the same size as ours: without a margin.
inline std::unique_ptr<btConvexShape> bullet_box(flr_vec3 half)
{
    auto box = std::make_unique<btBoxShape>(bullet_vector(half));
    box->setMargin(0);
    return box;
}
inline std::unique_ptr<btConvexHullShape> bullet_hull(const std::vector<flr_vec3> &points)
{
    auto hull = std::make_unique<btConvexHullShape>();
    for (flr_vec3 p : points) hull->addPoint(bullet_vector(p), false);
    hull->recalcLocalAabb();
    hull->setMargin(0);
    return hull;
}

}  // namespace bench

#endif
