/// Manifolds of polygons with up to 48 corners that are far apart, or whose cores overlap by more than
/// rounding errors. The separating axes of their edges answer, in registers. This text for lanes is compiled
/// in contact_baseline.c and contact_avx2.c.
#ifndef FLR_CONTACT_MANIFOLD2_SMALL_LANES_H
#define FLR_CONTACT_MANIFOLD2_SMALL_LANES_H

#include "base/answer.h"
#include "contact/manifold2.h"
#include "contact/manifold3_ids.h"
#include "convex/gjk2.h"
#include "convex/order.h"
#include "convex/sat2.h"

/// From the options; the cache may be null. `turned`: b comes first in the order in which pairs are
/// processed.
typedef struct contact2_small {
    flr_real margin, face_bias;
    flr_gjk2_cache *cache;
    bool turned;
} contact2_small;

typedef enum contact2_small_state {
    CONTACT2_SMALL_DONE,
    CONTACT2_SMALL_CARE,    ///< nothing is known but that sizes are usual
    CONTACT2_SMALL_UNUSUAL  ///< the scene needs a unit of its own, or something is not finite
} contact2_small_state;

CORE2_INLINE lanes2 small2_corner(const few2 *f, uint32_t i) { return lanes2_of(few2_corner(f, i)); }

/// Returns `yes` or `no` without a branch.
CORE2_INLINE uint32_t small2_pick(bool first, uint32_t yes, uint32_t no)
{
    return no ^ ((yes ^ no) & -(uint32_t)first);
}

/// Returns the code of the feature at u. Corner i is at 0 and corner j at `length`; a place near neither of
/// them is on the edge between them.
CORE2_INLINE uint32_t small2_code(flr_real u, flr_real length, flr_real near, uint32_t i, uint32_t j,
                                  uint32_t between)
{
    const flr_real from_i = support2_magnitude(u), from_j = support2_magnitude(length - u);
    const uint32_t code = small2_pick(from_j <= near, j, between);
    return small2_pick((from_i <= near) & (from_i <= from_j), i, code);
}

/// Makes an id without the mark of contact3_id.
CORE2_INLINE uint32_t small2_id(uint32_t a, uint32_t b)
{
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return low | high << 16;
}

/// Do all corners clearly turn? Those of a hull that stores its normals do. If the counts are not four,
/// corners are tested later.
CORE2_INLINE bool small2_all_turn(const few2 *f)
{
    return f->shape->normals || (f->count == 4 && few2_four_turn(f));
}

/// Do the corners at both ends of these two sides clearly turn?
CORE2_INLINE bool small2_turn(const few2 *own, uint32_t edge, const few2 *other, uint32_t side)
{
    return side2_turns(own, edge) && side2_turns(own, few2_next(own, edge)) && side2_turns(other, side) &&
           side2_turns(other, few2_next(other, side));
}

/// Finds the points where the reference edge faces the flatter side at the other's extreme corner, for cores
/// without a radius. They are that corner, and the far end of the side as clipped by the edge, if it is
/// within the margin. Returns false if the corner lies past the edge, the side is steep, or it continues past
/// a corner: flr_contact2_with_care handles these.
CORE2_INLINE bool small2_patch(const few2 *own, const few2 *other, const few2_choice *c, lanes2 origin,
                               flr_real margin, bool turned, bool turn, flr_manifold2 *m)
{
    const bool own_is_last = c->own_is_b != turned;
    const flr_real one = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12,
                   level = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-8 : (flr_real)1e-14;
    const uint32_t i = c->edge, j = few2_next(own, i), k = c->farthest, before = few2_before(other, k),
                   after = few2_next(other, k);
    const lanes2 n = lanes2_of(few2_normal(own, i)), t = {-n[1], n[0]};
    const bool back = lanes2_dot(lanes2_of(few2_normal(other, before)), n) <
                      lanes2_dot(lanes2_of(few2_normal(other, k)), n);
    const uint32_t side = back ? before : k, end = back ? before : after;
    if (!turn && !small2_turn(own, i, other, side)) return false;
    const lanes2 p = small2_corner(own, i), q = small2_corner(own, j), f = small2_corner(other, k),
                 g = small2_corner(other, end), e = g - f,
                 reach = (lanes2_magnitude(p) + lanes2_magnitude(q)) +
                         (lanes2_magnitude(f) + lanes2_magnitude(g));
    const flr_real size = reach[0] + reach[1], length = lanes2_dot(t, q - p), u = lanes2_dot(t, f - p),
                   w = lanes2_dot(t, g - p), rise = lanes2_dot(n, e), run = w - u,
                   low = length < 0 ? length : 0, high = length < 0 ? 0 : length;
    if (!((u >= low) & (u <= high) & (support2_magnitude(rise) < CONTACT2_STEEP * support2_magnitude(run))))
        return false;
    flr_real v = w < low ? low : w;
    v = v > high ? high : v;
    const flr_real part = (v - u) / run, depth = -few2_at(own->separation, i), fall = part * rise,
                   there = fall <= size * level ? depth : depth - fall, near = size * (flr_real)CONTACT3_SNAP;
    const bool both = (support2_magnitude(v - u) > size * one) & (there >= -margin),
               deep_is_last = both & ((v < u) != own_is_last);
    // of the own edge, and of the other's side
    const uint32_t own_i = side2_corner_code(i), own_j = side2_corner_code(j), own_edge = side2_edge_code(i),
                   at_f = side2_corner_code(k);
    const uint32_t own_u = small2_code(u, length, near, own_i, own_j, own_edge),
                   own_v = small2_code(v, length, near, own_i, own_j, own_edge),
                   at_v = small2_code(v - u, run, near, at_f, side2_corner_code(end), side2_edge_code(side));
    const lanes2 half_f = {(flr_real)0.5 * depth, (flr_real)0.5 * depth},
                 half_v = {(flr_real)0.5 * (depth - fall), (flr_real)0.5 * (depth - fall)};
    flr_manifold2_point *deep = &m->points[deep_is_last], *last = &m->points[!deep_is_last];
    lanes2_store(&deep->position, origin + (f + half_f * n));
    deep->depth = depth;
    deep->id = small2_id(own_u, at_f);
    lanes2_store(&last->position, origin + ((f + (lanes2){part, part} * e) + half_v * n));
    last->depth = there;
    last->id = small2_id(own_v, at_v);
    m->count = 1 + both;
    const flr_real way = (flr_real)(1 - 2 * (int)c->own_is_b);  // without a branch
    m->normal = lanes2_point((lanes2){way, way} * n);
    if (both && deep->id == last->id) {
        // at the same features, or at those of a pair and its reverse
        const bool a_u = (own_u > at_f) != own_is_last, a_v = (own_v > at_v) != own_is_last;
        if (own_u != at_f) deep->id |= a_u ? CONTACT3_REVERSED : 0;
        if (own_v != at_v) last->id |= a_v ? CONTACT3_REVERSED : 0;
        flr_contact2_settle_ids(m);
    }
    return true;
}

/// Is a gap, times the length of d, far wider than that? The length is at most the sum of the coordinates.
/// Values below the least, and infinite ones, are not trusted, as d may come from any cache.
CORE2_INLINE bool small2_is_wide(flr_real gap, flr_vec2 d, flr_real width)
{
    const flr_real least = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-30 : (flr_real)1e-250;
    return gap > width * support2_spread(d) + least && gap - gap == 0;
}

/// Is the edge that separates them an outer one of its core, or are all edges outer?
CORE2_INLINE bool small2_is_parted(const few2 *own, flr_real most, flr_real slack)
{
    if (small2_all_turn(own)) return true;
    return own->count != 4 && few2_is_outer(own, few2_first(few2_edges_from(own, most)), slack);
}

/// Makes the manifold in either order of the two. Which comes first is a number here and no branch, as it
/// cannot be predicted. The manifold has no points before.
CORE2_INLINE contact2_small_state contact2_small_of(const flr_convex2 *shape_a, const flr_convex2 *shape_b,
                                                    uint32_t count_a, uint32_t count_b,
                                                    const contact2_small *o, flr_manifold2 *m)
{
    const bool held_a = shape_a->kind == FLR_CONVEX2_CORNERS, held_b = shape_b->kind == FLR_CONVEX2_CORNERS;
    core2 core_a = core2_of(shape_a), core_b = core2_of(shape_b);
    core_a.count = count_a;
    core_b.count = count_b;
    const lanes2 origins[2] = {core2_origin_held(&core_a, shape_a, held_a),
                               core2_origin_held(&core_b, shape_b, held_b)},
                 from = origins[o->turned];
    (void)core2_place_held(&core_a, shape_a, from, held_a);
    (void)core2_place_held(&core_b, shape_b, from, held_b);
    few2 a, b;
    few2_place(&a, shape_a, &core_a);
    few2_place(&b, shape_b, &core_b);
    const flr_vec2 preferred = o->cache ? o->cache->axis : flr_vec2_make(0, 0);
    flr_vec2 d = preferred;
    if (!o->cache || !(flr_length_squared2(d) > 0)) d = flr_sub2(few2_middle(&b), few2_middle(&a));
    real4 sum_a, sum_b;
    const flr_real radii = shape_a->radius + shape_b->radius,
                   size = few2_size(&a, &sum_a) + few2_size(&b, &sum_b),
                   sum = real4_sum(real4_add(sum_a, sum_b)), apart = o->margin + radii;
    if (!((sum - sum == 0) & rescaled2_is_usual(size + radii))) return CONTACT2_SMALL_UNUSUAL;
    if (small2_is_wide(few2_low_along(&b, d) - few2_most_along(&a, d), d,
                       apart * (flr_real)1.001 + size * (flr_real)1e-3))
        return CONTACT2_SMALL_DONE;
    const flr_real rounding = gjk2_rounding() * (size + radii), beyond = apart + 32 * rounding;
    // one after the other, so that the roots do not wait for each other
    if (!few2_make_normals(&a, size, false) || !few2_make_normals(&b, size, false))
        return CONTACT2_SMALL_CARE;
    const real4 of_a = few2_find_separations(&a, &b);
    const flr_real most_a = real4_max_lane(of_a), slack = few2_slack(size + radii);
    if (most_a > beyond && small2_is_parted(&a, most_a, slack)) return CONTACT2_SMALL_DONE;
    const real4 of_b = few2_find_separations(&b, &a);
    const flr_real most_b = real4_max_lane(of_b);
    if (most_b > beyond && small2_is_parted(&b, most_b, slack)) return CONTACT2_SMALL_DONE;
    flr_real alike = o->face_bias > 4 * rounding ? o->face_bias : 4 * rounding;
    if (alike > 16 * size) alike = 16 * size;  // then all edges are alike
    few2_choice c;
    if (!few2_choose(&a, &b, most_a > most_b ? most_a : most_b, alike, preferred, o->turned, &c))
        return CONTACT2_SMALL_CARE;
    const bool turn = small2_all_turn(&a) && small2_all_turn(&b);
    const few2 *own = c.own_is_b ? &b : &a, *other = c.own_is_b ? &a : &b;
    if (!turn && !own->shape->normals && !few2_is_outer(own, c.edge, slack)) return CONTACT2_SMALL_CARE;
    if (!(c.most < -4 * rounding)) return c.most > beyond ? CONTACT2_SMALL_DONE : CONTACT2_SMALL_CARE;
    if (radii > 0 || !small2_patch(own, other, &c, from, o->margin, o->turned, turn, m))
        return CONTACT2_SMALL_CARE;
    if (o->cache) o->cache->axis = m->normal;
    return CONTACT2_SMALL_DONE;
}

/// If both have four corners, as boxes do, the loops are unrolled.
CORE2_INLINE contact2_small_state contact2_by_few(const flr_convex2 *a, const flr_convex2 *b,
                                                  const contact2_small *o, flr_manifold2 *m)
{
    if (a->count == 4 && b->count == 4) return contact2_small_of(a, b, 4, 4, o, m);
    return contact2_small_of(a, b, a->count, b->count, o, m);
}

/// The general path, in the order in which pairs are processed.
static inline flr_status small2_robust(const flr_convex2 *a, const flr_convex2 *b, bool turned,
                                       const flr_contact2_options *o, bool usual, flr_manifold2 *m)
{
    if (!turned) return flr_contact2_with_care(a, b, o, usual, m);
    if (o->cache) contact2_turn_cache(o->cache);
    const flr_status status = flr_contact2_with_care(b, a, o, usual, m);
    if (o->cache) contact2_turn_cache(o->cache);
    if (m->count) m->normal = flr_neg2(m->normal);
    return status;
}

flr_status CONTACT2_SMALL_FORM(const flr_convex2 *a, const flr_convex2 *b,
                               const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b || !manifold) return FLR_INVALID_ARGUMENT;
    flr_contact2_cache *cache = options ? options->cache : NULL;
    const contact2_small o = {options ? options->margin : 0, options ? options->face_bias : 0,
                              cache ? &cache->gjk : NULL, !flr_convex2_is_first(a, b)};
    if (!flr_is_option(o.margin) || !flr_is_option(o.face_bias)) return FLR_INVALID_ARGUMENT;
    manifold->count = 0;
    manifold->normal = flr_vec2_make(0, 0);
    manifold->inseparable = false;
    contact2_small_state state = CONTACT2_SMALL_CARE;
    if (few2_fits(a) && few2_fits(b)) state = contact2_by_few(a, b, &o, manifold);
    if (state == CONTACT2_SMALL_DONE) return FLR_OK;
    const flr_contact2_options all = {o.margin, o.face_bias, cache};
    return small2_robust(a, b, o.turned, &all, state == CONTACT2_SMALL_CARE, manifold);
}

#endif
