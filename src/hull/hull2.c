/// Convex hulls of the plane: Andrew's monotone chain (1979) with exact turns, after points inside an
/// octagon have been dropped (Akl and Toussaint, 1978).

#include "hull/hull2.h"

#include <math.h>

#include "hull/hull3_build.h"
#include "math/double_double.h"

// ---- The chain

enum { SHORT_RUN = 24, CORNERS = 8 };

static bool before(flr_vec2 a, flr_vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// Points that certainly lie strictly to the left of all edges of a closed chain are inside it.
typedef struct octagon {
    int count;
    flr_vec2 corner[CORNERS + 1];  ///< the first again at the end
    double certain;                ///< a computed determinant larger than this has the right sign
} octagon;

/// Returns the points farthest to eight sides (Akl and Toussaint, "A fast convex hull algorithm", 1978),
/// equal neighbours once.
static octagon make_octagon(const flr_vec2 *points, size_t count)
{
    double most[CORNERS];
    flr_vec2 far[CORNERS];
    for (int k = 0; k < CORNERS; k++) most[k] = -INFINITY, far[k] = points[0];
    for (size_t i = 0; i < count; i++) {
        const double x = (double)points[i].x, y = (double)points[i].y;
        const double along[CORNERS] = {x, x + y, y, y - x, -x, -x - y, -y, x - y};
        for (int k = 0; k < CORNERS; k++)
            if (along[k] > most[k]) most[k] = along[k], far[k] = points[i];
    }
    octagon o = {.count = 0};
    for (int k = 0; k < CORNERS; k++) {
        flr_vec2 last = k ? far[k - 1] : far[CORNERS - 1];
        if (far[k].x != last.x || far[k].y != last.y) o.corner[o.count++] = far[k];
    }
    if (o.count) o.corner[o.count] = o.corner[0];
    const double width = (double)far[0].x - (double)far[4].x, height = (double)far[2].y - (double)far[6].y;
    // as in math/predicates.h, with the largest differences that there are
    o.certain = FLR_FILTER_RELATIVE2 * (2.01 * width * height + 2 * FLR_FILTER_FLOOR);
    return o;
}

/// Does the point certainly lie strictly inside the octagon?
static bool inside(const octagon *o, flr_vec2 p)
{
    for (int k = 0; k < o->count; k++) {
        const flr_vec2 a = o->corner[k], b = o->corner[k + 1];
        double left = ((double)b.x - (double)a.x) * ((double)p.y - (double)a.y) -
                      ((double)b.y - (double)a.y) * ((double)p.x - (double)a.x);
        if (!(left > o->certain)) return false;
    }
    return o->count > 2;
}

/// Finds the numbers of the points that may be on the hull, and returns how many there are.
static size_t keep_outer(const flr_vec2 *points, size_t count, uint32_t *index)
{
    const octagon o = make_octagon(points, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!inside(&o, points[i])) index[kept++] = (uint32_t)i;
    return kept;
}

/// Merges runs from the bottom up: no recursion and no bad case.
static void merge_sort(const flr_vec2 *points, uint32_t *index, size_t count, uint32_t *spare)
{
    uint32_t *from = index, *to = spare;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t left = 0; left < count; left += 2 * width) {
            size_t middle = left + width < count ? left + width : count;
            size_t right = middle + width < count ? middle + width : count, i = left, j = middle;
            for (size_t k = left; k < right; k++) {
                bool second = i == middle || (j < right && before(points[from[j]], points[from[i]]));
                to[k] = second ? from[j++] : from[i++];
            }
        }
        uint32_t *swap = from;
        from = to, to = swap;
    }
    if (from != index) memcpy(index, from, count * sizeof *index);
}

static void insertion_sort(const flr_vec2 *points, uint32_t *index, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t item = index[i];
        size_t at = i;
        for (; at > 0 && before(points[item], points[index[at - 1]]); at--) index[at] = index[at - 1];
        index[at] = item;
    }
}

/// Sorts by x in steps of 2^-32 of the width, digit by digit; points of one step by comparison.
static void sort(const flr_vec2 *points, uint32_t *index, size_t count, uint32_t *scratch)
{
    uint32_t *key = scratch, *spare_key = scratch + count, *spare = scratch + 2 * count;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, (double)points[index[i]].x);
        high = fmax(high, (double)points[index[i]].x);
    }
    const double scale = 4294967295.0 / (high - low);
    if (count <= SHORT_RUN || !isfinite(scale) || scale == 0) {
        merge_sort(points, index, count, spare);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        double step = ((double)points[index[i]].x - low) * scale;
        key[i] = step < 4294967295.0 ? (uint32_t)step : 4294967295u;
    }
    hull3_radix_sort(key, index, spare_key, spare, count, 32);
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && key[end] == key[i]) end++;
        if (end - i > SHORT_RUN) {
            merge_sort(points, index + i, end - i, spare);
        } else {
            insertion_sort(points, index + i, end - i);
        }
        i = end;
    }
}

static int turn(const flr_vec2 *p, uint32_t a, uint32_t b, uint32_t c) { return flr_turn2(p[a], p[b], p[c]); }

size_t hull2_chain(const flr_vec2 *points, size_t count, uint32_t *result, uint32_t *scratch)
{
    uint32_t *index = scratch;
    count = keep_outer(points, count, index);
    sort(points, index, count, scratch + count);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {  // the lower chain, to the right
        // a copy of the last point turns by 0 too
        while (n >= 2 && turn(points, result[n - 2], result[n - 1], index[i]) <= 0) n--;
        if (n == 1 && !before(points[result[0]], points[index[i]])) continue;
        result[n++] = index[i];
    }
    if (n == 1) return 1;
    size_t base = n;
    for (size_t i = count - 1; i-- > 0;) {  // the upper chain, back to the left
        while (n > base && turn(points, result[n - 2], result[n - 1], index[i]) <= 0) n--;
        if (n == base && turn(points, result[0], result[base - 1], index[i]) <= 0) continue;
        result[n++] = index[i];
    }
    // it ends where the lower chain began
    return n > base ? n - 1 : n;
}

// ---- The hull

struct flr_hull2 {
    flr_allocator allocator;
    flr_hull2_info info;
    flr_vec2 *vertices;
    flr_vec2 *normals;  ///< of the edge from each vertex to the next; not set without area
    uint32_t *sources;
    bool is_clear;  ///< as for flr_hull2_clear_normals
};

/// Vertices that turn by less could lie on one line. This is above FEW2_CLEAR of convex/sat2.h, by what
/// turning the normals rounds.
#define CLEAR 0x1p-15

static bool is_finite(const flr_vec2 *points, size_t count)
{
    flr_real probe = 0;  // NaN once anything is not finite
    for (size_t i = 0; i < count; i++) probe += (points[i].x - points[i].x) + (points[i].y - points[i].y);
    return probe == 0;
}

static flr_aabb2 bounds_of(const flr_vec2 *v, uint32_t n)
{
    flr_aabb2 bounds = {v[0], v[0]};
    for (uint32_t i = 1; i < n; i++) {
        bounds.min = flr_min2(bounds.min, v[i]);
        bounds.max = flr_max2(bounds.max, v[i]);
    }
    return bounds;
}

/// Returns the exponent of the power of two by which the larger extent is near 1, so that squares stay in
/// range.
static int exponent_of(flr_aabb2 b)
{
    double x = (double)b.max.x / 2 - (double)b.min.x / 2, y = (double)b.max.y / 2 - (double)b.min.y / 2;
    int exponent = 0;
    if (x > 0 || y > 0) (void)frexp(x > y ? x : y, &exponent);
    return exponent > -1000 ? exponent : -1000;
}

/// Sums keep the rounding errors of additions, which would grow with the number of vertices.
static void measure(flr_hull2 *h)
{
    const uint32_t n = h->info.vertex_count;
    const flr_vec2 *v = h->vertices;
    h->info.bounds = bounds_of(v, n);
    const int exponent = exponent_of(h->info.bounds);
    const double scale = ldexp(1, -exponent);
    flr_double2 area = {0, 0}, perimeter = {0, 0};
    double ux = 0, uy = 0;  // from the first vertex
    for (uint32_t i = 0; i < n; i++) {
        const flr_vec2 a = v[i], b = v[i + 1 < n ? i + 1 : 0];
        const double x = (double)b.x * scale - (double)a.x * scale,
                     y = (double)b.y * scale - (double)a.y * scale;
        const flr_double2 part = {ux * y - uy * x, 0}, side = {sqrt(x * x + y * y), 0};
        area = flr_doubled_sum(area, part);
        perimeter = flr_doubled_sum(perimeter, side);
        ux = (double)b.x * scale - (double)v[0].x * scale;
        uy = (double)b.y * scale - (double)v[0].y * scale;
    }
    h->info.area = n > 2 ? (flr_real)ldexp(area.high / 2, 2 * exponent) : 0;
    h->info.perimeter = (flr_real)ldexp(perimeter.high, exponent);
}

/// Returns the outward unit normal, whatever the size.
static flr_vec2 normal_of(flr_vec2 a, flr_vec2 b)
{
    double x = (double)b.y / 2 - (double)a.y / 2, y = (double)a.x / 2 - (double)b.x / 2;
    double most = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
    x /= most;
    y /= most;
    double length = sqrt(x * x + y * y);
    return flr_vec2_make((flr_real)(x / length), (flr_real)(y / length));
}

static bool is_clear(const flr_hull2 *h)
{
    const uint32_t n = h->info.vertex_count;
    for (uint32_t i = 0; i < n; i++)
        if (!((double)flr_cross2(h->normals[i], h->normals[i + 1 < n ? i + 1 : 0]) > CLEAR)) return false;
    return true;
}

/// Stores the hull with these vertices, and what follows from them. Returns false if memory ran out.
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
    h->is_clear = n > 2 && is_clear(h);
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

flr_hull2_info flr_hull2_get_info(const flr_hull2 *hull)
{
    return hull ? hull->info : (flr_hull2_info){.vertex_count = 0};
}
const flr_vec2 *flr_hull2_vertices(const flr_hull2 *hull) { return hull->vertices; }
const flr_vec2 *flr_hull2_normals(const flr_hull2 *hull)
{
    return hull->info.dimension == 2 ? hull->normals : NULL;
}
const flr_vec2 *flr_hull2_clear_normals(const flr_hull2 *hull)
{
    return hull->is_clear ? hull->normals : NULL;
}
const uint32_t *flr_hull2_sources(const flr_hull2 *hull) { return hull->sources; }

flr_polygon2 flr_hull2_polygon(const flr_hull2 *hull)
{
    flr_polygon2 p = {hull->vertices, hull->info.vertex_count};
    return p;
}
