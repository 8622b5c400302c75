#include "sweep/sweep3_cast.h"

enum { STEPS_MAX = 250 };

static flr_local3 seen(const sweep3_cast *c, int i)
{
    flr_local3 q = c->s[i].r;
    q.x -= c->shift_x;
    q.y -= c->shift_y;
    return q;
}
static double cross(flr_local3 a, flr_local3 b) { return a.x * b.y - a.y * b.x; }

/// Of the plane through the basis that faces the ray's start most: of its triangle, of the plane through its
/// edge that is square to the ray across the edge, or of the one square to the ray.
static flr_local3 plane_normal(const sweep3_cast *c)
{
    flr_local3 n = {0, 0, -1};
    if (c->count == 1) return n;
    flr_local3 e = flr_local3_sub(c->s[1].r, c->s[0].r);
    if (c->count == 3) {
        n = flr_local3_cross(e, flr_local3_sub(c->s[2].r, c->s[0].r));
        return n.z > 0 ? flr_local3_scaled(-1, n) : n;
    }
    n.x = e.z * e.x;
    n.y = e.z * e.y;
    n.z = -(e.x * e.x + e.y * e.y);
    return n;
}

static double place_of(const sweep3_cast *c, const sweep3_near *near)
{
    double z = 0;
    for (int i = 0; i < near->count; ++i) z += near->weight[i] * c->s[near->corner[i]].r.z;
    return z;
}

static void take(sweep3_cast *c, int i, int j, const sweep3_vertex *w)
{
    sweep3_vertex p = c->s[i], q = c->s[j];
    c->s[0] = p;
    c->s[1] = q;
    c->s[2] = *w;
    c->count = 3;
}

/// As the triangle is seen along the ray, its area is no more than rounding.
static bool is_thin(const sweep3_cast *c, flr_local3 u, flr_local3 v)
{
    double long_side = fabs(u.x) + fabs(u.y) + fabs(v.x) + fabs(v.y);
    return !(fabs(cross(u, v)) > 8 * sweep3_roundings(c) * long_side);
}

/// The triangle of the new point and two of the basis that the ray passes; it leaves the old one, as seen
/// from the new point, between these two.
static bool exchange(sweep3_cast *c, const sweep3_vertex *w)
{
    flr_local3 q[3] = {seen(c, 0), seen(c, 1), seen(c, 2)}, p = w->r;
    p.x -= c->shift_x;
    p.y -= c->shift_y;
    double side[3], sign = cross(flr_local3_sub(q[1], q[0]), flr_local3_sub(q[2], q[0])) < 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i) side[i] = sign * cross(q[i], p);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        if (!(side[i] <= 0 && side[j] >= 0)) continue;
        flr_local3 u = flr_local3_sub(q[j], q[i]), v = flr_local3_sub(p, q[i]);
        if (is_thin(c, u, v)) return false;
        take(c, i, j, w);
        return true;
    }
    return false;
}

/// Where the basis is no triangle that the ray passes well inside: of all hulls of the new point with one or
/// two others that the ray passes within rounding, the one with the least place; of equals one that holds the
/// ray where it stands after the shift (else two could replace each other for ever), and then a triangle.
static bool exchange_flat(sweep3_cast *c, const sweep3_vertex *w)
{
    int old = c->count, pick[3] = {old, 0, 0}, best_pick[3] = {0, 0, 0}, best_count = 0, best_rank = 0;
    double best = INFINITY, tolerance = 16 * sweep3_roundings(c);
    c->s[old] = *w;
    for (int i = -1; i < old; ++i)
        for (int j = -1; j < (i < 0 ? 0 : i); ++j) {
            int count = 1 + (i >= 0) + (j >= 0);
            if (count == 3 && is_thin(c, flr_local3_sub(c->s[i].r, w->r), flr_local3_sub(c->s[j].r, w->r)))
                continue;
            pick[1] = i;
            pick[2] = j;
            sweep3_near near = flr_sweep3_nearest(c, pick, count);
            if (!(near.squared <= tolerance * tolerance)) continue;
            double place = place_of(c, &near);
            int rank = count + (near.squared <= tolerance * tolerance / 64 ? 4 : 0);
            if (place > best + tolerance || (place >= best - tolerance && rank < best_rank)) continue;
            best = place < best ? place : best;
            best_rank = rank;
            best_count = count;
            for (int k = 0; k < 3; ++k) best_pick[k] = pick[k];
        }
    sweep3_vertex s[3];
    for (int k = 0; k < best_count; ++k) s[k] = c->s[best_pick[k]];
    for (int k = 0; k < best_count; ++k) c->s[k] = s[k];
    if (best_count > 0) c->count = best_count;
    return best_count > 0;
}

void flr_sweep3_pierce(sweep3_cast *c, sweep3_touch *touch)
{
    static const int all[3] = {0, 1, 2};
    sweep3_vertex w;
    flr_local3 n;
    for (;;) {
        n = plane_normal(c);
        double length = flr_local3_length(n);
        double gain = flr_sweep3_ask(c, n, &w) - sweep3_reach(c, n);
        if (c->missed) return;
        if (!(gain > sweep3_least_gain(c) * length)) break;
        if (c->steps > STEPS_MAX) {
            c->exhausted = true;
            break;
        }
        if (c->count == 3 && exchange(c, &w)) continue;
        if (!exchange_flat(c, &w)) break;
    }
    sweep3_near near = flr_sweep3_nearest(c, all, c->count);
    touch->place = place_of(c, &near);
    touch->normal = flr_local3_scaled(1 / flr_local3_length(n), n);
    touch->count = near.count;
    for (int i = 0; i < near.count; ++i) {
        touch->corner[i] = near.corner[i];
        touch->weight[i] = near.weight[i];
    }
}
