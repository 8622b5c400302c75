/// The depth of two triangles that cross, by their separating axes: both normals, and the cross products of their edges
/// (Ericson 2005, 5.2.1). These are the faces of their Minkowski difference.
#include "convex/depth3.h"
#include "convex/order.h"
#include "math/double_double.h"

/// Both triangles relative to a's first corner, with the edges from each corner to the next.
typedef struct triangle_pair {
    dvec3 a[3], b[3], edge_a[3], edge_b[3];
    double square_a[3], square_b[3];  ///< of the edges' lengths
} triangle_pair;

/// The axis of least depth so far: of a normal, or of edges i and j.
typedef struct least_axis {
    double depth, square;  ///< the depth times the length of the axis, and the square of that length
    dvec3 axis;            ///< b leaves along it
    bool is_edges;
    int i, j;  ///< the edges; else of the triangle whose corner is deepest, 0 or 1, and the corner
} least_axis;

static void load_triangle(const flr_convex3 *c, flr_vec3 origin, dvec3 v[3], dvec3 edge[3], double square[3])
{
    for (int i = 0; i < 3; i++) v[i] = dvec3_relative(c->corners[i], origin);
    for (int i = 0; i < 3; i++) {
        edge[i] = dvec3_sub(v[i < 2 ? i + 1 : 0], v[i]);
        square[i] = dvec3_length_squared(edge[i]);
    }
}

static inline void try_axis(least_axis *l, double depth, double square, dvec3 axis, bool is_edges, int i,
                            int j)
{
    if (!(depth * fabs(depth) * l->square < l->depth * fabs(l->depth) * square)) return;
    *l = (least_axis){depth, square, axis, is_edges, i, j};
}

/// Tries the normal of a triangle that contains p, both ways. `side` is 1 for a, -1 for b. Returns false if
/// the normal separates the two, or if the triangle has hardly an area.
static bool try_normal(least_axis *l, const dvec3 edge[3], dvec3 p, const dvec3 other[3], int side)
{
    const dvec3 n = dvec3_cross(edge[0], edge[1]);
    const double at[3] = {dvec3_dot(n, dvec3_sub(other[0], p)), dvec3_dot(n, dvec3_sub(other[1], p)),
                          dvec3_dot(n, dvec3_sub(other[2], p))};
    const int first = at[1] < at[0] ? 1 : 0, low = at[2] < at[first] ? 2 : first,
              second = at[1] > at[0] ? 1 : 0, high = at[2] > at[second] ? 2 : second;
    if (!(at[low] < 0 && at[high] > 0)) return false;
    const double square = dvec3_length_squared(n),
                 whole = dvec3_length_squared(edge[0]) * dvec3_length_squared(edge[1]);
    try_axis(l, -at[low], square, side > 0 ? n : dvec3_neg(n), false, side > 0, low);
    try_axis(l, at[high], square, side > 0 ? dvec3_neg(n) : n, false, side > 0, high);
    return square > 0x1p-10 * whole;
}

/// Tries the cross products of edges along which both edges support their triangles. Returns false if one
/// separates the two, or if edges are nearly parallel but not parallel.
static bool try_edges(least_axis *l, const triangle_pair *t)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const dvec3 e = t->edge_a[i], f = t->edge_b[j], n = dvec3_cross(e, f);
            const double square = dvec3_length_squared(n), whole = t->square_a[i] * t->square_b[j];
            if (!(square > 0x1p-8 * whole)) {
                if (square > 0x1p-100 * whole) return false;
                continue;
            }
            // the third corners from the edges
            const double beyond_a = dvec3_dot(n, dvec3_sub(t->a[i > 0 ? i - 1 : 2], t->a[i])),
                         beyond_b = dvec3_dot(n, dvec3_sub(t->b[j > 0 ? j - 1 : 2], t->b[j])),
                         depth = dvec3_dot(n, dvec3_sub(t->a[i], t->b[j]));
            if (beyond_a <= 0 && beyond_b >= 0) try_axis(l, depth, square, n, true, i, j);
            if (beyond_a >= 0 && beyond_b <= 0) try_axis(l, -depth, square, dvec3_neg(n), true, i, j);
            if (l->depth < 0) return false;
        }
    return true;
}

/// Is the point of a triangle's plane in the triangle, up to rounding?
static bool holds(const dvec3 v[3], const dvec3 edge[3], dvec3 p)
{
    const dvec3 n = dvec3_cross(edge[0], edge[1]);
    const double square = dvec3_length_squared(n);
    for (int i = 0; i < 3; i++)
        if (dvec3_dot(dvec3_cross(edge[i], dvec3_sub(p, v[i])), n) < -0x1p-40 * square) return false;
    return true;
}

/// Sets the points along the axis that was found. Returns false if they are not opposite each other.
static bool set_points(const triangle_pair *t, const least_axis *l, sat3_depth *d)
{
    if (!l->is_edges) {
        const bool of_b = l->i == 1;
        const dvec3 corner = of_b ? t->b[l->j] : t->a[l->j];
        d->a = of_b ? dvec3_add_scaled(corner, d->depth, d->normal) : corner;
        d->b = of_b ? corner : dvec3_add_scaled(corner, -d->depth, d->normal);
        return of_b ? holds(t->a, t->edge_a, d->a) : holds(t->b, t->edge_b, d->b);
    }
    const dvec3 e = t->edge_a[l->i], f = t->edge_b[l->j], n = l->axis,
                way = dvec3_sub(t->b[l->j], t->a[l->i]);
    const double turned = dvec3_dot(dvec3_cross(e, f), n), s = dvec3_dot(dvec3_cross(way, f), n) / turned,
                 on = dvec3_dot(dvec3_cross(way, e), n) / turned, slack = 0x1p-40;
    d->a = dvec3_add_scaled(t->a[l->i], s, e);
    d->b = dvec3_add_scaled(d->a, -d->depth, d->normal);
    return s >= -slack && s <= 1 + slack && on >= -slack && on <= 1 + slack;
}

/// Finds the depth of two triangles in order, with points relative to a's first corner.
static bool find_depth(const flr_convex3 *a, const flr_convex3 *b, sat3_depth *d)
{
    triangle_pair t;
    least_axis l = {.depth = 1, .square = 0};
    load_triangle(a, a->corners[0], t.a, t.edge_a, t.square_a);
    load_triangle(b, a->corners[0], t.b, t.edge_b, t.square_b);
    double size = 0;
    for (int i = 0; i < 3; i++) size = fmax(size, fmax(dvec3_max_abs(t.a[i]), dvec3_max_abs(t.b[i])));
    if (!(size > 0x1p-100 && size < 0x1p100)) return false;
    if (!try_normal(&l, t.edge_a, t.a[0], t.b, 1) || !try_normal(&l, t.edge_b, t.b[0], t.a, -1) ||
        !try_edges(&l, &t))
        return false;
    d->rounding = 0x1p-52 * size;
    if (l.is_edges) {
        // again with all digits
        const dvec3 n = flr_cross_compensated(t.edge_a[l.i], t.edge_b[l.j]);
        l.axis = dvec3_dot(n, l.axis) < 0 ? dvec3_neg(n) : n;
        l.square = dvec3_length_squared(n);
        l.depth = dvec3_dot(l.axis, dvec3_sub(t.a[l.i], t.b[l.j]));
    }
    const double length = sqrt(l.square);
    d->depth = l.depth / length;
    d->normal = dvec3_scale(1 / length, l.axis);
    // the polytope answers for triangles that nearly touch
    return d->depth > 0x1p-30 * size && set_points(&t, &l, d);
}

/// Are all corners of b on one side of the plane of a? Most triangles that are apart end here.
static bool is_beside(const flr_convex3 *a, const flr_convex3 *b)
{
    const flr_vec3 p = a->corners[0];
    const dvec3 n = dvec3_cross(dvec3_relative(a->corners[1], p), dvec3_relative(a->corners[2], p));
    const double x = dvec3_dot(n, dvec3_relative(b->corners[0], p)),
                 y = dvec3_dot(n, dvec3_relative(b->corners[1], p)),
                 z = dvec3_dot(n, dvec3_relative(b->corners[2], p));
    return (x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0);
}

bool flr_sat3_triangles_depth(const flr_convex3 *a, const flr_convex3 *b, sat3_depth *d)
{
    if (is_beside(a, b) || is_beside(b, a)) return false;
    const bool in_order = flr_convex3_is_first(a, b);
    if (!find_depth(in_order ? a : b, in_order ? b : a, d)) return false;
    const dvec3 lead = dvec3_relative((in_order ? a : b)->corners[0], a->center);
    const dvec3 p = dvec3_add(lead, d->a), q = dvec3_add(lead, d->b);
    d->a = in_order ? p : q;
    d->b = in_order ? q : p;
    d->normal = in_order ? d->normal : dvec3_neg(d->normal);
    d->meets = true;
    return true;
}
