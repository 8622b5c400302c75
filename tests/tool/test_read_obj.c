#include "read_support.h"
#include "support/tests.h"

static void test_indices(void **unused)
{
    (void)unused;
    reading r = read_words("a.obj",
                           "# by hand\nv 0 0 0\nv 1 0 0 1\nv 0 2.5 0 0.1 0.2 0.3\nvt 0 0\nvn 0 0 1\n"
                           "f 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\nf -3 -2/1 -1//-1\n"
                           "l 1 2\np 3\ns off\nusemtl m\ng x\n");
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 2.5, 0};
    const uint32_t triangles[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
    assert_vertices(only_mesh(&r), 3, vertices);
    assert_triangles(only_mesh(&r), 5, triangles);
    assert_string_equal(r.model.parts[0].name, "");
    assert_true(r.model.metres_per_unit == 0);
    model_free(&r.model);
}

static void test_negative_counts_from_the_line(void **unused)
{
    (void)unused;
    reading r = read_words("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -3 -1\n");
    const uint32_t triangles[] = {0, 1, 2, 0, 1, 3};
    assert_triangles(only_mesh(&r), 2, triangles);
    model_free(&r.model);
}

static void test_faces_before_vertices(void **unused)
{
    (void)unused;
    reading r = read_words("a.obj", "f 1 2 3 4\nv 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\n");
    // concave at the third corner, so the diagonal must end there
    const model_mesh *mesh = only_mesh(&r);
    assert_int_equal(mesh->triangle_count, 2);
    for (size_t t = 0; t < 2; t++) {
        bool third = false;
        for (size_t k = 0; k < 3; k++) third = third || mesh->triangles[3 * t + k] == 2;
        assert_true(third);
    }
    model_free(&r.model);
}

static void test_polygons(void **unused)
{
    (void)unused;
    reading r = read_words("a.obj", "v 0 0 0\nv 2 0 0\nv 3 1 0\nv 1 3 0\nv 0 2 0\nf 1 2 3 4 5\nf 5 4 3\n");
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 4, 3, 2};
    assert_triangles(only_mesh(&r), 4, triangles);
    model_free(&r.model);
}

static void test_line_ends(void **unused)
{
    (void)unused;
    static const char *const files[] = {
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n",
        "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r", "\xEF\xBB\xBFv\t0 0 0  \n  v 1  0 0\n\n\nv 0 1 0\nf 1 2 3 \n",
        "v 0 0 \\\n0\nv 1 0 0\nv 0 1 0\nf 1 \\\r\n 2 \\\n3\n"};
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        reading r = read_words("a.obj", files[i]);
        assert_vertices(only_mesh(&r), 3, vertices);
        assert_int_equal(only_mesh(&r)->triangle_count, 1);
        model_free(&r.model);
    }
}

static void test_objects_are_parts(void **unused)
{
    (void)unused;
    reading r = read_words(
        "a.obj", "o base\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no nothing\no  lid  \nv 0 0 5\nv 1 0 5\n"
                 "v 0 1 5\ng left\nf 4 5 6\ng right\nf 6 5 4\no base\nf 1 3 6\n");
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 3);
    assert_int_equal(r.model.mesh_count, 3);
    const char *const names[] = {"base", "lid", "base"};
    const size_t counts[] = {1, 2, 1};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(r.model.parts[i].name, names[i]);
        assert_string_equal(r.model.meshes[i].name, names[i]);
        assert_int_equal(r.model.parts[i].mesh, i);
        assert_int_equal(r.model.meshes[i].triangle_count, counts[i]);
        assert_int_equal(r.model.meshes[i].vertex_count, 3);
    }
    const double lid[] = {0, 0, 5, 1, 0, 5, 0, 1, 5}, mixed[] = {0, 0, 0, 0, 1, 0, 0, 1, 5};
    assert_vertices(&r.model.meshes[1], 3, lid);
    assert_vertices(&r.model.meshes[2], 3, mixed);
    model_free(&r.model);
}

static void test_comments_behind_values(void **unused)
{
    (void)unused;
    static const char *const files[] = {"v 0 0 0 # origin\nv 1 0 0 #\nv 0 1 0\nf 1 2 3 # the face\n",
                                        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2//2 3/3/3#joined\n",
                                        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3#\n"};
    const uint32_t triangle[] = {0, 1, 2};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        reading r = read_words("a.obj", files[i]);
        assert_triangles(only_mesh(&r), 1, triangle);
        model_free(&r.model);
    }
    assert_refused("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 # 3\n",
                   "a.obj:4: expected at least three vertex numbers after 'f'");
}

static void test_faces_before_the_first_object(void **unused)
{
    (void)unused;
    reading r = read_words("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no late\nf 3 2 1\nf 1 2 3\n");
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 2);
    assert_string_equal(r.model.parts[0].name, "");
    assert_string_equal(r.model.parts[1].name, "late");
    assert_int_equal(r.model.meshes[0].triangle_count, 1);
    assert_int_equal(r.model.meshes[1].triangle_count, 2);
    model_free(&r.model);
}

static void test_one_object_goes_by_the_file(void **unused)
{
    (void)unused;
    reading r = read_words("a.obj", "o only\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no empty\n");
    assert_string_equal(only_mesh(&r)->name, "only");
    assert_string_equal(r.model.parts[0].name, "");
    assert_string_equal(r.model.parts[0].path, "");
    model_free(&r.model);
}

static void test_unused_vertices_are_dropped(void **unused)
{
    (void)unused;
    reading r = read_words("a.obj", "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 8 8 8\nv 0 1 0\nf 3 5 2\n");
    const double vertices[] = {1, 0, 0, 0, 1, 0, 0, 0, 0};
    const uint32_t triangles[] = {0, 1, 2};
    assert_vertices(only_mesh(&r), 3, vertices);
    assert_triangles(only_mesh(&r), 1, triangles);
    model_free(&r.model);
}

static void test_errors(void **unused)
{
    (void)unused;
#define V3 "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    static const char *const cases[][2] = {
        {V3 "f 1 2 4\n", "a.obj:4: expected a vertex number of at most 3, found 4"},
        {V3 "f 1 2 3\nf 1 2 9\nf 1 2 5\nf 1 2 9\n",
         "a.obj:5: expected a vertex number of at most 3, found 9"},
        {V3 "f 1 2 0\n", "a.obj:4: expected a vertex number other than 0, found '0'"},
        {V3 "f 1 2 -4\n", "a.obj:4: expected a vertex that stands before this line, found '-4'"},
        {V3 "f 1 2 -9223372036854775808\n",
         "a.obj:4: expected a vertex number, found '-9223372036854775808'"},
        {V3 "f 1 2 2147483648\n", "a.obj:4: expected a vertex number below 2147483648, found '2147483648'"},
        {V3 "f 1 2 99999999999999999999\n",
         "a.obj:4: expected a vertex number, found '99999999999999999999'"},
        {V3 "f 1 2 x\n", "a.obj:4: expected a vertex number, found 'x'"},
        {V3 "f 1 2 3.5\n", "a.obj:4: expected a vertex number, found '3.5'"},
        {V3 "\r\n\nf 1 2\n", "a.obj:6: expected at least three vertex numbers after 'f'"},
        {V3 "f 1 \\\n2 \\\nx\n", "a.obj:6: expected a vertex number, found 'x'"},
        {"v 0 0\nf 1 1 1\n", "a.obj:1: expected a finite number, found the end of the line"},
        {"v 0 0", "a.obj:1: expected a finite number, found the end of the file"},
        {"v 0 nan 0\n", "a.obj:1: expected a finite number, found 'nan'"},
        {"v 0 0 -inf\n", "a.obj:1: expected a finite number, found '-inf'"},
        {"v 0 1,5 0\n", "a.obj:1: expected a finite number, found '1,5'"},
        {"\rv 0 1e400 0\n", "a.obj:2: expected a number within the range of double, found '1e400'"},
        {"v 0 \x1b[2J 0\n", "a.obj:1: expected a finite number, found '?[2J'"},
        {V3, "a.obj: holds no triangles"},
        {"o a\no b\n" V3 "l 1 2 3\n", "a.obj: holds no triangles"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused("a.obj", cases[i][0], cases[i][1]);
}

static void test_limits(void **unused)
{
    (void)unused;
    read_limits limits = read_limits_default();
    limits.elements = 3;
    const char *real4 = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nv 0 0 0\n";
    reading r = read_bytes_limited("a.obj", real4, strlen(real4), limits);
    assert_string_equal(r.error.message, "a.obj: holds more than 3 vertices");
    model_free(&r.model);
    const char *faces = V3 "f 1 2 3 1 2 3\n";
    r = read_bytes_limited("a.obj", faces, strlen(faces), limits);
    assert_string_equal(r.error.message, "a.obj: holds more than 3 triangles");
    model_free(&r.model);
    limits.parts = 1;
    const char *parts = V3 "o a\nf 1 2 3\no b\nf 1 2 3\n";
    r = read_bytes_limited("a.obj", parts, strlen(parts), limits);
    assert_string_equal(r.error.message, "a.obj: unfolds into more than 1 parts");
    model_free(&r.model);
}

static void expect_materials(const reading *r, size_t part, const char *const *names)
{
    size_t k = 0;
    for (;; k++) {
        const char *found = model_value(&r->model, &r->model.parts[part], "material", k);
        if (!names[k] && !found) return;
        if (!names[k] || !found || strcmp(names[k], found) != 0)
            fail_msg("part %zu: material %zu is '%s', expected '%s'", part, k, found ? found : "(none)",
                     names[k] ? names[k] : "(none)");
    }
}

#define THREE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define FACE "f 1 2 3\n"

/// Rules ask for materials: a material holds until the next one, through objects and groups.
static void test_materials(void **unused)
{
    (void)unused;
    static const char words[] =
        THREE "o a\n" FACE "usemtl  brushed steel \n" FACE "usemtl rubber\n" FACE
              "usemtl brushed steel\n" FACE FACE "o b\n" FACE "usemtl none\nusemtl rubber\n"
              "o c\n" FACE FACE "o d\n" FACE "usemtl glass\n";
    static const char *const of[][3] = {
        {"brushed steel", "rubber", NULL}, {"brushed steel", NULL}, {"rubber", NULL}, {"rubber", NULL}};
    reading r = read_words("a.obj", words);
    assert_int_equal(r.model.part_count, 4);
    for (size_t i = 0; i < 4; i++) expect_materials(&r, i, of[i]);
    model_free(&r.model);
    read_limits limits = read_limits_default();
    limits.split = SPLIT_MATERIALS;
    r = read_bytes_limited("a.obj", words, strlen(words), limits);
    static const char *const by[][2] = {{NULL}, {"brushed steel", NULL}, {"rubber", NULL}};
    assert_int_equal(r.model.part_count, 3);
    for (size_t i = 0; i < 3; i++) expect_materials(&r, i, by[i]);
    model_free(&r.model);
    limits.split = SPLIT_NONE;
    r = read_bytes_limited("a.obj", words, strlen(words), limits);
    assert_int_equal(r.model.part_count, 1);
    expect_materials(&r, 0, of[0]);
    model_free(&r.model);
}

FEELER_TESTS(cmocka_unit_test(test_indices), cmocka_unit_test(test_negative_counts_from_the_line),
             cmocka_unit_test(test_faces_before_vertices), cmocka_unit_test(test_polygons),
             cmocka_unit_test(test_line_ends), cmocka_unit_test(test_objects_are_parts),
             cmocka_unit_test(test_comments_behind_values),
             cmocka_unit_test(test_faces_before_the_first_object),
             cmocka_unit_test(test_one_object_goes_by_the_file),
             cmocka_unit_test(test_unused_vertices_are_dropped), cmocka_unit_test(test_errors),
             cmocka_unit_test(test_materials), cmocka_unit_test(test_limits))
