// How far is a point from a plate, and where on the plate is it nearest?
#include <feeler/feeler.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    if (strcmp(flr_version(), FLR_VERSION_STRING) != 0) {
        fprintf(stderr, "headers of %s, library of %s\n", FLR_VERSION_STRING, flr_version());
        return 1;
    }
    const flr_real corners[] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
    flr_mesh3_input input = {corners, 4, triangles, 2, -1};
    flr_mesh3 *plate;
    flr_instance3 placed;
    flr_status status = flr_mesh3_create(&input, NULL, &plate);
    if (!status) status = flr_instance3_make(plate, flr_affine3_identity(), &placed);
    if (status) {
        fprintf(stderr, "%s\n", flr_status_string(status));
        return 1;
    }
    flr_closest3_mesh near = flr_closest3_point_mesh(flr_vec3_make(3, 1, 2), &placed, 10);
    printf("Feeler %s: distance %g at (%g, %g, %g)\n", flr_version(), (double)near.distance,
           (double)near.point_b.x, (double)near.point_b.y, (double)near.point_b.z);
    flr_mesh3_destroy(plate);
    return near.found && near.distance == 2 ? 0 : 1;
}
