/// cmocka for tests in C++. Assertions of cmocka leave by longjmp, which must not pass objects
/// with destructors; so tests count what is wrong, print it, and assert once at the end.
#ifndef TESTS_SUPPORT_CMOCKA_HPP
#define TESTS_SUPPORT_CMOCKA_HPP

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>

extern "C" {
#include <cmocka.h>
}
#undef fail  // a function of streams, whose headers may follow
#undef fail_msg
#define fail_msg(...) (print_error("ERROR: " __VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

#include "support/tests.h"

/// Several files of tests are compiled as one (see tests/CMakeLists.txt), so what each defines is in a namespace of this name.
#ifndef TEST_FILE
#define TEST_FILE test_file_alone
#endif

struct tally {
    long checks = 0, wrong = 0;

    /// Counts one check; prints at most the first twenty that fail. Returns `ok`.
    __attribute__((format(printf, 3, 4))) bool expect(bool ok, const char *format, ...)
    {
        ++checks;
        if (ok) return true;
        if (++wrong <= 20) {
            va_list list;
            va_start(list, format);
            std::fputs("  wrong: ", stdout);
            std::vprintf(format, list);
            std::fputs("\n", stdout);
            va_end(list);
        }
        return false;
    }
};

/// Runs the body of a test and asserts that something was checked and nothing was wrong.
template <void (*body)(tally &)> void run_body(void **)
{
    long wrong = 0, checks = 0;
    {
        tally t;
        try {
            body(t);
        } catch (const std::exception &e) {
            t.expect(false, "stopped: %s", e.what());
        }
        wrong = t.wrong;
        checks = t.checks;
        if (wrong) std::printf("  %ld of %ld checks are wrong\n", wrong, checks);
        std::fflush(stdout);
    }
    assert_int_equal(wrong, 0);
    assert_true(checks > 0);
}

#define FEELER_TEST(body)                                                                                    \
    {                                                                                                        \
#body, run_body < body>, nullptr, nullptr, nullptr                                                   \
    }

#endif
