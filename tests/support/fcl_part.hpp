/// The same surface for FCL, and what to do where the two libraries disagree: ask the rationals.
#ifndef TESTS_SUPPORT_FCL_PART_HPP
#define TESTS_SUPPORT_FCL_PART_HPP

#include <fcl/fcl.h>

#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/handles.hpp"

using fcl_model = fcl::BVHModel<fcl::OBBRSSd>;

inline std::shared_ptr<fcl_model> fcl_of(const std::vector<flr_triangle3> &triangles)
{
    auto m = std::make_shared<fcl_model>();
    m->beginModel(static_cast<int>(triangles.size()), static_cast<int>(3 * triangles.size()));
    auto to = [](flr_vec3 p) { return fcl::Vector3d(p.x, p.y, p.z); };
    for (auto &t : triangles) m->addTriangle(to(t.a), to(t.b), to(t.c));
    m->endModel();
    return m;
}

struct verdict {
    bool meet;
    double distance;  ///< negative where nothing lies within the limit
};

inline verdict ask_fcl(fcl_model &a, const fcl::Transform3d &pa, fcl_model &b, const fcl::Transform3d &pb,
                       double limit)
{
    verdict v{};
    fcl::CollisionRequestd request(1, false);
    fcl::CollisionResultd result;
    v.meet = fcl::collide(&a, pa, &b, pb, request, result) > 0;
    fcl::DistanceRequestd how(false);
    // a least distance known beforehand cuts the search
    fcl::DistanceResultd distance(limit);
    double d = fcl::distance(&a, pa, &b, pb, how, distance);
    v.distance = d < limit ? d : -1;
    return v;
}

inline verdict ask_feeler(const flr_instance3 &a, const flr_instance3 &b, double limit, flr_closest3_mesh *c)
{
    *c = flr_closest3_mesh_mesh(&a, &b, flr_real(limit));
    return {flr_overlap3_mesh_mesh(&a, &b), c->found ? c->distance : -1};
}

struct agreement {
    long all = 0, meet = 0, within = 0, fcl_meet_wrong = 0, fcl_distance_wrong = 0;
    double worst = 0;

    void print(const char *name) const
    {
        std::printf(
            "  %s: %ld pairs, %ld meet, %ld within the limit; FCL errs in %ld meetings and %ld distances; "
            "largest difference else %.3g\n",
            name, all, meet, within, fcl_meet_wrong, fcl_distance_wrong, worst);
    }
};

/// Exactly: do they meet, and how far apart are they if no farther than `limit`?
inline verdict ask_rationals(const std::vector<flr_triangle3> &a, const std::vector<flr_triangle3> &b,
                             double limit)
{
    exact_mesh::rational least = exact_mesh::surface_surface_within(a, b, limit);
    return {least == 0, least < 0 ? -1 : exact_mesh::root(least)};
}

/// `slack`: how far apart two good answers may be. True distances are asked for where they are not.
inline void compare_with_fcl(tally &t, const char *name, const std::vector<flr_triangle3> &wa,
                             const std::vector<flr_triangle3> &wb, verdict mine, verdict fcl, double limit,
                             double slack, agreement *sum)
{
    ++sum->all;
    sum->meet += mine.meet;
    sum->within += mine.distance >= 0;
    t.expect(mine.meet == (mine.distance == 0), "%s: meet %d, distance %g", name, mine.meet, mine.distance);
    bool same_distance =
        mine.meet || (mine.distance < 0 && fcl.distance < 0) ||
        (mine.distance >= 0 && fcl.distance >= 0 && std::fabs(mine.distance - fcl.distance) <= slack);
    if (mine.meet == fcl.meet && same_distance) {
        if (!mine.meet && mine.distance >= 0)
            sum->worst = std::max(sum->worst, std::fabs(mine.distance - fcl.distance));
        return;
    }
    double far = std::min(limit, std::max(mine.distance, fcl.distance)) + slack;
    verdict truth = ask_rationals(wa, wb, std::isfinite(far) ? far : 0);
    t.expect(mine.meet == truth.meet, "%s: meet %d, exactly %d", name, mine.meet, truth.meet);
    if (mine.distance >= 0)
        t.expect(std::fabs(mine.distance - truth.distance) <= slack, "%s: distance %.17g, exactly %.17g",
                 name, mine.distance, truth.distance);
    else
        t.expect(truth.distance < 0 || truth.distance > limit * (1 - 1e-12),
                 "%s: nothing found, exactly %.17g", name, truth.distance);
    sum->fcl_meet_wrong += fcl.meet != truth.meet;
    sum->fcl_distance_wrong += !same_distance;
}

#endif
