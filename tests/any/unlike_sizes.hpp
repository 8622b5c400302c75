/// Shapes of the lattice of fuzz/ with coordinates of unlike sizes: whole numbers times powers of ten, each shape or each coordinate of its own.
/// The powers of one scene are up to 30 apart (in single precision 8), around one that may be as large or small as the type has them.
#ifndef TESTS_QUERY_UNLIKE_SIZES_HPP
#define TESTS_QUERY_UNLIKE_SIZES_HPP

// in place of fuzz/bytes.h
#define FUZZ_BYTES_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "feeler/any2.h"
#include "feeler/any3.h"
#include "support/real.hpp"

/// Which coordinates share a power of ten.
enum unlike { ALL, EACH_SHAPE, EACH_COORDINATE, TWO_POWERS };

struct byte_source {
    uint64_t state;
    unlike mode;
    int middle, power, other;
    bool generic;    ///< coordinates between whole numbers
    double largest;  ///< coordinate so far, of what are no directions
};

inline unsigned next_byte(byte_source *from)
{
    from->state = from->state * 6364136223846793005u + 1442695040888963407u;
    return unsigned(from->state >> 40) & 0xffff;
}

inline int next_whole(byte_source *from, int low, int high)
{
    return low + int(next_byte(from) % unsigned(high - low + 1));
}

inline int next_power(byte_source *from)
{
    const int half = real_is_float ? 4 : 15;
    return from->middle + next_whole(from, -half, half);
}

inline flr_real next_coordinate(byte_source *from)
{
    int power = from->power;
    if (from->mode == EACH_COORDINATE) power = next_power(from);
    if (from->mode == TWO_POWERS && next_byte(from) % 2) power = from->other;
    double x = next_whole(from, -3, 3);
    if (from->generic) x += (next_byte(from) - 32768.0) / 65536;
    for (; power > 0; --power) x *= 10;
    for (; power < 0; ++power) x /= 10;
    from->largest = std::max(from->largest, std::fabs(x));
    return flr_real(x);
}

inline flr_real next_length(byte_source *from)
{
    flr_real c = next_coordinate(from);
    return c < 0 ? -c / 2 : c;
}

inline byte_source unlike_source(uint64_t seed)
{
    byte_source from = {seed * 0x9E3779B97F4A7C15u + 1, ALL, 0, 0, 0, false, 0};
    for (int i = 0; i < 8; ++i) next_byte(&from);
    const int wide[4] = {0, 100, 150, 275}, narrow[4] = {0, 12, 18, 30};
    from.mode = unlike(next_byte(&from) % 4);
    const int span = (real_is_float ? narrow : wide)[next_byte(&from) % 4];
    from.middle = next_whole(&from, -span, span);
    from.power = next_power(&from);
    from.other = next_power(&from);
    from.generic = next_byte(&from) % 3 == 0;
    return from;
}

#include "../../fuzz/lattice2.h"
#include "../../fuzz/lattice3.h"

#endif
