/// Time of impact of two convex shapes in the plane. GJK finds the nearest features and a separating axis at
/// a time. Conservative advancement with bounds of the second order advances to the root of the gap along
/// that axis; there the next axis is found.
#include <math.h>

#include "base/answer.h"
#include "convex/support2.h"
#include "math/unit.h"
#include "toi/toi2.h"

/// A corner of the Minkowski difference a - b in world, and the corners of a and b that make it.
typedef struct vertex {
    flr_local2 w, a, b;
} vertex;

static vertex vertex_of(const flr_instant2 *at, flr_local2 a, flr_local2 b)
{
    vertex v;
    v.a = a;
    v.b = b;
    v.w = flr_local2_sub(flr_local2_add(at->place, flr_turned2(at->turn_a, a)), flr_turned2(at->turn_b, b));
    return v;
}

/// The support point of the difference along d.
static inline vertex support(const flr_movers2 *m, const flr_instant2 *at, flr_local2 d)
{
    const flr_local2 back = {-d.x, -d.y};
    return vertex_of(at, flr_mover2_support(&m->a, flr_turned_back2(at->turn_a, d)),
                     flr_mover2_support(&m->b, flr_turned_back2(at->turn_b, back)));
}

/// The corners of the difference that GJK keeps: one, or an edge.
typedef struct simplex {
    int count;
    vertex v[2];
    double weight;         ///< of the second corner, if there are two
    flr_local2 direction;  ///< from the nearest point toward the origin, of any length
    double square;         ///< squared distance of the nearest point
} simplex;

/// The nearest point of an edge p q to the origin.
typedef struct foot {
    enum { AT_P, AT_Q, BETWEEN } where;
    double weight, square;
    flr_local2 direction;
} foot;

/// The direction is perpendicular to the edge, so it is accurate however small the distance is.
static inline foot foot_on(flr_local2 p, flr_local2 q)
{
    flr_local2 d = flr_local2_sub(q, p);
    double square = flr_local2_dot(d, d), along = -flr_local2_dot(p, d);
    foot f = {AT_P, 0, flr_local2_dot(p, p), {-p.x, -p.y}};
    if (!(along > 0) || !(square > 0)) return f;
    if (along >= square) {
        foot end = {AT_Q, 0, flr_local2_dot(q, q), {-q.x, -q.y}};
        return end;
    }
    f.where = BETWEEN;
    f.weight = along / square;
    flr_local2 at = {p.x + f.weight * d.x, p.y + f.weight * d.y};
    f.square = flr_local2_dot(at, at);
    double side = flr_local2_cross(d, p);  // the origin is to the right if p is to the left
    f.direction.x = side > 0 ? d.y : -d.y;
    f.direction.y = side > 0 ? -d.x : d.x;
    if (side == 0) f.direction.x = f.direction.y = 0;
    return f;
}

/// Reduces the simplex to corner `kept`, to r, or to the edge between them, as the foot says.
static inline void reduce(simplex *s, int kept, const vertex *r, const foot *f)
{
    if (f->where == AT_Q)
        s->v[0] = *r;
    else if (kept == 1)
        s->v[0] = s->v[1];
    if (f->where == BETWEEN) s->v[1] = *r;
    s->count = f->where == BETWEEN ? 2 : 1;
    s->weight = f->weight;
    s->direction = f->direction;
    s->square = f->square;
}

/// Is the origin inside the triangle of r and the edge of s?
static inline bool is_within(const simplex *s, flr_local2 r)
{
    flr_local2 p = s->v[0].w, q = s->v[1].w;
    double whole = flr_local2_cross(flr_local2_sub(q, p), flr_local2_sub(r, p));
    double u = flr_local2_cross(r, p), v = flr_local2_cross(q, r);  // shares of q and of p
    if (whole < 0) u = -u, v = -v;
    return whole != 0 && u > 0 && v > 0;
}

/// Adds a corner r and keeps the nearer of the new edges; false if that is not nearer than before.
static inline bool take(simplex *s, const vertex *r)
{
    foot first = foot_on(s->v[0].w, r->w);
    int kept = 0;
    if (s->count == 2) {
        foot second = foot_on(s->v[1].w, r->w);
        kept = second.square < first.square;
        if (kept) first = second;
    }
    if (!(first.square < s->square)) return false;
    reduce(s, kept, r, &first);
    return true;
}

static simplex begin(const flr_movers2 *m, const flr_instant2 *at, const flr_nearest2 *last)
{
    simplex s;
    if (last->count == 0) {
        const flr_local2 towards = {-at->place.x, -at->place.y}, any = {1, 0};
        s.v[0] = support(m, at, towards.x != 0 || towards.y != 0 ? towards : any);
    } else {
        s.v[0] = vertex_of(at, last->a[0], last->b[0]);
    }
    vertex r = last->count == 2 ? vertex_of(at, last->a[1], last->b[1]) : s.v[0];
    foot f = foot_on(s.v[0].w, r.w);
    reduce(&s, 0, &r, &f);
    return s;
}

/// GJK in the plane, without a proof at its end: the caller computes the gap along the normal, which is a
/// true lower bound for any normal.
static void toi2_nearest(const flr_movers2 *m, const flr_instant2 *at, flr_nearest2 *nearest)
{
    simplex s = begin(m, at, nearest);
    nearest->overlap = false;
    const double least = 0.0625 * m->noise * m->noise;
    for (int i = 0; i < 64; ++i) {
        double square = flr_local2_dot(s.direction, s.direction);
        if (!(square > 0)) break;
        vertex r = support(m, at, s.direction);
        // compares squares of how much farther the new corner is along the unit direction; a corner of the
        // simplex gains nothing
        double farther = flr_local2_dot(flr_local2_sub(r.w, s.v[0].w), s.direction);
        if (farther <= 0 || farther * farther <= least * square) break;
        if (s.count == 2 && is_within(&s, r.w)) {
            nearest->overlap = true;
            break;
        }
        if (!take(&s, &r)) break;
    }
    double length = sqrt(flr_local2_dot(s.direction, s.direction));
    if (!(length > 0x1p-450)) {
        unit2_make(&s.direction.x, &s.direction.y);
        length = sqrt(flr_local2_dot(s.direction, s.direction));
    }
    if (!(length > 0)) nearest->overlap = true;
    nearest->count = s.count;
    nearest->weight = s.weight;
    for (int i = 0; i < 2; ++i) {
        nearest->a[i] = s.v[i < s.count ? i : 0].a;
        nearest->b[i] = s.v[i < s.count ? i : 0].b;
    }
    nearest->normal.x = length > 0 ? s.direction.x / length : 0;
    nearest->normal.y = length > 0 ? s.direction.y / length : 0;
}

/// Are all times between two free, with gaps g and h along one axis, and second derivatives bounded by
/// `bend`? At a time x of d, the gap of a corner is at least its chord minus bend x (d - x) / 2. The chord
/// of every corner lies above the one from g to h.
static bool free_between(double g, double h, double bend, double d)
{
    const double part = 0.5 * bend * d * d, less = g < h ? g : h;
    if (part < g + h + 2 * less) return true;  // usually enough, and without a root
    double root = sqrt(g) + sqrt(h);
    return part < root * root;
}

/// An advance along one axis.
typedef struct stretch {
    const flr_movers2 *m;
    flr_axis2 axis;
    flr_instant2 free;  ///< all times up to here are free
    double gap;         ///< there, minus the noise
    flr_instant2 shut;  ///< the last time at which the axis did not separate them
} stretch;

/// Advances to `to` if this axis proves all times up to there free. Returns the gap there.
static double go_on(stretch *s, const flr_instant2 *to, bool *went)
{
    double gap = flr_toi2_gap(s->m, &s->axis, to) - s->m->noise;
    *went = gap > 0 && free_between(s->gap, gap, flr_toi2_second_derivative(s->m, &s->axis, &s->free, to),
                                    to->t - s->free.t);
    if (!*went) return gap;
    s->free = *to;
    s->gap = gap;
    return gap;
}

/// A bracket of the time at which the axis stops separating the two.
typedef struct closing {
    double t, gap;           ///< INFINITY: not known yet
    double weight;           ///< of the gap on the free side, in the chord (the Illinois rule)
    int free_run, shut_run;  ///< how many times in a row one end or the other has moved
    flr_derivatives2 trend;  ///< of the gap at the free time, while `guesses` are left
    int guesses;
} closing;

/// The time until a gap becomes zero by its Taylor polynomial: the root of the parabola, and a step of
/// Newton's method. NaN or infinite if there is none.
static double root_of_trend(double gap, const flr_derivatives2 *w)
{
    double t = 2 * gap / (sqrt(w->slope * w->slope - 4 * w->curve * gap) - w->slope);
    double rest = gap + t * (w->slope + t * (w->curve + t * w->twist));
    return t - rest / (w->slope + t * (2 * w->curve + 3 * t * w->twist));
}

/// Fits the trend to the gap that was found a time d later, and moves it there if the free time went there.
static void refit(closing *c, double before, double gap, double d, double fine, bool went)
{
    flr_derivatives2 *w = &c->trend;
    --c->guesses;
    if (d > fine) w->curve = ((gap - before) / d - w->slope) / d - w->twist * d;
    if (!went) return;
    w->slope += d * (2 * w->curve + 3 * d * w->twist);
    w->curve += 3 * d * w->twist;
}

/// The distance from an end at which to sample next, if that end has moved so often in a row. It doubles,
/// because the gap may stay within rounding errors for longer than `fine`.
static double margin(double fine, int run) { return run < 2 ? 0.5 * fine : ldexp(0.5 * fine, 2 * (run - 1)); }

/// The root of the chord from the free time to the closed one. If it is close to one end, a little farther
/// from that end, so that the next sample closes in from the other side.
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

/// Advances as far as one axis separates the two, up to `until`. Returns a time, at most `fine` later, at
/// which it no longer does; it stops earlier if another axis may do better. The first sample is at `guess`,
/// or where the gap's Taylor polynomial is zero, if that is known (not NaN).
static double follow(stretch *s, double until, double fine, double guess, const flr_derivatives2 *trend)
{
    closing c = {INFINITY, 0, 1, 0, 0, *trend, trend->slope < 0 ? 6 : 0};
    double start_gap = s->gap, cap = until;
    for (int i = 0; i < 48 && s->free.t < until && c.t - s->free.t > fine; ++i) {
        double last = s->free.t, target = guess > last ? guess : until;
        if (isfinite(c.t)) {
            target = root_of_chord(s, &c, fine);
        } else if (c.guesses > 0) {
            double ahead = root_of_trend(s->gap, &c.trend);
            ahead += ahead > fine ? -0.375 * fine : 0.375 * fine;  // to have both sides of it
            target = ahead > 0 && last + ahead < until ? last + ahead : until;
        }
        // a step that could not be proved even with the same gap at its end is not tried
        const flr_instant2 *from = &s->free;
        double bend = flr_toi2_second_derivative(s->m, &s->axis, from, from);
        if (target > cap) target = cap;
        double step = target - last;
        if (step * step * bend > 8 * s->gap) target = last + sqrt(8 * s->gap / bend);
        if (isfinite(c.t) && !(target < c.t)) target = last + 0.5 * (c.t - last);
        if (!(target > last)) break;
        flr_instant2 to = flr_toi2_at(s->m, target);
        bool went;
        double before = s->gap, gap = go_on(s, &to, &went);
        guess = 0;
        if (c.guesses > 0) refit(&c, before, gap, target - last, fine, went);
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

/// Do they touch: is the gap too small for its error to advance? A fixed axis is the only one considered.
static bool touch_at(const flr_movers2 *m, const flr_axis2 *fixed, const flr_instant2 *at,
                     flr_nearest2 *nearest, double *gap)
{
    if (fixed) {
        *gap = flr_toi2_gap(m, fixed, at) - m->noise;
    } else {
        toi2_nearest(m, at, nearest);
        const flr_axis2 axis = {FLR_AXIS2_WORLD, nearest->normal};
        *gap = nearest->overlap ? 0 : flr_toi2_gap(m, &axis, at) - m->noise;
    }
    return !(*gap > 3 * m->noise);
}

/// The shortest useful time: points move by a few eps only, and the result cannot express less.
static double finest(const flr_movers2 *m, const flr_search2 *search)
{
    const double most = m->speed + fabs(m->a.turn) * m->a.reach + fabs(m->b.turn) * m->b.reach,
                 least = sizeof(flr_real) == sizeof(float) ? 2.5e-8 : 0x1p-52;
    return fmin(fmax(8 * m->noise / most, least), 0.25 * search->tolerance);
}

flr_toi2_end flr_toi2_search(const flr_movers2 *m, const flr_axis2 *fixed, flr_search2 *search)
{
    flr_toi2_end found = {
        false, true, search->from, search->until, {false, 0, {{0, 0}}, {{0, 0}}, 0, {0, 0}}};
    stretch s = {.m = m, .free = flr_toi2_at(m, search->from)};
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
            fine *= 0x1p-8;  // no axis is better: the contact is shorter than `fine`
        led_to = -INFINITY;
        s.axis = fixed ? *fixed : flr_toi2_axis(m, &s.free, nearest);
        const flr_derivatives2 unknown = {NAN, NAN, NAN},
                               trend = fixed ? unknown : flr_toi2_derivatives(m, &s.axis, &s.free, nearest);
        closed = follow(&s, search->until, fine, isfinite(closed) ? closed : 0, &trend);
        found.free = s.free.t;
        if (!(closed - s.free.t <= search->tolerance)) {
            closer = 0;
            continue;
        }
        // usually another axis gets nearer; the tolerance is enough after some tries
        if (closed - s.free.t > 4 * enough && closer < CLOSER) {
            ++closer;
            continue;
        }
        // this axis no longer separates them: do they touch, or does another axis separate them?
        const flr_instant2 then = s.shut;
        flr_nearest2 late = *nearest;
        double gap;
        if (touch_at(m, fixed, &then, &late, &gap)) {
            // overlapping shapes have no nearest features, so those at the free time are used
            if (late.overlap)
                toi2_nearest(m, &s.free, nearest);
            else
                *nearest = late;
            found.hit = true;
            found.touched = closed;
            return found;
        }
        led_to = s.gap;
    }
}

bool flr_search2_start(flr_search2 *search, double *target_distance, const flr_toi2_options *options)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const double asked = options ? (double)options->tolerance : 0;
    const flr_search2 whole = {.until = 1,
                               .tolerance = asked > 0 ? asked
                                            : single  ? 1e-5
                                                      : 1e-6,
                               .fine = 0.25 * asked,
                               .max_steps = options ? options->max_steps : 0};
    *search = whole;
    *target_distance = options ? (double)options->target_distance : 0;
    if (options && !(flr_is_option(options->target_distance) && flr_is_option(options->tolerance)))
        return false;
    if (search->max_steps < 0) return false;
    if (search->max_steps == 0) search->max_steps = 10000;
    return true;
}

bool flr_search2_narrow(flr_search2 *search, const flr_movers2 *m)
{
    double reach = m->a.reach + m->b.reach + m->radius + m->noise;
    reach += 0x1p-30 * reach;
    double square = flr_local2_dot(m->way, m->way), along = -flr_local2_dot(m->start, m->way);
    if (!(square > 0)) return !(flr_local2_dot(m->start, m->start) > reach * reach);
    double across = flr_local2_cross(m->start, m->way), rest = reach * reach * square - across * across;
    if (rest < 0) return !(across * across > reach * reach * square * (1 + 0x1p-30));
    double root = sqrt(rest), enter = (along - root) / square, leave = (along + root) / square;
    double doubt = 0x1p-40 * (1 + fabs(enter) + fabs(leave));
    search->from = fmax(search->from, enter - doubt);
    search->until = fmin(search->until, leave + doubt);
    return search->from <= search->until;
}

flr_toi2_result flr_toi2_answer(const flr_toi2_end *found, int steps)
{
    flr_toi2_result result = {FLR_OK, found->hit, 1, 1, {0, 0}, {0, 0}, steps};
    if (!found->converged) result.status = FLR_NOT_CONVERGED;
    if (!found->hit && found->converged) return result;
    result.t = (flr_real)found->free;
    if ((double)result.t > found->free) result.t = (flr_real)(found->free * (1 - 0x1p-23));  // rounded down
    if (found->hit) result.t_upper = (flr_real)found->touched;
    return result;
}

void flr_toi2_place(double radius_b, const flr_path2 *path_b, const flr_toi2_end *found,
                    flr_toi2_result *result)
{
    const flr_nearest2 *nearest = &found->nearest;
    const flr_local2 turn = flr_toi2_turn_at(path_b, found->free), b0 = flr_turned2(turn, nearest->b[0]),
                     b1 = flr_turned2(turn, nearest->b[1]);
    flr_local2 p = {b0.x + nearest->weight * (b1.x - b0.x), b0.y + nearest->weight * (b1.y - b0.y)};
    flr_vec2 origin = flr_point2_between(path_b->from.position, path_b->to.position, found->free);
    result->normal = flr_vec2_make((flr_real)nearest->normal.x, (flr_real)nearest->normal.y);
    result->point = flr_vec2_make((flr_real)((double)origin.x + (p.x - radius_b * nearest->normal.x)),
                                  (flr_real)((double)origin.y + (p.y - radius_b * nearest->normal.y)));
}

static double size_of(const flr_convex2 *c)
{
    double size = (double)c->radius;
    const bool inside = c->kind == FLR_CONVEX2_CORNERS;
    const flr_vec2 *corner = support2_points(c), sides[2] = {{1, 0}, {0, 1}};
    for (size_t i = 0; i < c->count && c->kind != FLR_CONVEX2_USER; ++i)
        size = fmax(size, fmax(fabs((double)corner[i].x), fabs((double)corner[i].y)));
    if (!inside) size = fmax(size, fmax(fabs((double)c->center.x), fabs((double)c->center.y)));
    for (int i = 0; i < 2 && c->kind == FLR_CONVEX2_USER; ++i) {
        flr_vec2 p = flr_support2(c, sides[i]);
        size = fmax(size, fmax(fabs((double)p.x), fabs((double)p.y)));
    }
    return size;
}

static flr_toi2_result search_in(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                                 const flr_path2 *path_b, const flr_toi2_options *options, bool rescaled);

/// Searches in a unit of the scene's own, for scenes whose squares may overflow or vanish.
static flr_toi2_result in_unit(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                               const flr_path2 *path_b, const flr_toi2_options *options, flr_real unit)
{
    moved2 user_a, user_b;
    const flr_vec2 origin = {0, 0};
    const flr_convex2 x = flr_moved2(a, origin, unit, &user_a), y = flr_moved2(b, origin, unit, &user_b);
    const flr_path2 p = flr_path2_scaled(path_a, unit), q = flr_path2_scaled(path_b, unit);
    flr_toi2_options o = {0, 0, 0};
    if (options) o = *options;
    o.target_distance *= unit;
    flr_toi2_result result = search_in(&x, &p, &y, &q, &o, true);
    result.point = flr_scale2(1 / unit, result.point);
    return result;
}

/// `rescaled`: the unit has been chosen, and is not chosen again even if the scene is still of unusual size.
static flr_toi2_result search_in(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                                 const flr_path2 *path_b, const flr_toi2_options *options, bool rescaled)
{
    flr_toi2_end found = {false, true, 0, 1, {false, 0, {{0, 0}}, {{0, 0}}, 0, {0, 0}}};
    flr_toi2_result result = flr_toi2_answer(&found, 0);
    flr_search2 search;
    double target;
    flr_movers2 m;
    if (!flr_search2_start(&search, &target, options)) {
        result.status = FLR_INVALID_ARGUMENT;
        return result;
    }
    if (!flr_is_path2_finite(path_a) || !flr_is_path2_finite(path_b)) {
        result.status = FLR_NOT_FINITE;
        return result;
    }
    bool finite = flr_toi2_start(&m, a, path_a, b, path_b, target);
    double size = m.a.reach + m.b.reach + m.radius + m.speed + fabs(m.start.x) + fabs(m.start.y);
    if (!rescaled && (!finite || size == 0 || flr_toi2_unit(size) != 1)) {
        size = fmax(fmax(size_of(a), size_of(b)), target);
        size = fmax(size, fmax(flr_path2_size(path_a), flr_path2_size(path_b)));
        flr_real unit = isfinite(size) ? flr_toi2_unit(size) : 1;
        if (unit != 1) return in_unit(a, path_a, b, path_b, options, unit);
    }
    if (!finite) {
        result.status = FLR_NOT_FINITE;
        return result;
    }
    if (!flr_search2_narrow(&search, &m)) return result;
    found = flr_toi2_search(&m, NULL, &search);
    result = flr_toi2_answer(&found, search.steps);
    if (found.hit && found.free > 0) flr_toi2_place(m.b.radius, path_b, &found, &result);
    return result;
}

flr_toi2_result flr_toi2_convex_convex(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                                       const flr_path2 *path_b, const flr_toi2_options *options)
{
    return search_in(a, path_a, b, path_b, options, false);
}
