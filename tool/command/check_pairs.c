#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/check.h"
#include "command/duplicates.h"
#include "command/interrupt.h"
#include "command/relaxed.h"
#include "command/work.h"
#include "feeler/broadphase3.h"

typedef struct candidate {
    uint32_t a, b;  ///< in assembly.parts, so a's path sorts first
    bool ignored, duplicate, within_tessellation;
    double tolerance, tessellation;
    flr_status status;
    flr_interference3 result;
} candidate;

/// Pairs are measured so many at a time, however many there are.
enum { BATCH = 1 << 14 };

typedef struct measuring {
    const assembly *a;
    const check_scope *scope;
    duplicates duplicates;
    relaxed relaxed;
    contacts contacts;
    candidate *candidates;  // BATCH of them
    size_t count;
    report *report;
    size_t room;  // of report.findings
    unsigned threads;
    progress bar;
    check_result result;  // of what is done so far
    tool_error *error;
} measuring;

/// Does --pairs pick it, and is there a rule for it?
static bool is_asked(const check_scope *scope, size_t a, size_t b)
{
    if (scope->only->count && !pattern_pairs_pick(scope->only, a, b)) return false;
    return !scope->rules || rules_of(scope->rules, a, b) != RULES_NONE ||
           rules_of_duplicate(scope->rules, a, b) != RULES_NONE;
}

/// The rule that decides of the pair; null where none does.
static const rule *rule_of(const check_scope *scope, size_t a, size_t b)
{
    const size_t index = scope->rules ? rules_of(scope->rules, a, b) : RULES_NONE;
    return index == RULES_NONE ? NULL : &scope->rules->rules[index];
}

static double tolerance_of(const check_scope *scope, const report *r, size_t a, size_t b)
{
    const report_settings *s = &r->settings;
    const rule *at = rule_of(scope, a, b);
    if (at && at->tolerance.given.given) return at->tolerance.value;
    return s->tolerance_given ? s->tolerance : report_pair_tolerance(&r->parts[a], &r->parts[b]);
}

static double clearance_of(const check_scope *scope, const report *r, size_t a, size_t b)
{
    const rule *at = rule_of(scope, a, b);
    if (scope->rules) return at ? at->clearance.value : 0;
    return r->settings.clearance;
}

double check_reach_of(const void *user, size_t part_a, size_t part_b)
{
    const check_reach *reach = user;
    const check_scope *scope = reach->scope;
    if (!is_asked(scope, part_a, part_b) || pattern_pairs_pick(scope->ignored, part_a, part_b)) return -1;
    const rule *at = rule_of(scope, part_a, part_b);
    if (at && at->kind == RULE_MUST_TOUCH) return INFINITY;
    return fmax(clearance_of(scope, reach->report, part_a, part_b),
                tolerance_of(scope, reach->report, part_a, part_b));
}

/// Do the boxes come within the pair's own reach? They were looked for with the largest of all.
static bool is_near(const measuring *m, const candidate *c)
{
    const flr_aabb3 a = m->a->instances[c->a].bounds, b = m->a->instances[c->b].bounds;
    const flr_real reach = (flr_real)fmax(c->tolerance, clearance_of(m->scope, m->report, c->a, c->b));
    return a.min.x - b.max.x <= reach && b.min.x - a.max.x <= reach && a.min.y - b.max.y <= reach &&
           b.min.y - a.max.y <= reach && a.min.z - b.max.z <= reach && b.min.z - a.max.z <= reach;
}

/// Of all pairs of a part equal to a and one equal to b, the first that is asked for and not ignored; else the first that is asked
/// for. False where none is.
static bool choose(const measuring *m, candidate *c)
{
    bool any = false;
    const size_t first_a = c->a, first_b = c->b;
    const check_scope *scope = m->scope;
    for (size_t x = first_a; x != SIZE_MAX; x = m->duplicates.next[x]) {
        for (size_t y = first_b; y != SIZE_MAX && !interrupt_asked(); y = m->duplicates.next[y]) {
            const size_t a = x < y ? x : y, b = x < y ? y : x;
            if (!is_asked(scope, a, b)) continue;
            const bool ignored = pattern_pairs_pick(scope->ignored, a, b);
            if (any && ignored) continue;
            any = true;
            c->a = (uint32_t)a;
            c->b = (uint32_t)b;
            c->ignored = ignored;
            if (!ignored) return true;
        }
    }
    return any;
}

static bool measure(void *user, size_t index, const flr_parallel *others)
{
    (void)others;
    measuring *m = user;
    candidate *c = &m->candidates[index];
    if (c->duplicate) return true;
    c->duplicate = duplicates_coincide(&m->duplicates, m->a, c->a, c->b, c->tolerance);
    if (c->duplicate) return true;
    if (m->scope->rules && !rule_of(m->scope, c->a, c->b)) return true;  // only a duplicate would count
    const flr_interference3_options options = {(flr_real)c->tolerance,
                                               (flr_real)clearance_of(m->scope, m->report, c->a, c->b)};
    c->status =
        flr_interference3_mesh_mesh(&m->a->instances[c->a], &m->a->instances[c->b], &options, &c->result);
    return c->status == FLR_OK;
}

/// The second look at a clash: is anything left of it once the facets that stand out of their surfaces are moved back?
static bool look_again(void *user, size_t index, const flr_parallel *others)
{
    (void)others;
    measuring *m = user;
    candidate *c = &m->candidates[index];
    if (c->duplicate || c->result.kind != FLR_CLASH) return true;
    c->tessellation = relaxed_error(&m->relaxed, c->a, c->result.triangle_a) +
                      relaxed_error(&m->relaxed, c->b, c->result.triangle_b);
    const double most = relaxed_most(&m->relaxed, c->a) + relaxed_most(&m->relaxed, c->b);
    if (!(most > 0) || (double)c->result.depth > 2 * most + c->tolerance) return true;
    const flr_instance3 a = relaxed_instance(&m->relaxed, c->a), b = relaxed_instance(&m->relaxed, c->b);
    const flr_interference3_options options = {(flr_real)c->tolerance, 0};
    flr_interference3 left;
    c->status = flr_interference3_mesh_mesh(&a, &b, &options, &left);
    c->within_tessellation = c->status == FLR_OK &&
                             (left.kind == FLR_APART || left.kind == FLR_CLEARANCE || left.kind == FLR_TOUCH);
    return c->status == FLR_OK;
}

static void put_vector(double to[3], flr_vec3 from)
{
    to[0] = (double)from.x;
    to[1] = (double)from.y;
    to[2] = (double)from.z;
}

/// The same thing twice has no depth and no way out: its place is its middle.
static void put_duplicate(report_finding *f, const report_part *part)
{
    for (int k = 0; k < 3; ++k)
        f->point[k] = f->point_a[k] = f->point_b[k] = part->min[k] + (part->max[k] - part->min[k]) / 2;
}

static flr_interference_kind kind_of(const candidate *c)
{
    if (c->duplicate) return REPORT_DUPLICATE;
    return c->within_tessellation ? REPORT_WITHIN_TESSELLATION : c->result.kind;
}

static report_finding make_finding(const report *r, const candidate *c)
{
    const report_part *a = &r->parts[c->a], *b = &r->parts[c->b];
    report_finding f = {.name_a = a->name,
                        .name_b = b->name,
                        .part_a = c->a,
                        .part_b = c->b,
                        .kind = kind_of(c),
                        .flags = c->result.flags,
                        .tolerance = c->tolerance,
                        .tessellation = c->tessellation,
                        .distance = (double)c->result.distance,
                        .depth = (double)c->result.depth};
    memcpy(f.id_a, a->id, sizeof f.id_a);
    memcpy(f.id_b, b->id, sizeof f.id_b);
    report_pair_key(f.key, f.id_a, f.id_b);
    if (c->duplicate) {
        put_duplicate(&f, a);
        return f;
    }
    put_vector(f.point_a, c->result.point_a);
    put_vector(f.point_b, c->result.point_b);
    put_vector(f.normal, c->result.normal);
    put_vector(f.point, c->result.point);
    return f;
}

static bool reserve(measuring *m, size_t count)
{
    if (count <= m->room) return true;
    const size_t room = m->room * 2 > count ? m->room * 2 : count;
    report_finding *grown = realloc(m->report->findings, room * sizeof *grown);
    if (!grown) return tool_fail(m->error, "out of memory");
    m->report->findings = grown;
    m->room = room;
    return true;
}

/// Which rule the pair breaks; RULES_NONE where it breaks none.
static size_t judge(const measuring *m, const candidate *c)
{
    const ruleset *rules = m->scope->rules;
    const flr_interference_kind kind = kind_of(c);
    if (kind != FLR_APART && kind != FLR_CLEARANCE)
        contacts_mark(&m->contacts, rules, &m->duplicates, c->a, c->b);
    size_t index = c->duplicate ? rules_of_duplicate(rules, c->a, c->b) : RULES_NONE;
    if (index == RULES_NONE) index = rules_of(rules, c->a, c->b);
    if (index == RULES_NONE ||
        !rule_broken(&rules->rules[index], kind, (double)c->result.distance, c->tolerance))
        return RULES_NONE;
    return index;
}

static void put_rule(report *r, report_finding *f, const rule *at, size_t index)
{
    f->rule = at->name;
    f->rule_index = index;
    f->level = rules_level(at, f->kind);
    r->rules[index].findings++;
}

static bool collect(measuring *m)
{
    report *r = m->report;
    const ruleset *rules = m->scope->rules;
    if (!reserve(m, r->finding_count + m->count + 1)) return false;
    for (size_t i = 0; i < m->count; ++i) {
        const candidate *c = &m->candidates[i];
        if (c->result.kind == FLR_APART && !c->duplicate) continue;
        const size_t index = rules ? judge(m, c) : RULES_NONE;
        if (rules && index == RULES_NONE) continue;
        if (c->ignored) {
            r->summary.ignored++;
        } else {
            report_finding *f = &r->findings[r->finding_count++];
            *f = make_finding(r, c);
            if (rules) put_rule(r, f, &rules->rules[index], index);
        }
    }
    if (r->finding_count > 2 * REPORT_LISTED) report_limit(r, REPORT_LISTED);
    return true;
}

static work_result explain_clashes(measuring *m, unsigned threads, size_t *failed)
{
    bool any = false;
    for (size_t i = 0; i < m->count; ++i) {
        const candidate *c = &m->candidates[i];
        if (c->duplicate || c->result.kind != FLR_CLASH) continue;
        any = true;
        relaxed_want(&m->relaxed, c->a);
        relaxed_want(&m->relaxed, c->b);
    }
    if (!any) return WORK_DONE;
    const work_result built = relaxed_build(&m->relaxed, m->threads, failed);
    if (built == WORK_FAILED && *failed != SIZE_MAX) tool_fail(m->error, "out of memory");
    progress silent = {0};
    return built == WORK_DONE ? work_run(m->count, threads, look_again, m, &silent, failed) : built;
}

/// Measures what has been gathered. False where that ends the run.
static bool flush(measuring *m)
{
    size_t failed;
    const unsigned useful = m->threads < m->count ? m->threads : (unsigned)m->count;
    work_result result = work_run(m->count, useful, measure, m, &m->bar, &failed);
    if (result == WORK_DONE) result = explain_clashes(m, useful, &failed);
    switch (result) {
    case WORK_DONE:
        m->result = collect(m) ? CHECK_DONE : CHECK_FAILED;
        break;
    case WORK_INTERRUPTED:
        m->result = CHECK_INTERRUPTED;
        break;
    default:
        m->result = CHECK_FAILED;
        if (failed == SIZE_MAX) {
            tool_fail(m->error, "no thread could be started");
        } else {
            const candidate *c = &m->candidates[failed];
            tool_fail(m->error, "parts '%s' and '%s' could not be measured: %s", m->report->parts[c->a].path,
                      m->report->parts[c->b].path, flr_status_string(c->status));
        }
    }
    m->bar.before += m->count;
    m->count = 0;
    return m->result == CHECK_DONE;
}

static bool add(measuring *m, const candidate *c)
{
    m->report->summary.pairs_checked++;
    m->candidates[m->count++] = *c;
    return m->count < BATCH || flush(m);
}

/// As flr_index_pair_fn: counts the pairs within reach, for the bar and the summary.
static bool count_pair(void *user, uint32_t a, uint32_t b)
{
    measuring *m = user;
    const candidate c = {.a = a, .b = b, .tolerance = tolerance_of(m->scope, m->report, a, b)};
    m->report->summary.pairs_near += is_near(m, &c);
    return !interrupt_asked();
}

/// Likewise: gathers those asked for.
static bool take_pair(void *user, uint32_t a, uint32_t b)
{
    measuring *m = user;
    candidate c = {.a = a, .b = b};
    if (interrupt_asked()) return false;
    if (!choose(m, &c)) return true;
    c.tolerance = tolerance_of(m->scope, m->report, c.a, c.b);
    return !is_near(m, &c) || add(m, &c);
}

/// Every part that is not the first of its group, against an earlier one of it: the first, unless that pair is not asked for.
static bool take_duplicates(measuring *m)
{
    const duplicates *d = &m->duplicates;
    for (size_t i = 0; i < m->a->part_count; ++i) {
        if (d->first[i] == i) continue;
        m->report->summary.pairs_near++;
        candidate c = {
            .b = (uint32_t)i, .duplicate = true, .tolerance = tolerance_of(m->scope, m->report, i, i)};
        bool any = false;
        for (size_t j = d->first[i]; j != i && (!any || c.ignored) && !interrupt_asked(); j = d->next[j]) {
            if (!is_asked(m->scope, j, i)) continue;
            const bool ignored = pattern_pairs_pick(m->scope->ignored, j, i);
            if (any && ignored) continue;
            any = true;
            c.a = (uint32_t)j;
            c.ignored = ignored;
        }
        if (interrupt_asked() || (any && !add(m, &c))) return false;
    }
    return true;
}

static flr_status visit_pairs(const measuring *m, const flr_aabb3 *boxes, flr_index_pair_fn *fn)
{
    const report_settings *s = &m->report->settings;
    return flr_pairs3_aabb_each(boxes, m->a->part_count, (flr_real)fmax(s->clearance, s->tolerance), NULL, fn,
                                (void *)m);
}

static void measure_all(measuring *m, const flr_aabb3 *boxes)
{
    report_summary *s = &m->report->summary;
    const size_t count = m->a->part_count;
    s->pairs_total = count ? count * (count - 1) / 2 : 0;
    flr_status status = visit_pairs(m, boxes, count_pair);
    m->bar = progress_start("measuring pairs", !m->bar.enabled);
    m->bar.total = s->pairs_near;
    for (size_t i = 0; i < count; ++i) m->bar.total += m->duplicates.first[i] != i;
    m->result = CHECK_DONE;
    if (status == FLR_OK && take_duplicates(m)) status = visit_pairs(m, boxes, take_pair);
    if (m->result == CHECK_DONE && interrupt_asked()) m->result = CHECK_INTERRUPTED;
    if (m->result == CHECK_DONE && status != FLR_OK) {
        m->result = CHECK_FAILED;
        tool_fail(m->error, "looking for near pairs: %s", flr_status_string(status));
    }
    if (m->result == CHECK_DONE && m->count) flush(m);
    if (m->result == CHECK_DONE && m->contacts.rule_count &&
        !contacts_check(&m->contacts, m->a, m->scope, &m->duplicates, m->report, m->error))
        m->result = CHECK_FAILED;
    if (m->result == CHECK_DONE && interrupt_asked()) m->result = CHECK_INTERRUPTED;
    if (m->result == CHECK_DONE) report_limit(m->report, REPORT_LISTED);
}

/// The boxes of the first parts of all groups; those of duplicates are empty, and meet nothing.
static flr_aabb3 *first_boxes(const measuring *m)
{
    const flr_aabb3 empty = {{1, 1, 1}, {0, 0, 0}};
    flr_aabb3 *boxes = calloc(m->a->part_count + 1, sizeof *boxes);
    for (size_t i = 0; boxes && i < m->a->part_count; ++i)
        boxes[i] = m->duplicates.first[i] == i ? m->a->instances[i].bounds : empty;
    return boxes;
}

check_result check_pairs(const assembly *a, const check_scope *scope, unsigned threads, bool quiet, report *r,
                         tool_error *error)
{
    measuring m = {.a = a,
                   .scope = scope,
                   .report = r,
                   .threads = threads,
                   .bar = {.enabled = !quiet},
                   .result = CHECK_FAILED,
                   .error = error};
    bool found = duplicates_find(&m.duplicates, a) && contacts_begin(&m.contacts, a, scope->rules);
    flr_aabb3 *boxes = found ? first_boxes(&m) : NULL;
    for (size_t i = 0; found && i < a->part_count; ++i)
        r->parts[i].design = m.duplicates.shapes[r->parts[i].mesh];
    m.candidates = calloc(BATCH, sizeof *m.candidates);
    if (boxes && m.candidates && relaxed_begin(&m.relaxed, a)) {
        measure_all(&m, boxes);
    } else {
        tool_fail(error, "out of memory");
    }
    duplicates_free(&m.duplicates);
    relaxed_free(&m.relaxed);
    contacts_free(&m.contacts);
    free(boxes);
    free(m.candidates);
    return m.result;
}
