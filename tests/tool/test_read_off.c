#include "read_support.h"
#include "support/tests.h"

#define V4 "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"

static void test_forms(void **unused)
{
    (void)unused;
    static const char *const files[] = {
        "OFF\n4 2 5\n" V4 "3 0 1 2\n4 0 1 2 3\n",
        "OFF # head\n# counts\n\n4 2 # no edges\n0 0 0 # first\n1 0 0\n\n#\n1 1 0\n0 1 0\n3 0 1 2 255 0 0\n4 "
        "0 1 2 3 0.5\n",
        "OFF 4 2 0\r\n0 0 0\r\n1 0 0\r\n1 1 0\r\n0 1 0\r\n3 0 1 2\r\n4 0 1 2 3",
        "COFF\n4 2 0\n0 0 0 255 0 0 255\n1 0 0 0 0 0 0\n1 1 0 1 1 1 1\n0 1 0 1 1 1 1\n3 0 1 2\n4 0 1 2 3 1 1 "
        "1 1\n",
        "NOFF\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n4 0 1 2 3\n",
        "STCNOFF\n4\n2\n0 0 0 0 0 1 1 1 1 1 0 0\n1 0 0 9\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3\n",
        "OFF\n4 2 0\n" V4 "3 0 1\n2 255 0 0\n4\n0 1 # two\n\n# and two\n2 3 0.5\n",
        "4 2 5\n" V4 "3 0 1 2\n4 0 1 2 3\nwhat follows is not looked at\n"};
    const double vertices[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const uint32_t triangles[] = {0, 1, 2, 0, 1, 2, 0, 2, 3};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        reading r = read_words("a.off", files[i]);
        assert_vertices(only_mesh(&r), 4, vertices);
        assert_triangles(only_mesh(&r), 3, triangles);
        model_free(&r.model);
    }
}

static void test_concave_face(void **unused)
{
    (void)unused;
    reading r = read_words("a.off", "OFF\n4 1 0\n0 0 0\n4 0 0\n1 1 0\n0 4 0\n4 0 1 2 3\n");
    const model_mesh *mesh = only_mesh(&r);
    double area = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const double *a = mesh->vertices + 3 * (size_t)mesh->triangles[3 * t];
        const double *b = mesh->vertices + 3 * (size_t)mesh->triangles[3 * t + 1];
        const double *c = mesh->vertices + 3 * (size_t)mesh->triangles[3 * t + 2];
        area += fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
    assert_true(area == 4);
    model_free(&r.model);
}

static void test_errors(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"OFF\n4 1 0\n" V4 "3 0 1 4\n",
         "a.off:7: expected a vertex number below the count of vertices, found '4'"},
        {"OFF\n4 1 0\n" V4 "3 0 1 -1\n", "a.off:7: expected a vertex number, found '-1'"},
        {"OFF\n4 1 0\n" V4 "3 0 1\n", "a.off:8: expected a vertex number, found the end of the file"},
        {"OFF\n4 2 0\n" V4 "3 0 1\n3 0 2 3\n", "a.off:9: the file ends before face 2 of 2"},
        {"OFF\n4 1 0\n" V4 "2 0 1\n", "a.off:7: expected a face of at least three corners, found '2'"},
        {"OFF\n4 1 0\n" V4 "99999999999 0 1 2 3\n",
         "a.off:8: expected a vertex number, found the end of the file"},
        {"OFF\n4 1 0\n" V4 "x 0 1 2 3\n", "a.off:7: expected the count of corners, found 'x'"},
        {"OFF\n4 2 0\n" V4 "3 0 1 2\n", "a.off:8: the file ends before face 2 of 2"},
        {"OFF\n99999999999 2 0\n" V4, "a.off:7: the file ends before vertex 5 of 99999999999"},
        {"OFF\n4 2 0\n0 0 0\n0 nan 0\n", "a.off:4: expected a finite number, found 'nan'"},
        {"OFF\n4 2 0\n0 0 0\n0 0\n", "a.off:4: expected a finite number, found the end of the line"},
        {"OFF\n-4 2 0\n", "a.off:2: expected the count of vertices, found '-4'"},
        {"OFF\n4 x 0\n", "a.off:2: expected the count of faces, found 'x'"},
        {"OFF\n", "a.off:2: expected the count of vertices, found the end of the file"},
        {"4OFF\n1 1 0\n",
         "a.off:1: expected three coordinates ('OFF'); other dimensions are not supported, found '4OFF'"},
        {"nOFF\n3\n1 1 0\n",
         "a.off:1: expected three coordinates ('OFF'); other dimensions are not supported, found 'nOFF'"},
        {"OFF BINARY\n", "a.off:1: expected text; binary OFF is not supported, found 'BINARY'"},
        {"# nothing\n", "a.off:2: expected 'OFF', found the end of the file"},
        {"hello\n", "a.off:1: expected 'OFF' or the counts of vertices, faces and edges, found 'hello'"},
        {"XOFF\n", "a.off:1: expected 'OFF', found 'XOFF'"},
        {"OFF\n4 0 0\n" V4, "a.off: holds no triangles"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused("a.off", cases[i][0], cases[i][1]);
}

FEELER_TESTS(cmocka_unit_test(test_forms), cmocka_unit_test(test_concave_face), cmocka_unit_test(test_errors))
