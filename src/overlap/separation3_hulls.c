/// The axis that separates two hulls best: their face normals, and the pairs of edges that make a face of the
/// Minkowski difference, which are edges whose arcs on the Gauss map cross.
#include "convex/depth3.h"
#include "convex/minkowski3.h"
#include "convex/order.h"
#include "math/double_double.h"
#include "overlap/separation3.h"

/// An edge of a hull and the normals of its two faces. On the Gauss map its normals form an arc from one to
/// the other.
typedef struct arc3 {
    dvec3 from, to;
    dvec3 way, start;  ///< the edge's vector and first vertex
    double doubt;      ///< bound of the rounding errors of a product with `way`
    uint32_t edge;     ///< its half-edge
} arc3;

/// One hull, placed in the scene's frame, which has its origin at a's reference point.
typedef struct side3 {
    core3 core;
    const flr_hull3 *hull;
    bool is_flat;
} side3;

/// The state of the search: the best axis so far. An edge pair is taken only if it beats a face by more than
/// rounding errors.
typedef struct search3 {
    side3 a, b;
    double size, unit;
    double apart;  ///< a larger gap counts as separation
    double separation;
    dvec3 axis;
    size_t index;
    bool ends_early;
    size_t normals;    ///< candidates before this one are faces
    double face_bias;  ///< by how much edges must beat faces
    const separation3_observer *observer;
} search3;

enum { ARCS_AT_ONCE = 32 };

static dvec3 placed_direction(const side3 *s, flr_vec3 v) { return core3_rotated(&s->core, dvec3_from(v)); }
static dvec3 vertex_of(const side3 *s, uint32_t i) { return core3_vertex(&s->core, i); }

static dvec3 unit_of(dvec3 v)
{
    double square = dvec3_length_squared(v);
    return square > 0 ? dvec3_scale(1 / sqrt(square), v) : v;
}

/// The gap between a and b along a unit vector.
static double gap_along(const search3 *s, dvec3 n)
{
    uint32_t id;
    dvec3 top = core3_support(&s->a.core, s->a.core.kind, n, &id);
    dvec3 low = core3_support(&s->b.core, s->b.core.kind, dvec3_neg(n), &id);
    return dvec3_dot(dvec3_sub(low, top), n);
}

/// Writes the two vertices of an edge.
static void set_ends(const side3 *s, uint32_t half_edge, uint32_t ends[2])
{
    ends[0] = s->hull->origin[half_edge];
    ends[1] = s->hull->origin[s->hull->twin[half_edge]];
}

/// Reports an axis to the observer. `edges`: the half-edges of a pair of edges, or FLR_HULL_NONE.
static void notify(const search3 *s, dvec3 n, double gap, bool better, size_t index, const uint32_t edges[2])
{
    separation3_tried t = {.index = index, .axis = n, .separation = gap / s->unit, .better = better};
    t.edge_a[0] = t.edge_a[1] = t.edge_b[0] = t.edge_b[1] = FLR_HULL_NONE;
    if (edges[0] != FLR_HULL_NONE) set_ends(&s->a, edges[0], t.edge_a);
    if (edges[1] != FLR_HULL_NONE) set_ends(&s->b, edges[1], t.edge_b);
    s->observer->on_step(s->observer->user, &t);
}

/// Tries an axis. True if the search may end: the shapes are apart, and no more was asked.
static bool take(search3 *s, dvec3 n, double lead, size_t index, uint32_t edge_a, uint32_t edge_b)
{
    const double gap = gap_along(s, n);
    const bool better = gap > s->separation + lead;
    if (s->observer) notify(s, n, gap, better, index, (const uint32_t[2]){edge_a, edge_b});
    if (better) {
        s->separation = gap;
        s->axis = n;
        s->index = index;
    }
    return s->ends_early && gap > s->apart;
}

/// A solid has the normals of its faces. A polygon has those of both sides, and in its plane those outward
/// from its edges.
static size_t normal_count(const side3 *s)
{
    return s->hull->info.face_count + (s->is_flat ? s->hull->info.half_edge_count / 2 : 0);
}

static dvec3 outward_from(const side3 *s, uint32_t half_edge)
{
    const flr_hull3 *h = s->hull;
    dvec3 way = dvec3_sub(vertex_of(s, h->origin[h->twin[half_edge]]), vertex_of(s, h->origin[half_edge]));
    return unit_of(dvec3_cross(way, placed_direction(s, h->normals[h->edge_face[half_edge]])));
}

/// The half-edge whose normal this is, in the plane of a polygon; none for the normal of a face.
static uint32_t edge_of_normal(const side3 *s, size_t i)
{
    const flr_hull3 *h = s->hull;
    return i < h->info.face_count ? FLR_HULL_NONE : h->first[0] + (uint32_t)(i - h->info.face_count);
}

static dvec3 normal_of(const side3 *s, size_t i)
{
    const flr_hull3 *h = s->hull;
    if (i < h->info.face_count) return unit_of(placed_direction(s, h->normals[i]));
    return outward_from(s, edge_of_normal(s, i));
}

/// Each edge has one arc. A polygon's edge has two: its normals form a half circle.
static size_t arc_count(const side3 *s)
{
    return s->is_flat ? s->hull->info.half_edge_count : s->hull->info.half_edge_count / 2;
}

static arc3 arc_along(const side3 *s, uint32_t half_edge)
{
    const flr_hull3 *h = s->hull;
    uint32_t twin = h->twin[half_edge];
    arc3 a;
    a.edge = half_edge;
    a.start = vertex_of(s, h->origin[half_edge]);
    a.way = dvec3_sub(vertex_of(s, h->origin[twin]), a.start);
    a.doubt = 0x1p-44 * dvec3_length(a.way);
    a.from = unit_of(placed_direction(s, h->normals[h->edge_face[half_edge]]));
    a.to = s->is_flat ? outward_from(s, half_edge)
                      : unit_of(placed_direction(s, h->normals[h->edge_face[twin]]));
    return a;
}

/// Writes the next arcs, from half-edge *at on; returns how many. A solid's edge is taken at the half-edge
/// that comes before its twin.
static size_t next_arcs(const side3 *s, uint32_t *at, arc3 *arcs, size_t most)
{
    size_t count = 0;
    for (; *at < s->hull->info.half_edge_count && count < most; ++*at)
        if (s->is_flat || *at < s->hull->twin[*at]) arcs[count++] = arc_along(s, *at);
    return count;
}

typedef enum crossing3 { APART3, CROSSING3, UNSURE3 } crossing3;

/// Do two arcs of the Gauss maps of a and -b cross (Gregorius, "The Separating Axis Test", 2013)? If so, the
/// two edges span a face of the Minkowski difference.
static crossing3 cross_arcs(const arc3 *a, const arc3 *b)
{
    // the ends of each arc against the plane of the other; b's arc is that of -b
    double c = -dvec3_dot(b->from, a->way), d = -dvec3_dot(b->to, a->way);
    if ((c > a->doubt && d > a->doubt) || (c < -a->doubt && d < -a->doubt)) return APART3;
    double e = dvec3_dot(a->from, b->way), f = dvec3_dot(a->to, b->way);
    if ((e > b->doubt && f > b->doubt) || (e < -b->doubt && f < -b->doubt)) return APART3;
    if (fabs(c) <= a->doubt || fabs(d) <= a->doubt || fabs(e) <= b->doubt || fabs(f) <= b->doubt)
        return UNSURE3;
    // on the same half of the sphere, not opposite each other
    dvec3 n = dvec3_cross(a->way, b->way);
    double x = dvec3_dot(n, dvec3_add(a->from, a->to)), y = -dvec3_dot(n, dvec3_add(b->from, b->to));
    double least = 0x1p44 * a->doubt * b->doubt;
    if (fabs(x) <= least || fabs(y) <= least) return UNSURE3;
    return (x > 0) == (y > 0) ? CROSSING3 : APART3;
}

static bool take_arcs(search3 *s, const arc3 *a, const arc3 *b, size_t index)
{
    crossing3 c = cross_arcs(a, b);
    if (c == APART3) return false;
    dvec3 n = dvec3_cross(a->way, b->way);
    double square = dvec3_length_squared(n),
           whole = dvec3_length_squared(a->way) * dvec3_length_squared(b->way);
    if (!(square > 0x1p-98 * whole)) return false;  // parallel edges have no face of their own
    n = dvec3_scale(1 / sqrt(square), n);
    const double lead = s->size * (sizeof(flr_real) == sizeof(float) ? 2e-6 : 1e-12) +
                        (s->index < s->normals ? s->face_bias : 0);
    if (c == CROSSING3 && square > 0x1p-20 * whole) {
        if (dvec3_dot(n, dvec3_add(a->from, a->to)) < 0) n = dvec3_neg(n);
        // the edges are extreme along n, so their gap is that of the hulls
        if (!s->observer && !(dvec3_dot(n, dvec3_sub(b->start, a->start)) > s->separation + lead / 2))
            return false;
        return take(s, n, lead, index, a->edge, b->edge);
    }
    return take(s, n, lead, index, a->edge, b->edge) || take(s, dvec3_neg(n), lead, index, a->edge, b->edge);
}

/// Tries all pairs of edges, a block of each hull at a time, until the search may end.
static void test_edges(search3 *s, size_t index)
{
    arc3 of_a[ARCS_AT_ONCE], of_b[ARCS_AT_ONCE];
    const size_t row = arc_count(&s->b);
    size_t known_b = 0, count_b;
    for (uint32_t k = 0; (count_b = next_arcs(&s->b, &k, of_b, ARCS_AT_ONCE)) > 0; known_b += count_b) {
        size_t known_a = 0, count_a;
        for (uint32_t i = 0; (count_a = next_arcs(&s->a, &i, of_a, ARCS_AT_ONCE)) > 0; known_a += count_a)
            for (size_t m = 0; m < count_a; m++)
                for (size_t n = 0; n < count_b; n++)
                    if (take_arcs(s, &of_a[m], &of_b[n], index + (known_a + m) * row + known_b + n)) return;
    }
}

/// Tries all candidates, until the search may end.
static void test_all(search3 *s)
{
    const size_t normals_a = normal_count(&s->a), normals_b = normal_count(&s->b);
    for (size_t i = 0; i < normals_a; i++) {
        dvec3 n = normal_of(&s->a, i);
        if (dvec3_length_squared(n) > 0 && take(s, n, 0, i, edge_of_normal(&s->a, i), FLR_HULL_NONE)) return;
    }
    for (size_t i = 0; i < normals_b; i++) {
        dvec3 n = dvec3_neg(normal_of(&s->b, i));
        if (dvec3_length_squared(n) > 0 &&
            take(s, n, 0, normals_a + i, FLR_HULL_NONE, edge_of_normal(&s->b, i)))
            return;
    }
    test_edges(s, normals_a + normals_b);
}

/// The candidate with a given number; zero if there is none.
static dvec3 candidate(const search3 *s, size_t index)
{
    const size_t normals_a = normal_count(&s->a), normals_b = normal_count(&s->b);
    if (index < normals_a) return normal_of(&s->a, index);
    if (index - normals_a < normals_b) return dvec3_neg(normal_of(&s->b, index - normals_a));
    index -= normals_a + normals_b;
    size_t i = index / arc_count(&s->b), k = index % arc_count(&s->b);
    if (i >= arc_count(&s->a)) return dvec3_make(0, 0, 0);
    arc3 a, b;
    uint32_t at = 0;
    for (size_t n = 0; n <= i; n++) next_arcs(&s->a, &at, &a, 1);
    at = 0;
    for (size_t n = 0; n <= k; n++) next_arcs(&s->b, &at, &b, 1);
    return unit_of(dvec3_cross(a.way, b.way));
}

/// Is it a hull without a radius? With radii two corners may be nearest, and no candidate leads from one to
/// the other.
static bool is_hull(const flr_convex3 *c)
{
    return c && c->kind == FLR_CONVEX3_HULL && c->hull && c->hull->info.dimension >= 2 && c->radius == 0;
}

static void load(side3 *s, const flr_convex3 *c, const reference3 *r)
{
    flr_core3_load(&s->core, c, r);
    s->hull = c->hull;
    s->is_flat = c->hull->info.dimension == 2;
}

static flr_status make(search3 *s, const flr_convex3 *a, const flr_convex3 *b)
{
    if (!is_hull(a) || !is_hull(b)) return FLR_INVALID_ARGUMENT;
    pair3 p;
    flr_pair3_make(&p, a, b);
    if (p.not_finite) return FLR_NOT_FINITE;
    load(&s->a, a, &p.reference);
    load(&s->b, b, &p.reference);
    s->unit = p.reference.unit;
    s->size = 0;
    const side3 *sides[2] = {&s->a, &s->b};
    for (int i = 0; i < 2; i++) {
        dvec3 extent = dvec3_sub(dvec3_from(sides[i]->hull->info.bounds.max),
                                 dvec3_from(sides[i]->hull->info.bounds.min));
        s->size += dvec3_length(dvec3_scale(s->unit, extent));
    }
    s->apart = 0x1p-50 * (s->size + dvec3_length(s->b.core.center));
    s->separation = -(double)INFINITY;
    s->axis = dvec3_make(0, 0, 0);
    s->index = 0;
    s->ends_early = false;
    s->normals = normal_count(&s->a) + normal_count(&s->b);
    s->face_bias = 0;
    s->observer = NULL;
    return FLR_OK;
}

static side3 unplaced(const flr_convex3 *c)
{
    return (side3){.hull = c->hull, .is_flat = c->hull->info.dimension == 2};
}
size_t flr_separation3_normals(const flr_convex3 *c)
{
    const side3 s = unplaced(c);
    return normal_count(&s);
}
size_t flr_separation3_edges(const flr_convex3 *c)
{
    const side3 s = unplaced(c);
    return arc_count(&s);
}

flr_status flr_separation3_hull_hull(const flr_convex3 *a, const flr_convex3 *b, flr_separation3 *result)
{
    return flr_separation3_hulls(a, b, 0, NULL, result);
}

flr_status flr_separation3_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_real face_bias,
                                 const separation3_observer *observer, flr_separation3 *result)
{
    search3 s;
    if (!result) return FLR_INVALID_ARGUMENT;
    *result = (flr_separation3){(flr_real)-INFINITY, {0, 0, 0}, 0};
    flr_status status = make(&s, a, b);
    if (status != FLR_OK) return status;
    s.face_bias = (double)face_bias * s.unit;
    s.observer = observer;
    test_all(&s);
    result->separation = (flr_real)(s.separation / s.unit);
    result->axis = dvec3_round(s.axis);
    result->index = s.index;
    return FLR_OK;
}

flr_status flr_overlap3_hull_hull(const flr_convex3 *a, const flr_convex3 *b, flr_axis_cache3 *cache,
                                  bool *overlap)
{
    search3 s;
    if (!overlap) return FLR_INVALID_ARGUMENT;
    *overlap = false;
    flr_status status = make(&s, a, b);
    if (status != FLR_OK) return status;
    s.ends_early = true;
    dvec3 first = cache ? candidate(&s, cache->index) : dvec3_make(0, 0, 0);
    if (dvec3_length_squared(first) > 0 &&
        (gap_along(&s, first) > s.apart || gap_along(&s, dvec3_neg(first)) > s.apart))
        return FLR_OK;
    test_all(&s);
    *overlap = !(s.separation > s.apart);
    if (cache && !*overlap) cache->index = s.index;
    return FLR_OK;
}
