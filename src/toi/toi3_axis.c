/// Separating axes in space: the features that are extreme along a direction, the axis that they define, the
/// gap along it, and a bound on the gap's second derivative.
#include <math.h>

#include "math/unit.h"
#include "toi/toi3_support.h"

static const toi3_feature corner = {TOI3_CORNER, {0, 0, 0}};

static bool small(flr_real x, flr_real slack) { return x <= slack && x >= -slack; }

/// The feature of a box: axes perpendicular to the direction span it, two of them a face, one an edge.
static toi3_feature of_box(const mover3 *m, flr_vec3 d, flr_real slack)
{
    const flr_vec3 axis[3] = {m->axes.x, m->axes.y, m->axes.z}, h = m->shape->half_extents;
    const flr_real half[3] = {h.x, h.y, h.z};
    int free[3], count = 0;
    for (int i = 0; i < 3; i++)
        if (half[i] > 0 && small(2 * half[i] * flr_dot3(axis[i], d), slack)) free[count++] = i;
    if (count == 1) return (toi3_feature){TOI3_EDGE, axis[free[0]]};
    if (count != 2) return corner;
    // in a skewed box the normal of the face need not be parallel to the third axis
    flr_vec3 normal = unit3_or_zero(flr_cross3(axis[free[0]], axis[free[1]]));
    return (toi3_feature){TOI3_FACE, normal};
}

/// The feature spanned by the extreme corners so far.
typedef struct span {
    int count;
    flr_vec3 first, second, normal;
    flr_real length, area;  // squared
} span;

static void add_to(span *s, flr_vec3 p)
{
    if (s->count++ == 0) {
        s->first = p;
        return;
    }
    flr_vec3 along = flr_sub3(p, s->first);
    flr_vec3 normal = flr_cross3(s->second, along);
    flr_real length = flr_length_squared3(along), area = flr_length_squared3(normal);
    if (area > s->area) s->area = area, s->normal = normal;
    if (length > s->length) s->length = length, s->second = along;
}

static toi3_feature spanned(const span *s)
{
    if (s->area > s->length * s->length * (flr_real)1e-6)
        return (toi3_feature){TOI3_FACE, unit3_or_zero(s->normal)};
    return s->length > 0 ? (toi3_feature){TOI3_EDGE, s->second} : corner;
}

static toi3_feature of_corners(const mover3 *m, flr_vec3 d, flr_real slack)
{
    span s = {.count = 0};
    flr_real most = flr_dot3(m->corner[0], d);
    for (uint32_t i = 1; i < m->shape->count; i++) {
        flr_real along = flr_dot3(m->corner[i], d);
        if (along > most) most = along;
    }
    for (uint32_t i = 0; i < m->shape->count; i++)
        if (flr_dot3(m->corner[i], d) >= most - slack) add_to(&s, m->corner[i]);
    return spanned(&s);
}

static toi3_feature of_points(const mover3 *m, flr_vec3 d, flr_real slack, uint32_t near)
{
    const flr_convex3 *c = m->shape;
    span s = {.count = 0};
    flr_vec3 local = turn3_transposed(&m->axes, d);
    flr_real most =
        near < c->count ? flr_dot3(c->points[near], local) : mover3_points_reach(c->points, c->count, local);
    for (uint32_t i = 0; i < c->count; i++)
        if (flr_dot3(c->points[i], local) >= most - slack) add_to(&s, c->points[i]);
    toi3_feature f = spanned(&s);
    f.along = flr_mat3_mul(m->axes, f.along);
    return f;
}

/// The feature of a hull: one of the extreme vertices, and those of its neighbours that are as far.
static toi3_feature of_hull(const mover3 *m, flr_vec3 d, flr_real slack, uint32_t near)
{
    const flr_hull3 *h = m->shape->hull;
    span s = {.count = 0};
    flr_vec3 local = turn3_transposed(&m->axes, d);
    uint32_t top = near < h->info.vertex_count ? near : mover3_hull_vertex(h, local);
    flr_vec3 highest = mover3_hull_point(h, top);
    flr_real most = flr_dot3(highest, local);
    add_to(&s, highest);
    for (uint32_t i = h->neighbor_first[top]; i < h->neighbor_first[top + 1]; i++) {
        flr_vec3 p = mover3_hull_point(h, h->neighbors[i]);
        if (flr_dot3(p, local) >= most - slack) add_to(&s, p);
    }
    toi3_feature f = spanned(&s);
    f.along = flr_mat3_mul(m->axes, f.along);
    return f;
}

/// The feature of any core: from six support points along directions tilted slightly, if they lie as far
/// along d itself.
static toi3_feature of_probes(const mover3 *m, flr_vec3 d, flr_real slack)
{
    const flr_real sine = (flr_real)0.866, tilt = (flr_real)1e-3;
    const flr_real around[6][2] = {{1, 0},  {(flr_real)0.5, sine},   {(flr_real)-0.5, sine},
                                   {-1, 0}, {(flr_real)-0.5, -sine}, {(flr_real)0.5, -sine}};
    flr_vec3 x = flr_cross3(d, d.x * d.x < d.y * d.y ? flr_vec3_make(1, 0, 0) : flr_vec3_make(0, 1, 0));
    flr_vec3 y = flr_cross3(d, x);
    flr_vec3 middle = mover3_support(m, d);
    span s = {.count = 0};
    add_to(&s, middle);
    for (int i = 0; i < 6; i++) {
        flr_vec3 off = flr_mul_add3(flr_mul_add3(d, tilt * around[i][0], x), tilt * around[i][1], y);
        flr_vec3 p = mover3_support(m, off);
        if (flr_dot3(flr_sub3(p, middle), d) >= -slack) add_to(&s, p);
    }
    return spanned(&s);
}

/// The feature of a cylinder or cone: an end disc is a face, a straight line of the side an edge.
static toi3_feature of_round(const mover3 *m, flr_vec3 d, flr_real slack)
{
    const flr_convex3 *c = m->shape;
    flr_vec3 z = m->axes.z;
    flr_real along = flr_dot3(z, d), across = flr_length3(flr_cross3(z, d)), r = c->half_extents.x;
    bool cone = c->kind == FLR_CONVEX3_CONE;
    if (small(2 * r * across, slack) && (!cone || along < 0)) return (toi3_feature){TOI3_FACE, z};
    // from the rim of the base to that of the top, or to the apex
    flr_vec3 out = unit3_or_zero(flr_mul_add3(d, -along, z));
    flr_vec3 side = flr_sub3(m->corner[1], m->corner[0]);
    if (cone) side = flr_mul_add3(side, -r, out);
    return small(flr_dot3(side, d), slack) ? (toi3_feature){TOI3_EDGE, side} : corner;
}

/// Returns the feature within `slack` of the support point along the unit vector d, at the start of the
/// path. Curved parts count as corners. `near`: a vertex known to be extreme, or UINT32_MAX.
static toi3_feature feature_along(const mover3 *m, flr_vec3 d, flr_real slack, uint32_t near)
{
    switch (m->shape->kind) {
    case FLR_CONVEX3_BOX:
        return of_box(m, d, slack);
    case FLR_CONVEX3_CORNERS:
        return m->shape->count > 1 ? of_corners(m, d, slack) : corner;
    case FLR_CONVEX3_POINTS:
        return of_points(m, d, slack, near);
    case FLR_CONVEX3_HULL:
        return of_hull(m, d, slack, near);
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
        return of_round(m, d, slack);
    default:
        return of_probes(m, d, slack);
    }
}

flr_real flr_mover3_extent_of_others(const mover3 *m, flr_vec3 d)
{
    const flr_convex3 *c = m->shape;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return c->count == 1 ? flr_dot3(m->corner[0], d) : mover3_points_reach(m->corner, c->count, d);
    case FLR_CONVEX3_POINTS:
        return mover3_points_reach(c->points, c->count, turn3_transposed(&m->axes, d));
    case FLR_CONVEX3_HULL:
        d = turn3_transposed(&m->axes, d);
        // in a small hull scanning all vertices costs less than a search
        if (c->hull->info.vertex_count <= 128) {
            const flr_hull3 *h = c->hull;
            return (flr_real)h->reach(h->x, h->y, h->z, h->padded_count, (double)d.x, (double)d.y,
                                      (double)d.z);
        }
        return flr_dot3(d, mover3_hull_point(c->hull, mover3_hull_vertex(c->hull, d)));
    default:
        return flr_dot3(d, mover3_support(m, d));
    }
}

/// The support height of a shape, measured from the point that its path moves.
static inline flr_real extent(const mover3 *m, flr_vec3 d)
{
    flr_real core = mover3_extent(m, d);
    return m->turn.angle > 0 ? flr_dot3(m->center, d) + core : core;
}

static inline flr_vec3 turned_back(const mover3 *m, turn3_angle by, flr_vec3 v)
{
    return m->turn.angle > 0 ? turn3_back(&m->turn, by, v) : v;
}

static inline flr_vec3 direction_at(const toi3_pair *m, const toi3_axis *x, const toi3_instant *now)
{
    switch (x->frame) {
    case TOI3_A:
        return mover3_turned(&m->a, now->a, x->direction);
    case TOI3_B:
        return mover3_turned(&m->b, now->b, x->direction);
    case TOI3_EDGES:
        return flr_cross3(mover3_turned(&m->a, now->a, x->direction), mover3_turned(&m->b, now->b, x->edge));
    default:
        return x->direction;
    }
}

flr_vec3 flr_toi3_direction(const toi3_pair *m, const toi3_axis *x, const toi3_instant *now)
{
    return unit3_or_zero(direction_at(m, x, now));
}

flr_real flr_toi3_gap(const toi3_pair *m, const toi3_axis *x, const toi3_instant *now)
{
    flr_vec3 n = direction_at(m, x, now);
    flr_real length = x->frame == TOI3_EDGES ? flr_length3(n) : 1;
    flr_real between = flr_dot3(n, flr_mul_add3(m->start, (flr_real)now->time, m->step));
    flr_real a = x->fixed_a ? x->extent_a : extent(&m->a, turned_back(&m->a, now->a, n));
    flr_real b = x->fixed_b ? x->extent_b : extent(&m->b, flr_neg3(turned_back(&m->b, now->b, n)));
    return between - a - b - length * (m->radii + m->error);
}

static double length(flr_vec3 v) { return (double)flr_length3(v); }

/// The angular speed of one shape against the other.
static double difference(const toi3_pair *m)
{
    flr_vec3 spin = flr_scale3((flr_real)m->a.turn.angle, m->a.turn.axis);
    return length(flr_mul_add3(spin, (flr_real)-m->b.turn.angle, m->b.turn.axis));
}

/// Bounds the second derivative of n . y over the points y of both shapes. If n is fixed in world,
/// n . y'' = -(w x n) . (w x y). If n rotates at w with one shape, that shape has none. The offset d, of
/// constant velocity v, has n'' . d + 2 n' . v. A point y of the other shape, rotating at u, has the first
/// derivative ((w - u) x n) . y and the second ((w - u) x n') . y + ((w - u) x n) . (u x y).
static double bound_in_frame(const toi3_pair *m, toi3_frame frame, flr_vec3 n)
{
    double wa = m->a.turn.angle, wb = m->b.turn.angle;
    double tilt_a = wa * length(flr_cross3(m->a.turn.axis, n)),
           tilt_b = wb * length(flr_cross3(m->b.turn.axis, n));
    if (frame == TOI3_WORLD) return wa * tilt_a * (double)m->a.arc + wb * tilt_b * (double)m->b.arc;
    bool is_a = frame == TOI3_A;
    const mover3 *with = is_a ? &m->a : &m->b, *other = is_a ? &m->b : &m->a;
    double w = with->turn.angle, tilt = is_a ? tilt_a : tilt_b, u = other->turn.angle,
           against = difference(m);
    double tilted = against < tilt + u ? against : tilt + u;
    return tilt * (w * (double)m->apart + 2 * length(m->step)) + against * tilt * (double)other->reach +
           tilted * u * (double)other->arc;
}

/// The same for the cross product of an edge e of a and f of b. For offset and radii
/// |(e x f)''| <= (u + w)^2 |e| |f|. For a point y of b, (e x f) . y = e . (f x y); f x y is fixed in b, so
/// the second derivative is below |w - u| (u + w) |e| |f| |y|. Likewise for a.
static double bound_of_edges(const toi3_pair *m, double lengths)
{
    double w = m->a.turn.angle + m->b.turn.angle;
    double between = w * (double)(m->apart + m->radii + m->error) + 2 * length(m->step);
    return lengths * w * (between + difference(m) * (double)(m->a.reach + m->b.reach));
}

/// The factor covers the rounding of the bound, and of directions that are unit only up to rounding.
static double half_root(double bound)
{
    return sqrt(bound / 2) * (sizeof(flr_real) == sizeof(float) ? 1.00001 : 1.000000001);
}

double flr_toi3_root(const toi3_pair *m, toi3_frame frame, flr_vec3 world)
{
    if (frame == TOI3_EDGES) return half_root(bound_of_edges(m, 1));
    // for a shape that does not rotate the frame is world, which has a better bound
    bool turns = frame == TOI3_A ? m->a.turn.angle > 0 : frame == TOI3_B && m->b.turn.angle > 0;
    return half_root(bound_in_frame(m, turns ? frame : TOI3_WORLD, world));
}

void flr_toi3_axis(const toi3_pair *m, toi3_frame frame, flr_vec3 world, const toi3_instant *now,
                   toi3_axis *x)
{
    // for a shape that does not rotate the frame is world, which has a better bound
    if ((frame == TOI3_A ? m->a.turn.angle : m->b.turn.angle) == 0) frame = TOI3_WORLD;
    flr_vec3 n = world;
    if (frame == TOI3_A) n = turned_back(&m->a, now->a, world);
    if (frame == TOI3_B) n = turned_back(&m->b, now->b, world);
    toi3_axis_begin(x, frame, n);
    x->root = half_root(bound_in_frame(m, frame, world));
}

void flr_toi3_fix(const toi3_pair *m, toi3_axis *x)
{
    x->fixed_a = x->frame == (m->a.turn.angle > 0 ? TOI3_A : TOI3_WORLD);
    x->fixed_b = x->frame == (m->b.turn.angle > 0 ? TOI3_B : TOI3_WORLD);
    if (x->fixed_a) x->extent_a = extent(&m->a, x->direction);
    if (x->fixed_b) x->extent_b = extent(&m->b, flr_neg3(x->direction));
}

static flr_vec3 either_way(flr_vec3 v, flr_vec3 like) { return flr_dot3(v, like) < 0 ? flr_neg3(v) : v; }

/// The part of n perpendicular to the edge, at unit length.
static flr_vec3 perpendicular_to(flr_vec3 n, flr_vec3 edge)
{
    flr_real square = flr_length_squared3(edge);
    return square > 0 ? unit3_or_zero(flr_mul_add3(n, -flr_dot3(n, edge) / square, edge)) : n;
}

/// Makes the axis perpendicular to an edge of each, along n; false if the edges are nearly parallel.
static bool toi3_edges(const toi3_pair *m, flr_vec3 along_a, flr_vec3 along_b, flr_vec3 n,
                       const toi3_instant *now, toi3_axis *x)
{
    flr_vec3 e = unit3_or_zero(along_a), f = unit3_or_zero(along_b), c = flr_cross3(e, f);
    flr_real sine = flr_length3(c);
    if (!(sine > (flr_real)1e-3)) return false;
    f = flr_scale3((flr_dot3(c, n) < 0 ? -1 : 1) / sine, f);
    if (m->a.turn.angle == 0 && m->b.turn.angle == 0) {
        flr_toi3_axis(m, TOI3_WORLD, flr_cross3(e, f), now, x);
        return true;
    }
    toi3_axis_begin(x, TOI3_EDGES, turned_back(&m->a, now->a, e));
    x->edge = turned_back(&m->b, now->b, f);
    x->root = half_root(bound_of_edges(m, 1 / (double)sine));
    return true;
}

void flr_toi3_feature_axis(const toi3_pair *m, flr_vec3 n, flr_real slack, const toi3_instant *now,
                           const flr_gjk3_cache *nearest, toi3_axis *x)
{
    uint32_t near_a = nearest->count > 0 ? nearest->a[0] : UINT32_MAX,
             near_b = nearest->count > 0 ? nearest->b[0] : UINT32_MAX;
    toi3_feature a = feature_along(&m->a, turned_back(&m->a, now->a, n), slack, near_a);
    toi3_feature b = feature_along(&m->b, flr_neg3(turned_back(&m->b, now->b, n)), slack, near_b);
    flr_vec3 along_a = mover3_turned(&m->a, now->a, a.along), along_b = mover3_turned(&m->b, now->b, b.along);
    if (a.kind == TOI3_FACE)
        flr_toi3_axis(m, TOI3_A, either_way(along_a, n), now, x);
    else if (b.kind == TOI3_FACE)
        flr_toi3_axis(m, TOI3_B, either_way(along_b, n), now, x);
    else if (a.kind == TOI3_EDGE && b.kind == TOI3_EDGE && toi3_edges(m, along_a, along_b, n, now, x))
        return;
    else if (a.kind == TOI3_EDGE)
        flr_toi3_axis(m, TOI3_A, perpendicular_to(n, along_a), now, x);
    else if (b.kind == TOI3_EDGE)
        flr_toi3_axis(m, TOI3_B, perpendicular_to(n, along_b), now, x);
    else
        flr_toi3_axis(m, TOI3_WORLD, n, now, x);
}

/// Do two edges span a face? Then *normal is its unit normal along n; false if it is thin.
static bool is_face(flr_vec3 e, flr_vec3 f, flr_vec3 n, flr_vec3 *normal)
{
    flr_vec3 c = flr_cross3(e, f);
    flr_real long_e = flr_length_squared3(e), long_f = flr_length_squared3(f), area = flr_length_squared3(c);
    flr_real longer = long_e > long_f ? long_e : long_f;
    if (!(area > longer * longer * (flr_real)1e-6)) return false;
    c = unit3_or_zero(c);
    *normal = flr_dot3(c, n) < 0 ? flr_neg3(c) : c;
    return true;
}

bool flr_toi3_spanned_axis(const toi3_pair *m, const flr_gjk3_cache *c, const flr_vec3 a[3],
                           const flr_vec3 b[3], flr_vec3 n, const toi3_instant *now, toi3_axis *x)
{
    const flr_vec3 e1 = flr_sub3(a[1], a[0]), e2 = flr_sub3(a[2], a[0]), f1 = flr_sub3(b[1], b[0]),
                   f2 = flr_sub3(b[2], b[0]);
    const bool a1 = c->a[1] != c->a[0], a2 = c->a[2] != c->a[0], b1 = c->b[1] != c->b[0],
               b2 = c->b[2] != c->b[0];
    flr_vec3 normal;
    if (a1 && a2 && c->a[1] != c->a[2]) {
        if (b1 || b2 || !is_face(e1, e2, n, &normal)) return false;
        flr_toi3_axis(m, TOI3_A, normal, now, x);
        return true;
    }
    if (b1 && b2 && c->b[1] != c->b[2]) {
        if (a1 || a2 || !is_face(f1, f2, n, &normal)) return false;
        flr_toi3_axis(m, TOI3_B, normal, now, x);
        return true;
    }
    return toi3_edges(m, a1 ? e1 : e2, b1 ? f1 : f2, n, now, x);
}
