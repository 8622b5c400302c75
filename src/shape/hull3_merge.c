/// From triangles to polygons: coplanar triangles become one face, and a point that is inside a face or an edge, which
/// the growing surface may hold as a corner, is no vertex.
#include "shape/hull3_build.h"

typedef struct merge {
    hull3_builder *b;
    flr_hull3 *h;
    uint32_t *region;   ///< of each triangle, the number of its plane's piece of the surface
    uint32_t *degree;   ///< of each site, the edges between regions that end there; later its vertex number
    uint32_t *edge_at;  ///< of each site, one half-edge that starts there on the rim of a region
    uint32_t *number;   ///< of each half-edge of a triangle, that of the hull that starts with it
    uint32_t region_count;
} merge;

static bool live(const hull3_builder *b, uint32_t t) { return b->triangles[t].vertex[0] != HULL3_NONE; }

/// The half-edge of the triangle on the other side.
static uint32_t opposite(const hull3_builder *b, uint32_t edge)
{
    const hull3_triangle *t = &b->triangles[edge / 4];
    uint32_t g = t->across[edge % 4];
    return hull3_pack(g, hull3_edge_from(&b->triangles[g], t->vertex[hull3_after(edge % 4)]));
}

static uint32_t after(uint32_t edge) { return hull3_pack(edge / 4, hull3_after(edge % 4)); }

static bool on_rim(const merge *m, uint32_t edge)
{
    return m->region[edge / 4] != m->region[m->b->triangles[edge / 4].across[edge % 4]];
}

/// The next half-edge on the rim of the same region.
static uint32_t next_on_rim(const merge *m, uint32_t edge)
{
    edge = after(edge);
    while (!on_rim(m, edge)) edge = after(opposite(m->b, edge));
    return edge;
}

static bool coplanar(const hull3_builder *b, const hull3_triangle *t, uint32_t edge)
{
    const hull3_triangle *g = &b->triangles[t->across[edge]];
    uint32_t e = hull3_edge_from(g, t->vertex[hull3_after(edge)]);
    return hull3_sees(b, t, b->sites[g->vertex[hull3_after(hull3_after(e))]].p) == 0;
}

static bool find_regions(merge *m)
{
    hull3_builder *b = m->b;
    hull3_list *pending = &b->pending;
    for (uint32_t i = 0; i < b->triangle_count; i++) m->region[i] = HULL3_NONE;
    for (uint32_t i = 0; i < b->triangle_count; i++) {
        if (!live(b, i) || m->region[i] != HULL3_NONE) continue;
        uint32_t region = m->region_count++;
        m->region[i] = region;
        pending->count = 0;
        if (!hull3_list_reserve(&b->allocator, pending, 1)) return false;
        pending->item[pending->count++] = i;
        while (pending->count) {
            const hull3_triangle *t = &b->triangles[pending->item[--pending->count]];
            if (!hull3_list_reserve(&b->allocator, pending, 3)) return false;
            for (uint32_t e = 0; e < 3; e++) {
                if (m->region[t->across[e]] != HULL3_NONE || !coplanar(b, t, e)) continue;
                m->region[t->across[e]] = region;
                pending->item[pending->count++] = t->across[e];
            }
        }
    }
    return true;
}

static void find_degrees(merge *m)
{
    const hull3_builder *b = m->b;
    memset(m->degree, 0, b->site_count * sizeof *m->degree);
    for (uint32_t i = 0; i < b->triangle_count; i++) {
        if (!live(b, i)) continue;
        for (uint32_t e = 0; e < 3; e++) {
            uint32_t edge = hull3_pack(i, e), site = b->triangles[i].vertex[e];
            if (!on_rim(m, edge)) continue;
            m->degree[site]++;
            m->edge_at[site] = edge;
        }
    }
}

/// Three planes at least meet in a vertex; a site with two lies inside an edge.
static bool is_vertex(const merge *m, uint32_t site) { return m->degree[site] >= 3; }

/// The sites that are vertices, in the order of the curve; from then on `sources` holds sites.
static bool number_vertices(merge *m)
{
    hull3_builder *b = m->b;
    flr_hull3 *h = m->h;
    uint32_t n = 0;
    for (size_t i = 0; i < b->site_count; i++) {
        if (!is_vertex(m, (uint32_t)i)) continue;
        n++;
        h->info.half_edge_count += m->degree[i];
    }
    h->info.vertex_count = n;
    h->info.face_count = m->region_count;
    uint32_t *scratch = flr_allocate(&b->allocator, 3 * (size_t)n, sizeof *scratch);
    bool good = hull3_allocate(h) && scratch;
    if (good) {
        uint32_t at = 0;
        for (size_t i = 0; i < b->site_count; i++) {
            if (!is_vertex(m, (uint32_t)i)) continue;
            scratch[at] = hull3_curve(&b->bounds, b->sites[i].p);
            h->sources[at++] = (uint32_t)i;
        }
        hull3_radix_sort(scratch, h->sources, scratch + n, scratch + 2 * n, n, 30);
    }
    flr_release(&b->allocator, scratch, 3 * (size_t)n, sizeof *scratch);
    return good;
}

/// Writes the half-edges of the region around which `edge` runs, from half-edge `k` on. Returns the first
/// number after them. Each remembers in `twin` the last half-edge of its run along an edge of the hull.
static uint32_t write_face(merge *m, uint32_t edge, uint32_t k)
{
    flr_hull3 *h = m->h;
    const uint32_t start = edge;
    do {
        h->origin[k] = m->b->triangles[edge / 4].vertex[edge % 4];
        m->number[edge] = k;
        uint32_t next = next_on_rim(m, edge);
        while (!is_vertex(m, m->b->triangles[next / 4].vertex[next % 4]))
            edge = next, next = next_on_rim(m, edge);
        h->twin[k++] = edge;
        edge = next;
    } while (edge != start);
    return k;
}

/// Faces in the order in which their vertices come.
static void write_faces(merge *m)
{
    const hull3_builder *b = m->b;
    flr_hull3 *h = m->h;
    uint32_t face = 0, k = 0;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        const uint32_t first = m->edge_at[h->sources[v]];
        uint32_t edge = first;
        do {
            if (on_rim(m, edge) && m->number[edge] == HULL3_NONE) {
                h->first[face++] = k;
                k = write_face(m, edge, k);
            }
            edge = opposite(b, hull3_pack(edge / 4, hull3_after(hull3_after(edge % 4))));
        } while (edge != first);
    }
    h->first[face] = k;
    for (uint32_t i = 0; i < k; i++) h->twin[i] = m->number[opposite(b, h->twin[i])];
}

static void write_vertices(merge *m)
{
    flr_hull3 *h = m->h;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        const hull3_site *site = &m->b->sites[h->sources[v]];
        m->degree[h->sources[v]] = v;
        h->vertices[v] = site->p;
        h->sources[v] = site->source;
    }
    for (uint32_t k = 0; k < h->info.half_edge_count; k++) h->origin[k] = m->degree[h->origin[k]];
}

bool hull3_merge(hull3_builder *b, flr_hull3 *h)
{
    const flr_allocator *memory = &b->allocator;
    const size_t t = b->triangle_count, s = b->site_count;
    merge m = {.b = b, .h = h};
    m.region = flr_allocate(memory, t, sizeof *m.region);
    m.degree = flr_allocate(memory, s, sizeof *m.degree);
    m.edge_at = flr_allocate(memory, s, sizeof *m.edge_at);
    m.number = flr_allocate(memory, 4 * t, sizeof *m.number);
    bool good = m.region && m.degree && m.edge_at && m.number && find_regions(&m);
    if (good) {
        find_degrees(&m);
        good = number_vertices(&m);
    }
    if (good) {
        for (size_t i = 0; i < 4 * t; i++) m.number[i] = HULL3_NONE;
        write_faces(&m);
        write_vertices(&m);
    }
    flr_release(memory, m.number, 4 * t, sizeof *m.number);
    flr_release(memory, m.edge_at, s, sizeof *m.edge_at);
    flr_release(memory, m.degree, s, sizeof *m.degree);
    flr_release(memory, m.region, t, sizeof *m.region);
    return good;
}
