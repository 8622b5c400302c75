#include "feeler/overlap.h"
#include "shape/mesh3_pair.h"

typedef struct search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    flr_triangle_pair_fn *tell;
    void *user;
} search;

static double look_into_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    search *s = user;
    mesh3_leaf_fetch(&s->leaf_a, s->a, a);
    mesh3_leaf_fetch(&s->leaf_b, s->b, b);
    for (uint32_t i = 0; i < s->leaf_a.count; i++) {
        for (uint32_t j = 0; j < s->leaf_b.count; j++) {
            if (!flr_overlap3_triangle_triangle(&s->leaf_a.triangles[i], &s->leaf_b.triangles[j])) continue;
            uint32_t ia = mesh3_input_of(s->a->mesh, s->leaf_a.first + i);
            uint32_t ib = mesh3_input_of(s->b->mesh, s->leaf_b.first + j);
            if (!s->tell(s->user, ia, ib)) return -1;
        }
    }
    return limit;
}

flr_status flr_overlap3_mesh_mesh_pairs(const flr_instance3 *a, const flr_instance3 *b,
                                        flr_triangle_pair_fn *tell, void *user)
{
    if (!a || !b || !tell) return FLR_INVALID_ARGUMENT;
    search s = {.a = a, .b = b, .tell = tell, .user = user};
    s.leaf_a.child = s.leaf_b.child = BVH3_EMPTY;
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    return flr_bvh3_pair_traverse(&pair, 0, look_into_leaves, &s) < 0 ? FLR_CANCELLED : FLR_OK;
}

static bool stop_at_first(void *user, uint32_t triangle_a, uint32_t triangle_b)
{
    (void)user;
    (void)triangle_a;
    (void)triangle_b;
    return false;
}

bool flr_overlap3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b)
{
    return flr_overlap3_mesh_mesh_pairs(a, b, stop_at_first, NULL) == FLR_CANCELLED;
}
