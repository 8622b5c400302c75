/// Two boxes in the axes of the first, and the fifteen axes that may separate them (Gottschalk, Lin and
/// Manocha, "OBBTree", 1996).
#ifndef FLR_OVERLAP_AXES3_BOXES_H
#define FLR_OVERLAP_AXES3_BOXES_H

#include "math/dvec3.h"

/// Three axes of the first box, three of the second, nine cross products.
enum { AXES3_BOXES = 15 };

/// A vector by its components, which are then counted.
static inline void axes3_set(double v[3], dvec3 p)
{
    v[0] = p.x;
    v[1] = p.y;
    v[2] = p.z;
}

static inline double axes3_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Writes the direction of axis k, by the axes of the second box. Each cross product is two components of an
/// axis of the second box, so none is noise. Parallel edges give zero, or a short vector that is as good a
/// direction as any other. None need be of unit length.
static inline void axes3_boxes_at(const double second[3][3], int k, double v[3])
{
    v[0] = v[1] = v[2] = 0;
    if (k < 3) {
        v[k] = 1;
    } else if (k < 6) {
        for (int i = 0; i < 3; ++i) v[i] = second[k - 3][i];
    } else {
        const int i = (k - 6) / 3, m = (i + 1) % 3, n = (i + 2) % 3;
        const double *u = second[(k - 6) % 3];
        v[m] = -u[n];
        v[n] = u[m];
    }
}

#endif
