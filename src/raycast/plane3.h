/// A path against a plane or halfspace normal . x = offset: how far it is from it and how fast it nears it.
#ifndef FLR_RAYCAST_PLANE3_H
#define FLR_RAYCAST_PLANE3_H

#include "raycast/exact3.h"

/// The line crosses the plane at t = rest / rate; rest is offset - normal . origin and rate is normal . direction,
/// both times one positive factor.
typedef struct cast3_slope {
    double rest, rate;
    dvec3 normal;
} cast3_slope;

/// x y as high + low, by Veltkamp's splitting and Dekker's product; for factors far from overflow.
static inline double cast3_product(double x, double y, double *low)
{
    double high = x * y, xc = x * 0x1.0000002p27, yc = y * 0x1.0000002p27;
    double xh = xc - (xc - x), yh = yc - (yc - y), xl = x - xh, yl = y - yh;
    *low = ((xh * yh - high) + xh * yl + xl * yh) + xl * yl;
    return high;
}

/// sum + term, what is lost added to `lost` (Knuth's two-sum).
static inline double cast3_sum(double sum, double term, double *lost)
{
    double total = sum + term, back = total - sum;
    *lost += (sum - (total - back)) + (term - back);
    return total;
}

/// start + sign * n . v as if in twice the precision (Ogita, Rump and Oishi, "Accurate sum and dot product", 2005).
static inline double cast3_dot2(double start, double sign, dvec3 n, dvec3 v)
{
    double low[3], lost = 0, sum = start;
    sum = cast3_sum(sum, sign * cast3_product(n.x, v.x, &low[0]), &lost);
    sum = cast3_sum(sum, sign * cast3_product(n.y, v.y, &low[1]), &lost);
    sum = cast3_sum(sum, sign * cast3_product(n.z, v.z, &low[2]), &lost);
    return sum + (lost + sign * (low[0] + low[1] + low[2]));
}

/// False where there is nothing to ask: an empty range, a zero normal, a number that is not finite.
static inline bool cast3_slope_make(const flr_cast3_path *p, flr_vec3 normal, flr_real offset, cast3_slope *s)
{
    dvec3 n = {(double)normal.x, (double)normal.y, (double)normal.z};
    dvec3 o = {(double)p->origin.x, (double)p->origin.y, (double)p->origin.z};
    const dvec3 d = cast3_step(p);
    double size = cast3_more(fabs(n.x), cast3_more(fabs(n.y), fabs(n.z)));
    if (!(p->t_min <= p->t_max) || !(size > 0) || !isfinite(size) || !isfinite(offset)) return false;
    double least = 0x1p-300, most = 0x1p300;
    double reach = cast3_more(fabs(o.x), cast3_more(fabs(o.y), fabs(o.z)));
    double step = cast3_more(fabs(d.x), cast3_more(fabs(d.y), fabs(d.z)));
    bool plain = size > least && size < most && reach < most && step < most && fabs((double)offset) < most;
    s->normal = n;
    s->rest = plain ? cast3_dot2((double)offset, -1, n, o) : (double)offset - dvec3_dot(n, o);
    s->rate = plain ? cast3_dot2(0, 1, n, d) : dvec3_dot(n, d);
    return isfinite(s->rest) && isfinite(s->rate);
}

static inline flr_vec3 cast3_unit(dvec3 n, double sign)
{
    double size = cast3_more(fabs(n.x), cast3_more(fabs(n.y), fabs(n.z)));
    dvec3 m = {n.x / size, n.y / size, n.z / size};
    double over = sign / sqrt(dvec3_dot(m, m));
    return flr_vec3_make((flr_real)(over * m.x), (flr_real)(over * m.y), (flr_real)(over * m.z));
}

#endif
