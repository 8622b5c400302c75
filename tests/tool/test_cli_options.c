#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "command/options.h"
#include "command/units.h"
#include "support/tests.h"

/// One of each kind, and where they end up.
typedef struct values {
    bool quiet, loud;
    const char *name, *format, *items[16], *files[16];
    option_length length;
    unsigned jobs;
    option_list list, operands;
    tool_error error;
} values;

static bool parse(values *v, const char *const *arguments)
{
    *v = (values){.format = "text", .jobs = 4};
    v->list.items = v->items;
    v->operands.items = v->files;
    const option table[] = {{"quiet", 'q', OPTION_FLAG, NULL, NULL, "", &v->quiet},
                            {"loud", 'l', OPTION_FLAG, NULL, NULL, "", &v->loud},
                            {"name", 'n', OPTION_TEXT, "NAME", NULL, "", &v->name},
                            {"format", 'f', OPTION_CHOICE, "FORMAT", "text|json|csv", "", &v->format},
                            {"length", '\0', OPTION_LENGTH, "D", NULL, "", &v->length},
                            {"jobs", 'j', OPTION_COUNT, "N", NULL, "", &v->jobs},
                            {"list", 'p', OPTION_LIST, "X", NULL, "", &v->list}};
    int count = 0;
    while (arguments[count]) ++count;
    return options_parse(table, sizeof table / sizeof *table, count, (char **)(uintptr_t)arguments,
                         &v->operands, &v->error);
}

#define PARSE(v, ...) parse(v, (const char *const[]){__VA_ARGS__, NULL})

static void every_way_of_writing_is_understood(void **state)
{
    (void)state;
    values v;
    assert_true(PARSE(&v, "a", "--name", "x", "-q", "b", "--length=0.5", "-j8", "-p", "1", "--list=2", "--",
                      "--name", "-q"));
    assert_true(v.quiet && !v.loud);
    assert_string_equal(v.name, "x");
    assert_true(v.length.given && v.length.value == 0.5);
    assert_int_equal(v.jobs, 8);
    assert_int_equal(v.list.count, 2);
    assert_string_equal(v.items[1], "2");
    assert_int_equal(v.operands.count, 4);
    assert_string_equal(v.files[1], "b");
    assert_string_equal(v.files[3], "-q");
    assert_true(PARSE(&v, "-ql", "-", "--name=a=b", "-q", "--format", "csv", "--length", "-0"));
    assert_true(v.quiet && v.loud);
    assert_string_equal(v.name, "a=b");
    assert_string_equal(v.format, "csv");
    assert_string_equal(v.files[0], "-");
    assert_true(PARSE(&v, "x"));
    assert_true(!v.length.given && v.jobs == 4 && strcmp(v.format, "text") == 0);
}

static void errors_say_what_was_expected(void **state)
{
    (void)state;
    static const char *const table[][3] = {
        {"--nmae", "x", "unknown option '--nmae'; did you mean '--name'?"},
        {"--lenght=3", "", "unknown option '--lenght'; did you mean '--length'?"},
        {"--qui", "", "unknown option '--qui'; did you mean '--quiet'?"},
        {"--zzz", "", "unknown option '--zzz'"},
        {"-z", "", "unknown option '-z'"},
        {"--quiet=1", "", "--quiet takes no value"},
        {"--name", NULL, "--name: expected a value (NAME) after it"},
        {"-nx", "--name=y", "--name: is given twice"},
        {"-fcsv", "-fcsv", "--format: is given twice"},
        {"-j", NULL, "-j: expected a value (N) after it"},
        {"--name", "", "--name: expected a value, not an empty one"},
        {"--jobs", "0", "--jobs: expected a whole number from 1 to 1024, not '0'"},
        {"--jobs", "1e3", "--jobs: expected a whole number from 1 to 1024, not '1e3'"},
        {"--jobs", "99999999999999999999",
         "--jobs: expected a whole number from 1 to 1024, not '99999999999999999999'"},
        {"--length", "-1",
         "--length: expected a number of at least 0, in the unit of the model or with one of "
         "mm|cm|m|in|ft, not '-1'"},
        {"--length", "1km",
         "--length: expected a number of at least 0, in the unit of the model or with one of "
         "mm|cm|m|in|ft, not '1km'"},
        {"--length", "nan",
         "--length: expected a number of at least 0, in the unit of the model or with one of "
         "mm|cm|m|in|ft, not 'nan'"},
        {"--length", "inf",
         "--length: expected a number of at least 0, in the unit of the model or with one of "
         "mm|cm|m|in|ft, not 'inf'"},
        {"--format", "jso", "--format: expected one of text|json|csv, not 'jso'"},
        {"--format", "text|json", "--format: expected one of text|json|csv, not 'text|json'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        values v;
        assert_false(PARSE(&v, table[i][0], table[i][1]));
        assert_string_equal(v.error.message, table[i][2]);
    }
}

static void only_a_near_word_is_proposed(void **state)
{
    (void)state;
    static const char *const words[] = {"check", "distance", "info", "help"};
    assert_string_equal(options_nearest("chekc", words, 4), "check");
    assert_string_equal(options_nearest("dist", words, 4), "distance");
    assert_string_equal(options_nearest("inof", words, 4), "info");
    assert_null(options_nearest("convert", words, 4));
    assert_null(options_nearest("a-word-that-is-longer-than-any-option-has-ever-been", words, 4));
}

static void help_fits_a_terminal(void **state)
{
    (void)state;
    const option table[] = {
        {"a-long-name-of-an-option", 'a', OPTION_TEXT, "VALUE", NULL, "One two three.", NULL},
        {"b", '\0', OPTION_FLAG, NULL, NULL,
         "word word word word word word word word word word word word word word word word word word word",
         NULL}};
    buffer t = {0};
    options_help(&t, table, 2);
    size_t lines = 0;
    for (const char *line = t.data; *line; ++lines) {
        size_t length = strcspn(line, "\n");
        assert_true(length <= 92);
        line += length + 1;
    }
    assert_int_equal(lines, 4);
    assert_non_null(
        strstr(t.data, "\n                          One two three.\n      --b                 word"));
    buffer_free(&t);
}

static void lengths_have_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double metres_per_unit, value;
    } table[] = {{"25.4mm", 0.0254, 1}, {"1 in", 0.001, 25.4}, {"2ft", 0.3048, 2}, {"3", 0, 3},
                 {"3", 0.01, 3},        {"1m", 0.01, 100},     {"12cm", 1, 0.12}};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        values v;
        double value = -1;
        assert_true(PARSE(&v, "--length", table[i].text));
        assert_true(options_length(&v.length, "length", table[i].metres_per_unit, &value, &v.error));
        if (fabs(value - table[i].value) > 1e-15 * table[i].value)
            fail_msg("%s is %.17g", table[i].text, value);
    }
    values v;
    double value = -1;
    assert_true(PARSE(&v, "--length", "1mm"));
    assert_false(options_length(&v.length, "length", 0, &value, &v.error));
    assert_string_equal(v.error.message,
                        "--length: has the unit 'mm', but the files name none; --unit says which");
    assert_true(PARSE(&v, "x"));
    assert_true(options_length(&v.length, "length", 1, &value, &v.error) && value == -1);
}

static void files_have_a_unit_in_common(void **state)
{
    (void)state;
    double common = -1;
    assert_true(units_common((const double[]){1, 0.001, 0.0254}, 3, &common) && common == 0.001);
    assert_true(units_common((const double[]){0.3048, 0.3048}, 2, &common) && common == 0.3048);
    assert_true(units_common((const double[]){0, 0}, 2, &common) && common == 0);
    assert_false(units_common((const double[]){1, 0}, 2, &common));
    assert_string_equal(units_name(0.0254), "in");
    assert_null(units_name(0.5));
}

FEELER_TESTS(cmocka_unit_test(every_way_of_writing_is_understood),
             cmocka_unit_test(errors_say_what_was_expected), cmocka_unit_test(only_a_near_word_is_proposed),
             cmocka_unit_test(help_fits_a_terminal), cmocka_unit_test(lengths_have_units),
             cmocka_unit_test(files_have_a_unit_in_common))
