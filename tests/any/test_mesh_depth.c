// The depth of two solid meshes is the length of the shortest translation that separates them.
//
// Tetrahedra: by definition, the least overlap of both along the axes that the Minkowski difference has as face normals: those of the
// faces, and the cross products of edges. Balls of many triangles: between the depths of balls inside and around them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "feeler/any3.h"
#include "feeler/interference3.h"
#include "support/tests.h"

typedef struct vec {
    double x, y, z;
} vec;

static vec minus(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
static uint64_t state = 1;

static int whole(int most)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)(state >> 33) % (2 * most + 1) - most;
}

static double volume(const vec v[4])
{
    return dot(cross(minus(v[1], v[0]), minus(v[2], v[0])), minus(v[3], v[0]));
}

static void make_tetrahedron(vec v[4])
{
    do {
        for (int i = 0; i < 4; ++i) v[i] = (vec){whole(4), whole(4), whole(4)};
    } while (volume(v) == 0);
    if (volume(v) > 0) return;
    const vec swap = v[1];
    v[1] = v[2];
    v[2] = swap;
}

/// How far a has to move back along n until it ends where b begins.
static double overlap_along(const vec a[4], const vec b[4], vec n)
{
    double high = -INFINITY, low = INFINITY;
    for (int i = 0; i < 4; ++i) {
        high = fmax(high, dot(a[i], n));
        low = fmin(low, dot(b[i], n));
    }
    return (high - low) / sqrt(dot(n, n));
}

static double true_depth(const vec a[4], const vec b[4])
{
    static const int edge[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    double least = INFINITY;
    for (int i = 0; i < 44; ++i) {
        const vec *v = i < 4 ? a : b;
        vec n;
        if (i < 8) {
            const uint32_t *f = &faces[i % 4 * 3];
            n = cross(minus(v[f[1]], v[f[0]]), minus(v[f[2]], v[f[0]]));
        } else {
            const int *e = edge[(i - 8) / 6], *g = edge[(i - 8) % 6];
            n = cross(minus(a[e[1]], a[e[0]]), minus(b[g[1]], b[g[0]]));
        }
        if (!(dot(n, n) > 0)) continue;
        const double there = overlap_along(a, b, n), back = overlap_along(a, b, (vec){-n.x, -n.y, -n.z});
        least = fmin(least, fmin(there, back));
    }
    return least;
}

static flr_shape3 solid_of(const flr_real *corners, size_t vertex_count, const uint32_t *triangles,
                           size_t triangle_count)
{
    const flr_mesh3_input input = {corners, vertex_count, triangles, triangle_count, -1};
    flr_mesh3 *mesh = NULL;
    flr_shape3 s = {.kind = FLR_SHAPE3_MESH, .solid = true};
    assert_int_equal(flr_mesh3_create(&input, NULL, &mesh), FLR_OK);
    assert_int_equal(flr_instance3_make(mesh, flr_affine3_identity(), &s.as.mesh), FLR_OK);
    return s;
}

static void release(flr_shape3 s) { flr_mesh3_destroy((flr_mesh3 *)s.as.mesh.mesh); }

static flr_shape3 tetrahedron_mesh(const vec v[4])
{
    flr_real corners[12];
    for (int i = 0; i < 4; ++i) {
        corners[3 * i] = (flr_real)v[i].x;
        corners[3 * i + 1] = (flr_real)v[i].y;
        corners[3 * i + 2] = (flr_real)v[i].z;
    }
    return solid_of(corners, 4, faces, 4);
}

static void tetrahedra(void **unused)
{
    (void)unused;
    const double eps = sizeof(flr_real) == sizeof(float) ? 2e-3 : 1e-7;
    int overlapping = 0, exact = 0;
    for (int k = 0; k < 400; ++k) {
        vec a[4], b[4];
        make_tetrahedron(a);
        make_tetrahedron(b);
        if (k == 0) {
            const vec corner[4] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
            for (int i = 0; i < 4; ++i) a[i] = b[i] = corner[i];
        }
        const double depth = true_depth(a, b);
        if (!(depth > 0)) continue;
        const flr_shape3 x = tetrahedron_mesh(a), y = tetrahedron_mesh(b);
        flr_signed_distance3_result r, back;
        assert_int_equal(flr_signed_distance3(&x, &y, &r), FLR_OK);
        assert_int_equal(flr_signed_distance3(&y, &x, &back), FLR_OK);
        assert_true(back.signed_distance == r.signed_distance);
        // never less than the truth, and no shorter way by more than a thousandth is missed
        assert_true(-(double)r.signed_distance > depth - eps);
        assert_true(-(double)r.signed_distance < depth * 1.001 + eps);
        exact += fabs((double)r.signed_distance + depth) < eps;
        overlapping++;
        release(x);
        release(y);
    }
    assert_true(overlapping > 200);
    assert_true(exact >= overlapping * 98 / 100);
}

enum { RINGS = 24, SECTORS = 48 };

/// A ball of radius 1 as a mesh; the ball around the same centre that it holds has the radius that is returned.
static flr_shape3 ball(flr_vec3 center, double *inner)
{
    flr_real corners[3 * ((RINGS - 1) * SECTORS + 2)];
    uint32_t triangles[6 * (RINGS - 1) * SECTORS];
    const double pi = acos(-1);
    size_t n = 0, t = 0;
    for (int i = 1; i < RINGS; ++i)
        for (int k = 0; k < SECTORS; ++k) {
            corners[n++] = center.x + (flr_real)(sin(pi * i / RINGS) * cos(2 * pi * k / SECTORS));
            corners[n++] = center.y + (flr_real)(sin(pi * i / RINGS) * sin(2 * pi * k / SECTORS));
            corners[n++] = center.z + (flr_real)cos(pi * i / RINGS);
        }
    const uint32_t top = (RINGS - 1) * SECTORS, bottom = top + 1;
    for (int k = 0; k < 2; ++k) {
        corners[n++] = center.x;
        corners[n++] = center.y;
        corners[n++] = center.z + (k ? -1 : 1);
    }
    for (uint32_t i = 0; i + 1 < RINGS - 1; ++i)
        for (uint32_t k = 0; k < SECTORS; ++k) {
            const uint32_t next = (k + 1) % SECTORS, a = i * SECTORS + k, b = i * SECTORS + next;
            const uint32_t two[6] = {a, a + SECTORS, b, b, a + SECTORS, b + SECTORS};
            for (int j = 0; j < 6; ++j) triangles[t++] = two[j];
        }
    for (uint32_t k = 0; k < SECTORS; ++k) {
        const uint32_t next = (k + 1) % SECTORS, last = (RINGS - 2) * SECTORS;
        const uint32_t two[6] = {top, k, next, bottom, last + next, last + k};
        for (int j = 0; j < 6; ++j) triangles[t++] = two[j];
    }
    // no point of a facet is farther from its corners than a chord over one step of each angle
    const double step = pi / RINGS + pi / SECTORS;
    *inner = cos(step);
    return solid_of(corners, n / 3, triangles, t / 3);
}

static void balls(void **unused)
{
    (void)unused;
    for (int k = 0; k < 4; ++k) {
        const double apart = 0.25 + 0.5 * k, eps = sizeof(flr_real) == sizeof(float) ? 1e-4 : 1e-6;
        double inner;
        const flr_shape3 a = ball(flr_vec3_make(0, 0, 0), &inner),
                         b = ball(flr_vec3_make((flr_real)(0.6 * apart), 0, (flr_real)(0.8 * apart)), &inner);
        flr_signed_distance3_result r;
        const flr_status status = flr_signed_distance3(&a, &b, &r);
        assert_true(status == FLR_OK || status == FLR_NOT_CONVERGED);
        assert_true(r.lower <= r.signed_distance && r.signed_distance <= r.upper);
        assert_true(-(double)r.lower >
                    2 * inner - apart - eps);             // a shorter translation cannot separate them
        assert_true(-(double)r.upper < 2 - apart + eps);  // this one does for certain
        if (status == FLR_OK) assert_true(-(double)r.signed_distance < 2 - apart + eps);
        release(a);
        release(b);
    }
}

/// A block in the slot of a U: sideways it cannot get out, though each wall alone is thin; up is the way.
static void slot(void **unused)
{
    (void)unused;
    static const double outline[8][2] = {{0, 0}, {9, 0}, {9, 6}, {8, 6}, {8, 1}, {1, 1}, {1, 6}, {0, 6}};
    static const uint32_t cut[6][3] = {{0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}, {0, 5, 6}, {0, 6, 7}};
    flr_real corners[48];
    uint32_t triangles[84];
    size_t t = 0;
    for (int i = 0; i < 16; ++i) {
        corners[3 * i] = (flr_real)outline[i % 8][0];
        corners[3 * i + 1] = (flr_real)outline[i % 8][1];
        corners[3 * i + 2] = i < 8 ? 0 : 20;
    }
    for (int i = 0; i < 6; ++i)
        for (int side = 0; side < 2; ++side)
            for (int j = 0; j < 3; ++j) triangles[t++] = side ? cut[i][j] + 8 : cut[i][2 - j];
    for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t next = (i + 1) % 8;
        const uint32_t two[6] = {i, next, next + 8, i, next + 8, i + 8};
        for (int j = 0; j < 6; ++j) triangles[t++] = two[j];
    }
    const flr_shape3 u = solid_of(corners, 16, triangles, t / 3);
    flr_real block[24];
    for (int i = 0; i < 8; ++i) {
        block[3 * i] = (flr_real)(i & 1 ? 8.5 : 0.5);   // half a unit into each wall
        block[3 * i + 1] = (flr_real)(i & 2 ? 20 : 5);  // one below the rims
        block[3 * i + 2] = (flr_real)(i & 4 ? 15 : 5);
    }
    static const uint32_t sides[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const flr_shape3 b = solid_of(block, 8, sides, 12);
    flr_signed_distance3_result r;
    const flr_status status = flr_signed_distance3(&u, &b, &r);
    assert_true(status == FLR_OK || status == FLR_NOT_CONVERGED);
    assert_true(fabs((double)r.signed_distance + 1) < 1e-3);
    assert_true((double)r.normal.y > 0.999);
    release(u);
    release(b);
}

FEELER_TESTS(cmocka_unit_test(tetrahedra), cmocka_unit_test(balls), cmocka_unit_test(slot))
