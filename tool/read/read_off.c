// OFF, also with normals, colours or texture coordinates behind each position ([ST][C][N]OFF), whose
// values are passed over like all that follows on a line. Binary, four- and n-dimensional ones are not
// read.
#include <string.h>

#include "read/mesh_builder.h"
#include "read/text.h"

typedef struct off_reader {
    text text;
    mesh_builder builder;
    uint64_t vertex_count, face_count;
} off_reader;

/// Takes the keyword, where one stands there: the format allows to leave it out.
static bool read_keyword(off_reader *r)
{
    text *t = &r->text;
    if (!text_skip_empty_lines(t, '#')) return text_fail(t, t->at, "'OFF'");
    const char *begin = t->at;
    const text_word word = text_take_word(t);
    if (word.at[word.length - 1] >= '0' && word.at[word.length - 1] <= '9') {
        t->at = begin;
        return true;
    }
    const bool ends_well = word.length >= 3 && memcmp(word.at + word.length - 3, "OFF", 3) == 0;
    if (!ends_well) return text_fail(t, word.at, "'OFF' or the counts of vertices, faces and edges");
    for (size_t i = 0; i + 3 < word.length; i++) {
        if (word.at[i] == '4' || word.at[i] == 'n')
            return text_fail(t, word.at, "three coordinates ('OFF'); other dimensions are not supported");
        if (strchr("STCN", word.at[i]) == NULL) return text_fail(t, word.at, "'OFF'");
    }
    const char *before = t->at;
    if (text_word_is(text_take_word(t), "binary"))
        return text_fail(t, before + 1, "text; binary OFF is not supported");
    t->at = before;
    return true;
}

static bool read_counts(off_reader *r)
{
    text *t = &r->text;
    if (!text_skip_empty_lines(t, '#') || !text_count(t, "the count of vertices", &r->vertex_count))
        return text_fail(t, t->at, "the count of vertices");
    if (!text_skip_empty_lines(t, '#') || !text_count(t, "the count of faces", &r->face_count))
        return text_fail(t, t->at, "the count of faces");
    // the count of edges is left out by some and made up by others
    text_next_line(t);
    return true;
}

static bool next_row(off_reader *r, const char *what, uint64_t done, uint64_t count)
{
    if (text_skip_empty_lines(&r->text, '#')) return true;
    return tool_fail(r->text.error, "%s:%zu: the file ends before %s %llu of %llu", r->text.path,
                     text_line(&r->text, r->text.at), what, (unsigned long long)done + 1,
                     (unsigned long long)count);
}

static bool read_vertices(off_reader *r)
{
    for (uint64_t i = 0; i < r->vertex_count; i++) {
        double x = 0, y = 0, z = 0;
        if (!next_row(r, "vertex", i, r->vertex_count) || !text_double(&r->text, &x) ||
            !text_double(&r->text, &y) || !text_double(&r->text, &z) || !builder_vertex(&r->builder, x, y, z))
            return false;
        text_next_line(&r->text);
    }
    return true;
}

static bool read_face(off_reader *r)
{
    text *t = &r->text;
    const char *begin = t->at;
    uint64_t count = 0;
    if (!text_count(t, "the count of corners", &count)) return false;
    if (count < 3) return text_fail(t, begin, "a face of at least three corners");
    for (uint64_t k = 0; k < count; k++) {
        uint64_t index = 0;
        // a long face goes on over several lines
        text_skip_empty_lines(t, '#');
        const char *at = t->at;
        if (!text_count(t, "a vertex number", &index)) return false;
        if (index >= r->vertex_count) return text_fail(t, at, "a vertex number below the count of vertices");
        if (!builder_corner(&r->builder, (uint32_t)index)) return false;
    }
    builder_end_polygon(&r->builder);
    text_next_line(t);
    return true;
}

static bool read_all(off_reader *r, model *out)
{
    mesh_builder *b = &r->builder;
    if (!read_keyword(r) || !read_counts(r) || !read_vertices(r)) return false;
    for (uint64_t i = 0; i < r->face_count; i++)
        if (!next_row(r, "face", i, r->face_count) || !read_face(r)) return false;
    if (b->triangle_count == 0) return tool_fail(b->error, "%s: holds no triangles", b->source->path);
    if (!builder_close(b)) return false;
    model_mesh *mesh = read_add_mesh(b->source, out, "", 0, b->error);
    return mesh != NULL && builder_take(b, 0, b->triangle_count, mesh) &&
           read_add_part(b->source, out, "", "", 0, NULL, b->error);
}

bool read_off(const read_source *source, model *out, tool_error *error)
{
    off_reader r = {0};
    r.text = text_begin(source, error);
    r.builder = builder_begin(source, error);
    const bool fine = read_all(&r, out);
    builder_release(&r.builder);
    return fine;
}
