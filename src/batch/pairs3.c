/// How do arrays of pairs in space get their answers? Each function calls that of one pair for every element
/// of a range. Several rays at one mesh go down its tree at once, unless there is a filter.
#include "feeler/batch3.h"

#include "raycast/raycast3_mesh.h"

void flr_batch_distance3(const flr_shape3 *a, const flr_shape3 *b, size_t begin, size_t end,
                         flr_closest3 *results, flr_status *statuses)
{
    for (size_t i = begin; i < end; ++i) statuses[i] = flr_distance3(&a[i], &b[i], &results[i]);
}

void flr_batch_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin, size_t end,
                                      flr_gjk3_cache *caches, flr_gjk3 *results)
{
    flr_gjk3_options options = {.max_distance = (flr_real)INFINITY};
    for (size_t i = begin; i < end; ++i) {
        options.cache = caches ? &caches[i] : NULL;
        results[i] = flr_closest3_convex_convex(&a[i], &b[i], &options);
    }
}

void flr_batch_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin, size_t end,
                                      flr_gjk3_cache *caches, flr_overlap3_convex *results)
{
    for (size_t i = begin; i < end; ++i)
        results[i] = flr_overlap3_convex_convex(&a[i], &b[i], caches ? &caches[i] : NULL);
}

void flr_batch_signed_distance3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin,
                                              size_t end, flr_gjk3 *results)
{
    for (size_t i = begin; i < end; ++i) results[i] = flr_signed_distance3_convex_convex(&a[i], &b[i]);
}

void flr_batch_contact3_convex_convex(const flr_convex3 *a, const flr_convex3 *b, size_t begin, size_t end,
                                      const flr_contact3_options *options, flr_contact3_cache *caches,
                                      flr_manifold3 *results, flr_status *statuses)
{
    flr_contact3_options none = {0, 0, NULL}, own = options ? *options : none;
    for (size_t i = begin; i < end; ++i) {
        own.cache = caches ? &caches[i] : NULL;
        statuses[i] = flr_contact3_convex_convex(&a[i], &b[i], &own, &results[i]);
    }
}

void flr_batch_sweep3_convex_convex(const flr_convex3 *a, const flr_vec3 *motions, const flr_convex3 *b,
                                    size_t begin, size_t end, const flr_sweep3_options *options,
                                    flr_sweep3_result *results)
{
    for (size_t i = begin; i < end; ++i)
        results[i] = flr_sweep3_convex_convex(&a[i], motions[i], &b[i], options);
}

void flr_batch_toi3_convex_convex(const flr_convex3 *a, const flr_path3 *paths_a, const flr_convex3 *b,
                                  const flr_path3 *paths_b, size_t begin, size_t end,
                                  const flr_toi3_options *options, flr_toi3_result *results)
{
    for (size_t i = begin; i < end; ++i)
        results[i] = flr_toi3_convex_convex(&a[i], &paths_a[i], &b[i], &paths_b[i], options);
}

void flr_batch_raycast3_ray_mesh(const flr_raycast3_path *paths, const flr_instance3 *mesh, unsigned options,
                                 size_t begin, size_t end, flr_raycast3_triangle *results)
{
    flr_raycast3_rays_mesh(paths, mesh, options, begin, end, results);
}

void flr_batch_raycast3_ray_mesh_any(const flr_raycast3_path *paths, const flr_instance3 *mesh,
                                     unsigned options, size_t begin, size_t end, bool *results)
{
    flr_raycast3_rays_mesh_any(paths, mesh, options, begin, end, results);
}

void flr_batch_raycast3_ray_mesh_with(const flr_raycast3_path *paths, const flr_instance3 *mesh,
                                      unsigned options, const flr_raycast3_filter *filter, size_t begin,
                                      size_t end, flr_raycast3_triangle *results)
{
    for (size_t i = begin; i < end; ++i)
        results[i] = flr_raycast3_ray_mesh_with(&paths[i], mesh, options, filter);
}

void flr_batch_closest3_point_mesh(const flr_vec3 *points, const flr_instance3 *mesh, flr_real max_distance,
                                   size_t begin, size_t end, flr_closest3_mesh *results)
{
    for (size_t i = begin; i < end; ++i) results[i] = flr_closest3_point_mesh(points[i], mesh, max_distance);
}

void flr_batch_contains3_mesh_point(const flr_instance3 *mesh, const flr_vec3 *points, size_t begin,
                                    size_t end, flr_side *results)
{
    for (size_t i = begin; i < end; ++i) results[i] = flr_contains3_mesh_point(mesh, points[i]);
}

void flr_batch_raycast3(const flr_raycast3_path *paths, bool one_path, const flr_shape3 *shapes,
                        bool one_shape, size_t begin, size_t end, flr_raycast3_result *results,
                        flr_status *statuses)
{
    for (size_t i = begin; i < end; ++i)
        statuses[i] = flr_raycast3(&paths[one_path ? 0 : i], &shapes[one_shape ? 0 : i], &results[i]);
}
