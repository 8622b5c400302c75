/// Scenes so large or small that products of lengths overflow or vanish, scaled by a power of two. Only
/// numbers some 10^300 times smaller than the scene are rounded (10^38 in float).
#include "any/any3.h"
#include "convex/kinds3.h"
#include "math/unit.h"

static bool is_usual(flr_real size) { return (size < any3_large && size > 1 / any3_large) || size == 0; }

static flr_real largest_of(const flr_vec3 *v, size_t count)
{
    flr_real most = 0;
    for (size_t i = 0; i < count; ++i) most = near3_more(most, near3_largest(v[i]));
    return most;
}

static flr_real size_of_convex(const flr_convex3 *c)
{
    flr_real size = near3_more(largest_of(&c->center, 1), near3_absolute(c->radius));
    size = near3_more(size, largest_of(c->corners, convex3_end_count(c)));
    if (c->kind == FLR_CONVEX3_POINTS) return near3_more(size, largest_of(c->points, c->count));
    if (c->kind == FLR_CONVEX3_HULL) {
        const flr_aabb3 box = flr_hull3_get_info(c->hull).bounds;
        return near3_more(size, largest_of(&box.min, 2));
    }
    return convex3_has_extents(c) ? near3_more(size, largest_of(&c->half_extents, 1)) : size;
}

static flr_real plane_size(const flr_plane3 *h)
{
    return near3_absolute(h->offset * unit_toward_one((double)largest_of(&h->normal, 1)));
}

static flr_real size_of(const flr_shape3 *s)
{
    size_t count;
    flr_real all = 0;
    for (size_t i = 0; any3_is_compound(s) && i < s->as.compound.count; ++i)
        all = near3_more(all,
                         near3_more(size_of(&s->as.compound.shapes[i]), s->as.compound.shapes[i].rounding));
    if (any3_is_compound(s)) return all;
    const flr_vec3 *corners = flr_any3_corners(s, &count);
    if (count) return largest_of(corners, count);
    if (any3_is_flat_unbounded(s->kind)) return plane_size(&s->as.plane);
    if (s->kind == FLR_SHAPE3_MESH) return largest_of(&s->as.mesh.bounds.min, 2);
    if (s->kind == FLR_SHAPE3_CONVEX) return size_of_convex(&s->as.convex);
    const any3_layout *l = &flr_any3_layouts[s->kind];
    all = largest_of(&s->as.point, l->points);
    for (size_t i = 0; i < l->lengths; ++i) all = near3_more(all, near3_absolute(any3_lengths(s)[i]));
    return all;
}

/// Do all directions and normals have a usual length? They may have any.
static bool is_usually_directed(const flr_shape3 *s)
{
    for (size_t i = 0; any3_is_compound(s) && i < s->as.compound.count; ++i)
        if (!is_usually_directed(&s->as.compound.shapes[i])) return false;
    if (any3_is_path(s->kind)) return is_usual(largest_of(&s->as.ray.direction, 1));
    return !any3_is_flat_unbounded(s->kind) || is_usual(largest_of(&s->as.plane.normal, 1));
}

flr_real flr_any3_factor(const flr_shape3 *a, const flr_shape3 *b, flr_real length)
{
    flr_real size = near3_more(length, near3_more(size_of(a), size_of(b)));
    if (is_usual(size) && is_usually_directed(a) && is_usually_directed(b)) return 1;
    flr_real factor = unit_toward_one((double)size);
    // only a direction is unusual: any factor but 1 will do
    return factor == 1 ? (flr_real)0.5 : factor;
}

/// Whether scaling has rounded a number, or produced one that cannot be represented.
typedef struct loss {
    bool rounded, fails;
} loss;

static void times(flr_real *x, flr_real factor, loss *lost)
{
    lost->rounded |= !any3_times(x, factor);
    lost->fails |= !isfinite(*x);
}

static void times_all(flr_vec3 *v, size_t count, flr_real factor, loss *lost)
{
    for (size_t i = 0; i < count; ++i) {
        times(&v[i].x, factor, lost);
        times(&v[i].y, factor, lost);
        times(&v[i].z, factor, lost);
    }
}

static flr_vec3 support(const void *user, flr_vec3 direction)
{
    const any3_rescaled_part *r = user;
    return flr_scale3(r->factor, flr_support3(r->user, direction));
}

static void copy_points(const flr_vec3 *from, size_t count, any3_rescaled_part *r, loss *lost)
{
    lost->fails |= count > ANY3_RESCALED_POINTS;
    if (lost->fails) return;
    for (size_t i = 0; i < count; ++i) r->points[i] = from[i];
    times_all(r->points, count, r->factor, lost);
}

/// Replaces a user's core, a hull or many points by a core with a support function, which scales its points
/// one by one.
static void by_support(const flr_convex3 *from, any3_rescaled_part *r)
{
    flr_convex3 *c = &r->shape.as.convex;
    r->user = from;
    *c = flr_convex3_user(support, r, c->center, c->radius);
}

static void rescale_convex(const flr_convex3 *from, any3_rescaled_part *r, loss *lost)
{
    flr_convex3 *c = &r->shape.as.convex;
    flr_real k = r->factor;
    times(&c->radius, k, lost);
    times_all(&c->center, 1, k, lost);
    times_all(c->corners, convex3_end_count(c), k, lost);
    const bool is_list = c->kind == FLR_CONVEX3_POINTS && c->count <= ANY3_RESCALED_POINTS;
    if (is_list) {
        c->points = r->points;
        copy_points(from->points, from->count, r, lost);
    } else if (convex3_has_extents(c)) {
        times_all(&c->half_extents, 1, k, lost);
    } else if (convex3_end_count(c) == 0) {
        by_support(from, r);
    }
}

/// Scales a mesh. If it is so small in the scene that its scaled pose has no inverse, it becomes a point.
static void rescale_mesh(flr_shape3 *s, flr_real k, loss *lost)
{
    flr_instance3 *m = &s->as.mesh;
    loss pose = {false, false};
    times_all(&m->pose.translation, 1, k, lost);
    times_all(&m->bounds.min, 2, k, lost);
    times_all(&m->pose.linear.x, 3, k, &pose);
    times_all(&m->inverse.linear.x, 3, 1 / k, &pose);
    times(&m->min_stretch, k, &pose);
    times(&m->max_stretch, k, &pose);
    if (!pose.rounded && !pose.fails) return;
    // pose and inverse must match
    const flr_vec3 low = m->bounds.min, extent = flr_sub3(m->bounds.max, low);
    const flr_real small = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-60 : (flr_real)0x1p-200;
    lost->fails |= largest_of(&extent, 1) > small;
    lost->rounded = true;
    s->kind = FLR_SHAPE3_POINT;
    s->solid = false;
    s->as.point = low;
}

/// Scales a direction to a length near 1; it keeps its direction exactly.
static void shorten(flr_vec3 *v, loss *lost)
{
    times_all(v, 1, unit_toward_one((double)largest_of(v, 1)), lost);
}

/// Scales one shape that is no compound.
static void rescale(const flr_shape3 *s, flr_real factor, any3_rescaled_part *r, loss *lost)
{
    flr_shape3 *t = &r->shape;
    *t = *s;
    r->factor = factor;
    times(&t->rounding, factor, lost);
    if (any3_is_flat_unbounded(s->kind)) {
        // one factor may be as large as the other is small
        times(&t->as.plane.offset, unit_toward_one((double)largest_of(&s->as.plane.normal, 1)), lost);
        times(&t->as.plane.offset, factor, lost);
        shorten(&t->as.plane.normal, lost);
        return;
    }
    if (s->kind == FLR_SHAPE3_POLYGON) {
        t->as.polygon.vertices = r->points;
        copy_points(s->as.polygon.vertices, s->as.polygon.count, r, lost);
        return;
    }
    if (s->kind == FLR_SHAPE3_MESH) {
        rescale_mesh(t, factor, lost);
        return;
    }
    if (s->kind == FLR_SHAPE3_CONVEX) {
        rescale_convex(&s->as.convex, r, lost);
        return;
    }
    const any3_layout *l = &flr_any3_layouts[s->kind];
    flr_real *lengths = (flr_real *)&t->as + (any3_numbers(s->kind) - l->lengths);
    times_all(&t->as.point, l->points, factor, lost);
    for (size_t i = 0; i < l->lengths; ++i) times(&lengths[i], factor, lost);
    if (any3_is_path(s->kind)) shorten(&t->as.ray.direction, lost);
}

/// Scales one shape after the other into the list; returns how many there are then.
static size_t rescale_list(const flr_shape3 *s, flr_real factor, size_t count, any3_rescaled *r, loss *lost)
{
    if (any3_is_compound(s)) {
        for (size_t i = 0; i < s->as.compound.count && !lost->fails; ++i)
            count = rescale_list(&s->as.compound.shapes[i], factor, count, r, lost);
        return count;
    }
    lost->fails |= count == ANY3_RESCALED_SHAPES;
    if (lost->fails) return count;
    rescale(s, factor, &r->parts[count], lost);
    r->shapes[count] = r->parts[count].shape;
    return count + 1;
}

static void rescale_all(const flr_shape3 *s, flr_real factor, any3_rescaled *r, loss *lost)
{
    const size_t count = rescale_list(s, factor, 0, r, lost);
    r->shape = r->shapes[0];
    if (!any3_is_compound(s)) return;
    r->shape.kind = FLR_SHAPE3_COMPOUND;
    r->shape.as.compound = (flr_compound3){r->shapes, count, NULL};
}

bool flr_any3_rescale_pair(const flr_shape3 *a, const flr_shape3 *b, flr_real factor, any3_rescaled_pair *r)
{
    loss lost = {false, false};
    if (factor == 1) return false;
    rescale_all(a, factor, &r->a, &lost);
    rescale_all(b, factor, &r->b, &lost);
    r->same = !lost.rounded;
    return !lost.fails;
}
