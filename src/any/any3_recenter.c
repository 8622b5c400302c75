/// Pairs far from the origin, moved near it. Derived points (corners of a box, feet on a line) lose digits
/// far from the origin, while subtracting a nearby origin from the given numbers is usually exact.
#include "any/any3.h"

#include "closest/frame3.h"
#include "convex/kinds3.h"
#include "hull/hull3.h"
#include "math/double_double.h"
#include "math/vectors.h"

/// Returns all points that place a shape; null for shapes that are not moved, and for planes and halfspaces.
static const flr_vec3 *places(const flr_shape3 *s, size_t *count)
{
    const flr_convex3 *c = &s->as.convex;
    *count = flr_any3_layouts[s->kind].points;
    if (*count) return &s->as.point;
    if (s->kind == FLR_SHAPE3_MESH) {
        *count = 1;
        return &s->as.mesh.pose.translation;
    }
    if (s->kind == FLR_SHAPE3_POLYGON) {
        *count = s->as.polygon.count;
        return *count <= ANY3_RESCALED_POINTS ? s->as.polygon.vertices : NULL;
    }
    if (s->kind != FLR_SHAPE3_CONVEX || c->kind == FLR_CONVEX3_USER) return NULL;
    *count = convex3_end_count(c);
    if (*count) return c->corners;
    *count = 1;
    return &c->center;
}

/// Is it a mesh that lies far off in its own frame, so that its corners round in world wherever it is
/// placed?
static bool has_pivot(const flr_shape3 *s)
{
    return s->kind == FLR_SHAPE3_MESH && s->as.mesh.mesh->from_pivot;
}

/// About how far the points of a hull or list extend from one of them, or from near them, in their own
/// frame. Sets that place.
static flr_real spread(const flr_convex3 *c, flr_vec3 *middle)
{
    flr_real far = 0;
    if (c->kind == FLR_CONVEX3_HULL) {
        *middle = c->hull->info.center;
        return c->hull->radius;
    }
    *middle = c->points[0];
    for (uint32_t i = 1; i < c->count && i < 8; i++)
        far = near3_more(far, near3_largest(flr_sub3(c->points[i], *middle)));
    return far;
}

bool flr_any3_is_far_within(const flr_shape3 *s)
{
    const flr_convex3 *c = &s->as.convex;
    flr_vec3 middle;
    if (s->kind != FLR_SHAPE3_CONVEX || !convex3_is_placed(c)) return false;
    const flr_real far = spread(c, &middle);
    return !near3_is_near(middle, far);
}

/// Returns a point near the shape.
static const flr_vec3 *place_of(const flr_shape3 *s, const flr_vec3 *v, flr_vec3 *room)
{
    const flr_convex3 *c = &s->as.convex;
    if (has_pivot(s))
        *room = near3_place(&s->as.mesh);
    else if (flr_any3_is_far_within(s)) {
        spread(c, room);
        *room = flr_add3(c->center, flr_mat3_mul(c->axes, *room));
    } else
        return v;
    return room;
}

/// About how far a shape extends from that point; 0 for rays and lines.
static flr_real reach(const flr_shape3 *s, const flr_vec3 *v, size_t count)
{
    const flr_convex3 *c = &s->as.convex;
    flr_real far = 0;
    flr_vec3 room;
    if (any3_is_path(s->kind)) return 0;
    if (flr_any3_is_far_within(s)) return spread(c, &room) + c->radius;
    for (size_t i = 1; i < count; i++) far = near3_more(far, near3_largest(flr_sub3(v[i], v[0])));
    if (s->kind == FLR_SHAPE3_MESH) return near3_reach(&s->as.mesh);
    if (s->kind != FLR_SHAPE3_CONVEX) {
        flr_real most = 0;
        for (size_t i = 0; i < flr_any3_layouts[s->kind].lengths; i++)
            most = near3_more(most, any3_lengths(s)[i] < 0 ? -any3_lengths(s)[i] : any3_lengths(s)[i]);
        return far + most;
    }
    if (c->kind == FLR_CONVEX3_HULL) return c->hull->radius + near3_largest(c->hull->base) + c->radius;
    for (uint32_t i = 0; c->kind == FLR_CONVEX3_POINTS && i < c->count && i < 8; i++)
        far = near3_more(far, near3_largest(c->points[i]));
    if (convex3_has_extents(c)) far = near3_more(far, near3_largest(c->half_extents));
    return far + c->radius;
}

void flr_any3_keep_exact(const flr_shape3 *s, flr_vec3 *o)
{
    size_t count;
    const flr_vec3 *v = places(s, &count);
    if (!v && !any3_is_flat_unbounded(s->kind)) *o = flr_vec3_make(0, 0, 0);
    if (s->kind == FLR_SHAPE3_MESH) {
        near3_keep_mesh(&s->as.mesh, o);
        return;
    }
    for (size_t i = 0; v && i < count; i++) near3_keep_exact(v[i], o);
}

/// The offset of a plane relative to an origin, rounded once.
static flr_real offset_from(flr_vec3 o, const flr_plane3 *h)
{
    const dvec3 n = {(double)h->normal.x, (double)h->normal.y, (double)h->normal.z},
                from = {(double)o.x, (double)o.y, (double)o.z};
    return (flr_real)-flr_dot_minus_compensated(n, from, (double)h->offset);
}

void flr_any3_shift_core(flr_convex3 *c, flr_vec3 o) { convex3_move(c, flr_neg3(o)); }

void flr_any3_shift(const flr_shape3 *s, flr_vec3 o, any3_recentered *c)
{
    flr_shape3 *t = &c->shape;
    *t = *s;
    if (flr_is_zero3(o) && s->kind != FLR_SHAPE3_MESH) return;
    flr_vec3 *v = &t->as.point;
    size_t count = flr_any3_layouts[s->kind].points;
    if (any3_is_flat_unbounded(s->kind)) {
        const flr_plane3 h = any3_boundary(s);
        t->as.plane.offset = offset_from(o, &h);
    } else if (s->kind == FLR_SHAPE3_CONVEX) {
        flr_any3_shift_core(&t->as.convex, o);
    } else if (s->kind == FLR_SHAPE3_MESH) {
        t->as.mesh = flr_near3_recentered(&s->as.mesh, o);
    } else if (s->kind == FLR_SHAPE3_POLYGON) {
        count = s->as.polygon.count;
        for (size_t i = 0; i < count; i++) c->points[i] = s->as.polygon.vertices[i];
        t->as.polygon.vertices = v = c->points;
    }
    for (size_t i = 0; i < count; i++) v[i] = flr_sub3(v[i], o);
}

static bool is_kept(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 *origin)
{
    if (flr_is_zero3(*origin)) return false;
    flr_any3_keep_exact(a, origin);
    flr_any3_keep_exact(b, origin);
    return !flr_is_zero3(*origin);
}

static bool recenter_pair(const flr_shape3 *a, const flr_shape3 *b, any3_recentered_pair *n)
{
    flr_any3_shift(a, n->origin, &n->a);
    flr_any3_shift(b, n->origin, &n->b);
    return true;
}

/// Do two kinds given by points surely stay, by the vector between the first points? So do most pairs. The sum
/// of a vector's numbers is at most three times the largest.
static inline bool stay_by_first_points(const flr_shape3 *a, const flr_shape3 *b)
{
    if (flr_any3_layouts[a->kind].points == 0 || flr_any3_layouts[b->kind].points == 0) return false;
    const flr_vec3 p = a->as.point, q = b->as.point;
    return flr_spread3(p) * 3 < (double)near3_times * flr_spread3(flr_sub3(q, p));
}

bool flr_any3_recenter_origin(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 *origin)
{
    if (stay_by_first_points(a, b)) return false;
    size_t of_a, of_b;
    const flr_vec3 *p = places(a, &of_a), *q = places(b, &of_b);
    if (!p || !q) return false;
    flr_vec3 rooms[2];
    const flr_vec3 *at_a = place_of(a, p, &rooms[0]), *at_b = place_of(b, q, &rooms[1]);
    const flr_vec3 place = near3_nearer_of(*at_a, *at_b);
    flr_real size = near3_largest(flr_sub3(*at_b, *at_a));
    if (near3_is_near(place, size)) return false;
    size += reach(a, p, of_a) + reach(b, q, of_b);
    *origin = near3_far_from(place, size);
    return is_kept(a, b, origin);
}

/// Is the shape moved by this pair alone? The origin for planes and compounds is chosen elsewhere.
static bool stands_alone(const flr_shape3 *s)
{
    return !any3_is_flat_unbounded(s->kind) && s->kind != FLR_SHAPE3_COMPOUND;
}

bool flr_any3_recenter(const flr_shape3 *a, const flr_shape3 *b, any3_recentered_pair *n)
{
    if (flr_any3_recenter_origin(a, b, &n->origin)) return recenter_pair(a, b, n);
    if (!has_pivot(a) && !has_pivot(b)) return false;
    n->origin = flr_vec3_make(0, 0, 0);
    return stands_alone(a) && stands_alone(b) && recenter_pair(a, b, n);
}

bool flr_any3_lies_far(const flr_shape3 *s)
{
    size_t count;
    const flr_vec3 *p = places(s, &count);
    flr_vec3 room;
    return p && (has_pivot(s) || !near3_is_near(*place_of(s, p, &room), reach(s, p, count)));
}

bool flr_any3_recenter_by_plane(const flr_shape3 *s, const flr_shape3 *flat, flr_real way,
                                any3_recentered_pair *n)
{
    size_t count;
    const flr_vec3 *p = places(s, &count);
    if (!p) return false;
    flr_vec3 room;
    n->origin = near3_far_from(*place_of(s, p, &room), reach(s, p, count) + way);
    return (is_kept(s, flat, &n->origin) || has_pivot(s)) && recenter_pair(s, flat, n);
}
