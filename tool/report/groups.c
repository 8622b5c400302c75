#include "report/groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One finding in one group; the groups go by `first` and `second`, of which each way to group makes its own use.
typedef struct entry {
    size_t first, second;
    uint32_t finding;
    size_t order;  // of the group, by its first finding
} entry;

const char *report_grouping_name(report_grouping by)
{
    static const char *const names[REPORT_GROUPING_COUNT] = {"design", "part", "place", "level"};
    return names[by];
}

static int compare_sizes(size_t a, size_t b) { return a < b ? -1 : a > b; }

static int compare_groups(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    int order = compare_sizes(a->first, b->first);
    if (order == 0) order = compare_sizes(a->second, b->second);
    return order ? order : compare_sizes(a->finding, b->finding);
}

static int compare_orders(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    const int order = compare_sizes(a->order, b->order);
    return order ? order : compare_sizes(a->finding, b->finding);
}

/// The designs by numbers that do not depend on the order of files, and what they are called.
typedef struct designs {
    size_t *numbers;      // of each part; part_count for a part that is not there
    const char **names;   // of each design
    size_t *repetitions;  // of each design, how many before it have its name
    size_t count;
} designs;

static void designs_free(designs *d)
{
    free(d->numbers);
    free(d->names);
    free(d->repetitions);
}

typedef struct seen_design {
    size_t design, part;
    const char *name;
    size_t number;
} seen_design;

static int compare_seen(const void *left, const void *right)
{
    const seen_design *a = left, *b = right;
    const int order = compare_sizes(a->design, b->design);
    return order ? order : compare_sizes(a->part, b->part);
}

static int compare_numbers(const void *left, const void *right)
{
    return compare_sizes(((const seen_design *)left)->part, ((const seen_design *)right)->part);
}

static int compare_names(const void *left, const void *right)
{
    const seen_design *a = left, *b = right;
    const int order = strcmp(a->name, b->name);
    return order ? order : compare_sizes(a->number, b->number);
}

/// A design goes by the name of its mesh, or else by that of its first part.
static bool find_designs(designs *d, const report *r)
{
    const size_t count = r->part_count;
    *d = (designs){.numbers = calloc(count + 1, sizeof *d->numbers),
                   .names = calloc(count + 1, sizeof *d->names),
                   .repetitions = calloc(count + 1, sizeof *d->repetitions)};
    seen_design *all = calloc(count + 1, sizeof *all), *firsts = calloc(count + 1, sizeof *firsts);
    const bool good = d->numbers && d->names && d->repetitions && all && firsts;
    for (size_t i = 0; good && i < count; ++i) {
        const char *name = r->parts[i].mesh_name;
        all[i] = (seen_design){r->parts[i].design, i, name && *name ? name : r->parts[i].name, 0};
    }
    if (good) qsort(all, count, sizeof *all, compare_seen);
    for (size_t i = 0; good && i < count; ++i) {
        if (i == 0 || all[i].design != all[i - 1].design) firsts[d->count++] = all[i];
        d->numbers[all[i].part] = firsts[d->count - 1].part;
    }
    if (good) {
        qsort(firsts, d->count, sizeof *firsts, compare_numbers);
        for (size_t i = 0; i < d->count; ++i) {
            firsts[i].number = i;
            d->names[i] = firsts[i].name;
        }
        // each part has the number of its design's first part so far
        size_t *renamed = calloc(count + 1, sizeof *renamed);
        for (size_t i = 0; renamed && i < d->count; ++i) renamed[firsts[i].part] = i;
        for (size_t i = 0; renamed && i < count; ++i) d->numbers[i] = renamed[d->numbers[i]];
        qsort(firsts, d->count, sizeof *firsts, compare_names);
        for (size_t i = 1; i < d->count; ++i) {
            if (strcmp(firsts[i].name, firsts[i - 1].name) == 0)
                d->repetitions[firsts[i].number] = d->repetitions[firsts[i - 1].number] + 1;
        }
        if (!renamed) d->count = 0;
        free(renamed);
    }
    free(all);
    free(firsts);
    return good && (d->count || !count);
}

static void put_design(buffer *t, const designs *d, size_t part, const char *name)
{
    if (part == REPORT_NO_PART) {
        buffer_put(t, name);
        return;
    }
    const size_t design = d->numbers[part];
    buffer_put(t, d->names[design]);
    if (d->repetitions[design]) buffer_format(t, "#%zu", d->repetitions[design] + 1);
}

/// Places: the first finding that no place holds yet begins one. They are found by the cell of a grid they begin in.
typedef struct place {
    double middle[3];
    int64_t cell[3];
    size_t next;  // in the same slot
} place;

static size_t slot_of(const int64_t cell[3], size_t slots)
{
    uint64_t h = 0;
    for (int k = 0; k < 3; ++k) h = (h ^ (uint64_t)cell[k]) * UINT64_C(0x9e3779b97f4a7c15) ^ h >> 29;
    return (size_t)((h ^ h >> 32) & (slots - 1));
}

static size_t find_place(const place *places, const size_t *slots, size_t slot_count, const double point[3],
                         const int64_t cell[3], double radius)
{
    size_t best = SIZE_MAX;
    double least = radius * radius;
    for (int n = 0; n < 27; ++n) {
        const int64_t near[3] = {cell[0] + n % 3 - 1, cell[1] + n / 3 % 3 - 1, cell[2] + n / 9 - 1};
        for (size_t i = slots[slot_of(near, slot_count)]; i != SIZE_MAX; i = places[i].next) {
            if (memcmp(places[i].cell, near, sizeof near) != 0) continue;
            double square = 0;
            for (int k = 0; k < 3; ++k)
                square += (point[k] - places[i].middle[k]) * (point[k] - places[i].middle[k]);
            if (square > least || (square == least && i > best)) continue;
            least = square;
            best = i;
        }
    }
    return best;
}

static bool take_places(const report *r, entry *entries, size_t *count)
{
    const double radius = REPORT_PLACE * r->settings.diagonal;
    size_t slot_count = 64, found = 0;
    while (slot_count < 2 * r->finding_count) slot_count *= 2;
    place *places = calloc(r->finding_count + 1, sizeof *places);
    size_t *slots = calloc(slot_count, sizeof *slots);
    const bool good = places && slots;
    for (size_t i = 0; good && i < slot_count; ++i) slots[i] = SIZE_MAX;
    for (size_t i = 0; good && i < r->finding_count; ++i) {
        const double *point = r->findings[i].point;
        int64_t cell[3];
        for (int k = 0; k < 3; ++k) {
            // findings of a baseline may lie anywhere
            const double at = radius > 0 ? floor(point[k] / radius) : 0;
            cell[k] = fabs(at) < 1e15 ? (int64_t)at : 0;
        }
        size_t here = find_place(places, slots, slot_count, point, cell, radius);
        if (here == SIZE_MAX) {
            here = found++;
            size_t *slot = &slots[slot_of(cell, slot_count)];
            places[here] = (place){{point[0], point[1], point[2]}, {cell[0], cell[1], cell[2]}, *slot};
            *slot = here;
        }
        entries[(*count)++] = (entry){here, 0, (uint32_t)i, 0};
    }
    free(places);
    free(slots);
    return good;
}

/// How much of the path of a is also the way to b: up to a '/', or 0.
static size_t shared_path(const char *a, const char *b)
{
    size_t shared = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; ++i) {
        if (a[i] == '/') shared = i;
    }
    return shared;
}

typedef struct level {
    const char *path;
    size_t length;
    uint32_t finding;
    bool known;  // are both parts there?
} level;

static int compare_levels(const void *left, const void *right)
{
    const level *a = left, *b = right;
    const int order = strncmp(a->path, b->path, a->length < b->length ? a->length : b->length);
    if (order) return order;
    if (a->length != b->length) return a->length < b->length ? -1 : 1;
    if (a->known != b->known) return a->known ? 1 : -1;
    return compare_sizes(a->finding, b->finding);
}

static bool take_levels(const report *r, entry *entries, size_t *count)
{
    level *levels = calloc(r->finding_count + 1, sizeof *levels);
    if (!levels) return false;
    for (size_t i = 0; i < r->finding_count; ++i) {
        const report_finding *f = &r->findings[i];
        levels[i] = (level){"", 0, (uint32_t)i, false};
        if (f->part_a == REPORT_NO_PART || f->part_b == REPORT_NO_PART) continue;
        const char *a = r->parts[f->part_a].path;
        levels[i] = (level){a, shared_path(a, r->parts[f->part_b].path), (uint32_t)i, true};
    }
    qsort(levels, r->finding_count, sizeof *levels, compare_levels);
    size_t number = 0;
    for (size_t i = 0; i < r->finding_count; ++i) {
        if (i && (levels[i].known != levels[i - 1].known || levels[i].length != levels[i - 1].length ||
                  strncmp(levels[i].path, levels[i - 1].path, levels[i].length) != 0))
            ++number;
        entries[(*count)++] = (entry){number, 0, levels[i].finding, 0};
    }
    free(levels);
    return true;
}

static void take_designs(const report *r, const designs *d, entry *entries, size_t *count)
{
    for (size_t i = 0; i < r->finding_count; ++i) {
        const report_finding *f = &r->findings[i];
        size_t a = SIZE_MAX, b = i;  // of a part that is not there nothing more is known
        if (f->part_a != REPORT_NO_PART && f->part_b != REPORT_NO_PART) {
            a = d->numbers[f->part_a];
            b = d->numbers[f->part_b];
        }
        entries[(*count)++] = (entry){a < b ? a : b, a < b ? b : a, (uint32_t)i, 0};
    }
}

typedef struct named_part {
    const char *id;
    uint32_t finding;
} named_part;

static int compare_parts(const void *left, const void *right)
{
    const named_part *a = left, *b = right;
    const int order = strcmp(a->id, b->id);
    return order ? order : compare_sizes(a->finding, b->finding);
}

static bool take_parts(const report *r, entry *entries, size_t *count)
{
    named_part *all = calloc(2 * r->finding_count + 1, sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < r->finding_count; ++i) {
        all[2 * i] = (named_part){r->findings[i].id_a, (uint32_t)i};
        all[2 * i + 1] = (named_part){r->findings[i].id_b, (uint32_t)i};
    }
    qsort(all, 2 * r->finding_count, sizeof *all, compare_parts);
    size_t number = 0;
    for (size_t i = 0; i < 2 * r->finding_count; ++i) {
        number += i && strcmp(all[i].id, all[i - 1].id) != 0;
        const bool first = strcmp(all[i].id, r->findings[all[i].finding].id_a) == 0;
        entries[(*count)++] = (entry){number, first, all[i].finding, 0};
    }
    free(all);
    return true;
}

static char *name_of(const report *r, report_grouping by, const designs *d, const entry *e)
{
    const report_finding *f = &r->findings[e->finding];
    buffer t = {0};
    switch (by) {
    case REPORT_BY_DESIGN: {
        // the names of one pair of designs stand in one order
        const bool turned = f->part_a != REPORT_NO_PART && f->part_b != REPORT_NO_PART &&
                            d->numbers[f->part_a] > d->numbers[f->part_b];
        put_design(&t, d, turned ? f->part_b : f->part_a, turned ? f->name_b : f->name_a);
        buffer_put(&t, "  |  ");
        put_design(&t, d, turned ? f->part_a : f->part_b, turned ? f->name_a : f->name_b);
        break;
    }
    case REPORT_BY_PART:
        buffer_put(&t, e->second ? f->name_a : f->name_b);
        break;
    case REPORT_BY_PLACE:
        buffer_place(&t, f->point, r->settings.diagonal, 5);
        report_put_unit(&t, &r->settings);
        break;
    default: {
        const bool known = f->part_a != REPORT_NO_PART && f->part_b != REPORT_NO_PART;
        const size_t length = known ? shared_path(r->parts[f->part_a].path, r->parts[f->part_b].path) : 0;
        if (length) buffer_bytes(&t, r->parts[f->part_a].path, length);
        if (!length) buffer_put(&t, known ? "between files" : "not in this run");
    }
    }
    if (t.failed) buffer_free(&t);
    return t.data;
}

/// Entries of one group stand together, and the groups in the order of their first findings. Of parts `second` is no key.
static size_t order_groups(entry *entries, size_t count, report_grouping by)
{
    size_t groups = 0;
    if (by != REPORT_BY_PART && count) qsort(entries, count, sizeof *entries, compare_groups);
    for (size_t i = 0, end; i < count; i = end, ++groups) {
        for (end = i + 1; end < count && entries[end].first == entries[i].first &&
                          (by == REPORT_BY_PART || entries[end].second == entries[i].second);
             ++end)
            ;
        // two groups of parts may have the same first finding
        for (size_t k = i; k < end; ++k)
            entries[k].order = 2 * (size_t)entries[i].finding + (by == REPORT_BY_PART && !entries[i].second);
    }
    if (count) qsort(entries, count, sizeof *entries, compare_orders);
    return groups;
}

static bool fill(report_groups *g, const report *r, report_grouping by, const designs *d,
                 const entry *entries, size_t count, size_t groups)
{
    g->groups = calloc(groups + 1, sizeof *g->groups);
    g->findings = calloc(count + 1, sizeof *g->findings);
    if (!g->groups || !g->findings) return false;
    for (size_t i = 0; i < count; ++i) {
        const report_finding *f = &r->findings[entries[i].finding];
        if (i == 0 || entries[i].order != entries[i - 1].order) {
            report_group *new = &g->groups[g->count++];
            new->findings = g->findings + i;
            new->name = name_of(r, by, d, &entries[i]);
            if (!new->name) return false;
        }
        report_group *group = &g->groups[g->count - 1];
        g->findings[i] = entries[i].finding;
        group->count++;
        if (f->status == REPORT_GONE || f->status == REPORT_NOT_CHECKED) continue;
        group->kinds[f->kind]++;
        if (report_kind_deep(f->kind)) group->depth = fmax(group->depth, f->depth);
    }
    return true;
}

bool report_groups_make(report_groups *g, const report *r, report_grouping by)
{
    *g = (report_groups){0};
    designs d = {0};
    entry *entries = calloc(2 * r->finding_count + 1, sizeof *entries);
    size_t count = 0;
    bool good = entries && (by != REPORT_BY_DESIGN || find_designs(&d, r));
    if (good && by == REPORT_BY_DESIGN) take_designs(r, &d, entries, &count);
    if (good && by == REPORT_BY_PART) good = take_parts(r, entries, &count);
    if (good && by == REPORT_BY_PLACE) good = take_places(r, entries, &count);
    if (good && by == REPORT_BY_LEVEL) good = take_levels(r, entries, &count);
    if (good) good = fill(g, r, by, &d, entries, count, order_groups(entries, count, by));
    designs_free(&d);
    free(entries);
    if (!good) report_groups_free(g);
    return good;
}

void report_groups_free(report_groups *g)
{
    for (size_t i = 0; i < g->count; ++i) free(g->groups[i].name);
    free(g->groups);
    free(g->findings);
    *g = (report_groups){0};
}
