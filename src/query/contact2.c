#include "manifold/contact2_patch.h"
#include "manifold/contact3_ids.h"
#include "query/any2_shape.h"

/// The number of a line or plane as an edge.
enum { CODE_FLAT = 0x4000 };

/// Of a convex shape under a pose or of points in any order, against a concave polygon.
enum { CORNER_MAX = 1024 };

/// What one of the two shows to the other: the edges of an outline, or one side.
typedef struct front {
    flr_outline2 outline;
    size_t count;  ///< of edges of the outline; 0 where there is one side only
    int turn;      ///< +1 where the outline goes around counter-clockwise, 0 where it has no inside
    side2 side;
} front;

typedef struct work {
    contact2_pose pose;
    front a, b;
    flr_manifold2_point best, other;  ///< the deepest so far, and the one farthest from it
    flr_real apart;
    bool found;
} work;

static bool by_line(flr_shape2_kind k) { return any2_is_flat_unbounded(k) || k == FLR_SHAPE2_RAY; }

static int turn_of(const flr_outline2 *o)
{
    double area = 0;
    flr_vec2 first = flr_outline2_corner(o, 0);
    for (size_t i = 1; i + 1 < o->count; ++i)
        area += (double)flr_cross2(flr_sub2(flr_outline2_corner(o, i), first),
                                   flr_sub2(flr_outline2_corner(o, i + 1), first));
    return (area > 0) - (area < 0);
}

static front front_of_outline(const flr_outline2 *o)
{
    front f = {.outline = *o, .count = flr_outline2_edges(o)};
    f.turn = o->solid ? turn_of(o) : 0;
    return f;
}

/// The piece of a line that reaches beyond everything near, around a point on it.
static front front_of_line(flr_vec2 on, flr_vec2 normal, flr_real size)
{
    flr_vec2 t = flr_perp2(normal);
    front f = {.count = 0};
    side2 s = {
        flr_mul_add2(on, -4 * size, t), flr_mul_add2(on, 4 * size, t), CODE_FLAT, CODE_FLAT, CODE_FLAT, 0};
    f.side = s;
    return f;
}

/// The side that a convex shape turns to a line.
static front front_of_convex(const flr_convex2 *c, flr_vec2 origin, flr_vec2 way)
{
    support2 s;
    front f = {.count = 0};
    support2_make(&s, c, origin);
    f.side = flr_side2_along(&s, way);
    return f;
}

/// Edge i, from the scene's origin; false where it looks away. What has no inside looks both ways.
static bool side_of(const work *w, const front *f, size_t i, flr_vec2 way, side2 *s)
{
    if (f->count == 0) {
        *s = f->side;
        return true;
    }
    flr_edge2 e = flr_outline2_edge(&f->outline, i);
    size_t next = i + 1 < f->outline.count ? i + 1 : 0;
    s->p = flr_sub2(e.a, w->pose.origin);
    s->q = flr_sub2(e.b, w->pose.origin);
    s->code_p = side2_corner_code((uint32_t)i);
    s->code_q = side2_corner_code((uint32_t)next);
    s->code_edge = side2_edge_code((uint32_t)i);
    s->radius = f->outline.radius;
    flr_vec2 d = flr_sub2(s->q, s->p),
             out = f->turn < 0 ? flr_vec2_make(-d.y, d.x) : flr_vec2_make(d.y, -d.x);
    return f->turn == 0 || flr_dot2(out, way) > 0;
}

static size_t sides(const front *f) { return f->count ? f->count : 1; }

/// Does an edge of f pass strictly between two heights above a place? Shifted by `shift` along the normal first.
static bool is_between(const work *w, const front *f, flr_real u, flr_real low, flr_real high, flr_real shift)
{
    flr_vec2 n = w->pose.normal, t = flr_perp2(n);
    for (size_t i = 0; i < f->count; ++i) {
        flr_edge2 e = flr_outline2_edge(&f->outline, i);
        flr_vec2 p = flr_sub2(e.a, w->pose.origin), q = flr_sub2(e.b, w->pose.origin);
        flr_real x = flr_dot2(p, t), y = flr_dot2(q, t);
        if ((x < u) == (y < u) || x == u || y == u) continue;
        flr_real hp = flr_dot2(p, n), h = hp + (flr_dot2(q, n) - hp) * ((u - x) / (y - x)) + shift;
        if (h > low && h < high) return true;
    }
    return false;
}

/// Once the shapes are moved apart until they just touch: is there nothing between the two surfaces?
static bool is_in_sight(const work *w, const flr_manifold2_point *p)
{
    flr_vec2 at = flr_sub2(p->position, w->pose.origin), n = w->pose.normal;
    flr_real depth = -w->pose.separation, middle = flr_dot2(at, n), slack = w->pose.size * (flr_real)1e-6;
    flr_real low = middle + p->depth / 2 + slack, high = middle - p->depth / 2 + depth - slack;
    flr_real u = flr_dot2(at, flr_perp2(n));
    return !(low < high) ||
           (!is_between(w, &w->a, u, low, high, 0) && !is_between(w, &w->b, u, low, high, depth));
}

static flr_real across(const work *w, const flr_manifold2_point *p, const flr_manifold2_point *q)
{
    flr_real u = flr_dot2(flr_sub2(p->position, q->position), flr_perp2(w->pose.normal));
    return u < 0 ? -u : u;
}

static flr_real rounding_of(const work *w)
{
    return w->pose.size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-10);
}

/// Of places that are level the one to the right, along the way that the tangent comes from.
static bool is_better(const work *w, const flr_manifold2_point *p, flr_real level)
{
    if (!w->found || p->depth > w->best.depth + level) return true;
    flr_vec2 ahead = flr_sub2(w->best.position, p->position);
    return p->depth >= w->best.depth - level && flr_dot2(ahead, flr_perp2(w->pose.normal)) > 0;
}

/// `second`: looks for the point farthest from the deepest, else for the deepest.
static void look(work *w, bool second)
{
    flr_real depth = -w->pose.separation, slack = rounding_of(w);
    flr_vec2 n = w->pose.normal;
    for (size_t i = 0; i < sides(&w->a); ++i) {
        side2 s, r;
        if (!side_of(w, &w->a, i, n, &s)) continue;
        for (size_t k = 0; k < sides(&w->b); ++k) {
            flr_manifold2_point p[2];
            if (!side_of(w, &w->b, k, flr_neg2(n), &r)) continue;
            int count = flr_contact2_stretch(&w->pose, &s, &r, p);
            for (int j = 0; j < count; ++j) {
                if (p[j].depth > depth + slack) continue;
                if (!second) {
                    if (p[j].depth < depth - slack || !is_better(w, &p[j], slack * (flr_real)1e-2)) continue;
                    w->best = p[j];
                    w->found = true;
                    continue;
                }
                flr_real far = across(w, &p[j], &w->best);
                if (!(p[j].depth >= -w->pose.margin) || !(far > w->apart) || !is_in_sight(w, &p[j])) continue;
                w->other = p[j];
                w->apart = far;
            }
        }
    }
}

static void gather(work *w, flr_manifold2 *m)
{
    flr_real depth = -w->pose.separation;
    m->normal = w->pose.normal;
    m->count = 1;
    look(w, false);
    if (!w->found) {
        m->points[0].position =
            flr_add2(w->pose.origin, flr_lerp2(w->pose.point_a, w->pose.point_b, (flr_real)0.5));
        m->points[0].depth = depth;
        m->points[0].id = CODE_FLAT;
        return;
    }
    w->apart = rounding_of(w);
    flr_real least = w->apart;
    look(w, true);
    bool level = w->best.depth - w->other.depth <= least * (flr_real)1e-2;
    w->best.depth = depth;
    m->points[0] = w->best;
    if (w->apart > least) {
        if (level || w->other.depth > depth) w->other.depth = depth;
        m->points[1] = w->other;
        m->count = 2;
    }
    flr_contact2_settle_ids(m);
}

static flr_real both(flr_vec2 p) { return (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y); }

/// At least the distance of any part of the shape from the scene's origin.
static flr_real size_of(const flr_shape2 *s, flr_vec2 origin)
{
    flr_outline2 o;
    flr_convex2 c;
    flr_real size = 0;
    if (by_line(s->kind)) return 0;
    if (flr_any2_outline(s, &o)) {
        for (size_t i = 0; i < o.count; ++i) {
            flr_real at = both(flr_sub2(flr_outline2_corner(&o, i), origin));
            if (at > size) size = at;
        }
        return size + o.radius;
    }
    (void)flr_convex2_shape(s, &c);
    for (int k = 0; k < 4; ++k) {
        flr_real way = k & 1 ? -1 : 1;
        flr_vec2 d = k < 2 ? flr_vec2_make(way, 0) : flr_vec2_make(0, way);
        flr_real at = both(flr_sub2(flr_support2(&c, d), origin));
        if (at > size) size = at;
    }
    return size + c.radius;
}

/// False where there are too many corners.
static bool front_of(const flr_shape2 *s, const flr_shape2 *other, const work *w, flr_vec2 on, flr_vec2 way,
                     flr_vec2 *room, front *f)
{
    flr_outline2 o;
    flr_convex2 c;
    if (any2_is_flat_unbounded(s->kind)) {
        *f = front_of_line(on, way, w->pose.size);
    } else if (any2_is_flat_unbounded(other->kind) && flr_convex2_shape(s, &c)) {
        *f = front_of_convex(&c, w->pose.origin, way);
    } else if (flr_any2_outline(s, &o)) {
        *f = front_of_outline(&o);
    } else {
        size_t count = flr_any2_hull(&s->as.convex, room, CORNER_MAX);
        o = flr_outline2_make(FLR_OUTLINE2_CHAIN, count, count > 2);
        o.many = room;
        o.radius = s->as.convex.radius;
        *f = front_of_outline(&o);
        return count > 0;
    }
    return true;
}

static flr_manifold2 single(const flr_signed_distance2_result *r)
{
    flr_manifold2 m = {.normal = r->normal, .count = 1};
    m.points[0].position = flr_lerp2(r->point_a, r->point_b, (flr_real)0.5);
    m.points[0].depth = -r->signed_distance;
    m.points[0].id = CODE_FLAT;
    return m;
}

/// At least one of the two is a line, a plane, a halfspace or a concave polygon.
static flr_status by_depth(const flr_shape2 *a, const flr_shape2 *b, flr_real margin, flr_manifold2 *m)
{
    flr_signed_distance2_result r;
    flr_status status = flr_signed_distance2(a, b, &r);
    if (status != FLR_OK && status != FLR_NOT_CONVERGED) return status;
    m->inseparable = r.inseparable;
    if (r.inseparable || r.signed_distance > margin) return status;
    work w = {.found = false};
    flr_vec2 origin = any2_is_flat_unbounded(b->kind) ? r.point_a : r.point_b;
    w.pose.origin = origin;
    w.pose.normal = r.normal;
    w.pose.separation = r.signed_distance;
    w.pose.margin = margin;
    w.pose.point_a = flr_sub2(r.point_a, origin);
    w.pose.point_b = flr_sub2(r.point_b, origin);
    flr_real size_a = size_of(a, origin), size_b = size_of(b, origin);
    w.pose.size = size_a + size_b + both(w.pose.point_a) + both(w.pose.point_b);
    flr_vec2 room_a[CORNER_MAX], room_b[CORNER_MAX];
    bool unbounded = by_line(a->kind) && by_line(b->kind);
    if (!unbounded && front_of(a, b, &w, w.pose.point_a, r.normal, room_a, &w.a) &&
        front_of(b, a, &w, w.pose.point_b, flr_neg2(r.normal), room_b, &w.b)) {
        gather(&w, m);
        return status;
    }
    // two without end, or more corners than are looked at: where they come closest or reach deepest
    *m = single(&r);
    return status;
}

static flr_shape2 piece_of(const flr_ray2 *ray, const flr_shape2 *bounded)
{
    flr_shape2 s = {.kind = FLR_SHAPE2_SEGMENT};
    s.as.segment = flr_any2_cover(ray, bounded);
    return s;
}

/// The distance of cores is rounded, the question whether they meet is not: the one agrees with the other.
static flr_status between_convex(const flr_shape2 *a, const flr_shape2 *b, const flr_convex2 *x,
                                 const flr_convex2 *y, const flr_contact2_options *o, flr_manifold2 *m)
{
    flr_status status = flr_contact2_convex_convex(x, y, o, m);
    if (m->count == 0 || o->margin > 0 || m->points[0].depth > 0) return status;
    if (m->count == 2 && m->points[1].depth > 0) return status;
    bool overlap = true;
    flr_status known = flr_overlap2(a, b, &overlap);
    if (known == FLR_OK && !overlap) *m = contact2_none();
    return status;
}

static flr_status contact(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                          flr_manifold2 *m)
{
    flr_convex2 x, y;
    if (flr_convex2_shape(a, &x) && flr_convex2_shape(b, &y)) return between_convex(a, b, &x, &y, o, m);
    return by_depth(a, b, o->margin, m);
}

/// One of the two is a ray, the other is bounded. The piece of the ray is rounded, whether they meet is asked of the ray itself.
static flr_status with_ray(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                           flr_manifold2 *m)
{
    flr_signed_distance2_result r;
    flr_status status = flr_signed_distance2(a, b, &r);
    if ((status != FLR_OK && status != FLR_NOT_CONVERGED) || r.signed_distance > o->margin) return status;
    bool of_a = a->kind == FLR_SHAPE2_RAY;
    flr_shape2 piece = of_a ? piece_of(&a->as.ray, b) : piece_of(&b->as.ray, a);
    status = of_a ? contact(&piece, b, o, m) : contact(a, &piece, o, m);
    if (m->count == 0) *m = single(&r);
    return status;
}

static int by_numbers(const flr_real *a, const flr_real *b, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

_Static_assert(sizeof(flr_vec2) == 2 * sizeof(flr_real), "corners are addressed as numbers");

/// An order of shapes: worked on in it, a pair gives the same bits whichever comes first.
static bool is_first(const flr_shape2 *a, const flr_shape2 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind;
    if (a->kind == FLR_SHAPE2_RAY || a->kind == FLR_SHAPE2_LINE)
        return by_numbers(&a->as.ray.origin.x, &b->as.ray.origin.x, 4) <= 0;
    if (any2_is_flat_unbounded(a->kind))
        return by_numbers(&a->as.plane.normal.x, &b->as.plane.normal.x, 3) <= 0;
    if (a->kind != FLR_SHAPE2_POLYGON) return true;
    const flr_polygon2 *p = &a->as.polygon, *q = &b->as.polygon;
    if (p->count != q->count) return p->count < q->count;
    return by_numbers(&p->vertices[0].x, &q->vertices[0].x, 2 * p->count) <= 0;
}

flr_status flr_contact2(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *options,
                        flr_manifold2 *manifold)
{
    if (!manifold) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(a);
    if (status == FLR_OK) status = flr_any2_check(b);
    if (status != FLR_OK) return status;
    flr_contact2_options none = {0, 0, NULL}, o = options ? *options : none;
    if (!(o.margin >= 0) || !(o.face_bias >= 0)) return FLR_INVALID_ARGUMENT;
    flr_manifold2 m = contact2_none();
    // convex shapes find their order themselves, and the cache is theirs
    flr_convex2 c;
    bool convex_a = a->kind == FLR_SHAPE2_RAY || flr_convex2_shape(a, &c);
    bool convex_b = b->kind == FLR_SHAPE2_RAY || flr_convex2_shape(b, &c);
    bool ray = (a->kind == FLR_SHAPE2_RAY) != (b->kind == FLR_SHAPE2_RAY);
    ray = ray && !any2_is_flat_unbounded(a->kind) && !any2_is_flat_unbounded(b->kind);
    bool both_rays = a->kind == FLR_SHAPE2_RAY && b->kind == FLR_SHAPE2_RAY;
    bool ranked = (convex_a && convex_b && !both_rays) || is_first(a, b);
    const flr_shape2 *first = ranked ? a : b, *second = ranked ? b : a;
    status = ray ? with_ray(first, second, &o, &m) : contact(first, second, &o, &m);
    if (!ranked && m.count) m.normal = flr_neg2(m.normal);
    *manifold = m;
    return status;
}
