#include "toi/motion2.h"

#include "math/unit.h"

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
    vertex v[2];
    double weight;         ///< of the second, where there are two
    flr_local2 direction;  ///< from the nearest point towards the origin, of any length
    double square;         ///< of the distance of the nearest point
} simplex;

/// The nearest point of an edge p q to the origin.
typedef struct foot {
    enum { AT_P, AT_Q, BETWEEN } where;
    double weight, square;
    flr_local2 direction;
} foot;

/// The direction is square to the edge, so that it is right however near.
static inline foot foot_on(flr_local2 p, flr_local2 q)
{
    flr_local2 d = flr_local2_sub(q, p);
    double square = flr_local2_dot(d, d), along = -flr_local2_dot(p, d);
    foot f = {AT_P, 0, flr_local2_dot(p, p), {-p.x, -p.y}};
    if (!(along > 0) || !(square > 0)) return f;
    if (along >= square) {
        foot end = {AT_Q, 0, flr_local2_dot(q, q), {-q.x, -q.y}};
        return end;
    }
    f.where = BETWEEN;
    f.weight = along / square;
    flr_local2 at = {p.x + f.weight * d.x, p.y + f.weight * d.y};
    f.square = flr_local2_dot(at, at);
    double side = flr_local2_cross(d, p);  // the origin is on the right where p is on the left
    f.direction.x = side > 0 ? d.y : -d.y;
    f.direction.y = side > 0 ? -d.x : d.x;
    if (side == 0) f.direction.x = f.direction.y = 0;
    return f;
}

/// Keeps of its corner `kept` and r what the foot of the edge from the one to the other needs.
static inline void reduce(simplex *s, int kept, const vertex *r, const foot *f)
{
    if (f->where == AT_Q)
        s->v[0] = *r;
    else if (kept == 1)
        s->v[0] = s->v[1];
    if (f->where == BETWEEN) s->v[1] = *r;
    s->count = f->where == BETWEEN ? 2 : 1;
    s->weight = f->weight;
    s->direction = f->direction;
    s->square = f->square;
}

/// Is the origin within the triangle of the edge of s and r?
static inline bool is_within(const simplex *s, flr_local2 r)
{
    flr_local2 p = s->v[0].w, q = s->v[1].w;
    double whole = flr_local2_cross(flr_local2_sub(q, p), flr_local2_sub(r, p));
    double u = flr_local2_cross(r, p), v = flr_local2_cross(q, r);  // shares of q and of p
    if (whole < 0) u = -u, v = -v;
    return whole != 0 && u > 0 && v > 0;
}

/// With a corner r beyond: the nearer of the new edges. False where that is no nearer.
static inline bool take(simplex *s, const vertex *r)
{
    foot first = foot_on(s->v[0].w, r->w);
    int kept = 0;
    if (s->count == 2) {
        foot second = foot_on(s->v[1].w, r->w);
        kept = second.square < first.square;
        if (kept) first = second;
    }
    if (!(first.square < s->square)) return false;
    reduce(s, kept, r, &first);
    return true;
}

static simplex begin(const flr_movers2 *m, const flr_moment2 *at, const flr_nearest2 *last)
{
    simplex s;
    if (last->count == 0) {
        const flr_local2 towards = {-at->place.x, -at->place.y}, any = {1, 0};
        s.v[0] = support(m, at, towards.x != 0 || towards.y != 0 ? towards : any);
    } else {
        s.v[0] = vertex_of(at, last->a[0], last->b[0]);
    }
    vertex r = last->count == 2 ? vertex_of(at, last->a[1], last->b[1]) : s.v[0];
    foot f = foot_on(s.v[0].w, r.w);
    reduce(&s, 0, &r, &f);
    return s;
}

/// Gilbert, Johnson and Keerthi in the plane, without a proof at its end: the caller takes the gap along the normal, which
/// is a true bound for any normal.
void flr_motion2_nearest(const flr_movers2 *m, const flr_moment2 *at, flr_nearest2 *nearest)
{
    simplex s = begin(m, at, nearest);
    nearest->overlap = false;
    const double least = 0.0625 * m->noise * m->noise;
    for (int i = 0; i < 64; ++i) {
        double square = flr_local2_dot(s.direction, s.direction);
        if (!(square > 0)) break;
        vertex r = support(m, at, s.direction);
        // how much farther along the direction, over the length of it, and both squared; not at all of a corner that it has
        double farther = flr_local2_dot(flr_local2_sub(r.w, s.v[0].w), s.direction);
        if (farther <= 0 || farther * farther <= least * square) break;
        if (s.count == 2 && is_within(&s, r.w)) {
            nearest->overlap = true;
            break;
        }
        if (!take(&s, &r)) break;
    }
    double length = sqrt(flr_local2_dot(s.direction, s.direction));
    if (!(length > 0x1p-450)) {
        unit2_make(&s.direction.x, &s.direction.y);
        length = sqrt(flr_local2_dot(s.direction, s.direction));
    }
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
