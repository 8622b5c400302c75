#include "convex/epa2.h"

#include "math/unit.h"

enum { VERTEX_MAX = 80 };

/// Counter-clockwise; edge i goes from vertex i to the next.
typedef struct polygon2 {
    const support2 *a, *b;
    int count;
    vertex2 vertex[VERTEX_MAX];
    flr_vec2 normal[VERTEX_MAX];  // outwards, unit
    flr_real height[VERTEX_MAX];  // of the edge over the origin
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
static bool same(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }

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

/// A triangle with area, if there is one.
static bool begin(polygon2 *p, const vertex2 *pool, const simplex2 *start)
{
    static const flr_vec2 ways[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < start->count && p->count < 2; ++i)
        if (p->count == 0 || !same(pool[start->at[i]].w, p->vertex[0].w)) add(p, pool[start->at[i]]);
    for (int i = 0; i < 4 && p->count < 2; ++i) {
        vertex2 v = support(p, ways[i]);
        if (p->count == 0 || !same(v.w, p->vertex[0].w)) add(p, v);
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

/// Of edges along one line, which support points within a side leave, the one that the origin's projection lies on.
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

static epa2_result without_area(const polygon2 *p)
{
    epa2_result r = {.converged = true, .normal = {1, 0}, .a = p->vertex[0].a, .b = p->vertex[0].b};
    if (p->count < 2) return r;
    flr_vec2 e = flr_sub2(p->vertex[1].w, p->vertex[0].w);
    r.normal = flr_perp2(unit2_of(e));
    set_points(p, 0, &r);
    return r;
}

epa2_result flr_epa2(const support2 *a, const support2 *b, const vertex2 *pool, const simplex2 *start,
                     flr_real rounding)
{
    polygon2 p;
    p.a = a;
    p.b = b;
    p.count = 0;
    if (!begin(&p, pool, start)) return without_area(&p);
    epa2_result r = {.upper = (flr_real)INFINITY};
    flr_real within = 0;  // how far the edge that r was made of lies within its support line
    for (int i = 0; i < p.count; ++i) set_edge(&p, i);
    for (;;) {
        int i = nearest_edge(&p);
        vertex2 v = support(&p, p.normal[i]);
        flr_real reach = flr_dot2(p.normal[i], v.w);
        const bool last = reach - p.height[i] <= 2 * rounding || same(v.w, p.vertex[i].w) ||
                          same(v.w, p.vertex[next(&p, i)].w);
        r.lower = p.height[i];
        r.iterations++;
        // an edge parallel to the last one, but farther in, reached as far: its points are not those of the depth
        if (reach < r.upper || (last && within > 8 * rounding && reach - r.upper <= 2 * rounding)) {
            if (reach < r.upper) r.upper = reach;
            within = reach - p.height[i];
            r.normal = p.normal[i];
            set_points(&p, last ? under_origin(&p, i, rounding) : i, &r);
        }
        r.converged = last || (r.upper - r.lower <= 2 * rounding && within <= 8 * rounding);
        if (r.converged || p.count == VERTEX_MAX) return r;
        insert_after(&p, i, v);
    }
}
