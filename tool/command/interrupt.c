#define _XOPEN_SOURCE 700

#include "command/interrupt.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define GRACE_NANOSECONDS 300000000
#define FILES 3

// Lock-free on every platform with signals, so it may be set in a handler and read in threads.
static atomic_int noted;
static atomic_bool said;
static int wake[2] = {-1, -1};  // the handler writes, the watching thread reads

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // of the two below
static const char *files[FILES];
static bool held;

static void note(int signal)
{
    const int error = errno;
    atomic_store(&noted, signal);
    const ssize_t written = write(wake[1], "", 1);
    (void)written;
    errno = error;
}

static void say(void)
{
    // with the line of a progress bar taken away
    static const char words[] = "feeler: interrupted; nothing was written\n", clear[] = "\r\033[K";
    if (atomic_exchange(&said, true)) return;
    ssize_t written = isatty(STDERR_FILENO) ? write(STDERR_FILENO, clear, sizeof clear - 1) : 0;
    written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written;
}

/// Waits for a signal, then a little for the work to stop cleanly.
static void *watch(void *argument)
{
    (void)argument;
    char byte;
    while (read(wake[0], &byte, 1) < 0 && errno == EINTR) {
    }
    const struct timespec grace = {0, GRACE_NANOSECONDS};
    for (bool wait = true; wait;) {
        nanosleep(&grace, NULL);
        pthread_mutex_lock(&lock);
        wait = held;
        if (wait) pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < FILES; ++i) {
        if (files[i]) unlink(files[i]);
    }
    say();
    _exit(128 + atomic_load(&noted));
}

void interrupt_watch(void)
{
    if (wake[0] >= 0 || pipe(wake) != 0) return;
    // the thread takes no signals, so that they interrupt what the others wait for
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_t thread;
    const bool watched = pthread_create(&thread, NULL, watch, NULL) == 0;
    if (watched) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    // without the thread, a second signal ends the process
    action.sa_flags = watched ? 0 : (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    const int signals[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        struct sigaction before;
        // a job that was started with the signal ignored (nohup, a background job) keeps ignoring it
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

bool interrupt_asked(void) { return atomic_load(&noted) != 0; }

int interrupt_status(void)
{
    say();
    return 128 + atomic_load(&noted);
}

void interrupt_file(const char *path)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < FILES; ++i) {
        if (files[i]) continue;
        files[i] = path;
        break;
    }
    pthread_mutex_unlock(&lock);
}

void interrupt_file_done(const char *path)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < FILES; ++i) {
        if (files[i] == path) files[i] = NULL;
    }
    pthread_mutex_unlock(&lock);
}

static void set_held(bool value)
{
    pthread_mutex_lock(&lock);
    held = value;
    pthread_mutex_unlock(&lock);
}

void interrupt_hold(void) { set_held(true); }
void interrupt_release(void) { set_held(false); }
