#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

// Any names and numbers into the writers of the report: the JSON is read back with the same lengths, a line of CSV has as many cells as the
// head and none that a spreadsheet runs, no name leaves its place on the page, and the text steers no terminal.

static void require(bool condition)
{
    if (!condition) abort();
}

typedef struct bytes {
    const uint8_t *data;
    size_t size;
} bytes;

static void take(bytes *b, void *to, size_t count)
{
    const size_t there = b->size < count ? b->size : count;
    memset(to, 0, count);
    if (there > 0) memcpy(to, b->data, there);
    b->data += there;
    b->size -= there;
}

/// Up to 31 bytes, the first of which says how many.
static void take_name(bytes *b, char name[32])
{
    uint8_t length;
    take(b, &length, 1);
    memset(name, 0, 32);
    take(b, name, length % 32);
}

static double take_length(bytes *b)
{
    double value;
    take(b, &value, sizeof value);
    return isfinite(value) ? fabs(value) : 1;
}

static void check_json(const report *r)
{
    buffer t = {0};
    report_json(&t, r);
    require(!t.failed);
    json_t *document = json_loadb(t.data, t.length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, NULL);
    const json_t *finding = json_array_get(json_object_get(document, "findings"), 0);
    require(json_number_value(json_object_get(finding, "depth")) == r->findings[0].depth);
    require(json_is_string(json_object_get(finding, "a_name")));
    require(strchr(t.data, '<') == NULL);
    json_decref(document);
    buffer_free(&t);
}

static void check_csv(const report *r)
{
    buffer t = {0};
    report_csv(&t, r);
    require(!t.failed);
    size_t cells[2] = {0, 0}, line = 0;
    bool quoted = false;
    for (const char *c = t.data, *start = c; *c; ++c) {
        if (c == start && line == 1) {
            const char *first = *c == '"' ? c + 1 : c;
            const bool number = strchr("-+", *first) && first == c;
            require(number || !strchr("=+-@\t\r", *first) || *first == '\0');
        }
        if (*c == '"') quoted = !quoted;
        if (quoted || (*c != ',' && *c != '\n')) continue;
        require(line < 2);
        cells[line]++;
        line += *c == '\n';
        start = c + 1;
    }
    require(!quoted && line == 2 && cells[0] == cells[1]);
    buffer_free(&t);
}

static void check_text(const report *r)
{
    buffer t = {0};
    report_text(&t, r, &(report_text_options){.list = true, .group = true});
    require(!t.failed);
    for (const char *c = t.data; *c; ++c) require(*c == '\n' || (unsigned char)*c >= 0x20);
    buffer_free(&t);
}

static void check_page(const report *r)
{
    double corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t triangle[3] = {0, 1, 2};
    model_mesh mesh = {.vertices = corners, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
    const model m = {.meshes = &mesh, .mesh_count = 1};
    buffer t = {0};
    size_t left_out;
    report_html(&t, r, &m, 1 << 20, &left_out);
    require(!t.failed);
    size_t scripts = 0;
    for (const char *at = strstr(t.data, "</script"); at; at = strstr(at + 1, "</script")) ++scripts;
    require(scripts == 7);
    buffer_free(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data, size};
    static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    char names[4][32], unit;
    for (size_t i = 0; i < 4; ++i) take_name(&b, names[i]);
    take(&b, &unit, 1);
    report_part parts[2] = {{.name = names[0], .path = names[1], .transform = identity},
                            {.name = names[2], .path = names[3], .transform = identity}};
    report_finding f = {.key = "0123456789abcdef",
                        .id_a = "0123456789abcdee",
                        .id_b = "0123456789abcdef",
                        .name_a = names[0],
                        .name_b = names[2],
                        .part_b = 1};
    static const char *const units[] = {"", "mm", "m", "ft"};
    uint8_t kind, flags;
    take(&b, &kind, 1);
    take(&b, &flags, 1);
    f.kind = (flr_interference_kind)(kind % REPORT_KIND_COUNT);
    f.flags = flags;
    f.depth = take_length(&b);
    f.distance = take_length(&b);
    for (int k = 0; k < 3; ++k) f.point[k] = -take_length(&b);
    const char *files[] = {names[3]};
    const report r = {.parts = parts,
                      .part_count = 2,
                      .findings = &f,
                      .finding_count = 1,
                      .settings = {.unit = units[unit & 3],
                                   .files = files,
                                   .file_count = 1,
                                   .pairs = files,
                                   .pair_count = 1,
                                   .ignore = names[1]}};
    check_json(&r);
    check_csv(&r);
    check_text(&r);
    check_page(&r);
    return 0;
}
