/// A disc and a shape with a small number of corners in the plane: the nearest corner or edge in one pass,
/// and one point. The general path, which has the same ids, gets what rounding could decide otherwise: cores
/// that nearly touch, edges that are equally deep, and places where edge and corner join.
#include "contact/manifold2.h"
#include "contact/manifold3_ids.h"
#include "convex/gjk2.h"

/// The edge whose line the middle of the disc is farthest beyond, or least deep within. It has the nearest
/// point of the core: its normal is next to the direction from there.
typedef struct disc2_edge {
    uint32_t from, to;  ///< corners
    flr_vec2 normal;    ///< unit, outwards
    flr_real distance;  ///< of the middle from the line; negative within
    flr_real second;    ///< the largest distance from any other edge's line
    flr_real length;
} disc2_edge;

/// Finds that edge. Two corners are an edge with two sides. Returns false if an edge is short, or does not
/// clearly turn left into the next one.
static bool find_edge(const support2 *core, flr_vec2 p, flr_real least, disc2_edge *best)
{
    const uint32_t count = core->count;
    flr_vec2 normal[SUPPORT2_HELD];
    *best = (disc2_edge){.distance = -(flr_real)INFINITY, .second = -(flr_real)INFINITY};
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t next = i + 1 < count ? i + 1 : 0;
        const flr_vec2 e = flr_sub2(core->corners[next], core->corners[i]);
        const flr_real length = flr_length2(e), inverse = 1 / length;
        if (!(length > least)) return false;
        normal[i] = flr_vec2_make(e.y * inverse, -e.x * inverse);
        const flr_real distance = flr_dot2(normal[i], flr_sub2(p, core->corners[i]));
        if (distance > best->distance)
            *best = (disc2_edge){i, next, normal[i], distance, best->distance, length};
        else if (distance > best->second)
            best->second = distance;
    }
    for (uint32_t i = 0; i < count && count > 2; ++i)
        if (!(flr_cross2(normal[i ? i - 1 : count - 1], normal[i]) > FEW2_CLEAR)) return false;
    return true;
}

/// The nearest point of the core: its direction from there to the middle, the distance along it, and its
/// feature.
typedef struct disc2_nearest {
    flr_vec2 normal;
    flr_real distance;  ///< negative within
    uint32_t code;
} disc2_nearest;

static bool at_corner(const support2 *core, uint32_t i, flr_vec2 p, flr_real clear, disc2_nearest *r)
{
    const flr_vec2 gap = flr_sub2(p, core->corners[i]);
    const flr_real length = flr_length2(gap);
    if (!(length > clear)) return false;
    r->normal = flr_scale2(1 / length, gap);
    r->distance = flr_dot2(r->normal, gap);
    r->code = side2_corner_code(i);
    return true;
}

/// `clear` is more than all rounding errors, and than what counts as one place. Edges deeper by no more than
/// `alike` are as good.
static bool find_nearest(const support2 *core, flr_vec2 p, flr_real clear, flr_real alike, disc2_nearest *r)
{
    disc2_edge e;
    if (core->count == 1) return at_corner(core, 0, p, clear, r);
    if (!find_edge(core, p, clear, &e)) return false;
    const flr_vec2 along = flr_vec2_make(-e.normal.y, e.normal.x);
    const flr_real past = flr_dot2(along, flr_sub2(p, core->corners[e.from])), rest = e.length - past;
    if (e.distance > -clear && past < -clear) return at_corner(core, e.from, p, clear, r);
    if (e.distance > -clear && rest < -clear) return at_corner(core, e.to, p, clear, r);
    const bool tie = e.distance < 0 && !(e.second < e.distance - alike);
    if (!(past > clear && rest > clear && support2_magnitude(e.distance) > clear) || tie) return false;
    // from the nearer end, which rounds less
    const flr_real distance = flr_dot2(e.normal, flr_sub2(p, core->corners[past < rest ? e.from : e.to]));
    *r = (disc2_nearest){e.normal, distance, side2_edge_code(core->count > 2 ? e.from : 0)};
    return true;
}

bool flr_contact2_disc(const support2 *a, const support2 *b, flr_vec2 origin, const flr_contact2_options *o,
                       flr_manifold2 *m)
{
    const bool disc_is_b = a->count != 1;
    const support2 *disc = disc_is_b ? b : a, *core = disc_is_b ? a : b;
    if (disc->count != 1 || core->count == 0 || !disc->held || !core->held || !support2_in_order(core->shape))
        return false;
    const flr_vec2 p = disc->corners[0];
    const flr_real radius = disc->shape->radius, radii = radius + core->shape->radius;
    flr_real size = support2_spread(p);
    for (uint32_t i = 0; i < core->count; ++i) {
        const flr_real reach = support2_spread(core->corners[i]);
        size = reach > size ? reach : size;
    }
    size = 4 * size + 3 * radii;  // at least the size of the pose
    const flr_real rounding = 4 * gjk2_rounding() * size, clear = 4 * (flr_real)CONTACT3_SNAP * size;
    disc2_nearest r;
    if (!rescaled2_is_usual(size) ||
        !find_nearest(core, p, clear, o->face_bias > rounding ? o->face_bias : rounding, &r))
        return false;
    const flr_real apart = r.distance - radii;
    const flr_vec2 own = flr_mul_add2(p, -radius, r.normal), there = flr_mul_add2(own, -apart, r.normal);
    m->count = 0;
    if (apart > o->margin + 2 * gjk2_rounding() * (support2_spread(own) + support2_spread(there) + radii))
        return true;
    const uint32_t none = side2_corner_code(0);
    m->normal = disc_is_b ? r.normal : flr_neg2(r.normal);
    m->count = 1;
    m->points[0].position = flr_add2(origin, flr_lerp2(own, there, (flr_real)0.5));
    m->points[0].depth = apart > o->margin ? -o->margin : -apart;
    m->points[0].id = contact3_id(none, r.code) & ~CONTACT3_REVERSED;
    if (o->cache) o->cache->gjk.axis = m->normal;
    return true;
}
