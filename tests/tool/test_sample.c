// The command on the sample assembly, held to the table of examples/sample.md: exactly those
// pairs, of those kinds, with those distances and depths. The table follows from the drawing.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>
#include <jansson.h>

#include "support/tests.h"

enum { ROWS_MOST = 64, CELL = 64 };

typedef struct row {
    char a[CELL], b[CELL], kind[CELL];
    double distance, depth;
    bool seen;
} row;

/// The next cell of a table's line, without the blanks around it; null where there is none.
static char *cell(char **line)
{
    char *start = *line, *end = start ? strchr(start, '|') : NULL;
    if (!end) return NULL;
    *line = end + 1;
    while (*start == ' ') ++start;
    while (end > start && end[-1] == ' ') --end;
    *end = 0;
    return start;
}

static int read_table(row *rows)
{
    FILE *f = fopen(FEELER_SOURCE_DIR "/examples/sample.md", "r");
    assert_non_null(f);
    char text[512];
    int count = 0;
    while (fgets(text, sizeof text, f)) {
        char *line = text + 1, *cells[5];
        if (*text != '|') continue;
        for (int i = 0; i < 5; ++i) {
            cells[i] = cell(&line);
            assert_non_null(cells[i]);
        }
        if (strcmp(cells[0], "a") == 0 || strncmp(cells[0], "---", 3) == 0) continue;
        assert_true(count < ROWS_MOST);
        row *r = &rows[count++];
        memset(r, 0, sizeof *r);
        snprintf(r->a, CELL, "%s", cells[0]);
        snprintf(r->b, CELL, "%s", cells[1]);
        snprintf(r->kind, CELL, "%s", cells[2]);
        r->distance = strtod(cells[3], NULL);
        r->depth = strtod(cells[4], NULL);
    }
    fclose(f);
    return count;
}

static json_t *check(const char *options)
{
    char line[1024];
    snprintf(line, sizeof line, "%s check %s/examples/sample.glb --clearance 0.1 --quiet --format json %s",
             FEELER_COMMAND, FEELER_SOURCE_DIR, options);
    FILE *f = popen(line, "r");
    assert_non_null(f);
    json_error_t error;
    json_t *report = json_loadf(f, JSON_REJECT_DUPLICATES, &error);
    int status = pclose(f);
    if (!report) fail_msg("not JSON: line %d: %s", error.line, error.text);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    return report;
}

static const char *part_name(const json_t *report, const json_t *id)
{
    size_t i;
    json_t *part;
    json_array_foreach(json_object_get(report, "parts"), i, part)
    {
        if (json_equal(json_object_get(part, "id"), id))
            return json_string_value(json_object_get(part, "name"));
    }
    fail_msg("a finding names a part that is not listed");
    return "";
}

static double number(const json_t *finding, const char *name)
{
    json_t *value = json_object_get(finding, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static row *find_row(row *rows, int count, const char *a, const char *b)
{
    for (int i = 0; i < count; ++i) {
        row *r = &rows[i];
        if ((strcmp(r->a, a) == 0 && strcmp(r->b, b) == 0) || (strcmp(r->a, b) == 0 && strcmp(r->b, a) == 0))
            return r;
    }
    fail_msg("found, but not in the table: %s | %s", a, b);
    return NULL;
}

static void hold(const json_t *report, const json_t *finding, row *rows, int count)
{
    const char *a = part_name(report, json_object_get(finding, "a"));
    const char *b = part_name(report, json_object_get(finding, "b"));
    row *r = find_row(rows, count, a, b);
    print_message("%s | %s\n", a, b);
    assert_false(r->seen);
    r->seen = true;
    assert_string_equal(json_string_value(json_object_get(finding, "kind")), r->kind);
    // The file holds single-precision numbers up to 110, rounded by 4e-6 at most. A depth is
    // promised to within a hundredth, from below.
    const double rounding = 1e-5;
    assert_true(fabs(number(finding, "distance") - r->distance) <= rounding);
    assert_true(number(finding, "depth") <= r->depth + rounding);
    assert_true(number(finding, "depth") >= 0.99 * r->depth - rounding);
}

static void test_table(void **state)
{
    (void)state;
    row rows[ROWS_MOST];
    int count = read_table(rows);
    assert_int_equal(count, 24);
    json_t *report = check(""), *finding;
    size_t i;
    json_array_foreach(json_object_get(report, "findings"), i, finding) hold(report, finding, rows, count);
    for (int n = 0; n < count; ++n) {
        if (!rows[n].seen) fail_msg("in the table, but not found: %s | %s", rows[n].a, rows[n].b);
    }
    json_decref(report);
}

/// The guard alone is open, and only its pair is flagged for it.
static void test_open_part(void **state)
{
    (void)state;
    json_t *report = check(""), *finding, *flag;
    size_t i, k;
    int flagged = 0;
    json_array_foreach(json_object_get(report, "findings"), i, finding)
    {
        json_array_foreach(json_object_get(finding, "flags"), k, flag)
        {
            if (strcmp(json_string_value(flag), "not_watertight") != 0) continue;
            const char *a = part_name(report, json_object_get(finding, "a"));
            const char *b = part_name(report, json_object_get(finding, "b"));
            assert_true(strcmp(a, "guard") == 0 || strcmp(b, "guard") == 0);
            ++flagged;
        }
    }
    assert_int_equal(flagged, 1);
    json_decref(report);
}

/// The threads do not show in the answer.
static void test_jobs(void **state)
{
    (void)state;
    json_t *one = check("--jobs 1"), *three = check("--jobs 3");
    assert_true(json_equal(json_object_get(one, "findings"), json_object_get(three, "findings")));
    assert_true(json_array_size(json_object_get(one, "findings")) > 0);
    json_decref(one);
    json_decref(three);
}

/// Blanks squeezed, and nothing from the place on: of many equally good ones, rounding picks it.
static void squeeze(char *line)
{
    char *place = strstr(line, " at ("), *to = line;
    if (place) *place = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *from = line; *from; ++from) {
        bool blank = *from == ' ' && (to == line || to[-1] == ' ');
        if (!blank) *to++ = *from;
    }
    while (to > line && to[-1] == ' ') --to;
    *to = 0;
}

/// What the README shows of this report is what the command says.
static void test_readme(void **state)
{
    (void)state;
    enum { LINES = 64, WIDTH = 256 };
    static char said[LINES][WIDTH];
    int count = 0, shown = 0;
    char line[WIDTH];
    FILE *f = popen("cd " FEELER_SOURCE_DIR " && " FEELER_COMMAND
                    " check examples/sample.glb --unit mm --clearance 0.1mm --quiet",
                    "r");
    assert_non_null(f);
    while (count < LINES && fgets(said[count], WIDTH, f)) squeeze(said[count++]);
    (void)pclose(f);
    f = fopen(FEELER_SOURCE_DIR "/README.md", "r");
    assert_non_null(f);
    for (bool inside = false; fgets(line, sizeof line, f);) {
        if (strncmp(line, "    examples/sample.glb:", 24) == 0) inside = true;
        if (*line != ' ' && *line != '\n') inside = false;
        if (!inside || *line == '\n') continue;
        squeeze(line);
        bool found = false;
        for (int i = 0; i < count; ++i) found = found || strcmp(said[i], line) == 0;
        if (!found) fail_msg("README.md shows, and the command does not say: %s", line);
        ++shown;
    }
    fclose(f);
    assert_int_equal(shown, 7);
}

FEELER_TESTS(cmocka_unit_test(test_table), cmocka_unit_test(test_open_part), cmocka_unit_test(test_jobs),
             cmocka_unit_test(test_readme))
