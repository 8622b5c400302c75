/// The linear cast of one core against another: where does the ray from the origin along the motion enter the
/// difference C = b - a, grown by the radii?
///
/// All is seen along the ray: z runs along the motion, x and y across it. What is sought is the least z of C
/// over x = y = 0, which is a linear program, and it is solved as one: up to three points of C whose hull the
/// ray passes are the basis, the plane through them asks for the next support point, and that one replaces
/// another so that the ray still passes. Every basis bounds the answer from above, every supporting plane
/// from below (van den Bergen's "Ray Casting against General Convex Objects", 2004, has the same lower
/// bounds; the pivots are those of Snethen's portals, 2008, and of Gilbert, Johnson and Keerthi where radii
/// round them).
#ifndef FLR_SWEEP_SWEEP3_CAST_H
#define FLR_SWEEP_SWEEP3_CAST_H

#include "convex/minkowski3.h"
#include "sweep/sweep3_core.h"

/// A point of C as seen along the ray, and the points of a and b that it is the difference of: of hulls their numbers, else the
/// place of both in a room.
typedef struct sweep3_vertex {
    dvec3 r;
    uint32_t id_a, id_b, at;
} sweep3_vertex;

typedef struct sweep3_points {
    dvec3 a, b;
} sweep3_points;

typedef struct sweep3_cast {
    sweep3_core a, b;
    bool hulls;               ///< both are, and are searched as seen along the ray
    pair3_lanes seen;         ///< the axes and centres of both then
    bool flat;                ///< b or a is a line: all happens in the plane square to `x`
    dvec3 motion;             ///< times a power of two
    double per_length;        ///< a local length along the ray in t
    double time_unit;         ///< a power of two: what a local length over a length of `motion` is in t
    dvec3 x, y, z;            ///< of the ray's frame; orthonormal
    double radius;            ///< both, and the distance to keep
    double limit;             ///< places along the ray beyond are of no interest
    double size;              ///< largest length met: what rounding is measured by
    double shift_x, shift_y;  ///< the ray stands a few roundings further in, so that what it grazes it passes
    sweep3_vertex s[4];       ///< the basis
    int count;
    sweep3_points room[5];
    double low;      ///< no touch before this place
    double extent;   ///< of both as they are, near the other's end of them or not
    bool apart;      ///< a plane has been found that parts them at the start
    bool clear;      ///< by more than a static test may take for touching
    bool missed;     ///< certainly
    bool exhausted;  ///< the steps were used up; low still holds
    int steps;
} sweep3_cast;

/// The feature of the basis that is touched first.
typedef struct sweep3_touch {
    double place;  ///< along the ray
    dvec3 normal;  ///< of C, unit, in the frame of the ray; z < 0 but where the ray grazes
    int count, corner[3];
    double weight[3];
    bool leans;  ///< the normal is more than the corners and the motion tell
    double far;  ///< with a radius: how far C reaches along the normal
} sweep3_touch;

static inline double sweep3_roundings(const sweep3_cast *c) { return c->size * 0x1p-52; }
/// What may be rounding alone; a miss is told only beyond it.
static inline double sweep3_tolerance(const sweep3_cast *c) { return 32 * sweep3_roundings(c); }

/// Is the radius more than rounding?
static inline bool sweep3_is_round(const sweep3_cast *c) { return c->radius > 64 * sweep3_roundings(c); }

/// By how much more than the radius cores with one may be apart where they are told to touch: where they only pass, as much as a miss
/// must be beyond.
static inline double sweep3_slack(const sweep3_cast *c, dvec3 normal)
{
    return normal.z < 0 ? 6 * sweep3_roundings(c) : 2 * sweep3_tolerance(c);
}

/// How far the basis reaches along n.
static inline double sweep3_reach(const sweep3_cast *c, dvec3 n)
{
    double most = dvec3_dot(n, c->s[0].r);
    for (int i = 1; i < c->count; ++i) {
        double along = dvec3_dot(n, c->s[i].r);
        most = along > most ? along : most;
    }
    return most;
}

/// Farther than the basis by more than this, times the length of the normal, is progress; around curved cores
/// the last steps gain too little.
static inline double sweep3_least_gain(const sweep3_cast *c)
{
    bool curved = sweep3_is_curved(&c->a) || sweep3_is_curved(&c->b);
    return curved ? 256 * sweep3_roundings(c) : 4 * sweep3_roundings(c);
}

/// Leaves these corners of the basis and no others, and gives them their new numbers.
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

/// Asks for the support point of C along n (frame of the ray), and raises `low` by the plane there; sets
/// `missed` where that plane tells so. Returns n . point.
double flr_sweep3_ask(sweep3_cast *c, dvec3 n, sweep3_vertex *w);

/// Brings the basis to where the ray passes it, or to within the radius; or sets `missed`.
void flr_sweep3_find(sweep3_cast *c);

/// From there to the first touch: without and with a radius.
void flr_sweep3_pierce(sweep3_cast *c, sweep3_touch *touch);
/// Goes on from there where the normal had lost its digits, so that the corners lie at unlike heights along it.
void flr_sweep3_pierce_even(sweep3_cast *c, sweep3_touch *touch);
void flr_sweep3_roll(sweep3_cast *c, sweep3_touch *touch);
/// The same again by normals in twice the precision, from that basis: for corners next to one another. False where that does not end;
/// what it tells is proved.
bool flr_sweep3_roll_even(sweep3_cast *c, sweep3_touch *touch);

/// The first touch of cores with radii, from the last place that a plane proves to be before it.
typedef struct sweep3_advanced {
    double place;
    dvec3 normal;  ///< as a touch has them
    flr_vec3 point_a, point_b;
} sweep3_advanced;

/// The distance of the cores along the ray is convex, so a tangent from a place before the touch meets the radius before the touch as
/// well: Newton's method, each tangent the plane of a distance query, proved by a support point. Slow, and right for any corners. Where
/// both pass one another a tangent may lead past where they are nearest: from there on back to where two planes are as high. False
/// where no place is found that is within the radius or, by what a miss must be beyond, nearly so.
bool flr_sweep3_advance(sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, sweep3_advanced *r);

/// Where the cores lie nearest to one another at the place, with r->normal between them, as the points of r; a as it stands at the start.
void flr_sweep3_nearest_points(const sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, double place,
                               sweep3_advanced *r);

/// Of the hull of some of the basis as seen along the ray: the weights of the point nearest to x = y = 0
/// (shifted as the ray is), the squared distance there and the corners left.
typedef struct sweep3_near {
    int count, corner[3];
    double weight[3], x, y, squared;
    bool inside;
} sweep3_near;

sweep3_near flr_sweep3_nearest(const sweep3_cast *c, const int *corner, int count);

/// What a cast came to. Where `ask`, the two meet or nearly so at t = 0, and a test of the two as they stand
/// has to tell; if it says apart, or where it need not be asked, `hit` and the rest hold.
typedef struct sweep3_answer {
    bool ask, hit, exhausted;
    double t;
    dvec3 normal;               ///< unit, from a to b
    flr_vec3 point_a, point_b;  ///< of the touch; on a as it stands at the start
    int steps;
} sweep3_answer;

/// t beyond `limit` are no touch. `line`: null, or the direction of the line that one of the two is by a
/// point of it.
sweep3_answer flr_sweep3_cast(const sweep3_source *a, flr_vec3 motion, const sweep3_source *b, double keep,
                              double limit, const flr_vec3 *line);

#endif
