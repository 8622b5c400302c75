#include "query/error.h"

#include <stdarg.h>
#include <stdio.h>

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
    case FLR_UNSUPPORTED_PAIR:
        code = "unsupported_pair";
        break;
    case FLR_CANCELLED:
        break;
    }
    return query_fail(e, code, "%s: %s", where, flr_status_string(status));
}
