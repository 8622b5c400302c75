/// From a translation that separates two shapes of the plane, which is a locally shortest one? Lines that
/// separate the pieces where they stand are cuts, and the shortest translation that all cuts allow is the
/// next. Rounds go on until the length no longer shrinks.
#include "any/penetration2.h"
#include "convex/gjk_limit.h"

enum { CUT_MAX = 8, ROUND_MAX = 64, CUTS_A_ROUND = 64 };

/// Translations are to lie where normal . v >= offset, for one pair of pieces; with pad between them better still.
typedef struct cut {
    flr_vec2 normal;
    flr_real offset, pad;
    flr_vec2 center;  ///< of the circle that the boundary follows where two round corners touch
    flr_real radius;
} cut;

typedef struct cuts {
    cut at[CUT_MAX];
    int count;
    flr_real tolerance;
} cuts;

static flr_real bound(const cut *c, bool padded) { return padded ? c->offset + c->pad : c->offset; }

static void try_point(const cuts *c, flr_vec2 v, bool padded, flr_real tolerance, flr_vec2 *best,
                      flr_real *least)
{
    flr_real l = flr_length_squared2(v);
    if (!(l < *least)) return;
    for (int i = 0; i < c->count; i++)
        if (!(flr_dot2(c->at[i].normal, v) >= bound(&c->at[i], padded) - tolerance)) return;
    *least = l;
    *best = v;
}

/// The shortest allowed translation: it lies on no more than two of the lines. All choices are tried.
static bool shortest(const cuts *c, bool padded, flr_real tolerance, flr_vec2 *best)
{
    flr_real least = (flr_real)INFINITY;
    try_point(c, flr_vec2_make(0, 0), padded, tolerance, best, &least);
    for (int i = 0; i < c->count && least > 0; i++) {
        const cut *p = &c->at[i];
        flr_real x = bound(p, padded);
        try_point(c, flr_scale2(x, p->normal), padded, tolerance, best, &least);
        for (int j = 0; j < i; j++) {
            const cut *q = &c->at[j];
            flr_real y = bound(q, padded), d = flr_cross2(p->normal, q->normal);
            if (d == 0) continue;
            flr_vec2 v = flr_vec2_make((x * q->normal.y - y * p->normal.y) / d,
                                       (y * p->normal.x - x * q->normal.x) / d);
            try_point(c, v, padded, tolerance, best, &least);
        }
    }
    return least < (flr_real)INFINITY;
}

/// The pair that a step from `from`, where all are apart, to `to` breaks into most.
typedef struct breach {
    flr_vec2 from, to;
    flr_real gap, most;
    cut worst;
    bool found;
} breach;

static bool find_worst(void *user, const flr_convex2 *x, const flr_convex2 *y)
{
    breach *b = user;
    moved2 at_to, at_from;
    flr_convex2 moved = flr_moved2(y, flr_neg2(b->to), 1, &at_to);
    flr_gjk2_options options = {.max_distance = flr_gjk_up_to(b->gap)};
    flr_gjk2 g = flr_closest2_convex_convex(x, &moved, &options);
    if (g.beyond || g.distance >= b->gap / 2) return true;
    moved = flr_moved2(y, flr_neg2(b->from), 1, &at_from);
    g = flr_closest2_convex_convex(x, &moved, NULL);
    if (!(flr_length_squared2(g.normal) > 0)) return true;
    const flr_real radius = x->radius + y->radius;
    cut c = {g.normal, flr_dot2(g.normal, b->from) - g.distance, g.distance < b->gap ? g.distance : b->gap,
             flr_mul_add2(b->from, -(g.distance + radius), g.normal), radius};
    flr_real by = bound(&c, true) - flr_dot2(c.normal, b->to);
    if (!b->found || by > b->most) b->most = by, b->worst = c;
    b->found = true;
    return true;
}

static bool breaks(penetration2 *p, flr_vec2 from, flr_vec2 to, breach *b)
{
    *b = (breach){.from = from, .to = to, .gap = p->gap};
    flr_penetration2_visit(p, to, p->gap, find_worst, b);
    return b->found;
}

bool flr_penetration2_is_apart(penetration2 *p, flr_vec2 v)
{
    breach b;
    // from far enough that every pair is apart there, so that none is passed over
    return !breaks(p, flr_vec2_make(2 * p->size, 0), v, &b);
}

static void add(cuts *c, cut new, flr_vec2 w)
{
    if (c->count < CUT_MAX) {
        c->at[c->count++] = new;
        return;
    }
    int loosest = 0;
    flr_real most = -(flr_real)INFINITY;
    for (int i = 0; i < c->count; i++) {
        flr_real slack = flr_dot2(c->at[i].normal, w) - bound(&c->at[i], true);
        if (slack > most) most = slack, loosest = i;
    }
    c->at[loosest] = new;
}

/// One round: all pieces between v and the shortest translation, by lines that separate at v.
static bool step(penetration2 *p, flr_vec2 v, cuts *c, flr_vec2 *to)
{
    c->count = 0;
    *to = flr_vec2_make(0, 0);
    for (int i = 0; i < CUTS_A_ROUND; i++) {
        breach b;
        if (!breaks(p, v, *to, &b)) return true;
        add(c, b.worst, *to);
        if (!shortest(c, true, c->tolerance, to)) return false;
    }
    return false;
}

/// Around a circle the projections on its tangents come nearer by a constant part a step only. If one line alone holds the way out, that on
/// the circle is where to go on from, unless something stands in it; its length is accepted once its own lines confirm it.
static void swing_around(penetration2 *p, const cuts *c, flr_vec2 *v)
{
    const flr_real length = flr_length2(*v);
    for (int i = 0; i < c->count; i++) {
        const cut *k = &c->at[i];
        const flr_real away = flr_length2(k->center), depth = k->radius - away;
        const bool holds = flr_dot2(k->normal, *v) >= length - p->gap / 1024;
        if (!holds || !(away > 0) || !(depth > 0) || !(depth + k->pad < length)) continue;
        const flr_vec2 padded = flr_scale2(-(depth + k->pad) / away, k->center);
        if (!flr_penetration2_is_apart(p, padded)) continue;
        *v = padded;
        return;
    }
}

void flr_penetration2_polish(penetration2 *p, flr_vec2 v, penetration2_way *best)
{
    const flr_real part = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-20 : (flr_real)0x1p-48;
    const flr_real rounding = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-21 : (flr_real)0x1p-50;
    cuts c = {.count = 0, .tolerance = p->gap / 1024};
    flr_real length = flr_length2(v);
    if (length < best->length) *best = (penetration2_way){v, v, length};
    for (int round = 0; round < ROUND_MAX; round++) {
        flr_vec2 to, exact;
        if (!step(p, v, &c, &to)) return;
        flr_real next = flr_length2(to);
        if (!shortest(&c, false, p->size * rounding, &exact)) exact = to;
        // that was searched for the padded one alone: it must be nearly the same
        if (!(flr_length2(flr_sub2(exact, to)) <= 64 * p->gap)) exact = to;
        flr_real exact_length = flr_length2(exact);
        if (exact_length < best->length) *best = (penetration2_way){to, exact, exact_length};
        if (!(next < length - length * part)) return;
        v = to;
        swing_around(p, &c, &v);
        length = flr_length2(v);
    }
}
