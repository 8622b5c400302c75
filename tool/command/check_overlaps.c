#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/check.h"
#include "command/work.h"

/// Findings that get lines, the worst, and corners of the lines of one and of all together: what a page can show, and a file should hold.
enum { LINED = 2048, CORNERS = 400, CORNERS_OF_ALL = 100000, LINES = 64, SKIPPED = 64 };

typedef struct overlaps {
    const assembly *a;
    report *report;
    bool lines;
} overlaps;

static void get_point(const flr_intersection3_line *line, size_t i, double p[3])
{
    const flr_vec3 at = line->corners[i % line->count].point;
    p[0] = (double)at.x;
    p[1] = (double)at.y;
    p[2] = (double)at.z;
}

/// The distance of p from the segment from a to b.
static double distance_from(const double p[3], const double a[3], const double b[3])
{
    double along = 0, length = 0, square = 0;
    for (int k = 0; k < 3; ++k) {
        along += (p[k] - a[k]) * (b[k] - a[k]);
        length += (b[k] - a[k]) * (b[k] - a[k]);
    }
    const double part = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
    for (int k = 0; k < 3; ++k) {
        const double d = p[k] - a[k] - part * (b[k] - a[k]);
        square += d * d;
    }
    return sqrt(square);
}

/// A corner at which a closed line bends, to begin with; 0 of others.
static size_t first_bend(const flr_intersection3_line *line, double bend)
{
    double before[3], p[3], next[3];
    for (size_t i = 0; line->closed && i < line->count; ++i) {
        get_point(line, i + line->count - 1, before);
        get_point(line, i, p);
        get_point(line, i + 1, next);
        if (distance_from(p, before, next) > bend) return i;
    }
    return 0;
}

/// Where the line goes straight on, within `bend`, corners are left out. Returns how many points are kept, the last again the first where the line
/// is closed.
static size_t straighten(const flr_intersection3_line *line, double bend, double *points)
{
    const size_t start = first_bend(line, bend), last = start + line->count - (line->closed ? 0 : 1);
    size_t kept = 1;
    double first[3], end[3], p[3];
    get_point(line, start, points);
    for (size_t from = start, to; from < last; from = to) {
        to = from + 1;
        get_point(line, from, first);
        for (bool straight = true; straight && to < last && to - from < SKIPPED;) {
            get_point(line, to + 1, end);
            for (size_t i = from + 1; straight && i <= to; ++i) {
                get_point(line, i, p);
                straight = distance_from(p, first, end) <= bend;
            }
            to += straight;
        }
        get_point(line, to, points + 3 * kept++);
    }
    return kept;
}

/// Every so manieth of the points, the ends among them.
static size_t thin(double *points, size_t count, size_t most)
{
    if (count <= most) return count;
    for (size_t i = 0; i < most; ++i)
        memmove(points + 3 * i, points + 3 * (i * (count - 1) / (most - 1)), 3 * sizeof *points);
    return most;
}

static int compare_lengths(const void *left, const void *right)
{
    const flr_intersection3_line *a = left, *b = right;
    return (a->length < b->length) - (a->length > b->length);
}

/// The longest lines, with fewer corners where they have too many. Null where there are none, or no memory for them.
static report_lines *lines_of(const flr_intersection3_mesh *x, double bend)
{
    const flr_intersection3_info info = flr_intersection3_mesh_get_info(x);
    const size_t room = info.corner_count + info.line_count;
    flr_intersection3_line *all = calloc(info.line_count + 1, sizeof *all);
    double *points = malloc((3 * room + 1) * sizeof *points);
    report_lines *lines = calloc(1, sizeof *lines);
    size_t *counts = calloc(LINES, sizeof *counts), total = 0, kept = 0;
    const bool good = info.line_count && all && points && lines && counts;
    for (size_t i = 0; good && i < info.line_count; ++i) all[i] = flr_intersection3_mesh_get_line(x, i);
    if (good) qsort(all, info.line_count, sizeof *all, compare_lengths);
    for (size_t i = 0; good && i < info.line_count && i < LINES; ++i) {
        counts[i] = straighten(&all[i], bend, points + 3 * total);
        total += counts[i];
        lines->count++;
    }
    for (size_t i = 0, from = 0; good && i < lines->count; ++i) {
        const size_t before = counts[i], share = CORNERS * before / total, most = share < 4 ? 4 : share;
        memmove(points + 3 * kept, points + 3 * from, 3 * before * sizeof *points);
        counts[i] = total > CORNERS ? thin(points + 3 * kept, before, most) : before;
        kept += counts[i];
        from += before;
    }
    free(all);
    if (!good) {
        free(points);
        free(counts);
        free(lines);
        return NULL;
    }
    *lines = (report_lines){points, counts, lines->count, kept};
    return lines;
}

static bool measure(void *user, size_t index, const flr_parallel *others)
{
    (void)others;
    overlaps *o = user;
    report_finding *f = &o->report->findings[index];
    if (!report_kind_deep(f->kind) || f->part_a == REPORT_NO_PART || f->part_b == REPORT_NO_PART) return true;
    flr_intersection3_mesh *x = NULL;
    const flr_status status =
        flr_intersection3_mesh_create(&o->a->instances[f->part_a], &o->a->instances[f->part_b], NULL, &x);
    if (status == FLR_OUT_OF_MEMORY) return false;
    const flr_intersection3_info info = flr_intersection3_mesh_get_info(x);
    f->has_volume = info.solid;
    f->volume = (double)info.volume;
    const double size = fmin(o->report->parts[f->part_a].diagonal, o->report->parts[f->part_b].diagonal);
    if (o->lines && index < LINED && info.line_count) f->lines = lines_of(x, 1e-5 * size);
    flr_intersection3_mesh_destroy(x);
    return true;
}

static void drop_lines(report_finding *f)
{
    if (!f->lines) return;
    free(f->lines->points);
    free(f->lines->counts);
    free(f->lines);
    f->lines = NULL;
}

void check_overlaps_free(report *r)
{
    for (size_t i = 0; i < r->finding_count; ++i) drop_lines(&r->findings[i]);
}

check_result check_overlaps(const assembly *a, report *r, bool lines, unsigned threads, bool quiet,
                            tool_error *error)
{
    overlaps o = {.a = a, .report = r, .lines = lines};
    report_sort(r);  // the worst get lines
    progress bar = progress_start("measuring overlaps", quiet);
    bar.total = r->finding_count;
    size_t failed, corners = 0;
    const unsigned useful = threads < r->finding_count ? threads : (unsigned)r->finding_count;
    const work_result result =
        r->finding_count ? work_run(r->finding_count, useful, measure, &o, &bar, &failed) : WORK_DONE;
    if (result == WORK_INTERRUPTED) return CHECK_INTERRUPTED;
    if (result == WORK_FAILED) {
        tool_fail(error, failed == SIZE_MAX ? "no thread could be started" : "out of memory");
        return CHECK_FAILED;
    }
    for (size_t i = 0; i < r->finding_count; ++i) {
        if (!r->findings[i].lines) continue;
        corners += r->findings[i].lines->point_count;
        if (corners > CORNERS_OF_ALL) drop_lines(&r->findings[i]);
    }
    return CHECK_DONE;
}
