/// A user's core in the plane as a polygon: support points, until the core extends beyond no edge by more than is asked.
#include "any/any2.h"

#include "convex/support2.h"

/// A growing convex polygon, counter-clockwise.
typedef struct growing {
    const flr_convex2 *core;
    flr_vec2 *corner;
    size_t count, most;
} growing;

/// How far p lies beyond edge i.
static flr_real past(const growing *g, size_t i, flr_vec2 p)
{
    flr_vec2 a = g->corner[i], e = flr_any2_unit(flr_sub2(g->corner[i + 1 < g->count ? i + 1 : 0], a));
    flr_vec2 d = flr_sub2(p, a);
    if (g->count == 1) return support2_spread(d);
    return d.x * e.y - d.y * e.x;
}

static void insert(growing *g, size_t i, flr_vec2 p)
{
    for (size_t k = g->count; k > i + 1; --k) g->corner[k] = g->corner[k - 1];
    g->corner[i + 1] = p;
    g->count++;
}

/// Adds the support point along a direction, if it is beyond the polygon by more than `least`.
static void add(growing *g, flr_vec2 direction, flr_real least)
{
    flr_vec2 p = flr_support2(g->core, direction);
    size_t best = 0;
    flr_real most = past(g, 0, p);
    for (size_t i = 1; i < g->count; ++i) {
        flr_real at = past(g, i, p);
        if (!(at > most)) continue;
        most = at;
        best = i;
    }
    if (most > least && g->count < g->most) insert(g, best, p);
}

/// Adds support points until the core extends beyond no edge by more than `off`; false if there is no room
/// left.
static bool refine(growing *g, flr_real off)
{
    for (size_t i = 0; i < g->count;) {
        flr_vec2 e = flr_sub2(g->corner[i + 1 < g->count ? i + 1 : 0], g->corner[i]);
        flr_vec2 out = g->count == 1 ? flr_vec2_make(1, 0) : flr_any2_unit(flr_vec2_make(e.y, -e.x));
        flr_vec2 p = flr_support2(g->core, out);
        if (!(past(g, i, p) > off)) {
            ++i;
            continue;
        }
        if (g->count == g->most) return false;
        insert(g, i, p);
    }
    return true;
}

size_t flr_any2_hull_of_user(const flr_convex2 *c, const flr_outline2 *toward, flr_vec2 *corners, size_t most,
                             flr_real *off)
{
    static const flr_vec2 ways[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    enum { ENOUGH = 160 };
    growing g = {c, corners, 1, most < ENOUGH ? most : ENOUGH};
    corners[0] = flr_support2(c, flr_vec2_make(0, -1));
    flr_vec2 reach = flr_vec2_make(0, 0);
    for (int k = 0; k < 4; ++k) {
        flr_vec2 p = flr_support2(c, ways[k]);
        reach = flr_max2(reach, flr_vec2_make(support2_magnitude(p.x), support2_magnitude(p.y)));
    }
    const flr_real one = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-20 : (flr_real)0x1p-49;
    const flr_real size = support2_spread(reach), least = size * one;
    for (int k = 0; k < 4; ++k) add(&g, ways[k], least);
    for (size_t i = 0; toward && i < flr_outline2_edges(toward) && g.count < g.most / 2; ++i) {
        flr_edge2 e = flr_outline2_edge(toward, i);
        flr_vec2 n = flr_any2_unit(flr_perp2(flr_sub2(e.b, e.a)));
        if (!(flr_length_squared2(n) > 0)) continue;
        add(&g, n, least);
        add(&g, flr_neg2(n), least);
    }
    *off = size;
    for (flr_real to = size / 16; *off > least; to /= 4) {
        if (to < least) to = least;
        if (!refine(&g, to)) break;
        *off = to;
    }
    if (*off <= least) *off = 0;
    return g.count;
}
