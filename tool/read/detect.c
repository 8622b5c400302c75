#include <string.h>

#include "read/ply.h"
#include "read/stl.h"
#include "read/text.h"

static bool is_off_keyword(text_word w)
{
    // [ST][C][N][4][n]OFF, and what follows it on the line does not matter here
    if (w.length < 3 || w.length > 8 || memcmp(w.at + w.length - 3, "OFF", 3) != 0) return false;
    for (size_t i = 0; i + 3 < w.length; i++)
        if (strchr("STCN4n", w.at[i]) == NULL) return false;
    return true;
}

static bool is_obj_keyword(text_word w)
{
    static const char *const keywords[] = {"v", "vt", "vn", "vp", "f",      "o",
                                           "g", "s",  "l",  "p",  "mtllib", "usemtl"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (text_word_is(w, keywords[i])) return true;
    return false;
}

static read_function *detect_by_content(const read_source *source)
{
    if (source->size >= 4 && memcmp(source->data, "glTF", 4) == 0) return read_gltf;
    if (ply_is(source)) return read_ply;
    if (stl_is_binary(source)) return read_stl;
    tool_error unused = {{0}};
    text t = text_begin(source, &unused);
    if (text_skip_empty_lines(&t, 0) && *t.at == '{') return read_gltf;
    if (!text_skip_empty_lines(&t, '#')) return NULL;
    const text_word word = text_take_word(&t);
    if (text_word_is(word, "solid")) return read_stl;
    if (is_off_keyword(word)) return read_off;
    if (is_obj_keyword(word)) return read_obj;
    return NULL;
}

static read_function *detect_by_extension(const char *path)
{
    static const struct {
        const char *extension;
        read_function *read;
    } known[] = {{"obj", read_obj}, {"stl", read_stl},   {"ply", read_ply},
                 {"off", read_off}, {"gltf", read_gltf}, {"glb", read_gltf}};
    const char *dot = strrchr(path, '.');
    if (dot == NULL) return NULL;
    const text_word extension = {dot + 1, strlen(dot + 1)};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_word_is(extension, known[i].extension)) return known[i].read;
    return NULL;
}

read_function *read_detect(const read_source *source)
{
    read_function *by_content = detect_by_content(source);
    return by_content != NULL ? by_content : detect_by_extension(source->path);
}
