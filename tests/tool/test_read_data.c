// Real files against counts, bounds and areas that an independent reader of a few lines (another
// language, another number parser) found in them.
#include <sys/stat.h>

#include "read_support.h"
#include "support/tests.h"

typedef struct expectation {
    const char *path;
    size_t meshes, parts;
    size_t vertices, triangles;   ///< of all meshes, used vertices only
    double min[3], max[3], area;  ///< of all parts in the world
} expectation;

static const expectation files[] = {
    {"scans/stanford-bunny.obj",
     1,
     1,
     34834,
     69451,
     {-0.09469, 0.032987, -0.061874},
     {0.061009, 0.187321, 0.0588},
     0.0571287860609},
    {"scans/armadillo.obj",
     1,
     1,
     14587,
     29170,
     {-0.434446, -0.571575, -0.374793},
     {0.403139, 0.426281, 0.377968},
     1.60569199821},
    {"scans/spot.obj",
     1,
     1,
     11533,
     23062,
     {-0.463426, -0.730229, -0.699571},
     {0.464191, 1.01738, 1.0776},
     5.57696747627},
    {"scans/mountain.obj",
     1,
     1,
     25600,
     50562,
     {-15.557159, 7.055981, -14.420237},
     {17.430641, 24.912098, 18.56213},
     1502.94838734},
    {"fcl/env.obj", 1, 1, 6540, 2180, {-3004.5, -3004.5, -14.5}, {2987.5, 3004.5, 2987.5}, 201427833.602},
    {"fcl/rob.obj", 1, 1, 648, 216, {-500, -605, -425}, {500, 605, 425}, 5926624.49596},
    {"pairs/Generic_Twin_7081_left.obj",
     1,
     1,
     9874,
     19704,
     {-23917.6562, 1854.96204, 4389.12012},
     {-15667.9902, 16577.5645, 6234.17578},
     176607.542672},
    {"pairs/Generic_Twin_7081_right.obj",
     1,
     1,
     5830,
     11656,
     {-23917.4434, 8271.55957, 5389.39697},
     {-19535.1738, 16576.8789, 6234.07471},
     74058.6010599},
    {"pairs/ballA.off",
     1,
     1,
     1900,
     3796,
     {-10.9128, -6.91992, -6.92778},
     {2.9146, 6.92261, 6.92651},
     605.909413289},
    {"pairs/ballB.off",
     1,
     1,
     1900,
     3796,
     {-2.91279, -6.91992, -6.92778},
     {10.9146, 6.92261, 6.92651},
     605.909396165},
    {"scans/dragon_vrip_res4.ply",
     1,
     1,
     5203,
     11102,
     {-0.107585, 0.0528441, -0.049836},
     {0.0952357, 0.196343, 0.0408262},
     0.0715585338088},
    {"scans/dragon_vrip_res2.ply",
     1,
     1,
     100207,
     202520,
     {-0.108188, 0.0527392, -0.0503454},
     {0.0964062, 0.197139, 0.0411367},
     0.0725762757096},
    {"scans/utah_teapot.stl",
     1,
     1,
     4719,
     9438,
     {-8.1638898849487305, -5.3697605133056641, 2.2351741790771484e-08},
     {9.4123668670654297, 5.5572776794433594, 8.5715274810791016},
     388.606259439},
    {"robots/panda/meshes/collision/link0.stl",
     1,
     1,
     102,
     200,
     {-0.15407869219779968, -0.094613745808601379, -3.249277506256476e-05},
     {0.07156699150800705, 0.094670437276363373, 0.14000283181667328},
     0.120425941924},
    {"robots/ur5/meshes/ur5/collision/upperarm.stl",
     1,
     1,
     598,
     1176,
     {-0.059892438352108002, -0.065199986100196838, -0.059746138751506805},
     {0.059479936957359314, 0.068597331643104553, 0.48489883542060852},
     0.309081632912},
    {"assemblies/2CylinderEngine.glb",
     29,
     67,
     55843,
     75730,
     {-371.69226291276209, -180.9715576171875, -139.99999295006569},
     {371.69216918961064, 92.041561689044158, 127.99999618810878},
     2663488.59045},
    {"assemblies/cycloidal.glb",
     13,
     72,
     40993,
     61442,
     {-53.886052804527282, -53.872874241793632, -28.275324051879881},
     {53.813895462854866, 53.859807529457093, 3.65},
     111953.314988},
    {"assemblies/box_sides.glb",
     10,
     10,
     1400,
     2844,
     {-18.446369171142578, 46.718433380126953, 112.56541442871094},
     {165.70362854003906, 161.0184326171875, 207.81541442871094},
     189535.042236}};

static void place(const double *transform, const double *vertex, double *world)
{
    for (size_t i = 0; i < 3; i++) {
        const double *row = transform + 4 * i;
        world[i] = row[0] * vertex[0] + row[1] * vertex[1] + row[2] * vertex[2] + row[3];
    }
}

static double triangle_area(const double *a, const double *b, const double *c)
{
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
                 v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    return sqrt(pow(u[1] * v[2] - u[2] * v[1], 2) + pow(u[2] * v[0] - u[0] * v[2], 2) +
                pow(u[0] * v[1] - u[1] * v[0], 2)) /
           2;
}

static void check(const expectation *e, const model *m)
{
    double min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY}, area = 0,
           size = 0;
    size_t vertices = 0, triangles = 0;
    for (size_t i = 0; i < m->mesh_count; i++) {
        vertices += m->meshes[i].vertex_count;
        triangles += m->meshes[i].triangle_count;
    }
    for (size_t p = 0; p < m->part_count; p++) {
        const model_mesh *mesh = &m->meshes[m->parts[p].mesh];
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            double corners[3][3];
            for (size_t k = 0; k < 3; k++) {
                place(m->parts[p].transform, mesh->vertices + 3 * (size_t)mesh->triangles[3 * t + k],
                      corners[k]);
                for (size_t a = 0; a < 3; a++) {
                    min[a] = fmin(min[a], corners[k][a]);
                    max[a] = fmax(max[a], corners[k][a]);
                }
            }
            area += triangle_area(corners[0], corners[1], corners[2]);
        }
    }
    assert_int_equal(m->mesh_count, e->meshes);
    assert_int_equal(m->part_count, e->parts);
    assert_int_equal(vertices, e->vertices);
    assert_int_equal(triangles, e->triangles);
    for (size_t a = 0; a < 3; a++) size = fmax(size, e->max[a] - e->min[a]);
    // in the order of other sums, products round otherwise; one part alone is not moved at all
    const double tolerance = e->parts == 1 ? 0 : 1e-13 * size;
    for (size_t a = 0; a < 3; a++) {
        assert_true(fabs(min[a] - e->min[a]) <= tolerance);
        assert_true(fabs(max[a] - e->max[a]) <= tolerance);
    }
    assert_true(fabs(area - e->area) <= 1e-9 * e->area);
}

static void test_real_files(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[1024];
        struct stat status;
        snprintf(path, sizeof path, FEELER_SHARED_DATA "/%s", files[i].path);
        if (stat(path, &status) != 0) {
            printf("note: %s is not there, it is not read\n", files[i].path);
            continue;
        }
        model m = {0};
        tool_error error = {{0}};
        const read_limits limits = read_limits_default();
        if (!model_read_file(&m, path, &limits, &error)) fail_msg("%s", error.message);
        check(&files[i], &m);
        model_free(&m);
    }
}

/// All at once, in two orders: every part has a name and a path of its own, the same both times.
static void test_names_do_not_depend_on_order(void **unused)
{
    (void)unused;
    static const char *const names[] = {"assemblies/2CylinderEngine.glb", "assemblies/cycloidal.glb",
                                        "robots/ur5/meshes/ur5/collision/base.stl",
                                        "assemblies/cycloidal.glb"};
    model m[2] = {{0}, {0}};
    tool_error error = {{0}};
    const read_limits limits = read_limits_default();
    for (size_t i = 0; i < 4; i++) {
        for (size_t k = 0; k < 2; k++) {
            char path[1024];
            snprintf(path, sizeof path, FEELER_SHARED_DATA "/%s", names[k == 0 ? i : 3 - i]);
            if (!model_read_file(&m[k], path, &limits, &error)) {
                printf("note: %s\n", error.message);
                model_free(&m[0]);
                model_free(&m[1]);
                return;
            }
        }
    }
    assert_true(model_finish(&m[0], &error) && model_finish(&m[1], &error));
    assert_int_equal(m[0].part_count, 67 + 72 + 1 + 72);
    for (size_t i = 0; i < m[0].part_count; i++) {
        size_t same_name = 0, same_path = 0;
        for (size_t k = 0; k < m[1].part_count; k++) {
            same_name += strcmp(m[0].parts[i].name, m[1].parts[k].name) == 0;
            same_path += strcmp(m[0].parts[i].path, m[1].parts[k].path) == 0;
        }
        assert_int_equal(same_name, 1);
        assert_int_equal(same_path, 1);
    }
    model_free(&m[0]);
    model_free(&m[1]);
}

static test_ready data_is_there(void)
{
    struct stat status;
    if (stat(FEELER_SHARED_DATA, &status) == 0) return TESTS_RUN;
    puts("skipped: no data in " FEELER_SHARED_DATA);
    return TESTS_SKIPPED;
}

FEELER_TESTS_WITH(data_is_there, NULL, NULL, cmocka_unit_test(test_real_files),
                  cmocka_unit_test(test_names_do_not_depend_on_order))
