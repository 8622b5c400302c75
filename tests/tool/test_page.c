#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/tests.h"
#include "tool/run_command.h"
#include "tool/solids.h"

/// The report's page in a browser: page_checks.js does what a reader does. Needs chromium; where CI is set, a browser that is not
/// there is a failure.
static const char *browser(void)
{
    static const char *const places[] = {"/usr/bin/chromium", "/usr/bin/chromium-browser",
                                         "/usr/bin/google-chrome"};
    const char *given = getenv("FEELER_BROWSER");
    if (given && *given) return given;
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        if (access(places[i], X_OK) == 0) return places[i];
    }
    return NULL;
}

/// The page with the checks behind its script, the report of the same run at its end, and what catches errors before it.
static void write_checked_page(const char *from, const char *report, const char *to)
{
    char *page = read_whole(from), *checks = read_whole(FEELER_SOURCE_DIR "/tests/tool/page_checks.js");
    char *expected = read_whole(report);
    char *head = strstr(page, "<style>"),
         *geometry = strstr(page, "<script type=\"application/json\" id=\"geometry-data\">");
    assert_non_null(head);
    assert_non_null(geometry);
    char *body = strstr(geometry, "</body>");
    assert_non_null(body);
    FILE *file = fopen(to, "wb");
    assert_non_null(file);
    fprintf(file,
            "%.*s<script>window.pageErrors = []; window.onerror = (...x) => { "
            "window.pageErrors.push(x.join(' ')); };</script>"
            "%.*s<script>%s</script>"
            "%.*s<script type=\"application/json\" id=\"expected\">%s</script></body></html>",
            (int)(head - page), page, (int)(geometry - head), head, checks, (int)(body - geometry), geometry,
            expected);
    assert_int_equal(fclose(file), 0);
    free(page);
    free(checks);
    free(expected);
}

/// What the browser makes of the page, in .dom; false where it does not end within some minutes.
static bool run_browser(const char *size, const char *url)
{
    const char *argv[] = {browser(),
                          "--headless",
                          "--no-sandbox",
                          "--disable-gpu",
                          "--use-angle=swiftshader",
                          "--enable-unsafe-swiftshader",
                          "--disable-dev-shm-usage",
                          "--no-first-run",
                          "--user-data-dir=profile",
                          "--virtual-time-budget=60000",
                          "--timeout=240000",
                          size,
                          "--dump-dom",
                          url,
                          NULL};
    pid_t child = fork();
    if (child == 0) {
        int out = open(".dom", O_WRONLY | O_CREAT | O_TRUNC, 0600),
            err = open(".err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (out < 0 || err < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(125);
        execv(argv[0], (char *const *)argv);
        _exit(126);
    }
    int status = 0;
    for (int seconds = 0; seconds < 300; ++seconds) {
        for (int i = 0; i < 10; ++i) {
            if (waitpid(child, &status, WNOHANG) == child)
                return WIFEXITED(status) && WEXITSTATUS(status) == 0;
            nanosleep(&(struct timespec){0, 100000000}, NULL);
        }
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return false;
}

static void expect_checks(const char *size, const char *page, const char *fragment, size_t least)
{
    char folder[256], url[512];
    assert_non_null(getcwd(folder, sizeof folder));
    write_checked_page(page, "report.json", "checked.html");
    snprintf(url, sizeof url, "file://%s/checked.html%s", folder, fragment);
    const bool ended = run_browser(size, url);
    char *dom = read_whole(".dom"), *err = read_whole(".err");
    char *at = strstr(dom, "<pre id=\"checks\">");
    if (!ended || !at || !strstr(at, "\nend\n"))
        fail_msg("the browser did not answer: %.2000s\n%.500s", err, at ? at : "");
    size_t count = 0;
    for (char *line = at + strlen("<pre id=\"checks\">"); strncmp(line, "end\n", 4) != 0;
         line = strchr(line, '\n') + 1) {
        if (strncmp(line, "ok ", 3) != 0) fail_msg("%.*s", (int)strcspn(line, "\n"), line);
        ++count;
    }
    assert_true(count >= least);
    free(dom);
    free(err);
}

/// The machine of run_command.h, and beside it a pin in the hole that it fits.
static void the_page_of_few_findings(void **state)
{
    (void)state;
    write_boxes("machine.obj", machine, MACHINE_COUNT);
    obj_file o = {fopen("round.obj", "wb"), 0};
    put_ring(&o, "ring", 24, 1, 2, -2, -1, 0);
    put_pin(&o, "dowel", 24, 1, -3, -0.5, 0.5);
    fclose(o.file);
    ran r = run_feeler("check", "machine.obj", "round.obj", "-c", "0.25", "--report", "page.html", "-f",
                       "json", "-o", "report.json");
    assert_int_equal(r.status, 1);
    expect_checks("--window-size=1400,900", "page.html", "", 20);
    // the second row of the table, by its link
    static const char mark[] = "{\"key\": \"";
    char *report = read_whole("report.json"), link[32];
    const char *second = strstr(strstr(report, mark) + 1, mark) + strlen(mark);
    snprintf(link, sizeof link, "#%.16s", second);
    expect_checks("--window-size=390,800", "page.html", link, 3);
    free(report);
    ran_free(&r);
}

/// The machine without its last part, beside what was found before.
static void the_page_of_a_second_run(void **state)
{
    (void)state;
    static const char *const ways[][2] = {{"--baseline", "old.json"}, {"--review", "kept.json"}};
    for (int way = 0; way < 2; ++way) {
        write_boxes("machine.obj", machine, MACHINE_COUNT);
        ran r = run_feeler("check", "machine.obj", "-f", "json", "-o", "old.json", "--review", "kept.json");
        assert_int_equal(r.status, 1);
        ran_free(&r);
        write_boxes("machine.obj", machine, MACHINE_COUNT - 1);
        r = run_feeler("check", "machine.obj", ways[way][0], ways[way][1], "--report", "page.html", "-f",
                       "json", "-o", "report.json");
        assert_true(r.status == 0 || r.status == 1);
        ran_free(&r);
        expect_checks("--window-size=1400,900", "page.html", "", 6);
    }
}

/// Rows of posts, each a little deep in its rail.
static void the_page_of_many_findings(void **state)
{
    (void)state;
    FILE *file = fopen("many.obj", "wb");
    int vertices = 0;
    for (int j = 0; j < 40; ++j) {
        char name[40];
        snprintf(name, sizeof name, "row %d/rail", j);
        put_box(file, &vertices, name, (const double[3]){0, 5 * j, 0}, (const double[3]){300, 5 * j + 1, 1});
        for (int i = 0; i < 100; ++i) {
            snprintf(name, sizeof name, "row %d/post %d", j, i);
            put_box(
                file, &vertices, name,
                (const double[3]){3 * i + 0.5, 5 * j + 0.25, 1 - 0.001 * (1 + (100 * j + i) * 7919 % 500)},
                (const double[3]){3 * i + 1.5, 5 * j + 0.75, 4});
        }
    }
    fclose(file);
    ran r = run_feeler("check", "many.obj", "--report", "page.html", "-f", "json", "-o", "report.json", "-q");
    assert_int_equal(r.status, 1);
    expect_checks("--window-size=1400,900", "page.html", "", 10);
    ran_free(&r);
}

static int leave(void **state)
{
    // the browser's own folder, which has folders
    if (system("rm -rf profile") != 0) return 1;
    return leave_folder(state);
}

static test_ready browser_is_there(void)
{
    if (browser()) return TESTS_RUN;
    const char *ci = getenv("CI");
    if (ci && *ci) {
        fprintf(stderr, "test_page: chromium is not there, and CI is set: the page was not tested\n");
        return TESTS_FAIL;
    }
    printf("skipped: no chromium, so the report's page was not tested in a browser\n");
    return TESTS_SKIPPED;
}

FEELER_TESTS_WITH(browser_is_there, enter_folder, leave, cmocka_unit_test(the_page_of_few_findings),
                  cmocka_unit_test(the_page_of_a_second_run), cmocka_unit_test(the_page_of_many_findings))
