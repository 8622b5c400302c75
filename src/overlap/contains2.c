/// On which side of a shape's boundary does a point of the plane lie?

#include "closest/outline2.h"
#include "closest/outline2_fast.h"
#include "convex/support2.h"
#include "feeler/overlap2.h"
#include "math/predicates2.h"
#include "math/simd_real4.h"

// ---- Points in areas

flr_side flr_contains2_aabb_point(const flr_aabb2 *b, flr_vec2 p)
{
    if (!(p.x >= b->min.x && p.x <= b->max.x && p.y >= b->min.y && p.y <= b->max.y)) return FLR_OUTSIDE;
    bool within = p.x > b->min.x && p.x < b->max.x && p.y > b->min.y && p.y < b->max.y;
    return within ? FLR_INSIDE : FLR_BOUNDARY;
}

flr_side flr_contains2_circle_point(const flr_circle *c, flr_vec2 p)
{
    return (flr_side)flr_within2_sign(c->center, p, c->radius, 0);
}

flr_side flr_contains2_capsule_point(const flr_capsule2 *c, flr_vec2 p)
{
    const flr_outline2 dot = flr_outline2_of_point(p), capsule = flr_outline2_of_capsule(c);
    const flr_frame2 f = flr_frame2_make(&dot, &capsule);
    const flr_edge2 core = flr_outline2_edge(&capsule, 0);
    return (flr_side)flr_reach2_sign(&f, &dot, &capsule, flr_frame2_edge_point(&f, p, &core).distance);
}

flr_side flr_contains2_box_point(const flr_box2 *b, flr_vec2 p)
{
    flr_outline2 o = flr_outline2_of_box(b);
    if (o.far) {
        flr_recentered2 c;
        const flr_outline2 point = flr_outline2_of_point(p);
        flr_outline2_recenter(&o, &point, &c);
        return (flr_side)flr_outline2_locate(c.a.corner, c.a.count, false, c.b.corner[0]);
    }
    return (flr_side)flr_outline2_locate(o.corner, o.count, false, p);
}

flr_side flr_contains2_triangle_point(const flr_triangle2 *t, flr_vec2 p)
{
    const flr_vec2 corner[3] = {t->a, t->b, t->c};
    return (flr_side)flr_outline2_locate(corner, 3, false, p);
}

flr_side flr_contains2_polygon_point(const flr_polygon2 *g, flr_fill_rule rule, flr_vec2 p)
{
    return (flr_side)flr_outline2_locate(g->vertices, g->count, rule == FLR_EVEN_ODD, p);
}

// ---- A point and a convex polygon, in logarithmic time

/// A polygon that is convex up to tiny deviations, and a point.
typedef struct question {
    const flr_vec2 *v;
    size_t count;
    flr_vec2 p;
    flr_real winding;  ///< +1 counter-clockwise, -1 clockwise
    flr_real slack;    ///< far more than corners are moved by rounding errors
} question;

/// Returns the slack: 2^-40 of the width that three corners and the point span (2^-15 in single precision),
/// plus 32 rounding errors of the coordinates.
static flr_real slack_of(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 p)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real hair = single ? (flr_real)0x1p-15 : (flr_real)0x1p-40,
                   rounding = single ? (flr_real)0x1p-19 : (flr_real)0x1p-48;
    const flr_real wide =
        support2_spread(flr_sub2(b, a)) + support2_spread(flr_sub2(c, a)) + support2_spread(flr_sub2(p, a));
    return hair * wide + rounding * support2_spread(a);
}

/// Is the product more than `least` plus the rounding error of tiny products, and not infinite?
static bool is_more(flr_real product, flr_real least)
{
    const flr_real tiny = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-100 : (flr_real)0x1p-900;
    return product > least + tiny && product < (flr_real)INFINITY;
}

/// Does r lie clearly on the right of the line from p to q, also if every corner moves by up to the slack?
/// Let the exact convex polygon differ by at most h at each corner. Then its edge e is turned by up to 2 h /
/// |e| and displaced by h. At r, |w| away from p, that makes h + 2 h |w| / |e|.
static bool is_right_of(flr_vec2 p, flr_vec2 q, flr_vec2 r, flr_real winding, flr_real slack)
{
    const flr_vec2 e = flr_sub2(q, p), w = flr_sub2(r, p);
    const flr_real length = support2_spread(e);
    return is_more(-winding * flr_cross2(e, w), 4 * slack * (length + support2_spread(w))) &&
           length > 16 * slack;
}

/// Prepares the question. `winding` is 0 where three corners far from each other do not show it clearly.
static question ask(const flr_polygon2 *g, flr_vec2 p)
{
    const flr_vec2 *v = g->vertices, a = v[0], b = v[g->count / 3], c = v[2 * (g->count / 3)];
    question q = {v, g->count, p, 0, slack_of(a, b, c, p)};
    q.winding = (flr_real)is_right_of(a, b, c, -1, q.slack) - (flr_real)is_right_of(a, b, c, 1, q.slack);
    return q;
}

/// Is the point on the inner side of the edge from a to b by more than the slack?
static bool clears(const question *q, flr_vec2 a, flr_vec2 b)
{
    const flr_vec2 e = flr_sub2(b, a), w = flr_sub2(q->p, a);
    return is_more(q->winding * flr_cross2(e, w), q->slack * support2_spread(e));
}

/// Is the point clearly inside the triangle of three corners? A nearly convex polygon contains it, up to the
/// slack.
static bool is_within(const question *q, flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    return clears(q, a, b) && clears(q, b, c) && clears(q, c, a);
}

/// Is the point clearly beyond the edge from a to b? The exact convex polygon lies behind its own edge
/// there, and the outline within the slack of that.
static bool is_beyond(const question *q, flr_vec2 a, flr_vec2 b)
{
    return is_right_of(a, b, q->p, q->winding, q->slack);
}

/// Does the point lie farther along the normal of the line from a to b than all corners? Used where edges
/// are very short.
static bool is_above_all(const question *q, flr_vec2 a, flr_vec2 b)
{
    if (q->count > UINT32_MAX) return false;
    const flr_vec2 e = flr_sub2(b, a), out = flr_scale2(q->winding, flr_vec2_make(e.y, -e.x)),
                   top = q->v[flr_support2_of_many(q->v, (uint32_t)q->count, out)];
    return is_more(flr_dot2(out, flr_sub2(q->p, top)), q->slack * support2_spread(out));
}

/// Finds the edge through which the ray from corner 0 to the point leaves the polygon. It starts at the last
/// corner from `low` on that the ray has on its right (counter-clockwise), while `high` is on its left. It
/// tests eight corners at once without error bounds; the caller proves the result.
static size_t edge_towards(const question *q, size_t low, size_t high)
{
    const flr_vec2 from = q->v[0], w = flr_sub2(q->p, from);
    const real4 x = real4_splat(from.x), y = real4_splat(from.y), along_x = real4_splat(q->winding * w.y),
                along_y = real4_splat(-q->winding * w.x);
    while (high - low > 1) {
        const size_t step = (high - low + 8) / 9;
        uint32_t right = 0;
        for (uint32_t k = 0; k < 8; k += 4) {
            const flr_vec2 *at[4];
            for (uint32_t i = 0; i < 4; ++i) {
                const size_t place = low + (k + i + 1) * step;
                at[i] = q->v + (place < high ? place : high);
            }
            real4 u, v;
            real4_points(at[0], at[1], at[2], at[3], &u, &v);
            right |= real4_at_least(real4_dot(real4_sub(u, x), real4_sub(v, y), along_x, along_y), 0) << k;
        }
        low += (size_t)__builtin_ctz(~right) * step;
        if (low >= high) low = high - 1;
        if (high > low + step) high = low + step;
    }
    return low;
}

/// With so few edges, testing all is cheaper than a proof.
enum { FEW = 4 };

/// Answers in logarithmic time where it can. Corners may deviate from convex order, so short edges may have
/// any direction: a test with an edge counts only if the point is off by more than the slack. The rest is
/// decided by all edges, exactly.
flr_side flr_contains2_convex_polygon_point(const flr_polygon2 *g, flr_vec2 p)
{
    const flr_vec2 *v = g->vertices;
    if (g->count <= FEW) return (flr_side)flr_outline2_locate(v, g->count, false, p);
    const question q = ask(g, p);
    if (q.winding == 0) return (flr_side)flr_outline2_locate(v, g->count, false, p);
    const size_t last = g->count - 1;
    if (is_beyond(&q, v[0], v[1]) || is_beyond(&q, v[last], v[0])) return FLR_OUTSIDE;
    const size_t low = edge_towards(&q, 1, last), high = low + 1;
    if (is_beyond(&q, v[low], v[high])) return FLR_OUTSIDE;
    // the second triangle has corners farther away, for a point near the line through one corner
    if (is_within(&q, v[0], v[low], v[high]) ||
        is_within(&q, v[0], v[low - low / 3], v[high + (last - high) / 3]))
        return FLR_INSIDE;
    const size_t few = g->count / 64;
    if (few && is_above_all(&q, v[low > few ? low - few : 0], v[last - high > few ? high + few : last]))
        return FLR_OUTSIDE;
    return (flr_side)flr_outline2_locate(v, g->count, false, p);
}
