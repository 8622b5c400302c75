#include <stdlib.h>
#include <string.h>

#include "report/baseline.h"

/// Something under a key of 16 digits.
typedef struct entry {
    const char *key;
    size_t index;
} entry;

static int compare_entries(const void *left, const void *right)
{
    return strcmp(((const entry *)left)->key, ((const entry *)right)->key);
}

static const entry *find(const entry *entries, size_t count, const char *key)
{
    entry wanted = {.key = key};
    return count ? bsearch(&wanted, entries, count, sizeof *entries, compare_entries) : NULL;
}

static void sort(entry *entries, size_t count)
{
    if (count) qsort(entries, count, sizeof *entries, compare_entries);
}

/// The report's findings take over what the baseline knew of them.
static void match(report *r, const baseline *b, const entry *old, bool *seen)
{
    for (size_t i = 0; i < r->finding_count; ++i) {
        report_finding *f = &r->findings[i];
        const entry *found = find(old, b->count, f->key);
        f->status = REPORT_NEW;
        if (!found) continue;
        const report_finding *before = &b->findings[found->index];
        seen[found->index] = true;
        f->has_previous = true;
        f->previous = (report_previous){before->kind, before->distance, before->depth};
        if (report_severity(f->kind) <= report_severity(before->kind)) f->status = REPORT_PERSISTENT;
    }
}

/// What the baseline has and this run has not: gone, or not looked at.
static void place(report_finding *f, const report *r, const entry *parts, baseline_reach_fn *reach,
                  const void *user)
{
    const entry *a = find(parts, r->part_count, f->id_a), *b = find(parts, r->part_count, f->id_b);
    f->status = REPORT_NOT_CHECKED;
    if (a) {
        f->part_a = a->index;
        f->name_a = r->parts[a->index].name;
    }
    if (b) {
        f->part_b = b->index;
        f->name_b = r->parts[b->index].name;
    }
    if (a && b && f->distance <= reach(user, a->index, b->index) && !report_unlisted(&r->summary))
        f->status = REPORT_GONE;
}

bool baseline_compare(const baseline *b, report *r, baseline_reach_fn *reach, const void *user)
{
    report_finding *all = realloc(r->findings, (r->finding_count + b->count + 1) * sizeof *all);
    if (all) r->findings = all;
    entry *old = calloc(b->count + 1, sizeof *old);
    entry *parts = calloc(r->part_count + 1, sizeof *parts);
    bool *seen = calloc(b->count + 1, sizeof *seen);
    bool good = all && old && parts && seen;
    if (good) {
        for (size_t i = 0; i < b->count; ++i) old[i] = (entry){b->findings[i].key, i};
        for (size_t i = 0; i < r->part_count; ++i) parts[i] = (entry){r->parts[i].id, i};
        sort(old, b->count);
        sort(parts, r->part_count);
        // of a key that stands there twice, which no report of ours has, one entry counts
        for (size_t i = 1; i < b->count; ++i) {
            if (strcmp(old[i - 1].key, old[i].key) == 0) seen[old[i].index] = true;
        }
        match(r, b, old, seen);
        for (size_t i = 0; i < b->count; ++i) {
            if (seen[i]) continue;
            report_finding *f = &r->findings[r->finding_count++];
            *f = b->findings[i];
            place(f, r, parts, reach, user);
        }
    }
    free(old);
    free(parts);
    free(seen);
    return good;
}
