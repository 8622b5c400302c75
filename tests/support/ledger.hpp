/// An allocator that keeps books, for tests of what takes and gives back memory.
#ifndef TESTS_SUPPORT_LEDGER_HPP
#define TESTS_SUPPORT_LEDGER_HPP

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "feeler/base.h"

/// Counts what is out, checks the sizes given back, and fails at one chosen request.
struct ledger {
    std::map<void *, size_t> out;
    size_t bytes = 0, most = 0;
    long requests = 0, fail_at = -1;
    bool mismatch = false;

    static void *allocate(void *user, size_t size)
    {
        auto *self = static_cast<ledger *>(user);
        if (self->requests++ == self->fail_at) return nullptr;
        void *p = std::malloc(size ? size : 1);
        if (!p) return nullptr;
        std::memset(p, 0xa5, size);  // nothing may count on zeros
        self->out[p] = size;
        self->bytes += size;
        self->most = std::max(self->most, self->bytes);
        return p;
    }
    static void release(void *user, void *memory, size_t size)
    {
        auto *self = static_cast<ledger *>(user);
        auto it = self->out.find(memory);
        if (it == self->out.end() || it->second != size) {
            self->mismatch = self->mismatch || memory != nullptr;
            return;
        }
        self->bytes -= size;
        self->out.erase(it);
        std::memset(memory, 0x5a, size);
        std::free(memory);
    }
    flr_allocator allocator() { return {allocate, release, this}; }
};

#endif
