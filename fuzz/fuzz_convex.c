#include <stdlib.h>

#include "check_lattice.h"

// Any question on any two shapes, mostly on whole numbers, where shapes touch, coincide and line up: the answers
// must hold together.

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    complaint said;
    if (check_lattice(data, size, &said)) return 0;
    fprintf(stderr, "%s\n", said.text);
    abort();
}
