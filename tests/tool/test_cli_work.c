#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/interrupt.h"
#include "command/work.h"
#include "support/tests.h"

enum { COUNT = 5000 };
static atomic_uint times[COUNT];
static size_t fails_from, fails_step;

static bool count_one(void *user, size_t index, const flr_parallel *others)
{
    (void)user;
    (void)others;
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

static bool raise_at_hundred(void *user, size_t index, const flr_parallel *others)
{
    (void)user;
    (void)others;
    atomic_fetch_add(&times[index], 1);
    if (index == 100) raise(SIGINT);
    return true;
}

/// A shell starts what runs in the background with SIGINT ignored, and then it stays ignored.
static void watch_here_too(void)
{
    signal(SIGINT, SIG_DFL);
    interrupt_watch();
}

static void an_interrupt_stops_the_queue(void **state)
{
    (void)state;
    memset(times, 0, sizeof times);
    watch_here_too();
    assert_false(interrupt_asked());
    size_t failed;
    assert_int_equal(work_run(COUNT, 1, raise_at_hundred, NULL, NULL, &failed), WORK_INTERRUPTED);
    assert_true(interrupt_asked());
    assert_int_equal(times[100], 1);
    for (size_t i = 101; i < COUNT; ++i) assert_int_equal(times[i], 0);
    assert_int_equal(work_run(COUNT, 3, count_one, NULL, NULL, &failed), WORK_INTERRUPTED);
    assert_int_equal(times[COUNT - 1], 0);
}

enum { PARTS = 60 };
static atomic_uint part_times[COUNT][PARTS];

static void count_part(void *argument, size_t part)
{
    atomic_uint *times_of_job = argument;
    atomic_fetch_add(&times_of_job[part], 1);
}

/// Every tenth job has parts; of these every second shares them in two goes.
static bool share_parts(void *user, size_t index, const flr_parallel *others)
{
    (void)user;
    if (index % 10 != 0) return true;
    size_t first = index % 20 == 0 ? PARTS / 3 : PARTS;
    others->run(others->user, first, count_part, part_times[index]);
    for (size_t i = 0; i < first; ++i) {
        if (atomic_load(&part_times[index][i]) != 1) return false;  // all have ended when run returns
    }
    others->run(others->user, PARTS - first, count_part, part_times[index] + first);
    return true;
}

static void parts_of_jobs_are_done_once_and_before_the_job_goes_on(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 9; threads += 4) {
        memset(part_times, 0, sizeof part_times);
        size_t failed;
        assert_int_equal(work_run(COUNT, threads, share_parts, NULL, NULL, &failed), WORK_DONE);
        for (size_t i = 0; i < COUNT; ++i) {
            for (size_t k = 0; k < PARTS; ++k) assert_int_equal(part_times[i][k], i % 10 == 0);
        }
    }
}

/// Parts that have parts of their own.
static atomic_uint leaves;
static const flr_parallel *lent;

static void halve(void *argument, size_t part)
{
    size_t depth = *(const size_t *)argument;
    (void)part;
    if (depth == 0) {
        atomic_fetch_add(&leaves, 1);
        return;
    }
    depth--;
    lent->run(lent->user, 2, halve, &depth);
}

static bool halve_ten_times(void *user, size_t index, const flr_parallel *others)
{
    (void)user;
    (void)index;
    lent = others;
    size_t depth = 10;
    halve(&depth, 0);
    return true;
}

static void parts_may_have_parts(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; ++threads) {
        leaves = 0;
        size_t failed;
        assert_int_equal(work_run(1, threads, halve_ten_times, NULL, NULL, &failed), WORK_DONE);
        assert_int_equal(leaves, 1024);
    }
}

/// A child that takes no notice of a signal, and has a file that must not stay: it ends all the same, by the watching thread.
static void what_does_not_stop_is_ended(void **state)
{
    (void)state;
    char name[] = "interrupted.part";
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        watch_here_too();
        alarm(60);  // ends it where the watching thread does not
        FILE *file = fopen(name, "w");
        if (!file || fclose(file) != 0) _exit(1);
        interrupt_file(name);
        if (write(ready[1], "", 1) != 1) _exit(1);
        for (;;) {
        }
    }
    char byte;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(kill(child, SIGINT), 0);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 128 + SIGINT);
    assert_int_not_equal(access(name, F_OK), 0);
    close(ready[0]);
    close(ready[1]);
}

// an_interrupt_stops_the_queue is the last: the process stays interrupted
FEELER_TESTS(cmocka_unit_test(each_job_is_done_once),
             cmocka_unit_test(the_first_failure_is_the_same_for_any_number_of_threads),
             cmocka_unit_test(parts_of_jobs_are_done_once_and_before_the_job_goes_on),
             cmocka_unit_test(parts_may_have_parts), cmocka_unit_test(what_does_not_stop_is_ended),
             cmocka_unit_test(an_interrupt_stops_the_queue))
