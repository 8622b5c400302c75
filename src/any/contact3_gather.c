#include "any/contact3_gather.h"

#include "contact/clip3.h"
#include "contact/contact3_frame.h"
#include "contact/contact3_ids.h"

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
    flr_mat3 frame = contact3_frame(g->normal);
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

/// The deeper of two in one place; of what is as deep but for rounding, always the same id.
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

void flr_contact3_gather_within(contact3_gather *g, flr_manifold3_point p, flr_real most)
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
    *m = contact3_empty();
    m->normal = g->count ? g->normal : flr_vec3_make(0, 0, 0);
    m->count = g->count;
    for (int i = 0; i < g->count; i++) {
        m->points[i] = g->points[i];
        for (int k = 0; k < i; k++)
            if (m->points[k].id == m->points[i].id) m->points[i].id++, k = -1;
    }
}
