/// The depth of curved cores by a coarse polytope. Newton's method goes from its nearest face to the least
/// reach. A cap of directions around that place, in which no reach is less, spares the polytope all growth
/// there.
///
/// A polytope alone comes as near to a curved surface as it has faces, some hundred for the last digits.
/// Here it only has to show where the depth is not: beyond the caps, every face must be farther than the
/// depth.
#include "convex/convex_lanes.h"
#include "convex/depth3_curved.h"

enum { CAPS_MOST = 6, TRIES_MOST = 12, GROWTHS_MOST = 48 };
/// Rounding may hide this part of the scene's size, and a depth less by no more counts as the least.
#define SLACK 0x1p-49

/// The directions of the scene around a normal, up to the angle of this cosine. No reach there is below the
/// depth.
typedef struct cap3 {
    dvec3 normal;
    double cosine;
} cap3;

typedef struct caps3 {
    pieces3 pieces;
    cap3 cap[CAPS_MOST];
    int count, tries;
    low3 least;  ///< the least reach so far
    double slack;
} caps3;

// ---- The cap around a place ----

/// A symmetric matrix over two tangents at a normal: how the reach bends.
typedef struct bowl2 {
    double xx, xy, yy;
} bowl2;

static void add_square(bowl2 *b, double part, double x, double y)
{
    b->xx += part * x * x;
    b->xy += part * x * y;
    b->yy += part * y * y;
}

/// Returns the smaller eigenvalue.
static double least_bend(const bowl2 *b)
{
    const double half = (b->xx - b->yy) / 2;
    return (b->xx + b->yy) / 2 - sqrt(half * half + b->xy * b->xy);
}

/// A direction of least reach, with two unit tangents.
typedef struct spot3 {
    const low3 *low;
    dvec3 x, y;
    double weight;  ///< of each piece, this much may go to another one
} spot3;

static double radius_of(const piece3 *piece, bool is_second)
{
    return is_second ? piece->second.radius : piece->first->radius;
}

/// Adds the bend of the discs about an axis. r * |m x axis| is the length of a projection. At m = n + p it
/// is above its tangent by the square of p's part across, over twice the longer one's length.
static void add_disc(bowl2 *b, const spot3 *s, bool is_second, dvec3 axis, double most)
{
    const low3 *l = s->low;
    const dvec3 across = dvec3_cross(l->n, axis);
    const double length = dvec3_length(across);
    double radius = 0, least = (double)INFINITY;
    for (int i = 0; i < l->count; i++) {
        const double r = radius_of(&l->piece[i], is_second);
        radius += (l->weight[i] - s->weight) * r;
        least = r < least ? r : least;
    }
    if (least > radius) radius = least;
    if (!(radius > 0 && length > 0)) return;
    const double x = dvec3_dot(across, s->x) / length, y = dvec3_dot(across, s->y) / length;
    add_square(b, radius / (length + most), x, y);
}

/// Adds what weight gains that goes from one piece to another where pieces meet. It lifts their sum by their
/// difference: at a tangent no longer than `most`, by no less than the square over that.
static void add_ridges(bowl2 *b, const pieces3 *p, const spot3 *s, double most)
{
    const low3 *l = s->low;
    dvec3 w[3], first, second;
    for (int i = 0; i < l->count; i++) w[i] = flr_pieces3_point(p, &l->piece[i], l->n, &first, &second);
    const double part = l->count == 3 ? 2 * s->weight / 3 : 2 * s->weight;
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < i; k++) {
            const dvec3 d = dvec3_sub(w[i], w[k]);
            const double x = dvec3_dot(d, s->x), y = dvec3_dot(d, s->y), length = sqrt(x * x + y * y);
            if (length > 0) add_square(b, part / (length * most), x, y);
        }
}

/// Finds the cap around a direction of least reach. The reach is convex and grows with the length of its
/// vector. So at n + p, with p a tangent, it is no less than any mean of the pieces at n. These bend up from
/// their tangents, whose mean is level. If they bend by depth * |p|^2 / 2 at least, the reach over |n + p|
/// is no less than the depth. This is tested for all p up to a length at once, from long ones to short ones.
/// Returns false if no length will do.
static bool find_cap(const pieces3 *p, const low3 *l, cap3 *c)
{
    const dvec3 z = fabs(l->n.z) < 0.75 ? dvec3_make(0, 0, 1) : dvec3_make(1, 0, 0);
    spot3 s = {.low = l, .x = dvec3_cross(l->n, z), .weight = 0};
    s.x = dvec3_scale(1 / dvec3_length(s.x), s.x);
    s.y = dvec3_cross(l->n, s.x);
    if (l->count > 1) {
        s.weight = l->weight[0];
        for (int i = 1; i < l->count; i++) s.weight = l->weight[i] < s.weight ? l->weight[i] : s.weight;
        s.weight /= 2;
    }
    for (double most = 4; most > 0x1p-10; most /= 2) {
        bowl2 b = {0, 0, 0};
        add_disc(&b, &s, false, dvec3_make(0, 0, 1), most);
        if (p->is_round) add_disc(&b, &s, true, p->axis, most);
        add_ridges(&b, p, &s, most);
        if (!(least_bend(&b) >= l->depth)) continue;
        *c = (cap3){l->normal, 1 / sqrt(1 + most * most)};
        return true;
    }
    return false;
}

// ---- Flat sides ----

/// Vectors whose cosine is no larger count as perpendicular: this is less than what is left to rounding in
/// the end.
#define LEVEL 0x1p-50

/// The flat side of a core that faces a direction: its middle, and how far it goes from there, by a radius
/// all around and to both ends of up to two vectors.
typedef struct side3 {
    dvec3 at, way[2];
    double radius;
    int count;
} side3;

/// Adds an axis of the core: as a vector of the side if it is perpendicular to n, else by moving the middle
/// to its end.
static void add_axis(side3 *s, dvec3 axis, dvec3 n)
{
    const double along = dvec3_dot(axis, n);
    if (fabs(along) <= LEVEL * dvec3_length(axis) && s->count < 2)
        s->way[s->count++] = axis;
    else
        s->at = dvec3_add_scaled(s->at, along < 0 ? -1 : 1, axis);
}

/// Returns the side, edge or corner of a core that lies farthest along n.
static side3 side_of(const core3 *c, dvec3 n)
{
    uint32_t id = CORE3_NO_ID;
    side3 s = {.radius = 0, .count = 0};
    if (c->kind == FLR_CONVEX3_BOX) {
        s.at = c->center;
        for (int k = 0; k < 3; k++) add_axis(&s, c->axis[k], n);
        return s;
    }
    const double x = dvec3_dot(c->axis[0], n), y = dvec3_dot(c->axis[1], n),
                 radius = dvec3_length(c->axis[0]);
    const bool is_cylinder = c->kind == FLR_CONVEX3_CYLINDER;
    const bool is_end =
        core3_is_round(c) && x * x + y * y <= LEVEL * LEVEL * radius * radius * radius * radius;
    if (is_cylinder) {
        s.at = dvec3_scale(0.5, dvec3_add(c->low, c->high));
        add_axis(&s, dvec3_scale(0.5, dvec3_sub(c->high, c->low)), n);
        if (!is_end) s.at = dvec3_add(s.at, core3_disc(c, n));
    } else {
        s.at = core3_support(c, c->kind, n, &id);
        if (is_end && !dvec3_equal(s.at, c->high)) s.at = c->low;
    }
    if (is_end && (is_cylinder || dvec3_equal(s.at, c->low))) s.radius = radius;
    return s;
}

/// Moves the side's middle along its vector i, at most to an end. *g is the way from the projection of the
/// origin to the point of the difference; its part along `across` is to vanish. The vector is shortened by
/// as much.
static void slide(side3 *s, int i, dvec3 across, double side, dvec3 *g)
{
    const double along = dvec3_dot(s->way[i], across);
    double part = along != 0 ? -side * dvec3_dot(*g, across) / along : 0;
    part = part > 1 ? 1 : part < -1 ? -1 : part;
    s->at = dvec3_add_scaled(s->at, part, s->way[i]);
    *g = dvec3_add_scaled(*g, side * part, s->way[i]);
    s->way[i] = dvec3_scale(1 - fabs(part), s->way[i]);
}

/// Returns the part of v that is perpendicular to u.
static dvec3 across_of(dvec3 v, dvec3 u)
{
    const double square = dvec3_length_squared(u);
    return square > 0 ? dvec3_add_scaled(v, -dvec3_dot(u, v) / square, u) : v;
}

/// Returns by how much two vectors at least rise together, in whichever direction.
static double rise_of(dvec3 u, dvec3 v)
{
    const double most = fmax(dvec3_length(u), dvec3_length(v));
    return most > 0 ? dvec3_length(dvec3_cross(u, v)) / most : 0;
}

/// Returns the slope by which the reach rises all around, if flat sides face the direction. It is not above
/// 0 if the projection of the origin is not on both sides.
static double find_slope(const pair3 *pair, dvec3 n, low3 *l)
{
    side3 a = side_of(&pair->a, n), b = side_of(&pair->b, dvec3_neg(n));
    const double rounding = 0x1p-50 * (dvec3_length(a.at) + dvec3_length(b.at));
    dvec3 g = dvec3_sub(a.at, b.at);
    g = dvec3_add_scaled(g, -dvec3_dot(g, n), n);
    const bool crossing = a.count == 1 && b.count == 1;
    if (crossing) slide(&a, 0, across_of(a.way[0], b.way[0]), 1, &g);
    for (int i = 0; i < a.count && !crossing; i++) slide(&a, i, a.way[i], 1, &g);
    for (int i = 0; i < b.count; i++) slide(&b, i, b.way[i], -1, &g);
    const double radius = a.radius + b.radius, part = radius > 0 ? 1 / radius : 0, rest = dvec3_length(g);
    if (rest > (radius > 0 ? radius : rounding)) return 0;
    double rise = crossing ? rise_of(a.way[0], b.way[0]) : 0;
    if (a.count == 2) rise = rise_of(a.way[0], a.way[1]);
    if (b.count == 2) rise = fmax(rise, rise_of(b.way[0], b.way[1]));
    l->normal = n;
    l->a = dvec3_add_scaled(a.at, -part * a.radius, g);
    return radius + rise - rest;
}

/// Tries a direction that flat sides face, with the cap around it: a slope s rises by s * |p|, which must be
/// depth * (|n + p| - 1) at least.
static bool try_flat(const pair3 *pair, dvec3 n, low3 *l, cap3 *c)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(pair, PAIR3_ANY, dvec3_neg(n), &v);
    const double depth = dvec3_dot(v.w, n);
    if (!(depth > 0 && depth < l->depth)) return false;
    low3 flat;
    const double slope = find_slope(pair, n, &flat), part = slope / depth;
    if (!(slope > 0)) return false;
    flat.depth = depth;
    flat.a = dvec3_add_scaled(flat.a, dvec3_dot(dvec3_sub(vertex3_a(&v), flat.a), n), n);
    const double cosine = part < 1 ? (1 - part * part) / (1 + part * part) : 0;
    *c = (cap3){n, cosine > 0x1p-10 ? cosine : 0x1p-10};
    *l = flat;
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

/// Goes by Newton's method from a face's normal to a direction of least reach, and adds the cap around it.
static void try_place(const pair3 *pair, caps3 *c, dvec3 normal)
{
    low3 l;
    const dvec3 n = flr_pieces3_local(&c->pieces, dvec3_scale(c->pieces.side, normal));
    c->tries++;
    if (!flr_depth3_refine(pair, &c->pieces, n, &l) || !(l.depth > 0)) return;
    if (l.rest > 0x1p-49 * c->pieces.size) return;
    if (l.depth < c->least.depth) c->least = l;
    for (int k = 0; k < c->count; k++)
        if (dvec3_dot(c->cap[k].normal, l.normal) >= 1 - 0x1p-40) return;
    if (c->count < CAPS_MOST && find_cap(&c->pieces, &l, &c->cap[c->count])) c->count++;
}

bool flr_depth3_by_caps(polytope3 *p, epa3_result *r)
{
    const convex_lanes *const lanes = convex_lanes_widest();
    caps3 c;
    c.count = c.tries = 0;
    c.least.depth = (double)INFINITY;
    if (!flr_pieces3_make(&c.pieces, p->pair, !core3_is_round(&p->pair->a)) ||
        core3_is_smooth(c.pieces.second))
        return false;
    c.slack = SLACK * c.pieces.size;
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
        if (c.tries < TRIES_MOST && (gap < reach / 8 || (gap < reach / 2 && reach < c.least.depth)))
            try_place(p->pair, &c, n);
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
