// Compares two files of answers of `feeler query` to the questions of questions.c, line by line. Numbers that differ are counted apart
// from what differs otherwise: a yes or no, an error, a member or point that is there in one alone, an id.
// usage: compare [--show COUNT] QUESTIONS OLD NEW
// Exit status: 0 all the same, 1 some answers differ, 2 a file cannot be read or holds other answers.
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 40, FIELDS = 40, LINE = 1 << 16, GROUPS = 20000 };

/// The largest change of a number field.
typedef struct field {
    char name[NAME];
    double relative;  ///< beside the number, of a vector beside its largest coordinate
    double of_size;   ///< beside the largest number of the question
    char id[200];     ///< of the answer with the largest relative change
} field;

/// All answers of one operation, dimension and pair of kinds, or of one operation and dimension.
typedef struct group {
    char name[120];
    long all, numbers, otherwise;
    int fields;
    field field[FIELDS];
} group;

/// One comparison of two lines.
typedef struct line_change {
    double size;  ///< of the question
    int fields;
    field field[FIELDS];
    char otherwise[200];  ///< empty: no difference but numbers
} line_change;

static void skip(const char **s)
{
    while (isspace((unsigned char)**s) || **s == ',') ++*s;
}

/// The end of a value that is no object and no array.
static const char *end_of(const char *s)
{
    if (*s != '"') return s + strcspn(s, ",]} \n");
    for (++s; *s && *s != '"'; ++s)
        if (*s == '\\' && s[1]) ++s;
    return *s ? s + 1 : s;
}

static bool is_number(const char *s) { return *s == '-' || isdigit((unsigned char)*s); }

/// Numbers that name something, and so are the same or not.
static bool is_name(const char *key)
{
    static const char *const names[] = {"id", "child", "triangle"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(key, names[i]) == 0) return true;
    return false;
}

static field *field_named(field *all, int *count, const char *name)
{
    for (int i = 0; i < *count; ++i)
        if (strcmp(all[i].name, name) == 0) return &all[i];
    if (*count == FIELDS) return &all[FIELDS - 1];
    field *f = &all[(*count)++];
    *f = (field){.relative = 0};
    snprintf(f->name, NAME, "%s", name);
    return f;
}

static void number_changed(line_change *c, const char *key, double change, double size)
{
    field *f = field_named(c->field, &c->fields, key);
    f->relative = fmax(f->relative, change > 0 ? change / size : 0);
    f->of_size = fmax(f->of_size, change > 0 ? change / c->size : 0);
}

static bool otherwise(line_change *c, const char *key, const char *old, const char *new)
{
    snprintf(c->otherwise, sizeof c->otherwise, "%s: %.*s, now %.*s", key,
             (int)fmin(60, (double)(end_of(old) - old)), old, (int)fmin(60, (double)(end_of(new) - new)),
             new);
    return false;
}

/// Numbers up to the end of the array; false where something else is in it, with both at their starts.
static bool vectors(const char **old, const char **new, const char *key, line_change *c)
{
    const char *a = *old, *b = *new;
    double change = 0, size = 0;
    bool same_text = true;
    for (;;) {
        skip(&a);
        skip(&b);
        if (*a == ']' && *b == ']') break;
        if (!is_number(a) || !is_number(b)) return false;
        double x = strtod(a, NULL), y = strtod(b, NULL);
        const char *a_end = end_of(a), *b_end = end_of(b);
        same_text &= a_end - a == b_end - b && memcmp(a, b, (size_t)(a_end - a)) == 0;
        change = fmax(change, fabs(x - y));
        size = fmax(size, fmax(fabs(x), fabs(y)));
        a = a_end;
        b = b_end;
    }
    if (!same_text) number_changed(c, key, change, size);
    *old = a + 1;
    *new = b + 1;
    return true;
}

/// Goes over both values; false once they differ in more than numbers.
static bool compare_values(const char **old, const char **new, const char *key, line_change *c)
{
    skip(old);
    skip(new);
    if (**old == '[' && **new == '[') {
        ++*old;
        ++*new;
        if (!is_name(key) && vectors(old, new, key, c)) return true;
        for (;;) {
            skip(old);
            skip(new);
            if (**old == ']' && **new == ']') break;
            if (**old == ']' || **new == ']' || !**old || !**new) {
                snprintf(c->otherwise, sizeof c->otherwise, "%s: %s of them now", key,
                         **old == ']' ? "more" : "fewer");
                return false;
            }
            if (!compare_values(old, new, key, c)) return false;
        }
        ++*old;
        ++*new;
        return true;
    }
    if (**old == '{' && **new == '{') {
        ++*old;
        ++*new;
        for (;;) {
            skip(old);
            skip(new);
            if (**old == '}' && **new == '}') break;
            const char *a = end_of(*old), *b = end_of(*new);
            if (**old != '"' || **new != '"' || a - *old != b - *new ||
                memcmp(*old, *new, (size_t)(a - *old)) != 0) {
                return otherwise(c, "member", *old, *new);
            }
            char name[NAME];
            snprintf(name, sizeof name, "%.*s", (int)(a - *old - 2), *old + 1);
            *old = a + 1;  // the colon
            *new = b + 1;
            if (!compare_values(old, new, name, c)) return false;
        }
        ++*old;
        ++*new;
        return true;
    }
    const char *a = end_of(*old), *b = end_of(*new);
    if (a - *old != b - *new || memcmp(*old, *new, (size_t)(a - *old)) != 0) {
        if (is_name(key) || !is_number(*old) || !is_number(*new)) return otherwise(c, key, *old, *new);
        double x = strtod(*old, NULL), y = strtod(*new, NULL);
        number_changed(c, key, fabs(x - y), fmax(fabs(x), fabs(y)));
    }
    *old = a;
    *new = b;
    return true;
}

/// The largest number of a question.
static double size_of(const char *question)
{
    double size = 0;
    for (const char *s = strstr(question, "\"op\""); s && *s; ++s) {
        if (*s == '"')
            s = end_of(s) - 1;
        else if (is_number(s)) {
            size = fmax(size, fabs(strtod(s, NULL)));
            s = end_of(s) - 1;
        }
    }
    return size > 0 ? size : 1;
}

static group groups[GROUPS];
static int group_count;

/// Answers of one group mostly follow one another.
static group *group_named(const char *name, int length)
{
    for (int i = group_count - 1; i >= 0; --i)
        if (strncmp(groups[i].name, name, (size_t)length) == 0 && !groups[i].name[length]) return &groups[i];
    if (group_count == GROUPS) {
        fprintf(stderr, "compare: more than %d groups\n", GROUPS);
        exit(2);
    }
    group *g = &groups[group_count++];
    snprintf(g->name, sizeof g->name, "%.*s", length, name);
    return g;
}

static void add(group *g, const line_change *c, const char *id)
{
    if (*c->otherwise)
        ++g->otherwise;
    else
        ++g->numbers;
    for (int i = 0; i < c->fields; ++i) {
        field *f = field_named(g->field, &g->fields, c->field[i].name);
        if (c->field[i].relative > f->relative) snprintf(f->id, sizeof f->id, "%s", id);
        f->relative = fmax(f->relative, c->field[i].relative);
        f->of_size = fmax(f->of_size, c->field[i].of_size);
    }
}

/// Rows of whole operations (one space in the name), or of their pairs.
static void print_groups(bool pairs)
{
    for (int i = 0; i < group_count; ++i) {
        const group *g = &groups[i];
        bool is_pair = strchr(strchr(g->name, ' ') + 1, ' ') != NULL;
        if (is_pair != pairs || g->numbers + g->otherwise == 0) continue;
        printf("%s%s: %ld of %ld changed, %ld of them in more than numbers\n", pairs ? "  " : "", g->name,
               g->numbers + g->otherwise, g->all, g->otherwise);
        for (int k = 0; k < g->fields; ++k) {
            const field *f = &g->field[k];
            printf("%s    %-16s %8.1e of itself, %8.1e of the size%s%s\n", pairs ? "  " : "", f->name,
                   f->relative, f->of_size, *f->id ? "   " : "", f->id);
        }
    }
}

static FILE *open_or_end(const char *name)
{
    FILE *file = fopen(name, "r");
    if (!file) {
        fprintf(stderr, "compare: cannot read %s\n", name);
        exit(2);
    }
    return file;
}

/// The text of the id of a line, up to 199 characters.
static bool id_of(const char *line, char id[200])
{
    const char *s = strstr(line, "\"id\"");
    s = s ? strchr(s + 4, '"') : NULL;
    if (!s) return false;
    snprintf(id, 200, "%.*s", (int)(end_of(s) - s - 2), s + 1);
    return strchr(id, ' ') && strchr(strchr(id, ' ') + 1, ' ');
}

int main(int argc, char **argv)
{
    static char question[LINE], old[LINE], new[LINE];
    long show = 5, line = 0, shown[2] = {0, 0};
    if (argc > 2 && strcmp(argv[1], "--show") == 0) {
        show = strtol(argv[2], NULL, 10);
        argv += 2;
        argc -= 2;
    }
    if (argc != 4) {
        fprintf(stderr, "usage: compare [--show COUNT] QUESTIONS OLD NEW\n");
        return 2;
    }
    FILE *questions = open_or_end(argv[1]), *olds = open_or_end(argv[2]), *news = open_or_end(argv[3]);
    long changed = 0;
    while (fgets(question, LINE, questions)) {
        ++line;
        char id[200], old_id[200], new_id[200];
        if (!fgets(old, LINE, olds) || !fgets(new, LINE, news) || !id_of(question, id) ||
            !id_of(old, old_id) || !id_of(new, new_id) || strcmp(id, old_id) != 0 ||
            strcmp(id, new_id) != 0) {
            fprintf(stderr, "compare: line %ld: not the answers of both to the question of that line\n",
                    line);
            return 2;
        }
        char *dimension_end = strchr(strchr(id, ' ') + 1, ' '), *pair_end = strchr(dimension_end + 1, ' ');
        group *whole = group_named(id, (int)(dimension_end - id));
        group *pair = group_named(id, (int)(pair_end - id));
        ++whole->all;
        ++pair->all;
        if (strcmp(old, new) == 0) continue;
        line_change c = {.size = size_of(question)};
        const char *a = old, *b = new;
        compare_values(&a, &b, "", &c);
        add(whole, &c, id);
        add(pair, &c, id);
        ++changed;
        if (shown[*c.otherwise != 0]++ < show) {
            if (changed == 1) printf("The first that changed:\n");
            if (*c.otherwise) printf("%s\n", c.otherwise);
            printf("  %s  old: %s  new: %s\n", question, old, new);
        }
    }
    if (fgets(old, LINE, olds) || fgets(new, LINE, news)) {
        fprintf(stderr, "compare: more answers than questions\n");
        return 2;
    }
    if (changed) {
        printf("By pair:\n");
        print_groups(true);
        printf("By operation:\n");
        print_groups(false);
    }
    printf("%ld of %ld answers changed\n", changed, line);
    return changed != 0;
}
