/// Do the surfaces of two meshes cross? Around a common point, the search tries translations by the
/// tolerance's length along normals, sums of normals, and directions perpendicular to edges. A place that
/// none of them separates is a crossing.
#include "interference/crossing3.h"

#include <math.h>

#include "feeler/closest3.h"
#include "feeler/overlap3.h"
#include "math/unit.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"

/// At most TRIANGLES around a place are examined, and NORMALS of them are kept. KNOWN places are remembered
/// that are no crossings.
enum { NORMALS = 6, TRIANGLES = 256, KNOWN = 16 };

/// The search for a crossing, and the place under examination.
typedef struct search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    flr_real length;  // how long each translation is
    flr_vec3 point;   // the place under examination
    flr_vec3 known[KNOWN];
    int known_count;
    crossing3 *where;
} search;

/// The different normals of the triangles near the place.
typedef struct normals {
    const flr_instance3 *of;
    const search *search;
    flr_vec3 all[NORMALS];
    int count, left;
} normals;

/// Is the triangle near the place: could a translation of that length bring it into contact there?
static bool is_around(const search *s, const flr_triangle3 *t)
{
    return flr_closest3_point_triangle(s->point, t).distance <= 4 * s->length;
}

static void add_normal(normals *n, const flr_triangle3 *t)
{
    const flr_vec3 normal = unit3_or_zero(flr_cross3(flr_sub3(t->b, t->a), flr_sub3(t->c, t->a)));
    if (n->count == NORMALS || !(flr_length_squared3(normal) > 0)) return;
    for (int k = 0; k < n->count; k++)
        if (fabs((double)flr_dot3(n->all[k], normal)) > 0.999999) return;
    n->all[n->count++] = normal;
}

static bool take_normal(void *user, uint32_t item)
{
    normals *n = user;
    const flr_triangle3 t = instance3_item_triangle(n->of, item);
    if (is_around(n->search, &t)) add_normal(n, &t);
    return n->count < NORMALS && --n->left > 0;
}

static void gather(normals *n, const search *s, const flr_instance3 *of, const flr_triangle3 *first)
{
    *n = (normals){.of = of, .search = s, .left = TRIANGLES};
    add_normal(n, first);
    flr_mesh3_visit_box(of, &s->point, 1, 4 * s->length, take_normal, n);
}

static bool boxes_meet(const flr_triangle3 *a, const flr_triangle3 *b)
{
    const flr_vec3 a_min = flr_min3(a->a, flr_min3(a->b, a->c)), a_max = flr_max3(a->a, flr_max3(a->b, a->c)),
                   b_min = flr_min3(b->a, flr_min3(b->b, b->c)), b_max = flr_max3(b->a, flr_max3(b->b, b->c));
    return a_min.x <= b_max.x && b_min.x <= a_max.x && a_min.y <= b_max.y && b_min.y <= a_max.y &&
           a_min.z <= b_max.z && b_min.z <= a_max.z;
}

/// One translation of b, tried against a around the place.
typedef struct translation {
    const search *search;
    flr_vec3 move;
    flr_triangle3 moved;
    bool met;
} translation;

static bool meets_moved(void *user, uint32_t item)
{
    translation *m = user;
    const flr_triangle3 t = instance3_item_triangle(m->search->a, item);
    m->met = boxes_meet(&t, &m->moved) && flr_overlap3_triangle_triangle(&t, &m->moved) &&
             is_around(m->search, &t);
    return !m->met;
}

static bool move_item(void *user, uint32_t item)
{
    translation *m = user;
    const flr_triangle3 t = instance3_item_triangle(m->search->b, item);
    if (!is_around(m->search, &t)) return true;
    m->moved = (flr_triangle3){flr_add3(t.a, m->move), flr_add3(t.b, m->move), flr_add3(t.c, m->move)};
    const flr_vec3 corners[3] = {m->moved.a, m->moved.b, m->moved.c};
    flr_mesh3_visit_box(m->search->a, corners, 3, 0, meets_moved, m);
    return !m->met;
}

/// Does this translation take b off a around the place?
static bool separates(const search *s, flr_vec3 way)
{
    if (!(flr_length_squared3(way) > 0)) return false;
    translation m = {.search = s, .move = flr_scale3(s->length, unit3_or_zero(way))};
    flr_mesh3_visit_box(s->b, &s->point, 1, 4 * s->length, move_item, &m);
    return !m.met;
}

static bool separates_along_line(const search *s, flr_vec3 way)
{
    return separates(s, way) || separates(s, flr_neg3(way));
}

static bool separates_by_normals(const search *s, const normals *a, const normals *b)
{
    flr_vec3 all[2 * NORMALS];
    int count = 0;
    for (int i = 0; i < a->count; i++) all[count++] = a->all[i];
    for (int i = 0; i < b->count; i++) all[count++] = b->all[i];
    for (int i = 0; i < count; i++)
        if (separates_along_line(s, all[i])) return true;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (separates_along_line(s, flr_add3(all[i], all[j])) ||
                separates_along_line(s, flr_sub3(all[i], all[j])))
                return true;
    return false;
}

/// Tries directions away from three faces at once. Where three faces of each lie flat on three of the other,
/// as in the corner of a tray, only such a direction separates them.
static bool separates_by_corners(const search *s, const normals *n)
{
    for (int i = 0; i < n->count; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                for (int signs = 0; signs < 4; signs++) {
                    const flr_vec3 v = signs & 1 ? flr_neg3(n->all[j]) : n->all[j],
                                   w = signs & 2 ? flr_neg3(n->all[k]) : n->all[k];
                    if (separates_along_line(s, flr_add3(n->all[i], flr_add3(v, w)))) return true;
                }
    return false;
}

static bool separates_by_edges(const search *s, const flr_triangle3 *ta, const flr_triangle3 *tb)
{
    const flr_vec3 a[3] = {ta->a, ta->b, ta->c}, b[3] = {tb->a, tb->b, tb->c};
    for (int i = 0; i < 3; i++) {
        const flr_vec3 u = unit3_or_zero(flr_sub3(a[(i + 1) % 3], a[i]));
        for (int j = 0; j < 3; j++) {
            const flr_vec3 v = unit3_or_zero(flr_sub3(b[(j + 1) % 3], b[j]));
            if (separates_along_line(s, flr_cross3(u, v))) return true;
        }
    }
    return false;
}

/// Is the place near one that is known to be no crossing? Places were examined out to four lengths; one
/// within two lengths still has two examined lengths around it.
static bool is_known(const search *s)
{
    const int count = s->known_count < KNOWN ? s->known_count : KNOWN;
    for (int k = 0; k < count; k++)
        if (flr_length3(flr_sub3(s->known[k], s->point)) <= 2 * s->length) return true;
    return false;
}

/// Do two triangles intersect at a place that is a crossing? Sets `where` if so.
static bool cross(search *s, uint32_t i, uint32_t j)
{
    const flr_triangle3 *ta = &s->leaf_a.triangles[i], *tb = &s->leaf_b.triangles[j];
    if (mesh3_gap_squared(&s->leaf_a.boxes[i], &s->leaf_b.boxes[j]) > 0) return false;
    const flr_intersection3 x = flr_intersect3_triangle_triangle(ta, tb);
    if (x.count == 0) return false;
    s->point = flr_lerp3(x.point[0], x.point[1], (flr_real)0.5);
    if (is_known(s)) return false;
    normals a, b;
    gather(&a, s, s->a, ta);
    gather(&b, s, s->b, tb);
    if (separates_by_normals(s, &a, &b) || separates_by_edges(s, ta, tb) || separates_by_corners(s, &a) ||
        separates_by_corners(s, &b)) {
        s->known[s->known_count++ % KNOWN] = s->point;
        return false;
    }
    *s->where = (crossing3){s->point, s->leaf_a.first + i, s->leaf_b.first + j};
    return true;
}

static double test_leaves(void *user, uint32_t a, uint32_t b, double limit)
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
    return flr_bvh3_pair_traverse(&pair, 0, test_leaves, NULL, &s) < 0;
}
