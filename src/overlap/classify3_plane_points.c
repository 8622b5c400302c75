#include "closest/plane3.h"
#include "feeler/overlap3.h"

/// All in front, all behind, or neither; nothing is on no side.
int flr_classify3_plane_points(const flr_plane3 *h, const flr_vec3 *points, size_t count)
{
    if (count == 0) return 0;
    int side = flr_plane3_side(h, points[0]);
    for (size_t i = 1; i < count && side != 0; ++i)
        if (flr_plane3_side(h, points[i]) != side) return 0;
    return side;
}

int flr_classify3_plane_point(const flr_plane3 *h, flr_vec3 p) { return flr_plane3_side(h, p); }

int flr_classify3_plane_segment(const flr_plane3 *h, const flr_segment3 *s)
{
    const flr_vec3 points[2] = {s->a, s->b};
    return flr_classify3_plane_points(h, points, 2);
}

int flr_classify3_plane_ray(const flr_plane3 *h, const flr_ray3 *r)
{
    int side = flr_plane3_side(h, r->origin);
    return flr_plane3_heading(h, r->direction) == -side ? 0 : side;
}

int flr_classify3_plane_line(const flr_plane3 *h, const flr_line3 *l)
{
    return flr_plane3_heading(h, l->direction) != 0 ? 0 : flr_plane3_side(h, l->origin);
}

int flr_classify3_plane_triangle(const flr_plane3 *h, const flr_triangle3 *t)
{
    const flr_vec3 points[3] = {t->a, t->b, t->c};
    return flr_classify3_plane_points(h, points, 3);
}

int flr_classify3_plane_quad(const flr_plane3 *h, const flr_quad3 *q)
{
    const flr_vec3 points[4] = {q->a, q->b, q->c, q->d};
    return flr_classify3_plane_points(h, points, 4);
}

int flr_classify3_plane_tetrahedron(const flr_plane3 *h, const flr_tetrahedron *t)
{
    const flr_vec3 points[4] = {t->a, t->b, t->c, t->d};
    return flr_classify3_plane_points(h, points, 4);
}

int flr_classify3_plane_polygon(const flr_plane3 *h, const flr_polygon3 *polygon)
{
    return flr_classify3_plane_points(h, polygon->vertices, polygon->count);
}

int flr_classify3_plane_polyhedron(const flr_plane3 *h, const flr_polyhedron3 *polyhedron)
{
    return flr_classify3_plane_points(h, polyhedron->vertices, polyhedron->vertex_count);
}

/// RTCD 5.2.3 by the two extreme corners: no centre, no extents, nothing rounded.
int flr_classify3_plane_aabb(const flr_plane3 *h, const flr_aabb3 *b)
{
    flr_vec3 n = h->normal;
    const flr_vec3 extreme[2] = {
        {n.x > 0 ? b->min.x : b->max.x, n.y > 0 ? b->min.y : b->max.y, n.z > 0 ? b->min.z : b->max.z},
        {n.x > 0 ? b->max.x : b->min.x, n.y > 0 ? b->max.y : b->min.y, n.z > 0 ? b->max.z : b->min.z}};
    return flr_classify3_plane_points(h, extreme, 2);
}

/// RTCD 5.2.3 by the two extreme corners: along the normal each edge leads up, down or neither.
int flr_classify3_plane_parallelepiped(const flr_plane3 *h, const flr_parallelepiped *b)
{
    const flr_vec3 edge[3] = {b->edges.x, b->edges.y, b->edges.z};
    flr_vec3 low[4] = {b->corner}, high[4] = {b->corner};
    int lows = 1, highs = 1;
    for (int i = 0; i < 3; ++i) {
        int heading = flr_plane3_heading(h, edge[i]);
        if (heading < 0) low[lows++] = edge[i];
        if (heading > 0) high[highs++] = edge[i];
    }
    if (flr_plane3_side_of_sum(h, low, lows) > 0) return 1;
    return flr_plane3_side_of_sum(h, high, highs) < 0 ? -1 : 0;
}
