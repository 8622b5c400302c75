// glTF 2.0 and its binary form GLB: the container, the version, and what the file says it needs.
#include <string.h>

#include "read/bytes.h"
#include "read/gltf.h"
#include "read/text.h"

enum { CHUNK_JSON = 0x4E4F534A, CHUNK_BINARY = 0x004E4942 };

typedef struct container {
    const unsigned char *json;
    size_t json_size;
    size_t json_at;  ///< where the JSON begins in the file
} container;

#define CONVERT_1                                                                                            \
    "glTF 1.0, which is not read; convert it to 2.0, with gltf-pipeline or by a program that opens it"

/// The header and the chunks of a GLB. Chunks of unknown kinds are passed over.
static bool open_glb(gltf *g, container *c)
{
    const read_source *s = g->source;
    if (s->size < 20)
        return tool_fail(g->error, "%s: expected a GLB of at least 20 bytes, found %zu", s->path, s->size);
    const uint64_t version = bytes_unsigned(s->data + 4, 4, false),
                   told = bytes_unsigned(s->data + 8, 4, false);
    if (version == 1) return tool_fail(g->error, "%s: byte 4: is " CONVERT_1, s->path);
    if (version != 2)
        return tool_fail(g->error, "%s: byte 4: expected glTF version 2, found %llu", s->path,
                         (unsigned long long)version);
    if (told > s->size || told < 20)
        return tool_fail(g->error, "%s: byte 8: the length says %llu bytes, the file has %zu", s->path,
                         (unsigned long long)told, s->size);
    const size_t end = (size_t)told;
    for (size_t at = 12, number = 0; end - at >= 8; number++) {
        const uint64_t size = bytes_unsigned(s->data + at, 4, false);
        const uint64_t kind = bytes_unsigned(s->data + at + 4, 4, false);
        if (size > end - at - 8)
            return tool_fail(g->error, "%s: byte %zu: a chunk says %llu bytes, %zu are left", s->path, at,
                             (unsigned long long)size, end - at - 8);
        if (number == 0 && kind != CHUNK_JSON)
            return tool_fail(g->error, "%s: byte %zu: expected a chunk of JSON first", s->path, at + 4);
        if (number == 0) {
            c->json = s->data + at + 8;
            c->json_size = (size_t)size;
            c->json_at = at + 8;
        } else if (kind == CHUNK_BINARY && g->chunk == NULL) {
            g->chunk = s->data + at + 8;
            g->chunk_size = (size_t)size;
        }
        at += 8 + (size_t)size;
        if (end - at < 8) break;
    }
    return true;
}

/// Set where the JSON parser got no memory. It needs telling: the parser itself then leaves characters
/// out of strings without a word, or calls the text wrong.
static _Thread_local bool json_without_memory;

static void *json_allocate(size_t size)
{
    void *memory = tool_reallocate(NULL, size);
    if (memory == NULL) json_without_memory = true;
    return memory;
}

static bool parse(gltf *g, const container *c)
{
    json_error_t why;
    json_set_alloc_funcs(json_allocate, tool_release);
    json_without_memory = false;
    g->root = json_loadb((const char *)c->json, c->json_size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &why);
    if (json_without_memory) return read_out_of_memory(g->source, g->error);
    if (g->root == NULL) {
        const size_t at = c->json_at + (why.position > 0 ? (size_t)why.position : 0);
        return tool_fail(g->error, "%s:%d:%d: byte %zu: expected JSON: %s", g->source->path, why.line,
                         why.column, at, why.text);
    }
    return json_is_object(g->root) || tool_fail(g->error, "%s: expected a JSON object", g->source->path);
}

static bool check_version(const gltf *g)
{
    const json_t *asset = json_object_get(g->root, "asset");
    const char *version = gltf_text(asset, "version"), *least = gltf_text(asset, "minVersion");
    // the asset of 1.0 may be left out; its meshes have names where those of 2.0 have numbers
    const bool old = strncmp(version, "1.", 2) == 0 || strncmp(version, "0.", 2) == 0;
    if (old || (version[0] == '\0' && json_is_object(json_object_get(g->root, "meshes"))))
        return tool_fail(g->error, "%s: asset.version: is " CONVERT_1, g->source->path);
    if (strncmp(version, "2.", 2) != 0)
        return tool_fail(g->error, "%s: asset.version: expected 2.0, found '%.20s'", g->source->path,
                         version);
    if (least[0] != '\0' && strcmp(least, "2.0") != 0)
        return tool_fail(g->error, "%s: asset.minVersion: expected 2.0, found '%.20s'", g->source->path,
                         least);
    return true;
}

/// Does the extension leave shapes and places alone, or is it one that is read?
static bool is_known(const char *name)
{
    static const char *const exact[] = {
        "KHR_mesh_quantization", "EXT_mesh_gpu_instancing", "KHR_lights_punctual", "KHR_xmp",
        "KHR_xmp_json_ld",       "KHR_techniques_webgl",    "MSFT_texture_dds"};
    static const char *const prefixes[] = {"KHR_materials_", "KHR_texture_", "EXT_texture_", "EXT_lights_"};
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++)
        if (strcmp(name, exact[i]) == 0) return true;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    return false;
}

static bool check_extensions(const gltf *g)
{
    const json_t *required = json_object_get(g->root, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *name = json_string_value(json_array_get(required, i));
        if (name == NULL)
            return gltf_fail(g, gltf_at("extensionsRequired", i), NULL, "expected the name of an extension");
        const bool compression = strcmp(name, "KHR_draco_mesh_compression") == 0 ||
                                 strcmp(name, "EXT_meshopt_compression") == 0 ||
                                 strcmp(name, "KHR_meshopt_compression") == 0;
        if (!is_known(name))
            return gltf_fail(g, gltf_at("extensionsRequired", i), NULL, "%.100s is not supported%s", name,
                             compression ? "; save without compression" : "");
    }
    return true;
}

static bool read_root(gltf *g, model *out)
{
    if (!check_version(g) || !check_extensions(g)) return false;
    g->mesh_count = json_array_size(json_object_get(g->root, "meshes"));
    g->meshes = tool_reallocate(NULL, (g->mesh_count + 1) * sizeof *g->meshes);
    if (g->meshes == NULL) return read_out_of_memory(g->source, g->error);
    for (size_t i = 0; i < g->mesh_count; i++) g->meshes[i] = (gltf_mesh_range){GLTF_UNREAD, 0};
    out->metres_per_unit = 1;
    return gltf_scene(g, out);
}

bool read_gltf(const read_source *source, model *out, tool_error *error)
{
    gltf g = {0};
    g.source = source;
    g.error = error;
    container c = {source->data, source->size, 0};
    if (source->size >= 3 && memcmp(source->data, "\xEF\xBB\xBF", 3) == 0) {
        c.json += 3;
        c.json_size -= 3;
        c.json_at = 3;
    }
    const bool binary = source->size >= 4 && memcmp(source->data, "glTF", 4) == 0;
    const bool fine = (!binary || open_glb(&g, &c)) && parse(&g, &c) && read_root(&g, out);
    gltf_release_buffers(&g);
    tool_release(g.meshes);
    json_decref(g.root);
    return fine;
}
