/// Do shapes with flat faces overlap: triangles, quads, polygons, tetrahedra and polyhedra with each other,
/// with boxes, rays and lines? By exact signs; with an oriented box in the box's own coordinates, which are
/// rounded.

#include "closest/exact3.h"
#include "closest/span3.h"
#include "feeler/overlap3.h"
#include "math/predicates.h"
#include "overlap/faces3.h"
#include "shape/exact.h"

static bool boxes_meet(const flr_aabb3 *a, const flr_aabb3 *b)
{
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
           a->min.z <= b->max.z && b->min.z <= a->max.z;
}

static flr_aabb3 box_of(const faces3 *f)
{
    flr_aabb3 b = {f->lists.vertices[0], f->lists.vertices[0]};
    for (size_t i = 1; i < f->lists.vertex_count; ++i) {
        b.min = flr_min3(b.min, f->lists.vertices[i]);
        b.max = flr_max3(b.max, f->lists.vertices[i]);
    }
    return b;
}

/// The side of a plane on which all of b lies strictly; 0 if there is none.
static int side_of_all(const flr_vec3 plane[3], const faces3 *b)
{
    int side = 0;
    for (size_t i = 0; i < b->lists.vertex_count; ++i) {
        int next = flr_orient3_inline(plane[0], plane[1], plane[2], b->lists.vertices[i]);
        if (next == 0 || next == -side) return 0;
        side = next;
    }
    return side;
}

/// Does a have no corner on that side of a plane? Corners may lie off the plane of their face by rounding
/// errors.
static bool none_beyond(const flr_vec3 plane[3], int side, const faces3 *a)
{
    for (size_t i = 0; i < a->lists.vertex_count; ++i)
        if (flr_orient3_inline(plane[0], plane[1], plane[2], a->lists.vertices[i]) == side) return false;
    return true;
}

/// Does the plane of a face of a separate the two?
static bool parted_by_a_face(const faces3 *a, const faces3 *b)
{
    for (size_t i = 0; i < a->lists.face_count; ++i) {
        flr_flat3 face = flr_faces3_face(a, i);
        if (face.count < 3) continue;
        flr_flat3_plane p = {flr_flat3_corner(&face, 0), flr_flat3_corner(&face, 1),
                             flr_flat3_corner(&face, 2), true};
        if (face.count > 3) p = flr_flat3_span_plane(&face);
        const flr_vec3 plane[3] = {p.a, p.b, p.c};
        int side = side_of_all(plane, b);
        if (side != 0 && none_beyond(plane, side, a)) return true;
    }
    return false;
}

/// Does an edge of a intersect b? Edges that miss b's box are skipped.
static bool an_edge_meets(const faces3 *a, const faces3 *b, const flr_aabb3 *box_b)
{
    for (size_t i = 0; i < a->lists.face_count; ++i) {
        flr_flat3 face = flr_faces3_face(a, i);
        for (size_t k = 0; k < face.count; ++k) {
            flr_segment3 e = {flr_flat3_corner(&face, k), flr_flat3_corner(&face, flr_flat3_next(&face, k))};
            flr_aabb3 box = {flr_min3(e.a, e.b), flr_max3(e.a, e.b)};
            if (boxes_meet(&box, box_b) && flr_faces3_intersect_segment(b, &e)) return true;
        }
    }
    return false;
}

/// The intersection of two sheets in different planes ends at the rim of one of them. In all other cases an
/// edge of one intersects the other, or one lies inside the other, and then its edges do. A quad is what it encloses
/// in the plane of three corners: where the fourth lies off that by rounding, an edge may meet it beyond its corners.
bool flr_faces3_intersect(const faces3 *a, const faces3 *b)
{
    if (a->lists.face_count == 0 || b->lists.face_count == 0) return false;
    const int soon = flr_faces3_few(a, b);
    if (soon != 0) return soon > 0;
    flr_aabb3 box_a = box_of(a), box_b = box_of(b);
    if (!boxes_meet(&box_a, &box_b) || parted_by_a_face(a, b) || parted_by_a_face(b, a)) return false;
    const bool meet = an_edge_meets(a, b, &box_b) || an_edge_meets(b, a, &box_a);
    return meet && !flr_faces3_bent_and_apart(a, b);
}

// ---- Pairs

/// Shapes with flat faces against each other.
#define OF_FACES(name, type_a, faces_a, type_b, faces_b)                                                     \
    bool name(const type_a *a, const type_b *b)                                                              \
    {                                                                                                        \
        faces3 x = faces_a(a), y = faces_b(b);                                                               \
        return flr_faces3_intersect(&x, &y);                                                                 \
    }

OF_FACES(flr_overlap3_triangle_quad, flr_triangle3, flr_faces3_triangle, flr_quad3, flr_faces3_quad)
OF_FACES(flr_overlap3_triangle_polygon, flr_triangle3, flr_faces3_triangle, flr_polygon3, flr_faces3_polygon)
OF_FACES(flr_overlap3_triangle_tetrahedron, flr_triangle3, flr_faces3_triangle, flr_tetrahedron,
         flr_faces3_tetrahedron)
OF_FACES(flr_overlap3_triangle_polyhedron, flr_triangle3, flr_faces3_triangle, flr_polyhedron3,
         flr_faces3_polyhedron)
OF_FACES(flr_overlap3_quad_quad, flr_quad3, flr_faces3_quad, flr_quad3, flr_faces3_quad)
OF_FACES(flr_overlap3_quad_polygon, flr_quad3, flr_faces3_quad, flr_polygon3, flr_faces3_polygon)
OF_FACES(flr_overlap3_quad_tetrahedron, flr_quad3, flr_faces3_quad, flr_tetrahedron, flr_faces3_tetrahedron)
OF_FACES(flr_overlap3_quad_polyhedron, flr_quad3, flr_faces3_quad, flr_polyhedron3, flr_faces3_polyhedron)
OF_FACES(flr_overlap3_polygon_polygon, flr_polygon3, flr_faces3_polygon, flr_polygon3, flr_faces3_polygon)
OF_FACES(flr_overlap3_polygon_tetrahedron, flr_polygon3, flr_faces3_polygon, flr_tetrahedron,
         flr_faces3_tetrahedron)
OF_FACES(flr_overlap3_polygon_polyhedron, flr_polygon3, flr_faces3_polygon, flr_polyhedron3,
         flr_faces3_polyhedron)
OF_FACES(flr_overlap3_tetrahedron_tetrahedron, flr_tetrahedron, flr_faces3_tetrahedron, flr_tetrahedron,
         flr_faces3_tetrahedron)
OF_FACES(flr_overlap3_tetrahedron_polyhedron, flr_tetrahedron, flr_faces3_tetrahedron, flr_polyhedron3,
         flr_faces3_polyhedron)
OF_FACES(flr_overlap3_polyhedron_polyhedron, flr_polyhedron3, flr_faces3_polyhedron, flr_polyhedron3,
         flr_faces3_polyhedron)

/// Rays and lines against them.
#define OF_PATHS(name, path, type_b, faces_b)                                                                \
    bool name(const flr_##path##3 * a, const type_b *b)                                                      \
    {                                                                                                        \
        faces3 f = faces_b(b);                                                                               \
        flr_line_or_ray3 c = flr_line_or_ray3_of_##path(a);                                                  \
        return flr_faces3_intersect_line_or_ray(&f, &c);                                                     \
    }

OF_PATHS(flr_overlap3_ray_triangle, ray, flr_triangle3, flr_faces3_triangle)
OF_PATHS(flr_overlap3_ray_quad, ray, flr_quad3, flr_faces3_quad)
OF_PATHS(flr_overlap3_ray_polygon, ray, flr_polygon3, flr_faces3_polygon)
OF_PATHS(flr_overlap3_ray_tetrahedron, ray, flr_tetrahedron, flr_faces3_tetrahedron)
OF_PATHS(flr_overlap3_ray_polyhedron, ray, flr_polyhedron3, flr_faces3_polyhedron)
OF_PATHS(flr_overlap3_line_triangle, line, flr_triangle3, flr_faces3_triangle)
OF_PATHS(flr_overlap3_line_quad, line, flr_quad3, flr_faces3_quad)
OF_PATHS(flr_overlap3_line_polygon, line, flr_polygon3, flr_faces3_polygon)
OF_PATHS(flr_overlap3_line_tetrahedron, line, flr_tetrahedron, flr_faces3_tetrahedron)
OF_PATHS(flr_overlap3_line_polyhedron, line, flr_polyhedron3, flr_faces3_polyhedron)

// ---- Boxes

bool flr_overlap3_aabb_aabb(const flr_aabb3 *a, const flr_aabb3 *b)
{
    // without branches: the axis that separates two boxes cannot be predicted
    bool x = (a->min.x <= b->max.x) & (b->min.x <= a->max.x);
    bool y = (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
    bool z = (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
    return x & y & z;
}

/// Ericson 5.2.9 in signs of orientations.
bool flr_overlap3_aabb_triangle(const flr_aabb3 *b, const flr_triangle3 *t)
{
    const flr_vec3 points[3] = {t->a, t->b, t->c};
    return flr_exact3_points_aabb(points, 3, b);
}

bool flr_overlap3_aabb_tetrahedron(const flr_aabb3 *b, const flr_tetrahedron *t)
{
    const flr_vec3 points[4] = {t->a, t->b, t->c, t->d};
    return flr_exact3_points_aabb(points, 4, b);
}

/// The own frame of a box, in which it is an aabb.
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

static flr_real largest_half(const flr_box3 *b)
{
    return (flr_real)flr_largest3((double)b->half_extents.x, (double)b->half_extents.y,
                                  (double)b->half_extents.z);
}

static bool points_meet_box(const flr_vec3 *points, int count, const flr_box3 *b)
{
    flr_vec3 all[5] = {b->center, b->center, b->center, b->center, b->center}, local[4];
    for (int i = 0; i < count; ++i) all[i + 1] = points[i];
    own_frame own = make_frame(b, flr_frame3_make(all, 5, largest_half(b)));
    for (int i = 0; i < count; ++i) local[i] = own_point(&own, points[i]);
    return flr_exact3_points_aabb(local, count, &own.aabb);
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

/// Edge i of a box, whose corners are numbered by the bits of x, y, z.
static flr_segment3 box_edge(const flr_vec3 corner[8], int i)
{
    static const int from[12] = {0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3};
    int axis = i / 4;
    flr_segment3 edge = {corner[from[i]], corner[from[i] + (1 << axis)]};
    return edge;
}

/// Does an edge of the box meet the shape? If no edge of the shape meets the box, the two intersect only if
/// the shape cuts right through the box or contains it; both meet an edge of the box.
static bool meets_edge_of_box(const flr_vec3 corner[8], const faces3 *f)
{
    for (int i = 0; i < 12; ++i) {
        flr_segment3 edge = box_edge(corner, i);
        if (flr_faces3_intersect_segment(f, &edge)) return true;
    }
    return false;
}

/// Does an edge of the shape meet the box, or an edge of the box the shape?
static bool aabb_meets_faces(const flr_aabb3 *b, const faces3 *f)
{
    for (size_t i = 0; i < f->lists.face_count; ++i) {
        flr_flat3 face = flr_faces3_face(f, i);
        for (size_t k = 0; k < face.count; ++k) {
            const flr_vec3 ends[2] = {flr_flat3_corner(&face, k),
                                      flr_flat3_corner(&face, flr_flat3_next(&face, k))};
            if (flr_exact3_points_aabb(ends, 2, b)) return true;
        }
    }
    flr_vec3 corner[8];
    for (int i = 0; i < 8; ++i)
        corner[i] = flr_vec3_make(i & 1 ? b->max.x : b->min.x, i & 2 ? b->max.y : b->min.y,
                                  i & 4 ? b->max.z : b->min.z);
    return meets_edge_of_box(corner, f);
}

enum { OWN_CORNERS = 64 };

/// Does a face of few corners meet the box? Both are asked about in the box's own frame: in two frames, edges that
/// cross edges could be missed both times by rounding.
static bool face_meets_box(const own_frame *own, const flr_flat3 *face)
{
    flr_vec3 local[OWN_CORNERS];
    for (size_t k = 0; k < face->count; ++k) local[k] = own_point(own, flr_flat3_corner(face, k));
    const faces3 sheet = {.kind = FACES3_SHEET,
                          .lists = {.vertices = local, .vertex_count = face->count, .face_count = 1}};
    return aabb_meets_faces(&own->aabb, &sheet);
}

/// The same of the edges of a face of many corners alone.
static bool edges_meet_box(const own_frame *own, const flr_flat3 *face)
{
    for (size_t k = 0; k < face->count; ++k) {
        const flr_vec3 ends[2] = {own_point(own, flr_flat3_corner(face, k)),
                                  own_point(own, flr_flat3_corner(face, flr_flat3_next(face, k)))};
        if (flr_exact3_points_aabb(ends, 2, &own->aabb)) return true;
    }
    return false;
}

static bool box_meets_faces(const flr_box3 *b, const faces3 *f)
{
    if (f->lists.face_count == 0) return false;
    flr_flat3 all = {f->lists.vertices, NULL, f->lists.vertex_count};
    own_frame own = make_frame(b, flr_flat3_frame(&all, b->center, b->center));
    for (size_t i = 0; i < f->lists.face_count; ++i) {
        flr_flat3 face = flr_faces3_face(f, i);
        if (face.count <= OWN_CORNERS ? face_meets_box(&own, &face) : edges_meet_box(&own, &face))
            return true;
    }
    // in world too: there a solid may hold the box, and coordinates in single precision are not rounded
    flr_vec3 corner[8];
    for (int i = 0; i < 8; ++i) {
        dvec3 q = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
        q.x *= flr_frame3_length(&own.frame, b->half_extents.x);
        q.y *= flr_frame3_length(&own.frame, b->half_extents.y);
        q.z *= flr_frame3_length(&own.frame, b->half_extents.z);
        corner[i] = flr_frame3_world(&own.frame, flr_box3_vector(b, q));
    }
    return meets_edge_of_box(corner, f);
}

#define OF_BOXES(name, type_a, meets, type_b, faces_b)                                                       \
    bool name(const type_a *a, const type_b *b)                                                              \
    {                                                                                                        \
        faces3 f = faces_b(b);                                                                               \
        return meets(a, &f);                                                                                 \
    }

OF_BOXES(flr_overlap3_aabb_quad, flr_aabb3, aabb_meets_faces, flr_quad3, flr_faces3_quad)
OF_BOXES(flr_overlap3_aabb_polygon, flr_aabb3, aabb_meets_faces, flr_polygon3, flr_faces3_polygon)
OF_BOXES(flr_overlap3_aabb_polyhedron, flr_aabb3, aabb_meets_faces, flr_polyhedron3, flr_faces3_polyhedron)
OF_BOXES(flr_overlap3_box_quad, flr_box3, box_meets_faces, flr_quad3, flr_faces3_quad)
OF_BOXES(flr_overlap3_box_polygon, flr_box3, box_meets_faces, flr_polygon3, flr_faces3_polygon)
OF_BOXES(flr_overlap3_box_polyhedron, flr_box3, box_meets_faces, flr_polyhedron3, flr_faces3_polyhedron)
