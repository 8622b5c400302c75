/// What two faces with three or four corners share: each side of the one is cut by all sides of the other at once, and nothing is put in
/// order that need not be. In the text that contact3_few_lanes.h compiles for each width of lanes.
#ifndef FLR_CONTACT_CONTACT3_FEW_SHARE_H
#define FLR_CONTACT_CONTACT3_FEW_SHARE_H

#include "contact/contact3_few.h"
#include "contact/contact3_frame.h"
#include "contact/contact3_patch_end.h"
#include "math/simd_f64x4.h"

typedef uint32_t few_ints __attribute__((vector_size(16)));

/// Places in the plane of the manifold, with the depth there.
typedef struct few_places {
    f64x4 x, y, depth;
} few_places;

/// A face seen along the normal: x, y across it, h along it. The first corner of a triangle comes again as a fourth one.
typedef struct few_face {
    f64x4 x, y, h;
    /// Side i, from corner i to the next, is a * x + b * y = c, and (a, b) a unit vector outward.
    f64x4 a, b, c;
    f64x4 length;             ///< of the sides
    double slope_x, slope_y;  ///< of h
    uint32_t lanes;           ///< a bit for each corner
    uint32_t codes[12];       ///< of corners, of sides from the fifth on, of the whole the ninth
} few_face;

/// Three or four corners from the anchor of a face's shape, its normal, and as they are told: feature3 in lanes.
typedef struct few_corners {
    f64x4 x, y, z;
    dvec3 normal;
    uint32_t codes[4];
    bool is_four, is_box;
} few_corners;

/// What is asked, and the frame in which it is: its z is the normal.
typedef struct few_view {
    flr_mat3 frame;
    double slack, square,
        least;  ///< square: of what counts as on a corner or side; least: depth of the cores
} few_view;

enum { FEW_ROOM = 12 };

/// All candidates, and a bit for each that is a point of the patch: where what is left of a side begins, where it ends, the
/// corners of the reference face.
typedef struct few_spots {
    double x[FEW_ROOM] __attribute__((aligned(32)));
    double y[FEW_ROOM], depth[FEW_ROOM];
    uint32_t mask;
} few_spots;

static inline f64x4 few_root(f64x4 x)
{
    return f64x4_of_pairs(f64x2_sqrt(f64x4_low(x)), f64x2_sqrt(f64x4_high(x)));
}

/// A coordinate in the axes of the view.
static inline f64x4 few_along(flr_vec3 axis, f64x4 x, f64x4 y, f64x4 z)
{
    return f64x4_dot3(f64x4_splat((double)axis.x), x, f64x4_splat((double)axis.y), y,
                      f64x4_splat((double)axis.z), z);
}

static inline void few_set_corners(const few_view *v, const few_corners *f, const double offset[3],
                                   few_face *r)
{
    const f64x4 x = f64x4_add(f64x4_splat(offset[0]), f->x), y = f64x4_add(f64x4_splat(offset[1]), f->y),
                z = f64x4_add(f64x4_splat(offset[2]), f->z);
    r->lanes = f->is_four ? 15 : 7;
    r->x = few_along(v->frame.x, x, y, z);
    r->y = few_along(v->frame.y, x, y, z);
    r->h = few_along(v->frame.z, x, y, z);
}

/// Corners turn counter-clockwise as seen against the normal for a, along it for b. False where a side has no length, or two
/// meet in a tip.
static inline bool few_set_sides(double turn, double slack, few_face *r)
{
    const f64x4 sign = f64x4_splat(turn), ex = f64x4_mul(sign, f64x4_sub(f64x4_rotate4(r->x), r->x)),
                ey = f64x4_mul(sign, f64x4_sub(f64x4_rotate4(r->y), r->y)),
                length = few_root(f64x4_dot2(ex, ex, ey, ey)), per = f64x4_div(f64x4_splat(1), length);
    r->a = f64x4_mul(ey, per);
    r->b = f64x4_neg(f64x4_mul(ex, per));
    r->c = f64x4_dot2(r->a, r->x, r->b, r->y);
    r->length = length;
    // the last side of a triangle is followed by what has no length
    const uint32_t is_four = r->lanes >> 3;
    const f64x4 sharp = f64x4_splat(CONTACT3_SHARP),
                bend = f64x4_dot2(r->a, f64x4_rotate4(r->a), r->b, f64x4_rotate4(r->b)),
                first = f64x4_dot2(r->a, F64X4_SPREAD(r->a, 0), r->b, F64X4_SPREAD(r->b, 0));
    const uint32_t tips =
        f64x4_mask(f64x4_less(bend, sharp)) | (f64x4_mask(f64x4_less(first, sharp)) & 4 & (is_four - 1));
    return ((f64x4_mask(f64x4_less(f64x4_splat(slack), length)) & ~tips) & r->lanes) == r->lanes;
}

/// As feature3_edge_code and feature3_face_code have them.
static inline void few_set_codes(const few_corners *f, few_face *r)
{
    const uint32_t *c = f->codes;
    const few_ints corner = {c[0], c[1], c[2], c[3]}, next = {c[1], c[2], c[3], c[0]};
    few_ints side, whole = corner + 1;
    if (f->is_box) {
        side = (corner + next) / 2;
        r->codes[8] = (c[0] + c[2]) / 2;
    } else {
        const few_ints is_less = (few_ints)(corner < next), low = (corner & is_less) | (next & ~is_less),
                       high = (next & is_less) | (corner & ~is_less), is_small = (few_ints)(high < 90);
        side = 0x2000u | ((low * 90 + high) & is_small) |
               (((low * 0x9e3779b1u ^ high * 0x85ebca6bu) >> 19) & ~is_small);
        whole *= 0x9e3779b1u;
        whole ^= whole >> 15;
        const uint32_t sum = whole[0] + whole[1] + whole[2] + (whole[3] & -(uint32_t)f->is_four);
        r->codes[8] = 0x4000u | (sum >> 19);
    }
    memcpy(&r->codes[0], &corner, sizeof corner);
    memcpy(&r->codes[4], &side, sizeof side);
}

/// The height of the face's plane.
static inline f64x4 few_height(const few_face *f, f64x4 x, f64x4 y)
{
    const f64x4 dx = f64x4_sub(x, f64x4_splat_low(f64x4_low(f->x))),
                dy = f64x4_sub(y, f64x4_splat_low(f64x4_low(f->y)));
    return f64x4_add(f64x4_splat_low(f64x4_low(f->h)),
                     f64x4_dot2(f64x4_splat(f->slope_x), dx, f64x4_splat(f->slope_y), dy));
}

/// How far beyond a side places are.
#define FEW_BEYOND(f, k, px, py)                                                                             \
    f64x4_sub(f64x4_dot2(F64X4_SPREAD((f)->a, k), px, F64X4_SPREAD((f)->b, k), py), F64X4_SPREAD((f)->c, k))

/// Which parts of the sides of a face are within the sides of the other one that were looked at.
typedef struct few_parts {
    f64x4 low, high;
    f64x4 is_out;  ///< the side's first corner is
} few_parts;

/// Cuts all sides by one of the other face. Signs are taken once, for the end of a side as for the beginning of the next. A corner beyond by
/// the slack is kept as it is; cuts lie on the line, and where they would lie behind such a corner nothing is left of the side.
static inline void few_cut(f64x4 beyond, f64x4 slack, few_parts *p)
{
    const f64x4 one = f64x4_splat(1), next = f64x4_rotate4(beyond), is_out = f64x4_less(slack, beyond),
                ends_out = f64x4_less(slack, next), at = f64x4_div(beyond, f64x4_sub(beyond, next));
    p->low = f64x4_max(p->low, f64x4_and(is_out, f64x4_select(ends_out, f64x4_splat((double)INFINITY), at)));
    p->high = f64x4_min(p->high, f64x4_select(f64x4_andnot(is_out, ends_out), at, one));
    p->is_out = f64x4_or(p->is_out, is_out);
}

static inline few_places few_go(const few_places *from, const few_places *step, f64x4 by)
{
    const few_places r = {f64x4_add_scaled(from->x, by, step->x), f64x4_add_scaled(from->y, by, step->y),
                          f64x4_add_scaled(from->depth, by, step->depth)};
    return r;
}

/// Keeps four candidates, and tells which are deep enough.
static inline uint32_t few_put(const few_view *v, int at, const few_places *p, few_spots *s)
{
    f64x4_store(&s->x[at], p->x);
    f64x4_store(&s->y[at], p->y);
    f64x4_store(&s->depth[at], f64x4_max(p->depth, f64x4_splat(v->least)));
    return f64x4_mask(f64x4_at_most(f64x4_splat(v->least - v->slack), p->depth));
}

/// What the two faces share (Liang and Barsky, "A New Concept and Method for Line Clipping", 1984; both ways): the sides of the other
/// face within the reference face, and the corners of that within the other face. A corner may come twice, with one id.
static inline void few_share(const few_view *v, const few_face *own, const few_face *other, double side,
                             few_spots *s)
{
    const f64x4 turn = f64x4_splat(side), slack = f64x4_splat(v->slack);
    few_parts part = {f64x4_splat(0), f64x4_splat(1), f64x4_splat(0)};
    few_cut(FEW_BEYOND(own, 0, other->x, other->y), slack, &part);
    few_cut(FEW_BEYOND(own, 1, other->x, other->y), slack, &part);
    few_cut(FEW_BEYOND(own, 2, other->x, other->y), slack, &part);
    if (own->lanes == 15) few_cut(FEW_BEYOND(own, 3, other->x, other->y), slack, &part);
    const few_places from = {other->x, other->y,
                             f64x4_mul(turn, f64x4_sub(few_height(own, other->x, other->y), other->h))},
                     step = {f64x4_sub(f64x4_rotate4(from.x), from.x),
                             f64x4_sub(f64x4_rotate4(from.y), from.y),
                             f64x4_sub(f64x4_rotate4(from.depth), from.depth)};
    const few_places first = few_go(&from, &step, part.low), last = few_go(&from, &step, part.high),
                     corner = {own->x, own->y,
                               f64x4_mul(turn, f64x4_sub(own->h, few_height(other, own->x, own->y)))};
    f64x4 is_out = f64x4_or(f64x4_less(slack, FEW_BEYOND(other, 0, own->x, own->y)),
                            f64x4_or(f64x4_less(slack, FEW_BEYOND(other, 1, own->x, own->y)),
                                     f64x4_less(slack, FEW_BEYOND(other, 2, own->x, own->y))));
    if (other->lanes == 15)
        is_out = f64x4_or(is_out, f64x4_less(slack, FEW_BEYOND(other, 3, own->x, own->y)));
    const uint32_t in = ~f64x4_mask(part.is_out) & 15, next_in = in >> 1 | (in & 1) << 3,
                   some = f64x4_mask(f64x4_less(part.low, part.high)),
                   all_in = -(uint32_t)((in & other->lanes) == other->lanes);
    s->mask = (few_put(v, 0, &first, s) & (in | some) & other->lanes) |
              (few_put(v, 4, &last, s) & some & ~next_in & other->lanes) << 4 |
              (few_put(v, 8, &corner, s) & ~f64x4_mask(is_out) & own->lanes & ~all_in) << 8;
}

#endif
