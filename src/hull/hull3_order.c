/// Which points are inserted, and in which order. A filter drops points surely inside; the rest comes in
/// random rounds, each sorted along a space-filling curve (biased randomized insertion order; Amenta, Choi
/// and Rote, 2003).
///
/// The filter makes a hull of a sample. For directions on a cube around its middle it finds by bisection how
/// far that hull reaches, and drops points that are nearer than all corners of their cell.

#include <math.h>

#include "hull/hull3_build.h"
#include "math/eps.h"

// ---- The filter

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
    double slack;     ///< covers the rounding errors of all that is measured in these units
    uint32_t side;    ///< cells along an edge of the cube
    double *reach;    ///< of each corner of a cell, (side + 1)^2 on each of six faces
    double *cell;     ///< of each cell, the least of its corners
} filter;

static size_t corner_count(const filter *f) { return 6 * (size_t)(f->side + 1) * (f->side + 1); }
static size_t cell_count(const filter *f) { return 6 * (size_t)f->side * f->side; }

/// Returns a number that looks random but is the same everywhere.
static uint32_t scramble(uint32_t i)
{
    uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
    return (uint32_t)(z >> 32);
}

/// Takes the sample whose hull is the filter. Returns false if memory ran out.
static bool take_sample(const hull3_builder *b, filter *f)
{
    size_t step = b->count / SAMPLE > LARGEST_SAMPLE ? b->count / LARGEST_SAMPLE : SAMPLE;
    f->point_count = b->count / step;
    f->points = flr_allocate(&b->allocator, f->point_count, sizeof *f->points);
    if (!f->points) return false;
    // one at random out of every run of points, so that no regular order of the input deceives it
    for (size_t i = 0; i < f->point_count; i++)
        f->points[i] = b->points[i * step + scramble((uint32_t)i) % step];
    f->sample = (hull3_builder){.allocator = b->allocator, .points = f->points, .count = f->point_count};
    return true;
}

/// Returns the point on the ray through a corner of the cube, at the parameter t.
static flr_vec3 along(const filter *f, const double d[3], double t)
{
    return flr_vec3_make((flr_real)((double)f->middle.x + t * d[0] / f->scale[0]),
                         (flr_real)((double)f->middle.y + t * d[1] / f->scale[1]),
                         (flr_real)((double)f->middle.z + t * d[2] / f->scale[2]));
}

static bool inside(filter *f, flr_vec3 p) { return hull3_find_seeing(&f->sample, p) == HULL3_NONE; }

/// Goes from a corner to a neighbouring one, so that the walks between them are short.
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

/// Sets how far the hull of the sample reaches at least in each cell, by the cell's corners.
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

/// Sets middle, scale and slack of the filter. Returns false if the input is too flat or too huge for it.
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
    f->slack = 0x1p-30 + 64 * rounding * FLR_HALF_EPS;
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

/// Prepares the filter. Returns false if memory ran out; `useful` is set if most points will drop.
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

/// Lists the points that the filter does not drop. Returns false if memory ran out.
static bool keep_rest(hull3_builder *b, const filter *f)
{
    // appended to a list that grows, so that the memory is that of what is kept
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

// ---- The order

enum { AXIS_BITS = 10, ROUNDS = 16, SMALL_ROUND = 32, SMALL_SORT = 48, CROWD = 16, MOST_PASSES = 120 };

static void insertion_sort(uint32_t *key, uint32_t *value, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t k = key[i], v = value[i];
        size_t at = i;
        for (; at > 0 && key[at - 1] > k; at--) key[at] = key[at - 1], value[at] = value[at - 1];
        key[at] = k;
        value[at] = v;
    }
}

void hull3_radix_sort(uint32_t *key, uint32_t *value, uint32_t *spare_key, uint32_t *spare_value,
                      size_t count, int bits)
{
    if (count <= SMALL_SORT) {
        insertion_sort(key, value, count);
        return;
    }
    enum { MOST_BITS = 11 };
    const int digit = count < 4096 ? 8 : MOST_BITS;
    const uint32_t mask = ((uint32_t)1 << digit) - 1;
    uint32_t *from_key = key, *from = value, *to_key = spare_key, *to = spare_value;
    for (int shift = 0; shift < bits; shift += digit) {
        uint32_t start[1 << MOST_BITS], sum = 0;
        memset(start, 0, ((size_t)mask + 1) * sizeof *start);
        for (size_t i = 0; i < count; i++) start[from_key[i] >> shift & mask]++;
        for (size_t d = 0; d <= mask; d++) {
            uint32_t here = start[d];
            start[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++) {
            uint32_t at = start[from_key[i] >> shift & mask]++;
            to_key[at] = from_key[i];
            to[at] = from[i];
        }
        uint32_t *swap = from_key;
        from_key = to_key, to_key = swap;
        swap = from, from = to, to = swap;
    }
    if (from != value) {
        memcpy(key, from_key, count * sizeof *key);
        memcpy(value, from, count * sizeof *value);
    }
}

/// Returns the lower ten bits with two zero bits between any two.
static uint32_t spread(uint32_t x)
{
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

hull3_grid hull3_grid_make(const flr_aabb3 *bounds)
{
    hull3_grid g = {bounds->min, {0, 0, 0}, flr_is_finite3(flr_sub3(bounds->max, bounds->min)) ? 1 : 0.5};
    const flr_real low[3] = {bounds->min.x, bounds->min.y, bounds->min.z};
    const flr_real high[3] = {bounds->max.x, bounds->max.y, bounds->max.z};
    for (int k = 0; k < 3; k++) {
        double extent = (double)high[k] * g.half - (double)low[k] * g.half;
        double scale = extent > 0 ? (1 << AXIS_BITS) / extent : 0;
        // an extent of a few of the least numbers: one cell for all
        g.scale[k] = isfinite(scale) ? scale : 0;
    }
    return g;
}

static uint32_t cell(const hull3_grid *g, double low, double value, double scale)
{
    double c = (value * g->half - low * g->half) * scale;
    const uint32_t last = (1 << AXIS_BITS) - 1;
    return c < last ? (uint32_t)c : last;
}

uint32_t hull3_curve(const hull3_grid *g, flr_vec3 p)
{
    return spread(cell(g, (double)g->low.x, (double)p.x, g->scale[0])) |
           spread(cell(g, (double)g->low.y, (double)p.y, g->scale[1])) << 1 |
           spread(cell(g, (double)g->low.z, (double)p.z, g->scale[2])) << 2;
}

/// Returns the round of a point: the last with probability 3/4, the one before with 3/16, and so on.
static uint32_t round_of(uint32_t i, uint32_t rounds)
{
    uint32_t r = scramble(i), round = rounds - 1;
    while (round > 0 && (r & 3) == 0) {
        r >>= 2;
        round--;
    }
    return round;
}

static uint32_t round_count(size_t count)
{
    uint32_t rounds = 1;
    while (rounds < ROUNDS && count > SMALL_ROUND) {
        count /= 4;
        rounds++;
    }
    return rounds;
}

/// The scratch of the sort, from the place where a round begins.
typedef struct scratch {
    uint32_t *key, *value, *spare_key, *spare_value;
} scratch;

/// Numbers the points of a run along the curve, in a grid over them alone, and sorts them. Returns false for
/// copies of one point.
static bool sort_run(const hull3_builder *b, const scratch *s, size_t first, size_t count)
{
    flr_aabb3 bounds = {b->points[s->value[first]], b->points[s->value[first]]};
    for (size_t i = first; i < first + count; i++) {
        bounds.min = flr_min3(bounds.min, b->points[s->value[i]]);
        bounds.max = flr_max3(bounds.max, b->points[s->value[i]]);
    }
    hull3_grid g = hull3_grid_make(&bounds);
    if (g.scale[0] == 0 && g.scale[1] == 0 && g.scale[2] == 0) return false;
    for (size_t i = first; i < first + count; i++) s->key[i] = hull3_curve(&g, b->points[s->value[i]]);
    hull3_radix_sort(s->key + first, s->value + first, s->spare_key, s->spare_value, count, 3 * AXIS_BITS);
    return true;
}

/// Sorts a round along the curve. Where many points share a cell, as around an outlier, the curve goes on in
/// a finer grid over that cell.
static void sort_round(const hull3_builder *b, const scratch *s, size_t first, size_t end)
{
    bool crowded = sort_run(b, s, first, end - first);
    for (int pass = 0; pass < MOST_PASSES && crowded; pass++) {
        crowded = false;
        for (size_t i = first; i < end;) {
            size_t run = i + 1;
            while (run < end && s->key[run] == s->key[i]) run++;
            if (run - i > CROWD && sort_run(b, s, i, run - i)) crowded = true;
            i = run;
        }
    }
}

/// Puts the points in order, into the sites from sites[4] on.
static void order(hull3_builder *b, const scratch *s, size_t count)
{
    const uint32_t *kept = b->kept.count ? b->kept.item : NULL;
    uint32_t rounds = round_count(count);
    size_t start[ROUNDS + 1] = {0}, fill[ROUNDS];
    for (size_t i = 0; i < count; i++) start[round_of((uint32_t)i, rounds) + 1]++;
    for (uint32_t r = 0; r < rounds; r++) {
        fill[r] = start[r];
        start[r + 1] += start[r];
    }
    for (size_t i = 0; i < count; i++)
        s->value[fill[round_of((uint32_t)i, rounds)]++] = kept ? kept[i] : (uint32_t)i;
    for (uint32_t r = 0; r < rounds; r++)
        if (start[r] < start[r + 1]) sort_round(b, s, start[r], start[r + 1]);
    for (size_t i = 0; i < count; i++) b->sites[4 + i] = (hull3_site){b->points[s->value[i]], s->value[i]};
}

bool hull3_order(hull3_builder *b)
{
    const flr_allocator *memory = &b->allocator;
    const size_t n = b->kept.count ? b->kept.count : b->count;
    b->site_count = n + 4;
    b->sites = flr_allocate(memory, b->site_count, sizeof *b->sites);
    uint32_t *room = flr_allocate(memory, 4 * n, sizeof *room);
    if (b->sites && room) {
        for (int i = 0; i < 4; i++) b->sites[i] = (hull3_site){b->points[b->simplex[i]], b->simplex[i]};
        const scratch s = {room, room + n, room + 2 * n, room + 3 * n};
        order(b, &s, n);
    }
    flr_release(memory, room, 4 * n, sizeof *room);
    return b->sites && room;
}
