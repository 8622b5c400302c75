/// What the command line says about how files are read; the same for every command that reads some.
#ifndef TOOL_COMMAND_READING_H
#define TOOL_COMMAND_READING_H

#include "command/options.h"

typedef struct reading {
    const char *split;
    option_list units, scales;  ///< one for all files, or one for each in their order
} reading;

/// Rows of a table of options; `r` is a pointer to the reading.
#define READING_OPTIONS(r)                                                                                   \
    {"unit",                                                                                                 \
     'u',                                                                                                    \
     OPTION_LIST,                                                                                            \
     "UNIT",                                                                                                 \
     NULL,                                                                                                   \
     "Unit that the files are in: mm, cm, m, in, ft, or file for what the format says (glTF: m; the others " \
     "say "                                                                                                  \
     "nothing). Given once for all files, or once for each. (default: file)",                                \
     &(r)->units},                                                                                           \
        {"scale",                                                                                            \
         '\0',                                                                                               \
         OPTION_LIST,                                                                                        \
         "FACTOR",                                                                                           \
         NULL,                                                                                               \
         "Multiply the coordinates in the files by FACTOR, before the unit. Once for all files, or once "    \
         "for each. "                                                                                        \
         "(default: 1)",                                                                                     \
         &(r)->scales},                                                                                      \
    {                                                                                                        \
        "split", '\0', OPTION_CHOICE, "HOW", "named|shells|materials|none",                                  \
            "What is a part: named: nodes of glTF, objects or groups of OBJ, solids of STL; shells: every "  \
            "shell "                                                                                         \
            "of these; materials: what has the same material; none: the whole file. (default: named)",       \
            &(r)->split                                                                                      \
    }

/// Before parsing: room in its lists for so many arguments. False where memory ran out.
bool reading_begin(reading *r, int argc);
void reading_free(reading *r);

/// Metres per unit of file `i` of `count`, 0 for what the format says; and its factor.
bool reading_unit(const reading *r, size_t i, size_t count, double *metres, tool_error *error);
bool reading_scale(const reading *r, size_t i, size_t count, double *factor, tool_error *error);

model_split reading_split(const reading *r);

#endif
