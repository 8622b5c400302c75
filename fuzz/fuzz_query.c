#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "query/stream.h"

// Any bytes into the whole of `feeler query`: every answer must be one line of JSON, and every question gets one. A question takes
// one line or more.

typedef struct conversation {
    const uint8_t *data;
    size_t size, at;
    char *out;
    size_t length;
} conversation;

static void require(bool condition)
{
    if (!condition) abort();
}

/// Short reads, so that lines are cut anywhere.
static ptrdiff_t read_some(void *user, char *bytes, size_t room)
{
    conversation *c = user;
    size_t count = c->size - c->at < 97 ? c->size - c->at : 97;
    require(count <= room);
    if (count) memcpy(bytes, c->data + c->at, count);
    c->at += count;
    return (ptrdiff_t)count;
}

static bool write_all(void *user, const char *bytes, size_t count)
{
    conversation *c = user;
    c->out = realloc(c->out, c->length + count);
    require(c->out != NULL);
    memcpy(c->out + c->length, bytes, count);
    c->length += count;
    return true;
}

static size_t count_lines(const uint8_t *data, size_t size)
{
    size_t lines = 0;
    bool blank = true;
    if (size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) data += 3, size -= 3;
    for (size_t i = 0; i < size; ++i) {
        if (data[i] == '\n') {
            lines += !blank;
            blank = true;
        } else if (data[i] != ' ' && data[i] != '\t' && data[i] != '\r') {
            blank = false;
        }
    }
    return lines + !blank;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // a line of blanks beyond the longest is refused, not skipped: keep to lines that are not
    const size_t max_line = 4096;
    if (size > max_line) return 0;
    conversation c = {data, size, 0, NULL, 0};
    const stream s = {read_some, write_all, &c, max_line};
    stream_result result = query_stream(&s);
    require(result == STREAM_ANSWERED || result == STREAM_ERRORS);
    size_t lines = 0, errors = 0;
    for (size_t at = 0; at < c.length; ++lines) {
        const char *end = memchr(c.out + at, '\n', c.length - at);
        require(end != NULL);
        size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL;
        json_t *answer = json_loadb(c.out + at, (size_t)(end - c.out) - at, flags, NULL);
        require(json_is_object(answer));
        errors += json_object_get(answer, "error") != NULL;
        json_decref(answer);
        at = (size_t)(end - c.out) + 1;
    }
    size_t most = count_lines(data, size);
    require(lines <= most && (lines > 0) == (most > 0));
    require((errors > 0) == (result == STREAM_ERRORS));
    free(c.out);
    return 0;
}
