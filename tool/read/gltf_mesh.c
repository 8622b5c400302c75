// One mesh of the model for one mesh of the file: all its primitives of triangles, one after the other.
// Primitives that share their positions share vertices, so seams between materials stay closed.
#include <stdio.h>
#include <string.h>

#include "read/gltf.h"
#include "read/mesh_builder.h"
#include "read/parts.h"
#include "read/properties.h"

typedef struct mesh_reader {
    gltf *g;
    mesh_builder builder;
    struct {
        size_t accessor, first_vertex;
    } seen[8];  ///< the latest position accessors, where their vertices begin
    size_t seen_count;
    part_groups groups;  ///< by materials
    char *numbers;       ///< names of materials without one, 24 bytes for each primitive
} mesh_reader;

static bool read_positions(mesh_reader *r, const gltf_accessor *a, size_t *first)
{
    mesh_builder *b = &r->builder;
    for (size_t i = 0; i < r->seen_count && i < 8; i++) {
        *first = r->seen[i].first_vertex;
        if (r->seen[i].accessor == a->index) return true;
    }
    *first = b->vertex_count;
    r->seen[r->seen_count % 8].accessor = a->index;
    r->seen[r->seen_count % 8].first_vertex = *first;
    r->seen_count++;
    double p[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < a->count; i++)
        if (!gltf_accessor_dense(r->g, a, i, p) || !builder_vertex(b, p[0], p[1], p[2])) return false;
    for (size_t i = 0; i < a->sparse_count; i++) {
        size_t element = 0;
        if (!gltf_accessor_sparse(r->g, a, i, &element, p)) return false;
        memcpy(b->vertices + 3 * (*first + element), p, 3 * sizeof *p);
    }
    return true;
}

/// The vertex numbers of the primitive within its positions, as they are or counted up.
static bool read_indices(mesh_reader *r, const json_t *primitive, gltf_place place, size_t vertex_count,
                         double **indices, size_t *count)
{
    gltf_accessor a;
    uint64_t index = 0;
    *count = vertex_count;
    if (!gltf_has(primitive, "indices")) return true;
    if (!gltf_whole(r->g, primitive, place, "indices", true, &index) ||
        !gltf_accessor_open(r->g, index, place, "indices", &a))
        return false;
    if (a.components != 1 || (a.type != GLTF_UINT8 && a.type != GLTF_UINT16 && a.type != GLTF_UINT32))
        return gltf_fail(r->g, gltf_at("accessors", a.index), NULL,
                         "expected indices: a SCALAR of componentType 5121, 5123 or 5125");
    a.normalized = false;
    *count = a.count;
    if (a.count == 0) return true;
    // every index is a whole number below 2^32, which a double holds exactly
    *indices = tool_reallocate(NULL, a.count * sizeof **indices);
    if (*indices == NULL) return read_out_of_memory(r->g->source, r->g->error);
    if (!gltf_accessor_read(r->g, &a, *indices)) return false;
    for (size_t i = 0; i < a.count; i++)
        if ((*indices)[i] >= (double)vertex_count)
            return gltf_fail(r->g, gltf_at("accessors", a.index), NULL,
                             "expected indices below %zu, the count of vertices; element %zu is %.0f",
                             vertex_count, i, (*indices)[i]);
    return true;
}

static uint32_t vertex_at(const double *indices, size_t first, size_t i)
{
    return (uint32_t)(first + (indices == NULL ? i : (size_t)indices[i]));
}

static bool add_triangles(mesh_reader *r, uint64_t mode, const double *indices, size_t first, size_t count)
{
    mesh_builder *b = &r->builder;
    const size_t step = mode == 4 ? 3 : 1;
    for (size_t i = 0; i + 2 < count; i += step) {
        uint32_t v[3] = {vertex_at(indices, first, i), vertex_at(indices, first, i + 1),
                         vertex_at(indices, first, i + 2)};
        if (mode == 6) {
            v[0] = v[1], v[1] = v[2];
            v[2] = vertex_at(indices, first, 0);
        } else if (mode == 5) {
            // every other triangle of a strip runs the other way round
            if (i % 2 == 1) {
                const uint32_t swapped = v[1];
                v[1] = v[2], v[2] = swapped;
            }
            // and repeated corners only lead from one strip to the next
            if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
        }
        if (!builder_triangle(b, v[0], v[1], v[2])) return false;
    }
    return true;
}

static bool fail_compressed(const gltf *g, gltf_place place)
{
    return gltf_fail(g, place, NULL, "KHR_draco_mesh_compression is not supported; save without compression");
}

static bool read_triangles(mesh_reader *r, const json_t *primitive, gltf_place place, uint64_t mode)
{
    gltf_accessor positions;
    uint64_t accessor = 0;
    const json_t *attributes = json_object_get(primitive, "attributes");
    const gltf_place inner = place;
    if (!gltf_has(attributes, "POSITION")) return true;  // nothing is drawn without positions
    if (!gltf_whole(r->g, attributes, inner, "POSITION", true, &accessor)) return false;
    const json_t *object = gltf_object(r->g, "accessors", (size_t)accessor, inner, "attributes.POSITION");
    if (object == NULL) return false;
    if (gltf_extension(primitive, "KHR_draco_mesh_compression") != NULL && !gltf_has(object, "bufferView"))
        return fail_compressed(r->g, place);
    if (!gltf_accessor_open(r->g, accessor, inner, "attributes.POSITION", &positions)) return false;
    if (positions.components != 3 || positions.type == GLTF_UINT32)
        return gltf_fail(r->g, gltf_at("accessors", positions.index), NULL,
                         "expected positions: a VEC3 of componentType 5126, 5120, 5121, 5122 or 5123");
    double *indices = NULL;
    size_t first = 0, count = 0;
    bool fine = read_indices(r, primitive, place, positions.count, &indices, &count);
    if (fine && mode == 4 && count % 3 != 0)
        fine =
            gltf_fail(r->g, place, NULL, "expected a multiple of 3 corners for triangles, found %zu", count);
    fine = fine && read_positions(r, &positions, &first) && add_triangles(r, mode, indices, first, count);
    tool_release(indices);
    return fine;
}

static bool read_primitive(mesh_reader *r, const json_t *primitive, gltf_place place)
{
    uint64_t mode = 4;
    if (!json_is_object(primitive)) return gltf_fail(r->g, place, NULL, "expected an object");
    if (!gltf_whole(r->g, primitive, place, "mode", false, &mode)) return false;
    if (mode > 6) return gltf_fail(r->g, place, "mode", "expected a number from 0 to 6");
    // points and lines have no surface
    return mode < 4 || read_triangles(r, primitive, place, mode);
}

/// By the name of its material, where that is what makes a part.
static bool begin_material(mesh_reader *r, const json_t *primitive, gltf_place place, char number[24])
{
    uint64_t material = 0;
    if (r->g->source->limits->split != SPLIT_MATERIALS) return true;
    if (!gltf_has(primitive, "material"))
        return parts_begin_group(&r->groups, &r->builder, (text_word){"no material", 11});
    if (!gltf_whole(r->g, primitive, place, "material", true, &material)) return false;
    const json_t *object = gltf_object(r->g, "materials", (size_t)material, place, "material");
    if (object == NULL) return false;
    const text_word name = gltf_word(object, "name");
    if (name.length > 0) return parts_begin_group(&r->groups, &r->builder, name);
    // without a name it goes by its number
    snprintf(number, 24, "material %u", (unsigned)material);
    return parts_begin_group(&r->groups, &r->builder, (text_word){number, strlen(number)});
}

static bool read_mesh(mesh_reader *r, const json_t *object, size_t index)
{
    const gltf_place place = gltf_at("meshes", index);
    const json_t *primitives = json_object_get(object, "primitives");
    if (!json_is_array(primitives)) return gltf_fail(r->g, place, "primitives", "expected an array");
    r->numbers = tool_reallocate(NULL, 24 * json_array_size(primitives) + 1);
    if (r->numbers == NULL) return read_out_of_memory(r->g->source, r->g->error);
    for (size_t i = 0; i < json_array_size(primitives); i++) {
        const json_t *primitive = json_array_get(primitives, i);
        const gltf_place within = gltf_element(place, "primitives", i);
        if (!begin_material(r, primitive, within, r->numbers + 24 * i) ||
            !read_primitive(r, primitive, within))
            return false;
    }
    return true;
}

/// The groups as meshes of their own. What parts_take() makes besides, the nodes make themselves.
static bool take_materials(mesh_reader *r, model *out)
{
    gltf *g = r->g;
    model parts = {0};
    bool fine = parts_take(&r->builder, &r->groups, (part_rules){true, false}, &parts);
    for (size_t i = 0; fine && i < parts.mesh_count; i++) {
        model_mesh *made = read_add_mesh(g->source, out, "", 0, g->error);
        fine = made != NULL;
        if (!fine) break;
        tool_release(made->name);
        *made = parts.meshes[i];
        parts.meshes[i] = (model_mesh){0};
    }
    model_free(&parts);
    return fine;
}

/// The name of a primitive's material, as begin_material() calls it where it has none; null without a material.
static const char *material_name(const gltf *g, const json_t *primitive, char number[24])
{
    const json_t *index = json_object_get(primitive, "material");
    if (!json_is_integer(index) || json_integer_value(index) < 0) return NULL;
    const json_t *material =
        json_array_get(json_object_get(g->root, "materials"), (size_t)json_integer_value(index));
    const char *name = gltf_text(material, "name");
    if (*name) return name;
    snprintf(number, 24, "material %u", (unsigned)json_integer_value(index));
    return number;
}

/// Its materials, each once: that which it was split by, or those of all primitives. Then its extras.
static bool add_properties(mesh_reader *r, model *out, const json_t *object, model_mesh *made)
{
    gltf *g = r->g;
    const json_t *primitives = json_object_get(object, "primitives");
    const bool split = r->groups.count > 0;
    for (size_t i = 0; i < (split ? 1 : json_array_size(primitives)); i++) {
        char number[24];
        const char *name = split ? made->name : material_name(g, json_array_get(primitives, i), number);
        if (name == NULL || properties_have(out, made->properties, "material", name, strlen(name))) continue;
        if (split && strcmp(name, "no material") == 0) continue;
        if (!properties_add(g->source, out, 0, &made->properties, "material", name, strlen(name), g->error))
            return false;
    }
    return properties_add_extras(g->source, out, 0, &made->properties, object, g->error);
}

static bool keep_mesh(mesh_reader *r, model *out, const json_t *object, gltf_mesh_range *mesh)
{
    gltf *g = r->g;
    *mesh = (gltf_mesh_range){GLTF_EMPTY, 0};
    if (r->builder.triangle_count == 0) return true;
    const text_word name = gltf_word(object, "name");
    const size_t first = out->mesh_count, triangles = r->builder.triangle_count;
    if (r->groups.count > 0) {
        if (!take_materials(r, out)) return false;
    } else {
        model_mesh *made = read_add_mesh(g->source, out, name.at, name.length, g->error);
        if (made == NULL || !builder_take(&r->builder, 0, triangles, made)) return false;
    }
    *mesh = (gltf_mesh_range){(int64_t)first, out->mesh_count - first};
    for (size_t i = first; i < out->mesh_count; i++) {
        if (!add_properties(r, out, object, &out->meshes[i])) return false;
        g->vertices_read += out->meshes[i].vertex_count;
        g->triangles_read += out->meshes[i].triangle_count;
    }
    if (g->vertices_read > g->source->limits->elements || g->triangles_read > g->source->limits->elements)
        return tool_fail(g->error, "%s: its meshes hold more than %zu vertices or triangles", g->source->path,
                         g->source->limits->elements);
    return true;
}

bool gltf_mesh(gltf *g, model *out, uint64_t index, gltf_place from, gltf_mesh_range *mesh)
{
    const json_t *object = gltf_object(g, "meshes", (size_t)index, from, "mesh");
    if (object == NULL) return false;
    *mesh = g->meshes[index];
    if (mesh->first != GLTF_UNREAD) return true;
    mesh_reader r = {0};
    r.g = g;
    r.builder = builder_begin(g->source, g->error);
    const bool fine = read_mesh(&r, object, (size_t)index) && keep_mesh(&r, out, object, mesh);
    builder_release(&r.builder);
    parts_release(&r.groups);
    tool_release(r.numbers);
    g->meshes[index] = *mesh;
    return fine;
}
