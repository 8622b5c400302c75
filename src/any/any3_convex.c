/// Shapes as convex cores: a table of makers by kind, and two cores near the origin for a pair that is far
/// from it. Also hulls in place of convex solid meshes, and normals by cores.
#include "any/any3.h"
#include "convex/convex3_make.h"
#include "math/predicates.h"
#include "mesh/mesh3.h"
#include "mesh/near3.h"
#include "shape/exact.h"

/// Cores of an aabb and a rectangle are computed, and so rounded, in world. At this many times their size
/// from the origin they are moved near it first.
enum { FAR_TIMES = 4 };

static flr_vec3 far_from(flr_vec3 place, flr_vec3 size)
{
    return flr_vec3_make(near3_far_off(place.x, size.x, FAR_TIMES), near3_far_off(place.y, size.y, FAR_TIMES),
                         near3_far_off(place.z, size.z, FAR_TIMES));
}

/// A point near an aabb or rectangle, along the axes on which it is far from the origin; 0 along the others.
static flr_vec3 far_point(const flr_shape3 *s)
{
    if (s->kind == FLR_SHAPE3_AABB) return far_from(s->as.aabb.min, flr_sub3(s->as.aabb.max, s->as.aabb.min));
    if (s->kind != FLR_SHAPE3_RECTANGLE) return flr_vec3_make(0, 0, 0);
    const flr_rectangle3 *r = &s->as.rectangle;
    const flr_vec3 x = flr_scale3(r->half_x, r->axis_x), y = flr_scale3(r->half_y, r->axis_y);
    return far_from(r->center, flr_vec3_make(near3_absolute(x.x) + near3_absolute(y.x),
                                             near3_absolute(x.y) + near3_absolute(y.y),
                                             near3_absolute(x.z) + near3_absolute(y.z)));
}

/// Chooses one of two such points, the same whichever comes first.
static flr_vec3 one_of(flr_vec3 p, flr_vec3 q)
{
    if (flr_is_zero3(p)) return q;
    if (flr_is_zero3(q)) return p;
    if (p.x != q.x) return p.x < q.x ? p : q;
    if (p.y != q.y) return p.y < q.y ? p : q;
    return p.z < q.z ? p : q;
}

/// Moves a core by -o. Those of an aabb or rectangle are computed anew after the move; others are moved as
/// they are.
static void move_core(const flr_shape3 *s, flr_vec3 o, flr_convex3 *core)
{
    any3_recentered moved;
    if (s->kind != FLR_SHAPE3_AABB && s->kind != FLR_SHAPE3_RECTANGLE) {
        flr_any3_shift_core(core, o);
        return;
    }
    flr_any3_shift(s, o, &moved);
    flr_any3_core(&moved.shape, core);
}

/// The origin by which both shapes of a far pair are moved; zero if they stay.
static flr_vec3 origin_of(const flr_shape3 *a, const flr_shape3 *b, const any3_cores *c)
{
    const flr_vec3 none = {0, 0, 0};
    flr_vec3 origin = one_of(far_point(a), far_point(b)), of_both;
    if (flr_is_zero3(origin)) return none;
    // a user's support points are used as given, so that core stays
    if (c->a->kind == FLR_CONVEX3_USER || c->b->kind == FLR_CONVEX3_USER) return none;
    if (flr_any3_recenter_origin(a, b, &of_both)) return of_both;
    flr_any3_keep_exact(a, &origin);
    flr_any3_keep_exact(b, &origin);
    return origin;
}

const flr_convex3 *flr_any3_core_in(const flr_shape3 *s, flr_convex3 *room)
{
    if (s->kind == FLR_SHAPE3_CONVEX && s->rounding == 0) return &s->as.convex;
    return flr_any3_core(s, room) ? room : NULL;
}

bool flr_any3_cores_in_place(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c)
{
    c->origin = flr_vec3_make(0, 0, 0);
    c->a = flr_any3_core_in(a, &c->room[0]);
    if (!c->a) return false;
    c->b = flr_any3_core_in(b, &c->room[1]);
    return c->b != NULL;
}

/// Makes both cores anew, near the origin, where a core that was computed in world lies far from it.
static __attribute__((noinline)) void recenter(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c)
{
    c->origin = origin_of(a, b, c);
    if (flr_is_zero3(c->origin)) return;
    if (c->a != &c->room[0]) c->room[0] = *c->a, c->a = &c->room[0];
    if (c->b != &c->room[1]) c->room[1] = *c->b, c->b = &c->room[1];
    move_core(a, c->origin, &c->room[0]);
    move_core(b, c->origin, &c->room[1]);
}

bool flr_any3_cores(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c)
{
    if (!flr_any3_cores_in_place(a, b, c)) return false;
    const bool computed = a->kind == FLR_SHAPE3_AABB || a->kind == FLR_SHAPE3_RECTANGLE ||
                          b->kind == FLR_SHAPE3_AABB || b->kind == FLR_SHAPE3_RECTANGLE;
    if (computed) recenter(a, b, c);
    return true;
}

double flr_any3_gap_along(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 n)
{
    if (flr_is_zero3(n)) return -INFINITY;
    flr_vec3 d = flr_sub3(flr_support3(b, flr_neg3(n)), flr_support3(a, n));
    return (double)n.x * (double)d.x + (double)n.y * (double)d.y + (double)n.z * (double)d.z;
}

flr_vec3 flr_any3_parting_normal(const flr_convex3 *a, const flr_convex3 *b)
{
    flr_vec3 n = flr_closest3_convex_convex(a, b, NULL).normal;
    flr_vec3 back = flr_neg3(flr_closest3_convex_convex(b, a, NULL).normal);
    if (flr_is_zero3(n) && flr_is_zero3(back)) return flr_signed_distance3_convex_convex(a, b).normal;
    return flr_any3_gap_along(a, b, n) >= flr_any3_gap_along(a, b, back) ? n : back;
}

typedef bool convex_fn(const flr_shape3 *s, flr_convex3 *c);

flr_vec3 flr_any3_sheet_normal(const flr_shape3 *sheet)
{
    size_t count;
    const flr_vec3 *v = flr_any3_corners(sheet, &count);
    return flr_any3_unit(flr_area3(v, count));
}

static flr_vec3 polygon_support(const void *user, flr_vec3 direction)
{
    const flr_polygon3 *p = user;
    flr_vec3 best = p->vertices[0];
    flr_real most = 0;
    for (size_t i = 1; i < p->count; ++i) {
        flr_real along = flr_dot3(flr_sub3(p->vertices[i], p->vertices[0]), direction);
        if (along > most) most = along, best = p->vertices[i];
    }
    return best;
}

flr_convex3 flr_any3_sheet_hull(const flr_shape3 *sheet)
{
    const flr_quad3 *q = &sheet->as.quad;
    if (sheet->kind == FLR_SHAPE3_QUAD)
        return flr_convex3_tetrahedron(&(flr_tetrahedron){q->a, q->b, q->c, q->d});
    // around one of its corners: a list of points would measure from the origin, which may be far away
    return flr_convex3_user(polygon_support, &sheet->as.polygon, sheet->as.polygon.vertices[0], 0);
}

#define OF_KIND(K, ...)                                                                                      \
    static bool of_##K(const flr_shape3 *s, flr_convex3 *c)                                                  \
    {                                                                                                        \
        convex3_set_##K(c, AS3_##K(s));                                                                      \
        return true;                                                                                         \
    }
ANY3_CONVEX(OF_KIND)

static bool of_convex(const flr_shape3 *s, flr_convex3 *c)
{
    *c = s->as.convex;
    return true;
}

/// Do the points lie near the origin for their size? A core of a list of points measures from the origin.
static bool is_near(const flr_vec3 *v, size_t count)
{
    flr_real far = 0;
    for (size_t i = 1; i < count && i < 8; ++i) far = near3_more(far, near3_largest(flr_sub3(v[i], v[0])));
    return near3_is_near(v[0], far);
}

static bool of_quad(const flr_shape3 *s, flr_convex3 *c)
{
    const flr_vec3 *v = &s->as.quad.a;
    if (!flr_is_convex_sheet3(v, 4)) return false;
    convex3_set_corners(c, v, 4, 0);
    return true;
}

static bool of_polygon(const flr_shape3 *s, flr_convex3 *c)
{
    const flr_vec3 *v = s->as.polygon.vertices;
    const size_t count = s->as.polygon.count;
    if (!flr_is_convex_sheet3(v, count)) return false;
    if (count <= 4)
        convex3_set_corners(c, v, (uint32_t)count, 0);
    else if (is_near(v, count))
        convex3_set_points(c, v, (uint32_t)count);
    else
        *c = flr_any3_sheet_hull(s);
    return true;
}

#define ENTRY(K, ...) [KIND3_##K] = of_##K,
static convex_fn *const table[FLR_SHAPE3_COUNT] = {ANY3_CONVEX(ENTRY) ENTRY(quad) ENTRY(polygon)
                                                       ENTRY(convex)};

bool flr_any3_core(const flr_shape3 *s, flr_convex3 *c)
{
    if (!table[s->kind] || !table[s->kind](s, c)) return false;
    c->radius += s->rounding;
    return true;
}
