/// The point of a placed mesh nearest to another, and all that are near, by its tree. (Two meshes:
/// closest3_mesh_mesh.c.)

#include "closest/closest3_mesh.h"

#include <math.h>

#include "bvh/bvh3_walk.h"
#include "closest/closest3_rough.h"
#include "feeler/closest3.h"
#include "mesh/mesh3_pair.h"

typedef struct point_search {
    const flr_instance3 *mesh;
    bool is_identity;
    flr_vec3 p;
    bvh3_box around;  // p in the tree's frame, with its rounding and that of the placed triangles
    double units_per_length, world_rounding;
    float limit_squared;  // in the tree's frame
    // of the squared distance of the best: a bound on the rounding errors of points in world
    flr_real margin;
    flr_nearest3 best;
} point_search;

static void set_limit(point_search *s, double distance_squared)
{
    double x = sqrt(distance_squared) * s->units_per_length, r = s->world_rounding;
    s->margin = (flr_real)(2 * sqrt(distance_squared) * r + r * r);
    s->limit_squared = (float)(x * x * (1 + 1e-6));
}

/// Begins the search in the frame of the mesh's tree, with a box around p for the rounding.
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

/// Returns the point of a well-shaped triangle nearest to the origin, by Voronoi regions (RTCD 5.1.5). It is
/// accurate to a few parts in 10^10, which is enough to choose between triangles.
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

/// Is the triangle farther than the best so far, by much more than the rounding errors of this test? False
/// for needles, and where products could leave the range of double.
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

/// Takes the nearest triangle of a leaf, if it is nearer than all before. `at` is the place of the leaf's box.
static void search_leaf(point_search *s, uint32_t leaf, uint32_t at)
{
    unsigned open = rough3_open(s->mesh->mesh, leaf, at, &s->around, s->limit_squared);
    for (; open != 0; open &= open - 1) {
        const uint32_t item = bvh3_leaf_first(leaf) + (uint32_t)__builtin_ctz(open);
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
        search_leaf(&s, leaf, walk.at);
    return s.best;
}

/// Does a point in the same direction from p exist already?
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
