/// The report as its web page reads it. The page shows its table by the first script, before the rest of the file has arrived; so that one
/// holds no more than the table needs, by columns, and the rest of each finding is read when its row is drawn.
#ifndef TOOL_REPORT_PAGE_DATA_H
#define TOOL_REPORT_PAGE_DATA_H

#include "report/findings.h"

/// JSON: the report's settings and summary; `parts`: [id, watertight, name, path] each; `groups`: those by design, [name, findings]
/// each; `findings`: an array for each member, where kinds and statuses are numbers in the order of the summary and of report_status.
void page_data(buffer *t, const report *r);

/// Script elements: the other groups, "groups-part" and so on; then of the class "details", of `block` findings each: [point, point_a,
/// point_b, normal, tessellation, lines], and how it stood in the baseline.
void page_details(buffer *t, const report *r);

#endif
