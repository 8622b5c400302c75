/// Hulls of few vertices: each time the point that lies farthest outside is taken, as in quickhull (Barber, Dobkin
/// and Huhdanpaa, "The quickhull algorithm for convex hulls", 1996), until there are enough.
#include <math.h>

#include "hull/hull3_build.h"
#include "math/predicates.h"

/// Every site outside waits at one triangle that sees it.
typedef struct waiting {
    uint32_t *next;      ///< of each site, the next one at the same triangle
    uint32_t *head;      ///< of each triangle
    uint32_t *farthest;  ///< of each triangle
    double *distance;    ///< of each triangle's farthest site; 0 without one
    size_t triangles;
} waiting;

/// From the plane of a triangle, positive in front.
static double distance(const hull3_builder *b, uint32_t triangle, flr_vec3 p)
{
    const uint32_t *v = b->triangles[triangle].vertex;
    flr_plane3_filter f = flr_plane3_filter_make(b->sites[v[0]].p, b->sites[v[1]].p, b->sites[v[2]].p);
    double x = f.x, y = f.y, z = f.z, most = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    if (!(most > 0)) return 0;
    x /= most, y /= most, z /= most;
    double along = ((double)p.x - f.ax) * x + ((double)p.y - f.ay) * y + ((double)p.z - f.az) * z;
    return along / sqrt(x * x + y * y + z * z);
}

static void wait_at(waiting *w, uint32_t triangle, uint32_t site, double far)
{
    w->next[site] = w->head[triangle];
    w->head[triangle] = site;
    // what sees a site by exact judgement may be no farther than rounding
    if (!(far > 0x1p-1022)) far = 0x1p-1022;
    if (far > w->distance[triangle]) w->distance[triangle] = far, w->farthest[triangle] = site;
}

/// At the triangle of the list from which it is farthest; nowhere where none sees it, then it is inside.
static void place(const hull3_builder *b, waiting *w, const uint32_t *triangle, size_t count, uint32_t site)
{
    uint32_t best = HULL3_NONE;
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        if (hull3_sees(b, &b->triangles[triangle[i]], b->sites[site].p) <= 0) continue;
        double d = distance(b, triangle[i], b->sites[site].p);
        if (best == HULL3_NONE || d > most) most = d, best = triangle[i];
    }
    if (best != HULL3_NONE) wait_at(w, best, site, most);
}

/// Takes all sites off the triangles in `visible`, as one chain.
static uint32_t collect(const hull3_builder *b, waiting *w)
{
    uint32_t chain = HULL3_NONE;
    for (size_t i = 0; i < b->visible.count; i++) {
        uint32_t t = b->visible.item[i];
        for (uint32_t site = w->head[t], next; site != HULL3_NONE; site = next) {
            next = w->next[site];
            w->next[site] = chain;
            chain = site;
        }
        w->head[t] = HULL3_NONE;
        w->distance[t] = 0;
    }
    return chain;
}

/// The triangles around the newest site, in `visible`.
static void collect_fan(hull3_builder *b)
{
    uint32_t t = b->here;
    b->visible.count = 0;
    do {
        b->visible.item[b->visible.count++] = t;
        t = b->triangles[t].across[1];
    } while (t != b->here);
}

static bool insert(hull3_builder *b, waiting *w, uint32_t triangle)
{
    const uint32_t site = w->farthest[triangle];
    if (!hull3_find_visible(b, triangle, b->sites[site].p)) return false;
    uint32_t chain = collect(b, w);
    if (!hull3_replace_visible(b, site)) return false;
    if (!hull3_list_reserve(&b->allocator, &b->visible, b->rim.count)) return false;
    collect_fan(b);
    for (uint32_t s = chain, next; s != HULL3_NONE; s = next) {
        next = w->next[s];
        if (s != site) place(b, w, b->visible.item, b->visible.count, s);
    }
    return true;
}

static bool take_farthest(hull3_builder *b, waiting *w, uint32_t limit)
{
    static const uint32_t first[4] = {0, 1, 2, 3};
    for (uint32_t site = 4; site < b->site_count; site++) place(b, w, first, 4, site);
    for (uint32_t taken = 4; taken < limit; taken++) {
        uint32_t best = 0;
        for (uint32_t t = 1; t < b->triangle_count; t++)
            if (w->distance[t] > w->distance[best]) best = t;
        if (w->distance[best] == 0) break;
        if (!insert(b, w, best)) return false;
    }
    return true;
}

bool hull3_grow_few(hull3_builder *b, uint32_t limit)
{
    const flr_allocator *memory = &b->allocator;
    b->site_count = b->count + 4;
    b->sites = flr_allocate(memory, b->site_count, sizeof *b->sites);
    if (!b->sites) return false;
    for (int i = 0; i < 4; i++) b->sites[i] = (hull3_site){b->points[b->simplex[i]], b->simplex[i]};
    for (size_t i = 0; i < b->count; i++) b->sites[4 + i] = (hull3_site){b->points[i], (uint32_t)i};
    // a surface over `limit` points has less than 2 * limit triangles, and no more slots are ever in use
    waiting w = {.triangles = 2 * (size_t)limit + 64};
    w.next = flr_allocate(memory, b->site_count, sizeof *w.next);
    w.head = flr_allocate(memory, w.triangles, sizeof *w.head);
    w.farthest = flr_allocate(memory, w.triangles, sizeof *w.farthest);
    w.distance = flr_allocate(memory, w.triangles, sizeof *w.distance);
    bool good = w.next && w.head && w.farthest && w.distance && hull3_first_triangles(b);
    if (good) {
        for (size_t i = 0; i < w.triangles; i++) w.head[i] = HULL3_NONE, w.distance[i] = 0;
        good = take_farthest(b, &w, limit);
    }
    flr_release(memory, w.distance, w.triangles, sizeof *w.distance);
    flr_release(memory, w.farthest, w.triangles, sizeof *w.farthest);
    flr_release(memory, w.head, w.triangles, sizeof *w.head);
    flr_release(memory, w.next, b->site_count, sizeof *w.next);
    return good;
}

flr_real hull3_farthest_outside(const flr_hull3 *h, const flr_hull3 *whole)
{
    flr_real most = 0;
    for (uint32_t f = 0; f < h->info.face_count; f++) {
        size_t unlimited = SIZE_MAX;
        const flr_vec3 n = h->normals[f];
        // few vertices are all looked at: a walk that began anywhere may end among near duplicates, by rounding
        const uint32_t v = whole->cell_first
                               ? hull3_climb(whole, hull3_start(whole, n), n, &unlimited)
                               : whole->scan(whole->x, whole->y, whole->z, whole->info.vertex_count,
                                             (double)n.x, (double)n.y, (double)n.z);
        flr_real out = flr_dot3(n, flr_sub3(whole->vertices[v], h->base)) - h->offsets[f];
        if (out > most) most = out;
    }
    return most;
}
