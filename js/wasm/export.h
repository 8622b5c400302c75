/// What JavaScript calls, and how it gets texts.
#ifndef JS_WASM_EXPORT_H
#define JS_WASM_EXPORT_H

#include <stdint.h>

#include "report/buffer.h"

/// A function that it calls by its name.
#define EXPORT(name) __attribute__((export_name(#name))) name

/// A text and its length in one block, for one call to carry.
typedef struct text {
    uint32_t length;
    char bytes[];
} text;

/// Frees the buffer. Null where memory ran out.
text *text_of(buffer *b);

#endif
