/// Convex polygons with up to sixteen corners, placed into the scene corner by corner.
#ifndef FLR_CONVEX_SMALL_POLYGON2_H
#define FLR_CONVEX_SMALL_POLYGON2_H

#include "convex/core2.h"
#include "math/predicates.h"
#include "math/simd_real4.h"
#include "math/unit.h"

/// Up to here all edges are compared with all corners, without following the corners around.
enum { FEW2_MOST = SUPPORT2_HELD };

/// Edges that turn by less could lie on one line.
#define FEW2_CLEAR ((flr_real)0x1p-16)

/// Coordinate by coordinate, so that loops over edges become vectors. Behind the last corner it stands again up to a multiple of four,
/// and behind the last edge stand empty ones, or the last one again. None is handed to a function that is not inline, so that compilers need not
/// read back what they know.
typedef struct few2 {
    const flr_convex2 *shape;
    uint32_t count;
    real4 x[FEW2_MOST / 4], y[FEW2_MOST / 4];  ///< corners, from the scene's origin
    real4 nx[FEW2_MOST / 4],
        ny[FEW2_MOST / 4];            ///< unit normals of the edges from each to the next, outwards
    real4 separation[FEW2_MOST / 4];  ///< of the other along them; minus infinity of edges without length
#ifdef __AVX2__
    /// The other's corner that lies farthest against them, of four corners, in the bits.
    real4 farthest[FEW2_MOST / 4];
#endif
} few2;

CORE2_INLINE flr_real few2_at(const real4 *f, uint32_t i)
{
    flr_real x;
    memcpy(&x, (const char *)f + i * sizeof x, sizeof x);
    return x;
}
CORE2_INLINE flr_vec2 few2_corner(const few2 *f, uint32_t i)
{
    return flr_vec2_make(few2_at(f->x, i), few2_at(f->y, i));
}
CORE2_INLINE flr_vec2 few2_normal(const few2 *f, uint32_t i)
{
    return flr_vec2_make(few2_at(f->nx, i), few2_at(f->ny, i));
}
/// Without branches, as nothing foretells which corners these are.
CORE2_INLINE uint32_t few2_next(const few2 *f, uint32_t i)
{
    const uint32_t next = i + 1;
    return next & -(uint32_t)(next < f->count);
}
CORE2_INLINE uint32_t few2_before(const few2 *f, uint32_t i)
{
    return i - 1 + (f->count & -(uint32_t)(i == 0));
}

/// Is it a polygon with few corners in order?
CORE2_INLINE bool few2_fits(const flr_convex2 *c)
{
    return support2_in_order(c) && c->count >= 3 && c->count <= FEW2_MOST;
}

/// Four corners from i on, the last one again where there are no more.
CORE2_INLINE void few2_four(const flr_vec2 *p, uint32_t count, uint32_t i, real4 *x, real4 *y)
{
    const uint32_t end = count - 1;
    if (i + 4 <= count)
        real4_points(p + i, p + i + 1, p + i + 2, p + i + 3, x, y);
    else
        real4_points(p + i, p + (i + 1 < end ? i + 1 : end), p + (i + 2 < end ? i + 2 : end), p + end, x, y);
}

/// The ends of the edges from there; where there are no more, of edges without length.
CORE2_INLINE void few2_four_next(const flr_vec2 *p, uint32_t count, uint32_t i, real4 *x, real4 *y)
{
    const uint32_t end = count - 1, rest = count - i;
    if (rest > 4)
        real4_points(p + i + 1, p + i + 2, p + i + 3, p + i + 4, x, y);
    else if (rest == 4)
        real4_points(p + i + 1, p + i + 2, p + i + 3, p, x, y);
    else
        real4_points(rest > 1 ? p + i + 1 : p,
                     rest > 2   ? p + end
                     : rest > 1 ? p
                                : p + end,
                     rest > 2 ? p : p + end, p + end, x, y);
}

/// Carries the corners into the scene; c has its place there.
CORE2_INLINE void few2_place(few2 *f, const flr_convex2 *shape, const core2 *c)
{
    const real4 base_x = real4_splat(c->base[0]), base_y = real4_splat(c->base[1]),
                cosine = real4_splat(c->rotation.x), sine = real4_splat(c->rotation.y),
                at_x = real4_splat(c->offset[0]), at_y = real4_splat(c->offset[1]);
    f->shape = shape;
    f->count = c->count;
    for (uint32_t i = 0; i < c->count; i += 4) {
        real4 x, y;
        few2_four(c->points, c->count, i, &x, &y);
        x = real4_sub(x, base_x);
        y = real4_sub(y, base_y);
        f->x[i / 4] = real4_add(at_x, real4_sub(real4_mul(cosine, x), real4_mul(sine, y)));
        f->y[i / 4] = real4_add(at_y, real4_add(real4_mul(sine, x), real4_mul(cosine, y)));
    }
}

/// At least the largest coordinate of each of four corners.
CORE2_INLINE real4 few2_reach(const few2 *f, uint32_t i)
{
    return real4_add(real4_abs(f->x[i / 4]), real4_abs(f->y[i / 4]));
}

/// The largest of these, and a sum by lanes that is not finite where a corner is not.
CORE2_INLINE flr_real few2_size(const few2 *f, real4 *sum)
{
    real4 most = few2_reach(f, 0);
    *sum = most;
    for (uint32_t i = 4; i < f->count; i += 4) {
        const real4 reach = few2_reach(f, i);
        most = real4_max(reach, most);
        *sum = real4_add(*sum, reach);
    }
    return real4_max_lane(most);
}

/// How far it reaches along d, and against it.
CORE2_INLINE flr_real few2_most_along(const few2 *f, flr_vec2 d)
{
    const real4 u = real4_splat(d.x), v = real4_splat(d.y);
    real4 high = real4_dot(u, v, f->x[0], f->y[0]);
    for (uint32_t i = 4; i < f->count; i += 4)
        high = real4_max(real4_dot(u, v, f->x[i / 4], f->y[i / 4]), high);
    return real4_max_lane(high);
}

CORE2_INLINE flr_real few2_low_along(const few2 *f, flr_vec2 d)
{
    const real4 u = real4_splat(d.x), v = real4_splat(d.y);
    real4 low = real4_dot(u, v, f->x[0], f->y[0]);
    for (uint32_t i = 4; i < f->count; i += 4)
        low = real4_min(real4_dot(u, v, f->x[i / 4], f->y[i / 4]), low);
    return real4_min_lane(low);
}

/// Twice a point somewhere in the middle.
CORE2_INLINE flr_vec2 few2_middle(const few2 *f)
{
    return flr_add2(few2_corner(f, 0), few2_corner(f, f->count / 2));
}

/// So flat that rounding could hide which way around they go.
enum { FEW2_UNSURE = 2 };

/// Which way around: +1 counter-clockwise, 0 where all lie on one line, which is exact; or FEW2_UNSURE. By the area: of three corners,
/// which may lie within rounding of one another, the turn tells nothing about all.
int flr_few2_turn(const flr_vec2 *p, uint32_t count);

/// The same as far as it is clear at a glance, else 0: of three corners by their turn, of four by that of the diagonals, which is the area, of more by
/// three far from one another, which do not stand on one line by far more than coordinates of that size round by.
CORE2_INLINE int few2_turn(const flr_vec2 *p, uint32_t count, flr_real size)
{
    const uint32_t a = count > 4 ? count / 3 : count - 2, b = count > 4 ? 2 * count / 3 : count - 1,
                   from = count == 4;
    const double left = ((double)p[a].x - (double)p[0].x) * ((double)p[b].y - (double)p[from].y),
                 right = ((double)p[a].y - (double)p[0].y) * ((double)p[b].x - (double)p[from].x),
                 turn = left - right, flat = sizeof(flr_real) == sizeof(float) ? 0x1p-12 : 0x1p-36,
                 bound = count > 4 ? flat * (double)size * (double)size
                                   : FLR_FILTER_RELATIVE2 * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    return (turn > bound) - (turn < -bound);
}

/// Has one of these edges, a bit for each, a length at all?
bool flr_few2_have_length(const flr_vec2 *p, uint32_t count, uint32_t edges);

/// False where which way around the corners go is not clear, or the square of an edge's length has digits missing. The normals are made in the shape's own
/// frame, where the corners are exact, and then turned: so edges far shorter than the scene keep their directions.
CORE2_INLINE bool few2_make_normals(few2 *f, flr_real size)
{
    const flr_convex2 *c = f->shape;
    real4 x, y;
    if (c->normals) {
        const real4 cosine = real4_splat(c->rotation.x), sine = real4_splat(c->rotation.y);
        for (uint32_t i = 0; i < f->count; i += 4) {
            few2_four(c->normals, f->count, i, &x, &y);
            f->nx[i / 4] = real4_sub(real4_mul(cosine, x), real4_mul(sine, y));
            f->ny[i / 4] = real4_add(real4_mul(sine, x), real4_mul(cosine, y));
        }
        return true;
    }
    const flr_vec2 *p = support2_points(c);
    const int turn = few2_turn(p, f->count, size);
    const flr_real sign = turn < 0 ? -1 : 1;
    const real4 cosine = real4_splat(sign * c->rotation.x), sine = real4_splat(sign * c->rotation.y);
    uint32_t lost = 0;
    for (uint32_t i = 0; i < f->count; i += 4) {
        real4 u, v;
        few2_four(p, f->count, i, &u, &v);
        few2_four_next(p, f->count, i, &x, &y);
        x = real4_sub(x, u);
        y = real4_sub(y, v);
        u = real4_add(real4_mul(sine, x), real4_mul(cosine, y));
        v = real4_sub(real4_mul(sine, y), real4_mul(cosine, x));
        const real4 over = real4_over_length(u, v);
        lost |= (real4_at_least(real4_dot(u, v, u, v), unit2_lost) ^ 0xf) << i;
        f->nx[i / 4] = real4_mul(u, over);
        f->ny[i / 4] = real4_mul(v, over);
    }
    lost &= ((uint32_t)1 << f->count) - 1;
    return turn != 0 && (!lost || !flr_few2_have_length(p, f->count, lost));
}

/// Do all four corners clearly turn, and the same way? Then they are convex.
CORE2_INLINE bool few2_four_turn(const few2 *f)
{
    const real4 x = f->nx[0], y = f->ny[0], u = real4_rotate(x), v = real4_rotate(y),
                turn = real4_sub(real4_mul(x, v), real4_mul(y, u));
    return real4_at_least(turn, FEW2_CLEAR) == 0xf ||
           real4_at_least(real4_sub(real4_splat(0), turn), FEW2_CLEAR) == 0xf;
}

/// What corners of that size may lie beyond an edge, by rounding.
CORE2_INLINE flr_real few2_slack(flr_real size)
{
    return 4 * (sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16) * size;
}

/// Do none of its corners lie beyond that edge, up to rounding? Where corners within rounding of one another stand in no convex order, the
/// edge between them may look anywhere.
CORE2_INLINE bool few2_is_outer(const few2 *f, uint32_t edge, flr_real slack)
{
    const flr_vec2 n = few2_normal(f, edge);
    return few2_most_along(f, n) - flr_dot2(n, few2_corner(f, edge)) <= slack;
}

#endif
