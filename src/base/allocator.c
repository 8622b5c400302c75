/// Where does the library get its memory, and where does it return it? An allocator of the caller is asked,
/// or malloc and free without one. A size that overflows gives null, and an empty request takes one byte.
#include "base/allocator.h"

#include <stdlib.h>

static void *by_malloc(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void by_free(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    free(memory);
}

flr_allocator flr_allocator_or_default(const flr_allocator *allocator)
{
    flr_allocator standard = {by_malloc, by_free, NULL};
    return allocator ? *allocator : standard;
}

static size_t bytes(size_t count, size_t size) { return count && size ? count * size : 1; }

void *flr_allocate(const flr_allocator *allocator, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) return NULL;
    return allocator->allocate(allocator->user, bytes(count, size));
}

void flr_release(const flr_allocator *allocator, void *memory, size_t count, size_t size)
{
    if (memory) allocator->release(allocator->user, memory, bytes(count, size));
}
