#include "read_support.h"
#include "support/tests.h"

static void pile_triangle(pile *p, const float *corners)
{
    for (int i = 0; i < 3; i++) pile_float(p, NAN, false);  // no one looks at the normal
    for (int i = 0; i < 9; i++) pile_float(p, corners[i], false);
    pile_whole(p, 0xABCD, 2, false);
}

static pile begin_binary(const char *header, uint32_t count)
{
    pile p = {{0}, 0};
    char padded[80] = {0};
    memcpy(padded, header, strlen(header));
    pile_bytes(&p, padded, sizeof padded);
    pile_whole(&p, count, 4, false);
    return p;
}

static const float first[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
static const float second[9] = {0, 1, -0.0f, 1, 0, 0, 0.1f, 1, 1e-38f};

#define FACET(NORMAL, THIRD)                                                                                 \
    "facet normal " NORMAL "\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex " THIRD                  \
    "\n endloop\nendfacet\n"

static void test_binary(void **unused)
{
    (void)unused;
    // the header that many programs write makes it look like text
    static const char *const headers[] = {"", "solid made by a program", "solid x\nfacet"};
    for (size_t i = 0; i < 3; i++) {
        pile p = begin_binary(headers[i], 2);
        pile_triangle(&p, first);
        pile_triangle(&p, second);
        reading r = read_bytes("a.stl", p.bytes, p.size);
        const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, (double)0.1f, 1, (double)1e-38f};
        const uint32_t triangles[] = {0, 1, 2, 2, 1, 3};
        assert_vertices(only_mesh(&r), 4, vertices);
        assert_triangles(only_mesh(&r), 2, triangles);
        assert_string_equal(r.model.parts[0].name, "");
        model_free(&r.model);
    }
}

static void test_binary_known_without_its_name(void **unused)
{
    (void)unused;
    pile p = begin_binary("", 1);
    pile_triangle(&p, first);
    reading r = read_bytes("a.OBJ", p.bytes, p.size);
    assert_int_equal(only_mesh(&r)->triangle_count, 1);
    model_free(&r.model);
}

static void test_binary_errors(void **unused)
{
    (void)unused;
    pile p = begin_binary("", 3);
    pile_triangle(&p, first);
    assert_refused_bytes(
        "a.stl", p.bytes, p.size,
        "a.stl: byte 80: the count of a binary STL says 3 triangles, which take 234 bytes in all; "
        "the file has 134");
    assert_refused_bytes(
        "a.stl", p.bytes, p.size - 1,
        "a.stl: byte 80: the count of a binary STL says 3 triangles, which take 234 bytes in all; "
        "the file has 133");
    p = begin_binary("solid but binary", UINT32_MAX);
    pile_triangle(&p, first);
    assert_refused_bytes("a.stl", p.bytes, p.size,
                         "a.stl: byte 80: the count of a binary STL says 4294967295 triangles, which take "
                         "214748364834 bytes in all; the file has 134");
    p = begin_binary("", 0);
    assert_refused_bytes("a.stl", p.bytes, p.size, "a.stl: holds no triangles");
    assert_refused_bytes(
        "a.stl", p.bytes, 83,
        "a.stl: expected STL: text that begins with 'solid', or a binary file of at least 84 bytes; "
        "it has 83 and is no text");
}

static void test_binary_not_finite(void **unused)
{
    (void)unused;
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < 9; k++) {
            float corners[9];
            char message[128];
            memcpy(corners, first, sizeof corners);
            corners[k] = bad[i];
            pile p = begin_binary("", 2);
            pile_triangle(&p, first);
            pile_triangle(&p, corners);
            snprintf(message, sizeof message,
                     "a.stl: byte %zu: a coordinate of triangle 1 is not a finite number",
                     84 + 50 + 12 + 4 * k);
            assert_refused_bytes("a.stl", p.bytes, p.size, message);
        }
    }
}

static void test_ascii(void **unused)
{
    (void)unused;
    static const char *const files[] = {
        "solid part one\n" FACET("0 0 1", "0 1 0") FACET("0 0 1", "-0 1 5e-1") "endsolid part one\n",
        "  solid part one\r\n" FACET("nan -nan(ind) 1.#QNAN", "0 1.0 0") FACET("", "0 1 0.5") "endsolid",
        "SOLID part one\nFACET NORMAL 0 0 1 OUTER LOOP VERTEX 0 0 0 VERTEX 1 0 0 VERTEX 0 1 0 ENDLOOP "
        "ENDFACET\n" FACET("0 0 1", "0 1 .5") "EndSolid\n\n"};
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0.5};
    const uint32_t triangles[] = {0, 1, 2, 0, 1, 3};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        reading r = read_words("a.stl", files[i]);
        assert_vertices(only_mesh(&r), 4, vertices);
        assert_triangles(only_mesh(&r), 2, triangles);
        assert_string_equal(only_mesh(&r)->name, "part one");
        assert_string_equal(r.model.parts[0].name, "");
        model_free(&r.model);
    }
}

/// What comes before `solid`, between facets and at their ends in files of some exporters.
static void test_ascii_of_exporters(void **unused)
{
    (void)unused;
    static const char *const files[] = {
        ("# made by a program\n\n\t\n# solid\nsolid part one\n# facets\n" FACET("0 0 1",
                                                                                "0 1 0") "endsolid\n# end\n"),
        ("\xEF\xBB\xBF\r\n\r\nsolid part one\r\n" FACET("0 0 1", "0 1 0") "end solid part one\r\n"),
        ("solid part one\ncolor 0.5 0.5 0.5\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
         "vertex 0 1 0\nend loop\nEnd Facet\nendsolid\n")};
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        reading r = read_words("a.stl", files[i]);
        assert_vertices(only_mesh(&r), 3, vertices);
        assert_int_equal(only_mesh(&r)->triangle_count, 1);
        assert_string_equal(only_mesh(&r)->name, "part one");
        model_free(&r.model);
    }
}

/// Neither text that begins as STL does nor of the size of a binary one.
static void test_not_stl(void **unused)
{
    (void)unused;
    assert_refused("a.stl", "// a comment\nsolid x\n", "a.stl:1: expected 'solid', found '//'");
    assert_refused("a.stl", "\n\n<!DOCTYPE html>\n<html>", "a.stl:3: expected 'solid', found '<!DOCTYPE'");
    assert_refused("a.stl", "# nothing but comments\n\n", "a.stl: holds no triangles");
    assert_refused("a.stl", "version https://git-lfs.github.com/spec/v1\n",
                   "a.stl:1: expected 'solid', found 'version'");
}

static void test_solids_are_patches_of_one_part(void **unused)
{
    (void)unused;
    reading r =
        read_words("a.stl", "solid inlet\n" FACET("0 0 1", "0 1 0") "endsolid inlet\nsolid wall\n" FACET(
                                "0 0 1", "0 0 1") "endsolid wall\n");
    assert_int_equal(only_mesh(&r)->triangle_count, 2);
    assert_int_equal(only_mesh(&r)->vertex_count, 4);
    model_free(&r.model);
}

static void test_ascii_errors(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"solid x\n" FACET("0 0 1", "0 1 nan") "endsolid\n",
         "a.stl:6: expected a finite number, found 'nan'"},
        {"solid x\n" FACET("0 0 1", "0 1 1e999") "endsolid\n",
         "a.stl:6: expected a number within the range of double, found '1e999'"},
        {"solid x\n" FACET("0 0 1", "0 1") "endsolid\n",
         "a.stl:6: expected a finite number, found the end of the line"},
        {"solid x\n" FACET("0 0 1", "0 1 0"),
         "a.stl:9: expected 'facet' or 'endsolid', found the end of the file"},
        {"solid x\n" FACET("0 0 1", "0 1 0\n  vertex 0 0 1") "endsolid\n",
         "a.stl:7: expected 'endloop', found 'vertex'"},
        {"solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\n",
         "a.stl:5: expected 'vertex', found 'endloop'"},
        {"solid x\nfacet normal 0 0 1\nvertex 0 0 0\n", "a.stl:3: expected 'outer', found 'vertex'"},
        {"solid x\nfacets\n", "a.stl:2: expected 'facet' or 'endsolid', found 'facets'"},
        {"solid x\nendsolid x\nv 1 2 3\n", "a.stl:3: expected 'solid', found 'v'"},
        {"solid x\nendsolid x\n", "a.stl: holds no triangles"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused("a.stl", cases[i][0], cases[i][1]);
}

/// Corners at equal places become one vertex however many there are, and others never do.
static void test_merging_many(void **unused)
{
    (void)unused;
    enum { SIDE = 60 };
    const size_t count = 2 * (SIDE - 1) * (SIDE - 1), size = 84 + 50 * count;
    unsigned char *bytes = calloc(1, size);
    assert_non_null(bytes);
    bytes[80] = (unsigned char)(count & 0xFF);
    bytes[81] = (unsigned char)(count >> 8);
    size_t at = 84;
    for (int i = 0; i + 1 < SIDE; i++) {
        for (int k = 0; k + 1 < SIDE; k++) {
            const int quad[2][3][2] = {{{i, k}, {i + 1, k}, {i + 1, k + 1}},
                                       {{i, k}, {i + 1, k + 1}, {i, k + 1}}};
            for (int t = 0; t < 2; t++, at += 50) {
                for (size_t c = 0; c < 3; c++) {
                    const float x = (float)quad[t][c][0] * 0.25f, y = (float)quad[t][c][1] * 1e-20f;
                    memcpy(bytes + at + 12 * (c + 1), &x, 4);
                    memcpy(bytes + at + 12 * (c + 1) + 4, &y, 4);
                }
            }
        }
    }
    reading r = read_bytes("a.stl", bytes, size);
    free(bytes);
    assert_int_equal(only_mesh(&r)->vertex_count, SIDE * SIDE);
    assert_int_equal(only_mesh(&r)->triangle_count, count);
    const double *v = only_mesh(&r)->vertices;
    for (size_t i = 0; i < SIDE * SIDE; i++)
        for (size_t k = 0; k < i; k++) assert_true(v[3 * i] != v[3 * k] || v[3 * i + 1] != v[3 * k + 1]);
    model_free(&r.model);
}

FEELER_TESTS(cmocka_unit_test(test_binary), cmocka_unit_test(test_binary_known_without_its_name),
             cmocka_unit_test(test_binary_errors), cmocka_unit_test(test_binary_not_finite),
             cmocka_unit_test(test_ascii), cmocka_unit_test(test_solids_are_patches_of_one_part),
             cmocka_unit_test(test_ascii_errors), cmocka_unit_test(test_merging_many),
             cmocka_unit_test(test_ascii_of_exporters), cmocka_unit_test(test_not_stl))
