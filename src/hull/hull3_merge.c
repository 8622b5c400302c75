/// From triangles to polygons: coplanar triangles become one face, and a point that is inside a face or an edge, which
/// the growing surface may hold as a corner, is no vertex.
#include "hull/hull3_build.h"

typedef struct merge {
    hull3_builder *b;
    flr_hull3 *h;
    uint32_t *degree;   ///< of each site, the edges between faces that end there; later its vertex number
    uint32_t *edge_at;  ///< of each site, one half-edge that starts there on the rim of a face
    uint32_t *number;   ///< of each half-edge of a triangle, that of the hull that starts with it
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

/// Does the half-edge lie between two faces?
static bool on_rim(const merge *m, uint32_t edge)
{
    return !(m->b->triangles[edge / 4].stamp >> edge % 4 & 1);
}

/// The next half-edge on the rim of the same face.
static uint32_t next_on_rim(const merge *m, uint32_t edge)
{
    edge = after(edge);
    while (!on_rim(m, edge)) edge = after(opposite(m->b, edge));
    return edge;
}

/// Marks in `stamp` of every triangle the edges over which its neighbour is coplanar, a bit for each.
static void find_flat_edges(const hull3_builder *b)
{
    for (uint32_t i = 0; i < b->triangle_count; i++) b->triangles[i].stamp = 0;
    for (uint32_t i = 0; i < b->triangle_count; i++) {
        if (!live(b, i)) continue;
        hull3_triangle *t = &b->triangles[i];
        for (uint32_t e = 0; e < 3; e++) {
            if (t->across[e] < i) continue;  // seen from there
            hull3_triangle *g = &b->triangles[t->across[e]];
            uint32_t back = hull3_edge_from(g, t->vertex[hull3_after(e)]);
            if (hull3_sees(b, t, b->sites[g->vertex[hull3_after(hull3_after(back))]].p) != 0) continue;
            t->stamp |= 1u << e;
            g->stamp |= 1u << back;
        }
    }
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
    h->info.face_count = h->info.half_edge_count / 2 + 2 - n;  // Euler's formula
    uint32_t *scratch = flr_allocate(&b->allocator, 3 * (size_t)n, sizeof *scratch);
    bool good = hull3_allocate(h) && scratch;
    if (good) {
        const hull3_grid grid = hull3_grid_make(&b->bounds);
        uint32_t at = 0;
        for (size_t i = 0; i < b->site_count; i++) {
            if (!is_vertex(m, (uint32_t)i)) continue;
            scratch[at] = hull3_curve(&grid, b->sites[i].p);
            h->sources[at++] = (uint32_t)i;
        }
        hull3_radix_sort(scratch, h->sources, scratch + n, scratch + 2 * n, n, 30);
    }
    flr_release(&b->allocator, scratch, 3 * (size_t)n, sizeof *scratch);
    return good;
}

/// Writes the half-edges of the face around which `edge` runs, from half-edge `k` on. Returns the first
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
    m.degree = flr_allocate(memory, s, sizeof *m.degree);
    m.edge_at = flr_allocate(memory, s, sizeof *m.edge_at);
    m.number = flr_allocate(memory, 4 * t, sizeof *m.number);
    bool good = m.degree && m.edge_at && m.number;
    if (good) {
        find_flat_edges(b);
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
    return good;
}
