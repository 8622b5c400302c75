#include "contact/features3.h"

#include "contact/contact3_frame.h"
#include "contact/features3_hull.h"

enum { DISC_CORNERS = 16 };

static const flr_real DISC[DISC_CORNERS][2] = {
#define C1 ((flr_real)0.9238795325112867)
#define S1 ((flr_real)0.3826834323650898)
#define R2 ((flr_real)0.7071067811865476)
    {1, 0},  {C1, S1},   {R2, R2},   {S1, C1},   {0, 1},  {-S1, C1}, {-R2, R2}, {-C1, S1},
    {-1, 0}, {-C1, -S1}, {-R2, -R2}, {-S1, -C1}, {0, -1}, {S1, -C1}, {R2, -R2}, {C1, -S1}};

/// Codes of what is no corner: a disc's lowest point, an apex, the ends of a side line.
enum { CODE_RIM = 32, CODE_APEX = 33, CODE_LOW = 34, CODE_HIGH = 35 };

/// The anchor in the frame of a shape that has one.
static flr_vec3 local_anchor(const flr_convex3 *c)
{
    if (c->kind == FLR_CONVEX3_HULL) return c->hull->base;
    return c->kind == FLR_CONVEX3_POINTS ? c->points[0] : flr_vec3_make(0, 0, 0);
}

flr_vec3 flr_feature3_anchor(const flr_convex3 *c)
{
    if (c->kind != FLR_CONVEX3_HULL && c->kind != FLR_CONVEX3_POINTS) return c->center;
    return flr_add3(flr_mat3_mul(c->axes, local_anchor(c)), c->center);
}

/// b + t - (a + s) with what the sums round away given back.
static flr_real far_difference(double a, double s, double b, double t)
{
    double x = a + s, y = b + t, u = x - a, v = y - b;
    return (flr_real)((y - x) + (((b - (y - v)) + (t - v)) - ((a - (x - u)) + (s - u))));
}

flr_vec3 flr_feature3_offset(const flr_convex3 *a, const flr_convex3 *b)
{
    double s[3], t[3];
    for (int k = 0; k < 2; k++) {
        const flr_convex3 *c = k ? b : a;
        const flr_mat3 *m = &c->axes;
        flr_vec3 p = local_anchor(c);
        double x = (double)p.x, y = (double)p.y, z = (double)p.z, *sum = k ? t : s;
        sum[0] = sum[1] = sum[2] = 0;
        if (x == 0 && y == 0 && z == 0) continue;
        sum[0] = (double)m->x.x * x + (double)m->y.x * y + (double)m->z.x * z;
        sum[1] = (double)m->x.y * x + (double)m->y.y * y + (double)m->z.y * z;
        sum[2] = (double)m->x.z * x + (double)m->y.z * y + (double)m->z.z * z;
    }
    return flr_vec3_make(far_difference((double)a->center.x, s[0], (double)b->center.x, t[0]),
                         far_difference((double)a->center.y, s[1], (double)b->center.y, t[1]),
                         far_difference((double)a->center.z, s[2], (double)b->center.z, t[2]));
}

static void add_corner(feature3 *f, flr_vec3 p, uint32_t code)
{
    f->corners[f->count] = p;
    f->codes[f->count++] = code;
}

static flr_vec3 into_frame(const flr_mat3 *m, flr_vec3 d)
{
    return flr_vec3_make(flr_dot3(m->x, d), flr_dot3(m->y, d), flr_dot3(m->z, d));
}

/// The point of the disc around the axis that lies farthest along d, from the disc's middle; the middle where none does.
static flr_vec3 rim_point(const flr_convex3 *c, flr_vec3 d)
{
    flr_real x = flr_dot3(c->axes.x, d), y = flr_dot3(c->axes.y, d),
             length = (flr_real)sqrt((double)(x * x + y * y));
    if (!(length > 0)) return flr_vec3_make(0, 0, 0);
    flr_real scale = c->half_extents.x / length;
    return flr_add3(flr_scale3(x * scale, c->axes.x), flr_scale3(y * scale, c->axes.y));
}

static flr_vec3 top_of_corners(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 best = flr_sub3(c->corners[0], c->center);
    for (uint32_t i = 1; i < c->count; i++) {
        flr_vec3 p = flr_sub3(c->corners[i], c->center);
        if (flr_dot3(flr_sub3(p, best), d) > 0) best = p;
    }
    return best;
}

static flr_vec3 top_of_points(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 local = into_frame(&c->axes, d);
    flr_vec3 best = flr_vec3_make(0, 0, 0);
    flr_real most = 0;
    for (uint32_t i = 1; i < c->count; i++) {
        flr_vec3 p = flr_sub3(c->points[i], c->points[0]);
        flr_real along = flr_dot3(p, local);
        if (along > most) most = along, best = p;
    }
    return flr_mat3_mul(c->axes, best);
}

static flr_vec3 top_of_box(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 h = c->half_extents, side = into_frame(&c->axes, d);
    return flr_mat3_mul(
        c->axes, flr_vec3_make(side.x < 0 ? -h.x : h.x, side.y < 0 ? -h.y : h.y, side.z < 0 ? -h.z : h.z));
}

static flr_vec3 top_around_axis(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 low = flr_sub3(c->corners[0], c->center), high = flr_sub3(c->corners[1], c->center);
    flr_vec3 rim = rim_point(c, d);
    if (c->kind == FLR_CONVEX3_CYLINDER) return flr_add3(flr_dot3(c->axes.z, d) < 0 ? low : high, rim);
    flr_vec3 base = flr_add3(low, rim);
    return flr_dot3(flr_sub3(high, base), d) >= 0 ? high : base;
}

flr_vec3 flr_feature3_top(const flr_convex3 *c, flr_vec3 d)
{
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return top_of_corners(c, d);
    case FLR_CONVEX3_POINTS:
        return top_of_points(c, d);
    case FLR_CONVEX3_BOX:
        return top_of_box(c, d);
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
        return top_around_axis(c, d);
    case FLR_CONVEX3_USER:
        return flr_sub3(c->support(c->user, d), c->center);
    case FLR_CONVEX3_HULL: {
        const flr_hull3 *h = c->hull;
        uint32_t top = flr_feature3_hull_top(h, into_frame(&c->axes, d), FEATURE3_NO_VERTEX);
        return flr_mat3_mul(c->axes, flr_vec3_make(h->x[top], h->y[top], h->z[top]));
    }
    }
    return flr_vec3_make(0, 0, 0);
}

static void box_feature(const flr_convex3 *c, flr_vec3 d, feature3 *f)
{
    static const int POWER[3] = {1, 3, 9};
    const flr_vec3 *axes = &c->axes.x;
    const flr_real h[3] = {c->half_extents.x, c->half_extents.y, c->half_extents.z};
    flr_real along[3], best = -1;
    int k = 0;
    for (int i = 0; i < 3; i++) {
        along[i] = flr_dot3(axes[i], d);
        flr_real size = along[i] < 0 ? -along[i] : along[i];
        if (size > best * (flr_real)1.000001) best = size, k = i;
    }
    int x = (k + 1) % 3, y = (k + 2) % 3, side = along[k] < 0 ? -1 : 1;
    flr_vec3 middle = flr_scale3((flr_real)side * h[k], axes[k]), u = flr_scale3(h[x], axes[x]),
             v = flr_scale3((flr_real)side * h[y], axes[y]);
    f->normal = flr_scale3((flr_real)side, axes[k]);
    f->is_box = true;
    // an axis without extent has no ends: what is left is an edge or a corner
    static const int SIGN[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        if ((h[x] == 0 && SIGN[i][0] < 0) || (h[y] == 0 && SIGN[i][1] < 0)) continue;
        flr_vec3 p = flr_mul_add3(flr_mul_add3(middle, (flr_real)SIGN[i][0], u), (flr_real)SIGN[i][1], v);
        int code = h[k] == 0 ? 13 : 13 + side * POWER[k];
        if (h[x] != 0) code += SIGN[i][0] * POWER[x];
        if (h[y] != 0) code += side * SIGN[i][1] * POWER[y];
        add_corner(f, p, (uint32_t)code);
    }
}

/// A regular polygon in the disc, and the disc's last point along d where it has one.
static void disc_feature(const flr_convex3 *c, flr_vec3 middle, int side, flr_vec3 d, feature3 *f)
{
    flr_real r = c->half_extents.x, dx = flr_dot3(c->axes.x, d), dy = flr_dot3(c->axes.y, d);
    flr_real length = (flr_real)sqrt((double)(dx * dx + dy * dy));
    int nearest = 0, rim_after = -1;
    if (length > (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-12)) {
        for (int k = 1; k < DISC_CORNERS; k++)
            if (dx * DISC[k][0] + dy * DISC[k][1] > dx * DISC[nearest][0] + dy * DISC[nearest][1])
                nearest = k;
        flr_real turn = DISC[nearest][0] * dy - DISC[nearest][1] * dx;
        rim_after = turn > 0 ? nearest : turn < 0 ? (nearest + DISC_CORNERS - 1) % DISC_CORNERS : -1;
    }
    f->normal = flr_scale3((flr_real)side, c->axes.z);
    for (int i = 0; i < DISC_CORNERS; i++) {
        // around the other way on the low side, so that it is counter-clockwise from there
        int k = side > 0 ? i : DISC_CORNERS - 1 - i,
            gap = side > 0 ? i : (DISC_CORNERS - 1 - i + DISC_CORNERS - 1) % DISC_CORNERS;
        flr_vec3 p = flr_add3(
            middle, flr_add3(flr_scale3(r * DISC[k][0], c->axes.x), flr_scale3(r * DISC[k][1], c->axes.y)));
        add_corner(f, p, (uint32_t)k);
        if (gap == rim_after) add_corner(f, flr_add3(middle, rim_point(c, d)), CODE_RIM);
    }
}

/// Flatter against its end than against its side.
static bool faces_end(flr_real along, flr_real across) { return along > across; }

static void cylinder_feature(const flr_convex3 *c, flr_vec3 d, feature3 *f)
{
    flr_vec3 low = flr_sub3(c->corners[0], c->center), high = flr_sub3(c->corners[1], c->center);
    flr_real z = flr_dot3(c->axes.z, d), along = z < 0 ? -z : z;
    flr_vec3 across = flr_mul_add3(d, -z, c->axes.z), rim = rim_point(c, d);
    int side = z < 0 ? -1 : 1;
    if (faces_end(along, flr_length3(across)) && c->half_extents.x > 0) {
        disc_feature(c, side < 0 ? low : high, side, d, f);
        return;
    }
    add_corner(f, flr_add3(side < 0 ? low : high, rim), side < 0 ? CODE_LOW : CODE_HIGH);
    if (c->half_extents.z > 0)
        add_corner(f, flr_add3(side < 0 ? high : low, rim), side < 0 ? CODE_HIGH : CODE_LOW);
}

static void cone_feature(const flr_convex3 *c, flr_vec3 d, feature3 *f)
{
    flr_vec3 base = flr_sub3(c->corners[0], c->center), apex = flr_sub3(c->corners[1], c->center);
    flr_real z = flr_dot3(c->axes.z, d), r = c->half_extents.x, h = 2 * c->half_extents.z;
    flr_real across = flr_length3(flr_mul_add3(d, -z, c->axes.z)),
             slant = (flr_real)sqrt((double)(r * r + h * h));
    flr_real side = slant > 0 ? (h * across + r * z) / slant : 0;
    if (r > 0 && faces_end(-z, side)) {
        disc_feature(c, base, -1, d, f);
    } else if (r > 0 && !(h > 0)) {
        disc_feature(c, base, 1, d, f);
    } else {
        flr_vec3 rim = flr_add3(base, rim_point(c, d));
        bool to_apex = flr_dot3(apex, d) >= flr_dot3(rim, d);
        add_corner(f, to_apex ? apex : rim, to_apex ? CODE_APEX : CODE_LOW);
        if (slant > 0) add_corner(f, to_apex ? rim : apex, to_apex ? CODE_LOW : CODE_APEX);
    }
}

static void corners_feature(const flr_convex3 *c, flr_vec3 d, feature3 *f)
{
    flr_vec3 p[4];
    for (uint32_t i = 0; i < c->count; i++) p[i] = flr_sub3(c->corners[i], c->center);
    flr_feature3_points(p, c->count, d, f);
}

static void points_feature(const flr_convex3 *c, flr_vec3 d, const uint32_t near[3], feature3 *f)
{
    flr_vec3 local = into_frame(&c->axes, d);
    if (c->kind == FLR_CONVEX3_HULL) {
        flr_feature3_hull(c->hull, local, near, f);
    } else {
        flr_feature3_points(c->points, c->count, local, f);
        for (int i = 0; i < f->count; i++) f->corners[i] = flr_sub3(f->corners[i], c->points[0]);
    }
    for (int i = 0; i < f->count; i++) f->corners[i] = flr_mat3_mul(c->axes, f->corners[i]);
    f->normal = flr_mat3_mul(c->axes, f->normal);
}

/// Only support points are known: those in directions a little off d, as a cloud of points.
static void user_feature(const flr_convex3 *c, flr_vec3 d, feature3 *f)
{
    flr_mat3 frame = contact3_frame(d);
    flr_vec3 p[DISC_CORNERS + 1];
    const flr_real lean = (flr_real)0.01;
    p[0] = flr_feature3_top(c, d);
    for (int k = 0; k < DISC_CORNERS; k++) {
        flr_vec3 off =
            flr_add3(flr_scale3(lean * DISC[k][0], frame.x), flr_scale3(lean * DISC[k][1], frame.y));
        p[k + 1] = flr_feature3_top(c, flr_add3(d, off));
    }
    flr_feature3_points(p, DISC_CORNERS + 1, d, f);
}

static void feature_near(const flr_convex3 *c, flr_vec3 d, const uint32_t near[3], feature3 *f)
{
    f->count = 0;
    f->is_box = false;
    f->normal = d;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        corners_feature(c, d, f);
        break;
    case FLR_CONVEX3_POINTS:
    case FLR_CONVEX3_HULL:
        points_feature(c, d, near, f);
        break;
    case FLR_CONVEX3_BOX:
        box_feature(c, d, f);
        break;
    case FLR_CONVEX3_CYLINDER:
        cylinder_feature(c, d, f);
        break;
    case FLR_CONVEX3_CONE:
        cone_feature(c, d, f);
        break;
    case FLR_CONVEX3_USER:
        user_feature(c, d, f);
        break;
    }
}

void flr_feature3(const flr_convex3 *c, flr_vec3 d, feature3 *f)
{
    const uint32_t none[3] = FEATURE3_NONE_NEAR;
    feature_near(c, d, none, f);
}

void flr_feature3_facing(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                         const uint32_t near[2][3], feature3 *f, feature3 *g)
{
    if (a->kind == FLR_CONVEX3_HULL && b->kind == FLR_CONVEX3_HULL) {
        flr_feature3_hulls(a, b, normal, near, f, g);
        return;
    }
    feature_near(a, normal, near[0], f);
    feature_near(b, flr_neg3(normal), near[1], g);
}
