#include <math.h>

#include "base/answer.h"
#include "convex/support2.h"
#include "toi/motion2.h"

bool flr_search2_start(flr_search2 *search, double *target_distance, const flr_motion2_options *options)
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

flr_motion2_result flr_motion2_answer(const flr_found2 *found, int steps)
{
    flr_motion2_result result = {FLR_OK, found->hit, 1, 1, {0, 0}, {0, 0}, steps};
    if (!found->converged) result.status = FLR_NOT_CONVERGED;
    if (!found->hit && found->converged) return result;
    result.t = (flr_real)found->free;
    if ((double)result.t > found->free) result.t = (flr_real)(found->free * (1 - 0x1p-23));  // rounded down
    if (found->hit) result.t_upper = (flr_real)found->touched;
    return result;
}

void flr_motion2_place(double radius_b, const flr_path2 *path_b, const flr_found2 *found,
                       flr_motion2_result *result)
{
    const flr_nearest2 *nearest = &found->nearest;
    const flr_local2 turn = flr_motion2_turn_at(path_b, found->free), b0 = flr_turned2(turn, nearest->b[0]),
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

static flr_motion2_result search_in(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                                    const flr_path2 *path_b, const flr_motion2_options *options,
                                    bool rescaled);

/// Of scenes whose squares may leave the range of numbers: in a unit of their own.
static flr_motion2_result in_unit(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                                  const flr_path2 *path_b, const flr_motion2_options *options, flr_real unit)
{
    motion2_scaled x, y;
    flr_motion2_scale(&x, a, unit);
    flr_motion2_scale(&y, b, unit);
    const flr_path2 p = flr_path2_scaled(path_a, unit), q = flr_path2_scaled(path_b, unit);
    flr_motion2_options o = {0, 0, 0};
    if (options) o = *options;
    o.target_distance *= unit;
    flr_motion2_result result = search_in(&x.shape, &p, &y.shape, &q, &o, true);
    result.point = flr_scale2(1 / unit, result.point);
    return result;
}

/// `rescaled`: the unit has been chosen. One that leaves the scene unusual is not looked for again.
static flr_motion2_result search_in(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                                    const flr_path2 *path_b, const flr_motion2_options *options,
                                    bool rescaled)
{
    flr_found2 found = {false, true, 0, 1, {false, 0, {{0, 0}}, {{0, 0}}, 0, {0, 0}}};
    flr_motion2_result result = flr_motion2_answer(&found, 0);
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
    bool finite = flr_motion2_start(&m, a, path_a, b, path_b, target);
    double size = m.a.reach + m.b.reach + m.radius + m.speed + fabs(m.start.x) + fabs(m.start.y);
    if (!rescaled && (!finite || size == 0 || flr_motion2_unit(size) != 1)) {
        size = fmax(fmax(size_of(a), size_of(b)), target);
        size = fmax(size, fmax(flr_path2_size(path_a), flr_path2_size(path_b)));
        flr_real unit = isfinite(size) ? flr_motion2_unit(size) : 1;
        if (unit != 1) return in_unit(a, path_a, b, path_b, options, unit);
    }
    if (!finite) {
        result.status = FLR_NOT_FINITE;
        return result;
    }
    if (!flr_search2_narrow(&search, &m)) return result;
    found = flr_motion2_search(&m, NULL, &search);
    result = flr_motion2_answer(&found, search.steps);
    if (found.hit && found.free > 0) flr_motion2_place(m.b.radius, path_b, &found, &result);
    return result;
}

flr_motion2_result flr_motion2_convex_convex(const flr_convex2 *a, const flr_path2 *path_a,
                                             const flr_convex2 *b, const flr_path2 *path_b,
                                             const flr_motion2_options *options)
{
    return search_in(a, path_a, b, path_b, options, false);
}
