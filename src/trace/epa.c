/// Traces the expanding polytope algorithm: the loop of convex/epa3.c, and the polygon of
/// convex/signed_distance2.c.
#include "convex/depth3.h"
#include "convex/gjk2.h"
#include "convex/polytope3.h"
#include "feeler/trace.h"

// ---- Space

/// A step is complete only after the polytope has grown, so it is reported when the next one begins, or at
/// the end.
typedef struct listener3 {
    flr_trace3_epa_fn *step;
    void *user;
    flr_epa3_step next;
    bool waits;
    flr_epa_end end;  ///< reported if no further step comes
    flr_minkowski3_point vertices[POLYTOPE3_VERTICES + 1];
    uint32_t vertex_count;  ///< how many of these are set
    uint32_t faces[POLYTOPE3_FACES][3];
    bool seen[POLYTOPE3_FACES];
    uint32_t horizon[POLYTOPE3_FACES][2];
} listener3;

static flr_minkowski3_point point_of(const pair3 *p, const vertex3 *v)
{
    flr_minkowski3_point r;
    const dvec3 none = dvec3_make(0, 0, 0);
    r.difference = dvec3_round(dvec3_scale(1 / p->reference.unit, v->w));
    r.a = pair3_world(p, vertex3_a(v), 0, none);
    r.b = pair3_world(p, vertex3_b(v), 0, none);
    r.vertex_a = v->id_a;
    r.vertex_b = v->id_b;
    return r;
}

static void take_vertices(listener3 *l, const polytope3 *p)
{
    for (; l->vertex_count < (uint32_t)p->vertex_count; l->vertex_count++)
        l->vertices[l->vertex_count] = point_of(p->pair, &p->vertices[l->vertex_count]);
    l->next.vertices = l->vertices;
    l->next.vertex_count = l->vertex_count;
}

/// Does the polytope have a face with these corners?
static bool has_face(const polytope3 *p, const uint32_t corner[3])
{
    for (int i = 0; i < p->face_count; i++) {
        const int *c = p->faces[i].corner;
        for (int k = 0; k < 3 && p->planes.distance[i] < (double)INFINITY; k++)
            if ((uint32_t)c[k] == corner[0] && (uint32_t)c[(k + 1) % 3] == corner[1] &&
                (uint32_t)c[(k + 2) % 3] == corner[2])
                return true;
    }
    return false;
}

/// Reports the waiting step. It compares the polytope with that of the step: which faces are gone, and the
/// horizon.
static void give(listener3 *l, const polytope3 *p, flr_epa_end end)
{
    flr_epa3_step *s = &l->next;
    if (!l->waits) return;
    l->waits = false;
    s->end = end;
    s->horizon_count = 0;
    const bool grew = p && (uint32_t)p->vertex_count > s->vertex_count;
    if (end == FLR_EPA_GOES_ON && !grew) s->end = FLR_EPA_TURNED;
    for (uint32_t i = 0; i < s->face_count; i++) l->seen[i] = grew && !has_face(p, l->faces[i]);
    for (int i = 0; grew && i < p->face_count; i++) {
        const int *c = p->faces[i].corner;
        for (int k = 0; k < 3 && p->planes.distance[i] < (double)INFINITY; k++) {
            if ((uint32_t)c[k] != s->vertex_count) continue;
            l->horizon[s->horizon_count][0] = (uint32_t)c[(k + 1) % 3];
            l->horizon[s->horizon_count++][1] = (uint32_t)c[(k + 2) % 3];
        }
    }
    s->horizon = (const uint32_t(*)[2])l->horizon;
    s->seen = l->seen;
    if (l->step) l->step(l->user, s);
}

static void on_step3(void *user, const polytope3 *p, int nearest, double reach, bool met,
                     const epa3_result *r)
{
    listener3 *l = user;
    flr_epa3_step *s = &l->next;
    give(l, p, FLR_EPA_GOES_ON);
    *s = (flr_epa3_step){.faces = (const uint32_t(*)[3])l->faces, .nearest = FLR_HULL_NONE};
    take_vertices(l, p);
    l->waits = true;
    l->end = nearest < 0    ? FLR_EPA_FLAT
             : met          ? FLR_EPA_MET
             : r->converged ? FLR_EPA_CONFIRMED
                            : FLR_EPA_LIMIT;
    if (nearest < 0) return;
    const double inverse = 1 / p->pair->reference.unit;
    for (int i = 0; i < p->face_count; i++) {
        if (!(p->planes.distance[i] < (double)INFINITY)) continue;
        if (i == nearest) s->nearest = s->face_count;
        for (int k = 0; k < 3; k++) l->faces[s->face_count][k] = (uint32_t)p->faces[i].corner[k];
        s->face_count++;
    }
    s->normal = dvec3_round(dvec3_scale(p->planes.inverse[nearest], polytope3_normal(p, nearest)));
    s->distance = s->lower = (flr_real)(inverse * p->planes.distance[nearest]);
    s->support = point_of(p->pair, &p->vertices[p->vertex_count]);
    s->reach = (flr_real)(inverse * reach);
    s->upper = (flr_real)(inverse * r->upper);
}

flr_status flr_trace3_epa(const flr_convex3 *a, const flr_convex3 *b, flr_trace3_epa_fn *step, void *user,
                          flr_gjk3 *result)
{
    if (!a || !b || !result) return FLR_INVALID_ARGUMENT;
    listener3 l;
    l.step = step;
    l.user = user;
    l.waits = false;
    l.end = FLR_EPA_FLAT;
    l.vertex_count = 0;
    const epa3_observer observer = {on_step3, &l};
    flr_signed_distance3_by_polytope(a, b, &observer, result);
    give(&l, NULL, l.end);
    return result->status;
}

// ---- The plane

typedef struct listener2 {
    flr_trace2_epa_fn *step;
    void *user;
} listener2;

static flr_vec2 in_world(const epa2_observer *observer, flr_vec2 p)
{
    return flr_add2(observer->origin, flr_scale2(observer->inverse, flr_add2(observer->scene, p)));
}

static flr_minkowski2_point point2_of(const epa2_observer *observer, const vertex2 *v)
{
    flr_minkowski2_point r;
    r.difference = flr_scale2(observer->inverse, v->w);
    r.a = in_world(observer, v->a);
    r.b = in_world(observer, v->b);
    r.vertex_a = v->ia;
    r.vertex_b = v->ib;
    return r;
}

static void on_step2(const epa2_observer *observer, const epa2_step *h)
{
    const listener2 *l = observer->user;
    flr_minkowski2_point vertices[EPA2_VERTICES];
    if (!l->step) return;
    for (int i = 0; i < h->count; i++) vertices[i] = point2_of(observer, &h->vertices[i]);
    flr_epa2_step s = {.vertices = vertices, .vertex_count = (uint32_t)h->count, .nearest = FLR_HULL_NONE};
    s.end = FLR_EPA_FLAT;
    if (h->nearest >= 0) {
        s.nearest = (uint32_t)h->nearest;
        s.normal = h->normal;
        s.support = point2_of(observer, h->found);
        s.distance = s.lower = observer->inverse * h->height;
        s.reach = observer->inverse * h->reach;
        s.upper = observer->inverse * h->upper;
        s.end = h->last ? FLR_EPA_MET : h->count == EPA2_VERTICES ? FLR_EPA_LIMIT : FLR_EPA_GOES_ON;
    }
    l->step(l->user, &s);
}

flr_status flr_trace2_epa(const flr_convex2 *a, const flr_convex2 *b, flr_trace2_epa_fn *step, void *user,
                          flr_gjk2 *result)
{
    if (!a || !b || !result) return FLR_INVALID_ARGUMENT;
    listener2 l = {step, user};
    epa2_observer observer = {.on_step = on_step2, .user = &l};
    *result = flr_signed_distance2_by_polygon(a, b, &observer);
    return result->status;
}
