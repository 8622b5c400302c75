#include "shape/hull3_build.h"

struct flr_hull2 {
    flr_allocator allocator;
    flr_hull2_info info;
    flr_vec2 *vertices;
    flr_vec2 *normals;  ///< of the edge from each vertex to the next; of what has no area not set
    uint32_t *sources;
};

static bool is_finite(const flr_vec2 *points, size_t count)
{
    flr_real probe = 0;  // NaN once anything is not finite
    for (size_t i = 0; i < count; i++) probe += (points[i].x - points[i].x) + (points[i].y - points[i].y);
    return probe == 0;
}

static void measure(flr_hull2 *h)
{
    const uint32_t n = h->info.vertex_count;
    const flr_vec2 *v = h->vertices;
    flr_aabb2 bounds = {v[0], v[0]};
    double area = 0, perimeter = 0;
    for (uint32_t i = 0; i < n; i++) {
        const flr_vec2 a = v[i], b = v[i + 1 < n ? i + 1 : 0];
        bounds.min = flr_min2(bounds.min, a);
        bounds.max = flr_max2(bounds.max, a);
        double ax = (double)a.x - (double)v[0].x, ay = (double)a.y - (double)v[0].y;
        double bx = (double)b.x - (double)v[0].x, by = (double)b.y - (double)v[0].y;
        area += ax * by - ay * bx;
        perimeter += sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    }
    h->info.bounds = bounds;
    h->info.area = n > 2 ? (flr_real)(area / 2) : 0;
    h->info.perimeter = (flr_real)perimeter;
}

/// Outwards and unit, whatever the size.
static flr_vec2 normal_of(flr_vec2 a, flr_vec2 b)
{
    double x = (double)b.y / 2 - (double)a.y / 2, y = (double)a.x / 2 - (double)b.x / 2;
    double most = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
    x /= most;
    y /= most;
    double length = sqrt(x * x + y * y);
    return flr_vec2_make((flr_real)(x / length), (flr_real)(y / length));
}

static bool take(flr_hull2 *h, const flr_vec2 *points, const uint32_t *vertex, uint32_t n)
{
    h->info.vertex_count = n;
    h->info.dimension = n > 2 ? 2 : (int)n - 1;
    h->vertices = flr_allocate(&h->allocator, n, sizeof *h->vertices);
    h->normals = flr_allocate(&h->allocator, n, sizeof *h->normals);
    h->sources = flr_allocate(&h->allocator, n, sizeof *h->sources);
    if (!h->vertices || !h->normals || !h->sources) return false;
    for (uint32_t i = 0; i < n; i++) {
        h->vertices[i] = points[vertex[i]];
        h->sources[i] = vertex[i];
    }
    for (uint32_t i = 0; n > 2 && i < n; i++)
        h->normals[i] = normal_of(h->vertices[i], h->vertices[i + 1 < n ? i + 1 : 0]);
    h->info.memory = sizeof *h + n * (sizeof *h->vertices + sizeof *h->normals + sizeof *h->sources);
    measure(h);
    return true;
}

static bool build(flr_hull2 *h, const flr_vec2 *points, size_t n)
{
    uint32_t *scratch = flr_allocate(&h->allocator, 5 * n + 1, sizeof *scratch);
    if (!scratch) return false;
    uint32_t *result = scratch + 4 * n;
    bool good = take(h, points, result, (uint32_t)hull2_chain(points, n, result, scratch));
    flr_release(&h->allocator, scratch, 5 * n + 1, sizeof *scratch);
    return good;
}

flr_status flr_hull2_create(const flr_vec2 *points, size_t count, const flr_allocator *allocator,
                            flr_hull2 **hull)
{
    if (!hull) return FLR_INVALID_ARGUMENT;
    *hull = NULL;
    if (!points || count == 0) return FLR_INVALID_ARGUMENT;
    if (count > FLR_HULL_MAX_POINTS) return FLR_TOO_LARGE;
    if (!is_finite(points, count)) return FLR_NOT_FINITE;
    flr_allocator memory = flr_allocator_or_default(allocator);
    flr_hull2 *h = flr_allocate(&memory, 1, sizeof *h);
    if (!h) return FLR_OUT_OF_MEMORY;
    memset(h, 0, sizeof *h);
    h->allocator = memory;
    if (build(h, points, count)) {
        *hull = h;
        return FLR_OK;
    }
    flr_hull2_destroy(h);
    return FLR_OUT_OF_MEMORY;
}

void flr_hull2_destroy(flr_hull2 *h)
{
    if (!h) return;
    const flr_allocator memory = h->allocator;
    flr_release(&memory, h->vertices, h->info.vertex_count, sizeof *h->vertices);
    flr_release(&memory, h->normals, h->info.vertex_count, sizeof *h->normals);
    flr_release(&memory, h->sources, h->info.vertex_count, sizeof *h->sources);
    flr_release(&memory, h, 1, sizeof *h);
}

flr_hull2_info flr_hull2_get_info(const flr_hull2 *hull) { return hull->info; }
const flr_vec2 *flr_hull2_vertices(const flr_hull2 *hull) { return hull->vertices; }
const flr_vec2 *flr_hull2_normals(const flr_hull2 *hull)
{
    return hull->info.dimension == 2 ? hull->normals : NULL;
}
const uint32_t *flr_hull2_sources(const flr_hull2 *hull) { return hull->sources; }

flr_polygon2 flr_hull2_polygon(const flr_hull2 *hull)
{
    flr_polygon2 p = {hull->vertices, hull->info.vertex_count};
    return p;
}
