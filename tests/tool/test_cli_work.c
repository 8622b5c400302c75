#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <signal.h>
#include <stdatomic.h>

#include "command/interrupt.h"
#include "command/work.h"

enum { COUNT = 5000 };
static atomic_uint times[COUNT];
static size_t fails_from, fails_step;

static bool count_one(void *user, size_t index)
{
    (void)user;
    atomic_fetch_add(&times[index], 1);
    return index < fails_from || index % fails_step != 0;
}

static void each_job_is_done_once(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 9; threads += 4) {
        memset(times, 0, sizeof times);
        fails_from = COUNT;
        size_t failed;
        assert_int_equal(work_run(COUNT, threads, count_one, NULL, NULL, &failed), WORK_DONE);
        assert_true(failed == SIZE_MAX);
        for (size_t i = 0; i < COUNT; ++i) assert_int_equal(times[i], 1);
    }
    size_t failed;
    assert_int_equal(work_run(0, 4, count_one, NULL, NULL, &failed), WORK_DONE);
}

static void the_first_failure_is_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    for (int round = 0; round < 200; ++round) {
        for (unsigned threads = 1; threads <= 8; threads *= 2) {
            memset(times, 0, sizeof times);
            fails_from = 2;
            fails_step = 7;  // 7, 14, 21, ... fail
            size_t failed;
            assert_int_equal(work_run(COUNT, threads, count_one, NULL, NULL, &failed), WORK_FAILED);
            assert_int_equal(failed, 7);
            assert_int_equal(times[7], 1);
            assert_int_equal(times[COUNT - 1], 0);
        }
    }
}

static bool raise_at_hundred(void *user, size_t index)
{
    (void)user;
    atomic_fetch_add(&times[index], 1);
    if (index == 100) raise(SIGINT);
    return true;
}

static void an_interrupt_stops_the_queue(void **state)
{
    (void)state;
    memset(times, 0, sizeof times);
    interrupt_watch();
    assert_false(interrupt_asked());
    size_t failed;
    assert_int_equal(work_run(COUNT, 1, raise_at_hundred, NULL, NULL, &failed), WORK_INTERRUPTED);
    assert_true(interrupt_asked());
    assert_int_equal(times[100], 1);
    for (size_t i = 101; i < COUNT; ++i) assert_int_equal(times[i], 0);
    assert_int_equal(work_run(COUNT, 3, count_one, NULL, NULL, &failed), WORK_INTERRUPTED);
    assert_int_equal(times[COUNT - 1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_job_is_done_once),
        cmocka_unit_test(the_first_failure_is_the_same_for_any_number_of_threads),
        cmocka_unit_test(an_interrupt_stops_the_queue),  // last: the process stays interrupted
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
