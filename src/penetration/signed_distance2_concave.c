/// Signed distance of overlapping concave polygons of the plane: the shortest translation that separates them.
#include "penetration/signed_distance2_concave.h"

#include "closest/outline2.h"
#include "penetration/minkowski_cover2.h"

typedef cover2_point point;

/// A translation after which the shapes touch.
typedef struct place2 {
    double squared;  // its length
    point translation;
    point contact, way;  // where they touch then: a point of a's core, the direction from a to b
    bool square;         // the translation lies along that direction
    bool firm;  // they touch by more than rounding errors: not at the end of an edge next to a corner
} place2;

/// The best so far.
typedef struct search2 {
    const cover2 *cover;
    double size;
    double limit;  // squared: farther contacts are skipped
    double least;  // squared: shorter counts as zero
    place2 best, firm;
} search2;

static point add(point a, double s, point b)
{
    point c = {a.x + s * b.x, a.y + s * b.y};
    return c;
}
static double length(point a) { return sqrt(flr_local2_dot(a, a)); }

static void keep(search2 *s, place2 p)
{
    p.squared = flr_local2_dot(p.translation, p.translation);
    if (p.firm && p.squared < s->firm.squared) s->firm = p;
    if (!(p.squared < s->best.squared)) return;
    s->best = p;
    const double limit = p.squared > s->least ? p.squared : s->least;
    s->limit = limit < s->limit ? limit : s->limit;
}

/// From the place of least translation on, until the line leaves the cover or is too long. False where it never leaves.
static bool walk(const search2 *s, const cover2_line *way, double *at)
{
    for (;;) {
        point here = add(way->from, *at, way->along);
        if (!(flr_local2_dot(here, here) <= s->limit)) return false;
        double next = flr_cover2_leave(s->cover, way, *at);
        if (!(next > *at)) return true;
        *at = next;
        if (*at > way->length) return false;
    }
}

/// Contacts along the line from `from` to `to`: `contact` is where on a's core, moving along if `moves`.
static void try_line(search2 *s, point from, point to, point contact, bool moves, point normal)
{
    point along = flr_local2_sub(to, from);
    double whole = length(along);
    if (!(whole > 0)) return;
    cover2_line way = {from, flr_local2_times(1 / whole, along), whole};
    double start = -flr_local2_dot(from, way.along);
    start = start < 0 ? 0 : start > whole ? whole : start;
    point nearest = add(from, start, way.along);
    if (!(flr_local2_dot(nearest, nearest) <= s->limit)) return;
    cover2_line back = {to, flr_local2_times(-1, way.along), whole};
    double on = start, off = whole - start;
    const double ends = 4 * s->cover->tolerance;
    place2 p = {.contact = contact, .way = normal};
    if (walk(s, &way, &on)) {
        p.translation = add(way.from, on, way.along);
        if (moves) p.contact = add(contact, on, way.along);
        // the projection of the zero translation, unless it lies beyond an end
        p.square = on == start && on > 0 && on < whole;
        p.firm = on > ends && on < whole - ends;
        keep(s, p);
    }
    if (off < whole && on > start && walk(s, &back, &off)) {
        p.translation = add(back.from, off, back.along);
        if (moves) p.contact = add(contact, whole - off, way.along);
        p.square = false;
        p.firm = off > ends && off < whole - ends;
        keep(s, p);
    }
}

/// The accuracy of directions.
#define SLACK 0x1p-48

/// Is there material at corner k on the side that n points to? Sides of a corner that is straight within
/// rounding errors do not decide.
static bool has_material(const cover2_chain *c, size_t k, point n)
{
    if (c->turn == 0) return true;
    point on = flr_cover2_side(c, k, true), back = flr_cover2_side(c, k, false);
    bool straight = fabs(flr_local2_cross(on, back)) <= 4 * SLACK && flr_local2_dot(on, back) < 0;
    return !straight || flr_local2_dot(flr_local2_perp(on), n) >= -SLACK;
}

/// Does the material at corner k lie on the side that n points to, so that something beyond touches it there?
static bool lies_beyond(const cover2_chain *c, size_t k, point n)
{
    point on = flr_cover2_side(c, k, true), back = flr_cover2_side(c, k, false);
    if (flr_local2_dot(on, n) < -SLACK || flr_local2_dot(back, n) < -SLACK) return false;
    if (c->turn != 0 && flr_local2_cross(on, back) < -SLACK) return false;  // reflex
    return has_material(c, k, n);
}

static bool is_reflex(const cover2_chain *c, size_t k)
{
    return c->turn != 0 && flr_local2_cross(flr_cover2_side(c, k, true), flr_cover2_side(c, k, false)) < 0;
}

/// Does the material at corner k of `corners`, put on the reflex corner i of `edges`, reach over the edge there that it
/// does not run along? Then it may lie wholly inside, where the cover does not see it.
static bool reaches_over(const cover2_chain *edges, size_t i, bool next, const cover2_chain *corners,
                         size_t k)
{
    if (!is_reflex(edges, i)) return false;
    point side = flr_local2_perp(flr_cover2_side(edges, i, next));
    return !lies_beyond(corners, k, next ? flr_local2_times(-1, side) : side);
}

/// Corners of `corners` along the edges of `edges`.
static void try_edges(search2 *s, const cover2_chain *edges, const cover2_chain *corners, bool edges_of_a)
{
    double sign = edges_of_a ? 1 : -1, radius = s->cover->radius;
    for (size_t i = 0; i < edges->edges; ++i) {
        point e = flr_cover2_corner(edges, i), f = flr_cover2_corner(edges, i + 1);
        point along = flr_cover2_side(edges, i, true);
        if (e.x == f.x && e.y == f.y) continue;
        for (int side = 0; side < (edges->turn ? 1 : 2); ++side) {
            point out = flr_local2_times(side ? 1 : -1, flr_local2_perp(along));
            for (size_t k = 0; k < corners->count; ++k) {
                if (!lies_beyond(corners, k, out)) continue;
                point v = flr_cover2_corner(corners, k);
                point from = flr_local2_times(sign, flr_local2_sub(e, v)),
                      to = flr_local2_times(sign, flr_local2_sub(f, v));
                point way = flr_local2_times(sign, out), on = flr_local2_sub(to, from);
                double margin = s->size * 0x1p-36 / length(on);
                double first = reaches_over(edges, i, false, corners, k) ? margin : 0;
                double last = reaches_over(edges, i + 1, true, corners, k) ? margin : 0;
                point contact = edges_of_a ? add(e, first, flr_local2_sub(f, e)) : v;
                from = add(add(from, first, on), radius, way);
                to = add(add(to, -last, on), radius, way);
                if (first + last < 1) try_line(s, from, to, contact, edges_of_a, way);
            }
        }
    }
}

static bool in_cone(point side, point u, double *beyond)
{
    double d = flr_local2_dot(side, u);
    if (d > *beyond) *beyond = d;
    return d <= SLACK;
}

/// How far on the arc of radius r is certainly not free, as a tangent; 0 where it is free.
static double blocked(const search2 *s, size_t i, size_t k, point center, point u)
{
    const cover2 *c = s->cover;
    double beyond = 0;
    point back = flr_local2_times(-1, u);
    bool good = in_cone(flr_cover2_side(&c->a, i, true), u, &beyond);
    good = in_cone(flr_cover2_side(&c->a, i, false), u, &beyond) && good;
    good = in_cone(flr_cover2_side(&c->b, k, true), back, &beyond) && good;
    good = in_cone(flr_cover2_side(&c->b, k, false), back, &beyond) && good;
    if (!good) return beyond;
    // a touch from within is not covered
    if (!has_material(&c->a, i, back) || !has_material(&c->b, k, u)) return 1;
    double deep = flr_cover2_penetration(c, add(center, c->radius, u));
    return deep > c->tolerance ? deep / c->radius : 0;
}

/// From the nearest place of the arc in both directions, in steps that stay in the cover.
static void try_arc(search2 *s, size_t i, size_t k, point center)
{
    enum { STEP_MAX = 4000 };
    const cover2 *c = s->cover;
    double away = length(center);
    point start = {1, 0};
    if (away > 0) start = flr_local2_times(-1 / away, center);
    double gap = away - c->radius;
    if (!(gap * gap <= s->limit)) return;
    for (int side = 0; side < 2; ++side) {
        point u = start;
        for (int n = 0; n < STEP_MAX; ++n) {
            point t = add(center, c->radius, u);
            if (!(flr_local2_dot(t, t) <= s->limit)) break;
            double step = blocked(s, i, k, center, u);
            if (!(step > 0)) {
                const place2 p = {0, t, flr_cover2_corner(&c->a, i), u, n == 0, true};
                keep(s, p);
                break;
            }
            if (step > 1) step = 1;
            u = add(u, side ? -step : step, flr_local2_perp(u));
            u = flr_local2_times(1 / length(u), u);
            double turned = flr_local2_cross(start, u);
            if (side ? turned > 0 : turned < 0) break;  // half around
        }
    }
}

static void try_arcs(search2 *s)
{
    const cover2 *c = s->cover;
    for (size_t i = 0; i < c->a.count && c->radius > 0; ++i) {
        if (is_reflex(&c->a, i)) continue;
        for (size_t k = 0; k < c->b.count; ++k) {
            if (is_reflex(&c->b, k)) continue;
            try_arc(s, i, k, flr_local2_sub(flr_cover2_corner(&c->a, i), flr_cover2_corner(&c->b, k)));
        }
    }
}

/// Separates along an axis, which is always possible: a first bound, and the answer if nothing better is
/// found.
static void part_along_axes(search2 *s)
{
    const cover2 *c = s->cover;
    static const point axes[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int n = 0; n < 4; ++n) {
        double high = -INFINITY, low = INFINITY;
        point top = {0, 0};
        for (size_t i = 0; i < c->a.count; ++i) {
            point p = flr_cover2_corner(&c->a, i);
            if (flr_local2_dot(p, axes[n]) > high) high = flr_local2_dot(p, axes[n]), top = p;
        }
        for (size_t i = 0; i < c->b.count; ++i) {
            double at = flr_local2_dot(flr_cover2_corner(&c->b, i), axes[n]);
            low = at < low ? at : low;
        }
        double shift = high - low + c->radius;
        if (shift < 0) shift = 0;
        const place2 p = {0, flr_local2_times(shift, axes[n]), top, axes[n], true, false};
        keep(s, p);
    }
    s->limit = s->best.squared * (1 + 0x1p-40) + s->size * s->size * 0x1p-90;
    s->best.squared = s->limit * (1 + 0x1p-40);
    if (s->limit < s->least) s->limit = s->least;
}

static double size_of(const cover2_chain *c)
{
    double size = 0;
    for (size_t i = 0; i < c->count; ++i) {
        point p = flr_cover2_corner(c, i);
        double at = fabs(p.x) > fabs(p.y) ? fabs(p.x) : fabs(p.y);
        size = at > size ? at : size;
    }
    return size;
}

static flr_vec2 to_world(const flr_frame2 *f, flr_vec2 origin, point p)
{
    return flr_vec2_make((flr_real)((double)origin.x + flr_frame2_back(f, p.x)),
                         (flr_real)((double)origin.y + flr_frame2_back(f, p.y)));
}

/// Of a short translation only the length is accurate. If it lies along the contact's normal, that is the
/// direction; so also within the rounding errors of corners, which may leave the shapes slightly apart.
static point normal_of(const search2 *s, const place2 *p)
{
    const double rounding = s->size * (sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-43),
                 depth = sqrt(p->squared);
    if (!(depth > rounding)) return p->way;
    if (!p->square) return flr_local2_times(1 / depth, p->translation);
    return flr_local2_times(flr_local2_dot(p->translation, p->way) < 0 ? -1 : 1, p->way);
}

static concave2_result signed_distance(const flr_outline2 *a, const flr_outline2 *b)
{
    flr_frame2 f = flr_frame2_make(a, b);
    cover2 cover;
    double ra = flr_frame2_length(&f, a->radius), rb = flr_frame2_length(&f, b->radius);
    flr_cover2_make(&cover, a, b, &f, ra + rb);
    search2 s = {.cover = &cover, .limit = INFINITY, .best.squared = INFINITY, .firm.squared = INFINITY};
    s.size = size_of(&cover.a) + size_of(&cover.b) + ra + rb;
    cover.tolerance = s.size * 0x1p-49;
    s.least = 16 * cover.tolerance * cover.tolerance;
    part_along_axes(&s);
    try_edges(&s, &cover.a, &cover.b, true);
    try_edges(&s, &cover.b, &cover.a, false);
    try_arcs(&s);
    // where they nearly touch the cover is only rounding noise: a contact along an edge gives the direction
    const place2 *p = s.firm.squared <= s.least ? &s.firm : &s.best;
    const double depth = sqrt(flr_local2_dot(p->translation, p->translation));
    const point n = normal_of(&s, p);
    concave2_result r;
    flr_vec2 origin = flr_outline2_corner(a, 0);
    r.depth = (flr_real)flr_frame2_back(&f, depth);
    r.normal = flr_vec2_make((flr_real)n.x, (flr_real)n.y);
    point touch = add(p->contact, ra, p->way);
    r.point_a = to_world(&f, origin, touch);
    r.point_b = to_world(&f, origin, flr_local2_sub(touch, p->translation));
    return r;
}

concave2_result flr_signed_distance2_concave(const flr_outline2 *a, const flr_outline2 *b)
{
    flr_recentered2 c;
    if (!flr_outline2_is_far(a, b)) return signed_distance(a, b);
    flr_outline2_recenter(a, b, &c);
    concave2_result r = signed_distance(&c.a, &c.b);
    r.point_a = flr_recentered2_point(&c, r.point_a);
    r.point_b = flr_recentered2_point(&c, r.point_b);
    return r;
}
