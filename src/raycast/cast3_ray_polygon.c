#include "math/predicates.h"
#include "raycast/flat3.h"
#include "raycast/triangle3.h"

static double coordinate(flr_vec3 v, int axis)
{
    return axis == 0 ? (double)v.x : axis == 1 ? (double)v.y : (double)v.z;
}

/// The sign of d . (axis x (v - o)): on which side of the plane through the line and the axis v lies. Exact.
static int side_of(const flr_cast3_path *p, int axis, flr_vec3 v)
{
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    dvec3 step = cast3_step(p), from_origin = dvec3_relative(v, p->origin);
    const double d[3] = {step.x, step.y, step.z}, w[3] = {from_origin.x, from_origin.y, from_origin.z};
    double left = d[j] * w[i], right = d[i] * w[j];
    double error = FLR_FILTER_RELATIVE2 * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    if (left - right > error) return 1;
    if (left - right < -error) return -1;
    flr_row3 along = cast3_direction(p), unit = flr_row3_axis(axis), from = flr_row3_difference(v, p->origin);
    return flr_triple3_exact(&along, &unit, &from, 0);
}

/// The two axes that stand squarest to the line.
static void pick_axes(const flr_cast3_path *p, int *first, int *second)
{
    const double d[3] = {fabs(coordinate(p->direction, 0)), fabs(coordinate(p->direction, 1)),
                         fabs(coordinate(p->direction, 2))};
    int k = d[0] <= d[1] ? (d[0] <= d[2] ? 0 : 2) : (d[1] <= d[2] ? 1 : 2);
    int i = (k + 1) % 3, j = (k + 2) % 3;
    *first = k;
    *second = d[i] <= d[j] ? i : j;
}

/// Does the line, not in the polygon's plane, pass through it? The edges are counted where they
/// cross the half-plane from the line along an axis, each by a half-open rule, so that a corner on the half-plane
/// counts once; what lies on the line itself is a hit at once.
static bool passes_through(const flr_cast3_path *p, const flr_flat3 *polygon)
{
    int axis, other, winding = 0;
    pick_axes(p, &axis, &other);
    flr_vec3 a = flr_flat3_corner(polygon, polygon->count - 1);
    int side_a = side_of(p, axis, a);
    for (size_t n = 0; n < polygon->count; ++n) {
        flr_vec3 b = flr_flat3_corner(polygon, n);
        int side_b = side_of(p, axis, b);
        if (side_b == 0) {
            int across_b = side_of(p, other, b);
            if (across_b == 0) return true;
            if (side_a == 0 && side_of(p, other, a) * across_b < 0) return true;
        }
        if ((side_a < 0) != (side_b < 0)) {
            int turn = flr_cast3_side(p, a, a, b);
            if (turn == 0) return true;
            if (side_a < 0 && turn > 0) ++winding;
            if (side_b < 0 && turn < 0) --winding;
        }
        a = b;
        side_a = side_b;
    }
    return winding != 0;
}

/// Does the start of a path in the polygon's plane lie in the polygon? Asked with a line across the plane.
static bool starts_inside(const flr_cast3_path *p, const flr_flat3 *polygon, const flr_vec3 corner[3])
{
    if (!isfinite(p->t_min)) return false;
    dvec3 n = dvec3_cross(dvec3_relative(corner[1], corner[0]), dvec3_relative(corner[2], corner[0]));
    double largest = cast3_largest(n);
    if (!(largest > 0)) return false;
    flr_vec3 across = flr_vec3_make(fabs(n.x) == largest, fabs(n.y) == largest, fabs(n.z) == largest);
    if (across.x != 0) across.y = across.z = 0;
    if (across.y != 0) across.z = 0;
    flr_cast3_path line = flr_cast3_path_make(cast3_point(p, p->t_min), across, 0, 0);
    return passes_through(&line, polygon);
}

/// The first of the meetings with the edges that lies in the range.
static bool meets_edges(const flr_cast3_path *p, const flr_flat3 *polygon, double *t)
{
    bool found = false;
    flr_vec3 a = flr_flat3_corner(polygon, polygon->count - 1);
    for (size_t n = 0; n < polygon->count; ++n) {
        flr_vec3 b = flr_flat3_corner(polygon, n);
        cast3_meeting m[2];
        int count = flr_cast3_line_segment(p, a, b, m);
        // an edge along the line is met from its first point on, even if that lies before the range
        if (count == 2 && m[0].against_min < 0 && m[1].against_min >= 0)
            m[0] = (cast3_meeting){(double)p->t_min, 0, 0};
        if (count == 2 && m[1].against_min < 0 && m[0].against_min >= 0)
            m[1] = (cast3_meeting){(double)p->t_min, 0, 0};
        for (int i = 0; i < count; ++i) {
            if (m[i].against_min < 0 || m[i].against_max > 0 || (found && !(m[i].t < *t))) continue;
            *t = m[i].t;
            found = true;
        }
        a = b;
    }
    return found;
}

static bool is_finite(const flr_flat3 *polygon)
{
    for (size_t n = 0; n < polygon->count; ++n)
        if (!flr_is_finite3(flr_flat3_corner(polygon, n))) return false;
    return true;
}

/// The sign of -d . n.
static int facing_of(const flr_cast3_path *path, const flr_vec3 corner[3])
{
    if (!path->to_target) return -flr_triple3(path->direction, corner[0], corner[1], corner[2]);
    flr_row3 e = flr_row3_difference(corner[1], corner[0]), f = flr_row3_difference(corner[2], corner[0]);
    flr_row3 d = cast3_direction(path);
    return -flr_triple3_exact(&e, &f, &d, 0);
}

flr_cast3 flr_cast3_ray_flat(const flr_cast3_path *path, const flr_flat3 *p, int *facing)
{
    flr_cast3 r = {.hit = false};
    *facing = 0;
    if (!(path->t_min <= path->t_max) || p->count == 0 || !is_finite(p)) return r;
    flr_flat3_plane span = flr_flat3_span_plane(p);
    const flr_vec3 corner[3] = {span.a, span.b, span.c};
    if (span.flat) *facing = facing_of(path, corner);
    double t = (double)path->t_min, unused[3];
    if (*facing != 0) {
        if (!flr_cast3_crosses_plane(path, corner, *facing) || !passes_through(path, p)) return r;
        flr_cast3_cross_exactly(path, corner, unused, &t);
    } else {
        if (span.flat && flr_orient3_inline(corner[0], corner[1], corner[2], path->origin) != 0) return r;
        if (!starts_inside(path, p, corner) && !meets_edges(path, p, &t)) return r;
        r.along = true;
    }
    flr_triangle3 plane = {corner[0], corner[1], corner[2]};
    dvec3 n = flr_cast3_unit_normal(&plane);
    double turn = *facing < 0 ? -1 : 1;
    flr_real at = cast3_clamp_t(path, t);
    r.hit = true;
    r.t = r.t_exit = cast3_told(path, at);
    r.point = cast3_point(path, at);
    if (!path->is_point && span.flat)
        r.normal = flr_vec3_make((flr_real)(turn * n.x), (flr_real)(turn * n.y), (flr_real)(turn * n.z));
    return r;
}

flr_cast3 flr_cast3_ray_polygon(const flr_cast3_path *path, const flr_polygon3 *p)
{
    const flr_flat3 s = {p->vertices, NULL, p->count};
    int facing;
    return flr_cast3_ray_flat(path, &s, &facing);
}
