// Any question on any two shapes, mostly on whole numbers from -3 to 3, where shapes touch, coincide, line up and have no
// extent much of the time: the answers hold together, as fuzz/check_lattice.h says. The same checks as of the fuzz target
// fuzz_convex, on a fixed set and on what lies in fuzz/corpus/convex.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../fuzz/check_lattice.h"
#include "support/tests.h"

/// SplitMix64
static uint64_t next_bits(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define IS_SANITIZED
#endif
#endif
/// The sanitizers take ten times as long.
#ifdef IS_SANITIZED
enum { SETS = 25000 };
#else
enum { SETS = 50000 };
#endif

static void test_fixed_set(void **unused)
{
    (void)unused;
    uint64_t state = 2024;
    uint8_t bytes[64];
    complaint said;
    for (int i = 0; i < SETS; ++i) {
        for (size_t k = 0; k < sizeof bytes; ++k) bytes[k] = (uint8_t)(next_bits(&state) >> 40);
        if (!check_lattice(bytes, sizeof bytes, &said)) fail_msg("set %d: %s", i, said.text);
    }
}

static void test_corpus(void **unused)
{
    (void)unused;
    DIR *folder = opendir(FEELER_SOURCE_DIR "/fuzz/corpus/convex");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[1024];
        uint8_t bytes[256];
        complaint said;
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", FEELER_SOURCE_DIR "/fuzz/corpus/convex", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        if (!check_lattice(bytes, size, &said)) fail_msg("%s: %s", entry->d_name, said.text);
        ++count;
    }
    closedir(folder);
    assert_true(count >= 13);
}

/// The checks do tell.
static void test_complaint(void **unused)
{
    (void)unused;
    complaint said = {.lax = false};
    flr_shape3 a = {.kind = FLR_SHAPE3_POINT}, b = {.kind = FLR_SHAPE3_POINT, .as.point = {1, 0, 0}};
    pair3 p = pair3_of(&a, &b, &said);
    assert_true(check_distance3(&p));
    assert_false(holds3(&p, false, "distance", "%d", 7));
    assert_string_equal(said.text, "point point: distance: 7");
    b.kind = FLR_SHAPE3_COUNT;
    assert_false(check_gjk3(&p) && check_contact3(&p, 0));
}

FEELER_TESTS(cmocka_unit_test(test_fixed_set), cmocka_unit_test(test_corpus),
             cmocka_unit_test(test_complaint))
