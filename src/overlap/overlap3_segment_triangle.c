#include "feeler/overlap.h"

#include "shape/meet3.h"

bool flr_overlap3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t)
{
    return flr_meet3_segment_triangle(s, t);
}
