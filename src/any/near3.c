/// The triangles of a mesh that are near a shape: a walk down the tree, and a heap of the nearest so far.

#include <math.h>

#include "any/any3.h"
#include "bvh/bvh3_walk.h"
#include "mesh/mesh3_pair.h"

/// The nearest so far are a heap in the caller's array, with the farthest on top.
typedef struct search {
    const flr_shape3 *shape;
    const flr_instance3 *mesh;
    flr_near3_triangle *nearest;
    size_t capacity, count;
    flr_real limit;           // no triangle farther than this is asked for any more
    double units_per_length;  // of the tree's frame
    float limit_squared;
} search;

static bool is_before(const flr_near3_triangle *x, const flr_near3_triangle *y)
{
    return x->distance != y->distance ? x->distance < y->distance : x->triangle < y->triangle;
}

/// Puts `what` into the first `count` places of a heap from place k down.
static void sink(flr_near3_triangle *heap, size_t count, size_t k, flr_near3_triangle what)
{
    for (size_t child; (child = 2 * k + 1) < count; k = child) {
        if (child + 1 < count && is_before(&heap[child], &heap[child + 1])) child++;
        if (!is_before(&what, &heap[child])) break;
        heap[k] = heap[child];
    }
    heap[k] = what;
}

static void rise(flr_near3_triangle *heap, size_t k, flr_near3_triangle what)
{
    for (; k > 0 && is_before(&heap[(k - 1) / 2], &what); k = (k - 1) / 2) heap[k] = heap[(k - 1) / 2];
    heap[k] = what;
}

static void set_limit(search *s, flr_real limit)
{
    const double x = (double)limit * s->units_per_length;
    s->limit = limit;
    s->limit_squared = (float)(x * x * (1 + 1e-6));
}

static void keep(search *s, flr_near3_triangle found)
{
    if (s->count < s->capacity)
        rise(s->nearest, s->count++, found);
    else if (is_before(&found, &s->nearest[0]))
        sink(s->nearest, s->count, 0, found);
    if (s->count == s->capacity) set_limit(s, s->nearest[0].distance);
}

static flr_status try_item(search *s, uint32_t item)
{
    const flr_shape3 t = any3_of_triangle(instance3_item_triangle(s->mesh, item));
    // 0 would be no limit; and what is as far as the limit may be counted as beyond it
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_distance3_options options = {
        .max_distance = s->limit > 0 ? s->limit * (1 + (flr_real)(single ? 0x1p-20 : 0x1p-48))
                                     : (flr_real)(single ? 1e-30 : 1e-300)};
    flr_distance3_result r;
    const flr_status status = flr_distance3_bounds(s->shape, &t, &options, &r);
    if (status != FLR_OK && status != FLR_NOT_CONVERGED) return status;
    if (!r.beyond && r.distance <= s->limit)
        keep(s, (flr_near3_triangle){mesh3_input_of(s->mesh->mesh, item), r.distance, r.point_a, r.point_b});
    return status;
}

/// The bounds of a shape in the frame of the tree, or all of it for one without bounds.
static bvh3_box box_of(const flr_shape3 *shape, const flr_instance3 *mesh)
{
    flr_aabb3 b;
    if (flr_bounds3(shape, &b) != FLR_OK) return (bvh3_box){{0, 0, 0}, {4, 4, 4}};
    flr_vec3 corners[8];
    for (int k = 0; k < 8; k++)
        corners[k] =
            flr_vec3_make(k & 1 ? b.max.x : b.min.x, k & 2 ? b.max.y : b.min.y, k & 4 ? b.max.z : b.min.z);
    return flr_mesh3_box_around(mesh, corners, 8, 0);
}

flr_status flr_near3_shape_mesh(const flr_shape3 *shape, const flr_instance3 *mesh, flr_real max_distance,
                                flr_near3_triangle *nearest, size_t capacity, size_t *count)
{
    if (!count) return FLR_INVALID_ARGUMENT;
    *count = 0;
    if (!mesh || !mesh->mesh || !(max_distance >= 0) || (capacity > 0 && !nearest))
        return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(shape);
    if (status != FLR_OK || capacity == 0) return status;
    search s = {.shape = shape, .mesh = mesh, .nearest = nearest, .capacity = capacity};
    s.units_per_length = (double)mesh->mesh->tree.scale / (double)mesh->min_stretch;
    set_limit(&s, max_distance);
    const bvh3_box box = box_of(shape, mesh);
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bool converged = true;
    bvh3_walk walk;
    bvh3_walk_begin(&walk, &mesh->mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_near(&walk, &box, s.limit_squared)) != BVH3_EMPTY;) {
        const uint32_t first = bvh3_leaf_first(leaf), end = first + bvh3_leaf_count(leaf);
        for (uint32_t item = first; item < end; item++) {
            status = try_item(&s, item);
            if (status == FLR_NOT_CONVERGED)
                converged = false;
            else if (status != FLR_OK)
                return status;
        }
    }
    for (size_t left = s.count; left > 1; left--) {
        const flr_near3_triangle farthest = nearest[0];
        sink(nearest, left - 1, 0, nearest[left - 1]);
        nearest[left - 1] = farthest;
    }
    *count = s.count;
    return converged ? FLR_OK : FLR_NOT_CONVERGED;
}
