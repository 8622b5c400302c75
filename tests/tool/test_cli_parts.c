// What is a part, and in which unit: --split, --unit, --scale and their errors, as a user sees them.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/tests.h"
#include "tool/run_command.h"

static const int QUADS[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

/// Faces [first, end) of the box as triangles of an STL file.
static void put_faces(FILE *file, const named_box *b, int first, int end)
{
    static const int fan[2][3] = {{0, 1, 2}, {0, 2, 3}};
    for (int q = first; q < end; ++q) {
        for (int t = 0; t < 2; ++t) {
            fprintf(file, "facet normal 0 0 0\nouter loop\n");
            for (int k = 0; k < 3; ++k) {
                int i = QUADS[q][fan[t][k]];
                fprintf(file, "vertex %.17g %.17g %.17g\n", i & 1 ? b->high[0] : b->low[0],
                        i & 2 ? b->high[1] : b->low[1], i & 4 ? b->high[2] : b->low[2]);
            }
            fprintf(file, "endloop\nendfacet\n");
        }
    }
}

/// Each box is a solid of its own, or all of them are one.
static void write_stl(const char *path, const named_box *boxes, size_t count, bool apart)
{
    FILE *file = fopen(path, "wb");
    if (!file) exit(1);
    if (!apart) fprintf(file, "solid all\n");
    for (size_t i = 0; i < count; ++i) {
        if (apart) fprintf(file, "solid %s\n", boxes[i].name);
        put_faces(file, &boxes[i], 0, 6);
        if (apart) fprintf(file, "endsolid %s\n", boxes[i].name);
    }
    if (!apart) fprintf(file, "endsolid all\n");
    if (fclose(file) != 0) exit(1);
}

/// With that keyword before each box: g or usemtl.
static void write_groups(const char *path, const named_box *boxes, size_t count, const char *keyword)
{
    FILE *file = fopen(path, "wb");
    if (!file) exit(1);
    for (size_t b = 0; b < count; ++b) {
        fprintf(file, "%s %s\n", keyword, boxes[b].name);
        for (int i = 0; i < 8; ++i)
            fprintf(file, "v %.17g %.17g %.17g\n", i & 1 ? boxes[b].high[0] : boxes[b].low[0],
                    i & 2 ? boxes[b].high[1] : boxes[b].low[1], i & 4 ? boxes[b].high[2] : boxes[b].low[2]);
        for (int q = 0; q < 6; ++q) {
            fprintf(file, "f");
            for (int k = 0; k < 4; ++k) fprintf(file, " %d", QUADS[q][k] + 8 * (int)b + 1);
            fprintf(file, "\n");
        }
    }
    if (fclose(file) != 0) exit(1);
}

/// Two boxes that overlap 1 deep; and a third that is apart from both.
static const named_box boxes[] = {
    {"left", {0, 0, 0}, {2, 2, 2}}, {"right", {1, 1, 1}, {3, 3, 3}}, {"far", {9, 9, 9}, {10, 10, 10}}};

/// Boxes 10 wide that stand side by side across a wall that leans, far from the origin; the second one sunk in by `overlap`. Their
/// numbers are of single precision, or not.
static void write_far(const char *path, double overlap, bool single)
{
    FILE *file = fopen(path, "wb");
    if (!file) exit(1);
    for (int b = 0; b < 2; ++b) {
        fprintf(file, "o %s\n", b ? "right" : "left");
        for (int i = 0; i < 8; ++i) {
            const double x = (i & 1 ? 10 : 0) + (b ? 10 - overlap : 0), y = (i & 2 ? 10 : 0) + 3 * b;
            const double at[3] = {5000.3 + 0.8 * x - 0.6 * y, 3000.7 + 0.6 * x + 0.8 * y,
                                  1000.1 + (i & 4 ? 10 : 0) + 3 * b};
            fprintf(file, "v");
            for (int k = 0; k < 3; ++k) fprintf(file, " %.17g", single ? (double)(float)at[k] : at[k]);
            fprintf(file, "\n");
        }
        for (int q = 0; q < 6; ++q)
            fprintf(file, "f %d %d %d %d\n", QUADS[q][0] + 8 * b + 1, QUADS[q][1] + 8 * b + 1,
                    QUADS[q][2] + 8 * b + 1, QUADS[q][3] + 8 * b + 1);
    }
    if (fclose(file) != 0) exit(1);
}

static void expect_text(ran r, int status, const char *out, const char *err)
{
    if (out && !strstr(r.out, out)) fail_msg("'%s' is not in\n%s\n%s", out, r.out, r.err);
    if (err) assert_string_equal(r.err, err);
    if (!err) assert_string_equal(r.err, "");
    assert_int_equal(r.status, status);
    ran_free(&r);
}

static void solids_and_groups_are_parts(void **state)
{
    (void)state;
    write_stl("multi.stl", boxes, 2, true);
    write_groups("g.obj", boxes, 2, "g");
    expect_text(run_feeler("check", "multi.stl"), 1, "clash      depth 1  left  |  right", NULL);
    expect_text(run_feeler("check", "g.obj"), 1, "clash      depth 1  left  |  right", NULL);
    // one name is one group wherever it stands
    const named_box again[] = {boxes[0], boxes[2], {"left", {1, 1, 1}, {3, 3, 3}}};
    write_groups("again.obj", again, 3, "g");
    expect_text(run_feeler("info", "again.obj"), 0, "\n2 parts, 2 meshes, 36 triangles\n", NULL);
}

/// The sides of one box as solids of their own are no parts.
static void patches_of_one_surface_are_one_part(void **state)
{
    (void)state;
    FILE *file = fopen("patches.stl", "wb");
    assert_non_null(file);
    for (int q = 0; q < 6; q += 2) {
        fprintf(file, "solid side%d\n", q);
        put_faces(file, &boxes[0], q, q + 2);
        fprintf(file, "endsolid\n");
    }
    fprintf(file, "solid other\n");
    put_faces(file, &boxes[1], 0, 6);
    fprintf(file, "endsolid other\n");
    fclose(file);
    expect_text(run_feeler("check", "patches.stl"), 1, "clash      depth 1  other  |  side0", NULL);
    expect_text(run_feeler("info", "patches.stl"), 0,
                "\n2 parts, 2 meshes, 24 triangles\n2 of 2 parts watertight\n", NULL);
}

/// Parts far from the origin of a file in single precision touch where rounding moved their sides into one another, and clash where they
/// are deeper. With its depth above what rounding can do, a clash is told in both.
static void single_precision_far_away_is_no_clash(void **state)
{
    (void)state;
    for (int single = 0; single < 2; ++single) {
        write_far("far.obj", 0, single);
        expect_text(run_feeler("check", "far.obj"), 0, "touch", NULL);
        write_far("far.obj", 0.01, single);
        expect_text(run_feeler("check", "far.obj"), 1, "clash", NULL);
    }
    // numbers of double precision keep their fine tolerance
    write_far("far.obj", 1e-4, false);
    expect_text(run_feeler("check", "far.obj"), 1, "clash      depth 0.0001", NULL);
    write_far("far.obj", 1e-4, true);
    expect_text(run_feeler("check", "far.obj"), 0, "touch", NULL);
}

static void shells_are_parts_on_request(void **state)
{
    (void)state;
    write_stl("one.stl", boxes, 3, false);
    expect_text(
        run_feeler("check", "one.stl", "-q"), 2, NULL,
        "feeler: error: one.stl: holds one part only, so there is no pair to check; --split shells makes a "
        "part of every shell, --allow-single accepts it\n");
    expect_text(run_feeler("check", "one.stl", "--allow-single"), 0, "nothing found among 0 pairs", NULL);
    expect_text(run_feeler("check", "one.stl", "--split", "shells"), 1,
                "clash      depth 1  shell1  |  shell2", NULL);
    expect_text(run_feeler("check", "one.stl", "--split", "shell"), 2, NULL,
                "feeler: error: --split: expected one of named|shells|materials|none, not 'shell'\n"
                "usage: feeler check FILE... [options]\nSee `feeler help check`.\n");
    // stacked on a whole side, and along an edge: what encloses its own material is a shell of its own
    static const named_box stacked[] = {{"a", {0, 0, 0}, {2, 2, 2}},
                                        {"b", {0, 0, 2}, {2, 2, 4}},
                                        {"c", {2, 0, 0}, {4, 2, 2}},
                                        {"d", {2, 2, 2}, {4, 4, 4}}};
    write_stl("stack.stl", stacked, 4, false);
    ran r = run_feeler("info", "stack.stl", "--split", "shells");
    assert_non_null(strstr(r.out, "\n4 parts, 4 meshes, 48 triangles\n4 of 4 parts watertight\n"));
    for (int i = 1; i <= 4; ++i) {
        char line[80];
        snprintf(line, sizeof line, "  shell%d         12  watertight      2 x 2 x 2\n", i);
        assert_non_null(strstr(r.out, line));
    }
    ran_free(&r);
}

static void materials_and_whole_files_are_parts_on_request(void **state)
{
    (void)state;
    const named_box three[] = {
        {"steel", {0, 0, 0}, {2, 2, 2}}, {"brass", {1, 1, 1}, {3, 3, 3}}, {"steel", {9, 9, 9}, {10, 10, 10}}};
    write_groups("m.obj", three, 3, "usemtl");
    expect_text(run_feeler("check", "m.obj", "--split", "materials"), 1,
                "clash      depth 1  brass  |  steel", NULL);
    expect_text(run_feeler("info", "m.obj", "--split", "materials"), 0, "\n2 parts, 2 meshes, 36 triangles\n",
                NULL);
    write_groups("g.obj", boxes, 2, "g");
    write_boxes("far.obj", &boxes[2], 1);
    expect_text(run_feeler("check", "g.obj", "far.obj", "--split", "none"), 0, "nothing found among 1 pair",
                NULL);
}

static void patterns_that_pick_nothing_are_told(void **state)
{
    (void)state;
    write_groups("g.obj", boxes, 3, "g");
    expect_text(
        run_feeler("check", "g.obj", "-q", "--pairs", "left:rihgt"), 2, NULL,
        "feeler: error: --pairs 'left : rihgt' picks no pair of parts; `feeler info` lists the parts\n");
    expect_text(run_feeler("check", "g.obj", "-q", "--pairs", "left:right", "--pairs", "gone:*"), 2, NULL,
                "feeler: error: --pairs 'gone : *' picks no pair of parts; `feeler info` lists the parts\n");
    write_whole("ignore", "left : right\nleft : rihgt\n");
    expect_text(run_feeler("check", "g.obj", "-q", "--ignore", "ignore"), 0, "1 ignored\n",
                "feeler: note: ignore:2: 'left : rihgt' matches no pair of parts\n");
}

static void units_stand_beside_every_length(void **state)
{
    (void)state;
    write_groups("g.obj", boxes, 2, "g");
    expect_text(run_feeler("check", "g.obj", "--unit", "in"), 1,
                "), clearance 0 in, unit as given\n\n"
                "  clash      depth 1 in  left  |  right  at (",
                NULL);
    expect_text(run_feeler("check", "g.obj", "--unit", "in", "-f", "json"), 1,
                "\"metres_per_unit\": 0.0254,\n    \"unit\": \"in\",\n    \"unit_source\": \"given\",", NULL);
    expect_text(run_feeler("check", "g.obj", "-f", "json"), 1,
                "\"metres_per_unit\": null,\n    \"unit\": null,\n    \"unit_source\": \"unknown\",", NULL);
    expect_text(run_feeler("check", "g.obj", "--unit", "in", "-f", "csv"), 1, ",in,,,,,,0,1\n", NULL);
    expect_text(run_feeler("check", "g.obj", "--unit", "mm", "-c", "1in"), 1, "clearance 25.4 mm", NULL);
    expect_text(
        run_feeler("check", "g.obj", "-c", "1mm"), 2, NULL,
        "feeler: error: --clearance: has the unit 'mm', but the files name none; --unit says which\n");
    write_boxes("left.obj", &boxes[0], 1);
    write_boxes("far.obj", &boxes[2], 1);
    // the corners (2, 2, 2) and (9, 9, 9)
    expect_text(run_feeler("distance", "left.obj", "far.obj", "--unit", "ft"), 0,
                "distance 12.1243557 ft\nfrom (2, 2, 2) ft on left\nto   (9, 9, 9) ft on far\n", NULL);
    expect_text(run_feeler("distance", "left.obj", "far.obj", "--unit", "ft", "-f", "json"), 0,
                "\"unit\": \"ft\"", NULL);
    expect_text(run_feeler("info", "left.obj", "--unit", "m"), 0,
                "bounds (0, 0, 0) to (2, 2, 2) m, diagonal 3.4641 m\nunit: m, as given\n", NULL);
}

/// The same box in two units, and by a factor.
static void files_have_their_own_units(void **state)
{
    (void)state;
    static const named_box inches = {"inches", {0, 0, 0}, {1, 1, 1}},
                           metric = {"metric", {25.4, 0, 0}, {50.8, 25.4, 25.4}};
    write_boxes("inches.obj", &inches, 1);
    write_boxes("metric.obj", &metric, 1);
    expect_text(run_feeler("distance", "inches.obj", "metric.obj", "--unit", "in", "--unit", "mm"), 0,
                "distance 0 mm\n", NULL);
    expect_text(run_feeler("distance", "inches.obj", "metric.obj", "--scale", "25.4", "--scale", "1"), 0,
                "distance 0\n", NULL);
    expect_text(run_feeler("distance", "inches.obj", "metric.obj", "--unit", "in", "--unit", "file"), 2, NULL,
                "feeler: error: inches.obj has the unit 'in', and metric.obj names none; --unit, once for "
                "all files or "
                "once for each, says which (mm|cm|m|in|ft)\n");
    expect_text(run_feeler("check", "inches.obj", "metric.obj", "inches.obj", "--unit", "in", "--unit", "mm"),
                2, NULL,
                "feeler: error: --unit: expected once for all files, or once for each of the 3; found 2\n");
    expect_text(run_feeler("info", "inches.obj", "--unit", "inch"), 2, NULL,
                "feeler: error: --unit: expected one of mm|cm|m|in|ft|file, not 'inch'\n");
    expect_text(run_feeler("info", "inches.obj", "--scale", "0"), 2, NULL,
                "feeler: error: --scale: expected a number above 0, not '0'\n");
    expect_text(run_feeler("info", "inches.obj", "--scale", "1e3"), 0,
                "bounds (0, 0, 0) to (1000, 1000, 1000)", NULL);
}

static void a_baseline_has_a_unit(void **state)
{
    (void)state;
    write_groups("g.obj", boxes, 2, "g");
    expect_text(run_feeler("check", "g.obj", "--unit", "in", "-f", "json", "-o", "old.json"), 1, NULL, NULL);
    expect_text(run_feeler("check", "g.obj", "--unit", "in", "-b", "old.json"), 0, "0 new, 1 persistent",
                NULL);
    expect_text(run_feeler("check", "g.obj", "-b", "old.json"), 0, "0 new, 1 persistent", NULL);
    expect_text(
        run_feeler("check", "g.obj", "--unit", "mm", "-b", "old.json"), 2, NULL,
        "feeler: error: old.json: its unit is 'in', and this run's 'mm'; --unit makes them the same\n");
    unlink("old.json");
}

/// info and the report say the same of glTF, whatever its size: 222 of its units are metres by its own words.
static void the_format_is_taken_at_its_word(void **state)
{
    (void)state;
    static const char sample[] = FEELER_SOURCE_DIR "/examples/sample.glb";
    expect_text(run_feeler("info", sample), 0,
                "unit: m, as the format says; if the file was written in another, --unit says so\n", NULL);
    expect_text(run_feeler("info", sample, "-f", "json"), 0,
                "\"unit\": \"m\",\n  \"unit_source\": \"format\",\n  \"metres_per_unit\": 1,", NULL);
    expect_text(run_feeler("check", sample, "-q"), 1, "), clearance 0 m, unit as the format says (--unit)\n",
                NULL);
    expect_text(run_feeler("check", sample, "-q", "-f", "json"), 1, "\"unit\": \"m\"", NULL);
    expect_text(run_feeler("check", sample, "-q", "--unit", "mm"), 1, "depth 4 mm       crossbar", NULL);
}

/// A triangle as glTF, shown by these nodes, as a mesh of these primitives.
static void write_triangle(const char *path, const char *nodes, const char *primitives)
{
    FILE *file = fopen(path, "wb");
    if (!file) exit(1);
    fprintf(
        file,
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[%s],\"meshes\":[{\"name\":\"m\",\"primitives\":[%s]}],"
        "\"materials\":[{\"name\":\"steel\"},{}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6}]"
        ","
        "\"buffers\":[{\"byteLength\":42,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA\"}]}",
        nodes, primitives);
    if (fclose(file) != 0) exit(1);
}

#define PRIMITIVE "{\"attributes\":{\"POSITION\":0},\"indices\":1"

static void what_is_not_rigid_is_left_out_and_told(void **state)
{
    (void)state;
    write_triangle(
        "s.gltf",
        "{\"mesh\":0,\"name\":\"flat\",\"scale\":[1,0,1]},{\"mesh\":0,\"name\":\"skinned\",\"skin\":0},"
        "{\"mesh\":0,\"name\":\"one\"},{\"mesh\":0,\"name\":\"two\",\"translation\":[0,0,5]}",
        PRIMITIVE "}");
    static const char notes[] =
        "feeler: note: left out: s.gltf: nodes[1] 'skinned' is moved by a skin, so it is no rigid part\n"
        "feeler: note: left out: part 's/flat' is flattened by its place, as by a scale of 0, so there is "
        "nothing of it\n";
    expect_text(run_feeler("check", "s.gltf", "-q"), 0, "s.gltf: 2 parts, 1 mesh, 2 triangles", notes);
    expect_text(run_feeler("check", "s.gltf", "-q", "-f", "json"), 0,
                "\"left_out\": [\"s.gltf: nodes[1] 'skinned' is moved by a skin, so it is no rigid part\", "
                "\"part 's/flat' is flattened by its place, as by a scale of 0, so there is nothing of it\"]",
                notes);
    write_triangle("s.gltf", "{\"mesh\":0,\"name\":\"flat\",\"scale\":[0,0,0]}", PRIMITIVE "}");
    expect_text(run_feeler("info", "s.gltf"), 2, NULL,
                "feeler: error: part 's/flat' is flattened by its place, as by a scale of 0, so there is "
                "nothing of it; there is no other part\n");
    write_triangle("s.gltf",
                   "{\"mesh\":0,\"name\":\"flat\",\"matrix\":[1,1,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1]},"
                   "{\"mesh\":0,\"name\":\"one\"},{\"mesh\":0,\"name\":\"two\",\"translation\":[0,0,5]}",
                   PRIMITIVE "}");
    expect_text(run_feeler("check", "s.gltf", "-q"), 0, NULL,
                "feeler: note: left out: part 's/flat' is flattened by its place, as by a scale of 0, so "
                "there is nothing of it\n");
    write_triangle("s.gltf",
                   "{\"mesh\":0,\"matrix\":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1],\"translation\":[0,0,5]}",
                   PRIMITIVE "}");
    expect_text(
        run_feeler("info", "s.gltf"), 2, NULL,
        "feeler: error: s.gltf: nodes[0].translation: stands beside matrix; expected one or the other\n");
    unlink("s.gltf");
}

/// Their squares are beyond the range of numbers; what they are called and where they come from is told.
static void sizes_beyond_the_range_are_told(void **state)
{
    (void)state;
    write_whole("big.obj", "o a\nv 0 0 0\nv 1e200 0 0\nv 0 1e200 0\nf 1 2 3\n");
    expect_text(run_feeler("check", "big.obj", "--allow-single"), 2, NULL,
                "feeler: error: big.obj: mesh 'a': too large: the square of its diagonal is beyond the range "
                "of numbers\n");
    unlink("big.obj");
}

static void materials_of_gltf_are_parts_on_request(void **state)
{
    (void)state;
    write_triangle("m.gltf", "{\"mesh\":0,\"name\":\"n\"}",
                   PRIMITIVE ",\"material\":0}," PRIMITIVE ",\"material\":1}," PRIMITIVE "}," PRIMITIVE
                             ",\"material\":0}");
    ran r = run_feeler("info", "m.gltf", "--split", "materials");
    assert_non_null(strstr(r.out, "\n3 parts, 3 meshes, 4 triangles\n"));
    static const char *const lines[] = {"  n/material 1 ", "  n/no material ", "  n/steel "};
    for (size_t i = 0; i < 3; ++i) {
        if (!strstr(r.out, lines[i])) fail_msg("'%s' is not in\n%s", lines[i], r.out);
    }
    ran_free(&r);
    expect_text(run_feeler("info", "m.gltf"), 0, "\n1 part, 1 mesh, 4 triangles\n", NULL);
    unlink("m.gltf");
}

static void a_touch_does_not_fail(void **state)
{
    (void)state;
    static const named_box flush[] = {{"a", {0, 0, 0}, {1, 1, 1}}, {"b", {1, 0, 0}, {2, 1, 1}}};
    write_boxes("flush.obj", flush, 2);
    expect_text(run_feeler("check", "flush.obj"), 0,
                "flush.obj: 2 parts, 2 meshes, 24 triangles; fails on clash, contained", NULL);
    expect_text(run_feeler("check", "flush.obj", "--fail-on", "touch"), 1, "; fails on touch (--fail-on)\n",
                NULL);
    expect_text(run_feeler("check", "flush.obj", "--fail-on", "none"), 0, "; fails on nothing (--fail-on)\n",
                NULL);
}

static void outputs_that_cannot_be_meant_are_refused(void **state)
{
    (void)state;
    write_groups("g.obj", boxes, 2, "g");
    expect_text(run_feeler("check", "g.obj", "--report", "x.pdf"), 2, NULL,
                "feeler: error: --report: x.pdf: expected a name that ends in .html: the page is HTML, which "
                "a browser "
                "can print to PDF; --output writes text, JSON or CSV (--format)\n");
    expect_text(run_feeler("check", "g.obj", "-o", "new.html", "-r", "./new.html"), 2, NULL,
                "feeler: error: new.html and ./new.html: --output and --report name the same file\n");
    write_whole("new.html", "old");
    assert_int_equal(symlink("new.html", "link.html"), 0);
    expect_text(run_feeler("check", "g.obj", "-o", "new.html", "-r", "link.html"), 2, NULL,
                "feeler: error: new.html and link.html: --output and --report name the same file\n");
    unlink("link.html");
    unlink("new.html");
    expect_text(run_feeler("check", "g.obj", "-o", "new.json", "-r", "new.HTML"), 1, NULL, NULL);
    unlink("new.json");
    unlink("new.HTML");
}

/// As in maps: the house stands 5.4 million units from the origin, and is 14 long.
static void places_far_from_the_origin_keep_their_digits(void **state)
{
    (void)state;
    static const named_box site[] = {{"house", {431234.5, 5412345.25, 210}, {431244.5, 5412353.25, 216}},
                                     {"post", {431244.25, 5412349.25, 213}, {431244.375, 5412349.5, 214}}};
    write_boxes("site.obj", site, 2);
    ran r = run_feeler("check", "site.obj");
    // the post is wholly in the house, so its place lies in its box
    const char *at = strstr(r.out, "  at (");
    double x = 0, y = 0, z = 0;
    assert_non_null(at);
    assert_int_equal(sscanf(at, "  at (%lf, %lf, %lf)", &x, &y, &z), 3);
    assert_true(x >= 431244.25 && x <= 431244.375);
    assert_true(y >= 5412349.25 && y <= 5412349.5);
    assert_true(z >= 213 && z <= 214);
    ran_free(&r);
    expect_text(run_feeler("info", "site.obj"), 0,
                "bounds (431234.5, 5412345.25, 210) to (431244.5, 5412353.25, 216), diagonal 14.1421\n",
                NULL);
}

FEELER_TESTS_WITH(
    NULL, enter_folder, leave_folder, cmocka_unit_test(places_far_from_the_origin_keep_their_digits),
    cmocka_unit_test(solids_and_groups_are_parts), cmocka_unit_test(patches_of_one_surface_are_one_part),
    cmocka_unit_test(shells_are_parts_on_request), cmocka_unit_test(single_precision_far_away_is_no_clash),
    cmocka_unit_test(materials_and_whole_files_are_parts_on_request),
    cmocka_unit_test(patterns_that_pick_nothing_are_told), cmocka_unit_test(units_stand_beside_every_length),
    cmocka_unit_test(files_have_their_own_units), cmocka_unit_test(a_baseline_has_a_unit),
    cmocka_unit_test(the_format_is_taken_at_its_word),
    cmocka_unit_test(what_is_not_rigid_is_left_out_and_told),
    cmocka_unit_test(sizes_beyond_the_range_are_told),
    cmocka_unit_test(materials_of_gltf_are_parts_on_request), cmocka_unit_test(a_touch_does_not_fail),
    cmocka_unit_test(outputs_that_cannot_be_meant_are_refused))
