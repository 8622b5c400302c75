/// Parts that stand in the input twice: the same mesh in the same place.
#ifndef TOOL_COMMAND_DUPLICATES_H
#define TOOL_COMMAND_DUPLICATES_H

#include "command/assembly.h"

/// Groups of parts with equal meshes and equal transforms.
typedef struct duplicates {
    size_t *first;   ///< of each part, the first part of its group; itself where it is the first, or alone
    size_t *next;    ///< of each part, the next of its group, or SIZE_MAX
    size_t *shapes;  ///< of each mesh, the first mesh of the same triangles, in whatever order
} duplicates;

/// False where memory ran out.
bool duplicates_find(duplicates *d, const assembly *a);

/// Are two parts of equal meshes, and does no corner of their bounds move by more than the tolerance from the one place to the other? So are
/// parts whose transforms differ by rounding alone.
bool duplicates_coincide(const duplicates *d, const assembly *a, size_t part_a, size_t part_b,
                         double tolerance);

void duplicates_free(duplicates *d);

#endif
