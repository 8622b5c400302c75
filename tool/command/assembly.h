/// Files, read and made ready to be asked about.
#ifndef TOOL_COMMAND_ASSEMBLY_H
#define TOOL_COMMAND_ASSEMBLY_H

#include "feeler/shape.h"
#include "model.h"
#include "report/findings.h"

typedef struct assembly {
    model model;
    flr_mesh3 **meshes;     ///< as model.meshes
    flr_mesh3_info *infos;  ///< likewise
    size_t part_count;
    size_t *order;       ///< the parts of the model, sorted by path
    report_part *parts;  ///< in that order, as everything below
    flr_instance3 *instances;
    double min[3], max[3], diagonal;  ///< of all parts in world
} assembly;

typedef enum assembly_result { ASSEMBLY_READY, ASSEMBLY_FAILED, ASSEMBLY_INTERRUPTED } assembly_result;

/// Reads the files and builds meshes and instances with that many threads. On failure the assembly
/// is empty and the error filled in.
assembly_result assembly_read(assembly *a, const char *const *files, size_t count, unsigned threads,
                              bool quiet, tool_error *error);
void assembly_free(assembly *a);

#endif
