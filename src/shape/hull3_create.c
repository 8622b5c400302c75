#include "shape/hull3_build.h"

static void release_builder(hull3_builder *b)
{
    hull3_list_release(&b->allocator, &b->visible);
    hull3_list_release(&b->allocator, &b->pending);
    hull3_list_release(&b->allocator, &b->rim);
    flr_release(&b->allocator, b->triangles, b->triangle_room, sizeof *b->triangles);
    flr_release(&b->allocator, b->sites, b->site_count, sizeof *b->sites);
}

static flr_status build(hull3_builder *b, flr_hull3 *h)
{
    if (!hull3_survey(b)) return FLR_NOT_FINITE;
    h->info.dimension = b->dimension;
    bool good = b->dimension == 3 ? hull3_order(b) && hull3_grow(b) && hull3_merge(b, h) : hull3_flat(b, h);
    if (!good) return FLR_OUT_OF_MEMORY;
    hull3_finish(h);
    return FLR_OK;
}

flr_status flr_hull3_create(const flr_vec3 *points, size_t count, const flr_hull3_options *options,
                            const flr_allocator *allocator, flr_hull3 **hull)
{
    if (!hull) return FLR_INVALID_ARGUMENT;
    *hull = NULL;
    if (!points || count == 0) return FLR_INVALID_ARGUMENT;
    if (options && (options->vertex_limit || !(options->merge_tolerance == 0))) return FLR_INVALID_ARGUMENT;
    if (count > FLR_HULL_MAX_POINTS) return FLR_TOO_LARGE;
    hull3_builder b = {.allocator = flr_allocator_or_default(allocator), .points = points, .count = count};
    flr_hull3 *h = flr_allocate(&b.allocator, 1, sizeof *h);
    if (!h) return FLR_OUT_OF_MEMORY;
    memset(h, 0, sizeof *h);
    h->allocator = b.allocator;
    flr_status status = build(&b, h);
    release_builder(&b);
    if (status == FLR_OK) {
        *hull = h;
    } else {
        flr_hull3_destroy(h);
    }
    return status;
}

void flr_hull3_destroy(flr_hull3 *h)
{
    if (!h) return;
    const flr_allocator memory = h->allocator;
    const size_t v = h->info.vertex_count, e = h->info.half_edge_count, f = h->info.face_count;
    flr_release(&memory, h->vertices, v, sizeof *h->vertices);
    flr_release(&memory, h->sources, v, sizeof *h->sources);
    flr_release(&memory, h->first, f + 1, sizeof *h->first);
    flr_release(&memory, h->origin, e, sizeof *h->origin);
    flr_release(&memory, h->twin, e, sizeof *h->twin);
    flr_release(&memory, h->edge_face, e, sizeof *h->edge_face);
    flr_release(&memory, h->normals, f, sizeof *h->normals);
    flr_release(&memory, h->offsets, f, sizeof *h->offsets);
    flr_release(&memory, h->vertex_edge, v, sizeof *h->vertex_edge);
    flr_release(&memory, h->neighbor_first, v + 1, sizeof *h->neighbor_first);
    flr_release(&memory, h->neighbors, h->index_count, sizeof *h->neighbors);
    flr_release(&memory, h->x, 3 * (size_t)h->padded_count, sizeof *h->x);
    flr_release(&memory, h->start, 6 * (size_t)h->start_side * h->start_side, sizeof *h->start);
    flr_release(&memory, h, 1, sizeof *h);
}

flr_hull3_info flr_hull3_get_info(const flr_hull3 *hull) { return hull->info; }
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
    flr_plane3 plane = {n, hull->offsets[face] + flr_dot3(n, hull->info.center)};
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
