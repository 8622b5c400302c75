/// `feeler query` for JavaScript: text in, text out. Memory that crosses the border is the caller's: taken by feeler_allocate(),
/// given back by feeler_release().
#include <stdlib.h>
#include <string.h>

#include "query/describe.h"
#include "query/stream.h"
#include "report/buffer.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

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

/// The text and its length in one block, for one call to carry.
typedef struct text {
    uint32_t length, status;
    char bytes[];
} text;

static text *text_of(buffer *b, stream_result status)
{
    text *t = b->failed ? NULL : malloc(sizeof *t + b->length);
    if (t) {
        t->length = (uint32_t)b->length;
        t->status = status;
        memcpy(t->bytes, b->data, b->length);
    }
    buffer_free(b);
    return t;
}

void *EXPORT(feeler_allocate)(size_t size);
void *feeler_allocate(size_t size) { return malloc(size ? size : 1); }

void EXPORT(feeler_release)(void *memory);
void feeler_release(void *memory) { free(memory); }

/// Answers all questions of a text, a line each; the status is a stream_result. Null where memory ran out.
text *EXPORT(feeler_query)(const char *questions, size_t length);
text *feeler_query(const char *questions, size_t length)
{
    ends e = {questions, length, {0}};
    const stream s = {read_text, write_answer, &e, (size_t)64 << 20};
    stream_result result = query_stream(&s);
    return text_of(&e.out, result);
}

/// The JSON Schema of a question.
text *EXPORT(feeler_schema)(void);
text *feeler_schema(void)
{
    buffer b = {0};
    describe_schema(&b);
    return text_of(&b, STREAM_ANSWERED);
}
