#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>

#include "support/tests.h"
#include "tool/run_command.h"

static int make_machine(void **state)
{
    if (enter_folder(state)) return 1;
    write_boxes("machine.obj", machine, MACHINE_COUNT);
    for (size_t i = 0; i < MACHINE_COUNT; ++i) {
        char name[16];
        snprintf(name, sizeof name, "%s.obj", machine[i].name);
        write_boxes(name, &machine[i], 1);
    }
    return 0;
}

/// Everything the command says, word by word.
static void expect(ran r, int status, const char *out, const char *err)
{
    assert_string_equal(r.err, err);
    assert_string_equal(r.out, out);
    assert_int_equal(r.status, status);
    ran_free(&r);
}

#define FAILS "; fails on clash, contained, duplicate, clearance (--fail-on)"
#define NO_UNIT ", unit not known (--unit)\n"

// The smallest two parts are pin and arm, the largest base and lid: sqrt(16.75) of the one, sqrt(201) of the other.
#define RULE "(1e-6 of the diagonal of a pair's larger part)"
#define HEAD                                                                                                 \
    "machine.obj: 5 parts, 5 meshes, 60 triangles" FAILS "\ntolerance 4.093e-06 to 1.418e-05 " RULE          \
    ", clearance "

static void every_kind_is_reported(void **state)
{
    (void)state;
    ran r = run_feeler("check", "machine.obj", "--clearance", "0.25");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "");
    // places depend on how the search goes; kinds, lengths and names do not
    static const char *const lines[] = {
        HEAD "0.25" NO_UNIT "\n",
        "  clash      depth 0.5  arm   |  post  at (",
        "  contained  depth ",
        " pin   |  post  at (",
        "  touch                 base  |  post  at (",
        "  clearance  gap 0.125  lid   |  post  at (",
        "\n\n1 clash, 1 contained, 1 touch, 1 clearance among 10 pairs (4 within reach, 4 checked)\n"};
    const char *at = r.out;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        at = strstr(at, lines[i]);
        if (!at) fail_msg("'%s' is not, or not in this order, in\n%s", lines[i], r.out);
    }
    ran_free(&r);
}

static void nothing_found_is_zero(void **state)
{
    (void)state;
    expect(run_feeler("check", "machine.obj", "--pairs", "lid:*"), 0,
           HEAD "0" NO_UNIT "\nnothing found among 10 pairs (3 within reach, 0 checked)\n", "");
    expect(run_feeler("check", "base.obj", "lid.obj", "--tolerance", "0.001"), 0,
           "base.obj, lid.obj: 2 parts, 2 meshes, 24 triangles" FAILS "\n"
           "tolerance 0.001 (as given; the model's diagonal is 15.36), clearance 0" NO_UNIT "\n"
           "nothing found among 1 pair (0 within reach, 0 checked)\n",
           "");
}

static void the_tolerance_decides_what_touches(void **state)
{
    (void)state;
    static const struct {
        const char *tolerance, *kind;
    } table[] = {{"0.124", "clearance"}, {"0.126", "touch"}};
    for (size_t i = 0; i < 2; ++i) {
        ran r = run_feeler("check", "post.obj", "lid.obj", "--clearance", "0.25", "--tolerance",
                           table[i].tolerance, "--format", "csv", "--fail-on", "touch,clearance");
        assert_non_null(strstr(r.out, table[i].kind));
        assert_int_equal(r.status, 1);
        ran_free(&r);
    }
}

static void the_order_of_files_and_jobs_change_nothing(void **state)
{
    (void)state;
    ran first = run_feeler("check", "arm.obj", "base.obj", "lid.obj", "pin.obj", "post.obj", "-c", "0.25",
                           "-f", "json", "-j", "1");
    ran second = run_feeler("check", "-c0.25", "-fjson", "-j5", "post.obj", "pin.obj", "base.obj", "lid.obj",
                            "arm.obj");
    assert_int_equal(first.status, 1);
    assert_string_equal(first.out, second.out);
    assert_non_null(strstr(first.out, "\"kind\": \"clash\""));
    ran_free(&first);
    ran_free(&second);
}

static void ignored_findings_are_counted_only(void **state)
{
    (void)state;
    write_whole("ignore", "# meant to\narm : post\nnothing:7\n");
    expect(run_feeler("check", "arm.obj", "post.obj", "--ignore", "ignore"), 0,
           "arm.obj, post.obj: 2 parts, 2 meshes, 24 triangles" FAILS "\n"
           "tolerance 4.899e-06 " RULE ", clearance 0" NO_UNIT "\n"
           "nothing found among 1 pair (1 within reach, 1 checked); 1 ignored\n",
           "feeler: note: ignore:3: 'nothing:7' matches no part (a pair is written 'A : B', with blanks "
           "around the colon)\n");
    write_whole("ignore", "arm : post\nlid :\n");
    expect(run_feeler("check", "arm.obj", "post.obj", "--ignore", "ignore"), 2, "",
           "feeler: error: ignore:2: expected a pattern on both sides of ':'\n");
}

static void kinds_that_fail_can_be_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *kinds;
        int status;
    } table[] = {
        {"clash", 0}, {"touch", 1}, {"clash,touch", 1}, {"none", 0}, {"clash,contained,clearance", 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        ran r = run_feeler("check", "base.obj", "post.obj", "--fail-on", table[i].kinds);
        assert_int_equal(r.status, table[i].status);
        assert_non_null(strstr(r.out, "\n1 touch among 1 pair "));
        ran_free(&r);
    }
    expect(run_feeler("check", "base.obj", "--fail-on", "clash,toch"), 2, "",
           "feeler: error: --fail-on: expected kinds of clash, contained, duplicate, within_tessellation, "
           "touch, clearance, joined by commas, or none; not 'clash,toch'\n");
}

static void a_baseline_lets_only_new_findings_fail(void **state)
{
    (void)state;
    ran r = run_feeler("check", "arm.obj", "post.obj", "base.obj", "-f", "json", "-o", "old.json",
                       "--fail-on", "none");
    expect(r, 0, "", "");
    r = run_feeler("check", "arm.obj", "post.obj", "base.obj", "--baseline", "old.json");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "against old.json: 0 new, 2 persistent, 0 gone, 0 not checked\n"));
    ran_free(&r);
    r = run_feeler("check", "arm.obj", "post.obj", "base.obj", "pin.obj", "--baseline", "old.json");
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.out, "against old.json: 1 new, 2 persistent, 0 gone, 0 not checked\n"));
    ran_free(&r);
    r = run_feeler("check", "post.obj", "base.obj", "--baseline", "old.json");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "  not checked  clash "));
    assert_non_null(strstr(r.out, "against old.json: 0 new, 1 persistent, 0 gone, 1 not checked\n"));
    ran_free(&r);
    r = run_feeler("check", "arm.obj", "post.obj", "base.obj", "--baseline", "old.json", "--pairs", "arm:*");
    assert_non_null(strstr(r.out, "against old.json: 0 new, 1 persistent, 0 gone, 1 not checked\n"));
    ran_free(&r);
    static const named_box away = {"arm", {7, 4.25, 3}, {9, 5.75, 4.5}};
    write_boxes("arm.obj", &away, 1);
    r = run_feeler("check", "arm.obj", "post.obj", "base.obj", "--baseline", "old.json");
    write_boxes("arm.obj", &machine[2], 1);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "  gone         clash "));
    assert_non_null(strstr(r.out, "against old.json: 0 new, 1 persistent, 1 gone, 0 not checked\n"));
    ran_free(&r);
}

static json_t *finding_of(const json_t *report, const char *a, const char *b)
{
    size_t i;
    json_t *f;
    json_array_foreach(json_object_get(report, "findings"), i, f)
    {
        if (strcmp(json_string_value(json_object_get(f, "a_name")), a) == 0 &&
            strcmp(json_string_value(json_object_get(f, "b_name")), b) == 0)
            return f;
    }
    fail_msg("no finding of %s and %s", a, b);
    return NULL;
}

/// The arm is 1.5 wide and high, and reaches 0.5 into the post.
static void expect_overlap(const char *what, bool volume, size_t lines)
{
    ran r = run_feeler("check", "machine.obj", "--format", "json", "--overlap", what);
    json_t *report = json_loads(r.out, 0, NULL), *arm = finding_of(report, "arm", "post"),
           *pin = finding_of(report, "pin", "post"), *touch = finding_of(report, "base", "post");
    const json_t *all = json_object_get(arm, "lines");
    assert_true(json_is_null(json_object_get(touch, "volume")));
    assert_int_equal(json_array_size(json_object_get(touch, "lines")), 0);
    assert_int_equal(json_array_size(json_object_get(pin, "lines")), 0);
    assert_int_equal(json_array_size(all), lines);
    if (volume) {
        assert_true(fabs(json_number_value(json_object_get(arm, "volume")) - 1.125) < 1e-12);
        assert_true(fabs(json_number_value(json_object_get(pin, "volume")) - 0.125) < 1e-12);
    } else {
        assert_true(json_is_null(json_object_get(arm, "volume")));
    }
    if (lines) {  // around the arm where it goes into the post
        const json_t *points = json_array_get(all, 0);
        const size_t count = json_array_size(points);
        double length = 0;
        assert_int_equal(count, 5);
        assert_true(json_equal(json_array_get(points, 0), json_array_get(points, count - 1)));
        for (size_t i = 0; i < count; ++i) {
            const json_t *p = json_array_get(points, i), *q = json_array_get(points, i ? i - 1 : 0);
            assert_true(json_number_value(json_array_get(p, 0)) == 6);
            for (size_t k = 1; k < 3; ++k)
                length +=
                    fabs(json_number_value(json_array_get(p, k)) - json_number_value(json_array_get(q, k)));
        }
        assert_true(fabs(length - 6) < 1e-6);
    }
    json_decref(report);
    ran_free(&r);
}

static void an_overlap_has_a_volume_and_lines(void **state)
{
    (void)state;
    expect_overlap("lines", true, 1);
    expect_overlap("volume", true, 0);
    expect_overlap("depth", false, 0);
    ran r = run_feeler("check", "machine.obj", "--unit", "mm", "-q");
    assert_non_null(strstr(r.out, " mm  volume 1.125 mm^3\n"));
    assert_non_null(strstr(r.out, " mm  volume 0.125 mm^3  [a inside b]\n"));
    ran_free(&r);
}

/// A sheet has no inside, but a line in which it goes through a box.
static void a_sheet_has_lines_and_no_volume(void **state)
{
    (void)state;
    write_whole("sheet.obj", "o sheet\nv -1 -1 0.5\nv 20 -1 0.5\nv 20 20 0.5\nv -1 20 0.5\nf 1 2 3 4\n");
    ran r = run_feeler("check", "base.obj", "sheet.obj", "--format", "json");
    json_t *report = json_loads(r.out, 0, NULL), *f = finding_of(report, "base", "sheet");
    assert_true(json_is_null(json_object_get(f, "volume")));
    assert_int_equal(json_array_size(json_object_get(f, "lines")), 1);
    assert_int_equal(json_array_size(json_array_get(json_object_get(f, "lines"), 0)), 5);
    json_decref(report);
    ran_free(&r);
    r = run_feeler("check", "base.obj", "sheet.obj", "-f", "csv");
    assert_non_null(strstr(r.out, ",0,\n"));
    ran_free(&r);
    unlink("sheet.obj");
}

static void csv_has_a_line_per_finding(void **state)
{
    (void)state;
    ran r = run_feeler("check", "base.obj", "post.obj", "--format", "csv", "--pairs", "base:post");
    const char *second = strchr(r.out, '\n') + 1;
    assert_memory_equal(r.out, "key,status,kind,distance,depth,a,b,a_name,b_name,point_a_x,", 59);
    // the key is the hash of both paths, base and post under their files' names
    assert_non_null(strstr(second, ",new,touch,0,0,"));
    assert_non_null(strstr(second, ",base,post,"));
    size_t columns[2] = {1, 1}, line = 0;
    for (const char *c = r.out; *c && line < 2; ++c) {
        if (*c == '\n') ++line;
        if (*c == ',') columns[line]++;
    }
    assert_int_equal(columns[0], 31);
    assert_int_equal(columns[1], 31);
    ran_free(&r);
}

static void files_appear_whole_or_not_at_all(void **state)
{
    (void)state;
    size_t before = files_in_folder();
    ran r = run_feeler("check", "arm.obj", "post.obj", "--output", "out.txt", "--report", "out.html");
    expect(r, 1, "", "");
    assert_int_equal(files_in_folder(), before + 2);
    char *text = read_whole("out.txt"), *page = read_whole("out.html");
    assert_non_null(strstr(text, "1 clash among 1 pair"));
    assert_non_null(strstr(page, "</html>"));
    free(text);
    free(page);
    // one of two cannot be written: neither is
    unlink("out.txt");
    expect(run_feeler("check", "arm.obj", "post.obj", "-o", "out.txt", "--report", "no/such/folder.html"), 2,
           "", "feeler: error: no/such/folder.html: cannot be written: No such file or directory\n");
    expect(run_feeler("check", "arm.obj", "post.obj", "-o", "post.obj"), 2, "",
           "feeler: error: post.obj: is an input; it would be written over\n");
    expect(run_feeler("check", "arm.obj", "missing.obj", "-o", "out.txt"), 2, "",
           "feeler: error: missing.obj: No such file or directory\n");
    assert_int_equal(files_in_folder(), before + 1);
    unlink("out.html");
}

static void a_link_stays_a_link(void **state)
{
    (void)state;
    write_whole("target.txt", "old");
    assert_int_equal(symlink("target.txt", "link.txt"), 0);
    expect(run_feeler("info", "arm.obj", "-o", "link.txt"), 0, "", "");
    struct stat status;
    assert_int_equal(lstat("link.txt", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    char *text = read_whole("target.txt");
    assert_memory_equal(text, "arm.obj\n", 8);
    free(text);
    unlink("link.txt");
    unlink("target.txt");
}

static void a_full_disk_is_an_error(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0) {
        print_message("note: /dev/full is not there, this case is not run\n");
        return;
    }
    expect(run_feeler("check", "base.obj", "lid.obj", "--output", "/dev/full"), 2, "",
           "feeler: error: /dev/full: cannot be written: No space left on device\n");
}

static void an_interrupt_leaves_nothing_behind(void **state)
{
    (void)state;
    size_t before = files_in_folder();
    assert_int_equal(mkfifo("pipe", 0600), 0);
    // the command waits for its ignore file, which is a pipe; there it is interrupted
    pid_t child = start_feeler(
        (const char *const[]){"check", "arm.obj", "post.obj", "-o", "out.txt", "--ignore", "pipe", NULL});
    int writer = open("pipe", O_WRONLY);
    assert_true(writer >= 0);
    assert_int_equal(kill(child, SIGINT), 0);
    close(writer);
    expect(end_feeler(child), 130, "", "feeler: interrupted; nothing was written\n");
    unlink("pipe");
    assert_int_equal(files_in_folder(), before);
}

/// A vertex far off makes the tolerance of its own part's pairs large, up to a thousandth of the other part, and says so.
static void a_stray_vertex_changes_no_other_pair(void **state)
{
    (void)state;
    const named_box boxes[] = {{"a", {0, 0, 0}, {1, 1, 1}}, {"b", {0.999, 0, 0}, {2, 1, 1}}};
    write_boxes("stray.obj", boxes, 2);
    FILE *file = fopen("stray.obj", "a");
    assert_non_null(file);
    fputs("o far\nv 0.5 0.5 -0.99\nv 0.5 0.6 -0.99\nv 1e6 0.5 -0.99\nf -1 -2 -3\n", file);
    fclose(file);
    ran r = run_feeler("check", "stray.obj", "--format", "csv");
    assert_non_null(strstr(r.err, "part 'stray/far' is more than 1000 times as large as any other"));
    assert_non_null(strstr(r.out, ",new,clash,0,"));
    assert_null(strstr(r.out, "touch"));
    ran_free(&r);
    r = run_feeler("check", "stray.obj", "--tolerance", "0.5");
    assert_non_null(strstr(r.err, "the tolerance of 0.5 is more than a hundredth of the size of 2 parts"));
    ran_free(&r);
    unlink("stray.obj");
}

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; ++at) ++count;
    return count;
}

/// The same box four times, once with its triangles in another order, and one that clashes with all of them.
static void duplicates_are_told_once(void **state)
{
    (void)state;
    const named_box boxes[] = {{"a", {0, 0, 0}, {1, 1, 1}},
                               {"b", {0, 0, 0}, {1, 1, 1}},
                               {"c", {0, 0, 0}, {1, 1, 1}},
                               {"other", {0.5, 0, 0}, {2, 1, 1}}};
    write_boxes("many.obj", boxes, 4);
    FILE *file = fopen("many.obj", "a");
    assert_non_null(file);
    fputs("o d\nv 1 1 1\nv 0 1 1\nv 1 0 1\nv 0 0 1\nv 1 1 0\nv 0 1 0\nv 1 0 0\nv 0 0 0\n", file);
    // the same faces from the last to the first, on corners that are numbered from the last to the first
    static const int quads[6][4] = {{2, 4, 8, 6}, {1, 5, 7, 3}, {3, 7, 8, 4},
                                    {1, 2, 6, 5}, {5, 6, 8, 7}, {1, 3, 4, 2}};
    for (int q = 0; q < 6; ++q)
        fprintf(file, "f %d %d %d %d\n", -quads[q][0], -quads[q][1], -quads[q][2], -quads[q][3]);
    fclose(file);
    ran r = run_feeler("check", "many.obj");
    assert_string_equal(r.err, "");
    assert_int_equal(count_of(r.out, "  duplicate  "), 3);
    assert_int_equal(count_of(r.out, "  a  |  "), 4);
    assert_non_null(strstr(r.out, "\n1 clash, 3 duplicate among 10 pairs (4 within reach, 4 checked)\n"));
    ran_free(&r);
    // what is asked for of a duplicate is measured with it
    r = run_feeler("check", "many.obj", "--pairs", "c:other");
    assert_int_equal(count_of(r.out, "c  |  other"), 1);
    assert_non_null(strstr(r.out, "\n1 clash among 10 pairs (4 within reach, 1 checked)\n"));
    ran_free(&r);
    r = run_feeler("check", "many.obj", "--fail-on", "clearance,touch,contained,clash", "--pairs", "a:b");
    assert_int_equal(r.status, 0);
    ran_free(&r);
    unlink("many.obj");
}

static void distance_is_the_same_either_way_round(void **state)
{
    (void)state;
    const char *const files[][2] = {{"left.obj", "right.obj"}, {"right.obj", "left.obj"}};
    FILE *file = fopen("left.obj", "w");
    assert_non_null(file);
    fputs("v 0.43 0.54 0.76\nv -0.01 -0.80 -0.90\nv 0.06 -0.65 0.26\nv -0.83 0.56 -0.56\n"
          "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
          file);
    fclose(file);
    file = fopen("right.obj", "w");
    assert_non_null(file);
    fputs("v 2.03 2.35 2.91\nv 3.12 2.78 2.35\nv 2.96 3.89 3.07\nv 3.88 2.06 3.99\n"
          "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
          file);
    fclose(file);
    ran r[2];
    char *distance[2];
    for (int i = 0; i < 2; ++i) {
        r[i] = run_feeler("distance", files[i][0], files[i][1], "--format", "json");
        distance[i] = strstr(r[i].out, "\"distance\"");
        assert_non_null(distance[i]);
        distance[i][strcspn(distance[i], "\n")] = '\0';
    }
    assert_string_equal(distance[0], distance[1]);
    for (int i = 0; i < 2; ++i) {
        ran_free(&r[i]);
        unlink(files[0][i]);
    }
}

static void distance_and_info_answer(void **state)
{
    (void)state;
    ran r = run_feeler("distance", "lid.obj", "arm.obj");  // parallel faces: the places are any of many
    assert_memory_equal(r.out, "distance 0.625\nfrom (", 21);
    assert_non_null(strstr(r.out, ", 5.125) on lid\nto   ("));
    assert_non_null(strstr(r.out, ", 4.5) on arm\n"));
    ran_free(&r);
    r = run_feeler("distance", "arm.obj", "post.obj");
    assert_memory_equal(r.out, "distance 0: clash, depth 0.5\n", 29);
    ran_free(&r);
    r = run_feeler("distance", "pin.obj", "post.obj", "--format", "json");
    assert_non_null(strstr(r.out, "\"kind\": \"contained\",\n  \"distance\": 0,"));
    ran_free(&r);
    expect(run_feeler("info", "base.obj"), 0,
           "base.obj\n1 part, 1 mesh, 12 triangles\n1 of 1 part watertight\n"
           "bounds (0, 0, 0) to (10, 10, 1), diagonal 14.1774\n"
           "unit: not known, the format names none; --unit says which\n\n"
           "  part  triangles                  size\n"
           "  base         12  watertight      10 x 10 x 1\n",
           "");
    write_whole("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
    r = run_feeler("info", "open.obj");
    assert_non_null(strstr(r.out, "not watertight  1 x 1 x 1  (3 open edges)\n"));
    ran_free(&r);
    unlink("open.obj");
}

/// As the page writes it: "--fail-on" is "\-\-fail-on" there.
static bool page_has(const char *page, const char *option, size_t length)
{
    char written[64];
    snprintf(written, sizeof written, "\\-\\-%.*s", (int)(length - 2), option + 2);
    const size_t size = strlen(written);
    for (const char *at = strstr(page, written); at; at = strstr(at + 1, written))
        if (strchr(" \n", at[size])) return true;
    return false;
}

static void the_manual_page_has_every_option(void **state)
{
    (void)state;
    static const char *const names[] = {"check", "distance", "info", "query", "review"};
    char *page = read_whole(FEELER_SOURCE_DIR "/docs/feeler.1");
    size_t found = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        ran help = run_feeler("help", names[i]);
        assert_non_null(strstr(page, names[i]));
        for (const char *at = strstr(help.out, "--"); at; at = strstr(at + 2, "--")) {
            const size_t length = 2 + strspn(at + 2, "abcdefghijklmnopqrstuvwxyz-");
            if (!page_has(page, at, length)) fail_msg("%s: the page lacks %.*s", names[i], (int)length, at);
            ++found;
        }
        ran_free(&help);
    }
    assert_true(found > 20);
    free(page);
}

static void bad_command_lines_are_told(void **state)
{
    (void)state;
    expect(run_feeler("chekc", "base.obj"), 2, "",
           "feeler: error: unknown command 'chekc'; did you mean 'check'?\n");
    expect(run_feeler("check"), 2, "",
           "feeler: error: check: expected at least one FILE\n"
           "usage: feeler check FILE... [options]\nSee `feeler help check`.\n");
    expect(run_feeler("distance", "base.obj"), 2, "",
           "feeler: error: distance: expected two files, found 1\n"
           "usage: feeler distance A B [options]\nSee `feeler help distance`.\n");
    expect(run_feeler("check", "base.obj", "--clearence", "1"), 2, "",
           "feeler: error: unknown option '--clearence'; did you mean '--clearance'?\n"
           "usage: feeler check FILE... [options]\nSee `feeler help check`.\n");
    expect(run_feeler("check", "base.obj", "-f", "json", "--format=csv"), 2, "",
           "feeler: error: --format: is given twice\n"
           "usage: feeler check FILE... [options]\nSee `feeler help check`.\n");
    expect(run_feeler("check", "base.obj", "-f", "json", "--group-by", "part"), 2, "",
           "feeler: error: --group-by: is about text; --format json has every finding by itself\n");
    expect(run_feeler("check", "base.obj", "-f", "csv", "--list"), 2, "",
           "feeler: error: --list: is about text; --format csv has every finding by itself\n");
    expect(run_feeler("--version"), 0, "feeler 0.2.0\n", "");
    ran help = run_feeler("help", "check"), same = run_feeler("check", "--help");
    assert_string_equal(help.out, same.out);
    assert_non_null(strstr(help.out, "usage: feeler check FILE... [options]\n"));
    assert_int_equal(help.status, 0);
    ran_free(&help);
    ran_free(&same);
}

FEELER_TESTS_WITH(
    NULL, make_machine, leave_folder, cmocka_unit_test(every_kind_is_reported),
    cmocka_unit_test(nothing_found_is_zero), cmocka_unit_test(the_tolerance_decides_what_touches),
    cmocka_unit_test(the_order_of_files_and_jobs_change_nothing),
    cmocka_unit_test(ignored_findings_are_counted_only), cmocka_unit_test(kinds_that_fail_can_be_chosen),
    cmocka_unit_test(a_baseline_lets_only_new_findings_fail),
    cmocka_unit_test(an_overlap_has_a_volume_and_lines), cmocka_unit_test(a_sheet_has_lines_and_no_volume),
    cmocka_unit_test(csv_has_a_line_per_finding), cmocka_unit_test(files_appear_whole_or_not_at_all),
    cmocka_unit_test(a_link_stays_a_link), cmocka_unit_test(a_full_disk_is_an_error),
    cmocka_unit_test(an_interrupt_leaves_nothing_behind),
    cmocka_unit_test(a_stray_vertex_changes_no_other_pair), cmocka_unit_test(duplicates_are_told_once),
    cmocka_unit_test(distance_is_the_same_either_way_round), cmocka_unit_test(distance_and_info_answer),
    cmocka_unit_test(the_manual_page_has_every_option), cmocka_unit_test(bad_command_lines_are_told))
