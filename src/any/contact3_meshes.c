#include "any/contact3_gather.h"
#include "contact/contact3_mesh_mesh.h"
#include "feeler/query.h"
#include "mesh/mesh3_pair.h"

typedef struct work {
    const flr_instance3 *a, *b;
    int outward_a, outward_b;  ///< of the triangles' normals, 0 where that is not known
    mesh3_leaf leaf_a, leaf_b;
    contact3_pose pose;
    contact3_gather gather;
} work;

static uint32_t scattered(uint32_t x)
{
    x = (x + 1) * 0x9e3779b1u;
    return x ^ (x >> 15);
}

static bool faces(const flr_triangle3 *t, int outward, flr_vec3 d)
{
    if (!outward) return true;
    flr_real along = flr_dot3(flr_cross3(flr_sub3(t->b, t->a), flr_sub3(t->c, t->a)), d);
    return outward > 0 ? along > 0 : along < 0;
}

/// Two triangles that face each other along the normal, more or less.
static void meet(work *w, const flr_triangle3 *s, const flr_triangle3 *t, uint32_t id)
{
    if (!faces(s, w->outward_a, w->pose.normal) || !faces(t, w->outward_b, flr_neg3(w->pose.normal))) return;
    flr_convex3 x = flr_convex3_triangle(s), y = flr_convex3_triangle(t);
    feature3 f, g;
    flr_feature3(&x, w->pose.normal, &f);
    flr_feature3(&y, flr_neg3(w->pose.normal), &g);
    // walls beside the patch bound it by their upper edges alone, which are those of the faces that count
    const flr_real facing = (flr_real)0.5;
    if (f.count < 3 || g.count < 3 || flr_dot3(f.normal, w->pose.normal) < facing ||
        flr_dot3(g.normal, w->pose.normal) > -facing)
        return;
    w->pose.origin = x.center;
    w->pose.offset = flr_sub3(y.center, x.center);
    flr_manifold3 m;
    flr_contact3_face_patch(&w->pose, &f, &g, &m);
    for (int i = 0; i < m.count; i++) {
        m.points[i].id = scattered(m.points[i].id) ^ id;
        flr_contact3_gather_add(&w->gather, m.points[i]);
    }
}

static double look_into_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    work *w = user;
    mesh3_leaf_fetch(&w->leaf_a, w->a, a);
    mesh3_leaf_fetch(&w->leaf_b, w->b, b);
    for (uint32_t i = 0; i < w->leaf_a.count; i++)
        for (uint32_t k = 0; k < w->leaf_b.count; k++) {
            uint32_t s = mesh3_input_of(w->a->mesh, w->leaf_a.first + i),
                     t = mesh3_input_of(w->b->mesh, w->leaf_b.first + k);
            meet(w, &w->leaf_a.triangles[i], &w->leaf_b.triangles[k], scattered(s) + scattered(t));
        }
    return limit;
}

flr_status flr_contact3_meshes(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    flr_interference3_options options = {0, margin};
    flr_interference3 r;
    *m = contact3_empty();
    flr_status status = flr_interference3_mesh_mesh(&a->as.mesh, &b->as.mesh, &options, &r);
    if (status != FLR_OK || r.kind == FLR_APART) return status;
    flr_real depth = r.distance > 0 ? -r.distance : r.depth;
    if (-depth > margin) return status;
    flr_vec3 n = r.normal;
    if (!(flr_length_squared3(n) > 0)) n = flr_vec3_make(1, 0, 0);
    work w = {.a = &a->as.mesh, .b = &b->as.mesh};
    w.outward_a = flr_instance3_outward(w.a);
    w.outward_b = flr_instance3_outward(w.b);
    flr_real size_a = contact3_size(a), size_b = contact3_size(b);
    w.pose.normal = n;
    w.pose.separation = -depth;
    w.pose.margin = margin;
    w.pose.size = size_a < size_b ? size_a : size_b;
    w.gather = flr_contact3_gather_begin(n, w.pose.size);
    w.leaf_a.child = w.leaf_b.child = BVH3_EMPTY;
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, w.a, w.b);
    double limit = (double)(depth > 0 ? depth : 0) + (double)margin;
    flr_bvh3_pair_traverse(&pair, limit * (1 + 1e-9), look_into_leaves, NULL, &w);
    flr_real most = -(flr_real)INFINITY;
    for (int i = 0; i < w.gather.count; i++)
        if (w.gather.points[i].depth > most) most = w.gather.points[i].depth;
    if (!(most >= depth - w.pose.size * (flr_real)1e-6)) {
        flr_manifold3 one = contact3_single(r.point_a, r.point_b, n, depth, 0);
        flr_contact3_gather_add(&w.gather, one.points[0]);
    }
    flr_contact3_gather_finish(&w.gather, m);
    return r.flags & FLR_FLAG_DEPTH_LOWER_BOUND ? FLR_NOT_CONVERGED : FLR_OK;
}
