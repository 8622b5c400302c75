/// The cast of two convex polygons without radii by moving separating axes. It guesses the edge that separates
/// them last, and proves it. Where a rounding error could decide it does not answer, and sweep2_outline.c decides
/// by exact signs.
#include "math/double_double.h"
#include "sweep/sweep2_outline.h"

static const flr_local2 zero = {0, 0};

/// A convex polygon; index i counts its corners counter-clockwise, whichever way they are given.
typedef struct ring {
    const flr_vec2 *corner;
    size_t count;
    bool reversed;
    bool sided;                  ///< leftmost and rightmost are known
    size_t leftmost, rightmost;  ///< as seen along the motion m
} ring;

static inline size_t index_of(const ring *r, size_t i) { return r->reversed ? r->count - 1 - i : i; }
static inline flr_local2 local_of(flr_vec2 p)
{
    flr_local2 q = {(double)p.x, (double)p.y};
    return q;
}
static inline flr_local2 corner_of(const ring *r, size_t i) { return local_of(r->corner[index_of(r, i)]); }
static inline size_t next_of(const ring *r, size_t i) { return i + 1 < r->count ? i + 1 : 0; }
static inline size_t before_of(const ring *r, size_t i) { return (i ? i : r->count) - 1; }

/// Fills in the ring; false if the outline is not strictly convex. Convex means that the turns at all
/// corners agree, and that it rises once and falls once (the turns of a pentagram agree too). Branchless, as
/// the corners' signs cannot be predicted.
static bool ring_of(const flr_outline2 *o, flr_local2 m, ring *r)
{
    const size_t n = o->count;
    r->corner = flr_outline2_array(o);
    r->count = n;
    r->reversed = r->sided = false;
    // corners of a recentred outline may have to be moved one by one
    if (n < 3 || !r->corner) return false;
    size_t left = 0, right = 0, falls = 0, sides = 0, leftmost = 0, rightmost = 0;
    flr_local2 at = local_of(r->corner[n - 1]), d = flr_local2_sub(at, local_of(r->corner[n - 2]));
    bool fell = d.y < 0, went_right = flr_local2_cross(m, d) < 0;
    for (size_t i = 0; i < n; ++i) {
        flr_local2 p = local_of(r->corner[i]), e = flr_local2_sub(p, at);
        double plus = d.x * e.y, minus = d.y * e.x, turn = plus - minus,
               bound = FLR_FILTER_RELATIVE2 * (fabs(plus) + fabs(minus) + FLR_FILTER_FLOOR);
        left += turn > bound;
        right += turn < -bound;
        // level edges count as rising
        const bool fall = e.y < 0, to_right = flr_local2_cross(m, e) < 0;
        falls += fall != fell;
        sides += to_right != went_right;
        leftmost = (to_right & !went_right) ? i : leftmost;
        rightmost = (went_right & !to_right) ? i : rightmost;
        fell = fall;
        went_right = to_right;
        at = p;
        d = e;
    }
    r->reversed = right == n;
    if ((left != n && right != n) || falls != 2) return false;
    r->sided = sides == 2;
    // the index in the loop is where an edge ends: the corner is one before it
    r->leftmost = index_of(r, before_of(r, leftmost));
    r->rightmost = index_of(r, before_of(r, rightmost));
    return true;
}

/// An edge of one polygon and a corner of the other.
typedef struct slide {
    bool edge_of_b;
    size_t edge, corner;  ///< counted counter-clockwise
} slide;

/// How far a point lies beyond the line of an edge, times the edge's length, and the sum that scales its
/// rounding error.
typedef struct margin {
    double value, doubt;
} margin;

static inline margin margin_of(flr_local2 d, flr_local2 from, flr_local2 p)
{
    double x = d.y * (p.x - from.x), y = d.x * (p.y - from.y);
    margin m = {x - y, fabs(x) + fabs(y)};
    return m;
}

/// Climbs from corner i to the corner of r that reaches least far beyond an edge along d. It compares edges,
/// not corners, so that a short edge among long ones does not end the climb.
static inline size_t least_corner(const ring *r, size_t i, flr_local2 d)
{
    flr_local2 at = corner_of(r, i);
    for (size_t steps = 0; steps < r->count; ++steps) {
        size_t next = next_of(r, i);
        flr_local2 there = corner_of(r, next), e = flr_local2_sub(there, at);
        if (d.y * e.x - d.x * e.y > 0) break;
        i = next;
        at = there;
    }
    return i;
}

/// How far a corner is beyond the line of an edge, how that changes over the motion, and the rounding errors
/// at the start and at the end.
typedef struct crossing {
    double gap, rate, doubt, doubt_then;
} crossing;

static inline crossing crossing_of(const ring *corners, size_t i, flr_local2 from, flr_local2 d, flr_local2 m)
{
    const double relative = 8e-16 * (double)corners->count;
    margin gap = margin_of(d, from, corner_of(corners, i));
    double x = d.y * m.x, y = d.x * m.y;
    crossing c = {gap.value, x - y, relative * (gap.doubt + FLR_FILTER_FLOOR), 0};
    c.doubt_then = c.doubt + relative * (fabs(x) + fabs(y));
    return c;
}

/// Does the strip that a sweeps over certainly miss b? `size`: the largest coordinate.
static bool strips_apart(const ring *a, const ring *b, flr_local2 m, double size)
{
    double doubt = 2e-14 * ((fabs(m.x) + fabs(m.y)) * size + FLR_FILTER_FLOOR);
    flr_local2 left = flr_local2_sub(corner_of(a, a->rightmost), corner_of(b, b->leftmost)),
               right = flr_local2_sub(corner_of(b, b->rightmost), corner_of(a, a->leftmost));
    return flr_local2_cross(m, left) > doubt || flr_local2_cross(m, right) > doubt;
}

/// Guesses the edge by which the path enters the Minkowski difference b - a; with `back`, by which it leaves it, as
/// the motion m backwards enters there. From its leftmost corner on, counter-clockwise, the edges of both merge by
/// their directions until they have crossed the path. Signs are not certain here, so the result is to be proved.
static bool find_entry(const ring *a, const ring *b, flr_local2 m, bool back, slide *s)
{
    size_t i = back ? a->leftmost : a->rightmost, j = back ? b->rightmost : b->leftmost;
    flr_local2 p = corner_of(a, i), q = corner_of(b, j);
    double side = flr_local2_cross(m, flr_local2_sub(q, p));
    for (size_t steps = a->count + b->count; steps > 0; --steps) {
        const size_t next_i = next_of(a, i), next_j = next_of(b, j);
        const flr_local2 u = corner_of(a, next_i), v = corner_of(b, next_j);
        const flr_local2 of_a = flr_local2_sub(p, u), of_b = flr_local2_sub(v, q);
        const double by_a = flr_local2_cross(m, of_a), by_b = flr_local2_cross(m, of_b);
        s->edge_of_b = by_b < 0 && (!(by_a < 0) || flr_local2_cross(of_b, of_a) >= 0);
        if (!s->edge_of_b && !(by_a < 0)) return false;
        s->edge = s->edge_of_b ? j : i;
        s->corner = s->edge_of_b ? i : j;
        side += s->edge_of_b ? by_b : by_a;
        if (!(side > 0)) return true;
        if (s->edge_of_b) {
            j = next_j;
            q = v;
        } else {
            i = next_i;
            p = u;
        }
    }
    return false;
}

/// As least_corner, if the least corner may also lie before i. Climbs back where it does not climb on.
static size_t least_around(const ring *r, size_t i, flr_local2 d)
{
    size_t found = least_corner(r, i, d);
    for (size_t steps = 0; found == i && steps < r->count; ++steps) {
        size_t before = before_of(r, i);
        flr_local2 e = flr_local2_sub(corner_of(r, i), corner_of(r, before));
        if (!(d.y * e.x - d.x * e.y > 0)) break;
        found = i = before;
    }
    return found;
}

/// The number in the outline of the edge that starts at corner i of the ring.
static size_t edge_index(const ring *r, size_t i) { return index_of(r, r->reversed ? next_of(r, i) : i); }

/// One cast of corners onto edges, and the touch that it improves.
typedef struct pass {
    const sweep2_cast *k;
    sweep2_touch *touch;
} pass;

/// Casts a corner onto an edge, exactly. Keeps the earlier hit.
static void try_pair(const pass *p, bool corner_of_b, size_t corner, size_t edge)
{
    const flr_outline2 *corners = corner_of_b ? p->k->b : p->k->a, *edges = corner_of_b ? p->k->a : p->k->b;
    flr_edge2 e = flr_outline2_edge(edges, edge);
    sweep2_touch found = {true, 0, corner_of_b, corner, edge, -1, SWEEP2_NORMAL_OPEN, 0};
    if (!flr_sweep2_hits_edge(p->k, corner_of_b, flr_outline2_corner(corners, corner), &e, &found.t,
                              &found.end))
        return;
    bool better = found.t < p->touch->t || (found.t == p->touch->t && found.end < 0);
    if (!p->touch->hit || better) *p->touch = found;
}

/// Casts the corner onto the edge whose line is crossed last. If the corner narrowly misses the edge, it
/// tries the neighbouring edges. If both polygons have parallel edges there, the other corner and the ends
/// of this edge count as well.
static void touch_there(const sweep2_cast *k, const slide *s, const ring *edges, const ring *corners,
                        sweep2_touch *touch)
{
    const pass p = {k, touch};
    const bool corner_of_b = !s->edge_of_b;
    const size_t corner = index_of(corners, s->corner), before = before_of(corners, s->corner),
                 ends[2] = {s->edge, next_of(edges, s->edge)};
    size_t edge = edge_index(edges, s->edge);
    try_pair(&p, corner_of_b, corner, edge);
    if (touch->hit && touch->end < 0) return;
    if (!touch->hit) {
        try_pair(&p, corner_of_b, corner, edge_index(edges, before_of(edges, s->edge)));
        try_pair(&p, corner_of_b, corner, edge_index(edges, ends[1]));
    }
    try_pair(&p, corner_of_b, index_of(corners, next_of(corners, s->corner)), edge);
    try_pair(&p, corner_of_b, index_of(corners, before), edge);
    for (int i = 0; i < 2; ++i) {
        size_t end = index_of(edges, ends[i]);
        try_pair(&p, s->edge_of_b, end, edge_index(corners, s->corner));
        try_pair(&p, s->edge_of_b, end, edge_index(corners, before));
    }
}

/// Returns d.y * x - d.x * y in about twice the precision, each number a difference of coordinates.
static flr_double2 doubled_cross(const flr_double2 d[2], flr_double2 x, flr_double2 y)
{
    return flr_doubled_difference(flr_doubled_product(d[1], x), flr_doubled_product(d[0], y));
}

/// The local time at which the corner crosses the line of the edge, accurate to the last bits: an exact hit
/// is the first touch only if it is no later.
static double crossing_time(const sweep2_cast *k, const slide *s, const ring *edges, const ring *corners)
{
    const flr_local2 from = corner_of(edges, s->edge), to = corner_of(edges, next_of(edges, s->edge)),
                     p = corner_of(corners, s->corner), m = local_of(k->motion);
    const double way = s->edge_of_b ? 1 : -1;
    const flr_double2 d[2] = {flr_two_sum(to.x, -from.x), flr_two_sum(to.y, -from.y)}, mx = {way * m.x, 0},
                      my = {way * m.y, 0};
    const flr_double2 gap = doubled_cross(d, flr_two_sum(p.x, -from.x), flr_two_sum(p.y, -from.y)),
                      rate = doubled_cross(d, mx, my);
    return gap.high / -rate.high * k->last;
}

/// Does `other` lie beyond the edge's line by at least as much as `corner`?
static bool is_farther(flr_local2 from, flr_local2 to, flr_local2 corner, flr_local2 other)
{
    const flr_local2 d = flr_local2_sub(to, from), e = flr_local2_sub(other, corner);
    const double x = d.y * e.x, y = d.x * e.y;
    if (x - y > 0x1p-50 * (fabs(x) + fabs(y))) return true;
    const flr_double2 way[2] = {flr_two_sum(to.x, -from.x), flr_two_sum(to.y, -from.y)};
    return doubled_cross(way, flr_two_sum(other.x, -corner.x), flr_two_sum(other.y, -corner.y)).high >= 0;
}

/// Is the corner the one of its ring that reaches least far? In a convex ring its two neighbours decide.
static bool is_least(const slide *s, const ring *edges, const ring *corners)
{
    const flr_local2 from = corner_of(edges, s->edge), to = corner_of(edges, next_of(edges, s->edge)),
                     p = corner_of(corners, s->corner);
    return is_farther(from, to, p, corner_of(corners, next_of(corners, s->corner))) &&
           is_farther(from, to, p, corner_of(corners, before_of(corners, s->corner)));
}

/// Finds the touch at the line that is crossed last; false where the exact hit comes later than the
/// crossing.
static bool settle(const sweep2_cast *k, const slide *s, const ring *a, const ring *b, sweep2_touch *touch)
{
    sweep2_touch found = {false, INFINITY, false, 0, 0, -1, SWEEP2_NORMAL_OPEN, 0};
    const ring *edges = s->edge_of_b ? b : a, *corners = s->edge_of_b ? a : b;
    touch_there(k, s, edges, corners, &found);
    if (!found.hit || !is_least(s, edges, corners)) return false;
    const bool on_line = found.corner_of_b != s->edge_of_b && found.edge == edge_index(edges, s->edge) &&
                         found.corner == index_of(corners, s->corner);
    if (!on_line && !(found.t <= crossing_time(k, s, edges, corners) * (1 + 0x1p-48))) return false;
    found.normal_of = s->edge_of_b ? SWEEP2_NORMAL_EDGE_OF_B : SWEEP2_NORMAL_EDGE_OF_A;
    found.normal_edge = edge_index(edges, s->edge);
    *touch = found;
    return true;
}

/// Proves the guess: one edge separates the two until something crosses its line, and that is the first touch. So
/// the answer is right whichever edge is guessed. They part where they have left one another before the start.
static sweep2_polygons_answer enter(const sweep2_cast *k, const ring *a, const ring *b, flr_local2 m,
                                    bool back, sweep2_touch *touch)
{
    slide s;
    const flr_local2 against = flr_local2_sub(zero, m);
    if (!find_entry(a, b, back ? against : m, back, &s)) return SWEEP2_UNSURE;
    const ring *edges = s.edge_of_b ? b : a, *corners = s.edge_of_b ? a : b;
    const flr_local2 from = corner_of(edges, s.edge),
                     d = flr_local2_sub(corner_of(edges, next_of(edges, s.edge)), from);
    s.corner = least_around(corners, s.corner, d);
    const crossing c = crossing_of(corners, s.corner, from, d, s.edge_of_b ? m : against);
    if (!(c.gap > c.doubt)) return back ? SWEEP2_UNSURE : enter(k, a, b, m, true, touch);
    if (c.gap + c.rate > c.doubt_then) return SWEEP2_MISS;
    return c.rate < 0 && settle(k, &s, a, b, touch) ? SWEEP2_HIT : SWEEP2_UNSURE;
}

sweep2_polygons_answer flr_sweep2_polygons(const sweep2_cast *k, sweep2_touch *touch)
{
    ring a, b;
    if (k->reach > 0 || k->factor != 1 || k->stretch < -100 || k->stretch > 100) return SWEEP2_UNSURE;
    const flr_local2 m = local_of(k->motion);
    if (!ring_of(k->a, m, &a) || !ring_of(k->b, m, &b)) return SWEEP2_UNSURE;
    if (!a.sided || !b.sided) return SWEEP2_UNSURE;
    if (strips_apart(&a, &b, m, k->size)) return SWEEP2_MISS;
    return enter(k, &a, &b, m, false, touch);
}
