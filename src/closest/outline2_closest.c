/// Closest points of any two outlines: the nearest corner of one and edge of the other, or a common point of
/// cores that intersect; then the radii.
#include "closest/outline2_fast.h"

#include "convex/convex2_make.h"
#include "convex/gjk2.h"
#include "shape/exact.h"

/// A corner of one core and an edge of the other.
typedef struct nearest {
    double distance;
    double t;
    size_t corner, edge;
    bool corner_of_b;
} nearest;

static void try_corners(const flr_frame2 *f, const flr_outline2 *corners, const flr_outline2 *edges,
                        bool corner_of_b, nearest *best)
{
    if (corners->kind == FLR_OUTLINE2_LINE && edges->kind != FLR_OUTLINE2_LINE) return;  // no end
    size_t count = flr_outline2_edges(edges);
    for (size_t i = 0; i < corners->count; ++i) {
        const flr_vec2 p = flr_outline2_corner(corners, i);
        for (size_t j = 0; j < count; ++j) {
            flr_edge2 e = flr_outline2_edge(edges, j);
            flr_edge_point2 foot = flr_frame2_edge_point(f, p, &e);
            if (!(foot.distance < best->distance)) continue;
            nearest found = {foot.distance, foot.t, i, j, corner_of_b};
            *best = found;
        }
    }
}

/// Between the ends of the edge.
static bool is_within(const flr_edge2 *e, double t)
{
    return e->kind == FLR_OUTLINE2_LINE || (t > 0 && (e->kind == FLR_OUTLINE2_RAY || t < 1));
}

/// The pair that gives the direction. Where the nearest point is the end of an edge, and an inner point
/// of an edge is as near up to rounding errors, the inner one: the distance is the same there,
/// and the direction is well defined.
static void try_beside_ends(const flr_frame2 *f, const flr_outline2 *corners, const flr_outline2 *edges,
                            bool corner_of_b, nearest *best)
{
    const double limit = best->distance * (1 + 0x1p-50);
    size_t count = flr_outline2_edges(edges);
    if (corners->kind == FLR_OUTLINE2_LINE) return;
    for (size_t i = 0; i < corners->count; ++i) {
        const flr_vec2 p = flr_outline2_corner(corners, i);
        for (size_t j = 0; j < count; ++j) {
            flr_edge2 e = flr_outline2_edge(edges, j);
            flr_edge_point2 foot = flr_frame2_edge_point(f, p, &e);
            if (!(foot.distance <= limit) || !is_within(&e, foot.t)) continue;
            nearest found = {best->distance, foot.t, i, j, corner_of_b};
            *best = found;
            return;
        }
    }
}

/// From the edge to the corner p, which does not lie on it: unit.
static flr_vec2 direction_from_edge(const flr_frame2 *f, const flr_edge2 *e, double t, flr_vec2 p)
{
    flr_local2 d = flr_frame2_along(f, e), way;
    int exponent;
    if (is_within(e, t)) {
        int side = flr_edge2_side(e, p);
        way.x = side < 0 ? d.y : -d.y;
        way.y = side < 0 ? -d.x : d.x;
    } else {
        flr_vec2 end = e->kind == FLR_OUTLINE2_CHAIN && t > 0 ? e->b : e->a;
        way = flr_local2_sub(flr_frame2_point(f, p), flr_frame2_point(f, end));
    }
    way = flr_local2_scaled(way, &exponent);
    double length = sqrt(flr_local2_dot(way, way));
    if (!(length > 0)) return flr_vec2_make(1, 0);
    // adding zero makes a minus zero, which a user would see printed, a zero
    return flr_vec2_make((flr_real)(way.x / length + 0.0), (flr_real)(way.y / length + 0.0));
}

/// Unit vectors along the sides that begin at the nearest points, those of b negated. A direction from
/// a to b that separates the two there has no positive product with any of them.
typedef struct nearby2 {
    flr_local2 side[4];
    int count;
    double size;  ///< of the sides and how far off they lie
} nearby2;

static void add_side(nearby2 *n, flr_local2 d, double sign)
{
    int exponent;
    d = flr_local2_scaled(d, &exponent);
    const double length = sqrt(flr_local2_dot(d, d));
    if (!(length > 0)) return;
    n->side[n->count].x = sign * d.x / length;
    n->side[n->count++].y = sign * d.y / length;
}

static void grow(nearby2 *n, double size) { n->size = size > n->size ? size : n->size; }

static void add_corner(const flr_frame2 *f, const flr_outline2 *o, size_t i, double sign, nearby2 *n)
{
    const size_t back = o->kind == FLR_OUTLINE2_CHAIN ? (i > 0 ? i : o->count) - 1 : i;
    const flr_edge2 on = flr_outline2_edge(o, i), from = flr_outline2_edge(o, back);
    const flr_local2 at = flr_frame2_point(f, on.a), d = flr_frame2_along(f, &on);
    const double size = fabs(at.x) + fabs(at.y);
    add_side(n, d, sign);
    if (o->kind == FLR_OUTLINE2_CHAIN) {
        const flr_local2 e = flr_frame2_along(f, &from);
        add_side(n, e, -sign);
        grow(n, fabs(d.x) + fabs(d.y));
        grow(n, fabs(e.x) + fabs(e.y));
    }
    grow(n, size);
}

/// The largest product of the direction with any of them.
static double largest_product(const nearby2 *n, flr_local2 way)
{
    double most = 0;
    for (int i = 0; i < n->count; ++i) {
        const double up = flr_local2_dot(n->side[i], way);
        if (up > most) most = up;
    }
    return most;
}

/// Where two corners are apart by little more than rounding errors, the direction between them is
/// noise. Then the result is perpendicular to the side that separates the two best, unless the
/// direction itself separates them.
static flr_vec2 separating_direction(const flr_frame2 *f, const flr_outline2 *a, size_t i,
                                     const flr_outline2 *b, size_t k, double distance, flr_vec2 way)
{
    nearby2 n = {.count = 0};
    add_corner(f, a, i, 1, &n);
    add_corner(f, b, k, -1, &n);
    if (!(distance < 0x1p-44 * n.size)) return way;
    flr_local2 best = {(double)way.x, (double)way.y};
    double least = largest_product(&n, best);
    if (least < 0x1p-50) return way;
    for (int j = 0; j < 2 * n.count; ++j) {
        const flr_local2 s = n.side[j / 2], normal = {j % 2 ? s.y : -s.y, j % 2 ? -s.x : s.x};
        const double up = largest_product(&n, normal);
        if (!(up < least)) continue;
        least = up;
        best = normal;
    }
    return flr_vec2_make((flr_real)best.x, (flr_real)best.y);
}

/// From a to b.
static flr_vec2 direction_between(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b,
                                  nearest best)
{
    for (int k = 0; k < 3; ++k) {
        const flr_outline2 *corners = best.corner_of_b ? b : a, *edges = best.corner_of_b ? a : b;
        const flr_edge2 e = flr_outline2_edge(edges, best.edge);
        const bool within = is_within(&e, best.t);
        if (k == 2 || within) {
            const flr_vec2 from_edge =
                direction_from_edge(f, &e, best.t, flr_outline2_corner(corners, best.corner));
            const flr_vec2 way = best.corner_of_b ? from_edge : flr_neg2(from_edge);
            const bool at_b = e.kind == FLR_OUTLINE2_CHAIN && best.t > 0;
            const size_t end = !at_b ? best.edge : best.edge + 1 < edges->count ? best.edge + 1 : 0;
            if (within || edges->kind == FLR_OUTLINE2_LINE) return way;
            return separating_direction(f, a, best.corner_of_b ? end : best.corner, b,
                                        best.corner_of_b ? best.corner : end, best.distance, way);
        }
        try_beside_ends(f, k ? a : b, k ? b : a, !k, &best);
    }
    return flr_vec2_make(1, 0);
}

static bool is_polygon(const flr_outline2 *o) { return o->solid && !o->moved; }
/// Two convex polygons that are clearly apart, by GJK: cheaper than all corners against all edges but for boxes and triangles.
static bool polygons_apart(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b,
                           flr_closest2 *result, double *distance, flr_vec2 *normal)
{
    if (!is_polygon(a) || !is_polygon(b) || !(a->many || b->many)) return false;
    const flr_polygon2 g = {flr_outline2_array(a), a->count}, h = {flr_outline2_array(b), b->count};
    if (!polygon2_is_convex(&g) || !polygon2_is_convex(&h)) return false;
    flr_convex2 x, y;
    convex2_make_polygon(&x, &g);
    convex2_make_polygon(&y, &h);
    const flr_gjk2 r = flr_closest2_convex_convex(&x, &y, NULL);
    if (r.status != FLR_OK || !gjk2_is_narrow(&r)) return false;
    result->point_a = r.point_a;
    result->point_b = r.point_b;
    *distance = flr_frame2_length(f, r.distance);
    if (normal) *normal = r.normal;
    return true;
}

/// Of two cores that do not intersect. The first of equal ones: the corners of a in order,
/// then those of b. `normal` may be null.
static flr_closest2 cores_apart(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b,
                                double *distance, flr_vec2 *normal)
{
    flr_closest2 result = {(flr_real)INFINITY, flr_vec2_make(0, 0), flr_vec2_make(0, 0)};
    if (polygons_apart(f, a, b, &result, distance, normal)) return result;
    nearest best = {INFINITY, 0, 0, 0, false};
    try_corners(f, a, b, false, &best);
    try_corners(f, b, a, true, &best);
    const flr_outline2 *corners = best.corner_of_b ? b : a, *edges = best.corner_of_b ? a : b;
    *distance = best.distance;
    if (corners->count == 0 || edges->count == 0) return result;
    flr_edge2 e = flr_outline2_edge(edges, best.edge);
    flr_vec2 at_corner = flr_outline2_corner(corners, best.corner), at_edge = flr_edge2_point(f, &e, best.t);
    result.point_a = best.corner_of_b ? at_edge : at_corner;
    result.point_b = best.corner_of_b ? at_corner : at_edge;
    if (normal) *normal = direction_between(f, a, b, best);
    return result;
}

/// Where on e the edge g crosses it: where they are parallel up to rounding errors, not beyond the ends
/// of g.
static double crossing_within(const flr_frame2 *f, const flr_edge2 *e, const flr_edge2 *g)
{
    const double t = flr_frame2_crossing(f, e, g);
    if (g->kind != FLR_OUTLINE2_CHAIN) return t;
    const double u = flr_frame2_edge_point(f, g->a, e).t, v = flr_frame2_edge_point(f, g->b, e).t;
    const double first = u < v ? u : v, last = u < v ? v : u;
    return t < first ? first : t > last ? last : t;
}

static flr_vec2 common_point(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b,
                             const flr_meeting2 *meeting)
{
    if (meeting->how == FLR_MEETING2_CORNER_OF_A) return flr_outline2_corner(a, meeting->a);
    if (meeting->how == FLR_MEETING2_CORNER_OF_B) return flr_outline2_corner(b, meeting->a);
    flr_edge2 e = flr_outline2_edge(a, meeting->a), g = flr_outline2_edge(b, meeting->b);
    // an end of b that lies on a is itself the point
    for (int k = 0; k < 2; ++k) {
        flr_vec2 end = k ? g.b : g.a;
        bool is_end = k ? g.kind == FLR_OUTLINE2_CHAIN : g.kind != FLR_OUTLINE2_LINE;
        const flr_edge2 point = {FLR_OUTLINE2_CHAIN, end, end};
        if (is_end && flr_edge2_meet(&e, &point)) return end;
    }
    return flr_edge2_point(f, &e, crossing_within(f, &e, &g));
}

static double spread_of(const flr_aabb2 *box)
{
    return fabs((double)box->min.x) + fabs((double)box->max.x) + fabs((double)box->min.y) +
           fabs((double)box->max.y);
}

/// Are the boxes around two chains farther apart than the radii reach, by what no size in the scene rounds away?
static bool do_boxes_part(const flr_outline2 *a, const flr_outline2 *b)
{
    if (a->kind != FLR_OUTLINE2_CHAIN || b->kind != FLR_OUTLINE2_CHAIN || !a->count || !b->count)
        return false;
    const flr_aabb2 x = flr_outline2_box(a), y = flr_outline2_box(b);
    double reach = (double)a->radius + (double)b->radius;
    reach += 0x1p-40 * (spread_of(&x) + spread_of(&y) + reach);
    return (double)x.min.x - (double)y.max.x > reach || (double)y.min.x - (double)x.max.x > reach ||
           (double)x.min.y - (double)y.max.y > reach || (double)y.min.y - (double)x.max.y > reach;
}

// ---- A core of one or two points, by one pass

/// Lies the corner i, from which `gap` leads away, hardly beside an edge that begins there?
static bool is_beside_edge(const flr_outline2 *o, size_t i, flr_local2 gap, double size)
{
    const flr_vec2 at = flr_outline2_corner(o, i);
    for (int way = 0; way < 2; ++way) {
        if (!o->solid && (way ? i == 0 : i + 1 == o->count)) continue;
        const size_t next = !way ? fast2_next(o, i) : i > 0 ? i - 1 : o->count - 1;
        const flr_local2 e = fast2_between(at, flr_outline2_corner(o, next));
        if (flr_local2_dot(e, gap) > -0x1p-44 * size * fast2_spread(e)) return true;
    }
    return false;
}

/// Returns the unit direction from a to b. Where an inner point of an edge may be as near as its end, up to rounding
/// errors, it is that edge's, which the general search finds.
static flr_vec2 direction_of(const fast2_cores *c, const flr_outline2 *a, const flr_outline2 *b)
{
    const size_t end = c->foot.at_second ? c->to : c->from;
    const flr_vec2 q = flr_outline2_corner(c->edges, end);
    flr_local2 way = fast2_between(q, c->at);
    if (c->foot.within) {
        const flr_local2 d = fast2_between(q, flr_outline2_corner(c->edges, c->to));
        const double left = flr_local2_cross(d, way) > 0 ? 1 : -1;
        way.x = -left * d.y, way.y = left * d.x;
    } else {
        const flr_local2 back = {-way.x, -way.y};
        if (is_beside_edge(c->edges, end, way, c->size) ||
            is_beside_edge(c->corners, c->corner, back, c->size)) {
            double distance;
            flr_vec2 normal;
            (void)cores_apart(&c->frame, a, b, &distance, &normal);
            return normal;
        }
    }
    const double length = sqrt(flr_local2_dot(way, way)) * (c->corner_of_b ? 1 : -1);
    return flr_vec2_make((flr_real)(way.x / length), (flr_real)(way.y / length));
}

/// Returns false where the fast path leaves them open. `normal` may be null.
static bool closest_soon(const flr_outline2 *a, const flr_outline2 *b, flr_closest2 *result, flr_vec2 *normal)
{
    fast2_cores c;
    if (a->count > 2 && b->count > 2) return false;
    fast2_find(a, b, &c);
    if (c.how == FAST2_OPEN) return false;
    *result = fast2_closest(&c, a, b);
    if (normal && result->distance > 0) *normal = direction_of(&c, a, b);
    return true;
}

bool flr_outline2_signed(const flr_outline2 *a, const flr_outline2 *b, flr_closest2 *r, flr_vec2 *normal)
{
    if (flr_outline2_is_far(a, b)) {
        flr_recentered2 x;
        flr_outline2_recenter(a, b, &x);
        if (!flr_outline2_signed(&x.a, &x.b, r, normal)) return false;
        *r = flr_recentered2_closest(&x, *r);
        return true;
    }
    fast2_cores c;
    fast2_find(a, b, &c);
    if (c.how != FAST2_APART) return false;
    *r = fast2_closest(&c, a, b);
    *normal = direction_of(&c, a, b);
    if (r->distance > 0) return true;
    r->distance = (flr_real)(c.foot.distance - ((double)a->radius + (double)b->radius));
    r->point_a = flr_mul_add2(c.corner_of_b ? c.foot.point : c.at, a->radius, *normal);
    r->point_b = flr_mul_add2(r->point_a, r->distance, *normal);
    return true;
}

bool flr_outline2_meet(const flr_outline2 *a, const flr_outline2 *b)
{
    flr_recentered2 c;
    if (flr_outline2_is_far(a, b)) {
        flr_outline2_recenter(a, b, &c);
        a = &c.a;
        b = &c.b;
    }
    if (flr_outline2_by_normal(a) || flr_outline2_by_normal(b)) return flr_outline2_normals_meet(a, b);
    if (do_boxes_part(a, b)) return false;
    flr_closest2 soon;
    if (closest_soon(a, b, &soon, NULL)) return soon.distance == 0;
    flr_meeting2 meeting;
    if (flr_outline2_cores_meet(a, b, &meeting)) return true;
    if (!(a->radius > 0) && !(b->radius > 0)) return false;
    flr_frame2 f = flr_frame2_make(a, b);
    double distance;
    cores_apart(&f, a, b, &distance, NULL);
    return flr_round2_reach(&f, a, b, distance);
}

static flr_closest2 closest(const flr_outline2 *a, const flr_outline2 *b, flr_vec2 *normal)
{
    flr_closest2 result;
    if (normal) *normal = flr_vec2_make(0, 0);
    if (flr_outline2_by_normal(a) || flr_outline2_by_normal(b)) {
        result = flr_outline2_normals_closest(a, b);
        if (normal && result.distance > 0) *normal = flr_outline2_normals_direction(a, b);
        return result;
    }
    if (closest_soon(a, b, &result, normal)) return result;
    flr_frame2 f = flr_frame2_make(a, b);
    flr_meeting2 meeting;
    if (flr_outline2_cores_meet(a, b, &meeting)) {
        result.distance = 0;
        result.point_a = result.point_b = common_point(&f, a, b, &meeting);
        return result;
    }
    double distance;
    result = cores_apart(&f, a, b, &distance, normal);
    bool meet = flr_round2_reach(&f, a, b, distance);
    if (meet && normal) *normal = flr_vec2_make(0, 0);
    flr_round2_off(&f, a->radius, b->radius, distance, meet, &result);
    return result;
}

static flr_closest2 closest_recentered(const flr_outline2 *a, const flr_outline2 *b, flr_vec2 *normal)
{
    flr_recentered2 c;
    flr_outline2_recenter(a, b, &c);
    return flr_recentered2_closest(&c, closest(&c.a, &c.b, normal));
}

flr_closest2 flr_outline2_closest(const flr_outline2 *a, const flr_outline2 *b)
{
    return flr_outline2_is_far(a, b) ? closest_recentered(a, b, NULL) : closest(a, b, NULL);
}

flr_closest2 flr_outline2_closest_along(const flr_outline2 *a, const flr_outline2 *b, flr_vec2 *normal)
{
    return flr_outline2_is_far(a, b) ? closest_recentered(a, b, normal) : closest(a, b, normal);
}
