#include <math.h>
#include <stdlib.h>

#include "feeler/trace.h"
#include "query/convex_pair.h"

// ---- sat

static const char *const kind_names[] = {"face_a", "face_b", "edges"};

/// A question and its shapes, handed to those who write steps.
typedef struct asked {
    question *q;
    const convex_pair *pair;
    bool as_hulls;
} asked;

static uint32_t corner_of(const asked *k, int side, uint32_t vertex)
{
    if (k->q->dimension == 2) return convex_corner2(&k->pair->plane[side], vertex);
    return k->as_hulls ? convex_corner3(&k->pair->space[side], vertex) : vertex;
}

static void put_edge(const asked *k, const char *name, int side, const uint32_t edge[2])
{
    const uint32_t corners[2] = {corner_of(k, side, edge[0]), corner_of(k, side, edge[1])};
    if (edge[0] != FLR_HULL_NONE) put_wholes(k->q, name, corners, 2);
}

/// The corners around a face: of a hull as it has them, of a box those on the side of one that is known.
static void put_face(const asked *k, const flr_sat3_axis *axis)
{
    const int side = axis->kind == FLR_SAT_FACE_A ? 0 : 1;
    const uint32_t face = axis->face, known = side ? axis->vertex_b : axis->vertex_a;
    if (face == FLR_HULL_NONE) return;
    put_whole(k->q, "face", face);
    put_list(k->q, "corners");
    if (k->as_hulls) {
        const flr_polyhedron3 p = flr_hull3_polyhedron(k->pair->space[side].hull);
        for (uint32_t i = p.first[face]; i < p.first[face + 1]; ++i)
            put_whole(k->q, NULL, corner_of(k, side, p.indices[i]));
    } else {
        const uint32_t u = 1u << (face + 1) % 3, v = 1u << (face + 2) % 3, low = known & ~(u | v);
        const uint32_t around[4] = {low, low | u, low | u | v, low | v};
        for (int i = 0; i < 4; ++i) put_whole(k->q, NULL, around[i]);
    }
    put_list_end(k->q);
}

static void put_axis3(void *user, const flr_sat3_axis *axis)
{
    const asked *k = user;
    question *q = k->q;
    put_object(q);
    answer_word(q->answer, "kind", kind_names[axis->kind]);
    put_face(k, axis);
    put_edge(k, "edge_a", 0, axis->edge_a);
    put_edge(k, "edge_b", 1, axis->edge_b);
    put_vector3(q, "axis", axis->axis);
    answer_number(q->answer, "separation", (double)axis->separation);
    put_vector3(q, "a", axis->point_a);
    put_vector3(q, "b", axis->point_b);
    put_whole(q, "corner_a", corner_of(k, 0, axis->vertex_a));
    put_whole(q, "corner_b", corner_of(k, 1, axis->vertex_b));
    answer_truth(q->answer, "better", axis->better);
    answer_close(q->answer);
}

static bool sat_in_space(asked *k, flr_real face_bias)
{
    question *q = k->q;
    const convex_side3 *a = &k->pair->space[0], *b = &k->pair->space[1];
    k->as_hulls = a->as_given.kind != FLR_CONVEX3_BOX || b->as_given.kind != FLR_CONVEX3_BOX;
    const flr_convex3 *c = k->as_hulls ? &a->as_hull : &a->as_given,
                      *d = k->as_hulls ? &b->as_hull : &b->as_given;
    for (int i = 0; i < 2; ++i)
        if (flr_hull3_get_info(k->pair->space[i].hull).dimension < 2)
            return query_fail(q->error, "invalid_shape",
                              "%s: sat takes solids and areas, found a %s without an area", i ? "b" : "a",
                              q->shapes[i].name);
    flr_sat3_answer r;
    if (!question_check(q, flr_trace3_sat(c, d, face_bias, NULL, NULL, &r))) return false;
    answer_number(q->answer, "separation", (double)r.separation);
    put_vector3(q, "axis", r.axis);
    put_whole(q, "chosen", r.chosen);
    put_whole(q, "edge_pairs", r.edge_pairs);
    put_list(q, "axes");
    flr_trace3_sat(c, d, face_bias, put_axis3, k, &r);
    put_list_end(q);
    return true;
}

static void put_axis2(void *user, const flr_sat2_axis *axis)
{
    const asked *k = user;
    question *q = k->q;
    const int owner = axis->kind == FLR_SAT_FACE_A ? 0 : 1;
    const convex_side2 *s = &k->pair->plane[owner];
    const uint32_t edge[2] = {axis->edge, axis->edge + 1 < s->shape.count ? axis->edge + 1 : 0};
    put_object(q);
    answer_word(q->answer, "kind", kind_names[axis->kind]);
    put_edge(k, owner ? "edge_b" : "edge_a", owner, edge);
    put_vector2(q, "axis", axis->axis);
    answer_number(q->answer, "separation", (double)axis->separation);
    put_vector2(q, "a", axis->point_a);
    put_vector2(q, "b", axis->point_b);
    put_whole(q, "corner_a", corner_of(k, 0, axis->vertex_a));
    put_whole(q, "corner_b", corner_of(k, 1, axis->vertex_b));
    answer_truth(q->answer, "better", axis->better);
    answer_close(q->answer);
}

static bool sat_in_plane(asked *k, flr_real face_bias)
{
    question *q = k->q;
    const flr_convex2 *a = &k->pair->plane[0].shape, *b = &k->pair->plane[1].shape;
    flr_sat2_answer r;
    if (!question_check(q, flr_trace2_sat(a, b, face_bias, NULL, NULL, &r))) return false;
    answer_number(q->answer, "separation", (double)r.separation);
    put_vector2(q, "axis", r.axis);
    put_whole(q, "chosen", r.chosen);
    put_list(q, "axes");
    flr_trace2_sat(a, b, face_bias, put_axis2, k, &r);
    put_list_end(q);
    return true;
}

bool operation_sat(question *q)
{
    convex_pair pair;
    bool good = convex_pair_read(q, CONVEX_CORNERS, &pair);
    asked k = {.q = q, .pair = &pair};
    const field_scope s = question_scope(q);
    flr_real face_bias = 0;
    good = good && field_read(&s, "face_bias", &face_bias);
    if (good) good = q->dimension == 3 ? sat_in_space(&k, face_bias) : sat_in_plane(&k, face_bias);
    convex_pair_free(&pair);
    return good;
}

// ---- epa

static const char *const epa_ends[] = {"goes_on", "turned", "bounds_met", "confirmed", "flat", "limit"};

static void put_corners(const asked *k, uint32_t a, uint32_t b)
{
    if (a != FLR_HULL_NONE) put_whole(k->q, "corner_a", corner_of(k, 0, a));
    if (b != FLR_HULL_NONE) put_whole(k->q, "corner_b", corner_of(k, 1, b));
}

static void put_point3(const asked *k, const flr_minkowski3_point *p)
{
    put_vector3(k->q, "point", p->difference);
    put_vector3(k->q, "a", p->a);
    put_vector3(k->q, "b", p->b);
    put_corners(k, p->vertex_a, p->vertex_b);
    answer_close(k->q->answer);
}

static void put_point2(const asked *k, const flr_minkowski2_point *p)
{
    put_vector2(k->q, "point", p->difference);
    put_vector2(k->q, "a", p->a);
    put_vector2(k->q, "b", p->b);
    put_corners(k, p->vertex_a, p->vertex_b);
    answer_close(k->q->answer);
}

/// What a step has in both dimensions, behind its normal and support point.
static void put_bounds(question *q, flr_real distance, flr_real reach, flr_real lower, flr_real upper)
{
    answer_number(q->answer, "distance", (double)distance);
    answer_number(q->answer, "reach", (double)reach);
    answer_number(q->answer, "lower", (double)lower);
    answer_number(q->answer, "upper", (double)upper);
}

static void put_end(question *q, flr_epa_end end)
{
    if (end != FLR_EPA_GOES_ON) answer_word(q->answer, "end", epa_ends[end]);
    answer_close(q->answer);
}

static void put_growth3(question *q, const flr_epa3_step *s)
{
    put_list(q, "seen");
    for (uint32_t i = 0; i < s->face_count; ++i)
        if (s->seen[i]) put_whole(q, NULL, i);
    put_list_end(q);
    put_list(q, "horizon");
    for (uint32_t i = 0; i < s->horizon_count; ++i) put_wholes(q, NULL, s->horizon[i], 2);
    put_list_end(q);
}

static void put_epa3(void *user, const flr_epa3_step *s)
{
    const asked *k = user;
    question *q = k->q;
    put_object(q);
    put_list(q, "vertices");
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        put_object(q);
        put_point3(k, &s->vertices[i]);
    }
    put_list_end(q);
    put_list(q, "faces");
    for (uint32_t i = 0; i < s->face_count; ++i) put_wholes(q, NULL, s->faces[i], 3);
    put_list_end(q);
    if (s->nearest != FLR_HULL_NONE) {
        put_whole(q, "nearest", s->nearest);
        put_vector3(q, "normal", s->normal);
        answer_open(q->answer, "support");
        put_point3(k, &s->support);
        put_bounds(q, s->distance, s->reach, s->lower, s->upper);
        if (s->end == FLR_EPA_GOES_ON) put_growth3(q, s);
    }
    put_end(q, s->end);
}

static void put_epa2(void *user, const flr_epa2_step *s)
{
    const asked *k = user;
    question *q = k->q;
    put_object(q);
    put_list(q, "vertices");
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        put_object(q);
        put_point2(k, &s->vertices[i]);
    }
    put_list_end(q);
    if (s->nearest != FLR_HULL_NONE) {
        put_whole(q, "nearest", s->nearest);
        put_vector2(q, "normal", s->normal);
        answer_open(q->answer, "support");
        put_point2(k, &s->support);
        put_bounds(q, s->distance, s->reach, s->lower, s->upper);
    }
    put_end(q, s->end);
}

static bool epa_in_space(asked *k)
{
    question *q = k->q;
    const flr_convex3 *a = &k->pair->space[0].as_given, *b = &k->pair->space[1].as_given;
    flr_gjk3 r;
    if (!question_bound(q, flr_trace3_epa(a, b, NULL, NULL, &r))) return false;
    answer_number(q->answer, "signed_distance", (double)r.signed_distance);
    put_vector3(q, "normal", r.normal);
    put_vector3(q, "a", r.point_a);
    put_vector3(q, "b", r.point_b);
    put_list(q, "steps");
    flr_trace3_epa(a, b, put_epa3, k, &r);
    put_list_end(q);
    return true;
}

static bool epa_in_plane(asked *k)
{
    question *q = k->q;
    const flr_convex2 *a = &k->pair->plane[0].shape, *b = &k->pair->plane[1].shape;
    flr_gjk2 r;
    if (!question_bound(q, flr_trace2_epa(a, b, NULL, NULL, &r))) return false;
    answer_number(q->answer, "signed_distance", (double)r.signed_distance);
    put_vector2(q, "normal", r.normal);
    put_vector2(q, "a", r.point_a);
    put_vector2(q, "b", r.point_b);
    put_list(q, "steps");
    flr_trace2_epa(a, b, put_epa2, k, &r);
    put_list_end(q);
    return true;
}

bool operation_epa(question *q)
{
    convex_pair pair;
    bool good = convex_pair_read(q, CONVEX_ANY, &pair);
    asked k = {.q = q, .pair = &pair};
    if (good) good = q->dimension == 3 ? epa_in_space(&k) : epa_in_plane(&k);
    convex_pair_free(&pair);
    return good;
}

// ---- clip

static const char *const clip_stages[] = {"features", "incident", "depth",  "side", "tip",
                                          "drop",     "merge",    "spread", "join"};

static void put_feature3(const asked *k, const char *name, int side, const flr_clip3_feature *f)
{
    question *q = k->q;
    answer_open(q->answer, name);
    put_list(q, "points");
    for (uint32_t i = 0; i < f->count; ++i) put_vector3(q, NULL, f->corners[i]);
    put_list_end(q);
    if (f->vertices[0] != FLR_HULL_NONE) {
        put_list(q, "corners");
        for (uint32_t i = 0; i < f->count; ++i) put_whole(q, NULL, corner_of(k, side, f->vertices[i]));
        put_list_end(q);
    }
    if (f->count > 2) put_vector3(q, "normal", f->normal);
    answer_close(q->answer);
}

static void put_clipped3(question *q, const char *name, const flr_clip3_point *points, uint32_t count,
                         bool ids)
{
    put_list(q, name);
    for (uint32_t i = 0; i < count; ++i) {
        put_object(q);
        put_vector3(q, "position", points[i].position);
        answer_number(q->answer, "depth", (double)points[i].depth);
        if (ids) put_whole(q, "id", points[i].id);
        answer_close(q->answer);
    }
    put_list_end(q);
}

static void put_clip3(void *user, const flr_clip3_step *s)
{
    const asked *k = user;
    question *q = k->q;
    put_object(q);
    answer_word(q->answer, "stage", clip_stages[s->stage]);
    if (s->stage == FLR_CLIP_FEATURES) {
        put_feature3(k, "a", 0, s->a);
        put_feature3(k, "b", 1, s->b);
    } else {
        if (s->stage == FLR_CLIP_INCIDENT) answer_word(q->answer, "reference", s->reference_is_b ? "b" : "a");
        if (s->stage == FLR_CLIP_SIDE) put_whole(q, "side", s->side);
        if (s->stage == FLR_CLIP_SIDE || s->stage == FLR_CLIP_TIP) {
            put_vector3(q, "normal", s->plane.normal);
            answer_number(q->answer, "offset", (double)s->plane.offset);
        }
        put_clipped3(q, "points", s->points, s->count, s->stage >= FLR_CLIP_MERGE);
        put_clipped3(q, "dropped", s->dropped, s->dropped_count, s->stage > FLR_CLIP_MERGE);
    }
    answer_close(q->answer);
}

static void put_feature2(const asked *k, const char *name, int side, const flr_clip2_feature *f)
{
    question *q = k->q;
    const int count = f->vertices[0] == f->vertices[1] ? 1 : 2;
    answer_open(q->answer, name);
    put_list(q, "points");
    for (int i = 0; i < count; ++i) put_vector2(q, NULL, f->corners[i]);
    put_list_end(q);
    put_list(q, "corners");
    for (int i = 0; i < count; ++i) put_whole(q, NULL, corner_of(k, side, f->vertices[i]));
    put_list_end(q);
    answer_close(q->answer);
}

static void put_clipped2(question *q, const char *name, const flr_clip2_point *points, uint32_t count)
{
    put_list(q, name);
    for (uint32_t i = 0; i < count; ++i) {
        put_object(q);
        put_vector2(q, "position", points[i].position);
        answer_number(q->answer, "depth", (double)points[i].depth);
        answer_close(q->answer);
    }
    put_list_end(q);
}

static void put_clip2(void *user, const flr_clip2_step *s)
{
    const asked *k = user;
    question *q = k->q;
    put_object(q);
    answer_word(q->answer, "stage", clip_stages[s->stage]);
    if (s->stage == FLR_CLIP_FEATURES) {
        put_feature2(k, "a", 0, s->a);
        put_feature2(k, "b", 1, s->b);
    } else {
        if (s->stage == FLR_CLIP_INCIDENT) answer_word(q->answer, "reference", s->reference_is_b ? "b" : "a");
        if (s->stage == FLR_CLIP_SIDE) {
            put_whole(q, "side", s->side);
            put_vector2(q, "normal", s->plane.normal);
            answer_number(q->answer, "offset", (double)s->plane.offset);
        }
        put_clipped2(q, "points", s->points, s->count);
        put_clipped2(q, "dropped", s->dropped, s->dropped_count);
    }
    answer_close(q->answer);
}

static bool clip_in_space(asked *k, flr_real margin, flr_real face_bias)
{
    question *q = k->q;
    const flr_convex3 *a = &k->pair->space[0].as_given, *b = &k->pair->space[1].as_given;
    const flr_contact3_options options = {margin, face_bias, NULL};
    flr_manifold3 m;
    if (!question_bound(q, flr_trace3_clip(a, b, &options, NULL, NULL, &m))) return false;
    put_manifold3(q->answer, &m);
    put_list(q, "steps");
    flr_trace3_clip(a, b, &options, put_clip3, k, &m);
    put_list_end(q);
    return true;
}

static bool clip_in_plane(asked *k, flr_real margin, flr_real face_bias)
{
    question *q = k->q;
    const flr_convex2 *a = &k->pair->plane[0].shape, *b = &k->pair->plane[1].shape;
    const flr_contact2_options options = {margin, face_bias, NULL};
    flr_manifold2 m;
    if (!question_bound(q, flr_trace2_clip(a, b, &options, NULL, NULL, &m))) return false;
    put_manifold2(q->answer, &m);
    put_list(q, "steps");
    flr_trace2_clip(a, b, &options, put_clip2, k, &m);
    put_list_end(q);
    return true;
}

bool operation_clip(question *q)
{
    convex_pair pair;
    bool good = convex_pair_read(q, CONVEX_ANY, &pair);
    asked k = {.q = q, .pair = &pair};
    const field_scope s = question_scope(q);
    flr_real margin = 0, bias = 0;
    good = good && field_read(&s, "margin", &margin) && field_read(&s, "face_bias", &bias);
    for (int i = 0; good && q->dimension == 2 && i < 2; ++i)
        if (pair.plane[i].shape.radius != 0)
            good = query_fail(q->error, "invalid_shape",
                              "%s: clip in the plane takes shapes with corners, found a %s", i ? "b" : "a",
                              q->shapes[i].name);
    if (good) good = q->dimension == 3 ? clip_in_space(&k, margin, bias) : clip_in_plane(&k, margin, bias);
    convex_pair_free(&pair);
    return good;
}

// ---- minkowski

/// A vertex that rounding has put inside of a face is none. What is flat has no faces, and all its vertices.
static bool is_corner(const flr_polyhedron3 *faces, uint32_t vertex)
{
    for (size_t i = 0; faces->face_count && i < faces->first[faces->face_count]; ++i)
        if (faces->indices[i] == vertex) return true;
    return faces->face_count == 0;
}

/// The corners of the hull with those behind them, and in space its faces.
static bool minkowski_in_space(asked *k)
{
    question *q = k->q;
    const flr_convex3 *a = &k->pair->space[0].as_given, *b = &k->pair->space[1].as_given;
    flr_hull3 *exact = NULL, *hull = NULL;
    flr_status status = flr_minkowski3_hull(a, b, NULL, &exact);
    if (status == FLR_OK) status = convex_merge(exact, &hull);
    uint32_t *numbers =
        status == FLR_OK ? calloc(flr_hull3_get_info(hull).vertex_count + 1, sizeof *numbers) : NULL;
    if (status == FLR_OK && !numbers) status = FLR_OUT_OF_MEMORY;
    const bool good = question_check(q, status);
    if (good) {
        const flr_hull3_info info = flr_hull3_get_info(hull);
        const flr_polyhedron3 faces = flr_hull3_polyhedron(hull);
        put_whole(q, "dimension", (uint32_t)info.dimension);
        if (a->radius + b->radius > 0) answer_number(q->answer, "radius", (double)(a->radius + b->radius));
        put_list(q, "vertices");
        for (uint32_t i = 0, next = 0; i < info.vertex_count; ++i) {
            if (!is_corner(&faces, i)) continue;
            const flr_minkowski3_point p =
                flr_minkowski3_hull_vertex(a, b, exact, flr_hull3_sources(hull)[i]);
            put_object(q);
            put_point3(k, &p);
            numbers[i] = next++;
        }
        put_list_end(q);
        put_list(q, "faces");
        for (size_t f = 0; f < faces.face_count; ++f) {
            put_list(q, NULL);
            for (size_t i = faces.first[f]; i < faces.first[f + 1]; ++i)
                put_whole(q, NULL, numbers[faces.indices[i]]);
            put_list_end(q);
        }
        put_list_end(q);
    }
    free(numbers);
    flr_hull3_destroy(exact);
    flr_hull3_destroy(hull);
    return good;
}

static bool minkowski_in_plane(asked *k)
{
    question *q = k->q;
    const flr_convex2 *a = &k->pair->plane[0].shape, *b = &k->pair->plane[1].shape;
    flr_hull2 *hull = NULL;
    const bool good = question_check(q, flr_minkowski2_hull(a, b, NULL, &hull));
    if (good) {
        const flr_hull2_info info = flr_hull2_get_info(hull);
        put_whole(q, "dimension", (uint32_t)info.dimension);
        if (a->radius + b->radius > 0) answer_number(q->answer, "radius", (double)(a->radius + b->radius));
        put_list(q, "vertices");
        for (uint32_t i = 0; i < info.vertex_count; ++i) {
            const flr_minkowski2_point p = flr_minkowski2_hull_vertex(a, b, hull, i);
            put_object(q);
            put_point2(k, &p);
        }
        put_list_end(q);
    }
    flr_hull2_destroy(hull);
    return good;
}

bool operation_minkowski(question *q)
{
    convex_pair pair;
    bool good = convex_pair_read(q, CONVEX_CORES, &pair);
    asked k = {.q = q, .pair = &pair};
    if (good) good = q->dimension == 3 ? minkowski_in_space(&k) : minkowski_in_plane(&k);
    convex_pair_free(&pair);
    return good;
}
