// Sand that falls into a bowl: many points against one solid, thousands of times. The solid becomes a grid of distances once; each grain then asks
// the grid, and moves along the gradient where it is too near. Ends with 0 where the mesh itself says that every grain is where it should be.
#include <feeler/feeler.h>
#include <stdio.h>

enum { GRAINS = 1000, STEPS = 200 };

int main(void)
{
    // a pyramid upside down is cut out of a block: rim, bottom and the tip of the pit
    const flr_real corners[] = {-2, -2, 0,  2, -2, 0, 2, 2,  0, -2, 2, 0, -2, -2,
                                2,  2,  -2, 2, 2,  2, 2, -2, 2, 2,  0, 0, 1};
    const uint32_t triangles[] = {0, 3, 2, 0, 2, 1, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7,
                                  2, 7, 6, 3, 0, 4, 3, 4, 7, 4, 5, 8, 5, 6, 8, 6, 7, 8, 7, 4, 8};
    const flr_mesh3_input input = {corners, 9, triangles, 14, -1};
    flr_mesh3 *mesh;
    flr_instance3 bowl;
    if (flr_mesh3_create(&input, NULL, &mesh) != FLR_OK) return 1;
    if (flr_instance3_make(mesh, flr_affine3_identity(), &bowl) != FLR_OK) return 1;
    const flr_grid3_input around = {.mesh = &bowl, .cells = 64, .margin = 1};
    flr_grid3 *grid;
    if (flr_grid3_create(&around, NULL, NULL, &grid) != FLR_OK) return 1;
    const flr_grid3_info info = flr_grid3_get_info(grid);
    printf("%zu x %zu x %zu distances in %zu bytes, each answer within %.3f\n", info.columns, info.rows,
           info.layers, info.memory, (double)info.error);

    const flr_real radius = (flr_real)0.05;
    int right = 0, low = 0;
    for (int i = 0; i < GRAINS; i++) {
        const int column = i % 40, row = i / 40;
        flr_vec3 p = {(flr_real)(column - 19.5) / 20, (flr_real)(row - 12) / 20, (flr_real)2.5};
        flr_grid3_sample s = {.value = 0};
        for (int step = 0; step < STEPS; step++) {
            p.z -= (flr_real)0.01;
            if (flr_grid3_distance(grid, p, &s) != FLR_OK) return 1;
            if (s.value < radius) p = flr_mul_add3(p, radius - s.value, s.gradient);
        }
        if (flr_grid3_distance(grid, p, &s) != FLR_OK) return 1;
        const flr_real truth = flr_closest3_point_mesh(p, &bowl, 10).distance;
        right += truth <= s.value + s.error && truth >= s.value - s.error &&
                 flr_contains3_mesh_point(&bowl, p) == FLR_OUTSIDE;
        low += p.z < (flr_real)1.3;
    }
    printf("%d of %d grains lie outside of the solid, %d at the bottom of the pit\n", right, GRAINS, low);
    flr_grid3_destroy(grid);
    flr_mesh3_destroy(mesh);
    return right == GRAINS && low > GRAINS / 2 ? 0 : 1;
}
