/// Which of two convex cores comes first, whatever the order they are given in? Kind and radius are
/// compared, then the numbers of the kind. In space sizes come before places.
#include "convex/order.h"
#include "convex/kinds3.h"
#include "convex/support2.h"
#include "hull/hull3.h"

// ---- In space ----

static int by_vectors(const flr_vec3 *a, const flr_vec3 *b, uint32_t count)
{
    return flr_lexical(&a->x, &b->x, 3 * (size_t)count);
}

static int by_vector(flr_vec3 a, flr_vec3 b) { return by_vectors(&a, &b, 1); }

static int by_hull(const flr_hull3 *a, const flr_hull3 *b)
{
    if (a == b) return 0;
    uint32_t m = a->info.vertex_count, n = b->info.vertex_count;
    return m != n ? (m > n) - (m < n) : by_vectors(a->vertices, b->vertices, m);
}

/// Compares two shapes of one kind by what that kind has.
static int by_kind(const flr_convex3 *a, const flr_convex3 *b)
{
    const convex3_layout *l = &flr_convex3_layouts[a->kind];
    const uint32_t ends = convex3_end_count(a);
    int k = 0;
    if (a->kind == FLR_CONVEX3_HULL) k = by_hull(a->hull, b->hull);
    if (a->kind == FLR_CONVEX3_CORNERS || a->kind == FLR_CONVEX3_POINTS)
        k = (a->count > b->count) - (a->count < b->count);
    if (!k && l->extents) k = by_vector(a->half_extents, b->half_extents);
    if (!k) k = ends > 0 ? by_vectors(a->corners, b->corners, ends) : by_vector(a->center, b->center);
    // one axis alone follows from the ends
    if (!k && l->axes > 1) k = by_vectors(&a->axes.x, &b->axes.x, 3);
    if (k || a->kind != FLR_CONVEX3_POINTS || a->points == b->points) return k;
    return by_vectors(a->points, b->points, a->count);
}

int flr_convex3_compare(const flr_convex3 *a, const flr_convex3 *b)
{
    int k = (a->kind > b->kind) - (a->kind < b->kind);
    if (!k) k = flr_lexical(&a->radius, &b->radius, 1);
    return k ? k : by_kind(a, b);
}

bool flr_box3_is_first(const flr_box3 *a, const flr_box3 *b)
{
    int k = by_vector(a->half_extents, b->half_extents);
    if (!k) k = by_vector(a->center, b->center);
    if (!k) k = by_vectors(&a->axes.x, &b->axes.x, 3);
    return k <= 0;
}

// ---- In the plane ----

_Static_assert(sizeof(flr_vec2) == 2 * sizeof(flr_real), "vectors are addressed as numbers");

bool flr_convex2_is_first(const flr_convex2 *a, const flr_convex2 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind;
    if (a->count != b->count) return a->count < b->count;
    if (a->radius != b->radius) return a->radius < b->radius;
    int k = flr_lexical(&a->center.x, &b->center.x, 2);
    if (k || a->kind == FLR_CONVEX2_USER) return k <= 0;
    if (support2_is_posed(a)) k = flr_lexical(&a->rotation.x, &b->rotation.x, 2);
    const flr_vec2 *p = support2_points(a), *q = support2_points(b);
    if (!k && p != q) k = flr_lexical(&p->x, &q->x, 2 * (size_t)a->count);
    return k <= 0;
}
