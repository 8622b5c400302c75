#include "feeler/overlap2.h"

#include "closest/carry2.h"

flr_side flr_contains2_box_point(const flr_box2 *b, flr_vec2 p)
{
    flr_outline2 o = flr_outline2_of_box(b);
    if (o.far) {
        flr_carried2 c;
        const flr_outline2 point = flr_outline2_of_point(p);
        flr_outline2_carry(&o, &point, &c);
        return (flr_side)flr_outline2_locate(c.a.corner, c.a.count, false, c.b.corner[0]);
    }
    return (flr_side)flr_outline2_locate(o.corner, o.count, false, p);
}
