// Names that are unique, and the same whatever the order of the files.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/names.h"
#include "read/read.h"

typedef struct file_label {
    char *whole;  ///< the path without "." and empty components
    size_t file;
    size_t stem_at, stem_length;    ///< the last component up to its last dot
    size_t label_at, label_length;  ///< what the file goes by, in `whole`
    char *label;
    size_t rank;  ///< its place among all files, by `whole`
} file_label;

static char *whole_path(const char *path)
{
    const size_t length = strlen(path);
    char *whole = tool_reallocate(NULL, length + 1);
    if (whole == NULL) return NULL;
    size_t used = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && path[end] != '/') end++;
        const bool counts = end > at && !(end == at + 1 && path[at] == '.');
        if (counts) {
            if (used > 0) whole[used++] = '/';
            memcpy(whole + used, path + at, end - at);
            used += end - at;
        }
        at = end + 1;
    }
    whole[used] = '\0';
    return whole;
}

static void find_stem(file_label *f)
{
    const char *slash = strrchr(f->whole, '/');
    const char *last = slash == NULL ? f->whole : slash + 1;
    const char *dot = strrchr(last, '.');
    f->stem_at = (size_t)(last - f->whole);
    f->stem_length = dot == NULL || dot == last ? strlen(last) : (size_t)(dot - last);
}

static int compare_spans(const char *a, size_t a_length, const char *b, size_t b_length)
{
    const int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

static int by_stem(const void *left, const void *right)
{
    const file_label *a = left, *b = right;
    const int order =
        compare_spans(a->whole + a->stem_at, a->stem_length, b->whole + b->stem_at, b->stem_length);
    return order != 0 ? order : strcmp(a->whole, b->whole);
}

static int by_label(const void *left, const void *right)
{
    const file_label *a = left, *b = right;
    const int order =
        compare_spans(a->whole + a->label_at, a->label_length, b->whole + b->label_at, b->label_length);
    return order != 0 ? order : strcmp(a->whole, b->whole);
}

static int by_whole(const void *left, const void *right)
{
    const file_label *a = left, *b = right;
    const int order = strcmp(a->whole, b->whole);
    return order != 0 ? order : (a->file > b->file) - (a->file < b->file);
}

/// The last component and `folders` before it, with or without the extension.
static void set_label(file_label *f, size_t folders, bool extension)
{
    f->label_at = f->stem_at;
    for (size_t i = 0; i < folders && f->label_at > 0; i++) {
        f->label_at--;
        while (f->label_at > 0 && f->whole[f->label_at - 1] != '/') f->label_at--;
    }
    const size_t end = extension ? strlen(f->whole) : f->stem_at + f->stem_length;
    f->label_length = end - f->label_at;
}

/// Do these labels tell the group apart, as far as its paths differ at all?
static bool labels_differ(file_label *group, size_t count, size_t folders, bool extension)
{
    for (size_t i = 0; i < count; i++) set_label(&group[i], folders, extension);
    qsort(group, count, sizeof *group, by_label);
    for (size_t i = 1; i < count; i++) {
        const file_label *a = &group[i - 1], *b = &group[i];
        const bool same = compare_spans(a->whole + a->label_at, a->label_length, b->whole + b->label_at,
                                        b->label_length) == 0;
        if (same && strcmp(a->whole, b->whole) != 0) return false;
    }
    return true;
}

/// Files of one stem: the shortest labels that tell them apart.
static void label_group(file_label *group, size_t count)
{
    size_t deepest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t depth = 0;
        for (const char *c = group[i].whole; *c != '\0'; c++) depth += *c == '/';
        if (depth > deepest) deepest = depth;
    }
    for (size_t folders = 0; folders <= deepest; folders++)
        if (labels_differ(group, count, folders, false) || labels_differ(group, count, folders, true)) return;
}

static void label_files(file_label *files, size_t count)
{
    qsort(files, count, sizeof *files, by_stem);
    for (size_t begin = 0; begin < count;) {
        size_t end = begin + 1;
        while (end < count &&
               compare_spans(files[begin].whole + files[begin].stem_at, files[begin].stem_length,
                             files[end].whole + files[end].stem_at, files[end].stem_length) == 0)
            end++;
        label_group(files + begin, end - begin);
        begin = end;
    }
    qsort(files, count, sizeof *files, by_whole);
}

/// Sorted by file again, so that files[i] belongs to the model's file i.
static int by_file(const void *left, const void *right)
{
    const file_label *a = left, *b = right;
    return (a->file > b->file) - (a->file < b->file);
}

static bool make_labels(const model *m, file_label *files)
{
    for (size_t i = 0; i < m->file_count; i++) {
        files[i].file = i;
        files[i].whole = whole_path(m->files[i]);
        if (files[i].whole == NULL) return false;
        find_stem(&files[i]);
    }
    label_files(files, m->file_count);
    for (size_t i = 0; i < m->file_count; i++) {
        file_label *f = &files[i];
        f->rank = i;
        f->label = names_clean(f->whole + f->label_at, f->label_length, NAMES_LONGEST_PATH / 2);
        if (f->label == NULL) return false;
    }
    qsort(files, m->file_count, sizeof *files, by_file);
    return true;
}

static bool set_text(char **slot, const char *before, const char *after)
{
    const bool joined = after[0] != '\0';
    const size_t size = strlen(before) + (joined ? 1 + strlen(after) : 0) + 1;
    char *text = tool_reallocate(NULL, size);
    if (text == NULL) return false;
    snprintf(text, size, "%s%s%s", before, joined ? "/" : "", after);
    tool_release(*slot);
    *slot = text;
    return true;
}

/// A name to be told apart from others.
typedef struct claim {
    char **slot;
    char *wanted;
    size_t rank, order;
    double place;  ///< where the part stands
} claim;

/// The middle of the mesh's bounds, in its own frame.
static void find_middle(const model_mesh *mesh, double middle[3])
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        for (size_t k = 0; k < 3; k++) {
            low[k] = fmin(low[k], mesh->vertices[3 * i + k]);
            high[k] = fmax(high[k], mesh->vertices[3 * i + k]);
        }
    }
    for (size_t k = 0; k < 3; k++) middle[k] = low[k] / 2 + high[k] / 2;
}

/// The place of every part along one direction. By coordinate after coordinate a small motion would put one of a row before the others;
/// along this direction (powers of the root of x^4 = x + 1) no two places of a grid are level.
static bool find_places(const model *m, double *places)
{
    static const double direction[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    double *middles = tool_reallocate(NULL, (3 * m->mesh_count + 1) * sizeof *middles);
    if (middles == NULL) return false;
    for (size_t i = 0; i < m->mesh_count; i++) find_middle(&m->meshes[i], middles + 3 * i);
    for (size_t i = 0; i < m->part_count; i++) {
        const double *t = m->parts[i].transform;
        static const double nowhere[3] = {0, 0, 0};
        const double *c = m->parts[i].mesh < m->mesh_count ? middles + 3 * m->parts[i].mesh : nowhere;
        double along = 0;
        for (size_t k = 0; k < 3; k++)
            along +=
                direction[k] * (t[4 * k] * c[0] + t[4 * k + 1] * c[1] + t[4 * k + 2] * c[2] + t[4 * k + 3]);
        places[i] = isfinite(along) ? along : 0;
    }
    tool_release(middles);
    return true;
}

static int by_wanted(const void *left, const void *right)
{
    const claim *a = left, *b = right;
    const int order = strcmp(a->wanted, b->wanted);
    if (order != 0) return order;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

static bool is_wanted(const claim *claims, size_t count, const char *name)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(claims[middle].wanted, name);
        if (order == 0) return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/// The first of a name keeps it; the others get the lowest numbers that no file gave away.
static bool number_claims(claim *claims, size_t count)
{
    size_t number = 1;
    for (size_t i = 1; i < count; i++) {
        if (strcmp(claims[i].wanted, claims[i - 1].wanted) != 0) {
            number = 1;
            continue;
        }
        const size_t size = strlen(claims[i].wanted) + 32;
        char *name = tool_reallocate(NULL, size);
        if (name == NULL) return false;
        do snprintf(name, size, "%s#%zu", claims[i].wanted, ++number);
        while (is_wanted(claims, count, name));
        *claims[i].slot = name;
    }
    return true;
}

static bool make_unique(model *m, const file_label *files, const double *places, bool paths)
{
    claim *claims = tool_reallocate(NULL, m->part_count * sizeof *claims);
    if (claims == NULL) return false;
    for (size_t i = 0; i < m->part_count; i++) {
        model_part *p = &m->parts[i];
        char **slot = paths ? &p->path : &p->name;
        claims[i] = (claim){slot, *slot, files[p->file].rank, i, places[i]};
    }
    qsort(claims, m->part_count, sizeof *claims, by_wanted);
    const bool fine = number_claims(claims, m->part_count);
    for (size_t i = 0; i < m->part_count; i++)
        if (*claims[i].slot != claims[i].wanted) tool_release(claims[i].wanted);
    tool_release(claims);
    return fine;
}

bool model_finish(model *m, tool_error *error)
{
    if (m->part_count == 0) return true;
    file_label *files = tool_reallocate(NULL, m->file_count * sizeof *files);
    if (files == NULL) return tool_fail(error, "out of memory");
    memset(files, 0, m->file_count * sizeof *files);
    bool fine = make_labels(m, files);
    for (size_t i = 0; i < m->part_count && fine; i++) {
        model_part *p = &m->parts[i];
        const char *label = files[p->file].label;
        fine = set_text(&p->path, label, p->path) && (p->name[0] != '\0' || set_text(&p->name, label, ""));
    }
    double *places = tool_reallocate(NULL, m->part_count * sizeof *places);
    fine = fine && places != NULL && find_places(m, places) && make_unique(m, files, places, false) &&
           make_unique(m, files, places, true);
    tool_release(places);
    for (size_t i = 0; i < m->file_count; i++) {
        tool_release(files[i].whole);
        tool_release(files[i].label);
    }
    tool_release(files);
    return fine || tool_fail(error, "out of memory");
}
