// Buffers: the binary chunk of a GLB, data URIs, and files beside the glTF file. A URI with a scheme
// is refused (nothing is fetched), and so is an absolute path or one whose ".." leads out of the folder
// of the glTF file: a file from elsewhere should not reach for others on this machine.
#include <stdio.h>
#include <string.h>

#include "read/gltf.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// Decodes %41 and the like in place; false where a zero byte comes out. A percent sign that begins
/// no such code stands for itself.
static bool decode_percents(char *text)
{
    char *out = text;
    for (const char *in = text; *in != '\0'; in++) {
        const int high = *in == '%' ? hex_digit(in[1]) : -1;
        const int low = high >= 0 ? hex_digit(in[2]) : -1;
        *out = *in;
        if (low >= 0) {
            *out = (char)(unsigned char)(16 * high + low);
            in += 2;
            if (*out == '\0') return false;
        }
        out++;
    }
    *out = '\0';
    return true;
}

/// Does following the path component by component never leave the folder it starts from?
static bool stays_inside(const char *path)
{
    if (path[0] == '/' || path[0] == '\\') return false;
    long depth = 0;
    for (const char *at = path; *at != '\0';) {
        const size_t length = strcspn(at, "/\\");
        if (length == 2 && at[0] == '.' && at[1] == '.')
            depth--;
        else if (length > 0 && !(length == 1 && at[0] == '.'))
            depth++;
        if (depth < 0) return false;
        at += length;
        if (*at != '\0') at++;
    }
    return true;
}

static bool load_file(gltf *g, gltf_place place, const char *uri, gltf_buffer *buffer, size_t *size)
{
    const size_t until = strcspn(uri, ":/?#");
    if (uri[until] == ':')
        return gltf_fail(g, place, "uri",
                         "expected a file beside this one or base64 data; '%.40s' is not fetched", uri);
    if (g->source->folder == NULL) return gltf_fail(g, place, "uri", "other files are not opened here");
    const size_t folder = strlen(g->source->folder), capacity = folder + strlen(uri) + 2;
    char *path = tool_reallocate(NULL, capacity);
    if (path == NULL) return read_out_of_memory(g->source, g->error);
    snprintf(path, capacity, "%s%s%s", g->source->folder,
             folder > 0 && g->source->folder[folder - 1] == '/' ? "" : "/", uri);
    char *name = path + strlen(path) - strlen(uri);
    bool fine = decode_percents(name) ||
                gltf_fail(g, place, "uri", "expected a file name, found one with a zero byte in it");
    if (fine && !stays_inside(name))
        fine = gltf_fail(g, place, "uri",
                         "expected a file inside the folder of the glTF file, found '%.200s'", name);
    if (fine) {
        tool_error why = {{0}};
        const size_t left = g->source->limits->file_bytes - g->buffer_bytes;
        if (!read_load(path, left, true, &buffer->owned, size, &why))
            fine = gltf_fail(g, place, "uri", "%s", why.message);
    }
    tool_release(path);
    return fine;
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+' || c == '-') return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

static bool decode_base64(gltf *g, gltf_place place, const char *text, gltf_buffer *buffer, size_t *size)
{
    size_t length = strlen(text);
    for (int padding = 0; padding < 2 && length > 0 && text[length - 1] == '='; padding++) length--;
    if (length % 4 == 1) return gltf_fail(g, place, "uri", "the base64 data is cut short");
    buffer->owned = tool_reallocate(NULL, length / 4 * 3 + 3);
    if (buffer->owned == NULL) return read_out_of_memory(g->source, g->error);
    uint32_t bits = 0;
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        const int digit = base64_digit(text[i]);
        if (digit < 0)
            return gltf_fail(g, place, "uri", "character %zu of the base64 data is none of base64", i);
        bits = (bits << 6 | (uint32_t)digit) & 0xFFFFFF;
        // two digits make the first byte of three, three the second, four the third
        if (i % 4 != 0) buffer->owned[used++] = (unsigned char)(bits >> (6 - 2 * (i % 4)));
    }
    *size = used;
    return true;
}

static bool load_uri(gltf *g, gltf_place place, const char *uri, gltf_buffer *buffer, size_t *size)
{
    bool fine;
    if (strncmp(uri, "data:", 5) != 0) {
        fine = load_file(g, place, uri, buffer, size);
    } else {
        const char *comma = strchr(uri, ',');
        const bool base64 = comma != NULL && comma - uri >= 12 && memcmp(comma - 7, ";base64", 7) == 0;
        fine = base64 ? decode_base64(g, place, comma + 1, buffer, size)
                      : gltf_fail(g, place, "uri", "expected ';base64,' in a data URI");
    }
    buffer->data = buffer->owned;
    return fine;
}

/// The compression that a buffer is the fallback of, or null. With a URI it holds the same bytes without compression.
static const char *find_compression(const json_t *buffer)
{
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (gltf_extension(buffer, names[i]) != NULL) return names[i];
    return NULL;
}

static bool load_buffer(gltf *g, size_t index, gltf_buffer *buffer)
{
    const gltf_place place = gltf_at("buffers", index);
    const json_t *object = gltf_object(g, "buffers", index, place, NULL);
    uint64_t byte_length = 0;
    size_t size = 0;
    if (object == NULL || !gltf_whole(g, object, place, "byteLength", true, &byte_length)) return false;
    const json_t *uri = json_object_get(object, "uri");
    const char *compression = find_compression(object);
    if (uri == NULL && index == 0 && g->chunk != NULL) {
        buffer->data = g->chunk;
        size = g->chunk_size;
    } else if (uri == NULL && compression != NULL) {
        return gltf_fail(g, place, NULL, "%s is not supported; save without compression", compression);
    } else if (!json_is_string(uri)) {
        return gltf_fail(g, place, "uri", "expected a file name or data, found nothing");
    } else if (strlen(json_string_value(uri)) != json_string_length(uri)) {
        return gltf_fail(g, place, "uri", "expected a name without a zero byte");
    } else if (!load_uri(g, place, json_string_value(uri), buffer, &size)) {
        return false;
    } else {
        g->buffer_bytes += size;
    }
    if (byte_length > size)
        return gltf_fail(g, place, "byteLength", "expected at most the %zu bytes that are there, found %llu",
                         size, (unsigned long long)byte_length);
    if (g->buffer_bytes > g->source->limits->file_bytes)
        return gltf_fail(g, place, NULL, "the buffers hold more than the %zu bytes that are read",
                         g->source->limits->file_bytes);
    buffer->size = (size_t)byte_length;
    buffer->loaded = true;
    return true;
}

static bool open_buffer(gltf *g, uint64_t index, gltf_place from, const gltf_buffer **buffer)
{
    const json_t *array = json_object_get(g->root, "buffers");
    if (g->buffers == NULL && json_is_array(array) && json_array_size(array) > 0) {
        const size_t count = json_array_size(array);
        g->buffers = tool_reallocate(NULL, count * sizeof *g->buffers);
        if (g->buffers == NULL) return read_out_of_memory(g->source, g->error);
        memset(g->buffers, 0, count * sizeof *g->buffers);
        g->buffer_count = count;
    }
    if (index >= g->buffer_count)
        return gltf_fail(g, from, "buffer", "expected an index below %zu, the count of buffers; found %llu",
                         g->buffer_count, (unsigned long long)index);
    gltf_buffer *b = &g->buffers[index];
    if (!b->loaded && !load_buffer(g, (size_t)index, b)) return false;
    *buffer = b;
    return true;
}

void gltf_release_buffers(gltf *g)
{
    for (size_t i = 0; i < g->buffer_count; i++) tool_release(g->buffers[i].owned);
    tool_release(g->buffers);
    g->buffers = NULL;
    g->buffer_count = 0;
}

bool gltf_view(gltf *g, uint64_t view, gltf_place from, uint64_t offset, uint64_t size,
               const unsigned char **data)
{
    const gltf_place place = gltf_at("bufferViews", (size_t)view);
    const json_t *object = gltf_object(g, "bufferViews", (size_t)view, from, "bufferView");
    uint64_t buffer = 0, view_offset = 0, view_size = 0;
    const gltf_buffer *bytes = NULL;
    if (object == NULL || !gltf_whole(g, object, place, "buffer", true, &buffer) ||
        !gltf_whole(g, object, place, "byteOffset", false, &view_offset) ||
        !gltf_whole(g, object, place, "byteLength", true, &view_size) ||
        !open_buffer(g, buffer, place, &bytes))
        return false;
    // none exceeds 2^53, so sums of two do not overflow
    if (view_offset + view_size > bytes->size)
        return gltf_fail(g, place, NULL, "expected bytes of a buffer of %zu, found %llu from byte %llu on",
                         bytes->size, (unsigned long long)view_size, (unsigned long long)view_offset);
    if (offset + size > view_size)
        return gltf_fail(g, from, NULL,
                         "expected %llu bytes from byte %llu on in bufferViews[%llu], which has %llu",
                         (unsigned long long)size, (unsigned long long)offset, (unsigned long long)view,
                         (unsigned long long)view_size);
    *data = bytes->data + view_offset + offset;
    return true;
}

bool gltf_view_stride(gltf *g, uint64_t view, gltf_place from, uint64_t *stride)
{
    const json_t *object = gltf_object(g, "bufferViews", (size_t)view, from, "bufferView");
    *stride = 0;
    return object != NULL &&
           gltf_whole(g, object, gltf_at("bufferViews", (size_t)view), "byteStride", false, stride);
}
