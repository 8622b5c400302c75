/// Bytes as a source of small decisions: what a fuzzer hands over, or any other.
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stdint.h>

#include "feeler/any2.h"
#include "feeler/any3.h"

typedef struct byte_source {
    const uint8_t *data;
    size_t size, at;
    bool generic;  ///< coordinates between whole numbers
} byte_source;

/// 0 for ever once the bytes have ended.
static inline unsigned next_byte(byte_source *from)
{
    return from->at < from->size ? from->data[from->at++] : 0;
}

/// low..high, both included
static inline int next_whole(byte_source *from, int low, int high)
{
    return low + (int)(next_byte(from) % (unsigned)(high - low + 1));
}

/// -3..3, most often a whole number: shapes then coincide, touch and line up much of the time.
static inline flr_real next_coordinate(byte_source *from)
{
    if (!from->generic) return (flr_real)next_whole(from, -3, 3);
    unsigned high = next_byte(from);
    return (flr_real)((int)(high * 256 + next_byte(from)) - 32768) / (flr_real)10923;
}

static inline flr_real next_length(byte_source *from)
{
    flr_real c = next_coordinate(from);
    return c < 0 ? -c / 2 : c;
}

/// What came out wrong, in words; empty while all is well.
typedef struct complaint {
    char text[400];
    bool lax;  ///< shapes without meaning: any answer will do that ends
} complaint;

#endif
