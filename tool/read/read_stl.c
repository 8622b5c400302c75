// STL, ASCII and binary. Each `solid` is a part, but patches of one surface are one. Normals are ignored. Corners at the same
// place (-0 being 0) become one vertex.
#include "read/stl.h"

#include <math.h>
#include <string.h>

#include "read/bytes.h"
#include "read/mesh_builder.h"
#include "read/parts.h"

enum { STL_HEADER = 84, STL_TRIANGLE = 50 };

typedef struct stl_reader {
    const read_source *source;
    tool_error *error;
    mesh_builder builder;
    uint32_t *slots;  ///< open addressing: vertex number + 1, or 0
    size_t slot_count;
    part_groups solids;
} stl_reader;

static uint64_t triangles_told(const read_source *source)
{
    return bytes_unsigned(source->data + 80, 4, false);
}

bool stl_is_binary(const read_source *source)
{
    return source->size >= STL_HEADER &&
           (uint64_t)source->size == STL_HEADER + STL_TRIANGLE * triangles_told(source);
}

static uint64_t hash_position(const double *position)
{
    uint64_t word[3];
    memcpy(word, position, sizeof word);
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++) {
        hash = (hash ^ word[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash * UINT64_C(0xBF58476D1CE4E5B9) >> 20;
}

static size_t find_slot(const stl_reader *r, const double *position)
{
    size_t slot = (size_t)hash_position(position) & (r->slot_count - 1);
    while (r->slots[slot] != 0) {
        const double *vertex = r->builder.vertices + 3 * (size_t)(r->slots[slot] - 1);
        if (memcmp(vertex, position, 3 * sizeof *vertex) == 0) break;
        slot = (slot + 1) & (r->slot_count - 1);
    }
    return slot;
}

static bool grow_slots(stl_reader *r)
{
    const size_t count = r->slot_count == 0 ? 1024 : 2 * r->slot_count;
    uint32_t *slots = tool_reallocate(NULL, count * sizeof *slots);
    if (slots == NULL) return read_out_of_memory(r->source, r->error);
    memset(slots, 0, count * sizeof *slots);
    tool_release(r->slots);
    r->slots = slots;
    r->slot_count = count;
    for (size_t i = 0; i < r->builder.vertex_count; i++)
        r->slots[find_slot(r, r->builder.vertices + 3 * i)] = (uint32_t)i + 1;
    return true;
}

static bool find_vertex(stl_reader *r, const double *given, uint32_t *vertex)
{
    // adding 0 makes 0 of -0, so equal positions have equal bytes
    const double position[3] = {given[0] + 0.0, given[1] + 0.0, given[2] + 0.0};
    if (2 * r->builder.vertex_count >= r->slot_count && !grow_slots(r)) return false;
    const size_t slot = find_slot(r, position);
    if (r->slots[slot] == 0) {
        if (!builder_vertex(&r->builder, position[0], position[1], position[2])) return false;
        r->slots[slot] = (uint32_t)r->builder.vertex_count;
    }
    *vertex = r->slots[slot] - 1;
    return true;
}

static bool wrong_size(const stl_reader *r)
{
    const read_source *s = r->source;
    if (s->size < STL_HEADER)
        return tool_fail(
            r->error,
            "%s: expected STL: text that begins with 'solid', or a binary file of at least %d bytes; "
            "it has %zu and is no text",
            s->path, STL_HEADER, s->size);
    const unsigned long long count = triangles_told(s);
    return tool_fail(
        r->error,
        "%s: byte 80: the count of a binary STL says %llu triangles, which take %llu bytes in all; "
        "the file has %zu",
        s->path, count, STL_HEADER + STL_TRIANGLE * count, s->size);
}

static bool read_binary(stl_reader *r)
{
    if (!stl_is_binary(r->source)) return wrong_size(r);
    const size_t count = (r->source->size - STL_HEADER) / STL_TRIANGLE;
    for (size_t i = 0; i < count; i++) {
        uint32_t corners[3] = {0, 0, 0};
        for (size_t k = 0; k < 3; k++) {
            const size_t at = STL_HEADER + STL_TRIANGLE * i + 12 * (k + 1);
            double position[3];
            for (size_t a = 0; a < 3; a++) {
                position[a] = bytes_float(r->source->data + at + 4 * a, false);
                if (!isfinite(position[a]))
                    return tool_fail(r->error,
                                     "%s: byte %zu: a coordinate of triangle %zu is not a finite number",
                                     r->source->path, at + 4 * a, i);
            }
            if (!find_vertex(r, position, &corners[k])) return false;
        }
        if (!builder_triangle(&r->builder, corners[0], corners[1], corners[2])) return false;
    }
    return true;
}

static bool expect(text *t, const char *lower_case)
{
    text_skip_empty_lines(t, '#');
    const text_word word = text_take_word(t);
    if (text_word_is(word, lower_case)) return true;
    char what[32] = "'";
    strcat(strcat(what, lower_case), "'");
    return text_fail(t, word.at, what);
}

/// `endfacet`, and what some write for it: `end facet`.
static bool is_end(text *t, text_word word, const char *of)
{
    if (word.length > 3 && text_word_is((text_word){word.at, 3}, "end"))
        return text_word_is((text_word){word.at + 3, word.length - 3}, of);
    const char *before = t->at;
    if (text_word_is(word, "end") && text_word_is(text_take_word(t), of)) return true;
    t->at = before;
    return false;
}

static bool expect_end(text *t, const char *of)
{
    text_skip_empty_lines(t, '#');
    const text_word word = text_take_word(t);
    if (is_end(t, word, of)) return true;
    char what[32] = "'end";
    strcat(strcat(what, of), "'");
    return text_fail(t, word.at, what);
}

/// Behind `facet`.
static bool read_facet(stl_reader *r, text *t)
{
    uint32_t corners[3] = {0, 0, 0};
    // the normal follows from the corners; what some programs write for one is no number at all
    while (!text_at_line_end(t)) {
        const char *before = t->at;
        if (!text_word_is(text_take_word(t), "outer")) continue;
        t->at = before;
        break;
    }
    if (!expect(t, "outer") || !expect(t, "loop")) return false;
    for (int k = 0; k < 3; k++) {
        double position[3] = {0, 0, 0};
        if (!expect(t, "vertex")) return false;
        for (int a = 0; a < 3; a++)
            if (!text_double(t, &position[a])) return false;
        if (!find_vertex(r, position, &corners[k])) return false;
    }
    return expect_end(t, "loop") && expect_end(t, "facet") &&
           builder_triangle(&r->builder, corners[0], corners[1], corners[2]);
}

static bool read_solid(stl_reader *r, text *t)
{
    if (!expect(t, "solid")) return false;
    const text_word name = text_take_rest(t);
    if (r->source->limits->split != SPLIT_NONE && !parts_begin_group(&r->solids, &r->builder, name))
        return false;
    for (;;) {
        text_skip_empty_lines(t, '#');
        const text_word word = text_take_word(t);
        if (is_end(t, word, "solid")) break;
        if (text_word_is(word, "color")) {
            text_next_line(t);
            continue;
        }
        if (!text_word_is(word, "facet")) return text_fail(t, word.at, "'facet' or 'endsolid'");
        if (!read_facet(r, t)) return false;
    }
    text_next_line(t);
    return true;
}

static bool read_text(stl_reader *r)
{
    text t = text_begin(r->source, r->error);
    while (text_skip_empty_lines(&t, '#'))
        if (!read_solid(r, &t)) return false;
    return true;
}

/// A binary file cut short may still begin with "solid"; text has no control characters but blanks and ends of lines.
static bool looks_like_text(const read_source *source)
{
    const size_t start = source->size < 512 ? source->size : 512;
    for (size_t i = 0; i < start; i++) {
        const char c = (char)source->data[i];
        if (source->data[i] < ' ' && !text_is_blank(c) && !text_is_newline(c)) return false;
    }
    return true;
}

bool read_stl(const read_source *source, model *out, tool_error *error)
{
    stl_reader r = {0};
    r.source = source;
    r.error = error;
    r.builder = builder_begin(source, error);
    bool fine = !stl_is_binary(source) && looks_like_text(source) ? read_text(&r) : read_binary(&r);
    if (fine && r.builder.triangle_count == 0)
        fine = tool_fail(error, "%s: holds no triangles", source->path);
    fine = fine && parts_take(&r.builder, &r.solids, (part_rules){false, true}, out);
    parts_release(&r.solids);
    builder_release(&r.builder);
    tool_release(r.slots);
    return fine;
}
