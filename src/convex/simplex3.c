/// The point of a simplex that is closest to the origin, by the signs of areas and volumes (compare Ericson
/// 2005, 5.1).
///
/// The first part is in double: it finds the face, and corrects the weights of needles and flat tetrahedra
/// afterwards. The second part, flr_simplex3_reduce_doubled, finds the closest points of all faces in
/// double-double.

#include "convex/simplex3.h"

#include "math/double_double.h"
#include "math/predicates.h"

/// A face of the simplex: the numbers of its corners, and its closest point with the weights.
typedef struct face {
    int count, corner[4];
    double weight[4];
    dvec3 closest;
    double distance_squared;
    bool inside;
} face;

static face set_closest(face f, const vertex3 *v)
{
    f.closest = dvec3_scale(f.weight[0], v[f.corner[0]].w);
    for (int i = 1; i < f.count; i++) f.closest = dvec3_add_scaled(f.closest, f.weight[i], v[f.corner[i]].w);
    f.distance_squared = dvec3_dot(f.closest, f.closest);
    return f;
}

/// on_corner, on_edge, on_triangle and on_tetrahedron return the face of theirs that contains the closest
/// point.
static face on_corner(const vertex3 *v, int i)
{
    face f = {.count = 1, .corner = {i}, .weight = {1}, .closest = v[i].w};
    f.distance_squared = dvec3_dot(v[i].w, v[i].w);
    return f;
}

/// Sets the weights of an edge's closest point. Both are computed from the nearer end, so that the smaller
/// one has no error of the larger.
static void weigh_edge(dvec3 p, dvec3 q, double weight[2])
{
    dvec3 d = dvec3_sub(q, p);
    double length = dvec3_dot(d, d), t = -dvec3_dot(p, d) / length, s = dvec3_dot(q, d) / length;
    if (t < s) {
        weight[0] = 1 - t;
        weight[1] = t;
    } else {
        weight[0] = s;
        weight[1] = 1 - s;
    }
}

static face on_edge(const vertex3 *v, int i, int j)
{
    dvec3 p = v[i].w, q = v[j].w, d = dvec3_sub(q, p);
    if (dvec3_dot(p, d) >= 0) return on_corner(v, i);
    if (dvec3_dot(q, d) <= 0) return on_corner(v, j);
    face f = {.count = 2, .corner = {i, j}};
    weigh_edge(p, q, f.weight);
    return set_closest(f, v);
}

static void keep_better(face *best, face other)
{
    if (other.distance_squared < best->distance_squared) *best = other;
}

/// Sets the weights of a triangle's corners: signed areas seen along its normal, whose sum is
/// *normal_squared. They are computed from differences. For a small triangle far from the origin, products
/// of positions would leave nothing but rounding.
static void weigh_triangle(dvec3 p, dvec3 q, dvec3 r, double weight[3], double *normal_squared)
{
    dvec3 u = dvec3_sub(q, p), v = dvec3_sub(r, p), n = simplex3_normal(p, q, r);
    weight[0] = dvec3_dot(n, dvec3_cross(q, dvec3_sub(r, q)));
    weight[1] = dvec3_dot(n, dvec3_cross(v, p));
    weight[2] = dvec3_dot(n, dvec3_cross(p, u));
    *normal_squared = dvec3_dot(n, n);
}

/// Is the triangle so thin that the weights of its corners are uncertain?
static bool is_needle(dvec3 p, dvec3 q, dvec3 r, double normal_squared)
{
    dvec3 u = dvec3_sub(q, p), v = dvec3_sub(r, p);
    return !(normal_squared > 1e-12 * dvec3_dot(u, u) * dvec3_dot(v, v));
}

static face on_triangle(const vertex3 *v, int i, int j, int k)
{
    double weight[3], nn;
    weigh_triangle(v[i].w, v[j].w, v[k].w, weight, &nn);
    face best = {.distance_squared = INFINITY};
    bool within = nn > 0 && weight[0] > 0 && weight[1] > 0 && weight[2] > 0;
    if (within) {
        double sum = weight[0] + weight[1] + weight[2];
        face f = {
            .count = 3, .corner = {i, j, k}, .weight = {weight[0] / sum, weight[1] / sum, weight[2] / sum}};
        best = set_closest(f, v);
        // the weights of a needle are uncertain, and an edge may be nearer
        if (!is_needle(v[i].w, v[j].w, v[k].w, nn)) return best;
    }
    bool all = within || !(nn > 0);
    if (all || weight[2] <= 0) keep_better(&best, on_edge(v, i, j));
    if (all || weight[0] <= 0) keep_better(&best, on_edge(v, j, k));
    if (all || weight[1] <= 0) keep_better(&best, on_edge(v, k, i));
    if (best.count == 0) return on_corner(v, i);
    return best;
}

/// Returns six times the signed volume between the origin and a face: its sign says on which side the origin
/// lies.
static double volume(dvec3 p, dvec3 q, dvec3 r) { return -dvec3_dot(p, simplex3_normal(p, q, r)); }

/// Sets the weights of the corners: the origin's volumes over the opposite faces, positive where it lies on
/// the inner side. Returns false for a flat tetrahedron.
static bool weigh_tetrahedron(dvec3 p, dvec3 q, dvec3 r, dvec3 s, double weight[4])
{
    double total = dvec3_dot(dvec3_sub(s, p), simplex3_normal(p, q, r));
    double sign = total < 0 ? -1 : 1;
    weight[0] = sign * volume(q, s, r);
    weight[1] = sign * volume(p, r, s);
    weight[2] = sign * volume(p, s, q);
    weight[3] = sign * volume(p, q, r);
    return total != 0;
}

static face on_tetrahedron(const vertex3 *v)
{
    face f = {.count = 4, .corner = {0, 1, 2, 3}, .inside = true};
    bool solid = weigh_tetrahedron(v[0].w, v[1].w, v[2].w, v[3].w, f.weight), inside = solid;
    for (int i = 0; i < 4; i++) inside = inside && f.weight[i] > 0;
    if (inside) {
        double sum = f.weight[0] + f.weight[1] + f.weight[2] + f.weight[3];
        for (int i = 0; i < 4; i++) f.weight[i] /= sum;
        return set_closest(f, v);
    }
    static const int FACES[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    face best = {.distance_squared = INFINITY};
    for (int i = 0; i < 4; i++)
        if (!(f.weight[i] > 0) || !solid)
            keep_better(&best, on_triangle(v, FACES[i][0], FACES[i][1], FACES[i][2]));
    return best.count ? best : on_corner(v, 0);
}

/// Reduces the simplex to a face of it.
static void apply(simplex3 *s, const face *f)
{
    vertex3 v[4];
    for (int i = 0; i < f->count; i++) v[i] = s->v[f->corner[i]];
    for (int i = 0; i < f->count; i++) {
        s->v[i] = v[i];
        s->weight[i] = f->weight[i];
    }
    s->count = f->count;
}

/// Raises negative weights to 0, and scales all so that their sum is 1.
static void normalize(double *weight, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        if (!(weight[i] > 0)) weight[i] = 0;
        sum += weight[i];
    }
    double part = 1 / sum;
    for (int i = 0; i < count; i++) weight[i] = sum > 0 ? weight[i] * part : 1.0 / count;
}

/// Corrects the weights of a triangle, as the closest point of a plane lies along its normal. What the point
/// of a needle's weights has perpendicular to the normal is an error, and is subtracted.
static dvec3 straighten(const vertex3 *const *v, double *weight, dvec3 point)
{
    dvec3 p = v[0]->w, q = v[1]->w, r = v[2]->w, u = dvec3_sub(q, p), t = dvec3_sub(r, p);
    dvec3 n = simplex3_normal(p, q, r);
    double nn = dvec3_dot(n, n);
    if (!(nn > 0)) return point;
    dvec3 rest = dvec3_add_scaled(point, -dvec3_dot(n, point) / nn, n);
    if (!(dvec3_dot(rest, rest) > 0x1p-98 * (dvec3_dot(u, u) + dvec3_dot(t, t)))) return point;
    double by_q = dvec3_dot(n, dvec3_cross(rest, t)) / nn, by_r = dvec3_dot(n, dvec3_cross(u, rest)) / nn;
    const double better[3] = {weight[0] + (by_q + by_r), weight[1] - by_q, weight[2] - by_r};
    if (!(better[0] >= 0 && better[1] >= 0 && better[2] >= 0)) return point;
    for (int i = 0; i < 3; i++) weight[i] = better[i];
    return dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(weight[0], p), weight[1], q), weight[2], r);
}

/// Do the weights of a tetrahedron around the origin give the origin, up to rounding? `rest` is the point
/// they give.
static bool is_good(const vertex3 *v[4], dvec3 rest)
{
    double size = 0;
    for (int i = 0; i < 4; i++) size += dvec3_dot(v[i]->w, v[i]->w);
    return dvec3_dot(rest, rest) <= 0x1p-100 * size;
}

/// Subtracts from the weights of a tetrahedron that contains the origin what they miss it by. Returns false
/// where that gains nothing.
static bool refine(const vertex3 *v[4], double weight[4], dvec3 *rest)
{
    dvec3 p = v[0]->w, q = v[1]->w, r = v[2]->w, s = v[3]->w;
    double total = dvec3_dot(dvec3_sub(s, p), simplex3_normal(p, q, r));
    if (total == 0) return false;
    double by_q = -dvec3_dot(*rest, simplex3_normal(p, s, r)) / total,
           by_r = -dvec3_dot(*rest, simplex3_normal(p, q, s)) / total,
           by_s = dvec3_dot(*rest, simplex3_normal(p, q, r)) / total;
    const double better[4] = {weight[0] + (by_q + by_r + by_s), weight[1] - by_q, weight[2] - by_r,
                              weight[3] - by_s};
    dvec3 left = dvec3_make(0, 0, 0);
    for (int i = 0; i < 4; i++) {
        if (!(better[i] >= 0)) return false;
        left = dvec3_add_scaled(left, better[i], v[i]->w);
    }
    if (!(dvec3_dot(left, left) < dvec3_dot(*rest, *rest))) return false;
    for (int i = 0; i < 4; i++) weight[i] = better[i];
    *rest = left;
    return true;
}

/// Corrects the weights of a flat tetrahedron. As ratios of small volumes they miss the origin by rounding
/// over the thickness. The miss is computed and subtracted. Where that too is lost in rounding, the closest
/// point of a face is taken, which is as near as the thickness and better known.
static dvec3 settle_flat(const vertex3 *v[4], double *weight, dvec3 rest)
{
    enum { TURN_MAX = 4 };
    static const int FACES[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    for (int turn = 0; turn < TURN_MAX && !is_good(v, rest); turn++)
        if (!refine(v, weight, &rest)) break;
    if (is_good(v, rest)) return rest;
    const vertex3 corner[4] = {*v[0], *v[1], *v[2], *v[3]};
    for (int k = 0; k < 4; k++) {
        face f = on_triangle(corner, FACES[k][0], FACES[k][1], FACES[k][2]);
        if (f.count == 3) {
            const vertex3 *const c[3] = {v[f.corner[0]], v[f.corner[1]], v[f.corner[2]]};
            f.closest = straighten(c, f.weight, f.closest);
        }
        if (!(dvec3_dot(f.closest, f.closest) < dvec3_dot(rest, rest))) continue;
        rest = f.closest;
        for (int i = 0; i < 4; i++) weight[i] = 0;
        for (int i = 0; i < f.count; i++) weight[f.corner[i]] = f.weight[i];
    }
    return rest;
}

/// Corrects the weights of a whole simplex where they came out bad, and returns the point that they give.
static dvec3 settle(const vertex3 *const *v, int count, double *weight, dvec3 point)
{
    if (count == 3) return straighten(v, weight, point);
    if (count < 4) return point;
    const vertex3 *all[4] = {v[0], v[1], v[2], v[3]};
    return is_good(all, point) ? point : settle_flat(all, weight, point);
}

dvec3 flr_simplex3_weigh(const vertex3 *const *v, int count, double *weight)
{
    double nn;
    weight[0] = 1;
    if (count == 1) return v[0]->w;
    if (count == 2) weigh_edge(v[0]->w, v[1]->w, weight);
    if (count == 3) weigh_triangle(v[0]->w, v[1]->w, v[2]->w, weight, &nn);
    if (count == 4) weigh_tetrahedron(v[0]->w, v[1]->w, v[2]->w, v[3]->w, weight);
    normalize(weight, count);
    dvec3 p = dvec3_scale(weight[0], v[0]->w);
    for (int i = 1; i < count; i++) p = dvec3_add_scaled(p, weight[i], v[i]->w);
    return settle(v, count, weight, p);
}

/// Leaves the face with weights above 0 of a flat tetrahedron that misses the origin by more than rounding:
/// it contains the origin only by wrong signs.
static void drop_idle(simplex3 *s)
{
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        if (!(s->weight[i] > 0)) continue;
        s->v[count] = s->v[i];
        s->weight[count++] = s->weight[i];
    }
    s->count = count;
}

dvec3 flr_simplex3_reduce(simplex3 *s, bool *inside)
{
    face f = s->count == 1   ? on_corner(s->v, 0)
             : s->count == 2 ? on_edge(s->v, 0, 1)
             : s->count == 3 ? on_triangle(s->v, 0, 1, 2)
                             : on_tetrahedron(s->v);
    *inside = f.inside;
    apply(s, &f);
    const vertex3 *v[4] = {&s->v[0], &s->v[1], &s->v[2], &s->v[3]};
    dvec3 closest = settle(v, f.count, s->weight, f.closest);
    if (f.count < 4 || is_good(v, closest)) return closest;
    drop_idle(s);
    *inside = s->count == 4;
    return closest;
}

// ---- In double-double ----

typedef flr_double2 doubled;
typedef flr_dd3 vector;

/// A face of the simplex, and its closest point in double-double.
typedef struct doubled_face {
    int count, corner[3];
    doubled weight[3];
    vector closest;
    doubled square;  ///< of the distance
} doubled_face;

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

/// Returns a + s * b.
static vector along(vector a, doubled s, vector b)
{
    const vector by = {flr_doubled_product(s, b.x), flr_doubled_product(s, b.y), flr_doubled_product(s, b.z)};
    return flr_dd3_sum(a, by);
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

static void keep_better_doubled(doubled_face *best, doubled_face other)
{
    other.square = flr_dd3_dot(other.closest, other.closest);
    if (best->count == 0 || simplex3_is_nearer(other.square, best->square)) *best = other;
}

static void try_corner(const simplex3 *s, int i, doubled_face *best)
{
    keep_better_doubled(
        best, (doubled_face){.count = 1, .corner = {i}, .weight = {{1, 0}}, .closest = of(s->v[i].w)});
}

/// Keeps the closest point of an edge, if it lies inside the edge and is the nearest so far.
static void try_edge(const simplex3 *s, int i, int j, doubled_face *best)
{
    const vector p = of(s->v[i].w), u = difference(s->v[j].w, s->v[i].w);
    const doubled uu = flr_dd3_dot(u, u);
    if (!(uu.high > 0)) return;
    const doubled t = flr_doubled_quotient(minus(flr_dd3_dot(p, u)), uu), rest = rest_of(t);
    if (!(t.high > 0 && rest.high > 0)) return;
    keep_better_doubled(best, (doubled_face){2, {i, j}, {rest, t}, along(p, t, u), {0, 0}});
}

/// Puts the corners in such an order that the first two are the ends of the longest side.
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

/// Tries a triangle by its longest side, and the part of the way to the third corner that is perpendicular
/// to it. These are as accurate for a needle as for any triangle.
static void try_triangle(const simplex3 *s, int i, int j, int k, doubled_face *best)
{
    doubled_face f = {.count = 3, .corner = {i, j, k}};
    sort_sides(s, f.corner);
    const dvec3 first = s->v[f.corner[0]].w;
    const vector p = of(first), u = difference(s->v[f.corner[1]].w, first),
                 v = difference(s->v[f.corner[2]].w, first);
    const doubled uu = flr_dd3_dot(u, u);
    if (!(uu.high > 0)) return;
    const doubled v_by_u = flr_doubled_quotient(flr_dd3_dot(v, u), uu),
                  p_by_u = flr_doubled_quotient(flr_dd3_dot(p, u), uu);
    const vector across = along(v, minus(v_by_u), u), from = along(p, minus(p_by_u), u);
    const doubled width = flr_dd3_dot(across, across);
    if (!(width.high > 0)) return;
    const doubled t = flr_doubled_quotient(minus(flr_dd3_dot(from, across)), width),
                  other = minus(flr_doubled_sum(p_by_u, flr_doubled_product(t, v_by_u))),
                  rest = rest_of(flr_doubled_sum(t, other));
    if (!(t.high > 0 && other.high > 0 && rest.high > 0)) return;
    f.weight[0] = rest;
    f.weight[1] = other;
    f.weight[2] = t;
    f.closest = along(from, t, across);
    keep_better_doubled(best, f);
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

static void apply_doubled(simplex3 *s, const doubled_face *f)
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
    doubled_face best = {.count = 0};
    for (int i = 0; i < s->count; i++) {
        try_corner(s, i, &best);
        for (int j = 0; j < i; j++) {
            try_edge(s, j, i, &best);
            for (int k = 0; k < j; k++) try_triangle(s, k, j, i, &best);
        }
    }
    apply_doubled(s, &best);
    *square = best.square;
    return dvec3_make(best.closest.x.high, best.closest.y.high, best.closest.z.high);
}
