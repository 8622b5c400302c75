/// Does the hull of a few points, or a ray or line, overlap an axis-parallel box? Exact orientations tell
/// for each face and edge that could hold a separating axis whether all of the box lies beyond it. No axis
/// is computed.
#include "closest/exact3.h"

#include "math/predicates.h"
#include "math/predicates2.h"
#include "math/vectors.h"

static double coordinate(flr_vec3 p, int axis) { return (double)(axis == 0 ? p.x : axis == 1 ? p.y : p.z); }

/// Are all points strictly beyond one face of the box?
static bool apart_by_coordinates(const flr_vec3 *points, int count, const flr_aabb3 *b)
{
    flr_vec3 low = points[0], high = points[0];
    for (int i = 1; i < count; ++i) {
        low = flr_min3(low, points[i]);
        high = flr_max3(high, points[i]);
    }
    return low.x > b->max.x || high.x < b->min.x || low.y > b->max.y || high.y < b->min.y ||
           low.z > b->max.z || high.z < b->min.z;
}

/// Seen along an axis: is the edge i j an outer edge of the points, and the box strictly beyond it?
static bool apart_by_edge(const flr_vec3 *points, int count, int i, int j, int axis, const flr_aabb3 *b)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    double iu = coordinate(points[i], u), iv = coordinate(points[i], v);
    double ju = coordinate(points[j], u), jv = coordinate(points[j], v);
    int beyond = 0;
    for (int k = 0; k < 4; ++k) {
        double cu = coordinate(k & 1 ? b->max : b->min, u), cv = coordinate(k & 2 ? b->max : b->min, v);
        int side = flr_orient2_inline(iu, iv, ju, jv, cu, cv);
        if (side == 0 || side == -beyond) return false;
        beyond = side;
    }
    for (int k = 0; k < count; ++k) {
        if (k == i || k == j) continue;
        if (flr_orient2_inline(iu, iv, ju, jv, coordinate(points[k], u), coordinate(points[k], v)) == beyond)
            return false;
    }
    return true;
}

/// Is the face i j k an outer face, and the box strictly beyond it?
static bool apart_by_face(const flr_vec3 *points, int count, int i, int j, int k, const flr_aabb3 *b)
{
    int beyond = 0;
    for (int c = 0; c < 8; ++c) {
        flr_vec3 corner = flr_vec3_make(c & 1 ? b->max.x : b->min.x, c & 2 ? b->max.y : b->min.y,
                                        c & 4 ? b->max.z : b->min.z);
        int side = flr_orient3_inline(points[i], points[j], points[k], corner);
        if (side == 0 || side == -beyond) return false;
        beyond = side;
    }
    for (int m = 0; m < count; ++m) {
        if (m == i || m == j || m == k) continue;
        if (flr_orient3_inline(points[i], points[j], points[k], points[m]) == beyond) return false;
    }
    return true;
}

/// Looks for separating axes without computing any. Two convex bodies that are apart are apart along a face
/// normal of one or along the normal of two edges, and there the edge or face is an outer one. Seen along an
/// edge of the box, the cross product of the edges is a line in the plane, so every sign is one of a plain
/// orientation (RTCD 5.2.9).
bool flr_exact3_points_aabb(const flr_vec3 *points, int count, const flr_aabb3 *b)
{
    if (apart_by_coordinates(points, count, b)) return false;
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j) {
            for (int k = j + 1; k < count; ++k)
                if (apart_by_face(points, count, i, j, k, b)) return false;
            for (int axis = 0; axis < 3; ++axis)
                if (apart_by_edge(points, count, i, j, axis, b)) return false;
        }
    return true;
}

/// Seen along an axis: is the box strictly on one side of the line?
static bool apart_by_line(flr_vec3 origin, flr_vec3 direction, int axis, const flr_aabb3 *b)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    flr_vec2 o = {(flr_real)coordinate(origin, u), (flr_real)coordinate(origin, v)};
    flr_vec2 d = {(flr_real)coordinate(direction, u), (flr_real)coordinate(direction, v)};
    int beyond = 0;
    for (int k = 0; k < 4; ++k) {
        flr_vec2 corner = {(flr_real)coordinate(k & 1 ? b->max : b->min, u),
                           (flr_real)coordinate(k & 2 ? b->max : b->min, v)};
        int side = flr_cross2_sign(d, o, corner);
        if (side == 0 || side == -beyond) return false;
        beyond = side;
    }
    return true;
}

/// Does a path start beyond a face and not head for it?
static bool heads_away(double origin, double direction, double low, double high)
{
    return (origin > high && direction >= 0) || (origin < low && direction <= 0);
}

/// The Minkowski difference of box and path is bounded by faces of the box, and by its edges drawn out along
/// the path. So no other plane needs to be tried.
bool flr_exact3_path_aabb(flr_vec3 origin, flr_vec3 direction, bool ray, const flr_aabb3 *b)
{
    if (flr_is_zero3(direction)) return !apart_by_coordinates(&origin, 1, b);
    for (int axis = 0; axis < 3; ++axis) {
        if (apart_by_line(origin, direction, axis, b)) return false;
        if (ray && heads_away(coordinate(origin, axis), coordinate(direction, axis), coordinate(b->min, axis),
                              coordinate(b->max, axis)))
            return false;
    }
    return true;
}
