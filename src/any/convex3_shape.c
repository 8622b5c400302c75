#include "any/any3_shape.h"
#include "any/kinds3.h"
#include "convex/convex3_make.h"
#include "math/predicates.h"
#include "mesh/near3.h"

typedef bool convex_fn(const flr_shape3 *s, flr_convex3 *c);

static flr_real coordinate(flr_vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

/// Does it turn one way only, and around once, as seen along the axis that is neither x nor y?
static bool turns_one_way(const flr_vec3 *v, size_t count, int x, int y)
{
    bool left = false, right = false;
    int changes = 0, last = 0, first = 0;
    for (size_t i = 0; i < count; ++i) {
        flr_vec3 a = v[i], b = v[(i + 1) % count], c = v[(i + 2) % count];
        int turn =
            flr_orient2_inline((double)coordinate(a, x), (double)coordinate(a, y), (double)coordinate(b, x),
                               (double)coordinate(b, y), (double)coordinate(c, x), (double)coordinate(c, y));
        left |= turn > 0;
        right |= turn < 0;
        int way = (coordinate(b, x) > coordinate(a, x)) - (coordinate(b, x) < coordinate(a, x));
        if (!way) way = last;
        if (!first) first = way;
        changes += last && way != last;
        last = way;
    }
    changes += first != last;
    return !(left && right) && changes <= 2;
}

/// Twice the area as a vector, about the first corner.
static flr_vec3 area(const flr_vec3 *v, size_t count)
{
    flr_vec3 sum = flr_vec3_make(0, 0, 0);
    for (size_t i = 1; i + 1 < count; ++i)
        sum = flr_add3(sum, flr_cross3(flr_sub3(v[i], v[0]), flr_sub3(v[i + 1], v[0])));
    return sum;
}

flr_vec3 flr_any3_sheet_normal(const flr_shape3 *sheet)
{
    size_t count;
    const flr_vec3 *v = flr_any3_corners(sheet, &count);
    return flr_any3_unit(area(v, count));
}

static bool sheet_is_convex(const flr_vec3 *v, size_t count)
{
    if (count <= 3) return true;
    flr_vec3 n = area(v, count);
    flr_real x = n.x < 0 ? -n.x : n.x, y = n.y < 0 ? -n.y : n.y, z = n.z < 0 ? -n.z : n.z;
    if (x >= y && x >= z) return turns_one_way(v, count, 1, 2);
    return y >= z ? turns_one_way(v, count, 2, 0) : turns_one_way(v, count, 0, 1);
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
    // around a corner of its own: a list of points would be taken around the origin, which may be far
    return flr_convex3_user(polygon_support, &sheet->as.polygon, sheet->as.polygon.vertices[0], 0);
}

// clang-format off
#define TYPED(X) \
    X(point) X(segment) X(sphere) X(capsule) X(aabb) X(box) X(triangle) X(rectangle) X(tetrahedron)
// clang-format on

#define OF_KIND(K)                                                                                           \
    static bool of_##K(const flr_shape3 *s, flr_convex3 *c)                                                  \
    {                                                                                                        \
        convex3_set_##K(c, AS3_##K(s));                                                                      \
        return true;                                                                                         \
    }
TYPED(OF_KIND)

static bool of_cylinder(const flr_shape3 *s, flr_convex3 *c)
{
    flr_convex3_set_cylinder(c, &s->as.cylinder);
    return true;
}

static bool of_cone(const flr_shape3 *s, flr_convex3 *c)
{
    flr_convex3_set_cone(c, &s->as.cone);
    return true;
}

static bool of_convex(const flr_shape3 *s, flr_convex3 *c)
{
    *c = s->as.convex;
    return true;
}

/// Near the origin for its size, about which a list of points is taken.
static bool is_near(const flr_vec3 *v, size_t count)
{
    flr_real far = 0;
    for (size_t i = 1; i < count && i < 8; ++i) far = near3_more(far, near3_largest(flr_sub3(v[i], v[0])));
    return near3_is_near(v[0], far);
}

static bool of_sheet(const flr_shape3 *s, flr_convex3 *c)
{
    size_t count;
    const flr_vec3 *v = flr_any3_corners(s, &count);
    if (!sheet_is_convex(v, count)) return false;
    if (count <= 4)
        convex3_set_corners(c, v, (uint32_t)count, 0);
    else if (is_near(v, count))
        convex3_set_points(c, v, (uint32_t)count);
    else
        *c = flr_any3_sheet_hull(s);
    return true;
}

#define ENTRY(K) [KIND3_##K] = of_##K,
static convex_fn *const table[FLR_SHAPE3_COUNT] = {
    TYPED(ENTRY) ENTRY(cylinder) ENTRY(cone) ENTRY(convex)[KIND3_quad] = of_sheet, [KIND3_polygon] =
                                                                                       of_sheet};

bool flr_any3_core(const flr_shape3 *s, flr_convex3 *c) { return table[s->kind] && table[s->kind](s, c); }

bool flr_convex3_shape(const flr_shape3 *s, flr_convex3 *c)
{
    return flr_any3_check_lists(s) == FLR_OK && flr_any3_core(s, c);
}
