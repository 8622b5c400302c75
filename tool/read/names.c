#include "read/names.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "read/read.h"

/// Bytes of the UTF-8 sequence at `text`, 0 where there is none; its code point in `*code`.
static size_t decode_utf8(const unsigned char *text, size_t length, uint32_t *code)
{
    const unsigned char first = text[0];
    if (first < 0x80) {
        *code = first;
        return 1;
    }
    const size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || size > length) return 0;
    uint32_t value = first & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
        value = value << 6 | (text[i] & 0x3Fu);
    }
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < smallest[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
    *code = value;
    return size;
}

/// Characters that move the cursor, end the line, or turn the direction of the text around.
static bool is_unprintable(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200E && code <= 0x200F) ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

char *names_clean(const char *text, size_t length, size_t longest)
{
    while (length > 0 && (text[0] == ' ' || text[0] == '\t' || text[0] == '\r')) text++, length--;
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t' || text[length - 1] == '\r'))
        length--;
    const char *const ellipsis = "\xE2\x80\xA6";
    const size_t room = longest - strlen(ellipsis);
    char *clean = tool_reallocate(NULL, longest + 1);
    if (clean == NULL) return NULL;
    size_t used = 0, fits = 0;  // `fits`: where the ellipsis would go
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        const size_t size = decode_utf8((const unsigned char *)text + at, length - at, &code);
        char piece[16];
        size_t piece_size = size;
        if (size == 0) {
            memcpy(piece, "\xEF\xBF\xBD", piece_size = 3);
        } else if (is_unprintable(code)) {
            piece_size = (size_t)snprintf(piece, sizeof piece, code < 0x80 ? "\\x%02x" : "\\u%04x", code);
        } else {
            memcpy(piece, text + at, size);
        }
        at += size == 0 ? 1 : size;
        if (used + piece_size > longest) {
            memcpy(clean + fits, ellipsis, strlen(ellipsis));
            used = fits + strlen(ellipsis);
            break;
        }
        memcpy(clean + used, piece, piece_size);
        used += piece_size;
        if (used <= room) fits = used;
    }
    clean[used] = '\0';
    char *shrunk = tool_reallocate(clean, used + 1);
    return shrunk == NULL ? clean : shrunk;
}

void names_make_printable(char *text)
{
    const size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        const size_t size = decode_utf8((const unsigned char *)text + at, length - at, &code);
        if (size == 0 || is_unprintable(code)) memset(text + at, '?', size == 0 ? 1 : size);
        at += size == 0 ? 1 : size;
    }
}
