/// Traces how a manifold is made: from the features that face each other, cut by cut, to the contact points.
/// In space it observes the general way of contact/manifold3.c; in the plane it has a plain version.
#include "base/answer.h"
#include "contact/clip3.h"
#include "contact/manifold2.h"
#include "contact/manifold3_ids.h"
#include "contact/manifold3_patch.h"
#include "convex/corners.h"
#include "feeler/trace.h"
#include "math/dvec3.h"

// ---- Space

typedef struct listener3 {
    const flr_convex3 *shape[2];  ///< the shapes in the order that the clipping uses
    bool swapped;
    flr_trace3_clip_fn *step;
    void *user;
    flr_clip3_feature feature[2];
    flr_clip3_point now[CLIP3_ROOM], before[CLIP3_ROOM];
    uint32_t count;
    const flr_manifold3 *chosen;  ///< for boxes, whose last four points are chosen differently; else null
} listener3;

/// Returns the number of the corner nearest to a place; FLR_HULL_NONE for round cores.
static uint32_t vertex_at(const flr_convex3 *c, flr_vec3 p)
{
    const uint32_t count = flr_corner_count3(c);
    uint32_t best = FLR_HULL_NONE;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const dvec3 off = dvec3_sub(dvec3_from(flr_corner3(c, i)), dvec3_from(p));
        const double square = dvec3_length_squared(off);
        if (!(square < least)) continue;
        least = square;
        best = i;
    }
    return best;
}

static void set_feature(const flr_convex3 *c, const feature3 *from, flr_clip3_feature *f)
{
    const flr_vec3 anchor = flr_feature3_anchor(c);
    f->count = (uint32_t)from->count;
    f->normal = from->count > 2 ? from->normal : flr_vec3_make(0, 0, 0);
    for (int i = 0; i < from->count; i++) {
        f->corners[i] = flr_add3(anchor, from->corners[i]);
        f->vertices[i] = vertex_at(c, f->corners[i]);
    }
}

static bool is_among(const flr_clip3_point *points, uint32_t count, flr_vec3 p)
{
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        const flr_vec3 q = points[i].position;
        found |= q.x == p.x && q.y == p.y && q.z == p.z;
    }
    return found;
}

/// Reduces the points to those of the manifold: for each the nearest earlier one with its id, which a pair
/// and its reverse may share.
static void keep_chosen(listener3 *l, uint32_t before)
{
    bool chosen[CLIP3_ROOM] = {false};
    for (int k = 0; k < l->chosen->count; k++) {
        const flr_manifold3_point *p = &l->chosen->points[k];
        double least = (double)INFINITY;
        uint32_t best = before;
        for (uint32_t i = 0; i < before; i++) {
            const flr_vec3 off = flr_sub3(l->before[i].position, p->position);
            const double square = dvec3_length_squared(dvec3_from(off));
            if (((p->id ^ l->before[i].id) & ~CONTACT3_REVERSED) || !(square < least)) continue;
            least = square;
            best = i;
        }
        if (best < before) chosen[best] = true;
    }
    l->count = 0;
    for (uint32_t i = 0; i < before; i++)
        if (chosen[i]) l->now[l->count++] = l->before[i];
}

/// Sets the present points of the step, and in `dropped` those that have gone since the step before.
static void set_points(listener3 *l, const contact3_step *h, flr_clip3_step *s)
{
    const flr_real radii = h->pose->radius_a + h->pose->radius_b;
    const uint32_t before = l->count;
    for (uint32_t i = 0; i < before; i++) l->before[i] = l->now[i];
    l->count = (uint32_t)h->count;
    for (int i = 0; i < h->count; i++) {
        l->now[i].position = flr_add3(h->pose->origin, h->at[i]);
        l->now[i].depth = (flr_real)h->depth[i] + radii;
        l->now[i].id = h->event >= CONTACT3_EVENT_MERGE ? h->id[i] : 0;
    }
    if (l->chosen && h->event >= CONTACT3_EVENT_SPREAD) keep_chosen(l, before);
    for (uint32_t i = 0; i < before; i++)
        if (!is_among(l->now, l->count, l->before[i].position)) l->before[s->dropped_count++] = l->before[i];
    s->points = l->now;
    s->dropped = l->before;
    s->count = l->count;
}

static void on_step3(void *user, const contact3_step *h)
{
    static const flr_clip_stage stages[] = {FLR_CLIP_FEATURES, FLR_CLIP_INCIDENT, FLR_CLIP_DEPTH,
                                            FLR_CLIP_SIDE,     FLR_CLIP_TIP,      FLR_CLIP_DROP,
                                            FLR_CLIP_MERGE,    FLR_CLIP_SPREAD,   FLR_CLIP_JOIN};
    listener3 *l = user;
    flr_clip3_step s = {.stage = stages[h->event], .side = h->side < 0 ? FLR_HULL_NONE : (uint32_t)h->side};
    if (s.stage == FLR_CLIP_FEATURES)
        for (int k = 0; k < 2; k++) set_feature(l->shape[k], h->features[k], &l->feature[k]);
    s.a = &l->feature[l->swapped];
    s.b = &l->feature[!l->swapped];
    s.reference_is_b = (h->reference == 1) != l->swapped;
    set_points(l, h, &s);
    if (h->line[0] == 0 && h->line[1] == 0) {
        // a side that has rounded to a point does not cut
        if (s.stage == FLR_CLIP_SIDE) return;
    } else {
        const dvec3 n = dvec3_add(dvec3_scale(h->line[0], dvec3_from(h->frame.x)),
                                  dvec3_scale(h->line[1], dvec3_from(h->frame.y)));
        s.plane.normal = dvec3_round(n);
        s.plane.offset = (flr_real)(h->line[2] + dvec3_dot(n, dvec3_from(h->pose->origin)));
    }
    if (l->step) l->step(l->user, &s);
}

/// Keeps the last axis that was better than all before it.
static void keep_best(void *user, const flr_sat3_axis *axis)
{
    if (axis->better) *(flr_sat3_axis *)user = *axis;
}

static void set_edge(const flr_convex3 *c, const uint32_t ends[2], flr_clip3_feature *f)
{
    f->count = 2;
    f->normal = flr_vec3_make(0, 0, 0);
    for (int k = 0; k < 2; k++) {
        f->vertices[k] = ends[k];
        f->corners[k] = flr_corner3(c, ends[k]);
    }
}

/// Reports the two edges where edges of two boxes cross; they touch in a point, and nothing is clipped.
static bool report_edges(listener3 *l, const flr_convex3 *a, const flr_convex3 *b, flr_real face_bias,
                         const flr_manifold3 *m)
{
    flr_sat3_axis best = {.kind = FLR_SAT_FACE_A};
    flr_sat3_answer r;
    if (m->count != 1 || flr_trace3_sat(a, b, face_bias, keep_best, &best, &r) != FLR_OK) return false;
    if (best.kind != FLR_SAT_EDGES) return false;
    set_edge(a, best.edge_a, &l->feature[0]);
    set_edge(b, best.edge_b, &l->feature[1]);
    const flr_clip3_step s = {.stage = FLR_CLIP_FEATURES,
                              .a = &l->feature[0],
                              .b = &l->feature[1],
                              .side = FLR_HULL_NONE,
                              .points = l->now,
                              .dropped = l->before};
    if (l->step) l->step(l->user, &s);
    return true;
}

static flr_status clip_boxes(listener3 *l, const flr_convex3 *a, const flr_convex3 *b,
                             const flr_contact3_options *o, flr_manifold3 *manifold)
{
    const contact3_observer observer = {on_step3, l};
    flr_manifold3 general;
    const flr_status status = flr_contact3_convex_convex(a, b, o, manifold);
    if (!flr_has_answer(status) || manifold->count == 0 || report_edges(l, a, b, o->face_bias, manifold))
        return status;
    l->chosen = manifold;
    flr_contact3_traced(a, b, o, &observer, &general);
    return status;
}

flr_status flr_trace3_clip(const flr_convex3 *a, const flr_convex3 *b, const flr_contact3_options *options,
                           flr_trace3_clip_fn *step, void *user, flr_manifold3 *manifold)
{
    if (!a || !b || !manifold) return FLR_INVALID_ARGUMENT;
    const flr_contact3_options o = {options ? options->margin : 0, options ? options->face_bias : 0, NULL};
    if (!flr_is_option(o.margin) || !flr_is_option(o.face_bias)) return FLR_INVALID_ARGUMENT;
    listener3 l;
    l.swapped = !flr_convex3_is_first(a, b);
    l.shape[0] = l.swapped ? b : a;
    l.shape[1] = l.swapped ? a : b;
    l.step = step;
    l.user = user;
    l.count = 0;
    l.chosen = NULL;
    if (a->kind == FLR_CONVEX3_BOX && b->kind == FLR_CONVEX3_BOX && a->radius == 0 && b->radius == 0)
        return clip_boxes(&l, a, b, &o, manifold);
    const contact3_observer observer = {on_step3, &l};
    return flr_contact3_traced(a, b, &o, &observer, manifold);
}

// ---- The plane

typedef struct clip2 {
    flr_vec2 normal, tangent, origin;
    flr_clip2_feature feature[2];
    flr_vec2 reference[2],
        incident[2];  ///< relative to the origin; reference runs along the tangent
    double side;      ///< 1 if a has the reference, else -1
    bool ascends;     ///< the reference edge's corners run along the tangent
    flr_clip2_step step;
    flr_clip2_point now[2], dropped[2];
} clip2;

static double cross_of(flr_vec2 a, flr_vec2 b)
{
    return (double)a.x * (double)b.y - (double)a.y * (double)b.x;
}
static double dot_of(flr_vec2 a, flr_vec2 b) { return (double)a.x * (double)b.x + (double)a.y * (double)b.y; }

static void set_feature2(const flr_convex2 *c, flr_vec2 origin, const side2 *s, flr_clip2_feature *f)
{
    const flr_vec2 ends[2] = {s->p, s->q};
    for (int k = 0; k < 2; k++) {
        double least = (double)INFINITY;
        f->corners[k] = flr_add2(origin, ends[k]);
        for (uint32_t i = 0; i < flr_corner_count2(c); i++) {
            const double square = (double)flr_length_squared2(flr_sub2(flr_corner2(c, i), f->corners[k]));
            if (!(square < least)) continue;
            least = square;
            f->vertices[k] = i;
        }
    }
}

/// How nearly an edge is perpendicular to the normal: 1 if it is, -1 for a single corner.
static double flatness(const side2 *s, flr_vec2 normal)
{
    const flr_vec2 e = flr_sub2(s->q, s->p);
    const double length = sqrt(dot_of(e, e));
    return length > 0 ? fabs(cross_of(normal, e)) / length : -1;
}

/// The depth of a point of the incident edge below the reference edge, along the normal.
static double depth_at(const clip2 *c, flr_vec2 p)
{
    const flr_vec2 e = flr_sub2(c->reference[1], c->reference[0]), way = flr_sub2(p, c->reference[0]);
    const double run = dot_of(e, c->tangent), t = dot_of(way, c->tangent) / run;
    return c->side * (t * dot_of(e, c->normal) - dot_of(way, c->normal));
}

/// Reports the incident edge as it is now.
static void give(clip2 *c, flr_clip_stage stage, int count, flr_trace2_clip_fn *step, void *user)
{
    flr_clip2_step *s = &c->step;
    const uint32_t before = s->count;
    s->stage = stage;
    s->dropped_count = 0;
    flr_clip2_point now[2];
    for (int k = 0; k < count; k++)
        now[k] =
            (flr_clip2_point){flr_add2(c->origin, c->incident[k]), (flr_real)depth_at(c, c->incident[k])};
    for (uint32_t i = 0; i < before; i++) {
        bool found = false;
        for (int k = 0; k < count; k++)
            found |= now[k].position.x == c->now[i].position.x && now[k].position.y == c->now[i].position.y;
        if (!found) c->dropped[s->dropped_count++] = c->now[i];
    }
    for (int k = 0; k < count; k++) c->now[k] = now[k];
    s->count = (uint32_t)count;
    s->points = c->now;
    s->dropped = c->dropped;
    if (step) step(user, s);
}

/// Cuts off what lies beyond an end of the reference edge; returns how many points are left.
static int cut_by_end(clip2 *c, int end, int count)
{
    const double way = end ? 1 : -1, limit = way * dot_of(c->reference[end], c->tangent);
    const flr_vec2 n = end ? c->tangent : flr_neg2(c->tangent);
    double side[2];
    c->step.side = (uint32_t)(c->ascends ? end : 1 - end);
    c->step.plane.normal = n;
    c->step.plane.offset = (flr_real)(limit + dot_of(n, c->origin));
    for (int k = 0; k < count; k++) side[k] = dot_of(c->incident[k], n) - limit;
    if (count == 1) return !(side[0] > 0);
    if (count == 0 || (!(side[0] > 0) && !(side[1] > 0))) return count;
    if (side[0] > 0 && side[1] > 0) return 0;
    const int out = side[1] > 0;
    const flr_vec2 cut = flr_lerp2(c->incident[0], c->incident[1], (flr_real)(side[0] / (side[0] - side[1])));
    c->incident[out] = cut;
    return 2;
}

/// Drops points that are beyond the margin.
static int drop_shallow(clip2 *c, int count, double margin)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (depth_at(c, c->incident[k]) >= -margin) c->incident[kept++] = c->incident[k];
    return kept;
}

/// The plain version in the plane: the incident edge, cut by both ends of the reference edge.
static void clip_in_plane(const flr_convex2 *a, const flr_convex2 *b, flr_real margin, flr_vec2 normal,
                          flr_trace2_clip_fn *step, void *user)
{
    clip2 c = {.normal = normal, .tangent = flr_perp2(normal), .origin = support2_origin(a)};
    const side2 f = flr_side2_in_scene(a, c.origin, normal),
                g = flr_side2_in_scene(b, c.origin, flr_neg2(normal));
    set_feature2(a, c.origin, &f, &c.feature[0]);
    set_feature2(b, c.origin, &g, &c.feature[1]);
    c.step.a = &c.feature[0];
    c.step.b = &c.feature[1];
    c.step.side = FLR_HULL_NONE;
    give(&c, FLR_CLIP_FEATURES, 0, step, user);
    const double flat_a = flatness(&f, normal), flat_b = flatness(&g, normal);
    if (!(flat_a > 0.5) && !(flat_b > 0.5)) return;
    const bool by_a = flat_a * (1 + 1e-6) >= flat_b;
    const side2 *own = by_a ? &f : &g, *other = by_a ? &g : &f;
    c.ascends = dot_of(flr_sub2(own->q, own->p), c.tangent) > 0;
    c.reference[0] = c.ascends ? own->p : own->q;
    c.reference[1] = c.ascends ? own->q : own->p;
    c.incident[0] = other->p;
    c.incident[1] = other->q;
    c.side = by_a ? 1 : -1;
    c.step.reference_is_b = !by_a;
    int count = other->p.x == other->q.x && other->p.y == other->q.y ? 1 : 2;
    give(&c, FLR_CLIP_INCIDENT, count, step, user);
    for (int end = 0; end < 2; end++) {
        count = cut_by_end(&c, end, count);
        give(&c, FLR_CLIP_SIDE, count, step, user);
    }
    c.step.side = FLR_HULL_NONE;
    c.step.plane = (flr_halfspace2){.offset = 0};
    give(&c, FLR_CLIP_DROP, drop_shallow(&c, count, (double)margin), step, user);
}

flr_status flr_trace2_clip(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *options,
                           flr_trace2_clip_fn *step, void *user, flr_manifold2 *manifold)
{
    if (!a || !b || !manifold || flr_corner_count2(a) == 0 || flr_corner_count2(b) == 0 || a->radius != 0 ||
        b->radius != 0)
        return FLR_INVALID_ARGUMENT;
    const flr_contact2_options o = {options ? options->margin : 0, options ? options->face_bias : 0, NULL};
    const flr_status status = flr_contact2_convex_convex(a, b, &o, manifold);
    if (flr_has_answer(status) && manifold->count > 0)
        clip_in_plane(a, b, o.margin, manifold->normal, step, user);
    return status;
}
