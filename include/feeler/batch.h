/// Feeler: the hottest questions asked of many pairs at once.
///
/// Structures of arrays in and out (the last functions take arrays of shapes): one array per coordinate, element i of every array belongs to pair
/// i. Answers have the bits of the scalar call of the same name, element by element, on every machine: the lanes of
/// a vector do the scalar call's own arithmetic, and a pair that is too close to call goes to that
/// call itself. So touching, degenerate and far-away input is answered as there; only the speed
/// depends on it: pairs in the general position cost a small part of a scalar call, pairs that all
/// touch cost as much as scalar calls.
///
/// Every function answers the pairs begin <= i < end. To use several threads, give each its own
/// part of the range; parts need no alignment, and what lies outside is not touched. Arrays need no
/// alignment either. Outputs must not overlap inputs or one another. Where a group of inputs says `one`, its element 0
/// stands for every pair: one ray against many boxes, many points against one triangle. An
/// output array that is null (for points, whose x is null) is neither computed nor written.
///
/// No memory, no state, safe from any thread. The widest vectors that the processor has are chosen on each call
/// (on x86-64: SSE2, AVX2 or AVX-512; elsewhere what the target has, such as NEON or wasm SIMD), which costs about a
/// nanosecond; with a compiler that knows no vectors the functions are loops over the scalar calls.
#ifndef FEELER_BATCH_H
#define FEELER_BATCH_H

#include "feeler/any3.h"
#include "feeler/cast.h"
#include "feeler/closest.h"
#include "feeler/convex.h"
#include "feeler/manifold.h"
#include "feeler/motion.h"
#include "feeler/overlap.h"
#include "feeler/sweep.h"

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

/// The paths flr_cast3_path_make(origin, direction, t_min, t_max). Null for t_min.value: 0; for
/// t_max.value: INFINITY.
typedef struct flr_batch_rays3 {
    flr_batch_points3 origin, direction;
    flr_batch_reals t_min, t_max;
} flr_batch_rays3;

/// Where points are written to.
typedef struct flr_batch_points3_out {
    flr_real *x, *y, *z;
} flr_batch_points3_out;

/// As the members of flr_closest3; a point given is not told again.
typedef struct flr_batch_closest3 {
    flr_real *distance;
    flr_batch_points3_out point_a, point_b;
} flr_batch_closest3;

/// As the members of flr_cast3. Where there is no hit the rest is 0.
typedef struct flr_batch_cast3 {
    bool *hit, *inside;
    flr_real *t, *t_exit;
    flr_batch_points3_out point, normal;
} flr_batch_cast3;

/// As the members of flr_cast3_triangle; barycentric[k] is the array of the weights of corner k.
typedef struct flr_batch_cast3_triangle {
    bool *hit, *front;
    flr_real *t;
    flr_batch_points3_out point, normal;
    flr_real *barycentric[3];
} flr_batch_cast3_triangle;

/// flr_closest3_point_segment, _point_triangle, _point_aabb (point_a is p and is not written) and _segment_segment.
FLR_API void flr_batch_closest3_point_segment(const flr_batch_points3 *p, const flr_batch_segments3 *s,
                                              size_t begin, size_t end, const flr_batch_closest3 *out);
FLR_API void flr_batch_closest3_point_triangle(const flr_batch_points3 *p, const flr_batch_triangles3 *t,
                                               size_t begin, size_t end, const flr_batch_closest3 *out);
FLR_API void flr_batch_closest3_point_aabb(const flr_batch_points3 *p, const flr_batch_aabbs3 *b,
                                           size_t begin, size_t end, const flr_batch_closest3 *out);
FLR_API void flr_batch_closest3_segment_segment(const flr_batch_segments3 *a, const flr_batch_segments3 *b,
                                                size_t begin, size_t end, const flr_batch_closest3 *out);

/// flr_cast3_ray_triangle with its options, and flr_cast3_ray_aabb.
FLR_API void flr_batch_cast3_ray_triangle(const flr_batch_rays3 *rays, const flr_batch_triangles3 *t,
                                          unsigned options, size_t begin, size_t end,
                                          const flr_batch_cast3_triangle *out);
FLR_API void flr_batch_cast3_ray_aabb(const flr_batch_rays3 *rays, const flr_batch_aabbs3 *b, size_t begin,
                                      size_t end, const flr_batch_cast3 *out);

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

/// Arrays of pairs of any shapes: results[i] for a[i] and b[i] for begin <= i < end, scalar calls of flr_distance3, of
/// which each answers for itself in statuses[i]. For threads, as above.
FLR_API void flr_batch_distance3(const flr_shape3 *a, const flr_shape3 *b, size_t begin, size_t end,
                                 flr_closest3 *results, flr_status *statuses);

/// The same for convex shapes by flr_closest3_convex_convex. `caches` may be null; else caches[i] belongs to pair i
/// and makes the next batch of the same pairs, moved a little, faster.
FLR_API void flr_batch_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin,
                                              size_t end, flr_gjk3_cache *caches, flr_gjk3 *results);

/// A yes or no by flr_overlap3_convex_convex, the same way.
FLR_API void flr_batch_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin,
                                              size_t end, flr_gjk3_cache *caches,
                                              flr_overlap3_convex *results);

/// Depths by flr_signed_distance3_convex_convex.
FLR_API void flr_batch_signed_distance3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                                      size_t begin, size_t end, flr_gjk3 *results);

/// Manifolds by flr_contact3_convex_convex with one margin and bias for all (`options` may be null; its cache is not looked
/// at, but caches[i] unless `caches` is null), each with a status of its own.
FLR_API void flr_batch_contact3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin,
                                              size_t end, const flr_contact3_options *options,
                                              flr_contact3_cache *caches, flr_manifold3 *results,
                                              flr_status *statuses);

/// Shapes a[i] moved by motions[i], by flr_sweep3_convex_convex, and both on their ways by flr_motion3_convex_convex; with the same options for all,
/// which may be null.
FLR_API void flr_batch_sweep3_convex_convex(const flr_convex3 *a, const flr_vec3 *motions,
                                            const flr_convex3 *b, size_t begin, size_t end,
                                            const flr_sweep3_options *options, flr_sweep3_result *results);
FLR_API void flr_batch_motion3_convex_convex(const flr_convex3 *a, const flr_path3 *paths_a,
                                             const flr_convex3 *b, const flr_path3 *paths_b, size_t begin,
                                             size_t end, const flr_motion3_options *options,
                                             flr_motion3_result *results);
/// Any paths and shapes by flr_raycast3: results[i] of paths[i] and shapes[i], or of paths[0] where `one_path`, shapes[0]
/// where `one_shape`: one ray against many shapes, its reciprocals made once, or many rays against one. One cast after the other, at
/// the cost of single calls; what goes through lanes are the rays at one kind of shape above.
FLR_API void flr_batch_raycast3(const flr_cast3_path *paths, bool one_path, const flr_shape3 *shapes,
                                bool one_shape, size_t begin, size_t end, flr_raycast3_result *results,
                                flr_status *statuses);

/// Many paths against one placed mesh: flr_cast3_ray_mesh of paths[i].
FLR_API void flr_batch_cast3_ray_mesh(const flr_cast3_path *paths, const flr_instance3 *mesh,
                                      unsigned options, size_t begin, size_t end,
                                      flr_cast3_triangle *results);

FLR_EXTERN_C_END
#endif
