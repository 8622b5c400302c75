#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fnmatch.h>

#include "command/pattern.h"
#include "support/tests.h"
#include "tool/run_command.h"

static uint64_t random_state = 20261121;

static unsigned next_random(unsigned below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 11) % below;
}

// fnmatch(3) of the C library, without its bracket expressions, is the same language.
static void patterns_match_as_fnmatch_does(void **state)
{
    (void)state;
    static const char *const pieces[] = {"a", "b", "*", "?", "\\a", "/", "*a", "b*"};
    int hits = 0, rounds = 200000;
    for (int i = 0; i < rounds; ++i) {
        char pattern[32] = "", string[16] = "";
        for (unsigned n = 1 + next_random(5); n; --n) strcat(pattern, pieces[next_random(8)]);
        for (unsigned n = 1 + next_random(6); n; --n)
            strcat(string, next_random(8) ? (next_random(3) ? "a" : "b") : "/");
        // half of the rounds: a string made from the pattern, so that enough of them match
        if (i % 2) {
            char *to = string;
            for (const char *c = pattern; *c && to < string + 12; ++c) {
                if (*c == '\\') continue;
                if (*c == '*') {
                    for (unsigned n = next_random(3); n; --n) *to++ = "ab"[next_random(2)];
                } else {
                    *to++ = *c == '?' ? "ab/"[next_random(3)] : *c;
                }
            }
            *to = '\0';
        }
        bool expected = fnmatch(pattern, string, 0) == 0;
        hits += expected;
        if (pattern_match(pattern, string) != expected)
            fail_msg("'%s' and '%s': expected %d", pattern, string, expected);
    }
    assert_in_range(hits, rounds * 3 / 10, rounds * 7 / 10);
}

static void a_question_mark_takes_a_whole_character(void **state)
{
    (void)state;
    assert_true(pattern_match("a?b", "a\xc3\xa9"
                                     "b"));
    assert_false(pattern_match("a??b", "a\xc3\xa9"
                                       "b"));
    assert_true(pattern_match("\\*\\?", "*?"));
    assert_false(pattern_match("\\*", "x"));
}

static void many_stars_take_no_time(void **state)
{
    (void)state;
    char pattern[402], string[4001];
    for (int i = 0; i < 400; ++i) pattern[i] = i % 2 ? 'a' : '*';
    strcpy(pattern + 400, "b");
    memset(string, 'a', 4000);
    string[4000] = '\0';
    assert_false(pattern_match(pattern, string));  // exponential in a naive matcher
}

static const report_part parts[] = {{.name = "gear", .path = "box/gear"},
                                    {.name = "shaft:1", .path = "box/drive/shaft:1"},
                                    {.name = "shaft:2", .path = "box/drive/shaft:2"},
                                    {.name = "cover #2", .path = "box/cover #2"}};

static pattern_pairs read_lines(const char *content)
{
    tool_error error = {0};
    pattern_pairs p = {0};
    write_whole("lines", content);
    if (!pattern_pairs_read(&p, "lines", &error)) fail_msg("%s", error.message);
    assert_true(pattern_pairs_bind(&p, parts, 4, &error));
    return p;
}

static void lines_pick_pairs(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *picked;  ///< of the pairs 01 02 03 12 13 23
    } table[] = {
        {"gear : shaft:1\n", "100000"},
        {"shaft:1 : gear", "100000"},
        {"\xef\xbb\xbf"
         "gear\t:\tshaft*  # a remark\r\n",
         "110000"},
        {"gear\n", "111000"},
        {"box/drive/* : box/drive/*", "000100"},
        {"* : *", "111111"},
        {"cover #2", "000000"},  // what follows the blank is a comment, and no part is called "cover"
        {"cover ?2", "001011"},
        {"cover \\#2", "001011"},
        {"# all of it\n   \n", "000000"},
        {"gear : cover*\nshaft:2 : shaft:1", "001100"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        pattern_pairs p = read_lines(table[i].line);
        char picked[7] = "";
        for (size_t a = 0; a < 4; ++a) {
            for (size_t b = a + 1; b < 4; ++b) {
                strcat(picked, pattern_pairs_pick(&p, a, b) ? "1" : "0");
                assert_int_equal(pattern_pairs_pick(&p, a, b), pattern_pairs_pick(&p, b, a));
            }
        }
        if (strcmp(picked, table[i].picked) != 0)
            fail_msg("'%s': %s, expected %s", table[i].line, picked, table[i].picked);
        pattern_pairs_free(&p);
    }
}

static void a_line_of_no_use_is_known(void **state)
{
    (void)state;
    pattern_pairs p = read_lines("gear\nnothing\ngear : gear\nshaft* : shaft*\ngear : wheel\n");
    static const bool used[] = {true, false, false, true, false};
    assert_int_equal(p.count, 5);
    for (size_t i = 0; i < 5; ++i) {
        assert_int_equal(p.items[i].used, used[i]);
        assert_int_equal(p.items[i].line, i + 1);
    }
    pattern_pairs_free(&p);
}

static void a_malformed_line_is_an_error_with_its_place(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"gear\n: shaft\n", "lines:2: expected a pattern on both sides of ':'"},
        {"gear :\n", "lines:1: expected a pattern on both sides of ':'"},
        {"\n\na : b : c", "lines:3: expected one ' : ' between two patterns, found more"},
        {"gear\\", "lines:1: expected a character after '\\'"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        tool_error error = {0};
        pattern_pairs p = {0};
        write_whole("lines", table[i][0]);
        assert_false(pattern_pairs_read(&p, "lines", &error));
        assert_string_equal(error.message, table[i][1]);
        pattern_pairs_free(&p);
    }
}

static void an_option_names_a_pair(void **state)
{
    (void)state;
    static const char *const good[][3] = {
        {"a:b", "a", "b"}, {"a : b", "a", "b"}, {"s:1 : s:2", "s:1", "s:2"}, {" a*:?b ", "a*", "?b"}};
    static const char *const bad[] = {"a", "a:b:c", ":b", "a:", "a : b : c\\", ""};
    tool_error error = {0};
    pattern_pairs p = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i) {
        assert_true(pattern_pairs_add(&p, good[i][0], &error));
        assert_string_equal(p.items[i].a, good[i][1]);
        assert_string_equal(p.items[i].b, good[i][2]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        tool_error failure = {0};
        assert_false(pattern_pairs_add(&p, bad[i], &failure));
        assert_memory_equal(failure.message, "--pairs: ", 9);
    }
    pattern_pairs_free(&p);
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(patterns_match_as_fnmatch_does),
                  cmocka_unit_test(a_question_mark_takes_a_whole_character),
                  cmocka_unit_test(many_stars_take_no_time), cmocka_unit_test(lines_pick_pairs),
                  cmocka_unit_test(a_line_of_no_use_is_known),
                  cmocka_unit_test(a_malformed_line_is_an_error_with_its_place),
                  cmocka_unit_test(an_option_names_a_pair))
