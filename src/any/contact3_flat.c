#include "any/any3_interval.h"
#include "any/any3_near.h"
#include "any/compound3.h"
#include "any/contact3_gather.h"
#include "base/answer.h"
#include "contact/contact3_ids.h"
#include "feeler/overlap.h"
#include "mesh/mesh3.h"

/// The number of a plane as a face.
enum { CODE_PLANE = 0x4000 };

typedef struct work {
    flr_plane3 plane;
    flr_real most;          ///< what is deeper lies beyond a gap in which the plane stands
    flr_real margin, side;  ///< side: the normal points the way of the plane's, or against it
    flr_vec3 origin;        ///< of the frame that plane and corners are in
    contact3_gather gather;
} work;

/// A lowest point of the other's core, with the radius around it.
static void add(work *w, flr_vec3 p, flr_real radius, uint32_t code)
{
    flr_real depth = radius - w->side * flr_signed_distance3_point_plane(p, &w->plane);
    if (!(depth >= -w->margin) || depth > w->most) return;
    flr_manifold3_point q = {flr_mul_add3(p, depth / 2 - radius, w->gather.normal), depth,
                             contact3_id(CODE_PLANE, code) & ~CONTACT3_REVERSED};
    if (!near3_is_zero(w->origin)) q.position = flr_add3(q.position, w->origin);
    flr_contact3_gather_add(&w->gather, q);
}

static void add_convex(work *w, const flr_convex3 *c)
{
    feature3 f;
    flr_feature3(c, flr_neg3(w->gather.normal), &f);
    for (int i = 0; i < f.count; i++)
        add(w, flr_add3(flr_feature3_anchor(c), f.corners[i]), c->radius, f.codes[i]);
}

/// One of the shapes of a compound is not near the origin because the plane is.
static void add_shape(work *w, const flr_shape3 *s, const flr_convex3 *core)
{
    const flr_shape3 plane = {.kind = FLR_SHAPE3_PLANE, .as.plane = w->plane};
    any3_near n;
    flr_convex3 c;
    if (!flr_any3_near_plane(s, &plane, 0, &n) || !flr_any3_core(&n.a.shape, &c)) {
        add_convex(w, core);
        return;
    }
    w->origin = n.origin;
    w->plane = n.b.shape.as.plane;
    add_convex(w, &c);
    w->origin = flr_vec3_make(0, 0, 0);
    w->plane = plane.as.plane;
}

static void add_triangles(work *w, const flr_instance3 *m)
{
    for (uint32_t item = 0; item < m->mesh->info.triangle_count; item++) {
        flr_triangle3 t = instance3_item_triangle(m, item);
        const uint32_t *v = m->mesh->corners + 3 * (size_t)item;
        add(w, t.a, 0, v[0] & 0x1fffu);
        add(w, t.b, 0, v[1] & 0x1fffu);
        add(w, t.c, 0, v[2] & 0x1fffu);
    }
}

static void add_mesh(work *w, const flr_shape3 *mesh)
{
    any3_near n;
    const flr_shape3 plane = {.kind = FLR_SHAPE3_PLANE, .as.plane = w->plane};
    if (!flr_any3_near_plane(mesh, &plane, 0, &n)) {
        add_triangles(w, &mesh->as.mesh);
        return;
    }
    w->origin = n.origin;
    w->plane = n.b.shape.as.plane;
    add_triangles(w, &n.a.shape.as.mesh);
    w->origin = flr_vec3_make(0, 0, 0);
    w->plane = plane.as.plane;
}

static void add_corners(work *w, const flr_shape3 *b)
{
    flr_convex3 c;
    for (size_t i = 0; any3_is_compound(b) && i < b->as.compound.count; i++)
        add_corners(w, &b->as.compound.shapes[i]);
    if (b->kind == FLR_SHAPE3_MESH) {
        add_mesh(w, b);
    } else if (!any3_is_sheet(b->kind) && flr_any3_core(b, &c)) {
        add_shape(w, b, &c);
    } else {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(b, &count);
        for (size_t i = 0; i < count; i++) add(w, v[i], 0, (uint32_t)i & 0x1fffu);
    }
}

/// The largest depth is the depth: a corner that lies deeper by a hair than one beside it may not be among the feature's.
static void hold_depth(flr_manifold3 *m, flr_real depth, flr_real near)
{
    int best = 0;
    for (int i = 1; i < m->count; i++)
        if (m->points[i].depth > m->points[best].depth) best = i;
    flr_manifold3_point *p = &m->points[best];
    if (m->count > 0 && depth > p->depth && depth - p->depth <= near) p->depth = depth;
}

flr_status flr_contact3_flat(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    flr_signed_distance3_result r;
    *m = contact3_empty();
    work w = {.plane = any3_boundary(a), .margin = margin, .most = (flr_real)INFINITY};
    flr_status status = flr_signed_distance3(a, b, &r);
    bool pieces = a->kind == FLR_SHAPE3_PLANE && b->kind == FLR_SHAPE3_MESH &&
                  b->as.mesh.mesh->info.component_count > 1;
    if (status == FLR_OK && pieces && r.signed_distance <= 0) {
        // a plane among the pieces of a mesh: out of all of them
        any3_interval i = flr_any3_interval_all(b, &w.plane);
        r = flr_any3_interval_signed(&i, &w.plane, false);
    }
    if (!flr_has_answer(status)) return status;
    m->inseparable = r.inseparable;
    if (r.inseparable || r.signed_distance > margin) return status;
    if (!flr_any3_is_bounded(b)) {
        *m = contact3_single(r.point_a, r.point_b, r.normal, -r.signed_distance, CODE_PLANE);
        return status;
    }
    w.side = flr_dot3(r.normal, w.plane.normal) < 0 ? -1 : 1;
    flr_real size = contact3_size(b);
    w.gather = flr_contact3_gather_begin(r.normal, size);
    const flr_real few = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12;
    if (any3_is_compound(b)) w.most = size * few - r.signed_distance;
    // the depth itself may be a rounding beyond what is let in
    if (margin < -r.signed_distance) w.margin = margin;
    add_corners(&w, b);
    flr_contact3_gather_finish(&w.gather, m);
    hold_depth(m, -r.signed_distance, size * (sizeof(flr_real) == sizeof(float) ? few : (flr_real)1e-9));
    if (m->count == 0) *m = contact3_single(r.point_a, r.point_b, r.normal, -r.signed_distance, CODE_PLANE);
    return status;
}
