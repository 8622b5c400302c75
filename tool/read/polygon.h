/// Cuts polygons into triangles.
#ifndef TOOL_READ_POLYGON_H
#define TOOL_READ_POLYGON_H

#include <stddef.h>
#include <stdint.h>

typedef enum polygon_status { POLYGON_OK, POLYGON_OUT_OF_MEMORY, POLYGON_TOO_MUCH_WORK } polygon_status;

/// Memory that is used again from polygon to polygon.
typedef struct polygon_scratch {
    uint64_t work;   ///< how many corners may still be compared with ears, in all polygons together
    double *points;  ///< x, y of each corner in the plane of the polygon
    uint32_t *corners, *next, *previous;
    uint32_t *next_reflex;  ///< the corners that do not turn left, beginning at the last entry
    size_t capacity;
} polygon_scratch;
polygon_scratch polygon_scratch_begin(uint64_t work);
void polygon_scratch_release(polygon_scratch *scratch);

/// `triangles` holds the fan (0, i, i + 1) around the first of `corner_count` >= 4 corners. A
/// polygon that never turns right as seen along its plane keeps it; another is cut by clipping ears
/// (RTCD 12.5.1 names the method; Meisters, "Polygons have ears", 1975), into as many triangles.
/// Where no ear is left (the outline crosses itself or has no area), corners are cut off as they
/// come: every edge stays an edge, so a closed surface stays closed. Clipping is quadratic in most
/// cases and cubic in the worst, which a file may choose; so what is done for one file is bounded.
polygon_status polygon_triangulate(const double *vertices, uint32_t *triangles, size_t corner_count,
                                   polygon_scratch *scratch);

#endif
