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

/// Steps of work one after the other, each spread over the same threads.
class crew
{
  public:
    explicit crew(const flr_parallel *others) : others_(others) {}
    void each(std::size_t count, const std::function<void(std::size_t)> &work) const
    {
        if (!others_) {
            for (std::size_t i = 0; i < count; ++i) work(i);
            return;
        }
        others_->run(
            others_->user, count,
            [](void *f, std::size_t i) { (*static_cast<const std::function<void(std::size_t)> *>(f))(i); },
            const_cast<std::function<void(std::size_t)> *>(&work));
    }

  private:
    const flr_parallel *others_;
};

inline void with_crew(unsigned threads, const std::function<void(const crew &)> &work)
{
    in_parallel(1, threads, [&](std::size_t, const flr_parallel *others) { work(crew(others)); });
}

}  // namespace bench

#endif
