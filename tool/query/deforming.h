/// Meshes on their way from where they were made to another place for each vertex, and where their surfaces meet.
#ifndef TOOL_QUERY_DEFORMING_H
#define TOOL_QUERY_DEFORMING_H

#include "feeler/toi3.h"

typedef struct deforming {
    const flr_mesh3 *a, *b;         ///< b is null: a and itself
    const flr_real *end_a, *end_b;  ///< null: at rest
    flr_toi3_options options;
} deforming;

/// The earliest meeting.
flr_status deforming_first(const deforming *d, flr_vertex_toi3_meeting *first);

/// All of them in order of time, whatever the trees are; the caller frees them. On an error there are none.
flr_status deforming_all(const deforming *d, flr_vertex_toi3_meeting **all, size_t *count);

#endif
