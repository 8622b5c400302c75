/// What a check found: the one structure that every format of the report is written from.
#ifndef TOOL_REPORT_FINDINGS_H
#define TOOL_REPORT_FINDINGS_H

#include "feeler/interference3.h"
#include "model.h"
#include "report/buffer.h"

/// 64 bits in hexadecimal and '\0'.
#define REPORT_KEY_SIZE 17

/// In place of a part's index where the part is only known from the baseline.
#define REPORT_NO_PART SIZE_MAX

typedef struct report_part {
    char id[REPORT_KEY_SIZE];  ///< made of the path alone
    const char *name, *path;
    const double *transform;  ///< 16 numbers, row-major, mesh frame to world
    size_t mesh;              ///< in the model
    const char *mesh_name;    ///< as in the file, "" or null where it has none
    size_t design;            ///< the first mesh of the model with the same triangles
    size_t triangles;
    bool watertight, oriented;
    double min[3], max[3];  ///< in world
    double diagonal;        ///< of these bounds
    double
        rounding;  ///< how far single precision in its file may have moved a corner, in world; 0 where it holds doubles
} report_part;

/// How far the bounds of two parts are apart.
double report_box_gap(const report_part *a, const report_part *b);

typedef enum report_status {
    REPORT_NEW = 0,      ///< not in the baseline, or less severe there; without a baseline: every finding
    REPORT_PERSISTENT,   ///< in the baseline too, and no more severe now
    REPORT_NOT_CHECKED,  ///< in the baseline, and this run did not look at the pair, or not far enough
    REPORT_GONE          ///< in the baseline, looked at again, and no longer there
} report_status;

/// Two more kinds than the library has: the same mesh in the same place; and a clash to the library, which the facets of
/// concave curved surfaces explain.
#define REPORT_DUPLICATE ((flr_interference_kind)(FLR_CONTAINED + 1))
#define REPORT_WITHIN_TESSELLATION ((flr_interference_kind)(FLR_CONTAINED + 2))
#define REPORT_KIND_COUNT 7    ///< of flr_interference_kind, FLR_APART included, and these two
#define REPORT_STATUS_COUNT 4  ///< of report_status

/// How bad it is that a rule is broken; without rules nothing has one.
typedef enum report_level {
    REPORT_LEVEL_NONE = 0,
    REPORT_LEVEL_ERROR,
    REPORT_LEVEL_WARNING,
    REPORT_LEVEL_INFO
} report_level;
#define REPORT_LEVEL_COUNT 4

/// What people decided about a finding, and what became of it; only where there is a review.
typedef enum report_review {
    REPORT_REVIEW_NONE = 0,
    REPORT_REVIEW_NEW,       ///< found in this run for the first time, or again after it was resolved
    REPORT_REVIEW_ACTIVE,    ///< found before
    REPORT_REVIEW_REVIEWED,  ///< somebody has looked at it
    REPORT_REVIEW_APPROVED,  ///< it may stay, so it does not fail
    REPORT_REVIEW_RESOLVED   ///< looked at again, and no longer there
} report_review;
#define REPORT_REVIEW_COUNT 6

/// One rule of a rules file, and what became of it.
typedef struct report_rule {
    const char *name, *kind;
    report_level level;      ///< the worst that its findings can have
    size_t pairs, findings;  ///< pairs of parts that it decides of, and those that break it
} report_rule;

/// How a pair stood in the baseline.
typedef struct report_previous {
    flr_interference_kind kind;
    double distance, depth;
} report_previous;

/// Lines in which two parts cross. A closed one ends in its first point.
typedef struct report_lines {
    double *points;  ///< three numbers each, line after line
    size_t *counts;  ///< points of each line
    size_t count, point_count;
} report_lines;

typedef struct report_finding {
    char key[REPORT_KEY_SIZE];
    char id_a[REPORT_KEY_SIZE], id_b[REPORT_KEY_SIZE];
    const char *name_a, *name_b;
    size_t part_a, part_b;  ///< in report.parts, or REPORT_NO_PART
    flr_interference_kind kind;
    report_status status;
    uint32_t flags;    ///< FLR_FLAG_...
    double tolerance;  ///< of this pair
    double distance, depth;
    bool has_volume;      ///< of two solids that overlap
    double volume;        ///< of what they have in common
    report_lines *lines;  ///< owned by the report; only the worst findings have them
    double
        tessellation;  ///< of a clash: how far the facets there may stand out of the surfaces that they stand for
    double point_a[3], point_b[3], normal[3], point[3];
    const char *rule;   ///< the name of the rule that it breaks; null without rules
    size_t rule_index;  ///< in report.rules, of a finding of this run that has one
    report_level level;
    report_review review;
    const char *note, *by;  ///< of the review, or null
    bool review_lapsed;     ///< it was reviewed or approved, and is worse now
    bool has_previous;
    report_previous previous;
} report_finding;

typedef struct report_settings {
    double tolerance, tolerance_least;  ///< the largest and the smallest that a pair can have
    double clearance;
    bool tolerance_given;         ///< by the caller, rather than by report_pair_tolerance()
    double diagonal;              ///< of the bounds of everything
    double metres_per_unit;       ///< of all lengths; 0 where unknown
    const char *unit;             ///< its name, "" or null where unknown
    bool unit_given;              ///< on the command line, rather than by the format
    const char *const *left_out;  ///< what of the files is no rigid part
    size_t left_out_count;
    const char *const *files;
    size_t file_count;
    const char *const *pairs;  ///< as given with --pairs
    size_t pair_count;
    const char *ignore, *baseline, *rules, *review;  ///< file names or null
    bool fail_on[REPORT_KIND_COUNT];                 ///< kinds that make the exit status 1
    bool fail_on_level[REPORT_LEVEL_COUNT];          ///< and severities that do
} report_settings;

/// Default tolerance of a pair as a part of the diagonal of its larger part's bounds, or the rounding of both parts where that is
/// more; and no more than that part of the smaller's diagonal.
#define REPORT_TOLERANCE 1e-6
#define REPORT_TOLERANCE_MOST 1e-3

/// Findings that a report lists at most, the worst; the others are counted.
#define REPORT_LISTED 200000

typedef struct report_summary {
    size_t meshes, triangles;  ///< triangles of all parts, instances counted each
    size_t open_parts;         ///< parts that are not watertight
    size_t pairs_total;        ///< of any two parts
    size_t pairs_near;     ///< whose boxes come within reach of one another; those of a duplicate count once
    size_t pairs_checked;  ///< of these, the ones asked for
    size_t ignored;        ///< findings left out because of the ignore file
    size_t
        unlisted[REPORT_KIND_COUNT];  ///< findings beyond REPORT_LISTED, by kind; they count in `kinds` too
    size_t unlisted_failing;          ///< of these, those that make the exit status 1
    size_t failing;                   ///< findings that make the exit status 1
    size_t kinds[REPORT_KIND_COUNT];  ///< findings of this run by kind
    size_t statuses[REPORT_STATUS_COUNT];  ///< all findings by status
    size_t reviews[REPORT_REVIEW_COUNT];   ///< all findings by their status in the review
} report_summary;

typedef struct report {
    report_part *parts;  ///< sorted by path
    size_t part_count;
    report_finding *findings;
    size_t finding_count;
    report_rule *rules;
    size_t rule_count;
    report_settings settings;
    report_summary summary;
} report;

/// "error", "warning", "info"; "" for none.
const char *report_level_name(report_level level);
/// The level of that name, or REPORT_LEVEL_NONE.
report_level report_level_from_name(const char *name);

/// "new", "active", "reviewed", "approved", "resolved"; "" for none.
const char *report_review_name(report_review status);
/// The status of that name, or REPORT_REVIEW_NONE.
report_review report_review_from_name(const char *name);

/// Does the finding make the exit status 1?
bool report_fails(const report *r, const report_finding *f);

/// " mm", "" where the unit is unknown: what stands behind a length.
void report_put_unit(buffer *t, const report_settings *s);

/// "clash", "contained", "duplicate", "within_tessellation", "touch", "clearance"; "apart", of a pair that a rule wants in contact.
const char *report_kind_name(flr_interference_kind kind);
/// The same for people: blanks for underlines.
const char *report_kind_words(flr_interference_kind kind);
/// All of them in a report, the most severe first.
#define REPORT_KINDS_LISTED REPORT_KIND_COUNT
extern const flr_interference_kind report_kinds[REPORT_KINDS_LISTED];
/// Does the kind have a depth?
bool report_kind_deep(flr_interference_kind kind);
/// The kind of that name, or FLR_APART.
flr_interference_kind report_kind_from_name(const char *name);
const char *report_status_name(report_status status);
bool report_status_from_name(const char *name, report_status *status);

/// Clash, contained and duplicate: 3, within tessellation and touch: 2, clearance and apart: 1. A pair that rises in the baseline's ranks is new again.
int report_severity(flr_interference_kind kind);

/// The names of the flags that are set; `names` has room for all of them. Returns how many.
#define REPORT_FLAG_COUNT 7
size_t report_flag_names(uint32_t flags, const char *names[REPORT_FLAG_COUNT]);

/// The id of a part: a hash of its path.
void report_part_id(char id[REPORT_KEY_SIZE], const char *path);

/// The key of a pair: a hash of both ids, whatever their order.
void report_pair_key(char key[REPORT_KEY_SIZE], const char *id_a, const char *id_b);

/// The default tolerance of two parts, by the diagonals of their bounds and the rounding of their corners.
double report_pair_tolerance(const report_part *a, const report_part *b);

/// Present findings first; then by level; then by kind: clash and contained (deepest first), duplicate, within tessellation (deepest
/// first), touch, clearance (nearest first), apart (farthest first); then by the parts' names; then by key.
void report_sort(report *r);

/// Where there are more findings than `most`, keeps the worst, sorted, and counts the others as unlisted.
void report_limit(report *r, size_t most);

/// How many those are, of all kinds.
size_t report_unlisted(const report_summary *s);

/// Fills in what the summary says about findings (kinds, statuses, failing); call once all stand.
void report_count(report *r);

#endif
