#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>

#include "report/geometry.h"
#include "report/page.h"
#include "report/report.h"
#include "support/tests.h"

/// RFC 4648, read by a table of the alphabet.
static size_t read_base64(const char *text, unsigned char *bytes)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t count = 0;
    unsigned bits = 0, held = 0;
    for (; *text && *text != '='; ++text) {
        const char *digit = strchr(alphabet, *text);
        assert_non_null(digit);
        bits = bits << 6 | (unsigned)(digit - alphabet);
        held += 6;
        if (held >= 8) bytes[count++] = (unsigned char)(bits >> (held -= 8));
    }
    return count;
}

/// Two meshes, three parts (the first two share one), one finding of each pair.
typedef struct sample {
    model m;
    model_mesh meshes[2];
    report r;
    report_part parts[3];
    report_finding findings[3];
    double vertices[2][12];
} sample;

static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static uint32_t square[] = {0, 1, 2, 1, 3, 2};

static void make_sample(sample *s, double offset)
{
    static const double corners[12] = {0, 0, 0, 1, 1e-15, 0, 0, 1, 0, 1, 1, 0.25};
    *s = (sample){0};
    for (size_t k = 0; k < 12; ++k) {
        s->vertices[0][k] = corners[k] + offset;
        s->vertices[1][k] = -3 * corners[k] / 7;
    }
    for (size_t i = 0; i < 2; ++i)
        s->meshes[i] = (model_mesh){
            .vertices = s->vertices[i], .vertex_count = 4, .triangles = square, .triangle_count = 2};
    s->m = (model){.meshes = s->meshes, .mesh_count = 2};
    static const char *const names[] = {"</script><b>", "{{geometry}}", "x & 'y'"};
    for (size_t i = 0; i < 3; ++i) {
        s->parts[i] = (report_part){
            .name = names[i], .path = names[i], .transform = identity, .mesh = i / 2, .triangles = 2};
        report_part_id(s->parts[i].id, names[i]);
    }
    static const size_t pairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (size_t i = 0; i < 3; ++i) {
        report_finding *f = &s->findings[i];
        *f = (report_finding){.part_a = pairs[i][0],
                              .part_b = pairs[i][1],
                              .name_a = names[pairs[i][0]],
                              .name_b = names[pairs[i][1]],
                              .kind = FLR_TOUCH};
        report_pair_key(f->key, s->parts[f->part_a].id, s->parts[f->part_b].id);
    }
    static const char *const files[] = {"folder/<machine>.obj"};
    s->r = (report){.parts = s->parts,
                    .part_count = 3,
                    .findings = s->findings,
                    .finding_count = 3,
                    .settings = {.files = files, .file_count = 1}};
}

static json_t *write_geometry(const sample *s, size_t limit, size_t *left_out)
{
    buffer t = {0};
    *left_out = report_geometry(&t, &s->r, &s->m, limit);
    assert_false(t.failed);
    json_t *geometry = json_loads(t.data, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(geometry);
    assert_int_equal(json_integer_value(json_object_get(geometry, "left_out")), *left_out);
    buffer_free(&t);
    return geometry;
}

static void geometry_reads_back(void **state)
{
    (void)state;
    static const double offsets[] = {0, 1e6, -0.125};
    for (size_t o = 0; o < 3; ++o) {
        sample s;
        make_sample(&s, offsets[o]);
        size_t left_out;
        json_t *geometry = write_geometry(&s, 1 << 20, &left_out),
               *meshes = json_object_get(geometry, "meshes"), *parts = json_object_get(geometry, "parts");
        assert_int_equal(left_out, 0);
        assert_int_equal(json_array_size(meshes), 2);
        for (size_t i = 0; i < 3; ++i) assert_int_equal(json_integer_value(json_array_get(parts, i)), i / 2);
        for (size_t i = 0; i < 2; ++i) {
            const json_t *mesh = json_array_get(meshes, i), *origin = json_object_get(mesh, "origin");
            unsigned char bytes[64];
            assert_true(json_is_false(json_object_get(mesh, "wide")));
            assert_int_equal(read_base64(json_string_value(json_object_get(mesh, "indices")), bytes), 12);
            for (size_t k = 0; k < 6; ++k) assert_int_equal(bytes[2 * k] | bytes[2 * k + 1] << 8, square[k]);
            assert_int_equal(read_base64(json_string_value(json_object_get(mesh, "positions")), bytes), 48);
            for (size_t k = 0; k < 12; ++k) {
                uint32_t bits = 0;
                for (size_t j = 0; j < 4; ++j) bits |= (uint32_t)bytes[4 * k + j] << 8 * j;
                float position;
                memcpy(&position, &bits, sizeof position);
                double x = (double)position + json_number_value(json_array_get(origin, k % 3));
                assert_true(fabs(x - s.vertices[i][k]) <= 0x1p-23 * 0.5 + 1e-9 * fabs(offsets[o]) * 1e-6);
            }
        }
        json_decref(geometry);
    }
}

static void like_vertices_become_one(void **state)
{
    (void)state;
    sample s;
    make_sample(&s, 0);
    // around 0, where floats are finest: a corner once more, 1e-14 beside itself, as exporters write it
    double split[15] = {-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0, 1 + 1e-14, -1 - 1e-14, 1e-14};
    uint32_t triangles[] = {0, 1, 2, 4, 3, 2, 1, 4, 2};
    s.meshes[0] =
        (model_mesh){.vertices = split, .vertex_count = 5, .triangles = triangles, .triangle_count = 3};
    size_t left_out;
    json_t *geometry = write_geometry(&s, 1 << 20, &left_out),
           *mesh = json_array_get(json_object_get(geometry, "meshes"), 0);
    unsigned char bytes[80];
    assert_int_equal(read_base64(json_string_value(json_object_get(mesh, "positions")), bytes), 48);
    // the third triangle has lost a corner, and shows nothing
    assert_int_equal(read_base64(json_string_value(json_object_get(mesh, "indices")), bytes), 12);
    json_decref(geometry);
}

static void the_limit_holds(void **state)
{
    (void)state;
    sample s;
    make_sample(&s, 0);
    static const struct {
        size_t limit, meshes, left_out;
    } table[] = {{0, 0, 3}, {100, 1, 1}, {1 << 20, 2, 0}};  // a mesh counts 4 x 12 + 2 x 12 bytes at most
    for (size_t i = 0; i < 3; ++i) {
        size_t left_out;
        json_t *geometry = write_geometry(&s, table[i].limit, &left_out);
        assert_int_equal(left_out, table[i].left_out);
        assert_int_equal(json_array_size(json_object_get(geometry, "meshes")), table[i].meshes);
        json_decref(geometry);
    }
}

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    for (; (text = strstr(text, what)); ++text) ++count;
    return count;
}

static void the_page_stands_alone(void **state)
{
    (void)state;
    sample s;
    make_sample(&s, 0);
    buffer t = {0};
    size_t left_out;
    report_html(&t, &s.r, &s.m, 1 << 20, &left_out);
    assert_false(t.failed);
    assert_non_null(strstr(t.data, "<title>&lt;machine&gt;.obj: interference</title>"));
    // seven scripts of our own, and no name opens or closes one
    assert_int_equal(count_of(t.data, "<script"), 7);
    assert_int_equal(count_of(t.data, "</script"), 7);
    assert_null(strstr(t.data, "<b>"));
    static const char *const fetches[] = {"http:", "https:",  "//cdn", "@import", "url(",          "<link",
                                          "<img",  "<iframe", " src=", "fetch(",  "XMLHttpRequest"};
    for (size_t i = 0; i < sizeof fetches / sizeof *fetches; ++i) {
        if (strstr(t.data, fetches[i])) fail_msg("the page holds '%s'", fetches[i]);
    }
    // a name that looks like a mark of the template stays a name
    assert_non_null(strstr(t.data, "\"{{geometry}}\", \"{{geometry}}\"]"));
    buffer_free(&t);
}

static json_t *embedded(const char *page, const char *mark)
{
    const char *start = strstr(page, mark);
    assert_non_null(start);
    start += strlen(mark);
    json_t *value =
        json_loadb(start, (size_t)(strstr(start, "</script") - start), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(value);
    return value;
}

/// test_page.c compares every value in a browser; here are the parts that are gone, and more findings than a block has.
static void the_table_comes_before_the_rest(void **state)
{
    (void)state;
    enum { COUNT = 600 };
    sample s;
    make_sample(&s, 0);
    static report_finding many[COUNT];
    for (size_t i = 0; i < COUNT; ++i) {
        many[i] = s.findings[i % 3];
        many[i].depth = (double)i / 3;
        many[i].point[1] = (double)i;
    }
    many[7].part_b = REPORT_NO_PART;
    many[7].status = REPORT_GONE;
    snprintf(many[7].id_b, sizeof many[7].id_b, "0123456789abcdef");
    many[7].name_b = "</gone>";
    s.r.findings = many;
    s.r.finding_count = COUNT;
    s.r.settings.diagonal = 1000;
    buffer page = {0};
    size_t left_out;
    report_html(&page, &s.r, &s.m, 1 << 20, &left_out);
    assert_false(page.failed);
    const char *details = "<script type=\"application/json\" class=\"details\">";
    assert_true(strstr(page.data, "\"use strict\"") < strstr(page.data, "id=\"geometry-data\">"));
    assert_true(strstr(page.data, "\"use strict\"") < strstr(page.data, details));
    json_t *data = embedded(page.data, "id=\"report-data\">"), *columns = json_object_get(data, "findings"),
           *column;
    const char *name;
    assert_int_equal(json_object_size(columns), 11);
    json_object_foreach(columns, name, column) assert_int_equal(json_array_size(column), COUNT);
    for (size_t i = 0; i < COUNT; ++i) {
        const double depth = json_number_value(json_array_get(json_object_get(columns, "depth"), i));
        assert_true(depth == (double)i / 3);
    }
    assert_int_equal(json_integer_value(json_array_get(json_object_get(columns, "b"), 7)), -1);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(columns, "status"), 7)), REPORT_GONE);
    const json_t *lost = json_object_get(data, "lost");
    char *text = json_dumps(lost, JSON_COMPACT);
    assert_string_equal(text, "[[7,\"b\",\"0123456789abcdef\",\"</gone>\"]]");
    free(text);
    const size_t block = (size_t)json_integer_value(json_object_get(data, "block"));
    assert_int_equal(count_of(page.data, details), (COUNT + block - 1) / block);
    const char *at = page.data;
    for (size_t first = 0; first < COUNT; first += block) {
        at = strstr(at, details) + 1;
        json_t *rows = embedded(at, "class=\"details\">");
        assert_int_equal(json_array_size(rows), COUNT - first < block ? COUNT - first : block);
        for (size_t i = 0; i < json_array_size(rows); ++i) {
            const json_t *point = json_array_get(json_array_get(rows, i), 0);
            assert_true(json_number_value(json_array_get(point, 1)) == (double)(first + i));
        }
        json_decref(rows);
    }
    json_decref(data);
    buffer_free(&page);
}

/// The page's files share one scope: a name that two of them declare stops the whole script.
static void no_name_is_declared_twice(void **state)
{
    (void)state;
    static const char *const words[] = {"const ", "let ", "function ", "class "};
    static char names[500][64];
    size_t count = 0;
    for (const char *line = (const char *)report_page; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        for (size_t w = 0; w < sizeof words / sizeof *words; ++w) {
            if (strncmp(line, words[w], strlen(words[w])) != 0) continue;
            const char *name = line + strlen(words[w]);
            const size_t length =
                strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$");
            assert_true(count < 500 && length < 64);
            snprintf(names[count], sizeof *names, "%.*s", (int)length, name);
            for (size_t i = 0; length && i < count; ++i) {
                if (strcmp(names[i], names[count]) == 0) fail_msg("'%s' is declared twice", names[i]);
            }
            count += length > 0;
        }
    }
    assert_true(count > 80);
}

FEELER_TESTS(cmocka_unit_test(no_name_is_declared_twice), cmocka_unit_test(geometry_reads_back),
             cmocka_unit_test(like_vertices_become_one), cmocka_unit_test(the_limit_holds),
             cmocka_unit_test(the_page_stands_alone), cmocka_unit_test(the_table_comes_before_the_rest))
