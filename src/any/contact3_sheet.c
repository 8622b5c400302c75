#include "any/contact3_gather.h"
#include "base/answer.h"
#include "contact/contact3_ids.h"

typedef struct work {
    const flr_convex3 *convex;
    const flr_shape3 *sheet;
    contact3_pose pose;
    feature3 face;  ///< of the convex shape, toward the sheet
    flr_real most;  ///< the depth
    contact3_gather gather;
} work;

/// Where the sheet's rim passes the convex shape's face.
static void add_edges(work *w)
{
    for (size_t i = 0; i < flr_any3_edge_count(w->sheet); i++) {
        flr_segment3 s = flr_any3_edge(w->sheet, i);
        feature3 edge = {.count = 2, .normal = flr_neg3(w->pose.normal)};
        edge.corners[1] = flr_sub3(s.b, s.a);
        edge.codes[0] = (uint32_t)i & 0x1fffu;
        edge.codes[1] = (uint32_t)((i + 1) % flr_any3_edge_count(w->sheet)) & 0x1fffu;
        w->pose.offset = flr_sub3(s.a, w->pose.origin);
        flr_manifold3 m;
        flr_contact3_face_patch(&w->pose, &w->face, &edge, &m);
        for (int k = 0; k < m.count; k++) flr_contact3_gather_within(&w->gather, m.points[k], w->most);
    }
}

static flr_real distance_in_sheet(const flr_shape3 *sheet, flr_vec3 p)
{
    if (sheet->kind == FLR_SHAPE3_QUAD) return flr_closest3_point_quad(p, &sheet->as.quad).distance;
    return flr_closest3_point_polygon(p, &sheet->as.polygon).distance;
}

/// Corners of the convex shape's face over the sheet.
static void add_corners(work *w)
{
    flr_vec3 n = w->pose.normal, up = flr_any3_sheet_normal(w->sheet);
    flr_real slope = flr_dot3(up, n);
    if (slope * slope < (flr_real)0.01) return;
    for (int i = 0; i < w->face.count; i++) {
        flr_vec3 p = flr_add3(w->pose.origin, w->face.corners[i]);
        flr_real way = flr_dot3(up, flr_sub3(p, flr_any3_point(w->sheet))) / slope;
        flr_real depth = way + w->convex->radius;
        if (!(depth >= -w->pose.margin)) continue;
        flr_vec3 foot = flr_mul_add3(p, -way, n);
        const flr_real slack = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12;
        if (distance_in_sheet(w->sheet, foot) > w->pose.size * slack) continue;
        flr_manifold3_point q = {flr_mul_add3(foot, depth / 2, n), depth,
                                 contact3_id(w->face.codes[i], 0x4000u) & ~CONTACT3_REVERSED};
        flr_contact3_gather_within(&w->gather, q, w->most);
    }
}

flr_status flr_contact3_sheet(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    flr_closest3 c;
    flr_signed_distance3_result r;
    *m = contact3_empty();
    flr_status status = flr_distance3(a, b, &c);
    if (!flr_has_answer(status)) return status;
    if (c.distance > margin) return status;
    status = flr_signed_distance3(a, b, &r);
    if (!flr_has_answer(status)) return status;
    flr_convex3 x;
    bool is_convex = flr_any3_core(a, &x);
    if (!is_convex) x = flr_any3_sheet_hull(a);
    work w = {.convex = &x, .sheet = b, .most = -r.signed_distance};
    w.pose.origin = flr_feature3_anchor(&x);
    w.pose.radius_a = x.radius;
    w.pose.margin = margin;
    w.pose.size = contact3_size(a) + contact3_size(b);
    w.pose.normal = r.normal;
    w.pose.separation = -(flr_real)INFINITY;
    w.gather = flr_contact3_gather_begin(r.normal, w.pose.size);
    if (is_convex) {
        flr_feature3(&x, r.normal, &w.face);
        add_corners(&w);
        add_edges(&w);
    }
    flr_manifold3_point *deepest = NULL;
    for (int i = 0; i < w.gather.count; i++)
        if (!deepest || w.gather.points[i].depth > deepest->depth) deepest = &w.gather.points[i];
    const flr_real near = w.pose.size * (flr_real)CONTACT3_SAME;
    if (deepest && deepest->depth >= w.most - near) {
        deepest->depth = w.most;  // as was proved, not as clipping has it
    } else {
        flr_manifold3 one = contact3_single(r.point_a, r.point_b, r.normal, w.most, 0x4000u);
        flr_contact3_gather_add(&w.gather, one.points[0]);
    }
    flr_contact3_gather_finish(&w.gather, m);
    return status;
}
