#include "query/stream.h"

#include <stdlib.h>
#include <string.h>

#include "query/line.h"

enum { CHUNK = 1 << 16 };

typedef struct reader {
    const stream *s;
    char *data;  ///< bytes [start, end) are not answered yet
    size_t start, end, capacity;
    bool skipping;    ///< within a line that is too long
    uint64_t number;  ///< of the next line, from 1
    bool errors;
    buffer out;
} reader;

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; ++i) {
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') return false;
    }
    return true;
}

static bool flush(reader *r)
{
    bool good = r->out.length == 0 || r->s->write(r->s->user, r->out.data, r->out.length);
    r->out.length = 0;
    // what a very long id took is given back
    if (r->out.capacity > 16 * CHUNK) buffer_free(&r->out);
    return good;
}

static void refuse(reader *r)
{
    query_error error = {0};
    query_fail(&error, "line_too_long", "expected at most %zu bytes; --max-line allows more", r->s->max_line);
    query_line_refused(r->number, &error, &r->out);
    r->errors = true;
}

/// One whole line, without its line feed.
static stream_result take(reader *r, const char *line, size_t length)
{
    if (r->number == 1 && length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0) {  // a byte order mark
        line += 3;
        length -= 3;
    }
    if (r->skipping) {
        refuse(r);
    } else if (!is_blank(line, length)) {
        if (length > r->s->max_line) {
            refuse(r);
        } else if (!query_line(line, length, r->number, &r->out)) {
            r->errors = true;
        }
    }
    r->skipping = false;
    r->number++;
    if (r->out.failed) return STREAM_OUT_OF_MEMORY;
    return r->out.length < CHUNK || flush(r) ? STREAM_ANSWERED : STREAM_NOT_WRITTEN;
}

/// Everything up to the last line feed.
static stream_result take_lines(reader *r, size_t looked_at)
{
    stream_result result = STREAM_ANSWERED;
    char *from = r->data + r->start + looked_at, *feed;
    while (result == STREAM_ANSWERED && (feed = memchr(from, '\n', (size_t)(r->data + r->end - from)))) {
        result = take(r, r->data + r->start, (size_t)(feed - r->data) - r->start);
        r->start = (size_t)(feed - r->data) + 1;
        from = feed + 1;
    }
    // a line that is too long already is not kept
    if (r->end - r->start > r->s->max_line + 3) {
        r->skipping = true;
        r->start = r->end;
    }
    return result;
}

/// Moves what is left to the front and makes room for another chunk.
static bool make_room(reader *r)
{
    if (r->start > 0) memmove(r->data, r->data + r->start, r->end - r->start);
    r->end -= r->start;
    r->start = 0;
    if (r->capacity - r->end >= CHUNK) return true;
    size_t capacity = 2 * r->capacity;
    char *data = realloc(r->data, capacity);
    if (!data) return false;
    r->data = data;
    r->capacity = capacity;
    return true;
}

static stream_result run(reader *r)
{
    for (;;) {
        if (!make_room(r)) return STREAM_OUT_OF_MEMORY;
        if (!flush(r)) return STREAM_NOT_WRITTEN;
        ptrdiff_t count = r->s->read(r->s->user, r->data + r->end, CHUNK);
        if (count < 0) return STREAM_NOT_READ;
        if (count == 0) break;
        size_t looked_at = r->end;
        r->end += (size_t)count;
        stream_result result = take_lines(r, looked_at);
        if (result != STREAM_ANSWERED) return result;
    }
    // the last line may lack its line feed
    if (r->end > r->start || r->skipping) {
        stream_result result = take(r, r->data + r->start, r->end - r->start);
        if (result != STREAM_ANSWERED) return result;
    }
    if (!flush(r)) return STREAM_NOT_WRITTEN;
    return r->errors ? STREAM_ERRORS : STREAM_ANSWERED;
}

stream_result query_stream(const stream *s)
{
    reader r = {.s = s, .data = malloc(2 * CHUNK), .capacity = 2 * CHUNK, .number = 1};
    if (!r.data) return STREAM_OUT_OF_MEMORY;
    stream_result result = run(&r);
    free(r.data);
    buffer_free(&r.out);
    return result;
}
