/// Exact intersection of straight and flat shapes: signs of determinants only.

#include "closest/exact3.h"
#include "closest/flat3.h"
#include "closest/frame3.h"
#include "math/predicates.h"
#include "math/predicates2.h"
#include "math/vectors.h"
#include "shape/exact.h"

// ---- Lines and their parts

static flr_vec2 along_z(flr_vec3 v) { return flr_vec2_make(v.x, v.y); }
static flr_vec2 along_x(flr_vec3 v) { return flr_vec2_make(v.y, v.z); }
static flr_vec2 along_y(flr_vec3 v) { return flr_vec2_make(v.z, v.x); }

bool flr_exact3_point_line(flr_vec3 p, const flr_line3 *l)
{
    flr_vec3 o = l->origin, d = l->direction;
    if (flr_is_zero3(d)) return flr_same3(p, o);
    return flr_cross2_sign(along_x(d), along_x(o), along_x(p)) == 0 &&
           flr_cross2_sign(along_y(d), along_y(o), along_y(p)) == 0 &&
           flr_cross2_sign(along_z(d), along_z(o), along_z(p)) == 0;
}

static bool not_behind(flr_real p, flr_real o, flr_real d) { return d > 0 ? p >= o : d < 0 ? p <= o : true; }

bool flr_exact3_point_ray(flr_vec3 p, const flr_ray3 *r)
{
    flr_line3 l = {r->origin, r->direction};
    return not_behind(p.x, r->origin.x, r->direction.x) && not_behind(p.y, r->origin.y, r->direction.y) &&
           not_behind(p.z, r->origin.z, r->direction.z) && flr_exact3_point_line(p, &l);
}

flr_straight3 flr_straight3_segment(const flr_segment3 *s)
{
    flr_straight3 r = {s->a, s->b, flr_row3_difference(s->b, s->a), true, true};
    return r;
}

flr_straight3 flr_straight3_ray(const flr_ray3 *r)
{
    flr_straight3 s = {r->origin, r->origin, flr_row3_vector(r->direction), true, false};
    return s;
}

flr_straight3 flr_straight3_line(const flr_line3 *l)
{
    flr_straight3 s = {l->origin, l->origin, flr_row3_vector(l->direction), false, false};
    return s;
}

static double rounded(const flr_row3 *row, int axis)
{
    return row->count == 1 ? row->term[0][axis] : row->term[0][axis] + row->term[1][axis];
}

/// Are they in no common plane, by plain arithmetic? The filter is that of a plane's sign, which has as many
/// differences or one more.
static bool surely_skew(const flr_row3 *d, const flr_row3 *w, const flr_row3 *e)
{
    double triple = 0, absolute = FLR_FILTER_FLOOR;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double left = rounded(w, i) * rounded(e, j), right = rounded(w, j) * rounded(e, i);
        triple += rounded(d, k) * (left - right);
        absolute += fabs(rounded(d, k)) * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    }
    return fabs(triple) > FLR_FILTER_RELATIVE3 * absolute;
}

/// Does the interval of a on one axis begin after that of b ends?
static bool is_past(const flr_straight3 *a, const flr_straight3 *b, int axis)
{
    // the least of a, the greatest of b
    double limit[2];
    bool bounded[2];
    for (int i = 0; i < 2; ++i) {
        const flr_straight3 *s = i == 0 ? a : b;
        flr_row3 from = flr_row3_vector(s->origin), to = flr_row3_vector(s->end);
        double o = from.term[0][axis], end = to.term[0][axis], d = s->direction.term[0][axis];
        double heading = s->ends ? end - o : d;  // the sign of a difference is exact
        bool from_origin = i == 0 ? heading >= 0 : heading <= 0;
        bounded[i] = heading == 0 || (from_origin ? s->starts : s->ends);
        limit[i] = from_origin ? o : end;
    }
    return bounded[0] && bounded[1] && limit[0] > limit[1];
}

/// Two that are parallel, or one of which is a point: do they lie on one line, and reach each other there?
static bool meet_along(const flr_straight3 *a, const flr_straight3 *b, const flr_row3 *w)
{
    for (int k = 0; k < 3; ++k) {
        flr_row3 axis = flr_row3_axis(k);
        if (flr_triple3_exact(&axis, w, &a->direction, 0) || flr_triple3_exact(&axis, w, &b->direction, 0))
            return false;
        if (is_past(a, b, k) || is_past(b, a, k)) return false;
    }
    return true;
}

/// Two lines that are not parallel seen along an axis have a common point there: is it on the part of the
/// line that `s` is? `turn` is the sign of (direction of s) x (the other's) on that axis; o is a point of
/// the other.
static bool reaches(const flr_straight3 *s, const flr_row3 *other, flr_vec3 o, const flr_row3 *axis, int turn)
{
    flr_row3 from_origin = flr_row3_difference(o, s->origin), from_end = flr_row3_difference(o, s->end);
    return !(s->starts && flr_triple3_exact(axis, &from_origin, other, 0) * turn < 0) &&
           !(s->ends && flr_triple3_exact(axis, &from_end, other, 0) * turn > 0);
}

bool flr_exact3_straight(const flr_straight3 *a, const flr_straight3 *b)
{
    flr_row3 w = flr_row3_difference(b->origin, a->origin);
    if (surely_skew(&a->direction, &w, &b->direction)) return false;
    if (flr_triple3_exact(&a->direction, &w, &b->direction, 0) != 0) return false;
    for (int k = 0; k < 3; ++k) {
        flr_row3 axis = flr_row3_axis(k);
        int turn = flr_triple3_exact(&axis, &a->direction, &b->direction, 0);
        if (turn == 0) continue;
        return reaches(a, &b->direction, b->origin, &axis, turn) &&
               reaches(b, &a->direction, a->origin, &axis, -turn);
    }
    return meet_along(a, b, &w);
}

// ---- Points and segments against a sheet

flr_frame3 flr_flat3_frame(const flr_flat3 *s, flr_vec3 origin, flr_vec3 other)
{
    flr_vec3 points[4] = {origin, other, flr_flat3_corner(s, 0), flr_flat3_corner(s, 0)};
    for (size_t i = 1; i < s->count; ++i) {
        points[2] = flr_min3(points[2], flr_flat3_corner(s, i));
        points[3] = flr_max3(points[3], flr_flat3_corner(s, i));
    }
    return flr_frame3_make(points, 4, 0);
}

/// Takes as second corner the one farthest from the first, and as third the one farthest from the line of
/// both.
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

static bool segment_meets_an_edge(const flr_segment3 *e, const flr_flat3 *s)
{
    for (size_t i = 0; i < s->count; ++i) {
        flr_segment3 edge = {flr_flat3_corner(s, i), flr_flat3_corner(s, flr_flat3_next(s, i))};
        if (boxes_meet(e, &edge) && flr_exact3_segment_segment(e, &edge)) return true;
    }
    return false;
}

static int steepest_axis(const flr_flat3_plane *plane)
{
    flr_plane3_filter f = flr_plane3_filter_make(plane->a, plane->b, plane->c);
    double x = fabs(f.x), y = fabs(f.y), z = fabs(f.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/// Is p inside the outline? It is in the plane and on no edge. Crossings of a ray from p are counted, with
/// edges half open, so that no corner counts twice.
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

bool flr_exact3_point_flat(flr_vec3 p, const flr_flat3 *s)
{
    if (s->count == 0) return false;
    flr_segment3 point = {p, p};
    if (segment_meets_an_edge(&point, s)) return true;
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    if (!plane.flat || flr_orient3_inline(plane.a, plane.b, plane.c, p) != 0) return false;
    return inside_outline(p, s, steepest_axis(&plane));
}

/// Returns a point off the line of e, whose length is not 0.
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

/// Does the line of e pass inside the outline? It crosses the plane of the sheet and intersects no edge.
/// Crossings of the outline with a half plane bounded by the line are counted, seen along e.
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

bool flr_exact3_segment_flat(const flr_segment3 *e, const flr_flat3 *s)
{
    if (s->count == 0) return false;
    if (segment_meets_an_edge(e, s)) return true;
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    if (!plane.flat) return false;
    int side_a = flr_orient3_inline(plane.a, plane.b, plane.c, e->a);
    int side_b = flr_orient3_inline(plane.a, plane.b, plane.c, e->b);
    if (side_a == 0 && inside_outline(e->a, s, steepest_axis(&plane))) return true;
    if (side_b == 0 && inside_outline(e->b, s, steepest_axis(&plane))) return true;
    return side_a * side_b < 0 && pierces(e, s);
}

// ---- Lines and rays against a sheet

/// Returns the coordinate axis that is most nearly perpendicular to a direction.
static int most_perpendicular_axis(flr_vec3 d)
{
    double x = fabs((double)d.x), y = fabs((double)d.y), z = fabs((double)d.z);
    return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
}

/// Does the outline go around the line, none of whose points it contains? Its edges are counted where they
/// cross the half plane from the line along an axis, a corner on the half plane as if it were above.
static bool goes_around(const flr_line3 *l, const flr_flat3 *s)
{
    int axis = most_perpendicular_axis(l->direction), winding = 0;
    flr_vec2 d = flr_seen_along(axis, l->direction), o = flr_seen_along(axis, l->origin);
    flr_vec3 a = flr_flat3_corner(s, s->count - 1);
    bool above_a = flr_cross2_sign(d, o, flr_seen_along(axis, a)) < 0;
    for (size_t i = 0; i < s->count; ++i) {
        flr_vec3 b = flr_flat3_corner(s, i);
        bool above_b = flr_cross2_sign(d, o, flr_seen_along(axis, b)) < 0;
        if (above_a != above_b) {
            int turn = flr_triple3(l->direction, l->origin, a, b);
            if (turn == (above_b ? 1 : -1)) winding += turn;
        }
        a = b;
        above_a = above_b;
    }
    return winding != 0;
}

/// Does the path intersect an edge? Such an edge lies in one plane with it, which is a quick test.
static bool path_meets_an_edge(const flr_line_or_ray3 *c, const flr_flat3 *s)
{
    for (size_t i = 0; i < s->count; ++i) {
        flr_segment3 edge = {flr_flat3_corner(s, i), flr_flat3_corner(s, flr_flat3_next(s, i))};
        if (flr_triple3(c->line.direction, c->line.origin, edge.a, edge.b) != 0) continue;
        flr_straight3 path = flr_straight3_line(&c->line), straight = flr_straight3_segment(&edge);
        path.starts = c->starts;
        if (flr_exact3_straight(&path, &straight)) return true;
    }
    return false;
}

/// The line crosses a triangle if all edges have one orientation around it, or it passes through some. If it
/// intersects the lines of all, it lies in their plane, or there is no plane.
static bool meets_triangle(const flr_line_or_ray3 *c, const flr_flat3 *s)
{
    const flr_line3 *l = &c->line;
    flr_vec3 p = flr_flat3_corner(s, 0), q = flr_flat3_corner(s, 1), r = flr_flat3_corner(s, 2);
    int pq = flr_triple3(l->direction, l->origin, p, q), qr = flr_triple3(l->direction, l->origin, q, r);
    if (pq * qr < 0) return false;
    int rp = flr_triple3(l->direction, l->origin, r, p);
    if (pq * rp < 0 || qr * rp < 0) return false;
    if (pq == 0 && qr == 0 && rp == 0) return path_meets_an_edge(c, s);
    return !c->starts || flr_orient3_inline(p, q, r, l->origin) * (pq + qr + rp) <= 0;
}

/// A path in the plane of the sheet intersects the sheet only where it intersects an edge, as it must leave
/// it.
bool flr_exact3_line_or_ray_flat(const flr_line_or_ray3 *c, const flr_flat3 *s, const flr_flat3_plane *plane)
{
    const flr_line3 *l = &c->line;
    if (s->count == 0) return false;
    if (flr_is_zero3(l->direction)) return flr_exact3_point_flat(l->origin, s);
    if (s->count == 3) return meets_triangle(c, s);
    if (path_meets_an_edge(c, s)) return true;
    if (!plane->flat) return false;
    int heading = flr_triple3(l->direction, plane->a, plane->b, plane->c);
    if (heading == 0) return false;
    if (c->starts && flr_orient3(plane->a, plane->b, plane->c, l->origin) == heading) return false;
    return goes_around(l, s);
}

/// If b or d is reflex, a b c and a c d have opposite orientations in every projection.
bool flr_quad3_is_split_at_b(const flr_quad3 *q)
{
    flr_vec3 diagonal = flr_sub3(q->c, q->a);
    flr_vec3 m = flr_cross3(flr_sub3(q->b, q->a), diagonal), n = flr_cross3(diagonal, flr_sub3(q->d, q->a));
    const double size[3] = {fabs((double)m.x) + fabs((double)n.x), fabs((double)m.y) + fabs((double)n.y),
                            fabs((double)m.z) + fabs((double)n.z)};
    int axis = size[0] >= size[1] ? (size[0] >= size[2] ? 0 : 2) : (size[1] >= size[2] ? 1 : 2);
    return flr_turn_along(axis, q->a, q->b, q->c) * flr_turn_along(axis, q->a, q->c, q->d) < 0;
}

bool flr_exact3_line_or_ray_quad(const flr_line_or_ray3 *c, const flr_flat3 *s, const flr_flat3_plane *plane)
{
    const flr_vec3 *v = s->vertices;
    const flr_quad3 q = {v[0], v[1], v[2], v[3]};
    size_t first = flr_quad3_is_split_at_b(&q);
    for (size_t half = 0; half < 2; ++half) {
        const flr_vec3 corner[3] = {v[first], v[first + 1 + half], v[(first + 2 + half) % 4]};
        const flr_flat3 triangle = {corner, NULL, 3};
        if (flr_exact3_line_or_ray_flat(c, &triangle, plane)) return true;
    }
    return false;
}

// ---- Tetrahedra and polyhedra

bool flr_exact3_point_triangle(flr_vec3 p, const flr_triangle3 *t)
{
    flr_segment3 point = {p, p};
    return flr_exact3_segment_triangle(&point, t);
}

/// Returns the face opposite to corner i.
flr_triangle3 flr_tetrahedron_face(const flr_tetrahedron *t, int i)
{
    const flr_vec3 corner[4] = {t->a, t->b, t->c, t->d};
    flr_triangle3 face = {corner[(i + 1) & 3], corner[(i + 2) & 3], corner[(i + 3) & 3]};
    return face;
}

static inline double greatest(double a, double b, double c, double d)
{
    double x = fabs(a) > fabs(b) ? fabs(a) : fabs(b), y = fabs(c) > fabs(d) ? fabs(c) : fabs(d);
    return x > y ? x : y;
}

/// The volumes are those of p with the faces, opposite to a, b, c, d. Inside they have one sign, and so has
/// the whole. Each is off by at most 7 rounding errors of the sum of its absolute products (Shewchuk, 1997).
/// There are 6 of these, none above the product of the greatest coordinates. Within these ranges nothing
/// underflows that matters.
int flr_tetrahedron_filter(flr_vec3 p, const flr_tetrahedron *t)
{
    dvec3 a = dvec3_relative(t->a, p), b = dvec3_relative(t->b, p), c = dvec3_relative(t->c, p),
          d = dvec3_relative(t->d, p);
    dvec3 ab = dvec3_cross(a, b), cd = dvec3_cross(c, d);
    double of_a = dvec3_dot(b, cd), of_b = -dvec3_dot(a, cd), of_c = dvec3_dot(d, ab),
           of_d = -dvec3_dot(c, ab);
    double x = greatest(a.x, b.x, c.x, d.x), y = greatest(a.y, b.y, c.y, d.y),
           z = greatest(a.z, b.z, c.z, d.z), error = 8e-15 * x * y * z;
    double least = x < y ? x : y, most = x > y ? x : y;
    bool in_range = (least < z ? least : z) > 1e-60 && (most > z ? most : z) < 1e60;
    double low_ab = of_a < of_b ? of_a : of_b, low_cd = of_c < of_d ? of_c : of_d;
    double high_ab = of_a > of_b ? of_a : of_b, high_cd = of_c > of_d ? of_c : of_d;
    double low = low_ab < low_cd ? low_ab : low_cd, high = high_ab > high_cd ? high_ab : high_cd;
    bool outside = low < -error && high > error, inside = low > error || high < -error;
    double sum = of_a + of_b + of_c + of_d;  // a NaN where any coordinate is one
    return in_range && sum - sum == 0 ? inside - outside : 0;
}

bool flr_exact3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t)
{
    int answer = flr_tetrahedron_filter(p, t);
    if (answer != 0) return answer > 0;
    int whole = flr_orient3_inline(t->a, t->b, t->c, t->d);
    for (int i = 0; i < 4; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        if (whole == 0) {
            if (flr_exact3_point_triangle(p, &face)) return true;
            continue;
        }
        int within = i & 1 ? whole : -whole;  // the side of corner i: the faces go around by turns
        if (flr_orient3_inline(face.a, face.b, face.c, p) == -within) return false;
    }
    return whole != 0;
}

bool flr_exact3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t)
{
    if (flr_exact3_point_tetrahedron(s->a, t)) return true;
    for (int i = 0; i < 4; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        if (flr_exact3_segment_triangle(s, &face)) return true;
    }
    return false;
}

/// Is p behind every face? If it is in the plane of every face, the polyhedron may be flat, and then only
/// the faces themselves decide.
bool flr_exact3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h)
{
    bool behind = false;
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_flat3_plane plane = flr_flat3_span_plane(&face);
        int side = plane.flat ? flr_orient3_inline(plane.a, plane.b, plane.c, p) : 0;
        if (side > 0) return false;
        if (side < 0) behind = true;
    }
    for (size_t i = 0; i < h->face_count && !behind; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        behind = flr_exact3_point_flat(p, &face);
    }
    return behind;
}

bool flr_exact3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h)
{
    if (flr_exact3_point_polyhedron(s->a, h)) return true;
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        if (flr_exact3_segment_flat(s, &face)) return true;
    }
    return false;
}
