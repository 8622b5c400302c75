// Every input in fuzz/corpus through the readers, as the fuzz targets do it, without libFuzzer. Which of
// them are to be read is told here; all others must be refused.
#include <dirent.h>

#include "../../fuzz/fuzz_read.h"
#include "read_support.h"
#include "support/tests.h"

static const char *const readable[] = {
    "obj/tetrahedron.obj",   "obj/negative.obj",    "obj/slashes.obj",
    "obj/objects.obj",       "obj/concave.obj",     "obj/bowtie.obj",
    "obj/mac.obj",           "obj/forward.obj",     "obj/far.obj",
    "obj/digits.obj",        "obj/names.obj",       "stl/binary.stl",
    "stl/solid-trap.stl",    "stl/ascii.stl",       "stl/patches.stl",
    "stl/one-line.stl",      "stl/normal-nan.stl",  "ply/ascii.ply",
    "ply/little.ply",        "ply/big.ply",         "ply/mixed-ascii.ply",
    "ply/strips.ply",        "ply/faces-first.ply", "off/plain.off",
    "off/one-line-head.off", "off/colours.off",     "off/normals.off",
    "off/no-keyword.off",    "gltf/triangle.gltf",  "gltf/triangle.glb",
    "gltf/tree.gltf",        "gltf/sparse.gltf",    "gltf/sparse-zeros.gltf",
    "gltf/quantized.gltf",   "gltf/strip-fan.gltf", "gltf/instancing.gltf",
    "gltf/no-scene.gltf",    "gltf/name.gltf"};

enum { READABLE = sizeof readable / sizeof readable[0] };

static bool is_readable(const char *format, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", format, name);
    for (size_t i = 0; i < READABLE; i++)
        if (strcmp(path, readable[i]) == 0) return true;
    return false;
}

/// Returns whether the file was read.
static bool check_file(const char *path, const char *name, read_function *reader)
{
    unsigned char *data = NULL;
    size_t size = 0;
    tool_error error = {{0}};
    model m = {0};
    assert_true(read_load(path, 1 << 20, true, &data, &size, &error));
    // holds that a model hangs together, or that there is an error
    fuzz_read(reader, data, size);
    const read_limits limits = read_limits_default();
    const read_source source = {name, data, size, &limits, NULL};
    const bool fine = reader(&source, &m, &error);
    // an error names the file and fits on one line
    if (!fine) {
        assert_true(strncmp(error.message, name, strlen(name)) == 0);
        assert_true(strlen(error.message) > strlen(name) + 10);
        assert_null(strchr(error.message, '\n'));
    }
    model_free(&m);
    tool_release(data);
    return fine;
}

static void test_every_input(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        read_function *reader;
    } formats[] = {
        {"obj", read_obj}, {"stl", read_stl}, {"ply", read_ply}, {"off", read_off}, {"gltf", read_gltf}};
    size_t files = 0, fine = 0;
    for (size_t f = 0; f < 5; f++) {
        char path[1024];
        snprintf(path, sizeof path, FEELER_SOURCE_DIR "/fuzz/corpus/%s", formats[f].name);
        DIR *folder = opendir(path);
        assert_non_null(folder);
        for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
            if (entry->d_name[0] == '.') continue;
            snprintf(path, sizeof path, FEELER_SOURCE_DIR "/fuzz/corpus/%s/%s", formats[f].name,
                     entry->d_name);
            const bool expected = is_readable(formats[f].name, entry->d_name);
            if (check_file(path, entry->d_name, formats[f].reader) != expected)
                fail_msg("%s/%s was %s", formats[f].name, entry->d_name, expected ? "refused" : "read");
            files++;
            fine += expected;
        }
        closedir(folder);
    }
    assert_int_equal(fine, READABLE);
    assert_true(files >= 2 * fine);
}

/// Every input cut at every place, and with every byte turned to a few others: never a crash.
static void test_broken_inputs(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        read_function *reader;
    } inputs[] = {{"obj/tetrahedron.obj", read_obj}, {"obj/names.obj", read_obj},
                  {"stl/binary.stl", read_stl},      {"stl/ascii.stl", read_stl},
                  {"ply/little.ply", read_ply},      {"ply/mixed-ascii.ply", read_ply},
                  {"off/normals.off", read_off},     {"gltf/triangle.glb", read_gltf}};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        char path[1024];
        unsigned char *data = NULL;
        size_t size = 0;
        tool_error error = {{0}};
        snprintf(path, sizeof path, FEELER_SOURCE_DIR "/fuzz/corpus/%s", inputs[i].path);
        assert_true(read_load(path, 1 << 20, true, &data, &size, &error));
        for (size_t at = 0; at < size; at++) {
            fuzz_read(inputs[i].reader, data, at);
            static const unsigned char others[] = {0, 1, 0x7F, 0x80, 0xFF, '\n', '-', '9', ' ', '"'};
            const unsigned char was = data[at];
            for (size_t k = 0; k < sizeof others; k++) {
                data[at] = others[k];
                fuzz_read(inputs[i].reader, data, size);
            }
            data[at] = was;
        }
        tool_release(data);
    }
}

FEELER_TESTS(cmocka_unit_test(test_every_input), cmocka_unit_test(test_broken_inputs))
