/// Patches of cubes, and what is asked about a patch.
#ifndef FEELER_TESTS_MANIFOLD_CONTACT3_PATCH_HPP
#define FEELER_TESTS_MANIFOLD_CONTACT3_PATCH_HPP

#include "contact/contact3_judge.hpp"

namespace contact3
{

const flr_contact3_options none = {0, 0, nullptr};

inline flr_manifold3 contact(const flr_convex3 &a, const flr_convex3 &b, const flr_contact3_options &o = none)
{
    flr_manifold3 m;
    flr_contact3_convex_convex(&a, &b, &o, &m);
    return m;
}

inline flr_convex3 cube(flr_vec3 at, double half, const flr_mat3 &axes = identity())
{
    flr_box3 b = {at, axes, {flr_real(half), flr_real(half), flr_real(half)}};
    return flr_convex3_box(&b);
}

inline bool close(double x, double y, double e = 1e-12)
{
    return std::fabs(x - y) <= (real_is_float ? std::fmax(e, 4e-6) : e);
}

/// Area of the hull of the points, seen along the normal.
inline double area(const flr_manifold3 &m)
{
    double most = 0;
    vec n = from(m.normal);
    for (int i = 0; i < m.count; i++)
        for (int k = 0; k < m.count; k++)
            for (int l = 0; l < m.count; l++)
                for (int j = 0; j < m.count; j++) {
                    vec p = from(m.points[i].position), q = from(m.points[k].position),
                        r = from(m.points[l].position), s = from(m.points[j].position);
                    most = std::max(most, double(dot(n, cross(r - p, s - q)) / 2));
                }
    return most;
}

inline std::vector<uint32_t> ids(const flr_manifold3 &m)
{
    std::vector<uint32_t> all;
    for (int i = 0; i < m.count; i++) all.push_back(m.points[i].id);
    std::sort(all.begin(), all.end());
    return all;
}

inline double deepest(const flr_manifold3 &m)
{
    double most = -INFINITY;
    for (int i = 0; i < m.count; i++) most = std::max(most, double(m.points[i].depth));
    return most;
}

}  // namespace contact3

#endif
