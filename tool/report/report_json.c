#include "feeler/base.h"
#include "report/groups.h"
#include "report/report.h"

void report_json_vector(buffer *t, const double v[3])
{
    buffer_char(t, '[');
    for (int i = 0; i < 3; ++i) {
        if (i) buffer_put(t, ", ");
        buffer_number(t, v[i]);
    }
    buffer_char(t, ']');
}

static void put_bool(buffer *t, bool value) { buffer_put(t, value ? "true" : "false"); }

static void put_string_or_null(buffer *t, const char *string)
{
    if (string) {
        buffer_json(t, string);
    } else {
        buffer_put(t, "null");
    }
}

static void put_strings(buffer *t, const char *const *strings, size_t count)
{
    buffer_char(t, '[');
    for (size_t i = 0; i < count; ++i) {
        if (i) buffer_put(t, ", ");
        buffer_json(t, strings[i]);
    }
    buffer_char(t, ']');
}

void report_json_settings(buffer *t, const report_settings *s)
{
    buffer_put(t, "  \"settings\": {\n    \"tolerance\": ");
    buffer_number(t, s->tolerance);
    buffer_put(t, ",\n    \"tolerance_source\": ");
    buffer_put(t, s->tolerance_given ? "\"given\"" : "\"1e-6 x diagonal of the larger part\"");
    buffer_put(t, ",\n    \"tolerance_least\": ");
    buffer_number(t, s->tolerance_least);
    buffer_put(t, ",\n    \"diagonal\": ");
    buffer_number(t, s->diagonal);
    buffer_put(t, ",\n    \"clearance\": ");
    buffer_number(t, s->clearance);
    buffer_put(t, ",\n    \"metres_per_unit\": ");
    if (s->metres_per_unit > 0) {
        buffer_number(t, s->metres_per_unit);
    } else {
        buffer_put(t, "null");
    }
    buffer_put(t, ",\n    \"unit\": ");
    put_string_or_null(t, s->unit && *s->unit ? s->unit : NULL);
    buffer_format(t, ",\n    \"unit_source\": \"%s\"",
                  s->unit_given            ? "given"
                  : s->metres_per_unit > 0 ? "format"
                                           : "unknown");
    buffer_put(t, ",\n    \"left_out\": ");
    put_strings(t, s->left_out, s->left_out_count);
    buffer_put(t, ",\n    \"files\": ");
    put_strings(t, s->files, s->file_count);
    buffer_put(t, ",\n    \"pairs\": ");
    put_strings(t, s->pairs, s->pair_count);
    buffer_put(t, ",\n    \"ignore\": ");
    put_string_or_null(t, s->ignore);
    buffer_put(t, ",\n    \"baseline\": ");
    put_string_or_null(t, s->baseline);
    buffer_put(t, ",\n    \"rules\": ");
    put_string_or_null(t, s->rules);
    buffer_put(t, ",\n    \"review\": ");
    put_string_or_null(t, s->review);
    buffer_put(t, ",\n    \"fail_on\": [");
    const char *separator = "";
    for (int l = 1; l < REPORT_LEVEL_COUNT; ++l) {
        if (!s->fail_on_level[l]) continue;
        buffer_format(t, "%s\"%s\"", separator, report_level_name((report_level)l));
        separator = ", ";
    }
    for (int k = 0; k < REPORT_KINDS_LISTED; ++k) {
        if (!s->fail_on[report_kinds[k]]) continue;
        buffer_format(t, "%s\"%s\"", separator, report_kind_name(report_kinds[k]));
        separator = ", ";
    }
    buffer_put(t, "]\n  },\n");
}

void report_json_summary(buffer *t, const report *r)
{
    const report_summary *s = &r->summary;
    buffer_format(t,
                  "  \"summary\": {\n    \"parts\": %zu,\n    \"meshes\": %zu,\n    \"triangles\": %zu,\n"
                  "    \"parts_not_watertight\": %zu,\n"
                  "    \"pairs\": {\"total\": %zu, \"near\": %zu, \"checked\": %zu},\n",
                  r->part_count, s->meshes, s->triangles, s->open_parts, s->pairs_total, s->pairs_near,
                  s->pairs_checked);
    buffer_put(t, "    \"kinds\": {");
    for (int k = 0; k < REPORT_KINDS_LISTED; ++k)
        buffer_format(t, "%s\"%s\": %zu", k ? ", " : "", report_kind_name(report_kinds[k]),
                      s->kinds[report_kinds[k]]);
    buffer_put(t, "},\n");
    buffer_format(
        t, "    \"statuses\": {\"new\": %zu, \"persistent\": %zu, \"gone\": %zu, \"not_checked\": %zu},\n",
        s->statuses[REPORT_NEW], s->statuses[REPORT_PERSISTENT], s->statuses[REPORT_GONE],
        s->statuses[REPORT_NOT_CHECKED]);
    if (r->settings.review) {
        buffer_put(t, "    \"reviews\": {");
        for (int k = REPORT_REVIEW_NEW; k < REPORT_REVIEW_COUNT; ++k)
            buffer_format(t, "%s\"%s\": %zu", k == REPORT_REVIEW_NEW ? "" : ", ",
                          report_review_name((report_review)k), s->reviews[k]);
        buffer_put(t, "},\n");
    }
    buffer_format(t, "    \"ignored\": %zu,\n    \"unlisted\": %zu,\n    \"failing\": %zu\n  },\n",
                  s->ignored, report_unlisted(s), s->failing);
}

static void put_part(buffer *t, const report_part *p)
{
    buffer_format(t, "    {\"id\": \"%s\", \"name\": ", p->id);
    buffer_json(t, p->name);
    buffer_put(t, ", \"path\": ");
    buffer_json(t, p->path);
    buffer_put(t, ", \"transform\": [");
    for (int row = 0; row < 4; ++row) {
        buffer_put(t, row ? ", [" : "[");
        for (int column = 0; column < 4; ++column) {
            if (column) buffer_put(t, ", ");
            buffer_number(t, p->transform[4 * row + column]);
        }
        buffer_char(t, ']');
    }
    buffer_format(t, "], \"triangles\": %zu, \"watertight\": ", p->triangles);
    put_bool(t, p->watertight);
    buffer_put(t, ", \"bounds\": {\"min\": ");
    report_json_vector(t, p->min);
    buffer_put(t, ", \"max\": ");
    report_json_vector(t, p->max);
    buffer_put(t, "}}");
}

void report_json_lengths(buffer *t, flr_interference_kind kind, double distance, double depth)
{
    buffer_format(t, "\"kind\": \"%s\", \"distance\": ", report_kind_name(kind));
    buffer_number(t, distance);
    buffer_put(t, ", \"depth\": ");
    buffer_number(t, depth);
}

void report_json_lines(buffer *t, const report_lines *lines, double size)
{
    const double *p = lines->points;
    for (size_t i = 0; i < lines->count; ++i) {
        buffer_put(t, i ? ", [" : "[");
        for (size_t k = 0; k < lines->counts[i]; ++k, p += 3) {
            for (int c = 0; c < 3; ++c) {
                buffer_put(t, c ? ", " : k ? ", [" : "[");
                buffer_coordinate(t, p[c], size, 7);
            }
            buffer_char(t, ']');
        }
        buffer_char(t, ']');
    }
}

static void put_overlap(buffer *t, const report_finding *f, double size)
{
    buffer_put(t, ", \"volume\": ");
    if (f->has_volume) {
        buffer_number(t, f->volume);
    } else {
        buffer_put(t, "null");
    }
    buffer_put(t, ", \"lines\": [");
    if (f->lines) report_json_lines(t, f->lines, size);
    buffer_char(t, ']');
}

void report_json_review(buffer *t, const report_finding *f)
{
    buffer_format(t, "{\"status\": \"%s\", \"lapsed\": %s, \"note\": ", report_review_name(f->review),
                  f->review_lapsed ? "true" : "false");
    put_string_or_null(t, f->note);
    buffer_put(t, ", \"by\": ");
    put_string_or_null(t, f->by);
    buffer_char(t, '}');
}

static void put_finding(buffer *t, const report_finding *f, double size)
{
    buffer_format(t, "    {\"key\": \"%s\", \"a\": \"%s\", \"b\": \"%s\", \"a_name\": ", f->key, f->id_a,
                  f->id_b);
    buffer_json(t, f->name_a);
    buffer_put(t, ", \"b_name\": ");
    buffer_json(t, f->name_b);
    buffer_put(t, ", ");
    report_json_lengths(t, f->kind, f->distance, f->depth);
    put_overlap(t, f, size);
    buffer_put(t, ", \"tolerance\": ");
    buffer_number(t, f->tolerance);
    buffer_put(t, ", \"tessellation\": ");
    buffer_number(t, f->tessellation);
    buffer_put(t, ", \"point_a\": ");
    report_json_vector(t, f->point_a);
    buffer_put(t, ", \"point_b\": ");
    report_json_vector(t, f->point_b);
    buffer_put(t, ", \"normal\": ");
    report_json_vector(t, f->normal);
    buffer_put(t, ", \"point\": ");
    report_json_vector(t, f->point);
    buffer_put(t, ", \"flags\": ");
    const char *names[REPORT_FLAG_COUNT];
    put_strings(t, names, report_flag_names(f->flags, names));
    buffer_format(t, ", \"status\": \"%s\"", report_status_name(f->status));
    if (f->rule) {
        buffer_format(t, ", \"severity\": \"%s\", \"rule\": ", report_level_name(f->level));
        buffer_json(t, f->rule);
    }
    if (f->review != REPORT_REVIEW_NONE) {
        buffer_put(t, ", \"review\": ");
        report_json_review(t, f);
    }
    if (f->has_previous) {
        buffer_put(t, ", \"previous\": {");
        report_json_lengths(t, f->previous.kind, f->previous.distance, f->previous.depth);
        buffer_char(t, '}');
    }
    buffer_char(t, '}');
}

static void put_group(buffer *t, const report_group *g)
{
    buffer_put(t, "      {\"name\": ");
    buffer_json(t, g->name);
    buffer_put(t, ", \"kinds\": {");
    const char *separator = "";
    for (int k = 0; k < REPORT_KINDS_LISTED; ++k) {
        const flr_interference_kind kind = report_kinds[k];
        if (!g->kinds[kind]) continue;
        buffer_format(t, "%s\"%s\": %zu", separator, report_kind_name(kind), g->kinds[kind]);
        separator = ", ";
    }
    buffer_put(t, "}, \"depth\": ");
    buffer_number(t, g->depth);
    buffer_put(t, ", \"findings\": [");
    for (size_t i = 0; i < g->count; ++i) buffer_format(t, "%s%u", i ? ", " : "", (unsigned)g->findings[i]);
    buffer_put(t, "]}");
}

static void put_groups(buffer *t, const report *r)
{
    buffer_put(t, "  \"groups\": {\n");
    for (int by = 0; by < REPORT_GROUPING_COUNT; ++by) {
        report_groups g;
        if (!report_groups_make(&g, r, (report_grouping)by)) t->failed = true;
        buffer_format(t, "    \"%s\": [", report_grouping_name((report_grouping)by));
        for (size_t i = 0; i < g.count; ++i) {
            buffer_put(t, i ? ",\n" : "\n");
            put_group(t, &g.groups[i]);
        }
        buffer_put(t, g.count ? "\n    ]" : "]");
        buffer_put(t, by + 1 < REPORT_GROUPING_COUNT ? ",\n" : "\n");
        report_groups_free(&g);
    }
    buffer_put(t, "  },\n");
}

static void put_rules(buffer *t, const report *r)
{
    buffer_put(t, "  \"rules\": [");
    for (size_t i = 0; i < r->rule_count; ++i) {
        const report_rule *at = &r->rules[i];
        buffer_put(t, i ? ",\n    {\"name\": " : "\n    {\"name\": ");
        buffer_json(t, at->name);
        buffer_format(t, ", \"kind\": \"%s\", \"severity\": \"%s\", \"pairs\": %zu, \"findings\": %zu}",
                      at->kind, report_level_name(at->level), at->pairs, at->findings);
    }
    buffer_put(t, r->rule_count ? "\n  ],\n" : "],\n");
}

void report_json(buffer *t, const report *r)
{
    buffer_format(t, "{\n  \"schema\": \"%s\",\n  \"version\": %d,\n  \"generator\": \"feeler %s\",\n",
                  REPORT_SCHEMA, REPORT_VERSION, FLR_VERSION_STRING);
    report_json_settings(t, &r->settings);
    report_json_summary(t, r);
    put_groups(t, r);
    if (r->settings.rules) put_rules(t, r);
    buffer_put(t, "  \"parts\": [");
    for (size_t i = 0; i < r->part_count; ++i) {
        buffer_put(t, i ? ",\n" : "\n");
        put_part(t, &r->parts[i]);
    }
    buffer_put(t, r->part_count ? "\n  ],\n  \"findings\": [" : "],\n  \"findings\": [");
    for (size_t i = 0; i < r->finding_count; ++i) {
        buffer_put(t, i ? ",\n" : "\n");
        put_finding(t, &r->findings[i], r->settings.diagonal);
    }
    buffer_put(t, r->finding_count ? "\n  ]\n}\n" : "]\n}\n");
}
