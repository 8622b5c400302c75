#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>

#include "query/answer.h"
#include "support/tests.h"
#include "tool/run_command.h"

static const char POINT[] =
    "{\"id\": %d, \"op\": \"bounds\", \"shape\": {\"shape\": \"point\", \"position\": [%d, 0.5]}}\n";

/// A line goes in only after the answer to the one before it has come out.
static void test_conversation_over_pipes(void **state)
{
    (void)state;
    int in[2], out[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execl(FEELER_COMMAND, "feeler", "query", (char *)NULL);
        _exit(126);
    }
    close(in[0]);
    close(out[1]);
    FILE *answers = fdopen(out[0], "r");
    for (int i = 0; i < 50; ++i) {
        char line[200], expected[200], found[200];
        int length = snprintf(line, sizeof line, POINT, i, 7 * i);
        // half of a line first: it must wait for the rest
        assert_int_equal(write(in[1], line, 20), 20);
        assert_int_equal(write(in[1], line + 20, (size_t)length - 20), length - 20);
        snprintf(expected, sizeof expected, "{\"id\": %d, \"min\": [%d, 0.5], \"max\": [%d, 0.5]}\n", i,
                 7 * i, 7 * i);
        assert_non_null(fgets(found, sizeof found, answers));
        assert_string_equal(found, expected);
    }
    close(in[1]);
    assert_int_equal(fgetc(answers), EOF);
    fclose(answers);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void check_run(const char *content, const char *max_line, int status, const char *out)
{
    write_whole("in.jsonl", content);
    ran r = run_feeler("query", "in.jsonl", "--max-line", max_line);
    assert_string_equal(r.out, out);
    assert_int_equal(r.status, status);
    assert_string_equal(r.err, "");
    ran_free(&r);
}

#define ONE "{\"op\":\"bounds\",\"id\":1,\"shape\":{\"shape\":\"point\",\"position\":[1,2]}}"
#define ONE_ANSWER "{\"id\": 1, \"min\": [1, 2], \"max\": [1, 2]}\n"

static void test_lines(void **state)
{
    (void)state;
    check_run("", "100", 0, "");
    check_run("\n \t\r\n", "100", 0, "");
    check_run(ONE, "100", 0, ONE_ANSWER);
    check_run("\xEF\xBB\xBF" ONE "\r\n\n" ONE "\n", "100", 0, ONE_ANSWER ONE_ANSWER);
    check_run(ONE "\n[]\n" ONE "\n", "100", 1,
              ONE_ANSWER "{\"line\": 2, \"error\": {\"code\": \"not_object\", \"message\": \"expected an "
                         "object, a question, found []\"}}\n" ONE_ANSWER);
}

/// One value over several lines is one question; what is cut off does not take the next one with it.
static void test_questions_over_several_lines(void **state)
{
    (void)state;
    static const char PRETTY[] =
        "{\n  \"op\": \"bounds\",\n  \"id\": 1,\n  \"shape\": {\n    \"shape\": \"compound\",\n"
        "    \"shapes\": [\n{\n      \"shape\": \"point\",\n      \"position\": [\n1,\n\n2]\n    }\n  "
        "]}\r\n}";
    char content[2000];
    snprintf(content, sizeof content, "%s\n" ONE "\n%s", PRETTY, PRETTY);
    check_run(content, "1000", 0, ONE_ANSWER ONE_ANSWER ONE_ANSWER);
    snprintf(content, sizeof content,
             "\n{\"op\": \"bounds\",\n" ONE "\n[1, {\n" ONE "\n\"open\n" ONE "\n]\n" ONE "\n");
    ran r;
    write_whole("in.jsonl", content);
    r = run_feeler("query", "in.jsonl");
    assert_int_equal(r.status, 1);
    static const char *const starts[] = {
        "{\"line\": 2, \"error\": {\"code\": \"not_json\"", "{\"id\": 1, \"min\"",
        "{\"line\": 4, \"error\": {\"code\": \"not_json\"", "{\"id\": 1, \"min\"",
        "{\"line\": 6, \"error\": {\"code\": \"not_json\"", "{\"id\": 1, \"min\"",
        "{\"line\": 8, \"error\": {\"code\": \"not_json\"", "{\"id\": 1, \"min\""};
    const char *line = r.out;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; ++i) {
        if (strncmp(line, starts[i], strlen(starts[i])) != 0) fail_msg("answer %zu: %s", i, r.out);
        line = strchr(line, '\n') + 1;
    }
    assert_string_equal(line, "");
    ran_free(&r);
    // an id over several lines becomes one line
    check_run("{\"op\":\"bounds\",\"id\":[1,\n2],\"shape\":{\"shape\":\"point\",\"position\":[1,2]}}", "1000",
              0, "{\"id\": [1, 2], \"min\": [1, 2], \"max\": [1, 2]}\n");
    // the limit is one on the whole question
    snprintf(content, sizeof content, "%s\n" ONE "\n", PRETTY);
    check_run(
        content, "100", 1,
        "{\"line\": 1, \"error\": {\"code\": \"line_too_long\", \"message\": \"expected at most 100 bytes; "
        "--max-line allows more\"}}\n" ONE_ANSWER);
}

static void test_question_as_an_argument(void **state)
{
    (void)state;
    ran r = run_feeler("query", ONE);
    assert_string_equal(r.out, ONE_ANSWER);
    assert_int_equal(r.status, 0);
    ran_free(&r);
    r = run_feeler("query", " {\n\"op\": \"bound\"}");
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.out, "did you mean 'bounds'?"));
    ran_free(&r);
}

/// What has no end, or waits for ever, is refused at once.
static void test_mesh_of_what_is_no_file(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    static const char *const names[] = {"pipe", "/dev/zero", "."};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char question[200];
        snprintf(question, sizeof question,
                 "{\"op\": \"bounds\", \"shape\": {\"shape\": \"mesh\", \"file\": \"%s\"}}", names[i]);
        ran r = run_feeler("query", question);
        assert_int_equal(r.status, 1);
        assert_non_null(strstr(r.out, "\"code\": \"bad_file\""));
        ran_free(&r);
    }
}

static void test_longest_line(void **state)
{
    (void)state;
    char bytes[20];
    snprintf(bytes, sizeof bytes, "%zu", strlen(ONE));
    check_run(ONE "\n", bytes, 0, ONE_ANSWER);
    snprintf(bytes, sizeof bytes, "%zu", strlen(ONE) - 1);
    char expected[300];
    snprintf(expected, sizeof expected,
             "{\"line\": 1, \"error\": {\"code\": \"line_too_long\", \"message\": \"expected at most %s "
             "bytes; --max-line "
             "allows more\"}}\n",
             bytes);
    check_run(ONE "\n", bytes, 1, expected);
    // far longer than what is read at a time
    size_t length = 300000;
    char *content = malloc(length + 200), *out = malloc(1000);
    assert_true(content && out);
    memset(content, 'x', length);
    strcpy(content + length, "\n" ONE "\n");
    snprintf(bytes, sizeof bytes, "%zu", strlen(ONE));
    snprintf(out, 1000,
             "{\"line\": 1, \"error\": {\"code\": \"line_too_long\", \"message\": \"expected at most %s "
             "bytes; --max-line "
             "allows more\"}}\n" ONE_ANSWER,
             bytes);
    check_run(content, bytes, 1, out);
    content[length] = '\0';
    *strchr(out, '\n') = '\0';
    strcat(out, "\n");
    check_run(content, bytes, 1, out);
    free(content);
    free(out);
}

/// The link by another implementation of base64url; all of its digits that differ from base64's occur in the second.
static void test_link_to_the_playground(void **state)
{
    (void)state;
    static const char question[] =
        "{\"op\": \"overlap\", \"a\": {\"shape\": \"point\", \"position\": [0, 0]}, \"b\": {\"shape\": "
        "\"circle\", \"center\": [3, 4], \"radius\": 1}}";
    ran r = run_feeler("query", "--open", "--page", "http://localhost/p/", question);
    assert_string_equal(
        r.out,
        "http://localhost/p/#1.eyJxdWVzdGlvbiI6IHsib3AiOiAib3ZlcmxhcCIsICJhIjogeyJzaGFwZSI6ICJwb2ludCIs"
        "ICJwb3NpdGlvbiI6IFswLCAwXX0sICJiIjogeyJzaGFwZSI6ICJjaXJjbGUiLCAiY2VudGVyIjogWzMsIDRdLCAicmFkaXVz"
        "IjogMX19fQ\n");
    assert_int_equal(r.status, 0);
    ran_free(&r);
    setenv("FEELER_PLAYGROUND", "p.html", 1);
    r = run_feeler("query", "{\"id\": \"~~~\xc3\xbf\xc3\xbf?\"}", "--open");
    unsetenv("FEELER_PLAYGROUND");
    assert_string_equal(r.out, "p.html#1.eyJxdWVzdGlvbiI6IHsiaWQiOiAifn5-w7_Dvz8ifX0\n");
    ran_free(&r);
    // a page on this disk
    char folder[] = "/tmp/feeler page XXXXXX", page[64], expected[128];
    assert_non_null(mkdtemp(folder));
    snprintf(page, sizeof page, "%s/p.html", folder);
    fclose(fopen(page, "w"));
    r = run_feeler("query", "{}", "--open", "--page", page);
    snprintf(expected, sizeof expected, "file:///tmp/feeler%%20page%%20%s/p.html#1.eyJxdWVzdGlvbiI6IHt9fQ\n",
             folder + strlen("/tmp/feeler page "));
    assert_string_equal(r.out, expected);
    ran_free(&r);
    assert_int_equal(remove(page) | rmdir(folder), 0);
    static const char *const uses[][5] = {{"query", "--open", "--page", "p", NULL},
                                          {"query", "--open", "a.jsonl", "--page=p", NULL},
                                          {"query", "--open", "{\"op\": }", "--page=p", NULL},
                                          {"query", "--open", "{}", NULL}};
    for (size_t i = 0; i < sizeof uses / sizeof *uses; ++i) {
        r = end_feeler(start_feeler(uses[i]));
        assert_int_equal(r.status, 2);
        assert_string_equal(r.out, "");
        assert_non_null(strstr(r.err, "--open"));
        ran_free(&r);
    }
}

static void test_misuse(void **state)
{
    (void)state;
    static const char *const uses[][4] = {{"query", "a", "b", NULL},
                                          {"query", "nowhere.jsonl", NULL, NULL},
                                          {"query", ".", NULL, NULL},
                                          {"query", "--max-line", "0", NULL},
                                          {"query", "--max-line", "12k", NULL},
                                          {"query", "--what", NULL, NULL}};
    for (size_t i = 0; i < sizeof uses / sizeof *uses; ++i) {
        ran r = end_feeler(start_feeler(uses[i]));
        assert_int_equal(r.status, 2);
        assert_string_equal(r.out, "");
        assert_memory_equal(r.err, "feeler: error: ", 15);
        ran_free(&r);
    }
}

static void test_mesh_of_a_file(void **state)
{
    (void)state;
    write_boxes("part.obj", (const named_box[2]){{"a", {0, 0, 0}, {2, 2, 2}}, {"b", {5, 0, 0}, {6, 1, 1}}},
                2);
    check_run(
        "{\"id\":1,\"op\":\"bounds\",\"shape\":{\"shape\":\"mesh\",\"file\":\"part.obj\",\"solid\":true,"
        "\"pose\":{\"position\":[0,1,0]}}}\n"
        "{\"id\":2,\"op\":\"contains\",\"point\":[1,1,1],\"shape\":{\"shape\":\"mesh\",\"file\":\"part.obj\","
        "\"solid\":true}}\n"
        "{\"id\":3,\"op\":\"contains\",\"point\":[4,1,1],\"shape\":{\"shape\":\"mesh\",\"file\":\"part.obj\","
        "\"solid\":true}}\n",
        "1000", 0,
        "{\"id\": 1, \"min\": [0, 1, 0], \"max\": [6, 3, 2]}\n{\"id\": 2, \"contains\": true}\n"
        "{\"id\": 3, \"contains\": false}\n");
}

static void test_id_byte_for_byte(void **state)
{
    (void)state;
    static const char *const ids[] = {"12345678901234567890123",
                                      "1.50",
                                      "-0",
                                      "\"\\u0041\\u0000\"",
                                      "[1, {\"x\" : 2e1}]",
                                      "null",
                                      "true",
                                      "\"}, {\\\"id\\\": 2\"",
                                      "{\"id\": 3}"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i) {
        char line[300], expected[300];
        snprintf(line, sizeof line,
                 "{\"op\":\"bounds\", \"id\" :%s ,\"shape\":{\"shape\":\"point\",\"position\":[1,2]}}",
                 ids[i]);
        snprintf(expected, sizeof expected, "{\"id\": %s, \"min\": [1, 2], \"max\": [1, 2]}\n", ids[i]);
        check_run(line, "1000", 0, expected);
    }
}

static void check_number(double value, const char *expected)
{
    buffer t = {0};
    answer_put_number(&t, value);
    if (expected) assert_string_equal(t.data, expected);
    char *end;
    double back = strtod(t.data, &end);
    assert_true(memcmp(&back, &value, sizeof value) == 0 && *end == '\0');
    buffer_free(&t);
}

static void test_numbers_read_back(void **state)
{
    (void)state;
    check_number(0, "0");
    check_number(-0.0, "-0.0");
    check_number(-1.5, "-1.5");
    check_number(0.1, "0.1");
    check_number(0.000101, "0.000101");
    check_number(123456.789, "123456.789");
    check_number(0.1 + 0.2, "0.30000000000000004");
    check_number(9007199254740993.0, NULL);
    check_number(1e300, "1e+300");
    check_number(DBL_MAX, NULL);
    check_number(DBL_MIN, NULL);
    check_number(DBL_TRUE_MIN, NULL);
    unsigned long long seed = 1;
    for (int i = 0; i < 200000; ++i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        double value;
        memcpy(&value, &seed, sizeof value);
        if (isfinite(value)) check_number(value, NULL);
        // few decimals, and one step away from them
        double decimal = (double)(long long)(seed >> 34) / (i % 2 ? 1e6 : 1e3);
        check_number(decimal, NULL);
        check_number(nextafter(decimal, 1e9), NULL);
    }
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(test_conversation_over_pipes),
                  cmocka_unit_test(test_lines), cmocka_unit_test(test_questions_over_several_lines),
                  cmocka_unit_test(test_question_as_an_argument),
                  cmocka_unit_test(test_mesh_of_what_is_no_file), cmocka_unit_test(test_longest_line),
                  cmocka_unit_test(test_misuse), cmocka_unit_test(test_link_to_the_playground),
                  cmocka_unit_test(test_mesh_of_a_file), cmocka_unit_test(test_id_byte_for_byte),
                  cmocka_unit_test(test_numbers_read_back))
