/// Two boxes, face to face: the incident face clipped by the reference face.
#include "manifold/box_contact3.h"
#include "manifold/clip3_sheet.h"

/// A face of one box, the reference, and the face of the other that looks back at it most squarely, the incident one.
/// Coordinates x, y are those along the reference box's two next axes, of points projected along the
/// normal to the face.
typedef struct face_pair {
    bool swapped;  ///< the reference is the second box
    int axis, axis_x, axis_y;
    double side;     ///< the reference face looks along +axis or -axis
    double n[3];     ///< unit, from reference to incident, along axis_x, axis_y and axis
    double half[3];  ///< of the reference, in this order
    int incident_axis;
    int code, incident_code;  ///< of the faces
    clip3_sheet sheet;        ///< the incident face; its arms are the next two axes of its box
    double slack, snap;
} face_pair;

/// An eighth of a right angle or so from a face, the crossing of two edges is looked at as part of a patch.
#define FLAT_COSINE 0.985

static const int NEXT[3] = {1, 2, 0}, AFTER[3] = {2, 0, 1};

static inline int largest(const double v[3])
{
    int k = fabs(v[1]) > fabs(v[0]) * (1 + 1e-6) ? 1 : 0;
    return fabs(v[2]) > fabs(v[k]) * (1 + 1e-6) ? 2 : k;
}

/// `n` is the normal in the reference's axes, away from it.
static inline void pair_faces(const box_contact3 *j, bool swapped, int axis, const double n[3], face_pair *f)
{
    const boxes3 *p = &j->pair;
    f->swapped = swapped;
    f->axis = axis;
    f->slack = p->rounding;
    f->snap = box_contact3_snap(j);
    const int order[3] = {f->axis_x = NEXT[axis], f->axis_y = AFTER[axis], axis};
    const double *half = swapped ? p->axes.half_b : p->axes.half_a,
                 *other = swapped ? p->axes.half_a : p->axes.half_b,
                 *way = swapped ? p->axes.way_b : p->axes.way_a;
    // the axes of the other box in the reference's, those in the order x, y, height
    double turn[3][3], facing[3], middle[3];
    for (int k = 0; k < 3; k++) {
        f->n[k] = n[order[k]];
        f->half[k] = half[order[k]];
        middle[k] = swapped ? -way[order[k]] : way[order[k]];
        for (int i = 0; i < 3; i++)
            turn[i][k] = swapped ? p->axes.dot[i][order[k]] : p->axes.dot[order[k]][i];
    }
    f->side = f->n[2] < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++)
        facing[i] = f->n[0] * turn[i][0] + f->n[1] * turn[i][1] + f->n[2] * turn[i][2];
    const int m = largest(facing), arms[2] = {NEXT[m], AFTER[m]};
    const double sign = facing[m] > 0 ? -1 : 1;
    f->incident_axis = m;
    f->code = (int)box_contact3_code(axis, f->half[2] > 0 ? (int)f->side : 0, 0, 0, 0, 0);
    f->incident_code = (int)box_contact3_code(m, other[m] > 0 ? (int)sign : 0, 0, 0, 0, 0);
    // depth along the normal of a point at a height over the face, and where it goes on the way there
    const double lean = f->side / f->n[2];
    for (int k = 0; k < 3; k++) middle[k] += sign * other[m] * turn[m][k];
    clip3_sheet *s = &f->sheet;
    s->middle[2] = (f->half[2] - f->side * middle[2]) * lean;
    for (int k = 0; k < 2; k++) s->middle[k] = middle[k] + s->middle[2] * f->n[k];
    for (int i = 0; i < 2; i++) {
        const double *arm = turn[arms[i]], depth = -f->side * arm[2] * lean;
        s->half[i] = other[arms[i]];
        s->arm[i][0] = arm[0] + depth * f->n[0];
        s->arm[i][1] = arm[1] + depth * f->n[1];
        s->arm[i][2] = depth;
    }
    flr_clip3_sheet_invert(s);
}

/// What the place along one axis adds to the code of a feature, two points at once: at an end, where there is any extent.
static inline wide_lanes end_codes(wide_lanes x, double half, double snap, int axis)
{
    static const double POWER[3] = {1, 3, 9};
    const wide_lanes unit = wide_all(half > snap ? POWER[axis] : 0);
    return wide_where((wide_bits)(x > wide_all(half - snap)), unit) -
           wide_where((wide_bits)(x < wide_all(snap - half)), unit);
}

/// The features that two spots lie on, of both boxes.
static inline void set_ids(const face_pair *f, const clip3_spots *s, int at, uint32_t *ids)
{
    const clip3_sheet *sheet = &f->sheet;
    const wide_lanes x = {s->x[at], s->x[at + 1]}, y = {s->y[at], s->y[at + 1]};
    const wide_lanes dx = x - wide_all(sheet->middle[0]), dy = y - wide_all(sheet->middle[1]);
    const double(*inverse)[2] = sheet->inverse;
    const wide_lanes u = wide_all(inverse[0][0]) * dx + wide_all(inverse[0][1]) * dy;
    const wide_lanes v = wide_all(inverse[1][0]) * dx + wide_all(inverse[1][1]) * dy;
    const int m = f->incident_axis;
    const wide_lanes own =
        end_codes(x, f->half[0], f->snap, f->axis_x) + end_codes(y, f->half[1], f->snap, f->axis_y);
    const wide_lanes other =
        end_codes(u, sheet->half[0], f->snap, NEXT[m]) + end_codes(v, sheet->half[1], f->snap, AFTER[m]);
    for (int i = 0; i < 2; i++) {
        const uint32_t mine = (uint32_t)(f->code + (int)own[i]),
                       theirs = (uint32_t)(f->incident_code + (int)other[i]);
        ids[i] = contact3_id(f->swapped ? theirs : mine, f->swapped ? mine : theirs);
    }
}

/// Of spots with one id the deepest.
static void drop_repeated(clip3_spots *s, uint32_t ids[4])
{
    int kept = 0;
    for (int i = 0; i < s->count; i++) {
        int same = 0;
        while (same < kept && ids[same] != ids[i]) same++;
        if (same < kept && !(s->depth[i] > s->depth[same])) continue;
        s->x[same] = s->x[i];
        s->y[same] = s->y[i];
        s->depth[same] = s->depth[i];
        ids[same] = ids[i];
        kept += same == kept;
    }
    s->count = kept;
}

/// Without the marks, are four ids four different ones?
static inline bool are_distinct(const uint32_t ids[4])
{
    const uint32_t plain = ~CONTACT3_REVERSED, a = ids[0] & plain, b = ids[1] & plain, c = ids[2] & plain,
                   d = ids[3] & plain;
    return (a != b) & (a != c) & (a != d) & (b != c) & (b != d) & (c != d);
}

static void identify(const face_pair *f, clip3_spots *s, uint32_t ids[4])
{
    set_ids(f, s, 0, ids);
    if (s->count > 2) set_ids(f, s, 2, ids + 2);
    if (s->count == 4 && are_distinct(ids))
        for (int i = 0; i < 4; i++) ids[i] &= ~CONTACT3_REVERSED;  // as contact3_settle_ids would
    else
        drop_repeated(s, ids);
}

/// The points of a patch, each moved from the reference face to the middle between both surfaces.
static void add_patch(const box_contact3 *j, const face_pair *f, const clip3_spots *s, const uint32_t ids[4],
                      flr_manifold3 *m)
{
    const flr_box3 *own = f->swapped ? j->b : j->a;
    const double bulge = f->swapped ? j->radius_b - j->radius_a : j->radius_a - j->radius_b;
    const flr_vec3 *axes = &own->axes.x;
    const wide3 x = wide3_of(axes[f->axis_x]), y = wide3_of(axes[f->axis_y]), up = wide3_of(axes[f->axis]);
    for (int i = 0; i < s->count; i++) {
        const double back = 0.5 * (bulge - s->depth[i]);
        const double h = f->side * f->half[2] + back * f->n[2];
        const wide3 at = wide3_along(
            wide3_along(wide3_scale(s->x[i] + back * f->n[0], x), s->y[i] + back * f->n[1], y), h, up);
        flr_manifold3_point *p = &m->points[i];
        p->position = flr_add3(own->center, wide3_to_real(at));
        p->depth = (flr_real)(s->depth[i] + j->radii);
        p->id = ids[i];
    }
    m->count = s->count;
}

static double deepest_of(const clip3_spots *s)
{
    double most = -INFINITY;
    for (int i = 0; i < s->count; i++)
        if (s->depth[i] > most) most = s->depth[i];
    return most;
}

static void clip(const box_contact3 *j, const face_pair *f, clip3_spots *s)
{
    flr_clip3_sheet(&f->sheet, f->half, -j->margin - j->radii, f->slack, s);
    flr_clip3_spots_spread(s, f->slack);
}

/// The deepest incident corner, moved into the face: rounding has left nothing else.
static void add_corner(const face_pair *f, double depth, clip3_spots *s)
{
    const clip3_sheet *sheet = &f->sheet;
    double at[2] = {sheet->middle[0], sheet->middle[1]};
    for (int i = 0; i < 2; i++) {
        const double *arm = sheet->arm[i], by = arm[2] < 0 ? -sheet->half[i] : sheet->half[i];
        for (int k = 0; k < 2; k++) at[k] += by * arm[k];
    }
    if (s->count == 4) s->count = 3;
    s->x[s->count] = box_contact3_limited(at[0], f->half[0]);
    s->y[s->count] = box_contact3_limited(at[1], f->half[1]);
    s->depth[s->count++] = depth;
}

contact3_boxes_answer flr_box_contact3_faces(const box_contact3 *j, flr_manifold3 *m)
{
    const separation3_boxes *found = &j->found;
    const bool swapped = found->axis >= 3;
    const int axis = swapped ? found->axis - 3 : found->axis;
    double n[3] = {0, 0, 0};
    n[axis] = swapped == found->forward ? -1 : 1;
    face_pair f;
    clip3_spots spots;
    uint32_t ids[4];
    pair_faces(j, swapped, axis, n, &f);
    clip(j, &f, &spots);
    const double depth = -found->separation;
    if (!(deepest_of(&spots) >= depth - 2 * f.slack)) {
        if (depth < 0) return CONTACT3_UNKNOWN;
        // by rounding, or because a shallower edge was passed over for this face
        add_corner(&f, depth, &spots);
    }
    identify(&f, &spots, ids);
    add_patch(j, &f, &spots, ids, m);
    return CONTACT3_MADE;
}

bool flr_box_contact3_flat(const box_contact3 *j, flr_manifold3 *m)
{
    const boxes3 *p = &j->pair;
    const double *n = j->found.normal;
    double other[3];
    for (int k = 0; k < 3; k++)
        other[k] = -(n[0] * p->axes.dot[0][k] + n[1] * p->axes.dot[1][k] + n[2] * p->axes.dot[2][k]);
    const int of_a = largest(n), of_b = largest(other);
    const double cosine_a = fabs(n[of_a]), cosine_b = fabs(other[of_b]);
    if (!(cosine_a > FLAT_COSINE) && !(cosine_b > FLAT_COSINE)) return false;
    const bool swapped = cosine_b > cosine_a;
    face_pair f;
    clip3_spots spots;
    uint32_t ids[4];
    pair_faces(j, swapped, swapped ? of_b : of_a, swapped ? other : n, &f);
    clip(j, &f, &spots);
    if (!(deepest_of(&spots) >= -j->found.separation - 16 * f.slack)) return false;
    identify(&f, &spots, ids);
    add_patch(j, &f, &spots, ids, m);
    return true;
}
