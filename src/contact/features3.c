/// The face, edge or corner of a convex shape that faces a direction, for each kind of core. Lists of points come
/// first: their face is the hull of the points near its plane.
#include "contact/features3.h"
#include "contact/manifold3_ids.h"
#include "convex/support3.h"
#include "math/rotation.h"
#include "math/vectors.h"

#define TIGHT (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-13)
/// Points closer to a face than this part of the size are in it.
#define LOOSE (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-11)

enum { GATHER_MAX = 64 };

/// A point of a face, in the plane of the face.
typedef struct flat_point {
    flr_real x, y;
    uint32_t index;
} flat_point;

static uint32_t farthest_point(const flr_vec3 *p, uint32_t count, flr_vec3 d)
{
    uint32_t best = 0;
    flr_real most = 0;
    for (uint32_t i = 1; i < count; i++) {
        flr_real along = flr_dot3(flr_sub3(p[i], p[0]), d);
        if (along > most) most = along, best = i;
    }
    return best;
}

/// Returns the point toward which the hull descends least from its top, by the ratio of drop and length;
/// `top` if there is none.
static uint32_t flattest_edge(const flr_vec3 *p, uint32_t count, uint32_t top, flr_vec3 d, flr_real *size)
{
    uint32_t best = top;
    flr_real best_drop = 1, best_way = 0, far = 0;
    for (uint32_t i = 0; i < count; i++) {
        flr_vec3 q = flr_sub3(p[i], p[top]);
        flr_real square = flr_length_squared3(q), drop = -flr_dot3(q, d);
        if (square > far) far = square;
        if (!(square > 0)) continue;
        if (drop < 0) drop = 0;
        flr_real way = square - drop * drop;
        // squares are compared; of equal slopes, the longer edge wins
        drop *= drop;
        if (drop <= square * TIGHT * TIGHT) drop = 0;
        if (drop == 0 && best_drop == 0 ? way > best_way : drop * best_way < best_drop * way) {
            best = i;
            best_drop = drop;
            best_way = way;
        } else if (best == top) {
            // straight below, which is better than none
            best = i;
            best_drop = drop;
            best_way = way;
        }
    }
    *size = (flr_real)sqrt((double)far);
    return best;
}

/// Finds the flatter of the two faces at an edge: rotates the flattest plane through the edge about it until
/// it touches a point. Returns false if all points are on the edge's line.
static bool flattest_face(const flr_vec3 *p, uint32_t count, flr_vec3 from, flr_vec3 edge, flr_vec3 d,
                          flr_real size, flr_vec3 *normal)
{
    flr_vec3 e = flr_scale3(1 / flr_length3(edge), edge), m = flr_mul_add3(d, -flr_dot3(d, e), e);
    flr_real length = flr_length3(m);
    if (!(length > LOOSE)) {
        // the edge runs along d: any plane through it will do
        flr_vec3 axis = e.x * e.x < (flr_real)0.5 ? flr_vec3_make(1, 0, 0) : flr_vec3_make(0, 1, 0);
        m = flr_cross3(e, axis);
        length = flr_length3(m);
    }
    m = flr_scale3(1 / length, m);
    flr_vec3 side = flr_cross3(e, m);
    flr_real best_x = 0, best_y = 1, turn = 1;
    for (uint32_t i = 0; i < count; i++) {
        flr_vec3 q = flr_sub3(p[i], from);
        flr_real x = flr_dot3(q, side), y = -flr_dot3(q, m), way = x < 0 ? -x : x;
        if (!(way > LOOSE * size)) continue;
        if (y <= TIGHT * size) y = 0;
        if (y == 0 && best_y == 0 ? way > best_x : y * best_x < best_y * way) {
            best_x = way;
            best_y = y;
            turn = x < 0 ? -1 : 1;
        }
    }
    if (!(best_x > 0)) return false;
    flr_vec3 n = flr_add3(flr_scale3(best_x, m), flr_scale3(turn * best_y, side));
    *normal = flr_scale3(1 / flr_length3(n), n);
    return true;
}

static flr_real turn_of(const flat_point *a, const flat_point *b, const flat_point *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static void sort(flat_point *p, int count)
{
    for (int i = 1; i < count; i++) {
        flat_point q = p[i];
        int k = i;
        for (; k > 0 && (p[k - 1].x > q.x || (p[k - 1].x == q.x && p[k - 1].y > q.y)); k--) p[k] = p[k - 1];
        p[k] = q;
    }
}

/// Makes the convex hull by Andrew's monotone chain (1979). Corners that bend by no more than rounding errors
/// are left out.
static int hull_of(flat_point *p, int count, flr_real size, flat_point *hull)
{
    sort(p, count);
    int made = 0;
    for (int pass = 0; pass < 2; pass++) {
        int first = made;
        for (int i = 0; i < count; i++) {
            const flat_point *q = &p[pass ? count - 1 - i : i];
            while (made - first >= 2) {
                const flat_point *a = &hull[made - 2], *b = &hull[made - 1];
                flr_real x = q->x - a->x, y = q->y - a->y;
                flr_real length = (flr_real)sqrt((double)(x * x + y * y));
                if (turn_of(a, b, q) > LOOSE * size * length) break;
                made--;
            }
            hull[made++] = *q;
        }
        made--;
    }
    return made;
}

/// Keeps, of a face with very many points, only those that are farthest in one of many directions.
static int thin_out(flat_point *p, int count)
{
    enum { DIRECTIONS = 8 };
    static const flr_real X[DIRECTIONS] = {(flr_real)1,
                                           (flr_real)0.9238795325112867,
                                           (flr_real)0.7071067811865476,
                                           (flr_real)0.3826834323650898,
                                           (flr_real)0,
                                           (flr_real)-0.3826834323650898,
                                           (flr_real)-0.7071067811865476,
                                           (flr_real)-0.9238795325112867};
    flat_point kept[2 * DIRECTIONS];
    for (int k = 0; k < DIRECTIONS; k++) {
        int most = 0, least = 0;
        flr_real high = 0, low = 0;
        for (int i = 0; i < count; i++) {
            flr_real along = X[k] * (p[i].x - p[0].x) + X[(k + 4) % 8] * (k < 4 ? -1 : 1) * (p[i].y - p[0].y);
            if (along > high) high = along, most = i;
            if (along < low) low = along, least = i;
        }
        kept[2 * k] = p[most];
        kept[2 * k + 1] = p[least];
    }
    for (int k = 0; k < 2 * DIRECTIONS; k++) p[k] = kept[k];
    return 2 * DIRECTIONS;
}

static void set_corner(feature3 *f, const flr_vec3 *p, uint32_t index)
{
    f->corners[f->count] = p[index];
    f->codes[f->count++] = index & 0x1fffu;
}

/// Finds all points in the plane through `top`, and the corners of their hull.
static void gather_face(const flr_vec3 *p, uint32_t count, uint32_t top, flr_real size, feature3 *f)
{
    flr_mat3 frame = flr_frame_around3(f->normal);
    flat_point all[GATHER_MAX], hull[2 * GATHER_MAX];
    int found = 0;
    for (uint32_t i = 0; i < count; i++) {
        flr_vec3 q = flr_sub3(p[i], p[top]);
        if (-flr_dot3(q, f->normal) > LOOSE * size) continue;
        if (found == GATHER_MAX) found = thin_out(all, found);
        all[found++] = (flat_point){flr_dot3(q, frame.x), flr_dot3(q, frame.y), i};
    }
    int made = hull_of(all, found, size, hull);
    f->count = 0;
    if (made > FEATURE3_MAX) {
        int kept = thin_out(hull, made);
        made = hull_of(hull, kept, size, all);
        for (int i = 0; i < made; i++) set_corner(f, p, all[i].index);
        return;
    }
    for (int i = 0; i < made; i++) set_corner(f, p, hull[i].index);
}

/// Takes a triangle as a face, turned to the side that it is seen from. Returns false if it is slim: then its
/// normal has fewer digits than d.
static bool triangle_face(const flr_vec3 *p, flr_vec3 d, feature3 *f)
{
    const flr_vec3 u = flr_sub3(p[1], p[0]), v = flr_sub3(p[2], p[0]), n = flr_cross3(u, v);
    const flr_real size = flr_length_squared3(u) + flr_length_squared3(v), length = flr_length3(n);
    if (!(length > (flr_real)0.01 * size && isfinite(length))) return false;
    const bool turned = flr_dot3(n, d) < 0;
    f->normal = flr_scale3((turned ? -1 : 1) / length, n);
    f->count = 0;
    set_corner(f, p, 0);
    set_corner(f, p, turned ? 2 : 1);
    set_corner(f, p, turned ? 1 : 2);
    return true;
}

/// Finds the feature of the hull of points p. Directions and answer are in their own frame, and d is a unit
/// vector.
static void feature3_points(const flr_vec3 *p, uint32_t count, flr_vec3 d, feature3 *f)
{
    flr_real size;
    f->is_box = false;
    if (count == 3 && triangle_face(p, d, f)) return;
    uint32_t top = farthest_point(p, count, d), next = flattest_edge(p, count, top, d, &size);
    f->count = 0;
    f->normal = d;
    if (count > 2 && next != top &&
        flattest_face(p, count, p[top], flr_sub3(p[next], p[top]), d, size, &f->normal)) {
        // a sheet seen edge-on may turn away; it faces the side that it is seen from
        gather_face(p, count, top, size, f);
        if (f->count > 2) return;
    }
    f->count = 0;
    set_corner(f, p, top);
    if (next != top) set_corner(f, p, next);
}

enum { DISC_CORNERS = 16 };

static const flr_real DISC[DISC_CORNERS][2] = {
#define C1 ((flr_real)0.9238795325112867)
#define S1 ((flr_real)0.3826834323650898)
#define R2 ((flr_real)0.7071067811865476)
    {1, 0},  {C1, S1},   {R2, R2},   {S1, C1},   {0, 1},  {-S1, C1}, {-R2, R2}, {-C1, S1},
    {-1, 0}, {-C1, -S1}, {-R2, -R2}, {-S1, -C1}, {0, -1}, {S1, -C1}, {R2, -R2}, {C1, -S1}};

/// Codes of features other than corners: the lowest point of a disc, an apex, the ends of a side line.
enum { CODE_RIM = 32, CODE_APEX = 33, CODE_LOW = 34, CODE_HIGH = 35 };

/// Returns the anchor in the frame of a shape that has a frame.
static flr_vec3 local_anchor(const flr_convex3 *c)
{
    if (c->kind == FLR_CONVEX3_HULL) return c->hull->base;
    return c->kind == FLR_CONVEX3_POINTS ? c->points[0] : flr_vec3_make(0, 0, 0);
}

flr_vec3 flr_feature3_anchor(const flr_convex3 *c)
{
    if (!convex3_is_placed(c)) return c->center;
    return flr_add3(flr_mat3_mul(c->axes, local_anchor(c)), c->center);
}

/// Returns b + t - (a + s), with the rounding errors of the sums added back.
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

static flr_vec3 rim_point(const flr_convex3 *c, flr_vec3 d) { return convex3_rim(c, &c->axes, d); }

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
    flr_vec3 local = turn3_transposed(&c->axes, d);
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
    flr_vec3 h = c->half_extents, side = turn3_transposed(&c->axes, d);
    return flr_mat3_mul(
        c->axes, flr_vec3_make(side.x < 0 ? -h.x : h.x, side.y < 0 ? -h.y : h.y, side.z < 0 ? -h.z : h.z));
}

static flr_vec3 top_of_curved(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 ends[2] = {{0, 0, 0}, {0, 0, 0}};
    for (uint32_t i = 0; i < convex3_end_count(c); i++) ends[i] = flr_sub3(c->corners[i], c->center);
    return convex3_curved_top(c, &c->axes, ends, d);
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
    case FLR_CONVEX3_USER:
        return flr_sub3(c->support(c->user, d), c->center);
    case FLR_CONVEX3_HULL: {
        const flr_hull3 *h = c->hull;
        uint32_t top = flr_feature3_hull_top(h, turn3_transposed(&c->axes, d), FEATURE3_NO_VERTEX);
        return flr_mat3_mul(c->axes, flr_vec3_make(h->x[top], h->y[top], h->z[top]));
    }
    default:
        return top_of_curved(c, d);
    }
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
    // an axis without extent has no ends, so the rest is an edge or a corner
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

/// Makes a regular polygon in the disc, with the disc's farthest point along d if it has one.
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
        // in reverse order on the low side, so that it is counter-clockwise from there
        int k = side > 0 ? i : DISC_CORNERS - 1 - i,
            gap = side > 0 ? i : (DISC_CORNERS - 1 - i + DISC_CORNERS - 1) % DISC_CORNERS;
        flr_vec3 p = flr_add3(
            middle, flr_add3(flr_scale3(r * DISC[k][0], c->axes.x), flr_scale3(r * DISC[k][1], c->axes.y)));
        add_corner(f, p, (uint32_t)k);
        if (gap == rim_after) add_corner(f, flr_add3(middle, rim_point(c, d)), CODE_RIM);
    }
}

/// Does the direction face the end of a cylinder or cone more than its side?
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
    feature3_points(p, c->count, d, f);
}

static void points_feature(const flr_convex3 *c, flr_vec3 d, const uint32_t near[3], feature3 *f)
{
    flr_vec3 local = turn3_transposed(&c->axes, d);
    if (c->kind == FLR_CONVEX3_HULL) {
        flr_feature3_hull(c->hull, local, near, f);
    } else {
        feature3_points(c->points, c->count, local, f);
        for (int i = 0; i < f->count; i++) f->corners[i] = flr_sub3(f->corners[i], c->points[0]);
    }
    for (int i = 0; i < f->count; i++) f->corners[i] = flr_mat3_mul(c->axes, f->corners[i]);
    f->normal = flr_mat3_mul(c->axes, f->normal);
}

/// Uses the support points in directions near d as a cloud of points, as only support points are known.
static void probed_feature(const flr_convex3 *c, flr_vec3 d, feature3 *f)
{
    flr_mat3 frame = flr_frame_around3(d);
    flr_vec3 p[DISC_CORNERS + 1];
    const flr_real lean = (flr_real)0.01;
    p[0] = flr_feature3_top(c, d);
    for (int k = 0; k < DISC_CORNERS; k++) {
        flr_vec3 off =
            flr_add3(flr_scale3(lean * DISC[k][0], frame.x), flr_scale3(lean * DISC[k][1], frame.y));
        p[k + 1] = flr_feature3_top(c, flr_add3(d, off));
    }
    feature3_points(p, DISC_CORNERS + 1, d, f);
}

/// The feature of a core that bends all over is a point. One that has become flat is probed, and so is a user's.
static void smooth_feature(const flr_convex3 *c, flr_vec3 d, feature3 *f)
{
    const flr_vec3 h = c->half_extents;
    if (convex3_has_extents(c) && h.x != 0 && h.y != 0 && h.z != 0) {
        const flr_vec3 top = flr_feature3_top(c, d);
        feature3_points(&top, 1, d, f);
    } else {
        probed_feature(c, d, f);
    }
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
    default:
        smooth_feature(c, d, f);
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
