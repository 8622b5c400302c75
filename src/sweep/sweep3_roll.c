#include "sweep/sweep3_cast.h"

enum { STEPS_MAX = 250 };

/// How far beyond the end of an edge or face a foot may lie by rounding: what that changes is of second
/// order.
static const double overhang = 0x1p-40;

/// Where the ray enters the ball around a corner. Each of these three is false where the ray passes by.
static bool on_ball(const sweep3_cast *c, int i, sweep3_touch *t)
{
    dvec3 r = c->s[i].r;
    double radius = c->radius, across = sqrt(r.x * r.x + r.y * r.y), slack = sweep3_tolerance(c);
    if (!(across <= radius + slack)) return false;
    double rest = (radius - across) * (radius + across), depth = rest > 0 ? sqrt(rest) : 0;
    double scale = 1 / sqrt(across * across + depth * depth);
    t->place = r.z - depth;
    t->normal = (dvec3){-r.x * scale, -r.y * scale, -depth * scale};
    t->count = 1;
    t->corner[0] = i;
    t->weight[0] = 1;
    return true;
}

/// The round side of an edge: the places where the point of the ray is at the radius from the line of the
/// edge.
static bool on_side(const sweep3_cast *c, int i, int j, sweep3_touch *t)
{
    dvec3 p = c->s[i].r, e = dvec3_sub(c->s[j].r, p);
    double seen = e.x * e.x + e.y * e.y, square = seen + e.z * e.z, along = p.x * e.x + p.y * e.y;
    double across = p.x * e.y - p.y * e.x, width = sqrt(seen), slack = sweep3_tolerance(c);
    if (!(seen > 0) || !(fabs(across) <= (c->radius + slack) * width)) return false;
    double rest = (c->radius * width - fabs(across)) * (c->radius * width + fabs(across));
    double height = (-e.z * along - sqrt(square * (rest > 0 ? rest : 0))) / seen;
    double s = (height * e.z - along) / square;
    if (!(s >= -overhang && s <= 1 + overhang)) return false;
    dvec3 from = {-p.x - s * e.x, -p.y - s * e.y, height - s * e.z};
    double length = flr_local3_length(from);
    t->place = p.z + height;
    t->normal = flr_local3_scaled(1 / length, from);
    t->count = 2;
    t->corner[0] = i;
    t->corner[1] = j;
    t->weight[1] = flr_clamp01(s);
    t->weight[0] = 1 - t->weight[1];
    return true;
}

static bool on_face(const sweep3_cast *c, int i, int j, int k, sweep3_touch *t)
{
    dvec3 p = c->s[i].r, q = c->s[j].r, r = c->s[k].r;
    dvec3 u = dvec3_sub(q, p), v = dvec3_sub(r, p), n = dvec3_cross(u, v);
    double length = flr_local3_length(n);
    if (!(fabs(n.z) > 0x1p-50 * length)) return false;
    n = flr_local3_scaled((n.z > 0 ? -1 : 1) / length, n);
    t->place = (dvec3_dot(n, p) + c->radius) / n.z;
    dvec3 foot = {-c->radius * n.x, -c->radius * n.y, t->place - c->radius * n.z};
    dvec3 from[3] = {dvec3_sub(p, foot), dvec3_sub(q, foot), dvec3_sub(r, foot)};
    double sign = dvec3_dot(dvec3_cross(u, v), n) < 0 ? -1 / length : 1 / length;
    for (int m = 0; m < 3; ++m) {
        double part = sign * dvec3_dot(dvec3_cross(from[(m + 1) % 3], from[(m + 2) % 3]), n);
        if (!(part >= -overhang)) return false;
        t->weight[m] = part > 0 ? part : 0;
    }
    double sum = t->weight[0] + t->weight[1] + t->weight[2];
    for (int m = 0; m < 3; ++m) t->weight[m] /= sum;
    t->normal = n;
    t->count = 3;
    t->corner[0] = i;
    t->corner[1] = j;
    t->corner[2] = k;
    return true;
}

static bool on_feature(const sweep3_cast *c, const int *corner, int count, sweep3_touch *t)
{
    t->leans = false;
    t->far = (double)INFINITY;
    if (count == 1) return on_ball(c, corner[0], t);
    if (count == 2) return on_side(c, corner[0], corner[1], t);
    return on_face(c, corner[0], corner[1], corner[2], t);
}

/// The feature first touched of those of the points that hold point `must`, or of all where that is negative.
static bool first_feature(const sweep3_cast *c, int must, sweep3_touch *best)
{
    bool found = false;
    for (unsigned set = 1; set < 1u << c->count; ++set) {
        int corner[4], count = 0;
        for (int i = 0; i < c->count; ++i)
            if (set >> i & 1) corner[count++] = i;
        sweep3_touch t;
        t.leans = false;
        if (count > 3 || (must >= 0 && !(set >> must & 1)) || !on_feature(c, corner, count, &t)) continue;
        if (found && !(t.place < best->place)) continue;
        *best = t;
        found = true;
    }
    return found;
}

/// The ray passes the basis at the radius, within rounding: what is nearest to it is touched.
static void touch_nearest(const sweep3_cast *c, sweep3_touch *t)
{
    static const int all[3] = {0, 1, 2};
    sweep3_near near = flr_sweep3_nearest(c, all, c->count);
    double length = sqrt(near.x * near.x + near.y * near.y);
    *t = (sweep3_touch){.count = near.count};
    t->normal = length > 0 ? (dvec3){-near.x / length, -near.y / length, 0} : (dvec3){0, 0, -1};
    for (int i = 0; i < near.count; ++i) {
        t->corner[i] = near.corner[i];
        t->weight[i] = near.weight[i];
        t->place += near.weight[i] * c->s[near.corner[i]].r.z;
    }
}

/// The support point beyond the plane of the touch, if there is one.
static bool is_beyond(sweep3_cast *c, sweep3_touch *t, sweep3_vertex *w)
{
    const dvec3 n = t->normal;
    t->far = flr_sweep3_ask(c, n, w);
    return !c->missed && t->far - sweep3_reach(c, n) > sweep3_least_gain(c);
}

static bool is_new(const sweep3_cast *c, const sweep3_vertex *w)
{
    for (int i = 0; i < c->count; ++i)
        if (flr_local3_length(dvec3_sub(w->r, c->s[i].r)) <= sweep3_roundings(c)) return false;
    return true;
}

/// Takes w into the basis if what is then touched comes before the touch.
static bool improve(sweep3_cast *c, const sweep3_vertex *w, sweep3_touch *touch)
{
    sweep3_touch next;
    int kept = c->count;
    c->s[c->count++] = *w;
    if (first_feature(c, kept, &next) && next.place < touch->place) {
        *touch = next;
        return true;
    }
    c->count = kept;
    return false;
}

/// Where the ray grazes, the plane of the touch leaves open which of all that lies in it comes first. Tilted
/// within itself, about the edge that is touched or to both sides of the corner, it tells.
static bool improve_grazed(sweep3_cast *c, sweep3_touch *touch)
{
    dvec3 n = touch->normal;
    for (int side = -1; side <= 1 && n.z > -0x1p-20; ++side) {
        dvec3 e = {side * n.y * -0x1p-8, side * n.x * 0x1p-8, 0}, d = {e.x, e.y, -1};
        if (c->count > 1) {
            d = dvec3_cross(n, dvec3_sub(c->s[1].r, c->s[0].r));
            d = flr_local3_scaled((d.z > 0 ? -1 : 1) / flr_local3_length(d), d);
        }
        sweep3_vertex w;
        (void)flr_sweep3_ask(c, dvec3_add_scaled(n, 0x1p-24, d), &w);
        if (c->missed) return false;
        if (is_new(c, &w) && improve(c, &w, touch)) return true;
        if (c->count > 1) return false;
    }
    return false;
}

void flr_sweep3_roll(sweep3_cast *c, sweep3_touch *touch)
{
    if (!first_feature(c, -1, touch)) touch_nearest(c, touch);
    for (;;) {
        sweep3_reduce(c, touch->corner, touch->count);
        sweep3_vertex w;
        bool nearer = is_beyond(c, touch, &w) ? improve(c, &w, touch) : improve_grazed(c, touch);
        if (c->missed || !nearer) return;
        if (c->steps > STEPS_MAX) {
            c->exhausted = true;
            return;
        }
    }
}
