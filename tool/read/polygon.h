/// Cuts polygons into triangles.
#ifndef TOOL_READ_POLYGON_H
#define TOOL_READ_POLYGON_H

#include "read/corner_tree.h"

typedef enum polygon_status { POLYGON_OK, POLYGON_OUT_OF_MEMORY, POLYGON_TOO_MUCH_WORK } polygon_status;

/// Memory that is used again from polygon to polygon.
typedef struct polygon_scratch {
    uint64_t work;   ///< how many boxes and corners may still be compared with ears, in all polygons together
    double *points;  ///< x, y of each corner in the plane of the polygon
    uint32_t *corners, *next, *previous;
    uint32_t *queue;  ///< corners to be tried, a ring
    bool *queued;
    uint32_t *blocker;                      ///< who stands in the way of the corner that waits
    uint32_t *first_waiting;                ///< of those that wait for this corner
    uint32_t *next_waiting, *last_waiting;  ///< in the list that a corner is in, behind and before it
    corner_tree reflex;                     ///< the corners that do not turn left
    size_t capacity;
} polygon_scratch;
polygon_scratch polygon_scratch_begin(uint64_t work);
void polygon_scratch_release(polygon_scratch *scratch);

/// `triangles` holds the fan (0, i, i + 1) around the first of `corner_count` >= 4 corners. A
/// polygon that never turns right as seen along its plane keeps it; another is cut by clipping ears
/// (RTCD 12.5.1 names the method; Meisters, "Polygons have ears", 1975), into as many triangles. Signs are exact.
/// Who stands in the way of an ear is found in a tree over the corners that do not turn left (Held, "FIST", 2001, uses
/// hashing), and an ear that is blocked waits for that very corner. So a simple polygon takes about n log n.
/// Where no ear is left (the outline crosses itself or has no area), corners are cut off as they
/// come: every edge stays an edge, so a closed surface stays closed. What is done for one file is bounded, as outlines
/// can be made that take far longer.
polygon_status polygon_triangulate(const double *vertices, uint32_t *triangles, size_t corner_count,
                                   polygon_scratch *scratch);

#endif
