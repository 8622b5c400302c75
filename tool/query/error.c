#include "query/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "command/options.h"

bool query_fail(query_error *e, const char *code, const char *format, ...)
{
    if (e->code) return false;
    e->code = code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->message, sizeof e->message, format, arguments);
    va_end(arguments);
    return false;
}

bool query_unknown(query_error *e, const char *code, const char *where, const char *what, const char *word,
                   const char *const *known, size_t count)
{
    char all[320] = "";
    const char *meant = options_nearest(word, known, count);
    for (size_t i = 0, at = 0; i < count && at < sizeof all; ++i)
        at += (size_t)snprintf(all + at, sizeof all - at, "%s%s", i ? ", " : "", known[i]);
    if (meant)
        return query_fail(e, code, "%s: there is no %s '%.60s'; did you mean '%s'?", where, what, word,
                          meant);
    return query_fail(e, code, "%s: there is no %s '%.60s'; expected one of %s", where, what, word, all);
}

bool query_check(query_error *e, flr_status status, const char *where)
{
    switch (status) {
    case FLR_OK:
        return true;
    case FLR_INVALID_ARGUMENT:
    case FLR_INVALID_SHAPE:
        return query_fail(e, "invalid_shape", "%s: expected shapes with a meaning", where);
    case FLR_SELF_CROSSING:
        return query_fail(e, "invalid_shape", "%s: an outline crosses itself; expected a simple one", where);
    case FLR_NOT_FINITE:
        return query_fail(e, "not_finite",
                          "%s: expected sizes, distances and answers within the range of numbers", where);
    case FLR_OUT_OF_MEMORY:
        return query_fail(e, "out_of_memory", "%s: out of memory", where);
    case FLR_TOO_LARGE:
        return query_fail(e, "too_large", "%s: expected fewer corners or triangles", where);
    case FLR_NOT_CONVERGED:
        return query_fail(e, "not_converged", "%s: the answer was not proved", where);
    case FLR_UNBOUNDED:
        return query_fail(e, "unbounded", "%s: expected a bounded shape", where);
    case FLR_CANCELLED:
        break;
    }
    return query_fail(e, "failed", "%s: %s", where, flr_status_string(status));
}
