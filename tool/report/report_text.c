#include <stdio.h>
#include <string.h>

#include "report/report.h"

/// Longer names are written out, at the price of that row's alignment.
#define WIDEST_COLUMN 44

typedef struct layout {
    size_t kind, name_a, name_b, length;
    bool with_status, with_level;
    bool color;
} layout;

static const char *color_of_kind(flr_interference_kind kind)
{
    switch ((int)kind) {
    case FLR_CLASH:
        return "\033[1;31m";
    case FLR_CONTAINED:
    case REPORT_DUPLICATE:
        return "\033[1;35m";
    case REPORT_WITHIN_TESSELLATION:
    case FLR_TOUCH:
        return "\033[36m";
    default:
        return "\033[33m";
    }
}

static const char *color_of(const report_finding *f)
{
    if (f->status == REPORT_GONE) return "\033[32m";
    return f->status == REPORT_NOT_CHECKED ? "\033[2m" : color_of_kind(f->kind);
}

static void painted(buffer *t, bool color, const char *code, const char *words)
{
    if (color) buffer_put(t, code);
    buffer_put(t, words);
    if (color) buffer_put(t, "\033[0m");
}

/// What is worth a number in this kind: how deep, or how far apart.
static void put_length(buffer *t, const report_finding *f, const report_settings *set)
{
    if (f->flags & FLR_FLAG_DEPTH_UNKNOWN) {
        buffer_put(t, "depth unknown");
    } else if (report_kind_deep(f->kind)) {
        buffer_format(t, "depth %s%.5g", f->flags & FLR_FLAG_DEPTH_LOWER_BOUND ? ">= " : "", f->depth);
        report_put_unit(t, set);
    } else if (f->kind == FLR_CLEARANCE || f->kind == FLR_APART) {
        buffer_format(t, "gap %.5g", f->distance);
        report_put_unit(t, set);
    }
}

static void put_padded(buffer *t, const char *string, size_t width)
{
    buffer_printable(t, string);
    size_t used = buffer_width(string);
    if (used < width) buffer_repeat(t, ' ', width - used);
}

/// Who said what about it.
static void put_review(buffer *t, const report_finding *f)
{
    if (f->review_lapsed) buffer_put(t, "  is worse than when it was looked at");
    if (f->by) buffer_put(t, "  by ");
    if (f->by) buffer_printable(t, f->by);
    if (f->note) buffer_put(t, f->by ? ": " : "  note: ");
    if (f->note) buffer_printable(t, f->note);
}

/// What two solids have in common.
static void put_volume(buffer *t, const report_finding *f, const report_settings *set)
{
    if (!f->has_volume) return;
    buffer_format(t, "  volume %.5g", f->volume);
    report_put_unit(t, set);
    if (set->unit && *set->unit) buffer_put(t, "^3");
}

static void put_row(buffer *t, const report_finding *f, const report_settings *set, const layout *l)
{
    buffer_put(t, "  ");
    if (l->color) buffer_put(t, color_of(f));
    if (l->with_status)
        put_padded(t,
                   f->status == REPORT_NOT_CHECKED ? "not checked"
                   : f->review                     ? report_review_name(f->review)
                                                   : report_status_name(f->status),
                   13);
    if (l->with_level) put_padded(t, report_level_name(f->level), 9);
    put_padded(t, report_kind_words(f->kind), l->kind);
    if (l->color) buffer_put(t, "\033[0m");
    buffer length = {0};
    put_length(&length, f, set);
    t->failed |= length.failed;
    put_padded(t, length.data ? length.data : "", l->length ? l->length + 2 : 0);
    buffer_free(&length);
    put_padded(t, f->name_a, l->name_a);
    buffer_put(t, "  |  ");
    put_padded(t, f->name_b, l->name_b);
    buffer_put(t, "  at ");
    buffer_place(t, f->point, set->diagonal, 5);
    report_put_unit(t, set);
    put_volume(t, f, set);
    const char *names[REPORT_FLAG_COUNT];
    size_t count = report_flag_names(f->flags, names);
    for (size_t i = 0; i < count; ++i) {
        buffer_put(t, i ? ", " : "  [");
        for (const char *c = names[i]; *c; ++c) buffer_char(t, *c == '_' ? ' ' : *c);
    }
    if (count) buffer_char(t, ']');
    if (f->rule) {
        buffer_put(t, "  rule: ");
        buffer_printable(t, f->rule);
    }
    put_review(t, f);
    buffer_char(t, '\n');
}

static layout measure(const report *r, bool color)
{
    layout l = {.kind = 11,
                .color = color,
                .with_status = r->settings.baseline || r->settings.review,
                .with_level = r->settings.rules != NULL};
    for (size_t i = 0; i < r->finding_count; ++i) {
        const report_finding *f = &r->findings[i];
        size_t a = buffer_width(f->name_a), b = buffer_width(f->name_b);
        const size_t kind = strlen(report_kind_words(f->kind)) + 2;
        if (kind > l.kind) l.kind = kind;
        if (a > l.name_a && a <= WIDEST_COLUMN) l.name_a = a;
        if (b > l.name_b && b <= WIDEST_COLUMN) l.name_b = b;
        buffer length = {0};
        put_length(&length, f, &r->settings);
        if (length.length > l.length) l.length = length.length;
        buffer_free(&length);
    }
    return l;
}

/// What makes the exit status 1.
static void put_failing(buffer *t, const report_settings *set)
{
    const char *separator = "fails on ";
    for (int l = 1; l < REPORT_LEVEL_COUNT; ++l) {
        if (!set->fail_on_level[l]) continue;
        buffer_format(t, "%s%s", separator, report_level_name((report_level)l));
        separator = ", ";
    }
    for (int k = 0; k < REPORT_KINDS_LISTED; ++k) {
        if (!set->fail_on[report_kinds[k]]) continue;
        buffer_format(t, "%s%s", separator, report_kind_name(report_kinds[k]));
        separator = ", ";
    }
    buffer_put(t, *separator == 'f' ? "fails on nothing (--fail-on)" : " (--fail-on)");
}

static void put_head(buffer *t, const report *r)
{
    const report_summary *s = &r->summary;
    const report_settings *set = &r->settings;
    for (size_t i = 0; i < set->file_count; ++i) {
        if (i) buffer_put(t, ", ");
        buffer_printable(t, set->files[i]);
    }
    buffer_format(t, ": %zu part%s, %zu mesh%s, %zu triangle%s", r->part_count, buffer_plural(r->part_count),
                  s->meshes, s->meshes == 1 ? "" : "es", s->triangles, buffer_plural(s->triangles));
    if (s->open_parts) buffer_format(t, "; %zu not watertight", s->open_parts);
    buffer_put(t, "; ");
    put_failing(t, set);
    buffer_put(t, "\ntolerance ");
    if (!set->tolerance_given && set->tolerance_least < 0.9995 * set->tolerance) {
        buffer_format(t, "%.4g", set->tolerance_least);
        report_put_unit(t, set);
        buffer_put(t, " to ");
    }
    buffer_format(t, "%.4g", set->tolerance);
    report_put_unit(t, set);
    if (set->tolerance_given) {
        buffer_format(t, " (as given; the model's diagonal is %.4g", set->diagonal);
        report_put_unit(t, set);
        buffer_put(t, ")");
    } else {
        buffer_put(t, " (1e-6 of the diagonal of a pair's larger part)");
    }
    buffer_put(t, set->rules ? " or as a rule says, clearance up to " : ", clearance ");
    buffer_format(t, "%.4g", set->clearance);
    report_put_unit(t, set);
    buffer_put(t, set->unit_given            ? ", unit as given\n"
                  : set->metres_per_unit > 0 ? ", unit as the format says (--unit)\n"
                                             : ", unit not known (--unit)\n");
}

/// "3 clash, 1 touch": only what there is, in the order of severity.
static void put_kinds(buffer *t, const report_summary *s, bool color)
{
    const char *separator = "";
    for (int k = 0; k < REPORT_KINDS_LISTED; ++k) {
        const flr_interference_kind kind = report_kinds[k];
        if (!s->kinds[kind]) continue;
        buffer_format(t, "%s%zu ", separator, s->kinds[kind]);
        painted(t, color, color_of_kind(kind), report_kind_words(kind));
        separator = ", ";
    }
    if (!*separator) painted(t, color, "\033[32m", "nothing found");
}

/// Every rule, so that one that decides nothing is seen.
static void put_rules(buffer *t, const report *r)
{
    size_t pairs = 5, findings = 8;
    char number[32];
    for (size_t i = 0; i < r->rule_count; ++i) {
        const int width = snprintf(number, sizeof number, "%zu", r->rules[i].pairs);
        if ((size_t)width > pairs) pairs = (size_t)width;
    }
    buffer_format(t, "  %-10s  %-*s  %-*s  rules of ", "kind", (int)pairs, "pairs", (int)findings,
                  "findings");
    buffer_printable(t, r->settings.rules);
    buffer_char(t, '\n');
    for (size_t i = 0; i < r->rule_count; ++i) {
        const report_rule *at = &r->rules[i];
        buffer_format(t, "  %-10s  %*zu  %*zu  ", at->kind, (int)pairs, at->pairs, (int)findings,
                      at->findings);
        buffer_printable(t, at->name);
        buffer_char(t, '\n');
    }
    buffer_char(t, '\n');
}

static void put_foot(buffer *t, const report *r, bool color)
{
    const report_summary *s = &r->summary;
    put_kinds(t, s, color);
    buffer_format(t, " among %zu pair%s (%zu within reach, %zu checked)", s->pairs_total,
                  buffer_plural(s->pairs_total), s->pairs_near, s->pairs_checked);
    size_t unlisted = report_unlisted(s);
    if (unlisted) buffer_format(t, "; %zu more than are listed", unlisted);
    if (s->ignored) buffer_format(t, "; %zu ignored", s->ignored);
    buffer_char(t, '\n');
    if (r->settings.review) {
        buffer_printable(t, r->settings.review);
        for (int k = REPORT_REVIEW_NEW; k < REPORT_REVIEW_COUNT; ++k)
            buffer_format(t, "%s %zu %s", k == REPORT_REVIEW_NEW ? ":" : ",", s->reviews[k],
                          report_review_name((report_review)k));
        if (s->statuses[REPORT_NOT_CHECKED])
            buffer_format(t, " (%zu of them not checked)", s->statuses[REPORT_NOT_CHECKED]);
        buffer_char(t, '\n');
    }
    if (r->settings.baseline) {
        buffer_put(t, "against ");
        buffer_printable(t, r->settings.baseline);
        buffer_format(t, ": %zu new, %zu persistent, %zu gone, %zu not checked\n", s->statuses[REPORT_NEW],
                      s->statuses[REPORT_PERSISTENT], s->statuses[REPORT_GONE],
                      s->statuses[REPORT_NOT_CHECKED]);
    }
}

static size_t count_gone(const report_group *g)
{
    size_t count = g->count;
    for (int k = 0; k < REPORT_KIND_COUNT; ++k) count -= g->kinds[k];
    return count;
}

static void put_group(buffer *t, const report_group *g, const report *r, report_grouping by, size_t width,
                      bool color)
{
    buffer_put(t, "  ");
    put_padded(t, g->name, width + 2);
    const char *separator = "";
    for (int k = 0; k < REPORT_KINDS_LISTED; ++k) {
        const flr_interference_kind kind = report_kinds[k];
        if (!g->kinds[kind]) continue;
        buffer_format(t, "%s%zu ", separator, g->kinds[kind]);
        painted(t, color, color_of_kind(kind), report_kind_words(kind));
        separator = ", ";
    }
    if (count_gone(g)) buffer_format(t, "%s%zu gone or not checked", separator, count_gone(g));
    if (g->depth > 0) {
        buffer_format(t, ", depth to %.5g", g->depth);
        report_put_unit(t, &r->settings);
    }
    const report_finding *worst = &r->findings[g->findings[0]];
    if (by != REPORT_BY_PLACE) {  // it is the name of the place
        buffer_put(t, ", the worst at ");
        buffer_place(t, worst->point, r->settings.diagonal, 5);
        report_put_unit(t, &r->settings);
    }
    buffer_char(t, '\n');
}

static void put_groups(buffer *t, const report *r, const report_text_options *how, bool listed)
{
    static const char *const words[REPORT_GROUPING_COUNT] = {
        "pair of designs", "part (each finding stands with both of its parts)", "place",
        "level of the assembly"};
    report_groups g;
    if (!report_groups_make(&g, r, how->by)) t->failed = true;
    size_t width = 0;
    for (size_t i = 0; i < g.count; ++i) {
        const size_t name = buffer_width(g.groups[i].name);
        if (name > width && name <= 2 * WIDEST_COLUMN) width = name;
    }
    buffer_format(t, "%zu finding%s in %zu group%s by %s%s\n", r->finding_count,
                  buffer_plural(r->finding_count), g.count, buffer_plural(g.count), words[how->by],
                  listed ? "" : "; --list shows each, --group-by groups otherwise");
    for (size_t i = 0; i < g.count; ++i) put_group(t, &g.groups[i], r, how->by, width, how->color);
    report_groups_free(&g);
}

void report_text(buffer *t, const report *r, const report_text_options *how)
{
    put_head(t, r);
    buffer_char(t, '\n');
    const bool many = r->finding_count > REPORT_TEXT_LISTED;
    const bool listed = !many || how->list;
    if (r->finding_count && (many || how->group)) {
        put_groups(t, r, how, listed);
        buffer_char(t, '\n');
    }
    if (r->finding_count && listed) {
        layout l = measure(r, how->color);
        for (size_t i = 0; i < r->finding_count; ++i) put_row(t, &r->findings[i], &r->settings, &l);
        buffer_char(t, '\n');
    }
    if (r->settings.rules) put_rules(t, r);
    put_foot(t, r, how->color);
}
