/// A growing string, and the ways to put foreign text into it safely.
#ifndef TOOL_REPORT_BUFFER_H
#define TOOL_REPORT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Starts as {0}. Once memory ran out `failed` stays set and nothing more is added, so a writer
/// looks once, at its end. `data` is null or ends in '\0'.
typedef struct buffer {
    char *data;
    size_t length, capacity;
    bool failed;
} buffer;

void buffer_free(buffer *t);
void buffer_bytes(buffer *t, const char *bytes, size_t count);
void buffer_put(buffer *t, const char *string);
void buffer_char(buffer *t, char c);
void buffer_repeat(buffer *t, char c, size_t count);
void buffer_format(buffer *t, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/// The shortest decimal, of up to 17 significant digits, that reads back as the same double.
/// A negative zero is written as 0.
void buffer_number(buffer *t, double value);

/// A coordinate with `digits` significant digits and as many more as it is larger than `size`, the size of the model: so places in a model
/// far from its origin can be told apart. What is below 1e-9 of the size is rounding, and written as 0.
void buffer_coordinate(buffer *t, double x, double size, int digits);

/// A place as people read it: "(1, 2.5, 3)".
void buffer_place(buffer *t, const double place[3], double size, int digits);

/// As a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD. '<', '>', '&' and the
/// line separators U+2028/9 are escaped, so that the result may stand in a script element.
void buffer_json(buffer *t, const char *string);

/// Bytes as base64, padded with '='.
void buffer_base64(buffer *t, const void *data, size_t count);

/// As a CSV field of words, quoted where it has to be. Before a first = + - @, tab or carriage return stands an apostrophe, so that no
/// spreadsheet takes it for a formula.
void buffer_csv(buffer *t, const char *string);

/// As HTML character data or a quoted attribute value.
void buffer_html(buffer *t, const char *string);

/// For a terminal: control characters, direction overrides and bytes that are no UTF-8 become U+FFFD, so
/// that a name in a file cannot steer the terminal.
void buffer_printable(buffer *t, const char *string);

/// Columns buffer_printable() takes up, one per character.
size_t buffer_width(const char *string);

/// Reads one character of UTF-8 and moves on; -1 (and one byte on) where there is none.
int32_t buffer_next_character(const char **string);

/// The end of an English noun of that number: "" or "s".
static inline const char *buffer_plural(size_t count) { return count == 1 ? "" : "s"; }

#endif
