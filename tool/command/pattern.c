#include "command/pattern.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the UTF-8 character at s, so that '?' takes a whole one.
static size_t character(const char *s)
{
    size_t length = 1;
    while (((unsigned char)s[length] & 0xC0) == 0x80) ++length;
    return length;
}

bool pattern_match(const char *pattern, const char *string)
{
    // after a mismatch only the last star need be tried again, so this takes no more than
    // length x length steps
    const char *star = NULL, *resume = NULL;
    while (*string) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = string;
        } else if (*pattern == '?') {
            ++pattern;
            string += character(string);
        } else {
            const char *literal = *pattern == '\\' && pattern[1] ? pattern + 1 : pattern;
            if (*literal && *literal == *string) {
                pattern = literal + 1;
                ++string;
            } else if (star) {
                pattern = star;
                string = ++resume;
            } else {
                return false;
            }
        }
    }
    while (*pattern == '*') ++pattern;
    return !*pattern;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// A copy of the bytes without blanks at both ends; null where memory ran out.
static char *trimmed(const char *start, const char *end)
{
    while (start < end && is_blank(*start)) ++start;
    while (end > start && is_blank(end[-1])) --end;
    char *copy = malloc((size_t)(end - start) + 1);
    if (!copy) return NULL;
    memcpy(copy, start, (size_t)(end - start));
    copy[end - start] = '\0';
    return copy;
}

/// The next colon between blanks (or an end of the line), from `from` on.
static const char *find_separator(const char *line, const char *from)
{
    for (const char *c = strchr(from, ':'); c; c = strchr(c + 1, ':')) {
        if ((c == line || is_blank(c[-1])) && (!c[1] || is_blank(c[1]))) return c;
    }
    return NULL;
}

bool pattern_ends_in_escape(const char *pattern)
{
    size_t count = 0;
    for (const char *c = pattern + strlen(pattern); c > pattern && c[-1] == '\\'; --c) ++count;
    return count % 2 == 1;
}

/// Why the patterns are not well formed, or null.
static const char *complaint(const char *a, const char *b)
{
    if (!*a || (b && !*b)) return "expected a pattern on both sides of ':'";
    if (pattern_ends_in_escape(a) || (b && pattern_ends_in_escape(b)))
        return "expected a character after '\\'";
    return NULL;
}

static bool append(pattern_pairs *p, pattern_pair pair, tool_error *error)
{
    pattern_pair *items = realloc(p->items, (p->count + 1) * sizeof *items);
    if (items) p->items = items;
    if (!items || !pair.a) {
        free(pair.a);
        free(pair.b);
        return tool_fail(error, "out of memory");
    }
    p->items[p->count++] = pair;
    return true;
}

bool pattern_pairs_add(pattern_pairs *p, const char *pair, tool_error *error)
{
    const char *colon = find_separator(pair, pair);
    if (!colon) {
        colon = strchr(pair, ':');
        if (!colon || strchr(colon + 1, ':')) {
            return tool_fail(
                error, "--pairs: expected A:B (or 'A : B' where names hold colons themselves), not '%s'",
                pair);
        }
    }
    pattern_pair item = {.a = trimmed(pair, colon), .b = trimmed(colon + 1, pair + strlen(pair))};
    if (!item.a || !item.b) {
        free(item.a);
        free(item.b);
        return tool_fail(error, "out of memory");
    }
    const char *why = complaint(item.a, item.b);
    if (why) {
        free(item.a);
        free(item.b);
        return tool_fail(error, "--pairs: %s in '%s'", why, pair);
    }
    return append(p, item, error);
}

/// One line of an ignore file, without its line end.
static bool add_line(pattern_pairs *p, char *line, const char *path, size_t number, tool_error *error)
{
    for (char *c = line; *c; ++c) {
        if (*c == '#' && (c == line || is_blank(c[-1]))) {
            *c = '\0';
            break;
        }
    }
    if (!line[strspn(line, " \t")]) return true;
    const char *colon = find_separator(line, line), *end = line + strlen(line);
    if (colon && find_separator(line, colon + 1)) {
        return tool_fail(error, "%s:%zu: expected one ' : ' between two patterns, found more", path, number);
    }
    pattern_pair item = {.line = number, .a = trimmed(line, colon ? colon : end)};
    if (colon) item.b = trimmed(colon + 1, end);
    if (!item.a || (colon && !item.b)) {
        free(item.a);
        return tool_fail(error, "%s: out of memory", path);
    }
    const char *why = complaint(item.a, item.b);
    if (why) {
        free(item.a);
        free(item.b);
        return tool_fail(error, "%s:%zu: %s", path, number, why);
    }
    return append(p, item, error);
}

bool pattern_pairs_read(pattern_pairs *p, const char *path, tool_error *error)
{
    FILE *file = fopen(path, "r");
    if (!file) return tool_fail(error, "%s: cannot be read: %s", path, strerror(errno));
    char *line = NULL;
    size_t capacity = 0, number = 0;
    bool good = true;
    for (ssize_t length; good && (length = getline(&line, &capacity, file)) >= 0;) {
        ++number;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) line[--length] = '\0';
        char *start = number == 1 && strncmp(line, "\xEF\xBB\xBF", 3) == 0 ? line + 3 : line;
        if (strlen(line) != (size_t)length) {
            good = tool_fail(error, "%s:%zu: expected text, found a zero byte", path, number);
        } else {
            good = add_line(p, start, path, number, error);
        }
    }
    if (good && ferror(file)) good = tool_fail(error, "%s: cannot be read: %s", path, strerror(errno));
    free(line);
    fclose(file);
    return good;
}

/// Which parts the pattern picks; returns how many, the last of them in *last.
static size_t mark(const char *pattern, const report_part *parts, size_t count, bool *match, size_t *last)
{
    size_t picked = 0;
    for (size_t i = 0; i < count; ++i) {
        match[i] = !pattern || pattern_match(pattern, parts[i].name) || pattern_match(pattern, parts[i].path);
        if (!match[i]) continue;
        ++picked;
        *last = i;
    }
    return picked;
}

bool pattern_pairs_bind(pattern_pairs *p, const report_part *parts, size_t count, tool_error *error)
{
    for (size_t i = 0; i < p->count; ++i) {
        pattern_pair *pair = &p->items[i];
        pair->match_a = malloc(count + 1);
        pair->match_b = malloc(count + 1);
        if (!pair->match_a || !pair->match_b) return tool_fail(error, "out of memory");
        size_t last_a = 0, last_b = 0;
        size_t a = mark(pair->a, parts, count, pair->match_a, &last_a);
        size_t b = mark(pair->b, parts, count, pair->match_b, &last_b);
        bool one_part = a == 1 && b == 1 && last_a == last_b;
        // a name alone needs no partner to be of use
        pair->used = pair->b ? a && b && !one_part : a > 0;
    }
    return true;
}

bool pattern_pairs_pick(const pattern_pairs *p, size_t part_a, size_t part_b)
{
    for (size_t i = 0; i < p->count; ++i) {
        const pattern_pair *pair = &p->items[i];
        if ((pair->match_a[part_a] && pair->match_b[part_b]) ||
            (pair->match_a[part_b] && pair->match_b[part_a])) {
            return true;
        }
    }
    return false;
}

void pattern_pairs_free(pattern_pairs *p)
{
    for (size_t i = 0; i < p->count; ++i) {
        free(p->items[i].a);
        free(p->items[i].b);
        free(p->items[i].match_a);
        free(p->items[i].match_b);
    }
    free(p->items);
    *p = (pattern_pairs){0};
}
