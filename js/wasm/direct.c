/// The questions: shapes by their handles; poses, vectors and options in the_call, the answer in the_call.out. Each returns a status.
#include <math.h>
#include <stdlib.h>

#include "handle.h"

const flr_real *call_pose(int side) { return the_call.posed[side] ? the_call.pose[side] : NULL; }

static flr_status pair3(handle *a, handle *b, const flr_shape3 **x, const flr_shape3 **y)
{
    const flr_status status = handle_place3(a, 0, call_pose(0), x);
    return status == FLR_OK ? handle_place3(b, 1, call_pose(1), y) : status;
}

static flr_status pair2(handle *a, handle *b, const flr_shape2 **x, const flr_shape2 **y)
{
    const flr_status status = handle_place2(a, 0, call_pose(0), x);
    return status == FLR_OK ? handle_place2(b, 1, call_pose(1), y) : status;
}

static flr_vec3 vec3_in(size_t at)
{
    return flr_vec3_make(the_call.in[at], the_call.in[at + 1], the_call.in[at + 2]);
}
static flr_vec2 vec2_in(size_t at) { return flr_vec2_make(the_call.in[at], the_call.in[at + 1]); }

static flr_path3 path3_in(int side)
{
    flr_path3 path;
    for (int end = 0; end < 2; ++end) {
        const flr_real *n = the_call.path[side][end];
        const flr_pose3 pose = {{n[3], n[4], n[5], n[6]}, {n[0], n[1], n[2]}};
        *(end ? &path.to : &path.from) = pose;
    }
    return path;
}

static flr_path2 path2_in(int side)
{
    flr_path2 path;
    for (int end = 0; end < 2; ++end) {
        const flr_real *n = the_call.path[side][end];
        const flr_pose2 pose = {n[2], {n[0], n[1]}};
        *(end ? &path.to : &path.from) = pose;
    }
    return path;
}

/// What the calls on one pair begin with.
typedef struct cache {
    flr_contact3_cache space;
    flr_contact2_cache plane;
} cache;

cache *EXPORT(feeler_cache)(void);
cache *feeler_cache(void) { return calloc(1, sizeof(cache)); }

/// A question on a pair, `call` of the shapes x and y.
#define PAIR(name, dimension, call)                                                                          \
    flr_status EXPORT(feeler_##name##dimension)(handle * a, handle * b, cache * c);                          \
    flr_status feeler_##name##dimension(handle *a, handle *b, cache *c)                                      \
    {                                                                                                        \
        const flr_shape##dimension *x, *y;                                                                   \
        const flr_status status = pair##dimension(a, b, &x, &y);                                             \
        (void)c;                                                                                             \
        return status == FLR_OK ? call : status;                                                             \
    }

PAIR(overlap, 3, flr_overlap3(x, y, &the_call.out.yes))
PAIR(overlap, 2, flr_overlap2(x, y, &the_call.out.yes))
PAIR(distance, 3, flr_distance3(x, y, &the_call.out.closest3))
PAIR(distance, 2, flr_distance2(x, y, &the_call.out.closest2))
PAIR(signed_distance, 3, flr_signed_distance3(x, y, &the_call.out.signed3))
PAIR(signed_distance, 2, flr_signed_distance2(x, y, &the_call.out.signed2))

static flr_status bounds3(const flr_shape3 *x, const flr_shape3 *y, cache *c)
{
    const flr_distance3_options options = {the_call.in[0], c ? &c->space.gjk : NULL};
    return flr_distance3_bounds(x, y, &options, &the_call.out.distance3);
}
static flr_status bounds2(const flr_shape2 *x, const flr_shape2 *y, cache *c)
{
    const flr_distance2_options options = {the_call.in[0], c ? &c->plane.gjk : NULL};
    return flr_distance2_bounds(x, y, &options, &the_call.out.distance2);
}
PAIR(distance_bounds, 3, bounds3(x, y, c))
PAIR(distance_bounds, 2, bounds2(x, y, c))

static flr_status contact3(const flr_shape3 *x, const flr_shape3 *y, cache *c)
{
    const flr_contact3_options options = {the_call.in[0], the_call.in[1], c ? &c->space : NULL};
    return flr_contact3(x, y, &options, &the_call.out.manifold3);
}
static flr_status contact2(const flr_shape2 *x, const flr_shape2 *y, cache *c)
{
    const flr_contact2_options options = {the_call.in[0], the_call.in[1], c ? &c->plane : NULL};
    return flr_contact2(x, y, &options, &the_call.out.manifold2);
}
PAIR(contact, 3, contact3(x, y, c))
PAIR(contact, 2, contact2(x, y, c))

/// GJK on two convex shapes; FLR_INVALID_SHAPE for others.
static flr_status gjk3(const flr_shape3 *x, const flr_shape3 *y, cache *c)
{
    flr_convex3 a, b;
    const flr_gjk3_options options = {.max_distance = the_call.in[0], .cache = c ? &c->space.gjk : NULL};
    if (!flr_convex3_shape(x, &a) || !flr_convex3_shape(y, &b)) return FLR_INVALID_SHAPE;
    the_call.out.gjk3 = flr_closest3_convex_convex(&a, &b, &options);
    return the_call.out.gjk3.status;
}
static flr_status gjk2(const flr_shape2 *x, const flr_shape2 *y, cache *c)
{
    flr_convex2 a, b;
    const flr_gjk2_options options = {.max_distance = the_call.in[0], .cache = c ? &c->plane.gjk : NULL};
    if (!flr_convex2_shape(x, &a) || !flr_convex2_shape(y, &b)) return FLR_INVALID_SHAPE;
    the_call.out.gjk2 = flr_closest2_convex_convex(&a, &b, &options);
    return the_call.out.gjk2.status;
}
PAIR(gjk, 3, gjk3(x, y, c))
PAIR(gjk, 2, gjk2(x, y, c))

static flr_status sweep3(const flr_shape3 *x, const flr_shape3 *y)
{
    const flr_sweep3_options options = {.target_distance = the_call.in[3]};
    return flr_sweep3_within(x, vec3_in(0), y, &options, &the_call.out.sweep3);
}
static flr_status sweep2(const flr_shape2 *x, const flr_shape2 *y)
{
    const flr_sweep2_options options = {.target_distance = the_call.in[3]};
    return flr_sweep2_within(x, vec2_in(0), y, &options, &the_call.out.sweep2);
}
PAIR(sweep, 3, sweep3(x, y))
PAIR(sweep, 2, sweep2(x, y))

static flr_status toi3(const flr_shape3 *x, const flr_shape3 *y)
{
    const flr_path3 a = path3_in(0), b = path3_in(1);
    const flr_toi3_options options = {.tolerance = the_call.in[0], .target_distance = the_call.in[1]};
    return flr_toi3(x, &a, y, &b, &options, &the_call.out.toi3);
}
static flr_status toi2(const flr_shape2 *x, const flr_shape2 *y)
{
    const flr_path2 a = path2_in(0), b = path2_in(1);
    const flr_toi2_options options = {.tolerance = the_call.in[0], .target_distance = the_call.in[1]};
    return flr_toi2(x, &a, y, &b, &options, &the_call.out.toi2);
}
PAIR(toi, 3, toi3(x, y))
PAIR(toi, 2, toi2(x, y))

static flr_status interference3(const flr_shape3 *x, const flr_shape3 *y)
{
    const flr_interference3_options options = {the_call.in[0], the_call.in[1]};
    return flr_interference3_mesh_mesh(&x->as.mesh, &y->as.mesh, &options, &the_call.out.interference);
}
PAIR(interference, 3, interference3(x, y))

/// All regions with a normal of their own: how many there are is in the_call.count.
flr_status EXPORT(feeler_contacts3)(handle *a, handle *b, flr_contact3_region *regions, size_t capacity);
flr_status feeler_contacts3(handle *a, handle *b, flr_contact3_region *regions, size_t capacity)
{
    const flr_shape3 *x, *y;
    const flr_contact3_options options = {the_call.in[0], the_call.in[1], NULL};
    size_t count = 0;
    flr_status status = pair3(a, b, &x, &y);
    if (status == FLR_OK) status = flr_contacts3(x, y, &options, regions, capacity, &count);
    the_call.count = (int32_t)count;
    return status;
}

/// A question on one shape.
#define ONE(name, dimension, call)                                                                           \
    flr_status EXPORT(feeler_##name##dimension)(handle * a);                                                 \
    flr_status feeler_##name##dimension(handle *a)                                                           \
    {                                                                                                        \
        const flr_shape##dimension *x;                                                                       \
        const flr_status status = handle_place##dimension(a, 0, call_pose(0), &x);                           \
        return status == FLR_OK ? call : status;                                                             \
    }

ONE(bounds, 3, flr_bounds3(x, &the_call.out.bounds3))
ONE(bounds, 2, flr_bounds2(x, &the_call.out.bounds2))

static flr_status contains3(const flr_shape3 *x)
{
    const flr_shape3 point = {.kind = FLR_SHAPE3_POINT, .as.point = vec3_in(0)};
    return flr_overlap3(&point, x, &the_call.out.yes);
}
static flr_status contains2(const flr_shape2 *x)
{
    const flr_shape2 point = {.kind = FLR_SHAPE2_POINT, .as.point = vec2_in(0)};
    return flr_overlap2(&point, x, &the_call.out.yes);
}
ONE(contains, 3, contains3(x))
ONE(contains, 2, contains2(x))

static flr_status classify3(const flr_shape3 *x)
{
    const flr_plane3 plane = {vec3_in(0), the_call.in[3]};
    return flr_classify3(&plane, x, &the_call.out.side);
}
static flr_status classify2(const flr_shape2 *x)
{
    const flr_plane2 plane = {vec2_in(0), the_call.in[2]};
    return flr_classify2(&plane, x, &the_call.out.side);
}
ONE(classify, 3, classify3(x))
ONE(classify, 2, classify2(x))

flr_raycast3_path call_path3(void)
{
    const flr_ray3 ray = {vec3_in(0), vec3_in(3)};
    const flr_line3 line = {ray.origin, ray.direction};
    const flr_segment3 segment = {ray.origin, ray.direction};
    flr_raycast3_path path = the_call.flags == PATH_LINE      ? flr_raycast3_path_line(&line)
                             : the_call.flags == PATH_SEGMENT ? flr_raycast3_path_segment(&segment)
                                                              : flr_raycast3_path_ray(&ray);
    if (the_call.in[6] < path.t_max) path.t_max = the_call.in[6];
    return path;
}

flr_raycast2_path call_path2(void)
{
    const flr_ray2 ray = {vec2_in(0), vec2_in(3)};
    const flr_line2 line = {ray.origin, ray.direction};
    const flr_segment2 segment = {ray.origin, ray.direction};
    flr_raycast2_path path = the_call.flags == PATH_LINE      ? flr_raycast2_path_line(&line)
                             : the_call.flags == PATH_SEGMENT ? flr_raycast2_path_segment(&segment)
                                                              : flr_raycast2_path_ray(&ray);
    if (the_call.in[6] < path.t_max) path.t_max = the_call.in[6];
    return path;
}

static flr_status raycast3(const flr_shape3 *x)
{
    const flr_raycast3_path path = call_path3();
    return flr_raycast3(&path, x, &the_call.out.ray3);
}
static flr_status raycast2(const flr_shape2 *x)
{
    const flr_raycast2_path path = call_path2();
    return flr_raycast2(&path, x, &the_call.out.ray2);
}
ONE(raycast, 3, raycast3(x))
ONE(raycast, 2, raycast2(x))

/// Of a mesh: the nearest point of its surface to in[0..2], at most in[3] away.
static flr_status nearest3(const flr_shape3 *x)
{
    the_call.out.nearest = flr_closest3_point_mesh(vec3_in(0), &x->as.mesh, the_call.in[3]);
    return FLR_OK;
}
ONE(nearest, 3, nearest3(x))

/// The triangles of the mesh b that are nearest to a, at most in[0] away: how many there are is in the_call.count.
flr_status EXPORT(feeler_near3)(handle *a, handle *b, flr_near3_triangle *triangles, size_t capacity);
flr_status feeler_near3(handle *a, handle *b, flr_near3_triangle *triangles, size_t capacity)
{
    const flr_shape3 *x, *y;
    size_t count = 0;
    flr_status status = pair3(a, b, &x, &y);
    if (status == FLR_OK)
        status = flr_near3_shape_mesh(x, &y->as.mesh, the_call.in[0], triangles, capacity, &count);
    the_call.count = (int32_t)count;
    return status;
}

/// The hits of a path, as many as there is room for.
typedef struct ray_hits {
    flr_raycast3_triangle *of;
    size_t room, count;
} ray_hits;

static bool keep_hit(void *user, const flr_raycast3_triangle *hit)
{
    ray_hits *all = user;
    if (all->count < all->room) all->of[all->count] = *hit;
    all->count++;
    return true;
}

/// Every triangle of a mesh that the path hits, in the order of the tree: how many there are is in the_call.count.
flr_status EXPORT(feeler_raycast_all3)(handle *a, flr_raycast3_triangle *hits, size_t capacity);
flr_status feeler_raycast_all3(handle *a, flr_raycast3_triangle *hits, size_t capacity)
{
    const flr_shape3 *x;
    const flr_raycast3_path path = call_path3();
    ray_hits all = {hits, capacity, 0};
    flr_status status = handle_place3(a, 0, call_pose(0), &x);
    if (status == FLR_OK)
        status = flr_raycast3_ray_mesh_all(&path, &x->as.mesh, FLR_RAYCAST_BOTH_SIDES, keep_hit, &all);
    the_call.count = (int32_t)all.count;
    return status;
}

/// Where two meshes cross: an intersection, in the_call.count, with what flr_intersection3_mesh_get_info tells in the_call.out.
flr_status EXPORT(feeler_intersection3)(handle *a, handle *b);
flr_status feeler_intersection3(handle *a, handle *b)
{
    const flr_shape3 *x, *y;
    flr_intersection3_mesh *made = NULL;
    flr_status status = pair3(a, b, &x, &y);
    if (status == FLR_OK) status = flr_intersection3_mesh_create(&x->as.mesh, &y->as.mesh, NULL, &made);
    if (status == FLR_OK) the_call.out.intersection = flr_intersection3_mesh_get_info(made);
    the_call.count = (int32_t)(intptr_t)made;
    return status;
}

/// One of its lines, in the_call.out.
void EXPORT(feeler_intersection3_line)(const flr_intersection3_mesh *made, size_t index);
void feeler_intersection3_line(const flr_intersection3_mesh *made, size_t index)
{
    the_call.out.line = flr_intersection3_mesh_get_line(made, index);
}

void EXPORT(feeler_intersection3_free)(flr_intersection3_mesh *made);
void feeler_intersection3_free(flr_intersection3_mesh *made) { flr_intersection3_mesh_destroy(made); }

/// Of a mesh: the winding number at in[0..2], exact or, with flags, by clusters.
static flr_status winding3(handle *h, const flr_shape3 *x)
{
    flr_winding3 **winding = h->source ? &h->source->winding : &h->winding;
    if (!the_call.flags) {
        the_call.out.number = flr_winding3_mesh_point(&x->as.mesh, vec3_in(0));
        return FLR_OK;
    }
    const flr_status status = *winding ? FLR_OK : flr_winding3_create(h->own.mesh, NULL, winding);
    if (status == FLR_OK)
        the_call.out.number = flr_winding3_mesh_point_quick(*winding, &x->as.mesh, vec3_in(0));
    return status;
}
ONE(winding, 3, winding3(a, x))

flr_status EXPORT(feeler_mesh3_info)(const handle *h);
flr_status feeler_mesh3_info(const handle *h)
{
    the_call.out.mesh = flr_mesh3_get_info(h->own.mesh);
    return FLR_OK;
}

flr_status EXPORT(feeler_hull3_info)(const handle *h);
flr_status feeler_hull3_info(const handle *h)
{
    the_call.out.hull = flr_hull3_get_info(h->hull);
    return FLR_OK;
}

/// Arrays of a hull, which are its own: vertices, indices of its faces' corners, where each face begins, and the given points its
/// vertices are.
const void *EXPORT(feeler_hull3_array)(const handle *h, int which);
const void *feeler_hull3_array(const handle *h, int which)
{
    const flr_polyhedron3 p = flr_hull3_polyhedron(h->hull);
    return which == 0   ? (const void *)p.vertices
           : which == 1 ? (const void *)p.indices
           : which == 2 ? (const void *)p.first
                        : (const void *)flr_hull3_sources(h->hull);
}

/// Of a hull in the plane: its corners, and in the_call.count how many.
const void *EXPORT(feeler_corners)(const handle *h);
const void *feeler_corners(const handle *h)
{
    the_call.count = (int32_t)h->own.point_count;
    return h->own.points;
}

const call *EXPORT(feeler_call)(void);
const call *feeler_call(void) { return &the_call; }
