#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/findings.h"
#include "support/tests.h"

// Keys stand in files that people keep, so they may never change. The numbers were computed with an
// implementation in arbitrary-precision integers, from the definitions of FNV-1a and of MurmurHash3's last steps.
static void ids_are_what_they_were(void **state)
{
    (void)state;
    static const char *const table[][2] = {{"", "efd01f60ba992926"},
                                           {"a", "82a2a958a9bece5b"},
                                           {"plate/base", "0a37a4d219d203ef"},
                                           {"\xc3\xb8/\xce\xbc", "cc5fbae5853a4b51"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        char id[REPORT_KEY_SIZE];
        report_part_id(id, table[i][0]);
        assert_string_equal(id, table[i][1]);
    }
}

static void keys_are_what_they_were(void **state)
{
    (void)state;
    char a[REPORT_KEY_SIZE], b[REPORT_KEY_SIZE], key[REPORT_KEY_SIZE];
    report_part_id(a, "a");
    report_part_id(b, "b");
    report_pair_key(key, a, b);
    assert_string_equal(key, "29db80a02a0e3e57");
}

static void a_pair_has_one_key_in_either_order(void **state)
{
    (void)state;
    static const char *const paths[] = {"x", "y", "machine/arm", "machine/arm#2", "", "z z"};
    for (size_t i = 0; i < 6; ++i) {
        for (size_t j = 0; j < 6; ++j) {
            char a[REPORT_KEY_SIZE], b[REPORT_KEY_SIZE], there[REPORT_KEY_SIZE], back[REPORT_KEY_SIZE];
            report_part_id(a, paths[i]);
            report_part_id(b, paths[j]);
            report_pair_key(there, a, b);
            report_pair_key(back, b, a);
            assert_string_equal(there, back);
        }
    }
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

static void pairs_of_like_names_have_different_keys(void **state)
{
    (void)state;
    enum { PARTS = 400, PAIRS = PARTS * (PARTS - 1) / 2 };
    static char ids[PARTS][REPORT_KEY_SIZE], keys[PAIRS][REPORT_KEY_SIZE];
    for (int i = 0; i < PARTS; ++i) {
        char path[32];
        snprintf(path, sizeof path, "assembly/bolt#%d", i);
        report_part_id(ids[i], path);
    }
    size_t count = 0;
    for (int i = 0; i < PARTS; ++i) {
        for (int j = 0; j < i; ++j) report_pair_key(keys[count++], ids[i], ids[j]);
    }
    qsort(keys, count, sizeof *keys, compare);
    for (size_t i = 1; i < count; ++i) assert_string_not_equal(keys[i - 1], keys[i]);
}

FEELER_TESTS(cmocka_unit_test(ids_are_what_they_were), cmocka_unit_test(keys_are_what_they_were),
             cmocka_unit_test(a_pair_has_one_key_in_either_order),
             cmocka_unit_test(pairs_of_like_names_have_different_keys))
