/// What does a status say in words, and which version is this? A symbol named after the number type makes a
/// program with headers of the other precision fail to link.
#include "feeler/base.h"

const char flr_real_anchor = (char)sizeof(flr_real);

const char *flr_version(void) { return FLR_VERSION_STRING; }

const char *flr_status_string(flr_status status)
{
    switch (status) {
    case FLR_OK:
        return "ok";
    case FLR_INVALID_ARGUMENT:
        return "invalid argument";
    case FLR_INVALID_SHAPE:
        return "invalid shape";
    case FLR_NOT_FINITE:
        return "not a finite number";
    case FLR_OUT_OF_MEMORY:
        return "out of memory";
    case FLR_TOO_LARGE:
        return "too large";
    case FLR_NOT_CONVERGED:
        return "not converged";
    case FLR_UNBOUNDED:
        return "unbounded shape";
    case FLR_CANCELLED:
        return "cancelled";
    case FLR_SELF_CROSSING:
        return "outline crosses itself";
    }
    return "unknown status";
}
