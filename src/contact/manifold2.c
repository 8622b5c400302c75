/// Manifolds in the plane: of two convex shapes by the kernel for this processor, and of typed pairs; and
/// where a point is on a shape.
#include "contact/manifold2.h"
#include "convex/convex2_make.h"
#include "feeler/closest2.h"

flr_status flr_contact2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                      const flr_contact2_options *options, flr_manifold2 *manifold)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return flr_contact2_small_avx2(a, b, options, manifold);
#endif
    return flr_contact2_small_baseline(a, b, options, manifold);
}

#define PAIR(name, A, a, B, b)                                                                               \
    flr_status name(const A *first, const B *second, const flr_contact2_options *options,                    \
                    flr_manifold2 *manifold)                                                                 \
    {                                                                                                        \
        if (!first || !second) return FLR_INVALID_ARGUMENT;                                                  \
        flr_convex2 x, y;                                                                                    \
        convex2_make_##a(&x, first);                                                                         \
        convex2_make_##b(&y, second);                                                                        \
        return flr_contact2_convex_convex(&x, &y, options, manifold);                                        \
    }

// clang-format off
PAIR(flr_contact2_circle_circle, flr_circle, circle, flr_circle, circle)
PAIR(flr_contact2_circle_capsule, flr_circle, circle, flr_capsule2, capsule)
PAIR(flr_contact2_circle_box, flr_circle, circle, flr_box2, box)
PAIR(flr_contact2_circle_polygon, flr_circle, circle, flr_polygon2, polygon)
PAIR(flr_contact2_capsule_capsule, flr_capsule2, capsule, flr_capsule2, capsule)
PAIR(flr_contact2_capsule_box, flr_capsule2, capsule, flr_box2, box)
PAIR(flr_contact2_capsule_polygon, flr_capsule2, capsule, flr_polygon2, polygon)
PAIR(flr_contact2_box_box, flr_box2, box, flr_box2, box)
PAIR(flr_contact2_polygon_polygon, flr_polygon2, polygon, flr_polygon2, polygon)
// clang-format on

// ---- From an id back to features

/// Finds the feature of a side that has this code, and how far it lies from a point of the shape's boundary;
/// infinite for another code.
static flr_real part_of(const side2 *s, uint32_t code, flr_vec2 boundary, flr_contact2_part *part)
{
    const uint32_t p = s->code_p >> 1, q = s->code_q >> 1;
    flr_segment2 feature = {s->p, s->q};
    *part = (flr_contact2_part){2, {p, q}};
    if (code != s->code_edge || s->code_p == s->code_q) {
        if (code != s->code_p && code != s->code_q) return (flr_real)INFINITY;
        *part = (flr_contact2_part){1, {code >> 1, 0}};
        feature.b = feature.a = code == s->code_p ? s->p : s->q;
    }
    const flr_real off = flr_closest2_point_segment(boundary, &feature).distance - s->radius;
    return off < 0 ? -off : off;
}

flr_status flr_contact2_parts(const flr_convex2 *a, const flr_convex2 *b, const flr_manifold2 *m, int point,
                              flr_contact2_part *part_a, flr_contact2_part *part_b)
{
    if (!a || !b || !m || point < 0 || point >= m->count || m->count > 2) return FLR_INVALID_ARGUMENT;
    const flr_manifold2_point *const p = &m->points[point];
    const flr_vec2 origin = p->position, half = flr_scale2(p->depth / 2, m->normal);
    const side2 x = flr_side2_in_scene(a, origin, m->normal),
                y = flr_side2_in_scene(b, origin, flr_neg2(m->normal));
    // an id is the same for both orders; if both fit, the place decides which is meant
    const uint32_t low = p->id & 0x7fffu, high = p->id >> 16 & 0x7fffu;
    flr_contact2_part parts[2][2];
    flr_real off[2];
    for (int turned = 0; turned < 2; turned++)
        off[turned] = part_of(&x, turned ? high : low, half, &parts[turned][0]) +
                      part_of(&y, turned ? low : high, flr_neg2(half), &parts[turned][1]);
    const int best = off[1] < off[0];
    const bool known = isfinite(off[best]);
    const flr_contact2_part none = {0, {0, 0}};
    if (part_a) *part_a = known && a->kind != FLR_CONVEX2_USER ? parts[best][0] : none;
    if (part_b) *part_b = known && b->kind != FLR_CONVEX2_USER ? parts[best][1] : none;
    return FLR_OK;
}
