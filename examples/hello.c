#include <feeler/feeler.h>
#include <stdio.h>

int main(void)
{
    const flr_shape3 crate = {.kind = FLR_SHAPE3_AABB, .as.aabb = {{0, 0, 0}, {2, 2, 2}}};
    flr_shape3 ball = {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {{5, 1, 1}, 1}};

    flr_closest3 nearest;
    if (flr_distance3(&crate, &ball, &nearest) != FLR_OK) return 1;
    printf("%g apart, the crate's nearest point has x = %g\n", nearest.distance, nearest.point_a.x);

    flr_sweep3_result touch;
    if (flr_sweep3(&ball, (flr_vec3){-8, 0, 0}, &crate, &touch) != FLR_OK) return 1;
    if (touch.hit) printf("rolling by -8 along x it touches after %g of the way\n", touch.t);

    ball.as.sphere.center.x = 2.5;
    flr_manifold3 contact;
    if (flr_contact3(&crate, &ball, NULL, &contact) != FLR_OK) return 1;
    printf("then %d contact, %g deep, normal (%g, %g, %g)\n", contact.count, contact.points[0].depth,
           contact.normal.x, contact.normal.y, contact.normal.z);
}
