/// Names with wildcards, and the pairs of parts they pick: --pairs and --ignore.
#ifndef TOOL_COMMAND_PATTERN_H
#define TOOL_COMMAND_PATTERN_H

#include "model.h"
#include "report/findings.h"

/// '*' stands for any characters ('/' too), '?' for one; a backslash takes the next one literally.
bool pattern_match(const char *pattern, const char *string);
/// Is the last character a backslash that takes nothing?
bool pattern_ends_in_escape(const char *pattern);

/// One `A : B`, or one name alone (then b is null and any other part is meant).
typedef struct pattern_pair {
    char *a, *b;
    size_t line;              ///< in the file, from 1
    bool *match_a, *match_b;  ///< for every part of pattern_pairs_bind(): its name or path matches
    bool used;                ///< picks at least one pair of parts
} pattern_pair;

typedef struct pattern_pairs {
    pattern_pair *items;
    size_t count;
} pattern_pairs;

/// Adds "A:B". Where names hold colons themselves, " : " with blanks around it separates.
bool pattern_pairs_add(pattern_pairs *p, const char *pair, tool_error *error);

/// Reads lines of `A : B` or a name alone; '#' at the start of a line or after a blank begins a comment.
/// A malformed line is an error that names it.
bool pattern_pairs_read(pattern_pairs *p, const char *path, tool_error *error);

/// Works out which parts each pattern picks.
bool pattern_pairs_bind(pattern_pairs *p, const report_part *parts, size_t count, tool_error *error);

/// After binding: is the pair of these parts picked, in either order?
bool pattern_pairs_pick(const pattern_pairs *p, size_t part_a, size_t part_b);

void pattern_pairs_free(pattern_pairs *p);

#endif
