/// From a translation that separates two shapes in space, which is a locally shortest one? Planes that
/// separate the pieces where they stand are cuts, and the shortest translation that all cuts allow is the
/// next. Inside a solid, bisection of the way there finds the surface that stops it.
#include "any/penetration3.h"
#include "convex/gjk_limit.h"
#include "math/dvec3.h"

// A limit of time: two large meshes deep in one another would need too many cuts.
enum { CUT_MAX = PENETRATION3_CUT_MAX, ROUND_MAX = 64, CUTS_A_ROUND = 64, POLISH_WORK_MAX = 3000000 };

typedef penetration3_cut cut;
typedef penetration3_cuts cuts;

static flr_real bound(const cut *c, bool padded) { return padded ? c->offset + c->pad : c->offset; }

static bool allowed(const cuts *c, dvec3 v, bool padded)
{
    for (int i = 0; i < c->count; i++)
        if (!(dvec3_dot(dvec3_from(c->at[i].normal), v) >=
              (double)bound(&c->at[i], padded) - (double)c->tolerance))
            return false;
    return true;
}

static void try_point(const cuts *c, dvec3 v, bool padded, dvec3 *best, double *least)
{
    const double l = dvec3_length_squared(v);
    if (l < *least && allowed(c, v, padded)) *least = l, *best = v;
}

/// The point of two planes nearest to zero. The normals are of length 1 but for rounding, which nearly parallel ones would enlarge.
static bool on_two(const cut *a, const cut *b, bool padded, dvec3 *v)
{
    const dvec3 m = dvec3_from(a->normal), n = dvec3_from(b->normal);
    const double g = dvec3_dot(m, n), d = dvec3_length_squared(dvec3_cross(m, n)),
                 x = (double)bound(a, padded), y = (double)bound(b, padded);
    if (!(d > 0)) return false;
    *v = dvec3_add(dvec3_scale((x * dvec3_length_squared(n) - g * y) / d, m),
                   dvec3_scale((y * dvec3_length_squared(m) - g * x) / d, n));
    return true;
}

static bool on_three(const cut *a, const cut *b, const cut *c, bool padded, dvec3 *v)
{
    const dvec3 m = dvec3_from(a->normal), n = dvec3_from(b->normal), o = dvec3_from(c->normal),
                no = dvec3_cross(n, o), om = dvec3_cross(o, m), mn = dvec3_cross(m, n);
    const double d = dvec3_dot(m, no);
    if (d == 0) return false;
    *v = dvec3_add(dvec3_scale((double)bound(a, padded) / d, no),
                   dvec3_add(dvec3_scale((double)bound(b, padded) / d, om),
                             dvec3_scale((double)bound(c, padded) / d, mn)));
    return true;
}

// In double, whatever the number type: where the planes are nearly parallel, single precision has none of their common points
// within the tolerance.
bool flr_penetration3_shortest(const cuts *c, bool padded, flr_vec3 *best)
{
    double least = INFINITY;
    dvec3 v, found;
    try_point(c, dvec3_make(0, 0, 0), padded, &found, &least);
    // it lies on no more than three of the planes; all choices are tried
    for (int i = 0; i < c->count && least > 0; i++) {
        const cut *p = &c->at[i];
        try_point(c, dvec3_scale((double)bound(p, padded), dvec3_from(p->normal)), padded, &found, &least);
        for (int j = 0; j < i; j++) {
            if (on_two(p, &c->at[j], padded, &v)) try_point(c, v, padded, &found, &least);
            for (int k = 0; k < j; k++)
                if (on_three(p, &c->at[j], &c->at[k], padded, &v)) try_point(c, v, padded, &found, &least);
        }
    }
    if (!(least < INFINITY)) return false;
    *best = dvec3_round(found);
    return true;
}

/// The pair that a step from `from`, where all are apart, to `to` breaks into most.
typedef struct breach {
    flr_vec3 from, to;
    flr_real gap, most;
    cut worst;
    bool found;
} breach;

static bool find_worst(void *user, const flr_convex3 *x, const flr_convex3 *y)
{
    breach *b = user;
    penetration3_moved at_to, at_from;
    flr_convex3 moved = flr_penetration3_move(y, b->to, &at_to);
    flr_gjk3_options options = {.max_distance = flr_gjk_up_to(b->gap)};
    flr_gjk3 g = flr_closest3_convex_convex(x, &moved, &options);
    if (g.beyond || g.distance >= b->gap) return true;
    const bool close = g.distance < b->gap / 2;
    moved = flr_penetration3_move(y, b->from, &at_from);
    g = flr_closest3_convex_convex(x, &moved, NULL);
    if (!(flr_length_squared3(g.normal) > 0)) return true;
    cut c = {g.normal, flr_dot3(g.normal, b->from) - g.distance, g.distance < b->gap ? g.distance : b->gap};
    flr_real by = bound(&c, true) - flr_dot3(c.normal, b->to);
    // what `to` keeps to already, but for rounding
    if (!close && by <= b->gap / 256) return true;
    if (!b->found || by > b->most) b->most = by, b->worst = c;
    b->found = true;
    return true;
}

static bool breaks(penetration3 *p, flr_vec3 from, flr_vec3 to, breach *b)
{
    *b = (breach){.from = from, .to = to, .gap = p->gap};
    flr_penetration3_visit(p, to, to, p->gap, find_worst, b);
    return b->found;
}

bool flr_penetration3_is_apart(penetration3 *p, flr_vec3 v)
{
    breach b;
    // from far enough that every pair is apart there, so that none is passed over
    flr_vec3 from = flr_vec3_make(2 * p->size, 0, 0);
    return !breaks(p, from, v, &b) && !flr_penetration3_is_inside(p, v);
}

/// `to` is inside a solid: on the way to `from`, which is not, lies its surface.
static bool breaks_on_the_way(penetration3 *p, flr_vec3 *from, flr_vec3 to, breach *b)
{
    for (int i = 0; i < 60; i++) {
        flr_vec3 middle = flr_lerp3(*from, to, (flr_real)0.5);
        if (breaks(p, *from, middle, b)) return true;
        if (flr_penetration3_is_inside(p, middle)) {
            to = middle;
        } else {
            *from = middle;
        }
    }
    return false;
}

static void add(cuts *c, cut new, flr_vec3 w)
{
    if (c->count < CUT_MAX) {
        c->at[c->count++] = new;
        return;
    }
    int loosest = 0;
    flr_real most = -(flr_real)INFINITY;
    for (int i = 0; i < c->count; i++) {
        flr_real slack = flr_dot3(c->at[i].normal, w) - bound(&c->at[i], true);
        if (slack > most) most = slack, loosest = i;
    }
    c->at[loosest] = new;
}

/// One round: all pieces between v and the shortest translation, by planes that separate at v.
static bool step(penetration3 *p, flr_vec3 *v, cuts *c, flr_vec3 *to)
{
    c->count = 0;
    *to = flr_vec3_make(0, 0, 0);
    for (int i = 0; i < CUTS_A_ROUND && p->work < POLISH_WORK_MAX; i++) {
        breach b;
        bool broken = breaks(p, *v, *to, &b);
        if (!broken && !flr_penetration3_is_inside(p, *to)) return true;
        flr_vec3 from = *v;
        if (!broken && !breaks_on_the_way(p, v, *to, &b)) return false;
        if (!(flr_length_squared3(flr_sub3(from, *v)) == 0)) c->count = 0;
        add(c, b.worst, *to);
        if (!flr_penetration3_shortest(c, true, to)) return false;
    }
    return false;
}

void flr_penetration3_polish(penetration3 *p, flr_vec3 v, penetration3_way *best)
{
    const flr_real part = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-20 : (flr_real)0x1p-48;
    cuts c = {.count = 0, .tolerance = p->gap / 1024};
    flr_real length = flr_length3(v);
    if (length < best->length) *best = (penetration3_way){v, v, length};
    for (int round = 0; round < ROUND_MAX; round++) {
        flr_vec3 to, exact;
        if (!step(p, &v, &c, &to)) return;
        flr_real next = flr_length3(to);
        if (!flr_penetration3_shortest(&c, false, &exact)) exact = to;
        // that was searched for the padded one alone: it must be nearly the same
        if (!(flr_length3(flr_sub3(exact, to)) <= 64 * p->gap)) exact = to;
        flr_real exact_length = flr_length3(exact);
        if (exact_length < best->length) *best = (penetration3_way){to, exact, exact_length};
        if (!(next < length - length * part)) return;
        length = next;
        v = to;
    }
}
