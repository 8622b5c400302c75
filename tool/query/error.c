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
    const char *code = "failed";
    switch (status) {
    case FLR_OK:
        return true;
    case FLR_INVALID_ARGUMENT:
    case FLR_INVALID_SHAPE:
        code = "invalid_shape";
        break;
    case FLR_NOT_FINITE:
        code = "not_finite";
        break;
    case FLR_OUT_OF_MEMORY:
        code = "out_of_memory";
        break;
    case FLR_TOO_LARGE:
        code = "too_large";
        break;
    case FLR_NOT_CONVERGED:
        code = "not_converged";
        break;
    case FLR_UNBOUNDED:
        code = "unbounded";
        break;
    case FLR_CANCELLED:
        break;
    }
    return query_fail(e, code, "%s: %s", where, flr_status_string(status));
}
