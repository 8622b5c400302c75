#include "report/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Positions are rounded to this part of the mesh's half size: finer than a picture shows, coarse enough
/// that values of 1e-14 beside 0, as files have them, become one vertex.
#define GRID 0x1p-22

/// A mesh with one vertex for each distinct rounded position.
typedef struct packed {
    double origin[3];
    float *positions;
    uint32_t *indices;
    size_t vertex_count, index_count;
} packed;

static void packed_free(packed *p)
{
    free(p->positions);
    free(p->indices);
}

static double find_origin(const model_mesh *mesh, double origin[3])
{
    double half = 0;
    for (int k = 0; k < 3; ++k) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < mesh->vertex_count; ++i) {
            double x = mesh->vertices[3 * i + (size_t)k];
            low = fmin(low, x);
            high = fmax(high, x);
        }
        origin[k] = low + (high - low) / 2;
        half = fmax(half, (high - low) / 2);
    }
    return half;
}

static uint64_t hash(const float p[3])
{
    uint32_t bits[3];
    memcpy(bits, p, sizeof bits);
    uint64_t h = bits[0];
    for (int k = 1; k < 3; ++k) h = (h ^ bits[k]) * UINT64_C(0x9e3779b97f4a7c15) ^ h >> 29;
    h *= UINT64_C(0xff51afd7ed558ccd);
    return h ^ h >> 32;
}

/// The number of the rounded position, a new one where it is first seen. Slots hold the number + 1.
static uint32_t find_vertex(packed *p, uint32_t *slots, size_t slot_count, const float position[3])
{
    size_t slot = hash(position) & (slot_count - 1);
    while (slots[slot]) {
        const float *other = p->positions + 3 * (size_t)(slots[slot] - 1);
        if (memcmp(other, position, 3 * sizeof *other) == 0) return slots[slot] - 1;
        slot = (slot + 1) & (slot_count - 1);
    }
    memcpy(p->positions + 3 * p->vertex_count, position, 3 * sizeof *position);
    slots[slot] = (uint32_t)++p->vertex_count;
    return slots[slot] - 1;
}

static bool pack(packed *p, const model_mesh *mesh)
{
    *p = (packed){0};
    double half = find_origin(mesh, p->origin), step = half * GRID;
    size_t slot_count = 16;
    while (slot_count < 2 * mesh->vertex_count) slot_count *= 2;
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    uint32_t *renamed = malloc((mesh->vertex_count + 1) * sizeof *renamed);
    p->positions = malloc((3 * mesh->vertex_count + 1) * sizeof *p->positions);
    p->indices = malloc((3 * mesh->triangle_count + 1) * sizeof *p->indices);
    bool good = slots && renamed && p->positions && p->indices;
    for (size_t i = 0; good && i < mesh->vertex_count; ++i) {
        float position[3];
        for (size_t k = 0; k < 3; ++k) {
            double x = mesh->vertices[3 * i + k] - p->origin[k];
            position[k] = (float)(step > 0 ? floor(x / step + 0.5) * step : 0) + 0.0F;
        }
        renamed[i] = find_vertex(p, slots, slot_count, position);
    }
    for (size_t i = 0; good && i < mesh->triangle_count; ++i) {
        uint32_t corner[3];
        for (size_t k = 0; k < 3; ++k) corner[k] = renamed[mesh->triangles[3 * i + k]];
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue;
        memcpy(p->indices + p->index_count, corner, sizeof corner);
        p->index_count += 3;
    }
    free(slots);
    free(renamed);
    return good;
}

/// Numbers as little-endian bytes, whatever the machine's order. Returns how many bytes.
static size_t put_little_endian(unsigned char *bytes, uint32_t value, size_t size)
{
    for (size_t i = 0; i < size; ++i) bytes[i] = (unsigned char)(value >> 8 * i);
    return size;
}

static void put_mesh(buffer *t, const packed *p)
{
    bool wide = p->vertex_count > 65536;
    size_t size = wide ? 4 : 2, most = 12 * p->vertex_count, count = 0;
    if (p->index_count * size > most) most = p->index_count * size;
    unsigned char *bytes = calloc(most + 1, 1);
    if (!bytes) {
        t->failed = true;
        return;
    }
    buffer_put(t, "{\"origin\": [");
    for (int k = 0; k < 3; ++k) {
        if (k) buffer_put(t, ", ");
        buffer_number(t, p->origin[k]);
    }
    buffer_put(t, "], \"positions\": \"");
    for (size_t i = 0; i < 3 * p->vertex_count; ++i) {
        uint32_t bits;
        memcpy(&bits, &p->positions[i], sizeof bits);
        count += put_little_endian(bytes + count, bits, 4);
    }
    buffer_base64(t, bytes, count);
    buffer_format(t, "\", \"wide\": %s, \"indices\": \"", wide ? "true" : "false");
    count = 0;
    for (size_t i = 0; i < p->index_count; ++i)
        count += put_little_endian(bytes + count, p->indices[i], size);
    buffer_base64(t, bytes, count);
    buffer_put(t, "\"}");
    free(bytes);
}

/// What has been written: for each mesh of the model its number on the page, or -1.
typedef struct page {
    buffer *t;
    const model *m;
    ptrdiff_t *numbers;
    ptrdiff_t count;
    size_t bytes;
} page;

/// Writes the mesh if it is not there yet and still fits.
static void include(page *p, size_t mesh, size_t limit)
{
    if (p->numbers[mesh] >= 0 || p->t->failed) return;
    const model_mesh *from = &p->m->meshes[mesh];
    // no more than this once packed; cheap to know before
    size_t bytes = 12 * from->vertex_count + 12 * from->triangle_count;
    if (bytes > limit || p->bytes > limit - bytes) return;
    packed small;
    if (pack(&small, from)) {
        buffer_put(p->t, p->count ? ",\n" : "\n");
        put_mesh(p->t, &small);
        p->bytes += 12 * small.vertex_count + (small.vertex_count > 65536 ? 4 : 2) * small.index_count;
        p->numbers[mesh] = p->count++;
    } else {
        p->t->failed = true;
    }
    packed_free(&small);
}

static void include_all(page *p, const report *r, size_t limit)
{
    for (size_t i = 0; i < r->finding_count; ++i) {
        const report_finding *f = &r->findings[i];
        if (f->part_a != REPORT_NO_PART) include(p, r->parts[f->part_a].mesh, limit);
        if (f->part_b != REPORT_NO_PART) include(p, r->parts[f->part_b].mesh, limit);
    }
    for (size_t i = 0; r->finding_count && i < r->part_count; ++i) include(p, r->parts[i].mesh, limit / 4);
}

static size_t count_left_out(const page *p, const report *r)
{
    bool *shown = calloc(r->part_count + 1, sizeof *shown);
    if (!shown) {
        p->t->failed = true;
        return 0;
    }
    size_t count = 0;
    for (size_t i = 0; i < 2 * r->finding_count; ++i) {
        const report_finding *f = &r->findings[i / 2];
        size_t part = i % 2 ? f->part_b : f->part_a;
        if (part == REPORT_NO_PART || shown[part]) continue;
        shown[part] = true;
        count += p->numbers[r->parts[part].mesh] < 0;
    }
    free(shown);
    return count;
}

/// The rows of the transform but its last, and the bounds in world.
static void put_place(buffer *t, const report_part *p, bool first)
{
    buffer_put(t, first ? "[" : ",\n[");
    for (size_t k = 0; k < 12; ++k) {
        buffer_number(t, p->transform[k]);
        buffer_char(t, ',');
    }
    for (size_t k = 0; k < 6; ++k) {
        buffer_number(t, k < 3 ? p->min[k] : p->max[k - 3]);
        buffer_char(t, k < 5 ? ',' : ']');
    }
}

size_t report_geometry(buffer *t, const report *r, const model *m, size_t limit)
{
    page p = {.t = t, .m = m, .numbers = malloc((m->mesh_count + 1) * sizeof *p.numbers)};
    if (!p.numbers) {
        t->failed = true;
        return 0;
    }
    for (size_t i = 0; i < m->mesh_count; ++i) p.numbers[i] = -1;
    buffer_put(t, "{\"meshes\": [");
    include_all(&p, r, limit);
    buffer_put(t, "],\n\"parts\": [");
    for (size_t i = 0; i < r->part_count; ++i) {
        buffer_format(t, "%s%td", i ? "," : "", p.numbers[r->parts[i].mesh]);
    }
    buffer_put(t, "],\n\"places\": [");
    for (size_t i = 0; i < r->part_count; ++i) put_place(t, &r->parts[i], i == 0);
    size_t left_out = count_left_out(&p, r);
    buffer_format(t, "],\n\"left_out\": %zu}\n", left_out);
    free(p.numbers);
    return left_out;
}
