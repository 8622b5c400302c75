/// Casts at planes, halfspaces and solids with flat faces.

#include "closest/exact3.h"
#include "feeler/raycast2.h"
#include "feeler/raycast3.h"
#include "math/predicates.h"
#include "raycast/raycast3_path.h"
#include "raycast/raycast3_triangle.h"

// ---- Planes: rest and rate in twice the precision

/// The line crosses the plane at t = rest / rate. rest is offset - normal . origin and rate is normal .
/// direction, both times the same positive factor.
typedef struct raycast3_slope {
    double rest, rate;
    dvec3 normal;
} raycast3_slope;

/// Returns x y as high + low by Veltkamp's splitting and Dekker's product, for factors far from overflow.
static inline double raycast3_product(double x, double y, double *low)
{
    double high = x * y, xc = x * 0x1.0000002p27, yc = y * 0x1.0000002p27;
    double xh = xc - (xc - x), yh = yc - (yc - y), xl = x - xh, yl = y - yh;
    *low = ((xh * yh - high) + xh * yl + xl * yh) + xl * yl;
    return high;
}

/// Returns sum + term, and adds the rounding error to `lost` (Knuth's two-sum).
static inline double raycast3_sum(double sum, double term, double *lost)
{
    double total = sum + term, back = total - sum;
    *lost += (sum - (total - back)) + (term - back);
    return total;
}

/// Returns start + sign * n . v as if in twice the precision (Ogita, Rump and Oishi, "Accurate sum and dot
/// product", 2005).
static inline double raycast3_dot2(double start, double sign, dvec3 n, dvec3 v)
{
    double low[3], lost = 0, sum = start;
    sum = raycast3_sum(sum, sign * raycast3_product(n.x, v.x, &low[0]), &lost);
    sum = raycast3_sum(sum, sign * raycast3_product(n.y, v.y, &low[1]), &lost);
    sum = raycast3_sum(sum, sign * raycast3_product(n.z, v.z, &low[2]), &lost);
    return sum + (lost + sign * (low[0] + low[1] + low[2]));
}

/// Returns false if there is no answer: the range is empty, the normal is zero, or a number is not finite.
static inline bool raycast3_slope_make(const flr_raycast3_path *p, flr_vec3 normal, flr_real offset,
                                       raycast3_slope *s)
{
    dvec3 n = {(double)normal.x, (double)normal.y, (double)normal.z};
    dvec3 o = {(double)p->origin.x, (double)p->origin.y, (double)p->origin.z};
    const dvec3 d = raycast3_step(p);
    double size = raycast3_largest(n);
    if (!(p->t_min <= p->t_max) || !(size > 0) || !isfinite(size) || !isfinite(offset)) return false;
    double least = 0x1p-300, most = 0x1p300;
    double reach = raycast3_largest(o);
    double step = raycast3_largest(d);
    bool plain = size > least && size < most && reach < most && step < most && fabs((double)offset) < most;
    s->normal = n;
    s->rest = plain ? raycast3_dot2((double)offset, -1, n, o) : (double)offset - dvec3_dot(n, o);
    s->rate = plain ? raycast3_dot2(0, 1, n, d) : dvec3_dot(n, d);
    return isfinite(s->rest) && isfinite(s->rate);
}

static inline flr_vec3 raycast3_unit(dvec3 n, double sign)
{
    double size = raycast3_largest(n);
    dvec3 m = {n.x / size, n.y / size, n.z / size};
    double over = sign / sqrt(dvec3_dot(m, m));
    return flr_vec3_make((flr_real)(over * m.x), (flr_real)(over * m.y), (flr_real)(over * m.z));
}

flr_rayhit3 flr_raycast3_ray_plane(const flr_raycast3_path *path, const flr_plane3 *p)
{
    flr_rayhit3 r = {.hit = false};
    raycast3_slope s;
    if (!raycast3_slope_make(path, p->normal, p->offset, &s)) return r;
    double t = (double)path->t_min;
    if (s.rate == 0 && s.rest != 0) return r;
    if (s.rate != 0) t = s.rest / s.rate;
    if (!(t >= (double)path->t_min && t <= (double)path->t_max)) return r;
    flr_real at = raycast3_clamp_t(path, t);
    r.hit = true;
    r.along = s.rate == 0;
    r.t = r.t_exit = raycast3_reported_t(path, at);
    r.point = raycast3_point(path, at);
    if (!path->is_point) r.normal = raycast3_unit(s.normal, s.rate > 0 ? -1 : 1);
    return r;
}

/// Casts at the intersection of halfspaces. Normal and offset of each are `width` numbers: 4 in space, 3 in
/// the plane.
static flr_rayhit3 at_halfspaces(const flr_raycast3_path *path, const flr_real *numbers, size_t width,
                                 size_t count)
{
    flr_rayhit3 r = {.hit = false};
    const flr_rayhit3 none = r;
    if (!(path->t_min <= path->t_max)) return r;
    double first = -INFINITY, last = INFINITY;
    dvec3 normal = {0, 0, 0};
    for (size_t i = 0; i < count; ++i) {
        const flr_real *h = numbers + i * width;
        raycast3_slope s;
        if (!raycast3_slope_make(path, flr_vec3_make(h[0], h[1], width > 3 ? h[2] : 0), h[width - 1], &s))
            return none;
        double t = s.rate != 0 ? s.rest / s.rate : 0;
        if (s.rate == 0 && s.rest < 0) return none;
        if (s.rate < 0 && t > first) first = t, normal = s.normal, r.face = (uint32_t)i;
        if (s.rate > 0 && t < last) last = t, r.face_exit = (uint32_t)i;
    }
    if (!(first <= last && last >= (double)path->t_min && first <= (double)path->t_max)) return none;
    r.hit = true;
    r.inside = first <= (double)path->t_min || path->is_point;
    flr_real t = r.inside ? path->t_min : raycast3_clamp_t(path, first);
    r.t = raycast3_reported_t(path, t);
    r.t_exit = raycast3_reported_t(path, raycast3_clamp_t(path, last));
    r.point = raycast3_point(path, t);
    if (r.inside)
        r.face = 0;
    else
        r.normal = raycast3_unit(normal, 1);
    return r;
}

flr_rayhit3 flr_raycast3_ray_halfspaces(const flr_raycast3_path *path, const flr_halfspace3 *faces,
                                        size_t count)
{
    return at_halfspaces(path, count > 0 ? &faces->normal.x : NULL, 4, count);
}

/// Makes a path of the plane one of space, with z = 0.
flr_rayhit2 flr_raycast2_ray_halfspaces(const flr_raycast2_path *path, const flr_halfspace2 *faces,
                                        size_t count)
{
    const flr_segment3 ends = {{path->origin.x, path->origin.y, 0}, {path->target.x, path->target.y, 0}};
    flr_raycast3_path p =
        path->to_target
            ? flr_raycast3_path_segment(&ends)
            : flr_raycast3_path_make(ends.a, flr_vec3_make(path->direction.x, path->direction.y, 0),
                                     path->t_min, path->t_max);
    if (!p.is_point) p.t_max = path->t_max;
    const flr_rayhit3 h = at_halfspaces(&p, count > 0 ? &faces->normal.x : NULL, 3, count);
    flr_rayhit2 r = {.hit = h.hit, .t = h.t, .t_last = h.t_exit, .point = {h.point.x, h.point.y}};
    if (!h.hit) return r;
    r.inside = h.inside;
    r.edge_last = h.face_exit;
    if (r.inside) return r;
    r.edge = h.face;
    r.normal = flr_vec2_make(h.normal.x, h.normal.y);
    return r;
}

flr_rayhit3 flr_raycast3_ray_halfspace(const flr_raycast3_path *path, const flr_halfspace3 *h)
{
    return flr_raycast3_ray_halfspaces(path, h, 1);
}

/// Sets where a path enters a solid: at its own start if that is inside, else where it first crosses a face.
static void set_entry(const flr_raycast3_path *path, bool inside, flr_real t, flr_vec3 point, flr_vec3 normal,
                      uint32_t face, flr_rayhit3 *r)
{
    r->hit = true;
    r->inside = inside;
    r->t = inside ? raycast3_reported_t(path, path->t_min) : t;
    r->point = inside ? raycast3_point(path, path->t_min) : point;
    if (inside) return;
    r->normal = normal;
    r->face = face;
}

// ---- Tetrahedra

/// The corners of the face opposite to each corner, such that its front is outside if orient3 of all corners
/// is positive.
static const int face_of[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// Does the path's point of that t lie in the closed tetrahedron? A flat one has no inside. Exact.
static bool tetrahedron_holds(const flr_raycast3_path *p, flr_real t, const flr_vec3 v[4], int whole)
{
    if (!isfinite(t) || whole == 0) return false;
    for (int i = 0; i < 4; ++i) {
        flr_vec3 a = v[face_of[i][0]], b = v[face_of[i][1]], c = v[face_of[i][2]];
        flr_row3 e = flr_row3_difference(b, a), f = flr_row3_difference(c, a), at = raycast3_at(p, t, a);
        int side = t == 0 ? flr_orient3_inline(a, b, c, p->origin) : flr_triple3_exact(&e, &f, &at, 0);
        if (side == whole) return false;
    }
    return true;
}

static bool corners_are_finite(const flr_vec3 v[4])
{
    return flr_is_finite3(v[0]) && flr_is_finite3(v[1]) && flr_is_finite3(v[2]) && flr_is_finite3(v[3]);
}

/// Returns a bit for each face that the path's line may cross. It misses a face if it turns one way about one
/// edge of the face and the other way about another, both by more than rounding.
static unsigned faces_crossed(const flr_raycast3_path *p, const flr_vec3 v[4])
{
    const dvec3 d = raycast3_step(p);
    dvec3 r[4];
    double turn[4][4], size = 0;
    for (int i = 0; i < 4; ++i) {
        r[i] = dvec3_relative(v[i], p->origin);
        size = flr_greater(size, dvec3_max_abs(r[i]));
    }
    const double error = 0x1p-46 * size * size * dvec3_max_abs(d);
    if (!(error > 0x1p-900)) return 15;
    for (int i = 0; i < 3; ++i) {
        const dvec3 across = dvec3_cross(d, r[i]);
        for (int j = i + 1; j < 4; ++j) {
            turn[i][j] = dvec3_dot(across, r[j]);
            turn[j][i] = -turn[i][j];
        }
    }
    unsigned crossed = 0;
    for (int i = 0; i < 4; ++i) {
        const int a = face_of[i][0], b = face_of[i][1], c = face_of[i][2];
        const double x = turn[a][b], y = turn[b][c], z = turn[c][a];
        const bool one_way = x > error || y > error || z > error,
                   other_way = x < -error || y < -error || z < -error;
        if (!(one_way && other_way)) crossed |= 1u << i;
    }
    return crossed;
}

flr_rayhit3 flr_raycast3_ray_tetrahedron(const flr_raycast3_path *path, const flr_tetrahedron *t)
{
    flr_rayhit3 r = {.hit = false};
    const flr_vec3 v[4] = {t->a, t->b, t->c, t->d};
    if (!(path->t_min <= path->t_max) || !corners_are_finite(v)) return r;
    const unsigned crossed = path->is_point ? 15 : faces_crossed(path, v);
    if (crossed == 0) return r;
    int whole = flr_orient3_inline(v[0], v[1], v[2], v[3]);
    int start = path->t_min == 0 ? flr_tetrahedron_filter(path->origin, t) : 0;
    flr_raycast3_triangle first = {.hit = false};
    flr_real last = path->t_min;
    bool first_faces = false, last_faces = true;
    uint32_t face_first = 0, face_last = 0;
    for (int i = 0; i < 4; ++i) {
        if (!(crossed >> i & 1)) continue;
        const flr_triangle3 face = {v[face_of[i][0]], v[face_of[i][1]], v[face_of[i][2]]};
        flr_raycast3_triangle next = flr_raycast3_ray_triangle(path, &face, 0);
        if (!next.hit) continue;
        bool faces = next.front == (whole > 0);
        if (next.t > last || (next.t == last && last_faces)) {
            last = next.t;
            face_last = (uint32_t)i;
            last_faces = faces;
        }
        // if the path only touches an edge, the normal is that of the face that it enters from outside
        if (first.hit && (next.t > first.t || (next.t == first.t && (first_faces || !faces)))) continue;
        first = next;
        face_first = (uint32_t)i;
        first_faces = faces;
    }
    bool inside = start != 0 ? start > 0 : tetrahedron_holds(path, path->t_min, v, whole);
    if (!first.hit && !inside) return r;
    set_entry(path, inside, first.t, first.point, first.normal, face_first, &r);
    // a path that has clearly left before its end does not end within
    const double out = (double)last + 0x1p-20 * fabs((double)last);
    const bool left = !last_faces && out < (double)path->t_max;
    const bool ends_within = !left && tetrahedron_holds(path, path->t_max, v, whole);
    r.t_exit = raycast3_reported_t(path, ends_within ? path->t_max : last);
    r.face_exit = face_last;
    return r;
}

// ---- Convex polyhedra

/// Does the path's point of that t lie in the closed polyhedron? A flat one has no inside. Exact.
static bool polyhedron_holds(const flr_raycast3_path *p, flr_real t, const flr_polyhedron3 *h)
{
    bool behind = false;
    if (!isfinite(t)) return false;
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_flat3_plane plane = flr_flat3_span_plane(&face);
        if (!plane.flat) continue;
        flr_row3 e = flr_row3_difference(plane.b, plane.a), f = flr_row3_difference(plane.c, plane.a),
                 at = raycast3_at(p, t, plane.a);
        int side =
            t == 0 ? flr_orient3(plane.a, plane.b, plane.c, p->origin) : flr_triple3_exact(&e, &f, &at, 0);
        if (side > 0) return false;
        if (side < 0) behind = true;
    }
    return behind;
}

static bool is_finite(const flr_polyhedron3 *h)
{
    for (size_t i = 0; i < h->vertex_count; ++i)
        if (!flr_is_finite3(h->vertices[i])) return false;
    return true;
}

/// Casts at a convex polyhedron. If the path only touches an edge or corner, the normal is that of the face
/// that it enters from outside.
flr_rayhit3 flr_raycast3_ray_polyhedron(const flr_raycast3_path *path, const flr_polyhedron3 *h)
{
    flr_rayhit3 r = {.hit = false}, first = {.hit = false};
    if (!(path->t_min <= path->t_max) || !is_finite(h)) return r;
    flr_real last = path->t_min;
    uint32_t face_last = 0;
    bool first_faces = false, last_faces = true;
    for (size_t i = 0; i < h->face_count; ++i) {
        const flr_flat3 face = flr_polyhedron3_face(h, i);
        int facing;
        flr_rayhit3 next = flr_raycast3_ray_flat(path, &face, &facing);
        if (!next.hit) continue;
        if (next.t > last || (next.t == last && last_faces)) {
            last = next.t;
            face_last = (uint32_t)i;
            last_faces = facing >= 0;
        }
        if (first.hit && (next.t > first.t || (next.t == first.t && (first_faces || facing <= 0)))) continue;
        first = next;
        first.face = (uint32_t)i;
        first_faces = facing > 0;
    }
    bool inside = polyhedron_holds(path, path->t_min, h);
    if (!first.hit && !inside) return r;
    set_entry(path, inside, first.t, first.point, first.normal, first.face, &r);
    r.t_exit = raycast3_reported_t(path, polyhedron_holds(path, path->t_max, h) ? path->t_max : last);
    r.face_exit = face_last;
    return r;
}
