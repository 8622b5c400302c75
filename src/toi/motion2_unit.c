#include <math.h>

#include "toi/motion2.h"

flr_real flr_motion2_unit(double size)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const double large = single ? 0x1p40 : 0x1p200;
    const int most = single ? 120 : 1000;  // what has an inverse as well
    int exponent;
    if (!(size > 0) || (size > 1 / large && size < large)) return 1;
    (void)frexp(size, &exponent);
    exponent = exponent > most ? most : exponent < -most ? -most : exponent;
    return (flr_real)ldexp(1, -exponent);
}

double flr_path2_size(const flr_path2 *path)
{
    const flr_vec2 *p = &path->from.position, *q = &path->to.position;
    return fmax(fmax(fabs((double)p->x), fabs((double)p->y)), fmax(fabs((double)q->x), fabs((double)q->y)));
}

flr_path2 flr_path2_scaled(const flr_path2 *path, flr_real unit)
{
    flr_path2 scaled = *path;
    scaled.from.position = flr_scale2(unit, path->from.position);
    scaled.to.position = flr_scale2(unit, path->to.position);
    return scaled;
}

static flr_vec2 support_of_user(const void *user, flr_vec2 d)
{
    const motion2_scaled *s = user;
    return flr_scale2(s->unit, s->from->support(s->from->user, d));
}

/// What is held inside is scaled itself, arrays by their rotation.
void flr_motion2_scale(motion2_scaled *s, const flr_convex2 *from, flr_real unit)
{
    flr_convex2 *c = &s->shape;
    *c = *from;
    s->from = from;
    s->unit = unit;
    c->radius *= unit;
    c->normals = NULL;
    c->center = flr_scale2(unit, from->center);
    if (c->kind == FLR_CONVEX2_POINTS || c->kind == FLR_CONVEX2_POLYGON)
        c->rotation = flr_scale2(unit, from->rotation);
    for (int i = 0; i < 4 && c->kind <= FLR_CONVEX2_BOX; ++i)
        c->corners[i] = flr_scale2(unit, from->corners[i]);
    if (c->kind != FLR_CONVEX2_USER) return;
    c->support = support_of_user;
    c->user = s;
}
