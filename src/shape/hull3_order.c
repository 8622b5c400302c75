/// The order of insertion: rounds of random samples, each some times as large as all before it, every round along
/// a curve that fills space (Amenta, Choi and Rote, "Incremental constructions con BRIO", 2003). The samples
/// keep the surface's triangles few, the curve keeps the walk from one point to the next short.
#include "shape/hull3_build.h"

enum { AXIS_BITS = 10, DIGIT_BITS = 11, ROUNDS = 16, SMALL_ROUND = 32 };

void hull3_radix_sort(uint32_t *key, uint32_t *value, uint32_t *spare_key, uint32_t *spare_value,
                      size_t count, int bits)
{
    const uint32_t mask = ((uint32_t)1 << DIGIT_BITS) - 1;
    uint32_t *from_key = key, *from = value, *to_key = spare_key, *to = spare_value;
    for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
        size_t start[1 << DIGIT_BITS] = {0}, sum = 0;
        for (size_t i = 0; i < count; i++) start[from_key[i] >> shift & mask]++;
        for (size_t d = 0; d <= mask; d++) {
            size_t here = start[d];
            start[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++) {
            size_t at = start[from_key[i] >> shift & mask]++;
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

static uint32_t cell(flr_real low, flr_real high, flr_real value)
{
    const double last = (1 << AXIS_BITS) - 1;
    // halves: the extent of huge bounds overflows
    double extent = (double)high * 0.5 - (double)low * 0.5, along = (double)value * 0.5 - (double)low * 0.5;
    double c = extent > 0 ? along / extent * (last + 1) : 0;
    return c > 0 ? c < last ? (uint32_t)c : (uint32_t)last : 0;
}

uint32_t hull3_curve(const flr_aabb3 *bounds, flr_vec3 p)
{
    return spread(cell(bounds->min.x, bounds->max.x, p.x)) |
           spread(cell(bounds->min.y, bounds->max.y, p.y)) << 1 |
           spread(cell(bounds->min.z, bounds->max.z, p.z)) << 2;
}

/// A number that looks random but is the same everywhere.
static uint32_t scramble(uint32_t i)
{
    uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
    return (uint32_t)(z >> 32);
}

/// Round 0 is the first; a point is in the last with probability 3/4, in the one before with 3/16 ...
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

/// Sites from sites[4] on, from the scratch arrays.
static void order(hull3_builder *b, uint32_t *key, uint32_t *value, uint32_t *spare_key,
                  uint32_t *spare_value)
{
    uint32_t rounds = round_count(b->count);
    size_t start[ROUNDS + 1] = {0}, fill[ROUNDS];
    for (size_t i = 0; i < b->count; i++) start[round_of((uint32_t)i, rounds) + 1]++;
    for (uint32_t r = 0; r < rounds; r++) {
        fill[r] = start[r];
        start[r + 1] += start[r];
    }
    for (size_t i = 0; i < b->count; i++) {
        size_t at = fill[round_of((uint32_t)i, rounds)]++;
        key[at] = hull3_curve(&b->bounds, b->points[i]);
        value[at] = (uint32_t)i;
    }
    for (uint32_t r = 0; r < rounds; r++) {
        size_t s = start[r];
        hull3_radix_sort(key + s, value + s, spare_key, spare_value, start[r + 1] - s, 3 * AXIS_BITS);
    }
    for (size_t i = 0; i < b->count; i++) b->sites[4 + i] = (hull3_site){b->points[value[i]], value[i]};
}

bool hull3_order(hull3_builder *b)
{
    const flr_allocator *memory = &b->allocator;
    b->site_count = b->count + 4;
    b->sites = flr_allocate(memory, b->site_count, sizeof *b->sites);
    uint32_t *scratch = flr_allocate(memory, 4 * b->count, sizeof *scratch);
    if (b->sites && scratch) {
        for (int i = 0; i < 4; i++) b->sites[i] = (hull3_site){b->points[b->simplex[i]], b->simplex[i]};
        size_t n = b->count;
        order(b, scratch, scratch + n, scratch + 2 * n, scratch + 3 * n);
    }
    flr_release(memory, scratch, 4 * b->count, sizeof *scratch);
    return b->sites && scratch;
}
