/// What do all meshes share, of triangles or of heights? Their pivot, their release, and their info.

#include <math.h>

#include "mesh/heights3.h"
#include "mesh/mesh3.h"
#include "mesh/near3.h"

void flr_mesh3_find_pivot(flr_mesh3 *m)
{
    const flr_vec3 low = m->info.bounds.min, high = m->info.bounds.max;
    // products with a larger pivot would overflow in twice the precision
    const flr_real most = sizeof(flr_real) == sizeof(float) ? (flr_real)1e36 : (flr_real)1e250;
    m->pivot = near3_far_from(flr_lerp3(low, high, (flr_real)0.5), near3_largest(flr_sub3(high, low)));
    if (!(near3_largest(m->pivot) < most)) m->pivot = flr_vec3_make(0, 0, 0);
    m->reach = near3_more(near3_largest(flr_sub3(low, m->pivot)), near3_largest(flr_sub3(high, m->pivot)));
}

void flr_mesh3_release_from_pivot(flr_mesh3 *m)
{
    if (m->from_pivot)
        flr_release(&m->allocator, m->from_pivot->vertices, 3 * m->info.vertex_count, sizeof *m->vertices);
    flr_release(&m->allocator, m->from_pivot, 1, sizeof *m);
    m->from_pivot = NULL;
}

static void release_arrays(const flr_mesh3 *m)
{
    const flr_allocator *const memory = &m->allocator;
    const size_t triangles = m->info.triangle_count, vertices = m->info.vertex_count;
    flr_release(memory, m->vertices, 3 * vertices, sizeof *m->vertices);
    flr_release(memory, m->corners, 3 * triangles, sizeof *m->corners);
    flr_release(memory, m->rough, 3 * triangles + MESH3_ROUGH_ROOM, sizeof *m->rough);
    flr_release(memory, m->input_of, triangles, sizeof *m->input_of);
    flr_release(memory, m->item_of, triangles, sizeof *m->item_of);
    flr_release(memory, m->beside, 3 * triangles, sizeof *m->beside);
    flr_release(memory, m->weld, vertices, sizeof *m->weld);
    flr_release(memory, m->component_vertex, m->info.component_count, sizeof *m->component_vertex);
    flr_release(memory, m->tree.nodes, m->tree.node_count, sizeof *m->tree.nodes);
}

static void destroy_heights(flr_mesh3 *m)
{
    const flr_allocator memory = m->allocator;
    heights3 *const h = m->heights;
    flr_release(&memory, h->from_pivot, 1, sizeof *m);
    flr_release(&memory, h->cells, heights3_area(h->cell_size), sizeof *h->cells);
    flr_release(&memory, h->tiles, heights3_area(h->tile_size), sizeof *h->tiles);
    flr_release(&memory, h->z, heights3_area(h->size), sizeof *h->z);
    flr_release(&memory, m->component_vertex, m->info.component_count, sizeof *m->component_vertex);
    flr_release(&memory, m->tree.nodes, m->tree.node_count, sizeof *m->tree.nodes);
    flr_release(&memory, h, 1, sizeof *h);
    flr_release(&memory, m, 1, sizeof *m);
}

void flr_mesh3_destroy(flr_mesh3 *m)
{
    if (!m) return;
    if (m->heights) {
        destroy_heights(m);
        return;
    }
    const flr_allocator memory = m->allocator;
    flr_mesh3_release_from_pivot(m);
    if (!m->is_in_block) release_arrays(m);
    flr_release(&memory, m, 1, sizeof *m);
}

flr_mesh3_info flr_mesh3_get_info(const flr_mesh3 *mesh)
{
    return mesh ? mesh->info : (flr_mesh3_info){.triangle_count = 0};
}

flr_triangle3 flr_mesh3_triangle(const flr_mesh3 *mesh, size_t index)
{
    const flr_vec3 none = {(flr_real)NAN, (flr_real)NAN, (flr_real)NAN};
    if (!mesh || index >= mesh->info.triangle_count) return (flr_triangle3){none, none, none};
    const uint32_t item = mesh3_item_of(mesh, (uint32_t)index);
    return mesh3_next(mesh, item) == item ? mesh3_item_triangle(mesh, item)
                                          : (flr_triangle3){none, none, none};
}
