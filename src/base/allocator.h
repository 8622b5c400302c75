/// Memory by the caller's allocator.
#ifndef FLR_BASE_ALLOCATOR_H
#define FLR_BASE_ALLOCATOR_H

#include "feeler/base.h"

/// The allocator itself, or one of malloc and free where it is null.
flr_allocator flr_allocator_or_default(const flr_allocator *allocator);

/// Room for count elements of the given size; null where there is none or the product overflows.
/// Zero elements get memory of one byte, so that null always means failure.
void *flr_allocate(const flr_allocator *allocator, size_t count, size_t size);
/// With the count and size of the request. Null is allowed.
void flr_release(const flr_allocator *allocator, void *memory, size_t count, size_t size);

#endif
