#include "query/stream.h"

#include <stdlib.h>
#include <string.h>

#include "query/line.h"

enum { CHUNK = 1 << 16 };

/// As deep as the parser goes.
enum { MOST_DEPTH = 2048 };

/// Finds where a value ends: with the line on which its last bracket closes.
typedef struct scanner {
    size_t depth;
    unsigned char lists[MOST_DEPTH / 8];  ///< bit i: bracket i is one of a list
    char last;                            ///< the last byte that is not blank; 0 at the start
    bool in_string, escaped, broken, at_line_start;
} scanner;

typedef struct reader {
    const stream *s;
    char *data;  ///< bytes [start, end) are not answered yet, and [start, scanned) were looked at
    size_t start, scanned, end, capacity;
    size_t line_start;  ///< of the line that is scanned
    bool skipping;      ///< within a value that is too long
    uint64_t number;    ///< of that line, from 1
    uint64_t first;     ///< of the line that the value begins on
    scanner scan;
    bool errors;
    buffer out;
} reader;

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; ++i) {
        if (!blank(line[i])) return false;
    }
    return true;
}

static void begin_value(scanner *s)
{
    s->depth = 0;
    s->last = 0;
    s->in_string = s->escaped = s->broken = false;
}

static bool in_list(const scanner *s)
{
    return s->depth && s->lists[(s->depth - 1) / 8] >> (s->depth - 1) % 8 & 1;
}

/// Where a line begins with a brace that no JSON allows in this place, the value before it was cut off, and a new one begins.
static bool begins_anew(const scanner *s)
{
    bool allowed = s->last == '[' || s->last == ':' || (s->last == ',' && in_list(s));
    return s->depth && !s->broken && !allowed;
}

static void open_bracket(scanner *s, bool list)
{
    if (s->depth == MOST_DEPTH) {
        s->broken = true;
        return;
    }
    unsigned char *bits = &s->lists[s->depth / 8], bit = (unsigned char)(1u << s->depth % 8);
    *bits = (unsigned char)(list ? *bits | bit : *bits & ~bit);
    s->depth++;
}

static void scan_byte(scanner *s, char c)
{
    if (s->in_string) {
        if (!s->escaped && c == '"') s->in_string = false;
        s->escaped = !s->escaped && c == '\\';
        return;
    }
    if (blank(c)) return;
    if (c == '"') s->in_string = true;
    if (c == '{' || c == '[') open_bracket(s, c == '[');
    if (c == '}' || c == ']') {
        if (!s->depth || in_list(s) != (c == ']')) {
            s->broken = true;
        } else {
            s->depth--;
        }
    }
    s->last = c;
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
    query_line_refused(r->first, &error, &r->out);
    r->errors = true;
}

/// One whole value: [start, end) of the data. The next one begins at `next`, on the line of that number.
static stream_result take(reader *r, size_t end, size_t next, uint64_t number)
{
    const char *line = r->data + r->start;
    size_t length = end - r->start;
    if (r->first == 1 && length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0) {  // a byte order mark
        line += 3;
        length -= 3;
    }
    if (r->skipping) {
        refuse(r);
    } else if (!is_blank(line, length)) {
        if (length > r->s->max_line) {
            refuse(r);
        } else if (!query_line(line, length, r->first, &r->out)) {
            r->errors = true;
        }
    }
    r->skipping = false;
    r->start = next;
    r->first = number;
    begin_value(&r->scan);
    if (r->out.failed) return STREAM_OUT_OF_MEMORY;
    return r->out.length < CHUNK || flush(r) ? STREAM_ANSWERED : STREAM_NOT_WRITTEN;
}

/// The byte at `scanned`.
static stream_result look_at(reader *r)
{
    scanner *s = &r->scan;
    stream_result result = STREAM_ANSWERED;
    char c = r->data[r->scanned];
    if (c == '\n') {
        s->broken = s->broken || s->in_string;  // no string goes on over the end of a line
        if (!s->depth || s->broken) result = take(r, r->scanned, r->scanned + 1, r->number + 1);
        r->line_start = r->scanned + 1;
        r->number++;
        s->at_line_start = true;
        return result;
    }
    if (s->at_line_start && !blank(c)) {
        if (c == '{' && begins_anew(s)) result = take(r, r->line_start, r->line_start, r->number);
        s->at_line_start = false;
    }
    scan_byte(s, c);
    return result;
}

/// Has the byte a meaning to where a value ends, outside of a string and within one?
static bool is_plain(char c)
{
    switch (c) {
    case '\n':
    case '"':
    case '{':
    case '}':
    case '[':
    case ']':
        return false;
    default:
        return true;
    }
}
static bool is_plain_in_string(char c) { return c != '\n' && c != '"' && c != '\\'; }

/// Over what has none: most of a question is numbers and names.
static void skip_plain(reader *r)
{
    scanner *s = &r->scan;
    const char *begin = r->data + r->scanned, *end = r->data + r->end, *at = begin;
    if (s->in_string) {
        while (at < end && !s->escaped && is_plain_in_string(*at)) ++at;
    } else {
        while (at < end && is_plain(*at)) ++at;
        const char *last = at;
        while (last > begin && blank(last[-1])) --last;
        if (last > begin) {
            s->last = last[-1];
            s->at_line_start = false;
        }
    }
    r->scanned = (size_t)(at - r->data);
}

/// Every value that is whole.
static stream_result take_values(reader *r)
{
    stream_result result = STREAM_ANSWERED;
    for (skip_plain(r); result == STREAM_ANSWERED && r->scanned < r->end; skip_plain(r)) {
        result = look_at(r);
        r->scanned++;
    }
    // a value that is too long already is not kept
    if (r->end - r->start > r->s->max_line + 3) {
        r->skipping = true;
        r->start = r->line_start = r->end;
    }
    return result;
}

/// Moves what is left to the front and makes room for another chunk.
static bool make_room(reader *r)
{
    if (r->start > 0) memmove(r->data, r->data + r->start, r->end - r->start);
    r->end -= r->start;
    r->scanned -= r->start;
    r->line_start -= r->start;
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
        r->end += (size_t)count;
        stream_result result = take_values(r);
        if (result != STREAM_ANSWERED) return result;
    }
    // the last value may lack its line feed
    if (r->end > r->start || r->skipping) {
        stream_result result = take(r, r->end, r->end, r->number);
        if (result != STREAM_ANSWERED) return result;
    }
    if (!flush(r)) return STREAM_NOT_WRITTEN;
    return r->errors ? STREAM_ERRORS : STREAM_ANSWERED;
}

stream_result query_stream(const stream *s)
{
    reader r = {.s = s, .data = malloc(2 * CHUNK), .capacity = 2 * CHUNK, .number = 1, .first = 1};
    r.scan.at_line_start = true;
    if (!r.data) return STREAM_OUT_OF_MEMORY;
    stream_result result = run(&r);
    free(r.data);
    buffer_free(&r.out);
    return result;
}
