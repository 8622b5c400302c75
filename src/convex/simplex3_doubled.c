#include "convex/simplex3_doubled.h"

#include "math/predicates.h"
#include "math/wide_vector.h"

typedef flr_double2 doubled;
typedef flr_wide_vector vector;

/// A face with the closest point of its plane, line or corner within it.
typedef struct face {
    int count, corner[3];
    doubled weight[3];
    vector closest;
    doubled square;  ///< of its distance
} face;

static vector of(dvec3 w)
{
    vector v = {{w.x, 0}, {w.y, 0}, {w.z, 0}};
    return v;
}

static vector difference(dvec3 a, dvec3 b)
{
    vector v = {flr_two_sum(a.x, -b.x), flr_two_sum(a.y, -b.y), flr_two_sum(a.z, -b.z)};
    return v;
}

/// a + s * b
static vector along(vector a, doubled s, vector b)
{
    const vector by = {flr_doubled_product(s, b.x), flr_doubled_product(s, b.y), flr_doubled_product(s, b.z)};
    return flr_wide_sum(a, by);
}

static doubled minus(doubled a)
{
    doubled m = {-a.high, -a.low};
    return m;
}

static doubled rest_of(doubled part)
{
    const doubled whole = {1, 0};
    return flr_doubled_difference(whole, part);
}

static void keep_better(face *best, face other)
{
    other.square = flr_wide_dot(other.closest, other.closest);
    if (best->count == 0 || simplex3_is_nearer(other.square, best->square)) *best = other;
}

static void try_corner(const simplex3 *s, int i, face *best)
{
    keep_better(best, (face){.count = 1, .corner = {i}, .weight = {{1, 0}}, .closest = of(s->v[i].w)});
}

static void try_edge(const simplex3 *s, int i, int j, face *best)
{
    const vector p = of(s->v[i].w), u = difference(s->v[j].w, s->v[i].w);
    const doubled uu = flr_wide_dot(u, u);
    if (!(uu.high > 0)) return;
    const doubled t = flr_doubled_quotient(minus(flr_wide_dot(p, u)), uu), rest = rest_of(t);
    if (!(t.high > 0 && rest.high > 0)) return;
    keep_better(best, (face){2, {i, j}, {rest, t}, along(p, t, u), {0, 0}});
}

/// The corners, those of the longest side first.
static void sort_sides(const simplex3 *s, int corner[3])
{
    const int c[3] = {corner[0], corner[1], corner[2]};
    double most = -1;
    for (int k = 0; k < 3; k++) {
        const dvec3 e = dvec3_sub(s->v[c[(k + 1) % 3]].w, s->v[c[k]].w);
        const double square = dvec3_dot(e, e);
        if (!(square > most)) continue;
        most = square;
        for (int m = 0; m < 3; m++) corner[m] = c[(k + m) % 3];
    }
}

/// By the longest side, and what of the way to the third corner is square to it: of a needle that is as well known as of any.
static void try_triangle(const simplex3 *s, int i, int j, int k, face *best)
{
    face f = {.count = 3, .corner = {i, j, k}};
    sort_sides(s, f.corner);
    const dvec3 first = s->v[f.corner[0]].w;
    const vector p = of(first), u = difference(s->v[f.corner[1]].w, first),
                 v = difference(s->v[f.corner[2]].w, first);
    const doubled uu = flr_wide_dot(u, u);
    if (!(uu.high > 0)) return;
    const doubled v_by_u = flr_doubled_quotient(flr_wide_dot(v, u), uu),
                  p_by_u = flr_doubled_quotient(flr_wide_dot(p, u), uu);
    const vector across = along(v, minus(v_by_u), u), from = along(p, minus(p_by_u), u);
    const doubled width = flr_wide_dot(across, across);
    if (!(width.high > 0)) return;
    const doubled t = flr_doubled_quotient(minus(flr_wide_dot(from, across)), width),
                  other = minus(flr_doubled_sum(p_by_u, flr_doubled_product(t, v_by_u))),
                  rest = rest_of(flr_doubled_sum(t, other));
    if (!(t.high > 0 && other.high > 0 && rest.high > 0)) return;
    f.weight[0] = rest;
    f.weight[1] = other;
    f.weight[2] = t;
    f.closest = along(from, t, across);
    keep_better(best, f);
}

static bool is_inside(const simplex3 *s)
{
    const dvec3 origin = {0, 0, 0}, p = s->v[0].w, q = s->v[1].w, r = s->v[2].w, t = s->v[3].w;
    const int side = flr_orient3_inline_double(p, q, r, t);
    return side != 0 && flr_orient3_inline_double(p, q, r, origin) == side &&
           flr_orient3_inline_double(p, r, t, origin) == side &&
           flr_orient3_inline_double(p, t, q, origin) == side &&
           flr_orient3_inline_double(q, t, r, origin) == side;
}

static void apply(simplex3 *s, const face *f)
{
    const simplex3 all = *s;
    s->count = f->count;
    for (int i = 0; i < f->count; i++) {
        s->v[i] = all.v[f->corner[i]];
        s->weight[i] = f->weight[i].high;
    }
}

dvec3 flr_simplex3_reduce_doubled(simplex3 *s, bool *inside, flr_double2 *square)
{
    *inside = s->count == 4 && is_inside(s);
    if (*inside) {
        *square = (doubled){0, 0};
        const vertex3 *const v[4] = {&s->v[0], &s->v[1], &s->v[2], &s->v[3]};
        return flr_simplex3_weigh(v, 4, s->weight);
    }
    face best = {.count = 0};
    for (int i = 0; i < s->count; i++) {
        try_corner(s, i, &best);
        for (int j = 0; j < i; j++) {
            try_edge(s, j, i, &best);
            for (int k = 0; k < j; k++) try_triangle(s, k, j, i, &best);
        }
    }
    apply(s, &best);
    *square = best.square;
    return dvec3_make(best.closest.x.high, best.closest.y.high, best.closest.z.high);
}
