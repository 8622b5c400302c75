#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/check.h"
#include "command/work.h"
#include "feeler/scene.h"

typedef struct candidate {
    uint32_t a, b;  ///< in assembly.parts, so a's path sorts first
    bool ignored;
    flr_status status;
    flr_interference3 result;
} candidate;

typedef struct measuring {
    const assembly *a;
    flr_interference3_options settings;
    candidate *candidates;
    size_t count;
} measuring;

bool check_in_scope(const void *user, size_t part_a, size_t part_b)
{
    const check_scope *scope = user;
    if (scope->only->count && !pattern_pairs_pick(scope->only, part_a, part_b)) return false;
    return !pattern_pairs_pick(scope->ignored, part_a, part_b);
}

/// Pairs whose boxes come within reach; those outside --pairs are dropped.
static bool find_candidates(measuring *m, const check_scope *scope, report *r, tool_error *error)
{
    size_t count = m->a->part_count, near = 0;
    flr_aabb3 *boxes = calloc(count + 1, sizeof *boxes);
    if (!boxes) return tool_fail(error, "out of memory");
    for (size_t i = 0; i < count; ++i) boxes[i] = m->a->instances[i].bounds;
    flr_real reach =
        m->settings.clearance > m->settings.tolerance ? m->settings.clearance : m->settings.tolerance;
    flr_index_pair *pairs = NULL;
    flr_status status = flr_pairs3_aabb(boxes, count, reach, NULL, &pairs, &near);
    free(boxes);
    if (status != FLR_OK) return tool_fail(error, "looking for near pairs: %s", flr_status_string(status));
    m->candidates = calloc(near + 1, sizeof *m->candidates);
    for (size_t i = 0; m->candidates && i < near; ++i) {
        if (scope->only->count && !pattern_pairs_pick(scope->only, pairs[i].a, pairs[i].b)) continue;
        m->candidates[m->count++] =
            (candidate){.a = pairs[i].a,
                        .b = pairs[i].b,
                        .ignored = pattern_pairs_pick(scope->ignored, pairs[i].a, pairs[i].b)};
    }
    flr_pairs3_release(NULL, pairs, near);
    r->summary.pairs_total = count ? count * (count - 1) / 2 : 0;
    r->summary.pairs_near = near;
    r->summary.pairs_checked = m->count;
    return m->candidates || tool_fail(error, "out of memory");
}

static bool measure(void *user, size_t index, const flr_parallel *others)
{
    (void)others;
    measuring *m = user;
    candidate *c = &m->candidates[index];
    c->status =
        flr_interference3_mesh_mesh(&m->a->instances[c->a], &m->a->instances[c->b], &m->settings, &c->result);
    return c->status == FLR_OK;
}

static void put_vector(double to[3], flr_vec3 from)
{
    to[0] = (double)from.x;
    to[1] = (double)from.y;
    to[2] = (double)from.z;
}

static report_finding make_finding(const report *r, const candidate *c)
{
    const report_part *a = &r->parts[c->a], *b = &r->parts[c->b];
    report_finding f = {.name_a = a->name,
                        .name_b = b->name,
                        .part_a = c->a,
                        .part_b = c->b,
                        .kind = c->result.kind,
                        .flags = c->result.flags,
                        .distance = (double)c->result.distance,
                        .depth = (double)c->result.depth};
    memcpy(f.id_a, a->id, sizeof f.id_a);
    memcpy(f.id_b, b->id, sizeof f.id_b);
    report_pair_key(f.key, f.id_a, f.id_b);
    put_vector(f.point_a, c->result.point_a);
    put_vector(f.point_b, c->result.point_b);
    put_vector(f.normal, c->result.normal);
    put_vector(f.point, c->result.point);
    return f;
}

static bool collect(const measuring *m, report *r, tool_error *error)
{
    r->findings = calloc(m->count + 1, sizeof *r->findings);
    if (!r->findings) return tool_fail(error, "out of memory");
    for (size_t i = 0; i < m->count; ++i) {
        const candidate *c = &m->candidates[i];
        if (c->result.kind == FLR_APART) continue;
        if (c->ignored) {
            r->summary.ignored++;
        } else {
            r->findings[r->finding_count++] = make_finding(r, c);
        }
    }
    return true;
}

check_result check_pairs(const assembly *a, const check_scope *scope, unsigned threads, bool quiet, report *r,
                         tool_error *error)
{
    measuring m = {.a = a, .settings = {(flr_real)r->settings.tolerance, (flr_real)r->settings.clearance}};
    check_result result = CHECK_FAILED;
    if (find_candidates(&m, scope, r, error)) {
        size_t failed;
        progress bar = progress_start("measuring pairs", quiet);
        unsigned useful = threads < m.count ? threads : (unsigned)m.count;
        switch (work_run(m.count, useful, measure, &m, &bar, &failed)) {
        case WORK_DONE:
            result = collect(&m, r, error) ? CHECK_DONE : CHECK_FAILED;
            break;
        case WORK_INTERRUPTED:
            result = CHECK_INTERRUPTED;
            break;
        default:
            if (failed == SIZE_MAX) {
                tool_fail(error, "no thread could be started");
            } else {
                const candidate *c = &m.candidates[failed];
                tool_fail(error, "parts '%s' and '%s' could not be measured: %s", r->parts[c->a].path,
                          r->parts[c->b].path, flr_status_string(c->status));
            }
        }
    }
    free(m.candidates);
    return result;
}
