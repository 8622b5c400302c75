/// Common points of two shapes of the plane, segments and polygons clipped by a line, and the axis that
/// separates two boxes best.

#include "closest/frame2.h"
#include "closest/outline2.h"
#include "feeler/overlap2.h"
#include "feeler/overlap3.h"
#include "math/predicates2.h"
#include "math/vectors.h"

// ---- Two segments

static void add(flr_intersection2 *x, flr_vec2 p, double t)
{
    if (x->count > 0 && flr_same2(x->point[0], p)) return;
    x->point[x->count] = p;
    x->t[x->count++] = (flr_real)t;
}

/// Does the edge run up or down its line, by the first coordinate that differs?
static int heading(const flr_edge2 *e)
{
    if (e->a.x != e->b.x) return e->a.x < e->b.x ? 1 : -1;
    return (e->a.y < e->b.y) - (e->a.y > e->b.y);
}

/// The part that two collinear segments share: of the four ends, the two that lie on both segments.
static void stretch(const flr_frame2 *f, const flr_edge2 *a, const flr_edge2 *b, flr_intersection2 *x)
{
    bool reversed = heading(a) * heading(b) < 0;
    const flr_vec2 end[4] = {a->a, reversed ? b->b : b->a, reversed ? b->a : b->b, a->b};
    for (int k = 0; k < 4 && x->count < 2; ++k) {
        const flr_edge2 point = {FLR_OUTLINE2_CHAIN, end[k], end[k]};
        if (!flr_edge2_meet(&point, a) || !flr_edge2_meet(&point, b)) continue;
        if (flr_same2(end[k], a->a))
            add(x, end[k], 0);
        else
            add(x, end[k], flr_same2(end[k], a->b) ? 1 : flr_frame2_edge_point(f, end[k], a).t);
    }
}

flr_intersection2 flr_intersect2_segment_segment(const flr_segment2 *a, const flr_segment2 *b)
{
    const flr_edge2 e = {FLR_OUTLINE2_CHAIN, a->a, a->b}, g = {FLR_OUTLINE2_CHAIN, b->a, b->b};
    flr_intersection2 x = {0, {{0, 0}, {0, 0}}, {0, 0}};
    if (!flr_edge2_meet(&e, &g)) return x;
    flr_outline2 oa = flr_outline2_of_segment(a), ob = flr_outline2_of_segment(b);
    flr_frame2 f = flr_frame2_make(&oa, &ob);
    if (flr_turn2(a->a, a->b, b->a) == 0 && flr_turn2(a->a, a->b, b->b) == 0 &&
        flr_turn2(b->a, b->b, a->a) == 0) {
        stretch(&f, &e, &g, &x);
        return x;
    }
    double t = flr_frame2_crossing(&f, &e, &g);
    flr_vec2 p = flr_edge2_point(&f, &e, t);
    for (int k = 0; k < 2; ++k) {  // an end of b that lies on a is itself the common point
        flr_vec2 end = k ? b->b : b->a;
        const flr_edge2 point = {FLR_OUTLINE2_CHAIN, end, end};
        if (flr_edge2_meet(&e, &point)) p = end;
    }
    add(&x, p, t);
    return x;
}

// ---- Two lines by their normals

flr_planes2 flr_intersect2_plane_plane(const flr_plane2 *a, const flr_plane2 *b, flr_vec2 *point)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_plane(b);
    if (flr_cross2_sign(a->normal, flr_vec2_make(0, 0), b->normal) == 0)
        return flr_outline2_meet(&x, &y) ? FLR_PLANES2_COINCIDENT : FLR_PLANES2_PARALLEL;
    *point = flr_outline2_closest(&x, &y).point_a;
    return FLR_PLANES2_CROSSING;
}

// ---- Clipping

static flr_vec2 lowered(flr_vec3 p) { return flr_vec2_make(p.x, p.y); }

static flr_halfspace3 lifted_halfspace(const flr_halfspace2 *h)
{
    flr_halfspace3 r = {flr_in_space(h->normal), h->offset};
    return r;
}

static int side_of(const flr_halfspace2 *h, flr_vec2 p)
{
    const flr_plane2 plane = {h->normal, h->offset};
    return flr_classify2_plane_point(&plane, p);
}

bool flr_clip2_segment_halfspace(const flr_segment2 *s, const flr_halfspace2 *h, flr_segment2 *out)
{
    const flr_segment3 whole = {flr_in_space(s->a), flr_in_space(s->b)};
    const flr_halfspace3 solid = lifted_halfspace(h);
    flr_segment3 part;
    if (!flr_clip3_segment_halfspace(&whole, &solid, &part)) return false;
    out->a = lowered(part.a);
    out->b = lowered(part.b);
    return true;
}

static void put(flr_vec2 *out, size_t capacity, size_t *count, flr_vec2 p)
{
    if (*count < capacity) out[*count] = p;
    ++*count;
}

/// Clips by Sutherland and Hodgman (1974), as in space.
size_t flr_clip2_polygon_halfspace(const flr_polygon2 *polygon, const flr_halfspace2 *h, flr_vec2 *out,
                                   size_t capacity)
{
    size_t count = 0, n = polygon->count;
    if (n == 0) return 0;
    flr_vec2 a = polygon->vertices[n - 1];
    int side_a = side_of(h, a);
    for (size_t i = 0; i < n; ++i) {
        flr_vec2 b = polygon->vertices[i];
        int side_b = side_of(h, b);
        if (side_a * side_b < 0 && n > 1 && !(n == 2 && i == 0)) {
            flr_segment2 edge = {a, b};
            flr_clip2_segment_halfspace(&edge, h, &edge);
            put(out, capacity, &count, side_a > 0 ? edge.a : edge.b);
        }
        if (side_b <= 0) put(out, capacity, &count, b);
        a = b;
        side_a = side_b;
    }
    return count;
}

// ---- Separating axes

static double dot(double x, double y, flr_vec2 v) { return x * (double)v.x + y * (double)v.y; }

/// Half the extent of a box along a unit vector.
static double reach(const flr_box2 *b, double x, double y)
{
    return fabs(dot(x, y, b->axis)) * (double)b->half_extents.x +
           fabs(dot(x, y, flr_perp2(b->axis))) * (double)b->half_extents.y;
}

flr_separation2 flr_separation2_box_box(const flr_box2 *a, const flr_box2 *b)
{
    double dx = (double)b->center.x - (double)a->center.x, dy = (double)b->center.y - (double)a->center.y;
    double size = fabs((double)a->half_extents.x) + fabs((double)a->half_extents.y) +
                  fabs((double)b->half_extents.x) + fabs((double)b->half_extents.y);
    double best = -INFINITY;
    flr_separation2 result = {0, flr_vec2_make(0, 0), 0, 0};
    for (int k = 0; k < 4; ++k) {
        flr_vec2 axis = (k < 2 ? a : b)->axis;
        if (k % 2) axis = flr_perp2(axis);
        double x = (double)axis.x, y = (double)axis.y, along = dx * x + dy * y;
        double separation = fabs(along) - (reach(a, x, y) + reach(b, x, y));
        if (k > 0 && !(separation > best + (sizeof(flr_real) == sizeof(float) ? 2e-6 : 1e-12) * size))
            continue;
        best = separation;
        result.separation = (flr_real)separation;
        result.axis = along < 0 ? flr_neg2(axis) : axis;
        result.owner = k / 2;
        result.index = k % 2;
    }
    return result;
}
