/// The state of a linear cast while it searches, and the steps of the search.
///
/// Coordinates are doubles relative to a point of a. Differences of corners stay exact, so exact touches are
/// found.
#ifndef FLR_SWEEP_SWEEP3_SEARCH_H
#define FLR_SWEEP_SWEEP3_SEARCH_H

#include "closest/frame3.h"
#include "convex/minkowski3.h"
#include "convex/support3.h"
#include "sweep/sweep3_cast.h"

/// A core in the frame of the cast.
typedef struct sweep3_core {
    core3 core;
    double radius;
    const reference3 *frame;
} sweep3_core;

/// The frame of a cast: a point of a as origin, and a unit.
reference3 flr_sweep3_reference(const sweep3_source *a, double unit);
void flr_sweep3_load(sweep3_core *core, const sweep3_source *s, const reference3 *frame);

static inline dvec3 sweep3_local(const reference3 *f, flr_vec3 p) { return reference3_relative(f, p); }

/// The inverse of sweep3_local.
static inline dvec3 sweep3_world(const reference3 *f, dvec3 p)
{
    dvec3 q = dvec3_add(f->lead, p);
    return dvec3_add_scaled(f->position, 1 / f->unit, q);
}

/// A support point of the core along a direction of any length; for the zero vector any point of the core.
static inline dvec3 sweep3_support(const sweep3_core *k, dvec3 d)
{
    uint32_t id = 0;
    return core3_support(&k->core, k->core.kind, d, &id);
}

/// Is the surface of the core curved, so that support points never repeat?
static inline bool sweep3_is_curved(const sweep3_core *c) { return !core3_has_ids(&c->core); }

/// The question: where does the ray from the origin along the motion enter the Minkowski difference C = b -
/// a, grown by the radii?
///
/// The frame of the ray has z along the motion, x and y across it. The least z of C over x = y = 0 is a
/// linear program. Its basis is up to three points of C whose hull the ray passes. The plane through them
/// gives the next support point, which replaces one of them so that the ray still passes. Every basis bounds
/// the answer from above, every supporting plane from below. (Lower bounds: van den Bergen, "Ray Casting
/// against General Convex Objects", 2004. Pivots: the portals of Snethen, "XenoCollide", 2008; with radii
/// those of Gilbert, Johnson and Keerthi.)

/// A point of C in the frame of the ray, and which points of a and b it is the difference of: vertex numbers
/// of two hulls, else a slot of `room`.
typedef struct sweep3_vertex {
    dvec3 r;
    uint32_t id_a, id_b, at;
} sweep3_vertex;

typedef struct sweep3_points {
    dvec3 a, b;
} sweep3_points;

/// A cast while it searches.
typedef struct sweep3_cast {
    sweep3_core a, b;
    bool hulls;               ///< both are hulls; then support points come in the frame of the ray
    pair3_lanes seen;         ///< the axes and centres of two hulls, in the frame of the ray
    bool flat;                ///< b or a is a line: the search is in the plane perpendicular to `x`
    dvec3 motion;             ///< the motion times a power of two
    double per_length;        ///< t per unit of length along the ray
    double time_unit;         ///< a power of two: t per local length and length of `motion`
    dvec3 x, y, z;            ///< the axes of the ray's frame; orthonormal
    double radius;            ///< the sum of both radii and the distance to keep
    double limit;             ///< touches beyond this place along the ray are of no interest
    double size;              ///< bound of all numbers so far, which scales the rounding errors
    double shift_x, shift_y;  ///< the ray is moved inside by a few eps, so that a grazing ray passes
    sweep3_vertex s[4];       ///< the basis, and room for one more
    int count;
    sweep3_points room[5];
    double low;      ///< no touch before this place
    double extent;   ///< size of both cores, whichever part of them was reached so far
    bool apart;      ///< some plane separates them at the start
    bool clear;      ///< apart by more than a static test may take for touching
    bool missed;     ///< there is certainly no touch
    bool exhausted;  ///< the limit on steps was reached; `low` still holds
    int steps;
} sweep3_cast;

/// The feature of the basis that is touched first.
typedef struct sweep3_touch {
    double place;  ///< along the ray
    dvec3 normal;  ///< of C, unit, in the frame of the ray; z < 0 except where the ray grazes
    int count, corner[3];
    double weight[3];
    bool leans;     ///< the normal is not determined by the corners and the motion alone
    bool is_sharp;  ///< found by Newton's method: points and normal are known to the last digits
    double far;     ///< only with a radius: how far C reaches along the normal
} sweep3_touch;

static inline double sweep3_eps(const sweep3_cast *c) { return c->size * 0x1p-52; }
/// A bound of rounding errors: a ray misses only if it passes by more than this.
static inline double sweep3_tolerance(const sweep3_cast *c) { return 32 * sweep3_eps(c); }

/// Is the radius larger than rounding errors?
static inline bool sweep3_is_round(const sweep3_cast *c) { return c->radius > 64 * sweep3_eps(c); }

/// By how much the distance of cores at a touch may exceed the radius. Where the ray grazes, it is the gap
/// that a miss must exceed.
static inline double sweep3_slack(const sweep3_cast *c, dvec3 normal)
{
    return normal.z < 0 ? 6 * sweep3_eps(c) : 2 * sweep3_tolerance(c);
}

/// The support height of the basis along n.
static inline double sweep3_reach(const sweep3_cast *c, dvec3 n)
{
    double most = dvec3_dot(n, c->s[0].r);
    for (int i = 1; i < c->count; ++i) {
        double along = dvec3_dot(n, c->s[i].r);
        most = along > most ? along : most;
    }
    return most;
}

/// A support point is progress if it lies farther than the basis by more than this times the length of the
/// normal. Around curved cores the last steps would gain too little, so they need more.
static inline double sweep3_minimum_gain(const sweep3_cast *c)
{
    bool curved = sweep3_is_curved(&c->a) || sweep3_is_curved(&c->b);
    return curved ? 256 * sweep3_eps(c) : 4 * sweep3_eps(c);
}

/// Returns which part of an edge is nearest to the ray, which is seen as the point 0: 2 for the inside, 1
/// for the new end w, 0 for the end u.
static inline __attribute__((always_inline)) int sweep3_nearest_part(double u_x, double u_y, double w_x,
                                                                     double w_y)
{
    const double x = w_x - u_x, y = w_y - u_y;
    if (!(u_x * x + u_y * y < 0)) return 0;
    return w_x * x + w_y * y > 0 ? 2 : 1;
}

/// Reduces the basis to these corners, and gives them their new numbers.
static inline void sweep3_reduce(sweep3_cast *c, int *corner, int count)
{
    sweep3_vertex s[3];
    for (int i = 0; i < count; ++i) s[i] = c->s[corner[i]];
    for (int i = 0; i < count; ++i) {
        c->s[i] = s[i];
        corner[i] = i;
    }
    c->count = count;
}

/// Finds the support point of C along n (frame of the ray). Its plane raises `low`, or sets `missed`.
/// Returns n . point.
double flr_sweep3_ask_support(sweep3_cast *c, dvec3 n, sweep3_vertex *w);

/// Phase 1: finds a basis that the ray passes, or passes within the radius; or sets `missed`.
void flr_sweep3_find_basis(sweep3_cast *c);

/// Phase 2: goes on from that basis to the first touch, without and with a radius.
void flr_sweep3_refine_basis(sweep3_cast *c, sweep3_touch *touch);
/// Goes on where the normal of the found triangle has lost its digits, so that its corners lie at different
/// heights along it.
void flr_sweep3_refine_precisely(sweep3_cast *c, sweep3_touch *touch);
void flr_sweep3_round_off(sweep3_cast *c, sweep3_touch *touch);
/// As flr_sweep3_round_off, with normals in twice the precision, for corners close together. Its touch is
/// proved; false where the search does not end.
bool flr_sweep3_round_off_precisely(sweep3_cast *c, sweep3_touch *touch);

/// Finds the touch of curved cores by Newton's method, from the basis. Returns false if its steps do not end at
/// a touch, or for a line or a user's core; then the basis is as before.
bool flr_sweep3_descend(sweep3_cast *c, sweep3_touch *touch);

/// A touch of cores with radii that flr_sweep3_advance has found.
typedef struct sweep3_advanced {
    double place;
    dvec3 normal;  ///< as in sweep3_touch
    flr_vec3 point_a, point_b;
} sweep3_advanced;

/// Finds the first touch by Newton's method, from the last place that a plane proves to be before it. The
/// distance of the cores along the ray is convex, so a tangent from a place before the touch reaches the
/// radius no later than the touch. Each tangent is the plane of a distance query, proved by a support point.
/// Slow, and right for any corners.
///
/// Where the two pass each other, a tangent may lead beyond the place where they are nearest; the next place
/// is then where two planes have the same height. False where no place is within the radius and the
/// tolerance.
bool flr_sweep3_advance(sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, sweep3_advanced *r);

/// Sets the points of r to the nearest points of the cores at the place, with r->normal between them;
/// point_a as it lies at the start.
void flr_sweep3_nearest_points(const sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, double place,
                               sweep3_advanced *r);

/// The point nearest to x = y = 0 (shifted as the ray is) of the hull of some corners of the basis, as seen
/// along the ray: its weights, its squared distance, and the corners with a weight.
typedef struct sweep3_near {
    int count, corner[3];
    double weight[3], x, y, squared;
    bool inside;
} sweep3_near;

sweep3_near flr_sweep3_nearest(const sweep3_cast *c, const int *corner, int count);

#endif
