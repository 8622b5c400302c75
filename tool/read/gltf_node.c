// The node tree: a walk with a stack of its own from the roots of the scene down, matrices composed in
// double. A node that two others name as their child, or that leads back to itself, is an error.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "read/gltf.h"
#include "read/names.h"
#include "read/properties.h"

enum { DEEPEST_TREE = 1024 };

/// A node on the way to be visited, or on the path from the root to the present one.
typedef struct visit {
    size_t node, depth;
    double world[16];    ///< of its parent until it is visited
    size_t path_length;  ///< of the path text up to its parent
    size_t name_at;      ///< where the last name begins in that text
    size_t properties;   ///< of its parent until it is visited
} visit;

typedef struct walk {
    gltf *g;
    model *out;
    const json_t *nodes;
    size_t node_count;
    int64_t *parent;  ///< of each node, or -1
    bool *visited;
    visit *stack;
    size_t stack_count, stack_capacity;
    char path[NAMES_LONGEST_PATH + 1];  ///< names from the root to the present node
} walk;

void gltf_compose(const double *outer, const double *inner, double *result)
{
    double product[16];
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 4; j++) {
            product[4 * i + j] = outer[4 * i] * inner[j] + outer[4 * i + 1] * inner[4 + j] +
                                 outer[4 * i + 2] * inner[8 + j] + (j == 3 ? outer[4 * i + 3] : 0);
        }
    }
    product[12] = product[13] = product[14] = 0;
    product[15] = 1;
    memcpy(result, product, sizeof product);
}

bool gltf_from_trs(const double *translation, const double *rotation, const double *scale, double *matrix)
{
    const double length = sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] +
                               rotation[2] * rotation[2] + rotation[3] * rotation[3]);
    if (!(length > 0) || !isfinite(length)) return false;
    // files round to single precision; a true rotation is what they mean
    const double x = rotation[0] / length, y = rotation[1] / length, z = rotation[2] / length,
                 w = rotation[3] / length;
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                         2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                         2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) matrix[4 * i + j] = r[3 * i + j] * scale[j];
        matrix[4 * i + 3] = translation[i];
    }
    matrix[12] = matrix[13] = matrix[14] = 0;
    matrix[15] = 1;
    return true;
}

static bool read_matrix(const gltf *g, const json_t *node, gltf_place place, double *matrix)
{
    double columns[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const char *const others[] = {"translation", "rotation", "scale"};
    for (size_t i = 0; i < 3; i++)
        if (gltf_has(node, others[i]))
            return gltf_fail(g, place, others[i], "stands beside matrix; expected one or the other");
    if (!gltf_numbers(g, node, place, "matrix", 16, columns)) return false;
    for (size_t i = 0; i < 16; i++) matrix[4 * (i % 4) + i / 4] = columns[i];
    if (matrix[12] != 0 || matrix[13] != 0 || matrix[14] != 0 || matrix[15] != 1)
        return gltf_fail(g, place, "matrix", "expected an affine map: 0 0 0 1 as the last row");
    return true;
}

static bool read_local(const gltf *g, const json_t *node, gltf_place place, double *matrix)
{
    if (gltf_has(node, "matrix")) return read_matrix(g, node, place, matrix);
    double translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    return gltf_numbers(g, node, place, "translation", 3, translation) &&
           gltf_numbers(g, node, place, "rotation", 4, rotation) &&
           gltf_numbers(g, node, place, "scale", 3, scale) &&
           (gltf_from_trs(translation, rotation, scale, matrix) ||
            gltf_fail(g, place, "rotation", "expected a quaternion other than 0 0 0 0"));
}

static bool check_finite(const gltf *g, gltf_place place, const double *world)
{
    for (size_t i = 0; i < 16; i++)
        if (!isfinite(world[i])) return gltf_fail(g, place, NULL, "its place in the world is not finite");
    return true;
}

static bool find_parents(walk *w)
{
    for (size_t i = 0; i < w->node_count; i++) w->parent[i] = -1;
    for (size_t i = 0; i < w->node_count; i++) {
        const gltf_place place = gltf_at("nodes", i);
        const json_t *children = json_object_get(json_array_get(w->nodes, i), "children");
        for (size_t k = 0; k < json_array_size(children); k++) {
            const json_int_t child = json_integer_value(json_array_get(children, k));
            if (!json_is_integer(json_array_get(children, k)) || child < 0 ||
                (uint64_t)child >= w->node_count)
                return gltf_fail(w->g, gltf_element(place, "children", k), NULL,
                                 "expected a node number below %zu", w->node_count);
            if (w->parent[child] >= 0)
                return gltf_fail(w->g, gltf_element(place, "children", k), NULL,
                                 "node %lld is a child of node %lld already; expected a tree",
                                 (long long)child, (long long)w->parent[child]);
            w->parent[child] = (int64_t)i;
        }
    }
    return true;
}

static bool push(walk *w, size_t node, const visit *parent)
{
    visit *grown = array_grow(w->stack, &w->stack_capacity, w->stack_count + 1, sizeof *w->stack);
    if (grown == NULL) return read_out_of_memory(w->g->source, w->g->error);
    w->stack = grown;
    visit *v = &w->stack[w->stack_count++];
    v->node = node;
    v->depth = parent == NULL ? 0 : parent->depth + 1;
    v->path_length = parent == NULL ? 0 : parent->path_length;
    v->name_at = parent == NULL ? 0 : parent->name_at;
    v->properties = parent == NULL ? 0 : parent->properties;
    memset(v->world, 0, sizeof v->world);
    v->world[0] = v->world[5] = v->world[10] = v->world[15] = 1;
    if (parent != NULL) memcpy(v->world, parent->world, sizeof v->world);
    return true;
}

/// Writes the name behind what the path holds up to the parent.
static void extend_path(walk *w, visit *v, const char *name)
{
    size_t length = v->path_length;
    const size_t room = sizeof w->path - length;
    w->path[length] = '\0';
    if (name[0] == '\0') return;
    snprintf(w->path + length, room, "%s%s", length > 0 ? "/" : "", name);
    v->path_length = length + strlen(w->path + length);
    if (v->path_length > length) v->name_at = length + (length > 0);
}

static text_word mesh_name(const gltf *g, const json_t *node)
{
    const json_t *meshes = json_object_get(g->root, "meshes"), *mesh = json_object_get(node, "mesh");
    const json_int_t index = json_integer_value(mesh);
    return mesh == NULL || index < 0 ? (text_word){"", 0}
                                     : gltf_word(json_array_get(meshes, (size_t)index), "name");
}

typedef struct instancing {
    gltf_accessor accessors[3];
    bool present[3];
    size_t count;
} instancing;

static bool open_instancing(gltf *g, const json_t *extension, gltf_place node, instancing *in)
{
    static const char *const keys[3] = {"TRANSLATION", "ROTATION", "SCALE"};
    const gltf_place place = gltf_inside(node, "extensions.EXT_mesh_gpu_instancing.attributes");
    const json_t *attributes = json_object_get(extension, "attributes");
    memset(in, 0, sizeof *in);
    bool any = false;
    for (size_t k = 0; k < 3; k++) {
        uint64_t index = 0;
        in->present[k] = gltf_has(attributes, keys[k]);
        if (!in->present[k]) continue;
        gltf_accessor *a = &in->accessors[k];
        if (!gltf_whole(g, attributes, place, keys[k], true, &index) ||
            !gltf_accessor_open(g, index, place, keys[k], a))
            return false;
        if (a->components != (k == 1 ? 4u : 3u))
            return gltf_fail(g, place, keys[k], "expected %s", k == 1 ? "a VEC4" : "a VEC3");
        if (any && a->count != in->count)
            return gltf_fail(g, place, keys[k], "expected %zu elements like the other attributes", in->count);
        in->count = a->count;
        any = true;
    }
    return any || gltf_fail(g, place, NULL, "expected TRANSLATION, ROTATION or SCALE");
}

static bool add_instances(walk *w, const json_t *extension, gltf_place place, const visit *v,
                          const char *name, size_t mesh)
{
    gltf *g = w->g;
    instancing in;
    if (!open_instancing(g, extension, place, &in)) return false;
    double *values[3] = {NULL, NULL, NULL};
    bool fine = true;
    for (size_t k = 0; k < 3 && fine && in.count > 0; k++) {
        if (!in.present[k]) continue;
        values[k] = tool_reallocate(NULL, 4 * in.count * sizeof *values[k]);
        fine = values[k] != NULL ? gltf_accessor_read(g, &in.accessors[k], values[k])
                                 : read_out_of_memory(g->source, g->error);
    }
    for (size_t i = 0; i < in.count && fine; i++) {
        static const double none[3] = {0, 0, 0}, unturned[4] = {0, 0, 0, 1}, unscaled[3] = {1, 1, 1};
        double matrix[16];
        if (!gltf_from_trs(values[0] ? values[0] + 3 * i : none, values[1] ? values[1] + 4 * i : unturned,
                           values[2] ? values[2] + 3 * i : unscaled, matrix))
            fine = gltf_fail(g, place, NULL, "the rotation of instance %zu is 0 0 0 0", i);
        if (!fine) break;
        gltf_compose(v->world, matrix, matrix);
        fine = check_finite(g, place, matrix) &&
               read_add_part(g->source, w->out, name, w->path, mesh, matrix, g->error);
    }
    for (size_t k = 0; k < 3; k++) tool_release(values[k]);
    return fine;
}

/// Weights of morph targets; those of the node hold in place of the mesh's.
static bool is_morphed(const gltf *g, const json_t *node, uint64_t mesh)
{
    const json_t *weights = json_object_get(node, "weights");
    if (weights == NULL)
        weights =
            json_object_get(json_array_get(json_object_get(g->root, "meshes"), (size_t)mesh), "weights");
    for (size_t i = 0; i < json_array_size(weights); i++)
        if (json_number_value(json_array_get(weights, i)) != 0) return true;
    return false;
}

/// The part that shows mesh `number` of a node: where it was split by materials, with the name of one.
static bool add_one(walk *w, const json_t *extension, gltf_place place, const visit *v, const char *name,
                    size_t mesh, bool alone)
{
    gltf *g = w->g;
    char *whole = NULL;
    const size_t length = strlen(w->path);
    if (!alone) {
        const char *material = w->out->meshes[mesh].name;
        const size_t size = strlen(name) + strlen(material) + 2;
        whole = tool_reallocate(NULL, size);
        if (whole == NULL) return read_out_of_memory(g->source, g->error);
        snprintf(whole, size, "%s%s%s", name, name[0] != '\0' ? "/" : "", material);
        snprintf(w->path + length, sizeof w->path - length, "%s%s", length > 0 ? "/" : "", material);
        name = whole;
    }
    const size_t first = w->out->part_count;
    const bool fine = extension != NULL
                          ? add_instances(w, extension, place, v, name, mesh)
                          : read_add_part(g->source, w->out, name, w->path, mesh, v->world, g->error);
    for (size_t i = first; i < w->out->part_count; i++) w->out->parts[i].properties = v->properties;
    w->path[length] = '\0';
    tool_release(whole);
    return fine;
}

static bool add_part(walk *w, const json_t *node, gltf_place place, const visit *v, const char *name)
{
    gltf *g = w->g;
    uint64_t index = 0;
    gltf_mesh_range mesh = {GLTF_EMPTY, 0};
    if (!gltf_has(node, "mesh")) return true;
    if (!gltf_whole(g, node, place, "mesh", true, &index) || !gltf_mesh(g, w->out, index, place, &mesh))
        return false;
    if (mesh.first == GLTF_EMPTY) return true;
    const bool skinned = gltf_has(node, "skin");
    if (skinned || is_morphed(g, node, index))
        return model_leave_out(w->out, g->error, "%s: nodes[%zu] '%.60s' is %s, so it is no rigid part",
                               g->source->path, place.index, name,
                               skinned ? "moved by a skin" : "moved by the weights of morph targets");
    const json_t *extension = gltf_extension(node, "EXT_mesh_gpu_instancing");
    for (size_t i = 0; i < mesh.count; i++)
        if (!add_one(w, extension, place, v, name, (size_t)mesh.first + i, mesh.count == 1)) return false;
    return true;
}

static bool visit_node(walk *w, visit v)
{
    gltf *g = w->g;
    const gltf_place place = gltf_at("nodes", v.node);
    const json_t *node = json_array_get(w->nodes, v.node);
    double local[16];
    if (!json_is_object(node)) return gltf_fail(g, place, NULL, "expected an object");
    if (w->visited[v.node]) return gltf_fail(g, place, NULL, "is reached twice; expected a tree");
    w->visited[v.node] = true;
    if (v.depth > DEEPEST_TREE) return gltf_fail(g, place, NULL, "lies deeper than %d nodes", DEEPEST_TREE);
    if (!read_local(g, node, place, local)) return false;
    gltf_compose(v.world, local, v.world);
    if (!check_finite(g, place, v.world)) return false;
    const text_word own = gltf_word(node, "name"), given = own.length > 0 ? own : mesh_name(g, node);
    char *name = names_clean(given.at, given.length, NAMES_LONGEST_NAME);
    if (name == NULL) return read_out_of_memory(g->source, g->error);
    extend_path(w, &v, name);
    // a node that is only there to hold a mesh goes by the name of what it belongs to
    bool fine = properties_add_extras(g->source, w->out, v.properties, &v.properties, node, g->error) &&
                add_part(w, node, place, &v, name[0] != '\0' ? name : w->path + v.name_at);
    tool_release(name);
    const json_t *children = json_object_get(node, "children");
    // from the last to the first, as the first is to be taken from the stack first
    for (size_t k = json_array_size(children); k > 0 && fine; k--)
        fine = push(w, (size_t)json_integer_value(json_array_get(children, k - 1)), &v);
    return fine;
}

/// The roots of the scene the file wants shown, of its first scene, or, where there is none, all
/// nodes without a parent.
static bool push_roots(walk *w)
{
    gltf *g = w->g;
    uint64_t scene = 0;
    if (!gltf_has(g->root, "scenes")) {
        for (size_t i = w->node_count; i > 0; i--)
            if (w->parent[i - 1] < 0 && !push(w, i - 1, NULL)) return false;
        return true;
    }
    const gltf_place top = gltf_at(NULL, 0);
    if (!gltf_whole(g, g->root, top, "scene", false, &scene)) return false;
    const json_t *object = gltf_object(g, "scenes", (size_t)scene, top, "scene");
    if (object == NULL) return false;
    const json_t *roots = json_object_get(object, "nodes");
    for (size_t k = json_array_size(roots); k > 0; k--) {
        const json_t *root = json_array_get(roots, k - 1);
        const json_int_t node = json_integer_value(root);
        const gltf_place place = gltf_element(gltf_at("scenes", (size_t)scene), "nodes", k - 1);
        if (!json_is_integer(root) || node < 0 || (uint64_t)node >= w->node_count)
            return gltf_fail(g, place, NULL, "expected a node number below %zu", w->node_count);
        if (w->parent[node] >= 0)
            return gltf_fail(g, place, NULL, "node %lld is a child of node %lld; expected a root",
                             (long long)node, (long long)w->parent[node]);
        if (!push(w, (size_t)node, NULL)) return false;
    }
    return true;
}

bool gltf_scene(gltf *g, model *out)
{
    walk w = {0};
    w.g = g;
    w.out = out;
    w.nodes = json_object_get(g->root, "nodes");
    w.node_count = json_array_size(w.nodes);
    if (w.node_count == 0)
        return tool_fail(g->error, "%s: holds no triangles: it has no nodes", g->source->path);
    w.parent = tool_reallocate(NULL, w.node_count * sizeof *w.parent);
    w.visited = tool_reallocate(NULL, w.node_count * sizeof *w.visited);
    bool fine = (w.parent != NULL && w.visited != NULL) || read_out_of_memory(g->source, g->error);
    if (fine) memset(w.visited, 0, w.node_count * sizeof *w.visited);
    fine = fine && find_parents(&w) && push_roots(&w);
    while (fine && w.stack_count > 0) fine = visit_node(&w, w.stack[--w.stack_count]);
    tool_release(w.parent);
    tool_release(w.visited);
    tool_release(w.stack);
    return fine && read_require_triangles(g->source, out, g->error);
}
