#include "sweep/motion2.h"

/// A corner of the difference a - b, in world, and the two corners that make it.
typedef struct vertex {
    flr_local2 w, a, b;
} vertex;

static vertex vertex_of(const flr_moment2 *at, flr_local2 a, flr_local2 b)
{
    vertex v;
    v.a = a;
    v.b = b;
    v.w = flr_local2_sub(flr_local2_add(at->place, flr_turned2(at->turn_a, a)), flr_turned2(at->turn_b, b));
    return v;
}

/// The corner of the difference farthest along d.
static inline vertex support(const flr_movers2 *m, const flr_moment2 *at, flr_local2 d)
{
    const flr_local2 back = {-d.x, -d.y};
    return vertex_of(at, flr_mover2_support(&m->a, flr_turned_back2(at->turn_a, d)),
                     flr_mover2_support(&m->b, flr_turned_back2(at->turn_b, back)));
}

typedef struct simplex {
    int count;
    vertex v[3];
    double weight;         ///< of the second, where there are two
    flr_local2 direction;  ///< from the nearest point towards the origin, of any length
} simplex;

/// The nearest point of p q to the origin; the direction is square to the edge, so that it is right however near.
static inline simplex nearest_of_edge(vertex p, vertex q)
{
    simplex s = {1, {p, q, q}, 0, {-p.w.x, -p.w.y}};
    flr_local2 d = flr_local2_sub(q.w, p.w);
    double square = flr_local2_dot(d, d), along = -flr_local2_dot(p.w, d);
    if (!(along > 0) || !(square > 0)) return s;
    if (along >= square) {
        s.v[0] = q;
        s.direction.x = -q.w.x, s.direction.y = -q.w.y;
        return s;
    }
    s.count = 2;
    s.weight = along / square;
    double side = flr_local2_cross(d, p.w);  // the origin is on the right where p.w is on the left
    s.direction.x = side > 0 ? d.y : -d.y;
    s.direction.y = side > 0 ? -d.x : d.x;
    if (side == 0) s.direction.x = s.direction.y = 0;
    return s;
}

static double distance_square(const simplex *s)
{
    flr_local2 p = s->v[0].w;
    if (s->count == 2) {
        p.x += s->weight * (s->v[1].w.x - p.x);
        p.y += s->weight * (s->v[1].w.y - p.y);
    }
    return flr_local2_dot(p, p);
}

/// With r beyond the edge of s: the nearer of the two new edges, or count 3 where the origin is within.
static simplex nearest_of_triangle(const simplex *s, vertex r)
{
    vertex p = s->v[0], q = s->v[1];
    double whole = flr_local2_cross(flr_local2_sub(q.w, p.w), flr_local2_sub(r.w, p.w));
    double u = flr_local2_cross(r.w, p.w), v = flr_local2_cross(q.w, r.w);  // shares of q and of p
    if (whole < 0) u = -u, v = -v;
    if (whole != 0 && u > 0 && v > 0) {
        simplex inside = {3, {p, q, r}, 0, {0, 0}};
        return inside;
    }
    simplex first = nearest_of_edge(p, r), second = nearest_of_edge(q, r);
    return distance_square(&second) < distance_square(&first) ? second : first;
}

static bool same_pair(const vertex *v, const vertex *w)
{
    return v->a.x == w->a.x && v->a.y == w->a.y && v->b.x == w->b.x && v->b.y == w->b.y;
}

static simplex begin(const flr_movers2 *m, const flr_moment2 *at, const flr_nearest2 *last)
{
    if (last->count == 0) {
        simplex s = {1, {{{0, 0}, {0, 0}, {0, 0}}}, 0, {0, 0}};
        const flr_local2 towards = {-at->place.x, -at->place.y}, any = {1, 0};
        s.v[0] = support(m, at, towards.x != 0 || towards.y != 0 ? towards : any);
        s.direction.x = -s.v[0].w.x, s.direction.y = -s.v[0].w.y;
        return s;
    }
    vertex p = vertex_of(at, last->a[0], last->b[0]);
    if (last->count == 1) return nearest_of_edge(p, p);
    return nearest_of_edge(p, vertex_of(at, last->a[1], last->b[1]));
}

/// Gilbert, Johnson and Keerthi in the plane, without a proof at its end: the caller takes the gap along the normal, which
/// is a true bound for any normal.
void flr_motion2_nearest(const flr_movers2 *m, const flr_moment2 *at, flr_nearest2 *nearest)
{
    simplex s = begin(m, at, nearest);
    nearest->overlap = false;
    for (int i = 0; i < 64; ++i) {
        double length = sqrt(flr_local2_dot(s.direction, s.direction));
        if (!(length > 0)) break;
        vertex r = support(m, at, s.direction);
        if (same_pair(&r, &s.v[0]) || (s.count == 2 && same_pair(&r, &s.v[1]))) break;
        // how much farther along the direction, over the length of it
        flr_local2 step = flr_local2_sub(r.w, s.v[0].w);
        if (flr_local2_dot(step, s.direction) <= m->noise * 0.25 * length) break;
        simplex next = s.count == 1 ? nearest_of_edge(s.v[0], r) : nearest_of_triangle(&s, r);
        if (next.count == 3) {
            nearest->overlap = true;
            break;
        }
        if (!(distance_square(&next) < distance_square(&s))) break;
        s = next;
    }
    double length = sqrt(flr_local2_dot(s.direction, s.direction));
    if (!(length > 0)) nearest->overlap = true;
    nearest->count = s.count;
    nearest->weight = s.weight;
    for (int i = 0; i < 2; ++i) {
        nearest->a[i] = s.v[i < s.count ? i : 0].a;
        nearest->b[i] = s.v[i < s.count ? i : 0].b;
    }
    nearest->normal.x = length > 0 ? s.direction.x / length : 0;
    nearest->normal.y = length > 0 ? s.direction.y / length : 0;
}
