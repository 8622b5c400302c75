/// Files that appear whole or not at all.
#ifndef TOOL_REPORT_OUTPUT_H
#define TOOL_REPORT_OUTPUT_H

#include "model.h"
#include "report/buffer.h"

/// A file on its way: written beside its place under another name, and moved there by
/// output_commit(). A place that is no regular file (a device, a pipe) is written by the commit itself.
typedef struct output {
    char *path;       ///< where it will be; null where nothing is under way
    char *temporary;  ///< where it is
    const buffer *content;
} output;

/// Writes the whole content beside the place, down to the disk, and closes it; a full disk shows here. An interrupt removes it.
bool output_prepare(output *o, const char *path, const buffer *content, tool_error *error);

/// Moves it to its place, where it stays even if the machine crashes.
bool output_commit(output *o, tool_error *error);

/// Removes what was not committed.
void output_cancel(output *o);

/// Writes everything to standard output and flushes it.
bool output_standard(const buffer *content, tool_error *error);

/// Are both names the same existing file?
bool output_same_file(const char *a, const char *b);

/// Would both names be the same file, there or not yet?
bool output_same_place(const char *a, const char *b);

#endif
