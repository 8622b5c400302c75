#include "closest/closest3_mesh.h"
#include "feeler/overlap.h"
#include "mesh/mesh3_pair.h"

typedef struct search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    flr_triangle_pair_fn *tell;
    void *user;
    bool reviewed;
    apart3 apart;
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

/// The directions from where the search is now to where the surfaces come closest nearby.
static double begin_review(void *user, double limit)
{
    search *s = user;
    if (!s->reviewed) flr_apart3_begin(&s->apart, s->a, s->b);
    s->reviewed = true;
    apart3_pair pair = flr_apart3_begin_at(s->a, s->b, s->leaf_a.first, s->leaf_b.first);
    (void)flr_apart3_approach(s->a, s->b, &pair);
    flr_apart3_suggest(&s->apart, &pair);
    return limit;
}

static bool is_apart(void *user, uint32_t ref_a, uint32_t ref_b, double limit, int *budget)
{
    search *s = user;
    return flr_apart3_shows(&s->apart, ref_a, ref_b, limit, false, budget);
}

flr_status flr_overlap3_mesh_mesh_pairs(const flr_instance3 *a, const flr_instance3 *b,
                                        flr_triangle_pair_fn *tell, void *user)
{
    if (!a || !b || !tell) return FLR_INVALID_ARGUMENT;
    const bvh3_review review = {begin_review, is_apart};
    search s;
    s.a = a;
    s.b = b;
    s.tell = tell;
    s.user = user;
    s.reviewed = false;
    s.leaf_a.child = s.leaf_b.child = BVH3_EMPTY;
    s.leaf_a.first = s.leaf_b.first = 0;
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    return flr_bvh3_pair_traverse(&pair, 0, look_into_leaves, &review, &s) < 0 ? FLR_CANCELLED : FLR_OK;
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
