/// Voronoi regions and barycentric weights of points in the plane.
#include "closest/frame2.h"
#include "closest/frame3.h"
#include "math/double_double.h"
#include "math/predicates2.h"

static flr_region2 at_corner(int i, flr_vec2 p)
{
    flr_region2 r = {1u << i, {0, 0, 0}, p};
    r.weights[i] = 1;
    return r;
}

/// Does the projection of p lie strictly between the ends?
static bool between(flr_vec2 a, flr_vec2 b, flr_vec2 p)
{
    return flr_ahead2_sign(a, b, p) > 0 && flr_ahead2_sign(b, a, p) > 0;
}

static flr_frame2 frame_of(const flr_outline2 *o, flr_vec2 p)
{
    const flr_outline2 point = flr_outline2_of_point(p);
    return flr_frame2_make(o, &point);
}

/// Returns the region of a point that projects onto the edge from corner i to corner j.
static flr_region2 on_edge(const flr_frame2 *f, const flr_vec2 *corner, int i, int j, flr_vec2 p)
{
    const flr_edge2 e = {FLR_OUTLINE2_CHAIN, corner[i], corner[j]};
    double t = flr_frame2_edge_point(f, p, &e).t;
    flr_region2 r = {1u << i | 1u << j, {0, 0, 0}, flr_point2_between(e.a, e.b, t)};
    r.weights[i] = (flr_real)(1 - t);
    r.weights[j] = (flr_real)t;
    return r;
}

/// Returns twice the signed area of a, b, c, also of needles: differences and products keep their rounding
/// errors, as in the third stage of Shewchuk's orientation test (1997).
static double area_of(double scale, flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    double ax = (double)a.x * scale, ay = (double)a.y * scale;
    flr_double2 ux = flr_two_sum((double)b.x * scale, -ax), uy = flr_two_sum((double)b.y * scale, -ay);
    flr_double2 vx = flr_two_sum((double)c.x * scale, -ax), vy = flr_two_sum((double)c.y * scale, -ay);
    double rest = (ux.high * vy.low + ux.low * vy.high) - (uy.high * vx.low + uy.low * vx.high);
    return flr_difference_of_products(ux.high, vy.high, uy.high, vx.high) + rest;
}

/// Computes the weights: the areas that p spans with the edges, over the whole. They sum to 1 up to rounding
/// errors; the largest of the three is 1 less the others. Returns false if one is not finite.
static bool area_weights(const flr_frame2 *f, const flr_vec2 *corner, flr_vec2 p, flr_real *weights)
{
    double scale = f->shrink * f->factor, whole = area_of(scale, corner[0], corner[1], corner[2]), w[3];
    int most = 0;
    for (int i = 0; i < 3; ++i) {
        w[i] = whole != 0 ? area_of(scale, p, corner[(i + 1) % 3], corner[(i + 2) % 3]) / whole : 1.0 / 3;
        if (fabs(w[i]) > fabs(w[most])) most = i;
    }
    w[most] = 1 - w[(most + 1) % 3] - w[(most + 2) % 3];
    for (int i = 0; i < 3; ++i) weights[i] = (flr_real)w[i];
    return isfinite(weights[0]) && isfinite(weights[1]) && isfinite(weights[2]);
}

bool flr_barycentric2_segment_point(const flr_segment2 *s, flr_vec2 p, flr_real weights[2])
{
    weights[0] = 1;
    weights[1] = 0;
    if (s->a.x == s->b.x && s->a.y == s->b.y) return false;
    flr_outline2 o = flr_outline2_of_segment(s);
    flr_frame2 f = frame_of(&o, p);
    flr_local2 a = flr_frame2_point(&f, s->a), b = flr_frame2_point(&f, s->b), at = flr_frame2_point(&f, p);
    flr_local2 d = flr_local2_sub(b, a);
    double square = flr_local2_dot(d, d);
    if (!(square > 0)) return false;  // negligibly short next to the distance of p
    const flr_real u = (flr_real)(flr_local2_dot(flr_local2_sub(b, at), d) / square),
                   v = (flr_real)(flr_local2_dot(flr_local2_sub(at, a), d) / square);
    if (!isfinite(u) || !isfinite(v)) return false;
    weights[0] = u;
    weights[1] = v;
    return true;
}

bool flr_barycentric2_triangle_point(const flr_triangle2 *t, flr_vec2 p, flr_real weights[3])
{
    const flr_vec2 corner[3] = {t->a, t->b, t->c};
    flr_outline2 o = flr_outline2_of_triangle(t);
    flr_frame2 f = frame_of(&o, p);
    if (flr_turn2(t->a, t->b, t->c) != 0 && area_weights(&f, corner, p, weights)) return true;
    flr_region2 r = flr_region2_triangle_point(t, p);
    for (int i = 0; i < 3; ++i) weights[i] = r.weights[i];
    return false;
}

flr_region2 flr_region2_segment_point(const flr_segment2 *s, flr_vec2 p)
{
    const flr_vec2 corner[2] = {s->a, s->b};
    if (flr_ahead2_sign(s->a, s->b, p) <= 0) return at_corner(0, s->a);
    if (flr_ahead2_sign(s->b, s->a, p) <= 0) return at_corner(1, s->b);
    flr_outline2 o = flr_outline2_of_segment(s);
    flr_frame2 f = frame_of(&o, p);
    return on_edge(&f, corner, 0, 1, p);
}

/// If the corners are collinear, several edges can contain the projection. The one that does not contain the
/// third corner is the answer.
flr_region2 flr_region2_triangle_point(const flr_triangle2 *t, flr_vec2 p)
{
    const flr_vec2 corner[3] = {t->a, t->b, t->c};
    for (int i = 0; i < 3; ++i) {
        flr_vec2 a = corner[i], b = corner[(i + 1) % 3], c = corner[(i + 2) % 3];
        if (flr_ahead2_sign(a, b, p) <= 0 && flr_ahead2_sign(a, c, p) <= 0) return at_corner(i, a);
    }
    flr_outline2 o = flr_outline2_of_triangle(t);
    flr_frame2 f = frame_of(&o, p);
    int whole = flr_turn2(t->a, t->b, t->c);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        flr_vec2 a = corner[i], b = corner[j], c = corner[(i + 2) % 3];
        if (!between(a, b, p) || flr_turn2(a, b, p) * whole > 0) continue;
        if (whole == 0 && between(a, b, c)) continue;
        return on_edge(&f, corner, i, j, p);
    }
    flr_region2 inside = {7, {0, 0, 0}, p};
    area_weights(&f, corner, p, inside.weights);
    return inside;
}
