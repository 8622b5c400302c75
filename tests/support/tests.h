/// A test file ends with FEELER_TESTS(...), which lists its tests; the main function of the program that it is part of is
/// support/tests.c.
#ifndef TESTS_SUPPORT_TESTS_H
#define TESTS_SUPPORT_TESTS_H

#include <stddef.h>

/// What a file says before its tests: that they run, that they cannot (it has printed `skipped: ` and why), or that this is wrong.
typedef enum test_ready { TESTS_RUN, TESTS_SKIPPED, TESTS_FAIL } test_ready;

typedef struct test_file {
    const char *path;
    const struct CMUnitTest *tests;
    size_t count;
    test_ready (*ready)(void);  ///< NULL: they run
    int (*setup)(void **);
    int (*teardown)(void **);
    struct test_file *next;
} test_file;

#ifdef __cplusplus
extern "C"
#endif
    void
    test_register(test_file *file);

#define FEELER_TESTS_WITH(ready, setup, teardown, ...)                                                       \
    static const struct CMUnitTest tests_of_file[] = {__VA_ARGS__};                                          \
    __attribute__((constructor)) static void register_tests(void)                                            \
    {                                                                                                        \
        static test_file file = {__FILE__, tests_of_file, sizeof tests_of_file / sizeof tests_of_file[0],    \
                                 ready,    setup,         teardown,                                          \
                                 NULL};                                                                      \
        test_register(&file);                                                                                \
    }
#define FEELER_TESTS(...) FEELER_TESTS_WITH(NULL, NULL, NULL, __VA_ARGS__)

#endif
