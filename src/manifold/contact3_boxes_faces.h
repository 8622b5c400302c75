/// Two boxes, face to face: the incident face clipped by the reference face. In the text that contact3_boxes_lanes.h compiles for each
/// width of lanes.
#ifndef FLR_MANIFOLD_CONTACT3_BOXES_FACES_H
#define FLR_MANIFOLD_CONTACT3_BOXES_FACES_H

#include "manifold/box_contact3.h"
#include "manifold/clip3_sheet.h"

/// A face of one box, the reference, and the face of the other that looks back at it most squarely, the incident one.
/// Coordinates x, y are those along the reference box's two next axes, of points projected along the
/// normal to the face.
typedef struct face_pair {
    bool swapped;  ///< the reference is the second box
    bool leans;    ///< the normal is not that of the reference face
    int axis, axis_x, axis_y;
    double side;  ///< the reference face looks along +axis or -axis
    double n[3];  ///< unit, from reference to incident, along axis_x, axis_y and axis
    int incident_axis;
    double incident_side;  ///< the incident face looks along the axis or against it
    double slack;    ///< the deepest point of the patch may differ from the depth that was found by this
    double half[3];  ///< of the reference, in this order
    double code, incident_code;  ///< of the faces
    clip3_sheet sheet;           ///< the incident face; its arms are the next two axes of its box
    double rounding, snap;
} face_pair;

static inline void lean_over(const double n[3], double lean, double p[3])
{
    p[2] *= lean;
    p[0] += p[2] * n[0];
    p[1] += p[2] * n[1];
}

/// From what the first members say.
static inline void pair_faces(const box_contact3 *j, face_pair *f)
{
    const boxes3 *p = &j->pair;
    const double(*other)[4] = &p->row[f->swapped ? 0 : 4];
    const double *half = p->half[f->swapped], *other_half = p->half[!f->swapped];
    const int axis = f->axis, axis_x = f->axis_x, axis_y = f->axis_y;
    const int m = f->incident_axis, along_u = boxes3_next(m), along_v = boxes3_after(m);
    const double sign = f->incident_side, onwards = f->swapped ? -1 : 1, push = sign * other_half[m],
                 side = f->side;
    f->rounding = p->rounding;
    f->snap = box_contact3_snap(j);
    f->half[0] = half[axis_x];
    f->half[1] = half[axis_y];
    f->half[2] = half[axis];
    f->code = 13 + (f->half[2] > 0 ? side * BOX_CONTACT3_POWER[axis] : 0);
    f->incident_code = 13 + (other_half[m] > 0 ? sign * BOX_CONTACT3_POWER[m] : 0);
    clip3_sheet *s = &f->sheet;
    s->half[0] = other_half[along_u];
    s->half[1] = other_half[along_v];
    s->middle[0] = onwards * other[3][axis_x] + push * other[m][axis_x];
    s->middle[1] = onwards * other[3][axis_y] + push * other[m][axis_y];
    s->middle[2] = f->half[2] - side * (onwards * other[3][axis] + push * other[m][axis]);
    const double *u = other[along_u], *v = other[along_v];
    s->arm[0][0] = u[axis_x];
    s->arm[0][1] = u[axis_y];
    s->arm[0][2] = -side * u[axis];
    s->arm[1][0] = v[axis_x];
    s->arm[1][1] = v[axis_y];
    s->arm[1][2] = -side * v[axis];
    if (f->leans) {
        // depth along the normal of a point at a height over the face, and where it goes on the way there
        const double lean = side / f->n[2];
        lean_over(f->n, lean, s->middle);
        lean_over(f->n, lean, s->arm[0]);
        lean_over(f->n, lean, s->arm[1]);
    }
    clip3_sheet_invert(s);
}

/// What the place along one axis adds to the code of a feature: at an end, where there is any extent.
static inline wide4 end_codes(wide4 x, double half, double snap, int axis)
{
    const wide4 end = wide4_all(half - snap),
                unit = wide4_and(wide4_less(wide4_all(0), end), wide4_all(BOX_CONTACT3_POWER[axis]));
    return wide4_sub(wide4_and(wide4_less(end, x), unit), wide4_and(wide4_less(x, wide4_neg(end)), unit));
}

/// Four spots in lanes, anything beyond the count; and their ids, but for the marks of reversed pairs.
typedef struct chosen4 {
    wide4 x, y, depth;
    wide4_ints own, other, id;
    int count;
} chosen4;

static inline chosen4 gather(const face_pair *f, const clip3_spots *s)
{
    chosen4 c;
    const uint32_t none = 1u << CLIP3_NONE;
    uint32_t left = s->mask;
    const int a = __builtin_ctz(left | none);
    left &= left - 1;
    const int b = __builtin_ctz(left | none);
    left &= left - 1;
    const int d = __builtin_ctz(left | none);
    left &= left - 1;
    const int e = __builtin_ctz(left | none);
    c.count = (a < CLIP3_NONE) + (b < CLIP3_NONE) + (d < CLIP3_NONE) + (e < CLIP3_NONE);
    c.x = wide4_of(s->x[a], s->x[b], s->x[d], s->x[e]);
    c.y = wide4_of(s->y[a], s->y[b], s->y[d], s->y[e]);
    c.depth = wide4_of(s->depth[a], s->depth[b], s->depth[d], s->depth[e]);
    const clip3_sheet *sheet = &f->sheet;
    const wide4 dx = wide4_sub(c.x, wide4_all(sheet->middle[0])),
                dy = wide4_sub(c.y, wide4_all(sheet->middle[1]));
    const double(*inverse)[2] = sheet->inverse;
    const wide4 u = wide4_dot2(wide4_all(inverse[0][0]), dx, wide4_all(inverse[0][1]), dy),
                v = wide4_dot2(wide4_all(inverse[1][0]), dx, wide4_all(inverse[1][1]), dy);
    const int m = f->incident_axis;
    c.own = wide4_to_ints(
        wide4_add(wide4_all(f->code), wide4_add(end_codes(c.x, f->half[0], f->snap, f->axis_x),
                                                end_codes(c.y, f->half[1], f->snap, f->axis_y))));
    c.other = wide4_to_ints(wide4_add(wide4_all(f->incident_code),
                                      wide4_add(end_codes(u, sheet->half[0], f->snap, boxes3_next(m)),
                                                end_codes(v, sheet->half[1], f->snap, boxes3_after(m)))));
    const wide4_ints more = c.own > c.other, low = (c.other & more) | (c.own & ~more);
    c.id = low | (c.own ^ c.other ^ low) << 16;
    return c;
}

/// Do two of the first `count` ids agree, marks aside?
static inline bool are_repeated(wide4_ints id, int count)
{
    static const uint8_t NEXT_ONE[5] = {0, 0, 1, 3, 15}, NEXT_BUT_ONE[5] = {0, 0, 0, 1, 3};
    const wide4_ints one = {id[1], id[2], id[3], id[0]}, two = {id[2], id[3], id[0], id[1]};
    return (wide4_ints_mask(id == one) & NEXT_ONE[count]) |
           (wide4_ints_mask(id == two) & NEXT_BUT_ONE[count]);
}

/// Of spots with one id, marks and all, the deepest; returns whether there was any other.
static bool drop_repeated(const uint32_t ids[4], clip3_spots *s)
{
    int at[4], count = 0;
    bool dropped = false;
    for (uint32_t left = s->mask; left; left &= left - 1) at[count++] = __builtin_ctz(left);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) {
            const uint32_t both = 1u << at[i] | 1u << at[k];
            if (ids[i] != ids[k] || (s->mask & both) != both) continue;
            s->mask &= ~(1u << (s->depth[at[k]] > s->depth[at[i]] ? at[i] : at[k]));
            dropped = true;
        }
    return dropped;
}

static inline void full_ids(const face_pair *f, const chosen4 *c, uint32_t ids[4])
{
    for (int i = 0; i < 4; i++) {
        const uint32_t own = (uint32_t)c->own[i], other = (uint32_t)c->other[i];
        ids[i] = contact3_id(f->swapped ? other : own, f->swapped ? own : other);
    }
}

/// The points of a patch, each moved from the reference face to the middle between both surfaces.
static inline void write_patch(const box_contact3 *j, const face_pair *f, const chosen4 *c, flr_manifold3 *m)
{
    const flr_box3 *own = f->swapped ? j->b : j->a;
    const double bulge = f->swapped ? j->radius_b - j->radius_a : j->radius_a - j->radius_b;
    const flr_real *p = box_contact3_reals(own), *ax = p + 3 + 3 * f->axis_x, *ay = p + 3 + 3 * f->axis_y,
                   *az = p + 3 + 3 * f->axis;
    // half the depth back along the normal
    const double by[3] = {0.5 * f->n[0], 0.5 * f->n[1], 0.5 * f->n[2]};
    wide4 x = c->x, y = c->y;
    const wide4 h =
        wide4_sub(wide4_all(f->side * f->half[2] + bulge * by[2]), wide4_mul(c->depth, wide4_all(by[2])));
    if (f->leans) {
        x = wide4_add(x, wide4_mul(wide4_sub(wide4_all(bulge), c->depth), wide4_all(by[0])));
        y = wide4_add(y, wide4_mul(wide4_sub(wide4_all(bulge), c->depth), wide4_all(by[1])));
    }
    wide4 row[4];
    for (int k = 0; k < 3; k++)
        row[k] =
            wide4_dot3(x, wide4_all((double)ax[k]), y, wide4_all((double)ay[k]), h, wide4_all((double)az[k]));
    row[3] = wide4_add(c->depth, wide4_all(j->radii));
    wide4_transpose(&row[0], &row[1], &row[2], &row[3]);
    const wide4 center = box_contact3_center(p);
    for (int i = 0; i < 4; i++) {
        box_contact3_put(&m->points[i], row[i], center);
        m->points[i].id = (uint32_t)c->id[i];
    }
    m->count = c->count;
}

/// The deepest incident corner, moved into the face: rounding has left nothing else.
static void add_corner(const clip3_sheet *sheet, double half_x, double half_y, double depth, clip3_spots *s)
{
    double at[2] = {sheet->middle[0], sheet->middle[1]};
    for (int i = 0; i < 2; i++) {
        const double *arm = sheet->arm[i], by = arm[2] < 0 ? -sheet->half[i] : sheet->half[i];
        for (int k = 0; k < 2; k++) at[k] += by * arm[k];
    }
    uint32_t first = 0;
    for (int i = 0; i < 3; i++) first |= (s->mask & ~first) & -(s->mask & ~first);
    s->x[CLIP3_SPOTS] = box_contact3_limited(at[0], half_x);
    s->y[CLIP3_SPOTS] = box_contact3_limited(at[1], half_y);
    s->depth[CLIP3_SPOTS] = depth;
    s->mask = first | 1u << CLIP3_SPOTS;
}

/// A patch of faces, which holds the depth that was found up to `slack`. Where it does not: for a normal that leans there is none.
static inline contact3_boxes_answer make_patch(const box_contact3 *j, face_pair *f, flr_manifold3 *m)
{
    clip3_spots spots;
    clip3_places places;
    pair_faces(j, f);
    clip3_share(&f->sheet, f->half, -j->margin - j->radii, f->rounding, &spots, &places);
    const double depth = -j->found.separation, most = clip3_deepest(&places);
    clip3_spread(&spots, &places, f->half, most, f->rounding);
    if (!(most >= depth - f->slack)) {
        if (f->leans || depth < 0) return CONTACT3_UNKNOWN;
        // by rounding, or because a shallower edge was passed over for this face
        const clip3_sheet sheet = f->sheet;
        add_corner(&sheet, f->half[0], f->half[1], depth, &spots);
    }
    chosen4 c;
    bool marked = false;
    for (;;) {
        c = gather(f, &spots);
        if (!are_repeated(c.id, c.count)) break;
        uint32_t ids[4];
        full_ids(f, &c, ids);
        if (drop_repeated(ids, &spots)) continue;
        c.id = (wide4_ints){(int32_t)ids[0], (int32_t)ids[1], (int32_t)ids[2], (int32_t)ids[3]};
        marked = true;
        break;
    }
    write_patch(j, f, &c, m);
    if (marked) contact3_settle_ids(m);
    return CONTACT3_MADE;
}

/// Where the normal is that of a face.
static inline bool faces_found(const box_contact3 *j, face_pair *f)
{
    const separation3_boxes *found = &j->found;
    f->leans = false;
    f->swapped = found->axis >= 4;
    f->axis = found->axis & 3;
    f->axis_x = boxes3_next(f->axis);
    f->axis_y = boxes3_after(f->axis);
    f->side = f->swapped ? -found->sign : found->sign;
    f->n[0] = f->n[1] = 0;
    f->n[2] = f->side;
    f->slack = 2 * j->pair.rounding;
    f->incident_axis = found->incident;
    f->incident_side = f->side * j->pair.row[found->axis][found->incident] > 0 ? -1 : 1;
    return true;
}

/// An eighth of a right angle or so from a face, the crossing of two edges is looked at as part of a patch.
#define FLAT_COSINE 0.985

/// Where two edges cross: a face beside one of them that is nearly square to the direction, so that the patch of the
/// faces holds the crossing as one of its corners. False where there is none.
static inline bool faces_beside(const box_contact3 *j, face_pair *f)
{
    const separation3_boxes *found = &j->found;
    if (!(found->cosine_a > FLAT_COSINE) && !(found->cosine_b > FLAT_COSINE)) return false;
    const bool swapped = found->cosine_b > found->cosine_a;
    const double *n = j->pair.normal[swapped];
    f->leans = true;
    f->swapped = swapped;
    f->axis = swapped ? found->nearest_b : found->nearest_a;
    f->axis_x = boxes3_next(f->axis);
    f->axis_y = boxes3_after(f->axis);
    f->n[0] = n[f->axis_x];
    f->n[1] = n[f->axis_y];
    f->n[2] = n[f->axis];
    f->side = f->n[2] < 0 ? -1 : 1;
    f->slack = 16 * j->pair.rounding;
    f->incident_axis = swapped ? found->nearest_a : found->nearest_b;
    f->incident_side = j->pair.normal[!swapped][f->incident_axis] < 0 ? -1 : 1;
    return true;
}

#endif
