/// What a hull and its builder hold: allocating and freeing it.

#include <math.h>

#include "hull/hull3_build.h"

enum { SCANNED = 48, VERTICES_PER_CELL = 3, MOST_SIDE = 64 };

bool hull3_allocate_faces(flr_hull3 *h)
{
    const flr_allocator *memory = &h->allocator;
    const size_t e = h->info.half_edge_count, f = h->info.face_count;
    h->first = flr_allocate(memory, f + 1, sizeof *h->first);
    h->origin = flr_allocate(memory, e, sizeof *h->origin);
    h->twin = flr_allocate(memory, e, sizeof *h->twin);
    h->edge_face = flr_allocate(memory, e, sizeof *h->edge_face);
    h->normals = flr_allocate(memory, f, sizeof *h->normals);
    h->offsets = flr_allocate(memory, f, sizeof *h->offsets);
    return h->first && h->origin && h->twin && h->edge_face && h->normals && h->offsets;
}

void hull3_release_faces(flr_hull3 *h)
{
    const flr_allocator *memory = &h->allocator;
    const size_t e = h->info.half_edge_count, f = h->info.face_count;
    flr_release(memory, h->first, f + 1, sizeof *h->first);
    flr_release(memory, h->origin, e, sizeof *h->origin);
    flr_release(memory, h->twin, e, sizeof *h->twin);
    flr_release(memory, h->edge_face, e, sizeof *h->edge_face);
    flr_release(memory, h->normals, f, sizeof *h->normals);
    flr_release(memory, h->offsets, f, sizeof *h->offsets);
}

bool hull3_allocate(flr_hull3 *h)
{
    const flr_allocator *memory = &h->allocator;
    const size_t v = h->info.vertex_count, e = h->info.half_edge_count;
    h->padded_count = (uint32_t)((v + HULL3_LANES - 1) / HULL3_LANES * HULL3_LANES);
    h->scan = flr_hull3_choose_scan();
    h->top = flr_hull3_choose_top();
    h->reach = flr_hull3_choose_reach();
    h->index_count = e ? e : v == 2 ? 2 : 0;
    if (v > SCANNED) {
        double side = sqrt((double)v / (6 * VERTICES_PER_CELL)) + 0.5;
        h->cell_side = side < MOST_SIDE ? (uint32_t)side : MOST_SIDE;
        h->cell_first = flr_allocate(memory, hull3_cell_count(h) + 1, sizeof *h->cell_first);
    }
    h->vertices = flr_allocate(memory, v, sizeof *h->vertices);
    h->sources = flr_allocate(memory, v, sizeof *h->sources);
    h->vertex_edge = flr_allocate(memory, v, sizeof *h->vertex_edge);
    h->neighbor_first = flr_allocate(memory, v + 1, sizeof *h->neighbor_first);
    h->neighbors = flr_allocate(memory, h->index_count, sizeof *h->neighbors);
    h->neighbor_faces = flr_allocate(memory, h->index_count, sizeof *h->neighbor_faces);
    h->x = flr_allocate(memory, 3 * (size_t)h->padded_count, sizeof *h->x);
    h->y = h->x ? h->x + h->padded_count : NULL;
    h->z = h->x ? h->y + h->padded_count : NULL;
    return hull3_allocate_faces(h) && h->vertices && h->sources && h->vertex_edge && h->neighbor_first &&
           h->neighbors && h->neighbor_faces && h->x && (h->cell_first || !h->cell_side);
}

/// Returns the size requested of the allocator: one byte if there is nothing to hold.
static size_t held(size_t count, size_t size) { return count ? count * size : 1; }

static size_t held_by_cells(const flr_hull3 *h)
{
    if (!h->cell_side) return 0;
    return held(hull3_cell_count(h) + 1, sizeof *h->cell_first) + held(h->cell_room, sizeof *h->cell_vertex) +
           held(3 * h->cell_room, sizeof *h->cell_points);
}

size_t hull3_memory(const flr_hull3 *h)
{
    const size_t v = h->info.vertex_count, e = h->info.half_edge_count, f = h->info.face_count;
    return sizeof *h + held(v, sizeof *h->vertices) + 2 * held(v, sizeof(uint32_t)) +
           held(v + 1, sizeof(uint32_t)) + 2 * held(h->index_count, sizeof(uint32_t)) +
           held(3 * (size_t)h->padded_count, sizeof *h->x) + held_by_cells(h) +
           held(f + 1, sizeof(uint32_t)) + 3 * held(e, sizeof(uint32_t)) + held(f, sizeof *h->normals) +
           held(f, sizeof *h->offsets);
}

void flr_hull3_destroy(flr_hull3 *h)
{
    if (!h) return;
    const flr_allocator memory = h->allocator;
    const size_t v = h->info.vertex_count;
    hull3_release_faces(h);
    flr_release(&memory, h->vertices, v, sizeof *h->vertices);
    flr_release(&memory, h->sources, v, sizeof *h->sources);
    flr_release(&memory, h->vertex_edge, v, sizeof *h->vertex_edge);
    flr_release(&memory, h->neighbor_first, v + 1, sizeof *h->neighbor_first);
    flr_release(&memory, h->neighbors, h->index_count, sizeof *h->neighbors);
    flr_release(&memory, h->neighbor_faces, h->index_count, sizeof *h->neighbor_faces);
    flr_release(&memory, h->x, 3 * (size_t)h->padded_count, sizeof *h->x);
    flr_release(&memory, h->cell_first, hull3_cell_count(h) + 1, sizeof *h->cell_first);
    flr_release(&memory, h->cell_vertex, h->cell_room, sizeof *h->cell_vertex);
    flr_release(&memory, h->cell_points, 3 * h->cell_room, sizeof *h->cell_points);
    flr_release(&memory, h, 1, sizeof *h);
}

void hull3_release_builder(hull3_builder *b)
{
    hull3_list_release(&b->allocator, &b->kept);
    hull3_list_release(&b->allocator, &b->visible);
    hull3_list_release(&b->allocator, &b->pending);
    hull3_list_release(&b->allocator, &b->rim);
    flr_release(&b->allocator, b->triangles, b->triangle_room, sizeof *b->triangles);
    flr_release(&b->allocator, b->sites, b->site_count, sizeof *b->sites);
}
