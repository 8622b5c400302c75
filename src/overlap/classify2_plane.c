#include "feeler/overlap2.h"

#include "closest/outline2.h"
#include "math/cross2.h"

/// The sides of a plane that is not crossed: that of any point of the shape. For a plane or halfspace,
/// which has no corner, that of its direction: a halfspace beside the plane lies on the side its normal
/// points away from, and a parallel line on the side where its offset is.
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

int flr_classify2_plane_point(const flr_plane2 *p, flr_vec2 s)
{
    flr_outline2 o = flr_outline2_of_point(s);
    return classify(p, &o);
}

int flr_classify2_plane_segment(const flr_plane2 *p, const flr_segment2 *s)
{
    flr_outline2 o = flr_outline2_of_segment(s);
    return classify(p, &o);
}

int flr_classify2_plane_ray(const flr_plane2 *p, const flr_ray2 *s)
{
    flr_outline2 o = flr_outline2_of_ray(s);
    return classify(p, &o);
}

int flr_classify2_plane_line(const flr_plane2 *p, const flr_line2 *s)
{
    flr_outline2 o = flr_outline2_of_line(s);
    return classify(p, &o);
}

int flr_classify2_plane_plane(const flr_plane2 *p, const flr_plane2 *s)
{
    flr_outline2 o = flr_outline2_of_plane(s);
    return classify(p, &o);
}

int flr_classify2_plane_halfspace(const flr_plane2 *p, const flr_halfspace2 *s)
{
    flr_outline2 o = flr_outline2_of_halfspace(s);
    return classify(p, &o);
}

int flr_classify2_plane_circle(const flr_plane2 *p, const flr_circle *s)
{
    flr_outline2 o = flr_outline2_of_circle(s);
    return classify(p, &o);
}

int flr_classify2_plane_capsule(const flr_plane2 *p, const flr_capsule2 *s)
{
    flr_outline2 o = flr_outline2_of_capsule(s);
    return classify(p, &o);
}

int flr_classify2_plane_aabb(const flr_plane2 *p, const flr_aabb2 *s)
{
    flr_outline2 o = flr_outline2_of_aabb(s);
    return classify(p, &o);
}

int flr_classify2_plane_box(const flr_plane2 *p, const flr_box2 *s)
{
    flr_outline2 o = flr_outline2_of_box(s);
    return classify(p, &o);
}

int flr_classify2_plane_triangle(const flr_plane2 *p, const flr_triangle2 *s)
{
    flr_outline2 o = flr_outline2_of_triangle(s);
    return classify(p, &o);
}

int flr_classify2_plane_polygon(const flr_plane2 *p, const flr_polygon2 *s)
{
    flr_outline2 o = flr_outline2_of_polygon(s);
    return classify(p, &o);
}
