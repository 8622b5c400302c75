#include "command/relaxed.h"

#include <stdlib.h>

#include "command/tessellation.h"

struct relaxed_mesh {
    bool wanted;
    double *errors, most;  // errors are null where all are 0
    flr_mesh3 *mesh;       // null where nothing moves
};

bool relaxed_begin(relaxed *r, const assembly *a)
{
    const size_t count = a->model.mesh_count;
    *r = (relaxed){.assembly = a,
                   .meshes = calloc(count + 1, sizeof *r->meshes),
                   .wanted = calloc(count + 1, sizeof *r->wanted)};
    return r->meshes && r->wanted;
}

void relaxed_want(relaxed *r, size_t part)
{
    const size_t mesh = r->assembly->parts[part].mesh;
    if (r->meshes[mesh].wanted) return;
    r->meshes[mesh].wanted = true;
    r->wanted[r->wanted_count++] = mesh;
}

/// A surface that was closed, and that the move has torn, is of no use.
static bool build(void *user, size_t index, const flr_parallel *others)
{
    relaxed *r = user;
    const assembly *a = r->assembly;
    relaxed_mesh *to = &r->meshes[r->wanted[index]];
    const flr_mesh3_info *info = &a->infos[r->wanted[index]];
    const model_mesh *from = &a->model.meshes[r->wanted[index]];
    tessellation found;
    if (!tessellation_find(&found, from, info->volume < 0)) return false;
    if (!(found.most > 0)) return true;
    model_mesh moved = *from;
    moved.vertices = found.relaxed;
    const flr_status status = assembly_build_mesh(&moved, others, &to->mesh);
    const bool useless = status != FLR_OK || flr_mesh3_get_info(to->mesh).watertight != info->watertight;
    if (useless) {
        flr_mesh3_destroy(to->mesh);
        to->mesh = NULL;
    } else {
        to->errors = found.errors;
        to->most = found.most;
        found.errors = NULL;
    }
    tessellation_free(&found);
    return status != FLR_OUT_OF_MEMORY;
}

work_result relaxed_build(relaxed *r, unsigned threads, size_t *failed)
{
    progress bar = {0};
    const unsigned useful = threads < r->wanted_count ? threads : (unsigned)r->wanted_count;
    const work_result result =
        r->wanted_count ? work_run(r->wanted_count, useful, build, r, &bar, failed) : WORK_DONE;
    r->wanted_count = 0;
    return result;
}

static const relaxed_mesh *mesh_of(const relaxed *r, size_t part)
{
    return &r->meshes[r->assembly->parts[part].mesh];
}

double relaxed_most(const relaxed *r, size_t part)
{
    return mesh_of(r, part)->most * (double)r->assembly->instances[part].max_stretch;
}

double relaxed_error(const relaxed *r, size_t part, size_t triangle)
{
    const double *errors = mesh_of(r, part)->errors;
    return errors ? errors[triangle] * (double)r->assembly->instances[part].max_stretch : 0;
}

flr_instance3 relaxed_instance(const relaxed *r, size_t part)
{
    const flr_instance3 *as_it_is = &r->assembly->instances[part];
    flr_instance3 moved;
    const flr_mesh3 *mesh = mesh_of(r, part)->mesh;
    return mesh && flr_instance3_make(mesh, as_it_is->pose, &moved) == FLR_OK ? moved : *as_it_is;
}

void relaxed_free(relaxed *r)
{
    for (size_t i = 0; r->meshes && i < r->assembly->model.mesh_count; ++i) {
        free(r->meshes[i].errors);
        flr_mesh3_destroy(r->meshes[i].mesh);
    }
    free(r->meshes);
    free(r->wanted);
    *r = (relaxed){0};
}
