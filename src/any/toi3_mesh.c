#include <math.h>

#include "any/toi3.h"
#include "math/predicates.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"

enum { STACK_SIZE = 2 * (BVH3_WIDTH - 1) * BVH3_DEPTH_MAX + BVH3_WIDTH, NO_TREE = 0xffffffff };

/// A box of each tree, or the whole of a part that is no mesh, and when they may touch first.
typedef struct entry {
    uint32_t a, b;
    flr_real t;
} entry;

typedef struct walk {
    toi3_search *search;
    const toi3_part *a, *b;
    flr_toi3_options loose;
} walk;

/// The box of a tree as the path of its mesh moves it; slanted where the instance is.
static toi3_part box_part(const flr_instance3 *i, uint32_t ref)
{
    const bvh3 *tree = &i->mesh->tree;
    bvh3_box box = bvh3_box_of(tree, ref);
    flr_real unit = 1 / tree->scale;
    flr_vec3 center =
        flr_vec3_make((flr_real)box.center[0], (flr_real)box.center[1], (flr_real)box.center[2]);
    flr_vec3 half = flr_vec3_make((flr_real)box.half[0], (flr_real)box.half[1], (flr_real)box.half[2]);
    flr_box3 b = {flr_affine3_point(i->pose, flr_mul_add3(tree->center, unit, center)), i->pose.linear,
                  flr_scale3(unit, half)};
    flr_convex3 core = flr_convex3_box(&b);
    core.radius = (flr_real)(2 * flr_instance3_rounding(i));
    return flr_toi3_convex_part(&core);
}

static toi3_part whole_or_box(const toi3_part *p, uint32_t ref)
{
    return ref == NO_TREE ? *p : box_part(p->mesh, ref);
}

static uint32_t child_of(const toi3_part *p, uint32_t ref)
{
    return ref == NO_TREE ? BVH3_LEAF : bvh3_child(&p->mesh->mesh->tree, ref);
}

static toi3_part item_part(const toi3_part *p, uint32_t ref, uint32_t k)
{
    if (ref == NO_TREE) return *p;
    flr_triangle3 t = instance3_item_triangle(p->mesh, bvh3_leaf_first(child_of(p, ref)) + k);
    flr_convex3 core = flr_convex3_triangle(&t);
    return flr_toi3_convex_part(&core);
}

static uint32_t triangle_of(const toi3_part *p, uint32_t ref, uint32_t k)
{
    return ref == NO_TREE ? 0 : mesh3_input_of(p->mesh->mesh, bvh3_leaf_first(child_of(p, ref)) + k);
}

static uint32_t item_count(const toi3_part *p, uint32_t ref)
{
    return ref == NO_TREE ? 1 : bvh3_leaf_count(child_of(p, ref));
}

static void leaves(const walk *w, const entry *e)
{
    uint32_t count_a = item_count(w->a, e->a), count_b = item_count(w->b, e->b);
    for (uint32_t i = 0; i < count_a; i++) {
        toi3_part a = item_part(w->a, e->a, i);
        w->search->triangle_a = triangle_of(w->a, e->a, i);
        for (uint32_t j = 0; j < count_b; j++) {
            toi3_part b = item_part(w->b, e->b, j);
            w->search->triangle_b = triangle_of(w->b, e->b, j);
            flr_toi3_search_parts(w->search, &a, &b);
        }
    }
    w->search->triangle_a = w->search->triangle_b = 0;
}

static flr_real size_of(const toi3_part *p, uint32_t ref)
{
    if (ref == NO_TREE) return 0;
    bvh3_box b = bvh3_box_of(&p->mesh->mesh->tree, ref);
    float most = b.half[0] > b.half[1] ? b.half[0] : b.half[1];
    return (flr_real)(most > b.half[2] ? most : b.half[2]) / p->mesh->mesh->tree.scale * p->mesh->max_stretch;
}

/// The children of the larger box against the other, those that touch first on top.
static int expand(const walk *w, const entry *e, entry *stack, int top)
{
    bool leaf_a = bvh3_is_leaf(child_of(w->a, e->a)), leaf_b = bvh3_is_leaf(child_of(w->b, e->b));
    bool of_a = leaf_b || (!leaf_a && size_of(w->a, e->a) >= size_of(w->b, e->b));
    uint32_t node = of_a ? child_of(w->a, e->a) : child_of(w->b, e->b);
    toi3_part other = of_a ? whole_or_box(w->b, e->b) : whole_or_box(w->a, e->a);
    const flr_instance3 *mesh = of_a ? w->a->mesh : w->b->mesh;
    int first = top;
    for (uint32_t k = 0; k < BVH3_WIDTH; k++) {
        uint32_t ref = BVH3_WIDTH * node + k;
        if (bvh3_child(&mesh->mesh->tree, ref) == BVH3_EMPTY) continue;
        toi3_part box = box_part(mesh, ref);
        flr_toi3_result q = flr_toi3_parts(w->search, of_a ? &box : &other, of_a ? &other : &box, &w->loose);
        if (!q.hit) continue;
        entry child = {of_a ? ref : e->a, of_a ? e->b : ref, q.t};
        int i = top++;
        for (; i > first && stack[i - 1].t < child.t; i--) stack[i] = stack[i - 1];
        stack[i] = child;
    }
    return top;
}

void flr_toi3_search_trees(toi3_search *s, const toi3_part *a, const toi3_part *b)
{
    walk w = {s, a, b, s->options};
    // of a box a bound is enough, and how far two steps get is close to the time when it is touched
    w.loose.max_steps = 2;
    entry stack[STACK_SIZE];
    int top = 0;
    stack[top++] =
        (entry){a->kind == TOI3_MESH ? BVH3_ROOT : NO_TREE, b->kind == TOI3_MESH ? BVH3_ROOT : NO_TREE, 0};
    while (top > 0 && !toi3_is_over(s)) {
        entry e = stack[--top];
        if (s->best.hit && e.t >= s->best.t) continue;
        if (bvh3_is_leaf(child_of(a, e.a)) && bvh3_is_leaf(child_of(b, e.b))) {
            leaves(&w, &e);
        } else {
            top = expand(&w, &e, stack, top);
        }
    }
}

_Static_assert(sizeof(flr_vec2) == 2 * sizeof(flr_real) && sizeof(flr_vec3) == 3 * sizeof(flr_real),
               "corners are addressed as numbers");

/// A simple polygon of the plane, or as seen along the axis nearest to its normal, counter-clockwise by x and y.
typedef struct outline {
    const flr_real *corners;
    size_t width;  ///< 2 or 3 numbers each
    size_t x, y;
    toi3_triangle_fn *tell;
    toi2_triangle_fn *tell2;
    void *user;
} outline;

static double coordinate(const outline *o, size_t i, size_t k)
{
    return (double)o->corners[o->width * i + k];
}

static flr_vec3 corner(const outline *o, size_t i)
{
    const flr_real *p = o->corners + o->width * i;
    return flr_vec3_make(p[0], p[1], o->width == 3 ? p[2] : 0);
}

static int side(const outline *o, size_t a, size_t b, size_t c)
{
    return flr_orient2_inline(coordinate(o, a, o->x), coordinate(o, a, o->y), coordinate(o, b, o->x),
                              coordinate(o, b, o->y), coordinate(o, c, o->x), coordinate(o, c, o->y));
}

static bool same_place(const outline *o, size_t a, size_t b)
{
    flr_vec3 p = corner(o, a), q = corner(o, b);
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static bool crosses(const outline *o, size_t a, size_t b, size_t c, size_t d)
{
    return side(o, a, b, c) * side(o, a, b, d) < 0 && side(o, c, d, a) * side(o, c, d, b) < 0;
}

/// Is the triangle of i, k, j free of the chain from i to j, but for its own corners?
static bool is_free(const outline *o, size_t i, size_t k, size_t j)
{
    for (size_t v = i + 1; v < j; ++v) {
        if (v != k && !same_place(o, v, i) && !same_place(o, v, k) && !same_place(o, v, j) &&
            side(o, i, k, v) >= 0 && side(o, k, j, v) >= 0 && side(o, j, i, v) >= 0)
            return false;
    }
    for (size_t v = i; v < j; ++v) {
        if (crosses(o, i, k, v, v + 1) || crosses(o, k, j, v, v + 1)) return false;
    }
    return true;
}

/// The cotangent of the angle under which k sees the base from j to i.
static double flatness(const outline *o, size_t i, size_t k, size_t j)
{
    flr_vec3 a = flr_sub3(corner(o, i), corner(o, k)), b = flr_sub3(corner(o, j), corner(o, k));
    return (double)(flr_dot3(a, b) / flr_length3(flr_cross3(a, b)));
}

/// The corner of the chain that makes a triangle with the base: of those that do, the one under whose angle the base is
/// widest. i + 1 where none does, for the outline crosses itself or has no area.
static size_t apex(const outline *o, size_t i, size_t j)
{
    double passed = -INFINITY;
    size_t passed_at = i;
    for (;;) {
        size_t best = i;
        double least = INFINITY;
        for (size_t k = i + 1; k < j; ++k) {
            if (side(o, i, k, j) <= 0) continue;
            double f = flatness(o, i, k, j);
            bool is_next = f > passed || (f == passed && k > passed_at);
            if (is_next && f < least) least = f, best = k;
        }
        if (best == i) return i + 1;
        if (is_free(o, i, best, j)) return best;
        passed = least;
        passed_at = best;
    }
}

/// The chain from i to j and its base: the smaller rest by recursion, so that it is no deeper than the logarithm of n.
static void fill(const outline *o, size_t i, size_t j)
{
    while (j - i >= 2) {
        size_t k = apex(o, i, j);
        flr_triangle3 t = {corner(o, i), corner(o, k), corner(o, j)};
        if (o->tell) {
            o->tell(o->user, &t);
        } else {
            flr_triangle2 flat = {{t.a.x, t.a.y}, {t.b.x, t.b.y}, {t.c.x, t.c.y}};
            o->tell2(o->user, &flat);
        }
        if (k - i < j - k) {
            fill(o, i, k);
            i = k;
        } else {
            fill(o, k, j);
            j = k;
        }
    }
}

void flr_toi3_triangles(const flr_vec3 *v, size_t count, toi3_triangle_fn *tell, void *user)
{
    flr_vec3 n = flr_vec3_make(0, 0, 0);
    for (size_t i = 1; i + 1 < count; ++i)
        n = flr_add3(n, flr_cross3(flr_sub3(v[i], v[0]), flr_sub3(v[i + 1], v[0])));
    double x = fabs((double)n.x), y = fabs((double)n.y), z = fabs((double)n.z);
    outline o = {&v->x, 3, 0, 1, tell, NULL, user};
    bool turned = n.z < 0;
    if (x >= y && x >= z) {
        o.x = 1, o.y = 2;
        turned = n.x < 0;
    } else if (y >= z) {
        o.x = 2, o.y = 0;
        turned = n.y < 0;
    }
    if (turned) {
        size_t k = o.x;
        o.x = o.y;
        o.y = k;
    }
    fill(&o, 0, count - 1);
}

void flr_toi2_triangles(const flr_vec2 *v, size_t count, toi2_triangle_fn *tell, void *user)
{
    double area = 0;
    for (size_t i = 1; i + 1 < count; ++i)
        area += (double)flr_cross2(flr_sub2(v[i], v[0]), flr_sub2(v[i + 1], v[0]));
    outline o = {&v->x, 2, area < 0 ? 1 : 0, area < 0 ? 0 : 1, NULL, tell, user};
    if (count > 0) fill(&o, 0, count - 1);
}
