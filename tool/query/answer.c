#include "query/answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_whole(buffer *t, uint64_t value)
{
    char digits[24], *end = digits + sizeof digits, *p = end;
    do {
        *--p = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    buffer_bytes(t, p, (size_t)(end - p));
}

/// Numbers of at most six decimals: m / 10^6 with both exact is rounded once, as a reader of the decimal
/// rounds it, so equality shows that the decimal reads back.
static bool put_short(buffer *t, double value)
{
    double scaled = nearbyint(value * 1e6);
    if (!(scaled < 1e15) || scaled / 1e6 != value) return false;
    uint64_t m = (uint64_t)scaled, part = m % 1000000;
    put_whole(t, m / 1000000);
    if (part == 0) return true;
    char digits[7] = ".000000";
    int last = 6;
    for (int i = 6; i > 0; --i, part /= 10) digits[i] = (char)('0' + part % 10);
    while (digits[last] == '0') --last;
    buffer_bytes(t, digits, (size_t)last + 1);
    return true;
}

void answer_put_number(buffer *t, double value)
{
    if (value == 0) {
        buffer_put(t, signbit(value) ? "-0.0" : "0");
        return;
    }
    double size = fabs(value);
    if (size >= 1e-4 && size < 1e9) {
        size_t start = t->length;
        if (value < 0) buffer_char(t, '-');
        if (put_short(t, size)) return;
        t->length = start;
    }
    char digits[40];
    for (int precision = 15; precision <= 17; ++precision) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    buffer_put(t, digits);
}

void answer_name(answer *a, const char *name)
{
    if (a->first) {
        buffer_char(a->out, '"');
    } else {
        buffer_bytes(a->out, ", \"", 3);
    }
    a->first = false;
    buffer_put(a->out, name);
    buffer_bytes(a->out, "\": ", 3);
}

void answer_open(answer *a, const char *name)
{
    if (name) answer_name(a, name);
    buffer_char(a->out, '{');
    a->first = true;
}

void answer_close(answer *a)
{
    buffer_char(a->out, '}');
    a->first = false;
}

void answer_number(answer *a, const char *name, double value)
{
    if (isnan(value)) a->undefined = true;
    if (!isfinite(value)) return;
    answer_name(a, name);
    answer_put_number(a->out, value);
}

void answer_numbers(answer *a, const char *name, const flr_real *values, size_t count)
{
    bool finite = true;
    for (size_t i = 0; i < count; ++i) {
        if (isnan(values[i])) a->undefined = true;
        if (!isfinite(values[i])) finite = false;
    }
    if (!finite) return;
    answer_name(a, name);
    buffer_char(a->out, '[');
    for (size_t i = 0; i < count; ++i) {
        if (i) buffer_bytes(a->out, ", ", 2);
        answer_put_number(a->out, (double)values[i]);
    }
    buffer_char(a->out, ']');
}

void answer_vec3(answer *a, const char *name, flr_vec3 v)
{
    answer_numbers(a, name, (const flr_real[3]){v.x, v.y, v.z}, 3);
}

void answer_vec2(answer *a, const char *name, flr_vec2 v)
{
    answer_numbers(a, name, (const flr_real[2]){v.x, v.y}, 2);
}

void answer_truth(answer *a, const char *name, bool value)
{
    answer_name(a, name);
    buffer_put(a->out, value ? "true" : "false");
}

void answer_word(answer *a, const char *name, const char *word)
{
    answer_name(a, name);
    buffer_char(a->out, '"');
    buffer_put(a->out, word);
    buffer_char(a->out, '"');
}
