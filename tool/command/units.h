/// Units of length.
#ifndef TOOL_COMMAND_UNITS_H
#define TOOL_COMMAND_UNITS_H

#include <stdbool.h>
#include <stddef.h>

/// "mm|cm|m|in|ft"
#define UNITS "mm|cm|m|in|ft"

/// Metres per unit of that name, of so many letters; 0 where there is none.
double units_metres(const char *name, size_t length);

/// The name of the unit of so many metres; null where it has none.
const char *units_name(double metres);

/// How many metres the unit has in which all files can be told: their own where they have one in common, else the smallest. 0 where
/// none is known (0); false where only some are.
bool units_common(const double *metres, size_t count, double *common);

#endif
