/// What the tests of the readers share: bytes in memory go in as a file would.
#ifndef TESTS_TOOL_READ_SUPPORT_H
#define TESTS_TOOL_READ_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "read/read.h"

typedef struct reading {
    bool fine;
    model model;
    tool_error error;
} reading;

/// Reads `size` bytes under a name, by content first, as model_read_file does. The bytes are
/// copied into a block of just their size, so that AddressSanitizer sees a read past the end.
static inline reading read_bytes_limited(const char *name, const void *bytes, size_t size, read_limits limits)
{
    reading r = {0};
    unsigned char *copy = malloc(size == 0 ? 1 : size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const read_source source = {name, copy, size, &limits, NULL};
    read_function *reader = read_detect(&source);
    assert_non_null(reader);
    r.fine = reader(&source, &r.model, &r.error);
    free(copy);
    assert_int_equal(r.fine, r.error.message[0] == '\0');
    return r;
}

static inline reading read_bytes(const char *name, const void *bytes, size_t size)
{
    return read_bytes_limited(name, bytes, size, read_limits_default());
}

static inline reading read_words(const char *name, const char *words)
{
    return read_bytes(name, words, strlen(words));
}

/// The one mesh of a file that must be read without an error.
static inline const model_mesh *only_mesh(const reading *r)
{
    assert_string_equal(r->error.message, "");
    assert_true(r->fine);
    assert_int_equal(r->model.mesh_count, 1);
    assert_int_equal(r->model.part_count, 1);
    return &r->model.meshes[0];
}

/// Number by number, the very same.
static inline void assert_vertices(const model_mesh *mesh, size_t count, const double *expected)
{
    assert_int_equal(mesh->vertex_count, count);
    for (size_t i = 0; i < 3 * count; i++) {
        if (mesh->vertices[i] != expected[i])
            fail_msg("number %zu is %.17g, expected %.17g", i, mesh->vertices[i], expected[i]);
    }
}

static inline void assert_triangles(const model_mesh *mesh, size_t count, const uint32_t *expected)
{
    assert_int_equal(mesh->triangle_count, count);
    for (size_t i = 0; i < 3 * count; i++) assert_int_equal(mesh->triangles[i], expected[i]);
}

/// The file must be refused with this very message.
static inline void assert_refused_bytes(const char *name, const void *bytes, size_t size, const char *message)
{
    reading r = read_bytes(name, bytes, size);
    assert_false(r.fine);
    assert_string_equal(r.error.message, message);
    model_free(&r.model);
}

static inline void assert_refused(const char *name, const char *words, const char *message)
{
    assert_refused_bytes(name, words, strlen(words), message);
}

/// Bytes put together piece by piece.
typedef struct pile {
    unsigned char bytes[8192];
    size_t size;
} pile;

static inline void pile_bytes(pile *p, const void *bytes, size_t size)
{
    assert_true(p->size + size <= sizeof p->bytes);
    memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
}

static inline void pile_words(pile *p, const char *words) { pile_bytes(p, words, strlen(words)); }

/// The lowest `size` bytes of a number, in the order asked for.
static inline void pile_whole(pile *p, uint64_t value, size_t size, bool big_endian)
{
    for (size_t i = 0; i < size; i++) {
        const size_t shift = 8 * (big_endian ? size - 1 - i : i);
        const unsigned char byte = (unsigned char)(value >> shift);
        pile_bytes(p, &byte, 1);
    }
}

static inline void pile_float(pile *p, float value, bool big_endian)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    pile_whole(p, word, 4, big_endian);
}

static inline void pile_double(pile *p, double value, bool big_endian)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    pile_whole(p, word, 8, big_endian);
}

#endif
