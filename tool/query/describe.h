/// What a query may hold, written from the tables that it is read by.
#ifndef TOOL_QUERY_DESCRIBE_H
#define TOOL_QUERY_DESCRIBE_H

#include "report/buffer.h"

/// The shapes as a table in Markdown: what each takes, how its members may be written as well, where it is.
void describe_shapes(buffer *t);

/// The operations likewise.
void describe_operations(buffer *t);

/// JSON Schema of one question.
void describe_schema(buffer *t);

#endif
