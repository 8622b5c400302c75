/// What a status says of the answer that comes with it.
#ifndef FLR_BASE_ANSWER_H
#define FLR_BASE_ANSWER_H

#include "feeler/base.h"

/// Does a question that ends with this status have an answer? One that did not converge has the best that was found.
static inline bool flr_has_answer(flr_status s) { return s == FLR_OK || s == FLR_NOT_CONVERGED; }

#endif
