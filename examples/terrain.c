// A landscape for a game: a grid of heights that is never made into triangles, in two tiles. A ray picks a place, a ball lies on the ground and
// at the border of the tiles, a crater is dug and a cave opened. Ends with 0 where every answer is the one that the scene was made for.
#include <feeler/feeler.h>
#include <math.h>
#include <stdio.h>

// Tiles of 64 x 64 cells, with a rim of one cell that belongs to the tile beside it.
enum { CELLS = 64, RIM = 1, SIDE = CELLS + 2 * RIM + 1 };

static bool all_right = true;

static void expect(bool right, const char *what)
{
    if (!right) fprintf(stderr, "not as expected: %s\n", what);
    all_right = all_right && right;
}

// The whole land: flat, but for a roof-shaped ridge along x = 32 that is 4 high.
static flr_real height_at(int column, int row)
{
    const int away = column > 32 ? column - 32 : 32 - column;
    (void)row;
    return (flr_real)(away < 4 ? 4 - away : 0);
}

static flr_mesh3 *make_tile(int first_column)
{
    static flr_real heights[SIDE * SIDE];
    static uint8_t cells[(SIDE - 1) * (SIDE - 1)];
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            heights[row * SIDE + column] = height_at(first_column - RIM + column, row - RIM);
    for (int row = 0; row < SIDE - 1; row++)
        for (int column = 0; column < SIDE - 1; column++) {
            const bool rim = column < RIM || column >= RIM + CELLS || row < RIM || row >= RIM + CELLS;
            cells[row * (SIDE - 1) + column] = rim ? FLR_HEIGHTS_NEIGHBOR : 0;
        }
    const flr_heights3_input input = {.heights = heights,
                                      .cells = cells,
                                      .columns = SIDE,
                                      .rows = SIDE,
                                      .spacing_x = 1,
                                      .spacing_y = 1,
                                      .first_column = first_column - RIM,
                                      .first_row = -RIM,
                                      .diagonal = FLR_DIAGONAL_ALTERNATING};
    flr_mesh3 *mesh = NULL;
    return flr_mesh3_create_heights(&input, NULL, &mesh) == FLR_OK ? mesh : NULL;
}

static flr_shape3 placed(const flr_mesh3 *mesh)
{
    flr_shape3 s = {.kind = FLR_SHAPE3_MESH};
    (void)flr_instance3_make(mesh, flr_affine3_identity(), &s.as.mesh);
    return s;
}

static void pick(const flr_shape3 *land)
{
    const flr_ray3 down = {{40.25f, 20.5f, 100}, {0, 0, -1}};
    const flr_raycast3_path path = flr_raycast3_path_ray(&down);
    flr_raycast3_result hit;
    if (flr_raycast3(&path, land, &hit) != FLR_OK || !hit.hit) return;
    const int cell = (int)hit.triangle / 2;
    printf("the ray meets cell (%d, %d) at a height of %g\n", cell % (SIDE - 1) - RIM,
           cell / (SIDE - 1) - RIM, (double)hit.point.z);
    expect(hit.point.z == 0 && hit.t == 100 && cell % (SIDE - 1) - RIM == 40 && cell / (SIDE - 1) - RIM == 20,
           "the cell below");
}

// A ball that is a little in the ground, rolled over the border of the tiles: it is held from below all the way, and by nothing else.
static void roll(const flr_shape3 *land)
{
    int places = 0;
    for (int i = 0; i <= 64; i++) {
        const flr_shape3 ball = {.kind = FLR_SHAPE3_SPHERE,
                                 .as.sphere = {{(flr_real)(63 + i / 32.0), 10.3125f, 0.46875f}, 0.5f}};
        flr_contact3_region regions[8];
        size_t count;
        const flr_status status = flr_contacts3(&ball, land, NULL, regions, 8, &count);
        // not converged: usable manifolds, of which the depth is not proved to be the least
        if (status != FLR_OK && status != FLR_NOT_CONVERGED) return;
        bool held = count > 0;
        for (size_t k = 0; k < count; k++) held = held && regions[k].manifold.normal.z < -0.999999f;
        places += held;
    }
    printf("the ball is held from below at %d of 65 places\n", places);
    expect(places == 65, "no ghost contact at the border");
}

// Digs a pit of 3 x 3 heights around (20, 20), and opens the cell below (48, 48).
static void dig(flr_mesh3 *tile)
{
    flr_real pit[9];
    for (int i = 0; i < 9; i++) pit[i] = i == 4 ? -2 : -1;
    const uint8_t cave = FLR_HEIGHTS_HOLE;
    expect(flr_mesh3_refit_heights(tile, 19 + RIM, 19 + RIM, 3, 3, pit, NULL) == FLR_OK, "the pit is dug");
    expect(flr_mesh3_refit_heights(tile, 48 + RIM, 48 + RIM, 2, 2, NULL, &cave) == FLR_OK,
           "the cave is opened");
    const flr_shape3 ground = placed(tile);
    const flr_ray3 into = {{20, 20, 10}, {0, 0, -1}}, through = {{48.5f, 48.25f, 10}, {0, 0, -1}};
    const flr_raycast3_path pit_path = flr_raycast3_path_ray(&into),
                            cave_path = flr_raycast3_path_ray(&through);
    flr_raycast3_result hit;
    expect(flr_raycast3(&pit_path, &ground, &hit) == FLR_OK && hit.hit && hit.point.z == -2,
           "the bottom of the pit");
    printf("the pit is %g deep\n", -(double)hit.point.z);
    expect(flr_raycast3(&cave_path, &ground, &hit) == FLR_OK && !hit.hit, "the way into the cave");
}

int main(void)
{
    flr_mesh3 *const west = make_tile(0), *const east = make_tile(CELLS);
    if (!west || !east) return 1;
    const flr_mesh3_info info = flr_mesh3_get_info(west);
    printf("a tile has %zu triangles in %zu bytes\n", info.triangle_count, info.memory);
    const flr_shape3 tiles[2] = {placed(west), placed(east)},
                     land = {.kind = FLR_SHAPE3_COMPOUND, .as.compound = {.shapes = tiles, .count = 2}};
    pick(&tiles[0]);
    roll(&land);
    dig(west);
    flr_mesh3_destroy(west);
    flr_mesh3_destroy(east);
    return all_right ? 0 : 1;
}
