#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>

#include "report/buffer.h"
#include "support/tests.h"

static uint64_t random_state = 20261120;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static size_t significant_digits(const char *text)
{
    size_t count = 0;
    bool leading = true;
    for (; *text && *text != 'e'; ++text) {
        if (*text < '0' || *text > '9' || (leading && *text == '0')) continue;
        leading = false;
        ++count;
    }
    return count;
}

static void numbers_read_back_the_same(void **state)
{
    (void)state;
    size_t longest = 0;
    for (int i = 0; i < 200000; ++i) {
        uint64_t bits = next_random();
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        buffer t = {0};
        buffer_number(&t, value);
        assert_true(strtod(t.data, NULL) == value);
        size_t digits = significant_digits(t.data);
        if (digits > longest) longest = digits;
        buffer_free(&t);
    }
    assert_int_equal(longest, 17);
}

static void numbers_are_as_short_as_can_be(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } table[] = {{0.1, "0.1"},
                 {0.0, "0"},
                 {-0.0, "0"},
                 {1e-6, "1e-06"},
                 {-2.5, "-2.5"},
                 {1.0 / 3, "0.3333333333333333"},
                 {0.1 + 0.2, "0.30000000000000004"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        buffer t = {0};
        buffer_number(&t, table[i].value);
        assert_string_equal(t.data, table[i].text);
        buffer_free(&t);
    }
}

/// A random string of letters, quotes, controls, markup and characters of two to four bytes.
static void random_text(char text[64])
{
    static const char *const pieces[] = {
        "a",         "\"", "\\", "\n", "\t", "\x01",     "\x7f",         "<",
        "</script>", "&",  "'",  ";",  ",",  "\xc3\xa9", "\xe2\x80\xa8", "\xf0\x9f\x94\xa9"};
    *text = '\0';
    for (size_t n = next_random() % 6; n; --n) strcat(text, pieces[next_random() % 16]);
}

static void json_strings_read_back_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < 5000; ++i) {
        char text[64];
        random_text(text);
        buffer t = {0};
        buffer_json(&t, text);
        assert_null(strpbrk(t.data, "<>&\n"));
        json_t *read = json_loads(t.data, JSON_DECODE_ANY, NULL);
        assert_non_null(read);
        assert_string_equal(json_string_value(read), text);
        json_decref(read);
        buffer_free(&t);
    }
}

static void bytes_that_are_no_utf8_are_replaced(void **state)
{
    (void)state;
    // a lone continuation, a cut character, an overlong slash, a surrogate, a value above U+10FFFF
    static const char *const broken[] = {"\x80", "\xe2\x82", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80"};
    for (size_t i = 0; i < 5; ++i) {
        buffer t = {0};
        buffer_json(&t, broken[i]);
        json_t *read = json_loads(t.data, JSON_DECODE_ANY, NULL);
        assert_non_null(read);
        assert_non_null(strstr(json_string_value(read), "\xef\xbf\xbd"));
        json_decref(read);
        buffer_free(&t);
    }
}

/// Reads one CSV field as RFC 4180 defines it.
static void read_csv(const char *field, char *text)
{
    if (*field != '"') {
        strcpy(text, field);
        return;
    }
    for (++field; *field != '"' || field[1] == '"'; ++field) {
        if (*field == '"') ++field;
        *text++ = *field;
    }
    *text = '\0';
}

static void csv_fields_read_back_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < 5000; ++i) {
        char text[64], read[64];
        random_text(text);
        buffer t = {0};
        buffer_csv(&t, text);
        assert_true(t.data[0] == '"' || !strpbrk(t.data, ",\"\n\r"));
        read_csv(t.data, read);
        // but for an apostrophe before what a spreadsheet would run
        bool formula = *text && strchr("=+-@\t\r", *text);
        assert_string_equal(read + formula, text);
        assert_true(!formula || *read == '\'');
        buffer_free(&t);
    }
}

static void no_spreadsheet_runs_a_name(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"=1+1", "\"'=1+1\""}, {"+cmd|' /C calc'!A0", "\"'+cmd|' /C calc'!A0\""},
        {"-2+3", "\"'-2+3\""}, {"@SUM(A1)", "\"'@SUM(A1)\""},
        {"a=b", "a=b"},        {"\t=1", "\"'\t=1\""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        buffer t = {0};
        buffer_csv(&t, cases[i][0]);
        assert_string_equal(t.data, cases[i][1]);
        buffer_free(&t);
    }
}

static void html_and_terminals_are_safe(void **state)
{
    (void)state;
    buffer t = {0};
    buffer_html(&t, "<b a='1' c=\"2\">&\xff");
    assert_string_equal(t.data, "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;\xef\xbf\xbd");
    buffer_free(&t);
    buffer_printable(&t, "a\033[2Jb\xc2\x9b"
                         "c\xe2\x80\xae"
                         "d\xc3\xa9");
    assert_string_equal(t.data, "a\xef\xbf\xbd[2Jb\xef\xbf\xbd"
                                "c\xef\xbf\xbd"
                                "d\xc3\xa9");
    buffer_free(&t);
    assert_int_equal(buffer_width("\xc3\xa9t\xc3\xa9"), 3);
}

static void a_string_grows(void **state)
{
    (void)state;
    buffer t = {0};
    for (int i = 0; i < 1000; ++i) buffer_format(&t, "%03d", i);
    buffer_repeat(&t, '-', 5000);
    assert_int_equal(t.length, 8000);
    assert_int_equal(strlen(t.data), 8000);
    assert_memory_equal(t.data + 2997, "999---", 6);
    assert_false(t.failed);
    buffer_free(&t);
}

static void places_have_the_digits_that_the_model_needs(void **state)
{
    (void)state;
    static const struct {
        double place[3], size;
        const char *words;
    } cases[] = {{{1, 2.5, 1.0 / 3}, 10, "(1, 2.5, 0.33333)"},
                 {{5412349.2493, 123456.789, -12.5}, 14, "(5412349.2493, 123456.789, -12.5)"},
                 {{-3.9e-17, -0.0, 1e-6}, 10, "(0, 0, 1e-06)"},
                 {{3.9e-17, 0, 0}, 1e-16, "(3.9e-17, 0, 0)"},
                 {{2, 2, 2}, 0, "(2, 2, 2)"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        buffer t = {0};
        buffer_place(&t, cases[i].place, cases[i].size, 5);
        assert_string_equal(t.data, cases[i].words);
        buffer_free(&t);
    }
}

FEELER_TESTS(cmocka_unit_test(numbers_read_back_the_same), cmocka_unit_test(numbers_are_as_short_as_can_be),
             cmocka_unit_test(json_strings_read_back_the_same),
             cmocka_unit_test(bytes_that_are_no_utf8_are_replaced),
             cmocka_unit_test(csv_fields_read_back_the_same), cmocka_unit_test(no_spreadsheet_runs_a_name),
             cmocka_unit_test(html_and_terminals_are_safe), cmocka_unit_test(a_string_grows),
             cmocka_unit_test(places_have_the_digits_that_the_model_needs))
