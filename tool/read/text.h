/// A walk through text, line by line and word by word.
#ifndef TOOL_READ_TEXT_H
#define TOOL_READ_TEXT_H

#include "read/read.h"

/// Lines end in \n, \r\n or \r. Blanks are space, tab, vertical tab and form feed.
typedef struct text {
    const char *at, *end;
    const char *begin;
    const char *as_written;  ///< where lines are counted: `begin`, or what it was changed from
    const char *path;
    tool_error *error;
} text;

/// At the start of the source, behind a byte order mark if there is one.
text text_begin(const read_source *source, tool_error *error);

/// "path:line: expected <what>, found '<word at `at`>'". Counts the lines only now.
bool text_fail(const text *t, const char *at, const char *what);

/// As text_fail with a message of the caller's own.
bool text_fail_as(const text *t, const char *at, const char *message);

/// The number of the line that holds `at`, from 1.
size_t text_line(const text *t, const char *at);

static inline bool text_is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
static inline bool text_is_newline(char c) { return c == '\n' || c == '\r'; }

static inline void text_skip_blanks(text *t)
{
    while (t->at < t->end && text_is_blank(*t->at)) t->at++;
}

/// Skips blanks; true at the end of the line or of the text.
static inline bool text_at_line_end(text *t)
{
    text_skip_blanks(t);
    return t->at >= t->end || text_is_newline(*t->at);
}

/// To the beginning of the next line.
void text_next_line(text *t);

/// Skips blanks, empty lines, and lines that begin with `comment` (0: there are no comments);
/// false at the end of the text.
bool text_skip_empty_lines(text *t, char comment);

/// Skips blanks and takes what stands up to the next blank or the end of the line; length 0 there.
typedef struct text_word {
    const char *at;
    size_t length;
} text_word;
text_word text_take_word(text *t);
bool text_word_is(text_word w, const char *lower_case);

/// The rest of the line without blanks at its end.
text_word text_take_rest(text *t);

/// A finite number that ends at a blank or the end of the line.
bool text_double(text *t, double *value);

/// A whole number of 0 or more that ends at a blank or the end of the line.
bool text_count(text *t, const char *what, uint64_t *value);

#endif
