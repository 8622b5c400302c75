// PLY 1.0: ASCII and binary of either byte order. Of the element `vertex` the properties x, y, z of any
// type are read, of `face` the list `vertex_indices` or `vertex_index`, of `tristrips` the same, with -1 between strips; everything
// else is passed over, and bytes behind the last element are not read.
#include <math.h>

#include "read/bytes.h"
#include "read/mesh_builder.h"
#include "read/number.h"
#include "read/ply.h"

typedef struct ply_reader {
    const read_source *source;
    tool_error *error;
    text text;  ///< behind the header; its `at` is the place in a binary file too
    ply_header header;
    mesh_builder builder;
    const char *highest_at;
    bool big_endian;
    double position[3];  ///< of the vertex that is being read
    uint32_t strip[2];   ///< the last two corners of the strip that is being read
    size_t strip_count;
} ply_reader;

/// "path:line: ..." in an ASCII file, "path: byte n: ..." in a binary one.
static bool fail_at(const ply_reader *r, const char *at, const char *message)
{
    if (r->header.format == PLY_ASCII) return text_fail_as(&r->text, at, message);
    return tool_fail(r->error, "%s: byte %zu: %s", r->source->path, (size_t)(at - r->text.begin), message);
}

static bool truncated(const ply_reader *r, const ply_element *element, uint64_t done)
{
    return tool_fail(r->error, "%s: byte %zu: the file ends in '%.*s' %llu of %llu", r->source->path,
                     r->source->size, element->name.length < 40 ? (int)element->name.length : 40,
                     element->name.at, (unsigned long long)done + 1, (unsigned long long)element->count);
}

static double binary_number(const ply_reader *r, const char *at, ply_type type)
{
    const unsigned char *bytes = (const unsigned char *)at;
    if (type == PLY_FLOAT32) return bytes_float(bytes, r->big_endian);
    if (type == PLY_FLOAT64) return bytes_double(bytes, r->big_endian);
    const bool is_signed = type == PLY_INT8 || type == PLY_INT16 || type == PLY_INT32;
    if (is_signed) return (double)bytes_signed(bytes, ply_type_size(type), r->big_endian);
    return (double)bytes_unsigned(bytes, ply_type_size(type), r->big_endian);
}

static bool take_coordinate(ply_reader *r, const ply_property *property, const char *at, double value)
{
    if (!isfinite(value)) return fail_at(r, at, "a coordinate is not a finite number");
    r->position[property->role - PLY_X] = value;
    return true;
}

static bool take_index(ply_reader *r, const char *at, double number, uint32_t *index)
{
    if (!(number >= 0)) return fail_at(r, at, "expected a vertex number of 0 or more");
    if (number >= INT32_MAX) return fail_at(r, at, "expected a vertex number below 2147483647");
    *index = (uint32_t)number;
    if (r->highest_at == NULL || *index > r->builder.highest) {
        r->highest_at = at;
        r->builder.highest = *index;
    }
    return true;
}

static bool take_corner(ply_reader *r, const char *at, double number)
{
    uint32_t index = 0;
    return take_index(r, at, number, &index) && builder_corner(&r->builder, index);
}

/// Every corner makes a triangle with the two before it, every other one turned round; repeated corners only lead from
/// one strip to the next.
static bool take_strip(ply_reader *r, const char *at, double number)
{
    uint32_t index = 0;
    if (number == -1) {
        r->strip_count = 0;
        return true;
    }
    if (!take_index(r, at, number, &index)) return false;
    const size_t before = r->strip_count++;
    const uint32_t first = r->strip[before % 2], second = r->strip[(before + 1) % 2];
    r->strip[before % 2] = index;
    if (before < 2 || first == second || second == index || first == index) return true;
    return before % 2 == 0 ? builder_triangle(&r->builder, first, second, index)
                           : builder_triangle(&r->builder, second, first, index);
}

static bool take_number(ply_reader *r, const ply_property *p, const char *at, double number)
{
    return p->role == PLY_CORNERS ? take_corner(r, at, number) : take_strip(r, at, number);
}

static bool end_corners(ply_reader *r, const ply_property *p, const char *at)
{
    r->strip_count = 0;
    return p->role == PLY_STRIPS || builder_end_polygon(&r->builder) >= 3 ||
           fail_at(r, at, "expected a face of at least three corners");
}

static bool read_binary_list(ply_reader *r, const ply_element *element, const ply_property *p, uint64_t done)
{
    const char *begin = r->text.at;
    size_t left = (size_t)(r->text.end - begin);
    const size_t count_size = ply_type_size(p->count_type), size = ply_type_size(p->type);
    if (left < count_size) return truncated(r, element, done);
    const double length = binary_number(r, begin, p->count_type);
    r->text.at += count_size;
    left -= count_size;
    if (length < 0) return fail_at(r, begin, "expected a list of 0 or more numbers");
    if (length > (double)(left / size)) return truncated(r, element, done);
    const char *end = r->text.at + (size_t)length * size;
    if (p->role >= PLY_CORNERS) {
        for (const char *at = r->text.at; at < end; at += size)
            if (!take_number(r, p, at, binary_number(r, at, p->type))) return false;
        if (!end_corners(r, p, begin)) return false;
    }
    r->text.at = end;
    return true;
}

static bool read_binary_row(ply_reader *r, const ply_element *element, uint64_t done)
{
    const ply_property *properties = r->header.properties + element->first_property;
    for (size_t i = 0; i < element->property_count; i++) {
        const ply_property *p = &properties[i];
        if (p->is_list) {
            if (!read_binary_list(r, element, p, done)) return false;
            continue;
        }
        const size_t size = ply_type_size(p->type);
        if ((size_t)(r->text.end - r->text.at) < size) return truncated(r, element, done);
        if (p->role != PLY_SKIPPED &&
            !take_coordinate(r, p, r->text.at, binary_number(r, r->text.at, p->type)))
            return false;
        r->text.at += size;
    }
    return true;
}

static bool read_ascii_list(ply_reader *r, const ply_property *p)
{
    text *t = &r->text;
    text_skip_blanks(t);
    const char *begin = t->at;
    uint64_t length = 0;
    if (!text_count(t, "the length of a list", &length)) return false;
    for (uint64_t i = 0; i < length; i++) {
        const text_word word = text_take_word(t);
        if (word.length == 0) return text_fail(t, word.at, "a number of the list");
        if (p->role < PLY_CORNERS) continue;
        const char *at = word.at;
        int64_t number = 0;
        if (number_integer(&at, word.at + word.length, &number) != NUMBER_OK || at != word.at + word.length)
            return text_fail(t, word.at, "a vertex number");
        if (!take_number(r, p, word.at, (double)number)) return false;
    }
    return p->role < PLY_CORNERS || end_corners(r, p, begin);
}

static bool read_ascii_row(ply_reader *r, const ply_element *element)
{
    text *t = &r->text;
    const ply_property *properties = r->header.properties + element->first_property;
    text_skip_empty_lines(t, 0);
    for (size_t i = 0; i < element->property_count; i++) {
        const ply_property *p = &properties[i];
        if (p->is_list) {
            if (!read_ascii_list(r, p)) return false;
        } else if (p->role == PLY_SKIPPED) {
            const text_word word = text_take_word(t);
            if (word.length == 0) return text_fail(t, word.at, "a number");
        } else if (!text_double(t, &r->position[p->role - PLY_X])) {
            return false;
        }
    }
    if (!text_at_line_end(t)) return text_fail(t, t->at, "the end of the line");
    text_next_line(t);
    return true;
}

static bool read_element(ply_reader *r, const ply_element *element)
{
    const bool is_vertex = text_word_is(element->name, "vertex");
    // rows without properties take no bytes, so no count of them can be held against the file
    if (element->property_count == 0) return true;
    for (uint64_t i = 0; i < element->count; i++) {
        const bool ascii = r->header.format == PLY_ASCII;
        if (!(ascii ? read_ascii_row(r, element) : read_binary_row(r, element, i))) return false;
        if (is_vertex && !builder_vertex(&r->builder, r->position[0], r->position[1], r->position[2]))
            return false;
    }
    return true;
}

static bool read_all(ply_reader *r, model *out)
{
    mesh_builder *b = &r->builder;
    if (!ply_read_header(&r->text, r->source, &r->header)) return false;
    r->big_endian = r->header.format == PLY_BIG_ENDIAN;
    for (size_t i = 0; i < r->header.element_count; i++)
        if (!read_element(r, &r->header.elements[i])) return false;
    if (b->triangle_count == 0) return tool_fail(r->error, "%s: holds no triangles", r->source->path);
    if (b->highest >= b->vertex_count)
        return fail_at(r, r->highest_at, "a vertex number is not below the count of vertices");
    if (!builder_close(b)) return false;
    model_mesh *mesh = read_add_mesh(r->source, out, "", 0, r->error);
    return mesh != NULL && builder_take(b, 0, b->triangle_count, mesh) &&
           read_add_part(r->source, out, "", "", 0, NULL, r->error);
}

bool read_ply(const read_source *source, model *out, tool_error *error)
{
    ply_reader r = {0};
    if (!ply_is(source)) return tool_fail(error, "%s:1: expected 'ply' on a line of its own", source->path);
    r.source = source;
    r.error = error;
    r.text = text_begin(source, error);
    r.builder = builder_begin(source, error);
    const bool fine = read_all(&r, out);
    builder_release(&r.builder);
    ply_header_release(&r.header);
    return fine;
}
