#include "read_support.h"
#include "support/tests.h"

#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define LIST "property list uchar int vertex_indices\n"
#define HEAD(FORMAT, VERTICES, FACES)                                                                        \
    "ply\nformat " FORMAT " 1.0\ncomment by hand\nobj_info x\nelement vertex " VERTICES "\n" XYZ             \
    "element face " FACES "\n" LIST "end_header\n"
#define V4 "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"

static void test_ascii(void **unused)
{
    (void)unused;
    static const char *const files[] = {
        HEAD("ascii", "4", "2") V4 "3 0 1 2\n4 0 1 2 3\n",
        "ply\r\nformat ascii 1.0\r\nelement vertex 4\r\nproperty double x\r\nproperty "
        "int32 y\r\nproperty float32 z\r\nelement face 2\r\nproperty list uint8 uint "
        "vertex_index\r\nend_header\r\n0 0 0\r\n1 0 0\r\n\r\n1 1 0\r\n0 1 0\r\n3 0 1 "
        "2\r\n4 0 1 2 3"};
    const double vertices[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const uint32_t triangles[] = {0, 1, 2, 0, 1, 2, 0, 2, 3};
    for (size_t i = 0; i < 2; i++) {
        reading r = read_words("a.ply", files[i]);
        assert_vertices(only_mesh(&r), 4, vertices);
        assert_triangles(only_mesh(&r), 3, triangles);
        model_free(&r.model);
    }
}

/// Every other triangle of a strip is turned round; -1 and the end of a list end it, repeated corners only lead on.
static void test_strips(void **unused)
{
    (void)unused;
    static const char ascii[] = "ply\nformat ascii 1.0\nelement vertex 5\n" XYZ "element tristrips 2\n" LIST
                                "end_header\n" V4 "0 0 1\n9 0 1 2 3 -1 4 2 1 0\n5 0 1 1 2 3\n";
    const uint32_t triangles[] = {0, 1, 2, 2, 1, 3, 4, 2, 1, 1, 2, 0, 1, 2, 3};
    reading r = read_words("a.ply", ascii);
    assert_triangles(only_mesh(&r), 5, triangles);
    model_free(&r.model);
    pile p = {{0}, 0};
    pile_words(&p, "ply\nformat binary_big_endian 1.0\nelement vertex 3\n" XYZ
                   "element tristrips 1\nproperty list int short vertex_indices\nend_header\n");
    for (int i = 0; i < 9; i++) pile_float(&p, (float)(i * i), true);
    pile_whole(&p, 5, 4, true);
    static const int strip[] = {0, -1, 2, 1, 0};
    for (int i = 0; i < 5; i++) pile_whole(&p, (uint64_t)strip[i], 2, true);
    r = read_bytes("a.ply", p.bytes, p.size);
    const uint32_t one[] = {2, 1, 0};
    assert_triangles(only_mesh(&r), 1, one);
    model_free(&r.model);
}

/// A file with everything around: other elements, other properties, lists to pass over.
static const char mixed_header[] =
    "element camera 1\nproperty double f\nproperty list uchar short l\n"
    "element vertex 4\nproperty uchar red\nproperty double z\nproperty int16 y\n"
    "property float x\nproperty list uint8 float64 weights\n"
    "element ghost 99999999999999\n"
    "element face 1\nproperty list ushort ushort junk\n"
    "property list uint uint vertex_index\nproperty char flag\n"
    "element tail 1\nproperty int q\nend_header\n";

static void assert_mixed(reading *r)
{
    const double vertices[] = {-1.5, -300, 0.1, 1, 0, 0.1, 1, 1, 0.1, 0, 1, 0.1};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
    assert_vertices(only_mesh(r), 4, vertices);
    assert_triangles(only_mesh(r), 2, triangles);
    model_free(&r->model);
}

static pile mixed_binary(bool big)
{
    static const float x[] = {-1.5f, 1, 1, 0};
    static const int y[] = {-300, 0, 1, 1};
    pile p = {{0}, 0};
    pile_words(&p, big ? "ply\nformat binary_big_endian 1.0\n" : "ply\nformat binary_little_endian 1.0\n");
    pile_words(&p, mixed_header);
    pile_double(&p, 50, big);
    pile_whole(&p, 2, 1, big);
    pile_whole(&p, 0x0A0D0A0D, 4, big);
    for (size_t i = 0; i < 4; i++) {
        pile_whole(&p, 0x0A, 1, big);
        pile_double(&p, 0.1, big);
        pile_whole(&p, (uint64_t)y[i], 2, big);
        pile_float(&p, x[i], big);
        pile_whole(&p, i, 1, big);
        for (size_t k = 0; k < i; k++) pile_double(&p, NAN, big);
    }
    pile_whole(&p, 1, 2, big);
    pile_whole(&p, 0xFFFF, 2, big);
    pile_whole(&p, 4, 4, big);
    for (uint64_t k = 0; k < 4; k++) pile_whole(&p, k, 4, big);
    pile_whole(&p, 0xFF, 1, big);
    pile_whole(&p, 7, 4, big);
    return p;
}

static void test_mixed(void **unused)
{
    (void)unused;
    for (int big = 0; big < 2; big++) {
        const pile p = mixed_binary(big == 1);
        reading r = read_bytes("a.ply", p.bytes, p.size);
        assert_mixed(&r);
    }
    pile p = {{0}, 0};
    pile_words(&p, "ply\nformat ascii 1.0\n");
    pile_words(&p, mixed_header);
    pile_words(&p, "50 2 1 2\n10 0.1 -300 -1.5 0\n10 0.1 0 1 1 nan\n10 0.1 1 1 2 x y\n10 1e-1 1 0 3 1 2 3\n"
                   "1 65535 4 0 1 2 3 -1\n7\n");
    reading r = read_bytes("a.ply", p.bytes, p.size);
    assert_mixed(&r);
}

/// Cut anywhere, a binary file is refused, with a place inside it.
static void test_cut_anywhere(void **unused)
{
    (void)unused;
    const pile p = mixed_binary(false);
    for (size_t size = 4; size < p.size; size++) {
        reading r = read_bytes("a.ply", p.bytes, size);
        assert_false(r.fine);
        assert_true(strncmp(r.error.message, "a.ply:", 6) == 0);
        model_free(&r.model);
    }
    char message[128];
    snprintf(message, sizeof message, "a.ply: byte %zu: the file ends in 'tail' 1 of 1", p.size - 1);
    assert_refused_bytes("a.ply", p.bytes, p.size - 1, message);
}

/// Every type of number, as a coordinate and as a vertex number.
static void test_every_type(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        size_t size;
        bool is_signed, is_float;
    } types[] = {{"char", 1, true, false},    {"uint8", 1, false, false}, {"short", 2, true, false},
                 {"uint16", 2, false, false}, {"int", 4, true, false},    {"uint32", 4, false, false},
                 {"float", 4, true, true},    {"float64", 8, true, true}};
    for (size_t t = 0; t < 8; t++) {
        for (int big = 0; big < 2; big++) {
            pile p = {{0}, 0};
            char header[400];
            const char *corner = types[t].is_float ? "int" : types[t].name;
            const size_t corner_size = types[t].is_float ? 4 : types[t].size;
            snprintf(header, sizeof header,
                     "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty %s x\nproperty %s "
                     "y\nproperty %s "
                     "z\nelement face 1\nproperty list %s %s vertex_index\nend_header\n",
                     big ? "big" : "little", types[t].name, types[t].name, types[t].name, corner, corner);
            pile_words(&p, header);
            const int lowest = types[t].is_signed ? -128 : 0;
            const int values[9] = {lowest, 0, 1, 2, 127, 3, 4, 5, 6};
            for (size_t i = 0; i < 9; i++) {
                if (types[t].is_float && types[t].size == 4)
                    pile_float(&p, (float)values[i], big == 1);
                else if (types[t].is_float)
                    pile_double(&p, values[i], big == 1);
                else
                    pile_whole(&p, (uint64_t)values[i], types[t].size, big == 1);
            }
            for (uint64_t i = 0; i < 4; i++) pile_whole(&p, i == 0 ? 3 : i - 1, corner_size, big == 1);
            double expected[9];
            for (size_t i = 0; i < 9; i++) expected[i] = values[i];
            reading r = read_bytes("a.ply", p.bytes, p.size);
            assert_vertices(only_mesh(&r), 3, expected);
            model_free(&r.model);
        }
    }
}

static void test_faces_before_vertices(void **unused)
{
    (void)unused;
    reading r = read_words("a.ply", "ply\nformat ascii 1.0\nelement face 1\n" LIST "element vertex 3\n" XYZ
                                    "end_header\n3 0 1 2\n0 0 0\n1 0 0\n0 1 0\n");
    assert_int_equal(only_mesh(&r)->vertex_count, 3);
    model_free(&r.model);
}

static void test_header_errors(void **unused)
{
    (void)unused;
#define P "ply\nformat ascii 1.0\n"
    static const char *const cases[][2] = {
        {"ply\nformat text 1.0\n",
         "a.ply:2: expected 'ascii', 'binary_little_endian' or 'binary_big_endian', found 'text'"},
        {"ply\nformat ascii 2.0\n", "a.ply:2: expected version 1.0, found '2.0'"},
        {"ply\nelement vertex 3\n" XYZ "end_header\n", "a.ply:6: expected a line 'format' in the header"},
        {P "element vertex\n", "a.ply:3: expected the count of an element, found the end of the line"},
        {P "element vertex -3\n", "a.ply:3: expected the count of an element, found '-3'"},
        {P "element vertex 3\nelement vertex 3\n", "a.ply:4: an element of this name stands above already"},
        {P "property float x\n", "a.ply:3: expected 'element' before the first 'property'"},
        {P "element vertex 3\nproperty real x\n", "a.ply:4: expected a type of number (char, uchar, short, "
                                                  "ushort, int, uint, float, double), found 'real'"},
        {P "element vertex 3\nproperty float\n",
         "a.ply:4: expected the name of a property, found the end of the line"},
        {P "element vertex 3\nproperty list uchar float x\n",
         "a.ply:4: expected a number, not a list, as a coordinate"},
        {P "element vertex 3\nproperty float x\nproperty int x\n",
         "a.ply:5: this property stands above already"},
        {P "element face 3\nproperty list float int vertex_index\n",
         "a.ply:4: expected a whole type of number for the length of a list"},
        {P "element face 3\nproperty list uchar float vertex_index\n",
         "a.ply:4: expected a whole type of number for vertex numbers"},
        {P "elements\n",
         "a.ply:3: expected 'format', 'element', 'property', 'comment' or 'end_header', found 'elements'"},
        {P "element vertex 3\n", "a.ply:4: expected 'end_header', found the end of the file"},
        {P "element face 1\n" LIST "end_header\n", "a.ply:6: expected an element 'vertex' in the header"},
        {P "element vertex 3\nproperty float x\nproperty float z\nelement face 1\n" LIST "end_header\n",
         "a.ply:3: expected the properties x, y and z of a vertex"},
        {P "element vertex 3\n" XYZ "end_header\n",
         "a.ply:8: holds no triangles: there is no element 'face' in the header"},
        {P "element vertex 3\n" XYZ "element face 2\nproperty int vertex_indices\nend_header\n",
         "a.ply:7: expected a property list 'vertex_indices' of a face"},
        {P "element vertex 3\n" XYZ "element tristrips 1\n" LIST
           "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -2\n",
         "a.ply:13: expected a vertex number of 0 or more"},
        {P "element vertex 3\n" XYZ "element tristrips 1\nproperty int x\nend_header\n",
         "a.ply:7: expected a property list 'vertex_indices' of triangle strips"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused("a.ply", cases[i][0], cases[i][1]);
}

static void test_ascii_errors(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {HEAD("ascii", "4", "1") V4 "3 0 1 4\n",
         "a.ply:16: a vertex number is not below the count of vertices"},
        {HEAD("ascii", "4", "1") V4 "3 0 1 -1\n", "a.ply:16: expected a vertex number of 0 or more"},
        {HEAD("ascii", "4", "1") V4 "3 0 1 3000000000\n",
         "a.ply:16: expected a vertex number below 2147483647"},
        {HEAD("ascii", "4", "1") V4 "3 0 1 2.5\n", "a.ply:16: expected a vertex number, found '2.5'"},
        {HEAD("ascii", "4", "1") V4 "2 0 1\n", "a.ply:16: expected a face of at least three corners"},
        {HEAD("ascii", "4", "1") V4 "-3 0 1 2\n", "a.ply:16: expected the length of a list, found '-3'"},
        {HEAD("ascii", "4", "1") V4 "99999999999 0 1 2\n",
         "a.ply:16: expected a number of the list, found the end of the line"},
        {HEAD("ascii", "4", "2") V4 "3 0 1 2\n",
         "a.ply:17: expected the length of a list, found the end of the file"},
        {HEAD("ascii", "4", "1") V4 "3 0 1 2 3\n", "a.ply:16: expected the end of the line, found '3'"},
        {HEAD("ascii", "4", "1") "0 0 0\n1 0\n",
         "a.ply:13: expected a finite number, found the end of the line"},
        {HEAD("ascii", "4", "1") "0 0 0\n1 inf 0\n", "a.ply:13: expected a finite number, found 'inf'"},
        {HEAD("ascii", "4", "0") V4, "a.ply: holds no triangles"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused("a.ply", cases[i][0], cases[i][1]);
}

static void test_binary_errors(void **unused)
{
    (void)unused;
    const char head[] = HEAD("binary_little_endian", "3", "1");
    pile good = {{0}, 0};
    pile_words(&good, head);
    const size_t body = good.size;
    for (int i = 0; i < 9; i++) pile_float(&good, (float)i, false);
    pile_whole(&good, 3, 1, false);
    for (uint64_t i = 0; i < 3; i++) pile_whole(&good, i, 4, false);
    reading r = read_bytes("a.ply", good.bytes, good.size);
    only_mesh(&r);
    model_free(&r.model);

    char message[128];
    pile p = good;
    p.bytes[body + 12 + 3] = 0x7F, p.bytes[body + 12 + 2] = 0x80;  // infinity
    snprintf(message, sizeof message, "a.ply: byte %zu: a coordinate is not a finite number", body + 12);
    assert_refused_bytes("a.ply", p.bytes, p.size, message);
    p = good;
    p.bytes[p.size - 1] = 0x80;
    snprintf(message, sizeof message, "a.ply: byte %zu: expected a vertex number of 0 or more", p.size - 4);
    assert_refused_bytes("a.ply", p.bytes, p.size, message);
    p = good;
    p.bytes[p.size - 4] = 3;
    snprintf(message, sizeof message, "a.ply: byte %zu: a vertex number is not below the count of vertices",
             p.size - 4);
    assert_refused_bytes("a.ply", p.bytes, p.size, message);
    p = good;
    p.bytes[body + 36] = 4;
    snprintf(message, sizeof message, "a.ply: byte %zu: the file ends in 'face' 1 of 1", p.size);
    assert_refused_bytes("a.ply", p.bytes, p.size, message);
    p = good;
    p.bytes[body + 36] = 2;
    snprintf(message, sizeof message, "a.ply: byte %zu: expected a face of at least three corners",
             body + 36);
    assert_refused_bytes("a.ply", p.bytes, p.size, message);
}

FEELER_TESTS(cmocka_unit_test(test_ascii), cmocka_unit_test(test_strips), cmocka_unit_test(test_mixed),
             cmocka_unit_test(test_cut_anywhere), cmocka_unit_test(test_every_type),
             cmocka_unit_test(test_faces_before_vertices), cmocka_unit_test(test_header_errors),
             cmocka_unit_test(test_ascii_errors), cmocka_unit_test(test_binary_errors))
