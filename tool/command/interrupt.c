#include "command/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Lock-free on every platform with signals, so it may be set in a handler and read in threads.
static atomic_int noted;

static void note(int signal) { atomic_store(&noted, signal); }

void interrupt_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    const int signals[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        struct sigaction old;
        // a job that was started with the signal ignored (nohup, a background job) keeps ignoring it
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

bool interrupt_asked(void) { return atomic_load(&noted) != 0; }

int interrupt_status(void)
{
    fputs("feeler: interrupted; nothing was written\n", stderr);
    return 128 + atomic_load(&noted);
}

void interrupt_leave(void)
{
    int status = interrupt_status();
    fflush(stderr);
    _exit(status);
}
