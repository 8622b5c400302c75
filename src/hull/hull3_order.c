/// The order of insertion: rounds of random samples, each some times as large as all before it, every round along
/// a curve that fills space (Amenta, Choi and Rote, "Incremental constructions con BRIO", 2003). The samples
/// keep the surface's triangles few, the curve keeps the walk from one point to the next short.
#include "hull/hull3_build.h"

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

/// Two zero bits between any two of the lower ten.
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

uint32_t hull3_scramble(uint32_t i)
{
    uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
    return (uint32_t)(z >> 32);
}

/// Round 0 is the first; a point is in the last with probability 3/4, in the one before with 3/16 ...
static uint32_t round_of(uint32_t i, uint32_t rounds)
{
    uint32_t r = hull3_scramble(i), round = rounds - 1;
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

/// Numbers the points of a run along the curve in the grid over them alone, and sorts them. False for copies of one point.
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

/// Where many points share a cell, as around an outlier, the curve goes on in a finer grid over that cell.
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

/// Sites from sites[4] on.
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
