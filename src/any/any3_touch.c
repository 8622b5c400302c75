#include "any/any3_distance.h"

/// Corners that were given, or carried to their place and rounded once.
static bool corner_of(const flr_convex3 *c, uint32_t id, flr_vec3 *p)
{
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        *p = c->corners[id];
        return true;
    case FLR_CONVEX3_POINTS:
        *p = flr_add3(flr_mat3_mul(c->axes, c->points[id]), c->center);
        return true;
    case FLR_CONVEX3_HULL:
        *p = flr_add3(flr_mat3_mul(c->axes, flr_hull3_vertices(c->hull)[id]), c->center);
        return true;
    case FLR_CONVEX3_BOX:
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
    case FLR_CONVEX3_USER:
        break;
    }
    return false;
}

/// What the corners of a simplex span.
static bool piece_of(const flr_convex3 *c, const uint32_t *id, uint32_t count, flr_shape3 *piece)
{
    const flr_shape3_kind kinds[4] = {FLR_SHAPE3_POINT, FLR_SHAPE3_SEGMENT, FLR_SHAPE3_TRIANGLE,
                                      FLR_SHAPE3_TETRAHEDRON};
    flr_vec3 v[4];
    uint32_t known = 0;
    if (c->radius > 0 || count < 1 || count > 4) return false;
    for (uint32_t i = 0; i < count; ++i) {
        bool again = false;
        for (uint32_t k = 0; k < i; ++k) again |= id[k] == id[i];
        if (!again && !corner_of(c, id[i], &v[known++])) return false;
    }
    for (uint32_t i = known; i < 4; ++i) v[i] = v[0];
    *piece = (flr_shape3){.kind = kinds[known - 1]};
    piece->as.tetrahedron = (flr_tetrahedron){v[0], v[1], v[2], v[3]};  // the others are its first corners
    return true;
}

static bool is_exact(flr_shape3_kind k)
{
    return k <= FLR_SHAPE3_LINE || k == FLR_SHAPE3_AABB || any3_is_faceted(k);
}

static double coordinates(flr_vec3 v) { return fabs((double)v.x) + fabs((double)v.y) + fabs((double)v.z); }

/// Is the distance no more than what rounding may leave of a touch?
static bool is_rounding(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c)
{
    const double part = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-45;
    double size = coordinates(c->point_a) + coordinates(c->point_b) + coordinates(flr_any3_point(b)) +
                  (a->kind == FLR_SHAPE3_CONVEX ? coordinates(flr_any3_point(a)) : flr_any3_size(a));
    return (double)c->distance <= part * size;
}

bool flr_any3_touch(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c)
{
    if (b->kind != FLR_SHAPE3_CONVEX || !(is_exact(a->kind) || a->kind == FLR_SHAPE3_CONVEX)) return false;
    if (!is_rounding(a, b, c)) return false;
    flr_shape3 cover = any3_is_path(a->kind) ? flr_any3_cover(a, b) : *a, piece_a = *a, piece_b;
    flr_convex3 x, y;
    if (!flr_any3_core(&cover, &x) || !flr_any3_core(b, &y)) return false;
    flr_gjk3_cache cache = {.count = 0};
    flr_gjk3_options options = {.max_distance = (flr_real)INFINITY, .cache = &cache};
    (void)flr_closest3_convex_convex(&x, &y, &options);
    if (!piece_of(&y, cache.b, cache.count, &piece_b)) return false;
    if (a->kind == FLR_SHAPE3_CONVEX && !piece_of(&x, cache.a, cache.count, &piece_a)) return false;
    bool ranked = piece_a.kind <= piece_b.kind, overlap = false;
    return flr_any3_exact_overlap(ranked ? &piece_a : &piece_b, ranked ? &piece_b : &piece_a, &overlap) &&
           overlap;
}
