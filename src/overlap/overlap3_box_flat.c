#include "closest/box3.h"
#include "closest/flat3.h"
#include "closest/meet3_aabb.h"
#include "feeler/overlap3.h"

bool flr_overlap3_aabb_aabb(const flr_aabb3 *a, const flr_aabb3 *b)
{
    // all six, without branches: which axis parts two boxes is not to be foreseen
    bool x = (a->min.x <= b->max.x) & (b->min.x <= a->max.x);
    bool y = (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
    bool z = (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
    return x & y & z;
}

/// RTCD 5.2.9 in signs of orientations.
bool flr_overlap3_aabb_triangle(const flr_aabb3 *b, const flr_triangle3 *t)
{
    const flr_vec3 points[3] = {t->a, t->b, t->c};
    return flr_meet3_points_aabb(points, 3, b);
}

bool flr_overlap3_aabb_tetrahedron(const flr_aabb3 *b, const flr_tetrahedron *t)
{
    const flr_vec3 points[4] = {t->a, t->b, t->c, t->d};
    return flr_meet3_points_aabb(points, 4, b);
}

/// A box in which its own coordinates are those of an aabb.
typedef struct own_frame {
    const flr_box3 *box;
    flr_frame3 frame;
    flr_aabb3 aabb;
} own_frame;

static own_frame make_frame(const flr_box3 *b, flr_frame3 f)
{
    own_frame own;
    own.box = b;
    own.frame = f;
    own.aabb.max = flr_vec3_make((flr_real)flr_frame3_length(&f, b->half_extents.x),
                                 (flr_real)flr_frame3_length(&f, b->half_extents.y),
                                 (flr_real)flr_frame3_length(&f, b->half_extents.z));
    own.aabb.min = flr_neg3(own.aabb.max);
    return own;
}

static flr_vec3 own_point(const own_frame *own, flr_vec3 p)
{
    flr_local3 q = flr_box3_coordinates(own->box, flr_frame3_local(&own->frame, p));
    return flr_vec3_make((flr_real)q.x, (flr_real)q.y, (flr_real)q.z);
}

static flr_real reach(const flr_box3 *b)
{
    return (flr_real)flr_largest3((double)b->half_extents.x, (double)b->half_extents.y,
                                  (double)b->half_extents.z);
}

static bool points_meet_box(const flr_vec3 *points, int count, const flr_box3 *b)
{
    flr_vec3 all[5] = {b->center, b->center, b->center, b->center, b->center}, local[4];
    for (int i = 0; i < count; ++i) all[i + 1] = points[i];
    own_frame own = make_frame(b, flr_frame3_make(all, 5, reach(b)));
    for (int i = 0; i < count; ++i) local[i] = own_point(&own, points[i]);
    return flr_meet3_points_aabb(local, count, &own.aabb);
}

bool flr_overlap3_box_triangle(const flr_box3 *b, const flr_triangle3 *t)
{
    const flr_vec3 points[3] = {t->a, t->b, t->c};
    return points_meet_box(points, 3, b);
}

bool flr_overlap3_box_tetrahedron(const flr_box3 *b, const flr_tetrahedron *t)
{
    const flr_vec3 points[4] = {t->a, t->b, t->c, t->d};
    return points_meet_box(points, 4, b);
}

/// An edge of a box: corners are numbered by the bits of x, y, z.
static flr_segment3 box_edge(const flr_vec3 corner[8], int i)
{
    static const int from[12] = {0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3};
    int axis = i / 4;
    flr_segment3 edge = {corner[from[i]], corner[from[i] + (1 << axis)]};
    return edge;
}

/// A sheet that no edge of its outline brings into the box meets it only if it cuts right through,
/// and then it cuts an edge of the box.
static bool cuts_an_edge(const flr_vec3 corner[8], const flr_flat3 *s)
{
    for (int i = 0; i < 12; ++i) {
        flr_segment3 edge = box_edge(corner, i);
        if (flr_meet3_segment_flat(&edge, s)) return true;
    }
    return false;
}

static bool aabb_meets_flat(const flr_aabb3 *b, const flr_flat3 *s)
{
    for (size_t i = 0; i < s->count; ++i) {
        const flr_vec3 ends[2] = {flr_flat3_corner(s, i), flr_flat3_corner(s, flr_flat3_next(s, i))};
        if (flr_meet3_points_aabb(ends, 2, b)) return true;
    }
    flr_vec3 corner[8];
    for (int i = 0; i < 8; ++i)
        corner[i] = flr_vec3_make(i & 1 ? b->max.x : b->min.x, i & 2 ? b->max.y : b->min.y,
                                  i & 4 ? b->max.z : b->min.z);
    return cuts_an_edge(corner, s);
}

static bool box_meets_flat(const flr_box3 *b, const flr_flat3 *s)
{
    if (s->count == 0) return false;
    own_frame own = make_frame(b, flr_flat3_frame(s, b->center, b->center));
    for (size_t i = 0; i < s->count; ++i) {
        const flr_vec3 ends[2] = {own_point(&own, flr_flat3_corner(s, i)),
                                  own_point(&own, flr_flat3_corner(s, flr_flat3_next(s, i)))};
        if (flr_meet3_points_aabb(ends, 2, &own.aabb)) return true;
    }
    flr_vec3 corner[8];
    for (int i = 0; i < 8; ++i) {
        flr_local3 q = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
        q.x *= flr_frame3_length(&own.frame, b->half_extents.x);
        q.y *= flr_frame3_length(&own.frame, b->half_extents.y);
        q.z *= flr_frame3_length(&own.frame, b->half_extents.z);
        corner[i] = flr_frame3_world(&own.frame, flr_box3_vector(b, q));
    }
    return cuts_an_edge(corner, s);
}

bool flr_overlap3_aabb_quad(const flr_aabb3 *b, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 s = {corner, NULL, 4};
    return aabb_meets_flat(b, &s);
}
bool flr_overlap3_aabb_polygon(const flr_aabb3 *b, const flr_polygon3 *polygon)
{
    flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return aabb_meets_flat(b, &s);
}
bool flr_overlap3_box_quad(const flr_box3 *b, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 s = {corner, NULL, 4};
    return box_meets_flat(b, &s);
}
bool flr_overlap3_box_polygon(const flr_box3 *b, const flr_polygon3 *polygon)
{
    flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return box_meets_flat(b, &s);
}
