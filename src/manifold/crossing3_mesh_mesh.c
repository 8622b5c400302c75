#include "manifold/crossing3_mesh_mesh.h"

#include <math.h>

#include "feeler/closest.h"
#include "feeler/overlap.h"
#include "math/unit3.h"
#include "shape/mesh3_box.h"
#include "shape/mesh3_pair.h"

/// Triangles around a place, and their normals.
enum { AROUND = 48, NORMALS = 6 };

typedef struct around {
    const flr_instance3 *of;
    flr_vec3 point;
    flr_real radius;
    flr_triangle3 triangles[AROUND];
    int count;
    flr_vec3 normals[NORMALS];
    int normal_count;
} around;

typedef struct search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    flr_real length;  // of the translations
    around at_a, at_b;
    crossing3 *where;
} search;

static void add_normal(around *n, const flr_triangle3 *t)
{
    const flr_vec3 normal = unit3_or_zero(flr_cross3(flr_sub3(t->b, t->a), flr_sub3(t->c, t->a)));
    if (n->normal_count == NORMALS || !(flr_length_squared3(normal) > 0)) return;
    for (int k = 0; k < n->normal_count; k++)
        if (fabs((double)flr_dot3(n->normals[k], normal)) > 0.999999) return;
    n->normals[n->normal_count++] = normal;
}

static bool take(void *user, uint32_t item)
{
    around *n = user;
    const flr_triangle3 t = instance3_item_triangle(n->of, item);
    if (!(flr_closest3_point_triangle(n->point, &t).distance <= n->radius)) return true;
    n->triangles[n->count++] = t;
    add_normal(n, &t);
    return n->count < AROUND;
}

static void gather(around *n, const flr_instance3 *of, flr_vec3 point, flr_real radius,
                   const flr_triangle3 *first)
{
    n->of = of;
    n->point = point;
    n->radius = radius;
    n->count = n->normal_count = 0;
    add_normal(n, first);
    flr_mesh3_visit_box(of, &point, 1, radius, take, n);
}

static bool boxes_meet(const flr_triangle3 *a, const flr_triangle3 *b)
{
    const flr_vec3 a_min = flr_min3(a->a, flr_min3(a->b, a->c)), a_max = flr_max3(a->a, flr_max3(a->b, a->c)),
                   b_min = flr_min3(b->a, flr_min3(b->b, b->c)), b_max = flr_max3(b->a, flr_max3(b->b, b->c));
    return a_min.x <= b_max.x && b_min.x <= a_max.x && a_min.y <= b_max.y && b_min.y <= a_max.y &&
           a_min.z <= b_max.z && b_min.z <= a_max.z;
}

/// Is b off a, where its triangles around the place are moved that way?
static bool comes_off(const search *s, flr_vec3 way)
{
    if (!(flr_length_squared3(way) > 0)) return false;
    const flr_vec3 move = flr_scale3(s->length, unit3_or_zero(way));
    for (int j = 0; j < s->at_b.count; j++) {
        const flr_triangle3 *t = &s->at_b.triangles[j];
        const flr_triangle3 moved = {flr_add3(t->a, move), flr_add3(t->b, move), flr_add3(t->c, move)};
        for (int i = 0; i < s->at_a.count; i++) {
            if (!boxes_meet(&s->at_a.triangles[i], &moved)) continue;
            if (flr_overlap3_triangle_triangle(&s->at_a.triangles[i], &moved)) return false;
        }
    }
    return true;
}

static bool comes_off_either_way(const search *s, flr_vec3 way)
{
    return comes_off(s, way) || comes_off(s, flr_neg3(way));
}

static bool comes_off_by_normals(const search *s)
{
    const around *a = &s->at_a, *b = &s->at_b;
    for (int i = 0; i < a->normal_count; i++)
        if (comes_off_either_way(s, a->normals[i])) return true;
    for (int j = 0; j < b->normal_count; j++)
        if (comes_off_either_way(s, b->normals[j])) return true;
    for (int i = 0; i < a->normal_count + b->normal_count; i++) {
        const flr_vec3 n = i < a->normal_count ? a->normals[i] : b->normals[i - a->normal_count];
        for (int j = 0; j < i; j++) {
            const flr_vec3 m = j < a->normal_count ? a->normals[j] : b->normals[j - a->normal_count];
            if (comes_off_either_way(s, flr_add3(n, m)) || comes_off_either_way(s, flr_sub3(n, m)))
                return true;
        }
    }
    return false;
}

static bool comes_off_by_edges(const search *s, const flr_triangle3 *ta, const flr_triangle3 *tb)
{
    const flr_vec3 a[3] = {ta->a, ta->b, ta->c}, b[3] = {tb->a, tb->b, tb->c};
    for (int i = 0; i < 3; i++) {
        const flr_vec3 u = unit3_or_zero(flr_sub3(a[(i + 1) % 3], a[i]));
        for (int j = 0; j < 3; j++) {
            const flr_vec3 v = unit3_or_zero(flr_sub3(b[(j + 1) % 3], b[j]));
            if (comes_off_either_way(s, flr_cross3(u, v))) return true;
        }
    }
    return false;
}

static bool cross(search *s, uint32_t i, uint32_t j)
{
    const flr_triangle3 *ta = &s->leaf_a.triangles[i], *tb = &s->leaf_b.triangles[j];
    if (!boxes_meet(ta, tb)) return false;
    const flr_intersection3 x = flr_intersect3_triangle_triangle(ta, tb);
    if (x.count == 0) return false;
    const flr_vec3 point = flr_lerp3(x.point[0], x.point[1], (flr_real)0.5);
    gather(&s->at_a, s->a, point, 4 * s->length, ta);
    gather(&s->at_b, s->b, point, 4 * s->length, tb);
    if (comes_off_by_normals(s) || comes_off_by_edges(s, ta, tb)) return false;
    *s->where = (crossing3){point, s->leaf_a.first + i, s->leaf_b.first + j};
    return true;
}

static double look_into_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    search *s = user;
    mesh3_leaf_fetch(&s->leaf_a, s->a, a);
    mesh3_leaf_fetch(&s->leaf_b, s->b, b);
    for (uint32_t i = 0; i < s->leaf_a.count; i++)
        for (uint32_t j = 0; j < s->leaf_b.count; j++)
            if (cross(s, i, j)) return -1;
    return limit;
}

bool flr_crossing3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                             crossing3 *where)
{
    const double rounding = flr_instance3_rounding(a) + flr_instance3_rounding(b);
    search s = {.a = a, .b = b, .length = (flr_real)fmax((double)tolerance, rounding), .where = where};
    s.leaf_a.child = s.leaf_b.child = BVH3_EMPTY;
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    return flr_bvh3_pair_traverse(&pair, 0, look_into_leaves, NULL, &s) < 0;
}
