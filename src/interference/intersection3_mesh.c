/// What two placed meshes have in common, as an object for the caller: the lines in which the surfaces
/// cross, and volume, area and centroid of the common solid. Here segments are joined to lines; the rest is
/// in the other intersection3 files.

#include <float.h>
#include <string.h>

#include "interference/intersection3.h"
#include "math/vectors.h"
#include "mesh/mesh3_pair.h"

struct flr_intersection3_mesh {
    flr_allocator allocator;
    flr_intersection3_info info;
    flr_intersection3_corner *corners;
    flr_intersection3_line *lines;
};

// ---- Lines

static flr_intersection3_corner corner_at(const meeting3 *m, uint32_t end)
{
    const segment3 *s = &m->segments.all[end / 2];
    const dvec3 p = meeting3_node(m, end)->point, o = dvec3_from(m->part[0].origin);
    return (flr_intersection3_corner){dvec3_round(dvec3_add(p, o)),
                                      mesh3_input_of(m->part[0].at->mesh, m->part[0].items[s->face[0]]),
                                      mesh3_input_of(m->part[1].at->mesh, m->part[1].items[s->face[1]])};
}

/// Adds a corner. One at the same point as the last replaces it, so a segment without length vanishes.
static void add_corner(lines3 *l, flr_intersection3_corner c, bool first)
{
    if (!first && flr_same3(l->corners[l->corner_count - 1].point, c.point)) l->corner_count--;
    l->corners[l->corner_count++] = c;
}

static double length_of(const flr_intersection3_corner *c, size_t count, bool closed)
{
    double sum = 0;
    for (size_t i = closed ? 0 : 1; i < count; i++) {
        const dvec3 d = dvec3_relative(c[i].point, c[i > 0 ? i - 1 : count - 1].point);
        sum += dvec3_length(d);
    }
    return sum;
}

/// Ends a line; one that has shrunk to a point is dropped.
static void end_line(lines3 *l, bool closed)
{
    const size_t begin = l->first[l->line_count];
    const flr_intersection3_corner *const c = l->corners + begin;
    while (closed && l->corner_count - begin > 1 &&
           flr_same3(l->corners[l->corner_count - 1].point, c->point))
        l->corner_count--;
    if (l->corner_count - begin < 2) {
        l->corner_count = begin;
        return;
    }
    l->closed[l->line_count] = closed;
    l->length[l->line_count] = length_of(c, l->corner_count - begin, closed);
    l->first[++l->line_count] = l->corner_count;
}

/// Returns the end at which the line through a segment begins. A closed line begins at the segment itself.
static uint32_t begin_of_line(const meeting3 *m, uint32_t segment)
{
    uint32_t end = 2 * segment;
    for (uint32_t next; (next = m->beside[end]) != INTERSECTION3_NONE; end = next ^ 1u)
        if (next / 2 == segment) return 2 * segment;
    return end;
}

/// Follows the line through a segment from its beginning, and marks its segments as done.
static void follow(const meeting3 *m, uint32_t segment, bool *is_done, lines3 *l)
{
    const uint32_t begin = begin_of_line(m, segment);
    uint32_t end = begin;
    for (bool first = true;; first = false) {
        is_done[end / 2] = true;
        add_corner(l, corner_at(m, end), first);
        const uint32_t next = m->beside[end ^ 1u];
        if (next == begin) {
            end_line(l, true);
            return;
        }
        if (next == INTERSECTION3_NONE) {
            flr_intersection3_corner last = corner_at(m, end ^ 1u);
            const flr_intersection3_corner before = l->corners[l->corner_count - 1];
            if (!flr_same3(before.point, last.point)) add_corner(l, last, false);
            end_line(l, false);
            return;
        }
        end = next;
    }
}

/// Joins the segments to lines. The arrays are taken from `m->scratch`.
static void join(meeting3 *m, lines3 *l)
{
    scratch3 *s = &m->scratch;
    const size_t count = m->segments.count;
    bool *is_done = flr_scratch3_take(s, count, sizeof *is_done);
    *l = (lines3){.corners = flr_scratch3_take(s, 2 * count, sizeof *l->corners),
                  .first = flr_scratch3_take(s, count + 1, sizeof *l->first),
                  .closed = flr_scratch3_take(s, count, sizeof *l->closed),
                  .length = flr_scratch3_take(s, count, sizeof *l->length)};
    if (s->failed) return;
    memset(is_done, 0, count * sizeof *is_done);
    l->first[0] = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!is_done[i]) follow(m, i, is_done, l);
}

/// Reverses a line. Each corner carries the triangles of the piece that follows it.
static void turn_line(flr_intersection3_corner *c, size_t count)
{
    const flr_intersection3_corner last = c[count - 1];
    for (size_t i = 0, k = count - 1; i < k; i++, k--) {
        const flr_vec3 swap = c[i].point;
        c[i].point = c[k].point;
        c[k].point = swap;
    }
    // the count - 1 pieces between corners reverse too; the last piece leads from the last corner to the
    // first, or is none
    for (size_t i = 0, k = count - 2; i < k; i++, k--) {
        const flr_intersection3_corner swap = c[i];
        c[i].triangle_a = c[k].triangle_a;
        c[i].triangle_b = c[k].triangle_b;
        c[k].triangle_a = swap.triangle_a;
        c[k].triangle_b = swap.triangle_b;
    }
    c[count - 1].triangle_a = last.triangle_a;
    c[count - 1].triangle_b = last.triangle_b;
}

// ---- The object

/// Copies the lines into the object, reversed or with a and b exchanged as the caller has them.
static bool keep_lines(flr_intersection3_mesh *x, const lines3 *l, bool swapped, bool turned)
{
    double length = 0;
    x->corners = flr_allocate(&x->allocator, l->corner_count, sizeof *x->corners);
    x->lines = flr_allocate(&x->allocator, l->line_count, sizeof *x->lines);
    x->info.corner_count = l->corner_count;
    x->info.line_count = l->line_count;
    if (!x->corners || !x->lines) return false;
    if (l->corner_count) memcpy(x->corners, l->corners, l->corner_count * sizeof *x->corners);
    for (size_t i = 0; i < l->line_count; i++) {
        flr_intersection3_corner *c = x->corners + l->first[i];
        const size_t count = l->first[i + 1] - l->first[i];
        x->lines[i] = (flr_intersection3_line){c, count, l->closed[i], (flr_real)l->length[i]};
        length += l->length[i];
        // an open line ends with the triangles of its last piece
        if (!l->closed[i]) {
            c[count - 1].triangle_a = c[count - 2].triangle_a;
            c[count - 1].triangle_b = c[count - 2].triangle_b;
        }
        if (turned) turn_line(c, count);
        if (turned && !l->closed[i]) {
            c[count - 1].triangle_a = c[count - 2].triangle_a;
            c[count - 1].triangle_b = c[count - 2].triangle_b;
        }
        for (size_t k = 0; swapped && k < count; k++) {
            const uint32_t swap = c[k].triangle_a;
            c[k].triangle_a = c[k].triangle_b;
            c[k].triangle_b = swap;
        }
    }
    x->info.length = (flr_real)length;
    return true;
}

static flr_vec3 within(flr_vec3 p, const flr_aabb3 *b) { return flr_max3(b->min, flr_min3(p, b->max)); }

static void keep_measures(flr_intersection3_mesh *x, const meeting3 *m, const flr_aabb3 *common,
                          double volume, double area, dvec3 centroid)
{
    // a volume within rounding errors comes of surfaces that only touch: there is none
    const double reach = dvec3_length(dvec3_relative(common->max, common->min)) / 2;
    if (!(volume > 8 * DBL_EPSILON * reach * fabs(area))) return;
    x->info.volume = (flr_real)volume;
    x->info.area = (flr_real)area;
    x->info.centroid = within(dvec3_round(dvec3_add(centroid, dvec3_from(m->part[0].origin))), common);
}

static bool is_solid(const flr_instance3 *i) { return i->mesh->encloses && i->mesh->info.oriented; }

/// Builds the object for a before b in the order of instances. `swapped`: the caller has them the other way
/// round.
static flr_status build(flr_intersection3_mesh *x, meeting3 *m, bool swapped)
{
    const flr_instance3 *a = m->part[0].at, *b = m->part[1].at;
    const flr_aabb3 of_a = flr_intersection3_bounds(a), of_b = flr_intersection3_bounds(b);
    const flr_aabb3 common = {flr_max3(of_a.min, of_b.min), flr_min3(of_a.max, of_b.max)};
    lines3 lines = {.first = NULL};
    double volume = 0, area = 0;
    dvec3 centroid = {0, 0, 0};
    if (!(common.min.x <= common.max.x && common.min.y <= common.max.y && common.min.z <= common.max.z))
        return keep_lines(x, &lines, false, false) ? FLR_OK : FLR_OUT_OF_MEMORY;
    m->part[0].origin = m->part[1].origin = flr_lerp3(common.min, common.max, (flr_real)0.5);
    const flr_status status = flr_segments3_find(a, b, &x->allocator, &m->segments);
    if (status != FLR_OK) return status;
    flr_meeting3_make(m, &common);
    if (!m->scratch.failed) join(m, &lines);
    if (!m->scratch.failed && x->info.solid) flr_meeting3_measure(m, &volume, &area, &centroid);
    const bool turned = swapped != (instance3_outward(a) * instance3_outward(b) < 0);
    if (m->scratch.failed || !keep_lines(x, &lines, swapped, turned)) return FLR_OUT_OF_MEMORY;
    keep_measures(x, m, &common, volume, area, centroid);
    return isfinite((flr_real)volume) ? FLR_OK : FLR_NOT_FINITE;
}

flr_status flr_intersection3_mesh_create(const flr_instance3 *a, const flr_instance3 *b,
                                         const flr_allocator *allocator,
                                         flr_intersection3_mesh **intersection)
{
    if (!a || !b || !intersection) return FLR_INVALID_ARGUMENT;
    *intersection = NULL;
    const flr_allocator memory = flr_allocator_or_default(allocator);
    flr_intersection3_mesh *x = flr_allocate(&memory, 1, sizeof *x);
    if (!x) return FLR_OUT_OF_MEMORY;
    *x = (flr_intersection3_mesh){.allocator = memory};
    x->info.solid = is_solid(a) && is_solid(b);
    const bool ordered = flr_instance3_in_order(a, b);
    meeting3 m = {.scratch.allocator = memory};
    m.part[0].at = ordered ? a : b;
    m.part[1].at = ordered ? b : a;
    const flr_status status = build(x, &m, !ordered);
    flr_scratch3_release(&m.scratch);
    flr_release(&memory, m.segments.all, m.segments.room, sizeof *m.segments.all);
    if (status == FLR_OK)
        *intersection = x;
    else
        flr_intersection3_mesh_destroy(x);
    return status;
}

void flr_intersection3_mesh_destroy(flr_intersection3_mesh *x)
{
    if (!x) return;
    const flr_allocator memory = x->allocator;
    flr_release(&memory, x->lines, x->info.line_count, sizeof *x->lines);
    flr_release(&memory, x->corners, x->info.corner_count, sizeof *x->corners);
    flr_release(&memory, x, 1, sizeof *x);
}

flr_intersection3_info flr_intersection3_mesh_get_info(const flr_intersection3_mesh *x)
{
    return x ? x->info : (flr_intersection3_info){.line_count = 0};
}

flr_intersection3_line flr_intersection3_mesh_get_line(const flr_intersection3_mesh *x, size_t index)
{
    return x && index < x->info.line_count ? x->lines[index] : (flr_intersection3_line){.corners = NULL};
}
