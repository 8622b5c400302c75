/// The fifteen separating axes of two boxes (Gottschalk, Lin and Manocha, "OBBTree", 1996). What is done with the gaps along them
/// is for those who ask.
#ifndef FLR_CONVEX_BOX_AXES3_H
#define FLR_CONVEX_BOX_AXES3_H

#include "math/simd.h"

/// Two boxes, each by its own coordinates. A segment is a box with one half extent, a point one with none.
typedef struct box_axes3 {
    double way_a[3],
        way_b[3];  ///< from the centre of the first to that of the second, along the axes of each
    double half_a[3], half_b[3];  ///< half extents
    double dot[3][3];             ///< axis i of the first times axis j of the second
    double size[3][3];            ///< the same without signs
} box_axes3;

/// The axes of each are three vectors in a row.
static inline void box_axes3_load(box_axes3 *p, dvec3 way, const flr_vec3 *axes_a, flr_vec3 half_a,
                                  const flr_vec3 *axes_b, flr_vec3 half_b)
{
    const double a[3] = {(double)half_a.x, (double)half_a.y, (double)half_a.z};
    const double b[3] = {(double)half_b.x, (double)half_b.y, (double)half_b.z};
    for (int i = 0; i < 3; i++) {
        dvec3 axis = dvec3_from(axes_a[i]);
        p->half_a[i] = a[i];
        p->half_b[i] = b[i];
        p->way_a[i] = dvec3_dot(way, axis);
        p->way_b[i] = dvec3_dot(way, dvec3_from(axes_b[i]));
        for (int j = 0; j < 3; j++) {
            p->dot[i][j] = dvec3_dot(axis, dvec3_from(axes_b[j]));
            p->size[i][j] = fabs(p->dot[i][j]);
        }
    }
}

/// Along a face's normal of the first: above 0 apart, below 0 minus the overlap.
static inline double box_axes3_face_a(const box_axes3 *p, int i)
{
    const double *size = p->size[i], *b = p->half_b;
    return fabs(p->way_a[i]) - (p->half_a[i] + (b[0] * size[0] + b[1] * size[1] + b[2] * size[2]));
}

/// The same of the second.
static inline double box_axes3_face_b(const box_axes3 *p, int j)
{
    const double *a = p->half_a;
    double reach = a[0] * p->size[0][j] + a[1] * p->size[1][j] + a[2] * p->size[2][j];
    return fabs(p->way_b[j]) - (p->half_b[j] + reach);
}

/// Along the cross product of edge i of the first, of which i1 and i2 are the next two, and edge j of the second; in units of that
/// product's length, whose square goes to *square.
static inline double box_axes3_edges(const box_axes3 *p, int i, int i1, int i2, int j, double *square)
{
    int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
    double x = p->dot[i1][j], y = p->dot[i2][j];
    double reach_a = p->half_a[i1] * p->size[i2][j] + p->half_a[i2] * p->size[i1][j];
    double reach_b = p->half_b[j1] * p->size[i][j2] + p->half_b[j2] * p->size[i][j1];
    *square = x * x + y * y;
    return fabs(p->way_a[i2] * x - p->way_a[i1] * y) - (reach_a + reach_b);
}

#endif
