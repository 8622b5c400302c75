#include "feeler/overlap2.h"
#include "feeler/overlap3.h"

static flr_vec3 lifted(flr_vec2 p) { return flr_vec3_make(p.x, p.y, 0); }
static flr_vec2 lowered(flr_vec3 p) { return flr_vec2_make(p.x, p.y); }

static flr_halfspace3 lifted_halfspace(const flr_halfspace2 *h)
{
    flr_halfspace3 r = {lifted(h->normal), h->offset};
    return r;
}

static int side_of(const flr_halfspace2 *h, flr_vec2 p)
{
    const flr_plane2 plane = {h->normal, h->offset};
    return flr_classify2_plane_point(&plane, p);
}

bool flr_clip2_segment_halfspace(const flr_segment2 *s, const flr_halfspace2 *h, flr_segment2 *out)
{
    const flr_segment3 whole = {lifted(s->a), lifted(s->b)};
    const flr_halfspace3 solid = lifted_halfspace(h);
    flr_segment3 part;
    if (!flr_clip3_segment_halfspace(&whole, &solid, &part)) return false;
    out->a = lowered(part.a);
    out->b = lowered(part.b);
    return true;
}

static void put(flr_vec2 *out, size_t capacity, size_t *count, flr_vec2 p)
{
    if (*count < capacity) out[*count] = p;
    ++*count;
}

/// Sutherland and Hodgman (1974), as in space.
size_t flr_clip2_polygon_halfspace(const flr_polygon2 *polygon, const flr_halfspace2 *h, flr_vec2 *out,
                                   size_t capacity)
{
    size_t count = 0, n = polygon->count;
    if (n == 0) return 0;
    flr_vec2 a = polygon->vertices[n - 1];
    int side_a = side_of(h, a);
    for (size_t i = 0; i < n; ++i) {
        flr_vec2 b = polygon->vertices[i];
        int side_b = side_of(h, b);
        if (side_a * side_b < 0 && n > 1 && !(n == 2 && i == 0)) {
            flr_segment2 edge = {a, b};
            flr_clip2_segment_halfspace(&edge, h, &edge);
            put(out, capacity, &count, side_a > 0 ? edge.a : edge.b);
        }
        if (side_b <= 0) put(out, capacity, &count, b);
        a = b;
        side_a = side_b;
    }
    return count;
}
