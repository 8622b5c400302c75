/// Proof in exact arithmetic that a hull is the convex hull of some points, from the definition, for tests.
///
/// Every point is behind or in the plane of every face, the corners of a face lie in its plane and turn strictly, faces
/// at an edge are not coplanar, three faces at least meet in a vertex, and the surface is closed, connected and a sphere.
/// Then it is the boundary of the convex hull, its faces the facets and its vertices the extreme points.
#ifndef TESTS_SHAPE_HULL3_CERTIFICATE_HPP
#define TESTS_SHAPE_HULL3_CERTIFICATE_HPP

#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "feeler/feeler.h"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/real.hpp"

namespace hulls
{

using points = std::vector<flr_vec3>;
using handle = std::shared_ptr<flr_hull3>;

handle make(const points &p, const flr_hull3_options *options = nullptr);

using rational_point = exact_mesh::vec<exact_mesh::rational>;

/// The sign of the volume of a, b, c, d: in double where that is beyond doubt, else in rationals.
int side(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d);

bool collinear(flr_vec3 a, flr_vec3 b, flr_vec3 c);

inline bool same(flr_vec3 a, flr_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// Twins, neighbours, sources and Euler's formula, whatever the dimension.
void check_structure(tally &t, const points &input, const flr_hull3 *h, const char *name);

/// How far normals are from unit length, in rounding errors: the most of all hulls of a program.
inline double worst_normal = 0;

/// A face's plane: every vertex behind it but for rounding, its own corners on it. The most that a corner is off, or a vertex
/// in front, without rounding, in roundings of the largest sum of a vertex's coordinates.
double off_planes(const flr_hull3 *h);

/// How far the center is from the centroid along an axis, at most, of the largest extent; -1 for hulls too large to ask and
/// for those so thin that their volume (area) is rounding.
double off_center(const flr_hull3 *h);

inline double worst_center = 0;  ///< of all hulls of a program
inline long centers_asked = 0;

void check_faces(tally &t, const points &input, const flr_hull3 *h, const char *name);

/// Faces at an edge in different planes; and all faces in one piece.
void check_edges(tally &t, const flr_hull3 *h, const char *name);

/// The dimension by the definition.
int dimension_of(const points &p);

/// A flat hull: two polygons back to back that hold all points, or the ends of a segment, or the point.
void check_flat(tally &t, const points &input, const flr_hull3 *h, const char *name);

handle certify(tally &t, const points &input, const char *name);

}  // namespace hulls

#endif
