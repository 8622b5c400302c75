/// Decimal numbers out of text, correctly rounded.
#ifndef TOOL_READ_NUMBER_H
#define TOOL_READ_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

typedef enum number_status {
    NUMBER_OK,
    NUMBER_NONE,   ///< no number begins here
    NUMBER_RANGE,  ///< a number beyond the range of its type
    NUMBER_LONG    ///< more characters than anyone writes
} number_status;

/// Reads [+-] digits [. digits] [e [+-] digits] at `*at` and moves `*at` behind it. Rounds to
/// nearest, ties to even; below the smallest double it rounds to 0. `nan`, `inf` and hexadecimal
/// are no numbers here. Does not read at or past `end`.
number_status number_double(const char **at, const char *end, double *value);

/// Reads [+-] digits at `*at`, as far as they go.
number_status number_integer(const char **at, const char *end, int64_t *value);

#endif
