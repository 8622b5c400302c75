/// What a status says of the answer that comes with it.
#ifndef FLR_BASE_ANSWER_H
#define FLR_BASE_ANSWER_H

#include <math.h>

#include "feeler/base.h"

/// Does a question that ends with this status have an answer? One that did not converge has the best
/// that was found.
static inline bool flr_has_answer(flr_status s) { return s == FLR_OK || s == FLR_NOT_CONVERGED; }

/// Margins, tolerances, biases and distances to keep are numbers from 0 on: FLR_INVALID_ARGUMENT where
/// one is not.
static inline bool flr_is_option(flr_real x) { return x >= 0 && isfinite(x); }

#endif
