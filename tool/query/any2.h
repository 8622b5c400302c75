/// One shape of the plane, of any kind, by tables.
#ifndef TOOL_QUERY_ANY2_H
#define TOOL_QUERY_ANY2_H

#include "feeler/cast2.h"
#include "query/shape.h"

flr_cast2 any2_cast(const flr_cast2_path *path, const flr_shape2 *s);
/// As flr_classify2_plane_.
int any2_classify(const flr_plane2 *p, const flr_shape2 *s);
/// False for shapes without bounds.
bool any2_bounds(const flr_shape2 *s, flr_aabb2 *box);

#endif
