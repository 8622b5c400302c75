/// The meshes of a report, made small for a web page.
#ifndef TOOL_REPORT_GEOMETRY_H
#define TOOL_REPORT_GEOMETRY_H

#include "report/buffer.h"
#include "report/findings.h"

/// Writes a JSON object: `meshes`, each with `origin`, `positions` (base64 of little-endian floats
/// relative to the origin), `indices` (base64 of little-endian 16-bit numbers, 32-bit where `wide`);
/// `parts`, for every part of the report its mesh there or -1; `places`, for every part the twelve numbers of its transform, row by row,
/// and its bounds' six; `left_out`. Holds the meshes of parts that
/// occur in findings, in the order of the findings, as long as all stay within `limit` bytes before base64; then, within a
/// quarter of it, the others. Returns how many parts of findings are left out.
size_t report_geometry(buffer *t, const report *r, const model *m, size_t limit);

#endif
