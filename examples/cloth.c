// A cloth for an animation: its right half is turned over and falls through the left one. Where will it meet itself, and when is it pricked by a
// needle that rises from below? Ends with 0 where every answer is the one that the scene was made for.
#include <feeler/feeler.h>
#include <math.h>
#include <stdio.h>

enum { CELLS = 16, SIDE = CELLS + 1, TRIANGLES = 2 * CELLS * CELLS };

static flr_real start[SIDE * SIDE][3], end[SIDE * SIDE][3];
static uint32_t triangles[TRIANGLES][3];

// The right half lies one above the left, a little shifted, and falls to one below.
static void weave(void)
{
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE, over = x > CELLS / 2;
        const flr_real place[2] = {(flr_real)(over ? CELLS - x + 0.25 : x), (flr_real)(over ? y + 0.125 : y)};
        for (int k = 0; k < 2; k++) start[i][k] = end[i][k] = place[k];
        start[i][2] = (flr_real)over;
        end[i][2] = (flr_real)-over;
    }
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const uint32_t cell = i / 2, a = cell / CELLS * SIDE + cell % CELLS, c = a + SIDE + 1;
        triangles[i][0] = a;
        triangles[i][1] = i % 2 ? c : a + 1;
        triangles[i][2] = i % 2 ? c - 1 : c;
    }
}

static bool count(void *user, const flr_vertex_toi3_meeting *meeting)
{
    ((long *)user)[meeting->features == FLR_TOI3_EDGE_EDGE]++;
    return true;
}

int main(void)
{
    // its tip rises by 4 as the upper half falls by 2 from 4 above it: they meet at 4 / 6
    const flr_real tip[9] = {4, 4, -3, 5, 4, -3.5f, 4, 5, -3.5f},
                   risen[9] = {4, 4, 1, 5, 4, 0.5f, 4, 5, 0.5f};
    const uint32_t corners[3] = {0, 1, 2};
    weave();
    const flr_mesh3_input of_cloth = {start[0], SIDE * SIDE, triangles[0], TRIANGLES, 0},
                          of_needle = {tip, 3, corners, 1, 0};
    flr_mesh3 *cloth = NULL, *needle = NULL;
    if (flr_mesh3_create(&of_cloth, NULL, &cloth) != FLR_OK) return 1;
    if (flr_mesh3_create(&of_needle, NULL, &needle) != FLR_OK) return 1;
    long n[2] = {0, 0};
    flr_vertex_toi3_meeting own, met;
    if (flr_vertex_toi3_mesh_self_all(cloth, end[0], NULL, NULL, count, n) != FLR_OK) return 1;
    if (flr_vertex_toi3_mesh_self_first(cloth, end[0], NULL, NULL, &own) != FLR_OK) return 1;
    if (flr_vertex_toi3_mesh_mesh_first(cloth, end[0], needle, risen, NULL, NULL, &met) != FLR_OK) return 1;
    printf("itself: %ld vertices and faces, %ld edges, first at t = %.3f\n", n[0], n[1], (double)own.toi.t);
    printf("the needle: triangle %u at t = %.3f\n", (unsigned)met.toi.triangle_a, (double)met.toi.t);
    flr_mesh3_destroy(cloth);
    flr_mesh3_destroy(needle);
    const double late = fabs((double)own.toi.t - 0.5) + fabs((double)met.toi.t - 2.0 / 3);
    return n[0] > 0 && n[1] > 0 && late < 1e-5 ? 0 : 1;
}
