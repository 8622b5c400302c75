/// What a manifold promises, held to definitions: polytopes by their corners, in long double.
#ifndef TESTS_MANIFOLD_CONTACT3_JUDGE_HPP
#define TESTS_MANIFOLD_CONTACT3_JUDGE_HPP

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/truth3.hpp"

namespace contact3
{

using real = long double;

using vec = truth3::vec<real>;
inline vec from(flr_vec3 p) { return {real(p.x), real(p.y), real(p.z)}; }

/// The hull of some corners with a radius around it.
struct body {
    std::vector<vec> corners;
    std::vector<vec> axes;                ///< normals of faces
    std::vector<vec> edges;               ///< directions
    std::vector<std::vector<int>> faces;  ///< as triangles or larger, only for distances
    real radius = 0;
    flr_convex3 convex{};
};

real reach(const body &b, vec n);

/// Gap along a unit vector, from a to b.
inline real gap(const body &a, const body &b, vec n)
{
    return -reach(b, real(-1) * n) - reach(a, n) - a.radius - b.radius;
}

/// The separating-axis theorem from its definition: of cores.
real separation(const body &a, const body &b, vec *best = nullptr);

real point_segment(vec p, vec a, vec b);

real point_triangle(vec p, vec a, vec b, vec c);

real segment_segment(vec a, vec b, vec c, vec d);

/// Of cores that are apart: corners against triangles of corners, and edges against edges. Every triple of corners lies
/// in the hull and every face is some of them.
real distance(const body &a, const body &b);

/// How far outside of the rounded hull a point is, by every plane that is known of it; 0 inside.
real outside(const body &b, vec p);

real size_of(const body &a, const body &b);

body moved(const body &b, vec by);

struct judged {
    int asked = 0, hit = 0, points = 0, spans = 0;
    double depth_error = 0, place_error = 0, normal_error = 0;
    vec origin = {0, 0, 0};  ///< corners are given from here, so that what is far away keeps its bits
};

bool same_bits(const flr_manifold3 &a, const flr_manifold3 &b);

bool same_shape(const flr_convex3 &a, const flr_convex3 &b);

/// `tolerance` in parts of the size. `far`: how far from the origin, in sizes.
flr_manifold3 judge(tally &t, const body &a, const body &b, double margin, const char *name, judged *w,
                    double tolerance, double place_tolerance);

/// Worst errors from both sides, in roundings of the size: of the largest depth, of what the normal parts the two by, and
/// of how far a point lies off a surface.
void pin(tally &t, const judged &w, const char *name, double depth, double normal, double place);

inline vec triple(const flr_mat3 &m, real x, real y, real z)
{
    return x * from(m.x) + y * from(m.y) + z * from(m.z);
}

inline body box(flr_vec3 center, const flr_mat3 &axes, flr_vec3 half, double radius = 0,
                vec origin = {0, 0, 0})
{
    body r;
    flr_box3 b = {center, axes, half};
    r.convex = flr_convex3_box(&b);
    r.convex.radius = flr_real(radius);
    r.radius = flr_real(radius);
    for (int i = 0; i < 8; i++)
        r.corners.push_back(
            from(center) - origin +
            triple(axes, i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z));
    r.axes = {from(axes.x), from(axes.y), from(axes.z)};
    r.edges = r.axes;
    return r;
}

inline flr_mat3 identity() { return flr_affine3_identity().linear; }

flr_mat3 rotation(flr_vec3 axis, double angle);

flr_mat3 random_turn(random_source &r);

/// All faces and edges that the corners may have, and more.
void complete(body &b);

}  // namespace contact3
#endif
