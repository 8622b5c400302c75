// Writes the sample assembly, a small bearing stand, as a GLB file: `sample_assembly FILE`.
// What a check of it must find is known by construction and listed in examples/sample.md.
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

typedef struct node {
    int depth;         ///< below the root
    const char *name;  ///< of the node
    const char *mesh;  ///< the kind of part that is placed; null for a group
    const char *pose;  ///< its transform as glTF writes it; may be ""
} node;

#define BALLS(side)                                                                                          \
    {4, "ball " side " 1", "bearing ball", "\"translation\":[0,11.5,0]"},                                    \
        {4, "ball " side " 2", "bearing ball", "\"translation\":[0,8.131727983645297,8.131727983645297]"},   \
        {4, "ball " side " 3", "bearing ball", "\"translation\":[0,0,11.5]"},                                \
        {4, "ball " side " 4", "bearing ball", "\"translation\":[0,-8.131727983645297,8.131727983645297]"},  \
        {4, "ball " side " 5", "bearing ball", "\"translation\":[0,-11.5,0]"},                               \
        {4, "ball " side " 6", "bearing ball", "\"translation\":[0,-8.131727983645297,-8.131727983645297]"}, \
        {4, "ball " side " 7", "bearing ball", "\"translation\":[0,0,-11.5]"},                               \
    {                                                                                                        \
        4, "ball " side " 8", "bearing ball", "\"translation\":[0,8.131727983645297,-8.131727983645297]"     \
    }

/// The right support is the left one turned by 180 degrees about the vertical, with the foot
/// mirrored; the bolt in the left foot at y = +25 is the same bolt, a tenth longer.
static const node nodes[] = {
    {0, "bearing stand", NULL, ""},
    {1, "base plate", "base plate", ""},
    {1, "left support", NULL, "\"translation\":[-50,0,0]"},
    {2, "foot left", "foot", ""},
    {2, "housing left", "housing", ""},
    {2, "cover", "cover", "\"translation\":[0,0,40]"},
    {2, "bearing left", NULL, "\"translation\":[0,0,40]"},
    {3, "outer ring left", "outer ring", ""},
    {3, "inner ring left", "inner ring", ""},
    {3, "balls left", NULL, ""},
    BALLS("left"),
    {1, "right support", NULL, "\"matrix\":[-1,0,0,0, 0,-1,0,0, 0,0,1,0, 50,0,0,1]"},
    {2, "foot right", "foot", "\"scale\":[1,-1,1]"},
    {2, "housing right", "housing", ""},
    {2, "bearing right", NULL, "\"translation\":[0,0,40]"},
    {3, "outer ring right", "outer ring", ""},
    {3, "inner ring right", "inner ring", ""},
    {3, "balls right", NULL, ""},
    BALLS("right"),
    {1, "rotor", NULL, "\"translation\":[0,0,40]"},
    {2, "shaft", "shaft", ""},
    {2, "key", "key", ""},
    {2, "gear", "gear", ""},
    {1, "bolts", NULL, "\"translation\":[0,0,-6]"},
    {2, "bolt left front", "bolt M8", "\"translation\":[-50,-25,0]"},
    {2, "bolt left back", "bolt M8", "\"translation\":[-50,25,0],\"scale\":[1,1,1.1]"},
    {2, "bolt right front", "bolt M8",
     "\"translation\":[50,-25,0],\"rotation\":[0,0,0.25881904510252074,0.9659258262890683]"},
    {2, "bolt right back", "bolt M8", "\"translation\":[50,25,0],\"rotation\":[0,0,0.5,0.8660254037844386]"},
    {1, "valve", NULL, "\"translation\":[90,0,0]"},
    {2, "valve body", "valve body", ""},
    {2, "valve ball", "bearing ball", "\"translation\":[0,0,11],\"scale\":[4,4,4]"},
    {1, "anchor", NULL, "\"translation\":[90,26,8]"},
    {2, "anchor block", "anchor block", ""},
    {2, "dowel", "dowel", ""},
    {1, "crossing", NULL, "\"translation\":[90,-28,0]"},
    {2, "rail", "rail", ""},
    {2, "crossbar", "crossbar", ""},
    {1, "washer", "washer M8", "\"translation\":[0,30,0]"},
    {1, "washer imported twice", "washer M8", "\"translation\":[0,30,0]"},
    {1, "guard", "guard sheet", "\"translation\":[60.06,0,60]"},
};
enum { NODES = sizeof nodes / sizeof *nodes };

static const struct {
    const char *name, *factors;
} colours[] = {{"steel", "[0.62,0.65,0.69,1]"},
               {"cast", "[0.30,0.36,0.42,1]"},
               {"brass", "[0.80,0.64,0.28,1]"},
               {"red", "[0.75,0.20,0.16,1]"},
               {"sheet", "[0.36,0.55,0.50,1]"}};
enum { COLOURS = sizeof colours / sizeof *colours };

typedef struct bytes {
    unsigned char *data;
    size_t count, room;
} bytes;

static void put(bytes *b, const void *data, size_t count)
{
    if (b->count + count > b->room) {
        b->room = 2 * (b->count + count);
        b->data = realloc(b->data, b->room);
        if (!b->data) {
            fputs("sample_assembly: out of memory\n", stderr);
            exit(1);
        }
    }
    memcpy(b->data + b->count, data, count);
    b->count += count;
}

/// Little-endian, wherever this runs.
static void put_number(bytes *b, uint32_t value, int size)
{
    for (int i = 0; i < size; ++i) put(b, (unsigned char[]){(unsigned char)(value >> 8 * i)}, 1);
}

static void put_text(bytes *b, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text) {
        fputs("sample_assembly: a text is too long\n", stderr);
        exit(1);
    }
    put(b, text, (size_t)length);
}

static const char *comma(int index) { return index ? ",\n" : "\n"; }

/// Positions and indices of a solid into the buffer, their views and accessors into the texts.
static void put_solid(const solid *s, int index, bytes *buffer, bytes *views, bytes *accessors)
{
    float min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY};
    size_t start = buffer->count;
    for (int i = 0; i < s->vertex_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            float value = (float)s->vertices[i][k];
            uint32_t bits;
            memcpy(&bits, &value, 4);
            put_number(buffer, bits, 4);
            min[k] = fminf(min[k], value);
            max[k] = fmaxf(max[k], value);
        }
    }
    put_text(views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":34962}", comma(index),
             start, buffer->count - start);
    put_text(accessors,
             "%s{\"bufferView\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\","
             "\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]}",
             comma(index), 2 * index, s->vertex_count, (double)min[0], (double)min[1], (double)min[2],
             (double)max[0], (double)max[1], (double)max[2]);
    start = buffer->count;
    for (int i = 0; i < s->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) put_number(buffer, (uint32_t)s->triangles[i][k], 2);
    }
    put_text(views, ",\n{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":34963}", start,
             buffer->count - start);
    put_text(accessors, ",\n{\"bufferView\":%d,\"componentType\":5123,\"count\":%d,\"type\":\"SCALAR\"}",
             2 * index + 1, 3 * s->triangle_count);
    while (buffer->count % 4) put_number(buffer, 0, 1);
}

static int find_kind(const char *name)
{
    int i = 0;
    while (strcmp(part_kinds[i].name, name) != 0) ++i;
    return i;
}

static int find_colour(const char *name)
{
    int i = 0;
    while (strcmp(colours[i].name, name) != 0) ++i;
    return i;
}

static void put_node(bytes *json, int index)
{
    const node *n = &nodes[index];
    put_text(json, "%s{\"name\":\"%s\"", comma(index), n->name);
    if (n->mesh) put_text(json, ",\"mesh\":%d", find_kind(n->mesh));
    if (*n->pose) put_text(json, ",%s", n->pose);
    int children = 0;
    for (int i = index + 1; i < NODES && nodes[i].depth > n->depth; ++i) {
        if (nodes[i].depth == n->depth + 1) put_text(json, "%s%d", children++ ? "," : ",\"children\":[", i);
    }
    put_text(json, children ? "]}" : "}");
}

static void put_json(bytes *json, bytes *buffer)
{
    bytes views = {0}, accessors = {0};
    put_text(json,
             "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Feeler's sample_assembly\",\"copyright\":"
             "\"the Feeler authors, MIT licence\"},\n\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\n\"nodes\":[");
    for (int i = 0; i < NODES; ++i) put_node(json, i);
    put_text(json, "],\n\"materials\":[");
    for (int i = 0; i < COLOURS; ++i) {
        put_text(json,
                 "%s{\"name\":\"%s\",\"doubleSided\":true,\"pbrMetallicRoughness\":{\"baseColorFactor\":%s}}",
                 comma(i), colours[i].name, colours[i].factors);
    }
    put_text(json, "],\n\"meshes\":[");
    for (int i = 0; i < part_kind_count; ++i) {
        static solid s;
        memset(&s, 0, sizeof s);
        part_kinds[i].build(&s);
        put_solid(&s, i, buffer, &views, &accessors);
        put_text(json,
                 "%s{\"name\":\"%s\",\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d,"
                 "\"material\":%d}]}",
                 comma(i), part_kinds[i].name, 2 * i, 2 * i + 1, find_colour(part_kinds[i].colour));
    }
    put_text(json, "],\n\"accessors\":[");
    put(json, accessors.data, accessors.count);
    put_text(json, "],\n\"bufferViews\":[");
    put(json, views.data, views.count);
    put_text(json, "],\n\"buffers\":[{\"byteLength\":%zu}]}", buffer->count);
    while (json->count % 4) put_text(json, " ");
    free(views.data);
    free(accessors.data);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: sample_assembly FILE\n", stderr);
        return 2;
    }
    bytes json = {0}, buffer = {0}, file = {0};
    put_json(&json, &buffer);
    put(&file, "glTF", 4);
    put_number(&file, 2, 4);
    put_number(&file, (uint32_t)(12 + 8 + json.count + 8 + buffer.count), 4);
    put_number(&file, (uint32_t)json.count, 4);
    put(&file, "JSON", 4);
    put(&file, json.data, json.count);
    put_number(&file, (uint32_t)buffer.count, 4);
    put(&file, "BIN\0", 4);
    put(&file, buffer.data, buffer.count);
    FILE *f = fopen(argv[1], "wb");
    bool written = f && fwrite(file.data, 1, file.count, f) == file.count;
    if (f && fclose(f) != 0) written = false;
    if (!written) fprintf(stderr, "sample_assembly: cannot write %s\n", argv[1]);
    free(json.data);
    free(buffer.data);
    free(file.data);
    return written ? 0 : 1;
}
