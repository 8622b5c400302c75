#include "command/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "command/command.h"
#include "command/interrupt.h"
#include "command/units.h"
#include "report/output.h"
#include "report/report.h"
#include "report/review.h"

/// "clash,contained", "none", and with rules "warning,clash": a severity stands for the higher ones too.
static bool parse_fail_on(const check_options *o, report_settings *s, tool_error *error)
{
    const char *list = o->fail_on ? o->fail_on : o->rules ? "error" : FAIL_ON_DEFAULT;
    memset(s->fail_on, 0, sizeof s->fail_on);
    memset(s->fail_on_level, 0, sizeof s->fail_on_level);
    if (strcmp(list, "none") == 0) return true;
    for (const char *at = list;;) {
        size_t length = strcspn(at, ",");
        char name[32] = "";
        if (length < sizeof name) memcpy(name, at, length);
        flr_interference_kind kind = report_kind_from_name(name);
        report_level level = report_level_from_name(name);
        if (level != REPORT_LEVEL_NONE && !o->rules)
            return tool_fail(error, "--fail-on: '%s' is a severity, which only rules give (--rules)", name);
        if (kind == FLR_APART && level == REPORT_LEVEL_NONE && (!o->rules || strcmp(name, "apart") != 0)) {
            return tool_fail(
                error,
                "--fail-on: expected kinds of clash, contained, duplicate, within_tessellation, touch, "
                "clearance%s, joined by commas, or none; not '%s'",
                o->rules ? ", apart, or severities of error, warning, info" : "", list);
        }
        for (int l = REPORT_LEVEL_ERROR; l <= (int)level; ++l) s->fail_on_level[l] = true;
        if (level == REPORT_LEVEL_NONE) s->fail_on[kind] = true;
        if (!at[length]) return true;
        at += length + 1;
    }
}

static bool has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcasecmp(path + length - size, ending) == 0;
}

/// The page is HTML, whatever the name says; a name that says something else was meant for something else.
static bool check_report_name(const char *path, tool_error *error)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return !dot || has_ending(path, ".html") || has_ending(path, ".htm") ||
           tool_fail(error,
                     "--report: %s: expected a name that ends in .html: the page is HTML, which a browser "
                     "can print "
                     "to PDF; --output writes text, JSON or CSV (--format)",
                     path);
}

/// All that a run holds, released in one place.
typedef struct run {
    const check_options *options;
    assembly assembly;
    pattern_pairs only, ignored;
    ruleset rules;
    baseline baseline;
    review review;
    report report;
    const char **files;
    tool_error error;
} run;

/// A file that is read must not be written over, but for the baseline, which is read to its end before.
static bool check_targets(const run *x, tool_error *error)
{
    const check_options *o = x->options;
    const char *targets[] = {o->output, o->report};
    if (o->report && !check_report_name(o->report, error)) return false;
    for (size_t t = 0; t < 2; ++t) {
        if (!targets[t]) continue;
        for (size_t i = 0; i < o->files.count; ++i) {
            if (!output_same_file(targets[t], o->files.items[i])) continue;
            return tool_fail(error, "%s: is an input; it would be written over", targets[t]);
        }
        if (o->ignore && output_same_file(targets[t], o->ignore)) {
            return tool_fail(error, "%s: is the ignore file; it would be written over", targets[t]);
        }
        if (x->review.path && output_same_place(targets[t], x->review.path)) {
            return tool_fail(error, "%s: is the review; it would be written over", targets[t]);
        }
        if (o->rules && output_same_file(targets[t], o->rules)) {
            return tool_fail(error, "%s: is the rules file; it would be written over", targets[t]);
        }
    }
    if (o->output && o->report && output_same_place(o->output, o->report))
        return tool_fail(error, "%s and %s: --output and --report name the same file", o->output, o->report);
    return true;
}

/// A pair that was asked for and is not there is no answer.
static bool check_used(const pattern_pairs *only, tool_error *error)
{
    for (size_t i = 0; i < only->count; ++i) {
        const pattern_pair *pair = &only->items[i];
        if (!pair->used)
            return tool_fail(error, "--pairs '%s : %s' picks no pair of parts; `feeler info` lists the parts",
                             pair->a, pair->b);
    }
    return true;
}

/// An ignore file is kept while the model changes, so a line without a use is no error; but it may be a mistake, so it is
/// reported also where it is quiet.
static void warn_unused(const pattern_pairs *p, const char *where)
{
    for (size_t i = 0; i < p->count; ++i) {
        const pattern_pair *pair = &p->items[i];
        if (pair->used) continue;
        if (pair->b) {
            command_note(false, "%s:%zu: '%s : %s' matches no pair of parts", where, pair->line, pair->a,
                         pair->b);
        } else {
            command_note(false, "%s:%zu: '%s' matches no part%s", where, pair->line, pair->a,
                         strchr(pair->a, ':') ? " (a pair is written 'A : B', with blanks around the colon)"
                                              : "");
        }
    }
}

/// One part is no pair, so nothing would be checked.
static bool check_count(const check_options *o, const assembly *a, tool_error *error)
{
    if (a->part_count > 1 || o->allow_single) return true;
    return tool_fail(
        error,
        "%s: holds one part only, so there is no pair to check; --split shells makes a part of every "
        "shell, --allow-single accepts it",
        a->model.files[0]);
}

/// Lengths of two units side by side would contradict one another.
static bool check_baseline_unit(const baseline *b, const assembly *a, const char *path, tool_error *error)
{
    if (!(b->metres_per_unit > 0) || !(a->metres_per_unit > 0) || b->metres_per_unit == a->metres_per_unit)
        return true;
    const char *name = units_name(b->metres_per_unit);
    return tool_fail(error, "%s: its unit is '%s', and this run's '%s'; --unit makes them the same", path,
                     name ? name : "another unit", assembly_unit(a));
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void keep_two(double two[2], double value, int order)
{
    if (order * value > order * two[1]) two[1] = value;
    if (order * value > order * two[0]) two[1] = two[0], two[0] = value;
}

/// As given, or the range of what the pairs have: between that of the two smallest parts and that of the two largest, each with the
/// least or the most rounding of any two.
static void set_tolerance(run *x)
{
    report_settings *s = &x->report.settings;
    const assembly *a = &x->assembly;
    s->tolerance_least = s->tolerance;
    if (s->tolerance_given) return;
    double least[2] = {INFINITY, INFINITY}, most[2] = {0, 0}, little[2] = {INFINITY, INFINITY},
           much[2] = {0, 0};
    for (size_t i = 0; i < a->part_count; ++i) {
        keep_two(least, a->parts[i].diagonal, -1);
        keep_two(most, a->parts[i].diagonal, 1);
        keep_two(little, a->parts[i].rounding, -1);
        keep_two(much, a->parts[i].rounding, 1);
    }
    const bool one = a->part_count < 2;
    s->tolerance = report_pair_tolerance(&(report_part){.diagonal = most[0], .rounding = much[0]},
                                         &(report_part){.diagonal = most[!one], .rounding = much[1]});
    s->tolerance_least =
        report_pair_tolerance(&(report_part){.diagonal = least[0], .rounding = little[0]},
                              &(report_part){.diagonal = least[!one], .rounding = little[!one]});
}

/// Says so where the tolerance is large beside a part: what is called a touch may be more than that.
static void note_tolerance(const run *x)
{
    const report_settings *s = &x->report.settings;
    const assembly *a = &x->assembly;
    const report_part *large = NULL, *small = NULL;
    const char *unit = assembly_unit(a), *blank = *unit ? " " : "";
    size_t count = 0;
    for (size_t i = 0; i < a->part_count; ++i) {
        const report_part *part = &a->parts[i];
        if (!large || part->diagonal > large->diagonal) large = part;
        if (!(s->tolerance > 10 * REPORT_TOLERANCE_MOST * part->diagonal)) continue;
        if (!small || part->diagonal < small->diagonal) small = part;
        ++count;
    }
    if (s->tolerance_given && small) {
        command_note(x->options->quiet,
                     "the tolerance of %.4g%s%s is more than a hundredth of the size of %zu part%s (the "
                     "smallest, '%s', has a "
                     "diagonal of %.4g%s%s): overlaps up to the tolerance count as touches",
                     s->tolerance, blank, unit, count, count == 1 ? "" : "s", small->path, small->diagonal,
                     blank, unit);
        return;
    }
    double second = 0;
    for (size_t i = 0; i < a->part_count; ++i) {
        if (&a->parts[i] != large && a->parts[i].diagonal > second) second = a->parts[i].diagonal;
    }
    if (s->tolerance_given || !(second > 0) ||
        !(large->diagonal * REPORT_TOLERANCE > second * REPORT_TOLERANCE_MOST))
        return;
    command_note(
        x->options->quiet,
        "part '%s' is more than 1000 times as large as any other (diagonal %.4g%s%s, then %.4g%s%s): a "
        "stray vertex? Its "
        "pairs have a tolerance of a thousandth of the other part",
        large->path, large->diagonal, blank, unit, second, blank, unit);
}

/// The largest lengths of all rules are those that pairs can have; each pair has its own.
static bool set_rules(run *x)
{
    report *r = &x->report;
    report_settings *s = &r->settings;
    s->rules = x->options->rules;
    r->rules = calloc(x->rules.rule_count + 1, sizeof *r->rules);
    if (!r->rules) return tool_fail(&x->error, "out of memory");
    for (size_t i = 0; i < x->rules.rule_count; ++i) {
        const rule *at = &x->rules.rules[i];
        report_rule *to = &r->rules[r->rule_count++];
        *to = (report_rule){.name = at->name, .kind = rule_kind_names[at->kind], .pairs = at->pairs};
        for (int k = 0; k < REPORT_KIND_COUNT; ++k)
            if (to->level == REPORT_LEVEL_NONE || rules_level(at, (flr_interference_kind)k) < to->level)
                to->level = rules_level(at, (flr_interference_kind)k);
        if (at->clearance.value > s->clearance) s->clearance = at->clearance.value;
        if (!at->tolerance.given.given) continue;
        s->tolerance = fmax(s->tolerance, at->tolerance.value);
        s->tolerance_least = fmin(s->tolerance_least, at->tolerance.value);
    }
    return true;
}

/// What the report tells of the run; the same whatever the order of the files.
static bool fill_settings(run *x)
{
    const check_options *o = x->options;
    report_settings *s = &x->report.settings;
    x->files = malloc((o->files.count + 1) * sizeof *x->files);
    if (!x->files) return tool_fail(&x->error, "out of memory");
    memcpy(x->files, o->files.items, o->files.count * sizeof *x->files);
    qsort(x->files, o->files.count, sizeof *x->files, compare_names);
    s->files = x->files;
    s->file_count = o->files.count;
    s->pairs = o->pairs.items;
    s->pair_count = o->pairs.count;
    s->ignore = o->ignore;
    s->baseline = o->baseline;
    s->review = x->review.path;
    s->diagonal = x->assembly.diagonal;
    s->metres_per_unit = x->assembly.metres_per_unit;
    s->unit = assembly_unit(&x->assembly);
    s->unit_given = x->assembly.unit_given;
    s->left_out = (const char *const *)x->assembly.model.left_out;
    s->left_out_count = x->assembly.model.left_out_count;
    s->tolerance_given = o->tolerance.given;
    if (!options_length(&o->clearance, "clearance", s->metres_per_unit, &s->clearance, &x->error) ||
        !options_length(&o->tolerance, "tolerance", s->metres_per_unit, &s->tolerance, &x->error))
        return false;
    set_tolerance(x);
    if (!isfinite(s->tolerance))
        return tool_fail(&x->error, "the model's bounds are too large to measure in");
    note_tolerance(x);
    return (!o->rules || set_rules(x)) && parse_fail_on(o, s, &x->error);
}

/// The review is a baseline that stays, so there is one or the other.
static bool open_review(run *x)
{
    const check_options *o = x->options;
    if (!o->review) return true;
    if (o->baseline)
        return tool_fail(&x->error, "--review: is compared with as --baseline is; expected one of the two");
    char *path = review_path(o->review);
    const bool good =
        path ? review_read(&x->review, path, true, &x->error) : tool_fail(&x->error, "out of memory");
    free(path);
    return good;
}

/// Everything the options name, read before the long work starts.
static check_result prepare(run *x)
{
    const check_options *o = x->options;
    if (!parse_fail_on(o, &x->report.settings, &x->error) || !open_review(x) || !check_targets(x, &x->error))
        return CHECK_FAILED;
    if (strcmp(o->format, "text") != 0 && (o->group_by || o->list)) {
        tool_fail(&x->error, "--%s: is about text; --format %s has every finding by itself",
                  o->group_by ? "group-by" : "list", o->format);
        return CHECK_FAILED;
    }
    if (o->rules && o->clearance.given) {
        tool_fail(&x->error,
                  "--clearance: the rules have the distances; a rule of the kind clearance says one");
        return CHECK_FAILED;
    }
    for (size_t i = 0; i < o->pairs.count; ++i) {
        if (!pattern_pairs_add(&x->only, o->pairs.items[i], &x->error)) return CHECK_FAILED;
    }
    if (o->ignore && !pattern_pairs_read(&x->ignored, o->ignore, &x->error)) return CHECK_FAILED;
    if (o->rules && !rules_read(&x->rules, o->rules, &x->error)) return CHECK_FAILED;
    if (o->baseline && !baseline_read(&x->baseline, o->baseline, &x->error)) return CHECK_FAILED;
    if (o->review && !review_baseline(&x->review, &x->baseline, &x->error)) return CHECK_FAILED;
    switch (assembly_read(&x->assembly, &o->reading, o->files.items, o->files.count, o->jobs, o->quiet,
                          &x->error)) {
    case ASSEMBLY_INTERRUPTED:
        return CHECK_INTERRUPTED;
    case ASSEMBLY_FAILED:
        return CHECK_FAILED;
    default:
        break;
    }
    const assembly *a = &x->assembly;
    bool bound = pattern_pairs_bind(&x->only, a->parts, a->part_count, &x->error) &&
                 pattern_pairs_bind(&x->ignored, a->parts, a->part_count, &x->error);
    if (!bound || !check_count(o, a, &x->error) || !check_used(&x->only, &x->error) ||
        (o->rules && !rules_bind(&x->rules, a, &x->error)) ||
        !check_baseline_unit(&x->baseline, a, o->review ? x->review.path : o->baseline, &x->error))
        return CHECK_FAILED;
    warn_unused(&x->ignored, o->ignore);
    return fill_settings(x) ? CHECK_DONE : CHECK_FAILED;
}

static void summarise(run *x)
{
    report *r = &x->report;
    r->summary.meshes = x->assembly.model.mesh_count;
    for (size_t i = 0; i < r->part_count; ++i) {
        r->summary.triangles += r->parts[i].triangles;
        r->summary.open_parts += !r->parts[i].watertight;
    }
    report_sort(r);
    report_count(r);
}

/// Does any finding of the baseline name a part of this run?
static bool shares_parts(const report *r)
{
    for (size_t i = 0; i < r->finding_count; ++i) {
        const report_finding *f = &r->findings[i];
        if (f->has_previous || f->status == REPORT_GONE) return true;
        if (f->status == REPORT_NOT_CHECKED && (f->part_a != REPORT_NO_PART || f->part_b != REPORT_NO_PART))
            return true;
    }
    return false;
}

static void note_baseline(const run *x)
{
    const report *r = &x->report;
    const baseline *b = &x->baseline;
    bool quiet = x->options->quiet;
    double reach = fmax(b->clearance, b->tolerance);
    if (r->settings.clearance > reach && !r->settings.rules) {
        command_note(quiet,
                     "%s reaches to a distance of %.4g%s%s only; pairs farther apart than that count as new",
                     r->settings.baseline, reach, *r->settings.unit ? " " : "", r->settings.unit);
    }
    if (b->count && !shares_parts(r)) {
        command_note(quiet,
                     "%s has no part in common with the input: parts go by their paths, which begin with the "
                     "file's name",
                     r->settings.baseline);
    }
}

static check_result measure(run *x)
{
    const check_options *o = x->options;
    report *r = &x->report;
    r->parts = x->assembly.parts;
    r->part_count = x->assembly.part_count;
    check_scope scope = {&x->only, &x->ignored, o->rules ? &x->rules : NULL};
    const check_reach reach = {&scope, r};
    check_result result = check_pairs(&x->assembly, &scope, o->jobs, o->quiet, r, &x->error);
    if (result == CHECK_DONE && strcmp(o->overlap, "depth") != 0)
        result =
            check_overlaps(&x->assembly, r, strcmp(o->overlap, "lines") == 0, o->jobs, o->quiet, &x->error);
    if (result != CHECK_DONE) return result;
    if (o->baseline || o->review) {
        if (!baseline_compare(&x->baseline, r, check_reach_of, &reach)) {
            tool_fail(&x->error, "out of memory");
            return CHECK_FAILED;
        }
        if (o->baseline) note_baseline(x);
    }
    report_sort(r);  // new entries come in the order of the report
    if (o->review && !review_apply(&x->review, r, &x->error)) return CHECK_FAILED;
    summarise(x);
    return CHECK_DONE;
}

static bool color_wanted(void)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (no_color && *no_color) return false;
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

static report_grouping grouping_of(const char *name)
{
    report_grouping by = REPORT_BY_DESIGN;
    for (int i = 0; name && i < REPORT_GROUPING_COUNT; ++i) {
        if (strcmp(name, report_grouping_name((report_grouping)i)) == 0) by = (report_grouping)i;
    }
    return by;
}

static void put_report(run *x, buffer *main_text, buffer *page)
{
    const check_options *o = x->options;
    if (strcmp(o->format, "json") == 0) {
        report_json(main_text, &x->report);
    } else if (strcmp(o->format, "csv") == 0) {
        report_csv(main_text, &x->report);
    } else {
        const report_text_options how = {.color = !o->output && color_wanted(),
                                         .list = o->list,
                                         .group = o->group_by != NULL,
                                         .by = grouping_of(o->group_by)};
        report_text(main_text, &x->report, &how);
    }
    if (!o->report) return;
    size_t left_out = 0;
    report_html(page, &x->report, &x->assembly.model, REPORT_HTML_GEOMETRY, &left_out);
    if (left_out) {
        command_note(o->quiet, "%s: %zu parts are shown as boxes only, to keep the page within %zu MB",
                     o->report, left_out, REPORT_HTML_GEOMETRY >> 20);
    }
}

/// Files are put in their places last, and only when all of them were written.
static check_result write_all(run *x)
{
    const check_options *o = x->options;
    buffer main_text = {0}, page = {0}, reviewed = {0};
    output files[3] = {{0}, {0}, {0}};
    put_report(x, &main_text, &page);
    if (o->review) review_write(&reviewed, &x->review);
    // a review that stays as it is is not touched
    const bool changed =
        o->review && !(x->review.old && reviewed.data && strcmp(x->review.old, reviewed.data) == 0);
    bool good = (!o->output || output_prepare(&files[0], o->output, &main_text, &x->error)) &&
                (!o->report || output_prepare(&files[1], o->report, &page, &x->error)) &&
                (!changed || output_prepare(&files[2], x->review.path, &reviewed, &x->error));
    check_result result = good ? CHECK_DONE : CHECK_FAILED;
    interrupt_hold();
    if (good && interrupt_asked()) result = CHECK_INTERRUPTED;
    for (int i = 0; i < 3; ++i) {
        if (files[i].path && !files[i].temporary) interrupt_release();  // a pipe may block
        if (result == CHECK_DONE && files[i].path && !output_commit(&files[i], &x->error))
            result = CHECK_FAILED;
    }
    interrupt_release();
    if (result == CHECK_DONE && !o->output && !output_standard(&main_text, &x->error)) result = CHECK_FAILED;
    for (int i = 0; i < 3; ++i) output_cancel(&files[i]);
    buffer_free(&reviewed);
    buffer_free(&main_text);
    buffer_free(&page);
    return result;
}

int check_run(const check_options *o)
{
    run x = {.options = o};
    check_result result = prepare(&x);
    if (result == CHECK_DONE) result = measure(&x);
    if (result == CHECK_DONE) result = write_all(&x);
    int status = x.report.summary.failing ? EXIT_FINDINGS : EXIT_NOTHING;
    // a signal also ends reading from a pipe, which is no error then
    if (result == CHECK_FAILED && interrupt_asked()) result = CHECK_INTERRUPTED;
    if (result == CHECK_FAILED) status = command_error(&x.error);
    if (result == CHECK_INTERRUPTED) status = EXIT_INTERRUPTED;
    check_overlaps_free(&x.report);
    free(x.report.findings);
    free(x.report.rules);
    free(x.files);
    pattern_pairs_free(&x.only);
    pattern_pairs_free(&x.ignored);
    rules_free(&x.rules);
    review_free(&x.review);
    baseline_free(&x.baseline);
    assembly_free(&x.assembly);
    return status;
}
