#include "report/baseline.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

static json_t *load(const char *path, tool_error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        tool_fail(error, "%s: cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    json_error_t where;
    json_t *document = json_loadf(file, JSON_REJECT_DUPLICATES, &where);
    fclose(file);
    if (!document) {
        tool_fail(error, "%s: line %d, column %d: no JSON: %s", path, where.line, where.column, where.text);
    }
    return document;
}

static bool check_head(const json_t *document, const char *path, tool_error *error)
{
    const char *schema = json_string_value(json_object_get(document, "schema"));
    if (!schema || strcmp(schema, REPORT_SCHEMA) != 0) {
        return tool_fail(error, "%s: $.schema: expected \"%s\", a report of `feeler check --format json`",
                         path, REPORT_SCHEMA);
    }
    const json_t *version = json_object_get(document, "version");
    if (!json_is_integer(version) || json_integer_value(version) != REPORT_VERSION) {
        return tool_fail(error, "%s: $.version: expected %d, the only version this feeler reads", path,
                         REPORT_VERSION);
    }
    return true;
}

/// Where in the file something is being read, for messages.
typedef struct reader {
    const char *path;
    size_t index;
    tool_error *error;
} reader;

static bool expected(const reader *in, const char *field, const char *what)
{
    return tool_fail(in->error, "%s: $.findings[%zu].%s: expected %s", in->path, in->index, field, what);
}

static bool get_string(const reader *in, const json_t *object, const char *field, const char **value)
{
    *value = json_string_value(json_object_get(object, field));
    return *value || expected(in, field, "a string");
}

static bool get_id(const reader *in, const json_t *object, const char *field, char id[REPORT_KEY_SIZE])
{
    const char *value = json_string_value(json_object_get(object, field));
    if (!value || strlen(value) != REPORT_KEY_SIZE - 1 ||
        strspn(value, "0123456789abcdef") != REPORT_KEY_SIZE - 1) {
        return expected(in, field, "16 hexadecimal digits");
    }
    memcpy(id, value, REPORT_KEY_SIZE);
    return true;
}

static bool get_length(const reader *in, const json_t *object, const char *field, double *value)
{
    const json_t *number = json_object_get(object, field);
    *value = json_number_value(number);
    return (json_is_number(number) && *value >= 0) || expected(in, field, "a number of at least 0");
}

static bool get_vector(const reader *in, const json_t *object, const char *field, double value[3])
{
    const json_t *array = json_object_get(object, field);
    bool good = json_is_array(array) && json_array_size(array) == 3;
    for (size_t i = 0; good && i < 3; ++i) {
        good = json_is_number(json_array_get(array, i));
        value[i] = json_number_value(json_array_get(array, i));
    }
    return good || expected(in, field, "three numbers");
}

static bool get_flags(const reader *in, const json_t *object, uint32_t *flags)
{
    // In the baseline only the names of flags are kept; the mask needs one bit of each.
    static const uint32_t bits[] = {
        FLR_FLAG_A_OPEN,        FLR_FLAG_A_UNORIENTED, FLR_FLAG_TOLERANCE_USED, FLR_FLAG_DEPTH_LOWER_BOUND,
        FLR_FLAG_DEPTH_UNKNOWN, FLR_FLAG_A_IN_B,       FLR_FLAG_B_IN_A};
    const json_t *array = json_object_get(object, "flags");
    if (!json_is_array(array)) return expected(in, "flags", "an array of strings");
    for (size_t i = 0; i < json_array_size(array); ++i) {
        const char *name = json_string_value(json_array_get(array, i));
        if (!name) return expected(in, "flags", "an array of strings");
        for (size_t b = 0; b < sizeof bits / sizeof *bits; ++b) {
            const char *known[REPORT_FLAG_COUNT];
            if (report_flag_names(bits[b], known) && strcmp(known[0], name) == 0) *flags |= bits[b];
        }
    }
    return true;
}

static bool get_finding(const reader *in, const json_t *object, report_finding *f)
{
    *f = (report_finding){.part_a = REPORT_NO_PART, .part_b = REPORT_NO_PART};
    if (!json_is_object(object)) {
        return tool_fail(in->error, "%s: $.findings[%zu]: expected an object", in->path, in->index);
    }
    const char *kind, *status;
    if (!get_id(in, object, "key", f->key) || !get_id(in, object, "a", f->id_a) ||
        !get_id(in, object, "b", f->id_b) || !get_string(in, object, "a_name", &f->name_a) ||
        !get_string(in, object, "b_name", &f->name_b) || !get_string(in, object, "kind", &kind) ||
        !get_string(in, object, "status", &status) || !get_length(in, object, "distance", &f->distance) ||
        !get_length(in, object, "depth", &f->depth) || !get_vector(in, object, "point_a", f->point_a) ||
        !get_vector(in, object, "point_b", f->point_b) || !get_vector(in, object, "normal", f->normal) ||
        !get_vector(in, object, "point", f->point) || !get_flags(in, object, &f->flags)) {
        return false;
    }
    // older reports do not have them
    f->tolerance = json_number_value(json_object_get(object, "tolerance"));
    f->tessellation = json_number_value(json_object_get(object, "tessellation"));
    f->has_volume = json_is_number(json_object_get(object, "volume"));
    f->volume = json_number_value(json_object_get(object, "volume"));
    f->kind = report_kind_from_name(kind);
    if (f->kind == FLR_APART && strcmp(kind, "apart") != 0)
        return expected(in, "kind",
                        "clash, contained, duplicate, within_tessellation, touch, clearance or apart");
    // only with rules there are any
    f->rule = json_string_value(json_object_get(object, "rule"));
    const char *level = json_string_value(json_object_get(object, "severity"));
    f->level = level ? report_level_from_name(level) : REPORT_LEVEL_NONE;
    if (!report_status_from_name(status, &f->status)) {
        return expected(in, "status", "new, persistent, gone or not_checked");
    }
    return true;
}

static bool get_settings(baseline *b, const json_t *document, const char *path, tool_error *error)
{
    const json_t *settings = json_object_get(document, "settings");
    const json_t *clearance = json_object_get(settings, "clearance");
    const json_t *tolerance = json_object_get(settings, "tolerance");
    if (!json_is_number(clearance) || !json_is_number(tolerance)) {
        return tool_fail(error, "%s: $.settings: expected the numbers clearance and tolerance", path);
    }
    b->clearance = json_number_value(clearance);
    b->tolerance = json_number_value(tolerance);
    b->metres_per_unit = json_number_value(json_object_get(settings, "metres_per_unit"));
    return true;
}

bool baseline_read(baseline *b, const char *path, tool_error *error)
{
    *b = (baseline){0};
    json_t *document = load(path, error);
    if (!document) return false;
    b->document = document;
    const json_t *findings = json_object_get(document, "findings");
    bool good = check_head(document, path, error) && get_settings(b, document, path, error);
    if (good && !json_is_array(findings)) good = tool_fail(error, "%s: $.findings: expected an array", path);
    if (good) {
        b->findings = calloc(json_array_size(findings) + 1, sizeof *b->findings);
        if (!b->findings) good = tool_fail(error, "%s: out of memory", path);
    }
    for (size_t i = 0; good && i < json_array_size(findings); ++i) {
        reader in = {path, i, error};
        report_finding *f = &b->findings[b->count];
        good = get_finding(&in, json_array_get(findings, i), f);
        if (good && f->status != REPORT_GONE) b->count++;
    }
    if (!good) baseline_free(b);
    return good;
}

void baseline_free(baseline *b)
{
    free(b->findings);
    json_decref(b->document);
    *b = (baseline){0};
}
