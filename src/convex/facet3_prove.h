/// The proof of facet3.h for one width of lanes, and its search: for a source that defines FACET3_FORM, the name of its table.
#include "convex/facet3_find.h"
#include "convex/facet3_walk.h"
#include "math/simd_f64x4.h"

extern const facet3_form FACET3_FORM;

/// Planes count as outside of the ball only by this part of its radius, and this part of the scene more: more than what rounds
/// where the sides of a plane's triangle make a sine of at least the root of PLANE_THIN.
#define BALL_PART 0x1p-20
#define SCENE_PART 0x1p-36
#define PLANE_THIN 0x1p-20
/// Above this square of a sine a face's normal is as good as one by doubled numbers.
#define FACE_THIN 0x1p-6

F32XN_INLINE f64x4 root4(f64x4 x)
{
#ifdef __AVX2__
    return (f64x4)_mm256_sqrt_pd((__m256d)x);
#else
    return f64x4_make(f64x2_sqrt(x.low), f64x2_sqrt(x.high));
#endif
}

F32XN_INLINE points4 sub4(points4 a, points4 b)
{
    return (points4){f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z)};
}
F32XN_INLINE f64x4 dot4(points4 a, points4 b) { return f64x4_dot3(a.x, b.x, a.y, b.y, a.z, b.z); }
F32XN_INLINE f64x4 minor4(f64x4 a, f64x4 b, f64x4 c, f64x4 d)
{
    return f64x4_sub(f64x4_mul(a, b), f64x4_mul(c, d));
}
F32XN_INLINE points4 cross4(points4 a, points4 b)
{
    return (points4){minor4(a.y, b.z, a.z, b.y), minor4(a.z, b.x, a.x, b.z), minor4(a.x, b.y, a.y, b.x)};
}
F32XN_INLINE points4 all4(dvec3 a) { return (points4){f64x4_splat(a.x), f64x4_splat(a.y), f64x4_splat(a.z)}; }
F32XN_INLINE points4 follow4(points4 a)
{
    return (points4){f64x4_rotate4(a.x), f64x4_rotate4(a.y), f64x4_rotate4(a.z)};
}
F32XN_INLINE dvec3 first_of(points4 a)
{
    return dvec3_make(f64x4_low(a.x)[0], f64x4_low(a.y)[0], f64x4_low(a.z)[0]);
}
F32XN_INLINE dvec3 second_of(points4 a)
{
    return dvec3_make(f64x4_low(a.x)[1], f64x4_low(a.y)[1], f64x4_low(a.z)[1]);
}
F32XN_INLINE dvec3 last_of(points4 a)
{
    return dvec3_make(f64x4_high(a.x)[1], f64x4_high(a.y)[1], f64x4_high(a.z)[1]);
}

/// Four vertices of a hull, placed as support points are. The lane is a constant where this is called.
F32XN_INLINE points4 vertices_at(const pair3_lanes *l, int lane, const flr_hull3 *h, const uint32_t i[4])
{
    const f64x4 x = f64x4_of((double)h->x[i[0]], (double)h->x[i[1]], (double)h->x[i[2]], (double)h->x[i[3]]),
                y = f64x4_of((double)h->y[i[0]], (double)h->y[i[1]], (double)h->y[i[2]], (double)h->y[i[3]]),
                z = f64x4_of((double)h->z[i[0]], (double)h->z[i[1]], (double)h->z[i[2]], (double)h->z[i[3]]);
#define PLACED(m)                                                                                            \
    f64x4_add(f64x4_splat((m)[3][lane]), f64x4_dot3(f64x4_splat((m)[0][lane]), x, f64x4_splat((m)[1][lane]), \
                                                    y, f64x4_splat((m)[2][lane]), z))
    return (points4){PLACED(l->x), PLACED(l->y), PLACED(l->z)};
#undef PLACED
}

/// How far the vertices of a hull reach along a direction of its own frame.
F32XN_INLINE f64x4 reach4(const flr_hull3 *h, double x, double y, double z)
{
    const f64x4 dx = f64x4_splat(x), dy = f64x4_splat(y), dz = f64x4_splat(z);
#define HEIGHT(at)                                                                                           \
    f64x4_dot3(f64x4_load_real(h->x + (at)), dx, f64x4_load_real(h->y + (at)), dy,                           \
               f64x4_load_real(h->z + (at)), dz)
    // two steps always, the first one twice where it is all: no branch to guess
    const size_t count = h->padded_count, second = count > 8 ? 8 : 0;
    f64x4 most = f64x4_max(HEIGHT(0), HEIGHT(4)), other = f64x4_max(HEIGHT(second), HEIGHT(second + 4));
    for (size_t i = 16; i < count; i += 8) {
        most = f64x4_max(HEIGHT(i), most);
        other = f64x4_max(HEIGHT(i + 4), other);
    }
    return f64x4_max(most, other);
#undef HEIGHT
}

/// How far the difference reaches along a direction, times its length.
F32XN_INLINE double reach_along(const pair3 *p, dvec3 n)
{
    if (!facet3_are_small(p->a.hull, p->b.hull)) {
        vertex3 v;
        pair3_support(p, PAIR3_HULLS, dvec3_neg(n), &v);
        return dvec3_dot(n, v.w);
    }
    const pair3_lanes *l = &p->lanes;
    const f64x2 nx = {n.x, -n.x}, ny = {n.y, -n.y}, nz = {n.z, -n.z};
    const f64x2 x = l->x[0] * nx + l->y[0] * ny + l->z[0] * nz,
                y = l->x[1] * nx + l->y[1] * ny + l->z[1] * nz,
                z = l->x[2] * nx + l->y[2] * ny + l->z[2] * nz;
    const flr_hull3 *a = p->a.hull, *b = p->b.hull;
    const f64x2 most = f64x4_max_lanes(reach4(a, x[0], y[0], z[0]), reach4(b, x[1], y[1], z[1]));
    return (most[0] + most[1]) - dvec3_dot(n, p->b.center);
}

/// Of four planes by two sides of a triangle in each, that meet in a point: a bit for those that keep clear of the ball; of a thin triangle that is not known.
F32XN_INLINE uint32_t clear_of(double square, f64x4 height, points4 normal, points4 u, points4 v)
{
    const f64x4 nn = dot4(normal, normal);
    const f64x4 far = f64x4_at_most(f64x4_mul(f64x4_splat(square), nn), f64x4_mul(height, height)),
                thick =
                    f64x4_at_most(f64x4_mul(f64x4_splat(PLANE_THIN), f64x4_mul(dot4(u, u), dot4(v, v))), nn);
    return f64x4_mask(f64x4_and(far, thick));
}

/// A face by its corners, and the plane through them.
typedef struct facet_plane {
    points4 a, b, w;  ///< the corners in both hulls, and in the difference
    points4 edge;     ///< from each to the next one
    dvec3 first, u,
        back;        ///< the first corner, the way from there to the second, and to the first from the last
    dvec3 n;         ///< the normal, away from the origin
    double nn, way;  ///< its length squared; -1 where the corners turn the other way around it, else 1
    double size;     ///< of the scene
    double lower, upper;  ///< between these the origin lies behind the plane
} facet_plane;

F32XN_INLINE void set_corners(const pair3 *p, const uint32_t i[4], const uint32_t k[4], facet_plane *f)
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
F32XN_INLINE bool set_normal(facet_plane *f)
{
    const double uu = dvec3_dot(f->u, f->u), vv = dvec3_dot(f->back, f->back);
    dvec3 n = simplex3_normal(f->first, second_of(f->w), last_of(f->w));
    f->nn = dvec3_dot(n, n);
    if (f->nn < FACE_THIN * (uu * vv)) {
        n = simplex3_normal_doubled(f->first, second_of(f->w), last_of(f->w));
        f->nn = dvec3_dot(n, n);
        if (!(f->nn > 0x1p-40 * (uu * vv))) return false;
    }
    f->way = dvec3_dot(n, f->first) < 0 ? -1 : 1;
    f->n = dvec3_scale(f->way, n);
    return true;
}

/// False where the origin is not behind the plane, or a vertex lies beyond it.
F32XN_INLINE bool bounds_all(const pair3 *p, double inverse, facet_plane *f)
{
    const f64x4 heights = dot4(all4(f->n), f->w), sizes = f64x4_add(dot4(f->a, f->a), dot4(f->b, f->b));
    const double least = f64x4_min_lane(heights), most = f64x4_max_lane(heights),
                 size = 2 * sqrt(2 * f64x4_max_lane(sizes)), near = 4 * 1.15e-16 * size;
    const double reach = reach_along(p, f->n);
    if (!(least > 0) || !((reach - most) * inverse <= near)) return false;
    f->upper = (reach > most ? reach : most) * inverse;
    f->lower = least * inverse;
    f->size = size;
    return true;
}

/// Of four triangles by their corners, counter-clockwise as seen from outside where `way` is 1: a bit for those that keep clear of the ball and have
/// the origin behind them.
F32XN_INLINE uint32_t held_by(double square, f64x4 way, points4 p, points4 q, points4 r)
{
    const points4 u = sub4(q, p), v = sub4(r, p), normal = cross4(u, v);
    const f64x4 height = f64x4_mul(way, dot4(normal, p));
    return clear_of(square, height, normal, u, v) & f64x4_mask(f64x4_less(f64x4_splat(0), height));
}

/// Directions square to planes through the edges that touch the ball beyond them: what lies above these keeps clear of it together with
/// the edge. False where the ball comes through one of the edges asked for.
F32XN_INLINE bool set_tangents(const facet_plane *f, double square, uint32_t asked, points4 *u)
{
    const points4 around = cross4(f->edge, f->w), foot = cross4(around, f->edge);
    const f64x4 rest =
                    f64x4_sub(f64x4_div(dot4(around, around), f64x4_splat(square)), dot4(f->edge, f->edge)),
                across = f64x4_mul(f64x4_splat(f->way), root4(rest));
    *u = (points4){f64x4_add_scaled(foot.x, across, around.x), f64x4_add_scaled(foot.y, across, around.y),
                   f64x4_add_scaled(foot.z, across, around.z)};
    return (asked & ~f64x4_mask(f64x4_less(f64x4_splat(0), rest))) == 0;
}

/// The support points beyond the sides that are open.
F32XN_INLINE points4 support_beyond(const pair3 *p, points4 u, uint32_t open, bool is_edges)
{
    double dx[4], dy[4], dz[4], x[4] = {0}, y[4] = {0}, z[4] = {0};
    f64x4_store(dx, u.x), f64x4_store(dy, u.y), f64x4_store(dz, u.z);
    for (; open; open &= open - 1) {
        const int k = __builtin_ctz(open);
        vertex3 v;
        pair3_support(p, PAIR3_HULLS, dvec3_make(-dx[k], -dy[k], -dz[k]), &v);
        x[k] = v.w.x, y[k] = v.w.y, z[k] = v.w.z;
    }
    // side 2 of a triangle has no length: side 3 follows side 1
    const int k = is_edges ? 2 : 3;
    return (points4){f64x4_of(x[0], x[1], x[k], x[3]), f64x4_of(y[0], y[1], y[k], y[3]),
                     f64x4_of(z[0], z[1], z[k], z[3])};
}

/// The bits of the sides that follow.
F32XN_INLINE uint32_t follow_bits(uint32_t m, bool is_edges)
{
    const uint32_t all = is_edges ? m : (m & 11) | (m >> 1 & 4);
    return (all >> 1 | all << 3) & 15;
}

/// Where two support points beyond sides that follow one another leave a gap, another one between the two closes it.
static __attribute__((noinline)) bool holds_corners(const pair3 *p, const facet_plane *f, double square,
                                                    points4 u, points4 v, uint32_t lost, bool is_edges)
{
    const f64x4 inverse = f64x4_div(f64x4_splat(1), root4(dot4(u, u))), way = f64x4_splat(f->way);
    u = (points4){f64x4_mul(u.x, inverse), f64x4_mul(u.y, inverse), f64x4_mul(u.z, inverse)};
    double x[4], y[4], z[4];
    f64x4_store(x, u.x), f64x4_store(y, u.y), f64x4_store(z, u.z);
    const int k = is_edges ? 2 : 3;
    const points4 tip = all4(dvec3_sub(p->a.middle, p->b.middle)), next = follow4(f->w), follows = follow4(v),
                  beside = {f64x4_of(x[1], x[k], x[3], x[0]), f64x4_of(y[1], y[k], y[3], y[0]),
                            f64x4_of(z[1], z[k], z[3], z[0])},
                  sum = {f64x4_add(u.x, beside.x), f64x4_add(u.y, beside.y), f64x4_add(u.z, beside.z)},
                  c = support_beyond(p, sum, lost, true);
    return (lost & ~(held_by(square, way, next, v, c) & held_by(square, way, next, c, follows) &
                     held_by(square, way, v, tip, c) & held_by(square, way, c, tip, follows))) == 0;
}

/// Does the ball that touches the plane lie in the difference, behind the plane? It does where a closed surface through points of the difference has
/// the origin behind all of its triangles, each farther off than the face: then every ray from the origin leaves the ball before it leaves the
/// surface. That is the pyramid over the face whose tip is the difference of the middles; where the ball comes through a
/// side, a support point stands beyond that. Between two of these either a triangle closes the gap, or each goes down to
/// the edge between the sides.
F32XN_INLINE bool holds_ball(const pair3 *p, const facet_plane *f, bool is_edges)
{
    const points4 tip = all4(dvec3_sub(p->a.middle, p->b.middle)), w = f->w, next = follow4(w);
    const f64x4 way = f64x4_splat(f->way);
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
F32XN_INLINE bool set_foot(const facet_plane *f, double inverse, bool is_edges, epa3_result *r)
{
    const dvec3 unit = dvec3_scale(inverse, f->n), foot = dvec3_scale(f->upper, unit),
                rest = dvec3_sub(f->first, foot);
    const double part = f->way / f->nn, s = dvec3_dot(f->n, dvec3_cross(rest, f->back)) * part,
                 t = dvec3_dot(f->n, dvec3_cross(rest, f->u)) * part;
    if (!((s >= 0) & (t >= 0) & (is_edges ? (s <= 1) & (t <= 1) : s + t <= 1))) return false;
    const dvec3 a = first_of(f->a), b = first_of(f->b);
    r->a = dvec3_add_scaled(dvec3_add_scaled(a, s, dvec3_sub(second_of(f->a), a)), t,
                            dvec3_sub(last_of(f->a), a));
    r->b = dvec3_add_scaled(dvec3_add_scaled(b, s, dvec3_sub(second_of(f->b), b)), t,
                            dvec3_sub(last_of(f->b), b));
    r->normal = unit;
    const dvec3 stray = dvec3_sub(dvec3_sub(r->a, r->b), foot);
    return dvec3_length_squared(stray) <= 0x1p-98 * (f->size * f->size / 4);
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
