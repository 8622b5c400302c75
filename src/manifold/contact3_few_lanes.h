/// Patches of two faces with three or four corners: each side of the one is cut by all sides of the other at once, and nothing is put in
/// order that need not be. For a source that defines CONTACT3_FEW_FORM, the name of its function.
#ifndef FLR_MANIFOLD_CONTACT3_FEW_LANES_H
#define FLR_MANIFOLD_CONTACT3_FEW_LANES_H

#include "convex/wide4.h"
#include "manifold/clip3.h"
#include "manifold/contact3_few.h"
#include "manifold/contact3_frame.h"
#include "manifold/contact3_patch_end.h"

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
    double slope_x, slope_y;  ///< of h
    uint32_t lanes;           ///< a bit for each corner
    uint32_t codes[12];       ///< of corners, of sides from the fifth on, of the whole the ninth
} few_face;

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

static inline void few_set_corners(const few_view *v, const feature3 *f, const double offset[3], few_face *r)
{
    const flr_vec3 *p = f->corners, *last = &p[f->count == 4 ? 3 : 0];
    const wide4 x = wide4_add(wide4_all(offset[0]),
                              wide4_of((double)p[0].x, (double)p[1].x, (double)p[2].x, (double)last->x)),
                y = wide4_add(wide4_all(offset[1]),
                              wide4_of((double)p[0].y, (double)p[1].y, (double)p[2].y, (double)last->y)),
                z = wide4_add(wide4_all(offset[2]),
                              wide4_of((double)p[0].z, (double)p[1].z, (double)p[2].z, (double)last->z));
    r->lanes = f->count == 4 ? 15 : 7;
    r->x = few_along(v->frame.x, x, y, z);
    r->y = few_along(v->frame.y, x, y, z);
    r->h = few_along(v->frame.z, x, y, z);
}

/// Corners turn counter-clockwise as seen against the normal for a, along it for b. False where a side has no length.
static inline bool few_set_sides(double turn, double slack, few_face *r)
{
    const wide4 sign = wide4_all(turn), ex = wide4_mul(sign, wide4_sub(wide4_follow(r->x), r->x)),
                ey = wide4_mul(sign, wide4_sub(wide4_follow(r->y), r->y)),
                length = few_root(wide4_dot2(ex, ex, ey, ey)), per = wide4_div(wide4_all(1), length);
    r->a = wide4_mul(ey, per);
    r->b = wide4_neg(wide4_mul(ex, per));
    r->c = wide4_dot2(r->a, r->x, r->b, r->y);
    return (wide4_mask(wide4_less(wide4_all(slack), length)) & r->lanes) == r->lanes;
}

/// As feature3_edge_code and feature3_face_code have them.
static inline void few_set_codes(const feature3 *f, few_face *r)
{
    const uint32_t *c = f->codes, last = c[f->count == 4 ? 3 : 0];
    const few_ints corner = {c[0], c[1], c[2], last}, next = {c[1], c[2], f->count == 4 ? last : c[0], c[0]};
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
        const uint32_t sum = whole[0] + whole[1] + whole[2] + (f->count == 4 ? whole[3] : 0);
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

/// Cuts all sides by one of the other face. Signs are taken once, for the end of a side as for the beginning of the next.
static inline void few_cut(wide4 beyond, few_parts *p)
{
    const wide4 one = wide4_all(1), zero = wide4_all(0), next = wide4_follow(beyond),
                is_out = wide4_less(zero, beyond), ends_out = wide4_less(zero, next),
                at = wide4_div(beyond, wide4_sub(beyond, next));
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
    few_cut(wide4_sub(FEW_BEYOND(own, 0, other->x, other->y), slack), &part);
    few_cut(wide4_sub(FEW_BEYOND(own, 1, other->x, other->y), slack), &part);
    few_cut(wide4_sub(FEW_BEYOND(own, 2, other->x, other->y), slack), &part);
    if (own->lanes == 15) few_cut(wide4_sub(FEW_BEYOND(own, 3, other->x, other->y), slack), &part);
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

/// The first of the nearest.
static inline uint32_t few_nearest(wide4 square, uint32_t among)
{
    double d[4] __attribute__((aligned(32)));
    wide4_store(d, square);
    uint32_t best = (uint32_t)__builtin_ctz(among);
    for (uint32_t k = best + 1; k < 4; k++)
        if ((among >> k & 1) && d[k] < d[best]) best = k;
    return best;
}

/// Which corner or side of the face a place is on; the whole face is 8.
static inline uint32_t few_number(const few_face *f, double square, wide4 x, wide4 y)
{
    const wide4 near = wide4_all(square), dx = wide4_sub(x, f->x), dy = wide4_sub(y, f->y),
                off = wide4_sub(wide4_dot2(f->a, x, f->b, y), f->c), to_corner = wide4_dot2(dx, dx, dy, dy),
                to_side = wide4_mul(off, off);
    const uint32_t corners = wide4_mask(wide4_less(to_corner, near)) & f->lanes,
                   sides = wide4_mask(wide4_less(to_side, near)) & f->lanes;
    const uint32_t closest = corners | (sides & -(uint32_t)(corners == 0));
    if (closest & (closest - 1))
        return corners ? few_nearest(to_corner, corners) : 4 + few_nearest(to_side, sides);
    return (uint32_t)__builtin_ctz(corners | sides << 4 | 256);
}

/// Marked as contact3_id does; `turn` is 1 where b's face comes first.
static inline uint32_t few_id(const few_view *v, const few_face *own, const few_face *other, uint32_t turn,
                              double x, double y)
{
    const wide4 px = wide4_all(x), py = wide4_all(y);
    const uint32_t first = own->codes[few_number(own, v->square, px, py)],
                   second = other->codes[few_number(other, v->square, px, py)];
    const uint32_t low = first < second ? first : second, high = first < second ? second : first;
    return low | high << 16 |
           (CONTACT3_REVERSED & -((uint32_t)(low != high) & ((uint32_t)(first > second) ^ turn)));
}

/// Points chosen from the spots, with the marks of their ids.
typedef struct few_chosen {
    int count;
    bool is_plain;  ///< no two ids are the same but for marks
    int spot[FEW_ROOM];
    uint32_t id[FEW_ROOM];
} few_chosen;

/// Of spots of one id the deepest.
static inline void few_name(const few_view *v, const few_face *own, const few_face *other, uint32_t turn,
                            const few_spots *s, few_chosen *c)
{
    uint64_t seen = 0, again = 0;
    int count = 0;
    for (uint32_t left = s->mask; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const uint32_t id = few_id(v, own, other, turn, s->x[i], s->y[i]);
        // a bit for some of the ids: where it is new, so is the id
        const uint64_t bit = UINT64_C(1) << (((id & ~CONTACT3_REVERSED) * 0x9e3779b1u) >> 26);
        int same = count;
        if (seen & bit) {
            same = 0;
            while (same < count && c->id[same] != id) same++;
        }
        // another one with these features
        again |= same == count ? seen & bit : 0;
        seen |= bit;
        if (same == count || s->depth[i] > s->depth[c->spot[same]]) c->spot[same] = i;
        c->id[same] = id;
        count += same == count;
    }
    c->count = count;
    c->is_plain = again == 0;
}

/// Four of more.
static void few_spread(const few_view *v, few_spots *s, few_chosen *c)
{
    clip3_patch patch;
    clip3_begin(&patch);
    for (int i = 0; i < c->count; i++) {
        patch.id[i] = c->id[i];
        clip3_add(&patch, s->x[c->spot[i]], s->y[c->spot[i]], s->depth[c->spot[i]]);
    }
    flr_clip3_spread(&patch, v->slack);
    const clip3_corners *p = clip3_now(&patch);
    for (int i = 0; i < patch.count; i++) {
        s->x[i] = p->x[i];
        s->y[i] = p->y[i];
        s->depth[i] = p->depth[i];
        c->spot[i] = i;
        c->id[i] = patch.id[i];
    }
    c->count = patch.count;
}

/// The last lane has no meaning.
static inline wide4 few_axis(flr_vec3 v)
{
    return wide4_of((double)v.x, (double)v.y, (double)v.z, (double)v.z);
}

/// Each moved from the reference face to the middle between both surfaces, without marks. Returns the deepest.
static inline int few_write(const contact3_pose *pose, const few_view *v, const few_face *own, double side,
                            const few_spots *s, const few_chosen *c, flr_manifold3 *m)
{
    const wide4 ax = few_axis(v->frame.x), ay = few_axis(v->frame.y), az = few_axis(v->frame.z),
                origin = wide4_with_last(few_axis(pose->origin), wide4_all(0));
    const double radii = (double)pose->radius_a + (double)pose->radius_b,
                 bulge = (double)pose->radius_a - (double)pose->radius_b, most = -(double)pose->separation;
    const double x0 = wide4_low(own->x)[0], y0 = wide4_low(own->y)[0], h0 = wide4_low(own->h)[0];
    double deepest = -(double)INFINITY;
    int bottom = 0;
    for (int i = 0; i < c->count; i++) {
        const int at = c->spot[i];
        const double x = s->x[at], y = s->y[at], d = s->depth[at], sum = d + radii,
                     depth = sum < most ? sum : most;
        const double h = h0 + (own->slope_x * (x - x0) + own->slope_y * (y - y0)),
                     middle = h - side * (0.5 * d) + 0.5 * bulge;
        const wide4 place = wide4_add(wide4_along(wide4_mul(wide4_all(middle), az), wide4_all(x), ax),
                                      wide4_mul(wide4_all(y), ay));
        flr_manifold3_point *p = &m->points[i];
        wide4_store_real(&p->position.x, wide4_with_last(place, wide4_all(depth)), origin);
        p->id = c->id[i] & ~CONTACT3_REVERSED;
        bottom = depth > deepest ? i : bottom;
        deepest = depth > deepest ? depth : deepest;
    }
    m->count = c->count;
    return bottom;
}

/// Marks that are needed, and a point as deep as was proved where there is none.
static void few_mend(const contact3_pose *pose, const few_view *v, const few_face *own, const few_face *other,
                     uint32_t turn, const few_chosen *c, flr_manifold3 *m)
{
    for (int i = 0; i < m->count; i++) m->points[i].id = c->id[i];
    if (!contact3_is_deep_enough(pose, m)) {
        const flr_vec3 p = contact3_witness(pose);
        const double x = (double)flr_dot3(p, v->frame.x), y = (double)flr_dot3(p, v->frame.y);
        contact3_add_witness(pose, few_id(v, own, other, turn, x, y), m);
    }
    contact3_settle_ids(m);
}

/// Faces steeper than this are not clipped here.
#define FEW_STEEP 0.1

contact3_few_form CONTACT3_FEW_FORM;

bool CONTACT3_FEW_FORM(const contact3_pose *pose, const feature3 *a, const feature3 *b, flr_manifold3 *m)
{
    if (((unsigned)a->count - 3) > 1 || ((unsigned)b->count - 3) > 1) return false;
    few_view v;
    v.frame = contact3_frame(pose->normal);
    v.slack = contact3_slack(pose);
    const double snap = contact3_snap(pose);
    v.square = snap * snap;
    v.least = -(double)pose->margin - ((double)pose->radius_a + (double)pose->radius_b);
    // both normals in the axes of the view
    const wide_lanes nx = {(double)a->normal.x, (double)b->normal.x},
                     ny = {(double)a->normal.y, (double)b->normal.y},
                     nz = {(double)a->normal.z, (double)b->normal.z};
    const flr_mat3 *f = &v.frame;
    const wide_lanes up = wide_all((double)f->z.x) * nx + wide_all((double)f->z.y) * ny +
                          wide_all((double)f->z.z) * nz,
                     over = wide_all(-1) / up;
    const double flat_a = up[0], flat_b = -up[1];
    if (!(flat_a > FEW_STEEP && flat_b > FEW_STEEP)) return false;
    double slope_x[2], slope_y[2];
    const wide_lanes sx = over * (wide_all((double)f->x.x) * nx + wide_all((double)f->x.y) * ny +
                                  wide_all((double)f->x.z) * nz),
                     sy = over * (wide_all((double)f->y.x) * nx + wide_all((double)f->y.y) * ny +
                                  wide_all((double)f->y.z) * nz);
    memcpy(slope_x, &sx, sizeof sx);
    memcpy(slope_y, &sy, sizeof sy);
    // the flatter one is the reference
    const uint32_t turn = !(flat_a * (1 + 1e-6) >= flat_b);
    const double side = 1 - 2 * (double)turn;
    const double offsets[2][3] = {{0, 0, 0},
                                  {(double)pose->offset.x, (double)pose->offset.y, (double)pose->offset.z}};
    const feature3 *const faces[2] = {a, b};
    few_face own, other;
    few_set_corners(&v, faces[turn], offsets[turn], &own);
    few_set_corners(&v, faces[1 - turn], offsets[1 - turn], &other);
    own.slope_x = slope_x[turn];
    own.slope_y = slope_y[turn];
    other.slope_x = slope_x[1 - turn];
    other.slope_y = slope_y[1 - turn];
    if (!few_set_sides(side, v.slack, &own) || !few_set_sides(-side, v.slack, &other)) return false;
    few_set_codes(faces[turn], &own);
    few_set_codes(faces[1 - turn], &other);
    few_spots s;
    few_chosen c;
    few_share(&v, &own, &other, side, &s);
    few_name(&v, &own, &other, turn, &s, &c);
    if (c.count > 4) few_spread(&v, &s, &c);
    const int bottom = few_write(pose, &v, &own, side, &s, &c, m);
    const double proved = -(double)pose->separation;
    if (c.is_plain && c.count > 0 && (double)m->points[bottom].depth >= proved - 64 * v.slack) {
        if (!pose->is_curved) m->points[bottom].depth = (flr_real)proved;
    } else {
        few_mend(pose, &v, &own, &other, turn, &c, m);
    }
    return true;
}

#endif
