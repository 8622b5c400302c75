#include <math.h>

#include "closest/apart3_mesh_mesh.h"
#include "closest/closest3_triangle_triangle.h"
#include "feeler/closest.h"
#include "mesh/mesh3_pair.h"

typedef struct search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    bool found;
    apart3_pair best;  // its distance is the limit as long as nothing is found
    bool reviewed;
    flr_real reviewed_distance;  // squared, of the best pair at the last review
    apart3 apart;
} search;

static void try_triangles(search *s, uint32_t i, uint32_t j)
{
    flr_real d;
    flr_vec3 p, q;
    if (!flr_closest3_triangles_within(&s->leaf_a.triangles[i], &s->leaf_b.triangles[j],
                                       s->best.distance_squared, &d, &p, &q))
        return;
    if (s->found && !(d < s->best.distance_squared)) return;
    s->found = true;
    s->best = (apart3_pair){d, p, q, s->leaf_a.first + i, s->leaf_b.first + j};
}

static double limit_of(const search *s)
{
    return s->found && !(s->best.distance_squared > 0) ? -1 : sqrt((double)s->best.distance_squared);
}

static double look_into_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    search *s = user;
    (void)limit;
    mesh3_leaf_fetch(&s->leaf_a, s->a, a);
    mesh3_leaf_fetch(&s->leaf_b, s->b, b);
    for (uint32_t i = 0; i < s->leaf_a.count; i++)
        for (uint32_t j = 0; j < s->leaf_b.count; j++) try_triangles(s, i, j);
    return limit_of(s);
}

/// The best pair, if it is new since the last review, else one of where the search is now: improved, and asked for directions.
static double begin_review(void *user, double limit)
{
    search *s = user;
    (void)limit;
    if (!s->reviewed) flr_apart3_begin(&s->apart, s->a, s->b);
    bool again = s->reviewed && !(s->best.distance_squared < s->reviewed_distance);
    apart3_pair pair =
        s->found && !again ? s->best : flr_apart3_begin_at(s->a, s->b, s->leaf_a.first, s->leaf_b.first);
    if (flr_apart3_approach(s->a, s->b, &pair) && pair.distance_squared < s->best.distance_squared) {
        s->found = true;
        s->best = pair;
    }
    s->reviewed = true;
    s->reviewed_distance = s->best.distance_squared;
    flr_apart3_suggest(&s->apart, &pair);
    return limit_of(s);
}

static bool is_apart(void *user, uint32_t ref_a, uint32_t ref_b, double limit, int *budget)
{
    search *s = user;
    return flr_apart3_shows(&s->apart, ref_a, ref_b, limit, s->found, budget);
}

static flr_closest3_mesh in_order(const flr_instance3 *a, const flr_instance3 *b, flr_real max_distance)
{
    flr_closest3_mesh r = {false, 0, {0, 0, 0}, {0, 0, 0}, 0, 0};
    const bvh3_review review = {begin_review, is_apart};
    search s;
    s.a = a;
    s.b = b;
    s.found = s.reviewed = false;
    s.best = (apart3_pair){.distance_squared = flr_mesh3_squared_limit(max_distance)};
    s.leaf_a.child = s.leaf_b.child = BVH3_EMPTY;
    s.leaf_a.first = s.leaf_b.first = 0;
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    flr_bvh3_pair_traverse(&pair, max_distance, look_into_leaves, &review, &s);
    r.distance = s.found ? (flr_real)sqrt((double)s.best.distance_squared) : 0;
    r.found = s.found && r.distance <= max_distance;
    if (!r.found) return (flr_closest3_mesh){.found = false};
    r.point_a = s.best.point_a;
    r.point_b = s.best.point_b;
    r.triangle_a = mesh3_input_of(a->mesh, s.best.item_a);
    r.triangle_b = mesh3_input_of(b->mesh, s.best.item_b);
    return r;
}

flr_closest3_mesh flr_closest3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b,
                                         flr_real max_distance)
{
    if (!(max_distance >= 0)) return (flr_closest3_mesh){.found = false};
    if (flr_instance3_in_order(a, b)) return in_order(a, b, max_distance);
    const flr_closest3_mesh r = in_order(b, a, max_distance);
    return (flr_closest3_mesh){r.found, r.distance, r.point_b, r.point_a, r.triangle_b, r.triangle_a};
}
