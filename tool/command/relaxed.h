/// The parts with all facets of concave curved surfaces moved back as far as they may stand out of these. Two parts that overlap
/// as they are, and do not overlap so, overlap by no more than their tessellation explains.
#ifndef TOOL_COMMAND_RELAXED_H
#define TOOL_COMMAND_RELAXED_H

#include "command/assembly.h"
#include "command/work.h"

typedef struct relaxed_mesh relaxed_mesh;

/// Meshes are searched when first asked for.
typedef struct relaxed {
    const assembly *assembly;
    relaxed_mesh *meshes;  ///< as model.meshes
    size_t *wanted;        ///< those asked for and not searched yet
    size_t wanted_count;
} relaxed;

/// False where memory ran out.
bool relaxed_begin(relaxed *r, const assembly *a);

/// Asks for the mesh of a part.
void relaxed_want(relaxed *r, size_t part);

/// Searches all that were asked for. A failure is a lack of memory or, with *failed = SIZE_MAX, of threads.
work_result relaxed_build(relaxed *r, unsigned threads, size_t *failed);

/// How far facets of the part may stand out of the surface that they stand for: the most of all, and those of one triangle. A
/// length in world.
double relaxed_most(const relaxed *r, size_t part);
double relaxed_error(const relaxed *r, size_t part, size_t triangle);

/// The part itself where nothing of it moves.
flr_instance3 relaxed_instance(const relaxed *r, size_t part);

void relaxed_free(relaxed *r);

#endif
