/// Which one or two points make up the contact of two outlines along a given normal? Every pair of edges
/// that face each other is asked for the deepest point, then once more for the point farthest from it across
/// the normal. The second counts only if nothing lies in the gap between the surfaces there.
#include "any/contact2_fronts.h"

static int turn_of(const flr_outline2 *o)
{
    double area = 0;
    flr_vec2 first = flr_outline2_corner(o, 0);
    for (size_t i = 1; i + 1 < o->count; ++i)
        area += (double)flr_cross2(flr_sub2(flr_outline2_corner(o, i), first),
                                   flr_sub2(flr_outline2_corner(o, i + 1), first));
    return (area > 0) - (area < 0);
}

contact2_front flr_contact2_front_of_outline(const flr_outline2 *o, flr_vec2 origin)
{
    contact2_front f = {.outline = *o, .count = flr_outline2_edges(o)};
    f.outline = flr_outline2_seen_from(o, origin);
    f.turn = o->solid ? turn_of(o->far ? &f.outline : o) : 0;
    return f;
}

contact2_front flr_contact2_front_of_line(flr_vec2 on, flr_vec2 normal, flr_real size)
{
    flr_vec2 t = flr_perp2(normal);
    contact2_front f = {.count = 0};
    side2 s = {flr_mul_add2(on, -4 * size, t),
               flr_mul_add2(on, 4 * size, t),
               CONTACT2_FLAT,
               CONTACT2_FLAT,
               CONTACT2_FLAT,
               0};
    f.side = s;
    return f;
}

contact2_front flr_contact2_front_of_convex(const flr_convex2 *c, flr_vec2 origin, flr_vec2 way)
{
    support2 s;
    contact2_front f = {.count = 0};
    support2_make(&s, c, origin);
    f.side = flr_side2_along(&s, way);
    return f;
}

/// Edge i, from the scene's origin; false where it faces away. What has no inside faces both ways.
static bool side_of(const contact2_front *f, size_t i, flr_vec2 way, side2 *s)
{
    if (f->count == 0) {
        *s = f->side;
        return true;
    }
    flr_edge2 e = flr_outline2_edge(&f->outline, i);
    size_t next = i + 1 < f->outline.count ? i + 1 : 0;
    s->p = e.a;
    s->q = e.b;
    s->code_p = side2_corner_code((uint32_t)i);
    s->code_q = side2_corner_code((uint32_t)next);
    s->code_edge = side2_edge_code((uint32_t)i);
    s->radius = f->outline.radius;
    flr_vec2 d = flr_sub2(s->q, s->p),
             out = f->turn < 0 ? flr_vec2_make(-d.y, d.x) : flr_vec2_make(d.y, -d.x);
    return f->turn == 0 || flr_dot2(out, way) > 0;
}

static size_t sides(const contact2_front *f) { return f->count ? f->count : 1; }

/// From where to where what lies within the radius of an edge reaches above a place.
typedef struct reach {
    flr_real low, high;
} reach;

/// Takes in the disc around a point of the edge, if it reaches there.
static void take_disc(reach *r, flr_real off, flr_real at, flr_real radius)
{
    const flr_real square = radius * radius - off * off;
    if (!(square > 0)) return;
    const flr_real half = (flr_real)sqrt((double)square);
    if (at + half > r->high) r->high = at + half;
    if (at - half < r->low) r->low = at - half;
}

/// `x` and `y` are across the normal, `hx` and `hy` along it. Without a radius ends do not count.
static reach reach_of(flr_real x, flr_real hx, flr_real y, flr_real hy, flr_real radius, flr_real u)
{
    reach r = {(flr_real)INFINITY, -(flr_real)INFINITY};
    const flr_real run = y - x, rise = hy - hx;
    const double length = sqrt((double)run * (double)run + (double)rise * (double)rise);
    take_disc(&r, u - x, hx, radius);
    take_disc(&r, u - y, hy, radius);
    // both long sides, moved out by the radius
    for (int k = 0; k < 2 && length > 0; ++k) {
        const flr_real out = (flr_real)((k ? -1 : 1) * (double)radius / length), from = x - out * rise;
        if ((from < u) == (from + run < u) || from == u || from + run == u) continue;
        const flr_real h = hx + out * run + rise * ((u - from) / run);
        if (h > r.high) r.high = h;
        if (h < r.low) r.low = h;
    }
    return r;
}

bool flr_contact2_is_in_gap(const contact2_fronts *w, const contact2_front *f, bool of_b,
                            const contact2_gap *gap)
{
    const flr_vec2 n = w->pose.normal, t = flr_perp2(n);
    const flr_real shift = of_b ? -w->pose.separation : 0;
    for (size_t i = 0; i < f->count; ++i) {
        const flr_edge2 e = flr_outline2_edge(&f->outline, i);
        const reach r = reach_of(flr_dot2(e.a, t), flr_dot2(e.a, n) + shift, flr_dot2(e.b, t),
                                 flr_dot2(e.b, n) + shift, f->outline.radius, gap->u);
        if (r.high > gap->low && r.low < gap->high) return true;
    }
    return false;
}

/// Is there nothing between the two surfaces?
static bool is_in_sight(const contact2_fronts *w, const flr_manifold2_point *p)
{
    flr_vec2 at = p->position, n = w->pose.normal;
    flr_real depth = -w->pose.separation, middle = flr_dot2(at, n), slack = w->pose.size * (flr_real)1e-6;
    const contact2_gap gap = {flr_dot2(at, flr_perp2(n)), middle + p->depth / 2 + slack,
                              middle - p->depth / 2 + depth - slack};
    if (!(gap.low < gap.high)) return true;
    return !flr_contact2_is_in_gap(w, &w->a, false, &gap) && !flr_contact2_is_in_gap(w, &w->b, true, &gap) &&
           !w->others(w, &gap);
}

static flr_real across(const contact2_fronts *w, const flr_manifold2_point *p, const flr_manifold2_point *q)
{
    flr_real u = flr_dot2(flr_sub2(p->position, q->position), flr_perp2(w->pose.normal));
    return u < 0 ? -u : u;
}

static flr_real rounding_of(const contact2_fronts *w)
{
    return w->pose.size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-10);
}

/// Depths that differ by less are one up to rounding.
static flr_real level_of(const contact2_fronts *w)
{
    return w->pose.size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-14);
}

/// Of places that are level the one to the right, along the way that the tangent comes from; in one place, where shapes of a compound have
/// corners in common, that with the lower number.
static bool is_better(const contact2_fronts *w, const flr_manifold2_point *p)
{
    const flr_real level = level_of(w);
    if (!w->found || p->depth > w->best.depth + level) return true;
    if (p->depth < w->best.depth - level) return false;
    const flr_real ahead = flr_dot2(flr_sub2(w->best.position, p->position), flr_perp2(w->pose.normal));
    return ahead > level || (ahead >= -level && p->id < w->best.id);
}

/// Farther across than the other point so far. As far, the deeper one, as where outlines cross the upper one is the surface; in one place that
/// with the lower number.
static bool is_farther(const contact2_fronts *w, const flr_manifold2_point *p, flr_real far)
{
    const flr_real level = level_of(w);
    const bool found = w->apart > rounding_of(w);
    if (!found || far > w->apart + level) return far > w->apart;
    if (far < w->apart - level || p->depth < w->other.depth - level) return false;
    return p->depth > w->other.depth + level || p->id < w->other.id;
}

void flr_contact2_look(contact2_fronts *w, bool second)
{
    flr_real depth = -w->pose.separation, slack = rounding_of(w);
    flr_vec2 n = w->pose.normal;
    for (size_t i = 0; i < sides(&w->a); ++i) {
        side2 s, r;
        if (!side_of(&w->a, i, n, &s)) continue;
        for (size_t k = 0; k < sides(&w->b); ++k) {
            flr_manifold2_point p[2];
            if (!side_of(&w->b, k, flr_neg2(n), &r)) continue;
            int count = flr_contact2_stretch(&w->pose, &s, &r, p);
            for (int j = 0; j < count; ++j) {
                if (p[j].depth > depth + slack) continue;
                if (!second) {
                    if (p[j].depth < depth - slack || !is_better(w, &p[j])) continue;
                    w->best = p[j];
                    w->found = true;
                    continue;
                }
                flr_real far = across(w, &p[j], &w->best);
                // flat against each other within rounding: both are the deepest
                const bool level = w->best.depth - p[j].depth <= level_of(w);
                if (!level && !(p[j].depth >= -w->pose.margin)) continue;
                if (!is_farther(w, &p[j], far) || !is_in_sight(w, &p[j])) continue;
                w->other = p[j];
                w->apart = far;
            }
        }
    }
}

void flr_contact2_second(contact2_fronts *w) { w->apart = rounding_of(w); }

/// In the scene.
static void finish(contact2_fronts *w, flr_manifold2 *m)
{
    flr_real depth = -w->pose.separation, least = rounding_of(w);
    m->normal = w->pose.normal;
    m->count = 1;
    if (!w->found) {
        m->points[0].position = flr_lerp2(w->pose.point_a, w->pose.point_b, (flr_real)0.5);
        m->points[0].depth = depth;
        m->points[0].id = CONTACT2_FLAT;
        return;
    }
    bool level = w->best.depth - w->other.depth <= level_of(w);
    w->best.depth = depth;
    m->points[0] = w->best;
    if (w->apart > least) {
        if (level || w->other.depth > depth) w->other.depth = depth;
        m->points[1] = w->other;
        m->count = 2;
    }
    flr_contact2_settle_ids(m);
}

void flr_contact2_finish(contact2_fronts *w, flr_manifold2 *m)
{
    finish(w, m);
    for (int i = 0; i < m->count; ++i) m->points[i].position = flr_add2(w->origin, m->points[i].position);
}
