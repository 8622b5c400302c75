// Alone in its file, so that a test can put its own in place to make allocations fail.
#include <stdlib.h>

#include "read/read.h"

void *tool_reallocate(void *memory, size_t size) { return realloc(memory, size); }

void tool_release(void *memory) { free(memory); }
