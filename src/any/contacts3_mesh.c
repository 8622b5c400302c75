/// Several manifolds of a convex shape and a mesh: every triangle near has a contact of its own with the shape. Inside of a surface its normal may be one that
/// only the triangle has, not the surface, at an edge that two triangles share. What meets there is looked up in the mesh (mesh3_beside),
/// and such a normal is replaced by the triangle's, or dropped. Contacts of the same normal are one region.
#include "any/contacts3.h"

#include "any/contact3_gather.h"
#include "contact/manifold3_ids.h"
#include "contact/manifold3_mesh_mesh.h"
#include "contact/manifold3_triangle.h"
#include "math/unit.h"
#include "mesh/mesh3.h"

enum { REGION_MAX = 32, POINT_MAX = 12, FAN_MAX = 64, REPLACED_MAX = 128 };

/// A part of the surface with one normal, from the mesh to the shape.
typedef struct region {
    flr_vec3 normal;
    bool is_face;  ///< the normal is that of a triangle
    int count;
    flr_manifold3_point points[POINT_MAX];
    uint32_t items[POINT_MAX];  ///< the triangle of each
} region;

/// A triangle that is to be met along its own normal, turned against the order of its corners or not.
typedef struct replaced_triangle {
    uint32_t item;
    bool turned;
} replaced_triangle;

typedef struct work {
    const flr_convex3 *convex;
    const flr_instance3 *mesh;
    flr_contact3_options options;
    flr_real size;
    flr_vec3 middle;  ///< of the shape
    int outward;      ///< of the triangles' normals: 1 out of the material, -1 into it, 0 unknown
    bool any;         ///< there is a triangle near
    bool left;        ///< a contact was left to the tile beside this one
    int replaced_count, count;
    replaced_triangle replaced[REPLACED_MAX];
    region regions[REGION_MAX];
} work;

typedef enum verdict { REAL, USE_FACE_NORMAL, DROPPED } verdict;

/// Unit normals this close are one.
static bool is_alike(flr_vec3 n, flr_vec3 u) { return flr_dot3(n, u) > (flr_real)0.99999; }

// ---- What meets at edges and corners

static flr_vec3 corner_of(const flr_triangle3 *t, int k) { return k == 0 ? t->a : k == 1 ? t->b : t->c; }

/// Does a corner rise along the direction from a point of the edge or corner in question?
static bool rises(const work *w, uint32_t item, int k, flr_vec3 from, flr_vec3 along)
{
    const flr_real part = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-4 : (flr_real)1e-6;
    const flr_triangle3 t = instance3_item_triangle(w->mesh, item);
    const flr_vec3 way = flr_sub3(corner_of(&t, k), from);
    const flr_real up = flr_dot3(way, along);
    return up > 0 && up * up > part * part * flr_length_squared3(way);
}

/// Which of an item's corners is a vertex of the topology? 3 where none is.
static int corner_at(const uint32_t c[3], uint32_t vertex)
{
    int k = 0;
    while (k < 3 && c[k] != vertex) k++;
    return k;
}

/// Convex as seen from the side that the triangle's normal was turned to.
static bool is_convex(mesh3_edge kind, bool turned)
{
    return kind == (turned ? MESH3_CONCAVE : MESH3_CONVEX);
}

static verdict judge_edge(const work *w, uint32_t item, int k, bool turned, flr_vec3 from, flr_vec3 u)
{
    const flr_mesh3 *m = w->mesh->mesh;
    const mesh3_edge kind = mesh3_edge_kind(m, item, k);
    if (kind == MESH3_FREE) return REAL;
    if (kind == MESH3_FLAT) return USE_FACE_NORMAL;
    const uint32_t other = mesh3_beside(m, item, k);
    uint32_t c[3], o[3];
    mesh3_welded_corners(m, item, c);
    mesh3_welded_corners(m, other, o);
    const int p = corner_at(o, c[k]), q = corner_at(o, c[(k + 1) % 3]);
    if (p == 3 || q == 3 || !rises(w, other, 3 - p - q, from, u)) return REAL;
    return is_convex(kind, turned) ? DROPPED : USE_FACE_NORMAL;
}

/// All triangles around a corner, first over the edge that leaves it, then over the one that arrives: does one rise along u? What rises beyond a
/// convex edge is the contact of other triangles.
static verdict judge_corner(const work *w, uint32_t item, int corner, bool turned, flr_vec3 from, flr_vec3 u)
{
    const flr_mesh3 *m = w->mesh->mesh;
    uint32_t first[3];
    mesh3_welded_corners(m, item, first);
    const uint32_t vertex = first[corner];
    verdict worst = REAL;
    for (int way = 0; way < 2; way++) {
        uint32_t at = item, c[3] = {first[0], first[1], first[2]};
        int k = way ? (corner + 2) % 3 : corner;
        bool over = false;
        for (int step = 0; step < FAN_MAX; step++) {
            const mesh3_edge kind = mesh3_edge_kind(m, at, k);
            if (kind == MESH3_FREE) break;
            over = over || is_convex(kind, turned);
            const uint32_t end = c[k] == vertex ? c[(k + 1) % 3] : c[k];
            at = mesh3_beside(m, at, k);
            mesh3_welded_corners(m, at, c);
            const int p = corner_at(c, vertex), q = corner_at(c, end);
            if (at == item || p == 3 || q == 3) break;
            if (rises(w, at, 3 - p - q, from, u)) {
                if (!over) return USE_FACE_NORMAL;
                worst = DROPPED;
                break;
            }
            // on over the other edge at the corner
            k = q == (p + 1) % 3 ? (p + 2) % 3 : p;
        }
    }
    return worst;
}

/// Is u in the normal cone of the surface at the triangle's highest point along u? n: the triangle's own normal, `turned` against the
/// order of its corners or not.
static verdict judge(const work *w, uint32_t item, const flr_triangle3 *t, flr_vec3 n, bool turned,
                     flr_vec3 u)
{
    const flr_real along = flr_dot3(u, n);
    // through the material, or the sheet: the triangles on the other side have that contact
    if (along < -(flr_real)0.01) return DROPPED;
    flr_real height[3], top = -(flr_real)INFINITY, longest = 0;
    for (int k = 0; k < 3; k++) {
        const flr_vec3 side = flr_sub3(corner_of(t, k), t->a);
        height[k] = flr_dot3(side, u);
        top = height[k] > top ? height[k] : top;
        const flr_real length = flr_length3(side);
        longest = length > longest ? length : longest;
    }
    const flr_real level =
        top - longest * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-4 : (flr_real)1e-6);
    const bool on[3] = {height[0] >= level, height[1] >= level, height[2] >= level};
    if (on[0] && on[1] && on[2]) return USE_FACE_NORMAL;
    for (int k = 0; k < 3; k++) {
        const bool next = on[(k + 1) % 3], last = on[(k + 2) % 3];
        if (on[k] && next) return judge_edge(w, item, k, turned, corner_of(t, k), u);
        if (on[k] && !last) return judge_corner(w, item, k, turned, corner_of(t, k), u);
    }
    return USE_FACE_NORMAL;
}

// ---- Regions

static void set_manifold(region *r, flr_real size, flr_manifold3 *m)
{
    contact3_gather g = flr_contact3_gather_begin(flr_neg3(r->normal), size);
    for (int i = 0; i < r->count; i++) flr_contact3_gather_add(&g, r->points[i]);
    flr_contact3_gather_finish(&g, m);
}

static flr_real square_of(const flr_manifold3_point *p, const flr_manifold3_point *q)
{
    return flr_distance_squared3(p->position, q->position);
}

/// The item of the point nearest to p.
static uint32_t item_at(const region *r, const flr_manifold3_point *p)
{
    int best = 0;
    for (int i = 1; i < r->count; i++)
        if (square_of(&r->points[i], p) < square_of(&r->points[best], p)) best = i;
    return r->items[best];
}

/// Down to four points.
static void shrink(region *r, flr_real size)
{
    flr_manifold3 m;
    uint32_t items[4];
    set_manifold(r, size, &m);
    for (int i = 0; i < m.count; i++) items[i] = item_at(r, &m.points[i]);
    for (int i = 0; i < m.count; i++) {
        r->points[i] = m.points[i];
        r->items[i] = items[i];
    }
    r->count = m.count;
}

/// Points closer than `near` are one.
static void add_point(region *r, flr_real size, flr_real near, const flr_manifold3_point *p, uint32_t item)
{
    const flr_real rounding = size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-12);
    for (int i = 0; i < r->count; i++) {
        flr_manifold3_point *at = &r->points[i];
        if (square_of(at, p) > near * near) continue;
        const flr_real more = p->depth - at->depth;
        if (more > rounding || (more >= -rounding && p->id < at->id)) {
            *at = *p;
            r->items[i] = item;
        }
        return;
    }
    if (r->count == POINT_MAX) shrink(r, size);
    r->points[r->count] = *p;
    r->items[r->count++] = item;
}

/// The region of a normal; a new one where there is room, else the nearest.
static region *region_of(work *w, flr_vec3 n, bool is_face)
{
    region *best = NULL;
    for (int i = 0; i < w->count; i++) {
        region *r = &w->regions[i];
        if (!best || flr_dot3(r->normal, n) > flr_dot3(best->normal, n)) best = r;
    }
    if ((!best || !is_alike(best->normal, n)) && w->count < REGION_MAX) {
        best = &w->regions[w->count++];
        best->normal = n;
        best->is_face = is_face;
        best->count = 0;
    }
    if (is_face && !best->is_face && is_alike(best->normal, n)) {
        best->normal = n;
        best->is_face = true;
    }
    return best;
}

static uint32_t mixed(uint32_t id, uint32_t triangle)
{
    const uint32_t x = (id * 0x9e3779b1u) ^ (triangle * 0x85ebca6bu);
    return x ^ (x >> 15);
}

static void take(work *w, flr_vec3 n, bool is_face, const flr_manifold3 *m, uint32_t item)
{
    if (m->count == 0) return;
    // of a ball there is one for each normal, though triangles on whose seam it stands differ in theirs by rounding
    const bool is_ball = w->convex->kind == FLR_CONVEX3_CORNERS && w->convex->count == 1;
    const flr_real near = is_ball ? w->size : w->size * (flr_real)CONTACT3_SNAP;
    region *r = region_of(w, n, is_face);
    for (int i = 0; i < m->count; i++) {
        flr_manifold3_point p = m->points[i];
        p.id = mixed(p.id, mesh3_input_of(w->mesh->mesh, item));
        add_point(r, w->size, near, &p, item);
    }
}

// ---- One triangle

/// Is the foot of a point, along the normal, on the triangle?
static bool is_over(const flr_triangle3 *t, flr_vec3 foot, flr_real slack)
{
    return flr_closest3_point_triangle(foot, t).distance <= slack;
}

/// The points where the shape is over the triangle, along its normal.
static void along_face(const work *w, const flr_triangle3 *t, flr_vec3 n, flr_manifold3 *m)
{
    const flr_real slack = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    contact3_view v;
    flr_contact3_view(&v, w->convex, n, w->size, w->options.margin);
    contact3_clear(m);
    if (v.feature.count > 1) {
        flr_contact3_triangle_patch(&v, t, n, m);
        return;
    }
    const flr_vec3 lowest =
        flr_mul_add3(flr_add3(flr_feature3_anchor(w->convex), v.feature.corners[0]), -w->convex->radius, n);
    const flr_real depth = flr_dot3(n, flr_sub3(t->a, lowest));
    const flr_vec3 foot = flr_mul_add3(lowest, depth, n);
    if (!(depth >= -w->options.margin) || !is_over(t, foot, slack)) return;
    m->normal = n;
    m->count = 1;
    m->points[0] = (flr_manifold3_point){flr_mul_add3(lowest, depth / 2, n), depth,
                                         contact3_id(0x4000u, v.feature.codes[0])};
}

/// Once the shape has left one of the regions, has it left the triangle as well?
static bool is_cleared(const work *w, const flr_triangle3 *t)
{
    const flr_real slack = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    for (int i = 0; i < w->count; i++) {
        const region *r = &w->regions[i];
        flr_real depth = -(flr_real)INFINITY, height = -(flr_real)INFINITY;
        for (int k = 0; k < r->count; k++) depth = r->points[k].depth > depth ? r->points[k].depth : depth;
        for (int k = 0; k < 3; k++) {
            const flr_real at = flr_dot3(r->normal, corner_of(t, k));
            height = at > height ? at : height;
        }
        if (height + contact3_reach(w->convex, flr_neg3(r->normal)) <= depth + slack) return true;
    }
    return false;
}

/// Contacts whose normals are the triangles' own in place of others: they add to a region with that normal, and make one of their own only
/// where no other region leads out of them.
static void add_replaced(work *w)
{
    for (int i = 0; i < w->replaced_count; i++) {
        const uint32_t item = w->replaced[i].item;
        const flr_triangle3 t = instance3_item_triangle(w->mesh, item);
        const flr_vec3 own = unit3_or_zero(flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a))),
                       n = w->replaced[i].turned ? flr_neg3(own) : own;
        bool known = false;
        for (int k = 0; k < w->count; k++) known = known || is_alike(w->regions[k].normal, n);
        if (!known && is_cleared(w, &t)) continue;
        flr_manifold3 m;
        along_face(w, &t, n, &m);
        take(w, n, true, &m, item);
    }
    w->replaced_count = 0;
}

/// The triangle that is visited.
typedef struct visited {
    uint32_t item;
    flr_triangle3 t;
    flr_vec3 n;   ///< its normal, to the side that the shape is pushed out to
    bool turned;  ///< against the order of its corners
} visited;

/// Real ones are taken, what is the triangle's waits for the others. False where it is real and the manifold is not known yet.
static bool settle(work *w, const visited *l, verdict v, flr_vec3 normal, const flr_manifold3 *m)
{
    if (v == REAL && !m) return false;
    if (v == REAL) take(w, normal, false, m, l->item);
    if (v != REAL && w->mesh->mesh->heights)
        w->left |= flr_heights3_is_at_rim(w->mesh->mesh->heights, l->item);
    if (v != USE_FACE_NORMAL) return true;
    if (w->replaced_count == REPLACED_MAX) add_replaced(w);
    w->replaced[w->replaced_count++] = (replaced_triangle){l->item, l->turned};
    return true;
}

static verdict judge_visited(const work *w, const visited *l, flr_vec3 normal)
{
    return judge(w, l->item, &l->t, l->n, l->turned, normal);
}

/// Has the patch a point as deep as an axis says? Then the axis is the way between the two, and that is given its depth.
static bool is_proved(const work *w, flr_real depth, flr_manifold3 *m)
{
    const flr_real slack = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)4e-6 : (flr_real)1e-12);
    int deepest = 0;
    for (int i = 1; i < m->count; i++)
        if (m->points[i].depth > m->points[deepest].depth) deepest = i;
    if (m->count == 0 || !(m->points[deepest].depth >= depth - slack)) return false;
    m->points[deepest].depth = depth;
    return true;
}

/// Along a face of the box, or where an edge of it crosses one of the triangle; false where the two pass by one another there.
static bool along_axis(const work *w, const visited *l, const contact3_axis *x, flr_manifold3 *m)
{
    contact3_view v;
    flr_manifold3 crossing;
    const bool edges = x->of == CONTACT3_OF_EDGES;
    if (edges && !flr_contact3_box_triangle_edges(w->convex, &l->t, x, &crossing)) return false;
    flr_contact3_view(&v, w->convex, x->normal, w->size, w->options.margin);
    flr_contact3_triangle_patch(&v, &l->t, l->n, m);
    for (int i = 0; i < m->count; i++)
        if (m->points[i].depth > x->depth) m->points[i].depth = x->depth;
    if (is_proved(w, x->depth, m)) return true;
    if (!edges) return false;
    m->normal = x->normal;
    m->count = m->count == 4 ? 4 : m->count + 1;
    m->points[m->count - 1] = crossing.points[0];
    return true;
}

/// By separating axes; false where that leaves it open: near one another, corner against corner or edge.
static bool contact_box(work *w, const visited *l)
{
    const contact3_axis x = flr_contact3_box_triangle(w->convex, &l->t, l->n, w->options.margin);
    flr_manifold3 m;
    if (x.apart) return true;
    if (x.of == CONTACT3_OF_TRIANGLE && flr_dot3(x.normal, l->n) > 0) {
        along_face(w, &l->t, l->n, &m);
        if (!is_proved(w, x.depth, &m)) return false;
        take(w, l->n, true, &m, l->item);
        return true;
    }
    verdict v = REAL;
    if (x.cores_meet) v = judge_visited(w, l, x.normal);
    if (v != REAL) return settle(w, l, v, x.normal, NULL);
    if (x.of == CONTACT3_OF_TRIANGLE || !along_axis(w, l, &x, &m)) return false;
    if (!x.cores_meet) v = judge_visited(w, l, x.normal);
    return settle(w, l, v, x.normal, &m);
}

/// By the nearest point of the triangle; false where the middle is as good as on it.
static bool contact_ball(work *w, const visited *l)
{
    const flr_vec3 middle = w->convex->corners[0];
    const flr_real radius = w->convex->radius, margin = w->options.margin;
    const flr_closest3 c = flr_closest3_point_triangle(middle, &l->t);
    const flr_real depth = radius - c.distance;
    if (depth < -margin) return true;
    if (!(c.distance > radius * (flr_real)0.01)) return false;
    flr_manifold3 m = {.count = 0};
    m.normal = unit3_or_zero(flr_sub3(middle, c.point_b));
    m.count = 1;
    m.points[0].position = flr_mul_add3(c.point_b, -depth / 2, m.normal);
    m.points[0].depth = depth;
    const flr_real same = 1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-12);
    if (flr_dot3(m.normal, l->n) > same) {
        take(w, l->n, true, &m, l->item);
        return true;
    }
    return settle(w, l, judge_visited(w, l, m.normal), m.normal, &m);
}

/// Whatever it is.
static void contact_any(work *w, const visited *l)
{
    const flr_convex3 c = flr_convex3_triangle(&l->t);
    flr_manifold3 m;
    if (!flr_has_answer(flr_contact3_convex_convex(&c, w->convex, &w->options, &m)) || m.count == 0) return;
    const flr_real same = 1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-12);
    if (flr_dot3(m.normal, l->n) > same)
        take(w, l->n, true, &m, l->item);
    else
        settle(w, l, judge_visited(w, l, m.normal), m.normal, &m);
}

static void visit_triangle(void *user, uint32_t item)
{
    work *w = user;
    const flr_convex3 *c = w->convex;
    visited l = {.item = item, .t = instance3_item_triangle(w->mesh, item)};
    w->any = true;
    l.n = unit3_or_zero(flr_cross3(flr_sub3(l.t.b, l.t.a), flr_sub3(l.t.c, l.t.a)));
    if (!(flr_length_squared3(l.n) > 0)) return;
    l.turned = w->outward ? w->outward < 0 : flr_dot3(l.n, flr_sub3(w->middle, l.t.a)) < 0;
    if (l.turned) l.n = flr_neg3(l.n);
    const flr_real at = flr_dot3(l.n, l.t.a);
    if (-contact3_reach(c, flr_neg3(l.n)) - at > w->options.margin) return;
    if (w->outward && contact3_reach(c, l.n) < at) return;
    if (c->kind == FLR_CONVEX3_BOX && contact_box(w, &l)) return;
    if (c->kind == FLR_CONVEX3_CORNERS && c->count == 1 && contact_ball(w, &l)) return;
    contact_any(w, &l);
}

// ---- The answer

/// Of the point of a shape and a triangle.
static void set_parts_of(const work *w, uint32_t item, const flr_manifold3_point *p, flr_vec3 normal,
                         flr_contact3_part *of_shape, flr_contact3_part *of_triangle)
{
    const flr_triangle3 t = instance3_item_triangle(w->mesh, item);
    const flr_real near = w->size * (flr_real)CONTACT3_SNAP;
    feature3 f = {.count = 3};
    for (int k = 0; k < 3; k++) {
        f.corners[k] = corner_of(&t, k);
        f.codes[k] = (uint32_t)k;
    }
    flr_contacts3_set_part(w->convex, p, normal, near, of_shape);
    flr_contacts3_set_feature(&f, flr_mul_add3(p->position, -p->depth / 2, normal), near, of_triangle);
    of_triangle->triangle = mesh3_input_of(w->mesh->mesh, item);
}

static void write_regions(const work *w, contacts3_answer *out)
{
    flr_contact3_region spare;
    for (int k = 0; k < w->count; k++) {
        region r = w->regions[k];
        flr_contact3_region *to = flr_contacts3_next(out, &spare);
        if (to == &spare) continue;
        set_manifold(&r, w->size, &to->manifold);
        for (int i = 0; i < to->manifold.count; i++) {
            const uint32_t item = item_at(&r, &to->manifold.points[i]);
            set_parts_of(w, item, &to->manifold.points[i], to->manifold.normal, &to->parts_a[i],
                         &to->parts_b[i]);
        }
    }
}

bool flr_contacts3_mesh(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *o,
                        contacts3_answer *out, bool *apart)
{
    flr_convex3 convex;
    if (b->kind != FLR_SHAPE3_MESH || !flr_any3_is_bounded(a) || !flr_any3_core(a, &convex)) return false;
    const flr_aabb3 around = flr_any3_bounds(a);
    work w;
    w.convex = &convex;
    w.mesh = &b->as.mesh;
    w.options = *o;
    w.size = flr_length3(flr_sub3(around.max, around.min));
    w.middle = flr_lerp3(around.min, around.max, (flr_real)0.5);
    w.outward = b->solid && w.mesh->mesh->info.oriented ? instance3_outward(w.mesh) : 0;
    w.any = w.left = false;
    w.count = w.replaced_count = 0;
    flr_any3_visit_mesh(a, b, o->margin, visit_triangle, &w);
    add_replaced(&w);
    *apart = (!w.any && !b->solid) || (w.count == 0 && w.left);
    write_regions(&w, out);
    return w.count > 0;
}
