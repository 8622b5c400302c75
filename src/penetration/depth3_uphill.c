/// The top of the depth, by a bundle of cuts.
///
/// Around a point inside, the distance to a surface is at most the height over the plane through
/// the nearest point, square to the way there: a cut. The least of the cuts of each surface,
/// summed, models the depth as a concave function of flat pieces, exact where faces are flat. Its
/// highest point within a trust radius is tried, gives two cuts more, and so on (Kelley's cutting
/// planes with a trust region; Lemarechal's bundle methods). Between flat faces the top is met exactly after a few steps.
#include <math.h>

#include "penetration/depth3_mesh_mesh.h"

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

/// In place of the cut that matters least at p where there is no room.
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

static void add_cuts(bundle *m, const depth3_place *at)
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

/// The steepest way up from p, where all cuts within `slack` of the least hold: the shortest sum of a mean
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

/// Where the model is highest from p along d, at most `most` away: the tangents at two sides of the top
/// meet above it, and close in on it one flat piece at a time.
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

depth3_place flr_depth3_uphill(const flr_instance3 *a, const flr_instance3 *b, depth3_place from,
                               bool *settled)
{
    const flr_real precision = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-4 : (flr_real)1e-7;
    depth3_place at = from;
    bundle m = {.a = {.count = 0}};
    add_cuts(&m, &at);
    flr_real radius = at.depth / 2, promised = 0;
    // on one of the surfaces there is no cut of it, and the place is as good as it gets for what is asked
    for (int i = 0; m.a.count > 0 && m.b.count > 0 && i < STEPS && radius > precision * at.depth; i++) {
        flr_vec3 p = highest(&m, at.point, radius);
        flr_real length = flr_length3(flr_sub3(p, at.point));
        promised = model(&m, p) - at.depth;
        if (!(promised > precision * at.depth) || !(length > 0)) break;
        depth3_place next = flr_depth3_step(a, b, &at, p, length);
        if (next.inside) add_cuts(&m, &next);
        flr_real gained = next.inside ? next.depth - at.depth : -1;
        if (gained > 0) at = next;
        if (gained > promised / 2) {
            radius *= 2;
        } else if (!(gained > promised / 8)) {
            radius /= 2;
        }
    }
    *settled = !(promised > at.depth / 100);
    return at;
}
