// Writes questions for `feeler query`: every operation, every ordered pair of kinds, in the plane and in space, in the scenes of
// the table below. The same bytes on every machine: whole and random numbers, products, sums and square roots alone.
// usage: questions [EVERY]    only each EVERY-th question (1)
// The id of an answer tells its group: "OPERATION DIMENSION KIND-KIND SCENE". Everything random about a question follows from its
// id, so a new kind, scene or operation leaves the other questions as they are. A pair has the same shapes in all operations.
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// How the numbers of a scene are drawn. Of b all places are moved by `shift` along x.
typedef struct scene {
    const char *name;
    int lattice;    ///< coordinates are whole numbers from -lattice to lattice; 0: any number up to `span`
    double span;    ///< largest coordinate
    double shift;   ///< of b
    double offset;  ///< of both, along every axis
    double scale;   ///< of all lengths
    double ratio;   ///< size of b beside a
    int side;       ///< 1: a has no x above 0 and b none below, so corners touch
} scene;

static const scene scenes[] = {
    {"lattice", 3, 0, 0, 0, 1, 1, 0},           {"lattice-small", 1, 0, 0, 0, 1, 1, 0},
    {"lattice-touch", 2, 0, 0, 0, 1, 1, 1},     {"lattice-far", 2, 0, 2, 1e6, 1, 1, 0},
    {"hair-apart", 2, 0, 1e-9, 0, 1, 1, 1},     {"hair-deep", 2, 0, -1e-9, 0, 1, 1, 1},
    {"random-overlap", 0, 1, 0.25, 0, 1, 1, 0}, {"random-near", 0, 1, 1.5, 0, 1, 1, 0},
    {"random-apart", 0, 1, 6, 0, 1, 1, 0},      {"random-far", 0, 1, 1, 1e6, 1, 1, 0},
    {"random-tiny", 0, 1, 1, 0, 1e-6, 1, 0},    {"random-large-small", 0, 1, 0.5, 0, 1, 0.01, 0},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static const char *const kinds2[] = {"point",     "segment", "ray",     "line",    "plane",
                                     "halfspace", "circle",  "capsule", "aabb",    "box",
                                     "triangle",  "polygon", "convex",  "compound"};
static const char *const kinds3[] = {
    "point",   "segment",     "ray",      "line", "plane",    "halfspace", "sphere",    "capsule",
    "aabb",    "box",         "cylinder", "cone", "triangle", "quad",      "rectangle", "parallelogram",
    "polygon", "tetrahedron", "convex",   "mesh", "solid",    "compound"};

/// What a question is drawn from.
typedef struct draw {
    uint64_t state;
    int dimension;
    scene scene;
    bool is_b;
} draw;

static uint64_t bits(draw *d)  // splitmix64
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t hash(const char *text)  // FNV-1a
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text; ++text) h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h;
}

static int whole(draw *d, int low, int high) { return low + (int)(bits(d) % (uint64_t)(high - low + 1)); }
static bool one_in(draw *d, int n) { return whole(d, 1, n) == 1; }
static double unit(draw *d) { return (double)(bits(d) >> 11) * 0x1p-53; }

/// Without offset, shift and scale.
static double coordinate(draw *d)
{
    const scene *s = &d->scene;
    double c = s->lattice ? whole(d, -s->lattice, s->lattice) : s->span * (2 * unit(d) - 1);
    return d->is_b ? s->ratio * c : c;
}
static double length(draw *d) { return fabs(coordinate(d)) / 2; }

/// What is added to coordinate k.
static double offset(const draw *d, int k)
{
    return d->scene.offset + (d->is_b && k == 0 ? d->scene.shift : 0);
}

static void write_number(double x) { printf("%.17g", x); }
static void write_vector(const draw *d, const double *v)
{
    for (int k = 0; k < d->dimension; ++k) printf("%c%.17g", k ? ',' : '[', v[k]);
    printf("]");
}
static void member(const char *name) { printf(",\"%s\":", name); }

/// A place, before it is moved and scaled.
static void draw_place(draw *d, double *p)
{
    for (int k = 0; k < d->dimension; ++k) p[k] = coordinate(d);
    if (d->scene.side) p[0] = d->is_b ? fabs(p[0]) : -fabs(p[0]);
}
static void write_place(const draw *d, const double *p)
{
    double q[3];
    for (int k = 0; k < d->dimension; ++k)
        q[k] = d->scene.scale * p[k] + offset(d, k) * (d->scene.offset ? 1 : d->scene.scale);
    write_vector(d, q);
}
static void place(draw *d, const char *name)
{
    double p[3];
    draw_place(d, p);
    member(name);
    write_place(d, p);
}
static void draw_direction(draw *d, double *v)
{
    double squared = 0;
    for (int k = 0; k < d->dimension; ++k) {
        v[k] = d->scene.lattice ? whole(d, -2, 2) : 2 * unit(d) - 1;
        squared += v[k] * v[k];
    }
    if (squared == 0) v[0] = 1;
}
static void direction(draw *d, const char *name)
{
    double v[3];
    draw_direction(d, v);
    member(name);
    write_vector(d, v);
}
static void size(draw *d, const char *name)
{
    member(name);
    write_number(d->scene.scale * length(d));
}

/// Lattices mostly keep to rotations that keep them.
static void draw_quaternion(draw *d, double *q)
{
    static const double turns[6][4] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 0},
                                       {1, 0, 0, 1}, {1, 1, 1, 1}, {2, 0, 0, 1}};
    if (d->scene.lattice) {
        memcpy(q, turns[whole(d, 0, 5)], sizeof turns[0]);
        return;
    }
    for (int k = 0; k < 4; ++k) q[k] = 2 * unit(d) - 1;
    q[0] += 0.01;
}
static void rotation(draw *d)
{
    double q[4];
    member("rotation");
    if (d->dimension == 3) {
        draw_quaternion(d, q);
        printf("[%.17g,%.17g,%.17g,%.17g]", q[0], q[1], q[2], q[3]);
    } else {
        write_number(d->scene.lattice ? whole(d, -3, 3) / 4.0 : 6 * unit(d) - 3);
    }
}

/// The first two axes of a rotation.
static void axes(draw *d)
{
    double q[4];
    draw_quaternion(d, q);
    double s = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double w = s * q[0], x = s * q[1], y = s * q[2], z = s * q[3];
    double u[3] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    double v[3] = {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
    member("axes");
    printf("[");
    write_vector(d, u);
    printf(",");
    write_vector(d, v);
    printf("]");
}

/// A rotation, and a translation of at most `reach` times the size of the scene.
static void pose(draw *d, const char *name, double reach)
{
    double p[3];
    printf("%s{", name);
    printf("\"position\":");
    for (int k = 0; k < d->dimension; ++k) p[k] = reach * d->scene.scale * coordinate(d);
    write_vector(d, p);
    rotation(d);
    printf("}");
}

/// Simple outlines in the plane of two directions: convex, with a straight corner, a dart, an L, a U.
static void outline(draw *d, int most, double corners[][3], int *count)
{
    static const struct {
        int count;
        signed char at[8][2];
    } outlines[] = {{4, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
                    {4, {{0, 0}, {2, 0}, {1, 1}, {0, 2}}},
                    {4, {{0, 0}, {3, 0}, {1, 1}, {0, 3}}},
                    {4, {{-1, 0}, {0, -1}, {2, 0}, {0, 1}}},
                    {3, {{0, 0}, {2, 0}, {0, 1}}},
                    {6, {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}},
                    {8, {{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}},
                    {5, {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 1}}}};
    int which = whole(d, 0, most == 4 ? 3 : 7);
    double at[3], u[3] = {1, 0, 0}, v[3] = {0, 1, 0};
    draw_place(d, at);
    if (!one_in(d, 4)) {
        draw_direction(d, u);
        draw_direction(d, v);
    }
    if (u[0] * v[1] - u[1] * v[0] == 0)
        u[0] += v[1] ? 1 : 0, u[1] += v[1] ? 0 : 1, v[0] += v[0] || v[1] ? 0 : 1;
    double ratio = d->is_b ? d->scene.ratio : 1;
    *count = outlines[which].count;
    for (int i = 0; i < *count; ++i)
        for (int k = 0; k < d->dimension; ++k)
            corners[i][k] =
                at[k] + ratio * (outlines[which].at[i][0] * u[k] + outlines[which].at[i][1] * v[k]);
}

static void places(draw *d, const char *name, double points[][3], int count)
{
    member(name);
    for (int i = 0; i < count; ++i) {
        printf("%c", i ? ',' : '[');
        write_place(d, points[i]);
    }
    printf("]");
}

/// A tetrahedron, a cube, a prism over an L, each closed, and two triangles that are not.
static void mesh(draw *d, bool solid)
{
    static const struct {
        int vertices, triangles;
        signed char at[12][3];
        unsigned char corners[20][3];
    } meshes[] = {
        {4, 4, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}},
        {8,
         12,
         {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
         {{0, 2, 1},
          {0, 3, 2},
          {4, 5, 6},
          {4, 6, 7},
          {0, 1, 5},
          {0, 5, 4},
          {1, 2, 6},
          {1, 6, 5},
          {2, 3, 7},
          {2, 7, 6},
          {3, 0, 4},
          {3, 4, 7}}},
        {12,
         20,
         {{0, 0, 0},
          {2, 0, 0},
          {2, 1, 0},
          {1, 1, 0},
          {1, 2, 0},
          {0, 2, 0},
          {0, 0, 1},
          {2, 0, 1},
          {2, 1, 1},
          {1, 1, 1},
          {1, 2, 1},
          {0, 2, 1}},
         {{0, 2, 1},   {0, 3, 2},  {0, 4, 3},  {0, 5, 4},   {6, 7, 8}, {6, 8, 9}, {6, 9, 10},
          {6, 10, 11}, {0, 1, 7},  {0, 7, 6},  {1, 2, 8},   {1, 8, 7}, {2, 3, 9}, {2, 9, 8},
          {3, 4, 10},  {3, 10, 9}, {4, 5, 11}, {4, 11, 10}, {5, 0, 6}, {5, 6, 11}}},
        {4, 2, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}}, {{0, 1, 2}, {1, 3, 2}}}};
    int which = whole(d, 0, solid ? 2 : 3), size = whole(d, 1, 2);
    double at[3], points[12][3], ratio = d->is_b ? d->scene.ratio : 1;
    draw_place(d, at);
    for (int i = 0; i < meshes[which].vertices; ++i)
        for (int k = 0; k < 3; ++k) points[i][k] = at[k] + ratio * size * meshes[which].at[i][k];
    places(d, "vertices", points, meshes[which].vertices);
    member("triangles");
    for (int i = 0; i < meshes[which].triangles; ++i) {
        const unsigned char *c = meshes[which].corners[i];
        printf("%c[%d,%d,%d]", i ? ',' : '[', c[0], c[1], c[2]);
    }
    printf("]");
    if (solid) printf(",\"solid\":true");
}

static void shape(draw *d, const char *kind, int depth);

static void compound(draw *d, int depth)
{
    static const char *const parts2[] = {"aabb",    "box",     "circle",  "triangle",
                                         "segment", "capsule", "polygon", "convex"};
    static const char *const parts3[] = {"aabb",        "box",     "sphere", "triangle",
                                         "tetrahedron", "capsule", "mesh",   "convex"};
    int count = whole(d, 1, 3);
    member("shapes");
    for (int i = 0; i < count; ++i) {
        printf("%c", i ? ',' : '[');
        int part = whole(d, 0, 8);
        shape(d,
              part == 8           ? depth < 1 ? "compound" : "point"
              : d->dimension == 2 ? parts2[part]
                                  : parts3[part],
              depth + 1);
        printf("}");
    }
    printf("]");
}

static void cylinder(draw *d, const char *first, const char *second)
{
    double p[3], q[3];
    draw_place(d, p);
    draw_place(d, q);
    if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) q[2] += 1;
    member(first);
    write_place(d, p);
    member(second);
    write_place(d, q);
    size(d, "radius");
}

static void plane(draw *d)
{
    double n[3], sum = d->scene.scale * coordinate(d);
    draw_direction(d, n);
    for (int k = 0; k < d->dimension; ++k)
        sum += n[k] * offset(d, k) * (d->scene.offset ? 1 : d->scene.scale);
    member("normal");
    write_vector(d, n);
    member("offset");
    write_number(sum);
}

static void box(draw *d)
{
    place(d, "center");
    member("half_extents");
    double e[3];
    for (int k = 0; k < d->dimension; ++k) e[k] = d->scene.scale * length(d);
    write_vector(d, e);
    rotation(d);
}

static void aabb(draw *d)
{
    double p[3], q[3], low[3], high[3];
    draw_place(d, p);
    draw_place(d, q);
    for (int k = 0; k < d->dimension; ++k) {
        low[k] = p[k] < q[k] ? p[k] : q[k];
        high[k] = p[k] < q[k] ? q[k] : p[k];
    }
    member("min");
    write_place(d, low);
    member("max");
    write_place(d, high);
}

static void convex(draw *d)
{
    double points[12][3];
    int count = whole(d, 1, 12);
    for (int i = 0; i < count; ++i) draw_place(d, points[i]);
    places(d, "points", points, count);
    if (one_in(d, 3)) size(d, "radius");
}

static void rectangle(draw *d)
{
    place(d, "center");
    axes(d);
    double first = d->scene.scale * length(d), second = d->scene.scale * length(d);
    printf(",\"half_extents\":[%.17g,%.17g]", first, second);
}

static void corners(draw *d, int count)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    for (int i = 0; i < count; ++i) place(d, names[i]);
}

static void shape(draw *d, const char *kind, int depth)
{
    double points[8][3];
    int count;
    printf("{\"shape\":\"%s\"", strcmp(kind, "solid") == 0 ? "mesh" : kind);
    if (strcmp(kind, "point") == 0)
        place(d, "position");
    else if (strcmp(kind, "segment") == 0)
        corners(d, 2);
    else if (strcmp(kind, "ray") == 0 || strcmp(kind, "line") == 0)
        place(d, "origin"), direction(d, "direction");
    else if (strcmp(kind, "plane") == 0 || strcmp(kind, "halfspace") == 0)
        plane(d);
    else if (strcmp(kind, "circle") == 0 || strcmp(kind, "sphere") == 0)
        place(d, "center"), size(d, "radius");
    else if (strcmp(kind, "capsule") == 0)
        corners(d, 2), size(d, "radius");
    else if (strcmp(kind, "aabb") == 0)
        aabb(d);
    else if (strcmp(kind, "box") == 0)
        box(d);
    else if (strcmp(kind, "cylinder") == 0)
        cylinder(d, "a", "b");
    else if (strcmp(kind, "cone") == 0)
        cylinder(d, "apex", "base");
    else if (strcmp(kind, "triangle") == 0 || strcmp(kind, "parallelogram") == 0)
        corners(d, 3);
    else if (strcmp(kind, "tetrahedron") == 0)
        corners(d, 4);
    else if (strcmp(kind, "rectangle") == 0)
        rectangle(d);
    else if (strcmp(kind, "convex") == 0)
        convex(d);
    else if (strcmp(kind, "mesh") == 0)
        mesh(d, false);
    else if (strcmp(kind, "solid") == 0)
        mesh(d, true);
    else if (strcmp(kind, "compound") == 0)
        compound(d, depth);
    else if (strcmp(kind, "polygon") == 0) {
        outline(d, 8, points, &count);
        places(d, "vertices", points, count);
    } else {  // quad
        static const char *const names[] = {"a", "b", "c", "d"};
        outline(d, 4, points, &count);
        for (int i = 0; i < 4; ++i) {
            member(names[i]);
            write_place(d, points[i]);
        }
    }
    if (!d->scene.offset && one_in(d, 5))
        pose(d, ",\"pose\":", 0.5);  // turned about the origin, it would be elsewhere
}

/// How many questions there were, and each how manieth is written.
static long asked, every = 1;

/// Begins a question, and tells whether it is wanted. `shapes` is what the shapes are drawn from, the same for all operations.
static bool begin(draw *d, const char *operation, int dimension, const char *first, const char *second,
                  const scene *s)
{
    char id[200], shapes[160];
    if (asked++ % every != 0) return false;
    snprintf(shapes, sizeof shapes, "%d %s%s%s %s", dimension, first, *second ? "-" : "", second, s->name);
    snprintf(id, sizeof id, "%s %s", operation, shapes);
    *d = (draw){hash(shapes), dimension, *s, false};
    printf("{\"id\":\"%s\",\"op\":\"%s\"", id, operation);
    return true;
}

static void optional_length(draw *d, const char *name, double length)
{
    if (!one_in(d, 3)) return;
    member(name);
    write_number(d->scene.scale * length);
}

/// The two shapes a and b, each with what `extra` writes within its braces; then what the operation takes besides.
static void ask_pair(const char *operation, int dimension, const char *a, const char *b, const scene *s)
{
    draw d;
    bool moving = strcmp(operation, "motion") == 0;
    if (!begin(&d, operation, dimension, a, b, s)) return;
    const char *const names[2] = {"a", "b"}, *const kinds[2] = {a, b};
    draw paths = d;
    paths.state = hash(operation) ^ d.state;
    for (int k = 0; k < 2; ++k) {
        d.is_b = k == 1;
        member(names[k]);
        shape(&d, kinds[k], 0);
        if (moving) {
            // far off a turn about the origin leads elsewhere, so there the poses only move
            const double start[3] = {0, 0, 0};
            double end[3];
            for (int i = 0; i < dimension; ++i) end[i] = 3 * s->scale * coordinate(&paths);
            printf(",\"from\":{\"position\":");
            write_vector(&d, start);
            printf("},\"to\":{\"position\":");
            write_vector(&d, end);
            if (!s->offset) rotation(&paths);
            printf("}");
        }
        printf("}");
    }
    if (strcmp(operation, "sweep") == 0) {
        double motion[3];
        for (int i = 0; i < dimension; ++i)
            motion[i] = 3 * s->scale * coordinate(&paths) + (i == 0 ? s->scale * s->shift : 0);
        member("motion");
        write_vector(&d, motion);
    }
    if (moving || strcmp(operation, "sweep") == 0) optional_length(&paths, "target", 0.25);
    if (strcmp(operation, "contact") == 0) {
        optional_length(&paths, "margin", 0.5);
        optional_length(&paths, "face_bias", 0.125);
    }
    printf("}\n");
}

/// A ray, segment or line at a shape.
static void ask_ray(int dimension, const char *ray, const char *kind, const scene *s)
{
    draw d;
    if (!begin(&d, "raycast", dimension, ray, kind, s)) return;
    member("ray");
    shape(&d, ray, 0);
    printf("}");
    d.is_b = true;
    member("shape");
    shape(&d, kind, 0);
    printf("}");
    if (one_in(&d, 4)) printf(",\"max_t\":%d", whole(&d, 0, 3));
    printf("}\n");
}

/// A point, a plane or nothing beside one shape.
static void ask_one(const char *operation, int dimension, const char *kind, const scene *s)
{
    draw d;
    const char *with = strcmp(operation, "bounds") == 0     ? ""
                       : strcmp(operation, "contains") == 0 ? "point"
                                                            : "plane";
    if (!begin(&d, operation, dimension, *with ? with : kind, *with ? kind : "", s)) return;
    if (strcmp(with, "point") == 0) place(&d, "point");
    if (strcmp(with, "plane") == 0) {
        member("plane");
        printf("{\"shape\":\"plane\"");
        plane(&d);
        printf("}");
    }
    d.is_b = *with != 0;
    member("shape");
    shape(&d, kind, 0);
    printf("}}\n");
}

static void ask_planes(int dimension, int count, const scene *s)
{
    draw d;
    if (!begin(&d, "intersect_planes", dimension, count == 3 ? "three" : "two", "planes", s)) return;
    member("planes");
    for (int k = 0; k < count; ++k) {
        printf("%c{\"shape\":\"plane\"", k ? ',' : '[');
        plane(&d);
        printf("}");
    }
    printf("]}\n");
}

/// Every scene is drawn several times.
static scene numbered(int which, char name[64])
{
    scene s = scenes[which % SCENES];
    snprintf(name, 64, "%s-%d", s.name, which / SCENES);
    s.name = name;
    return s;
}

int main(int argc, char **argv)
{
    static const char *const pairs[] = {"overlap", "distance", "signed_distance", "contact", "sweep",
                                        "motion",  "gjk"};
    static const char *const ones[] = {"contains", "classify", "bounds"};
    static const char *const rays[] = {"ray", "segment", "line"};
    enum { ROUNDS = 2 };
    char name[64];
    if (argc > 1) every = strtol(argv[1], NULL, 10);
    if (argc > 2 || every < 1) {
        fprintf(stderr, "usage: questions [EVERY]\n");
        return 2;
    }
    for (int dimension = 2; dimension <= 3; ++dimension) {
        const char *const *kinds = dimension == 2 ? kinds2 : kinds3;
        size_t count = dimension == 2 ? sizeof kinds2 / sizeof *kinds2 : sizeof kinds3 / sizeof *kinds3;
        for (size_t o = 0; o < sizeof pairs / sizeof *pairs; ++o)
            for (size_t a = 0; a < count; ++a)
                for (size_t b = 0; b < count; ++b)
                    for (int s = 0; s < ROUNDS * SCENES; ++s) {
                        scene once = numbered(s, name);
                        ask_pair(pairs[o], dimension, kinds[a], kinds[b], &once);
                    }
        for (int s = 0; s < ROUNDS * SCENES; ++s) {
            scene once = numbered(s, name);
            for (size_t k = 0; k < count; ++k) {
                for (size_t r = 0; r < 3; ++r) ask_ray(dimension, rays[r], kinds[k], &once);
                for (size_t o = 0; o < 3; ++o) ask_one(ones[o], dimension, kinds[k], &once);
            }
            for (int n = 2; n <= dimension; ++n) ask_planes(dimension, n, &once);
        }
    }
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
