/// Where do shapes touch if one is a plane, a halfspace, a concave sheet or a compound, and where do two
/// meshes? The signed distance gives normal and depth, for two meshes their interference does. Features that
/// face each other along the normal give points by projection or clipping. The first functions gather points
/// and reduce them to four.
#include "any/any3.h"
#include "any/contact3_gather.h"
#include "any/penetration3.h"
#include "base/answer.h"
#include "contact/clip3.h"
#include "contact/manifold3_ids.h"
#include "contact/manifold3_mesh_mesh.h"
#include "feeler/interference3.h"
#include "feeler/overlap3.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"

contact3_gather flr_contact3_gather_begin(flr_vec3 normal, flr_real size)
{
    contact3_gather g;
    g.normal = normal;
    g.size = size;
    g.near = size * (flr_real)CONTACT3_SAME;
    g.count = 0;
    return g;
}

static void reduce(contact3_gather *g)
{
    clip3_patch patch;
    flr_mat3 frame = flr_frame_around3(g->normal);
    clip3_begin(&patch);
    for (int i = 0; i < g->count; i++) {
        flr_vec3 p = flr_sub3(g->points[i].position, g->points[0].position);
        patch.id[i] = (uint32_t)i;
        clip3_add(&patch, (double)flr_dot3(p, frame.x), (double)flr_dot3(p, frame.y),
                  (double)g->points[i].depth);
    }
    flr_clip3_spread(&patch, CONTACT3_SAME * (double)g->size);
    flr_manifold3_point kept[4];  // in an order that may be any
    for (int i = 0; i < patch.count; i++) {
        kept[i] = g->points[patch.id[i]];
        kept[i].depth = (flr_real)clip3_now(&patch)->depth[i];  // the deepest may have given it its own
    }
    g->count = patch.count;
    for (int i = 0; i < patch.count; i++) g->points[i] = kept[i];
}

/// Seen along the normal: what lies behind another part of the same mesh is shallower.
static inline flr_real square_aside(const contact3_gather *g, const flr_manifold3_point *p,
                                    const flr_manifold3_point *q)
{
    const flr_vec3 d = flr_sub3(p->position, q->position);
    return flr_length_squared3(flr_mul_add3(d, -flr_dot3(d, g->normal), g->normal));
}

/// The deeper of two in one place; of what is as deep up to rounding, always the same id.
static inline void take(const contact3_gather *g, flr_manifold3_point *at, const flr_manifold3_point *p)
{
    const flr_real more = p->depth - at->depth;
    const uint32_t id = more > g->near || (more >= -g->near && p->id < at->id) ? p->id : at->id;
    if (more > 0) *at = *p;
    at->id = id;
}

void flr_contact3_gather_add(contact3_gather *g, flr_manifold3_point p)
{
    for (int i = 0; i < g->count; i++) {
        if (square_aside(g, &g->points[i], &p) > g->near * g->near) continue;
        take(g, &g->points[i], &p);
        return;
    }
    if (g->count == CONTACT3_GATHER_MAX) reduce(g);
    g->points[g->count++] = p;
}

/// Adds a point, unless it is deeper than the two shapes are. Such a point lies behind their surfaces, and is
/// not what stops them.
static void gather_within(contact3_gather *g, flr_manifold3_point p, flr_real most)
{
    const flr_real rounding = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-4 : (flr_real)1e-6;
    if (p.depth > most + rounding * g->size) return;
    if (p.depth > most) p.depth = most;
    flr_contact3_gather_add(g, p);
}

/// What is closer than a small part of all of them is one.
static void join(contact3_gather *g)
{
    flr_real most = 0;
    for (int i = 1; i < g->count; i++) {
        const flr_real square = square_aside(g, &g->points[0], &g->points[i]);
        most = square > most ? square : most;
    }
    const flr_real part = (flr_real)CONTACT3_SNAP, near = part * part * most;
    int kept = 0;
    for (int i = 0; i < g->count; i++) {
        int k = 0;
        while (k < kept && square_aside(g, &g->points[k], &g->points[i]) > near) k++;
        if (k < kept)
            take(g, &g->points[k], &g->points[i]);
        else
            g->points[kept++] = g->points[i];
    }
    g->count = kept;
}

void flr_contact3_gather_finish(contact3_gather *g, flr_manifold3 *m)
{
    join(g);
    if (g->count > 4) reduce(g);
    contact3_clear(m);
    m->normal = g->count ? g->normal : flr_vec3_make(0, 0, 0);
    m->count = g->count;
    for (int i = 0; i < g->count; i++) {
        m->points[i] = g->points[i];
        for (int k = 0; k < i; k++)
            if (m->points[k].id == m->points[i].id) m->points[i].id++, k = -1;
    }
}

/// The number of a plane as a face.
enum { CODE_PLANE = 0x4000 };

typedef struct plane_contact {
    flr_plane3 plane;
    flr_real most;          ///< what is deeper lies beyond a gap in which the plane stands
    flr_real margin, side;  ///< side: the normal points the way of the plane's, or against it
    flr_vec3 origin;        ///< of the frame that plane and corners are in
    contact3_gather gather;
} plane_contact;

/// A lowest point of the other's core, with the radius around it.
static void add(plane_contact *w, flr_vec3 p, flr_real radius, uint32_t code)
{
    flr_real depth = radius - w->side * flr_signed_distance3_point_plane(p, &w->plane);
    if (!(depth >= -w->margin) || depth > w->most) return;
    flr_manifold3_point q = {flr_mul_add3(p, depth / 2 - radius, w->gather.normal), depth,
                             contact3_id(CODE_PLANE, code) & ~CONTACT3_REVERSED};
    if (!flr_is_zero3(w->origin)) q.position = flr_add3(q.position, w->origin);
    flr_contact3_gather_add(&w->gather, q);
}

static void add_convex(plane_contact *w, const flr_convex3 *c)
{
    feature3 f;
    flr_feature3(c, flr_neg3(w->gather.normal), &f);
    for (int i = 0; i < f.count; i++)
        add(w, flr_add3(flr_feature3_anchor(c), f.corners[i]), c->radius, f.codes[i]);
}

/// One of the shapes of a compound is not near the origin because the plane is.
static void add_shape(plane_contact *w, const flr_shape3 *s, const flr_convex3 *core)
{
    const flr_shape3 plane = {.kind = FLR_SHAPE3_PLANE, .as.plane = w->plane};
    any3_recentered_pair n;
    flr_convex3 c;
    if (!flr_any3_recenter_by_plane(s, &plane, 0, &n) || !flr_any3_core(&n.a.shape, &c)) {
        add_convex(w, core);
        return;
    }
    w->origin = n.origin;
    w->plane = n.b.shape.as.plane;
    add_convex(w, &c);
    w->origin = flr_vec3_make(0, 0, 0);
    w->plane = plane.as.plane;
}

static void add_triangles(plane_contact *w, const flr_instance3 *m)
{
    for (uint32_t item = 0; (item = mesh3_next(m->mesh, item)) < m->mesh->info.triangle_count; item++) {
        flr_triangle3 t = instance3_item_triangle(m, item);
        add(w, t.a, 0, mesh3_corner(m->mesh, item, 0) & 0x1fffu);
        add(w, t.b, 0, mesh3_corner(m->mesh, item, 1) & 0x1fffu);
        add(w, t.c, 0, mesh3_corner(m->mesh, item, 2) & 0x1fffu);
    }
}

static void add_mesh(plane_contact *w, const flr_shape3 *mesh)
{
    any3_recentered_pair n;
    const flr_shape3 plane = {.kind = FLR_SHAPE3_PLANE, .as.plane = w->plane};
    if (!flr_any3_recenter_by_plane(mesh, &plane, 0, &n)) {
        add_triangles(w, &mesh->as.mesh);
        return;
    }
    w->origin = n.origin;
    w->plane = n.b.shape.as.plane;
    add_triangles(w, &n.a.shape.as.mesh);
    w->origin = flr_vec3_make(0, 0, 0);
    w->plane = plane.as.plane;
}

static void add_corners_below(plane_contact *w, const flr_shape3 *b)
{
    flr_convex3 c;
    flr_shape3 room;
    for (size_t i = 0; any3_is_compound(b) && i < b->as.compound.count; i++)
        add_corners_below(w, any3_reduced(&b->as.compound.shapes[i], &room));
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
    contact3_clear(m);
    plane_contact w = {.plane = any3_boundary(a), .margin = margin, .most = (flr_real)INFINITY};
    flr_status status = flr_signed_distance3(a, b, &r);
    bool pieces = a->kind == FLR_SHAPE3_PLANE && b->kind == FLR_SHAPE3_MESH &&
                  b->as.mesh.mesh->info.component_count > 1;
    if (status == FLR_OK && pieces && r.signed_distance <= 0) {
        // a plane among the pieces of a mesh: out of all of them
        any3_projection i = flr_any3_project_all(b, &w.plane);
        r = flr_any3_projection_signed(&i, &w.plane, false);
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
    add_corners_below(&w, b);
    flr_contact3_gather_finish(&w.gather, m);
    hold_depth(m, -r.signed_distance, size * (sizeof(flr_real) == sizeof(float) ? few : (flr_real)1e-9));
    if (m->count == 0) *m = contact3_single(r.point_a, r.point_b, r.normal, -r.signed_distance, CODE_PLANE);
    return status;
}

typedef struct sheet_contact {
    const flr_convex3 *convex;
    const flr_shape3 *sheet;
    contact3_pose pose;
    feature3 face;  ///< of the convex shape, toward the sheet
    flr_real most;  ///< the depth
    contact3_gather gather;
} sheet_contact;

/// Where the sheet's rim passes the convex shape's face.
static void add_edges(sheet_contact *w)
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
        for (int k = 0; k < m.count; k++) gather_within(&w->gather, m.points[k], w->most);
    }
}

static flr_real distance_in_sheet(const flr_shape3 *sheet, flr_vec3 p)
{
    if (sheet->kind == FLR_SHAPE3_QUAD) return flr_closest3_point_quad(p, &sheet->as.quad).distance;
    return flr_closest3_point_polygon(p, &sheet->as.polygon).distance;
}

/// Corners of the convex shape's face over the sheet.
static void add_corners(sheet_contact *w)
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
        gather_within(&w->gather, q, w->most);
    }
}

flr_status flr_contact3_sheet(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    flr_closest3 c;
    flr_signed_distance3_result r;
    contact3_clear(m);
    flr_status status = flr_distance3(a, b, &c);
    if (!flr_has_answer(status)) return status;
    if (c.distance > margin) return status;
    status = flr_signed_distance3(a, b, &r);
    if (!flr_has_answer(status)) return status;
    flr_convex3 x;
    bool is_convex = flr_any3_core(a, &x);
    if (!is_convex) x = flr_any3_sheet_hull(a);
    sheet_contact w = {.convex = &x, .sheet = b, .most = -r.signed_distance};
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

typedef struct compound_contact {
    contact3_pose pose;
    flr_vec3 origin;  ///< of the local frame of the pieces
    flr_real most;    ///< the depth
    contact3_gather gather;
} compound_contact;

/// Faces and edges of two convex pieces, laid over one another along the normal.
static bool add_pair(void *user, const flr_convex3 *x, const flr_convex3 *y)
{
    compound_contact *w = user;
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
        gather_within(&w->gather, m.points[i], w->most);
    }
    return true;
}

flr_status flr_contact3_compound(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    contact3_clear(m);
    flr_signed_distance3_result r;
    flr_status status = flr_signed_distance3(a, b, &r);
    if (!flr_has_answer(status)) return status;
    m->inseparable = r.inseparable;
    if (r.inseparable || r.signed_distance > margin) return status;
    flr_shape3 cover = flr_penetration3_clip_path(a, b);
    penetration3 p;
    flr_penetration3_make(&p, &cover, b);
    compound_contact w = {.most = -r.signed_distance, .origin = p.origin};
    w.pose.margin = margin;
    w.pose.size = p.size;
    w.pose.normal = r.normal;
    w.pose.separation = -(flr_real)INFINITY;
    w.gather = flr_contact3_gather_begin(r.normal, w.pose.size);
    flr_vec3 here = flr_vec3_make(0, 0, 0);
    flr_penetration3_visit(&p, here, here, margin + p.gap, add_pair, &w);
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

typedef struct meshes_contact {
    const flr_instance3 *a, *b;
    int outward_a, outward_b;  ///< of the triangles' normals, 0 where that is not known
    mesh3_leaf leaf_a, leaf_b;
    contact3_pose pose;
    contact3_gather gather;
} meshes_contact;

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
static void meet(meshes_contact *w, const flr_triangle3 *s, const flr_triangle3 *t, uint32_t id)
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
    meshes_contact *w = user;
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

/// No translation that brings the one inside of the other is shorter.
static flr_real way_into(const flr_shape3 *inner, const flr_shape3 *outer)
{
    const flr_aabb3 x = flr_any3_bounds(inner), y = flr_any3_bounds(outer);
    const flr_real *p = &x.min.x, *q = &y.min.x;
    flr_real most = 0;
    for (int k = 0; k < 3; k++) {
        const flr_real up = q[k] - p[k], down = p[3 + k] - q[3 + k];
        if (up > -down) return (flr_real)INFINITY;
        most = up > most ? up : most;
        most = down > most ? down : most;
    }
    return most;
}

/// Every translation that parts two solids is at least as long as the depth of one place. So the depth is the least where a translation by it
/// parts them. A surface is also parted from the other mesh by moving it inside: `way_into` bounds that.
static bool is_shortest(const flr_shape3 *a, const flr_shape3 *b, const flr_interference3 *r, flr_real size)
{
    const flr_real slack = size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    if (r->kind == FLR_CLEARANCE || r->kind == FLR_TOUCH) return true;
    if (r->flags & (FLR_FLAG_A_OPEN | FLR_FLAG_B_OPEN)) return false;
    if (!a->solid && way_into(b, a) < r->depth) return false;
    if (!b->solid && way_into(a, b) < r->depth) return false;
    any3_recentered moved;
    flr_closest3 c;
    flr_any3_shift(b, flr_scale3(-(r->depth + slack), r->normal), &moved);
    return flr_any3_distance_meshes(a, &moved.shape, 0, &c) == FLR_OK && c.distance > 0;
}

flr_status flr_contact3_meshes(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    flr_interference3_options options = {0, margin};
    flr_interference3 r;
    contact3_clear(m);
    flr_status status = flr_interference3_mesh_mesh(&a->as.mesh, &b->as.mesh, &options, &r);
    if (status != FLR_OK || r.kind == FLR_APART) return status;
    flr_real depth = r.distance > 0 ? -r.distance : r.depth;
    if (-depth > margin) return status;
    flr_vec3 n = r.normal;
    if (!(flr_length_squared3(n) > 0)) n = flr_vec3_make(1, 0, 0);
    meshes_contact w = {.a = &a->as.mesh, .b = &b->as.mesh};
    w.outward_a = instance3_outward(w.a);
    w.outward_b = instance3_outward(w.b);
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
    return is_shortest(a, b, &r, w.pose.size) ? FLR_OK : FLR_NOT_CONVERGED;
}
