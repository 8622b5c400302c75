#include "math/cross2.h"
#include "sweep/track2.h"

/// The corners of a convex polygon, counter-clockwise.
typedef struct ring {
    const flr_vec2 *corner;
    size_t count;
    bool reversed;
} ring;

static inline size_t index_of(const ring *r, size_t i) { return r->reversed ? r->count - 1 - i : i; }
static inline flr_local2 corner_of(const ring *r, size_t i)
{
    flr_vec2 p = r->corner[index_of(r, i)];
    flr_local2 q = {(double)p.x, (double)p.y};
    return q;
}
static inline size_t next_of(const ring *r, size_t i) { return i + 1 < r->count ? i + 1 : 0; }

/// Is the outline strictly convex, and which way around? The turns at all corners agree, and it goes up once and down
/// once (a pentagram's turns agree too).
static bool ring_of(const flr_outline2 *o, ring *r)
{
    r->corner = o->many ? o->many : o->corner;
    r->count = o->count;
    r->reversed = false;
    if (o->count < 3) return false;
    int winding = 0, changes = 0;
    flr_vec2 a = r->corner[o->count - 2], b = r->corner[o->count - 1];
    for (size_t i = 0; i < o->count; ++i) {
        flr_vec2 c = r->corner[i];
        double left = ((double)b.x - (double)a.x) * ((double)c.y - (double)b.y);
        double right = ((double)b.y - (double)a.y) * ((double)c.x - (double)b.x);
        int turn = flr_filter2(left - right, fabs(left) + fabs(right));
        if (turn == 0 || turn == -winding) return false;
        winding = turn;
        // level edges go with those that rise
        changes += (b.y < a.y) != (c.y < b.y);
        a = b;
        b = c;
    }
    r->reversed = winding < 0;
    return changes == 2;
}

bool flr_track2_is_convex(const flr_outline2 *o)
{
    ring r;
    return o->solid && ring_of(o, &r);
}

/// Moving separating axes in progress: the latest entry among the edges that the motion approaches.
typedef struct slide {
    double over, under;  ///< its time: over / under
    bool found, apart;   ///< apart: some edge parts the two for certain at the start
    bool unsure;         ///< some edge may or may not part them at the start
    bool edge_of_b;
    size_t edge, corner;  ///< in ring order
} slide;

/// What lies past the line of an edge, both polygons and the motion taken together.
typedef struct margin {
    double value, doubt;
} margin;

static inline margin margin_of(flr_local2 d, flr_local2 from, flr_local2 p)
{
    double x = d.y * (p.x - from.x), y = d.x * (p.y - from.y);
    margin m = {x - y, fabs(x) + fabs(y)};
    return m;
}

/// Corner of r that lies least far out past an edge along d, from corner i on: a convex ring first comes nearer and then
/// recedes, and as edges turn, the nearest corner moves on the same way. Judged by the edges of the ring, not by the
/// places of its corners, so that a short edge among long ones stops nothing.
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

static size_t first_corner(const ring *r, flr_local2 a, flr_local2 d)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t i = 0; i < r->count; ++i) {
        double value = margin_of(d, a, corner_of(r, i)).value;
        if (value < least) {
            least = value;
            best = i;
        }
    }
    return best;
}

/// Each edge of `edges` as a line that parts the two, the corners of the other coming by m. False where one parts them
/// all the time.
static bool slide_edges(const ring *edges, const ring *corners, flr_local2 m, bool edge_of_b, slide *s)
{
    double relative = 8e-16 * (double)corners->count;
    flr_local2 a = corner_of(edges, 0);
    size_t i = 0;
    for (size_t j = 0; j < edges->count; ++j) {
        flr_local2 b = corner_of(edges, next_of(edges, j)), d = flr_local2_sub(b, a);
        if (j == 0) i = first_corner(corners, a, d);
        i = least_corner(corners, i, d);
        margin gap = margin_of(d, a, corner_of(corners, i));
        double x = d.y * m.x, y = d.x * m.y, rate = x - y;
        double doubt = relative * (gap.doubt + FLR_FILTER_FLOOR);
        double doubt_then = doubt + relative * (fabs(x) + fabs(y));
        if (gap.value > doubt) {
            s->apart = true;
            if (gap.value + rate > doubt_then) return false;
        } else if (gap.value >= -doubt) {
            s->unsure = true;
        }
        bool later = !s->found || gap.value * s->under > s->over * -rate;
        if (rate < 0 && later) {
            s->over = gap.value;
            s->under = -rate;
            s->found = true;
            s->edge_of_b = edge_of_b;
            s->edge = j;
            s->corner = i;
        }
        a = b;
    }
    return true;
}

/// Does the strip that a sweeps over miss b for certain?
static bool strips_apart(const ring *a, const ring *b, flr_local2 m)
{
    flr_local2 base = corner_of(a, 0);
    double low[2] = {0, INFINITY}, high[2] = {0, -INFINITY}, doubt = 0;
    for (int k = 0; k < 2; ++k) {
        const ring *r = k ? b : a;
        for (size_t i = 1 - (size_t)k; i < r->count; ++i) {
            margin g = margin_of(m, base, corner_of(r, i));
            if (g.value < low[k]) low[k] = g.value;
            if (g.value > high[k]) high[k] = g.value;
            if (!(g.doubt <= doubt)) doubt = g.doubt;
        }
    }
    doubt = 2e-15 * (doubt + FLR_FILTER_FLOOR);
    return low[0] - high[1] > doubt || low[1] - high[0] > doubt;
}

/// The edge of an outline between two corners that follow one another in the ring.
static size_t edge_index(const ring *r, size_t i) { return index_of(r, r->reversed ? next_of(r, i) : i); }

typedef struct pass {
    const flr_track2 *k;
    flr_touch2 *touch;
} pass;

/// Exactly: does this corner meet this edge? Keeps the earliest.
static void try_pair(const pass *p, bool corner_of_b, size_t corner, size_t edge)
{
    const flr_outline2 *corners = corner_of_b ? p->k->b : p->k->a, *edges = corner_of_b ? p->k->a : p->k->b;
    flr_edge2 e = flr_outline2_edge(edges, edge);
    flr_touch2 found = {true, 0, corner_of_b, corner, edge, -1, FLR_TOUCH2_ANY, 0};
    if (!flr_track2_meets(p->k, corner_of_b, flr_outline2_corner(corners, corner), &e, &found.t, &found.end))
        return;
    bool better = found.t < p->touch->t || (found.t == p->touch->t && found.end < 0);
    if (!p->touch->hit || better) *p->touch = found;
}

/// Of the line that is crossed last, what meets there: the corner and the edge, or, where the other polygon has an edge
/// along the line, one of its other corners, or a corner of this edge and one of those.
static void touch_there(const flr_track2 *k, const slide *s, const ring *edges, const ring *corners,
                        flr_touch2 *touch)
{
    const pass p = {k, touch};
    size_t next = next_of(corners, s->corner), before = s->corner > 0 ? s->corner - 1 : corners->count - 1;
    size_t edge = edge_index(edges, s->edge);
    try_pair(&p, s->edge_of_b ? false : true, index_of(corners, s->corner), edge);
    if (touch->hit && touch->end < 0) return;
    try_pair(&p, s->edge_of_b ? false : true, index_of(corners, next), edge);
    try_pair(&p, s->edge_of_b ? false : true, index_of(corners, before), edge);
    for (int i = 0; i < 2; ++i) {
        size_t corner = index_of(edges, i ? next_of(edges, s->edge) : s->edge);
        try_pair(&p, s->edge_of_b, corner, edge_index(corners, s->corner));
        try_pair(&p, s->edge_of_b, corner, edge_index(corners, before));
    }
}

flr_track2_convex_answer flr_track2_convex(const flr_track2 *k, flr_touch2 *touch)
{
    ring a, b;
    if (k->reach > 0 || k->factor != 1 || k->stretch < -100 || k->stretch > 100) return FLR_TRACK2_UNSURE;
    if (!ring_of(k->a, &a) || !ring_of(k->b, &b)) return FLR_TRACK2_UNSURE;
    const flr_local2 m = {(double)k->motion.x, (double)k->motion.y}, back = {-m.x, -m.y};
    if (strips_apart(&a, &b, m)) return FLR_TRACK2_MISS;
    slide s = {0, 0, false, false, false, false, 0, 0};
    if (!slide_edges(&b, &a, m, true, &s) || !slide_edges(&a, &b, back, false, &s)) return FLR_TRACK2_MISS;
    if (!s.apart) return s.unsure ? FLR_TRACK2_UNSURE : FLR_TRACK2_OVERLAP;
    if (!s.found) return FLR_TRACK2_UNSURE;
    flr_touch2 found = {false, INFINITY, false, 0, 0, -1, FLR_TOUCH2_ANY, 0};
    touch_there(k, &s, s.edge_of_b ? &b : &a, s.edge_of_b ? &a : &b, &found);
    double t = s.over / s.under * k->last;
    if (!found.hit || !(found.t <= t * (1 + 0x1p-30))) return FLR_TRACK2_UNSURE;
    found.parted_by = s.edge_of_b ? FLR_TOUCH2_EDGE_OF_B : FLR_TOUCH2_EDGE_OF_A;
    found.parting_edge = edge_index(s.edge_of_b ? &b : &a, s.edge);
    *touch = found;
    return FLR_TRACK2_HIT;
}
