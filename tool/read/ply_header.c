#include <string.h>

#include "read/ply.h"

bool ply_is(const read_source *source)
{
    tool_error unused = {{0}};
    const text t = text_begin(source, &unused);
    return t.end - t.at >= 4 && memcmp(t.at, "ply", 3) == 0 &&
           (text_is_newline(t.at[3]) || text_is_blank(t.at[3]));
}

void ply_header_release(ply_header *header)
{
    tool_release(header->elements);
    tool_release(header->properties);
    *header = (ply_header){0};
}

size_t ply_type_size(ply_type type)
{
    static const size_t size[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return size[type];
}

static bool read_type(text *t, ply_type *type)
{
    static const char *const names[][2] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                                           {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                                           {"float", "float32"}, {"double", "float64"}};
    const text_word word = text_take_word(t);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!text_word_is(word, names[i][0]) && !text_word_is(word, names[i][1])) continue;
        *type = (ply_type)i;
        return true;
    }
    return text_fail(t, word.at, "a type of number (char, uchar, short, ushort, int, uint, float, double)");
}

static bool read_format(text *t, ply_header *h)
{
    const text_word word = text_take_word(t);
    if (text_word_is(word, "ascii"))
        h->format = PLY_ASCII;
    else if (text_word_is(word, "binary_little_endian"))
        h->format = PLY_LITTLE_ENDIAN;
    else if (text_word_is(word, "binary_big_endian"))
        h->format = PLY_BIG_ENDIAN;
    else
        return text_fail(t, word.at, "'ascii', 'binary_little_endian' or 'binary_big_endian'");
    const text_word version = text_take_word(t);
    return text_word_is(version, "1.0") || text_fail(t, version.at, "version 1.0");
}

static bool read_element(text *t, const read_source *source, ply_header *h)
{
    ply_element element = {text_take_word(t), 0, h->property_count, 0};
    if (element.name.length == 0) return text_fail(t, t->at, "the name of an element");
    if (!text_count(t, "the count of an element", &element.count)) return false;
    for (size_t i = 0; i < h->element_count; i++) {
        const text_word other = h->elements[i].name;
        if (other.length == element.name.length && memcmp(other.at, element.name.at, other.length) == 0)
            return text_fail_as(t, element.name.at, "an element of this name stands above already");
    }
    ply_element *grown = array_grow(h->elements, &h->element_capacity, h->element_count + 1, sizeof element);
    if (grown == NULL) return read_out_of_memory(source, t->error);
    h->elements = grown;
    h->elements[h->element_count++] = element;
    return true;
}

static ply_role role_of(const ply_element *element, text_word name, bool is_list)
{
    if (text_word_is(element->name, "vertex")) {
        if (text_word_is(name, "x")) return PLY_X;
        if (text_word_is(name, "y")) return PLY_Y;
        if (text_word_is(name, "z")) return PLY_Z;
    }
    const bool corners = text_word_is(name, "vertex_indices") || text_word_is(name, "vertex_index");
    if (!is_list || !corners) return PLY_SKIPPED;
    if (text_word_is(element->name, "face")) return PLY_CORNERS;
    return text_word_is(element->name, "tristrips") ? PLY_STRIPS : PLY_SKIPPED;
}

static bool read_property(text *t, const read_source *source, ply_header *h)
{
    const char *begin = t->at;
    if (h->element_count == 0)
        return text_fail_as(t, begin, "expected 'element' before the first 'property'");
    ply_element *element = &h->elements[h->element_count - 1];
    ply_property property = {0};
    const char *before = t->at;
    property.is_list = text_word_is(text_take_word(t), "list");
    if (!property.is_list) t->at = before;
    if (property.is_list && !read_type(t, &property.count_type)) return false;
    if (!read_type(t, &property.type)) return false;
    const text_word name = text_take_word(t);
    if (name.length == 0) return text_fail(t, name.at, "the name of a property");
    if (property.is_list && property.count_type >= PLY_FLOAT32)
        return text_fail_as(t, begin, "expected a whole type of number for the length of a list");
    property.role = role_of(element, name, property.is_list);
    const bool coordinate = property.role >= PLY_X && property.role <= PLY_Z;
    if (coordinate && property.is_list)
        return text_fail_as(t, begin, "expected a number, not a list, as a coordinate");
    if (property.role >= PLY_CORNERS && property.type >= PLY_FLOAT32)
        return text_fail_as(t, begin, "expected a whole type of number for vertex numbers");
    for (size_t i = element->first_property; i < h->property_count; i++)
        if (property.role != PLY_SKIPPED && h->properties[i].role == property.role)
            return text_fail_as(t, begin, "this property stands above already");
    ply_property *grown =
        array_grow(h->properties, &h->property_capacity, h->property_count + 1, sizeof property);
    if (grown == NULL) return read_out_of_memory(source, t->error);
    h->properties = grown;
    h->properties[h->property_count++] = property;
    element->property_count++;
    return true;
}

static const ply_element *find_element(const ply_header *h, const char *name)
{
    for (size_t i = 0; i < h->element_count; i++)
        if (text_word_is(h->elements[i].name, name)) return &h->elements[i];
    return NULL;
}

static bool has_role(const ply_header *h, const ply_element *element, ply_role role)
{
    for (size_t i = 0; i < element->property_count; i++)
        if (h->properties[element->first_property + i].role == role) return true;
    return false;
}

static bool check_header(const text *t, const ply_header *h)
{
    const ply_element *vertex = find_element(h, "vertex"), *face = find_element(h, "face");
    if (vertex == NULL) return text_fail_as(t, t->at, "expected an element 'vertex' in the header");
    if (!has_role(h, vertex, PLY_X) || !has_role(h, vertex, PLY_Y) || !has_role(h, vertex, PLY_Z))
        return text_fail_as(t, vertex->name.at, "expected the properties x, y and z of a vertex");
    const ply_element *strips = find_element(h, "tristrips");
    if (face == NULL && strips == NULL)
        return text_fail_as(t, t->at, "holds no triangles: there is no element 'face' in the header");
    if (face != NULL && !has_role(h, face, PLY_CORNERS) && strips == NULL)
        return text_fail_as(t, face->name.at, "expected a property list 'vertex_indices' of a face");
    return strips == NULL || has_role(h, strips, PLY_STRIPS) ||
           text_fail_as(t, strips->name.at, "expected a property list 'vertex_indices' of triangle strips");
}

bool ply_read_header(text *t, const read_source *source, ply_header *h)
{
    bool has_format = false;
    text_next_line(t);
    for (;;) {
        if (!text_skip_empty_lines(t, 0)) return text_fail(t, t->at, "'end_header'");
        const text_word word = text_take_word(t);
        bool fine = true;
        if (text_word_is(word, "end_header"))
            break;
        else if (text_word_is(word, "format"))
            fine = has_format = read_format(t, h);
        else if (text_word_is(word, "element"))
            fine = read_element(t, source, h);
        else if (text_word_is(word, "property"))
            fine = read_property(t, source, h);
        else if (!text_word_is(word, "comment") && !text_word_is(word, "obj_info"))
            fine = text_fail(t, word.at, "'format', 'element', 'property', 'comment' or 'end_header'");
        if (!fine) return false;
        text_next_line(t);
    }
    if (!has_format) return text_fail_as(t, t->at, "expected a line 'format' in the header");
    text_next_line(t);
    return check_header(t, h);
}
