/// k-DOPs in space. What a k-DOP does is in slabs.h.
#include "feeler/dop3.h"

typedef flr_dop3 dop_type;
typedef flr_vec3 dop_vec;
typedef flr_convex3 dop_convex;
typedef flr_halfspace3 dop_halfspace;
typedef flr_raycast3_path dop_path;
typedef flr_rayhit3 dop_hit;

#define dop_is_finite flr_is_finite3
#define dop_reach flr_reach3
#define dop_neg flr_neg3
#define dop_support flr_support3
#define dop_ray_halfspaces flr_raycast3_ray_halfspaces

static flr_vec3 dop_in_space(flr_vec3 p) { return p; }

#include "dop/slabs.h"

flr_status flr_dop3_make(const flr_vec3 *directions, size_t count, flr_dop3 *dop)
{
    return make(directions, count, dop);
}

flr_status flr_dop3_standard(size_t k, flr_dop3 *dop)
{
    // the faces of the cube, its corners, its edges; `edges` has faces and edges only
    static const flr_vec3 directions[13] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 1},  {1, 1, -1},
                                            {1, -1, 1}, {-1, 1, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1},
                                            {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};
    static const flr_vec3 edges[9] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                      {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
    if (k == 18) return flr_dop3_make(edges, 9, dop);
    return k == 6 || k == 14 || k == 26 ? flr_dop3_make(directions, k / 2, dop) : FLR_INVALID_ARGUMENT;
}

flr_status flr_dop3_add_points(flr_dop3 *dop, const flr_vec3 *points, size_t count)
{
    return add_points(dop, points, count);
}

flr_status flr_dop3_add_convex(flr_dop3 *dop, const flr_convex3 *shape) { return add_convex(dop, shape); }

flr_status flr_dop3_add_mesh(flr_dop3 *dop, const flr_instance3 *mesh)
{
    if (!dop || !mesh) return FLR_INVALID_ARGUMENT;
    flr_dop3 grown = *dop;
    const size_t count = flr_mesh3_get_info(mesh->mesh).triangle_count;
    for (size_t i = 0; i < count; ++i) {
        const flr_triangle3 t = flr_mesh3_triangle(mesh->mesh, i);
        if (isnan(t.a.x)) continue;  // a hole in a grid of heights
        const flr_vec3 p[3] = {flr_affine3_point(mesh->pose, t.a), flr_affine3_point(mesh->pose, t.b),
                               flr_affine3_point(mesh->pose, t.c)};
        const flr_status status = flr_dop3_add_points(&grown, p, 3);
        if (status != FLR_OK) return status;
    }
    *dop = grown;
    return FLR_OK;
}

flr_status flr_dop3_merge(flr_dop3 *dop, const flr_dop3 *other) { return merge(dop, other); }

flr_status flr_dop3_move(flr_dop3 *dop, flr_vec3 translation) { return move(dop, translation); }

bool flr_overlap3_dop_dop(const flr_dop3 *a, const flr_dop3 *b) { return overlap(a, b); }

flr_rayhit3 flr_raycast3_ray_dop(const flr_raycast3_path *path, const flr_dop3 *dop)
{
    return raycast(path, dop);
}
