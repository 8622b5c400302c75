/// The distance of two shapes that are neither meshes nor compounds. A typed function answers where it is the
/// fastest, else the convex core with certified bounds. Sheets are measured by their edges, planes and
/// halfspaces by the other shape's interval along the normal, unbounded paths by the part that matters.
/// Near a touch the answer is made to agree with the exact yes or no.
#include <float.h>

#include "any/any3.h"
#include "convex/depth3.h"
#include "feeler/overlap3.h"
#include "overlap/separation3.h"

// The pairs with a typed function for closest points, a row for each first shape. QUICK is faster than the
// convex core. AFTER_CORE is slower, and answers what the core leaves open.
// clang-format off
#define QUICK(X) \
    X(point, point) X(point, segment) X(point, ray) X(point, line) X(point, plane) X(point, halfspace) \
    X(point, sphere) X(point, capsule) X(point, aabb) X(point, box) X(point, cylinder) X(point, cone) \
    X(point, triangle) X(point, rectangle) X(point, polygon) \
    X(segment, segment) X(segment, ray)     X(segment, line)   X(segment, plane)   X(segment, halfspace) \
    X(segment, sphere)  X(segment, capsule) X(segment, rectangle) \
    X(ray, ray)  X(ray, line)   X(ray, plane)    X(ray, halfspace)  X(ray, sphere)  X(ray, capsule) \
    X(ray, aabb) X(ray, box)    X(ray, triangle) X(ray, quad) X(ray, rectangle) X(ray, polygon) X(ray, tetrahedron) \
    X(line, line)  X(line, plane)  X(line, halfspace) X(line, sphere) X(line, capsule) X(line, aabb) X(line, box) \
    X(line, triangle) X(line, quad) X(line, rectangle) X(line, polygon) X(line, tetrahedron) \
    X(plane, sphere) X(plane, capsule) X(halfspace, sphere) X(halfspace, capsule) \
    X(sphere, sphere)    X(sphere, capsule)  X(sphere, aabb)  X(sphere, box)    X(sphere, cylinder) \
    X(sphere, cone)      X(sphere, triangle) X(sphere, rectangle) X(sphere, polygon) \
    X(capsule, capsule)  X(capsule, rectangle)
#define AFTER_CORE(X) \
    X(point, quad) X(point, tetrahedron) X(segment, aabb) X(segment, box) X(segment, triangle) X(segment, quad) X(segment, polygon) \
    X(segment, tetrahedron) X(sphere, quad) X(sphere, tetrahedron) X(capsule, aabb) X(capsule, box) X(capsule, triangle) X(capsule, quad) \
    X(capsule, polygon) X(capsule, tetrahedron) X(triangle, triangle)
// clang-format on

#define OF_PAIR(A, B)                                                                                        \
    static flr_closest3 A##_##B(const flr_shape3 *a, const flr_shape3 *b)                                    \
    {                                                                                                        \
        return flr_closest3_##A##_##B(AS3_##A(a), AS3_##B(b));                                               \
    }
QUICK(OF_PAIR)
AFTER_CORE(OF_PAIR)

#define ENTRY(A, B) [KIND3_##A][KIND3_##B] = A##_##B,
any3_distance_table flr_any3_quick_distance = {QUICK(ENTRY)};
static any3_distance_table after_core = {AFTER_CORE(ENTRY)};

any3_distance_fn *flr_any3_typed_distance(const flr_shape3 *a, const flr_shape3 *b)
{
    any3_distance_fn *const quick = flr_any3_quick_distance[a->kind][b->kind];
    return quick ? quick : after_core[a->kind][b->kind];
}

/// Are they farther apart than any rounding error?
static bool surely_apart(const flr_shape3 *a, double size, double distance)
{
    return distance > any3_close * size && distance > 0 && !any3_is_flat_unbounded(a->kind);
}

/// Decides two cores that nearly touch by their corners along the direction in which they part or are deepest; 0 if these do not.
static int touch_of_cores(const flr_shape3 *a, const flr_shape3 *b)
{
    if (a->kind != FLR_SHAPE3_CONVEX || b->kind != FLR_SHAPE3_CONVEX) return 0;
    if (!hulls3_is_posed(&a->as.convex) || !hulls3_is_posed(&b->as.convex)) return 0;
    flr_gjk3 g;
    flr_signed_distance3_within(&a->as.convex, &b->as.convex, NULL, NULL, &g);
    return flr_any3_touch_along(a, b, g.normal);
}

void flr_any3_settle_distance(const flr_shape3 *a, const flr_shape3 *b, double size,
                              const flr_gjk3_cache *near, flr_closest3 *c)
{
    bool overlap;
    if (size < 0) size = flr_any3_size(a) + flr_any3_size(b);
    if (surely_apart(a, size, (double)c->distance)) return;
    if (!flr_any3_exact_overlap(a, b, &overlap)) {
        const int touch = touch_of_cores(a, b);
        overlap = touch > 0;
        if (touch == 0) {
            if (!(c->distance > 0) || !flr_any3_touch(a, b, c, size, near)) return;
            overlap = true;
        }
    }
    if (overlap && c->distance != 0) {
        c->distance = 0;
        c->point_b = c->point_a;
    } else if (!overlap && c->distance == 0) {
        c->distance = sizeof(flr_real) == sizeof(float) ? (flr_real)FLT_MIN : (flr_real)DBL_MIN;
    }
}

/// Is the distance of this pair computed from points in world, which round far from the origin? Two convex
/// shapes are measured relative to each other; paths and sheets are not.
static bool rounds_in_world(const flr_shape3 *a, const flr_shape3 *b)
{
    return any3_is_path(a->kind) || any3_is_sheet(a->kind) || any3_is_sheet(b->kind);
}

/// Is the pair to be moved near the origin first?
static bool moves_first(const flr_shape3 *a, const flr_shape3 *b, any3_recentered_pair *n)
{
    return !after_core[a->kind][b->kind] && rounds_in_world(a, b) && flr_any3_recenter(a, b, n);
}

/// Takes the result of a core's search. False if it leaves the answer open: so close to a touch that
/// rounding matters.
static bool take_core(const any3_cores *k, const flr_gjk3 *g, double clear, flr_closest3 *c, flr_vec3 *normal)
{
    *normal = g->normal;
    c->distance = g->beyond ? (flr_real)INFINITY : g->distance;
    c->point_a = g->point_a;
    c->point_b = g->point_b;
    if (!(g->distance > 0)) c->point_a = c->point_b = any3_common_point(g, k->a->radius, k->b->radius);
    any3_cores_world(k, &c->point_a, &c->point_b);
    // between needles the bounds differ by more than the rounding that both have to allow for
    const bool tight = g->distance - g->lower <= 2 * (g->upper - g->distance);
    return g->status == FLR_OK && (g->overlap ? g->clear : tight && (double)g->lower > clear);
}

/// Asks the core. `near`, if not null, is set to the corners where its search has ended.
static bool by_core(const any3_cores *k, double clear, flr_gjk3_cache *near, flr_closest3 *c,
                    flr_vec3 *normal, flr_status *status)
{
    const flr_gjk3_options options = {.cache = near};
    if (near) *near = (flr_gjk3_cache){.count = 0};
    const flr_gjk3 g = flr_closest3_convex_convex(k->a, k->b, near ? &options : NULL);
    *status = g.status;
    return take_core(k, &g, clear, c, normal);
}

/// Do planes perpendicular to the normal separate the shapes by this distance? With needles and curved sides
/// they may not.
static bool do_planes_part(const any3_cores *k, flr_vec3 n, double distance)
{
    const double cores = distance + (double)k->a->radius + (double)k->b->radius,
                 error = cores * (sizeof(flr_real) == sizeof(float) ? 0x1p-20 : 0x1p-49);
    return flr_any3_gap_along(k->a, k->b, n) >= cores - error;
}

/// Between points and spheres the direction is that of their middles, which separates them wherever it rounds to.
static bool are_balls(const any3_pair *p) { return any3_is_ball(p->a->kind) && any3_is_ball(p->b->kind); }

any3_verdict flr_any3_distance_of_cores(const any3_pair *p, const any3_cores *k, flr_closest3 *c,
                                        flr_vec3 *normal, flr_gjk3 *deep)
{
    any3_distance_fn *typed = flr_any3_quick_distance[p->a->kind][p->b->kind];
    deep->overlap = false;
    if (typed) {
        *c = typed(p->a, p->b);
        if (c->distance == 0) return ANY3_MEET;
        if (!((double)c->distance > 0x1p-10 * p->size)) return ANY3_OPEN;
        *normal = flr_any3_unit(flr_sub3(c->point_b, c->point_a));
        const bool part = are_balls(p) || do_planes_part(k, *normal, (double)c->distance);
        return part ? ANY3_APART : ANY3_OPEN;
    }
    // boxes are decided quickly; for some other kinds the search for a depth also has the distance, to the
    // last bit
    if (flr_depth3_two_boxes(k->a, k->b, deep)) return ANY3_MEET;
    const bool has_depth = flr_depth3_has_distance(k->a, k->b);
    if (has_depth)
        flr_signed_distance3_within(k->a, k->b, NULL, NULL, deep);
    else
        *deep = flr_closest3_convex_convex(k->a, k->b, NULL);
    if (has_depth && deep->overlap) return ANY3_MEET;
    const bool settled = take_core(k, deep, any3_close * p->size, c, normal);
    deep->overlap = false;
    if (!has_depth && c->distance == 0) return ANY3_MEET;
    any3_recentered_pair n;
    // flr_any3_distance first moves such a pair, which changes the last digits
    if (!settled || moves_first(p->a, p->b, &n)) return ANY3_OPEN;
    return ANY3_APART;
}

/// The closest points of a series of pairs so far.
typedef struct nearest {
    flr_status status;
    flr_closest3 best;
} nearest;

static void improve(nearest *n, const flr_shape3 *a, const flr_shape3 *b)
{
    flr_closest3 c;
    if (n->best.distance == 0) return;
    flr_status status = flr_any3_distance_of_pieces(a, b, n->best.distance, &c);
    if (status != FLR_OK) n->status = status;
    if (c.distance < n->best.distance) n->best = c;
}

/// A convex shape against a sheet, convex or not. They come closest at an edge of the sheet or inside it. If
/// inside, the support point along the sheet's normal is closest, or the shape passes through. Either way
/// the segment between its two support points, which is part of the shape, comes as close.
static flr_status by_rim(const flr_shape3 *convex, const flr_shape3 *sheet, flr_closest3 *closest)
{
    nearest n = {FLR_OK, {.distance = (flr_real)INFINITY}};
    flr_plane3 h = {flr_any3_sheet_normal(sheet), 0};
    if (flr_length_squared3(h.normal) > 0) {
        any3_projection i = flr_any3_project(convex, &h);
        flr_shape3 across = any3_of_segment(i.low_point, i.high_point);
        improve(&n, &across, sheet);
    }
    for (size_t i = 0; i < flr_any3_edge_count(sheet); ++i) {
        flr_segment3 e = flr_any3_edge(sheet, i);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        improve(&n, convex, &edge);
    }
    *closest = n.best;
    return n.status;
}

static void swap_points(flr_closest3 *c)
{
    flr_vec3 p = c->point_a;
    c->point_a = c->point_b;
    c->point_b = p;
}

/// The point where a plane cuts the rim of a sheet, which may be concave.
static flr_vec3 rim_crossing(const flr_shape3 *sheet, const flr_plane3 *h)
{
    for (size_t k = 0; k < flr_any3_edge_count(sheet); ++k) {
        flr_segment3 e = flr_any3_edge(sheet, k);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        any3_projection i = flr_any3_project(&edge, h);
        if (i.low <= 0 && i.high >= 0) return flr_any3_projection_closest(&i, h, false).point_a;
    }
    return flr_any3_point(sheet);
}

/// A plane or halfspace against any shape but a mesh.
static flr_status by_interval(const flr_shape3 *s, const flr_shape3 *flat, flr_closest3 *closest)
{
    flr_plane3 h = any3_boundary(flat);
    bool solid = flat->kind == FLR_SHAPE3_HALFSPACE;
    any3_projection i = flr_any3_project(s, &h);
    *closest = flr_any3_projection_closest(&i, &h, solid);
    if (closest->distance > 0) return FLR_OK;
    if (any3_is_sheet(s->kind) && !solid) closest->point_a = closest->point_b = rim_crossing(s, &h);
    if (!any3_is_flat_unbounded(s->kind)) return FLR_OK;
    // two of them that intersect: a point of their common line, or else one contains the other
    flr_plane3 own = any3_boundary(s);
    flr_line3 line;
    bool crosses = flr_intersect3_plane_plane(&own, &h, &line) == FLR_PLANES3_LINE;
    flr_vec3 zero = flr_vec3_make(0, 0, 0), in = flr_closest3_point_plane(zero, &own).point_b;
    if (solid && flr_signed_distance3_point_plane(in, &h) > 0)
        in = flr_closest3_point_plane(zero, &h).point_b;
    closest->point_a = closest->point_b = crosses ? line.origin : in;
    return FLR_OK;
}

static flr_status flat_unbounded(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest)
{
    if (any3_is_flat_unbounded(b->kind)) return by_interval(a, b, closest);
    const flr_status status = by_interval(b, a, closest);
    swap_points(closest);
    return status;
}

/// A search over the edges of two faceted shapes, each against the other shape. If the shapes intersect,
/// only edges that do are measured: a yes or no costs a small part of a distance.
typedef struct edge_search {
    bool meeting;
    flr_status status;
    flr_closest3 best;
} edge_search;

static bool do_meet(const flr_shape3 *a, const flr_shape3 *b)
{
    bool overlap;
    return flr_any3_exact_overlap(a, b, &overlap) && overlap;
}

static void improve_edge(edge_search *s, bool of_b, const flr_segment3 *e, const flr_shape3 *other)
{
    const flr_shape3 edge = any3_of_segment(e->a, e->b);
    if (s->meeting && !do_meet(&edge, other)) return;
    flr_closest3 c;
    const flr_status status = flr_any3_distance_of_pieces(&edge, other, s->best.distance, &c);
    if (status != FLR_OK) s->status = status;
    if (!(c.distance < s->best.distance)) return;
    s->best = of_b ? (flr_closest3){c.distance, c.point_b, c.point_a} : c;
}

static edge_search of_edges(const flr_shape3 *a, const flr_shape3 *b, bool meeting)
{
    edge_search s = {meeting, FLR_OK, {.distance = (flr_real)INFINITY}};
    for (int of_b = 0; of_b < 2; ++of_b) {
        const flr_shape3 *own = of_b ? b : a, *other = of_b ? a : b;
        const size_t count = flr_any3_edge_count(own);
        for (size_t i = 0; i < count && s.best.distance != 0; ++i) {
            const flr_segment3 e = flr_any3_edge(own, i);
            improve_edge(&s, of_b, &e, other);
        }
    }
    return s;
}

/// Two faceted shapes, in order. They come closest at an edge of one of them: if they intersect, an edge of one
/// passes through the other or lies in it; if not, a nearest face has edges as near.
static flr_status by_edges(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest)
{
    edge_search s = of_edges(a, b, do_meet(a, b));
    // folded quads may intersect away from all edges
    if (s.meeting && s.best.distance != 0) s = of_edges(a, b, false);
    *closest = s.best;
    return s.status;
}

/// The distance of pairs without a typed function that are not both convex, and of sheets that nearly touch;
/// in order.
static flr_status general(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *closest)
{
    if (any3_is_flat_unbounded(a->kind) || any3_is_flat_unbounded(b->kind))
        return flat_unbounded(a, b, closest);
    if (any3_is_path(a->kind)) {
        flr_shape3 cover = flr_any3_clip_path(a, b);
        return flr_any3_distance_of_pieces(&cover, b, limit, closest);
    }
    if (any3_is_faceted(a->kind) && any3_is_faceted(b->kind)) return by_edges(a, b, closest);
    if (any3_is_sheet(b->kind)) return by_rim(a, b, closest);
    flr_status status = by_rim(b, a, closest);
    swap_points(closest);
    return status;
}

/// Does the core answer this pair also where it touches, as no typed function or exact edges know it better?
static bool is_for_core(const flr_shape3 *a, const flr_shape3 *b)
{
    if (any3_is_faceted(a->kind) && any3_is_faceted(b->kind)) return false;
    return !any3_is_sheet(a->kind) && !any3_is_sheet(b->kind);
}

/// The distance of a pair without a quick function, without moving it.
static flr_status in_place(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                           flr_closest3 *c)
{
    any3_cores k;
    flr_status status;
    flr_vec3 normal;
    flr_gjk3_cache near;
    any3_distance_fn *typed = after_core[a->kind][b->kind];
    // who only asks for a touch has asked the core before
    if (!(typed && limit == 0) && flr_any3_cores(a, b, &k)) {
        if (size < 0) size = flr_any3_size(a) + flr_any3_size(b);
        // if only a touch is asked for, the corners are needed as a rule; only two hulls have the same last
        // digits with a cache
        const bool hulls = k.a->kind == FLR_CONVEX3_HULL && k.b->kind == FLR_CONVEX3_HULL;
        flr_gjk3_cache *const touch = limit == 0 && hulls ? &near : NULL;
        if (by_core(&k, any3_close * size, touch, c, &normal, &status)) return FLR_OK;
        if (!typed && is_for_core(a, b)) {
            flr_any3_settle_distance(a, b, size, touch, c);
            return status;
        }
        // where flat faces overlap, their exact yes confirms the overlap that the core has found
        bool overlap;
        if (!typed && status == FLR_OK && c->distance == 0 && flr_any3_exact_overlap(a, b, &overlap) &&
            overlap)
            return FLR_OK;
    }
    if (typed) {
        *c = typed(a, b);
        return FLR_OK;
    }
    status = general(a, b, limit, c);
    flr_any3_settle_distance(a, b, size, NULL, c);
    return status;
}

flr_status flr_any3_distance_in_rank(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                                     flr_closest3 *c)
{
    any3_recentered_pair n;
    any3_distance_fn *typed = flr_any3_quick_distance[a->kind][b->kind];
    if (typed) {
        *c = typed(a, b);
        return FLR_OK;
    }
    if (!moves_first(a, b, &n)) return in_place(a, b, size, limit, c);
    const flr_status status = in_place(&n.a.shape, &n.b.shape, -1, limit, c);
    c->point_a = flr_add3(c->point_a, n.origin);
    c->point_b = flr_add3(c->point_b, n.origin);
    return status;
}

flr_status flr_any3_distance_of_pieces(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                       flr_closest3 *c)
{
    if (flr_any3_in_order(a, b)) return flr_any3_distance_in_rank(a, b, -1, limit, c);
    const flr_status status = flr_any3_distance_in_rank(b, a, -1, limit, c);
    swap_points(c);
    return status;
}
