// Wavefront OBJ: v, f, o, g, usemtl. Texture coordinates, normals, lines, points and free-form surfaces are passed over. Where a file
// has faces under more than one `o`, each object is a part of its own; two of the same name stay two, since merging them could hide a
// clash. Else each `g` is a part, but patches of one surface are one.
#include <string.h>

#include "read/mesh_builder.h"
#include "read/number.h"
#include "read/parts.h"
#include "read/properties.h"

typedef struct obj_reader {
    text text;
    mesh_builder builder;
    part_groups objects, groups, materials;
    const char *highest_at;  ///< where the highest vertex number stands: vertices may follow faces
} obj_reader;

static bool read_vertex(obj_reader *r)
{
    double x = 0, y = 0, z = 0;
    // a weight or a colour may follow
    return text_double(&r->text, &x) && text_double(&r->text, &y) && text_double(&r->text, &z) &&
           builder_vertex(&r->builder, x, y, z);
}

/// The vertex number of `7`, `7/1`, `7//3` or `7/1/3`, from 1; negative ones count back from the last vertex.
static bool read_corner(obj_reader *r)
{
    text *t = &r->text;
    const char *begin = t->at;
    int64_t number = 0;
    const number_status status = number_integer(&t->at, t->end, &number);
    const char stop = t->at < t->end ? *t->at : '\n';
    if (status != NUMBER_OK || !(stop == '/' || stop == '#' || text_is_blank(stop) || text_is_newline(stop)))
        return text_fail(t, begin, "a vertex number");
    while (t->at < t->end && !text_is_blank(*t->at) && !text_is_newline(*t->at) && *t->at != '#') t->at++;
    const int64_t count = (int64_t)r->builder.vertex_count;
    if (number == 0) return text_fail(t, begin, "a vertex number other than 0");
    if (number < -count) return text_fail(t, begin, "a vertex that stands before this line");
    const int64_t index = number < 0 ? count + number : number - 1;
    if (index >= INT32_MAX) return text_fail(t, begin, "a vertex number below 2147483648");
    if (r->highest_at == NULL || (uint32_t)index > r->builder.highest) {
        r->highest_at = begin;
        r->builder.highest = (uint32_t)index;
    }
    return builder_corner(&r->builder, (uint32_t)index);
}

static bool read_face(obj_reader *r)
{
    const char *begin = r->text.at;
    while (!text_at_line_end(&r->text) && *r->text.at != '#')
        if (!read_corner(r)) return false;
    if (builder_end_polygon(&r->builder) < 3)
        return text_fail_as(&r->text, begin, "expected at least three vertex numbers after 'f'");
    return true;
}

/// A backslash at the end of a line joins it with the next. Seen rarely, so both are made blanks once
/// and for all, in a copy.
static unsigned char *join_lines(const read_source *source)
{
    unsigned char *joined = tool_reallocate(NULL, source->size);
    if (joined == NULL) return NULL;
    memcpy(joined, source->data, source->size);
    for (size_t i = 0; i + 1 < source->size; i++) {
        if (joined[i] != '\\' || !text_is_newline((char)joined[i + 1])) continue;
        const bool pair = joined[i + 1] == '\r' && i + 2 < source->size && joined[i + 2] == '\n';
        joined[i] = joined[i + 1] = ' ';
        if (pair) joined[i + 2] = ' ';
    }
    return joined;
}

static bool read_line(obj_reader *r)
{
    const text_word keyword = text_take_word(&r->text);
    bool fine = true;
    if (keyword.length == 1) {
        if (*keyword.at == 'v')
            fine = read_vertex(r);
        else if (*keyword.at == 'f')
            fine = read_face(r);
        else if (*keyword.at == 'o')
            fine = parts_begin_group(&r->objects, &r->builder, text_take_rest(&r->text));
        else if (*keyword.at == 'g')
            fine = parts_begin_group(&r->groups, &r->builder, text_take_rest(&r->text));
    } else if (text_word_is(keyword, "usemtl")) {
        fine = parts_begin_group(&r->materials, &r->builder, text_take_rest(&r->text));
    }
    text_next_line(&r->text);
    return fine;
}

/// The materials of each part, each once, as `g` was made into parts from the mesh `first` on.
static bool name_materials(const obj_reader *r, const part_groups *g, size_t triangles, size_t first,
                           model *out)
{
    const part_groups *m = &r->materials;
    for (size_t i = 0, k = 0; i < g->count && k < m->count;) {
        const size_t group_end = i + 1 < g->count ? g->items[i + 1].first_triangle : triangles;
        const size_t end = k + 1 < m->count ? m->items[k + 1].first_triangle : triangles;
        size_t *set = &out->meshes[first + g->items[i].part].properties;
        const text_word name = m->items[k].name;
        const bool meet = m->items[k].first_triangle < group_end && g->items[i].first_triangle < end;
        if (meet && name.length > 0 && !properties_have(out, *set, "material", name.at, name.length) &&
            !properties_add(r->builder.source, out, 0, set, "material", name.at, name.length,
                            r->builder.error))
            return false;
        if (group_end <= end) i++;
        if (end <= group_end) k++;
    }
    return true;
}

static bool make_parts(obj_reader *r, model *out)
{
    mesh_builder *b = &r->builder;
    const size_t triangles = b->triangle_count, first = out->mesh_count;
    part_groups whole = {0}, *by = &r->objects;
    part_rules rules = {false, false};
    if (b->source->limits->split == SPLIT_NONE) {
        by = &whole;
    } else if (b->source->limits->split == SPLIT_MATERIALS) {
        by = &r->materials;
        rules.same_name_is_one = true;
    } else if (parts_count(&r->objects, b) <= 1 && parts_count(&r->groups, b) >= 2) {
        by = &r->groups;
        rules = (part_rules){true, true};
    }
    const bool fine = parts_take(b, by, rules, out) && name_materials(r, by, triangles, first, out);
    parts_release(&whole);
    return fine;
}

static bool read_all(obj_reader *r, model *out)
{
    mesh_builder *b = &r->builder;
    while (text_skip_empty_lines(&r->text, '#'))
        if (!read_line(r)) return false;
    if (b->triangle_count == 0) return tool_fail(b->error, "%s: holds no triangles", b->source->path);
    if (b->highest >= b->vertex_count) {
        return tool_fail(b->error, "%s:%zu: expected a vertex number of at most %zu, found %zu",
                         b->source->path, text_line(&r->text, r->highest_at), b->vertex_count,
                         (size_t)b->highest + 1);
    }
    return builder_close(b) && make_parts(r, out);
}

bool read_obj(const read_source *source, model *out, tool_error *error)
{
    obj_reader r = {0};
    read_source joined = *source;
    unsigned char *copy = NULL;
    if (source->size > 0 && memchr(source->data, '\\', source->size) != NULL) {
        copy = join_lines(source);
        if (copy == NULL) return read_out_of_memory(source, error);
        joined.data = copy;
    }
    r.text = text_begin(&joined, error);
    r.text.as_written = (const char *)source->data;
    r.builder = builder_begin(&joined, error);
    const bool fine = read_all(&r, out);
    builder_release(&r.builder);
    parts_release(&r.objects);
    parts_release(&r.groups);
    parts_release(&r.materials);
    tool_release(copy);
    return fine;
}
