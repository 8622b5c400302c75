/// How far the facets of a mesh stand out of the curved surface that they stand for.
///
/// The vertices are taken to lie on that surface. Facets of a concave surface, such as the wall of a bore, then lie in
/// front of it, so that a round pin of the bore's own radius cuts into them. Facets of a convex surface lie behind it, and make
/// an overlap smaller, never larger.
#ifndef TOOL_COMMAND_TESSELLATION_H
#define TOOL_COMMAND_TESSELLATION_H

#include <stdbool.h>

#include "model.h"

typedef struct tessellation {
    double *
        errors;  ///< of each triangle, the largest of it and of those around it, in the mesh's frame; null where all are 0
    double *relaxed;  ///< all vertices with concave facets moved back as far; null likewise
    double most;      ///< the largest error
} tessellation;

/// A surface counts as curved where at least three neighbouring bends of less than 40 degrees follow one another in the
/// same sense, with radii within a factor of 5 of one another. So single bends, chamfers and trays have no error. Inside is
/// behind the triangles as wound; `turned` says that it is in front of them. False where memory ran out.
bool tessellation_find(tessellation *t, const model_mesh *mesh, bool turned);

void tessellation_free(tessellation *t);

#endif
