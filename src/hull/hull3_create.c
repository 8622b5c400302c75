/// Making hulls, also of a limited number of vertices (the farthest point outside comes next).

#include <math.h>

#include "hull/hull3_build.h"
#include "math/predicates.h"

// ---- At most so many vertices

/// Every site outside is listed at one triangle that sees it.
typedef struct waiting {
    uint32_t *next;      ///< of each site, the next one at the same triangle
    uint32_t *head;      ///< of each triangle
    uint32_t *farthest;  ///< of each triangle
    double *distance;    ///< of each triangle's farthest site; 0 without one
    size_t triangles;
} waiting;

/// Returns the distance from the plane of a triangle, positive in front.
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
    // a face that sees a site by an exact sign may be no farther than rounding errors
    if (!(far > 0x1p-1022)) far = 0x1p-1022;
    if (far > w->distance[triangle]) w->distance[triangle] = far, w->farthest[triangle] = site;
}

/// Lists a site at the triangle, of some, from which it is farthest. If none sees it, it is inside and
/// listed nowhere.
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

/// Collects the triangles around the newest site in `visible`.
static void collect_fan(hull3_builder *b)
{
    uint32_t t = b->here;
    b->visible.count = 0;
    do {
        b->visible.item[b->visible.count++] = t;
        t = b->triangles[t].across[1];
    } while (t != b->here);
}

/// Adds the site that is farthest outside a triangle. Returns false if memory ran out.
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

/// Adds the farthest site outside, until there are enough of them or none is outside.
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

/// As hull3_grow, with at most `limit` points: the next one is always the farthest outside.
static bool grow_few(hull3_builder *b, uint32_t limit)
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

/// Returns how far a vertex of `whole` lies in front of a face of h, at most.
static flr_real farthest_outside(const flr_hull3 *h, const flr_hull3 *whole)
{
    flr_real most = 0;
    for (uint32_t f = 0; f < h->info.face_count; f++) {
        size_t unlimited = SIZE_MAX;
        const flr_vec3 n = h->normals[f];
        // small hulls are scanned whole: a walk that began anywhere may end among near duplicates, by
        // rounding errors
        const uint32_t v = whole->cell_first
                               ? flr_hull3_climb(whole, hull3_start(whole, n), n, &unlimited)
                               : whole->scan(whole->x, whole->y, whole->z, whole->info.vertex_count,
                                             (double)n.x, (double)n.y, (double)n.z);
        flr_real out = flr_dot3(n, flr_sub3(whole->vertices[v], h->base)) - h->offsets[f];
        if (out > most) most = out;
    }
    return most;
}

// ---- Making

static bool build(hull3_builder *b, flr_hull3 *h)
{
    h->info.dimension = b->dimension;
    bool good = b->dimension == 3 ? hull3_filter(b) && hull3_order(b) && hull3_grow(b) && hull3_merge(b, h)
                                  : hull3_flat(b, h);
    return good && hull3_finish(h);
}

static flr_hull3 *make_empty(const flr_allocator *allocator)
{
    flr_hull3 *h = flr_allocate(allocator, 1, sizeof *h);
    if (!h) return NULL;
    memset(h, 0, sizeof *h);
    h->allocator = *allocator;
    return h;
}

/// Returns the hull of some of the vertices of `whole`, which is released; null if memory ran out.
static flr_hull3 *limit_vertices(flr_hull3 *whole, uint32_t limit)
{
    hull3_builder b = {
        .allocator = whole->allocator, .points = whole->vertices, .count = whole->info.vertex_count};
    flr_hull3 *h = make_empty(&b.allocator);
    bool good = h && hull3_survey(&b);
    if (good) {
        h->info.dimension = b.dimension;
        good = b.dimension == 3 ? grow_few(&b, limit) && hull3_merge(&b, h) : hull3_flat_few(&b, limit, h);
    }
    hull3_release_builder(&b);
    good = good && hull3_finish(h);
    if (good) {
        if (b.dimension == 3) h->info.outside = farthest_outside(h, whole);
        for (uint32_t v = 0; v < h->info.vertex_count; v++) h->sources[v] = whole->sources[h->sources[v]];
    } else {
        flr_hull3_destroy(h);
        h = NULL;
    }
    flr_hull3_destroy(whole);
    return h;
}

static bool valid_options(const flr_hull3_options *o)
{
    return (o->vertex_limit == 0 || o->vertex_limit >= 4) && o->merge_tolerance >= 0;
}

flr_status flr_hull3_create(const flr_vec3 *points, size_t count, const flr_hull3_options *options,
                            const flr_allocator *allocator, flr_hull3 **hull)
{
    if (!hull) return FLR_INVALID_ARGUMENT;
    *hull = NULL;
    if (!points || count == 0 || (options && !valid_options(options))) return FLR_INVALID_ARGUMENT;
    if (count > FLR_HULL_MAX_POINTS) return FLR_TOO_LARGE;
    hull3_builder b = {.allocator = flr_allocator_or_default(allocator), .points = points, .count = count};
    if (!hull3_survey(&b)) return FLR_NOT_FINITE;
    flr_hull3 *h = make_empty(&b.allocator);
    bool good = h && build(&b, h);
    hull3_release_builder(&b);
    if (good && options && options->vertex_limit && h->info.vertex_count > options->vertex_limit) {
        h = limit_vertices(h, options->vertex_limit);
        good = h;
    }
    if (good && options && options->merge_tolerance > 0) good = hull3_merge_near(h, options->merge_tolerance);
    if (!good) {
        flr_hull3_destroy(h);
        return FLR_OUT_OF_MEMORY;
    }
    *hull = h;
    return FLR_OK;
}

flr_hull3_info flr_hull3_get_info(const flr_hull3 *hull)
{
    return hull ? hull->info : (flr_hull3_info){.vertex_count = 0};
}
const flr_vec3 *flr_hull3_vertices(const flr_hull3 *hull) { return hull->vertices; }
const uint32_t *flr_hull3_sources(const flr_hull3 *hull) { return hull->sources; }

flr_polyhedron3 flr_hull3_polyhedron(const flr_hull3 *hull)
{
    flr_polyhedron3 p = {hull->vertices, hull->info.vertex_count, hull->origin, hull->first,
                         hull->info.face_count};
    return p;
}

flr_plane3 flr_hull3_face_plane(const flr_hull3 *hull, uint32_t face)
{
    flr_vec3 n = hull->normals[face];
    flr_plane3 plane = {n, hull->offsets[face] + flr_dot3(n, hull->base)};
    return plane;
}

flr_hull3_half_edge flr_hull3_edge(const flr_hull3 *hull, uint32_t half_edge)
{
    uint32_t face = hull->edge_face[half_edge], next = half_edge + 1;
    if (next == hull->first[face + 1]) next = hull->first[face];
    flr_hull3_half_edge e = {hull->origin[half_edge], next, hull->twin[half_edge], face};
    return e;
}

uint32_t flr_hull3_vertex_edge(const flr_hull3 *hull, uint32_t vertex) { return hull->vertex_edge[vertex]; }

const uint32_t *flr_hull3_neighbors(const flr_hull3 *hull, uint32_t vertex, uint32_t *count)
{
    *count = hull->neighbor_first[vertex + 1] - hull->neighbor_first[vertex];
    return hull->neighbors + hull->neighbor_first[vertex];
}
