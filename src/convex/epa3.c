#include "convex/epa3.h"

#include "convex/polytope3.h"

static double length_squared(wide3 v) { return wide3_dot(v, v); }

static int nearest_face(const polytope3 *p)
{
    int best = 0;
    for (int i = 1; i < p->face_count; i++)
        if (p->distance[i] < p->distance[best]) best = i;
    return best;
}

static wide3 unit_normal(const face3 *f) { return wide3_scale(f->inverse, f->normal); }

/// No part of the face is nearer to the origin.
static double least_height(const polytope3 *p, const face3 *f)
{
    double least = (double)INFINITY;
    for (int k = 0; k < 3; k++) {
        double height = wide3_dot(unit_normal(f), polytope3_w(p, f->corner[k]));
        if (height < least) least = height;
    }
    return least > 0 ? least : 0;
}

/// The foot of the origin on the face's plane lies in the face, as it does most times. False where it does not, or where
/// the weights in a needle do not lead there.
static bool set_witness_within(const polytope3 *p, const face3 *f, wide3 foot, epa3_result *r)
{
    simplex3 s = {.count = 3};
    wide3 way[3];
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        s.v[k] = p->vertices[f->corner[k]];
        way[k] = wide3_sub(s.v[k].w, foot);
    }
    for (int k = 0; k < 3; k++) {
        s.weight[k] = wide3_dot(f->normal, wide3_cross(way[(k + 1) % 3], way[(k + 2) % 3]));
        if (!(s.weight[k] >= 0)) return false;
        sum += s.weight[k];
    }
    if (!(sum > 0)) return false;
    for (int k = 0; k < 3; k++) s.weight[k] /= sum;
    simplex3_points(&s, &r->a, &r->b);
    wide3 rest = wide3_sub(wide3_sub(r->a, r->b), foot);
    return length_squared(rest) <= 0x1p-98 * p->size_squared;
}

/// The point of a face nearest to the foot of the origin on the plane of `best`; returns the squared distance to it.
static double witness_on(const polytope3 *p, const face3 *f, wide3 foot, epa3_result *r)
{
    simplex3 s = {.count = 3};
    for (int k = 0; k < 3; k++) {
        s.v[k] = p->vertices[f->corner[k]];
        s.v[k].w = wide3_sub(s.v[k].w, foot);
    }
    bool inside;
    wide3 rest = flr_simplex3_reduce(&s, &inside);
    simplex3_points(&s, &r->a, &r->b);
    return length_squared(rest);
}

/// A facet of the difference may be several triangles in one plane, and the foot lie in another of them than `best`.
static void set_witness(const polytope3 *p, int best, epa3_result *r)
{
    wide3 foot = wide3_scale(r->upper, r->normal);
    if (r->converged && set_witness_within(p, &p->faces[best], foot, r)) return;
    double near = polytope3_roundings(p), least = witness_on(p, &p->faces[best], foot, r);
    for (int i = 0; i < p->face_count && least > near * near; i++) {
        if (p->distance[i] > r->upper + 16 * near) continue;
        epa3_result other = *r;
        double rest = witness_on(p, &p->faces[i], foot, &other);
        if (!(rest < least)) continue;
        least = rest;
        *r = other;
    }
}

/// The difference is a polygon, a segment or a point: any way out of its plane is free.
static epa3_result flat_result(const polytope3 *p, const simplex3 *start)
{
    epa3_result r = {.converged = true};
    r.normal = flr_polytope3_flat_normal(p);
    simplex3 s = *start;
    const vertex3 *const v[4] = {&s.v[0], &s.v[1], &s.v[2], &s.v[3]};
    if (s.count == 4) flr_simplex3_weigh(v, 4, s.weight);
    simplex3_points(&s, &r.a, &r.b);
    return r;
}

static epa3_result expand(polytope3 *p, int *face)
{
    epa3_result r = {.upper = (double)INFINITY};
    int best;
    for (;;) {
        best = nearest_face(p);
        const face3 *f = &p->faces[best];
        double lower = p->distance[best];
        r.iterations++;
        vertex3 *v = &p->vertices[p->vertex_count];
        v->id_a = p->vertices[f->corner[0]].id_a;
        v->id_b = p->vertices[f->corner[0]].id_b;
        flr_polytope3_support(p, f->normal, v);
        double reach = wide3_dot(f->normal, v->w) * f->inverse;
        if (reach < r.upper) {
            r.upper = reach;
            r.normal = unit_normal(f);
        }
        // no farther than the face by exact measure: the face lies in the boundary
        r.converged = r.upper - lower <= 4 * polytope3_roundings(p) || flr_polytope3_confirms(p, f);
        // of a needle it may be known less well than another one's
        if (r.converged && reach <= r.upper + 4 * polytope3_roundings(p)) r.normal = unit_normal(f);
        if (!r.converged && p->vertex_count < POLYTOPE3_VERTICES && flr_polytope3_expand(p, best)) continue;
        r.lower = least_height(p, f);
        break;
    }
    if (!(r.upper > 0)) r.upper = 0;
    set_witness(p, best, &r);
    *face = best;
    return r;
}

/// A tetrahedron around the origin on top of the face that was found: the next search begins where this one has ended.
static void keep(const polytope3 *p, const face3 *f, flr_gjk3_cache *cache)
{
    wide3 side[3];
    for (int k = 0; k < 3; k++)
        side[k] = wide3_cross(polytope3_w(p, f->corner[k]), polytope3_w(p, f->corner[k < 2 ? k + 1 : 0]));
    double most = 0;
    int best = -1;
    for (int i = 0; i < p->vertex_count; i++) {
        double least = (double)INFINITY;
        for (int k = 0; k < 3; k++) {
            double behind = -wide3_dot(side[k], polytope3_w(p, i));
            if (behind < least) least = behind;
        }
        if (least > most) most = least, best = i;
    }
    if (best < 0) return;
    cache->count = 4;
    for (int k = 0; k < 4; k++) {
        const vertex3 *v = &p->vertices[k < 3 ? f->corner[k] : best];
        cache->a[k] = v->id_a;
        cache->b[k] = v->id_b;
    }
}

epa3_result flr_epa3(const pair3 *pair, const simplex3 *start, flr_gjk3_cache *cache)
{
    polytope3 p;
    if (!flr_polytope3_start(&p, pair, start)) return flat_result(&p, start);
    int face;
    epa3_result r = expand(&p, &face);
    if (cache) keep(&p, &p.faces[face], cache);
    return r;
}
