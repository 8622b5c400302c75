#include "query/any3_rescale.h"

static bool is_usual(flr_real size) { return (size < any3_large && size > 1 / any3_large) || size == 0; }

static flr_real more(flr_real a, flr_real b) { return a > b ? a : b; }
static flr_real absolute(flr_real x) { return x < 0 ? -x : x; }

static flr_real largest_of(const flr_vec3 *v, size_t count)
{
    flr_real most = 0;
    for (size_t i = 0; i < count; ++i)
        most = more(most, more(absolute(v[i].x), more(absolute(v[i].y), absolute(v[i].z))));
    return most;
}

static flr_real size_of_convex(const flr_convex3 *c)
{
    flr_real size = more(largest_of(&c->center, 1), absolute(c->radius));
    if (c->kind == FLR_CONVEX3_CORNERS) return more(size, largest_of(c->corners, c->count));
    if (c->kind == FLR_CONVEX3_POINTS) return more(size, largest_of(c->points, c->count));
    if (c->kind == FLR_CONVEX3_HULL) {
        const flr_aabb3 box = flr_hull3_get_info(c->hull).bounds;
        return more(size, largest_of(&box.min, 2));
    }
    bool by_extents =
        c->kind == FLR_CONVEX3_BOX || c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
    return by_extents ? more(size, largest_of(&c->half_extents, 1)) : size;
}

/// The power of two that brings a size to about 1.
static flr_real toward_one(flr_real size)
{
    int exponent;
    const int most = sizeof(flr_real) == sizeof(float) ? 120 : 1000;
    if (!(size > 0)) return 1;
    (void)frexp((double)size, &exponent);
    exponent = exponent > most ? most : exponent < -most ? -most : exponent;
    return (flr_real)ldexp(1, -exponent);
}

static flr_real plane_size(const flr_plane3 *h)
{
    return absolute(h->offset * toward_one(largest_of(&h->normal, 1)));
}

static flr_real size_of(const flr_shape3 *s)
{
    size_t count;
    const flr_vec3 *corners = flr_any3_corners(s, &count);
    if (count) return largest_of(corners, count);
    switch (s->kind) {
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
        return largest_of(&s->as.ray.origin, 1);
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        return plane_size(&s->as.plane);
    case FLR_SHAPE3_SPHERE:
        return more(largest_of(&s->as.sphere.center, 1), s->as.sphere.radius);
    case FLR_SHAPE3_CAPSULE:
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE:
        return more(largest_of(&s->as.capsule.a, 2), s->as.capsule.radius);
    case FLR_SHAPE3_AABB:
        return largest_of(&s->as.aabb.min, 2);
    case FLR_SHAPE3_BOX:
        return more(largest_of(&s->as.box.center, 1), largest_of(&s->as.box.half_extents, 1));
    case FLR_SHAPE3_RECTANGLE:
        return more(largest_of(&s->as.rectangle.center, 1),
                    more(s->as.rectangle.half_x, s->as.rectangle.half_y));
    case FLR_SHAPE3_MESH:
        return largest_of(&s->as.mesh.bounds.min, 2);
    default:
        return size_of_convex(&s->as.convex);
    }
}

/// Directions and normals may have a length of their own.
static flr_real direction_size(const flr_shape3 *s)
{
    if (any3_is_path(s->kind)) return largest_of(&s->as.ray.direction, 1);
    return any3_is_flat_unbounded(s->kind) ? largest_of(&s->as.plane.normal, 1) : 1;
}

flr_real flr_any3_factor(const flr_shape3 *a, const flr_shape3 *b, flr_real length)
{
    // of a compound its shapes are asked one by one
    if (a->kind == FLR_SHAPE3_COMPOUND || b->kind == FLR_SHAPE3_COMPOUND) return 1;
    flr_real size = more(length, more(size_of(a), size_of(b)));
    if (is_usual(size) && is_usual(direction_size(a)) && is_usual(direction_size(b))) return 1;
    flr_real factor = toward_one(size);
    // a direction alone is unusual: any factor but 1
    return factor == 1 ? (flr_real)0.5 : factor;
}

static bool times_all(flr_vec3 *v, size_t count, flr_real factor)
{
    bool same = true;
    for (size_t i = 0; i < count; ++i) same &= any3_times3(&v[i], factor);
    return same;
}

static flr_vec3 support(const void *user, flr_vec3 direction)
{
    const any3_rescaled *r = user;
    return flr_scale3(r->factor, flr_support3(r->user, direction));
}

static bool copy_points(const flr_vec3 *from, size_t count, any3_rescaled *r)
{
    if (count > ANY3_RESCALED_POINTS) return false;
    for (size_t i = 0; i < count; ++i) r->points[i] = from[i];
    return times_all(r->points, count, r->factor);
}

/// By support points alone, which are carried one by one: of a user's core, a hull or many points.
static bool by_support(const flr_convex3 *from, any3_rescaled *r)
{
    flr_convex3 *c = &r->shape.as.convex;
    r->user = from;
    *c = flr_convex3_user(support, r, c->center, c->radius);
    return true;
}

static bool rescale_convex(const flr_convex3 *from, any3_rescaled *r)
{
    flr_convex3 *c = &r->shape.as.convex;
    flr_real k = r->factor;
    if (!any3_times(&c->radius, k) || !any3_times3(&c->center, k)) return false;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return times_all(c->corners, c->count, k);
    case FLR_CONVEX3_POINTS:
        if (from->count > ANY3_RESCALED_POINTS) return by_support(from, r);
        c->points = r->points;
        return copy_points(from->points, from->count, r);
    case FLR_CONVEX3_BOX:
        return any3_times3(&c->half_extents, k);
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
        return times_all(c->corners, 2, k) && any3_times(&c->half_extents.x, k) &&
               any3_times(&c->half_extents.z, k);
    default:
        return by_support(from, r);
    }
}

static bool rescale_mesh(flr_instance3 *m, flr_real k)
{
    bool same = times_all(&m->pose.linear.x, 3, k) && any3_times3(&m->pose.translation, k) &&
                times_all(&m->inverse.linear.x, 3, 1 / k);
    return same && any3_times(&m->min_stretch, k) && any3_times(&m->max_stretch, k) &&
           times_all(&m->bounds.min, 2, k);
}

/// A direction near length 1, which keeps its way.
static bool shorten(flr_vec3 *v) { return any3_times3(v, toward_one(largest_of(v, 1))); }

bool flr_any3_rescale(const flr_shape3 *s, flr_real factor, any3_rescaled *r)
{
    flr_shape3 *t = &r->shape;
    *t = *s;
    r->factor = factor;
    switch (s->kind) {
    case FLR_SHAPE3_POINT:
        return any3_times3(&t->as.point, factor);
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
        return any3_times3(&t->as.ray.origin, factor) && shorten(&t->as.ray.direction);
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        return any3_times(&t->as.plane.offset, toward_one(largest_of(&s->as.plane.normal, 1))) &&
               any3_times(&t->as.plane.offset, factor) && shorten(&t->as.plane.normal);
    case FLR_SHAPE3_SPHERE:
        return any3_times3(&t->as.sphere.center, factor) && any3_times(&t->as.sphere.radius, factor);
    case FLR_SHAPE3_CAPSULE:
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE:
        return times_all(&t->as.capsule.a, 2, factor) && any3_times(&t->as.capsule.radius, factor);
    case FLR_SHAPE3_AABB:
    case FLR_SHAPE3_SEGMENT:
        return times_all(&t->as.segment.a, 2, factor);
    case FLR_SHAPE3_BOX:
        return any3_times3(&t->as.box.center, factor) && any3_times3(&t->as.box.half_extents, factor);
    case FLR_SHAPE3_TRIANGLE:
        return times_all(&t->as.triangle.a, 3, factor);
    case FLR_SHAPE3_QUAD:
    case FLR_SHAPE3_TETRAHEDRON:
        return times_all(&t->as.quad.a, 4, factor);
    case FLR_SHAPE3_RECTANGLE:
        return any3_times3(&t->as.rectangle.center, factor) && any3_times(&t->as.rectangle.half_x, factor) &&
               any3_times(&t->as.rectangle.half_y, factor);
    case FLR_SHAPE3_POLYGON:
        t->as.polygon.vertices = r->points;
        return copy_points(s->as.polygon.vertices, s->as.polygon.count, r);
    case FLR_SHAPE3_MESH:
        return rescale_mesh(&t->as.mesh, factor);
    default:
        return rescale_convex(&s->as.convex, r);
    }
}
