/// The signed distance of two convex shapes of the plane: GJK where the cores are apart, else the separating
/// axis test or, for cores it does not take, an expanding polygon (EPA).
#include "convex/gjk2.h"
#include "convex/gjk_limit.h"
#include "convex/sat2.h"
#include "math/unit.h"
#include "math/vectors.h"

// ---- The expanding polygon ----

/// The edge of the difference of two overlapping cores that is nearest to the origin, found by support
/// points alone.
typedef struct epa2_result {
    bool converged;
    flr_real lower, upper;  ///< bounds on the depth of the cores
    flr_vec2 normal;        ///< unit: moving b along it by the depth separates the cores
    flr_vec2 a, b;          ///< witness points; a - b = depth * normal
    int iterations;
} epa2_result;

/// A polygon inside the difference. Edge i leads from vertex i to the next one.
typedef struct polygon2 {
    const support2 *a, *b;
    int count;
    vertex2 vertex[EPA2_VERTICES];
    flr_vec2 normal[EPA2_VERTICES];  // outwards, unit
    flr_real height[EPA2_VERTICES];  // of the edge over the origin
} polygon2;

static vertex2 support(const polygon2 *p, flr_vec2 d)
{
    vertex2 v;
    v.a = support2_find(p->a, d, &v.ia);
    v.b = support2_find(p->b, flr_neg2(d), &v.ib);
    v.w = flr_sub2(v.a, v.b);
    return v;
}

static int next(const polygon2 *p, int i) { return i + 1 < p->count ? i + 1 : 0; }

/// Sets the normal and the height of edge i.
static void set_edge(polygon2 *p, int i)
{
    flr_vec2 s = p->vertex[i].w, t = p->vertex[next(p, i)].w, e = flr_sub2(t, s);
    const flr_real square = flr_dot2(e, e), length = square > unit2_lost ? flr_length2(e) : 1;
    if (!(square > unit2_lost)) e = unit2_of(e);
    p->normal[i] = flr_scale2(1 / length, flr_vec2_make(e.y, -e.x));
    flr_vec2 nearer = flr_length_squared2(s) < flr_length_squared2(t) ? s : t;
    p->height[i] = e.x != 0 || e.y != 0 ? flr_dot2(p->normal[i], nearer) : (flr_real)INFINITY;
}

static void add(polygon2 *p, vertex2 v) { p->vertex[p->count++] = v; }

static flr_real area(const polygon2 *p, flr_vec2 w)
{
    return flr_cross2(flr_sub2(p->vertex[1].w, p->vertex[0].w), flr_sub2(w, p->vertex[0].w));
}

/// Makes a triangle with area. Returns false if there is none.
static bool begin(polygon2 *p, const vertex2 *pool, const simplex2 *start)
{
    static const flr_vec2 ways[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < start->count && p->count < 2; ++i)
        if (p->count == 0 || !flr_same2(pool[start->at[i]].w, p->vertex[0].w)) add(p, pool[start->at[i]]);
    for (int i = 0; i < 4 && p->count < 2; ++i) {
        vertex2 v = support(p, ways[i]);
        if (p->count == 0 || !flr_same2(v.w, p->vertex[0].w)) add(p, v);
    }
    if (p->count < 2) return false;
    vertex2 third = start->count == 3 ? pool[start->at[2]] : p->vertex[0];
    flr_vec2 across = flr_perp2(flr_sub2(p->vertex[1].w, p->vertex[0].w));
    for (int k = 0; k < 2 && area(p, third.w) == 0; ++k) third = support(p, k ? flr_neg2(across) : across);
    flr_real turn = area(p, third.w);
    if (turn == 0) return false;
    add(p, third);
    if (turn < 0) {
        vertex2 keep = p->vertex[0];
        p->vertex[0] = p->vertex[1];
        p->vertex[1] = keep;
    }
    return true;
}

static int nearest_edge(const polygon2 *p)
{
    int best = 0;
    for (int i = 1; i < p->count; ++i)
        if (p->height[i] < p->height[best]) best = i;
    return best;
}

static void insert_after(polygon2 *p, int i, vertex2 v)
{
    for (int k = p->count; k > i + 1; --k) {
        p->vertex[k] = p->vertex[k - 1];
        p->normal[k] = p->normal[k - 1];
        p->height[k] = p->height[k - 1];
    }
    p->count++;
    p->vertex[i + 1] = v;
    set_edge(p, i);
    set_edge(p, i + 1);
}

/// Returns that edge which the origin's projection lies on, of several along one line, as support points
/// within a side leave them.
static int under_origin(const polygon2 *p, int i, flr_real rounding)
{
    for (int k = 0; k < p->count; ++k) {
        flr_vec2 s = p->vertex[i].w, t = p->vertex[next(p, i)].w;
        int to = i;
        if (simplex2_before(t, s) < 0) to = i > 0 ? i - 1 : p->count - 1;
        if (simplex2_before(s, t) < 0) to = next(p, i);
        if (to == i || !(p->height[to] - p->height[i] <= 2 * rounding)) break;
        i = to;
    }
    return i;
}

/// Sets the closest points to those of edge i.
static void set_points(const polygon2 *p, int i, epa2_result *r)
{
    const vertex2 *s = &p->vertex[i], *t = &p->vertex[next(p, i)];
    flr_real u = simplex2_before(s->w, t->w), v = simplex2_before(t->w, s->w);
    if (u < 0) u = 0;
    if (v < 0) v = 0;
    flr_real share = u + v > 0 ? v / (u + v) : 0;
    r->a = flr_lerp2(s->a, t->a, share);
    r->b = flr_lerp2(s->b, t->b, share);
}

/// Answers for a polygon without area, whose depth is 0.
static epa2_result without_area(const polygon2 *p)
{
    epa2_result r = {.converged = true, .normal = {1, 0}, .a = p->vertex[0].a, .b = p->vertex[0].b};
    if (p->count < 2) return r;
    flr_vec2 e = flr_sub2(p->vertex[1].w, p->vertex[0].w);
    r.normal = flr_perp2(unit2_of(e));
    set_points(p, 0, &r);
    return r;
}

static void notify(const epa2_observer *observer, const polygon2 *p, int nearest, const vertex2 *found,
                   flr_real reach, bool last, flr_real upper)
{
    observer->on_step(observer, &(epa2_step){.count = p->count,
                                             .vertices = p->vertex,
                                             .nearest = nearest,
                                             .normal = nearest < 0 ? flr_vec2_make(0, 0) : p->normal[nearest],
                                             .height = nearest < 0 ? 0 : p->height[nearest],
                                             .found = found,
                                             .reach = reach,
                                             .upper = upper,
                                             .last = last});
}

/// Expands a polygon, from the vertices that GJK ended with, which are support points. There may be none,
/// and the polygon contains the origin only once it has grown. If the difference has no area, the depth is 0
/// along its normal. The polygon lies inside the difference, so its nearest edge is a lower bound; the
/// support line in any direction is an upper one.
static epa2_result epa2(const support2 *a, const support2 *b, const vertex2 *pool, const simplex2 *start,
                        flr_real rounding, const epa2_observer *observer)
{
    polygon2 p;
    p.a = a;
    p.b = b;
    p.count = 0;
    if (!begin(&p, pool, start)) {
        if (observer) notify(observer, &p, -1, &p.vertex[0], 0, true, 0);
        return without_area(&p);
    }
    epa2_result r = {.upper = (flr_real)INFINITY};
    flr_real within = 0;  // how far the edge that r was made of lies within its support line
    for (int i = 0; i < p.count; ++i) set_edge(&p, i);
    for (;;) {
        int i = nearest_edge(&p);
        vertex2 v = support(&p, p.normal[i]);
        flr_real reach = flr_dot2(p.normal[i], v.w);
        const bool last = reach - p.height[i] <= 2 * rounding || flr_same2(v.w, p.vertex[i].w) ||
                          flr_same2(v.w, p.vertex[next(&p, i)].w);
        r.lower = p.height[i];
        r.iterations++;
        // an edge parallel to the last one, but farther in, reached as far: its points are not those of the
        // depth
        if (reach < r.upper || (last && within > 8 * rounding && reach - r.upper <= 2 * rounding)) {
            if (reach < r.upper) r.upper = reach;
            within = reach - p.height[i];
            r.normal = p.normal[i];
            set_points(&p, last ? under_origin(&p, i, rounding) : i, &r);
        }
        r.converged = last || (r.upper - r.lower <= 2 * rounding && within <= 8 * rounding);
        if (observer) notify(observer, &p, i, &v, reach, r.converged, r.upper);
        if (r.converged || p.count == EPA2_VERTICES) return r;
        insert_after(&p, i, v);
    }
}

// ---- The choice, and the answer ----

/// The depth of cores that overlap: its bounds, its direction, and where it is.
typedef struct depth2 {
    flr_status status;
    flr_real lower, upper;
    flr_vec2 normal, a, b;
    int iterations;
} depth2;

/// Returns a length of at least the largest coordinate in the scene.
static flr_real size_of(const support2 *s)
{
    bool held = s->shape->kind == FLR_CONVEX2_CORNERS;
    const flr_vec2 *p = held ? s->corners : support2_points(s->shape);
    flr_real size = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        flr_real at = support2_spread(held ? p[i] : flr_sub2(p[i], s->base));
        size = at > size ? at : size;
    }
    for (int k = 0; k < 4 && s->count == 0; ++k) {
        uint32_t index;
        flr_real way = k & 1 ? -1 : 1, at;
        at = support2_spread(support2_find(s, k < 2 ? flr_vec2_make(way, 0) : flr_vec2_make(0, way), &index));
        if (at > size) size = at;
    }
    if (s->count == 0) return size;
    flr_real unit;
    (void)support2_upright(s->shape, &unit);
    return held ? size : unit * size + support2_spread(s->offset);
}

/// Computes the depth by separating axes. Returns false if these leave it to the polygon.
static bool by_axes(const gjk2 *g, flr_real size, flr_real alike, flr_vec2 preferred, depth2 *d)
{
    const sat2_result s = flr_sat2(&g->a, &g->b, size, alike, preferred);
    const vertex2 *v = &g->pool[g->simplex.at[0]];
    if (!s.is_known) return false;
    if (s.found)
        *d = (depth2){FLR_OK, -s.most, -s.separation, s.normal, s.a, s.b, 0};
    else
        *d = (depth2){FLR_OK, 0, 0, {1, 0}, v->a, v->b, 0};
    return true;
}

/// Returns the same core, with its corners as points in any order.
static support2 in_disorder(const support2 *s, flr_convex2 *shape)
{
    support2 r = *s;
    *shape = *s->shape;
    if (shape->kind == FLR_CONVEX2_POLYGON) shape->kind = FLR_CONVEX2_POINTS;
    r.shape = shape;
    return r;
}

/// Computes the depth by the expanding polygon, from the simplex of the search.
static depth2 by_expanding(const gjk2 *g, flr_real rounding, epa2_observer *observer)
{
    if (observer) observer->scene = g->origin;
    flr_convex2 shape_a, shape_b;
    const support2 a = in_disorder(&g->a, &shape_a), b = in_disorder(&g->b, &shape_b);
    epa2_result e = epa2(&a, &b, g->pool, &g->simplex, rounding, observer);
    const flr_real relative = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12;
    // their order does not matter here: a user's support points may contradict one another
    const bool met =
        e.converged && fabs((double)(e.upper - e.lower)) <= (double)(64 * rounding + e.upper * relative);
    depth2 d = {met ? FLR_OK : FLR_NOT_CONVERGED, e.lower, e.upper, e.normal, e.a, e.b, e.iterations};
    return d;
}

/// Returns what a search has ended with, and the depth if the cores overlap. `observer` sees the polygon
/// grow.
static flr_gjk2 finish(gjk2 *g, int steps, const flr_gjk2_options *options, flr_real bias, flr_vec2 preferred,
                       epa2_observer *observer)
{
    const flr_convex2 *a = g->a.shape, *b = g->b.shape;
    const flr_real radii = a->radius + b->radius;
    flr_gjk2 r = flr_gjk2_answer(g, steps, options);
    if (g->apart || r.beyond) {
        // the cores are apart: the depth is exact already, and its bounds are those of the distance
        if (!r.overlap) return r;
        flr_real error = 4 * gjk2_rounding() * (g->size + gjk2_frames(g) + radii);
        r.upper = error - r.signed_distance;
        r.lower = -r.signed_distance - error;
        if (!(r.lower > 0)) r.lower = 0;
        return r;
    }
    flr_real size = size_of(&g->a) + size_of(&g->b), rounding = gjk2_rounding() * (size + radii);
    if (!g->scaled && !rescaled2_is_usual(size)) {
        // the search has not seen this if it ended at two corners in one place
        g->usual = false;
        return r;
    }
    flr_real alike = bias > 4 * rounding ? bias : 4 * rounding;
    if (alike > 16 * size) alike = 16 * size;  // all there are
    depth2 d;
    if (observer || !by_axes(g, size + radii, alike, preferred, &d)) d = by_expanding(g, rounding, observer);
    r.status = d.status;
    const flr_real depth = d.upper + radii;
    r.signed_distance = depth < 0 ? 0 : -depth;  // touching, up to rounding
    rounding += gjk2_rounding() * (support2_far(&g->a) + support2_far(&g->b));
    // edges are turned from frame to frame and made unit, or were so before
    rounding *= 8;
    // only rounding, as of a user's function, can bring about the other order
    r.lower = (d.lower < d.upper ? d.lower : d.upper) + radii - rounding;
    r.upper = (d.lower < d.upper ? d.upper : d.lower) + radii + rounding;
    if (!(r.lower > 0)) r.lower = 0;
    if (!(r.upper > 0)) r.upper = 0;
    r.normal = d.normal;
    r.iterations += d.iterations;
    r.point_a = flr_add2(g->origin, flr_mul_add2(d.a, a->radius, r.normal));
    r.point_b = flr_add2(g->origin, flr_mul_add2(d.b, -b->radius, r.normal));
    if (options && options->cache) options->cache->axis = r.normal;
    return r;
}

/// Answers for scenes that are huge or tiny, by a copy in another unit.
static flr_gjk2 in_another_unit(const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options,
                                flr_real bias, flr_vec2 preferred, epa2_observer *observer)
{
    gjk2 g;
    rescaled2 s;
    flr_real limit = flr_gjk2_limit(options), radii = a->radius + b->radius;
    flr_rescaled2_make(&s, a, b, 0);
    if (s.not_finite) return flr_gjk2_not_finite();
    g.scaled = true;
    if (observer) {
        observer->origin = s.origin;
        observer->inverse = s.inverse;
    }
    int steps = flr_gjk2_iterate(&g, &s.a, &s.b, options, s.unit * (limit + radii), -1);
    flr_gjk2 r = finish(&g, steps, options, s.unit * bias, preferred, observer);
    bool apart = g.apart || r.beyond;
    r = flr_gjk2_unscaled(&s, &r, a->radius, b->radius, !apart);
    if (r.status == FLR_NOT_FINITE || !apart || !r.overlap) return r;
    flr_real error = 4 * gjk2_rounding() * (s.inverse * (g.size + gjk2_frames(&g)) + radii);
    r.upper = error - r.signed_distance;
    r.lower = -r.signed_distance - error;
    if (!(r.lower > 0)) r.lower = 0;
    return r;
}

static inline __attribute__((always_inline)) flr_gjk2 within(const flr_convex2 *a, const flr_convex2 *b,
                                                             const flr_gjk2_options *options, flr_real bias,
                                                             epa2_observer *observer)
{
    gjk2 g;
    g.scaled = false;
    flr_vec2 preferred = options && options->cache ? options->cache->axis : flr_vec2_make(0, 0);
    flr_real limit = flr_gjk2_limit(options);
    int steps = flr_gjk2_iterate(&g, a, b, options, limit + (a->radius + b->radius), -1);
    if (!g.usual) return in_another_unit(a, b, options, bias, preferred, observer);
    flr_gjk2 r = finish(&g, steps, options, bias, preferred, observer);
    if (!g.usual) return in_another_unit(a, b, options, bias, preferred, observer);
    // the expanding polygon asks a user's function again
    bool sound = isfinite(r.signed_distance) && flr_is_finite2(r.normal) && flr_is_finite2(r.point_a);
    return sound ? r : flr_gjk2_not_finite();
}

flr_gjk2 flr_signed_distance2_within(const flr_convex2 *a, const flr_convex2 *b,
                                     const flr_gjk2_options *options, flr_real bias)
{
    return within(a, b, options, bias, NULL);
}

flr_gjk2 flr_signed_distance2_by_polygon(const flr_convex2 *a, const flr_convex2 *b, epa2_observer *observer)
{
    observer->origin = flr_vec2_make(0, 0);
    observer->inverse = 1;
    return within(a, b, NULL, 0, observer);
}

flr_gjk2 flr_signed_distance2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                            const flr_gjk2_options *options)
{
    return flr_signed_distance2_within(a, b, options, 0);
}
