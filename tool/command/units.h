/// In which unit a model was probably made.
#ifndef TOOL_COMMAND_UNITS_H
#define TOOL_COMMAND_UNITS_H

typedef struct units_guess {
    const char *unit;  ///< "metres", "millimetres", "unknown"
    const char *why;
} units_guess;

/// From what the format fixes (metres per unit, or 0) and the diagonal of the bounds.
units_guess units_from_size(double metres_per_unit, double diagonal);

#endif
