/// On which side of a line does a shape lie?

#include "closest/outline2.h"
#include "convex/support2.h"
#include "feeler/overlap2.h"
#include "math/predicates2.h"

/// The side of a shape that the plane does not cross: that of any of its points. A plane or halfspace has no
/// corner. A parallel halfspace lies on the side that its normal points away from, a parallel plane on the
/// side where its offset is.
static int side_of_apart(const flr_plane2 *p, const flr_outline2 *s)
{
    const flr_vec2 zero = flr_vec2_make(0, 0);
    if (s->count > 0) return flr_outline2_side(p->normal, p->offset, s, 0);
    int alike = flr_dot2_sign(p->normal, zero, s->direction);
    if (s->kind == FLR_OUTLINE2_HALFSPACE) return -alike;
    bool by_x = fabs((double)p->normal.x) > fabs((double)p->normal.y);
    flr_real m = by_x ? p->normal.x : p->normal.y, n = by_x ? s->direction.x : s->direction.y;
    return flr_cross2_sign(flr_vec2_make(m, p->offset), zero, flr_vec2_make(n, s->offset)) *
           ((n > 0) - (n < 0));
}

static int classify(const flr_plane2 *p, const flr_outline2 *s)
{
    flr_outline2 plane = flr_outline2_of_plane(p);
    flr_recentered2 c;
    if (s->far) {
        flr_outline2_recenter(&plane, s, &c);
        s = &c.b;
    }
    return flr_outline2_meet(&plane, s) ? 0 : side_of_apart(p, s);
}

#define CLASSIFY(name, kind)                                                                                 \
    int name(const flr_plane2 *p, FLR_ARGUMENT2_##kind(shape))                                               \
    {                                                                                                        \
        const flr_outline2 o = flr_outline2_of_##kind(shape);                                                \
        return classify(p, &o);                                                                              \
    }

// clang-format off
CLASSIFY(flr_classify2_plane_point, point)
CLASSIFY(flr_classify2_plane_segment, segment)
CLASSIFY(flr_classify2_plane_ray, ray)
CLASSIFY(flr_classify2_plane_line, line)
CLASSIFY(flr_classify2_plane_plane, plane)
CLASSIFY(flr_classify2_plane_halfspace, halfspace)
CLASSIFY(flr_classify2_plane_circle, circle)
CLASSIFY(flr_classify2_plane_capsule, capsule)
CLASSIFY(flr_classify2_plane_aabb, aabb)
CLASSIFY(flr_classify2_plane_box, box)
CLASSIFY(flr_classify2_plane_triangle, triangle)
CLASSIFY(flr_classify2_plane_polygon, polygon)
// clang-format on
