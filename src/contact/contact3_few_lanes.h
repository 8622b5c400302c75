/// Patches of two faces with three or four corners, all corners and sides of a face in lanes. For a source that defines CONTACT3_FEW_FORM and
/// CONTACT3_FEW_HULLS, the names of its functions.
#ifndef FLR_CONTACT_CONTACT3_FEW_LANES_H
#define FLR_CONTACT_CONTACT3_FEW_LANES_H

#include "contact/clip3.h"
#include "contact/contact3_few_share.h"

/// The first of the nearest.
static inline uint32_t few_nearest(f64x4 square, uint32_t among)
{
    double d[4] __attribute__((aligned(32)));
    f64x4_store(d, square);
    uint32_t best = (uint32_t)__builtin_ctz(among);
    for (uint32_t k = best + 1; k < 4; k++)
        if ((among >> k & 1) && d[k] < d[best]) best = k;
    return best;
}

/// Which corner or side of the face a place is on; the whole face is 8.
static inline uint32_t few_number(const few_face *f, double square, f64x4 x, f64x4 y)
{
    const f64x4 near = f64x4_splat(square), dx = f64x4_sub(x, f->x), dy = f64x4_sub(y, f->y),
                off = f64x4_sub(f64x4_dot2(f->a, x, f->b, y), f->c), to_corner = f64x4_dot2(dx, dx, dy, dy),
                to_side = f64x4_mul(off, off);
    const uint32_t corners = f64x4_mask(f64x4_less(to_corner, near)) & f->lanes,
                   sides = f64x4_mask(f64x4_less(to_side, near)) & f->lanes;
    const uint32_t closest = corners | (sides & -(uint32_t)(corners == 0));
    if (closest & (closest - 1))
        return corners ? few_nearest(to_corner, corners) : 4 + few_nearest(to_side, sides);
    return (uint32_t)__builtin_ctz(corners | sides << 4 | 256);
}

/// Marked as contact3_id does; `turn` is 1 where b's face comes first.
static inline uint32_t few_id(const few_view *v, const few_face *own, const few_face *other, uint32_t turn,
                              double x, double y)
{
    const f64x4 px = f64x4_splat(x), py = f64x4_splat(y);
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

/// Of two points in one place the deeper.
static inline void few_join(double same, const few_spots *s, few_chosen *c)
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

/// The last lane has no meaning.
static inline f64x4 few_axis(flr_vec3 v)
{
    return f64x4_of((double)v.x, (double)v.y, (double)v.z, (double)v.z);
}

/// Each moved from the reference face to the middle between both surfaces, without marks. Returns the deepest.
static inline int few_write(const contact3_pose *pose, const few_view *v, const few_face *own, double side,
                            const few_spots *s, const few_chosen *c, flr_manifold3 *m)
{
    const f64x4 ax = few_axis(v->frame.x), ay = few_axis(v->frame.y), az = few_axis(v->frame.z),
                origin = f64x4_with_last(few_axis(pose->origin), f64x4_splat(0));
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

/// Faces of a and b.
static bool few_patch(const contact3_pose *pose, const few_corners faces[2], flr_manifold3 *m)
{
    few_view v;
    v.frame = contact3_frame(pose->normal);
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
    if (!(flat_a > FEW_STEEP && flat_b > FEW_STEEP)) return false;
    double slope_x[2], slope_y[2];
    const f64x2 sx = over * (f64x2_splat((double)f->x.x) * nx + f64x2_splat((double)f->x.y) * ny +
                             f64x2_splat((double)f->x.z) * nz),
                sy = over * (f64x2_splat((double)f->y.x) * nx + f64x2_splat((double)f->y.y) * ny +
                             f64x2_splat((double)f->y.z) * nz);
    memcpy(slope_x, &sx, sizeof sx);
    memcpy(slope_y, &sy, sizeof sy);
    // the flatter one is the reference
    const uint32_t turn = !(flat_a * (1 + 1e-6) >= flat_b);
    const double side = 1 - 2 * (double)turn;
    const double offsets[2][3] = {{0, 0, 0},
                                  {(double)pose->offset.x, (double)pose->offset.y, (double)pose->offset.z}};
    few_face own, other;
    few_set_corners(&v, &faces[turn], offsets[turn], &own);
    few_set_corners(&v, &faces[1 - turn], offsets[1 - turn], &other);
    own.slope_x = slope_x[turn];
    own.slope_y = slope_y[turn];
    other.slope_x = slope_x[1 - turn];
    other.slope_y = slope_y[1 - turn];
    if (!few_set_sides(side, v.slack, &own) || !few_set_sides(-side, v.slack, &other)) return false;
    const f64x2 longest = f64x4_max_lanes(own.length, other.length);
    const double snap = contact3_snap(pose, longest[0], longest[1]);
    v.square = snap * snap;
    few_set_codes(&faces[turn], &own);
    few_set_codes(&faces[1 - turn], &other);
    few_spots s;
    few_chosen c;
    few_share(&v, &own, &other, side, &s);
    few_name(&v, &own, &other, turn, &s, &c);
    if (c.count > 4) few_spread(&v, &s, &c);
    few_join(contact3_same(pose), &s, &c);
    const int bottom = few_write(pose, &v, &own, side, &s, &c, m);
    const double proved = -(double)pose->separation;
    if (c.is_plain && c.count > 0 && (double)m->points[bottom].depth >= proved - 64 * v.slack) {
        contact3_set_proved(pose, &m->points[bottom]);
    } else {
        few_mend(pose, &v, &own, &other, turn, &c, m);
    }
    return true;
}

static inline void few_of_feature(const feature3 *f, few_corners *r)
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

contact3_few_form CONTACT3_FEW_FORM;

bool CONTACT3_FEW_FORM(const contact3_pose *pose, const feature3 *a, const feature3 *b, flr_manifold3 *m)
{
    if (((unsigned)a->count - 3) > 1 || ((unsigned)b->count - 3) > 1) return false;
    few_corners faces[2];
    few_of_feature(a, &faces[0]);
    few_of_feature(b, &faces[1]);
    return few_patch(pose, faces, m);
}

static inline f64x4 few_gather(const flr_real *p, const uint32_t at[4])
{
    return f64x4_of((double)p[at[0]], (double)p[at[1]], (double)p[at[2]], (double)p[at[3]]);
}

/// Turned as the hull is; returns how far the corners reach. The face has three or four corners.
static inline double few_of_hull(const flr_convex3 *c, uint32_t face, few_corners *r)
{
    const flr_hull3 *h = c->hull;
    const uint32_t first = h->first[face], *origin = &h->origin[first];
    r->is_four = h->first[face + 1] - first == 4;
    r->is_box = false;
    const uint32_t at[4] = {origin[0], origin[1], origin[2], origin[r->is_four ? 3 : 0]};
    const f64x4 x = few_gather(h->x, at), y = few_gather(h->y, at), z = few_gather(h->z, at);
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

static inline bool few_is_face(const flr_hull3 *h, uint32_t face)
{
    return face != FLR_HULL_NONE && h->first[face + 1] - h->first[face] - 3 <= 1;
}

contact3_few_hulls_form CONTACT3_FEW_HULLS;

bool CONTACT3_FEW_HULLS(contact3_pose *pose, const flr_convex3 *a, const flr_convex3 *b,
                        const feature3_place at[2], flr_manifold3 *m)
{
    if (!few_is_face(a->hull, at[0].face) || !few_is_face(b->hull, at[1].face)) return false;
    few_corners faces[2];
    const double reach_a = few_of_hull(a, at[0].face, &faces[0]),
                 reach_b = few_of_hull(b, at[1].face, &faces[1]);
    pose->size = flr_length3(pose->offset) + (flr_real)reach_a + (flr_real)reach_b;
    return contact3_is_measurable(pose->size) && few_patch(pose, faces, m);
}

#endif
