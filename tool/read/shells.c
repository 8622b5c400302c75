#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/names.h"
#include "read/parts.h"

/// A side of a triangle, from `low` to `high` where it runs up.
typedef struct side {
    uint32_t low, high;
    uint32_t triangle;
    bool up;
    double angle;  ///< of its triangle about the edge, where more than two meet
} side;

typedef struct shells {
    const model_mesh *mesh;
    uint32_t *place_of;  ///< the first vertex at the place of each
    side *sides;
    uint32_t *root;  ///< union-find over triangles
    size_t *number;  ///< of the shell of each triangle
    size_t count;
} shells;

static bool begin(shells *s, const model_mesh *mesh)
{
    *s = (shells){0};
    s->mesh = mesh;
    s->place_of = tool_reallocate(NULL, mesh->vertex_count * sizeof *s->place_of);
    s->sides = tool_reallocate(NULL, 3 * mesh->triangle_count * sizeof *s->sides);
    s->root = tool_reallocate(NULL, mesh->triangle_count * sizeof *s->root);
    s->number = tool_reallocate(NULL, mesh->triangle_count * sizeof *s->number);
    return s->place_of && s->sides && s->root && s->number;
}

static void end(shells *s)
{
    tool_release(s->place_of);
    tool_release(s->sides);
    tool_release(s->root);
    tool_release(s->number);
}

typedef struct placed {
    const double *at;
    uint32_t vertex;
} placed;

static int by_place(const void *left, const void *right)
{
    const placed *a = left, *b = right;
    for (int k = 0; k < 3; k++)
        if (a->at[k] != b->at[k]) return a->at[k] < b->at[k] ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/// Vertices at one place are one: files repeat them along seams.
static bool find_places(shells *s)
{
    const size_t count = s->mesh->vertex_count;
    placed *sorted = tool_reallocate(NULL, count * sizeof *sorted);
    if (sorted == NULL) return false;
    for (size_t i = 0; i < count; i++) sorted[i] = (placed){s->mesh->vertices + 3 * i, (uint32_t)i};
    qsort(sorted, count, sizeof *sorted, by_place);
    for (size_t i = 0, first = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            if (sorted[i].at[k] != sorted[first].at[k]) first = i;
        s->place_of[sorted[i].vertex] = sorted[first].vertex;
    }
    tool_release(sorted);
    return true;
}

static uint32_t root_of(shells *s, uint32_t t)
{
    while (s->root[t] != t) t = s->root[t] = s->root[s->root[t]];
    return t;
}

static void join(shells *s, uint32_t t, uint32_t u)
{
    t = root_of(s, t);
    u = root_of(s, u);
    if (t < u) s->root[u] = t;
    if (u < t) s->root[t] = u;
}

static int by_edge(const void *left, const void *right)
{
    const side *a = left, *b = right;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

/// The angle of each triangle about the edge, as seen along it from `low` to `high`.
static void measure_angles(const shells *s, side *sides, size_t count)
{
    const double *p = s->mesh->vertices + 3 * (size_t)sides->low,
                 *q = s->mesh->vertices + 3 * (size_t)sides->high;
    double along[3], x[3], y[3], length = 0;
    for (int k = 0; k < 3; k++) {
        along[k] = q[k] - p[k];
        length += along[k] * along[k];
    }
    length = sqrt(length);
    int least = 0;
    for (int k = 0; k < 3; k++) {
        along[k] /= length;
        if (fabs(along[k]) < fabs(along[least])) least = k;
    }
    // x perpendicular to the edge, y to both
    const int u = (least + 1) % 3, v = (least + 2) % 3;
    x[least] = 0, x[u] = -along[v], x[v] = along[u];
    for (int k = 0; k < 3; k++)
        y[k] = along[(k + 1) % 3] * x[(k + 2) % 3] - along[(k + 2) % 3] * x[(k + 1) % 3];
    for (size_t i = 0; i < count; i++) {
        const uint32_t *corner = s->mesh->triangles + 3 * (size_t)sides[i].triangle;
        double across = 0, up = 0;
        for (int c = 0; c < 3; c++) {
            const uint32_t place = s->place_of[corner[c]];
            if (place == sides->low || place == sides->high) continue;
            const double *r = s->mesh->vertices + 3 * (size_t)place;
            for (int k = 0; k < 3; k++) {
                across += (r[k] - p[k]) * x[k];
                up += (r[k] - p[k]) * y[k];
            }
        }
        sides[i].angle = atan2(up, across);
    }
}

/// How far the turn from one angle to another leads, counter-clockwise; none is a whole one.
static double turn(double from, double to)
{
    const double whole = 6.283185307179586, none = 1e-9;
    double by = to - from;
    while (by < none) by += whole;
    return by;
}

/// Where many triangles meet at an edge, those belong together that have the material between them. It lies clockwise of a side that
/// runs up, as seen against the edge, and the next one that runs down bounds it.
static void join_around(shells *s, side *sides, size_t count)
{
    measure_angles(s, sides, count);
    for (size_t i = 0; i < count; i++) {
        size_t best = count;
        double least = 0;
        for (size_t k = 0; k < count; k++) {
            if (sides[k].up == sides[i].up) continue;
            const double by =
                sides[i].up ? turn(sides[k].angle, sides[i].angle) : turn(sides[i].angle, sides[k].angle);
            if (best < count && by >= least) continue;
            best = k;
            least = by;
        }
        if (best < count) join(s, sides[i].triangle, sides[best].triangle);
    }
}

static void list_sides(shells *s)
{
    for (size_t i = 0; i < 3 * s->mesh->triangle_count; i++) {
        const uint32_t u = s->place_of[s->mesh->triangles[i]],
                       v = s->place_of[s->mesh->triangles[i % 3 == 2 ? i - 2 : i + 1]];
        s->sides[i] = (side){u < v ? u : v, u < v ? v : u, (uint32_t)(i / 3), u < v, 0};
    }
    qsort(s->sides, 3 * s->mesh->triangle_count, sizeof *s->sides, by_edge);
}

static void join_sides(shells *s)
{
    const size_t count = 3 * s->mesh->triangle_count;
    enum { MOST_AROUND = 64 };
    for (size_t first = 0, last; first < count; first = last) {
        side *edge = &s->sides[first];
        for (last = first + 1;
             last < count && s->sides[last].low == edge->low && s->sides[last].high == edge->high;)
            last++;
        if (edge->low == edge->high) continue;
        const size_t around = last - first;
        if (around > 2 && around <= MOST_AROUND) {
            join_around(s, edge, around);
            continue;
        }
        for (size_t i = 1; i < around; i++) join(s, edge[0].triangle, edge[i].triangle);
    }
}

static bool find_shells(shells *s)
{
    if (!find_places(s)) return false;
    for (size_t t = 0; t < s->mesh->triangle_count; t++) s->root[t] = (uint32_t)t;
    list_sides(s);
    join_sides(s);
    for (size_t t = 0; t < s->mesh->triangle_count; t++) {
        const uint32_t root = root_of(s, (uint32_t)t);
        s->number[t] = root == t ? s->count++ : s->number[root];
    }
    return true;
}

/// What the new model has of the old one besides meshes and parts.
static void replace(model *m, model *by)
{
    by->left_out = m->left_out;
    by->left_out_count = m->left_out_count;
    m->left_out = NULL;
    m->left_out_count = 0;
    by->properties = m->properties;
    by->properties_count = m->properties_count;
    by->properties_capacity = m->properties_capacity;
    m->properties = NULL;
    m->properties_count = 0;
    model_free(m);
    *m = *by;
}

/// One mesh of the triangles of each shell, behind what `out` holds.
static bool take_shells(const read_source *source, const shells *s, model *out, tool_error *error)
{
    const model_mesh *mesh = s->mesh;
    size_t *first = tool_reallocate(NULL, (s->count + 2) * sizeof *first);
    mesh_builder b = builder_begin(source, error);
    b.vertices = tool_reallocate(NULL, 3 * mesh->vertex_count * sizeof *b.vertices);
    b.triangles = tool_reallocate(NULL, 3 * mesh->triangle_count * sizeof *b.triangles);
    bool fine = first && b.vertices && b.triangles;
    if (!fine) read_out_of_memory(source, error);
    if (fine) {
        memcpy(b.vertices, mesh->vertices, 3 * mesh->vertex_count * sizeof *b.vertices);
        b.vertex_count = mesh->vertex_count;
        b.triangle_count = mesh->triangle_count;
        memset(first, 0, (s->count + 2) * sizeof *first);
        for (size_t t = 0; t < mesh->triangle_count; t++) first[s->number[t] + 2]++;
        for (size_t i = 2; i < s->count + 2; i++) first[i] += first[i - 1];
        for (size_t t = 0; t < mesh->triangle_count; t++)
            memcpy(b.triangles + 3 * first[s->number[t] + 1]++, mesh->triangles + 3 * t,
                   3 * sizeof *b.triangles);
    }
    for (size_t i = 0; fine && i < s->count; i++) {
        model_mesh *shell = read_add_mesh(source, out, mesh->name, strlen(mesh->name), error);
        fine = shell != NULL && builder_take(&b, first[i], first[i + 1], shell);
        if (fine) shell->properties = mesh->properties;
    }
    builder_release(&b);
    tool_release(first);
    return fine;
}

/// The part once for each of its shells.
static bool place_shells(const read_source *source, const model_part *part, size_t mesh, size_t count,
                         model *out, tool_error *error)
{
    for (size_t i = 0; i < count; i++) {
        char name[NAMES_LONGEST_NAME + 32], path[NAMES_LONGEST_PATH + 32];
        const char *separator = part->name[0] ? "/" : "";
        snprintf(name, sizeof name, "%s%sshell%zu", part->name, separator, i + 1);
        snprintf(path, sizeof path, "%s%sshell%zu", part->path, part->path[0] ? "/" : "", i + 1);
        if (!read_add_part(source, out, count > 1 ? name : part->name, count > 1 ? path : part->path,
                           mesh + i, part->transform, error))
            return false;
        out->parts[out->part_count - 1].properties = part->properties;
    }
    return true;
}

bool parts_split_shells(const read_source *source, model *m, tool_error *error)
{
    model out = {.metres_per_unit = m->metres_per_unit};
    size_t *first = tool_reallocate(NULL, (m->mesh_count + 1) * sizeof *first);
    bool fine = first != NULL || read_out_of_memory(source, error);
    for (size_t i = 0; fine && i < m->mesh_count; i++) {
        shells s;
        first[i] = out.mesh_count;
        fine = (begin(&s, &m->meshes[i]) && find_shells(&s)) || read_out_of_memory(source, error);
        fine = fine && take_shells(source, &s, &out, error);
        end(&s);
    }
    if (fine) first[m->mesh_count] = out.mesh_count;
    for (size_t i = 0; fine && i < m->part_count; i++) {
        const size_t mesh = m->parts[i].mesh;
        fine = place_shells(source, &m->parts[i], first[mesh], first[mesh + 1] - first[mesh], &out, error);
    }
    tool_release(first);
    if (fine)
        replace(m, &out);
    else
        model_free(&out);
    return fine;
}

bool parts_merge(const read_source *source, model *m, tool_error *error)
{
    if (m->part_count == 1) {
        m->parts[0].name[0] = m->parts[0].path[0] = '\0';
        return true;
    }
    model out = {.metres_per_unit = m->metres_per_unit};
    mesh_builder b = builder_begin(source, error);
    bool fine = true;
    for (size_t i = 0; fine && i < m->part_count; i++) {
        const model_mesh *mesh = &m->meshes[m->parts[i].mesh];
        const double *t = m->parts[i].transform;
        const uint32_t base = (uint32_t)b.vertex_count;
        for (size_t k = 0; fine && k < mesh->vertex_count; k++) {
            const double *v = mesh->vertices + 3 * k;
            double p[3];
            for (int r = 0; r < 3; r++)
                p[r] = t[4 * r] * v[0] + t[4 * r + 1] * v[1] + t[4 * r + 2] * v[2] + t[4 * r + 3];
            fine = builder_vertex(&b, p[0], p[1], p[2]);
        }
        // a mirrored part would be turned inside out
        const double turned = t[0] * (t[5] * t[10] - t[6] * t[9]) - t[1] * (t[4] * t[10] - t[6] * t[8]) +
                              t[2] * (t[4] * t[9] - t[5] * t[8]);
        for (size_t k = 0; fine && k < mesh->triangle_count; k++) {
            const uint32_t *c = mesh->triangles + 3 * k, second = turned < 0 ? c[2] : c[1],
                           third = turned < 0 ? c[1] : c[2];
            fine = builder_triangle(&b, base + c[0], base + second, base + third);
        }
    }
    model_mesh *mesh = fine ? read_add_mesh(source, &out, "", 0, error) : NULL;
    fine = mesh != NULL && builder_take(&b, 0, b.triangle_count, mesh) &&
           read_add_part(source, &out, "", "", 0, NULL, error);
    builder_release(&b);
    if (fine)
        replace(m, &out);
    else
        model_free(&out);
    return fine;
}
