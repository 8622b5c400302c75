// Rules that want contact: which parts of `a` are in contact with no part of `b`, and how far is the nearest?
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/check.h"
#include "command/interrupt.h"
#include "feeler/closest3.h"

bool contacts_begin(contacts *c, const assembly *a, const ruleset *rules)
{
    *c = (contacts){.part_count = a->part_count};
    for (size_t i = 0; rules && i < rules->rule_count; ++i)
        c->rule_count += rules->rules[i].kind == RULE_MUST_TOUCH;
    if (!c->rule_count) return true;
    c->rules = calloc(c->rule_count, sizeof *c->rules);
    c->touched = calloc(c->rule_count, a->part_count + 1);
    if (!c->rules || !c->touched) return false;
    c->rule_count = 0;
    for (size_t i = 0; i < rules->rule_count; ++i)
        if (rules->rules[i].kind == RULE_MUST_TOUCH) c->rules[c->rule_count++] = i;
    return true;
}

void contacts_free(contacts *c)
{
    free(c->rules);
    free(c->touched);
    *c = (contacts){0};
}

static bool *touched(const contacts *c, size_t rule, size_t part)
{
    return &c->touched[rule * (c->part_count + 1) + part];
}

void contacts_mark(const contacts *c, const ruleset *rules, const duplicates *d, size_t part_a, size_t part_b)
{
    for (size_t i = 0; i < c->rule_count; ++i) {
        const rule *at = &rules->rules[c->rules[i]];
        if (rule_names(at, part_a, part_b)) *touched(c, i, d->first[part_a]) = true;
        if (rule_names(at, part_b, part_a)) *touched(c, i, d->first[part_b]) = true;
    }
}

typedef struct nearest {
    size_t part;  // RULES_NONE: there is none
    flr_closest3_mesh closest;
} nearest;

static void try_part(const assembly *a, size_t part, size_t other, nearest *best)
{
    const flr_real limit = best->part == RULES_NONE ? (flr_real)INFINITY : best->closest.distance;
    if (report_box_gap(&a->parts[part], &a->parts[other]) > (double)limit) return;
    const flr_closest3_mesh found = flr_closest3_mesh_mesh(&a->instances[part], &a->instances[other], limit);
    if (found.found && (best->part == RULES_NONE || found.distance < best->closest.distance))
        *best = (nearest){other, found};
}

/// The part that is nearest by boxes goes first, so that most others need no look at their triangles.
static nearest find_nearest(const assembly *a, const rule *at, size_t part)
{
    nearest best = {.part = RULES_NONE};
    size_t first = RULES_NONE;
    double least = INFINITY;
    for (size_t other = 0; other < a->part_count; ++other) {
        if (other == part || !rule_names(at, part, other)) continue;
        const double gap = report_box_gap(&a->parts[part], &a->parts[other]);
        if (first != RULES_NONE && gap >= least) continue;
        first = other;
        least = gap;
    }
    if (first == RULES_NONE) return best;
    try_part(a, part, first, &best);
    for (size_t other = 0; other < a->part_count && !interrupt_asked(); ++other)
        if (other != part && other != first && rule_names(at, part, other)) try_part(a, part, other, &best);
    return best;
}

static report_finding make_finding(const report *r, const nearest *n, size_t part, double tolerance)
{
    const bool swap = n->part < part;
    const report_part *a = &r->parts[swap ? n->part : part], *b = &r->parts[swap ? part : n->part];
    const flr_vec3 from = swap ? n->closest.point_b : n->closest.point_a,
                   to = swap ? n->closest.point_a : n->closest.point_b;
    report_finding f = {.name_a = a->name,
                        .name_b = b->name,
                        .part_a = (size_t)(a - r->parts),
                        .part_b = (size_t)(b - r->parts),
                        .kind = FLR_APART,
                        .tolerance = tolerance,
                        .distance = (double)n->closest.distance};
    const double p[3] = {(double)from.x, (double)from.y, (double)from.z},
                 q[3] = {(double)to.x, (double)to.y, (double)to.z};
    for (int k = 0; k < 3; ++k) {
        f.point_a[k] = p[k];
        f.point_b[k] = q[k];
        f.point[k] = p[k] / 2 + q[k] / 2;
        f.normal[k] = (q[k] - p[k]) / f.distance;
    }
    memcpy(f.id_a, a->id, sizeof f.id_a);
    memcpy(f.id_b, b->id, sizeof f.id_b);
    report_pair_key(f.key, f.id_a, f.id_b);
    return f;
}

/// Does --pairs leave any pair of the part to the rule?
static bool is_asked(const check_scope *scope, const rule *at, size_t part, size_t part_count)
{
    for (size_t other = 0; other < part_count; ++other) {
        if (other == part || !rule_names(at, part, other)) continue;
        if (!scope->only->count || pattern_pairs_pick(scope->only, part, other)) return true;
    }
    return false;
}

static bool append(report *r, const report_finding *f, tool_error *error)
{
    report_finding *grown = realloc(r->findings, (r->finding_count + 1) * sizeof *grown);
    if (!grown) return tool_fail(error, "out of memory");
    r->findings = grown;
    r->findings[r->finding_count++] = *f;
    r->rules[f->rule_index].findings++;
    return true;
}

static bool check_part(const contacts *c, size_t i, size_t part, const assembly *a, const check_scope *scope,
                       report *r, tool_error *error)
{
    const size_t index = c->rules[i];
    const rule *at = &scope->rules->rules[index];
    if (!is_asked(scope, at, part, a->part_count)) return true;
    const nearest n = find_nearest(a, at, part);
    if (n.part == RULES_NONE || interrupt_asked()) return true;
    const double tolerance = at->tolerance.given.given ? at->tolerance.value
                             : r->settings.tolerance_given
                                 ? r->settings.tolerance
                                 : report_pair_tolerance(&r->parts[part], &r->parts[n.part]);
    if ((double)n.closest.distance <= tolerance) return true;
    if (pattern_pairs_pick(scope->ignored, part, n.part)) {
        r->summary.ignored++;
        return true;
    }
    report_finding f = make_finding(r, &n, part, tolerance);
    f.rule = at->name;
    f.rule_index = index;
    f.level = rules_level(at, FLR_APART);
    return append(r, &f, error);
}

static int compare_keys(const void *left, const void *right)
{
    const report_finding *a = left, *b = right;
    const int order = strcmp(a->key, b->key);
    if (order) return order;
    if (a->level != b->level) return a->level < b->level ? -1 : 1;
    return a->rule_index < b->rule_index ? -1 : a->rule_index > b->rule_index;
}

/// A pair is one finding, the worst, though two rules may want its contact.
static void keep_worst(report *r)
{
    qsort(r->findings, r->finding_count, sizeof *r->findings, compare_keys);
    size_t kept = 0;
    for (size_t i = 0; i < r->finding_count; ++i) {
        if (kept && strcmp(r->findings[kept - 1].key, r->findings[i].key) == 0) {
            r->rules[r->findings[i].rule_index].findings--;
        } else {
            r->findings[kept++] = r->findings[i];
        }
    }
    r->finding_count = kept;
}

bool contacts_check(const contacts *c, const assembly *a, const check_scope *scope, const duplicates *d,
                    report *r, tool_error *error)
{
    const size_t before = r->finding_count;
    for (size_t i = 0; i < c->rule_count; ++i) {
        for (size_t part = 0; part < a->part_count && !interrupt_asked(); ++part) {
            bool *done = touched(c, i, d->first[part]);
            if (*done || !rule_picks_a(&scope->rules->rules[c->rules[i]], part)) continue;
            *done = true;  // its duplicates are as far
            if (!check_part(c, i, part, a, scope, r, error)) return false;
        }
    }
    if (r->finding_count > before) keep_worst(r);
    return true;
}
