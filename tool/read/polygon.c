#include "read/polygon.h"

#include <math.h>

#include "feeler/math.h"
#include "read/read.h"

polygon_scratch polygon_scratch_begin(uint64_t work)
{
    polygon_scratch scratch = {0};
    scratch.work = work;
    return scratch;
}

void polygon_scratch_release(polygon_scratch *scratch)
{
    tool_release(scratch->points);
    tool_release(scratch->corners);
    tool_release(scratch->next);
    tool_release(scratch->previous);
    tool_release(scratch->queue);
    tool_release(scratch->queued);
    tool_release(scratch->blocker);
    tool_release(scratch->first_waiting);
    tool_release(scratch->next_waiting);
    tool_release(scratch->last_waiting);
    corner_tree_release(&scratch->reflex);
    *scratch = polygon_scratch_begin(scratch->work);
}

static bool allocate(uint32_t **array, size_t count)
{
    *array = tool_reallocate(NULL, count * sizeof **array);
    return *array != NULL;
}

static bool reserve(polygon_scratch *s, size_t count)
{
    if (count <= s->capacity) return true;
    polygon_scratch_release(s);
    s->points = tool_reallocate(NULL, 2 * count * sizeof *s->points);
    s->queued = tool_reallocate(NULL, count * sizeof *s->queued);
    if (s->points == NULL || s->queued == NULL || !allocate(&s->corners, count) ||
        !allocate(&s->next, count) || !allocate(&s->previous, count) || !allocate(&s->queue, count) ||
        !allocate(&s->blocker, count) || !allocate(&s->first_waiting, count) ||
        !allocate(&s->next_waiting, count) || !allocate(&s->last_waiting, count) ||
        !corner_tree_reserve(&s->reflex, count))
        return false;
    s->capacity = count;
    return true;
}

/// The axis to leave out, and whether the polygon then runs clockwise: by the normal after
/// Newell, taken around the first corner (RTCD 12.4.2).
static int dominant_axis(const double *vertices, const polygon_scratch *s, size_t count, bool *clockwise)
{
    const double *origin = vertices + 3 * (size_t)s->corners[0];
    double normal[3] = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; i++) {
        const double *p = vertices + 3 * (size_t)s->corners[i], *q = vertices + 3 * (size_t)s->corners[i + 1];
        for (int a = 0; a < 3; a++) {
            const int u = (a + 1) % 3, v = (a + 2) % 3;
            normal[a] += (p[u] - origin[u]) * (q[v] - origin[v]) - (p[v] - origin[v]) * (q[u] - origin[u]);
        }
    }
    int axis = fabs(normal[0]) > fabs(normal[1]) ? 0 : 1;
    if (!(fabs(normal[axis]) > fabs(normal[2]))) axis = 2;
    *clockwise = normal[axis] < 0;
    return axis;
}

static void project(const double *vertices, polygon_scratch *s, size_t count)
{
    bool clockwise = false;
    const int axis = dominant_axis(vertices, s, count, &clockwise);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (size_t i = 0; i < count; i++) {
        const double *p = vertices + 3 * (size_t)s->corners[i];
        s->points[2 * i] = clockwise ? p[v] : p[u];
        s->points[2 * i + 1] = clockwise ? p[u] : p[v];
    }
}

/// Above 0 where the corners i, j, k turn left; exact.
static int turn(const polygon_scratch *s, size_t i, size_t j, size_t k)
{
    const double *a = s->points + 2 * i, *b = s->points + 2 * j, *c = s->points + 2 * k;
    return flr_orient2((flr_real)a[0], (flr_real)a[1], (flr_real)b[0], (flr_real)b[1], (flr_real)c[0],
                       (flr_real)c[1]);
}

static bool is_convex(const polygon_scratch *s, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (turn(s, i, (i + 1) % count, (i + 2) % count) < 0) return false;
    return true;
}

static bool same_point(const polygon_scratch *s, size_t i, size_t j)
{
    return s->points[2 * i] == s->points[2 * j] && s->points[2 * i + 1] == s->points[2 * j + 1];
}

typedef struct ear {
    const polygon_scratch *s;
    uint32_t corners[3];
} ear;

/// Does a corner that lies in the triangle stand in the way? One at the same place as one of the three does not: outlines that
/// run into a hole and back have such pairs.
static bool blocks(const void *user, uint32_t p)
{
    const ear *e = user;
    for (int k = 0; k < 3; k++)
        if (p == e->corners[k] || same_point(e->s, p, e->corners[k])) return false;
    return true;
}

/// A queue of corners to be tried, each at most once.
typedef struct clipping {
    polygon_scratch *s;
    size_t count, first, length;
} clipping;

static const uint32_t NONE = UINT32_MAX;

static void stop_waiting(polygon_scratch *s, uint32_t j)
{
    if (s->blocker[j] == NONE) return;
    const uint32_t after = s->next_waiting[j], before = s->last_waiting[j];
    if (before == NONE)
        s->first_waiting[s->blocker[j]] = after;
    else
        s->next_waiting[before] = after;
    if (after != NONE) s->last_waiting[after] = before;
    s->blocker[j] = NONE;
}

static void wait_for(polygon_scratch *s, uint32_t j, uint32_t blocker)
{
    const uint32_t after = s->first_waiting[blocker];
    s->blocker[j] = blocker;
    s->next_waiting[j] = after;
    s->last_waiting[j] = NONE;
    if (after != NONE) s->last_waiting[after] = j;
    s->first_waiting[blocker] = j;
}

static void push(clipping *c, uint32_t j)
{
    polygon_scratch *s = c->s;
    stop_waiting(s, j);
    if (s->queued[j]) return;
    s->queued[j] = true;
    s->queue[(c->first + c->length++) % c->count] = j;
}

static uint32_t pop(clipping *c)
{
    const uint32_t j = c->s->queue[c->first];
    c->first = (c->first + 1) % c->count;
    c->length--;
    c->s->queued[j] = false;
    return j;
}

/// The corner stands in nobody's way any more: those that waited for it are tried again.
static void settle(clipping *c, uint32_t p)
{
    if (c->s->reflex.place[p] == NONE) return;
    corner_tree_remove(&c->s->reflex, p);
    while (c->s->first_waiting[p] != NONE) push(c, c->s->first_waiting[p]);
}

static void begin(clipping *c)
{
    polygon_scratch *s = c->s;
    size_t reflex = 0;
    for (size_t i = 0; i < c->count; i++) {
        s->next[i] = (uint32_t)((i + 1) % c->count);
        s->previous[i] = (uint32_t)((i + c->count - 1) % c->count);
        s->queued[i] = false;
        s->blocker[i] = s->first_waiting[i] = s->reflex.place[i] = NONE;
        if (!(turn(s, s->previous[i], i, s->next[i]) > 0)) s->reflex.order[reflex++] = (uint32_t)i;
    }
    corner_tree_build(&s->reflex, s->points, reflex);
    // every other one first: this keeps the triangles from all meeting in one corner
    for (size_t start = 0; start < 2; start++)
        for (size_t i = start; i < c->count; i += 2) push(c, (uint32_t)i);
}

/// Can corner j be cut off? If not, it waits for who stands in the way. Where anything does, so does a corner that does not turn
/// left.
static bool is_ear(polygon_scratch *s, uint32_t j)
{
    const ear e = {s, {s->previous[j], j, s->next[j]}};
    if (!(turn(s, e.corners[0], j, e.corners[2]) > 0)) return false;
    const uint32_t blocker = corner_tree_find(&s->reflex, e.corners, blocks, &e, &s->work);
    if (blocker != NONE) wait_for(s, j, blocker);
    return blocker == NONE && s->work > 0;
}

static uint32_t *cut_off(clipping *c, uint32_t j, uint32_t *triangle)
{
    polygon_scratch *s = c->s;
    const uint32_t before = s->previous[j], after = s->next[j];
    *triangle++ = s->corners[before];
    *triangle++ = s->corners[j];
    *triangle++ = s->corners[after];
    s->next[before] = after;
    s->previous[after] = before;
    stop_waiting(s, j);
    s->next[j] = s->previous[j] = NONE;
    settle(c, j);
    const uint32_t beside[2] = {before, after};
    for (int k = 0; k < 2; k++) {
        const uint32_t p = beside[k];
        // once it turns left, it never stops to
        if (turn(s, s->previous[p], p, s->next[p]) > 0) settle(c, p);
        push(c, p);
    }
    return triangle;
}

static bool clip_ears(polygon_scratch *s, uint32_t *triangles, size_t count)
{
    clipping c = {s, count, 0, 0};
    begin(&c);
    uint32_t any = 0;  // a corner that is left
    for (size_t left = count; left >= 3;) {
        uint32_t j = any;
        if (c.length > 0 && left > 3) {
            j = pop(&c);
            if (s->next[j] == NONE) continue;
            if (!is_ear(s, j)) {
                if (s->work == 0) return false;
                continue;
            }
        }
        any = s->next[j];
        triangles = cut_off(&c, j, triangles);
        left--;
    }
    return true;
}

polygon_status polygon_triangulate(const double *vertices, uint32_t *triangles, size_t corner_count,
                                   polygon_scratch *scratch)
{
    if (!reserve(scratch, corner_count)) return POLYGON_OUT_OF_MEMORY;
    scratch->corners[0] = triangles[0];
    scratch->corners[1] = triangles[1];
    for (size_t i = 2; i < corner_count; i++) scratch->corners[i] = triangles[3 * (i - 2) + 2];
    project(vertices, scratch, corner_count);
    if (is_convex(scratch, corner_count)) return POLYGON_OK;
    return clip_ears(scratch, triangles, corner_count) ? POLYGON_OK : POLYGON_TOO_MUCH_WORK;
}
