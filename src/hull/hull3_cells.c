/// Of each cell of directions, the vertices that can be a support vertex there.
///
/// A vertex is one along d where none of its neighbours lies farther along d. A cell's directions are the sums of
/// its four corners with factors that are not negative, so a neighbour that lies farther along all four lies farther along
/// all of the cell, and rules the vertex out. The vertices that are not ruled out are found from one of them over the edges:
/// the directions that belong to each form convex patches, and the patches of neighbours adjoin.
#include <math.h>

#include "hull/hull3_build.h"

enum { CHECKS_PER_VERTEX = 256 };
/// How much a cell is widened: more than what rounding, in either precision, does to the choice of a direction's cell.
static const double WIDENED = 0x1p-18;

typedef struct cell {
    double corner[4][3];
} cell;

typedef struct cells {
    flr_hull3 *h;
    uint32_t *stamp;   ///< of each vertex, the last cell, plus 1, that asked for it
    hull3_list found;  ///< of all cells, one after another
    size_t
        budget;  ///< neighbours that may still be looked at: an apex over a thousand corners must not cost much
    double slack;  ///< more than rounding does to what is compared
} cells;

/// The direction in column u and row v, -1 to 1, on a face of the cube.
static void set_direction(double d[3], uint32_t face, double u, double v)
{
    uint32_t axis = face >> 1;
    d[axis] = face & 1 ? -1 : 1;
    d[(axis + 1) % 3] = u;
    d[(axis + 2) % 3] = v;
}

static cell make_cell(uint32_t side, uint32_t number, flr_vec3 *middle)
{
    const uint32_t column = number % side, row = number / side % side, face = number / side / side;
    const double size = 2 / (double)side, u = column * size - 1, v = row * size - 1;
    cell c;
    for (int i = 0; i < 4; i++)
        set_direction(c.corner[i], face, i & 1 ? u + size + WIDENED : u - WIDENED,
                      i & 2 ? v + size + WIDENED : v - WIDENED);
    double d[3];
    set_direction(d, face, u + size / 2, v + size / 2);
    *middle = flr_vec3_make((flr_real)d[0], (flr_real)d[1], (flr_real)d[2]);
    return c;
}

static bool rules_out(const cells *s, const cell *c, uint32_t v, uint32_t neighbor)
{
    const flr_hull3 *h = s->h;
    double x = (double)h->x[neighbor] - (double)h->x[v], y = (double)h->y[neighbor] - (double)h->y[v],
           z = (double)h->z[neighbor] - (double)h->z[v];
    for (int i = 0; i < 4; i++)
        if (!(c->corner[i][0] * x + c->corner[i][1] * y + c->corner[i][2] * z > s->slack)) return false;
    return true;
}

/// `from` is a neighbour that does, and so the likeliest to rule v out.
static bool belongs(cells *s, const cell *c, uint32_t v, uint32_t from)
{
    const flr_hull3 *h = s->h;
    if (rules_out(s, c, v, from)) return false;
    const uint32_t first = h->neighbor_first[v], end = h->neighbor_first[v + 1];
    for (uint32_t i = first; i < end; i++) {
        if (s->budget > 0) s->budget--;
        if (rules_out(s, c, v, h->neighbors[i])) return false;
    }
    return true;
}

/// Appends the cell's vertices. False where they are too many to be looked at one by one, or the budget is used up.
static bool find_vertices(cells *s, const cell *c, uint32_t stamp, uint32_t from)
{
    const flr_hull3 *h = s->h;
    uint32_t *item = s->found.item + s->found.count, count = 1;
    item[0] = from;
    s->stamp[from] = stamp;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = h->neighbor_first[item[i]]; k < h->neighbor_first[item[i] + 1]; k++) {
            uint32_t v = h->neighbors[k];
            if (s->stamp[v] == stamp) continue;
            s->stamp[v] = stamp;
            if (!belongs(s, c, v, item[i])) continue;
            if (count == HULL3_SCAN_MOST || s->budget == 0) return false;
            item[count++] = v;
        }
    }
    while (count % HULL3_SCAN_STEP != 0) item[count++] = from;
    s->found.count += count;
    return true;
}

/// From such a vertex a search climbs.
static void leave_one(cells *s, uint32_t v)
{
    for (int i = 0; i < HULL3_SCAN_STEP; i++) s->found.item[s->found.count++] = v;
}

static bool fill_cell(cells *s, uint32_t number, uint32_t *v)
{
    flr_hull3 *h = s->h;
    flr_vec3 middle;
    cell c = make_cell(h->cell_side, number, &middle);
    if (!hull3_list_reserve(&h->allocator, &s->found, HULL3_SCAN_MOST)) return false;
    size_t first = s->found.count;
    *v = hull3_climb(h, *v, middle, &s->budget);
    bool listed = s->budget > 0 && find_vertices(s, &c, number + 1, *v);
    if (!listed) leave_one(s, *v);
    h->cell_first[number] = (uint32_t)first << 1 | !listed;
    return true;
}

/// The coordinates of each cell's vertices side by side.
static void copy_points(flr_hull3 *h, uint32_t number)
{
    const uint32_t first = hull3_cell_first(h, number), count = hull3_cell_first(h, number + 1) - first;
    flr_real *x = h->cell_points + 3 * (size_t)first, *y = x + count, *z = y + count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = h->cell_vertex[first + i];
        x[i] = h->x[v];
        y[i] = h->y[v];
        z[i] = h->z[v];
    }
}

bool hull3_fill_cells(flr_hull3 *h)
{
    const uint32_t count = hull3_cell_count(h);
    const size_t v = h->info.vertex_count;
    cells s = {.h = h, .budget = CHECKS_PER_VERTEX * v};
    s.stamp = flr_allocate(&h->allocator, v, sizeof *s.stamp);
    bool good = s.stamp;
    for (size_t i = 0; i < v; i++) {
        if (good) s.stamp[i] = 0;
        double size = fabs((double)h->x[i]) + fabs((double)h->y[i]) + fabs((double)h->z[i]);
        if (!(size * 0x1p-48 <= s.slack)) s.slack = size * 0x1p-48;
    }
    uint32_t from = 0;
    for (uint32_t i = 0; good && i < count; i++) good = fill_cell(&s, i, &from);
    if (good) {
        h->cell_first[count] = (uint32_t)s.found.count << 1;
        h->cell_room = s.found.count;
        h->cell_vertex = flr_allocate(&h->allocator, h->cell_room, sizeof *h->cell_vertex);
        h->cell_points = flr_allocate(&h->allocator, 3 * h->cell_room, sizeof *h->cell_points);
        good = h->cell_vertex && h->cell_points;
    }
    if (good) {
        memcpy(h->cell_vertex, s.found.item, h->cell_room * sizeof *h->cell_vertex);
        for (uint32_t i = 0; i < count; i++) copy_points(h, i);
    }
    hull3_list_release(&h->allocator, &s.found);
    flr_release(&h->allocator, s.stamp, v, sizeof *s.stamp);
    return good;
}
