// The random numbers of benches, the same everywhere.
#ifndef BENCH_RANDOM_HPP
#define BENCH_RANDOM_HPP

#include <cstdint>

namespace bench
{

/// splitmix64
struct numbers {
    std::uint64_t state;

    double unit()
    {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }
    double between(double low, double high) { return low + (high - low) * unit(); }
};

}  // namespace bench

#endif
