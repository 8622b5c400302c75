/// What is wrong with one line of `feeler query`.
#ifndef TOOL_QUERY_ERROR_H
#define TOOL_QUERY_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#include "feeler/base.h"

typedef struct query_error {
    const char *code;   ///< one of the words of docs/query.md; null as long as nothing is wrong
    char message[900];  ///< where, what, and what was expected
} query_error;

/// Keeps the first error; returns false, so that a reader can `return query_fail(...)`.
bool query_fail(query_error *e, const char *code, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/// A word that is none of those known: the message has the one that was meant, or all of them. `what` is "operation".
bool query_unknown(query_error *e, const char *code, const char *where, const char *what, const char *word,
                   const char *const *known, size_t count);

/// True for FLR_OK; else the error that a status of the library stands for.
bool query_check(query_error *e, flr_status status, const char *where);

#endif
