/// Making, placing and freeing of shapes. Numbers come by the_call, arrays by pointers.
#include "handle.h"

#include <stdlib.h>
#include <string.h>

#include "query/rotation.h"

call the_call;

// ---- Places

/// The poses of a part and of the compounds around it, its own first.
typedef struct chain {
    const flr_real *pose;
    const struct chain *outer;
} chain;

static query_pose3 pose3_of(const flr_real *n)
{
    flr_real m[9];
    rotation_matrix(n + 3, m);
    return (query_pose3){{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}},
                         {n[0], n[1], n[2]},
                         m[0] != 1 || m[4] != 1 || m[8] != 1};
}

static query_pose2 pose2_of(const flr_real *n)
{
    double sine = 0, cosine = 1;
    flr_sine_cosine((double)n[2], &sine, &cosine);
    return (query_pose2){{(flr_real)cosine, (flr_real)sine}, {n[0], n[1]}, cosine != 1 || sine != 0};
}

static flr_affine3 affine_of(const chain *poses)
{
    flr_affine3 all = flr_affine3_identity();
    for (bool first = true; poses; poses = poses->outer, first = false) {
        const query_pose3 p = pose3_of(poses->pose);
        const flr_affine3 next = {p.rotation, p.position};
        all = first ? next : flr_affine3_compose(next, all);
    }
    return all;
}

/// The points, for query_place to move.
static bool copy_points(const query_shape *from, query_shape *to)
{
    const size_t size = (size_t)from->dimension * from->point_count * sizeof *from->points;
    if (size == 0) return true;
    if (!to->points && !(to->points = malloc(size))) return false;
    memcpy(to->points, from->points, size);
    to->point_count = from->point_count;
    return true;
}

/// The arrays and cores that are not numbers.
static void finish3(const query_shape *own, query_shape *s)
{
    if (own->space.kind == FLR_SHAPE3_POLYGON)
        s->space.as.polygon = (flr_polygon3){query_points3(s), s->point_count};
    if (own->space.kind == FLR_SHAPE3_CONVEX && own->points) {
        const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        s->space.as.convex = flr_convex3_points(query_points3(s), (uint32_t)s->point_count, upright,
                                                flr_vec3_make(0, 0, 0), own->space.as.convex.radius);
    }
}

static void finish2(const query_shape *own, query_shape *s)
{
    if (own->plane.kind == FLR_SHAPE2_POLYGON)
        s->plane.as.polygon = (flr_polygon2){query_points2(s), s->point_count};
    if (own->plane.kind == FLR_SHAPE2_CONVEX)
        s->plane.as.convex =
            flr_convex2_polygon(query_points2(s), (uint32_t)s->point_count, flr_vec2_make(1, 0),
                                flr_vec2_make(0, 0), own->plane.as.convex.radius);
}

static flr_status place(handle *h, int side, const chain *poses);

static flr_status place_parts(handle *h, int side, const chain *poses)
{
    query_shape *s = &h->seats[side].shape;
    const size_t count = h->part_count;
    if (h->dimension == 3 && !s->spaces && !(s->spaces = malloc(count * sizeof *s->spaces)))
        return FLR_OUT_OF_MEMORY;
    if (h->dimension == 2 && !s->planes && !(s->planes = malloc(count * sizeof *s->planes)))
        return FLR_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i) {
        handle *part = h->parts[i];
        const flr_status status = place(part, side, poses);
        if (status != FLR_OK) return status;
        if (s->spaces) s->spaces[i] = part->seats[side].shape.space;
        if (s->planes) s->planes[i] = part->seats[side].shape.plane;
    }
    s->space.as.compound = (flr_compound3){s->spaces, count, NULL};
    if (h->dimension == 2) s->plane.as.compound = (flr_compound2){s->planes, count, NULL};
    return FLR_OK;
}

/// Meshes and hulls keep their vertices and have a pose; all else is moved as `feeler query` moves it.
static flr_status place(handle *h, int side, const chain *outer)
{
    query_shape *s = &h->seats[side].shape;
    const chain inner = {h->within, outer}, *poses = h->has_within ? &inner : outer;
    s->space = h->own.space;
    s->plane = h->own.plane;
    if (h->part_count > 0) return place_parts(h, side, poses);
    if (h->own.mesh) {
        const flr_affine3 outside = affine_of(poses);
        const flr_affine3 all =
            h->own.grid.columns ? flr_affine3_compose(outside, h->own.mesh_pose) : outside;
        return flr_instance3_make(h->own.mesh, all, &s->space.as.mesh);
    }
    if (h->hull) {
        const flr_affine3 m = affine_of(poses);
        s->space.as.convex =
            flr_convex3_hull(h->hull, m.linear, m.translation, h->own.space.as.convex.radius);
        return FLR_OK;
    }
    if (!copy_points(&h->own, s)) return FLR_OUT_OF_MEMORY;
    for (; poses; poses = poses->outer) {
        if (h->dimension == 3) {
            const query_pose3 p = pose3_of(poses->pose);
            query_place3(s, &p);
        } else {
            const query_pose2 p = pose2_of(poses->pose);
            query_place2(s, &p);
        }
    }
    if (h->dimension == 3)
        finish3(&h->own, s);
    else
        finish2(&h->own, s);
    return FLR_OK;
}

static flr_status take_seat(handle *h, int side, const flr_real *pose)
{
    seat *s = &h->seats[side];
    if (!pose && s->state == SEAT_OWN) return FLR_OK;
    if (pose && s->state == SEAT_POSED && memcmp(s->pose, pose, sizeof s->pose) == 0) return FLR_OK;
    const chain outer = {pose, NULL};
    s->state = SEAT_EMPTY;
    const flr_status status = place(h, side, pose ? &outer : NULL);
    if (status != FLR_OK) return status;
    s->state = pose ? SEAT_POSED : SEAT_OWN;
    if (pose) memcpy(s->pose, pose, sizeof s->pose);
    return FLR_OK;
}

flr_status handle_place3(handle *h, int side, const flr_real *pose, const flr_shape3 **shape)
{
    *shape = &h->seats[side].shape.space;
    return take_seat(h, side, pose);
}

flr_status handle_place2(handle *h, int side, const flr_real *pose, const flr_shape2 **shape)
{
    *shape = &h->seats[side].shape.plane;
    return take_seat(h, side, pose);
}

// ---- Freeing

static void free_shape(query_shape *s)
{
    free(s->points);
    free(s->spaces);
    free(s->planes);
}

void handle_free(handle *h)
{
    if (!h || --h->references > 0) return;
    for (int side = 0; side < 2; ++side) free_shape(&h->seats[side].shape);
    for (size_t i = 0; i < h->part_count; ++i) handle_free(h->parts[i]);
    free(h->parts);
    free_shape(&h->own);
    if (!h->source) {
        flr_winding3_destroy(h->winding);
        flr_mesh3_destroy(h->own.mesh);
        flr_hull3_destroy(h->hull);
    }
    handle_free(h->source);
    free(h);
}

void EXPORT(feeler_free)(handle *h);
void feeler_free(handle *h) { handle_free(h); }

// ---- Making. Each function returns a status, and the shape in the_call.count.

static handle *handle_new(int dimension)
{
    handle *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    h->dimension = h->own.dimension = dimension;
    h->references = 1;
    return h;
}

static flr_status done(handle *h, flr_status status)
{
    if (status != FLR_OK) {
        handle_free(h);
        h = NULL;
    }
    the_call.count = (int32_t)(intptr_t)h;
    return status;
}

handle *handle_part(handle *of, const flr_real *pose)
{
    handle *h = handle_new(of->dimension);
    if (!h) return NULL;
    handle *source = of->source ? of->source : of;
    ++source->references;
    h->source = source;
    h->hull = of->hull;
    h->own.space = of->own.space;
    h->own.plane = of->own.plane;
    h->own.mesh = of->own.mesh;
    h->own.grid = of->own.grid;
    h->own.mesh_pose = of->own.mesh_pose;
    h->has_within = pose != NULL;
    if (pose) memcpy(h->within, pose, sizeof h->within);
    bool good = copy_points(&of->own, &h->own);
    if (good && of->part_count > 0) good = (h->parts = calloc(of->part_count, sizeof *h->parts)) != NULL;
    for (size_t i = 0; good && i < of->part_count; ++i) {
        h->parts[i] = handle_part(of->parts[i], of->parts[i]->has_within ? of->parts[i]->within : NULL);
        good = h->parts[i] != NULL;
        h->part_count += good;
    }
    if (good) return h;
    handle_free(h);
    return NULL;
}

handle *handle_take(query_shape *read)
{
    handle *h = handle_new(read->dimension);
    const size_t count = read->part_count;
    if (!h || (count > 0 && !(h->parts = calloc(count, sizeof *h->parts)))) {
        query_shape_free(read);
        handle_free(h);
        return NULL;
    }
    bool good = true;
    for (size_t i = 0; i < count; ++i) {
        h->parts[i] = handle_take(&read->parts[i]);
        good = good && h->parts[i];
    }
    free(read->parts);
    if (read->mesh) {  // which has copies
        free(read->points);
        free(read->triangles);
        free((void *)(uintptr_t)read->grid.heights);
        free((void *)(uintptr_t)read->grid.cells);
        read->points = NULL;
        read->triangles = NULL;
        read->grid.heights = NULL;
        read->grid.cells = NULL;
        read->point_count = 0;
    }
    h->own = *read;
    h->own.parts = NULL;
    h->own.part_count = 0;
    h->part_count = good ? count : 0;
    if (good) return h;
    for (size_t i = 0; i < count; ++i) handle_free(h->parts[i]);
    handle_free(h);
    return NULL;
}

/// The corners of the hull instead of the points.
static flr_status hull_points(query_shape *own)
{
    flr_hull2 *hull = NULL;
    const flr_status status = flr_hull2_create(query_points2(own), own->point_count, NULL, &hull);
    if (status != FLR_OK) return status;
    own->point_count = flr_hull2_get_info(hull).vertex_count;
    memcpy(own->points, flr_hull2_vertices(hull), own->point_count * sizeof(flr_vec2));
    flr_hull2_destroy(hull);
    return FLR_OK;
}

/// The quaternion at that place of the_call.in becomes the columns of its matrix; in the plane the angle a cosine and a sine.
void EXPORT(feeler_rotation)(int dimension, size_t at);
void feeler_rotation(int dimension, size_t at)
{
    flr_real *n = the_call.in + at;
    if (dimension == 3) {
        const flr_real q[4] = {n[0], n[1], n[2], n[3]};
        rotation_matrix(q, n);
        return;
    }
    const flr_real turn[3] = {0, 0, n[0]};
    const query_pose2 p = pose2_of(turn);
    n[0] = p.rotation.x;
    n[1] = p.rotation.y;
}

/// A shape by its numbers in the order of its struct, in the_call.in, and its points, which it takes. A hull of points has its radius first.
flr_status EXPORT(feeler_shape)(int dimension, int kind, int numbers, const flr_real *points, size_t count);
flr_status feeler_shape(int dimension, int kind, int numbers, const flr_real *points, size_t count)
{
    handle *h = handle_new(dimension);
    if (!h) return done(NULL, FLR_OUT_OF_MEMORY);
    flr_shape3 *space = &h->own.space;
    flr_shape2 *plane = &h->own.plane;
    h->own.points = (flr_real *)(uintptr_t)points;
    h->own.point_count = count;
    flr_status status = FLR_OK;
    if (dimension == 3) {
        if (kind >= FLR_SHAPE3_MESH) return done(h, FLR_INVALID_ARGUMENT);
        space->kind = (flr_shape3_kind)kind;
        if (kind == FLR_SHAPE3_CONVEX)
            space->as.convex.radius = the_call.in[0];
        else
            memcpy(&space->as, the_call.in, (size_t)numbers * sizeof *the_call.in);
        finish3(&h->own, &h->own);
        status = flr_check3(space);
    } else {
        if (kind >= FLR_SHAPE2_COMPOUND) return done(h, FLR_INVALID_ARGUMENT);
        plane->kind = (flr_shape2_kind)kind;
        if (kind == FLR_SHAPE2_CONVEX)
            plane->as.convex.radius = the_call.in[0];
        else
            memcpy(&plane->as, the_call.in, (size_t)numbers * sizeof *the_call.in);
        if (kind == FLR_SHAPE2_CONVEX) status = hull_points(&h->own);
        if (status == FLR_OK) finish2(&h->own, &h->own);
        if (status == FLR_OK) status = flr_check2(plane);
    }
    return done(h, status);
}

/// All within that of a convex shape of space belongs to it.
flr_status EXPORT(feeler_round)(handle *h, flr_real rounding);
flr_status feeler_round(handle *h, flr_real rounding)
{
    const flr_shape3 *s = NULL;
    flr_convex3 core;
    h->own.space.rounding = 0;
    flr_status status = handle_place3(h, 0, NULL, &s);
    if (status != FLR_OK) return status;
    if (!(rounding >= 0) || (rounding > 0 && !flr_convex3_shape(s, &core))) return FLR_INVALID_SHAPE;
    h->own.space.rounding = rounding;
    h->seats[0].state = h->seats[1].state = SEAT_EMPTY;
    return FLR_OK;
}

flr_status EXPORT(feeler_mesh3)(const flr_real *vertices, size_t vertex_count, const uint32_t *triangles,
                                size_t triangle_count, int solid, flr_real weld);
flr_status feeler_mesh3(const flr_real *vertices, size_t vertex_count, const uint32_t *triangles,
                        size_t triangle_count, int solid, flr_real weld)
{
    handle *h = handle_new(3);
    if (!h) return done(NULL, FLR_OUT_OF_MEMORY);
    const flr_mesh3_input input = {vertices, vertex_count, triangles, triangle_count, weld};
    h->own.space.kind = FLR_SHAPE3_MESH;
    h->own.space.solid = solid;
    return done(h, flr_mesh3_create(&input, NULL, &h->own.mesh));
}

/// Spacing of columns and rows in in[0..1]; `cells` may be null.
flr_status EXPORT(feeler_heights3)(const flr_real *heights, const uint8_t *cells, size_t columns, size_t rows,
                                   int32_t first_column, int32_t first_row, int diagonal);
flr_status feeler_heights3(const flr_real *heights, const uint8_t *cells, size_t columns, size_t rows,
                           int32_t first_column, int32_t first_row, int diagonal)
{
    handle *h = handle_new(3);
    if (!h) return done(NULL, FLR_OUT_OF_MEMORY);
    const flr_heights3_input input = {heights,      cells,          columns,
                                      rows,         the_call.in[0], the_call.in[1],
                                      first_column, first_row,      (flr_diagonal)diagonal};
    h->own.space.kind = FLR_SHAPE3_MESH;
    return done(h, flr_mesh3_create_heights(&input, NULL, &h->own.mesh));
}

bool handle_alone(handle *h)
{
    if (h->source || h->references > 1) return false;
    flr_winding3_destroy(h->winding);
    h->winding = NULL;
    h->seats[0].state = h->seats[1].state = SEAT_EMPTY;
    return true;
}

/// Moves the vertices of a mesh that nothing else holds; else FLR_CANCELLED.
flr_status EXPORT(feeler_refit3)(handle *h, const flr_real *vertices);
flr_status feeler_refit3(handle *h, const flr_real *vertices)
{
    return handle_alone(h) ? flr_mesh3_refit(h->own.mesh, vertices) : FLR_CANCELLED;
}

flr_status EXPORT(feeler_hull3)(const flr_vec3 *points, size_t count, uint32_t vertex_limit, flr_real merge,
                                flr_real radius);
flr_status feeler_hull3(const flr_vec3 *points, size_t count, uint32_t vertex_limit, flr_real merge,
                        flr_real radius)
{
    handle *h = handle_new(3);
    if (!h) return done(NULL, FLR_OUT_OF_MEMORY);
    const flr_hull3_options options = {vertex_limit, merge};
    h->own.space.kind = FLR_SHAPE3_CONVEX;
    h->own.space.as.convex.radius = radius;
    return done(h, flr_hull3_create(points, count, &options, NULL, &h->hull));
}

/// How many compounds are within one another.
static int depth_of(const handle *h)
{
    int most = 0;
    for (size_t i = 0; i < h->part_count; ++i) {
        const int depth = depth_of(h->parts[i]);
        if (depth > most) most = depth;
    }
    return most + (h->part_count > 0);
}

/// `poses` has POSE_NUMBERS for each part, the first of them NaN where there is none.
flr_status EXPORT(feeler_compound)(int dimension, handle *const *parts, size_t count, const flr_real *poses);
flr_status feeler_compound(int dimension, handle *const *parts, size_t count, const flr_real *poses)
{
    handle *h = handle_new(dimension);
    if (!h || !(h->parts = calloc(count ? count : 1, sizeof *h->parts))) return done(h, FLR_OUT_OF_MEMORY);
    for (size_t i = 0; i < count; ++i) {
        const flr_real *pose = poses + i * POSE_NUMBERS;
        if (parts[i]->dimension != dimension) return done(h, FLR_INVALID_ARGUMENT);
        if (!(h->parts[i] = handle_part(parts[i], *pose == *pose ? pose : NULL)))
            return done(h, FLR_OUT_OF_MEMORY);
        h->part_count = i + 1;
    }
    h->own.space.kind = FLR_SHAPE3_COMPOUND;
    if (dimension == 2) h->own.plane.kind = FLR_SHAPE2_COMPOUND;
    return done(h, count == 0 || depth_of(h) > FLR_COMPOUND_DEPTH ? FLR_INVALID_SHAPE : FLR_OK);
}
