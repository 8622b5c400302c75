#include "manifold/contact3_boxes.h"

#include "manifold/clip3.h"
#include "manifold/contact3_frame.h"
#include "manifold/contact3_ids.h"
#include "manifold/separation3_boxes.h"

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

/// The normal as the reference sees it: away from itself.
static void set_reference(face_pair *f, const boxes3 *p, const separation3_boxes *s)
{
    const double *n = s->normal;
    for (int k = 0; k < 3; k++) {
        f->half[k] = f->swapped ? p->b[k] : p->a[k];
        f->n[k] = f->swapped ? -(n[0] * p->r[0][k] + n[1] * p->r[1][k] + n[2] * p->r[2][k]) : n[k];
    }
    // the face's own axis exactly
    if (s->axis < 6)
        for (int k = 0; k < 3; k++) f->n[k] = k != f->axis ? 0 : f->n[k] < 0 ? -1 : 1;
    f->side = f->n[f->axis] < 0 ? -1 : 1;
    f->axis_x = (f->axis + 1) % 3;
    f->axis_y = (f->axis + 2) % 3;
}

/// Entry of the rotation from the other box's axes to the reference's.
static double rotation(const face_pair *f, const boxes3 *p, int own, int other)
{
    return f->swapped ? p->r[other][own] : p->r[own][other];
}

static void incident_corners(face_pair *f, const boxes3 *p, clip3_patch *patch)
{
    double e[3], facing[3], t[3];
    const double *half = f->swapped ? p->a : p->b;
    for (int k = 0; k < 3; k++)
        facing[k] =
            f->n[0] * rotation(f, p, 0, k) + f->n[1] * rotation(f, p, 1, k) + f->n[2] * rotation(f, p, 2, k);
    int m = largest(facing), m1 = (m + 1) % 3, m2 = (m + 2) % 3;
    f->incident_axis = m;
    f->incident_side = facing[m] > 0 ? -1 : 1;
    f->incident_value = half[m] > 0 ? (int)f->incident_side : 0;
    f->incident_half[0] = half[m1];
    f->incident_half[1] = half[m2];
    for (int k = 0; k < 3; k++)
        t[k] = f->swapped ? -(p->t[0] * p->r[0][k] + p->t[1] * p->r[1][k] + p->t[2] * p->r[2][k]) : p->t[k];
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
    bool tilted = step[0] != 0 || step[1] != 0;
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

/// -1, 0 or 1: at the low end, between, at the high end. 0 on an axis without extent.
static int end_of(double x, double half, double snap)
{
    if (half <= snap) return 0;
    return x > half - snap ? 1 : x < snap - half ? -1 : 0;
}

/// Corners, edges and faces of a box in base 3: low end, middle or high end along every axis.
static uint32_t box_code(int axis, int value, int x, int value_x, int y, int value_y)
{
    static const int power[3] = {1, 3, 9};
    return (uint32_t)(13 + value * power[axis] + value_x * power[x] + value_y * power[y]);
}

static uint32_t reference_code(const face_pair *f, const clip3_point *p)
{
    return box_code(f->axis, f->half[f->axis] > 0 ? (int)f->side : 0, f->axis_x,
                    end_of(p->x, f->half[f->axis_x], f->snap), f->axis_y,
                    end_of(p->y, f->half[f->axis_y], f->snap));
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
    return box_code(m, f->incident_value, m1, end_of(s, f->incident_half[0], f->snap), m2,
                    end_of(t, f->incident_half[1], f->snap));
}

static void set_id(const face_pair *f, clip3_point *p)
{
    uint32_t reference = reference_code(f, p), incident = incident_code(f, p);
    p->id = f->swapped ? contact3_id(incident, reference) : contact3_id(reference, incident);
}

/// A vector along the axes of a box, in world.
static flr_vec3 world(const flr_box3 *box, const double v[3])
{
    const flr_vec3 *x = &box->axes.x;
    return flr_vec3_make((flr_real)(v[0] * (double)x[0].x + v[1] * (double)x[1].x + v[2] * (double)x[2].x),
                         (flr_real)(v[0] * (double)x[0].y + v[1] * (double)x[1].y + v[2] * (double)x[2].y),
                         (flr_real)(v[0] * (double)x[0].z + v[1] * (double)x[1].z + v[2] * (double)x[2].z));
}

typedef struct job {
    const flr_box3 *a, *b;
    double radius_a, radius_b;
    boxes3 pair;
    separation3_boxes found;
    double margin, radii;
} job;

static void add(flr_manifold3 *m, const flr_box3 *box, const double local[3], double depth, uint32_t id)
{
    flr_manifold3_point *p = &m->points[m->count++];
    p->position = flr_add3(box->center, world(box, local));
    p->depth = (flr_real)depth;
    p->id = id;
}

/// The points of a patch, each moved from the reference face to the middle between both surfaces.
static void add_patch(const job *j, const face_pair *f, const clip3_patch *patch, flr_manifold3 *m)
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
        add(m, own, local, p->depth + j->radii, p->id);
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
static void clip(const job *j, face_pair *f, clip3_patch *patch)
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

static double limited(double x, double most) { return x > most ? most : x < -most ? -most : x; }

/// The deepest incident corner, moved into the face: rounding has left nothing else.
static clip3_point fallback(const face_pair *f, const clip3_patch *corners, double depth)
{
    clip3_point p = corners->points[0];
    for (int i = 1; i < corners->count; i++)
        if (corners->points[i].depth > p.depth) p = corners->points[i];
    double x = f->half[f->axis_x], y = f->half[f->axis_y];
    p.x = limited(p.x, x);
    p.y = limited(p.y, y);
    p.depth = depth;
    set_id(f, &p);
    return p;
}

static face_pair pair_of_faces(const job *j, bool swapped, int axis, clip3_patch *patch)
{
    face_pair f = {.swapped = swapped, .axis = axis};
    f.slack = j->pair.rounding;
    f.snap = j->pair.rounding * (CONTACT3_SNAP / BOXES3_ROUNDING);
    set_reference(&f, &j->pair, &j->found);
    incident_corners(&f, &j->pair, patch);
    return f;
}

static contact3_boxes_answer face_manifold(const job *j, flr_manifold3 *m)
{
    clip3_patch patch;
    int axis = j->found.axis;
    face_pair f = pair_of_faces(j, axis >= 3, axis % 3, &patch);
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

/// Where two edges cross: the closest points of their lines, in the first box's axes.
typedef struct crossing {
    double a[3], b[3];
    double at_a, at_b;  ///< along the edges, from their middles
    uint32_t code_a, code_b;
    bool inside;  ///< both within the edges
} crossing;

static crossing cross_edges(const job *j)
{
    const boxes3 *p = &j->pair;
    const double *n = j->found.normal;
    int i = (j->found.axis - 6) / 3, k = (j->found.axis - 6) % 3;
    crossing c;
    int ends_a[3], ends_b[3];
    for (int m = 0; m < 3; m++) {
        c.b[m] = p->t[m];
        ends_a[m] = p->a[m] == 0 ? 0 : n[m] > 0 ? 1 : -1;
        c.a[m] = m == i ? 0 : ends_a[m] * p->a[m];
    }
    for (int m = 0; m < 3; m++) {
        ends_b[m] = n[0] * p->r[0][m] + n[1] * p->r[1][m] + n[2] * p->r[2][m] > 0 ? -1 : 1;
        if (p->b[m] == 0) ends_b[m] = 0;
        if (m == k) continue;
        for (int l = 0; l < 3; l++) c.b[l] += ends_b[m] * p->b[m] * p->r[l][m];
    }
    double d[3], uv = p->r[i][k], dv = 0, square = 0;
    for (int l = 0; l < 3; l++) {
        d[l] = c.b[l] - c.a[l];
        dv += d[l] * p->r[l][k];
        if (l != i) square += p->r[l][k] * p->r[l][k];
    }
    c.at_a = (d[i] - uv * dv) / square;
    c.at_b = (uv * d[i] - dv) / square;
    double slack = 64 * p->rounding / square;
    c.inside = fabs(c.at_a) <= p->a[i] + slack && fabs(c.at_b) <= p->b[k] + slack;
    // of nearly parallel edges one place is as good as another; but the two have to be opposite each other
    c.at_a = limited(c.at_a, p->a[i]);
    c.at_b = limited(uv * c.at_a - dv, p->b[k]);
    c.at_a = limited(d[i] + uv * c.at_b, p->a[i]);
    c.a[i] += c.at_a;
    for (int l = 0; l < 3; l++) c.b[l] += c.at_b * p->r[l][k];
    double snap = p->rounding * (CONTACT3_SNAP / BOXES3_ROUNDING);
    ends_a[i] = end_of(c.at_a, p->a[i], snap);
    ends_b[k] = end_of(c.at_b, p->b[k], snap);
    c.code_a = box_code(0, ends_a[0], 1, ends_a[1], 2, ends_a[2]);
    c.code_b = box_code(0, ends_b[0], 1, ends_b[1], 2, ends_b[2]);
    return c;
}

static void add_crossing(const job *j, const crossing *c, flr_manifold3 *m)
{
    double middle[3], bulge = 0.5 * (j->radius_a - j->radius_b);
    for (int l = 0; l < 3; l++) middle[l] = 0.5 * (c->a[l] + c->b[l]) + bulge * j->found.normal[l];
    add(m, j->a, middle, -j->found.separation + j->radii, contact3_id(c->code_a, c->code_b));
}

/// Two edges cross, but a face beside one of them is nearly square to the direction: then the patch of the faces holds
/// the crossing as one of its corners.
static bool flat_manifold(const job *j, flr_manifold3 *m)
{
    const boxes3 *p = &j->pair;
    const double *n = j->found.normal;
    double other[3];
    for (int k = 0; k < 3; k++) other[k] = n[0] * p->r[0][k] + n[1] * p->r[1][k] + n[2] * p->r[2][k];
    int of_a = largest(n), of_b = largest(other);
    double cosine_a = fabs(n[of_a]), cosine_b = fabs(other[of_b]);
    if (!(cosine_a > FLAT_COSINE) && !(cosine_b > FLAT_COSINE)) return false;
    clip3_patch patch;
    bool swapped = cosine_b > cosine_a;
    face_pair f = pair_of_faces(j, swapped, swapped ? of_b : of_a, &patch);
    clip(j, &f, &patch);
    if (!(deepest_of(&patch) >= -j->found.separation - 16 * f.slack)) return false;
    add_patch(j, &f, &patch, m);
    return true;
}

static contact3_boxes_answer edge_manifold(const job *j, flr_manifold3 *m)
{
    if (flat_manifold(j, m)) return CONTACT3_MADE;
    crossing c = cross_edges(j);
    if (!c.inside && j->found.separation > 0) return CONTACT3_UNKNOWN;
    add_crossing(j, &c, m);
    return CONTACT3_MADE;
}

contact3_boxes_answer flr_contact3_boxes(const rounded_box3 *a, const rounded_box3 *b, flr_real margin,
                                         flr_real face_bias, flr_manifold3 *manifold)
{
    job j;
    j.a = &a->core;
    j.b = &b->core;
    j.radius_a = (double)a->radius;
    j.radius_b = (double)b->radius;
    j.margin = (double)margin;
    j.radii = j.radius_a + j.radius_b;
    j.pair = flr_boxes3_make(&a->core, &b->core);
    bool within = flr_separation3_boxes(&j.pair, j.margin + j.radii, (double)face_bias, &j.found);
    manifold->count = 0;
    manifold->inseparable = false;
    manifold->normal = world(&a->core, j.found.normal);
    if (!within) return CONTACT3_APART;
    contact3_boxes_answer answer =
        j.found.axis < 6 ? face_manifold(&j, manifold) : edge_manifold(&j, manifold);
    contact3_settle_ids(manifold);
    return answer;
}

static int order(double a, double b) { return (a > b) - (a < b); }

bool flr_contact3_box_is_first(const flr_box3 *a, const flr_box3 *b)
{
    const flr_real *x = &a->half_extents.x, *y = &b->half_extents.x;
    for (int k = 0; k < 3; k++)
        if (x[k] != y[k]) return x[k] < y[k];
    x = &a->center.x;
    y = &b->center.x;
    for (int k = 0; k < 3; k++)
        if (x[k] != y[k]) return x[k] < y[k];
    x = &a->axes.x.x;
    y = &b->axes.x.x;
    for (int k = 0; k < 9; k++)
        if (x[k] != y[k]) return order((double)x[k], (double)y[k]) < 0;
    return true;
}

rounded_box3 flr_contact3_box_of_segment(flr_vec3 a, flr_vec3 b, flr_real radius)
{
    flr_vec3 along = flr_sub3(b, a);
    flr_real length = flr_length3(along);
    rounded_box3 r = {.radius = radius};
    r.core.center = flr_mul_add3(a, (flr_real)0.5, along);
    r.core.axes = contact3_frame(length > 0 ? flr_scale3(1 / length, along) : flr_vec3_make(0, 0, 1));
    r.core.half_extents = flr_vec3_make(0, 0, length / 2);
    return r;
}
