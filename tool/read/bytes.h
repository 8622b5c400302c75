/// Numbers out of bytes, whatever the machine's own byte order and alignment.
#ifndef TOOL_READ_BYTES_H
#define TOOL_READ_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t bytes_unsigned(const unsigned char *at, size_t size, bool big_endian)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) value = value << 8 | at[big_endian ? i : size - 1 - i];
    return value;
}

static inline int64_t bytes_signed(const unsigned char *at, size_t size, bool big_endian)
{
    const uint64_t value = bytes_unsigned(at, size, big_endian);
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    // two's complement, without shifting or converting anything negative
    return (value & sign) == 0 ? (int64_t)value : -(int64_t)(sign - (value & (sign - 1)) - 1) - 1;
}

static inline float bytes_float(const unsigned char *at, bool big_endian)
{
    const uint32_t word = (uint32_t)bytes_unsigned(at, 4, big_endian);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static inline double bytes_double(const unsigned char *at, bool big_endian)
{
    const uint64_t word = bytes_unsigned(at, 8, big_endian);
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

#endif
