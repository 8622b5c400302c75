#include "cast/exact3.h"

static flr_real coordinate(flr_vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static void set_coordinate(flr_vec3 *v, int axis, flr_real x)
{
    if (axis == 0) v->x = x;
    if (axis == 1) v->y = x;
    if (axis == 2) v->z = x;
}

/// The sign of (the path's point of t less `face`) on an axis, times that of the direction. Exact.
static int past(const flr_cast3_path *p, int axis, flr_real t, flr_real face)
{
    flr_vec3 at = {0, 0, 0};
    set_coordinate(&at, axis, face);
    flr_row3 i = flr_row3_axis((axis + 1) % 3), j = flr_row3_axis((axis + 2) % 3), row = cast3_at(p, t, at);
    int sign = flr_triple3_exact(&i, &j, &row, 0);
    return p->negative[axis] ? -sign : sign;
}

/// Does the line enter the slab of axis i no later than it leaves that of axis j? The line passes the edge between
/// the two faces on one side or the other. Exact.
static bool in_order(const flr_cast3_path *p, int i, flr_real enter, int j, flr_real leave)
{
    int m = 3 - i - j;
    flr_vec3 corner = p->origin;
    set_coordinate(&corner, i, enter);
    set_coordinate(&corner, j, leave);
    flr_row3 axis = flr_row3_axis(m), d = cast3_direction(p), from = flr_row3_difference(corner, p->origin);
    int sign = flr_triple3_exact(&axis, &d, &from, 0);
    if ((i + 1) % 3 != j) sign = -sign;
    if (p->negative[i] != p->negative[j]) sign = -sign;
    return sign >= 0;
}

static bool meets_exactly(const flr_cast3_path *p, const flr_aabb3 *b)
{
    flr_real near[3], far[3];
    for (int k = 0; k < 3; ++k) {
        flr_real low = coordinate(b->min, k), high = coordinate(b->max, k), o = coordinate(p->origin, k);
        if (!(low <= high) || (coordinate(p->direction, k) == 0 && !(o >= low && o <= high))) return false;
        near[k] = p->negative[k] ? high : low;
        far[k] = p->negative[k] ? low : high;
    }
    for (int k = 0; k < 3; ++k) {
        if (coordinate(p->direction, k) == 0) continue;
        if (isfinite(p->t_min) && past(p, k, p->t_min, far[k]) > 0) return false;
        if (isfinite(p->t_max) && past(p, k, p->t_max, near[k]) < 0) return false;
        for (int j = 0; j < 3; ++j)
            if (j != k && coordinate(p->direction, j) != 0 && !in_order(p, k, near[k], j, far[j]))
                return false;
    }
    return true;
}

/// The t at which the coordinate is reached; by division, which is exact where it can be.
static double reach(const flr_cast3_path *p, int axis, flr_real face)
{
    flr_local3 step = cast3_step(p);
    double d = axis == 0 ? step.x : axis == 1 ? step.y : step.z;
    return ((double)face - (double)coordinate(p->origin, axis)) / d;
}

static flr_vec3 clamped(const flr_aabb3 *b, flr_vec3 p) { return flr_max3(b->min, flr_min3(b->max, p)); }

static flr_cast3 told(const flr_cast3_path *p, const flr_aabb3 *b, int axis, double enter, double exit)
{
    flr_cast3 r = {.hit = true};
    r.inside = enter <= (double)p->t_min;
    flr_real t = p->t_min;
    if (!r.inside) {
        flr_real face = coordinate(p->negative[axis] ? b->max : b->min, axis);
        t = cast3_clamp_t(p, reach(p, axis, face));
        r.point = cast3_point(p, t);
        set_coordinate(&r.point, axis, face);
        r.point = clamped(b, r.point);
        set_coordinate(&r.normal, axis, p->negative[axis] ? 1 : -1);
    } else {
        r.point = cast3_point(p, t);
    }
    r.t = cast3_told(p, t);
    r.t_exit = cast3_told(p, cast3_clamp_t(p, exit > (double)t ? exit : (double)t));
    return r;
}

flr_cast3 flr_cast3_ray_aabb(const flr_cast3_path *path, const flr_aabb3 *b)
{
    const flr_cast3 miss = {.hit = false};
    const flr_vec3 *const side = &b->min;  // min, then max
    _Static_assert(offsetof(flr_aabb3, max) == sizeof(flr_vec3), "min and max are addressed as an array");
    const double near[3] = {(double)side[path->negative[0]].x, (double)side[path->negative[1]].y,
                            (double)side[path->negative[2]].z};
    const double far[3] = {(double)side[!path->negative[0]].x, (double)side[!path->negative[1]].y,
                           (double)side[!path->negative[2]].z};
    const double o[3] = {(double)path->origin.x, (double)path->origin.y, (double)path->origin.z};
    double enter = -INFINITY, exit = INFINITY;
    int axis = 0;
    // a product is a NaN where the path runs within a face: then it is in the slab, and the comparison says so
    for (int k = 0; k < 3; ++k) {
        double first = (near[k] - o[k]) * path->reciprocal[k], last = (far[k] - o[k]) * path->reciprocal[k];
        if (first > enter) enter = first, axis = k;
        exit = last < exit ? last : exit;
    }
    double t_min = (double)path->t_min, t_max = (double)path->t_max;
    if (!(t_min <= t_max) || enter == INFINITY || exit == -INFINITY) return miss;
    // each product carries three roundings
    double doubt = 1e-15 * (fabs(enter) + fabs(exit));
    if (!(enter > -INFINITY && exit < INFINITY)) doubt = 0;
    double doubt_enter = 1e-15 * fabs(enter), doubt_exit = 1e-15 * fabs(exit);
    if (enter - exit > doubt || t_min - exit > doubt_exit || enter - t_max > doubt_enter) return miss;
    if (!(exit - enter > doubt && exit - t_min > doubt_exit && t_max - enter > doubt_enter) &&
        !meets_exactly(path, b))
        return miss;
    if (!flr_is_finite3(b->min) || !flr_is_finite3(b->max)) return miss;
    return told(path, b, axis, enter, exit);
}
