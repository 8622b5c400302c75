#include "closest/plane3.h"
#include "feeler/overlap3.h"

static flr_vec3 crossing(const flr_plane3 *h, flr_vec3 a, flr_vec3 b)
{
    double from = fabs(flr_plane3_signed_distance(h, a)), to = fabs(flr_plane3_signed_distance(h, b));
    double sum = from / 2 + to / 2, t = sum > 0 ? from / 2 / sum : 0;
    const flr_vec3 corner[2] = {a, b};
    const flr_weights3 weights = {{1 - t, t, 0}};
    return flr_local3_point(corner, &weights);
}

static void put(flr_vec3 *out, size_t capacity, size_t *count, flr_vec3 p)
{
    if (*count < capacity) out[*count] = p;
    ++*count;
}

/// Sutherland and Hodgman (1974), each corner's side taken once and exactly, so that a corner on the plane is kept as
/// it is and never twice.
size_t flr_clip3_polygon_halfspace(const flr_polygon3 *polygon, const flr_halfspace3 *h, flr_vec3 *out,
                                   size_t capacity)
{
    const flr_plane3 plane = flr_plane3_of(h);
    size_t count = 0, n = polygon->count;
    if (n == 0) return 0;
    flr_vec3 a = polygon->vertices[n - 1];
    int side_a = flr_plane3_side(&plane, a);
    for (size_t i = 0; i < n; ++i) {
        flr_vec3 b = polygon->vertices[i];
        int side_b = flr_plane3_side(&plane, b);
        if (side_a * side_b < 0 && n > 1 && !(n == 2 && i == 0))
            put(out, capacity, &count, crossing(&plane, a, b));
        if (side_b <= 0) put(out, capacity, &count, b);
        a = b;
        side_a = side_b;
    }
    return count;
}

bool flr_clip3_segment_halfspace(const flr_segment3 *s, const flr_halfspace3 *h, flr_segment3 *out)
{
    const flr_plane3 plane = flr_plane3_of(h);
    int side_a = flr_plane3_side(&plane, s->a), side_b = flr_plane3_side(&plane, s->b);
    if (side_a > 0 && side_b > 0) return false;
    flr_segment3 r = *s;
    if (side_a > 0) r.a = side_b == 0 ? s->b : crossing(&plane, s->a, s->b);
    if (side_b > 0) r.b = side_a == 0 ? s->a : crossing(&plane, s->a, s->b);
    *out = r;
    return true;
}
