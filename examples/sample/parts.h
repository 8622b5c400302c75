/// The parts of the sample assembly, each in its own frame, in millimetres.
#ifndef EXAMPLES_SAMPLE_PARTS_H
#define EXAMPLES_SAMPLE_PARTS_H

#include "solids.h"

typedef struct part_kind {
    const char *name;
    void (*build)(solid *s);
    const char *colour;  ///< of its material: "steel", "cast", "brass", "red" or "sheet"
} part_kind;

extern const part_kind part_kinds[];
extern const int part_kind_count;

#endif
