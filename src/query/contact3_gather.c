#include "query/contact3_gather.h"

#include "manifold/clip3.h"
#include "manifold/contact3_frame.h"
#include "manifold/contact3_ids.h"

contact3_gather flr_contact3_gather_begin(flr_vec3 normal, flr_real size)
{
    contact3_gather g;
    g.normal = normal;
    g.size = size;
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
    flr_clip3_spread(&patch, 0);
    flr_manifold3_point kept[4];  // in an order that may be any
    for (int i = 0; i < patch.count; i++) kept[i] = g->points[patch.id[i]];
    g->count = patch.count;
    for (int i = 0; i < patch.count; i++) g->points[i] = kept[i];
}

void flr_contact3_gather_add(contact3_gather *g, flr_manifold3_point p)
{
    flr_real near = g->size * (flr_real)CONTACT3_SNAP;
    for (int i = 0; i < g->count; i++) {
        const flr_vec3 d = flr_sub3(g->points[i].position, p.position);
        // seen along the normal: what lies behind another part of the same mesh is shallower
        if (flr_length_squared3(flr_mul_add3(d, -flr_dot3(d, g->normal), g->normal)) > near * near) continue;
        if (p.depth > g->points[i].depth) g->points[i] = p;
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

void flr_contact3_gather_finish(contact3_gather *g, flr_manifold3 *m)
{
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
