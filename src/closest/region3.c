/// Voronoi regions and barycentric weights of points in space.
#include "closest/exact3.h"
#include "closest/kernels3.h"
#include "closest/span3.h"
#include "math/double_double.h"
#include "math/predicates2.h"

/// Returns a - b in the unit of a frame, in double-double.
static flr_dd3 wide_difference(const flr_frame3 *f, flr_vec3 a, flr_vec3 b)
{
    return flr_dd3_difference(f->shrink, f->grow, a, b);
}

static double ratio(flr_double2 a, flr_double2 b) { return flr_doubled_quotient(a, b).high; }

/// Writes the weights. The largest is 1 less the others, so that they sum to 1 as nearly as possible.
/// Returns false if one is not finite.
static bool store_weights(double *w, int count, flr_real *weights)
{
    int most = 0;
    double others = 0;
    for (int i = 1; i < count; ++i)
        if (fabs(w[i]) > fabs(w[most])) most = i;
    for (int i = 0; i < count; ++i)
        if (i != most) others += w[i];
    w[most] = 1 - others;
    for (int i = 0; i < count; ++i)
        if (!isfinite((flr_real)w[i])) return false;
    for (int i = 0; i < count; ++i) weights[i] = (flr_real)w[i];
    return true;
}

static void copy(const flr_region3 *r, int count, flr_real *weights)
{
    for (int i = 0; i < count; ++i) weights[i] = r->weights[i];
}

bool flr_barycentric3_segment_point(const flr_segment3 *s, flr_vec3 p, flr_real weights[2])
{
    const flr_vec3 points[3] = {s->a, s->b, p};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_dd3 d = wide_difference(&f, s->b, s->a);
    flr_double2 square = flr_dd3_dot(d, d);
    weights[0] = 1;
    weights[1] = 0;
    if (!(square.high > 0)) return false;
    double w[2] = {ratio(flr_dd3_dot(wide_difference(&f, s->b, p), d), square),
                   ratio(flr_dd3_dot(wide_difference(&f, p, s->a), d), square)};
    return store_weights(w, 2, weights);
}

/// The weights are areas over the whole, each in twice the precision, from exact differences: needles lose
/// nothing.
bool flr_barycentric3_triangle_point(const flr_triangle3 *t, flr_vec3 p, flr_real weights[3])
{
    const flr_vec3 points[4] = {t->a, t->b, t->c, p};
    flr_frame3 f = flr_frame3_make(points, 4, 0);
    flr_dd3 u = wide_difference(&f, t->b, t->a), v = wide_difference(&f, t->c, t->a),
            q = wide_difference(&f, p, t->a), n = flr_dd3_cross(u, v);
    flr_double2 whole = flr_dd3_dot(n, n);
    double w[3] = {0, ratio(flr_dd3_dot(n, flr_dd3_cross(q, v)), whole),
                   ratio(flr_dd3_dot(n, flr_dd3_cross(u, q)), whole)};
    w[0] = 1 - w[1] - w[2];
    if (!flr_are_collinear3(t->a, t->b, t->c) && whole.high > 0 && store_weights(w, 3, weights)) return true;
    flr_region3 r = flr_region3_triangle_point(t, p);
    copy(&r, 3, weights);
    return false;
}

/// Computes the weights as volumes over the whole, likewise. Returns false for a flat tetrahedron.
static bool volume_weights(const flr_tetrahedron *t, flr_vec3 p, double w[4])
{
    const flr_vec3 points[5] = {t->a, t->b, t->c, t->d, p};
    flr_frame3 f = flr_frame3_make(points, 5, 0);
    flr_dd3 a = wide_difference(&f, t->a, p), b = wide_difference(&f, t->b, p),
            c = wide_difference(&f, t->c, p), d = wide_difference(&f, t->d, p),
            u = wide_difference(&f, t->b, t->a), v = wide_difference(&f, t->c, t->a),
            x = wide_difference(&f, t->d, t->a);
    flr_double2 whole = flr_dd3_dot(u, flr_dd3_cross(v, x));
    if (flr_orient3(t->a, t->b, t->c, t->d) == 0 || whole.high == 0) return false;
    flr_dd3 ab = flr_dd3_cross(a, b), cd = flr_dd3_cross(c, d);
    w[0] = ratio(flr_dd3_dot(b, cd), whole);
    w[1] = -ratio(flr_dd3_dot(a, cd), whole);
    w[2] = ratio(flr_dd3_dot(d, ab), whole);
    w[3] = -ratio(flr_dd3_dot(c, ab), whole);
    return true;
}

bool flr_barycentric3_tetrahedron_point(const flr_tetrahedron *t, flr_vec3 p, flr_real weights[4])
{
    double w[4];
    if (volume_weights(t, p, w) && store_weights(w, 4, weights)) return true;
    flr_region3 r = flr_region3_tetrahedron_point(t, p);
    copy(&r, 4, weights);
    return false;
}

flr_region3 flr_region3_segment_point(const flr_segment3 *s, flr_vec3 p)
{
    flr_parameters3 found = flr_parameters3_point_segment(p, s);
    const flr_weights3 weights = {{1 - (double)found.t, (double)found.t, 0}};
    return flr_region3_of_weights(&weights, 2, found.closest.point_b);
}

flr_region3 flr_region3_triangle_point(const flr_triangle3 *t, flr_vec3 p)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    flr_local3_scene scene;
    flr_weights3 weights;
    flr_local3_load(&scene, &p, 1, corner, 3);
    (void)flr_local3_point_triangle(scene.a[0], scene.b, &weights);
    return flr_region3_of_weights(&weights, 3, flr_local3_point(corner, &weights));
}

/// Returns the region of face i, with the corners numbered as in the tetrahedron.
static flr_region3 of_face(const flr_tetrahedron *t, int i, flr_vec3 p)
{
    flr_triangle3 face = flr_tetrahedron_face(t, i);
    flr_region3 on = flr_region3_triangle_point(&face, p), r = {0, {0, 0, 0, 0}, on.point};
    for (int k = 0; k < 3; ++k) {
        int corner = (i + 1 + k) & 3;
        r.weights[corner] = on.weights[k];
        if (on.corners >> k & 1) r.corners |= 1u << corner;
    }
    return r;
}

static int nearest_face(const flr_tetrahedron *t, flr_vec3 p)
{
    int nearest = 0;
    flr_real least = (flr_real)INFINITY;
    for (int i = 0; i < 4; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        flr_real distance = flr_closest3_point_triangle(p, &face).distance;
        if (distance < least) least = distance, nearest = i;
    }
    return nearest;
}

flr_region3 flr_region3_tetrahedron_point(const flr_tetrahedron *t, flr_vec3 p)
{
    double w[4];
    bool inside = flr_exact3_point_tetrahedron(p, t), deep = inside && volume_weights(t, p, w);
    for (int i = 0; i < 4 && deep; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        deep = flr_orient3(face.a, face.b, face.c, p) != 0;
    }
    if (!deep) {
        flr_region3 r = of_face(t, nearest_face(t, p), p);
        if (inside) r.point = p;
        return r;
    }
    flr_region3 r = {15, {0, 0, 0, 0}, p};
    store_weights(w, 4, r.weights);
    for (int i = 0; i < 4; ++i)
        if (!(r.weights[i] > 0)) r.weights[i] = (flr_real)FLT_MIN;
    return r;
}
