/// Traces separating axes one by one. In space these are the loops of overlap/separation3.c and
/// separation3_hulls.c; in the plane a plain loop over all edges of both polygons.
#include "closest/span3.h"
#include "feeler/trace.h"
#include "math/dvec3.h"
#include "overlap/separation3.h"

static bool is_bias(flr_real bias) { return bias >= 0 && isfinite(bias); }

// ---- Space

typedef struct listener3 {
    const flr_convex3 *a, *b;
    bool are_boxes;
    size_t faces_a, faces;  ///< candidates below these numbers are faces of a, and of a or b
    flr_trace3_sat_fn *step;
    void *user;
    flr_sat3_answer *result;
} listener3;

static const uint32_t none[2] = {FLR_HULL_NONE, FLR_HULL_NONE};

static void set_edge(uint32_t edge[2], const uint32_t ends[2])
{
    edge[0] = ends[0];
    edge[1] = ends[1];
}

/// Sets the edge of a box along an axis, one of whose corners is known.
static void set_box_edge(uint32_t edge[2], uint32_t corner, size_t axis)
{
    edge[0] = corner & ~(1u << axis);
    edge[1] = corner | 1u << axis;
}

static void on_step3(void *user, const separation3_tried *t)
{
    listener3 *l = user;
    flr_sat3_axis r = {.separation = (flr_real)t->separation, .better = t->better, .face = FLR_HULL_NONE};
    r.kind = t->index < l->faces_a ? FLR_SAT_FACE_A : t->index < l->faces ? FLR_SAT_FACE_B : FLR_SAT_EDGES;
    const dvec3 axis = l->are_boxes ? dvec3_from(dvec3_round(t->axis)) : t->axis;
    r.axis = l->are_boxes ? flr_mat3_mul(l->a->axes, dvec3_round(axis)) : dvec3_round(axis);
    if (t->better) l->result->chosen = l->result->count;
    l->result->count++;
    if (!l->step) return;
    const flr_vec3 back = flr_neg3(r.axis);
    r.point_a = flr_support3(l->a, r.axis);
    r.point_b = flr_support3(l->b, back);
    r.vertex_a = flr_support3_vertex(l->a, r.axis, FLR_HULL_NONE);
    r.vertex_b = flr_support3_vertex(l->b, back, FLR_HULL_NONE);
    set_edge(r.edge_a, l->are_boxes ? none : t->edge_a);
    set_edge(r.edge_b, l->are_boxes ? none : t->edge_b);
    const size_t number = r.kind == FLR_SAT_FACE_A   ? t->index
                          : r.kind == FLR_SAT_FACE_B ? t->index - l->faces_a
                                                     : t->index - l->faces;
    if (r.kind != FLR_SAT_EDGES) {
        if (r.edge_a[0] == FLR_HULL_NONE && r.edge_b[0] == FLR_HULL_NONE) r.face = (uint32_t)number;
    } else if (l->are_boxes) {
        set_box_edge(r.edge_a, r.vertex_a, number / 3);
        set_box_edge(r.edge_b, r.vertex_b, number % 3);
    }
    l->step(l->user, &r);
}

static flr_box3 box_of(const flr_convex3 *c) { return (flr_box3){c->center, c->axes, c->half_extents}; }

static bool is_finite_box(const flr_convex3 *c)
{
    return flr_is_finite3(c->center) && flr_is_finite3(c->half_extents) && flr_is_finite3(c->axes.x) &&
           flr_is_finite3(c->axes.y) && flr_is_finite3(c->axes.z);
}

static bool are_hulls(const flr_convex3 *a, const flr_convex3 *b)
{
    return a->kind == FLR_CONVEX3_HULL && b->kind == FLR_CONVEX3_HULL && a->hull && b->hull;
}

flr_status flr_trace3_sat(const flr_convex3 *a, const flr_convex3 *b, flr_real face_bias,
                          flr_trace3_sat_fn *step, void *user, flr_sat3_answer *result)
{
    if (!a || !b || !result || !is_bias(face_bias)) return FLR_INVALID_ARGUMENT;
    *result = (flr_sat3_answer){.separation = (flr_real)-INFINITY};
    listener3 l = {.a = a, .b = b, .step = step, .user = user, .result = result};
    const separation3_observer observer = {on_step3, &l};
    flr_separation3 s;
    l.are_boxes = a->kind == FLR_CONVEX3_BOX && b->kind == FLR_CONVEX3_BOX;
    if (l.are_boxes) {
        if (a->radius != 0 || b->radius != 0) return FLR_INVALID_ARGUMENT;
        if (!is_finite_box(a) || !is_finite_box(b)) return FLR_NOT_FINITE;
        l.faces_a = 3;
        l.faces = 6;
        result->edge_pairs = 9;
        const flr_box3 x = box_of(a), y = box_of(b);
        s = flr_separation3_boxes(&x, &y, face_bias, &observer);
    } else {
        if (!are_hulls(a, b)) return FLR_INVALID_ARGUMENT;
        l.faces_a = flr_separation3_normals(a);
        l.faces = l.faces_a + flr_separation3_normals(b);
        result->edge_pairs = (uint32_t)(flr_separation3_edges(a) * flr_separation3_edges(b));
        flr_status status = flr_separation3_hulls(a, b, face_bias, &observer, &s);
        if (status != FLR_OK) return status;
    }
    result->separation = s.separation;
    result->axis = s.axis;
    return isfinite(s.separation) ? FLR_OK : FLR_NOT_FINITE;
}

// ---- The plane

/// A polygon's corners as placed, relative to a point that both shapes share, and the order they run in.
typedef struct outline {
    const flr_convex2 *shape;
    flr_vec2 rotation;
    double x, y;  ///< the shape's centre, relative to that point
    int turn;     ///< 1 counter-clockwise, -1 clockwise, 0 collinear
} outline;

typedef struct dvec2 {
    double x, y;
} dvec2;

static dvec2 corner_of(const outline *o, uint32_t i)
{
    const flr_convex2 *c = o->shape;
    const flr_vec2 p = c->kind == FLR_CONVEX2_POLYGON ? c->points[i] : c->corners[i];
    const double x = (double)p.x, y = (double)p.y, u = (double)o->rotation.x, v = (double)o->rotation.y;
    return (dvec2){o->x + (u * x - v * y), o->y + (v * x + u * y)};
}

static double across(dvec2 a, dvec2 b, dvec2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The direction of turn by the signed area; 0 if that is within rounding errors.
static int turn_of(const outline *o)
{
    const uint32_t count = o->shape->count;
    double area = 0, size = 0;
    const dvec2 first = corner_of(o, 0);
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const dvec2 p = corner_of(o, i), q = corner_of(o, i + 1);
        area += across(first, p, q);
        size += fabs((p.x - first.x) * (q.y - first.y)) + fabs((p.y - first.y) * (q.x - first.x));
    }
    return fabs(area) <= (sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-14) * size ? 0 : area > 0 ? 1 : -1;
}

static flr_status load2(outline *o, const flr_convex2 *c, flr_vec2 base)
{
    const bool posed = c->kind != FLR_CONVEX2_CORNERS;
    if (c->kind == FLR_CONVEX2_POINTS || c->kind == FLR_CONVEX2_USER || c->count == 0 || c->radius != 0)
        return FLR_INVALID_ARGUMENT;
    *o = (outline){.shape = c, .rotation = posed ? c->rotation : flr_vec2_make(1, 0)};
    o->x = (posed ? (double)c->center.x : 0) - (double)base.x;
    o->y = (posed ? (double)c->center.y : 0) - (double)base.y;
    o->turn = turn_of(o);
    double sum = 0;
    for (uint32_t i = 0; i < c->count; ++i) sum += corner_of(o, i).x + corner_of(o, i).y;
    return isfinite(sum) ? FLR_OK : FLR_NOT_FINITE;
}

/// Returns the extreme corner along n.
static uint32_t farthest(const outline *o, dvec2 n, dvec2 *corner)
{
    double most = -(double)INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < o->shape->count; ++i) {
        const dvec2 p = corner_of(o, i);
        const double along = n.x * p.x + n.y * p.y;
        if (!(along > most)) continue;
        most = along;
        best = i;
        *corner = p;
    }
    return best;
}

typedef struct search2 {
    outline a, b;
    flr_vec2 base;
    double face_bias, separation;
    flr_trace2_sat_fn *step;
    void *user;
    flr_sat2_answer *result;
} search2;

static flr_vec2 in_scene(const search2 *s, dvec2 p)
{
    return flr_vec2_make((flr_real)((double)s->base.x + p.x), (flr_real)((double)s->base.y + p.y));
}

/// Tries the axis n, which leads outward from an edge of the shape that `kind` names.
static void try_axis(search2 *s, flr_sat_kind kind, uint32_t edge, dvec2 n)
{
    if (kind == FLR_SAT_FACE_B) n = (dvec2){-n.x, -n.y};
    dvec2 p = {0, 0}, q = {0, 0};
    flr_sat2_axis r = {.kind = kind, .edge = edge};
    r.vertex_a = farthest(&s->a, n, &p);
    r.vertex_b = farthest(&s->b, (dvec2){-n.x, -n.y}, &q);
    const double separation = n.x * (q.x - p.x) + n.y * (q.y - p.y);
    r.axis = flr_vec2_make((flr_real)n.x, (flr_real)n.y);
    r.separation = (flr_real)separation;
    r.point_a = in_scene(s, p);
    r.point_b = in_scene(s, q);
    r.better = s->result->count == 0 || separation > s->separation + s->face_bias;
    if (r.better) {
        s->separation = separation;
        s->result->separation = r.separation;
        s->result->axis = r.axis;
        s->result->chosen = s->result->count;
    }
    s->result->count++;
    if (s->step) s->step(s->user, &r);
}

static void try_outline(search2 *s, const outline *o, flr_sat_kind kind)
{
    const uint32_t count = o->shape->count;
    for (uint32_t i = 0; i < count; ++i) {
        const dvec2 p = corner_of(o, i), q = corner_of(o, i + 1 < count ? i + 1 : 0);
        const double x = q.x - p.x, y = q.y - p.y, length = sqrt(x * x + y * y);
        if (!(length > 0)) continue;
        const dvec2 out = {y / length, -x / length}, in = {-out.x, -out.y};
        try_axis(s, kind, i, o->turn < 0 ? in : out);
        if (o->turn != 0) continue;
        try_axis(s, kind, i, in);
        try_axis(s, kind, i, (dvec2){x / length, y / length});
        try_axis(s, kind, i, (dvec2){-x / length, -y / length});
        if (count == 2) return;
    }
}

flr_status flr_trace2_sat(const flr_convex2 *a, const flr_convex2 *b, flr_real face_bias,
                          flr_trace2_sat_fn *step, void *user, flr_sat2_answer *result)
{
    if (!a || !b || !result || !is_bias(face_bias)) return FLR_INVALID_ARGUMENT;
    *result = (flr_sat2_answer){.separation = (flr_real)-INFINITY};
    search2 s = {
        .base = a->center, .face_bias = (double)face_bias, .step = step, .user = user, .result = result};
    flr_status status = load2(&s.a, a, s.base);
    if (status == FLR_OK) status = load2(&s.b, b, s.base);
    if (status != FLR_OK) return status;
    try_outline(&s, &s.a, FLR_SAT_FACE_A);
    try_outline(&s, &s.b, FLR_SAT_FACE_B);
    return isfinite(result->separation) ? FLR_OK : result->count ? FLR_NOT_FINITE : FLR_INVALID_SHAPE;
}
