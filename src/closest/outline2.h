/// One form for every shape of the plane, so that a question is answered once for all pairs.
///
/// A shape is a core and a radius around it. A core is a chain of corners (a point has one, a segment
/// two; a triangle, box or polygon is closed and solid), a ray, a line, or given by a normal
/// (plane, halfspace). In the plane two shapes that do not intersect are nearest at a corner of one of
/// them, and two shapes that intersect have edges that intersect, or one contains a corner of the
/// other, so no other cases need a test.
#ifndef FLR_CLOSEST_OUTLINE2_H
#define FLR_CLOSEST_OUTLINE2_H

#include "feeler/closest2.h"
#include "math/predicates2.h"
#include "math/simd.h"

typedef enum flr_outline2_kind {
    FLR_OUTLINE2_CHAIN,
    FLR_OUTLINE2_RAY,
    FLR_OUTLINE2_LINE,
    FLR_OUTLINE2_PLANE,
    FLR_OUTLINE2_HALFSPACE
} flr_outline2_kind;

typedef struct flr_outline2 {
    flr_outline2_kind kind;
    bool solid;  ///< a closed chain with an inside
    /// a box far from the origin for its size, or corners under a pose: corners are relative to `direction`
    bool far;
    bool moved;    ///< corners are relative to `direction`, in shapes that are far or recentred
    size_t count;  ///< corners; the origin is the one corner of a ray or line; a plane has none
    /// the corners, or null if they are in `corner`; if moved, `corner[0]` is added to each
    const flr_vec2 *many;
    flr_vec2 corner[4];
    /// of a ray or line; the normal of a plane or halfspace; of a chain the origin of its corners
    flr_vec2 direction;
    flr_real offset;
    flr_real radius;
} flr_outline2;

/// An edge from a to b or, if `kind` says ray or line, from a along direction b.
typedef struct flr_edge2 {
    flr_outline2_kind kind;
    flr_vec2 a, b;
} flr_edge2;

/// Returns +1 or -1 if p lies left or right of the line of e.
static inline int flr_edge2_side(const flr_edge2 *e, flr_vec2 p)
{
    return e->kind == FLR_OUTLINE2_CHAIN ? flr_turn2(e->a, e->b, p) : flr_cross2_sign(e->b, e->a, p);
}

/// Sets all except the corners after the first, which are left as they are: clearing them would cost more than all else.
static inline flr_outline2 flr_outline2_make(flr_outline2_kind kind, size_t count, bool solid)
{
    flr_outline2 o;
    o.kind = kind;
    o.solid = solid;
    o.far = o.moved = false;
    o.count = count;
    o.many = NULL;
    o.corner[0] = flr_vec2_make(0, 0);
    o.direction = flr_vec2_make(0, 0);
    o.offset = 0;
    o.radius = 0;
    return o;
}
/// Returns the origin of the corners: zero except for shapes that are far or recentred.
static inline flr_vec2 flr_outline2_origin(const flr_outline2 *o)
{
    return o->moved ? o->direction : flr_vec2_make(0, 0);
}
/// Returns corner i relative to that origin.
static inline flr_vec2 flr_outline2_corner(const flr_outline2 *o, size_t i)
{
    if (!o->many) return o->corner[i];
    return o->moved ? flr_add2(o->many[i], o->corner[0]) : o->many[i];
}
/// Returns the box around all corners, relative to that origin.
static inline flr_aabb2 flr_outline2_box(const flr_outline2 *o)
{
    const flr_vec2 *p = o->many ? o->many : o->corner;
    f64x2 low = {(double)p[0].x, (double)p[0].y}, high = low;
    for (size_t i = 1; i < o->count; ++i) {
        const f64x2 at = {(double)p[i].x, (double)p[i].y};
        low = f64x2_min(low, at);
        high = f64x2_max(high, at);
    }
    flr_aabb2 box = {flr_vec2_make((flr_real)low[0], (flr_real)low[1]),
                     flr_vec2_make((flr_real)high[0], (flr_real)high[1])};
    // what is added to every corner does not change their order, however it rounds
    if (o->many && o->moved)
        box = (flr_aabb2){flr_add2(box.min, o->corner[0]), flr_add2(box.max, o->corner[0])};
    return box;
}
/// Returns corner i in world coordinates.
static inline flr_vec2 flr_outline2_placed_corner(const flr_outline2 *o, size_t i)
{
    const flr_vec2 p = flr_outline2_corner(o, i);
    return o->moved ? flr_add2(p, o->direction) : p;
}
/// Writes corners that are many to `room`, which has as many places, with `corner[0]` added.
static inline void flr_outline2_settle(flr_outline2 *o, flr_vec2 *room)
{
    for (size_t i = 0; i < o->count; ++i) room[i] = flr_outline2_corner(o, i);
    o->many = room;
    o->corner[0] = flr_vec2_make(0, 0);
    o->moved = o->direction.x != 0 || o->direction.y != 0;
}
/// Returns the corners as an array; null if something has to be added to them.
static inline const flr_vec2 *flr_outline2_array(const flr_outline2 *o)
{
    if (!o->many) return o->corner;
    return o->moved && (o->corner[0].x != 0 || o->corner[0].y != 0) ? NULL : o->many;
}
int flr_outline2_moved_side(flr_vec2 normal, flr_real offset, const flr_outline2 *o, size_t i);
/// Returns the sign of dot(normal, p) - offset at corner i; exact, whatever the origin.
static inline int flr_outline2_side(flr_vec2 normal, flr_real offset, const flr_outline2 *o, size_t i)
{
    if (o->moved) return flr_outline2_moved_side(normal, offset, o, i);
    return flr_plane2_side_sign(normal, offset, flr_outline2_corner(o, i));
}
static inline bool flr_outline2_by_normal(const flr_outline2 *o)
{
    return o->kind == FLR_OUTLINE2_PLANE || o->kind == FLR_OUTLINE2_HALFSPACE;
}
/// Returns the number of edges; a point is an edge from itself to itself.
static inline size_t flr_outline2_edges(const flr_outline2 *o)
{
    return o->count == 2 && !o->solid ? 1 : o->count;
}
/// Returns edge i. If the outline is not a chain, `b` of the edge is the direction.
static inline flr_edge2 flr_outline2_edge(const flr_outline2 *o, size_t i)
{
    flr_edge2 e;
    e.kind = o->kind;
    e.a = flr_outline2_corner(o, i);
    if (o->kind == FLR_OUTLINE2_CHAIN)
        e.b = flr_outline2_corner(o, i + 1 < o->count ? i + 1 : 0);
    else
        e.b = o->direction;
    return e;
}

static inline flr_outline2 flr_outline2_of_point(flr_vec2 p)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 1, false);
    o.corner[0] = p;
    return o;
}

static inline flr_outline2 flr_outline2_of_segment(const flr_segment2 *s)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 2, false);
    o.corner[0] = s->a;
    o.corner[1] = s->b;
    return o;
}

static inline flr_outline2 flr_outline2_directed(flr_outline2_kind kind, flr_vec2 origin, flr_vec2 direction)
{
    flr_outline2 o = flr_outline2_make(kind, 1, false);
    o.corner[0] = origin;
    o.direction = direction;
    return o;
}

static inline flr_outline2 flr_outline2_of_ray(const flr_ray2 *r)
{
    return flr_outline2_directed(FLR_OUTLINE2_RAY, r->origin, r->direction);
}

static inline flr_outline2 flr_outline2_of_line(const flr_line2 *l)
{
    return flr_outline2_directed(FLR_OUTLINE2_LINE, l->origin, l->direction);
}

static inline flr_outline2 flr_outline2_of_normal(flr_outline2_kind kind, flr_vec2 normal, flr_real offset)
{
    flr_outline2 o = flr_outline2_make(kind, 0, false);
    o.direction = normal;
    o.offset = offset;
    return o;
}

static inline flr_outline2 flr_outline2_of_plane(const flr_plane2 *p)
{
    return flr_outline2_of_normal(FLR_OUTLINE2_PLANE, p->normal, p->offset);
}

static inline flr_outline2 flr_outline2_of_halfspace(const flr_halfspace2 *h)
{
    return flr_outline2_of_normal(FLR_OUTLINE2_HALFSPACE, h->normal, h->offset);
}

static inline flr_outline2 flr_outline2_of_circle(const flr_circle *c)
{
    flr_outline2 o = flr_outline2_of_point(c->center);
    o.radius = c->radius;
    return o;
}

static inline flr_outline2 flr_outline2_of_capsule(const flr_capsule2 *c)
{
    const flr_segment2 core = {c->a, c->b};
    flr_outline2 o = flr_outline2_of_segment(&core);
    o.radius = c->radius;
    return o;
}

static inline flr_outline2 flr_outline2_of_aabb(const flr_aabb2 *b)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 4, true);
    o.corner[0] = b->min;
    o.corner[1] = flr_vec2_make(b->max.x, b->min.y);
    o.corner[2] = b->max;
    o.corner[3] = flr_vec2_make(b->min.x, b->max.y);
    return o;
}

/// The corners are rounded once each; from there on the box is the polygon of its corners. Along an axis on
/// which the box is far from the origin for its size, they are relative to its centre, so that they are
/// rounded by no more than their own size.
static inline flr_outline2 flr_outline2_of_box(const flr_box2 *b)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 4, true);
    double ux = (double)b->axis.x * (double)b->half_extents.x,
           uy = (double)b->axis.y * (double)b->half_extents.x;
    double vx = -(double)b->axis.y * (double)b->half_extents.y,
           vy = (double)b->axis.x * (double)b->half_extents.y;
    double x = (double)b->center.x, y = (double)b->center.y;
    double wide = fabs(ux) + fabs(vx), high = fabs(uy) + fabs(vy);
    bool far_x = wide > 0 && fabs(x) > 8 * wide, far_y = high > 0 && fabs(y) > 8 * high;
    if (far_x | far_y) {
        o.far = o.moved = true;
        o.direction = flr_vec2_make(far_x ? b->center.x : 0, far_y ? b->center.y : 0);
        if (far_x) x = 0;
        if (far_y) y = 0;
    }
    o.corner[0] = flr_vec2_make((flr_real)(x - (ux + vx)), (flr_real)(y - (uy + vy)));
    o.corner[1] = flr_vec2_make((flr_real)(x + (ux - vx)), (flr_real)(y + (uy - vy)));
    o.corner[2] = flr_vec2_make((flr_real)(x + (ux + vx)), (flr_real)(y + (uy + vy)));
    o.corner[3] = flr_vec2_make((flr_real)(x - (ux - vx)), (flr_real)(y - (uy - vy)));
    return o;
}

static inline flr_outline2 flr_outline2_of_triangle(const flr_triangle2 *t)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 3, true);
    o.corner[0] = t->a;
    o.corner[1] = t->b;
    o.corner[2] = t->c;
    return o;
}

static inline flr_outline2 flr_outline2_of_polygon(const flr_polygon2 *p)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, p->count, true);
    o.many = p->vertices;
    return o;
}

/// Returns where p lies against the closed chain of the corners, by the winding number or by parity: +1
/// inside, 0 on the boundary, -1 outside; exact. A chain without area has a boundary and no inside.
int flr_outline2_locate(const flr_vec2 *corner, size_t count, bool even_odd, flr_vec2 p);

/// How two cores intersect.
typedef struct flr_meeting2 {
    enum { FLR_MEETING2_EDGES, FLR_MEETING2_CORNER_OF_A, FLR_MEETING2_CORNER_OF_B } how;
    size_t a, b;  ///< the edges that intersect, or (first of the two) the corner that lies inside the other
} flr_meeting2;

bool flr_edge2_meet(const flr_edge2 *e, const flr_edge2 *f);
/// Do the cores of two outlines that are not by normal intersect? Exact.
bool flr_outline2_cores_meet(const flr_outline2 *a, const flr_outline2 *b, flr_meeting2 *meeting);

/// Do two outlines overlap that nearly touch along n, from a to b? 1 yes, -1 no, 0 not decided by the corners and edges
/// that are extreme along n. Exact.
int flr_outline2_touch_along(const flr_outline2 *a, const flr_outline2 *b, flr_vec2 n);

/// Do two outlines intersect, at least one of which is by normal? Exact if the radii are 0.
bool flr_outline2_normals_meet(const flr_outline2 *a, const flr_outline2 *b);
/// Returns their closest points.
flr_closest2 flr_outline2_normals_closest(const flr_outline2 *a, const flr_outline2 *b);
/// Returns the unit direction from a to b, if they are apart.
flr_vec2 flr_outline2_normals_direction(const flr_outline2 *a, const flr_outline2 *b);

/// These answer for any two outlines. They agree: the distance is 0 if they intersect, and only then.
bool flr_outline2_meet(const flr_outline2 *a, const flr_outline2 *b);
flr_closest2 flr_outline2_closest(const flr_outline2 *a, const flr_outline2 *b);
/// The same with the unit direction from a to b if they are apart, else zero. It is perpendicular to an edge
/// if the nearest point lies inside one, however close they are.
flr_closest2 flr_outline2_closest_along(const flr_outline2 *a, const flr_outline2 *b, flr_vec2 *normal);

/// The same of a core of one or two points that is apart from the other core, with the signed distance d - radii
/// as `distance`, and points on both boundaries. False for other pairs, and where rounding leaves anything open.
bool flr_outline2_signed(const flr_outline2 *a, const flr_outline2 *b, flr_closest2 *c, flr_vec2 *normal);

// ---- Recentring

typedef struct flr_recentered2 {
    flr_outline2 a, b;
    flr_vec2 origin;
} flr_recentered2;

static inline bool flr_outline2_is_far(const flr_outline2 *a, const flr_outline2 *b)
{
    return a->far | b->far;
}

/// Recentres both near a far box, and then neither is `far`. An axis on which that would round anything is
/// left as it is.
void flr_outline2_recenter(const flr_outline2 *a, const flr_outline2 *b, flr_recentered2 *c);

/// Returns the outline relative to any origin, also if that rounds.
flr_outline2 flr_outline2_seen_from(const flr_outline2 *o, flr_vec2 origin);

/// Moves a point back by an origin. Axes on which the origin is 0 are left alone, so that -0 stays.
static inline flr_vec2 flr_translated2(flr_vec2 origin, flr_vec2 p)
{
    if (origin.x != 0) p.x += origin.x;
    if (origin.y != 0) p.y += origin.y;
    return p;
}
static inline flr_vec2 flr_recentered2_point(const flr_recentered2 *c, flr_vec2 p)
{
    return flr_translated2(c->origin, p);
}
static inline flr_closest2 flr_recentered2_closest(const flr_recentered2 *c, flr_closest2 r)
{
    r.point_a = flr_recentered2_point(c, r.point_a);
    r.point_b = flr_recentered2_point(c, r.point_b);
    return r;
}

// ---- How functions of typed pairs take each kind of shape

#define FLR_ARGUMENT2_point(x) flr_vec2 x
#define FLR_ARGUMENT2_segment(x) const flr_segment2 *x
#define FLR_ARGUMENT2_ray(x) const flr_ray2 *x
#define FLR_ARGUMENT2_line(x) const flr_line2 *x
#define FLR_ARGUMENT2_plane(x) const flr_plane2 *x
#define FLR_ARGUMENT2_halfspace(x) const flr_halfspace2 *x
#define FLR_ARGUMENT2_circle(x) const flr_circle *x
#define FLR_ARGUMENT2_capsule(x) const flr_capsule2 *x
#define FLR_ARGUMENT2_aabb(x) const flr_aabb2 *x
#define FLR_ARGUMENT2_box(x) const flr_box2 *x
#define FLR_ARGUMENT2_triangle(x) const flr_triangle2 *x
#define FLR_ARGUMENT2_polygon(x) const flr_polygon2 *x

#endif
