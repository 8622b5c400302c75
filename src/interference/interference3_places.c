#include "interference/interference3_places.h"

#include "feeler/overlap.h"
#include "math/unit.h"

flr_real flr_places3_deepest(const depth3_places *places)
{
    flr_real most = 0;
    for (int i = 0; i < places->count; i++)
        if (places->all[i].depth > most) most = places->all[i].depth;
    return most;
}

/// A point of one part's surface, if it lies inside the other: inside its own part too, at distance 0.
static void look_at(const interference3_parts *p, flr_vec3 q, bool of_a, depth3_places *places)
{
    depth3_place at = flr_depth3_at(p->a, p->b, q, of_a, !of_a);
    flr_depth3_keep(places, &at);
}

static void look_at_corners(const interference3_parts *p, const flr_triangle3 *t, bool of_a,
                            depth3_places *places)
{
    look_at(p, t->a, of_a, places);
    look_at(p, t->b, of_a, places);
    look_at(p, t->c, of_a, places);
}

/// Along the edges of a triangle from where they pass through the plane of another on, and at their
/// ends: where an edge of one part lies in the other is often where the overlap is deepest.
static void look_along_edges(const interference3_parts *p, const flr_triangle3 *t,
                             const flr_triangle3 *through, bool of_a, depth3_places *places)
{
    const flr_vec3 c[3] = {t->a, t->b, t->c};
    int outward = flr_instance3_outward(of_a ? p->b : p->a);
    flr_vec3 n = flr_cross3(flr_sub3(through->b, through->a), flr_sub3(through->c, through->a));
    if (outward < 0) n = flr_neg3(n);
    flr_real h[3];
    for (int k = 0; k < 3; k++) h[k] = flr_dot3(n, flr_sub3(c[k], through->a));
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        if (h[k] < 0 || outward == 0) look_at(p, c[k], of_a, places);
        if ((h[k] < 0) == (h[next] < 0)) continue;
        flr_vec3 pierced = flr_lerp3(c[k], c[next], h[k] / (h[k] - h[next])), end = c[h[k] < 0 ? k : next];
        look_at(p, flr_lerp3(pierced, end, (flr_real)0.0625), of_a, places);
        look_at(p, flr_lerp3(pierced, end, (flr_real)0.5), of_a, places);
    }
}

/// Where the windings do not say which side is behind, all four ways between the two planes are tried.
void flr_places3_look_from(const interference3_parts *p, const contact3_start *s, depth3_places *places)
{
    // an overlap is thinner here than where it is deepest: begin well below the tolerance
    flr_real known = flr_places3_deepest(places), least = p->tolerance / 8;
    // what is not inside an eighth of the known depth from the contact will hardly be deeper
    if (least < known / 8) least = known / 8;
    // without a tolerance, the smallest step that still moves the point
    flr_real smallest = (flr_real)flr_instance3_rounding(p->a);
    if (least < smallest) least = smallest;
    depth3_place best = flr_depth3_inward(p->a, p->b, s->point, s->inward, least, s->reach);
    flr_triangle3 ta = instance3_item_triangle(p->a, s->item_a),
                  tb = instance3_item_triangle(p->b, s->item_b);
    bool known_sides = flr_instance3_outward(p->a) != 0 && flr_instance3_outward(p->b) != 0;
    flr_vec3 na = unit3_or_zero(flr_cross3(flr_sub3(ta.b, ta.a), flr_sub3(ta.c, ta.a)));
    flr_vec3 nb = unit3_or_zero(flr_cross3(flr_sub3(tb.b, tb.a), flr_sub3(tb.c, tb.a)));
    for (int k = 0; k < 4 && !best.inside && !known_sides; k++) {
        flr_vec3 w = flr_add3(flr_scale3(k & 1 ? 1 : -1, na), flr_scale3(k & 2 ? 1 : -1, nb));
        best = flr_depth3_inward(p->a, p->b, s->point, unit3_or_zero(w), least, s->reach);
    }
    flr_depth3_keep(places, &best);
    look_along_edges(p, &ta, &tb, true, places);
    look_along_edges(p, &tb, &ta, false, places);
}

depth3_place flr_places3_top(const interference3_parts *p, const depth3_places *places, bool *settled)
{
    *settled = false;
    if (places->count == 0) return (depth3_place){.inside = false};
    return flr_depth3_top(p->a, p->b, places, settled);
}

depth3_place flr_places3_sheet(const interference3_parts *p)
{
    if (!p->closed_a) return flr_depth3_sheet(p->a, p->b, p->tolerance);
    depth3_place s = flr_depth3_sheet(p->b, p->a, p->tolerance);
    return (depth3_place){.inside = s.inside,
                          .depth = s.depth,
                          .depth_a = s.depth_b,
                          .depth_b = s.depth_a,
                          .point = s.point,
                          .point_a = s.point_b,
                          .point_b = s.point_a,
                          .item_a = s.item_b,
                          .item_b = s.item_a};
}

bool flr_places3_piece_inside(const flr_instance3 *inner, const flr_instance3 *outer, bool *all,
                              flr_vec3 *where)
{
    bool any = false;
    *all = outer->mesh->info.watertight;
    if (!*all) return false;
    const flr_mesh3 *m = inner->mesh;
    for (size_t k = 0; k < m->info.component_count; k++) {
        flr_vec3 p = instance3_point(inner, mesh3_vertex(m, m->component_vertex[k]));
        if (flr_contains3_mesh_point(outer, p) == FLR_INSIDE) {
            if (!any) *where = p;
            any = true;
        } else {
            *all = false;
        }
        if (any && !*all) break;
    }
    return any;
}

void flr_places3_look_into_contained(const interference3_parts *p, bool a_is_inner, depth3_places *places)
{
    const flr_instance3 *inner = a_is_inner ? p->a : p->b;
    size_t count = inner->mesh->info.triangle_count;
    flr_real size = flr_length3(flr_sub3(inner->bounds.max, inner->bounds.min));
    enum { TRIES = 16 };
    for (size_t k = 0; k < TRIES && k < count; k++) {
        uint32_t item = (uint32_t)(count <= TRIES ? k : k * count / TRIES);
        flr_triangle3 t = instance3_item_triangle(inner, item);
        flr_vec3 middle = flr_scale3((flr_real)(1.0 / 3), flr_add3(t.a, flr_add3(t.b, t.c)));
        depth3_place at = flr_depth3_at(p->a, p->b, middle, a_is_inner, !a_is_inner);
        flr_depth3_keep(places, &at);
        look_at_corners(p, &t, a_is_inner, places);
        flr_vec3 n = unit3_or_zero(flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a)));
        for (int side = -1; side <= 1; side += 2) {
            at = flr_depth3_inward(p->a, p->b, middle, flr_scale3((flr_real)side, n), size / 4096, size);
            flr_depth3_keep(places, &at);
        }
    }
}

void flr_places3_hidden_pieces(const interference3_parts *p, depth3_places *places)
{
    bool all;
    flr_vec3 where;
    for (int k = 0; k < 2; k++) {
        const flr_instance3 *inner = k ? p->b : p->a, *outer = k ? p->a : p->b;
        if (!flr_places3_piece_inside(inner, outer, &all, &where)) continue;
        depth3_place at = flr_depth3_at(p->a, p->b, where, k == 0, k == 1);
        flr_depth3_keep(places, &at);
    }
}
