#include <feeler/feeler.h>
#include <stdio.h>

int main(void)
{
    const flr_real corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};  // a tetrahedron
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const flr_mesh3_input input = {corners, 4, triangles, 4, -1};
    flr_mesh3 *mesh;
    if (flr_mesh3_create(&input, NULL, &mesh) != FLR_OK) return 1;

    flr_affine3 pose = flr_affine3_identity();
    flr_instance3 fixed, moved;
    flr_interference3 found;
    const flr_interference3_options options = {.tolerance = 1e-9, .clearance = 5};
    if (flr_instance3_make(mesh, pose, &fixed) != FLR_OK) return 1;
    for (pose.translation.x = 3; pose.translation.x > 0; pose.translation.x -= 2.75) {
        if (flr_instance3_make(mesh, pose, &moved) != FLR_OK) return 1;
        if (flr_interference3_mesh_mesh(&fixed, &moved, &options, &found) != FLR_OK) return 1;
        printf("moved by %g: distance %g, depth %g\n", pose.translation.x, found.distance, found.depth);
    }
    flr_mesh3_destroy(mesh);
}
