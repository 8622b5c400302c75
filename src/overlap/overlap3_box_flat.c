#include "closest/exact3.h"
#include "closest/span3.h"
#include "feeler/overlap3.h"
#include "overlap/faces3.h"

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
    dvec3 q = flr_box3_coordinates(own->box, flr_frame3_local(&own->frame, p));
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

/// A sheet or solid that no edge of its own brings into the box meets it only if it cuts right through or holds it, and
/// then it meets an edge of the box.
static bool meets_an_edge(const flr_vec3 corner[8], const faces3 *f)
{
    for (int i = 0; i < 12; ++i) {
        flr_segment3 edge = box_edge(corner, i);
        if (flr_faces3_meet_segment(f, &edge)) return true;
    }
    return false;
}

static bool aabb_meets_faces(const flr_aabb3 *b, const faces3 *f)
{
    for (size_t i = 0; i < f->lists.face_count; ++i) {
        flr_flat3 face = flr_faces3_face(f, i);
        for (size_t k = 0; k < face.count; ++k) {
            const flr_vec3 ends[2] = {flr_flat3_corner(&face, k),
                                      flr_flat3_corner(&face, flr_flat3_next(&face, k))};
            if (flr_meet3_points_aabb(ends, 2, b)) return true;
        }
    }
    flr_vec3 corner[8];
    for (int i = 0; i < 8; ++i)
        corner[i] = flr_vec3_make(i & 1 ? b->max.x : b->min.x, i & 2 ? b->max.y : b->min.y,
                                  i & 4 ? b->max.z : b->min.z);
    return meets_an_edge(corner, f);
}

static bool box_meets_faces(const flr_box3 *b, const faces3 *f)
{
    if (f->lists.face_count == 0) return false;
    flr_flat3 all = {f->lists.vertices, NULL, f->lists.vertex_count};
    own_frame own = make_frame(b, flr_flat3_frame(&all, b->center, b->center));
    for (size_t i = 0; i < f->lists.face_count; ++i) {
        flr_flat3 face = flr_faces3_face(f, i);
        for (size_t k = 0; k < face.count; ++k) {
            const flr_vec3 ends[2] = {own_point(&own, flr_flat3_corner(&face, k)),
                                      own_point(&own, flr_flat3_corner(&face, flr_flat3_next(&face, k)))};
            if (flr_meet3_points_aabb(ends, 2, &own.aabb)) return true;
        }
    }
    flr_vec3 corner[8];
    for (int i = 0; i < 8; ++i) {
        dvec3 q = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
        q.x *= flr_frame3_length(&own.frame, b->half_extents.x);
        q.y *= flr_frame3_length(&own.frame, b->half_extents.y);
        q.z *= flr_frame3_length(&own.frame, b->half_extents.z);
        corner[i] = flr_frame3_world(&own.frame, flr_box3_vector(b, q));
    }
    return meets_an_edge(corner, f);
}

#define OF_BOXES(B, TYPE_B)                                                                                  \
    bool flr_overlap3_aabb_##B(const flr_aabb3 *a, const TYPE_B *b)                                          \
    {                                                                                                        \
        faces3 f = flr_faces3_##B(b);                                                                        \
        return aabb_meets_faces(a, &f);                                                                      \
    }                                                                                                        \
    bool flr_overlap3_box_##B(const flr_box3 *a, const TYPE_B *b)                                            \
    {                                                                                                        \
        faces3 f = flr_faces3_##B(b);                                                                        \
        return box_meets_faces(a, &f);                                                                       \
    }

OF_BOXES(quad, flr_quad3)
OF_BOXES(polygon, flr_polygon3)
OF_BOXES(polyhedron, flr_polyhedron3)
