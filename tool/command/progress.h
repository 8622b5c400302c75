/// A bar on standard error, where that is a terminal and the work lasts.
#ifndef TOOL_COMMAND_PROGRESS_H
#define TOOL_COMMAND_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef struct progress {
    bool enabled, shown;
    const char *label;
    size_t before,
        total;  ///< of work in several runs: what the earlier ones did, and what all will do; else 0
    struct timespec start;
} progress;

/// Nothing is shown yet; `quiet`, or no terminal, keeps it that way.
progress progress_start(const char *label, bool quiet);

/// Draws the bar, once half a second has passed.
void progress_update(progress *p, size_t done, size_t total);

/// Takes the bar away.
void progress_end(progress *p);

#endif
