#include <math.h>
#include <string.h>

#include "read/bytes.h"
#include "read/gltf.h"

static size_t type_size(uint64_t type)
{
    switch (type) {
    case GLTF_INT8:
    case GLTF_UINT8:
        return 1;
    case GLTF_INT16:
    case GLTF_UINT16:
        return 2;
    case GLTF_UINT32:
    case GLTF_FLOAT:
        return 4;
    default:
        return 0;
    }
}

static size_t component_count(const char *type)
{
    if (strcmp(type, "SCALAR") == 0) return 1;
    if (strcmp(type, "VEC2") == 0) return 2;
    if (strcmp(type, "VEC3") == 0) return 3;
    return strcmp(type, "VEC4") == 0 ? 4 : 0;
}

/// Every element must be paid for by a byte of the file: else a few words ask for any amount of zeros.
static bool check_zeros(const gltf *g, gltf_place place, uint64_t count)
{
    const uint64_t bytes = (uint64_t)g->source->size + g->buffer_bytes;
    return count <= bytes ||
           gltf_fail(g, place, "count", "expected at most %llu elements without a bufferView, found %llu",
                     (unsigned long long)bytes, (unsigned long long)count);
}

static bool open_dense(gltf *g, const json_t *object, gltf_place place, uint64_t count, gltf_accessor *a)
{
    const size_t element = type_size(a->type) * a->components;
    uint64_t view = 0, offset = 0, stride = 0;
    a->stride = element;
    if (!gltf_has(object, "bufferView")) return check_zeros(g, place, count);
    if (!gltf_whole(g, object, place, "bufferView", true, &view) ||
        !gltf_whole(g, object, place, "byteOffset", false, &offset) ||
        !gltf_view_stride(g, view, place, &stride))
        return false;
    if (stride != 0 && (stride < element || stride > 252))
        return gltf_fail(g, gltf_at("bufferViews", (size_t)view), "byteStride",
                         "expected from %zu to 252 for accessors[%zu], found %llu", element, a->index,
                         (unsigned long long)stride);
    if (stride != 0) a->stride = (size_t)stride;
    // a count that passes the comparison is below 2^53 and a stride below 2^8
    const uint64_t size = a->stride * (count - 1) + element;
    return gltf_view(g, view, place, offset, size, &a->data);
}

static bool open_sparse(gltf *g, const json_t *sparse, gltf_place accessor, gltf_accessor *a)
{
    const gltf_place place = gltf_inside(accessor, "sparse");
    const gltf_place at_indices = gltf_inside(accessor, "sparse.indices");
    const gltf_place at_values = gltf_inside(accessor, "sparse.values");
    const json_t *indices = json_object_get(sparse, "indices"), *values = json_object_get(sparse, "values");
    uint64_t count = 0, view = 0, offset = 0;
    if (!gltf_whole(g, sparse, place, "count", true, &count)) return false;
    if (count == 0) return true;
    if (count > a->count) return gltf_fail(g, place, "count", "expected at most %zu elements", a->count);
    if (!gltf_whole(g, indices, at_indices, "bufferView", true, &view) ||
        !gltf_whole(g, indices, at_indices, "byteOffset", false, &offset) ||
        !gltf_whole(g, indices, at_indices, "componentType", true, &a->sparse_type))
        return false;
    if (a->sparse_type != GLTF_UINT8 && a->sparse_type != GLTF_UINT16 && a->sparse_type != GLTF_UINT32)
        return gltf_fail(g, at_indices, "componentType", "expected 5121, 5123 or 5125");
    if (!gltf_view(g, view, at_indices, offset, count * type_size(a->sparse_type), &a->sparse_indices))
        return false;
    offset = 0;
    if (!gltf_whole(g, values, at_values, "bufferView", true, &view) ||
        !gltf_whole(g, values, at_values, "byteOffset", false, &offset) ||
        !gltf_view(g, view, at_values, offset, count * type_size(a->type) * a->components, &a->sparse_values))
        return false;
    a->sparse_count = (size_t)count;
    return true;
}

bool gltf_accessor_open(gltf *g, uint64_t index, gltf_place from, const char *key, gltf_accessor *a)
{
    const gltf_place place = gltf_at("accessors", (size_t)index);
    const json_t *object = gltf_object(g, "accessors", (size_t)index, from, key);
    uint64_t count = 0;
    memset(a, 0, sizeof *a);
    a->index = (size_t)index;
    if (object == NULL || !gltf_whole(g, object, place, "componentType", true, &a->type) ||
        !gltf_whole(g, object, place, "count", true, &count))
        return false;
    a->components = component_count(gltf_text(object, "type"));
    a->normalized = json_is_true(json_object_get(object, "normalized"));
    if (type_size(a->type) == 0)
        return gltf_fail(g, place, "componentType",
                         "expected 5120, 5121, 5122, 5123, 5125 or 5126, found %llu",
                         (unsigned long long)a->type);
    if (a->components == 0)
        return gltf_fail(g, place, "type", "expected SCALAR, VEC2, VEC3 or VEC4, found '%.20s'",
                         gltf_text(object, "type"));
    // bounded so that no product below can overflow
    if (count > g->source->limits->elements)
        return gltf_fail(g, place, "count", "expected at most %zu elements, found %llu",
                         g->source->limits->elements, (unsigned long long)count);
    a->count = (size_t)count;
    if (count == 0) return true;
    const json_t *sparse = json_object_get(object, "sparse");
    return open_dense(g, object, place, count, a) && (sparse == NULL || open_sparse(g, sparse, place, a));
}

/// Whole numbers with `normalized` stand for [0, 1] or [-1, 1].
static double normalize(double value, double largest, bool normalized)
{
    if (!normalized) return value;
    return value < -largest ? -1 : value / largest;
}

static double component(const unsigned char *at, uint64_t type, bool normalized)
{
    switch (type) {
    case GLTF_INT8:
        return normalize((double)bytes_signed(at, 1, false), 127, normalized);
    case GLTF_UINT8:
        return normalize((double)at[0], 255, normalized);
    case GLTF_INT16:
        return normalize((double)bytes_signed(at, 2, false), 32767, normalized);
    case GLTF_UINT16:
        return normalize((double)bytes_unsigned(at, 2, false), 65535, normalized);
    case GLTF_UINT32:
        return normalize((double)bytes_unsigned(at, 4, false), 4294967295.0, normalized);
    default:
        return (double)bytes_float(at, false);
    }
}

static bool read_element(const gltf *g, const gltf_accessor *a, const unsigned char *at, size_t element,
                         double *values)
{
    const size_t size = type_size(a->type);
    for (size_t c = 0; c < a->components; c++) {
        values[c] = component(at + c * size, a->type, a->normalized);
        if (!isfinite(values[c]))
            return gltf_fail(g, gltf_at("accessors", a->index), NULL, "element %zu is not a finite number",
                             element);
    }
    return true;
}

bool gltf_accessor_dense(const gltf *g, const gltf_accessor *a, size_t i, double *values)
{
    for (size_t c = 0; c < a->components; c++) values[c] = 0;
    return a->data == NULL || read_element(g, a, a->data + i * a->stride, i, values);
}

bool gltf_accessor_sparse(const gltf *g, const gltf_accessor *a, size_t i, size_t *element, double *values)
{
    const size_t size = type_size(a->sparse_type);
    const uint64_t index = bytes_unsigned(a->sparse_indices + i * size, size, false);
    if (index >= a->count)
        return gltf_fail(g, gltf_inside(gltf_at("accessors", a->index), "sparse.indices"), NULL,
                         "expected elements below %zu, found %llu", a->count, (unsigned long long)index);
    *element = (size_t)index;
    return read_element(g, a, a->sparse_values + i * a->components * type_size(a->type), *element, values);
}

bool gltf_accessor_read(const gltf *g, const gltf_accessor *a, double *values)
{
    for (size_t i = 0; i < a->count; i++)
        if (!gltf_accessor_dense(g, a, i, values + i * a->components)) return false;
    for (size_t i = 0; i < a->sparse_count; i++) {
        double replaced[4] = {0, 0, 0, 0};
        size_t element = 0;
        if (!gltf_accessor_sparse(g, a, i, &element, replaced)) return false;
        memcpy(values + element * a->components, replaced, a->components * sizeof *values);
    }
    return true;
}
