#include "convex/tetrahedra3.h"

#include "math/wide_lanes3.h"

/// Both tetrahedra, a lane each, right-handed: the corners as seen from 0 turn counter-clockwise around the others' way out.
typedef struct solids3 {
    wide_lanes3 corner[4];
    wide_lanes3 edge[6];    ///< from the first to the second of its corners
    wide_lanes3 normal[4];  ///< of the face across from a corner: outward, of any length
    wide_lanes square[4];   ///< of that length
    wide_lanes height[4];   ///< of the face along its normal
    wide_lanes low[4];      ///< of the other tetrahedron's lowest corner
    wide_lanes gain[4];     ///< by how much the normal's length falls off over an edge
    double size;            ///< squared: how far corners are from the origin, summed over both
} solids3;

/// The corners of an edge and the two others, which lie across from the faces beside it, in an even order.
static const int EDGE[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                               {2, 3, 0, 1}, {3, 1, 0, 2}, {1, 2, 0, 3}};

/// Signs are told for sure above this part of the scene; squared.
#define SURE 0x1p-64
/// Below this square of a sine rounding turns a plain normal by more than 2^-45.
#define NEEDLE 0x1p-14

static inline bool any(wide_bits mask) { return wide_mask(mask) != 0; }

/// False where one is flat or has a face that is a needle.
static inline bool load(const pair3_lanes *l, solids3 *s)
{
    wide_lanes3 c[4];
    for (int i = 0; i < 4; i++) c[i] = (wide_lanes3){l->x[i], l->y[i], l->z[i]};
    wide_lanes size = wide_lanes3_dot(c[0], c[0]);
    for (int i = 1; i < 4; i++) size = wide_max(size, wide_lanes3_dot(c[i], c[i]));
    s->size = size[0] + size[1];
    wide_lanes3 u = wide_lanes3_sub(c[1], c[0]), v = wide_lanes3_sub(c[2], c[0]),
                w = wide_lanes3_sub(c[3], c[0]);
    const wide_lanes volume = wide_lanes3_dot(wide_lanes3_cross(u, v), w);
    const wide_bits turned = (wide_bits)(volume < wide_all(0));
    const wide_lanes3 t = v;
    v = wide_lanes3_choose(turned, w, v);
    w = wide_lanes3_choose(turned, t, w);
    s->corner[0] = c[0];
    s->corner[1] = c[1];
    s->corner[2] = wide_lanes3_choose(turned, c[3], c[2]);
    s->corner[3] = wide_lanes3_choose(turned, c[2], c[3]);
    s->edge[0] = u;
    s->edge[1] = v;
    s->edge[2] = w;
    s->edge[3] = wide_lanes3_sub(w, v);
    s->edge[4] = wide_lanes3_sub(u, w);
    s->edge[5] = wide_lanes3_sub(v, u);
    s->normal[0] = wide_lanes3_cross(s->edge[5], s->edge[3]);
    s->normal[1] = wide_lanes3_cross(w, v);
    s->normal[2] = wide_lanes3_cross(u, w);
    s->normal[3] = wide_lanes3_cross(v, u);
    wide_lanes most = wide_all(0);
    for (int k = 0; k < 6; k++) most = wide_max(most, wide_lanes3_dot(s->edge[k], s->edge[k]));
    wide_bits thin = (wide_bits)(volume * volume <= wide_all(0x1p-60) * most * most * most);
    for (int i = 0; i < 4; i++) {
        s->square[i] = wide_lanes3_dot(s->normal[i], s->normal[i]);
        thin |= (wide_bits)(s->square[i] <= wide_all(NEEDLE) * most * most);
    }
    return !any(thin);
}

/// Of every face the plane and the other tetrahedron's heights over it, and of these the signs of how they change along its edges: bit k of edge k in
/// the first lane, bit 6 k in the second. False where a sign is not sure, or a face parts the two or nearly does.
static inline bool measure(solids3 *s, wide_bits falls[4])
{
    wide_lanes3 other[4];
    for (int i = 0; i < 4; i++) other[i] = wide_lanes3_turned(s->corner[i]);
    const wide_lanes size = wide_all(SURE * s->size);
    wide_bits doubt = {0, 0};
    for (int i = 0; i < 4; i++) {
        const wide_lanes3 n = s->normal[i];
        wide_lanes h[4], least = wide_all((double)INFINITY);
        for (int k = 0; k < 4; k++) h[k] = wide_lanes3_dot(n, other[k]);
        s->height[i] = wide_lanes3_dot(n, s->corner[i == 0]);
        s->low[i] = wide_min(wide_min(h[0], h[1]), wide_min(h[2], h[3]));
        falls[i] = (wide_bits){0, 0};
        for (int k = 0; k < 6; k++) {
            const wide_lanes gain = h[EDGE[k][1]] - h[EDGE[k][0]];
            least = wide_min(least, wide_magnitude(gain));
            falls[i] |= (wide_bits)(gain < wide_all(0)) & (wide_bits){INT64_C(1) << k, INT64_C(1) << 6 * k};
        }
        const wide_lanes deep = s->height[i] - s->low[i], sure = size * s->square[i];
        doubt |= (wide_bits)(least * least <= sure) | (wide_bits)(deep <= wide_all(0)) |
                 (wide_bits)(deep * deep <= sure);
    }
    return !any(doubt);
}

/// The pairs of edges that make faces of the difference: bit 6 i + k of edge i of the first and edge k of the second. *turned are those
/// whose face looks against the cross product.
static inline uint64_t crossing(const wide_bits falls[4], uint64_t *turned)
{
    uint64_t up_a = 0, down_a = 0, up_b = 0, down_b = 0, a[4], b[4];
    for (int i = 0; i < 4; i++) {
        a[i] = (uint64_t)falls[i][0];
        b[i] = (uint64_t)falls[i][1];
    }
    for (int k = 0; k < 6; k++) {
        const int r = EDGE[k][2], t = EDGE[k][3];
        up_a |= (~a[r] & a[t]) << 6 * k;
        down_a |= (a[r] & ~a[t]) << 6 * k;
        up_b |= (~b[r] & b[t]) << k;
        down_b |= (b[r] & ~b[t]) << k;
    }
    *turned = down_a & down_b;
    return (up_a & up_b) | (down_a & down_b);
}

/// The face of the difference that is nearest to the origin.
typedef struct facet3 {
    double square;  ///< of its distance
    int a, b;       ///< edges; or a face of one of them, and -1
    bool turned;
} facet3;

static inline wide3 lane(wide_lanes3 v, int i) { return wide3_make(v.x[i], v.y[i], v.z[i]); }

/// Of two pairs of edges at once. False where one is nearly parallel, or parts the two.
static inline bool nearest_crossing(const solids3 *s, uint64_t pairs, uint64_t turned, facet3 *best)
{
    static const int8_t ROW[36] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2,
                                   3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5};
    while (pairs) {
        const int first = __builtin_ctzll(pairs);
        pairs &= pairs - 1;
        const int second = pairs ? __builtin_ctzll(pairs) : first;
        pairs &= pairs - 1;
        const int i[2] = {ROW[first], ROW[second]}, k[2] = {first - 6 * i[0], second - 6 * i[1]};
        const wide_lanes3 *e = s->edge, *c = s->corner;
        const int p[2] = {EDGE[i[0]][0], EDGE[i[1]][0]}, q[2] = {EDGE[k[0]][0], EDGE[k[1]][0]};
        const wide_lanes3 u = {{e[i[0]].x[0], e[i[1]].x[0]},
                               {e[i[0]].y[0], e[i[1]].y[0]},
                               {e[i[0]].z[0], e[i[1]].z[0]}},
                          v = {{e[k[0]].x[1], e[k[1]].x[1]},
                               {e[k[0]].y[1], e[k[1]].y[1]},
                               {e[k[0]].z[1], e[k[1]].z[1]}},
                          way = {{c[p[0]].x[0] - c[q[0]].x[1], c[p[1]].x[0] - c[q[1]].x[1]},
                                 {c[p[0]].y[0] - c[q[0]].y[1], c[p[1]].y[0] - c[q[1]].y[1]},
                                 {c[p[0]].z[0] - c[q[0]].z[1], c[p[1]].z[0] - c[q[1]].z[1]}};
        const wide_lanes3 n = wide_lanes3_cross(u, v);
        const wide_bits against = {-(int64_t)(turned >> first & 1), -(int64_t)(turned >> second & 1)};
        const wide_lanes high = wide_flip(wide_lanes3_dot(n, way), wide_signs((wide_lanes)against)),
                         nn = wide_lanes3_dot(n, n);
        const wide_bits thin =
            (wide_bits)(nn <= wide_all(NEEDLE) * wide_lanes3_dot(u, u) * wide_lanes3_dot(v, v));
        if (any(thin | (wide_bits)(high <= wide_all(0)))) return false;
        const wide_lanes square = high * high / nn;
        const bool later = square[1] < square[0];
        const double least = later ? square[1] : square[0];
        const int at = later ? second : first;
        if (!(least < best->square)) continue;
        best->square = least;
        best->a = ROW[at];
        best->b = at - 6 * ROW[at];
        best->turned = turned >> at & 1;
    }
    return true;
}

static inline void nearest_face(const solids3 *s, facet3 *best)
{
    best->square = (double)INFINITY;
    for (int i = 0; i < 4; i++) {
        const wide_lanes deep = s->height[i] - s->low[i], square = deep * deep / s->square[i];
        for (int l = 0; l < 2; l++) {
            const bool less = square[l] < best->square;
            best->square = less ? square[l] : best->square;
            best->a = less ? (l ? -1 : i) : best->a;
            best->b = less ? (l ? i : -1) : best->b;
        }
    }
}

/// The way out, of any length.
static inline wide3 normal_of(const solids3 *s, const facet3 *f)
{
    if (f->b < 0) return lane(s->normal[f->a], 0);
    if (f->a < 0) return wide3_neg(lane(s->normal[f->b], 1));
    const wide3 n = wide3_cross(lane(s->edge[f->a], 0), lane(s->edge[f->b], 1));
    return f->turned ? wide3_neg(n) : n;
}

/// The corners of the face across from a corner.
static const int FACE[4][3] = {{2, 3, 1}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// How high the facet's lowest corner is along its normal, which rounding tilts. The foot of the origin lies in the facet, so it is no lower and
/// the facet no nearer.
static inline double lowest_corner(const solids3 *s, const facet3 *f, wide3 n)
{
    if (f->a >= 0 && f->b >= 0) {
        const wide3 p = lane(s->corner[EDGE[f->a][0]], 0), q = lane(s->corner[EDGE[f->b][0]], 1);
        const double up_a = wide3_dot(n, lane(s->edge[f->a], 0)), up_b = wide3_dot(n, lane(s->edge[f->b], 1));
        return wide3_dot(n, wide3_sub(p, q)) + (up_a < 0 ? up_a : 0) - (up_b > 0 ? up_b : 0);
    }
    const int own = f->b >= 0, i = own ? f->b : f->a, *k = FACE[i];
    const wide3 up = own ? wide3_neg(n) : n;
    double least = wide3_dot(up, lane(s->corner[k[0]], own));
    for (int m = 1; m < 3; m++) {
        const double h = wide3_dot(up, lane(s->corner[k[m]], own));
        least = h < least ? h : least;
    }
    return least - s->low[i][own];
}

/// Where the foot of the origin lies in a face of one tetrahedron less a corner of the other.
static inline bool meet_in_face(const solids3 *s, const facet3 *f, wide3 n, wide3 foot, epa3_result *r)
{
    const int own = f->b >= 0, i = own ? f->b : f->a, *k = FACE[i];
    const wide3 up = own ? wide3_neg(n) : n;
    wide3 tip = lane(s->corner[0], !own);
    double least = wide3_dot(up, tip);
    for (int m = 1; m < 4; m++) {
        const wide3 q = lane(s->corner[m], !own);
        const double h = wide3_dot(up, q);
        tip = h < least ? q : tip;
        least = h < least ? h : least;
    }
    const wide3 from = own ? wide3_sub(tip, foot) : wide3_add(tip, foot);
    wide3 c[3], way[3];
    double weight[3], sum = 0;
    for (int m = 0; m < 3; m++) {
        c[m] = lane(s->corner[k[m]], own);
        way[m] = wide3_sub(c[m], from);
    }
    for (int m = 0; m < 3; m++) {
        weight[m] = wide3_dot(up, wide3_cross(way[(m + 1) % 3], way[(m + 2) % 3]));
        sum += weight[m];
    }
    const double part = 1 / sum;
    const wide3 on = wide3_along(wide3_along(wide3_scale(weight[0] * part, c[0]), weight[1] * part, c[1]),
                                 weight[2] * part, c[2]);
    r->a = own ? tip : on;
    r->b = own ? on : tip;
    return (weight[0] >= 0) & (weight[1] >= 0) & (weight[2] >= 0) & (sum > 0);
}

/// The same of two edges.
static inline bool meet_in_edges(const solids3 *s, const facet3 *f, wide3 foot, epa3_result *r)
{
    const wide3 p = lane(s->corner[EDGE[f->a][0]], 0), q = lane(s->corner[EDGE[f->b][0]], 1);
    const wide3 u = lane(s->edge[f->a], 0), v = lane(s->edge[f->b], 1), n = wide3_cross(u, v);
    const wide3 way = wide3_sub(foot, wide3_sub(p, q));
    const double part = 1 / wide3_dot(n, n), at_a = wide3_dot(wide3_cross(way, v), n) * part,
                 at_b = wide3_dot(wide3_cross(way, u), n) * part;
    r->a = wide3_along(p, at_a, u);
    r->b = wide3_along(q, at_b, v);
    return (at_a >= 0) & (at_a <= 1) & (at_b >= 0) & (at_b <= 1);
}

/// Along the way out how far the difference reaches: a bound from above whatever the face is.
static inline double reach_along(const solids3 *s, wide3 n)
{
    const wide_lanes3 both = {{n.x, -n.x}, {n.y, -n.y}, {n.z, -n.z}};
    wide_lanes most = wide_lanes3_dot(both, s->corner[0]);
    for (int i = 1; i < 4; i++) most = wide_max(most, wide_lanes3_dot(both, s->corner[i]));
    return most[0] + most[1];
}

bool flr_tetrahedra3_depth(const pair3 *p, epa3_result *r)
{
    solids3 s;
    wide_bits falls[4];
    if (!load(&p->lanes, &s) || !measure(&s, falls)) return false;
    facet3 best = {.turned = false};
    nearest_face(&s, &best);
    uint64_t turned;
    const uint64_t pairs = crossing(falls, &turned);
    if (!nearest_crossing(&s, pairs, turned, &best)) return false;
    const wide3 n = normal_of(&s, &best);
    const double inverse = 1 / wide3_length(n), rounding = 0x1p-52 * sqrt(s.size);
    r->normal = wide3_scale(inverse, n);
    r->upper = reach_along(&s, n) * inverse;
    const double least = lowest_corner(&s, &best, n) * inverse;
    r->lower = least < r->upper ? least : r->upper;
    r->converged = true;
    r->iterations = 1;
    if (r->upper - r->lower > 2 * rounding) return false;
    const wide3 foot = wide3_scale(r->upper, r->normal);
    const bool edges = best.a >= 0 && best.b >= 0;
    if (!(edges ? meet_in_edges(&s, &best, foot, r) : meet_in_face(&s, &best, n, foot, r))) return false;
    const wide3 rest = wide3_sub(wide3_sub(r->a, r->b), foot);
    return wide3_dot(rest, rest) <= 0x1p-98 * s.size;
}
