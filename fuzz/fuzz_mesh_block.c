#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "feeler/feeler.h"
#include "lattice3.h"
#include "mesh_block.h"

// Any bytes as the block of a mesh, as they are or changes of a real one with the checksum put right: refused with a reason, or a mesh that can be
// asked anything.

static void require(bool condition)
{
    if (!condition) abort();
}

static void ask(const flr_mesh3 *mesh)
{
    flr_shape3 m = {.kind = FLR_SHAPE3_MESH}, ball = {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {{1, 0, 0}, 1}};
    flr_shape3 cube = {.kind = FLR_SHAPE3_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 2}}};
    if (flr_instance3_make(mesh, flr_affine3_identity(), &m.as.mesh) != FLR_OK) return;
    for (int k = 0; k < 3; ++k) {
        const flr_raycast3_path path =
            flr_raycast3_path_make((flr_vec3){-5, k, 0}, (flr_vec3){1, 0, (flr_real)k / 4}, 0, INFINITY);
        (void)flr_raycast3_ray_mesh(&path, &m.as.mesh, k % 2 ? FLR_RAYCAST_SOLID : 0);
        (void)flr_closest3_point_mesh((flr_vec3){k, 1, 2}, &m.as.mesh, INFINITY);
    }
    m.solid = flr_mesh3_get_info(mesh).watertight;
    const flr_shape3 others[] = {ball, cube, m};
    for (int k = 0; k < 3; ++k) {
        flr_closest3 c;
        flr_manifold3 manifold;
        flr_contact3_region regions[4];
        size_t count = 0;
        (void)flr_distance3(&m, &others[k], &c);
        (void)flr_contact3(&m, &others[k], NULL, &manifold);
        (void)flr_contacts3(&m, &others[k], NULL, regions, 4, &count);
    }
}

static void open_and_ask(const unsigned char *block, size_t size)
{
    flr_mesh3 *mesh = NULL;
    const char *wrong = NULL;
    const flr_status status = flr_mesh3_open(block, size, NULL, &wrong, &mesh);
    require((status == FLR_OK) == (mesh != NULL) && (status == FLR_INVALID_SHAPE) == (wrong != NULL));
    if (mesh) ask(mesh);
    flr_mesh3_destroy(mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) return 0;
    byte_source from = {.data = data, .size = size};
    const unsigned how = next_byte(&from);
    const flr_mesh3 *const real = lattice3_mesh(how % 4);
    const size_t whole = how % 8 < 4 ? size - 1 : flr_mesh3_write_size(real);
    unsigned char *const block = malloc(whole ? whole : 1);
    require(block != NULL);
    if (how % 8 < 4) {
        memcpy(block, data + 1, whole);
    } else {
        require(flr_mesh3_write(real, block, whole) == FLR_OK);
        while (from.at + 3 < size) {
            const size_t high = next_byte(&from), low = next_byte(&from);
            block[(high * 256 + low) % whole] ^= (unsigned char)next_byte(&from);
        }
        sign_mesh_block(block, whole);
    }
    open_and_ask(block, whole);
    free(block);
    return 0;
}
