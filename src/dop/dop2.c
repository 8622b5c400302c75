/// k-DOPs in the plane. What a k-DOP does is in slabs.h.
#include "feeler/dop2.h"
#include "math/vectors.h"

typedef flr_dop2 dop_type;
typedef flr_vec2 dop_vec;
typedef flr_convex2 dop_convex;
typedef flr_halfspace2 dop_halfspace;
typedef flr_raycast2_path dop_path;
typedef flr_rayhit2 dop_hit;

#define dop_is_finite flr_is_finite2
#define dop_reach flr_reach2
#define dop_neg flr_neg2
#define dop_support flr_support2
#define dop_ray_halfspaces flr_raycast2_ray_halfspaces
#define dop_in_space flr_in_space

#include "dop/slabs.h"

flr_status flr_dop2_make(const flr_vec2 *directions, size_t count, flr_dop2 *dop)
{
    return make(directions, count, dop);
}

flr_status flr_dop2_standard(size_t k, flr_dop2 *dop)
{
    static const flr_vec2 directions[4] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    return k == 4 || k == 8 ? flr_dop2_make(directions, k / 2, dop) : FLR_INVALID_ARGUMENT;
}

flr_status flr_dop2_add_points(flr_dop2 *dop, const flr_vec2 *points, size_t count)
{
    return add_points(dop, points, count);
}

flr_status flr_dop2_add_convex(flr_dop2 *dop, const flr_convex2 *shape) { return add_convex(dop, shape); }

flr_status flr_dop2_merge(flr_dop2 *dop, const flr_dop2 *other) { return merge(dop, other); }

flr_status flr_dop2_move(flr_dop2 *dop, flr_vec2 translation) { return move(dop, translation); }

bool flr_overlap2_dop_dop(const flr_dop2 *a, const flr_dop2 *b) { return overlap(a, b); }

flr_rayhit2 flr_raycast2_ray_dop(const flr_raycast2_path *path, const flr_dop2 *dop)
{
    return raycast(path, dop);
}
