/// The depth of two tetrahedra by the faces of their Minkowski difference, those that its Gauss map shows.
#include "convex/depth3.h"
#include "math/simd.h"

/// Both tetrahedra, a lane each, right-handed: the corners as seen from 0 turn counter-clockwise around the others' way out.
typedef struct solids3 {
    dvec3x2 corner[4];
    dvec3x2 edge[6];    ///< from the first to the second of its corners
    dvec3x2 normal[4];  ///< of the face across from a corner: outward, of any length
    f64x2 square[4];    ///< of that length
    f64x2 height[4];    ///< of the face along its normal
    f64x2 low[4];       ///< of the other tetrahedron's lowest corner
    f64x2 gain[4];      ///< by how much the normal's length falls off over an edge
    double size;        ///< squared: how far corners are from the origin, summed over both
} solids3;

/// The corners of an edge and the two others, which lie across from the faces beside it, in an even order.
static const int EDGE[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                               {2, 3, 0, 1}, {3, 1, 0, 2}, {1, 2, 0, 3}};

/// Signs are certain above this part of the scene; squared.
#define SURE 0x1p-64
/// Below this square of a sine rounding turns a plain normal by more than 2^-45.
#define NEEDLE 0x1p-14

static inline bool any(i64x2 mask) { return f64x2_mask(mask) != 0; }

/// False where one is flat or has a face that is a needle.
static inline bool load(const pair3_lanes *l, solids3 *s)
{
    dvec3x2 c[4];
    for (int i = 0; i < 4; i++) c[i] = (dvec3x2){l->x[i], l->y[i], l->z[i]};
    f64x2 size = dvec3x2_dot(c[0], c[0]);
    for (int i = 1; i < 4; i++) size = f64x2_max(size, dvec3x2_dot(c[i], c[i]));
    s->size = size[0] + size[1];
    dvec3x2 u = dvec3x2_sub(c[1], c[0]), v = dvec3x2_sub(c[2], c[0]), w = dvec3x2_sub(c[3], c[0]);
    const f64x2 volume = dvec3x2_dot(dvec3x2_cross(u, v), w);
    const i64x2 turned = (i64x2)(volume < f64x2_splat(0));
    const dvec3x2 t = v;
    v = dvec3x2_select(turned, w, v);
    w = dvec3x2_select(turned, t, w);
    s->corner[0] = c[0];
    s->corner[1] = c[1];
    s->corner[2] = dvec3x2_select(turned, c[3], c[2]);
    s->corner[3] = dvec3x2_select(turned, c[2], c[3]);
    s->edge[0] = u;
    s->edge[1] = v;
    s->edge[2] = w;
    s->edge[3] = dvec3x2_sub(w, v);
    s->edge[4] = dvec3x2_sub(u, w);
    s->edge[5] = dvec3x2_sub(v, u);
    s->normal[0] = dvec3x2_cross(s->edge[5], s->edge[3]);
    s->normal[1] = dvec3x2_cross(w, v);
    s->normal[2] = dvec3x2_cross(u, w);
    s->normal[3] = dvec3x2_cross(v, u);
    f64x2 most = f64x2_splat(0);
    for (int k = 0; k < 6; k++) most = f64x2_max(most, dvec3x2_dot(s->edge[k], s->edge[k]));
    i64x2 thin = (i64x2)(volume * volume <= f64x2_splat(0x1p-60) * most * most * most);
    for (int i = 0; i < 4; i++) {
        s->square[i] = dvec3x2_dot(s->normal[i], s->normal[i]);
        thin |= (i64x2)(s->square[i] <= f64x2_splat(NEEDLE) * most * most);
    }
    return !any(thin);
}

/// Of every face the plane and the other tetrahedron's heights over it, and of these the signs of how they change along its edges: bit k of edge k in
/// the first lane, bit 6 k in the second. False where a sign is not sure, or a face separates the two or nearly does.
static inline bool measure(solids3 *s, i64x2 falls[4])
{
    dvec3x2 other[4];
    for (int i = 0; i < 4; i++) other[i] = dvec3x2_swapped(s->corner[i]);
    const f64x2 size = f64x2_splat(SURE * s->size);
    i64x2 doubt = {0, 0};
    for (int i = 0; i < 4; i++) {
        const dvec3x2 n = s->normal[i];
        f64x2 h[4], least = f64x2_splat((double)INFINITY);
        for (int k = 0; k < 4; k++) h[k] = dvec3x2_dot(n, other[k]);
        s->height[i] = dvec3x2_dot(n, s->corner[i == 0]);
        s->low[i] = f64x2_min(f64x2_min(h[0], h[1]), f64x2_min(h[2], h[3]));
        falls[i] = (i64x2){0, 0};
        for (int k = 0; k < 6; k++) {
            const f64x2 gain = h[EDGE[k][1]] - h[EDGE[k][0]];
            least = f64x2_min(least, f64x2_abs(gain));
            falls[i] |= (i64x2)(gain < f64x2_splat(0)) & (i64x2){INT64_C(1) << k, INT64_C(1) << 6 * k};
        }
        const f64x2 deep = s->height[i] - s->low[i], sure = size * s->square[i];
        doubt |=
            (i64x2)(least * least <= sure) | (i64x2)(deep <= f64x2_splat(0)) | (i64x2)(deep * deep <= sure);
    }
    return !any(doubt);
}

/// The pairs of edges that make faces of the difference: bit 6 i + k of edge i of the first and edge k of the second. *turned are those
/// whose face looks against the cross product.
static inline uint64_t crossing(const i64x2 falls[4], uint64_t *turned)
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

static inline dvec3 lane(dvec3x2 v, int i) { return dvec3_make(v.x[i], v.y[i], v.z[i]); }

/// Of two pairs of edges at once. False where one is nearly parallel, or separates the two.
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
        const dvec3x2 *e = s->edge, *c = s->corner;
        const int p[2] = {EDGE[i[0]][0], EDGE[i[1]][0]}, q[2] = {EDGE[k[0]][0], EDGE[k[1]][0]};
        const dvec3x2 u = {{e[i[0]].x[0], e[i[1]].x[0]},
                           {e[i[0]].y[0], e[i[1]].y[0]},
                           {e[i[0]].z[0], e[i[1]].z[0]}},
                      v = {{e[k[0]].x[1], e[k[1]].x[1]},
                           {e[k[0]].y[1], e[k[1]].y[1]},
                           {e[k[0]].z[1], e[k[1]].z[1]}},
                      way = {{c[p[0]].x[0] - c[q[0]].x[1], c[p[1]].x[0] - c[q[1]].x[1]},
                             {c[p[0]].y[0] - c[q[0]].y[1], c[p[1]].y[0] - c[q[1]].y[1]},
                             {c[p[0]].z[0] - c[q[0]].z[1], c[p[1]].z[0] - c[q[1]].z[1]}};
        const dvec3x2 n = dvec3x2_cross(u, v);
        const i64x2 against = {-(int64_t)(turned >> first & 1), -(int64_t)(turned >> second & 1)};
        const f64x2 high = f64x2_xor(dvec3x2_dot(n, way), f64x2_signs((f64x2)against)),
                    nn = dvec3x2_dot(n, n);
        const i64x2 thin = (i64x2)(nn <= f64x2_splat(NEEDLE) * dvec3x2_dot(u, u) * dvec3x2_dot(v, v));
        if (any(thin | (i64x2)(high <= f64x2_splat(0)))) return false;
        const f64x2 square = high * high / nn;
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
        const f64x2 deep = s->height[i] - s->low[i], square = deep * deep / s->square[i];
        for (int l = 0; l < 2; l++) {
            const bool less = square[l] < best->square;
            best->square = less ? square[l] : best->square;
            best->a = less ? (l ? -1 : i) : best->a;
            best->b = less ? (l ? i : -1) : best->b;
        }
    }
}

/// The separating direction, of any length.
static inline dvec3 normal_of(const solids3 *s, const facet3 *f)
{
    if (f->b < 0) return lane(s->normal[f->a], 0);
    if (f->a < 0) return dvec3_neg(lane(s->normal[f->b], 1));
    const dvec3 n = dvec3_cross(lane(s->edge[f->a], 0), lane(s->edge[f->b], 1));
    return f->turned ? dvec3_neg(n) : n;
}

/// The corners of the face across from a corner.
static const int FACE[4][3] = {{2, 3, 1}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// How high the facet's lowest corner is along its normal, which rounding tilts. The projection of the origin lies in the facet, so it is no lower and
/// the facet no nearer.
static inline double lowest_corner(const solids3 *s, const facet3 *f, dvec3 n)
{
    if (f->a >= 0 && f->b >= 0) {
        const dvec3 p = lane(s->corner[EDGE[f->a][0]], 0), q = lane(s->corner[EDGE[f->b][0]], 1);
        const double up_a = dvec3_dot(n, lane(s->edge[f->a], 0)), up_b = dvec3_dot(n, lane(s->edge[f->b], 1));
        return dvec3_dot(n, dvec3_sub(p, q)) + (up_a < 0 ? up_a : 0) - (up_b > 0 ? up_b : 0);
    }
    const int own = f->b >= 0, i = own ? f->b : f->a, *k = FACE[i];
    const dvec3 up = own ? dvec3_neg(n) : n;
    double least = dvec3_dot(up, lane(s->corner[k[0]], own));
    for (int m = 1; m < 3; m++) {
        const double h = dvec3_dot(up, lane(s->corner[k[m]], own));
        least = h < least ? h : least;
    }
    return least - s->low[i][own];
}

/// Where the projection of the origin lies in a face of one tetrahedron less a corner of the other.
static inline bool meet_in_face(const solids3 *s, const facet3 *f, dvec3 n, dvec3 foot, epa3_result *r)
{
    const int own = f->b >= 0, i = own ? f->b : f->a, *k = FACE[i];
    const dvec3 up = own ? dvec3_neg(n) : n;
    dvec3 tip = lane(s->corner[0], !own);
    double least = dvec3_dot(up, tip);
    for (int m = 1; m < 4; m++) {
        const dvec3 q = lane(s->corner[m], !own);
        const double h = dvec3_dot(up, q);
        tip = h < least ? q : tip;
        least = h < least ? h : least;
    }
    const dvec3 from = own ? dvec3_sub(tip, foot) : dvec3_add(tip, foot);
    dvec3 c[3], way[3];
    double weight[3], sum = 0;
    for (int m = 0; m < 3; m++) {
        c[m] = lane(s->corner[k[m]], own);
        way[m] = dvec3_sub(c[m], from);
    }
    for (int m = 0; m < 3; m++) {
        weight[m] = dvec3_dot(up, dvec3_cross(way[(m + 1) % 3], way[(m + 2) % 3]));
        sum += weight[m];
    }
    const double part = 1 / sum;
    const dvec3 on =
        dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(weight[0] * part, c[0]), weight[1] * part, c[1]),
                         weight[2] * part, c[2]);
    r->a = own ? tip : on;
    r->b = own ? on : tip;
    return (weight[0] >= 0) & (weight[1] >= 0) & (weight[2] >= 0) & (sum > 0);
}

/// The same of two edges.
static inline bool meet_in_edges(const solids3 *s, const facet3 *f, dvec3 foot, epa3_result *r)
{
    const dvec3 p = lane(s->corner[EDGE[f->a][0]], 0), q = lane(s->corner[EDGE[f->b][0]], 1);
    const dvec3 u = lane(s->edge[f->a], 0), v = lane(s->edge[f->b], 1), n = dvec3_cross(u, v);
    const dvec3 way = dvec3_sub(foot, dvec3_sub(p, q));
    const double part = 1 / dvec3_dot(n, n), at_a = dvec3_dot(dvec3_cross(way, v), n) * part,
                 at_b = dvec3_dot(dvec3_cross(way, u), n) * part;
    r->a = dvec3_add_scaled(p, at_a, u);
    r->b = dvec3_add_scaled(q, at_b, v);
    return (at_a >= 0) & (at_a <= 1) & (at_b >= 0) & (at_b <= 1);
}

/// How far the difference reaches along the separating direction: a bound from above whatever the face is.
static inline double reach_along(const solids3 *s, dvec3 n)
{
    const dvec3x2 both = {{n.x, -n.x}, {n.y, -n.y}, {n.z, -n.z}};
    f64x2 most = dvec3x2_dot(both, s->corner[0]);
    for (int i = 1; i < 4; i++) most = f64x2_max(most, dvec3x2_dot(both, s->corner[i]));
    return most[0] + most[1];
}

bool flr_depth3_tetrahedra(const pair3 *p, epa3_result *r)
{
    solids3 s;
    i64x2 falls[4];
    if (!load(&p->lanes, &s) || !measure(&s, falls)) return false;
    facet3 best = {.turned = false};
    nearest_face(&s, &best);
    uint64_t turned;
    const uint64_t pairs = crossing(falls, &turned);
    if (!nearest_crossing(&s, pairs, turned, &best)) return false;
    const dvec3 n = normal_of(&s, &best);
    const double inverse = 1 / dvec3_length(n), rounding = 0x1p-52 * sqrt(s.size);
    r->normal = dvec3_scale(inverse, n);
    r->upper = reach_along(&s, n) * inverse;
    const double least = lowest_corner(&s, &best, n) * inverse;
    r->lower = least < r->upper ? least : r->upper;
    r->converged = true;
    r->iterations = 1;
    if (r->upper - r->lower > 2 * rounding) return false;
    const dvec3 foot = dvec3_scale(r->upper, r->normal);
    const bool edges = best.a >= 0 && best.b >= 0;
    if (!(edges ? meet_in_edges(&s, &best, foot, r) : meet_in_face(&s, &best, n, foot, r))) return false;
    const dvec3 rest = dvec3_sub(dvec3_sub(r->a, r->b), foot);
    return dvec3_dot(rest, rest) <= 0x1p-98 * s.size;
}
