/// Closest points of a placed mesh and a point, and of two placed meshes, by their trees.

#include "closest/closest3_mesh.h"

#include <math.h>

#include "bvh/bvh3_walk.h"
#include "closest/kernels3.h"
#include "feeler/closest3.h"
#include "mesh/mesh3_pair.h"

// ---- A point

typedef struct point_search {
    const flr_instance3 *mesh;
    bool is_identity;
    flr_vec3 p;
    bvh3_box around;  // p in the tree's frame, with its rounding and that of the placed triangles
    double units_per_length, world_rounding;
    float limit_squared;  // there
    flr_real
        margin;  // of the squared distance of the best: a bound on the rounding errors of points in world
    flr_nearest3 best;
} point_search;

static void set_limit(point_search *s, double distance_squared)
{
    double x = sqrt(distance_squared) * s->units_per_length, r = s->world_rounding;
    s->margin = (flr_real)(2 * sqrt(distance_squared) * r + r * r);
    s->limit_squared = (float)(x * x * (1 + 1e-6));
}

static point_search begin_search(flr_vec3 p, const flr_instance3 *m, flr_real max_distance)
{
    const bvh3 *tree = &m->mesh->tree;
    flr_vec3 offset = flr_sub3(p, instance3_point(m, tree->center));
    flr_vec3 q = flr_scale3(tree->scale, flr_mat3_mul(m->inverse.linear, offset));
    point_search s = {.mesh = m,
                      .is_identity = instance3_is_identity(m),
                      .p = p,
                      .around.center = {(float)q.x, (float)q.y, (float)q.z}};
    double worth = (double)m->min_stretch / (double)tree->scale;
    double size = fabs((double)q.x) + fabs((double)q.y) + fabs((double)q.z);
    double world = fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z);
    double rounding = flr_instance3_rounding(m) + world * (sizeof(flr_real) == sizeof(float) ? 1e-6 : 2e-15);
    s.units_per_length = 1 / worth;
    s.world_rounding = rounding;
    const float slack = (float)((size + 2) * 4.8e-7 + rounding / worth * 1.000001);
    for (int k = 0; k < 3; k++) s.around.half[k] = slack;
    s.best.distance_squared = flr_mesh3_squared_limit(max_distance);
    set_limit(&s, (double)s.best.distance_squared);
    return s;
}

/// The point of a well-shaped triangle nearest to the origin, by Voronoi regions (Ericson, Real-Time
/// Collision Detection, 5.1.5): good to a few parts in 10^10, to choose between triangles by.
static flr_vec3 estimate_nearest(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    flr_vec3 ab = flr_sub3(b, a), ac = flr_sub3(c, a);
    flr_real d1 = -flr_dot3(ab, a), d2 = -flr_dot3(ac, a);
    if (d1 <= 0 && d2 <= 0) return a;
    flr_real d3 = -flr_dot3(ab, b), d4 = -flr_dot3(ac, b);
    if (d3 >= 0 && d4 <= d3) return b;
    flr_real vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return flr_mul_add3(a, d1 / (d1 - d3), ab);
    flr_real d5 = -flr_dot3(ab, c), d6 = -flr_dot3(ac, c);
    if (d6 >= 0 && d5 <= d6) return c;
    flr_real vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return flr_mul_add3(a, d2 / (d2 - d6), ac);
    flr_real va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 >= d3 && d5 >= d6)
        return flr_mul_add3(b, (d4 - d3) / ((d4 - d3) + (d5 - d6)), flr_sub3(c, b));
    flr_real sum = va + vb + vc;
    return flr_mul_add3(flr_mul_add3(a, vb / sum, ab), vc / sum, ac);
}

/// Is the triangle, by far more than the rounding errors of this test, farther than the best so far?
/// Not judged of needles, and not where products could leave the range of double.
static bool is_farther(const point_search *s, const flr_triangle3 *t)
{
    flr_vec3 a = flr_sub3(t->a, s->p), b = flr_sub3(t->b, s->p), c = flr_sub3(t->c, s->p);
    flr_vec3 u = flr_sub3(b, a), v = flr_sub3(c, a), n = flr_cross3(u, v);
    flr_real uu = flr_dot3(u, u), vv = flr_dot3(v, v), nn = flr_dot3(n, n), aa = flr_dot3(a, a);
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real huge = single ? (flr_real)1e8 : (flr_real)1e70, tiny = 1 / huge;
    if (!(nn > (flr_real)1e-4 * uu * vv && uu > tiny && vv > tiny && uu < huge && vv < huge && aa < huge))
        return false;
    const flr_real slack = single ? (flr_real)1e-3 : (flr_real)1e-9;
    flr_real limit = s->best.distance_squared * (1 + slack) + slack * slack * (uu + vv + aa) + s->margin;
    flr_real h = flr_dot3(a, n);
    if (h * h > nn * limit) return true;
    return flr_length_squared3(estimate_nearest(a, b, c)) > limit;
}

static void search_leaf(point_search *s, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        const flr_triangle3 t = s->is_identity ? mesh3_item_triangle(s->mesh->mesh, item)
                                               : instance3_item_triangle(s->mesh, item);
        if (is_farther(s, &t)) continue;
        flr_vec3 q = flr_closest3_point_triangle(s->p, &t).point_b;
        flr_real d = flr_distance_squared3(s->p, q);
        if (s->best.found ? !(d < s->best.distance_squared) : !(d <= s->best.distance_squared)) continue;
        s->best = (flr_nearest3){true, d, q, item};
        set_limit(s, (double)d);
    }
}

flr_nearest3 flr_nearest3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance)
{
    point_search s = begin_search(p, m, max_distance);
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    bvh3_walk_begin(&walk, &m->mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_near(&walk, &s.around, s.limit_squared)) != BVH3_EMPTY;)
        search_leaf(&s, leaf);
    return s.best;
}

/// Is there one already that lies in the same direction from p?
static bool has_direction(flr_vec3 p, const flr_nearest3 *points, int count, const flr_nearest3 *n)
{
    flr_vec3 d = flr_sub3(n->point, p);
    for (int i = 0; i < count; i++) {
        flr_vec3 e = flr_sub3(points[i].point, p);
        flr_real along = flr_dot3(d, e), lengths = n->distance_squared * points[i].distance_squared;
        if (along > 0 && along * along >= lengths * (1 - (flr_real)2e-9)) return true;
    }
    return false;
}

int flr_near_points3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance,
                                flr_nearest3 *points, int capacity)
{
    point_search s = begin_search(p, m, max_distance);
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    int count = 0;
    bvh3_walk_begin(&walk, &m->mesh->tree);
    while (count < capacity) {
        const uint32_t leaf = lanes->next_near(&walk, &s.around, s.limit_squared);
        if (leaf == BVH3_EMPTY) break;
        uint32_t first = bvh3_leaf_first(leaf), end = first + bvh3_leaf_count(leaf);
        for (uint32_t item = first; item < end && count < capacity; item++) {
            flr_triangle3 t = instance3_item_triangle(m, item);
            flr_vec3 q = flr_closest3_point_triangle(p, &t).point_b;
            flr_nearest3 n = {true, flr_distance_squared3(p, q), q, item};
            if (n.distance_squared <= s.best.distance_squared && !has_direction(p, points, count, &n))
                points[count++] = n;
        }
    }
    return count;
}

flr_closest3_mesh flr_closest3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance)
{
    flr_closest3_mesh r = {false, 0, {0, 0, 0}, {0, 0, 0}, 0, 0};
    if (!(max_distance >= 0) || !flr_is_finite3(p)) return r;
    flr_nearest3 n = flr_nearest3_point_mesh(p, m, max_distance);
    flr_real distance = (flr_real)sqrt((double)n.distance_squared);
    if (!n.found || !(distance <= max_distance)) return r;
    r.found = true;
    r.distance = distance;
    r.point_a = p;
    r.point_b = n.point;
    r.triangle_b = mesh3_input_of(m->mesh, n.item);
    return r;
}

// ---- Two meshes

/// How far the triangles of a leaf go along the direction of the search: those of a at most, those of b at least, measured against it.
typedef struct leaf_heights {
    uint32_t child;  ///< the leaf, BVH3_EMPTY for none
    double of[BVH3_LEAF_MAX], most;
} leaf_heights;

typedef struct pair_search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    /// From the best pair's point of a to that of b. What is farther apart along it than that pair, rounding included, is passed by: of
    /// sheets oblique to the axes nearly everything.
    dvec3 way;
    flr_vec3 origin;
    double beyond, reach;
    leaf_heights heights_a, heights_b;
    bool found;
    mesh_separation3_pair best;  // its distance is the limit as long as nothing is found
    bool reviewed;
    flr_real reviewed_distance;  // squared, of the best pair at the last review
    mesh_separation3 apart;
} pair_search;

/// A better pair: its direction is that of the search from now on.
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

/// Are two triangles of the leaves at hand, or both leaves, apart along the direction of the search?
static bool are_apart(const pair_search *s, double height_a, double height_b)
{
    return s->found && -height_b - height_a > s->beyond;
}

static double limit_of(const pair_search *s)
{
    return s->found && !(s->best.distance_squared > 0) ? -1 : sqrt((double)s->best.distance_squared);
}

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
    return limit_of(s);
}

/// The best pair, if it is new since the last review, else one of where the search is now:
/// improved, and gives directions.
static double begin_review(void *user, double limit)
{
    pair_search *s = user;
    (void)limit;
    if (!s->reviewed) flr_mesh_separation3_begin(&s->apart, s->a, s->b);
    bool again = s->reviewed && !(s->best.distance_squared < s->reviewed_distance);
    mesh_separation3_pair pair =
        s->found && !again ? s->best
                           : flr_mesh_separation3_begin_at(s->a, s->b, s->leaf_a.first, s->leaf_b.first);
    if (flr_mesh_separation3_approach(s->a, s->b, &pair) && pair.distance_squared < s->best.distance_squared)
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

/// No difference of two places in the boxes has a larger sum of its absolute coordinates.
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
