#include "shape/hull3_build.h"

static bool before(flr_vec2 a, flr_vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// Merges runs from the bottom up: no recursion, no bad case, and stable, so that of equal points the first stays first.
static void sort(const flr_vec2 *points, uint32_t *index, size_t count, uint32_t *spare)
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

static int turn(const flr_vec2 *p, uint32_t a, uint32_t b, uint32_t c)
{
    return flr_orient2_inline((double)p[a].x, (double)p[a].y, (double)p[b].x, (double)p[b].y, (double)p[c].x,
                              (double)p[c].y);
}

size_t hull2_chain(const flr_vec2 *points, uint32_t *index, size_t count, uint32_t *result, uint32_t *spare)
{
    sort(points, index, count, spare);
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
