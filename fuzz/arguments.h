/// Arguments that no caller should give, out of bytes: shapes and options of which some numbers are NaN, infinite, as large or as
/// small as numbers get, or of the wrong sign.
#ifndef FUZZ_ARGUMENTS_H
#define FUZZ_ARGUMENTS_H

#include <float.h>
#include <math.h>

#include "lattice2.h"
#include "lattice3.h"

#ifdef FEELER_REAL_FLOAT
#define ARGUMENT_HUGE FLT_MAX
#define ARGUMENT_TINY FLT_MIN
#define ARGUMENT_LEAST FLT_TRUE_MIN
#else
#define ARGUMENT_HUGE DBL_MAX
#define ARGUMENT_TINY DBL_MIN
#define ARGUMENT_LEAST DBL_TRUE_MIN
#endif

/// Some are given as exponents, so that they fit either number type.
enum { ARGUMENT_VALUES = 24 };

static inline flr_real argument_value(unsigned which)
{
    const int most = sizeof(flr_real) == sizeof(float) ? 126 : 1022;
    switch (which % ARGUMENT_VALUES) {
    case 0:
        return (flr_real)NAN;
    case 1:
        return (flr_real)INFINITY;
    case 2:
        return -(flr_real)INFINITY;
    case 3:
        return ARGUMENT_HUGE;
    case 4:
        return -ARGUMENT_HUGE;
    case 5:
        return ARGUMENT_LEAST;
    case 6:
        return -ARGUMENT_LEAST;
    case 7:
        return ARGUMENT_TINY;
    case 8:
        return (flr_real)ldexp(1, most);
    case 9:
        return -(flr_real)ldexp(1, most - 1);
    case 10:
        return (flr_real)ldexp(1, most / 2);
    case 11:
        return (flr_real)ldexp(1, most / 2 + 1);
    case 12:
        return (flr_real)ldexp(1, -most / 2);
    case 13:
        return (flr_real)ldexp(1, -most / 2 - 1);
    case 14:
        return (flr_real)ldexp(1, most / 4);
    case 15:
        return (flr_real)ldexp(1, -most / 4);
    case 16:
        return (flr_real)ldexp(1, most / 8);
    case 17:
        return (flr_real)ldexp(1, -most / 8);
    case 18:
        return (flr_real)1e16;
    case 19:
        return (flr_real)1e-16;
    case 20:
        return -1;
    case 21:
        return 0;
    case 22:
        return -(flr_real)0.0;
    default:
        return 1;
    }
}

/// A margin, a tolerance or a distance to keep.
static inline flr_real next_option(byte_source *from)
{
    unsigned which = next_byte(from);
    return which < 128 ? (flr_real)(which % 4) / 2 : argument_value(which);
}

/// Leaves most as they are, spoils up to three of them, or multiplies all by one number.
static inline void spoil(byte_source *from, flr_real *x, size_t count)
{
    unsigned how = next_byte(from);
    if (how >= 192) {
        const flr_real factor = argument_value(next_byte(from));
        for (size_t k = 0; k < count; ++k) x[k] *= factor;
    }
    for (unsigned k = how % 4; k && count; --k) {
        const size_t which = next_byte(from) % count;
        x[which] = argument_value(next_byte(from));
    }
}

/// A run of numbers that belong to a shape.
typedef struct numbers {
    flr_real *first;
    size_t count;
} numbers;

#define NUMBERS_OF(member)                                                                                   \
    (numbers) { (flr_real *)(void *)&(member), sizeof(member) / sizeof(flr_real) }

/// Which of its kinds 0, 1, 2, ... a shape in space may have beyond those of flr_shape3.
enum {
    ARGUMENT3_POLYHEDRON = FLR_SHAPE3_COUNT,
    ARGUMENT3_PARALLELEPIPED,
    ARGUMENT3_ELLIPSOID,
    ARGUMENT3_COUNT
};

/// A shape with what it points at.
typedef struct argument3 {
    lattice3 made;
    flr_mesh3 *mesh;
    flr_polyhedron3 polyhedron;
    flr_parallelepiped parallelepiped;
    flr_ellipsoid ellipsoid;
} argument3;

/// Of a convex one run of several, as `which` says. Empty for a mesh and a compound.
static inline numbers numbers3(flr_shape3 *s, flr_vec3 *points, unsigned which)
{
    switch (s->kind) {
    case FLR_SHAPE3_POINT:
        return NUMBERS_OF(s->as.point);
    case FLR_SHAPE3_SEGMENT:
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
    case FLR_SHAPE3_AABB:
        return NUMBERS_OF(s->as.segment);
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
    case FLR_SHAPE3_SPHERE:
        return NUMBERS_OF(s->as.plane);
    case FLR_SHAPE3_CAPSULE:
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE:
        return NUMBERS_OF(s->as.capsule);
    case FLR_SHAPE3_BOX:
    case FLR_SHAPE3_ELLIPSOID:
        return NUMBERS_OF(s->as.box);
    case FLR_SHAPE3_TRIANGLE:
        return NUMBERS_OF(s->as.triangle);
    case FLR_SHAPE3_QUAD:
    case FLR_SHAPE3_TETRAHEDRON:
        return NUMBERS_OF(s->as.quad);
    case FLR_SHAPE3_RECTANGLE:
        return NUMBERS_OF(s->as.rectangle);
    case FLR_SHAPE3_POLYGON:
        return (numbers){&points->x, 3 * s->as.polygon.count};
    case FLR_SHAPE3_CONVEX:
        if (which % 4 == 0) return NUMBERS_OF(s->as.convex.radius);
        if (which % 4 == 1) return NUMBERS_OF(s->as.convex.center);
        if (which % 4 == 2) return NUMBERS_OF(s->as.convex.axes);
        return (numbers){&points->x, s->as.convex.points ? 3 * (size_t)s->as.convex.count : 0};
    default:
        return (numbers){NULL, 0};
    }
}

/// A mesh over 3 x 3 heights of which some are spoiled, twice; null where there is none.
static inline flr_mesh3 *spoiled_heights3(byte_source *from)
{
    flr_real z[9], spacing[2] = {1, 2};
    uint8_t cells[4];
    for (int k = 0; k < 9; ++k) z[k] = (flr_real)(next_byte(from) % 3);
    for (int k = 0; k < 4; ++k)
        cells[k] = (uint8_t)(next_byte(from) & (FLR_HEIGHTS_HOLE | FLR_HEIGHTS_TURNED));
    spoil(from, z, 9);
    spoil(from, spacing, 2);
    const int32_t first = (int32_t)next_byte(from) - 100;
    const flr_diagonal diagonal = (flr_diagonal)(next_byte(from) % 3);
    const flr_heights3_input input = {z, cells, 3, 3, spacing[0], spacing[1], first, 0, diagonal};
    flr_mesh3 *mesh;
    if (flr_mesh3_create_heights(&input, NULL, &mesh) != FLR_OK) return NULL;
    spoil(from, z, 4);
    (void)flr_mesh3_refit_heights(mesh, 1, 1, 2, 2, z, NULL);  // as it was where they are no heights
    return mesh;
}

/// As a block, perhaps with a byte changed or cut short, and opened again.
static inline void argument3_block(byte_source *from, const flr_mesh3 *mesh)
{
    _Alignas(64) unsigned char block[4096];
    const size_t size = flr_mesh3_write_size(mesh);
    const char *wrong = NULL;
    flr_mesh3 *again = NULL;
    if (size > sizeof block || flr_mesh3_write(mesh, block, size) != FLR_OK) abort();
    block[next_byte(from) * 16 % size] ^= (unsigned char)next_byte(from);
    (void)flr_mesh3_open(block, next_byte(from) % 4 ? size : size / 2, NULL, &wrong, &again);
    flr_mesh3_destroy(again);
}

/// A mesh whose vertices, or whose pose, are spoiled; as it is where no such mesh or instance can be made.
static inline void spoil_mesh3(byte_source *from, argument3 *a)
{
    flr_shape3 *s = &a->made.shape;
    flr_real corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    flr_instance3 placed;
    flr_affine3 pose = s->as.mesh.pose;
    const flr_mesh3 *mesh = s->as.mesh.mesh;
    const unsigned way = next_byte(from);
    if (way % 8 == 7) {
        a->mesh = spoiled_heights3(from);
        if (a->mesh) mesh = a->mesh;
    } else if (way % 2) {
        spoil(from, corners, 12);
        const flr_mesh3_input input = {corners, 4, triangles, 4,
                                       next_byte(from) % 2 ? -1 : next_option(from)};
        const flr_status status = next_byte(from) % 2
                                      ? flr_mesh3_create(&input, NULL, &a->mesh)
                                      : flr_mesh3_create_parallel(&input, NULL, NULL, &a->mesh);
        if (status != FLR_OK) a->mesh = NULL;
        if (a->mesh) {
            spoil(from, corners, 12);
            (void)flr_mesh3_refit(a->mesh, corners);  // as it was where they are no numbers
            argument3_block(from, a->mesh);
            mesh = a->mesh;
        }
    } else {
        spoil(from, &pose.linear.x.x, sizeof pose / sizeof(flr_real));
    }
    if (flr_instance3_make(mesh, pose, &placed) == FLR_OK) s->as.mesh = placed;
    s->solid = s->solid && flr_mesh3_get_info(s->as.mesh.mesh).watertight;
}

static inline void argument3_polyhedron(byte_source *from, argument3 *a)
{
    static const uint32_t indices[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3}, first[5] = {0, 3, 6, 9, 12};
    const flr_real size = 1 + (flr_real)(next_byte(from) % 3);
    for (int k = 0; k < 4; ++k)
        a->made.points[k] = flr_vec3_make(k == 1 ? size : 0, k == 2 ? size : 0, k == 3 ? size : 0);
    spoil(from, &a->made.points[0].x, 12);
    a->polyhedron = (flr_polyhedron3){a->made.points, 4, indices, first, 4};
}

/// How the numbers of one shape, or of a compound's first two, are spoiled is in the bytes.
static inline void argument3_make(byte_source *from, int kind, argument3 *a)
{
    a->mesh = NULL;
    a->made.hull = NULL;
    if (kind == ARGUMENT3_POLYHEDRON) {
        argument3_polyhedron(from, a);
        return;
    }
    if (kind >= FLR_SHAPE3_COUNT) {
        const flr_mat3 axes = next_rotation3(from);
        a->parallelepiped = (flr_parallelepiped){next_vec3(from), axes};
        a->ellipsoid = (flr_ellipsoid){next_vec3(from), axes, extents3(from)};
        spoil(from, &a->parallelepiped.corner.x, sizeof a->parallelepiped / sizeof(flr_real));
        spoil(from, &a->ellipsoid.center.x, sizeof a->ellipsoid / sizeof(flr_real));
        return;
    }
    lattice3_make(from, (flr_shape3_kind)kind, flr_vec3_make(0, 0, 0), &a->made);
    flr_shape3 *s = &a->made.shape;
    if (kind == FLR_SHAPE3_MESH) {
        spoil_mesh3(from, a);
        return;
    }
    const size_t parts = kind == FLR_SHAPE3_COMPOUND ? 2 : 1;
    for (size_t k = 0; k < parts; ++k) {
        flr_shape3 *part = kind == FLR_SHAPE3_COMPOUND ? &a->made.parts[k] : s;
        const unsigned which = part->kind == FLR_SHAPE3_CONVEX ? next_byte(from) : 0;
        const numbers n = numbers3(part, a->made.points, which);
        if (n.count) spoil(from, n.first, n.count);
    }
    const unsigned count = next_byte(from);
    if (count >= 224) spoil(from, &s->rounding, 1);
    if (kind == FLR_SHAPE3_POLYGON && count < 32) s->as.polygon.count = count % 4;
    if (kind == FLR_SHAPE3_COMPOUND && count < 8) s->as.compound.count = 0;
}

static inline void argument3_release(argument3 *a)
{
    lattice3_release(&a->made);
    flr_mesh3_destroy(a->mesh);
}

typedef struct argument2 {
    lattice2 made;
} argument2;

static inline numbers numbers2(flr_shape2 *s, flr_vec2 *points, unsigned which)
{
    switch (s->kind) {
    case FLR_SHAPE2_POINT:
        return NUMBERS_OF(s->as.point);
    case FLR_SHAPE2_SEGMENT:
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
    case FLR_SHAPE2_AABB:
        return NUMBERS_OF(s->as.segment);
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
    case FLR_SHAPE2_CIRCLE:
        return NUMBERS_OF(s->as.plane);
    case FLR_SHAPE2_CAPSULE:
        return NUMBERS_OF(s->as.capsule);
    case FLR_SHAPE2_BOX:
    case FLR_SHAPE2_TRIANGLE:
        return NUMBERS_OF(s->as.triangle);
    case FLR_SHAPE2_POLYGON:
        return (numbers){&points->x, 2 * s->as.polygon.count};
    case FLR_SHAPE2_CONVEX:
        if (which % 4 == 0) return NUMBERS_OF(s->as.convex.radius);
        if (which % 4 == 1) return NUMBERS_OF(s->as.convex.center);
        if (which % 4 == 2) return NUMBERS_OF(s->as.convex.rotation);
        return (numbers){&points->x, 2 * (size_t)s->as.convex.count};
    default:
        return (numbers){NULL, 0};
    }
}

static inline void argument2_make(byte_source *from, int kind, argument2 *a)
{
    lattice2_make(from, (flr_shape2_kind)kind, flr_vec2_make(0, 0), &a->made);
    flr_shape2 *s = &a->made.shape;
    const size_t parts = kind == FLR_SHAPE2_COMPOUND ? 2 : 1;
    for (size_t k = 0; k < parts; ++k) {
        flr_shape2 *part = kind == FLR_SHAPE2_COMPOUND ? &a->made.parts[k] : s;
        const unsigned which = part->kind == FLR_SHAPE2_CONVEX ? next_byte(from) : 0;
        const numbers n = numbers2(part, a->made.points, which);
        if (n.count) spoil(from, n.first, n.count);
    }
    const unsigned count = next_byte(from);
    if (kind == FLR_SHAPE2_POLYGON && count < 32) s->as.polygon.count = count % 4;
    if (kind == FLR_SHAPE2_COMPOUND && count < 8) s->as.compound.count = 0;
}

static inline bool has_nan(const flr_real *x, size_t count)
{
    for (size_t k = 0; k < count; ++k)
        if (isnan(x[k])) return true;
    return false;
}
static inline bool has_nan3(flr_vec3 v) { return has_nan(&v.x, 3); }
static inline bool has_nan2(flr_vec2 v) { return has_nan(&v.x, 2); }

#endif
