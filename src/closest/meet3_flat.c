#include "closest/flat3.h"
#include "math/predicates.h"
#include "math/seen_along.h"
#include "shape/meet3.h"

flr_frame3 flr_flat3_frame(const flr_flat3 *s, flr_vec3 origin, flr_vec3 other)
{
    flr_vec3 points[4] = {origin, other, flr_flat3_corner(s, 0), flr_flat3_corner(s, 0)};
    for (size_t i = 1; i < s->count; ++i) {
        points[2] = flr_min3(points[2], flr_flat3_corner(s, i));
        points[3] = flr_max3(points[3], flr_flat3_corner(s, i));
    }
    return flr_frame3_make(points, 4, 0);
}

/// The second corner is the one farthest from the first, the third the one farthest from the line
/// of both.
flr_flat3_plane flr_flat3_span_plane(const flr_flat3 *s)
{
    flr_vec3 first = flr_flat3_corner(s, 0);
    flr_frame3 f = flr_flat3_frame(s, first, first);
    size_t j = 0, k = 0;
    double largest = 0;
    for (size_t i = 1; i < s->count; ++i) {
        dvec3 v = flr_frame3_local(&f, flr_flat3_corner(s, i));
        double square = dvec3_dot(v, v);
        if (square > largest) largest = square, j = i;
    }
    dvec3 u = flr_frame3_local(&f, flr_flat3_corner(s, j));
    largest = 0;
    for (size_t i = 1; i < s->count; ++i) {
        dvec3 n = dvec3_cross(u, flr_frame3_local(&f, flr_flat3_corner(s, i)));
        double square = dvec3_dot(n, n);
        if (i != j && square > largest) largest = square, k = i;
    }
    flr_flat3_plane plane = {first, flr_flat3_corner(s, j < k ? j : k), flr_flat3_corner(s, j < k ? k : j),
                             k > 0};
    return plane;
}

static bool boxes_meet(const flr_segment3 *a, const flr_segment3 *b)
{
    flr_vec3 a0 = flr_min3(a->a, a->b), a1 = flr_max3(a->a, a->b);
    flr_vec3 b0 = flr_min3(b->a, b->b), b1 = flr_max3(b->a, b->b);
    return a0.x <= b1.x && b0.x <= a1.x && a0.y <= b1.y && b0.y <= a1.y && a0.z <= b1.z && b0.z <= a1.z;
}

static bool meets_an_edge(const flr_segment3 *e, const flr_flat3 *s)
{
    for (size_t i = 0; i < s->count; ++i) {
        flr_segment3 edge = {flr_flat3_corner(s, i), flr_flat3_corner(s, flr_flat3_next(s, i))};
        if (boxes_meet(e, &edge) && flr_meet3_segment_segment(e, &edge)) return true;
    }
    return false;
}

static int steepest_axis(const flr_flat3_plane *plane)
{
    flr_plane3_filter f = flr_plane3_filter_make(plane->a, plane->b, plane->c);
    double x = fabs(f.x), y = fabs(f.y), z = fabs(f.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/// Crossings of a ray from p, edges half open, so that a corner is never counted twice. p is in the
/// plane and on no edge.
static bool inside_outline(flr_vec3 p, const flr_flat3 *s, int axis)
{
    flr_vec2 q = flr_seen_along(axis, p);
    bool inside = false;
    for (size_t i = 0; i < s->count; ++i) {
        flr_vec2 a = flr_seen_along(axis, flr_flat3_corner(s, i));
        flr_vec2 b = flr_seen_along(axis, flr_flat3_corner(s, flr_flat3_next(s, i)));
        if ((a.y > q.y) == (b.y > q.y)) continue;
        if (flr_turn2(a, b, q) == (b.y > a.y ? 1 : -1)) inside = !inside;
    }
    return inside;
}

bool flr_meet3_point_flat(flr_vec3 p, const flr_flat3 *s)
{
    if (s->count == 0) return false;
    flr_segment3 point = {p, p};
    if (meets_an_edge(&point, s)) return true;
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    if (!plane.flat || flr_orient3_inline(plane.a, plane.b, plane.c, p) != 0) return false;
    return inside_outline(p, s, steepest_axis(&plane));
}

/// A point off the line of e, which is not of length 0.
static flr_vec3 beside(const flr_segment3 *e)
{
    double x = fabs((double)e->b.x - (double)e->a.x), y = fabs((double)e->b.y - (double)e->a.y),
           z = fabs((double)e->b.z - (double)e->a.z);
    flr_vec3 w = e->a;
    if (x <= y && x <= z)
        w.x = w.x != 0 ? -w.x : 1;
    else if (y <= z)
        w.y = w.y != 0 ? -w.y : 1;
    else
        w.z = w.z != 0 ? -w.z : 1;
    return w;
}

/// Crossings of the outline with the half plane that the line of e bounds, seen along e. The line
/// crosses the plane of the sheet and meets no edge.
static bool pierces(const flr_segment3 *e, const flr_flat3 *s)
{
    flr_vec3 w = beside(e);
    bool inside = false;
    for (size_t i = 0; i < s->count; ++i) {
        flr_vec3 a = flr_flat3_corner(s, i), b = flr_flat3_corner(s, flr_flat3_next(s, i));
        bool above_a = flr_orient3_inline(e->a, e->b, w, a) > 0,
             above_b = flr_orient3_inline(e->a, e->b, w, b) > 0;
        if (above_a == above_b) continue;
        if (flr_orient3_inline(e->a, e->b, a, b) == (above_b ? 1 : -1)) inside = !inside;
    }
    return inside;
}

bool flr_meet3_segment_flat(const flr_segment3 *e, const flr_flat3 *s)
{
    if (s->count == 0) return false;
    if (meets_an_edge(e, s)) return true;
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    if (!plane.flat) return false;
    int side_a = flr_orient3_inline(plane.a, plane.b, plane.c, e->a);
    int side_b = flr_orient3_inline(plane.a, plane.b, plane.c, e->b);
    if (side_a == 0 && inside_outline(e->a, s, steepest_axis(&plane))) return true;
    if (side_b == 0 && inside_outline(e->b, s, steepest_axis(&plane))) return true;
    return side_a * side_b < 0 && pierces(e, s);
}
