/// Exact intersection of segments and triangles, by signs of orientations only (Guigue and Devillers, 2003,
/// for two triangles in space). Coplanar shapes are projected along an axis and decided in the plane. A
/// triangle without area counts as its edges.

#include "shape/exact.h"

#include "math/predicates.h"
#include "math/predicates2.h"
#include "math/simd.h"

// ---- The plane

static bool ranges_meet(flr_real a0, flr_real a1, flr_real b0, flr_real b1)
{
    flr_real a_min = a0 < a1 ? a0 : a1, a_max = a0 < a1 ? a1 : a0;
    flr_real b_min = b0 < b1 ? b0 : b1, b_max = b0 < b1 ? b1 : b0;
    return a_min <= b_max && b_min <= a_max;
}

/// They intersect if neither has both ends strictly on one side of the other. If all four signs are 0, all
/// ends are collinear, and the extents decide.
bool flr_exact2_segment_segment(flr_vec2 a0, flr_vec2 a1, flr_vec2 b0, flr_vec2 b1)
{
    if (!ranges_meet(a0.x, a1.x, b0.x, b1.x) || !ranges_meet(a0.y, a1.y, b0.y, b1.y)) return false;
    if (flr_turn2(a0, a1, b0) * flr_turn2(a0, a1, b1) > 0) return false;
    return flr_turn2(b0, b1, a0) * flr_turn2(b0, b1, a1) <= 0;
}

static bool triangle_contains(const flr_vec2 t[3], flr_vec2 p)
{
    int ab = flr_turn2(t[0], t[1], p);
    int bc = flr_turn2(t[1], t[2], p);
    int ca = flr_turn2(t[2], t[0], p);
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/// Do a segment and a triangle of the plane intersect? The triangle must have area.
static bool segment_triangle2(flr_vec2 s0, flr_vec2 s1, const flr_vec2 t[3])
{
    if (triangle_contains(t, s0)) return true;
    for (int i = 0; i < 3; ++i)
        if (flr_exact2_segment_segment(s0, s1, t[i], t[(i + 1) % 3])) return true;
    return false;
}

/// Does the line of an edge of t have all of `other` strictly on its outer side?
static bool edge_separates(const flr_vec2 t[3], int turn, const flr_vec2 other[3])
{
    for (int i = 0; i < 3; ++i) {
        int j = 0;
        while (j < 3 && flr_turn2(t[i], t[(i + 1) % 3], other[j]) * turn < 0) ++j;
        if (j == 3) return true;
    }
    return false;
}

/// Do two triangles of the plane intersect? a must have area; b may have collinear or equal corners.
///
/// Two convex polygons with area are disjoint exactly if an edge of one separates them. A triangle without
/// area is the union of its edges.
static bool triangle_triangle2(const flr_vec2 a[3], const flr_vec2 b[3])
{
    int turn_a = flr_turn2(a[0], a[1], a[2]), turn_b = flr_turn2(b[0], b[1], b[2]);
    if (turn_b) return !edge_separates(a, turn_a, b) && !edge_separates(b, turn_b, a);
    for (int i = 0; i < 3; ++i)
        if (segment_triangle2(b[i], b[(i + 1) % 3], a)) return true;
    return false;
}

// ---- Space

static void project_triangle(const flr_triangle3 *t, int axis, flr_vec2 corner[3])
{
    corner[0] = flr_seen_along(axis, t->a);
    corner[1] = flr_seen_along(axis, t->b);
    corner[2] = flr_seen_along(axis, t->c);
}

static flr_segment3 edge(const flr_triangle3 *t, int i)
{
    flr_segment3 s;
    s.a = i == 0 ? t->a : i == 1 ? t->b : t->c;
    s.b = i == 0 ? t->b : i == 1 ? t->c : t->a;
    return s;
}

/// Returns an axis along which the projected triangle keeps its area, or -1 if it has none. The likeliest is
/// tried first. Points of the triangle's plane may then be compared by their projections.
static int axis_of_area(const flr_triangle3 *t, const flr_plane3_filter *plane)
{
    double x = fabs(plane->x), y = fabs(plane->y), z = fabs(plane->z);
    int first = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    for (int i = 0; i < 3; ++i) {
        flr_vec2 p[3];
        int axis = (first + i) % 3;
        project_triangle(t, axis, p);
        if (flr_turn2(p[0], p[1], p[2])) return axis;
    }
    return -1;
}

/// Coplanar segments intersect exactly if their projections do along all three axes. Along at least one axis
/// different points of the plane stay different, and there a gap shows.
bool flr_exact3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    if (flr_orient3_inline(a->a, a->b, b->a, b->b)) return false;
    for (int axis = 0; axis < 3; ++axis)
        if (!flr_exact2_segment_segment(flr_seen_along(axis, a->a), flr_seen_along(axis, a->b),
                                        flr_seen_along(axis, b->a), flr_seen_along(axis, b->b)))
            return false;
    return true;
}

/// Does a segment meet an edge? A triangle without area is the union of its edges.
static bool meets_edge(const flr_segment3 *s, const flr_triangle3 *t)
{
    for (int i = 0; i < 3; ++i) {
        flr_segment3 e = edge(t, i);
        if (flr_exact3_segment_segment(s, &e)) return true;
    }
    return false;
}

bool flr_exact3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t)
{
    flr_plane3_filter plane = flr_plane3_filter_make(t->a, t->b, t->c);
    int a = flr_plane3_filter_side(&plane, s->a), b = flr_plane3_filter_side(&plane, s->b);
    if (a * b > 0) return false;
    if (a == 0) a = flr_orient3_exact(t->a, t->b, t->c, s->a);
    if (b == 0) b = flr_orient3_exact(t->a, t->b, t->c, s->b);
    if (a * b > 0) return false;

    if (a == 0 && b == 0) {
        int axis = axis_of_area(t, &plane);
        if (axis < 0) return meets_edge(s, t);
        flr_vec2 p[3];
        project_triangle(t, axis, p);
        return segment_triangle2(flr_seen_along(axis, s->a), flr_seen_along(axis, s->b), p);
    }
    // the line of s meets the plane in one point, which is inside if the orientation is the same about all
    // edges
    int ab = flr_orient3_inline(s->a, s->b, t->a, t->b);
    int bc = flr_orient3_inline(s->a, s->b, t->b, t->c);
    if (ab * bc < 0) return false;
    int ca = flr_orient3_inline(s->a, s->b, t->c, t->a);
    return ab * ca >= 0 && bc * ca >= 0;
}

static void corners_from(const flr_triangle3 *t, int first, bool turn, flr_vec3 corner[3])
{
    const flr_vec3 v[3] = {t->a, t->b, t->c};
    corner[0] = v[first];
    corner[1] = v[(first + (turn ? 2 : 1)) % 3];
    corner[2] = v[(first + (turn ? 1 : 2)) % 3];
}

/// Each triangle meets the common line of both planes in an interval, between its two edges at the lone
/// corner. Two signs compare the ends of the intervals. Guigue and Devillers, "Fast and Robust
/// Triangle-Triangle Overlap Test Using Orientation Predicates" (2003).
static bool intervals_meet(const flr_triangle3 *a, const int side_a[3], const flr_triangle3 *b,
                           const int side_b[3])
{
    int lone_side_a, lone_side_b;
    int i = flr_lone_corner3(side_a, &lone_side_a), j = flr_lone_corner3(side_b, &lone_side_b);
    flr_vec3 p[3], q[3];
    corners_from(a, i, lone_side_b < 0, p);  // each lone corner on the positive side
    corners_from(b, j, lone_side_a < 0, q);
    return flr_orient3_inline(p[0], p[1], q[0], q[1]) <= 0 && flr_orient3_inline(p[0], p[2], q[2], q[0]) <= 0;
}

/// Decides coplanar triangles. `plane` is that of a, and b lies in it.
static bool flat_meets(const flr_triangle3 *a, const flr_plane3_filter *plane, const flr_triangle3 *b)
{
    int axis = axis_of_area(a, plane);
    if (axis < 0) {
        for (int i = 0; i < 3; ++i) {
            flr_segment3 e = edge(a, i);
            if (flr_exact3_segment_triangle(&e, b)) return true;
        }
        return false;
    }
    flr_vec2 p[3], q[3];  // b lies in the plane of a
    project_triangle(a, axis, p);
    project_triangle(b, axis, q);
    return triangle_triangle2(p, q);
}

/// Computes the sides of the corners of t against `plane`, that of the triangle `of`. False if all are
/// strictly on one side.
static bool sides(const flr_plane3_filter *plane, const flr_triangle3 *of, const flr_triangle3 *t,
                  int side[3])
{
    side[0] = flr_plane3_filter_side(plane, t->a);
    side[1] = flr_plane3_filter_side(plane, t->b);
    side[2] = flr_plane3_filter_side(plane, t->c);
    int sum = side[0] + side[1] + side[2];
    if (sum == 3 || sum == -3) return false;
    if (side[0] == 0) side[0] = flr_orient3_exact(of->a, of->b, of->c, t->a);
    if (side[1] == 0) side[1] = flr_orient3_exact(of->a, of->b, of->c, t->b);
    if (side[2] == 0) side[2] = flr_orient3_exact(of->a, of->b, of->c, t->c);
    sum = side[0] + side[1] + side[2];
    return sum != 3 && sum != -3;
}

static bool all_zero(const int side[3]) { return !side[0] && !side[1] && !side[2]; }

bool flr_exact3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b)
{
    int side_a[3], side_b[3];
    flr_plane3_filter plane_a = flr_plane3_filter_make(a->a, a->b, a->c);
    if (!sides(&plane_a, a, b, side_b)) return false;
    if (all_zero(side_b)) return flat_meets(a, &plane_a, b);
    flr_plane3_filter plane_b = flr_plane3_filter_make(b->a, b->b, b->c);
    if (!sides(&plane_b, b, a, side_a)) return false;
    if (all_zero(side_a)) return flat_meets(b, &plane_b, a);
    return intervals_meet(a, side_a, b, side_b);
}

// ---- Outlines

/// Is the direction upward, or level and to the left? Around a convex outline that changes twice.
static inline bool rises(double x, double y) { return y == 0 ? x < 0 : y > 0; }

typedef uint64_t u64x2 __attribute__((vector_size(16)));

/// Returns the second of what was before, and the first of x.
static inline f64x2 shifted(f64x2 before, f64x2 x) { return (f64x2){before[1], x[0]}; }

/// Do the corners turn one way, and once around? 1 if they do for certain, -1 if they do not; 0 where the sign of a turn
/// is open. Two corners at a time: an odd number ends with the first one again.
static inline int turns_once(const flr_real *x, const flr_real *y, size_t stride, size_t count)
{
    const size_t last = (count - 1) * stride, before = last - stride;
    const double px = (double)x[last], py = (double)y[last];
    f64x2 bx = {0, px}, by = {0, py}, ex = {0, px - (double)x[before]}, ey = {0, py - (double)y[before]};
    f64x2 absolute = {0, 0}, least = f64x2_splat(INFINITY), greatest = f64x2_splat(-INFINITY);
    u64x2 changes = {0, 0};
    for (size_t i = 0; i < count; i += 2) {
        const size_t at = i * stride, next = i + 1 < count ? at + stride : 0;
        const f64x2 cx = {(double)x[at], (double)x[next]}, cy = {(double)y[at], (double)y[next]};
        const f64x2 fx = cx - shifted(bx, cx), fy = cy - shifted(by, cy), gy = shifted(ey, fy),
                    up = shifted(ex, fx) * fy, down = gy * fx, turn = up - down;
        absolute += f64x2_abs(up) + f64x2_abs(down);
        least = f64x2_min(turn, least);
        greatest = f64x2_max(turn, greatest);
        changes += ((u64x2)fy ^ (u64x2)gy) >> 63;
        bx = cx, by = cy, ex = fx, ey = fy;
    }
    const double certain = FLR_FILTER_RELATIVE2 * (absolute[0] + absolute[1] + FLR_FILTER_FLOOR);
    const f64x2 low = f64x2_splat(-certain), high = f64x2_splat(certain);
    // Each turn is less than half around, so no edge skips rising or falling: these change twice for each time around. Of
    // an odd number of corners one change may count twice. Four turns lead once around.
    if (f64x2_mask(least > high) == 3 || f64x2_mask(greatest < low) == 3)
        return count > 4 && changes[0] + changes[1] > 3 ? -1 : 1;
    return f64x2_mask(least < low) && f64x2_mask(greatest > high) ? -1 : 0;
}

/// The same, exactly, with straight corners and equal ones.
static __attribute__((noinline)) bool is_convex_exactly(const flr_real *x, const flr_real *y, size_t stride,
                                                        size_t count)
{
    size_t before = count - 1;
    double bx = (double)x[before * stride], by = (double)y[before * stride];
    while (before > 0 && (double)x[before * stride] == bx && (double)y[before * stride] == by) --before;
    // start with the edge from a to b before corner 0
    double ax = (double)x[before * stride], ay = (double)y[before * stride], ex = bx - ax, ey = by - ay;
    bool left = false, right = false, rising = rises(ex, ey);
    int changes = 0;
    for (size_t i = 0; i < count; ++i) {
        const double cx = (double)x[i * stride], cy = (double)y[i * stride], fx = cx - bx, fy = cy - by;
        const double up = ex * fy, down = ey * fx, turn = up - down,
                     certain = FLR_FILTER_RELATIVE2 * (fabs(up) + fabs(down) + FLR_FILTER_FLOOR);
        if (turn > certain) {
            left = true;
        } else if (turn < -certain) {
            right = true;
        } else {
            if (fx == 0 && fy == 0) continue;
            const int sign = flr_orient2_exact(ax, ay, bx, by, cx, cy);
            left |= sign > 0;
            right |= sign < 0;
        }
        const bool rises_now = rises(fx, fy);
        changes += rises_now != rising;
        rising = rises_now;
        ax = bx, ay = by, bx = cx, by = cy, ex = fx, ey = fy;
    }
    return !(left && right) && changes <= 2;
}

bool flr_is_convex_outline(const flr_real *x, const flr_real *y, size_t stride, size_t count)
{
    if (count <= 3) return true;
    // of four, as most are, no loop is left
    const int once = count == 4 ? turns_once(x, y, stride, 4) : turns_once(x, y, stride, count);
    return once ? once > 0 : is_convex_exactly(x, y, stride, count);
}

static inline flr_vec3 area_of(const flr_vec3 *v, size_t count)
{
    flr_vec3 sum = flr_vec3_make(0, 0, 0);
    for (size_t i = 1; i + 1 < count; ++i)
        sum = flr_add3(sum, flr_cross3(flr_sub3(v[i], v[0]), flr_sub3(v[i + 1], v[0])));
    return sum;
}

flr_vec3 flr_area3(const flr_vec3 *v, size_t count) { return area_of(v, count); }

bool flr_is_convex_sheet3(const flr_vec3 *v, size_t count)
{
    if (count <= 3) return true;
    flr_vec3 n = count == 4 ? area_of(v, 4) : area_of(v, count);
    flr_real x = n.x < 0 ? -n.x : n.x, y = n.y < 0 ? -n.y : n.y, z = n.z < 0 ? -n.z : n.z;
    // seen along the axis nearest to the normal
    if (x >= y && x >= z) return flr_is_convex_outline(&v->y, &v->z, 3, count);
    return y >= z ? flr_is_convex_outline(&v->z, &v->x, 3, count)
                  : flr_is_convex_outline(&v->x, &v->y, 3, count);
}
