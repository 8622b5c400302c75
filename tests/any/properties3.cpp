#include "any/properties3.hpp"

namespace properties3
{

bool grow(held &h, double g)
{
    flr_convex3 core;
    if (h.shape.kind == FLR_SHAPE3_SPHERE)
        h.shape.as.sphere.radius += flr_real(g);
    else if (h.shape.kind == FLR_SHAPE3_CAPSULE)
        h.shape.as.capsule.radius += flr_real(g);
    else if (flr_convex3_shape(&h.shape, &core))
        h.shape.rounding = flr_real(g);
    else
        return false;
    return true;
}

bool plain(const held &h)
{
    flr_shape3_kind k = h.shape.kind;
    return k == FLR_SHAPE3_POINT || k == FLR_SHAPE3_SPHERE || k == FLR_SHAPE3_PLANE ||
           k == FLR_SHAPE3_HALFSPACE;
}

bool overlap(const held &a, const held &b)
{
    bool yes = false;
    must(flr_overlap3(&a.shape, &b.shape, &yes), "flr_overlap3");
    return yes;
}

flr_closest3 closest(const held &a, const held &b)
{
    flr_closest3 c{};
    must(flr_distance3(&a.shape, &b.shape, &c), "flr_distance3");
    return c;
}

double distance(flr_vec3 p, const held &b)
{
    held a = any3::of_kind(FLR_SHAPE3_POINT);
    a.shape.as.point = p;
    return distance(a, b);
}

held some(random_source &r, flr_shape3_kind k, double spread)
{
    flr_vec3 c = r.point(-spread, spread);
    bool concave = r.whole(0, 1) == 1;
    return any3::random_shape(r, k, c, 1, concave);
}

}  // namespace properties3
