#include "command/options.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "command/units.h"

#define MOST_JOBS 1024

/// Edits (insert, delete, replace, swap of neighbours) that turn one word into the other; words longer
/// than 31 letters count as far away.
static size_t edits(const char *a, const char *b)
{
    enum { MOST = 32 };
    size_t n = strlen(a), m = strlen(b), d[MOST][MOST];
    if (n >= MOST || m >= MOST) return MOST;
    for (size_t i = 0; i <= n; ++i) {
        for (size_t j = 0; j <= m; ++j) {
            if (!i || !j) {
                d[i][j] = i + j;
                continue;
            }
            size_t best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && d[i - 2][j - 2] + 1 < best) best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    }
    return d[n][m];
}

const char *options_nearest(const char *word, const char *const *candidates, size_t count)
{
    const char *nearest = NULL;
    size_t length = strlen(word), least = length / 3 + 2;
    for (size_t i = 0; i < count; ++i) {
        bool prefix = length >= 2 && strncmp(candidates[i], word, length) == 0;
        size_t distance = prefix ? 1 : edits(word, candidates[i]);
        if (distance >= least || distance >= strlen(candidates[i])) continue;
        least = distance;
        nearest = candidates[i];
    }
    return nearest;
}

static bool unknown(const option *options, size_t count, const char *name, size_t length, tool_error *error)
{
    const char *names[64];
    size_t known = 0;
    for (size_t i = 0; i < count && known < 64; ++i) names[known++] = options[i].name;
    char word[64];
    size_t kept = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, name, kept);
    word[kept] = '\0';
    const char *nearest = options_nearest(word, names, known);
    if (nearest) return tool_fail(error, "unknown option '--%s'; did you mean '--%s'?", word, nearest);
    return tool_fail(error, "unknown option '--%s'", word);
}

static bool is_choice(const char *choices, const char *value)
{
    size_t length = strcspn(value, "|");
    if (value[length]) return false;
    for (const char *c = choices; c; c = strchr(c, '|')) {
        if (*c == '|') ++c;
        if (length && strncmp(c, value, length) == 0 && (c[length] == '|' || c[length] == '\0')) return true;
    }
    return false;
}

bool options_read_length(const char *text, option_length *length)
{
    char *end;
    double number = strtod(text, &end);
    const char *unit = end + strspn(end, " ");
    double metres = *unit ? units_metres(unit, strlen(unit)) : 0;
    if (end == text || (*unit && metres == 0) || !isfinite(number) || number < 0) return false;
    *length = (option_length){number, metres, true};
    return true;
}

static bool set_length(const option *o, const char *value, tool_error *error)
{
    return options_read_length(value, o->target) ||
           tool_fail(error,
                     "--%s: expected a number of at least 0, in the unit of the model or with one of " UNITS
                     ", not '%s'",
                     o->name, value);
}

bool options_length(const option_length *length, const char *name, double metres_per_unit, double *value,
                    tool_error *error)
{
    if (!length->given) return true;
    if (length->metres > 0 && !(metres_per_unit > 0))
        return tool_fail(error, "--%s: has the unit '%s', but the files name none; --unit says which", name,
                         units_name(length->metres));
    *value = length->value;
    if (length->metres > 0 && length->metres != metres_per_unit) *value *= length->metres / metres_per_unit;
    return isfinite(*value) || tool_fail(error, "--%s: is too large", name);
}

static bool set_count(const option *o, const char *value, tool_error *error)
{
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (end == value || *end || errno || number < 1 || number > MOST_JOBS) {
        return tool_fail(error, "--%s: expected a whole number from 1 to %d, not '%s'", o->name, MOST_JOBS,
                         value);
    }
    *(unsigned *)o->target = (unsigned)number;
    return true;
}

static bool set(const option *o, const char *value, tool_error *error)
{
    option_list *list = o->target;
    switch (o->kind) {
    case OPTION_LENGTH:
        return set_length(o, value, error);
    case OPTION_COUNT:
        return set_count(o, value, error);
    case OPTION_LIST:
        list->items[list->count++] = value;
        return true;
    case OPTION_CHOICE:
        if (!is_choice(o->choices, value)) {
            return tool_fail(error, "--%s: expected one of %s, not '%s'", o->name, o->choices, value);
        }
        *(const char **)o->target = value;
        return true;
    case OPTION_TEXT:
        if (!*value) return tool_fail(error, "--%s: expected a value, not an empty one", o->name);
        *(const char **)o->target = value;
        return true;
    default:
        *(bool *)o->target = true;
        return true;
    }
}

/// What one command line is read with: the options, which of them were given, and the place that is read.
typedef struct parser {
    const option *options;
    size_t count;
    uint64_t given;
    int argc;
    char **argv;
    int at;
    tool_error *error;
} parser;

/// Of two values of one option the first would be lost without a word.
static bool set_once(parser *p, const option *o, const char *value)
{
    const uint64_t bit = UINT64_C(1) << ((size_t)(o - p->options) % 64);
    const bool again = p->given & bit;
    p->given |= bit;
    if (again && o->kind != OPTION_LIST && o->kind != OPTION_FLAG)
        return tool_fail(p->error, "--%s: is given twice", o->name);
    return set(o, value, p->error);
}

static const option *find(const option *options, size_t count, const char *name, size_t length)
{
    for (size_t i = 0; i < count; ++i) {
        if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0)
            return &options[i];
    }
    return NULL;
}

/// One long option; moves on past its value.
static bool parse_long(parser *p)
{
    const char *name = p->argv[p->at] + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const option *o = find(p->options, p->count, name, length);
    if (!o) return unknown(p->options, p->count, name, length, p->error);
    if (o->kind == OPTION_FLAG) {
        if (equals) return tool_fail(p->error, "--%s takes no value", o->name);
        return set_once(p, o, "");
    }
    if (equals) return set_once(p, o, equals + 1);
    if (p->at + 1 >= p->argc)
        return tool_fail(p->error, "--%s: expected a value (%s) after it", o->name, o->value);
    return set_once(p, o, p->argv[++p->at]);
}

/// One argument of letters: flags may be joined, and a value may follow its letter directly.
static bool parse_short(parser *p)
{
    for (const char *c = p->argv[p->at] + 1; *c; ++c) {
        const option *o = NULL;
        for (size_t i = 0; i < p->count && !o; ++i) {
            if (p->options[i].letter == *c) o = &p->options[i];
        }
        if (!o) return tool_fail(p->error, "unknown option '-%c'", *c);
        if (o->kind == OPTION_FLAG) {
            if (!set_once(p, o, "")) return false;
            continue;
        }
        if (c[1]) return set_once(p, o, c + 1);
        if (p->at + 1 >= p->argc)
            return tool_fail(p->error, "-%c: expected a value (%s) after it", *c, o->value);
        return set_once(p, o, p->argv[++p->at]);
    }
    return true;
}

bool options_parse(const option *options, size_t count, int argc, char **argv, option_list *operands,
                   tool_error *error)
{
    parser p = {options, count, 0, argc, argv, 0, error};
    bool only_operands = false;
    for (; p.at < argc; ++p.at) {
        const char *argument = argv[p.at];
        if (only_operands || argument[0] != '-' || !argument[1]) {
            operands->items[operands->count++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            only_operands = true;
        } else if (argument[1] == '-' ? !parse_long(&p) : !parse_short(&p)) {
            return false;
        }
    }
    return true;
}

/// The help's left column: "  -o, --output FILE".
static void put_usage(buffer *t, const option *o)
{
    if (o->letter) {
        buffer_format(t, "  -%c, --%s", o->letter, o->name);
    } else {
        buffer_format(t, "      --%s", o->name);
    }
    if (o->value) buffer_format(t, " %s", o->value);
}

void options_help(buffer *t, const option *options, size_t count)
{
    enum { LEFT = 26, WIDTH = 92 };
    for (size_t i = 0; i < count; ++i) {
        size_t start = t->length;
        put_usage(t, &options[i]);
        size_t column = t->length - start;
        for (const char *word = options[i].help; *word;) {
            size_t length = strcspn(word, " ");
            if (column + 1 + length > WIDTH || column < LEFT || word == options[i].help) {
                bool new_line = column >= LEFT;
                if (new_line) buffer_char(t, '\n');
                buffer_repeat(t, ' ', new_line ? LEFT : LEFT - column);
                column = LEFT;
            } else {
                buffer_char(t, ' ');
                ++column;
            }
            buffer_bytes(t, word, length);
            column += length;
            word += length;
            word += *word == ' ';
        }
        buffer_char(t, '\n');
    }
}
