#include "command/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATIENCE 0.5  ///< seconds before anything is shown
#define BAR 30

progress progress_start(const char *label, bool quiet)
{
    const char *terminal = getenv("TERM");
    bool capable = terminal && strcmp(terminal, "dumb") != 0;
    progress p = {.label = label, .enabled = !quiet && capable && isatty(STDERR_FILENO)};
    if (p.enabled) clock_gettime(CLOCK_MONOTONIC, &p.start);
    return p;
}

void progress_update(progress *p, size_t done, size_t total)
{
    done += p->before;
    if (p->total) total = p->total;
    if (!p->enabled || !total) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double passed = (double)(now.tv_sec - p->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - p->start.tv_nsec);
    if (passed < PATIENCE) return;
    char bar[BAR + 1];
    size_t filled = (size_t)((double)done / (double)total * BAR);
    for (size_t i = 0; i < BAR; ++i) bar[i] = i < filled ? '#' : '-';
    bar[BAR] = '\0';
    fprintf(stderr, "\r%s [%s] %zu of %zu\033[K", p->label, bar, done, total);
    fflush(stderr);
    p->shown = true;
}

void progress_end(progress *p)
{
    if (p->shown) fputs("\r\033[K", stderr);
    p->shown = false;
}
