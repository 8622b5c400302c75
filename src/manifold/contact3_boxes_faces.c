/// Two boxes, face to face: the incident face clipped by the reference face.
#include "manifold/box_contact3.h"
#include "manifold/clip3.h"

/// A face of one box, the reference, and the face of the other that looks back at it most squarely, the incident one.
/// Coordinates x, y are those along the reference box's two other axes, of points projected along the
/// normal to the face.
typedef struct face_pair {
    bool swapped;  ///< the reference is the second box
    int axis, axis_x, axis_y;
    double side;        ///< the reference face looks along +axis or -axis
    double n[3];        ///< unit, from reference to incident, in the reference's axes
    double half[3];     ///< of the reference
    int incident_axis;  ///< of the other box
    double incident_side;
    int incident_value;            ///< the side as a part of the code; 0 for a box without thickness
    double incident_half[2];       ///< along its next two axes
    double center[2], edge[2][2];  ///< of the incident face, projected
    double inverse[2][2];
    double slack, snap;
} face_pair;

/// An eighth of a right angle or so from a face, the crossing of two edges is looked at as part of a patch.
#define FLAT_COSINE 0.985

static int largest(const double v[3])
{
    int k = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(v[i]) > fabs(v[k]) * (1 + 1e-6)) k = i;
    return k;
}

/// The normal as the reference sees it, away from itself: for a face's own axis, that axis exactly.
static void set_reference(face_pair *f, const boxes3 *p, const separation3_boxes *s)
{
    const double *n = s->normal;
    for (int k = 0; k < 3; k++) {
        f->half[k] = f->swapped ? p->axes.half_b[k] : p->axes.half_a[k];
        f->n[k] = 0;
    }
    if (s->axis < 6)
        f->n[f->axis] = s->axis < 3 ? n[f->axis] : s->forward ? -1 : 1;
    else
        for (int k = 0; k < 3; k++)
            f->n[k] = f->swapped
                          ? -(n[0] * p->axes.dot[0][k] + n[1] * p->axes.dot[1][k] + n[2] * p->axes.dot[2][k])
                          : n[k];
    f->side = f->n[f->axis] < 0 ? -1 : 1;
    f->axis_x = f->axis < 2 ? f->axis + 1 : 0;
    f->axis_y = f->axis > 0 ? f->axis - 1 : 2;
}

/// Entry of the rotation from the other box's axes to the reference's.
static double rotation(const face_pair *f, const boxes3 *p, int own, int other)
{
    return f->swapped ? p->axes.dot[other][own] : p->axes.dot[own][other];
}

static void incident_corners(face_pair *f, const boxes3 *p, clip3_patch *patch)
{
    double e[3], facing[3], t[3];
    const double *half = f->swapped ? p->axes.half_a : p->axes.half_b;
    bool tilted = f->n[f->axis_x] != 0 || f->n[f->axis_y] != 0;
    for (int k = 0; k < 3; k++) {
        facing[k] = f->n[f->axis] * rotation(f, p, f->axis, k);
        if (tilted)
            facing[k] += f->n[f->axis_x] * rotation(f, p, f->axis_x, k) +
                         f->n[f->axis_y] * rotation(f, p, f->axis_y, k);
        t[k] = f->swapped ? -p->axes.way_b[k] : p->axes.way_a[k];
    }
    int m = largest(facing), m1 = m < 2 ? m + 1 : 0, m2 = m > 0 ? m - 1 : 2;
    f->incident_axis = m;
    f->incident_side = facing[m] > 0 ? -1 : 1;
    f->incident_value = half[m] > 0 ? (int)f->incident_side : 0;
    f->incident_half[0] = half[m1];
    f->incident_half[1] = half[m2];
    // depth along the normal of a point at height z over the face, and where it goes on the way there
    double lean = f->side / f->n[f->axis];
    const double step[2] = {f->n[f->axis_x], f->n[f->axis_y]};
    double middle[3], arm[2][3];
    const int from[3] = {f->axis_x, f->axis_y, f->axis};
    for (int k = 0; k < 3; k++) {
        int own = from[k];
        middle[k] = t[own] + f->incident_side * half[m] * rotation(f, p, own, m);
        arm[0][k] = half[m1] * rotation(f, p, own, m1);
        arm[1][k] = half[m2] * rotation(f, p, own, m2);
    }
    static const double SIGN[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) e[k] = middle[k] + SIGN[i][0] * arm[0][k] + SIGN[i][1] * arm[1][k];
        double depth = (f->half[f->axis] - f->side * e[2]);
        if (tilted) {
            depth *= lean;
            e[0] += depth * step[0];
            e[1] += depth * step[1];
        }
        patch->points[i] = (clip3_point){e[0], e[1], depth, 0, false};
    }
    patch->count = 4;
    const clip3_point *c = patch->points;
    f->center[0] = 0.5 * (c[0].x + c[2].x);
    f->center[1] = 0.5 * (c[0].y + c[2].y);
    f->edge[0][0] = 0.5 * (c[0].x - c[1].x);
    f->edge[0][1] = 0.5 * (c[0].y - c[1].y);
    f->edge[1][0] = 0.5 * (c[1].x - c[2].x);
    f->edge[1][1] = 0.5 * (c[1].y - c[2].y);
}

static uint32_t reference_code(const face_pair *f, const clip3_point *p)
{
    return box_contact3_code(f->axis, f->half[f->axis] > 0 ? (int)f->side : 0, f->axis_x,
                             box_contact3_end(p->x, f->half[f->axis_x], f->snap), f->axis_y,
                             box_contact3_end(p->y, f->half[f->axis_y], f->snap));
}

/// From the plane back to the incident face's own coordinates; where that face is seen from its edge, along what is left of it.
static void set_inverse(face_pair *f)
{
    const double *u = f->edge[0], *v = f->edge[1], *h = f->incident_half;
    double area = u[0] * v[1] - u[1] * v[0], uu = u[0] * u[0] + u[1] * u[1], vv = v[0] * v[0] + v[1] * v[1];
    double s = 0, t = 0;
    if (area * area > 1e-12 * uu * vv) {
        s = h[0] / area;
        t = h[1] / area;
        f->inverse[0][0] = s * v[1], f->inverse[0][1] = -s * v[0];
        f->inverse[1][0] = -t * u[1], f->inverse[1][1] = t * u[0];
        return;
    }
    if (uu > vv)
        s = h[0] / uu;
    else if (vv > 0)
        t = h[1] / vv;
    f->inverse[0][0] = s * u[0], f->inverse[0][1] = s * u[1];
    f->inverse[1][0] = t * v[0], f->inverse[1][1] = t * v[1];
}

static uint32_t incident_code(const face_pair *f, const clip3_point *p)
{
    double x = p->x - f->center[0], y = p->y - f->center[1];
    double s = f->inverse[0][0] * x + f->inverse[0][1] * y, t = f->inverse[1][0] * x + f->inverse[1][1] * y;
    int m = f->incident_axis, m1 = m == 2 ? 0 : m + 1, m2 = m == 0 ? 2 : m - 1;
    return box_contact3_code(m, f->incident_value, m1, box_contact3_end(s, f->incident_half[0], f->snap), m2,
                             box_contact3_end(t, f->incident_half[1], f->snap));
}

static void set_id(const face_pair *f, clip3_point *p)
{
    uint32_t reference = reference_code(f, p), incident = incident_code(f, p);
    p->id = f->swapped ? contact3_id(incident, reference) : contact3_id(reference, incident);
}

/// The points of a patch, each moved from the reference face to the middle between both surfaces.
static void add_patch(const box_contact3 *j, const face_pair *f, const clip3_patch *patch, flr_manifold3 *m)
{
    const flr_box3 *own = f->swapped ? j->b : j->a;
    double bulge = f->swapped ? j->radius_b - j->radius_a : j->radius_a - j->radius_b;
    for (int i = 0; i < patch->count; i++) {
        const clip3_point *p = &patch->points[i];
        double local[3], back = 0.5 * (bulge - p->depth);
        local[f->axis] = f->side * f->half[f->axis];
        local[f->axis_x] = p->x;
        local[f->axis_y] = p->y;
        for (int k = 0; k < 3; k++) local[k] += back * f->n[k];
        box_contact3_add(m, own, local, p->depth + j->radii, p->id);
    }
}

/// Whatever lies beyond a side is clipped there; how far the incident face reaches is known without its corners.
static void clip_side(clip3_patch *patch, double a, double b, double most, double bound)
{
    if (most > bound) flr_clip3_line(patch, a, b, bound);
}

/// Clips the incident face by the reference face. Depth first: where a corner dips into the middle of a face, nothing
/// is left to clip at its sides. Points that would have one id are close together, so near ones are made one
/// before, and ids are found for what is left at the end.
static void clip(const box_contact3 *j, face_pair *f, clip3_patch *patch)
{
    double least = -j->margin - j->radii, x = f->half[f->axis_x] + f->slack,
           y = f->half[f->axis_y] + f->slack;
    double reach_x = fabs(f->edge[0][0]) + fabs(f->edge[1][0]),
           reach_y = fabs(f->edge[0][1]) + fabs(f->edge[1][1]);
    flr_clip3_depth(patch, least - f->slack);
    clip_side(patch, 1, 0, f->center[0] + reach_x, x);
    clip_side(patch, -1, 0, reach_x - f->center[0], x);
    clip_side(patch, 0, 1, f->center[1] + reach_y, y);
    clip_side(patch, 0, -1, reach_y - f->center[1], y);
    flr_clip3_drop(patch, least, f->slack);
    flr_clip3_join(patch, 2 * f->snap);
    flr_clip3_spread(patch, f->slack);
    set_inverse(f);
    for (int i = 0; i < patch->count; i++) set_id(f, &patch->points[i]);
    if (patch->count > 1) flr_clip3_merge(patch);
}

static double deepest_of(const clip3_patch *patch)
{
    double most = -INFINITY;
    for (int i = 0; i < patch->count; i++)
        if (patch->points[i].depth > most) most = patch->points[i].depth;
    return most;
}

/// The deepest incident corner, moved into the face: rounding has left nothing else.
static clip3_point fallback(const face_pair *f, const clip3_patch *corners, double depth)
{
    clip3_point p = corners->points[0];
    for (int i = 1; i < corners->count; i++)
        if (corners->points[i].depth > p.depth) p = corners->points[i];
    double x = f->half[f->axis_x], y = f->half[f->axis_y];
    p.x = box_contact3_limited(p.x, x);
    p.y = box_contact3_limited(p.y, y);
    p.depth = depth;
    set_id(f, &p);
    return p;
}

static void pair_faces(const box_contact3 *j, bool swapped, int axis, face_pair *f, clip3_patch *patch)
{
    f->swapped = swapped;
    f->axis = axis;
    f->slack = j->pair.rounding;
    f->snap = box_contact3_snap(j);
    set_reference(f, &j->pair, &j->found);
    incident_corners(f, &j->pair, patch);
}

contact3_boxes_answer flr_box_contact3_faces(const box_contact3 *j, flr_manifold3 *m)
{
    clip3_patch patch;
    int axis = j->found.axis;
    face_pair f;
    pair_faces(j, axis >= 3, axis < 3 ? axis : axis - 3, &f, &patch);
    clip(j, &f, &patch);
    double depth = -j->found.separation;
    if (!(deepest_of(&patch) >= depth - 2 * f.slack)) {
        if (depth < 0) return CONTACT3_UNKNOWN;
        // by rounding, or because a shallower edge was passed over for this face
        if (patch.count == 4) patch.count = 3;
        clip3_patch corners;
        incident_corners(&f, &j->pair, &corners);
        patch.points[patch.count++] = fallback(&f, &corners, depth);
        flr_clip3_merge(&patch);
    }
    add_patch(j, &f, &patch, m);
    return CONTACT3_MADE;
}

bool flr_box_contact3_flat(const box_contact3 *j, flr_manifold3 *m)
{
    const boxes3 *p = &j->pair;
    const double *n = j->found.normal;
    double other[3];
    for (int k = 0; k < 3; k++)
        other[k] = n[0] * p->axes.dot[0][k] + n[1] * p->axes.dot[1][k] + n[2] * p->axes.dot[2][k];
    int of_a = largest(n), of_b = largest(other);
    double cosine_a = fabs(n[of_a]), cosine_b = fabs(other[of_b]);
    if (!(cosine_a > FLAT_COSINE) && !(cosine_b > FLAT_COSINE)) return false;
    clip3_patch patch;
    bool swapped = cosine_b > cosine_a;
    face_pair f;
    pair_faces(j, swapped, swapped ? of_b : of_a, &f, &patch);
    clip(j, &f, &patch);
    if (!(deepest_of(&patch) >= -j->found.separation - 16 * f.slack)) return false;
    add_patch(j, &f, &patch, m);
    return true;
}
