/// What is the time of impact of two rays, lines, planes or halfspaces that move and turn? Planes that do
/// not stay parallel touch at once. A ray meets a plane once its origin does or its direction turns against
/// the plane. Two lines touch only where their directions and the vector between them span no volume, so its
/// roots are tried in turn.
#include <math.h>

#include "any/any3.h"
#include "any/toi3.h"
#include "math/eps.h"

/// Times at which directions are compared: two of them that turn at constant rates and are parallel at all of these
/// are so always.
static const double looks[] = {0, 0.37, 0.71, 1};

static const double rounding = FLR_OVER_EPS;

static flr_vec3 direction_at(const turn3 *turn, flr_vec3 v, double t)
{
    return flr_mat3_mul(flr_turn3_at(turn, t), v);
}

typedef struct turns {
    turn3 a, b;
} turns;

/// The turns alone: of two points that the paths hold still.
static turns turns_of(const toi3_search *s)
{
    flr_convex3 point = flr_convex3_point(flr_vec3_make(0, 0, 0));
    toi3_pair m;
    flr_toi3_make(&m, &point, s->path_a, &point, s->path_b, 0);
    turns both = {m.a.turn, m.b.turn};
    return both;
}

static bool within_rounding(flr_real x) { return fabs((double)x) <= 32 * rounding; }

static bool is_parallel(flr_vec3 u, flr_vec3 v)
{
    flr_vec3 c = flr_cross3(u, v);
    return within_rounding(c.x) && within_rounding(c.y) && within_rounding(c.z);
}

/// Of unit directions in the two frames: parallel, or perpendicular to one another, all the time.
static bool always(const toi3_search *s, flr_vec3 u, flr_vec3 v, bool parallel)
{
    turns both = turns_of(s);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        flr_vec3 p = direction_at(&both.a, u, looks[i]), q = direction_at(&both.b, v, looks[i]);
        if (parallel ? !is_parallel(p, q) : !within_rounding(flr_dot3(p, q))) return false;
    }
    return true;
}

static void touches_at_start(toi3_search *s)
{
    flr_toi3_result q = {.status = FLR_OK, .hit = true};
    flr_toi3_keep(s, &q);
}

/// Two planes or halfspaces meet wherever they are not parallel: what does not stay parallel touches from the start on.
static void two_flats(toi3_search *s, const flr_shape3 *a, const flr_shape3 *b)
{
    flr_plane3 boundary_a = any3_boundary(a), boundary_b = any3_boundary(b);
    toi3_part x = flr_toi3_flat_part(&boundary_a, a->kind == FLR_SHAPE3_HALFSPACE);
    toi3_part y = flr_toi3_flat_part(&boundary_b, b->kind == FLR_SHAPE3_HALFSPACE);
    turns both = turns_of(s);
    bool same_way = flr_dot3(direction_at(&both.a, x.normal, 0), direction_at(&both.b, y.normal, 0)) > 0;
    if (!always(s, x.normal, y.normal, true) || (x.solid && y.solid && same_way)) {
        touches_at_start(s);
        return;
    }
    // a point of the one represents all of it
    toi3_part point = flr_toi3_convex_part(x.solid ? &y.core : &x.core);
    flr_toi3_result q =
        x.solid ? flr_toi3_parts(s, &x, &point, &s->options) : flr_toi3_parts(s, &point, &y, &s->options);
    flr_toi3_keep(s, &q);
}

/// When a direction, given in a's frame, first points against a normal of b's: the gap of a point on the unit sphere
/// and the plane through its centre, on paths that only turn.
static flr_toi3_result turns_against(const toi3_search *s, flr_vec3 u, flr_vec3 normal)
{
    flr_path3 a = *s->path_a, b = *s->path_b;
    a.from.position = a.to.position = b.from.position = b.to.position = flr_vec3_make(0, 0, 0);
    flr_convex3 tip = flr_convex3_point(u), middle = flr_convex3_point(flr_vec3_make(0, 0, 0));
    toi3_pair m;
    flr_toi3_make(&m, &tip, &a, &middle, &b, 0);
    // along the boundary is not against it
    m.radii = -(m.touch + 2 * m.error);
    flr_vec3 out = flr_neg3(normal);
    flr_toi3_result q = flr_toi3_along(&m, TOI3_B, out, &s->options, (double)s->best.t);
    if (!q.hit || !(q.t > 0)) return q;
    // but if it leads on to that, it is where it begins
    m.radii = 0;
    flr_toi3_result before = flr_toi3_along(&m, TOI3_B, out, &s->options, (double)q.t);
    const flr_real soon = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-4 : (flr_real)1e-6;
    if (before.hit && q.t - before.t <= soon) q.t = before.t, q.t_upper = before.t_upper;
    return q;
}

/// A line stays apart only while it runs along; a ray likewise, or while it leads away and its origin is clear.
static void path_and_flat(toi3_search *s, const flr_shape3 *path, const flr_shape3 *flat)
{
    bool is_ray = path->kind == FLR_SHAPE3_RAY;
    flr_vec3 origin = is_ray ? path->as.ray.origin : path->as.line.origin;
    flr_vec3 u = flr_any3_unit(is_ray ? path->as.ray.direction : path->as.line.direction);
    flr_plane3 boundary = any3_boundary(flat);
    toi3_part f = flr_toi3_flat_part(&boundary, flat->kind == FLR_SHAPE3_HALFSPACE);
    bool along = always(s, u, f.normal, false);
    if (!is_ray && !along) {
        touches_at_start(s);
        return;
    }
    flr_convex3 core = flr_convex3_point(origin);
    toi3_part point = flr_toi3_convex_part(&core);
    flr_toi3_result q = flr_toi3_parts(s, &point, &f, &s->options);
    flr_toi3_keep(s, &q);
    if (along || toi3_is_over(s)) return;
    // on the side of a plane where the origin starts
    flr_path3 at_a = *s->path_a, at_b = *s->path_b;
    flr_affine3 pose_a = flr_path3_at(&at_a, 0), pose_b = flr_path3_at(&at_b, 0);
    flr_vec3 n = flr_mat3_mul(pose_b.linear, f.normal);
    flr_vec3 d =
        flr_add3(flr_sub3(pose_a.translation, pose_b.translation),
                 flr_sub3(flr_mat3_mul(pose_a.linear, origin), flr_mat3_mul(pose_b.linear, f.core.center)));
    bool behind = !f.solid && flr_dot3(n, d) < 0;
    q = turns_against(s, u, behind ? flr_neg3(f.normal) : f.normal);
    q.point = flr_vec3_make(0, 0, 0);  // however far out
    flr_toi3_keep(s, &q);
}

/// Two of ray and line.
typedef struct lines {
    flr_vec3 origin_a, origin_b, u, v;  // in their frames
    bool ray_a, ray_b;
    turns turn;
    flr_vec3 start, step;
    bool behind;  // the sign that the volume starts with
    flr_real error;
} lines;

/// From a's origin to b's, and where both run.
static flr_vec3 between(const lines *l, double t, flr_vec3 *u, flr_vec3 *v)
{
    flr_mat3 ra = flr_turn3_at(&l->turn.a, t), rb = flr_turn3_at(&l->turn.b, t);
    *u = flr_mat3_mul(ra, l->u);
    *v = flr_mat3_mul(rb, l->v);
    flr_vec3 d = flr_mul_add3(l->start, (flr_real)t, l->step);
    return flr_add3(d, flr_sub3(flr_mat3_mul(rb, l->origin_b), flr_mat3_mul(ra, l->origin_a)));
}

/// The volume of both directions and the vector between: lines that touch, or are parallel, have none.
static double volume(void *user, double t)
{
    const lines *l = user;
    flr_vec3 u, v, d = between(l, t, &u, &v);
    flr_real f = flr_dot3(d, flr_cross3(u, v));
    return (double)((l->behind ? -f : f) - l->error);
}

static flr_real gap_at(const lines *l, double t, flr_closest3 *c)
{
    flr_vec3 u, v, d = between(l, t, &u, &v), zero = flr_vec3_make(0, 0, 0);
    const flr_ray3 a = {zero, u}, b = {d, v};
    const flr_line3 la = {zero, u}, lb = {d, v};
    *c = l->ray_a && l->ray_b ? flr_closest3_ray_ray(&a, &b)
         : l->ray_a           ? flr_closest3_ray_line(&a, &lb)
         : l->ray_b           ? flr_closest3_ray_line(&b, &la)
                              : flr_closest3_line_line(&la, &lb);
    return c->distance;
}

/// Do they touch, by the volume? It is that of the distance times the sine between the directions.
static bool lines_touch(const lines *l, double t, flr_closest3 *c)
{
    flr_vec3 u, v;
    (void)between(l, t, &u, &v);
    double sine = (double)flr_length3(flr_cross3(u, v));
    return (double)gap_at(l, t, c) <= 8 * (double)l->error / (sine > 1e-6 ? sine : 1);
}

static lines make_lines(const toi3_search *s, const flr_shape3 *a, const flr_shape3 *b)
{
    lines l = {.ray_a = a->kind == FLR_SHAPE3_RAY, .ray_b = b->kind == FLR_SHAPE3_RAY};
    l.origin_a = a->as.line.origin;  // a ray begins with the same
    l.origin_b = b->as.line.origin;
    l.u = flr_any3_unit(a->as.line.direction);
    l.v = flr_any3_unit(b->as.line.direction);
    l.turn = turns_of(s);
    l.start = flr_sub3(s->path_b->from.position, s->path_a->from.position);
    l.step = flr_sub3(flr_sub3(s->path_b->to.position, s->path_b->from.position),
                      flr_sub3(s->path_a->to.position, s->path_a->from.position));
    return l;
}

/// How far out two lines may come closest, whose origins are at most `reach` apart and which turn by no more than `turned`
/// against one another: the sine between them at these times, less what it changes by until then, says.
static double farthest_out(const lines *l, double reach, double turned)
{
    double sine = 1;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        flr_vec3 u, v;
        (void)between(l, looks[i], &u, &v);
        const double here = (double)flr_length3(flr_cross3(u, v));
        if (here < sine) sine = here;
    }
    sine -= 0.19 * turned;  // half of the time between two samples, at most
    return reach * (sine > 2.0 / 1024 ? 2 / sine : 1024);
}

/// As segments that hold all of it: of lines in one plane, or nearly parallel ones, what is left is a thousand times the length of
/// all that the two origins do.
static void as_segments(toi3_search *s, const lines *l, double reach, double turned)
{
    flr_real far = (flr_real)farthest_out(l, reach, turned);
    flr_segment3 a = {l->ray_a ? l->origin_a : flr_mul_add3(l->origin_a, -far, l->u),
                      flr_mul_add3(l->origin_a, far, l->u)};
    flr_segment3 b = {l->ray_b ? l->origin_b : flr_mul_add3(l->origin_b, -far, l->v),
                      flr_mul_add3(l->origin_b, far, l->v)};
    flr_convex3 core_a = flr_convex3_segment(&a), core_b = flr_convex3_segment(&b);
    toi3_part x = flr_toi3_convex_part(&core_a), y = flr_toi3_convex_part(&core_b);
    flr_toi3_search_parts(s, &x, &y);
}

/// From one time without volume to the next: there the lines touch, or they are parallel, or would touch where a ray
/// does not reach.
static void two_lines(toi3_search *s, const flr_shape3 *a, const flr_shape3 *b)
{
    lines l = make_lines(s, a, b);
    double wa = l.turn.a.angle, wb = l.turn.b.angle, oa = (double)flr_length3(l.origin_a),
           ob = (double)flr_length3(l.origin_b), step = (double)flr_length3(l.step);
    double reach = (double)flr_length3(l.start) + step + oa + ob, w = wa + wb;
    double speed = step + wa * oa + wb * ob, turned = wa * wa * oa + wb * wb * ob;
    double root = sqrt((w * w * reach + 2 * w * speed + turned) / 2) * 1.0001;
    double target = (double)s->options.target_distance;
    l.error = (flr_real)(16 * rounding * reach);
    bool flat = true;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        l.behind = false;
        flat &= fabs(volume(&l, looks[i]) + (double)l.error) <= 4 * (double)l.error;
    }
    flr_closest3 at_start;
    bool may_stay_apart = l.ray_a || l.ray_b || always(s, l.u, l.v, true);
    if (lines_touch(&l, 0, &at_start) || (flat && !may_stay_apart)) {
        touches_at_start(s);
        return;
    }
    if (flat || target > 0) {
        as_segments(s, &l, reach > 0 ? reach : 1, w);
        return;
    }
    double t = 0, end = 1, tolerance = s->options.tolerance > 0 ? (double)s->options.tolerance : 1e-6;
    for (int i = 0; i < 1000 && t < end; i++) {
        flr_closest3 c;
        const bool from_behind = l.behind;
        l.behind = false;
        double volume_here = volume(&l, t) + (double)l.error;
        flr_toi3_result q = {.status = FLR_OK, .hit = true, .t = (flr_real)t, .t_upper = (flr_real)t};
        if (lines_touch(&l, t, &c)) {
            if (t > 0) {
                flr_vec3 u, v, at = flr_lerp3(s->path_a->from.position, s->path_a->to.position, (flr_real)t);
                (void)between(&l, t, &u, &v);
                q.normal = flr_any3_unit(from_behind ? flr_cross3(v, u) : flr_cross3(u, v));
                q.point = flr_add3(flr_add3(at, direction_at(&l.turn.a, l.origin_a, t)), c.point_a);
            }
            flr_toi3_keep(s, &q);
            return;
        }
        l.behind = volume_here < 0;
        double gap = volume(&l, t);
        double before = t;
        if (gap > 0) t = flr_toi3_follow(volume, &l, root, t, &gap, 0, end, 4 * (double)l.error);
        // right before a time without volume: over it, unless they touch there
        if (t < end && (t - before < tolerance / 16 || gap <= 4 * (double)l.error)) {
            double next = t + tolerance / 4 < end ? t + tolerance / 4 : end;
            if (!lines_touch(&l, t, &c)) t = next;
        }
    }
    if (t < end) {
        flr_toi3_result q = {.status = FLR_NOT_CONVERGED, .hit = true, .t = (flr_real)t, .t_upper = 1};
        flr_toi3_keep(s, &q);
    }
}

void flr_toi3_search_unbounded(toi3_search *s, const flr_shape3 *a, const flr_shape3 *b)
{
    if (any3_is_flat_unbounded(a->kind)) {
        two_flats(s, a, b);
    } else if (any3_is_flat_unbounded(b->kind)) {
        path_and_flat(s, a, b);
    } else {
        two_lines(s, a, b);
    }
}
