#include "hull/hull3_build.h"

bool hull3_list_reserve(const flr_allocator *allocator, hull3_list *list, size_t more)
{
    if (list->count + more <= list->room) return true;
    size_t room = 2 * list->room > list->count + more ? 2 * list->room : list->count + more;
    if (room < 64) room = 64;
    uint32_t *item = flr_allocate(allocator, room, sizeof *item);
    if (!item) return false;
    if (list->count) memcpy(item, list->item, list->count * sizeof *item);
    flr_release(allocator, list->item, list->room, sizeof *item);
    list->item = item;
    list->room = room;
    return true;
}

void hull3_list_release(const flr_allocator *allocator, hull3_list *list)
{
    flr_release(allocator, list->item, list->room, sizeof *list->item);
    list->item = NULL;
    list->count = list->room = 0;
}

/// Room for `more` triangles beyond triangle_count.
static bool reserve_triangles(hull3_builder *b, size_t more)
{
    size_t need = b->triangle_count + more;
    if (need <= b->triangle_room) return true;
    size_t most = 2 * b->site_count + 64;  // a surface over n points has at most 2 n - 4
    size_t room = 2 * b->triangle_room < most ? 2 * b->triangle_room : most;
    if (room < need) room = need;
    hull3_triangle *t = flr_allocate(&b->allocator, room, sizeof *t);
    if (!t) return false;
    if (b->triangle_count) memcpy(t, b->triangles, b->triangle_count * sizeof *t);
    flr_release(&b->allocator, b->triangles, b->triangle_room, sizeof *t);
    b->triangles = t;
    b->triangle_room = room;
    return true;
}

/// The edge of a triangle over which a point of its plane lies, 3 where it lies in the triangle.
static uint32_t edge_towards(const hull3_builder *b, const hull3_triangle *t, flr_vec3 p, uint32_t from)
{
    flr_vec2 v[3], q = {0, 0};
    int turn = 0;
    // seen along any axis in which the triangle is not flat
    for (int axis = 0; axis < 3 && turn == 0; axis++) {
        for (int i = 0; i < 3; i++) v[i] = flr_seen_along(axis, b->sites[t->vertex[i]].p);
        q = flr_seen_along(axis, p);
        turn = flr_turn2(v[0], v[1], v[2]);
    }
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t e = (from + i) % 3, f = hull3_after(e);
        if (flr_turn2(v[e], v[f], q) * turn < 0) return e;
    }
    return 3;
}

/// Any triangle that sees p, by looking at all; none where p is not outside.
static uint32_t seek(const hull3_builder *b, flr_vec3 p)
{
    for (uint32_t t = 0; t < b->triangle_count; t++)
        if (b->triangles[t].vertex[0] != HULL3_NONE && hull3_sees(b, &b->triangles[t], p) > 0) return t;
    return HULL3_NONE;
}

/// A walk through the cones from site 0, which is extreme for ever, over the triangles that do not have it for a corner:
/// these cones fill the polyhedron and what lies behind it. Where the walk would leave them over an edge, p is in front
/// of the triangle there. A triangle coplanar with site 0 has a flat cone, which tells nothing of a point in its plane;
/// then the walk goes on within the plane, and leaves it only to a triangle that sees p. The walk starts with
/// an edge by chance (Devillers, Pion and Teillaud, "Walking in a triangulation", 2002), so that it ends; a
/// limit on its steps, and then a look at all triangles, make sure of it.
uint32_t hull3_find_seeing(hull3_builder *b, flr_vec3 p)
{
    const flr_vec3 apex = b->sites[0].p;
    if (p.x == apex.x && p.y == apex.y && p.z == apex.z) return HULL3_NONE;
    uint32_t here = b->here, behind = HULL3_NONE;
    for (size_t steps = 0; steps < 1000 + b->triangle_count; steps++) {
        const hull3_triangle *t = &b->triangles[here];
        b->here = here;
        uint32_t first = (b->random >> 16) % 3, crossed = 3;
        b->random = b->random * 1664525u + 1013904223u;
        bool flat = true;
        if (t->vertex[0] != 0 && t->vertex[1] != 0 && t->vertex[2] != 0) {
            for (uint32_t i = 0; i < 3 && crossed == 3; i++) {
                uint32_t e = (first + i) % 3;
                if (t->across[e] == behind) {
                    flat = false;
                    continue;
                }
                int side =
                    hull3_side(b, apex, b->sites[t->vertex[e]].p, b->sites[t->vertex[hull3_after(e)]].p, p);
                if (side < 0) crossed = e;
                if (side != 0) flat = false;
            }
            behind = here;
            if (crossed == 3 && !flat) return hull3_sees(b, t, p) > 0 ? here : HULL3_NONE;
        } else {
            int side = hull3_sees(b, t, p);
            if (side > 0) return here;
            if (side < 0) {
                crossed = hull3_after(hull3_edge_from(t, 0));
                flat = false;
            }
            behind = HULL3_NONE;
        }
        if (crossed == 3) {
            // p lies in the plane of a triangle with a flat cone
            crossed = edge_towards(b, t, p, first);
            behind = HULL3_NONE;
            if (crossed == 3) return HULL3_NONE;
        }
        here = t->across[crossed];
    }
    return seek(b, p);
}

/// Collects in `visible` all triangles that see p, from one of them on, and in `rim` the edges around them in order,
/// three numbers each: the edge's corners, then the triangle behind it.
///
/// A search in depth that takes the edges of every triangle in turn comes by the rim in its order.
bool hull3_find_visible(hull3_builder *b, uint32_t seeing, flr_vec3 p)
{
    hull3_list *visible = &b->visible, *pending = &b->pending, *rim = &b->rim;
    if (b->stamp >= 0xfffffff0u) {
        for (size_t i = 0; i < b->triangle_count; i++) b->triangles[i].stamp = 0;
        b->stamp = 0;
    }
    const uint32_t sees = b->stamp += 2, does_not = sees + 1;
    visible->count = pending->count = rim->count = 0;
    if (!hull3_list_reserve(&b->allocator, visible, 1) || !hull3_list_reserve(&b->allocator, pending, 3))
        return false;
    b->triangles[seeing].stamp = sees;
    visible->item[visible->count++] = seeing;
    for (uint32_t e = 3; e-- > 0;) pending->item[pending->count++] = hull3_pack(seeing, e);
    while (pending->count) {
        uint32_t edge = pending->item[--pending->count];
        const hull3_triangle *t = &b->triangles[edge / 4];
        uint32_t from = t->vertex[edge % 4], to = t->vertex[hull3_after(edge % 4)],
                 next = t->across[edge % 4];
        hull3_triangle *g = &b->triangles[next];
        if (g->stamp == sees) continue;
        if (g->stamp != does_not) g->stamp = hull3_sees(b, g, p) > 0 ? sees : does_not;
        if (g->stamp == does_not) {
            if (!hull3_list_reserve(&b->allocator, rim, 3)) return false;
            rim->item[rim->count++] = from;
            rim->item[rim->count++] = to;
            rim->item[rim->count++] = next;
            continue;
        }
        if (!hull3_list_reserve(&b->allocator, visible, 1) || !hull3_list_reserve(&b->allocator, pending, 2))
            return false;
        visible->item[visible->count++] = next;
        uint32_t entered = hull3_edge_from(g, to), after = hull3_after(entered);
        pending->item[pending->count++] = hull3_pack(next, hull3_after(after));
        pending->item[pending->count++] = hull3_pack(next, after);
    }
    return true;
}

static uint32_t take_triangle(hull3_builder *b)
{
    uint32_t t = b->free;
    if (t == HULL3_NONE) return (uint32_t)b->triangle_count++;
    b->free = b->triangles[t].next_free;
    return t;
}

/// Replaces the triangles in `visible` by a fan from the rim to the site.
bool hull3_replace_visible(hull3_builder *b, uint32_t site)
{
    size_t rim = b->rim.count / 3;
    if (rim > b->visible.count && !reserve_triangles(b, rim - b->visible.count)) return false;
    for (size_t i = b->visible.count; i-- > 0;) {
        hull3_triangle *t = &b->triangles[b->visible.item[i]];
        t->vertex[0] = HULL3_NONE;
        t->next_free = b->free;
        b->free = b->visible.item[i];
    }
    uint32_t first = HULL3_NONE, last = HULL3_NONE;
    for (size_t i = 0; i < rim; i++) {
        const uint32_t *edge = b->rim.item + 3 * i;
        uint32_t number = take_triangle(b);
        hull3_triangle *t = &b->triangles[number], *behind = &b->triangles[edge[2]];
        *t = (hull3_triangle){{edge[0], edge[1], site}, {edge[2], HULL3_NONE, last}, 0, HULL3_NONE};
        behind->across[hull3_edge_from(behind, edge[1])] = number;
        if (last == HULL3_NONE) {
            first = number;
        } else {
            b->triangles[last].across[1] = number;
        }
        last = number;
    }
    b->triangles[last].across[1] = first;
    b->triangles[first].across[2] = last;
    b->here = last;
    return true;
}

bool hull3_first_triangles(hull3_builder *b)
{
    b->free = HULL3_NONE;
    if (!reserve_triangles(b, 64)) return false;
    // the four faces of sites 0 to 3 where site 3 lies behind 0 1 2, and `across` by the corner left out
    static const uint32_t face[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    hull3_site *s = b->sites;
    if (hull3_side(b, s[0].p, s[1].p, s[2].p, s[3].p) > 0) {
        hull3_site swap = s[1];
        s[1] = s[2], s[2] = swap;
    }
    for (uint32_t i = 0; i < 4; i++) {
        hull3_triangle *t = &b->triangles[i];
        *t = (hull3_triangle){{face[i][0], face[i][1], face[i][2]}, {0, 0, 0}, 0, HULL3_NONE};
        for (uint32_t e = 0; e < 3; e++) t->across[e] = face[i][(e + 2) % 3];  // the face without that corner
    }
    b->triangle_count = 4;
    b->here = 0;
    return true;
}

bool hull3_grow(hull3_builder *b)
{
    if (!hull3_first_triangles(b)) return false;
    for (uint32_t site = 4; site < b->site_count; site++) {
        flr_vec3 p = b->sites[site].p;
        uint32_t seeing = hull3_find_seeing(b, p);
        if (seeing == HULL3_NONE) continue;
        if (!hull3_find_visible(b, seeing, p) || !hull3_replace_visible(b, site)) return false;
    }
    return true;
}
