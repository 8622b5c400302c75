/// The numbers that two outlines are computed in: recentred, and scaled by a power of two.

#include "closest/frame2.h"
#include "closest/outline2.h"
#include "math/double_double.h"
#include "math/predicates2.h"

// ---- Recentring: an origin near a far box, subtracted only where that is exact

/// Drops a coordinate of the origin if subtracting it would round a corner.
static void keep_exact(const flr_outline2 *o, flr_vec2 *origin)
{
    const size_t count = o->far ? 1 : o->count;
    for (size_t i = 0; i < count; ++i) {
        const flr_vec2 p = o->far ? o->direction : flr_outline2_corner(o, i);
        if (!difference_is_exact(p.x, origin->x)) origin->x = 0;
        if (!difference_is_exact(p.y, origin->y)) origin->y = 0;
    }
}

/// Returns one of two coordinates, the same whichever comes first; zero stands for none.
static flr_real one_of(flr_real a, flr_real b)
{
    if (a == 0 || b == 0) return a == 0 ? b : a;
    return b < a ? b : a;
}

flr_outline2 flr_outline2_seen_from(const flr_outline2 *o, flr_vec2 origin)
{
    flr_outline2 x = *o;
    const flr_vec2 by = o->far ? flr_sub2(o->direction, origin) : flr_neg2(origin);
    x.far = false;
    x.moved = o->kind == FLR_OUTLINE2_CHAIN && ((o->many && o->far) || origin.x != 0 || origin.y != 0);
    if (o->kind == FLR_OUTLINE2_CHAIN) x.direction = origin;
    const size_t count = o->many ? 1 : o->count;
    for (size_t i = 0; i < count; ++i) x.corner[i] = flr_add2(o->corner[i], by);
    return x;
}

void flr_outline2_recenter(const flr_outline2 *a, const flr_outline2 *b, flr_recentered2 *c)
{
    const flr_vec2 none = flr_vec2_make(0, 0), of_a = a->far ? a->direction : none,
                   of_b = b->far ? b->direction : none;
    c->origin = flr_vec2_make(one_of(of_a.x, of_b.x), one_of(of_a.y, of_b.y));
    keep_exact(a, &c->origin);
    keep_exact(b, &c->origin);
    c->a = flr_outline2_seen_from(a, c->origin);
    c->b = flr_outline2_seen_from(b, c->origin);
}

int flr_outline2_moved_side(flr_vec2 normal, flr_real offset, const flr_outline2 *o, size_t i)
{
    return flr_arrival2_plane_sign(normal, offset, o->direction, flr_outline2_corner(o, i));
}

// ---- Scaling

static double larger(double best, double x) { return fabs(x) <= best ? best : fabs(x); }

/// Returns the largest of the distances from the origin along an axis, and of the radii.
static double size_of(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b)
{
    double size = larger(flr_frame2_length(f, a->radius), flr_frame2_length(f, b->radius));
    for (int k = 0; k < 2; ++k) {
        const flr_outline2 *o = k ? b : a;
        for (size_t i = 0; i < o->count; ++i) {
            flr_local2 p = flr_frame2_point(f, flr_outline2_corner(o, i));
            size = larger(larger(size, p.x), p.y);
        }
    }
    return size;
}

flr_frame2 flr_frame2_make(const flr_outline2 *a, const flr_outline2 *b)
{
    flr_vec2 origin = flr_vec2_make(0, 0);
    if (a->count > 0)
        origin = flr_outline2_corner(a, 0);
    else if (b->count > 0)
        origin = flr_outline2_corner(b, 0);
    flr_frame2 f = {(double)origin.x, (double)origin.y, 1, 1, 0};
    double size = size_of(&f, a, b);
    if (size == 0 || (size > 0x1p-120 && size < 0x1p120)) return f;
    if (!isfinite(size)) {
        f.shrink = 0.25;
        f.x *= 0.25, f.y *= 0.25;
        size = size_of(&f, a, b);
        if (!isfinite(size)) return f;  // not finite as given
    }
    int exponent;
    (void)frexp(size, &exponent);
    if (exponent < -1000) exponent = -1000;  // the factor has to be a number
    if (exponent > 1000) exponent = 1000;
    f.factor = ldexp(1, -exponent);
    f.exponent = f.shrink < 1 ? exponent + 2 : exponent;
    return f;
}

flr_local2 flr_local2_scaled(flr_local2 d, int *exponent)
{
    double size = larger(fabs(d.x), d.y);
    *exponent = 0;
    // the unit vectors that most directions are stay as they are
    if (size == 0 || !isfinite(size) || (size >= 0x1p-10 && size <= 2)) return d;
    (void)frexp(size, exponent);
    d.x = ldexp(d.x, -*exponent);
    d.y = ldexp(d.y, -*exponent);
    return d;
}

flr_local2 flr_local2_direction(flr_vec2 direction, int *exponent)
{
    flr_local2 d = {(double)direction.x, (double)direction.y};
    return flr_local2_scaled(d, exponent);
}
