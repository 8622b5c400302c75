/// Casts with a radius. The first touch is on the ball around a corner, the cylinder around an edge, or the
/// face moved out by the radius. Three methods of rising cost: by features, by features in twice the
/// precision, and by Newton's method on the distance along the ray.
#include "closest/frame3.h"
#include "convex/gjk3.h"
#include "math/double_double.h"
#include "sweep/sweep3_search.h"

enum { ROLL_STEPS_MAX = 250 };

/// How far beyond the end of an edge or face a projection may lie by rounding; the error of the result is of
/// second order.
static const double overhang = 0x1p-40;

/// Where the ray enters the ball around a corner. This and the next two return false where the ray passes
/// by.
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

/// Where the ray enters the cylinder around an edge, between the ends of the edge.
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
    double length = dvec3_length(from);
    t->place = p.z + height;
    t->normal = dvec3_scale(1 / length, from);
    t->count = 2;
    t->corner[0] = i;
    t->corner[1] = j;
    t->weight[1] = flr_clamp01(s);
    t->weight[0] = 1 - t->weight[1];
    return true;
}

/// Where the ray meets the face moved out by the radius, within its three corners.
static bool on_face(const sweep3_cast *c, int i, int j, int k, sweep3_touch *t)
{
    dvec3 p = c->s[i].r, q = c->s[j].r, r = c->s[k].r;
    dvec3 u = dvec3_sub(q, p), v = dvec3_sub(r, p), n = dvec3_cross(u, v);
    double length = dvec3_length(n);
    if (!(fabs(n.z) > 0x1p-50 * length)) return false;
    n = dvec3_scale((n.z > 0 ? -1 : 1) / length, n);
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
    t->leans = t->is_sharp = false;
    t->far = (double)INFINITY;
    if (count == 1) return on_ball(c, corner[0], t);
    if (count == 2) return on_side(c, corner[0], corner[1], t);
    return on_face(c, corner[0], corner[1], corner[2], t);
}

/// Finds the feature that is touched first, among those of the points that hold point `must`; among all if
/// `must` is negative.
static bool first_feature(const sweep3_cast *c, int must, sweep3_touch *best)
{
    bool found = false;
    for (unsigned set = 1; set < 1u << c->count; ++set) {
        int corner[4], count = 0;
        for (int i = 0; i < c->count; ++i)
            if (set >> i & 1) corner[count++] = i;
        sweep3_touch t;
        t.leans = t.is_sharp = false;
        if (count > 3 || (must >= 0 && !(set >> must & 1)) || !on_feature(c, corner, count, &t)) continue;
        if (found && !(t.place < best->place)) continue;
        *best = t;
        found = true;
    }
    return found;
}

/// The touch where the ray passes the basis at the radius, within rounding errors: at its nearest point.
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

/// Finds the support point along the normal; true if it lies beyond the plane of the touch.
static bool is_beyond(sweep3_cast *c, sweep3_touch *t, sweep3_vertex *w)
{
    const dvec3 n = t->normal;
    t->far = flr_sweep3_ask_support(c, n, w);
    return !c->missed && t->far - sweep3_reach(c, n) > sweep3_minimum_gain(c);
}

static bool is_new(const sweep3_cast *c, const sweep3_vertex *w)
{
    for (int i = 0; i < c->count; ++i)
        if (dvec3_length(dvec3_sub(w->r, c->s[i].r)) <= sweep3_eps(c)) return false;
    return true;
}

/// Takes w into the basis if that gives an earlier touch.
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

/// Looks for an earlier touch where the ray grazes. Several corners may then lie in the plane of the touch,
/// and the first one is not known. The plane is tilted about the touched edge, or to both sides of the
/// corner, and tried again.
static bool improve_grazed(sweep3_cast *c, sweep3_touch *touch)
{
    dvec3 n = touch->normal;
    for (int side = -1; side <= 1 && n.z > -0x1p-20; ++side) {
        dvec3 e = {side * n.y * -0x1p-8, side * n.x * 0x1p-8, 0}, d = {e.x, e.y, -1};
        if (c->count > 1) {
            d = dvec3_cross(n, dvec3_sub(c->s[1].r, c->s[0].r));
            d = dvec3_scale((d.z > 0 ? -1 : 1) / dvec3_length(d), d);
        }
        sweep3_vertex w;
        (void)flr_sweep3_ask_support(c, dvec3_add_scaled(n, 0x1p-24, d), &w);
        if (c->missed) return false;
        if (is_new(c, &w) && improve(c, &w, touch)) return true;
        if (c->count > 1) return false;
    }
    return false;
}

void flr_sweep3_round_off(sweep3_cast *c, sweep3_touch *touch)
{
    if (!first_feature(c, -1, touch)) touch_nearest(c, touch);
    for (;;) {
        sweep3_reduce(c, touch->corner, touch->count);
        sweep3_vertex w;
        bool nearer = is_beyond(c, touch, &w) ? improve(c, &w, touch) : improve_grazed(c, touch);
        if (c->missed || !nearer) return;
        if (c->steps > ROLL_STEPS_MAX) {
            c->exhausted = true;
            return;
        }
    }
}

/// The most steps that still gain anything.
enum { PRECISE_STEPS_MAX = 100 };

/// The normal of C where the ray meets the ball around a corner.
static bool ball_normal(const sweep3_cast *c, dvec3 p, dvec3 *n)
{
    const double across = sqrt(p.x * p.x + p.y * p.y), rest = (c->radius - across) * (c->radius + across);
    if (!(rest > 0)) return false;
    *n = (dvec3){-p.x, -p.y, -sqrt(rest)};
    return true;
}

/// The normal on the cylinder around an edge; perpendicular to the edge however close the ray passes.
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
    if (n->z > 0) *n = dvec3_scale(-1, *n);
    return true;
}

/// The normal of a feature; false where the ray passes it by, or runs along its plane.
static bool normal_of(const sweep3_cast *c, const int *k, int count, dvec3 *n)
{
    const dvec3 p = c->s[k[0]].r;
    if (!(count == 1   ? ball_normal(c, p, n)
          : count == 2 ? side_normal(c, p, c->s[k[1]].r, n)
                       : face_normal(p, c->s[k[1]].r, c->s[k[2]].r, n)))
        return false;
    const double length = dvec3_length(*n);
    if (!(-n->z > 0x1p-40 * length)) return false;
    *n = dvec3_scale(1 / length, *n);
    return true;
}

/// Finds the feature whose plane is crossed last, among those of the points that hold point `must` (of all,
/// if that is negative). Times of touch could not order features of near duplicates; these places can.
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

/// The weights of the point of a feature that is nearest to the ray's point at the place.
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

bool flr_sweep3_round_off_precisely(sweep3_cast *c, sweep3_touch *touch)
{
    sweep3_touch t = {.is_sharp = false};
    if (!last_plane(c, -1, &t)) return false;
    for (int step = 0; step < PRECISE_STEPS_MAX; ++step) {
        sweep3_reduce(c, t.corner, t.count);
        sweep3_vertex w;
        t.far = flr_sweep3_ask_support(c, t.normal, &w);
        if (c->missed) return true;
        if (t.far - sweep3_reach(c, t.normal) <= sweep3_minimum_gain(c)) {
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

/// By how much the resulting plane may be nearer than the radius.
static double enough(const sweep3_cast *c) { return 8 * sweep3_eps(c); }

static dvec3 in_ray(const sweep3_cast *c, dvec3 n)
{
    const dvec3 d = {n.x, n.y, n.z};
    return (dvec3){dvec3_dot(d, c->x), dvec3_dot(d, c->y), dvec3_dot(d, c->z)};
}

/// The pair with b moved back along the ray to a place, which is in the unit of the cast.
static pair3 moved_by(const sweep3_cast *c, const pair3 *pair, double place)
{
    pair3 moved = *pair;
    const double back = -place * (pair->reference.unit / c->a.frame->unit);
    flr_pair3_move(&moved, dvec3_make(back * c->z.x, back * c->z.y, back * c->z.z));
    return moved;
}

/// The distance of the nearest points, in the unit of the cast.
static double distance_of(const sweep3_cast *c, const pair3 *pair, dvec3 a, dvec3 b)
{
    const dvec3 d = dvec3_sub(b, a);
    return sqrt(dvec3_dot(d, d)) * (c->a.frame->unit / pair->reference.unit);
}

/// Sets the touching points of r from the nearest points at the place; point_a as it lies at the start.
static void set_points(const sweep3_cast *c, const pair3 *pair, dvec3 a, dvec3 b, double place,
                       sweep3_advanced *r)
{
    const dvec3 d = dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(r->normal.z, c->z), r->normal.y, c->y),
                                     r->normal.x, c->x);
    const double on = place * (pair->reference.unit / c->a.frame->unit);
    const dvec3 n = d;
    b = dvec3_add_scaled(b, on, c->z);
    r->point_a = pair3_world(pair, a, -pair->radius_a, n);
    r->point_b = pair3_world(pair, b, pair->radius_b, n);
}

/// The place where two planes have the same height: one separates the two before `root`, the other after.
/// That height bounds how near the cores come; a gap beyond eps is a miss.
static double between(sweep3_cast *c, double before, double root, double after, double gap, double place)
{
    const double back = (gap - before * (place - root)) / (before - after);
    if (before * (place + back - root) > sweep3_tolerance(c)) c->missed = true;
    return place + back;
}

bool flr_sweep3_advance(sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, sweep3_advanced *r)
{
    enum { TURN_MAX = 64 };
    const double grazing = c->radius + 2 * sweep3_tolerance(c);
    sweep3_advanced near;
    pair3 pair;
    double root = c->low;
    bool is_near = false;
    flr_pair3_make(&pair, a, b);
    flr_pair3_complete(&pair);
    r->place = c->low;
    for (int turn = 0; turn < TURN_MAX; ++turn) {
        const double place = r->place;
        simplex3 s;
        sweep3_vertex w;
        dvec3 p, q;
        pair3 moved = moved_by(c, &pair, place);
        const dvec3 axis = flr_gjk3_axis(&moved, &s);
        // the plane of the turn before has kept them apart up to the touch
        if (!(dvec3_dot(axis, axis) > 0)) return turn > 0;
        const dvec3 n = in_ray(c, axis);
        const double gap = n.z * place - flr_sweep3_ask_support(c, n, &w) - c->radius;
        if (c->missed) return true;
        // a normal that is inaccurate, or of cores that part again, is no better than the one before
        const bool parts = n.z < 0 && gap >= -enough(c);
        if (parts || turn == 0) r->normal = n;
        simplex3_points(&s, &p, &q);
        set_points(c, &pair, p, q, place, r);
        if (distance_of(c, &pair, p, q) <= grazing) {
            near = *r;
            is_near = true;
        }
        if (parts) {
            root = place - gap / n.z;
            if (!(root - 0x1p-51 * fabs(root) > place)) break;
            r->place = root;
        } else {
            if (is_near || !(n.z >= 0 && gap > 0 && r->normal.z < 0)) break;
            r->place = between(c, r->normal.z, root, n.z, gap, place);
            if (c->missed) return true;
        }
    }
    if (is_near) *r = near;
    return is_near;
}

void flr_sweep3_nearest_points(const sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, double place,
                               sweep3_advanced *r)
{
    pair3 pair;
    simplex3 s;
    dvec3 p, q;
    flr_pair3_make(&pair, a, b);
    flr_pair3_complete(&pair);
    pair3 moved = moved_by(c, &pair, place);
    (void)flr_gjk3_axis(&moved, &s);
    if (s.count == 0) return;
    const vertex3 *const v[4] = {&s.v[0], &s.v[1], &s.v[2], &s.v[3]};
    if (s.count == 4) flr_simplex3_weigh(v, 4, s.weight);
    simplex3_points(&s, &p, &q);
    set_points(c, &pair, p, q, place, r);
}
