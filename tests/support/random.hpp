/// Random numbers that are the same everywhere (SplitMix64).
#ifndef TESTS_SUPPORT_RANDOM_HPP
#define TESTS_SUPPORT_RANDOM_HPP

#include <cstdint>

#include "feeler/math.h"

struct random_source {
    uint64_t state;

    uint64_t bits()
    {
        uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    /// low..high, both included
    int whole(int low, int high)
    {
        return low + static_cast<int>(bits() % static_cast<uint64_t>(high - low + 1));
    }
    flr_vec3 point(double low, double high)
    {
        double x = between(low, high), y = between(low, high), z = between(low, high);
        return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
    }
    flr_vec3 lattice_point(int low, int high)
    {
        int x = whole(low, high), y = whole(low, high), z = whole(low, high);
        return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
    }
};

#endif
