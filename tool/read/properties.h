/// What a file says of parts besides their shape: materials, and the `extras` of glTF.
#ifndef TOOL_READ_PROPERTIES_H
#define TOOL_READ_PROPERTIES_H

#include <jansson.h>

#include "read/read.h"

/// Values that are kept of one node or mesh, and how deep objects within its `extras` are looked into.
enum { PROPERTIES_MOST = 256, PROPERTIES_DEEPEST = 4 };

/// Adds a value to set `*set` of the model, which is begun as a child of `parent` where it is `parent` still. Key and value are cleaned as
/// names are. What is beyond PROPERTIES_MOST is dropped.
bool properties_add(const read_source *source, model *m, size_t parent, size_t *set, const char *key,
                    const char *value, size_t length, tool_error *error);

/// Does the set (0: none), or one above it, have this value under this key already?
bool properties_have(const model *m, size_t set, const char *key, const char *value, size_t length);

/// The strings, numbers and booleans under `extras`, as "extras.key"; those of an object within as "extras.key.inner". `*set` as above.
bool properties_add_extras(const read_source *source, model *m, size_t parent, size_t *set,
                           const json_t *object, tool_error *error);

#endif
