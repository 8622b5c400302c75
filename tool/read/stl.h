#ifndef TOOL_READ_STL_H
#define TOOL_READ_STL_H

#include "read/read.h"

/// Has the file just the size that its triangle count asks for? Then it is binary, whatever its
/// header says: many begin with "solid". No text can pass, as four text characters count more
/// triangles than any file that is read has room for.
bool stl_is_binary(const read_source *source);

#endif
