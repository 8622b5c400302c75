/// A shape of any kind in space out of bytes, mostly on whole numbers. The same bytes with another offset
/// give the same shape elsewhere.
#ifndef FUZZ_LATTICE3_H
#define FUZZ_LATTICE3_H

#include <stdlib.h>

#include "bytes.h"

/// With what the shape points at, so it stays where it is made.
typedef struct lattice3 {
    flr_shape3 shape;
    flr_vec3 points[12];
    flr_hull3 *hull;
    flr_shape3 parts[4];  ///< of a compound
} lattice3;

static inline flr_vec3 next_vec3(byte_source *from)
{
    flr_real x = next_coordinate(from), y = next_coordinate(from), z = next_coordinate(from);
    return flr_vec3_make(x, y, z);
}

/// One that is not zero.
static inline flr_vec3 next_direction3(byte_source *from)
{
    flr_vec3 v = next_vec3(from);
    return flr_length_squared3(v) > 0 ? v : flr_vec3_make(0, 0, 1);
}

/// A rotation that keeps the lattice, or one by the angles of a 3 4 5 triangle.
static inline flr_mat3 next_rotation3(byte_source *from)
{
    unsigned turns = next_byte(from);
    flr_mat3 m = flr_affine3_identity().linear;
    for (unsigned k = turns % 3; k; --k) m = (flr_mat3){m.y, m.z, m.x};
    for (unsigned k = turns / 3 % 4; k; --k) m = (flr_mat3){m.y, flr_neg3(m.x), m.z};
    if (turns / 12 % 2) m = (flr_mat3){flr_neg3(m.x), m.y, flr_neg3(m.z)};
    if (turns / 24 % 4 != 3) return m;
    const flr_real c = (flr_real)0.6, s = (flr_real)0.8;
    return (flr_mat3){flr_mul_add3(flr_scale3(c, m.x), s, m.y), flr_mul_add3(flr_scale3(c, m.y), -s, m.x),
                      m.z};
}

static inline flr_vec3 extents3(byte_source *from)
{
    flr_real x = next_length(from), y = next_length(from), z = next_length(from);
    return flr_vec3_make(x, y, z);
}

/// The corners of simple outlines in a plane of the lattice; returns how many.
static inline size_t lattice3_outline(byte_source *from, flr_vec3 at, size_t most, flr_vec3 *corners)
{
    static const struct {
        size_t count;
        signed char at[8][2];
    } outlines[] = {{4, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
                    {4, {{0, 0}, {2, 0}, {1, 1}, {0, 2}}},  // one side straight on
                    {4, {{0, 0}, {3, 0}, {1, 1}, {0, 3}}},  // a dart
                    {4, {{-1, 0}, {0, -1}, {2, 0}, {0, 1}}},
                    {3, {{0, 0}, {2, 0}, {0, 1}}},
                    {6, {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}},
                    {8, {{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}},
                    {5, {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 1}}}};
    size_t which = next_byte(from) % (most == 4 ? 4 : 8);
    flr_vec3 u = next_direction3(from), v = next_direction3(from);
    flr_vec3 n = flr_cross3(u, v);
    if (!(flr_length_squared3(n) > (flr_real)1e-2)) {
        u = flr_vec3_make(1, 0, 0);
        v = flr_vec3_make(0, 1, 0);
    }
    for (size_t k = 0; k < outlines[which].count; ++k)
        corners[k] = flr_mul_add3(flr_mul_add3(at, outlines[which].at[k][0], u), outlines[which].at[k][1], v);
    return outlines[which].count;
}

/// A tetrahedron, a cube, a prism over an L, each closed, and two triangles that are not. Made once.
static inline const flr_mesh3 *lattice3_mesh(unsigned which)
{
    static const flr_real tetrahedron[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t tetrahedron_faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    static const flr_real cube[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
    static const uint32_t cube_faces[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                          1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    static const flr_real prism[] = {0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0,
                                     0, 0, 1, 2, 0, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 0, 2, 1};
    static const uint32_t prism_faces[] = {
        0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 5, 4, 6, 7, 8,  6, 8,  9, 6, 9, 10, 6, 10, 11, 0, 1, 7, 0, 7, 6,
        1, 2, 8, 1, 8, 7, 2, 3, 9, 2, 9, 8, 3, 4, 10, 3, 10, 9, 4, 5, 11, 4, 11, 10, 5, 0, 6, 5, 6, 11};
    static const flr_real sheet[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1};
    static const uint32_t sheet_faces[] = {0, 1, 2, 1, 3, 2};
    static const flr_mesh3_input inputs[4] = {{tetrahedron, 4, tetrahedron_faces, 4, -1},
                                              {cube, 8, cube_faces, 12, -1},
                                              {prism, 12, prism_faces, 20, -1},
                                              {sheet, 4, sheet_faces, 2, -1}};
    static flr_mesh3 *meshes[4];
    if (!meshes[which] && flr_mesh3_create(&inputs[which], NULL, &meshes[which]) != FLR_OK) abort();
    return meshes[which];
}

static inline void lattice3_make_mesh(byte_source *from, flr_vec3 offset, flr_shape3 *s)
{
    unsigned which = next_byte(from);
    flr_affine3 pose;
    pose.linear = next_rotation3(from);
    flr_real size = (flr_real)next_whole(from, 1, 2);
    pose.linear.x = flr_scale3(size, pose.linear.x);
    pose.linear.y = flr_scale3(size, pose.linear.y);
    pose.linear.z = flr_scale3(size, pose.linear.z);
    pose.translation = flr_add3(next_vec3(from), offset);
    if (flr_instance3_make(lattice3_mesh(which % 4), pose, &s->as.mesh) != FLR_OK) abort();
    s->solid = which % 4 != 3 && which / 4 % 2;
}

static inline void lattice3_make_convex(byte_source *from, flr_vec3 offset, lattice3 *l)
{
    unsigned how = next_byte(from);
    uint32_t count = 1 + how / 2 % 10;
    flr_mat3 rotation = next_rotation3(from);
    flr_real radius = next_byte(from) % 2 ? next_length(from) / 2 : 0;
    flr_vec3 position = flr_add3(next_vec3(from), offset);
    for (uint32_t k = 0; k < count; ++k) l->points[k] = next_vec3(from);
    if (how % 2 == 0) {
        l->shape.as.convex = flr_convex3_points(l->points, count, rotation, position, radius);
        return;
    }
    if (flr_hull3_create(l->points, count, NULL, NULL, &l->hull) != FLR_OK) abort();
    l->shape.as.convex = flr_convex3_hull(l->hull, rotation, position, radius);
}

static inline void lattice3_make(byte_source *from, flr_shape3_kind kind, flr_vec3 offset, lattice3 *l);

/// One or two shapes: of any kind, and of one that points at nothing of its own; or another compound of these and a point.
static inline void lattice3_make_compound(byte_source *from, flr_vec3 offset, lattice3 *l)
{
    static const flr_shape3_kind simple[8] = {FLR_SHAPE3_AABB,     FLR_SHAPE3_BOX,         FLR_SHAPE3_SPHERE,
                                              FLR_SHAPE3_TRIANGLE, FLR_SHAPE3_TETRAHEDRON, FLR_SHAPE3_SEGMENT,
                                              FLR_SHAPE3_CAPSULE,  FLR_SHAPE3_MESH};
    unsigned how = next_byte(from), which = next_byte(from);
    lattice3 second;
    lattice3_make(from, (flr_shape3_kind)(which % FLR_SHAPE3_COMPOUND), offset, l);
    lattice3_make(from, simple[how / 8 % 8], offset, &second);
    flr_compound3 all = {l->parts, how % 8 ? 2u : 1u, NULL};
    l->parts[0] = l->shape;
    l->parts[1] = second.shape;
    flr_convex3 core;
    if (how % 8 == 5 && flr_convex3_shape(&l->parts[1], &core)) l->parts[1].rounding = (flr_real)0.5;
    if (how % 8 == 7) {
        const flr_vec3 at = flr_add3(next_vec3(from), offset);
        l->parts[2] =
            (flr_shape3){.kind = FLR_SHAPE3_COMPOUND, .as = {.compound = all}, .solid = false, .rounding = 0};
        l->parts[3] =
            (flr_shape3){.kind = FLR_SHAPE3_POINT, .as = {.point = at}, .solid = false, .rounding = 0};
        all.shapes = l->parts + 2;
    }
    l->shape.kind = FLR_SHAPE3_COMPOUND;
    l->shape.as.compound = all;
}

static inline void lattice3_make(byte_source *from, flr_shape3_kind kind, flr_vec3 offset, lattice3 *l)
{
    flr_shape3 *s = &l->shape;
    flr_vec3 p[4];
    l->hull = NULL;
    s->kind = kind;
    s->solid = false;
    s->rounding = 0;
    switch (kind) {
    case FLR_SHAPE3_QUAD:
        lattice3_outline(from, flr_add3(next_vec3(from), offset), 4, l->points);
        s->as.quad = (flr_quad3){l->points[0], l->points[1], l->points[2], l->points[3]};
        return;
    case FLR_SHAPE3_POLYGON: {
        flr_vec3 at = flr_add3(next_vec3(from), offset);
        s->as.polygon.count = lattice3_outline(from, at, 8, l->points);
        s->as.polygon.vertices = l->points;
        return;
    }
    case FLR_SHAPE3_CONVEX:
        lattice3_make_convex(from, offset, l);
        return;
    case FLR_SHAPE3_MESH:
        lattice3_make_mesh(from, offset, s);
        return;
    case FLR_SHAPE3_COMPOUND:
        lattice3_make_compound(from, offset, l);
        return;
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
        s->as.ray.origin = flr_add3(next_vec3(from), offset);
        s->as.ray.direction = next_direction3(from);
        return;
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        s->as.plane.normal = next_direction3(from);
        s->as.plane.offset = next_coordinate(from) + flr_dot3(s->as.plane.normal, offset);
        return;
    default:
        break;
    }
    // the others have one to four points and what they have besides
    int count = kind == FLR_SHAPE3_TETRAHEDRON ? 4
                : kind == FLR_SHAPE3_TRIANGLE  ? 3
                : kind == FLR_SHAPE3_POINT || kind == FLR_SHAPE3_SPHERE || kind == FLR_SHAPE3_BOX ||
                        kind == FLR_SHAPE3_RECTANGLE || kind == FLR_SHAPE3_ELLIPSOID
                    ? 1
                    : 2;
    for (int k = 0; k < count; ++k) p[k] = flr_add3(next_vec3(from), offset);
    // a disc has a direction only along an axis
    bool axis = kind == FLR_SHAPE3_CYLINDER || kind == FLR_SHAPE3_CONE;
    if (axis && flr_distance_squared3(p[0], p[1]) < (flr_real)0.01)
        p[1] = flr_add3(p[0], flr_vec3_make(0, 0, 1));
    switch (kind) {
    case FLR_SHAPE3_POINT:
        s->as.point = p[0];
        return;
    case FLR_SHAPE3_SEGMENT:
        s->as.segment = (flr_segment3){p[0], p[1]};
        return;
    case FLR_SHAPE3_SPHERE:
        s->as.sphere = (flr_sphere){p[0], next_length(from)};
        return;
    case FLR_SHAPE3_CAPSULE:
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE:
        s->as.capsule = (flr_capsule3){p[0], p[1], next_length(from)};
        if (kind == FLR_SHAPE3_CYLINDER) s->as.cylinder = (flr_cylinder){p[0], p[1], s->as.capsule.radius};
        if (kind == FLR_SHAPE3_CONE) s->as.cone = (flr_cone){p[0], p[1], s->as.capsule.radius};
        return;
    case FLR_SHAPE3_AABB:
        s->as.aabb = (flr_aabb3){flr_min3(p[0], p[1]), flr_max3(p[0], p[1])};
        return;
    case FLR_SHAPE3_BOX:
        s->as.box.center = p[0];
        s->as.box.axes = next_rotation3(from);
        s->as.box.half_extents = extents3(from);
        return;
    case FLR_SHAPE3_ELLIPSOID:
        s->as.ellipsoid.center = p[0];
        s->as.ellipsoid.axes = next_rotation3(from);
        s->as.ellipsoid.radii = extents3(from);
        return;
    case FLR_SHAPE3_TRIANGLE:
        s->as.triangle = (flr_triangle3){p[0], p[1], p[2]};
        return;
    case FLR_SHAPE3_RECTANGLE: {
        flr_mat3 m = next_rotation3(from);
        flr_vec3 e = extents3(from);
        s->as.rectangle = (flr_rectangle3){p[0], m.x, m.y, e.x, e.y};
        return;
    }
    default:
        s->as.tetrahedron = (flr_tetrahedron){p[0], p[1], p[2], p[3]};
        return;
    }
}

static inline void lattice3_release(lattice3 *l) { flr_hull3_destroy(l->hull); }

#endif
