#include "manifold/contact3_order.h"

#include "shape/hull3.h"

static int by_number(flr_real a, flr_real b) { return (a > b) - (a < b); }

static int by_vector(flr_vec3 a, flr_vec3 b)
{
    int k = by_number(a.x, b.x);
    if (!k) k = by_number(a.y, b.y);
    return k ? k : by_number(a.z, b.z);
}

static int by_vectors(const flr_vec3 *a, const flr_vec3 *b, uint32_t count)
{
    int k = 0;
    for (uint32_t i = 0; i < count && !k; i++) k = by_vector(a[i], b[i]);
    return k;
}

bool flr_contact3_convex_is_first(const flr_convex3 *a, const flr_convex3 *b)
{
    int k = (a->kind > b->kind) - (a->kind < b->kind);
    if (!k && a->kind != FLR_CONVEX3_BOX) k = (a->count > b->count) - (a->count < b->count);
    if (!k) k = by_number(a->radius, b->radius);
    if (!k) k = by_vector(a->half_extents, b->half_extents);
    if (!k) k = by_vector(a->center, b->center);
    if (!k) k = by_vectors(&a->axes.x, &b->axes.x, 3);
    if (!k && a->kind != FLR_CONVEX3_BOX && a->kind != FLR_CONVEX3_USER)
        k = by_vectors(a->corners, b->corners, a->kind == FLR_CONVEX3_CORNERS ? a->count : 2);
    if (!k && a->kind == FLR_CONVEX3_POINTS && a->points != b->points)
        k = by_vectors(a->points, b->points, a->count);
    if (!k && a->kind == FLR_CONVEX3_HULL && a->hull != b->hull) {
        uint32_t m = a->hull->info.vertex_count, n = b->hull->info.vertex_count;
        k = (m > n) - (m < n);
        if (!k) k = by_vectors(a->hull->vertices, b->hull->vertices, m);
    }
    return k <= 0;
}
