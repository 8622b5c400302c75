#include "closest/meet3_path.h"

#include "math/predicates.h"
#include "math/seen_along.h"

/// The coordinate axis that stands squarest to a direction.
static int squarest_axis(flr_vec3 d)
{
    double x = fabs((double)d.x), y = fabs((double)d.y), z = fabs((double)d.z);
    return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
}

/// Does the outline go around the line, none of whose points it holds? Its edges are counted where they cross the half
/// plane from the line along an axis, a corner on the half plane as if it were above.
static bool goes_around(const flr_line3 *l, const flr_flat3 *s)
{
    int axis = squarest_axis(l->direction), winding = 0;
    flr_vec2 d = flr_seen_along(axis, l->direction), o = flr_seen_along(axis, l->origin);
    flr_vec3 a = flr_flat3_corner(s, s->count - 1);
    bool above_a = flr_cross2_sign(d, o, flr_seen_along(axis, a)) < 0;
    for (size_t i = 0; i < s->count; ++i) {
        flr_vec3 b = flr_flat3_corner(s, i);
        bool above_b = flr_cross2_sign(d, o, flr_seen_along(axis, b)) < 0;
        if (above_a != above_b) {
            int turn = flr_triple3(l->direction, l->origin, a, b);
            if (turn == (above_b ? 1 : -1)) winding += turn;
        }
        a = b;
        above_a = above_b;
    }
    return winding != 0;
}

/// What meets the line lies with it in one plane, which is quickly asked.
static bool meets_an_edge(const flr_course3 *c, const flr_flat3 *s)
{
    for (size_t i = 0; i < s->count; ++i) {
        flr_segment3 edge = {flr_flat3_corner(s, i), flr_flat3_corner(s, flr_flat3_next(s, i))};
        if (flr_triple3(c->line.direction, c->line.origin, edge.a, edge.b) != 0) continue;
        flr_straight3 path = flr_straight3_line(&c->line), straight = flr_straight3_segment(&edge);
        path.starts = c->starts;
        if (flr_meet3_straight(&path, &straight)) return true;
    }
    return false;
}

/// Of a triangle the line sees all edges turn one way around it, or passes through some of them; where it meets the lines of
/// all, it lies in their plane, or there is no plane.
static bool meets_triangle(const flr_course3 *c, const flr_flat3 *s)
{
    const flr_line3 *l = &c->line;
    flr_vec3 p = flr_flat3_corner(s, 0), q = flr_flat3_corner(s, 1), r = flr_flat3_corner(s, 2);
    int pq = flr_triple3(l->direction, l->origin, p, q), qr = flr_triple3(l->direction, l->origin, q, r);
    if (pq * qr < 0) return false;
    int rp = flr_triple3(l->direction, l->origin, r, p);
    if (pq * rp < 0 || qr * rp < 0) return false;
    if (pq == 0 && qr == 0 && rp == 0) return meets_an_edge(c, s);
    return !c->starts || flr_orient3_inline(p, q, r, l->origin) * (pq + qr + rp) <= 0;
}

/// Along the plane of the sheet, edges are all that it can meet: from inside it has to come out.
bool flr_meet3_course_flat(const flr_course3 *c, const flr_flat3 *s, const flr_flat3_plane *plane)
{
    const flr_line3 *l = &c->line;
    if (s->count == 0) return false;
    if (l->direction.x == 0 && l->direction.y == 0 && l->direction.z == 0)
        return flr_meet3_point_flat(l->origin, s);
    if (s->count == 3) return meets_triangle(c, s);
    if (meets_an_edge(c, s)) return true;
    if (!plane->flat) return false;
    int heading = flr_triple3(l->direction, plane->a, plane->b, plane->c);
    if (heading == 0) return false;
    if (c->starts && flr_orient3(plane->a, plane->b, plane->c, l->origin) == heading) return false;
    return goes_around(l, s);
}

/// a b c and a c d then turn opposite ways, on whatever plane they are projected.
bool flr_quad3_is_split_at_b(const flr_quad3 *q)
{
    flr_vec3 diagonal = flr_sub3(q->c, q->a);
    flr_vec3 m = flr_cross3(flr_sub3(q->b, q->a), diagonal), n = flr_cross3(diagonal, flr_sub3(q->d, q->a));
    const double size[3] = {fabs((double)m.x) + fabs((double)n.x), fabs((double)m.y) + fabs((double)n.y),
                            fabs((double)m.z) + fabs((double)n.z)};
    int axis = size[0] >= size[1] ? (size[0] >= size[2] ? 0 : 2) : (size[1] >= size[2] ? 1 : 2);
    return flr_turn_along(axis, q->a, q->b, q->c) * flr_turn_along(axis, q->a, q->c, q->d) < 0;
}

bool flr_meet3_course_halves(const flr_course3 *c, const flr_flat3 *s, const flr_flat3_plane *plane)
{
    const flr_vec3 *v = s->vertices;
    const flr_quad3 q = {v[0], v[1], v[2], v[3]};
    size_t first = flr_quad3_is_split_at_b(&q);
    for (size_t half = 0; half < 2; ++half) {
        const flr_vec3 corner[3] = {v[first], v[first + 1 + half], v[(first + 2 + half) % 4]};
        const flr_flat3 triangle = {corner, NULL, 3};
        if (flr_meet3_course_flat(c, &triangle, plane)) return true;
    }
    return false;
}
