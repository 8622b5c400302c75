#include <string.h>

#include "read/unicode.h"

static size_t put_utf8(unsigned char *to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (unsigned char)code;
        return 1;
    }
    const size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char first[4] = {0, 0xC0, 0xE0, 0xF0};
    to[0] = (unsigned char)(first[more] | code >> 6 * more);
    for (size_t i = 1; i <= more; i++) to[i] = (unsigned char)(0x80 | (code >> 6 * (more - i) & 0x3F));
    return more + 1;
}

bool unicode_is_utf16(const unsigned char *data, size_t size, bool *big_endian)
{
    if (size < 4) return false;
    *big_endian = data[0] == 0xFE || data[0] == 0;
    if ((data[0] == 0xFF && data[1] == 0xFE) || (data[0] == 0xFE && data[1] == 0xFF)) return true;
    // without a mark: two characters of ASCII in a row
    const size_t high = *big_endian ? 0 : 1;
    return data[high] == 0 && data[high + 2] == 0 && data[1 - high] >= '\t' && data[1 - high] < 0x7F &&
           data[3 - high] >= '\t' && data[3 - high] < 0x7F;
}

unsigned char *unicode_to_utf8(const unsigned char *data, size_t *size, bool big_endian)
{
    // two bytes become three at most
    unsigned char *converted = tool_reallocate(NULL, *size + *size / 2 + 1);
    if (converted == NULL) return NULL;
    const size_t low = big_endian ? 1 : 0, high = 1 - low;
    size_t used = 0;
    for (size_t at = 0; at + 1 < *size; at += 2) {
        uint32_t code = (uint32_t)data[at + high] << 8 | data[at + low];
        const bool lead = code >= 0xD800 && code < 0xDC00;
        const uint32_t next =
            lead && at + 3 < *size ? ((uint32_t)data[at + 2 + high] << 8 | data[at + 2 + low]) : 0;
        if (next >= 0xDC00 && next < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (next - 0xDC00);
            at += 2;
        } else if (code >= 0xD800 && code < 0xE000) {
            code = 0xFFFD;  // half of a pair
        }
        used += put_utf8(converted + used, code);
    }
    *size = used;
    return converted;
}
