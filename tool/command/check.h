/// The steps of `feeler check`: the command line (check_command.c), the run (check.c), the pairs (check_pairs.c), volumes and lines
/// (check_overlaps.c), contacts that rules want
/// (check_contacts.c).
#ifndef TOOL_COMMAND_CHECK_H
#define TOOL_COMMAND_CHECK_H

#include "command/assembly.h"
#include "command/duplicates.h"
#include "command/options.h"
#include "command/pattern.h"
#include "report/baseline.h"
#include "rules/rules.h"

/// What --fail-on is without it and without rules.
#define FAIL_ON_DEFAULT "clash,contained,duplicate,clearance"

typedef enum check_result { CHECK_DONE, CHECK_FAILED, CHECK_INTERRUPTED } check_result;

/// What the command line asks for.
typedef struct check_options {
    option_length clearance, tolerance;
    const char *format, *overlap, *output, *report, *ignore, *baseline, *rules, *review, *fail_on, *group_by;
    option_list pairs, files;
    reading reading;
    unsigned jobs;
    bool list, allow_single, quiet, help;
} check_options;

/// The whole run, from reading to writing; returns the exit status.
int check_run(const check_options *o);

/// What a check compares, and what it leaves out.
typedef struct check_scope {
    const pattern_pairs *only;     ///< --pairs, bound; empty: every pair
    const pattern_pairs *ignored;  ///< --ignore, bound
    const ruleset *rules;          ///< --rules, bound; null: every pair is asked for
} check_scope;

/// Measures every pair in scope that comes within reach, with that many threads, and fills in the
/// report's findings and what the summary says of pairs. report.parts, rules and settings stand already.
check_result check_pairs(const assembly *a, const check_scope *scope, unsigned threads, bool quiet, report *r,
                         tool_error *error);

/// Sorts the findings, measures the volume that two parts have in common, and takes down the lines in which the worst cross.
check_result check_overlaps(const assembly *a, report *r, bool lines, unsigned threads, bool quiet,
                            tool_error *error);
/// Frees these lines.
void check_overlaps_free(report *r);

/// What a baseline asks of a run, as baseline_reach_fn.
typedef struct check_reach {
    const check_scope *scope;
    const report *report;
} check_reach;
double check_reach_of(const void *reach, size_t part_a, size_t part_b);

/// For rules that want contact: which parts have some.
typedef struct contacts {
    size_t *rules;  ///< their numbers
    size_t rule_count, part_count;
    bool *touched;  ///< for each rule and part; the first of a group of duplicates stands for it
} contacts;

/// False where memory ran out. `rules` may be null.
bool contacts_begin(contacts *c, const assembly *a, const ruleset *rules);
void contacts_free(contacts *c);

/// Two parts are in contact.
void contacts_mark(const contacts *c, const ruleset *rules, const duplicates *d, size_t part_a,
                   size_t part_b);

/// After all pairs: a finding for each part without the contact that it should have, with the nearest part.
bool contacts_check(const contacts *c, const assembly *a, const check_scope *scope, const duplicates *d,
                    report *r, tool_error *error);

#endif
