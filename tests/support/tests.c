// The main function of every test program.
// usage: PROGRAM [FILE [TEST]]: the tests of all its files, of tests/<room>/test_FILE.c or .cpp, or one of them (with * for any
// characters). ctest runs each file by itself, so that a crash ends the tests of one file and names it.
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/tests.h"

static test_file *files;  // in the order of their names

// The name of a file: what follows test_ up to the dot.
static int name_of(const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    if (strncmp(*name, "test_", 5) == 0) *name += 5;
    return (int)strcspn(*name, ".");
}

static int compare(const test_file *a, const test_file *b)
{
    const char *of_a, *of_b;
    name_of(a->path, &of_a);
    name_of(b->path, &of_b);
    return strcmp(of_a, of_b);
}

void test_register(test_file *file)
{
    test_file **at = &files;
    while (*at && compare(*at, file) < 0) at = &(*at)->next;
    file->next = *at;
    *at = file;
}

static int run(const test_file *file)
{
    const char *name;
    const int length = name_of(file->path, &name);
    char title[128];
    snprintf(title, sizeof title, "%.*s", length, name);
    const test_ready ready = file->ready ? file->ready() : TESTS_RUN;
    if (ready != TESTS_RUN) return ready == TESTS_FAIL;
    return _cmocka_run_group_tests(title, file->tests, file->count, file->setup, file->teardown);
}

static int is_named(const test_file *file, const char *wanted)
{
    const char *name;
    const int length = name_of(file->path, &name);
    return strlen(wanted) == (size_t)length && strncmp(name, wanted, (size_t)length) == 0;
}

// Whether the filter of cmocka lets one through; a pattern may.
static int has_test(const test_file *file, const char *wanted)
{
    if (strpbrk(wanted, "*?")) return 1;
    for (size_t i = 0; i < file->count; ++i)
        if (strcmp(file->tests[i].name, wanted) == 0) return 1;
    return 0;
}

int main(int argc, char **argv)
{
    int wrong = 0, found = 0;
    if (argc > 3) {
        fprintf(stderr, "usage: %s [FILE [TEST]]\n", argv[0]);
        return 2;
    }
    if (argc == 3) cmocka_set_test_filter(argv[2]);
    for (const test_file *file = files; file; file = file->next) {
        if (argc > 1 && !is_named(file, argv[1])) continue;
        if (argc == 3 && !has_test(file, argv[2])) {
            fprintf(stderr, "%s: there is no test %s in %s; it has:", argv[0], argv[2], file->path);
            for (size_t i = 0; i < file->count; ++i) fprintf(stderr, " %s", file->tests[i].name);
            fputs("\n", stderr);
            return 2;
        }
        ++found;
        wrong |= run(file) != 0;
    }
    if (found > 0) return wrong;
    fprintf(stderr, "%s: there are no tests of %s; there are those of:", argv[0],
            argc > 1 ? argv[1] : "any file");
    for (const test_file *file = files; file; file = file->next) {
        const char *name;
        const int length = name_of(file->path, &name);
        fprintf(stderr, " %.*s", length, name);
    }
    fputs("\n", stderr);
    return 2;
}
