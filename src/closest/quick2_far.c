#include "closest/quick2.h"

flr_closest2 flr_quick2_far(const flr_outline2 *a, const flr_outline2 *b)
{
    flr_carried2 c;
    flr_outline2_carry(a, b, &c);
    return flr_carried2_closest(&c, flr_quick2_closest(&c.a, &c.b));
}
