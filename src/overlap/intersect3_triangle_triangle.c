#include "feeler/overlap.h"
#include "math/predicates.h"
#include "math/seen_along.h"
#include "math/triple3.h"
#include "shape/meet3.h"

/// A triangle by its corners; where it has no area the two ends of the segment it is, or the one point.
typedef struct flat {
    flr_vec3 corner[3];
    int corners;
} flat;

static bool same(flr_vec3 a, flr_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// Along any line, the order of the points on it.
static bool precedes(flr_vec3 a, flr_vec3 b)
{
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

static flat flat_of(const flr_triangle3 *t)
{
    flat f = {{t->a, t->b, t->c}, 3};
    if (!flr_are_collinear3(t->a, t->b, t->c)) return f;
    flr_vec3 first = t->a, last = t->a;
    for (int i = 1; i < 3; ++i) {
        if (precedes(f.corner[i], first)) first = f.corner[i];
        if (precedes(last, f.corner[i])) last = f.corner[i];
    }
    f.corner[0] = first;
    f.corner[1] = last;
    f.corners = same(first, last) ? 1 : 2;
    return f;
}

/// From `base` by the part w <= 1/2 of the way to the other end; no difference overflows.
static flr_real part_of_way(flr_real base, flr_real other, double w)
{
    return (flr_real)((double)base + 2 * w * ((double)other / 2 - (double)base / 2));
}

/// The point of p q whose distances from the two ends are to one another as the values there, which have opposite signs.
/// Determinants that are right to their last bits put it where it is, however flat the two meet.
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

/// Do two edges in one plane cross, each between the ends of the other? Then at `at`.
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

/// The corners of what two shapes in one plane share: six, and up to six crossings besides.
typedef struct corners {
    flr_vec3 point[12];
    int count;
    bool crossing;
} corners;

static void add(corners *c, flr_vec3 p)
{
    for (int i = 0; i < c->count; ++i)
        if (same(c->point[i], p)) return;
    if (c->count < 12) c->point[c->count++] = p;
}

static void add_corners(corners *c, const flat *of, const flr_triangle3 *within)
{
    for (int i = 0; i < of->corners; ++i) {
        flr_segment3 point = {of->corner[i], of->corner[i]};
        if (flr_meet3_segment_triangle(&point, within)) add(c, of->corner[i]);
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

static void tell_farthest(const corners *c, flr_intersection3 *r)
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

static void tell(const corners *c, bool solid, flr_intersection3 *r)
{
    r->area = solid && (c->crossing || any_turn(c));
    r->count = c->count > 1 ? 2 : 1;
    r->point[0] = r->point[1] = c->point[0];
    if (r->area) {
        tell_farthest(c, r);
        return;
    }
    for (int i = 1; i < c->count; ++i) {  // corners on one line, exactly
        if (precedes(c->point[i], r->point[0])) r->point[0] = c->point[i];
        if (precedes(r->point[1], c->point[i])) r->point[1] = c->point[i];
    }
}

/// A segment or point through the plane of a triangle with area; false where it lies in that plane.
static bool pierces(const flat *f, const flr_triangle3 *t, flr_intersection3 *r)
{
    flr_vec3 p = f->corner[0], q = f->corner[f->corners - 1];
    int at_p = flr_orient3_inline(t->a, t->b, t->c, p), at_q = flr_orient3_inline(t->a, t->b, t->c, q);
    if (at_p == 0 && at_q == 0) return false;
    r->count = 1;
    r->point[0] = r->point[1] = at_p == 0 ? p : at_q == 0 ? q : pierced(p, q, t);
    return true;
}

/// All in one plane, or one of them without area.
static void intersect_flat(const flr_triangle3 *a, const flr_triangle3 *b, flr_intersection3 *r)
{
    flat f = flat_of(a), g = flat_of(b);
    if (f.corners < 3 && g.corners == 3 && pierces(&f, b, r)) return;
    if (g.corners < 3 && f.corners == 3 && pierces(&g, a, r)) return;
    corners c = {.count = 0};
    add_corners(&c, &f, b);
    add_corners(&c, &g, a);
    // segments that meet and touch with no end do cross, in one plane then
    if (f.corners == 3 || g.corners == 3 || c.count == 0) add_crossings(&c, &f, &g);
    tell(&c, f.corners == 3 && g.corners == 3, r);
}

/// Where an edge from the corner that is alone on its side meets the plane of the other triangle.
typedef struct edge_end {
    flr_vec3 lone, other;
    int side_lone, side_other;  ///< of that plane
    const flr_triangle3 *plane;
} edge_end;

static bool is_corner(const edge_end *e) { return e->side_lone == 0 || e->side_other == 0; }

static flr_vec3 place(const edge_end *e)
{
    if (e->side_lone == 0) return e->lone;
    if (e->side_other == 0) return e->other;
    return pierced(e->lone, e->other, e->plane);
}

/// Is the end of the second edge after that of the first on the common line (1), before it (-1), or there?
static int order(const edge_end *first, const edge_end *second)
{
    return flr_orient3_inline(first->lone, first->other, second->lone, second->other);
}

static int lone_corner(const int side[3], int *lone_side)
{
    int positive = (side[0] > 0) + (side[1] > 0) + (side[2] > 0);
    int negative = (side[0] < 0) + (side[1] < 0) + (side[2] < 0);
    int wanted = positive == 1 ? 1 : negative == 1 ? -1 : 0;
    *lone_side = wanted ? wanted : positive > 0 ? -1 : 1;
    return side[0] == wanted ? 0 : side[1] == wanted ? 1 : 2;
}

/// The two ends in which a triangle meets the common line, in the order along it that the other's lone side asks for.
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

/// The stretch that two intervals of the common line share, ends chosen by exact signs; see shape/meet3.c for the order of
/// the corners (Guigue and Devillers, 2003). p[0] and q[1] are late ends, p[1] and q[0] early ones.
static void intersect_across(const flr_triangle3 *a, const int side_a[3], const flr_triangle3 *b,
                             const int side_b[3], flr_intersection3 *r)
{
    edge_end p[2], q[2];
    int lone_side_a, lone_side_b;
    int i = lone_corner(side_a, &lone_side_a), j = lone_corner(side_b, &lone_side_b);
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
    if (!is_finite(a) || !is_finite(b) || !flr_meet3_triangle_triangle(a, b)) return r;
    int side_a[3], side_b[3];
    if (set_sides(a, b, side_b) && set_sides(b, a, side_a))
        intersect_across(a, side_a, b, side_b, &r);
    else
        intersect_flat(a, b, &r);
    return r;
}
