/// Do two hulls under a pose overlap that nearly touch along a direction? Their corners, relative to the first one's position, are
/// rounded once. Those that are extreme along the direction are few: a plane through them that parts all corners proves one answer,
/// a corner or an edge of one in a tetrahedron or triangle of the other the other. Exact for these corners.
#include "overlap/separation3.h"

#include "hull/hull3.h"
#include "math/predicates.h"
#include "math/vectors.h"

enum { TOPS_MOST = 4 };

/// A hull, and its corners that are extreme along a direction up to rounding; `low` is the least of the others.
typedef struct hull_tops {
    const flr_vec3 *list;
    uint32_t count, low;
    dvec3 axis[3], from;  ///< of the pose
    double size;          ///< at least the largest coordinate of a corner
    int top;
    uint32_t at[TOPS_MOST];
    dvec3 v[TOPS_MOST];
} hull_tops;

static bool load(const flr_convex3 *c, flr_vec3 origin, hull_tops *t)
{
    if (!hulls3_is_posed(c)) return false;
    const bool hull = c->kind == FLR_CONVEX3_HULL;
    t->list = hull ? flr_hull3_vertices(c->hull) : c->points;
    t->count = hull ? flr_hull3_get_info(c->hull).vertex_count : c->count;
    t->axis[0] = dvec3_from(c->axes.x);
    t->axis[1] = dvec3_from(c->axes.y);
    t->axis[2] = dvec3_from(c->axes.z);
    t->from = dvec3_sub(dvec3_from(c->center), dvec3_from(origin));
    double reach = 0;
    if (hull) reach = flr_spread3(c->hull->base) + (double)c->hull->radius;
    for (uint32_t i = 0; i < t->count && !hull; ++i) {
        const double far = flr_spread3(t->list[i]);
        reach = far > reach ? far : reach;
    }
    t->size = fabs(t->from.x) + fabs(t->from.y) + fabs(t->from.z) + 2 * reach;
    return true;
}

static inline dvec3 local(const hull_tops *t, uint32_t i) { return dvec3_from(t->list[i]); }

static dvec3 corner(const hull_tops *t, uint32_t i)
{
    const dvec3 p = local(t, i);
    return dvec3_add(t->from, dvec3_add(dvec3_add(dvec3_scale(p.x, t->axis[0]), dvec3_scale(p.y, t->axis[1])),
                                        dvec3_scale(p.z, t->axis[2])));
}

/// Returns a direction in the hull's own frame.
static inline dvec3 turned(const hull_tops *t, dvec3 n)
{
    return dvec3_make(dvec3_dot(n, t->axis[0]), dvec3_dot(n, t->axis[1]), dvec3_dot(n, t->axis[2]));
}

/// How far a hull extends along a direction, and the corners that are its ends.
typedef struct extent {
    double low, high;
    uint32_t at_low, at_high;
} extent;

static extent measure(const hull_tops *t, dvec3 n)
{
    const dvec3 own = turned(t, n);
    extent e = {INFINITY, -INFINITY, 0, 0};
    for (uint32_t i = 0; i < t->count; ++i) {
        const double height = dvec3_dot(own, local(t, i));
        if (height < e.low) e.low = height, e.at_low = i;
        if (height > e.high) e.high = height, e.at_high = i;
    }
    const double along = dvec3_dot(n, t->from);
    e.low += along;
    e.high += along;
    return e;
}

/// Finds the corners that are extreme along n; the highest corner and the lowest are known. False if there are more than a few.
static bool find_tops(hull_tops *t, dvec3 n, uint32_t highest, uint32_t lowest, double level)
{
    const dvec3 own = turned(t, n);
    const double least = dvec3_dot(own, local(t, highest)) - level;
    t->low = lowest;
    t->top = 0;
    for (uint32_t i = 0; i < t->count; ++i) {
        if (dvec3_dot(own, local(t, i)) < least) continue;
        if (t->top == TOPS_MOST) return false;
        t->at[t->top] = i;
        t->v[t->top++] = corner(t, i);
    }
    return t->top > 0;
}

/// A plane through three corners, for tests of many.
typedef struct plane {
    dvec3 u, v, w;
    flr_plane3_filter filter;
    double bound;  ///< on the rounding of a height, for corners of such a size
} plane;

static plane plane_of(const hull_tops *a, const hull_tops *b, dvec3 u, dvec3 v, dvec3 w)
{
    plane p = {u, v, w, flr_plane3_filter_make_double(u, v, w), 0};
    p.bound = 0x1p-46 * (p.filter.mx + p.filter.my + p.filter.mz) * (a->size + b->size);
    return p;
}

/// Is no corner strictly on this side of the plane? With `strictly`, none is in it either. Exact.
static bool is_below(const hull_tops *t, const plane *p, int side, bool strictly)
{
    const dvec3 n = dvec3_scale((double)side, dvec3_make(p->filter.x, p->filter.y, p->filter.z)),
                own = turned(t, n);
    const double from = dvec3_dot(n, dvec3_sub(t->from, p->u));
    for (uint32_t i = 0; i < t->count; ++i) {
        const double height = dvec3_dot(own, local(t, i)) + from;
        if (height < -p->bound) continue;
        if (!(height <= p->bound)) return false;
        const int sign = side * flr_orient3_inline_double(p->u, p->v, p->w, corner(t, i));
        if (sign > 0 || (strictly && sign == 0)) return false;
    }
    return true;
}

/// Does a plane through three extreme corners of a part the two?
static bool is_parted_by_face(const hull_tops *a, const hull_tops *b)
{
    for (int out = a->top == 4 ? 0 : 3; out < 4 && a->top >= 3; ++out) {
        const plane p = plane_of(a, b, a->v[out == 0], a->v[out < 2 ? 2 : 1], a->v[out < 3 ? 3 : 2]);
        const int side = flr_orient3_inline_double(p.u, p.v, p.w, corner(a, a->low));
        if (side != 0 && is_below(a, &p, -side, false) && is_below(b, &p, side, true)) return true;
    }
    return false;
}

/// Are all corners but the two on top clearly below a plane along two edges?
static bool is_clearly_below(const hull_tops *t, const flr_plane3_filter *f, int side, double bound)
{
    const dvec3 n = dvec3_scale((double)side, dvec3_make(f->x, f->y, f->z)), own = turned(t, n);
    const double from = dvec3_dot(n, dvec3_sub(t->from, dvec3_make(f->ax, f->ay, f->az)));
    for (uint32_t i = 0; i < t->count; ++i)
        if (i != t->at[0] && i != t->at[1] && !(dvec3_dot(own, local(t, i)) + from < -bound)) return false;
    return true;
}

/// Do the planes through one extreme edge of each, parallel to both, part the two for certain?
static bool is_parted_by_edges(const hull_tops *a, const hull_tops *b)
{
    const dvec3 u = dvec3_sub(a->v[1], a->v[0]), v = dvec3_sub(b->v[1], b->v[0]);
    const int side = -flr_orient3_inline_double(a->v[0], a->v[1], b->v[0], b->v[1]);  // of b's edge
    if (side == 0) return false;
    const flr_plane3_filter at_a = flr_plane3_filter_along(a->v[0], u, v),
                            at_b = flr_plane3_filter_along(b->v[0], u, v);
    const double bound = 0x1p-46 * (at_a.mx + at_a.my + at_a.mz) * (a->size + b->size);
    return is_clearly_below(a, &at_a, side, bound) && is_clearly_below(b, &at_b, -side, bound);
}

static bool is_in_tetrahedron(dvec3 p, dvec3 a, dvec3 b, dvec3 c, dvec3 d)
{
    const int whole = flr_orient3_inline_double(a, b, c, d);
    return whole != 0 && whole * flr_orient3_inline_double(a, b, c, p) >= 0 &&
           whole * flr_orient3_inline_double(p, b, c, d) >= 0 &&
           whole * flr_orient3_inline_double(a, p, c, d) >= 0 &&
           whole * flr_orient3_inline_double(a, b, p, d) >= 0;
}

static bool is_segment_in_triangle(dvec3 p, dvec3 q, dvec3 a, dvec3 b, dvec3 c)
{
    const int of_p = flr_orient3_inline_double(a, b, c, p), of_q = flr_orient3_inline_double(a, b, c, q);
    if (of_p * of_q > 0 || (of_p == 0 && of_q == 0)) return false;
    const int x = flr_orient3_inline_double(p, q, a, b), y = flr_orient3_inline_double(p, q, b, c),
              z = flr_orient3_inline_double(p, q, c, a);
    return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
}

/// Is the extreme corner of a in what b's face and its lowest corner span?
static bool has_corner_in(const hull_tops *a, const hull_tops *b)
{
    if (a->top != 1 || b->top < 3) return false;
    for (int out = b->top == 4 ? 0 : 3; out < 4; ++out)
        if (is_in_tetrahedron(a->v[0], b->v[out == 0], b->v[out < 2 ? 2 : 1], b->v[out < 3 ? 3 : 2],
                              corner(b, b->low)))
            return true;
    return false;
}

static bool share_a_corner(const hull_tops *a, const hull_tops *b)
{
    for (int i = 0; i < a->top; ++i)
        for (int k = 0; k < b->top; ++k)
            if (dvec3_equal(a->v[i], b->v[k])) return true;
    return false;
}

int flr_hulls3_touch(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 direction)
{
    const double part = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-40;
    dvec3 n = dvec3_from(direction);
    const double square = dvec3_dot(n, n);
    hull_tops x, y;
    if (!(square > 0 && square < (double)INFINITY) || !load(a, a->center, &x) || !load(b, a->center, &y))
        return 0;
    extent of_a = measure(&x, n), of_b = measure(&y, n);
    if (of_a.low - of_b.high > of_b.low - of_a.high) {  // from b to a
        n = dvec3_neg(n);
        of_a = (extent){-of_a.high, -of_a.low, of_a.at_high, of_a.at_low};
        of_b = (extent){-of_b.high, -of_b.low, of_b.at_high, of_b.at_low};
    }
    const double level = part * sqrt(square) * (x.size + y.size);
    if (!find_tops(&x, n, of_a.at_high, of_a.at_low, level) ||
        !find_tops(&y, dvec3_neg(n), of_b.at_low, of_b.at_high, level))
        return 0;
    if (share_a_corner(&x, &y)) return 1;
    if (is_parted_by_face(&x, &y) || is_parted_by_face(&y, &x)) return -1;
    if (has_corner_in(&x, &y) || has_corner_in(&y, &x)) return 1;
    if (x.top != 2 || y.top != 2) return 0;
    if (is_parted_by_edges(&x, &y)) return -1;
    return is_segment_in_triangle(x.v[0], x.v[1], y.v[0], y.v[1], corner(&y, y.low)) ||
           is_segment_in_triangle(y.v[0], y.v[1], x.v[0], x.v[1], corner(&x, x.low));
}
