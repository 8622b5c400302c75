#include "feeler/shape3.h"
#include "math/power.h"

static double largest3(flr_vec3 v)
{
    double x = fabs((double)v.x), y = fabs((double)v.y), z = fabs((double)v.z), xy = x > y ? x : y;
    return xy > z ? xy : z;
}

typedef struct direction {
    double x, y, z, length;
} direction;

/// Of length 1; the length that v has. All zero for a zero vector.
static direction unit_of(flr_vec3 v)
{
    double largest = largest3(v), scale = largest > 0 ? power_to_half(largest) : 1;
    direction d = {(double)v.x * scale, (double)v.y * scale, (double)v.z * scale, 0};
    double length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z), over = length > 0 ? 1 / length : 0;
    direction u = {d.x * over, d.y * over, d.z * over, length / scale};
    return u;
}

static double dot(const direction *a, const direction *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }

static direction cross(const direction *a, const direction *b)
{
    direction c = {a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z, a->x * b->y - a->y * b->x, 0};
    return c;
}

/// Some unit vector square to a unit one.
static direction beside(const direction *a)
{
    direction axis = {0, 0, 0, 0};
    if (fabs(a->x) <= fabs(a->y) && fabs(a->x) <= fabs(a->z))
        axis.x = 1;
    else if (fabs(a->y) <= fabs(a->z))
        axis.y = 1;
    else
        axis.z = 1;
    direction c = cross(a, &axis);
    double over = 1 / sqrt(dot(&c, &c));
    direction u = {c.x * over, c.y * over, c.z * over, 0};
    return u;
}

static bool is_zero(const direction *d) { return d->x == 0 && d->y == 0 && d->z == 0; }

/// Axes that the map has flattened away: any that complete the frame.
static void complete(direction d[3])
{
    const direction first = {1, 0, 0, 0};
    if (is_zero(&d[0]) && is_zero(&d[1]) && is_zero(&d[2])) d[0] = first;
    for (int i = 0; i < 3; ++i) {
        direction *one = &d[i], *two = &d[(i + 1) % 3], *three = &d[(i + 2) % 3];
        if (is_zero(one) || !is_zero(two)) continue;
        *two = is_zero(three) ? beside(one) : cross(three, one);
    }
    for (int i = 0; i < 3; ++i)
        if (is_zero(&d[i])) d[i] = cross(&d[(i + 1) % 3], &d[(i + 2) % 3]);
}

static flr_vec3 told(const direction *d)
{
    return flr_vec3_make((flr_real)d->x, (flr_real)d->y, (flr_real)d->z);
}

flr_status flr_box3_from_affine(const flr_affine3 *map, const flr_aabb3 *b, flr_box3 *box)
{
    direction d[3] = {unit_of(map->linear.x), unit_of(map->linear.y), unit_of(map->linear.z)};
    flr_vec3 half = flr_sub3(flr_scale3((flr_real)0.5, b->max), flr_scale3((flr_real)0.5, b->min)),
             middle = flr_add3(flr_scale3((flr_real)0.5, b->max), flr_scale3((flr_real)0.5, b->min));
    flr_box3 r;
    r.center = flr_affine3_point(*map, middle);
    r.half_extents =
        flr_vec3_make((flr_real)((double)half.x * d[0].length), (flr_real)((double)half.y * d[1].length),
                      (flr_real)((double)half.z * d[2].length));
    if (!flr_is_finite3(r.center) || !flr_is_finite3(r.half_extents)) return FLR_NOT_FINITE;
    const double shear = 1e-6;
    if (half.x < 0 || half.y < 0 || half.z < 0) return FLR_INVALID_SHAPE;
    if (fabs(dot(&d[0], &d[1])) > shear || fabs(dot(&d[1], &d[2])) > shear || fabs(dot(&d[2], &d[0])) > shear)
        return FLR_INVALID_SHAPE;
    complete(d);
    r.axes.x = told(&d[0]);
    r.axes.y = told(&d[1]);
    r.axes.z = told(&d[2]);
    *box = r;
    return FLR_OK;
}
