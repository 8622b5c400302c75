/// The depth of curved cores, improved from one that EPA knows nearly: the direction is turned until no turn
/// makes the depth less.
///
/// If both cores can be taken apart into smooth pieces, Newton's method finds the least value of the largest
/// piece, and branch and bound proves it (depth3_curved_bounds.c). Users' cores have support points alone:
/// there a golden section search turns the normal about the best axis, and Newton's method works with
/// differences. Cores about parallel axes have a closed form.
#include "convex/depth3_curved.h"
#include "convex/depth3.h"
#include "convex/gjk3.h"
#include "convex/reach3_step.h"
#include "math/eps.h"

// ---- By support points alone ----

/// The least reach of the difference that has been found, and the unit vector along which it is.
typedef struct lowest {
    const pair3 *pair;
    dvec3 normal;
    double depth;
} lowest;

/// Returns how far the difference of the cores reaches along n. The point that does goes to *w.
static double reach_and_point(const pair3 *p, dvec3 n, dvec3 *w)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p, PAIR3_ANY, dvec3_neg(n), &v);
    *w = v.w;
    return dvec3_dot(v.w, n);
}

/// Returns n turned about the unit vector `axis` by the angle whose half has the tangent s.
static dvec3 turned_about(dvec3 n, dvec3 axis, double s)
{
    double part = 1 / (1 + s * s), sine = 2 * s * part, rest = 2 * s * s * part;
    dvec3 m = dvec3_add_scaled(dvec3_scale(1 - rest, n), sine, dvec3_cross(axis, n));
    m = dvec3_add_scaled(m, rest * dvec3_dot(axis, n), axis);
    return dvec3_scale(1 / dvec3_length(m), m);
}

/// Returns the reach along the turned normal, which is kept if it is the least.
static double try_turn(lowest *l, dvec3 from, dvec3 axis, double s)
{
    dvec3 w, n = turned_about(from, axis, s);
    double depth = reach_and_point(l->pair, n, &w);
    if (depth < l->depth) {
        l->depth = depth;
        l->normal = n;
    }
    return depth;
}

/// Searches for the least reach between two turns about an axis.
static void golden_section(lowest *l, dvec3 from, dvec3 axis, double low, double high)
{
    enum { SECTIONS = 72 };
    const double golden = 0.61803398874989485;
    double x[2] = {high - golden * (high - low), low + golden * (high - low)}, f[2];
    for (int k = 0; k < 2; k++) f[k] = try_turn(l, from, axis, x[k]);
    for (int i = 0; i < SECTIONS; i++) {
        int k = f[0] < f[1] ? 0 : 1;
        if (k) {
            low = x[0], x[0] = x[1], f[0] = f[1];
            x[1] = low + golden * (high - low);
        } else {
            high = x[1], x[1] = x[0], f[1] = f[0];
            x[0] = high - golden * (high - low);
        }
        f[k] = try_turn(l, from, axis, x[k]);
    }
}

/// Turns the normal about one axis, from the first step in either direction that gains, down to a minimum.
static void turn_about(lowest *l, dvec3 axis)
{
    double length = dvec3_length(axis);
    if (!(length > 0)) return;
    const dvec3 from = l->normal, w = dvec3_scale(1 / length, axis);
    const double start = l->depth;
    for (double s = 0.25; s > 0x1p-40; s /= 8) {
        double step = try_turn(l, from, w, s) < start ? s : try_turn(l, from, w, -s) < start ? -s : 0;
        if (step == 0) continue;
        double most = fabs(step) < 0.125 ? 3 : 1, last = l->depth;
        while (most-- > 0 && try_turn(l, from, w, 2 * step) < last) step *= 2, last = l->depth;
        golden_section(l, from, w, 0, 2 * step);
        return;
    }
}

/// Computes the slope of the reach along the unit tangents x and y, at n turned towards x by the angle whose
/// half has the tangent s.
static void slopes_at(const pair3 *p, dvec3 n, dvec3 x, dvec3 y, double s, double slope[2])
{
    double part = 1 / (1 + s * s), sine = 2 * s * part, cosine = 1 - 2 * s * s * part;
    dvec3 w;
    reach_and_point(p, dvec3_add_scaled(dvec3_scale(cosine, n), sine, x), &w);
    slope[0] = dvec3_dot(w, dvec3_add_scaled(dvec3_scale(cosine, x), -sine, n));
    slope[1] = dvec3_dot(w, y);
}

static dvec3 unit_of(dvec3 n) { return dvec3_scale(1 / dvec3_length(n), n); }

/// Takes a step of Newton's method by differences of slopes, shortened until it leads down. Returns false if
/// it does not.
static bool newton_by_slopes(lowest *l)
{
    const double turn = 0x1p-12, around = 4 * turn / (1 + turn * turn);
    dvec3 n = l->normal, z = fabs(n.z) < 0.75 ? dvec3_make(0, 0, 1) : dvec3_make(1, 0, 0);
    dvec3 x = unit_of(dvec3_cross(n, z)), y = dvec3_cross(n, x), w;
    reach_and_point(l->pair, n, &w);
    double slope[2] = {dvec3_dot(w, x), dvec3_dot(w, y)}, low[2], high[2];
    slopes_at(l->pair, n, x, y, -turn, low);
    slopes_at(l->pair, n, x, y, turn, high);
    double xx = (high[0] - low[0]) / around, xy = (high[1] - low[1]) / around;
    slopes_at(l->pair, n, y, x, -turn, low);
    slopes_at(l->pair, n, y, x, turn, high);
    double yy = (high[0] - low[0]) / around, half = (xx - yy) / 2, spread = sqrt(half * half + xy * xy);
    // where the reach does not bend upwards, it is taken to do so
    double least = (xx + yy) / 2 - spread;
    if (!(least > 0)) xx += spread / 2 - least, yy += spread / 2 - least;
    double det = xx * yy - xy * xy;
    if (!(det > 0)) return false;
    double a = (xy * slope[1] - yy * slope[0]) / det, b = (xy * slope[0] - xx * slope[1]) / det;
    double length = sqrt(a * a + b * b), start = l->depth;
    for (double part = length > 1 ? 1 / length : 1; part > 0x1p-6; part /= 2) {
        dvec3 m = unit_of(dvec3_add_scaled(dvec3_add_scaled(n, part * a, x), part * b, y));
        double depth = reach_and_point(l->pair, m, &w);
        if (!(depth < start)) continue;
        l->depth = depth;
        l->normal = m;
        return true;
    }
    return false;
}

/// Returns the axis of a core; zero if it has none.
static dvec3 axis_of(const core3 *c)
{
    if (core3_is_round(c)) return dvec3_sub(c->high, c->low);
    if (c->kind == FLR_CONVEX3_CORNERS && c->count == 2) return dvec3_sub(c->corner[1], c->corner[0]);
    return dvec3_make(0, 0, 0);
}

/// The cores are moved along the normal until they are apart. Their closest points are where they touch once
/// moved by the depth.
void flr_depth3_meet(const pair3 *p, epa3_result *e)
{
    pair3 moved = *p;
    simplex3 simplex;
    flr_pair3_move(&moved, dvec3_scale(e->upper * 1.0625, e->normal));
    flr_gjk3 g = flr_gjk3_search_pair(&moved, NULL, &simplex);
    if (g.normal.x != 0 || g.normal.y != 0 || g.normal.z != 0) {
        dvec3 b;
        simplex3_points(&simplex, &e->a, &b);
    }
    // the point must lie in the plane that a ends at, also where a's closest point does not
    uint32_t id = CORE3_NO_ID;
    dvec3 top = core3_support(&p->a, p->a.kind, e->normal, &id);
    e->a = dvec3_add_scaled(e->a, dvec3_dot(dvec3_sub(top, e->a), e->normal), e->normal);
    e->b = dvec3_add_scaled(e->a, -e->upper, e->normal);
}

static void go_down(lowest *l)
{
    enum { STEPS_MAX = 24 };
    for (int step = 0; step < STEPS_MAX && newton_by_slopes(l); step++) continue;
}

/// Starts from directions spread over the sphere. Where the depth is nearly the same all around, it may be
/// least in another place than where a polytope's best face happens to lie.
static void start_all_around(lowest *l)
{
    for (int i = 0; i < 27; i++) {
        if (i == 13) continue;
        lowest m = {l->pair, unit_of(dvec3_make(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1)), 0};
        dvec3 w;
        m.depth = reach_and_point(m.pair, m.normal, &w);
        go_down(&m);
        if (m.depth < l->depth) *l = m;
    }
}

void flr_depth3_descend(const pair3 *pair, epa3_result *e)
{
    enum { ROUNDS_MAX = 12 };
    lowest l = {pair, e->normal, e->upper};
    start_all_around(&l);
    const dvec3 u = axis_of(&pair->a), v = axis_of(&pair->b);
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double start = l.depth;
        dvec3 w;
        go_down(&l);
        turn_about(&l, u);
        turn_about(&l, v);
        turn_about(&l, dvec3_cross(l.normal, u));
        turn_about(&l, dvec3_cross(l.normal, v));
        // down the slope, and across it
        reach_and_point(pair, l.normal, &w);
        dvec3 across = dvec3_cross(l.normal, w);
        turn_about(&l, across);
        turn_about(&l, dvec3_cross(l.normal, across));
        if (!(start - l.depth > 0x1p-52 * start)) break;
    }
    if (!(l.depth < e->upper)) return;
    e->upper = l.depth;
    e->normal = l.normal;
    flr_depth3_meet(pair, e);
}

// ---- By smooth pieces ----

/// A direction of the pieces' frame along which the reach has a local minimum, and the pieces that are
/// farthest there.
typedef struct low3 {
    dvec3 n, normal;  ///< in the frame and in the scene, where it goes from a to b
    double depth;     ///< the reach
    dvec3 a;          ///< the touched point of a, in the scene
    int count;
    piece3 piece[3];
    double weight[3];  ///< whose sum is 1; with these the pieces' slopes cancel
    double rest;       ///< how far the weighted point is from the foot of the plane's perpendicular
} low3;

/// A normal with two tangents, and what all discs about an axis have in common there.
typedef struct around3 {
    dvec3 n, x, y;
    /// where a disc of radius 1 is farthest: of the first along the normal, of the second against it
    dvec3 first, second;
    double bend[2][3];  ///< the second derivatives of such a disc's reach: xx, xy, yy
} around3;

/// Sets them from `way`, the vector perpendicular to n and to the axis whose length is the sine of the angle
/// between these.
static void set_bend(const around3 *at, dvec3 way, double bend[3])
{
    const double square = dvec3_dot(way, way), part = square > 0 ? 1 / (square * sqrt(square)) : 0,
                 a = dvec3_dot(way, at->x), b = dvec3_dot(way, at->y);
    bend[0] = part * a * a;
    bend[1] = part * a * b;
    bend[2] = part * b * b;
}

/// Sets two tangents at n, what discs about the axis have in common there, and how their reach bends.
static void set_around(around3 *at, const pieces3 *p, dvec3 n)
{
    const dvec3 z = fabs(n.z) < 0.75 ? dvec3_make(0, 0, 1) : dvec3_make(1, 0, 0), x = dvec3_cross(n, z);
    at->n = n;
    at->x = dvec3_scale(1 / dvec3_length(x), x);
    at->y = dvec3_cross(n, at->x);
    pieces3_farthest(p, n, &at->first, &at->second);
    set_bend(at, dvec3_make(-n.y, n.x, 0), at->bend[0]);
    set_bend(at, p->is_round ? dvec3_cross(p->axis, n) : dvec3_make(0, 0, 0), at->bend[1]);
}

/// Adds the bend of a core that is curved all over, by how its support points move with the direction:
/// nothing else is known of it.
static void add_bend_of_smooth(local3 *l, const pieces3 *p, dvec3 n, dvec3 x, dvec3 y)
{
    const double turn = 0x1p-13;
    const dvec3 way[2] = {x, y};
    dvec3 by[2];
    for (int k = 0; k < 2; k++) {
        piece3 low[PIECES3], high[PIECES3];
        dvec3 m = dvec3_add_scaled(n, -turn, way[k]), o = dvec3_add_scaled(n, turn, way[k]);
        flr_pieces3_find(p, &m, 1, low);
        flr_pieces3_find(p, &o, 1, high);
        by[k] = dvec3_scale(0.5 / turn, dvec3_sub(low[0].second.at, high[0].second.at));
    }
    l->bend.xx += dvec3_dot(by[0], x);
    l->bend.xy += (dvec3_dot(by[0], y) + dvec3_dot(by[1], x)) / 2;
    l->bend.yy += dvec3_dot(by[1], y);
}

/// Returns the quadratic model of a piece around a direction.
static local3 local_of(const pieces3 *p, const piece3 *piece, const around3 *at)
{
    const double r = piece->first->radius, q = piece->second.radius;
    const dvec3 first = dvec3_add_scaled(piece->first->at, r, at->first),
                second = q > 0 ? dvec3_add_scaled(piece->second.at, q, at->second) : piece->second.at,
                w = dvec3_sub(first, second);
    local3 l = {.value = dvec3_dot(w, at->n)};
    l.slope = (flat2){dvec3_dot(w, at->x), dvec3_dot(w, at->y)};
    l.bend.xx = r * at->bend[0][0] - l.value;
    l.bend.xy = r * at->bend[0][1];
    l.bend.yy = r * at->bend[0][2] - l.value;
    if (q > 0) {
        l.bend.xx += q * at->bend[1][0];
        l.bend.xy += q * at->bend[1][1];
        l.bend.yy += q * at->bend[1][2];
    }
    if (core3_is_smooth(p->second)) add_bend_of_smooth(&l, p, at->n, at->x, at->y);
    return l;
}

static dvec3 moved(dvec3 n, double x, dvec3 u, double y, dvec3 v)
{
    dvec3 m = dvec3_add_scaled(dvec3_add_scaled(n, x, u), y, v);
    return dvec3_scale(1 / dvec3_length(m), m);
}

/// Takes one step of the method from l->n, and sets the pieces. Returns false if no step leads on.
static bool refine_once(const pieces3 *p, double near, low3 *l, double *way)
{
    around3 at;
    set_around(&at, p, l->n);
    dvec3 normals[PIECES3_ENDS] = {l->n};
    const bool is_one = p->is_round || core3_is_smooth(p->second);
    for (int k = 1; k < PIECES3_ENDS && !is_one; k++)
        normals[k] = dvec3_add_scaled(l->n, k & 1 ? near : -near, k & 2 ? at.x : at.y);
    piece3 pieces[PIECES3];
    local3 local[PIECES3];
    const int count = flr_pieces3_find(p, normals, is_one ? 1 : PIECES3_ENDS, pieces);
    for (int i = 0; i < count; i++) local[i] = local_of(p, &pieces[i], &at);
    const step3 best = best_step(local, count, NULL, 0);
    if (best.count == 0) return false;
    l->n = moved(l->n, best.way.x, at.x, best.way.y, at.y);
    *way = sqrt(dot2(best.way, best.way));
    l->count = best.count;
    for (int i = 0; i < best.count; i++) {
        l->piece[i] = pieces[best.part[i]];
        l->weight[i] = best.weight[i];
    }
    return true;
}

/// Returns how far the difference of the cores reaches along n.
static double reach_along(const pair3 *p, dvec3 n)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p, PAIR3_ANY, dvec3_neg(n), &v);
    return dvec3_dot(v.w, n);
}

/// Bounds are to meet up to this part of the scene's size.
#define CLOSE 0x1p-43
/// Rounding may hide this part of it.
#define ROUNDING 0x1p-49

/// Sets the normal, the reach along it, and the point that the pieces have in common.
static void measure(const pair3 *pair, const pieces3 *p, low3 *l)
{
    const dvec3 scene = dvec3_scale(p->side, flr_pieces3_scene(p, l->n));
    dvec3 way[2] = {{0, 0, 0}, {0, 0, 0}};
    l->normal = dvec3_scale(1 / dvec3_length(scene), scene);
    l->depth = reach_along(pair, l->normal);
    for (int i = 0; i < l->count; i++) {
        dvec3 first, second;
        flr_pieces3_point(p, &l->piece[i], l->n, &first, &second);
        way[0] = dvec3_add_scaled(way[0], l->weight[i], first);
        way[1] = dvec3_add_scaled(way[1], l->weight[i], second);
    }
    l->rest = dvec3_length(dvec3_add_scaled(dvec3_sub(way[0], way[1]), -l->depth, l->n));
    l->a = flr_pieces3_scene(p, p->side > 0 ? way[0] : way[1]);
}

/// Finds such a direction by Newton's method, from one near it. Returns false if its steps do not end at one,
/// with the best so far. Where pieces meet, the first step may lead higher than where it came from, so only the
/// end of the steps counts.
static bool find_low(const pair3 *pair, const pieces3 *p, dvec3 n, low3 *l)
{
    enum { STEPS_MAX = 12 };
    const double near = 0x1p-16, stray = 0x1p-44 * p->size;
    double way, last = (double)INFINITY;
    low3 at;
    at.n = n;
    l->depth = (double)INFINITY;
    l->rest = (double)INFINITY;
    for (int i = 0; i < STEPS_MAX && refine_once(p, near, &at, &way); i++) {
        const bool is_end = !(way > 0x1p-52) || (i > 2 && !(way < last));
        last = way;
        if (!is_end && way > 0x1p-20) continue;
        measure(pair, p, &at);
        if (at.depth <= l->depth + ROUNDING * p->size) *l = at;
        // the next step goes with the square of this one, so it is below rounding
        if (is_end || (way <= 0x1p-27 && at.rest <= 0x1p-51 * p->size)) break;
    }
    return l->rest <= stray;
}

/// Takes what Newton's method finds, if it is no higher. Returns true if its points are known as well.
static bool refine(const pair3 *pair, const pieces3 *p, dvec3 n, epa3_result *e)
{
    low3 l;
    const bool met = find_low(pair, p, n, &l);
    if (!(l.depth <= e->upper + ROUNDING * p->size)) return false;
    if (l.depth < e->upper) e->upper = l.depth;
    e->normal = l.normal;
    e->a = l.a;
    return met;
}

/// Searches in the frame of one of the cores. Returns false if that has none, or the bounds do not meet.
static bool search(const pair3 *pair, bool by_b, int most, epa3_result *e)
{
    pieces3 p;
    if (!flr_pieces3_make(&p, pair, by_b)) return false;
    double upper = e->upper, lower = e->lower;
    dvec3 n = flr_pieces3_local(&p, dvec3_scale(p.side, e->normal));
    if (!core3_is_smooth(p.second))
        lower = flr_depth3_cells(&p, CLOSE * p.size, most, &n, &upper) - ROUNDING * p.size;
    dvec3 scene = dvec3_scale(p.side, flr_pieces3_scene(&p, n));
    double reach = reach_along(pair, scene);
    if (reach < e->upper) e->upper = reach, e->normal = scene;
    if (!refine(pair, &p, n, e)) flr_depth3_meet(pair, e);
    e->b = dvec3_add_scaled(e->a, -e->upper, e->normal);
    if (lower > e->lower) e->lower = lower < e->upper ? lower : e->upper;
    return e->upper - e->lower <= 2 * CLOSE * p.size;
}

/// Improves the direction if the depth is known: like the place of any least value, it is known only to the
/// root of rounding.
static void sharpen(const pair3 *pair, bool by_b, epa3_result *e)
{
    pieces3 p;
    epa3_result sharp = *e;
    if (!flr_pieces3_make(&p, pair, by_b)) return;
    dvec3 n = flr_pieces3_local(&p, dvec3_scale(p.side, e->normal));
    if (!refine(pair, &p, n, &sharp) || dvec3_dot(sharp.normal, e->normal) < 1 - 0x1p-20) return;
    *e = sharp;
    e->b = dvec3_add_scaled(e->a, -e->upper, e->normal);
    if (e->lower > e->upper) e->lower = e->upper;
}

void flr_depth3_polish(const pair3 *pair, epa3_result *e)
{
    enum { CELLS_FIRST = 1024, CELLS_MOST = 6144 };
    const bool is_round[2] = {core3_is_round(&pair->a), core3_is_round(&pair->b)};
    const bool both = is_round[0] && is_round[1], by_b = !is_round[0];
    if (e->converged) {
        sharpen(pair, by_b, e);
        return;
    }
    // where the normal is perpendicular to a core's side or slope, the search in that core's frame is quick
    e->converged = search(pair, by_b, both ? CELLS_FIRST : CELLS_MOST, e) ||
                   (both && search(pair, !by_b, CELLS_MOST, e));
}

// ---- About parallel axes ----

/// A point, segment, cylinder or cone as a frustum: it has a disc at either end, of any radius.
typedef struct frustum {
    dvec3 low, high;
    double radius_low, radius_high;
} frustum;

/// The section of a frustum by the plane through both axes: x leads from a's axis towards b's, z along them
/// from a's low end.
typedef struct section {
    double x, z[2], radius[2];  ///< x of the axis; z and radius of the lower and the upper end
} section;

typedef struct section_normal {
    double x, z;
} section_normal;

typedef struct span {
    double low, high;
} span;

/// Describes a core as a frustum. Returns false if it is none.
static bool as_frustum(const core3 *c, double unit, frustum *f)
{
    if (c->kind == FLR_CONVEX3_CORNERS && c->count <= 2) {
        *f = (frustum){c->corner[0], c->corner[c->count - 1], 0, 0};
        return true;
    }
    if (!core3_is_round(c)) return false;
    double radius = (double)c->shape->half_extents.x * unit;
    *f = (frustum){c->low, c->high, radius, c->kind == FLR_CONVEX3_CONE ? 0 : radius};
    return true;
}

/// Returns a vector along the axis; zero if any direction will do. Between the ends of a flat disc it may be
/// lost to rounding, beside which the rounding of the axis as it was made is small.
static dvec3 shared_axis_of(const core3 *c, const frustum *f)
{
    const double of_axis = FLR_EPS;
    const dvec3 axis = dvec3_sub(f->high, f->low);
    if (!core3_is_round(c)) return axis;
    const double of_ends = 0x1p-53 * (dvec3_length(f->high) + dvec3_length(f->low)),
                 length = dvec3_length(axis);
    return length * of_axis > of_ends ? axis
                                      : dvec3_scale(length > 0 ? length : 1, dvec3_from(c->shape->axes.z));
}

/// Returns the sine of the angle between the axes, as far as it is above rounding; 0 if one has no
/// direction.
static double tilt_of(dvec3 u, dvec3 v)
{
    double lengths = dvec3_length(u) * dvec3_length(v);
    return lengths > 0 ? dvec3_length(dvec3_cross(u, v)) / lengths : 0;
}

static section section_of(const frustum *f, dvec3 from, dvec3 u, double x)
{
    double low = dvec3_dot(dvec3_sub(f->low, from), u), high = dvec3_dot(dvec3_sub(f->high, from), u);
    if (low <= high) return (section){x, {low, high}, {f->radius_low, f->radius_high}};
    return (section){x, {high, low}, {f->radius_high, f->radius_low}};
}

/// Returns the height along n of end i's farthest point, or, for `side` -1, of its nearest.
static double end_along(const section *s, int i, section_normal n, double side)
{
    return n.x * (s->x + side * s->radius[i]) + n.z * s->z[i];
}

static double farthest_along(const section *s, section_normal n)
{
    double low = end_along(s, 0, n, 1), high = end_along(s, 1, n, 1);
    return high > low ? high : low;
}

static double nearest_along(const section *s, section_normal n)
{
    double low = end_along(s, 0, n, -1), high = end_along(s, 1, n, -1);
    return high < low ? high : low;
}

/// Returns the normal of the section's slanted side, for `side` 1 from a towards b, else reversed.
static section_normal slant_of(const section *s, double side)
{
    double x = s->z[1] - s->z[0], z = side * (s->radius[0] - s->radius[1]), length = sqrt(x * x + z * z);
    if (!(length > 0)) return (section_normal){1, 0};
    return (section_normal){x / length, z / length};
}

static void take_in(span *s, double x)
{
    if (x < s->low) s->low = x;
    if (x > s->high) s->high = x;
}

/// Returns what the section has on its supporting line perpendicular to n, as an interval of that line.
static span side_along(const section *s, section_normal n, double side, double rounding)
{
    span r = {(double)INFINITY, -(double)INFINITY};
    double most = side > 0 ? farthest_along(s, n) : nearest_along(s, n);
    for (int i = 0; i < 2; i++) {
        if (side * (most - end_along(s, i, n, side)) > rounding) continue;
        take_in(&r, n.x * s->z[i] - n.z * (s->x + side * s->radius[i]));
        if (n.x == 0) take_in(&r, -n.z * (s->x - side * s->radius[i]));
    }
    return r;
}

/// Returns the middle of what both intervals have in common.
static double common(span a, span b)
{
    double low = a.low > b.low ? a.low : b.low, high = a.high < b.high ? a.high : b.high;
    return low + (high - low) / 2;
}

bool flr_depth3_coaxial(const pair3 *pair, epa3_result *r)
{
    enum { NORMALS = 5 };
    // the axes may be tilted by no more than rounding of the ends may tilt them
    const double tilt_most = 0x1p-50;
    frustum f, g;
    if (!core3_is_round(&pair->a) && !core3_is_round(&pair->b)) return false;
    if (!as_frustum(&pair->a, pair->reference.unit, &f) || !as_frustum(&pair->b, pair->reference.unit, &g))
        return false;
    dvec3 u = shared_axis_of(&pair->a, &f), v = shared_axis_of(&pair->b, &g);
    double tilt = tilt_of(u, v);
    if (!(tilt <= tilt_most)) return false;
    // the longer axis is more accurate
    if (dvec3_dot(v, v) > dvec3_dot(u, u)) u = v;
    u = dvec3_scale(1 / dvec3_length(u), u);
    dvec3 across = dvec3_cross(u, dvec3_cross(dvec3_sub(g.low, f.low), u));
    double apart = dvec3_length(across);
    dvec3 e = apart > 0 ? dvec3_scale(1 / apart, across) : dvec3_perpendicular(u);
    const section a = section_of(&f, f.low, u, 0), b = section_of(&g, f.low, u, apart);
    const section_normal normals[NORMALS] = {{1, 0}, slant_of(&a, 1), slant_of(&b, -1), {0, 1}, {0, -1}};
    section_normal n = normals[0];
    double depth = (double)INFINITY;
    for (int i = 0; i < NORMALS; i++) {
        double way = farthest_along(&a, normals[i]) - nearest_along(&b, normals[i]);
        if (way < depth) depth = way, n = normals[i];
    }
    double size =
        apart + a.radius[0] + a.radius[1] + b.radius[0] + b.radius[1] + (a.z[1] - a.z[0]) + (b.z[1] - b.z[0]);
    double rounding = 0x1p-49 * size;
    if (!(depth > -rounding && isfinite(depth))) return false;
    double along = farthest_along(&a, n);
    double at = common(side_along(&a, n, 1, rounding), side_along(&b, n, -1, rounding));
    if (depth < 0) depth = 0;
    *r = (epa3_result){.converged = true, .upper = depth};
    r->lower = depth > rounding ? depth - rounding : 0;
    r->normal = dvec3_add_scaled(dvec3_scale(n.x, e), n.z, u);
    r->a = dvec3_add_scaled(dvec3_add_scaled(f.low, n.x * along - n.z * at, e), n.z * along + n.x * at, u);
    r->b = dvec3_add_scaled(r->a, -depth, r->normal);
    return true;
}
