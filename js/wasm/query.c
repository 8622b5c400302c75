/// `feeler query` for JavaScript: text in, text out. Memory that crosses the border is the caller's: taken by feeler_allocate(),
/// given back by feeler_release().
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "handle.h"
#include "model.h"
#include "query/describe.h"
#include "query/stream.h"

typedef struct ends {
    const char *text;
    size_t left;
    buffer out;
} ends;

static ptrdiff_t read_text(void *user, char *bytes, size_t room)
{
    ends *e = user;
    size_t count = e->left < room ? e->left : room;
    memcpy(bytes, e->text, count);
    e->text += count;
    e->left -= count;
    return (ptrdiff_t)count;
}

static bool write_answer(void *user, const char *bytes, size_t count)
{
    ends *e = user;
    buffer_bytes(&e->out, bytes, count);
    return !e->out.failed;
}

text *text_of(buffer *b)
{
    text *t = b->failed ? NULL : malloc(sizeof *t + b->length);
    if (t) {
        t->length = (uint32_t)b->length;
        memcpy(t->bytes, b->data, b->length);
    }
    buffer_free(b);
    return t;
}

void *EXPORT(feeler_allocate)(size_t size);
void *feeler_allocate(size_t size) { return malloc(size ? size : 1); }

void EXPORT(feeler_release)(void *memory);
void feeler_release(void *memory) { free(memory); }

/// Answers all questions of a text, a line each. Null where memory ran out.
text *EXPORT(feeler_query)(const char *questions, size_t length);
text *feeler_query(const char *questions, size_t length)
{
    ends e = {questions, length, {0}};
    const stream s = {read_text, write_answer, &e, (size_t)64 << 20};
    (void)query_stream(&s);  // what went wrong stands in the answers, or memory ran out
    return text_of(&e.out);
}

/// A shape of a question, as a handle in the_call.count. The text is `{"kind": ..., "dimension": ...}`, or the `error`.
text *EXPORT(feeler_read_shape)(const char *json, size_t length);
text *feeler_read_shape(const char *json, size_t length)
{
    buffer b = {0};
    query_error error = {0};
    query_shape shape;
    int dimension = 0;
    json_t *object = json_loadb(json, length, 0, NULL);
    handle *h = NULL;
    if (!object)
        query_fail(&error, "not_json", "shape: expected one JSON object, with numbers within range");
    else if (query_shape_read(object, "shape", NULL, false, &dimension, &shape, &error)) {
        buffer_format(&b, "{\"kind\": \"%s\", \"dimension\": %d}", shape.name, dimension);
        if (!(h = handle_take(&shape))) query_fail(&error, "out_of_memory", "shape: out of memory");
    }
    json_decref(object);
    the_call.count = (int32_t)(intptr_t)h;
    if (h) return text_of(&b);
    buffer_free(&b);
    buffer_format(&b, "{\"error\": {\"code\": \"%s\", \"message\": ", error.code);
    buffer_json(&b, error.message);
    buffer_put(&b, "}}");
    return text_of(&b);
}

/// The JSON Schema of a question.
text *EXPORT(feeler_schema)(void);
text *feeler_schema(void)
{
    buffer b = {0};
    describe_schema(&b);
    return text_of(&b);
}

/// The corners of all parts in world, then their triangles.
static void put_surface(buffer *b, const model *m)
{
    buffer_put(b, "{\"points\": [");
    const char *comma = "";
    for (size_t i = 0; i < m->part_count; ++i) {
        const model_mesh *mesh = &m->meshes[m->parts[i].mesh];
        for (size_t k = 0; k < mesh->vertex_count; ++k, comma = ", ") {
            const double *v = mesh->vertices + 3 * k;
            buffer_put(b, comma);
            for (int row = 0; row < 3; ++row) {
                const double *t = m->parts[i].transform + (size_t)row * 4;
                buffer_put(b, row ? ", " : "[");
                buffer_number(b, t[0] * v[0] + t[1] * v[1] + t[2] * v[2] + t[3]);
            }
            buffer_char(b, ']');
        }
    }
    buffer_put(b, "], \"faces\": [");
    comma = "";
    size_t first = 0;
    for (size_t i = 0; i < m->part_count; ++i) {
        const model_mesh *mesh = &m->meshes[m->parts[i].mesh];
        for (size_t k = 0; k < mesh->triangle_count; ++k, comma = ", ") {
            const uint32_t *c = mesh->triangles + 3 * k;
            buffer_format(b, "%s[%zu, %zu, %zu]", comma, first + c[0], first + c[1], first + c[2]);
        }
        first += mesh->vertex_count;
    }
    buffer_put(b, "]}");
}

/// The surface of a file's parts, as JSON with `points` and `faces`; an `error` where it cannot be read.
text *EXPORT(feeler_mesh)(const char *name, size_t length);
text *feeler_mesh(const char *name, size_t length)
{
    buffer path = {0}, b = {0};
    buffer_bytes(&path, name, length);
    model m = {0};
    tool_error error = {0};
    const read_limits limits = read_limits_default();
    if (!path.failed && model_read_file(&m, path.data, &limits, &error)) {
        put_surface(&b, &m);
    } else {
        buffer_put(&b, "{\"error\": ");
        buffer_json(&b, path.failed ? "out of memory" : error.message);
        buffer_char(&b, '}');
    }
    model_free(&m);
    buffer_free(&path);
    return text_of(&b);
}
