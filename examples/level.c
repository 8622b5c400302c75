// What a game asks of its level: a ray picks a thing, a bullet flies until it meets one, a sphere asks what is near, and what is nearest.
// The list of a thousand shapes is made once. Ends with 0 where every answer is the one that the scene was made for.
#include <feeler/feeler.h>
#include <math.h>
#include <stdio.h>

enum { SIDE = 40, HOUSES = 600, LEVEL = 1000 };
enum { GROUND = 1, HOUSE = 2, TREE = 4, GLASS = 8 };  // bits of a mask

static bool all_right = true;

static void expect(bool right, const char *what)
{
    if (!right) fprintf(stderr, "not as expected: %s\n", what);
    all_right = all_right && right;
}

// Shape 0 is the ground; the rest stands on a grid of places 4 apart: houses, trees of a capsule, and panes of glass before some of them.
static void build(flr_shape3 *shapes, uint32_t *masks)
{
    shapes[0] = (flr_shape3){.kind = FLR_SHAPE3_HALFSPACE, .as.halfspace = {{0, 0, 1}, 0}};
    masks[0] = GROUND;
    for (int i = 1; i < LEVEL; i++) {
        const flr_real x = (flr_real)(i % SIDE * 4), y = (flr_real)(i / SIDE * 4);
        flr_shape3 *s = &shapes[i];
        if (i % 16 == 5) {
            *s = (flr_shape3){.kind = FLR_SHAPE3_AABB, .as.aabb = {{x, y - 1, 0}, {x + 0.0625f, y + 1, 2}}};
            masks[i] = GLASS;
        } else if (i < HOUSES) {
            const flr_real height = (flr_real)(2 + i % 3);
            *s =
                (flr_shape3){.kind = FLR_SHAPE3_AABB, .as.aabb = {{x - 1, y - 1, 0}, {x + 1, y + 1, height}}};
            masks[i] = HOUSE;
        } else {
            *s = (flr_shape3){.kind = FLR_SHAPE3_CAPSULE, .as.capsule = {{x, y, 1}, {x, y, 3}, 1}};
            masks[i] = TREE;
        }
    }
}

// A ray along the second row, at the height of a man: shapes 41 to 79 stand there, 53 is the first pane.
static void pick(const flr_list3 *list, const uint32_t *masks)
{
    const flr_ray3 look = {{-2, 4, 1.5f}, {1, 0, 0}};
    const flr_raycast3_path path = flr_raycast3_path_ray(&look);
    const flr_list_filter glass = {.masks = masks, .mask = GLASS};
    flr_raycast3_result hit;
    uint32_t shape;
    bool seen;
    if (flr_raycast3_list(&path, list, NULL, &shape, &hit) != FLR_OK || !hit.hit) return;
    printf("the ray picks shape %u, %g away\n", (unsigned)shape, (double)hit.t);
    expect(shape == 40 && hit.t == 1, "the first house of the row");
    expect(flr_raycast3_list(&path, list, &glass, &shape, &hit) == FLR_OK && shape == 53, "the first pane");
    const flr_ray3 up = {{2, 2, 1.5f}, {0, 0, 1}};
    const flr_raycast3_path sky = flr_raycast3_path_ray(&up);
    expect(flr_raycast3_list_any(&sky, list, NULL, &seen) == FLR_OK && !seen, "nothing between man and sky");
}

// Who shoots is not hit: a callback leaves him out.
static bool is_another(void *user, uint32_t shape) { return shape != *(const uint32_t *)user; }

static void shoot(const flr_list3 *list)
{
    uint32_t shooter = 42, shape;
    const flr_list_filter others = {.accept = is_another, .user = &shooter};
    const flr_shape3 bullet = {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {{8, 4, 1}, 0.125f}};
    flr_sweep3_result hit;
    if (flr_sweep3_list(&bullet, (flr_vec3){64, 0, 0}, list, NULL, &others, &shape, &hit) != FLR_OK) return;
    printf("the bullet meets shape %u after %g of its way\n", (unsigned)shape, (double)hit.t);
    expect(hit.hit && shape == 43 && hit.t == (flr_real)2.875 / 64, "the neighbour's wall");
}

static bool count(void *user, uint32_t shape)
{
    (void)shape;
    ++*(size_t *)user;
    return true;
}

static void look_around(const flr_list3 *list, const uint32_t *masks)
{
    const flr_list_filter things = {.masks = masks, .mask = HOUSE | TREE | GLASS};
    const flr_shape3 around = {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {{82, 22, 1}, 3}},
                     man = {.kind = FLR_SHAPE3_CAPSULE,
                            .as.capsule = {{82, 21.75f, 0.5f}, {82, 21.75f, 1.5f}, 0.5f}};
    flr_distance3_result nearest;
    size_t near = 0;
    uint32_t shape;
    if (flr_overlap3_list_all(&around, list, &things, count, &near) != FLR_OK) return;
    if (flr_nearest3_list(&man, list, 0, &things, &shape, &nearest) != FLR_OK) return;
    printf("%zu things are near, shape %u is nearest, %g away\n", near, (unsigned)shape,
           (double)nearest.distance);
    expect(near == 4, "the four houses around a crossing");
    // houses reach to x 81 and from 83, to y 21 and from 23: the corners (81, 21) and (83, 21) are 1.25 from the man's axis
    expect(shape == 220 && fabs((double)nearest.distance - 0.75) < 1e-6, "the first house at the crossing");
}

int main(void)
{
    static flr_shape3 shapes[LEVEL];
    static uint32_t masks[LEVEL];
    flr_list3 *list;
    build(shapes, masks);
    if (flr_list3_create(shapes, LEVEL, NULL, &list) != FLR_OK) return 1;
    pick(list, masks);
    shoot(list);
    look_around(list, masks);
    flr_list3_destroy(list);
    return all_right ? 0 : 1;
}
