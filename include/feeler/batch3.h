/// Feeler: arrays of pairs at once, in space.
///
/// Structures of arrays, one array per coordinate: element i belongs to pair i. (The last functions take
/// arrays of shapes.) Answers have the bits of the scalar call of the same name, on every machine. Pairs in
/// general position cost a small part of a scalar call; pairs that touch cost a scalar call.
///
/// Every function answers begin <= i < end, so threads can share an array. No alignment is needed. Outputs
/// must not overlap inputs or one another. With `one`, element 0 stands for every pair: one ray against many
/// boxes. Null output arrays (for points: x) are skipped.
///
/// No memory, no state. The widest vectors of the processor are chosen on each call.
#ifndef FEELER_BATCH3_H
#define FEELER_BATCH3_H

#include "feeler/any3.h"
#include "feeler/closest3.h"
#include "feeler/contact3.h"
#include "feeler/convex3.h"
#include "feeler/overlap3.h"
#include "feeler/raycast3.h"
#include "feeler/sweep3.h"
#include "feeler/toi3.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_batch_reals {
    const flr_real *value;
    bool one;
} flr_batch_reals;

/// Points or directions.
typedef struct flr_batch_points3 {
    const flr_real *x, *y, *z;
    bool one;
} flr_batch_points3;

typedef struct flr_batch_segments3 {
    flr_batch_points3 a, b;
} flr_batch_segments3;

typedef struct flr_batch_triangles3 {
    flr_batch_points3 a, b, c;
} flr_batch_triangles3;

typedef struct flr_batch_aabbs3 {
    flr_batch_points3 min, max;
} flr_batch_aabbs3;

typedef struct flr_batch_spheres {
    flr_batch_points3 center;
    flr_batch_reals radius;
} flr_batch_spheres;

/// flr_raycast3_path_make(origin, direction, t_min, t_max). Null t_min.value: 0; null t_max.value: INFINITY.
typedef struct flr_batch_rays3 {
    flr_batch_points3 origin, direction;
    flr_batch_reals t_min, t_max;
} flr_batch_rays3;

/// Where points are written.
typedef struct flr_batch_points3_out {
    flr_real *x, *y, *z;
} flr_batch_points3_out;

/// Members of flr_closest3; given points are not written.
typedef struct flr_batch_closest3 {
    flr_real *distance;
    flr_batch_points3_out point_a, point_b;
} flr_batch_closest3;

/// Members of flr_rayhit3; zero without a hit.
typedef struct flr_batch_rayhits3 {
    bool *hit, *inside;
    flr_real *t, *t_exit;
    flr_batch_points3_out point, normal;
} flr_batch_rayhits3;

/// Members of flr_raycast3_triangle; barycentric[k] is the array of corner k.
typedef struct flr_batch_raycast3_triangle {
    bool *hit, *front;
    flr_real *t;
    flr_batch_points3_out point, normal;
    flr_real *barycentric[3];
} flr_batch_raycast3_triangle;

/// flr_closest3_point_segment, _point_triangle, _point_aabb (point_a is not written) and _segment_segment.
FLR_API void flr_batch_closest3_point_segment(const flr_batch_points3 *p, const flr_batch_segments3 *s,
                                              size_t begin, size_t end, const flr_batch_closest3 *out);
FLR_API void flr_batch_closest3_point_triangle(const flr_batch_points3 *p, const flr_batch_triangles3 *t,
                                               size_t begin, size_t end, const flr_batch_closest3 *out);
FLR_API void flr_batch_closest3_point_aabb(const flr_batch_points3 *p, const flr_batch_aabbs3 *b,
                                           size_t begin, size_t end, const flr_batch_closest3 *out);
FLR_API void flr_batch_closest3_segment_segment(const flr_batch_segments3 *a, const flr_batch_segments3 *b,
                                                size_t begin, size_t end, const flr_batch_closest3 *out);

/// flr_raycast3_ray_triangle with its options, and flr_raycast3_ray_aabb.
FLR_API void flr_batch_raycast3_ray_triangle(const flr_batch_rays3 *rays, const flr_batch_triangles3 *t,
                                             unsigned options, size_t begin, size_t end,
                                             const flr_batch_raycast3_triangle *out);
FLR_API void flr_batch_raycast3_ray_aabb(const flr_batch_rays3 *rays, const flr_batch_aabbs3 *b, size_t begin,
                                         size_t end, const flr_batch_rayhits3 *out);

/// flr_overlap3_sphere_sphere, _sphere_aabb, _aabb_aabb and _triangle_triangle.
FLR_API void flr_batch_overlap3_sphere_sphere(const flr_batch_spheres *a, const flr_batch_spheres *b,
                                              size_t begin, size_t end, bool *overlap);
FLR_API void flr_batch_overlap3_sphere_aabb(const flr_batch_spheres *a, const flr_batch_aabbs3 *b,
                                            size_t begin, size_t end, bool *overlap);
FLR_API void flr_batch_overlap3_aabb_aabb(const flr_batch_aabbs3 *a, const flr_batch_aabbs3 *b, size_t begin,
                                          size_t end, bool *overlap);
FLR_API void flr_batch_overlap3_triangle_triangle(const flr_batch_triangles3 *a,
                                                  const flr_batch_triangles3 *b, size_t begin, size_t end,
                                                  bool *overlap);

/// Any shapes by flr_distance3: results[i] and statuses[i] for a[i] and b[i].
FLR_API void flr_batch_distance3(const flr_shape3 *a, const flr_shape3 *b, size_t begin, size_t end,
                                 flr_closest3 *results, flr_status *statuses);

/// Convex shapes by flr_closest3_convex_convex. `caches` may be null; else caches[i] belongs to pair i and
/// speeds up the next batch of the same pairs.
FLR_API void flr_batch_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin,
                                              size_t end, flr_gjk3_cache *caches, flr_gjk3 *results);

/// Overlaps by flr_overlap3_convex_convex, likewise.
FLR_API void flr_batch_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin,
                                              size_t end, flr_gjk3_cache *caches,
                                              flr_overlap3_convex *results);

/// Depths by flr_signed_distance3_convex_convex.
FLR_API void flr_batch_signed_distance3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                                      size_t begin, size_t end, flr_gjk3 *results);

/// Manifolds by flr_contact3_convex_convex, each with a status. `options` (or null) holds for all, its cache
/// is ignored; `caches` as above.
FLR_API void flr_batch_contact3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin,
                                              size_t end, const flr_contact3_options *options,
                                              flr_contact3_cache *caches, flr_manifold3 *results,
                                              flr_status *statuses);

/// Shape casts of a[i] along motions[i] by flr_sweep3_convex_convex, and times of impact by
/// flr_toi3_convex_convex. `options` (or null) holds for all.
FLR_API void flr_batch_sweep3_convex_convex(const flr_convex3 *a, const flr_vec3 *motions,
                                            const flr_convex3 *b, size_t begin, size_t end,
                                            const flr_sweep3_options *options, flr_sweep3_result *results);
FLR_API void flr_batch_toi3_convex_convex(const flr_convex3 *a, const flr_path3 *paths_a,
                                          const flr_convex3 *b, const flr_path3 *paths_b, size_t begin,
                                          size_t end, const flr_toi3_options *options,
                                          flr_toi3_result *results);
/// Casts by flr_raycast3: results[i] of paths[i] and shapes[i], or of paths[0] with `one_path`, shapes[0]
/// with `one_shape`. At the cost of single calls.
FLR_API void flr_batch_raycast3(const flr_raycast3_path *paths, bool one_path, const flr_shape3 *shapes,
                                bool one_shape, size_t begin, size_t end, flr_raycast3_result *results,
                                flr_status *statuses);

/// Many paths against one mesh, by flr_raycast3_ray_mesh. At large meshes in about half the time of single calls: several paths go down
/// the tree by turns, so that one computes while others wait for memory. Uses 60 kB of stack.
FLR_API void flr_batch_raycast3_ray_mesh(const flr_raycast3_path *paths, const flr_instance3 *mesh,
                                         unsigned options, size_t begin, size_t end,
                                         flr_raycast3_triangle *results);
/// Likewise by flr_raycast3_ray_mesh_any: is anything hit?
FLR_API void flr_batch_raycast3_ray_mesh_any(const flr_raycast3_path *paths, const flr_instance3 *mesh,
                                             unsigned options, size_t begin, size_t end, bool *results);
/// By flr_raycast3_ray_mesh_with, at the cost of single calls.
FLR_API void flr_batch_raycast3_ray_mesh_with(const flr_raycast3_path *paths, const flr_instance3 *mesh,
                                              unsigned options, const flr_raycast3_filter *filter,
                                              size_t begin, size_t end, flr_raycast3_triangle *results);

/// Many points against one mesh: the nearest of its surface by flr_closest3_point_mesh, and whether they are in its solid by
/// flr_contains3_mesh_point. Both together are the signed distance to a watertight mesh: negative inside. At the cost of single calls.
FLR_API void flr_batch_closest3_point_mesh(const flr_vec3 *points, const flr_instance3 *mesh,
                                           flr_real max_distance, size_t begin, size_t end,
                                           flr_closest3_mesh *results);
FLR_API void flr_batch_contains3_mesh_point(const flr_instance3 *mesh, const flr_vec3 *points, size_t begin,
                                            size_t end, flr_side *results);

FLR_EXTERN_C_END
#endif
