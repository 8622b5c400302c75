/// Closest points of two placed meshes, by their trees.

#include "closest/closest3_mesh.h"

#include <math.h>

#include "bvh/bvh3_walk.h"
#include "closest/kernels3.h"
#include "feeler/closest3.h"
#include "mesh/mesh3_pair.h"

/// How far the triangles of a leaf reach along the direction of the search: those of a along it, those of b
/// against it.
typedef struct leaf_heights {
    uint32_t child;  ///< the leaf, BVH3_EMPTY for none
    double of[BVH3_LEAF_MAX], most;
} leaf_heights;

typedef struct pair_search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    /// The vector from the best pair's point of a to that of b. Triangles that are farther apart along it
    /// than that pair, rounding included, are skipped. In sheets oblique to the axes that is nearly all.
    dvec3 way;
    flr_vec3 origin;
    double beyond, reach;
    leaf_heights heights_a, heights_b;
    bool found;
    mesh_separation3_pair best;  // its distance is the limit as long as nothing is found
    bool reviewed;
    flr_real reviewed_distance;    // squared, of the best pair at the last review
    flr_real approached_distance;  // squared, where the last approach ended
    mesh_separation3 apart;
} pair_search;

/// Takes a better pair, whose direction is that of the search from now on.
static void take_pair(pair_search *s, const mesh_separation3_pair *pair)
{
    s->found = true;
    s->best = *pair;
    s->origin = pair->point_a;
    s->way = dvec3_relative(pair->point_b, pair->point_a);
    const double square = dvec3_dot(s->way, s->way);
    // three products and sums of differences that are at most the reach, in double
    s->beyond = square > 0 && square < 1e300
                    ? sqrt(square) * (sqrt((double)pair->distance_squared) * (1 + 1e-6) + s->reach * 1e-14)
                    : INFINITY;
    s->heights_a.child = s->heights_b.child = BVH3_EMPTY;
}

/// Computes how far the triangles of a leaf reach along the way, unless they are known already.
static void find_heights(const pair_search *s, const mesh3_leaf *leaf, double side, leaf_heights *h)
{
    if (h->child == leaf->child) return;
    h->child = leaf->child;
    h->most = -INFINITY;
    for (uint32_t k = 0; k < leaf->count; k++) {
        const flr_triangle3 *const t = &leaf->triangles[k];
        const double x = side * dvec3_dot(s->way, dvec3_relative(t->a, s->origin)),
                     y = side * dvec3_dot(s->way, dvec3_relative(t->b, s->origin)),
                     z = side * dvec3_dot(s->way, dvec3_relative(t->c, s->origin));
        const double more = x > y ? x : y;
        h->of[k] = more > z ? more : z;
        h->most = h->of[k] > h->most ? h->of[k] : h->most;
    }
}

/// Takes the closest points of two triangles, if they are the nearest so far.
static void try_triangles(pair_search *s, uint32_t i, uint32_t j)
{
    flr_real d;
    flr_vec3 p, q;
    const flr_real gap = mesh3_gap_squared(&s->leaf_a.boxes[i], &s->leaf_b.boxes[j]);
    if (gap * (flr_real)0.999999 > s->best.distance_squared) return;
    if (!flr_closest3_triangles_within(&s->leaf_a.triangles[i], &s->leaf_b.triangles[j],
                                       s->best.distance_squared, &d, &p, &q))
        return;
    if (s->found && !(d < s->best.distance_squared)) return;
    const mesh_separation3_pair pair = {d, p, q, s->leaf_a.first + i, s->leaf_b.first + j};
    take_pair(s, &pair);
}

/// Are two triangles of the current leaves, or both leaves, too far apart along the direction of the search?
static bool are_apart(const pair_search *s, double height_a, double height_b)
{
    return s->found && -height_b - height_a > s->beyond;
}

static double limit_of(const pair_search *s)
{
    return s->found && !(s->best.distance_squared > 0) ? -1 : sqrt((double)s->best.distance_squared);
}

/// Steps from a pair that the traversal has found to the nearest one around it, so that few of the boxes
/// near by are opened. Where the surfaces have several valleys between them, a later pair may lie in another
/// one.
static void approach_from_best(pair_search *s)
{
    mesh_separation3_pair pair = s->best;
    if (flr_mesh_separation3_approach(s->a, s->b, &pair)) take_pair(s, &pair);
    s->approached_distance = s->best.distance_squared;
}

/// Tests the triangles of two leaves, and returns the limit for the rest of the search.
static double search_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    pair_search *s = user;
    (void)limit;
    mesh3_leaf_fetch(&s->leaf_a, s->a, a);
    mesh3_leaf_fetch(&s->leaf_b, s->b, b);
    for (uint32_t i = 0; i < s->leaf_a.count; i++)
        for (uint32_t j = 0; j < s->leaf_b.count; j++) {
            if (s->found) {
                find_heights(s, &s->leaf_a, 1, &s->heights_a);
                find_heights(s, &s->leaf_b, -1, &s->heights_b);
                if (are_apart(s, s->heights_a.most, s->heights_b.most)) return limit_of(s);
                if (are_apart(s, s->heights_a.of[i], s->heights_b.of[j])) continue;
            }
            try_triangles(s, i, j);
        }
    const flr_real best = s->best.distance_squared;
    if (s->found && best > 0 && best < s->approached_distance) approach_from_best(s);
    return limit_of(s);
}

/// Adds the directions that a pair suggests: the best pair if it is new since the last review, else one of
/// where the search is now, improved.
static double begin_review(void *user, double limit)
{
    pair_search *s = user;
    (void)limit;
    if (!s->reviewed) flr_mesh_separation3_begin(&s->apart, s->a, s->b);
    const bool is_new = s->found && (!s->reviewed || s->best.distance_squared < s->reviewed_distance);
    mesh_separation3_pair pair =
        is_new ? s->best : flr_mesh_separation3_begin_at(s->a, s->b, s->leaf_a.first, s->leaf_b.first);
    if (!is_new && flr_mesh_separation3_approach(s->a, s->b, &pair) &&
        pair.distance_squared < s->best.distance_squared)
        take_pair(s, &pair);
    s->reviewed = true;
    s->reviewed_distance = s->best.distance_squared;
    flr_mesh_separation3_suggest(&s->apart, &pair);
    return limit_of(s);
}

static bool is_separated(void *user, uint32_t ref_a, uint32_t ref_b, double limit, int *budget)
{
    pair_search *s = user;
    return flr_mesh_separation3_proves(&s->apart, ref_a, ref_b, limit, s->found, budget);
}

/// Returns a bound on the sum of the absolute coordinates of a difference of two points in the boxes.
static double reach_of(const flr_aabb3 *a, const flr_aabb3 *b)
{
    const dvec3 d = dvec3_relative(flr_max3(a->max, b->max), flr_min3(a->min, b->min));
    return d.x + d.y + d.z;
}

static flr_closest3_mesh closest_in_order(const flr_instance3 *a, const flr_instance3 *b,
                                          flr_real max_distance)
{
    flr_closest3_mesh r = {false, 0, {0, 0, 0}, {0, 0, 0}, 0, 0};
    const bvh3_review review = {begin_review, is_separated};
    pair_search s;
    s.a = a;
    s.b = b;
    s.found = s.reviewed = false;
    s.approached_distance = (flr_real)INFINITY;
    s.best = (mesh_separation3_pair){.distance_squared = flr_mesh3_squared_limit(max_distance)};
    s.leaf_a.child = s.leaf_b.child = BVH3_EMPTY;
    s.leaf_a.first = s.leaf_b.first = 0;
    s.reach = reach_of(&a->bounds, &b->bounds);
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    flr_bvh3_pair_traverse(&pair, max_distance, search_leaves, &review, &s);
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
    if (flr_instance3_in_order(a, b)) return closest_in_order(a, b, max_distance);
    const flr_closest3_mesh r = closest_in_order(b, a, max_distance);
    return (flr_closest3_mesh){r.found, r.distance, r.point_b, r.point_a, r.triangle_b, r.triangle_a};
}
