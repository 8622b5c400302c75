#include "read/parts.h"

#include <stdlib.h>
#include <string.h>

bool parts_begin_group(part_groups *g, const mesh_builder *b, text_word name)
{
    part_group *grown = array_grow(g->items, &g->capacity, g->count + 1, sizeof *g->items);
    if (grown == NULL) return read_out_of_memory(b->source, b->error);
    g->items = grown;
    // a group without triangles leaves no trace
    if (g->count > 0 && g->items[g->count - 1].first_triangle == b->triangle_count) g->count--;
    g->items[g->count++] = (part_group){name, b->triangle_count, 0};
    return true;
}

void parts_release(part_groups *g)
{
    tool_release(g->items);
    *g = (part_groups){0};
}

static size_t end_of(const part_groups *g, const mesh_builder *b, size_t i)
{
    return i + 1 < g->count ? g->items[i + 1].first_triangle : b->triangle_count;
}

size_t parts_count(const part_groups *g, const mesh_builder *b)
{
    size_t count = g->count > 0 && g->items[0].first_triangle > 0;
    for (size_t i = 0; i < g->count; i++) count += end_of(g, b, i) > g->items[i].first_triangle;
    return count;
}

/// Drops what has no triangles, and gives those before the first group one without a name.
static bool tidy(part_groups *g, const mesh_builder *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < g->count; i++) {
        const size_t end = end_of(g, b, i);
        if (end > g->items[i].first_triangle) g->items[kept++] = g->items[i];
    }
    g->count = kept;
    if (kept > 0 && g->items[0].first_triangle == 0) return true;
    part_group *grown = array_grow(g->items, &g->capacity, kept + 1, sizeof *g->items);
    if (grown == NULL) return read_out_of_memory(b->source, b->error);
    g->items = grown;
    memmove(grown + 1, grown, kept * sizeof *grown);
    grown[0] = (part_group){{"", 0}, 0, 0};
    g->count++;
    return true;
}

/// Union-find over the groups: the root is the first of those that are one part.
static size_t root_of(part_groups *g, size_t i)
{
    while (g->items[i].part != i) i = g->items[i].part = g->items[g->items[i].part].part;
    return i;
}

static void join(part_groups *g, size_t i, size_t k)
{
    i = root_of(g, i);
    k = root_of(g, k);
    if (i < k) g->items[k].part = i;
    if (k < i) g->items[i].part = k;
}

static int compare_names(const part_group *a, const part_group *b)
{
    const size_t least = a->name.length < b->name.length ? a->name.length : b->name.length;
    const int order = least == 0 ? 0 : memcmp(a->name.at, b->name.at, least);
    if (order != 0) return order;
    return (a->name.length > b->name.length) - (a->name.length < b->name.length);
}

static int by_name(const void *left, const void *right)
{
    const part_group *const *a = left, *const *b = right;
    const int order = compare_names(*a, *b);
    return order != 0 ? order : (*a > *b) - (*a < *b);
}

static bool join_same_names(part_groups *g, const mesh_builder *b)
{
    part_group **sorted = tool_reallocate(NULL, g->count * sizeof *sorted);
    if (sorted == NULL) return read_out_of_memory(b->source, b->error);
    for (size_t i = 0; i < g->count; i++) sorted[i] = &g->items[i];
    qsort(sorted, g->count, sizeof *sorted, by_name);
    for (size_t i = 1; i < g->count; i++)
        if (compare_names(sorted[i - 1], sorted[i]) == 0)
            join(g, (size_t)(sorted[i - 1] - g->items), (size_t)(sorted[i] - g->items));
    tool_release(sorted);
    return true;
}

typedef struct group_edge {
    uint32_t low, high;
    size_t group;
} group_edge;

static int by_edge(const void *left, const void *right)
{
    const group_edge *a = left, *b = right;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return (a->group > b->group) - (a->group < b->group);
}

/// Of equal edges, sorted by group: those that only one triangle of their group has.
static void join_open(part_groups *g, const group_edge *edges, size_t count)
{
    size_t open = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const bool alone = (i == 0 || edges[i - 1].group != edges[i].group) &&
                           (i + 1 == count || edges[i + 1].group != edges[i].group);
        if (!alone) continue;
        if (open != SIZE_MAX) join(g, open, edges[i].group);
        open = edges[i].group;
    }
}

static bool join_patches(part_groups *g, const mesh_builder *b)
{
    const size_t count = 3 * b->triangle_count;
    group_edge *edges = tool_reallocate(NULL, count * sizeof *edges);
    if (edges == NULL) return read_out_of_memory(b->source, b->error);
    for (size_t i = 0, group = 0; i < count; i++) {
        while (group + 1 < g->count && g->items[group + 1].first_triangle <= i / 3) group++;
        const uint32_t u = b->triangles[i], v = b->triangles[i % 3 == 2 ? i - 2 : i + 1];
        edges[i] = (group_edge){u < v ? u : v, u < v ? v : u, root_of(g, group)};
    }
    qsort(edges, count, sizeof *edges, by_edge);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1;
             end < count && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high;)
            end++;
        join_open(g, edges + begin, end - begin);
    }
    tool_release(edges);
    return true;
}

/// Numbers the parts in the order of their first triangles; returns how many there are.
static size_t number_parts(part_groups *g)
{
    size_t count = 0;
    // a root comes before all that lead to it
    for (size_t i = 0; i < g->count; i++) {
        const size_t root = g->items[i].part;
        g->items[i].part = root == i ? count++ : g->items[root].part;
    }
    return count;
}

/// Brings the triangles of each part together; first[part] is then where it begins.
static bool sort_triangles(mesh_builder *b, const part_groups *g, size_t *first, size_t count)
{
    uint32_t *sorted = tool_reallocate(NULL, 3 * b->triangle_count * sizeof *sorted);
    if (sorted == NULL) return read_out_of_memory(b->source, b->error);
    memset(first, 0, (count + 1) * sizeof *first);
    for (size_t i = 0; i < g->count; i++)
        first[g->items[i].part + 1] += end_of(g, b, i) - g->items[i].first_triangle;
    for (size_t i = 0; i < count; i++) first[i + 1] += first[i];
    for (size_t i = 0; i < g->count; i++) {
        const size_t from = g->items[i].first_triangle, length = end_of(g, b, i) - from;
        size_t *at = &first[g->items[i].part];
        memcpy(sorted + 3 * *at, b->triangles + 3 * from, 3 * length * sizeof *sorted);
        *at += length;
    }
    // every start has moved to where the next part begins
    memmove(first + 1, first, count * sizeof *first);
    first[0] = 0;
    tool_release(b->triangles);
    b->triangles = sorted;
    b->triangle_capacity = 3 * b->triangle_count;
    return true;
}

static bool take_each(mesh_builder *b, const part_groups *g, const size_t *first, size_t count, model *out)
{
    for (size_t i = 0, group = 0; i < count; i++) {
        while (g->items[group].part != i) group++;
        const text_word name = g->items[group].name;
        model_mesh *mesh = read_add_mesh(b->source, out, name.at, name.length, b->error);
        if (mesh == NULL || !builder_take(b, first[i], first[i + 1], mesh)) return false;
        // of one part the file's name says more
        const char *shown = count > 1 ? mesh->name : "";
        if (!read_add_part(b->source, out, shown, shown, out->mesh_count - 1, NULL, b->error)) return false;
    }
    return true;
}

bool parts_take(mesh_builder *b, part_groups *g, part_rules rules, model *out)
{
    if (!tidy(g, b)) return false;
    for (size_t i = 0; i < g->count; i++) g->items[i].part = i;
    if (rules.same_name_is_one && !join_same_names(g, b)) return false;
    if (rules.patches_are_one && g->count > 1 && !join_patches(g, b)) return false;
    for (size_t i = 0; i < g->count; i++) g->items[i].part = root_of(g, i);
    const size_t count = number_parts(g);
    size_t *first = tool_reallocate(NULL, (count + 2) * sizeof *first);
    if (first == NULL) return read_out_of_memory(b->source, b->error);
    const bool sorted = g->count == count;
    for (size_t i = 0; i <= count; i++)
        first[i] = i < count && sorted ? g->items[i].first_triangle : b->triangle_count;
    const bool fine = (sorted || sort_triangles(b, g, first, count)) && take_each(b, g, first, count, out);
    tool_release(first);
    return fine;
}
