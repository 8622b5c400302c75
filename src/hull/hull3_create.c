#include "hull/hull3_build.h"

void hull3_release_builder(hull3_builder *b)
{
    hull3_list_release(&b->allocator, &b->kept);
    hull3_list_release(&b->allocator, &b->visible);
    hull3_list_release(&b->allocator, &b->pending);
    hull3_list_release(&b->allocator, &b->rim);
    flr_release(&b->allocator, b->triangles, b->triangle_room, sizeof *b->triangles);
    flr_release(&b->allocator, b->sites, b->site_count, sizeof *b->sites);
}

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

/// The hull of some of the vertices of `whole`, which is released; null where memory ran out.
static flr_hull3 *limit_vertices(flr_hull3 *whole, uint32_t limit)
{
    hull3_builder b = {
        .allocator = whole->allocator, .points = whole->vertices, .count = whole->info.vertex_count};
    flr_hull3 *h = make_empty(&b.allocator);
    bool good = h && hull3_survey(&b);
    if (good) {
        h->info.dimension = b.dimension;
        good =
            b.dimension == 3 ? hull3_grow_few(&b, limit) && hull3_merge(&b, h) : hull3_flat_few(&b, limit, h);
    }
    hull3_release_builder(&b);
    good = good && hull3_finish(h);
    if (good) {
        if (b.dimension == 3) h->info.outside = hull3_farthest_outside(h, whole);
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
