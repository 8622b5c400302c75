/// What people decided about findings, in a small JSON file that goes along with a model. To a check it is a baseline whose entries
/// have a status (docs/review.md).
#ifndef TOOL_REPORT_REVIEW_H
#define TOOL_REPORT_REVIEW_H

#include "report/baseline.h"

/// Bytes that a review file may have at most.
#define REVIEW_BYTES ((size_t)64 << 20)

typedef struct review {
    char *path;
    void *document;  ///< all of the file, also what is not understood
    char *old;       ///< how it stands on the disk; null where there is no file yet
} review;

/// The name of the file: the name itself where it ends in .json, else that of the review beside a model, MODEL.review.json. Null where
/// memory ran out.
char *review_path(const char *name);

/// Reads the file; one that is not there yet is empty, if `may_be_missing`. Errors name the file, the place and what was expected.
bool review_read(review *r, const char *path, bool may_be_missing, tool_error *error);

/// From memory; null data: the empty one.
bool review_parse(review *r, const char *path, const char *data, size_t size, tool_error *error);
void review_free(review *r);

/// Its entries as findings of an earlier run, but for those that are resolved. The names are those of the review.
bool review_baseline(const review *r, baseline *b, tool_error *error);

/// After baseline_compare(): gives every finding its status, note and author, and the entries of the review what became of them.
bool review_apply(review *r, report *of, tool_error *error);

/// Sets the status of all entries that `which` names: a key or the beginning of one, a status, or "all". `note` and `by` may be null.
/// Returns how many; 0 with an error.
size_t review_set(review *r, const char *which, report_review status, const char *note, const char *by,
                  tool_error *error);

/// Takes status, note and author of every entry of another review, and entries that are not here as they are. Returns how many; 0 with an error.
size_t review_merge(review *r, const review *from, tool_error *error);

/// A table of the entries of that status, or of all.
void review_list(buffer *t, const review *r, report_review only);

/// The file as it is to be written: a line for every entry.
void review_write(buffer *t, const review *r);

#endif
