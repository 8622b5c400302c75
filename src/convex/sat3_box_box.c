/// The separating axis test of two boxes (Gottschalk, Lin and Manocha, "OBBTree", 1996), and their depth
/// along the axis of least overlap.
#include "convex/depth3.h"
#include "convex/simplex3.h"
#include "math/simd.h"

// ---- The fifteen axes ----

/// Two boxes, as the tests of their axes need them. A segment is a box with one half extent, a point a box
/// with none.
typedef struct box_axes3 {
    /// from the centre of the first to that of the second, along the axes of each
    double way_a[3], way_b[3];
    double half_a[3], half_b[3];  ///< half extents
    double dot[3][3];             ///< axis i of the first times axis j of the second
    double size[3][3];            ///< the same without signs
} box_axes3;

/// The axes of a box are three vectors one after the other.
static inline void box_axes3_load(box_axes3 *p, dvec3 way, const flr_vec3 *axes_a, flr_vec3 half_a,
                                  const flr_vec3 *axes_b, flr_vec3 half_b)
{
    const double a[3] = {(double)half_a.x, (double)half_a.y, (double)half_a.z};
    const double b[3] = {(double)half_b.x, (double)half_b.y, (double)half_b.z};
    for (int i = 0; i < 3; i++) {
        dvec3 axis = dvec3_from(axes_a[i]);
        p->half_a[i] = a[i];
        p->half_b[i] = b[i];
        p->way_a[i] = dvec3_dot(way, axis);
        p->way_b[i] = dvec3_dot(way, dvec3_from(axes_b[i]));
        for (int j = 0; j < 3; j++) {
            p->dot[i][j] = dvec3_dot(axis, dvec3_from(axes_b[j]));
            p->size[i][j] = fabs(p->dot[i][j]);
        }
    }
}

/// Returns the gap along a face's normal of the first: above 0 they are apart, below 0 it is minus the
/// overlap.
static inline double box_axes3_face_a(const box_axes3 *p, int i)
{
    const double *size = p->size[i], *b = p->half_b;
    return fabs(p->way_a[i]) - (p->half_a[i] + (b[0] * size[0] + b[1] * size[1] + b[2] * size[2]));
}

/// The same along a face's normal of the second.
static inline double box_axes3_face_b(const box_axes3 *p, int j)
{
    const double *a = p->half_a;
    double reach = a[0] * p->size[0][j] + a[1] * p->size[1][j] + a[2] * p->size[2][j];
    return fabs(p->way_b[j]) - (p->half_b[j] + reach);
}

/// The same along the cross product of edge i of the first, of which i1 and i2 are the next two, and edge j
/// of the second. The result is in units of that product's length, whose square goes to *square.
static inline double box_axes3_edges(const box_axes3 *p, int i, int i1, int i2, int j, double *square)
{
    int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
    double x = p->dot[i1][j], y = p->dot[i2][j];
    double reach_a = p->half_a[i1] * p->size[i2][j] + p->half_a[i2] * p->size[i1][j];
    double reach_b = p->half_b[j1] * p->size[i][j2] + p->half_b[j2] * p->size[i][j1];
    *square = x * x + y * y;
    return fabs(p->way_a[i2] * x - p->way_a[i1] * y) - (reach_a + reach_b);
}

// ---- Overlap and depth ----

typedef struct frames {
    dvec3 axis_a[3], axis_b[3], way;
    box_axes3 pair;
} frames;

/// The axis of least overlap so far: edges i and j if both are below 3, else the face whose number is.
typedef struct least {
    double depth;
    int i, j;
} least;

static void load(frames *f, const flr_convex3 *a, const flr_convex3 *b)
{
    const flr_vec3 *axes_a = &a->axes.x, *axes_b = &b->axes.x;
    f->way = dvec3_sub(dvec3_from(b->center), dvec3_from(a->center));
    for (int i = 0; i < 3; i++) {
        f->axis_a[i] = dvec3_from(axes_a[i]);
        f->axis_b[i] = dvec3_from(axes_b[i]);
    }
    box_axes3_load(&f->pair, f->way, axes_a, a->half_extents, axes_b, b->half_extents);
}

/// Tests the normals of faces. Ends early if one separates the boxes, or nearly does: within `near` of
/// touching either may be true.
static sat3_end try_faces(const box_axes3 *p, double near, least *l)
{
    for (int i = 0; i < 3; i++) {
        double depth = -box_axes3_face_a(p, i);
        if (depth < l->depth) *l = (least){depth, i, 3};
        if (!(depth > near)) return depth < -near ? SAT3_APART : SAT3_NEAR;
    }
    for (int j = 0; j < 3; j++) {
        double depth = -box_axes3_face_b(p, j);
        if (depth < l->depth) *l = (least){depth, 3, j};
        if (!(depth > near)) return depth < -near ? SAT3_APART : SAT3_NEAR;
    }
    return SAT3_DEEP;
}

/// Returns a vector perpendicular to two axes. At a small angle it is computed in twice the precision, as
/// rounding would turn it by one over the sine.
static dvec3 common_normal(dvec3 u, dvec3 v)
{
    const dvec3 plain = dvec3_cross(u, v);
    return dvec3_dot(plain, plain) < 0x1p-7 ? simplex3_normal_doubled(dvec3_make(0, 0, 0), u, v) : plain;
}

static dvec3 unit_of(dvec3 v) { return dvec3_scale(1 / dvec3_length(v), v); }

/// Returns the overlap along a unit vector. The axes of a box need not be exactly perpendicular to each
/// other.
static double overlap_along(const box_axes3 *p, const flr_vec3 *axes_a, const flr_vec3 *axes_b, dvec3 way,
                            dvec3 n)
{
    double reach = 0;
    for (int k = 0; k < 3; k++)
        reach += p->half_a[k] * fabs(dvec3_dot(dvec3_from(axes_a[k]), n)) +
                 p->half_b[k] * fabs(dvec3_dot(dvec3_from(axes_b[k]), n));
    return reach - fabs(dvec3_dot(way, n));
}

/// Tests the cross products of an edge of each, which are not of unit length, without a root. Edges that are
/// parallel up to the rounding of their axes are left out: what they would separate, a face does. The short
/// product of edges at a small angle makes little of an overlap, and of its rounding. So where that overlap
/// may be the least, or may be none, it is measured along the unit normal. If only yes or no is wanted, all
/// axes along which the boxes overlap for sure are passed over.
static inline sat3_end try_edges(const box_axes3 *p, const flr_vec3 *axes_a, const flr_vec3 *axes_b,
                                 dvec3 way, double near, bool how_deep, least *l)
{
    const double parallel = 1e-30, uncertain = 0x1p-4;
    double least_squared = l->depth * l->depth;
    for (int i = 0; i < 3; i++) {
        int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
        for (int j = 0; j < 3; j++) {
            double length_squared, depth = -box_axes3_edges(p, i, i1, i2, j, &length_squared);
            const double sure = depth - near;
            if (sure > 0 && !(how_deep && sure * sure < least_squared * length_squared)) continue;
            if (length_squared <= parallel) continue;
            if (length_squared > uncertain && sure > 0) {
                const double squared = depth * depth / length_squared;
                if (!(squared < least_squared)) continue;
                least_squared = squared;
                *l = (least){sqrt(squared), i, j};
                continue;
            }
            const dvec3 n = unit_of(common_normal(dvec3_from(axes_a[i]), dvec3_from(axes_b[j])));
            depth = overlap_along(p, axes_a, axes_b, way, n);
            if (!(depth < l->depth)) continue;
            *l = (least){depth, i, j};
            if (depth < -near) return SAT3_APART;
            if (!(depth > 0)) l->depth = 0;
            least_squared = l->depth * l->depth;
        }
    }
    return SAT3_DEEP;
}

static double signed_half(double half, double along) { return along < 0 ? -half : half; }

/// Returns the corner of a box that lies farthest along n, relative to its centre.
static dvec3 corner(const dvec3 axis[3], const double half[3], dvec3 n)
{
    dvec3 p = dvec3_scale(signed_half(half[0], dvec3_dot(axis[0], n)), axis[0]);
    p = dvec3_add_scaled(p, signed_half(half[1], dvec3_dot(axis[1], n)), axis[1]);
    return dvec3_add_scaled(p, signed_half(half[2], dvec3_dot(axis[2], n)), axis[2]);
}

/// Is p, relative to the box's centre, in the box up to rounding, whatever its height over face `up` (3:
/// none)?
static bool is_over(const dvec3 axis[3], const double half[3], int up, dvec3 p, double slack)
{
    for (int k = 0; k < 3; k++)
        if (k != up && fabs(dvec3_dot(axis[k], p)) > half[k] + slack) return false;
    return true;
}

/// Returns the unit normal from a to b.
static dvec3 normal_of(const frames *f, const least *l)
{
    dvec3 n = l->i == 3 ? f->axis_b[l->j] : f->axis_a[l->i];
    if (l->i < 3 && l->j < 3) n = unit_of(common_normal(n, f->axis_b[l->j]));
    return dvec3_dot(n, f->way) < 0 ? dvec3_neg(n) : n;
}

/// Sets the points for a face's normal: a corner of the other box, and the point opposite to it.
static void on_face(const frames *f, const least *l, sat3_depth *r)
{
    bool of_a = l->i < 3;
    double slack = 8 * r->rounding;
    if (of_a) {
        r->b = dvec3_add(f->way, corner(f->axis_b, f->pair.half_b, dvec3_neg(r->normal)));
        r->a = dvec3_add_scaled(r->b, r->depth, r->normal);
        r->meets = is_over(f->axis_a, f->pair.half_a, l->i, r->a, slack);
    } else {
        r->a = corner(f->axis_a, f->pair.half_a, r->normal);
        r->b = dvec3_add_scaled(r->a, -r->depth, r->normal);
        r->meets = is_over(f->axis_b, f->pair.half_b, l->j, dvec3_sub(r->b, f->way), slack);
    }
}

/// Returns the middle of the edge along axis i that lies farthest along n, relative to the box's centre.
static dvec3 edge_middle(const dvec3 axis[3], const double half[3], int i, dvec3 n)
{
    double across[3] = {half[0], half[1], half[2]};
    across[i] = 0;
    return corner(axis, across, n);
}

static double within(double x, double half) { return fmax(-half, fmin(half, x)); }

/// Sets the points for two edges. Where an edge lies along a face of the other box, or faces lie on one
/// another, the face's normal may come out as that of two edges. Their lines then need not cross where the
/// boxes touch.
static void on_edges(const frames *f, const least *l, sat3_depth *r)
{
    dvec3 u = f->axis_a[l->i], v = f->axis_b[l->j], n = common_normal(u, v);
    dvec3 p = edge_middle(f->axis_a, f->pair.half_a, l->i, r->normal);
    dvec3 q = dvec3_add(f->way, edge_middle(f->axis_b, f->pair.half_b, l->j, dvec3_neg(r->normal)));
    // the point of the line p + s u nearest to the line q + t v
    dvec3 d = dvec3_sub(q, p);
    double c = f->pair.dot[l->i][l->j], s = dvec3_dot(dvec3_cross(d, v), n) / dvec3_dot(n, n);
    if (fabs(c) > 0.5) {
        // at a small angle rounding moves the point far along both lines, even past an end
        double along = dvec3_dot(d, v);
        s = (within(c * s - along, f->pair.half_b[l->j]) + along) / c;
        s = within(s, f->pair.half_a[l->i]);
    }
    r->a = dvec3_add_scaled(p, s, u);
    r->b = dvec3_add_scaled(r->a, -r->depth, r->normal);
    double slack = 8 * r->rounding;
    r->meets = is_over(f->axis_a, f->pair.half_a, 3, r->a, slack) &&
               is_over(f->axis_b, f->pair.half_b, 3, dvec3_sub(r->b, f->way), slack);
}

/// Finds the least overlap, among edges only as far as needed. *near is a bound on its rounding: `part` of
/// the scene's size.
static inline sat3_end least_of(const box_axes3 *p, const flr_vec3 *axes_a, const flr_vec3 *axes_b, dvec3 way,
                                double part, bool how_deep, double *near, least *l)
{
    l->depth = (double)INFINITY;
    double size = fabs(way.x) + fabs(way.y) + fabs(way.z);
    for (int k = 0; k < 3; k++) size += fabs(p->half_a[k]) + fabs(p->half_b[k]);
    *near = part * size;
    if (!(size > 0x1p-150 && size < 0x1p150)) return SAT3_NEAR;
    sat3_end end = try_faces(p, *near, l);
    if (end != SAT3_DEEP) return end;
    end = try_edges(p, axes_a, axes_b, way, *near, how_deep, l);
    return end == SAT3_APART || l->depth > *near ? end : SAT3_NEAR;
}

/// Returns the part for flr_real. Axes in single precision make a frame only up to their rounding, which
/// edges at a small angle magnify.
static double part_for_real(double part) { return sizeof(flr_real) == sizeof(float) ? 0x1p-18 : part; }

sat3_end flr_sat3_box_box_overlap(const flr_box3 *a, const flr_box3 *b)
{
    const dvec3 way = dvec3_sub(dvec3_from(b->center), dvec3_from(a->center));
    box_axes3 p;
    least l;
    double near;
    box_axes3_load(&p, way, &a->axes.x, a->half_extents, &b->axes.x, b->half_extents);
    return least_of(&p, &a->axes.x, &b->axes.x, way, part_for_real(0x1p-45), false, &near, &l);
}

sat3_end flr_sat3_box_box_axis(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 *normal)
{
    frames f;
    least l;
    double near;
    load(&f, a, b);
    sat3_end end = least_of(&f.pair, &a->axes.x, &b->axes.x, f.way, part_for_real(0x1p-47), false, &near, &l);
    *normal = end == SAT3_APART ? dvec3_round(normal_of(&f, &l)) : flr_vec3_make(0, 0, 0);
    return end;
}

sat3_end flr_sat3_box_box_depth(const flr_convex3 *a, const flr_convex3 *b, sat3_depth *result)
{
    frames f;
    least l;
    double near;
    load(&f, a, b);
    sat3_end end = least_of(&f.pair, &a->axes.x, &b->axes.x, f.way, part_for_real(0x1p-49), true, &near, &l);
    if (end != SAT3_DEEP) return end;
    result->rounding = near / (sizeof(flr_real) == sizeof(float) ? 128 : 16);
    result->depth = l.depth;
    result->normal = normal_of(&f, &l);
    if (l.i == 3 || l.j == 3) {
        on_face(&f, &l, result);
    } else {
        result->depth = overlap_along(&f.pair, &a->axes.x, &b->axes.x, f.way, result->normal);
        on_edges(&f, &l, result);
    }
    return SAT3_DEEP;
}
