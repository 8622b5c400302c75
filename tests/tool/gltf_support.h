/// glTF files put together for tests.
#ifndef TESTS_TOOL_GLTF_SUPPORT_H
#define TESTS_TOOL_GLTF_SUPPORT_H

#include "read_support.h"

/// The bytes as a data URI, in quotes.
static inline void pile_data_uri(pile *p, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    pile_words(p, "\"data:application/octet-stream;base64,");
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const unsigned group = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? (unsigned)bytes[i + 2] : 0);
        char text[5] = {digits[group >> 18], digits[group >> 12 & 63],
                        left > 1 ? digits[group >> 6 & 63] : '=', left > 2 ? digits[group & 63] : '=', '\0'};
        pile_words(p, text);
    }
    pile_words(p, "\"");
}

/// Writes `words` with ' for ".
static inline void pile_json(pile *p, const char *words)
{
    for (const char *c = words; *c != '\0'; c++) pile_bytes(p, *c == '\'' ? "\"" : c, 1);
}

/// A file of one buffer that holds `bytes`, and of the members in `rest`.
static inline pile gltf_text_with(const pile *bytes, const char *rest)
{
    pile p = {{0}, 0};
    char length[64];
    snprintf(length, sizeof length, "{'byteLength':%zu,'uri':", bytes->size);
    pile_json(&p, "{'asset':{'version':'2.0'},'buffers':[");
    pile_json(&p, length);
    pile_data_uri(&p, bytes->bytes, bytes->size);
    pile_json(&p, "}],");
    pile_json(&p, rest);
    pile_words(&p, "}");
    return p;
}

/// The same as a GLB, with the buffer as its binary chunk.
static inline pile gltf_binary_with(const pile *bytes, const char *rest)
{
    pile json = {{0}, 0}, p = {{0}, 0};
    char length[64];
    snprintf(length, sizeof length, "{'byteLength':%zu}],", bytes->size);
    pile_json(&json, "{'asset':{'version':'2.0'},'buffers':[");
    pile_json(&json, length);
    pile_json(&json, rest);
    pile_words(&json, "}");
    while (json.size % 4 != 0) pile_words(&json, " ");
    const size_t padding = (4 - bytes->size % 4) % 4;
    pile_words(&p, "glTF");
    pile_whole(&p, 2, 4, false);
    pile_whole(&p, 12 + 8 + json.size + 8 + bytes->size + padding, 4, false);
    pile_whole(&p, json.size, 4, false);
    pile_words(&p, "JSON");
    pile_bytes(&p, json.bytes, json.size);
    pile_whole(&p, bytes->size + padding, 4, false);
    pile_bytes(&p, "BIN", 4);
    pile_bytes(&p, bytes->bytes, bytes->size);
    pile_whole(&p, 0, padding, false);
    return p;
}

/// 36 bytes: (0 0 0), (1 0 0), (0 1 0) in floats; then 6: 0, 1, 2 in 16 bits.
static inline pile triangle_bytes(void)
{
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    pile p = {{0}, 0};
    for (size_t i = 0; i < 9; i++) pile_float(&p, corners[i], false);
    for (uint64_t i = 0; i < 3; i++) pile_whole(&p, i, 2, false);
    return p;
}

/// What goes with triangle_bytes(): accessor 0 the positions, 1 the indices, mesh 0 both.
#define TRIANGLE_VIEWS                                                                                       \
    "'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':6}]"
#define TRIANGLE_ACCESSORS                                                                                   \
    "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"                            \
    "{'bufferView':1,'componentType':5123,'count':3,'type':'SCALAR'}]"
#define TRIANGLE_MESH "'meshes':[{'name':'tri','primitives':[{'attributes':{'POSITION':0},'indices':1}]}]"
#define TRIANGLE TRIANGLE_VIEWS "," TRIANGLE_ACCESSORS "," TRIANGLE_MESH

static inline reading read_gltf_with(const pile *bytes, const char *rest)
{
    const pile p = gltf_text_with(bytes, rest);
    return read_bytes("a.gltf", p.bytes, p.size);
}

/// The triangle's file with `rest`, usually its nodes.
static inline reading read_triangle_with(const char *rest)
{
    const pile bytes = triangle_bytes();
    return read_gltf_with(&bytes, rest);
}

static inline void assert_gltf_refused(const pile *bytes, const char *rest, const char *message)
{
    const pile p = gltf_text_with(bytes, rest);
    assert_refused_bytes("a.gltf", p.bytes, p.size, message);
}

static inline void assert_transform(const model_part *part, const double *expected, double tolerance)
{
    for (size_t i = 0; i < 16; i++)
        if (!(fabs(part->transform[i] - expected[i]) <= tolerance))
            fail_msg("entry %zu of '%s' is %.17g, expected %.17g", i, part->name, part->transform[i],
                     expected[i]);
}

#endif
