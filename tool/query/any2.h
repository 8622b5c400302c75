/// Any shape of the plane against any other, by tables.
#ifndef TOOL_QUERY_ANY2_H
#define TOOL_QUERY_ANY2_H

#include "feeler/cast2.h"
#include "feeler/closest2.h"
#include "feeler/overlap2.h"
#include "query/shape.h"

bool any2_overlap(const shape2 *a, const shape2 *b);
flr_closest2 any2_closest(const shape2 *a, const shape2 *b);
flr_cast2 any2_cast(const flr_cast2_path *path, const shape2 *s);
/// As flr_classify2_plane_.
int any2_classify(const flr_plane2 *p, const shape2 *s);
/// False for shapes without bounds.
bool any2_bounds(const shape2 *s, flr_aabb2 *box);

#endif
