/// Do two placed meshes overlap?

#include "bvh/bvh3_walk.h"
#include "closest/closest3_mesh.h"
#include "feeler/overlap3.h"
#include "math/predicates.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"

typedef struct search {
    const flr_instance3 *a, *b;
    mesh3_leaf leaf_a, leaf_b;
    flr_triangle_pair_fn *report;
    void *user;
    bool reviewed;
    mesh_separation3 apart;
} search;

static double test_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    search *s = user;
    mesh3_leaf_fetch(&s->leaf_a, s->a, a);
    mesh3_leaf_fetch(&s->leaf_b, s->b, b);
    for (uint32_t i = 0; i < s->leaf_a.count; i++) {
        for (uint32_t j = 0; j < s->leaf_b.count; j++) {
            if (mesh3_gap_squared(&s->leaf_a.boxes[i], &s->leaf_b.boxes[j]) > 0 ||
                !flr_overlap3_triangle_triangle(&s->leaf_a.triangles[i], &s->leaf_b.triangles[j]))
                continue;
            uint32_t ia = mesh3_input_of(s->a->mesh, s->leaf_a.first + i);
            uint32_t ib = mesh3_input_of(s->b->mesh, s->leaf_b.first + j);
            if (!s->report(s->user, ia, ib)) return -1;
        }
    }
    return limit;
}

/// Suggests directions that may separate the meshes: from where the traversal is now it descends to where
/// the surfaces come closest nearby.
static double begin_review(void *user, double limit)
{
    search *s = user;
    if (!s->reviewed) flr_mesh_separation3_begin(&s->apart, s->a, s->b);
    s->reviewed = true;
    mesh_separation3_pair pair = flr_mesh_separation3_begin_at(s->a, s->b, s->leaf_a.first, s->leaf_b.first);
    (void)flr_mesh_separation3_approach(s->a, s->b, &pair);
    flr_mesh_separation3_suggest(&s->apart, &pair);
    return limit;
}

static bool is_apart(void *user, uint32_t ref_a, uint32_t ref_b, double limit, int *budget)
{
    search *s = user;
    return flr_mesh_separation3_proves(&s->apart, ref_a, ref_b, limit, false, budget);
}

flr_status flr_overlap3_mesh_mesh_pairs(const flr_instance3 *a, const flr_instance3 *b,
                                        flr_triangle_pair_fn *report, void *user)
{
    if (!a || !b || !report) return FLR_INVALID_ARGUMENT;
    const bvh3_review review = {begin_review, is_apart};
    search s;
    s.a = a;
    s.b = b;
    s.report = report;
    s.user = user;
    s.reviewed = false;
    s.leaf_a.child = s.leaf_b.child = BVH3_EMPTY;
    s.leaf_a.first = s.leaf_b.first = 0;
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    return flr_bvh3_pair_traverse(&pair, 0, test_leaves, &review, &s) < 0 ? FLR_CANCELLED : FLR_OK;
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
