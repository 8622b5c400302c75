#include "command/assembly.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/interrupt.h"
#include "command/units.h"
#include "command/work.h"

/// What one file added to the model.
typedef struct file_range {
    size_t mesh, part;  ///< the first of each
    double metres, factor;
} file_range;

static bool read_all(assembly *a, const reading *how, const char *const *files, size_t count,
                     file_range *ranges, tool_error *error)
{
    read_limits limits = read_limits_default();
    limits.split = reading_split(how);
    for (size_t i = 0; i < count; ++i) {
        file_range *r = &ranges[i];
        *r = (file_range){a->model.mesh_count, a->model.part_count, 0, 1};
        if (interrupt_asked()) return false;
        if (!reading_unit(how, i, count, &r->metres, error) ||
            !reading_scale(how, i, count, &r->factor, error) ||
            !model_read_file(&a->model, files[i], &limits, error))
            return false;
        if (r->metres > 0) a->unit_given = true;
        if (r->metres == 0) r->metres = a->model.metres_per_unit;
    }
    ranges[count] = (file_range){a->model.mesh_count, a->model.part_count, 0, 1};
    return true;
}

/// All files in one unit.
static bool find_unit(assembly *a, const char *const *files, const file_range *ranges, size_t count,
                      tool_error *error)
{
    double *metres = calloc(count + 1, sizeof *metres);
    if (!metres) return tool_fail(error, "out of memory");
    size_t known = 0, unknown = 0;
    for (size_t i = 0; i < count; ++i) {
        metres[i] = ranges[i].metres;
        if (metres[i] > 0) known = i;
        if (!(metres[i] > 0)) unknown = i;
    }
    bool good = units_common(metres, count, &a->metres_per_unit);
    free(metres);
    return good ||
           tool_fail(error,
                     "%s has the unit '%s', and %s names none; --unit, once for all files or once for each, "
                     "says which (" UNITS ")",
                     files[known], units_name(ranges[known].metres), files[unknown]);
}

/// How far a corner of the mesh may be from where it was meant, as its numbers were rounded to single precision: 0 where one of them
/// is no such number, or all are whole.
static double rounding_of(const model_mesh *mesh)
{
    double most = 0;
    for (size_t i = 0; i < 3 * mesh->vertex_count; ++i) {
        const double x = mesh->vertices[i];
        if ((double)(float)x != x) return 0;
        if (x != floor(x)) most = fmax(most, fabs(x));
    }
    return 0x1p-23 * most;
}

static void scale_files(assembly *a, const file_range *ranges, size_t count)
{
    model *m = &a->model;
    for (size_t i = 0; i < count; ++i) {
        const file_range *r = &ranges[i];
        double factor = r->factor;
        if (a->metres_per_unit > 0) factor *= r->metres / a->metres_per_unit;
        for (size_t k = r->mesh; k < r[1].mesh; ++k)
            m->meshes[k].rounding = rounding_of(&m->meshes[k]) * factor;
        if (factor == 1) continue;
        for (size_t k = r->mesh; k < r[1].mesh; ++k) {
            for (size_t v = 0; v < 3 * m->meshes[k].vertex_count; ++v) m->meshes[k].vertices[v] *= factor;
        }
        // the mesh is larger now, so only the way to its place is left
        for (size_t k = r->part; k < r[1].part; ++k) {
            for (int row = 0; row < 3; ++row) m->parts[k].transform[4 * row + 3] *= factor;
        }
    }
}

static bool read_files(assembly *a, const reading *how, const char *const *files, size_t count,
                       tool_error *error)
{
    file_range *ranges = calloc(count + 1, sizeof *ranges);
    if (!ranges) return tool_fail(error, "out of memory");
    bool good = read_all(a, how, files, count, ranges, error) && find_unit(a, files, ranges, count, error);
    if (good) scale_files(a, ranges, count);
    free(ranges);
    return good && model_finish(&a->model, error);
}

const char *assembly_unit(const assembly *a)
{
    const char *name = units_name(a->metres_per_unit);
    return name ? name : "";
}

/// The library's numbers may be floats; then the file's doubles are rounded here.
static const flr_real *to_real(const double *values, size_t count, flr_real **rounded)
{
    *rounded = NULL;
#ifdef FEELER_REAL_FLOAT
    *rounded = malloc((count + 1) * sizeof **rounded);
    for (size_t i = 0; *rounded && i < count; ++i) (*rounded)[i] = (flr_real)values[i];
    return *rounded;
#else
    (void)count;
    return values;
#endif
}

typedef struct build {
    assembly *a;
    size_t *order;  // of the meshes: the largest first, so that none begins when the others have ended
    flr_status *statuses;
} build;

typedef struct sized {
    size_t triangles, mesh;
} sized;

static int compare_sizes(const void *left, const void *right)
{
    const sized *l = left, *r = right;
    if (l->triangles != r->triangles) return l->triangles > r->triangles ? -1 : 1;
    return l->mesh < r->mesh ? -1 : l->mesh > r->mesh;
}

static bool order_by_size(const model *m, size_t *order)
{
    sized *sizes = calloc(m->mesh_count + 1, sizeof *sizes);
    if (!sizes) return false;
    for (size_t i = 0; i < m->mesh_count; ++i) sizes[i] = (sized){m->meshes[i].triangle_count, i};
    qsort(sizes, m->mesh_count, sizeof *sizes, compare_sizes);
    for (size_t i = 0; i < m->mesh_count; ++i) order[i] = sizes[i].mesh;
    free(sizes);
    return true;
}

flr_status assembly_build_mesh(const model_mesh *from, const flr_parallel *others, flr_mesh3 **mesh)
{
    flr_real *rounded;
    flr_mesh3_input input = {.vertices = to_real(from->vertices, 3 * from->vertex_count, &rounded),
                             .vertex_count = from->vertex_count,
                             .triangles = from->triangles,
                             .triangle_count = from->triangle_count,
                             .weld_tolerance = -1};
    flr_status status =
        input.vertices ? flr_mesh3_create_parallel(&input, NULL, others, mesh) : FLR_OUT_OF_MEMORY;
    free(rounded);
    return status;
}

static bool build_mesh(void *user, size_t place, const flr_parallel *others)
{
    build *b = user;
    size_t index = b->order[place];
    b->statuses[index] = assembly_build_mesh(&b->a->model.meshes[index], others, &b->a->meshes[index]);
    if (b->statuses[index] != FLR_OK) return false;
    b->a->infos[index] = flr_mesh3_get_info(b->a->meshes[index]);
    return true;
}

/// Coordinates are finite when they come here, so it is the size of the mesh that is not.
static const char *build_problem(flr_status status)
{
    return status == FLR_NOT_FINITE ? "too large: the square of its diagonal is beyond the range of numbers"
                                    : flr_status_string(status);
}

/// The file of the first part that shows the mesh.
static const char *mesh_file(const model *m, size_t mesh)
{
    for (size_t i = 0; i < m->part_count; ++i) {
        if (m->parts[i].mesh == mesh) return m->files[m->parts[i].file];
    }
    return "(no file)";
}

/// The name a message can give to a mesh: its own, or a part's that shows it.
static const char *mesh_name(const model *m, size_t mesh)
{
    if (*m->meshes[mesh].name) return m->meshes[mesh].name;
    for (size_t i = 0; i < m->part_count; ++i) {
        if (m->parts[i].mesh == mesh) return m->parts[i].path;
    }
    return "(no name)";
}

static assembly_result build_meshes(assembly *a, unsigned threads, bool quiet, tool_error *error)
{
    size_t count = a->model.mesh_count, failed;
    a->meshes = calloc(count + 1, sizeof *a->meshes);
    a->infos = calloc(count + 1, sizeof *a->infos);
    build b = {a, calloc(count + 1, sizeof *b.order), calloc(count + 1, sizeof *b.statuses)};
    assembly_result result = ASSEMBLY_FAILED;
    if (!a->meshes || !a->infos || !b.order || !b.statuses || !order_by_size(&a->model, b.order)) {
        tool_fail(error, "out of memory");
    } else {
        progress bar = progress_start("building", quiet);
        switch (work_run(count, threads, build_mesh, &b, &bar, &failed)) {
        case WORK_DONE:
            result = ASSEMBLY_READY;
            break;
        case WORK_INTERRUPTED:
            result = ASSEMBLY_INTERRUPTED;
            break;
        default:
            if (failed == SIZE_MAX) {
                tool_fail(error, "no thread could be started");
            } else {
                const size_t mesh = b.order[failed];
                tool_fail(error, "%s: mesh '%s': %s", mesh_file(&a->model, mesh), mesh_name(&a->model, mesh),
                          build_problem(b.statuses[mesh]));
            }
        }
    }
    free(b.order);
    free(b.statuses);
    return result;
}

static flr_affine3 pose_of(const double t[16])
{
    flr_affine3 pose;
    pose.linear.x = flr_vec3_make((flr_real)t[0], (flr_real)t[4], (flr_real)t[8]);
    pose.linear.y = flr_vec3_make((flr_real)t[1], (flr_real)t[5], (flr_real)t[9]);
    pose.linear.z = flr_vec3_make((flr_real)t[2], (flr_real)t[6], (flr_real)t[10]);
    pose.translation = flr_vec3_make((flr_real)t[3], (flr_real)t[7], (flr_real)t[11]);
    return pose;
}

typedef struct place {
    const char *path;
    size_t part;
} place;

static int compare_places(const void *left, const void *right)
{
    return strcmp(((const place *)left)->path, ((const place *)right)->path);
}

static bool sort_parts(assembly *a)
{
    place *places = calloc(a->part_count + 1, sizeof *places);
    if (!places) return false;
    for (size_t i = 0; i < a->part_count; ++i) places[i] = (place){a->model.parts[i].path, i};
    qsort(places, a->part_count, sizeof *places, compare_places);
    for (size_t i = 0; i < a->part_count; ++i) a->order[i] = places[i].part;
    free(places);
    return true;
}

/// No vector becomes longer than by this factor.
static double stretch_of(const double *transform)
{
    double sum = 0;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            sum += transform[4 * row + column] * transform[4 * row + column];
    return sqrt(sum);
}

/// `*made` is false where the part has shrunk to something flat.
static bool make_part(assembly *a, size_t index, bool *made, tool_error *error)
{
    const model_part *from = &a->model.parts[a->order[index]];
    flr_instance3 *instance = &a->instances[index];
    flr_status status = flr_instance3_make(a->meshes[from->mesh], pose_of(from->transform), instance);
    *made = status != FLR_INVALID_SHAPE;
    if (!*made)
        return model_leave_out(
            &a->model, error,
            "part '%.200s' is flattened by its place, as by a scale of 0, so there is nothing of it",
            from->path);
    if (status != FLR_OK)
        return tool_fail(error, "part '%s': its transform: %s", from->path, flr_status_string(status));
    const flr_mesh3_info *info = &a->infos[from->mesh];
    report_part *part = &a->parts[index];
    *part = (report_part){.name = from->name,
                          .path = from->path,
                          .transform = from->transform,
                          .mesh = from->mesh,
                          .mesh_name = a->model.meshes[from->mesh].name,
                          .design = from->mesh,
                          .triangles = info->triangle_count,
                          .rounding = a->model.meshes[from->mesh].rounding * stretch_of(from->transform),
                          .watertight = info->watertight,
                          .oriented = info->oriented};
    report_part_id(part->id, part->path);
    const flr_vec3 low = instance->bounds.min, high = instance->bounds.max;
    const double min[3] = {(double)low.x, (double)low.y, (double)low.z};
    const double max[3] = {(double)high.x, (double)high.y, (double)high.z};
    for (int k = 0; k < 3; ++k) {
        part->min[k] = min[k];
        part->max[k] = max[k];
        if (index == 0 || min[k] < a->min[k]) a->min[k] = min[k];
        if (index == 0 || max[k] > a->max[k]) a->max[k] = max[k];
        part->diagonal += (max[k] - min[k]) * (max[k] - min[k]);
    }
    part->diagonal = sqrt(part->diagonal);
    return true;
}

static bool make_parts(assembly *a, tool_error *error)
{
    a->part_count = a->model.part_count;
    a->order = calloc(a->part_count + 1, sizeof *a->order);
    a->parts = calloc(a->part_count + 1, sizeof *a->parts);
    a->instances = calloc(a->part_count + 1, sizeof *a->instances);
    if (!a->order || !a->parts || !a->instances || !sort_parts(a)) return tool_fail(error, "out of memory");
    size_t kept = 0;
    for (size_t i = 0; i < a->part_count; ++i) {
        bool made;
        a->order[kept] = a->order[i];
        if (!make_part(a, kept, &made, error)) return false;
        kept += made;
    }
    a->part_count = kept;
    if (!kept) return tool_fail(error, "%.900s; there is no other part", a->model.left_out[0]);
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += (a->max[k] - a->min[k]) * (a->max[k] - a->min[k]);
    a->diagonal = sqrt(sum);
    return true;
}

/// Also where it is quiet: what is not there cannot be found.
static void tell_left_out(const model *m)
{
    enum { MOST = 5 };
    for (size_t i = 0; i < m->left_out_count && i < MOST; ++i)
        command_note(false, "left out: %s", m->left_out[i]);
    if (m->left_out_count > MOST) command_note(false, "left out: %zu more", m->left_out_count - MOST);
}

assembly_result assembly_read(assembly *a, const reading *how, const char *const *files, size_t count,
                              unsigned threads, bool quiet, tool_error *error)
{
    *a = (assembly){0};
    assembly_result result = ASSEMBLY_FAILED;
    if (read_files(a, how, files, count, error)) result = build_meshes(a, threads, quiet, error);
    if (result == ASSEMBLY_READY && !make_parts(a, error)) result = ASSEMBLY_FAILED;
    if (result == ASSEMBLY_READY) tell_left_out(&a->model);
    if (result == ASSEMBLY_FAILED && interrupt_asked() && !error->message[0]) result = ASSEMBLY_INTERRUPTED;
    if (result != ASSEMBLY_READY) assembly_free(a);
    return result;
}

void assembly_free(assembly *a)
{
    for (size_t i = 0; a->meshes && i < a->model.mesh_count; ++i) flr_mesh3_destroy(a->meshes[i]);
    free(a->meshes);
    free(a->infos);
    free(a->order);
    free(a->parts);
    free(a->instances);
    model_free(&a->model);
    *a = (assembly){0};
}
