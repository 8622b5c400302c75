#include <math.h>

#include "toi/motion3_core.h"
#include "toi/motion3_run.h"

/// Takes the axis on trial for the better one if the gap along it is wider. True where that is all of the distance, but for
/// a tenth.
static bool improve(motion3_run *r, flr_real *gap)
{
    motion3_axis *x = r->trial;
    flr_real wide;
    if (r->sides) {
        lanes3 d = motion3_directions(r->sides, &r->attitude, x);
        flr_motion3_look(r->sides, &r->attitude, x->frame, &d, NULL, r->other_look);
        wide = (flr_real)r->other_look->gap;
    } else {
        flr_motion3_fix(r->m, x);
        wide = flr_motion3_gap(r->m, x, &r->now);
    }
    if (wide > *gap) {
        if (r->sides) motion3_swap_looks(r);
        r->trial = r->better;
        r->better = x;
        *gap = wide;
    }
    // what is taken off a gap for rounding counts for little from afar, and near a graze for most of it
    return *gap + 2 * r->m->error >= (flr_real)0.9 * motion3_apart(r);
}

/// By the features that the search for the distance has ended with: known however near the shapes are, where the direction is not.
static bool find_spanned(motion3_run *r)
{
    const motion3 *m = r->m;
    const flr_gjk3_cache *c = &r->cache;
    const flr_vec3 n = r->nearest.normal;
    flr_vec3 a[3], b[3];
    if (r->sides) return flr_motion3_simplex_axis(m, r->sides, &r->attitude, c, n, r->trial);
    if (c->count != 3) return false;
    for (int i = 0; i < 3; i++) {
        if (!mover3_has_corner(&m->a, c->a[i]) || !mover3_has_corner(&m->b, c->b[i])) return false;
        a[i] = mover3_turned(&m->a, r->now.a, mover3_corner(&m->a, c->a[i]));
        b[i] = mover3_turned(&m->b, r->now.b, mover3_corner(&m->b, c->b[i]));
    }
    return flr_motion3_spanned_axis(m, c, a, b, n, &r->now, r->trial);
}

/// By the features that face each other along n, known up to `slack`.
static bool improve_by_features(motion3_run *r, flr_real *gap, flr_real slack)
{
    flr_motion3_feature_axis(r->m, r->nearest.normal, slack, &r->now, &r->cache, r->trial);
    return improve(r, gap);
}

/// Of a user's core it is not certain that the direction is not square to an edge or face, along which it would tilt if it stood
/// still: of the frames that it may go with, the one in which the gap lasts longest.
static flr_real keep_longest(motion3_run *r, flr_real gap)
{
    const motion3 *m = r->m;
    if (m->a.shape->kind != FLR_CONVEX3_USER && m->b.shape->kind != FLR_CONVEX3_USER) return gap;
    if (!(gap > 2 * m->error) || r->better->frame == MOTION3_EDGES) return gap;
    const flr_vec3 n = flr_motion3_direction(m, r->better, &r->now);
    const double later = r->t + sqrt((double)gap) / r->better->root;
    const motion3_instant then = motion3_at(m, later < r->end ? later : r->end);
    const motion3_frame frames[3] = {MOTION3_WORLD, MOTION3_A, MOTION3_B};
    flr_real most = flr_motion3_gap(m, r->better, &then);
    for (int k = 0; k < 3; k++) {
        motion3_axis *x = r->trial;
        flr_motion3_axis(m, frames[k], n, &r->now, x);
        flr_motion3_fix(m, x);
        const flr_real now = flr_motion3_gap(m, x, &r->now), left = flr_motion3_gap(m, x, &then);
        if (!(left > most && now > gap / 2)) continue;
        most = left;
        gap = now;
        r->trial = r->better;
        r->better = x;
    }
    return gap;
}

/// The direction found at t, made to go with the features that it is square to: sharp however near the shapes are,
/// while the difference of two points close together is not, nor the direction of a distance where a slight turn does not change
/// that.
static flr_real find_axis(motion3_run *r)
{
    const motion3 *m = r->m;
    const flr_vec3 n = r->nearest.normal;
    const flr_real apart = r->nearest.upper + r->placed.a.radius + r->placed.b.radius;
    const flr_real reach = m->a.around + m->b.around, sharp = m->error / apart;
    const flr_real blunt = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-3 : (flr_real)1e-7;
    flr_real gap = -(flr_real)INFINITY;
    if (find_spanned(r) && improve(r, &gap)) return gap;
    if (sharp < blunt && improve_by_features(r, &gap, 4 * (sharp * reach + m->error))) return gap;
    // where that fails, a direction along which they are nearly as far apart as at all is as sharp as they are near
    if (!(sharp < blunt) && improve_by_features(r, &gap, 4 * (apart + m->error))) return gap;
    if (improve_by_features(r, &gap, 4 * (sharp > blunt ? sharp : blunt) * reach)) return gap;
    flr_motion3_axis(m, MOTION3_WORLD, n, &r->now, r->trial);
    improve(r, &gap);
    return gap;
}

void flr_motion3_choose_axis(motion3_run *r)
{
    const flr_real gap = keep_longest(r, find_axis(r));
    if (r->has_axis && r->gap >= gap) {
        r->look->time = -1;
        return;
    }
    motion3_axis *last = r->axis;
    if (!(gap > -(flr_real)INFINITY)) *r->better = (motion3_axis){.frame = MOTION3_WORLD};
    r->axis = r->better;
    r->better = last;
    r->gap = gap;
    r->has_axis = true;
}
