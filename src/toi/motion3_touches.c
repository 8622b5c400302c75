#include <math.h>

#include "convex/gjk3.h"
#include "toi/motion3_run.h"

/// Whether what was nearest last is so near now that it touches: then it is what r->nearest says, and no search is needed.
static bool still_touches(motion3_run *r, const pair3 *pair)
{
    const flr_gjk3_cache *c = &r->cache;
    if (c->count < 1 || c->count > 3 || !core3_has_ids(&pair->a) || !core3_has_ids(&pair->b)) return false;
    simplex3 s;
    s.count = (int)c->count;
    for (int i = 0; i < s.count; i++) pair3_vertex(pair, pair->form, c->a[i], c->b[i], &s.v[i]);
    const vertex3 *const v[3] = {&s.v[0], &s.v[1], &s.v[2]};
    dvec3 closest = flr_simplex3_weigh(v, s.count, s.weight), a, b;
    double scale = 1 / pair->reference.unit, apart = dvec3_length(closest) * scale;
    if (!(apart <= (double)(r->m->radii + r->m->touch))) return false;
    simplex3_points(&s, &a, &b);
    dvec3 normal = dvec3_scale(apart > 0 ? -scale / apart : 0, closest);
    r->nearest.point_a = pair3_world(pair, a, pair->radius_a, normal);
    r->nearest.point_b = pair3_world(pair, b, -pair->radius_b, normal);
    return true;
}

static void turn_to(motion3_run *r, double t)
{
    const motion3_attitude *now = &r->attitude;
    flr_motion3_turn_to(r->sides, t, &r->attitude);
    r->now.time = t;
    r->now.a = (turn3_angle){(flr_real)now->cosine[0], (flr_real)now->sine[0]};
    r->now.b = (turn3_angle){(flr_real)now->cosine[1], (flr_real)now->sine[1]};
}

/// Number by number, as GJK has just written them.
static void take(motion3_run *r, const flr_gjk3 *g)
{
    motion3_nearest *n = &r->nearest;
    n->overlap = g->overlap;
    n->lower = g->lower;
    n->upper = g->upper;
    n->point_a = flr_vec3_make(g->point_a.x, g->point_a.y, g->point_a.z);
    n->point_b = flr_vec3_make(g->point_b.x, g->point_b.y, g->point_b.z);
    n->normal = flr_vec3_make(g->normal.x, g->normal.y, g->normal.z);
}

bool flr_motion3_touches(motion3_run *r, double t)
{
    const flr_gjk3_options options = {.max_distance = (flr_real)INFINITY, .cache = &r->cache};
    flr_gjk3 g;
    if (r->sides) {
        turn_to(r, t);
        if (flr_motion3_simplex_touches(r->m, r->sides, &r->attitude, &r->cache, &r->nearest.point_a,
                                        &r->nearest.point_b))
            return true;
        if (t > 0) flr_motion3_move_sides(r->m, &r->attitude, &r->placed);
        g = flr_closest3_convex_convex(&r->placed.a, &r->placed.b, &options);
    } else {
        pair3 pair;
        motion3_place_at(r, t);
        flr_pair3_make(&pair, &r->placed.a, &r->placed.b);
        if (still_touches(r, &pair)) return true;
        g = flr_gjk3_search_pair(&pair, &options, NULL);
        // deep inside it has no points
        if (g.overlap && t > 0) g = flr_closest3_convex_convex(&r->placed.a, &r->placed.b, NULL);
    }
    take(r, &g);
    flr_real target = r->m->radii - r->placed.a.radius - r->placed.b.radius;
    return r->nearest.overlap || r->nearest.upper - target <= r->m->touch;
}
