#include <math.h>

#include "shape/hull3_build.h"

enum { SCANNED = 48, CELLS_PER_VERTEX = 24, MOST_SIDE = 64 };

static size_t start_count(const flr_hull3 *h) { return 6 * (size_t)h->start_side * h->start_side; }

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
    h->index_count = e ? e : v == 2 ? 2 : 0;
    if (v > SCANNED) {
        double side = sqrt((double)v / CELLS_PER_VERTEX);
        h->start_side = side < MOST_SIDE ? (uint32_t)side : MOST_SIDE;
        h->start = flr_allocate(memory, start_count(h), sizeof *h->start);
    }
    h->vertices = flr_allocate(memory, v, sizeof *h->vertices);
    h->sources = flr_allocate(memory, v, sizeof *h->sources);
    h->vertex_edge = flr_allocate(memory, v, sizeof *h->vertex_edge);
    h->neighbor_first = flr_allocate(memory, v + 1, sizeof *h->neighbor_first);
    h->neighbors = flr_allocate(memory, h->index_count, sizeof *h->neighbors);
    h->x = flr_allocate(memory, 3 * (size_t)h->padded_count, sizeof *h->x);
    h->y = h->x ? h->x + h->padded_count : NULL;
    h->z = h->x ? h->y + h->padded_count : NULL;
    return hull3_allocate_faces(h) && h->vertices && h->sources && h->vertex_edge && h->neighbor_first &&
           h->neighbors && h->x && (h->start || !h->start_side);
}

/// What the allocator was asked for: one byte where there is nothing to hold.
static size_t held(size_t count, size_t size) { return count ? count * size : 1; }

size_t hull3_memory(const flr_hull3 *h)
{
    const size_t v = h->info.vertex_count, e = h->info.half_edge_count, f = h->info.face_count;
    return sizeof *h + held(v, sizeof *h->vertices) + 2 * held(v, sizeof(uint32_t)) +
           held(v + 1, sizeof(uint32_t)) + held(h->index_count, sizeof(uint32_t)) +
           held(3 * (size_t)h->padded_count, sizeof *h->x) +
           (h->start_side ? held(start_count(h), sizeof(uint32_t)) : 0) + held(f + 1, sizeof(uint32_t)) +
           3 * held(e, sizeof(uint32_t)) + held(f, sizeof *h->normals) + held(f, sizeof *h->offsets);
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
    flr_release(&memory, h->x, 3 * (size_t)h->padded_count, sizeof *h->x);
    flr_release(&memory, h->start, start_count(h), sizeof *h->start);
    flr_release(&memory, h, 1, sizeof *h);
}
