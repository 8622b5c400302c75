/// The steps of `feeler check`: the command line (check_command.c), the run (check.c), the pairs (check_pairs.c).
#ifndef TOOL_COMMAND_CHECK_H
#define TOOL_COMMAND_CHECK_H

#include "command/assembly.h"
#include "command/options.h"
#include "command/pattern.h"
#include "report/baseline.h"

typedef enum check_result { CHECK_DONE, CHECK_FAILED, CHECK_INTERRUPTED } check_result;

/// What the command line asks for.
typedef struct check_options {
    option_length clearance, tolerance;
    const char *format, *output, *report, *ignore, *baseline, *fail_on;
    option_list pairs, files;
    reading reading;
    unsigned jobs;
    bool allow_single, quiet, help;
} check_options;

/// The whole run, from reading to writing; returns the exit status.
int check_run(const check_options *o);

/// What a check looks at, and what it leaves out.
typedef struct check_scope {
    const pattern_pairs *only;     ///< --pairs, bound; empty: every pair
    const pattern_pairs *ignored;  ///< --ignore, bound
} check_scope;

/// Measures every pair in scope that comes within reach, with that many threads, and fills in the
/// report's findings and what the summary says of pairs. report.parts and report.settings stand already.
check_result check_pairs(const assembly *a, const check_scope *scope, unsigned threads, bool quiet, report *r,
                         tool_error *error);

/// As baseline_checked_fn over a check_scope.
bool check_in_scope(const void *scope, size_t part_a, size_t part_b);

#endif
