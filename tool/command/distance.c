#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command/interrupt.h"
#include "command/teller.h"
#include "feeler/closest3.h"
#include "feeler/interference3.h"
#include "report/report.h"

/// The answer about two files, each taken as one thing.
typedef struct answer {
    bool found;
    size_t part_a, part_b;      ///< in assembly.parts
    flr_closest3_mesh closest;  ///< of the surfaces
    bool overlapping;           ///< some pair clashes or is contained; then:
    flr_interference3 deepest;
} answer;

/// A pair of parts, one of each file, with the gap between their boxes.
typedef struct couple {
    size_t a, b;
    double gap;
} couple;

static int compare_couples(const void *left, const void *right)
{
    const couple *a = left, *b = right;
    if (a->gap != b->gap) return a->gap < b->gap ? -1 : 1;
    // the same order whichever file comes first
    const size_t low_a = a->a < a->b ? a->a : a->b, low_b = b->a < b->b ? b->a : b->b;
    if (low_a != low_b) return low_a < low_b ? -1 : 1;
    return a->a + a->b < b->a + b->b ? -1 : a->a + a->b > b->a + b->b;
}

static couple *make_couples(const assembly *a, size_t *count)
{
    size_t first = 0;
    for (size_t i = 0; i < a->part_count; ++i) first += a->model.parts[a->order[i]].file == 0;
    couple *couples = calloc(first * (a->part_count - first) + 1, sizeof *couples);
    *count = 0;
    for (size_t i = 0; couples && i < a->part_count; ++i) {
        if (a->model.parts[a->order[i]].file != 0) continue;
        for (size_t j = 0; j < a->part_count; ++j) {
            if (a->model.parts[a->order[j]].file == 0) continue;
            couples[(*count)++] = (couple){i, j, report_box_gap(&a->parts[i], &a->parts[j])};
        }
    }
    if (couples) qsort(couples, *count, sizeof *couples, compare_couples);
    return couples;
}

/// The nearest of all couples; boxes in order of their gaps end the search early.
static bool find_closest(const assembly *a, const couple *couples, size_t count, answer *best,
                         tool_error *error)
{
    double limit = INFINITY;
    for (size_t i = 0; i < count && couples[i].gap <= limit && !interrupt_asked(); ++i) {
        const couple *c = &couples[i];
        flr_closest3_mesh found =
            flr_closest3_mesh_mesh(&a->instances[c->a], &a->instances[c->b], (flr_real)limit);
        if (!found.found || (best->found && found.distance >= best->closest.distance)) continue;
        *best = (answer){.found = true, .part_a = c->a, .part_b = c->b, .closest = found};
        limit = (double)found.distance;
    }
    return best->found || interrupt_asked() ||
           tool_fail(error, "no distance was found between the two files");
}

/// Surfaces that are apart, or meet, say nothing about the solids: is some part in another?
static bool find_overlap(const assembly *a, const couple *couples, size_t count, answer *best,
                         tool_error *error)
{
    for (size_t i = 0; i < count && couples[i].gap <= 0 && !interrupt_asked(); ++i) {
        const couple *c = &couples[i];
        const double tolerance = report_pair_tolerance(&a->parts[c->a], &a->parts[c->b]);
        const flr_interference3_options settings = {(flr_real)tolerance, 0};
        flr_interference3 found;
        flr_status status =
            flr_interference3_mesh_mesh(&a->instances[c->a], &a->instances[c->b], &settings, &found);
        if (status != FLR_OK) {
            return tool_fail(error, "parts '%s' and '%s' could not be measured: %s", a->parts[c->a].path,
                             a->parts[c->b].path, flr_status_string(status));
        }
        if (found.kind != FLR_CLASH && found.kind != FLR_CONTAINED) continue;
        if (best->overlapping && found.depth <= best->deepest.depth) continue;
        best->overlapping = true;
        best->deepest = found;
        best->part_a = c->a;
        best->part_b = c->b;
    }
    return true;
}

static void put_point(buffer *t, const char *label, flr_vec3 p, const char *unit, const char *name)
{
    buffer_format(t, "%s (%.9g, %.9g, %.9g)%s on ", label, (double)p.x, (double)p.y, (double)p.z, unit);
    buffer_printable(t, name);
    buffer_char(t, '\n');
}

static void put_text(buffer *t, const assembly *a, const answer *x)
{
    flr_vec3 point_a = x->closest.point_a, point_b = x->closest.point_b;
    char unit[8];
    snprintf(unit, sizeof unit, "%s%s", *assembly_unit(a) ? " " : "", assembly_unit(a));
    if (x->overlapping) {
        bool unknown = x->deepest.flags & FLR_FLAG_DEPTH_UNKNOWN;
        buffer_format(t, "distance 0: %s", report_kind_name(x->deepest.kind));
        if (unknown) buffer_put(t, ", depth unknown\n");
        if (!unknown) buffer_format(t, ", depth %.9g%s\n", (double)x->deepest.depth, unit);
        point_a = x->deepest.point_a;
        point_b = x->deepest.point_b;
    } else {
        buffer_format(t, "distance %.9g%s\n", (double)x->closest.distance, unit);
    }
    put_point(t, "from", point_a, unit, a->parts[x->part_a].path);
    put_point(t, "to  ", point_b, unit, a->parts[x->part_b].path);
}

static void put_member(buffer *t, const char *name, flr_vec3 p)
{
    buffer_format(t, ",\n  \"%s\": ", name);
    report_json_vector(t, (double[3]){(double)p.x, (double)p.y, (double)p.z});
}

static void put_json(buffer *t, const assembly *a, const answer *x)
{
    flr_interference_kind kind = x->overlapping             ? x->deepest.kind
                                 : x->closest.distance == 0 ? FLR_TOUCH
                                                            : FLR_APART;
    buffer_format(t, "{\n  \"schema\": \"feeler.distance\",\n  \"version\": 1,\n  \"a\": ");
    buffer_json(t, a->parts[x->part_a].path);
    buffer_put(t, ",\n  \"b\": ");
    buffer_json(t, a->parts[x->part_b].path);
    buffer_put(t, ",\n  \"unit\": ");
    if (*assembly_unit(a))
        buffer_json(t, assembly_unit(a));
    else
        buffer_put(t, "null");
    buffer_format(t, ",\n  \"kind\": \"%s\",\n  \"distance\": ", report_kind_name(kind));
    buffer_number(t, x->overlapping ? 0 : (double)x->closest.distance);
    buffer_put(t, ",\n  \"depth\": ");
    buffer_number(t, x->overlapping ? (double)x->deepest.depth : 0);
    put_member(t, "point_a", x->overlapping ? x->deepest.point_a : x->closest.point_a);
    put_member(t, "point_b", x->overlapping ? x->deepest.point_b : x->closest.point_b);
    buffer_put(t, "\n}\n");
}

static bool accept(const option_list *files, tool_error *error)
{
    return files->count == 2 || tool_fail(error, "distance: expected two files, found %zu", files->count);
}

static bool tell(buffer *t, const assembly *a, const option_list *files, bool json, tool_error *error)
{
    (void)files;
    size_t count;
    couple *couples = make_couples(a, &count);
    answer best = {0};
    if (!couples) return tool_fail(error, "out of memory");
    bool good =
        find_closest(a, couples, count, &best, error) && find_overlap(a, couples, count, &best, error);
    if (good && !interrupt_asked()) (json ? put_json : put_text)(t, a, &best);
    free(couples);
    return good;
}

static int run(const command *self, int argc, char **argv)
{
    const teller t = {accept, tell};
    return teller_run(self, argc, argv, &t);
}

const command command_distance = {
    "distance", "A B [options]", "Say how far apart two files are, and where; or how deep they overlap.",
    "Each file is taken as one thing, whatever its parts. The exit status is 0, or 2 on an error.\n", run};
