#include "any/any2_shape.h"
#include "any/kinds2.h"
#include "math/predicates.h"

typedef bool convex_fn(const flr_shape2 *s, flr_convex2 *c);

#define TYPED(X) X(point) X(segment) X(circle) X(capsule) X(aabb) X(box) X(triangle)

#define OF_KIND(K)                                                                                           \
    static bool of_##K(const flr_shape2 *s, flr_convex2 *c)                                                  \
    {                                                                                                        \
        *c = flr_convex2_##K(AS2_##K(s));                                                                    \
        return true;                                                                                         \
    }
TYPED(OF_KIND)

/// Does it turn one way only, and around once?
static bool is_convex(const flr_polygon2 *g)
{
    const flr_vec2 *v = g->vertices;
    bool left = false, right = false;
    int changes = 0, last = 0, first = 0;
    for (size_t i = 0, n = g->count; i < n; ++i) {
        flr_vec2 a = v[i], b = v[(i + 1) % n], c = v[(i + 2) % n];
        int turn =
            flr_orient2_inline((double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)c.x, (double)c.y);
        left |= turn > 0;
        right |= turn < 0;
        int way = (b.x > a.x) - (b.x < a.x);
        if (!way) way = (b.y > a.y) - (b.y < a.y);
        if (!way) way = last;
        if (!first) first = way;
        changes += last && way != last;
        last = way;
    }
    changes += first != last;
    return !(left && right) && changes <= 2;
}

static bool of_polygon(const flr_shape2 *s, flr_convex2 *c)
{
    const flr_polygon2 *g = &s->as.polygon;
    if (!is_convex(g)) return false;
    *c = flr_convex2_polygon(g->vertices, (uint32_t)g->count, flr_vec2_make(1, 0), flr_vec2_make(0, 0), 0);
    return true;
}

static bool of_convex(const flr_shape2 *s, flr_convex2 *c)
{
    *c = s->as.convex;
    return true;
}

#define ENTRY(K) [KIND2_##K] = of_##K,
static convex_fn *const table[FLR_SHAPE2_COUNT] = {TYPED(ENTRY) ENTRY(polygon) ENTRY(convex)};

bool flr_any2_core(const flr_shape2 *s, flr_convex2 *c) { return table[s->kind] && table[s->kind](s, c); }

bool flr_convex2_shape(const flr_shape2 *s, flr_convex2 *c)
{
    return flr_any2_check_lists(s) == FLR_OK && flr_any2_core(s, c);
}
