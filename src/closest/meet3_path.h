/// Does a line or ray meet a flat sheet? Exact for every finite input; `plane` is that of flr_flat3_span_plane,
/// edges are what they are. Without a direction: the origin.
#ifndef FLR_CLOSEST_MEET3_PATH_H
#define FLR_CLOSEST_MEET3_PATH_H

#include "closest/flat3.h"
#include "closest/meet3_line.h"

/// A line, or the ray from its origin on; without a direction either is its origin.
typedef struct flr_course3 {
    flr_line3 line;
    bool starts;
} flr_course3;

static inline flr_course3 flr_course3_ray(const flr_ray3 *r)
{
    flr_course3 c = {{r->origin, r->direction}, true};
    return c;
}
static inline flr_course3 flr_course3_line(const flr_line3 *l)
{
    flr_course3 c = {*l, l->direction.x == 0 && l->direction.y == 0 && l->direction.z == 0};
    return c;
}

/// The plane of a triangle is not asked for.
bool flr_meet3_course_flat(const flr_course3 *c, const flr_flat3 *s, const flr_flat3_plane *plane);

/// Is the quad split from b to d, not from a to c: is b or d reflex?
bool flr_quad3_is_split_at_b(const flr_quad3 *q);

/// The same of a quad, in its four vertices: one that is not quite planar is its two triangles, as for a cast.
bool flr_meet3_course_halves(const flr_course3 *c, const flr_flat3 *s, const flr_flat3_plane *plane);

#endif
