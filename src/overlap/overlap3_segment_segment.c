#include "feeler/overlap.h"

#include "shape/meet3.h"

bool flr_overlap3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    return flr_meet3_segment_segment(a, b);
}
