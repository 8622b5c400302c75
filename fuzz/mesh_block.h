/// The checksum of a mesh as a block, stated once more, so that forged blocks get past it.
#ifndef FUZZ_MESH_BLOCK_H
#define FUZZ_MESH_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Of at least 40 bytes: the sum of all that follows it.
static inline void sign_mesh_block(unsigned char *block, size_t size)
{
    enum { AT = 32, FROM = 40 };
    uint64_t lanes[4] = {1, 2, 3, 4}, sum = size - FROM;
    for (size_t i = 0; i < (size - FROM) / 8; ++i) {
        uint64_t word;
        memcpy(&word, block + FROM + 8 * i, 8);
        lanes[i % 4] = (lanes[i % 4] ^ word) * 0x9e3779b97f4a7c15u;
        lanes[i % 4] ^= lanes[i % 4] >> 32;
    }
    for (int k = 0; k < 4; ++k) sum = (sum ^ lanes[k]) * 0xd6e8feb86659fd93u;
    sum ^= sum >> 32;
    memcpy(block + AT, &sum, 8);
}

#endif
