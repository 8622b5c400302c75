#include <string.h>

#include "command/teller.h"
#include "report/report.h"

/// What is wrong with a mesh in words: "12 open edges, 3 repeated-corner triangles", or nothing.
static void put_complaints(buffer *t, const flr_mesh3_info *info)
{
    const struct {
        size_t count;
        const char *one, *many;
    } table[] = {
        {info->boundary_edge_count, "open edge", "open edges"},
        {info->non_manifold_edge_count, "edge with more than two triangles",
         "edges with more than two triangles"},
        {info->inconsistent_edge_count, "edge of inconsistent winding", "edges of inconsistent winding"},
        {info->repeated_corner_count, "repeated-corner triangle", "repeated-corner triangles"},
        {info->duplicate_count, "duplicate triangle", "duplicate triangles"},
    };
    const char *separator = "";
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        if (!table[i].count) continue;
        buffer_format(t, "%s%zu %s", separator, table[i].count,
                      table[i].count == 1 ? table[i].one : table[i].many);
        separator = ", ";
    }
}

static void put_part_line(buffer *t, const assembly *a, size_t index, size_t width)
{
    const report_part *p = &a->parts[index];
    const flr_mesh3_info *info = &a->infos[p->mesh];
    buffer_put(t, "  ");
    buffer_printable(t, p->name);
    size_t used = buffer_width(p->name);
    buffer_repeat(t, ' ', used < width ? width - used : 0);
    buffer_format(t, "  %9zu  %-14s  %.5g x %.5g x %.5g%s%s", p->triangles,
                  info->watertight ? "watertight" : "not watertight", p->max[0] - p->min[0],
                  p->max[1] - p->min[1], p->max[2] - p->min[2], *assembly_unit(a) ? " " : "",
                  assembly_unit(a));
    buffer complaints = {0};
    put_complaints(&complaints, info);
    t->failed |= complaints.failed;
    if (complaints.length) buffer_format(t, "  (%s)", complaints.data);
    buffer_free(&complaints);
    buffer_char(t, '\n');
}

/// One truth: what the command line says, else the format. Nothing is guessed from the size.
static void put_unit(buffer *t, const assembly *a)
{
    const char *unit = assembly_unit(a);
    if (a->unit_given) {
        buffer_format(t, "unit: %s, as given\n\n", unit);
    } else if (a->metres_per_unit > 0) {
        buffer_format(
            t, "unit: %s, as the format says; if the file was written in another, --unit says so\n\n", unit);
    } else {
        buffer_put(t, "unit: not known, the format names none; --unit says which\n\n");
    }
}

static void put_text(buffer *t, const assembly *a, const option_list *files)
{
    for (size_t i = 0; i < files->count; ++i) {
        if (i) buffer_put(t, ", ");
        buffer_printable(t, files->items[i]);
    }
    size_t triangles = 0, open = 0, width = 4;
    for (size_t i = 0; i < a->part_count; ++i) {
        triangles += a->parts[i].triangles;
        open += !a->parts[i].watertight;
        size_t used = buffer_width(a->parts[i].name);
        if (used > width && used <= 48) width = used;
    }
    buffer_format(t, "\n%zu part%s, %zu mesh%s, %zu triangle%s\n", a->part_count,
                  buffer_plural(a->part_count), a->model.mesh_count, a->model.mesh_count == 1 ? "" : "es",
                  triangles, buffer_plural(triangles));
    buffer_format(t, "%zu of %zu part%s watertight\n", a->part_count - open, a->part_count,
                  buffer_plural(a->part_count));
    const char *unit = assembly_unit(a), *blank = *unit ? " " : "";
    buffer_put(t, "bounds ");
    buffer_place(t, a->min, a->diagonal, 6);
    buffer_put(t, " to ");
    buffer_place(t, a->max, a->diagonal, 6);
    buffer_format(t, "%s%s, diagonal %.6g%s%s\n", blank, unit, a->diagonal, blank, unit);
    put_unit(t, a);
    buffer_put(t, "  part");
    buffer_repeat(t, ' ', width - 4);
    buffer_put(t, "  triangles                  size\n");
    for (size_t i = 0; i < a->part_count; ++i) put_part_line(t, a, i, width);
}

static void put_bounds(buffer *t, const double min[3], const double max[3])
{
    buffer_put(t, "{\"min\": ");
    report_json_vector(t, min);
    buffer_put(t, ", \"max\": ");
    report_json_vector(t, max);
    buffer_char(t, '}');
}

/// What rules can ask of the part: its materials and extras, each key with the value that holds.
static void put_properties(buffer *t, const assembly *a, size_t index)
{
    const model *m = &a->model;
    const model_part *part = &m->parts[a->order[index]];
    buffer_put(t, ", \"material\": [");
    const char *value;
    for (size_t i = 0; (value = model_value(m, part, "material", i)); ++i) {
        if (i) buffer_put(t, ", ");
        buffer_json(t, value);
    }
    buffer_put(t, "], \"extras\": {");
    const char *separator = "";
    const size_t of_mesh = m->meshes[part->mesh].properties;
    for (size_t set = part->properties ? part->properties : of_mesh; set;) {
        const model_properties *p = &m->properties[set - 1];
        for (size_t i = 0; i < p->count; ++i) {
            const char *key = p->items[i].key;
            if (strncmp(key, "extras.", 7) != 0 || model_value(m, part, key, 0) != p->items[i].value)
                continue;
            buffer_put(t, separator);
            buffer_json(t, key + 7);
            buffer_put(t, ": ");
            buffer_json(t, p->items[i].value);
            separator = ", ";
        }
        if (set == of_mesh) break;
        set = p->parent ? p->parent : of_mesh;
    }
    buffer_char(t, '}');
}

static void put_json_part(buffer *t, const assembly *a, size_t index)
{
    const report_part *p = &a->parts[index];
    const flr_mesh3_info *info = &a->infos[p->mesh];
    buffer_format(t, "    {\"id\": \"%s\", \"name\": ", p->id);
    buffer_json(t, p->name);
    buffer_put(t, ", \"path\": ");
    buffer_json(t, p->path);
    buffer_format(t, ", \"mesh\": %zu, \"triangles\": %zu, \"vertices\": %zu, \"welded_vertices\": %zu",
                  p->mesh, p->triangles, info->vertex_count, info->welded_vertex_count);
    buffer_format(t, ", \"watertight\": %s, \"oriented\": %s", info->watertight ? "true" : "false",
                  info->oriented ? "true" : "false");
    buffer_format(t,
                  ", \"open_edges\": %zu, \"non_manifold_edges\": %zu, \"inconsistent_edges\": %zu, "
                  "\"repeated_corner_triangles\": %zu, \"duplicate_triangles\": %zu, \"components\": %zu",
                  info->boundary_edge_count, info->non_manifold_edge_count, info->inconsistent_edge_count,
                  info->repeated_corner_count, info->duplicate_count, info->component_count);
    buffer_put(t, ", \"weld_tolerance\": ");
    buffer_number(t, (double)info->weld_tolerance);
    buffer_put(t, ", \"bounds\": ");
    put_bounds(t, p->min, p->max);
    put_properties(t, a, index);
    buffer_char(t, '}');
}

static void put_json(buffer *t, const assembly *a, const option_list *files)
{
    buffer_put(t, "{\n  \"schema\": \"feeler.info\",\n  \"version\": 2,\n  \"files\": [");
    for (size_t i = 0; i < files->count; ++i) {
        if (i) buffer_put(t, ", ");
        buffer_json(t, files->items[i]);
    }
    buffer_put(t, "],\n  \"bounds\": ");
    put_bounds(t, a->min, a->max);
    buffer_put(t, ",\n  \"diagonal\": ");
    buffer_number(t, a->diagonal);
    const char *unit = assembly_unit(a);
    buffer_format(t, ",\n  \"unit\": %s%s%s,\n  \"unit_source\": \"%s\",\n  \"metres_per_unit\": ",
                  *unit ? "\"" : "", *unit ? unit : "null", *unit ? "\"" : "",
                  a->unit_given            ? "given"
                  : a->metres_per_unit > 0 ? "format"
                                           : "unknown");
    if (a->metres_per_unit > 0) {
        buffer_number(t, a->metres_per_unit);
    } else {
        buffer_put(t, "null");
    }
    buffer_put(t, ",\n  \"parts\": [");
    for (size_t i = 0; i < a->part_count; ++i) {
        buffer_put(t, i ? ",\n" : "\n");
        put_json_part(t, a, i);
    }
    buffer_put(t, "\n  ]\n}\n");
}

static bool accept(const option_list *files, tool_error *error)
{
    return files->count > 0 || tool_fail(error, "info: expected at least one FILE");
}

static bool tell(buffer *t, const assembly *a, const option_list *files, bool json, tool_error *error)
{
    (void)error;
    (json ? put_json : put_text)(t, a, files);
    return true;
}

static int run(const command *self, int argc, char **argv)
{
    const teller t = {accept, tell};
    return teller_run(self, argc, argv, &t);
}

const command command_info = {
    "info", "FILE... [options]",
    "Say what a file holds: parts, triangles, watertight or not and why, bounds, unit.", "", run};
