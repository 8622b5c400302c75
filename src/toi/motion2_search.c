#include "toi/motion2.h"

/// Are all times between two moments free, with gaps g and h along one axis whose parts bend by at most `bend`? Each
/// part lies above its chord less bend x (d - x) / 2, and all chords lie above that from g to h.
static bool free_between(double g, double h, double bend, double d)
{
    const double part = 0.5 * bend * d * d, less = g < h ? g : h;
    if (part < g + h + 2 * less) return true;  // mostly, and without a root
    double root = sqrt(g) + sqrt(h);
    return part < root * root;
}

typedef struct stretch {
    const flr_movers2 *m;
    flr_axis2 axis;
    flr_moment2 free;  ///< all is free up to here
    double gap;        ///< there, less the noise
    flr_moment2 shut;  ///< where the axis did not part them any more, the last time
} stretch;

/// Goes on to `to` if all up to there is free by this axis. Returns the gap there.
static double go_on(stretch *s, const flr_moment2 *to, bool *went)
{
    double gap = flr_motion2_gap(s->m, &s->axis, to) - s->m->noise;
    *went = gap > 0 &&
            free_between(s->gap, gap, flr_motion2_bend(s->m, &s->axis, &s->free, to), to->t - s->free.t);
    if (!*went) return gap;
    s->free = *to;
    s->gap = gap;
    return gap;
}

/// Where an axis no longer parts the two, as far as known.
typedef struct closing {
    double t, gap;           ///< INFINITY: not known yet
    double weight;           ///< of the gap on the free side, in the chord (the Illinois rule)
    int free_run, shut_run;  ///< how often in a row the one or the other end has moved
    flr_trend2 trend;        ///< of the gap at the free time, as long as `guesses` are left
    int guesses;
} closing;

/// How far on a gap comes down to zero by its trend: by the parabola, and a step of Newton's. NaN or infinite where it does not.
static double root_of_trend(double gap, const flr_trend2 *w)
{
    double t = 2 * gap / (sqrt(w->slope * w->slope - 4 * w->curve * gap) - w->slope);
    double rest = gap + t * (w->slope + t * (w->curve + t * w->twist));
    return t - rest / (w->slope + t * (2 * w->curve + 3 * t * w->twist));
}

/// The trend through a gap at a time d later, as seen from where the free time is then.
static void learn(closing *c, double before, double gap, double d, double fine, bool went)
{
    flr_trend2 *w = &c->trend;
    --c->guesses;
    if (d > fine) w->curve = ((gap - before) / d - w->slope) / d - w->twist * d;
    if (!went) return;
    w->slope += d * (2 * w->curve + 3 * d * w->twist);
    w->curve += 3 * d * w->twist;
}

/// How far from an end that has moved so often in a row to look: what is left of a gap may be rounding for longer than `fine`, so farther
/// each time.
static double margin(double fine, int run) { return ldexp(0.5 * fine, run < 2 ? 0 : 2 * (run - 1)); }

/// The root of the chord from the free time to the closed one; once that is near to one of them, a little beyond it, to
/// close in from the other side.
static double root_of_chord(const stretch *s, const closing *c, double fine)
{
    double whole = c->t - s->free.t, gap = s->gap * c->weight, step = whole * (gap / (gap - c->gap));
    if (c->guesses > 0) {
        double guess = root_of_trend(s->gap, &c->trend);
        if (guess > 0 && guess < whole) step = guess;
    }
    const double after = margin(fine, c->free_run), before = margin(fine, c->shut_run);
    if (step < after)
        step = fmin(step + after, fmax(step, 0.5 * whole));
    else if (whole - step < before)
        step = fmax(step - before, 0.5 * whole);
    return s->free.t + step;
}

static void free_side_moved(closing *c)
{
    c->weight = 1;
    c->shut_run = 0;
    if (++c->free_run >= 2) c->gap *= 0.5;
}

static void closed_side_moved(closing *c, double t, double gap)
{
    c->t = t;
    c->gap = gap;
    c->free_run = 0;
    if (++c->shut_run >= 2) c->weight *= 0.5;
}

/// As far as one axis leads, up to `until`. Where it stops parting the two within `fine`, that is the end: returns a
/// time at which it does not part them any more; elsewhere where another axis may do better. `guess` is looked at first, or where
/// the gap comes down to zero by its trend, if that is known (not NaN).
static double follow(stretch *s, double until, double fine, double guess, const flr_trend2 *trend)
{
    closing c = {INFINITY, 0, 1, 0, 0, *trend, trend->slope < 0 ? 6 : 0};
    double start_gap = s->gap, cap = until;
    for (int i = 0; i < 48 && s->free.t < until && c.t - s->free.t > fine; ++i) {
        double last = s->free.t, target = guess > last ? guess : until;
        if (isfinite(c.t)) {
            target = root_of_chord(s, &c, fine);
        } else if (c.guesses > 0) {
            double ahead = root_of_trend(s->gap, &c.trend);
            ahead += ahead > fine ? -0.375 * fine : 0.375 * fine;  // to end up between both sides of it
            target = ahead > 0 && last + ahead < until ? last + ahead : until;
        }
        // a step that could not be proved, were the gap the same at its end, is not tried
        const flr_moment2 *from = &s->free;
        double bend = flr_motion2_bend(s->m, &s->axis, from, from);
        if (target > cap) target = cap;
        double step = target - last;
        if (step * step * bend > 8 * s->gap) target = last + sqrt(8 * s->gap / bend);
        if (isfinite(c.t) && !(target < c.t)) target = last + 0.5 * (c.t - last);
        if (!(target > last)) break;
        flr_moment2 to = flr_motion2_at(s->m, target);
        bool went;
        double before = s->gap, gap = go_on(s, &to, &went);
        guess = 0;
        if (c.guesses > 0) learn(&c, before, gap, target - last, fine, went);
        if (went) {
            free_side_moved(&c);
            cap = until;
            // the gap has become small: another axis may do better from here
            if (c.guesses <= 0 && s->gap < 0.001 * start_gap && c.t - s->free.t > 8 * fine) break;
        } else if (gap <= 0) {
            closed_side_moved(&c, target, gap);
            s->shut = to;
        } else {
            cap = last + 0.5 * (target - last);
        }
    }
    return c.t;
}

/// Touching is what leaves too little beyond the noise to step on from. With an axis that is fixed, along that.
static bool touch_at(const flr_movers2 *m, const flr_axis2 *fixed, const flr_moment2 *at,
                     flr_nearest2 *nearest, double *gap)
{
    if (fixed) {
        *gap = flr_motion2_gap(m, fixed, at) - m->noise;
    } else {
        flr_motion2_nearest(m, at, nearest);
        const flr_axis2 axis = {FLR_AXIS2_WORLD, nearest->normal};
        *gap = nearest->overlap ? 0 : flr_motion2_gap(m, &axis, at) - m->noise;
    }
    return !(*gap > 3 * m->noise);
}

/// In so short a time no two points come nearer than by some rounding; nor does a result tell less.
static double finest(const flr_movers2 *m, const flr_search2 *search)
{
    const double most = m->speed + fabs(m->a.turn) * m->a.reach + fabs(m->b.turn) * m->b.reach,
                 least = sizeof(flr_real) == sizeof(float) ? 2.5e-8 : 0x1p-52;
    return fmin(fmax(8 * m->noise / most, least), 0.25 * search->tolerance);
}

flr_found2 flr_motion2_search(const flr_movers2 *m, const flr_axis2 *fixed, flr_search2 *search)
{
    flr_found2 found = {false, true, search->from, search->until, {false, 0, {{0, 0}}, {{0, 0}}, 0, {0, 0}}};
    stretch s = {.m = m, .free = flr_motion2_at(m, search->from)};
    enum { CLOSER = 4 };
    int closer = 0;
    const double enough = search->fine > 0 ? search->fine : finest(m, search);
    double fine = enough, led_to = -INFINITY, closed = 0;
    flr_nearest2 *nearest = &found.nearest;
    for (bool first = true;; first = false) {
        if (!first && !(s.free.t < search->until)) return found;
        if (++search->steps > search->max_steps) {
            found.converged = false;
            return found;
        }
        if (touch_at(m, fixed, &s.free, nearest, &s.gap)) {
            found.hit = true;
            found.touched = found.free;
            return found;
        }
        if (!(s.free.t < search->until)) return found;
        if (s.gap < 2 * led_to + 16 * m->noise)
            fine *= 0x1p-8;  // no better axis: the touch is briefer than it looked
        led_to = -INFINITY;
        s.axis = fixed ? *fixed : flr_motion2_axis(m, &s.free, nearest);
        const flr_trend2 unknown = {NAN, NAN, NAN},
                         trend = fixed ? unknown : flr_motion2_trend(m, &s.axis, &s.free, nearest);
        closed = follow(&s, search->until, fine, isfinite(closed) ? closed : 0, &trend);
        found.free = s.free.t;
        if (!(closed - s.free.t <= search->tolerance)) {
            closer = 0;
            continue;
        }
        // mostly another axis leads nearer; the tolerance will do
        if (closed - s.free.t > 4 * enough && closer < CLOSER) {
            ++closer;
            continue;
        }
        // no longer parted by this axis: touching, or parted by another one?
        const flr_moment2 then = s.shut;
        flr_nearest2 late = *nearest;
        double gap;
        if (touch_at(m, fixed, &then, &late, &gap)) {
            // once they are through one another the nearest features tell nothing: those before do
            if (late.overlap)
                flr_motion2_nearest(m, &s.free, nearest);
            else
                *nearest = late;
            found.hit = true;
            found.touched = closed;
            return found;
        }
        led_to = s.gap;
    }
}
