// Two tetrahedra: how far apart, and how deep one is in the other after a move.
#include <feeler/feeler.h>
#include <stdio.h>

int main(void)
{
    const flr_real corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    flr_mesh3_input input = {corners, 4, faces, 4, -1};
    flr_mesh3 *mesh;
    flr_instance3 a, b;
    flr_affine3 pose = flr_affine3_identity();
    if (flr_mesh3_create(&input, NULL, &mesh) || flr_instance3_make(mesh, pose, &a)) return 1;

    for (int step = 0; step < 2; ++step) {
        pose.translation = flr_vec3_make(step ? 0.25 : 3, 0, 0);
        if (flr_instance3_make(mesh, pose, &b)) return 1;
        flr_interference3_settings settings = {.tolerance = 1e-9, .clearance = 5};
        flr_interference3 found;
        if (flr_interference3_mesh_mesh(&a, &b, &settings, &found)) return 1;
        printf("kind %d, distance %g, depth %g\n", (int)found.kind, found.distance, found.depth);
    }
    flr_mesh3_destroy(mesh);
    return 0;
}
