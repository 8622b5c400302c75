#include "batch.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "feeler/batch3.h"

// ---- Rays and points at one shape

enum { FEW = 128 };

/// Where answers are written; null ones are left out.
typedef struct ray_answers {
    flr_real *t;  ///< INFINITY without a hit
    flr_real *points, *normals;
    uint32_t *triangles;
} ray_answers;

static void put_vec3(flr_real *to, size_t i, flr_vec3 v)
{
    if (to) memcpy(to + 3 * i, &v, sizeof v);
}

/// A hit of what has no triangles has triangle UINT32_MAX, as a miss.
/// `rays`: origin and direction of each; `options` as of flr_raycast3_ray_mesh. The shape stands where the_call has it.
flr_status EXPORT(feeler_rays3)(handle *h, const flr_real *rays, size_t count, flr_real t_max,
                                unsigned options, flr_real *t, flr_real *points, flr_real *normals,
                                uint32_t *triangles);
flr_status feeler_rays3(handle *h, const flr_real *rays, size_t count, flr_real t_max, unsigned options,
                        flr_real *t, flr_real *points, flr_real *normals, uint32_t *triangles)
{
    flr_raycast3_path paths[FEW];
    flr_raycast3_triangle hits[FEW];
    flr_raycast3_result results[FEW];
    flr_status statuses[FEW];
    const flr_shape3 *s;
    flr_status status = handle_place3(h, 0, call_pose(0), &s);
    const bool mesh = status == FLR_OK && s->kind == FLR_SHAPE3_MESH;
    if (mesh && s->solid) options |= FLR_RAYCAST_SOLID;
    for (size_t first = 0; status == FLR_OK && first < count; first += FEW) {
        const size_t n = count - first < FEW ? count - first : FEW;
        for (size_t i = 0; i < n; ++i) {
            const flr_real *r = rays + 6 * (first + i);
            paths[i] = flr_raycast3_path_make(flr_vec3_make(r[0], r[1], r[2]),
                                              flr_vec3_make(r[3], r[4], r[5]), 0, t_max);
        }
        if (mesh)
            flr_batch_raycast3_ray_mesh(paths, &s->as.mesh, options, 0, n, hits);
        else
            flr_batch_raycast3(paths, false, s, true, 0, n, results, statuses);
        for (size_t i = 0; i < n; ++i) {
            if (!mesh && statuses[i] != FLR_OK) return statuses[i];
            const bool hit = mesh ? hits[i].hit : results[i].hit;
            t[first + i] = !hit ? (flr_real)INFINITY : mesh ? hits[i].t : results[i].t;
            put_vec3(points, first + i, mesh ? hits[i].point : results[i].point);
            put_vec3(normals, first + i, mesh ? hits[i].normal : results[i].normal);
            if (triangles)
                triangles[first + i] = !hit                 ? UINT32_MAX
                                       : mesh               ? hits[i].triangle
                                       : results[i].faceted ? results[i].triangle
                                                            : UINT32_MAX;
        }
    }
    return status;
}

/// The nearest points of a mesh's surface to `count` points; INFINITY where none is within max_distance.
flr_status EXPORT(feeler_nearests3)(handle *h, const flr_vec3 *from, size_t count, flr_real max_distance,
                                    flr_real *distances, flr_real *points, uint32_t *triangles);
flr_status feeler_nearests3(handle *h, const flr_vec3 *from, size_t count, flr_real max_distance,
                            flr_real *distances, flr_real *points, uint32_t *triangles)
{
    flr_closest3_mesh results[FEW];
    const flr_shape3 *s;
    const flr_status status = handle_place3(h, 0, call_pose(0), &s);
    for (size_t first = 0; status == FLR_OK && first < count; first += FEW) {
        const size_t n = count - first < FEW ? count - first : FEW;
        flr_batch_closest3_point_mesh(from + first, &s->as.mesh, max_distance, 0, n, results);
        for (size_t i = 0; i < n; ++i) {
            const flr_closest3_mesh *c = &results[i];
            distances[first + i] = c->found ? c->distance : (flr_real)INFINITY;
            put_vec3(points, first + i, c->point_b);
            if (triangles) triangles[first + i] = c->found ? c->triangle_b : UINT32_MAX;
        }
    }
    return status;
}

/// Of `count` points whether they are in the solid that a mesh encloses: flr_side.
flr_status EXPORT(feeler_sides3)(handle *h, const flr_vec3 *points, size_t count, int32_t *sides);
flr_status feeler_sides3(handle *h, const flr_vec3 *points, size_t count, int32_t *sides)
{
    flr_side results[FEW];
    const flr_shape3 *s;
    const flr_status status = handle_place3(h, 0, call_pose(0), &s);
    for (size_t first = 0; status == FLR_OK && first < count; first += FEW) {
        const size_t n = count - first < FEW ? count - first : FEW;
        flr_batch_contains3_mesh_point(&s->as.mesh, points + first, 0, n, results);
        for (size_t i = 0; i < n; ++i) sides[first + i] = (int32_t)results[i];
    }
    return status;
}

/// Every pair of boxes (min, max of each) within `margin`: where they are, and in the_call.count how many; null where it failed,
/// with the status in the_call.flags. To be released by feeler_release().
flr_index_pair *EXPORT(feeler_box_pairs)(const flr_aabb3 *boxes, size_t count, flr_real margin);
flr_index_pair *feeler_box_pairs(const flr_aabb3 *boxes, size_t count, flr_real margin)
{
    flr_index_pair *pairs = NULL;
    size_t pair_count = 0;
    the_call.flags = (int32_t)flr_pairs3_aabb(boxes, count, margin, NULL, &pairs, &pair_count);
    the_call.count = (int32_t)pair_count;
    return pairs;
}

// ---- A scene

static size_t numbers_of(const scene *s) { return s->dimension == 3 ? POSE_NUMBERS : 3; }

void EXPORT(feeler_scene_free)(scene *s);
void feeler_scene_free(scene *s)
{
    if (!s) return;
    for (size_t i = 0; s->bodies && i < s->count; ++i) handle_free(s->bodies[i]);
    flr_pairs3_release(NULL, s->pairs, s->pair_count);
    free(s->bodies);
    free(s->poses);
    free(s->bounds);
    free(s->touching);
    free(s->normals);
    free(s->points);
    free(s->ids);
    free(s->point_counts);
    free(s);
}

/// All at the origin. Null where memory ran out.
scene *EXPORT(feeler_scene)(int dimension, handle *const *shapes, size_t count);
scene *feeler_scene(int dimension, handle *const *shapes, size_t count)
{
    scene *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->dimension = dimension;
    s->count = count;
    s->bodies = calloc(count + 1, sizeof *s->bodies);
    s->poses = calloc(count * POSE_NUMBERS + 1, sizeof *s->poses);
    s->bounds = calloc(count + 1, sizeof *s->bounds);
    bool good = s->bodies && s->poses && s->bounds;
    for (size_t i = 0; good && i < count; ++i) {
        if (dimension == 3) s->poses[i * POSE_NUMBERS + 3] = 1;
        good = (s->bodies[i] = handle_part(shapes[i], NULL)) != NULL;
    }
    if (good) return s;
    feeler_scene_free(s);
    return NULL;
}

static flr_status place_body(scene *s, size_t i, const flr_shape3 **space, const flr_shape2 **plane)
{
    flr_real pose[POSE_NUMBERS] = {0};
    memcpy(pose, s->poses + i * numbers_of(s), numbers_of(s) * sizeof *pose);
    return s->dimension == 3 ? handle_place3(s->bodies[i], 0, pose, space)
                             : handle_place2(s->bodies[i], 0, pose, plane);
}

static const flr_shape3 *space_of(const scene *s, uint32_t i) { return &s->bodies[i]->seats[0].shape.space; }
static const flr_shape2 *plane_of(const scene *s, uint32_t i) { return &s->bodies[i]->seats[0].shape.plane; }

/// Places the bodies where they have moved, and bounds them; those without an end have all of space.
static flr_status bound_bodies(scene *s)
{
    const flr_aabb3 all = {{-DBL_MAX / 4, -DBL_MAX / 4, -DBL_MAX / 4},
                           {DBL_MAX / 4, DBL_MAX / 4, DBL_MAX / 4}};
    for (size_t i = 0; i < s->count; ++i) {
        const flr_shape3 *space;
        const flr_shape2 *plane;
        flr_aabb2 flat;
        the_call.count = (int32_t)i;  // whose fault it was
        flr_status status = place_body(s, i, &space, &plane);
        if (status != FLR_OK) return status;
        if (s->dimension == 3) {
            status = flr_bounds3(space, &s->bounds[i]);
        } else if ((status = flr_bounds2(plane, &flat)) == FLR_OK) {
            s->bounds[i] = (flr_aabb3){{flat.min.x, flat.min.y, 0}, {flat.max.x, flat.max.y, 0}};
        }
        if (status == FLR_UNBOUNDED)
            s->bounds[i] = all;
        else if (status != FLR_OK)
            return status;
    }
    return FLR_OK;
}

/// Which bodies have bounds within `margin` of one another: scene.pairs.
flr_status EXPORT(feeler_scene_pairs)(scene *s, flr_real margin);
flr_status feeler_scene_pairs(scene *s, flr_real margin)
{
    const flr_status status = bound_bodies(s);
    if (status != FLR_OK) return status;
    flr_pairs3_release(NULL, s->pairs, s->pair_count);
    s->pairs = NULL;
    s->pair_count = 0;
    return flr_pairs3_aabb(s->bounds, s->count, margin, NULL, &s->pairs, &s->pair_count);
}

static bool grow(void *array, size_t size)
{
    void *old = *(void **)array, *more = realloc(old, size);
    if (more) *(void **)array = more;
    return more != NULL;
}

static flr_status make_room(scene *s)
{
    const size_t d = (size_t)s->dimension, most = s->dimension == 3 ? 4 : 2;
    if (s->touching_count < s->room) return FLR_OK;
    const size_t room = 2 * s->room + 64;
    if (!grow(&s->touching, room * sizeof *s->touching) ||
        !grow(&s->normals, room * d * sizeof *s->normals) ||
        !grow(&s->points, room * most * (d + 1) * sizeof *s->points) ||
        !grow(&s->ids, room * most * sizeof *s->ids) ||
        !grow(&s->point_counts, room * sizeof *s->point_counts))
        return FLR_OUT_OF_MEMORY;
    s->room = room;
    return FLR_OK;
}

static void put_space(scene *s, const flr_manifold3 *m)
{
    const size_t at = s->touching_count;
    put_vec3(s->normals, at, m->normal);
    for (int i = 0; i < m->count; ++i) {
        memcpy(s->points + 16 * at + 4 * i, &m->points[i].position, sizeof m->points[i].position);
        s->points[16 * at + 4 * (size_t)i + 3] = m->points[i].depth;
        s->ids[4 * at + (size_t)i] = m->points[i].id;
    }
    s->point_counts[at] = (uint32_t)m->count;
}

static void put_plane(scene *s, const flr_manifold2 *m)
{
    const size_t at = s->touching_count;
    memcpy(s->normals + 2 * at, &m->normal, sizeof m->normal);
    for (int i = 0; i < m->count; ++i) {
        memcpy(s->points + 6 * at + 3 * i, &m->points[i].position, sizeof m->points[i].position);
        s->points[6 * at + 3 * (size_t)i + 2] = m->points[i].depth;
        s->ids[2 * at + (size_t)i] = m->points[i].id;
    }
    s->point_counts[at] = (uint32_t)m->count;
}

/// The manifold of every pair that has one: scene.touching and the arrays beside it.
flr_status EXPORT(feeler_scene_contacts)(scene *s, flr_real margin, flr_real face_bias);
flr_status feeler_scene_contacts(scene *s, flr_real margin, flr_real face_bias)
{
    const flr_contact3_options space = {margin, face_bias, NULL};
    const flr_contact2_options plane = {margin, face_bias, NULL};
    flr_status status = feeler_scene_pairs(s, margin);
    s->touching_count = 0;
    for (size_t i = 0; status == FLR_OK && i < s->pair_count; ++i) {
        const flr_index_pair p = s->pairs[i];
        flr_manifold3 m3 = {.count = 0};
        flr_manifold2 m2 = {.count = 0};
        the_call.count = (int32_t)p.a;
        status = s->dimension == 3 ? flr_contact3(space_of(s, p.a), space_of(s, p.b), &space, &m3)
                                   : flr_contact2(plane_of(s, p.a), plane_of(s, p.b), &plane, &m2);
        if (status == FLR_NOT_CONVERGED) status = FLR_OK;  // a manifold that can be used
        if (status != FLR_OK || m3.count + m2.count == 0) continue;
        if ((status = make_room(s)) != FLR_OK) break;
        s->touching[s->touching_count] = p;
        if (s->dimension == 3)
            put_space(s, &m3);
        else
            put_plane(s, &m2);
        ++s->touching_count;
    }
    return status;
}
