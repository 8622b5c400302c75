/// A list of independent jobs, taken from a shared queue by several threads.
#ifndef TOOL_COMMAND_WORK_H
#define TOOL_COMMAND_WORK_H

#include "command/progress.h"
#include "feeler/base.h"

/// Does job number `index`; false where it failed. Runs in any thread, each index once. A long job may hand
/// parts of itself to `others`: threads that have no job left, or none yet.
typedef bool work_fn(void *user, size_t index, const flr_parallel *others);

typedef enum work_result { WORK_DONE, WORK_FAILED, WORK_INTERRUPTED } work_result;

/// Jobs start in the order of their numbers. After a failure no new ones are started; all that
/// were started end, so the lowest number that fails is the same for any number of threads, and
/// stands in *failed. Also WORK_FAILED, with *failed = SIZE_MAX, where no thread could be started. Without a bar the
/// calling thread is one of the threads.
work_result work_run(size_t count, unsigned threads, work_fn *fn, void *user, progress *p, size_t *failed);

/// Processors that are online, at least 1.
unsigned work_processors(void);

#endif
