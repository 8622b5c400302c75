// glTF: what is read of meshes, accessors and buffers.
#include <sys/stat.h>
#include <unistd.h>

#include "gltf_support.h"
#include "support/tests.h"

#define NODE "'nodes':[{'mesh':0}]"

static const double triangle[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};

static void test_text_and_binary(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    const pile files[] = {gltf_text_with(&bytes, TRIANGLE "," NODE),
                          gltf_binary_with(&bytes, TRIANGLE "," NODE)};
    for (size_t i = 0; i < 2; i++) {
        const uint32_t corners[] = {0, 1, 2};
        reading r = read_bytes("a.stl", files[i].bytes, files[i].size);
        assert_vertices(only_mesh(&r), 3, triangle);
        assert_triangles(only_mesh(&r), 1, corners);
        assert_string_equal(only_mesh(&r)->name, "tri");
        assert_string_equal(r.model.parts[0].name, "tri");
        assert_true(r.model.metres_per_unit == 1);
        model_free(&r.model);
    }
}

static void test_index_types(void **unused)
{
    (void)unused;
    static const struct {
        int type;
        size_t size;
    } types[] = {{5121, 1}, {5123, 2}, {5125, 4}};
    for (size_t t = 0; t < 3; t++) {
        pile bytes = {{0}, 0};
        char rest[600];
        const uint32_t corners[] = {2, 0, 1, 1, 0, 2};
        pile_bytes(&bytes, triangle_bytes().bytes, 36);
        for (size_t i = 0; i < 6; i++) pile_whole(&bytes, corners[i], types[t].size, false);
        snprintf(rest, sizeof rest,
                 "'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':%zu}],"
                 "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
                 "{'bufferView':1,'componentType':%d,'count':6,'type':'SCALAR'}]," TRIANGLE_MESH "," NODE,
                 6 * types[t].size, types[t].type);
        reading r = read_gltf_with(&bytes, rest);
        // all vertices are used, so they keep their order
        assert_vertices(only_mesh(&r), 3, triangle);
        assert_triangles(only_mesh(&r), 2, corners);
        model_free(&r.model);
    }
}

static void test_no_indices(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    reading r = read_gltf_with(&bytes, TRIANGLE_VIEWS
                               "," TRIANGLE_ACCESSORS
                               ",'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]," NODE);
    const uint32_t corners[] = {0, 1, 2};
    assert_triangles(only_mesh(&r), 1, corners);
    model_free(&r.model);
}

/// Interleaved with what is of no interest, beginning inside its view, and whole numbers.
static void test_stride_and_normalized(void **unused)
{
    (void)unused;
    static const int whole[3][3] = {{-32768, 0, 16384}, {32767, -32767, 0}, {0, 1, 2}};
    for (int normalized = 0; normalized < 2; normalized++) {
        pile bytes = {{0}, 0};
        pile_whole(&bytes, 0xEEEEEEEE, 4, false);
        for (size_t i = 0; i < 3; i++) {
            pile_whole(&bytes, 0xDDDD, 2, false);
            for (size_t k = 0; k < 3; k++) pile_whole(&bytes, (uint64_t)whole[i][k], 2, false);
            pile_whole(&bytes, 0xCCCCCCCC, 4, false);
        }
        char rest[500];
        snprintf(rest, sizeof rest,
                 "'extensionsRequired':['KHR_mesh_quantization'],"
                 "'bufferViews':[{'buffer':0,'byteOffset':4,'byteLength':36,'byteStride':12}],"
                 "'accessors':[{'bufferView':0,'byteOffset':2,'componentType':5122,'normalized':%s,'count':3,"
                 "'type':'VEC3'}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]," NODE,
                 normalized ? "true" : "false");
        double expected[9];
        for (size_t i = 0; i < 9; i++) {
            const double value = whole[i / 3][i % 3];
            expected[i] = !normalized ? value : value == -32768 ? -1 : value / 32767;
        }
        reading r = read_gltf_with(&bytes, rest);
        assert_vertices(only_mesh(&r), 3, expected);
        model_free(&r.model);
    }
}

static void test_normalized_bytes(void **unused)
{
    (void)unused;
    static const struct {
        int type;
        double largest;
        size_t size;
    } types[] = {{5120, 127, 1}, {5121, 255, 1}, {5123, 65535, 2}};
    for (size_t t = 0; t < 3; t++) {
        pile bytes = {{0}, 0};
        char rest[400];
        double expected[9];
        for (size_t i = 0; i < 9; i++) {
            pile_whole(&bytes, 13 * i, types[t].size, false);
            expected[i] = (double)(13 * i) / types[t].largest;
        }
        snprintf(
            rest, sizeof rest,
            "'bufferViews':[{'buffer':0,'byteLength':%zu}],'accessors':[{'bufferView':0,'componentType':%d,"
            "'normalized':true,'count':3,'type':'VEC3'}],'meshes':[{'primitives':[{'attributes':{'POSITION':"
            "0}}]}]"
            "," NODE,
            bytes.size, types[t].type);
        reading r = read_gltf_with(&bytes, rest);
        assert_vertices(only_mesh(&r), 3, expected);
        model_free(&r.model);
    }
}

static void test_sparse(void **unused)
{
    (void)unused;
    pile bytes = triangle_bytes();
    pile_whole(&bytes, 2, 2, false);  // byte 42: which element
    for (int i = 0; i < 3; i++) pile_float(&bytes, 5 + (float)i, false);
#define SPARSE                                                                                               \
    "'count':3,'type':'VEC3','componentType':5126,'sparse':{'count':1,'indices':{'bufferView':2,'"           \
    "componentType':5123},"                                                                                  \
    "'values':{'bufferView':3}}}"
#define SPARSE_FILE(BASE)                                                                                    \
    "'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':6},"               \
    "{'buffer':0,'byteOffset':42,'byteLength':2},{'buffer':0,'byteOffset':44,'byteLength':12}],"             \
    "'accessors':[{" BASE SPARSE                                                                             \
    ",{'bufferView':1,'componentType':5123,'count':3,'type':'SCALAR'}]," TRIANGLE_MESH "," NODE
    const double over[] = {0, 0, 0, 1, 0, 0, 5, 6, 7}, alone[] = {0, 0, 0, 0, 0, 0, 5, 6, 7};
    reading r = read_gltf_with(&bytes, SPARSE_FILE("'bufferView':0,"));
    assert_vertices(only_mesh(&r), 3, over);
    model_free(&r.model);
    r = read_gltf_with(&bytes, SPARSE_FILE(""));
    assert_vertices(only_mesh(&r), 3, alone);
    model_free(&r.model);
    bytes.bytes[42] = 3;
    assert_gltf_refused(&bytes, SPARSE_FILE("'bufferView':0,"),
                        "a.gltf: accessors[0].sparse.indices: expected elements below 3, found 3");
}

/// Strips, fans, points and lines: five points, corners counted up.
static void test_modes(void **unused)
{
    (void)unused;
    static const uint32_t strip[] = {0, 1, 2, 1, 3, 2, 2, 3, 4}, fan[] = {1, 2, 0, 2, 3, 0, 3, 4, 0};
    for (int mode = 0; mode <= 6; mode++) {
        pile bytes = {{0}, 0};
        char rest[400];
        for (int i = 0; i < 15; i++) pile_float(&bytes, (float)(i * i), false);
        snprintf(rest, sizeof rest,
                 "'bufferViews':[{'buffer':0,'byteLength':60}],"
                 "'accessors':[{'bufferView':0,'componentType':5126,'count':5,'type':'VEC3'}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'mode':%d}]}]," NODE,
                 mode);
        reading r = read_gltf_with(&bytes, rest);
        if (mode < 4) assert_string_equal(r.error.message, "a.gltf: holds no triangles");
        if (mode == 4)
            assert_string_equal(r.error.message,
                                "a.gltf: meshes[0].primitives[0]: expected a multiple of 3 corners for "
                                "triangles, found 5");
        if (mode >= 5) assert_triangles(only_mesh(&r), 3, mode == 5 ? strip : fan);
        model_free(&r.model);
    }
}

/// Repeated corners in a strip only lead on; the turn goes on by place in the strip.
static void test_strip_with_stitches(void **unused)
{
    (void)unused;
    pile bytes = {{0}, 0};
    for (int i = 0; i < 18; i++) pile_float(&bytes, (float)(i * i), false);
    static const unsigned char strip[] = {0, 1, 2, 2, 3, 3, 4, 5};
    pile_bytes(&bytes, strip, sizeof strip);
    reading r = read_gltf_with(
        &bytes, "'bufferViews':[{'buffer':0,'byteLength':72},{'buffer':0,'byteOffset':72,'byteLength':8}],"
                "'accessors':[{'bufferView':0,'componentType':5126,'count':6,'type':'VEC3'},"
                "{'bufferView':1,'componentType':5121,'count':8,'type':'SCALAR'}],"
                "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1,'mode':5}]}]," NODE);
    const uint32_t triangles[] = {0, 1, 2, 3, 5, 4};
    assert_triangles(only_mesh(&r), 2, triangles);
    model_free(&r.model);
}

/// Primitives go into one mesh; those of the same positions share vertices, points are left out.
static void test_primitives_are_one_mesh(void **unused)
{
    (void)unused;
    pile bytes = triangle_bytes();
    static const float more[9] = {0, 0, 7, 1, 0, 7, 0, 1, 7};
    pile_whole(&bytes, 0, 2, false);
    for (size_t i = 0; i < 9; i++) pile_float(&bytes, more[i], false);
    reading r = read_gltf_with(
        &bytes,
        "'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':6},"
        "{'buffer':0,'byteOffset':44,'byteLength':36}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5123,'count':3,'type':'SCALAR'},"
        "{'bufferView':2,'componentType':5126,'count':3,'type':'VEC3'}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1},"
        "{'attributes':{'POSITION':2},'mode':0},{'attributes':{'NORMAL':2}},"
        "{'attributes':{'POSITION':2}},{'attributes':{'POSITION':0},'indices':1,'material':1}]}]," NODE);
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 7, 1, 0, 7, 0, 1, 7};
    const uint32_t triangles[] = {0, 1, 2, 3, 4, 5, 0, 1, 2};
    assert_vertices(only_mesh(&r), 6, vertices);
    assert_triangles(only_mesh(&r), 3, triangles);
    model_free(&r.model);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/// The buffer in a file of its own, whose name is written in several ways.
static void test_buffer_files(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/feeler-test-XXXXXX", path[128], inner[128], buffer[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.gltf", folder);
    snprintf(inner, sizeof inner, "%s/in", folder);
    snprintf(buffer, sizeof buffer, "%s/in/b c%%.bin", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    const pile bytes = triangle_bytes();
    write_file(buffer, bytes.bytes, bytes.size);
    static const struct {
        const char *uri, *wrong;
    } cases[] = {
        {"in/b%20c%25.bin", NULL},
        {"./in/b c%.bin", NULL},
        {"in/../in/./b%20c%.bin", NULL},
        {"in/%2e%2e/in/b%20c%25.bin", NULL},
        {"../a.bin", "buffers[0].uri: expected a file inside the folder of the glTF file, found '../a.bin'"},
        {"in/../../a",
         "buffers[0].uri: expected a file inside the folder of the glTF file, found 'in/../../a'"},
        {"%2e%2E/a", "buffers[0].uri: expected a file inside the folder of the glTF file, found '../a'"},
        {"..%5Ca", "buffers[0].uri: expected a file inside the folder of the glTF file, found '..\\a'"},
        {"/etc/passwd",
         "buffers[0].uri: expected a file inside the folder of the glTF file, found '/etc/passwd'"},
        {"http://localhost/a.bin", "buffers[0].uri: expected a file beside this one or base64 data; "
                                   "'http://localhost/a.bin' is not fetched"},
        {"file:///etc/passwd", "buffers[0].uri: expected a file beside this one or base64 data; "
                               "'file:///etc/passwd' is not fetched"},
        {"in/b%00", "buffers[0].uri: expected a file name, found one with a zero byte in it"},
        {"in", "is a directory; expected a file"},
        {"missing.bin", "missing.bin: No such file or directory"},
        {"data:text/plain,AAAA", "buffers[0].uri: expected ';base64,' in a data URI"},
        {"data:;base64,AA!A", "buffers[0].uri: character 2 of the base64 data is none of base64"},
        {"data:;base64,AAAAA", "buffers[0].uri: the base64 data is cut short"},
        {"data:;base64,AAAA", "buffers[0].byteLength: expected at most the 3 bytes that are there, found 42"},
        {"data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
         "buffers[0].byteLength: expected at most the 41 bytes that are there, found 42"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pile p = {{0}, 0};
        pile_json(&p, "{'asset':{'version':'2.0'},'buffers':[{'byteLength':42,'uri':'");
        pile_words(&p, cases[i].uri);
        pile_json(&p, "'}]," TRIANGLE "," NODE "}");
        write_file(path, p.bytes, p.size);
        model m = {0};
        tool_error error = {{0}};
        const read_limits limits = read_limits_default();
        assert_int_equal(model_read_file(&m, path, &limits, &error), cases[i].wrong == NULL);
        if (cases[i].wrong == NULL) {
            assert_vertices(&m.meshes[0], 3, triangle);
        } else {
            const size_t length = strlen(error.message), expected = strlen(cases[i].wrong);
            assert_true(length >= expected);
            assert_string_equal(error.message + length - expected, cases[i].wrong);
            assert_true(strncmp(error.message, path, strlen(path)) == 0);
        }
        model_free(&m);
    }
    unlink(path);
    unlink(buffer);
    rmdir(inner);
    rmdir(folder);
}

/// Positions are stored in floats and come out as these very values.
static void test_values_are_exact(void **unused)
{
    (void)unused;
    static const float corners[9] = {0.1f, -1e-38f, 3e38f, 1e-45f, 16777215, -0.0f, 1.0f / 3, 2, 5};
    pile bytes = {{0}, 0};
    double expected[9];
    for (size_t i = 0; i < 9; i++) {
        pile_float(&bytes, corners[i], false);
        expected[i] = (double)corners[i];
    }
    reading r =
        read_gltf_with(&bytes, "'bufferViews':[{'buffer':0,'byteLength':36}],"
                               "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],"
                               "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]," NODE);
    assert_vertices(only_mesh(&r), 3, expected);
    model_free(&r.model);
}

FEELER_TESTS(cmocka_unit_test(test_text_and_binary), cmocka_unit_test(test_index_types),
             cmocka_unit_test(test_no_indices), cmocka_unit_test(test_stride_and_normalized),
             cmocka_unit_test(test_normalized_bytes), cmocka_unit_test(test_sparse),
             cmocka_unit_test(test_modes), cmocka_unit_test(test_strip_with_stitches),
             cmocka_unit_test(test_primitives_are_one_mesh), cmocka_unit_test(test_buffer_files),
             cmocka_unit_test(test_values_are_exact))
