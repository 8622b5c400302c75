// A clash matrix: a table in CSV whose rows and columns are sets of parts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/units.h"
#include "rules/rules.h"

/// One cell of the row that is being read.
typedef struct cell {
    const char *text;  ///< in `table.text`, ended by a zero byte
    tree_place place;
} cell;

typedef struct table {
    ruleset *r;
    const char *path;
    char *text, *at, *end;
    size_t line;
    char separator;
    cell *cells;  // of one row
    size_t cell_count, cell_capacity;
    size_t *columns;  // the groups of the columns
    size_t column_count;
    size_t first_rule;
    tool_error *error;
} table;

enum { COLUMNS_MOST = 1000 };

static bool fail_memory(const table *t) { return tool_fail(t->error, "%s: out of memory", t->path); }

static bool add_cell(table *t, char *text, tree_place place)
{
    if (t->cell_count == t->cell_capacity) {
        const size_t capacity = t->cell_capacity ? 2 * t->cell_capacity : 32;
        cell *cells = realloc(t->cells, capacity * sizeof *cells);
        if (!cells) return fail_memory(t);
        t->cells = cells;
        t->cell_capacity = capacity;
    }
    t->cells[t->cell_count++] = (cell){text, place};
    return t->cell_count <= COLUMNS_MOST + 1 ||
           tree_fail(t->path, place, t->error, "expected at most %d columns", COLUMNS_MOST);
}

/// Columns are counted in characters, as people do.
static size_t column_of(const char *line, const char *at)
{
    size_t column = 1;
    for (; line < at; ++line) column += ((unsigned char)*line & 0xC0) != 0x80;
    return column;
}

static char *trim(char *start, char *end)
{
    while (start < end && (*start == ' ' || *start == '\t')) ++start;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) --end;
    *end = '\0';
    return start;
}

/// A cell in quotes, from behind the first one; moves behind the last. The text is drawn together in place, and what follows stays.
static bool take_quoted(table *t, const char *line, char **text, tree_place place)
{
    char *to = t->at;
    *text = to;
    for (;; ++t->at) {
        if (t->at >= t->end || *t->at == '\n')
            return tree_fail(t->path, place, t->error, "expected a '\"' at the end of the cell");
        if (*t->at == '"' && t->at + 1 < t->end && t->at[1] == '"') {
            ++t->at;
        } else if (*t->at == '"') {
            break;
        }
        *to++ = *t->at;
    }
    ++t->at;
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\t' || *t->at == '\r')) ++t->at;
    if (t->at < t->end && *t->at != t->separator && *t->at != '\n')
        return tree_fail(t->path, (tree_place){t->line, column_of(line, t->at)}, t->error,
                         "expected '%c' or the end of the line behind the quotes", t->separator);
    *to = '\0';
    return true;
}

/// One line as cells; each ends in a zero byte.
static bool take_row(table *t)
{
    const char *line = t->at;
    t->cell_count = 0;
    for (;;) {
        char *start = t->at;
        while (start < t->end && (*start == ' ' || *start == '\t')) ++start;
        tree_place place = {t->line, column_of(line, start)};
        if (start < t->end && *start == '"') {
            t->at = start + 1;
            if (!take_quoted(t, line, &start, place)) return false;
            if (!add_cell(t, start, place)) return false;
        } else {
            while (t->at < t->end && *t->at != t->separator && *t->at != '\n') ++t->at;
            const char behind = *t->at;  // trim() ends the cell there
            if (!add_cell(t, trim(start, t->at), place)) return false;
            *t->at = behind;
        }
        char *end = t->at;
        if (end >= t->end) return true;
        const bool last = *end == '\n';
        *end = '\0';
        ++t->at;
        t->line += last;
        if (last) return true;
    }
}

static bool is_empty(const table *t)
{
    for (size_t i = 0; i < t->cell_count; ++i)
        if (*t->cells[i].text) return false;
    return true;
}

/// The next row that holds something; none: no cells.
static bool next_row(table *t)
{
    while (t->at < t->end) {
        if (!take_row(t)) return false;
        if (!is_empty(t) && *t->cells[0].text != '#') return true;
    }
    t->cell_count = 0;
    return true;
}

/// The group of that name, or a new one of the pattern.
static bool find_group(table *t, const cell *c, size_t *group)
{
    *group = rules_find_group(t->r, c->text);
    if (*group != RULES_NONE) return true;
    if (!*c->text)
        return tree_fail(t->path, c->place, t->error, "expected a group or a pattern, found an empty cell");
    rule_group *made = rules_add_group(t->r, c->text, t->path, c->place, t->error);
    *group = t->r->group_count - 1;
    return made && rules_choose(t->r, &made->selection, t->path, c->text, c->place, false, t->error);
}

static bool read_head(table *t)
{
    if (!next_row(t)) return false;
    if (t->cell_count < 2)
        return tree_fail(t->path, (tree_place){t->cell_count ? t->cells[0].place.line : 1, 1}, t->error,
                         "expected a row of names: an empty cell, then groups or patterns");
    while (t->cell_count > 2 && !*t->cells[t->cell_count - 1].text) --t->cell_count;
    t->column_count = t->cell_count - 1;
    t->columns = calloc(t->column_count, sizeof *t->columns);
    if (!t->columns) return fail_memory(t);
    for (size_t i = 0; i < t->column_count; ++i) {
        if (!find_group(t, &t->cells[i + 1], &t->columns[i])) return false;
        for (size_t k = 0; k < i; ++k)
            if (t->columns[k] == t->columns[i])
                return tree_fail(t->path, t->cells[i + 1].place, t->error,
                                 "the column '%.60s' stands there already", t->cells[i + 1].text);
    }
    return true;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool expected_cell(const table *t, const cell *c)
{
    return tree_fail(t->path, c->place, t->error,
                     "expected a kind (clash, clearance, touch, must-touch, duplicate), a length, a severity "
                     "(error, warning, info), in this order, or an empty cell; found '%.60s'",
                     c->text);
}

/// "clearance 2mm warning"; "2mm" alone is a clearance.
static bool read_cell(const table *t, const cell *c, rule *to)
{
    static const char *const levels[] = {"error", "warning", "info"};
    const char *at = c->text;
    size_t length = strcspn(at, " \t");
    bool kind = false, level = false;
    to->kind = RULE_CLEARANCE;
    for (int k = 0; k < RULE_KIND_COUNT && !kind; ++k) {
        kind = is_word(at, length, rule_kind_names[k]);
        if (kind) to->kind = (rule_kind)k;
    }
    if (kind) at += length + strspn(at + length, " \t");
    rule_length *value = to->kind == RULE_CLEARANCE ? &to->clearance : &to->tolerance;
    value->place = c->place;
    // the severity is the last word, so that a blank may stand between a number and its unit
    size_t end = strlen(at), last = end;
    while (last > 0 && at[last - 1] != ' ' && at[last - 1] != '\t') --last;
    for (size_t l = 0; l < 3 && !level; ++l) {
        level = is_word(at + last, end - last, levels[l]);
        if (level) rules_set_level(to, (report_level)(REPORT_LEVEL_ERROR + l));
    }
    if (level) end = last;
    while (end > 0 && (at[end - 1] == ' ' || at[end - 1] == '\t')) --end;
    char text[64] = "";
    if (end >= sizeof text) return expected_cell(t, c);
    memcpy(text, at, end);
    if (*text && !options_read_length(text, &value->given)) {
        if (kind) return expected_cell(t, c);
        const char *nearest = NULL;
        char word[32] = "";
        if (length < sizeof word) memcpy(word, c->text, length);
        nearest = options_nearest(word, rule_kind_names, RULE_KIND_COUNT);
        return nearest
                   ? tree_fail(t->path, c->place, t->error,
                               "expected a kind of rule (clash, clearance, touch, must-touch, duplicate), "
                               "found '%.60s'; did you mean '%s'?",
                               word, nearest)
                   : expected_cell(t, c);
    }
    return to->kind != RULE_CLEARANCE || *text ||
           tree_fail(t->path, c->place, t->error,
                     "expected a length for the clearance, as 2mm, found '%.60s'", c->text);
}

static bool choose_group(table *t, rule_selection *s, size_t group, tree_place place)
{
    // by its number, as the name of a group may be that of another's pattern
    return rules_choose(t->r, s, t->path, t->r->groups[group].name, place, true, t->error);
}

static bool same_cell(const rule *a, const rule *b)
{
    return a->kind == b->kind && a->levels[0] == b->levels[0] &&
           memcmp(&a->clearance.given, &b->clearance.given, sizeof a->clearance.given) == 0 &&
           memcmp(&a->tolerance.given, &b->tolerance.given, sizeof a->tolerance.given) == 0;
}

/// The rule of these two groups, if a cell above was filled with one.
static const rule *find_filled(const table *t, size_t a, size_t b)
{
    for (size_t i = t->first_rule; i + 1 < t->r->rule_count; ++i) {
        const rule *at = &t->r->rules[i];
        const size_t x = at->a.choices[0].group, y = at->b.choices[0].group;
        if ((x == a && y == b) || (x == b && y == a)) return at;
    }
    return NULL;
}

static bool add_rule(table *t, const cell *c, size_t row, size_t column)
{
    rule *to = rules_add(t->r, t->path, c->place, t->error);
    if (!to) return false;
    const char *a = t->r->groups[row].name, *b = t->r->groups[column].name;
    const size_t size = strlen(a) + strlen(b) + 4;
    to->name = malloc(size);
    if (!to->name) return fail_memory(t);
    snprintf(to->name, size, "%s : %s", a, b);
    if (!choose_group(t, &to->a, row, c->place) || !choose_group(t, &to->b, column, c->place) ||
        !read_cell(t, c, to))
        return false;
    const rule *before = find_filled(t, row, column);
    if (before && !same_cell(before, to))
        return tree_fail(t->path, c->place, t->error,
                         "expected what stands for this pair in line %zu, or an empty cell; found '%.60s'",
                         before->place.line, c->text);
    if (before) {  // said twice
        free(to->name);
        free(to->a.choices);
        free(to->b.choices);
        --t->r->rule_count;
        return true;
    }
    for (size_t i = 0; i < t->first_rule; ++i)
        if (strcmp(t->r->rules[i].name, to->name) == 0)
            return tree_fail(t->path, c->place, t->error, "there is a rule called '%.60s' already", to->name);
    return true;
}

static bool read_row(table *t, size_t *rows, size_t row_count)
{
    size_t group;
    if (!find_group(t, &t->cells[0], &group)) return false;
    for (size_t i = 0; i < row_count; ++i)
        if (rows[i] == group)
            return tree_fail(t->path, t->cells[0].place, t->error, "the row '%.60s' stands there already",
                             t->cells[0].text);
    rows[row_count] = group;
    for (size_t i = 1; i < t->cell_count; ++i) {
        const cell *c = &t->cells[i];
        if (!*c->text) continue;
        if (i > t->column_count)
            return tree_fail(t->path, c->place, t->error,
                             "expected at most %zu cells, as the first row has names for",
                             t->column_count + 1);
        if (!add_rule(t, c, group, t->columns[i - 1])) return false;
    }
    return true;
}

static bool read_rows(table *t)
{
    size_t *rows = calloc(COLUMNS_MOST, sizeof *rows), count = 0;
    bool good = rows || fail_memory(t);
    while (good) {
        good = next_row(t);
        if (!good || !t->cell_count) break;
        good = (count < COLUMNS_MOST ||
                tree_fail(t->path, t->cells[0].place, t->error, "expected at most %d rows", COLUMNS_MOST)) &&
               read_row(t, rows, count++);
    }
    free(rows);
    return good;
}

bool rules_read_matrix(ruleset *r, const char *path, const unsigned char *data, size_t size,
                       tool_error *error)
{
    table t = {.r = r, .path = path, .line = 1, .error = error, .first_rule = r->rule_count};
    if (memchr(data, '\0', size)) return tool_fail(error, "%s: expected text, found a zero byte", path);
    t.text = malloc(size + 1);
    if (!t.text) return fail_memory(&t);
    memcpy(t.text, data, size);
    t.text[size] = '\0';
    t.at = t.text;
    t.end = t.text + size;
    if (size >= 3 && memcmp(t.at, "\xEF\xBB\xBF", 3) == 0) t.at += 3;
    const size_t first = strcspn(t.at, "\n");
    t.separator = memchr(t.at, ',', first) || !memchr(t.at, ';', first) ? ',' : ';';
    bool good = read_head(&t) && read_rows(&t);
    if (good && r->rule_count == t.first_rule)
        good = tree_fail(path, (tree_place){1, 1}, error, "expected at least one cell that is filled");
    free(t.text);
    free(t.cells);
    free(t.columns);
    return good;
}
