/// Randomized incremental construction of a convex hull (Clarkson and Shor, 1989; de Berg et al., chapter
/// 11) with exact orientations. hull3_build.h says why the surface is convex at every moment.

#include <math.h>

#include "hull/hull3_build.h"
#include "math/predicates.h"
#include "math/vectors.h"

// ---- Properties of all points: bounds, rounding errors, the first simplex

/// Finds the bounds and, in `extreme`, the least and the greatest point by x, then y, then z, and further
/// points on the bounds. Returns false if a coordinate is not finite.
static bool find_bounds(hull3_builder *b, uint32_t extreme[6])
{
    flr_vec3 low = b->points[0], high = low, first = low, last = low;
    flr_real probe = 0;  // NaN once anything is not finite
    for (int k = 0; k < 6; k++) extreme[k] = 0;
    for (size_t i = 0; i < b->count; i++) {
        flr_vec3 p = b->points[i];
        probe += (p.x - p.x) + (p.y - p.y) + (p.z - p.z);
        if (p.x <= low.x && flr_precedes3(p, first)) first = p, extreme[0] = (uint32_t)i;
        if (p.x >= high.x && flr_precedes3(last, p)) last = p, extreme[1] = (uint32_t)i;
        if (p.y < low.y) extreme[2] = (uint32_t)i;
        if (p.y > high.y) extreme[3] = (uint32_t)i;
        if (p.z < low.z) extreme[4] = (uint32_t)i;
        if (p.z > high.z) extreme[5] = (uint32_t)i;
        low = flr_min3(low, p);
        high = flr_max3(high, p);
    }
    b->bounds.min = low;
    b->bounds.max = high;
    return probe == 0;
}

/// Returns a bound as in math/predicates.h, with the largest differences that there are. The two larger are
/// multiplied first: if a product of two leaves the range of numbers the bound is infinite as well, although
/// that of all three need not be.
static double rounding_bound(const hull3_builder *b)
{
    double x = (double)b->bounds.max.x - (double)b->bounds.min.x,
           y = (double)b->bounds.max.y - (double)b->bounds.min.y,
           z = (double)b->bounds.max.z - (double)b->bounds.min.z;
    double least = fmin(x, fmin(y, z)), most = fmax(x, fmax(y, z));
    double middle = fmax(fmin(x, y), fmin(fmax(x, y), z));
    return FLR_FILTER_RELATIVE3 * (6.01 * most * middle * least + 2 * FLR_FILTER_FLOOR * (x + y + z + 1));
}

int hull3_side_close(const hull3_builder *b, flr_vec3 p, flr_vec3 q, flr_vec3 r, flr_vec3 s)
{
    if (b->lattice) return 0;  // `certain` is 0 then, and the determinant exact
    // the plane is perpendicular to an axis
    if ((p.x == q.x && p.x == r.x && p.x == s.x) || (p.y == q.y && p.y == r.y && p.y == s.y) ||
        (p.z == q.z && p.z == r.z && p.z == s.z))
        return 0;
    return flr_orient3_inline(p, q, r, s);
}

/// Returns the exponent of the lowest bit that is set; large for 0.
static int lowest_bit(double value)
{
    if (value == 0) return 2000;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (biased ? (uint64_t)1 << 52 : 0);
    double lowest = (double)(mantissa & (~mantissa + 1));
    memcpy(&bits, &lowest, sizeof bits);
    return (int)(bits >> 52) - 1023 + (biased ? biased : 1) - 1075;
}

/// Do all coordinates lie on a coarse grid? A difference of less than 2^16 units on every axis makes a
/// determinant of less than 6 * 2^48 units, which is exact in double. So lattices, where most signs are 0,
/// need no exact part.
static bool on_lattice(const hull3_builder *b)
{
    const double extent[3] = {(double)b->bounds.max.x - (double)b->bounds.min.x,
                              (double)b->bounds.max.y - (double)b->bounds.min.y,
                              (double)b->bounds.max.z - (double)b->bounds.min.z};
    int least[3];
    for (int k = 0; k < 3; k++) {
        if (!(extent[k] < 0x1p200)) return false;
        if (extent[k] > 0) (void)frexp(extent[k], &least[k]);
        least[k] = extent[k] > 0 ? least[k] - 16 : -200;
        if (least[k] < -200) return false;
    }
    for (size_t i = 0; i < b->count; i++) {
        flr_vec3 p = b->points[i];
        if (lowest_bit((double)p.x) < least[0] || lowest_bit((double)p.y) < least[1] ||
            lowest_bit((double)p.z) < least[2])
            return false;
    }
    return true;
}

/// p - origin times a power of two, so that squares and products of three stay within range.
typedef struct grid {
    flr_vec3 origin;
    double scale;
    double half;  ///< 1/2 where a difference of two coordinates may overflow, else 1
} grid;

static void offset_from_base(const grid *f, flr_vec3 p, double v[3])
{
    v[0] = ((double)p.x * f->half - (double)f->origin.x * f->half) * f->scale;
    v[1] = ((double)p.y * f->half - (double)f->origin.y * f->half) * f->scale;
    v[2] = ((double)p.z * f->half - (double)f->origin.z * f->half) * f->scale;
}

static void cross_to(const double u[3], const double v[3], double w[3])
{
    w[0] = u[1] * v[2] - u[2] * v[1];
    w[1] = u[2] * v[0] - u[0] * v[2];
    w[2] = u[0] * v[1] - u[1] * v[0];
}

/// The numbers of the points to test: `candidate`, or all if it is null.
typedef struct choice {
    const uint32_t *candidate;
    size_t count;
} choice;

static uint32_t chosen(const choice *c, size_t i) { return c->candidate ? c->candidate[i] : (uint32_t)i; }

/// Returns the point farthest from the line or, if that lies on it by an exact sign, any that does not; else
/// none.
static uint32_t off_line(const hull3_builder *b, const choice *c, const grid *f, flr_vec3 to)
{
    double u[3], v[3], w[3], most = -1;
    uint32_t found = 0;
    offset_from_base(f, to, u);
    for (size_t i = 0; i < c->count; i++) {
        offset_from_base(f, b->points[chosen(c, i)], v);
        cross_to(u, v, w);
        double d = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
        if (d > most) most = d, found = chosen(c, i);
    }
    if (!flr_are_collinear3(f->origin, to, b->points[found])) return found;
    for (size_t i = 0; i < c->count; i++)
        if (!flr_are_collinear3(f->origin, to, b->points[chosen(c, i)])) return chosen(c, i);
    return HULL3_NONE;
}

/// Returns the point farthest from the plane through the origin of the grid, p and q, as off_line does for
/// lines.
static uint32_t off_plane(const hull3_builder *b, const choice *c, const grid *f, flr_vec3 p, flr_vec3 q)
{
    double u[3], v[3], w[3], most = -1;
    uint32_t found = 0;
    offset_from_base(f, p, u);
    offset_from_base(f, q, v);
    cross_to(u, v, w);
    for (size_t i = 0; i < c->count; i++) {
        offset_from_base(f, b->points[chosen(c, i)], v);
        double d = fabs(v[0] * w[0] + v[1] * w[1] + v[2] * w[2]);
        if (d > most) most = d, found = chosen(c, i);
    }
    if (hull3_side(b, f->origin, p, q, b->points[found]) != 0) return found;
    for (size_t i = 0; i < c->count; i++)
        if (hull3_side(b, f->origin, p, q, b->points[chosen(c, i)]) != 0) return chosen(c, i);
    return HULL3_NONE;
}

static double reach(const grid *f, flr_vec3 p)
{
    double v[3];
    offset_from_base(f, p, v);
    return fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
}

/// Finds points that span the input: first among those on the bounds, then, if these lie in a line or plane,
/// among all.
static void find_simplex(hull3_builder *b, const uint32_t extreme[6])
{
    const choice few = {extreme, 6}, all = {NULL, b->count};
    uint32_t *s = b->simplex;
    flr_vec3 extent = flr_sub3(b->bounds.max, b->bounds.min);
    grid f = {b->points[s[0]], 1, flr_is_finite3(extent) ? 1 : 0.5};
    s[1] = extreme[1];
    for (int k = 2; k < 6; k++)
        if (reach(&f, b->points[extreme[k]]) > reach(&f, b->points[s[1]])) s[1] = extreme[k];
    int exponent;
    (void)frexp(reach(&f, b->points[s[1]]), &exponent);
    f.scale = ldexp(1, exponent > -1000 ? -exponent : 1000);
    b->dimension = 1;
    s[2] = off_line(b, &few, &f, b->points[s[1]]);
    if (s[2] == HULL3_NONE) s[2] = off_line(b, &all, &f, b->points[s[1]]);
    if (s[2] == HULL3_NONE) {
        s[1] = extreme[1];  // an end of the segment, as s[0] is
        return;
    }
    b->dimension = 2;
    s[3] = off_plane(b, &few, &f, b->points[s[1]], b->points[s[2]]);
    if (s[3] == HULL3_NONE) s[3] = off_plane(b, &all, &f, b->points[s[1]], b->points[s[2]]);
    if (s[3] != HULL3_NONE) b->dimension = 3;
}

bool hull3_survey(hull3_builder *b)
{
    uint32_t extreme[6];
    if (!find_bounds(b, extreme)) return false;
    b->lattice = on_lattice(b);
    b->certain = b->lattice ? 0 : rounding_bound(b);
    b->simplex[0] = extreme[0];
    b->dimension = 0;
    if (flr_precedes3(b->points[extreme[0]], b->points[extreme[1]])) find_simplex(b, extreme);
    return true;
}

// ---- Growing

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

/// Makes room for `more` triangles beyond triangle_count.
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

/// Returns the edge of a triangle over which a point of its plane lies, 3 if it lies in the triangle.
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

/// Returns any triangle that sees p, by a scan of all; none if p is not outside.
static uint32_t seek(const hull3_builder *b, flr_vec3 p)
{
    for (uint32_t t = 0; t < b->triangle_count; t++)
        if (b->triangles[t].vertex[0] != HULL3_NONE && hull3_sees(b, &b->triangles[t], p) > 0) return t;
    return HULL3_NONE;
}

/// Walks through the cones from site 0, which stays extreme, over the triangles that do not have it for a
/// corner: these cones fill the polyhedron and what lies behind it. If the walk would leave them over an
/// edge, p is in front of the triangle there. A triangle coplanar with site 0 has a flat cone, which does
/// not decide for a point in its plane. Then the walk goes on within the plane, and leaves it only to a
/// triangle that sees p. It tests the edges from a random one on (Devillers, Pion and Teillaud, "Walking in
/// a triangulation", 2002), so that it ends. A limit on its steps, and then a scan of all triangles,
/// guarantee that.
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

/// Collects in `visible` all triangles that see p, from one of them on, and in `rim` the edges around them
/// in order: three numbers each, the edge's corners and the triangle behind it. A depth-first search that
/// takes the edges of every triangle in turn meets the rim in its order.
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
