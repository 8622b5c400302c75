#include "mesh/mesh3_pair.h"

#include <math.h>

static double magnitude(flr_vec3 v)
{
    double x = fabs((double)v.x), y = fabs((double)v.y), z = fabs((double)v.z);
    x = x > y ? x : y;
    return x > z ? x : z;
}

double flr_instance3_rounding(const flr_instance3 *i)
{
    const double epsilon = sizeof(flr_real) == sizeof(float) ? 1.2e-7 : 2.3e-16;
    // a coordinate in world is a sum of three products and a translation; what cancels in it may be
    // larger than what is left, so the terms are bounded, not the sum
    flr_aabb3 local = i->mesh->info.bounds;
    double min = magnitude(local.min), max = magnitude(local.max), largest = min > max ? min : max;
    return 8 * epsilon * (3 * (double)i->max_stretch * largest + magnitude(i->pose.translation));
}

static bvh3_placed placed(const flr_instance3 *i)
{
    bvh3_placed p = {&i->mesh->tree, i->pose, i->inverse, i->min_stretch, i->max_stretch};
    return p;
}

void flr_mesh3_pair_make(bvh3_pair *pair, const flr_instance3 *a, const flr_instance3 *b)
{
    bvh3_placed x = placed(a), y = placed(b);
    flr_bvh3_pair_make(pair, &x, &y, flr_instance3_rounding(a) + flr_instance3_rounding(b));
}

flr_real flr_mesh3_squared_limit(flr_real limit)
{
    return limit * limit * (1 + (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-15));
}

bool flr_instance3_in_order(const flr_instance3 *a, const flr_instance3 *b)
{
    if (a == b) return true;
    if (a->mesh->info.triangle_count != b->mesh->info.triangle_count)
        return a->mesh->info.triangle_count < b->mesh->info.triangle_count;
    for (uint32_t k = 0; k < a->mesh->info.triangle_count; k++) {
        flr_triangle3 t = instance3_item_triangle(a, a->mesh->item_of[k]);
        flr_triangle3 u = instance3_item_triangle(b, b->mesh->item_of[k]);
        const flr_real x[9] = {t.a.x, t.a.y, t.a.z, t.b.x, t.b.y, t.b.z, t.c.x, t.c.y, t.c.z};
        const flr_real y[9] = {u.a.x, u.a.y, u.a.z, u.b.x, u.b.y, u.b.z, u.c.x, u.c.y, u.c.z};
        for (int i = 0; i < 9; i++)
            if (x[i] != y[i]) return x[i] < y[i];
    }
    return true;
}
