/// The id of a query, as it was written.
#ifndef TOOL_QUERY_RAW_ID_H
#define TOOL_QUERY_RAW_ID_H

#include <stddef.h>

/// The bytes of the value of the member `id` of the outermost object: echoed as they are, a number keeps its digits and
/// a string its escapes. Null where there is none, or where it is no JSON value itself. The line need not be all
/// JSON.
const char *raw_id(const char *line, size_t length, size_t *id_length);

#endif
