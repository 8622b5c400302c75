// Files as a whole: what cannot be read, which format it is, and how several make up one model.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "read_support.h"
#include "support/tests.h"

#define OBJ "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
#define OFF "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
#define STL                                                                                                  \
    "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "                       \
    "0\nendloop\nendfacet\nendsolid\n"
#define PLY                                                                                                  \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "           \
    "z\nelement face 1\n"                                                                                    \
    "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
#define GLTF                                                                                                 \
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{"               \
    "\"attributes\":"                                                                                        \
    "{\"POSITION\":0}}]}],\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]}"

static char folder[] = "/tmp/feeler-test-XXXXXX";

static int make_folder(void **unused)
{
    (void)unused;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **unused)
{
    (void)unused;
    return rmdir(folder);
}

static const char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void write_file(const char *path, const char *words) { write_bytes(path, words, strlen(words)); }

/// Reads a file of this name and content into a model of its own; the message must end in `wrong`.
static void check_bytes(const char *name, const void *bytes, size_t size, const char *wrong)
{
    const char *path = in_folder(name);
    const read_limits limits = read_limits_default();
    model m = {0};
    tool_error error = {{0}};
    write_bytes(path, bytes, size);
    const bool fine = model_read_file(&m, path, &limits, &error);
    unlink(path);
    if (wrong == NULL) {
        assert_string_equal(error.message, "");
        assert_true(fine);
        assert_int_equal(m.part_count, 1);
        assert_int_equal(m.meshes[0].triangle_count, 1);
        assert_int_equal(m.file_count, 1);
        assert_string_equal(m.files[0], path);
    } else {
        assert_false(fine);
        assert_true(strncmp(error.message, path, strlen(path)) == 0);
        assert_string_equal(error.message + strlen(path), wrong);
        assert_true(m.mesh_count == 0 && m.part_count == 0 && m.file_count == 0 && m.meshes == NULL);
    }
    model_free(&m);
}

static void check_file(const char *name, const char *words, const char *wrong)
{
    check_bytes(name, words, strlen(words), wrong);
}

static void test_content_decides(void **unused)
{
    (void)unused;
    static const char *const contents[] = {OBJ, OFF, STL, PLY, GLTF};
    static const char *const names[] = {"a.obj", "a.off", "a.stl", "a.ply", "a.gltf",
                                        "a.glb", "a.txt", "a",     ".obj"};
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) check_file(names[k], contents[i], NULL);
    check_file("a", "# comment\n\n  vn 0 0 1\n" OBJ, NULL);
    check_file("a", "# comment\n" OFF, NULL);
    check_file("a", "\xEF\xBB\xBF" STL, NULL);
    check_file("a", "\xEF\xBB\xBF" OBJ, NULL);
    check_file("a", "\xEF\xBB\xBF" OFF, NULL);
    check_file("a", "\xEF\xBB\xBF" PLY, NULL);
    check_file("a", "\xEF\xBB\xBF" GLTF, NULL);
}

static pile in_utf16(const char *words, bool mark, bool big_endian)
{
    pile p = {{0}, 0};
    if (mark) pile_whole(&p, 0xFEFF, 2, big_endian);
    for (const char *c = words; *c != '\0'; c++) pile_whole(&p, (unsigned char)*c, 2, big_endian);
    return p;
}

static void test_utf16(void **unused)
{
    (void)unused;
    static const char *const contents[] = {OBJ, OFF, STL, PLY, GLTF};
    for (size_t i = 0; i < 5; i++) {
        for (int how = 0; how < 4; how++) {
            pile p = in_utf16(contents[i], how & 1, how & 2);
            check_bytes("a", p.bytes, p.size, NULL);
        }
    }
    // lines are counted as they stand
    pile p = in_utf16("v 0 0 0\nv 1 0 x\n", true, false);
    check_bytes("a.obj", p.bytes, p.size, ":2: expected a finite number, found 'x'");
    p = in_utf16(OBJ, true, true);
    check_bytes("a.obj", p.bytes, p.size - 1,
                ": begins as text in UTF-16, two bytes each, and has an odd number of bytes, 65");
    check_bytes("a.obj", "\xFF\xFE\0\0v\0\0\0", 8,
                ": is text in UTF-32, which is not read; save it as UTF-8");
}

/// U+00E9 takes two bytes of UTF-8, U+4E2D three, U+1D11E four; half a pair is U+FFFD.
static void test_utf16_names(void **unused)
{
    (void)unused;
    static const char names[] = "\xC3\xA9\xE4\xB8\xAD\xF0\x9D\x84\x9E\xEF\xBF\xBDx";
    static const uint16_t units[] = {0xE9, 0x4E2D, 0xD834, 0xDD1E, 0xDC00, 'x', '\n'};
    const char *path = in_folder("a.obj");
    for (int big_endian = 0; big_endian < 2; big_endian++) {
        pile p = in_utf16("v 0 0 0\nv 1 0 0\nv 0 1 0\no ", true, big_endian);
        for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) pile_whole(&p, units[i], 2, big_endian);
        const pile rest = in_utf16("f 1 2 3\no y\nf 3 2 1\n", false, big_endian);
        pile_bytes(&p, rest.bytes, rest.size);
        write_bytes(path, p.bytes, p.size);
        const read_limits limits = read_limits_default();
        model m = {0};
        tool_error error = {{0}};
        assert_true(model_read_file(&m, path, &limits, &error));
        unlink(path);
        assert_int_equal(m.part_count, 2);
        assert_string_equal(m.parts[0].name, names);
        model_free(&m);
    }
}

static void test_name_decides_else(void **unused)
{
    (void)unused;
    check_file("a.Obj", "call other.obj\n" OBJ, NULL);
    check_file("a.OFF", "3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", NULL);
    check_file("a.PLY", "plyformat\n", ":1: expected 'ply' on a line of its own");
    check_file("a.glb", "gltf", ":1:4: byte 4: expected JSON: '[' or '{' expected near 'gltf'");
    check_file("a.stl", "sol", ":1: expected 'solid', found 'sol'");
#ifndef FEELER_WITH_ASSIMP
    static const char *const names[] = {"a.step", "a", "obj", "a.obj.gz"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        check_file(
            names[i], "ISO-10303-2\n",
            ": neither its content nor its name is of a format that is read: OBJ, STL, PLY, OFF, glTF, GLB");
    check_file("a.step", "ISO-10303-21;\n",
               ": is STEP, which is not read; export it as GLB, STL or OBJ from the program that made it");
    check_file("a", "CASCADE Topology V1, (c) Matra-Datavision\n",
               ": is BREP, which is not read; export it as GLB, STL or OBJ from the program that made it");
    check_file("a.fbx", "Kaydara FBX Binary  ", ": is FBX, which is not read; export it as GLB or OBJ");
    check_file(
        "a.3mf", "PK\x03\x04",
        ": is a ZIP archive (as 3MF is too), which is not read; unpack it, or export it as GLB, STL or OBJ");
    check_file("obj", "\x1f\x8b\x08", ": is compressed by gzip, which is not read; unpack it first");
#endif
}

static void check_path(const char *path, read_limits limits, const char *wrong)
{
    model m = {0};
    tool_error error = {{0}};
    assert_false(model_read_file(&m, path, &limits, &error));
    assert_true(strncmp(error.message, path, strlen(path)) == 0);
    assert_string_equal(error.message + strlen(path), wrong);
    model_free(&m);
}

static void test_what_cannot_be_read(void **unused)
{
    (void)unused;
    read_limits limits = read_limits_default();
    check_file("a.obj", "", ": is empty");
    check_file("a.obj", " \n\n", ": holds no triangles");
    check_path(in_folder("missing.obj"), limits, ": No such file or directory");
    check_path(in_folder("missing/a.obj"), limits, ": No such file or directory");
    check_path("", limits, ": No such file or directory");
    check_path(folder, limits, ": is a directory; expected a file");
    write_file(in_folder("a.obj"), OBJ);
    char under[300];
    snprintf(under, sizeof under, "%s/b.obj", in_folder("a.obj"));
    check_path(under, limits, ": Not a directory");
    limits.file_bytes = 31;
    check_path(in_folder("a.obj"), limits, ": has 32 bytes; at most 31 are read");
    limits.file_bytes = 32;
    model m = {0};
    tool_error error = {{0}};
    assert_true(model_read_file(&m, in_folder("a.obj"), &limits, &error));
    model_free(&m);
    if (geteuid() != 0) {
        assert_int_equal(chmod(in_folder("a.obj"), 0), 0);
        check_path(in_folder("a.obj"), limits, ": Permission denied");
    }
    unlink(in_folder("a.obj"));
}

/// From a pipe, whose size nobody knows beforehand.
static void test_pipe(void **unused)
{
    (void)unused;
    for (int over = 0; over < 2; over++) {
        int ends[2];
        char path[64];
        assert_int_equal(pipe(ends), 0);
        snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
        assert_int_equal(write(ends[1], OBJ, strlen(OBJ)), strlen(OBJ));
        close(ends[1]);
        model m = {0};
        tool_error error = {{0}};
        read_limits limits = read_limits_default();
        if (over) limits.file_bytes = 20;
        assert_int_equal(model_read_file(&m, path, &limits, &error), over == 0);
        if (over) assert_non_null(strstr(error.message, ": has more than the 20 bytes that are read"));
        model_free(&m);
        close(ends[0]);
    }
}

/// Files are added one behind the other, and a failure leaves everything as it was.
static void test_several_files(void **unused)
{
    (void)unused;
    const read_limits limits = read_limits_default();
    model m = {0};
    tool_error error = {{0}};
    write_file(in_folder("a.gltf"), GLTF);
    assert_true(model_read_file(&m, in_folder("a.gltf"), &limits, &error));
    assert_true(m.metres_per_unit == 1);
    assert_true(model_read_file(&m, in_folder("a.gltf"), &limits, &error));
    assert_true(m.metres_per_unit == 1);
    write_file(in_folder("b.obj"), "o x\n" OBJ "o y\nf 3 2 1\nf 1 2 3\n");
    assert_true(model_read_file(&m, in_folder("b.obj"), &limits, &error));
    // one file of unknown units makes the units of all unknown
    assert_true(m.metres_per_unit == 0);
    assert_int_equal(m.file_count, 3);
    assert_int_equal(m.mesh_count, 4);
    assert_int_equal(m.part_count, 4);
    const model before = m;
    write_file(in_folder("b.obj"), "o x\n" OBJ "o y\nf 3 2 9\n");
    assert_false(model_read_file(&m, in_folder("b.obj"), &limits, &error));
    assert_memory_equal(&before, &m, sizeof m);
    static const size_t meshes[] = {0, 1, 2, 3}, files[] = {0, 1, 2, 2}, triangles[] = {1, 1, 1, 2};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(m.parts[i].mesh, meshes[i]);
        assert_int_equal(m.parts[i].file, files[i]);
        assert_int_equal(m.meshes[i].triangle_count, triangles[i]);
    }
    unlink(in_folder("a.gltf"));
    unlink(in_folder("b.obj"));
    model_free(&m);
    assert_true(m.meshes == NULL && m.parts == NULL && m.files == NULL);
    model_free(&m);
    model_free(NULL);
}

FEELER_TESTS_WITH(NULL, make_folder, remove_folder, cmocka_unit_test(test_content_decides),
                  cmocka_unit_test(test_utf16), cmocka_unit_test(test_utf16_names),
                  cmocka_unit_test(test_name_decides_else), cmocka_unit_test(test_what_cannot_be_read),
                  cmocka_unit_test(test_pipe), cmocka_unit_test(test_several_files))
