#include "closest/compensated.h"
#include "sweep/sweep3_cast.h"

/// Gains nothing any more after so many steps.
enum { STEPS_MAX = 100 };

/// The normal of C where the ball around a corner is met.
static bool ball_normal(const sweep3_cast *c, dvec3 p, dvec3 *n)
{
    const double across = sqrt(p.x * p.x + p.y * p.y), rest = (c->radius - across) * (c->radius + across);
    if (!(rest > 0)) return false;
    *n = (dvec3){-p.x, -p.y, -sqrt(rest)};
    return true;
}

/// Of the round side of an edge, square to the edge however near the ray is.
static bool side_normal(const sweep3_cast *c, dvec3 p, dvec3 q, dvec3 *n)
{
    const dvec3 e = dvec3_sub(q, p);
    const double seen = e.x * e.x + e.y * e.y, width = sqrt(seen), length = sqrt(seen + e.z * e.z);
    if (!(width > 0)) return false;
    const double off = flr_difference_of_products(p.x, e.y, p.y, e.x) / width,
                 rest = (c->radius - off) * (c->radius + off);
    if (!(rest > 0)) return false;
    const double aside = -off / width, deep = sqrt(rest) / length, up = deep * (e.z / width);
    *n = (dvec3){aside * e.y + up * e.x, -aside * e.x + up * e.y, -deep * width};
    return true;
}

static bool face_normal(dvec3 p, dvec3 q, dvec3 r, dvec3 *n)
{
    *n = flr_cross_compensated(dvec3_sub(q, p), dvec3_sub(r, p));
    if (n->z > 0) *n = flr_local3_scaled(-1, *n);
    return true;
}

/// The plane of a feature: false where the ray passes it by, or along it.
static bool normal_of(const sweep3_cast *c, const int *k, int count, dvec3 *n)
{
    const dvec3 p = c->s[k[0]].r;
    if (!(count == 1   ? ball_normal(c, p, n)
          : count == 2 ? side_normal(c, p, c->s[k[1]].r, n)
                       : face_normal(p, c->s[k[1]].r, c->s[k[2]].r, n)))
        return false;
    const double length = flr_local3_length(*n);
    if (!(-n->z > 0x1p-40 * length)) return false;
    *n = flr_local3_scaled(1 / length, *n);
    return true;
}

/// Of all features of the points that hold point `must` (of all where that is negative) the one whose plane keeps them all from the
/// ray for longest. By how soon each is touched near duplicates could not be told from one another.
static bool last_plane(const sweep3_cast *c, int must, sweep3_touch *best)
{
    bool found = false;
    for (unsigned set = 1; set < 1u << c->count; ++set) {
        int corner[4] = {0}, count = 0;
        dvec3 n;
        for (int i = 0; i < c->count; ++i)
            if (set >> i & 1) corner[count++] = i;
        if (count > 3 || (must >= 0 && !(set >> must & 1)) || !normal_of(c, corner, count, &n)) continue;
        const double place = (sweep3_reach(c, n) + c->radius) / n.z;
        if (found && !(place > best->place)) continue;
        *best = (sweep3_touch){.place = place, .normal = n, .count = count};
        for (int i = 0; i < count; ++i) best->corner[i] = corner[i];
        found = true;
    }
    return found;
}

/// The weights of the point of a feature that is nearest to the ray's at the place.
static void weigh(const sweep3_cast *c, sweep3_touch *t)
{
    dvec3 p[3];
    const dvec3 foot = {-c->radius * t->normal.x, -c->radius * t->normal.y,
                        t->place - c->radius * t->normal.z};
    for (int i = 0; i < t->count; ++i) p[i] = c->s[t->corner[i]].r;
    t->weight[0] = 1;
    if (t->count == 2) {
        const dvec3 e = dvec3_sub(p[1], p[0]);
        const double s = dvec3_dot(dvec3_sub(foot, p[0]), e) / dvec3_dot(e, e);
        t->weight[1] = flr_clamp01(s);
        t->weight[0] = 1 - t->weight[1];
    }
    if (t->count < 3) return;
    const dvec3 n = flr_cross_compensated(dvec3_sub(p[1], p[0]), dvec3_sub(p[2], p[0]));
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        const dvec3 q = p[(i + 1) % 3], r = p[(i + 2) % 3];
        const dvec3 side = flr_cross_compensated(dvec3_sub(r, q), dvec3_sub(foot, q));
        const double part = dvec3_dot(side, n);
        t->weight[i] = part > 0 ? part : 0;
        sum += t->weight[i];
    }
    for (int i = 0; i < 3; ++i) t->weight[i] = sum > 0 ? t->weight[i] / sum : 1. / 3;
}

bool flr_sweep3_roll_even(sweep3_cast *c, sweep3_touch *touch)
{
    sweep3_touch t;
    if (!last_plane(c, -1, &t)) return false;
    for (int step = 0; step < STEPS_MAX; ++step) {
        sweep3_reduce(c, t.corner, t.count);
        sweep3_vertex w;
        t.far = flr_sweep3_ask(c, t.normal, &w);
        if (c->missed) return true;
        if (t.far - sweep3_reach(c, t.normal) <= sweep3_least_gain(c)) {
            t.place = (t.far + c->radius) / t.normal.z;
            weigh(c, &t);
            *touch = t;
            return true;
        }
        const int kept = c->count;
        c->s[c->count++] = w;
        if (!last_plane(c, kept, &t)) return false;
    }
    return false;
}
