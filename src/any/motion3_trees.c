#include "any/motion3_parts.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"

enum { STACK_SIZE = 2 * 3 * BVH3_DEPTH_MAX + 8, NO_TREE = 0xffffffff };

/// A box of each tree, or the whole of a part that is no mesh, and when they may touch first.
typedef struct entry {
    uint32_t a, b;
    flr_real t;
} entry;

typedef struct walk {
    motion3_search *search;
    const motion3_part *a, *b;
    flr_motion3_options loose;
} walk;

/// The box of a tree as the path of its mesh moves it; slanted where the instance is.
static motion3_part box_part(const flr_instance3 *i, uint32_t ref)
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
    return flr_motion3_convex_part(&core);
}

static motion3_part whole_or_box(const motion3_part *p, uint32_t ref)
{
    return ref == NO_TREE ? *p : box_part(p->mesh, ref);
}

static uint32_t child_of(const motion3_part *p, uint32_t ref)
{
    return ref == NO_TREE ? BVH3_LEAF : bvh3_child(&p->mesh->mesh->tree, ref);
}

static motion3_part item_part(const motion3_part *p, uint32_t ref, uint32_t k)
{
    if (ref == NO_TREE) return *p;
    flr_triangle3 t = instance3_item_triangle(p->mesh, bvh3_leaf_first(child_of(p, ref)) + k);
    flr_convex3 core = flr_convex3_triangle(&t);
    return flr_motion3_convex_part(&core);
}

static uint32_t item_count(const motion3_part *p, uint32_t ref)
{
    return ref == NO_TREE ? 1 : bvh3_leaf_count(child_of(p, ref));
}

static void leaves(const walk *w, const entry *e)
{
    uint32_t count_a = item_count(w->a, e->a), count_b = item_count(w->b, e->b);
    for (uint32_t i = 0; i < count_a; i++) {
        motion3_part a = item_part(w->a, e->a, i);
        for (uint32_t j = 0; j < count_b; j++) {
            motion3_part b = item_part(w->b, e->b, j);
            flr_motion3_search_parts(w->search, &a, &b);
        }
    }
}

static flr_real size_of(const motion3_part *p, uint32_t ref)
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
    motion3_part other = of_a ? whole_or_box(w->b, e->b) : whole_or_box(w->a, e->a);
    const flr_instance3 *mesh = of_a ? w->a->mesh : w->b->mesh;
    int first = top;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t ref = 4 * node + k;
        if (bvh3_child(&mesh->mesh->tree, ref) == BVH3_EMPTY) continue;
        motion3_part box = box_part(mesh, ref);
        flr_motion3_result q =
            flr_motion3_parts(w->search, of_a ? &box : &other, of_a ? &other : &box, &w->loose);
        if (!q.hit) continue;
        entry child = {of_a ? ref : e->a, of_a ? e->b : ref, q.t};
        int i = top++;
        for (; i > first && stack[i - 1].t < child.t; i--) stack[i] = stack[i - 1];
        stack[i] = child;
    }
    return top;
}

void flr_motion3_search_trees(motion3_search *s, const motion3_part *a, const motion3_part *b)
{
    walk w = {s, a, b, s->options};
    // of a box a bound is enough, and how far two steps get is close to the time when it is touched
    w.loose.max_steps = 2;
    entry stack[STACK_SIZE];
    int top = 0;
    stack[top++] = (entry){a->kind == MOTION3_MESH ? BVH3_ROOT : NO_TREE,
                           b->kind == MOTION3_MESH ? BVH3_ROOT : NO_TREE, 0};
    while (top > 0 && !motion3_is_over(s)) {
        entry e = stack[--top];
        if (s->best.hit && e.t >= s->best.t) continue;
        if (bvh3_is_leaf(child_of(a, e.a)) && bvh3_is_leaf(child_of(b, e.b))) {
            leaves(&w, &e);
        } else {
            top = expand(&w, &e, stack, top);
        }
    }
}
