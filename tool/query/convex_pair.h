/// The two shapes of a question as convex ones with corners, for the operations that show steps.
#ifndef TOOL_QUERY_CONVEX_PAIR_H
#define TOOL_QUERY_CONVEX_PAIR_H

#include "feeler/convex2.h"
#include "feeler/convex3.h"
#include "query/operation.h"

/// A convex shape in space: as it is, and as a hull of its corners. Faces of corners that lie in one plane up to rounding are one.
typedef struct convex_side3 {
    flr_convex3 as_given, as_hull;
    flr_hull3 *hull;    ///< null where it has no corners
    uint32_t *numbers;  ///< of each vertex of the hull, that of the corner in the question
} convex_side3;

/// In the plane, corners in order around.
typedef struct convex_side2 {
    flr_convex2 shape;
    flr_hull2 *hull;  ///< of a list of points in any order; else null
} convex_side2;

/// What an operation takes: any convex shape, cores with corners, or these without a radius.
typedef enum convex_kinds { CONVEX_ANY, CONVEX_CORES, CONVEX_CORNERS } convex_kinds;

/// Reads `a` and `b`; else the error. What they hold is freed by convex_pair_free() either way.
typedef struct convex_pair {
    convex_side3 space[2];
    convex_side2 plane[2];
} convex_pair;
bool convex_pair_read(question *q, convex_kinds kinds, convex_pair *pair);
void convex_pair_free(convex_pair *pair);

/// The number of a corner as the question has it.
uint32_t convex_corner3(const convex_side3 *s, uint32_t vertex);
uint32_t convex_corner2(const convex_side2 *s, uint32_t vertex);

/// The same hull with faces merged that lie in one plane up to rounding.
flr_status convex_merge(const flr_hull3 *exact, flr_hull3 **hull);

/// A vector of the question's dimension, a member or (name null) an element of a list.
void put_vector3(question *q, const char *name, flr_vec3 v);
void put_vector2(question *q, const char *name, flr_vec2 v);
void put_whole(question *q, const char *name, uint32_t value);
void put_wholes(question *q, const char *name, const uint32_t *values, size_t count);

/// An object in a list, up to answer_close().
void put_object(question *q);
/// A list: its elements come between.
void put_list(question *q, const char *name);
void put_list_end(question *q);

#endif
