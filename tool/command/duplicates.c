#include "command/duplicates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What a mesh is made of, whatever the order of its triangles and vertices: 128 bits, and the number of triangles.
typedef struct shape_key {
    uint64_t high, low;
    size_t triangles, mesh;
} shape_key;

/// The finishing steps of MurmurHash3.
static uint64_t mix(uint64_t h)
{
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}

static uint64_t hash_point(const double p[3])
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15);
    for (int k = 0; k < 3; ++k) {
        const double x = p[k] + 0.0;  // -0 becomes 0
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        h = mix(h ^ bits) + UINT64_C(0x9e3779b97f4a7c15);
    }
    return h;
}

/// Begins with the corner of the least hash, so that it does not matter which corner comes first, but the winding does.
static uint64_t hash_triangle(const model_mesh *m, const uint32_t corners[3])
{
    uint64_t h[3];
    for (int k = 0; k < 3; ++k) h[k] = hash_point(m->vertices + 3 * (size_t)corners[k]);
    const int first = h[0] <= h[1] && h[0] <= h[2] ? 0 : h[1] <= h[2] ? 1 : 2;
    uint64_t all = 0;
    for (int k = 0; k < 3; ++k) all = mix(all ^ h[(first + k) % 3]) + (uint64_t)k;
    return all;
}

static shape_key key_of(const model *m, size_t mesh)
{
    const model_mesh *from = &m->meshes[mesh];
    shape_key key = {.triangles = from->triangle_count, .mesh = mesh};
    for (size_t i = 0; i < from->triangle_count; ++i) {
        const uint64_t h = hash_triangle(from, from->triangles + 3 * i);
        // sums do not depend on the order
        key.high += h;
        key.low += mix(h ^ UINT64_C(0xd6e8feb86659fd93));
    }
    return key;
}

static int compare_shapes(const shape_key *a, const shape_key *b)
{
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->triangles != b->triangles) return a->triangles < b->triangles ? -1 : 1;
    return 0;
}

static int compare_keys(const void *left, const void *right)
{
    const shape_key *a = left, *b = right;
    const int order = compare_shapes(a, b);
    return order ? order : a->mesh < b->mesh ? -1 : a->mesh > b->mesh;
}

static bool find_shapes(duplicates *d, const model *m)
{
    shape_key *keys = calloc(m->mesh_count + 1, sizeof *keys);
    if (!keys) return false;
    for (size_t i = 0; i < m->mesh_count; ++i) keys[i] = key_of(m, i);
    qsort(keys, m->mesh_count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < m->mesh_count; ++i) {
        const bool same = i > 0 && compare_shapes(&keys[i - 1], &keys[i]) == 0;
        d->shapes[keys[i].mesh] = same ? d->shapes[keys[i - 1].mesh] : keys[i].mesh;
    }
    free(keys);
    return true;
}

typedef struct placed {
    const double *transform;
    size_t shape, part;
} placed;

static int compare_places(const placed *a, const placed *b)
{
    if (a->shape != b->shape) return a->shape < b->shape ? -1 : 1;
    for (int k = 0; k < 12; ++k) {
        if (a->transform[k] != b->transform[k]) return a->transform[k] < b->transform[k] ? -1 : 1;
    }
    return 0;
}

static int compare_placed(const void *left, const void *right)
{
    const placed *a = left, *b = right;
    const int order = compare_places(a, b);
    return order ? order : a->part < b->part ? -1 : a->part > b->part;
}

static bool find_groups(duplicates *d, const assembly *a)
{
    placed *all = calloc(a->part_count + 1, sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < a->part_count; ++i)
        all[i] = (placed){a->parts[i].transform, d->shapes[a->parts[i].mesh], i};
    qsort(all, a->part_count, sizeof *all, compare_placed);
    for (size_t i = 0; i < a->part_count; ++i) {
        const size_t part = all[i].part;
        const bool same = i > 0 && compare_places(&all[i - 1], &all[i]) == 0;
        d->first[part] = same ? d->first[all[i - 1].part] : part;
        d->next[part] = SIZE_MAX;
        if (same) d->next[all[i - 1].part] = part;
    }
    free(all);
    return true;
}

bool duplicates_find(duplicates *d, const assembly *a)
{
    *d = (duplicates){.first = calloc(a->part_count + 1, sizeof *d->first),
                      .next = calloc(a->part_count + 1, sizeof *d->next),
                      .shapes = calloc(a->model.mesh_count + 1, sizeof *d->shapes)};
    if (d->first && d->next && d->shapes && find_shapes(d, &a->model) && find_groups(d, a)) return true;
    duplicates_free(d);
    return false;
}

bool duplicates_coincide(const duplicates *d, const assembly *a, size_t part_a, size_t part_b,
                         double tolerance)
{
    const report_part *x = &a->parts[part_a], *y = &a->parts[part_b];
    if (d->shapes[x->mesh] != d->shapes[y->mesh]) return false;
    const flr_aabb3 bounds = a->infos[x->mesh].bounds;
    for (int k = 0; k < 8; ++k) {
        const flr_vec3 corner =
            flr_vec3_make(k & 1 ? bounds.max.x : bounds.min.x, k & 2 ? bounds.max.y : bounds.min.y,
                          k & 4 ? bounds.max.z : bounds.min.z);
        const flr_vec3 in_a = flr_affine3_point(a->instances[part_a].pose, corner),
                       in_b = flr_affine3_point(a->instances[part_b].pose, corner);
        if (!((double)flr_length3(flr_sub3(in_a, in_b)) <= tolerance)) return false;
    }
    return true;
}

void duplicates_free(duplicates *d)
{
    free(d->first);
    free(d->next);
    free(d->shapes);
    *d = (duplicates){0};
}
