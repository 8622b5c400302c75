#include "report/review.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read/read.h"

#define REVIEW_SCHEMA "feeler.review"

char *review_path(const char *name)
{
    static const char ending[] = ".review.json";
    const size_t length = strlen(name);
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name, *dot = strrchr(file, '.');
    char *path = malloc(length + sizeof ending);
    if (!path) return NULL;
    strcpy(path, name);
    if (length > 5 && strcmp(name + length - 5, ".json") == 0) return path;
    strcpy(path + (dot && dot != file ? (size_t)(dot - name) : length), ending);
    return path;
}

static json_t *entries_of(const review *r) { return json_object_get(r->document, "findings"); }

static bool expected(const review *r, const char *key, const char *member, const char *what,
                     tool_error *error)
{
    return tool_fail(error, "%s: $.findings.%.40s%s%s: expected %s", r->path, key, *member ? "." : "", member,
                     what);
}

static bool is_key(const char *key)
{
    return strlen(key) == REPORT_KEY_SIZE - 1 && strspn(key, "0123456789abcdef") == REPORT_KEY_SIZE - 1;
}

static report_review status_of(const json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "status"));
    return name ? report_review_from_name(name) : REPORT_REVIEW_NONE;
}

/// Only what is used is looked at; all else may be anything.
static bool check_entry(const review *r, const char *key, const json_t *entry, tool_error *error)
{
    static const char *const texts[] = {"note", "by", "a_name", "b_name", "rule", "severity"};
    static const char *const lengths[] = {"distance", "depth"};
    if (!is_key(key)) return expected(r, key, "", "16 hexadecimal digits as the key of a finding", error);
    if (!json_is_object(entry)) return expected(r, key, "", "an object", error);
    if (status_of(entry) == REPORT_REVIEW_NONE)
        return expected(r, key, "status", "new, active, reviewed, approved or resolved", error);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        const json_t *text = json_object_get(entry, texts[i]);
        if (text && !json_is_string(text)) return expected(r, key, texts[i], "a string", error);
    }
    for (size_t i = 0; i < 2; ++i) {
        const json_t *length = json_object_get(entry, lengths[i]);
        if (length && !(json_is_number(length) && json_number_value(length) >= 0))
            return expected(r, key, lengths[i], "a number of at least 0", error);
        const char *name = i ? "b" : "a";
        const json_t *id = json_object_get(entry, name);
        if (id && !(json_is_string(id) && is_key(json_string_value(id))))
            return expected(r, key, name, "16 hexadecimal digits", error);
    }
    const json_t *kind = json_object_get(entry, "kind"), *point = json_object_get(entry, "point");
    const char *word = json_string_value(kind);
    if (kind && (!word || (report_kind_from_name(word) == FLR_APART && strcmp(word, "apart") != 0)))
        return expected(r, key, "kind",
                        "clash, contained, duplicate, within_tessellation, touch, clearance or apart", error);
    bool good = !point || (json_is_array(point) && json_array_size(point) == 3);
    for (size_t i = 0; point && good && i < 3; ++i) good = json_is_number(json_array_get(point, i));
    return good || expected(r, key, "point", "three numbers", error);
}

static bool check_document(const review *r, tool_error *error)
{
    const char *schema = json_string_value(json_object_get(r->document, "schema"));
    if (!schema || strcmp(schema, REVIEW_SCHEMA) != 0)
        return tool_fail(error,
                         "%s: $.schema: expected \"" REVIEW_SCHEMA "\", a file of `feeler check --review`",
                         r->path);
    if (json_integer_value(json_object_get(r->document, "version")) != 1)
        return tool_fail(error, "%s: $.version: expected 1, the only version this feeler reads", r->path);
    const json_t *unit = json_object_get(r->document, "metres_per_unit");
    if (unit && !json_is_null(unit) && !(json_number_value(unit) > 0))
        return tool_fail(error, "%s: $.metres_per_unit: expected a number above 0, or null", r->path);
    if (!json_is_object(entries_of(r)))
        return tool_fail(error, "%s: $.findings: expected an object", r->path);
    const char *key;
    json_t *entry;
    json_object_foreach(entries_of(r), key, entry) if (!check_entry(r, key, entry, error)) return false;
    return true;
}

bool review_parse(review *r, const char *path, const char *data, size_t size, tool_error *error)
{
    json_error_t where;
    *r = (review){.path = malloc(strlen(path) + 1)};
    if (r->path) strcpy(r->path, path);
    r->document = data ? json_loadb(data, size, JSON_REJECT_DUPLICATES, &where)
                       : json_pack("{s:s, s:i, s:n, s:{}}", "schema", REVIEW_SCHEMA, "version", 1,
                                   "metres_per_unit", "findings");
    bool good = r->path && (r->document || data);
    if (!good) tool_fail(error, "%s: out of memory", path);
    if (good && !r->document)
        good = tool_fail(error, "%s: line %d, column %d: no JSON: %s", path, where.line, where.column,
                         where.text);
    good = good && check_document(r, error);
    if (good && data) {
        r->old = malloc(size + 1);
        if (r->old) {
            memcpy(r->old, data, size);
            r->old[size] = '\0';
        }
        good = r->old || tool_fail(error, "%s: out of memory", path);
    }
    if (!good) review_free(r);
    return good;
}

bool review_read(review *r, const char *path, bool may_be_missing, tool_error *error)
{
    *r = (review){0};
    if (may_be_missing && access(path, F_OK) != 0) return review_parse(r, path, NULL, 0, error);
    unsigned char *data = NULL;
    size_t size = 0;
    const bool good = read_load(path, REVIEW_BYTES, false, &data, &size, error) &&
                      review_parse(r, path, data ? (const char *)data : "", size, error);
    tool_release(data);
    return good;
}

void review_free(review *r)
{
    free(r->path);
    free(r->old);
    json_decref(r->document);
    *r = (review){0};
}

/// What is not said counts as of the worst kind, so that a status written by hand holds.
static report_finding finding_of(const char *key, const json_t *entry)
{
    report_finding f = {.kind = REPORT_DUPLICATE, .part_a = REPORT_NO_PART, .part_b = REPORT_NO_PART};
    const char *kind = json_string_value(json_object_get(entry, "kind")),
               *a = json_string_value(json_object_get(entry, "a")),
               *b = json_string_value(json_object_get(entry, "b")),
               *name_a = json_string_value(json_object_get(entry, "a_name")),
               *name_b = json_string_value(json_object_get(entry, "b_name")),
               *level = json_string_value(json_object_get(entry, "severity"));
    const json_t *point = json_object_get(entry, "point");
    memcpy(f.key, key, REPORT_KEY_SIZE);
    memcpy(f.id_a, a ? a : "0000000000000000", REPORT_KEY_SIZE);
    memcpy(f.id_b, b ? b : "0000000000000000", REPORT_KEY_SIZE);
    f.name_a = name_a ? name_a : "?";
    f.name_b = name_b ? name_b : "?";
    f.rule = json_string_value(json_object_get(entry, "rule"));
    if (level) f.level = report_level_from_name(level);
    if (kind) {
        f.kind = report_kind_from_name(kind);
        f.depth = json_number_value(json_object_get(entry, "depth"));
        f.distance = json_number_value(json_object_get(entry, "distance"));
    }
    for (size_t i = 0; point && i < 3; ++i)
        f.point[i] = f.point_a[i] = f.point_b[i] = json_number_value(json_array_get(point, i));
    return f;
}

bool review_baseline(const review *r, baseline *b, tool_error *error)
{
    *b = (baseline){.metres_per_unit = json_number_value(json_object_get(r->document, "metres_per_unit"))};
    b->findings = calloc(json_object_size(entries_of(r)) + 1, sizeof *b->findings);
    if (!b->findings) return tool_fail(error, "%s: out of memory", r->path);
    const char *key;
    json_t *entry;
    json_object_foreach(entries_of(r), key, entry)
    {
        if (status_of(entry) != REPORT_REVIEW_RESOLVED) b->findings[b->count++] = finding_of(key, entry);
    }
    return true;
}

/// Does it stand worse than when somebody looked at it? A tenth, and the tolerance, are no matter.
static bool is_worse(const report_finding *now, const report_finding *then)
{
    if (report_severity(now->kind) != report_severity(then->kind))
        return report_severity(now->kind) > report_severity(then->kind);
    if (now->kind == FLR_CLEARANCE && then->kind == FLR_CLEARANCE)
        return now->distance < 0.9 * then->distance - now->tolerance;
    if (now->kind == FLR_APART) return now->distance > 1.1 * then->distance + now->tolerance;
    return now->depth > 1.1 * then->depth + now->tolerance;
}

/// How an entry stands after this run.
static report_review next_status(const report_finding *f, const char *key, const json_t *entry)
{
    const report_review before = entry ? status_of(entry) : REPORT_REVIEW_NONE;
    if (f->status == REPORT_GONE) return REPORT_REVIEW_RESOLVED;
    if (f->status == REPORT_NOT_CHECKED) return before;
    if (before == REPORT_REVIEW_NONE || before == REPORT_REVIEW_RESOLVED) return REPORT_REVIEW_NEW;
    if (before == REPORT_REVIEW_NEW) return REPORT_REVIEW_ACTIVE;
    const report_finding then = finding_of(key, entry);
    return json_object_get(entry, "kind") && is_worse(f, &then) ? REPORT_REVIEW_ACTIVE : before;
}

static bool set_text(json_t *entry, const char *member, const char *text)
{
    return json_object_set_new(entry, member, json_string(text)) == 0;
}

/// A number as people read it; more digits than a file in single precision has say nothing.
static bool set_number(json_t *entry, const char *member, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    return json_object_set_new(entry, member, json_real(strtod(text, NULL))) == 0;
}

/// Names come from files, whose bytes may be no UTF-8; then the finding goes by its key alone.
static void set_name(json_t *entry, const char *member, const char *name)
{
    json_t *text = json_string(name);
    if (text) json_object_set_new(entry, member, text);
}

static bool set_finding(json_t *entry, const report_finding *f)
{
    json_t *point = json_array();
    for (int k = 0; point && k < 3; ++k) {
        char text[40];
        snprintf(text, sizeof text, "%.6g", f->point[k]);
        json_array_append_new(point, json_real(strtod(text, NULL)));
    }
    set_name(entry, "a_name", f->name_a);
    set_name(entry, "b_name", f->name_b);
    if (f->rule) set_name(entry, "rule", f->rule);
    if (f->rule && !set_text(entry, "severity", report_level_name(f->level))) return false;
    return set_text(entry, "a", f->id_a) && set_text(entry, "b", f->id_b) &&
           set_text(entry, "kind", report_kind_name(f->kind)) && set_number(entry, "distance", f->distance) &&
           set_number(entry, "depth", f->depth) && json_object_set_new(entry, "point", point) == 0;
}

static bool apply_one(json_t *entries, report_finding *f)
{
    json_t *entry = json_object_get(entries, f->key);
    const report_review before = entry ? status_of(entry) : REPORT_REVIEW_NONE;
    f->review = next_status(f, f->key, entry);
    if (!entry) {
        entry = json_object();
        if (json_object_set_new(entries, f->key, entry) != 0) return false;
    }
    if (f->review != before && !set_text(entry, "status", report_review_name(f->review))) return false;
    f->note = json_string_value(json_object_get(entry, "note"));
    f->by = json_string_value(json_object_get(entry, "by"));
    f->review_lapsed = f->review == REPORT_REVIEW_ACTIVE &&
                       (before == REPORT_REVIEW_APPROVED || before == REPORT_REVIEW_REVIEWED);
    // what somebody looked at is kept as it was then, so that small steps do not add up unseen
    const bool kept = f->status == REPORT_GONE || f->status == REPORT_NOT_CHECKED ||
                      ((f->review == REPORT_REVIEW_APPROVED || f->review == REPORT_REVIEW_REVIEWED) &&
                       json_object_get(entry, "kind"));
    return kept || set_finding(entry, f);
}

bool review_apply(review *r, report *of, tool_error *error)
{
    bool good = true;
    for (size_t i = 0; i < of->finding_count && good; ++i) good = apply_one(entries_of(r), &of->findings[i]);
    const double unit = of->settings.metres_per_unit;
    if (good && unit > 0) good = json_object_set_new(r->document, "metres_per_unit", json_real(unit)) == 0;
    return good || tool_fail(error, "%s: out of memory", r->path);
}

/// The one entry whose key begins so.
static bool find_key(const review *r, const char *which, const char **found, tool_error *error)
{
    const size_t length = strlen(which);
    const char *key;
    json_t *entry;
    size_t count = 0;
    json_object_foreach(entries_of(r), key, entry)
    {
        if (strncmp(key, which, length) != 0) continue;
        *found = key;
        ++count;
    }
    if (length < 4 || strspn(which, "0123456789abcdef") != length)
        return tool_fail(
            error,
            "expected a key or the first 4 digits of it at least, a status (new, active, reviewed, "
            "approved, resolved) or all, not '%.60s'",
            which);
    if (!count)
        return tool_fail(error, "%s: has no finding with the key '%s'; `feeler review %s` lists them",
                         r->path, which, r->path);
    return count == 1 ||
           tool_fail(error, "%s: the keys of %zu findings begin with '%s'", r->path, count, which);
}

static bool set_entry(const review *r, const char *key, json_t *entry, report_review status, const char *note,
                      const char *by, tool_error *error)
{
    if ((note && !set_text(entry, "note", note)) || (by && !set_text(entry, "by", by)))
        return tool_fail(error, "expected UTF-8 in --note and --by");
    if (status == REPORT_REVIEW_APPROVED &&
        (!json_object_get(entry, "note") || !json_object_get(entry, "by")))
        return tool_fail(error, "%s: to approve %s, --by says who does and --note why", r->path, key);
    return set_text(entry, "status", report_review_name(status)) ||
           tool_fail(error, "%s: out of memory", r->path);
}

size_t review_set(review *r, const char *which, report_review status, const char *note, const char *by,
                  tool_error *error)
{
    const report_review of = report_review_from_name(which);
    const bool all = strcmp(which, "all") == 0;
    const char *key, *wanted = NULL;
    json_t *entry;
    size_t count = 0;
    if (!all && of == REPORT_REVIEW_NONE && !find_key(r, which, &wanted, error)) return 0;
    json_object_foreach(entries_of(r), key, entry)
    {
        if (wanted ? strcmp(key, wanted) != 0 : !all && status_of(entry) != of) continue;
        if (!set_entry(r, key, entry, status, note, by, error)) return 0;
        ++count;
    }
    if (!count) tool_fail(error, "%s: has no %s%sfinding", r->path, all ? "" : which, all ? "" : " ");
    return count;
}

size_t review_merge(review *r, const review *from, tool_error *error)
{
    static const char *const members[] = {"status", "note", "by"};
    const char *key;
    json_t *entry;
    bool good = true;
    json_object_foreach(entries_of(from), key, entry)
    {
        json_t *own = json_object_get(entries_of(r), key);
        if (!own) good = good && json_object_set_new(entries_of(r), key, json_deep_copy(entry)) == 0;
        for (size_t i = 0; own && i < 3; ++i) {
            json_t *value = json_object_get(entry, members[i]);
            good = good && (!value || json_object_set(own, members[i], value) == 0);
        }
    }
    if (!good) tool_fail(error, "%s: out of memory", r->path);
    const size_t count = json_object_size(entries_of(from));
    if (!count) tool_fail(error, "%s: has no finding", from->path);
    return good ? count : 0;
}

static void put_words(buffer *t, const char *words, size_t width)
{
    buffer_printable(t, words);
    const size_t used = buffer_width(words);
    buffer_repeat(t, ' ', used < width ? width - used : 0);
}

/// Blanks for underlines; nothing where the entry does not say.
static const char *kind_words(const json_t *entry, const report_finding *f)
{
    return json_object_get(entry, "kind") ? report_kind_words(f->kind) : "";
}

static void put_entry(buffer *t, const char *key, const json_t *entry, const size_t widths[3])
{
    const report_finding f = finding_of(key, entry);
    const char *note = json_string_value(json_object_get(entry, "note")),
               *by = json_string_value(json_object_get(entry, "by"));
    const bool known = json_object_get(entry, "kind") != NULL;
    buffer_format(t, "%s  %-9s ", key, report_review_name(status_of(entry)));
    put_words(t, kind_words(entry, &f), widths[2]);
    char length[32] = "";
    if (known && report_kind_deep(f.kind)) snprintf(length, sizeof length, "%.5g", f.depth);
    if (known && (f.kind == FLR_CLEARANCE || f.kind == FLR_APART))
        snprintf(length, sizeof length, "%.5g", f.distance);
    buffer_format(t, "%-11s", length);
    put_words(t, f.name_a, widths[0]);
    buffer_put(t, "  |  ");
    put_words(t, f.name_b, note || by ? widths[1] : 0);
    if (by) buffer_put(t, "  ");
    if (by) buffer_printable(t, by);
    if (note) buffer_put(t, by ? ": " : "  ");
    if (note) buffer_printable(t, note);
    buffer_char(t, '\n');
}

void review_list(buffer *t, const review *r, report_review only)
{
    size_t widths[3] = {0, 0, 10}, counts[REPORT_REVIEW_COUNT] = {0};
    const char *key;
    json_t *entry;
    json_object_foreach(entries_of(r), key, entry)
    {
        const report_finding f = finding_of(key, entry);
        const size_t used[2] = {buffer_width(f.name_a), buffer_width(f.name_b)};
        for (int i = 0; i < 2; ++i)
            if (used[i] > widths[i] && used[i] <= 44) widths[i] = used[i];
        const size_t kind = strlen(kind_words(entry, &f)) + 1;
        if (kind > widths[2]) widths[2] = kind;
        counts[status_of(entry)]++;
    }
    for (int s = REPORT_REVIEW_NEW; s < REPORT_REVIEW_COUNT; ++s) {
        if (only != REPORT_REVIEW_NONE && s != (int)only) continue;
        json_object_foreach(entries_of(r), key, entry)
        {
            if (status_of(entry) == (report_review)s) put_entry(t, key, entry, widths);
        }
    }
    buffer_put(t, t->length ? "\n" : "");
    buffer_printable(t, r->path);
    for (int s = REPORT_REVIEW_NEW; s < REPORT_REVIEW_COUNT; ++s)
        buffer_format(t, "%s %zu %s", s == REPORT_REVIEW_NEW ? ":" : ",", counts[s],
                      report_review_name((report_review)s));
    buffer_char(t, '\n');
}

/// All of JSON, in lines down to the given depth.
static void put_json(buffer *t, const json_t *value, int depth, int lines)
{
    const bool broken = depth < lines;
    const size_t indent = 2 * (size_t)depth;
    const char *separator = "";
    if (json_is_object(value)) {
        const char *key;
        json_t *member;
        buffer_char(t, '{');
        json_object_foreach((json_t *)(uintptr_t)value, key, member)
        {
            buffer_put(t, separator);
            buffer_put(t, broken ? "\n" : *separator ? " " : "");
            buffer_repeat(t, ' ', broken ? indent + 2 : 0);
            buffer_json(t, key);
            buffer_put(t, ": ");
            put_json(t, member, depth + 1, lines);
            separator = ",";
        }
        if (broken && *separator) {
            buffer_char(t, '\n');
            buffer_repeat(t, ' ', indent);
        }
        buffer_char(t, '}');
    } else if (json_is_array(value)) {
        buffer_char(t, '[');
        for (size_t i = 0; i < json_array_size(value); ++i) {
            if (i) buffer_put(t, ", ");
            put_json(t, json_array_get(value, i), depth + 1, 0);
        }
        buffer_char(t, ']');
    } else if (json_is_string(value)) {
        buffer_json(t, json_string_value(value));
    } else if (json_is_integer(value)) {
        buffer_format(t, "%" PRId64, (int64_t)json_integer_value(value));
    } else if (json_is_real(value)) {
        buffer_number(t, json_real_value(value));
    } else {
        buffer_put(t, json_is_true(value) ? "true" : json_is_false(value) ? "false" : "null");
    }
}

void review_write(buffer *t, const review *r)
{
    put_json(t, r->document, 0, 2);
    buffer_char(t, '\n');
}
