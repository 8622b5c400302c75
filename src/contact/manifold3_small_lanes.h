/// Contact patches of two faces with three or four corners: all sides of one face together clip each side of
/// the other. This text for lanes is compiled in contact_baseline.c and contact_avx2.c.
#include "contact/clip3.h"
#include "contact/manifold3.h"
#include "contact/manifold3_ids.h"
#include "math/simd_f64x4.h"
#include "math/vectors.h"

typedef uint32_t small_ints __attribute__((vector_size(16)));

/// Places in the plane of the manifold, with their depths.
typedef struct small_places {
    f64x4 x, y, depth;
} small_places;

/// A face seen along the normal: x, y across it, h along it. A triangle's first corner is repeated as the
/// fourth.
typedef struct small_face {
    f64x4 x, y, h;
    /// Side i, from corner i to the next, is a * x + b * y = c, where (a, b) is a unit vector outward.
    f64x4 a, b, c;
    f64x4 length;             ///< of the sides
    double slope_x, slope_y;  ///< the slopes of h
    uint32_t lanes;           ///< a bit for each corner
    uint32_t codes[12];       ///< of corners, from the fifth on of sides, at the ninth of the whole face
} small_face;

/// Three or four corners from the anchor of a face's shape, its normal, and their codes: a feature3 in lanes.
typedef struct small_corners {
    f64x4 x, y, z;
    dvec3 normal;
    uint32_t codes[4];
    bool is_four, is_box;
} small_corners;

/// The query, and its frame, whose z is the normal.
typedef struct small_view {
    flr_mat3 frame;
    double slack, square,
        least;  ///< square: within which distance a point is on a corner or side; least: depth of the cores
} small_view;

enum { SMALL_ROOM = 12 };

/// All candidates, and a bit for each that is a point of the patch: the beginnings and ends of clipped sides,
/// and the corners of the reference face.
typedef struct small_points {
    double x[SMALL_ROOM] __attribute__((aligned(32)));
    double y[SMALL_ROOM], depth[SMALL_ROOM];
    uint32_t mask;
} small_points;

static inline f64x4 small_root(f64x4 x)
{
    return f64x4_of_pairs(f64x2_sqrt(f64x4_low(x)), f64x2_sqrt(f64x4_high(x)));
}

/// A coordinate in the axes of the view.
static inline f64x4 small_along(flr_vec3 axis, f64x4 x, f64x4 y, f64x4 z)
{
    return f64x4_dot3(f64x4_splat((double)axis.x), x, f64x4_splat((double)axis.y), y,
                      f64x4_splat((double)axis.z), z);
}

static inline void small_set_corners(const small_view *v, const small_corners *f, const double offset[3],
                                     small_face *r)
{
    const f64x4 x = f64x4_add(f64x4_splat(offset[0]), f->x), y = f64x4_add(f64x4_splat(offset[1]), f->y),
                z = f64x4_add(f64x4_splat(offset[2]), f->z);
    r->lanes = f->is_four ? 15 : 7;
    r->x = small_along(v->frame.x, x, y, z);
    r->y = small_along(v->frame.y, x, y, z);
    r->h = small_along(v->frame.z, x, y, z);
}

/// Sets the sides. Corners are counter-clockwise as seen against the normal for a, and along it for b.
/// Returns false if a side has no length, or two form a tip.
static inline bool small_set_sides(double turn, double slack, small_face *r)
{
    const f64x4 sign = f64x4_splat(turn), ex = f64x4_mul(sign, f64x4_sub(f64x4_rotate4(r->x), r->x)),
                ey = f64x4_mul(sign, f64x4_sub(f64x4_rotate4(r->y), r->y)),
                length = small_root(f64x4_dot2(ex, ex, ey, ey)), per = f64x4_div(f64x4_splat(1), length);
    r->a = f64x4_mul(ey, per);
    r->b = f64x4_neg(f64x4_mul(ex, per));
    r->c = f64x4_dot2(r->a, r->x, r->b, r->y);
    r->length = length;
    // the last side of a triangle is followed by one without length
    const uint32_t is_four = r->lanes >> 3;
    const f64x4 sharp = f64x4_splat(CONTACT3_SHARP),
                bend = f64x4_dot2(r->a, f64x4_rotate4(r->a), r->b, f64x4_rotate4(r->b)),
                first = f64x4_dot2(r->a, F64X4_SPREAD(r->a, 0), r->b, F64X4_SPREAD(r->b, 0));
    const uint32_t tips =
        f64x4_mask(f64x4_less(bend, sharp)) | (f64x4_mask(f64x4_less(first, sharp)) & 4 & (is_four - 1));
    return ((f64x4_mask(f64x4_less(f64x4_splat(slack), length)) & ~tips) & r->lanes) == r->lanes;
}

/// Sets the codes as feature3_edge_code and feature3_face_code do.
static inline void small_set_codes(const small_corners *f, small_face *r)
{
    const uint32_t *c = f->codes;
    const small_ints corner = {c[0], c[1], c[2], c[3]}, next = {c[1], c[2], c[3], c[0]};
    small_ints side, whole = corner + 1;
    if (f->is_box) {
        side = (corner + next) / 2;
        r->codes[8] = (c[0] + c[2]) / 2;
    } else {
        const small_ints is_less = (small_ints)(corner < next), low = (corner & is_less) | (next & ~is_less),
                         high = (next & is_less) | (corner & ~is_less), is_small = (small_ints)(high < 90);
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

/// Returns the height of the face's plane at a place.
static inline f64x4 small_height(const small_face *f, f64x4 x, f64x4 y)
{
    const f64x4 dx = f64x4_sub(x, f64x4_splat_low(f64x4_low(f->x))),
                dy = f64x4_sub(y, f64x4_splat_low(f64x4_low(f->y)));
    return f64x4_add(f64x4_splat_low(f64x4_low(f->h)),
                     f64x4_dot2(f64x4_splat(f->slope_x), dx, f64x4_splat(f->slope_y), dy));
}

/// Returns how far places are beyond a side.
#define SMALL_BEYOND(f, k, px, py)                                                                           \
    f64x4_sub(f64x4_dot2(F64X4_SPREAD((f)->a, k), px, F64X4_SPREAD((f)->b, k), py), F64X4_SPREAD((f)->c, k))

/// The parts of the sides of a face that lie within those sides of the other face that were tested.
typedef struct small_parts {
    f64x4 low, high;
    f64x4 is_out;  ///< is the side's first corner outside?
} small_parts;

/// Clips all sides by one side of the other face. Signs are computed once, for the end of a side and for the
/// beginning of the next. A corner outside by the slack is kept unchanged. Cuts lie on the line; if a cut
/// would lie behind such a corner, nothing of the side is left.
static inline void small_cut(f64x4 beyond, f64x4 slack, small_parts *p)
{
    const f64x4 one = f64x4_splat(1), next = f64x4_rotate4(beyond), is_out = f64x4_less(slack, beyond),
                ends_out = f64x4_less(slack, next), at = f64x4_div(beyond, f64x4_sub(beyond, next));
    p->low = f64x4_max(p->low, f64x4_and(is_out, f64x4_select(ends_out, f64x4_splat((double)INFINITY), at)));
    p->high = f64x4_min(p->high, f64x4_select(f64x4_andnot(is_out, ends_out), at, one));
    p->is_out = f64x4_or(p->is_out, is_out);
}

static inline small_places small_move(const small_places *from, const small_places *step, f64x4 by)
{
    const small_places r = {f64x4_add_scaled(from->x, by, step->x), f64x4_add_scaled(from->y, by, step->y),
                            f64x4_add_scaled(from->depth, by, step->depth)};
    return r;
}

/// Writes four candidates; returns which of them are deep enough.
static inline uint32_t small_put(const small_view *v, int at, const small_places *p, small_points *s)
{
    f64x4_store(&s->x[at], p->x);
    f64x4_store(&s->y[at], p->y);
    f64x4_store(&s->depth[at], f64x4_max(p->depth, f64x4_splat(v->least)));
    return f64x4_mask(f64x4_at_most(f64x4_splat(v->least - v->slack), p->depth));
}

/// Intersects the two faces (Liang and Barsky, "A New Concept and Method for Line Clipping", 1984; in both
/// directions). The result is the sides of the other face within the reference face, and its corners within
/// the other face. A corner may occur twice, with one id.
static inline void small_share(const small_view *v, const small_face *own, const small_face *other,
                               double side, small_points *s)
{
    const f64x4 turn = f64x4_splat(side), slack = f64x4_splat(v->slack);
    small_parts part = {f64x4_splat(0), f64x4_splat(1), f64x4_splat(0)};
    small_cut(SMALL_BEYOND(own, 0, other->x, other->y), slack, &part);
    small_cut(SMALL_BEYOND(own, 1, other->x, other->y), slack, &part);
    small_cut(SMALL_BEYOND(own, 2, other->x, other->y), slack, &part);
    if (own->lanes == 15) small_cut(SMALL_BEYOND(own, 3, other->x, other->y), slack, &part);
    const small_places from = {other->x, other->y,
                               f64x4_mul(turn, f64x4_sub(small_height(own, other->x, other->y), other->h))},
                       step = {f64x4_sub(f64x4_rotate4(from.x), from.x),
                               f64x4_sub(f64x4_rotate4(from.y), from.y),
                               f64x4_sub(f64x4_rotate4(from.depth), from.depth)};
    const small_places first = small_move(&from, &step, part.low), last = small_move(&from, &step, part.high),
                       corner = {own->x, own->y,
                                 f64x4_mul(turn, f64x4_sub(own->h, small_height(other, own->x, own->y)))};
    f64x4 is_out = f64x4_or(f64x4_less(slack, SMALL_BEYOND(other, 0, own->x, own->y)),
                            f64x4_or(f64x4_less(slack, SMALL_BEYOND(other, 1, own->x, own->y)),
                                     f64x4_less(slack, SMALL_BEYOND(other, 2, own->x, own->y))));
    if (other->lanes == 15)
        is_out = f64x4_or(is_out, f64x4_less(slack, SMALL_BEYOND(other, 3, own->x, own->y)));
    const uint32_t in = ~f64x4_mask(part.is_out) & 15, next_in = in >> 1 | (in & 1) << 3,
                   some = f64x4_mask(f64x4_less(part.low, part.high)),
                   all_in = -(uint32_t)((in & other->lanes) == other->lanes);
    s->mask = (small_put(v, 0, &first, s) & (in | some) & other->lanes) |
              (small_put(v, 4, &last, s) & some & ~next_in & other->lanes) << 4 |
              (small_put(v, 8, &corner, s) & ~f64x4_mask(is_out) & own->lanes & ~all_in) << 8;
}

/// Patches of two faces with three or four corners, for a source that defines CONTACT3_SMALL_FORM and
/// CONTACT3_SMALL_HULLS, the names of its functions.

/// Returns the first of the nearest.
static inline uint32_t small_nearest(f64x4 square, uint32_t among)
{
    double d[4] __attribute__((aligned(32)));
    f64x4_store(d, square);
    uint32_t best = (uint32_t)__builtin_ctz(among);
    for (uint32_t k = best + 1; k < 4; k++)
        if ((among >> k & 1) && d[k] < d[best]) best = k;
    return best;
}

/// Returns which corner or side of the face a place is on; the whole face is 8.
static inline uint32_t small_number(const small_face *f, double square, f64x4 x, f64x4 y)
{
    const f64x4 near = f64x4_splat(square), dx = f64x4_sub(x, f->x), dy = f64x4_sub(y, f->y),
                off = f64x4_sub(f64x4_dot2(f->a, x, f->b, y), f->c), to_corner = f64x4_dot2(dx, dx, dy, dy),
                to_side = f64x4_mul(off, off);
    const uint32_t corners = f64x4_mask(f64x4_less(to_corner, near)) & f->lanes,
                   sides = f64x4_mask(f64x4_less(to_side, near)) & f->lanes;
    const uint32_t closest = corners | (sides & -(uint32_t)(corners == 0));
    if (closest & (closest - 1))
        return corners ? small_nearest(to_corner, corners) : 4 + small_nearest(to_side, sides);
    return (uint32_t)__builtin_ctz(corners | sides << 4 | 256);
}

/// Marks an id as contact3_id does; `turn` is 1 if b's face comes first.
static inline uint32_t small_id(const small_view *v, const small_face *own, const small_face *other,
                                uint32_t turn, double x, double y)
{
    const f64x4 px = f64x4_splat(x), py = f64x4_splat(y);
    const uint32_t first = own->codes[small_number(own, v->square, px, py)],
                   second = other->codes[small_number(other, v->square, px, py)];
    const uint32_t low = first < second ? first : second, high = first < second ? second : first;
    return low | high << 16 |
           (CONTACT3_REVERSED & -((uint32_t)(low != high) & ((uint32_t)(first > second) ^ turn)));
}

/// The chosen points, with the marks of their ids.
typedef struct small_chosen {
    int count;
    bool is_plain;  ///< no two ids are equal up to marks
    int spot[SMALL_ROOM];
    uint32_t id[SMALL_ROOM];
} small_chosen;

/// Keeps the deepest of the points with one id.
static inline void small_name(const small_view *v, const small_face *own, const small_face *other,
                              uint32_t turn, const small_points *s, small_chosen *c)
{
    uint64_t seen = 0, again = 0;
    int count = 0;
    for (uint32_t left = s->mask; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const uint32_t id = small_id(v, own, other, turn, s->x[i], s->y[i]);
        // a hash bit for each id: if it is new, so is the id
        const uint64_t bit = UINT64_C(1) << (((id & ~CONTACT3_REVERSED) * 0x9e3779b1u) >> 26);
        int same = count;
        if (seen & bit) {
            same = 0;
            while (same < count && c->id[same] != id) same++;
        }
        // another point with these features
        again |= same == count ? seen & bit : 0;
        seen |= bit;
        if (same == count || s->depth[i] > s->depth[c->spot[same]]) c->spot[same] = i;
        c->id[same] = id;
        count += same == count;
    }
    c->count = count;
    c->is_plain = again == 0;
}

/// Chooses four if there are more.
static void small_spread(const small_view *v, small_points *s, small_chosen *c)
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

/// Keeps the deeper of two points in one place.
static inline void small_join(double same, const small_points *s, small_chosen *c)
{
    bool is_any = false;
    for (int i = 1; i < c->count; i++)
        for (int k = 0; k < i; k++) {
            const double x = s->x[c->spot[i]] - s->x[c->spot[k]], y = s->y[c->spot[i]] - s->y[c->spot[k]];
            is_any |= !(x * x + y * y > same * same);
        }
    if (!is_any) return;
    int kept = 0;
    for (int i = 0; i < c->count; i++) {
        const int at = c->spot[i];
        int k = 0;
        for (; k < kept; k++) {
            const double x = s->x[at] - s->x[c->spot[k]], y = s->y[at] - s->y[c->spot[k]];
            if (!(x * x + y * y > same * same)) break;
        }
        if (k == kept || s->depth[at] > s->depth[c->spot[k]]) {
            c->id[k] = c->id[i];
            c->spot[k] = at;
        }
        kept += k == kept;
    }
    c->count = kept;
}

/// Returns a point of three lanes; the last lane has no meaning.
static inline f64x4 small_axis(flr_vec3 v)
{
    return f64x4_of((double)v.x, (double)v.y, (double)v.z, (double)v.z);
}

/// Writes the points without marks, each moved from the reference face to the middle between both surfaces.
/// Returns the deepest.
static inline int small_write(const contact3_pose *pose, const small_view *v, const small_face *own,
                              double side, const small_points *s, const small_chosen *c, flr_manifold3 *m)
{
    const f64x4 ax = small_axis(v->frame.x), ay = small_axis(v->frame.y), az = small_axis(v->frame.z),
                origin = f64x4_with_last(small_axis(pose->origin), f64x4_splat(0));
    const double radii = (double)pose->radius_a + (double)pose->radius_b,
                 bulge = (double)pose->radius_a - (double)pose->radius_b, most = -(double)pose->separation;
    const double x0 = f64x4_low(own->x)[0], y0 = f64x4_low(own->y)[0], h0 = f64x4_low(own->h)[0];
    double deepest = -(double)INFINITY;
    int bottom = 0;
    for (int i = 0; i < c->count; i++) {
        const int at = c->spot[i];
        const double x = s->x[at], y = s->y[at], d = s->depth[at], sum = d + radii,
                     depth = sum < most ? sum : most;
        const double h = h0 + (own->slope_x * (x - x0) + own->slope_y * (y - y0)),
                     middle = h - side * (0.5 * d) + 0.5 * bulge;
        const f64x4 place =
            f64x4_add(f64x4_add_scaled(f64x4_mul(f64x4_splat(middle), az), f64x4_splat(x), ax),
                      f64x4_mul(f64x4_splat(y), ay));
        flr_manifold3_point *p = &m->points[i];
        f64x4_store_real(&p->position.x, f64x4_with_last(place, f64x4_splat(depth)), origin);
        p->id = c->id[i] & ~CONTACT3_REVERSED;
        bottom = depth > deepest ? i : bottom;
        deepest = depth > deepest ? depth : deepest;
    }
    m->count = c->count;
    return bottom;
}

/// Adds the marks that are needed, and a point with the proved depth if there is none.
static void small_keep_deepest(const contact3_pose *pose, const small_view *v, const small_face *own,
                               const small_face *other, uint32_t turn, const small_chosen *c,
                               flr_manifold3 *m)
{
    for (int i = 0; i < m->count; i++) m->points[i].id = c->id[i];
    if (!contact3_is_deep_enough(pose, m)) {
        const flr_vec3 p = contact3_witness(pose);
        const double x = (double)flr_dot3(p, v->frame.x), y = (double)flr_dot3(p, v->frame.y);
        contact3_add_witness(pose, small_id(v, own, other, turn, x, y), m);
    }
    contact3_settle_ids(m);
}

/// Faces steeper than this are not clipped here.
#define SMALL_STEEP 0.1

/// Makes the patch of faces of a and b.
static bool small_patch(const contact3_pose *pose, const small_corners faces[2], flr_manifold3 *m)
{
    small_view v;
    v.frame = flr_frame_around3(pose->normal);
    v.slack = contact3_slack(pose);
    v.least = -(double)pose->margin - ((double)pose->radius_a + (double)pose->radius_b);
    // both normals in the axes of the view
    const dvec3 *a = &faces[0].normal, *b = &faces[1].normal;
    const f64x2 nx = {a->x, b->x}, ny = {a->y, b->y}, nz = {a->z, b->z};
    const flr_mat3 *f = &v.frame;
    const f64x2 up = f64x2_splat((double)f->z.x) * nx + f64x2_splat((double)f->z.y) * ny +
                     f64x2_splat((double)f->z.z) * nz,
                over = f64x2_splat(-1) / up;
    const double flat_a = up[0], flat_b = -up[1];
    if (!(flat_a > SMALL_STEEP && flat_b > SMALL_STEEP)) return false;
    double slope_x[2], slope_y[2];
    const f64x2 sx = over * (f64x2_splat((double)f->x.x) * nx + f64x2_splat((double)f->x.y) * ny +
                             f64x2_splat((double)f->x.z) * nz),
                sy = over * (f64x2_splat((double)f->y.x) * nx + f64x2_splat((double)f->y.y) * ny +
                             f64x2_splat((double)f->y.z) * nz);
    memcpy(slope_x, &sx, sizeof sx);
    memcpy(slope_y, &sy, sizeof sy);
    // the flatter face is the reference
    const uint32_t turn = !(flat_a * (1 + 1e-6) >= flat_b);
    const double side = 1 - 2 * (double)turn;
    const double offsets[2][3] = {{0, 0, 0},
                                  {(double)pose->offset.x, (double)pose->offset.y, (double)pose->offset.z}};
    small_face own, other;
    small_set_corners(&v, &faces[turn], offsets[turn], &own);
    small_set_corners(&v, &faces[1 - turn], offsets[1 - turn], &other);
    own.slope_x = slope_x[turn];
    own.slope_y = slope_y[turn];
    other.slope_x = slope_x[1 - turn];
    other.slope_y = slope_y[1 - turn];
    if (!small_set_sides(side, v.slack, &own) || !small_set_sides(-side, v.slack, &other)) return false;
    const f64x2 longest = f64x4_max_lanes(own.length, other.length);
    const double snap = contact3_snap(pose, longest[0], longest[1]);
    v.square = snap * snap;
    small_set_codes(&faces[turn], &own);
    small_set_codes(&faces[1 - turn], &other);
    small_points s;
    small_chosen c;
    small_share(&v, &own, &other, side, &s);
    small_name(&v, &own, &other, turn, &s, &c);
    if (c.count > 4) small_spread(&v, &s, &c);
    small_join(contact3_same(pose), &s, &c);
    const int bottom = small_write(pose, &v, &own, side, &s, &c, m);
    const double proved = -(double)pose->separation;
    if (c.is_plain && c.count > 0 && (double)m->points[bottom].depth >= proved - 64 * v.slack) {
        contact3_set_proved(pose, &m->points[bottom]);
    } else {
        small_keep_deepest(pose, &v, &own, &other, turn, &c, m);
    }
    return true;
}

static inline void small_of_feature(const feature3 *f, small_corners *r)
{
    r->is_four = f->count == 4;
    r->is_box = f->is_box;
    const flr_vec3 *p = f->corners, *last = &p[r->is_four ? 3 : 0];
    r->x = f64x4_of((double)p[0].x, (double)p[1].x, (double)p[2].x, (double)last->x);
    r->y = f64x4_of((double)p[0].y, (double)p[1].y, (double)p[2].y, (double)last->y);
    r->z = f64x4_of((double)p[0].z, (double)p[1].z, (double)p[2].z, (double)last->z);
    r->normal = dvec3_from(f->normal);
    for (int i = 0; i < 3; i++) r->codes[i] = f->codes[i];
    r->codes[3] = f->codes[r->is_four ? 3 : 0];
}

contact3_small_form CONTACT3_SMALL_FORM;

bool CONTACT3_SMALL_FORM(const contact3_pose *pose, const feature3 *a, const feature3 *b, flr_manifold3 *m)
{
    if (((unsigned)a->count - 3) > 1 || ((unsigned)b->count - 3) > 1) return false;
    small_corners faces[2];
    small_of_feature(a, &faces[0]);
    small_of_feature(b, &faces[1]);
    return small_patch(pose, faces, m);
}

static inline f64x4 small_gather(const flr_real *p, const uint32_t at[4])
{
    return f64x4_of((double)p[at[0]], (double)p[at[1]], (double)p[at[2]], (double)p[at[3]]);
}

/// Loads a face, rotated as the hull is; returns how far the corners reach. The face has three or four
/// corners.
static inline double small_of_hull(const flr_convex3 *c, uint32_t face, small_corners *r)
{
    const flr_hull3 *h = c->hull;
    const uint32_t first = h->first[face], *origin = &h->origin[first];
    r->is_four = h->first[face + 1] - first == 4;
    r->is_box = false;
    const uint32_t at[4] = {origin[0], origin[1], origin[2], origin[r->is_four ? 3 : 0]};
    const f64x4 x = small_gather(h->x, at), y = small_gather(h->y, at), z = small_gather(h->z, at);
    const flr_mat3 *m = &c->axes;
    r->x = f64x4_dot3(f64x4_splat((double)m->x.x), x, f64x4_splat((double)m->y.x), y,
                      f64x4_splat((double)m->z.x), z);
    r->y = f64x4_dot3(f64x4_splat((double)m->x.y), x, f64x4_splat((double)m->y.y), y,
                      f64x4_splat((double)m->z.y), z);
    r->z = f64x4_dot3(f64x4_splat((double)m->x.z), x, f64x4_splat((double)m->y.z), y,
                      f64x4_splat((double)m->z.z), z);
    const dvec3 n = dvec3_from(h->normals[face]), ax = dvec3_from(m->x), ay = dvec3_from(m->y),
                az = dvec3_from(m->z);
    r->normal = dvec3_make(ax.x * n.x + ay.x * n.y + az.x * n.z, ax.y * n.x + ay.y * n.y + az.y * n.z,
                           ax.z * n.x + ay.z * n.y + az.z * n.z);
    for (int i = 0; i < 4; i++) r->codes[i] = at[i] & 0x1fffu;
    return sqrt(f64x4_max_lane(f64x4_dot3(r->x, r->x, r->y, r->y, r->z, r->z)));
}

static inline bool small_is_face(const flr_hull3 *h, uint32_t face)
{
    return face != FLR_HULL_NONE && h->first[face + 1] - h->first[face] - 3 <= 1;
}

contact3_small_hulls_form CONTACT3_SMALL_HULLS;

bool CONTACT3_SMALL_HULLS(contact3_pose *pose, const flr_convex3 *a, const flr_convex3 *b,
                          const feature3_place at[2], flr_manifold3 *m)
{
    if (!small_is_face(a->hull, at[0].face) || !small_is_face(b->hull, at[1].face)) return false;
    small_corners faces[2];
    const double reach_a = small_of_hull(a, at[0].face, &faces[0]),
                 reach_b = small_of_hull(b, at[1].face, &faces[1]);
    pose->size = flr_length3(pose->offset) + (flr_real)reach_a + (flr_real)reach_b;
    return contact3_is_measurable(pose->size) && small_patch(pose, faces, m);
}
