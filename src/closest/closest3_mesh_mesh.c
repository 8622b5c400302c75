#include <math.h>

#include "closest/closest3_triangle_triangle.h"
#include "feeler/closest.h"
#include "shape/mesh3_pair.h"

typedef struct search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    bool found;
    flr_real distance_squared;  // of the best so far, or the square of the limit
    flr_vec3 point_a, point_b;
    uint32_t item_a, item_b;
} search;

static void try_triangles(search *s, uint32_t i, uint32_t j)
{
    flr_real d;
    flr_vec3 p, q;
    if (!flr_closest3_triangles_within(&s->leaf_a.triangles[i], &s->leaf_b.triangles[j], s->distance_squared,
                                       &d, &p, &q))
        return;
    if (s->found && !(d < s->distance_squared)) return;
    s->found = true;
    s->distance_squared = d;
    s->point_a = p;
    s->point_b = q;
    s->item_a = s->leaf_a.first + i;
    s->item_b = s->leaf_b.first + j;
}

static double look_into_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    search *s = user;
    (void)limit;
    mesh3_leaf_fetch(&s->leaf_a, s->a, a);
    mesh3_leaf_fetch(&s->leaf_b, s->b, b);
    for (uint32_t i = 0; i < s->leaf_a.count; i++)
        for (uint32_t j = 0; j < s->leaf_b.count; j++) try_triangles(s, i, j);
    if (s->found && !(s->distance_squared > 0)) return -1;
    return sqrt((double)s->distance_squared);
}

flr_closest3_mesh flr_closest3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b,
                                         flr_real max_distance)
{
    flr_closest3_mesh r = {false, 0, {0, 0, 0}, {0, 0, 0}, 0, 0};
    if (!(max_distance >= 0)) return r;
    search s = {.a = a, .b = b, .distance_squared = flr_mesh3_squared_limit(max_distance)};
    s.leaf_a.child = s.leaf_b.child = BVH3_EMPTY;
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    flr_bvh3_pair_traverse(&pair, max_distance, look_into_leaves, &s);
    r.distance = s.found ? (flr_real)sqrt((double)s.distance_squared) : 0;
    r.found = s.found && r.distance <= max_distance;
    if (!r.found) return (flr_closest3_mesh){.found = false};
    r.point_a = s.point_a;
    r.point_b = s.point_b;
    r.triangle_a = mesh3_input_of(a->mesh, s.item_a);
    r.triangle_b = mesh3_input_of(b->mesh, s.item_b);
    return r;
}
