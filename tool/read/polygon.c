#include "read/polygon.h"

#include <math.h>
#include <stdbool.h>

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
    tool_release(scratch->next_reflex);
    *scratch = polygon_scratch_begin(scratch->work);
}

static bool reserve(polygon_scratch *s, size_t count)
{
    if (count <= s->capacity) return true;
    polygon_scratch_release(s);
    s->points = tool_reallocate(NULL, 2 * count * sizeof *s->points);
    s->corners = tool_reallocate(NULL, count * sizeof *s->corners);
    s->next = tool_reallocate(NULL, count * sizeof *s->next);
    s->previous = tool_reallocate(NULL, count * sizeof *s->previous);
    s->next_reflex = tool_reallocate(NULL, (count + 1) * sizeof *s->next_reflex);
    if (s->points == NULL || s->corners == NULL || s->next == NULL || s->previous == NULL ||
        s->next_reflex == NULL)
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

/// Twice the area of the corners i, j, k: above 0 where they turn left.
static double turn(const polygon_scratch *s, size_t i, size_t j, size_t k)
{
    const double *a = s->points + 2 * i, *b = s->points + 2 * j, *c = s->points + 2 * k;
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
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

/// Does corner p stand in the way of cutting off the triangle i, j, k? A corner at the same place as
/// one of the three does not: outlines that run into a hole and back have such pairs.
static bool blocks(const polygon_scratch *s, size_t p, size_t i, size_t j, size_t k)
{
    return turn(s, i, j, p) >= 0 && turn(s, j, k, p) >= 0 && turn(s, k, i, p) >= 0 && !same_point(s, p, i) &&
           !same_point(s, p, j) && !same_point(s, p, k);
}

/// What a corner must lie in to stand in the way: the bounds of the triangle i, j, k.
static bool in_bounds(const polygon_scratch *s, size_t p, size_t i, size_t j, size_t k)
{
    for (size_t a = 0; a < 2; a++) {
        const double x = s->points[2 * p + a], u = s->points[2 * i + a], v = s->points[2 * j + a],
                     w = s->points[2 * k + a];
        if ((x < u && x < v && x < w) || (x > u && x > v && x > w)) return false;
    }
    return true;
}

/// Is the corner gone, or does it turn left by now? Once it does, it never stops to.
static bool is_settled(const polygon_scratch *s, size_t p)
{
    return s->next[s->previous[p]] != p || turn(s, s->previous[p], p, s->next[p]) > 0;
}

/// Can corner j be cut off? Where anything stands in the way, so does a corner that does not turn left.
static bool is_ear(polygon_scratch *s, size_t j, size_t count)
{
    const size_t i = s->previous[j], k = s->next[j];
    if (!(turn(s, i, j, k) > 0)) return false;
    size_t before = count;
    for (size_t p = s->next_reflex[count]; p != count; p = s->next_reflex[p]) {
        if (s->work == 0) return false;
        s->work--;
        if (p != i && p != k && in_bounds(s, p, i, j, k)) {
            if (is_settled(s, p)) {
                s->next_reflex[before] = s->next_reflex[p];
                continue;
            }
            if (blocks(s, p, i, j, k)) return false;
        }
        before = p;
    }
    return true;
}

static void link_corners(polygon_scratch *s, size_t count)
{
    size_t last = count;
    for (size_t i = 0; i < count; i++) {
        s->next[i] = (uint32_t)((i + 1) % count);
        s->previous[i] = (uint32_t)((i + count - 1) % count);
        if (turn(s, s->previous[i], i, s->next[i]) > 0) continue;
        s->next_reflex[last] = (uint32_t)i;
        last = i;
    }
    s->next_reflex[last] = (uint32_t)count;
}

static bool clip_ears(polygon_scratch *s, uint32_t *triangles, size_t count)
{
    link_corners(s, count);
    size_t at = 1, tried = 0;
    for (size_t left = count; left >= 3;) {
        if (tried < left && left > 3 && !is_ear(s, at, count)) {
            if (s->work == 0) return false;
            at = s->next[at];
            tried++;
            continue;
        }
        const size_t before = s->previous[at], after = s->next[at];
        *triangles++ = s->corners[before];
        *triangles++ = s->corners[at];
        *triangles++ = s->corners[after];
        s->next[before] = (uint32_t)after;
        s->previous[after] = (uint32_t)before;
        // skipping one corner after a cut keeps the triangles from all meeting in one corner
        at = s->next[after];
        left--;
        tried = 0;
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
