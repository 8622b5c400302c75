/// Two boxes, edge across edge. In the text that contact3_boxes_lanes.h compiles for each width of lanes.
#ifndef FLR_CONTACT_CONTACT3_BOXES_EDGES_H
#define FLR_CONTACT_CONTACT3_BOXES_EDGES_H

#include "contact/box_contact3.h"

/// -1, 0 or 1: at the low end, between, at the high end. 0 on an axis without extent.
static inline double end_of(double x, double end) { return end > 0 ? (x > end) - (x < -end) : 0; }

/// A mask for all lanes but one.
static const int64_t ALL_BUT[3][4] = {{0, -1, -1, 0}, {-1, 0, -1, 0}, {-1, -1, 0, 0}};

/// The edge's code: of the other axes the ends, by their signs, where there is any extent, and of its own where on it the place is.
static inline uint32_t edge_code(uint32_t low, uint32_t some, int axis, double end)
{
    static const int8_t SUM[8] = {0, 1, 3, 4, 9, 10, 12, 13};
    some &= 7 & ~(1u << axis);
    return (uint32_t)(13 + SUM[some & ~low] - SUM[some & low] + (int)(end * BOX_CONTACT3_POWER[axis]));
}

/// The one point where two edges cross: the middle of the closest points of their lines.
static inline contact3_boxes_answer contact_edges(const box_contact3 *j, flr_manifold3 *m)
{
    const boxes3 *p = j->pair;
    const separation3_boxes *found = &j->found;
    const int i = (found->axis - 8) >> 2, k = found->axis & 3;
    const f64x4 zero = f64x4_splat(0), n = f64x4_load(p->normal), half_a = f64x4_load(p->half),
                half_b = f64x4_load(p->half + BOXES3_SECOND);
    const f64x4 but_i = f64x4_load((const double *)(const void *)ALL_BUT[i]),
                but_k = f64x4_load((const double *)(const void *)ALL_BUT[k]);
    const f64x4 low_a = f64x4_at_most(n, zero),
                low_b = f64x4_less(f64x4_load(p->normal + BOXES3_SECOND), zero);
    // the middles of both edges, in the first's axes
    const f64x4 at_end = f64x4_and(but_i, f64x4_select(low_a, f64x4_neg(half_a), half_a));
    double end_b[4] __attribute__((aligned(32))), d[4] __attribute__((aligned(32)));
    f64x4_store(end_b, f64x4_and(but_k, f64x4_select(low_b, f64x4_neg(half_b), half_b)));
    const f64x4 from_b =
        f64x4_add(f64x4_add_scaled(f64x4_load(p->row[7]), f64x4_splat(end_b[0]), f64x4_load(p->row[4])),
                  f64x4_dot2(f64x4_splat(end_b[1]), f64x4_load(p->row[5]), f64x4_splat(end_b[2]),
                             f64x4_load(p->row[6])));
    const f64x4 edge_b = f64x4_load(p->row[4 + k]), between = f64x4_sub(from_b, at_end);
    f64x4_store(d, between);
    const double own_a = p->half[i], own_b = p->half[BOXES3_SECOND + k];
    const f64x4 along_b = f64x4_mul(between, edge_b);
    const double uv = p->row[i][k], dv = f64x4_sum3(along_b), di = d[i];
    // what lies along the first edge is left out before it would cancel: all that tells where nearly parallel edges cross is across it
    double at_b = -f64x4_sum3(f64x4_and(but_i, along_b)) / found->square, at_a = di + uv * at_b;
    if (found->separation > 0) {
        // the closest points of boxes that are apart, only where both lie on the edges; of nearly parallel ones, an axis without
        // extent among them, where they come closest is all but rounding
        if (found->square < BOXES3_NEARLY_PARALLEL) return CONTACT3_UNKNOWN;
        const double slack = j->found.rounding;
        if (!(fabs(at_a) <= own_a + slack && fabs(at_b) <= own_b + slack)) return CONTACT3_UNKNOWN;
    }
    // of nearly parallel edges one place is as good as another; but the two have to be opposite each other
    at_a = box_contact3_limited(at_a, own_a);
    at_b = box_contact3_limited(uv * at_a - dv, own_b);
    at_a = box_contact3_limited(di + uv * at_b, own_a);
    const f64x4 a = f64x4_select(but_i, at_end, f64x4_splat(at_a));
    const f64x4 b = f64x4_add_scaled(from_b, f64x4_splat(at_b), edge_b);
    const f64x4 bulge = f64x4_splat(0.5 * (j->ask->radius_a - j->ask->radius_b) / found->length);
    double middle[4] __attribute__((aligned(32)));
    f64x4_store(middle, f64x4_add_scaled(f64x4_mul(f64x4_splat(0.5), f64x4_add(a, b)), bulge, n));
    const f64x4 depth = f64x4_splat(-found->separation + j->radii);
    box_contact3_put(&m->points[0],
                     f64x4_with_last(box_contact3_world(j, middle[0], middle[1], middle[2]), depth),
                     box_contact3_center(box_contact3_reals(j->a)));
    double ends[4] __attribute__((aligned(32)));
    f64x4_store(ends, box_contact3_ends(j, f64x4_of(own_a, own_b, own_a, own_b)));
    const uint32_t code_a = edge_code(f64x4_mask(low_a), f64x4_mask(f64x4_less(zero, half_a)), i,
                                      end_of(at_a, ends[0])),
                   code_b = edge_code(f64x4_mask(low_b), f64x4_mask(f64x4_less(zero, half_b)), k,
                                      end_of(at_b, ends[1]));
    m->points[0].id = contact3_id(code_a, code_b) & ~CONTACT3_REVERSED;
    m->count = 1;
    return CONTACT3_MADE;
}

#endif
