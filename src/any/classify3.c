#include "any/any3.h"
#include "feeler/overlap3.h"
#include "mesh/mesh3.h"

typedef int side_fn(const flr_plane3 *h, const flr_shape3 *s);

// clang-format off
#define TYPED(X) \
    X(point) X(segment) X(ray) X(line) X(sphere) X(capsule) X(aabb) X(box) X(cylinder) X(cone) X(triangle) X(quad) \
    X(rectangle) X(polygon) X(tetrahedron)
// clang-format on

#define SIDE_OF(K)                                                                                           \
    static int side_of_##K(const flr_plane3 *h, const flr_shape3 *s)                                         \
    {                                                                                                        \
        return flr_classify3_plane_##K(h, AS3_##K(s));                                                       \
    }
TYPED(SIDE_OF)

/// Of planes and halfspaces that are parallel and do not meet; 0 for those that do.
static int side_of_flat(const flr_plane3 *h, const flr_shape3 *s)
{
    flr_plane3 own = any3_boundary(s);
    bool solid = s->kind == FLR_SHAPE3_HALFSPACE;
    if (solid ? flr_overlap3_plane_halfspace(h, &s->as.halfspace) : flr_overlap3_plane_plane(h, &own))
        return 0;
    // parallel: any point will do, and the one nearest to the coordinate origin is small
    return flr_classify3_plane_point(h, flr_closest3_point_plane(flr_vec3_make(0, 0, 0), &own).point_b);
}

static int side_of_mesh(const flr_plane3 *h, const flr_shape3 *s)
{
    any3_recentered_pair n;
    const flr_shape3 plane = {.kind = FLR_SHAPE3_PLANE, .as.plane = *h};
    if (flr_any3_recenter_by_plane(s, &plane, 0, &n)) h = &n.b.shape.as.plane, s = &n.a.shape;
    const flr_instance3 *m = &s->as.mesh;
    int side = 0;
    for (uint32_t i = 0; (i = mesh3_next(m->mesh, i)) < m->mesh->info.triangle_count; i++) {
        flr_triangle3 t = instance3_item_triangle(m, i);
        int next = flr_classify3_plane_triangle(h, &t);
        if (next == 0 || (side != 0 && next != side)) return 0;
        side = next;
    }
    return side;
}

/// Each point as placed, exactly.
static int side_of_points(const flr_plane3 *h, const flr_convex3 *c)
{
    int side = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        flr_vec3 p = flr_add3(flr_mat3_mul(c->axes, c->points[i]), c->center);
        int next = flr_classify3_plane_point(h, p);
        if (next == 0 || (i > 0 && next != side)) return 0;
        side = next;
    }
    return side;
}

static int side_of_convex(const flr_plane3 *h, const flr_shape3 *s)
{
    const flr_convex3 *c = &s->as.convex;
    if (c->radius > 0 || c->kind == FLR_CONVEX3_USER || c->kind == FLR_CONVEX3_ELLIPSOID) {
        any3_projection i = flr_any3_project(s, h);
        return i.low > 0 ? 1 : i.high < 0 ? -1 : 0;
    }
    if (c->kind == FLR_CONVEX3_POINTS) return side_of_points(h, c);
    flr_vec3 low = flr_support3(c, flr_neg3(h->normal)), high = flr_support3(c, h->normal);
    int side = flr_classify3_plane_point(h, low);
    return flr_classify3_plane_point(h, high) == side ? side : 0;
}

#define ENTRY(K) [KIND3_##K] = side_of_##K,
static side_fn *const table[FLR_SHAPE3_COUNT] = {
    TYPED(ENTRY)[KIND3_plane] = side_of_flat, [KIND3_halfspace] = side_of_flat, ENTRY(convex) ENTRY(mesh)};

static int side_of(const flr_plane3 *h, const flr_shape3 *s)
{
    flr_shape3 room;
    s = any3_reduced(s, &room);
    if (s->kind != FLR_SHAPE3_COMPOUND) return table[s->kind](h, s);
    const flr_compound3 *c = &s->as.compound;
    int side = side_of(h, &c->shapes[0]);
    for (size_t i = 1; i < c->count && side != 0; i++)
        if (side_of(h, &c->shapes[i]) != side) side = 0;
    return side;
}

flr_status flr_classify3(const flr_plane3 *h, const flr_shape3 *s, int *side)
{
    if (!h || !side) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(s);
    if (status == FLR_OK) *side = side_of(h, s);
    return status;
}
