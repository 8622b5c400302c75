#include "report/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[REPORT_KIND_COUNT] = {
    "apart", "clearance", "touch", "clash", "contained", "duplicate", "within_tessellation"};
static const char *const status_names[REPORT_STATUS_COUNT] = {"new", "persistent", "not_checked", "gone"};

void report_put_unit(buffer *t, const report_settings *s)
{
    if (s->unit && *s->unit) buffer_format(t, " %s", s->unit);
}

static const char *const level_names[REPORT_LEVEL_COUNT] = {"", "error", "warning", "info"};

static const char *const review_names[REPORT_REVIEW_COUNT] = {"",         "new",      "active",
                                                              "reviewed", "approved", "resolved"};

const char *report_review_name(report_review status) { return review_names[status]; }

report_review report_review_from_name(const char *name)
{
    for (int s = 1; s < REPORT_REVIEW_COUNT; ++s) {
        if (strcmp(name, review_names[s]) == 0) return (report_review)s;
    }
    return REPORT_REVIEW_NONE;
}

const char *report_level_name(report_level level) { return level_names[level]; }

report_level report_level_from_name(const char *name)
{
    for (int l = 1; l < REPORT_LEVEL_COUNT; ++l) {
        if (strcmp(name, level_names[l]) == 0) return (report_level)l;
    }
    return REPORT_LEVEL_NONE;
}

const char *report_kind_name(flr_interference_kind kind) { return kind_names[kind]; }

const char *report_kind_words(flr_interference_kind kind)
{
    return kind == REPORT_WITHIN_TESSELLATION ? "within tessellation" : kind_names[kind];
}

const flr_interference_kind report_kinds[REPORT_KINDS_LISTED] = {
    FLR_CLASH, FLR_CONTAINED, REPORT_DUPLICATE, REPORT_WITHIN_TESSELLATION,
    FLR_TOUCH, FLR_CLEARANCE, FLR_APART};

bool report_kind_deep(flr_interference_kind kind)
{
    return kind == FLR_CLASH || kind == FLR_CONTAINED || kind == REPORT_WITHIN_TESSELLATION;
}

flr_interference_kind report_kind_from_name(const char *name)
{
    for (int k = 1; k < REPORT_KIND_COUNT; ++k) {
        if (strcmp(name, kind_names[k]) == 0) return (flr_interference_kind)k;
    }
    return FLR_APART;
}

const char *report_status_name(report_status status) { return status_names[status]; }

bool report_status_from_name(const char *name, report_status *status)
{
    for (int s = 0; s < REPORT_STATUS_COUNT; ++s) {
        if (strcmp(name, status_names[s]) != 0) continue;
        *status = (report_status)s;
        return true;
    }
    return false;
}

double report_pair_tolerance(const report_part *a, const report_part *b)
{
    return fmin(fmax(REPORT_TOLERANCE * fmax(a->diagonal, b->diagonal), a->rounding + b->rounding),
                REPORT_TOLERANCE_MOST * fmin(a->diagonal, b->diagonal));
}

int report_severity(flr_interference_kind kind)
{
    switch ((int)kind) {
    case FLR_CLASH:
    case FLR_CONTAINED:
    case REPORT_DUPLICATE:
        return 3;
    case REPORT_WITHIN_TESSELLATION:
    case FLR_TOUCH:
        return 2;
    default:
        return 1;
    }
}

size_t report_flag_names(uint32_t flags, const char *names[REPORT_FLAG_COUNT])
{
    static const struct {
        uint32_t mask;
        const char *name;
    } table[REPORT_FLAG_COUNT] = {{FLR_FLAG_A_OPEN | FLR_FLAG_B_OPEN, "not_watertight"},
                                  {FLR_FLAG_A_UNORIENTED | FLR_FLAG_B_UNORIENTED, "inconsistent_winding"},
                                  {FLR_FLAG_TOLERANCE_USED, "tolerance_used"},
                                  {FLR_FLAG_DEPTH_LOWER_BOUND, "depth_lower_bound"},
                                  {FLR_FLAG_DEPTH_UNKNOWN, "depth_unknown"},
                                  {FLR_FLAG_A_IN_B, "a_inside_b"},
                                  {FLR_FLAG_B_IN_A, "b_inside_a"}};
    size_t count = 0;
    for (size_t i = 0; i < REPORT_FLAG_COUNT; ++i) {
        if (flags & table[i].mask) names[count++] = table[i].name;
    }
    return count;
}

static int rank(const report_finding *f)
{
    static const int by_kind[REPORT_KIND_COUNT] = {6, 5, 4, 0, 1, 2, 3};
    int block = f->status == REPORT_GONE ? 2 : f->status == REPORT_NOT_CHECKED ? 1 : 0;
    return (block * REPORT_LEVEL_COUNT + (int)f->level) * REPORT_KIND_COUNT + by_kind[f->kind];
}

static int compare(const void *left, const void *right)
{
    const report_finding *a = left, *b = right;
    if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
    if (report_kind_deep(a->kind) && a->depth != b->depth) return a->depth > b->depth ? -1 : 1;
    if (a->kind == FLR_APART && a->distance != b->distance) return a->distance > b->distance ? -1 : 1;
    if (a->kind == FLR_CLEARANCE && a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    int order = strcmp(a->name_a, b->name_a);
    if (order == 0) order = strcmp(a->name_b, b->name_b);
    return order ? order : strcmp(a->key, b->key);
}

void report_sort(report *r)
{
    if (r->finding_count) qsort(r->findings, r->finding_count, sizeof *r->findings, compare);
}

void report_limit(report *r, size_t most)
{
    if (r->finding_count <= most) return;
    report_sort(r);
    for (size_t i = most; i < r->finding_count; ++i) {
        r->summary.unlisted[r->findings[i].kind]++;
        r->summary.unlisted_failing += report_fails(r, &r->findings[i]);
    }
    r->finding_count = most;
}

size_t report_unlisted(const report_summary *s)
{
    size_t count = 0;
    for (int k = 0; k < REPORT_KIND_COUNT; ++k) count += s->unlisted[k];
    return count;
}

bool report_fails(const report *r, const report_finding *f)
{
    const report_settings *s = &r->settings;
    // in a review only what is approved is accepted; what was found before has to be, too
    const bool open = s->review ? (f->status == REPORT_NEW || f->status == REPORT_PERSISTENT) &&
                                      f->review != REPORT_REVIEW_APPROVED
                                : f->status == REPORT_NEW;
    return open && (s->fail_on[f->kind] || s->fail_on_level[f->level]);
}

void report_count(report *r)
{
    report_summary *s = &r->summary;
    memset(s->statuses, 0, sizeof s->statuses);
    memset(s->reviews, 0, sizeof s->reviews);
    s->failing = s->unlisted_failing;
    for (int k = 0; k < REPORT_KIND_COUNT; ++k) s->kinds[k] = s->unlisted[k];
    for (size_t i = 0; i < r->finding_count; ++i) {
        const report_finding *f = &r->findings[i];
        s->statuses[f->status]++;
        s->reviews[f->review]++;
        if (f->status == REPORT_GONE || f->status == REPORT_NOT_CHECKED) continue;
        s->kinds[f->kind]++;
        s->failing += report_fails(r, f);
    }
}

double report_box_gap(const report_part *a, const report_part *b)
{
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        const double gap = fmax(fmax(a->min[k] - b->max[k], b->min[k] - a->max[k]), 0);
        sum += gap * gap;
    }
    return sqrt(sum);
}
