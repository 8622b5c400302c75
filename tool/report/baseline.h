/// An earlier report to compare with.
#ifndef TOOL_REPORT_BASELINE_H
#define TOOL_REPORT_BASELINE_H

#include "report/findings.h"

typedef struct baseline {
    report_finding *findings;  ///< as they stood; those that were `gone` already are left out
    size_t count;
    double clearance, tolerance;
    double metres_per_unit;  ///< of its lengths; 0 where not known
    void *document;          ///< holds the names
} baseline;

/// Reads a report written as JSON. Errors name the file, the place and what was expected.
bool baseline_read(baseline *b, const char *path, tool_error *error);
void baseline_free(baseline *b);

/// Up to which distance was the pair looked at in this run? Below 0: not at all. Both indices are into report.parts.
typedef double baseline_reach_fn(const void *user, size_t part_a, size_t part_b);

/// Gives every finding of the report its status, and adds the baseline's own that are gone or were
/// not checked. Not checked: a part is missing, or the pair is apart now and had a distance that `reach` no longer reaches.
/// report.parts must be sorted by path and carry their ids. False where memory ran out.
bool baseline_compare(const baseline *b, report *r, baseline_reach_fn *reach, const void *user);

#endif
