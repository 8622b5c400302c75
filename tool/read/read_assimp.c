// Formats beyond our own, through assimp, where a build asks for it with FEELER_WITH_ASSIMP. What
// that library does to a file is not in our hands: it opens other files the file names, holds
// matrices in single precision, and splits meshes by material. Each node with triangles is one part
// with a mesh of its own.
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "read/mesh_builder.h"
#include "read/names.h"

enum { DEEPEST_TREE = 1024 };

typedef struct pending {
    const struct aiNode *node;
    size_t depth;
    double world[16];
    char *path;  ///< of its parent; owned
} pending;

typedef struct assimp_reader {
    const read_source *source;
    tool_error *error;
    const struct aiScene *scene;
    model *out;
    pending *stack;
    size_t stack_count, stack_capacity;
} assimp_reader;

static void compose(const double *outer, const struct aiMatrix4x4 *m, double *result)
{
    const double inner[16] = {m->a1, m->a2, m->a3, m->a4, m->b1, m->b2, m->b3, m->b4,
                              m->c1, m->c2, m->c3, m->c4, m->d1, m->d2, m->d3, m->d4};
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < 4; j++) {
            result[4 * i + j] = 0;
            for (size_t k = 0; k < 4; k++) result[4 * i + j] += outer[4 * i + k] * inner[4 * k + j];
        }
    }
}

static bool add_mesh(assimp_reader *r, mesh_builder *b, const struct aiMesh *mesh)
{
    const size_t first = b->vertex_count;
    for (unsigned i = 0; i < mesh->mNumVertices; i++) {
        const struct aiVector3D v = mesh->mVertices[i];
        if (!isfinite(v.x) || !isfinite(v.y) || !isfinite(v.z))
            return tool_fail(r->error, "%s: vertex %u of mesh '%s' is not finite", r->source->path, i,
                             mesh->mName.data);
        if (!builder_vertex(b, v.x, v.y, v.z)) return false;
    }
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        for (unsigned k = 0; k < face->mNumIndices; k++)
            if (face->mIndices[k] >= mesh->mNumVertices)
                return tool_fail(r->error, "%s: face %u of mesh '%s' names a vertex that is not there",
                                 r->source->path, i, mesh->mName.data);
        // points and lines have no surface
        if (face->mNumIndices == 3 &&
            !builder_triangle(b, (uint32_t)(first + face->mIndices[0]), (uint32_t)(first + face->mIndices[1]),
                              (uint32_t)(first + face->mIndices[2])))
            return false;
    }
    return true;
}

static bool add_node(assimp_reader *r, const pending *p, const char *name, const char *path)
{
    mesh_builder b = builder_begin(r->source, r->error);
    bool fine = true;
    for (unsigned i = 0; i < p->node->mNumMeshes && fine; i++)
        fine = add_mesh(r, &b, r->scene->mMeshes[p->node->mMeshes[i]]);
    if (fine && b.triangle_count > 0) {
        model_mesh *mesh = read_add_mesh(r->source, r->out, name, strlen(name), r->error);
        fine = mesh != NULL && builder_take(&b, 0, b.triangle_count, mesh) &&
               read_add_part(r->source, r->out, name, path, r->out->mesh_count - 1, p->world, r->error);
    }
    builder_release(&b);
    return fine;
}

static bool push(assimp_reader *r, const struct aiNode *node, const double *world, size_t depth,
                 const char *path)
{
    pending *grown = array_grow(r->stack, &r->stack_capacity, r->stack_count + 1, sizeof *r->stack);
    if (grown == NULL) return read_out_of_memory(r->source, r->error);
    r->stack = grown;
    pending p = {node, depth, {0}, names_clean(path, strlen(path), NAMES_LONGEST_PATH)};
    if (p.path == NULL) return read_out_of_memory(r->source, r->error);
    memcpy(p.world, world, sizeof p.world);
    r->stack[r->stack_count++] = p;
    return true;
}

static bool visit(assimp_reader *r, const pending *p)
{
    char path[NAMES_LONGEST_PATH + 1], *name = NULL;
    pending here = *p;
    compose(p->world, &p->node->mTransformation, here.world);
    for (size_t i = 0; i < 16; i++)
        if (!isfinite(here.world[i]))
            return tool_fail(r->error, "%s: the place of a node is not finite", r->source->path);
    if (p->depth > DEEPEST_TREE)
        return tool_fail(r->error, "%s: a node lies deeper than %d nodes", r->source->path, DEEPEST_TREE);
    name = names_clean(p->node->mName.data, strlen(p->node->mName.data), NAMES_LONGEST_NAME);
    if (name == NULL) return read_out_of_memory(r->source, r->error);
    const bool joined = p->path[0] != '\0' && name[0] != '\0';
    snprintf(path, sizeof path, "%s%s%s", p->path, joined ? "/" : "", name);
    bool fine = add_node(r, &here, name, path);
    for (unsigned k = p->node->mNumChildren; k > 0 && fine; k--)
        fine = push(r, p->node->mChildren[k - 1], here.world, p->depth + 1, path);
    tool_release(name);
    return fine;
}

bool read_assimp(const read_source *source, model *out, tool_error *error)
{
    static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    assimp_reader r = {source, error, NULL, out, NULL, 0, 0};
    r.scene = aiImportFile(source->path, aiProcess_Triangulate);
    if (r.scene == NULL || r.scene->mRootNode == NULL) {
        tool_fail(error, "%s: no format of our own, and assimp says: %s", source->path, aiGetErrorString());
        if (r.scene != NULL) aiReleaseImport(r.scene);
        return false;
    }
    bool fine = push(&r, r.scene->mRootNode, identity, 0, "");
    while (fine && r.stack_count > 0) {
        const pending next = r.stack[--r.stack_count];
        fine = visit(&r, &next);
        tool_release(next.path);
    }
    while (r.stack_count > 0) tool_release(r.stack[--r.stack_count].path);
    tool_release(r.stack);
    aiReleaseImport(r.scene);
    return fine;
}
