#include "read/text.h"

#include <stdio.h>
#include <string.h>

#include "read/number.h"

text text_begin(const read_source *source, tool_error *error)
{
    text t;
    t.begin = t.as_written = t.at = (const char *)source->data;
    t.end = t.begin + source->size;
    t.path = source->path;
    t.error = error;
    if (source->size >= 3 && memcmp(t.at, "\xEF\xBB\xBF", 3) == 0) t.at += 3;
    return t;
}

size_t text_line(const text *t, const char *at)
{
    const char *c = t->as_written, *stop = c + (at - t->begin), *end = c + (t->end - t->begin);
    size_t line = 1;
    for (; c < stop; c++) {
        const bool half_of_pair = *c == '\r' && c + 1 < end && c[1] == '\n';
        if (text_is_newline(*c) && !half_of_pair) line++;
    }
    return line;
}

bool text_fail_as(const text *t, const char *at, const char *message)
{
    return tool_fail(t->error, "%s:%zu: %s", t->path, text_line(t, at), message);
}

bool text_fail(const text *t, const char *at, const char *what)
{
    enum { SHOWN = 40 };
    char message[256];
    size_t length = 0;
    while (at + length < t->end && length < SHOWN && !text_is_blank(at[length]) &&
           !text_is_newline(at[length]))
        length++;
    if (length > 0)
        snprintf(message, sizeof message, "expected %s, found '%.*s%s'", what, (int)length, at,
                 length == SHOWN ? "..." : "");
    else
        snprintf(message, sizeof message, "expected %s, found the end of the %s", what,
                 at < t->end ? "line" : "file");
    return text_fail_as(t, at, message);
}

void text_next_line(text *t)
{
    while (t->at < t->end && !text_is_newline(*t->at)) t->at++;
    if (t->at >= t->end) return;
    const bool pair = *t->at == '\r' && t->at + 1 < t->end && t->at[1] == '\n';
    t->at += pair ? 2 : 1;
}

bool text_skip_empty_lines(text *t, char comment)
{
    while (t->at < t->end) {
        if (text_at_line_end(t) || (comment != 0 && *t->at == comment))
            text_next_line(t);
        else
            return true;
    }
    return false;
}

text_word text_take_word(text *t)
{
    text_skip_blanks(t);
    text_word w = {t->at, 0};
    while (t->at < t->end && !text_is_blank(*t->at) && !text_is_newline(*t->at)) t->at++;
    w.length = (size_t)(t->at - w.at);
    return w;
}

bool text_word_is(text_word w, const char *lower_case)
{
    for (size_t i = 0; i < w.length; i++) {
        const char c = w.at[i];
        const char lower = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        if (lower_case[i] == '\0' || lower != lower_case[i]) return false;
    }
    return lower_case[w.length] == '\0';
}

text_word text_take_rest(text *t)
{
    text_skip_blanks(t);
    text_word w = {t->at, 0};
    while (t->at < t->end && !text_is_newline(*t->at)) t->at++;
    w.length = (size_t)(t->at - w.at);
    while (w.length > 0 && text_is_blank(w.at[w.length - 1])) w.length--;
    return w;
}

static bool at_delimiter(const text *t)
{
    return t->at >= t->end || text_is_blank(*t->at) || text_is_newline(*t->at);
}

bool text_double(text *t, double *value)
{
    text_skip_blanks(t);
    const char *begin = t->at;
    const number_status status = number_double(&t->at, t->end, value);
    if (status == NUMBER_OK && at_delimiter(t)) return true;
    if (status == NUMBER_RANGE) return text_fail(t, begin, "a number within the range of double");
    if (status == NUMBER_LONG) return text_fail(t, begin, "a number of at most 1000 characters");
    return text_fail(t, begin, "a finite number");
}

bool text_count(text *t, const char *what, uint64_t *value)
{
    text_skip_blanks(t);
    const char *begin = t->at;
    int64_t number = 0;
    if (number_integer(&t->at, t->end, &number) != NUMBER_OK || !at_delimiter(t) || number < 0)
        return text_fail(t, begin, what);
    *value = (uint64_t)number;
    return true;
}
