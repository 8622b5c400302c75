// What a body stands on: a box on a floor of triangles has the floor's normal alone, however it is cut into triangles; a ball in a
// valley has one manifold for each slope. Ends with 0 where every answer is the one that the scene was made for.
#include <feeler/feeler.h>
#include <math.h>
#include <stdio.h>

enum { REGIONS_MAX = 8 };

// A floor, and a valley whose slopes rise 3 in 4.
static const flr_real corners[] = {
    0, 0, 0, 4,  0, 0, 4,  4, 0, 0, 4, 0, 1.5f, 2, 0,  // the floor, cut about its fifth corner
    6, 0, 3, 10, 0, 0, 10, 4, 0, 6, 4, 3, 14,   0, 3, 14, 4, 3};
static const uint32_t triangles[] = {0, 1, 4, 1, 2, 4, 2, 3, 4,  3, 0,  4,
                                     5, 6, 7, 5, 7, 8, 6, 9, 10, 6, 10, 7};

// Prints what holds the body up, and returns how many manifolds that are; `deepest` is the largest depth of a point.
static size_t print_contacts(const char *name, const flr_shape3 *body, const flr_shape3 *ground,
                             double *deepest)
{
    flr_contact3_region regions[REGIONS_MAX];
    size_t count;
    *deepest = 0;
    const flr_status status = flr_contacts3(body, ground, NULL, regions, REGIONS_MAX, &count);
    // not converged: usable manifolds, of which the depth is not proved to be the least
    if (status != FLR_OK && status != FLR_NOT_CONVERGED) return 0;
    printf("%s:\n", name);
    for (size_t i = 0; i < count && i < REGIONS_MAX; i++) {
        const flr_manifold3 *m = &regions[i].manifold;
        printf("  normal (%g, %g, %g)\n", (double)m->normal.x, (double)m->normal.y, (double)m->normal.z);
        for (int k = 0; k < m->count; k++) {
            const flr_vec3 p = m->points[k].position;
            *deepest = fmax(*deepest, (double)m->points[k].depth);
            printf("    (%g, %g, %g), %g deep, on triangle %u\n", (double)p.x, (double)p.y, (double)p.z,
                   (double)m->points[k].depth, (unsigned)regions[i].parts_b[k].triangle);
        }
    }
    return count;
}

int main(void)
{
    const flr_mesh3_input input = {corners, 11, triangles, 8, -1};
    flr_mesh3 *mesh;
    if (flr_mesh3_create(&input, NULL, &mesh) != FLR_OK) return 1;
    flr_shape3 ground = {.kind = FLR_SHAPE3_MESH};
    if (flr_instance3_make(mesh, flr_affine3_identity(), &ground.as.mesh) != FLR_OK) return 1;

    // 1/16 deep in the floor, over the edges of all its triangles
    flr_shape3 box = {.kind = FLR_SHAPE3_BOX};
    box.as.box = (flr_box3){{2, 2, 0.4375f}, flr_affine3_identity().linear, {1, 1, 0.5f}};
    // the slopes are 0.8 times its height away
    const flr_shape3 ball = {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {{10, 2, 1.125f}, 1}};
    double box_depth, ball_depth;
    const size_t under_box = print_contacts("a box on a floor", &box, &ground, &box_depth),
                 under_ball = print_contacts("a ball in a valley", &ball, &ground, &ball_depth);
    flr_mesh3_destroy(mesh);
    return under_box == 1 && under_ball == 2 && fabs(box_depth - 0.0625) < 1e-6 &&
                   fabs(ball_depth - 0.1) < 1e-6
               ? 0
               : 1;
}
