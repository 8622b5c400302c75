/// The proof of facet3.h for one width of lanes, and its search: for a source that defines FACET3_FORM, the name of its table.
#include "convex/facet3_find.h"
#include "convex/facet3_walk.h"
#include "math/wide4.h"

extern const facet3_form FACET3_FORM;

/// Planes count as outside of the ball only by this part of its radius, and this part of the scene more: more than what rounds
/// where the sides of a plane's triangle make a sine of at least the root of PLANE_THIN.
#define BALL_PART 0x1p-20
#define SCENE_PART 0x1p-36
#define PLANE_THIN 0x1p-20
/// Above this square of a sine a face's normal is as good as one by doubled numbers.
#define FACE_THIN 0x1p-6

FLOATS_INLINE wide4 root4(wide4 x)
{
#ifdef __AVX2__
    return (wide4)_mm256_sqrt_pd((__m256d)x);
#else
    return wide4_make(wide_root(x.low), wide_root(x.high));
#endif
}

FLOATS_INLINE points4 sub4(points4 a, points4 b)
{
    return (points4){wide4_sub(a.x, b.x), wide4_sub(a.y, b.y), wide4_sub(a.z, b.z)};
}
FLOATS_INLINE wide4 dot4(points4 a, points4 b) { return wide4_dot3(a.x, b.x, a.y, b.y, a.z, b.z); }
FLOATS_INLINE wide4 minor4(wide4 a, wide4 b, wide4 c, wide4 d)
{
    return wide4_sub(wide4_mul(a, b), wide4_mul(c, d));
}
FLOATS_INLINE points4 cross4(points4 a, points4 b)
{
    return (points4){minor4(a.y, b.z, a.z, b.y), minor4(a.z, b.x, a.x, b.z), minor4(a.x, b.y, a.y, b.x)};
}
FLOATS_INLINE points4 all4(wide3 a) { return (points4){wide4_all(a.x), wide4_all(a.y), wide4_all(a.z)}; }
FLOATS_INLINE points4 follow4(points4 a)
{
    return (points4){wide4_follow(a.x), wide4_follow(a.y), wide4_follow(a.z)};
}
FLOATS_INLINE wide3 first_of(points4 a)
{
    return wide3_make(wide4_low(a.x)[0], wide4_low(a.y)[0], wide4_low(a.z)[0]);
}
FLOATS_INLINE wide3 second_of(points4 a)
{
    return wide3_make(wide4_low(a.x)[1], wide4_low(a.y)[1], wide4_low(a.z)[1]);
}
FLOATS_INLINE wide3 last_of(points4 a)
{
    return wide3_make(wide4_high(a.x)[1], wide4_high(a.y)[1], wide4_high(a.z)[1]);
}

/// Four vertices of a hull, placed as support points are. The lane is a constant where this is called.
FLOATS_INLINE points4 vertices_at(const pair3_lanes *l, int lane, const flr_hull3 *h, const uint32_t i[4])
{
    const wide4 x = wide4_of((double)h->x[i[0]], (double)h->x[i[1]], (double)h->x[i[2]], (double)h->x[i[3]]),
                y = wide4_of((double)h->y[i[0]], (double)h->y[i[1]], (double)h->y[i[2]], (double)h->y[i[3]]),
                z = wide4_of((double)h->z[i[0]], (double)h->z[i[1]], (double)h->z[i[2]], (double)h->z[i[3]]);
#define PLACED(m)                                                                                            \
    wide4_add(wide4_all((m)[3][lane]), wide4_dot3(wide4_all((m)[0][lane]), x, wide4_all((m)[1][lane]), y,    \
                                                  wide4_all((m)[2][lane]), z))
    return (points4){PLACED(l->x), PLACED(l->y), PLACED(l->z)};
#undef PLACED
}

/// How far the vertices of a hull reach along a direction of its own frame.
FLOATS_INLINE wide4 reach4(const flr_hull3 *h, double x, double y, double z)
{
    const wide4 dx = wide4_all(x), dy = wide4_all(y), dz = wide4_all(z);
#define HEIGHT(at)                                                                                           \
    wide4_dot3(wide4_load_real(h->x + (at)), dx, wide4_load_real(h->y + (at)), dy,                           \
               wide4_load_real(h->z + (at)), dz)
    // two steps always, the first one twice where it is all: no branch to guess
    const size_t count = h->padded_count, second = count > 8 ? 8 : 0;
    wide4 most = wide4_max(HEIGHT(0), HEIGHT(4)), other = wide4_max(HEIGHT(second), HEIGHT(second + 4));
    for (size_t i = 16; i < count; i += 8) {
        most = wide4_max(HEIGHT(i), most);
        other = wide4_max(HEIGHT(i + 4), other);
    }
    return wide4_max(most, other);
#undef HEIGHT
}

/// How far the difference reaches along a direction, times its length.
FLOATS_INLINE double reach_along(const pair3 *p, wide3 n)
{
    if (!facet3_are_small(p->a.hull, p->b.hull)) {
        vertex3 v;
        pair3_support(p, PAIR3_HULLS, wide3_neg(n), &v);
        return wide3_dot(n, v.w);
    }
    const pair3_lanes *l = &p->lanes;
    const wide_lanes nx = {n.x, -n.x}, ny = {n.y, -n.y}, nz = {n.z, -n.z};
    const wide_lanes x = l->x[0] * nx + l->y[0] * ny + l->z[0] * nz,
                     y = l->x[1] * nx + l->y[1] * ny + l->z[1] * nz,
                     z = l->x[2] * nx + l->y[2] * ny + l->z[2] * nz;
    const flr_hull3 *a = p->a.hull, *b = p->b.hull;
    const wide_lanes most = wide4_greatest_of(reach4(a, x[0], y[0], z[0]), reach4(b, x[1], y[1], z[1]));
    return (most[0] + most[1]) - wide3_dot(n, p->b.center);
}

/// Of four planes by two sides of a triangle in each, that meet in a point: a bit for those that keep clear of the ball; of a thin triangle that is not known.
FLOATS_INLINE uint32_t clear_of(double square, wide4 height, points4 normal, points4 u, points4 v)
{
    const wide4 nn = dot4(normal, normal);
    const wide4 far = wide4_at_most(wide4_mul(wide4_all(square), nn), wide4_mul(height, height)),
                thick =
                    wide4_at_most(wide4_mul(wide4_all(PLANE_THIN), wide4_mul(dot4(u, u), dot4(v, v))), nn);
    return wide4_mask(wide4_and(far, thick));
}

/// A face by its corners, and the plane through them.
typedef struct facet_plane {
    points4 a, b, w;  ///< the corners in both hulls, and in the difference
    points4 edge;     ///< from each to the next one
    wide3 first, u,
        back;        ///< the first corner, the way from there to the second, and to the first from the last
    wide3 n;         ///< the normal, away from the origin
    double nn, way;  ///< its length squared; -1 where the corners turn the other way around it, else 1
    double size;     ///< of the scene
    double lower, upper;  ///< between these the origin lies behind the plane
} facet_plane;

FLOATS_INLINE void set_corners(const pair3 *p, const uint32_t i[4], const uint32_t k[4], facet_plane *f)
{
    f->a = vertices_at(&p->lanes, 0, p->a.hull, i);
    f->b = vertices_at(&p->lanes, 1, p->b.hull, k);
    f->w = sub4(f->a, f->b);
    f->edge = sub4(follow4(f->w), f->w);
    f->first = first_of(f->w);
    f->u = first_of(f->edge);
    f->back = last_of(f->edge);
}

/// False where the corners do not make a plane.
FLOATS_INLINE bool set_normal(facet_plane *f)
{
    const double uu = wide3_dot(f->u, f->u), vv = wide3_dot(f->back, f->back);
    wide3 n = simplex3_normal(f->first, second_of(f->w), last_of(f->w));
    f->nn = wide3_dot(n, n);
    if (f->nn < FACE_THIN * (uu * vv)) {
        n = simplex3_normal_doubled(f->first, second_of(f->w), last_of(f->w));
        f->nn = wide3_dot(n, n);
        if (!(f->nn > 0x1p-40 * (uu * vv))) return false;
    }
    f->way = wide3_dot(n, f->first) < 0 ? -1 : 1;
    f->n = wide3_scale(f->way, n);
    return true;
}

/// False where the origin is not behind the plane, or a vertex lies beyond it.
FLOATS_INLINE bool bounds_all(const pair3 *p, double inverse, facet_plane *f)
{
    const wide4 heights = dot4(all4(f->n), f->w), sizes = wide4_add(dot4(f->a, f->a), dot4(f->b, f->b));
    const double least = wide4_least(heights), most = wide4_greatest(heights),
                 size = 2 * sqrt(2 * wide4_greatest(sizes)), near = 4 * 1.15e-16 * size;
    const double reach = reach_along(p, f->n);
    if (!(least > 0) || !((reach - most) * inverse <= near)) return false;
    f->upper = (reach > most ? reach : most) * inverse;
    f->lower = least * inverse;
    f->size = size;
    return true;
}

/// Of four triangles by their corners, counter-clockwise as seen from outside where `way` is 1: a bit for those that keep clear of the ball and have
/// the origin behind them.
FLOATS_INLINE uint32_t held_by(double square, wide4 way, points4 p, points4 q, points4 r)
{
    const points4 u = sub4(q, p), v = sub4(r, p), normal = cross4(u, v);
    const wide4 height = wide4_mul(way, dot4(normal, p));
    return clear_of(square, height, normal, u, v) & wide4_mask(wide4_less(wide4_all(0), height));
}

/// Directions square to planes through the edges that touch the ball beyond them: what lies above these keeps clear of it together with
/// the edge. False where the ball comes through one of the edges asked for.
FLOATS_INLINE bool set_tangents(const facet_plane *f, double square, uint32_t asked, points4 *u)
{
    const points4 around = cross4(f->edge, f->w), foot = cross4(around, f->edge);
    const wide4 rest = wide4_sub(wide4_div(dot4(around, around), wide4_all(square)), dot4(f->edge, f->edge)),
                across = wide4_mul(wide4_all(f->way), root4(rest));
    *u = (points4){wide4_along(foot.x, across, around.x), wide4_along(foot.y, across, around.y),
                   wide4_along(foot.z, across, around.z)};
    return (asked & ~wide4_mask(wide4_less(wide4_all(0), rest))) == 0;
}

/// The support points beyond the sides that are open.
FLOATS_INLINE points4 support_beyond(const pair3 *p, points4 u, uint32_t open, bool is_edges)
{
    double dx[4], dy[4], dz[4], x[4] = {0}, y[4] = {0}, z[4] = {0};
    wide4_store(dx, u.x), wide4_store(dy, u.y), wide4_store(dz, u.z);
    for (; open; open &= open - 1) {
        const int k = __builtin_ctz(open);
        vertex3 v;
        pair3_support(p, PAIR3_HULLS, wide3_make(-dx[k], -dy[k], -dz[k]), &v);
        x[k] = v.w.x, y[k] = v.w.y, z[k] = v.w.z;
    }
    // side 2 of a triangle has no length: side 3 follows side 1
    const int k = is_edges ? 2 : 3;
    return (points4){wide4_of(x[0], x[1], x[k], x[3]), wide4_of(y[0], y[1], y[k], y[3]),
                     wide4_of(z[0], z[1], z[k], z[3])};
}

/// The bits of the sides that follow.
FLOATS_INLINE uint32_t follow_bits(uint32_t m, bool is_edges)
{
    const uint32_t all = is_edges ? m : (m & 11) | (m >> 1 & 4);
    return (all >> 1 | all << 3) & 15;
}

/// Where two support points beyond sides that follow one another leave a gap, another one between the two closes it.
static __attribute__((noinline)) bool holds_corners(const pair3 *p, const facet_plane *f, double square,
                                                    points4 u, points4 v, uint32_t lost, bool is_edges)
{
    const wide4 inverse = wide4_div(wide4_all(1), root4(dot4(u, u))), way = wide4_all(f->way);
    u = (points4){wide4_mul(u.x, inverse), wide4_mul(u.y, inverse), wide4_mul(u.z, inverse)};
    double x[4], y[4], z[4];
    wide4_store(x, u.x), wide4_store(y, u.y), wide4_store(z, u.z);
    const int k = is_edges ? 2 : 3;
    const points4 tip = all4(wide3_sub(p->a.middle, p->b.middle)), next = follow4(f->w), follows = follow4(v),
                  beside = {wide4_of(x[1], x[k], x[3], x[0]), wide4_of(y[1], y[k], y[3], y[0]),
                            wide4_of(z[1], z[k], z[3], z[0])},
                  sum = {wide4_add(u.x, beside.x), wide4_add(u.y, beside.y), wide4_add(u.z, beside.z)},
                  c = support_beyond(p, sum, lost, true);
    return (lost & ~(held_by(square, way, next, v, c) & held_by(square, way, next, c, follows) &
                     held_by(square, way, v, tip, c) & held_by(square, way, c, tip, follows))) == 0;
}

/// Does the ball that touches the plane lie in the difference, behind the plane? It does where a closed surface through points of the difference has
/// the origin behind all of its triangles, each farther off than the face: then every ray from the origin leaves the ball before it leaves the
/// surface. That is the pyramid over the face whose tip is the difference of the middles; where the ball comes through a
/// side, a support point stands beyond that. Between two of these either a triangle closes the gap, or each goes down to
/// the edge between the sides.
FLOATS_INLINE bool holds_ball(const pair3 *p, const facet_plane *f, bool is_edges)
{
    const points4 tip = all4(wide3_sub(p->a.middle, p->b.middle)), w = f->w, next = follow4(w);
    const wide4 way = wide4_all(f->way);
    const double ask = f->upper + (BALL_PART * f->upper + SCENE_PART * f->size), square = ask * ask;
    const uint32_t sides = is_edges ? 15 : 11, open = sides & ~held_by(square, way, w, tip, next);
    if (!open) return true;
    points4 u;
    if (!set_tangents(f, square, open, &u)) return false;
    const points4 v = support_beyond(p, u, open, is_edges), follows = follow4(v);
    const uint32_t top = held_by(square, way, w, v, next), between = held_by(square, way, next, v, follows),
                   below = held_by(square, way, v, tip, follows),
                   before = ~open | held_by(square, way, w, tip, v),
                   behind = ~open | held_by(square, way, v, tip, next);
    const uint32_t both = open & follow_bits(open, is_edges), joined = between & below & both,
                   apart = behind & follow_bits(before, is_edges), lost = sides & ~(joined | apart);
    if ((open & ~top) | (lost & ~both)) return false;
    return !lost || holds_corners(p, f, square, u, v, lost, is_edges);
}

/// Where the foot of the origin lies; false where that is not in the face.
FLOATS_INLINE bool set_foot(const facet_plane *f, double inverse, bool is_edges, epa3_result *r)
{
    const wide3 unit = wide3_scale(inverse, f->n), foot = wide3_scale(f->upper, unit),
                rest = wide3_sub(f->first, foot);
    const double part = f->way / f->nn, s = wide3_dot(f->n, wide3_cross(rest, f->back)) * part,
                 t = wide3_dot(f->n, wide3_cross(rest, f->u)) * part;
    if (!((s >= 0) & (t >= 0) & (is_edges ? (s <= 1) & (t <= 1) : s + t <= 1))) return false;
    const wide3 a = first_of(f->a), b = first_of(f->b);
    r->a = wide3_along(wide3_along(a, s, wide3_sub(second_of(f->a), a)), t, wide3_sub(last_of(f->a), a));
    r->b = wide3_along(wide3_along(b, s, wide3_sub(second_of(f->b), b)), t, wide3_sub(last_of(f->b), b));
    r->normal = unit;
    const wide3 stray = wide3_sub(wide3_sub(r->a, r->b), foot);
    return wide3_length_squared(stray) <= 0x1p-98 * (f->size * f->size / 4);
}

static bool prove(const pair3 *p, const facet3 *f, epa3_result *r)
{
    facet_plane g;
    set_corners(p, f->a, f->b, &g);
    if (!set_normal(&g)) return false;
    const double inverse = 1 / sqrt(g.nn);
    if (!bounds_all(p, inverse, &g) || !holds_ball(p, &g, f->is_edges) ||
        !set_foot(&g, inverse, f->is_edges, r))
        return false;
    r->converged = true;
    r->iterations = 1;
    r->upper = g.upper;
    r->lower = g.lower;
    for (int c = 0; c < 3; c++) {
        r->id_a[c] = f->a[c + (c == 2)];
        r->id_b[c] = f->b[c + (c == 2)];
    }
    return true;
}

const facet3_form FACET3_FORM = {find, walk, prove};
