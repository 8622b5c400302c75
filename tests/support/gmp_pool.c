// Memory for the numbers of GMP and MPFR, linked into every test that asks them. Exact references take and give
// back millions of small blocks, which under AddressSanitizer cost several times what the arithmetic does; nothing is
// learnt from watching them. Small sizes come from lists of free blocks, one list a size, the rest from malloc.
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 16, LISTS = 32, CHUNK = 1 << 16 };

typedef union block {
    union block *next;
    char bytes[STEP];
} block;

static _Thread_local block *free_blocks[LISTS];
static _Thread_local block *chunks;  // the first block of each is the link; given back with the process

static size_t list_of(size_t size) { return (size + STEP - 1) / STEP; }

static void *whole(void *memory)
{
    if (memory == NULL) abort();  // as GMP does
    return memory;
}

static void fill(size_t list)
{
    block *chunk = whole(malloc(CHUNK));
    size_t blocks = CHUNK / STEP;
    chunk->next = chunks;
    chunks = chunk;
    for (size_t first = 1; first + list <= blocks; first += list) {
        chunk[first].next = free_blocks[list];
        free_blocks[list] = &chunk[first];
    }
}

static void *take(size_t size)
{
    size_t list = list_of(size);
    if (list >= LISTS) return whole(malloc(size));
    if (free_blocks[list] == NULL) fill(list);
    block *taken = free_blocks[list];
    free_blocks[list] = taken->next;
    return taken;
}

static void give_back(void *memory, size_t size)
{
    size_t list = list_of(size);
    if (list >= LISTS) {
        free(memory);
        return;
    }
    block *given = memory;
    given->next = free_blocks[list];
    free_blocks[list] = given;
}

static void *resize(void *memory, size_t old_size, size_t new_size)
{
    size_t from = list_of(old_size);
    size_t to = list_of(new_size);
    if (from >= LISTS && to >= LISTS) return whole(realloc(memory, new_size));
    if (from == to) return memory;
    void *moved = take(new_size);
    memcpy(moved, memory, old_size < new_size ? old_size : new_size);
    give_back(memory, old_size);
    return moved;
}

// Ahead of every number with static storage, so that no block comes from elsewhere.
__attribute__((constructor(101))) static void use_pool(void)
{
    mp_set_memory_functions(take, resize, give_back);
}
