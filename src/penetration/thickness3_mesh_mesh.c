/// The deepest place of two watertight meshes: the thickness at a place, a walk inward from where the surfaces
/// intersect, ascent to a maximum, and a bound by boxes.
#include <math.h>

#include "closest/closest3_mesh.h"
#include "feeler/closest3.h"
#include "feeler/overlap3.h"
#include "math/unit.h"
#include "mesh/mesh3_pair.h"
#include "penetration/thickness3_mesh_mesh.h"

static bool is_inside(const flr_instance3 *i, flr_vec3 p)
{
    return i->mesh->info.watertight && flr_contains3_mesh_point(i, p) == FLR_INSIDE;
}

/// Distances to both surfaces at p, which is known to be inside; none is beyond `most`, known from
/// a place nearby (the distance to a surface changes by no more than the step).
static thickness3_place measure(const flr_instance3 *a, const flr_instance3 *b, flr_vec3 p, flr_real most_a,
                                flr_real most_b)
{
    thickness3_place r = {.point = p};
    flr_nearest3 to_a = flr_nearest3_point_mesh(p, a, most_a), to_b = flr_nearest3_point_mesh(p, b, most_b);
    r.inside = to_a.found && to_b.found;
    r.distance_a = (flr_real)sqrt((double)to_a.distance_squared);
    r.distance_b = (flr_real)sqrt((double)to_b.distance_squared);
    r.thickness = r.distance_a + r.distance_b;
    r.point_a = to_a.point;
    r.point_b = to_b.point;
    r.item_a = to_a.item;
    r.item_b = to_b.item;
    return r;
}

thickness3_place flr_thickness3_at(const flr_instance3 *a, const flr_instance3 *b, flr_vec3 p, bool on_a,
                                   bool on_b)
{
    thickness3_place none = {.inside = false};
    if ((!on_a && !is_inside(a, p)) || (!on_b && !is_inside(b, p))) return none;
    thickness3_place r = measure(a, b, p, (flr_real)INFINITY, (flr_real)INFINITY);
    if (on_a) r.distance_a = 0;
    if (on_b) r.distance_b = 0;
    r.thickness = r.distance_a + r.distance_b;
    // points closer to the other surface than rounding may have moved them are on it, not inside
    flr_real rounding = (flr_real)(flr_instance3_rounding(a) + flr_instance3_rounding(b)) / 8;
    return (on_a || on_b) && !(r.thickness > rounding) ? none : r;
}

thickness3_place flr_thickness3_inward(const flr_instance3 *a, const flr_instance3 *b, flr_vec3 x, flr_vec3 w,
                                       flr_real least, flr_real most)
{
    thickness3_place best = {.inside = false};
    for (flr_real h = least; h <= most; h *= 2) {
        thickness3_place next = flr_thickness3_at(a, b, flr_mul_add3(x, h, w), false, false);
        if (!next.inside || (best.inside && next.thickness <= best.thickness)) break;
        best = next;
    }
    return best;
}

/// The place at p, `length` away from a place inside two watertight meshes.
static thickness3_place step(const flr_instance3 *a, const flr_instance3 *b, const thickness3_place *from,
                             flr_vec3 p, flr_real length)
{
    // within both balls around the point there is no surface to cross
    bool surely = length < from->distance_a * (flr_real)0.999 && length < from->distance_b * (flr_real)0.999;
    if (!surely && !(is_inside(a, p) && is_inside(b, p))) return (thickness3_place){.inside = false};
    const flr_real room = (flr_real)1.001;
    return measure(a, b, p, (from->distance_a + length) * room, (from->distance_b + length) * room);
}

/// The deepest point, by ascent with a bundle of cutting planes.
///
/// Around a point inside, the distance to a surface is at most the height over the plane through the nearest
/// point, perpendicular to the offset: a cut. The least of the cuts of each surface, summed, is a piecewise
/// linear concave model of the thickness, exact where faces are flat. Its highest point within a trust region is
/// tried, gives two more cuts, and so on (Kelley's cutting planes; Lemarechal's bundle methods). Between
/// flat faces the maximum is found exactly after a few steps.

enum { CUT_MAX = 12, STEPS = 24, MODEL_STEPS = 12, NORM_STEPS = 16, LINE_STEPS = 24 };

typedef struct cut {
    flr_vec3 normal;  // unit
    flr_vec3 point;
} cut;

typedef struct cuts {
    cut all[CUT_MAX];
    int count;
} cuts;

typedef struct bundle {
    cuts a, b;
} bundle;

static flr_real height(const cut *c, flr_vec3 p) { return flr_dot3(c->normal, flr_sub3(p, c->point)); }

static flr_real least_height(const cuts *s, flr_vec3 p)
{
    flr_real least = (flr_real)INFINITY;
    for (int i = 0; i < s->count; i++) {
        flr_real h = height(&s->all[i], p);
        if (h < least) least = h;
    }
    return least;
}

static flr_real model(const bundle *m, flr_vec3 p) { return least_height(&m->a, p) + least_height(&m->b, p); }

/// When the list is full it replaces the cut that matters least at p.
static void add_cut(cuts *s, flr_vec3 p, flr_vec3 nearest)
{
    flr_vec3 away = flr_sub3(p, nearest);
    flr_real length = flr_length3(away);
    if (!(length > 0)) return;  // on the surface: no direction
    int place = s->count;
    if (s->count == CUT_MAX) {
        place = 0;
        for (int i = 1; i < CUT_MAX; i++)
            if (height(&s->all[i], p) > height(&s->all[place], p)) place = i;
    } else {
        s->count++;
    }
    s->all[place] = (cut){flr_scale3(1 / length, away), nearest};
}

static void add_cuts(bundle *m, const thickness3_place *at)
{
    add_cut(&m->a, at->point, at->point_a);
    add_cut(&m->b, at->point, at->point_b);
}

/// Of the cuts within `slack` of the least at p, the normal with the least component along v.
static flr_vec3 least_normal(const cuts *s, flr_vec3 p, flr_real slack, flr_vec3 v)
{
    flr_real limit = least_height(s, p) + slack, least = (flr_real)INFINITY;
    flr_vec3 best = {0, 0, 0};
    for (int i = 0; i < s->count; i++) {
        flr_real along = flr_dot3(s->all[i].normal, v);
        if (height(&s->all[i], p) > limit || !(along < least)) continue;
        least = along;
        best = s->all[i].normal;
    }
    return best;
}

/// The direction of steepest ascent from p, where all cuts within `slack` of the least hold: the shortest sum of a mean
/// of a's normals and a mean of b's (Gilbert's method). Zero at the top.
static flr_vec3 steepest(const bundle *m, flr_vec3 p, flr_real slack)
{
    flr_vec3 v = flr_vec3_make(0, 0, 0);
    v = flr_add3(least_normal(&m->a, p, slack, v), least_normal(&m->b, p, slack, v));
    for (int i = 0; i < NORM_STEPS; i++) {
        flr_vec3 w = flr_add3(least_normal(&m->a, p, slack, v), least_normal(&m->b, p, slack, v));
        flr_vec3 d = flr_sub3(w, v);
        flr_real down = -flr_dot3(v, d), dd = flr_dot3(d, d);
        if (!(down > (flr_real)1e-10) || !(dd > 0)) break;
        v = flr_mul_add3(v, down < dd ? down / dd : 1, d);
    }
    return v;
}

/// The model along a ray: the least of straight lines, for each surface.
typedef struct profile {
    flr_real at[2][CUT_MAX], slope[2][CUT_MAX];
    int count[2];
} profile;

typedef struct tangent {
    flr_real value, slope;
} tangent;

static void profile_of(profile *r, int side, const cuts *s, flr_vec3 p, flr_vec3 d)
{
    r->count[side] = s->count;
    for (int i = 0; i < s->count; i++) {
        r->at[side][i] = height(&s->all[i], p);
        r->slope[side][i] = flr_dot3(s->all[i].normal, d);
    }
}

static tangent tangent_at(const profile *r, flr_real t)
{
    tangent sum = {0, 0};
    for (int side = 0; side < 2; side++) {
        tangent least = {(flr_real)INFINITY, 0};
        for (int i = 0; i < r->count[side]; i++) {
            flr_real value = r->at[side][i] + t * r->slope[side][i];
            if (value < least.value) least = (tangent){value, r->slope[side][i]};
        }
        sum.value += least.value;
        sum.slope += least.slope;
    }
    return sum;
}

/// Where the model is highest from p along d, at most `most` away: the tangents on both sides of the maximum
/// intersect above it, and approach it one flat piece at a time.
static flr_real highest_along(const bundle *m, flr_vec3 p, flr_vec3 d, flr_real most)
{
    profile r;
    profile_of(&r, 0, &m->a, p, d);
    profile_of(&r, 1, &m->b, p, d);
    flr_real low = 0, high = most;
    tangent below = tangent_at(&r, low), above = tangent_at(&r, high);
    if (!(below.slope > 0)) return 0;
    if (above.slope >= 0) return most;
    for (int i = 0; i < LINE_STEPS; i++) {
        flr_real t = (above.value - above.slope * high - below.value + below.slope * low) /
                     (below.slope - above.slope);
        if (!(t > low && t < high)) return low > 0 ? low : high;
        tangent here = tangent_at(&r, t);
        if (here.slope == 0 || here.slope == below.slope || here.slope == above.slope) return t;
        if (here.slope > 0) {
            low = t;
            below = here;
        } else {
            high = t;
            above = here;
        }
    }
    return low;
}

/// The highest point of the model within the radius around p, or close to it.
static flr_vec3 highest(const bundle *m, flr_vec3 p, flr_real radius)
{
    flr_vec3 at = p;
    flr_real slack = radius / 8;
    for (int i = 0; i < MODEL_STEPS && slack > radius * (flr_real)1e-6; i++) {
        flr_vec3 up = steepest(m, at, slack);
        flr_real steep = flr_length3(up), left = radius - flr_length3(flr_sub3(at, p));
        if (steep < (flr_real)1e-5 || !(left > 0)) {
            slack /= 16;
            continue;
        }
        flr_vec3 next = flr_mul_add3(at, highest_along(m, at, flr_scale3(1 / steep, up), left) / steep, up);
        if (model(m, next) > model(m, at)) {
            at = next;
        } else {
            slack /= 16;
        }
    }
    return at;
}

/// Ascends from a place inside two watertight meshes. *settled: when the steps were used up, the model
/// promised no more than a hundredth.
static thickness3_place ascend(const flr_instance3 *a, const flr_instance3 *b, thickness3_place from,
                               bool *settled)
{
    const flr_real precision = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-4 : (flr_real)1e-7;
    thickness3_place at = from;
    bundle m = {.a = {.count = 0}};
    add_cuts(&m, &at);
    flr_real radius = at.thickness / 2, promised = 0;
    // a place on one of the surfaces has no cut of it, and is good enough
    for (int i = 0; m.a.count > 0 && m.b.count > 0 && i < STEPS && radius > precision * at.thickness; i++) {
        flr_vec3 p = highest(&m, at.point, radius);
        flr_real length = flr_length3(flr_sub3(p, at.point));
        promised = model(&m, p) - at.thickness;
        if (!(promised > precision * at.thickness) || !(length > 0)) break;
        thickness3_place next = step(a, b, &at, p, length);
        if (next.inside) add_cuts(&m, &next);
        flr_real gained = next.inside ? next.thickness - at.thickness : -1;
        if (gained > 0) at = next;
        if (gained > promised / 2) {
            radius *= 2;
        } else if (!(gained > promised / 8)) {
            radius /= 2;
        }
    }
    *settled = !(promised > at.thickness / 100);
    return at;
}

/// From several places to the deepest of their tops.

void flr_thickness3_keep(thickness3_places *places, const thickness3_place *place)
{
    if (!place->inside) return;
    int shallowest = 0;
    for (int i = 0; i < places->count; i++) {
        thickness3_place *other = &places->all[i];
        flr_real deeper = other->thickness > place->thickness ? other->thickness : place->thickness;
        if (flr_distance_squared3(other->point, place->point) <= deeper * deeper / 4) {
            if (place->thickness > other->thickness) *other = *place;
            return;
        }
        if (other->thickness < places->all[shallowest].thickness) shallowest = i;
    }
    if (places->count < THICKNESS3_PLACES) {
        places->all[places->count++] = *place;
    } else if (place->thickness > places->all[shallowest].thickness) {
        places->all[shallowest] = *place;
    }
}

/// A place on one of the surfaces has no direction away from it: a short step along both normals of the other
/// side's nearest point and of the triangle it lies on there is one inside, if the surface is smooth there.
static thickness3_place off_surface(const flr_instance3 *a, const flr_instance3 *b,
                                    const thickness3_place *at)
{
    if (at->distance_a > 0 && at->distance_b > 0) return *at;
    const flr_instance3 *on = at->distance_a > 0 ? b : a;
    flr_triangle3 t = instance3_item_triangle(on, at->distance_a > 0 ? at->item_b : at->item_a);
    flr_vec3 n = unit3_or_zero(flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a)));
    flr_vec3 middle = flr_scale3((flr_real)(1.0 / 3), flr_add3(t.a, flr_add3(t.b, t.c)));
    for (int side = -1; side <= 1; side += 2) {
        // towards the middle of the triangle too: a corner's neighbourhood need not lie behind one of its faces
        flr_vec3 aside = flr_scale3(at->thickness / 64, unit3_or_zero(flr_sub3(middle, at->point)));
        flr_vec3 p = flr_add3(flr_mul_add3(at->point, (flr_real)side * at->thickness / 64, n), aside);
        thickness3_place off = flr_thickness3_at(a, b, p, false, false);
        if (off.inside) return off;
    }
    return *at;
}

static thickness3_place climb(const flr_instance3 *a, const flr_instance3 *b, thickness3_place from,
                              bool *settled)
{
    // of two equally deep places, the one inside: it has a direction to either surface
    const flr_real same = 1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    thickness3_place top = ascend(a, b, off_surface(a, b, &from), settled);
    return top.thickness >= from.thickness * same ? top : from;
}

/// The deepest of some places around, in the plane between the nearest points: across a plateau the
/// model of flat pieces sees nothing to gain, however near a deeper place is.
static thickness3_place best_of_neighbors(const flr_instance3 *a, const flr_instance3 *b,
                                          const thickness3_place *at)
{
    flr_vec3 n = unit3_or_zero(flr_sub3(at->point_a, at->point_b));
    flr_vec3 some = fabs((double)n.x) < 0.6 ? flr_vec3_make(1, 0, 0) : flr_vec3_make(0, 1, 0);
    flr_vec3 x = unit3_or_zero(flr_cross3(n, some)), y = flr_cross3(n, x);
    static const flr_real AROUND[8][2] = {{1, 0},
                                          {-1, 0},
                                          {0, 1},
                                          {0, -1},
                                          {(flr_real)0.7, (flr_real)0.7},
                                          {(flr_real)-0.7, (flr_real)0.7},
                                          {(flr_real)0.7, (flr_real)-0.7},
                                          {(flr_real)-0.7, (flr_real)-0.7}};
    thickness3_place best = *at;
    for (int k = 0; k < 24; k++) {
        flr_real length = at->thickness * (k < 8 ? (flr_real)0.75 : k < 16 ? (flr_real)1.75 : 4);
        flr_vec3 d = flr_add3(flr_scale3(AROUND[k % 8][0], x), flr_scale3(AROUND[k % 8][1], y));
        thickness3_place next = step(a, b, at, flr_mul_add3(at->point, length, d), length);
        if (next.inside && next.thickness > best.thickness) best = next;
    }
    return best;
}

thickness3_place flr_thickness3_top(const flr_instance3 *a, const flr_instance3 *b,
                                    const thickness3_places *places, bool *settled)
{
    thickness3_place top = places->all[0];
    *settled = true;
    for (int i = 0; i < places->count; i++) {
        bool calm;
        thickness3_place next = climb(a, b, places->all[i], &calm);
        if (i > 0 && !(next.thickness > top.thickness)) continue;
        top = next;
        *settled = calm;
    }
    for (int round = 0; round < 4; round++) {
        thickness3_place next = best_of_neighbors(a, b, &top);
        if (!(next.thickness > top.thickness * (flr_real)1.0001)) break;
        top = climb(a, b, next, settled);
    }
    return top;
}

/// The direction away from the nearest points, where those of both surfaces do not lie opposite one another.
/// Zero where they do.
static flr_vec3 away_from_both(const thickness3_place *at)
{
    flr_vec3 x = unit3_or_zero(flr_sub3(at->point_a, at->point)),
             y = unit3_or_zero(flr_sub3(at->point_b, at->point));
    flr_vec3 sum = flr_add3(x, y);
    return flr_length3(sum) < (flr_real)1e-3 ? flr_vec3_make(0, 0, 0) : flr_neg3(unit3_or_zero(sum));
}

/// On a plateau: moves to a place as deep whose nearest points are opposite one another, if a few steps lead
/// there.
static void move_between_faces(const flr_instance3 *a, const flr_instance3 *b, thickness3_place *place)
{
    const flr_real same = 1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    flr_real length = place->thickness / 8;
    for (int i = 0; i < 6; i++, length /= 2) {
        flr_vec3 d = away_from_both(place);
        if (!(flr_length_squared3(d) > 0)) return;
        thickness3_place next = step(a, b, place, flr_mul_add3(place->point, length, d), length);
        if (next.inside && next.thickness >= place->thickness * same) *place = next;
    }
}

void flr_thickness3_oppose(const flr_instance3 *a, const flr_instance3 *b, thickness3_place *place)
{
    enum { CAPACITY = 16 };
    if (!(place->distance_a > 0 && place->distance_b > 0)) return;
    move_between_faces(a, b, place);
    const flr_real room = 1 + (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)4e-14);
    flr_nearest3 to_a[CAPACITY], to_b[CAPACITY];
    int count_a = flr_near_points3_point_mesh(place->point, a, place->distance_a * room, to_a, CAPACITY);
    int count_b = flr_near_points3_point_mesh(place->point, b, place->distance_b * room, to_b, CAPACITY);
    flr_real least = 2;
    for (int i = 0; i < count_a; i++) {
        for (int j = 0; j < count_b; j++) {
            flr_vec3 x = unit3_or_zero(flr_sub3(to_a[i].point, place->point));
            flr_vec3 y = unit3_or_zero(flr_sub3(to_b[j].point, place->point));
            flr_real along = flr_dot3(x, y);
            if (!(along < least - (flr_real)1e-9)) continue;
            least = along;
            place->point_a = to_a[i].point;
            place->point_b = to_b[j].point;
            place->item_a = to_a[i].item;
            place->item_b = to_b[j].item;
        }
    }
}

/// Is any place of two solids deeper than a tolerance that is large for their triangles? By branch and
/// bound over boxes.
///
/// There are too many pairs of triangles within such a tolerance. Over a box the distance to either surface
/// changes by no more than the distance moved. It is also at most that to any one triangle, which is convex
/// and so greatest at a corner.

enum { BOXES = 200, TRIALS = 1 << 17 };

/// The part of the best thickness so far by which a box must promise more.
static const flr_real BOX_GAIN = (flr_real)0.25;

typedef struct box {
    flr_vec3 middle, half;
    flr_real bound;
} box;

typedef struct search {
    const flr_instance3 *a, *b;
    flr_real tolerance, best;
    thickness3_places *places;
} search;

static flr_real goal(const search *s)
{
    const flr_real better = s->best * (1 + BOX_GAIN);
    return better > s->tolerance ? better : s->tolerance;
}

/// The distance to the surface, negative outside.
static flr_real height_and_nearest(const flr_instance3 *i, flr_vec3 p, flr_nearest3 *nearest)
{
    *nearest = flr_nearest3_point_mesh(p, i, (flr_real)INFINITY);
    const flr_real distance = (flr_real)sqrt((double)nearest->distance_squared);
    return flr_contains3_mesh_point(i, p) == FLR_INSIDE ? distance : -distance;
}

/// The greatest sum of the distances to two triangles in the box.
static flr_real bound_by_faces(const box *x, const flr_triangle3 *ta, const flr_triangle3 *tb)
{
    flr_real most = 0;
    for (int k = 0; k < 8; k++) {
        const flr_vec3 corner = flr_vec3_make(x->middle.x + (k & 1 ? x->half.x : -x->half.x),
                                              x->middle.y + (k & 2 ? x->half.y : -x->half.y),
                                              x->middle.z + (k & 4 ? x->half.z : -x->half.z));
        const flr_real sum = flr_closest3_point_triangle(corner, ta).distance +
                             flr_closest3_point_triangle(corner, tb).distance;
        if (sum > most) most = sum;
    }
    return most;
}

/// Evaluates the middle of a box and sets its bound; false where no deeper place can be in it.
static bool evaluate_box(search *s, box *x)
{
    const flr_real radius = flr_length3(x->half);
    flr_nearest3 to_a, to_b;
    const flr_real a = height_and_nearest(s->a, x->middle, &to_a);
    if (!(a + radius > 0)) return false;
    const flr_real b = height_and_nearest(s->b, x->middle, &to_b);
    if (!(b + radius > 0)) return false;
    if (a > 0 && b > 0) {
        const thickness3_place at = flr_thickness3_at(s->a, s->b, x->middle, false, false);
        flr_thickness3_keep(s->places, &at);
        if (at.inside && at.thickness > s->best) s->best = at.thickness;
    }
    x->bound = a + b + 2 * radius;
    if (!(x->bound > goal(s))) return false;
    const flr_triangle3 ta = instance3_item_triangle(s->a, to_a.item),
                        tb = instance3_item_triangle(s->b, to_b.item);
    return bound_by_faces(x, &ta, &tb) > goal(s);
}

static void halve(const box *x, box halves[2])
{
    const bool along_x = x->half.x >= x->half.y && x->half.x >= x->half.z,
               along_y = !along_x && x->half.y >= x->half.z;
    const flr_real quarter = (along_x ? x->half.x : along_y ? x->half.y : x->half.z) / 2;
    const flr_vec3 way =
        flr_vec3_make(along_x ? quarter : 0, along_y ? quarter : 0, along_x || along_y ? 0 : quarter);
    for (int k = 0; k < 2; k++) {
        halves[k].middle = k ? flr_add3(x->middle, way) : flr_sub3(x->middle, way);
        halves[k].half = flr_sub3(x->half, way);
    }
}

void flr_thickness3_boxes(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                          thickness3_places *places)
{
    const flr_vec3 low = flr_max3(a->bounds.min, b->bounds.min),
                   high = flr_min3(a->bounds.max, b->bounds.max);
    search s = {a, b, tolerance, 0, places};
    box stack[BOXES];
    int top = 0;
    stack[top].middle = flr_lerp3(low, high, (flr_real)0.5);
    stack[top].half = flr_scale3((flr_real)0.5, flr_sub3(high, low));
    if (!evaluate_box(&s, &stack[top++])) return;
    for (int i = 0; i < TRIALS && top > 0; i++) {
        const box x = stack[--top];
        if (!(x.bound > goal(&s)) || top + 2 > BOXES) continue;
        box halves[2];
        halve(&x, halves);
        bool open[2] = {evaluate_box(&s, &halves[0]), evaluate_box(&s, &halves[1])};
        const int last = open[0] && (!open[1] || halves[0].bound > halves[1].bound) ? 0 : 1;
        if (open[1 - last]) stack[top++] = halves[1 - last];
        if (open[last]) stack[top++] = halves[last];
    }
}
