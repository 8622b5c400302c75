#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/findings.h"

/// FNV-1a over the bytes, then the finishing steps of MurmurHash3, so that paths that differ in
/// their last letter alone differ in all digits of the key (and a shortened key still tells them apart).
static uint64_t hash(uint64_t state, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; ++i) state = (state ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return state;
}

static void finish(char key[REPORT_KEY_SIZE], uint64_t h)
{
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    h ^= h >> 33;
    snprintf(key, REPORT_KEY_SIZE, "%016" PRIx64, h);
}

#define START UINT64_C(0xcbf29ce484222325)

void report_part_id(char id[REPORT_KEY_SIZE], const char *path)
{
    finish(id, hash(START, path, strlen(path)));
}

void report_pair_key(char key[REPORT_KEY_SIZE], const char *id_a, const char *id_b)
{
    bool swap = strcmp(id_a, id_b) > 0;
    const char *first = swap ? id_b : id_a, *second = swap ? id_a : id_b;
    uint64_t h = hash(START, first, strlen(first));
    h = hash(h, ":", 1);
    finish(key, hash(h, second, strlen(second)));
}
