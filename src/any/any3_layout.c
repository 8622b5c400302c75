/// What shapes are made of: the numbers of each kind, corners and edges, directions at unit length.
#include "any/any3.h"
#include "any/box_gap.h"

#define NUMBERS(POINTS, DIRECTIONS, LENGTHS) (3 * (POINTS + DIRECTIONS) + LENGTHS)
// A layout that does not add up to the size of its struct does not compile.
#define LAYOUT(K, KIND, POINTS, DIRECTIONS, LENGTHS)                                                         \
    [KIND3_##K] = {                                                                                          \
        POINTS, DIRECTIONS, LENGTHS,                                                                         \
        sizeof(                                                                                              \
            char[sizeof(((flr_shape3 *)0)->as.K) == NUMBERS(POINTS, DIRECTIONS, LENGTHS) * sizeof(flr_real)  \
                     ? NUMBERS(POINTS, DIRECTIONS, LENGTHS)                                                  \
                     : -1])},
const any3_layout flr_any3_layouts[FLR_SHAPE3_COUNT] = {ANY3_NUMBERS(LAYOUT)};

#define NAME(K, ...) [KIND3_##K] = #K,
static const char *const names[FLR_SHAPE3_COUNT] = {ANY3_KINDS(NAME)};

const char *flr_shape3_name(flr_shape3_kind kind)
{
    return (unsigned)kind < FLR_SHAPE3_COUNT ? names[kind] : "no shape";
}

flr_vec3 flr_any3_unit(flr_vec3 v)
{
    flr_real m = near3_largest(v);
    if (!(m > 0) || !isfinite(m)) return flr_vec3_make(0, 0, 0);
    flr_vec3 w = flr_vec3_make(v.x / m, v.y / m, v.z / m);
    return flr_scale3(1 / flr_length3(w), w);
}

flr_vec3 flr_any3_perpendicular(flr_vec3 v)
{
    flr_vec3 u = flr_any3_unit(v), axis = flr_vec3_make(0, 0, 1);
    if (u.z * u.z > (flr_real)0.5) axis = flr_vec3_make(1, 0, 0);
    u = flr_any3_unit(flr_cross3(u, axis));
    return near3_largest(u) > 0 ? u : flr_vec3_make(1, 0, 0);
}

const flr_vec3 *flr_any3_corners(const flr_shape3 *s, size_t *count)
{
    const bool is_polygon = s->kind == FLR_SHAPE3_POLYGON;
    const bool has_corners = s->kind <= FLR_SHAPE3_SEGMENT || any3_is_faceted(s->kind);
    *count = is_polygon ? s->as.polygon.count : has_corners ? flr_any3_layouts[s->kind].points : 0;
    return is_polygon ? s->as.polygon.vertices : has_corners ? &s->as.point : NULL;
}

size_t flr_any3_edge_count(const flr_shape3 *s)
{
    size_t count;
    flr_any3_corners(s, &count);
    return s->kind == FLR_SHAPE3_TETRAHEDRON ? 6 : count;
}

flr_segment3 flr_any3_edge(const flr_shape3 *s, size_t i)
{
    size_t count;
    const flr_vec3 *v = flr_any3_corners(s, &count);
    // of a tetrahedron: the four edges around, then the two that cross them
    size_t j = i < 4 || s->kind != FLR_SHAPE3_TETRAHEDRON ? (i + 1) % count : i - 2;
    if (s->kind == FLR_SHAPE3_TETRAHEDRON) i %= 4;
    flr_segment3 e = {v[i], v[j]};
    return e;
}

flr_aabb3 flr_any3_loosened(flr_aabb3 b)
{
    box_loosen(&b.min.x, 3);
    return b;
}
