/// Does a shape, moved, hold a piece of the other, or pierce a sheet?
#include "any/any3.h"
#include "any/penetration3.h"
#include "feeler/any3.h"
#include "feeler/overlap3.h"

/// Of a point in the plane of the sheet, not on its rim, by the crossings of a ray; seen along the axis nearest to n.
static const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static flr_real coordinate(flr_vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

static bool holds(const flr_vec3 *v, size_t count, flr_vec3 n, flr_vec3 p)
{
    flr_real x = n.x < 0 ? -n.x : n.x, y = n.y < 0 ? -n.y : n.y, z = n.z < 0 ? -n.z : n.z;
    int drop = x >= y && x >= z ? 0 : y >= z ? 1 : 2, i = (drop + 1) % 3, j = (drop + 2) % 3;
    bool odd = false;
    for (size_t k = 0; k < count; k++) {
        flr_vec3 a = flr_sub3(v[k], p), b = flr_sub3(v[(k + 1) % count], p);
        flr_real ay = coordinate(a, j), by = coordinate(b, j);
        if ((ay > 0) == (by > 0)) continue;
        flr_real ax = coordinate(a, i), bx = coordinate(b, i);
        odd ^= ax + (bx - ax) * (ay / (ay - by)) > 0;
    }
    return odd;
}

bool flr_penetration3_is_pierced(penetration3 *p, const penetration3_side *sheet, const flr_convex3 *c,
                                 const flr_vec3 corners[8], bool turned)
{
    flr_vec3 n = flr_any3_sheet_normal(sheet->shape), seen[8], middle = flr_vec3_make(0, 0, 0);
    flr_vec3 low = flr_support3(c, flr_neg3(n)), high = flr_support3(c, n), chord = flr_sub3(high, low);
    size_t count;
    const flr_vec3 *v = flr_any3_corners(sheet->shape, &count);
    flr_vec3 first = flr_sub3(v[0], p->origin);
    flr_real rise = flr_dot3(chord, n);
    if (!(rise > p->gap)) return false;
    for (int k = 0; k < 8; k++) {
        flr_vec3 q = turned ? flr_sub3(low, corners[k]) : flr_add3(low, corners[k]);
        flr_real h = flr_dot3(flr_sub3(q, first), n);
        if (!(h < 0 && h + rise > 0)) return false;
        seen[k] = flr_mul_add3(q, -h / rise, chord);
        middle = flr_mul_add3(middle, (flr_real)0.125, seen[k]);
    }
    if (!holds(v, count, n, flr_add3(middle, p->origin))) return false;
    // as thick as what counts as a gap: corners that are rounded do not lie in one plane, and a flat patch misses the edges that cross it
    flr_convex3 patch = flr_convex3_points(seen, 8, upright, flr_vec3_make(0, 0, 0), p->gap);
    for (size_t i = 0; i < count; i++) {
        flr_segment3 e = {flr_sub3(v[i], p->origin), flr_sub3(v[(i + 1) % count], p->origin)};
        flr_convex3 edge = flr_convex3_segment(&e);
        p->work++;
        flr_overlap3_convex meet = flr_overlap3_convex_convex(&patch, &edge, NULL);
        if (meet.overlap || meet.status != FLR_OK) return false;
    }
    return true;
}

/// A point well inside, or as far inside as there is room.
static flr_vec3 middle_of(const flr_convex3 *c)
{
    flr_vec3 sum = flr_vec3_make(0, 0, 0);
    if (c->kind == FLR_CONVEX3_CORNERS) {
        for (uint32_t i = 0; i < c->count; i++) sum = flr_add3(sum, c->corners[i]);
        return flr_scale3(1 / (flr_real)c->count, sum);
    }
    if (c->kind == FLR_CONVEX3_BOX || c->kind == FLR_CONVEX3_CYLINDER) return c->center;
    for (int i = 0; i < 6; i++) {
        flr_real way = i & 1 ? -1 : 1;
        flr_vec3 d = flr_vec3_make(i / 2 == 0 ? way : 0, i / 2 == 1 ? way : 0, i / 2 == 2 ? way : 0);
        sum = flr_mul_add3(sum, (flr_real)1 / 6, flr_support3(c, d));
    }
    return sum;
}

/// One shape of a side and a solid mesh of the other, and what is asked about them.
typedef struct within {
    penetration3 *p;
    const penetration3_side *inner;
    const flr_shape3 *outer;  ///< as flr_penetration3_mesh has it
    flr_vec3 left;
    flr_vec3 way;             ///< of the inner one
    const flr_vec3 *corners;  ///< null: of that way alone
    bool turned;              ///< the inner one is a, and stays where it is
    bool found;
} within;

/// Points of a shape: one of each connected piece, corners of a sheet, some of a convex one.
static bool point_of(const within *w, const flr_shape3 *s, const flr_convex3 *core, size_t k, flr_vec3 *q)
{
    flr_vec3 origin = w->p->origin, lag = flr_neg3(w->way);
    if (s->kind == FLR_SHAPE3_MESH) {
        const flr_mesh3 *m = s->as.mesh.mesh;
        flr_shape3 moved;
        if (k >= m->info.component_count) return false;
        s = flr_penetration3_mesh(w->p, s, &moved, &origin);
        *q = flr_sub3(instance3_point(&s->as.mesh, mesh3_vertex(m, m->component_vertex[k])), origin);
        return true;
    }
    if (!core) {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s, &count);
        if (k >= count) return false;
        *q = flr_sub3(v[k], origin);
        return true;
    }
    // the middle, the ends first and last to leave, and halfway to them
    if (k > 4) return false;
    *q = middle_of(core);
    if (k == 0) return true;
    if (!(flr_length_squared3(lag) > 0)) lag = flr_vec3_make(1, 0, 0);
    flr_vec3 end = flr_support3(core, k & 1 ? lag : flr_neg3(lag));
    *q = k > 2 ? flr_lerp3(*q, end, (flr_real)0.5) : end;
    return true;
}

/// q, local, is in the solid; does it stay there, moved by anything in the hull of the corners?
static bool stays_in(const within *w, flr_vec3 q)
{
    flr_vec3 moved[8];
    for (int k = 0; k < 8; k++)
        moved[k] = w->turned ? flr_sub3(q, w->corners[k]) : flr_add3(q, w->corners[k]);
    flr_shape3 surface = *w->outer, hull = {.kind = FLR_SHAPE3_CONVEX};
    surface.solid = false;
    hull.as.convex = flr_convex3_points(moved, 8, upright, w->left, 0);
    flr_closest3 c;
    w->p->work += 8;
    return flr_any3_distance_mesh(&hull, &surface, w->p->gap, &c) == FLR_OK && c.distance > 0;
}

static void look_at_inner(void *user, const flr_shape3 *s)
{
    within *w = user;
    flr_shape3 leaf = flr_penetration3_leaf(w->p, s);
    penetration3_room room;
    flr_convex3 core;
    const flr_convex3 *c = NULL;
    if (w->inner->kind == PENETRATION3_CONVEX) {
        c = &w->inner->core;
    } else if (leaf.kind != FLR_SHAPE3_MESH && flr_penetration3_core(w->p, s, &room, &core)) {
        c = &core;
    }
    flr_vec3 q;
    for (size_t k = 0; !w->found && (!w->corners || k < 5) && point_of(w, &leaf, c, k, &q); k++) {
        flr_vec3 there = flr_add3(flr_add3(q, w->way), w->left);
        w->p->work += 4;
        if (flr_contains3_mesh_point(&w->outer->as.mesh, there) < 0) continue;
        w->found = !w->corners || stays_in(w, q);
    }
}

static void look_at_outer(void *user, const flr_shape3 *s)
{
    within *w = user;
    if (w->found || s->kind != FLR_SHAPE3_MESH || !s->solid) return;
    flr_shape3 moved;
    w->outer = flr_penetration3_mesh(w->p, s, &moved, &w->left);
    flr_compound3_leaves(w->inner->shape, look_at_inner, w);
}

/// Of `outer` as it is and `inner` moved by v, or by anything in the hull of the corners.
static bool is_within(penetration3 *p, const penetration3_side *outer, const penetration3_side *inner,
                      flr_vec3 v, const flr_vec3 *corners, bool turned)
{
    within w = {p, inner, NULL, p->origin, turned ? flr_neg3(v) : v, corners, turned, false};
    if (outer->solid) flr_compound3_leaves(outer->shape, look_at_outer, &w);
    return w.found;
}

bool flr_penetration3_is_inside(penetration3 *p, flr_vec3 v)
{
    return is_within(p, &p->a, &p->b, v, NULL, false) || is_within(p, &p->b, &p->a, v, NULL, true);
}

bool flr_penetration3_stays_inside(penetration3 *p, flr_vec3 v, const flr_vec3 corners[8])
{
    return is_within(p, &p->a, &p->b, v, corners, false) || is_within(p, &p->b, &p->a, v, corners, true);
}
