/// Casts at boxes and rectangles by slabs (Kay and Kajiya, 1986; RTCD 5.3.3).

#include <math.h>
#include <stdbool.h>

#include "math/vectors.h"
#include "raycast/raycast3_path.h"

// ---- Axis-aligned boxes

static void set_coordinate(flr_vec3 *v, int axis, flr_real x)
{
    if (axis == 0) v->x = x;
    if (axis == 1) v->y = x;
    if (axis == 2) v->z = x;
}

/// Returns the sign of (the path's point of t less `face`) on an axis, times that of the direction. Exact.
static int past(const flr_raycast3_path *p, int axis, flr_real t, flr_real face)
{
    flr_vec3 at = {0, 0, 0};
    set_coordinate(&at, axis, face);
    flr_row3 i = flr_row3_axis((axis + 1) % 3), j = flr_row3_axis((axis + 2) % 3),
             row = raycast3_at(p, t, at);
    int sign = flr_triple3_exact(&i, &j, &row, 0);
    return p->negative[axis] ? -sign : sign;
}

/// Does the line enter the slab of axis i no later than it leaves that of axis j? The line passes the edge
/// between the two faces on one side or the other. Exact.
static bool in_order(const flr_raycast3_path *p, int i, flr_real enter, int j, flr_real leave)
{
    int m = 3 - i - j;
    flr_vec3 corner = p->origin;
    set_coordinate(&corner, i, enter);
    set_coordinate(&corner, j, leave);
    flr_row3 axis = flr_row3_axis(m), d = raycast3_direction(p),
             from = flr_row3_difference(corner, p->origin);
    int sign = flr_triple3_exact(&axis, &d, &from, 0);
    if ((i + 1) % 3 != j) sign = -sign;
    if (p->negative[i] != p->negative[j]) sign = -sign;
    return sign >= 0;
}

static bool meets_exactly(const flr_raycast3_path *p, const flr_aabb3 *b)
{
    flr_real near[3], far[3];
    for (int k = 0; k < 3; ++k) {
        flr_real low = flr_coordinate3(b->min, k), high = flr_coordinate3(b->max, k),
                 o = flr_coordinate3(p->origin, k);
        if (!(low <= high) || (flr_coordinate3(p->direction, k) == 0 && !(o >= low && o <= high)))
            return false;
        near[k] = p->negative[k] ? high : low;
        far[k] = p->negative[k] ? low : high;
    }
    for (int k = 0; k < 3; ++k) {
        if (flr_coordinate3(p->direction, k) == 0) continue;
        if (isfinite(p->t_min) && past(p, k, p->t_min, far[k]) > 0) return false;
        if (isfinite(p->t_max) && past(p, k, p->t_max, near[k]) < 0) return false;
        for (int j = 0; j < 3; ++j)
            if (j != k && flr_coordinate3(p->direction, j) != 0 && !in_order(p, k, near[k], j, far[j]))
                return false;
    }
    return true;
}

/// Has the path entered every slab by t_min?
static bool starts_inside(const flr_raycast3_path *p, const flr_aabb3 *b, double enter)
{
    double t_min = (double)p->t_min;
    if (!isfinite(t_min)) return enter <= t_min;
    if (fabs(enter - t_min) > 1e-15 * (fabs(enter) + fabs(t_min))) return enter < t_min;
    for (int k = 0; k < 3; ++k) {
        if (flr_coordinate3(p->direction, k) == 0) continue;
        if (past(p, k, p->t_min, flr_coordinate3(p->negative[k] ? b->max : b->min, k)) < 0) return false;
    }
    return true;
}

/// Returns the t at which the face is reached. A division is exact if the quotient is representable.
static inline double reach_of_face(flr_real face, flr_real from, double step)
{
    return step != 0 ? ((double)face - (double)from) / step : -INFINITY;
}

static inline flr_real clamped(flr_real x, flr_real low, flr_real high)
{
    flr_real most = high < x ? high : x;
    return low > most ? low : most;
}

/// Returns the face that is reached last, of those toward the path; of equal ones the first.
static void set_face(const flr_raycast3_path *p, const flr_aabb3 *b, flr_rayhit3 *r)
{
    const flr_vec3 *const side = &b->min;  // min, then max
    const bool *negative = p->negative;
    const flr_real face[3] = {side[negative[0]].x, side[negative[1]].y, side[negative[2]].z};
    const dvec3 step = raycast3_step(p);
    double x = reach_of_face(face[0], p->origin.x, step.x), y = reach_of_face(face[1], p->origin.y, step.y),
           z = reach_of_face(face[2], p->origin.z, step.z);
    double first = y > x ? y : x;
    int axis = y > x;
    axis += (2 - axis) & -(z > first);  // without a branch, as it cannot be predicted
    first = z > first ? z : first;
    r->t = raycast3_clamp_t(p, first);
    flr_vec3 at = raycast3_point(p, r->t);
    flr_real point[3] = {at.x, at.y, at.z}, normal[3] = {0, 0, 0};
    point[axis] = face[axis];
    normal[axis] = negative[axis] ? 1 : -1;
    r->face = 2 * (uint32_t)axis + negative[axis];
    r->point = flr_vec3_make(clamped(point[0], b->min.x, b->max.x), clamped(point[1], b->min.y, b->max.y),
                             clamped(point[2], b->min.z, b->max.z));
    r->normal = flr_vec3_make(normal[0], normal[1], normal[2]);
}

static flr_rayhit3 aabb_result(const flr_raycast3_path *p, const flr_aabb3 *b, double enter, double exit)
{
    flr_rayhit3 r = {.hit = true, .t = p->t_min};
    r.inside = starts_inside(p, b, enter);
    if (r.inside)
        r.point = raycast3_point(p, r.t);
    else
        set_face(p, b, &r);
    r.t_exit = raycast3_reported_t(p, raycast3_clamp_t(p, exit > (double)r.t ? exit : (double)r.t));
    r.t = raycast3_reported_t(p, r.t);
    return r;
}

/// 0 times a coordinate is a NaN if that is not finite.
static inline bool is_finite(const flr_aabb3 *b)
{
    flr_real low = 0 * b->min.x + 0 * b->min.y + 0 * b->min.z;
    flr_real high = 0 * b->max.x + 0 * b->max.y + 0 * b->max.z;
    return low + high == 0;
}

flr_rayhit3 flr_raycast3_ray_aabb(const flr_raycast3_path *path, const flr_aabb3 *b)
{
    const flr_rayhit3 miss = {.hit = false};
    const flr_vec3 *const side = &b->min;  // min, then max
    _Static_assert(offsetof(flr_aabb3, max) == sizeof(flr_vec3), "min and max are addressed as an array");
    const double *over = path->reciprocal;
    const bool *negative = path->negative;
    double ox = (double)path->origin.x, oy = (double)path->origin.y, oz = (double)path->origin.z;
    // a product is a NaN if the path runs in the plane of a face; it is in that slab, and the other bound stays
    double enter = flr_greater(((double)side[negative[0]].x - ox) * over[0], -INFINITY);
    double exit = flr_lesser(((double)side[!negative[0]].x - ox) * over[0], INFINITY);
    enter = flr_greater(((double)side[negative[1]].y - oy) * over[1], enter);
    exit = flr_lesser(((double)side[!negative[1]].y - oy) * over[1], exit);
    enter = flr_greater(((double)side[negative[2]].z - oz) * over[2], enter);
    exit = flr_lesser(((double)side[!negative[2]].z - oz) * over[2], exit);
    double t_min = (double)path->t_min, t_max = (double)path->t_max;
    // each product has three rounding errors; differences within that are decided exactly
    double start = flr_greater(t_min, enter), end = flr_lesser(t_max, exit);
    double doubt = 1e-15 * (fabs(start) + fabs(end));
    if (start > end && (start - end > doubt || !(doubt < INFINITY))) return miss;
    if (!(end - start > doubt) && end < INFINITY && !meets_exactly(path, b)) return miss;
    if (!(t_min <= t_max) || !is_finite(b)) return miss;
    return aabb_result(path, b, enter, exit);
}

// ---- The slabs of a box around the origin of its own frame

typedef struct raycast3_slabs {
    double enter, exit;
    int axis;  ///< of the face where the line enters
} raycast3_slabs;

/// Finds the t for which
///
/// q + t v
///
/// <= half on all three axes; returns false if there are none. It divides, as reciprocals would make equal
/// quotients differ, and lose a line through an edge.
static inline bool raycast3_slabs_cut(const double q[3], const double v[3], const double half[3],
                                      raycast3_slabs *s)
{
    s->enter = -INFINITY;
    s->exit = INFINITY;
    s->axis = 0;
    for (int k = 0; k < 3; ++k) {
        if (!isfinite(q[k]) || !isfinite(v[k])) return false;
        if (v[k] == 0) {
            if (!(fabs(q[k]) <= half[k])) return false;
            continue;
        }
        double low = (-half[k] - q[k]) / v[k], high = (half[k] - q[k]) / v[k];
        double first = v[k] > 0 ? low : high, last = v[k] > 0 ? high : low;
        if (first > s->enter) s->enter = first, s->axis = k;
        if (last < s->exit) s->exit = last;
    }
    return s->enter <= s->exit;
}

// ---- Oriented boxes

/// Returns v in the frame of the axes.
static void in_frame(const flr_mat3 *axes, dvec3 v, double coordinate[3])
{
    const flr_vec3 origin = {0, 0, 0};
    coordinate[0] = dvec3_dot(dvec3_relative(axes->x, origin), v);
    coordinate[1] = dvec3_dot(dvec3_relative(axes->y, origin), v);
    coordinate[2] = dvec3_dot(dvec3_relative(axes->z, origin), v);
}

flr_rayhit3 flr_raycast3_ray_box(const flr_raycast3_path *path, const flr_box3 *b)
{
    flr_rayhit3 r = {.hit = false};
    const double half[3] = {(double)b->half_extents.x, (double)b->half_extents.y, (double)b->half_extents.z};
    double q[3], v[3];
    raycast3_slabs s;
    in_frame(&b->axes, dvec3_relative(path->origin, b->center), q);
    in_frame(&b->axes, raycast3_step(path), v);
    if (!(path->t_min <= path->t_max) || !raycast3_slabs_cut(q, v, half, &s)) return r;
    if (!(s.exit >= (double)path->t_min && s.enter <= (double)path->t_max)) return r;
    r.hit = true;
    r.inside = s.enter <= (double)path->t_min;
    flr_real t = raycast3_clamp_t(path, s.enter);
    r.t = raycast3_reported_t(path, t);
    r.t_exit = raycast3_reported_t(path, raycast3_clamp_t(path, s.exit));
    r.point = raycast3_point(path, t);
    if (r.inside) return r;
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    r.face = 2 * (uint32_t)s.axis + !(v[s.axis] > 0);
    r.normal = v[s.axis] > 0 ? flr_neg3(axes[s.axis]) : axes[s.axis];
    return r;
}

// ---- Rectangles

/// Returns the place of a point in [0, 1] from one side to the other; 0 without a direction.
static double part(double coordinate, double half)
{
    return half > 0 ? flr_clamp01((coordinate + half) / (2 * half)) : 0;
}

static void weigh(flr_raycast3_triangle *r, double x, double y)
{
    r->triangle = y > x;
    const double weight[2][3] = {{1 - x, x - y, y}, {1 - y, x, y - x}};
    for (int i = 0; i < 3; ++i) r->barycentric[i] = (flr_real)weight[r->triangle][i];
}

static double within(double x, double half) { return x > -half ? (x < half ? x : half) : -half; }

flr_raycast3_triangle flr_raycast3_ray_rectangle(const flr_raycast3_path *path,
                                                 const flr_rectangle3 *rectangle, unsigned options)
{
    flr_raycast3_triangle r = {.hit = false};
    const flr_vec3 origin = {0, 0, 0};
    dvec3 x = dvec3_relative(rectangle->axis_x, origin), y = dvec3_relative(rectangle->axis_y, origin);
    dvec3 n = dvec3_cross(x, y), d = raycast3_step(path);
    dvec3 m = dvec3_relative(path->origin, rectangle->center);
    const double q[3] = {dvec3_dot(m, x), dvec3_dot(m, y), dvec3_dot(m, n)};
    const double v[3] = {dvec3_dot(d, x), dvec3_dot(d, y), dvec3_dot(d, n)};
    const double half[3] = {(double)rectangle->half_x, (double)rectangle->half_y, 0};
    raycast3_slabs s;
    if (!(path->t_min <= path->t_max) || !raycast3_slabs_cut(q, v, half, &s)) return r;
    if (!(s.exit >= (double)path->t_min && s.enter <= (double)path->t_max)) return r;
    if ((options & FLR_RAYCAST_FRONT_ONLY) && v[2] >= 0) return r;
    flr_real t = raycast3_clamp_t(path, s.enter);
    double u = within(q[0] + (double)t * v[0], half[0]), w = within(q[1] + (double)t * v[1], half[1]);
    r.hit = true;
    r.front = v[2] <= 0;
    r.along = v[2] == 0;
    r.t = raycast3_reported_t(path, t);
    r.point = flr_mul_add3(flr_mul_add3(rectangle->center, (flr_real)u, rectangle->axis_x), (flr_real)w,
                           rectangle->axis_y);
    double turn = r.front ? 1 : -1;
    if (!path->is_point)
        r.normal = flr_vec3_make((flr_real)(turn * n.x), (flr_real)(turn * n.y), (flr_real)(turn * n.z));
    weigh(&r, part(u, half[0]), part(w, half[1]));
    return r;
}
