#include "report/page_data.h"

#include "feeler/base.h"
#include "report/report.h"

/// Findings of one block of details: it is read at once, when one of them is first drawn.
#define BLOCK 256
/// Of FLR_FLAG_B_IN_A, the last.
#define FLAG_BITS 9

typedef void put_value(buffer *t, const report_finding *f);

static void put_key(buffer *t, const report_finding *f) { buffer_format(t, "\"%s\"", f->key); }

static void put_index(buffer *t, size_t part)
{
    if (part == REPORT_NO_PART) {
        buffer_put(t, "-1");
    } else {
        buffer_format(t, "%zu", part);
    }
}

static void put_a(buffer *t, const report_finding *f) { put_index(t, f->part_a); }

static void put_b(buffer *t, const report_finding *f) { put_index(t, f->part_b); }

static void put_kind(buffer *t, const report_finding *f)
{
    for (int k = 0; k < REPORT_KINDS_LISTED; ++k) {
        if (report_kinds[k] == f->kind) buffer_format(t, "%d", k);
    }
}

static void put_status(buffer *t, const report_finding *f) { buffer_format(t, "%d", (int)f->status); }

static void put_distance(buffer *t, const report_finding *f) { buffer_number(t, f->distance); }

static void put_depth(buffer *t, const report_finding *f) { buffer_number(t, f->depth); }

static void put_volume(buffer *t, const report_finding *f)
{
    if (f->has_volume) {
        buffer_number(t, f->volume);
    } else {
        buffer_put(t, "null");
    }
}

static void put_flags(buffer *t, const report_finding *f) { buffer_format(t, "%u", (unsigned)f->flags); }

/// Level and rule, or 0.
static void put_rule(buffer *t, const report_finding *f)
{
    if (!f->rule) {
        buffer_char(t, '0');
        return;
    }
    buffer_format(t, "[\"%s\",", report_level_name(f->level));
    buffer_json(t, f->rule);
    buffer_char(t, ']');
}

static void put_review(buffer *t, const report_finding *f)
{
    if (f->review == REPORT_REVIEW_NONE) {
        buffer_put(t, "null");
    } else {
        report_json_review(t, f);
    }
}

static void put_columns(buffer *t, const report *r)
{
    static const struct {
        const char *name;
        put_value *put;
    } columns[] = {{"key", put_key},     {"a", put_a},           {"b", put_b},
                   {"kind", put_kind},   {"status", put_status}, {"distance", put_distance},
                   {"depth", put_depth}, {"volume", put_volume}, {"flags", put_flags},
                   {"rule", put_rule},   {"review", put_review}};
    for (size_t c = 0; c < sizeof columns / sizeof *columns; ++c) {
        buffer_format(t, "%s    \"%s\": [", c ? ",\n" : "", columns[c].name);
        for (size_t i = 0; i < r->finding_count; ++i) {
            if (i) buffer_char(t, ',');
            columns[c].put(t, &r->findings[i]);
        }
        buffer_char(t, ']');
    }
}

/// What has gone from the files since the baseline was written: [finding, "a" or "b", id, name] each.
static void put_lost(buffer *t, const report *r)
{
    const char *separator = "";
    for (size_t i = 0; i < 2 * r->finding_count; ++i) {
        const report_finding *f = &r->findings[i / 2];
        const bool second = i % 2;
        if ((second ? f->part_b : f->part_a) != REPORT_NO_PART) continue;
        buffer_format(t, "%s[%zu, \"%s\", \"%s\", ", separator, i / 2, second ? "b" : "a",
                      second ? f->id_b : f->id_a);
        buffer_json(t, second ? f->name_b : f->name_a);
        buffer_char(t, ']');
        separator = ",\n";
    }
}

static void put_parts(buffer *t, const report *r)
{
    buffer_put(t, "[");
    for (size_t i = 0; i < r->part_count; ++i) {
        const report_part *p = &r->parts[i];
        buffer_format(t, "%s[\"%s\", %d, ", i ? ",\n" : "", p->id, p->watertight);
        buffer_json(t, p->name);
        buffer_put(t, ", ");
        buffer_json(t, p->path);
        buffer_char(t, ']');
    }
    buffer_char(t, ']');
}

static void put_group_lists(buffer *t, const report *r, report_grouping by)
{
    report_groups g;
    if (!report_groups_make(&g, r, by)) t->failed = true;
    buffer_char(t, '[');
    for (size_t i = 0; i < g.count; ++i) {
        buffer_put(t, i ? ",\n[" : "[");
        buffer_json(t, g.groups[i].name);
        buffer_put(t, ",[");
        for (size_t k = 0; k < g.groups[i].count; ++k)
            buffer_format(t, "%s%u", k ? "," : "", (unsigned)g.groups[i].findings[k]);
        buffer_put(t, "]]");
    }
    buffer_char(t, ']');
    report_groups_free(&g);
}

/// The names of flags, by their bits.
static void put_flag_names(buffer *t)
{
    for (int bit = 0; bit < FLAG_BITS; ++bit) {
        const char *names[REPORT_FLAG_COUNT];
        report_flag_names(1U << bit, names);
        buffer_format(t, "%s\"%s\"", bit ? ", " : "", names[0]);
    }
}

void page_data(buffer *t, const report *r)
{
    buffer_format(t, "{\"generator\": \"feeler %s\",\n", FLR_VERSION_STRING);
    report_json_settings(t, &r->settings);
    report_json_summary(t, r);
    buffer_put(t, "\"parts\": ");
    put_parts(t, r);
    buffer_put(t, ",\n\"groups\": {\"design\": ");
    put_group_lists(t, r, REPORT_BY_DESIGN);
    buffer_put(t, "},\n\"flags\": [");
    put_flag_names(t);
    buffer_put(t, "],\n\"lost\": [");
    put_lost(t, r);
    buffer_format(t, "],\n\"block\": %d,\n\"findings\": {\n", BLOCK);
    put_columns(t, r);
    buffer_put(t, "}}\n");
}

/// Three numbers to nine digits of the model's size: what a picture and a line of text show is less.
static void put_vector(buffer *t, const double v[3], double size)
{
    for (int k = 0; k < 3; ++k) {
        buffer_char(t, k ? ',' : '[');
        buffer_coordinate(t, v[k], size, 9);
    }
    buffer_char(t, ']');
}

static void put_details(buffer *t, const report_finding *f, double size)
{
    buffer_char(t, '[');
    put_vector(t, f->point, size);
    buffer_char(t, ',');
    put_vector(t, f->point_a, size);
    buffer_char(t, ',');
    put_vector(t, f->point_b, size);
    buffer_char(t, ',');
    put_vector(t, f->normal, 1);
    buffer_char(t, ',');
    buffer_number(t, f->tessellation);
    buffer_put(t, ",[");
    if (f->lines) report_json_lines(t, f->lines, size);
    buffer_char(t, ']');
    if (f->has_previous) {
        buffer_put(t, ",{");
        report_json_lengths(t, f->previous.kind, f->previous.distance, f->previous.depth);
        buffer_char(t, '}');
    }
    buffer_char(t, ']');
}

void page_details(buffer *t, const report *r)
{
    for (int by = REPORT_BY_DESIGN + 1; by < REPORT_GROUPING_COUNT; ++by) {
        buffer_format(t, "<script type=\"application/json\" id=\"groups-%s\">\n",
                      report_grouping_name((report_grouping)by));
        put_group_lists(t, r, (report_grouping)by);
        buffer_put(t, "\n</script>\n");
    }
    for (size_t i = 0; i < r->finding_count; ++i) {
        if (i % BLOCK == 0) buffer_put(t, "<script type=\"application/json\" class=\"details\">\n[");
        put_details(t, &r->findings[i], r->settings.diagonal);
        const bool last = i + 1 == r->finding_count || (i + 1) % BLOCK == 0;
        buffer_put(t, last ? "]\n</script>\n" : ",\n");
    }
}
