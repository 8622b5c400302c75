/// Leaves out points that are inside for certain, where there are many.
///
/// The hull of a small sample is cut from its middle into pyramids over the cells of a cube around it. How far each pyramid may
/// reach and stay inside is found by exact tests at its corners; a point is inside where it lies in its pyramid, which takes a
/// division and a comparison. Clouds that fill a volume so lose nearly all of their points at once.
#include <math.h>

#include "hull/hull3_build.h"

enum {
    FEWEST = 16384,
    SAMPLE = 64,
    LARGEST_SAMPLE = 16384,
    POINTS_A_CELL = 900,
    MOST_SIDE = 48,
    HALVINGS = 10
};

typedef struct filter {
    hull3_builder sample;
    flr_vec3 *points;
    size_t point_count;
    flr_vec3 middle;
    double scale[3];  ///< so that the bounds reach from -1 to 1 or so
    double slack;     ///< covers the rounding of all that is measured in these units
    uint32_t side;    ///< cells along an edge of the cube
    double *reach;    ///< of each corner of a cell, (side + 1)^2 on each of six faces
    double *cell;     ///< of each cell, the least of its corners
} filter;

static size_t corner_count(const filter *f) { return 6 * (size_t)(f->side + 1) * (f->side + 1); }
static size_t cell_count(const filter *f) { return 6 * (size_t)f->side * f->side; }

static bool take_sample(const hull3_builder *b, filter *f)
{
    size_t step = b->count / SAMPLE > LARGEST_SAMPLE ? b->count / LARGEST_SAMPLE : SAMPLE;
    f->point_count = b->count / step;
    f->points = flr_allocate(&b->allocator, f->point_count, sizeof *f->points);
    if (!f->points) return false;
    // one by chance out of every run of points, so that no regular order of the input deceives it
    for (size_t i = 0; i < f->point_count; i++)
        f->points[i] = b->points[i * step + hull3_scramble((uint32_t)i) % step];
    f->sample = (hull3_builder){.allocator = b->allocator, .points = f->points, .count = f->point_count};
    return true;
}

/// The point on the ray through a corner of the cube, at a part t of the way.
static flr_vec3 along(const filter *f, const double d[3], double t)
{
    return flr_vec3_make((flr_real)((double)f->middle.x + t * d[0] / f->scale[0]),
                         (flr_real)((double)f->middle.y + t * d[1] / f->scale[1]),
                         (flr_real)((double)f->middle.z + t * d[2] / f->scale[2]));
}

static bool inside(filter *f, flr_vec3 p) { return hull3_find_seeing(&f->sample, p) == HULL3_NONE; }

/// Corners one beside the other, so that the walks between them are short.
static void find_reaches(filter *f)
{
    const uint32_t n = f->side + 1;
    for (uint32_t face = 0; face < 6; face++)
        for (uint32_t i = 0; i < n * n; i++) {
            const uint32_t row = i / n, column = row & 1 ? n - 1 - i % n : i % n;
            double d[3];
            d[face / 2] = face & 1 ? -1 : 1;
            d[(face / 2 + 1) % 3] = 2 * (double)column / f->side - 1;
            d[(face / 2 + 2) % 3] = 2 * (double)row / f->side - 1;
            double low = 0, high = 1;
            for (int k = 0; k < HALVINGS; k++) {
                double t = (low + high) / 2;
                if (inside(f, along(f, d, t))) {
                    low = t;
                } else {
                    high = t;
                }
            }
            f->reach[(face * n + row) * n + column] = low;
        }
}

static void find_cells(filter *f)
{
    const uint32_t n = f->side + 1;
    for (uint32_t face = 0; face < 6; face++)
        for (uint32_t j = 0; j < f->side; j++)
            for (uint32_t i = 0; i < f->side; i++) {
                const double *r = f->reach + (face * n + j) * n + i;
                f->cell[(face * f->side + j) * f->side + i] =
                    fmin(fmin(r[0], r[1]), fmin(r[n], r[n + 1])) - f->slack;
            }
}

static bool set_frame(filter *f, const hull3_builder *b)
{
    const hull3_builder *s = &f->sample;
    const flr_vec3 low = b->bounds.min, high = b->bounds.max;
    const double a[3] = {(double)low.x, (double)low.y, (double)low.z};
    const double z[3] = {(double)high.x, (double)high.y, (double)high.z};
    // the middle of the four points that span the sample is inside
    double m[3] = {0, 0, 0}, rounding = 0;
    for (int k = 0; k < 4; k++) {
        flr_vec3 p = s->points[s->simplex[k]];
        m[0] += (double)p.x / 4, m[1] += (double)p.y / 4, m[2] += (double)p.z / 4;
    }
    f->middle = flr_vec3_make((flr_real)m[0], (flr_real)m[1], (flr_real)m[2]);
    for (int k = 0; k < 3; k++) {
        f->scale[k] = 1 / (z[k] - a[k]);
        if (!(f->scale[k] > 0x1p-900 && f->scale[k] < 0x1p900)) return false;
        rounding = fmax(rounding, fmax(fabs(a[k]), fabs(z[k])) * f->scale[k]);
    }
    // a corner is rounded once to the precision of a coordinate; a cell is no wider than it is far
    f->slack = 0x1p-30 + 64 * rounding * (sizeof(flr_real) == 8 ? 0x1p-53 : 0x1p-24);
    return f->slack < 0.01 && inside(f, f->middle);
}

/// Is the point inside the sample's hull for certain?
static bool drops(const filter *f, flr_vec3 p)
{
    const double x = ((double)p.x - (double)f->middle.x) * f->scale[0],
                 y = ((double)p.y - (double)f->middle.y) * f->scale[1],
                 z = ((double)p.z - (double)f->middle.z) * f->scale[2];
    double most = x, u = y, v = z;
    uint32_t face = 0;
    if (fabs(y) > fabs(most)) face = 2, most = y, u = z, v = x;
    if (fabs(z) > fabs(most)) face = 4, most = z, u = x, v = y;
    face += most < 0;
    most = fabs(most);
    const double half = (double)f->side / 2, column = (u / most + 1) * half, row = (v / most + 1) * half;
    // the middle itself is nowhere; it is one point, and may stay
    if (!(column >= 0 && row >= 0)) return false;
    const uint32_t last = f->side - 1, i = column < last ? (uint32_t)column : last,
                   j = row < last ? (uint32_t)row : last;
    return most < f->cell[(face * f->side + j) * f->side + i];
}

/// False where memory ran out; `useful` where most points will drop.
static bool prepare(hull3_builder *b, filter *f, bool *useful)
{
    *useful = false;
    if (!take_sample(b, f)) return false;
    (void)hull3_survey(&f->sample);
    if (f->sample.dimension < 3) return true;
    if (!hull3_order(&f->sample) || !hull3_grow(&f->sample)) return false;
    // a closed surface has about twice as many triangles as corners
    if (f->sample.triangle_count > f->point_count || !set_frame(f, b)) return true;
    double side = sqrt((double)b->count / POINTS_A_CELL);
    f->side = side < MOST_SIDE ? (uint32_t)side : MOST_SIDE;
    f->reach = flr_allocate(&b->allocator, corner_count(f), sizeof *f->reach);
    f->cell = flr_allocate(&b->allocator, cell_count(f), sizeof *f->cell);
    if (!f->reach || !f->cell) return false;
    find_reaches(f);
    find_cells(f);
    *useful = true;
    return true;
}

static bool keep_rest(hull3_builder *b, const filter *f)
{
    // into the room of a list that grows, so that the memory is that of what is kept
    for (size_t i = 0; i < b->count; i++) {
        if (drops(f, b->points[i])) continue;
        if (!hull3_list_reserve(&b->allocator, &b->kept, 1)) return false;
        b->kept.item[b->kept.count++] = (uint32_t)i;
    }
    return true;
}

bool hull3_filter(hull3_builder *b)
{
    if (b->count < FEWEST) return true;
    filter f = {.side = 0};
    bool useful, good = prepare(b, &f, &useful) && (!useful || keep_rest(b, &f));
    if (f.reach) flr_release(&b->allocator, f.reach, corner_count(&f), sizeof *f.reach);
    if (f.cell) flr_release(&b->allocator, f.cell, cell_count(&f), sizeof *f.cell);
    if (f.points) {
        hull3_release_builder(&f.sample);
        flr_release(&b->allocator, f.points, f.point_count, sizeof *f.points);
    }
    return good;
}
