// Memory that runs out, at every single place it can: an error each time, and nothing left behind.
// The allocator below stands in place of the one in tool/read/memory.c.
#include <unistd.h>

#include "read_support.h"
#include "support/tests.h"

static size_t allocations, failing_one = SIZE_MAX;
static long live_blocks;
static model_split split = SPLIT_NAMED;

void *tool_reallocate(void *memory, size_t size)
{
    if (allocations++ == failing_one) return NULL;
    void *block = realloc(memory, size);
    assert_non_null(block);
    if (memory == NULL) live_blocks++;
    return block;
}

void tool_release(void *memory)
{
    if (memory != NULL) live_blocks--;
    free(memory);
}

/// Reads the files one by one and names the parts; returns whether all went well.
static bool read_all(const char *const *paths, size_t count, size_t *parts)
{
    model m = {0};
    tool_error error = {{0}};
    read_limits limits = read_limits_default();
    limits.split = split;
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++) fine = model_read_file(&m, paths[i], &limits, &error);
    fine = fine && model_finish(&m, &error);
    if (!fine && strstr(error.message, "out of memory") == NULL) fail_msg("unexpected: %s", error.message);
    *parts = m.part_count;
    model_free(&m);
    return fine;
}

/// Fails the first allocation, then the second, ..., until there are no more to fail.
static void sweep(const char *const *paths, size_t count, size_t expected_parts)
{
    size_t parts = 0, failures = 0;
    for (failing_one = 0;; failing_one++) {
        allocations = 0;
        const bool fine = read_all(paths, count, &parts);
        assert_int_equal(live_blocks, 0);
        if (allocations <= failing_one) {
            assert_true(fine);
            break;
        }
        // only giving back what is too much may fail without harm
        if (!fine) failures++;
    }
    assert_int_equal(parts, expected_parts);
    assert_true(failures > 10);
    failing_one = SIZE_MAX;
}

#define CORPUS FEELER_SOURCE_DIR "/fuzz/corpus/"

static void test_text_formats(void **unused)
{
    (void)unused;
    static const char *const paths[] = {CORPUS "obj/objects.obj", CORPUS "obj/concave.obj",
                                        CORPUS "stl/ascii.stl",   CORPUS "stl/binary.stl",
                                        CORPUS "ply/little.ply",  CORPUS "off/plain.off",
                                        CORPUS "obj/names.obj",   CORPUS "ply/mixed-ascii.ply"};
    sweep(paths, sizeof paths / sizeof paths[0], 12);
}

static void test_gltf(void **unused)
{
    (void)unused;
    static const char *const paths[] = {CORPUS "gltf/tree.gltf", CORPUS "gltf/triangle.glb",
                                        CORPUS "gltf/instancing.gltf", CORPUS "gltf/sparse-zeros.gltf"};
    sweep(paths, sizeof paths / sizeof paths[0], 7);
}

/// In every way to make parts.
static void test_splits(void **unused)
{
    (void)unused;
    static const char *const paths[] = {CORPUS "obj/objects.obj", CORPUS "stl/patches.stl",
                                        CORPUS "gltf/tree.gltf"};
    static const size_t expected[] = {[SPLIT_SHELLS] = 7, [SPLIT_MATERIALS] = 5, [SPLIT_NONE] = 3};
    for (split = SPLIT_SHELLS; split <= SPLIT_NONE; split++) sweep(paths, 3, expected[split]);
    split = SPLIT_NAMED;
}

/// A line joined with the next is read in a copy, and a buffer of its own file through its path.
static void test_copies(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/feeler-test-XXXXXX", obj[128], gltf[128], buffer[128];
    assert_non_null(mkdtemp(folder));
    snprintf(obj, sizeof obj, "%s/a.obj", folder);
    snprintf(gltf, sizeof gltf, "%s/a.gltf", folder);
    snprintf(buffer, sizeof buffer, "%s/a.bin", folder);
    FILE *file = fopen(obj, "w");
    assert_non_null(file);
    fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 \\\n2 3\n", file);
    fclose(file);
    file = fopen(buffer, "w");
    assert_non_null(file);
    for (int i = 0; i < 36; i++) fputc(0, file);
    fclose(file);
    file = fopen(gltf, "w");
    assert_non_null(file);
    fputs("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{"
          "\"attributes\":"
          "{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":"
          "\"VEC3\"}],"
          "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":\"a."
          "bin\"}]}",
          file);
    fclose(file);
    const char *const paths[] = {obj, gltf};
    sweep(paths, 2, 2);
    unlink(obj);
    unlink(gltf);
    unlink(buffer);
    rmdir(folder);
}

FEELER_TESTS(cmocka_unit_test(test_text_formats), cmocka_unit_test(test_gltf), cmocka_unit_test(test_splits),
             cmocka_unit_test(test_copies))
