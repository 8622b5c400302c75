// Polygons cut into triangles, by what a triangulation is: on a lattice, where all areas are exact,
// as many triangles as there must be, each turning the way of the polygon, and their areas add up.
// Then no triangle reaches outside or over another.
#include "read/polygon.h"
#include "read_support.h"
#include "support/tests.h"

static uint64_t state = 7;

static uint32_t next_random(uint32_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

static double twice_area(const double *v, size_t i, size_t j, size_t k)
{
    const double *a = v + 3 * i, *b = v + 3 * j, *c = v + 3 * k;
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static void make_fan(uint32_t *triangles, size_t count)
{
    for (uint32_t i = 0; i + 2 < count; i++) {
        triangles[3 * i] = 0;
        triangles[3 * i + 1] = i + 1;
        triangles[3 * i + 2] = i + 2;
    }
}

/// Returns whether the fan was kept. `flat` is the polygon in the plane, `placed` as it is given.
static bool check(const double *flat, const double *placed, size_t count, bool zero_allowed)
{
    uint32_t triangles[3 * 64], fan[3 * 64];
    double whole = 0, sum = 0;
    assert_true(count <= 64);
    for (size_t i = 1; i + 1 < count; i++) whole += twice_area(flat, 0, i, i + 1);
    make_fan(triangles, count);
    make_fan(fan, count);
    polygon_scratch scratch = polygon_scratch_begin(1000000);
    assert_int_equal(polygon_triangulate(placed, triangles, count, &scratch), POLYGON_OK);
    polygon_scratch_release(&scratch);
    bool used[64] = {false};
    for (size_t t = 0; t < count - 2; t++) {
        const uint32_t *v = triangles + 3 * t;
        const double area = twice_area(flat, v[0], v[1], v[2]) * (whole > 0 ? 1 : -1);
        assert_true(area > 0 || (zero_allowed && area == 0));
        sum += area;
        for (int k = 0; k < 3; k++) used[v[k]] = true;
    }
    for (size_t i = 0; i < count; i++) assert_true(used[i]);
    assert_true(sum == fabs(whole));
    return memcmp(triangles, fan, 3 * (count - 2) * sizeof *fan) == 0;
}

/// A polygon that is seen whole from the origin: corners in the order of their angles, at any distance.
static size_t make_star(double *flat, bool clockwise)
{
    static const int steps[][2] = {{5, 0},   {4, 1},  {3, 2},  {2, 3},  {1, 4},   {0, 5},   {-1, 4},
                                   {-2, 3},  {-3, 2}, {-4, 1}, {-5, 0}, {-4, -1}, {-3, -2}, {-2, -3},
                                   {-1, -4}, {0, -5}, {1, -4}, {2, -3}, {3, -2},  {4, -1}};
    size_t count = 0;
    for (size_t i = 0; i < 20; i++) {
        // at most four in a row are left out, so the origin stays inside
        if (i % 5 != 0 && next_random(2) == 0) continue;
        const int r = 1 + (int)next_random(9);
        const double corner[3] = {steps[i][0] * r, steps[i][1] * r, 0};
        memcpy(flat + 3 * count++, corner, sizeof corner);
    }
    for (size_t i = 0; clockwise && i < count / 2; i++) {
        double swapped[3];
        memcpy(swapped, flat + 3 * i, sizeof swapped);
        memcpy(flat + 3 * i, flat + 3 * (count - 1 - i), sizeof swapped);
        memcpy(flat + 3 * (count - 1 - i), swapped, sizeof swapped);
    }
    return count;
}

static void test_random_stars(void **unused)
{
    (void)unused;
    static const int placements[6][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 0, 0, 0, 1, 1, 0, 0},
                                         {0, 0, 1, 1, 0, 0, 0, 1, 0}, {1, 2, 3, -2, 1, 0, 4, 0, 1},
                                         {0, 1, 0, 1, 0, 0, 0, 0, 1}, {3, 1, 0, 1, -2, 5, 0, 1, 1}};
    int kept = 0;
    for (int round = 0; round < 6000; round++) {
        double flat[3 * 64], placed[3 * 64];
        const size_t count = make_star(flat, round % 2 == 1);
        const int *m = placements[round % 6];
        for (size_t i = 0; i < count; i++)
            for (size_t a = 0; a < 3; a++)
                placed[3 * i + a] = m[3 * a] * flat[3 * i] + m[3 * a + 1] * flat[3 * i + 1] + 1000;
        kept += check(flat, placed, count, true);
    }
    assert_true(kept < 6000);
}

static void test_known_polygons(void **unused)
{
    (void)unused;
    const double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    assert_true(check(square, square, 4, false));
    const double dart[] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 3, 1, 0};  // turns right at its last corner
    assert_false(check(dart, dart, 4, false));
    const double arrow[] = {3, 1, 0, 0, 0, 0, 4, 0, 0, 4, 4, 0};  // at its first
    check(arrow, arrow, 4, false);
    const double comb[] = {0, 0, 0, 9, 0, 0, 9, 5, 0, 7, 1, 0, 6, 5, 0, 4, 1, 0, 3, 5, 0, 1, 1, 0, 0, 5, 0};
    check(comb, comb, 9, false);
    const double spiral[] = {0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 9, 0, 0, 3, 0, 5, 3, 0, 5, 6, 0,
                             4, 6, 0, 4, 4, 0, 1, 4, 0, 1, 8, 0, 8, 8, 0, 8, 1, 0, 0, 1, 0};
    check(spiral, spiral, 14, true);
    // out to a hole and back along the same way
    const double keyhole[] = {0, 0, 0, 6, 0, 0, 6, 6, 0, 0, 6, 0, 0, 0, 0,
                              2, 2, 0, 2, 4, 0, 4, 4, 0, 4, 2, 0, 2, 2, 0};
    for (size_t first = 0; first < 10; first++) {
        double turned[3 * 10];
        for (size_t i = 0; i < 30; i++) turned[i] = keyhole[(i + 3 * first) % 30];
        check(turned, turned, 10, true);
    }
}

/// What has no sound triangulation still gets one triangle for each edge but two, on its corners.
static void test_degenerate_polygons(void **unused)
{
    (void)unused;
    const double bowtie[] = {0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0};
    const double line[] = {0, 0, 0, 1, 0, 0, 3, 0, 0, 2, 0, 0, 1, 0, 0};
    const double huge[] = {1.7e308, -1.7e308, 1.7e308, -1.7e308, 1.7e308, 0,
                           1e308,   1e308,    -1e308,  0,        0,       -1.7e308};
    const double *const polygons[] = {bowtie, line, huge};
    const size_t counts[] = {4, 5, 4};
    for (size_t p = 0; p < 3; p++) {
        uint32_t triangles[9];
        int edges[5][5] = {{0}};
        make_fan(triangles, counts[p]);
        polygon_scratch scratch = polygon_scratch_begin(1000000);
        assert_int_equal(polygon_triangulate(polygons[p], triangles, counts[p], &scratch), POLYGON_OK);
        polygon_scratch_release(&scratch);
        for (size_t t = 0; t + 2 < counts[p]; t++)
            for (size_t k = 0; k < 3; k++) edges[triangles[3 * t + k]][triangles[3 * t + (k + 1) % 3]]++;
        // inner edges run both ways, outer ones only the way of the polygon
        for (size_t i = 0; i < counts[p]; i++)
            for (size_t k = 0; k < counts[p]; k++)
                assert_int_equal(edges[i][k] - edges[k][i],
                                 (k == (i + 1) % counts[p]) - (i == (k + 1) % counts[p]));
    }
}

/// Teeth of growing length: `count` corners, even, on a lattice.
static void make_comb(double *vertices, size_t count)
{
    const size_t half = count / 2;
    for (size_t i = 0; i < half; i++) {
        const double base[3] = {(double)i, 0, 0};
        const double tooth[3] = {(double)(half - 1 - i), (double)(2 + (i % 2) * (1 + i)), 0};
        memcpy(vertices + 3 * i, base, sizeof base);
        memcpy(vertices + 3 * (half + i), tooth, sizeof tooth);
    }
}

/// Many corners, with work enough and with too little; a convex polygon needs none.
static void test_many_corners(void **unused)
{
    (void)unused;
    enum { COUNT = 4000 };
    static double vertices[3 * COUNT];
    static uint32_t triangles[3 * COUNT];
    static const uint64_t works[] = {100000000, 1000, 0};
    for (size_t w = 0; w < 3; w++) {
        make_comb(vertices, COUNT);
        make_fan(triangles, COUNT);
        double whole = 0, sum = 0;
        for (size_t i = 1; i + 1 < COUNT; i++) whole += twice_area(vertices, 0, i, i + 1);
        polygon_scratch scratch = polygon_scratch_begin(works[w]);
        const polygon_status status = polygon_triangulate(vertices, triangles, COUNT, &scratch);
        assert_int_equal(status, w == 0 ? POLYGON_OK : POLYGON_TOO_MUCH_WORK);
        if (w == 0) {
            for (size_t t = 0; t < COUNT - 2; t++)
                sum +=
                    fabs(twice_area(vertices, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]));
            assert_true(sum == fabs(whole));
            // what one polygon took is gone for the next
            assert_true(scratch.work < works[w]);
        }
        for (size_t i = 0; i < COUNT; i++) {
            vertices[3 * i] = (double)i;  // on a parabola
            vertices[3 * i + 1] = (double)i * (double)i;
        }
        make_fan(triangles, COUNT);
        assert_int_equal(polygon_triangulate(vertices, triangles, COUNT, &scratch), POLYGON_OK);
        polygon_scratch_release(&scratch);
    }
}

/// Shapes that took time by the square of their corners: they need some n log n looks, whatever the machine.
static void test_work_is_near_linear(void **unused)
{
    (void)unused;
    enum { MOST = 64000 };
    static double vertices[3 * MOST];
    static uint32_t triangles[3 * MOST];
    for (int shape = 0; shape < 3; shape++) {
        uint64_t took[2];
        for (int large = 0; large < 2; large++) {
            const size_t count = large ? MOST : MOST / 16;
            for (size_t i = 0; i < count; i++) {
                const double n = (double)count, x = (double)i;
                double *v = vertices + 3 * i;
                v[0] = x, v[1] = i % 2 ? 0 : n, v[2] = 0;  // a comb, closed far below
                if (i + 2 >= count) v[1] = -n, v[0] = i + 1 == count ? -1 : n;
                if (shape == 1 && i >= count / 2) v[0] = n - 1 - x, v[1] += 1.5 * n;  // teeth between teeth
                if (shape == 2) v[0] = next_random(1000000), v[1] = next_random(1000000);
            }
            make_fan(triangles, count);
            polygon_scratch scratch = polygon_scratch_begin(UINT64_C(1) << 40);
            assert_int_equal(polygon_triangulate(vertices, triangles, count, &scratch), POLYGON_OK);
            took[large] = (UINT64_C(1) << 40) - scratch.work;
            polygon_scratch_release(&scratch);
        }
        // 16 times the corners: 256 times the looks would be the square of it, 32 leave room for the logarithm
        assert_true(took[1] < 32 * took[0]);
        assert_true(took[1] > MOST);
    }
}

/// The work that is allowed goes with the limits, and the error says what is the matter.
static void test_too_tangled(void **unused)
{
    (void)unused;
    enum { SIDE = 1000, COUNT = 4 * SIDE };
    static char text[200000];
    size_t used = 0;
    // as seen from the origin along the rim of a square, at any distance: long thin spikes
    for (int i = 0; i < COUNT; i++) {
        const int along = i % SIDE - SIDE / 2, r = 1 + (int)next_random(1000);
        const int rim[4][2] = {
            {along, -SIDE / 2}, {SIDE / 2, along}, {-along, SIDE / 2}, {-SIDE / 2, -along}};
        used += (size_t)snprintf(text + used, sizeof text - used, "v %d %d 0\n", r * rim[i / SIDE][0],
                                 r * rim[i / SIDE][1]);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "f");
    for (int i = 1; i <= COUNT; i++) used += (size_t)snprintf(text + used, sizeof text - used, " %d", i);
    reading r = read_bytes("a.obj", text, used);
    assert_int_equal(only_mesh(&r)->triangle_count, COUNT - 2);
    model_free(&r.model);
    read_limits limits = read_limits_default();
    limits.elements = COUNT;
    r = read_bytes_limited("a.obj", text, used, limits);
    assert_string_equal(r.error.message,
                        "a.obj: its polygons are too tangled to be cut into triangles; stopped at one "
                        "of 4000 corners");
    model_free(&r.model);
}

FEELER_TESTS(cmocka_unit_test(test_random_stars), cmocka_unit_test(test_known_polygons),
             cmocka_unit_test(test_degenerate_polygons), cmocka_unit_test(test_many_corners),
             cmocka_unit_test(test_work_is_near_linear), cmocka_unit_test(test_too_tangled))
