/// Finds the triangles of two meshes that cross, by exact signs for b moved by an infinitesimal.

#include <stdlib.h>
#include <string.h>

#include "interference/intersection3.h"
#include "math/predicates.h"
#include "math/predicates2.h"
#include "mesh/mesh3_pair.h"

// ---- Signs

/// The sign of the component of u x v along the axis, where u = b - a and v = d - c.
static int cross_sign_along(int axis, flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    const flr_vec2 p = flr_seen_along(axis, a), q = flr_seen_along(axis, b), r = flr_seen_along(axis, c),
                   s = flr_seen_along(axis, d);
    const double left = ((double)q.x - (double)p.x) * ((double)s.y - (double)r.y),
                 right = ((double)q.y - (double)p.y) * ((double)s.x - (double)r.x);
    // the rounding errors of an orientation in the plane
    const double bound = FLR_FILTER_RELATIVE2 * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    if (left - right > bound) return 1;
    if (left - right < -bound) return -1;
    const flr_row3 view = flr_row3_axis(axis), u = flr_row3_difference(b, a), v = flr_row3_difference(d, c);
    return flr_triple3_exact(&view, &u, &v, NULL);
}

/// Returns the sign of m . (u x v), where b is moved by the infinitesimal m, u = b - a and v = d - c.
static int move_across(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    for (int axis = 0; axis < 3; axis++) {
        const int sign = cross_sign_along(axis, a, b, c, d);
        if (sign != 0) return sign;
    }
    return 0;
}

/// On which side of the plane of a triangle does p lie, a point of the other mesh? `moved`: the triangle is
/// b's. 0 only for a triangle without area, which the moved mesh crosses nowhere.
static int moved_side(const flr_triangle3 *t, bool moved, flr_vec3 p)
{
    const int side = flr_orient3_inline(t->a, t->b, t->c, p);
    if (side != 0) return side;
    const int along = move_across(t->a, t->b, t->a, t->c);
    return moved ? -along : along;
}

/// The sign of orient3(p, q, r, s) for an edge p q of a and an edge r s of b. 0 only if they are parallel.
///
/// The determinant is linear in the move, which r and s share. Its derivative is minus the move's component
/// across both edges.
static int moved_edges(flr_vec3 p, flr_vec3 q, flr_vec3 r, flr_vec3 s)
{
    const int side = flr_orient3_inline(p, q, r, s);
    return side != 0 ? side : -move_across(p, q, r, s);
}

/// Returns the sign of d . ((from - p) x (to - p)), with the infinitesimal move of p or of the triangle.
static int turn_about(flr_vec3 p, flr_vec3 d, flr_vec3 from, flr_vec3 to, bool moved)
{
    const int side = flr_triple3(d, p, from, to);
    if (side != 0) return side;
    const flr_row3 u = flr_row3_difference(to, from), v = flr_row3_vector(d);
    for (int axis = 0; axis < 3; axis++) {
        const flr_row3 view = flr_row3_axis(axis);
        const int sign = flr_triple3_exact(&view, &u, &v, NULL);
        if (sign != 0) return moved ? sign : -sign;
    }
    return 0;
}

int flr_moved3_ray(flr_vec3 p, flr_vec3 d, const flr_triangle3 *t, bool moved)
{
    const int first = turn_about(p, d, t->a, t->b, moved);
    if (first == 0 || turn_about(p, d, t->b, t->c, moved) != first ||
        turn_about(p, d, t->c, t->a, moved) != first)
        return 0;
    // if d sees the triangle counter-clockwise, it leaves through the front; the triangle is ahead if p is
    // behind it
    return moved_side(t, moved, p) == -first ? first : 0;
}

// ---- Two triangles

/// The signs of two triangles against each other.
typedef struct crossing {
    flr_vec3 a[3], b[3];
    int side_a[3], side_b[3];  // of a's corners against b's plane, and of b's against a's
    int edges[3][3];           // of a's edge and b's edge, where known
    bool known[3][3];
} crossing;

static int edge_sign(crossing *c, int i, int k)
{
    if (!c->known[i][k]) c->edges[i][k] = moved_edges(c->a[i], c->a[(i + 1) % 3], c->b[k], c->b[(k + 1) % 3]);
    c->known[i][k] = true;
    return c->edges[i][k];
}

static bool is_one_side(const int side[3])
{
    return side[0] != 0 && side[0] == side[1] && side[1] == side[2];
}

/// Does edge i of one triangle pass through the other triangle? The sign of two edges is the same in either
/// order.
static bool pierces(crossing *c, bool of_a, int i)
{
    const int *side = of_a ? c->side_a : c->side_b;
    if (side[i] == 0 || side[(i + 1) % 3] == 0 || side[i] == side[(i + 1) % 3]) return false;
    const int first = of_a ? edge_sign(c, i, 0) : edge_sign(c, 0, i);
    for (int k = 1; k < 3; k++)
        if ((of_a ? edge_sign(c, i, k) : edge_sign(c, k, i)) != first) return false;
    return first != 0;
}

/// Finds the segment that two triangles share; false where there is none.
static bool cross_triangles(const flr_triangle3 *ta, const flr_triangle3 *tb, segment3 *s)
{
    crossing c = {.a = {ta->a, ta->b, ta->c}, .b = {tb->a, tb->b, tb->c}};
    for (int k = 0; k < 3; k++) c.side_a[k] = moved_side(tb, true, c.a[k]);
    if (is_one_side(c.side_a)) return false;
    for (int k = 0; k < 3; k++) c.side_b[k] = moved_side(ta, false, c.b[k]);
    if (is_one_side(c.side_b)) return false;
    int found[2] = {0, 0};
    for (int k = 0; k < 6; k++) {
        const bool of_a = k < 3;
        if (!pierces(&c, of_a, k % 3)) continue;
        const bool leaves = (of_a ? c.side_a : c.side_b)[k % 3] < 0;
        const int which = leaves == of_a ? 0 : 1;
        s->end[which] = (uint8_t)k;
        found[which]++;
    }
    return found[0] == 1 && found[1] == 1;
}

// ---- All pairs

typedef struct search {
    const flr_instance3 *of[2];
    mesh3_leaf leaf[2];
    const flr_allocator *allocator;
    segments3 *segments;
    flr_status status;
} search;

static void fetch(mesh3_leaf *leaf, const flr_instance3 *i, uint32_t child)
{
    if (leaf->child == child) return;
    leaf->child = child;
    leaf->first = bvh3_leaf_first(child);
    leaf->count = 0;
    for (uint32_t item = leaf->first; item < leaf->first + bvh3_leaf_count(child); item++) {
        const flr_triangle3 t = instance3_item_welded(i, item);
        const uint32_t k = leaf->count++;
        leaf->triangles[k] = t;
        leaf->boxes[k] = (flr_aabb3){flr_min3(t.a, flr_min3(t.b, t.c)), flr_max3(t.a, flr_max3(t.b, t.c))};
    }
}

static bool grow(search *s)
{
    segments3 *const list = s->segments;
    const size_t room = list->room ? 2 * list->room : 256;
    if (room > (size_t)1 << 30) {
        s->status = FLR_TOO_LARGE;
        return false;
    }
    segment3 *all = flr_allocate(s->allocator, room, sizeof *all);
    if (!all) {
        s->status = FLR_OUT_OF_MEMORY;
        return false;
    }
    if (list->count) memcpy(all, list->all, list->count * sizeof *all);
    flr_release(s->allocator, list->all, list->room, sizeof *all);
    list->all = all;
    list->room = room;
    return true;
}

static bool is_left_out(const flr_instance3 *i, uint32_t item)
{
    return mesh3_has_no_topology(i->mesh, item);
}

static double cross_leaves(void *user, uint32_t leaf_a, uint32_t leaf_b, double limit)
{
    search *s = user;
    const mesh3_leaf *a = &s->leaf[0], *b = &s->leaf[1];
    fetch(&s->leaf[0], s->of[0], leaf_a);
    fetch(&s->leaf[1], s->of[1], leaf_b);
    for (uint32_t i = 0; i < a->count; i++) {
        if (is_left_out(s->of[0], a->first + i)) continue;
        for (uint32_t j = 0; j < b->count; j++) {
            segment3 found = {{a->first + i, b->first + j}, {0, 0}};
            if (mesh3_gap_squared(&a->boxes[i], &b->boxes[j]) > 0 || is_left_out(s->of[1], b->first + j) ||
                !cross_triangles(&a->triangles[i], &b->triangles[j], &found))
                continue;
            if (s->segments->count == s->segments->room && !grow(s)) return -1;
            s->segments->all[s->segments->count++] = found;
        }
    }
    return limit;
}

/// Orders by a's item, then b's, so that the result does not depend on the order of traversal.
static int compare_segments(const void *a, const void *b)
{
    const segment3 *x = a, *y = b;
    for (int k = 0; k < 2; k++)
        if (x->face[k] != y->face[k]) return x->face[k] < y->face[k] ? -1 : 1;
    return 0;
}

flr_status flr_segments3_find(const flr_instance3 *a, const flr_instance3 *b, const flr_allocator *allocator,
                              segments3 *segments)
{
    search s = {.of = {a, b}, .allocator = allocator, .segments = segments, .status = FLR_OK};
    s.leaf[0].child = s.leaf[1].child = BVH3_EMPTY;
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    (void)flr_bvh3_pair_traverse(&pair, 0, cross_leaves, NULL, &s);
    if (segments->count > 1) qsort(segments->all, segments->count, sizeof *segments->all, compare_segments);
    return s.status;
}
