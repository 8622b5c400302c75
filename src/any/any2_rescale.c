/// Scenes of the plane so large or small that squares of lengths overflow or vanish, scaled by a power of
/// two.
#include "any/any2.h"

static flr_real more(flr_real a, flr_real b) { return a > b ? a : b; }
static flr_real absolute(flr_real x) { return x < 0 ? -x : x; }
static flr_real largest(flr_vec2 v) { return more(absolute(v.x), absolute(v.y)); }

/// Can the fourth power of the size be represented?
static bool is_usual(flr_real size)
{
    const flr_real large = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p28 : (flr_real)0x1p150;
    return (size < large && size > 1 / large) || size == 0;
}

static bool has_direction(flr_shape2_kind k) { return k >= FLR_SHAPE2_RAY && k <= FLR_SHAPE2_HALFSPACE; }
static bool has_normal(flr_shape2_kind k) { return k == FLR_SHAPE2_PLANE || k == FLR_SHAPE2_HALFSPACE; }

static flr_vec2 direction_of(const flr_shape2 *s)
{
    return has_normal(s->kind) ? s->as.plane.normal : s->as.ray.direction;
}

/// Returns the largest length in a shape; clears `usual` if a direction has an unusual length.
static flr_real size_of(const flr_shape2 *s, bool *usual)
{
    flr_real size = 0;
    for (size_t i = 0; any2_is_compound(s) && i < s->as.compound.count; ++i)
        size = more(size, size_of(&s->as.compound.shapes[i], usual));
    if (any2_is_compound(s)) return size;
    if (!has_direction(s->kind)) {
        const flr_aabb2 box = flr_any2_box(s);
        return more(absolute(flr_any2_radius(s)), more(largest(box.min), largest(box.max)));
    }
    const flr_real length = largest(direction_of(s));
    *usual = *usual && is_usual(length);
    return has_normal(s->kind) ? absolute(s->as.plane.offset * unit_toward_one((double)length))
                               : largest(s->as.ray.origin);
}

flr_real flr_any2_factor(const flr_shape2 *a, const flr_shape2 *b, flr_real length)
{
    bool usual = true;
    const flr_real size = more(length, more(size_of(a, &usual), size_of(b, &usual)));
    if (is_usual(size) && usual) return 1;
    const flr_real factor = unit_toward_one((double)size);
    // only a direction is unusual: any factor but 1 will do
    return factor == 1 ? (flr_real)0.5 : factor;
}

static void times(flr_vec2 *v, size_t count, flr_real factor)
{
    for (size_t i = 0; i < count; ++i) v[i] = flr_scale2(factor, v[i]);
}

/// Scales a direction to a length near 1; it keeps its direction exactly.
static void shorten(flr_vec2 *v) { *v = flr_scale2(unit_toward_one((double)largest(*v)), *v); }

static bool copy_polygon(const flr_polygon2 *p, flr_real factor, flr_vec2 *points)
{
    if (p->count > ANY2_RESCALED_POINTS) return false;
    for (size_t i = 0; i < p->count; ++i) points[i] = flr_scale2(factor, p->vertices[i]);
    return true;
}

/// Scales a shape to place k of the list; false if there is no room for its points.
static bool rescale(const flr_shape2 *s, flr_real factor, any2_rescaled *r, size_t k)
{
    flr_shape2 *t = &r->shapes[k];
    *t = *s;
    if (s->kind == FLR_SHAPE2_POLYGON) {
        t->as.polygon.vertices = r->points[k];
        return copy_polygon(&s->as.polygon, factor, r->points[k]);
    }
    if (s->kind == FLR_SHAPE2_CONVEX) {
        t->as.convex = flr_moved2(&s->as.convex, flr_vec2_make(0, 0), factor, &r->cores[k]);
        return true;
    }
    if (has_normal(s->kind)) {
        // one factor may be as large as the other is small
        t->as.plane.offset =
            s->as.plane.offset * unit_toward_one((double)largest(s->as.plane.normal)) * factor;
        shorten(&t->as.plane.normal);
        return true;
    }
    const any2_layout *l = &flr_any2_layouts[s->kind];
    flr_real *lengths = (flr_real *)&t->as + (any2_numbers(s->kind) - l->lengths);
    times(&t->as.point, l->points, factor);
    for (size_t i = 0; i < l->lengths; ++i) lengths[i] *= factor;
    if (has_direction(s->kind)) shorten(&t->as.ray.direction);
    return true;
}

/// Scales one shape after the other into the list; false if there is no room.
static bool rescale_list(const flr_shape2 *s, flr_real factor, any2_rescaled *r)
{
    if (any2_is_compound(s)) {
        for (size_t i = 0; i < s->as.compound.count; ++i)
            if (!rescale_list(&s->as.compound.shapes[i], factor, r)) return false;
        return true;
    }
    if (r->count == ANY2_RESCALED_SHAPES || !rescale(s, factor, r, r->count)) return false;
    r->count++;
    return true;
}

static bool rescale_all(const flr_shape2 *s, flr_real factor, any2_rescaled *r)
{
    r->count = 0;
    if (!rescale_list(s, factor, r)) return false;
    r->shape = r->shapes[0];
    if (!any2_is_compound(s)) return true;
    r->shape.kind = FLR_SHAPE2_COMPOUND;
    r->shape.as.compound = (flr_compound2){r->shapes, r->count, NULL};
    return true;
}

bool flr_any2_rescale_pair(const flr_shape2 *a, const flr_shape2 *b, flr_real factor, any2_rescaled_pair *r)
{
    bool usual = true;
    // a size that is infinite in any unit would be scaled again and again
    return factor != 1 && rescale_all(a, factor, &r->a) && rescale_all(b, factor, &r->b) &&
           isfinite(size_of(&r->a.shape, &usual)) && isfinite(size_of(&r->b.shape, &usual));
}
