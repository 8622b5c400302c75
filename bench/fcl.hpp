// How the benches hand shapes to FCL and libccd.
#ifndef BENCH_FCL_HPP
#define BENCH_FCL_HPP

#include <memory>
#include <vector>

#include <ccd/ccd.h>
#include <fcl/fcl.h>

#include "feeler/feeler.h"

namespace bench
{

inline fcl::Vector3d fcl_vector(flr_vec3 v) { return {double(v.x), double(v.y), double(v.z)}; }

inline std::shared_ptr<fcl::CollisionGeometryd> fcl_hull(const flr_hull3 *hull)
{
    flr_polyhedron3 p = flr_hull3_polyhedron(hull);
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (size_t i = 0; i < p.vertex_count; ++i) vertices->push_back(fcl_vector(p.vertices[i]));
    auto faces = std::make_shared<std::vector<int>>();
    for (size_t i = 0; i < p.face_count; ++i) {
        faces->push_back(int(p.first[i + 1] - p.first[i]));
        for (uint32_t k = p.first[i]; k < p.first[i + 1]; ++k) faces->push_back(int(p.indices[k]));
    }
    return std::make_shared<fcl::Convexd>(vertices, int(p.face_count), faces);
}

//---- libccd, with Feeler's support points, so that only what is done with them differs ----

inline void ccd_support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const flr_convex3 *c = static_cast<const flr_convex3 *>(object);
    flr_vec3 d = {flr_real(direction->v[0]), flr_real(direction->v[1]), flr_real(direction->v[2])};
    flr_vec3 p = flr_support3(c, d);
    if (c->radius > 0) p = flr_add3(p, flr_scale3(c->radius / flr_length3(d), d));
    ccdVec3Set(out, p.x, p.y, p.z);
}

inline void ccd_center(const void *object, ccd_vec3_t *out)
{
    const flr_convex3 *c = static_cast<const flr_convex3 *>(object);
    ccdVec3Set(out, c->center.x, c->center.y, c->center.z);
}

/// For pairs of flr_convex3.
inline ccd_t ccd_setup()
{
    ccd_t c;
    CCD_INIT(&c);
    c.support1 = c.support2 = ccd_support;
    c.center1 = c.center2 = ccd_center;
    c.max_iterations = 500;
    return c;
}

}  // namespace bench

#endif
