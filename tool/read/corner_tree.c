#include "read/corner_tree.h"

#include <string.h>

#include "feeler/math.h"
#include "read/read.h"

bool corner_tree_reserve(corner_tree *t, size_t corners)
{
    if (corners <= t->capacity) return true;
    corner_tree_release(t);
    // twice as many leaves as are needed, where the next power of two is far
    const size_t nodes = 4 * (corners / CORNER_LEAF + 1);
    t->order = tool_reallocate(NULL, corners * sizeof *t->order);
    t->place = tool_reallocate(NULL, corners * sizeof *t->place);
    t->boxes = tool_reallocate(NULL, 4 * nodes * sizeof *t->boxes);
    t->live = tool_reallocate(NULL, nodes * sizeof *t->live);
    if (!t->order || !t->place || !t->boxes || !t->live) return false;
    t->capacity = corners;
    return true;
}

void corner_tree_release(corner_tree *t)
{
    tool_release(t->order);
    tool_release(t->place);
    tool_release(t->boxes);
    tool_release(t->live);
    *t = (corner_tree){0};
}

/// Where leaf number i begins.
static size_t leaf_start(const corner_tree *t, size_t i) { return t->count * i / t->leaves; }

static void swap(uint32_t *a, uint32_t *b)
{
    const uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

/// Quickselect (Hoare, 1961), with the middle of three as the pivot: afterwards none before `middle` is greater than it, none
/// behind it less.
static void select_middle(const corner_tree *t, size_t first, size_t end, size_t middle, size_t axis)
{
    uint32_t *order = t->order;
    const double *x = t->points + axis;
    while (end - first > 1) {
        const double a = x[2 * (size_t)order[first]], b = x[2 * (size_t)order[first + (end - first) / 2]],
                     c = x[2 * (size_t)order[end - 1]];
        const double pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
        size_t i = first, k = end - 1;
        for (;;) {
            while (x[2 * (size_t)order[i]] < pivot) i++;
            while (x[2 * (size_t)order[k]] > pivot) k--;
            if (i >= k) break;
            swap(&order[i++], &order[k--]);
        }
        // [first, i) is at most the pivot, [k + 1, end) at least
        if (middle < i)
            end = i;
        else if (middle > k)
            first = k + 1;
        else
            return;
    }
}

static void box_of_leaf(corner_tree *t, size_t node, size_t first, size_t end)
{
    double *box = t->boxes + 4 * node;
    for (size_t i = first; i < end; i++) {
        const double *p = t->points + 2 * (size_t)t->order[i];
        for (size_t a = 0; a < 2; a++) {
            if (i == first || p[a] < box[a]) box[a] = p[a];
            if (i == first || p[a] > box[a + 2]) box[a + 2] = p[a];
        }
        t->place[t->order[i]] = (uint32_t)i;
    }
    t->live[node] = (uint32_t)(end - first);
}

/// Node `node` over leaves [first, end).
static void build(corner_tree *t, size_t node, size_t first, size_t end, size_t axis)
{
    const size_t begin = leaf_start(t, first), stop = leaf_start(t, end);
    if (end - first == 1) {
        box_of_leaf(t, node, begin, stop);
        return;
    }
    const size_t half = first + (end - first) / 2, middle = leaf_start(t, half);
    if (stop > begin && middle < stop) select_middle(t, begin, stop, middle, axis);
    build(t, 2 * node + 1, first, half, 1 - axis);
    build(t, 2 * node + 2, half, end, 1 - axis);
    const double *left = t->boxes + 4 * (2 * node + 1), *right = t->boxes + 4 * (2 * node + 2);
    double *box = t->boxes + 4 * node;
    t->live[node] = t->live[2 * node + 1] + t->live[2 * node + 2];
    const bool only_right = t->live[2 * node + 1] == 0, only_left = t->live[2 * node + 2] == 0;
    for (size_t a = 0; a < 2; a++) {
        box[a] = only_right || (!only_left && right[a] < left[a]) ? right[a] : left[a];
        box[a + 2] = only_right || (!only_left && right[a + 2] > left[a + 2]) ? right[a + 2] : left[a + 2];
    }
}

void corner_tree_build(corner_tree *t, const double *points, size_t count)
{
    t->points = points;
    t->count = count;
    // a power of two, so that halving ends at leaves
    for (t->leaves = 1; t->leaves * CORNER_LEAF < count;) t->leaves *= 2;
    if (count > 0) build(t, 0, 0, t->leaves, 0);
}

void corner_tree_remove(corner_tree *t, uint32_t corner)
{
    const size_t place = t->place[corner];
    size_t leaf = place * t->leaves / t->count;
    while (leaf + 1 < t->leaves && leaf_start(t, leaf + 1) <= place) leaf++;
    while (leaf > 0 && leaf_start(t, leaf) > place) leaf--;
    for (size_t node = t->leaves - 1 + leaf;; node = (node - 1) / 2) {
        t->live[node]--;
        if (node == 0) break;
    }
    t->place[corner] = UINT32_MAX;
}

static int side(const double *p, const double *q, double x, double y)
{
    return flr_orient2((flr_real)p[0], (flr_real)p[1], (flr_real)q[0], (flr_real)q[1], (flr_real)x,
                       (flr_real)y);
}

/// Does the whole box lie to the right of an edge, or beside the bounds of the triangle?
static bool is_apart(const double *box, const double *const corner[3])
{
    for (size_t a = 0; a < 2; a++) {
        const double u = corner[0][a], v = corner[1][a], w = corner[2][a];
        if ((box[a + 2] < u && box[a + 2] < v && box[a + 2] < w) || (box[a] > u && box[a] > v && box[a] > w))
            return true;
    }
    for (size_t e = 0; e < 3; e++) {
        const double *p = corner[e], *q = corner[(e + 1) % 3];
        // the corner of the box that lies farthest to the left of the edge
        const double x = q[1] < p[1] ? box[2] : box[0], y = q[0] > p[0] ? box[3] : box[1];
        if (side(p, q, x, y) < 0) return true;
    }
    return false;
}

uint32_t corner_tree_find(const corner_tree *t, const uint32_t triangle[3],
                          bool (*accept)(const void *user, uint32_t corner), const void *user, uint64_t *work)
{
    const double *const corner[3] = {t->points + 2 * (size_t)triangle[0], t->points + 2 * (size_t)triangle[1],
                                     t->points + 2 * (size_t)triangle[2]};
    size_t stack[64], depth = 0;
    if (t->count > 0) stack[depth++] = 0;
    while (depth > 0 && *work > 0) {
        const size_t node = stack[--depth];
        --*work;
        if (t->live[node] == 0 || is_apart(t->boxes + 4 * node, corner)) continue;
        if (node + 1 < t->leaves) {
            stack[depth++] = 2 * node + 2;
            stack[depth++] = 2 * node + 1;
            continue;
        }
        const size_t leaf = node - (t->leaves - 1), end = leaf_start(t, leaf + 1);
        for (size_t i = leaf_start(t, leaf); i < end; i++) {
            const uint32_t p = t->order[i];
            if (t->place[p] != i) continue;
            const double *at = t->points + 2 * (size_t)p;
            const double box[4] = {at[0], at[1], at[0], at[1]};
            if (!is_apart(box, corner) && accept(user, p)) return p;
        }
    }
    return UINT32_MAX;
}
