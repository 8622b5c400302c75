#define _XOPEN_SOURCE 700
#if defined(__linux__)
#define _DEFAULT_SOURCE  // _SC_NPROCESSORS_ONLN
#endif

#include "command/work.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "command/interrupt.h"

#define REDRAW_NANOSECONDS 50000000
#define GRACE_ROUNDS 40  ///< two seconds for running jobs to end after an interrupt

typedef struct pool {
    size_t count;
    work_fn *fn;
    void *user;
    atomic_size_t next, done;
    atomic_bool stop;
    pthread_mutex_t lock;
    pthread_cond_t idle;  ///< signalled when `running` falls to 0
    unsigned running;     ///< under the lock, as is `failed`
    size_t failed;
} pool;

static void *serve(void *argument)
{
    pool *p = argument;
    while (!atomic_load(&p->stop) && !interrupt_asked()) {
        size_t index = atomic_fetch_add(&p->next, 1);
        if (index >= p->count) break;
        if (!p->fn(p->user, index)) {
            pthread_mutex_lock(&p->lock);
            if (index < p->failed) p->failed = index;
            pthread_mutex_unlock(&p->lock);
            atomic_store(&p->stop, true);
        }
        atomic_fetch_add(&p->done, 1);
    }
    pthread_mutex_lock(&p->lock);
    if (--p->running == 0) pthread_cond_signal(&p->idle);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/// Waits for all threads, redrawing the bar meanwhile.
static void watch(pool *p, progress *bar)
{
    int grace = GRACE_ROUNDS;
    pthread_mutex_lock(&p->lock);
    while (p->running) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += REDRAW_NANOSECONDS;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec += 1;
        }
        pthread_cond_timedwait(&p->idle, &p->lock, &until);
        if (bar) progress_update(bar, atomic_load(&p->done), p->count);
        // a single job can last; nothing it does outlives the process
        if (interrupt_asked() && p->running && --grace == 0) {
            if (bar) progress_end(bar);
            interrupt_leave();
        }
    }
    pthread_mutex_unlock(&p->lock);
}

work_result work_run(size_t count, unsigned threads, work_fn *fn, void *user, progress *bar, size_t *failed)
{
    *failed = SIZE_MAX;
    if (threads > count) threads = (unsigned)count;
    if (!threads) return interrupt_asked() ? WORK_INTERRUPTED : WORK_DONE;
    pool p = {.count = count, .fn = fn, .user = user, .failed = SIZE_MAX};
    pthread_t *handles = calloc(threads, sizeof *handles);
    if (!handles) return WORK_FAILED;
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.idle, NULL);
    unsigned started = 0;
    pthread_mutex_lock(&p.lock);
    while (started < threads && pthread_create(&handles[started], NULL, serve, &p) == 0) ++started;
    p.running = started;
    pthread_mutex_unlock(&p.lock);
    watch(&p, bar);
    for (unsigned i = 0; i < started; ++i) pthread_join(handles[i], NULL);
    if (bar) progress_end(bar);
    pthread_cond_destroy(&p.idle);
    pthread_mutex_destroy(&p.lock);
    free(handles);
    *failed = p.failed;
    if (interrupt_asked()) return WORK_INTERRUPTED;
    return started && p.failed == SIZE_MAX ? WORK_DONE : WORK_FAILED;
}

unsigned work_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 1024 ? 1024 : (unsigned)count;
}
