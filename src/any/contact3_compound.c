#include "any/contact3_gather.h"
#include "any/parting3.h"
#include "base/answer.h"
#include "contact/contact3_ids.h"

typedef struct work {
    contact3_pose pose;
    flr_vec3 origin;  ///< of the local frame of the pieces
    flr_real most;    ///< the depth
    contact3_gather gather;
} work;

/// Faces and edges of two convex pieces, laid over one another along the normal.
static bool add_pair(void *user, const flr_convex3 *x, const flr_convex3 *y)
{
    work *w = user;
    feature3 f, g;
    flr_feature3(x, w->pose.normal, &f);
    flr_feature3(y, flr_neg3(w->pose.normal), &g);
    if (f.count < 2 || g.count < 2 || f.count + g.count < 5) return true;
    w->pose.origin = flr_feature3_anchor(x);
    w->pose.offset = flr_feature3_offset(x, y);
    w->pose.radius_a = x->radius;
    w->pose.radius_b = y->radius;
    flr_manifold3 m;
    flr_contact3_face_patch(&w->pose, &f, &g, &m);
    for (int i = 0; i < m.count; i++) {
        m.points[i].position = flr_add3(m.points[i].position, w->origin);
        flr_contact3_gather_within(&w->gather, m.points[i], w->most);
    }
    return true;
}

flr_status flr_contact3_compound(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    *m = contact3_empty();
    flr_signed_distance3_result r;
    flr_status status = flr_signed_distance3(a, b, &r);
    if (!flr_has_answer(status)) return status;
    m->inseparable = r.inseparable;
    if (r.inseparable || r.signed_distance > margin) return status;
    flr_shape3 cover = flr_parting3_cover(a, b);
    parting3 p;
    flr_parting3_make(&p, &cover, b);
    work w = {.most = -r.signed_distance, .origin = p.origin};
    w.pose.margin = margin;
    w.pose.size = p.size;
    w.pose.normal = r.normal;
    w.pose.separation = -(flr_real)INFINITY;
    w.gather = flr_contact3_gather_begin(r.normal, w.pose.size);
    flr_vec3 here = flr_vec3_make(0, 0, 0);
    flr_parting3_visit(&p, here, here, margin + p.gap, add_pair, &w);
    flr_manifold3_point *deepest = NULL;
    for (int i = 0; i < w.gather.count; i++)
        if (!deepest || w.gather.points[i].depth > deepest->depth) deepest = &w.gather.points[i];
    if (deepest && deepest->depth >= w.most - w.pose.size * (flr_real)CONTACT3_SAME) {
        deepest->depth = w.most;  // as was proved, not as clipping has it
    } else {
        flr_manifold3 one = contact3_single(r.point_a, r.point_b, r.normal, w.most, 0x4000u);
        flr_contact3_gather_add(&w.gather, one.points[0]);
    }
    flr_contact3_gather_finish(&w.gather, m);
    return status;
}
