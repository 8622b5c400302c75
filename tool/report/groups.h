/// Findings that belong together.
#ifndef TOOL_REPORT_GROUPS_H
#define TOOL_REPORT_GROUPS_H

#include "report/findings.h"

typedef enum report_grouping {
    REPORT_BY_DESIGN = 0,  ///< the two shapes: parts with the same triangles are one design
    REPORT_BY_PART,        ///< each part: a finding is in the groups of both of its parts
    REPORT_BY_PLACE,       ///< within REPORT_PLACE of the worst finding of the group
    REPORT_BY_LEVEL        ///< the innermost assembly that holds both parts, by their paths
} report_grouping;
#define REPORT_GROUPING_COUNT 4

/// The radius of a place as a part of the diagonal of everything.
#define REPORT_PLACE 0.1

typedef struct report_group {
    char *name;
    const uint32_t *findings;  ///< in the report's order, so the worst first
    size_t count;
    size_t kinds[REPORT_KIND_COUNT];  ///< of the findings that are new or persistent
    double depth;                     ///< the largest of these
} report_group;

typedef struct report_groups {
    report_group *groups;  ///< in the order of their worst findings
    size_t count;
    uint32_t *findings;
} report_groups;

/// "design", "part", "place", "level".
const char *report_grouping_name(report_grouping by);

/// The findings are sorted, and report.parts have their designs. False where memory ran out.
bool report_groups_make(report_groups *g, const report *r, report_grouping by);
void report_groups_free(report_groups *g);

#endif
