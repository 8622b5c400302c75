#include "report/buffer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD"

void buffer_free(buffer *t)
{
    free(t->data);
    *t = (buffer){0};
}

/// Makes room for `count` more bytes and the closing '\0'.
static bool reserve(buffer *t, size_t count)
{
    if (t->failed) return false;
    if (t->data && count < t->capacity - t->length) return true;
    size_t capacity = t->capacity ? t->capacity : 256;
    while (capacity - t->length <= count) {
        if (capacity > SIZE_MAX / 2) {
            t->failed = true;
            return false;
        }
        capacity *= 2;
    }
    char *data = realloc(t->data, capacity);
    if (!data) {
        t->failed = true;
        return false;
    }
    t->data = data;
    t->capacity = capacity;
    return true;
}

void buffer_bytes(buffer *t, const char *bytes, size_t count)
{
    if (!reserve(t, count)) return;
    if (count) memcpy(t->data + t->length, bytes, count);
    t->length += count;
    t->data[t->length] = '\0';
}

void buffer_put(buffer *t, const char *string) { buffer_bytes(t, string, strlen(string)); }

void buffer_char(buffer *t, char c) { buffer_bytes(t, &c, 1); }

void buffer_repeat(buffer *t, char c, size_t count)
{
    if (!reserve(t, count)) return;
    memset(t->data + t->length, c, count);
    t->length += count;
    t->data[t->length] = '\0';
}

void buffer_format(buffer *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int count = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (count < 0) {
        t->failed = true;
    } else if (reserve(t, (size_t)count)) {
        vsnprintf(t->data + t->length, (size_t)count + 1, format, again);
        t->length += (size_t)count;
    }
    va_end(again);
}

void buffer_number(buffer *t, double value)
{
    if (value == 0) value = 0;  // no sign on a zero
    char digits[40];
    for (int precision = 15; precision <= 17; ++precision) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    buffer_put(t, digits);
}

void buffer_coordinate(buffer *t, double x, double size, int digits)
{
    // ends for infinities and for a model without size, too
    for (double rest = fabs(x); rest > size && digits < 17; rest /= 10) ++digits;
    buffer_format(t, "%.*g", digits, fabs(x) <= 1e-9 * size ? 0 : x);
}

void buffer_place(buffer *t, const double place[3], double size, int digits)
{
    for (int i = 0; i < 3; ++i) {
        buffer_put(t, i ? ", " : "(");
        buffer_coordinate(t, place[i], size, digits);
    }
    buffer_char(t, ')');
}

int32_t buffer_next_character(const char **string)
{
    const unsigned char *s = (const unsigned char *)*string;
    static const struct {
        unsigned mask, lead;
        int32_t least;
        int more;
    } forms[] = {{0x80, 0x00, 0, 0}, {0xE0, 0xC0, 0x80, 1}, {0xF0, 0xE0, 0x800, 2}, {0xF8, 0xF0, 0x10000, 3}};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; ++f) {
        if ((s[0] & forms[f].mask) != forms[f].lead) continue;
        int32_t c = (int32_t)(s[0] & ~forms[f].mask & 0xFF);
        int i = 1;
        for (; i <= forms[f].more && (s[i] & 0xC0) == 0x80; ++i) c = c << 6 | (s[i] & 0x3F);
        bool complete = i > forms[f].more;
        if (!complete || c < forms[f].least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) break;
        *string += i;
        return c;
    }
    *string += 1;
    return -1;
}

void buffer_json(buffer *t, const char *string)
{
    buffer_char(t, '"');
    while (*string) {
        const char *start = string;
        int32_t c = buffer_next_character(&string);
        if (c < 0) {
            buffer_put(t, REPLACEMENT);
        } else if (c == '"' || c == '\\') {
            buffer_char(t, '\\');
            buffer_char(t, (char)c);
        } else if (c == '\n') {
            buffer_put(t, "\\n");
        } else if (c == '\t') {
            buffer_put(t, "\\t");
        } else if (c < 0x20 || c == 0x7F || c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029) {
            buffer_format(t, "\\u%04x", (unsigned)c);
        } else {
            buffer_bytes(t, start, (size_t)(string - start));
        }
    }
    buffer_char(t, '"');
}

void buffer_base64(buffer *t, const void *data, size_t count)
{
    const unsigned char *bytes = data;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char quad[4];
    for (size_t i = 0; i < count; i += 3) {
        size_t left = count - i;
        unsigned group = (unsigned)bytes[i] << 16;
        if (left > 1) group |= (unsigned)bytes[i + 1] << 8;
        if (left > 2) group |= bytes[i + 2];
        quad[0] = digits[group >> 18];
        quad[1] = digits[group >> 12 & 63];
        quad[2] = left > 1 ? digits[group >> 6 & 63] : '=';
        quad[3] = left > 2 ? digits[group & 63] : '=';
        buffer_bytes(t, quad, 4);
    }
}

void buffer_csv(buffer *t, const char *string)
{
    bool formula = *string && strchr("=+-@\t\r", *string);
    if (!formula && !strpbrk(string, "\",\r\n;") && *string != ' ' &&
        !(*string && string[strlen(string) - 1] == ' ')) {
        buffer_put(t, string);
        return;
    }
    buffer_char(t, '"');
    if (formula) buffer_char(t, '\'');
    for (; *string; ++string) {
        if (*string == '"') buffer_char(t, '"');
        buffer_char(t, *string);
    }
    buffer_char(t, '"');
}

void buffer_html(buffer *t, const char *string)
{
    while (*string) {
        const char *start = string;
        int32_t c = buffer_next_character(&string);
        switch (c) {
        case '<':
            buffer_put(t, "&lt;");
            break;
        case '>':
            buffer_put(t, "&gt;");
            break;
        case '&':
            buffer_put(t, "&amp;");
            break;
        case '"':
            buffer_put(t, "&quot;");
            break;
        case '\'':
            buffer_put(t, "&#39;");
            break;
        default:
            if (c < 0) {
                buffer_put(t, REPLACEMENT);
            } else {
                buffer_bytes(t, start, (size_t)(string - start));
            }
        }
    }
}

/// Characters that move the cursor, start an escape sequence or turn the direction of writing.
static bool steers_terminal(int32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

void buffer_printable(buffer *t, const char *string)
{
    while (*string) {
        const char *start = string;
        if (steers_terminal(buffer_next_character(&string))) {
            buffer_put(t, REPLACEMENT);
        } else {
            buffer_bytes(t, start, (size_t)(string - start));
        }
    }
}

size_t buffer_width(const char *string)
{
    size_t count = 0;
    for (; *string; ++count) buffer_next_character(&string);
    return count;
}
