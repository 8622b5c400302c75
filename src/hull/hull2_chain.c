#include <math.h>

#include "hull/hull3_build.h"

enum { SHORT_RUN = 24, CORNERS = 8 };

static bool before(flr_vec2 a, flr_vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// Points that are certain to lie strictly to the left of all edges of a closed chain are inside it.
typedef struct octagon {
    int count;
    flr_vec2 corner[CORNERS + 1];  ///< the first once more at the end
    double certain;                ///< a computed determinant larger than this has the right sign
} octagon;

/// The points farthest to eight sides (Akl and Toussaint, "A fast convex hull algorithm", 1978), equal neighbours once.
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

/// The numbers of the points that may be on the hull.
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

/// By x in steps of 2^-32 of the width, digit by digit, then what shares a step by comparison.
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
