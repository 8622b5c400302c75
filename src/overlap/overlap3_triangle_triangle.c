#include "feeler/overlap.h"

#include "shape/meet3.h"

bool flr_overlap3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b)
{
    return flr_meet3_triangle_triangle(a, b);
}
