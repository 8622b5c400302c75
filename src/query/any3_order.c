#include "query/any3_order.h"

#include "convex/order3.h"
#include "query/any3_mesh.h"
#include "query/any3_shape.h"

/// How many numbers a shape has that points to nothing.
static const size_t numbers[FLR_SHAPE3_COUNT] = {
    [FLR_SHAPE3_POINT] = 3,       [FLR_SHAPE3_SEGMENT] = 6,  [FLR_SHAPE3_RAY] = 6,
    [FLR_SHAPE3_LINE] = 6,        [FLR_SHAPE3_PLANE] = 4,    [FLR_SHAPE3_HALFSPACE] = 4,
    [FLR_SHAPE3_SPHERE] = 4,      [FLR_SHAPE3_CAPSULE] = 7,  [FLR_SHAPE3_AABB] = 6,
    [FLR_SHAPE3_BOX] = 15,        [FLR_SHAPE3_CYLINDER] = 7, [FLR_SHAPE3_CONE] = 7,
    [FLR_SHAPE3_TRIANGLE] = 9,    [FLR_SHAPE3_QUAD] = 12,    [FLR_SHAPE3_RECTANGLE] = 11,
    [FLR_SHAPE3_TETRAHEDRON] = 12};

#define IS_OF_NUMBERS(type, count)                                                                           \
    _Static_assert(sizeof(type) == (count) * sizeof(flr_real), "compared as numbers")
IS_OF_NUMBERS(flr_segment3, 6);
IS_OF_NUMBERS(flr_line3, 6);
IS_OF_NUMBERS(flr_plane3, 4);
IS_OF_NUMBERS(flr_sphere, 4);
IS_OF_NUMBERS(flr_capsule3, 7);
IS_OF_NUMBERS(flr_aabb3, 6);
IS_OF_NUMBERS(flr_box3, 15);
IS_OF_NUMBERS(flr_triangle3, 9);
IS_OF_NUMBERS(flr_quad3, 12);
IS_OF_NUMBERS(flr_rectangle3, 11);

/// From the last one on: sizes come after places, and motion rarely turns their order.
static int by_numbers(const flr_real *a, const flr_real *b, size_t count)
{
    for (size_t i = count; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int by_count(size_t a, size_t b) { return (a > b) - (a < b); }

static int by_convex(const flr_convex3 *a, const flr_convex3 *b)
{
    if (!flr_convex3_is_first(a, b)) return 1;
    return flr_convex3_is_first(b, a) ? 0 : -1;
}

static int by_mesh(const flr_shape3 *a, const flr_shape3 *b)
{
    if (a->solid != b->solid) return a->solid ? -1 : 1;
    if (!flr_instance3_in_order(&a->as.mesh, &b->as.mesh)) return 1;
    return flr_instance3_in_order(&b->as.mesh, &a->as.mesh) ? 0 : -1;
}

int flr_any3_compare(const flr_shape3 *a, const flr_shape3 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    int order = 0;
    switch (a->kind) {
    case FLR_SHAPE3_POLYGON:
        order = by_count(a->as.polygon.count, b->as.polygon.count);
        if (order) return order;
        return by_numbers(&a->as.polygon.vertices->x, &b->as.polygon.vertices->x, 3 * a->as.polygon.count);
    case FLR_SHAPE3_CONVEX:
        return by_convex(&a->as.convex, &b->as.convex);
    case FLR_SHAPE3_MESH:
        return by_mesh(a, b);
    case FLR_SHAPE3_COMPOUND:
        order = by_count(a->as.compound.count, b->as.compound.count);
        for (size_t i = 0; !order && i < a->as.compound.count; i++)
            order = flr_any3_compare(&a->as.compound.shapes[i], &b->as.compound.shapes[i]);
        return order;
    default:
        return by_numbers(&a->as.point.x, &b->as.point.x, numbers[a->kind]);
    }
}
