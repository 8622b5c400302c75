/// Which is the shortest translation that separates two overlapping shapes of the plane, taken as unions of
/// convex pieces? Branch and bound drops cells of translations that Minkowski differences of pieces cover.
/// Where the middle of a cell separates the shapes, a descent begins (penetration2_refine.c).
#include "any/penetration2.h"

#include "any/any2.h"
#include "feeler/any2.h"

enum { STACK_SIZE = 256, REST_MAX = 16, PASS_MAX = 4 };

/// Translations in a range of directions, (1, s) along two axes turned by `face`, of some lengths.
typedef struct cell {
    int face;
    flr_real s[2], r[2];
} cell;

typedef struct search {
    penetration2 *p;
    penetration2_way best;
    flr_real fuzz;  ///< gaps narrower than this are not searched for
    flr_vec2 middle;
    flr_real radius;  ///< around the middle
    flr_vec2 rest
        [REST_MAX];  ///< corners, in order around, of what of the cell no pair of pieces is known to cover
    int rest_count;  ///< 0 once all is covered
    bool cut;        ///< in this pass
} search;

/// Apart along one of the axes: the start of a descent to a locally shortest translation.
static void try_directions(search *s)
{
    const flr_aabb2 a = s->p->a.box, b = s->p->b.box;
    const flr_vec2 ways[4] = {
        {a.max.x - b.min.x, 0}, {a.min.x - b.max.x, 0}, {0, a.max.y - b.min.y}, {0, a.min.y - b.max.y}};
    for (int k = 0; k < 4; k++) {
        flr_real length = flr_length2(ways[k]), far = length + 2 * s->p->gap;
        if (length > 0) flr_penetration2_polish(s->p, flr_scale2(far / length, ways[k]), &s->best);
    }
}

static flr_vec2 direction(int face, flr_real s)
{
    flr_real one = face & 1 ? -1 : 1;
    flr_vec2 v = face / 2 == 0 ? flr_vec2_make(one, s) : flr_vec2_make(s, one);
    return flr_scale2(1 / flr_length2(v), v);
}

/// Four corners whose hull holds the cell: the outer ones moved out by what the circle bulges between them.
static void set_corners(search *s, const cell *c)
{
    flr_vec2 m = direction(c->face, (c->s[0] + c->s[1]) / 2), u[2];
    flr_real cosine = 1;
    for (int k = 0; k < 2; k++) {
        u[k] = direction(c->face, c->s[k]);
        flr_real x = flr_dot2(u[k], m);
        if (x < cosine) cosine = x;
    }
    s->middle = flr_scale2((c->r[0] + c->r[1]) / 2, m);
    s->radius = 0;
    s->rest_count = 4;
    for (int k = 0; k < 4; k++) {
        s->rest[k] = flr_scale2(k < 2 ? c->r[1] / cosine : c->r[0], u[k == 1 || k == 2]);
        flr_real d = flr_length2(flr_sub2(s->rest[k], s->middle));
        if (d > s->radius) s->radius = d;
    }
}

/// Corners of the part of a convex polygon where normal . v <= offset. Rounding may make it cross the line more than twice, so the room
/// is for twice as many.
static int clip(const flr_vec2 *from, int count, flr_vec2 normal, flr_real offset, flr_vec2 *to)
{
    int kept = 0;
    for (int k = 0; k < count; k++) {
        const flr_vec2 v = from[k], w = from[k + 1 < count ? k + 1 : 0];
        const flr_real at_v = flr_dot2(normal, v) - offset, at_w = flr_dot2(normal, w) - offset;
        if (at_v <= 0) to[kept++] = v;
        if ((at_v < 0 && at_w > 0) || (at_v > 0 && at_w < 0))
            to[kept++] = flr_lerp2(v, w, at_v / (at_v - at_w));
    }
    return kept;
}

/// Takes from the rest what the pair covers, if that is all of it, or all on one side of a line. What is convex and holds all
/// corners holds the whole: so do the translations under which two convex pieces meet.
static bool cover(void *user, const flr_convex2 *x, const flr_convex2 *y)
{
    search *s = user;
    flr_convex2 padded = *x;
    padded.radius += s->fuzz;
    flr_vec2 inside[2 * REST_MAX], outside[2 * REST_MAX];
    int count = s->rest_count, out = 0;
    for (int k = 0; k < count; k++) inside[k] = s->rest[k];
    for (int k = 0; k < count; k++) {
        moved2 at;
        flr_convex2 moved = flr_moved2(y, flr_neg2(inside[k]), 1, &at);
        s->p->work++;
        if (out > 0) {
            if (!flr_overlap2_convex_convex(&padded, &moved, NULL).overlap) return true;
            continue;
        }
        const flr_gjk2 g = flr_closest2_convex_convex(&padded, &moved, NULL);
        if (!(g.distance > 0)) continue;
        // beyond this line they are apart, by the fuzz more than the pieces themselves
        const flr_real offset = flr_dot2(g.normal, inside[k]) - g.distance - s->fuzz;
        out = clip(s->rest, s->rest_count, flr_neg2(g.normal), -offset, outside);
        count = clip(s->rest, s->rest_count, g.normal, offset, inside);
        if (count == 0 || out > REST_MAX) return true;
        k = -1;
    }
    for (int k = 0; k < out; k++) s->rest[k] = outside[k];
    s->rest_count = out;
    s->cut = true;
    return out > 0;
}

/// Is all of it covered by one pair? Most cells are, and that is known soonest where the middle is asked first.
static bool cover_whole(void *user, const flr_convex2 *x, const flr_convex2 *y)
{
    search *s = user;
    flr_convex2 padded = *x;
    padded.radius += s->fuzz;
    for (int k = -1; k < s->rest_count; k++) {
        moved2 at;
        flr_convex2 moved = flr_moved2(y, flr_neg2(k < 0 ? s->middle : s->rest[k]), 1, &at);
        s->p->work++;
        if (!flr_overlap2_convex_convex(&padded, &moved, NULL).overlap) return true;
    }
    s->rest_count = 0;
    return false;
}

/// Where the areas of pieces abut, as triangles of a polygon do, no one pair covers a cell, however small. So what several cover together
/// is looked for once cells are smallish; before, to split them is cheaper.
static bool is_covered(search *s)
{
    flr_penetration2_visit(s->p, s->middle, s->fuzz, cover_whole, s);
    if (s->radius > s->best.length / 8) return s->rest_count == 0;
    for (int pass = 0; pass < PASS_MAX && s->rest_count > 0; pass++) {
        s->cut = false;
        flr_penetration2_visit(s->p, s->middle, s->radius + s->fuzz, cover, s);
        if (!s->cut) return false;
    }
    return s->rest_count == 0;
}

static void split(const cell *c, cell *low, cell *high)
{
    flr_real s = (c->s[0] + c->s[1]) / 2, r = (c->r[0] + c->r[1]) / 2;
    *low = *high = *c;
    if ((c->r[1] - c->r[0]) / 2 > c->r[1] * (c->s[1] - c->s[0]) / (1 + s * s)) {
        low->r[1] = high->r[0] = r;
    } else {
        low->s[1] = high->s[0] = s;
    }
}

/// Are all translations shorter than the best, but for narrow gaps, known not to separate the two? What does separate them
/// becomes the best. False if the work ran out.
static bool search_all(search *s)
{
    cell stack[STACK_SIZE];
    int top = 0;
    for (int face = 0; face < 4; face++) stack[top++] = (cell){face, {-1, 1}, {0, s->best.length}};
    while (top > 0) {
        cell c = stack[--top];
        s->fuzz = s->best.length / 2048 + s->p->gap;
        flr_real limit = s->best.length - s->fuzz;
        if (c.r[1] > limit) c.r[1] = limit;
        if (!(c.r[0] < c.r[1])) continue;
        set_corners(s, &c);
        if (s->radius < s->fuzz / 2 || is_covered(s)) continue;
        if (s->p->work > s->p->work_max || top + 2 > STACK_SIZE) return false;
        flr_real length = s->best.length;
        if (flr_penetration2_is_apart(s->p, s->middle)) flr_penetration2_polish(s->p, s->middle, &s->best);
        if (s->best.length < length) {
            stack[top++] = c;
            continue;
        }
        split(&c, &stack[top + 1], &stack[top]);
        top += 2;
    }
    return true;
}

static bool search_from_outside(search *s, penetration2 *p)
{
    *s = (search){.p = p, .best = {.length = (flr_real)INFINITY}};
    try_directions(s);
    if (!isfinite(s->best.length))
        flr_penetration2_polish(p, flr_vec2_make(2 * p->size + 2 * p->gap, 0), &s->best);
    return search_all(s);
}

/// Where do they touch once b has moved? By the padded translation, that leaves all apart, it is known which pieces do, and by the
/// exact one where.
typedef struct contact {
    penetration2_way way;
    flr_vec2 point, normal;
    flr_real distance;
} contact;

static bool look_for_contact(void *user, const flr_convex2 *x, const flr_convex2 *y)
{
    contact *c = user;
    moved2 at;
    flr_convex2 moved = flr_moved2(y, flr_neg2(c->way.padded), 1, &at);
    flr_gjk2 g = flr_closest2_convex_convex(x, &moved, NULL);
    if (!(g.distance < c->distance)) return true;
    c->distance = g.distance;
    c->normal = g.normal;
    moved = flr_moved2(y, flr_neg2(c->way.exact), 1, &at);
    c->point = flr_closest2_convex_convex(x, &moved, NULL).point_a;
    return true;
}

/// What of two unions is unbounded, the others moved: two such shapes that no translation separates keep the unions together;
/// where others meet has to be tested, however far off.
typedef struct endless {
    const flr_shape2 *one, *others;
    flr_vec2 middle, by;
    flr_real far, deepest;  ///< of what meets: from the middle, and how deep it overlaps
    bool inseparable;
} endless;

/// Do the two unbounded shapes overlap, where, and how deep?
static bool do_overlap(const flr_shape2 *one, const flr_shape2 *s, flr_closest2 *c,
                       flr_signed_distance2_result *r)
{
    return flr_distance2(one, s, c) == FLR_OK && !(c->distance > 0) &&
           flr_penetration2_unbounded(one, s, c->point_a, r);
}

/// What is unbounded, moved.
static flr_shape2 endless_moved(const flr_shape2 *s, flr_vec2 by)
{
    flr_shape2 m = *s;
    if (s->kind == FLR_SHAPE2_RAY || s->kind == FLR_SHAPE2_LINE)
        m.as.line.origin = flr_add2(s->as.line.origin, by);
    else
        m.as.plane.offset += flr_dot2(s->as.plane.normal, by);
    return m;
}

static void ask_pair(void *user, const flr_shape2 *s)
{
    endless *e = user;
    flr_signed_distance2_result r = {.inseparable = false};
    flr_closest2 c;
    if (e->inseparable || flr_any2_is_bounded(s)) return;
    const flr_shape2 there = endless_moved(s, e->by);
    if (!do_overlap(e->one, &there, &c, &r)) return;
    const flr_real far = flr_length2(flr_sub2(c.point_a, e->middle)), depth = -r.signed_distance;
    e->inseparable = r.inseparable;
    if (far > e->far) e->far = far;
    if (depth > e->deepest) e->deepest = depth;
}

static void ask_all(void *user, const flr_shape2 *s)
{
    endless *e = user;
    if (e->inseparable || flr_any2_is_bounded(s)) return;
    e->one = s;
    flr_compound2_leaves(e->others, ask_pair, e);
}

/// A way out is none if it leads around the ends of the searched part of unbounded shapes.
static bool leads_around(const search *s, const flr_shape2 *a, const flr_shape2 *b)
{
    const flr_real off = flr_length2(s->p->middle);
    const flr_real part = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-19 : (flr_real)0x1p-46;
    endless e = {.others = b, .by = s->best.exact};
    if (!(s->p->reach > 0)) return false;
    flr_compound2_leaves(a, ask_all, &e);
    // so deep two may overlap by rounding
    return e.inseparable || e.deepest > 4 * s->p->gap + off * part;
}

flr_status flr_penetration2(const flr_shape2 *a, const flr_shape2 *b, flr_signed_distance2_result *r)
{
    penetration2 p;
    flr_penetration2_make(&p, a, b);
    endless e = {.others = b};
    if (p.reach > 0) {
        e.middle = p.middle;
        flr_compound2_leaves(a, ask_all, &e);
    }
    r->inseparable = e.inseparable;
    if (r->inseparable) return FLR_OK;
    // the ends of the searched parts lie well beyond where they meet, so that no way around those is the shortest
    bool is_far = 8 * e.far > p.reach;
    if (is_far) flr_penetration2_make_within(&p, a, b, 8 * e.far);
    if (!isfinite(p.size) || !isfinite(p.gap)) return FLR_NOT_FINITE;
    search s;
    bool sure = search_from_outside(&s, &p);
    if (leads_around(&s, a, b)) {
        is_far = true;
        flr_penetration2_make_within(&p, a, b, 16 * p.reach);
        sure = search_from_outside(&s, &p);
    }
    r->inseparable = p.reach > 0 && (s.best.length > p.reach / 2 || leads_around(&s, a, b));
    if (r->inseparable) return FLR_OK;
    contact c = {s.best, {0, 0}, {1, 0}, (flr_real)INFINITY};
    flr_penetration2_visit(&p, c.way.padded, 4 * p.gap, look_for_contact, &c);
    r->signed_distance = s.best.length > 0 ? -s.best.length : 0;
    r->normal = flr_any2_unit(s.best.length > 0 ? s.best.exact : c.normal);
    // where they touch in a point the translation with the radii around gives the direction
    if (r->normal.x == 0 && r->normal.y == 0) r->normal = flr_any2_unit(s.best.padded);
    if (r->normal.x == 0 && r->normal.y == 0) r->normal = flr_vec2_make(1, 0);
    r->point_a = flr_add2(c.point, p.origin);
    r->point_b = flr_mul_add2(r->point_a, r->signed_distance, r->normal);
    // what lies between pieces that are called apart may then be a part of the depth itself
    const bool is_coarse = is_far && p.gap > s.best.length / 512;
    r->lower = is_coarse && !(s.best.length > 0) ? -(flr_real)INFINITY : r->signed_distance;
    return sure && !is_coarse ? FLR_OK : FLR_NOT_CONVERGED;
}
