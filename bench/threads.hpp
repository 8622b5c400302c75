// Work on several threads, as the command does it.
#ifndef BENCH_THREADS_HPP
#define BENCH_THREADS_HPP

#include <cstddef>
#include <functional>

extern "C" {
#include "command/work.h"
}

namespace bench
{

using job = std::function<void(std::size_t, const flr_parallel *)>;

/// work(i, others) for i below count, on that many threads, each taking the next that is left.
inline void in_parallel(std::size_t count, unsigned threads, const job &work)
{
    if (threads == 1) {
        for (std::size_t i = 0; i < count; ++i) work(i, nullptr);
        return;
    }
    std::size_t failed;
    work_run(
        count, threads,
        [](void *user, std::size_t i, const flr_parallel *others) {
            (*static_cast<const job *>(user))(i, others);
            return true;
        },
        const_cast<job *>(&work), nullptr, &failed);
}

}  // namespace bench

#endif
