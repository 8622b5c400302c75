/// One line in, one line out.
#ifndef TOOL_QUERY_LINE_H
#define TOOL_QUERY_LINE_H

#include "query/error.h"
#include "report/buffer.h"

/// Answers the line, that is not blank and holds no line feed, with one line of JSON at the end of `out`. `number`
/// counts lines from 1. False where the answer is an error; out->failed where there was no memory for any.
bool query_line(const char *line, size_t length, uint64_t number, buffer *out);

/// The error line for a line that is not read.
void query_line_refused(uint64_t number, const query_error *error, buffer *out);

#endif
