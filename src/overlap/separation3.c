/// The axis that separates two shapes best. Boxes try fifteen axes; hulls their face normals and the pairs
/// of edges that make a face of the Minkowski difference; lists of points the axes that the caller gives.
#include "overlap/separation3.h"

#include "closest/points3.h"
#include "closest/span3.h"
#include "convex/depth3.h"
#include "convex/minkowski3.h"
#include "convex/order.h"
#include "feeler/overlap2.h"
#include "math/double_double.h"

// ---- Points along given axes

static void project(const flr_frame3 *f, const flr_points3 *s, dvec3 axis, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < s->count; ++i) {
        double x = dvec3_dot(flr_frame3_local(f, flr_points3_at(s, i)), axis);
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
}

/// The separation along a unit axis: the larger gap of its two directions.
static double separation_along(const flr_frame3 *f, const flr_points3 *a, const flr_points3 *b, dvec3 axis,
                               bool *backward)
{
    double a_low, a_high, b_low, b_high;
    project(f, a, axis, &a_low, &a_high);
    project(f, b, axis, &b_low, &b_high);
    double forward = b_low - a_high, back = a_low - b_high;
    *backward = back > forward;
    return *backward ? back : forward;
}

/// Do two lists of points overlap on all axes? The cached axis is tried first.
static bool overlap_of(flr_points3 a, flr_points3 b, flr_points3 axes, size_t *cache)
{
    if (a.count == 0 || b.count == 0) return false;
    flr_vec3 low, high;
    flr_frame3 f = flr_points3_frame(&a, &b, &low, &high);
    size_t first = cache && *cache < axes.count ? *cache : 0;
    for (size_t i = 0; i < axes.count; ++i) {
        size_t k = i == 0 ? first : i <= first ? i - 1 : i;
        dvec3 axis = flr_unit3(flr_points3_at(&axes, k));
        bool backward;
        if (!(dvec3_dot(axis, axis) > 0)) continue;
        if (!(separation_along(&f, &a, &b, axis, &backward) > 0)) continue;
        if (cache) *cache = k;
        return false;
    }
    return true;
}

static flr_separation3 separation_of(flr_points3 a, flr_points3 b, flr_points3 axes)
{
    flr_separation3 best = {(flr_real)-INFINITY, {0, 0, 0}, 0};
    if (a.count == 0 || b.count == 0) return best;
    flr_vec3 low, high;
    flr_frame3 f = flr_points3_frame(&a, &b, &low, &high);
    double separation = -INFINITY;
    for (size_t k = 0; k < axes.count; ++k) {
        dvec3 axis = flr_unit3(flr_points3_at(&axes, k));
        bool backward;
        if (!(dvec3_dot(axis, axis) > 0)) continue;
        double along = separation_along(&f, &a, &b, axis, &backward);
        if (!(along > separation)) continue;
        separation = along;
        double sign = backward ? -1 : 1;
        best.axis =
            flr_vec3_make((flr_real)(sign * axis.x), (flr_real)(sign * axis.y), (flr_real)(sign * axis.z));
        best.index = k;
    }
    best.separation = (flr_real)(separation / f.grow / f.shrink);
    return best;
}

bool flr_overlap3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b, size_t count_b,
                                const flr_vec3 *axes, size_t count_axes, flr_axis_cache3 *cache)
{
    return overlap_of(flr_points3_in_space(a, count_a), flr_points3_in_space(b, count_b),
                      flr_points3_in_space(axes, count_axes), cache ? &cache->index : NULL);
}

bool flr_overlap2_points_points(const flr_vec2 *a, size_t count_a, const flr_vec2 *b, size_t count_b,
                                const flr_vec2 *axes, size_t count_axes, flr_axis_cache2 *cache)
{
    return overlap_of(flr_points3_in_plane(a, count_a), flr_points3_in_plane(b, count_b),
                      flr_points3_in_plane(axes, count_axes), cache ? &cache->index : NULL);
}

flr_separation3 flr_separation3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b,
                                              size_t count_b, const flr_vec3 *axes, size_t count_axes)
{
    return separation_of(flr_points3_in_space(a, count_a), flr_points3_in_space(b, count_b),
                         flr_points3_in_space(axes, count_axes));
}

flr_separation2 flr_separation2_points_points(const flr_vec2 *a, size_t count_a, const flr_vec2 *b,
                                              size_t count_b, const flr_vec2 *axes, size_t count_axes)
{
    const flr_separation3 s =
        separation_of(flr_points3_in_plane(a, count_a), flr_points3_in_plane(b, count_b),
                      flr_points3_in_plane(axes, count_axes));
    const flr_separation2 r = {s.separation, {s.axis.x, s.axis.y}, 0, (int)s.index};
    return r;
}

/// Edges count as parallel if their cross product is shorter than this times the product of their lengths.
static const double parallel = 0x1p-48;

static dvec3 brought_near_one(dvec3 v)
{
    return dvec3_scale(flr_power_toward_one(flr_largest3(v.x, v.y, v.z)), v);
}

/// Ericson 5.2.1.1, with the normal for parallel edges that it leaves out.
flr_vec3 flr_separation3_edge_axis(const flr_segment3 *a, const flr_segment3 *b)
{
    const flr_vec3 points[4] = {a->a, a->b, b->a, b->b};
    flr_frame3 f = flr_frame3_make(points, 4, 0);
    dvec3 from = flr_frame3_local(&f, b->a);
    dvec3 u = brought_near_one(flr_frame3_local(&f, a->b));
    dvec3 v = brought_near_one(dvec3_sub(flr_frame3_local(&f, b->b), from));
    dvec3 n = flr_cross_compensated(u, v);
    double square = dvec3_dot(u, u) * dvec3_dot(v, v);
    if (!(dvec3_dot(n, n) > parallel * parallel * square)) {
        dvec3 across = flr_cross_compensated(u, brought_near_one(from));
        n = dvec3_cross(u, across);
    }
    n = brought_near_one(n);
    return flr_vec3_make((flr_real)n.x, (flr_real)n.y, (flr_real)n.z);
}

// ---- Boxes: fifteen axes

/// Both boxes in the axes of the first, relative to the centre of the second. The first is then an interval
/// on every axis, so an aabb needs neither centre nor extents.
typedef struct box_pair {
    double low[3], high[3];
    double axis[3][3], half[3];  ///< of the second
} box_pair;

static void set3(double v[3], double x, double y, double z)
{
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

/// The separation along a vector other than zero: the larger gap of its two directions.
static double box_separation_along(const box_pair *p, const double v[3], bool *backward)
{
    double most = 0, least = 0, reach = 0, square = 0;
    for (int i = 0; i < 3; ++i) {
        double a = p->low[i] * v[i], b = p->high[i] * v[i];
        most += a > b ? a : b;
        least += a > b ? b : a;
        reach += p->half[i] * fabs(v[0] * p->axis[i][0] + v[1] * p->axis[i][1] + v[2] * p->axis[i][2]);
        square += v[i] * v[i];
    }
    double forward = -most - reach, back = least - reach;
    *backward = back > forward;
    return (*backward ? back : forward) / sqrt(square);
}

/// Candidate k of 15: 3 axes of the first box, 3 of the second, 9 cross products. Each cross product is two
/// components of an axis of the second, so none is noise. Parallel edges give exactly zero, or a short
/// vector that is as good a direction as any other.
static void box_candidate(const box_pair *p, int k, double v[3])
{
    set3(v, 0, 0, 0);
    if (k < 3)
        v[k] = 1;
    else if (k < 6)
        set3(v, p->axis[k - 3][0], p->axis[k - 3][1], p->axis[k - 3][2]);
    else {
        int i = (k - 6) / 3, m = (i + 1) % 3, n = (i + 2) % 3;
        const double *u = p->axis[(k - 6) % 3];
        v[m] = -u[n];
        v[n] = u[m];
    }
}

static double square_of(const double v[3]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }
static bool is_usable(const double v[3]) { return square_of(v) > 0; }

/// Edges count as parallel if the sine between them is below this: their cross product is noise, which could
/// beat the faces of boxes that are apart across a corner.
static const double box_parallel = sizeof(flr_real) == sizeof(float) ? 0x1p-21 : 0x1p-50;

static bool apart(const box_pair *p)
{
    for (int k = 0; k < 15; ++k) {
        double v[3];
        bool backward;
        box_candidate(p, k, v);
        if (is_usable(v) && box_separation_along(p, v, &backward) > 0) return true;
    }
    return false;
}

typedef struct best_axis {
    double separation, v[3];
    int index;
} best_axis;

/// Finds the best of the fifteen axes. An edge pair must beat a face by more than rounding errors and the
/// bias.
static best_axis best(const box_pair *p, const flr_frame3 *f, double face_bias,
                      const separation3_observer *observer)
{
    best_axis found = {-INFINITY, {0, 0, 0}, 0};
    double size = 0;
    for (int i = 0; i < 3; ++i) size += p->half[i] + (p->high[i] - p->low[i]);
    for (int k = 0; k < 15; ++k) {
        double v[3];
        bool backward;
        box_candidate(p, k, v);
        if (!(square_of(v) > box_parallel * box_parallel)) continue;
        double separation = box_separation_along(p, v, &backward);
        const double lead = (sizeof(flr_real) == sizeof(float) ? 2e-6 : 1e-12) * size +
                            (k >= 6 && found.index < 6 ? face_bias : 0),
                     scale = (backward ? -1 : 1) / sqrt(square_of(v));
        const bool better = k == 0 || separation > found.separation + lead;
        if (observer)
            observer->on_step(observer->user,
                              &(separation3_tried){.index = (size_t)k,
                                                   .axis = dvec3_scale(scale, dvec3_make(v[0], v[1], v[2])),
                                                   .separation = separation / f->grow / f->shrink,
                                                   .better = better});
        if (!better) continue;
        found.separation = separation;
        found.index = k;
        set3(found.v, v[0] * scale, v[1] * scale, v[2] * scale);
    }
    return found;
}

static double largest_half(flr_vec3 h) { return flr_largest3((double)h.x, (double)h.y, (double)h.z); }

static void set_second(box_pair *p, const flr_frame3 *f, const flr_box3 *b)
{
    set3(p->half, flr_frame3_length(f, b->half_extents.x), flr_frame3_length(f, b->half_extents.y),
         flr_frame3_length(f, b->half_extents.z));
}

static box_pair pair_of_boxes(const flr_box3 *a, const flr_box3 *b, flr_frame3 *f)
{
    const flr_vec3 points[2] = {b->center, a->center};
    double reach_a = largest_half(a->half_extents), reach_b = largest_half(b->half_extents);
    *f = flr_frame3_make(points, 2, (flr_real)(reach_a > reach_b ? reach_a : reach_b));
    box_pair p;
    dvec3 center = flr_box3_coordinates(a, flr_frame3_local(f, a->center));
    dvec3 half = {flr_frame3_length(f, a->half_extents.x), flr_frame3_length(f, a->half_extents.y),
                  flr_frame3_length(f, a->half_extents.z)};
    set3(p.low, center.x - half.x, center.y - half.y, center.z - half.z);
    set3(p.high, center.x + half.x, center.y + half.y, center.z + half.z);
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    for (int i = 0; i < 3; ++i) {
        dvec3 v = flr_box3_coordinates(a, dvec3_from(axes[i]));
        set3(p.axis[i], v.x, v.y, v.z);
    }
    set_second(&p, f, b);
    return p;
}

static box_pair pair_of_aabb_box(const flr_aabb3 *a, const flr_box3 *b, flr_frame3 *f)
{
    const flr_vec3 points[3] = {b->center, a->min, a->max};
    *f = flr_frame3_make(points, 3, (flr_real)largest_half(b->half_extents));
    box_pair p;
    dvec3 low = flr_frame3_local(f, a->min), high = flr_frame3_local(f, a->max);
    set3(p.low, low.x, low.y, low.z);
    set3(p.high, high.x, high.y, high.z);
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    for (int i = 0; i < 3; ++i) set3(p.axis[i], (double)axes[i].x, (double)axes[i].y, (double)axes[i].z);
    set_second(&p, f, b);
    return p;
}

static flr_separation3 answer(const flr_frame3 *f, best_axis found, flr_vec3 axis)
{
    flr_separation3 s = {(flr_real)(found.separation / f->grow / f->shrink), axis, (size_t)found.index};
    return s;
}

/// Gottschalk, Lin and Manocha, "OBBTree" (1996), Ericson 4.4.1; Ericson 5.2.1 for the least overlap.
flr_separation3 flr_separation3_boxes(const flr_box3 *a, const flr_box3 *b, flr_real face_bias,
                                      const separation3_observer *observer)
{
    flr_frame3 f;
    box_pair p = pair_of_boxes(a, b, &f);
    best_axis found = best(&p, &f, flr_frame3_length(&f, face_bias), observer);
    dvec3 v = {found.v[0], found.v[1], found.v[2]};
    v = flr_box3_vector(a, v);
    return answer(&f, found, flr_vec3_make((flr_real)v.x, (flr_real)v.y, (flr_real)v.z));
}

flr_separation3 flr_separation3_box_box(const flr_box3 *a, const flr_box3 *b)
{
    return flr_separation3_boxes(a, b, 0, NULL);
}

flr_separation3 flr_separation3_aabb_box(const flr_aabb3 *a, const flr_box3 *b)
{
    flr_frame3 f;
    box_pair p = pair_of_aabb_box(a, b, &f);
    best_axis found = best(&p, &f, 0, NULL);
    return answer(&f, found, flr_vec3_make((flr_real)found.v[0], (flr_real)found.v[1], (flr_real)found.v[2]));
}

bool flr_overlap3_box_box(const flr_box3 *a, const flr_box3 *b)
{
    const sat3_end end = flr_sat3_box_box_overlap(a, b);
    if (end != SAT3_NEAR) return end != SAT3_APART;
    // a pair that rounds to a touch must do so whichever box comes first
    const bool first = flr_box3_is_first(a, b);
    flr_frame3 f;
    box_pair p = pair_of_boxes(first ? a : b, first ? b : a, &f);
    return !apart(&p);
}

bool flr_overlap3_aabb_box(const flr_aabb3 *a, const flr_box3 *b)
{
    flr_frame3 f;
    box_pair p = pair_of_aabb_box(a, b, &f);
    return !apart(&p);
}

// ---- Hulls: faces, and edges whose arcs on the Gauss map cross

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

/// Tries all pairs of edges, a block of each hull at a time. True if the search may end.
static bool test_edges(search3 *s, size_t index)
{
    arc3 of_a[ARCS_AT_ONCE], of_b[ARCS_AT_ONCE];
    const size_t row = arc_count(&s->b);
    size_t known_b = 0, count_b;
    for (uint32_t k = 0; (count_b = next_arcs(&s->b, &k, of_b, ARCS_AT_ONCE)) > 0; known_b += count_b) {
        size_t known_a = 0, count_a;
        for (uint32_t i = 0; (count_a = next_arcs(&s->a, &i, of_a, ARCS_AT_ONCE)) > 0; known_a += count_a)
            for (size_t m = 0; m < count_a; m++)
                for (size_t n = 0; n < count_b; n++)
                    if (take_arcs(s, &of_a[m], &of_b[n], index + (known_a + m) * row + known_b + n))
                        return true;
    }
    return false;
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
