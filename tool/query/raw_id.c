#include "query/raw_id.h"

#include <jansson.h>
#include <stdbool.h>
#include <string.h>

#include "query/operation.h"

typedef struct scanner {
    const char *at, *end;
} scanner;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void skip_blank(scanner *s)
{
    while (s->at < s->end && is_blank(*s->at)) s->at++;
}

/// From a quote to behind the closing one.
static bool skip_string(scanner *s)
{
    for (s->at++; s->at < s->end; s->at++) {
        if (*s->at == '"') {
            s->at++;
            return true;
        }
        if (*s->at == '\\') s->at++;
    }
    return false;
}

/// Over one value, whatever it is: to the comma or brace that ends it.
static bool skip_value(scanner *s)
{
    size_t depth = 0;
    while (s->at < s->end) {
        char c = *s->at;
        if (c == '"') {
            if (!skip_string(s)) return false;
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}')) return true;
        if (c == '{' || c == '[') depth++;
        if (c == '}' || c == ']') {
            if (depth == 0) return false;
            depth--;
        }
        s->at++;
    }
    return false;
}

/// Is the key between the quotes a name of the id? With escapes it may be written in other ways.
static bool is_id(const char *key, size_t length)
{
    if (!strchr("iI_-\\", key[1])) return false;
    json_t *text = json_loadb(key, length, JSON_DECODE_ANY, NULL);
    const bool same = text && member_is(operation_common[1], json_string_value(text));
    json_decref(text);
    return same;
}

static bool is_value(const char *bytes, size_t length)
{
    size_t flags = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES;
    json_t *value = json_loadb(bytes, length, flags, NULL);
    json_decref(value);
    return value != NULL;
}

const char *raw_id(const char *line, size_t length, size_t *id_length)
{
    scanner s = {line, line + length};
    *id_length = 0;
    skip_blank(&s);
    if (s.at >= s.end || *s.at != '{') return NULL;
    do {
        s.at++;
        skip_blank(&s);
        const char *key = s.at;
        if (s.at >= s.end || *s.at != '"' || !skip_string(&s)) return NULL;
        bool found = is_id(key, (size_t)(s.at - key));
        skip_blank(&s);
        if (s.at >= s.end || *s.at != ':') return NULL;
        s.at++;
        skip_blank(&s);
        const char *value = s.at;
        if (!skip_value(&s)) return NULL;
        const char *last = s.at;
        while (last > value && is_blank(last[-1])) last--;
        if (found) {
            *id_length = (size_t)(last - value);
            return is_value(value, *id_length) ? value : (*id_length = 0, NULL);
        }
    } while (*s.at == ',');
    return NULL;
}
