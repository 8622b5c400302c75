/// Files, read and made ready to be asked about.
#ifndef TOOL_COMMAND_ASSEMBLY_H
#define TOOL_COMMAND_ASSEMBLY_H

#include "command/reading.h"
#include "feeler/mesh3.h"
#include "feeler/shape2.h"
#include "feeler/shape3.h"
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
    double metres_per_unit;           ///< of all lengths; 0 where no file names a unit and none was given
    bool unit_given;                  ///< on the command line, of one file at least
} assembly;

/// The name of the unit, "" where none is known.
const char *assembly_unit(const assembly *a);

typedef enum assembly_result { ASSEMBLY_READY, ASSEMBLY_FAILED, ASSEMBLY_INTERRUPTED } assembly_result;

/// Reads the files and builds meshes and instances with that many threads. On failure the assembly
/// is empty and the error filled in. What is no rigid part is left out, and reported on standard error.
assembly_result assembly_read(assembly *a, const reading *how, const char *const *files, size_t count,
                              unsigned threads, bool quiet, tool_error *error);
void assembly_free(assembly *a);

/// The library's mesh of what was read, in the library's numbers.
flr_status assembly_build_mesh(const model_mesh *from, const flr_parallel *others, flr_mesh3 **mesh);

#endif
