#include <math.h>

#include "manifold/features3_hull.h"

static flr_vec3 vertex_at(const flr_hull3 *h, uint32_t v) { return flr_vec3_make(h->x[v], h->y[v], h->z[v]); }

static uint32_t next_in_face(const flr_hull3 *h, uint32_t edge)
{
    uint32_t face = h->edge_face[edge];
    return edge + 1 < h->first[face + 1] ? edge + 1 : h->first[face];
}

static void add_corner(const flr_hull3 *h, uint32_t v, feature3 *f)
{
    f->corners[f->count] = vertex_at(h, v);
    f->codes[f->count++] = v & 0x1fffu;
}

/// Uphill from neighbour to neighbour: on a convex polyhedron the end is the top.
uint32_t flr_feature3_hull_top(const flr_hull3 *h, flr_vec3 d, uint32_t near)
{
    uint32_t at = near < h->info.vertex_count ? near : hull3_start(h, d), before;
    flr_real most = flr_dot3(vertex_at(h, at), d);
    do {
        before = at;
        for (uint32_t i = h->neighbor_first[before]; i < h->neighbor_first[before + 1]; i++) {
            flr_real along = flr_dot3(vertex_at(h, h->neighbors[i]), d);
            if (along > most) most = along, at = h->neighbors[i];
        }
    } while (at != before);
    return at;
}

/// Of the vertices that have a half-edge, the one farthest along d. Those inside of merged faces have none, and are passed over.
static uint32_t top_of_edges(const flr_hull3 *h, flr_vec3 d, uint32_t top)
{
    if (h->vertex_edge[top] != FLR_HULL_NONE) return top;
    flr_real most = -(flr_real)INFINITY;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        if (h->vertex_edge[v] == FLR_HULL_NONE) continue;
        flr_real along = flr_dot3(vertex_at(h, v), d);
        if (along > most) most = along, top = v;
    }
    return top;
}

/// The half-edge from `top` that falls off least along d: by the squares of drop and way.
static uint32_t flattest_edge(const flr_hull3 *h, uint32_t top, flr_vec3 d)
{
    uint32_t first = h->vertex_edge[top], best = first, edge = first;
    flr_real best_drop = 1, best_way = 0;
    flr_vec3 from = vertex_at(h, top);
    do {
        uint32_t twin = h->twin[edge];
        flr_vec3 q = flr_sub3(vertex_at(h, h->origin[twin]), from);
        flr_real drop = -flr_dot3(q, d), square = flr_length_squared3(q);
        if (drop < 0) drop = 0;
        drop *= drop;
        flr_real way = square - drop;
        if (drop * best_way < best_drop * way) {
            best = edge;
            best_drop = drop;
            best_way = way;
        }
        edge = next_in_face(h, twin);
    } while (edge != first);
    return best;
}

/// A face's corners; of very many so many that are spread over all, `keep` among them.
static void take_face(const flr_hull3 *h, uint32_t face, uint32_t keep, feature3 *f)
{
    uint32_t first = h->first[face], count = h->first[face + 1] - first, start = 0;
    uint32_t step = (count + FEATURE3_MAX - 1) / FEATURE3_MAX;
    for (uint32_t i = 0; i < count; i++)
        if (h->origin[first + i] == keep) start = i;
    f->count = 0;
    // from the same corner whatever `keep` is, so that the corners' order stays
    for (uint32_t i = start % step; i < count; i += step) add_corner(h, h->origin[first + i], f);
    f->normal = h->normals[face];
}

void flr_feature3_hull(const flr_hull3 *h, flr_vec3 d, uint32_t near, feature3 *f)
{
    if (h->info.dimension < 2) {
        for (uint32_t v = 0; v < h->info.vertex_count && v < 2; v++) add_corner(h, v, f);
        return;
    }
    uint32_t top = top_of_edges(h, d, flr_feature3_hull_top(h, d, near));
    uint32_t edge = flattest_edge(h, top, d), twin = h->twin[edge];
    uint32_t left = h->edge_face[edge], right = h->edge_face[twin];
    flr_real of_left = flr_dot3(h->normals[left], d), of_right = flr_dot3(h->normals[right], d);
    uint32_t face = of_right > of_left * (flr_real)1.000001 ? right : left;
    flr_vec3 n = h->normals[face];
    if (n.x != 0 || n.y != 0 || n.z != 0) {
        take_face(h, face, top, f);
        return;
    }
    add_corner(h, top, f);
    add_corner(h, h->origin[twin], f);
}
