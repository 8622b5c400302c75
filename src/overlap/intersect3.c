/// Common points of two or three shapes in space: planes (Ericson 5.4.4, 5.4.5), two triangles, polygons and
/// segments clipped by a plane.

#include "closest/frame3.h"
#include "closest/plane3.h"
#include "feeler/overlap3.h"
#include "math/double_double.h"
#include "math/predicates.h"
#include "math/predicates2.h"
#include "math/vectors.h"
#include "shape/exact.h"

// ---- Planes

/// Planes count as parallel if the sine between their normals is below this: it is within the rounding of
/// the normals.
#ifdef FEELER_REAL_FLOAT
static const double rounding = 0x1p-21;
#else
static const double rounding = 0x1p-50;
#endif

/// A plane with its normal scaled near length 1 and its offset in the unit of the scene.
typedef struct ready_plane {
    dvec3 normal;
    double offset, length;
} ready_plane;

static double steepness(const flr_plane3 *h)
{
    return flr_power_toward_one(flr_largest3((double)h->normal.x, (double)h->normal.y, (double)h->normal.z));
}

/// Prepares the planes. Returns the unit: offsets and points are those of the input times it.
static double make_ready(const flr_plane3 *const planes[], int count, ready_plane *ready)
{
    double largest = 0;
    for (int i = 0; i < count; ++i) {
        double steep = steepness(planes[i]);
        ready[i].normal = flr_direction3(planes[i]->normal);
        ready[i].length = dvec3_length(ready[i].normal);
        ready[i].offset = (double)planes[i]->offset * steep;
        if (!(fabs(ready[i].offset) <= largest)) largest = fabs(ready[i].offset);
    }
    double unit = flr_power_toward_one(largest);
    for (int i = 0; i < count; ++i) ready[i].offset *= unit;
    return unit;
}

static flr_vec3 into_world(dvec3 p, double unit)
{
    return flr_vec3_make((flr_real)(p.x / unit), (flr_real)(p.y / unit), (flr_real)(p.z / unit));
}

static bool are_parallel(const ready_plane *a, const ready_plane *b, dvec3 cross)
{
    return !(dvec3_length(cross) > rounding * a->length * b->length);
}

/// Are two parallel planes the same, up to rounding?
static bool coincide(const ready_plane *a, const ready_plane *b)
{
    if (!(a->length > 0) || !(b->length > 0)) return false;
    double heading = dvec3_dot(a->normal, b->normal) < 0 ? -1 : 1;
    double at_a = a->offset / a->length, at_b = heading * b->offset / b->length;
    double larger = fabs(at_a) > fabs(at_b) ? fabs(at_a) : fabs(at_b);
    return fabs(at_a - at_b) <= rounding * larger;
}

/// The point of the common line nearest to the origin. Every product is compensated, and the factors of the
/// last one are perpendicular, so the error is relative to the point itself.
static dvec3 point_on_line(const ready_plane *a, const ready_plane *b, dvec3 direction)
{
    dvec3 m = {flr_difference_of_products(a->offset, b->normal.x, b->offset, a->normal.x),
               flr_difference_of_products(a->offset, b->normal.y, b->offset, a->normal.y),
               flr_difference_of_products(a->offset, b->normal.z, b->offset, a->normal.z)};
    dvec3 p = flr_cross_compensated(m, direction);
    return dvec3_scale(1 / dvec3_dot(direction, direction), p);
}

static void write_line(const ready_plane *a, const ready_plane *b, dvec3 cross, double unit, flr_line3 *line)
{
    line->origin = into_world(point_on_line(a, b, cross), unit);
    dvec3 d = dvec3_scale(1 / dvec3_length(cross), cross);
    line->direction = flr_vec3_make((flr_real)d.x, (flr_real)d.y, (flr_real)d.z);
}

/// Ericson 5.4.4.
flr_planes3 flr_intersect3_plane_plane(const flr_plane3 *a, const flr_plane3 *b, flr_line3 *line)
{
    const flr_plane3 *const planes[2] = {a, b};
    ready_plane ready[2];
    double unit = make_ready(planes, 2, ready);
    dvec3 cross = flr_cross_compensated(ready[0].normal, ready[1].normal);
    if (are_parallel(&ready[0], &ready[1], cross))
        return coincide(&ready[0], &ready[1]) ? FLR_PLANES3_COINCIDENT : FLR_PLANES3_PARALLEL;
    write_line(&ready[0], &ready[1], cross, unit, line);
    return FLR_PLANES3_LINE;
}

/// Cramer's rule, then two corrections by the residuals in twice the precision.
static dvec3 point_of_planes(const ready_plane p[3], const dvec3 cross[3], double determinant)
{
    dvec3 x = {0, 0, 0};
    for (int step = 0; step < 3; ++step) {
        dvec3 change = {0, 0, 0};
        for (int i = 0; i < 3; ++i) {
            double residual = -flr_dot_minus_compensated(p[i].normal, x, p[i].offset);
            change = dvec3_add_scaled(change, residual, cross[i]);
        }
        x = dvec3_add_scaled(x, 1 / determinant, change);
    }
    return x;
}

/// For three normals that are coplanar: does the third plane contain the common line of the other two, which
/// are farthest from parallel?
static flr_planes3 line_or_none(const ready_plane p[3], const dvec3 cross[3], int third, double unit,
                                flr_line3 *line)
{
    const ready_plane *a = &p[(third + 1) % 3], *b = &p[(third + 2) % 3], *c = &p[third];
    dvec3 at = point_on_line(a, b, cross[third]);
    double off = fabs(flr_dot_minus_compensated(c->normal, at, c->offset));
    double size = c->length * dvec3_length(at) + fabs(c->offset);
    double sine = dvec3_length(cross[third]) / (a->length * b->length);
    if (!(off * sine <= 4 * rounding * size)) return FLR_PLANES3_NONE;
    write_line(a, b, cross[third], unit, line);
    return FLR_PLANES3_LINE;
}

static flr_planes3 all_parallel(const ready_plane p[3])
{
    return coincide(&p[0], &p[1]) && coincide(&p[1], &p[2]) && coincide(&p[2], &p[0]) ? FLR_PLANES3_COINCIDENT
                                                                                      : FLR_PLANES3_PARALLEL;
}

/// Ericson 5.4.5, but with a relative test for singularity, and the ranks told apart.
flr_planes3 flr_intersect3_plane_plane_plane(const flr_plane3 *a, const flr_plane3 *b, const flr_plane3 *c,
                                             flr_line3 *line)
{
    const flr_plane3 *const planes[3] = {a, b, c};
    ready_plane p[3];
    dvec3 cross[3];
    double unit = make_ready(planes, 3, p), largest = 0;
    int third = -1;
    for (int i = 0; i < 3; ++i) {
        const ready_plane *u = &p[(i + 1) % 3], *v = &p[(i + 2) % 3];
        cross[i] = flr_cross_compensated(u->normal, v->normal);
        double sine = dvec3_length(cross[i]) / (u->length * v->length);
        if (are_parallel(u, v, cross[i]) || !(sine > largest)) continue;
        largest = sine;
        third = i;
    }
    if (third < 0) return all_parallel(p);
    double determinant = flr_dot_minus_compensated(p[third].normal, cross[third], 0);
    if (!(fabs(determinant) > rounding * p[third].length * dvec3_length(cross[third])))
        return line_or_none(p, cross, third, unit, line);
    line->origin = into_world(point_of_planes(p, cross, determinant), unit);
    line->direction = flr_vec3_make(0, 0, 0);
    return FLR_PLANES3_POINT;
}

// ---- Two triangles

/// A triangle by its corners; one without area by the two ends of the segment that it is, or by its one
/// point.
typedef struct flat {
    flr_vec3 corner[3];
    int corners;
} flat;

static flat flat_of(const flr_triangle3 *t)
{
    flat f = {{t->a, t->b, t->c}, 3};
    if (!flr_are_collinear3(t->a, t->b, t->c)) return f;
    flr_vec3 first = t->a, last = t->a;
    for (int i = 1; i < 3; ++i) {
        if (flr_precedes3(f.corner[i], first)) first = f.corner[i];
        if (flr_precedes3(last, f.corner[i])) last = f.corner[i];
    }
    f.corner[0] = first;
    f.corner[1] = last;
    f.corners = flr_same3(first, last) ? 1 : 2;
    return f;
}

/// The point at the part w <= 1/2 of the way from `base` to the other end; no difference overflows.
static flr_real part_of_way(flr_real base, flr_real other, double w)
{
    return (flr_real)((double)base + 2 * w * ((double)other / 2 - (double)base / 2));
}

/// The point of p q that divides it as the values at both ends, which have opposite signs. The values are
/// determinants correct to the last bit, so the point is accurate however flat the two intersect.
static flr_vec3 divided(flr_vec3 p, flr_vec3 q, flr_scaled at_p, flr_scaled at_q)
{
    double ratio = fabs(flr_scaled_ratio(at_q, at_p)), w = 1 / (1 + ratio);
    if (ratio < 1) {
        flr_vec3 swap = p;
        p = q;
        q = swap;
        w = ratio / (1 + ratio);
    }
    return flr_vec3_make(part_of_way(p.x, q.x, w), part_of_way(p.y, q.y, w), part_of_way(p.z, q.z, w));
}

static flr_vec3 pierced(flr_vec3 p, flr_vec3 q, const flr_triangle3 *t)
{
    flr_row3 u = flr_row3_difference(t->b, t->a), v = flr_row3_difference(t->c, t->a);
    flr_row3 from_p = flr_row3_difference(p, t->a), from_q = flr_row3_difference(q, t->a);
    flr_scaled at_p, at_q;
    (void)flr_triple3_exact(&from_p, &u, &v, &at_p);
    (void)flr_triple3_exact(&from_q, &u, &v, &at_q);
    return divided(p, q, at_p, at_q);
}

/// Do two coplanar edges cross, each between the ends of the other? If so, `at` is the point.
static bool edges_cross(flr_vec3 p, flr_vec3 q, flr_vec3 r, flr_vec3 s, flr_vec3 *at)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (flr_turn_along(axis, p, q, r) * flr_turn_along(axis, p, q, s) >= 0) continue;
        if (flr_turn_along(axis, r, s, p) * flr_turn_along(axis, r, s, q) >= 0) continue;
        flr_row3 view = flr_row3_axis(axis), edge = flr_row3_difference(s, r);
        flr_row3 from_p = flr_row3_difference(p, r), from_q = flr_row3_difference(q, r);
        flr_scaled at_p, at_q;
        (void)flr_triple3_exact(&view, &edge, &from_p, &at_p);
        (void)flr_triple3_exact(&view, &edge, &from_q, &at_q);
        *at = divided(p, q, at_p, at_q);
        return true;
    }
    return false;
}

/// The corners of the intersection of two coplanar shapes: up to six corners of theirs, and up to six
/// crossings of edges.
typedef struct corners {
    flr_vec3 point[12];
    int count;
    bool crossing;
} corners;

static void add(corners *c, flr_vec3 p)
{
    for (int i = 0; i < c->count; ++i)
        if (flr_same3(c->point[i], p)) return;
    if (c->count < 12) c->point[c->count++] = p;
}

static void add_corners(corners *c, const flat *of, const flr_triangle3 *within)
{
    for (int i = 0; i < of->corners; ++i) {
        flr_segment3 point = {of->corner[i], of->corner[i]};
        if (flr_exact3_segment_triangle(&point, within)) add(c, of->corner[i]);
    }
}

static int edges(const flat *f) { return f->corners == 3 ? 3 : f->corners - 1; }

static void add_crossings(corners *c, const flat *a, const flat *b)
{
    for (int i = 0; i < edges(a); ++i)
        for (int k = 0; k < edges(b); ++k) {
            flr_vec3 at;
            if (!edges_cross(a->corner[i], a->corner[(i + 1) % a->corners], b->corner[k],
                             b->corner[(k + 1) % b->corners], &at))
                continue;
            add(c, at);
            c->crossing = true;
        }
}

static bool any_turn(const corners *c)
{
    for (int i = 2; i < c->count; ++i)
        if (!flr_are_collinear3(c->point[0], c->point[1], c->point[i])) return true;
    return false;
}

static double apart(flr_vec3 a, flr_vec3 b)
{
    double x = (double)a.x / 2 - (double)b.x / 2, y = (double)a.y / 2 - (double)b.y / 2,
           z = (double)a.z / 2 - (double)b.z / 2;
    double most = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    if (!(most > 0)) return 0;
    x /= most;
    y /= most;
    z /= most;
    return most * sqrt(x * x + y * y + z * z);
}

static void write_farthest(const corners *c, flr_intersection3 *r)
{
    double most = -1;
    for (int i = 0; i < c->count; ++i)
        for (int k = i + 1; k < c->count; ++k) {
            double length = apart(c->point[i], c->point[k]);
            if (!(length > most)) continue;
            most = length;
            r->point[0] = c->point[i];
            r->point[1] = c->point[k];
        }
}

/// Writes the two ends of the intersection, farthest apart if it has an area.
static void write_points(const corners *c, bool solid, flr_intersection3 *r)
{
    r->area = solid && (c->crossing || any_turn(c));
    r->count = c->count > 1 ? 2 : 1;
    r->point[0] = r->point[1] = c->point[0];
    if (r->area) {
        write_farthest(c, r);
        return;
    }
    for (int i = 1; i < c->count; ++i) {  // the corners lie on one line, exactly
        if (flr_precedes3(c->point[i], r->point[0])) r->point[0] = c->point[i];
        if (flr_precedes3(r->point[1], c->point[i])) r->point[1] = c->point[i];
    }
}

/// Intersects a segment or point with a triangle that has area; false where it lies in the triangle's plane.
static bool pierces(const flat *f, const flr_triangle3 *t, flr_intersection3 *r)
{
    flr_vec3 p = f->corner[0], q = f->corner[f->corners - 1];
    int at_p = flr_orient3_inline(t->a, t->b, t->c, p), at_q = flr_orient3_inline(t->a, t->b, t->c, q);
    if (at_p == 0 && at_q == 0) return false;
    r->count = 1;
    r->point[0] = r->point[1] = at_p == 0 ? p : at_q == 0 ? q : pierced(p, q, t);
    return true;
}

/// Intersects triangles that are coplanar, or of which one has no area.
static void intersect_flat(const flr_triangle3 *a, const flr_triangle3 *b, flr_intersection3 *r)
{
    flat f = flat_of(a), g = flat_of(b);
    if (f.corners < 3 && g.corners == 3 && pierces(&f, b, r)) return;
    if (g.corners < 3 && f.corners == 3 && pierces(&g, a, r)) return;
    corners c = {.count = 0};
    add_corners(&c, &f, b);
    add_corners(&c, &g, a);
    // if no end of two segments lies on the other, they cross, and are coplanar
    if (f.corners == 3 || g.corners == 3 || c.count == 0) add_crossings(&c, &f, &g);
    write_points(&c, f.corners == 3 && g.corners == 3, r);
}

/// The point where an edge from the corner that is alone on its side meets the plane of the other triangle.
typedef struct edge_end {
    flr_vec3 lone, other;
    int side_lone, side_other;  ///< against that plane
    const flr_triangle3 *plane;
} edge_end;

static bool is_corner(const edge_end *e) { return e->side_lone == 0 || e->side_other == 0; }

static flr_vec3 place(const edge_end *e)
{
    if (e->side_lone == 0) return e->lone;
    if (e->side_other == 0) return e->other;
    return pierced(e->lone, e->other, e->plane);
}

/// Along the common line, is the point of the second edge after that of the first (1), before it (-1), or
/// the same?
static int order(const edge_end *first, const edge_end *second)
{
    return flr_orient3_inline(first->lone, first->other, second->lone, second->other);
}

/// The two points where a triangle meets the common line, in the order along it that the other's lone side
/// requires.
static void set_ends(const flr_triangle3 *t, const int side[3], int lone, bool turned,
                     const flr_triangle3 *plane, edge_end end[2])
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    for (int k = 0; k < 2; ++k) {
        int other = (lone + (k == (int)turned ? 1 : 2)) % 3;
        edge_end e = {corner[lone], corner[other], side[lone], side[other], plane};
        end[k] = e;
    }
}

/// The part that two intervals of the common line share. Exact signs choose its ends; shape/exact.c explains
/// the order of the corners (Guigue and Devillers, 2003). p[0] and q[1] are the late ends, p[1] and q[0] the
/// early ones.
static void intersect_across(const flr_triangle3 *a, const int side_a[3], const flr_triangle3 *b,
                             const int side_b[3], flr_intersection3 *r)
{
    edge_end p[2], q[2];
    int lone_side_a, lone_side_b;
    int i = flr_lone_corner3(side_a, &lone_side_a), j = flr_lone_corner3(side_b, &lone_side_b);
    set_ends(a, side_a, i, lone_side_b < 0, b, p);
    set_ends(b, side_b, j, lone_side_a < 0, a, q);
    int early = order(&p[1], &q[0]), late = order(&p[0], &q[1]);
    bool from_b = early > 0 || (early == 0 && is_corner(&q[0]));
    bool to_b = late < 0 || (late == 0 && is_corner(&q[1]));
    const edge_end *first = from_b ? &q[0] : &p[1], *last = to_b ? &q[1] : &p[0];
    bool point = order(&p[0], &q[0]) == 0 || order(&p[1], &q[1]) == 0 || side_a[i] == 0 || side_b[j] == 0;
    if (point && is_corner(last)) first = last;
    r->count = point ? 1 : 2;
    r->point[0] = place(first);
    r->point[1] = point ? r->point[0] : place(last);
}

static bool set_sides(const flr_triangle3 *of, const flr_triangle3 *t, int side[3])
{
    side[0] = flr_orient3_inline(of->a, of->b, of->c, t->a);
    side[1] = flr_orient3_inline(of->a, of->b, of->c, t->b);
    side[2] = flr_orient3_inline(of->a, of->b, of->c, t->c);
    return side[0] || side[1] || side[2];
}

static bool is_finite(const flr_triangle3 *t)
{
    return flr_is_finite3(t->a) && flr_is_finite3(t->b) && flr_is_finite3(t->c);
}

flr_intersection3 flr_intersect3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b)
{
    flr_intersection3 r = {.count = 0};
    if (!is_finite(a) || !is_finite(b) || !flr_exact3_triangle_triangle(a, b)) return r;
    int side_a[3], side_b[3];
    if (set_sides(a, b, side_b) && set_sides(b, a, side_a))
        intersect_across(a, side_a, b, side_b, &r);
    else
        intersect_flat(a, b, &r);
    return r;
}

// ---- Clipping

static flr_vec3 crossing(const flr_plane3 *h, flr_vec3 a, flr_vec3 b)
{
    double from = fabs(flr_plane3_signed_distance(h, a)), to = fabs(flr_plane3_signed_distance(h, b));
    double sum = from / 2 + to / 2, t = sum > 0 ? from / 2 / sum : 0;
    const flr_vec3 corner[2] = {a, b};
    const flr_weights3 weights = {{1 - t, t, 0}};
    return flr_local3_point(corner, &weights);
}

static void put(flr_vec3 *out, size_t capacity, size_t *count, flr_vec3 p)
{
    if (*count < capacity) out[*count] = p;
    ++*count;
}

/// Sutherland and Hodgman (1974). Each corner's side is computed once and exactly, so a corner on the plane
/// is kept as it is and never twice.
size_t flr_clip3_polygon_halfspace(const flr_polygon3 *polygon, const flr_halfspace3 *h, flr_vec3 *out,
                                   size_t capacity)
{
    const flr_plane3 plane = flr_plane3_of(h);
    size_t count = 0, n = polygon->count;
    if (n == 0) return 0;
    flr_vec3 a = polygon->vertices[n - 1];
    int side_a = flr_plane3_side(&plane, a);
    for (size_t i = 0; i < n; ++i) {
        flr_vec3 b = polygon->vertices[i];
        int side_b = flr_plane3_side(&plane, b);
        if (side_a * side_b < 0 && n > 1 && !(n == 2 && i == 0))
            put(out, capacity, &count, crossing(&plane, a, b));
        if (side_b <= 0) put(out, capacity, &count, b);
        a = b;
        side_a = side_b;
    }
    return count;
}

bool flr_clip3_segment_halfspace(const flr_segment3 *s, const flr_halfspace3 *h, flr_segment3 *out)
{
    const flr_plane3 plane = flr_plane3_of(h);
    int side_a = flr_plane3_side(&plane, s->a), side_b = flr_plane3_side(&plane, s->b);
    if (side_a > 0 && side_b > 0) return false;
    flr_segment3 r = *s;
    if (side_a > 0) r.a = side_b == 0 ? s->b : crossing(&plane, s->a, s->b);
    if (side_b > 0) r.b = side_a == 0 ? s->a : crossing(&plane, s->a, s->b);
    *out = r;
    return true;
}
