/// The depth of curved cores by a coarse polytope. Newton's method goes from its nearest face to the least
/// reach. A cap of directions around that place, in which no reach is less, spares the polytope all growth
/// there.
///
/// A polytope alone comes as near to a curved surface as it has faces, some hundred for the last digits.
/// Here it only has to show where the depth is not: beyond the caps, every face must be farther than the
/// depth.
#include "convex/convex_lanes.h"
#include "convex/depth3.h"
#include "convex/polytope3.h"
#include "convex/reach3.h"

enum { CAPS_MOST = 6, TRIES_MOST = 12, GROWTHS_MOST = 48 };
/// Rounding may hide this part of the scene's size, and a depth less by no more counts as the least.
#define SLACK 0x1p-49

/// The directions of the scene around a normal, up to the angle of this cosine. No reach there is below the
/// depth.
typedef struct cap3 {
    dvec3 normal;
    double cosine;
} cap3;

/// A direction of least reach, and the point of a that is touched along it.
typedef struct low3 {
    dvec3 normal, a;
    double depth;
} low3;

typedef struct caps3 {
    cap3 cap[CAPS_MOST];
    int count, tries;
    low3 least;  ///< the least reach so far
    double slack;
} caps3;

// ---- Flat sides ----

/// Tries a direction that flat sides face, with the cap around it: a slope s rises by s * |p|, which must be
/// depth * (|n + p| - 1) at least.
static bool try_flat(const pair3 *pair, dvec3 n, low3 *l, cap3 *c)
{
    reach3 r;
    reach3_begin(&r, &pair->a, &pair->b);
    const double slope = flr_reach3_face(&r, n), part = slope / r.reach;
    if (!(slope > 0 && r.reach > 0 && r.reach < l->depth)) return false;
    const double cosine = part < 1 ? (1 - part * part) / (1 + part * part) : 0;
    *c = (cap3){n, cosine > 0x1p-10 ? cosine : 0x1p-10};
    *l = (low3){n, r.at_a, r.reach};
    return true;
}

/// Tries the ends of cylinders and cones, and the faces of boxes, that face from one core's middle to the
/// other.
static void try_flats(const pair3 *pair, caps3 *c)
{
    const dvec3 way = dvec3_sub(pair->b.middle, pair->a.middle);
    const core3 *const cores[2] = {&pair->a, &pair->b};
    for (int i = 0; i < 2; i++) {
        const bool is_box = cores[i]->kind == FLR_CONVEX3_BOX;
        for (int k = is_box ? 0 : 2; k < 3 && (is_box || core3_is_round(cores[i])); k++) {
            const dvec3 axis = is_box ? cores[i]->axis[k] : dvec3_cross(cores[i]->axis[0], cores[i]->axis[1]);
            const double length = dvec3_length(axis);
            if (!(length > 0)) continue;
            const dvec3 n = dvec3_scale((dvec3_dot(axis, way) < 0 ? -1 : 1) / length, axis);
            if (c->count < CAPS_MOST && try_flat(pair, n, &c->least, &c->cap[c->count])) c->count++;
        }
    }
}

// ---- The polytope around it ----

/// Does the cap contain all directions in which the ball of the depth comes through a face? It does if it
/// contains the face's corners, seen from the origin, or all that the ball has beyond the face's plane.
static bool is_within(const polytope3 *p, int face, const cap3 *c, double depth)
{
    const double distance = p->planes.distance[face], part = distance / depth;
    if (!(distance >= 0)) return false;
    bool all = true;
    for (int k = 0; k < 3; k++) {
        const dvec3 w = polytope3_w(p, p->faces[face].corner[k]);
        const double along = dvec3_dot(c->normal, w);
        all &= along > 0 && along * along >= c->cosine * c->cosine * dvec3_length_squared(w);
    }
    if (all) return true;
    const double tilt = dvec3_dot(c->normal, polytope3_normal(p, face)) * p->planes.inverse[face],
                 rest = (1 - tilt * tilt) * (1 - part * part);
    return tilt * part - (rest > 0 ? sqrt(rest) : 0) >= c->cosine;
}

/// Returns by how much rounding may move the plane of a face.
static double doubt_of(const polytope3 *p, int face)
{
    return p->planes.doubt[face] * p->planes.inverse[face] * p->reach;
}

/// Returns the nearest face beyond which the reach may be less; -1 if there is none.
static int nearest_open(const polytope3 *p, const caps3 *c)
{
    const double depth = c->least.depth;
    double least = depth - c->slack;
    int found = -1;
    for (int i = 0; i < p->face_count; i++) {
        if (!(p->planes.distance[i] - doubt_of(p, i) < least)) continue;
        bool is_held = false;
        for (int k = 0; k < c->count && !is_held; k++) is_held = is_within(p, i, &c->cap[k], depth);
        if (is_held) continue;
        least = p->planes.distance[i] - doubt_of(p, i);
        found = i;
    }
    return found;
}

/// Is a direction within a cap? From there Newton's method would only come back to the cap's middle.
static bool is_known(const caps3 *c, dvec3 n)
{
    bool known = false;
    for (int k = 0; k < c->count; k++) known |= dvec3_dot(c->cap[k].normal, n) >= c->cap[k].cosine;
    return known;
}

/// Goes by Newton's method from a face to a direction of least reach, and adds the cap around it.
static void try_place(const polytope3 *p, int face, caps3 *c, dvec3 normal)
{
    reach3 r;
    reach3_begin(&r, &p->pair->a, &p->pair->b);
    for (int k = 0; k < 4; k++) {
        const vertex3 *v = &p->vertices[k < 3 ? p->faces[face].corner[k] : p->vertex_count];
        flr_reach3_add(&r, vertex3_a(v), vertex3_b(v));
    }
    r.n = normal;
    c->tries++;
    if (!flr_reach3_descend(&r, 0x1p-51 * p->reach) || !(r.reach > 0)) return;
    if (r.reach < c->least.depth) c->least = (low3){r.n, r.at_a, r.reach};
    for (int k = 0; k < c->count; k++)
        if (dvec3_dot(c->cap[k].normal, r.n) >= 1 - 0x1p-40) return;
    const double cosine = flr_reach3_cap(&r);
    if (c->count < CAPS_MOST && cosine <= 1) c->cap[c->count++] = (cap3){r.n, cosine};
}

bool flr_depth3_by_caps(polytope3 *p, epa3_result *r)
{
    const convex_lanes *const lanes = convex_lanes_widest();
    caps3 c;
    c.count = c.tries = 0;
    c.least.depth = (double)INFINITY;
    const core3 *const a = &p->pair->a, *const b = &p->pair->b;
    if (!core3_has_parts(a) || !core3_has_parts(b) || (core3_has_ids(a) && core3_has_ids(b))) return false;
    c.slack = SLACK * p->reach;
    try_flats(p->pair, &c);
    for (int growth = 0; growth < GROWTHS_MOST; growth++) {
        const int face = nearest_open(p, &c);
        if (face < 0) break;
        const double inverse = p->planes.inverse[face], distance = p->planes.distance[face];
        const dvec3 n = dvec3_scale(inverse, polytope3_normal(p, face));
        if (inverse == 0) return false;
        r->iterations++;
        polytope3_support(p, PAIR3_ANY, n);
        const double reach = dvec3_dot(n, polytope3_w(p, p->vertex_count)), gap = reach - distance;
        if (gap <= 4 * polytope3_roundings(p) || polytope3_confirms(p, face)) return false;
        // for cores that barely touch, a few faces tell as much
        if (fmin(reach, c.least.depth) <= 8 * c.slack) return false;
        if (c.tries < TRIES_MOST && !is_known(&c, n) &&
            (gap < reach / 8 || (gap < reach / 2 && reach < c.least.depth)))
            try_place(p, face, &c, n);
        if (!lanes->expand_polytope(p)) return false;
    }
    if (nearest_open(p, &c) >= 0) return false;
    r->converged = r->meets = true;
    r->upper = c.least.depth;
    r->lower = r->upper > 2 * c.slack ? r->upper - 2 * c.slack : 0;
    r->normal = c.least.normal;
    r->a = c.least.a;
    r->b = dvec3_add_scaled(r->a, -r->upper, r->normal);
    return true;
}
