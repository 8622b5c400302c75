/// The report in its formats. Each writer only adds to a text; look at its `failed` at the end.
#ifndef TOOL_REPORT_REPORT_H
#define TOOL_REPORT_REPORT_H

#include "report/buffer.h"
#include "report/findings.h"
#include "report/groups.h"

#define REPORT_SCHEMA "feeler.report"
#define REPORT_VERSION 1

/// docs/report.schema.json says what it holds.
void report_json(buffer *t, const report *r);

/// One line per finding under a line of column names.
void report_csv(buffer *t, const report *r);

typedef struct report_text_options {
    bool color;  ///< by ANSI sequences
    bool list;   ///< every finding, however many there are
    bool group;  ///< the groups, however few findings there are
    report_grouping by;
} report_text_options;

/// More findings than this are shown by groups.
#define REPORT_TEXT_LISTED 40

/// For people: a table of findings, or of their groups, and what it was made with.
void report_text(buffer *t, const report *r, const report_text_options *how);

/// What report_html() embeds at most, in bytes before base64.
#define REPORT_HTML_GEOMETRY ((size_t)48 << 20)

/// One self-contained page with a picture of every finding. Geometry is embedded for the parts
/// that occur in findings, the worst first, up to geometry_limit bytes; `left_out` tells how many
/// parts are shown as boxes instead.
void report_html(buffer *t, const report *r, const model *m, size_t geometry_limit, size_t *left_out);

/// The parts of the JSON that the page and other commands share with the report. These two are a member each with a comma behind it.
void report_json_settings(buffer *t, const report_settings *s);
void report_json_summary(buffer *t, const report *r);
/// [x, y, z]
void report_json_vector(buffer *t, const double v[3]);
/// "kind": ..., "distance": ..., "depth": ...
void report_json_lengths(buffer *t, flr_interference_kind kind, double distance, double depth);
/// [[x, y, z], ...], ...
void report_json_lines(buffer *t, const report_lines *lines, double size);
/// Of a finding that has a review: {"status": ..., ...}
void report_json_review(buffer *t, const report_finding *f);

#endif
