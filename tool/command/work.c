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

/// Parts of a running job, for any thread to take.
typedef struct shared_parts {
    size_t count, next, done;
    void (*task)(void *argument, size_t index);
    void *argument;
    struct shared_parts *older;
} shared_parts;

typedef struct pool {
    size_t count;
    work_fn *fn;
    void *user;
    atomic_size_t next, done;
    atomic_bool stop;
    atomic_uint open;        ///< shared_parts with parts to take, to look at before the lock is taken
    pthread_mutex_t lock;    ///< of all below
    pthread_cond_t changed;  ///< parts were shared or have ended, or a thread has no job left
    pthread_cond_t idle;     ///< signalled when `running` falls to 0
    shared_parts *newest;
    unsigned working;  ///< threads that may still have jobs, and so parts to share
    unsigned running;
    size_t failed;
} pool;

/// Under the lock, which is given back while the part is done.
static void do_part(pool *p, shared_parts *s)
{
    size_t index = s->next++;
    if (s->next == s->count) atomic_fetch_sub(&p->open, 1);
    pthread_mutex_unlock(&p->lock);
    s->task(s->argument, index);
    pthread_mutex_lock(&p->lock);
    if (++s->done == s->count) pthread_cond_broadcast(&p->changed);
}

/// Under the lock: does one part of somebody's job; false where there is none to do.
static bool help(pool *p)
{
    for (shared_parts *s = p->newest; s; s = s->older) {
        if (s->next == s->count) continue;
        do_part(p, s);
        return true;
    }
    return false;
}

/// What an flr_parallel of the pool runs.
static void share(void *user, size_t count, void (*task)(void *argument, size_t index), void *argument)
{
    pool *p = user;
    if (!count) return;
    shared_parts s = {.count = count, .task = task, .argument = argument};
    pthread_mutex_lock(&p->lock);
    s.older = p->newest;
    p->newest = &s;
    atomic_fetch_add(&p->open, 1);
    pthread_cond_broadcast(&p->changed);
    while (s.next < count) do_part(p, &s);
    while (s.done < count) {
        if (!help(p)) pthread_cond_wait(&p->changed, &p->lock);
    }
    shared_parts **link = &p->newest;
    while (*link != &s) link = &(*link)->older;
    *link = s.older;
    pthread_mutex_unlock(&p->lock);
}

static void do_job(pool *p, size_t index)
{
    const flr_parallel others = {share, p};
    if (!p->fn(p->user, index, &others)) {
        pthread_mutex_lock(&p->lock);
        if (index < p->failed) p->failed = index;
        pthread_mutex_unlock(&p->lock);
        atomic_store(&p->stop, true);
    }
    atomic_fetch_add(&p->done, 1);
}

static void *serve(void *argument)
{
    pool *p = argument;
    while (!atomic_load(&p->stop) && !interrupt_asked()) {
        if (atomic_load(&p->open)) {  // what holds up a running job comes first
            pthread_mutex_lock(&p->lock);
            bool helped = help(p);
            pthread_mutex_unlock(&p->lock);
            if (helped) continue;
        }
        size_t index = atomic_fetch_add(&p->next, 1);
        if (index >= p->count) break;
        do_job(p, index);
    }
    pthread_mutex_lock(&p->lock);
    p->working--;
    pthread_cond_broadcast(&p->changed);
    while (p->working) {
        if (!help(p)) pthread_cond_wait(&p->changed, &p->lock);
    }
    if (--p->running == 0) pthread_cond_signal(&p->idle);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/// Waits for all threads, redrawing the bar meanwhile.
static void watch(pool *p, progress *bar)
{
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
    }
    pthread_mutex_unlock(&p->lock);
}

work_result work_run(size_t count, unsigned threads, work_fn *fn, void *user, progress *bar, size_t *failed)
{
    *failed = SIZE_MAX;
    if (!count || !threads) return interrupt_asked() ? WORK_INTERRUPTED : WORK_DONE;
    pool p = {.count = count, .fn = fn, .user = user, .failed = SIZE_MAX};
    pthread_t *handles = calloc(threads, sizeof *handles);
    if (!handles) return WORK_FAILED;
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.idle, NULL);
    pthread_cond_init(&p.changed, NULL);
    unsigned started = 0;
    pthread_mutex_lock(&p.lock);
    // with a bar to draw the caller watches, else it works
    unsigned own = bar ? 0 : 1;
    while (started + own < threads && pthread_create(&handles[started], NULL, serve, &p) == 0) ++started;
    p.running = p.working = started + own;
    pthread_mutex_unlock(&p.lock);
    if (own) serve(&p);
    watch(&p, bar);
    for (unsigned i = 0; i < started; ++i) pthread_join(handles[i], NULL);
    if (bar) progress_end(bar);
    pthread_cond_destroy(&p.idle);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    free(handles);
    *failed = p.failed;
    if (interrupt_asked()) return WORK_INTERRUPTED;
    return started + own && p.failed == SIZE_MAX ? WORK_DONE : WORK_FAILED;
}

unsigned work_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 1024 ? 1024 : (unsigned)count;
}
