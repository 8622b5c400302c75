#include "math/predicates2.h"
#include "sweep/doubled2.h"
#include "sweep/track2.h"

/// The plane or halfspace p and the outline o that moves towards it by m.
typedef struct approach {
    const flr_track2 *k;
    const flr_outline2 *p, *o;
    flr_vec2 m;
    flr_local2 n;  ///< the normal scaled: normal = n * 2^exponent
    int exponent;
    double length;  ///< of n
} approach;

/// dot(n, v) - offset, local, to the last bit but few.
static double height(const approach *w, flr_vec2 v)
{
    flr_local2 at = flr_track2_point(w->k, v), from = flr_track2_point(w->k, flr_outline2_origin(w->o));
    flr_double2 offset = {ldexp((double)w->p->offset * w->k->factor, -w->exponent), 0};
    flr_doubled_vec2 n = flr_doubled_of(w->n);
    flr_double2 h = flr_doubled_add(flr_doubled_dot(n, flr_doubled_of(at)), flr_doubled_negative(offset));
    if (from.x != 0 || from.y != 0) h = flr_doubled_add(flr_doubled_dot(n, flr_doubled_of(from)), h);
    return h.high + h.low;
}

/// Change of height in one unit of local time.
static double rate_of(const approach *w)
{
    flr_double2 r = flr_doubled_dot(flr_doubled_of(w->n), flr_doubled_of(w->k->heading));
    return w->o == w->k->a ? r.high + r.low : -(r.high + r.low);
}

static double over_plane(const approach *w, size_t corner)
{
    return fabs(height(w, flr_outline2_corner(w->o, corner)));
}

static flr_sweep2_result touch_at(const approach *w, double t, double side, flr_vec2 point)
{
    flr_sweep2_result result = {FLR_OK, true, false, 0, {0, 0}, {0, 0}, 1};
    if (t > w->k->last) t = w->k->last;
    result.t = (flr_real)flr_track2_time(w->k, t);
    double sign = side / w->length;  // from p to o
    if (w->o == w->k->a) sign = -sign;
    result.normal = flr_vec2_make((flr_real)(sign * w->n.x), (flr_real)(sign * w->n.y));
    result.point = point;
    return result;
}

/// The point of the moving side of a touch: v, carried by the motion where a moves, out to the surface.
static flr_vec2 surface_point(const approach *w, flr_vec2 v, double t, double side)
{
    double x = (double)v.x, y = (double)v.y, r = side * (double)w->o->radius / w->length;
    if (w->o == w->k->a) {
        double part = flr_track2_time(w->k, t);
        x += part * (double)w->m.x;
        y += part * (double)w->m.y;
    }
    return flr_vec2_make((flr_real)(x - r * w->n.x), (flr_real)(y - r * w->n.y));
}

static const flr_sweep2_result miss = {FLR_OK, false, false, 0, {0, 0}, {0, 0}, 1};

static flr_sweep2_result plane_and_outline(const approach *w)
{
    size_t nearest = 0;
    double least = INFINITY, side;
    for (size_t i = 0; i < w->o->count; ++i) {
        double h = over_plane(w, i);
        if (!(h < least)) continue;
        least = h;
        nearest = i;
    }
    flr_vec2 v = flr_outline2_corner(w->o, nearest);
    const flr_vec2 zero = {0, 0};
    int start = flr_outline2_side(w->p->direction, w->p->offset, w->o, nearest);
    int way = flr_dot2_sign(w->p->direction, zero, w->m);
    if (start * way >= 0) return miss;
    side = start;
    double above = least - w->k->reach * w->length, rate = fabs(rate_of(w));
    if (!(w->o->radius > 0)) {
        int end =
            flr_arrival2_plane_from_sign(w->p->direction, w->p->offset, flr_outline2_origin(w->o), v, w->m);
        if (start * end > 0) return miss;
        above = least;
    } else if (above > w->k->last * rate * (1 + 0x1p-50)) {
        return miss;
    }
    double t = above > 0 ? above / rate : 0;
    return touch_at(w, t, side, surface_point(w, v, t, side));
}

/// Two that are parallel and apart: p stands for one of them, and a point of the other for it.
static flr_sweep2_result both_by_normal(approach *w)
{
    const flr_outline2 *o = w->o;
    int exponent_o;
    const flr_local2 d = flr_local2_direction(o->direction, &exponent_o);
    const bool by_x = fabs(d.x) > fabs(d.y);
    // o's offset as p measures it, less p's
    const double of_p = ldexp((double)w->p->offset * w->k->factor, -w->exponent),
                 of_o = ldexp((double)o->offset * w->k->factor, -exponent_o), part = by_x ? d.x : d.y;
    double h = flr_difference_of_products(of_o, by_x ? w->n.x : w->n.y, of_p, part) / part, rate = rate_of(w);
    // parallel ones have no radius, but there may be a distance to keep
    double gap = fabs(h) - w->k->reach * w->length;
    if (!(h * rate < 0) || gap > w->k->last * fabs(rate)) return miss;
    double t = gap > 0 ? gap / fabs(rate) : 0, side = h > 0 ? 1 : -1;
    // the foot of the origin on the plane that stands
    const flr_outline2 *b = w->k->b;
    int exponent;
    flr_local2 n = flr_local2_direction(b->direction, &exponent);
    double foot = ldexp((double)b->offset, -exponent) / flr_local2_dot(n, n);
    return touch_at(w, t, side, flr_vec2_make((flr_real)(foot * n.x), (flr_real)(foot * n.y)));
}

flr_sweep2_result flr_track2_normals(const flr_track2 *k)
{
    approach w;
    w.k = k;
    bool a_by_normal = flr_outline2_by_normal(k->a);
    w.p = a_by_normal ? k->a : k->b;
    w.o = a_by_normal ? k->b : k->a;
    w.m = a_by_normal ? k->back : k->motion;
    w.n = flr_local2_direction(w.p->direction, &w.exponent);
    w.length = sqrt(flr_local2_dot(w.n, w.n));
    if (!(w.length > 0)) return miss;
    if (flr_outline2_by_normal(w.o)) return both_by_normal(&w);
    return plane_and_outline(&w);
}
