/// A shape of any kind in the plane out of bytes, mostly on whole numbers. The same bytes with another offset
/// give the same shape elsewhere.
#ifndef FUZZ_LATTICE2_H
#define FUZZ_LATTICE2_H

#include "bytes.h"

/// With what the shape points at, so it stays where it is made.
typedef struct lattice2 {
    flr_shape2 shape;
    flr_vec2 points[12];
    flr_shape2 parts[4];  ///< of a compound
} lattice2;

static inline flr_vec2 next_vec2(byte_source *from)
{
    flr_real x = next_coordinate(from), y = next_coordinate(from);
    return flr_vec2_make(x, y);
}

/// One that is not zero.
static inline flr_vec2 next_direction2(byte_source *from)
{
    flr_vec2 v = next_vec2(from);
    return flr_length_squared2(v) > 0 ? v : flr_vec2_make(0, 1);
}

/// A quarter turn, or one by an angle of a 3 4 5 triangle.
static inline flr_vec2 next_rotation2(byte_source *from)
{
    unsigned turns = next_byte(from);
    flr_vec2 c = turns / 4 % 4 == 3 ? flr_vec2_make((flr_real)0.6, (flr_real)0.8) : flr_vec2_make(1, 0);
    for (unsigned k = turns % 4; k; --k) c = flr_perp2(c);
    return c;
}

/// The corners of a simple polygon; returns how many.
static inline size_t lattice2_outline(byte_source *from, flr_vec2 at, flr_vec2 *corners)
{
    static const struct {
        size_t count;
        signed char at[8][2];
    } outlines[] = {{3, {{0, 0}, {2, 0}, {0, 1}}},
                    {4, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
                    {4, {{0, 0}, {3, 0}, {1, 1}, {0, 3}}},
                    {5, {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 1}}},
                    {6, {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}},
                    {8, {{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}}};
    size_t which = next_byte(from) % 6;
    flr_vec2 u = next_direction2(from), v = next_direction2(from);
    flr_real area = flr_cross2(u, v);
    if (!(area * area > (flr_real)1e-2)) v = flr_perp2(u);
    for (size_t k = 0; k < outlines[which].count; ++k)
        corners[k] = flr_mul_add2(flr_mul_add2(at, outlines[which].at[k][0], u), outlines[which].at[k][1], v);
    return outlines[which].count;
}

static inline void lattice2_make(byte_source *from, flr_shape2_kind kind, flr_vec2 offset, lattice2 *l);

/// One or two shapes: of any kind, and of one that points at nothing of its own; or another compound of these and a point.
static inline void lattice2_make_compound(byte_source *from, flr_vec2 offset, lattice2 *l)
{
    static const flr_shape2_kind simple[8] = {FLR_SHAPE2_AABB,    FLR_SHAPE2_BOX,     FLR_SHAPE2_CIRCLE,
                                              FLR_SHAPE2_CAPSULE, FLR_SHAPE2_SEGMENT, FLR_SHAPE2_TRIANGLE,
                                              FLR_SHAPE2_AABB,    FLR_SHAPE2_TRIANGLE};
    unsigned how = next_byte(from), which = next_byte(from);
    lattice2 second;
    lattice2_make(from, (flr_shape2_kind)(which % FLR_SHAPE2_COMPOUND), offset, l);
    lattice2_make(from, simple[how / 8 % 8], offset, &second);
    flr_compound2 all = {l->parts, how % 8 ? 2u : 1u, NULL};
    l->parts[0] = l->shape;
    l->parts[1] = second.shape;
    if (how % 8 == 7) {
        l->parts[2].kind = FLR_SHAPE2_COMPOUND;
        l->parts[2].as.compound = all;
        l->parts[3].kind = FLR_SHAPE2_POINT;
        l->parts[3].as.point = flr_add2(next_vec2(from), offset);
        all.shapes = l->parts + 2;
    }
    l->shape.kind = FLR_SHAPE2_COMPOUND;
    l->shape.as.compound = all;
}

static inline void lattice2_make(byte_source *from, flr_shape2_kind kind, flr_vec2 offset, lattice2 *l)
{
    flr_shape2 *s = &l->shape;
    if (kind == FLR_SHAPE2_COMPOUND) {
        lattice2_make_compound(from, offset, l);
        return;
    }
    flr_vec2 at = flr_add2(next_vec2(from), offset);
    s->kind = kind;
    switch (kind) {
    case FLR_SHAPE2_POINT:
        s->as.point = at;
        return;
    case FLR_SHAPE2_SEGMENT:
        s->as.segment = (flr_segment2){at, flr_add2(next_vec2(from), offset)};
        return;
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
        s->as.ray = (flr_ray2){at, next_direction2(from)};
        return;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        s->as.plane.normal = next_direction2(from);
        s->as.plane.offset = flr_dot2(s->as.plane.normal, at);
        return;
    case FLR_SHAPE2_CIRCLE:
        s->as.circle = (flr_circle){at, next_length(from)};
        return;
    case FLR_SHAPE2_CAPSULE:
        s->as.capsule.a = at;
        s->as.capsule.b = flr_add2(next_vec2(from), offset);
        s->as.capsule.radius = next_length(from);
        return;
    case FLR_SHAPE2_AABB: {
        flr_vec2 other = flr_add2(next_vec2(from), offset);
        s->as.aabb = (flr_aabb2){flr_min2(at, other), flr_max2(at, other)};
        return;
    }
    case FLR_SHAPE2_BOX:
        s->as.box.center = at;
        s->as.box.axis = next_rotation2(from);
        s->as.box.half_extents.x = next_length(from);
        s->as.box.half_extents.y = next_length(from);
        return;
    case FLR_SHAPE2_TRIANGLE:
        s->as.triangle.a = at;
        s->as.triangle.b = flr_add2(next_vec2(from), offset);
        s->as.triangle.c = flr_add2(next_vec2(from), offset);
        return;
    case FLR_SHAPE2_POLYGON:
        s->as.polygon.count = lattice2_outline(from, at, l->points);
        s->as.polygon.vertices = l->points;
        return;
    default: {
        unsigned how = next_byte(from);
        uint32_t count = 1 + how % 8;
        flr_vec2 rotation = next_rotation2(from);
        flr_real radius = next_byte(from) % 2 ? next_length(from) / 2 : 0;
        for (uint32_t k = 0; k < count; ++k) l->points[k] = next_vec2(from);
        s->as.convex = flr_convex2_points(l->points, count, rotation, at, radius);
        return;
    }
    }
}

#endif
