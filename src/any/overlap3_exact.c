/// Yes or no of pairs that have an exact or quick function of their own: a table of typed functions, and the
/// convex core for round shapes. Convex shapes that nearly touch: the exact yes or no of their nearest corners.
#include "any/any3.h"
#include "convex/corners.h"
#include "feeler/overlap3.h"
#include "math/vectors.h"
#include "overlap/faces3.h"
#include "overlap/separation3.h"

// The pairs with a typed function that is exact or quick, by when it is called. AT_ONCE: first. NEAR_ORIGIN:
// after moving the pair near the origin, as their corners or rims are computed. AFTER_CORE: after the convex
// core, whose answer is cheaper if it is clear. Other pairs overlap where their distance is 0.
// clang-format off
#define AT_ONCE(X) \
    X(point, point) X(point, segment) X(point, ray) X(point, line) X(point, plane) X(point, halfspace) \
    X(point, sphere) X(point, capsule) X(point, aabb) X(point, box) X(point, cylinder) X(point, cone) \
    X(point, triangle) X(point, quad) X(point, rectangle) X(point, polygon) X(point, tetrahedron) \
    X(segment, segment) X(segment, ray) \
    X(segment, line) X(segment, plane) X(segment, halfspace) X(segment, sphere) X(segment, capsule) \
    X(segment, aabb) X(segment, cylinder) X(segment, cone) X(segment, triangle) X(segment, polygon) \
    X(ray, ray) X(ray, line) X(ray, aabb) X(ray, box) X(ray, cylinder) X(ray, cone) X(ray, triangle) \
    X(ray, quad) X(ray, rectangle) X(ray, polygon) X(ray, tetrahedron) X(line, line) X(line, aabb) \
    X(line, box) X(line, cylinder) X(line, cone) X(line, triangle) X(line, quad) X(line, rectangle) \
    X(line, polygon) X(line, tetrahedron) X(plane, plane) X(plane, halfspace) X(plane, aabb) \
    X(plane, triangle) X(plane, quad) X(plane, polygon) X(plane, tetrahedron) X(halfspace, halfspace) \
    X(halfspace, aabb) X(halfspace, triangle) X(halfspace, quad) X(halfspace, polygon) \
    X(halfspace, tetrahedron) X(sphere, sphere) X(sphere, capsule) X(sphere, aabb) X(sphere, box) \
    X(sphere, cylinder) X(sphere, cone) X(sphere, triangle) X(sphere, rectangle) X(sphere, polygon) \
    X(capsule, capsule) X(aabb, aabb) X(aabb, triangle) X(aabb, rectangle) X(aabb, tetrahedron) X(box, box) \
    X(box, triangle) X(box, rectangle) X(box, tetrahedron) X(triangle, triangle) X(triangle, polygon) \
    X(triangle, tetrahedron) X(quad, polygon) X(rectangle, rectangle) X(polygon, polygon) \
    X(polygon, tetrahedron) X(triangle, quad) X(quad, quad) X(quad, tetrahedron) X(tetrahedron, tetrahedron)
#define NEAR_ORIGIN(X) X(cylinder, quad) X(cylinder, polygon) X(cone, quad) X(cone, polygon)
#define AFTER_CORE(X) \
    X(segment, quad) X(segment, rectangle) X(segment, tetrahedron) X(aabb, box) X(aabb, quad) \
    X(aabb, polygon) X(triangle, rectangle) X(rectangle, tetrahedron)
#define AFTER_CORE_NEAR_ORIGIN(X) X(box, quad) X(box, polygon) X(quad, rectangle) X(rectangle, polygon)
// clang-format on

#define OF_PAIR(A, B)                                                                                        \
    static bool A##_##B(const flr_shape3 *a, const flr_shape3 *b)                                            \
    {                                                                                                        \
        return flr_overlap3_##A##_##B(AS3_##A(a), AS3_##B(b));                                               \
    }
AT_ONCE(OF_PAIR)
NEAR_ORIGIN(OF_PAIR)
AFTER_CORE(OF_PAIR)
AFTER_CORE_NEAR_ORIGIN(OF_PAIR)

#define ENTRY(A, B) [KIND3_##A][KIND3_##B] = A##_##B,
any3_overlap_table flr_any3_overlap_at_once = {AT_ONCE(ENTRY)};
static any3_overlap_table near_origin = {NEAR_ORIGIN(ENTRY) AFTER_CORE_NEAR_ORIGIN(ENTRY)},
                          after_core = {AFTER_CORE(ENTRY)};

flr_status flr_any3_overlap_by_core(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    any3_cores c;
    flr_any3_cores(a, b, &c);
    const flr_overlap3_convex r = flr_overlap3_convex_convex(c.a, c.b, NULL);
    *overlap = r.overlap;
    return r.status;
}

bool flr_any3_exact_overlap(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    any3_recentered_pair n;
    any3_overlap_fn *exact = flr_any3_overlap_at_once[a->kind][b->kind];
    if (!exact) exact = after_core[a->kind][b->kind];
    if (exact) {
        *overlap = exact(a, b);
    } else if (any3_is_overlap_for_core(a->kind, b->kind)) {
        (void)flr_any3_overlap_by_core(a, b, overlap);  // the same answer whichever question asks for it
    } else {
        exact = near_origin[a->kind][b->kind];
        if (!exact) return false;
        const bool near = flr_any3_recenter(a, b, &n);
        *overlap = exact(near ? &n.a.shape : a, near ? &n.b.shape : b);
    }
    return true;
}

/// A vertex as given, or transformed and rounded once. False if the kind has none, or none of that number: a
/// search of curved cores may end between points that are no vertices.
static bool corner_of(const flr_convex3 *c, uint32_t id, flr_vec3 *p)
{
    if (c->kind == FLR_CONVEX3_BOX || id >= flr_corner_count3(c)) return false;
    *p = flr_corner3(c, id);
    return true;
}

/// The shape that the vertices of a simplex span.
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
    piece->as.tetrahedron = (flr_tetrahedron){v[0], v[1], v[2], v[3]};  // other kinds: its first corners
    return true;
}

static bool is_exact(flr_shape3_kind k)
{
    return k <= FLR_SHAPE3_LINE || k == FLR_SHAPE3_AABB || any3_is_faceted(k);
}

/// Is the distance no more than rounding may make of a touch?
static bool is_rounding(const flr_closest3 *c, double size)
{
    const double part = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-45;
    return (double)c->distance <= part * (flr_spread3(c->point_a) + flr_spread3(c->point_b) + size);
}

bool flr_any3_touch(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c, double size,
                    const flr_gjk3_cache *near)
{
    if (b->kind != FLR_SHAPE3_CONVEX || !(is_exact(a->kind) || a->kind == FLR_SHAPE3_CONVEX)) return false;
    if (!is_rounding(c, size)) return false;
    flr_shape3 cover = any3_is_path(a->kind) ? flr_any3_clip_path(a, b) : *a, piece_a = *a, piece_b;
    flr_convex3 x, y;
    if (!flr_any3_core(&cover, &x) || !flr_any3_core(b, &y)) return false;
    flr_gjk3_cache cache = {.count = 0};
    if (!near) {
        const flr_gjk3_options options = {.max_distance = (flr_real)INFINITY, .cache = &cache};
        (void)flr_closest3_convex_convex(&x, &y, &options);
        near = &cache;
    }
    if (!piece_of(&y, near->b, near->count, &piece_b)) return false;
    if (a->kind == FLR_SHAPE3_CONVEX && !piece_of(&x, near->a, near->count, &piece_a)) return false;
    bool ranked = piece_a.kind <= piece_b.kind, overlap = false;
    return flr_any3_exact_overlap(ranked ? &piece_a : &piece_b, ranked ? &piece_b : &piece_a, &overlap) &&
           overlap;
}

/// The shape as a list of faces; false for kinds that may have more than four corners, or computed ones.
static bool faces_of(const flr_shape3 *s, faces3 *f)
{
    if (s->kind == FLR_SHAPE3_TRIANGLE)
        *f = flr_faces3_triangle(&s->as.triangle);
    else if (s->kind == FLR_SHAPE3_QUAD)
        *f = flr_faces3_quad(&s->as.quad);
    else if (s->kind == FLR_SHAPE3_TETRAHEDRON)
        *f = flr_faces3_tetrahedron(&s->as.tetrahedron);
    else
        return false;
    return true;
}

int flr_any3_touch_along(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 direction)
{
    faces3 x, y;
    if (a->kind == FLR_SHAPE3_BOX && b->kind == FLR_SHAPE3_BOX)
        return flr_overlap3_near_boxes(&a->as.box, &b->as.box) ? 1 : -1;
    if (a->kind == FLR_SHAPE3_CONVEX && b->kind == FLR_SHAPE3_CONVEX)
        return flr_hulls3_touch(&a->as.convex, &b->as.convex, direction);
    return faces_of(a, &x) && faces_of(b, &y) ? flr_faces3_touch(&x, &y, direction) : 0;
}
