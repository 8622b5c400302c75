/// Where does a convex shape touch a triangle? The first part finds the separating axis of least depth
/// between a box and a triangle, and the point where two edges cross. The second clips the triangle or the
/// shape's feature by the other, as seen along a given normal, and keeps up to four points.
#include "contact/manifold3_triangle.h"
#include "contact/clip3.h"
#include "contact/manifold3_ids.h"
#include "math/vectors.h"

// ---- The axes of a box and a triangle

/// A triangle in the box's axes, and the best axis.
typedef struct axes {
    double half[3], v[3][3];
    double depth, near;  ///< the least depth so far, and what counts as equal to it
    double normal[3];
    contact3_axis_of of;
    int side, axis;  ///< of edges
} axes;

/// Is depth / sqrt(square) less than the limit?
static inline bool is_less(double depth, double square, double limit)
{
    const double of_depth = depth * depth, of_limit = limit * limit * square;
    return depth < 0 ? limit >= 0 || of_depth > of_limit : limit > 0 && of_depth < of_limit;
}

static void take(axes *s, double depth, const double n[3], double sign, contact3_axis_of of)
{
    s->depth = depth;
    s->of = of;
    for (int k = 0; k < 3; k++) s->normal[k] = sign * n[k];
}

static void try_triangle(axes *s, const double n[3])
{
    const double reach = s->half[0] * fabs(n[0]) + s->half[1] * fabs(n[1]) + s->half[2] * fabs(n[2]),
                 at = n[0] * s->v[0][0] + n[1] * s->v[0][1] + n[2] * s->v[0][2];
    take(s, reach + at, n, 1, CONTACT3_OF_TRIANGLE);
    if (reach - at < s->depth - s->near) take(s, reach - at, n, -1, CONTACT3_OF_TRIANGLE);
}

static void try_faces(axes *s)
{
    for (int k = 0; k < 3; k++) {
        const double p = s->v[0][k], q = s->v[1][k], r = s->v[2][k];
        const double low = p < q ? (p < r ? p : r) : (q < r ? q : r),
                     high = p > q ? (p > r ? p : r) : (q > r ? q : r);
        const double along[3] = {k == 0, k == 1, k == 2};
        const bool up = high < -low;
        const double depth = s->half[k] + (up ? high : -low);
        if (depth < s->depth - s->near) take(s, depth, along, up ? 1 : -1, CONTACT3_OF_BOX);
    }
}

static void try_edges(axes *s)
{
    const double least = sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-12;
    for (int j = 0; j < 3; j++) {
        const double *p = s->v[j], *q = s->v[j < 2 ? j + 1 : 0], *r = s->v[j > 0 ? j - 1 : 2];
        const double e[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
        const double whole = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
        for (int k = 0; k < 3; k++) {
            // the edge times axis k
            const int x = k < 2 ? k + 1 : 0, y = k > 0 ? k - 1 : 2;
            const double a = e[y], b = -e[x], square = a * a + b * b;
            if (!(square > least * whole)) continue;
            const double here = a * p[x] + b * p[y], there = a * r[x] + b * r[y],
                         reach = s->half[x] * fabs(a) + s->half[y] * fabs(b);
            const double low = here < there ? here : there, high = here < there ? there : here;
            const bool up = high < -low;
            const double depth = reach + (up ? high : -low);
            if (!is_less(depth, square, s->depth - s->near)) continue;
            const double per = 1 / sqrt(square);
            double n[3] = {0, 0, 0};
            n[x] = a * per;
            n[y] = b * per;
            take(s, depth * per, n, up ? 1 : -1, CONTACT3_OF_EDGES);
            s->side = j;
            s->axis = k;
        }
    }
}

static flr_real sum_of(flr_vec3 v) { return v.x + v.y + v.z; }

contact3_axis flr_contact3_box_triangle(const flr_convex3 *box, const flr_triangle3 *t, flr_vec3 n,
                                        flr_real margin)
{
    const flr_vec3 *own = &box->axes.x, *corner = &t->a;
    const dvec3 middle = dvec3_from(box->center), normal = dvec3_from(n);
    const double most = -(double)margin - (double)box->radius;
    axes s = {
        .half = {(double)box->half_extents.x, (double)box->half_extents.y, (double)box->half_extents.z}};
    double along[3];
    for (int k = 0; k < 3; k++) {
        const dvec3 axis = dvec3_from(own[k]);
        for (int i = 0; i < 3; i++) s.v[i][k] = dvec3_dot(axis, dvec3_sub(dvec3_from(corner[i]), middle));
        along[k] = dvec3_dot(axis, normal);
    }
    s.near = (double)sum_of(box->half_extents) * (sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-12);
    try_triangle(&s, along);
    if (!(s.depth < most)) try_faces(&s);
    if (!(s.depth < most)) try_edges(&s);
    contact3_axis r = {s.of,   {0, 0, 0}, (flr_real)(s.depth + (double)box->radius), s.depth<most, s.depth> 0,
                       s.side, s.axis};
    for (int k = 0; k < 3; k++) r.normal = flr_mul_add3(r.normal, (flr_real)s.normal[k], own[k]);
    // the triangle's to the bit
    if (s.of == CONTACT3_OF_TRIANGLE) r.normal = flr_dot3(r.normal, n) < 0 ? flr_neg3(n) : n;
    return r;
}

bool flr_contact3_box_triangle_edges(const flr_convex3 *box, const flr_triangle3 *t, const contact3_axis *x,
                                     flr_manifold3 *m)
{
    static const int POWER[3] = {1, 3, 9};
    const flr_vec3 *own = &box->axes.x, *corner = &t->a;
    const flr_real *half = &box->half_extents.x;
    const dvec3 middle = dvec3_from(box->center), n = dvec3_from(x->normal);
    const dvec3 p = dvec3_sub(dvec3_from(corner[x->side]), middle),
                e = dvec3_sub(dvec3_from(corner[(x->side + 1) % 3]), dvec3_from(corner[x->side]));
    // the box's lowest edge along that axis, from its middle
    dvec3 low = dvec3_make(0, 0, 0);
    int code = 13;
    for (int k = 0; k < 3; k++) {
        if (k == x->axis) continue;
        const int up = dvec3_dot(dvec3_from(own[k]), n) < 0 ? 1 : -1;
        low = dvec3_add_scaled(low, up * (double)half[k], dvec3_from(own[k]));
        code += half[k] > 0 ? up * POWER[k] : 0;
    }
    // seen along the normal
    const dvec3 axis = dvec3_from(own[x->axis]), across = dvec3_cross(axis, n);
    const double s = dvec3_dot(dvec3_sub(low, p), across) / dvec3_dot(e, across);
    const dvec3 at = dvec3_add_scaled(p, s, e);
    const double along = dvec3_dot(at, axis), slack = sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-9;
    if (!(s >= -slack && s <= 1 + slack) || !(fabs(along) <= (double)half[x->axis] * (1 + slack)))
        return false;
    // on an axis along which another corner is beyond the edge
    const double depth = dvec3_dot(dvec3_sub(at, low), n) + (double)box->radius;
    if (!(depth >= (double)x->depth - slack * ((double)sum_of(box->half_extents) + fabs(depth))))
        return false;
    const dvec3 place = dvec3_add_scaled(dvec3_add(middle, at), -0.5 * (double)x->depth, n);
    m->normal = x->normal;
    m->count = 1;
    m->inseparable = false;
    m->points[0] =
        (flr_manifold3_point){dvec3_round(place), x->depth,
                              contact3_id(0x2000u | (uint32_t)x->side, (uint32_t)code) & ~CONTACT3_REVERSED};
    return true;
}

// ---- Patches

enum { WHOLE_TRIANGLE = 0x4000 };

static inline void add_corner(const contact3_view *v, contact3_outline *o, dvec3 p)
{
    const int i = o->count++;
    o->x[i] = dvec3_dot(p, v->frame[0]);
    o->y[i] = dvec3_dot(p, v->frame[1]);
    o->h[i] = dvec3_dot(p, v->frame[2]);
}

/// Sets the sides with outward normals, for either orientation of the corners.
static void set_sides(contact3_outline *o, double slack)
{
    double area = 0;
    for (int i = 1; i + 1 < o->count; i++)
        area += (o->x[i] - o->x[0]) * (o->y[i + 1] - o->y[0]) - (o->x[i + 1] - o->x[0]) * (o->y[i] - o->y[0]);
    const double turn = area < 0 ? -1 : 1;
    o->longest = 0;
    for (int i = 0; i < o->count; i++) {
        const int next = i + 1 < o->count ? i + 1 : 0;
        const double ex = turn * (o->x[next] - o->x[i]), ey = turn * (o->y[next] - o->y[i]),
                     length = sqrt(ex * ex + ey * ey), per = length > slack ? 1 / length : 0;
        o->a[i] = ey * per;
        o->b[i] = -ex * per;
        o->c[i] = length > slack ? o->a[i] * o->x[i] + o->b[i] * o->y[i] : (double)INFINITY;
        o->longest = length > o->longest ? length : o->longest;
    }
}

/// Faces steeper than this do not clip, as the other shape slides past them.
#define STEEP 0.1

static contact3_level level_of(const contact3_view *v, const contact3_outline *o, flr_vec3 normal)
{
    const dvec3 n = dvec3_from(normal);
    const double up = dvec3_dot(n, v->frame[2]), a = dvec3_dot(n, v->frame[0]) / up,
                 b = dvec3_dot(n, v->frame[1]) / up;
    return (contact3_level){o->h[0] + a * o->x[0] + b * o->y[0], a, b};
}

static inline double height_at(const contact3_level *p, double x, double y)
{
    return p->h - p->a * x - p->b * y;
}

void flr_contact3_view(contact3_view *v, const flr_convex3 *c, flr_vec3 n, flr_real size, flr_real margin)
{
    const flr_mat3 frame = flr_frame_around3(n);
    v->normal = n;
    v->frame[0] = dvec3_from(frame.x);
    v->frame[1] = dvec3_from(frame.y);
    v->frame[2] = dvec3_from(frame.z);
    v->origin = dvec3_from(flr_feature3_anchor(c));
    v->radius = (double)c->radius;
    v->size = (double)size;
    v->margin = (double)margin;
    v->slack = v->size * (sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-13);
    flr_feature3(c, flr_neg3(n), &v->feature);
    v->flat = v->feature.count > 2 ? -(double)flr_dot3(n, v->feature.normal) : 0;
    v->of_feature.count = 0;
    for (int i = 0; i < v->feature.count; i++)
        add_corner(v, &v->of_feature, dvec3_from(v->feature.corners[i]));
    set_sides(&v->of_feature, v->slack);
    if (v->flat > STEEP) v->level = level_of(v, &v->of_feature, v->feature.normal);
}

/// Returns the corner or side of an outline that a point is on: corners from 0, sides from `count`; -1 if it
/// is on none.
static int place_on(const contact3_outline *o, double x, double y, double near)
{
    int side = -1;
    for (int i = 0; i < o->count; i++) {
        const double dx = x - o->x[i], dy = y - o->y[i];
        if (dx * dx + dy * dy < near * near) return i;
        const double off = o->a[i] * x + o->b[i] * y - o->c[i];
        if (side < 0 && fabs(off) < near) side = o->count + i;
    }
    return side;
}

static uint32_t id_at(const contact3_view *v, const contact3_outline *triangle, double x, double y)
{
    const feature3 *f = &v->feature;
    const double shorter =
        triangle->longest < v->of_feature.longest ? triangle->longest : v->of_feature.longest;
    const double own = CONTACT3_SNAP_OWN * shorter, of_scene = CONTACT3_SNAP * v->size,
                 near = own < of_scene ? own : of_scene;
    const int on = place_on(triangle, x, y, near), at = place_on(&v->of_feature, x, y, near);
    const uint32_t of_triangle = on < 0    ? WHOLE_TRIANGLE
                                 : on >= 3 ? 0x2000u | (uint32_t)(on - 3)
                                           : (uint32_t)on;
    const uint32_t code = at < 0          ? f->count < 3 ? feature3_edge_code(f, 0, 1) : feature3_face_code(f)
                                   : at < f->count ? f->codes[at]
                                          : feature3_edge_code(f, at - f->count, (at + 1) % f->count);
    return contact3_id(of_triangle, code) & ~CONTACT3_REVERSED;
}

/// Clips one outline, with its depths, by the sides of the other. Depth is linear along edges, so points that
/// are too shallow can be removed at the end.
static void clip(const contact3_view *v, const contact3_outline *incident, const double *depth,
                 const contact3_outline *reference, clip3_patch *patch)
{
    const double least = -v->margin;
    double most = -(double)INFINITY;
    clip3_begin(patch);
    for (int i = 0; i < incident->count; i++) most = depth[i] > most ? depth[i] : most;
    if (!(most >= least - v->slack)) return;
    for (int i = 0; i < incident->count; i++) clip3_add(patch, incident->x[i], incident->y[i], depth[i]);
    for (int i = 0; i < reference->count && patch->count > 0; i++)
        flr_clip3_line(patch, reference->a[i], reference->b[i], reference->c[i], v->slack);
    flr_clip3_drop(patch, least, v->slack);
}

/// Sets the ids, and reduces to at most four points.
static void reduce(const contact3_view *v, const contact3_outline *triangle, clip3_patch *patch)
{
    const clip3_corners *p = clip3_now(patch);
    for (int i = 0; i < patch->count; i++) patch->id[i] = id_at(v, triangle, p->x[i], p->y[i]);
    flr_clip3_merge(patch);
    flr_clip3_spread(patch, v->slack);
}

/// `side` is 1 if the plane is the triangle's and the shape above it, else -1.
static void write_manifold(const contact3_view *v, clip3_patch *patch, const contact3_level *level,
                           double side, flr_manifold3 *m)
{
    const clip3_corners *p = clip3_now(patch);
    const double out = side < 0 ? v->radius : 0;
    m->normal = v->normal;
    m->count = patch->count;
    for (int i = 0; i < patch->count; i++) {
        const double h = height_at(level, p->x[i], p->y[i]) - out - side * 0.5 * p->depth[i];
        dvec3 at = dvec3_add_scaled(v->origin, p->x[i], v->frame[0]);
        at = dvec3_add_scaled(at, p->y[i], v->frame[1]);
        at = dvec3_add_scaled(at, h, v->frame[2]);
        m->points[i] = (flr_manifold3_point){dvec3_round(at), (flr_real)p->depth[i], patch->id[i]};
    }
}

void flr_contact3_triangle_patch(const contact3_view *v, const flr_triangle3 *t, flr_vec3 facing,
                                 flr_manifold3 *m)
{
    contact3_outline triangle;
    clip3_patch patch;
    double depth[CONTACT3_OUTLINE_MAX];
    const double flat = (double)flr_dot3(v->normal, facing);
    const bool by_triangle = flat * (1 + 1e-6) >= v->flat;
    m->normal = flr_vec3_make(0, 0, 0);
    m->count = 0;
    m->inseparable = false;
    if (!((by_triangle ? flat : v->flat) > STEEP)) return;
    triangle.count = 0;
    const flr_vec3 *corner = &t->a;
    for (int i = 0; i < 3; i++) add_corner(v, &triangle, dvec3_sub(dvec3_from(corner[i]), v->origin));
    set_sides(&triangle, v->slack);
    const contact3_outline *reference = by_triangle ? &triangle : &v->of_feature,
                           *incident = by_triangle ? &v->of_feature : &triangle;
    const double side = by_triangle ? 1 : -1;
    const contact3_level level = by_triangle ? level_of(v, &triangle, facing) : v->level;
    for (int i = 0; i < incident->count; i++)
        depth[i] = side * (height_at(&level, incident->x[i], incident->y[i]) - incident->h[i]) + v->radius;
    clip(v, incident, depth, reference, &patch);
    if (patch.count == 0) return;
    reduce(v, &triangle, &patch);
    write_manifold(v, &patch, &level, side, m);
}
