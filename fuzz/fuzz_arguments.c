#include <stdlib.h>

#include "check_arguments.h"

// Any question with NaN, infinities, numbers of any size and shapes without meaning: it ends, with a status that tells, and an
// answer has no NaN.

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    complaint said;
    if (check_arguments(data, size, &said)) return 0;
    fprintf(stderr, "%s\n", said.text);
    abort();
}
