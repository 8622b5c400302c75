/// Which is the shortest translation that separates two overlapping shapes in space, not both convex? Branch
/// and bound drops cells of translations under which a pair of pieces always meets, a sheet stays pierced or
/// a solid holds a piece. Where the middle of a cell separates the shapes, a descent begins
/// (penetration3_refine.c).
#include "any/penetration3.h"
#include "any/any3.h"
#include "feeler/any3.h"
#include "feeler/overlap3.h"

enum { STACK_SIZE = 256 };

/// Translations in a patch of directions, (1, s, t) along three axes turned by `face`, of some lengths.
typedef struct cell {
    int face;
    flr_real s[2], t[2], r[2];
} cell;

typedef struct search {
    penetration3 *p;
    penetration3_way best;
    flr_real fuzz;  ///< gaps narrower than this are not searched for
    flr_vec3 middle, corners[8];
    flr_real radius;  ///< around the middle
    bool covered;
    flr_real least;  ///< no shorter translation separates them
} search;

static flr_real reach(const penetration3 *p, const penetration3_side *s, flr_vec3 u)
{
    flr_real most = -(flr_real)INFINITY;
    if (s->kind == PENETRATION3_CONVEX)
        return flr_dot3(flr_support3(&s->core, u), u) + s->core.radius * flr_length3(u);
    if (s->kind == PENETRATION3_SHEET) {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s->shape, &count);
        for (size_t i = 0; i < count; i++) {
            flr_real along = flr_dot3(flr_sub3(v[i], p->origin), u);
            if (along > most) most = along;
        }
        return most;
    }
    const flr_aabb3 *b = &s->box;
    return (u.x < 0 ? b->min.x : b->max.x) * u.x + (u.y < 0 ? b->min.y : b->max.y) * u.y +
           (u.z < 0 ? b->min.z : b->max.z) * u.z;
}

/// Apart along the unit direction u: the start of a descent to a locally shortest translation.
static void try_direction(search *s, flr_vec3 u)
{
    flr_real far = reach(s->p, &s->p->a, u) + reach(s->p, &s->p->b, flr_neg3(u));
    if (!(flr_length_squared3(u) > 0) || s->p->work > s->p->work_max) return;
    if (far < 0) far = 0;
    flr_penetration3_polish(s->p, flr_scale3(far + 2 * s->p->gap, u), &s->best);
}

static void try_directions(search *s)
{
    const penetration3_side *sides[2] = {&s->p->a, &s->p->b};
    for (int k = 0; k < 2; k++) {
        flr_vec3 n = flr_vec3_make(0, 0, 0);
        if (any3_is_sheet(sides[k]->shape->kind)) n = flr_any3_sheet_normal(sides[k]->shape);
        try_direction(s, n);
        try_direction(s, flr_neg3(n));
    }
    for (int k = 0; k < 6; k++) {
        flr_real way = k & 1 ? -1 : 1;
        try_direction(s, flr_vec3_make(k / 2 == 0 ? way : 0, k / 2 == 1 ? way : 0, k / 2 == 2 ? way : 0));
    }
}

static flr_vec3 direction(int face, flr_real s, flr_real t)
{
    flr_real one = face & 1 ? -1 : 1;
    flr_vec3 v = face / 2 == 0   ? flr_vec3_make(one, s, t)
                 : face / 2 == 1 ? flr_vec3_make(t, one, s)
                                 : flr_vec3_make(s, t, one);
    return flr_scale3(1 / flr_length3(v), v);
}

/// Eight corners whose hull holds the cell: the outer ones moved out by what the sphere bulges between them.
static void set_corners(search *s, const cell *c)
{
    flr_vec3 m = direction(c->face, (c->s[0] + c->s[1]) / 2, (c->t[0] + c->t[1]) / 2), u[4];
    flr_real cosine = 1;
    for (int k = 0; k < 4; k++) {
        u[k] = direction(c->face, c->s[k & 1], c->t[k >> 1]);
        flr_real x = flr_dot3(u[k], m);
        if (x < cosine) cosine = x;
    }
    s->middle = flr_scale3((c->r[0] + c->r[1]) / 2, m);
    s->radius = 0;
    for (int k = 0; k < 8; k++) {
        s->corners[k] = flr_scale3(k < 4 ? c->r[1] / cosine : c->r[0], u[k & 3]);
        flr_real d = flr_length3(flr_sub3(s->corners[k], s->middle));
        if (d > s->radius) s->radius = d;
    }
}

/// What is convex and holds all corners holds the whole cell.
static bool hold_corners(search *s, const flr_convex3 *x, const flr_convex3 *y, bool *middle)
{
    flr_convex3 padded = *x;
    padded.radius += s->fuzz;
    for (int k = -1; k < 8; k++) {
        penetration3_moved at;
        flr_convex3 moved = flr_penetration3_move(y, k < 0 ? s->middle : s->corners[k], &at);
        if (k == 4 && flr_length_squared3(s->corners[4]) == 0) break;  // where they overlap as they are
        s->p->work++;
        if (!flr_overlap3_convex_convex(&padded, &moved, NULL).overlap) return false;
        *middle = true;
    }
    return true;
}

static bool look_for_cover(void *user, const flr_convex3 *x, const flr_convex3 *y)
{
    search *s = user;
    penetration3 *p = s->p;
    bool middle = false;
    s->covered = hold_corners(s, x, y, &middle);
    if (!s->covered && middle && p->a.kind == PENETRATION3_SHEET)
        s->covered = flr_penetration3_is_pierced(p, &p->a, y, s->corners, false);
    if (!s->covered && middle && p->b.kind == PENETRATION3_SHEET)
        s->covered = flr_penetration3_is_pierced(p, &p->b, x, s->corners, true);
    return !s->covered;
}

static bool is_covered(search *s)
{
    s->covered = false;
    flr_penetration3_visit(s->p, s->middle, s->middle, s->fuzz, look_for_cover, s);
    return s->covered || flr_penetration3_stays_inside(s->p, s->middle, s->corners);
}

static void split(const cell *c, cell *low, cell *high)
{
    flr_real s = (c->s[0] + c->s[1]) / 2, t = (c->t[0] + c->t[1]) / 2, r = (c->r[0] + c->r[1]) / 2;
    flr_real w = 1 + s * s + t * t, deep = (c->r[1] - c->r[0]) / 2;
    flr_real wide = c->r[1] * (c->s[1] - c->s[0]) * (1 + t * t) / w;
    flr_real tall = c->r[1] * (c->t[1] - c->t[0]) * (1 + s * s) / w;
    *low = *high = *c;
    if (deep > wide && deep > tall) {
        low->r[1] = high->r[0] = r;
    } else if (wide > tall) {
        low->s[1] = high->s[0] = s;
    } else {
        low->t[1] = high->t[0] = t;
    }
}

/// Is the best the shortest, up to the gaps that are not searched for?
static bool is_shortest(search *s)
{
    s->fuzz = s->best.length / 2048 + s->p->gap;
    return s->best.length - s->fuzz <= s->least;
}

/// Are all translations shorter than the best, but for narrow gaps, known not to separate the two? What does separate them
/// becomes the best. False if the work ran out.
static bool search_all(search *s)
{
    cell stack[STACK_SIZE];
    int top = 0;
    for (int face = 0; face < 6; face++)
        stack[top++] = (cell){face, {-1, 1}, {-1, 1}, {s->least, s->best.length}};
    while (top > 0) {
        cell c = stack[--top];
        if (is_shortest(s)) return true;
        flr_real limit = s->best.length - s->fuzz;
        if (c.r[1] > limit) c.r[1] = limit;
        if (!(c.r[0] < c.r[1])) continue;
        set_corners(s, &c);
        if (s->radius < s->fuzz / 2 || is_covered(s)) continue;
        if (s->p->work > s->p->work_max || top + 2 > STACK_SIZE) return false;
        flr_real length = s->best.length;
        if (flr_penetration3_is_apart(s->p, s->middle)) flr_penetration3_polish(s->p, s->middle, &s->best);
        if (s->best.length < length) {
            stack[top++] = c;
            continue;
        }
        split(&c, &stack[top + 1], &stack[top]);
        top += 2;
    }
    return true;
}

/// Where do they touch once b has moved? By the padded translation, that leaves all apart, it is known which pieces do, and by the
/// exact one where.
typedef struct contact {
    penetration3_way way;
    flr_vec3 point;
    flr_real distance;
} contact;

static bool look_for_contact(void *user, const flr_convex3 *x, const flr_convex3 *y)
{
    contact *c = user;
    penetration3_moved at;
    flr_convex3 moved = flr_penetration3_move(y, c->way.padded, &at);
    flr_gjk3 g = flr_closest3_convex_convex(x, &moved, NULL);
    if (!(g.distance < c->distance)) return true;
    c->distance = g.distance;
    moved = flr_penetration3_move(y, c->way.exact, &at);
    c->point = flr_closest3_convex_convex(x, &moved, NULL).point_a;
    return true;
}

/// What of two unions is unbounded: two such shapes that no translation separates keep the unions together; where others meet has to
/// be tested, however far off.
typedef struct endless {
    const flr_shape3 *one, *others;
    flr_vec3 middle;
    flr_real far;  ///< where two meet, from the middle
    bool inseparable;
} endless;

static void ask_pair(void *user, const flr_shape3 *s)
{
    endless *e = user;
    flr_signed_distance3_result r = {.inseparable = false};
    flr_closest3 c;
    if (e->inseparable || flr_any3_is_bounded(s)) return;
    if (flr_distance3(e->one, s, &c) != FLR_OK || c.distance > 0) return;
    e->inseparable = flr_penetration3_unbounded(e->one, s, c.point_a, &r) && r.inseparable;
    flr_real far = flr_length3(flr_sub3(c.point_a, e->middle));
    if (far > e->far) e->far = far;
}

static void ask_all(void *user, const flr_shape3 *s)
{
    endless *e = user;
    if (e->inseparable || flr_any3_is_bounded(s)) return;
    e->one = s;
    flr_compound3_leaves(e->others, ask_pair, e);
}

flr_status flr_penetration3(const flr_shape3 *a, const flr_shape3 *b, const penetration3_known *known,
                            flr_signed_distance3_result *r)
{
    penetration3 p;
    flr_penetration3_make(&p, a, b);
    endless e = {.others = b};
    if (p.reach > 0) {
        e.middle = p.middle;
        flr_compound3_leaves(a, ask_all, &e);
    }
    r->inseparable = e.inseparable;
    if (r->inseparable) return FLR_OK;
    // the ends of the searched parts lie well beyond where they meet, so that no way around those is the shortest
    const bool is_far = 8 * e.far > p.reach;
    if (is_far) flr_penetration3_make_within(&p, a, b, 8 * e.far);
    if (!isfinite(p.size) || !isfinite(p.gap)) return FLR_NOT_FINITE;
    search s = {.p = &p, .best = {.length = (flr_real)INFINITY}};
    if (known) {
        s.least = known->depth - 4 * p.gap > 0 ? known->depth - 4 * p.gap : 0;
        try_direction(&s, known->normal);
    }
    if (!is_shortest(&s)) try_directions(&s);
    bool sure = search_all(&s);
    contact c = {s.best, {0, 0, 0}, (flr_real)INFINITY};
    flr_penetration3_visit(&p, c.way.padded, c.way.padded, 4 * p.gap, look_for_contact, &c);
    r->inseparable = p.reach > 0 && s.best.length > p.reach / 2;
    if (r->inseparable) return FLR_OK;
    flr_vec3 way = s.best.length > 0 ? s.best.exact : s.best.padded;
    r->signed_distance = s.best.length > 0 ? -s.best.length : 0;
    r->normal = flr_any3_unit(way);
    if (r->normal.x == 0 && r->normal.y == 0 && r->normal.z == 0) r->normal = flr_vec3_make(1, 0, 0);
    r->point_a = flr_add3(c.point, p.origin);
    r->point_b = flr_mul_add3(r->point_a, r->signed_distance, r->normal);
    // what lies between pieces that are called apart may then be a part of the depth itself
    const bool is_coarse = is_far && p.gap > s.best.length / 512;
    r->lower = is_coarse && !(s.best.length > 0) ? -(flr_real)INFINITY : r->signed_distance;
    if (sure && !is_coarse) return FLR_OK;
    r->upper = -(s.least < s.best.length ? s.least : s.best.length);
    return FLR_NOT_CONVERGED;
}
