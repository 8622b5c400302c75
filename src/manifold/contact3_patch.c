#include "manifold/contact3_patch.h"

#include "manifold/contact3_frame.h"
#include "manifold/contact3_ids.h"

/// A feature seen along the normal: x, y across, h along it.
typedef struct seen {
    const feature3 *feature;
    int count;
    double x[FEATURE3_MAX], y[FEATURE3_MAX], h[FEATURE3_MAX];
    double normal[3];  ///< of a face, in the same axes
} seen;

typedef struct view {
    const contact3_pose *pose;
    flr_mat3 frame;  ///< z is the normal
    seen a, b;
    double slack, snap, radii;
} view;

static void look_at(const view *v, const feature3 *f, flr_vec3 offset, seen *s)
{
    s->feature = f;
    s->count = f->count;
    for (int i = 0; i < f->count; i++) {
        flr_vec3 p = flr_add3(offset, f->corners[i]);
        s->x[i] = (double)flr_dot3(p, v->frame.x);
        s->y[i] = (double)flr_dot3(p, v->frame.y);
        s->h[i] = (double)flr_dot3(p, v->pose->normal);
    }
    s->normal[0] = (double)flr_dot3(f->normal, v->frame.x);
    s->normal[1] = (double)flr_dot3(f->normal, v->frame.y);
    s->normal[2] = (double)flr_dot3(f->normal, v->pose->normal);
}

/// Where on a feature a point lies, as a number.
static uint32_t code_at(const seen *s, double x, double y, double snap)
{
    double least = snap * snap;
    int best = -1;
    for (int i = 0; i < s->count; i++) {
        double dx = x - s->x[i], dy = y - s->y[i], square = dx * dx + dy * dy;
        if (square <= least) least = square, best = i;
    }
    if (best >= 0 || s->count == 1) return s->feature->codes[best < 0 ? 0 : best];
    if (s->count == 2) return flr_feature3_edge_code(s->feature, 0, 1);
    least = snap * snap;
    for (int i = 0; i < s->count; i++) {
        int k = i + 1 < s->count ? i + 1 : 0;
        double ex = s->x[k] - s->x[i], ey = s->y[k] - s->y[i], dx = x - s->x[i], dy = y - s->y[i];
        double cross = ex * dy - ey * dx, length = ex * ex + ey * ey;
        if (cross * cross <= least * length && length > 0) least = cross * cross / length, best = i;
    }
    if (best < 0) return flr_feature3_face_code(s->feature);
    return flr_feature3_edge_code(s->feature, best, best + 1 < s->count ? best + 1 : 0);
}

static uint32_t id_at(const view *v, double x, double y)
{
    return contact3_id(code_at(&v->a, x, y, v->snap), code_at(&v->b, x, y, v->snap));
}

/// The height of a face's plane; it is not steep.
static double height_at(const seen *face, double x, double y)
{
    const double *n = face->normal;
    return face->h[0] - (n[0] * (x - face->x[0]) + n[1] * (y - face->y[0])) / n[2];
}

static void add(const view *v, double x, double y, double middle, double depth, uint32_t id, flr_manifold3 *m)
{
    flr_manifold3_point *p = &m->points[m->count++];
    flr_vec3 at = flr_scale3((flr_real)middle, v->pose->normal);
    at = flr_mul_add3(flr_mul_add3(at, (flr_real)x, v->frame.x), (flr_real)y, v->frame.y);
    p->position = flr_add3(v->pose->origin, at);
    p->depth = (flr_real)depth;
    p->id = id;
}

/// The one point that is there whatever the features are.
static void add_witness(const view *v, flr_manifold3 *m)
{
    const contact3_pose *pose = v->pose;
    flr_vec3 p = flr_lerp3(pose->point_a, pose->point_b, (flr_real)0.5);
    double x = (double)flr_dot3(p, v->frame.x), y = (double)flr_dot3(p, v->frame.y);
    flr_manifold3_point *q = &m->points[m->count];
    add(v, x, y, 0, -(double)pose->separation, id_at(v, x, y), m);
    q->position =
        flr_add3(pose->origin, flr_mul_add3(p, (pose->radius_a - pose->radius_b) / 2, pose->normal));
    for (int i = 0; i + 1 < m->count; i++)
        if (m->points[i].id == q->id) {
            m->points[i] = *q;
            m->count--;
            return;
        }
}

/// Clips by the sides of a face, counter-clockwise as seen against the normal for a, along it for b.
static void clip_by_face(const view *v, const seen *face, double turn, clip3_patch *patch)
{
    for (int i = 0; i < face->count && patch->count > 0; i++) {
        int k = i + 1 < face->count ? i + 1 : 0;
        double ex = turn * (face->x[k] - face->x[i]), ey = turn * (face->y[k] - face->y[i]);
        double length = sqrt(ex * ex + ey * ey);
        if (!(length > v->slack)) continue;
        double a = ey / length, b = -ex / length;
        flr_clip3_line(patch, a, b, a * face->x[i] + b * face->y[i] + v->slack);
    }
}

static void finish(const view *v, clip3_patch *patch)
{
    double least = -(double)v->pose->margin - v->radii;
    flr_clip3_drop(patch, least, v->slack);
    for (int i = 0; i < patch->count; i++)
        patch->points[i].id = id_at(v, patch->points[i].x, patch->points[i].y);
    flr_clip3_merge(patch);
    flr_clip3_spread(patch, v->slack);
}

/// Faces steeper than this are not clipped by: they are passed by, not met.
#define STEEP 0.1

/// A face against a face or an edge. The flatter one is the reference, whose sides clip the other.
static void face_patch(const view *v, flr_manifold3 *m)
{
    double flat_a = v->a.count > 2 ? v->a.normal[2] : 0, flat_b = v->b.count > 2 ? -v->b.normal[2] : 0;
    bool by_a = flat_a * (1 + 1e-6) >= flat_b;
    const seen *reference = by_a ? &v->a : &v->b, *other = by_a ? &v->b : &v->a;
    if (!((by_a ? flat_a : flat_b) > STEEP)) return;
    clip3_patch patch;
    patch.count = other->count;
    for (int i = 0; i < other->count; i++) {
        double depth = height_at(reference, other->x[i], other->y[i]) - other->h[i];
        patch.points[i] = (clip3_point){other->x[i], other->y[i], by_a ? depth : -depth, 0, false};
    }
    flr_clip3_depth(&patch, -(double)v->pose->margin - v->radii - v->slack);
    clip_by_face(v, reference, by_a ? 1 : -1, &patch);
    finish(v, &patch);
    double bulge = (double)v->pose->radius_a - (double)v->pose->radius_b, most = -(double)v->pose->separation;
    for (int i = 0; i < patch.count; i++) {
        const clip3_point *p = &patch.points[i];
        double h = height_at(reference, p->x, p->y), middle = by_a ? h - 0.5 * p->depth : h + 0.5 * p->depth;
        double depth = p->depth + v->radii;
        add(v, p->x, p->y, middle + 0.5 * bulge, depth < most ? depth : most, p->id, m);
    }
}

/// Two edges side by side: the ends of the stretch they share, as far apart as they are there.
static void edge_patch(const view *v, flr_manifold3 *m)
{
    const seen *a = &v->a, *b = &v->b;
    double ux = a->x[1] - a->x[0], uy = a->y[1] - a->y[0], uu = ux * ux + uy * uy;
    double vx = b->x[1] - b->x[0], vy = b->y[1] - b->y[0], turn = ux * vy - uy * vx;
    if (!(uu > v->slack * v->slack) || turn * turn > 0.01 * uu * (vx * vx + vy * vy)) return;
    clip3_patch patch = {.count = 2};
    for (int i = 0; i < 2; i++) {
        // down from b to a: measured across as well, where the edges part
        double t = ((b->x[i] - a->x[0]) * ux + (b->y[i] - a->y[0]) * uy) / uu;
        double h = a->h[0] + t * (a->h[1] - a->h[0]);
        patch.points[i] = (clip3_point){b->x[i], b->y[i], h - b->h[i], 0, false};
    }
    double length = sqrt(uu), nx = ux / length, ny = uy / length;
    flr_clip3_line(&patch, nx, ny, nx * a->x[1] + ny * a->y[1] + v->slack);
    flr_clip3_line(&patch, -nx, -ny, -(nx * a->x[0] + ny * a->y[0]) + v->slack);
    double most = -(double)v->pose->separation, bulge = (double)v->pose->radius_a - (double)v->pose->radius_b;
    double x[2], y[2], middle[2];
    for (int i = 0; i < patch.count; i++) {
        clip3_point *p = &patch.points[i];
        double t = ((p->x - a->x[0]) * ux + (p->y - a->y[0]) * uy) / uu;
        double ax = a->x[0] + t * ux, ay = a->y[0] + t * uy, h = a->h[0] + t * (a->h[1] - a->h[0]);
        double gap = -p->depth, dx = p->x - ax, dy = p->y - ay;
        if (dx * dx + dy * dy > v->slack * v->slack) gap = sqrt(gap * gap + dx * dx + dy * dy);
        middle[i] = h - 0.5 * p->depth + 0.5 * bulge;
        p->depth = -gap;
        x[i] = 0.5 * (p->x + ax);
        y[i] = 0.5 * (p->y + ay);
        p->id = id_at(v, p->x, p->y);
    }
    double least = -(double)v->pose->margin - v->radii - v->slack;
    for (int i = 0; i < patch.count; i++) {
        const clip3_point *p = &patch.points[i];
        if (p->depth < least || (i == 1 && p->id == patch.points[0].id)) continue;
        double depth = p->depth + v->radii;
        if (depth < -(double)v->pose->margin) depth = -(double)v->pose->margin;
        add(v, x[i], y[i], middle[i], depth < most ? depth : most, p->id, m);
    }
}

static view view_of(const contact3_pose *pose, const feature3 *a, const feature3 *b)
{
    const double rounding = sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-13;
    view v;
    v.pose = pose;
    v.slack = rounding * (double)pose->size;
    v.snap = CONTACT3_SNAP * (double)pose->size;
    v.radii = (double)pose->radius_a + (double)pose->radius_b;
    v.frame = contact3_frame(pose->normal);
    look_at(&v, a, flr_vec3_make(0, 0, 0), &v.a);
    look_at(&v, b, pose->offset, &v.b);
    return v;
}

static void begin(const contact3_pose *pose, flr_manifold3 *m)
{
    m->count = 0;
    m->inseparable = false;
    m->normal = pose->normal;
}

void flr_contact3_face_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                             flr_manifold3 *m)
{
    view v = view_of(pose, a, b);
    begin(pose, m);
    if (a->count > 2 || b->count > 2) face_patch(&v, m);
}

void flr_contact3_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b, flr_manifold3 *m)
{
    view v = view_of(pose, a, b);
    begin(pose, m);
    if (a->count > 1 && b->count > 1) {
        if (a->count > 2 || b->count > 2)
            face_patch(&v, m);
        else
            edge_patch(&v, m);
    }
    double most = -INFINITY;
    for (int i = 0; i < m->count; i++)
        if ((double)m->points[i].depth > most) most = (double)m->points[i].depth;
    if (!(most >= -(double)pose->separation - 64 * v.slack)) {
        if (m->count == 4) m->count = 3;
        add_witness(&v, m);
    }
    contact3_settle_ids(m);
}
