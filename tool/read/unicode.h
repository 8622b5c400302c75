/// Text in UTF-16, as some editors and shells write it.
#ifndef TOOL_READ_UNICODE_H
#define TOOL_READ_UNICODE_H

#include "read/read.h"

/// By its byte order mark, or by two characters of ASCII at its start.
bool unicode_is_utf16(const unsigned char *data, size_t size, bool *big_endian);

/// The same text in UTF-8, its byte order mark too; null without memory. `size` is of the old, then of the new one.
unsigned char *unicode_to_utf8(const unsigned char *data, size_t *size, bool big_endian);

#endif
