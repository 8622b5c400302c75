/// What two faces with three or four corners share: each side of the one is cut by all sides of the other at once, and nothing is put in
/// order that need not be. In the text that contact3_few_lanes.h compiles for each width of lanes.
#ifndef FLR_CONTACT_CONTACT3_FEW_SHARE_H
#define FLR_CONTACT_CONTACT3_FEW_SHARE_H

#include "math/wide4.h"
#include "contact/contact3_few.h"
#include "contact/contact3_frame.h"
#include "contact/contact3_patch_end.h"

typedef uint32_t few_ints __attribute__((vector_size(16)));

/// Places in the plane of the manifold, with the depth there.
typedef struct few_places {
    wide4 x, y, depth;
} few_places;

/// A face seen along the normal: x, y across it, h along it. The first corner of a triangle comes again as a fourth one.
typedef struct few_face {
    wide4 x, y, h;
    /// Side i, from corner i to the next, is a * x + b * y = c, and (a, b) a unit vector outward.
    wide4 a, b, c;
    wide4 length;             ///< of the sides
    double slope_x, slope_y;  ///< of h
    uint32_t lanes;           ///< a bit for each corner
    uint32_t codes[12];       ///< of corners, of sides from the fifth on, of the whole the ninth
} few_face;

/// Three or four corners from the anchor of a face's shape, its normal, and as they are told: feature3 in lanes.
typedef struct few_corners {
    wide4 x, y, z;
    wide3 normal;
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

static inline wide4 few_root(wide4 x)
{
    return wide4_of_pairs(wide_root(wide4_low(x)), wide_root(wide4_high(x)));
}

/// A coordinate in the axes of the view.
static inline wide4 few_along(flr_vec3 axis, wide4 x, wide4 y, wide4 z)
{
    return wide4_dot3(wide4_all((double)axis.x), x, wide4_all((double)axis.y), y, wide4_all((double)axis.z),
                      z);
}

static inline void few_set_corners(const few_view *v, const few_corners *f, const double offset[3],
                                   few_face *r)
{
    const wide4 x = wide4_add(wide4_all(offset[0]), f->x), y = wide4_add(wide4_all(offset[1]), f->y),
                z = wide4_add(wide4_all(offset[2]), f->z);
    r->lanes = f->is_four ? 15 : 7;
    r->x = few_along(v->frame.x, x, y, z);
    r->y = few_along(v->frame.y, x, y, z);
    r->h = few_along(v->frame.z, x, y, z);
}

/// Corners turn counter-clockwise as seen against the normal for a, along it for b. False where a side has no length, or two
/// meet in a tip.
static inline bool few_set_sides(double turn, double slack, few_face *r)
{
    const wide4 sign = wide4_all(turn), ex = wide4_mul(sign, wide4_sub(wide4_follow(r->x), r->x)),
                ey = wide4_mul(sign, wide4_sub(wide4_follow(r->y), r->y)),
                length = few_root(wide4_dot2(ex, ex, ey, ey)), per = wide4_div(wide4_all(1), length);
    r->a = wide4_mul(ey, per);
    r->b = wide4_neg(wide4_mul(ex, per));
    r->c = wide4_dot2(r->a, r->x, r->b, r->y);
    r->length = length;
    // the last side of a triangle is followed by what has no length
    const uint32_t is_four = r->lanes >> 3;
    const wide4 sharp = wide4_all(CONTACT3_SHARP),
                bend = wide4_dot2(r->a, wide4_follow(r->a), r->b, wide4_follow(r->b)),
                first = wide4_dot2(r->a, WIDE4_SPREAD(r->a, 0), r->b, WIDE4_SPREAD(r->b, 0));
    const uint32_t tips =
        wide4_mask(wide4_less(bend, sharp)) | (wide4_mask(wide4_less(first, sharp)) & 4 & (is_four - 1));
    return ((wide4_mask(wide4_less(wide4_all(slack), length)) & ~tips) & r->lanes) == r->lanes;
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
static inline wide4 few_height(const few_face *f, wide4 x, wide4 y)
{
    const wide4 dx = wide4_sub(x, wide4_all_low(wide4_low(f->x))),
                dy = wide4_sub(y, wide4_all_low(wide4_low(f->y)));
    return wide4_add(wide4_all_low(wide4_low(f->h)),
                     wide4_dot2(wide4_all(f->slope_x), dx, wide4_all(f->slope_y), dy));
}

/// How far beyond a side places are.
#define FEW_BEYOND(f, k, px, py)                                                                             \
    wide4_sub(wide4_dot2(WIDE4_SPREAD((f)->a, k), px, WIDE4_SPREAD((f)->b, k), py), WIDE4_SPREAD((f)->c, k))

/// Which parts of the sides of a face are within the sides of the other one that were looked at.
typedef struct few_parts {
    wide4 low, high;
    wide4 is_out;  ///< the side's first corner is
} few_parts;

/// Cuts all sides by one of the other face. Signs are taken once, for the end of a side as for the beginning of the next. A corner beyond by
/// the slack is kept as it is; cuts lie on the line, and where they would lie behind such a corner nothing is left of the side.
static inline void few_cut(wide4 beyond, wide4 slack, few_parts *p)
{
    const wide4 one = wide4_all(1), next = wide4_follow(beyond), is_out = wide4_less(slack, beyond),
                ends_out = wide4_less(slack, next), at = wide4_div(beyond, wide4_sub(beyond, next));
    p->low = wide4_max(p->low, wide4_and(is_out, wide4_choose(ends_out, wide4_all((double)INFINITY), at)));
    p->high = wide4_min(p->high, wide4_choose(wide4_except(is_out, ends_out), at, one));
    p->is_out = wide4_or(p->is_out, is_out);
}

static inline few_places few_go(const few_places *from, const few_places *step, wide4 by)
{
    const few_places r = {wide4_along(from->x, by, step->x), wide4_along(from->y, by, step->y),
                          wide4_along(from->depth, by, step->depth)};
    return r;
}

/// Keeps four candidates, and tells which are deep enough.
static inline uint32_t few_put(const few_view *v, int at, const few_places *p, few_spots *s)
{
    wide4_store(&s->x[at], p->x);
    wide4_store(&s->y[at], p->y);
    wide4_store(&s->depth[at], wide4_max(p->depth, wide4_all(v->least)));
    return wide4_mask(wide4_at_most(wide4_all(v->least - v->slack), p->depth));
}

/// What the two faces share (Liang and Barsky, "A New Concept and Method for Line Clipping", 1984; both ways): the sides of the other
/// face within the reference face, and the corners of that within the other face. A corner may come twice, with one id.
static inline void few_share(const few_view *v, const few_face *own, const few_face *other, double side,
                             few_spots *s)
{
    const wide4 turn = wide4_all(side), slack = wide4_all(v->slack);
    few_parts part = {wide4_all(0), wide4_all(1), wide4_all(0)};
    few_cut(FEW_BEYOND(own, 0, other->x, other->y), slack, &part);
    few_cut(FEW_BEYOND(own, 1, other->x, other->y), slack, &part);
    few_cut(FEW_BEYOND(own, 2, other->x, other->y), slack, &part);
    if (own->lanes == 15) few_cut(FEW_BEYOND(own, 3, other->x, other->y), slack, &part);
    const few_places from = {other->x, other->y,
                             wide4_mul(turn, wide4_sub(few_height(own, other->x, other->y), other->h))},
                     step = {wide4_sub(wide4_follow(from.x), from.x), wide4_sub(wide4_follow(from.y), from.y),
                             wide4_sub(wide4_follow(from.depth), from.depth)};
    const few_places first = few_go(&from, &step, part.low), last = few_go(&from, &step, part.high),
                     corner = {own->x, own->y,
                               wide4_mul(turn, wide4_sub(own->h, few_height(other, own->x, own->y)))};
    wide4 is_out = wide4_or(wide4_less(slack, FEW_BEYOND(other, 0, own->x, own->y)),
                            wide4_or(wide4_less(slack, FEW_BEYOND(other, 1, own->x, own->y)),
                                     wide4_less(slack, FEW_BEYOND(other, 2, own->x, own->y))));
    if (other->lanes == 15)
        is_out = wide4_or(is_out, wide4_less(slack, FEW_BEYOND(other, 3, own->x, own->y)));
    const uint32_t in = ~wide4_mask(part.is_out) & 15, next_in = in >> 1 | (in & 1) << 3,
                   some = wide4_mask(wide4_less(part.low, part.high)),
                   all_in = -(uint32_t)((in & other->lanes) == other->lanes);
    s->mask = (few_put(v, 0, &first, s) & (in | some) & other->lanes) |
              (few_put(v, 4, &last, s) & some & ~next_in & other->lanes) << 4 |
              (few_put(v, 8, &corner, s) & ~wide4_mask(is_out) & own->lanes & ~all_in) << 8;
}

#endif
